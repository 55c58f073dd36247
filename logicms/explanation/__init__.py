"""Explanation: the shortest argument that a person can follow, and proofs that a program can check.

From a problem and a name it makes an `Explanation` (which hints, how hard, proofs of three kinds), or it finds the
easiest next deduction (`next_step`). `render` puts it in words.
"""

from logicms.explanation.explanation import Explainer, Explanation, explain, premises, prove, verify
from logicms.explanation.next_step import Rating, deductions, next_deduction, rating

__all__ = [
    "Explainer",
    "Explanation",
    "Rating",
    "deductions",
    "explain",
    "next_deduction",
    "premises",
    "prove",
    "rating",
    "verify",
]
