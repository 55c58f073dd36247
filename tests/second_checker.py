"""A second checker of proofs, which follows grammar/README.md ("Proofs as JSON") and imports nothing of logicms.

It shares neither code nor method with `logicms.proofs.checker`: what follows from a hint or a formula is decided by
decision diagrams, over all placements at once. `fault(text, source)` returns None for a valid proof, else why not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
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

_TOKEN = re.compile(r"\s*(<->|->|[~&^|()]|[^\W\d_]\w*)")
_KEYWORDS = frozenset("among at least mine mines most safe size".split())
_LEVELS = ["<->", "->", "|", "^", "&"]
_AUXILIARY = re.compile(r"_[1-9][0-9]{0,17}")
_COUNT = re.compile(r"(?:(at least|at most) )?([0-9]+) among((?: \S+)*)")
_AT_LEAST = re.compile(r"at least ([0-9]{1,9}) mines among((?: \S+)+)")
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
    """An operator and its operands; a name is an operator without operands."""

    operator: str
    parts: tuple[Formula, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        if self.parts:
            return frozenset().union(*(part.names for part in self.parts))
        return frozenset() if self.operator in ("true", "false") else frozenset([self.operator])


Statement = Count | Formula


def parse_formula(text: str) -> Formula:
    """Read a formula with the binding order of grammar/README.md."""
    tokens, at = [], 0
    while text[at:].strip():
        match = _TOKEN.match(text, at)
        if not match:
            raise Fault(f"not a formula: {text[:80]!r}")
        tokens.append(match[1])
        at = match.end()
    tree, rest = _operand(tokens, 0)
    if rest:
        raise Fault(f"not a formula: {text[:80]!r}")
    return tree


def _operand(tokens: list[str], level: int) -> tuple[Formula, list[str]]:
    if level == len(_LEVELS):
        return _unary(tokens)
    operator = _LEVELS[level]
    left, tokens = _operand(tokens, level + 1)
    while tokens and tokens[0] == operator:
        right, tokens = _operand(tokens[1:], level if operator == "->" else level + 1)
        left = Formula(operator, (left, right))
    return left, tokens


def _unary(tokens: list[str]) -> tuple[Formula, list[str]]:
    if not tokens:
        raise Fault("a formula ends too early")
    head, rest = tokens[0], tokens[1:]
    if head == "~":
        inner, rest = _unary(rest)
        return Formula("~", (inner,)), rest
    if head == "(":
        inner, rest = _operand(rest, 0)
        if not rest or rest[0] != ")":
            raise Fault("a parenthesis is not closed")
        return inner, rest[1:]
    _require(head[0].isalpha() and len(head) <= 200 and head not in _KEYWORDS, f"{head} is not a name")
    return Formula(head), rest


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


def cell_name(row: int, column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


def board_source(text: str) -> Source:
    """Read a board in its own notation; flags are facts."""
    source, total, rows = Source(), None, []
    for line in (re.sub(r"(^|\s)#.*", "", line).strip() for line in text.splitlines()):
        if line.startswith("mines:"):
            total = int(line.removeprefix("mines:"))
        elif line and ":" not in line:
            rows.append([char for char in line if not char.isspace()])
    cells = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row)}
    for place, char in cells.items():
        if char in "*F":
            source.facts.add(cell_name(*place))
        elif char != "?":
            source.facts.add("~" + cell_name(*place))
        if char.isdigit():
            around = _around(place, {at for at, other in cells.items() if not other.isdigit()})
            source.hints[cell_name(*place)] = Count(int(char), int(char), around)
    if total is not None:
        source.hints["mines"] = _exactly(total, (cell_name(*at) for at, char in cells.items() if not char.isdigit()))
    return source


def _around(place: tuple[int, int], closed: set[tuple[int, int]]) -> frozenset[str]:
    near = {(place[0] + r, place[1] + c) for r, c in product((-1, 0, 1), repeat=2)} - {place}
    return frozenset(cell_name(*at) for at in near & closed)


def _exactly(number: int, names: Iterable[str]) -> Count:
    return Count(number, number, frozenset(names))


def hints_source(text: str) -> Source:
    """Read a hint file."""
    source, clues, size, total = Source(), {}, (0, 0), None
    for line in (line.partition("#")[0].strip() for line in text.splitlines()):
        words = " ".join(line.split())
        clue = re.fullmatch(r"(\d) at ([A-Z]+)(\d+)", words)
        if clue:
            column = 0
            for letter in clue[2]:
                column = column * 26 + ord(letter) - ord("A") + 1
            clues[int(clue[3]) - 1, column - 1] = int(clue[1])
        elif words.startswith("size:"):
            width, height = words.removeprefix("size:").split("x")
            size = (int(height), int(width))
        elif words.startswith("mines:"):
            total = int(words.removeprefix("mines:"))
        elif words.startswith(("safe ", "mine ")):
            sign = "~" if words.startswith("safe ") else ""
            source.facts.update(sign + name for name in words.split()[1:])
        elif _COUNT.fullmatch(words):
            source.hints[words] = parse_count(words)
        elif re.fullmatch(r"~?[^\W\d]\w*", words) and _negated(words) not in source.facts:
            source.facts.add(words)
        elif line:
            source.formulas[line] = parse_formula(line)
    closed = set(product(range(size[0]), range(size[1]))) - set(clues)
    for place, number in clues.items():
        source.facts.add("~" + cell_name(*place))
        source.hints[cell_name(*place)] = _exactly(number, _around(place, closed))
    if total is not None:
        source.hints["mines"] = _exactly(total, (cell_name(*at) for at in closed))
    return source


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
        self.hints = {name: self._hint(name, hint) for name, hint in _object(proof.get("hints", {})).items()}
        self.givens = [_text(text) for text in _list(proof.get("givens", []))]
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

    def _hint(self, source: str, value: Json) -> Count:
        hint = _object(value)
        names = [_text(name) for name in _list(hint.get("among"))]
        _require(len(set(names)) == len(names), "a hint names each cell once")
        _require(all(map(_is_plain, names)), "a hint counts names")
        low, high = _bounds(hint, max(_number(hint.get("at_least", 0)), len(names)), 0)
        _require(low >= 0 and high >= 0, "a count is not negative")
        if self.source is not None:
            own = self.source.hints.get(source)
            _require(own is not None, f"{source} is not a hint of the file")
            assert own is not None
            same = own.names == set(names) and _clamped(own.low, own.high, own.names) == _clamped(low, high, names)
            _require(same, f"the file says something else at {source}")
        return Count(low, high, frozenset(names))

    def _goal(self) -> list[Clause]:
        cell, verdict = self.proof.get("cell"), self.proof.get("verdict")
        goal = None
        if "goal" in self.proof:
            goal = [self._clause(clause) for clause in _list(self.proof["goal"])]
        if cell is None:
            _require(verdict is None, "there is a verdict without a cell")
            goal = [frozenset()] if goal is None else goal
        else:
            _require(_is_plain(_text(cell)) and verdict in ("safe", "mine"), "the verdict is not certain")
            stated = [frozenset([("~" if verdict == "safe" else "") + _text(cell)])]
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
        rules: dict[str, Callable[[dict[str, Json], Clause], bool]] = {
            "clue": self._by_clue,
            "total": self._by_total,
            "fact": self._by_fact,
            "given": self._by_given,
            "assume": self._by_assumption,
            "resolve": self._by_resolution,
            "sum": self._by_sum,
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
        return [_name(literal) for literal in clause] == [_text(step.get("cell"))] and self._are_facts(clause)

    def _are_facts(self, literals: Clause) -> bool:
        self.facts |= literals
        known = self.source is None or literals <= self.source.facts
        return known and all(_is_plain(_name(literal)) for literal in literals)

    def _by_given(self, step: dict[str, Json], clause: Clause) -> bool:
        given = _text(step.get("given"))
        if given in self.theory.meanings:
            parts = self.theory.meanings[given].clauses
            return "~" + given in clause and any(part <= clause for part in parts)
        if given not in self.givens:
            return False
        if self.source is None:
            return self.theory.follows(clause, parse_formula(given))
        return given in self.source.formulas and self.theory.follows(clause, self.source.formulas[given])

    def _by_assumption(self, step: dict[str, Json], clause: Clause) -> bool:
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

    def _by_sum(self, step: dict[str, Json], clause: Clause) -> bool:
        facts = self._clause(step.get("facts", []))
        weights, low, high = self._sum(step, facts)
        written = _object(step.get("sum"))
        cells = {name: _number(weight) for name, weight in _object(written.get("cells", {})).items()}
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
        if "uses_mine_total" in proof:
            _require(proof["uses_mine_total"] is ("mines" in self.hints), "uses_mine_total is wrong")
        _require(_list(proof.get("placements", [])) == [], "a proof has no placements")
        technique = proof.get("technique")
        _require(technique is None or isinstance(technique, str), "the technique is not a word")
        for source, mines in _object(proof.get("witnesses", {})).items():
            self._check_witness(source, [_text(name) for name in _list(mines)])

    def _check_witness(self, source: str, mines: list[str]) -> None:
        _require(len(set(mines)) == len(mines), "a witness names each cell once")
        _require(source in self.hints and self.proof.get("cell") is not None, f"{source} is not a clue of the proof")
        known = {name for hint in self.hints.values() for name in hint.names} | set(map(_name, self.facts))
        known |= {_name(literal) for part in self.goal for literal in part}
        _require(set(mines) <= known, "a witness has a mine that the proof does not mention")
        for other, hint in self.hints.items():
            met = hint.low <= len(hint.names & set(mines)) <= hint.high
            _require(met is (other != source), f"the witness of {source} shows nothing about {other}")
        literals = self.facts | {_negated(literal) for part in self.goal for literal in part}
        agrees = all((_name(literal) in mines) is not literal.startswith("~") for literal in literals)
        _require(agrees, f"the witness of {source} contradicts a fact or has the goal")


def _bounds(data: dict[str, Json], most: int | None = None, least: int | None = None) -> tuple[int, int]:
    """Return the numbers of a hint or a sum; what is missing is as given, or a fault."""
    if "mines" in data:
        _require("at_least" not in data and "at_most" not in data, "mines or bounds, not both")
        return _number(data["mines"]), _number(data["mines"])
    _require("at_least" in data or "at_most" in data, "there is no number")
    return _number(data.get("at_least", least)), _number(data.get("at_most", most))


def _clamped(low: int, high: float, names: Iterable[str]) -> tuple[int, float]:
    return low, min(high, max(low, len(list(names))))
