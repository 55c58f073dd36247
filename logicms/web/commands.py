"""The commands that the service has: the task behind each, what it takes, what it answers."""

from __future__ import annotations

from dataclasses import dataclass

from logicms.web import bodies, schemas


@dataclass(frozen=True, slots=True)
class Command:
    """One address under /v1."""

    name: str
    summary: str
    body: type[bodies.Body]
    answer: type[schemas.Answer]
    text_field: str | None = "board"
    """What a plain text as the body stands for; None where it is not taken."""


COMMANDS = (
    Command("show", "A board, read", bodies.BoardBody, schemas.ShowAnswer),
    Command("check", "Whether a board can be, and which of its flags are right", bodies.CheckBody, schemas.CheckAnswer),
    Command("solve", "Every cell that is certainly safe or a mine", bodies.SolveBody, schemas.SolveAnswer),
    Command("odds", "The exact odds of every hidden cell, and the best guess", bodies.ReasonBody, schemas.OddsAnswer),
    Command("prove", "Why a cell is safe or a mine", bodies.ProveBody, schemas.ProveAnswer),
    Command("next", "The easiest next deduction", bodies.NextBody, schemas.NextAnswer),
    Command("ask", "Whether a knowledge base entails a formula", bodies.AskBody, schemas.AskAnswer, "hints"),
    Command("verify", "Whether a proof is valid", bodies.VerifyBody, schemas.VerifyAnswer, None),
    Command("convert", "A board in another format", bodies.ConvertBody, schemas.ConvertAnswer),
    Command(
        "generate", "A board that needs no guess, or a technique", bodies.GenerateBody, schemas.GenerateAnswer, None
    ),
    Command("exercise", "A proof by hand, judged line by line", bodies.ExerciseBody, schemas.ExerciseAnswer, None),
)
