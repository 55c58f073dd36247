"""`check`: whether a problem is consistent, and which flags of its board are right."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from logicms.answers.answer import CODES, NO, YES, Answer, Refutation, message_of, refutation_of
from logicms.board import Cell
from logicms.deduction import check as check_problem
from logicms.hints import Name
from logicms.problem import Problem
from logicms.record import Record, kept, shown


@dataclass(frozen=True, slots=True)
class Flags(Record):
    """The flags of a board, each in one of three lists."""

    certain: tuple[Cell, ...] = shown("A mine in every placement.", default=())
    unproved: tuple[Cell, ...] = shown("A mine in some placements only.", default=())
    wrong: tuple[Cell, ...] = shown("Safe in every placement.", default=())


@dataclass(frozen=True, slots=True)
class CheckAnswer(Answer):
    """Whether at least one placement fits, and which flags are right."""

    status: typing.Literal["consistent", "inconsistent", "limit"] = shown("Whether at least one placement fits.")
    conflict: tuple[Name, ...] = shown("The smallest clash: clues, and `mines` for the total.", default=())
    flags: Flags = shown("Which flags are right.", default=Flags())
    proof: Refutation | None = shown(
        "If it is inconsistent: the proof of that; not there if it would take too long.", default=None, omit=True
    )
    message: str | None = kept(default=None)
    problem: Problem = kept(default_factory=Problem)

    @property
    def exit_code(self) -> int:
        if self.status == "consistent":
            return NO if self.flags.unproved or self.flags.wrong else YES
        return CODES[self.status]


def check(problem: Problem) -> CheckAnswer:
    """Return whether a problem is consistent, and which flags are right: they are read as claims.

    >>> from logicms.board import Board
    >>> check(Problem.of(Board(("F1?", "11F")), flags="claim")).to_json()["flags"]
    {'certain': ['A1'], 'unproved': [], 'wrong': ['C2']}
    """
    found = check_problem(problem)
    flags = Flags(found.flags.certain, found.flags.unproved, found.flags.wrong)
    proof = refutation_of(found.error)
    return CheckAnswer(found.status, found.conflict, flags, proof, message_of(found.error), problem)
