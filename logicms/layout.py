"""Layouts: boards that show every mine. This module fills in their clues and checks the clues they show.

In a *layout* every cell is `*`, `-` or a digit. `game` plays on layouts, `notation` writes them in other programs'
formats, `generation` makes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, Grid, neighbours_of, rows_of
from logicms.errors import BoardError


def complete_layout(layout: Board) -> Board:
    """Return the layout with every clue and its number of mines filled in; refuse a wrong digit or a wrong number.

    >>> complete_layout(Board(("*-", "-1")))
    Board(rows=('*1', '11'), mines=1, title=None, first=None)
    >>> complete_layout(Board(("*-", "-2")))
    Traceback (most recent call last):
    logicms.errors.BoardError: the layout is wrong: B2 says 2, but there is 1 mine around it
    """
    if not layout.is_layout:
        raise BoardError(f"{next(layout.where(HIDDEN + FLAG))} is hidden: a layout has only *, - and digits")
    mines = layout.signs.count(MINE)
    if layout.mines not in (None, mines):
        raise BoardError(f"the layout is wrong: mines is {layout.mines}, but it shows {mines}")
    rows = with_clues(layout.rows, layout.grid)
    for index, (sign, clue) in enumerate(zip(layout.signs, "".join(rows), strict=True)):
        if sign not in (clue, SAFE):
            cell = Cell(*divmod(index, layout.width))
            around = "is 1 mine" if clue == "1" else f"are {clue} mines"
            raise BoardError(f"the layout is wrong: {cell} says {sign}, but there {around} around it")
    return replace(layout, rows=rows, mines=mines)


_ONE_PER_MINE = str.maketrans(CLUES + SAFE + MINE, "0" * len(CLUES + SAFE) + "1")


def with_clues(rows: Iterable[str], grid: Grid = "square") -> tuple[str, ...]:
    """Return a layout's rows with every clue filled in.

    >>> with_clues(("*--", "--*")), with_clues(("*--", "--*"), "hex")
    (('*21', '12*'), ('*11', '11*'))

    On squares the mines are one large number with a hexadecimal digit per cell, and a spare digit at each row's end so
    that rows do not touch; added to itself, shifted by one cell and by one row each way, it counts the mines around
    every cell at once, and its digits are the clues. Where there is a mine, the digit is then set to ten.
    """
    rows = tuple(rows)
    if grid != "square":
        return _with_clues_of(rows, neighbours_of(len(rows[0]), len(rows), grid))
    width = len(rows[0]) + 1
    ones = "-".join((*rows, "")).translate(_ONE_PER_MINE)
    mines = int(ones, 16)
    band = mines + (mines << 4) + (mines >> 4)
    counts = band + (band << 4 * width) + (band >> 4 * width)
    signs = f"{(counts & ~(15 * mines)) + 10 * mines:x}".zfill(len(ones))[-len(ones) :].replace("a", MINE)
    return tuple([signs[start : start + width - 1] for start in range(0, len(signs), width)])


def _with_clues_of(rows: Sequence[str], around: Sequence[Sequence[int]]) -> tuple[str, ...]:
    """Return the same, given the neighbours of every cell."""
    signs = "".join(rows)
    clues = (str(sum([signs[other] == MINE for other in others])) for others in around)
    shown = [MINE if sign == MINE else clue for sign, clue in zip(signs, clues, strict=True)]
    return rows_of("".join(shown), len(rows[0]))
