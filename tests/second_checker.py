"""A second checker of proofs, which follows docs/reference/notation/proofs-as-json.md and imports nothing of logicms.

It shares neither code nor method with `logicms.proofs.checker`: what follows from a hint or a formula is decided by
decision diagrams, over all placements at once. `fault(text, source)` returns None for a valid proof, else why not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

Clause = frozenset[str]
Json = object


class Fault(Exception):
    """Why a proof is not valid."""


# -- decision diagrams


class Diagrams:
    """Reduced ordered decision diagrams: a node is (level, low, high), False or True."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[int, object, object], object] = {}
        self._results: dict[tuple[object, ...], object] = {}

    def node(self, level: int, low: object, high: object) -> object:
        if low is high:
            return low
        key = (level, id(low), id(high))
        return self._nodes.setdefault(key, (level, low, high))

    def variable(self, level: int) -> object:
        return self.node(level, False, True)

    def choose(self, test: object, yes: object, no: object) -> object:
        """If `test` then `yes` else `no`."""
        if isinstance(test, bool):
            return yes if test else no
        if yes is no:
            return yes
        key = (id(test), id(yes), id(no))
        if key not in self._results:
            level = min(part[0] for part in (test, yes, no) if isinstance(part, tuple))
            low = self.choose(*(_branch(part, level, 1) for part in (test, yes, no)))
            high = self.choose(*(_branch(part, level, 2) for part in (test, yes, no)))
            self._results[key] = self.node(level, low, high)
        return self._results[key]

    def count(self, levels: list[int], low: int, high: int) -> object:
        """At least `low` and at most `high` of the variables hold."""
        rows: dict[tuple[int, int], object] = {}
        levels = sorted(levels)
        for start in range(len(levels), -1, -1):
            for held in range(start + 1):
                if start == len(levels):
                    rows[start, held] = low <= held <= high
                else:
                    rows[start, held] = self.node(levels[start], rows[start + 1, held], rows[start + 1, held + 1])
        return rows[0, 0]


def _branch(part: object, level: int, side: int) -> object:
    return part[side] if isinstance(part, tuple) and part[0] == level else part


# -- formulas and counts

_TOKEN = re.compile(r"\s*(<->|->|\.\.|!=|<=|>=|[~&^|():,+=<>-]|[0-9]+|[^\W\d_]\w*)")
_RELATIONS = ("=", "!=", "<", "<=", ">", ">=")
_SIGNS = dict(
    zip("∀∃∈¬∧∨→↔⊕⊻", (" all ", " some ", " in ", " ~ ", " & ", " | ", " -> ", " <-> ", " ^ ", " ^ "), strict=True)
)
_WORDS = {"not": "~", "and": "&", "or": "|"}
_KEYWORDS = frozenset("all among and exactly false in least mine mines most not or safe some true".split())
"""Words that are never names; others are keywords only where a name is not possible."""
_LEVELS = ["<->", "->", "|", "^", "&"]
_CELL = re.compile(r"[A-Z]+[1-9][0-9]*")
_MOST_NUMBERS = 10_000
_AUXILIARY = re.compile(r"_[1-9][0-9]{0,17}")
_COUNT = re.compile(r"(?:(at least|at most) )?([0-9]+) among((?: \S+)*)")
_AT_LEAST = re.compile(r"at least ([0-9]{1,9}) mines among((?: \S+)+)")
_WORD = r"[^\W\d_]\w*"
_LABEL = re.compile(rf"line [0-9]{{1,9}}|{_WORD}")
_LARGEST = 10**12
_MOST_COUNTS = 4


@dataclass(frozen=True)
class Count:
    """Between `low` and `high` of `names` hold."""

    low: int
    high: float
    names: frozenset[str]


@dataclass(frozen=True)
class Formula:
    """An operator and its operands; a name is an operator without operands.

    The operator `#` says that between `low` and `high` of its operands hold.
    """

    operator: str
    parts: tuple[Formula, ...] = ()
    low: int = 0
    high: int = 0

    @property
    def names(self) -> frozenset[str]:
        if self.parts:
            return frozenset().union(*(part.names for part in self.parts))
        return frozenset() if self.operator in ("true", "false", "#") else frozenset([self.operator])


Statement = Count | Formula
TRUE, FALSE = Formula("true"), Formula("false")


def parse_formula(text: str) -> Formula:
    """Read a formula, which speaks of no sets."""
    return Rule(text).instance({}, lambda written: None)


# -- rules

Value = str | int
Members = tuple[Value, ...]
LookUp = Callable[[str], Members | None]
"""What a set contains; None if that is not said."""
Facts = Callable[[str], tuple[str, ...] | None]
"""The facts that match a pattern; None if that is not said."""


@dataclass(frozen=True)
class Sets:
    """What sets contain, and the facts of predicates that have facts only."""

    members: LookUp
    facts: Facts

    def __call__(self, written: str) -> Members | None:
        return self.members(written)


_APPLIED = re.compile(r"([^\W\d_]\w*)\(([^()]+)\)")


def split(atom: str) -> tuple[str, tuple[str, ...]]:
    """Return the predicate and the arguments of an atom or a pattern."""
    match = _APPLIED.fullmatch(atom)
    return (match[1], tuple(match[2].split(","))) if match else (atom, ())


def _fits(fact: str, pattern: str) -> bool:
    (predicate, own), (wanted, words) = split(fact), split(pattern)
    same = predicate == wanted and len(own) == len(words)
    return same and all(word in ("_", each) for each, word in zip(own, words, strict=True))


def _as_value(word: str) -> Value:
    return int(word) if re.fullmatch(r"0|-?[1-9][0-9]{0,11}", word) else word


@dataclass(frozen=True)
class Term:
    """A value, or a variable and what is added to it."""

    value: Value
    is_variable: bool = False
    more: int = 0

    def under(self, values: dict[str, Value]) -> Value:
        if not self.is_variable:
            return self.value
        found = values[str(self.value)]
        _require(not self.more or isinstance(found, int), f"{self.value} is not a number")
        return found + self.more if isinstance(found, int) else found


@dataclass(frozen=True)
class Expression:
    """An operator and operands; an `atom` has a predicate and terms, a quantifier variables and their sets.

    The set of a variable without one is "". A relation has its left and right side as operands, each a `sum` of terms.
    """

    operator: str
    parts: tuple[Expression, ...] = ()
    predicate: str = ""
    terms: tuple[Term, ...] = ()
    variables: tuple[tuple[str, str, tuple[Term, ...]], ...] = ()

    @property
    def free(self) -> frozenset[str]:
        """The variables in it that it does not bind."""
        terms = (*self.terms, *(term for _, _, of in self.variables for term in of if isinstance(term, Term)))
        found = {str(term.value) for term in terms if term.is_variable}
        return frozenset(found.union(*(part.free for part in self.parts))) - {name for name, *_ in self.variables}


class Rule:
    """The text of a formula or a rule, read with the binding order of docs/reference/notation/hint-files.md."""

    def __init__(self, text: str) -> None:
        for sign, word in _SIGNS.items():
            text = text.replace(sign, word)
        text = text.partition("#")[0]
        self.tokens, at = [], 0
        while text[at:].strip():
            match = _TOKEN.match(text, at)
            if not match:
                raise Fault(f"not a formula: {text[:80]!r}")
            self.tokens.append(_WORDS.get(match[1], match[1]))
            at = match.end()
        self.at = 0
        self.bound: list[str] = []
        self.numbers_of_terms: dict[str, int] = {}
        self.body = self._operand(0)
        _require(self.at == len(self.tokens), f"not a formula: {text[:80]!r}")
        self.bindings: list[tuple[str, str, tuple[Term, ...]]] = []
        self.rest = self.body
        while self.rest.operator == "all":
            self.bindings += self.rest.variables
            self.rest = self.rest.parts[0]
        self.in_sums = _in_sums(self.rest)

    # reading

    def _next(self, ahead: int = 0) -> str:
        return self.tokens[self.at + ahead] if self.at + ahead < len(self.tokens) else ""

    def _take(self, *expected: str) -> str:
        token = self._next()
        _require(bool(token) and (not expected or token in expected), f"{expected} is missing")
        self.at += 1
        return token

    def _name(self) -> str:
        name = self._take()
        _require(name[0].isalpha() and len(name) <= 200 and name not in _KEYWORDS, f"{name} is not a name")
        return name

    def _number(self) -> int:
        number = self._take()
        _require(number.isdecimal() and len(number) < 10, f"{number[:20]} is not a number")
        return int(number)

    def _operand(self, level: int) -> Expression:
        if level == len(_LEVELS):
            return self._unary()
        operator = _LEVELS[level]
        left = self._operand(level + 1)
        while self._next() == operator:
            self.at += 1
            right = self._operand(level if operator == "->" else level + 1)
            left = Expression(operator, (left, right))
        return left

    def _unary(self) -> Expression:
        head = self._next()
        if head == "~":
            self.at += 1
            return Expression("~", (self._unary(),))
        if head == "(":
            self.at += 1
            inner = self._operand(0)
            self._take(")")
            return inner
        if head in ("true", "false"):
            self.at += 1
            return Expression(head)
        if head in ("mine", "safe"):
            self.at += 1
            self._take("(")
            atom = Expression("atom", predicate="mine", terms=(self._term(),))
            self._take(")")
            return atom if head == "mine" else Expression("~", (atom,))
        if head in ("all", "some"):
            self.at += 1
            return self._quantified(head)
        if head == "exactly":
            self.at += 1
            return self._quantified(head, self._term())
        if head == "at" and self._next(1) in ("least", "most"):
            self.at += 1
            return self._quantified(f"at {self._take('least', 'most')}", self._term())
        if self._is_comparison():
            left = self._sum()
            relation = self._take(*_RELATIONS)
            sides = left, self._sum()
            is_plain = relation in ("=", "!=") and all(len(side.terms) == 1 for side in sides)
            named = (term for side in sides for term in side.terms if not term.is_variable)
            _require(is_plain or all(isinstance(term.value, int) for term in named), "a name is not a number")
            return Expression(relation, sides)
        is_count = head.isdecimal() or self._next(1) in ("+", "-") or self._next(2) == "in"
        return self._quantified("exactly", self._term()) if is_count else self._atom()

    def _is_comparison(self) -> bool:
        ahead = int(self._next() == "-")
        while self._next(ahead + 1) in ("+", "-"):
            ahead += 2
        return self._next(ahead + 1) in _RELATIONS

    def _sum(self) -> Expression:
        terms = [self._summand()]
        while self._next() in ("+", "-"):
            if self._next() == "+":
                self.at += 1
            terms.append(self._summand())
        return Expression("sum", terms=tuple(terms))

    def _summand(self) -> Term:
        if self._next() == "-":
            self.at += 1
            return Term(-self._number())
        if self._next().isdecimal():
            return Term(self._number())
        name = self._name()
        return Term(name, name in self.bound)

    def _atom(self) -> Expression:
        name = self._name()
        terms: tuple[Term, ...] = ()
        if self._next() == "(":
            _require(not _CELL.fullmatch(name), f"{name} is a cell")
            self.at += 1
            terms = self._terms()
            _require(name != "clue" or len(terms) == 2, "a clue is of a cell and a number")
        if name not in self.bound:
            number = self.numbers_of_terms.setdefault(name, len(terms))
            _require(number == len(terms), f"{name} has one number of arguments")
        if not terms:
            return Expression("atom", predicate="mine", terms=(Term(name, name in self.bound),))
        return Expression("atom", predicate=name, terms=terms)

    def _terms(self) -> tuple[Term, ...]:
        terms = [self._argument()]
        while self._take(",", ")") == ",":
            terms.append(self._argument())
        return tuple(terms)

    def _argument(self) -> Term:
        if self._next() != "-":
            return self._term()
        self.at += 1
        return Term(-self._number())

    def _term(self) -> Term:
        if self._next().isdecimal():
            return Term(self._number())
        name = self._name()
        if self._next() in ("+", "-"):
            _require(name in self.bound, f"{name} is not a variable")
            return Term(name, True, self._number() if self._take() == "+" else -self._number())
        return Term(name, name in self.bound)

    def _quantified(self, kind: str, *number: Term) -> Expression:
        variables: list[tuple[str, str, tuple[Term, ...]]] = []
        waiting: list[str] = []
        before = len(self.bound)
        while True:
            name = self._name()
            fresh = name not in self.bound and not _CELL.fullmatch(name)
            _require(fresh, f"{name} is a variable already, or a cell")
            variables.append((name, "", ()))
            if self._next() == "in":
                self.at += 1
                shared = self._set()
                while variables and variables[-1][1] == "":
                    waiting.append(variables.pop()[0])
                variables += [(each, *shared) for each in reversed(waiting)]
                waiting.clear()
            self.bound.append(name)
            if self._take(",", ":") == ":":
                break
        body = self._operand(0)
        del self.bound[before:]
        return Expression(kind, (body,), terms=number, variables=tuple(variables))

    def _set(self) -> tuple[str, tuple[Term, ...]]:
        if self._next().isdecimal():
            low = self._number()
            self._take("..")
            high = self._number()
            _require(low <= high < low + _MOST_NUMBERS, "a range has two numbers, the smaller one first")
            return "..", (Term(low), Term(high))
        name = self._name()
        if self._next() != "(":
            return name, ()
        self.at += 1
        return name, self._terms()

    # instances

    def instance(self, values: dict[str, Value], sets: LookUp) -> Formula:
        """Return what the rule says with these values for the variables of the `all` that it begins with."""
        _require([name for name, *_ in self.bindings] == list(values), "a value for each variable, in order")
        for name, *of in self.bindings:
            members = _members(*of, values, sets) if of[0] else _allowed(name, self.in_sums, sets)
            _require(members is None or _is_in(values[name], members), f"{name} is not in its set")
        return _worked_out(self.rest, values, sets)

    def heads(self) -> Iterator[tuple[Expression, Expression]]:
        """Yield the atoms that it makes true, each with its condition."""
        rest = self.rest
        if rest.operator == "->":
            yield from ((atom, rest.parts[0]) for atom in _joined_by_and(rest.parts[1]) if atom.operator == "atom")
        elif rest.operator == "<->":
            one, other = rest.parts
            yield from ((atom, side) for atom, side in ((one, other), (other, one)) if atom.operator == "atom")
        else:
            yield from ((atom, Expression("true")) for atom in _joined_by_and(rest) if atom.operator == "atom")

    def is_for(self, predicate: str) -> bool:
        """Return whether it can make an atom of this predicate true."""
        return any(
            head.predicate == predicate
            or (head.predicate == "mine" and (head.terms[0].is_variable or head.terms[0].value == predicate))
            for head, _ in self.heads()
        )

    def conditions(self, atom: str, known: Callable[[Formula], Formula], sets: Sets) -> Iterator[Formula]:
        """Yield the condition of each instance for an atom, with what is known put in."""
        predicate, words = split(atom)
        found: tuple[Value, ...] = tuple(map(_as_value, words))
        for head, condition in self.heads():
            if head.predicate == "mine" and not words:
                values = _unified(head, (atom,), {})
            else:
                values = _unified(head, found, {}) if head.predicate == predicate else None
            if values is None:
                continue
            free = {name for name, *of in self.bindings if not of[0]}
            sums = [t.under(values) for t in head.terms if t.is_variable and (t.more or t.value in free)]
            constants = sets("_")
            if constants is None or all(_is_in(value, constants) for value in sums):
                yield from self._given_values(self.bindings, values, _joined_by_and(condition), [], known, sets)

    def _given_values(
        self,
        bindings: list[tuple[str, str, tuple[Term, ...]]],
        values: dict[str, Value],
        conditions: list[Expression],
        done: list[Formula],
        known: Callable[[Formula], Formula],
        sets: Sets,
    ) -> Iterator[Formula]:
        left: list[Expression] = []
        for condition in conditions:
            if condition.free <= values.keys():
                done = [*done, known(_worked_out(condition, values, sets))]
                if done[-1] == FALSE:
                    return
            else:
                left.append(condition)
        if not bindings:
            yield _joined("&", done or [TRUE])
            return
        (name, *of), *rest = bindings
        if name in values:
            allowed = _members(*of, values, sets) if of[0] else _allowed(name, self.in_sums, sets)
            if allowed is None or _is_in(values[name], allowed):
                yield from self._given_values(rest, values, left, done, known, sets)
            return
        from_table = _from_table(name, left, values, sets, self.in_sums)
        if from_table is None:
            members = _members(*of, values, sets) if of[0] else _constants(sets)
        else:
            members = tuple(each for each in from_table if not of[0] or _is_in(each, _members(*of, values, sets)))
        for value in members:
            yield from self._given_values(rest, {**values, name: value}, left, done, known, sets)

    def instances(self, sets: LookUp) -> Iterator[dict[str, Value]]:
        """Yield the values of every instance; a variable without a set has every constant."""
        return _choices(tuple(self.bindings), {}, sets)

    def hint(self, values: dict[str, Value], sets: LookUp) -> Count | None:
        """Return the hint that an instance is: a count of names, or of negations; a name, or its negation."""
        body = self.rest
        while body.operator == "->" and (known := _decided(body.parts[0], values, sets)) is not None:
            if not known:
                return None
            body = body.parts[1]
        made = _worked_out(body, values, sets)
        if body.operator in ("some", "exactly", "at least", "at most"):
            counted = made if made.operator == "#" else None
        else:
            literal = made.parts[0] if made.operator == "~" else made
            is_literal = not literal.parts and literal.operator not in ("true", "false", "#")
            counted = Formula("#", (made,), 1, 1) if is_literal else None
        return None if counted is None else _as_hint(counted)


def _joined_by_and(part: Expression) -> list[Expression]:
    return [each for one in part.parts for each in _joined_by_and(one)] if part.operator == "&" else [part]


def _unified(atom: Expression, found: tuple[Value, ...], values: dict[str, Value]) -> dict[str, Value] | None:
    """Return the values with which the arguments of an atom are these."""
    if len(atom.terms) != len(found):
        return None
    result = dict(values)
    for term, value in zip(atom.terms, found, strict=True):
        if term.is_variable and str(term.value) not in result:
            if term.more and not isinstance(value, int):
                return None
            result[str(term.value)] = value - term.more if isinstance(value, int) else value
        own = result[str(term.value)] if term.is_variable else None
        if (term.is_variable and term.more and not isinstance(own, int)) or not _is_in(term.under(result), (value,)):
            return None
    return result


def _in_sums(part: Expression) -> set[str]:
    """Return the variables that stand in a sum or an equation."""
    found = {str(term.value) for term in part.terms if part.operator == "atom" and term.is_variable and term.more}
    if part.operator == "=":
        found |= {str(term.value) for side in part.parts for term in side.terms if term.is_variable}
    return found.union(*map(_in_sums, part.parts))


def _constants(sets: LookUp) -> Members:
    found = sets("_")
    _require(found is not None, "it is not said which constants there are")
    return found or ()


def _allowed(name: str, in_sums: Collection[str], sets: LookUp) -> Members | None:
    """Return what a variable without a set may be: only a constant if it is in a sum, as far as these are known."""
    return sets("_") if name in in_sums else None


def _from_table(
    name: str, conditions: Iterable[Expression], values: dict[str, Value], sets: LookUp, in_sums: Collection[str]
) -> Members | None:
    """Return the values that the facts of a table have in the place of a variable."""
    for atom in conditions:
        if atom.operator != "atom" or not any(term.is_variable and term.value == name for term in atom.terms):
            continue
        if not _is_of_numbers(atom, values):
            return ()
        words = [
            "_" if term.is_variable and str(term.value) not in values else str(term.under(values))
            for term in atom.terms
        ]
        facts = sets.facts(f"{atom.predicate}({','.join(words)})") if isinstance(sets, Sets) else None
        if facts is not None:
            matches = (_unified(atom, tuple(map(_as_value, split(fact)[1])), values) for fact in facts)
            found = dict.fromkeys(match[name] for match in matches if match is not None)
            allowed = _allowed(name, in_sums, sets)
            return tuple(each for each in found if allowed is None or _is_in(each, allowed))
    return None


def _is_in(value: Value, members: Members) -> bool:
    return any(type(value) is type(each) and value == each for each in members)


def _written(name: str, terms: tuple[Term, ...], values: dict[str, Value]) -> str:
    inner = ",".join(str(term.under(values)) for term in terms)
    return f"{name}({inner})" if terms else name


def _members(name: str, terms: tuple[Term, ...], values: dict[str, Value], sets: LookUp) -> Members:
    if name == "..":
        low, high = (term.under(values) for term in terms)
        assert isinstance(low, int) and isinstance(high, int)
        return tuple(range(low, high + 1))
    members = sets(_written(name, terms, values))
    _require(members is not None, f"it is not said what {name} contains")
    assert members is not None
    return members


def _choices(
    variables: tuple[tuple[str, str, tuple[Term, ...]], ...],
    values: dict[str, Value],
    sets: LookUp,
    conditions: Sequence[Expression] = (),
    in_sums: Collection[str] = (),
) -> Iterator[dict[str, Value]]:
    if not variables:
        yield values
        return
    name, *of = variables[0]
    if of[0]:
        members = _members(*of, values, sets)
    else:
        from_table = _from_table(name, conditions, values, sets, in_sums)
        members = _constants(sets) if from_table is None else from_table
    for value in members:
        yield from _choices(variables[1:], {**values, name: value}, sets, conditions, in_sums)


def _compared(part: Expression, values: dict[str, Value]) -> bool:
    sides = [[term.under(values) for term in side.terms] for side in part.parts]
    if part.operator in ("=", "!=") and len(sides[0]) == len(sides[1]) == 1:
        return _is_in(sides[0][0], (sides[1][0],)) is (part.operator == "=")
    _require(all(isinstance(value, int) for side in sides for value in side), "only numbers are compared and added")
    left, right = (sum(value for value in side if isinstance(value, int)) for side in sides)
    return {
        "=": left == right,
        "!=": left != right,
        "<": left < right,
        "<=": left <= right,
        ">": left > right,
        ">=": left >= right,
    }[part.operator]


def _is_of_numbers(part: Expression, values: dict[str, Value]) -> bool:
    """Return whether a relation or an atom adds and compares numbers only."""
    sums = [each.terms for each in part.parts] if part.operator in _RELATIONS else [(term,) for term in part.terms]
    if part.operator not in (*_RELATIONS, "atom"):
        return True
    if part.operator in ("=", "!=") and [len(each) for each in sums] == [1, 1]:
        if not any(term.is_variable and term.more for each in sums for term in each):
            return True
    added = [term for each in sums for term in each if part.operator != "atom" or (term.is_variable and term.more)]
    added = [term for term in added if not term.is_variable or str(term.value) in values]
    return all(isinstance(values[str(term.value)] if term.is_variable else term.value, int) for term in added)


def _worked_out(part: Expression, values: dict[str, Value], sets: LookUp) -> Formula:
    """Return a part of a rule as a formula: its quantifiers are written out, and `clue` is decided.

    A comparison of something that is not a number is false; an atom with such a sum is, too.
    """
    if part.operator in ("true", "false"):
        return Formula(part.operator)
    if not _is_of_numbers(part, values):
        return FALSE
    if part.operator == "atom":
        found = [term.under(values) for term in part.terms]
        if part.predicate == "clue":
            return TRUE if _is_in(found[1], sets(f"clue({found[0]})") or ()) else FALSE
        if part.predicate != "mine":
            return Formula(_written(part.predicate, part.terms, values))
        _require(isinstance(found[0], str), "a number cannot hold")
        return FALSE if sets(f"clue({found[0]})") else Formula(str(found[0]))
    if part.operator in _RELATIONS:
        return TRUE if _compared(part, values) else FALSE
    if not part.variables:
        return Formula(part.operator, tuple(_worked_out(each, values, sets) for each in part.parts))
    about = part.parts[0]
    if part.operator == "all":
        about = about.parts[0] if about.operator == "->" else Expression("true")
    choices = _choices(part.variables, values, sets, _joined_by_and(about), _in_sums(part.parts[0]))
    parts = tuple(_worked_out(part.parts[0], each, sets) for each in choices)
    low, high = (len(parts), len(parts)) if part.operator == "all" else (1, max(1, len(parts)))
    if part.terms:
        number = part.terms[0].under(values)
        _require(isinstance(number, int), "a count is a number")
        assert isinstance(number, int)
        low = 0 if part.operator == "at most" else number
        high = max(number, len(parts)) if part.operator == "at least" else number
    return Formula("#", parts, low, high)


def _simplified(formula: Formula) -> Formula:
    """Return true or false if a formula is made of these alone, or one part decides it."""
    parts, operator = formula.parts, formula.operator
    if operator == "&" and FALSE in parts:
        return FALSE
    if operator == "|" and TRUE in parts:
        return TRUE
    if operator == "->" and (parts[0] == FALSE or parts[1] == TRUE):
        return TRUE
    if operator == "#":
        held, open_ = parts.count(TRUE), sum(part not in (TRUE, FALSE) for part in parts)
        if held > formula.high or held + open_ < formula.low:
            return FALSE
        return TRUE if held >= formula.low and held + open_ <= formula.high else formula
    if not parts or any(part not in (TRUE, FALSE) for part in parts):
        return formula
    values = [part == TRUE for part in parts]
    result = {
        "~": lambda: not values[0],
        "&": lambda: all(values),
        "|": lambda: any(values),
        "^": lambda: values[0] is not values[1],
        "->": lambda: not values[0] or values[1],
        "<->": lambda: values[0] is values[1],
    }[operator]()
    return TRUE if result else FALSE


def _decided(part: Expression, values: dict[str, Value], sets: LookUp) -> bool | None:
    """Return whether a condition is true by the given clues alone; None if they do not say."""
    if part.operator == "atom" and part.predicate == "clue":
        return _worked_out(part, values, sets) == TRUE
    if part.operator == "&":
        known = [_decided(each, values, sets) for each in part.parts]
        return False if False in known else None if None in known else True
    return None


def _as_hint(counted: Formula) -> Count | None:
    """Return a count of names as a hint; None if it counts something else, or says nothing."""
    low, high = counted.low, counted.high
    names, signs = [], set()
    for part in counted.parts:
        negated = part.operator == "~"
        inner = part.parts[0] if negated else part
        if inner.parts or inner.operator == "#":
            return None
        if inner.operator in ("true", "false"):
            held = (inner.operator == "true") is not negated
            low, high = low - held, high - held
        else:
            names.append(inner.operator)
            signs.add(negated)
    if len(set(names)) < len(names) or len(signs) > 1:
        return None
    if True in signs:
        low, high = len(names) - high, len(names) - low
    if low <= 0 and high >= len(names):
        return None
    if high < 0 or low > high:
        low = high = len(names) + 1
    return Count(max(low, 0), high, frozenset(names))


def parse_count(text: str) -> Count:
    """Read a count as it is written in a hint file."""
    match = _COUNT.fullmatch(text)
    _require(match is not None, f"not a count: {text}")
    assert match is not None
    number, names = int(match[2]), match[3].split()
    low = 0 if match[1] == "at most" else number
    high = max(number, len(names)) if match[1] == "at least" else number
    return Count(low, high, frozenset(names))


@dataclass(frozen=True)
class Meaning:
    """What an auxiliary symbol means: a count, or that all of some clauses hold."""

    count: Count | None
    clauses: tuple[Clause, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        if self.count is not None:
            return self.count.names
        return frozenset(_name(literal) for clause in self.clauses for literal in clause)

    @property
    def formula(self) -> Formula:
        return _joined("&", [_joined("|", [_literal_formula(one) for one in sorted(part)]) for part in self.clauses])


def _joined(operator: str, parts: list[Formula]) -> Formula:
    whole = parts[0]
    for part in parts[1:]:
        whole = Formula(operator, (whole, part))
    return whole


def _literal_formula(literal: str) -> Formula:
    name = Formula(_name(literal))
    return Formula("~", (name,)) if literal.startswith("~") else name


def parse_meaning(text: str) -> Meaning:
    """Read what an auxiliary symbol means."""
    if match := _AT_LEAST.fullmatch(text):
        names = match[2].split(" ")[1:]
        _require(all(_is_plain(name) and _is_readable(name) for name in names), "a count is of names")
        _require(len(set(names)) == len(names), "a count names each cell once")
        return Meaning(Count(int(match[1]), max(int(match[1]), len(names)), frozenset(names)))
    parts = text.split(" & ")
    clauses = []
    for part in parts:
        inside = part[1:-1] if part.startswith("(") and part.endswith(")") else part
        literals = inside.split(" | ")
        _require(len(parts) == 1 or len(literals) == 1 or inside != part, "a clause inside an and has parentheses")
        _require(all(_is_readable(_name(one)) for one in literals), "a meaning is made of literals")
        clauses.append(frozenset(literals))
    return Meaning(None, tuple(clauses))


def _is_plain(name: str) -> bool:
    return name[:1].isalpha() and len(name) <= 200 and name.isprintable() and " " not in name


def _is_readable(name: str) -> bool:
    """Whether nothing in the name can be taken for an operator."""
    return bool(_AUXILIARY.fullmatch(name)) or (_is_plain(name) and not set("~&|^") & set(name))


# -- what follows


class Theory:
    """The definitions of auxiliary symbols, and what follows from them together with one statement."""

    def __init__(self, meanings: dict[str, Meaning]) -> None:
        self.meanings = meanings
        self.definitions = {symbol: one.count or one.formula for symbol, one in meanings.items()}
        self._answers: dict[tuple[object, ...], bool] = {}

    def follows(self, clause: Clause, statement: Statement | None) -> bool:
        key = (clause, statement)
        if key not in self._answers:
            plain = isinstance(statement, Count) and not any(_name(literal) in self.definitions for literal in clause)
            decide = self._follows_from_count if plain else self._follows
            self._answers[key] = decide(clause, statement)  # type: ignore[operator]
        return self._answers[key]

    def _follows_from_count(self, clause: Clause, count: Count) -> bool:
        if any(_negated(literal) in clause for literal in clause):
            return True
        fixed = {_name(literal): literal.startswith("~") for literal in clause}
        held = sum(value for name, value in fixed.items() if name in count.names)
        free = len(count.names) - sum(name in count.names for name in fixed)
        low = max(count.low, held)
        return low > min(count.high, held + free)

    def _follows(self, clause: Clause, statement: Statement | None) -> bool:
        needed = list(self._needed({_name(literal) for literal in clause} | (statement.names if statement else set())))
        diagrams = Diagrams()
        levels = self._levels(needed, clause, statement)

        def diagram(one: Statement) -> object:
            if isinstance(one, Count):
                return diagrams.count([levels[name] for name in one.names], one.low, min(one.high, len(one.names)))
            parts = [diagram(part) for part in one.parts]
            if one.operator == "#":
                return _counted(diagrams, parts, one.low, one.high)
            return _combine(diagrams, one.operator, parts, levels)

        result: object = True
        for literal in clause:
            variable = diagrams.variable(levels[_name(literal)])
            wanted = variable if literal.startswith("~") else diagrams.choose(variable, False, True)
            result = diagrams.choose(result, wanted, False)
        for symbol in needed:
            meaning = diagram(self.definitions[symbol])
            opposite = diagrams.choose(meaning, False, True)
            equal = diagrams.choose(diagrams.variable(levels[symbol]), meaning, opposite)
            result = diagrams.choose(result, equal, False)
        if statement is not None:
            result = diagrams.choose(result, diagram(statement), False)
        return result is False

    def _needed(self, names: Iterable[str]) -> Iterator[str]:
        waiting, seen = sorted(names), set()
        while waiting:
            name = waiting.pop()
            if name in self.definitions and name not in seen:
                seen.add(name)
                yield name
                waiting += sorted(self.definitions[name].names)

    def _levels(self, needed: list[str], clause: Clause, statement: Statement | None) -> dict[str, int]:
        """Number the names so that those that appear in the same statements are neighbours."""
        statements = [self.definitions[symbol] for symbol in needed] + ([statement] if statement else [])
        names = {_name(literal) for literal in clause}.union(needed, *(one.names for one in statements))
        places = {name: tuple(name in one.names for one in statements) for name in names}
        return {name: at for at, name in enumerate(sorted(names, key=lambda name: (places[name], name)))}


def _counted(diagrams: Diagrams, parts: list[object], low: int, high: int) -> object:
    """Return the diagram of: between `low` and `high` of the parts hold."""
    rows: list[object] = [low <= held <= high for held in range(len(parts) + 1)]
    for part in parts:  # rows[n]: it comes out right if n of the parts so far hold
        rows = [diagrams.choose(part, more, fewer) for fewer, more in zip(rows, rows[1:], strict=False)]
    return rows[0]


def _combine(diagrams: Diagrams, operator: str, parts: list[object], levels: dict[str, int]) -> object:
    if operator in ("true", "false"):
        return operator == "true"
    if not parts:
        return diagrams.variable(levels[operator])
    if operator == "~":
        return diagrams.choose(parts[0], False, True)
    left, right = parts
    not_right = diagrams.choose(right, False, True)
    table: dict[str, tuple[object, object]] = {
        "&": (right, False),
        "|": (True, right),
        "^": (not_right, right),
        "->": (right, True),
        "<->": (right, not_right),
    }
    return diagrams.choose(left, *table[operator])


def _name(literal: str) -> str:
    return literal.removeprefix("~")


def _negated(literal: str) -> str:
    return literal.removeprefix("~") if literal.startswith("~") else "~" + literal


# -- boards and hint files


@dataclass
class Source:
    """What a board or a hint file says."""

    hints: dict[str, Count] = field(default_factory=dict)
    facts: set[str] = field(default_factory=set)
    formulas: dict[str, Formula] = field(default_factory=dict)
    """By name, or else by text."""
    texts: dict[str, str] = field(default_factory=dict)
    """The texts of formulas that have a name."""
    rules: dict[str, str] = field(default_factory=dict)
    instances: list[Formula] = field(default_factory=list)
    """What each instance of each rule says."""
    declared: dict[str, Members] = field(default_factory=dict)
    size: tuple[int, int] = (0, 0)
    """Height and width."""
    grid: str = "square"
    clues: dict[tuple[int, int], int] = field(default_factory=dict)
    closed: tuple[str, ...] = ()
    closed_facts: list[str] = field(default_factory=list)

    def matching(self, pattern: str) -> tuple[str, ...] | None:
        """Return the facts of a closed predicate that match a pattern."""
        if split(pattern)[0] not in self.closed:
            return None
        return tuple(fact for fact in self.closed_facts if _fits(fact, pattern))

    def rules_for(self, predicate: str) -> list[str]:
        return [label for label, text in self.rules.items() if Rule(text).is_for(predicate)]

    def table(self, pattern: str) -> tuple[str, ...] | None:
        """Return the same if its predicate has no rules."""
        predicate, _ = split(pattern)
        return None if predicate not in self.closed or self.rules_for(predicate) else self.matching(pattern)

    @property
    def constants(self) -> Members:
        found = {_as_value(word) for fact in self.closed_facts for word in split(fact)[1]}
        found.update(*self.declared.values(), self.sets("cells") or ())
        found.update(_as_value(split(name)[1][0]) for name in self.declared if "(" in name)
        for text in self.rules.values():
            stack = [Rule(text).body]
            while stack:
                part = stack.pop()
                stack += part.parts
                if part.operator == "atom" and part.predicate != "mine":
                    found.update(term.value for term in part.terms if not term.is_variable)
                for _, name, of in part.variables:
                    if name == "..":
                        found.update(_members(name, of, {}, self.sets))
        return *sorted(each for each in found if isinstance(each, int)), *sorted(
            each for each in found if isinstance(each, str)
        )

    def sets(self, written: str) -> Members | None:
        """Return what a set of the file contains, in reading order or as it was written."""
        if written == "_":
            return self.constants
        if written in self.declared:
            return self.declared[written]
        match = re.fullmatch(r"([^\W\d_]\w*)(\(([^\W\d_]\w*|0|-?[1-9][0-9]{0,11})\))?", written)
        if match is None:
            return None
        name, bracket, argument = match.groups()
        if any(other.startswith(f"{name}(") for other in self.declared):
            return () if bracket else None
        places = {cell_name(*at): at for at in product(range(self.size[0]), range(self.size[1]))}
        if written == "cells":
            return tuple(places) if places else None
        if name == "clue" and bracket:
            return (self.clues[places[argument]],) if places.get(argument) in self.clues else ()
        if name not in _GRID_SETS or not bracket or not places:
            return None
        if argument not in places:
            return ()
        row, column = places[argument]
        return tuple(other for other, (r, c) in places.items() if _GRID_SETS[name](r - row, c - column))

    def ground(self) -> None:
        """Work out every instance of every rule; those that are counts are hints."""
        for label, text in self.rules.items():
            rule, sets = Rule(text), Sets(self.sets, self.table)
            if rule.rest.operator == "->" and all(
                atom.predicate in self.closed for atom in _joined_by_and(rule.rest.parts[1])
            ):
                continue  # what the least model has by itself
            for values in rule.instances(sets):
                written = ", ".join(f"{name} = {value}" for name, value in values.items())
                if (hint := rule.hint(values, sets)) is not None:
                    self.hints[f"{label} with {written}" if written else label] = hint
                self.instances.append(rule.instance(values, sets))


_GRID_SETS: dict[str, Callable[[int, int], bool]] = {
    "around": lambda down, right: max(abs(down), abs(right)) == 1,
    "beside": lambda down, right: abs(down) + abs(right) == 1,
    "knight": lambda down, right: sorted((abs(down), abs(right))) == [1, 2],
    "cross": lambda down, right: 0 in (down, right) and 1 <= abs(down + right) <= 2,
    "block": lambda down, right: down in (0, 1) and right in (0, 1),
    "row": lambda down, right: down == 0,
    "column": lambda down, right: right == 0,
    "right": lambda down, right: (down, right) == (0, 1),
    "below": lambda down, right: (down, right) == (1, 0),
}
"""Which cells are in a set, by how far they are down and to the right."""


def cell_name(row: int, column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def _place(name: str) -> tuple[int, int]:
    column = 0
    for letter in name.rstrip("0123456789"):
        column = column * 26 + ord(letter) - ord("A") + 1
    return int(name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) - 1, column - 1


def board_source(text: str, rules: str = "") -> Source:
    """Read a board in its own notation, perhaps under the rules of a hint file; flags are facts."""
    source, total, rows = Source(), None, []
    for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines()):
        if line.startswith("mines:"):
            total = int(line.removeprefix("mines:"))
        elif line.startswith("grid:"):
            source.grid = line.removeprefix("grid:").strip()
        elif line and ":" not in line:
            rows.append([char for char in line if not char.isspace()])
    cells = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row)}
    source.size = len(rows), len(rows[0])
    source.clues = {place: int(char) for place, char in cells.items() if char.isdigit()}
    for place, char in cells.items():
        if char in "*F":
            source.facts.add(cell_name(*place))
        elif char != "?":
            source.facts.add("~" + cell_name(*place))
    if rules:
        _read_statements(source, rules)
        source.ground()
    else:
        _read_clues(source)
    if total is not None:
        source.hints["mines"] = _exactly(total, (cell_name(*at) for at, char in cells.items() if not char.isdigit()))
    return source


def _read_clues(source: Source) -> None:
    """Let clues mean what they mean in Minesweeper."""
    closed = set(product(range(source.size[0]), range(source.size[1]))) - source.clues.keys()
    for place, number in source.clues.items():
        source.hints[cell_name(*place)] = _exactly(number, _around(place, closed, source))


def _around(place: tuple[int, int], closed: set[tuple[int, int]], source: Source) -> frozenset[str]:
    near = {(place[0] + r, place[1] + c) for r, c in product((-1, 0, 1), repeat=2)} - {place}
    if source.grid == "hex":  # row 2, 4, … is half a cell to the right: its neighbours above and below are, too
        away = -1 if place[0] % 2 else 1
        near -= {(place[0] - 1, place[1] + away), (place[0] + 1, place[1] + away)}
    elif source.grid == "torus":
        near = {(row % source.size[0], column % source.size[1]) for row, column in near}
    return frozenset(cell_name(*at) for at in near & closed)


def _exactly(number: int, names: Iterable[str]) -> Count:
    return Count(number, number, frozenset(names))


def hints_source(text: str) -> Source:
    """Read a hint file."""
    source = Source()
    total = _read_statements(source, text)
    for place in source.clues:
        source.facts.add("~" + cell_name(*place))
    if not any("clue(" in rule for rule in source.rules.values()):
        _read_clues(source)
    source.ground()
    if total is not None:
        closed = set(product(range(source.size[0]), range(source.size[1]))) - source.clues.keys()
        source.hints["mines"] = _exactly(total, (cell_name(*at) for at in closed))
    return source


_NAMED = re.compile(r"([^\W\d_]\w*)\s*:\s*(.*)")
_SET = re.compile(r"set (\w+)(?: ?\( ?(\w+) ?\))? ?= ?(.*)")
_LITERAL = re.compile(r"(~?) ?([^\W\d_]\w*)(?: ?\(([\w ,]*)\))?")


def _read_statements(source: Source, text: str) -> int | None:
    """Add the statements of a hint file to a source; return the mine total."""
    total = None
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    source.closed = tuple(name for line in lines if line.startswith("only ") for name in line.split()[1:])
    for number, line in enumerate(lines, 1):
        name, words = None, " ".join(line.split())
        if words.startswith("only "):
            continue
        if words.startswith("size:"):
            width, height = words.removeprefix("size:").split("x")
            source.size = int(height), int(width)
        elif words.startswith("mines:"):
            total = int(words.removeprefix("mines:"))
        elif declared := _SET.fullmatch(words):
            key = declared[1] if declared[2] is None else f"{declared[1]}({declared[2]})"
            source.declared[key] = _elements(declared[3])
        else:
            if named := _NAMED.fullmatch(line):
                name, line = named[1], named[2]
            _read_statement(source, line, name, number)
    return total


def _elements(text: str) -> Members:
    low, dots, high = text.partition("..")
    if dots:
        return tuple(range(int(low), int(high) + 1))
    return tuple(int(word) if word.isdecimal() else word for word in text.split())


def _read_statement(source: Source, line: str, name: str | None, number: int) -> None:
    words = " ".join(line.split())
    if line.startswith("exactly ") and " among " in words:  # proofs cite it without the word
        words = words.removeprefix("exactly ")
    if clue := re.fullmatch(r"(\d) at ([A-Z]+\d+)", words):
        source.clues[_place(clue[2])] = int(clue[1])
    elif clue := re.fullmatch(r"clue ?\( ?([A-Z]+\d+) ?, ?(\d+) ?\)", words):
        source.clues[_place(clue[1])] = int(clue[2])
    elif words.startswith(("safe ", "mine ")):
        sign = "~" if words.startswith("safe ") else ""
        source.facts.update(sign + word for word in words.split()[1:])
    elif _COUNT.fullmatch(words):
        source.hints[name or words] = parse_count(words)
    elif name is None and (literal := _as_literal(words)) and split(literal)[0] in source.closed:
        source.closed_facts.append(literal)
        source.facts.add(literal)
    elif line and (_is_rule(Rule(line).body) or any(map(Rule(line).is_for, source.closed))):
        source.rules[name or f"line {number}"] = line
    elif name is None and (literal := _as_literal(words)) and _negated(literal) not in source.facts:
        source.facts.add(literal)
    elif line:
        source.formulas[name or line] = parse_formula(line)
        if name is not None:
            source.texts[name] = line


def _is_rule(part: Expression) -> bool:
    return bool(part.variables) or part.predicate == "clue" or any(map(_is_rule, part.parts))


def _as_literal(words: str) -> str | None:
    match = _LITERAL.fullmatch(words)
    if match is None or match[2] in _KEYWORDS:
        return None
    return match[1] + match[2] + ("" if match[3] is None else f"({match[3].replace(' ', '')})")


# -- proofs


def fault(text: str, source: Source | None = None) -> str | None:
    """Return why the proof in the JSON `text` is not valid, or None."""
    try:
        _Reader(_load(text), source).check()
    except Fault as error:
        return str(error)
    return None


def _load(text: str) -> Json:
    def object_of(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
        _require(len({key for key, _ in pairs}) == len(pairs), "a key appears twice")
        return dict(pairs)

    def refuse(word: str) -> Json:
        raise Fault(f"{word} is not JSON")

    try:
        return json.loads(text, object_pairs_hook=object_of, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Fault(f"not JSON: {error}") from None


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise Fault(message)


def _number(value: Json) -> int:
    _require(type(value) is int, "not a whole number")
    assert isinstance(value, int)
    _require(abs(value) <= _LARGEST, "a number is too large")
    return value


def _text(value: Json) -> str:
    _require(isinstance(value, str), f"{value!r} is not a text")
    assert isinstance(value, str)
    return value


def _list(value: Json) -> list[Json]:
    _require(isinstance(value, list), f"{value!r} is not a list")
    assert isinstance(value, list)
    return value


def _object(value: Json) -> dict[str, Json]:
    _require(isinstance(value, dict), f"{value!r} is not an object")
    assert isinstance(value, dict)
    return value


def _value(value: Json) -> Value:
    """Return a member of a set: a number or a name."""
    if isinstance(value, str):
        _require(_is_plain(value), f"{value} is not a name")
        return value
    return _number(value)


def _set_of(members: Json) -> Members:
    return tuple(_value(each) for each in _list(members))


class _Reader:
    """One proof and what it may rest on."""

    def __init__(self, proof: Json, source: Source | None) -> None:
        self.proof = _object(proof)
        self.source = source

    def check(self) -> None:
        proof = self.proof
        _require(_number(proof.get("version")) == 1, "the version is not 1")
        self.by = _text(proof.get("by", "resolution"))
        _require(self.by in ("resolution", "direct", "counting"), "by is unknown")
        self.theory = Theory(self._meanings())
        self.rules = {label: _text(text) for label, text in _object(proof.get("rules", {})).items()}
        self.sets = {written: _set_of(members) for written, members in _object(proof.get("sets", {})).items()}
        self.only = {name: list(map(_text, _list(labels))) for name, labels in _object(proof.get("only", {})).items()}
        tables = _object(proof.get("tables", {}))
        self.tables = {pattern: tuple(map(_text, _list(facts))) for pattern, facts in tables.items()}
        self.assumptions = [_text(text) for text in _list(proof.get("assumptions", []))]
        self._check_tables()
        self._check_rules()
        self.hints = {name: self._hint(name, hint) for name, hint in _object(proof.get("hints", {})).items()}
        self.givens = self._named_givens()
        self.goal = self._goal()
        self.clauses: list[Clause] = []
        self.facts: set[str] = set()
        for step in _list(proof.get("steps")):
            self._step(_object(step))
        self._end()
        self._check_summary()

    # what it carries

    def _meanings(self) -> dict[str, Meaning]:
        meanings: dict[str, Meaning] = {}
        for symbol, text in _object(self.proof.get("symbols", {})).items():
            _require(bool(_AUXILIARY.fullmatch(symbol)), f"{symbol} is not the name of an auxiliary symbol")
            meaning = parse_meaning(_text(text))
            later = [name for name in meaning.names if _AUXILIARY.fullmatch(name) and name not in meanings]
            _require(not later, f"{symbol} mentions {later}, which are not defined before it")
            meanings[symbol] = meaning
        return meanings

    def _named_givens(self) -> dict[str, str]:
        givens: dict[str, str] = {}
        for entry in (_text(text) for text in _list(self.proof.get("givens", []))):
            named = re.fullmatch(r"([^\W\d_]\w*): (.*)", entry, re.DOTALL)
            name, text = (named[1], named[2]) if named else (entry, entry)
            _require(givens.setdefault(name, text) == text, f"{name} is the name of two formulas")
        return givens

    def _check_rules(self) -> None:
        """With a file, its rules and its sets are the file's."""
        if self.source is None:
            return
        for label, text in self.rules.items():
            _require(self.source.rules.get(label) == text, f"the file has no rule {label}: {text}")
        for written, members in self.sets.items():
            own = self.source.sets(written)
            more = (
                [_as_value(word) for atom in self._assumed_atoms() for word in split(atom)[1]] if written == "_" else []
            )
            own = None if own is None else (*own, *(value for value in dict.fromkeys(more) if value not in own))
            same = own is not None and [(type(one), one) for one in own] == [(type(one), one) for one in members]
            same |= bool(more) and own is not None and set(own) == set(members) and len(own) == len(members)
            _require(same, f"the file has no set {written} with these members")
        for predicate, labels in self.only.items():
            complete = predicate in self.source.closed and labels == self.source.rules_for(predicate)
            _require(complete, f"these are not all the rules for {predicate}")
        for pattern, facts in self.tables.items():
            own = self._facts(pattern)
            same = own == facts or bool(self._assumed_atoms() and own and sorted(own) == sorted(facts))
            _require(same, f"these are not the facts of {pattern}")

    def _check_tables(self) -> None:
        """Patterns agree about the facts that match several of them."""
        for pattern, facts in self.tables.items():
            for fact in facts:
                _require(_is_plain(fact) and _fits(fact, pattern), f"{fact} does not match {pattern}")
                agree = all(fact in own for other, own in self.tables.items() if _fits(fact, other))
                _require(agree, f"it is not clear whether {fact} is a fact")

    def _assumed_atoms(self) -> list[str]:
        """Return the atoms of closed predicates that are assumed: they are facts too."""
        closed = self.only if self.source is None else self.source.closed
        return [text for text in self.assumptions if _is_plain(text) and split(text)[0] in closed]

    def _facts(self, pattern: str) -> tuple[str, ...] | None:
        """Return the facts that match a pattern, as far as that is told."""
        assumed = [atom for atom in self._assumed_atoms() if _fits(atom, pattern)]
        if self.source is not None:
            own = self.source.matching(pattern)
            return None if own is None else (*own, *(atom for atom in assumed if atom not in own))
        covering = [facts for general, facts in self.tables.items() if _fits(pattern, general)]
        _require(not covering or set(assumed) <= set(covering[0]), f"an assumption is not among the facts of {pattern}")
        return tuple(fact for fact in covering[0] if _fits(fact, pattern)) if covering else None

    def _table(self, pattern: str) -> tuple[str, ...] | None:
        return self._facts(pattern) if self.only.get(split(pattern)[0]) == [] else None

    @property
    def _sets(self) -> Sets:
        return Sets(self.sets.get if self.source is None else self.source.sets, self._table)

    def _instance(self, label: str, values: dict[str, Value]) -> Formula:
        _require(label in self.rules and bool(_LABEL.fullmatch(label)), f"{label} is not a rule of the proof")
        return Rule(self.rules[label]).instance(values, self._sets)

    def _cited(self, source: str) -> tuple[str, dict[str, Value]] | None:
        """Return the label and the values of an instance of one of the rules that a hint is named after."""
        cited = re.fullmatch(rf"({_LABEL.pattern})(?: with (.+))?", source)
        if cited is None or cited[1] not in self.rules:
            return None
        values: dict[str, Value] = {}
        for part in cited[2].split(", ") if cited[2] else []:
            value = re.fullmatch(rf"({_WORD}) = (?:(-?[0-9]{{1,9}})|({_WORD}))", part)
            if value is None or value[1] in values:
                return None
            values[value[1]] = value[3] or int(value[2])
        return cited[1], values

    def _check_citation(self, source: str, hint: Count) -> None:
        """A hint that is named after an instance of a rule follows from it."""
        if (cited := self._cited(source)) is None:
            return
        count = Formula("#", tuple(map(Formula, sorted(hint.names))), hint.low, int(min(hint.high, _LARGEST)))
        instance = self._instance(*cited)
        wrong = Formula("&", (instance, Formula("~", (count,))))
        _require(self.theory.follows(frozenset(), wrong), f"{source} does not follow from its rule")

    def _hint(self, source: str, value: Json) -> Count:
        hint = _object(value)
        names = [_text(name) for name in _list(hint.get("among"))]
        _require(len(set(names)) == len(names), "a hint names each cell once")
        _require(all(map(_is_plain, names)), "a hint counts names")
        low, high = _bounds(hint, max(_number(hint.get("at_least", 0)), len(names)), 0)
        _require(low >= 0 and high >= 0, "a count is not negative")
        own = None if self.source is None else self.source.hints.get(source)
        if self.source is not None:
            _require(own is not None or self._cited(source) is not None, f"{source} is not a hint of the file")
        if own is not None:
            same = own.names == set(names) and _clamped(own.low, own.high, own.names) == _clamped(low, high, names)
            _require(same, f"the file says something else at {source}")
        made = Count(low, high, frozenset(names))
        self._check_citation(source, made)
        return made

    def _goal(self) -> list[Clause]:
        cell, verdict = _either(self.proof, "cell", "name"), self.proof.get("verdict")
        goal = None
        if "goal" in self.proof:
            goal = [self._clause(clause) for clause in _list(self.proof["goal"])]
        if cell is None:
            _require(verdict is None, "there is a verdict without a cell")
            goal = [frozenset()] if goal is None else goal
        else:
            _require(_is_plain(_text(cell)) and verdict in ("safe", "mine", "fails", "holds"), "not certain")
            stated = [frozenset([("~" if verdict in ("safe", "fails") else "") + _text(cell)])]
            _require(goal in (None, stated), "the goal is not what the verdict says")
            goal = stated
        _require(self.by != "counting" or [len(clause) for clause in goal] == [1], "by counting: one literal")
        return goal

    def _clause(self, value: Json) -> Clause:
        literals = [_text(literal) for literal in _list(value)]
        names = [_name(literal) for literal in literals]
        for name in names:
            _require(_is_plain(name) or name in self.theory.meanings, f"{name} is not a name or not defined")
        _require(len(set(names)) == len(names), "a clause has a name twice")
        return frozenset(literals)

    # steps

    def _step(self, step: dict[str, Json]) -> None:
        number = len(self.clauses) + 1
        _require(_number(step.get("step")) == number, "steps are numbered 1, 2, 3 …")
        clause = self._clause(step.get("clause"))
        for key, read in (("from", _number), ("unfounded", _text)):  # of any step, used or not
            list(map(read, _list(step.get(key, []))))
        rules: dict[str, Callable[[dict[str, Json], Clause], bool]] = {
            "clue": self._by_clue,
            "total": self._by_total,
            "fact": self._by_fact,
            "given": self._by_given,
            "rule": self._by_rule,
            "assume": self._by_negation,
            "assumption": self._by_assumption,
            "resolve": self._by_resolution,
            "sum": self._by_sum,
            "only": self._by_only,
        }
        rule = rules.get(_text(step.get("by")))
        _require(rule is not None and rule(step, clause), f"step {number} does not hold")
        self.clauses.append(clause)

    def _by_clue(self, step: dict[str, Json], clause: Clause) -> bool:
        source = _text(step.get("clue"))
        return source != "mines" and self._follows_from_hint(source, clause)

    def _by_total(self, step: dict[str, Json], clause: Clause) -> bool:
        return self._follows_from_hint("mines", clause)

    def _follows_from_hint(self, source: str, clause: Clause) -> bool:
        symbols = [self.theory.meanings[_name(one)] for one in clause if _name(one) in self.theory.meanings]
        readable = len(symbols) <= _MOST_COUNTS and all(symbol.count is not None for symbol in symbols)
        return readable and source in self.hints and self.theory.follows(clause, self.hints[source])

    def _by_fact(self, step: dict[str, Json], clause: Clause) -> bool:
        return [_name(literal) for literal in clause] == [_text(_either(step, "cell", "name"))] and self._are_facts(
            clause
        )

    def _are_facts(self, literals: Clause) -> bool:
        self.facts |= literals
        known = self.source is None or literals <= self.source.facts
        return known and all(_is_plain(_name(literal)) for literal in literals)

    def _by_given(self, step: dict[str, Json], clause: Clause) -> bool:
        given = _text(step.get("given"))
        if given in self.theory.meanings:
            return self._by_meaning(given, clause)
        if given not in self.givens:
            return False
        if self.source is None:
            return self.theory.follows(clause, parse_formula(self.givens[given]))
        if self.source.texts.get(given, given) != self.givens[given]:
            return False
        return given in self.source.formulas and self.theory.follows(clause, self.source.formulas[given])

    def _by_meaning(self, symbol: str, clause: Clause) -> bool:
        meanings = self.theory.meanings
        if meanings[symbol].count is None:
            return "~" + symbol in clause and any(part <= clause for part in meanings[symbol].clauses)
        symbols = [meanings[_name(one)] for one in clause if _name(one) in meanings]
        if not 1 <= len(symbols) <= _MOST_COUNTS + 1 or any(one.count is None for one in symbols):
            return False
        return self.theory.follows(clause, None)

    def _by_rule(self, step: dict[str, Json], clause: Clause) -> bool:
        values: dict[str, Value] = {}
        for name, value in _object(step.get("with", {})).items():
            values[name] = _value(value)
            short = abs(value) < 10**9 if isinstance(value, int) else re.fullmatch(_WORD, str(value))
            _require(bool(short) and bool(re.fullmatch(_WORD, name)), f"{name} = {value} is not a value of a variable")
        return self.theory.follows(clause, self._instance(_text(step.get("rule")), values))

    def _by_assumption(self, step: dict[str, Json], clause: Clause) -> bool:
        text = _text(step.get("assumption"))
        if text not in self.assumptions:
            return False
        said: Statement = parse_count(text) if _COUNT.fullmatch(text) else parse_formula(text)
        return self.theory.follows(clause, said)

    def _by_negation(self, step: dict[str, Json], clause: Clause) -> bool:
        negations = [{_negated(literal) for literal in part} for part in self.goal]
        return self.by == "resolution" and all(part & clause for part in negations)

    def _by_resolution(self, step: dict[str, Json], clause: Clause) -> bool:
        parents, pivot = [_number(one) for one in _list(step.get("from"))], _text(step.get("on"))
        if len(parents) != 2 or not all(1 <= one <= len(self.clauses) for one in parents):
            return False
        one, other = (self.clauses[parent - 1] for parent in parents)
        if pivot not in one:
            one, other = other, one
        return pivot in one and "~" + pivot in other and clause == (one - {pivot}) | (other - {"~" + pivot})

    def _by_only(self, step: dict[str, Json], clause: Clause) -> bool:
        atoms = [_text(atom) for atom in _list(step.get("unfounded"))]
        parents = [_number(one) for one in _list(step.get("from", []))]
        earlier = all(1 <= one <= len(self.clauses) for one in parents)
        if not atoms or len(set(atoms)) < len(atoms) or not all(map(_is_plain, atoms)) or not earlier:
            return False
        false = {f"~{atom}" for atom in atoms}
        if not clause & false:
            return False
        others = [_negated(literal) for literal in clause if _name(literal) not in atoms]
        for parent in parents:
            if len(self.clauses[parent - 1]) != 1:
                return False
            others += self.clauses[parent - 1]
        supposed = false.union(others)
        if any(_negated(literal) in supposed or not _is_plain(_name(literal)) for literal in supposed):
            return False
        return all(self._is_unfounded(atom, supposed) for atom in atoms)

    def _is_unfounded(self, atom: str, supposed: set[str]) -> bool:
        predicate, _ = split(atom)
        if predicate not in self.only or self._facts(atom) != ():
            return False

        def known(part: Formula) -> Formula:
            if not part.parts and part.operator not in ("true", "false", "#"):
                facts = self._table(part.operator)
                if part.operator in supposed or f"~{part.operator}" in supposed:
                    return TRUE if part.operator in supposed else FALSE
                return part if facts is None else TRUE if facts else FALSE
            return _simplified(Formula(part.operator, tuple(map(known, part.parts)), part.low, part.high))

        def settled(part: Formula) -> Formula:
            found = known(part)
            is_open = found not in (TRUE, FALSE) and bool(found.parts)
            return FALSE if is_open and self.theory.follows(frozenset(), found) else found

        for label in self.only[predicate]:
            _require(label in self.rules, f"{label} is not a rule of the proof")
            for condition in Rule(self.rules[label]).conditions(atom, settled, self._sets):
                if not self.theory.follows(frozenset(), condition):
                    return False
        return True

    def _by_sum(self, step: dict[str, Json], clause: Clause) -> bool:
        facts = self._clause(step.get("facts", []))
        weights, low, high = self._sum(step, facts)
        written = _object(step.get("sum"))
        cells = {name: _number(weight) for name, weight in _object(_either(written, "cells", "names") or {}).items()}
        if cells != weights or _bounds(written) != (low, high) or not self._are_facts(facts):
            return False
        if clause & facts:
            return True
        reached = {0}  # all sums that are possible if the clause is false
        for name, weight in weights.items():
            values = [0, 1] if name not in clause and "~" + name not in clause else [int("~" + name in clause)]
            reached = {total + weight * value for total in reached for value in values}
        return not any(low <= total <= high for total in reached)

    def _sum(self, step: dict[str, Json], facts: Clause) -> tuple[dict[str, int], int, int]:
        weights: dict[str, int] = {}
        low = high = 0
        for key, sign in (("add", 1), ("subtract", -1)):
            for source in _list(step.get(key, [])):
                _require(_text(source) in self.hints, f"there is no hint {source}")
                hint = self.hints[_text(source)]
                low += sign * (hint.low if sign > 0 else hint.high)
                high += sign * (hint.high if sign > 0 else hint.low)
                for name in hint.names:
                    weights[name] = weights.get(name, 0) + sign
        for literal in facts:
            weight = weights.pop(_name(literal), 0)
            if not literal.startswith("~"):
                low, high = low - weight, high - weight
        return {name: weight for name, weight in weights.items() if weight}, low, high

    def _end(self) -> None:
        _require(bool(self.clauses), "there are no steps")
        last = self.clauses[-1]
        if self.by == "resolution":
            _require(not last, "the last step is not the empty clause")
        else:
            shown = len(self.goal) == 1 and last <= self.goal[0] and bool(last) == bool(self.goal[0])
            _require(shown, "the last step is not the goal")

    # what it says about itself

    def _check_summary(self) -> None:
        proof = self.proof
        if "clues" in proof:
            clues = [_text(source) for source in _list(proof["clues"])]
            _require(sorted(clues) == sorted(self.hints.keys() - {"mines"}), "its clues are not those of its hints")
        if "premises" in proof:
            premises = [_text(one) for one in _list(proof["premises"])]
            _require(sorted(premises) == sorted(self._stated()), "its premises are not what it rests on")
        if "uses_mine_total" in proof:
            _require(proof["uses_mine_total"] is ("mines" in self.hints), "uses_mine_total is wrong")
        _require(_list(proof.get("placements", [])) == [], "a proof has no placements")
        technique = proof.get("technique")
        _require(technique is None or isinstance(technique, str), "the technique is not a word")
        for source, mines in _object(proof.get("witnesses", {})).items():
            self._check_witness(source, [_text(name) for name in _list(mines)])

    def _stated(self) -> list[str]:
        """Return the hints, the facts, the formulas and the rules as statements."""
        stated = [*self.facts, *map(_text, _list(self.proof.get("givens", [])))]
        cited = {
            _text(step.get("rule")) for step in map(_object, _list(self.proof["steps"])) if step.get("by") == "rule"
        }
        cited |= {named[0] for named in map(self._cited, self.hints) if named is not None}
        stated += [f"{label}: {text}" for label, text in self.rules.items() if label in cited]
        stated += [f"only {predicate}" for predicate in self.only]
        for source, hint in self.hints.items():
            among = " ".join(map(_text, _list(_object(_object(self.proof["hints"])[source]).get("among"))))
            if hint.low == hint.high:
                count = str(hint.low)
            elif hint.high >= len(hint.names):
                count = f"at least {hint.low}"
            else:
                count = f"at most {hint.high}" if hint.low == 0 else f"{hint.low} to {hint.high}"
            text = f"{count} among {among}".rstrip()
            stated.append(text if source == text else f"{source}: {text}")
        return stated

    def _check_witness(self, source: str, mines: list[str]) -> None:
        _require(len(set(mines)) == len(mines), "a witness names each cell once")
        about = _either(self.proof, "cell", "name")
        _require(source in self.hints and about is not None, f"{source} is not a clue of the proof")
        known = {name for hint in self.hints.values() for name in hint.names} | set(map(_name, self.facts))
        known |= {_name(literal) for part in self.goal for literal in part}
        _require(set(mines) <= known, "a witness has a mine that the proof does not mention")
        for other, hint in self.hints.items():
            met = hint.low <= len(hint.names & set(mines)) <= hint.high
            _require(met is (other != source), f"the witness of {source} shows nothing about {other}")
        literals = self.facts | {_negated(literal) for part in self.goal for literal in part}
        agrees = all((_name(literal) in mines) is not literal.startswith("~") for literal in literals)
        _require(agrees, f"the witness of {source} contradicts a fact or has the goal")


def _either(data: dict[str, Json], of_boards: str, general: str) -> Json:
    """Return what a key says, by its name where a name is a cell or by its name where none is."""
    _require(of_boards not in data or general not in data, f"both {of_boards} and {general}")
    return data.get(of_boards, data.get(general))


def _bounds(data: dict[str, Json], most: int | None = None, least: int | None = None) -> tuple[int, int]:
    """Return the numbers of a hint or a sum; what is missing is as given, or a fault."""
    if "mines" in data or "exactly" in data:
        exact = _either(data, "mines", "exactly")
        _require("at_least" not in data and "at_most" not in data, "mines or bounds, not both")
        return _number(exact), _number(exact)
    _require("at_least" in data or "at_most" in data, "there is no number")
    return _number(data.get("at_least", least)), _number(data.get("at_most", most))


def _clamped(low: int, high: float, names: Iterable[str]) -> tuple[int, float]:
    return low, min(high, max(low, len(list(names))))
