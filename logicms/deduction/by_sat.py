"""What is certain where a boundary is too wide for counting: a SAT solver decides it. A step of `deduction`.

The cost of counting is exponential in a component's width; a solver only looks for placements, and finds them quickly
even on boards that are impossible to count. It says nothing about odds.
"""

from __future__ import annotations

from collections.abc import Sequence

from logicms.board import Cell
from logicms.deduction.boundary import Boundary, Lane, lane_of, ones
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import TOTAL, Hint, Name, exactly
from logicms.limits import timely
from logicms.sat.backbone import Backbone, backbone

Certain = dict[int, bool]
"""The cells that are certain, by their lanes: whether each is a mine."""


def by_clues(found: Boundary, groups: Sequence[Sequence[int]], certain: Certain) -> int:
    """Add what the clues make certain in a component to `certain`; return an upper bound on its number of mines.

    >>> from logicms.board import Board
    >>> from logicms.deduction.boundary import boundary
    >>> certain = {}
    >>> by_clues(boundary(Board(("?1?", "???"))), [[0, 2, 4, 5, 6]], certain), certain
    (1, {})
    """
    lanes = {lane for group in groups for lane in group}
    clues = [(need, around) for need, around in found.clues if around[0] in lanes]
    _decide(found, [exactly(need, _cells(found, around)) for need, around in timely(clues)], certain, certain)
    return min(len(lanes), sum(need for need, _ in clues))


def by_total(found: Boundary, certain: Certain, more: Certain) -> None:
    """Add to `more` what the clues and the mine total make certain together, beyond what is certain already."""
    assert found.mines_left is not None
    if found.mines_left < 0:
        raise InconsistentKnowledge()
    hints = [exactly(need, _cells(found, around)) for need, around in timely(found.clues)]
    counted = {lane for _, around in found.clues for lane in around}
    undecided = sorted(counted.union(ones(found.away)))
    _decide(found, [*hints, exactly(found.mines_left, _cells(found, undecided), TOTAL)], certain, more)


def _decide(found: Boundary, hints: Sequence[Hint], certain: Certain, more: Certain) -> None:
    """Add what the hints decide to `more`, also when a limit is reached first."""
    known: dict[Name, bool] = {found.cells[lane]: mine for lane, mine in certain.items()}
    try:
        _add(found, backbone(hints, known), more)
    except LimitReached as limit:
        if limit.settled is not None:
            _add(found, limit.settled, more)
        raise


def _add(found: Boundary, decided: Backbone, more: Certain) -> None:
    for name, mine in decided.facts().items():
        assert isinstance(name, Cell), "the names of these hints are cells"
        more[lane_of(name, found.width)] = mine


def _cells(found: Boundary, lanes: Sequence[Lane]) -> list[Cell]:
    return [found.cells[lane] for lane in lanes]
