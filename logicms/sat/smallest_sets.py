"""The smallest sets of hints that contradict each other, or that force a literal. Explanations and clashes use them.

Hints force a literal if they contradict its negation; so both questions are the same: which hints, the fewest possible,
contradict each other, given facts? Three things make it fast. One or two hints need no search: whether their sums are
possible is arithmetic, and nine out of ten certain cells need no more. A smallest set is connected, each hint sharing
an undecided cell with another, and reaches the literal: k hints lie within k steps of it. And a minimal set, which is
found quickly, is a smallest one if no smaller set is possible; otherwise `cores` searches the neighbourhood.

The mine total is one more hint, and is added only if the clues alone do not suffice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from logicms.errors import BoardError
from logicms.hints import TOTAL, Hint, Literal, Name
from logicms.sat.cores import Core, Cores
from logicms.sat.solver import Count, formula, placement


def smallest_set(
    hints: Sequence[Hint], facts: Mapping[Name, bool] | None = None, goal: Literal | None = None
) -> tuple[Hint, ...] | None:
    """Return a smallest set of hints that forces the goal (without a goal: that clashes), or None if there is none.

    The facts are given. Hints keep their order; the choice among sets of equal size is always the same.

    >>> from logicms.hints import exactly
    >>> hints = [exactly(1, "a b", because="x"), exactly(2, "a b c", because="y"), exactly(1, "b d", because="z")]
    >>> print(*smallest_set(hints, goal=Literal("c", True)), sep="; ")
    x: 1 among a b; y: 2 among a b c
    >>> smallest_set(hints) is None
    True
    """
    return next(smallest_sets(hints, facts, goal), None)


def smallest_sets(
    hints: Sequence[Hint], facts: Mapping[Name, bool] | None = None, goal: Literal | None = None
) -> Iterator[tuple[Hint, ...]]:
    """Yield every smallest set of hints that forces the goal (or that clashes), all of one size.

    >>> from logicms.hints import exactly
    >>> hints = [exactly(1, "a b", because="x"), exactly(0, "b c", because="y"), exactly(0, "b d", because="z")]
    >>> [[hint.because for hint in each] for each in smallest_sets(hints, goal=Literal("a", True))]
    [['x', 'y'], ['x', 'z']]
    """
    assumed = dict(facts or {})
    if goal is not None:
        if goal.name in assumed:
            raise BoardError(f"{goal.name} is already known")
        assumed[goal.name] = not goal.holds
    clues = [hint for hint in hints if hint.because != TOTAL]
    sets = _by_clues(clues, assumed, goal)
    first = next(sets, None)
    if first is None:
        totals = [hint for hint in hints if hint.because == TOTAL]
        sets = _with_total(clues, totals[0], assumed) if totals else iter(())
        first = next(sets, None)
    if first is not None:
        yield first
        yield from sets


def witnesses(
    chosen: Sequence[Hint], facts: Mapping[Name, bool] | None = None, goal: Literal | None = None
) -> tuple[frozenset[Name], ...]:
    """Return for each hint the mines of a placement that meets all the others and the goal's negation.

    It shows that no hint can be left out. The placements cover the cells in these hints and the facts.

    >>> from logicms.hints import exactly
    >>> witnesses([exactly(1, "a b"), exactly(2, "a b c")], goal=Literal("c", True)) == (
    ...     frozenset("ab"),
    ...     frozenset("a"),
    ... )
    True
    """
    assumed = dict(facts or {}) | ({} if goal is None else {goal.name: not goal.holds})
    known = {name for name, mine in assumed.items() if mine}
    witnesses = []
    for hint in chosen:
        mines = placement([other for other in chosen if other is not hint], assumed)
        assert mines is not None, "a smallest set has no hint that it can do without"
        witnesses.append(mines | known)
    return tuple(witnesses)


# -- by the clues alone


def _by_clues(clues: Sequence[Hint], facts: Mapping[Name, bool], goal: Literal | None) -> Iterator[tuple[Hint, ...]]:
    """Yield the smallest sets of clues: single clues if any suffices, else pairs, else larger sets."""
    near = _Neighbourhood(clues, facts, None if goal is None else goal.name)
    for search in (near.singles, near.pairs):
        cores = search()
        if cores:
            yield from (near.hints(core) for core in cores)
            return
    yield from map(near.hints, near.larger() if goal else near.larger_anywhere())


class _Neighbourhood:
    """Clues by their distance from a goal: those that touch it (without a goal, all clues), then their neighbours."""

    def __init__(self, clues: Sequence[Hint], facts: Mapping[Name, bool], goal: Name | None) -> None:
        self.clues = clues
        self.facts = facts
        self.touching: dict[Name, list[int]] = {}
        for number, hint in enumerate(clues):
            for name in hint.among:
                self.touching.setdefault(name, []).append(number)
        self.start = list(range(len(clues))) if goal is None else self.touching.get(goal, [])
        self._sums: dict[int, tuple[int, int, frozenset[Name]]] = {}

    def hints(self, core: Iterable[int]) -> tuple[Hint, ...]:
        return tuple(self.clues[number] for number in sorted(core))

    def sum(self, number: int) -> tuple[int, int, frozenset[Name]]:
        """Return the least and the greatest number of mines among the undecided cells, and these cells."""
        if number not in self._sums:
            hint, facts = self.clues[number], self.facts
            mines = sum(facts.get(name, False) for name in hint.among)
            undecided = frozenset([name for name in hint.among if name not in facts])
            self._sums[number] = hint.low - mines, hint.high - mines, undecided
        return self._sums[number]

    def neighbours(self, number: int) -> list[int]:
        """Return the clues that share an undecided cell with this one, in order."""
        return sorted({other for name in self.sum(number)[2] for other in self.touching[name]} - {number})

    def singles(self) -> list[Core]:
        return [(number,) for number in self.start if not _can_be_met(*self.sum(number))]

    def pairs(self) -> list[Core]:
        pairs = {
            (min(first, second), max(first, second))
            for first in self.start
            for second in self.neighbours(first)
            if not _can_both_be_met(self.sum(first), self.sum(second))
        }
        return sorted(pairs)

    def within(self, steps: int) -> list[int]:
        """Return the clues up to this many steps away, the near ones first."""
        clues = dict.fromkeys(self.start)  # a set in order
        last = self.start
        for _ in range(steps - 1):
            last = [other for number in last for other in self.neighbours(number) if other not in clues]
            last = list(dict.fromkeys(last))
            clues.update(dict.fromkeys(last))
        return list(clues)

    def larger(self) -> Iterator[Core]:
        """Yield the smallest sets of three clues or more, looking no farther than necessary.

        If no set within k steps clashes, every set that does has more than k clues.
        """
        at_least, steps, region = 3, 3, self.within(3)
        while (known := (cores := self.cores(region)).minimal()) is None:
            wider = self.within(2 * steps)
            if len(wider) == len(region):
                return
            at_least, steps, region = steps + 1, 2 * steps, wider
        if len(known) > steps:
            wider = self.within(len(known))
            cores, known = self.cores(wider), tuple(sorted(wider.index(region[n]) for n in known))
            region = wider
        yield from (_numbers(region, core) for core in cores.smallest(at_least, known))

    def larger_anywhere(self) -> Iterator[Core]:
        """Yield the smallest sets of three clues or more, wherever they are, component by component."""
        smallest: list[Core] = []
        for region in self.components():
            for core in self.cores(region).smallest(3):
                if smallest and len(core) > len(smallest[0]):
                    break
                if smallest and len(core) < len(smallest[0]):
                    smallest.clear()
                smallest.append(_numbers(region, core))
        yield from smallest

    def components(self) -> Iterator[list[int]]:
        """Yield the clues that are connected through undecided cells, in order."""
        done: set[int] = set()
        for number in range(len(self.clues)):
            if number not in done:
                region, todo = {number}, [number]
                while todo:
                    new = set(self.neighbours(todo.pop())) - region
                    region |= new
                    todo += sorted(new)
                done |= region
                yield sorted(region)

    def cores(self, region: Sequence[int]) -> Cores:
        problem = formula([self.clues[number] for number in region], self.facts)
        return Cores(problem.counts, [], len(problem.names))


def _numbers(region: Sequence[int], core: Core) -> Core:
    """Return the numbers of a core's clues, given their positions in a region."""
    return tuple(sorted(region[position] for position in core))


_Sum = tuple[int, int, frozenset[Name]]


def _can_be_met(low: int, high: int, cells: frozenset[Name]) -> bool:
    return low <= len(cells) and high >= 0 and low <= high


def _can_both_be_met(one: _Sum, two: _Sum) -> bool:
    """Return whether some number of mines in the shared cells makes both sums possible."""
    shared = len(one[2] & two[2])
    fewest = max(0, one[0] - len(one[2]) + shared, two[0] - len(two[2]) + shared)
    return fewest <= min(shared, one[1], two[1])


# -- with the mine total


def _with_total(clues: Sequence[Hint], total: Hint, facts: Mapping[Name, bool]) -> Iterator[tuple[Hint, ...]]:
    """Yield the smallest sets of clues that clash with the mine total, which comes last in each."""
    problem = formula([*clues, total], facts)
    *counts, whole = problem.counts
    if whole.is_impossible:
        yield (total,)
        return
    # Any number of the cells that only the total counts may be mines, so the total is a range for the rest.
    touched = {literal for count in counts for literal in count.literals}
    rest: Count = whole.without({literal for literal in whole.literals if literal not in touched})
    for core in Cores(counts, [rest], len(problem.names)).smallest():
        yield (*(clues[number] for number in core), total)
