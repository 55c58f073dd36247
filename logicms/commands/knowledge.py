"""Questions about a knowledge base, which is a hint file or a board: `ask` and `kb`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, ClassVar, Literal

from logicms.answers.knowledge import (
    AskAnswer,
    KbAnswer,
    KbStepsAnswer,
    MatchingName,
    Method,
    TableAnswer,
    ask,
    kb,
    kb_steps,
    table,
)
from logicms.commands.question import InForm, WithFlags
from logicms.errors import Misfit
from logicms.notation.read import HINTS
from logicms.problem import Formula
from logicms.record import Bounds, Written, shown
from logicms.render.exports import exported
from logicms.render.written import TEXT


@dataclass(frozen=True, kw_only=True)
class Ask(InForm, WithFlags):
    """Ask a knowledge base whether a formula follows, and why.

    The knowledge base is a hint file or a board. The answer is yes, no (the negation follows) or unknown (then
    two placements show it).
    """

    usual: ClassVar[str] = HINTS
    as_text: ClassVar[str | None] = "hints"
    other_types: ClassVar[tuple[str, ...]] = (TEXT,)

    formula: str = shown("What may follow from it.", example="b")
    by: Method = shown(
        "forward, backward: chaining; resolution: refute the negation; saturation: match all clauses; course: match as "
        "in the logic course, never two clauses longer than 2. Resolution and saturation are complete.",
        default="resolution",
    )
    to: Literal["text", "lines", "words", "latex", "dot", "dimacs", "drat", "lrat"] | None = shown(
        "Write the answer with its proof as `text`, or its proof alone in another form.", default=None, example="words"
    )

    def ask(self) -> AskAnswer:
        from logicms.notation.formulas import question

        problem = self.problem
        return ask(problem, question(problem, self.formula), self.by)


@dataclass(frozen=True, kw_only=True)
class Kb(WithFlags):
    """Show a knowledge base, and how inference makes it grow."""

    usual: ClassVar[str] = HINTS
    as_text: ClassVar[str | None] = "hints"

    to: Literal["clauses", "sympy", "dimacs", "table"] = shown(
        "clauses: the facts (KB0) and what remains after propagation (KB); sympy: the same as sympy writes it; dimacs: "
        "all clauses as told; table: the truth table, of at most 10 names.",
        default="clauses",
    )
    formula: str | None = shown(
        "With {to} table: a column for this formula, and whether it follows.",
        default=None,
        written=Written(option="ask", metavar="FORMULA"),
    )
    steps: Annotated[int, Bounds(least=0, most=10_000)] | None = shown(
        "Show the first steps of inference, this many.", default=None, written=Written(metavar="N")
    )
    policy: MatchingName | None = shown(
        "With {steps}: which clauses are matched. course (the default): as in the logic course, never two clauses that "
        "are both longer than 2; short: only two that are both at most 2, as report 1 of that course programs it; "
        "narrow: none that gives a clause longer than 4; full: all.",
        default=None,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.policy is not None and self.steps is None:
            raise Misfit("{policy} is about steps of inference: give {steps} too")
        if self.formula is not None and self.to != "table":
            raise Misfit("{formula} is a column of a truth table: give {to} table too, or use the command ask")

    @cached_property
    def asked(self) -> Formula | None:
        """The formula that has a column of its own."""
        from logicms.notation.formulas import question

        return None if self.formula is None else question(self.problem, self.formula, "formula")

    def ask(self) -> KbAnswer | KbStepsAnswer | TableAnswer:
        if self.to == "table":
            return table(self.problem, self.asked)
        if self.steps is not None:
            return kb_steps(self.problem, self.steps, self.policy or "course")
        found = kb(self.problem)
        return found if found.is_limit or self.to == "clauses" else exported(found, self.problem, (self.to,))
