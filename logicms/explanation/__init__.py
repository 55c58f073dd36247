"""Explain: the shortest argument that a person can follow for a cell, and proofs that a program can check.

A Board and a cell go in; out comes an `Explanation` (which clues, how hard, proofs by three ways), or the easiest next
deduction (`ladder`). `verifying` tells whether a proof is valid and about this board. `render` puts all of it in words.
"""

from logicms.explanation.explanation import Explainer, Explanation, explain, prove
from logicms.explanation.ladder import Rating, deductions, next_deduction, rating
from logicms.explanation.verifying import premises, verify

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
