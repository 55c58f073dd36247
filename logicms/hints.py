"""Hints: the logic of a clue. A Board becomes Hints here, and all reasoning starts from them, without the grid.

A *hint* says that between `low` and `high` mines are among these cells, because of this clue (or of the mine total).
Its cells are names: Cells where a board stands behind it, any words in a knowledge base written by hand;
`str()` gives the proposition «there is a mine here».
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from logicms.board import CLUES, FLAG, MINE, SAFE, Board, Cell, Flags, neighbours_of
from logicms.errors import BoardError
from logicms.literal import Name

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

TOTAL = "mines"
"""What a hint of the mine total is because of."""


@dataclass(frozen=True, slots=True)
class Hint:
    """At least `low` and at most `high` mines are among these cells, because of that clue.

    Decided cases: `exactly(0, [])` is true, `exactly(1, [])` is false, and so is any hint whose `low` is more than
    its cells are: a hint may contradict itself, and then so does every knowledge base that is told it.

    >>> str(exactly(1, ["A1", "B1"], because="A2")), str(at_least(2, "abc")), str(at_most(1, "abc"))
    ('A2: 1 among A1 B1', 'at least 2 among a b c', 'at most 1 among a b c')
    """

    low: int
    high: int
    among: tuple[Name, ...]
    because: Name | None = None

    def __post_init__(self) -> None:
        if self.low < 0 or self.high < 0:
            raise BoardError("a hint counts mines: its numbers are not negative")
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


def exactly(n: int, names: Iterable[Name], because: Name | None = None) -> Hint:
    """Return the hint that exactly `n` of these are mines."""
    return Hint(n, n, tuple(names), because)


def at_least(n: int, names: Iterable[Name], because: Name | None = None) -> Hint:
    """Return the hint that at least `n` of these are mines."""
    among = tuple(names)
    return Hint(n, max(n, len(among)), among, because)


def at_most(n: int, names: Iterable[Name], because: Name | None = None) -> Hint:
    """Return the hint that at most `n` of these are mines."""
    return Hint(0, n, tuple(names), because)


@lru_cache(maxsize=256)
def direct_clauses(low: int, high: int, count: int) -> tuple[tuple[int, ...], ...]:
    """Return «low to high of the symbols 1 … count» as clauses of signed integers, the direct encoding.

    Any count - low + 1 of them hold a mine (else fewer than `low` are left), and any high + 1 of them hold a safe one:
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


def hints(board: Board) -> tuple[Hint, ...]:
    """Return the board's hints: one for each clue that says anything, then the mine total's if it is known.

    A hint ranges over all cells around its clue that are not open; what is known of them comes from `facts`.
    Flags count as hidden cells here; `facts` can say what they are.

    >>> from logicms.board import Board
    >>> for hint in hints(Board(("??1", "1-1"), mines=1)):
    ...     print(hint)
    C1: 1 among B1 B2
    A2: 1 among A1 B1 B2
    C2: 1 among B1 B2
    mines: 1 among A1 B1 B2
    """
    cells, signs = board.cells, board.signs
    around = neighbours_of(board.width, board.height)
    found = []
    for index, sign in enumerate(signs):
        if sign in CLUES:
            among = tuple([cells[i] for i in around[index] if signs[i] not in CLUES])
            if among or sign != "0":
                found.append(Hint(int(sign), int(sign), among, cells[index]))
    if board.mines is not None:
        found.append(
            exactly(board.mines, (c for c, sign in zip(cells, signs, strict=True) if sign not in CLUES), TOTAL)
        )
    return tuple(found)


def facts(board: Board, flags: Flags = "claim") -> dict[Cell, bool]:
    """Return what is known of cells that are not open: True for a mine (with `fact`, a flag too), False for safe."""
    known = {MINE: True, SAFE: False} | ({FLAG: True} if flags == "fact" else {})
    return {cell: known[sign] for cell, sign in zip(board.cells, board.signs, strict=True) if sign in known}
