"""Few placements left -> the cell to open, exactly: every possible course of the game is considered.

A set of placements is one integer, a bit for each. For every cell there is the set in which it is a mine, and the sets
in which it is safe and shows 0, 1, 2 …: to open a cell is to intersect. What a player knows is the set of placements
that are still possible, *alive*; cells that are safe in all of them are opened at no risk and divide the set by what
they show. So the set that is alive determines everything that follows, and its value, the number of its placements that
the best play wins, is cached by set.

Two things keep the tree small. A cell that would show the same in all placements alive is *dead*: it can be left
to the end, and if all cells are dead nothing more is learnt, so that only one placement can be won. And opening a cell
wins at most the placements in which it is safe: the safest cells are tried first, and the rest rarely need a trial.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from logicms.deduction.boundary import Clue, Lane
from logicms.errors import LimitReached
from logicms.guessing.position import Around, Position
from logicms.limits import spend

_MOST_ON_THE_WAY = 50
"""Intermediate results of the enumeration may have this many times as many placements as the final one."""

_BITS_A_STEP = 2048
"""An operation on up to this many placements costs as much as on one."""

Alive = int
"""A set of placements, a bit for each."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best cell of an endgame, and how many of its placements the best play wins."""

    lane: Lane
    won: int
    placements: int


def solve(position: Position, around: Around) -> BestPlay:
    """Return the best cell of a position where nothing is certain, or raise `LimitReached`.

    >>> from logicms.board import Board
    >>> from logicms.guessing.position import position
    >>> solve(*position(Board(("?1", "??"), mines=1)))
    BestPlay(lane=0, won=1, placements=3)
    """
    cells = sorted(cell for group in position.groups for cell in group.cells)
    tree = Tree(cells, list(placements(position, cells)), around)
    lane, won = tree.best()
    return BestPlay(lane, won, position.placements)


def placements(position: Position, cells: Sequence[Lane]) -> Iterator[int]:
    """Yield every placement of a position as an integer with a bit for each mine, the bits in the order of `cells`."""
    assert position.mines is not None
    bit = {cell: 1 << number for number, cell in enumerate(cells)}
    most = _MOST_ON_THE_WAY * position.placements
    by_mines: dict[int, list[int]] = {0: [0]}
    for part in position.parts:
        order = {cell: number for number, group in enumerate(part.groups) for cell in group}
        clues = sorted(part.clues, key=lambda clue: max([order[cell] for cell in clue[1]]))
        new: dict[int, list[int]] = {}
        for mask in _masks(clues, bit, most):
            for mines, masks in by_mines.items():
                new.setdefault(mines + mask.bit_count(), []).extend([mask | other for other in masks])
        by_mines = new
    away = [bit[cell] for cell in cells if cell in position.away]
    for mines, masks in by_mines.items():
        if mines <= position.mines:
            for some in combinations(away, position.mines - mines):
                yield from [sum(some) | mask for mask in masks]


def _masks(clues: Iterable[Clue], bit: dict[Lane, int], most: int) -> list[int]:
    """Return the placements of one component: each clue in turn fills those of its cells that are new."""
    masks, seen = [0], 0
    for need, cells in clues:
        new = [bit[cell] for cell in cells if not bit[cell] & seen]
        old = sum([bit[cell] for cell in cells]) & seen
        ways = [[sum(some) for some in combinations(new, mines)] for mines in range(len(new) + 1)]
        masks = [
            mask | way
            for mask in masks
            if 0 <= (left := need - (mask & old).bit_count()) <= len(new)
            for way in ways[left]
        ]
        if len(masks) > most:
            raise LimitReached("too many intermediate placements")
        seen |= sum(new)
    return masks


class Tree:
    """Every possible course from a set of placements, with the value of each set that was reached."""

    def __init__(self, cells: Sequence[Lane], masks: Sequence[int], around: Around) -> None:
        self.cells = cells
        self.all = (1 << len(masks)) - 1
        self.cost = 1 + len(masks) // _BITS_A_STEP
        # The placements are the rows of a table of bits, and a cell's set of placements is its column: all rows in one
        # string, every len(cells)-th character of it is one column. The first cell's bit is a row's last character.
        text = "".join([format(mask, f"0{len(cells)}b") for mask in masks])
        self.mine: list[Alive] = [int(text[len(cells) - 1 - i :: len(cells)], 2) for i in range(len(cells))]
        number = {cell: i for i, cell in enumerate(cells)}
        self.shown = [self._by_number(i, [number[other] for other in around[cell]]) for i, cell in enumerate(cells)]
        self.known: dict[Alive, tuple[int, bool]] = {}

    def _by_number(self, cell: int, around: Iterable[int]) -> list[Alive]:
        """Return the sets of placements in which the cell is safe and shows the same number."""
        by_value = {0: self.all & ~self.mine[cell]}
        for other in around:
            new: dict[int, Alive] = {}
            for value, alive in by_value.items():
                for more, some in ((0, alive & ~self.mine[other]), (1, alive & self.mine[other])):
                    if some:
                        new[value + more] = new.get(value + more, 0) | some
            by_value = new
        return list(by_value.values())

    def best(self) -> tuple[Lane, int]:
        """Return the best cell and the value of the whole; if all cells are dead, the safest."""
        undecided = list(range(len(self.cells)))
        trials = self._trials(self.all, undecided)
        best, won = -trials[0][1], 1
        for safe, cell in trials:
            if safe <= won:
                break
            value = self._value_of_opening(self.all, -cell, undecided, won)
            if value > won:
                best, won = -cell, value
        return self.cells[best], won

    def value(self, alive: Alive, undecided: Sequence[int], least: int) -> int:
        """Return the number of placements alive that the best play wins, or a bound if that is not above `least`."""
        if not alive & (alive - 1):
            return 1
        if alive in self.known:
            value, is_exact = self.known[alive]
            if is_exact or value <= least:
                return value
        spend(len(undecided) * self.cost)
        free = [cell for cell in undecided if not alive & self.mine[cell]]
        left = [cell for cell in undecided if (some := alive & self.mine[cell]) and some != alive]
        parts = self._part(alive, free)
        value = self._sum(parts, left, least) if len(parts) > 1 else self._value_of_guess(alive, left, least)
        self.known[alive] = value, value > least
        return value

    def _part(self, alive: Alive, free: Iterable[int]) -> list[Alive]:
        """Return the sets that remain once these cells, safe in all placements alive, have been opened."""
        parts = [alive]
        for cell in free:
            shown = self.shown[cell]
            if len(shown) > 1:
                parts = [some for part in parts for value in shown if (some := part & value)]
        return parts

    def _value_of_guess(self, alive: Alive, undecided: Sequence[int], least: int) -> int:
        """Return the value where nothing is safe: that of the best cell to open, or a bound not above `least`."""
        best = 1
        trials = self._trials(alive, undecided)
        if trials[0][0] <= least:
            return trials[0][0]
        for safe, cell in trials:
            if safe <= max(best, least):
                break
            best = max(best, self._value_of_opening(alive, -cell, undecided, max(best, least)))
        return max(best, least)

    def _trials(self, alive: Alive, undecided: Iterable[int]) -> list[tuple[int, int]]:
        """Return pairs of the number of placements in which a cell is safe and the cell, negated: the safest first."""
        return sorted([((alive & ~self.mine[cell]).bit_count(), -cell) for cell in undecided], reverse=True)

    def _value_of_opening(self, alive: Alive, cell: int, undecided: Sequence[int], least: int) -> int:
        """Return what opening the cell wins, or a bound that is not above `least`; 0 if the cell is dead."""
        parts = [some for value in self.shown[cell] if (some := alive & value)]
        return self._sum(parts, undecided, least) if len(parts) > 1 else 0

    def _sum(self, parts: list[Alive], undecided: Sequence[int], least: int) -> int:
        """Return the sum of the parts' values, or a bound of it that is not above `least`.

        The bound starts as if all placements were won, and comes down part by part, the largest first.
        """
        sizes = sorted([(part.bit_count(), part) for part in parts], reverse=True)
        bound = sum([size for size, _ in sizes])
        for size, part in sizes:
            if bound <= least or size == 1:
                break
            bound += self.value(part, undecided, least - bound + size) - size
        return bound
