"""Whether a formula can be true: the checker's own search, for clauses that a proof takes from the text of a formula.

A formula becomes *nodes*, numbered from 2; a negative number is the negation of a node, 1 is true and -1 false. A node
is a name, an "and", a "xor", or "at least k of these", and equal nodes have equal numbers. A name is given a value by
building the formula again without it, and whatever is decided by then vanishes. The search tries both values of one
name after another. What is left of a formula often comes up again (after each name of a long xor, only two formulas
can be left), and it is tried only once. Two xors that both hold are added up where that makes one of them shorter, as
in Gaussian elimination, so that a xor of hundreds of names, cut into short ones, takes no search at all.

Instances of rules, as the checker sees them, are built as nodes too: from an expression and the values of its
variables, with nothing of the grounder. A proof that cites a rule carries its text and the sets that the instance
depends on; with premises, both must be those of the file. Quantifiers become "and", "or" or "at least so many of
these".

An auxiliary symbol is judged by its meaning, which is text, and is parsed again here: "at least 3 mines among A1 A2 B1
B2", or the clauses that it implies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from logicms.hints import Literal
from logicms.limits import spend, timely
from logicms.rules.language import (
    CLUE,
    MINE,
    Atom,
    Binding,
    Comparison,
    Expression,
    Join,
    Quantified,
    Term,
    Truth,
    computed,
    instances_of,
    is_shifted,
)
from logicms.rules.language import Set as SetOf

MOST_WORK = 500_000
"""A search that builds more nodes and parts of nodes than this is given up."""

TRUE, FALSE = 1, -1

_Node = tuple[str, int, frozenset[int]]
"""The kind of a node, its count ("least": how many must be true; "name": which one), and its parts."""


class NotAccepted(Exception):
    """Why a step, or a proof, is not accepted."""


class TooHard(Exception):
    """The search takes too long."""


class Nodes:
    """A table of nodes."""

    def __init__(self) -> None:
        self._nodes: list[_Node] = [("", 0, frozenset())] * 2  # 0 and 1 are no nodes
        self._numbers: dict[_Node, int] = {}
        self._names: dict[str, int] = {}
        self._work = 0

    # -- building

    def name(self, name: str) -> int:
        if name not in self._names:
            self._names[name] = self._node("name", len(self._names))
        return self._names[name]

    def all_of(self, parts: Iterable[int]) -> int:
        found: set[int] = set()
        for part in parts:
            found |= self._conjuncts(part)
        found.discard(TRUE)
        if FALSE in found or any(-part in found for part in found):
            return FALSE
        if len(found) < 2:
            return found.pop() if found else TRUE
        return self._node("and", 0, found)

    def any_of(self, parts: Iterable[int]) -> int:
        return -self.all_of(-part for part in parts)

    def xor(self, parts: Iterable[int]) -> int:
        """An odd number of the parts is true."""
        sign, found = 1, set[int]()
        for part in parts:
            if part in (TRUE, FALSE):
                sign = -sign if part == TRUE else sign
            else:
                sign = -sign if part < 0 else sign
                kind, _, inner = self._nodes[abs(part)]
                found ^= inner if kind == "xor" else {abs(part)}
        if len(found) < 2:
            return sign * (found.pop() if found else FALSE)
        return sign * self._node("xor", 0, found)

    def clauses(self, clauses: Iterable[Iterable[int]]) -> int:
        """All of these clauses hold; those that together say a xor become one.

        >>> nodes = Nodes()
        >>> a, b = nodes.name("a"), nodes.name("b")
        >>> nodes.clauses([[a, b], [-a, -b]]) == nodes.xor([a, b]) == -nodes.clauses([[a, -b], [-a, b]])
        True
        """
        found = {frozenset(clause) for clause in clauses}
        names = {frozenset(map(abs, clause)) for clause in found}
        negations = {sum(part < 0 for part in clause) % 2 for clause in found}
        if len(names) == len(negations) == 1:
            (parts,), (odd,) = names, negations
            if len(found) == 2 ** (len(parts) - 1) and all(len(clause) == len(parts) for clause in found):
                return -self.xor(parts) if odd else self.xor(parts)
        return self.all_of(self.any_of(clause) for clause in found)

    def at_least(self, count: int, parts: Iterable[int]) -> int:
        """At least this many of the parts, all of them different, are true."""
        parts = list(parts)
        count -= parts.count(TRUE)
        found = {part for part in parts if part not in (TRUE, FALSE)}
        if count <= 0 or count > len(found):
            return TRUE if count <= 0 else FALSE
        if count in (1, len(found)):
            return self.any_of(found) if count == 1 else self.all_of(found)
        return self._node("least", count, found)

    def is_name(self, number: int) -> bool:
        """Return whether a node is a name or its negation."""
        return self._nodes[abs(number)][0] == "name"

    def _conjuncts(self, number: int) -> frozenset[int]:
        kind, _, parts = self._nodes[max(number, 0)]
        return parts if kind == "and" else frozenset((number,))

    def _node(self, kind: str, count: int, parts: Iterable[int] = ()) -> int:
        node = kind, count, frozenset(parts)
        if node not in self._numbers:
            self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return self._numbers[node]

    # -- searching

    def implies(self, formula: int, clause: Iterable[int]) -> bool:
        """Return whether one of these is true whenever the formula is; `TooHard` if that takes too long to find out.

        >>> nodes = Nodes()
        >>> a, b = nodes.name("a"), nodes.name("b")
        >>> nodes.implies(nodes.xor([a, b]), [a, b]), nodes.implies(nodes.xor([a, b]), [a])
        (True, False)
        """
        false = self.all_of(-literal for literal in clause)
        parts = self._conjuncts(formula)
        if -false in parts:
            return True
        end, self._work = len(self._nodes), 0
        try:  # a clause mostly comes from one part of an "and", and the others would only be in the way
            alone = any(not self._can_hold(self.all_of([part, false])) for part in sorted(parts, key=abs))
            return alone or (len(parts) > 1 and not self._can_hold(self.all_of([formula, false])))
        finally:  # the nodes made on the way are not needed again
            for node in self._nodes[end:]:
                del self._numbers[node]
            del self._nodes[end:]

    def _can_hold(self, root: int) -> bool:
        """Return whether some values of the names make this true."""
        # Davis, Logemann and Loveland (1962), on formulas instead of clauses. Invariant: the root can hold exactly if
        # some formula on the stack can; what is in `seen` cannot, or is being tried.
        stack, seen = [root], {FALSE}
        while stack:
            root = stack.pop()
            if root in seen:
                continue
            seen.add(root)
            if root == TRUE:
                return True
            below = self._below(root)
            size = sum(1 + len(self._nodes[number][2]) for number in below)
            spend(size)
            self._work += size
            if self._work > MOST_WORK:
                raise TooHard
            # What holds by itself is put into the rest; only then is a name tried.
            left = self._given(root, below, {abs(part): part > 0 for part in self._conjuncts(root)})
            left = self._added_up(root) if left == root else left
            if left != root:
                stack.append(left)
            else:
                name = next(number for number in below if self._nodes[number][0] == "name")
                stack += [self._given(root, below, {name: value}) for value in (True, False)]
        return False

    def _added_up(self, root: int) -> int:
        """Return the root with one of its xors replaced by the sum with another, if that is shorter."""
        parts = self._conjuncts(root)
        xors = sorted((part for part in parts if self._nodes[abs(part)][0] == "xor"), key=abs)
        for one, other in combinations(xors, 2):
            first, second = self._nodes[abs(one)][2], self._nodes[abs(other)][2]
            if len(first ^ second) < max(len(first), len(second)):
                longer = one if len(first) > len(second) else other
                total = self.xor(first ^ second)
                return self.all_of([*(parts - {longer}), total if (one > 0) != (other > 0) else -total])
        return root

    def _below(self, root: int) -> list[int]:
        """Return the nodes that this one is made of, parts first: a part is always older than the whole."""
        found = {abs(root)}
        stack = [abs(root)]
        while stack:
            new = {abs(part) for part in self._nodes[stack.pop()][2]} - found
            found |= new
            stack += new
        return sorted(found)

    def _given(self, root: int, below: Iterable[int], known: Mapping[int, bool]) -> int:
        """Return what is left of the root if these nodes are known to be true or false.

        A known node that is not a name must be one of the root's own parts, and stays there.
        """
        inside: dict[int, int] = {}  # what a node is as a part of others
        kept: dict[int, int] = {}  # what it is as one of the root's own parts
        for number in below:
            built = self._built(number, inside)
            value = (TRUE if known[number] else FALSE) if number in known else built
            inside[number] = value
            kept[number] = value if self._nodes[number][0] == "name" else built
        return self.all_of(kept[part] if part > 0 else -kept[-part] for part in self._conjuncts(root))

    def _built(self, number: int, inside: Mapping[int, int]) -> int:
        kind, count, parts = self._nodes[number]
        if kind == "name":
            return number
        values = [inside[part] if part > 0 else -inside[-part] for part in parts]
        if kind == "and":
            return self.all_of(values)
        return self.xor(values) if kind == "xor" else self.at_least(count, values)


Value = str | int
Values = Mapping[str, Value]
_Members = tuple[Value, ...]
LookUp = Callable[[str], _Members | None]
"""Says what a set contains, by its text, such as `around(B2)`; None if there is no such set."""
Match = Callable[[str], tuple[str, ...] | None]
"""Says which facts match a pattern, such as `edge(a,_)`; None if that is not said."""
CONSTANTS = "_"
"""The set of all constants, over which a variable without a set ranges."""

MOST_PARTS = 200_000
"""An instance with more parts than this is not checked."""


# -- instances of rules


class CannotInstantiate(NotAccepted):
    """Why there is no such instance."""


class NoNumber(CannotInstantiate):
    """Something is added that is not a number."""


class Instances:
    """Builds instances in one table of nodes.

    >>> rule = Quantified("some", None, (Binding("x", SetOf("s")),), Atom("p", (Term("x"),)))
    >>> nodes = Nodes()
    >>> either = nodes.any_of([nodes.name("p(a)"), nodes.name("p(b)")])
    >>> Instances(nodes, {"s": ("a", "b")}.get).node(rule, {}) == either
    True
    """

    def __init__(self, nodes: Nodes, look_up: LookUp, match: Match = lambda pattern: None) -> None:
        self.nodes = nodes
        self.look_up = look_up
        self.match = match
        self.parts = 0

    def instance(self, rule: Expression, values: Values) -> int:
        """Return what a rule says for these values of the variables of the `all` it begins with."""
        bindings, body = instances_of(rule)
        if [binding.variable for binding in bindings] != list(values):
            raise CannotInstantiate("it does not give a value to each variable of its rule")
        numbers = computed(body)
        for binding in bindings:
            if not self.has(binding, values, numbers):
                written = f"{binding.variable} = {values[binding.variable]}"
                raise CannotInstantiate(f"{written} is not in the set of its rule")
        return self.node(body, values)

    def has(self, binding: Binding, values: Values, numbers: Container[str]) -> bool:
        """Return whether the value of a variable is in its set; without a set, whether it is a constant.

        That is only asked of `numbers`, the variables in sums and equations, and if it is known: any other stands in
        a condition that is false of everything else.
        """
        value = values[binding.variable]
        of = binding.of
        if of is None:
            constants = self.look_up(CONSTANTS) if binding.variable in numbers else None
            return constants is None or value in constants
        if of.numbers is not None:
            return isinstance(value, int) and of.numbers[0] <= value <= of.numbers[1]
        return any(type(each) is type(value) and each == value for each in self._members(of, values))

    def _constants(self) -> _Members:
        found = self.look_up(CONSTANTS)
        if found is None:
            raise CannotInstantiate("it is not said which constants there are")
        return found

    def node(self, part: Expression, values: Values) -> int:
        """Return an expression as a node."""
        self._count()
        if isinstance(part, Truth):
            return TRUE if part.holds else FALSE
        if isinstance(part, Atom):
            return self._atom(part, values)
        if isinstance(part, Comparison):
            return self._compared(part, values)
        if isinstance(part, Join):
            return self._joined(part.operator, [self.node(each, values) for each in part.parts])
        parts = [self.node(part.body, each) for each in self._choices(part, part.bindings, values)]
        return self._quantified(part, parts, values)

    def _count(self) -> None:
        spend()
        self.parts += 1
        if self.parts > MOST_PARTS:
            raise CannotInstantiate("its instance is too large to be checked")

    def _atom(self, atom: Atom, values: Values) -> int:
        try:
            found = [value_of(term, values) for term in atom.terms]
        except NoNumber:
            return FALSE
        if atom.predicate == CLUE:
            if len(found) != 2:
                raise CannotInstantiate("a clue is of a cell and a number")
            return TRUE if found[1] in self._clue(found[0]) else FALSE
        if atom.predicate != MINE:
            return self.name(f"{atom.predicate}({','.join(map(str, found))})")
        if not isinstance(found[0], str):
            raise CannotInstantiate(f"{found[0]} is a number, which cannot hold")
        return FALSE if self._clue(found[0]) else self.name(found[0])  # an open cell is safe

    def name(self, name: str) -> int:
        """Return a proposition as a node."""
        return self.nodes.name(name)

    def _clue(self, cell: Value) -> _Members:
        return self.look_up(f"{CLUE}({cell})") or ()

    def _compared(self, part: Comparison, values: Values) -> int:
        try:
            one, other = ([value_of(term, values) for term in each] for each in (part.left, part.right))
        except NoNumber:
            return FALSE
        if (
            part.relation in ("=", "!=")
            and len(one) == len(other) == 1
            and not any(map(is_shifted, part.left + part.right))
        ):
            return TRUE if (one == other) == (part.relation == "=") else FALSE
        if not all(isinstance(each, int) for each in (*one, *other)):
            return FALSE
        left, right = sum(map(int, one)), sum(map(int, other))
        sign = (left > right) - (left < right)
        holds = {"=": sign == 0, "!=": sign != 0, "<": sign < 0, "<=": sign <= 0, ">": sign > 0, ">=": sign >= 0}
        return TRUE if holds[part.relation] else FALSE

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

    def _quantified(self, part: Quantified, parts: list[int], values: Values) -> int:
        if part.kind in ("all", "some"):
            return (self.nodes.all_of if part.kind == "all" else self.nodes.any_of)(parts)
        number = value_of(part.number, values) if part.number is not None else None
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

    def _choices(self, part: Quantified, bindings: tuple[Binding, ...], values: Values) -> Iterator[Values]:
        if not bindings:
            yield values
            return
        first = bindings[0]
        if first.of is not None:
            members: Iterable[Value] = self._members(first.of, values)
        else:
            members = self.range_of(first, condition_of(part), values, computed(part.body))
        for value in members:
            if len(bindings) > 1:  # the last set may be empty, and then there is no part to count
                self._count()
            yield from self._choices(part, bindings[1:], {**values, first.variable: value})

    def range_of(
        self, binding: Binding, conditions: Iterable[Expression], values: Values, numbers: Container[str]
    ) -> Sequence[Value]:
        """Return the values of a variable for which no condition is plainly false: its range, as far as that matters.

        A condition that is an atom of a predicate with facts only leaves the values that facts have there. Without
        one, these are the members of its set, or all constants if it has none.
        """
        for condition in conditions:
            if isinstance(condition, Atom) and any(term.variable == binding.variable for term in condition.terms):
                pattern = pattern_of(condition, values)
                found = () if pattern is None else self.match(pattern)
                if found is not None:
                    matches = (matching(condition, arguments(fact)[1], values) for fact in timely(found))
                    possible = dict.fromkeys(match[binding.variable] for match in matches if match is not None)
                    return [each for each in possible if self.has(binding, {**values, binding.variable: each}, numbers)]
        return self._members(binding.of, values) if binding.of is not None else self._constants()

    def _members(self, of: SetOf, values: Values) -> _Members:
        if of.numbers is not None:
            return tuple(range(of.numbers[0], of.numbers[1] + 1))
        terms = ",".join(str(value_of(term, values)) for term in of.terms)
        written = f"{of.name}({terms})" if terms else of.name
        members = self.look_up(written)
        if members is None:
            raise CannotInstantiate(f"it is not said what {written[:80]} contains")
        return members


def value_of(term: Term, values: Values) -> Value:
    """Return the value of a term."""
    if term.variable is None:
        return term.value if isinstance(term.value, int) else str(term.value)
    if term.variable not in values:
        raise CannotInstantiate(f"{term.variable[:40]} has no value")
    value = values[term.variable]
    if term.value:
        if not isinstance(value, int) or not isinstance(term.value, int):
            raise NoNumber(f"{term.variable[:40]} is not a number")
        return value + term.value
    return value


# -- what a rule says of closed predicates


def heads(body: Expression) -> Iterator[tuple[Atom, Expression]]:
    """Yield the atoms that a statement makes true under a condition, if they are closed, each with that condition.

    >>> a, b = (Atom("mine", (Term(None, name),)) for name in "ab")
    >>> [(head == b, condition == a) for head, condition in heads(Join("implies", (a, b)))]
    [(True, True)]
    """
    if isinstance(body, Join) and body.operator == "implies":
        condition, then = body.parts
        yield from ((atom, condition) for atom in conjuncts(then) if isinstance(atom, Atom))
    elif isinstance(body, Join) and body.operator == "equivalent":
        one, other = body.parts
        yield from ((atom, side) for atom, side in ((one, other), (other, one)) if isinstance(atom, Atom))
    else:
        yield from ((atom, Truth(True)) for atom in conjuncts(body) if isinstance(atom, Atom))


def conjuncts(part: Expression) -> Iterator[Expression]:
    """Yield the parts of an `&`, and of those in it; anything else is its own part."""
    if isinstance(part, Join) and part.operator == "and":
        for each in part.parts:
            yield from conjuncts(each)
    else:
        yield part


def condition_of(part: Quantified) -> Iterator[Expression]:
    """Yield what must be true of values for the quantifier to be about them."""
    body = part.body
    if part.kind == "all":
        body = body.parts[0] if isinstance(body, Join) and body.operator == "implies" else Truth(True)
    yield from conjuncts(body)


def free_variables(part: Expression) -> frozenset[str]:
    """Return the variables in an expression that it does not bind itself."""
    if isinstance(part, Atom):
        return frozenset(term.variable for term in part.terms if term.variable is not None)
    if isinstance(part, Comparison):
        return frozenset(term.variable for term in (*part.left, *part.right) if term.variable is not None)
    if isinstance(part, Join):
        return frozenset().union(*map(free_variables, part.parts))
    if not isinstance(part, Quantified):
        return frozenset()
    terms = [term for binding in part.bindings if binding.of is not None for term in binding.of.terms]
    outside = {
        term.variable for term in (*terms, *((part.number,) if part.number else ())) if term.variable is not None
    }
    bound = {binding.variable for binding in part.bindings}
    return (free_variables(part.body) | outside) - bound


_APPLIED = re.compile(r"([^\W\d_]\w*)\(([^()]+)\)")
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,11}")


def arguments(name: str) -> tuple[str, tuple[Value, ...]]:
    """Return the predicate and the arguments of a name, or of a pattern, whose holes are `_`.

    >>> arguments("at(bob,-3)"), arguments("rain")
    (('at', ('bob', -3)), ('rain', ()))
    """
    predicate, words = split_name(name)
    return predicate, tuple(int(word) if _NUMBER.fullmatch(word) else word for word in words)


def split_name(name: str) -> tuple[str, tuple[str, ...]]:
    """Return the predicate and the arguments of a name as they are written."""
    match = _APPLIED.fullmatch(name)
    return (name, ()) if match is None else (match[1], tuple(match[2].split(",")))


def pattern_of(atom: Atom, values: Values) -> str | None:
    """Return an atom with a hole for each variable that has no value yet; None if it adds something to a name."""
    known = (term.variable is None or term.variable in values for term in atom.terms)
    try:
        terms = [
            str(value_of(each, values)) if is_known else "_" for each, is_known in zip(atom.terms, known, strict=True)
        ]
    except NoNumber:
        return None
    return terms[0] if atom.predicate == MINE else f"{atom.predicate}({','.join(terms)})"


def matching(atom: Atom, found: tuple[Value, ...], values: Values) -> dict[str, Value] | None:
    """Return the values with those that make the arguments of an atom the ones found; None if none do."""
    if len(found) != len(atom.terms):
        return None
    result = dict(values)
    for term, value in zip(atom.terms, found, strict=True):
        if term.variable is not None and term.variable not in result:
            if term.value and not (isinstance(value, int) and isinstance(term.value, int)):
                return None
            result[term.variable] = value - term.value if isinstance(value, int) and term.value else value
        try:
            own = value_of(term, result)
        except NoNumber:
            return None
        if type(own) is not type(value) or own != value:
            return None
    return result


# -- the meanings of auxiliary symbols: what `hints` and `logic.clauses` know of them too is said again here, on purpose


def is_auxiliary(name: object) -> bool:
    return isinstance(name, str) and name.startswith("_")


def is_plain(name: object) -> bool:
    """Return whether this can name a proposition: it begins with a letter, can be printed and has no blanks."""
    return isinstance(name, str) and name[:1].isalpha() and name.isprintable() and " " not in name


def node_of(literal: Literal, nodes: Nodes, symbols: Mapping[str, int]) -> int:
    """Return a literal as a node; `symbols` says what the auxiliary symbols are."""
    name = str(literal.name)
    number = symbols[name] if name in symbols else nodes.name(name)
    return number if literal.holds else -number


@dataclass(frozen=True, slots=True)
class Threshold:
    """An auxiliary symbol's meaning: at least this many of these cells are mines."""

    place: int
    """Among all meanings, in order: one mentions only symbols that come before it."""
    count: int
    among: frozenset[str]
    symbols: frozenset[str] = frozenset()

    def node(self, nodes: Nodes, symbols: Mapping[str, int]) -> int:
        return nodes.at_least(self.count, map(nodes.name, sorted(self.among)))


@dataclass(frozen=True, slots=True)
class Conjunction:
    """An auxiliary symbol's meaning, or what is given: all of these clauses hold."""

    place: int
    clauses: tuple[frozenset[Literal], ...]

    def implies(self, name: str, clause: frozenset[Literal]) -> bool:
        """Return whether the clause says: not this symbol, or one of the clauses that it stands for."""
        return Literal(name, False) in clause and any(part <= clause for part in self.clauses)

    @property
    def symbols(self) -> frozenset[str]:
        """The auxiliary symbols that it mentions."""
        return frozenset(str(each.name) for clause in self.clauses for each in clause if is_auxiliary(each.name))

    def node(self, nodes: Nodes, symbols: Mapping[str, int]) -> int:
        """Return that all the clauses hold; `symbols` says what the auxiliary symbols in them are."""
        return nodes.clauses([node_of(each, nodes, symbols) for each in clause] for clause in self.clauses)


_THRESHOLD = re.compile(r"at least ([0-9]{1,9}) mines among ([^ ]+(?: [^ ]+)*)")
_OPERATORS = frozenset("~&|^")


def meanings_of(symbols: Mapping[str, str]) -> dict[str, Threshold | Conjunction]:
    """Return the meanings, read in order: one that mentions its own or a later symbol could make anything true."""
    found: dict[str, Threshold | Conjunction] = {}
    for name, text in symbols.items():
        if not is_auxiliary(name):
            raise NotAccepted(f"{name} is not the name of an auxiliary symbol")
        meaning = _meaning(name, text, len(found))
        for word in sorted(meaning.symbols):
            if word not in found:
                raise NotAccepted(f"the meaning of {name} mentions {word}, which is not defined before it")
        found[name] = meaning
    return found


def needed(
    names: Iterable[str], meanings: Mapping[str, Threshold | Conjunction], known: Container[str] = ()
) -> list[str]:
    """Return these auxiliary symbols and those behind them that are not known yet, each after the ones it mentions."""
    new, found = {name for name in names if name not in known}, set[str]()
    while new:
        spend(len(new))
        found |= new
        behind = {name for each in new for name in meanings[each].symbols} - found
        new = {name for name in behind if name not in known}
    return sorted(found, key=lambda name: meanings[name].place)


def _meaning(name: str, text: str, place: int) -> Threshold | Conjunction:
    if match := _THRESHOLD.fullmatch(text):
        among = match[2].split(" ")
        if len(set(among)) < len(among) or not all(is_plain(cell) and _is_readable(cell) for cell in among):
            raise NotAccepted(f"the meaning of {name} cannot be read")
        return Threshold(place, int(match[1]), frozenset(among))
    parts = text.split(" & ")
    return Conjunction(place, tuple(_read_clause(name, part, alone=len(parts) == 1) for part in parts))


def _read_clause(name: str, text: str, *, alone: bool) -> frozenset[Literal]:
    """Return a clause of a meaning; without parentheses a person could read it another way, unless it is alone."""
    inside = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    literals = inside.split(" | ")
    names = [literal.removeprefix("~") for literal in literals]
    if (inside == text and len(literals) > 1 and not alone) or not all(map(_is_readable, names)):
        raise NotAccepted(f"the meaning of {name} cannot be read")
    return frozenset(Literal(name, name == text) for name, text in zip(names, literals, strict=True))


def _is_readable(name: str) -> bool:
    """Return whether this is one name to a person too: nothing in it can be taken for an operator."""
    return (is_auxiliary(name) or is_plain(name)) and not _OPERATORS & set(name)
