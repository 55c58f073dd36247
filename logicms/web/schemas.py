"""Schemas: what each answer holds, for the OpenAPI description. Answers are made elsewhere; the tests compare."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class Problem(BaseModel):
    """Why there is no answer (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str
    title: str
    status: int
    detail: str
    line: int | None = Field(default=None, description="Where in the text, counted from 1.")
    column: int | None = None


class Answer(BaseModel):
    model_config = ConfigDict(extra="allow")

    version: Literal[1]


class ShowAnswer(Answer):
    width: int
    height: int
    mines: int | None
    rows: list[str]


class FlagLists(BaseModel):
    certain: list[str]
    unproved: list[str]
    wrong: list[str]


class CheckAnswer(Answer):
    status: Literal["consistent", "inconsistent", "limit"]
    conflict: list[str]
    flags: FlagLists


class SolveAnswer(Answer):
    status: Literal["solved", "progress", "stuck", "inconsistent", "limit"]
    width: int | None
    height: int | None
    mines: int | None
    safe: list[str]
    mine: list[str]
    needs_mine_total: list[str]
    components: int


class OddsOfCell(BaseModel):
    mine: str = Field(description="A fraction, such as 6/77.")
    value: float


class OddsAnswer(Answer):
    status: Literal["exact", "limit", "inconsistent"]
    placements: str | None
    cells: dict[str, OddsOfCell]
    best: list[str]


class ProveAnswer(Answer):
    """A proof; or `status` and `conflict` when the board contradicts itself."""

    cell: str | None = None
    verdict: Literal["safe", "mine", "unknown", "limit"] | None = None
    by: str | None = None
    clues: list[str] = []
    hints: dict[str, Any] = {}
    uses_mine_total: bool = False
    technique: str | None = None
    steps: list[dict[str, Any]] = []
    symbols: dict[str, str] = {}
    placements: list[list[str]] = []
    checked: bool = False
    status: Literal["inconsistent"] | None = None
    conflict: list[str] = []


class NextAnswer(Answer):
    cell: str | None = None
    verdict: Literal["safe", "mine", "unknown", "limit"] | None = None
    level: int | None = None
    region: str | None = None
    clues: list[str] = []
    technique: str | None = None
    proof: dict[str, Any] | None = None
    status: Literal["inconsistent"] | None = None
    conflict: list[str] = []


class AskAnswer(Answer):
    answer: Literal["yes", "no", "unknown", "limit"] | None
    proof: dict[str, Any] | None
    placements: list[list[str]] | None


class VerifyAnswer(Answer):
    valid: bool
    step: int | None
    reason: str | None


class ConvertAnswer(Answer):
    to: str
    text: str


class GenerateAnswer(Answer):
    layout: str | None = Field(description="A layout as text; null when none was found within the limits.")
    first: str | None
    seed: int
    rating: int | None = Field(description="1 to 8; null where a guess is needed, or nothing has to be deduced.")
    technique: str | None
    uses_mine_total: bool | None
    no_guess: bool | None
    status: Literal["found", "limit"]
    reason: str | None = None


class MoveMade(BaseModel):
    model_config = ConfigDict(extra="allow")

    open: str | None = None
    flag: str | None = None
    by: Literal["player", "start", "deduction", "guess"]
    odds: str | None = None


class GameAnswer(Answer):
    id: str
    board: str = Field(description="What the player sees, as text.")
    outcome: Literal["won", "lost"] | None
    seeded: bool = Field(description="Whether the client chose the seed, so that it may know the layout.")
    layout_seen: bool = Field(description="Whether the game was over once: its layout has been shown.")
    undone: int = Field(description="How many moves were taken back.")
    moves: list[MoveMade]
    layout: str | None = Field(default=None, description="Where the mines are; only once the game is over.")


class Judged(BaseModel):
    open: str
    kind: Literal["start", "certain", "guess", "unneeded"]
    odds: str | None
    least: str | None
    better: list[str]
    board: str


class ReviewAnswer(Answer):
    moves: list[Judged]


class Part(BaseModel):
    """A piece of a sentence."""

    kind: Literal["text", "code", "stress"]
    text: str


class Block(BaseModel):
    kind: Literal["paragraph", "list"]
    parts: list[Part] = Field(default=[], description="Of a paragraph.")
    items: list[list[Part]] = Field(default=[], description="Of a list.")


class Item(BaseModel):
    """What stands at a stop: prose in blocks, a board as rows, a hint file as text, a command with what it prints."""

    kind: Literal["prose", "board", "hints", "command"]
    text: str | None = None
    blocks: list[Block] = []
    name: str | None = None
    width: int | None = None
    height: int | None = None
    mines: int | None = None
    rows: list[str] = []
    command: str | None = None
    words: list[str] = []
    output: str | None = None


class Choice(BaseModel):
    letter: str
    parts: list[Part]


class Question(BaseModel):
    """An exercise as it is asked; its answers stay with the service."""

    name: str
    kind: Literal["choice", "number", "formula", "clauses", "certain", "placement", "proof"]
    ask: str
    ask_parts: list[Part]
    form: str = Field(description="What an answer looks like.")
    takes_lines: bool
    choices: list[Choice]
    on: str | None = Field(description="The name of the board or hint file that it is about.")
    terms: str = Field(description="Of a proof: what is to be shown, and by which means.")
    help: list[str]


class LessonStop(BaseModel):
    heading: str
    items: list[Item]
    exercise: Question | None


class LessonHead(BaseModel):
    id: str
    number: int | None
    title: str
    about: str
    exercises: list[str] = Field(description="The names of its exercises.")


class LessonEntry(LessonHead):
    stops: int


class LessonsAnswer(Answer):
    lessons: list[LessonEntry]


class LessonOutline(LessonHead):
    stops: list[LessonStop]


class LessonAnswer(Answer, LessonOutline):
    pass


class LineVerdict(BaseModel):
    line: str
    level: Literal["right", "remark", "wrong"]
    kind: str
    text: str


class Judgement(BaseModel):
    outcome: Literal["right", "wrong", "open"]
    kind: str
    text: str
    lines: list[LineVerdict]


class LearnReply(BaseModel):
    kind: Literal["right", "wrong", "open", "hint", "moved", "help"] = Field(
        description="open: right as far as it goes, and more lines are wanted."
    )
    text: str
    parts: list[Part]
    judgement: Judgement | None


class LearnState(BaseModel):
    lesson: str
    stop: int
    so_far: str
    level: int
    solved: list[str]


class SayAnswer(Answer):
    reply: LearnReply | None
    state: LearnState = Field(description="To be sent along with what is said next.")
    words: list[str] = Field(description="What can be said beside an answer; an empty word goes on.")
    done: bool


class ExerciseAnswer(SayAnswer):
    lesson: LessonOutline


class LimitsAnswer(Answer):
    body_bytes: int
    cells: int
    seconds: float
    workers: int


class HealthAnswer(BaseModel):
    status: Literal["ok"]
