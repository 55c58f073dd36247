"""Hints for a SAT solver, and a solver that watches the clock.

A *count* is a hint in numbers: low to high of these literals hold, with known names already subtracted. A narrow count
is written as direct clauses. A *wide* one (usually the mine total) is given to a solver that counts natively: fast,
until the total decides something far away; then a modulo totaliser (Morgado, Ignatiev, Marques-Silva: "MSCG", 2014)
writes it as clauses, from which the solver learns better. So every question climbs a ladder of two solvers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeVar

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from logicms.hints import Hint, Name, direct_clauses, ordered
from logicms.limits import check_time, spend, timely

T = TypeVar("T")

MOST_DIRECT = 1000
"""A count with more direct clauses than this is wide."""
MOST_TOTALISED = 6000
"""A count with more literals than this is never written as a totaliser: it would not fit into memory."""
PATIENCE = 4000
"""How many conflicts the native solver may have before the totaliser takes over."""
# A slice is what runs between two looks at the clock, some ten milliseconds: the solver cannot be stopped inside one.
_SLICE_CONFLICTS = 500
_SLICE_PROPAGATIONS = 2_000_000


class OutOfPatience(Exception):
    """The solver had more conflicts than its patience allows; the next rung of the ladder takes over."""


@dataclass(frozen=True, slots=True)
class Count:
    """At least `low` and at most `high` of these literals hold.

    >>> Count(1, 1, (4, 7)).clauses()
    [[4, 7], [-4, -7]]
    """

    low: int
    high: int
    literals: tuple[int, ...]

    @property
    def is_impossible(self) -> bool:
        return self.low > len(self.literals) or self.high < 0 or self.low > self.high

    @property
    def is_wide(self) -> bool:
        size = len(self.literals)
        if size <= 8:
            return False
        at_least = comb(size, self.low - 1) if 0 < self.low <= size else 0
        at_most = comb(size, self.high + 1) if 0 <= self.high < size else 0
        return at_least + at_most > MOST_DIRECT

    def is_met(self, holds: Collection[int]) -> bool:
        """Return whether the count is met when exactly the literals in `holds` hold."""
        return self.low <= sum(literal in holds for literal in self.literals) <= self.high

    def without(self, spare: Collection[int]) -> Count:
        """Return the count over its other literals, any number of `spare` holding."""
        # If all spare literals hold, the others may be that many fewer; if none holds, `high` stays.
        number = sum(literal in spare for literal in self.literals)
        return Count(self.low - number, self.high, tuple([lit for lit in self.literals if lit not in spare]))

    def clauses(self) -> list[list[int]]:
        """Return the count as direct clauses."""
        if self.is_impossible:
            return [[]]
        lits = (0, *self.literals, *(-lit for lit in reversed(self.literals)))  # lits[-i] is the negation of lits[i]
        pattern = direct_clauses(max(0, self.low), min(self.high, len(self.literals)), len(self.literals))
        return [[lits[i] for i in clause] for clause in pattern]

    def bounds(self) -> Iterator[tuple[list[int], int]]:
        """Yield the count as "at most n of these literals", the only form that native solvers take."""
        if self.high < len(self.literals):
            yield list(self.literals), self.high
        if self.low > 0:
            yield [-lit for lit in self.literals], len(self.literals) - self.low


@dataclass(frozen=True, slots=True)
class Encoding:
    """Hints in numbers: literal n stands for `names[n - 1]`; known names are substituted and have no number."""

    names: tuple[Name, ...]
    counts: tuple[Count, ...]
    """One for each hint, in order."""

    def numbers(self) -> dict[Name, int]:
        return {name: number for number, name in enumerate(self.names, 1)}


def encode(hints: Sequence[Hint], facts: Mapping[Name, bool]) -> Encoding:
    """Return the hints in numbers, given the facts.

    >>> from logicms.hints import exactly
    >>> encode([exactly(2, "a b c")], {"a": True})
    Encoding(names=('b', 'c'), counts=(Count(low=1, high=1, literals=(1, 2)),))
    """
    names = ordered({name for hint in timely(hints) for name in hint.among if name not in facts})
    number = {name: i for i, name in enumerate(names, 1)}
    counts = []
    for hint in timely(hints):
        low, high, left = hint.left(facts)
        counts.append(Count(low, high, tuple([number[name] for name in left])))
    return Encoding(names, tuple(counts))


class Sat:
    """A python-sat solver that runs in slices, so that a limit is kept to within about ten milliseconds.

    >>> with Sat([[1, 2], [-1]]) as sat:
    ...     sat.solve([]), sat.placement(), sat.solve([-2]), sat.core()
    (True, [-1, 2], False, [-2])
    """

    def __init__(
        self, clauses: Iterable[Sequence[int]], solver: str = "minisat-gh", patience: int | None = None
    ) -> None:
        self._solver = Solver(name=solver, bootstrap_with=clauses)
        self._patience = patience
        self._conflicts = 0

    def __enter__(self) -> Sat:
        return self

    def __exit__(self, *error: object) -> None:
        self._solver.delete()

    def solve(self, assumptions: Sequence[int]) -> bool:
        """Return whether there is a placement in which the assumptions hold."""
        while True:
            check_time()
            self._solver.conf_budget(_SLICE_CONFLICTS)
            self._solver.prop_budget(_SLICE_PROPAGATIONS)
            answer: bool | None = self._solver.solve_limited(assumptions)
            before, self._conflicts = self._conflicts, self._solver.accum_stats()["conflicts"]
            if answer is not None:
                return answer
            spend(max(1, self._conflicts - before))
            if self._patience is not None and self._conflicts > self._patience:
                raise OutOfPatience

    def placement(self) -> list[int]:
        """Return the placement just found: at index n - 1 is literal n or its negation."""
        literals: list[int] = self._solver.get_model()
        return literals

    def core(self) -> list[int]:
        """Return assumptions that were just found to be inconsistent."""
        return sorted(self._solver.get_core() or (), key=abs)

    def add(self, clause: Sequence[int]) -> None:
        self._solver.add_clause(clause)

    def add_at_most(self, literals: list[int], bound: int) -> None:
        """Add a native count; only the solver `minicard` takes it."""
        self._solver.add_atmost(literals, bound)

    def prefer(self, literals: Sequence[int]) -> None:
        """Try these literals first where there is a choice."""
        self._solver.set_phases(literals)


def ladder(counts: Sequence[Count], top: int, clauses: Sequence[Sequence[int]] = ()) -> Iterator[Sat]:
    """Yield solvers that know the counts and clauses: take the next when one runs out of patience.

    `top` is the greatest literal in use. Each is closed when the next is taken. None of the counts may be impossible.
    """
    narrow = [clause for count in timely(counts) if not count.is_wide for clause in count.clauses()]
    narrow.extend(map(list, clauses))
    wide = [bound for count in counts if count.is_wide for bound in count.bounds()]
    if not wide:
        with Sat(narrow) as sat:
            yield sat
        return
    totalises = all(len(literals) <= MOST_TOTALISED for literals, _ in wide)
    with Sat(narrow, "minicard", PATIENCE if totalises else None) as sat:
        for literals, bound in wide:
            sat.add_at_most(literals, bound)
        yield sat
    with Sat(narrow) as sat:
        for clause in _totalise(wide, top)[0]:
            sat.add(clause)
        yield sat


def climb(question: Callable[[Sat], T], counts: Sequence[Count], top: int, clauses: Sequence[Sequence[int]] = ()) -> T:
    """Return the answer of the first solver on the ladder that has the patience for the question."""
    for sat in ladder(counts, top, clauses):
        try:
            return question(sat)
        except OutOfPatience:
            continue
    raise AssertionError("the last solver of the ladder has patience")


def _totalise(bounds: Iterable[tuple[list[int], int]], top: int) -> tuple[list[list[int]], int]:
    """Return "at most n of these" as clauses with auxiliary literals beyond `top`, and the new top."""
    clauses: list[list[int]] = []
    for literals, bound in bounds:
        encoded = CardEnc.atmost(lits=literals, bound=bound, top_id=top, encoding=EncType.kmtotalizer)
        top = max(top, encoded.nv)
        clauses.extend(encoded.clauses)
    return clauses, top


def guard_clauses(counts: Iterable[tuple[int, Count]], top: int) -> tuple[list[list[int]], int]:
    """Return clauses that make each count hold if its *selector* does, and the greatest literal in use.

    >>> guard_clauses([(3, Count(1, 1, (1, 2)))], 3)
    ([[-3, 1, 2], [-3, -1, -2]], 3)
    """
    clauses: list[list[int]] = []
    for selector, count in counts:
        if count.is_wide:
            own, top = _totalise(count.bounds(), top)
        else:
            own = count.clauses()
        clauses.extend([-selector, *clause] for clause in own)
    return clauses, top


def placement(hints: Sequence[Hint], facts: Mapping[Name, bool]) -> frozenset[Name] | None:
    """Return the mines of one placement that meets the hints, known mines included; None if there is none.

    >>> from logicms.hints import exactly
    >>> sorted(placement([exactly(2, "a b c"), exactly(1, "c d")], {"d": True}))
    ['a', 'b', 'd']
    """
    encoding = encode(hints, facts)
    names = encoding.names
    if any(count.is_impossible for count in encoding.counts):
        return None

    def mines(sat: Sat) -> list[Name] | None:
        return [names[lit - 1] for lit in sat.placement()[: len(names)] if lit > 0] if sat.solve([]) else None

    found = climb(mines, encoding.counts, len(names))
    if found is None:
        return None
    return frozenset([*found, *(name for hint in hints for name in hint.among if facts.get(name))])
