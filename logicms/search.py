"""The constraint-satisfaction solver: hints in, a placement out, with every switch of the search course.

One variable per cell, the values safe and mine, the hints as constraints; depth first on an explicit stack: a node is a
cell, a value, and the mark on the trail that it starts from. A *node* is taken from the stack; it is a *backtrack* if
it is not a placement and has no child, so that the search turns back there.

No switch changes which placements are found. Two kinds of backtracking differ in when they turn back. *Plain*
backtracking, as the search course's report programs it, looks only at what is chosen: it turns back when a hint has too
many mines or the mine total is out of reach, and whether every hint has enough mines is seen at the end. Ours, without
any switch, also turns back as soon as a hint has too few cells left: that is half of forward checking.

*Forward checking* prunes the cells around the last assigned one; *propagate* goes on until nothing more follows. Every
cell with one value left counts at once in all hints around it, and the mine total prunes, too. *Plain* forward
checking, that of the report, does neither: a hint counts the cells that are assigned, and nothing is pruned at first.
The variable order is *MRV* (minimum remaining values: a cell with one value left comes first), then ties by *degree*
(the cell with the most clues on it) or *space* (the cell with the fewest unassigned cells around it). The value order
is *LCV* (least constraining value: the one that decides the fewest other cells comes first). LCV tries both values to
see what they decide, and forward checking then does the same again for the value that is taken; with *reuse_lcv* it
takes over what LCV found. These are the heuristics of the textbook chapter on constraint satisfaction (Russell and
Norvig, *Artificial Intelligence: A Modern Approach*), except space and phases, which are ideas of the course's
students.

Formulas are constraints too, as clauses: a clause is a count, for at most all but one of its literals may be false.
Except in plain backtracking, what they decide is always pruned until nothing more follows (unit propagation). Auxiliary
symbols are pruned like cells but never assigned: a formula that has some in its clauses is looked at itself once all
its names have values.

The `State` has no grid and makes no copies: a cell is a number, a set of cells one large integer with a bit per cell
(its *mask*), and every change is written on the *trail*, so that going back costs as much as going forward.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import signature
from time import perf_counter
from types import ModuleType
from typing import TYPE_CHECKING, Any, get_args

from logicms.errors import BoardError, LimitReached, counted, unknown_word
from logicms.hints import TOTAL, Hint, Literal, Name, Shown, ordered
from logicms.limits import spend, timely
from logicms.logic.clauses import Symbols, clauses_of
from logicms.problem import Formula, Problem, Unfounded

if TYPE_CHECKING:
    from logicms.board import Board, Flags
    from logicms.problem import Tells

# -- the switches

Heuristic = typing.Literal["degree", "space"]


@dataclass(frozen=True, slots=True)
class Order:
    """Which cell comes next, and which of its values first; without switches, the first cell and the value safe."""

    mrv: bool = False
    heuristic: Heuristic | None = None
    lcv: bool = False

    def __post_init__(self) -> None:
        if self.heuristic not in (None, *get_args(Heuristic)):
            raise unknown_word(self.heuristic, get_args(Heuristic), "a heuristic")

    def __str__(self) -> str:
        return " + ".join(filter(None, ["MRV" if self.mrv else "", self.heuristic or "", "LCV" if self.lcv else ""]))


@dataclass(frozen=True, slots=True)
class Strategy:
    """How to search; `phases`, if there are any, divide the search into equal shares of assigned cells.

    >>> early, late = Order(heuristic="degree"), Order(mrv=True, lcv=True)
    >>> strategy = Strategy(forward_checking=True, phases=(early, late))
    >>> strategy.order(assigned=4, cells=10) == early, strategy.order(assigned=5, cells=10) == late
    (True, True)
    """

    forward_checking: bool = False
    propagate: bool = False
    mrv: bool = False
    heuristic: Heuristic | None = None
    lcv: bool = False
    phases: tuple[Order, ...] = ()
    plain: bool = False
    reuse_lcv: bool = False

    def __post_init__(self) -> None:
        Order(heuristic=self.heuristic)  # refuses what is no heuristic
        if self.phases and (self.mrv or self.heuristic or self.lcv):
            raise BoardError("with phases, each phase has its own MRV, heuristic and LCV")
        if self.plain and self.propagate:
            raise BoardError("plain backtracking does not propagate: ask for forward checking, or leave out plain")
        if self.reuse_lcv and (self.plain or not (self.prunes and any(order.lcv for order in self.orders))):
            raise BoardError("reusing LCV's work needs LCV, and our forward checking or propagate to take it over")

    def order(self, assigned: int, cells: int) -> Order:
        """Return the order that holds when this many of the cells are assigned."""
        orders = self.orders
        return orders[min(assigned * len(orders) // max(cells, 1), len(orders) - 1)]

    @property
    def prunes(self) -> bool:
        """Whether a chosen value strikes out values of other cells."""
        return self.forward_checking or self.propagate

    @property
    def orders(self) -> tuple[Order, ...]:
        return self.phases or (Order(self.mrv, self.heuristic, self.lcv),)

    @property
    def uses_space(self) -> bool:
        """Whether an order asks for the cells around a cell."""
        return any(order.heuristic == "space" for order in self.orders)

    def __str__(self) -> str:
        kind = "plain " if self.plain else ""
        method = "propagate" if self.propagate else f"{kind}{'forward checking' if self.prunes else 'backtracking'}"
        text = " + ".join(filter(None, [method, " / ".join(map(str, self.orders))]))
        return f"{text}, reusing LCV's work" if self.reuse_lcv else text


BACKTRACKING = Strategy()
"""Backtracking without any switch: it turns back when a hint can no longer be met."""


# -- the search

# A Mapping is invariant in its keys, which are Names; Any also accepts one whose keys are all Cells.
Neighbours = Mapping[Any, Iterable[Name]]


MOST_LISTED = 10
"""Of the placements that are counted, this many are kept."""


@dataclass(frozen=True, slots=True)
class Search(Shown):
    """The result of a search and its cost; `limit` says why it ended early, if it did."""

    placements: tuple[tuple[Name, ...], ...]
    """The first placements found: the mines of each, without known ones, and what rules of closed predicates say."""
    found: int
    nodes: int
    backtracks: int
    seconds: float
    limit: str | None = None

    def __str__(self) -> str:
        there = "" if self.placement is None else f": {' '.join(map(str, self.placement)) or 'no mines'}"
        more = f" ({self.found:,} placements)" if self.found > 1 else ""
        return f"{self.limit or self.status}{there}{more}; {counted(self.nodes, 'node')}"

    @property
    def placement(self) -> tuple[Name, ...] | None:
        """The first placement found."""
        return self.placements[0] if self.placements else None

    @property
    def status(self) -> typing.Literal["found", "none", "limit"]:
        if self.limit is not None:
            return "limit"
        return "found" if self.found else "none"


def search(
    hints: Iterable[Hint],
    strategy: Strategy = BACKTRACKING,
    *,
    facts: Mapping[Any, bool] | None = None,
    neighbours: Neighbours | None = None,
    formulas: Sequence[Formula | Unfounded] = (),
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
    first: list[tuple[Name, ...]] = []
    found, limit = 0, None
    try:
        walk = Walk(hints, strategy, facts or {}, neighbours or {}, formulas)
    except LimitReached as reached:
        return Search((), 0, 0, 0, perf_counter() - began, str(reached))
    try:
        for placement in walk:
            if found < MOST_LISTED:
                first.append(placement)
            found += 1
            if not every:
                break
    except LimitReached as reached:
        limit = str(reached)
    return Search(tuple(first), found, walk.nodes, walk.backtracks, perf_counter() - began, limit)


TrailEntries = list[int]
"""Cells with their values, as they are written on the trail: twice the cell's number, plus 1 if it is a mine."""

_Node = tuple[int, int | None, int, TrailEntries | None]
"""The mark to start from, the cell (None: the root) and its value, and what that decides, if LCV's work is reused."""


def search_problem(
    problem: Problem | Board | Tells,
    strategy: Strategy = BACKTRACKING,
    *,
    every: bool = False,
    flags: Flags = "fact",
) -> Search:
    """Search for a placement that meets everything in a problem, or, with `every`, count them all.

    >>> from logicms.hints import exactly
    >>> result = search_problem(Problem([exactly(1, "a b"), exactly(1, "b c")]), Strategy(mrv=True), every=True)
    >>> result.status, result.placement, result.found
    ('found', ('b',), 2)
    """
    problem = Problem.of(problem, flags=flags)
    board, neighbours = problem.board or problem.written, dict[Name, tuple[Name, ...]]()
    if board is not None:  # its cells that are not open, in order; if the strategy needs these, with the cells around
        opened, uses_space = frozenset(board.open), strategy.uses_space
        closed = (cell for cell in timely(board.cells) if cell not in opened)
        neighbours = {cell: tuple(board.neighbours(cell)) if uses_space else () for cell in closed}
    formulas = problem.formulas
    found = search(
        problem.all_hints, strategy, facts=problem.facts, neighbours=neighbours, formulas=formulas, every=every
    )
    return replace(found, placements=tuple((*each, *problem.derived) for each in found.placements))


class Walk:
    """One walk through the search tree: an iterator over its placements that counts as it goes."""

    def __init__(
        self,
        hints: Iterable[Hint],
        strategy: Strategy,
        facts: Mapping[Any, bool],
        neighbours: Neighbours,
        formulas: Sequence[Formula | Unfounded] = (),
    ) -> None:
        told = _Clauses(formulas)
        in_formulas = {name: () for formula in formulas for name in ordered(formula.names)}
        around = {**in_formulas, **neighbours} if in_formulas else neighbours
        kind = PlainState if strategy.plain and strategy.prunes else State
        self._state = kind(tuple(hints), around, strategy.uses_space, told)
        self._formulas = _Formulas(told.unfinished, self._state.names)
        self._strategy = strategy
        self._order = strategy.orders[0]
        self._facts = {cell: int(facts[name]) for cell, name in enumerate(self._state.names) if name in facts}
        self.nodes = 0
        self.backtracks = 0

    def __iter__(self) -> Iterator[tuple[Name, ...]]:
        state, strategy = self._state, self._strategy
        stack: list[_Node] = [(0, None, 0, None)]
        while stack:
            node = stack.pop()
            state.undo(node[0])
            self.nodes += 1
            spend()
            if not (self._is_possible(node) and self._formulas.hold(state)):
                self.backtracks += 1
            elif state.unassigned:
                order = self._order
                if strategy.phases:
                    order = strategy.order(state.cells - state.unassigned.bit_count(), state.cells)
                cell, mark = state.next_cell(order), state.mark
                choices = state.choices(cell, order.lcv, strategy.propagate)
                self.backtracks += not choices
                # In rising order of preference: the last on the stack is taken first.
                stack += [(mark, cell, value, found if strategy.reuse_lcv else None) for value, found in choices[::-1]]
            elif state.is_met:
                names = enumerate(state.names[: state.cells])
                yield tuple(name for cell, name in names if state.value[cell] and cell not in self._facts)
            else:  # only plain backtracking comes here: the others have seen it before
                self.backtracks += 1

    def _is_possible(self, node: _Node) -> bool:
        """Assign the node's value; return whether the search goes on from there."""
        state, strategy = self._state, self._strategy
        _, cell, value, decided = node
        if decided is not None:
            assert cell is not None
            state.assign_again(cell, decided)
            return True
        if cell is None:  # the root: what is known beforehand
            for known, its_value in self._facts.items():
                state.assign(known, its_value)
            possible = min(state.left, default=0) >= 0
        else:
            possible = state.assign(cell, value)
        if strategy.plain and (cell is None or not strategy.prunes):
            return not state.is_exceeded(cell)
        if not strategy.prunes:
            return possible and state.prune_by_clauses(cell)
        return possible and state.prune(cell, strategy.propagate)


class _Clauses:
    """Formulas as clauses of literals, with auxiliary symbols where a formula would have too many without."""

    def __init__(self, formulas: Sequence[Formula | Unfounded]) -> None:
        symbols = Symbols()
        names: dict[str, Name] = {}
        self.literals: list[tuple[Literal, ...]] = []
        self.unfinished: list[Formula | Unfounded] = []
        """The formulas with auxiliary symbols: their clauses follow from the formula, but do not say all of it."""
        self.formulas = tuple(formulas)
        for formula in timely(formulas):
            made = clauses_of(formula.expr, symbols)
            clauses = [*made.clauses, *(clause for _, clause in made.definitions)]
            spend(len(clauses))
            names.update((str(name), name) for name in formula.names)
            told = [
                [Literal(names.get(str(n), n), holds) for n, holds in symbols.literals(clause)] for clause in clauses
            ]
            self.literals += map(tuple, told)
            if any(name in symbols.meanings for clause in told for name, _ in clause):
                self.unfinished.append(formula)
        self.literals = list(dict.fromkeys(self.literals))
        self.auxiliary = tuple(symbols.meanings)


class _Formulas:
    """The formulas, each with the mask of its names, and what it was found to be under the values it has met."""

    def __init__(self, formulas: Sequence[Formula | Unfounded], names: Sequence[Name]) -> None:
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
    """What is assigned, what is pruned, how much room each constraint has, and the trail that undoes it.

    A cell is *decided* once only one value is left for it, *assigned* once the search has chosen it. For each hint,
    `left` has two numbers: how many more of its cells may be safe, and how many may be mines; below 0 the hint can no
    longer be met, at 0 all its undecided cells must take the other value. A clause is the same for its literals: any
    number may be true and all but one may be false, which takes the place of mines. So a cell that is not negated in a
    clause is *opposed* there: safe and mine change places.

    A mask has as many bits as there are cells, so to keep one for each cell and each hint takes memory quadratic in the
    cells: on large boards they are made when they are used.
    """

    __slots__ = (
        "_around",
        "_by_degree",
        "_by_space",
        "_cells",
        "_on",
        "_opposed",
        "_room",
        "_space",
        "_totals",
        "_trail",
        "cells",
        "left",
        "names",
        "unassigned",
        "undecided",
        "value",
    )

    def __init__(
        self, hints: Sequence[Hint], neighbours: Neighbours, with_space: bool, told: _Clauses | None = None
    ) -> None:
        told = told or _Clauses(())
        own = dict.fromkeys([*neighbours, *(name for hint in timely(hints) for name in hint.among)])
        self.cells = len(own)
        """The number of cells; auxiliary symbols come after them."""
        self.names = (*own, *told.auxiliary)
        """The cells; those in `neighbours` come first, in its order."""
        number = {name: cell for cell, name in enumerate(self.names)}
        cells = len(self.names)
        self.unassigned, self.undecided = (1 << self.cells) - 1, (1 << cells) - 1
        self.value = [0] * cells
        self._trail: list[int] = []
        self._on: list[list[int]] = [[] for _ in self.names]
        """For each cell, the constraints that it is in."""
        self._room: tuple[list[list[int]], list[list[int]]] = [[] for _ in self.names], [[] for _ in self.names]
        """For each value and cell, where `left` has the numbers that go down by one when the cell takes the value."""
        self._opposed: dict[int, int] = {}
        """For each clause, the mask of its opposed cells."""
        self.left: list[int] = []
        groups = [[number[name] for name in hint.among] for hint in timely(hints)]
        for hint, group in zip(hints, groups, strict=True):
            self._add(group, (), len(group) - hint.low, hint.high)
        # The mine total counts every cell, so including it among the clues changes no order.
        degrees = [len(on) for on in self._on]
        for formula in told.formulas:
            for name in formula.names:
                degrees[number[name]] += 1
        for clause in timely(told.literals):
            negated = [number[name] for name, holds in clause if not holds]
            others = [number[name] for name, holds in clause if holds]
            self._opposed[len(groups)] = _mask(others, cells)
            groups.append(negated)
            self._add(negated, others, len(clause), len(clause) - 1)
        self._cells: Sequence[int] | _Groups = (
            [_mask(group, cells) for group in groups] if cells <= MOST_KEPT else _Groups(groups, cells)
        )
        self._totals = [index for index, hint in enumerate(hints) if hint.because == TOTAL]
        self._by_degree = _classes(degrees, sorted(set(degrees), reverse=True))
        self._around: list[tuple[int, ...]] = []
        self._space: list[int] = []
        self._by_space: list[int] = []
        if with_space:
            self._around = [tuple(number[n] for n in neighbours.get(name, ()) if n in number) for name in self.names]
            self._space = [len(around) for around in self._around]
            self._by_space = _classes(self._space, range(max(self._space, default=0) + 1))

    def _add(self, counted: Iterable[int], opposed: Iterable[int], may_be_safe: int, may_be_mines: int) -> None:
        """Add a constraint on the cells that it counts and on those that are opposed."""
        safe_left, mines_left = len(self.left), len(self.left) + 1
        self.left += (may_be_safe, may_be_mines)
        for cells, of_safe, of_mine in ((counted, safe_left, mines_left), (opposed, mines_left, safe_left)):
            for cell in cells:
                self._on[cell].append(safe_left // 2)
                self._room[0][cell].append(of_safe)
                self._room[1][cell].append(of_mine)

    # -- forward

    def decide(self, cell: int, value: int) -> bool:
        """Leave only this value for `cell`; return whether every constraint on it can still be met."""
        self._trail.append(2 * cell + value)
        self.undecided ^= 1 << cell
        self.value[cell] = value
        return self._take_room(cell, value)

    def _take_room(self, cell: int, value: int) -> bool:
        """Count the value in every constraint on the cell; return whether they can still be met."""
        left = self.left
        possible = True
        for place in self._room[value][cell]:
            left[place] -= 1
            if left[place] < 0:
                possible = False
        return possible

    def assign(self, cell: int, value: int) -> bool:
        """Assign this value to `cell`; return whether every constraint on it can still be met."""
        possible = self.decide(cell, value) if self.undecided & (1 << cell) else True
        self._mark_assigned(cell)
        return possible

    def _mark_assigned(self, cell: int) -> None:
        self._trail.append(~cell)
        self.unassigned ^= 1 << cell
        if self._around:
            self._shift_space(cell, -1)

    def assign_again(self, cell: int, decided: TrailEntries) -> None:
        """Assign the value that was tried for `cell`, with all that it decided: there is nothing to find out."""
        for entry in decided:
            self.decide(entry >> 1, entry & 1)
        self._mark_assigned(cell)

    def is_exceeded(self, cell: int | None) -> bool:
        """Return whether a hint on `cell` (None: any hint) has too many mines, or the total too few cells left.

        A clause with only false literals is exceeded, too.
        """
        constraints = range(len(self.left) // 2) if cell is None else self._on[cell]
        left = self.left
        return any(left[2 * each + 1] < 0 for each in constraints) or any(left[2 * each] < 0 for each in self._totals)

    @property
    def is_met(self) -> bool:
        """Whether every constraint is met; every cell must be assigned, and none be exceeded."""
        return min(self.left[::2], default=0) >= 0

    def prune(self, cell: int | None, to_the_end: bool) -> bool:
        """Decide what the constraints on `cell` (None: all) leave no choice about; return whether they can be met.

        With `to_the_end`, continue with those on every cell decided in this way, until nothing more follows.
        """
        return self._prune(range(len(self.left) // 2) if cell is None else self._on[cell], to_the_end)

    def prune_by_clauses(self, cell: int | None) -> bool:
        """Decide what follows from clauses alone; return whether all constraints can be met."""
        if not self._opposed:
            return True
        on = self._opposed if cell is None else self._on[cell]
        return self._prune([each for each in on if each in self._opposed], to_the_end=False)

    def _prune(self, constraints: Iterable[int], to_the_end: bool) -> bool:
        # A constraint is waiting if one of its cells was decided since it was looked at, so once none is, no constraint
        # of those that are followed has room for one value only. What was decided stays so, hence this ends.
        waiting = list(constraints)
        while waiting:
            for other, value in self._forced(waiting.pop(), self.undecided):
                if not self.decide(other, value):
                    return False
                if to_the_end:
                    waiting += self._on[other]
                elif self._opposed:
                    waiting += [each for each in self._on[other] if each in self._opposed]
        return True

    def _forced(self, constraint: int, among: int) -> Iterator[tuple[int, int]]:
        """Yield the cells, of those in the mask `among`, to which a constraint leaves no choice, and their value."""
        safe_left, mines_left = self.left[2 * constraint], self.left[2 * constraint + 1]
        if safe_left and mines_left:
            return
        value = 0 if mines_left == 0 else 1
        cells = self._cells[constraint] & among
        while cells:  # the lowest bit first, which is then cleared
            yield (cells & -cells).bit_length() - 1, value
            cells &= cells - 1
        opposed = self._opposed.get(constraint, 0) & among
        while opposed:
            yield (opposed & -opposed).bit_length() - 1, 1 - value
            opposed &= opposed - 1

    # -- back

    @property
    def mark(self) -> int:
        """The length of the trail: where `undo` goes back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Undo everything since `mark`."""
        trail, left, room = self._trail, self.left, self._room
        while len(trail) > mark:
            entry = trail.pop()
            if entry >= 0:  # a cell was decided; a negative entry says that one was assigned
                self.undecided ^= 1 << (entry >> 1)
                for place in room[entry & 1][entry >> 1]:
                    left[place] += 1
            else:
                self._unmark_assigned(~entry)

    def _unmark_assigned(self, cell: int) -> None:
        self.unassigned ^= 1 << cell
        if self._around:
            self._shift_space(cell, 1)

    def _shift_space(self, cell: int, by: int) -> None:
        for other in self._around[cell]:
            self._by_space[self._space[other]] ^= 1 << other
            self._space[other] += by
            self._by_space[self._space[other]] ^= 1 << other

    # -- what comes next

    def next_cell(self, order: Order) -> int:
        """Return the unassigned cell that comes first in this order; there must be one."""
        # With MRV, cells with one value left come first, if there are any.
        cells = (self.unassigned & ~self.undecided or self.unassigned) if order.mrv else self.unassigned
        if order.heuristic:
            classes = self._by_degree if order.heuristic == "degree" else self._by_space
            cells = next(same & cells for same in classes if same & cells)
        return (cells & -cells).bit_length() - 1

    def choices(self, cell: int, lcv: bool, to_the_end: bool) -> list[tuple[int, TrailEntries | None]]:
        """Return the values left for `cell`, the preferred one first, each with what LCV saw it decide.

        LCV drops the values that fail immediately.
        """
        if not self.undecided & (1 << cell):
            return [(self.value[cell], None)]
        if not lcv:
            return [(0, None), (1, None)]
        tried = [(value, self._try(cell, value, to_the_end)) for value in (0, 1)]
        return sorted((one for one in tried if one[1] is not None), key=lambda one: len(one[1] or ()))

    def _try(self, cell: int, value: int, to_the_end: bool) -> TrailEntries | None:
        """Return what this value decides, or None if it fails."""
        mark = self.mark
        possible = self.decide(cell, value) and self.prune(cell, to_the_end)
        decided = self._trail[mark:]
        self.undo(mark)
        return decided if possible else None


class PlainState(State):
    """The state of the forward checking that report 4 programs: a constraint counts the cells that are assigned.

    What is pruned only leaves a cell fewer values: no other constraint knows of it, until the cell is assigned. Nothing
    is pruned before the first cell is assigned, and nothing by the mine total.
    """

    __slots__ = ()

    def decide(self, cell: int, value: int) -> bool:
        self._trail.append(2 * cell + value)
        self.undecided ^= 1 << cell
        self.value[cell] = value
        return True

    def assign(self, cell: int, value: int) -> bool:
        super().assign(cell, value)
        return self._take_room(cell, value)

    def prune(self, cell: int | None, to_the_end: bool) -> bool:
        for constraint in () if cell is None else self._on[cell]:
            if constraint not in self._totals:
                for other, value in self._forced(constraint, self.unassigned):
                    if self.undecided & (1 << other):
                        self.decide(other, value)
                    elif self.value[other] != value:
                        return False
        return True

    def undo(self, mark: int) -> None:
        while len(self._trail) > mark:
            entry = self._trail.pop()
            if entry >= 0:
                self.undecided ^= 1 << (entry >> 1)
            else:
                self._unmark_assigned(~entry)
                for place in self._room[self.value[~entry]][~entry]:
                    self.left[place] += 1

    def _try(self, cell: int, value: int, to_the_end: bool) -> TrailEntries | None:
        mark = self.mark
        possible = self.assign(cell, value) and self.prune(cell, to_the_end)
        decided = [entry for entry in self._trail[mark:] if entry >= 0]
        self.undo(mark)
        return decided if possible else None


# -- masks


MOST_KEPT = 10_000
"""With more cells than this, masks are made when they are used; those of this many cells take about 15 MB."""


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


class _Callable(ModuleType):
    """This module is also the public function `logicms.search`: importing the module puts it in that place."""

    __call__ = staticmethod(search_problem)
    __signature__ = signature(search_problem)


sys.modules[__name__].__class__ = _Callable
