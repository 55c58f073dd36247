"""`play`: a game as it was played, what a player would do now, and a review of the risks that were taken."""

from __future__ import annotations

import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from logicms.answers.answer import NO, YES, Answer
from logicms.board import CLUES, FLAG, HIDDEN, Board, Cell, parse_cell
from logicms.deduction import Reason as Reason
from logicms.game import Outcome
from logicms.guessing import Policy as Policy
from logicms.notation.boards import parse_board
from logicms.player import Played, Player
from logicms.player.review import Kind, Replayed, judge_opening
from logicms.record import Record, kept, shown

By = typing.Literal["start", "deduction", "guess", "unneeded"]

_BY: dict[Kind, By] = {"start": "start", "certain": "deduction", "guess": "guess", "unneeded": "unneeded"}
"""The kinds of a review, in the words of a game's JSON; `unneeded` is a risk that our players never take."""


@dataclass(frozen=True, slots=True)
class OpenMove(Record):
    """A cell was opened."""

    open: Cell = shown("The cell.")
    by: By = shown("Why: the game starts there, it was certain, a guess, or an unnecessary risk.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")


@dataclass(frozen=True, slots=True)
class FlagMove(Record):
    """A flag was set or removed."""

    flag: Cell = shown("The cell.")


@dataclass(frozen=True, slots=True)
class SafeMove(Record):
    """A safe cell was given at the start."""

    safe: Cell = shown("The cell.")


@dataclass(frozen=True, slots=True)
class PlayAnswer(Answer):
    """A game as it was played."""

    seed: int | None = shown("The seed of the game.")
    outcome: typing.Literal["won", "lost", "stuck"] | None = shown("How it ended; null if it has not.")
    opened: int = shown("How many cells are open.")
    hidden: int = shown("How many cells are hidden.")
    guesses: int = shown("How many moves were guesses.")
    unneeded: int | None = shown("Of a replayed game: unnecessary risks.", default=None, omit=True)
    seconds: float = shown("How long it took.", default=0.0)
    moves: tuple[OpenMove | FlagMove | SafeMove, ...] = shown("The moves in order.", default=())
    played: Played | None = kept(default=None)
    replayed: Sequence[Replayed] = kept(default=())

    @property
    def exit_code(self) -> int:
        return YES if self.outcome == Outcome.WON.value else NO


def played_answer(played: Played, seed: int) -> PlayAnswer:
    """Return a game that logicms has played."""
    return PlayAnswer(
        seed,
        played.outcome.value,
        played.opened,
        played.hidden,
        played.guesses,
        seconds=round(played.seconds, 6),
        moves=tuple(OpenMove(move.cell, move.by, move.odds) for move in played.moves),
        played=played,
    )


def replayed_answer(made: Sequence[Replayed], seed: int | None, outcome: Outcome | None, seconds: float) -> PlayAnswer:
    """Return a replayed game, with a judgement on each opening."""
    signs = made[-1].game.signs
    kinds = [one.opening.kind for one in made if one.opening is not None]
    return PlayAnswer(
        seed,
        outcome and outcome.value,
        sum(map(signs.count, CLUES)),
        signs.count(HIDDEN) + signs.count(FLAG),
        kinds.count("guess"),
        kinds.count("unneeded"),
        round(seconds, 6),
        tuple(map(_move, made)),
        replayed=made,
    )


def _move(one: Replayed) -> OpenMove | FlagMove | SafeMove:
    if one.opening is not None:
        return OpenMove(one.cell, _BY[one.opening.kind], one.opening.odds)
    return FlagMove(one.cell) if one.verb == "flag" else SafeMove(one.cell)


# -- what a player would do, and a review of what was done


@dataclass(frozen=True, slots=True)
class ProposedMove(Record):
    """A cell that logicms would open."""

    open: Cell = shown("The cell.")
    by: typing.Literal["start", "deduction", "guess"] = shown("Why.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")
    reason: str = shown("The reason, in words.")


@dataclass(frozen=True, slots=True)
class MovesAnswer(Answer):
    """What logicms would do on a board."""

    moves: tuple[ProposedMove, ...] = shown("Every safe cell, or one guess, or nothing.")


def moves(board: Board) -> MovesAnswer:
    """Return what the best player would do on a board."""
    proposed = Player().moves(board)
    return MovesAnswer(tuple(ProposedMove(move.cell, move.by, move.odds, str(move.reason)) for move in proposed))


@dataclass(frozen=True, slots=True)
class ReviewedMove(Record):
    """The review of one opening."""

    open: Cell = shown("The cell.")
    kind: Kind = shown("The start, certain, a guess, or unneeded: a risk although another cell was certainly safe.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")
    least: Fraction | None = shown("The same for the safest cell.")
    better: tuple[Cell, ...] = shown("The cells that were certainly safe instead.")
    board: str = shown("The board before the move, as text.")


@dataclass(frozen=True, slots=True)
class ReviewAnswer(Answer):
    """The review of a game."""

    moves: tuple[ReviewedMove, ...] = shown("Every opening.")


def review(opened: Iterable[tuple[str, str]]) -> ReviewAnswer:
    """Return for each cell that was opened, on the board (a text) as it was then, whether that was a guess."""
    reviewed = []
    for cell, text in opened:
        found = judge_opening(parse_board(text), parse_cell(cell))
        reviewed.append(ReviewedMove(parse_cell(cell), found.kind, found.odds, found.least, found.better, text))
    return ReviewAnswer(tuple(reviewed))
