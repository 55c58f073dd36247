"""Rules compared by what they say: every instance of two sets of rules as propositional clauses, for a SAT solver.

Each part of an instance gets a number and the clauses that define it (Tseitin), without the grounder and without sympy.
`clue(c, k)` is a proposition like any other here, so that rules about clues are compared for every board, not for one.
Where two answers differ, the placement that tells them apart has as few names that hold as possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from logicms.hints import Hint, name_order
from logicms.limits import spend
from logicms.notation.formulas import parse_expression
from logicms.notation.hint_files import HintFile, Known
from logicms.problem import Formula
from logicms.rules.grounding import members_of
from logicms.rules.language import (
    Atom,
    Binding,
    Expression,
    Join,
    Kind,
    Operator,
    Quantified,
    Rule,
    Set,
    Term,
    Truth,
    Values,
    instances_of,
)
from logicms.rules.tables import GRID_SETS, Tables
from logicms.sat.solver import Sat

Lines = tuple[Expression | Hint, ...]
"""What the lines of an answer say, one after the other."""


def lines_of(file: HintFile) -> Lines:
    """Return what the lines of a hint file say; its sets and clues say nothing by themselves.

    >>> from logicms.notation.hint_files import parse_hints
    >>> [type(line).__name__ for line in lines_of(parse_hints("set s = a b\\nall x in s: p(x)\\na -> b\\n1 among a b"))]
    ['Quantified', 'Join', 'Hint']
    """
    found: list[Expression | Hint] = []
    for line in file.lines:
        if isinstance(line, Rule):
            found.append(line.body)
        elif isinstance(line, Formula):
            found.append(parse_expression(line.text))
        elif isinstance(line, Hint):
            found.append(line)
        elif isinstance(line, Known):
            count = len(line.names) if line.mine else 0
            found.append(Hint(count, count, line.names))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Instance:
    """One instance of a line: the line's place (from 1), the values of its variables, and its own number."""

    line: int
    values: Values
    number: int

    @property
    def where(self) -> str:
        """Return for which values it is: `c = A1, k = 2`."""
        return ", ".join(f"{variable} = {value}" for variable, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Difference:
    """What tells two answers apart: an instance of one that is false on a placement which meets the other."""

    instance: Instance
    placement: tuple[str, ...]
    """The names that hold, in reading order."""


class Comparison:
    """Compares a learner's lines with the right ones over the same sets.

    >>> from logicms.notation.hint_files import parse_hints
    >>> def lines(rule):
    ...     return lines_of(parse_hints(f"set s = a b\\n{rule}"))
    >>> some, all = lines("some x in s: p(x)"), lines("all x in s: p(x)")
    >>> comparison = Comparison(Tables({"s": ("a", "b")}), some, all)
    >>> comparison.too_strong() is None, comparison.too_weak().placement
    (True, ('p(b)',))
    """

    def __init__(self, tables: Tables, yours: Lines, right: Lines) -> None:
        encoder = _Encoder(tables)
        self.yours = tuple(encoder.instances(yours))
        self.right = tuple(encoder.instances(right))
        self.names = dict(encoder.names)
        self.clauses = encoder.clauses

    @property
    def is_same(self) -> bool:
        """Whether both say the same."""
        return self.too_strong() is None and self.too_weak() is None

    def too_strong(self) -> Difference | None:
        """Return what the learner's lines forbid, and the right ones do not."""
        return self._difference(self.right, self.yours)

    def too_weak(self) -> Difference | None:
        """Return what the right lines forbid, and the learner's do not."""
        return self._difference(self.yours, self.right)

    def _difference(self, met: Sequence[Instance], broken: Sequence[Instance]) -> Difference | None:
        known = {instance.number for instance in met}
        with Sat(self.clauses) as sat:
            for number in known:
                sat.add([number])
            for instance in broken:
                spend()
                if instance.number not in known and sat.solve([-instance.number]):
                    return Difference(instance, self._fewest(sat, [-instance.number]))
        return None

    def _fewest(self, sat: Sat, fixed: list[int]) -> tuple[str, ...]:
        """Return the names of a placement such that none of them can be left out alone."""
        by_number = {number: name for name, number in self.names.items()}
        holds = [number for number in sat.placement() if number in by_number]
        out = [-number for number in by_number if number not in set(holds)]
        for number in sorted(holds, key=lambda number: name_order(by_number[number]), reverse=True):
            if sat.solve([*fixed, *out, -number]):
                out.append(-number)
        kept = by_number.keys() - {-number for number in out}
        return tuple(sorted((by_number[number] for number in kept), key=name_order))


class _Encoder:
    """Numbers names and parts; a part that comes up again has its number again."""

    def __init__(self, tables: Tables) -> None:
        self.tables = replace(tables, clues={})
        self.names: dict[str, int] = {}
        self.top = 1
        self.clauses: list[list[int]] = [[1]]  # 1 is true, -1 is false
        self.parts: dict[tuple[object, ...], int] = {}

    def instances(self, lines: Lines) -> Iterator[Instance]:
        for place, line in enumerate(lines, 1):
            if isinstance(line, Hint):
                yield Instance(place, {}, self._between(line.low, line.high, [self._name(str(n)) for n in line.among]))
                continue
            bindings, body = instances_of(line)
            for values in choices(bindings, {}, self.tables):
                yield Instance(place, values, self.part(body, values))

    def part(self, part: Expression, values: Values) -> int:
        spend()
        if isinstance(part, Truth):
            return 1 if part.holds else -1
        if isinstance(part, Atom):
            return self._name(str(part.name_under(values)))
        if isinstance(part, Join):
            return self._join(part.operator, [self.part(each, values) for each in part.parts])
        parts = [self.part(part.body, each) for each in choices(part.bindings, values, self.tables)]
        return self._between(*part.bounds(values, len(parts)), parts)

    def _name(self, name: str) -> int:
        if name not in self.names:
            self.names[name] = self._new()
        return self.names[name]

    def _new(self) -> int:
        self.top += 1
        return self.top

    def _join(self, operator: Operator, parts: list[int]) -> int:
        if operator == "not":
            return -parts[0]
        if operator == "and":
            return self._all(parts)
        if operator == "or":
            return -self._all([-part for part in parts])
        if operator == "implies":
            return -self._all([parts[0], -parts[1]])
        number = parts[0]
        for part in parts[1:]:
            number = self._xor(number, part)
        return number if operator == "xor" else -number

    def _all(self, parts: list[int]) -> int:
        kept = sorted(set(parts) - {1})
        if -1 in kept or any(-part in kept for part in kept if part > 0):
            return -1
        if len(kept) < 2:
            return kept[0] if kept else 1
        key = ("and", *kept)
        if key not in self.parts:
            spend(len(kept))
            number = self.parts[key] = self._new()
            self.clauses += [[-number, part] for part in kept]
            self.clauses.append([number, *(-part for part in kept)])
        return self.parts[key]

    def _xor(self, one: int, other: int) -> int:
        if abs(one) == 1 or abs(other) == 1:
            constant, part = (one, other) if abs(one) == 1 else (other, one)
            return -part if constant == 1 else part
        sign = (1 if one > 0 else -1) * (1 if other > 0 else -1)
        first, second = sorted((abs(one), abs(other)))
        if first == second:
            return -sign
        key = ("xor", first, second)
        if key not in self.parts:
            spend()
            number = self.parts[key] = self._new()
            for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                self.clauses.append([-a * first, -b * second, -number if a == b else number])
        return sign * self.parts[key]

    def _between(self, low: int, high: int, parts: list[int]) -> int:
        """Return that low to high of the parts hold."""
        return self._all([self._at_least(low, parts), -self._at_least(high + 1, parts)])

    def _at_least(self, number: int, parts: list[int]) -> int:
        if number <= 0 or number > len(parts):
            return 1 if number <= 0 else -1
        if number == 1:
            return -self._all([-part for part in parts])
        if number == len(parts):
            return self._all(parts)
        rows = [1, *[-1] * number]  # at least 0, 1, 2 … of the parts so far
        for part in parts:
            ones = [self._all([part, fewer]) for fewer in rows[:-1]]
            rows = [1, *(-self._all([-so_far, -one]) for so_far, one in zip(rows[1:], ones, strict=True))]
        return rows[number]


def names_in(line: Expression | Hint, values: Values, tables: Tables) -> frozenset[str]:
    """Return the names that an instance of a line speaks of."""
    if isinstance(line, Hint):
        return frozenset(map(str, line.among))
    encoder = _Encoder(tables)
    encoder.part(instances_of(line)[1], values)
    return frozenset(encoder.names)


def choices(bindings: Sequence[Binding], values: Values, tables: Tables) -> Iterator[Values]:
    """Yield every choice of values for the variables."""
    if not bindings:
        spend()
        yield values
        return
    first, *rest = bindings
    for value in members_of(first.of, values, tables):
        yield from choices(rest, {**values, first.variable: value}, tables)


# -- an instance as text

_BINDS: Mapping[str, tuple[int, str]] = {
    "equivalent": (1, " <-> "),
    "implies": (2, " -> "),
    "or": (3, " | "),
    "xor": (4, " ^ "),
    "and": (5, " & "),
    "not": (6, "~"),
}
"""How tightly each operator binds, and how it is written."""


def instance_text(line: Expression | Hint, values: Values, tables: Tables) -> str:
    """Return what an instance of a line says, with its quantifiers written out, in the order of the line.

    >>> from logicms.notation.formulas import parse_expression
    >>> rule = parse_expression("all c in cells: ~wet(c) -> some d in beside(c): dry(d) & ~old")
    >>> instance_text(rule, {"c": Tables(size=(2, 2)).members("cells")[0]}, Tables(size=(2, 2)))
    '~wet(A1) -> dry(B1) & ~old | dry(A2) & ~old'
    """
    return str(line) if isinstance(line, Hint) else _written(instances_of(line)[1], values, tables, 0)


def _written(part: Expression, values: Values, tables: Tables, around: int) -> str:
    spend()
    if isinstance(part, Truth):
        return "true" if part.holds else "false"
    if isinstance(part, Atom):
        return str(part.name_under(values))
    if isinstance(part, Join):
        return _joined(part.operator, [(each, values) for each in part.parts], tables, around)
    each_value = list(choices(part.bindings, values, tables))
    if part.kind in ("all", "some"):
        operator: Operator = "and" if part.kind == "all" else "or"
        if not each_value:
            return "true" if part.kind == "all" else "false"
        if len(each_value) == 1:
            return _written(part.body, each_value[0], tables, around)
        return _joined(operator, [(part.body, each) for each in each_value], tables, around)
    assert part.number is not None
    words = {"exactly": "", "at_least": "at least ", "at_most": "at most "}[part.kind]
    names = " ".join(_written(part.body, each, tables, 7) for each in each_value)
    counted = f"{words}{part.number.under(values)} among {names}"
    return f"({counted})" if around else counted


def _joined(operator: Operator, parts: list[tuple[Expression, Values]], tables: Tables, around: int) -> str:
    own, sign = _BINDS[operator]
    if operator == "not":
        return f"~{_written(*parts[0], tables, own)}"
    *most, end = (own,) * len(parts) if operator != "implies" else (own, own - 1)
    inside = [*most, end]
    texts = [_written(part, values, tables, inner) for (part, values), inner in zip(parts, inside, strict=True)]
    joined = sign.join(texts)
    return f"({joined})" if around >= own else joined


# -- near misses


@dataclass(frozen=True, slots=True)
class Variant:
    """An expression with one thing changed, and the words that point at it."""

    body: Expression
    look_at: str


def variants(part: Expression, names: Sequence[str]) -> Iterator[Variant]:
    """Yield an expression with one thing changed in each: a quantifier, a set (for one of `names`), an operator."""
    if isinstance(part, Join):
        yield from _other_joins(part)
        for place, each in enumerate(part.parts):
            for variant in variants(each, names):
                parts = (*part.parts[:place], variant.body, *part.parts[place + 1 :])
                yield Variant(replace(part, parts=parts), variant.look_at)
    elif isinstance(part, Quantified):
        yield from _other_quantifiers(part, names)
        for variant in variants(part.body, names):
            yield Variant(replace(part, body=variant.body), variant.look_at)


def _other_joins(part: Join) -> Iterator[Variant]:
    written = _BINDS[part.operator][1].strip()
    if part.operator == "not":
        yield Variant(part.parts[0], "Look at the `~`: what is negated?")
    elif part.operator == "implies":
        yield Variant(Join("implies", part.parts[::-1]), "Look at the `->`: which side follows from which?")
        yield Variant(Join("equivalent", part.parts), "Look at the `->`: does it hold in the other direction too?")
        yield Variant(Join("and", part.parts), "Under `some`, what narrows the choice is joined by `&`, not by `->`.")
    elif part.operator == "equivalent":
        yield Variant(Join("implies", part.parts), "Look at the `<->`: do both directions hold?")
        yield Variant(Join("implies", part.parts[::-1]), "Look at the `<->`: do both directions hold?")
    elif part.operator in ("and", "or"):
        if len(part.parts) == 2 and part.operator == "and":
            yield Variant(Join("implies", part.parts), "Under `all`, a condition is joined by `->`, not by `&`.")
        other: Operator = "or" if part.operator == "and" else "and"
        yield Variant(Join(other, part.parts), f"Look at the `{written}`: is it `&`, or `|`?")


def _other_quantifiers(part: Quantified, names: Sequence[str]) -> Iterator[Variant]:
    variables = ", ".join(binding.variable for binding in part.bindings)
    others: Mapping[Kind, tuple[Kind, ...]] = {
        "all": ("some",),
        "some": ("all",),
        "exactly": ("at_least", "at_most"),
        "at_least": ("exactly", "at_most"),
        "at_most": ("exactly", "at_least"),
    }
    for kind in others[part.kind]:
        if part.number is None:
            look_at = f"Look at `{part.kind} {variables}`: is it all of them, or some?"
        else:
            look_at = f"Look at the number before `{variables}`: is it exactly, at least or at most that many?"
        yield Variant(replace(part, kind=kind), look_at)
    if part.kind == "some":
        yield Variant(replace(part, kind="exactly", number=Term(None, 1)), "`some` is one or more, not just one.")
    for place, binding in enumerate(part.bindings):
        changed = partial(_with_set, part, place, binding)
        what = "cells" if binding.of.name in GRID_SETS else "elements"
        look_at = f"Look at `{binding.of.name}`: are these the {what} that are meant?"
        yield from (Variant(changed(name), look_at) for name in names if binding.of.terms and name != binding.of.name)


def _with_set(part: Quantified, place: int, binding: Binding, name: str) -> Quantified:
    changed = replace(binding, of=Set(name, binding.of.terms))
    return replace(part, bindings=(*part.bindings[:place], changed, *part.bindings[place + 1 :]))
