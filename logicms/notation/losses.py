"""Losses: what another program's format cannot hold. Writing names every loss; only a title is left out unasked.

A layout written in a format of positions is opened, every safe cell with its clue and every mine hidden, because this
is what the user asks for. Then `mines` is the number of hidden cells and `first` no longer means anything, so neither
is missed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from logicms.board import FLAG, HIDDEN, MINE, SAFE, SIGNS, Board
from logicms.errors import BoardError
from logicms.layout import complete_layout

MineTotal = Literal["must", "may", "cannot"]
"""Whether a format must state the mine total, may or cannot."""

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


@dataclass(frozen=True, slots=True)
class Loss:
    """One thing that a format has no room for."""

    what: str
    """A key, or a character."""
    where: str
    """In which words it is named."""
    way_out: str
    """What to do about it."""


@dataclass(frozen=True, slots=True)
class Room:
    """What a format has room for: characters, the mine total, keys.

    >>> room = Room("gecode", "?012345678", "cannot")
    >>> [loss.where for loss in room.losses(Board(("1F",), mines=1, title="one"))]
    ['the key `title`', 'the number of mines', 'the character F, which is at B1']
    """

    name: str
    signs: str = SIGNS
    mines: MineTotal = "may"
    keys: tuple[str, ...] = ()
    layouts: Literal["open", "keep", "only"] = "open"
    """Whether a layout is opened, or kept as it is, or is all that the format can hold."""

    def losses(self, board: Board) -> tuple[Loss, ...]:
        """Return everything on the board that the format has no room for; the title comes first."""
        board = self._shape(board)
        return (*self._keys(board), *self._characters(board))

    def without_losses(self, board: Board) -> Board:
        """Return the board without its losses: a mine becomes a flag if the format has flags, else a hidden cell."""
        lost = {loss.what for loss in self.losses(board)}
        mine = FLAG if FLAG in self.signs else HIDDEN
        table = str.maketrans({sign: mine if sign == MINE else HIDDEN for sign in lost & set(_WAY_OUT)})
        board = self._shape(board)
        return replace(
            board,
            rows=tuple(row.translate(table) for row in board.rows),
            title=None if "title" in lost else board.title,
            first=None if "first" in lost else board.first,
            mines=None if "mines" in lost else board.mines,
            grid="square" if "grid" in lost else board.grid,
        )

    def fit(self, board: Board) -> Board:
        """Return what to write of a board; refuse to lose anything but its title.

        >>> Room("seed", "?012345678", "must").fit(Board(("1F",), first="A1"))
        Traceback (most recent call last):
        logicms.errors.BoardError: seed must state the number of mines, but this board does not: add the key `mines`; \
seed has no room for the key `first`: remove it; \
seed has no room for the character F, which is at B1: write ? (or * if it is certainly a mine); `force` leaves this out
        """
        self.check(board)
        return self.without_losses(board)

    def check(self, board: Board, *, force: bool = False) -> None:
        """Raise an error that names every loss but the title, or what the board lacks; `force` allows the losses."""
        serious = [] if force else [loss for loss in self.losses(board) if loss.what != "title"]
        problems = [f"{self.name} has no room for {loss.where}: {loss.way_out}" for loss in serious]
        if problems:
            problems.append("`force` leaves this out")
        if self.mines == "must" and self._shape(board).mines is None and not self._keeps(board):
            problems.insert(
                0, f"{self.name} must state the number of mines, but this board does not: add the key `mines`"
            )
        if problems:
            raise BoardError("; ".join(problems))

    def _keeps(self, board: Board) -> bool:
        return self.layouts == "keep" and board.is_layout

    def _shape(self, board: Board) -> Board:
        """Return the layout or the position that the format is about."""
        if self.layouts == "only":
            return _bare_layout(board, self.name)
        if self._keeps(board) or not board.is_layout:
            return board
        shown = open_layout(board)
        return replace(shown, mines=shown.mines if self.mines == "must" else None, first=None)

    def _keys(self, board: Board) -> Iterable[Loss]:
        for key in ("title", "first"):
            if key not in self.keys and getattr(board, key) is not None:
                yield Loss(key, f"the key `{key}`", "remove it")
        if board.mines is not None and self.mines == "cannot":
            yield Loss("mines", "the number of mines", "remove the key `mines`")
        if board.grid != "square" and "grid" not in self.keys:
            yield Loss("grid", f"the grid {board.grid}", "its clues count other cells than on squares")

    def _characters(self, board: Board) -> Iterable[Loss]:
        for sign, way_out in _WAY_OUT.items():
            if sign not in self.signs and not self._keeps(board) and (number := board.signs.count(sign)):
                others = "" if number == 1 else f" and {number - 1:,} more cell{'' if number == 2 else 's'}"
                yield Loss(sign, f"the character {sign}, which is at {next(board.where(sign))}{others}", way_out)


def _bare_layout(board: Board, name: str) -> Board:
    """Return the layout with `*` and `-` alone, since the clues and the total follow from them."""
    if not board.is_layout:
        raise BoardError(f"{name} is a format of layouts: every cell must be *, - or a digit")
    complete_layout(board)
    rows = tuple("".join(MINE if sign == MINE else SAFE for sign in row) for row in board.rows)
    return replace(board, rows=rows, mines=None)
