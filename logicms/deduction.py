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

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, repeat
from types import MappingProxyType
from typing import Literal

from logicms.board import Board, Cell, Flags
from logicms.boundary import Boundary, boundary, first_clues
from logicms.budget import Budget
from logicms.counting.odds import allowed, join
from logicms.counting.order import Component, components
from logicms.counting.placements import Counted, TooWide, count, settle
from logicms.errors import InconsistentBoard, LimitReached

Reason = Literal["forward", "resolution", "complete"]
Status = Literal["solved", "progress", "stuck"]

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
        return len(components(first_clues(self.board)))


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
    parts = components(found.clues)
    if _total_can_tell(found, parts):
        return _with_total(board, found, parts, budget)
    return _by_clues(board, found, parts, budget)


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
    places = found.places
    mine = dict.fromkeys(compress(places, found.hidden), joined.away)
    mine.update(zip(compress(places, found.safe), repeat(_SAFE)))
    mine.update(zip(compress(places, found.mine), repeat(_MINE)))
    for part, fractions in zip(parts, joined.groups, strict=True):
        for cells, fraction in zip(part.groups, fractions, strict=True):
            for cell in cells:
                mine[places[cell]] = fraction
    return Odds(MappingProxyType(mine), joined.placements)


def _boundary(board: Board) -> Boundary:
    found = boundary(board)
    if found is None:
        raise _contradiction(board)
    return found


def _contradiction(board: Board) -> InconsistentBoard:
    total = "" if board.mines is None else " and the mine total"
    return InconsistentBoard(f"no placement of the mines meets all clues{total}")


def _counted(board: Board, part: Component, budget: Budget | None) -> Counted:
    counted = count(part.steps, budget)
    if counted is None:
        raise _contradiction(board)
    return counted


# -- step 2: by the clues alone


def _by_clues(board: Board, found: Boundary, parts: Sequence[Component], budget: Budget | None) -> Deduction:
    safe = list(compress(found.places, found.safe))
    mine = list(compress(found.places, found.mine))
    wide = 0
    for part in parts:
        try:
            answers = settle(part.steps, budget)
        except TooWide:
            wide += 1
            continue
        if answers is None:
            raise _contradiction(board)
        for cells, answer in zip(part.groups, answers, strict=True):
            if answer is not None:
                (mine if answer else safe).extend([found.places[cell] for cell in cells])
    deduction = Deduction(board, frozenset(safe), frozenset(mine), frozenset())
    if wide:
        raise LimitReached(f"{wide} components are too wide to be counted", settled=deduction)
    return deduction


# -- step 3: with the mine total


def _total_can_tell(found: Boundary, parts: Sequence[Component]) -> bool:
    """Return whether the mine total could make a cell certain.

    It cannot where the cells away from the clues take whatever the components leave, and keep both mines and safe ones.
    """
    if found.mines_left is None:
        return False
    return not sum([part.most for part in parts]) < found.mines_left < found.away.count(1)


def _with_total(board: Board, found: Boundary, parts: Sequence[Component], budget: Budget | None) -> Deduction:
    assert found.mines_left is not None
    counts = [_counted(board, part, budget) for part in parts]
    left = allowed(counts, found.away.count(1), found.mines_left)
    if left is None:
        raise _contradiction(board)
    safe = list(compress(found.places, found.safe))
    mine = list(compress(found.places, found.mine))
    by_total: list[Cell] = []
    if not (left.away_safe and left.away_mine):
        by_total.extend(compress(found.places, found.away))
        (safe if left.away_safe else mine).extend(by_total)
    for part, counted, numbers in zip(parts, counts, left.numbers, strict=True):
        for cells, mines in zip(part.groups, counted.mines, strict=True):
            answer = _answer(mines, counted.ways, len(cells), numbers)
            if answer is not None:
                named = [found.places[cell] for cell in cells]
                (mine if answer else safe).extend(named)
                if _answer(mines, counted.ways, len(cells), repeat(True)) is None:
                    by_total.extend(named)
    return Deduction(board, frozenset(safe), frozenset(mine), frozenset(by_total))


def _answer(mines: Iterable[int], ways: Iterable[int], size: int, numbers: Iterable[bool]) -> bool | None:
    """Return what the cells of a group are in all placements that have one of these numbers of mines, if all agree."""
    can_be_safe = can_be_mine = False
    for found, way, fits in zip(mines, ways, numbers, strict=False):
        if fits:
            can_be_safe |= found < way * size
            can_be_mine |= found > 0
    return None if can_be_safe and can_be_mine else can_be_mine
