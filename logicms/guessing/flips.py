"""Coin flips that no later move can avoid: how much of each cell's risk is unavoidable.

Two cells side by side, one of them a mine: a clue that touches both cannot tell which. Only the cells that touch just
one of them could, those beyond either end; if all of these are mines, they are never opened, and half of such games are
lost however they are played. The same holds for four cells in a box, two of them mines that touch at their corners, a
and d or b and c: only the four cells beyond the box's corners touch one of them alone::

    * . . *                                              * . . *
    * a b *     a pair, and the six cells beyond         . a b .     a box, and the four cells beyond
    * . . *                                              . c d .
                                                         * . . *

So a placement with such a *flip* in it is won half of the time, and losing in it costs half of what it seems. The
*share* of a cell is the share of placements in which it is a mine of a flip, or a mine that makes one, added up over
all flips: that part of its risk has to be taken sooner or later. Placements with several flips count several times, so
a share is good for comparing; `likeliest` is a probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from logicms.board import CLUES, SAFE, Board, Cell
from logicms.deduction.boundary import Lane, lane_of
from logicms.guessing.position import Around, Position

MOST_TO_COME = 2
"""Flips that need more than this many uncertain mines around them are too rare to look for."""


class Flip(NamedTuple):
    """Mines and safe cells that could be swapped if all cells `beyond` are mines."""

    mines: tuple[Lane, ...]
    safe: tuple[Lane, ...]
    beyond: tuple[Lane, ...]


def shares(board: Board, position: Position, around: Around) -> dict[Lane, float]:
    """Return for each cell of a flip the share of placements in which its risk is unavoidable.

    >>> from logicms.guessing.position import position
    >>> board = Board(("??", "11"), mines=1)
    >>> shares(board, *position(board))
    {0: 0.5, 1: 0.5}
    """
    share: dict[Lane, float] = {}
    counted: dict[tuple[object, ...], int] = {}
    for flip in flips(board, around):
        mines, safe = {*flip.mines, *flip.beyond}, {*flip.safe}
        # For cells away from all clues only their number matters.
        kind = (len(mines), len(safe)) if mines | safe <= position.away else flip
        if kind not in counted:
            counted[kind] = position.placements_with(mines, safe)
        for lane in mines | safe if counted[kind] else ():
            share[lane] = share.get(lane, 0.0) + counted[kind] / position.placements
    return share


def likeliest(board: Board, position: Position, around: Around, lane: Lane) -> tuple[Flip, Fraction] | None:
    """Return the flip that a cell is most probably in, and how probable that is, either way round; None if in none.

    >>> from logicms.guessing.position import position
    >>> board = Board(("??", "11"), mines=1)
    >>> likeliest(board, *position(board), 0)
    (Flip(mines=(0,), safe=(1,), beyond=()), Fraction(1, 1))
    """
    found = [
        (flip, Fraction(2 * position.placements_with({*flip.mines, *flip.beyond}, {*flip.safe}), position.placements))
        for flip in flips(board, around)
        if lane in flip.mines + flip.safe
    ]
    return max(found, key=lambda each: each[1], default=None)


def flips(board: Board, around: Around) -> Iterator[Flip]:
    """Yield the flips that are still possible, with the cells beyond that are not yet certain mines.

    No cell is certainly safe: it would be opened first, and might decide the flip.
    """
    telling = {lane_of(cell, board.width) for cell in board.where(CLUES + SAFE)}
    row = lane_of(Cell(1, 0), board.width)
    for cell in around:
        for mines, safe, beyond in _flips_at(cell, row):
            if all([lane in around for lane in mines + safe]) and telling.isdisjoint(beyond):
                # The rest of those beyond are certain mines, or beyond the edge of the board.
                to_come = tuple([lane for lane in beyond if lane in around])
                if len(to_come) <= MOST_TO_COME:
                    yield Flip(mines, safe, to_come)


def _flips_at(cell: Lane, row: int) -> Sequence[Flip]:
    """Return the flips whose first cell this is: with the cell to its right, with the one below, in a box with both.

    `row` is the number of lanes from a cell to the one below it.
    """
    right, below, across = cell + 1, cell + row, cell + row + 1
    ends = (cell - 1 - row, cell - 1, cell - 1 + row, right + 1 - row, right + 1, right + 1 + row)
    top_and_bottom = (cell - row - 1, cell - row, cell - row + 1, below + row - 1, below + row, below + row + 1)
    corners = (cell - row - 1, right - row + 1, below + row - 1, across + row + 1)
    return (
        Flip((cell,), (right,), ends),
        Flip((cell,), (below,), top_and_bottom),
        Flip((cell, across), (right, below), corners),
    )
