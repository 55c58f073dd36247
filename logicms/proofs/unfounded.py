"""What closed predicates make false, as the checker sees it: whether no rule for some atoms can make one of them hold.

`only reach` says that nothing makes an atom of `reach` hold but the facts and the rules for it. Atoms are *unfounded*
if no fact says one of them and the condition of every instance of a rule for one of them is false, with all of them
false and what is known put in. Then none of them holds: the first of them to be derived would be derived from others.
(Van Gelder, Ross and Schlipf, "The well-founded semantics for general logic programs", 1991.)

The rules are instantiated here again, from their expressions and the facts; nothing of the evaluation is used. An atom
fixes the variables in the head of a rule. The others get values one after another, and as soon as a part of the
condition is false they need none. A predicate without rules is a *table*: what no fact says is false.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from logicms.hints import Literal
from logicms.limits import timely
from logicms.proofs.truth import (
    CONSTANTS,
    FALSE,
    TRUE,
    Instances,
    LookUp,
    Match,
    Nodes,
    NotAccepted,
    TooHard,
    Values,
    arguments,
    conjuncts,
    free_variables,
    heads,
    is_plain,
    matching,
    pattern_of,
    split_name,
    value_of,
)
from logicms.rules.language import MINE, Atom, Binding, Expression, Join, Value, cite, computed, instances_of

Only = Mapping[str, tuple[str, ...]]
"""The labels of all rules for each closed predicate."""


def tables_only(match: Match, only: Only) -> Match:
    """Return what says the facts of those closed predicates that have no rules."""
    return lambda pattern: match(pattern) if only.get(arguments(pattern)[0]) == () else None


class Patterns:
    """The facts that a proof carries, by pattern; one such as `edge(a,_)` answers every question no more general.

    >>> facts = Patterns({"edge(a,_)": ("edge(a,b)", "edge(a,c)")})
    >>> facts.match("edge(a,c)"), facts.match("edge(a,d)"), facts.match("edge(_,c)")
    (('edge(a,c)',), (), None)
    """

    def __init__(self, tables: Mapping[str, tuple[str, ...]]) -> None:
        self.tables: dict[str, dict[str, None]] = {}
        self._holes: dict[tuple[str, int], dict[frozenset[int], None]] = {}
        """By predicate and number of arguments, where patterns have holes."""
        for pattern, facts in tables.items():
            self.add(pattern, facts)
        for pattern, facts in tables.items():
            for fact in timely(facts):
                if not all(fact in self.tables[each] for each in [pattern, *self._covering(fact)]):
                    raise NotAccepted(f"the facts that match {pattern[:80]} contradict each other")
                if pattern not in self._covering(fact):
                    raise NotAccepted(f"{fact[:80]} does not match {pattern[:80]}")

    def add(self, pattern: str, facts: Iterable[str]) -> None:
        """Add all facts that match a pattern."""
        predicate, words = split_name(pattern)
        holes = frozenset(place for place, word in enumerate(words) if word == "_")
        self._holes.setdefault((predicate, len(words)), {}).setdefault(holes)
        self.tables[pattern] = dict.fromkeys(facts)

    def _covering(self, pattern: str) -> Iterator[str]:
        """Yield the patterns that are at least as general."""
        predicate, words = split_name(pattern)
        for holes in self._holes.get((predicate, len(words)), ()):
            general = ["_" if place in holes else word for place, word in enumerate(words)]
            written = f"{predicate}({','.join(general)})" if words else predicate
            if written in self.tables:
                yield written

    def is_covered(self, pattern: str) -> bool:
        """Return whether a pattern is not needed, because there is a more general one."""
        return any(each != pattern for each in self._covering(pattern))

    def match(self, pattern: str) -> tuple[str, ...] | None:
        """Return all facts that match a pattern; None if that is not said."""
        covering = next(self._covering(pattern), None)
        if covering is None:
            return None
        facts, (_, wanted) = self.tables[covering], split_name(pattern)
        if "_" not in wanted:
            return (pattern,) if pattern in facts else ()
        return tuple(
            fact
            for fact in timely(facts)
            if all(own in ("_", word) for own, word in zip(wanted, split_name(fact)[1], strict=True))
        )


def rules_for(predicate: str, rules: Mapping[str, Expression]) -> tuple[str, ...]:
    """Return the labels of the rules that can make an atom of a closed predicate hold, in their order.

    >>> from logicms.rules.language import Join, Term
    >>> wet, rain = (Atom(MINE, (Term(None, name),)) for name in ("wet", "rain"))
    >>> rules_for("wet", {"line 1": Join("implies", (rain, wet)), "line 2": Join("implies", (wet, rain))})
    ('line 1',)
    """

    def is_for(head: Atom) -> bool:
        term = head.terms[0]
        return head.predicate == predicate or (
            head.predicate == MINE and (term.variable is not None or str(term.value) == predicate)
        )

    return tuple(
        label for label, rule in rules.items() if any(is_for(head) for head, _ in heads(instances_of(rule)[1]))
    )


class Conditions(Instances):
    """The conditions under which rules make an atom hold, where some names are known to hold or to fail."""

    def __init__(self, look_up: LookUp, match: Match, known: Mapping[str, bool]) -> None:
        super().__init__(Nodes(), look_up, match)
        self.known = known

    def name(self, name: str) -> int:
        if name in self.known:
            return TRUE if self.known[name] else FALSE
        if (found := self.match(name)) is not None:
            return TRUE if name in found else FALSE
        return self.nodes.name(name)

    def is_false(self, condition: int) -> bool:
        """Return whether a condition is false, whatever else is true."""
        if condition in (TRUE, FALSE) or self.nodes.is_name(condition):
            return condition == FALSE
        try:
            return self.nodes.implies(condition, ())
        except TooHard:
            raise NotAccepted("the condition of a rule is too hard to check") from None

    def possible(self, rule: Expression, atom: str) -> Iterator[tuple[Values, int]]:
        """Yield the instances of a rule for an atom whose condition is not plainly false, each with its condition."""
        yield from ((each.values, each.condition) for each in self._tried(rule, atom) if each.missing is None)

    def missing(self, rule: Expression, atom: str) -> Iterator[Literal]:
        """Yield the literals that instances of a rule for an atom lack; their names may have holes, as patterns do."""
        for each in self._tried(rule, atom):
            part = each.missing
            holds = not (isinstance(part, Join) and part.operator == "not")
            if isinstance(part, Join) and not holds:
                (part,) = part.parts
            if isinstance(part, Atom):
                pattern = pattern_of(part, each.values)
                if pattern is not None:
                    yield Literal(pattern, holds)

    def _tried(self, rule: Expression, atom: str) -> Iterator[_Tried]:
        predicate, found = arguments(atom)
        bindings, body = instances_of(rule)
        for head, condition in heads(body):
            if head.predicate == MINE and not found:
                values = matching(head, (atom,), {})
            else:
                values = matching(head, found, {}) if head.predicate == predicate else None
            if values is not None and not self._is_beyond(head, bindings, values):
                yield from self._filled(bindings, values, tuple(conjuncts(condition)), (), computed(body))

    def _is_beyond(self, head: Atom, bindings: Iterable[Binding], values: Values) -> bool:
        """Return whether a number in the head that may come from a sum is no constant: there is no such instance."""
        anything = {binding.variable for binding in bindings if binding.of is None}
        terms = [term for term in head.terms if term.variable is not None and (term.value or term.variable in anything)]
        numbers = {value for term in terms if isinstance(value := value_of(term, values), int)}
        return bool(numbers) and self._known_constants is not None and not numbers <= self._known_constants

    @cached_property
    def _known_constants(self) -> frozenset[Value] | None:
        found = self.look_up(CONSTANTS)
        return None if found is None else frozenset(found)

    def _filled(
        self,
        bindings: Sequence[Binding],
        values: Values,
        conditions: Iterable[Expression],
        parts: tuple[int, ...],
        numbers: Container[str],
    ) -> Iterator[_Tried]:
        left = []
        for condition in conditions:
            if free_variables(condition) <= values.keys():
                parts = *parts, self.node(condition, values)
                if self.is_false(parts[-1]):
                    yield _Tried(values, FALSE, condition)
                    return
            else:
                left.append(condition)
        if not bindings:
            yield _Tried(values, self.nodes.all_of(parts))
            return
        first, *rest = bindings
        if first.variable in values:
            if self.has(first, values, numbers):
                yield from self._filled(rest, values, left, parts, numbers)
            return
        found = self.range_of(first, left, values, numbers)
        for value in found:
            yield from self._filled(rest, {**values, first.variable: value}, left, parts, numbers)
        if not found:
            about = (each for each in left if first.variable in free_variables(each))
            yield _Tried(values, FALSE, next(about, None))


@dataclass(frozen=True, slots=True)
class _Tried:
    """An instance of a rule, as far as its variables got values: its condition as a node, and what is false in it."""

    values: Values
    condition: int
    missing: Expression | None = None


def supposed(
    clause: Iterable[Literal], atoms: Collection[str], shown: Iterable[Collection[Literal]]
) -> dict[str, bool]:
    """Return the values of names: the atoms are false, the other literals of the clause too, and what is shown is true.

    Refuse anything that does not fit together.
    """
    literals, known = list(clause), dict.fromkeys(atoms, False)
    if not any(str(literal.name) in known and not literal.holds for literal in literals):
        raise NotAccepted("its clause has the negation of no atom that is unfounded")
    others = [~literal for literal in literals if str(literal.name) not in known]
    for each in shown:
        if len(each) != 1:
            raise NotAccepted("a step that it rests on is not a single literal")
        others += each
    for literal in others:
        if not is_plain(literal.name) or known.setdefault(str(literal.name), literal.holds) != literal.holds:
            raise NotAccepted(f"what it says about {str(literal.name)[:80]} does not fit together")
    return known


def check_unfounded(
    atoms: Iterable[str],
    known: Mapping[str, bool],
    only: Only,
    rule: Callable[[str], Expression],
    look_up: LookUp,
    match: Match,
) -> None:
    """Refuse atoms one of which may hold, by a fact or a rule, with what is known (all of them are false) put in.

    `only` and `rule` say which rules there are, `match` which facts, `look_up` what sets contain.
    """
    conditions = Conditions(look_up, tables_only(match, only), known)
    for atom in atoms:
        predicate, _ = arguments(atom)
        if predicate not in only:
            raise NotAccepted(f"it is not said which rules {predicate[:80]} has")
        if (facts := match(atom)) is None:
            raise NotAccepted(f"it is not said whether {atom[:80]} is a fact")
        if atom in facts:
            raise NotAccepted(f"{atom[:80]} is a fact")
        for label in only[predicate]:
            for values, condition in conditions.possible(rule(label), atom):
                if not conditions.is_false(condition):
                    raise NotAccepted(f"{atom[:80]} may hold by {cite(label, values)[:120]}")
