"""Random files of any shape about closed and open predicates, and the same written out for clingo, atom by atom.

Nothing of logicms writes them out: an instance is a choice of constants, and its condition becomes rules for auxiliary
atoms, one for each part of it (after Lloyd and Topor, "Making Prolog more expressive", 1984). What a file leaves open
is a choice. So clingo decides what a file means: its answer sets, without the auxiliary atoms, are the placements.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

import clingo

Value = str | int
Values = Mapping[str, Value]
SETS: dict[str, tuple[Value, ...]] = {"s": ("a", "b", "c"), "n": (0, 1, 2, 3)}
NEXT: dict[Value, tuple[Value, ...]] = {"a": ("b", "c"), "b": ("c",)}
"""The members of `next(x)`."""
CLOSED = {"p": "s", "q": "s", "e": "ss", "r": "ss", "f": "n", "g": "sn", "w": "", "d": "?"}
"""Each closed predicate with the sets of its arguments; `?` is anything."""
OPENED = {"o": "s", "u": "", "v": ""}
LEVELS = ("e", "p", "f", "r", "q", "g", "d", "w")
"""An order in which most rules build on each other."""
RELATIONS: dict[str, Callable[[Value, Value], bool]] = {
    **{"=": operator.eq, "!=": operator.ne},
    **{"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge},
}


@dataclass(frozen=True)
class Term:
    """A variable and what is added to it, or a value."""

    of: Value
    added: int = 0
    is_variable: bool = True

    def __str__(self) -> str:
        return f"{self.of}{self.added:+d}" if self.added else str(self.of)

    def under(self, values: Values) -> Value | None:
        """Return its value; None if something is added to a name."""
        value = values[str(self.of)] if self.is_variable else self.of
        if not self.added:
            return value
        return value + self.added if isinstance(value, int) else None


@dataclass(frozen=True)
class Part:
    """An atom, a comparison, or an operator or quantifier with its parts."""

    kind: str
    terms: tuple[Term, ...] = ()
    parts: tuple[Part, ...] = ()
    bindings: tuple[tuple[str, str], ...] = ()
    """Variables, and where each ranges: a set, `next(x)`, or nothing."""
    number: int = 0
    right: int = 0
    """How many of the terms of a comparison stand on its right."""

    def __str__(self) -> str:
        if self.kind in RELATIONS:
            cut = len(self.terms) - self.right
            return f"{'+'.join(map(str, self.terms[:cut]))} {self.kind} {'+'.join(map(str, self.terms[cut:]))}"
        if self.kind in ("true", "false"):
            return self.kind
        if self.kind == "~":
            return f"~({self.parts[0]})" if self.parts[0].parts else f"~{_whole(self.parts[0])}"
        if self.kind in ("&", "|", "^", "->", "<->"):
            return f" {self.kind} ".join(map(_whole, self.parts))
        if self.bindings:
            kind = {"all": "all", "some": "some", "exactly": str(self.number)}.get(
                self.kind, f"{self.kind} {self.number}"
            )
            bound = ", ".join(f"{name} in {of}" if of else name for name, of in self.bindings)
            return f"{kind} {bound}: {self.parts[0]}"
        return self.kind + (f"({', '.join(map(str, self.terms))})" if self.terms else "")


def _whole(part: Part) -> str:
    return f"({part})" if part.parts and part.kind != "~" or part.kind in RELATIONS else str(part)


@dataclass(frozen=True)
class Rule:
    """A statement that makes atoms hold (the heads, one of which may be open), or one that only constrains."""

    bindings: tuple[tuple[str, str], ...]
    body: Part | None
    heads: tuple[Part, ...]
    is_both: bool = False
    """Whether it is written with `<->`."""

    def __str__(self) -> str:
        heads = " & ".join(map(str, self.heads))
        said = heads if self.body is None else f"{_whole(self.body)} {'<->' if self.is_both else '->'} {heads}"
        bound = ", ".join(f"{name} in {of}" if of else name for name, of in self.bindings)
        return f"all {bound}: {said}" if bound else said


@dataclass
class File:
    """A random file: its facts, rules and constraints."""

    facts: list[Part]
    rules: list[Rule]
    constraints: list[Part]
    opened: tuple[str, ...]

    @property
    def text(self) -> str:
        sets = [f"set {name} = {' '.join(map(str, of))}" for name, of in SETS.items()]
        sets += [f"set next({each}) = {' '.join(map(str, of))}" for each, of in NEXT.items()]
        return "\n".join([*sets, f"only {' '.join(CLOSED)}", *map(str, (*self.facts, *self.rules, *self.constraints))])

    @property
    def constants(self) -> tuple[Value, ...]:
        """Everything that a variable without a set may stand for."""
        found = dict.fromkeys(value for of in SETS.values() for value in of)
        found.update((term.of, None) for fact in self.facts for term in fact.terms)
        for part in (*self.constraints, *(part for rule in self.rules for part in (rule.body, *rule.heads) if part)):
            found.update((term.of, None) for term in _terms(part) if not term.is_variable)
        return tuple(found)


def _terms(part: Part) -> Iterator[Term]:
    if part.kind in CLOSED or part.kind in OPENED:
        yield from part.terms
    for each in part.parts:
        yield from _terms(each)


Said = str | bool
"""A literal as clingo writes it, or what is known already."""


class Program:
    """A file in clingo's language, without a variable."""

    def __init__(self, file: File) -> None:
        self.file = file
        self.constants = file.constants
        self.facts = {_written(fact.kind, [term.of for term in fact.terms]) for fact in file.facts}
        self.rules_for = {head.kind for rule in file.rules for head in rule.heads}
        self.lines: dict[str, None] = {f"{fact}.": None for fact in self.facts}
        self.choices: dict[str, None] = {}
        self._parts: dict[frozenset[frozenset[str]], str] = {}
        for name in file.opened:
            for row in product(*(SETS[kind] for kind in OPENED[name])):
                self.choices[_written(name, row)] = None
        for rule in file.rules:
            for values in self.values(rule.bindings, {}):
                self._instance(rule, values)
        for part in file.constraints:
            self._deny([_negated(self.literal(part, {}, True))])

    @property
    def text(self) -> str:
        return "\n".join([*self.lines, *(f"{{ {name} }}." for name in self.choices)])

    def values(self, bindings: Iterable[tuple[str, str]], values: Values) -> Iterator[Values]:
        """Yield every choice for the variables."""
        bindings = tuple(bindings)
        if not bindings:
            yield values
            return
        (name, of), *rest = bindings
        for value in self.range_of(of, values):
            yield from self.values(rest, {**values, name: value})

    def range_of(self, of: str, values: Values) -> Iterable[Value]:
        if of.startswith("next("):
            return NEXT.get(values[of[5:-1]], ())
        return SETS[of] if of else self.constants

    def _instance(self, rule: Rule, values: Values) -> None:
        body = True if rule.body is None else self.literal(rule.body, values, True)
        for head in rule.heads:
            row = [term.under(values) for term in head.terms]
            if head.kind in OPENED:
                self._deny([body, _negated(self.atom(head, values))])
                continue
            sums = [value for term, value in zip(head.terms, row, strict=True) if term.added]
            if None not in row and set(sums) <= set(self.constants):
                if body is not False:
                    self.lines[f"{_written(head.kind, row)}{'' if body is True else f' :- {body}'}."] = None
                if rule.is_both:
                    self._deny([_written(head.kind, row), _negated(body)])

    def _deny(self, literals: Iterable[Said]) -> None:
        left = [each for each in literals if each is not True]
        if False not in left:
            self.lines[f":- {', '.join(map(str, left))}."] = None

    def atom(self, part: Part, values: Values) -> Said:
        row = [term.under(values) for term in part.terms]
        if None in row:
            return False
        name = _written(part.kind, row)
        if part.kind in OPENED:
            self.choices[name] = None
        elif part.kind not in self.rules_for:
            return name in self.facts
        return name

    def literal(self, part: Part, values: Values, sign: bool) -> Said:
        """Return a literal that holds just if the part does (or, if the sign is False, its negation)."""
        if part.kind in RELATIONS:
            return self._compared(part, values) == sign
        if part.kind in ("true", "false"):
            return (part.kind == "true") == sign
        if part.kind in CLOSED or part.kind in OPENED:
            found = self.atom(part, values)
            return found if sign else not found if isinstance(found, bool) else f"not {found}"
        if part.kind == "~":
            return self.literal(part.parts[0], values, not sign)
        if part.bindings:
            chosen = list(self.values(part.bindings, values))
            yes = [self.literal(part.parts[0], each, True) for each in chosen]
            no = [self.literal(part.parts[0], each, False) for each in chosen]
            low, high = {
                "all": (len(yes), len(yes)),
                "some": (1, len(yes)),
                "exactly": (part.number, part.number),
                "at least": (part.number, len(yes)),
                "at most": (0, part.number),
            }[part.kind]
            if sign:
                return self._either([[self._at_least(low, yes), self._at_least(len(no) - high, no)]])
            return self._either([[self._at_least(len(no) - low + 1, no)], [self._at_least(high + 1, yes)]])
        yes = [self.literal(each, values, True) for each in part.parts]
        no = [self.literal(each, values, False) for each in part.parts]
        if part.kind in ("&", "|"):
            own = yes if sign else no
            return self._either([own] if (part.kind == "&") == sign else [[each] for each in own])
        if part.kind == "->":
            return self._either([[no[0]], [yes[1]]] if sign else [[yes[0], no[1]]])
        even = [[yes[0], yes[1]], [no[0], no[1]]]
        odd = [[yes[0], no[1]], [no[0], yes[1]]]
        return self._either(odd if (part.kind == "^") == sign else even)

    def _either(self, ways: Iterable[Iterable[Said]]) -> Said:
        """Return a literal that holds just if all of one of these do."""
        left = {frozenset(map(str, way - {True})) for way in map(set, ways) if False not in way}
        if frozenset() in left or not left:
            return bool(left)
        if len(left) == 1 and len(only := next(iter(left))) == 1:
            return next(iter(only))
        key = frozenset(left)
        if key not in self._parts:
            self._parts[key] = own = f"aux{len(self._parts)}"
            self.lines.update((f"{own} :- {', '.join(sorted(way))}.", None) for way in left)
        return self._parts[key]

    def _at_least(self, number: int, parts: Iterable[Said]) -> Said:
        left = [each for each in parts if each is not False]
        number -= sum(each is True for each in left)
        left = [each for each in left if each is not True]
        if number <= 0 or number > len(left):
            return number <= 0
        rows: list[Said] = [True, *[False] * number]
        for part in left:
            rows = [True, *(self._either([[rows[k]], [part, rows[k - 1]]]) for k in range(1, number + 1))]
        return rows[number]

    @staticmethod
    def _compared(part: Part, values: Values) -> bool:
        cut = len(part.terms) - part.right
        sides = [[term.under(values) for term in side] for side in (part.terms[:cut], part.terms[cut:])]
        is_plain = all(len(side) == 1 for side in sides) and not any(term.added for term in part.terms)
        if is_plain and part.kind in ("=", "!="):
            return RELATIONS[part.kind](sides[0][0], sides[1][0])  # type: ignore[arg-type]
        if not all(isinstance(value, int) for side in sides for value in side):
            return False
        return RELATIONS[part.kind](*(sum(side) for side in sides))  # type: ignore[arg-type]


def _negated(said: Said) -> Said:
    """Return the negation of what is only tested."""
    return not said if isinstance(said, bool) else f"not {said}".replace("not not ", "")


def _written(name: str, row: Iterable[object]) -> str:
    row = list(row)
    return f"{name}({','.join(map(str, row))})" if row else name


def answer_sets(program: str) -> list[frozenset[str]]:
    """Return the answer sets, without auxiliary atoms."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        return [
            frozenset(str(each) for each in model.symbols(atoms=True) if not each.name.startswith("aux"))
            for model in handle
        ]


# -- drawing a file


class Writer:
    """Draws a random file."""

    def __init__(self, rng: Random, opened: tuple[str, ...] = ()) -> None:
        self.rng = rng
        self.opened = opened
        self.negations = rng.choice((0.0, 0.15, 0.3))
        self._number = 0

    def file(self) -> File:
        rng = self.rng
        facts = [self._fact() for _ in range(rng.randint(1, 8))]
        rules = [self._rule() for _ in range(rng.randint(1, 7))]
        rules += self._known_shapes()
        constraints = [self.condition({}, tuple(CLOSED), 2) for _ in range(rng.choice((0, 0, 0, 1, 2)))]
        constraints = [part for part in constraints if self._only_constrains(part)]
        return File(facts, rules, constraints, self.opened)

    @staticmethod
    def _only_constrains(part: Part) -> bool:
        """Return whether a statement is no rule for anything closed, and says something."""
        return part.kind in ("|", "^", "exactly", "at least", "at most", "some")

    def _fact(self) -> Part:
        rng = self.rng
        name = rng.choice(("e", "e", "d", *CLOSED))
        row = [rng.choice((*SETS["s"], 1, 7, "z1") if kind == "?" else SETS[kind]) for kind in CLOSED[name]]
        return Part(name, tuple(Term(value, 0, False) for value in row))

    def _known_shapes(self) -> list[Rule]:
        """Return, now and then, a closure, a game, steps in time, or an order."""
        rng = self.rng
        x, y, z, k = map(Term, "xyzk")
        e, one = Part("e", (x, y)), Part("e", (y, z))
        shapes = (
            [
                Rule((("x", ""), ("y", "")), e, (Part("r", (x, y)),)),
                Rule(
                    tuple((each, "") for each in "xyz"),
                    Part("&", parts=(Part("r", (x, y)), one)),
                    (Part("r", (x, z)),),
                ),
            ],
            [
                Rule(
                    (("x", ""), ("y", "")),
                    Part("&", parts=(e, Part("~", parts=(Part("q", (y,)),)))),
                    (Part("q", (x,)),),
                )
            ],
            [
                Rule(
                    (("k", "n"), ("x", ""), ("y", "")),
                    Part("&", parts=(Part("g", (x, k)), e, Part("~", parts=(Part("g", (y, k)),)))),
                    (Part("g", (y, Term("k", 1))),),
                ),
                Rule((), None, (Part("g", (Term("a", 0, False), Term(0, 0, False))),)),
            ],
            [Rule((("k", ""),), Part("f", (k,)), (Part("f", (Term("k", rng.choice((1, -1))),)),))],
            [
                Rule(
                    (("x", "s"), ("y", "s")),
                    Part(
                        "|",
                        parts=(
                            e,
                            Part(
                                "some",
                                bindings=(("z", ""),),
                                parts=(Part("&", parts=(Part("e", (x, z)), Part("r", (z, y)))),),
                            ),
                        ),
                    ),
                    (Part("r", (x, y)),),
                    is_both=True,
                )
            ],
        )
        return [rule for shape in shapes if rng.random() < 0.12 for rule in shape]

    def _rule(self) -> Rule:
        rng = self.rng
        head = rng.choice(LEVELS)
        below = LEVELS if rng.random() < 0.5 else LEVELS[: LEVELS.index(head) + 1]
        ranged = {
            f"{kind}{number}": kind for number, kind in enumerate(rng.choices(("s", "s", "n"), k=rng.randint(0, 2)))
        }
        bindings = [(name, kind) for name, kind in ranged.items()]
        parts: list[Part] = []
        for number in range(rng.choice((0, 0, 1, 1, 2))):  # variables without a set, each in a closed atom
            name = f"x{number}"
            predicate = rng.choice([each for each in below if CLOSED[each]])
            place = rng.randrange(len(CLOSED[predicate]))
            kind = CLOSED[predicate][place]
            terms = [self._term(of, ranged, at_place=of == "?") for of in CLOSED[predicate]]
            added = rng.choice((0, 0, 0, 1, -1)) if kind in "n?" else 0
            terms[place] = Term(name, added)
            parts.append(Part(predicate, tuple(terms)))
            ranged[name] = kind
            bindings.append((name, ""))
        rng.shuffle(bindings)
        bindings.sort(key=lambda each: not each[1])  # `x, y in s` says where both range
        if bindings and bindings[-1][1] == "s" and rng.random() < 0.15:  # or of a set that depends on another variable
            others = [name for name, kind in bindings[:-1] if kind == "s"]
            if others:
                bindings[-1] = (bindings[-1][0], f"next({rng.choice(others)})")
        parts += (self.condition(ranged, below, rng.choice((0, 0, 1, 2))) for _ in range(rng.randint(0, 2)))
        rng.shuffle(parts)
        body = None if not parts else parts[0] if len(parts) == 1 else Part("&", parts=tuple(parts))
        heads = [self._head(head, ranged)]
        while rng.random() < 0.15:
            heads.append(self._head(rng.choice((*LEVELS, *self.opened)), ranged))
        is_both = len(heads) == 1 and all(of for _, of in bindings) and body is not None and rng.random() < 0.2
        is_both = is_both and body is not None and body.kind not in CLOSED
        return Rule(tuple(bindings), body, tuple(heads), is_both)

    def _head(self, name: str, ranged: Mapping[str, str]) -> Part:
        return Part(name, tuple(self._term(kind, ranged, sums=0.25) for kind in {**CLOSED, **OPENED}[name]))

    def _term(self, kind: str, ranged: Mapping[str, str], *, sums: float = 0.15, at_place: bool = False) -> Term:
        rng = self.rng
        own = [name for name, of in ranged.items() if of == kind or kind == "?" and not at_place]
        if own and rng.random() < 0.8:
            name = rng.choice(own)
            is_sum = ranged[name] in ("n", "?") and rng.random() < sums
            return Term(name, rng.choice((1, -1)) if is_sum else 0)
        return Term(rng.choice((*SETS["s"], 0, 7) if kind == "?" else SETS[kind]), 0, False)

    def condition(self, ranged: Mapping[str, str], below: Iterable[str], depth: int) -> Part:
        """Return a condition of this depth at most."""
        rng = self.rng
        if depth == 0:
            return self._leaf(ranged, below)
        again: Callable[[], Part] = lambda: self.condition(ranged, below, depth - 1)  # noqa: E731
        kind = rng.choice(("leaf", "~", "&", "|", "|", "^", "->", "<->", "all", "some", "some", "count", "count"))
        if kind == "leaf":
            return self._leaf(ranged, below)
        if kind == "~":
            return Part("~", parts=(again(),))
        if kind in ("&", "|", "^", "->", "<->"):
            return Part(kind, parts=(again(), again()))
        bindings: list[tuple[str, str]] = []
        inside = dict(ranged)
        for _ in range(rng.choice((1, 1, 1, 2))):
            self._number += 1
            name = f"y{self._number}"
            related = [each for each, of in inside.items() if of == "s"]
            of = f"next({rng.choice(related)})" if related and rng.random() < 0.2 else rng.choice("sn")
            bindings.append((name, of))
            inside[name] = "n" if of == "n" else "s"
        body = self.condition(inside, below, depth - 1)
        if kind == "count":
            kind, number = rng.choice(("exactly", "at least", "at most")), rng.randint(0, 3)
            return Part(kind, bindings=tuple(bindings), parts=(body,), number=number)
        name, of = bindings[-1]
        if of == "s" and rng.random() < 0.5:  # a variable of which a closed atom says where it ranges
            predicate = rng.choice([each for each in below if "s" in CLOSED[each] or "?" in CLOSED[each]])
            terms = [self._term(of, ranged) for of in CLOSED[predicate]]
            terms[rng.choice([place for place, of in enumerate(CLOSED[predicate]) if of in "s?"])] = Term(name)
            bindings = [*bindings[:-1], (name, "")]
            guard = Part(predicate, tuple(terms))
            body = Part("&" if kind == "some" else "->", parts=(guard, body))
        return Part(kind, bindings=tuple(bindings), parts=(body,))

    def _leaf(self, ranged: Mapping[str, str], below: Iterable[str]) -> Part:
        rng = self.rng
        if ranged and rng.random() < 0.25:
            return self._comparison(ranged)
        if rng.random() < 0.03:
            return Part(rng.choice(("true", "false")))
        name = rng.choice((*below, *self.opened, *self.opened))
        part = Part(name, tuple(self._term(kind, ranged) for kind in {**CLOSED, **OPENED}[name]))
        return Part("~", parts=(part,)) if rng.random() < self.negations else part

    def _comparison(self, ranged: Mapping[str, str]) -> Part:
        rng = self.rng
        numbers = [name for name, of in ranged.items() if of == "n"]
        if numbers and rng.random() < 0.7:
            left = [Term(rng.choice(numbers), rng.choice((0, 0, 1, -1))) for _ in range(rng.randint(1, 2))]
            right = [Term(rng.choice(numbers)) if rng.random() < 0.5 else Term(rng.randint(0, 4), 0, False)]
            return Part(rng.choice(list(RELATIONS)), (*left, *right), right=1)
        one = rng.choice(list(ranged))
        other = Term(rng.choice(list(ranged))) if rng.random() < 0.6 else Term(rng.choice((*SETS["s"], 1)), 0, False)
        relation = rng.choice(("=", "!="))
        return Part(relation, (Term(one), other), right=1)
