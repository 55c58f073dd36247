"""Layouts opened: what a layout shows once every safe cell is open. Formats of positions write a layout so."""

from __future__ import annotations

from dataclasses import replace

from logicms.board import HIDDEN, MINE, SAFE, Board, Cell
from logicms.errors import BoardError


def opened(layout: Board) -> Board:
    """Return the layout as a position: every safe cell open with its clue, every mine hidden, the total stated.

    >>> opened(Board(("*-", "1-"))).rows
    ('?1', '11')
    >>> opened(Board(("*2",)))
    Traceback (most recent call last):
    logicms.errors.BoardError: not a layout: B1 says 2, but 1 of the cells around it is a mine
    """
    assert layout.is_layout
    total = layout.signs.count(MINE)
    if layout.mines not in (None, total):
        raise BoardError(f"not a layout: mines is {layout.mines}, but {total} marked with *")
    rows = _clues(layout.rows)
    for row, (said, true) in enumerate(zip(layout.rows, rows, strict=True)):
        for col, (sign, clue) in enumerate(zip(said, true, strict=True)):
            if sign not in (MINE, SAFE, clue):
                raise BoardError(_wrong_clue(Cell(row, col), sign, clue))
    return replace(layout, rows=rows, mines=total)


def _wrong_clue(cell: Cell, sign: str, clue: str) -> str:
    mines = "1 of the cells around it is a mine" if clue == "1" else f"{clue} of the cells around it are mines"
    return f"not a layout: {cell} says {sign}, but {mines}"


def _clues(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows with every safe cell's clue and every mine hidden, in time linear in the cells."""
    mines = [[0, *(sign == MINE for sign in row), 0] for row in rows]
    # Mines in each cell and its two neighbours of the same row; then three of those, one above another.
    across = [[sum(row[col - 1 : col + 2]) for col in range(1, len(row) - 1)] for row in mines]
    edge = [0] * len(rows[0])
    columns = zip([edge, *across[:-1]], across, [*across[1:], edge], strict=True)
    return tuple(
        "".join(HIDDEN if sign == MINE else str(a + b + c) for sign, a, b, c in zip(row, *three, strict=True))
        for row, three in zip(rows, columns, strict=True)
    )
