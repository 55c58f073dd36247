"""Exercises in formulas: write a sentence as one, and fill in the truth table of one.

Any equivalent formula is right; for another, a placement tells the two apart. With `instance` the formula is what a
rule says for some values: *ground* it, without quantifiers. The rows of a table are in the order of `kb --to table`:
from all false to all true, the last name changing fastest; a wrong row is answered with why it is wrong.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from logicms.errors import BoardSyntaxError, counted
from logicms.hints import Hint, name_order
from logicms.notation.formulas import format_formula, formula_about, parse_expression, parse_formula
from logicms.problem import Formula
from logicms.render.phrases import listed as in_order
from logicms.render.phrases import rule_text
from logicms.rules.grounding import to_sympy
from logicms.rules.language import Expression, Join, Quantified, atoms
from logicms.rules.tables import Tables
from logicms.teach.exercise import (
    MOST_NAMES,
    Fields,
    Judgement,
    LessonFile,
    Refused,
    Task,
    TrueNames,
    are_cells,
    check_number_of,
    counterexample,
    first_where,
    formula_holds,
    listed,
    names_of,
    placed,
    quoted,
    unknown_name,
)
from logicms.teach.proof_lines import find_instance

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
        if self.instance and _has_quantifier(parse_expression(answer)):
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

    def tip(self, level: int, so_far: str) -> str:
        cells = are_cells(self.names)
        holds = formula_holds(self.expr)
        if level == 1:
            return f"It is about {listed(names_of(self.expr) or self.names)}."
        if level == 2:
            met = first_where(self.names, holds)
            failed = first_where(self.names, lambda p: not holds(p))
            examples = [] if met is None else [f"true with {placed(met, cells)}"]
            examples += [] if failed is None else [f"false with {placed(failed, cells)}"]
            return f"It is {' and '.join(examples)}."
        return f"One right answer is {self.answer}"


def _has_quantifier(expression: Expression) -> bool:
    stack = [expression]
    while stack:
        part = stack.pop()
        if isinstance(part, Quantified):
            return True
        if isinstance(part, Join):
            stack.extend(part.parts)
    return False


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
        expr = _of_hint(instance.statement)
    names = names_of(expr)
    check_number_of(names)
    ordered = tuple(sorted(names, key=name_order))
    return FormulaTask(expr, ordered, fields.one("answer"), fields.file, instance=instance.source)


def _of_hint(hint: Hint) -> Boolean:
    """Return a count as a formula."""
    from sympy import Symbol

    from logicms.connectives import between

    return between(hint.low, hint.high, [Symbol(str(name)) for name in hint.among])


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

    def tip(self, level: int, so_far: str) -> str:
        if level == 1:
            rule = _RULES[self.formula.operator] if isinstance(self.formula, Join) else "Look at the name itself."
            return f"Work from the inside out, one row at a time. {rule}"
        if level == 2:
            return f"It is true in {self.values.count(True)} of the {len(self.rows)} rows."
        return "It is " + " ".join("T" if value else "F" for value in self.values)


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
    if _has_quantifier(expression):
        raise BoardSyntaxError("the formula of a truth table has no quantifiers", source="formula")
    names = {str(atom.name_under({})) for atom in atoms(expression)}
    if not 1 <= len(names) <= MOST_FILLED_IN:
        message = f"{counted(len(names), 'name')}: a truth table to fill in has 1 to {MOST_FILLED_IN}"
        raise BoardSyntaxError(f"{format_formula(expr)[:60]} has {message}", source="formula")
    return TableTask(expression, text, tuple(sorted(names, key=name_order)))
