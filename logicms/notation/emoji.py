"""The format `emoji`: a board to paste into a message. Out only; the signs are those of MINESWEEPER-BOARD's emoji."""

from __future__ import annotations

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board

_KEYCAP = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"

EMOJI = {
    HIDDEN: "⬜",
    FLAG: "🚩",
    MINE: "💣",
    SAFE: "🟩",
    **{clue: clue + _KEYCAP for clue in CLUES},
}


def format_emoji(board: Board) -> str:
    """Return the board in emoji, its keys on lines above it: nothing is lost.

    >>> print(format_emoji(Board(("?F*-",), mines=2)), end="")
    💣 2
    ⬜🚩💣🟩
    """
    title = "" if board.title is None else f"{board.title}\n"
    mines = "" if board.mines is None else f"{EMOJI[MINE]} {board.mines}\n"
    first = "" if board.first is None else f"👆 {board.first}\n"
    table = str.maketrans(EMOJI)
    return title + mines + first + "".join(f"{row.translate(table)}\n" for row in board.rows)
