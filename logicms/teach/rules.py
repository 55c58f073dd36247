"""Exercises in rules: write one.

Any lines that say the same, instance by instance, are right. A rule that says too much is answered with one of its own
instances and a placement on which that is wrongly false; a rule that says too little, with a placement that it wrongly
allows. If one change would make it right (`some` in place of `all`, `beside` in place of `around` …), the answer points
at that word.

Rules are compared by what they say. Each instance is read as a condition of `counting.conditions`, and those as clauses
for a SAT solver, without the grounder and without sympy: that is several times faster. `clue(c, k)` is a proposition
like any other here, so that rules about clues are compared for every board, not for one. Where two answers differ, the
placement that tells them apart has as few names that hold as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from logicms.board import Cell
from logicms.counting.conditions import FALSE, TRUE, ConditionClauses, Conditions, Node
from logicms.errors import BoardError, BoardSyntaxError, LimitReached, counted, nearest
from logicms.hints import Hint, name_order
from logicms.limits import spend
from logicms.notation.formulas import parse_expression
from logicms.notation.hint_files import Declared, HintFile, Known, OpenCell, format_hints, parse_hints
from logicms.problem import Formula
from logicms.render.phrases import are_cells
from logicms.rules.language import (
    GRID_SETS,
    MINE,
    Atom,
    Binding,
    Comparison,
    Expression,
    Join,
    Kind,
    Operator,
    Quantified,
    Rule,
    Set,
    Tables,
    Term,
    Truth,
    Values,
    atoms,
    instances_of,
    members_of,
    sets_in,
)
from logicms.sat.solver import Sat
from logicms.teach.exercise import (
    Fields,
    Judgement,
    LessonFile,
    Refused,
    Task,
    Tips,
    capitalised,
    listed,
    placed,
    unreadable,
)

RuleLines = tuple[Expression | Hint, ...]
"""What the lines of an answer say, one after the other."""


def lines_of(file: HintFile) -> RuleLines:
    """Return what the lines of a hint file say; its sets and clues say nothing by themselves.

    >>> from logicms.notation.hint_files import parse_hints
    >>> [type(line).__name__ for line in lines_of(parse_hints("set s = a b\\nall x in s: p(x)\\na -> b\\n1 among a b"))]
    ['Quantified', 'Join', 'Hint']
    """
    said: list[Expression | Hint] = []
    for line in file.lines:
        if isinstance(line, Rule):
            said.append(line.body)
        elif isinstance(line, Formula):
            said.append(parse_expression(line.text))
        elif isinstance(line, Hint):
            said.append(line)
        elif isinstance(line, Known):
            count = len(line.names) if line.mine else 0
            said.append(Hint(count, count, line.names))
    return tuple(said)


@dataclass(frozen=True, slots=True)
class LineInstance:
    """One instance of a line: the line's place (from 1), the values of its variables, and what it says."""

    line: int
    values: Values
    says: Node

    @property
    def where(self) -> str:
        """Return for which values it is: `c = A1, k = 2`."""
        return ", ".join(f"{variable} = {value}" for variable, value in self.values.items())


@dataclass(frozen=True, slots=True)
class Difference:
    """What tells two answers apart: an instance of one that is false on a placement which meets the other."""

    instance: LineInstance
    placement: tuple[str, ...]
    """The names that hold, in reading order."""


class Contrast:
    """Compares a learner's lines with the right ones over the same sets.

    >>> from logicms.notation.hint_files import parse_hints
    >>> def lines(rule):
    ...     return lines_of(parse_hints(f"set s = a b\\n{rule}"))
    >>> some, all = lines("some x in s: p(x)"), lines("all x in s: p(x)")
    >>> comparison = Contrast(Tables({"s": ("a", "b")}), some, all)
    >>> comparison.too_strong() is None, comparison.too_weak().placement
    (True, ('p(b)',))
    """

    def __init__(self, tables: Tables, yours: RuleLines, right: RuleLines) -> None:
        reader = _Reader(tables)
        self.yours = tuple(reader.instances(yours))
        self.right = tuple(reader.instances(right))
        self.names = reader.names
        clauses = ConditionClauses(reader.conditions, {number: number for number in self.names.values()})
        self.literals = {each.says: clauses.literal(each.says) for each in (*self.yours, *self.right)}
        self.clauses = clauses.clauses

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

    def _difference(self, met: Sequence[LineInstance], broken: Sequence[LineInstance]) -> Difference | None:
        known = {instance.says for instance in met}
        with Sat(self.clauses) as sat:
            for condition in known:
                sat.add([self.literals[condition]])
            for instance in broken:
                spend()
                other = -self.literals[instance.says]
                if instance.says not in known and sat.solve([other]):
                    return Difference(instance, self._fewest(sat, [other]))
        return None

    def _fewest(self, sat: Sat, fixed: list[int]) -> tuple[str, ...]:
        """Return the names that hold where the last ones are false as far as can be: none can be left out alone.

        So the placement depends on what is said and not on the solver.
        """
        holds, out = set(sat.placement()), list[int]()
        for name in sorted(self.names, key=name_order, reverse=True):
            number = self.names[name]
            if number in holds and sat.solve([*fixed, *out, -number]):
                holds = set(sat.placement())
            if number not in holds:
                out.append(-number)
        return tuple(sorted((name for name, number in self.names.items() if number in holds), key=name_order))


class _Reader:
    """Reads instances as conditions; what comes up again is the same condition again."""

    def __init__(self, tables: Tables) -> None:
        self.tables = replace(tables, clues={})
        self.names: dict[str, int] = {}
        self.conditions = Conditions()

    def instances(self, lines: RuleLines) -> Iterator[LineInstance]:
        for place, line in enumerate(lines, 1):
            if isinstance(line, Hint):
                names = [self._number(str(name)) for name in line.among]
                yield LineInstance(place, {}, self.conditions.count(line.low, line.high, names))
                continue
            bindings, body = instances_of(line)
            for values in choices(bindings, {}, self.tables):
                yield LineInstance(place, values, self.part(body, values))

    def part(self, part: Expression, values: Values) -> Node:
        spend()
        if isinstance(part, Truth):
            return TRUE if part.holds else FALSE
        if isinstance(part, Comparison):
            return TRUE if part.holds(values) else FALSE
        if isinstance(part, Atom):
            return self.conditions.name(self._number(str(part.name_under(values))))
        if isinstance(part, Join):
            return self._join(part.operator, [self.part(each, values) for each in part.parts])
        parts = [self.part(part.body, each) for each in choices(part.bindings, values, self.tables)]
        low, high = part.bounds(values, len(parts))
        return self._some_of(range(max(0, low), high + 1), parts)

    def _number(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names) + 1)

    def _join(self, operator: Operator, parts: list[Node]) -> Node:
        if operator == "implies":
            return self._some_of((1, 2), [self.conditions.negated(parts[0]), parts[1]])
        every = len(parts)
        allowed: Mapping[Operator, Iterable[int]] = {
            "not": (0,),
            "and": (every,),
            "or": range(1, every + 1),
            "xor": range(1, every + 1, 2),
            "equivalent": (0, every),
        }
        return self._some_of(allowed[operator], parts)

    def _some_of(self, numbers: Iterable[int], parts: list[Node]) -> Node:
        """Return the condition that one of these numbers of the parts holds."""
        return self.conditions.made(sum(1 << number for number in numbers), parts)


def names_in(line: Expression | Hint, values: Values, tables: Tables) -> frozenset[str]:
    """Return the names that an instance of a line speaks of."""
    if isinstance(line, Hint):
        return frozenset(map(str, line.among))
    reader = _Reader(tables)
    reader.part(instances_of(line)[1], values)
    return frozenset(reader.names)


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
    if isinstance(part, Comparison):
        return "true" if part.holds(values) else "false"
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
        if binding.of is None:
            continue
        what = "cells" if binding.of.name in GRID_SETS else "elements"
        look_at = f"Look at `{binding.of.name}`: are these the {what} that are meant?"
        for name in names if binding.of.terms else ():
            if name != binding.of.name:
                other = replace(binding, of=Set(name, binding.of.terms))
                bindings = (*part.bindings[:place], other, *part.bindings[place + 1 :])
                yield Variant(replace(part, bindings=bindings), look_at)


# -- writing a rule


MOST_VARIANTS = 40
"""This many changes are tried to see what is amiss."""

MOST_QUOTED = 160
"""An instance is quoted if it is no longer than this."""


@dataclass(frozen=True, slots=True)
class RulesTask(Task):
    """Rules over the sets of a file that say the same as `lines`."""

    file: LessonFile
    tables: Tables
    lines: RuleLines
    words: Mapping[str, int]
    """The predicates, those of the right lines first, and how many arguments each has."""
    answer: str
    takes_lines = True
    too_large = "This has too many instances to be judged here: use fewer variables in one rule, or smaller sets."

    @property
    def form(self) -> str:
        return "a rule, such as all x in S: …; or several, one per line"

    def _judge(self, answer: str) -> Judgement:
        yours = self._read(answer)
        comparison = Contrast(self.tables, yours, self.lines)
        if difference := comparison.too_strong():
            raise Refused("too strong", self._too_strong(yours, difference, comparison) + self._remark(yours))
        if difference := comparison.too_weak():
            raise Refused("too weak", self._too_weak(yours, difference, comparison) + self._remark(yours))
        if any(map(_sets_in, self.lines)) and not any(map(_sets_in, yours)):
            return Judgement.right("Right: this is all written out, and one line with `all` would do.")
        number = len(comparison.yours)
        return Judgement.right(
            f"Right: {counted(number, 'instance')} that {'says' if number == 1 else 'say'} just that."
        )

    # -- reading

    def _read(self, answer: str) -> RuleLines:
        lines = [line.strip(" \t`").removesuffix(".") for line in answer.replace(";", "\n").split("\n")]
        lines = [line for line in lines if line.partition("#")[0].strip()]
        file = self._parse(lines)
        if any(isinstance(line, OpenCell) for line in file.lines):
            raise Refused("form", "This gives a clue: write a rule that says what clues mean.")
        read = lines_of(file)
        if not read:
            raise Refused("form", f"This says nothing yet: type {self.form}.")
        for line in read:
            for atom in _atoms_of(line):
                self._check_word(atom)
        return read

    def _parse(self, lines: list[str]) -> HintFile:
        above = _declarations(self.tables)
        try:
            return parse_hints("\n".join([*above, *lines]))
        except BoardSyntaxError as error:
            place = error.line - len(above)
            line = lines[place - 1] if 1 <= place <= len(lines) else lines[0]
            at_line = BoardSyntaxError(error.message, line=1, column=error.column)
            raise Refused("unreadable", unreadable(line, at_line)) from None
        except BoardError as error:
            raise Refused("unreadable", str(error)) from None

    def _check_word(self, atom: Atom) -> None:
        """Refuse a predicate that nobody speaks of here, or with another number of arguments."""
        word, terms = _word_of(atom)
        known = [each for each in self.words if each != MINE]
        if word not in self.words:
            if word == MINE:
                one = f"{known[0]}({atom.terms[0]})" if known else "a predicate"
                raise Refused("unknown", f"{atom.terms[0]} alone says that there is a mine; did you mean {one}?")
            near = nearest(word, known) or f"; the words here are {listed(self.words)}."
            variable = "" if terms else f" If it is a variable, bind it: `all {word[:40]} in …:`."
            raise Refused("unknown", f"{word[:40]} is an unknown word here{near}{variable}")
        if self.words[word] != terms:
            number = counted(self.words[word], "argument")
            raise Refused("arguments", f"{word} has {number} here, and you write {terms or 'none'}.")

    # -- what is wrong

    def _too_strong(self, yours: RuleLines, difference: Difference, comparison: Contrast) -> str:
        instance, line = difference.instance, yours[difference.instance.line - 1]
        said = instance_text(line, instance.values, self.tables)
        which = "your rule" if len(yours) == 1 else f"line {instance.line}"
        where = f"With {instance.where}, {which}" if instance.values else capitalised(which)
        about, placement = names_in(line, instance.values, self.tables), _placed(difference, comparison)
        if len(said) > MOST_QUOTED:
            return f"{where} says too much: it is false with {placement}, and that should be allowed."
        if not about:
            return f"{where} says\n    {said}\nWith {placement} it should hold."
        holding = [name for name in difference.placement if name in about]
        only = f"only {listed(holding)} {'holds' if len(holding) == 1 else 'hold'}" if holding else "none holds"
        return f"{where} says\n    {said}\nIf, of these names, {only}, that is false, and it should be allowed."

    def _too_weak(self, yours: RuleLines, difference: Difference, comparison: Contrast) -> str:
        which = "Your rule holds" if len(yours) == 1 else "Your rules hold"
        where = f" Look at {difference.instance.where}." if difference.instance.values else ""
        return f"{which} with {_placed(difference, comparison)}, and that should be forbidden.{where}"

    def _remark(self, yours: RuleLines) -> str:
        """Return a line that points at the one word to be changed, if that is all there is."""
        names = sorted({each.name for line in (*self.lines, *yours) for each in _sets_in(line) if each.terms})
        tried = 0
        try:
            for place, line in enumerate(yours):
                if isinstance(line, Hint):
                    continue
                for variant in variants(line, names):
                    tried += 1
                    if tried > MOST_VARIANTS:
                        return ""
                    changed = (*yours[:place], variant.body, *yours[place + 1 :])
                    if Contrast(self.tables, changed, self.lines).is_same:
                        return f"\n{variant.look_at}"
        except LimitReached:
            pass
        return ""

    def tips(self, so_far: str) -> Tips:
        own = listed({_word_of(atom)[0] for line in self.lines for atom in _atoms_of(line)})
        first = self.lines[0]
        instance = next(iter(Contrast(self.tables, (), (first,)).right), LineInstance(1, {}, 1))
        said = instance_text(first, instance.values, self.tables)
        where = f"With {instance.where}, it should say something like" if instance.values else "It should come to"
        return (
            f"Say it in words first: for which elements does it hold? It speaks of {own}.",
            f"{where}\n    {said}",
            "One right answer is\n" + "\n".join(f"    {line}" for line in self.answer.splitlines()),
        )


def _placed(difference: Difference, comparison: Contrast) -> str:
    return placed(difference.placement, are_cells(comparison.names))


def _word_of(atom: Atom) -> tuple[str, int]:
    """Return what an atom speaks of, and with how many arguments: a name alone has none, and a cell is a mine."""
    term = atom.terms[0]
    if atom.predicate != MINE:
        return atom.predicate, len(atom.terms)
    if term.variable is None and not isinstance(term.value, Cell):
        return str(term.value), 0
    return MINE, 1


def _atoms_of(line: Expression | Hint) -> Iterator[Atom]:
    if isinstance(line, Hint):
        yield from (Atom(MINE, (Term(None, name),)) for name in line.among)
    else:
        yield from atoms(line)


def _sets_in(line: Expression | Hint) -> list[Set]:
    return [] if isinstance(line, Hint) else list(sets_in(line))


def _declarations(tables: Tables) -> list[str]:
    """Return the lines of a hint file that declare these sets."""
    lines: list[Declared] = [Declared(name, members) for name, members in tables.sets.items()]
    for name, relation in tables.relations.items():
        lines += [Declared(name, members, of) for of, members in relation.items()]
    return format_hints(HintFile(tuple(lines), tables.size, grid=tables.grid)).splitlines()


def make_rules(fields: Fields) -> RulesTask:
    """Return the task of writing rules over the sets of a board or a hint file; `answer` has the right ones."""
    file = fields.file
    book = file.problem.book
    board = file.problem.board
    if book is None:
        tables = Tables(size=file.problem.size, grid="square" if board is None else board.grid)
    else:
        tables = replace(book.tables, clues={})
    text = "\n".join([*_declarations(tables), fields.one("answer")])
    try:
        lines = lines_of(parse_hints(text))
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"{error.message}: {fields.one('answer')[:60]}", source="answer") from None
    if not lines:
        raise BoardSyntaxError("the answer is a rule, such as all c in cells: …", source="answer")
    spoken = [atom for line in lines for atom in _atoms_of(line)]
    if book is not None:
        spoken += [atom for rule in book.rules.values() for atom in atoms(rule.body)]
    return RulesTask(file, tables, lines, dict(map(_word_of, spoken)), fields.one("answer"))
