"""Exercises in formulas: write a sentence as one, fill in its truth table, write a clue as clauses, find a premise.

Any equivalent formula is right; for another, a placement tells the two apart. With `instance` the formula is what a
rule says for some values: *ground* it, without quantifiers. The rows of a table are in the order of `kb --to table`:
from all false to all true, the last name changing fastest; a wrong row is answered with why it is wrong.

Any set of clauses that says the same as the clue is right. Each line is a clause (or several, joined by &). A clause
that does not follow is answered with a placement that meets the clue and not the clause; clauses that say too little,
with a placement that they allow and the clue forbids. Of a resolution step, one premise and the resolvent are given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from logicms.board import Cell
from logicms.errors import BoardError, BoardSyntaxError, counted
from logicms.hints import TOTAL, Hint, Literal, name_order
from logicms.notation.formulas import format_formula, formula_about, parse_expression, parse_formula
from logicms.problem import Formula
from logicms.render.phrases import are_cells, rule_text
from logicms.render.phrases import listed as in_order
from logicms.rules.grounding import to_sympy
from logicms.rules.language import Expression, Join, Tables, atoms, sets_in
from logicms.teach.exercise import (
    MOST_NAMES,
    Fields,
    Holds,
    Judgement,
    LessonFile,
    Refused,
    Task,
    Tips,
    TrueNames,
    capitalised,
    check_number_of,
    clause_holds,
    counterexample,
    first_where,
    formula_holds,
    hint_holds,
    listed,
    names_of,
    placed,
    placements,
    quoted,
    unknown_name,
    unreadable,
)
from logicms.teach.proof_lines import Literals, clause_field, clause_text, find_instance, ordered, parse_clause

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


@dataclass(frozen=True, slots=True)
class FormulaTask(Task):
    """A formula over `names`, and how the lesson writes it."""

    expr: Boolean
    names: tuple[str, ...]
    answer: str
    file: LessonFile | None = None
    instance: str = ""
    """The instance of a rule that it is; then every name of the file may be used, and no quantifier."""
    too_large = "This formula is too large to be judged here."

    @property
    def form(self) -> str:
        about = "" if self.instance else f" of {listed(self.names)}"
        return f"a formula{about} with ~ & | -> <-> ^ and parentheses"

    def _judge(self, answer: str) -> Judgement:
        expr = self._read(answer)
        yours, right = formula_holds(expr), formula_holds(self.expr)
        names = sorted(names_of(expr).union(self.names), key=name_order)
        if len(names) > MOST_NAMES:
            raise Refused("too many", f"That is about {len(names)} names: the instance is about fewer.")
        for kind, one, other, is_, be in (
            ("too weak", yours, right, "true", "false"),
            ("too strong", right, yours, "false", "true"),
        ):
            placement = counterexample(names, one, other)
            if placement is not None:
                where = placed(placement, are_cells(names))
                raise Refused(kind, f"{quoted(answer)} is {is_} with {where}, and it should be {be} there.")
        return Judgement.right("Right." if answer == self.answer else f"Right: the same as {self.answer}")

    def _read(self, answer: str) -> Boolean:
        expr = parse_formula(answer) if self.file is None else formula_about(self.file.problem, answer)
        if self.instance and any(sets_in(parse_expression(answer))):
            raise Refused("quantifier", "Write it out: no `all`, no `some`, and no variables are left in an instance.")
        for name in sorted(names_of(expr), key=name_order):
            if name not in self._allowed:
                raise Refused("unknown", self._unknown(name))
        return expr

    def _unknown(self, name: str) -> str:
        """Return what is wrong with a name; which names an instance is about is for the learner to find."""
        allowed = sorted(self._allowed, key=name_order)
        from difflib import get_close_matches  # slow to load, and few answers need it

        if not self.instance or get_close_matches(name, allowed, n=1):
            return unknown_name(name, allowed if self.instance else self.names, self.file)
        predicates = {each.partition("(")[0] for each in allowed if "(" in each}
        return f"{name[:40]} is an unknown name here; the rules speak of {listed(predicates)}, each with its arguments."

    @property
    def _allowed(self) -> frozenset[str]:
        of_file = map(str, self.file.problem.names) if self.instance and self.file is not None else ()
        return frozenset(self.names).union(of_file)

    def tips(self, so_far: str) -> Tips:
        cells = are_cells(self.names)
        holds = formula_holds(self.expr)
        met, failed = first_where(self.names, holds), first_where(self.names, lambda p: not holds(p))
        examples = [] if met is None else [f"true with {placed(met, cells)}"]
        examples += [] if failed is None else [f"false with {placed(failed, cells)}"]
        about = f"It is about {listed(names_of(self.expr) or self.names)}."
        return about, f"It is {' and '.join(examples)}.", f"One right answer is {self.answer}"


def make_formula(fields: Fields) -> FormulaTask:
    """Return the task of a formula; `names` adds names that an answer may use besides those of the right one.

    With `instance: rule 2 with c = A1`, the formula is that instance of a rule of the file.
    """
    if "instance" in fields.texts:
        return _make_instance(fields)
    expr = fields.formula("answer")
    names = names_of(expr).union(fields.one("names").split())
    check_number_of(names)
    return FormulaTask(expr, tuple(sorted(names, key=name_order)), fields.one("answer"), fields.on)


def _make_instance(fields: Fields) -> FormulaTask:
    citation = fields.one("instance")
    try:
        instance = find_instance(citation.replace("rule ", "line ", 1), fields.file.problem.book)
    except Refused as refused:
        raise BoardSyntaxError(str(refused), source="instance") from None
    if instance.statement is None:
        raise BoardSyntaxError(f"{rule_text(instance.source)} is always true", source="instance")
    if isinstance(instance.statement, Formula):
        expr = instance.statement.expr
    else:
        assert isinstance(instance.statement, Hint)
        from sympy import Symbol

        from logicms.connectives import between

        low, high, among = instance.statement.low, instance.statement.high, instance.statement.among
        expr = between(low, high, [Symbol(str(name)) for name in among])
    names = names_of(expr)
    check_number_of(names)
    ordered = tuple(sorted(names, key=name_order))
    return FormulaTask(expr, ordered, fields.one("answer"), fields.file, instance=instance.source)


# -- a truth table

MOST_FILLED_IN = 4
"""The most names of a truth table to fill in: with 4 a learner fills in 16 rows."""

_VALUES = {"t": True, "true": True, "1": True, "f": False, "false": False, "0": False}
_WORD = re.compile(r"\w+|[^\s\w,;|.:-]")


@dataclass(frozen=True, slots=True)
class TableTask(Task):
    """The truth table of a formula over `names`."""

    formula: Expression
    text: str
    names: tuple[str, ...]

    @property
    def rows(self) -> tuple[tuple[bool, ...], ...]:
        """The values of the names in each row."""
        return tuple(product((False, True), repeat=len(self.names)))

    @property
    def values(self) -> tuple[bool, ...]:
        """The right answer."""
        holds = formula_holds(to_sympy(self.formula, Tables()))
        return tuple(holds(self._placement(row)) for row in self.rows)

    @property
    def form(self) -> str:
        return f"{len(self.rows)} values, each T or F, from the first row to the last"

    def _judge(self, answer: str) -> Judgement:
        words = _WORD.findall(answer)
        if words and all(set(word.lower()) <= set("tf01") for word in words):  # TFFT
            words = [letter for word in words for letter in word]
        if not words:
            raise Refused("empty", self.empty)
        if strange := next((word for word in words if word.lower() not in _VALUES), None):
            raise Refused("unreadable", f"{quoted(strange)} is not a value. Type {self.form}.")
        if len(words) != len(self.rows):
            text = f"The table has {len(self.rows)} rows, and you give {counted(len(words), 'value')}."
            raise Refused("number", text)
        for number, (word, right) in enumerate(zip(words, self.values, strict=True)):
            if _VALUES[word.lower()] != right:
                raise Refused(f"row {number + 1}", self._reason(number))
        return Judgement.right(f"Right: {_kind(self.values)}")

    def _placement(self, row: tuple[bool, ...]) -> TrueNames:
        return frozenset(name for name, holds in zip(self.names, row, strict=True) if holds)

    def _reason(self, number: int) -> str:
        """Return why a row has the value that it has: by the values of the parts of the formula."""
        row = self.rows[number]
        placement = self._placement(row)
        where = in_order([f"{name} {_word(value)}" for name, value in zip(self.names, row, strict=True)])
        text = f"Row {number + 1} ({where}): `{self.text}` is {_word(_value(self.formula, placement))} there"
        if not isinstance(self.formula, Join):
            return f"{text}."
        parts = [f"`{_written(part)}` is {_word(_value(part, placement))}" for part in self.formula.parts]
        return f"{text}, since {in_order(parts)}. {_RULES[self.formula.operator]}"

    def tips(self, so_far: str) -> Tips:
        rule = _RULES[self.formula.operator] if isinstance(self.formula, Join) else "Look at the name itself."
        return (
            f"Work from the inside out, one row at a time. {rule}",
            f"It is true in {self.values.count(True)} of the {len(self.rows)} rows.",
            f"It is {' '.join('T' if value else 'F' for value in self.values)}",
        )


_RULES = {
    "not": "A negation is true when what it negates is false.",
    "and": "An `&` is true when all its parts are.",
    "or": "A `|` is false only when all its parts are.",
    "xor": "A `^` is true when an odd number of its parts are.",
    "implies": "An implication is false only when its left side is true and its right side is false.",
    "equivalent": "A `<->` is true when both sides are alike.",
}


def _word(value: bool) -> str:
    return "true" if value else "false"


def _kind(values: tuple[bool, ...]) -> str:
    if len(set(values)) == 2:
        return f"it is true in {values.count(True)} of {len(values)} rows."
    return "it is true in every row: a tautology." if values[0] else "it is true in no row: a contradiction."


def _value(expression: Expression, placement: TrueNames) -> bool:
    return formula_holds(to_sympy(expression, Tables()))(placement)


def _written(expression: Expression) -> str:
    return format_formula(to_sympy(expression, Tables()))


def make_table(fields: Fields) -> TableTask:
    """Return the task of filling in the truth table of `formula`."""
    text = " ".join(fields.one("formula").split())
    expr = fields.formula("formula")
    expression = parse_expression(text)
    if any(sets_in(expression)):
        raise BoardSyntaxError("the formula of a truth table has no quantifiers", source="formula")
    names = {str(atom.name_under({})) for atom in atoms(expression)}
    if not 1 <= len(names) <= MOST_FILLED_IN:
        message = f"{counted(len(names), 'name')}: a truth table to fill in has 1 to {MOST_FILLED_IN}"
        raise BoardSyntaxError(f"{format_formula(expr)[:60]} has {message}", source="formula")
    return TableTask(expression, text, tuple(sorted(names, key=name_order)))


# -- clauses

_LABEL = re.compile(r"^\s*(?:[(\[]?[0-9]+[)\].:]+|[-*•](?=\s))")
"""The number or the dot before a line of a list."""

_SET = re.compile(r"[{](?P<literals>[^{}]+)[}]")


@dataclass(frozen=True, slots=True)
class ClausesTask(Task):
    """The clauses of a hint or a formula over `names`; `holds` is its test, `about` its name."""

    names: tuple[str, ...]
    holds: Holds
    about: str
    answer: str
    file: LessonFile | None = None
    takes_lines = True

    @property
    def form(self) -> str:
        return "clauses, one per line, such as A1 | ~B1"

    def _judge(self, answer: str) -> Judgement:
        read = [(line, clause) for line in _split_lines(answer) for clause in self._parse(line)]
        if not read:
            raise Refused("empty", self.empty)
        cells, tests = are_cells(self.names), [clause_holds(clause) for _, clause in read]
        for (line, clause), test in zip(read, tests, strict=True):
            placement = counterexample(self.names, self.holds, test)
            if placement is not None:
                raise Refused(
                    "too strong",
                    f"{quoted(line)}: this clause does not follow from {self.about}.\n"
                    f"With {placed(placement, cells)}, {self.about} is met, and {clause_text(clause)} is false.",
                )
        placement = counterexample(self.names, lambda p: all(test(p) for test in tests), self.holds)
        if placement is not None:
            raise Refused(
                "too weak",
                f"Every clause follows, but they say too little: this placement is still allowed although {self.about} "
                f"forbids it: {placed(placement, cells)}.",
            )
        return Judgement.right(_praise([clause for _, clause in read]))

    def _parse(self, line: str) -> list[Literals]:
        """Return the clauses on a line."""
        if "," in line:
            remedy = "Join the literals of a clause by |, and write each clause on its own line"
            raise Refused("unclear", f"{quoted(line)}: is this one clause or several? {remedy}.")
        try:
            expr = parse_formula(line)
        except BoardSyntaxError as error:
            raise Refused("unreadable", unreadable(line, error)) from None
        for name in sorted(names_of(expr), key=name_order):
            if name not in self.names:
                raise Refused("unknown", unknown_name(name, self.names, self.file))
        from logicms.connectives import kind_of, parts_of

        parts = parts_of(expr) if kind_of(expr) == "And" else (expr,)
        return [self._as_clause(part, line) for part in parts]

    def _as_clause(self, expr: Any, line: str) -> Literals:
        from logicms.connectives import kind_of, literal_in, parts_of

        if kind_of(expr) == "truth":
            raise Refused("form", f"{quoted(line)} has no names: a clause is literals joined by |.")
        literals = list(map(literal_in, parts_of(expr) if kind_of(expr) == "Or" else (expr,)))
        clause = frozenset(Literal(*each) for each in literals if each is not None)
        if None in literals:
            raise Refused("form", _not_a_clause(line, expr))
        _refuse_tautology(clause, line)
        return clause

    def tips(self, so_far: str) -> Tips:
        about = (
            f"{capitalised(self.about)} is about {listed(self.names)}. First ask which of them cannot all be mines (a "
            "clause with ~), then which cannot all be safe."
        )
        forbidden = [placement for placement in placements(self.names) if not self.holds(placement)]
        last = excludes = "One right answer is\n" + "\n".join(f"    {line}" for line in _split_lines(self.answer))
        if forbidden:
            excludes = (
                f"Take a placement that is forbidden, such as {placed(forbidden[0], are_cells(self.names))}: a clause "
                "that excludes it has, for each name, the literal that is false there. Leave out what you do not need."
            )
        return about, excludes, last


def _split_lines(answer: str) -> list[str]:
    """Return the lines of an answer: semicolons end one too, as do commas between clauses; a clause may be a set.

    >>> _split_lines("1. A1 | B1, ~A1\\n\\n- ~B1. "), _split_lines("{A1, ~B1}, {C1}"), _split_lines("a, b")
    (['A1 | B1', '~A1', '~B1'], ['A1 | ~B1', 'C1'], ['a, b'])
    """
    written = _SET.sub(lambda match: re.sub(r"\s*,\s*", " | ", match["literals"]), answer)
    # A comma between literals could join one clause or end several: `_parse` asks.
    ends = "[;,\n]" if "|" in written or written != answer else "[;\n]"
    lines = (_LABEL.sub("", line).strip(" \t.`") for line in re.split(ends, written))
    return [line for line in lines if line]


def _not_a_clause(line: str, expr: Any) -> str:
    from logicms.connectives import kind_of

    remedies = {
        "Implies": "write `a -> b` as `~a | b`",
        "Not": "move the ~ inwards: `~(a & b)` is `~a | ~b`",
        "Or": "`a | (b & c)` is two clauses, `a | b` and `a | c`",
    }
    remedy = remedies.get(kind_of(expr), "write each part of an & on its own line")
    return f"{quoted(line)} is a formula but not a clause: a clause is literals joined by |; {remedy}."


def _refuse_tautology(clause: Literals, written: str) -> None:
    if any(~literal in clause for literal in clause):
        raise Refused("tautology", f"{quoted(written)} is always true: a tautology says nothing.")


def _praise(clauses: list[Literals]) -> str:
    for number, clause in enumerate(clauses):
        for other in [*clauses[:number], *(each for each in clauses[number + 1 :] if each != clause)]:
            if other <= clause:
                return f"Right. One could be left out: {clause_text(clause)} is subsumed by {clause_text(other)}."
    return f"Right: {len(clauses)} {'clauses that say' if len(clauses) > 1 else 'clause that says'} exactly that."


def make_clauses(fields: Fields) -> ClausesTask:
    """Return the task of `clue: CELL` (or `clue: mines`) on a board or hint file, or of `formula: …`."""
    if ("clue" in fields.texts) == ("formula" in fields.texts):
        raise BoardError("an exercise of the kind clauses needs a line clue: … or a line formula: …, and not both")
    if "formula" in fields.texts:
        expr = fields.formula("formula")
        names = tuple(sorted(names_of(expr), key=name_order))
        check_number_of(names)
        return ClausesTask(names, formula_holds(expr), "the formula", fields.one("answer"), fields.on)
    hint = _find_hint(fields.one("clue"), fields.file)
    names = tuple(map(str, hint.among))
    check_number_of(names)
    about = _about(hint)
    return ClausesTask(names, hint_holds(hint), about, fields.one("answer"), fields.on)


def _about(hint: Hint) -> str:
    """Return what the feedback calls a hint; one without a cell is called by its text."""
    if hint.because == TOTAL:
        return "the mine total"
    if isinstance(hint.because, Cell):
        return f"the clue {hint.low} at {hint.because}"
    return f"the hint `{replace(hint, because=None)}`"


def _find_hint(name: str, file: LessonFile) -> Hint:
    """Return the hint of a clue's cell (or of `mines`), or refuse at the field `clue`."""
    for hint in file.problem.all_hints:
        if str(hint) == name or (hint.because is not None and str(hint.because) == name):
            return hint
    known = ", ".join(str(hint.because or hint) for hint in file.problem.all_hints)
    raise BoardSyntaxError(f"{file.name} has no clue {name[:40]!r}; its clues are {known}", source="clue")


# -- the missing premise


@dataclass(frozen=True, slots=True)
class PremiseTask(Task):
    """A clause that resolves with `given` to `resolvent`; literals of the resolvent may be in both premises."""

    given: Literals
    resolvent: Literals
    answer: str

    @property
    def form(self) -> str:
        return "a clause: literals joined by |, such as a | ~b"

    @property
    def pivot(self) -> Literal:
        """The literal of the given clause that goes."""
        (pivot,) = self.given - self.resolvent
        return pivot

    def _judge(self, answer: str) -> Judgement:
        clause = self._read(answer)
        yours, given = clause_text(clause), clause_text(self.given)
        clashing = [literal for literal in ordered(self.given) if ~literal in clause]
        if not clashing:
            text = f"`{given}` and `{yours}` do not clash: no name is in one of them with ~ and in the other without."
            raise Refused("no clash", text)
        if len(clashing) > 1:
            names = listed(str(literal.name) for literal in clashing)
            text = f"`{given}` and `{yours}` clash in {names}: whichever goes, a tautology is left."
            raise Refused("two clashes", text)
        (pivot,) = clashing
        follows = (self.given - {pivot}) | (clause - {~pivot})
        step = f"On {pivot.name}, `{given}` and `{yours}` give `{clause_text(follows)}`"
        if extra := follows - self.resolvent:
            raise Refused("too much", f"{step}: {in_order(ordered(extra))} should not be there.")
        if missing := self.resolvent - follows:
            raise Refused("too little", f"{step}: {in_order(ordered(missing))} is missing.")
        return Judgement.right(f"Right: o{step[1:]}.")

    def _read(self, answer: str) -> Literals:
        if re.search(r"[&∧]|\band\b", answer):
            raise Refused("form", f"{quoted(answer)} is not one clause: a clause is literals joined by |.")
        clause = parse_clause(answer)
        known = {str(literal.name) for literal in self.given | self.resolvent}
        for name in sorted((str(literal.name) for literal in clause), key=name_order):
            if name not in known:
                raise Refused("unknown", unknown_name(name, sorted(known, key=name_order)))
        _refuse_tautology(clause, answer)
        return clause

    def tips(self, so_far: str) -> Tips:
        rest = self.resolvent - self.given
        more = f"what only the resolvent has, {in_order(ordered(rest))}" if rest else "nothing else is needed"
        return (
            "One literal of the given clause is not in the resolvent. What must the missing clause say of it?",
            f"It has {~self.pivot}, and {more}.",
            f"One right answer is {self.answer}",
        )


def make_premise(fields: Fields) -> PremiseTask:
    """Return the task of the clause that resolves with `clause` to `resolvent`."""
    given, resolvent = (clause_field(fields, key, "~a | b") for key in ("clause", "resolvent"))
    gone = given - resolvent
    if len(gone) != 1 or any(~literal in resolvent for literal in resolvent | gone):
        message = "one literal of the clause goes, and neither it nor its negation is in the resolvent"
        raise BoardSyntaxError(f"no clause resolves with it to this resolvent: {message}", source="resolvent")
    return PremiseTask(given, resolvent, fields.one("answer"))
