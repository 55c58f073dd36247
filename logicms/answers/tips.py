"""Tips for a player: the next step, and the best guess where nothing is certain. A player's flags may be wrong."""

from __future__ import annotations

from dataclasses import dataclass

from logicms.answers.odds import OddsAnswer, odds
from logicms.answers.prove import NextAnswer, next_step
from logicms.answers.solve import check
from logicms.board import HIDDEN, MINE, Board
from logicms.hints import Name
from logicms.problem import Problem


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
    step = next_step(Problem.of(known), level, None)
    assert isinstance(step, NextAnswer), "the clues of a game do not contradict one another"
    if step.explanation is not None or step.verdict == "limit":
        return Tip(step=step)
    return Tip(odds=odds(Problem.of(known)))
