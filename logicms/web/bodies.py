"""Bodies: what each request may give. They stand in the OpenAPI description, and nothing else is taken."""

from __future__ import annotations

from random import SystemRandom
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from logicms.board import Flags
from logicms.deduction import Reason
from logicms.explanation.techniques import Technique
from logicms.game import Start
from logicms.generation import EFFORT
from logicms.teach.exercise import LEVELS
from logicms.teach.session import MOST_TEXT

_PICTURE = "title: one-two-one\n\n? ? ?\n1 2 1\n"
_Text = Field(
    description="A board as text, in logicms's own notation or, with `format`, in another.", examples=[_PICTURE]
)
_Format = Field(default=None, description="The format that the board is written in; recognised where it can be.")
_Seconds = Field(default=None, gt=0, description="Give up after so many seconds, and say so in the answer.")
_Cell = Field(description="A cell by column and row, such as B3.", examples=["B1"], max_length=12)


class Body(BaseModel):
    """What a request gives; a field that is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class BoardBody(Body):
    board: str = _Text
    format: str | None = _Format


class CheckBody(BoardBody):
    time_limit: float | None = _Seconds


class ReasonBody(CheckBody):
    flags: Flags = Field(default="fact", description="fact: a flag is a mine; claim, ignore: it is a hidden cell.")


class SolveBody(ReasonBody):
    reason: Reason = Field(default="complete", description="How to reason; only `forward` misses things.")


class ProveBody(ReasonBody):
    cell: str = _Cell
    by: Literal["resolution", "direct", "counting"] = "resolution"


class NextBody(ReasonBody):
    level: int = Field(default=4, ge=1, le=4, description="1: where; 2: which clues; 3: the technique; 4: the proof.")


class ConvertBody(BoardBody):
    to: str = Field(description="The format to write.", examples=["emoji"])


class AskBody(Body):
    hints: str | None = Field(default=None, description="A knowledge base as a hint file.", examples=["a -> b\na\n"])
    board: str | None = Field(default=None, description="Or a board as text.")
    format: str | None = _Format
    formula: str = Field(examples=["b"])
    by: Literal["forward", "backward", "resolution", "saturation", "course"] = "resolution"
    flags: Flags = "fact"
    time_limit: float | None = _Seconds

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.hints is None) == (self.board is None):
            raise ValueError("give a knowledge base as `hints` or as `board`, one of both")
        return self


class VerifyBody(Body):
    proof: dict[str, Any] = Field(description="A proof, as `prove` and `ask` answer it.")
    board: str | None = Field(default=None, description="The board that the proof must be about, if any.")
    hints: str | None = Field(default=None, description="Or the hint file.")
    format: str | None = _Format
    flags: Flags = "fact"
    time_limit: float | None = _Seconds

    @model_validator(mode="after")
    def _at_most_one(self) -> Self:
        if self.hints is not None and self.board is not None:
            raise ValueError("a proof is about `board` or about `hints`, not about both")
        return self


_Rating = Annotated[int, Field(ge=1, le=8)]


class GenerateBody(Body):
    """What a board is to be; the level's size and mines, where no others are given."""

    level: Literal["easy", "medium", "hard", "beginner", "intermediate", "expert"] = "beginner"
    width: int | None = Field(default=None, ge=1, le=100_000)
    height: int | None = Field(default=None, ge=1, le=100_000)
    mines: int | None = Field(default=None, ge=0, le=10**9)
    no_guess: bool = Field(default=False, description="It is won from its first cell by logic alone.")
    technique: Technique | None = Field(
        default=None, description="Winning it without a guess takes this technique, and nothing harder."
    )
    mine_total: bool | None = Field(default=None, description="Whether winning it takes the number of mines.")
    rating: _Rating | Annotated[list[_Rating], Field(min_length=1, max_length=8)] | None = Field(
        default=None,
        description="Which ratings will do: 1 to 8, two for each technique, the even one where the total is needed.",
    )
    start: Start | None = Field(default=None, description="What the first opened cell is: safe, zero, or none of both.")
    first: str | None = Field(default=None, max_length=12, description="The cell that a game starts with.")
    seed: int = Field(
        default_factory=lambda: SystemRandom().randrange(2**32),
        ge=0,
        lt=2**63,
        description="The same seed gives the same board; without one there is another each time.",
    )
    effort: int = Field(default=EFFORT, ge=1, le=100_000, description="Give up after so many layouts, and say so.")
    time_limit: float | None = _Seconds


class StateBody(Body):
    """Where a learner stands in a lesson: what the last answer gave, sent back as it is."""

    lesson: str = Field(max_length=200)
    stop: int = Field(default=0, ge=0, le=100_000, description="Counted from 0.")
    so_far: str = Field(default="", max_length=MOST_TEXT, description="The lines of a proof that are right and stay.")
    level: int = Field(default=0, ge=0, le=LEVELS, description="The level of the last tip.")
    solved: list[Annotated[str, Field(max_length=200)]] = Field(
        default=[], max_length=200, description="The exercises that were solved, by name."
    )


_State = Field(default=None, description="Where the learner stands; without one, at the beginning.")
_SAID = "An answer (several lines where it takes them), or tip, skip, back, undo, ?; an empty text goes on."


class SayBody(Body):
    state: StateBody | None = _State
    said: str = Field(max_length=MOST_TEXT, description=_SAID, examples=["tip"])


class ExerciseBody(BoardBody):
    """A proof by hand, on any board."""

    flags: Flags = "fact"
    goal: str = Field(max_length=200, description="What is to be shown, a clause.", examples=["~B1"])
    state: StateBody | None = _State
    said: str | None = Field(default=None, max_length=MOST_TEXT, description=_SAID)


class GameBody(Body):
    width: int = Field(ge=1, le=100_000)
    height: int = Field(ge=1, le=100_000)
    mines: int = Field(ge=0, le=10**9)
    start: Start = Field(default="safe", description="What the first opened cell is: safe, zero, or none of both.")
    first: str | None = Field(default=None, max_length=12, description="Where the game starts, if that is decided.")
    seed: int | None = Field(default=None, ge=0, lt=2**63, description="The same seed gives the same game.")
    no_guess: bool = Field(default=False, description="It is won by logic alone from its first cell, which is told.")
    technique: Technique | None = Field(default=None, description="The same, by this technique and nothing harder.")


class MoveBody(Body):
    """One move: one of the four."""

    open: str | None = Field(default=None, max_length=12, description="The cell to open.")
    flag: str | None = Field(default=None, max_length=12, description="The cell to set a flag on, or take it from.")
    undo: Literal[True] | None = Field(default=None, description="Take the last move back.")
    auto: Literal[True] | None = Field(default=None, description="Let logicms make a move.")

    @model_validator(mode="after")
    def _exactly_one(self) -> Self:
        if sum(value is not None for value in (self.open, self.flag, self.undo, self.auto)) != 1:
            raise ValueError("a move is one of open, flag, undo and auto")
        return self
