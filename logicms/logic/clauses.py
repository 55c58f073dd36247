"""The one road from knowledge to clauses: names as numbers, hints and sympy's formulas as sets of signed integers.

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

A formula comes from text by way of our language (`rules.language`) and sympy (`rules.grounding.to_sympy`), or is told
as sympy. It is first brought into *negation normal form*, a graph of and, or and literals in which a shared part stays
shared. Then every "or" of several clauses is multiplied out while that stays small; where it does not, a part gets an
auxiliary symbol that implies its clauses (Plaisted and Greenbaum, 1986), so that the clauses grow no faster than the
formula. No traversal recurses: a formula may be deeper than Python allows. A count inside a formula (`AtLeast`) is an
auxiliary symbol with just that meaning.

A *goal* is a formula in question, as the clauses to be shown and the clauses that are assumed to refute it. A question
must not change the knowledge base, so a goal has its own symbol table, a copy that may have more names. A formula too
large to be multiplied out gets an auxiliary symbol that implies its negation; the goal is then that this symbol does
not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any

from logicms.errors import LimitReached
from logicms.hints import AUXILIARY, Hint, Literal, Name, check_name, direct_clauses, name_order, parse_literal
from logicms.limits import check_time, spend, timely

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.connectives import Connective


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


# -- hints

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
        direct = direct_clauses(hint.low, hint.high, len(numbers))
        return [frozenset([numbers[i - 1] if i > 0 else -numbers[-i - 1] for i in clause]) for clause in direct]
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


# -- formulas

MOST_LITERALS = 48
"""An "or" is multiplied out if its clauses have at most this many literals together."""


def is_tautology(clause: Clause) -> bool:
    """Return whether the clause is always true: it contains a literal and its negation.

    >>> is_tautology(frozenset({1, -1, 2}))
    True
    """
    return any(-literal in clause for literal in clause)


def clause_order(clause: Clause) -> tuple[int, list[tuple[int, bool]]]:
    """Return the sort key that puts short clauses first, then orders by symbol, positive literals first.

    >>> [sorted(clause) for clause in sorted([frozenset({1, 2}), frozenset({-1}), frozenset({1})], key=clause_order)]
    [[1], [-1], [1, 2]]
    """
    return len(clause), sorted((abs(literal), literal < 0) for literal in clause)


@dataclass(frozen=True, slots=True)
class Converted:
    """A formula as clauses, and the clauses that define the auxiliary symbols made for it."""

    clauses: tuple[Clause, ...]
    definitions: tuple[tuple[str, Clause], ...] = ()
    """Each with the name of the auxiliary symbol that implies it."""


def clauses_of(expr: Boolean | bool, symbols: Symbols, sign: bool = True) -> Converted:
    """Return a sympy Boolean (its negation, unless `sign`) as clauses over `symbols`, to which new names are added.

    True has no clauses, false has the empty clause, tautologies are dropped.

    >>> from sympy.abc import a, b, c
    >>> symbols = Symbols()
    >>> [symbols.texts(clause) for clause in clauses_of((a >> b) & (b | c), symbols).clauses]
    [('~a', 'b'), ('b', 'c')]
    """
    from logicms.connectives import fold

    names, counts = set[str](), dict[int, Any]()

    def note(kind: Connective, part: Any, _: list[None]) -> None:
        if kind == "symbol":
            names.add(part.name)

    def made(kind: Connective, part: Any, parts: list[_Formula]) -> _Formula:
        if kind == "AtLeast":
            among = sorted((symbol.name for symbol in part.among), key=name_order)
            number = symbols.auxiliary(threshold(part.number, among))
            counts[number] = part
            return number
        return symbols[part.name] if kind == "symbol" else _normal_form(kind, part, parts)

    fold(expr, note)  # first, so that names are numbered in reading order, whatever sympy's order is
    symbols.add(names)
    formula = fold(expr, made)
    converted = _Converter(symbols).convert(formula if sign else _negated(formula))
    return replace(converted, definitions=(*_definitions(counts, converted, symbols), *converted.definitions))


def _definitions(counts: Mapping[int, Any], converted: Converted, symbols: Symbols) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses of the counts in a formula, as far as they are needed: that they hold, or do not."""
    used = frozenset[int]().union(*converted.clauses, *(clause for _, clause in converted.definitions))
    for symbol, expr in counts.items():
        among = [symbols[part.name] for part in expr.among]
        for holds in (True, False):
            if (symbol if holds else -symbol) in used:
                for clause in threshold_clauses(symbol, expr.number, among, holds, symbols):
                    yield symbols.text(symbol), clause


# -- a goal


@dataclass(frozen=True, slots=True)
class Goal:
    """Clauses, all of which are to be shown."""

    clauses: tuple[Clause, ...]
    negation: tuple[Clause, ...]
    """What a refutation assumes."""
    symbols: Symbols
    definitions: tuple[tuple[str, Clause], ...] = ()
    """The clauses of auxiliary symbols, each with the symbol's name."""


def goal_of(formula: Boolean | bool | Hint | Literal, told: Symbols, sign: bool = True) -> Goal:
    """Return the goal that a formula holds (that its negation holds, unless `sign`).

    >>> from sympy.abc import a, b
    >>> goal = goal_of(a & b, Symbols())
    >>> [goal.symbols.texts(clause) for clause in goal.clauses], [goal.symbols.texts(c) for c in goal.negation]
    ([('a',), ('b',)], [('~a', '~b')])
    """
    symbols = told.copy()
    if isinstance(formula, Literal):
        literal = literal_of(formula, symbols) if sign else -literal_of(formula, symbols)
        return _one_clause(frozenset((literal,)), symbols)
    expr = formula.to_sympy() if isinstance(formula, Hint) else formula
    shown = clauses_of(expr, symbols, sign)
    if len(shown.clauses) == 1 and not shown.definitions:
        return _one_clause(shown.clauses[0], symbols)
    symbols = symbols if not shown.definitions else told.copy()
    negation = clauses_of(expr, symbols, not sign)
    if not shown.definitions and not negation.definitions:
        return Goal(shown.clauses, negation.clauses, symbols)
    symbol, meaning = named(negation.clauses, symbols)
    definitions = (*negation.definitions, *meaning)
    return Goal((frozenset((-symbol,)),), (frozenset((symbol,)),), symbols, definitions)


def _one_clause(clause: Clause, symbols: Symbols) -> Goal:
    negation = tuple(frozenset((-literal,)) for literal in sorted(clause, key=abs))
    return Goal((clause,), negation, symbols)


# -- from sympy to negation normal form


class _Node:
    """An "and" (`is_and`) or "or" of literals and nodes; compared by identity, so that a shared node is seen once.

    Its negation is a node too, of which the parts are made when they are asked for: mostly, one sign is enough.
    """

    __slots__ = ("_negation", "_parts", "is_and")

    def __init__(self, is_and: bool, parts: tuple[_Formula, ...] | None, negation: _Node | None = None) -> None:
        self.is_and = is_and
        self._parts = parts
        self._negation = negation

    @property
    def parts(self) -> tuple[_Formula, ...]:
        if self._parts is None:
            assert self._negation is not None, "a node has parts, or is the negation of one that has"
            self._parts = tuple(map(_negated, self._negation.parts))
        return self._parts

    def negated(self) -> _Node:
        if self._negation is None:
            self._negation = _Node(not self.is_and, None, self)
        return self._negation

    def negated_by(self, negation: _Node) -> _Node:
        """Take `negation` for the negation, where pushing it down would need more clauses; return self."""
        self._negation, negation._negation = negation, self
        return self


_Formula = int | _Node


def _all(*parts: _Formula) -> _Node:
    return _Node(True, parts)


def _any(*parts: _Formula) -> _Node:
    return _Node(False, parts)


def _negated(formula: _Formula) -> _Formula:
    return -formula if isinstance(formula, int) else formula.negated()


def _normal_form(kind: Connective, formula: Any, parts: list[_Formula]) -> _Formula:
    """Return a connective in negation normal form.

    One that says something of its parts both ways is a conjunction of small disjunctions, and so is its negation.
    """
    if kind == "truth":
        return _all() if formula else _any()
    if kind == "Not":
        return _negated(parts[0])
    if kind == "Implies":
        return _any(_negated(parts[0]), parts[1])
    if kind == "ITE":
        test, yes, no = parts
        negation = _all(_any(_negated(test), _negated(yes)), _any(test, _negated(no)))
        return _all(_any(_negated(test), yes), _any(test, no)).negated_by(negation)
    if kind == "Equivalent":  # each implies the next, in a circle
        circle = [_any(_negated(before), part) for before, part in zip([parts[-1], *parts], parts, strict=False)]
        return _all(*circle).negated_by(_all(_any(*parts), _any(*map(_negated, parts))))
    if kind == "Xor":
        return _odd(parts)
    return _Node(kind == "And", tuple(parts))


def _odd(parts: list[_Formula]) -> _Formula:
    """Return the formula that an odd number of the parts holds."""
    odd, even = parts[0], _negated(parts[0])
    for part in parts[1:]:
        after = _all(_any(odd, part), _any(even, _negated(part)))
        even = _all(_any(odd, _negated(part)), _any(even, part))
        odd = after.negated_by(even)
    return odd


# -- from negation normal form to clauses


class _Converter:
    """Turns nodes into clauses, innermost first."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.done: dict[_Node, tuple[Clause, ...]] = {}
        self.definitions: dict[tuple[str, Clause], None] = {}

    def convert(self, root: _Formula) -> Converted:
        stack: list[tuple[_Formula, list[_Formula] | None]] = [(root, None)]
        while stack:
            check_time()
            node, parts = stack.pop()
            if isinstance(node, int) or node in self.done:
                continue
            if parts is None:
                parts = _opened(node)
                stack.append((node, parts))
                stack.extend((part, None) for part in reversed(parts) if isinstance(part, _Node))
            else:
                self.done[node] = self._conjunction(parts) if node.is_and else self._disjunction(parts)
        return Converted(self._clauses(root), tuple(self.definitions))

    def _clauses(self, part: _Formula) -> tuple[Clause, ...]:
        return (frozenset((part,)),) if isinstance(part, int) else self.done[part]

    def _conjunction(self, parts: Iterable[_Formula]) -> tuple[Clause, ...]:
        clauses = dict.fromkeys(clause for part in parts for clause in self._clauses(part))
        return (EMPTY,) if EMPTY in clauses else tuple(clauses)

    def _disjunction(self, parts: Iterable[_Formula]) -> tuple[Clause, ...]:
        """Return the clauses of an "or": every union of one clause per part; large parts get a symbol first."""
        factors = [self._clauses(part) for part in parts]
        single = frozenset[int]().union(*(factor[0] for factor in factors if len(factor) == 1))
        several = [factor for factor in factors if len(factor) != 1]
        while several and _literals_of_product(single, several) > MOST_LITERALS:
            check_time()
            largest = max(several, key=_number_of_literals)
            several.remove(largest)
            single |= {self._named(largest)}
        clauses = dict.fromkeys(single.union(*choice) for choice in product(*several))
        return tuple(clause for clause in clauses if not is_tautology(clause))

    def _named(self, clauses: tuple[Clause, ...]) -> int:
        symbol, definitions = named(clauses, self.symbols)
        self.definitions.update(dict.fromkeys(definitions))
        return symbol


def named(clauses: Iterable[Clause], symbols: Symbols) -> tuple[int, list[tuple[str, Clause]]]:
    """Return the auxiliary symbol that implies these clauses, and the clauses that say so.

    >>> symbols = Symbols()
    >>> symbols.add("abc")
    >>> symbol, definitions = named([frozenset({1, -2}), frozenset({3})], symbols)
    >>> symbols.meanings["_1"], [(name, symbols.texts(clause)) for name, clause in definitions]
    ('(a | ~b) & c', [('_1', ('a', '~b', '~_1')), ('_1', ('c', '~_1'))])
    """
    clauses = list(clauses)
    texts = (symbols.texts(clause) for clause in clauses)
    meaning = " & ".join(text[0] if len(text) == 1 else f"({' | '.join(text)})" for text in texts)
    symbol = symbols.auxiliary(meaning)
    return symbol, [(symbols.text(symbol), clause | {-symbol}) for clause in clauses]


def _opened(node: _Node) -> list[_Formula]:
    """Return the parts of a node, with an "and" inside an "and" (an "or" inside an "or") replaced by its parts."""
    parts: dict[_Formula, None] = {}
    seen: set[_Node] = set()
    stack: list[_Formula] = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, int) or part.is_and != node.is_and:
            parts[part] = None
        elif part not in seen:
            seen.add(part)
            stack.extend(reversed(part.parts))
    return list(parts)


def _number_of_literals(clauses: tuple[Clause, ...]) -> int:
    return sum(map(len, clauses))


def _literals_of_product(single: Clause, several: list[tuple[Clause, ...]]) -> int:
    """Return how many literals the clauses of the product have together (an upper bound: equal literals merge)."""
    count = prod(map(len, several))
    return count * len(single) + sum(_number_of_literals(factor) * count // len(factor) for factor in several if factor)


LONGEST = 65_536
"""A longer text, which `parse_formula` does not read, is cut off with …; a proof that cites it needs its premises."""
