"""`play`: a game as it was played, what a player would do now, a review of the risks that were taken, and tips."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from logicms.answers.answer import NO, YES, CommandAnswer
from logicms.answers.prove import NextAnswer, next_step
from logicms.answers.solve import OddsAnswer, check, odds, value_of
from logicms.board import CLUES, FLAG, HIDDEN, MINE, Board, Cell
from logicms.deduction import Reason as Reason
from logicms.game import Game, Outcome, Start
from logicms.guessing import Policy as Policy
from logicms.hints import Name
from logicms.notation.boards import format_board
from logicms.player import Move, Played
from logicms.player.review import Luck, MoveKind, MoveMistake, Replayed, judge_opening, luck
from logicms.problem import Problem
from logicms.record import Record, kept, shown

OpenedBy = typing.Literal["start", "deduction", "guess", "unneeded"]

_BY: dict[MoveKind, OpenedBy] = {"start": "start", "certain": "deduction", "guess": "guess", "unneeded": "unneeded"}
"""The kinds of a review, in the words of a game's JSON; `unneeded` is a risk that our players never take."""


@dataclass(frozen=True, slots=True)
class OpenMove(Record):
    """A cell was opened."""

    open: Cell = shown("The cell.")
    by: OpenedBy = shown("Why: the game starts there, it was certain, a guess, or an unnecessary risk.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")


@dataclass(frozen=True, slots=True)
class MarkMove(Record):
    """A cell was marked as a mine, in a game of the course."""

    mark: Cell = shown("The cell.")
    by: typing.Literal["deduction", "guess"] = shown("Why: it was certain, or a guess.")


@dataclass(frozen=True, slots=True)
class FlagMove(Record):
    """A flag was set or removed."""

    flag: Cell = shown("The cell.")


@dataclass(frozen=True, slots=True)
class ChordMove(Record):
    """Everything around a clue that had its flags was opened."""

    chord: Cell = shown("The clue.")
    by: OpenedBy = shown("Why: all of it was certain, or the first cell that was not.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")


Made = OpenMove | MarkMove | FlagMove | ChordMove


@dataclass(frozen=True, slots=True)
class LuckAnswer(Record):
    """How much luck a game needed."""

    survival: Fraction = shown("The chance of surviving the guesses and risks that were taken.")
    survival_value: float = shown("The same as a number.")
    best: Fraction = shown("The same of the safest cells at these moments.")
    best_value: float = shown("The same as a number.")

    @classmethod
    def of(cls, luck: Luck | None) -> LuckAnswer | None:
        if luck is None:
            return None
        return cls(luck.survival, value_of(luck.survival), luck.best, value_of(luck.best))


@dataclass(frozen=True, slots=True)
class PlayAnswer(CommandAnswer):
    """A game as it was played."""

    seed: int | None = shown("The seed of the game.")
    outcome: typing.Literal["won", "lost", "stuck"] | None = shown("How it ended; null if it has not.")
    opened: int = shown("How many cells are open.")
    hidden: int = shown("How many cells are hidden.")
    guesses: int = shown("How many moves were guesses.")
    unneeded: int | None = shown("Of a replayed game: unnecessary risks.", default=None, omit=True)
    luck: LuckAnswer | None = shown(
        "Of a replayed game: the luck it needed; not there if some odds are not known, or if a mine was marked by a "
        "guess where a wrong mark loses.",
        default=None,
        omit=True,
    )
    seconds: float = shown("How long it took.", default=0.0)
    start: Start | None = shown("The start rule that the layout was drawn under; null if it was given.", default=None)
    initial_safe: tuple[Cell, ...] | None = shown(
        "In a game of the course: the cells that were given as safe.", default=None, omit=True
    )
    moves: tuple[Made, ...] = shown("The moves in order.", default=())
    layout: str | None = shown("The layout as text, so that `--replay` needs nothing else.", default=None)
    played: Played | None = kept(default=None)
    replayed: Sequence[Replayed] = kept(default=())

    @property
    def exit_code(self) -> int:
        return YES if self.outcome == Outcome.WON.value else NO


def played_answer(played: Played, seed: int, start: Start | None = None) -> PlayAnswer:
    """Return a game that logicms has played."""
    return PlayAnswer(
        seed,
        played.outcome.value,
        played.opened,
        played.hidden,
        played.guesses,
        seconds=round(played.seconds, 6),
        start=start,
        initial_safe=played.game.given_safe if played.game.marking else None,
        moves=tuple(map(_made, played.moves)),
        layout=_layout(played.game),
        played=played,
    )


def _made(move: Move) -> Made:
    if move.verb == "mark":
        return MarkMove(move.cell, "deduction")
    return OpenMove(move.cell, move.by, move.odds)


def _layout(game: Game) -> str | None:
    return format_board(game.layout) if isinstance(game.plan, Board) else None


def replayed_answer(
    made: Sequence[Replayed], seed: int | None, outcome: Outcome | None, seconds: float, start: Start | None = None
) -> PlayAnswer:
    """Return a replayed game, with a judgement on each opening."""
    game = made[-1].game
    signs = game.signs
    kinds = [one.judgement.kind for one in made if one.judgement is not None]
    risky = ("open", "chord", "mark") if game.marking else ("open", "chord")  # only there a wrong mark loses
    return PlayAnswer(
        seed,
        outcome and outcome.value,
        sum(map(signs.count, CLUES)),
        signs.count(HIDDEN) + signs.count(FLAG),
        kinds.count("guess"),
        kinds.count("unneeded"),
        LuckAnswer.of(luck(each for one in made if one.verb in risky for each in (one.judgement, *one.later))),
        round(seconds, 6),
        start,
        game.given_safe if game.marking else None,
        tuple(_replayed(one) for one in made if one.verb != "safe"),
        _layout(game),
        replayed=made,
    )


def _replayed(one: Replayed) -> Made:
    if one.verb == "flag" or one.judgement is None:
        return FlagMove(one.cell)
    if one.verb == "mark":
        return MarkMove(one.cell, "deduction" if one.judgement.kind == "certain" else "guess")
    if one.verb == "chord":
        return ChordMove(one.cell, _BY[one.judgement.kind], one.judgement.odds)
    return OpenMove(one.cell, _BY[one.judgement.kind], one.judgement.odds)


# -- what a player would do, and a review of what was done


@dataclass(frozen=True, slots=True)
class ReviewedMove(Record):
    """The review of one opening."""

    open: Cell = shown("The cell.")
    kind: MoveKind = shown("The start, certain, a guess, or unneeded: a risk although another cell was certainly safe.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")
    least: Fraction | None = shown("The same for the safest cell.")
    mistake: MoveMistake | None = shown(
        "`unneeded`: a risk although another cell was certainly safe; `mine`: it was certainly a mine; null: neither."
    )
    better: tuple[Cell, ...] = shown("The cells that were certainly safe instead.")
    board: str = shown("The board before the move, as text.")


@dataclass(frozen=True, slots=True)
class ReviewAnswer(CommandAnswer):
    """The review of a game."""

    moves: tuple[ReviewedMove, ...] = shown("Every opening; those of a chord one by one.")
    guesses: int = shown("How many of them were guesses that could not be avoided.")
    mistakes: int = shown("How many of them were mistakes.")
    wrong_flags: tuple[Cell, ...] = shown("Of a game that is over: the flags on cells without a mine.")
    luck: LuckAnswer | None = shown("How much luck they needed; null if some odds are not known.")


def review(opened: Iterable[tuple[Cell, Board]], wrong_flags: Iterable[Cell] = ()) -> ReviewAnswer:
    """Return for each cell that was opened, on the board as it was then, whether that was a guess.

    >>> answer = review([(Cell(0, 0), Board(("??", "11"), mines=1))])
    >>> [(move.kind, str(move.odds)) for move in answer.moves], str(answer.luck.survival), answer.mistakes
    ([('guess', '1/2')], '1/2', 0)
    """
    moves, judgements = [], []
    for cell, board in opened:
        found = judge_opening(board, cell)
        judgements.append(found)
        shown_board = format_board(board)
        moves.append(ReviewedMove(cell, found.kind, found.odds, found.least, found.mistake, found.better, shown_board))
    return ReviewAnswer(
        tuple(moves),
        guesses=sum(found.kind == "guess" and found.mistake is None for found in judgements),
        mistakes=sum(found.mistake is not None for found in judgements),
        wrong_flags=tuple(wrong_flags),
        luck=LuckAnswer.of(luck(judgements)),
    )


# -- tips


@dataclass(frozen=True, slots=True)
class Tip:
    """A flag that is wrong, or else the next step, or else the odds; the first that there is."""

    wrong: tuple[Name, ...] = ()
    """Flags on cells that are certainly safe."""
    step: NextAnswer | None = None
    odds: OddsAnswer | None = None


def tip(board: Board, level: int = 4) -> Tip:
    """Return what helps a player on this board, whose clues are right; as much of the next step as the level says.

    A flag counts only where it is certain, so that a tip is true whatever the flags are, and new where they are right.

    >>> found = tip(Board(("F???", "1221")), 1)
    >>> found.wrong
    (Cell(row=0, col=0),)
    >>> tip(Board(("?F??", "1221")), 1).step.region
    'A1:A2'
    """
    flags = check(Problem.of(board, flags="claim")).flags
    if flags.wrong:
        return Tip(wrong=flags.wrong)
    known = board.with_signs({cell: MINE if cell in flags.certain else HIDDEN for cell in board.flags})
    step = next_step(Problem.of(known), level, None, compare=level > 3)
    assert isinstance(step, NextAnswer), "the clues of a game do not contradict one another"
    if step.explanation is not None or step.verdict == "limit":
        return Tip(step=step)
    return Tip(odds=odds(Problem.of(known)))
