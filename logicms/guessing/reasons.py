"""A guess, and why it is that cell. These are values; `render.sentences` puts them into words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from logicms.board import Cell
from logicms.hints import Shown


@dataclass(frozen=True, slots=True)
class CertainlySafe:
    """Not a guess at all: the cell is safe in every placement."""


@dataclass(frozen=True, slots=True)
class CoinFlip:
    """A chance that a cell and some `others` are two or four cells that no clue will ever tell apart."""

    chance: Fraction
    others: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Every possible course was considered, and the best play begins here."""

    won: Fraction
    """The share of the placements that it wins."""
    aside: tuple[Cell, ...] = ()
    """Cells that were left out of this: they tell nothing about the others, nor these about them."""


@dataclass(frozen=True, slots=True)
class LookedAhead:
    """The next guesses were considered too, and this cell has the best score."""

    survival: Fraction
    """The chance that this cell is safe, and so is the safest cell then, if a safe cell is left at all."""
    further: int
    """How many of the next guesses were considered: 1 or 2."""
    clear: Fraction = Fraction(0)
    """The chance that the cell and every uncertain cell around it are safe; 0 if there is none around it."""
    flip: CoinFlip | None = None


@dataclass(frozen=True, slots=True)
class NothingToLearn:
    """What the cell would show is known before, as for every cell that was considered."""

    flip: CoinFlip | None = None


@dataclass(frozen=True, slots=True)
class LeastRisk:
    """No cell is safer; of equally safe cells this one has the most clues around it."""

    odds: Fraction
    alike: int = 1
    """How many cells are equally safe, this one included."""
    clues: int = 0
    """How many clues are around it, if that was considered."""


@dataclass(frozen=True, slots=True)
class NotLookedAhead:
    """No cell is safer; the next guesses were not considered."""

    limit: str
    """Why not: a limit was reached, or the grid does not allow it."""


@dataclass(frozen=True, slots=True)
class MostClues:
    """No cell has more clues around it."""

    clues: int
    limit: str = ""
    """Why the odds are not known, if they are not."""


Why = CertainlySafe | PlayedOut | LookedAhead | NothingToLearn | LeastRisk | NotLookedAhead | MostClues


@dataclass(frozen=True, slots=True)
class Guess(Shown):
    """A cell to open, the odds of a mine there, and why this one."""

    cell: Cell
    odds: Fraction | None
    """None if they could not be computed within the limit; the reason then says so."""
    why: Why

    def __str__(self) -> str:
        from logicms.render.sentences import guess_text

        return guess_text(self)

    @property
    def reason(self) -> str:
        """Why this cell, in words."""
        from logicms.render.sentences import reason_text

        return reason_text(self.why)
