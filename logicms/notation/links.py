"""The format `link`: a board in the part of an address behind its #, where no server sees it.

`#board=ROW/ROW&mines=99&grid=hex&title=…&first=E1`: rows and keys are those of a board's text; keys of the page, such
as `cell`, are not looked at. An expert board takes about 520 characters, and everybody can read them.
`web/static/board.js` does the same.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from logicms.board import GRIDS, SIGNS, Board, Cell, Grid, parse_cell
from logicms.errors import BoardError
from logicms.notation.texts import MAX_CELLS, Text, one_of_each

BEGIN = re.compile(r"\s*\S*#(?:[^\s#]*&)?board=")
"""How a link begins: the first word is an address with a # and the key of a board behind it."""


def format_link(board: Board, base: str = "") -> str:
    """Return the address that opens a board on the page at `base`.

    >>> format_link(Board(("?1F",), mines=1), "https://example.org/")
    'https://example.org/#board=?1F&mines=1\\n'
    """
    from urllib.parse import quote  # slow to load, and few boards come as links

    keys = {"mines": board.mines, "grid": board.other_grid, "title": board.title, "first": board.first}
    more = "".join(f"&{key}={quote(str(value), safe='')}" for key, value in keys.items() if value is not None)
    link = f"{base.partition('#')[0]}#board={'/'.join(board.rows)}{more}"
    # Whoever finds links in a message takes a sign such as ? at the end for the end of a sentence.
    return f"{link[:-1]}{quote(link[-1], safe='')}\n"


def parse_link(text: str, source: str = "<text>") -> Board:
    """Return the board of a link.

    >>> parse_link("https://example.org/#board=?1F&mines=1&cell=A1")
    Board(rows=('?1F',), mines=1, title=None, first=None)
    """
    checked = Text(text, source)
    values = _values(checked)
    if "board" not in values:
        raise checked.mistake_in_line("a link to a board has #board=ROW/ROW", 1)
    mines, grid, first = (values.get(key) for key in ("mines", "grid", "first"))
    return Board(
        _rows(checked, values["board"]),
        mines=_mines(checked, mines) if mines else None,
        title=values["title"].text if "title" in values else None,
        first=_first(checked, first) if first else None,
        grid=_grid(checked, grid) if grid else "square",
    )


def _rows(text: Text, value: _Value) -> tuple[str, ...]:
    rows = tuple(value.text.split("/"))
    if len(value.text) > MAX_CELLS + len(rows):
        raise text.mistake(f"a board has 1 to {MAX_CELLS:,} cells", offset=value.offset)
    for number, row in enumerate(rows, 1):
        if wrong := set(row) - set(SIGNS):
            raise text.mistake(f"row {number}: not a board character: {min(wrong)!r}", offset=value.offset)
        if len(row) != len(rows[0]) or not row:
            message = "the rows, separated by /, must all have the same number of cells; perhaps the end is missing"
            raise text.mistake(message, offset=value.offset)
    return rows


# -- the keys


class _Value(NamedTuple):
    """What a key says, and where."""

    text: str
    offset: int


def _values(text: Text) -> dict[str, _Value]:
    """Return the keys after the #, with what they say."""
    from urllib.parse import unquote

    start = text.content.find("#") + 1
    pairs = []
    for part in re.finditer(r"[^&\s]+", text.content[start:]):
        key, equals, value = part[0].partition("=")
        if equals:
            try:
                said = unquote(value, errors="strict")
            except UnicodeDecodeError:
                raise text.mistake("not UTF-8 in percent signs", offset=start + part.start()) from None
            pairs.append((key, _Value(said, start + part.start() + len(key) + 1)))
    return one_of_each(pairs)


def _mines(text: Text, value: _Value) -> int:
    if not re.fullmatch("[0-9]+", value.text):
        raise text.mistake("mines is a whole number", offset=value.offset)
    return text.number(value.text, offset=value.offset)


def _first(text: Text, value: _Value) -> Cell:
    try:
        return parse_cell(value.text)
    except BoardError as error:
        raise text.mistake(str(error), offset=value.offset) from None


def _grid(text: Text, value: _Value) -> Grid:
    if value.text not in GRIDS:
        raise text.mistake(f"a grid is {', '.join(GRIDS[:-1])} or {GRIDS[-1]}", offset=value.offset)
    return value.text
