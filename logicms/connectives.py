"""Formulas as sympy has them: the only place that knows sympy's kinds of formula.

Everything that takes a formula apart (clauses, conditions to count, truth tables, text) says what it makes of each
`Connective`, and leaves the walk to `fold`, which keeps its own stack: a formula may be deeper than Python's recursion
allows, and a shared part is looked at once.

sympy has no count, so there is one here: `AtLeast(2, a, b, c)` is a sympy Boolean like `Or(a, b, c)`. It takes part in
everything that works on the tree of a formula (substitution, free symbols, comparison); `logic` writes it as clauses,
the checker judges it by counting. Importing this module loads sympy.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from sympy import Integer, Not, Symbol, false, true
from sympy.assumptions.cnf import CNF, EncodedCNF
from sympy.assumptions.cnf import Literal as SympyLiteral
from sympy.logic.boolalg import (
    ITE,
    And,
    Boolean,
    BooleanFalse,
    BooleanFunction,
    BooleanTrue,
    Equivalent,
    Implies,
    Or,
    Xor,
)

from logicms.errors import BoardError, expect
from logicms.limits import check_time

_T = typing.TypeVar("_T")


class AtLeast(BooleanFunction):  # type: ignore[misc]
    """At least `number` of these symbols hold; each symbol is there once.

    >>> from sympy.abc import a, b, c
    >>> AtLeast(2, a, b, c), AtLeast(2, a, b, c).subs({a: True}), AtLeast(2, a, b, c).subs({a: False})
    (AtLeast(2, a, b, c), b | c, b & c)
    """

    @classmethod
    def eval(cls, number: Any, *parts: Any) -> Any:
        left = [part for part in parts if part not in (true, false)]
        needed = int(number) - sum(part == true for part in parts)
        if needed <= 0 or needed > len(left):
            return true if needed <= 0 else false
        if needed == 1 or needed == len(left):
            return Or(*left) if needed == 1 else And(*left)
        return None if len(left) == len(parts) else cls(Integer(needed), *left)

    @property
    def number(self) -> int:
        """How many must hold."""
        return int(self.args[0])

    @property
    def among(self) -> tuple[Symbol, ...]:
        """The symbols that are counted."""
        return tuple(self.args[1:])

    def to_nnf(self, simplify: bool = True, form: Any = None) -> AtLeast:
        return self


def between(low: int, high: int, among: list[Symbol]) -> Boolean:
    """Return that low to high of the symbols hold, as thresholds.

    >>> from sympy.abc import a, b, c
    >>> between(1, 2, [a, b, c]), between(0, 1, [a, b, c])
    ((a | b | c) & ~(a & b & c), ~AtLeast(2, a, b, c))
    """
    return And(AtLeast(Integer(low), *among), Not(AtLeast(Integer(high + 1), *among)))


def disjunction(literals: Iterable[tuple[Any, bool]]) -> Boolean:
    """Return a clause from its literals: names, and whether they hold.

    >>> disjunction([("A1", True), ("B1", False)]), disjunction([])
    (A1 | ~B1, False)
    """
    return Or(*(Symbol(str(name)) if holds else Not(Symbol(str(name))) for name, holds in literals))


# -- taking a formula apart

Connective = typing.Literal["truth", "symbol", "Not", "And", "Or", "Xor", "Implies", "Equivalent", "ITE", "AtLeast"]

_KINDS: dict[type, Connective] = {
    bool: "truth",
    BooleanTrue: "truth",
    BooleanFalse: "truth",
    Symbol: "symbol",
    Not: "Not",
    And: "And",
    Or: "Or",
    Xor: "Xor",
    Implies: "Implies",
    Equivalent: "Equivalent",
    ITE: "ITE",
    AtLeast: "AtLeast",
}


def kind_of(formula: Any) -> Connective:
    """Return the kind of a formula; anything that is not propositional is refused.

    >>> from sympy.abc import a, b
    >>> kind_of(a), kind_of(a >> b), kind_of(True)
    ('symbol', 'Implies', 'truth')
    """
    kind = _KINDS.get(type(formula)) or ("symbol" if getattr(formula, "is_Symbol", False) else None)
    if kind is None:
        name = type(formula).__name__
        raise BoardError(f"not propositional: a formula is made of symbols, ~ & | -> <-> and ^, not {name}")
    return kind


def parts_of(formula: Any) -> tuple[Any, ...]:
    """Return the formulas that a formula is made of, in sympy's order."""
    if kind_of(formula) in ("truth", "symbol"):
        return ()
    if isinstance(formula, AtLeast):
        return formula.among
    try:
        return tuple(formula.args)  # those of `Equivalent` and `Xor` are sorted anew each time, by recursion
    except RecursionError:
        raise BoardError(f"{type(formula).__name__}: the formula is nested too deeply for sympy") from None


def fold(formula: Any, make: Callable[[Connective, Any, list[_T]], _T]) -> _T:
    """Return what `make` makes of a formula, from its kind, the formula, and what was made of its parts.

    >>> from sympy.abc import a, b
    >>> fold((a >> b) & ~a, lambda kind, formula, depths: 1 + max(depths, default=0))
    3
    """
    made: dict[int, _T] = {}
    alive = []  # what is made is found by the identity of a part, so no part may be freed before the end
    waiting: list[tuple[Any, tuple[Any, ...] | None]] = [(formula, None)]
    while waiting:
        part, parts = waiting.pop()
        if id(part) in made:
            continue
        check_time()
        if parts is None and (parts := parts_of(part)):
            alive.append(parts)
            waiting.append((part, parts))
            waiting += [(each, None) for each in reversed(parts)]
        else:
            made[id(part)] = make(kind_of(part), part, [made[id(each)] for each in parts])
    return made[id(formula)]


def literal_in(formula: Any) -> tuple[str, bool] | None:
    """Return the name, and whether it holds, if a formula says no more than that.

    >>> from sympy.abc import a, b
    >>> literal_in(~a), literal_in(a & b)
    (('a', False), None)
    """
    inner = formula.args[0] if isinstance(formula, Not) else formula
    return (inner.name, inner is formula) if isinstance(inner, Symbol) else None


def clauses_of_cnf(told: CNF | EncodedCNF) -> tuple[Boolean, ...]:
    """Return the clauses of sympy's `CNF` in the order of their texts, or of its `EncodedCNF` as they are listed.

    In an `EncodedCNF`, 0 stands for false, as sympy has it.

    >>> from sympy.abc import a, b
    >>> clauses_of_cnf(CNF.from_prop((a | b) & ~a)), clauses_of_cnf(EncodedCNF([{1, -2}, {0}], {a: 1, b: 2}))
    ((a | b, ~a), (a | ~b, False))
    """
    if isinstance(told, CNF):
        return tuple(sorted((_clause(map(_signed, each)) for each in _clauses(told.clauses)), key=formula_text))
    if not isinstance(told, EncodedCNF):
        kind_of(told)  # refuses it
    names = dict(enumerate(told.symbols, 1)) | {0: false}
    if any(told.encoding.get(name) != number for number, name in names.items() if number):
        raise BoardError("the `symbols` and the `encoding` of an EncodedCNF disagree")

    def signed(literal: Any) -> tuple[Any, bool]:
        if not isinstance(literal, int) or abs(literal) not in names:
            raise BoardError(f"an EncodedCNF of {len(names) - 1} symbols has no literal {str(literal)[:40]!r}")
        return names[abs(literal)], literal >= 0

    return tuple(_clause(map(signed, each)) for each in _clauses(told.data))


def _clauses(found: Any) -> Iterator[Iterable[Any]]:
    expect(found, Iterable, "the clauses of a CNF")
    for clause in found:
        expect(clause, Iterable, "a clause as a set of literals")
        yield clause


def _signed(literal: Any) -> tuple[Any, bool]:
    expect(literal, SympyLiteral, "a literal of sympy's CNF")
    return literal.lit, not literal.is_Not


def _clause(literals: Iterable[tuple[Any, bool]]) -> Boolean:
    """Return a clause of symbols, or of true and false, and whether they hold."""
    found = list(literals)
    for part, _ in found:
        if kind_of(part) not in ("symbol", "truth"):
            raise BoardError(f"a clause is made of symbols and their negations, not of {type(part).__name__}")
    return Or(*(part if holds else Not(part) for part, holds in found))


# -- as text

_OPERATORS = {"Equivalent": (1, "<->"), "Implies": (2, "->"), "Or": (3, "|"), "Xor": (4, "^"), "And": (5, "&")}
"""How tightly each operator binds, and how it is written."""
_LOOSE, _EQUIVALENT, _IMPLIES, _AND, _NOT = 0, 1, 2, 5, 6


def formula_text(formula: Any, longest: int | None = None) -> str:
    """Return a formula in the notation of hint files, with parentheses only where they are needed.

    It takes every formula, however deep: sympy's own printer recurses, and writes `Implies(A1, ~B1)`. A text that is
    longer than `longest` is cut off with …; `notation.formulas.format_formula` refuses what could not be read back.

    >>> from sympy.abc import a, b, c
    >>> formula_text((a & ~b) >> c), formula_text(~(a | b)), formula_text(a & b & c, longest=6)
    ('a & ~b -> c', '~(a | b)', 'a & b…')
    """
    written: list[str] = []
    length = 0
    waiting: list[Any] = [(formula, _LOOSE)]
    while waiting and (longest is None or length <= longest):
        piece = waiting.pop()
        if isinstance(piece, str):
            written.append(piece)
            length += len(piece)
        else:
            waiting += reversed(_pieces(*piece))
    text = "".join(written)
    return text if longest is None or (not waiting and len(text) <= longest) else text[: longest - 1] + "…"


def _pieces(formula: Any, around: int) -> list[Any]:
    """Return the pieces of a formula's text inside an operator that binds as tightly as `around`.

    A piece is text, or a part and how tightly the operator around it binds.
    """
    kind, parts = kind_of(formula), parts_of(formula)
    pieces: list[Any]
    if kind == "symbol":
        return [formula.name]
    if kind == "truth":
        return ["true" if formula else "false"]
    if kind == "AtLeast":  # only rules have it; it is shown, not read back
        return [f"(at least {formula.number} among {' '.join(symbol.name for symbol in parts)})"]
    if kind == "Not":
        return ["~", (parts[0], _NOT)]
    if kind == "ITE":
        test, yes, no = parts
        binds, pieces = _AND, ["(", (test, _IMPLIES), " -> ", (yes, _EQUIVALENT), ") & (~", (test, _NOT)]
        pieces += [" -> ", (no, _EQUIVALENT), ")"]
    elif kind == "Equivalent" and len(parts) > 2:
        binds, pieces = _AND, []
        for one, other in zip(parts, parts[1:], strict=False):
            pieces += [" & (", (one, _EQUIVALENT), " <-> ", (other, _EQUIVALENT), ")"]
        pieces[0] = "("
    else:
        binds, sign = _OPERATORS[kind]
        pieces = [piece for part in parts for piece in (f" {sign} ", (part, binds))][1:]
        if kind == "Implies":  # it groups to the right: only on its left side does another need parentheses
            pieces[-1] = (parts[1], binds - 1)
    return ["(", *pieces, ")"] if around >= binds else pieces
