"""Problem -> what easy steps decide, and what is left: the first step of `deduction` where there is no square grid.

The result is a `Boundary` like that of a board; a *lane* is here the number of an undecided name. Single hints are
used until nothing new follows, and so are formulas that are a conjunction, or say only whether a name holds. What is
left falls into components. Where one has only exact counts of names that the mine total counts, these are `clues` like
those of a board; any other component is counted by `counting.conditions`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from logicms.board import Names, as_name
from logicms.counting.components import Component, components
from logicms.counting.conditions import FALSE, TRUE, Conditions, Diagram, LoosePart, Node, one_by_one
from logicms.counting.placements import Counted, Part, Settled, TooWide
from logicms.deduction.boundary import Lane, LaneClue
from logicms.errors import LimitReached
from logicms.hints import TOTAL, Hint, Literal, Name
from logicms.limits import check_time, limit, timely
from logicms.problem import Problem

_FEW_STATES = 50_000
_FEW_PLACEMENTS = 100
"""If a component has more states than that and fewer placements than this, each placement is looked at."""
_MOST_PLACEMENTS = 10_000
"""If it is too wide to be counted, it may have up to this many."""

Range = tuple[int, int, tuple[Lane, ...]]
"""Low to high of these names hold."""

About = tuple[Node, tuple[Lane, ...]]
"""A condition and its names."""


class HintBoundary(NamedTuple):
    """The `Boundary` of a problem that is not a board; each name that is not known has a lane.

    Rules may speak of more than the cells of a board, such as `wet(A1)`. These names are *silent*: nothing is told
    about them, and placements that differ only there are the same. Their lanes come last.
    """

    cells: tuple[Name, ...]
    lanes: dict[Name, Lane]
    hidden: bytes
    """The names that are undecided: all but the silent ones."""
    safe: bytes
    mine: bytes
    away: bytes
    """The names that are not decided, that nothing is said about, and that the mine total counts, if there is one."""
    clues: list[LaneClue]
    """The exact counts of components that have nothing else."""
    mines_left: int | None
    """The most mines among the names that are not decided, if the total is known."""
    spare: int = 0
    """There may be this many mines fewer."""
    parts: Sequence[Part] = ()
    """The other components."""
    ranges: Sequence[Range] = ()
    """The counts in them."""
    uncounted: Collection[Lane] = frozenset()
    """The names that the mine total does not count, if there is one."""
    table: Conditions | None = None
    formulas: Sequence[About] = ()
    """The formulas that are left, as conditions in the table."""

    def lane(self, name: Name) -> Lane | None:
        return self.lanes.get(as_name(name))

    def names(self, lanes: Iterable[Lane]) -> list[Name]:
        return [self.cells[lane] for lane in lanes]

    def shown(self, lanes: Iterable[Lane]) -> Names:
        return Names(self.names([lane for lane in lanes if self.hidden[lane]]))

    def components(self) -> list[Part]:
        return [*components(self.clues), *self.parts]

    def counted(self, part: Part) -> Counted | None:
        """Return its placements; a puzzle may be too wide for a dynamic programme, and have only a few of them."""
        try:
            with limit(steps=_FEW_STATES):
                return part.counted()
        except LimitReached:
            check_time()
        counted = self._one_by_one(part, _FEW_PLACEMENTS)
        if counted is None:
            try:
                return part.counted()
            except TooWide:
                counted = self._one_by_one(part, _MOST_PLACEMENTS)
                if counted is None:
                    raise
        return counted if counted.ways else None

    def hints(self, lanes: Collection[Lane] | None = None) -> list[Hint]:
        return [Hint(low, high, tuple(self.names(around))) for low, high, around in timely(self._counts(lanes))]

    def _counts(self, lanes: Collection[Lane] | None) -> list[Range]:
        """Return the counts that are left, or those of a component, given its lanes."""
        counts = [*[(need, need, around) for need, around in self.clues], *self.ranges]
        return counts if lanes is None else [count for count in counts if count[2][0] in lanes]

    def total(self) -> Hint:
        assert self.mines_left is not None
        left = [lane for lane in range(len(self.cells)) if not (self.safe[lane] or self.mine[lane])]
        among = self.names([lane for lane in left if lane not in self.uncounted])
        return Hint(self.mines_left - self.spare, self.mines_left, tuple(among), TOTAL)

    def _one_by_one(self, part: Part, most: int) -> Counted | None:
        """Return the placements of a component, found one after the other; None if there are `most` or more."""
        assert self.table is not None
        lanes = {lane for group in part.groups for lane in group}
        counts = [self.table.count(*count) for count in self._counts(lanes)]
        roots = counts + [root for root, around in self.formulas if around[0] in lanes]
        uncounted = lanes if self.mines_left is None else self.uncounted
        silent = {lane for lane in lanes if not self.hidden[lane]}
        return one_by_one(self.table, roots, part.groups, uncounted, most, silent)


def hint_boundary(problem: Problem) -> HintBoundary | None:
    """Return what easy steps decide and leave, or None if a statement cannot be met.

    At a time limit, `LimitReached` has what was decided by then.

    >>> from logicms.hints import at_least, exactly
    >>> found = hint_boundary(Problem([exactly(1, "a b"), exactly(2, "b c d"), at_least(1, "d e"), exactly(0, "e f")]))
    >>> found.cells, list(found.safe), list(found.mine), found.clues
    (('a', 'b', 'c', 'd', 'e', 'f'), [0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0], [(1, (0, 1)), (1, (1, 2))])
    """
    if problem.board is None and facts_clash(problem):
        return None
    shown = len(problem.undecided)
    cells = problem.undecided
    if problem.written is not None:  # the silent names come last
        told = {*cells, *problem.facts}
        cells = (*cells, *(name for name in problem.names if name not in told))
    lanes = {name: lane for lane, name in enumerate(cells)}
    easy = _EasySteps(
        len(cells), shown, [_without_known(hint, lanes, problem) for hint in timely(problem.hints, every=16)]
    )
    try:
        formulas = _Formulas(problem, lanes)
        if not formulas.use(easy):
            return None
        return _left(problem, lanes, easy, formulas)
    except LimitReached as reached:
        found = HintBoundary(cells, lanes, *easy.sets(), bytes(len(cells)), [], None)
        raise LimitReached(str(reached), settled=found) from None


def facts_clash(problem: Problem) -> bool:
    """Return whether some name is stated to hold and not to hold."""
    return any(problem.facts[each.name] != each.holds for each in problem.statements if isinstance(each, Literal))


def _without_known(hint: Hint, lanes: dict[Name, Lane], problem: Problem) -> Range:
    """Return a hint as a count of its undecided names."""
    around = tuple(map(lanes.get, hint.among))
    if None not in around:
        return hint.low, hint.high, around  # type: ignore[return-value]  # mypy does not see that
    facts = problem.facts
    known = sum([lane is None and facts[name] for name, lane in zip(hint.among, around, strict=True)])
    return hint.low - known, hint.high - known, tuple([lane for lane in around if lane is not None])


# -- the easy steps


class _EasySteps:
    """Counts, each used alone until nothing new follows. Its work is the sum of their sizes."""

    def __init__(self, names: int, shown: int, counts: list[Range]) -> None:
        self.shown = shown
        """Lanes from here on are silent."""
        self.values = bytearray(names)
        """For each lane 0 if it is not decided, 1 if it is safe, 2 if it is a mine."""
        self.lows = [low for low, _, _ in counts]
        self.highs = [high for _, high, _ in counts]
        self.sizes = [len(around) for _, _, around in counts]
        """For each count: how many of its undecided names hold at least and at most, and how many these are."""
        self.around = [around for _, _, around in counts]
        self.touching: dict[Lane, list[int]] = {}
        for number, around in timely(enumerate(self.around), every=16):
            for lane in around:
                if lane in self.touching:
                    self.touching[lane].append(number)
                else:
                    self.touching[lane] = [number]
        self.waiting = list(range(len(counts)))

    def decide(self, lane: Lane, holds: bool) -> bool:
        """Note what a name is; return False if it is known not to be so."""
        if self.values[lane]:
            return self.values[lane] == 1 + holds
        self.values[lane] = 1 + holds
        for number in self.touching.get(lane, ()):
            self.sizes[number] -= 1
            if holds:
                self.lows[number] -= 1
                self.highs[number] -= 1
            self.waiting.append(number)
        return True

    def run(self) -> bool:
        """Decide what single counts decide; return False if one cannot be met."""
        # Invariant: a count that is not waiting decides nothing, for nothing about it has changed since it was looked
        # at.
        lows, highs, sizes, waiting = self.lows, self.highs, self.sizes, self.waiting
        while waiting:
            number = waiting.pop()
            low, high, size = lows[number], highs[number], sizes[number]
            if low > size or high < 0 or low > high:
                return False
            if size and (low == size or not high):
                for lane in self.around[number]:
                    if not self.values[lane]:
                        self.decide(lane, low == size)
                check_time()
        return True

    def sets(self) -> tuple[bytes, bytes, bytes]:
        """Return the undecided names, those that are safe and those that are mines."""
        hidden = b"\1" * self.shown + bytes(len(self.values) - self.shown)
        return hidden, bytes(self.values.translate(_IS_SAFE)), bytes(self.values.translate(_IS_MINE))

    def left(self) -> list[Range]:
        """Return what the counts still say, each once."""
        found: dict[Range, None] = {}
        for low, high, size, around in timely(zip(self.lows, self.highs, self.sizes, self.around, strict=True)):
            if low > 0 or high < size:
                rest = around if size == len(around) else tuple([lane for lane in around if not self.values[lane]])
                found[max(0, low), min(high, size), rest] = None
        return list(found)


_IS_UNDECIDED = bytes(value == 0 for value in range(256))
_IS_SAFE = bytes(value == 1 for value in range(256))
_IS_MINE = bytes(value == 2 for value in range(256))


class _Formulas:
    """The formulas of a problem, as conditions on lanes."""

    def __init__(self, problem: Problem, lanes: dict[Name, Lane]) -> None:
        self.table = Conditions()

        def node(text: str) -> Node:
            name = as_name(text)
            return self.table.name(lanes[name]) if name in lanes else TRUE if problem.facts[name] else FALSE

        self.roots = [self.table.read(formula.expr, node) for formula in problem.formulas]

    def use(self, easy: _EasySteps) -> bool:
        """Decide what single counts and formulas decide; return False if one cannot be met."""
        # Counts and formulas take turns: each turn puts in what the counts have decided, and ends the loop if no
        # formula then decides a name; so counts see every such name at once, and formulas are rebuilt seldom.
        while easy.run():
            known = {lane for root in self.roots for lane in self.table.names(root) if easy.values[lane]}
            values = {self.table.name(lane): TRUE if easy.values[lane] == 2 else FALSE for lane in known}
            rebuilt = [self.table.rebuilt(root, values) for root in self.roots]
            roots = dict.fromkeys(each for root in rebuilt for each in self.table.conjuncts(root))
            if FALSE in roots:
                return False
            literals = {root: self.table.literal(root) for root in roots}
            self.roots = [root for root, literal in literals.items() if literal is None]
            news = [literal for literal in literals.values() if literal is not None]
            if not all([easy.decide(*literal) for literal in news]):
                return False
            if not news:
                return True
        return False


# -- what is left


class _Total(NamedTuple):
    """The mine total without what is known: `most` mines or up to `spare` fewer."""

    most: int | None
    spare: int
    uncounted: frozenset[Lane]


def _total(problem: Problem, lanes: dict[Name, Lane], values: bytearray) -> _Total | None:
    """Return the mine total of the undecided names, or None if it cannot be met."""
    total = problem.total
    if total is None:
        return _Total(None, 0, frozenset())
    low, high, counted = _without_known(total, lanes, problem)
    assert problem.written is None or max(counted, default=-1) < len(problem.undecided), "the mine total counts cells"
    mines = sum([values[lane] == 2 for lane in counted])
    left = [lane for lane in counted if not values[lane]]
    low, high = max(0, low - mines), min(high - mines, len(left))
    if low > high:
        return None
    uncounted = frozenset() if len(counted) == len(lanes) else frozenset(range(len(lanes))).difference(counted)
    return _Total(high, high - low, uncounted)


def _left(problem: Problem, lanes: dict[Name, Lane], easy: _EasySteps, formulas: _Formulas) -> HintBoundary | None:
    """Return what easy steps have left, in components; None if the mine total cannot be met."""
    total = _total(problem, lanes, easy.values)
    if total is None:
        return None
    table, ranges, rest = formulas.table, easy.left(), list[About]()
    for root in formulas.roots:
        if (found := table.range(root)) is not None:
            ranges.append((found[0], found[1], tuple(sorted(found[2]))))
        else:
            rest.append((root, tuple(sorted(table.names(root)))))
    alone = bytearray(easy.values.translate(_IS_UNDECIDED))  # what nothing is said about
    for around in [*[around for _, _, around in ranges], *[around for _, around in rest]]:
        for lane in around:
            alone[lane] = 0
    parts: list[Part] = []
    alone[easy.shown :] = bytes(len(alone) - easy.shown)
    free = [lane for lane in total.uncounted if alone[lane]]
    if free:
        for lane in free:
            alone[lane] = 0
        ways, mines = 1 << len(free), len(free) << len(free) - 1
        parts.append(LoosePart([free], Settled((None,), 0), Counted(0, (ways,), ((mines,),))))
    if total.spare:
        parts.append(LoosePart([], Settled((), total.spare), Counted(0, (1,) * (total.spare + 1), ())))
    loose: list[Range] = []
    if rest or total.uncounted or easy.shown < len(lanes) or any([low < high for low, high, _ in ranges]):
        ranges, loose, more = _separate(table, ranges, rest, total, easy.shown)
        parts += more
    return HintBoundary(
        tuple(lanes),
        lanes,
        *easy.sets(),
        away=bytes(alone),
        clues=[(low, around) for low, _, around in ranges],
        mines_left=total.most,
        spare=total.spare,
        parts=parts,
        ranges=loose,
        uncounted=total.uncounted,
        table=table,
        formulas=rest,
    )


def _separate(
    table: Conditions, ranges: list[Range], rest: list[About], total: _Total, shown: int
) -> tuple[list[Range], list[Range], list[Part]]:
    """Return the counts of components that have only exact ones, the counts of the others, and these others."""
    clues = [(low, around) for low, _, around in ranges]
    found = components([*clues, *[(0, around) for _, around in rest]])  # their order does not depend on the numbers
    component_of = {lane: number for number, part in enumerate(found) for group in part.groups for lane in group}
    others: dict[int, list[Node]] = {component_of[lane]: [] for lane in total.uncounted if lane in component_of}
    others |= {number: [] for lane, number in component_of.items() if lane >= shown}
    for root, around in rest:
        others.setdefault(component_of[around[0]], []).append(root)
    for low, high, around in ranges:
        if low < high:
            others.setdefault(component_of[around[0]], [])
    exact, loose = list[Range](), list[Range]()
    for low, high, around in ranges:
        if (number := component_of[around[0]]) in others:
            loose.append((low, high, around))
            others[number].append(table.count(low, high, around))
        else:
            exact.append((low, high, around))
    return exact, loose, [_part(table, others[number], found[number], total, shown) for number in sorted(others)]


def _part(table: Conditions, roots: list[Node], component: Component, total: _Total, shown: int) -> Part:
    order = [lane for group in component.groups for lane in group]
    order.sort(key=shown.__le__)  # silent names come last
    uncounted = order if total.most is None else total.uncounted  # without a total, mines need not be told apart
    return Diagram(table, roots, order, uncounted, silent=sum([lane >= shown for lane in order]))
