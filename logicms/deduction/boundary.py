"""Board -> what easy steps decide, and the clues that are left: the first step of `deduction`, made for speed.

The whole board is one integer with a byte for each cell, its *lane*, so that "how many hidden cells are around each
clue" is four shifts and four additions for all clues at once, and comparing that with all the clues is one subtraction.
The lanes of a row are followed by a blank one, which keeps the end of a row from meeting the start of the next
(Lamport, "Multiple byte processing with full-word instructions", 1975)::

    board   ?1          lane    0  1  2  3  4  5        cell A1 is lane 0, B2 is lane 4; 2 and 5 are blank
            2?          hidden  1  0  0  0  1  0        as an integer: 1 + (1 << 8 * 4)

The word means the number of the byte, too: *lane* row * (width + 1) + col is the cell (row, col), and its neighbours
are eight fixed steps away. (It is not the index in reading order, which has no blanks.) `lane_of`, `cell_at` and
`steps_around` are the only places where that is computed.

Single clues are used until nothing new follows: if all mines of a clue are known, the other cells around it are safe;
if a clue needs as many mines as it has hidden cells, they are all mines. Then two clues side by side are compared,
once. Nearly all certain cells are found here, and `counting` finds the rest: this only saves work. The clues that still
have hidden cells around them are the *boundary*; they are passed on as "n among these lanes", without a grid.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache
from itertools import compress, repeat
from typing import NamedTuple, Protocol

from logicms.board import CLUES, HIDDEN, MINE, Board, Cell, Names, as_cell, cells_of
from logicms.counting.components import Component, components
from logicms.counting.placements import Counted, Part
from logicms.errors import BoardError, LimitReached
from logicms.hints import TOTAL, Hint, Name, exactly
from logicms.limits import check_time, is_time_over, keep_time_to_tell, timely

_GUARD = 128
"""The top bit of a lane: set where a clue is, so that subtracting from one lane never borrows from the next."""

_LARGE = 4096
"""Of more lanes than this, those that are 1 are found faster all at once; of few, one by one."""

_MOST_ROUNDS = 64
"""A round costs as much as reading the board; what takes more rounds is found by `counting` at no higher cost."""

# For each byte of a board's text, what its lane is in one of the four integers that a board is read into.
_IS_HIDDEN = bytes(chr(byte) == HIDDEN for byte in range(256))
_IS_MINE = bytes(chr(byte) == MINE for byte in range(256))
_IS_OPEN = bytes(chr(byte) in CLUES for byte in range(256))
_CLUE = bytes(_GUARD + CLUES.index(chr(byte)) if chr(byte) in CLUES else 0 for byte in range(256))

Lane = int
"""A cell, as the number of its lane."""

LaneClue = tuple[int, tuple[Lane, ...]]
"""n of these cells are mines."""


def lane_of(cell: Cell, width: int) -> Lane:
    """Return the lane of a cell on a board of this width.

    >>> lane_of(Cell(1, 1), 2), cell_at(4, 2)
    (4, Cell(row=1, col=1))
    """
    row, col = cell
    return row * (width + 1) + col


def cell_at(lane: Lane, width: int) -> Cell:
    """Return the cell of a lane, which must not be a blank one."""
    return Cell(*divmod(lane, width + 1))


def cells_at(lanes: Iterable[Lane], width: int) -> list[Cell]:
    """Return the cells of many lanes, as fast as it can be done.

    >>> cells_at([0, 4], 2)
    [Cell(row=0, col=0), Cell(row=1, col=1)]
    """
    return list(map(tuple.__new__, repeat(Cell), map(divmod, lanes, repeat(width + 1))))  # Cell._make, without a call


def steps_around(width: int) -> tuple[int, ...]:
    """Return what to add to a cell's lane for each of its neighbours, in reading order; beyond an edge are no cells.

    >>> steps_around(2)
    (-4, -3, -2, -1, 1, 2, 3, 4)
    """
    row = width + 1
    return -row - 1, -row, 1 - row, -1, 1, row - 1, row, row + 1


class Boundary(Protocol):
    """What easy steps decide and leave, of a board (`BoardBoundary`) or of any other problem (`HintBoundary`).

    Sets of cells (names) are bytes: 1 in the lane of each cell, else 0.
    """

    @property
    def cells(self) -> tuple[Name, ...]:
        """The cell of each lane."""

    @property
    def hidden(self) -> bytes:
        """The hidden cells, before anything was decided."""

    @property
    def safe(self) -> bytes:
        """The hidden cells that were found safe."""

    @property
    def mine(self) -> bytes:
        """The hidden cells that were found to be mines; known mines are not included."""

    @property
    def away(self) -> bytes:
        """The hidden cells that are not decided and touch no clue."""

    @property
    def mines_left(self) -> int | None:
        """The mines among the cells that are not decided, if the total is known."""

    def lane(self, name: Name) -> Lane | None:
        """Return the lane of a cell, or None if it is not one."""

    def names(self, lanes: Iterable[Lane]) -> Sequence[Name]:
        """Return the cells of these lanes."""

    def shown(self, lanes: Iterable[Lane]) -> Names:
        """Return the cells of these lanes, which are to be told."""

    def components(self) -> Sequence[Part]:
        """Return what is left, component by component."""

    def counted(self, part: Part) -> Counted | None:
        """Return the placements of a component, in whatever way finds them; None if there are none."""

    def hints(self, lanes: Collection[Lane] | None = None) -> list[Hint]:
        """Return the clues that are left as hints, or those of a component, given its lanes."""

    def total(self) -> Hint:
        """Return the mines among the cells that are not decided as a hint; the total must be known."""


class BoardBoundary(NamedTuple):
    """The `Boundary` of a board."""

    width: int
    """The width of the board."""
    hidden: bytes
    safe: bytes
    mine: bytes
    away: bytes
    clues: list[LaneClue]
    mines_left: int | None

    @property
    def cells(self) -> tuple[Cell, ...]:
        return _cells(self.width, (len(self.hidden) + 1) // (self.width + 1) - 2)

    def lane(self, name: Name) -> Lane | None:
        try:
            cell = as_cell(name)
        except BoardError:
            return None
        lane = lane_of(cell, self.width)
        return lane if 0 <= cell.col < self.width and 0 <= lane < len(self.hidden) else None

    def names(self, lanes: Iterable[Lane]) -> list[Cell]:
        return cells_at(lanes, self.width)

    def shown(self, lanes: Iterable[Lane]) -> Names:
        return Names.in_reading_order(cells_at(sorted(lanes), self.width))

    def components(self) -> list[Component]:
        return components(self.clues)

    def counted(self, part: Part) -> Counted | None:
        return part.counted()

    def hints(self, lanes: Collection[Lane] | None = None) -> list[Hint]:
        clues = self.clues if lanes is None else [clue for clue in self.clues if clue[1][0] in lanes]
        return [exactly(need, self.names(around)) for need, around in timely(clues)]

    def total(self) -> Hint:
        assert self.mines_left is not None
        counted = {lane for _, around in self.clues for lane in around}
        return exactly(self.mines_left, self.names(sorted(counted.union(ones(self.away)))), TOTAL)


def boundary(board: Board) -> BoardBoundary | None:
    """Return what easy steps decide and leave, or None if a clue cannot be met. Flags count as hidden cells.

    At a time limit, `LimitReached` has what was decided by then, without clues.

    >>> left = boundary(Board(("?1?", "?1?", "???"), mines=3))
    >>> left.clues, sum(left.hidden), left.mines_left
    ([(1, (0, 2, 4, 6))], 7, 3)
    >>> [str(cell) for cell, is_safe in zip(left.cells, left.safe) if is_safe]
    ['A3', 'B3', 'C3']
    """
    hidden, known, opened, numbers, lanes = _read(board)
    row = 8 * (board.width + 1)
    mine, safe, need, around = _propagate(hidden, known, opened, numbers, row)
    if safe & mine or _is_broken(need, around, opened):
        return None
    unknown = hidden & ~(mine | safe)
    live = _live(around, opened)
    away = unknown & ~_spread(live, row)
    found = BoardBoundary(
        board.width,
        hidden.to_bytes(lanes, "little"),
        safe.to_bytes(lanes, "little"),
        (mine & hidden).to_bytes(lanes, "little"),
        away.to_bytes(lanes, "little"),
        [],
        None if board.mines is None else board.mines - mine.bit_count(),
    )
    try:
        check_time()  # the rounds may have ended early
        clues = _clues(unknown, need, live, board.width, lanes)
        return found._replace(clues=clues)
    except LimitReached as reached:
        raise LimitReached(str(reached), settled=found) from None


def first_clues(board: Board) -> list[LaneClue]:
    """Return the clues that have hidden cells around them, before anything is decided, with the mines they need there.

    >>> first_clues(Board(("?1*", "?1?")))
    [(0, (0, 4, 6))]
    """
    hidden, known, opened, numbers, lanes = _read(board)
    need, around = _count(hidden, known, opened, numbers, 8 * (board.width + 1))
    return _clues(hidden, need, _live(around, opened), board.width, lanes)


def _read(board: Board) -> tuple[int, int, int, int, int]:
    """Return the lanes of the board, and how many they are.

    The lanes are four integers: 1 for a hidden cell, 1 for a known mine, 1 for an open cell, and for an open cell 128 +
    its clue. Two rows are added at the end: room for what is shifted down past the last row, and zeros for `_clues`.
    """
    text = "\n".join(board.rows).encode().replace(b"F", b"?")  # a line break is in no table: it is the blank lane
    hidden, known, opened, numbers = [
        int.from_bytes(text.translate(table), "little") for table in (_IS_HIDDEN, _IS_MINE, _IS_OPEN, _CLUE)
    ]
    return hidden, known, opened, numbers, len(text) + 2 * (board.width + 1)


# From here on `row` is the number of bits in the lanes of a row, so that `<< row` moves every cell down by one row and
# `<< 8` moves it right by one column. Each argument has one value in each lane: `hidden`, `unknown`, `mine`, `safe` and
# `opened` 1 or 0; `need` 128 + the mines that an open cell's clue still needs; `around` the unknown cells around it.


def _propagate(hidden: int, mine: int, opened: int, numbers: int, row: int) -> tuple[int, int, int, int]:
    """Return the mines, the safe cells, and for each clue the mines it still needs and the cells it has left for them.

    A clue that cannot be met ends the rounds at some point and shows afterwards: in `need` and `around`
    (`_is_broken`), or by a cell that is both a mine and safe.
    """
    # Invariant: at the start of a round, `need` and `around` are counted from the known mines and the unknown cells,
    # and these, the mines found and the safe cells share no cell, as long as every clue can be met.
    unknown, safe, paired = hidden, 0, False
    need, around = _count(unknown, mine, opened, numbers, row)
    for _ in range(_MOST_ROUNDS):
        if is_time_over():  # what is decided by now is right
            break
        marks = _by_single(need, around, opened, row)
        if not marks:
            if paired:
                break
            paired = True
            marks = _by_pairs(unknown, need, around, opened, row)
        # A mark is spread over all neighbours; what is known already drops out here.
        new_mine, new_safe = marks & unknown, marks >> 1 & unknown
        if not (new_mine or new_safe):
            break
        mine |= new_mine
        safe |= new_safe
        unknown &= ~(new_mine | new_safe)
        keep_time_to_tell(mine.bit_count() + safe.bit_count())
        need, around = _count(unknown, mine, opened, numbers, row)
    return mine, safe, need, around


def _count(unknown: int, mine: int, opened: int, numbers: int, row: int) -> tuple[int, int]:
    """Return for each clue what it still needs (128 + n) and the unknown cells around it, counted together."""
    # Unknown cells are counted in the lower half of each byte and mines in the upper half: neither exceeds 9.
    totals = unknown + (mine << 4)
    totals += (totals << 8) + (totals >> 8)  # of three in a line, then of three by three
    totals += (totals << row) + (totals >> row)
    on_clues = opened * 15
    return numbers - (totals >> 4 & on_clues), totals & on_clues


def _by_single(need: int, around: int, opened: int, row: int) -> int:
    """Return marks on the cells around clues that need all the cells they have left (1: a mine) or none (2: safe).

    Each comparison is made in the top bit of a lane: 128 + a - b has it if and only if a >= b. No lane goes below zero,
    for a clue is at most 8 and has at most 8 cells around it; so no lane borrows from the next.
    """
    guards = opened << 7
    live = (around + (guards - opened)) & guards  # around + 127 >= 128: the clue has cells left
    full = (need - around) & live  # it needs as many as it has
    met = live & ~(need - opened)  # it needs less than one
    return _spread(full >> 7 | met >> 6, row) if full or met else 0


def _by_pairs(unknown: int, need: int, around: int, opened: int, row: int) -> int:
    """Return marks by two clues that lie side by side, or one above the other (1: a mine, 2: safe).

    Where one clue needs as many more than the other as there are cells that only it touches, these are all mines, and
    the cells that only the other touches are all safe. Of two clues side by side, here 1 and 2, only the first touches
    the line x, only the second the line y. If one y is hidden, it is a mine, and the hidden x are safe::

        x ? ? y
        x 1 2 y
        x ? ? y
    """
    live, marks = _live(around, opened), 0
    for step, across in ((8, row), (row, 8)):  # from the first clue to the second; and at right angles to that
        both = live & live >> step  # 1 in the lane of the first clue where the second is live, too
        lanes = both * 255
        # The unknown cells in the line of three at right angles, counted in its middle: in the lane before the first
        # clue those that only it touches, two lanes after it those that only the second touches.
        lines = unknown + (unknown << across) + (unknown >> across)
        # 128 + how many more the first needs; between 120 and 136, so that it stays in its lane.
        more = (need & lanes) - (need >> step & lanes) + (both << 7)
        first = (more - (lines << step & lanes)) >> 7 & both  # the top bit says: more >= the cells that only it touches
        # The same for the second clue, which needs -more: 256 - (128 + more) is 128 - more.
        second = ((both << 8) - more - (lines >> 2 * step & lanes)) >> 7 & both
        if first or second:
            # Back from the first clue's lane to the middles of the two lines, and from there along the lines.
            only_first, only_second = (first | second << 1) >> step, (second | first << 1) << 2 * step
            marks |= _spread_line(only_first | only_second, across)
    return marks


def _spread(lanes: int, row: int) -> int:
    """Return each lane joined (or) with the three by three lanes around it."""
    return _spread_line(_spread_line(lanes, 8), row)


def _spread_line(lanes: int, across: int) -> int:
    return lanes | lanes << across | lanes >> across


def _is_broken(need: int, around: int, opened: int) -> bool:
    """Return whether some clue needs fewer mines than none or more than it has cells."""
    guards = opened << 7
    excess = need - around  # 128 + what a clue needs beyond the cells it has
    enough = excess & guards  # the top bit says: it needs as many as it has, or more
    # Where it needs more, the other seven bits are not all 0; 128 - 1 is all seven of them.
    return need & guards != guards or bool(excess & (enough - (enough >> 7)))


def _live(around: int, opened: int) -> int:
    """Return 1 in the lane of each clue that has cells left."""
    return (around + opened * 127) >> 7 & opened


def _clues(unknown: int, need: int, live: int, width: int, lanes: int) -> list[LaneClue]:
    """Return the clues that have unknown cells around them, in reading order; equal clues are listed once.

    A neighbour above the first row is a negative index; it meets the zeros after the last row.
    """
    unknown_at, need_at, live_at = [plane.to_bytes(lanes, "little") for plane in (unknown, need, live)]
    steps = steps_around(width)
    clues: dict[LaneClue, None] = {}
    for lane in timely(ones(live_at)):
        cells = tuple([lane + step for step in steps if unknown_at[lane + step]])
        clues[need_at[lane] - _GUARD, cells] = None
    return list(clues)


def ones(lanes: bytes) -> list[Lane]:
    """Return the numbers of the lanes that are 1.

    >>> ones(bytes([0, 1, 1, 0]))
    [1, 2]
    """
    if len(lanes) > _LARGE:
        return list(compress(range(len(lanes)), lanes))
    numbers = []
    lane = lanes.find(1)
    while lane >= 0:
        numbers.append(lane)
        lane = lanes.find(1, lane + 1)
    return numbers


@lru_cache(maxsize=16)
def _cells(width: int, height: int) -> tuple[Cell, ...]:
    """Return the cell of each lane; the lane after each row is not a cell, and is never 1."""
    cells, blank = cells_of(width, height), (Cell(-1, -1),)
    rows = (cells[start : start + width] + blank for start in range(0, len(cells), width))
    return tuple(cell for row in rows for cell in row)
