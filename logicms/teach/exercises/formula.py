"""Write a sentence as a formula: any equivalent formula is right; for another, a placement tells the two apart.

With `instance` the formula is what a rule says for some values: *ground* it, without quantifiers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.errors import BoardSyntaxError, LimitReached
from logicms.hints import Hint, name_order
from logicms.limits import limit
from logicms.notation.formulas import formula_about, parse_expression, parse_formula
from logicms.problem import Formula
from logicms.render.proof_text import rule_text
from logicms.rules.language import Join, Quantified
from logicms.teach.exercise import Fields, Judgement, LessonFile, Refused
from logicms.teach.feedback import are_cells, listed, placed, quoted, unknown_name, unreadable
from logicms.teach.proofs.citations import find_instance
from logicms.teach.truth_tables import MOST_NAMES, check_number_of, first_where, formula_holds, names_of

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

STEPS, SECONDS = 400_000, 5
"""What judging one answer may cost."""


@dataclass(frozen=True, slots=True)
class FormulaTask:
    """A formula over `names`, and how the lesson writes it."""

    expr: Boolean
    names: tuple[str, ...]
    answer: str
    file: LessonFile | None = None
    takes_lines: bool = False
    instance: str = ""
    """The instance of a rule that it is; then every name of the file may be used, and no quantifier."""

    @property
    def form(self) -> str:
        about = "" if self.instance else f" of {listed(self.names)}"
        return f"a formula{about} with ~ & | -> <-> ^ and parentheses"

    def judge(self, answer: str) -> Judgement:
        if not answer.strip():
            return Judgement("wrong", f"Type {self.form}.", "empty")
        answer = answer.strip(" \t\n.`")
        try:
            with limit(steps=STEPS, seconds=SECONDS):
                return self._compare(answer, self._read(answer))
        except BoardSyntaxError as error:
            return Judgement("wrong", unreadable(answer, error), "unreadable")
        except Refused as refused:
            return Judgement("wrong", str(refused), refused.kind)
        except LimitReached:
            return Judgement("wrong", "This formula is too large to be judged here.", "limit")

    def _read(self, answer: str) -> Boolean:
        expr = parse_formula(answer) if self.file is None else formula_about(self.file.problem, answer)
        if self.instance and _has_quantifier(answer):
            raise Refused("quantifier", "Write it out: no `all`, no `some`, and no variables are left in an instance.")
        for name in sorted(names_of(expr), key=name_order):
            if name not in self._allowed:
                raise Refused("unknown", unknown_name(name, self.names, self.file))
        return expr

    @property
    def _allowed(self) -> frozenset[str]:
        of_file = map(str, self.file.problem.names) if self.instance and self.file is not None else ()
        return frozenset(self.names).union(of_file)

    def _compare(self, answer: str, expr: Boolean) -> Judgement:
        yours, right = formula_holds(expr), formula_holds(self.expr)
        names = sorted(names_of(expr).union(self.names), key=name_order)
        if len(names) > MOST_NAMES:
            return Judgement("wrong", f"That is about {len(names)} names: the instance is about fewer.", "too many")
        cells = are_cells(names)
        placement = first_where(names, lambda p: yours(p) and not right(p))
        if placement is not None:
            text = f"{quoted(answer)} is true with {placed(placement, cells)}, and it should be false there."
            return Judgement("wrong", text, "too weak")
        placement = first_where(names, lambda p: right(p) and not yours(p))
        if placement is not None:
            text = f"{quoted(answer)} is false with {placed(placement, cells)}, and it should be true there."
            return Judgement("wrong", text, "too strong")
        return Judgement(
            "right", "Right." if answer.strip() == self.answer else f"Right: the same as {self.answer}", "right"
        )

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


def _has_quantifier(text: str) -> bool:
    stack = [parse_expression(text)]
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

    from logicms.threshold import between

    return between(hint.low, hint.high, [Symbol(str(name)) for name in hint.among])
