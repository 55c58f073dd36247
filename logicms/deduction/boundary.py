"""Board -> what easy steps decide, and the clues that are left: the first step of `deduction`, made for speed.

The whole board is read as one integer with a byte for each cell (a *lane*), so that «how many hidden cells are around
each clue» is four shifts and four additions for all clues at once, and comparing it with all the clues is one
subtraction. A blank lane stands after each row; it keeps the end of a row from meeting the start of the next.

What single clues say is used until nothing new comes: a clue whose mines are all known makes the rest around it safe,
a clue with as many mines missing as hidden cells makes them all mines. Then two clues side by side are compared, once.
Nearly all certain cells fall here, and `counting` finds the rest: this only saves it work. The clues that still have
hidden cells around them are the *boundary*; they go on as «n among these», without a grid: a cell is then its *place*,
row * (width + 1) + col.
"""

from __future__ import annotations

from functools import lru_cache
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

Clue = tuple[int, tuple[int, ...]]
"""n mines are among the cells with these places."""


class Boundary(NamedTuple):
    """What is left of a board after the easy steps. Cells are lanes: one byte each, 1 or 0."""

    places: tuple[Cell, ...]
    """The cell of each lane."""
    hidden: bytes
    """The hidden cells, before anything was decided."""
    safe: bytes
    mine: bytes
    """The hidden cells that are decided; a known mine is not among them."""
    away: bytes
    """The hidden cells that are not decided and touch no clue."""
    clues: list[Clue]
    mines_left: int | None
    """The mines among the cells that are not decided, where the total is known."""


def boundary(board: Board) -> Boundary | None:
    """Return what easy steps decide and leave, or None where a clue cannot be met. Flags count as open questions.

    >>> found = boundary(Board(("?1?", "?1?", "???"), mines=3))
    >>> found.clues, sum(found.hidden), found.mines_left
    ([(1, (0, 2, 4, 6))], 7, 3)
    >>> [str(cell) for cell, is_safe in zip(found.places, found.safe) if is_safe]
    ['A3', 'B3', 'C3']
    """
    text, row, lanes = _text(board)
    hidden, known, opened, numbers = _read(text)
    mine, safe, need, around = _propagate(hidden, known, opened, numbers, 8 * row)
    if safe & mine or _is_broken(need, around, opened):
        return None
    unknown = hidden & ~(mine | safe)
    live = _live(around, opened)
    clues = _clues(unknown, need, live, row, lanes)
    away = unknown & ~_spread(live, 8 * row)
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
    [(0, (0, 4, 6))]
    """
    text, row, lanes = _text(board)
    hidden, known, opened, numbers = _read(text)
    need, around = _count(hidden, known, opened, numbers, 8 * row)
    return _clues(hidden, need, _live(around, opened), row, lanes)


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
    unknown, safe, paired = hidden, 0, False
    need, around = _count(unknown, mine, opened, numbers, row)
    for _ in range(_MOST_ROUNDS):
        found = _by_single(need, around, opened, row)
        if not found:
            if paired:
                break
            paired = True
            found = _by_pairs(unknown, need, around, opened, row)
        new_mine, new_safe = found & unknown, found >> 1 & unknown
        if not (new_mine or new_safe):
            break
        mine |= new_mine
        safe |= new_safe
        unknown &= ~(new_mine | new_safe)
        need, around = _count(unknown, mine, opened, numbers, row)
    return mine, safe, need, around


def _count(unknown: int, mine: int, opened: int, numbers: int, row: int) -> tuple[int, int]:
    """Return for each clue what it still needs (with its guard) and the unknown cells around it, counted together."""
    totals, counts = _total(unknown + (mine << 4), row), opened * 15
    return numbers - (totals >> 4 & counts), totals & counts


def _by_single(need: int, around: int, opened: int, row: int) -> int:
    """Return what clues say that need all the cells they have left (1: a mine), or none of them (2: safe)."""
    guards = opened << 7
    live = (around + (guards - opened)) & guards  # has cells left
    full = (need - around) & live
    met = live & ~(need - opened)
    return _spread(full >> 7 | met >> 6, row) if full or met else 0


def _by_pairs(unknown: int, need: int, around: int, opened: int, row: int) -> int:
    """Return what two clues say that lie side by side, or one above the other (1: a mine, 2: safe).

    Where one clue needs as many more than the other as there are cells that only it touches, these are all mines, and
    the cells that only the other touches are all safe.
    """
    live, found = _live(around, opened), 0
    for step, across in ((8, row), (row, 8)):  # from the first clue to the second; and at right angles to that
        both = live & live >> step
        lanes = both * 255
        lines = unknown + (unknown << across) + (unknown >> across)
        more = (need & lanes) - (need >> step & lanes) + (both << 7)  # 128 + what the first needs more
        first = (more - (lines << step & lanes)) >> 7 & both
        second = ((both << 8) - more - (lines >> 2 * step & lanes)) >> 7 & both
        if first or second:
            only_first, only_second = (first | second << 1) >> step, (second | first << 1) << 2 * step
            found |= _spread_line(only_first | only_second, across)
    return found


def _total(lanes: int, row: int) -> int:
    """Return in each lane the sum of the three by three lanes around it."""
    lanes += (lanes << 8) + (lanes >> 8)
    return lanes + (lanes << row) + (lanes >> row)


def _spread(lanes: int, row: int) -> int:
    """Return each lane joined (or) with the three by three lanes around it."""
    return _spread_line(_spread_line(lanes, 8), row)


def _spread_line(lanes: int, across: int) -> int:
    return lanes | lanes << across | lanes >> across


def _is_broken(need: int, around: int, opened: int) -> bool:
    """Return whether some clue needs fewer mines than none or more than it has cells."""
    guards = opened << 7
    enough = (need - around) & guards  # needs as many as it has, or more
    return need & guards != guards or bool((need - around) & enough - (enough >> 7))


def _live(around: int, opened: int) -> int:
    """Return 1 in the lane of each clue that has cells left."""
    return (around + opened * 127) >> 7 & opened


def _clues(unknown: int, need: int, live: int, row: int, lanes: int) -> list[Clue]:
    """Return the clues that have unknown cells around them, in reading order; what two clues say alike is said once.

    A place before the first is a negative index; it meets the zeros behind the last.
    """
    unknown_at, need_at, live_at = [plane.to_bytes(lanes, "little") for plane in (unknown, need, live)]
    steps = (-row - 1, -row, 1 - row, -1, 1, row - 1, row, row + 1)
    clues: dict[Clue, None] = {}
    for place in ones(live_at):
        cells = tuple([place + step for step in steps if unknown_at[place + step]])
        clues[need_at[place] - _GUARD, cells] = None
    return list(clues)


def ones(lanes: bytes) -> list[int]:
    """Return the places of the lanes that are 1.

    >>> ones(bytes([0, 1, 1, 0]))
    [1, 2]
    """
    found = []
    place = lanes.find(1)
    while place >= 0:
        found.append(place)
        place = lanes.find(1, place + 1)
    return found


@lru_cache(maxsize=16)
def _places(width: int, height: int) -> tuple[Cell, ...]:
    """Return the cell of each lane; behind each row stands one that is no cell, and no lane there is ever 1."""
    cells, blank = cells_of(width, height), (Cell(-1, -1),)
    rows = (cells[start : start + width] + blank for start in range(0, len(cells), width))
    return tuple(cell for row in rows for cell in row)
