"""Losses: what another program's format cannot hold. Writing refuses to lose anything, and says how to avoid it.

One loss is allowed, because it is what the user asks for: a layout written in a format of positions is opened, every
safe cell with its clue and every mine hidden. Then `mines` is the number of hidden cells and `first` no longer means
anything, so neither is missed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from logicms.board import FLAG, HIDDEN, MINE, SAFE, Board
from logicms.errors import BoardError
from logicms.layout import complete_layout

MineTotal = Literal["must", "cannot"]
"""Whether a format must state the mine total or cannot."""

_WAY_OUT = {
    FLAG: "write ? (or * if it is certainly a mine)",
    MINE: "write ? or F",
    SAFE: "write ?, or open the cell with its clue",
}


def open_layout(layout: Board) -> Board:
    """Return the layout as a position: every safe cell open with its clue, every mine hidden, the total stated.

    >>> open_layout(Board(("*-", "1-"))).rows
    ('?1', '11')
    """
    layout = complete_layout(layout)
    return replace(layout, rows=tuple(row.replace(MINE, HIDDEN) for row in layout.rows))


def position(board: Board, name: str, *, signs: str, mines: MineTotal, keys: tuple[str, ...] = ()) -> Board:
    """Return the position to write in a format that has these characters and these keys; refuse to lose anything.

    >>> position(Board(("1F",)), "gecode", signs="?012345678", mines="cannot")
    Traceback (most recent call last):
    logicms.errors.BoardError: gecode has no character for F, which is at B1: write ? (or * if it is certainly a mine)
    """
    if board.is_layout:
        shown = open_layout(board)
        board = replace(shown, mines=shown.mines if mines == "must" else None, first=None)
    _check_keys(board, name, keys)
    if board.mines is not None and mines == "cannot":
        raise BoardError(f"{name} has no room for the number of mines: remove the key `mines`")
    if board.mines is None and mines == "must":
        raise BoardError(f"{name} must state the number of mines, but this board does not: add the key `mines`")
    for sign, way_out in _WAY_OUT.items():
        if sign not in signs and (cell := next(board.where(sign), None)):
            raise BoardError(f"{name} has no character for {sign}, which is at {cell}: {way_out}")
    return board


def layout(board: Board, name: str) -> Board:
    """Return the layout to write in a format of layouts: `*` and `-` alone, since the clues follow from them.

    >>> layout(Board(("*1",)), "exercism").rows
    ('*-',)
    """
    if not board.is_layout:
        raise BoardError(f"{name} is a format of layouts: every cell must be *, - or a digit")
    complete_layout(board)
    _check_keys(board, name, ())
    return Board(tuple("".join(MINE if sign == MINE else SAFE for sign in row) for row in board.rows))


def _check_keys(board: Board, name: str, keys: tuple[str, ...]) -> None:
    for key in ("title", "first"):
        if key not in keys and getattr(board, key) is not None:
            raise BoardError(f"{name} has no room for the key `{key}`: remove it")
