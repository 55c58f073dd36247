"""Player: from the visible board to the next moves. Certain cells first; if there are none, a guess, if allowed.

A `Player` is a value and remembers nothing. What is remembered during a game belongs to the player's *reasoner*: a
function from a board to what is certain there, called with the boards of one game in order.

The ways to reason: `subset`, `forward` and `course` are the methods of the course's reports, and miss some cells;
`resolution` and `complete` miss nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, Literal, get_args

from logicms.board import CLUES, FLAG, HIDDEN, Board, Cell
from logicms.deduction import Deduction, Reason, deduce
from logicms.errors import BoardError, LimitReached, expect, unknown_word
from logicms.guessing import Policy, guess
from logicms.guessing.policies import CertainlyMine, CertainlySafe, GameStart, Why
from logicms.hints import Shown
from logicms.notation.hint_files import HintFile
from logicms.problem import Problem

if TYPE_CHECKING:
    from logicms.deduction.inference import Inference, Watch

Reasoner = Callable[[Board], Deduction]
"""Finds what is certain on the boards of one game, given one after another; it may remember the earlier ones."""


@dataclass(frozen=True, slots=True)
class Move(Shown):
    """A cell to open, or to mark as a mine, and why."""

    cell: Cell
    by: Literal["start", "deduction", "guess"]
    """The game starts there, the cell is certain, or nothing was certain."""
    odds: Fraction | None = None
    """The odds of a mine there, if they are known."""
    why: Why = CertainlySafe()
    verb: Literal["open", "mark"] = "open"

    def __str__(self) -> str:
        return f"{self.verb} {self.cell} ({self.by}: {self.reason})"

    @property
    def reason(self) -> str:
        """Why, in words."""
        return str(self.why)


@dataclass(frozen=True, slots=True)
class Player:
    """How to play: how to reason, and how to guess if nothing is certain. It sees boards and nothing else."""

    reason: Reason = "complete"
    guess: Policy = "best"
    total_at: int | None = None
    """The mine total is used once at most this many cells are undecided; 0: never; None: as the way to reason has it.

    `complete` has it from the start, the others from 40 cells on.
    """
    rules: HintFile | None = None
    """What the clues mean, if it is not what they mean in Minesweeper."""

    def __post_init__(self) -> None:
        if self.reason not in get_args(Reason):
            raise unknown_word(self.reason, get_args(Reason), "a way to reason")
        if self.guess not in get_args(Policy):
            raise unknown_word(self.guess, get_args(Policy), "a way to guess")
        expect(self.total_at, (int, NoneType), "a number of cells")
        if self.rules is not None and self.total_at is not None:
            raise BoardError("under other rules, the mine total is always used: leave out the number of cells")

    def reasoner(self, watch: Watch | None = None, *, marking: bool = False) -> Reasoner:
        """Return a reasoner for one new game, in which certain mines are marked or not.

        `watch` is told what happens in its knowledge base, if it has one.
        """
        if self.rules is not None:
            return lambda board: _certain_of(self.problem(board), self.reason)
        if self.reason != "complete":
            from logicms.deduction.inference import FEW_CELLS, inference_by

            total_at = FEW_CELLS if self.total_at is None else self.total_at
            return ByInference(inference_by(self.reason, watch), total_at, marking)
        return certain_cells if self.total_at is None else partial(_certain_cells_with, self.total_at)

    def problem(self, board: Board) -> Problem:
        """Return what a board says to this player, who ignores flags."""
        return Problem.of(board, flags="ignore") if self.rules is None else self.rules.over(board, flags="ignore")

    def moves(self, board: Board, reasoner: Reasoner | None = None, *, marking: bool = False) -> tuple[Move, ...]:
        """Return what to do on this board: open every safe cell, or make one guess, or nothing. Flags are ignored.

        In a game where mines are marked (`marking`), mark every certain mine without a flag, too. Without the
        `reasoner` of the game, nothing is remembered from earlier boards.

        >>> [f"{move.verb} {move.cell}" for move in Player().moves(Board(("????", "1221")), marking=True)]
        ['open A1', 'open D1', 'mark B1', 'mark C1']
        >>> Player(guess="never").moves(Board(("1?", "??")))
        ()
        """
        expect(board, Board, "a board")
        if board.first is not None and not any(sign in CLUES for sign in board.signs):
            return (Move(board.first, "start", why=GameStart()),)
        certain = (reasoner or self.reasoner())(board)
        moves = [Move(cell, "deduction", _NONE) for cell in sorted({*board.known_safe, *certain.safe})]
        if marking:
            unmarked = sorted(cell for cell in certain.mine if board[cell] != FLAG)
            moves += [Move(cell, "deduction", _ALL, CertainlyMine(), "mark") for cell in unmarked]
        if moves:
            return tuple(moves)
        choice = guess(certain.problem, self.guess, certain.mine)
        if choice is None or choice.odds == _ALL:
            return ()
        return (Move(choice.cell, "guess", choice.odds, choice.why),)


_NONE, _ALL = Fraction(0), Fraction(1)


# -- reasoners


def certain_cells(board: Board) -> Deduction:
    """Return everything that is certain; what was not decided within a limit counts as uncertain. Flags are ignored."""
    return _certain_of(Problem.of(board, flags="ignore"), "complete")


def _certain_of(problem: Problem, reason: Reason) -> Deduction:
    try:
        return deduce(problem, reason=reason)
    except LimitReached as limit:
        if not isinstance(limit.settled, Deduction):
            raise
        return limit.settled


def _certain_cells_with(total_at: int, board: Board) -> Deduction:
    """Return the same, but use the mine total only if at most this many cells are undecided without it."""
    without = certain_cells(replace(board, mines=None))
    undecided = len(without.problem.undecided) - len(without.safe) - len(without.mine)
    return certain_cells(board) if 0 < undecided <= total_at else without


class ByInference:
    """A reasoner that is told clue by clue what is new in one game, and remembers it."""

    def __init__(self, inference: Inference, total_at: int, marking: bool) -> None:
        self.inference = inference
        self._total_at = total_at
        self._marking = marking

    def __call__(self, board: Board) -> Deduction:
        """Return what is certain. Units come first: while one is left, nothing is matched or refuted.

        The mine total is told when no unit is left without it and few cells are.
        """
        inference, unmarked = self.inference, (*board.where(HIDDEN),)

        def unit() -> bool:
            """Return whether some cell is certain and can be opened, or marked."""
            values = (inference.facts.get(cell) for cell in unmarked)
            return any(value is False or (value and self._marking) for value in values)

        inference.see(board)
        inference.infer(unit)
        without_total = inference.certain(board.hidden)
        if not unit() and self._total_at:
            inference.tell_total(most=self._total_at)
            inference.infer(unit)
        if not unit():
            inference.note_stuck()
        return Deduction.of(Problem.of(board, flags="ignore"), inference.certain(board.hidden), without_total)
