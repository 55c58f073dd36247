"""Names and hints in numbers: the symbol table, and "low to high mines among these cells" as clauses over it.

All reasoning is done with the numbers 1 … n, one for each name. A *literal* is a number with a sign: 3 says that
proposition 3 holds, -3 that it does not. A *clause* is a frozenset of literals, at least one of which holds; the empty
clause is false. This is the form of sympy's own `EncodedCNF` (and of DIMACS), but with a deterministic numbering:
names added together are numbered in reading order, never in the order of a set.

An *auxiliary* symbol stands for something that can be said in words. Its name begins with `_`, and its *meaning* is
text: either "at least 3 mines among A1 A2 B1 B2", or clauses that it implies, such as "(A1 | ~B1) & C1".

A hint of few cells is written out directly (`hints.direct_clauses`). That explodes: 10 of 20 has 335,920 clauses.
Beyond a threshold a *totaliser* is built (Bailleux and Boufkhad, 2003): the cells are halved again and again, and for
each part the auxiliary symbols "at least 1, 2, 3 … mines among these" say how many are in it. Each is defined from the
two halves in both directions, so that whatever follows from one known count follows by propagation. Counts that the
hint itself decides (more than `high` in a part, or too few for the rest to make up for) get no symbol.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from math import comb

from logicms.errors import LimitReached
from logicms.hints import AUXILIARY, Hint, Literal, Name, check_name, direct_clauses, name_order, parse_literal
from logicms.limits import spend, timely

Clause = frozenset[int]
"""A set of literals, at least one of which holds."""

EMPTY: Clause = frozenset()
"""The empty clause: false."""


class Symbols:
    """One symbol table.

    >>> symbols = Symbols()
    >>> symbols.add(["B1", "A2", "A1"])
    >>> symbols.names, symbols["A2"]
    (['A1', 'B1', 'A2'], 3)
    >>> symbols.texts(frozenset({3, -1}))
    ('~A1', 'A2')
    >>> symbols.text(symbols.auxiliary("A1 & B1"))
    '_1'
    """

    __slots__ = ("_by_meaning", "_numbers", "meanings", "names")

    def __init__(self) -> None:
        self.names: list[str] = []
        """The name of symbol n is at index n - 1."""
        self.meanings: dict[str, str] = {}
        """What each auxiliary symbol means; a meaning mentions only earlier symbols."""
        self._numbers: dict[str, int] = {}
        self._by_meaning: dict[str, int] = {}

    def copy(self) -> Symbols:
        """Return an independent copy."""
        twin = Symbols()
        twin.names = self.names.copy()
        twin.meanings = self.meanings.copy()
        twin._numbers = self._numbers.copy()
        twin._by_meaning = self._by_meaning.copy()
        return twin

    def add(self, names: Iterable[Name]) -> None:
        """Number the names that are new, in reading order."""
        new = {str(name) for name in names} - self._numbers.keys()
        for name in sorted(new, key=name_order):
            self._append(check_name(name))

    def auxiliary(self, meaning: str) -> int:
        """Return the auxiliary symbol with this meaning, made if there is none yet."""
        if meaning not in self._by_meaning:
            name = f"{AUXILIARY}{len(self.meanings) + 1}"
            self.meanings[name] = meaning
            self._by_meaning[meaning] = self._append(name)
        return self._by_meaning[meaning]

    def _append(self, name: str) -> int:
        self.names.append(name)
        self._numbers[name] = len(self.names)
        return len(self.names)

    def __len__(self) -> int:
        return len(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    def __getitem__(self, name: str) -> int:
        return self._numbers[name]

    def text(self, literal: int) -> str:
        """Return a literal as text, such as `A1` or `~A1`."""
        return str(self.literal(literal))

    def texts(self, clause: Iterable[int]) -> tuple[str, ...]:
        """Return the literals of a clause as text, in the order of their names."""
        return tuple(map(str, self.literals(clause)))

    def literal(self, literal: int) -> Literal:
        """Return a literal with its name instead of its number."""
        return Literal(self.names[abs(literal) - 1], literal > 0)

    def literals(self, clause: Iterable[int]) -> tuple[Literal, ...]:
        """Return the literals of a clause with names instead of numbers, in reading order."""
        ordered = sorted(clause, key=lambda literal: (name_order(self.names[abs(literal) - 1]), literal))
        return tuple(map(self.literal, ordered))


MOST_DIRECT = 200
"""A hint with no more clauses than this is written out; any clue has at most 112."""

MOST_CLAUSES = 1_000_000
"""A hint whose totaliser would have more clauses than this is not written at all; an expert board's has 50,000."""


def clauses_of_hint(hint: Hint, symbols: Symbols) -> list[Clause]:
    """Return the hint as clauses over `symbols`, to which new names are added.

    >>> from logicms.hints import at_most, exactly
    >>> symbols = Symbols()
    >>> [symbols.texts(clause) for clause in clauses_of_hint(at_most(1, "a b c"), symbols)]
    [('~a', '~b'), ('~a', '~c'), ('~b', '~c')]
    >>> len(clauses_of_hint(exactly(10, [f"A{row}" for row in range(1, 21)]), symbols)), symbols.meanings["_1"]
    (381, 'at least 1 mines among A1 A2')
    """
    symbols.add(hint.among)
    numbers = sorted((symbols[str(name)] for name in hint.among), key=lambda n: name_order(symbols.names[n - 1]))
    decides_each = hint.high == 0 or hint.low >= len(numbers)
    if decides_each or number_of_direct_clauses(hint) <= MOST_DIRECT:
        return [_renamed(clause, numbers) for clause in direct_clauses(hint.low, hint.high, len(numbers))]
    if (many := _size_of_totaliser(len(numbers), hint.high)) > MOST_CLAUSES:
        count, _, _ = str(replace(hint, because=None)).partition(" among ")
        raise LimitReached(f"{count} among {len(numbers):,} would take about {many:,} clauses")
    return _Totaliser(hint, symbols).clauses(numbers)


def number_of_direct_clauses(hint: Hint) -> int:
    """Return how many clauses the hint has when it is written out (a lower bound where the number is huge).

    >>> number_of_direct_clauses(Hint(10, 10, tuple(f"A{row}" for row in range(1, 21))))
    335920
    """
    count = len(hint.among)
    if hint.low > count:
        return 1
    return (_choices(count, hint.low - 1) if hint.low > 0 else 0) + _choices(count, hint.high + 1)


def _choices(count: int, chosen: int) -> int:
    """Return C(count, chosen), or just `count` where it is much more than that: huge binomials take long."""
    return count if count > 1000 and 0 < chosen < count else comb(count, chosen)


def threshold(count: int, names: Sequence[str]) -> str:
    """Return the meaning of a totaliser's symbol; the checker reads it back.

    >>> threshold(3, ["A1", "A2", "B1", "B2"])
    'at least 3 mines among A1 A2 B1 B2'
    """
    return f"at least {count} mines among {' '.join(names)}"


def threshold_clauses(symbol: int, count: int, among: Sequence[int], holds: bool, symbols: Symbols) -> list[Clause]:
    """Return the clauses by which "at least `count` of these" says that it holds (or that it does not).

    >>> symbols = Symbols()
    >>> symbols.add("abc")
    >>> symbol = symbols.auxiliary(threshold(2, "abc"))
    >>> [symbols.texts(clause) for clause in threshold_clauses(symbol, 2, [1, 2, 3], False, symbols)]
    [('~a', '~b', '_1'), ('~a', '~c', '_1'), ('~b', '~c', '_1')]
    """
    names = tuple(symbols.names[number - 1] for number in among)
    hint = Hint(count, len(names), names) if holds else Hint(0, count - 1, names)
    return [clause | {-symbol if holds else symbol} for clause in clauses_of_hint(hint, symbols)]


def _renamed(clause: Sequence[int], numbers: Sequence[int]) -> Clause:
    return frozenset(numbers[i - 1] if i > 0 else -numbers[-i - 1] for i in clause)


def _size_of_totaliser(count: int, high: int) -> int:
    """Return about how many clauses a totaliser of this many cells has."""
    if count < 2:
        return 0
    left, right = count // 2, count - count // 2
    here = 2 * (min(left, high) + 1) * (min(right, high) + 1)
    return here + _size_of_totaliser(left, high) + _size_of_totaliser(right, high)


_Count = int | None
""""At least k mines among a part": a symbol, True or False where the hint decides it, None where it is not needed."""


class _Totaliser:
    """Writes the tree of counts for one hint."""

    def __init__(self, hint: Hint, symbols: Symbols) -> None:
        self.low, self.high, self.size = hint.low, hint.high, len(hint.among)
        self.symbols = symbols
        self.found: dict[Clause, None] = {}

    def clauses(self, cells: Sequence[int]) -> list[Clause]:
        self._count(cells)
        return list(self.found)

    def _count(self, cells: Sequence[int]) -> list[_Count]:
        """Return "at least 0, 1, 2 … mines among the cells", and record the clauses that define them by the halves."""
        if len(cells) == 1:
            return [True, cells[0], False]
        left = self._count(cells[: len(cells) // 2])
        right = self._count(cells[len(cells) // 2 :])
        both = self._symbols(cells)
        spend(len(left) * len(right))
        for i, j in timely(product(range(len(left) - 1), range(len(right) - 1))):
            if self.high < self.size and i + j <= self.high + 1:
                self._note([both[i + j]], [left[i], right[j]])
            if self.low > 0:
                self._note([left[i + 1], right[j + 1]], [both[i + j + 1]])
        return both

    def _symbols(self, cells: Sequence[int]) -> list[_Count]:
        sure = self.low - (self.size - len(cells))
        names = [self.symbols.names[cell - 1] for cell in cells]
        counts: list[_Count] = []
        for k in range(len(cells) + 2):
            if k <= max(sure, 0):
                counts.append(True)
            elif k > min(self.high, len(cells)):
                counts.append(False)
            else:
                counts.append(None if len(cells) == self.size else self.symbols.auxiliary(threshold(k, names)))
        return counts

    def _note(self, positive: Sequence[_Count], negative: Sequence[_Count]) -> None:
        """Record a clause, unless it is true anyway or mentions a count that is not needed."""
        if not any(count is True or count is None for count in positive):
            if not any(count is False or count is None for count in negative):
                literals = [count for count in positive if count]
                self.found[frozenset(literals + [-count for count in negative if count and count is not True])] = None


def literal_of(literal: Literal | str, symbols: Symbols) -> int:
    """Return a literal as a number; as text it is a name, or `~` and a name, and anything else is refused.

    >>> literal_of("~A1", Symbols())
    -1
    >>> literal_of("A1 -> B1", Symbols())
    Traceback (most recent call last):
    logicms.errors.BoardError: not a name: 'A1 -> B1'; a name begins with a letter and has no blanks
    """
    name, holds = parse_literal(literal) if isinstance(literal, str) else literal
    symbols.add([check_name(str(name))])
    return symbols[str(name)] if holds else -symbols[str(name)]
