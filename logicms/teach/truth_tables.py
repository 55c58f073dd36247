"""Truth tables of small formulas: two formulas are compared by trying every placement of their names.

An exercise has few names, and a learner learns more from a placement than from "not equivalent". A *placement* here is
the set of names that hold. The provers are not used: this judges what they and the learners write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError
from logicms.hints import Hint

if TYPE_CHECKING:
    from logicms.connectives import Kind

Placement = frozenset[str]
Holds = Callable[[Placement], bool]
"""Says whether a formula holds on a placement."""

MOST_NAMES = 16
"""The most names of a truth table: with 16 it has 65,536 rows."""


def placements(names: Iterable[str]) -> Iterator[Placement]:
    """Yield every placement, those with few mines first.

    >>> [sorted(placement) for placement in placements("ab")]
    [[], ['a'], ['b'], ['a', 'b']]
    """
    names = list(names)
    check_number_of(names)
    for size in range(len(names) + 1):
        yield from map(frozenset, combinations(names, size))


def check_number_of(names: Iterable[str]) -> None:
    """Refuse more names than a truth table is made for."""
    if (count := len(list(names))) > MOST_NAMES:
        raise BoardError(f"{count} names are too many for a truth table; the most is {MOST_NAMES}")


def first_where(names: Iterable[str], holds: Holds) -> Placement | None:
    """Return the first placement on which something holds, or None."""
    return next((placement for placement in placements(names) if holds(placement)), None)


def counterexample(names: Iterable[str], one: Holds, other: Holds) -> Placement | None:
    """Return the first placement on which one thing holds and another does not; None if the other follows from it."""
    return first_where(names, lambda placement: one(placement) and not other(placement))


def hint_holds(hint: Hint) -> Holds:
    """Return the test of a hint."""
    among = frozenset(map(str, hint.among))
    return lambda placement: hint.low <= len(among & placement) <= hint.high


def clause_holds(literals: Iterable[str]) -> Holds:
    """Return the test of a clause, its literals as text.

    >>> clause_holds(["a", "~b"])(frozenset("b"))
    False
    """
    texts = list(literals)
    positive = frozenset(text for text in texts if not text.startswith("~"))
    negated = frozenset(text[1:] for text in texts if text.startswith("~"))
    return lambda placement: not positive.isdisjoint(placement) or not negated <= placement


def formula_holds(expr: Any) -> Holds:
    """Return the test of a sympy formula.

    >>> from sympy.abc import a, b
    >>> formula_holds(a >> b)(frozenset("a"))
    False
    """
    from logicms.connectives import fold

    return fold(expr, _test)


def _test(kind: Kind, expr: Any, tests: list[Holds]) -> Holds:
    """Return the test of a formula from those of its parts."""
    if kind == "symbol":
        return lambda placement: expr.name in placement
    if kind == "truth":
        return lambda placement: bool(expr)
    if kind == "Not":
        return lambda placement: not tests[0](placement)
    if kind == "Implies":
        return lambda placement: not tests[0](placement) or tests[1](placement)
    if kind == "ITE":
        return lambda placement: tests[1](placement) if tests[0](placement) else tests[2](placement)
    if kind == "And":
        return lambda placement: all(test(placement) for test in tests)
    if kind == "Or":
        return lambda placement: any(test(placement) for test in tests)
    if kind == "Equivalent":
        return lambda placement: len({test(placement) for test in tests}) == 1
    if kind == "Xor":
        return lambda placement: sum(test(placement) for test in tests) % 2 == 1
    return lambda placement: sum(test(placement) for test in tests) >= expr.number


def names_of(expr: Any) -> frozenset[str]:
    """Return the names in a formula."""
    return frozenset(symbol.name for symbol in getattr(expr, "free_symbols", ()))
