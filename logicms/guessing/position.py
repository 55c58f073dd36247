"""Board -> Position: everything undecided, counted so that "what if this cell shows n?" is answered quickly.

The searches that look ahead use it. A *position* holds the cells that are not certain: components with their
counts, and the cells away from all clues. Opening a cell of it gives, for each number of mines that may lie around the
cell, another position (an *outcome*); only the components that the cell touches are counted again, by
`counting.placements`, which caches results by content.

A cell is its *lane* here, as in `deduction.boundary`, so that a neighbour is a fixed step away. Counts are exact; odds
are floats, good enough for comparing, and `Position.mine` gives exact odds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from operator import mul
from typing import NamedTuple

from logicms.board import Board
from logicms.counting.components import Component, components, components_by_need
from logicms.counting.joined_odds import binomials, weigh
from logicms.counting.placements import Counted, count
from logicms.deduction.boundary import BoardBoundary, Lane, LaneClue, boundary, ones, steps_around
from logicms.errors import InconsistentBoard

Around = Mapping[Lane, tuple[Lane, ...]]
"""For each uncertain cell its uncertain neighbours."""


class CountedPart(NamedTuple):
    """One component: its clues, its groups of cells, its counts."""

    clues: tuple[LaneClue, ...]
    groups: Sequence[Sequence[Lane]]
    cells: frozenset[Lane]
    counted: Counted


class Group(NamedTuple):
    """Cells with equal odds of a mine: a group of a component, or all cells away from the clues."""

    odds: float
    cells: Sequence[Lane]


class Position:
    """Components and cells away from the clues, with `mines` in all of them together (None: unknown)."""

    __slots__ = ("_groups", "_mines_away", "_weights", "away", "mines", "parts", "placements")

    def __init__(self, parts: Sequence[CountedPart], away: frozenset[Lane], mines: int | None) -> None:
        self.parts, self.away, self.mines = parts, away, mines
        self._groups: list[Group] | None = None
        # `ways[i][k]` placements of component i have k mines more than its fewest. Each of them goes with every way to
        # have the other mines in the other components or away: the number of these is its weight.
        ways = [part.counted.ways for part in parts]
        self._weights: Sequence[Sequence[int]]
        if mines is None:
            self._weights = [(1,) * len(each) for each in ways]
            self.placements = prod(map(sum, ways)) << len(away)
            self._mines_away = self.placements * len(away) // 2
        else:
            left = mines - sum([part.counted.fewest for part in parts])
            spread = sum(map(len, ways)) - len(ways)
            self._weights, self.placements, self._mines_away = weigh(ways, binomials(len(away), left, spread), left)

    @property
    def groups(self) -> list[Group]:
        """Every group of cells and, last, the cells away from the clues, each with its odds."""
        if self._groups is None:
            self._groups = []
            for part, weights in zip(self.parts, self._weights, strict=True):
                whole = sum(map(mul, part.counted.ways, weights))
                for mines, cells in zip(part.counted.mines, part.groups, strict=True):
                    self._groups.append(Group(_ratio(sum(map(mul, mines, weights)), whole * len(cells)), cells))
            if self.away:
                odds = _ratio(self._mines_away, self.placements * len(self.away))
                self._groups.append(Group(odds, sorted(self.away)))
        return self._groups

    def mine(self, lane: Lane) -> Fraction:
        """Return the exact odds of a mine at `lane`."""
        if lane in self.away:
            return Fraction(self._mines_away, self.placements * len(self.away))
        [(part, weights)] = [pair for pair in zip(self.parts, self._weights, strict=True) if lane in pair[0].cells]
        [(cells, mines)] = [pair for pair in zip(part.groups, part.counted.mines, strict=True) if lane in pair[0]]
        return Fraction(sum(map(mul, mines, weights)), sum(map(mul, part.counted.ways, weights)) * len(cells))

    def outcomes(self, lane: Lane, around: Sequence[Lane]) -> list[Position]:
        """Return what the position becomes if `lane` is safe, for each possible number of mines `around` it.

        The share of an outcome is the number of its placements divided by that of this position.
        """
        # Every placement of this position is in one outcome, or has a mine at `lane`. What is not touched has the same
        # counts as before, and the touched components are counted once for all numbers: "n around" is one clue more.
        touched = {lane, *around}
        parts = [part for part in self.parts if not part.cells.isdisjoint(touched)]
        others = [part for part in self.parts if part.cells.isdisjoint(touched)]
        away = self.away - touched
        clues = _clues_with(parts, set(), {lane})
        outcomes = [Position([*others, *new], away, self.mines) for new in _parts_by_mines(clues, tuple(around))]
        return [outcome for outcome in outcomes if outcome.placements]

    def placements_with(self, mines: set[Lane], safe: set[Lane]) -> int:
        """Return the number of placements in which these are mines and those are safe."""
        fixed = mines | safe
        parts = [part for part in self.parts if not part.cells.isdisjoint(fixed)]
        others = [part for part in self.parts if part.cells.isdisjoint(fixed)]
        new = count_parts(_clues_with(parts, mines, safe))
        if new is None or (self.mines is not None and self.mines < len(mines)):
            return 0
        left = None if self.mines is None else self.mines - len(mines)
        return Position([*others, *new], self.away - fixed, left).placements


def position(board: Board) -> tuple[Position, Around]:
    """Return the position of a board, and the uncertain neighbours of each uncertain cell. Flags are ignored.

    >>> undecided, around = position(Board(("1??", "???", "??1"), mines=2))
    >>> undecided.placements, [(round(group.odds, 2), group.cells) for group in undecided.groups]
    (6, [(0.33, [5]), (0.33, [1, 4]), (0.33, [6, 9]), (0.17, [2, 8])])
    >>> sum(outcome.placements for outcome in undecided.outcomes(2, around[2])) / undecided.placements
    0.8333333333333334
    """
    return position_left(boundary(board))


def position_left(left: BoardBoundary | None) -> tuple[Position, Around]:
    """Return the same for the boundary `left` of a board."""
    parts = None if left is None else count_parts(left.clues)
    if left is None or parts is None:
        raise InconsistentBoard(remark="no placement of the mines meets all clues")
    whole = Position(parts, frozenset(ones(left.away)), left.mines_left)
    if not whole.placements:
        raise InconsistentBoard(remark="no placement of the mines meets all clues and the mine total")
    undecided = _without_certain_mines(whole)
    cells = undecided.away.union(*[part.cells for part in undecided.parts])
    steps = steps_around(left.width)
    return undecided, {cell: tuple([cell + step for step in steps if cell + step in cells]) for cell in sorted(cells)}


def count_parts(clues: Sequence[LaneClue]) -> list[CountedPart] | None:
    """Return the components of these clues with their counts, or None if the clues cannot be met."""
    return _parts(components(clues), clues) if _each_can_be_met(clues) else None


def _parts_by_mines(clues: Sequence[LaneClue], around: tuple[Lane, ...]) -> Iterator[list[CountedPart]]:
    """Yield the components of these clues and one more, "n around", with their counts, for each n that is possible."""
    if not _each_can_be_met(clues):
        return
    others, by_need = components_by_need(clues, around) if around else (components(clues), [])
    parts = _parts(others, clues)
    if parts is None:
        return
    if not around:
        yield parts
    for need, component in enumerate(by_need):
        own = _parts([component], [*clues, (need, around)])
        if own is not None:
            yield parts + own


def _each_can_be_met(clues: Iterable[LaneClue]) -> bool:
    """Return whether no clue is impossible by itself."""
    return all([0 <= need <= len(cells) for need, cells in clues])


def _parts(components: Iterable[Component], clues: Sequence[LaneClue]) -> list[CountedPart] | None:
    """Return these components of the clues with their counts, or None if one of them has no placement."""
    parts = []
    for component in components:
        counted = count(component.steps)
        if counted is None:
            return None
        cells = frozenset([cell for group in component.groups for cell in group])
        own = [clue for clue in clues if clue[1][0] in cells]
        parts.append(CountedPart(tuple(own), component.groups, cells, counted))
    return parts


def _ratio(part: int, whole: int) -> float:
    """Return part / whole as a float that is 0 or 1 only if the quotient is."""
    ratio = part / whole
    if 0.0 < ratio < 1.0 or part in (0, whole):
        return ratio
    return 1e-300 if part + part < whole else 1.0 - 2**-53


def _clues_with(parts: Iterable[CountedPart], mines: set[Lane], safe: set[Lane]) -> list[LaneClue]:
    """Return the clues of components once some cells are known; without cells left, only those that cannot be met."""
    clues = []
    for need, cells in [clue for part in parts for clue in part.clues]:
        left = tuple([cell for cell in cells if cell not in mines and cell not in safe])
        need -= sum([cell in mines for cell in cells]) if mines else 0
        if left or need:
            clues.append((need, left))
    return clues


def _without_certain_mines(position: Position) -> Position:
    """Return the same position once the cells that are mines in every placement are taken as known."""
    mines = {cell for group in position.groups if group.odds == 1.0 for cell in group.cells}
    if not mines:
        return position
    parts = count_parts(_clues_with(position.parts, mines, set()))
    assert parts is not None, "the clues could be met before"
    return Position(parts, position.away - mines, None if position.mines is None else position.mines - len(mines))
