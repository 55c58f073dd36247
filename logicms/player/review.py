"""Review: looking back on a game, which cells were opened without being certain, and was there need to?

An opening is *certain* if the cell was safe in every placement, a *guess* if nothing was, and *unneeded* if the cell
was not certain though another was. The first opening of a game is its *start*. Only the board counts, not the luck.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from logicms.board import CLUES, FLAG, Board, Cell
from logicms.deduction import deduce, odds
from logicms.errors import LimitReached

Kind = Literal["start", "certain", "guess", "unneeded"]


@dataclass(frozen=True, slots=True)
class Judged:
    """What there is to say of one opening."""

    kind: Kind
    odds: Fraction | None = None
    """The odds of a mine at the cell, where they are known."""
    least: Fraction | None = None
    """The odds of a mine at the safest cell there was."""
    better: tuple[Cell, ...] = ()
    """What was certainly safe instead, for an opening that was not; in reading order."""


def judged(board: Board, cell: Cell) -> Judged:
    """Return what there is to say of opening `cell` on `board`; flags are not believed.

    >>> found = judged(Board(("????", "1221")), Cell(0, 1))
    >>> found.kind, [str(cell) for cell in found.better]
    ('unneeded', ['A1', 'D1'])
    """
    board = board.with_signs({each: "?" for each in board.where(FLAG)})
    if not any(sign in CLUES for sign in board.signs):
        return Judged("start")
    safe = deduce(board).safe | set(board.known_safe)
    if cell in safe:
        return Judged("certain", Fraction(0), Fraction(0))
    here, least = _risks(board, cell)
    if safe:
        return Judged("unneeded", here, Fraction(0), tuple(sorted(safe)))
    return Judged("guess", here, least)


def _risks(board: Board, cell: Cell) -> tuple[Fraction | None, Fraction | None]:
    try:
        mine = odds(board).mine
    except LimitReached:
        return None, None
    return mine.get(cell), min(mine.values(), default=None)
