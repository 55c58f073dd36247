"""Problem -> the exact odds of every undecided name: components are counted and joined under the mine total.

The first steps are those of `deduce`: what single clues decide, then components. If a component is too wide to be
counted, there are no odds: `LimitReached`, with what single clues decide. (Of hints and formulas, a few thousand
placements are looked at then.)
"""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from typing import Any

from logicms.board import Board, Flags
from logicms.counting.condition_placements import Part
from logicms.counting.elimination_order import Component
from logicms.counting.joined_odds import join
from logicms.counting.placements import Counted, TooWide
from logicms.deduction.boundary import Boundary, ones
from logicms.deduction.contradiction import contradiction
from logicms.deduction.deduction import Found, easily_settled, met_boundary, placements_of
from logicms.errors import LimitReached
from logicms.hints import Name, Shown
from logicms.limits import check_time, limit
from logicms.problem import Problem, Tells

_SAFE, _MINE = Fraction(0), Fraction(1)

_FEW_STATES = 50_000
_FEW_PLACEMENTS = 100
"""If a component of hints has more states than that and fewer placements than this, each placement is looked at."""
_MOST_PLACEMENTS = 10_000
"""If it is too wide to be counted, it may have up to this many."""


@dataclass(frozen=True, slots=True)
class Odds(Shown):
    """The odds of every undecided name, in reading order, and the number of placements they are counted from."""

    problem: Problem
    mine: Mapping[Any, Fraction]
    """By name; on a board by cell, and `mine["B3"]` works too."""
    placements: int

    def __hash__(self) -> int:
        return hash((self.placements, frozenset(self.mine.items())))

    def __str__(self) -> str:
        from logicms.render.answer_text import exact_odds_text

        return exact_odds_text(self)

    def _repr_svg_(self) -> str | None:
        from logicms.render.svg import odds_svg

        return odds_svg(self)


def odds(problem: Problem | Board | Tells, *, flags: Flags = "fact") -> Odds:
    """Return the exact odds that each hidden cell is a mine (each name holds). Every placement counts the same.

    Without a mine total, a cell away from all clues is a mine in half of the placements.

    >>> exact = odds(Board(("??1", "?21", "???"), mines=2))
    >>> {str(cell): str(mine) for cell, mine in exact.mine.items()}, exact.placements
    ({'A1': '1/3', 'B1': '1', 'A2': '1/3', 'A3': '1/3', 'B3': '0', 'C3': '0'}, 3)
    """
    problem = Problem.of(problem, flags=flags)
    found = met_boundary(problem)
    try:
        return _counted(problem, found)
    except LimitReached as reached:
        reached.settled = easily_settled(problem, found)
        raise


def _counted(problem: Problem, found: Found) -> Odds:
    """Return the odds, given what single clues decide and leave."""
    parts = found.components()
    counts = [_placements(problem, found, part) for part in parts]
    sizes = [[len(cells) for cells in part.groups] for part in parts]
    joined = join(list(zip(counts, sizes, strict=True)), found.away.count(1), found.mines_left)
    if joined is None:
        raise contradiction(problem)
    by_lane = {}
    for part, fractions in zip(parts, joined.groups, strict=True):
        for cells, fraction in zip(part.groups, fractions, strict=True):
            for cell in cells:
                by_lane[cell] = fraction
    return Odds(problem, ByCell(found.decided(), by_lane, joined.away), joined.placements)


def _placements(problem: Problem, found: Found, part: Component | Part) -> Counted:
    """Return the placements of one component by number of mines, or raise the error that says which clues clash.

    A puzzle may be too wide for a dynamic programme, and have only a few placements: these are looked at then.
    """
    if isinstance(found, Boundary):
        return placements_of(problem, part)
    try:
        with limit(steps=_FEW_STATES):
            return placements_of(problem, part)
    except LimitReached:
        check_time()
    counted = found.one_by_one(part, _FEW_PLACEMENTS)
    if counted is None:
        try:
            return placements_of(problem, part)
        except TooWide:
            counted = found.one_by_one(part, _MOST_PLACEMENTS)
            if counted is None:
                raise
    if not counted.ways:
        raise contradiction(problem)
    return counted


class ByCell(Mapping[Any, Fraction]):
    """A mapping from hidden cells (undecided names), in reading order, to their odds, which are kept by lane.

    Most hidden cells are away from the clues and have the same odds: their lanes are filled on first access.
    """

    __slots__ = ("_away", "_counted", "_filled", "_found")

    def __init__(self, found: Found, counted: Mapping[int, Fraction], away: Fraction) -> None:
        self._found, self._counted, self._away = found, counted, away
        self._filled: list[Fraction] = []

    def _by_lane(self) -> list[Fraction]:
        if not self._filled:
            by_lane = [self._away] * len(self._found.hidden)
            for lane in ones(self._found.safe):
                by_lane[lane] = _SAFE
            for lane in ones(self._found.mine):
                by_lane[lane] = _MINE
            for lane, fraction in self._counted.items():
                by_lane[lane] = fraction
            self._filled = by_lane
        return self._filled

    def __getitem__(self, cell: Name) -> Fraction:
        lane = self._found.lane(cell)
        if lane is None or not self._found.hidden[lane]:
            raise KeyError(cell)
        return self._by_lane()[lane]

    def __iter__(self) -> Iterator[Name]:
        return compress(self._found.cells, self._found.hidden)

    def __len__(self) -> int:
        return self._found.hidden.count(1)

    def items(self) -> ItemsView[Any, Fraction]:
        return _Items(self)

    def values(self) -> ValuesView[Fraction]:
        return _Values(self)

    def __repr__(self) -> str:
        return repr(dict(self.items()))


class _Values(ValuesView[Fraction]):
    _mapping: ByCell

    def __iter__(self) -> Iterator[Fraction]:
        return compress(self._mapping._by_lane(), self._mapping._found.hidden)


class _Items(ItemsView[Any, Fraction]):
    _mapping: ByCell

    def __iter__(self) -> Iterator[tuple[Any, Fraction]]:
        return zip(self._mapping, self._mapping.values(), strict=True)
