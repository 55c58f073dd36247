"""Relations, and joins of conditions by index: how closed predicates are evaluated, and instances of rules found.

A *relation* has rows, which are tuples of values, and indexes that are made when a join first asks for them. A *join*
is given conditions that must hold together: rows that are there or are not, comparisons, and tests of any other kind.
It puts them into an order in which each step has little to look at (what is decided at once comes first, then the
relation in which the fewest rows are left), and takes the steps one after the other, many choices of values at a time.
So the inner loops are those of Python itself: a row is found by a dictionary, and put together by adding two tuples.
What a round of evaluation has just found is looked at first: there, each row costs something only once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice, repeat
from operator import eq, itemgetter
from typing import Any, cast

from logicms.limits import check_time, spend
from logicms.rules.language import RELATIONS, Comparison, Term, Value, Values

Row = tuple[Value, ...]

_SUM = "+"
"""What the variables begin with that stand for the sums in rows."""

_BATCH = 8_192
"""This many choices of values take a step together."""


class Relation:
    """Rows, each with the number of the round in which it was found, in that order.

    >>> edge = Relation([("a", "b"), ("a", "c"), ("b", "b")])
    >>> edge.index(Look((0,), (1,)))["a"], list(edge.index(Look((), (0,), same=((0, 1),)))[()])
    ([('b',), ('c',)], [('b',)])
    """

    def __init__(self, rows: Iterable[Row] = (), *, is_new: bool = False) -> None:
        self.rows: dict[Row, int] = dict.fromkeys(rows, 0)
        self.is_new = is_new
        """Whether these are the rows of the last round only."""
        self._indexes: dict[Look, dict[Any, list[Row]]] = {}

    def add(self, rows: Mapping[Row, int]) -> None:
        """Add rows, which are new, each with the number of its round."""
        for look, index in self._indexes.items():
            look.put(rows, index)
        self.rows.update(rows)

    def refill(self, rows: dict[Row, int]) -> None:
        """Make these its only rows."""
        self.rows = rows
        self.forget()

    def forget(self) -> None:
        """Forget the indexes: those that are needed again will be made again."""
        self._indexes = {}

    def index(self, look: Look) -> Mapping[Any, Sequence[Row]]:
        """Return the rows that fit, only the values asked for, by the values that are known."""
        if look not in self._indexes:
            self._indexes[look] = defaultdict(list)
            look.put(self.rows, self._indexes[look])
        return self._indexes[look]


@dataclass(frozen=True, slots=True)
class Look:
    """A way to look into a relation: by the values at some places, for those at others."""

    by: tuple[int, ...]
    wanted: tuple[int, ...]
    fixed: tuple[tuple[int, Value], ...] = ()
    """Places with the value that they must have."""
    same: tuple[tuple[int, int], ...] = ()
    """Places that must have the same value."""

    def put(self, rows: Collection[Row], index: dict[Any, list[Row]]) -> None:
        """Add to an index the rows that fit."""
        for place, value in self.fixed:
            rows = [row for row in rows if row[place] == value]
        for one, other in self.same:
            rows = [row for row in rows if row[one] == row[other]]
        if not rows:
            return
        values = taken(self.wanted, rows)
        if self.by:
            for key, row in zip(map(itemgetter(*self.by), rows), values, strict=True):
                index[key].append(row)
        else:
            index[()] += values


def taker(places: Sequence[int]) -> Callable[[Row], Any]:
    """Return a function that takes the values at these places out of a row: a single one as it is."""
    return itemgetter(*places) if places else lambda row: ()


def row_taker(places: Sequence[int]) -> Callable[[Row], Row]:
    """Return a function that makes a row of the values at these places."""
    if len(places) == 1:
        (place,) = places
        return lambda row: (row[place],)
    return taker(places)


def taken(places: Sequence[int], rows: Collection[Row]) -> Iterable[Row]:
    """Return rows of the values at these places of each row."""
    if len(places) == 1:
        return zip(map(itemgetter(*places), rows), strict=True)
    if not places:
        return repeat((), len(rows))
    whole = len(next(iter(rows), ())) == len(places) and all(map(eq, places, count()))
    return rows if whole else map(itemgetter(*places), rows)


# -- conditions


@dataclass(frozen=True, slots=True)
class Match:
    """A row of the relation fits; of `absent`, none does. A place whose term is None may have any value."""

    relation: Relation
    terms: tuple[Term | None, ...]
    absent: bool = False

    @property
    def variables(self) -> frozenset[str]:
        return frozenset(term.variable for term in self.terms if term is not None and term.variable is not None)


@dataclass(frozen=True, slots=True)
class Test:
    """Anything that is true or false once these variables have values."""

    variables: frozenset[str]
    holds: Callable[[Values], bool]


Condition = Match | Comparison | Test

_Batches = Iterator[list[Row]]
_Step = Callable[[_Batches], _Batches]


class Join:
    """The ways to meet conditions: rows of the values of `variables`, after a first row for those that are `given`.

    >>> edge = Relation([("a", "b"), ("b", "c")])
    >>> x, y, z = map(Term, "xyz")
    >>> list(Join([Match(edge, (x, y)), Match(edge, (y, z))], (), ("x", "z")).rows([()]))
    [('a', 'c')]
    """

    def __init__(self, conditions: Iterable[Condition], given: Sequence[str], variables: Sequence[str]) -> None:
        self._slots = {variable: place for place, variable in enumerate(given)}
        left = list(_without_sums(conditions))
        self._steps: list[_Step] = []
        while left:
            best = min(range(len(left)), key=lambda place: self._cost(left[place]))
            self._steps.append(self._step(left.pop(best)))
        self._wanted = [self._slots[variable] for variable in variables]

    def rows(self, given: Iterable[Row]) -> Iterator[Row]:
        """Yield the values of the variables for each way; one row may come more than once."""
        found = _batches(given)
        for step in self._steps:
            found = step(found)
        return chain.from_iterable(taken(self._wanted, batch) for batch in found)

    def _unbound(self, condition: Condition) -> list[str]:
        return [variable for variable in variables_of(condition) if variable not in self._slots]

    def _cost(self, condition: Condition) -> float:
        """Return about how many ways a condition leaves for each way so far; less than 1 if it only tests."""
        unbound = self._unbound(condition)
        if not unbound:
            return 0.5 if isinstance(condition, Match) and not condition.absent else 0
        if isinstance(condition, Comparison) and _solvable(condition, unbound):
            return 1
        if not isinstance(condition, Match) or condition.absent:
            return float("inf")
        if condition.relation.is_new:
            return 1
        size, places = len(condition.relation.rows), len(condition.terms)
        free = sum(term is None or term.variable in unbound for term in condition.terms)
        return 1 + float(size ** (free / places))

    def _step(self, condition: Condition) -> _Step:
        unbound = self._unbound(condition)
        if isinstance(condition, Match):
            return self._match(condition, unbound)
        if not unbound:
            return self._filter(condition)
        assert isinstance(condition, Comparison) and _solvable(condition, unbound), "the reader refuses such a rule"
        return self._solve(condition, unbound[0])

    def _match(self, condition: Match, unbound: list[str]) -> _Step:
        by, slots, wanted, fixed, same = [], [], [], [], []
        first: dict[str, int] = {}
        for place, term in enumerate(condition.terms):
            if term is None:
                continue
            if term.variable is None:
                fixed.append((place, term.value))
            elif term.variable not in unbound:
                by.append(place)
                slots.append(self._slots[term.variable])
            elif term.variable in first:
                same.append((first[term.variable], place))
            else:
                first[term.variable] = place
                wanted.append(place)
        for variable in first:
            self._slots[variable] = len(self._slots)
        look, relation = Look(tuple(by), tuple(wanted), tuple(fixed), tuple(same)), condition.relation
        if condition.absent or not wanted and (None in condition.terms or len(by) == len(condition.terms)):
            is_whole, absent = len(by) == len(condition.terms), condition.absent
            key = row_taker(slots) if is_whole else taker(slots)

            def step(found: _Batches) -> _Batches:
                known = relation.rows if is_whole else relation.index(look)
                for batch in found:
                    yield [row for row in batch if (key(row) in known) != absent]
        else:
            key = taker(slots)

            def step(found: _Batches) -> _Batches:
                get = relation.index(look).get
                for batch in found:
                    yield from _batches(row + more for row in batch for more in get(key(row), ()))

        return step

    def _filter(self, condition: Comparison | Test) -> _Step:
        slots = [(variable, self._slots[variable]) for variable in variables_of(condition)]
        holds = condition.holds
        if isinstance(condition, Comparison) and not condition.is_of_numbers and len(slots) == 2:
            compare = RELATIONS[condition.relation]
            one, other = (self._slots[term.variable] for term in condition.terms if term.variable is not None)
            return lambda found: ([row for row in batch if compare(row[one], row[other])] for batch in found)
        return lambda found: (
            [row for row in batch if holds({variable: row[place] for variable, place in slots})] for batch in found
        )

    def _solve(self, condition: Comparison, unbound: str) -> _Step:
        """Return the step in which an equation gives the only variable without a value its value."""
        left, right = condition.left, condition.right
        if unbound in (term.variable for term in right):
            left, right = right, left
        (own,) = (term for term in left if term.variable == unbound)
        others = tuple(term for term in left if term is not own)
        slots = [(term.variable, self._slots[term.variable]) for term in (*others, *right) if term.variable is not None]
        self._slots[unbound] = len(self._slots)

        def solved(batch: list[Row]) -> Iterator[Row]:
            for row in batch:
                values = {variable: row[place] for variable, place in slots}
                known = condition.total(right, values)
                if not condition.is_of_numbers:
                    yield (*row, right[0].under(values))
                elif isinstance(known, int) and isinstance(rest := condition.total(others, values), int):
                    yield (*row, known - rest - cast(int, own.value))

        return lambda found: (list(solved(batch)) for batch in found)


def variables_of(condition: Condition) -> frozenset[str]:
    """Return the variables of a condition."""
    if isinstance(condition, Comparison):
        return frozenset(term.variable for term in condition.terms if term.variable is not None)
    return condition.variables


def _solvable(condition: Comparison, unbound: list[str]) -> bool:
    """Return whether it is an equation in which one variable without a value stands once."""
    times = sum(term.variable in unbound for term in condition.terms)
    return condition.relation == "=" and len(unbound) == times == 1


def _without_sums(conditions: Iterable[Condition]) -> Iterator[Condition]:
    """Yield the conditions with a variable of its own for each sum in a row, and an equation for it."""
    number = 0
    for condition in conditions:
        if isinstance(condition, Match):
            terms: list[Term | None] = []
            for term in condition.terms:
                if term is not None and term.variable is not None and term.value:
                    number += 1
                    own = Term(f"{_SUM}{number}")
                    yield Comparison("=", (own,), (term,))
                    term = own
                terms.append(term)
            yield Match(condition.relation, tuple(terms), condition.absent)
        else:
            yield condition


def _batches(found: Iterable[Row]) -> _Batches:
    """Yield the rows, worked out some at a time, with a look at the limits after each batch."""
    found = iter(found)
    while batch := list(islice(found, _BATCH)):
        check_time()
        spend(len(batch))
        yield batch
