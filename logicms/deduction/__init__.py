"""Problem -> what is certain, what is likely, what is inconsistent.

================ ==================================================================================
`deduction`      `deduce`: every certain name, cheapest steps first; the method, from top to bottom;
                 `odds`: exact, by counting; `check`: is a problem consistent, are its flags right;
                 `contradiction`: the smallest set of hints that cannot all be right
`boundary`       its first step, made for speed: single clues and pairs, the whole board at once
`hint_boundary`  the same step for a problem that is not a board
`inference`      other ways to reason, which can follow a game and be watched: those of the logic course
`by_clauses`     one of them: sympy's CNF and networkx's graph; propagation, matching, resolution
================ ==================================================================================
"""

from logicms.deduction.deduction import COMPLETE, Check, Deduction, Odds, Reason, check, deduce, odds

__all__ = ["COMPLETE", "Check", "Deduction", "Odds", "Reason", "check", "deduce", "odds"]
