"""Bodies of the requests about games: what each may give, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from logicms.answers.prove import Technique
from logicms.board import Grid
from logicms.commands.question import Question
from logicms.errors import BoardError
from logicms.game import Start
from logicms.record import Bounds, shown

JSON, TEXT = "application/json", "text/plain"

_Side = Annotated[int, Bounds(least=1, most=100_000)]
_Mines = Annotated[int, Bounds(least=0, most=10**9)]
_Seed = Annotated[int, Bounds(least=0, most=2**63 - 1)]
_CellName = Annotated[str, Bounds(longest=12)]
_Rating = Annotated[int, Bounds(least=1, most=2 * len(Technique))]
_GRID = "Which cells are neighbours: `square`, `hex` (six of them) or `torus` (opposite edges are joined)."
_START = "What the first opened cell is: `safe`, `zero` (no mines around it either), or `none` (anything)."


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
