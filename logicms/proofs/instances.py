"""Instances of rules as the checker sees them: an expression, the values of its variables, and nothing of the grounder.

A proof that cites a rule carries its text and the sets that the instance depends on; with premises, both must be those
of the file. The expression is built as nodes of `truth`, quantifiers as "and", "or" or "at least so many of these".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from logicms.limits import spend
from logicms.proofs.truth import FALSE, TRUE, Nodes
from logicms.rules.language import CLUE, MINE, Atom, Binding, Expression, Join, Quantified, Term, Truth, instances_of
from logicms.rules.language import Set as SetOf

Value = str | int
Members = tuple[Value, ...]
LookUp = Callable[[str], Members | None]
"""Says what a set contains, by its text, such as `around(B2)`; None if there is no such set."""

MOST_PARTS = 200_000
"""An instance with more parts than this is not checked."""


class CannotInstantiate(Exception):
    """Why there is no such instance."""


class Instances:
    """Builds instances in one table of nodes.

    >>> rule = Quantified("some", None, (Binding("x", SetOf("s")),), Atom("p", (Term("x"),)))
    >>> nodes = Nodes()
    >>> either = nodes.any_of([nodes.name("p(a)"), nodes.name("p(b)")])
    >>> Instances(nodes, {"s": ("a", "b")}.get).node(rule, {}) == either
    True
    """

    def __init__(self, nodes: Nodes, look_up: LookUp) -> None:
        self.nodes = nodes
        self.look_up = look_up
        self.parts = 0

    def instance(self, rule: Expression, values: Mapping[str, Value]) -> int:
        """Return what a rule says for these values of the variables of the `all` it begins with."""
        bindings, body = instances_of(rule)
        if [binding.variable for binding in bindings] != list(values):
            raise CannotInstantiate("it does not give a value to each variable of its rule")
        for binding in bindings:
            if values[binding.variable] not in self._members(binding.of, values):
                written = f"{binding.variable} = {values[binding.variable]}"
                raise CannotInstantiate(f"{written} is not in the set of its rule")
        return self.node(body, values)

    def node(self, part: Expression, values: Mapping[str, Value]) -> int:
        """Return an expression as a node."""
        self._count()
        if isinstance(part, Truth):
            return TRUE if part.holds else FALSE
        if isinstance(part, Atom):
            return self._atom(part, values)
        if isinstance(part, Join):
            return self._joined(part.operator, [self.node(each, values) for each in part.parts])
        parts = [self.node(part.body, each) for each in self._choices(part.bindings, values)]
        return self._quantified(part, parts, values)

    def _count(self) -> None:
        spend()
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise CannotInstantiate("its instance is too large to be checked")

    def _atom(self, atom: Atom, values: Mapping[str, Value]) -> int:
        found = [_value(term, values) for term in atom.terms]
        if atom.predicate == CLUE:
            if len(found) != 2:
                raise CannotInstantiate("a clue is of a cell and a number")
            return TRUE if found[1] in self._clue(found[0]) else FALSE
        if atom.predicate != MINE:
            return self.nodes.name(f"{atom.predicate}({','.join(map(str, found))})")
        if not isinstance(found[0], str):
            raise CannotInstantiate(f"{found[0]} is a number, which cannot hold")
        return FALSE if self._clue(found[0]) else self.nodes.name(found[0])  # an open cell is safe

    def _clue(self, cell: Value) -> Members:
        return self.look_up(f"{CLUE}({cell})") or ()

    def _joined(self, operator: str, parts: list[int]) -> int:
        if operator == "not":
            return -parts[0]
        if operator == "and":
            return self.nodes.all_of(parts)
        if operator == "or":
            return self.nodes.any_of(parts)
        if operator == "xor":
            return self.nodes.xor(parts)
        one, other = parts
        if operator == "implies":
            return self.nodes.any_of([-one, other])
        return -self.nodes.xor([one, other])

    # -- quantifiers

    def _quantified(self, part: Quantified, parts: list[int], values: Mapping[str, Value]) -> int:
        if part.kind in ("all", "some"):
            return (self.nodes.all_of if part.kind == "all" else self.nodes.any_of)(parts)
        number = _value(part.number, values) if part.number is not None else None
        if not isinstance(number, int):
            raise CannotInstantiate("it counts to something that is not a number")
        least = TRUE if part.kind == "at_most" else self._at_least(number, parts)
        more = FALSE if part.kind == "at_least" else self._at_least(number + 1, parts)
        return self.nodes.all_of([least, -more])

    def _at_least(self, number: int, parts: list[int]) -> int:
        number -= parts.count(TRUE)
        parts = [part for part in parts if part not in (TRUE, FALSE)]
        if number <= 0 or number > len(parts):
            return TRUE if number <= 0 else FALSE
        if len(set(map(abs, parts))) == len(parts) and all(map(self.nodes.is_name, parts)):
            return self.nodes.at_least(number, parts)
        if len(parts) * number > MOST_PARTS:
            raise CannotInstantiate("its instance is too large to be checked")
        rows = [TRUE, *[FALSE] * number]  # at least 0, 1, 2 … of the parts so far
        for part in parts:
            spend(number)
            and_one = [self.nodes.all_of([part, fewer]) for fewer in rows[:-1]]
            rows = [TRUE, *map(lambda so_far, one: self.nodes.any_of([so_far, one]), rows[1:], and_one)]
        return rows[number]

    def _choices(self, bindings: tuple[Binding, ...], values: Mapping[str, Value]) -> Iterator[Mapping[str, Value]]:
        if not bindings:
            yield values
            return
        for value in self._members(bindings[0].of, values):
            if len(bindings) > 1:  # the last set may be empty, and then there is no part to count
                self._count()
            yield from self._choices(bindings[1:], {**values, bindings[0].variable: value})

    def _members(self, of: SetOf, values: Mapping[str, Value]) -> Members:
        if of.numbers is not None:
            return tuple(range(of.numbers[0], of.numbers[1] + 1))
        terms = ",".join(str(_value(term, values)) for term in of.terms)
        written = f"{of.name}({terms})" if terms else of.name
        members = self.look_up(written)
        if members is None:
            raise CannotInstantiate(f"it is not said what {written[:80]} contains")
        return members


def _value(term: Term, values: Mapping[str, Value]) -> Value:
    if term.variable is None:
        return term.value if isinstance(term.value, int) else str(term.value)
    if term.variable not in values:
        raise CannotInstantiate(f"{term.variable[:40]} has no value")
    value = values[term.variable]
    if term.value:
        if not isinstance(value, int) or not isinstance(term.value, int):
            raise CannotInstantiate(f"{term.variable[:40]} is not a number")
        return value + term.value
    return value
