"""The smallest sets of counts that contradict one another, by implicit hitting sets. `smallest` asks here.

A *core* is a set of counts that no placement meets. What one placement leaves unmet is a *correction*: every core has
one of these, for the placement meets all the others. So every core hits every correction, and a smallest hitting set
of the corrections found so far either is a core, then a smallest one, or some placement meets it and brings one more
correction (Ignatiev, Previti, Liffiton, Marques-Silva: "Smallest MUS extraction with minimal hitting set dualization",
2015). Corrections are many when the counts are; callers pass those that are near enough to matter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from logicms.sat.hitting import HittingSets
from logicms.sat.solver import Count, OutOfPatience, guarded, ladder

Core = tuple[int, ...]
"""Positions of counts, in order."""


class Cores:
    """The cores among `counts`, given that all counts of `always` hold.

    >>> counts = [Count(1, 1, (1, 2)), Count(0, 0, (3,)), Count(2, 2, (1, 2, 3)), Count(1, 1, (2, 3))]
    >>> list(Cores(counts, [], 3).smallest())
    [(0, 1, 2)]
    """

    def __init__(self, counts: Sequence[Count], always: Sequence[Count], top: int) -> None:
        self._counts = counts
        self._corrections: list[Core] = []
        self._selectors = range(top + 1, top + 1 + len(counts))
        clauses, top = guarded(zip(self._selectors, counts, strict=True), top + len(counts))
        self._rungs = ladder(always, top, clauses)
        self._sat = next(self._rungs)

    def minimal(self) -> Core | None:
        """Return a core none of whose counts can be left out (there may be smaller ones), None if there is no core."""
        everything = range(len(self._counts))
        return None if self._meets(everything) else self._minimised(self._core())

    def smallest(self, at_least: int = 0, known: Core | None = None) -> Iterator[Core]:
        """Yield every core of the smallest size. None has fewer than `at_least`; `known` is one to begin with."""
        best = known or self.minimal()
        if best is None:
            return
        size = len(best) if len(best) <= at_least else None
        if size:
            yield best
        sets = _hitting_sets(len(self._counts), self._corrections, [best] if size else [])
        while (hit := self._hit(sets)) is not None and (size is None or len(hit) <= size):
            if size is None and len(hit) == len(best):
                size, hit = len(best), best
            elif self._meets(hit):
                best = min(best, self._correct(hit, sets), key=len)
                continue
            size = len(hit)
            yield hit
            sets.block(number + 1 for number in hit)

    def _hit(self, sets: HittingSets) -> Core | None:
        found = sets.smallest()
        return None if found is None else tuple(number - 1 for number in found)

    def _correct(self, hit: Core, sets: HittingSets) -> Core:
        """Add corrections that `hit` does not hit, each apart from the others; return the minimal core that ends them.

        The solver has just met `hit`. Taking a correction's counts in forces the next to lie elsewhere.
        """
        chosen = list(hit)
        while True:
            correction = self._grown(chosen)
            sets.hit(number + 1 for number in correction)
            chosen += correction
            if not self._meets(chosen):
                return self._minimised(self._core())

    def _grown(self, chosen: Collection[int]) -> Core:
        """Return a correction that leaves out none of `chosen`, which the solver has just met, as small as can be."""
        unmet = self._unmet()
        met = [i for i in range(len(self._counts)) if i not in unmet]
        tried: list[int] = []
        while unmet:
            number = unmet.pop(0)
            if self._meets([*met, number]):
                still = set(self._unmet())
                met += [number, *(i for i in unmet if i not in still)]
                unmet = [i for i in unmet if i in still]
            else:
                tried.append(number)
        return tuple(tried)

    def _minimised(self, core: Core) -> Core:
        """Return the core without what it can do without, the last of its counts tried first."""
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
        """Return the counts that the solver has just found not to be met together."""
        return tuple(sorted(literal - self._selectors.start for literal in self._sat.core()))

    def _unmet(self) -> list[int]:
        """Return the counts that the placement just found does not meet."""
        holds = {literal for literal in self._sat.placement() if literal > 0}
        return [i for i, count in enumerate(self._counts) if not count.is_met(holds)]


def _hitting_sets(count: int, corrections: Iterable[Core], blocked: Iterable[Core]) -> HittingSets:
    sets = HittingSets(count)
    for correction in corrections:
        sets.hit(number + 1 for number in correction)
    for core in blocked:
        sets.block(number + 1 for number in core)
    return sets
