"""Problem -> what is certain, what is likely, what is inconsistent.

================ ==================================================================================
`deduction`      `deduce`: every certain name, cheapest steps first; the method, from top to bottom
`boundary`       its first step, made for speed: single clues and pairs, the whole board at once
`hint_boundary`  the same step for a problem that is not a board
`inference`      other ways to reason, which can follow a game and be watched: those of the logic course
`by_clauses`     a knowledge base of clauses: propagation, the course's matching, resolution
`by_subsets`     sets of cells with counts
`cell_odds`      `odds`: exact, by counting
`contradiction`  the smallest set of hints that cannot all be right
`consistency`    `check`: is a problem consistent, are its flags right
================ ==================================================================================
"""

from logicms.deduction.cell_odds import Odds, odds
from logicms.deduction.consistency import Check, check
from logicms.deduction.deduction import COMPLETE, Deduction, Reason, deduce

__all__ = ["COMPLETE", "Check", "Deduction", "Odds", "Reason", "check", "deduce", "odds"]
