"""Guessing: the choice of a cell when nothing is certain, its risk, its reason."""

from logicms.guessing.best import Guess
from logicms.guessing.choice import Policy, degrees, guess

__all__ = ["Guess", "Policy", "degrees", "guess"]
