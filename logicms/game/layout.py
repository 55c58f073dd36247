"""Layouts: where the mines are. Checked when they come from a file, or drawn from a seed; `rules` plays on them.

A *layout* is a Board whose every cell is `*`, `-` or a digit. The *start rule* says what holds of the cell that is
opened first; so that it can hold anywhere, a `Draw` keeps all that decides a layout until that cell is known.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal, get_args

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, neighbours_of
from logicms.errors import BoardError, check_word
from logicms.notation.limits import MAX_CELLS

Start = Literal["safe", "zero", "none"]
"""What holds of the first opened cell: `safe`, it is no mine; `zero`, nor is any cell around it; `none`, nothing."""


@dataclass(frozen=True, slots=True)
class Draw:
    """A layout yet to be drawn: all that decides it, beside the cell that is opened first."""

    width: int
    height: int
    mines: int
    start: Start
    seed: int

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise BoardError(f"a board has at least one cell, so its size is not {self.width}x{self.height}")
        if self.width * self.height > MAX_CELLS:
            raise BoardError(f"a board of {self.width}x{self.height} is too large: more than {MAX_CELLS:,} cells")
        check_word(self.start, get_args(Start), "a start rule")
        if self.mines < 0:
            raise BoardError(f"the number of mines is not negative: {self.mines}")
        if self.mines > (cells := self.width * self.height):
            raise BoardError(f"{self.mines} mines do not fit on a board of {self.width}x{self.height}, {cells} cells")
        if refusal := self.refusal(Cell(0, 0)):  # a corner needs the least room
            raise BoardError(refusal)

    def refusal(self, first: Cell) -> str | None:
        """Return why the start rule cannot hold at `first`, or None when it can."""
        needed = len(self.kept_free(first))
        if self.mines + needed <= self.width * self.height:
            return None
        board = f"a board of {self.width}x{self.height} with {self.mines} mine{'s' if self.mines != 1 else ''}"
        rule = "safe" if self.start == "safe" else "safe together with all cells around it"
        return f"{board} has no room for a first cell {first} that is {rule}"

    def layout(self, first: Cell | None) -> Board:
        """Return the layout; the same seed and the same first cell give the same one.

        >>> Draw(3, 3, 5, start="zero", seed=7).layout(Cell(0, 0)).rows
        ('02*', '25*', '***')
        """
        free = () if first is None else self.kept_free(first)
        places = [place for place in range(self.width * self.height) if place not in free]
        signs = [SAFE] * (self.width * self.height)
        for place in Random(self.seed).sample(places, self.mines):
            signs[place] = MINE
        return Board(with_clues(rows_of("".join(signs), self.width)), self.mines, first=first)

    def kept_free(self, first: Cell) -> tuple[int, ...]:
        """Return the places in reading order that the start rule keeps free of mines."""
        if self.start == "none":
            return ()
        place = first.row * self.width + first.col
        around = neighbours_of(self.width, self.height)[place] if self.start == "zero" else ()
        return (place, *around)


def check_layout(layout: Board) -> None:
    """Refuse a board that is no layout, or whose digits or mine total are wrong.

    >>> check_layout(Board(("*-", "-2")))
    Traceback (most recent call last):
    logicms.errors.BoardError: the layout is wrong at B2: it says 2, but the number of mines around it is 1
    """
    for cell in layout.where(HIDDEN + FLAG):
        raise BoardError(f"{cell} is hidden: a layout to play has only *, - and digits")
    if layout.mines not in (None, count := layout.signs.count(MINE)):
        raise BoardError(f"mines: {layout.mines}, but the layout has {count}")
    for cell, sign, answer in zip(layout.cells, layout.signs, "".join(with_clues(layout.rows)), strict=True):
        if sign not in (answer, SAFE):
            raise BoardError(
                f"the layout is wrong at {cell}: it says {sign}, but the number of mines around it is {answer}"
            )


_ONE_A_MINE = str.maketrans(CLUES + SAFE + MINE, "0" * len(CLUES + SAFE) + "1")


def with_clues(rows: Iterable[str]) -> tuple[str, ...]:
    """Return a layout's rows with every clue written in.

    >>> with_clues(("*--", "--*"))
    ('*21', '12*')

    The mines are one large number with a hexadecimal digit a cell, and a spare digit at each row's end so that rows do
    not touch; added to itself, shifted by one cell and by one row each way, it counts the mines around every cell at
    once, and its digits are the clues. Where a mine is, the digit is then put to ten.
    """
    rows = tuple(rows)
    width = len(rows[0]) + 1
    ones = "-".join((*rows, "")).translate(_ONE_A_MINE)
    mines = int(ones, 16)
    band = mines + (mines << 4) + (mines >> 4)
    counts = band + (band << 4 * width) + (band >> 4 * width)
    signs = f"{(counts & ~(15 * mines)) + 10 * mines:x}".zfill(len(ones))[-len(ones) :].replace("a", MINE)
    return tuple([signs[start : start + width - 1] for start in range(0, len(signs), width)])


def rows_of(signs: str, width: int) -> tuple[str, ...]:
    """Return signs in reading order as rows of that width."""
    return tuple([signs[start : start + width] for start in range(0, len(signs), width)])
