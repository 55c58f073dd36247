"""Coin flips that no later move can avoid: how much of each cell's risk has to be taken anyway.

Two cells side by side, one of them a mine: whoever touches both cannot tell which. Only the cells that touch one of
the two could, those beyond either end; where all of these are mines, nobody ever opens them, and half of such games
are lost whatever is played. Likewise four cells in a box, two of them mines that touch at their corners, a and d or b
and c: only the four cells beyond the box's corners touch one of them alone::

    * . . *                                              * . . *
    * a b *     a pair, and the six cells beyond         . a b .     a box, and the four cells beyond
    * . . *                                              . c d .
                                                         * . . *

So a placement with such a *flip* in it is won half of the time, and to die in it costs half of what it seems. The
*share* of a cell is the share of placements in which it is a mine of a flip, or a mine that makes one: that part of
its risk is taken sooner or later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from logicms.board import CLUES, SAFE, Board
from logicms.guessing.position import Around, Place, Position

MOST_TO_COME = 2
"""Flips that need more mines than this around them, beside those that are certain, are too rare to be looked for."""


class Flip(NamedTuple):
    """Mines and safe cells that could be the other way round, once all cells `beyond` are mines."""

    mines: tuple[Place, ...]
    safe: tuple[Place, ...]
    beyond: tuple[Place, ...]


def shares(board: Board, position: Position, around: Around) -> dict[Place, float]:
    """Return for each cell that has a part in a flip: the share of placements in which that part of its risk is taken.

    >>> from logicms.guessing.position import position
    >>> board = Board(("??", "11"), mines=1)
    >>> shares(board, *position(board))
    {0: 0.5, 1: 0.5}
    """
    found: dict[Place, float] = {}
    counted: dict[tuple[object, ...], int] = {}
    for flip in flips(board, around):
        mines, safe = {*flip.mines, *flip.beyond}, {*flip.safe}
        # Of cells away from all clues only their number matters.
        kind = (len(mines), len(safe)) if mines | safe <= position.away else flip
        if kind not in counted:
            counted[kind] = position.placements_with(mines, safe)
        for place in mines | safe if counted[kind] else ():
            found[place] = found.get(place, 0.0) + counted[kind] / position.placements
    return found


def flips(board: Board, around: Around) -> Iterator[Flip]:
    """Yield the flips that could still come about, with the cells beyond that are not mines for certain yet.

    No cell is certainly safe: it would be opened first, and might tell.
    """
    row = board.width + 1
    telling = {cell.row * row + cell.col for cell in board.where(CLUES + SAFE)}
    for cell in around:
        for mines, safe, beyond in _flips_at(cell, row):
            if all([place in around for place in mines + safe]) and telling.isdisjoint(beyond):
                # The rest of those beyond are certain mines, or beyond the edge of the board.
                to_come = tuple([place for place in beyond if place in around])
                if len(to_come) <= MOST_TO_COME:
                    yield Flip(mines, safe, to_come)


def _flips_at(cell: Place, row: int) -> Sequence[Flip]:
    """Return the flips whose first cell this is: with the one to its right, with the one below, in a box with both."""
    right, below, across = cell + 1, cell + row, cell + row + 1
    ends = (cell - 1 - row, cell - 1, cell - 1 + row, right + 1 - row, right + 1, right + 1 + row)
    top_and_bottom = (cell - row - 1, cell - row, cell - row + 1, below + row - 1, below + row, below + row + 1)
    corners = (cell - row - 1, right - row + 1, below + row - 1, across + row + 1)
    return (
        Flip((cell,), (right,), ends),
        Flip((cell,), (below,), top_and_bottom),
        Flip((cell, across), (right, below), corners),
    )
