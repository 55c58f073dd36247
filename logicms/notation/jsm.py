"""The format `jsm`: JSMinesweeper's text of a position, a header WxHxM and rows of signs."""

from __future__ import annotations

import re

from logicms.board import CLUES, FLAG, HIDDEN, MINE, Board
from logicms.notation import losses
from logicms.notation.grids import Line, check_rows, rows_of
from logicms.notation.texts import Text

_HEADER = re.compile(r"[ \t]*(?P<width>[0-9]+)x(?P<height>[0-9]+)x(?P<mines>[0-9]+)[ \t]*")
# M is a mine that was marked, ? one that went off: both are known.
_READS = {"H": HIDDEN, **dict(zip(CLUES, CLUES, strict=True)), "F": FLAG, "M": MINE, "?": MINE}
_WRITES = str.maketrans({HIDDEN: "H", MINE: "M"})


def looks_like_jsm(text: str) -> bool:
    """Return whether the first line is a header WxHxM."""
    return _HEADER.fullmatch(text.lstrip().split("\n", 1)[0].rstrip()) is not None


def parse_jsm(text: str, source: str = "<text>") -> Board:
    """Return the board of a header and its rows.

    >>> parse_jsm("3x1x1\\nH1F")
    Board(rows=('?1F',), mines=1, title=None, first=None)
    """
    checked = Text(text, source)
    lines: list[Line] = [(number, line) for number, line in enumerate(checked.lines, 1) if line.strip()]
    header = _HEADER.fullmatch(lines[0][1]) if lines else None
    if not header:
        place = lines[0][0] if lines else 1
        raise checked.mistake_in_line("jsm begins with WIDTHxHEIGHTxMINES, such as 30x16x99", place)
    start = checked.offset(lines[0][0])
    width, height, mines = (
        checked.number(header[name], offset=start + header.start(name)) for name in ("width", "height", "mines")
    )
    check_rows(checked, lines[1:], width, height, said_in=lines[0][0])
    return Board(rows_of(checked, lines[1:], _READS, "jsm"), mines=mines)


def format_jsm(board: Board) -> str:
    """Return the header and the rows.

    >>> format_jsm(Board(("?1F",), mines=1))
    '3x1x1\\nH1F\\n'
    """
    board = losses.position(board, "jsm", signs=HIDDEN + CLUES + FLAG + MINE, mines="must")
    header = f"{board.width}x{board.height}x{board.mines}"
    return "".join(f"{line}\n" for line in (header, *(row.translate(_WRITES) for row in board.rows)))
