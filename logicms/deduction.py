"""Board -> every certain cell, and the exact odds of the others. `deduce` reads as the method, from top to bottom.

1. Single clues, used until nothing new comes (`boundary`): nearly everything falls here.
2. What is left comes apart into components (`counting.order`); in each, every placement is looked at by a dynamic
   programme (`counting.placements`): a group of cells that is the same in all of them is certain.
3. The mine total, if it is known and can tell anything: a component may then have fewer numbers of mines than its clues
   allow, and cells that touch no clue can become certain.

Nothing that is certain is missed. A component too wide for step 2 is not decided by counting: `LimitReached` says so
and carries what was settled. Contradictory boards raise `InconsistentBoard`.
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from typing import Literal

from logicms.board import Board, Cell, Flags
from logicms.boundary import Boundary, boundary, first_clues, ones
from logicms.budget import Budget
from logicms.counting.odds import allowed, join
from logicms.counting.order import Component, components, number_of_components
from logicms.counting.placements import Counted, TooWide, count, settle
from logicms.errors import InconsistentBoard, LimitReached

Reason = Literal["forward", "resolution", "complete"]
Status = Literal["solved", "progress", "stuck"]

Certain = dict[int, bool]
"""The cells that are certain, by their places: whether each is a mine."""

_SAFE, _MINE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Deduction:
    """The certain cells of a board; known cells are not among them."""

    board: Board
    """The board they are certain on, its flags read."""
    safe: frozenset[Cell]
    mine: frozenset[Cell]
    needs_mine_total: frozenset[Cell]
    """Those of them that the clues alone leave open."""

    @property
    def status(self) -> Status:
        """`solved` when every hidden cell is certain, `stuck` when none is."""
        certain = len(self.safe) + len(self.mine)
        if certain == len(self.board.hidden):
            return "solved"
        return "progress" if certain else "stuck"

    @property
    def components(self) -> int:
        """The number of groups of hidden cells that touch a clue and share none with the rest, before any deduction."""
        return number_of_components(first_clues(self.board))


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of every hidden cell that is not known, in reading order, and the number of placements behind them."""

    mine: Mapping[Cell, Fraction]
    placements: int

    def __hash__(self) -> int:
        return hash((self.placements, frozenset(self.mine.items())))


def deduce(
    board: Board, *, reason: Reason = "complete", flags: Flags = "fact", budget: Budget | None = None
) -> Deduction:
    """Return every certain cell of the board.

    >>> found = deduce(Board(("????", "1221")))
    >>> sorted(map(str, found.safe)), sorted(map(str, found.mine)), found.status
    (['A1', 'D1'], ['B1', 'C1'], 'solved')
    >>> found = deduce(Board(("1?", "??"), mines=3))
    Traceback (most recent call last):
    logicms.errors.InconsistentBoard: no placement of the mines meets all clues and the mine total
    """
    if reason != "complete":
        raise ValueError(f"not a way to reason: {reason!r}")
    board = board.with_flags(flags)
    found = _boundary(board)
    certain = dict.fromkeys(ones(found.safe), False) | dict.fromkeys(ones(found.mine), True)
    parts = components(found.clues)
    by_total: Certain = {}
    try:
        most = _by_clues(board, parts, certain, budget)
        if _total_can_tell(found, most):
            by_total = _by_total(board, found, parts, certain, budget)
    except TooWide as limit:
        return _beyond_counting(limit, _deduction(board, found, certain, by_total))
    return _deduction(board, found, certain, by_total)


def odds(board: Board, *, flags: Flags = "fact", budget: Budget | None = None) -> Odds:
    """Return the exact odds that each hidden cell is a mine. Every placement counts the same.

    Without a mine total the total is not used: a cell away from all clues is then a mine in half of the placements.

    >>> found = odds(Board(("??1", "?21", "???"), mines=2))
    >>> {str(cell): str(mine) for cell, mine in found.mine.items()}, found.placements
    ({'A1': '1/3', 'B1': '1', 'A2': '1/3', 'A3': '1/3', 'B3': '0', 'C3': '0'}, 3)
    """
    board = board.with_flags(flags)
    found = _boundary(board)
    parts = components(found.clues)
    counts = [_counted(board, part, budget) for part in parts]
    sizes = [[len(cells) for cells in part.groups] for part in parts]
    joined = join(list(zip(counts, sizes, strict=True)), found.away.count(1), found.mines_left)
    if joined is None:
        raise _contradiction(board)
    fractions = [joined.away] * len(found.places)
    for place in ones(found.safe):
        fractions[place] = _SAFE
    for place in ones(found.mine):
        fractions[place] = _MINE
    for part, group_odds in zip(parts, joined.groups, strict=True):
        for cells, fraction in zip(part.groups, group_odds, strict=True):
            for cell in cells:
                fractions[cell] = fraction
    return Odds(ByCell(found, fractions), joined.placements)


class ByCell(Mapping[Cell, Fraction]):
    """A mapping from the hidden cells of a board, in reading order. Nothing is hashed: a cell's place is its key."""

    __slots__ = ("_fractions", "_hidden", "_places", "_row")

    def __init__(self, found: Boundary, fractions: list[Fraction]) -> None:
        self._places, self._hidden = found.places, found.hidden
        self._row = found.places[-2].col + 2
        self._fractions = fractions

    def __getitem__(self, cell: Cell) -> Fraction:
        row, col = cell
        place = row * self._row + col
        if 0 <= col < self._row and 0 <= place < len(self._hidden) and self._hidden[place]:
            return self._fractions[place]
        raise KeyError(cell)

    def __iter__(self) -> Iterator[Cell]:
        return compress(self._places, self._hidden)

    def __len__(self) -> int:
        return self._hidden.count(1)

    def items(self) -> ItemsView[Cell, Fraction]:
        return _Items(self)

    def __repr__(self) -> str:
        return repr(dict(self.items()))


class _Items(ItemsView[Cell, Fraction]):
    _mapping: ByCell

    def __iter__(self) -> Iterator[tuple[Cell, Fraction]]:
        mapping = self._mapping
        return zip(mapping, compress(mapping._fractions, mapping._hidden), strict=True)


def _boundary(board: Board) -> Boundary:
    found = boundary(board)
    if found is None:
        raise _contradiction(board)
    return found


def _counted(board: Board, part: Component, budget: Budget | None) -> Counted:
    counted = count(part.steps, budget)
    if counted is None:
        raise _contradiction(board)
    return counted


def _contradiction(board: Board) -> InconsistentBoard:
    total = "" if board.mines is None else " and the mine total"
    return InconsistentBoard(f"no placement of the mines meets all clues{total}")


def _beyond_counting(limit: TooWide, settled: Deduction) -> Deduction:
    """Decide what counting could not; `settled` is certain already."""
    raise LimitReached(str(limit), settled=settled) from limit


def _deduction(board: Board, found: Boundary, certain: Certain, by_total: Certain) -> Deduction:
    """Return the cells of these places."""
    places = found.places
    safe = frozenset([places[place] for place, mine in certain.items() if not mine])
    mine = frozenset([places[place] for place, mine in certain.items() if mine])
    return Deduction(board, safe, mine, frozenset([places[place] for place in by_total]))


# -- step 2: by the clues alone


def _by_clues(board: Board, parts: Sequence[Component], certain: Certain, budget: Budget | None) -> int:
    """Add what the clues decide to `certain`, and return the most mines that all components together can have.

    Every component is settled before one that is too wide is told.
    """
    most, wide = 0, None
    for part in parts:
        try:
            settled = settle(part.steps, budget)
        except TooWide as limit:
            wide = limit
            continue
        if settled is None:
            raise _contradiction(board)
        most += settled.most
        for cells, answer in zip(part.groups, settled.groups, strict=True):
            if answer is not None:
                certain.update(dict.fromkeys(cells, answer))
    if wide is not None:
        raise wide
    return most


# -- step 3: with the mine total


def _total_can_tell(found: Boundary, most: int) -> bool:
    """Return whether the mine total could make a cell certain.

    It cannot where the cells away from the clues take whatever the components leave, and keep both mines and safe ones.
    """
    return found.mines_left is not None and not most < found.mines_left < found.away.count(1)


def _by_total(
    board: Board, found: Boundary, parts: Sequence[Component], certain: Certain, budget: Budget | None
) -> Certain:
    """Add what only the mine total decides to `certain`, and return it."""
    assert found.mines_left is not None
    counts = [_counted(board, part, budget) for part in parts]
    left = allowed(counts, found.away.count(1), found.mines_left)
    if left is None:
        raise _contradiction(board)
    by_total: Certain = {}
    if not (left.away_safe and left.away_mine):
        by_total = dict.fromkeys(ones(found.away), left.away_mine)
    for part, counted, numbers in zip(parts, counts, left.numbers, strict=True):
        for cells, mines in zip(part.groups, counted.mines, strict=True):
            if cells[0] not in certain:
                answer = _answer(mines, counted.ways, len(cells), numbers)
                if answer is not None:
                    by_total.update(dict.fromkeys(cells, answer))
    certain.update(by_total)
    return by_total


def _answer(mines: Sequence[int], ways: Sequence[int], size: int, numbers: Sequence[bool]) -> bool | None:
    """Return what the cells of a group are in all placements that have one of these numbers of mines, if all agree."""
    can_be_safe = can_be_mine = False
    for found, way, fits in zip(mines, ways, numbers, strict=True):
        if fits:
            can_be_safe |= found < way * size
            can_be_mine |= found > 0
    return None if can_be_safe and can_be_mine else can_be_mine
