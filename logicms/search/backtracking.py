"""Backtracking search for placements: one variable a cell, the values safe and mine, the hints as constraints.

Hints go in, a `Search` comes out. Depth first on an explicit stack: a node is a cell, a value, and the mark on the
trail that it starts from. Words: a *node* is taken from the stack; it is a *backtrack* when it is no placement and has
no child, so that the search turns back there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Literal

from logicms.errors import LimitReached
from logicms.hints import Hint
from logicms.limits import spend
from logicms.literal import Name
from logicms.search.state import Facts, Neighbours, State
from logicms.search.strategy import PLAIN, Strategy

Status = Literal["found", "none", "limit"]


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found and what it cost; `limit` says why it ended early, if it did."""

    placement: tuple[Name, ...] | None
    """The mines of the first placement found, known ones left out."""
    found: int
    nodes: int
    backtracks: int
    seconds: float
    limit: str | None = None

    @property
    def status(self) -> Status:
        if self.limit is not None:
            return "limit"
        return "found" if self.found else "none"


def search(
    hints: Iterable[Hint],
    strategy: Strategy = PLAIN,
    *,
    facts: Facts | None = None,
    neighbours: Neighbours | None = None,
    every: bool = False,
) -> Search:
    """Search for a placement that meets all hints, or, with `every`, count them all.

    `facts` are cells known beforehand (True: a mine). `neighbours` maps every cell to the cells around it; only the
    space heuristic looks at them, and its order of cells is the order without any heuristic.

    >>> from logicms.hints import exactly
    >>> found = search([exactly(1, "ab"), exactly(1, "bc"), exactly(2, "abc", because="mines")])
    >>> found.status, found.placement, found.nodes, found.backtracks
    ('found', ('a', 'c'), 10, 4)
    """
    began = perf_counter()
    walk = Walk(hints, strategy, facts or {}, neighbours or {})
    first, found, limit = None, 0, None
    try:
        for placement in walk:
            first = placement if first is None else first
            found += 1
            if not every:
                break
    except LimitReached as reached:
        limit = str(reached)
    return Search(first, found, walk.nodes, walk.backtracks, perf_counter() - began, limit)


class Walk:
    """One walk through the search tree: an iterator over its placements that counts as it goes."""

    def __init__(self, hints: Iterable[Hint], strategy: Strategy, facts: Facts, neighbours: Neighbours) -> None:
        with_space = any(order.heuristic == "space" for order in strategy.orders)
        self._state = State(tuple(hints), neighbours, with_space)
        self._strategy = strategy
        self._facts = {cell: int(facts[name]) for cell, name in enumerate(self._state.names) if name in facts}
        self.nodes = 0
        self.backtracks = 0

    def __iter__(self) -> Iterator[tuple[Name, ...]]:
        state = self._state
        stack: list[tuple[int, int | None, int]] = [(0, None, 0)]
        while stack:
            mark, cell, value = stack.pop()
            state.undo(mark)
            self.nodes += 1
            spend()
            if not (self._start() if cell is None else self._take(cell, value)):
                self.backtracks += 1
            elif not state.unassigned:
                yield self._placement()
            else:
                stack += self._children()

    def _start(self) -> bool:
        """Take what is known; return whether every hint can be met as far as it goes."""
        state = self._state
        possible = all([state.assign(cell, value) for cell, value in self._facts.items()])
        possible = possible and min((*state.left[0], *state.left[1]), default=0) >= 0
        return possible and self._prune(None)

    def _take(self, cell: int, value: int) -> bool:
        return self._state.assign(cell, value) and self._prune(cell)

    def _prune(self, cell: int | None) -> bool:
        strategy = self._strategy
        if not (strategy.forward_checking or strategy.propagate):
            return True
        return self._state.prune(cell, strategy.propagate)

    def _children(self) -> list[tuple[int, int | None, int]]:
        """Return the next cell's nodes in rising order of preference: the last on the stack is taken first."""
        state, strategy = self._state, self._strategy
        cells = len(state.names)
        order = strategy.order(cells - state.unassigned.bit_count() if strategy.phases else 0, cells)
        cell = state.next_cell(order)
        values = state.values(cell, order.lcv, strategy.propagate)
        self.backtracks += not values
        return [(state.mark, cell, value) for value in reversed(values)]

    def _placement(self) -> tuple[Name, ...]:
        state = self._state
        return tuple(name for cell, name in enumerate(state.names) if state.value[cell] and cell not in self._facts)
