"""Problem -> the exact odds of every undecided name: components are counted and joined under the mine total.

The first steps are those of `deduce`: what single clues decide, then components. If a component is too wide to be
counted, there are no odds: `LimitReached`, with what single clues decide. (Of hints and formulas, a few thousand
placements are looked at then.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from typing import Any

from logicms.board import Board, Cell, Flags, parse_cell
from logicms.counting.joined_odds import join
from logicms.deduction.boundary import Boundary, ones
from logicms.deduction.contradiction import contradiction
from logicms.deduction.deduction import easily_settled, met_boundary
from logicms.errors import BoardError, LimitReached
from logicms.hints import FrozenDict, Shown
from logicms.problem import Problem, Tells

_SAFE, _MINE = Fraction(0), Fraction(1)


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
        from logicms.render.answers import exact_odds_text

        return exact_odds_text(self)

    def _repr_svg_(self) -> str | None:
        from logicms.render.answers import odds_svg

        return odds_svg(self)


def odds(problem: Problem | Board | Tells, *, flags: Flags = "fact") -> Odds:
    """Return the exact odds that each hidden cell is a mine (each name holds). Every placement counts the same.

    Without a mine total, a cell away from all clues is a mine in half of the placements.

    >>> exact = odds(Board(("??1", "?21", "???"), mines=2))
    >>> {str(cell): str(mine) for cell, mine in exact.mine.items()}, exact.placements
    ({'A1': '1/3', 'B1': '1', 'A2': '1/3', 'A3': '1/3', 'B3': '0', 'C3': '0'}, 3)
    """
    problem = Problem.of(problem, flags=flags)
    left = met_boundary(problem)
    try:
        return _counted(problem, left)
    except LimitReached as reached:
        reached.settled = easily_settled(problem, left)
        raise


def _counted(problem: Problem, left: Boundary) -> Odds:
    """Return the odds, given what single clues decide and leave."""
    parts = left.components()
    counts = []
    for part in parts:
        if (counted := left.counted(part)) is None:
            raise contradiction(problem)
        counts.append((counted, [len(cells) for cells in part.groups]))
    joined = join(counts, left.away.count(1), left.mines_left)
    if joined is None:
        raise contradiction(problem)
    by_lane = [joined.away] * len(left.hidden)
    for lane in ones(left.safe):
        by_lane[lane] = _SAFE
    for lane in ones(left.mine):
        by_lane[lane] = _MINE
    for part, fractions in zip(parts, joined.groups, strict=True):
        for cells, fraction in zip(part.groups, fractions, strict=True):
            for cell in cells:
                by_lane[cell] = fraction
    by_name = zip(compress(left.cells, left.hidden), compress(by_lane, left.hidden), strict=True)
    return Odds(problem, ByName(by_name), joined.placements)


class ByName(FrozenDict[Any, Fraction]):
    """The odds of names, in reading order; a cell may also be given by its name: `odds.mine["B3"]`."""

    __slots__ = ()

    def __missing__(self, name: object) -> Fraction:
        cell = _cell(name)
        if cell is None or not dict.__contains__(self, cell):
            raise KeyError(name)
        return dict.__getitem__(self, cell)

    def __contains__(self, name: object) -> bool:
        return dict.__contains__(self, name) or dict.__contains__(self, _cell(name))

    def get(self, name: object, default: Any = None) -> Any:
        return self[name] if name in self else default


def _cell(name: object) -> Cell | None:
    try:
        return parse_cell(name) if isinstance(name, str) else None
    except BoardError:
        return None
