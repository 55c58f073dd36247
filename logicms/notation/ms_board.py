"""The format `ms-board`: MINESWEEPER-BOARD v0.1, the `.board` files of ms-toollib.

A header, `key: value` lines, then the sections ``[view]`` (what the player sees) and ``[real]`` (the layout), one or
both. A Board is what a player sees, so the view is read if there is one. Programs ignore keys they do not know, so the
first cell is written in a key of our own, `first`; a title is written as `comment`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, parse_cell
from logicms.errors import BoardError
from logicms.notation.grids import Line, check_rows, parse_rows
from logicms.notation.losses import Room, open_layout
from logicms.notation.texts import Text

MAGIC = "# MINESWEEPER-BOARD"
BEGIN = re.compile(rf"\s*{re.escape(MAGIC)}")
"""How a file begins."""
VERSION = f"{MAGIC} v0.1"

_CLUES = dict(zip(CLUES, CLUES, strict=True))
# At the end of a game @ is a mine, X the mine that went off, and # a wrong flag: a safe cell.
_SECTIONS = {
    "view": {"U": HIDDEN, **_CLUES, "F": FLAG, "@": MINE, "?": HIDDEN, "X": MINE, "#": SAFE},
    "real": {**_CLUES, "*": MINE},
}
_WRITES = str.maketrans({HIDDEN: "U", MINE: "@"})

ROOM = Room("ms-board", HIDDEN + CLUES + FLAG + MINE, "must", ("title", "first"), layouts="keep")
_RENDER = re.compile(r"#\s*Render:\s*(\S*)\s*")
_SECTION = re.compile(r"\s*\[(\w+)\]\s*")
_ENTRY = re.compile(r"\s*(?P<key>[^:\s]+)\s*:\s*(?P<value>.*)")


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a key, and where it is."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _File:
    """The keys of a file, and the number of the line where each section begins."""

    text: Text
    keys: dict[str, _Value]
    sections: dict[str, int]

    def number(self, key: str) -> int:
        if key not in self.keys:
            raise self.text.mistake_in_line(f"the key `{key}` is missing", 1)
        value = self.keys[key]
        if not re.fullmatch("[0-9]+", value.text):
            raise self.text.mistake_in_line(f"{key} is a number", value.line, value.column)
        return self.text.number(value.text, offset=self.text.offset(value.line) + value.column - 1)

    def rows(self, section: str, width: int) -> list[Line]:
        """Return the lines of a section; a comment in it is a line with # that cannot be a row."""
        signs, rows = _SECTIONS[section], []
        for number, line in enumerate(self.text.lines[self.sections[section] :], self.sections[section] + 1):
            if _SECTION.fullmatch(line):
                break
            is_row = len(line.strip()) == width and set(line.strip()) <= set(signs)
            if line.strip() and (is_row or not line.lstrip().startswith("#")):
                rows.append((number, line))
        return rows


def parse_ms_board(text: str, source: str = "<text>") -> Board:
    """Return the view, or the layout if the file has no view.

    >>> parse_ms_board('''# MINESWEEPER-BOARD v0.1
    ... # Render: ascii
    ... rows: 1
    ... columns: 3
    ... mines: 1
    ... [view]
    ... U1F''')
    Board(rows=('?1F',), mines=1, title=None, first=None)
    """
    file = _file(Text(text, source))
    width, height, mines = (file.number(key) for key in ("columns", "rows", "mines"))
    boards = {}
    for section in file.sections:
        lines = file.rows(section, width)
        check_rows(file.text, lines, width, height, stated_in=file.keys["rows"].line)
        boards[section] = parse_rows(file.text, lines, _SECTIONS[section], "ms-board")
    if not boards:
        raise file.text.mistake_at_end("no grid: a file has a section [view] or [real]")
    rows = boards["view"] if "view" in boards else boards["real"]
    return Board(rows, mines=mines, title=_title(file), first=_first(file))


def format_ms_board(board: Board) -> str:
    """Return the file: a layout as [real], anything else as [view].

    >>> print(format_ms_board(Board(("?1F",), mines=1)).partition("rows")[2], end="")
    : 1
    columns: 3
    mines: 1
    game_mode: classic
    <BLANKLINE>
    [view]
    U1F
    """
    if board.is_layout:
        shown, section, table = open_layout(board), "real", str.maketrans({HIDDEN: "*"})
    else:
        shown = ROOM.fit(board)
        section, table = "view", _WRITES
    entries = {
        "comment": board.title,
        "first": board.first,
        "rows": board.height,
        "columns": board.width,
        "mines": shown.mines,
        "game_mode": "classic",
    }
    keys = [f"{key}: {value}" for key, value in entries.items() if value is not None]
    rows = [row.translate(table) for row in shown.rows]
    return "\n".join([VERSION, "# Render: ascii", "", *keys, "", f"[{section}]", *rows, ""])


def _file(text: Text) -> _File:
    start = next((number for number, line in enumerate(text.lines, 1) if line.strip()), 1)
    if text.lines[start - 1].strip() != VERSION:
        raise text.mistake_in_line(f"ms-board begins with {VERSION}", start)
    file = _File(text, {}, {})
    for number, line in enumerate(text.lines[start:], start + 1):
        if section := _SECTION.fullmatch(line):
            _add_section(file, section[1], number)
        elif not file.sections:
            _add_entry(file, line, number)
    return file


def _add_section(file: _File, name: str, number: int) -> None:
    if name not in _SECTIONS:
        raise file.text.mistake_in_line(f"unknown section {name!r}; the sections are view and real", number)
    if name in file.sections:
        raise file.text.mistake_in_line(f"the section [{name}] appears twice", number)
    file.sections[name] = number


def _add_entry(file: _File, line: str, number: int) -> None:
    if render := _RENDER.fullmatch(line):
        if render[1] != "ascii":
            raise file.text.mistake_in_line("only Render: ascii is read", number, render.start(1) + 1)
    elif line.strip() and not line.lstrip().startswith("#"):
        if not (entry := _ENTRY.fullmatch(line)):
            raise file.text.mistake_in_line("expected key: value, or a section such as [view]", number)
        if entry["key"] in file.keys:
            raise file.text.mistake_in_line(f"the key `{entry['key']}` appears twice", number)
        file.keys[entry["key"]] = _Value(entry["value"].rstrip(), number, entry.start("value") + 1)


def _title(file: _File) -> str | None:
    """Return the comment if it is a valid title; like other keys, what a Board cannot hold is ignored."""
    comment = file.keys.get("comment")
    try:
        return Board((HIDDEN,), title=comment.text).title if comment else None
    except BoardError:
        return None


def _first(file: _File) -> Cell | None:
    value = file.keys.get("first")
    if value is None:
        return None
    try:
        return parse_cell(value.text)
    except BoardError:
        mistake = file.text.mistake_in_line("first is a cell, such as B3", value.line, value.column)
    raise mistake
