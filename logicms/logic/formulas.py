"""sympy <-> clauses: any propositional formula becomes clauses of signed integers, and clauses become sympy again.

Outside a knowledge base, knowledge is sympy; inside, it is numbers (`encoding`). A formula is first brought into
*negation normal form*, a graph of and, or and literals in which a shared part stays shared. Then every "or" of several
clauses is multiplied out while that stays small; where it does not, a part gets an auxiliary symbol that implies its
clauses (Plaisted and Greenbaum, 1986), so that the clauses grow no faster than the formula. No traversal recurses: a
formula may be deeper than Python allows. A count inside a formula (`AtLeast`) is an auxiliary
symbol with just that meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from logicms.hints import name_order
from logicms.limits import check_time
from logicms.logic.encoding import EMPTY, Clause, Symbols, threshold, threshold_clauses

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.connectives import Kind

__all__ = ["Clause", "Converted", "Symbols", "clause_order", "clause_to_sympy", "clauses_of", "is_tautology", "named"]

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


def clause_to_sympy(literals: Iterable[str]) -> Boolean:
    """Return a clause as a sympy Boolean, from its literals as text.

    >>> clause_to_sympy(("A1", "~B1")), clause_to_sympy(())
    (A1 | ~B1, False)
    """
    from sympy import Not, Or, Symbol

    return Or(*(Not(Symbol(text[1:])) if text[0] == "~" else Symbol(text) for text in literals))


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

    def note(kind: Kind, part: Any, _: list[None]) -> None:
        if kind == "symbol":
            names.add(part.name)

    def made(kind: Kind, part: Any, parts: list[_Formula]) -> _Formula:
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


def _normal_form(kind: Kind, formula: Any, parts: list[_Formula]) -> _Formula:
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
