"""`verify`: whether a proof is valid, and about this problem."""

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
    """What the checker says of a proof, or of a folder of them."""

    valid: bool = shown("Whether every step follows and the last one is the goal.")
    step: int | None = shown("The first step that is wrong; null where no single step is.", default=None)
    reason: str | None = shown("What is wrong.", default=None)
    proofs: int | None = shown("Of a folder: how many proofs are valid.", default=None, omit=True)
    file: str | None = shown("Of a folder: the first proof that is not valid.", key="proof", default=None, omit=True)
    proof: Proof | None = kept(default=None)

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO


def verify(proof: Proof, problem: Problem | Premises | None = None) -> VerifyAnswer:
    """Return what the checker says of a proof; with a problem, also whether it rests on nothing else.

    >>> from logicms.board import Board
    >>> from logicms.explanation import prove
    >>> board = Board(("???", "121"))
    >>> verify(prove(board, "B1"), Problem.of(board)).valid
    True
    """
    told = premises(problem) if isinstance(problem, Problem) else problem
    verification = checker.verify(proof, told)
    if verification:
        return VerifyAnswer(True, proof=proof)
    step, reason = getattr(verification, "step", None), getattr(verification, "reason", None)
    return VerifyAnswer(False, step, reason or None, proof=proof)
