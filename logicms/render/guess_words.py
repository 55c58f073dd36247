"""Why a guess is the cell that it is, in words."""

from __future__ import annotations

from logicms.guessing.reasons import (
    CertainlySafe,
    LeastRisk,
    LookedAhead,
    MostClues,
    NothingToLearn,
    NotLookedAhead,
    PlayedOut,
    Why,
)
from logicms.notation.odds import rounded


def reason_text(why: Why) -> str:
    """Return the reason as part of a sentence.

    >>> from fractions import Fraction
    >>> print(reason_text(LookedAhead(0.78, further=2, clear=0.508)))
    best chance of surviving this guess and the next two, 0.780, and of having no further mines around it, 0.508
    >>> print(reason_text(LeastRisk(Fraction(1, 3), alike=3, clues=1)))
    lowest probability of a mine, 1/3; of 3 such cells it has the most clues around it, 1
    """
    match why:
        case CertainlySafe():
            return "certainly safe"
        case PlayedOut(won):
            return f"the best play from here wins {won} of the remaining placements"
        case LookedAhead(survival, further, clear, unavoidable):
            guesses = "this guess and the next" if further == 1 else "this guess and the next two"
            also = f", and of having no further mines around it, {rounded(clear, 3)}" if clear else ""
            return f"best chance of surviving {guesses}, {rounded(survival, 3)}{also}{_coin_flip(unavoidable)}"
        case NothingToLearn(unavoidable):
            return f"no cell tells anything about another; lowest probability of a mine{_coin_flip(unavoidable)}"
        case LeastRisk(odds, alike, clues):
            among = f"; of {alike} such cells it has the most clues around it, {clues}" if alike > 1 else ""
            return f"lowest probability of a mine, {odds}{among}"
        case NotLookedAhead(limit):
            return f"lowest probability of a mine; no further guess was looked at: {limit}"
        case MostClues(clues, limit):
            return f"most clues around it, {clues}" + (f"; its odds are not known: {limit}" if limit else "")


def _coin_flip(unavoidable: float) -> str:
    share = rounded(unavoidable, 3)
    return "" if not unavoidable else f"; {share} of its risk is unavoidable: a coin flip no clue can decide"
