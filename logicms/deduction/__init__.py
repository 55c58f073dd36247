"""Board -> what is certain, what is likely, what cannot be: hints go to the reasoners, and cells come back.

================ ==================================================================================
`complete`       `deduce`: every certain cell, cheapest means first; the method, from top to bottom
`boundary`       its first step, made for speed: single clues and pairs of clues, the whole board at once
`wide`           its last resort: a SAT solver, where a boundary is too wide for counting
`inference`      the other way to reason: a knowledge base over clauses that follows a game
`cell_odds`      `odds`: exact, by counting
`clash`          the smallest set of clues that cannot be right together
`consistency`    `check`: can the board be, are its flags right
`board_graph`    `graph`: the constraint graph of a board
================ ==================================================================================
"""

from logicms.deduction.board_graph import graph
from logicms.deduction.cell_odds import Odds, odds
from logicms.deduction.complete import Deduction, Reason, deduce, inferred_deduction
from logicms.deduction.consistency import Check, check

__all__ = ["Check", "Deduction", "Odds", "Reason", "check", "deduce", "graph", "inferred_deduction", "odds"]
