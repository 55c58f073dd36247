"""A count inside a formula: `AtLeast(2, a, b, c)` is a sympy Boolean like `Or(a, b, c)`.

sympy has no such operator. It takes part in everything that works on the tree of a formula (substitution, free symbols,
comparison); `logic` writes it as clauses, the checker judges it by counting. Importing this module loads sympy.
"""

from __future__ import annotations

from typing import Any

from sympy import Integer, Not, Symbol, false, true
from sympy.logic.boolalg import And, Boolean, BooleanFunction, Or


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
