"""Draw: how a game is set up. Levels, start rules, and the layout that is drawn from a seed; `rules` plays on it.

The *start rule* says what is certain about the cell that is opened first. So that it can hold for any cell, a `Draw`
keeps everything that determines the layout until that cell is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Literal, get_args

from logicms.board import MINE, SAFE, Board, Cell, Grid, check_grid, neighbours_of, rows_of
from logicms.errors import BoardError, counted, expect, unknown_word
from logicms.layout import with_clues
from logicms.notation.texts import MAX_CELLS

Start = Literal["safe", "zero", "none"]
"""What holds for the first cell: `safe`: it is not a mine; `zero`: nor is any cell around it; `none`: nothing."""

Share = Literal["sqrt", "tenth"]
"""How many cells the logic course gives as safe: the rounded square root of the number of cells, or a tenth of it."""


@dataclass(frozen=True, slots=True)
class Level:
    """A size and a number of mines, and how a game of that level starts."""

    width: int
    height: int
    mines: int
    start: Start = "safe"
    initial_safe: Share | None = None


LEVELS = {
    "easy": Level(9, 9, 10, "none", "sqrt"),
    "medium": Level(16, 16, 25, "none", "sqrt"),
    "hard": Level(30, 16, 99, "none", "sqrt"),
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(30, 16, 99),
}
"""The logic course's three levels, then the three standard ones."""


def number_of_initial_safe(count: int | Share, cells: int) -> int:
    """Return how many initial safe cells `count` means on a board of this many cells.

    >>> [number_of_initial_safe(count, 480) for count in ("sqrt", "tenth", 5)]
    [22, 48, 5]
    """
    if count == "sqrt":
        return round(sqrt(cells))
    if count == "tenth":
        return cells // 10
    if not isinstance(count, int) or count < 0:
        raise BoardError(f"not a number of initial safe cells: {count!r}; give a number, sqrt or tenth")
    return count


@dataclass(frozen=True, slots=True)
class Draw:
    """A layout yet to be drawn: everything that determines it, except the first cell."""

    width: int
    height: int
    mines: int
    start: Start
    seed: int
    grid: Grid = "square"

    def __post_init__(self) -> None:
        for number in (self.width, self.height, self.mines):
            expect(number, int, "a width, a height and a number of mines")
        if self.width < 1 or self.height < 1:
            raise BoardError(f"a board has at least one cell, so its size cannot be {self.width}x{self.height}")
        if self.width * self.height > MAX_CELLS:
            raise BoardError(f"a board of {self.width}x{self.height} is too large: more than {MAX_CELLS:,} cells")
        check_grid(self.grid, self.width, self.height)
        if self.start not in get_args(Start):
            raise unknown_word(self.start, get_args(Start), "a start rule")
        if self.mines < 0:
            raise BoardError(f"the number of mines cannot be negative: {self.mines}")
        if self.mines > (cells := self.width * self.height):
            size = f"{self.width}x{self.height}, {counted(cells, 'cell')}"
            raise BoardError(f"{counted(self.mines, 'mine')} do not fit on a board of {size}")
        if refusal := self.refusal(Cell(0, 0)):  # a corner has the fewest neighbours
            raise BoardError(refusal)

    def refusal(self, first: Cell) -> str | None:
        """Return why the start rule cannot hold at `first`, or None if it can."""
        needed = len(self.kept_free(first))
        if self.mines + needed <= self.width * self.height:
            return None
        board = f"a board of {self.width}x{self.height} with {counted(self.mines, 'mine')}"
        rule = "safe" if self.start == "safe" else "safe together with all cells around it"
        return f"{board} has no room for a first cell {first} that is {rule}"

    def layout(self, first: Cell | None) -> Board:
        """Return the layout; the same seed and first cell give the same layout.

        >>> Draw(3, 3, 5, start="zero", seed=7).layout(Cell(0, 0)).rows
        ('02*', '25*', '***')
        """
        free = () if first is None else self.kept_free(first)
        indexes = [index for index in range(self.width * self.height) if index not in free]
        signs = [SAFE] * (self.width * self.height)
        for index in Random(self.seed).sample(indexes, self.mines):
            signs[index] = MINE
        rows = with_clues(rows_of("".join(signs), self.width), self.grid)
        return Board(rows, self.mines, first=first, grid=self.grid)

    def kept_free(self, first: Cell) -> tuple[int, ...]:
        """Return the indexes in reading order that the start rule keeps free of mines."""
        if self.start == "none":
            return ()
        index = first.row * self.width + first.col
        around = neighbours_of(self.width, self.height, self.grid)[index] if self.start == "zero" else ()
        return (index, *around)
