"""A goal: a formula that somebody asks about, as the clauses to be shown and the clauses that its contrary assumes.

A question must not change the knowledge base, so a goal has a symbol table of its own, a copy that may know more names.
A formula too large to be multiplied out gets an auxiliary symbol that implies its contrary; the goal is then that this
symbol does not hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.hints import Hint
from logicms.literal import check_name
from logicms.logic.clauses import clauses_of, named
from logicms.logic.symbols import Clause, Symbols

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


@dataclass(frozen=True, slots=True)
class Goal:
    """Clauses, all of which are to be shown."""

    clauses: tuple[Clause, ...]
    contrary: tuple[Clause, ...]
    """What a refutation assumes."""
    symbols: Symbols
    definitions: tuple[tuple[str, Clause], ...] = ()
    """The clauses of auxiliary symbols, each with the symbol's name."""


def literal_of(text: str, symbols: Symbols) -> int:
    """Return a literal that is given as text: a name, or `~` and a name; a text that is more than that is refused.

    >>> literal_of("~A1", Symbols())
    -1
    >>> literal_of("A1 -> B1", Symbols())
    Traceback (most recent call last):
    logicms.errors.BoardError: not a name: 'A1 -> B1'; a name begins with a letter and has no blanks
    """
    name = text.removeprefix("~")
    symbols.add([check_name(name)])
    return symbols[name] if name == text else -symbols[name]


def goal_of(formula: Boolean | bool | Hint | str, told: Symbols, sign: bool = True) -> Goal:
    """Return the goal that a formula holds (that its contrary does, unless `sign`).

    >>> from sympy.abc import a, b
    >>> goal = goal_of(a & b, Symbols())
    >>> [goal.symbols.texts(clause) for clause in goal.clauses], [goal.symbols.texts(c) for c in goal.contrary]
    ([('a',), ('b',)], [('~a', '~b')])
    """
    symbols = told.copy()
    if isinstance(formula, str):
        literal = literal_of(formula, symbols) if sign else -literal_of(formula, symbols)
        return _one_clause(frozenset((literal,)), symbols)
    expr = formula.to_sympy() if isinstance(formula, Hint) else formula
    shown = clauses_of(expr, symbols, sign)
    if len(shown.clauses) == 1 and not shown.definitions:
        return _one_clause(shown.clauses[0], symbols)
    symbols = symbols if not shown.definitions else told.copy()
    contrary = clauses_of(expr, symbols, not sign)
    if not shown.definitions and not contrary.definitions:
        return Goal(shown.clauses, contrary.clauses, symbols)
    symbol, meaning = named(contrary.clauses, symbols)
    definitions = (*contrary.definitions, *meaning)
    return Goal((frozenset((-symbol,)),), (frozenset((symbol,)),), symbols, definitions)


def _one_clause(clause: Clause, symbols: Symbols) -> Goal:
    contrary = tuple(frozenset((-literal,)) for literal in sorted(clause, key=abs))
    return Goal((clause,), contrary, symbols)
