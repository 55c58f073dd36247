"""The formats `picture` and `emoji`: what logicms itself prints for people, read back.

A picture has a line or two of column names, and each row begins with its number; the cells are those of
`render.picture`, or with `--ascii` those of a board's own text. A title may be above it; below it, `show` writes the
size and the mines.
On a grid of hexagons every second row is shifted by a blank; where there is no room for that, and for a torus, a line
below the rows names the grid.
Whatever else follows (a legend, an answer in words) is not part of the board. Rows in the characters of a picture are
also read without any names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from logicms.board import CLUES, FLAG, GRIDS, HIDDEN, MINE, SAFE, SIGNS, Board, Cell, Grid, column_name, parse_cell
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.grids import NumberedLine, Room, parse_rows
from logicms.notation.texts import MAX_CELLS, Text

# -- pictures

PICTURE = {HIDDEN: "■", FLAG: "⚑", MINE: "✱", SAFE: "✓", "0": "·"}
"""The characters of a picture; the other clues are digits."""

_READS = {**{sign: sign for sign in SIGNS}, **{shown: sign for sign, shown in PICTURE.items()}}
_NAMES = re.compile(r"[ \t]*[A-Z][A-Z \t]*")
_MOST_NAME_LINES = 5
"""Names of columns have at most this many letters."""
# In a picture of odds there are percentages, too.
_FIRST_ROW = re.compile(r"[ \t]*+1(?:[ \t]++[^ \t]++|(?:[ \t]++(?:[<>]?+[0-9]++%?+|[^ \t]))++)[ \t]*+")
_ROW = re.compile(r"(?P<number>[ \t]*[0-9]+)[ \t]+(?:[^ \t]+|[^ \t](?:[ \t]+[^ \t])*)[ \t]*")
_BARE = re.compile(rf"(?=.*[■⚑✱✓])[{re.escape(''.join(_READS))} \t]+")
_BELOW = re.compile(
    r"[ \t]*(?P<size>[0-9]+x[0-9]+)(?: (?P<grid>hex|torus))?, (?:(?P<mines>[0-9]+) mines?|mine total unknown)[ \t]*"
)
_NOTE = re.compile(r"[ \t]*(?P<grid>hex|torus): [^\d].*")
"""The line that names the grid, which `render.picture` writes."""
_ODDS = "numbers on hidden cells"

MAY_BE_PICTURE = re.compile(r"^[ \t]*[A-Z][A-Z \t]*\n[ \t]*1[ \t]|[■⚑✱✓]", re.MULTILINE)
"""Found in every picture: capitals above a row 1, or a character that only pictures have."""


def is_picture(content: str) -> bool:
    """Return whether a text has column names above numbered rows, or begins with a row of a picture.

    >>> is_picture("    A B\\n  1 ? 1"), is_picture("■ 1"), is_picture("? 1"), is_picture("<svg>\\n  A\\n1 ?</svg>")
    (True, True, False, False)
    """
    lines = content.split("\n")
    begin = next((line for line in lines if line.strip()), "")
    if begin.lstrip().startswith("<"):  # an SVG describes its board by a picture, among other things
        return False
    return _top(lines) is not None or bool(_BARE.fullmatch(begin))


def parse_picture(text: str, source: str = "<text>") -> Board:
    """Return the board that a picture shows.

    >>> parse_picture('''a corner
    ...     A B
    ...   1 ■ 1
    ...   2 1 1
    ... 2x2, 1 mine''')
    Board(rows=('?1', '11'), mines=1, title='a corner', first=None)
    """
    checked = Text(text, source)
    top = _top(checked.lines)
    if top is None:
        bare = [(number, line) for number, line in enumerate(checked.lines, 1) if line.strip()]
        return Board(parse_rows(checked, bare, _READS, "picture"), grid="hex" if _is_shifted(bare) else "square")
    _refuse_odds(checked, top)
    lines = _numbered(checked, top.last)
    # Row numbers are blanked out: what remains are rows of cells, in the same lines and columns.
    by_number = dict(lines)
    rows_only = Text("\n".join(by_number.get(number, "") for number in range(1, len(checked.lines) + 1)), source)
    rows = parse_rows(rows_only, lines, _READS, "picture")
    if len(rows[0]) != len(top.names):
        cells = "1 cell" if len(rows[0]) == 1 else f"{len(rows[0])} cells"
        message = f"the rows have {cells}, but the number of column names is {len(top.names)}"
        raise checked.mistake_in_line(message, top.last)
    mines, grid = _below(checked, lines[-1][0] + 1, rows)
    if grid is None and _is_shifted(lines):
        grid = "hex"
    return Board(rows, mines=mines, title=_title(checked, top.first), grid=grid or "square")


class _Names(NamedTuple):
    """The column names of a picture, and the numbers of the first and the last of their lines, from 1."""

    names: list[str]
    first: int
    last: int


def _top(lines: Sequence[str]) -> _Names | None:
    """Return the column names above the row that has the number 1; None if there are none."""
    for last, (above, row) in enumerate(zip(lines, lines[1:], strict=False), 1):
        if _NAMES.fullmatch(above) and _FIRST_ROW.fullmatch(row):
            for first_line in range(last, max(0, last - _MOST_NAME_LINES), -1):
                for names in (above.split(), _read_down(lines[first_line - 1 : last])):
                    if names == [column_name(col) for col in range(len(names))]:
                        return _Names(names, first_line, last)
    return None


def _read_down(lines: Sequence[str]) -> list[str]:
    """Return the column names that some lines spell from top to bottom, one letter below the other."""
    padded = [line.ljust(len(lines[-1])) for line in lines]
    ends = [at for at, letter in enumerate(lines[-1]) if not letter.isspace()]
    return ["".join(line[at] for line in padded).strip() for at in ends]


def _numbered(text: Text, start: int) -> list[NumberedLine]:
    """Return the rows after line `start` with their numbers blanked out."""
    rows: list[NumberedLine] = []
    for number, line in enumerate(text.lines[start:], start + 1):
        row = _ROW.fullmatch(line)
        if not row:
            break
        if row["number"].strip() != str(len(rows) + 1):
            message = f"the rows are numbered 1, 2, 3 …: expected row {len(rows) + 1}"
            raise text.mistake_in_line(message, number, len(row["number"]))
        rows.append((number, " " * len(row["number"]) + line[row.end("number") :]))
    if not rows:
        raise text.mistake_in_line("no row of cells after the column names", start)
    return rows


def _refuse_odds(text: Text, top: _Names) -> None:
    """Raise an error if the numbers are percentages: their columns are wider than any name."""
    columns = re.match(r"[ \t]*A(?P<gap>[ \t]+)", text.lines[top.last - 1])
    is_wide = columns is not None and len(columns["gap"]) > len(top.names[-1])
    if is_wide or any(_ODDS in line for line in text.lines[top.last :]):
        message = "a picture of odds cannot be read: its numbers are percentages, not clues"
        raise text.mistake_in_line(message, top.last)


def _title(text: Text, names: int) -> str | None:
    """Return the line right above the column names, which begin in line `names`, if it can be a title."""
    above = text.lines[names - 2].strip() if names > 1 else ""
    try:
        return None if above.startswith(("$", "==")) else Board((HIDDEN,), title=above).title
    except BoardError:
        return None


def _is_shifted(rows: Sequence[NumberedLine]) -> bool:
    """Return whether every second row begins one blank further to the right than the others."""
    begins = [len(line) - len(line.lstrip(" ")) for _, line in rows]
    return len(rows) > 1 and all(begin == begins[0] + at % 2 for at, begin in enumerate(begins))


def _below(text: Text, number: int, rows: tuple[str, ...]) -> tuple[int | None, Grid | None]:
    """Return the mine total and the grid in the lines right below the picture, if they are there."""
    grid = None
    if number <= len(text.lines) and (note := _NOTE.fullmatch(text.lines[number - 1])):
        grid, number = _grid(note), number + 1
    below = _BELOW.fullmatch(text.lines[number - 1]) if number <= len(text.lines) else None
    if below is None:
        return None, grid
    grid = grid or _grid(below)
    if below["size"] != f"{len(rows[0])}x{len(rows)}":
        message = f"the size below is {below['size'][:40]}, but the picture is {len(rows[0])}x{len(rows)}"
        raise text.mistake_in_line(message, number, below.start("size") + 1)
    if below["mines"] is None:
        return None, grid
    return text.number(below["mines"], offset=text.offset(number) + below.start("mines")), grid


def _grid(named: re.Match[str]) -> Grid | None:
    return next((grid for grid in GRIDS if grid == named["grid"]), None)


# -- emoji: a board to paste into a message. MINESWEEPER-BOARD uses the same characters

_SELECTOR, _ENCLOSING = "\N{VARIATION SELECTOR-16}", "\N{COMBINING ENCLOSING KEYCAP}"

EMOJI = {
    HIDDEN: "⬜",
    FLAG: "🚩",
    MINE: "💣",
    SAFE: "🟩",
    **{clue: clue + _SELECTOR + _ENCLOSING for clue in CLUES},
}

_FIRST = "👆"
_TITLE = "title: "
_CELL = rf"(?:[⬜🚩💣🟩]|[0-9]{_SELECTOR}?{_ENCLOSING}){_SELECTOR}?"
_NEXT_CELL = re.compile(rf"[ \t]*(?P<cell>{_CELL})[ \t]*")
_EMOJI_ROW = re.compile(rf"[ \t]*(?:{_CELL}[ \t]*)+")
ROW_OF_EMOJI = re.compile(rf"^{_EMOJI_ROW.pattern}$", re.MULTILINE)
"""Found in every board in emoji, and in no other text."""
_EMOJI_KEY = re.compile(rf"[ \t]*(?P<key>[{EMOJI[MINE]}{_FIRST}]){_SELECTOR}?[ \t]+(?P<value>[^ \t]+)[ \t]*")
_SIGNS = {shown[0]: sign for sign, shown in EMOJI.items()}
_KEYCAP = re.compile(rf"[0-9]{_SELECTOR}?{_ENCLOSING}")
_CELLS = "the cells are ⬜ (hidden), 0️⃣ to 8️⃣ (open), 🚩 (a flag), 💣 (a mine) and 🟩 (safe)"


EMOJI_ROOM = Room("emoji", keys=("title", "first"), layouts="keep")


def format_emoji(board: Board) -> str:
    """Return the board in emoji, with its keys in lines above it, so that nothing but a grid is lost.

    >>> print(format_emoji(Board(("?F*-",), mines=2)), end="")
    💣 2
    ⬜🚩💣🟩
    """
    board = EMOJI_ROOM.fit(board)
    title = "" if board.title is None else f"{_marked(board.title)}\n"
    mines = "" if board.mines is None else f"{EMOJI[MINE]} {board.mines}\n"
    first = "" if board.first is None else f"{_FIRST} {board.first}\n"
    table = str.maketrans(EMOJI)
    return title + mines + first + "".join(f"{row.translate(table)}\n" for row in board.rows)


def _marked(title: str) -> str:
    """Return the title, marked as such where it could be read as something else."""
    is_clear = not (title.startswith(_TITLE.strip()) or _is_wordless(title) or _EMOJI_KEY.fullmatch(title))
    return title if is_clear else _TITLE + title


def _is_wordless(line: str) -> bool:
    """Return whether a line has symbols, such as squares of any colour, and no words: a row of cells, or meant as one.

    >>> _is_wordless("🟦🟦"), _is_wordless("1️⃣ 🔟"), _is_wordless("2 🟦"), _is_wordless("***")
    (True, True, False, False)
    """
    rest = _KEYCAP.sub("⬜", line)
    return any(unicodedata.category(each)[0] == "S" for each in rest) and not any(map(str.isalnum, rest))


def parse_emoji(text: str, source: str = "<text>") -> Board:
    """Return the board that `format_emoji` wrote.

    >>> parse_emoji("💣 2\\n⬜🚩💣🟩")
    Board(rows=('?F*-',), mines=2, title=None, first=None)
    """
    checked = Text(text, source)
    lines = [(number, line) for number, line in enumerate(checked.lines, 1) if line.strip()]
    begin = next((at for at, (_, line) in enumerate(lines) if _EMOJI_ROW.fullmatch(line)), len(lines))
    if begin == len(lines):
        raise checked.mistake_at_end("no grid: a board has at least one row of cells")
    title, mines, first = _emoji_keys(checked, lines[:begin])
    rows = [_emoji_row(checked, line) for line in lines[begin:]]
    for (number, _), row in zip(lines[begin:], rows, strict=True):
        if len(row) != len(rows[0]):
            cells = "1 cell" if len(row) == 1 else f"{len(row)} cells"
            raise checked.mistake_in_line(f"the row has {cells} instead of {len(rows[0])}", number)
    if len(rows) * len(rows[0]) > MAX_CELLS:
        raise checked.mistake_in_line(f"the board is too large: more than {MAX_CELLS:,} cells", lines[begin][0])
    return Board(tuple(rows), mines, title, first)


def _emoji_row(text: Text, line: NumberedLine) -> str:
    number, shown = line
    at, signs = 0, ""
    while at < len(shown):
        cell = _NEXT_CELL.match(shown, at)
        sign = _SIGNS.get(cell["cell"][0]) if cell else None
        if cell is None or sign is None:
            at += len(shown[at:]) - len(shown[at:].lstrip(" \t"))
            message = (
                "a clue is 0 to 8, not 9" if cell else f"not an emoji of a board: {shown[at : at + 1]!r}; {_CELLS}"
            )
            raise text.mistake_in_line(message, number, at + 1)
        at, signs = cell.end(), signs + sign
    return signs


def _emoji_keys(text: Text, lines: list[NumberedLine]) -> tuple[str | None, int | None, Cell | None]:
    """Return the title, the mine total and the first cell from the lines above the rows."""
    title, mines, first = None, None, None
    for number, line in lines:
        if not (entry := _EMOJI_KEY.fullmatch(line)):
            if _is_wordless(line):
                raise _no_title(text, (number, line))
            if title is not None or mines is not None or first is not None:
                raise text.mistake_in_line("expected a row of cells: a title comes first, and only once", number)
            title = _emoji_title(text, number)
        elif entry["key"] == _FIRST:
            first = _emoji_first(text, number, entry)
        elif not re.fullmatch("[0-9]+", entry["value"]):
            message = f"after {EMOJI[MINE]} comes the number of mines"
            raise text.mistake_in_line(message, number, entry.start("value") + 1)
        else:
            mines = text.number(entry["value"], offset=text.offset(number) + entry.start("value"))
    return title, mines, first


def _no_title(text: Text, line: NumberedLine) -> BoardSyntaxError:
    """Return the error that a line, which could be a title by its place, seems to be a row with a wrong character."""
    try:
        _emoji_row(text, line)
    except BoardSyntaxError as error:
        message = f"{error.message}; a title of such characters is written `{_TITLE}…`"
        return text.mistake_in_line(message, error.line, error.column)
    raise AssertionError("a row of cells is no title")


def _emoji_title(text: Text, number: int) -> str:
    title = text.lines[number - 1].strip().removeprefix(_TITLE).strip()
    try:
        Board((HIDDEN,), title=title)
    except BoardError as error:
        mistake = text.mistake_in_line(str(error), number)
    else:
        return title
    raise mistake


def _emoji_first(text: Text, number: int, entry: re.Match[str]) -> Cell:
    try:
        return parse_cell(entry["value"])
    except BoardError:
        mistake = text.mistake_in_line(f"after {_FIRST} comes a cell, such as B3", number, entry.start("value") + 1)
    raise mistake
