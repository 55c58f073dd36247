"""Problem -> what is certain, what is likely, what is inconsistent.

================ ==================================================================================
`deduction`      `deduce`: every certain name, cheapest steps first; the method, from top to bottom;
                 `check`: is a problem consistent, are its flags right
`boundary`       its first step, made for speed: single clues and pairs, the whole board at once
`hint_boundary`  the same step for a problem that is not a board
`inference`      other ways to reason, which can follow a game and be watched: those of the logic course
`by_clauses`     one of them: sympy's CNF and networkx's graph; propagation, matching, resolution
`cell_odds`      `odds`: exact, by counting
`contradiction`  the smallest set of hints that cannot all be right
================ ==================================================================================
"""

from logicms.deduction.cell_odds import Odds, odds
from logicms.deduction.deduction import COMPLETE, Check, Deduction, Reason, check, deduce

__all__ = ["COMPLETE", "Check", "Deduction", "Odds", "Reason", "check", "deduce", "odds"]
