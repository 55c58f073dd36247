"""Backtracking search for placements: one variable per cell, the values safe and mine, the hints as constraints.

Hints go in, a `Search` comes out. Depth first on an explicit stack: a node is a cell, a value, and the mark on the
trail that it starts from. A *node* is taken from the stack; it is a *backtrack* if it is not a placement and has no
child, so that the search turns back there.

The `State` has no grid and makes no copies: a cell is a number, a set of cells one large integer with a bit per cell,
and every change is written on the *trail*, so that going back costs as much as going forward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal

from logicms.errors import LimitReached
from logicms.hints import Hint, Name
from logicms.limits import spend
from logicms.search.strategy import PLAIN, Order, Strategy

Status = Literal["found", "none", "limit"]

# The keys are Names; a Mapping is invariant in its keys, and Any also accepts one whose keys are all Cells.
Neighbours = Mapping[Any, Iterable[Name]]
Facts = Mapping[Any, bool]


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search and its cost; `limit` says why it ended early, if it did."""

    placement: tuple[Name, ...] | None
    """The mines of the first placement found, without known ones."""
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
    space heuristic uses them, and the order of its keys is the order of cells without any heuristic.

    >>> from logicms.hints import exactly
    >>> result = search([exactly(1, "a b"), exactly(1, "b c"), exactly(2, "a b c", because="mines")])
    >>> result.status, result.placement, result.nodes, result.backtracks
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
            if not (self._start() if cell is None else state.assign(cell, value) and self._prune(cell)):
                self.backtracks += 1
            elif not state.unassigned:
                yield self._placement()
            else:
                stack += self._children()

    def _start(self) -> bool:
        """Decide the known cells; return whether every hint can still be met."""
        state = self._state
        possible = all([state.assign(cell, value) for cell, value in self._facts.items()])
        possible = possible and min((*state.left[0], *state.left[1]), default=0) >= 0
        return possible and self._prune(None)

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


class State:
    """What is assigned, what is pruned, how much room each hint has, and the trail that undoes it.

    A cell is *decided* once only one value is left for it, *assigned* once the search has chosen it. For each hint and
    each of the values safe (0) and mine (1), `left` holds how many more of its cells may take that value; below 0 the
    hint can no longer be met, at 0 all its undecided cells must take the other value.
    """

    __slots__ = (
        "_around",
        "_bit",
        "_by_degree",
        "_by_space",
        "_cells",
        "_hints_on",
        "_space",
        "_trail",
        "left",
        "names",
        "unassigned",
        "undecided",
        "value",
    )

    def __init__(self, hints: Sequence[Hint], neighbours: Neighbours, with_space: bool) -> None:
        self.names = tuple(dict.fromkeys([*neighbours, *(name for hint in hints for name in hint.among)]))
        """The cells; those in `neighbours` come first, in its order."""
        number = {name: cell for cell, name in enumerate(self.names)}
        self._bit = [1 << cell for cell in range(len(self.names))]
        self.unassigned = self.undecided = (1 << len(self.names)) - 1
        self.value = [0] * len(self.names)
        self._trail: list[int] = []
        self.left = [len(hint.among) - hint.low for hint in hints], [hint.high for hint in hints]
        self._cells = [sum(self._bit[number[name]] for name in hint.among) for hint in hints]
        self._hints_on = _hints_on(hints, number)
        # The mine total counts every cell, so including it among the clues changes no order.
        self._by_degree = _classes([-len(on) for on in self._hints_on])
        self._around: list[tuple[int, ...]] = []
        self._space: list[int] = []
        self._by_space: list[int] = []
        if with_space:
            self._around = [tuple(number[n] for n in neighbours.get(name, ()) if n in number) for name in self.names]
            self._space = [len(around) for around in self._around]
            self._by_space = [0] * (max(self._space, default=0) + 1)
            for cell, space in enumerate(self._space):
                self._by_space[space] |= self._bit[cell]

    # -- forward

    def decide(self, cell: int, value: int) -> bool:
        """Leave only this value for `cell`; return whether every hint on it can still be met."""
        self._trail.append(cell)
        self.undecided ^= self._bit[cell]
        self.value[cell] = value
        left = self.left[value]
        possible = True
        for hint in self._hints_on[cell]:
            left[hint] -= 1
            if left[hint] < 0:
                possible = False
        return possible

    def assign(self, cell: int, value: int) -> bool:
        """Assign this value to `cell`; return whether every hint on it can still be met."""
        possible = self.decide(cell, value) if self.undecided & self._bit[cell] else True
        self._trail.append(~cell)
        self.unassigned ^= self._bit[cell]
        if self._around:
            self._shift_space(cell, -1)
        return possible

    def prune(self, cell: int | None, to_the_end: bool) -> bool:
        """Decide what the hints on `cell` (None: all hints) leave no choice about; return whether they can be met.

        With `to_the_end`, continue with the hints on every cell decided in this way, until nothing more follows.
        """
        waiting = list(range(len(self._cells)) if cell is None else self._hints_on[cell])
        while waiting:
            for other, value in self._forced(waiting.pop()):
                if not self.decide(other, value):
                    return False
                if to_the_end:
                    waiting += self._hints_on[other]
        return True

    def _forced(self, hint: int) -> Iterator[tuple[int, int]]:
        safe_left, mines_left = self.left[0][hint], self.left[1][hint]
        if safe_left and mines_left:
            return
        value = 0 if mines_left == 0 else 1
        cells = self._cells[hint] & self.undecided
        while cells:
            yield (cells & -cells).bit_length() - 1, value
            cells &= cells - 1

    # -- back

    @property
    def mark(self) -> int:
        """The length of the trail: where `undo` goes back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Undo everything since `mark`."""
        trail, left, hints_on = self._trail, self.left, self._hints_on
        while len(trail) > mark:
            cell = trail.pop()
            if cell >= 0:
                self.undecided ^= self._bit[cell]
                room = left[self.value[cell]]
                for hint in hints_on[cell]:
                    room[hint] += 1
            else:
                self.unassigned ^= self._bit[~cell]
                if self._around:
                    self._shift_space(~cell, 1)

    def _shift_space(self, cell: int, by: int) -> None:
        for other in self._around[cell]:
            self._by_space[self._space[other]] ^= self._bit[other]
            self._space[other] += by
            self._by_space[self._space[other]] ^= self._bit[other]

    # -- what comes next

    def next_cell(self, order: Order) -> int:
        """Return the unassigned cell that comes first in this order; there must be one."""
        cells = (self.unassigned & ~self.undecided or self.unassigned) if order.mrv else self.unassigned
        if order.heuristic:
            classes = self._by_degree if order.heuristic == "degree" else self._by_space
            cells = next(same & cells for same in classes if same & cells)
        return (cells & -cells).bit_length() - 1

    def values(self, cell: int, lcv: bool, to_the_end: bool) -> list[int]:
        """Return the values left for `cell`, the preferred one first; LCV drops those that fail immediately."""
        if not self.undecided & self._bit[cell]:
            return [self.value[cell]]
        if not lcv:
            return [0, 1]
        costs = [(self._cost(cell, value, to_the_end), value) for value in (0, 1)]
        return [value for cost, value in sorted((cost, value) for cost, value in costs if cost is not None)]

    def _cost(self, cell: int, value: int, to_the_end: bool) -> int | None:
        """Return how many cells this value decides, or None if it fails."""
        mark = self.mark
        possible = self.decide(cell, value) and self.prune(cell, to_the_end)
        cost = self.mark - mark
        self.undo(mark)
        return cost if possible else None


def _hints_on(hints: Sequence[Hint], number: Mapping[Name, int]) -> list[list[int]]:
    """Return, for each cell, the numbers of the hints that name it."""
    on: list[list[int]] = [[] for _ in number]
    for index, hint in enumerate(hints):
        for name in hint.among:
            on[number[name]].append(index)
    return on


def _classes(keys: Sequence[int]) -> list[int]:
    """Return the sets of cells with equal keys, the smallest key first."""
    classes = dict.fromkeys(sorted(set(keys)), 0)
    for cell, key in enumerate(keys):
        classes[key] |= 1 << cell
    return list(classes.values())
