"""The smallest sets of hints that contradict each other, or that force a literal. Explanations and clashes use them.

Hints force a literal if they contradict its negation; so both questions are the same: which hints, the fewest possible,
contradict each other, given facts? Three things make it fast. One or two hints need no search: whether their sums are
possible is arithmetic, and nine out of ten certain cells need no more. A smallest set is connected, each hint sharing
an undecided cell with another, and reaches the literal: k hints lie within k steps of it. And a minimal set, which is
found quickly, is a smallest one if no smaller set is possible; otherwise its neighbourhood is searched.

The search is by implicit hitting sets. A *core* is a set of counts that no placement meets. The counts that a placement
does not meet are a *correction*: every core has one of these, since the placement meets all the others. So every core
hits every correction, and a smallest hitting set of the corrections found so far is either a core, and then a smallest
one, or some placement meets it and gives one more correction (Ignatiev, Previti, Liffiton, Marques-Silva: "Smallest MUS
extraction with minimal hitting set dualization", 2015). Many counts have many corrections, so only counts that are near
enough to matter take part. python-sat has both searches (`optux`, `hitman`), but runs them in one piece; here a limit
can stop them at any step.

The mine total is one more hint, and is added only if the clues alone do not suffice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from logicms.errors import BoardError
from logicms.hints import TOTAL, Hint, Literal, Name
from logicms.sat.solver import Count, OutOfPatience, Sat, encode, guard_clauses, ladder, placement

Core = tuple[int, ...]
"""Positions of counts (of groups), in order."""
_Clauses = Sequence[tuple[int, ...]]


# -- the search: cores and corrections


class ClauseGroup(NamedTuple):
    """Clauses that are all meant, or none of them."""

    clauses: tuple[tuple[int, ...], ...]

    def is_met(self, holds: Collection[int]) -> bool:
        """Return whether every clause has a literal that holds when exactly the positive literals in `holds` do."""
        return all(any((abs(lit) in holds) == (lit > 0) for lit in clause) for clause in self.clauses)


class Cores:
    """The cores among counts, or among groups of clauses; each of them is meant if its *selector* holds.

    >>> counts = [Count(1, 1, (1, 2)), Count(0, 0, (3,)), Count(2, 2, (1, 2, 3)), Count(1, 1, (2, 3))]
    >>> list(Cores.of_counts(counts, [], 3).smallest())
    [(0, 1, 2)]
    """

    def __init__(
        self, items: Sequence[Count | ClauseGroup], selectors: range, rungs: Iterator[Sat], questions: int | None = None
    ) -> None:
        self._items, self._selectors, self._rungs, self._questions = items, selectors, rungs, questions
        self._sat = next(rungs)
        self._corrections: list[Core] = []

    @classmethod
    def of_counts(cls, counts: Sequence[Count], always: Sequence[Count], top: int) -> Cores:
        """Return the cores among `counts`, given that all of `always` hold; `top` is the greatest literal in them."""
        selectors = range(top + 1, top + 1 + len(counts))
        clauses, top = guard_clauses(zip(selectors, counts, strict=True), top + len(counts))
        return cls(counts, selectors, ladder(always, top, clauses))

    @classmethod
    def of_groups(
        cls, groups: Sequence[ClauseGroup], always: _Clauses, top: int, questions: int | None = None
    ) -> Cores:
        """Return the cores among groups of clauses; `questions` is how many the solver may be asked."""
        selectors = range(top + 1, top + 1 + len(groups))
        guarded = zip(selectors, groups, strict=True)
        clauses = [(-selector, *clause) for selector, group in guarded for clause in group.clauses]
        return cls(groups, selectors, ladder((), selectors.stop - 1, [*clauses, *always]), questions)

    def minimal(self) -> Core | None:
        """Return a core from which no count can be left out (there may be smaller ones), or None if there is none."""
        everything = range(len(self._items))
        return None if self._meets(everything) else self._minimise(self._core())

    def smallest(self, at_least: int = 0, known: Core | None = None) -> Iterator[Core]:
        """Yield every core of the smallest size. None has fewer than `at_least`; `known` is one to begin with."""
        best = known or self.minimal()
        if best is None:
            return
        sets = HittingSets(len(self._items))
        for correction in self._corrections:
            sets.hit(correction)
        size = None  # of the smallest cores, once it is known
        if len(best) <= at_least:
            size = len(best)
            yield best
            sets.block(best)
        # A core hits every correction, so no core is smaller than `hit`, the smallest set that hits those found so far.
        while (hit := sets.smallest()) is not None and (size is None or len(hit) <= size):
            if size is None and len(hit) == len(best):
                hit = best  # so `best` is a smallest core already: no need to ask about this hitting set
            elif self._meets(hit):
                best = min(best, self._correct(hit, sets), key=len)
                continue
            size = len(hit)
            yield hit
            sets.block(hit)

    def minimal_ones(self) -> Iterator[Core]:
        """Yield every core from which no count can be left out, the smallest first."""
        # A hitting set that is smallest, and contains no core found before, is minimal if it is a core: fewer of its
        # counts would hit every correction too, if they were a core.
        if self._meets(range(len(self._items))):
            return
        sets = HittingSets(len(self._items))
        while (hit := sets.smallest()) is not None:
            if self._meets(hit):
                self._correct(hit, sets)
                continue
            yield hit
            if not hit:
                return
            sets.block(hit)

    def _correct(self, hit: Core, sets: HittingSets) -> Core:
        """Add disjoint corrections that `hit` does not hit; return the minimal core that is reached in the end.

        The solver has just met `hit`. Adding the counts of a correction forces the next correction to be elsewhere.
        """
        chosen = list(hit)
        while True:
            correction = self._smallest_correction(chosen)
            sets.hit(correction)
            chosen += correction
            if not self._meets(chosen):
                return self._minimise(self._core())

    def _smallest_correction(self, chosen: Collection[int]) -> Core:
        """Return a minimal correction that contains none of `chosen`.

        The solver has just met `chosen`.
        """
        # Invariant: some placement meets all of `met`, and none meets these and any of `correction`.
        unmet = self._unmet()
        met = [i for i in range(len(self._items)) if i not in unmet]
        correction: list[int] = []
        while unmet:
            number = unmet.pop(0)
            if self._meets([*met, number]):
                still = set(self._unmet())
                met += [number, *(i for i in unmet if i not in still)]
                unmet = [i for i in unmet if i in still]
            else:
                correction.append(number)
        return tuple(correction)

    def _minimise(self, core: Core) -> Core:
        """Return the core without the counts that it does not need, trying the last of its counts first."""
        # By deletion (Chinneck and Dravnieks, 1991). Invariant: `core` and `needed` together are a core, and without
        # any one of `needed` the rest has a placement.
        needed: list[int] = []
        while core:
            *rest, last = core
            if self._meets([*rest, *needed]):
                self._corrections.append(tuple(self._unmet()))
                needed.append(last)
                core = tuple(rest)
            else:
                kept = set(self._core())
                core = tuple(i for i in rest if i in kept)
        return tuple(sorted(needed))

    # -- the solver

    def _meets(self, numbers: Iterable[int]) -> bool:
        """Return whether a placement meets these counts."""
        wanted = [self._selectors[number] for number in numbers]
        if self._questions is not None:
            self._questions -= 1
            if self._questions < 0:
                raise OutOfPatience
        while True:
            try:
                return self._sat.solve(wanted)
            except OutOfPatience:
                self._sat = next(self._rungs)

    def _core(self) -> Core:
        """Return counts that the solver has just found impossible to meet together."""
        return tuple(sorted(literal - self._selectors.start for literal in self._sat.core()))

    def _unmet(self) -> list[int]:
        """Return the counts that the placement just found does not meet."""
        holds = {literal for literal in self._sat.placement() if literal > 0}
        return [i for i, count in enumerate(self._items) if not count.is_met(holds)]


class HittingSets:
    """Sets of the numbers 0 to `count` - 1 that have at least one number from each of some sets, smallest first.

    More sets to hit may be added. Every number wishes to be left out.

    >>> sets = HittingSets(4)
    >>> sets.hit([0, 1]), sets.hit([1, 2]), sets.hit([2, 3])
    (None, None, None)
    >>> first = sets.smallest()
    >>> sets.block(first)
    >>> first, sets.smallest()
    ((1, 3), (1, 2))
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._sat = Sat([])
        # Number n is the solver's literal n + 1.
        self._wishes = Wishes(self._sat, [-literal for literal in range(1, count + 1)], count)

    def hit(self, numbers: Iterable[int]) -> None:
        """Require one of these in every hitting set from now on."""
        self._sat.add(sorted(number + 1 for number in numbers))

    def block(self, numbers: Iterable[int]) -> None:
        """Require that no hitting set contains all of these from now on."""
        self._sat.add(sorted(-(number + 1) for number in numbers))

    def smallest(self) -> tuple[int, ...] | None:
        """Return a smallest hitting set, or None if all are blocked."""
        while not self._wishes.come_true():
            if self._wishes.is_hopeless:
                return None
        return tuple(literal - 1 for literal in self._sat.placement()[: self._count] if literal > 0)


class Wishes:
    """Literals that should hold, as many as can: core-guided maximum satisfiability.

    All wishes are assumed. Those that cannot all come true cost one, and are replaced by wishes of which one fewer must
    fail (Narodytska and Bacchus, "Maximum Satisfiability Using Core-Guided MaxSAT Resolution", 2014).

    >>> sat = Sat([[-1, -2], [-2, -3]])
    >>> wishes = Wishes(sat, [1, 2, 3], 3)
    >>> [wishes.come_true(), wishes.come_true()], wishes.failed, sat.placement()[:3]
    ([False, True], 1, [1, -2, 3])
    """

    def __init__(self, sat: Sat, wishes: Iterable[int], top: int) -> None:
        """`top` is the greatest literal that the solver uses."""
        self._sat, self._wishes, self._top = sat, list(wishes), top
        self.failed = 0
        """How many wishes fail at least."""
        self.is_hopeless = False
        """Whether there is no placement, whatever fails."""

    def come_true(self) -> bool:
        """Return whether a placement is found in which no more than `failed` fail; if not, one more has to."""
        if self._sat.solve(self._wishes):
            return True
        core = self._trim(self._sat.core())
        if core:
            self._relax(core)
        self.failed += 1
        self.is_hopeless = not core
        return False

    def _trim(self, core: list[int]) -> list[int]:
        """Return the core, made smaller by asking again until that does not help."""
        while len(core) > 1:
            self._sat.solve(core)
            if len(smaller := self._sat.core()) == len(core):
                break
            core = smaller
        return core

    def _relax(self, core: Sequence[int]) -> None:
        """Replace wishes that cannot all come true by one wish fewer: one of them is allowed to fail."""
        taken = set(core)
        self._wishes = [wish for wish in self._wishes if wish not in taken]
        self._sat.add([-wish for wish in core])
        later = core[-1]  # holds only if every wish of the core after the current one does
        for wish in reversed(core[:-1]):
            # The new wish is `wish or later`: it fails only if a later wish and this one both fail.
            either, self._top = self._top + 1, self._top + 1
            self._sat.add([-either, wish, later])
            self._wishes.append(either)
            both, self._top = self._top + 1, self._top + 1
            self._sat.add([-both, wish])
            self._sat.add([-both, later])
            later = both


MOST_QUESTIONS = 1_000
"""After this many questions to the solver, the search for fewer groups stops."""


def smallest_groups(
    groups: Sequence[Iterable[Iterable[int]]],
    goal: Iterable[Iterable[int]],
    meanings: Iterable[Iterable[int]],
    top: int,
) -> tuple[Core, bool] | None:
    """Return the fewest groups of clauses that contradict a goal; None if all together do not.

    The groups alone are consistent; `meanings` define symbols that some of them use. It also says whether there are
    surely no fewer. The search stops after `MOST_QUESTIONS`, and what it returns then is a core from which no group can
    be left out.

    >>> smallest_groups([[[1, 2]], [[3]], [[-1]], [[-3, 2]]], [[-2]], [], 3)
    ((0, 2), True)
    """
    made = [ClauseGroup(tuple(map(tuple, group))) for group in groups]
    wanted, always = [tuple(clause) for clause in goal], [tuple(clause) for clause in meanings]
    best = Cores.of_groups(made, [*wanted, *always], top).minimal()
    if best is None:
        return None
    # A smallest core is connected to the goal: each of its groups is at most that many steps away.
    near = sorted(_within(len(best), made, wanted, always) | set(best))
    cores = Cores.of_groups([made[number] for number in near], [*wanted, *always], top, MOST_QUESTIONS)
    try:
        found = next(cores.smallest(known=tuple(map(near.index, best))))
    except OutOfPatience:
        return best, False
    return tuple(near[position] for position in found), True


def _within(steps: int, groups: Sequence[ClauseGroup], goal: _Clauses, meanings: _Clauses) -> set[int]:
    """Return the groups that are at most this many steps from the goal; groups that share a symbol are neighbours."""
    linked: dict[int, set[int]] = {}
    for clause in meanings:
        for literal in clause:
            linked.setdefault(abs(literal), set()).update(map(abs, clause))
    using: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        for symbol in {abs(literal) for clause in group.clauses for literal in clause}:
            using.setdefault(symbol, []).append(number)
    found: set[int] = set()
    seen: set[int] = set()
    symbols = {abs(literal) for clause in goal for literal in clause}
    for _ in range(steps):
        todo = list(symbols - seen)  # a meaning is no step: it belongs to the group that uses it
        while todo:
            symbol = todo.pop()
            if symbol not in seen:
                seen.add(symbol)
                todo += linked.get(symbol, ())
        new = {number for symbol in seen for number in using.get(symbol, ())} - found
        if not new:
            break
        found |= new
        symbols = {abs(literal) for number in new for clause in groups[number].clauses for literal in clause}
    return found


# -- of hints


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


def minimal_sets(hints: Sequence[Hint], facts: Mapping[Name, bool]) -> Iterator[tuple[Hint, ...]]:
    """Yield every set of hints that clashes, and from which no hint can be left out, the smallest first.

    >>> from logicms.hints import exactly
    >>> hints = [exactly(1, "a b", because="x"), exactly(0, "b c", because="y"), exactly(0, "a", because="z")]
    >>> [[hint.because for hint in each] for each in minimal_sets(hints, {"b": True})]
    [['y']]
    """
    encoding = encode(hints, facts)
    possible = [number for number, count in enumerate(encoding.counts) if not count.is_impossible]
    yield from ((hint,) for hint, count in zip(hints, encoding.counts, strict=True) if count.is_impossible)
    counts = [encoding.counts[number] for number in possible]
    for core in Cores.of_counts(counts, [], len(encoding.names)).minimal_ones():
        yield tuple(hints[possible[place]] for place in core)


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


_Sum = tuple[int, int, frozenset[Name]]
"""The least and the greatest number of mines among the undecided cells of a clue, and these cells."""


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
        self._sums: dict[int, _Sum] = {}

    def hints(self, core: Iterable[int]) -> tuple[Hint, ...]:
        return tuple(self.clues[number] for number in sorted(core))

    def sum(self, number: int) -> _Sum:
        """Return what a clue says of its undecided cells."""
        if number not in self._sums:
            low, high, undecided = self.clues[number].left(self.facts)
            self._sums[number] = low, high, frozenset(undecided)
        return self._sums[number]

    def neighbours(self, number: int) -> list[int]:
        """Return the clues that share an undecided cell with this one, in order."""
        return sorted({other for name in self.sum(number)[2] for other in self.touching[name]} - {number})

    def singles(self) -> list[Core]:
        sums = [(number, *self.sum(number)) for number in self.start]
        return [(number,) for number, low, high, cells in sums if low > len(cells) or high < 0 or low > high]

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
        encoding = encode([self.clues[number] for number in region], self.facts)
        return Cores.of_counts(encoding.counts, [], len(encoding.names))


def _numbers(region: Sequence[int], core: Core) -> Core:
    """Return the numbers of a core's clues, given their positions in a region."""
    return tuple(sorted(region[position] for position in core))


def _can_both_be_met(one: _Sum, two: _Sum) -> bool:
    """Return whether some number of mines in the shared cells makes both sums possible."""
    shared = len(one[2] & two[2])
    fewest = max(0, one[0] - len(one[2]) + shared, two[0] - len(two[2]) + shared)
    return fewest <= min(shared, one[1], two[1])


# -- with the mine total


def _with_total(clues: Sequence[Hint], total: Hint, facts: Mapping[Name, bool]) -> Iterator[tuple[Hint, ...]]:
    """Yield the smallest sets of clues that clash with the mine total, which comes last in each."""
    encoding = encode([*clues, total], facts)
    *counts, whole = encoding.counts
    if whole.is_impossible:
        yield (total,)
        return
    # Any number of the cells that only the total counts may be mines, so the total is a range for the rest.
    touched = {literal for count in counts for literal in count.literals}
    rest: Count = whole.without({literal for literal in whole.literals if literal not in touched})
    for core in Cores.of_counts(counts, [rest], len(encoding.names)).smallest():
        yield (*(clues[number] for number in core), total)
