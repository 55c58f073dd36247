"""`best`: the guess that plays for the whole game. Its means, in the order in which they are tried.

1. A region that no other cell can tell anything about, and whose number of mines is the same in all its placements,
   is a game of its own: it costs the same now or later, so that it is left out of everything, and comes last.
2. Few placements in the rest: every way to go on is looked at (`endgame`), and the guess is as good as any can be.
3. Otherwise the chance to survive this guess and the next one or two decides (`lookahead`), where the risk of a coin
   flip that cannot be avoided (`flips`) does not count, and a cell that may open more counts a little more.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from logicms.board import Board, Cell
from logicms.errors import LimitReached
from logicms.guessing.endgame import solve
from logicms.guessing.flips import shares
from logicms.guessing.lookahead import Ahead, look_ahead
from logicms.guessing.position import Around, Place, Position, certainly_safe, position
from logicms.limits import limit

FEW = 2000
"""So many placements are played out; over thousands of expert games, playing out more won nothing more."""

STEPS = 200_000
"""The most work on that: a quarter of a second. Counted, not timed, so that the same board gives the same guess."""


@dataclass(frozen=True, slots=True)
class Guess:
    """A cell to open, the odds of a mine there, and why this one."""

    cell: Cell
    odds: Fraction | None
    """None where they could not be computed within the limit; the reason then says so."""
    reason: str


def best(board: Board) -> Guess | None:
    """Return the best guess on a board, or None where all that is hidden is mines. Flags are not believed.

    >>> found = best(Board(("1?", "??", "??"), mines=2))
    >>> str(found.cell), found.odds, found.reason
    ('A3', Fraction(1, 2), 'the best play from here wins 1/3 of what is left')
    """
    for cell in certainly_safe(board):
        return Guess(cell, Fraction(0), "certainly safe")
    found, around = position(board)
    if not around:
        return None
    place, reason = choose(board, found, around)
    return Guess(Cell(*divmod(place, board.width + 1)), found.mine(place), reason)


def choose(board: Board, found: Position, around: Around) -> tuple[Place, str]:
    """Return the best cell of a position, and why it is."""
    for group in found.groups:
        if group.odds == 0.0:
            return min(group.cells), "certainly safe"
    rest = _rest(found, around)
    if rest.mines is not None and rest.placements <= FEW:
        try:
            with limit(steps=STEPS):
                solved = solve(rest, around)
        except LimitReached:
            pass
        else:
            chance = Fraction(solved.won, solved.placements)
            return solved.place, f"the best play from here wins {chance} of what is left"
    own = {cell: around[cell] for group in rest.groups for cell in group.cells}
    try:
        ahead = look_ahead(rest, own, shares(board, rest, own))
    except LimitReached as reached:
        return min(min(rest.groups).cells), f"least odds of a mine; not looked ahead: {reached}"
    return ahead.place, _reason(ahead)


def _reason(ahead: Ahead) -> str:
    risks = "this guess and the next" if ahead.further == 1 else "this guess and the next two"
    share = f"{ahead.share:.3f}"
    anyway = "" if share == "0.000" else f"; of its risk {share} is taken anyway, in coin flips that nothing can tell"
    if not ahead.survival:
        return f"no cell can tell anything about another; least odds of a mine{anyway}"
    survival = f"to survive {risks}, {ahead.survival:.3f}"
    if not ahead.clear:
        return f"best chance {survival}{anyway}"
    return f"best by its chances {survival}, and to find no more mines around it, {ahead.clear:.3f}{anyway}"


def _rest(found: Position, around: Around) -> Position:
    """Return the position without the regions that are games of their own, or the smallest of them if all are."""
    regions = [[part for part in found.parts if not part.cells.isdisjoint(cells)] for cells in _regions(found, around)]
    alone = [parts for parts in regions if all(len(part.counted.ways) == 1 for part in parts)]
    if found.away or len(alone) < len(regions):
        left_out = [part for parts in alone for part in parts]
    else:
        smallest = min(alone, key=lambda parts: (len(parts), min(parts[0].cells)))
        left_out = [part for part in found.parts if part not in smallest]
    if not left_out:
        return found
    mines = None if found.mines is None else found.mines - sum([part.counted.fewest for part in left_out])
    return Position([part for part in found.parts if part not in left_out], found.away, mines)


def _regions(found: Position, around: Around) -> list[set[Place]]:
    """Return the sets of cells that touch no cell away from the clues, and no component beyond their own."""
    regions = []
    todo = set(around)
    parts = {cell: part.cells for part in found.parts for cell in part.cells}
    while todo:
        region: set[Place] = set()
        spread = [min(todo)]
        while spread:
            cell = spread.pop()
            if cell not in region:
                region.add(cell)
                spread += around[cell]
                spread += parts.get(cell, ())
        todo -= region
        if not region & found.away:
            regions.append(region)
    return regions
