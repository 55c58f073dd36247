"""The question to a knowledge base: `ask`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from logicms.answers.answer import Answer, TextAnswer
from logicms.answers.knowledge import AskAnswer, Method, ask
from logicms.commands.question import TEXT, WithFlags
from logicms.notation.formats import HINTS
from logicms.record import shown
from logicms.render.forms import write_proof
from logicms.render.knowledge_text import ask_text


@dataclass(frozen=True, kw_only=True)
class Ask(WithFlags):
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

    @property
    def other_type(self) -> str | None:
        return None if self.to is None else TEXT

    def ask(self) -> AskAnswer:
        from logicms.notation.formulas import question

        problem = self.problem
        return ask(problem, question(problem, self.formula), self.by)

    def written(self, answer: Answer, **look: Any) -> Answer:
        assert isinstance(answer, AskAnswer)
        if self.to is None:
            return answer
        asked = self.formula.strip()
        if answer.proof is None or answer.proof.proof is None:
            return TextAnswer(self.to, ask_text(answer, asked), answer)
        proof = write_proof(answer.proof.proof, self.to).rstrip("\n")
        return TextAnswer(self.to, f"{ask_text(answer, asked)}\n{proof}" if self.to == "text" else proof, answer)
