"""Hints: the logic of a clue, without the grid. A Board becomes hints in `problem`, and all reasoning starts from them.

A *hint* says that there are `low` to `high` mines among these cells, because of a clue (or of the mine total).
Its cells are names (`literal`): Cells where there is a board, any words in a knowledge base written by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError, expect
from logicms.literal import Name

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

TOTAL = "mines"
"""The `because` of the hint that is the mine total."""


@dataclass(frozen=True, slots=True)
class Hint:
    """At least `low` and at most `high` of the cells `among` are mines; `because` names the clue that says so.

    By definition `exactly(0, [])` is true and `exactly(1, [])` is false, as is any hint whose `low` is more than the
    number of its cells: a hint may contradict itself, and then so does every knowledge base that is told it.

    >>> str(exactly(1, ["A1", "B1"], because="A2")), str(at_least(2, "a b c")), str(at_most(1, "a b c"))
    ('A2: 1 among A1 B1', 'at least 2 among a b c', 'at most 1 among a b c')
    """

    low: int
    high: int
    among: tuple[Name, ...]
    because: Name | None = None

    def __post_init__(self) -> None:
        if not (type(self.low) is int and type(self.high) is int):
            raise BoardError(f"a hint counts mines: {self.low!r} to {self.high!r} are not whole numbers")
        if self.low < 0 or self.high < 0:
            raise BoardError("a hint counts mines: its numbers cannot be negative")
        if len(set(self.among)) < len(self.among):
            raise BoardError(f"a hint names each cell once: {' '.join(map(str, self.among))}")

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def to_sympy(self) -> Boolean:
        """Return the hint written out as a sympy Boolean in CNF.

        >>> exactly(1, ["A1", "B1"]).to_sympy()
        (A1 | B1) & (~A1 | ~B1)
        """
        from sympy import And, Not, Or, Symbol

        symbols: list[Any] = [Symbol(str(name)) for name in self.among]
        clauses = direct_clauses(self.low, self.high, len(symbols))
        return And(*(Or(*(symbols[i - 1] if i > 0 else Not(symbols[-i - 1]) for i in clause)) for clause in clauses))

    def __str__(self) -> str:
        cells = " ".join(map(str, self.among))
        if self.is_exact:
            count = f"{self.low}"
        elif self.high >= len(self.among):
            count = f"at least {self.low}"
        elif self.low == 0:
            count = f"at most {self.high}"
        else:
            count = f"{self.low} to {self.high}"
        reason = "" if self.because is None else f"{self.because}: "
        return f"{reason}{count} among {cells}".rstrip()


def exactly(n: int, names: Iterable[Name] | str, because: Name | None = None) -> Hint:
    """Return the hint that exactly `n` of these are mines; names may also be one string, as in a hint file.

    >>> exactly(1, "A1 B1") == exactly(1, ["A1", "B1"])
    True
    """
    return Hint(n, n, _names(names, because), because)


def at_least(n: int, names: Iterable[Name] | str, because: Name | None = None) -> Hint:
    """Return the hint that at least `n` of these are mines."""
    among = _names(names, because)
    return Hint(n, max(n, len(among)), among, because)


def at_most(n: int, names: Iterable[Name] | str, because: Name | None = None) -> Hint:
    """Return the hint that at most `n` of these are mines."""
    return Hint(0, n, _names(names, because), because)


def _names(names: Iterable[Name] | str, because: Name | None) -> tuple[Name, ...]:
    """Return the names as a tuple; refuse what is no name there, or as the reason."""
    expect(names, Iterable, "names, such as 'A1 B1' or a list of cells")
    among = tuple(names.split()) if isinstance(names, str) else tuple(names)
    for kind in {*map(type, among), *([] if because is None else [type(because)])}:
        if not issubclass(kind, Name):
            raise BoardError(f"a name is a cell or a word, not {kind.__name__}")
    return among


@lru_cache(maxsize=256)
def direct_clauses(low: int, high: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return "low to high of the symbols 1 … count" as clauses of signed integers: the direct encoding.

    Any count - low + 1 of them include a mine (else fewer than `low` are left), and any high + 1 include a safe one:
    C(count, low - 1) positive clauses and C(count, high + 1) negative ones.

    >>> direct_clauses(1, 1, 2)
    ((1, 2), (-1, -2))
    >>> direct_clauses(0, 0, 0), direct_clauses(1, 1, 0)
    ((), ((),))
    """
    if low > count:
        return ((),)
    positive = combinations(range(1, count + 1), count - low + 1) if low > 0 else ()
    negative = combinations(range(-1, -count - 1, -1), high + 1) if high < count else ()
    return (*positive, *negative)
