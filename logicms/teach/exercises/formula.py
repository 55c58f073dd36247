"""Write a sentence as a formula: any equivalent formula is right; for another, a placement tells the two apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.errors import BoardSyntaxError
from logicms.hints import name_order
from logicms.notation.formulas import parse_formula
from logicms.teach.exercise import Fields, Judgement, LessonFile
from logicms.teach.feedback import are_cells, listed, placed, quoted, unknown_name, unreadable
from logicms.teach.truth_tables import check_number_of, first_where, formula_holds, names_of

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


@dataclass(frozen=True, slots=True)
class FormulaTask:
    """A formula over `names`, and how the lesson writes it."""

    expr: Boolean
    names: tuple[str, ...]
    answer: str
    file: LessonFile | None = None
    takes_lines: bool = False

    @property
    def form(self) -> str:
        return f"a formula of {listed(self.names)} with ~ & | -> <-> ^ and parentheses"

    def judge(self, answer: str) -> Judgement:
        if not answer.strip():
            return Judgement("wrong", f"Type {self.form}.", "empty")
        answer = answer.strip(" \t\n.`")
        try:
            expr = parse_formula(answer)
        except BoardSyntaxError as error:
            return Judgement("wrong", unreadable(answer, error), "unreadable")
        for name in sorted(names_of(expr), key=name_order):
            if name not in self.names:
                return Judgement("wrong", unknown_name(name, self.names, self.file), "unknown")
        return self._compare(answer, expr)

    def _compare(self, answer: str, expr: Boolean) -> Judgement:
        yours, right, cells = formula_holds(expr), formula_holds(self.expr), are_cells(self.names)
        placement = first_where(self.names, lambda p: yours(p) and not right(p))
        if placement is not None:
            text = f"{quoted(answer)} is true with {placed(placement, cells)}, and it should be false there."
            return Judgement("wrong", text, "too weak")
        placement = first_where(self.names, lambda p: right(p) and not yours(p))
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


def make_formula(fields: Fields) -> FormulaTask:
    """Return the task of a formula; `names` adds names that an answer may use besides those of the right one."""
    expr = fields.formula("answer")
    names = names_of(expr).union(fields.one("names").split())
    check_number_of(names)
    return FormulaTask(expr, tuple(sorted(names, key=name_order)), fields.one("answer"), fields.on)
