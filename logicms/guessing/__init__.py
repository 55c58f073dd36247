"""Guessing: the choice of a cell when nothing is certain, its risk, its reason.

============ ===============================================================================
`policies`   `guess`: the choice and why; coin flips; what opening a cell may bring
`lookahead`  the best cell of a position: every course played out, or some moves ahead
`position`   everything undecided, counted so that "what if this cell shows n?" is fast
============ ===============================================================================
"""

from logicms.guessing.policies import Guess, Policy, guess

__all__ = ["Guess", "Policy", "guess"]
