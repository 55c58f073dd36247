"""Bodies: what each request may give, and nothing else. The OpenAPI document describes these same records.

The service reads a request into one, and the worker reads it again from the pipe: neither hands on a bare dict.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import SystemRandom
from typing import Annotated, Literal

from logicms.answers.prove import Technique
from logicms.board import Flags, Grid
from logicms.commands.generate import Generate
from logicms.commands.question import Question, Timed
from logicms.errors import BoardError
from logicms.game import Start
from logicms.record import Bounds, shown
from logicms.render.exports import formats
from logicms.render.written import MEDIA_TYPES
from logicms.teach.worksheet import KINDS
from logicms.teach.worksheet import Kind as SheetKind

JSON, TEXT = "application/json", "text/plain"

_PICTURE = "title: one-two-one\n\n? ? ?\n1 2 1\n"
_FORMAT = "The format of the board; without it, a header or magic word is recognised, if any."
_WRITTEN = ", ".join(each.name for each in formats().formats if each.writes)
FLAGS = "fact: a flag is a mine; claim, ignore: it is a hidden cell."
_RULES = "A hint file with rules that say what the clues of the board mean."


# -- the commands


@dataclass(frozen=True, kw_only=True)
class BoardBody(Question):
    """A board."""

    board: str = shown("A board as text, in logicms's own notation or, with `format`, in another.", example=_PICTURE)
    format: str | None = shown(_FORMAT, default=None)


@dataclass(frozen=True, kw_only=True)
class KnowledgeBody(Timed):
    """A knowledge base: a hint file or a board."""

    hints: str | None = shown("A knowledge base as a hint file.", default=None, example="a -> b\na\n")
    board: str | None = shown("Or a board as text.", default=None)
    format: str | None = shown(_FORMAT, default=None)
    flags: Flags = shown(FLAGS, default="fact")
    rules: str | None = shown(_RULES, default=None)


_Side = Annotated[int, Bounds(least=1, most=100_000)]
_Mines = Annotated[int, Bounds(least=0, most=10**9)]
_Seed = Annotated[int, Bounds(least=0, most=2**63 - 1)]
_CellName = Annotated[str, Bounds(longest=12)]
_Rating = Annotated[int, Bounds(least=1, most=2 * len(Technique))]
_GRID = "Which cells are neighbours: `square`, `hex` (six of them) or `torus` (opposite edges are joined)."
_START = "What the first opened cell is: `safe`, `zero` (no mines around it either), or `none` (anything)."


@dataclass(frozen=True, kw_only=True)
class WorksheetBody(Timed):
    """What a worksheet should have."""

    technique: Technique | None = shown("What the boards need; without it, each in turn.", default=None)
    count: Annotated[int, Bounds(least=1, most=26)] = shown("How many boards.", default=3)
    width: Annotated[int, Bounds(least=1, most=50)] | None = shown("Cells in a row; 6 without it.", default=None)
    height: Annotated[int, Bounds(least=1, most=50)] | None = shown("Rows; 6 without it.", default=None)
    mines: Annotated[int, Bounds(least=1, most=2500)] | None = shown("How many mines; 8 without it.", default=None)
    questions: Annotated[tuple[SheetKind, ...], Bounds(shortest=1, longest=3)] = shown(
        "What to ask about each board.", default=KINDS
    )
    title: Annotated[str, Bounds(longest=200)] | None = shown("The title of the sheet.", default=None)
    seed: Annotated[int, Bounds(least=0, most=2**62)] = shown(
        "The first board's seed; the next board has the number after it.",
        default_factory=lambda: SystemRandom().randrange(2**32),
    )
    to: Literal["html", "latex"] | None = shown("Set it as a page or in LaTeX, to print.", default=None)
    answers: bool = shown("With `to`: the answers with proofs, instead of the questions.", default=False)

    @property
    def other_type(self) -> str | None:
        return None if self.to is None else MEDIA_TYPES.get(self.to, TEXT)


# -- games


@dataclass(frozen=True, kw_only=True)
class GameBody(Question):
    """What a game should be like."""

    width: _Side = shown("Cells in a row.", example=9)
    height: _Side = shown("Rows.", example=9)
    mines: _Mines = shown("How many mines.", example=10)
    grid: Grid = shown(_GRID, default="square")
    start: Start = shown(_START, default="safe")
    first: _CellName | None = shown("Where the game starts, if that is decided.", default=None)
    seed: _Seed | None = shown("The same seed gives the same game.", default=None)
    no_guess: bool = shown("It is won by logic alone from its first cell, which is shown.", default=False)
    technique: Technique | None = shown("The same, by this technique and nothing harder.", default=None)


@dataclass(frozen=True, kw_only=True)
class MoveBody(Question):
    """One move: exactly one of these."""

    open: _CellName | None = shown("The cell to open.", default=None)
    flag: _CellName | None = shown("The cell to put a flag on, or take it off.", default=None)
    chord: _CellName | None = shown(
        "The open clue with all its flags set: every other cell around it is opened, as one move.", default=None
    )
    undo: Literal[True] | None = shown("Take the last move back.", default=None)
    auto: Literal[True] | None = shown("Let logicms make a move.", default=None)

    def __post_init__(self) -> None:
        if sum(value is not None for value in (self.open, self.flag, self.chord, self.undo, self.auto)) != 1:
            raise BoardError("a move is exactly one of open, flag, chord, undo and auto")


# -- what the service itself asks of its workers


@dataclass(frozen=True, kw_only=True)
class OpenedBody(Question):
    """A cell that was opened, and the board before that."""

    open: str = shown("The cell.")
    board: str = shown("The board, as text.")


@dataclass(frozen=True, kw_only=True)
class ReviewBody(Question):
    """The cells that were opened in a game, and the flags that turned out to be wrong."""

    opened: tuple[OpenedBody, ...] = shown("In order.")
    wrong_flags: tuple[str, ...] = shown("Once it is over.", default=())


@dataclass(frozen=True, kw_only=True)
class LayoutBody(Generate):
    """A layout for a game. Nobody may guess it, so its seed is longer than those that people choose."""

    seed: Annotated[int, Bounds(least=0, most=2**128 - 1)] = shown("Which layout.")
