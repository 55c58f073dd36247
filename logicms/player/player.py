"""Player: from the visible board to the next moves. Certain cells first; if there are none, a guess, if allowed.

A `Player` is a value and remembers nothing. What is remembered during a game belongs to the player's *reasoner*: a
function from a board to what is certain there, called with the boards of one game in order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from logicms.board import CLUES, Board, Cell
from logicms.deduction import Deduction, Reason, deduce
from logicms.errors import LimitReached, expect, unknown_word
from logicms.guessing import Policy, guess
from logicms.problem import Problem

By = Literal["start", "deduction", "guess"]
"""Why a cell is opened: the game starts there, it is certainly safe, or nothing was certain."""

Reasoner = Callable[[Board], Deduction]
"""Finds what is certain on the boards of one game, given one after another; it may remember the earlier ones."""


@dataclass(frozen=True, slots=True)
class Move:
    """A cell to open, and why."""

    cell: Cell
    by: By
    odds: Fraction | None = None
    """The odds of a mine there, if they are known."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """How to play: how to reason, and how to guess if nothing is certain. It sees boards and nothing else."""

    reason: Reason = "complete"
    guess: Policy = "best"

    def __post_init__(self) -> None:
        if self.reason not in get_args(Reason):
            raise unknown_word(self.reason, get_args(Reason), "a way to reason")
        if self.guess not in get_args(Policy):
            raise unknown_word(self.guess, get_args(Policy), "a way to guess")

    def reasoner(self) -> Reasoner:
        """Return a reasoner for one new game."""
        return certain_cells if self.reason == "complete" else _ByClauses(self.reason)

    def moves(self, board: Board, reasoner: Reasoner | None = None) -> tuple[Move, ...]:
        """Return what to open on this board: every safe cell, or one guess, or nothing. Flags are ignored.

        Without the `reasoner` of the game, nothing is remembered from earlier boards.

        >>> [str(move.cell) for move in Player().moves(Board(("????", "1221")))]
        ['A1', 'D1']
        >>> Player(guess="never").moves(Board(("1?", "??")))
        ()
        """
        expect(board, Board, "a board")
        if board.first is not None and not any(sign in CLUES for sign in board.signs):
            return (Move(board.first, "start", reason="the game starts here"),)
        certain = (reasoner or self.reasoner())(board)
        if safe := sorted({*board.known_safe, *certain.safe}):
            return tuple([Move(cell, "deduction", Fraction(0), "certainly safe") for cell in safe])
        assert certain.problem.board is not None
        choice = guess(certain.problem.board, self.guess, certain.mine)
        return () if choice is None else (Move(choice.cell, "guess", choice.odds, choice.reason),)


def certain_cells(board: Board) -> Deduction:
    """Return everything that is certain; what was not decided within a limit counts as uncertain. Flags are ignored."""
    try:
        return deduce(board, flags="ignore")
    except LimitReached as limit:
        if not isinstance(limit.settled, Deduction):
            raise
        return limit.settled


class _ByClauses:
    """A reasoner with a knowledge base that is told clue by clue while the game goes on.

    It is told the mine total when nothing is safe without it and few cells are left, as in the course's assignment.
    """

    def __init__(self, reason: Literal["forward", "resolution"]) -> None:
        from logicms.deduction.by_clauses import Inference

        self._inference = Inference(reason)

    def __call__(self, board: Board) -> Deduction:
        from logicms.deduction.by_clauses import FEW_CELLS

        board, inference = board.with_flags("ignore"), self._inference
        inference.see(board)
        inference.infer()
        without_total = inference.certain(board.hidden)
        if False not in without_total.values():
            inference.tell_total(most=FEW_CELLS)
            inference.infer()
        return Deduction.of(Problem.of(board), inference.certain(board.hidden), without_total)
