"""Can a board be at all, and are the flags on it right? `check` reads flags as claims, and compares with deduction.

A flag is *certain* if its cell is a mine in every placement, *wrong* if it is safe in every placement, and *unproved*
otherwise. Where there is no placement at all, nothing follows about any flag: all are unproved.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from logicms.board import Board, Cell
from logicms.deduction.complete import deduce
from logicms.errors import InconsistentBoard, InconsistentKnowledge, LimitReached
from logicms.literal import Name


@dataclass(frozen=True, slots=True)
class FlagCheck:
    """The flags of a board, each in one of three lists, in reading order."""

    certain: tuple[Cell, ...] = ()
    unproved: tuple[Cell, ...] = ()
    wrong: tuple[Cell, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a board can be, and which of its flags are right.

    At a limit the status is `limit`: flags that are not yet known to be certain or wrong are then unproved.
    """

    status: Literal["consistent", "inconsistent", "limit"]
    flags: FlagCheck = FlagCheck()
    error: InconsistentKnowledge | LimitReached | None = None
    """Why it cannot be, in words and with a proof; or which limit was reached."""

    @property
    def conflict(self) -> tuple[Name, ...]:
        """The smallest clash: clues in reading order, "mines" for the total last; empty when there is none."""
        return self.error.conflict if isinstance(self.error, InconsistentKnowledge) else ()

    @property
    def is_right(self) -> bool:
        """Whether the board can be and every flag on it is certain."""
        return self.status == "consistent" and not (self.flags.unproved or self.flags.wrong)


def check(board: Board) -> Check:
    """Return whether the board can be, and which of its flags are certain, unproved or wrong.

    >>> check(Board(("F1", "11"))).flags
    FlagCheck(certain=(Cell(row=0, col=0),), unproved=(), wrong=())
    >>> found = check(Board(("1?", "?3")))
    >>> found.status, [str(cell) for cell in found.conflict]
    ('inconsistent', ['B2'])
    """
    try:
        found = deduce(board, flags="claim")
    except InconsistentBoard as error:
        return Check("inconsistent", FlagCheck(unproved=board.flags), error)
    except LimitReached as error:
        settled = error.settled
        flags = FlagCheck(unproved=board.flags) if settled is None else _flags(board, settled.mine, settled.safe)
        return Check("limit", flags, error)
    return Check("consistent", _flags(board, found.mine, found.safe))


def _flags(board: Board, mine: Collection[Cell], safe: Collection[Cell]) -> FlagCheck:
    flags = board.flags
    return FlagCheck(
        tuple(cell for cell in flags if cell in mine),
        tuple(cell for cell in flags if cell not in mine and cell not in safe),
        tuple(cell for cell in flags if cell in safe),
    )
