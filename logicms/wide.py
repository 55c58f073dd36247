"""What is certain where a boundary is too wide for counting: a SAT solver decides it. A step of `deduction`.

Counting costs what is exponential in a component's width; a solver asks only for placements, and finds them at once
even on boards that nobody could count. It tells nothing about odds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import compress

from logicms.board import Cell
from logicms.boundary import Boundary
from logicms.budget import Budget
from logicms.hints import TOTAL, Hint, exactly
from logicms.logic.backbone import Backbone, backbone


def by_clues(found: Boundary, places: Collection[int], budget: Budget | None) -> Backbone:
    """Return what the clues alone make certain in one component, the cells with these places.

    >>> from logicms.board import Board
    >>> from logicms.boundary import boundary
    >>> by_clues(boundary(Board(("?1?", "???"))), range(8), None)
    Backbone(safe=frozenset(), mine=frozenset(), open=frozenset())
    """
    return backbone([hint for hint, first in _clues(found) if first in places], None, budget)


def with_total(found: Boundary, decided: Mapping[Cell, bool], budget: Budget | None) -> Backbone:
    """Return what the clues and the mine total make certain together, beyond what is decided already."""
    assert found.mines_left is not None
    clues = [hint for hint, _ in _clues(found)]
    single = {*compress(found.places, found.safe), *compress(found.places, found.mine)}
    undecided = [cell for cell in compress(found.places, found.hidden) if cell not in single]
    return backbone([*clues, exactly(found.mines_left, undecided, TOTAL)], dict(decided.items()), budget)


def _clues(found: Boundary) -> Iterable[tuple[Hint, int]]:
    """Yield the clues that are left as hints, each with the place of its first cell."""
    for need, places in found.clues:
        yield exactly(need, [found.places[place] for place in places]), places[0]
