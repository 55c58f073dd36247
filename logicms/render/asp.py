"""Boards and hint files as answer-set programs: what clingo reads, as a person would write it.

Sets become facts. Rules stay rules over their own predicates: what is closed holds by them alone, and *choices* leave
the rest open, so that the answer sets are the placements. A count of open atoms is a choice with bounds; what has no
such form is a constraint. Variables begin with a capital here; cells, and what clingo would take for a variable, are
strings.

A condition is written as the *ways* in which it holds: in each, some literals hold. Where there are too many ways, or
clingo has no literal for a part, the part gets an auxiliary predicate (`part_1`), which is not shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby, product
from math import prod
from typing import Literal, cast

from logicms.board import Board, Cell, as_name
from logicms.errors import expect
from logicms.hints import Hint
from logicms.limits import spend, timely
from logicms.notation.formulas import parse_expression
from logicms.notation.hint_files import Facts, HintFile, Known, Line, OpenCell, hint_file_of
from logicms.problem import Formula
from logicms.proofs.certificates import one_line
from logicms.rules.language import (
    CLUE,
    MINE,
    Atom,
    Binding,
    Comparison,
    Expression,
    Join,
    Quantified,
    Relation,
    Rule,
    Set,
    Term,
    Truth,
    Value,
    atoms,
    conditions_of,
    conjuncts,
    definitions,
    instances_of,
    is_shifted,
    members_of,
    predicate_of,
    sets_in,
)

_MOST_WAYS = 4
_WIDTH = 100
_CONSTANT = re.compile(r"(?!not$)[a-z][A-Za-z0-9_]*")
_OPPOSITE: dict[Relation, Relation] = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_BOUNDS: dict[str, Relation] = {"exactly": "=", "at_least": ">=", "at_most": "<="}


def to_asp(source: Board | HintFile) -> str:
    """Return what is known as a program for clingo: `clingo FILE` shows a placement, `clingo 0 FILE` all of them.

    >>> from logicms.notation.hint_files import parse_hints
    >>> text = "set s = a b\\nonly q\\n1 x in s: p(x)\\nall x in s: p(x) -> q(x)"
    >>> print(to_asp(parse_hints(text)), end="")
    s(a;b).
    <BLANKLINE>
    % 1 x in s: p(x)
    { p(X) : s(X) } = 1.
    <BLANKLINE>
    q(X) :- s(X), p(X).
    <BLANKLINE>
    #show p/1.
    #show q/1.
    """
    file = hint_file_of(source.with_flags("fact")) if isinstance(source, Board) else source
    expect(file, HintFile, "a board or a hint file")
    return _Program(file).text()


# -- parts of a program

Key = tuple[str, int]
"""A predicate of the program and its number of arguments."""


@dataclass(frozen=True, slots=True)
class _Literal:
    """A literal of clingo and the variables in it, as far as it does not bind them itself.

    Of these kinds, an atom and where a variable ranges give values to variables; a test (a comparison, a negated atom)
    needs them. A count and a conditional literal (`p(X) : s(X)`) cannot be inside of each other.
    """

    text: str
    variables: tuple[str, ...]
    kind: Literal["atom", "range", "test", "count", "each"]
    in_sums: tuple[str, ...] = ()
    """The variables that stand in sums only: they need not be elements."""

    @property
    def binds(self) -> bool:
        return self.kind in ("atom", "range")

    @property
    def is_simple(self) -> bool:
        return self.kind not in ("count", "each")


Way = tuple[_Literal, ...]

_FALSE = _Literal("#false", (), "test")


@dataclass(frozen=True, slots=True)
class _Range:
    """Where a variable ranges; None: where the positive atoms about it say."""

    literal: _Literal | None
    values: frozenset[Value]
    """What it may stand for, at most."""
    root: str | None
    """The variable on which the set depends, or itself: values of another root go with each of these."""


@dataclass(frozen=True, slots=True)
class _Scope:
    """What a part of a statement is inside of."""

    names: dict[str, str] = field(default_factory=dict)
    """What its variables are called here."""
    ranges: dict[str, _Range] = field(default_factory=dict)
    given: Way = ()
    """What must hold, or the part does not matter, as far as that does not rest on what is open."""

    def guards(self, variables: Iterable[str]) -> Way:
        """Return where variables range, and those that they depend on, in order."""
        needed, work = set[str](), list(variables)
        while work:
            if (name := work.pop()) not in needed:
                needed.add(name)
                literal = self.ranges[name].literal
                work += () if literal is None else literal.variables
        found = (self.ranges[name].literal for name in self.ranges if name in needed)
        return tuple(literal for literal in found if literal is not None)


@dataclass(frozen=True, slots=True)
class _Choice:
    """Open atoms: what may stand at each of their places."""

    columns: tuple[frozenset[Value], ...]
    is_whole: bool
    """Whether these are all atoms with such values."""
    text: str | None
    """None: a count leaves them open."""

    def covers(self, columns: tuple[frozenset[Value], ...]) -> bool:
        return self.is_whole and all(one >= other for one, other in zip(self.columns, columns, strict=True))


def _and(*parts: Way) -> Way:
    """Return the literals of all of these, each once, conditional ones last."""
    found = dict.fromkeys(literal for part in parts for literal in part)
    return tuple(sorted(found, key=lambda literal: literal.kind == "each"))


def _rule(head: str, way: Way) -> str:
    """Return a rule, or with an empty head a constraint."""
    simple = [literal.text for literal in way if literal.kind != "each"]
    body = "; ".join([", ".join(simple)] * bool(simple) + [each.text for each in way if each.kind == "each"])
    return f"{head} :- {body}.".lstrip() if body or not head else f"{head}."


def _elements(first: str, *rest: str) -> str:
    """Return what is between braces: an atom, and conditions on it if there are any."""
    return f"{{ {first}{' : ' if rest else ''}{', '.join(rest)} }}"


_VARIABLE = re.compile(r'"[^"]*"|\b[A-Z]\w*')


def _renamed(text: str) -> str:
    """Return a rule that stands alone, with the plainest names for its variables.

    >>> _renamed('{ p(X_2,Y,"X_2") : s(X_2) }.')
    '{ p(X,Y,"X_2") : s(X) }.'
    """
    names: dict[str, str] = {}
    for word in _VARIABLE.findall(text):
        plain = word.partition("_")[0]
        names.setdefault(word, word if word[0] == '"' or plain in names.values() else plain)
    return _VARIABLE.sub(lambda found: names[found[0]], text)


def _value(value: Value) -> str:
    """Return a value as clingo writes it: a number, a constant, or a string.

    >>> [_value(each) for each in (Cell(0, 1), "WA", "red", -1)]
    ['"B1"', '"WA"', 'red', '-1']
    """
    if isinstance(value, int) or (isinstance(value, str) and _CONSTANT.fullmatch(value)):
        return str(value)
    return f'"{value}"'  # a name has neither quotes nor backslashes


def _pool(values: Sequence[Value]) -> str:
    """Return values as one argument.

    >>> _pool((1, 2, 3, "a"))
    '1..3;a'
    """
    runs: list[str] = []
    for _, run in groupby(enumerate(values), lambda each: each[1] - each[0] if isinstance(each[1], int) else each):
        members = [value for _, value in run]
        is_run = len(members) > 2
        runs += [f"{members[0]}..{members[-1]}"] if is_run else map(_value, members)
    return ";".join(runs)


def _facts(word: str, values: Sequence[Value], before: str = "") -> Iterator[str]:
    """Yield lines that say of which values a predicate holds."""
    lines: list[list[Value]] = []
    width = _WIDTH
    for value in timely(values):
        if (width := width + len(_value(value)) + 1) > _WIDTH:
            width = len(word) + len(before) + 4
            lines.append([])
        lines[-1].append(value)
    for line in lines:
        pool = _pool(line)
        yield f"{word}({before}{f'({pool})' if before and ';' in pool else pool})."


def _is_literal(body: Expression) -> bool:
    return isinstance(body, Atom) or (isinstance(body, Join) and body.operator == "not" and _is_literal(body.parts[0]))


def _body(line: Line) -> Expression | None:
    """Return what a rule or a formula says."""
    if isinstance(line, Rule):
        return line.body
    return parse_expression(line.text) if isinstance(line, Formula) else None


class _Program:
    """Writes one file."""

    def __init__(self, file: HintFile) -> None:
        self.file = file
        self.tables = file.tables
        self.closed = frozenset(file.closed)
        self.told = [(line, _body(line)) for line in file.lines]
        self.bodies = [body for _, body in self.told if body is not None]
        self.resting = self._resting()
        self.has_names_as_values = any(map(self._stands_for_names, self.bodies))
        self.words: dict[tuple[str, str, int], str] = {}
        self.taken: set[Key] = {(MINE, 1), (CLUE, 2)}
        self.heads: set[Key] = set()
        self.used: dict[Key, None] = {}
        self.shown: dict[Key, None] = {}
        self.sets: dict[Key, list[str]] = {}
        self.choices: dict[Key, list[_Choice]] = {}
        self.ground: dict[str, tuple[Key, tuple[frozenset[Value], ...]]] = {}
        """Open atoms without variables."""
        self.settled: set[str] = set()
        """Those that are facts, or that a count leaves open."""
        self.lines: list[str] = []
        """Those of the statement that is being written."""
        self.variables: set[str] = set()
        self.parts = count(1)
        for line, body in self.told:  # the file's own predicates have the first choice of words
            self._reserve(line, body)

    def text(self) -> str:
        told, blocks, is_commented = list[str](), list[list[str]](), False
        for line, body in self.told:
            self.lines, self.variables = [], set()
            if body is None:
                told += self._told(line)
                continue
            bindings, inner = instances_of(body)
            self._state(inner, self._bind(bindings, _Scope()), (), definable=True)
            name = getattr(line, "name", None)
            label = "" if name is None else f"{name}: "
            lines = list(dict.fromkeys(self.lines))
            if _is_literal(body) or not any(each.startswith((":-", "{", "part_")) for each in lines):
                if is_commented or not blocks:
                    blocks.append([])
                blocks[-1] += lines
                is_commented = False
            else:
                blocks.append([f"% {one_line(label + cast(Rule | Formula, line).text)}", *lines])
                is_commented = True
        self.variables = set()
        grid = list(self._grid())
        choices = list(self._choices())
        remarks = [f"% {word}: {name}" for (kind, name, _), word in self.words.items() if kind and word != name]
        sets = [line for lines in self.sets.values() for line in lines]
        ends = [f"#defined {word}/{arity}." for word, arity in self.used if (word, arity) not in self.heads]
        ends += [f"#show {word}/{arity}." for word, arity in sorted(self.shown)] or ["#show."]
        every = [remarks, sets, grid, choices, told, *blocks, ends]
        return "\n".join("".join(f"{line}\n" for line in block) for block in every if block)

    # -- what is open

    def _resting(self) -> frozenset[str]:
        """Return the closed predicates that rest on what is open."""
        needs: dict[str, set[str | None]] = {}
        for body in self.bodies:
            for head, condition in definitions(body, self.closed):
                needs.setdefault(str(predicate_of(head)), set()).update(map(predicate_of, atoms(condition)))
        found: set[str] = set()
        while new := {
            each
            for each, names in needs.items()
            if each not in found and any(name in found or not self._is_fixed(name) for name in names)
        }:
            found |= new
        return frozenset(found)

    def _is_fixed(self, predicate: str | None) -> bool:
        """Return whether a predicate holds by facts and rules alone."""
        return predicate == CLUE or predicate in self.closed

    def _is_decided(self, part: Expression) -> bool:
        """Return whether a part is a comparison or a literal that does not rest on what is open."""
        if isinstance(part, Join):
            return part.operator == "not" and isinstance(part.parts[0], Atom) and self._is_decided(part.parts[0])
        if isinstance(part, Atom):
            return self._is_fixed(predicate_of(part)) and predicate_of(part) not in self.resting
        return isinstance(part, Comparison)

    def _stands_for_names(self, body: Expression) -> bool:
        """Return whether a variable may stand for propositions that are no cells."""
        if not any(atom.predicate == MINE and atom.terms[0].variable is not None for atom in atoms(body)):
            return False
        members = (self.tables.sets.get(of.name, ()) for of in sets_in(body))
        rows = (row for of in sets_in(body) for row in self.tables.relations.get(of.name, {}).values())
        return any(isinstance(value, str) for each in (*members, *rows) for value in each)

    def _open(self, atom: Atom, literal: _Literal, key: Key, scope: _Scope) -> None:
        """Note that an open atom may hold or not."""
        columns = self._columns(atom, scope)
        if not literal.variables:
            self.ground.setdefault(literal.text, (key, columns))
            return
        named = dict.fromkeys((*literal.variables, *(name for each in scope.given for name in each.variables)))
        guards = self._safe(_and(scope.guards(named), scope.given), named)
        is_whole = not scope.given and self._is_whole(atom, scope)
        text = _renamed(f"{_elements(literal.text, *(each.text for each in guards))}.")
        self.choices.setdefault(key, []).append(_Choice(columns, is_whole, text))

    def _is_whole(self, atom: Atom, scope: _Scope) -> bool:
        """Return whether the places of an atom have all their values, each independent of the others."""
        own = [term for term in atom.terms if term.variable is not None]
        roots = {scope.ranges[scope.names[str(term.variable)]].root for term in own}
        return None not in roots and len(roots) == len(own) and not any(term.value for term in own)

    def _columns(self, atom: Atom, scope: _Scope) -> tuple[frozenset[Value], ...]:
        return tuple(self._column(term, scope) for term in atom.terms)

    def _column(self, term: Term, scope: _Scope) -> frozenset[Value]:
        """Return what a term may stand for."""
        if term.variable is None:
            return frozenset([term.value])
        values = scope.ranges[scope.names[term.variable]].values
        return frozenset(replace(term, variable="x").under({"x": value}) for value in values) if term.value else values

    def _choices(self) -> Iterator[str]:
        """Yield the choices, without those that others make needless."""
        for key, choices in self.choices.items():
            written: list[_Choice] = []
            for choice in sorted(choices, key=lambda each: (not each.is_whole, each.text is not None)):
                if not any(other.covers(choice.columns) or other.text == choice.text for other in written):
                    written.append(choice)
            yield from (choice.text for choice in written if choice.text is not None)
            self.heads.add(key)
        alone = []
        for text, (key, columns) in self.ground.items():
            self.heads.add(key)
            if text not in self.settled and not any(each.covers(columns) for each in self.choices.get(key, ())):
                alone.append(text)
        if alone:
            yield f"{_elements('; '.join(alone))}."

    # -- words

    def _word(self, kind: str, name: str, arity: int) -> str:
        """Return the predicate of the program for something: called the same, if clingo can, and if it is free."""
        key = kind, name, arity
        if key not in self.words:
            plain = re.sub(r"[^A-Za-z0-9_]", "", name).lstrip("_0123456789") or "name"
            first = plain[0].lower() + plain[1:]
            tried = (word for word in (first, *(f"{first}_{number}" for number in range(2, 10_000))) if word != "not")
            self.words[key] = next(word for word in tried if (word, arity) not in self.taken)
            self.taken.add((self.words[key], arity))
        return self.words[key]

    def _reserve(self, line: Line, body: Expression | None) -> None:
        if isinstance(line, Facts) and line.rows[0]:
            self._word("predicate", line.predicate, len(line.rows[0]))
        for atom in sorted(set(() if body is None else atoms(body)), key=str):
            if atom.predicate not in (MINE, CLUE):
                self._word("predicate", atom.predicate, len(atom.terms))

    def _key(self, atom: Atom) -> Key:
        if atom.predicate == CLUE:
            return CLUE, 2
        if atom.predicate != MINE:
            return self._word("predicate", atom.predicate, len(atom.terms)), len(atom.terms)
        of = atom.terms[0]
        if of.variable is not None or isinstance(of.value, Cell) or self.has_names_as_values:
            return MINE, 1
        return self._word("name", str(of.value), 0), 0

    def _atom(self, atom: Atom, scope: _Scope, *, is_choice: bool = True) -> _Literal:
        """Return an atom; if it is open, it is noted, unless what it is written for leaves it open."""
        key = self._key(atom)
        arguments = ",".join(self._term(term, scope) for term in atom.terms[: key[1]])
        names = dict.fromkeys(scope.names[term.variable] for term in atom.terms if term.variable is not None)
        plain = {scope.names[term.variable] for term in atom.terms if term.variable is not None and not term.value}
        in_sums = tuple(name for name in names if name not in plain)
        literal = _Literal(f"{key[0]}({arguments})" if arguments else key[0], tuple(names), "atom", in_sums)
        self.used[key] = None
        if atom.predicate != CLUE:
            self.shown[key] = None
        if is_choice and not self._is_fixed(predicate_of(atom)):
            self._open(atom, literal, key, scope)
        return literal

    def _term(self, term: Term, scope: _Scope) -> str:
        if term.variable is None:
            return _value(term.value)
        return f"{scope.names[term.variable]}{term.value:+d}" if term.value else scope.names[term.variable]

    # -- sets

    def _bind(self, bindings: Iterable[Binding], scope: _Scope) -> _Scope:
        """Return the scope inside of a quantifier."""
        for binding in bindings:
            name = self._variable(binding.variable)
            ranges = {**scope.ranges, name: self._range(binding.of, name, scope)}
            scope = replace(scope, names={**scope.names, binding.variable: name}, ranges=ranges)
        return scope

    def _variable(self, variable: str) -> str:
        plain = re.sub(r"[^A-Za-z0-9_]", "", variable).lstrip("_0123456789") or "X"
        first = plain[0].upper() + plain[1:]
        name = next(
            each for each in (first, *map(f"{first}_{{}}".format, range(2, 10_000))) if each not in self.variables
        )
        self.variables.add(name)
        return name

    def _range(self, of: Set | None, name: str, scope: _Scope) -> _Range:
        if of is None:
            return _Range(None, frozenset(self.constants), None)
        if of.numbers is not None:
            low, high = of.numbers
            return _Range(_Literal(f"{name} = {low}..{high}", (name,), "range"), frozenset(range(low, high + 1)), name)
        needs = [scope.names[term.variable] for term in of.terms if term.variable is not None]
        arguments = ",".join((*(self._term(term, scope) for term in of.terms), name))
        literal = _Literal(f"{self._set(of)}({arguments})", (*needs, name), "range")
        if not needs:
            return _Range(literal, frozenset(members_of(of, {}, self.tables)), name)
        (term,) = of.terms
        found = (self.tables.members(of.name, value) or () for value in self._column(term, scope))
        return _Range(literal, frozenset(each for members in found for each in members), scope.ranges[needs[0]].root)

    def _set(self, of: Set, over: Iterable[Value] = ()) -> str:
        """Return the predicate of a set, which facts define; of one with an argument, perhaps for some values only."""
        if of.name == CLUE:
            self.used[CLUE, 2] = None
            return CLUE
        key = self._word("set", of.name, 1 + len(of.terms)), 1 + len(of.terms)
        if key not in self.sets:
            if not of.terms:
                lines = list(_facts(key[0], self.tables.members(of.name) or ()))
            else:
                all_values = self.tables.relations.get(of.name, self.tables.members("cells") or ())
                rows = [(each, self.tables.members(of.name, each) or ()) for each in over or all_values]
                lines = [line for each, row in rows for line in _facts(key[0], row, f"{_value(each)},")]
            self._define(key, lines)
        return key[0]

    def _define(self, key: Key, lines: list[str]) -> None:
        self.sets[key] = lines
        self.used[key] = None
        if lines:
            self.heads.add(key)

    @property
    def constants(self) -> tuple[Value, ...]:
        book = self.file.book
        return (
            () if book is None else tuple(as_name(each) if isinstance(each, str) else each for each in book.constants)
        )

    def _is_constant(self, name: str, *, number: bool = False) -> _Literal:
        """Return that a variable stands for an element, or a number among them."""
        key = self._word("", "number" if number else "element", 1), 1
        if key not in self.sets:
            self._define(
                key, list(_facts(key[0], [each for each in self.constants if isinstance(each, int) or not number]))
            )
        return _Literal(f"{key[0]}({name})", (name,), "atom")

    def _safe(self, way: Way, names: Iterable[str]) -> Way:
        """Return a way that gives a value to each of these variables."""
        bound = {name for literal in way if literal.binds for name in literal.variables if name not in literal.in_sums}
        return _and(way, tuple(self._is_constant(name) for name in dict.fromkeys(names) if name not in bound))

    # -- conditions

    def _ways(self, part: Expression, sign: bool, scope: _Scope) -> list[Way]:
        """Return the ways in which a part holds or, if the sign is False, fails."""
        spend()
        if isinstance(part, Truth):
            return [()] if part.holds == sign else []
        if isinstance(part, Atom):
            literal = self._atom(part, scope)
            if sign:
                return [(literal,)]
            # Where something is added to a name, the atom is false for us, and for clingo there is no instance.
            shifted = dict.fromkeys(scope.names[str(term.variable)] for term in part.terms if is_shifted(term))
            numbers = self._numbers(shifted, scope)
            others = [(_Literal(f"not {each.text}", each.variables, "test"),) for each in numbers]
            return [(*numbers, _Literal(f"not {literal.text}", literal.variables, "test")), *others]
        if isinstance(part, Comparison):
            return self._comparison(part, sign, scope)
        if isinstance(part, Quantified):
            return self._quantified(part, sign, scope)
        if part.operator == "not":
            return self._ways(part.parts[0], not sign, scope)
        if part.operator == "implies":
            return self._joined([(part.parts[0], not sign), (part.parts[1], sign)], not sign, scope)
        if part.operator in ("and", "or"):
            return self._joined([(each, sign) for each in part.parts], (part.operator == "and") == sign, scope)
        if len(part.parts) > 2:
            return self._parity(part.parts, sign, scope)
        one, other = part.parts
        is_same = (part.operator == "equivalent") == sign
        ways = (self._joined([(one, first), (other, first == is_same)], True, scope) for first in (True, False))
        return [way for each in ways for way in each]

    def _joined(self, parts: Sequence[tuple[Expression, bool]], is_and: bool, scope: _Scope) -> list[Way]:
        """Return the ways in which all parts hold, or one of them."""
        found = [self._ways(part, sign, scope) for part, sign in parts]
        if not is_and:
            return list(dict.fromkeys(way for ways in found for way in ways))
        if prod(map(len, found)) > _MOST_WAYS:
            found = [ways if len(ways) < 2 else [(self._named(ways, scope),)] for ways in found]
        return list(dict.fromkeys(_and(*way) for way in product(*found)))

    def _comparison(self, part: Comparison, sign: bool, scope: _Scope) -> list[Way]:
        left, right = ("+".join(self._term(term, scope) for term in side) for side in (part.left, part.right))
        text = f"{left} {part.relation if sign else _OPPOSITE[part.relation]} {right}"
        own = [term for term in part.terms if term.variable is not None]
        names = tuple(dict.fromkeys(scope.names[str(term.variable)] for term in own))
        written = _Literal(text, names, "test")
        if not part.is_of_numbers:
            return [(written,)]
        if any(term.variable is None and not isinstance(term.value, int) for term in part.terms):
            return [] if sign else [()]
        # What is no number has an order for clingo, and none for us.
        numbers = self._numbers(names, scope)
        others = [(_Literal(f"not {each.text}", each.variables, "test"),) for each in numbers]
        return [(*numbers, written)] if sign else [(*numbers, written), *others]

    def _numbers(self, names: Iterable[str], scope: _Scope) -> Way:
        """Return that these variables, as far as they may stand for something else, stand for numbers."""
        doubtful = [each for each in names if not all(isinstance(value, int) for value in scope.ranges[each].values)]
        return tuple(self._is_constant(name, number=True) for name in doubtful)

    def _quantified(self, part: Quantified, sign: bool, scope: _Scope) -> list[Way]:
        if part.kind not in ("all", "some"):
            relation = _BOUNDS[part.kind] if sign else _OPPOSITE[_BOUNDS[part.kind]]
            return [(self._count(part, relation, scope),)]
        inside = self._bind(part.bindings, scope)
        own = [inside.names[binding.variable] for binding in part.bindings]
        ranges = tuple(literal for name in own if (literal := inside.ranges[name].literal) is not None)
        if (part.kind == "some") == sign:
            return [_and(ranges, way) for way in self._ways(part.body, sign, inside)]
        # For all values a body holds (or fails); conditions say for which of them that matters.
        conditions, rest = self._split(part)
        told = tuple(literal for each in conditions for literal in self._ways(each, True, inside)[0])
        ways = self._ways(rest, sign, inside)
        if () in ways:
            return [()]
        literal = self._one(ways, inside)
        guards = self._safe(_and(ranges, told), own)
        free = dict.fromkeys(name for each in (literal, *guards) for name in each.variables if name in scope.ranges)
        return [(_Literal(f"{literal.text} : {', '.join(each.text for each in guards)}", tuple(free), "each"),)]

    def _split(self, part: Quantified) -> tuple[list[Expression], Expression]:
        """Return the conditions of a quantifier that can stand right of a colon, and the rest of its body."""
        told = [each for each in conditions_of(part) if self._is_guard(each)]
        others = tuple(each for each in conditions_of(part) if each not in told)
        if part.kind == "some":
            return told, Join("and", others) if others else Truth(True)
        if not conditions_of(part):
            return told, part.body
        body = cast(Join, part.body)
        head = body.parts[1] if body.operator == "implies" else Truth(False)
        return told, Join("implies", (Join("and", others), head)) if others else head

    def _is_guard(self, part: Expression) -> bool:
        if isinstance(part, Comparison):
            return not part.is_of_numbers or all(isinstance(each, int) for each in self.constants)
        return isinstance(part, Atom) and self._is_fixed(predicate_of(part))

    def _count(self, part: Quantified, relation: Relation, scope: _Scope) -> _Literal:
        assert part.number is not None
        inside = self._bind(part.bindings, scope)
        own = [inside.names[binding.variable] for binding in part.bindings]
        ranges = tuple(literal for name in own if (literal := inside.ranges[name].literal) is not None)
        ways = self._ways(part.body, True, inside)
        if not all(literal.is_simple for way in ways for literal in way):
            ways = [(self._named(ways, inside),)]
        counted = [literal for literal in ways[0] if literal.kind == "atom"] if len(ways) == 1 else []
        ways = [self._safe(_and(way, ranges), own) for way in ways]
        free = dict.fromkeys(name for way in ways for each in way for name in each.variables if name in scope.ranges)
        if len(counted) == 1 and set(own) <= set(counted[0].variables):
            (way,) = ways
            elements = _elements(counted[0].text, *(each.text for each in way if each != counted[0]))
        else:
            tuples = [f"{','.join(own)} : {', '.join(each.text for each in way)}" for way in ways]
            elements = f"#count {_elements('; '.join(tuples))}"
        if part.number.variable is not None:
            free[scope.names[part.number.variable]] = None
        return _Literal(f"{elements} {relation} {self._term(part.number, scope)}", tuple(free), "count")

    def _parity(self, parts: Sequence[Expression], sign: bool, scope: _Scope) -> list[Way]:
        """Return that an odd (or an even) number of parts hold."""
        found = [self._one(self._ways(part, True, scope), scope) for part in parts]
        number = self._variable("N")
        elements = _elements("; ".join(f"{place} : {literal.text}" for place, literal in enumerate(found, 1)))
        names = tuple(dict.fromkeys(name for literal in found for name in literal.variables))
        counts = _Literal(f"{number} = #count {elements}", names, "count")
        return [(counts, _Literal(f"{number} \\ 2 = {int(sign)}", (), "count"))]

    def _one(self, ways: Sequence[Way], scope: _Scope) -> _Literal:
        """Return one literal that says that a part holds."""
        is_literal = len(ways) == 1 and len(ways[0]) == 1 and ways[0][0].is_simple
        return ways[0][0] if is_literal else self._named(ways, scope)

    def _named(self, ways: Sequence[Way], scope: _Scope) -> _Literal:
        """Return an atom of an auxiliary predicate, which holds in these ways."""
        if not ways:
            return _FALSE
        free = {name for way in ways for literal in way for name in literal.variables}
        names = tuple(name for name in scope.ranges if name in free)
        key = self._word("", f"part_{next(self.parts)}", len(names)), len(names)
        literal = _Literal(f"{key[0]}({','.join(names)})" if names else key[0], names, "atom")
        self.heads.add(key)
        for way in ways:
            self._write(literal.text, _and(scope.guards(names), way), names)
        return literal

    # -- statements

    def _write(self, head: str, way: Way, names: Iterable[str] = ()) -> None:
        variables = (*names, *(name for literal in way for name in literal.variables))
        self.lines.append(_rule(head, self._safe(way, variables)))

    def _state(self, body: Expression, scope: _Scope, conditions: tuple[Expression, ...], *, definable: bool) -> None:
        """Write what a statement says under conditions; a closed atom is the head of a rule if it is *definable*."""
        if isinstance(body, Join) and body.operator == "and":
            for part in body.parts:
                is_head = isinstance(part, Atom) or (isinstance(part, Join) and part.operator == "and")
                self._state(part, scope, conditions, definable=definable and is_head)
        elif isinstance(body, Join) and body.operator == "implies":
            one, other = body.parts
            is_first = definable and not conditions
            inside = self._under(one, scope) if is_first else scope
            self._state(other, inside, (*conditions, one), definable=is_first)
        elif isinstance(body, Join) and body.operator == "equivalent":
            is_rule = definable and not conditions
            for one, other in (body.parts, body.parts[::-1]):
                self._state(other, scope, (*conditions, one), definable=is_rule and isinstance(other, Atom))
        elif isinstance(body, Quantified) and body.kind == "all":
            self._state(body.body, self._bind(body.bindings, scope), conditions, definable=False)
        elif isinstance(body, Atom) and (definable or not self._is_fixed(predicate_of(body))):
            self._define_by(body, scope, conditions)
        elif isinstance(body, Quantified) and self._is_choice(body, conditions):
            self._choose(body, scope, conditions)
        elif isinstance(body, Join) and body.operator == "not":
            inside = self._under(body.parts[0], scope) if definable and not conditions else scope
            for way in self._when((*conditions, body.parts[0]), inside):
                self._write("", way)
        else:
            for way in self._when(conditions, scope, (body, False)):
                self._write("", way)

    def _when(self, conditions: Iterable[Expression], scope: _Scope, *more: tuple[Expression, bool]) -> list[Way]:
        """Return the ways in which conditions hold, for all values of the variables."""
        self.variables = set(scope.ranges)
        parts = [(each, True) for condition in conditions for each in conjuncts(condition)]
        return [_and(scope.guards(scope.ranges), way) for way in self._joined([*parts, *more], True, scope)]

    def _under(self, condition: Expression, scope: _Scope) -> _Scope:
        """Return the scope of what a condition guards: where it is decided and fails, an instance says nothing."""
        parts = [each for each in conjuncts(condition) if self._is_decided(each)]
        found = [self._ways(each, True, scope) for each in parts]
        return replace(scope, given=_and(*(ways[0] for ways in found if len(ways) == 1)))

    def _define_by(self, head: Atom, scope: _Scope, conditions: tuple[Expression, ...]) -> None:
        """Write that an atom holds under conditions."""
        ways = self._when(conditions, scope)
        literal = self._atom(head, scope)
        if ways:
            self.heads.add(self._key(head))
        if ways == [()]:
            self.settled.add(literal.text)
        sums: Way = ()
        if self._is_fixed(predicate_of(head)):  # sums make no new elements
            known = frozenset(self.constants)
            beyond = [
                term for term in head.terms if term.variable and term.value and not self._column(term, scope) <= known
            ]
            sums = tuple(
                replace(self._is_constant(self._term(term, scope)), kind="test", variables=()) for term in beyond
            )
        for way in ways:
            self._write(literal.text, _and(way, sums), literal.variables)

    def _is_choice(self, part: Quantified, conditions: Iterable[Expression]) -> bool:
        """Return whether a count is of open atoms, one for each choice of values, and rests on nothing open."""
        own = {binding.variable for binding in part.bindings}
        return (
            part.kind != "some"
            and isinstance(part.body, Atom)
            and not self._is_fixed(predicate_of(part.body))
            and own <= {term.variable for term in part.body.terms}
            and all(binding.of is not None for binding in part.bindings)
            and all(self._is_decided(each) for condition in conditions for each in conjuncts(condition))
        )

    def _choose(self, part: Quantified, scope: _Scope, conditions: tuple[Expression, ...]) -> None:
        """Write a count as a choice with bounds."""
        body, number = cast(Atom, part.body), cast(Term, part.number)
        inside = self._bind(part.bindings, scope)
        literal = self._atom(body, inside, is_choice=False)
        ranges = [inside.ranges[inside.names[binding.variable]].literal for binding in part.bindings]
        elements = _elements(literal.text, *(each.text for each in ranges if each is not None))
        is_whole = not conditions and self._is_whole(body, inside)
        self.choices.setdefault(self._key(body), []).append(_Choice(self._columns(body, inside), is_whole, None))
        for way in self._when(conditions, scope):
            self._write(f"{elements} {_BOUNDS[part.kind]} {self._term(number, scope)}", way, scope.ranges)

    # -- facts, counts, and the grid

    def _told(self, line: Line) -> Iterator[str]:
        """Yield a fact or a count among names."""
        scope = _Scope()
        if isinstance(line, Facts):
            terms = tuple(Term(None, value) for value in line.rows[0])
            key = self._key(Atom(line.predicate, terms) if terms else Atom(MINE, (Term(None, line.predicate),)))
            self.heads.add(key)
            self.shown[key] = None
            for row in timely(line.rows):
                arguments = ",".join(map(_value, row)) if row else _value(line.predicate)
                yield f"{key[0]}({arguments})." if key[1] else f"{key[0]}."
        elif isinstance(line, Known):
            for atom in (Atom(MINE, (Term(None, name),)) for name in line.names):
                is_fact = line.mine and not self._is_fixed(predicate_of(atom))
                text = self._atom(atom, scope).text
                self.settled.update([text] * is_fact)
                yield f"{text}." if is_fact else f":- {'not ' * line.mine}{text}."
        elif isinstance(line, Hint):
            named = [Atom(MINE, (Term(None, name),)) for name in line.among]
            is_choice = not any(self._is_fixed(predicate_of(atom)) for atom in named)
            texts = [self._atom(atom, scope).text for atom in named]
            if is_choice:
                self.settled.update(texts)
            counted, is_bounded = _elements("; ".join(texts)), line.high < len(texts)
            if line.is_exact or not line.low:
                bounds = f"{counted} {'=' if line.is_exact else '<='} {line.high}"
            else:
                bounds = f"{line.low} <= {counted} <= {line.high}" if is_bounded else f"{counted} >= {line.low}"
            yield f"{bounds}." if is_choice else f":- not {bounds}."

    def _grid(self) -> Iterator[str]:
        """Yield what clues, the size and the mine total say."""
        opened = [line for line in self.file.lines if isinstance(line, OpenCell)]
        cells = self.tables.members("cells") or ()
        if opened:
            self.heads.add((CLUE, 2))
            yield from (f"{CLUE}({_value(line.cell)},{line.mines})." for line in opened)
            yield "% An open cell is no mine."
            yield f":- {MINE}(C), {CLUE}(C,_)."
        counted = [line.cell for line in opened if not (line.given or self.file.speaks_of_clues)]
        if counted:
            around = self._set(Set("around", (Term("c"),)), counted)
            yield "% As many cells around a clue are mines as it says."
            if len(counted) == len(opened):
                yield f"{{ {MINE}(X) : {around}(C,X) }} = N :- {CLUE}(C,N)."
            else:
                yield from (
                    f"{{ {MINE}(X) : {around}(C,X) }} = N :- C = {_value(each)}, {CLUE}(C,N)." for each in counted
                )
        if self.file.mines is not None or self.file.to_board() is not None:
            total = "" if self.file.mines is None else f" = {self.file.mines}"
            yield f"% {'All mines of the grid' if total else 'Any cell may be a mine'}."
            yield f"{{ {MINE}(C) : {self._set(Set('cells'))}(C) }}{total}."
            self.choices.setdefault((MINE, 1), []).append(_Choice((frozenset(cells),), True, None))
        if opened or cells and (MINE, 1) in self.choices:
            self.used[MINE, 1] = self.shown[MINE, 1] = None
            self.choices.setdefault((MINE, 1), [])
