"""Rules -> statements of a problem: every instance becomes a hint where it is a count, and a formula where it is not.

What `clue` says is given, so it is decided here, as comparisons are; an open cell is safe. An instance that is true
says nothing and is left out. A count inside a formula (under an implication, as in "each clue is off by one") stays one
thing: `AtLeast`.

Rules with many variables explode, so the work is counted, and what a rule would cost is known before it is spent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, count
from math import prod
from typing import TYPE_CHECKING, Any

from logicms.board import Cell
from logicms.errors import LimitReached
from logicms.hints import FrozenDict, Hint, Name, freeze
from logicms.limits import spend, timely
from logicms.problem import Formula, Statement
from logicms.rules.language import (
    CLUE,
    MINE,
    Atom,
    Binding,
    Comparison,
    Elements,
    Expression,
    Join,
    Quantified,
    Rule,
    Set,
    Tables,
    Truth,
    Value,
    Values,
    Which,
    atoms,
    cite,
    conditions_of,
    constants_in,
    instances_of,
    members_of,
    predicate_of,
    read_citation,
)

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

    from logicms.rules.closed import ClosedPart

MOST_INSTANCES = 200_000
"""A rule with more instances than this is not grounded."""
MOST_PARTS = 400_000
"""Rules whose instances have more parts than this together are not grounded: sympy takes time for each."""
_PATTERN = re.compile(r"([^\W\d_]\w*)(?:\(([^()]+)\))?")
_NOTHING: Values = FrozenDict()
_MOST_AROUND = 8
"""The most cells in one of the grid's sets, other than rows and columns."""
MOST_MIXED = 200
"""A count of anything but names alone is written out; of more parts than this, it is not."""


@dataclass(frozen=True)
class RuleBook:
    """The rules of a problem, by their labels, and the tables of their sets: what proofs that cite rules rest on."""

    rules: Mapping[str, Rule] = field(default_factory=dict, hash=False)
    tables: Tables = Tables()
    closed: tuple[str, ...] = ()
    """The predicates, and names without arguments, that hold only where their facts and rules say so."""
    facts: Mapping[str, tuple[Elements, ...]] = field(default_factory=dict, hash=False)
    """The arguments of the facts of each of these, in order."""
    assumed: frozenset[str] = frozenset()
    """Those of the facts that hold for one question only."""

    def __post_init__(self) -> None:
        freeze(self, "rules", "facts")

    @cached_property
    def closed_part(self) -> ClosedPart:
        """What the closed predicates say."""
        from logicms.rules.closed import ClosedPart

        return ClosedPart(self)

    def statements(self, rule: Rule, work: Work) -> Iterator[Statement]:
        """Yield what a rule says, instance by instance; `work` is what the rules of one file cost together."""
        return _Grounder(rule, self, work).statements()

    def row(self, which: Which, values: Values) -> Hint | Formula | None:
        """Return what is asked about a row of a question; None if that is always true.

        >>> from logicms.rules.language import Term
        >>> which = Which("which x in s: p(x)", (Binding("x", Set("s")),), Atom("p", (Term("x"),)))
        >>> str(RuleBook({}, Tables({"s": ("a", "b")})).row(which, {"x": "b"}))
        'which x in s: p(x) with x = b: 1 among p(b)'
        """
        return self._grounder_of(which).statement(values)

    def formula_of_row(self, which: Which, values: Values) -> Boolean:
        """Return the same as sympy, as it is asked: with what is decided, too."""
        found: Boolean = self._grounder_of(which).writer.sympy(which.body, values)
        return found

    def _grounder_of(self, which: Which) -> _Grounder:
        grounder = _Grounder(Rule(which.text, which.body, 1, which.text, "<formula>"), self, Work())
        grounder.bindings, grounder.body = which.bindings, which.body  # an `all` in it is no part of the rows
        return grounder

    def instance(self, rule: Rule, values: Values) -> Statement | None:
        """Return what one instance says, if each value is of the set of its variable; None if it is always true.

        >>> from logicms.rules.language import Term
        >>> p = Atom("p", (Term("x"),))
        >>> rule = Rule("all x in s: p(x)", Quantified("all", None, (Binding("x", Set("s")),), p), 1)
        >>> str(RuleBook({"line 1": rule}, Tables({"s": ("a", "b")})).instance(rule, {"x": "b"}))
        'line 1 with x = b: 1 among p(b)'
        """
        return _Grounder(rule, self, Work()).statement(values)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The text of each rule."""
        return FrozenDict((label, rule.text) for label, rule in self.rules.items())

    def cites(self, source: str) -> tuple[Rule, dict[str, str | int]] | None:
        """Return the rule and the values that a source of a step cites; None if it is the source of something else."""
        found = read_citation(source)
        if found is None or found[0] not in self.rules:
            return None
        return self.rules[found[0]], found[1]

    # -- what the checker asks

    def look_up(self, written: str) -> tuple[str | int, ...] | None:
        """Return what a set written as text contains; all constants, if it is `_`."""
        return self.constants if written == "_" else self.tables.look_up(written)

    @cached_property
    def elements(self) -> Elements:
        """Everything that a variable without a set may stand for, numbers first."""
        found: set[Value] = set(chain.from_iterable(chain.from_iterable(self.facts.values())))
        found.update(*self.tables.sets.values(), self.tables.members("cells") or ())
        for relation in self.tables.relations.values():
            found.update(relation, *relation.values())
        for rule in self.rules.values():
            found.update(constants_in(rule.body))
        numbers = sorted(each for each in found if isinstance(each, int))
        return *numbers, *sorted((each for each in found if not isinstance(each, int)), key=str)

    @cached_property
    def constants(self) -> tuple[str | int, ...]:
        """The same with text for cells."""
        return tuple(each if isinstance(each, int) else str(each) for each in self.elements)

    def match(self, pattern: str) -> tuple[str, ...] | None:
        """Return the facts of a closed predicate that match a pattern, in order; None if it is not closed.

        >>> RuleBook(closed=("edge",), facts={"edge": (("a", "b"), ("b", "c"))}).match("edge(_,c)")
        ('edge(b,c)',)
        """
        written = _PATTERN.fullmatch(pattern)
        if written is None or written[1] not in self.closed:
            return None
        predicate, wanted = written[1], tuple(written[2].split(",")) if written[2] else ()
        holes = frozenset(place for place, word in enumerate(wanted) if word == "_")
        if (predicate, holes) not in self._by_place:
            found: dict[tuple[str, ...], list[str]] = {}
            for row in timely(self.facts.get(predicate, ())):
                words = tuple(map(str, row))
                key = tuple("_" if place in holes else word for place, word in enumerate(words))
                found.setdefault(key, []).append(f"{predicate}({','.join(words)})" if words else predicate)
            self._by_place[predicate, holes] = found
        return tuple(self._by_place[predicate, holes].get(wanted, ()))

    @cached_property
    def _by_place(self) -> dict[tuple[str, frozenset[int]], dict[tuple[str, ...], list[str]]]:
        """The facts of a predicate by their arguments, apart from those at some places, as far as that was asked."""
        return {}


class Work:
    """What grounding costs, in parts of instances: first foreseen, then counted."""

    def __init__(self) -> None:
        self.foreseen: int = 0
        self.done: int = 0

    def foresee(self, parts: int, rule: Rule) -> None:
        """Refuse a rule that would cost too much."""
        self.foreseen += parts
        if self.foreseen > MOST_PARTS:
            raise TooMany(rule, self.foreseen)

    def add(self, parts: int, rule: Rule) -> None:
        spend(parts)
        self.done += parts
        if self.done > MOST_PARTS:  # a count of formulas is larger than foreseen
            raise TooMany(rule, self.done)


class TooMany(LimitReached):
    """A rule has too many instances, or too large ones."""

    def __init__(self, rule: Rule, number: int, of: str = "parts") -> None:
        place = f"{rule.file}:{rule.line}:1: " if rule.text else ""
        shown = f"\n{rule.text}\n^" if rule.text else ""
        remedy = "use smaller sets, or fewer variables in one rule"
        super().__init__(f"{place}grounding this rule would take {number:,} {of}; {remedy}{shown}")


class _Grounder:
    """Grounds one rule."""

    def __init__(self, rule: Rule, book: RuleBook, work: Work) -> None:
        self.rule = rule
        self.book = book
        self.tables = tables = book.tables
        self.work = work
        self.writer = Instance(tables, rule, work, book.closed_part)
        self.bindings, self.body = instances_of(rule.body)

    def statements(self) -> Iterator[Statement]:
        """Yield a statement for each instance that is not always true."""
        for values in timely(self._joined() if self._can_be_joined else self._instances()):
            statement = self.statement(values)
            if statement is not None:
                yield statement

    def statement(self, values: Values) -> Hint | Formula | None:
        """Return what one instance says; None if it is always true."""
        source, body = cite(self.rule.label, values), self.body
        # Conditions that the clues decide are taken off from the left: what is left is what proofs cite, often a count.
        while isinstance(body, Join) and body.operator == "implies":
            known = self._decided(body.parts[0], values)
            if known is None:
                break
            if known is False:
                return None
            body = body.parts[1]
        hint = self._hint(body, values, source)
        if hint is not None:
            return hint if hint.low > 0 or hint.high < len(hint.among) else None
        expr = self.writer.sympy(body, values)
        return None if expr == True else Formula(self.rule.text, expr, source)  # noqa: E712 - sympy's true

    # -- which instances

    @property
    def _can_be_joined(self) -> bool:
        """Whether comparisons or closed predicates leave instances out."""
        whole = Quantified("all", None, self.bindings, self.body)
        if any(isinstance(each, Comparison) for each in conditions_of(whole)):
            return True
        return bool(self.book.closed) and any(predicate_of(atom) in self.book.closed for atom in atoms(self.body))

    def _joined(self) -> Iterator[Values]:
        """Yield the instances that comparisons and closed predicates do not make true, in the order of their values."""
        part = self.book.closed_part
        found: list[Values] = []
        for values in part.instances(self.bindings, self.body):
            found.append(values)
            if len(found) > MOST_INSTANCES:
                raise TooMany(self.rule, len(found), "instances")
        self.work.foresee(len(found) * self.parts(self.body), self.rule)
        places = {value: place for place, value in enumerate(self.book.elements)}
        ranks: dict[str, Mapping[Value, int]] = {}
        for binding in self.bindings:
            of, ranks[binding.variable] = binding.of, places
            if of is not None and not of.terms:
                ranks[binding.variable] = {value: place for place, value in enumerate(members_of(of, {}, self.tables))}
        found.sort(key=lambda values: [ranks[variable][value] for variable, value in values.items()])
        return iter(found)

    def _instances(self) -> Iterator[Values]:
        """Yield the values of the variables of each instance, without those that no given clue makes interesting."""
        guard = _guard(self.body)
        self._foresee(guard)
        return self.writer.choices(self.bindings, {}) if guard is None else self._guarded(guard)

    def _foresee(self, guard: Atom | None) -> None:
        """Refuse a rule with too many instances, or too large ones, before the first is made."""
        fixed = {term.variable for term in guard.terms} if guard is not None else set[str | None]()
        number = 1 if guard is None else len(self.tables.clues)
        for binding in self.bindings:
            if binding.variable not in fixed:
                number *= self._most(binding.of)
        if number > MOST_INSTANCES:
            raise TooMany(self.rule, number, "instances")
        self.work.foresee(number * self.parts(self.body), self.rule)

    def parts(self, part: Expression) -> int:
        """Return how many parts an expression has once its quantifiers are written out, at most."""
        if isinstance(part, Join):
            return sum(map(self.parts, part.parts))
        if not isinstance(part, Quantified):
            return 1
        return prod(self._most(binding.of) for binding in part.bindings) * self.parts(part.body)

    def _most(self, of: Set | None) -> int:
        """Return how many members a set has, at most; what closed atoms say of a variable is counted as it is met."""
        if of is None:
            return 1
        if not any(term.variable for term in of.terms):
            return len(members_of(of, {}, self.tables))
        if of.name in self.tables.relations:
            return max(map(len, self.tables.relations[of.name].values()))
        return max(self.tables.size or (0,)) if of.name in ("row", "column") else _MOST_AROUND

    def _guarded(self, guard: Atom) -> Iterator[Values]:
        """Yield the instances of "clue(c, k) -> …" for the clues that are given: all others are true anyway."""
        # A join with the table of clues: each row that matches the guard's terms fixes their variables, so the cost is
        # that of the open cells and not of all cells times all numbers.
        place, number = guard.terms
        for cell, clue in self.tables.clues.items():
            fixed: dict[str, Value] = {}
            for term, value in ((place, cell), (number, clue)):
                if term.variable is None:
                    if term.value != value:
                        break
                elif fixed.setdefault(term.variable, minus(value, term.value)) != minus(value, term.value):
                    break
            else:
                yield from self.writer.choices(self.bindings, {}, fixed)

    # -- what one instance says

    def _decided(self, part: Expression, values: Values) -> bool | None:
        """Return whether a part is true or false by the given clues and comparisons; None if it is not decided so."""
        if isinstance(part, Atom):
            return is_clue(part, values, self.tables) if part.predicate == CLUE else None
        if isinstance(part, Comparison):
            return part.holds(values)
        if isinstance(part, Join) and part.operator == "and":
            known = [self._decided(each, values) for each in part.parts]
            return False if False in known else None if None in known else True
        if any(atom.predicate != CLUE for atom in atoms(part)):
            return None
        return self.book.closed_part.is_true(part, values)

    def _hint(self, body: Expression, values: Values, source: str) -> Hint | None:
        """Return the hint that an instance is, if it counts names, or is a name or its negation."""
        if isinstance(body, Quantified):
            parts = [self._literal(body.body, each) for each in self.writer.chosen(body, values)]
            if any(part is None for part in parts):
                return None
            named = [part for part in parts if part is not None and not isinstance(part, bool)]
            names = tuple(name for name, _ in named)
            if len(set(names)) < len(names) or len({holds for _, holds in named}) > 1:
                return None
            # What is true anyway leaves fewer to be found among the names; what is false anyway is among none of them.
            low, high = body.bounds(values, len(parts))
            sure = sum(part is True for part in parts)
            return _counted(low - sure, high - sure, names, source, negated=bool(named) and not named[0][1])
        literal = self._literal(body, values)
        if literal is None or isinstance(literal, bool):
            return None
        return Hint(int(literal[1]), int(literal[1]), (literal[0],), source)

    def _literal(self, part: Expression, values: Values) -> tuple[Name, bool] | bool | None:
        """Return the literal that a part is, or whether it is true; None if it is something larger."""
        if isinstance(part, Truth):
            return part.holds
        if isinstance(part, Comparison):
            return part.holds(values)
        if isinstance(part, Join) and part.operator == "not":
            inner = self._literal(part.parts[0], values)
            if inner is None or isinstance(inner, bool):
                return None if inner is None else not inner
            return inner[0], not inner[1]
        if not isinstance(part, Atom):
            return None
        if part.predicate == CLUE:
            return is_clue(part, values, self.tables)
        name = part.name_under(values)
        is_false = part.adds_names(values) or (part.predicate == MINE and name in self.tables.clues)
        return False if is_false else (name, True)


def minus(value: Value, less: Value) -> Value:
    """Return what a variable is where it and what is added to it are this value; a word stays as it is."""
    return value - less if isinstance(value, int) and isinstance(less, int) else value


def _contains(of: Set | None, value: Value, members: Iterable[Value]) -> bool:
    if of is not None and of.numbers is not None:
        return isinstance(value, int) and of.numbers[0] <= value <= of.numbers[1]
    return value in _as_set(tuple(members))


@lru_cache(maxsize=64)
def _as_set(members: Elements) -> frozenset[Value]:
    return frozenset(members)


def _counted(low: int, high: int, names: tuple[Name, ...], source: str, *, negated: bool) -> Hint:
    """Return low to high among these names (of their negations), as a hint, whose numbers are never negative."""
    if negated:
        low, high = len(names) - high, len(names) - low
    if high < 0 or low > high:
        return Hint(len(names) + 1, len(names) + 1, names, source)  # no placement meets it
    return Hint(max(low, 0), max(low, min(high, len(names))), names, source)


def _guard(body: Expression) -> Atom | None:
    """Return the atom of `clue` without which the body is true."""
    if isinstance(body, Join) and body.operator == "implies":
        first = body.parts[0]
        conditions = first.parts if isinstance(first, Join) and first.operator == "and" else (first,)
        return next((each for each in conditions if isinstance(each, Atom) and each.predicate == CLUE), None)
    return None


def is_clue(atom: Atom, values: Values, tables: Tables) -> bool:
    """Return whether an atom of `clue` is given."""
    cell, number = (term.under(values) for term in atom.terms)
    return isinstance(cell, Cell) and tables.clues.get(cell, -1) == number


# -- an expression as sympy


class Instance:
    """Writes expressions as sympy Booleans, given the values of their variables."""

    def __init__(self, tables: Tables, rule: Rule, work: Work, closed: ClosedPart | None = None) -> None:
        self.tables = tables
        self.rule = rule
        self.work = work
        self.closed = closed
        self._looks = iter(timely(count(), every=64))  # at the clock, if there is a time limit

    def sympy(self, part: Expression, values: Values) -> Any:
        """Return an expression as sympy; it is nowhere deep, so this may recurse."""
        import sympy

        if isinstance(part, Truth):
            return sympy.true if part.holds else sympy.false
        if isinstance(part, Comparison):
            return sympy.true if part.holds(values) else sympy.false
        if isinstance(part, Atom):
            return self._atom(part, values)
        next(self._looks)
        if isinstance(part, Join):
            return _operators()[part.operator](*(self.sympy(each, values) for each in part.parts))
        choices = self.chosen(part, values)
        if part.kind in ("all", "some"):
            return (sympy.And if part.kind == "all" else sympy.Or)(*(self.sympy(part.body, each) for each in choices))
        parts = [self.sympy(part.body, each) for each in choices]
        low, high = part.bounds(values, len(parts))
        return sympy.And(self._at_least(low, parts), sympy.Not(self._at_least(high + 1, parts)))

    def _atom(self, atom: Atom, values: Values) -> Any:
        import sympy

        if atom.predicate == CLUE:
            return sympy.true if is_clue(atom, values, self.tables) else sympy.false
        name = atom.name_under(values)
        if atom.adds_names(values) or (atom.predicate == MINE and name in self.tables.clues):
            return sympy.false
        return sympy.Symbol(str(name))

    def chosen(self, part: Quantified, values: Values) -> Iterator[Values]:
        """Yield the values with each choice for the variables that a quantifier binds."""
        if all(binding.of is not None for binding in part.bindings):
            return self.choices(part.bindings, values)
        assert self.closed is not None, "the reader refuses variables of which nothing says where they range"
        return map(self._counted, self.closed.model.choices(part, values, True))

    def _counted(self, values: Values) -> Values:
        self.work.add(1, self.rule)
        return values

    def choices(self, bindings: Sequence[Binding], values: Values, fixed: Values = _NOTHING) -> Iterator[Values]:
        """Yield the values with each choice of members for the bindings; a variable that is `fixed` has that value."""
        if not bindings:
            self.work.add(1, self.rule)
            yield values
            return
        first, *rest = bindings
        members: Iterable[Value] = members_of(first.of, values, self.tables)
        if first.variable in fixed:
            value = fixed[first.variable]
            members = (value,) if _contains(first.of, value, members) else ()
        for value in members:
            yield from self.choices(rest, {**values, first.variable: value}, fixed)

    def _at_least(self, number: int, parts: list[Any]) -> Any:
        """Return that at least this many of the parts are true."""
        from sympy import Not, false, true

        from logicms.connectives import AtLeast

        number -= sum(part == true for part in parts)
        parts = [part for part in parts if part not in (true, false)]
        if number <= 0 or number > len(parts):
            return true if number <= 0 else false
        if len(set(parts)) == len(parts):
            if all(part.is_Symbol for part in parts):
                return AtLeast(number, *parts)
            if all(isinstance(part, Not) and part.args[0].is_Symbol for part in parts):
                return Not(AtLeast(len(parts) - number + 1, *(part.args[0] for part in parts)))
        return self._written_out(number, parts)

    def _written_out(self, number: int, parts: list[Any]) -> Any:
        """Return the same for parts of any kind: one holds and one fewer of the others do, or so many of the others."""
        from sympy import And, Or, false, true

        if len(parts) > MOST_MIXED:
            raise TooMany(self.rule, len(parts) ** 2)
        # A sequential counter (Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", 2005), but
        # without new names: after each part, row k says that at least k of the parts so far hold.
        rows: list[Any] = [true, *[false] * number]
        for part in parts:
            self.work.add(number, self.rule)
            rows = [true, *(Or(rows[k], And(part, rows[k - 1])) for k in range(1, number + 1))]
        return rows[number]


def _operators() -> dict[str, Any]:
    import sympy

    return {
        "not": sympy.Not,
        "and": sympy.And,
        "xor": sympy.Xor,
        "or": sympy.Or,
        "implies": sympy.Implies,
        "equivalent": sympy.Equivalent,
    }


def to_sympy(expression: Expression, tables: Tables, closed: ClosedPart | None = None) -> Boolean:
    """Return an expression without free variables as a sympy Boolean; closed atoms may say where variables range.

    >>> from logicms.rules.language import Term
    >>> to_sympy(Join("not", (Atom("pit", (Term(None, Cell(0, 0)),)),)), Tables())
    ~pit(A1)
    """
    whole, work = Rule("", expression, 1), Work()
    work.foresee(_Grounder(whole, RuleBook({}, tables), work).parts(expression), whole)
    return Instance(tables, whole, work, closed).sympy(expression, {})
