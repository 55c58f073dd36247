"""A position -> the cell that looks best one move ahead, where there are too many placements to play them all out.

For each cell that is nearly as safe as the safest, and for each number that it may show, the position after it is
counted. There, either some cell is certainly safe, or the next guess has a risk too: that of its safest cell. The
chance to survive this move and the next (*secondary safety*) is what the candidates are compared by. It tells the cells
that open the board from those that only postpone the same question.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from logicms.budget import Budget
from logicms.guess.position import Around, Place, Position

MARGIN = 0.07
"""Cells riskier than the safest one by more than this are not looked at: one move ahead is no licence to take risks."""

CANDIDATES = 12
CANDIDATES_AWAY = 6
"""How many cells are looked at, and how many of those that are away from all clues: they are much alike."""

LED_NOWHERE = 0.3
"""How often a cell that is safe to open leads no further. If all do, the risk of the safest other cell remains."""


Shares = Mapping[Place, float]
"""How much of a cell's risk is taken anyway."""


class Candidate(NamedTuple):
    """A cell, the odds of a mine there, and how much of that risk is taken anyway."""

    place: Place
    risk: float
    share: float


@dataclass(frozen=True, slots=True)
class Ahead:
    """A candidate and its chance to survive this guess and the next."""

    place: Place
    survival: float


def look_ahead(position: Position, around: Around, shares: Shares, budget: Budget | None = None) -> Ahead:
    """Return the cell that looks best, in a position where nothing is certain; `shares` are those of `flips`.

    >>> from logicms.board import Board
    >>> from logicms.guess.position import position
    >>> found, around = position(Board(("?????", "?1???", "?????"), mines=3))
    >>> look_ahead(found, around, {})
    Ahead(place=1, survival=0.8706125)
    """
    cells = candidates(position, around, shares)
    best = Ahead(cells[0].place, 0.0)
    for place, risk, share in cells:
        if 1 - risk + share <= best.survival:
            break
        outcomes = position.outcomes(place, around[place], budget)
        if len(outcomes) > 1:  # else the cell is dead: it shows the same whatever lies around it
            survival = sum([after.placements / position.placements * _safety(after) for after in outcomes])
            survival *= 1 + share / (1 - risk)
            if survival > best.survival:
                best = Ahead(place, survival)
    return best


def candidates(position: Position, around: Around, shares: Shares) -> list[Candidate]:
    """Return the cells to look at: those with the least risk to avoid, of equals those with the most neighbours first.

    Of the cells away from all clues only a few are looked at, those with the fewest neighbours, and of these the ones
    nearest to the clues: they are most often a 0.
    """
    found = []
    for odds, cells in position.groups:
        if cells[0] in position.away:
            near = [(len(around[c]), sum([o in position.away for o in around[c]]), c) for c in cells]
            cells = [cell for _, _, cell in sorted(near)[:CANDIDATES_AWAY]]
        for cell in cells:
            share = min(shares.get(cell, 0.0), odds, 1 - odds)
            found.append((odds - share, -len(around[cell]), Candidate(cell, odds, share)))
    most = MARGIN + min([odds for odds, _ in position.groups])
    return [candidate for risk, _, candidate in sorted(found) if risk <= most][:CANDIDATES]


def _safety(position: Position) -> float:
    """Return the chance to survive the next move that is a risk."""
    safe, least = 0, 1.0
    for odds, cells in position.groups:
        if odds == 0.0:
            safe += len(cells)
        elif odds < least:
            least = odds
    return 1.0 if least == 1.0 else 1.0 - least * LED_NOWHERE**safe
