"""The symbol table: names of propositions <-> the numbers 1 … n that all reasoning is done with.

A *literal* is a number with a sign: 3 says that proposition 3 holds, -3 that it does not. A *clause* is a frozenset of
literals, at least one of which holds; the empty clause is false. This is the form of sympy's own `EncodedCNF` (and of
DIMACS), but with a numbering that is decided: names told together are numbered in reading order, never in a set's.

An *auxiliary* symbol stands for something that can be read aloud. Its name begins with `_`, and its *meaning* is text:
either «at least 3 mines among A1 A2 B1 B2», or clauses that it implies, such as «(A1 | ~B1) & C1».
"""

from __future__ import annotations

from collections.abc import Iterable

from logicms.literal import AUXILIARY, Literal, Name, check_name, name_order

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
        """The name of symbol n stands at n - 1."""
        self.meanings: dict[str, str] = {}
        """What each auxiliary symbol means; a meaning speaks only of symbols that were there before it."""
        self._numbers: dict[str, int] = {}
        self._by_meaning: dict[str, int] = {}

    def copy(self) -> Symbols:
        """Return a table that can grow without this one."""
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
        """Return the auxiliary symbol that means this, a new one unless there is one already."""
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
        """Return a literal as text: `A1`, or `~A1` for its contrary."""
        return str(self.literal(literal))

    def texts(self, clause: Iterable[int]) -> tuple[str, ...]:
        """Return the literals of a clause as text, in the order of their names."""
        return tuple(map(str, self.literals(clause)))

    def literal(self, literal: int) -> Literal:
        """Return a literal by its name."""
        return Literal(self.names[abs(literal) - 1], literal > 0)

    def literals(self, clause: Iterable[int]) -> tuple[Literal, ...]:
        """Return a clause by the names of its literals, in reading order."""
        ordered = sorted(clause, key=lambda literal: (name_order(self.names[abs(literal) - 1]), literal))
        return tuple(map(self.literal, ordered))
