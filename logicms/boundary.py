"""Board -> what single clues decide, and the clues that are left: the first step of `deduction`, made for speed.

The whole board is read as one integer with a byte for each cell (a *lane*), so that «how many hidden cells are around
each clue» is four shifts and four additions for all clues at once, and comparing it with all the clues is one
subtraction. A blank lane stands after each row; it keeps the end of a row from meeting the start of the next.

What single clues say is used until nothing new comes: a clue whose mines are all known makes the rest around it safe,
a clue with as many mines missing as hidden cells makes them all mines. Nearly all certain cells fall here. The clues
that still have hidden cells around them are the *boundary*; they go on to `counting` as «n among these», without a
grid: a cell is then its place, row * (width + 1) + col.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress
from typing import NamedTuple

from logicms.board import CLUES, HIDDEN, MINE, Board, Cell, cells_of

_GUARD = 128
"""The top bit of a lane: set where a clue is, so that subtracting from one lane never borrows from the next."""

_MOST_ROUNDS = 64
"""A round costs as much as reading the board; what a longer chain decides is found by `counting` at no more cost."""

_IS_HIDDEN = bytes(chr(sign) == HIDDEN for sign in range(256))
_IS_MINE = bytes(chr(sign) == MINE for sign in range(256))
_IS_OPEN = bytes(chr(sign) in CLUES for sign in range(256))
_CLUE = bytes(_GUARD + CLUES.index(chr(sign)) if chr(sign) in CLUES else 0 for sign in range(256))

Clue = tuple[int, list[int]]
"""n mines are among the cells with these places."""


class Boundary(NamedTuple):
    """What is left of a board once single clues have spoken. Cells are lanes: one byte each, 1 or 0."""

    places: tuple[Cell, ...]
    """The cell of each lane."""
    hidden: bytes
    """The hidden cells, before anything was decided."""
    safe: bytes
    mine: bytes
    """The hidden cells that single clues decide; a known mine is not among them."""
    away: bytes
    """The hidden cells that are not decided and touch no clue."""
    clues: list[Clue]
    mines_left: int | None
    """The mines among the cells that are not decided, where the total is known."""


def boundary(board: Board) -> Boundary | None:
    """Return what single clues decide and leave, or None where a clue cannot be met. Flags count as open questions.

    >>> found = boundary(Board(("?1?", "?1?", "???"), mines=3))
    >>> found.clues, sum(found.hidden), found.mines_left
    ([(1, [0, 2, 4, 6]), (1, [0, 2, 4, 6, 8, 9, 10])], 7, 3)
    >>> found = boundary(Board(("?10", "?10", "???"), mines=1))
    >>> [str(cell) for cell in compress(found.places, found.safe)]
    ['B3', 'C3']
    """
    text, row, lanes = _text(board)
    hidden, known, opened, numbers = _read(text)
    mine, safe, need, around = _propagate(hidden, known, opened, numbers, 8 * row)
    if safe & mine or _is_broken(need, around, opened):
        return None
    unknown = hidden & ~(mine | safe)
    clues = _clues(unknown, need, around, row, lanes)
    away = unknown & ~_spread((around + opened * (_GUARD - 1)) >> 7 & opened, 8 * row)
    return Boundary(
        _places(row - 1, len(board.rows)),
        hidden.to_bytes(lanes, "little"),
        safe.to_bytes(lanes, "little"),
        (mine & hidden).to_bytes(lanes, "little"),
        away.to_bytes(lanes, "little"),
        clues,
        None if board.mines is None else board.mines - mine.bit_count(),
    )


def first_clues(board: Board) -> list[Clue]:
    """Return the clues that have hidden cells around them, before anything is decided, with what they need of those.

    >>> first_clues(Board(("?1*", "?1?")))
    [(0, [0, 4, 6]), (0, [0, 4, 6])]
    """
    text, row, lanes = _text(board)
    hidden, known, opened, numbers = _read(text)
    clue_lanes = opened * 255
    around = _total(hidden, 8 * row) & clue_lanes
    need = numbers - (_total(known, 8 * row) & clue_lanes)
    return _clues(hidden, need, around, row, lanes)


def _text(board: Board) -> tuple[bytes, int, int]:
    """Return the board's text, the lanes of a row, and how many lanes there are in all.

    Behind the last row is room for what is shifted past the end, and zeros for the places before the start.
    """
    text = "\n".join(board.rows).encode().replace(b"F", b"?")
    row = len(board.rows[0]) + 1
    return text, row, len(text) + 2 * row


def _read(text: bytes) -> list[int]:
    """Return the lanes: hidden cells, known mines, open cells, and the clues on these with their guards."""
    tables = (_IS_HIDDEN, _IS_MINE, _IS_OPEN, _CLUE)
    return [int.from_bytes(text.translate(table), "little") for table in tables]


def _propagate(hidden: int, mine: int, opened: int, numbers: int, row: int) -> tuple[int, int, int, int]:
    """Return the mines, the safe cells, and for each clue the mines it still needs and the cells it has left for them.

    A lane of `need` holds 128 + the number needed: whoever needs fewer than none has lost its top bit.
    """
    unknown, safe = hidden, 0
    clue_lanes, guards = opened * 255, opened << 7
    for _ in range(_MOST_ROUNDS):
        around = _total(unknown, row) & clue_lanes
        need = numbers - (_total(mine, row) & clue_lanes)
        full = (need - around) & guards  # needs all it has left
        met = (need - opened) & guards ^ guards  # needs none
        new_mine = _spread(full >> 7, row) & unknown
        new_safe = _spread(met >> 7, row) & unknown
        if not (new_mine or new_safe):
            break
        mine |= new_mine
        safe |= new_safe
        unknown &= ~(new_mine | new_safe)
    return mine, safe, need, around


def _total(lanes: int, row: int) -> int:
    """Return in each lane the sum of the three by three lanes around it."""
    lanes += (lanes << 8) + (lanes >> 8)
    return lanes + (lanes << row) + (lanes >> row)


def _spread(lanes: int, row: int) -> int:
    """Return 1 in each lane that has a 1 in the three by three lanes around it."""
    lanes |= lanes << 8 | lanes >> 8
    return lanes | lanes << row | lanes >> row


def _is_broken(need: int, around: int, opened: int) -> bool:
    """Return whether some clue needs fewer mines than none or more than it has cells."""
    guards = opened << 7
    enough = (need - around) & guards  # needs as many as it has, or more
    return need & guards != guards or bool((need - around) & enough - (enough >> 7))


def _clues(unknown: int, need: int, around: int, row: int, lanes: int) -> list[Clue]:
    """Return the clues that have unknown cells around them, in reading order.

    A place before the first is a negative index; it meets the zeros behind the last.
    """
    unknown_at, need_at, around_at = [plane.to_bytes(lanes, "little") for plane in (unknown, need, around)]
    steps = (-row - 1, -row, 1 - row, -1, 1, row - 1, row, row + 1)
    return [
        (need_at[place] - _GUARD, [place + step for step in steps if unknown_at[place + step]])
        for place in compress(range(lanes), around_at)
    ]


@lru_cache(maxsize=16)
def _places(width: int, height: int) -> tuple[Cell, ...]:
    """Return the cell of each lane; behind each row stands one that is no cell, and no lane there is ever 1."""
    cells, blank = cells_of(width, height), (Cell(-1, -1),)
    rows = (cells[start : start + width] + blank for start in range(0, len(cells), width))
    return tuple(cell for row in rows for cell in row)
