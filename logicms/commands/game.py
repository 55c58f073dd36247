"""Questions about a game that somebody plays: the next move, a tip, and a look back.

The game travels with each question as its transcript, and its new transcript is in the answer: nothing is kept here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar, Literal

from logicms.answers import game as answers
from logicms.answers.play import ReviewAnswer, review, tip
from logicms.answers.prove import NextAnswer, Technique
from logicms.answers.solve import OddsAnswer
from logicms.board import Cell
from logicms.commands.generate import OfSize
from logicms.commands.question import Question, Timed
from logicms.errors import Misfit
from logicms.game import Game, Start
from logicms.generation import generate
from logicms.notation.transcripts import Transcript, Turn, parse_transcript
from logicms.record import Bounds, shown

_CellName = Annotated[str, Bounds(longest=12)]
_GAME = "The transcript, as the last answer has it."


@dataclass(frozen=True, kw_only=True)
class NextMove(Question):
    """One move: exactly one of these."""

    open: _CellName | None = shown("The cell to open.", default=None, example="A1")
    flag: _CellName | None = shown("The cell to put a flag on, or take it off.", default=None)
    chord: _CellName | None = shown(
        "The open clue with all its flags set: every other cell around it is opened, as one move.", default=None
    )
    undo: Literal[True] | None = shown("Take the last move back.", default=None)
    auto: Literal[True] | None = shown("Let logicms make a move.", default=None)

    def __post_init__(self) -> None:
        if sum(value is not None for value in (self.open, self.flag, self.chord, self.undo, self.auto)) != 1:
            raise Misfit("a move is exactly one of {open}, {flag}, {chord}, {undo} and {auto}")

    def made_in(self, transcript: Transcript, game: Game) -> tuple[Transcript, Game]:
        """Return the game after this move."""
        if self.undo:
            return answers.before(transcript)
        if self.auto:
            return answers.after(transcript, game, answers.next_turn(game))
        verb, cell = next((verb, cell) for verb in ("open", "flag", "chord") if (cell := getattr(self, verb)))
        return answers.after(transcript, game, Turn(f"{verb} {cell.upper()}"))


@dataclass(frozen=True, kw_only=True)
class TakeTurn(OfSize, Timed):
    """Begin a game, or go on with one, and make a move in it.

    The game is a text that travels: {game} of the answer goes into the next request. A text that says what its layout
    does not allow is refused, and the move named. Everything but {game}, {move} and {seconds} is about a new game.
    """

    game: str | None = shown(f"{_GAME} Without one, a new game begins.", default=None)
    start: Start = shown(
        "What the first opened cell is: `safe`, `zero` (no mines around it either), or `none` (anything).",
        default="safe",
    )
    first: Cell | None = shown("Where the game starts, if that is decided.", default=None)
    no_guess: bool = shown("It is won by logic alone from its first cell, which is shown.", default=False)
    technique: Technique | None = shown("The same, by this technique and nothing harder.", default=None)
    move: NextMove | None = shown("The move to make, if any.", default=None)
    seconds: Annotated[int, Bounds(least=0, most=10**9 - 1)] | None = shown(
        "How long it has been played; whoever has the clock knows.", default=None
    )

    def ask(self) -> answers.GameAnswer:
        transcript, game = self._begun() if self.game is None else answers.resumed(self.game)
        if self.seconds is not None:
            transcript = replace(transcript, seconds=self.seconds)
        if self.move is not None:
            transcript, game = self.move.made_in(transcript, game)
        return answers.game_answer(answers.drawn(transcript, game), game)

    def _begun(self) -> tuple[Transcript, Game]:
        width, height, mines = self.size_and_mines
        grid = self.grid or "square"
        begun = Transcript(
            size=(width, height), mines=mines, grid=grid, start=self.start, seed=self.seed, first=self.first
        )
        if not (self.no_guess or self.technique):
            return begun, answers.start_of(begun)
        layout = generate(
            width, height, mines, rng=Random(self.seed), start=self.start, first=self.first, no_guess=self.no_guess,
            technique=self.technique, grid=grid,
        ).layout  # fmt: skip
        begun = replace(begun, layout=replace(layout, title=None), first=layout.first, no_guess=True)
        return begun, answers.start_of(begun)


@dataclass(frozen=True, kw_only=True)
class OnGame(Timed):
    """A question about a game."""

    as_text: ClassVar[str | None] = "game"

    game: str = shown(_GAME, example="size: 2x2\nmines: 1\n\n*1\n11\n\nopen B1\n")


@dataclass(frozen=True, kw_only=True)
class LookBack(OnGame):
    """Look back on a game: which openings were guesses, and were they needed."""

    def ask(self) -> ReviewAnswer:
        opened, wrong_flags = answers.openings_of(parse_transcript(self.game, "game"))
        return review(opened, wrong_flags)


@dataclass(frozen=True, kw_only=True)
class AskTip(OnGame):
    """Get a tip in a game: a flag that is wrong, or else the next step, or else the odds."""

    level: Annotated[int, Bounds(least=1, most=4)] = shown(
        "Of the next step: 1, where to look; 2, which clues; 3, the technique; 4, the proof.", default=1
    )

    def ask(self) -> answers.WrongFlags | NextAnswer | OddsAnswer:
        _, game = answers.resumed(self.game)
        found = tip(game.board, self.level)
        return found.step or found.odds or answers.WrongFlags(found.wrong)
