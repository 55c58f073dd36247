"""The question to a knowledge base: `ask`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from logicms.answers.knowledge import AskAnswer, Method, ask
from logicms.commands.question import InForm, WithFlags
from logicms.notation.formats import HINTS
from logicms.record import shown


@dataclass(frozen=True, kw_only=True)
class Ask(InForm, WithFlags):
    """Ask a knowledge base whether a formula follows, and why.

    The knowledge base is a hint file or a board. The answer is yes, no (the negation follows) or unknown (then
    two placements show it).
    """

    usual: ClassVar[str] = HINTS

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
