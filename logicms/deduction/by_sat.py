"""What is certain where a boundary is too wide for counting: a SAT solver decides it. A step of `deduction`.

The cost of counting is exponential in a component's width; a solver only looks for placements, and finds them quickly
even on boards that are impossible to count. It says nothing about odds.
"""

from __future__ import annotations

from collections.abc import Sequence

from logicms.deduction.boundary import Boundary
from logicms.deduction.hint_boundary import HintBoundary
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import Hint
from logicms.sat.backbone import Backbone, backbone

Certain = dict[int, bool]
"""The cells that are certain, by their lanes: whether each is a mine."""


def by_clues(found: Boundary | HintBoundary, groups: Sequence[Sequence[int]], certain: Certain) -> int:
    """Add what the clues make certain in a component to `certain`; return an upper bound on its number of mines.

    >>> from logicms.board import Board
    >>> from logicms.deduction.boundary import boundary
    >>> certain = {}
    >>> by_clues(boundary(Board(("?1?", "???"))), [[0, 2, 4, 5, 6]], certain), certain
    (1, {})
    """
    lanes = {lane for group in groups for lane in group}
    hints = found.hints(lanes)
    _decide(found, hints, certain, certain)
    return min(len(lanes), sum(hint.high for hint in hints))


def by_total(found: Boundary | HintBoundary, certain: Certain, more: Certain) -> None:
    """Add to `more` what the clues and the mine total make certain together, beyond what is certain already."""
    assert found.mines_left is not None
    if found.mines_left < 0:
        raise InconsistentKnowledge()
    _decide(found, [*found.hints(), found.total()], certain, more)


def _decide(found: Boundary | HintBoundary, hints: Sequence[Hint], certain: Certain, more: Certain) -> None:
    """Add what the hints decide to `more`, also when a limit is reached first."""
    known = dict(zip(found.names(certain), certain.values(), strict=True))
    try:
        _add(found, backbone(hints, known), more)
    except LimitReached as limit:
        if limit.settled is not None:
            _add(found, limit.settled, more)
        raise


def _add(found: Boundary | HintBoundary, decided: Backbone, more: Certain) -> None:
    for name, mine in decided.facts().items():
        lane = found.lane(name)
        assert lane is not None, "the names of these hints are undecided"
        more[lane] = mine
