"""Backtracking search for placements: one variable per cell, the values safe and mine, the hints as constraints.

Formulas are constraints too: each is looked at once all its names have values, and nothing is pruned by it before.

Hints go in, a `Search` comes out. Depth first on an explicit stack: a node is a cell, a value, and the mark on the
trail that it starts from. A *node* is taken from the stack; it is a *backtrack* if it is not a placement and has no
child, so that the search turns back there.

The `State` has no grid and makes no copies: a cell is a number, a set of cells one large integer with a bit per cell
(its *mask*), and every change is written on the *trail*, so that going back costs as much as going forward.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Literal, Protocol

from logicms.errors import LimitReached
from logicms.hints import TOTAL, Hint, Name, in_order
from logicms.limits import spend, timely
from logicms.problem import Formula
from logicms.search.strategy import BACKTRACKING, Order, Strategy

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
    strategy: Strategy = BACKTRACKING,
    *,
    facts: Facts | None = None,
    neighbours: Neighbours | None = None,
    formulas: Sequence[Formula] = (),
    every: bool = False,
) -> Search:
    """Search for a placement that meets all hints and formulas, or, with `every`, count them all.

    `facts` are cells known beforehand (True: a mine). `neighbours` maps every cell to the cells around it; only the
    space heuristic uses them, and the order of its keys is the order of cells without any heuristic.

    >>> from logicms.hints import exactly
    >>> hints = [exactly(1, "a b"), exactly(1, "b c"), exactly(2, "a b c")]
    >>> result = search(hints)
    >>> result.status, result.placement, result.nodes, result.backtracks
    ('found', ('a', 'c'), 10, 4)

    Plain backtracking finds the same with more nodes:

    >>> result = search(hints, Strategy(plain=True))
    >>> result.placement, result.nodes, result.backtracks
    (('a', 'c'), 12, 5)
    """
    began = perf_counter()
    first, found, limit = None, 0, None
    try:
        walk = Walk(hints, strategy, facts or {}, neighbours or {}, formulas)
    except LimitReached as reached:
        return Search(None, 0, 0, 0, perf_counter() - began, str(reached))
    try:
        for placement in walk:
            first = placement if first is None else first
            found += 1
            if not every:
                break
    except LimitReached as reached:
        limit = str(reached)
    return Search(first, found, walk.nodes, walk.backtracks, perf_counter() - began, limit)


Decided = list[int]
"""Cells with their values, as they are written on the trail: twice the cell's number, plus 1 if it is a mine."""

Node = tuple[int, int | None, int, Decided | None]
"""The mark to start from, the cell (None: the root) and its value, and what that decides, if LCV's work is reused."""


class Walk:
    """One walk through the search tree: an iterator over its placements that counts as it goes."""

    def __init__(
        self,
        hints: Iterable[Hint],
        strategy: Strategy,
        facts: Facts,
        neighbours: Neighbours,
        formulas: Sequence[Formula] = (),
    ) -> None:
        with_space = strategy.uses_space
        in_formulas = {name: () for formula in formulas for name in sorted(formula.names, key=in_order)}
        self._state = State(tuple(hints), {**in_formulas, **neighbours} if in_formulas else neighbours, with_space)
        self._formulas = _Formulas(formulas, self._state.names)
        self._strategy = strategy
        self._order = strategy.orders[0]
        self._facts = {cell: int(facts[name]) for cell, name in enumerate(self._state.names) if name in facts}
        self.nodes = 0
        self.backtracks = 0

    def __iter__(self) -> Iterator[tuple[Name, ...]]:
        state = self._state
        stack: list[Node] = [(0, None, 0, None)]
        while stack:
            node = stack.pop()
            state.undo(node[0])
            self.nodes += 1
            spend()
            if not (self._is_possible(node) and self._formulas.hold(state)):
                self.backtracks += 1
            elif state.unassigned:
                stack += self._children()
            elif state.is_met:
                yield self._placement()
            else:  # only plain backtracking comes here: the others have seen it before
                self.backtracks += 1

    def _is_possible(self, node: Node) -> bool:
        """Assign the node's value; return whether the search goes on from there."""
        state, strategy = self._state, self._strategy
        _, cell, value, decided = node
        if decided is not None:
            assert cell is not None
            state.assign_again(cell, decided)
            return True
        possible = self._start() if cell is None else state.assign(cell, value)
        if strategy.plain:
            return not state.is_exceeded(cell)
        return possible and (not strategy.prunes or state.prune(cell, strategy.propagate))

    def _start(self) -> bool:
        """Decide the known cells; return whether every hint can still be met."""
        state = self._state
        for cell, value in self._facts.items():
            state.assign(cell, value)
        return min((*state.left[0], *state.left[1]), default=0) >= 0

    def _children(self) -> list[Node]:
        """Return the next cell's nodes in rising order of preference: the last on the stack is taken first."""
        state, strategy, order = self._state, self._strategy, self._order
        if strategy.phases:
            cells = len(state.names)
            order = strategy.order(cells - state.unassigned.bit_count(), cells)
        cell, mark = state.next_cell(order), state.mark
        choices = state.choices(cell, order.lcv, strategy.propagate)
        self.backtracks += not choices
        reused = strategy.reuse_lcv
        return [(mark, cell, value, decided if reused else None) for value, decided in reversed(choices)]

    def _placement(self) -> tuple[Name, ...]:
        state = self._state
        return tuple(name for cell, name in enumerate(state.names) if state.value[cell] and cell not in self._facts)


class _Formulas:
    """The formulas, each with the mask of its names, and what it was found to be under the values it has met."""

    def __init__(self, formulas: Sequence[Formula], names: Sequence[Name]) -> None:
        number = {name: cell for cell, name in enumerate(names)}
        self._formulas = [(each, sorted(number[name] for name in each.names)) for each in formulas]
        self._masks = [_mask(cells, len(names)) for _, cells in self._formulas]
        self._seen: dict[tuple[int, tuple[int, ...]], bool] = {}
        self._names = names

    def hold(self, state: State) -> bool:
        """Return whether all formulas hold whose names all have a value."""
        return all(self._holds(index, state) for index, mask in enumerate(self._masks) if not mask & state.undecided)

    def _holds(self, index: int, state: State) -> bool:
        formula, cells = self._formulas[index]
        values = tuple([state.value[cell] for cell in cells])
        if (index, values) not in self._seen:
            spend()
            true = {self._names[cell] for cell, value in zip(cells, values, strict=True) if value}
            self._seen[index, values] = formula.holds(true)
        return self._seen[index, values]


class State:
    """What is assigned, what is pruned, how much room each hint has, and the trail that undoes it.

    A cell is *decided* once only one value is left for it, *assigned* once the search has chosen it. For each hint and
    each of the values safe (0) and mine (1), `left` holds how many more of its cells may take that value; below 0 the
    hint can no longer be met, at 0 all its undecided cells must take the other value.

    A mask has as many bits as there are cells, so to keep one for each cell and each hint takes memory quadratic in the
    cells: on large boards they are made when they are used.
    """

    __slots__ = (
        "_around",
        "_bit",
        "_by_degree",
        "_by_space",
        "_cells",
        "_hints_on",
        "_space",
        "_totals",
        "_trail",
        "left",
        "names",
        "unassigned",
        "undecided",
        "value",
    )

    def __init__(self, hints: Sequence[Hint], neighbours: Neighbours, with_space: bool) -> None:
        self.names = tuple(dict.fromkeys([*neighbours, *(name for hint in timely(hints) for name in hint.among)]))
        """The cells; those in `neighbours` come first, in its order."""
        number = {name: cell for cell, name in enumerate(self.names)}
        cells = len(self.names)
        self._bit: Masks = [1 << cell for cell in range(cells)] if cells <= MOST_KEPT else _Bits()
        self.unassigned = self.undecided = (1 << cells) - 1
        self.value = [0] * len(self.names)
        self._trail: list[int] = []
        self.left = [len(hint.among) - hint.low for hint in hints], [hint.high for hint in hints]
        groups = [[number[name] for name in hint.among] for hint in timely(hints)]
        self._cells: Masks = [_mask(group, cells) for group in groups] if cells <= MOST_KEPT else _Groups(groups, cells)
        self._totals = [index for index, hint in enumerate(hints) if hint.because == TOTAL]
        self._hints_on = _hints_on(groups, cells)
        # The mine total counts every cell, so including it among the clues changes no order.
        degrees = [len(on) for on in self._hints_on]
        self._by_degree = _classes(degrees, sorted(set(degrees), reverse=True))
        self._around: list[tuple[int, ...]] = []
        self._space: list[int] = []
        self._by_space: list[int] = []
        if with_space:
            self._around = [tuple(number[n] for n in neighbours.get(name, ()) if n in number) for name in self.names]
            self._space = [len(around) for around in self._around]
            self._by_space = _classes(self._space, range(max(self._space, default=0) + 1))

    # -- forward

    def decide(self, cell: int, value: int) -> bool:
        """Leave only this value for `cell`; return whether every hint on it can still be met."""
        self._trail.append(2 * cell + value)
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

    def assign_again(self, cell: int, decided: Decided) -> None:
        """Assign the value that was tried for `cell`, with all that it decided: there is nothing to find out."""
        for entry in decided:
            other, value = entry >> 1, entry & 1
            self.undecided ^= self._bit[other]
            self.value[other] = value
            left = self.left[value]
            for hint in self._hints_on[other]:
                left[hint] -= 1
        self._trail += decided
        self._trail.append(~cell)
        self.unassigned ^= self._bit[cell]
        if self._around:
            self._shift_space(cell, -1)

    def is_exceeded(self, cell: int | None) -> bool:
        """Return whether a hint on `cell` (None: any hint) has too many mines, or the total too few cells left."""
        safe_left, mines_left = self.left
        hints = range(len(mines_left)) if cell is None else self._hints_on[cell]
        return any(mines_left[hint] < 0 for hint in hints) or any(safe_left[total] < 0 for total in self._totals)

    @property
    def is_met(self) -> bool:
        """Whether every hint is met; every cell must be assigned, and no hint have too many mines."""
        return min(self.left[0], default=0) >= 0

    def prune(self, cell: int | None, to_the_end: bool) -> bool:
        """Decide what the hints on `cell` (None: all hints) leave no choice about; return whether they can be met.

        With `to_the_end`, continue with the hints on every cell decided in this way, until nothing more follows.
        """
        waiting = list(range(len(self.left[0])) if cell is None else self._hints_on[cell])
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
            entry = trail.pop()
            if entry >= 0:
                self.undecided ^= self._bit[entry >> 1]
                room = left[entry & 1]
                for hint in hints_on[entry >> 1]:
                    room[hint] += 1
            else:
                self.unassigned ^= self._bit[~entry]
                if self._around:
                    self._shift_space(~entry, 1)

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

    def choices(self, cell: int, lcv: bool, to_the_end: bool) -> list[tuple[int, Decided | None]]:
        """Return the values left for `cell`, the preferred one first, each with what LCV saw it decide.

        LCV drops the values that fail immediately.
        """
        if not self.undecided & self._bit[cell]:
            return [(self.value[cell], None)]
        if not lcv:
            return [(0, None), (1, None)]
        tried = [(value, self._try(cell, value, to_the_end)) for value in (0, 1)]
        return sorted((one for one in tried if one[1] is not None), key=_number_decided)

    def _try(self, cell: int, value: int, to_the_end: bool) -> Decided | None:
        """Return what this value decides, or None if it fails."""
        mark = self.mark
        possible = self.decide(cell, value) and self.prune(cell, to_the_end)
        decided = self._trail[mark:]
        self.undo(mark)
        return decided if possible else None


def _number_decided(choice: tuple[int, Decided | None]) -> int:
    return len(choice[1] or ())


def _hints_on(groups: Sequence[Sequence[int]], cells: int) -> list[list[int]]:
    """Return, for each cell, the numbers of the hints that name it."""
    on: list[list[int]] = [[] for _ in range(cells)]
    for index, group in timely(enumerate(groups)):
        for cell in group:
            on[cell].append(index)
    return on


# -- masks


class Masks(Protocol):
    """The masks of some sets of cells, by number."""

    def __getitem__(self, number: int, /) -> int: ...


MOST_KEPT = 10_000
"""With more cells than this, masks are made when they are used; those of this many cells take about 15 MB."""


class _Bits:
    """The masks of single cells, made when they are used."""

    def __getitem__(self, cell: int, /) -> int:
        return 1 << cell


class _Groups:
    """The masks of groups of cells, made when they are used, except those of large groups: the mine total's."""

    def __init__(self, groups: Sequence[Sequence[int]], cells: int) -> None:
        self._groups = groups
        self._cells = cells
        self._kept = {number: _mask(group, cells) for number, group in enumerate(groups) if len(group) > 64}

    def __getitem__(self, number: int, /) -> int:
        return self._kept.get(number) or _mask(self._groups[number], self._cells)


def _mask(group: Iterable[int], cells: int) -> int:
    """Return the mask of a group of cells; adding up their bits would take time quadratic in the cells."""
    bits = bytearray(cells // 8 + 1)
    for cell in group:
        bits[cell >> 3] |= 1 << (cell & 7)
    return int.from_bytes(bits, "little")


def _classes(keys: Sequence[int], values: Iterable[int]) -> list[int]:
    """Return the mask of the cells with each of these values as their key."""
    groups: dict[int, list[int]] = {value: [] for value in values}
    for cell, key in enumerate(keys):
        groups[key].append(cell)
    return [_mask(group, len(keys)) for group in groups.values()]
