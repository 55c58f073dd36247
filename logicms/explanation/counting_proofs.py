"""The counting proof of a literal: which hints to add and which to subtract.

Every hint is an equation over cells that are 0 (safe) or 1 (a mine): B2 says that A1 + B1 + C1 = 2. Cells that both
sides of a sum count cancel, facts are substituted, and the equation that is left may leave no choice: C1 - A1 = 1 holds
only with a mine at C1 and none at A1. One sum proves nearly every certain cell.

The search is for a sum that is impossible given the negation of the goal. In a smallest set of hints each one is
needed; if there are few, each is tried with plus and minus, and the shortest equation wins. A larger set (with the mine
total, near the end of a game) is solved by the simplex method, whose multipliers are nearly always plus and minus one
as well. Where no sum suffices, a cell on which the relaxed sums are undecided is tried both ways, as in branch and
bound.

That method says whether sums of bounded integers can all have given values, exactly. Each *row* says that its columns
sum to `low` … `high`, and each column is a number from 0 to its size. The answer is a point (perhaps with fractions:
this is the linear relaxation), or *multipliers*: one integer per row, with which the rows add up to something
impossible (Farkas' lemma).

It is the simplex of Dutertre and de Moura ("A Fast Linear-Arithmetic Solver for DPLL(T)", 2006) with Bland's
choice of pivots, which always ends. A row of the tableau is kept as `den * basic = whole multiples of the others`, and
a variable that is not basic is at one of its bounds, so that all arithmetic is on integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import gcd

from logicms.hints import TOTAL, Hint, Literal, name_order, parse_literal
from logicms.limits import spend
from logicms.proofs.proof import Equation, Proof, Step, Sum, can_sum_to, clause_of, plain_hint

_Coefficients = dict[int, int]


# -- whether sums can have given values


@dataclass(frozen=True, slots=True)
class BoundedSum:
    """A row: its columns, each once, sum to at least `low` and at most `high`."""

    low: int
    high: int
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A point that meets every row (`multipliers` empty), or the multipliers that no point can meet."""

    point: tuple[Fraction, ...] = ()
    multipliers: tuple[int, ...] = ()


def relax(rows: Sequence[BoundedSum], sizes: Sequence[int]) -> Relaxed:
    """Return a point within 0 … size of each column that meets every row, or multipliers that show there is none.

    >>> relax([BoundedSum(1, 1, (0, 1)), BoundedSum(2, 2, (1, 2))], [1, 1, 1]).point
    (Fraction(0, 1), Fraction(1, 1), Fraction(1, 1))
    >>> relax(
    ...     [BoundedSum(2, 2, (0, 1)), BoundedSum(1, 1, (0, 1, 2))], [1, 1, 1]
    ... ).multipliers  # the second minus the first
    (-1, 1)
    """
    return _Tableau(rows, sizes).solve()


class _Tableau:
    """Variables 0 … columns - 1 are the columns, the next ones the rows' sums; each basic one has an equation."""

    def __init__(self, rows: Sequence[BoundedSum], sizes: Sequence[int]) -> None:
        self.number_of_columns = len(sizes)
        self.low = [0] * len(sizes) + [row.low for row in rows]
        self.high = [*sizes, *(row.high for row in rows)]
        self.at = [0] * len(self.low)
        """The value of each variable that is not basic."""
        self.equations: dict[int, tuple[int, _Coefficients]] = {
            len(sizes) + number: (1, dict.fromkeys(row.columns, 1)) for number, row in enumerate(rows)
        }

    def solve(self) -> Relaxed:
        # Invariant: the equations say the same as the rows, and each variable that is not basic is at one of its
        # bounds.
        while True:
            spend(1 + len(self.equations))
            basic = self._broken()
            if basic is None:
                return Relaxed(point=tuple(self._value(column) for column in range(self.number_of_columns)))
            rises = self._numerator(basic) < self.equations[basic][0] * self.low[basic]
            entering = self._entering(basic, rises)
            if entering is None:
                return Relaxed(multipliers=self._multipliers(basic, rises))
            self.at[basic] = self.low[basic] if rises else self.high[basic]
            self._pivot(basic, entering)

    def _broken(self) -> int | None:
        """Return the first basic variable that is out of its bounds."""
        for variable in sorted(self.equations):
            den, _ = self.equations[variable]
            if not den * self.low[variable] <= self._numerator(variable) <= den * self.high[variable]:
                return variable
        return None

    def _entering(self, basic: int, rises: bool) -> int | None:
        """Return the first variable that can move the basic one towards its bound."""
        for variable, factor in sorted(self.equations[basic][1].items()):
            if (
                self.at[variable] < self.high[variable]
                if (factor > 0) == rises
                else self.at[variable] > self.low[variable]
            ):
                return variable
        return None

    def _multipliers(self, basic: int, rises: bool) -> tuple[int, ...]:
        """Return the factors of the rows: the equation of a variable that cannot reach its bound."""
        den, factors = self.equations[basic]
        sign = 1 if rises else -1
        whole = {**factors, basic: -den}
        return tuple(sign * whole.get(variable, 0) for variable in range(self.number_of_columns, len(self.low)))

    def _numerator(self, basic: int) -> int:
        at = self.at
        return sum(factor * at[variable] for variable, factor in self.equations[basic][1].items())

    def _value(self, variable: int) -> Fraction:
        if variable not in self.equations:
            return Fraction(self.at[variable])
        return Fraction(self._numerator(variable), self.equations[variable][0])

    def _pivot(self, basic: int, entering: int) -> None:
        """Solve the equation of `basic` for `entering`, and substitute it in the others."""
        den, factors = self.equations.pop(basic)
        lead = factors.pop(entering)
        sign = 1 if lead > 0 else -1
        new = {variable: -sign * factor for variable, factor in factors.items()}
        new[basic] = sign * den
        for variable, (other_den, others) in self.equations.items():
            if entering in others:
                self.equations[variable] = _combined(other_den, others, entering, abs(lead), new)
        self.equations[entering] = _reduced(abs(lead), new)


def _combined(
    den: int, factors: _Coefficients, entering: int, lead: int, new: _Coefficients
) -> tuple[int, _Coefficients]:
    """Return `den * basic = factors` with `lead * entering = new` substituted."""
    factor = factors[entering]
    found = {variable: lead * value for variable, value in factors.items() if variable != entering}
    for variable, value in new.items():
        if total := found.get(variable, 0) + factor * value:
            found[variable] = total
        else:
            found.pop(variable, None)
    return _reduced(den * lead, found)


def _reduced(den: int, factors: _Coefficients) -> tuple[int, _Coefficients]:
    shared = gcd(den, *factors.values())
    return (den, factors) if shared == 1 else (den // shared, {v: f // shared for v, f in factors.items()})


# -- the proof

MOST_SIGNS = 8
"""Up to this many hints, every choice of plus and minus is tried."""

_Cells = dict[str, bool]


def prove_by_counting(
    hints: Mapping[str, Hint], literal: Literal | str, facts: Mapping[str, bool] | None = None
) -> Proof | None:
    """Return a proof of `literal` by sums of `hints`, which are given by source, or None if they do not force it.

    >>> from logicms.hints import exactly
    >>> hints = {"B2": exactly(1, ["A1", "B1"]), "C2": exactly(2, ["B1", "C1"])}
    >>> [only] = prove_by_counting(hints, "~A1").sums
    >>> only.add, only.subtract, only.equation.factors, only.equation.low
    (('C2',), ('B2',), (('A1', -1), ('C1', 1)), 1)
    """
    in_order = sorted(hints, key=lambda source: (source == TOTAL, name_order(source)))  # the mine total comes last
    plain = {source: plain_hint(hints[source], source) for source in in_order}
    name, holds = parse_literal(literal) if isinstance(literal, str) else literal
    return _Prover(plain, dict(facts or {}), Literal(str(name), holds)).proof()


@dataclass(frozen=True, slots=True)
class _Problem:
    """The hints without fixed cells; cells that the same hints count are gathered in one column."""

    rows: list[BoundedSum]
    columns: list[list[str]]

    @property
    def sizes(self) -> list[int]:
        return [len(column) for column in self.columns]


class _Prover:
    def __init__(self, hints: dict[str, Hint], facts: _Cells, literal: Literal) -> None:
        self.hints, self.facts, self.literal = hints, facts, literal
        self.goal = str(literal.name)
        self.steps: list[Step] = []

    def proof(self) -> Proof | None:
        if self._refute({self.goal: not self.literal.holds}) is None:
            return None
        steps = _needed_steps(self.steps)
        used = {source for step in steps if step.sum for source in (*step.sum.add, *step.sum.subtract)}
        hints = {source: hint for source, hint in self.hints.items() if source in used}
        return Proof(steps, ((self.literal,),), "counting", hints=hints)

    def _refute(self, case: _Cells) -> int | None:
        """Return the number of a step that shows `case` impossible, or None if some placement has it."""
        spend()
        if any(self.facts.get(name, value) != value for name, value in case.items()):
            return self._sum((), case)
        problem = _problem(self.hints, self.facts | case)
        multipliers = _signs(problem)
        if multipliers is None:
            relaxed = relax(problem.rows, problem.sizes)
            if not relaxed.multipliers:
                values = zip(problem.columns, relaxed.point, strict=True)
                split = next((column[0] for column, value in values if value.denominator > 1), None)
                return None if split is None else self._both(case, split)
            multipliers = relaxed.multipliers
        return self._sum(multipliers, case)

    def _both(self, case: _Cells, name: str) -> int | None:
        """Refute the case with `name` a mine and with it safe, and join the two."""
        numbers = []
        for value in (True, False):
            number = self._refute({**case, name: value})
            if number is None:
                return None
            if all(literal.name != name for literal in self.steps[number - 1].clause):
                return number  # this one did not need the split
            numbers.append(number)
        literals = (literal for number in numbers for literal in self.steps[number - 1].clause)
        joined = clause_of(literal for literal in literals if literal.name != name)
        self.steps.append(Step(joined, "resolve", parents=(numbers[0], numbers[1]), on=name))
        return len(self.steps)

    def _sum(self, multipliers: Sequence[int], case: _Cells) -> int:
        """Add the step whose sum has these multipliers, with only as much of the case in its clause as it needs."""
        add, subtract = _sources(self.hints, multipliers), _sources(self.hints, [-m for m in multipliers])
        equation = equation_of(self.hints, add, subtract, self.facts)
        if _reads_better(equation, add, subtract):
            add, subtract = subtract, add
            equation = equation_of(self.hints, add, subtract, self.facts)
        counted = {str(name) for source in {*add, *subtract} for name in self.hints[source].among}
        factors = equation_of(self.hints, add, subtract, {}).factors
        facts = {name: self.facts[name] for name, _ in factors if name in self.facts}
        facts |= {name: self.facts[name] for name in case if name in self.facts and name not in counted}
        needed = self._needed(equation, case, facts)
        clause = clause_of(Literal(name, not value) for name, value in needed.items())
        put_in = clause_of(Literal(name, value) for name, value in facts.items())
        self.steps.append(Step(clause, "sum", sum=Sum(add, subtract, put_in, equation)))
        return len(self.steps)

    def _needed(self, equation: Equation, case: _Cells, facts: _Cells) -> _Cells:
        """Return the part of the case without which the equation could be met; the goal is always included."""
        needed = dict(case)
        for name in case:
            less = {other: value for other, value in needed.items() if other != name}
            if name != self.goal and _clashes(equation, less, facts):
                needed = less
        assert _clashes(equation, needed, facts), "the multipliers make an impossible sum"
        return needed


def _clashes(equation: Equation, case: _Cells, facts: _Cells) -> bool:
    return any(facts.get(name, value) != value for name, value in case.items()) or equation.is_impossible(case)


# -- the sums as rows of numbers


def _problem(hints: Mapping[str, Hint], fixed: _Cells) -> _Problem:
    counted_by: dict[str, list[int]] = {}
    for number, hint in enumerate(hints.values()):
        for name in hint.among:
            counted_by.setdefault(str(name), []).append(number)
    groups: dict[tuple[int, ...], list[str]] = {}
    for name in sorted(counted_by.keys() - fixed.keys(), key=name_order):
        groups.setdefault(tuple(counted_by[name]), []).append(name)
    columns: list[list[int]] = [[] for _ in hints]
    for column, numbers in enumerate(groups):
        for number in numbers:
            columns[number].append(column)
    rows = []
    for hint, own in zip(hints.values(), columns, strict=True):
        mines = sum(fixed.get(str(name), False) for name in hint.among)
        rows.append(BoundedSum(hint.low - mines, hint.high - mines, tuple(own)))
    return _Problem(rows, list(groups.values()))


def _signs(problem: _Problem) -> tuple[int, ...] | None:
    """Return the signs, of one row alone or of all rows, whose sum is impossible and has the fewest cells."""
    rows, sizes = problem.rows, problem.sizes
    for number, row in enumerate(rows):
        if row.high < 0 or row.low > sum(sizes[column] for column in row.columns):
            return tuple(int(other == number) for other in range(len(rows)))
    if not 2 <= len(rows) <= MOST_SIGNS:
        return None
    best, least = None, 0
    for signs in product((1, -1), repeat=len(rows) - 1):
        length = _impossible_length(rows, sizes, (1, *signs))
        if length is not None and (best is None or length < least):
            best, least = (1, *signs), length
    return best


def _impossible_length(rows: Sequence[BoundedSum], sizes: Sequence[int], signs: Sequence[int]) -> int | None:
    """Return how many cells are left on the left side of an impossible sum, or None if it is possible."""
    factors = [0] * len(sizes)
    low = high = 0
    for row, sign in zip(rows, signs, strict=True):
        low += row.low if sign > 0 else -row.high
        high += row.high if sign > 0 else -row.low
        for column in row.columns:
            factors[column] += sign
    least = sum(factor * size for factor, size in zip(factors, sizes, strict=True) if factor < 0)
    greatest = sum(factor * size for factor, size in zip(factors, sizes, strict=True) if factor > 0)
    by_cell = (factor for factor, size in zip(factors, sizes, strict=True) for _ in range(size))
    if least <= high and low <= greatest and can_sum_to(low, high, by_cell):
        return None
    return sum(size for factor, size in zip(factors, sizes, strict=True) if factor)


# -- how a sum is written


def equation_of(
    hints: Mapping[str, Hint], add: Iterable[str], subtract: Iterable[str], facts: Mapping[str, bool]
) -> Equation:
    """Return what is left when the hints with these sources are added and subtracted and the facts substituted.

    >>> from logicms.hints import exactly
    >>> hints = {"B2": exactly(1, ["A1", "B1"]), "C2": exactly(2, ["B1", "C1", "D1"])}
    >>> equation_of(hints, ["C2"], ["B2"], {"D1": True})
    Equation(factors=(('A1', -1), ('C1', 1)), low=0, high=0)
    """
    factors: dict[str, int] = {}
    low = high = 0
    for sign, sources in ((1, add), (-1, subtract)):
        for source in sources:
            hint = hints[source]
            low, high = (low + hint.low, high + hint.high) if sign > 0 else (low - hint.high, high - hint.low)
            for name in hint.among:
                factors[str(name)] = factors.get(str(name), 0) + sign
    known = sum(factor for name, factor in factors.items() if facts.get(name))
    left = [(name, factor) for name, factor in factors.items() if factor and name not in facts]
    return Equation(tuple(sorted(left, key=lambda item: name_order(item[0]))), low - known, high - known)


def _needed_steps(steps: Sequence[Step]) -> tuple[Step, ...]:
    """Return the steps that the last one rests on, renumbered: a case may turn out not to be needed."""
    wanted = {len(steps)}
    for number in range(len(steps), 0, -1):
        if number in wanted:
            wanted.update(steps[number - 1].parents or ())
    numbers = {old: new for new, old in enumerate(sorted(wanted), 1)}
    found = []
    for old in numbers:
        step = steps[old - 1]
        if step.parents is not None:
            step = replace(step, parents=(numbers[step.parents[0]], numbers[step.parents[1]]))
        found.append(step)
    return tuple(found)


def _sources(hints: Mapping[str, Hint], multipliers: Sequence[int]) -> tuple[str, ...]:
    """Return the sources with a positive multiplier, each repeated accordingly, without a common factor."""
    shared = gcd(*multipliers) or 1
    counts = zip(hints, multipliers, strict=False)
    return tuple(source for source, count in counts for _ in range(count // shared))


def _reads_better(equation: Equation, add: Sequence[str], subtract: Sequence[str]) -> bool:
    """Return whether the equation reads better with all signs reversed.

    Best is no minus on the right, then the mine total added, then as many cells and hints added as possible.
    """
    cells, hints = sum(factor for _, factor in equation.factors), len(add) - len(subtract)
    first = equation.factors[0][1] if equation.factors else 1
    as_is = (equation.high >= 0, TOTAL in add, cells, hints, first)
    turned = (equation.low <= 0, TOTAL in subtract, -cells, -hints, -first)
    return turned > as_is
