"""A position -> the cell that looks best one move ahead, where there are too many placements to play them all out.

For each cell that is nearly as safe as the safest, and for each number that it may show, the position after it is
counted. There, either some cell is certainly safe, or the next guess has a risk too: that of its safest cell. The
chance to survive this move and the next (*secondary safety*) is what the candidates are compared by. It tells the cells
that open the board from those that only postpone the same question.
"""

from __future__ import annotations

from dataclasses import dataclass

from logicms.budget import Budget
from logicms.guess.position import Around, Place, Position

MARGIN = 0.05
"""Cells riskier than the safest one by more than this are not looked at: one move ahead is no licence to take risks."""

CANDIDATES = 12
CANDIDATES_AWAY = 6
"""How many cells are looked at, and how many of those that are away from all clues: they are much alike."""

LED_NOWHERE = 0.5
"""How often a cell that is safe to open leads no further. If all do, the risk of the safest other cell remains."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A candidate and its chance to survive this guess and the next."""

    place: Place
    survival: float


def look_ahead(position: Position, around: Around, budget: Budget | None = None) -> Ahead:
    """Return the cell that looks best, in a position where nothing is certain.

    >>> from logicms.board import Board
    >>> from logicms.guess.position import position
    >>> found, around = position(Board(("?????", "?1???", "?????"), mines=3))
    >>> look_ahead(found, around)
    Ahead(place=1, survival=0.8515625)
    """
    cells = candidates(position, around)
    best = Ahead(cells[0][1], 0.0)
    for risk, place in cells:
        if 1 - risk <= best.survival:
            break
        outcomes = position.outcomes(place, around[place], budget)
        if len(outcomes) > 1:  # else the cell is dead: it shows the same whatever lies around it
            survival = sum([after.placements / position.placements * _safety(after) for after in outcomes])
            if survival > best.survival:
                best = Ahead(place, survival)
    return best


def candidates(position: Position, around: Around) -> list[tuple[float, Place]]:
    """Return the cells to look at, each after its risk: the safest first, of equals those with the most neighbours.

    Of the cells away from all clues only a few are looked at, those with the fewest neighbours, and of these the ones
    nearest to the clues: they are most often a 0.
    """
    found = []
    groups = [group for group in position.groups if group.odds < 1.0]
    least = min([group.odds for group in groups])
    for odds, cells in groups:
        if odds <= least + MARGIN:
            if cells[0] in position.away:
                near = [(len(around[c]), sum([o in position.away for o in around[c]]), c) for c in cells]
                cells = [cell for _, _, cell in sorted(near)[:CANDIDATES_AWAY]]
            found += [(odds, -len(around[cell]), cell) for cell in cells]
    return [(odds, cell) for odds, _, cell in sorted(found)[:CANDIDATES]]


def _safety(position: Position) -> float:
    """Return the chance to survive the next move that is a risk."""
    safe, least = 0, 1.0
    for odds, cells in position.groups:
        if odds == 0.0:
            safe += len(cells)
        elif odds < least:
            least = odds
    return 1.0 if least == 1.0 else 1.0 - least * LED_NOWHERE**safe
