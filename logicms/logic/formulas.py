"""sympy <-> clauses: any propositional formula becomes clauses of signed integers, and clauses become sympy again.

Outside a knowledge base, knowledge is sympy; inside, it is numbers (`encoding`). A formula is first brought into
*negation normal form*, a graph of and, or and literals in which a shared part stays shared. Then every "or" of several
clauses is multiplied out while that stays small; where it does not, a part gets an auxiliary symbol that implies its
clauses (Plaisted and Greenbaum, 1986), so that the clauses grow no faster than the formula. Both traversals keep their
own stack: a formula may be deeper than Python's recursion allows. A count inside a formula (`AtLeast`) is an auxiliary
symbol with just that meaning.

For the proof steps that rest on it, a formula also has a text, in the notation of hint files: `A1 -> ~B1`.
sympy's own printer recurses and writes `Implies(A1, ~B1)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError
from logicms.hints import name_order
from logicms.limits import check_time
from logicms.logic.encoding import EMPTY, Clause, Symbols, threshold, threshold_clauses

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


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
    thresholds: dict[tuple[int, bool], Any] = {}
    converted = _Converter(symbols).convert(_normal_form(expr, symbols, sign, thresholds))
    return replace(converted, definitions=(*_definitions(thresholds, symbols), *converted.definitions))


def _definitions(thresholds: Mapping[tuple[int, bool], Any], symbols: Symbols) -> Iterator[tuple[str, Clause]]:
    """Yield the clauses of the counts in a formula, as far as they are needed: that they hold, or do not."""
    for (symbol, holds), expr in thresholds.items():
        among = [symbols[part.name] for part in expr.among]
        for clause in threshold_clauses(symbol, expr.number, among, holds, symbols):
            yield symbols.text(symbol), clause


# -- from sympy to negation normal form


@dataclass(frozen=True, slots=True, eq=False)
class _Node:
    """An "and" (`is_and`) or "or" of literals and nodes; compared by identity, so that a shared node is seen once."""

    is_and: bool
    parts: tuple[int | _Node, ...]


_Formula = int | _Node


def _all(*parts: _Formula) -> _Node:
    return _Node(True, parts)


def _any(*parts: _Formula) -> _Node:
    return _Node(False, parts)


def _normal_form(expr: Any, symbols: Symbols, sign: bool, thresholds: dict[tuple[int, bool], Any]) -> _Formula:
    """Return the formula with its negations pushed down to the literals; note the symbols of the counts in it."""
    order = _from_the_leaves(expr, sign)
    counts = [part for part, _ in order if _kind(part) == "AtLeast"]
    symbols.add(part.name for part, _ in order if getattr(part, "is_Symbol", False))
    symbols.add(symbol.name for count in counts for symbol in count.among)
    done: dict[tuple[int, bool], _Formula] = {}
    for part, its_sign in order:
        if _kind(part) == "AtLeast":
            names = sorted((symbol.name for symbol in part.among), key=name_order)
            symbol = symbols.auxiliary(threshold(part.number, names))
            thresholds[symbol, its_sign] = part
            done[id(part), its_sign] = symbol if its_sign else -symbol
        else:
            done[id(part), its_sign] = _combined(part, its_sign, done, symbols)
    return done[id(expr), sign]


def _from_the_leaves(expr: Any, sign: bool) -> list[tuple[Any, bool]]:
    """Return every part of the formula with its sign (False: negated), each after the parts it is made of."""
    order: list[tuple[Any, bool]] = []
    seen: set[tuple[int, bool]] = set()
    stack: list[tuple[Any, bool, bool]] = [(expr, sign, False)]
    while stack:
        part, sign, opened = stack.pop()
        if opened:
            order.append((part, sign))
        elif (id(part), sign) not in seen:
            seen.add((id(part), sign))
            stack.append((part, sign, True))
            stack.extend((*needed, False) for needed in reversed(_needs(part, sign)))
    return order


def _needs(expr: Any, sign: bool) -> list[tuple[Any, bool]]:
    """Return the arguments of a connective, each with every sign that it is needed with."""
    kind = _kind(expr)
    if kind in ("truth", "symbol", "AtLeast"):
        return []
    args = _arguments(expr)
    if kind == "Not":
        return [(args[0], not sign)]
    if kind == "Implies":
        return [(args[0], not sign), (args[1], sign)]
    if kind == "ITE":
        return [(args[0], True), (args[0], False), (args[1], sign), (args[2], sign)]
    if kind in ("And", "Or"):
        return [(arg, sign) for arg in args]
    return [(arg, either) for arg in args for either in (True, False)]


def _kind(expr: Any) -> str:
    """Return the kind of a part of a formula: truth, symbol, or the name of a connective; refuse anything else."""
    kind = _kinds().get(type(expr)) or ("symbol" if getattr(expr, "is_Symbol", False) else None)
    if kind is None and type(expr).__name__ == "AtLeast":  # only who has one has loaded its module
        return "AtLeast"
    if kind is None:
        raise BoardError(f"not propositional: {type(expr).__name__}; a formula is made of symbols, ~ & | -> <-> and ^")
    return kind


@cache
def _kinds() -> dict[type, str]:
    from sympy.logic.boolalg import ITE, And, BooleanFalse, BooleanTrue, Equivalent, Implies, Not, Or, Xor

    truths = dict.fromkeys((bool, BooleanTrue, BooleanFalse), "truth")
    return truths | {connective: connective.__name__ for connective in (And, Or, Not, Implies, Equivalent, Xor, ITE)}


def _arguments(expr: Any) -> tuple[Any, ...]:
    """Return the arguments in sympy's order, which it computes again for `Equivalent` and `Xor`, by recursion."""
    try:
        return tuple(expr.args)
    except RecursionError:
        raise BoardError(f"{type(expr).__name__}: the formula is nested too deeply for sympy") from None


def _combined(expr: Any, sign: bool, done: Mapping[tuple[int, bool], _Formula], symbols: Symbols) -> _Formula:
    """Return one part of the formula (its negation, unless `sign`) from the parts that it is made of."""
    check_time()
    kind = _kind(expr)
    if kind == "symbol":
        return symbols[expr.name] if sign else -symbols[expr.name]
    if kind == "truth":
        return _all() if bool(expr) == sign else _any()
    parts = [done[id(arg), need] for arg, need in _needs(expr, sign)]
    if kind == "Not":
        return parts[0]
    if kind == "ITE":
        test, not_test, yes, no = parts
        return _all(_any(not_test, yes), _any(test, no))
    if kind == "Xor":
        return _odd(parts[::2], parts[1::2], sign)
    if kind == "Equivalent":
        return _equivalent(parts[::2], parts[1::2], sign)
    return _Node((kind == "And") == sign, tuple(parts))


def _odd(held: list[_Formula], failed: list[_Formula], sign: bool) -> _Formula:
    """Return the formula that an odd number of the parts holds (an even number, unless `sign`)."""
    odd, even = held[0], failed[0]
    for part, negation in zip(held[1:], failed[1:], strict=True):
        odd, even = _all(_any(odd, part), _any(even, negation)), _all(_any(odd, negation), _any(even, part))
    return odd if sign else even


def _equivalent(held: list[_Formula], failed: list[_Formula], sign: bool) -> _Formula:
    """Return the formula that all the parts hold or none does (or its negation): each implies the next, in a circle."""
    if not sign:
        return _all(_any(*held), _any(*failed))
    return _all(*(_any(failed[i - 1], held[i]) for i in range(len(held))))


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

_SIGNS = {"And": " & ", "Or": " | ", "Xor": " ^ ", "Implies": " -> ", "Equivalent": " <-> "}


def formula_label(expr: Any) -> str:
    """Return the formula as the name of a source in a proof; `parse_formula` reads it back unless it is cut off.

    Unlike `notation.formulas.format_formula`, which writes a text for people or says why it cannot, this takes every
    formula, however deep or long.

    >>> from sympy.abc import a, b, c
    >>> formula_label((a & ~b) >> c), formula_label(~(a | b))
    ('(a & ~b) -> c', '~(a | b)')
    """
    written: list[str] = []
    stack: list[Any] = [(expr, False)]
    length = 0
    while stack and length <= LONGEST:
        part = stack.pop()
        if isinstance(part, str):
            written.append(part)
            length += len(part)
        else:
            stack.extend(reversed(_pieces(*part)))
    text = "".join(written)
    return text if not stack and len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _pieces(expr: Any, inner: bool) -> list[Any]:
    """Return the pieces of a formula's text: strings, and pairs of a part and whether it is inside another."""
    kind = type(expr).__name__
    args: tuple[Any, ...] = getattr(expr, "args", ())
    if kind == "Not":
        return ["~", (args[0], True)]
    if kind == "ITE":
        test, yes, no = args
        written = ["(", (test, True), " -> ", (yes, True), ") & (~", (test, True), " -> ", (no, True), ")"]
    elif kind == "Equivalent" and len(args) > 2:
        pairs = zip(args, args[1:], strict=False)
        written = _joined([["(", (one, True), " <-> ", (two, True), ")"] for one, two in pairs], " & ")
    elif kind in _SIGNS and args:
        written = _joined([[(arg, True)] for arg in args], _SIGNS[kind])
    else:
        return [_atom(expr)]
    return ["(", *written, ")"] if inner else written


def _joined(parts: list[list[Any]], sign: str) -> list[Any]:
    written = list(parts[0])
    for part in parts[1:]:
        written += [sign, *part]
    return written


def _atom(expr: Any) -> str:
    if getattr(expr, "is_Symbol", False):
        return str(expr.name)
    return str(bool(expr)).lower()
