"""Guessing: the choice of a cell when nothing is certain, its risk, its reason."""

from logicms.guessing.policies import Policy, guess
from logicms.guessing.reasons import Guess

__all__ = ["Guess", "Policy", "guess"]
