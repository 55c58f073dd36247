"""`verify`: whether a proof is valid, and whether it is about this problem."""

from __future__ import annotations

from dataclasses import dataclass

from logicms.answers.answer import NO, YES, Answer
from logicms.explanation import premises as premises
from logicms.problem import Problem
from logicms.proofs import checker
from logicms.proofs.proof import Premises, Proof
from logicms.record import kept, shown


@dataclass(frozen=True, slots=True)
class VerifyAnswer(Answer):
    """The checker's verdict on a proof, or on a folder of proofs."""

    valid: bool = shown("Whether every step follows and the last one is the goal.")
    step: int | None = shown("The first step that is wrong; null if the fault is not in a single step.", default=None)
    reason: str | None = shown("What is wrong.", default=None)
    proofs: int | None = shown("For a folder: how many proofs are valid.", default=None, omit=True)
    file: str | None = shown("For a folder: the first proof that is not valid.", key="proof", default=None, omit=True)
    proof: Proof | None = kept(default=None)

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO


def verify(proof: Proof, problem: Problem | Premises | None = None) -> VerifyAnswer:
    """Return the checker's verdict on a proof; with a problem, the proof must rest on nothing else.

    >>> from logicms.board import Board
    >>> from logicms.explanation import prove
    >>> board = Board(("???", "121"))
    >>> verify(prove(board, "B1"), Problem.of(board)).valid
    True
    """
    given = premises(problem) if isinstance(problem, Problem) else problem
    verification = checker.verify(proof, given)
    if verification:
        return VerifyAnswer(True, proof=proof)
    step, reason = getattr(verification, "step", None), getattr(verification, "reason", None)
    return VerifyAnswer(False, step, reason or None, proof=proof)
