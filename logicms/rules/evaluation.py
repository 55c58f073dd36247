"""The evaluation of closed predicates: what rules and facts make true, and nothing else. `closed` is asked for it.

A *rule* for a closed atom is a fact, `condition -> head` where the atom is the head or a part of an "and" there, or
`head <-> condition`. The closed atoms that hold are those that must: the least model of these rules, where a negation
in a condition waits until its atom is decided. Predicates that need each other are a *stratum*. Strata are evaluated
one after the other, each in one of two ways:

- On rows, where conditions join atoms, comparisons, and whatever is decided by earlier strata. Round by round, each
  rule is joined with what the last round has found (semi-naive evaluation; Ullman, "Principles of Database and
  Knowledge-Base Systems", 1988). What is false is written down nowhere.
- On instances, everywhere else. Those that can ever matter are found as above, whatever is undecided being taken as
  possible. Then the atoms themselves are taken stratum by stratum, so that `at(x, t+1)` may need `~at(y, t)`. In a
  stratum of several atoms, what is certainly true and what is possibly true are computed in turn, each from the other,
  until nothing changes (Van Gelder, "The alternating fixpoint of logic programs with negation", 1993).

What is neither true nor false then is *undecided*: it rests on what the file leaves open. Its *residue* says exactly
when it holds (Clark, "Negation as failure", 1978) as long as undecided atoms do not need each other in a *circle*
(Fages, "Consistency of Clark's completion and existence of stable models", 1994).

Every atom has the number of the *round* in which it was decided: by these, `closed` finds reasons when it is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, product
from typing import TYPE_CHECKING, TypeGuard, TypeVar, cast

from logicms.board import Cell
from logicms.errors import LimitReached
from logicms.hints import Name
from logicms.limits import spend, timely
from logicms.rules.joins import Condition, Join, Look, Match, Relation, Row, Test, row_taker, variables_of
from logicms.rules.language import (
    CLUE,
    MINE,
    Atom,
    Binding,
    Comparison,
    Expression,
    Quantified,
    Rule,
    Set,
    Tables,
    Term,
    Truth,
    Value,
    Values,
    atoms,
    conditions_of,
    definitions,
    instances_of,
    is_shifted,
    members_of,
    predicate_of,
)
from logicms.rules.language import Join as Connected

if TYPE_CHECKING:
    from logicms.rules.grounding import RuleBook

_T = TypeVar("_T")

MOST_ATOMS = 1_000_000
"""If more closed atoms than this hold, or more instances of their rules are needed, they are not evaluated."""

_MOST_ALTERNATIVES = 64
"""A condition with more alternatives than this is tested as a whole."""

Key = tuple[str, Row]
"""A closed atom: its predicate and its arguments."""

UNDECIDED = -1
"""The round of an atom that is not decided."""

# -- conditions as nodes

TRUE, FALSE = 1, -1

Node = int | tuple[int, tuple["Node", ...]]
"""A literal (the number of an atom, negative where it is negated), or "at least so many of these"; true and false."""


def at_least(number: int, parts: Iterable[Node]) -> Node:
    """Return the node "at least so many of these", without what is true or false.

    >>> at_least(2, [TRUE, 5, FALSE, -6]), at_least(2, [5, FALSE])
    ((1, (5, -6)), -1)
    """
    left = []
    for part in parts:
        if part == TRUE:
            number -= 1
        elif part != FALSE:
            left.append(part)
    if number <= 0 or number > len(left):
        return TRUE if number <= 0 else FALSE
    return left[0] if len(left) == 1 else (number, tuple(left))


def folded(node: Node, known: Callable[[int], Node]) -> Node:
    """Return what is left of a node, whose literals become what `known` makes of them."""
    if isinstance(node, int):
        return known(node) if node not in (TRUE, FALSE) else node
    number, parts = node
    return at_least(number, (folded(part, known) for part in parts))


def literals(node: Node) -> Iterator[int]:
    """Yield the literals of a node."""
    if not isinstance(node, int):
        for part in node[1]:
            yield from literals(part)
    elif node not in (TRUE, FALSE):
        yield node


# -- rules


@dataclass(frozen=True, slots=True)
class Definition:
    """A rule as the rule for one predicate; a rule with several heads has one for each."""

    rule: Rule
    bindings: tuple[Binding, ...]
    predicate: str
    terms: tuple[Term, ...]
    condition: Expression

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(binding.variable for binding in self.bindings)

    @property
    def in_head(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(term.variable for term in self.terms if term.variable is not None))

    @property
    def is_plain(self) -> bool:
        """Whether the arguments of the head are different variables."""
        return len(self.in_head) == len(self.terms) and not any(term.value for term in self.terms)

    @property
    def place(self) -> str:
        """Where the rule is, for the beginning of a message."""
        return f"{self.rule.file}:{self.rule.line}:1: "


def definitions_in(rules: Iterable[Rule], closed: Collection[str]) -> Iterator[Definition]:
    """Yield the definitions of closed predicates in these rules."""
    for rule in rules:
        bindings, _ = instances_of(rule.body)
        for head, condition in definitions(rule.body, closed):
            terms = () if head.predicate == MINE else head.terms
            yield Definition(rule, bindings, str(predicate_of(head)), terms, condition)


Part = Expression | Binding
"""What a condition joins; a binding says that a variable is in its set."""

Way = tuple[Definition, tuple[Part, ...]]
"""A rule, and one way in which its condition can hold."""

Leaf = Callable[["Key | Name", bool], Node]
"""What an atom or, if it is said to be False, its negation is in a node."""


def alternatives(condition: Expression, numbers: Iterator[int]) -> list[tuple[Part, ...]]:
    """Return the ways in which a condition can hold; `some` becomes variables with names of their own.

    >>> one, other = Atom("p", (Term("x"),)), Atom("q", (Term("x"),))
    >>> either = Quantified("some", None, (Binding("x", None),), Connected("or", (one, other)))
    >>> [[str(part.terms[0]) for part in way] for way in alternatives(either, count())]
    [["x'0"], ["x'0"]]
    """
    ways: list[tuple[Part, ...]] = [(condition,)]
    if isinstance(condition, Connected) and condition.operator == "and":
        parts = [alternatives(part, numbers) for part in condition.parts]
        ways = [sum(way, ()) for way in product(*parts)] if _number(parts) <= _MOST_ALTERNATIVES else ways
    elif isinstance(condition, Connected) and condition.operator == "or":
        found = [way for part in condition.parts for way in alternatives(part, numbers)]
        ways = found if len(found) <= _MOST_ALTERNATIVES else ways
    elif isinstance(condition, Quantified) and condition.kind == "some":
        names = {binding.variable: f"{binding.variable}'{next(numbers)}" for binding in condition.bindings}
        bound = tuple(renamed_binding(binding, names) for binding in condition.bindings if binding.of is not None)
        ways = [(*bound, *way) for way in alternatives(renamed(condition.body, names), numbers)]
    return ways


def _number(parts: list[list[tuple[Part, ...]]]) -> int:
    number = 1
    for ways in parts:
        number *= len(ways)
    return number


def renamed_binding(binding: Binding, names: Mapping[str, str]) -> Binding:
    of = binding.of and replace(binding.of, terms=tuple(_renamed_term(term, names) for term in binding.of.terms))
    return Binding(names.get(binding.variable, binding.variable), of)


def renamed(part: Expression, names: Mapping[str, str]) -> Expression:
    """Return an expression with other names for its free variables; it is nowhere deep, so this may recurse."""
    if isinstance(part, Atom):
        return replace(part, terms=tuple(_renamed_term(term, names) for term in part.terms))
    if isinstance(part, Comparison):
        left, right = (tuple(_renamed_term(term, names) for term in side) for side in (part.left, part.right))
        return Comparison(part.relation, left, right)
    if isinstance(part, Connected):
        return replace(part, parts=tuple(renamed(each, names) for each in part.parts))
    if isinstance(part, Quantified):
        own = {binding.variable for binding in part.bindings}
        names = {variable: name for variable, name in names.items() if variable not in own}
        bindings = tuple(renamed_binding(binding, names) for binding in part.bindings)
        number = None if part.number is None else _renamed_term(part.number, names)
        return Quantified(part.kind, number, bindings, renamed(part.body, names))
    return part


def _renamed_term(term: Term, names: Mapping[str, str]) -> Term:
    return term if term.variable is None else Term(names.get(term.variable, term.variable), term.value)


def free_variables(part: Expression) -> frozenset[str]:
    """Return the variables that an expression does not bind itself."""
    if isinstance(part, Atom | Comparison):
        return frozenset(term.variable for term in part.terms if term.variable is not None)
    if isinstance(part, Connected):
        return frozenset().union(*map(free_variables, part.parts))
    if not isinstance(part, Quantified):
        return frozenset()
    found = set(free_variables(part.body))
    for binding in reversed(part.bindings):
        found.discard(binding.variable)
        found.update(term.variable for term in (binding.of.terms if binding.of else ()) if term.variable is not None)
    number = part.number.variable if part.number is not None else None
    return frozenset(found | {number} if number is not None else found)


# -- strata


def strata(needs: Mapping[_T, Collection[_T]]) -> Iterator[list[_T]]:
    """Yield the strongly connected components of a graph, each after those that it needs (Tarjan, 1972).

    >>> list(strata({"a": ["b"], "b": ["a", "c"], "c": []}))
    [['c'], ['b', 'a']]
    """
    numbers: dict[_T, int] = {}
    lowest: dict[_T, int] = {}
    path: list[_T] = []
    done: set[_T] = set()
    for root in needs:
        if root in numbers:
            continue
        numbers[root] = lowest[root] = len(numbers)
        path.append(root)
        work = [(root, iter(needs[root]))]
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in numbers:
                    numbers[other] = lowest[other] = len(numbers)
                    path.append(other)
                    work.append((other, iter(needs[other])))
                    break
                if other not in done:
                    lowest[node] = min(lowest[node], numbers[other])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == numbers[node]:
                    component = [path.pop()]
                    while component[-1] != node:
                        component.append(path.pop())
                    done.update(component)
                    yield component


# -- the model


class Model:
    """What the rules of a book make true, false and undecided."""

    def __init__(self, book: RuleBook) -> None:
        self.closed = frozenset(book.closed)
        self.tables: Tables = book.tables
        self._book = book
        self.definitions: dict[str, list[Definition]] = {name: [] for name in book.closed}
        for definition in definitions_in(book.rules.values(), self.closed):
            self.definitions[definition.predicate].append(definition)
        self.relations: dict[str, Relation] = {}
        """The rows that hold, with their rounds; those of undecided atoms have the round UNDECIDED."""
        self.failed: dict[Key, int] = {}
        """The round in which an atom that seemed possible has failed."""
        self.begun: dict[str, int] = {}
        """The round in which all others of its predicate have failed."""
        self.residues: dict[int, list[Node]] = {}
        """Of each undecided atom: one of these holds if it does."""
        self.circle: list[int] = []
        """Undecided atoms that need each other: the literals of the first such circle, each needing the next."""
        self.keys: list[Key | Name] = ["", ""]
        self._numbers: dict[Key | Name, int] = {}
        self._sets: dict[tuple[str, tuple[int, int] | None, int], Relation] = {}
        self.round = 0
        self.partly: set[str] = set()
        """The predicates of which some atom is undecided."""
        self._renamed = count()
        for predicates in strata(self._needs()):
            self._evaluate(sorted(predicates), book.facts)

    @cached_property
    def constants(self) -> Relation:
        """What variables without sets may stand for, as a relation."""
        return Relation((value,) for value in self._book.elements)

    def _needs(self) -> dict[str, list[str]]:
        plain = [name for name in self.definitions if self._is_plain(name)]
        needs: dict[str, dict[str, None]] = {}
        for name, of in self.definitions.items():
            needs[name] = {}
            for atom in (atom for definition in of for atom in atoms(definition.condition)):
                predicate = predicate_of(atom)
                if predicate is None:  # `mine(x)` may be any name
                    needs[name].update(dict.fromkeys(plain))
                elif predicate in self.closed:
                    needs[name][predicate] = None
        return {name: list(found) for name, found in needs.items()}

    def _is_plain(self, name: str) -> bool:
        return all(not definition.terms for definition in self.definitions[name])

    # -- what is asked of it

    def number(self, key: Key | Name) -> int:
        """Return the number of an atom, by which nodes speak of it."""
        if key not in self._numbers:
            self._numbers[key] = len(self.keys)
            self.keys.append(key)
        return self._numbers[key]

    def value(self, key: Key) -> bool | None:
        """Return whether a closed atom holds; None if that is undecided."""
        found = self.relations[key[0]].rows.get(key[1])
        return False if found is None else None if found == UNDECIDED else True

    def decided_in(self, key: Key) -> int:
        """Return the round in which a closed atom was decided."""
        predicate, row = key
        found = self.relations[predicate].rows.get(row)
        return self.failed.get(key, self.begun[predicate]) if found is None else found

    def atom(self, atom: Atom, values: Values) -> Key | Name | bool:
        """Return which closed atom or which open name an atom is; whether it is true if that is plain."""
        if atom.adds_names(values):
            return False
        found = tuple(term.under(values) for term in atom.terms)
        if atom.predicate == MINE:
            (name,) = found
            if name in self.closed:
                return str(name), ()
            assert not isinstance(name, int), "the reader refuses a number that holds"
            return False if name in self.tables.clues else name
        if atom.predicate in self.closed:
            return atom.predicate, found
        if atom.predicate == CLUE:
            cell, clue = found
            return isinstance(cell, Cell) and self.tables.clues.get(cell) == clue
        return f"{atom.predicate}({','.join(map(str, found))})"

    # -- conditions under values

    def node(self, part: Expression, values: Values, sign: bool, leaf: Leaf, *, wide: bool = False) -> Node:
        """Return a condition (or its negation, if the sign is False) as a node; `leaf` makes its literals.

        It is nowhere deep, so this may recurse.
        """
        spend()
        if isinstance(part, Truth):
            return TRUE if part.holds == sign else FALSE
        if isinstance(part, Comparison):
            return TRUE if part.holds(values) == sign else FALSE
        if isinstance(part, Atom):
            found = self.atom(part, values)
            return leaf(found, sign) if not isinstance(found, bool) else TRUE if found == sign else FALSE

        def nodes(sign: bool) -> list[Node]:
            if isinstance(part, Connected):
                return [self.node(each, values, sign, leaf, wide=wide) for each in part.parts]
            return [self.node(part.body, each, sign, leaf, wide=wide) for each in self.choices(part, values, wide)]

        if isinstance(part, Quantified):
            if part.kind in ("all", "some"):
                every = nodes(sign)
                return at_least(len(every) if (part.kind == "all") == sign else 1, every)
            parts, others = nodes(True), nodes(False)
            low, high = part.bounds(values, len(parts))
            if sign:
                return at_least(2, [at_least(low, parts), at_least(len(parts) - high, others)])
            return at_least(1, [at_least(len(parts) - low + 1, others), at_least(high + 1, parts)])
        if part.operator == "not":
            return nodes(not sign)[0]
        if part.operator in ("and", "or"):
            every = nodes(sign)
            return at_least(len(every) if (part.operator == "and") == sign else 1, every)
        if part.operator == "implies":
            sides = [nodes(not sign)[0], nodes(sign)[1]]
            return at_least(1 if sign else 2, sides)
        odd: Node = FALSE
        even: Node = TRUE  # whether an odd number of the parts so far holds
        for one, other in zip(nodes(True), nodes(False), strict=True):
            odd, even = (
                at_least(1, [at_least(2, [odd, other]), at_least(2, [even, one])]),
                at_least(1, [at_least(2, [even, other]), at_least(2, [odd, one])]),
            )
        return odd if (part.operator == "xor") == sign else even

    def choices(self, part: Quantified, values: Values, wide: bool) -> Iterator[Values]:
        """Yield the values with each choice for the variables that a quantifier binds."""
        guards = conditions_of(part)
        found: Iterable[Values] = (values,)
        for binding in part.bindings:
            found = [
                {**each, binding.variable: value} for each in found for value in self.span(binding, guards, each, wide)
            ]
        return iter(found)

    def span(self, binding: Binding, guards: Sequence[Expression], values: Values, wide: bool) -> Iterable[Value]:
        """Return the values that a variable takes: all members of its set, else what its guards leave possible.

        If it is to be `wide`, only the facts of predicates without rules leave anything out: so rules are written out.
        """
        if binding.of is not None:
            return members_of(binding.of, values, self.tables)
        for atom in guards:
            if isinstance(atom, Atom) and (name := predicate_of(atom)) in self.closed:
                places = [place for place, term in enumerate(atom.terms) if term.variable == binding.variable]
                if places and name is not None and not (wide and self.definitions[name]):
                    return self._matching(self.relations[name], atom.terms, values, places[0])
        return self._book.elements

    def _matching(self, relation: Relation, terms: Sequence[Term], values: Values, wanted: int) -> Iterable[Value]:
        """Return the values at a place of the rows that fit what is known, less what is added to the variable there."""
        known = [place for place, term in enumerate(terms) if term.variable is None or term.variable in values]
        key = tuple(terms[place].under(values) for place in known)
        rows = relation.index(Look(tuple(known), (wanted,))).get(key[0] if len(key) == 1 else key, ())
        added = terms[wanted].value
        found = (value for (value,) in rows)
        if added:
            found = (value - added for value in found if isinstance(value, int) and isinstance(added, int))
            found = (value for value in found if (value,) in self.constants.rows)
        return dict.fromkeys(found)

    # -- what rows join

    def conditions(
        self,
        bindings: Iterable[Binding],
        way: Iterable[Part],
        predicates: Collection[str],
        known: Collection[str] = (),
    ) -> list[Condition]:
        """Return what can be joined while these predicates are evaluated; what is left out is taken as possible.

        What is `known` of variables need not be looked for.
        """
        found: list[Condition] = []
        for part in (*(binding for binding in bindings if binding.of is not None), *way):
            if isinstance(part, Binding):
                assert part.of is not None, "only a set has members"
                found.append(Match(self._set(part.of), (*part.of.terms, Term(part.variable))))
            elif isinstance(part, Comparison):
                found.append(part)
            elif isinstance(part, Atom) and (relation := self._relation(part)) is not None:
                found.append(Match(relation, () if part.predicate == MINE else part.terms))
            elif self.is_decided(part, predicates):
                found.append(self._test(part))
        names = {binding.variable for binding in bindings}.union(*map(variables_of, found)).difference(known)
        bound = {
            term.variable  # and an element: what is only in a sum, or equal to one, need not be
            for each in found
            if isinstance(each, Match) and not each.absent
            for term in each.terms
            if term is not None and term.variable is not None and not term.value
        }
        return [*found, *(Match(self.constants, (Term(name),)) for name in sorted(names - bound))]

    def is_decided(self, part: Expression, predicates: Collection[str]) -> bool:
        """Return whether the clues and what was evaluated before these predicates decide every atom in it."""
        names = [(atom.predicate, predicate_of(atom)) for atom in atoms(part)]
        known = self.relations.keys() - self.partly - set(predicates)
        return all(name in known or predicate == CLUE for predicate, name in names)

    def _relation(self, atom: Atom) -> Relation | None:
        name = predicate_of(atom)
        if atom.predicate == CLUE:
            return self._clues
        return None if name is None else self.relations.get(name)

    def _test(self, part: Expression) -> Condition:
        """Return what is decided as a condition; the negation of an atom is a look at its rows."""
        if isinstance(part, Connected) and part.operator == "not" and isinstance(part.parts[0], Atom):
            atom, has_sums = part.parts[0], any(map(is_shifted, part.parts[0].terms))
            if (relation := self._relation(atom)) is not None and not has_sums:
                return Match(relation, () if atom.predicate == MINE else atom.terms, absent=True)

        def decided(key: Key | Name, sign: bool) -> Node:
            return TRUE if self.value(cast(Key, key)) is sign else FALSE

        return Test(free_variables(part), lambda values: self.node(part, values, True, decided) == TRUE)

    @cached_property
    def _clues(self) -> Relation:
        return Relation(self.tables.clues.items())

    def _set(self, of: Set) -> Relation:
        """Return a set as a relation: its members, each after the element that has it where there is an argument."""
        known = of.name, of.numbers, len(of.terms)
        if known not in self._sets:
            if not of.terms:
                rows: Iterable[Row] = ((value,) for value in members_of(of, {}, self.tables))
            else:
                over = self.tables.relations.get(of.name) or self.tables.members("cells") or ()
                rows = ((each, value) for each in over for value in self.tables.members(of.name, each) or ())
            self._sets[known] = Relation(timely(rows))
        return self._sets[known]

    def head(self, definition: Definition, variables: Sequence[str]) -> Callable[[Row], Row | None]:
        """Return what makes the row of a rule's head of the values of these variables; a sum may be no element."""
        places = [variables.index(term.variable) if term.variable is not None else -1 for term in definition.terms]
        if all(term.variable is not None and not term.value for term in definition.terms):
            return row_taker(places)

        def made(row: Row) -> Row | None:
            found: list[Value] = []
            for term, place in zip(definition.terms, places, strict=True):
                value = term.value if term.variable is None else row[place]
                if term.variable is not None and term.value:
                    if not (isinstance(value, int) and isinstance(term.value, int)):
                        return None
                    value += term.value
                    if (value,) not in self.constants.rows:
                        return None
                found.append(value)
            return tuple(found)

        return made

    # -- strata

    def _evaluate(self, predicates: Sequence[str], facts: Mapping[str, Sequence[Row]]) -> None:
        self.round += 1
        for predicate in predicates:
            self.begun[predicate] = self.round
            self.relations[predicate] = Relation(facts.get(predicate, ()))
        ways = [
            (definition, way)
            for predicate in predicates
            for definition in self.definitions[predicate]
            for way in alternatives(definition.condition, self._renamed)
        ]
        if all(self._can_be_joined(part, predicates) for _, way in ways for part in way):
            _Rows(self, predicates, ways).find()
        else:
            possible = _PossibleRows(self, predicates, ways)
            possible.find()
            _Instances(self, predicates).decide(possible.instances.values())

    def _can_be_joined(self, part: Part, predicates: Collection[str]) -> bool:
        if isinstance(part, Binding) or (isinstance(part, Atom) and predicate_of(part) in predicates):
            return True
        return self.is_decided(part, predicates)

    def decide(self, predicate: str, decided: Mapping[Row, int | None]) -> None:
        """Note in which rounds possible atoms were found to hold; of undecided ones that is UNDECIDED, else None."""
        facts = [row for row, number in self.relations[predicate].rows.items() if number == 0]
        self.relations[predicate] = relation = Relation(facts)
        for row, number in decided.items():
            if number is not None:
                relation.add({row: number})
            if number == UNDECIDED:
                self.partly.add(predicate)


class _Rows:
    """A stratum whose rules are joined with rows."""

    def __init__(self, model: Model, predicates: Sequence[str], ways: Sequence[Way]) -> None:
        self.model = model
        self.own = {predicate: model.relations[predicate] for predicate in predicates}
        self.changed = {predicate: Relation(is_new=True) for predicate in predicates}
        self.ways = [(each, model.conditions(each.bindings, way, predicates)) for each, way in ways]

    def find(self) -> None:
        """Add every row that follows, round by round."""
        fresh = self._found([self._join(*each) for each in self.ways])
        joins: list[tuple[Definition, Join]] | None = None
        for relation in self.own.values():
            relation.forget()  # later rounds look at what is new first, and may not need these indexes
        while fresh:
            self.model.round += 1
            for predicate, relation in self.own.items():
                rows = dict.fromkeys(fresh.get(predicate, ()), self._number())
                relation.add(rows)
                self.changed[predicate].refill(rows)
            if sum(len(relation.rows) for relation in self.own.values()) > MOST_ATOMS:
                names = " and ".join(self.own)
                raise LimitReached(f"more than {MOST_ATOMS:,} atoms of {names} hold or may hold; use smaller sets")
            # What is new needs something of the last round, at one place or another.
            joins = joins or [self._join(*each) for each in self._with_changes()]
            fresh = self._found(joins)

    def _number(self) -> int:
        return self.model.round

    def _with_changes(self) -> Iterator[tuple[Definition, list[Condition]]]:
        for definition, conditions in self.ways:
            for place, match in enumerate(conditions):
                for predicate, relation in self.own.items():
                    if isinstance(match, Match) and match.relation is relation:
                        changed = replace(match, relation=self.changed[predicate])
                        yield definition, [*conditions[:place], changed, *conditions[place + 1 :]]

    def _join(self, definition: Definition, conditions: list[Condition]) -> tuple[Definition, Join]:
        return definition, Join(conditions, (), definition.in_head)

    def _found(self, joins: Iterable[tuple[Definition, Join]]) -> dict[str, dict[Row, None]]:
        """Return the rows that joins find and that are new."""
        fresh: dict[str, dict[Row, None]] = {}
        for definition, join in joins:
            known, rows = self.own[definition.predicate].rows, join.rows([()])
            if not definition.is_plain:
                head = self.model.head(definition, definition.in_head)
                rows = (row for row in map(head, rows) if row is not None)
            new = dict.fromkeys(row for row in rows if row not in known)
            if new:
                fresh.setdefault(definition.predicate, {}).update(new)
        return fresh


class _PossibleRows(_Rows):
    """A stratum whose rules are written out: what is undecided is taken as possible, and instances are noted."""

    def __init__(self, model: Model, predicates: Sequence[str], ways: Sequence[Way]) -> None:
        super().__init__(model, predicates, ways)
        self.instances: dict[int, tuple[Definition, dict[Row, Row]]] = {}
        """For each definition, by the values of its variables: the row of the head."""

    def _number(self) -> int:
        return UNDECIDED

    def _join(self, definition: Definition, conditions: list[Condition]) -> tuple[Definition, Join]:
        return definition, Join(conditions, (), definition.variables)

    def _found(self, joins: Iterable[tuple[Definition, Join]]) -> dict[str, dict[Row, None]]:
        fresh: dict[str, dict[Row, None]] = {}
        for definition, join in joins:
            known, head = self.own[definition.predicate].rows, self.model.head(definition, definition.variables)
            _, noted = self.instances.setdefault(id(definition), (definition, {}))
            for values in join.rows([()]):
                if values not in noted and (row := head(values)) is not None:
                    noted[values] = row
                    if row not in known:
                        fresh.setdefault(definition.predicate, {})[row] = None
            if len(noted) > MOST_ATOMS:
                raise LimitReached(f"{definition.place}more than {MOST_ATOMS:,} instances are needed; use smaller sets")
        return fresh


class _Instances:
    """A stratum whose rules are written out: the atoms that are possible, and what each of them needs."""

    def __init__(self, model: Model, predicates: Collection[str]) -> None:
        self.model = model
        self.predicates = predicates
        self.rounds: dict[int, int | None] = {}
        """When an atom was found to hold; None if it fails, UNDECIDED if it is neither."""
        self.needs: dict[int, list[Node]] = {}

    def decide(self, instances: Iterable[tuple[Definition, Mapping[Row, Row]]]) -> None:
        """Decide what can be decided, atom by atom, those that others need first."""
        model = self.model
        for predicate in self.predicates:
            for row, number in model.relations[predicate].rows.items():
                if number == UNDECIDED:
                    self.needs[model.number((predicate, row))] = []
        for definition, rows in instances:
            for values, row in timely(rows.items()):
                if (head := model.number((definition.predicate, row))) in self.needs:
                    named = dict(zip(definition.variables, values, strict=True))
                    self.needs[head].append(model.node(definition.condition, named, True, self._leaf))
        graph = {
            head: list(dict.fromkeys(abs(each) for node in nodes for each in literals(node) if abs(each) in self.needs))
            for head, nodes in self.needs.items()
        }
        for component in strata(graph):
            nodes = {head: [folded(node, self._known) for node in self.needs[head]] for head in component}
            if len(component) == 1 and component[0] not in graph[component[0]]:
                self._one(component[0], nodes[component[0]])
            else:
                self._circle(nodes)
        found: dict[str, dict[Row, int | None]] = {predicate: {} for predicate in self.predicates}
        for head, round_number in self.rounds.items():
            predicate, row = cast(Key, model.keys[head])
            found[predicate][row] = round_number
        for predicate in self.predicates:
            model.decide(predicate, found[predicate])

    def _leaf(self, key: Key | Name, sign: bool) -> Node:
        """Return the literal of an atom, or whether it is true if that is decided."""
        value = self.model.value(key) if is_closed(key) else None
        if value is None:
            number = self.model.number(key)
            return number if sign else -number
        return TRUE if value is sign else FALSE

    def _known(self, literal: int) -> Node:
        """Return a literal, or whether it is true if that was decided in this stratum."""
        number: int | None = self.rounds.get(abs(literal), UNDECIDED)
        if number == UNDECIDED:
            return literal
        return TRUE if (number is not None) == (literal > 0) else FALSE

    def _settle(self, head: int, number: int | None) -> None:
        self.rounds[head] = number
        if number is None:
            self.model.failed[cast(Key, self.model.keys[head])] = self.model.round

    def _one(self, head: int, nodes: list[Node]) -> None:
        self.model.round += 1
        whole = at_least(1, nodes)
        if whole in (TRUE, FALSE):
            self._settle(head, self.model.round if whole == TRUE else None)
        else:
            self._leave(head, nodes)

    def _leave(self, head: int, nodes: Iterable[Node]) -> None:
        self.rounds[head] = UNDECIDED
        self.model.residues[head] = [node for node in nodes if node != FALSE]

    def _circle(self, nodes: Mapping[int, list[Node]]) -> None:
        """Decide atoms that need each other: what holds and what is possible are found in turn, each from the other."""
        users: dict[int, list[int]] = {}
        for head, needs in nodes.items():
            for each in {abs(each) for node in needs for each in literals(node)} & nodes.keys():
                users.setdefault(each, []).append(head)
        certain: dict[int, None] = {}
        possible = dict.fromkeys(nodes)

        # An open name, or an atom that is undecided already, is not certain and is possible; so is its negation.
        def is_certain(each: int) -> bool:
            return each < 0 and -each in nodes and -each not in possible

        def is_possible(each: int) -> bool:
            return abs(each) not in nodes or (each < 0 and -each not in certain)

        while True:
            for head in self._least(nodes, users, certain, is_certain):
                self.model.round += 1
                self._settle(head, self.model.round)
                certain[head] = None
            left = self._least(nodes, users, {}, is_possible)
            if len(left) == len(possible):
                break
            self.model.round += 1
            for head in possible:
                if head not in left:
                    self._settle(head, None)
            possible = left
        undecided = [head for head in possible if head not in certain]
        for head in undecided:
            self._leave(head, [folded(node, self._known) for node in nodes[head]])
        if not self.model.circle:
            self.model.circle = self._find_circle(undecided)

    def _least(
        self,
        nodes: Mapping[int, list[Node]],
        users: Mapping[int, list[int]],
        known: Collection[int],
        is_true: Callable[[int], bool],
    ) -> dict[int, None]:
        """Return the atoms that follow from those that are known, in an order in which they do."""
        found: dict[int, None] = {}
        waiting = [head for head in nodes if head not in known]
        while waiting:
            head = waiting.pop()
            spend()
            if head in found or head in known:
                continue
            if any(holds(node, lambda each: each in found or each in known or is_true(each)) for node in nodes[head]):
                found[head] = None
                waiting += users.get(head, ())
        return found

    def _find_circle(self, left: Iterable[int]) -> list[int]:
        """Return literals of undecided atoms of which each needs the next, and the last the first; if there are any."""
        own = set(left)
        graph = {
            head: list(
                dict.fromkeys(each for node in self.model.residues[head] for each in literals(node) if abs(each) in own)
            )
            for head in left
        }
        for component in strata({head: [abs(each) for each in needs] for head, needs in graph.items()}):
            path: list[int] = [component[0]]
            while (step := next((each for each in graph[abs(path[-1])] if abs(each) in component), None)) is not None:
                if abs(step) in map(abs, path):
                    start = next(place for place, each in enumerate(path) if abs(each) == abs(step))
                    return [*path[start + 1 :], step]
                path.append(step)
        return []


def holds(node: Node, is_true: Callable[[int], bool]) -> bool:
    """Return whether a node is true."""
    if isinstance(node, int):
        return node == TRUE or (node != FALSE and is_true(node))
    number, parts = node
    return sum(holds(part, is_true) for part in parts) >= number


def is_closed(key: Key | Name) -> TypeGuard[Key]:
    """Return whether this is a closed atom; a cell is a tuple, too."""
    return isinstance(key, tuple) and not isinstance(key, Cell)
