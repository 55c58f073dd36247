"""Board -> Position: all that is not decided, counted so that «what if this cell shows that?» is answered quickly.

The strategies that look ahead stand on it. A *position* holds the cells that are not certain: components with their
counts, and the cells away from all clues. Opening a cell of it gives, for each number of mines that may lie around the
cell, another position (an *outcome*); only the components that the cell touches are counted anew, and those by
`counting.placements`, which keeps results by content.

Cells are places, as in `boundary`: row * (width + 1) + col, so that a neighbour is a fixed step away. Counts are
exact; odds are floats here, good for comparing, and `Position.mine` gives the exact ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import compress
from math import prod
from operator import mul
from typing import NamedTuple

from logicms.board import Board, Cell
from logicms.counting.elimination_order import Component, components, components_by_need
from logicms.counting.joined_odds import binomials, weigh
from logicms.counting.placements import Counted, count
from logicms.deduction.boundary import Clue, boundary
from logicms.errors import InconsistentBoard

Place = int
Around = Mapping[Place, tuple[Place, ...]]
"""For each cell that is not certain: those of its neighbours that are not either."""


class Part(NamedTuple):
    """One component: its clues, its groups of cells, its counts."""

    clues: tuple[Clue, ...]
    groups: Sequence[Sequence[Place]]
    cells: frozenset[Place]
    counted: Counted


class Group(NamedTuple):
    """Cells with the same odds of a mine: a group of a component, or all cells away from the clues."""

    odds: float
    cells: Sequence[Place]


class Position:
    """Components beside cells away from the clues, with so many mines in all of them together (None: not known)."""

    __slots__ = ("_groups", "_mines_away", "_weights", "away", "mines", "parts", "placements")

    def __init__(self, parts: Sequence[Part], away: frozenset[Place], mines: int | None) -> None:
        self.parts, self.away, self.mines = parts, away, mines
        self._groups: list[Group] | None = None
        self.placements = self._join() if mines is not None else self._join_freely()

    def _join(self) -> int:
        """Find the weight of each component's numbers of mines; return in how many ways all mines can lie."""
        assert self.mines is not None
        ways = [part.counted.ways for part in self.parts]
        left = self.mines - sum([part.counted.fewest for part in self.parts])
        spread = sum(map(len, ways)) - len(ways)
        self._weights: Sequence[Sequence[int]]
        self._weights, placements, self._mines_away = weigh(ways, binomials(len(self.away), left, spread), left)
        return placements

    def _join_freely(self) -> int:
        self._weights = [(1,) * len(part.counted.ways) for part in self.parts]
        placements = prod([sum(part.counted.ways) for part in self.parts]) << len(self.away)
        self._mines_away = placements * len(self.away) // 2
        return placements

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

    def mine(self, place: Place) -> Fraction:
        """Return the exact odds of a mine at `place`."""
        if place in self.away:
            return Fraction(self._mines_away, self.placements * len(self.away))
        [(part, weights)] = [pair for pair in zip(self.parts, self._weights, strict=True) if place in pair[0].cells]
        [(cells, mines)] = [pair for pair in zip(part.groups, part.counted.mines, strict=True) if place in pair[0]]
        return Fraction(sum(map(mul, mines, weights)), sum(map(mul, part.counted.ways, weights)) * len(cells))

    def outcomes(self, place: Place, around: Sequence[Place]) -> list[Position]:
        """Return what the position becomes if `place` is safe, for each possible number of mines `around` it.

        The shares of the outcomes are their placements, out of this position's.
        """
        touched = {place, *around}
        parts = [part for part in self.parts if not part.cells.isdisjoint(touched)]
        others = [part for part in self.parts if part.cells.isdisjoint(touched)]
        away = self.away - touched
        clues = _clues_with(parts, set(), {place})
        found = [Position([*others, *new], away, self.mines) for new in _parts_by_mines(clues, tuple(around))]
        return [outcome for outcome in found if outcome.placements]

    def placements_with(self, mines: set[Place], safe: set[Place]) -> int:
        """Return the number of placements in which these are mines and those are safe."""
        fixed = mines | safe
        parts = [part for part in self.parts if not part.cells.isdisjoint(fixed)]
        others = [part for part in self.parts if part.cells.isdisjoint(fixed)]
        new = counted_parts(_clues_with(parts, mines, safe))
        if new is None or (self.mines is not None and self.mines < len(mines)):
            return 0
        left = None if self.mines is None else self.mines - len(mines)
        return Position([*others, *new], self.away - fixed, left).placements


def position(board: Board) -> tuple[Position, Around]:
    """Return the board's position, and which cells that are not certain lie around each other. Flags are not believed.

    >>> found, around = position(Board(("1??", "???", "??1"), mines=2))
    >>> found.placements, [(round(group.odds, 2), group.cells) for group in found.groups]
    (6, [(0.33, [5]), (0.33, [1, 4]), (0.33, [6, 9]), (0.17, [2, 8])])
    >>> sum(outcome.placements for outcome in found.outcomes(2, around[2])) / found.placements
    0.8333333333333334
    """
    seen = boundary(board)
    parts = None if seen is None else counted_parts(seen.clues)
    if seen is None or parts is None:
        raise InconsistentBoard("no placement of the mines meets all clues")
    away = frozenset(compress(range(len(seen.away)), seen.away))
    found = Position(parts, away, seen.mines_left)
    if not found.placements:
        raise InconsistentBoard("no placement of the mines meets all clues and the mine total")
    found = _without_certain_mines(found)
    return found, _around(found, len(board.rows[0]) + 1)


def certainly_safe(board: Board) -> list[Cell]:
    """Return the cells that the clues nearby decide to be safe: they have no place in a position.

    >>> [str(cell) for cell in certainly_safe(Board(("????", "1221")))]
    ['A1', 'D1']
    """
    seen = boundary(board)
    return [] if seen is None else list(compress(seen.cells, seen.safe))


def counted_parts(clues: Sequence[Clue]) -> list[Part] | None:
    """Return the components of these clues with their counts, or None where the clues cannot be met."""
    return _parts(components(clues), clues) if _can_be(clues) else None


def _parts_by_mines(clues: Sequence[Clue], around: tuple[Place, ...]) -> Iterator[list[Part]]:
    """Yield the components of these clues and one more, «n around», with their counts, for each n that can be."""
    if not _can_be(clues):
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


def _can_be(clues: Iterable[Clue]) -> bool:
    """Return whether no clue alone is wrong."""
    return all([0 <= need <= len(cells) for need, cells in clues])


def _parts(found: Iterable[Component], clues: Sequence[Clue]) -> list[Part] | None:
    """Return these components of the clues with their counts, or None where one of them has no placement."""
    parts = []
    for component in found:
        counted = count(component.steps)
        if counted is None:
            return None
        cells = frozenset([cell for group in component.groups for cell in group])
        own = [clue for clue in clues if clue[1][0] in cells]
        parts.append(Part(tuple(own), component.groups, cells, counted))
    return parts


def _ratio(part: int, whole: int) -> float:
    """Return part / whole as a float that is 0 or 1 only where the quotient is."""
    ratio = part / whole
    if 0.0 < ratio < 1.0 or part in (0, whole):
        return ratio
    return 1e-300 if part + part < whole else 1.0 - 2**-53


def _clues_with(parts: Iterable[Part], mines: set[Place], safe: set[Place]) -> list[Clue]:
    """Return the clues of components once some cells are known; one without cells left stays only if it is wrong."""
    clues = []
    for need, cells in [clue for part in parts for clue in part.clues]:
        left = tuple([cell for cell in cells if cell not in mines and cell not in safe])
        need -= sum([cell in mines for cell in cells]) if mines else 0
        if left or need:
            clues.append((need, left))
    return clues


def _without_certain_mines(found: Position) -> Position:
    """Return the same position once the cells that are mines in every placement are taken as known."""
    mines = {cell for group in found.groups if group.odds == 1.0 for cell in group.cells}
    if not mines:
        return found
    parts = counted_parts(_clues_with(found.parts, mines, set()))
    assert parts is not None, "the clues could be met before"
    return Position(parts, found.away - mines, None if found.mines is None else found.mines - len(mines))


def _around(found: Position, row: int) -> Around:
    steps = (-row - 1, -row, 1 - row, -1, 1, row - 1, row, row + 1)
    cells = set(_cells(found))
    return {cell: tuple([cell + step for step in steps if cell + step in cells]) for cell in sorted(cells)}


def _cells(found: Position) -> Iterable[Place]:
    return [*found.away, *(cell for part in found.parts for cell in part.cells)]
