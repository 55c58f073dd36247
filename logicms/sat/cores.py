"""The smallest sets of counts that contradict each other, by implicit hitting sets. `smallest_sets` uses it.

A *core* is a set of counts that no placement meets. The counts that a placement does not meet are a *correction*: every
core has one of these, since the placement meets all the others. So every core hits every correction, and a smallest
hitting set of the corrections found so far is either a core, and then a smallest one, or some placement meets it and
gives one more correction (Ignatiev, Previti, Liffiton, Marques-Silva: "Smallest MUS extraction with minimal hitting set
dualization", 2015). Many counts have many corrections; callers pass only counts that are near enough to matter.

python-sat has both searches (`optux`, `hitman`), but runs them in one piece; here a limit can stop them at any step.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from logicms.sat.solver import Count, OutOfPatience, Sat, guard_clauses, ladder

Core = tuple[int, ...]
"""Positions of counts, in order."""


class Cores:
    """The cores among `counts`, given that all counts of `always` hold; `top` is the greatest literal in them.

    >>> counts = [Count(1, 1, (1, 2)), Count(0, 0, (3,)), Count(2, 2, (1, 2, 3)), Count(1, 1, (2, 3))]
    >>> list(Cores(counts, [], 3).smallest())
    [(0, 1, 2)]
    """

    def __init__(self, counts: Sequence[Count], always: Sequence[Count], top: int) -> None:
        self._counts: Sequence[Count | _Group] = counts
        self._corrections: list[Core] = []
        self._selectors = range(top + 1, top + 1 + len(counts))
        clauses, top = guard_clauses(zip(self._selectors, counts, strict=True), top + len(counts))
        self._rungs = ladder(always, top, clauses)
        self._sat = next(self._rungs)

    def minimal(self) -> Core | None:
        """Return a core from which no count can be left out (there may be smaller ones), or None if there is none."""
        everything = range(len(self._counts))
        return None if self._meets(everything) else self._minimise(self._core())

    def smallest(self, at_least: int = 0, known: Core | None = None) -> Iterator[Core]:
        """Yield every core of the smallest size. None has fewer than `at_least`; `known` is one to begin with."""
        best = known or self.minimal()
        if best is None:
            return
        sets = HittingSets(len(self._counts))
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
        unmet = self._unmet()
        met = [i for i in range(len(self._counts)) if i not in unmet]
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
        return [i for i, count in enumerate(self._counts) if not count.is_met(holds)]


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


class _Group(NamedTuple):
    """Clauses that are all meant, or none of them."""

    clauses: tuple[tuple[int, ...], ...]

    def is_met(self, holds: Collection[int]) -> bool:
        """Return whether every clause has a literal that holds when exactly the positive literals in `holds` do."""
        return all(any((abs(lit) in holds) == (lit > 0) for lit in clause) for clause in self.clauses)


class _GroupCores(Cores):
    """The cores among groups of clauses instead of counts."""

    def __init__(self, groups: Sequence[Iterable[Iterable[int]]], always: Iterable[Iterable[int]], top: int) -> None:
        self._counts = made = [_Group(tuple(map(tuple, group))) for group in groups]
        self._corrections = []
        self._selectors = range(top + 1, top + 1 + len(groups))
        guarded = zip(self._selectors, made, strict=True)
        clauses = [[-selector, *clause] for selector, group in guarded for clause in group.clauses]
        self._sat = Sat([*clauses, *(list(clause) for clause in always)])
        self.questions: int | None = None
        """How many questions the solver may still be asked; None for any number."""

    def _meets(self, numbers: Iterable[int]) -> bool:
        if self.questions is not None:
            self.questions -= 1
            if self.questions < 0:
                raise OutOfPatience
        return self._sat.solve([self._selectors[number] for number in numbers])


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
    made = [[tuple(clause) for clause in group] for group in groups]
    wanted, always = [tuple(clause) for clause in goal], [tuple(clause) for clause in meanings]
    best = _GroupCores(made, [*wanted, *always], top).minimal()
    if best is None:
        return None
    # A smallest core is connected to the goal: each of its groups is at most that many steps away.
    near = sorted(_within(len(best), made, wanted, always) | set(best))
    cores = _GroupCores([made[number] for number in near], [*wanted, *always], top)
    cores.questions = MOST_QUESTIONS
    try:
        found = next(cores.smallest(known=tuple(map(near.index, best))))
    except OutOfPatience:
        return best, False
    return tuple(near[position] for position in found), True


_Clauses = Sequence[tuple[int, ...]]


def _within(steps: int, groups: Sequence[_Clauses], goal: _Clauses, meanings: _Clauses) -> set[int]:
    """Return the groups that are at most this many steps from the goal; groups that share a symbol are neighbours."""
    linked: dict[int, set[int]] = {}
    for clause in meanings:
        for literal in clause:
            linked.setdefault(abs(literal), set()).update(map(abs, clause))
    using: dict[int, list[int]] = {}
    for number, group in enumerate(groups):
        for symbol in {abs(literal) for clause in group for literal in clause}:
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
        symbols = {abs(literal) for number in new for clause in groups[number] for literal in clause}
    return found
