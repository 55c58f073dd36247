"""What is certain, by a SAT solver: complete where a boundary is too wide for counting.

The *backbone* of hints is what is the same in every placement (Monasson and others, 1999, for formulas). One placement
is found; whatever holds in it may be certain. Then the solver is asked for a placement in which one of some of these
*candidates* fails. Either there is none, and they are all certain, or the new placement rules out candidates, often
many at once (Janota, Lynce, Marques-Silva: "Algorithms for computing backbones", 2015: their chunks).

Names that the same hints count are interchangeable: they form a *group*, whose mines come first by convention, so that
one placement stands for all its permutations. Then a group is all safe if its first name is, all mines if its last is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import Hint, Name
from logicms.sat.solver import Count, OutOfPatience, Sat, formula, ladder

_CHUNK = 24
"""How many candidates are tried at once: enough to save questions, few enough to settle some before a limit."""


@dataclass(frozen=True, slots=True)
class Backbone:
    """Which of the names in hints are certain; `open` ones were not decided before a limit."""

    safe: frozenset[Name] = frozenset()
    mine: frozenset[Name] = frozenset()
    open: frozenset[Name] = frozenset()

    def facts(self) -> dict[Name, bool]:
        """Return what is certain as facts: True for a mine, False for safe."""
        return dict.fromkeys(self.safe, False) | dict.fromkeys(self.mine, True)


def backbone(hints: Sequence[Hint], facts: Mapping[Name, bool] | None = None) -> Backbone:
    """Return every name that is certain, given hints and facts; names in `facts` are not included.

    Raises `InconsistentKnowledge` if no placement meets them, `LimitReached` with the `Backbone` that was settled.

    >>> from logicms.hints import exactly
    >>> backbone([exactly(1, "a b"), exactly(2, "a b c"), exactly(1, "b d")])
    Backbone(safe=frozenset(), mine=frozenset({'c'}), open=frozenset())
    """
    try:
        search = _Search(hints, facts or {})
    except LimitReached as error:
        names = frozenset(name for hint in hints for name in hint.among if name not in (facts or {}))
        raise LimitReached(str(error), settled=Backbone(open=names)) from None
    try:
        search.run()
    except LimitReached as error:
        raise LimitReached(str(error), settled=search.backbone()) from None
    return search.backbone()


@dataclass(frozen=True, slots=True)
class _Spare:
    """Literals in only one wide count: removed from it, since how many of them hold follows from the rest."""

    literals: tuple[int, ...]
    count: Count
    """Over the rest of the wide count's literals, any number of the spare ones holding."""

    @property
    def one_holds(self) -> Count:
        """What the rest must be like for one of the spare literals to hold."""
        return replace(self.count, high=self.count.high - 1)

    @property
    def one_fails(self) -> Count:
        """What the rest must be like for one of the spare literals not to hold."""
        return replace(self.count, low=self.count.low + 1)


class _Search:
    """The state of one search: the candidates that are left, and what is certain."""

    def __init__(self, hints: Sequence[Hint], facts: Mapping[Name, bool]) -> None:
        self.formula = formula(hints, facts)
        if any(count.is_impossible for count in self.formula.counts):
            raise InconsistentKnowledge()
        self.groups, self.spares, self.counts = _groups(self.formula.counts)
        self.certain: set[int] = set()
        self.candidates: set[int] = {lit for group in self.groups for lit in (-group[0], group[-1])}
        self.wanted = {spare: {spare.one_holds, spare.one_fails} for spare in self.spares}

    # -- the search

    def run(self) -> None:
        ordered = [[before, -after] for group in self.groups for before, after in zip(group, group[1:], strict=False)]
        for sat in ladder(self.counts, len(self.formula.names), ordered):
            try:
                self._ask(sat)
                break
            except OutOfPatience:
                continue
        self._ask_spares()

    def _ask(self, sat: Sat) -> None:
        for literal in sorted(self.certain, key=abs):
            sat.add([literal])
        if not sat.solve([]):
            raise InconsistentKnowledge()
        self._strike(sat)
        selector = len(sat.placement()) + len(self.formula.names)  # beyond every literal in use
        while self.candidates:
            chunk = sorted(self.candidates, key=abs)[:_CHUNK]
            selector += 1
            sat.add([-selector, *(-lit for lit in chunk)])
            if sat.solve([selector]):
                self._strike(sat)
            else:
                self._settle(chunk, sat)
            sat.add([-selector])

    def _strike(self, sat: Sat) -> None:
        """Rule out the candidates that are false in the placement just found."""
        holds = set(sat.placement()[: len(self.formula.names)])
        self.candidates = {lit for lit in self.candidates if lit in holds}
        for spare, wanted in self.wanted.items():
            held = sum(lit in holds for lit in spare.count.literals)
            wanted.difference_update([count for count in wanted if count.low <= held <= count.high])
        sat.prefer([-lit for lit in sorted(self.candidates, key=abs)])

    def _settle(self, literals: Sequence[int], sat: Sat) -> None:
        self.candidates.difference_update(literals)
        self.certain.update(literals)
        for literal in literals:
            sat.add([literal])

    def _ask_spares(self) -> None:
        """Ask whether a spare cell may be a mine, and whether one may be safe, if no placement so far has shown it."""
        for spare in self.spares:
            for wanted, certain in ((spare.one_holds, -spare.literals[0]), (spare.one_fails, spare.literals[-1])):
                if wanted in self.wanted[spare] and not self._possible(spare.count, wanted):
                    self.certain.add(certain)
                self.wanted[spare].discard(wanted)

    def _possible(self, count: Count, instead: Count) -> bool:
        counts = [instead if other is count else other for other in self.counts]
        if instead.is_impossible:
            return False
        for sat in ladder(counts, len(self.formula.names)):
            try:
                return sat.solve([])
            except OutOfPatience:
                continue
        raise AssertionError("the last solver of the ladder has patience")

    # -- the result

    def backbone(self) -> Backbone:
        """Return what is certain so far; candidates that are neither certain nor ruled out are still open."""
        safe: list[Name] = []
        mine: list[Name] = []
        still_open: list[Name] = []
        undecided = {abs(lit) for lit in self.candidates} | {s.literals[0] for s in self.spares if self.wanted[s]}
        for group in [*self.groups, *(spare.literals for spare in self.spares)]:
            names = [self.formula.names[literal - 1] for literal in group]
            if -group[0] in self.certain:
                safe += names
            elif group[-1] in self.certain:
                mine += names
            elif not undecided.isdisjoint(group):
                still_open += names
        return Backbone(frozenset(safe), frozenset(mine), frozenset(still_open))


def _groups(counts: Sequence[Count]) -> tuple[list[tuple[int, ...]], list[_Spare], list[Count]]:
    """Return the groups of interchangeable literals, the spare literals of wide counts, and the counts without these.

    The spare cells of the mine total, those away from every clue, may be thousands: they never reach the solver.
    """
    touched: dict[int, list[int]] = {}
    for index, count in enumerate(counts):
        for literal in count.literals:
            touched.setdefault(literal, []).append(index)
    groups: dict[tuple[int, ...], list[int]] = {}
    for literal in sorted(touched):
        groups.setdefault(tuple(touched[literal]), []).append(literal)
    spares, rest = [], list(counts)
    for index, count in enumerate(counts):
        if count.is_wide and (own := groups.pop((index,), [])):
            rest[index] = count.without(frozenset(own))
            spares.append(_Spare(tuple(own), rest[index]))
    return [tuple(group) for group in groups.values()], spares, rest
