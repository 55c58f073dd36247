"""Player: from what can be seen to the next moves. Certain cells first; a guess, if it may, when there are none."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, get_args

from logicms.board import CLUES, Board, Cell
from logicms.deduction import Deduction, Reason, deduce, inferred_deduction
from logicms.errors import LimitReached, check_word
from logicms.guessing import Policy, guess

if TYPE_CHECKING:
    from logicms.deduction.inference import Inference

By = Literal["start", "deduction", "guess"]
"""Why a cell is opened: the game starts there, it is certainly safe, or nothing was certain."""


@dataclass(frozen=True, slots=True)
class Move:
    """A cell to open, and why."""

    cell: Cell
    by: By
    odds: Fraction | None = None
    """The odds of a mine there, where they are known."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """How to play: by which reasoning, and by which guess when nothing is certain. It sees boards and nothing else."""

    reason: Reason = "complete"
    guess: Policy = "best"
    _memory: list[Inference] = field(default_factory=list, init=False, repr=False, compare=False)
    """The knowledge base of the game that is being played, where the reasoning has one; it changes no answer."""

    def __post_init__(self) -> None:
        check_word(self.reason, get_args(Reason), "a way to reason")
        check_word(self.guess, get_args(Policy), "a way to guess")

    def moves(self, board: Board) -> tuple[Move, ...]:
        """Return what to open on this board: every safe cell, or one guess, or nothing. Flags are not believed.

        >>> [str(move.cell) for move in Player().moves(Board(("????", "1221")))]
        ['A1', 'D1']
        >>> Player(guess="never").moves(Board(("1?", "??")))
        ()
        """
        if board.first is not None and not any(sign in CLUES for sign in board.signs):
            return (Move(board.first, "start", reason="the game starts here"),)
        certain = self.certain(board)
        if safe := sorted({*board.known_safe, *certain.safe}):
            return tuple([Move(cell, "deduction", Fraction(0), "certainly safe") for cell in safe])
        found = guess(certain.board, self.guess, certain.mine)
        return () if found is None else (Move(found.cell, "guess", found.odds, found.reason),)

    def certain(self, board: Board) -> Deduction:
        """Return what this player is certain of; what a limit kept undecided counts as not certain."""
        if self.reason != "complete":
            return self._inferred(board.with_flags("ignore"))
        try:
            return deduce(board, flags="ignore")
        except LimitReached as limit:
            if not isinstance(limit.settled, Deduction):
                raise
            return limit.settled

    def _inferred(self, board: Board) -> Deduction:
        """Return what a knowledge base finds that is told clue by clue while the game goes on.

        It is told the mine total when nothing is safe without it and few cells are left, as the assignment has it.
        """
        from logicms.deduction.inference import FEW_CELLS, Inference

        if not (self._memory and self._memory[0].follows(board)):
            assert self.reason != "complete"
            self._memory[:] = [Inference(self.reason)]
        inference = self._memory[0]
        inference.see(board)
        inference.infer()
        by_clues = inference.certain()
        if False not in by_clues.values():
            inference.tell_total(FEW_CELLS)
            inference.infer()
        return inferred_deduction(board, by_clues, inference.certain())
