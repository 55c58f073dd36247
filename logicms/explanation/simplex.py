"""Whether sums of bounded integers can all have given values; if not, the combination of sums that shows it. Exact.

Proofs by counting (`counting_proofs`) use it for hints: each *row* says that its columns sum to `low` … `high`, and
each column is a number from 0 to its size. The answer is a point (perhaps with fractions: this is the linear
relaxation), or *multipliers*: one integer per row, with which the rows add up to something impossible (Farkas' lemma).

The method is the simplex of Dutertre and de Moura ("A Fast Linear-Arithmetic Solver for DPLL(T)", 2006) with Bland's
choice of pivots, which always ends. A row of the tableau is kept as `den * basic = whole multiples of the others`, and
a variable that is not basic is at one of its bounds, so that all arithmetic is on integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from logicms.limits import spend

_Coefficients = dict[int, int]


@dataclass(frozen=True, slots=True)
class Row:
    """The columns, each once, sum to at least `low` and at most `high`."""

    low: int
    high: int
    columns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Relaxed:
    """A point that meets every row (`multipliers` empty), or the multipliers that no point can meet."""

    point: tuple[Fraction, ...] = ()
    multipliers: tuple[int, ...] = ()


def relax(rows: Sequence[Row], sizes: Sequence[int]) -> Relaxed:
    """Return a point within 0 … size of each column that meets every row, or multipliers that show there is none.

    >>> relax([Row(1, 1, (0, 1)), Row(2, 2, (1, 2))], [1, 1, 1]).point
    (Fraction(0, 1), Fraction(1, 1), Fraction(1, 1))
    >>> relax([Row(2, 2, (0, 1)), Row(1, 1, (0, 1, 2))], [1, 1, 1]).multipliers  # the second minus the first
    (-1, 1)
    """
    return _Tableau(rows, sizes).solve()


class _Tableau:
    """Variables 0 … columns - 1 are the columns, the next ones the rows' sums; each basic one has an equation."""

    def __init__(self, rows: Sequence[Row], sizes: Sequence[int]) -> None:
        self.number_of_columns = len(sizes)
        self.low = [0] * len(sizes) + [row.low for row in rows]
        self.high = [*sizes, *(row.high for row in rows)]
        self.at = [0] * len(self.low)
        """The value of each variable that is not basic."""
        self.equations: dict[int, tuple[int, _Coefficients]] = {
            len(sizes) + number: (1, dict.fromkeys(row.columns, 1)) for number, row in enumerate(rows)
        }

    def solve(self) -> Relaxed:
        while True:
            spend(1 + len(self.equations))
            basic = self._broken()
            if basic is None:
                return Relaxed(point=tuple(self._value(column) for column in range(self.number_of_columns)))
            rises = self._rises(basic)
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

    def _rises(self, basic: int) -> bool:
        return self._numerator(basic) < self.equations[basic][0] * self.low[basic]

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
