"""Conditions: hints and formulas in one form, of which a name after the other is given a value.

A *condition* says how many of its parts may hold: an integer with a bit for each number that is *allowed*, and the
parts, which are names or conditions again. Every connective is of this kind, and so is every count; the negation of a
condition allows the other numbers::

    a & b         2 of 2: 0b100             2 to 3 among a b c    0b1100
    a | b | c     1 to 3 of 3: 0b1110       a ^ b ^ c             an odd number: 0b1010
    ~a            0 of 1: 0b01              a <-> b               none or both: 0b101

A part that holds leaves a condition by a shift of what is allowed, a part that does not hold by dropping the top bit;
when every number of the rest is allowed or none is, nothing is left of it but true or false. So the *residual* of a
count of many names is small, and equal ones are met again and again. Equal conditions have equal numbers: they are
kept in a table, `Conditions`, where 0 is false and 1 is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from logicms.limits import spend

if TYPE_CHECKING:
    from logicms.connectives import Kind

FALSE, TRUE = 0, 1

Node = int
"""A condition or a name, by its number in the table."""


class Conditions:
    """A table of conditions over names, which are any numbers that the caller uses for them.

    >>> table = Conditions()
    >>> count = table.count(1, 2, [10, 11, 12])
    >>> known = {table.name(10): TRUE, table.name(11): TRUE}
    >>> sorted(table.names(count)), table.rebuilt(count, known) == table.negated(table.name(12))
    ([10, 11, 12], True)
    """

    def __init__(self) -> None:
        self._allowed = [0, 1]  # for each node; a name allows nothing
        self._parts: list[tuple[Node, ...]] = [(), ()]  # for each node; a name has none
        self._numbers: dict[tuple[int, tuple[Node, ...]], Node] = {}
        self._nodes: dict[int, Node] = {}  # of each name
        self._names: dict[Node, int] = {}

    # -- making them

    def name(self, name: int) -> Node:
        """Return the node of a name."""
        node = self._nodes.get(name)
        if node is None:
            node = self._nodes[name] = self._new(0, ())
            self._names[node] = name
        return node

    def count(self, low: int, high: int, names: Iterable[int]) -> Node:
        """Return the condition that low to high of these names hold."""
        return self.made((1 << high + 1) - (1 << low), [self.name(name) for name in names])

    def made(self, allowed: int, parts: Sequence[Node]) -> Node:
        """Return the condition that an allowed number of the parts holds; true and false among them vanish."""
        left = []
        for part in parts:
            if part == TRUE:
                allowed >>= 1
            elif part != FALSE:
                left.append(part)
        size = len(left)
        every = (2 << size) - 1
        allowed &= every
        if not allowed:
            return FALSE
        if allowed == every:
            return TRUE
        if size == 1:
            return left[0] if allowed == 0b10 else self.negated(left[0])
        if allowed == every - 1 or allowed == 1 << size:  # an "or" or an "and": a part that is there twice counts once
            once = set(left)
            if len(once) < size:
                return self.made((2 << len(once)) - 2 if allowed == every - 1 else 1 << len(once), list(once))
        left.sort()
        return self._interned(allowed, tuple(left))

    def negated(self, node: Node) -> Node:
        """Return the negation of a condition or of a name."""
        if node <= TRUE:
            return TRUE - node
        parts = self._parts[node]
        if not parts:
            return self._interned(0b01, (node,))
        allowed = self._allowed[node]
        return parts[0] if len(parts) == 1 else self._interned((2 << len(parts)) - 1 - allowed, parts)

    def _interned(self, allowed: int, parts: tuple[Node, ...]) -> Node:
        node = self._numbers.get((allowed, parts))
        if node is None:
            node = self._numbers[allowed, parts] = self._new(allowed, parts)
        return node

    def _new(self, allowed: int, parts: tuple[Node, ...]) -> Node:
        spend()
        self._allowed.append(allowed)
        self._parts.append(parts)
        return len(self._parts) - 1

    # -- taking them apart

    def names(self, node: Node) -> set[int]:
        """Return the names in a condition."""
        found, seen, waiting = set(), {node}, [node]
        while waiting:
            node = waiting.pop()
            if node in self._names:
                found.add(self._names[node])
            new = [part for part in self._parts[node] if part not in seen]
            seen.update(new)
            waiting += new
        return found

    def rebuilt(self, node: Node, values: dict[Node, Node]) -> Node:
        """Return a condition in which parts have these values; what becomes of other parts is added to the values.

        A formula may be deeper than Python's recursion allows, so this keeps its own stack.
        """
        waiting = [node]
        while waiting:
            top = waiting[-1]
            parts = self._parts[top]
            if top not in values:
                missing = [part for part in parts if part not in values]
                if missing:
                    waiting += missing
                    continue
                values[top] = self.made(self._allowed[top], [values[part] for part in parts]) if parts else top
            waiting.pop()
        return values[node]

    def conjuncts(self, node: Node) -> list[Node]:
        """Return the conditions that must all hold, if this one is a conjunction of them.

        >>> table = Conditions()
        >>> a, b, c = map(table.name, range(3))
        >>> either = table.made(0b110, [b, c])
        >>> table.conjuncts(table.made(0b100, [a, either])) == [a, either]
        True
        """
        found, waiting = [], [node]
        while waiting:
            node = waiting.pop()
            allowed, parts = self._allowed[node], self._parts[node]
            if len(parts) > 1 and allowed == 1 << len(parts):  # all of them
                waiting += reversed(parts)
            elif len(parts) > 1 and allowed == 1:  # none of them
                waiting += map(self.negated, reversed(parts))
            elif node != TRUE:
                found.append(node)
        return found

    def literal(self, node: Node) -> tuple[int, bool] | None:
        """Return the name, and whether it holds, if that is all that the condition says."""
        if node in self._names:
            return self._names[node], True
        parts = self._parts[node]
        return (self._names[parts[0]], False) if len(parts) == 1 else None

    def flat(self, node: Node) -> tuple[int, list[int]] | None:
        """Return the numbers that are allowed and the names, if all parts are names and each is there once."""
        parts = self._parts[node]
        if not parts:
            return (0b10, [self._names[node]]) if node in self._names else None
        names = [self._names[part] for part in parts if part in self._names]
        return (self._allowed[node], names) if len(names) == len(parts) == len(set(names)) else None

    def range(self, node: Node) -> tuple[int, int, list[int]] | None:
        """Return the condition as "low to high of these names", if that is all that it says; each is there once."""
        flat = self.flat(node)
        if flat is None:
            return None
        allowed, names = flat
        low, high = (allowed & -allowed).bit_length() - 1, allowed.bit_length() - 1
        return (low, high, names) if allowed == (2 << high) - (1 << low) else None

    def parts(self, node: Node) -> tuple[int, tuple[Node, ...]]:
        """Return which numbers of its parts may hold, and the parts; a name has none."""
        return self._allowed[node], self._parts[node]

    # -- reading formulas

    def read(self, formula: Any, node: Callable[[str], Node]) -> Node:
        """Return a sympy formula as a condition; `node` is given the name of a symbol: true or false if it is known.

        >>> from sympy.abc import a, b
        >>> table = Conditions()
        >>> nodes = {"a": table.name(0), "b": table.name(1)}
        >>> table.read(a >> b, nodes.get) == table.read(~a | b, nodes.get)
        True
        """
        from logicms.connectives import fold

        def made(kind: Kind, part: Any, parts: list[Node]) -> Node:
            size = len(parts)
            if kind == "symbol":
                return node(part.name)
            if kind == "truth":
                return TRUE if part else FALSE
            if kind == "Not":
                return self.negated(parts[0])
            if kind == "ITE":
                test, yes, no = parts
                return self.made(0b110, [self.made(0b100, [test, yes]), self.made(0b100, [self.negated(test), no])])
            if kind == "Implies":
                return self.made(0b110, [self.negated(parts[0]), parts[1]])
            if kind == "And":
                return self.made(1 << size, parts)
            if kind == "Equivalent":
                return self.made(1 << size | 1, parts)
            if kind == "Xor":
                return self.made(sum(1 << n for n in range(1, size + 1, 2)), parts)
            return self.made((2 << size) - (1 << (part.number if kind == "AtLeast" else 1)), parts)

        return fold(formula, made)
