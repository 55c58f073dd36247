"""A position -> what opening each cell may bring: a 0, or nothing at all; coin flips; the chance of winning.

The odds of a mine say how risky a cell is; this module says what it is worth. A cell *opens a zero* if it is safe and
so is everything around it. It is *dead* if it shows the same number in every placement in which it is safe: the number
tells nothing. A *coin flip* is two cells, or four in a box, that nothing can tell apart any more: half of the
placements have it one way, half the other. The chance of winning is known if all possible courses can be considered.

All of it is about boards of squares, and exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from logicms.board import Board, Cell
from logicms.deduction.boundary import BoardBoundary, Lane, boundary, cell_at, lane_of, ones
from logicms.errors import LimitReached
from logicms.guessing.endgame import solve
from logicms.guessing.flips import flips
from logicms.guessing.policies import FEW, STEPS
from logicms.guessing.position import Around, Position, position_left
from logicms.limits import check_time, limit


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can be expected of a board."""

    zero: Mapping[Cell, Fraction] = field(default_factory=dict, hash=False)
    """The chance that a hidden cell is safe and shows 0, for the cells for which it was computed."""
    dead: tuple[Cell, ...] = ()
    """The uncertain cells whose number would tell nothing."""
    flips: tuple[tuple[Cell, ...], ...] = ()
    """The coin flips that cannot be avoided any more."""
    win: Fraction | None = None
    """The chance of winning by the best play, None if it is not known."""


def outlook(board: Board) -> Outlook:
    """Return what opening each cell of a consistent board may bring; flags are ignored.

    >>> found = outlook(Board(("1??", "???"), mines=1))
    >>> {str(cell): str(chance) for cell, chance in found.zero.items()}
    {'B1': '0', 'C1': '1/3', 'A2': '0', 'B2': '0', 'C2': '1/3'}
    >>> found = outlook(Board(("??", "11"), mines=1))
    >>> [list(map(str, cells)) for cells in found.flips], list(map(str, found.dead)), found.win
    ([['A1', 'B1']], ['A1', 'B1'], Fraction(1, 2))
    """
    left = boundary(board.with_flags("ignore"))
    undecided, around = position_left(left)
    assert left is not None
    looked = _Looked(board, left, undecided, around)
    return Outlook(looked.zeros(), tuple(looked.dead()), tuple(looked.flips()), looked.win())


class _Looked:
    def __init__(self, board: Board, left: BoardBoundary, undecided: Position, around: Around) -> None:
        self.board, self.undecided, self.around = board, undecided, around
        self.by_lane = {lane_of(cell, board.width): cell for cell in board.cells}
        self.hidden = ones(left.hidden)
        decided = set(ones(left.safe))
        shown = {lane_of(cell, board.width) for cell in board.known_mines}
        self.mines = (set(self.hidden) - decided - around.keys()) | shown
        self.safe = decided.union(*[group.cells for group in undecided.groups if group.odds == 0.0])

    def _around(self, lane: Lane) -> list[Lane]:
        cell = self.by_lane[lane]
        return [lane_of(other, self.board.width) for other in self.board.neighbours(cell)]

    def zeros(self) -> dict[Cell, Fraction]:
        """Return the chance of a 0 for each hidden cell, as far as the time allows."""
        chances: dict[Cell, Fraction] = {}
        known: dict[object, Fraction] = {}
        try:
            for lane in self.hidden:
                check_time()
                near = [lane, *self._around(lane)]
                if not self.mines.isdisjoint(near):
                    chances[self.by_lane[lane]] = Fraction(0)
                    continue
                fixed = frozenset(each for each in near if each in self.around)
                # Of cells away from all clues, only their number matters.
                kind = len(fixed) if fixed <= self.undecided.away else fixed
                if kind not in known:
                    safe = self.undecided.placements_with(set(), set(fixed))
                    known[kind] = Fraction(safe, self.undecided.placements)
                chances[self.by_lane[lane]] = known[kind]
        except LimitReached:
            pass
        return chances

    def dead(self) -> Iterator[Cell]:
        """Yield the uncertain cells that show the same in every placement in which they are safe."""
        known: dict[object, bool] = {}
        try:
            for lane, near in self.around.items():
                if lane in self.safe:
                    continue
                check_time()
                # A lane is a number too, so the number of neighbours is not alone in its key.
                is_away = self.undecided.away.issuperset((lane, *near))
                kind = (None, len(near)) if is_away else (lane, 0)
                if kind not in known:
                    known[kind] = len(self.undecided.outcomes(lane, near)) < 2
                if known[kind]:
                    yield self.by_lane[lane]
        except LimitReached:
            return

    def flips(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the pairs and boxes that are a coin flip in every placement."""
        for flip in flips(self.board, self.around) if self.around and not self.safe else ():
            if not flip.beyond:
                ways = self.undecided.placements_with(set(flip.mines), set(flip.safe))
                if 2 * ways == self.undecided.placements:  # the other half has mines and safe cells swapped
                    yield tuple(sorted(cell_at(lane, self.board.width) for lane in (*flip.mines, *flip.safe)))

    def win(self) -> Fraction | None:
        """Return the chance of winning, if nothing is safe and every course can be considered."""
        if not self.around:
            return Fraction(1)
        if self.safe or self.undecided.mines is None or self.undecided.placements > FEW:
            return None
        try:
            with limit(steps=STEPS):
                play = solve(self.undecided, self.around)
        except LimitReached:
            return None
        return Fraction(play.won, play.placements)
