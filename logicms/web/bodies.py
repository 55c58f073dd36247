"""Bodies: what each request may give, and nothing else. The OpenAPI document describes these same classes.

The service reads a request into one, and the worker reads it again from the pipe: neither hands on a bare dict.
"""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from logicms.answers.ask import Method
from logicms.answers.prove import Technique
from logicms.answers.solve import Reason
from logicms.board import Flags, Grid
from logicms.game import Start
from logicms.generation import EFFORT
from logicms.proofs.proof import By
from logicms.teach.exercise import LEVELS
from logicms.teach.session import MOST_TEXT

_PICTURE = "title: one-two-one\n\n? ? ?\n1 2 1\n"
_Text = Field(
    description="A board as text, in logicms's own notation or, with `format`, in another.", examples=[_PICTURE]
)
_Format = Field(
    default=None, description="The format of the board; without it, a header or magic word is recognised, if any."
)
_Flags: Any = Field(default="fact", description="fact: a flag is a mine; claim, ignore: it is a hidden cell.")
_Cell = Field(
    description="A cell by column and row, such as B3, or any name of a hint file.", examples=["B1"], max_length=400
)
_Rules: Any = Field(default=None, description="A hint file with rules that say what the clues of the board mean.")


class Body(BaseModel):
    """What a request gives; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class TimedBody(Body):
    time_limit: float | None = Field(
        default=None, gt=0, description="Stop after this many seconds, and say so in the answer."
    )


# -- the commands


class BoardBody(Body):
    board: str = _Text
    format: str | None = _Format


class CheckBody(BoardBody, TimedBody):
    rules: str | None = _Rules


class ReasonBody(CheckBody):
    flags: Flags = _Flags


class SolveBody(ReasonBody):
    reason: Reason = Field(default="complete", description="How to reason; only `forward` misses anything.")


class ProveBody(ReasonBody):
    cell: str = _Cell
    by: By = Field(
        default="resolution",
        description="resolution: refute the negation; direct: derive the cell; counting: add and subtract clues.",
    )


class NextBody(ReasonBody):
    level: int = Field(default=4, ge=1, le=4, description="1: where; 2: which clues; 3: the technique; 4: the proof.")


class ConvertBody(BoardBody):
    to: str = Field(description="The format to write.", examples=["emoji"])


class KnowledgeBody(TimedBody):
    """A knowledge base: a hint file or a board."""

    hints: str | None = Field(default=None, description="A knowledge base as a hint file.", examples=["a -> b\na\n"])
    board: str | None = Field(default=None, description="Or a board as text.")
    format: str | None = _Format
    flags: Flags = _Flags
    rules: str | None = _Rules


class AskBody(KnowledgeBody):
    """A question to a knowledge base."""

    formula: str = Field(description="What may follow from it.", examples=["b"])
    by: Method = Field(
        default="resolution", description="How to look for the answer; resolution and saturation miss nothing."
    )

    @model_validator(mode="after")
    def _exactly_one_source(self) -> Self:
        if (self.hints is None) == (self.board is None):
            raise ValueError("give a knowledge base as exactly one of `hints` and `board`")
        return self


class VerifyBody(KnowledgeBody):
    """A proof, and the board or hint file that it must be about, if any."""

    proof: dict[str, Any] = Field(description="A proof, as `prove` and `ask` answer it.")

    @model_validator(mode="after")
    def _at_most_one_source(self) -> Self:
        if self.hints is not None and self.board is not None:
            raise ValueError("a proof is about `board` or about `hints`, not about both")
        return self


_Rating = Annotated[int, Field(ge=1, le=2 * len(Technique))]
_Grid = "Which cells are neighbours: `square`, `hex` (six of them) or `torus` (opposite edges are joined)."
_Start = "What the first opened cell is: `safe`, `zero` (no mines around it either), or `none` (anything)."


class GenerateBody(TimedBody):
    """What a board should be like; the size and mines of the level, unless others are given."""

    level: Literal["easy", "medium", "hard", "beginner", "intermediate", "expert"] = "beginner"
    width: int | None = Field(default=None, ge=1, le=100_000)
    height: int | None = Field(default=None, ge=1, le=100_000)
    mines: int | None = Field(default=None, ge=0, le=10**9)
    no_guess: bool = Field(default=False, description="It is won from its first cell by logic alone.")
    technique: Technique | None = Field(
        default=None, description="Winning it without a guess takes this technique, and nothing harder."
    )
    mine_total: bool | None = Field(default=None, description="Whether winning it takes the number of mines.")
    rating: _Rating | Annotated[list[_Rating], Field(min_length=1, max_length=2 * len(Technique))] | None = Field(
        default=None,
        description="Which ratings are acceptable: from 1, two for each technique, the even one with the mine total.",
    )
    grid: Grid = Field(default="square", description=_Grid)
    start: Start | None = Field(default=None, description=_Start)
    first: str | None = Field(default=None, max_length=12, description="The cell that a game starts with.")
    seed: int = Field(
        default_factory=lambda: SystemRandom().randrange(2**32),
        ge=0,
        lt=2**63,
        description="The same seed gives the same board; without one, each board is another.",
    )
    effort: int = Field(
        default=EFFORT, ge=1, le=100_000, description="Stop after trying this many layouts, and say so."
    )


# -- lessons


class StateBody(Body):
    """Where a learner is in a lesson: the `state` of the last answer, sent back as it is."""

    lesson: str = Field(max_length=200)
    stop: int = Field(default=0, ge=0, le=100_000, description="Counted from 0.")
    so_far: str = Field(default="", max_length=MOST_TEXT, description="The lines of a proof that are right and stay.")
    level: int = Field(default=0, ge=0, le=LEVELS, description="The level of the last tip.")
    solved: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[], max_length=200, description="The exercises that were solved, by name."
    )


_State = Field(default=None, description="Where the learner is; without one, at the beginning.")
_SAID = "An answer (several lines where it takes them), or tip, skip, back, undo, ?; an empty text goes on."


class SayBody(Body):
    state: StateBody | None = _State
    said: str = Field(max_length=MOST_TEXT, description=_SAID, examples=["tip"])


class ExerciseBody(BoardBody):
    """A proof by hand, on any board."""

    flags: Flags = _Flags
    goal: str = Field(max_length=200, description="The clause to prove.", examples=["~B1"])
    state: StateBody | None = _State
    said: str | None = Field(default=None, max_length=MOST_TEXT, description=_SAID)


# -- games


class GameBody(Body):
    width: int = Field(ge=1, le=100_000)
    height: int = Field(ge=1, le=100_000)
    mines: int = Field(ge=0, le=10**9)
    grid: Grid = Field(default="square", description=_Grid)
    start: Start = Field(default="safe", description=_Start)
    first: str | None = Field(default=None, max_length=12, description="Where the game starts, if that is decided.")
    seed: int | None = Field(default=None, ge=0, lt=2**63, description="The same seed gives the same game.")
    no_guess: bool = Field(default=False, description="It is won by logic alone from its first cell, which is shown.")
    technique: Technique | None = Field(default=None, description="The same, by this technique and nothing harder.")


class MoveBody(Body):
    """One move: exactly one of the four."""

    open: str | None = Field(default=None, max_length=12, description="The cell to open.")
    flag: str | None = Field(default=None, max_length=12, description="The cell to put a flag on, or take it off.")
    undo: Literal[True] | None = Field(default=None, description="Take the last move back.")
    auto: Literal[True] | None = Field(default=None, description="Let logicms make a move.")

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if sum(value is not None for value in (self.open, self.flag, self.undo, self.auto)) != 1:
            raise ValueError("a move is exactly one of open, flag, undo and auto")
        return self


# -- what the service itself asks of its workers


class LessonBody(Body):
    id: str
    """A lesson's name or number, as an address has it."""


class SaidBody(SayBody, LessonBody):
    pass


class OpenedBody(Body):
    """A cell that was opened, and the board before that."""

    open: str
    board: str


class ReviewBody(Body):
    opened: list[OpenedBody]


class LayoutBody(GenerateBody):
    """A layout for a game. Nobody may guess it, so its seed is longer than those that people choose."""

    seed: int = Field(ge=0, lt=2**128)
