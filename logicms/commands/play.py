"""Questions about whole games: `play`, and a game that somebody plays: the next move, a tip, and a look back.

Such a game travels with each question as its transcript, and its new transcript is in the answer: nothing is kept here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, cast

from logicms.answers import play as answers
from logicms.answers.prove import NextAnswer, ProveAnswer, Technique, Wanted, prove
from logicms.answers.solve import OddsAnswer
from logicms.board import Board, Cell, Grid
from logicms.commands.generate import OfSize
from logicms.commands.question import Question, Timed
from logicms.errors import BoardError, Misfit
from logicms.game import LEVELS, Game, Outcome, Share, Start
from logicms.generation import generate
from logicms.notation.hint_files import parse_hints
from logicms.notation.read import Content, read
from logicms.notation.texts import MAX_DIGITS
from logicms.notation.transcripts import Transcript, Turn, parse_transcript
from logicms.player import Move, Played, Player, Setting, play, play_many
from logicms.player.review import Replayed, openings, replay
from logicms.problem import Problem
from logicms.record import Bounds, Written, kept, shown

if TYPE_CHECKING:
    from logicms.deduction.inference import Note


def read_share(text: str) -> int | str:
    """Return the number of initial safe cells that is written as a number or a share of all cells."""
    if text in ("sqrt", "tenth"):
        return text
    if not (text.isdecimal() and len(text) <= MAX_DIGITS):
        raise BoardError(f"{text[:40]!r} is not a number of cells, sqrt or tenth")
    return int(text)


@dataclass(frozen=True, kw_only=True)
class PlayQuestion(OfSize, Timed):
    """Play games, by logic first.

    A game of the course's levels (easy, medium, hard), or with {initial_safe}, starts with safe cells, and is won once
    every mine is marked, too.
    """

    of_file: ClassVar[str | None] = "layout"

    layout: str | None = shown("A layout to play on, as text, instead of one with random mines.", default=None)
    format: str | None = shown("The format of the layout, if it is not recognised.", default=None)
    rules: str | None = shown("A hint file with rules that say what the clues mean.", default=None)
    start: Start | None = shown("What the first cell is: safe, zero, or neither.", default=None)
    first: Cell | None = shown("The cell to open first.", default=None, written=Written(metavar="CELL"))
    initial_safe: Annotated[int, Bounds(least=0, most=10**9)] | Literal["sqrt", "tenth"] | None = shown(
        "Start with this many safe cells: a number, or a share of all cells.",
        default=None,
        written=Written(metavar="N|sqrt|tenth", read=read_share),
    )
    reason: answers.Reason = shown("How to find certain cells.", default="complete")
    guess: answers.Policy = shown("How to guess when nothing is certain.", default="best")
    total_at: Annotated[int, Bounds(least=0, most=10**9)] | None = shown(
        "Use the mine total once at most this many cells are undecided; 0: never.",
        default=None,
        written=Written(metavar="N"),
    )
    source: str | None = kept(default=None)
    rules_source: str = kept(default="rules")

    def __post_init__(self) -> None:
        super().__post_init__()
        described = (self.level, self.width, self.mines, self.grid, self.start)
        if self.layout is not None and any(each is not None for each in described):
            raise Misfit(
                "a layout has its own size, mines and grid: leave out {level}, {width}, {mines}, {grid} and {start}"
            )
        for name in ("start", "initial_safe", "total_at"):
            if self.rules is not None and getattr(self, name) is not None:
                raise Misfit(f"{{{name}}} is for Minesweeper's own rules: leave out {{rules}}")

    @cached_property
    def read(self) -> Content | None:
        """The layout as it was read, and the name of its format, if there is one."""
        return None if self.layout is None else read(self.layout, self.format, self.source or "layout")

    @cached_property
    def setting(self) -> Setting:
        """Which games are played, and by which player."""
        layout = None
        if self.read is None:
            width, height, mines = self.size_and_mines
        else:
            layout = self.read.board()
            width, height, mines = layout.width, layout.height, 0
        grid: Grid = self.grid or "square" if layout is None else layout.grid
        share: int | Share | None = self.initial_safe
        if share is None and layout is None and not (self.width or self.height):
            share = LEVELS[self.level or "beginner"].initial_safe
        start: Start = self.start or ("none" if share is not None else "safe")
        rules = None
        if self.rules is not None:
            rules = parse_hints(self.rules, self.rules_source, (width, height), grid)
        player = Player(self.reason, self.guess, self.total_at, rules)
        return Setting(width, height, mines, start, self.first, share, layout, player, grid)

    def ask(self) -> answers.PlayAnswer:
        return self._answer(self.setting.play(self.seed), self.seed)

    def _answer(self, played: Played, seed: int) -> answers.PlayAnswer:
        return answers.played_answer(played, seed, None if self.setting.layout else self.setting.start)

    # -- many games, and games that are watched

    def games(self, seeds: range, workers: int = 1) -> Iterator[answers.PlayAnswer]:
        """Yield the game of each seed, in order, as soon as possible."""
        for seed, played in zip(seeds, play_many(self.setting, seeds, workers), strict=True):
            yield self._answer(played, seed)

    def game(self, seed: int) -> Game:
        """Return the game of a seed before its first move."""
        return self.setting.game(seed)

    def watched(
        self, seed: int, watch: Callable[[Game, Move], None], notes: Callable[[Note], None] | None = None
    ) -> answers.PlayAnswer:
        """Return the game of a seed. `watch` sees every move, `notes` what happens in the player's knowledge base."""
        game = self.game(seed)
        reasoner = self.setting.player.reasoner(notes, marking=game.marking)
        return self._answer(play(game, self.setting.player, watch, reasoner, one_by_one=notes is not None), seed)

    def why(self, board: Board, cell: Cell) -> ProveAnswer:
        """Return why the player knows a cell: by counting, or else by deriving it."""
        return _why(self.setting.player.problem(board), cell, "counting" if self.reason == "subset" else "direct")

    def replayed(
        self,
        transcript: Transcript,
        seed: int | None,
        watch: Callable[[Replayed], None],
        source: str = "the transcript",
    ) -> answers.PlayAnswer:
        """Return a game that was played before, on its own layout if it has one; `watch` sees every move.

        How it ends must agree with what the transcript says, if anything.
        """
        began, made = perf_counter(), list[Replayed]()
        layout = None if self.setting.layout else transcript.layout
        seed = transcript.seed if seed is None else seed
        if seed is None and not (self.setting.layout or layout):
            raise Misfit(f"{source} has no layout and no seed: give the layout, or the game's {{seed}} and {{level}}")
        if not transcript.moves:
            raise Misfit(f"{source} has no moves")
        game = Game.from_layout(layout) if layout else self.game(seed or 0)
        for one in replay(game, [each.move for each in transcript.moves], cast("Start", transcript.start or "none")):
            made.append(one)
            watch(one)
        outcome = made[-1].game.outcome
        if outcome is None and transcript.outcome == Outcome.STUCK.value:
            outcome = Outcome.STUCK
        if transcript.outcome not in (None, outcome and outcome.value):
            raise Misfit(
                f"{source} says {transcript.outcome}, but replayed, the game is {outcome or 'not over'}: give what it "
                "was played with ({level}, {width}, {mines}, {grid}, {start}, {first}, {initial_safe})"
            )
        return answers.replayed_answer(made, transcript, seed, outcome, perf_counter() - began)


# -- a game that somebody plays


def why(board: Board, cell: Cell) -> ProveAnswer:
    """Return why a cell of a game is what it is, as far as its clues tell; flags are only claims."""
    return _why(Problem.of(board, flags="claim"), cell, "shortest")


def _why(problem: Problem, cell: Cell, by: Wanted) -> ProveAnswer:
    answer = prove(problem, cell, by, witnesses=False)
    assert isinstance(answer, ProveAnswer), "the board of a game is consistent"
    return answer


def review_of(games: Sequence[Game]) -> answers.ReviewAnswer:
    """Return the review of a game, given as it was before the first and after each move."""
    opened: list[tuple[Cell, Board]] = []
    for before, after in pairwise(games):
        made = after.history[len(before.history) :]
        if len(made) == 1 and made[0][0] in ("open", "chord"):
            opened += openings(before, *made[0])
    return answers.review(opened)


# -- a game that travels

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

    def ask(self) -> answers.ReviewAnswer:
        opened, wrong_flags = answers.openings_of(parse_transcript(self.game, "game"))
        return answers.review(opened, wrong_flags)


@dataclass(frozen=True, kw_only=True)
class AskTip(OnGame):
    """Get a tip in a game: a flag that is wrong, or else the next step, or else the odds."""

    level: Annotated[int, Bounds(least=1, most=4)] = shown(
        "Of the next step: 1, where to look; 2, which clues; 3, the technique; 4, the proof.", default=1
    )

    def ask(self) -> answers.WrongFlags | NextAnswer | OddsAnswer:
        _, game = answers.resumed(self.game)
        found = answers.tip(game.board, self.level)
        return found.step or found.odds or answers.WrongFlags(found.wrong)
