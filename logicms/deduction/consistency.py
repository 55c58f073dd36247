"""Whether a problem is consistent, and whether the flags on its board are right. `check` reads flags as claims.

A flag is *certain* if its cell is a mine in every placement, *wrong* if it is safe in every placement, and *unproved*
otherwise. If there is no placement at all, nothing follows about any flag: all are unproved.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from logicms.board import FLAG, Board, Cell
from logicms.deduction.deduction import deduce
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import Name, Shown
from logicms.limits import keep_time_to_tell
from logicms.problem import Problem, Tells


@dataclass(frozen=True, slots=True)
class FlagCheck:
    """The flags of a board, each in one of three lists, in reading order."""

    certain: tuple[Cell, ...] = ()
    unproved: tuple[Cell, ...] = ()
    wrong: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Check(Shown):
    """Whether a problem is consistent, and which of its flags are right.

    At a limit the status is `limit`: flags that are not yet known to be certain or wrong are then unproved.
    """

    status: Literal["consistent", "inconsistent", "limit"]
    flags: FlagCheck = FlagCheck()
    error: InconsistentKnowledge | LimitReached | None = None
    """Why it is inconsistent, in words and with a proof; or which limit was reached."""

    def __str__(self) -> str:
        from logicms.render.answer_text import check_lines

        return "\n".join(check_lines(self.status, self.flags, None if self.error is None else str(self.error)))

    @property
    def conflict(self) -> tuple[Name, ...]:
        """The smallest clash: clues in reading order, "mines" for the total last; empty if there is none."""
        return self.error.conflict if isinstance(self.error, InconsistentKnowledge) else ()

    @property
    def is_right(self) -> bool:
        """Whether the problem is consistent and every flag on its board is certain."""
        return self.status == "consistent" and not (self.flags.unproved or self.flags.wrong)


def check(problem: Problem | Board | Tells) -> Check:
    """Return whether a problem is consistent, and which flags of its board are certain, unproved or wrong.

    Flags are always read as claims, even if the problem was made with flags as facts.

    >>> check(Board(("F1", "11"))).flags
    FlagCheck(certain=(Cell(row=0, col=0),), unproved=(), wrong=())
    >>> clash = check(Board(("1?", "?3")))
    >>> clash.status, [str(cell) for cell in clash.conflict]
    ('inconsistent', ['B2'])
    """
    if isinstance(problem, Problem) and problem.board is not None and problem.written is not None:
        problem = problem.written if FLAG in problem.written.signs else problem
    problem = Problem.of(problem, flags="claim")
    flags = problem.flags
    keep_time_to_tell(len(flags), besides=True)
    try:
        deduction = deduce(problem)
    except InconsistentKnowledge as error:
        return Check("inconsistent", FlagCheck(unproved=flags), error)
    except LimitReached as error:
        settled = error.settled
        return Check("limit", _judge(flags, settled.mine, settled.safe) if settled else _judge(flags, (), ()), error)
    return Check("consistent", _judge(flags, deduction.mine, deduction.safe))


def _judge(flags: tuple[Cell, ...], mine: Collection[Name], safe: Collection[Name]) -> FlagCheck:
    mine, safe = frozenset(mine), frozenset(safe)
    return FlagCheck(
        tuple(cell for cell in flags if cell in mine),
        tuple(cell for cell in flags if cell not in mine and cell not in safe),
        tuple(cell for cell in flags if cell in safe),
    )
