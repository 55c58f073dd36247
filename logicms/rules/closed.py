"""What closed predicates say, and why: `only reach` closes reach. `evaluation` works it out, here it is asked.

The reasons are statements, as those of a problem are. What holds has a *derivation*: facts, and instances of rules,
each after those that its condition needs. What does not hold is in an *unfounded set*: atoms of which each needs
another of them, or what is false already. Such a set is *irredundant*: no smaller one with this atom will do. What is
undecided, because it rests on what the file leaves open, has the instances of its rules, and its *completion*, which
says that nothing else makes it hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cached_property
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, NamedTuple, cast

from logicms.board import Cell, as_name
from logicms.errors import ImpossibleBoard, LimitReached
from logicms.hints import Literal, Name, ordered
from logicms.limits import spend
from logicms.problem import Formula, Statement, Unfounded, names_in
from logicms.rules.evaluation import (
    FALSE,
    TRUE,
    UNDECIDED,
    Definition,
    Key,
    Model,
    Node,
    at_least,
    holds,
    is_closed,
    literals,
)
from logicms.rules.joins import Join, Row
from logicms.rules.language import (
    CLUE,
    Atom,
    Binding,
    Comparison,
    Expression,
    Quantified,
    Rule,
    Value,
    Values,
    computed,
    conditions_of,
    conjuncts,
    definitions,
    instances_of,
    members_of,
    predicate_of,
)
from logicms.rules.language import Join as Connected

if TYPE_CHECKING:
    from logicms.rules.grounding import RuleBook

MOST_CLAUSES = 1_000
"""An atom whose completion has more clauses than this is refused."""

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,11}")


def key_of(name: Name) -> Key:
    """Return the predicate and the arguments of a name.

    >>> key_of("at(bob,3)"), key_of("rain")
    (('at', ('bob', 3)), ('rain', ()))
    """
    predicate, applied, arguments = str(name).partition("(")
    if not applied:
        return predicate, ()
    return predicate, tuple(_value(text) for text in arguments.removesuffix(")").split(","))


def _value(text: str) -> Value:
    return int(text) if _NUMBER.fullmatch(text) else as_name(text)


def name_of(key: Key) -> Name:
    """Return the name of a closed atom.

    >>> name_of(("at", ("bob", 3))), name_of(("rain", ()))
    ('at(bob,3)', 'rain')
    """
    predicate, row = key
    return f"{predicate}({','.join(map(str, row))})" if row else predicate


class ClosedPart:
    """The closed predicates of a file.

    >>> from logicms.notation.hint_files import parse_hints
    >>> file = parse_hints("only edge reach\\nedge(a, b)\\nall x, y: edge(x, y) -> reach(x, y)")
    >>> closed = file.to_problem().closed
    >>> closed.value("reach(a,b)"), closed.value("reach(b,a)"), closed.value("rain")
    (True, False, None)
    >>> [str(each) for each in closed.support("reach(a,b)")]
    ['edge(a,b)', 'line 3 with x = a, y = b: all x, y: edge(x, y) -> reach(x, y)']
    """

    def __init__(self, book: RuleBook) -> None:
        self.book = book
        self.predicates: tuple[str, ...] = book.closed
        self._finders: dict[tuple[int, bool], Join] = {}
        self._reasons: dict[Key, _Reason] = {}

    @cached_property
    def model(self) -> Model:
        """What is evaluated, when it is first needed."""
        return Model(self.book)

    # -- what holds

    def is_closed(self, name: Name) -> bool:
        """Return whether a name is an atom of a closed predicate."""
        return not isinstance(name, Cell) and name.partition("(")[0] in self.predicates

    def is_table(self, predicate: str) -> bool:
        """Return whether a closed predicate has facts only."""
        return not self.model.definitions[predicate]

    def value(self, name: Name) -> bool | None:
        """Return whether a closed atom holds; None if it is not closed, or rests on what is open."""
        return self.model.value(key_of(name)) if self.is_closed(name) else None

    def knows(self, name: Name) -> bool:
        """Return whether a name is a closed atom of what the file names, whether it holds or not."""
        if not self.is_closed(name):
            return False
        predicate, row = key_of(name)
        is_of_it = {len(each.terms) for each in self.model.definitions[predicate]}
        is_of_it.update(map(len, self.model.relations[predicate].rows))
        return is_of_it <= {len(row)} and all((value,) in self.model.constants.rows for value in row)

    @cached_property
    def holding(self) -> tuple[Name, ...]:
        """What holds, facts included: predicate after predicate, in the order in which it was found."""
        return tuple(name_of(key) for key in self._atoms() if self.model.value(key))

    @cached_property
    def derived(self) -> tuple[Name, ...]:
        """The same without the facts."""
        return tuple(name_of(key) for key in self._atoms() if self.model.value(key) and self.model.decided_in(key))

    @cached_property
    def undecided(self) -> tuple[Name, ...]:
        """What rests on what the file leaves open."""
        self.require()
        rows = (
            (name, row) for name in self.predicates if name in self.model.partly for row in self._rows(name).items()
        )
        return tuple(name_of((name, row)) for name, (row, number) in rows if number == UNDECIDED)

    def _atoms(self) -> Iterator[Key]:
        self.require()
        return ((predicate, row) for predicate in self.predicates for row in self._rows(predicate))

    def _rows(self, predicate: str) -> dict[Row, int]:
        return self.model.relations[predicate].rows

    def require(self) -> None:
        """Refuse rules whose meaning is not settled: undecided atoms that need each other in a circle."""
        circle = self.model.circle
        if not circle:
            return
        keys = [cast(Key, self.model.keys[abs(each)]) for each in circle]
        shown = [("" if each > 0 else "~") + str(name_of(key)) for each, key in zip(circle, keys, strict=True)]
        whole = f"{name_of(keys[-1])} needs " + ", which needs ".join(shown[:6])
        if len(shown) > 6:
            whole += f", and so on, back to {name_of(keys[-1])}"
        names = " and ".join(dict.fromkeys(predicate for predicate, _ in (keys[-1], *keys)))
        rule = self._rule_that_needs(keys[-1], abs(circle[0]))
        opened = self._rests_on(circle)
        if any(each < 0 for each in circle) or not opened:  # it may rest on another circle, which decides nothing
            remedy = "a circle through a negation decides nothing: add a fact that breaks it"
            remedy += f", or, in a hint file, leave {names} open"
        else:
            remedy = f"this rests on what is open: close that too, `only {opened}`, or leave {names} open"
        raise ImpossibleBoard(f"{whole}; {remedy}", line=rule.line, source_line=rule.text, source=rule.file)

    def _rule_that_needs(self, key: Key, number: int) -> Rule:
        """Return the first rule for an atom that has an instance with this other atom in its condition."""
        for definition, values in self._instances(key, wide=False):
            if any(
                abs(each) == number
                for each in literals(self.model.node(definition.condition, values, True, self._literal))
            ):
                return definition.rule
        raise AssertionError(f"{name_of(key)} needs no such atom")

    def instances(self, bindings: tuple[Binding, ...], body: Expression) -> Iterator[Values]:
        """Yield the values for which a statement says something: comparisons and closed atoms do not make it true."""
        model, whole = self.model, Quantified("all", None, bindings, body)

        def left(key: Key | Name, sign: bool) -> Node:
            value = model.value(key) if is_closed(key) else None
            return self._literal(key, sign) if value is None else TRUE if value is sign else FALSE

        variables = tuple(binding.variable for binding in bindings)
        needed = conditions_of(whole)
        if (
            isinstance(body, Connected) and body.operator == "equivalent"
        ):  # a rule: where the head fails, so does the rest
            needed = tuple(head for head, _ in definitions(body, self.predicates))[:1]
        conditions = model.conditions(bindings, needed, ())
        for row in dict.fromkeys(Join(conditions, (), variables).rows([()])):
            values = dict(zip(variables, row, strict=True))
            if model.node(body, values, True, left) != TRUE:
                yield values

    def is_true(self, part: Expression, values: Values) -> bool:
        """Return whether an expression is true that clues and comparisons decide."""
        return self.model.node(part, values, True, lambda key, sign: FALSE) == TRUE

    def _rests_on(self, circle: Iterable[int]) -> str:
        """Return the names of the open predicates on which a circle rests, perhaps by way of other atoms."""
        found: dict[str, None] = {}
        seen = dict.fromkeys(map(abs, circle))
        work = list(seen)
        for number in work:
            for each in (abs(literal) for node in self.model.residues[number] for literal in literals(node)):
                if not is_closed(key := self.model.keys[each]):
                    found[str(key).partition("(")[0]] = None
                elif each not in seen:
                    seen[each] = None
                    work.append(each)
        return " ".join(found)

    @cached_property
    def failing(self) -> int:
        """How many atoms do not hold that could be written: with what stands or may stand at each place of an atom."""
        self.require()
        number = 0
        for predicate in self.predicates:
            rows = self.model.relations[predicate].rows
            places = self._places(predicate, rows)
            number += prod(map(len, places)) - len(rows)
        return number

    def _places(self, predicate: str, rows: Iterable[Row]) -> list[set[Value]]:
        """Return what stands or may stand at each place of the atoms of a predicate."""
        places = [set(values) for values in zip(*rows, strict=True)]
        for definition in self.model.definitions[predicate]:
            places = places or [set[Value]() for _ in definition.terms]
            own = {binding.variable: binding.of for binding in definition.bindings}
            for place, term in zip(places, definition.terms, strict=True):
                if (of := own.get(term.variable or "")) is not None and not of.terms and not term.value:
                    place.update(members_of(of, {}, self.book.tables))
        return places

    # -- why

    def support(self, name: Name) -> tuple[Statement, ...]:
        """Return the reasons of a closed atom, each statement once and after those that it rests on.

        Behind them are the reasons of other closed atoms that are in these statements, so that nothing is left open.
        """
        self.require()
        found: dict[Statement, None] = {}
        seen: set[Key] = set()
        others = [key_of(name)]
        for start in others:
            work = [(start, False)]
            while work:
                key, is_ready = work.pop()
                if is_ready:
                    statements = self._reason(key).statements
                    found.update(dict.fromkeys(statements))
                    names = dict.fromkeys(each for statement in statements for each in ordered(names_in(statement)))
                    others += (key_of(each) for each in names if self.is_closed(each))
                elif key not in seen:
                    seen.add(key)
                    work.append((key, True))
                    work += [(each, False) for each in reversed(self._reason(key).rests_on)]
        return tuple(found)

    def _reason(self, key: Key) -> _Reason:
        if key not in self._reasons:
            spend()
            value = self.model.value(key)
            if value is None:
                reason = self._completion(key)
            elif value:
                is_fact = self.model.decided_in(key) == 0
                reason = _Reason((self._fact(name_of(key)),), ()) if is_fact else self._derivation(key)
            else:
                members, because = self._unfounded(self.model.number(key), None, self.model.decided_in(key))
                reason = _Reason((Unfounded((Literal(name_of(key), False),), *self._named(members, because)),), because)
            self._reasons[key] = reason
        return self._reasons[key]

    def _fact(self, name: Name) -> Statement:
        """Return the statement that a fact is; an assumption, if it holds for one question only."""
        if str(name) not in self.book.assumed:
            return Literal(name, True)
        from logicms.connectives import disjunction

        return Formula(str(name), disjunction([Literal(name, True)]), assumed=True)

    def _named(self, members: Iterable[int], because: Iterable[Key]) -> tuple[tuple[Name, ...], tuple[Literal, ...]]:
        names = tuple(name_of(cast(Key, self.model.keys[each])) for each in members)
        return names, tuple(Literal(name_of(key), True) for key in because)

    def _derivation(self, key: Key) -> _Reason:
        """Return the first instance whose condition holds by what was decided in earlier rounds."""
        model, number = self.model, self.model.decided_in(key)

        def earlier(each: Key | Name, sign: bool) -> Node:
            is_usable = is_closed(each) and model.value(each) is sign and model.decided_in(each) < number
            return self._literal(each, sign) if is_usable else FALSE

        for definition, values in self._instances(key, wide=False):
            node = model.node(definition.condition, values, True, earlier, wide=True)
            chosen = cheapest(node, lambda each: 1 + model.decided_in(cast(Key, model.keys[abs(each)])))
            if chosen is not None and (statement := self.book.instance(definition.rule, values)) is not None:
                return _Reason((statement,), tuple(cast(Key, model.keys[abs(each)]) for each in chosen))
        raise AssertionError(f"{name_of(key)} holds for no reason")

    def _literal(self, key: Key | Name, sign: bool) -> int:
        number = self.model.number(key)
        return number if sign else -number

    def _instances(self, key: Key, *, wide: bool) -> Iterator[tuple[Definition, Values]]:
        """Yield the instances of the rules for an atom: all whose condition may hold, or more if this is `wide`.

        Then only facts of predicates without rules, comparisons and clues leave any out.
        """
        predicate, row = key
        for definition in self.model.definitions[predicate]:
            given = self._given(definition, row)
            if given is None:
                continue
            if (id(definition), wide) not in self._finders:
                parts = [each for each in conjuncts(definition.condition) if not wide or self._is_sure(each)]
                known = frozenset(definition.in_head) - computed(instances_of(definition.rule.body)[1])
                conditions = self.model.conditions(definition.bindings, parts, (), known)
                self._finders[id(definition), wide] = Join(conditions, definition.in_head, definition.variables)
            for values in self._finders[id(definition), wide].rows([given]):
                yield definition, dict(zip(definition.variables, values, strict=True))

    def _is_sure(self, part: Expression) -> bool:
        if not isinstance(part, Atom):
            return isinstance(part, Comparison)
        predicate = predicate_of(part)
        return part.predicate == CLUE or (predicate in self.predicates and self.is_table(predicate or ""))

    def _given(self, definition: Definition, row: Row) -> Row | None:
        """Return the values of the variables in the head of a rule; None if it is never this atom."""
        found: dict[str, Value] = {}
        if len(row) != len(definition.terms):
            return None
        for term, value in zip(definition.terms, row, strict=True):
            if term.variable is None:
                if value != term.value:
                    return None
                continue
            if term.value:
                if not isinstance(value, int) or (value,) not in self.model.constants.rows:
                    return None
                value -= cast(int, term.value)
            if found.setdefault(term.variable, value) != value:
                return None
        return tuple(found[variable] for variable in definition.in_head)

    # -- why not

    def _unfounded(
        self, goal: int, own: Iterable[_Instance] | None, limit: int | None
    ) -> tuple[tuple[int, ...], tuple[Key, ...]]:
        """Return an irredundant unfounded set with the goal in it, and what holds that makes instances false.

        Only what was decided up to the round `limit` is used. `own` are the instances for the goal that are to be
        false; all are if it is None.
        """

        def false(key: Key | Name, sign: bool) -> Node:
            if not is_closed(key) or self.model.value(key) is not sign:
                return FALSE
            if self.is_table(key[0]):
                return TRUE
            number = self.model.decided_in(key)
            is_early = limit is None or (number < limit if sign else number <= limit)
            return self._literal(key, sign) if is_early else FALSE

        nodes: dict[int, list[Node]] = {goal: []}
        because: dict[int, None] = {}

        def cost(each: int) -> int:
            return 0 if each in because or -each in nodes else 1 if each > 0 else 2

        waiting = [goal]
        while waiting:
            each = waiting.pop()
            instances = own if each == goal and own is not None else self._instances(self._key(each), wide=True)
            nodes[each] = [
                self.model.node(definition.condition, values, False, false, wide=True)
                for definition, values in instances
            ]
            for node in nodes[each]:
                chosen = cheapest(node, cost)
                assert chosen is not None, "what cannot hold has a reason"
                because.update(dict.fromkeys(literal for literal in chosen if literal > 0))
                new = [-literal for literal in chosen if literal < 0 and -literal not in nodes]
                nodes.update((other, []) for other in new)
                waiting += new
        members = _irredundant(goal, nodes, because)
        needed: dict[int, None] = {}

        def kept(each: int) -> int | None:
            if each < 0:
                return 0 if -each in members else None
            return None if each not in because else int(each not in needed)

        for node in (node for each in members for node in nodes[each]):
            chosen = cheapest(node, kept)
            needed.update(dict.fromkeys(literal for literal in chosen or () if literal > 0))
        return tuple(members), tuple(map(self._key, needed))

    # -- what is undecided

    def _completion(self, key: Key) -> _Reason:
        """Return the instances for an undecided atom, and the clauses that say that one of their conditions holds."""
        goal = self.model.number(key)
        met: dict[Key, None] = {}

        def left(each: Key | Name, sign: bool) -> Node:
            if is_closed(each):
                value = self.model.value(each)
                met[each] = None
                if value is not None:
                    return TRUE if value is sign else FALSE
            return self._literal(each, sign)

        statements: dict[Statement, None] = {}
        rests_on: dict[Key, None] = {}
        conditions: list[Node] = []
        refuted: list[_Instance] = []
        for definition, values in self._instances(key, wide=True):
            met.clear()
            node = self.model.node(definition.condition, values, True, left, wide=True)
            if node == FALSE:
                refuted.append((definition, values))
                continue
            conditions.append(node)
            rests_on |= met
            if (statement := self.book.instance(definition.rule, values)) is not None:
                statements[statement] = None
        members, because = self._unfounded(goal, refuted, None)
        atoms, true = self._named(members, because)
        # What is left of the conditions is left because of everything in them that is decided.
        for each in rests_on:
            is_said = each in because or self.model.number(each) in members or self.is_table(each[0])
            if not is_said and (value := self.model.value(each)) is not None:
                true += (Literal(name_of(each), value),)
        rests_on |= dict.fromkeys(because)
        own = Literal(name_of(key), False)
        for clause in clauses(at_least(1, conditions), self._too_large(key)):
            others = tuple(self._named_literal(each) for each in sorted(clause, key=abs))
            statements[Unfounded((own, *others), atoms, true)] = None
        return _Reason(tuple(statements), tuple(rests_on))

    def _named_literal(self, each: int) -> Literal:
        key = self.model.keys[abs(each)]
        return Literal(name_of(key) if is_closed(key) else cast(Name, key), each > 0)

    def _too_large(self, key: Key) -> LimitReached:
        name, rule = name_of(key), self.model.definitions[key[0]][0]
        remedy = "give the conditions of its rules closed names of their own"
        return LimitReached(
            f"{rule.place}that nothing else makes {name} hold takes more than {MOST_CLAUSES:,} clauses; {remedy}"
        )

    def _key(self, number: int) -> Key:
        return cast(Key, self.model.keys[number])


_Instance = tuple[Definition, Values]


class _Reason(NamedTuple):
    """Why an atom is what it is, and the atoms whose reasons come first."""

    statements: tuple[Statement, ...]
    rests_on: tuple[Key, ...]


# -- choosing among literals


def cheapest(node: Node, cost: Callable[[int], int | None]) -> tuple[int, ...] | None:
    """Return literals that make a node true, of little cost together; None if there are none.

    >>> cheapest((1, (5, (2, (6, 7)), -8)), {5: None, 6: 1, 7: 1, -8: 3}.get)
    (6, 7)
    """
    found = _cheapest(node, cost)
    return None if found is None else found[1]


def _cheapest(node: Node, cost: Callable[[int], int | None]) -> tuple[int, tuple[int, ...]] | None:
    if isinstance(node, int):
        if node in (TRUE, FALSE):
            return (0, ()) if node == TRUE else None
        own = cost(node)
        return None if own is None else (own, (node,))
    number, parts = node
    found = [each for each in (_cheapest(part, cost) for part in parts) if each is not None]
    if len(found) < number:
        return None
    found = sorted(found, key=lambda each: each[0])[:number]  # equal ones stay in their order
    return sum(each for each, _ in found), tuple(dict.fromkeys(literal for _, some in found for literal in some))


def clauses(node: Node, too_many: LimitReached) -> list[frozenset[int]]:
    """Return a node as clauses, without those that say less than another one.

    >>> sorted(map(sorted, clauses((1, (5, (2, (6, -7)))), LimitReached("too many"))))
    [[-7, 5], [5, 6]]
    """
    if isinstance(node, int):
        return [] if node == TRUE else [frozenset()] if node == FALSE else [frozenset((node,))]
    number, parts = node
    every = [clauses(part, too_many) for part in parts]
    found: list[frozenset[int]] = []
    for some in combinations(every, len(every) - number + 1):  # one of these, whichever they are
        ways: list[frozenset[int]] = [frozenset()]
        for more in some:
            ways = _shortest((one | other for one in ways for other in more), too_many)
        found = _shortest([*found, *ways], too_many)
    return found


def _shortest(found: Iterable[frozenset[int]], too_many: LimitReached) -> list[frozenset[int]]:
    """Return the clauses that are not always true, and that none of the others makes needless."""
    left: list[frozenset[int]] = []
    for clause in sorted(set(found), key=lambda clause: (len(clause), sorted(clause))):
        spend(len(left))
        if not any(-each in clause for each in clause) and not any(other <= clause for other in left):
            left.append(clause)
            if len(left) > MOST_CLAUSES:
                raise too_many
    return left


def _irredundant(goal: int, nodes: dict[int, list[Node]], because: Iterable[int]) -> dict[int, None]:
    """Return a part of an unfounded set that is one, has the goal, and has no smaller such part.

    The greatest unfounded part of a set without one of its atoms is found by leaving out what is not unfounded, again
    and again. If the goal is left out, that atom is needed; if it is needed of no atom, no smaller part has the goal.
    """
    true = frozenset(because)
    members = dict.fromkeys(nodes)
    users: dict[int, list[int]] = {}
    for each, own in nodes.items():
        for literal in dict.fromkeys(literal for node in own for literal in literals(node)):
            users.setdefault(-literal, []).append(each)

    def is_false(node: Node, among: Container[int], without: int = 0) -> bool:
        spend()
        return holds(
            node, lambda literal: literal in true if literal > 0 else -literal in among and -literal != without
        )

    def left_without(gone: int) -> dict[int, None] | None:
        left, waiting = dict(members), [gone]
        del left[gone]
        while waiting:
            for user in users.get(waiting.pop(), ()):
                if user in left and not all(is_false(node, left) for node in nodes[user]):
                    if user == goal:
                        return None
                    del left[user]
                    waiting.append(user)
        return left

    needed, waiting = {goal}, [goal]  # what is the only reason for what is needed is needed itself
    while waiting:
        for node in nodes[waiting.pop()]:
            for each in {-literal for literal in literals(node) if -literal in members} - needed:
                if not is_false(node, members, each):
                    needed.add(each)
                    waiting.append(each)
    for each in nodes:
        if each in members and each not in needed and (left := left_without(each)) is not None:
            members = left
    return members
