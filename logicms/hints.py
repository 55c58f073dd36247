"""Names, literals and hints: the logic of a clue, without the grid. All reasoning starts from them.

A *name* is a proposition: a `Cell` ("there is a mine here") where there is a board, any word otherwise. A *literal*
says that a name holds or that it does not. Apart from the integers inside `logic`, a literal has no other form. A
*hint* says that there are `low` to `high` mines among some names, because of a clue (or of the mine total).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from logicms.board import CELL_NAME, Cell, Names
from logicms.errors import BoardError, expect

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


Name = Cell | str
"""The name of a proposition: a cell, or any word."""

_K = TypeVar("_K")
_V = TypeVar("_V")

AUXILIARY = "_"
"""The prefix of an auxiliary symbol's name."""

_LONGEST_NAME = 200


class Literal(NamedTuple):
    """A name, and whether it holds: `B3` says that there is a mine, `~B3` that there is none.

    >>> literal = parse_literal("~B3")
    >>> literal, str(literal), str(~literal)
    (Literal(name='B3', holds=False), '~B3', 'B3')
    """

    name: Name
    holds: bool

    def __invert__(self) -> Literal:
        return Literal(self.name, not self.holds)

    def __str__(self) -> str:
        return str(self.name) if self.holds else f"~{self.name}"


def parse_literal(text: str) -> Literal:
    """Return the literal that is written as a name, or as `~` and a name; anything else is refused.

    >>> parse_literal("A1 -> B1")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a name: 'A1 -> B1'; a name begins with a letter and has no blanks
    """
    expect(text, str, "a literal as text, such as '~B3'")
    name = text.removeprefix("~")
    return Literal(name if is_auxiliary(name) else check_name(name), name == text)


def check_name(name: str) -> str:
    """Return `name` if it can name a proposition: it begins with a letter and has no blanks.

    >>> check_name("~A1")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a name: '~A1'; a name begins with a letter and has no blanks
    """
    if name[:1].isalpha() and len(name) <= _LONGEST_NAME and name.isprintable() and " " not in name:
        return name
    raise BoardError(f"not a name: {name[:40]!r}; a name begins with a letter and has no blanks")


def is_auxiliary(name: str) -> bool:
    """Return whether `name` is the name of an auxiliary symbol: `_1`, `_2` …"""
    number = name.removeprefix(AUXILIARY)
    return number != name and number.isascii() and number.isdecimal() and number[0] != "0" and len(number) <= 18


def is_cell_name(name: Name) -> bool:
    """Return whether a name is a cell, or the text of one."""
    return isinstance(name, Cell) or CELL_NAME.fullmatch(name) is not None


@lru_cache(maxsize=8192)
def name_order(name: Name) -> tuple[int, int, int, str]:
    """Return the sort key that puts cells in reading order, then other words, then auxiliary symbols by number.

    >>> sorted(["_10", "wet", "A2", "_9", "AA1", "B1", "rain"], key=name_order)
    ['B1', 'AA1', 'A2', 'rain', 'wet', '_9', '_10']
    """
    text = str(name)
    if text.startswith(AUXILIARY):
        return 2, len(text), 0, text
    if cell := CELL_NAME.fullmatch(text):
        return 0, int(cell[2]), len(cell[1]), cell[1]
    return 1, 0, 0, text


def in_order(name: Name) -> tuple[bool, Name]:
    """Return the sort key that puts cells in reading order, then words in alphabetical order."""
    return isinstance(name, str), name


class Shown:
    """What a notebook and IPython show as `print` does, and not as its `repr`, which is for programs."""

    __slots__ = ()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))


class FrozenDict(dict[_K, _V]):
    """A dict that cannot be changed: what a value consists of. It equals the dict with the same items.

    >>> facts = FrozenDict({"a": True})
    >>> facts == {"a": True}
    True
    >>> facts["b"] = True
    Traceback (most recent call last):
    TypeError: this is a part of a value, which cannot be changed; dict(it) is a copy that can
    """

    __slots__ = ()

    def _refuse(self, *values: Any, **named: Any) -> NoReturn:
        raise TypeError("this is a part of a value, which cannot be changed; dict(it) is a copy that can")

    __setitem__ = __delitem__ = __ior__ = clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type[FrozenDict[_K, _V]], tuple[dict[_K, _V]]]:
        return type(self), (dict(self),)


def freeze(value: object, *fields: str) -> None:
    """Make mappings that are fields of a frozen dataclass unchangeable too: for its `__post_init__`."""
    for name in fields:
        given = getattr(value, name)
        if not isinstance(given, FrozenDict):
            object.__setattr__(value, name, FrozenDict(given))


def ordered(names: Collection[Name]) -> tuple[Name, ...]:
    """Return names in that order; cells alone, of which there may be a million, are compared as integers at most.

    >>> ordered(["b", Cell(0, 1), "a", Cell(0, 0)])
    (Cell(row=0, col=0), Cell(row=0, col=1), 'a', 'b')
    """
    if isinstance(names, Names) and names.listed is not None:
        return names.listed
    if set(map(type, names)) == {Cell}:
        return tuple(sorted(names, key=lambda cell: cell[0] << 32 | cell[1]))  # type: ignore[operator]
    return tuple(sorted(names, key=in_order))


# -- hints

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
        if type(self.among) is not tuple:
            object.__setattr__(self, "among", tuple(self.among))
        if len(set(self.among)) < len(self.among):
            raise BoardError(f"a hint names each cell once: {' '.join(map(str, self.among))}")

    @property
    def is_exact(self) -> bool:
        return self.low == self.high

    def left(self, facts: Mapping[Name, bool]) -> tuple[int, int, tuple[Name, ...]]:
        """Return what the hint says of the names that are not known: from how many to how many hold, and the names.

        >>> exactly(2, "a b c").left({"a": True, "d": True})
        (1, 1, ('b', 'c'))
        """
        mines = sum([facts.get(name, False) for name in self.among])
        return self.low - mines, self.high - mines, tuple([name for name in self.among if name not in facts])

    def to_sympy(self) -> Boolean:
        """Return the hint written out as a sympy Boolean in CNF.

        >>> exactly(1, ["A1", "B1"]).to_sympy()
        (A1 | B1) & (~A1 | ~B1)
        """
        from sympy import And

        from logicms.connectives import disjunction

        clauses = direct_clauses(self.low, self.high, len(self.among))
        return And(*(disjunction([(self.among[abs(i) - 1], i > 0) for i in clause]) for clause in clauses))

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
