"""Formats: every text form of a board by name, logicms's own and those of other programs.

Only a text that begins with a header or a magic word is recognised; anything else is read as `board` unless a name is
given, because the same character means different things in different programs. The user is told which format was read.

Formats that need more than a Board's own characters (pictures, clauses) are made in packages above this one: they add
their `Format` to `FORMATS` in a mapping of their own, and pass that to `read` and `write`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike, fspath

from logicms.board import Board
from logicms.errors import BoardError, expect
from logicms.notation import jsm, ms_board, tatham
from logicms.notation.boards import format_board, parse_board
from logicms.notation.grids import GRIDS, format_emoji, format_grid, parse_grid
from logicms.notation.seed import format_seed, parse_seed
from logicms.notation.texts import MAX_TEXT, Text, decode_text


@dataclass(frozen=True, slots=True)
class Format:
    """A text form of a board; `parse` or `format` is None for a format that is only written or only read."""

    name: str
    summary: str
    parse: Callable[[str, str], Board] | None = None
    format: Callable[[Board], str] | None = None
    begins: re.Pattern[str] | None = None
    """The header or magic word that a text in this format begins with; None if there is none."""


DEFAULT = "board"

_OWN = (
    Format("board", "logicms's own: keys, then a grid of ? 0-8 F * -", parse_board, format_board),
    Format("seed", "WIDTH HEIGHT MINES, then every cell, -1 for hidden", parse_seed, format_seed),
    Format("tatham", "game IDs of Simon Tatham's Mines, 9x9:4,4,m00b7…", tatham.parse_tatham, None, tatham.BEGIN),
    Format("jsm", "JSMinesweeper: WxHxM and rows of H F 0-8", jsm.parse_jsm, jsm.format_jsm, jsm.BEGIN),
    Format("jsm-link", "JSMinesweeper's ?analysis= links", jsm.parse_link, jsm.format_link, jsm.BEGIN_LINK),
    Format("ms-board", "MINESWEEPER-BOARD v0.1", ms_board.parse_ms_board, ms_board.format_ms_board, ms_board.BEGIN),
)
_PLAIN = tuple(Format(g.name, g.summary, partial(parse_grid, g), partial(format_grid, g)) for g in GRIDS)
_OUT = (Format("emoji", "emoji, to paste into a message", None, format_emoji),)

FORMATS: Mapping[str, Format] = {form.name: form for form in (*_OWN, *_PLAIN, *_OUT)}


def read(
    text: str, name: str | None = None, source: str = "<text>", formats: Mapping[str, Format] = FORMATS
) -> tuple[Board, str]:
    """Return the board that `text` shows, and the name of the format it was read in.

    >>> read("2x1x1\\nH1")
    (Board(rows=('?1',), mines=1, title=None, first=None), 'jsm')
    >>> read("x.", "minesweepr")[0].rows
    ('?0',)
    """
    form = _format_named(name or recognise(text, formats), formats)
    if form.parse is None:
        raise BoardError(f"{form.name} can only be written, not read")
    return form.parse(text, source), form.name


def write(board: Board, name: str, formats: Mapping[str, Format] = FORMATS) -> str:
    """Return the board in the format `name`; raise `BoardError` if anything would be lost.

    >>> write(Board(("?1",), mines=1), "jsm")
    '2x1x1\\nH1\\n'
    """
    form = _format_named(name, formats)
    if form.format is None:
        raise BoardError(f"{form.name} can only be read, not written")
    return form.format(board)


def recognise(text: str, formats: Mapping[str, Format] = FORMATS) -> str:
    """Return the name of the format whose header or magic word the text begins with, else `board`.

    >>> recognise("9x9:4,4,m00b7d48a3e0231c419200"), recognise("? ? 1")
    ('tatham', 'board')
    """
    content = Text(text).content
    return next((form.name for form in formats.values() if form.begins and form.begins.match(content)), DEFAULT)


def _format_named(name: str, formats: Mapping[str, Format]) -> Format:
    if name not in formats:
        raise BoardError(f"unknown format {name!r}; the formats are {', '.join(formats)}")
    return formats[name]


def read_board(path: str | PathLike[str], format: str | None = None) -> Board:
    """Return the board in a file, read in the format of that name, or in the one that is recognised."""
    expect(path, (str, PathLike), "the path of a file")
    name = fspath(path)
    try:
        with open(name, "rb") as file:
            data = file.read(MAX_TEXT + 1)
    except OSError as error:
        raise BoardError(f"{name}: {error.strerror or error}") from None
    return read(decode_text(data, name), format, source=name)[0]
