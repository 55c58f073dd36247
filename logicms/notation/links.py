"""The format `link`: a board in the part of an address behind its #, where no server sees it.

`#b=30x16.DATA&mines=99&title=…&grid=hex&first=E1`: the cells are in DATA, the other keys are those of a board's text;
keys of the page, such as `cell`, are not looked at. Older links, `#board=ROW/ROW&mines=99`, are read as well.

DATA is made of *chunks* of 512 cells, separated by dots. A chunk is one number in base 64, made by arithmetic coding
(an asymmetric numeral system, without the usual renormalisation): a cell that was likely costs a fraction of a
character. How likely a sign is, is counted while reading: how often it came so far after a cell that looked like the
one to the left, beginning with what is common on boards. So a half-open expert board takes about 150 characters, and at
most 190. Each chunk holds a checksum, so that a link that lost a part is refused. `web/static/link.js` does the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from logicms.board import CLUES, GRIDS, HIDDEN, SIGNS, Board, Cell, Grid, parse_cell, rows_of
from logicms.errors import BoardError
from logicms.notation.texts import MAX_CELLS, Text, one_of_each

BEGIN = re.compile(r"\s*\S*#(?:[^\s#]*&)?(?:b|board)=")
"""How a link begins: the first word is an address with a # and one of the keys of a board behind it."""

_DATA = re.compile(r"(?P<width>[0-9]{1,9})x(?P<height>[0-9]{1,9})\.(?P<chunks>[A-Za-z0-9_.-]*)")
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_CHUNK = 512
_COMMON = (12, 8, 10, 8, 5, 3, 2, 1, 1, 1, 6, 1, 1)
"""How often each of the `SIGNS` comes, before any is counted."""
_MORE = 8
"""What each further one counts."""
_CHECK = 4093
"""How many checksums there are: a prime, and two digits."""


def format_link(board: Board, base: str = "") -> str:
    """Return the address that opens a board on the page at `base`.

    >>> format_link(Board(("?1F",), mines=1), "https://example.org/")
    'https://example.org/#b=3x1.EUiR&mines=1\\n'
    """
    from urllib.parse import quote  # slow to load, and few boards come as links

    keys = {"mines": board.mines, "title": board.title, "grid": board.other_grid, "first": board.first}
    more = "".join(f"&{key}={quote(str(value), safe='')}" for key, value in keys.items() if value is not None)
    chunks = ".".join(_written(chunk) for chunk in _encoded(board.signs, board.width))
    return f"{base.partition('#')[0]}#b={board.width}x{board.height}.{chunks}{more}\n"


def parse_link(text: str, source: str = "<text>") -> Board:
    """Return the board of a link.

    >>> parse_link("https://example.org/#b=3x1.EUiR&mines=1&cell=A1")
    Board(rows=('?1F',), mines=1, title=None, first=None)
    >>> parse_link("#board=?1F&mines=1").rows
    ('?1F',)
    """
    checked = Text(text, source)
    values = _values(checked)
    for key in ("b", "board"):
        if key in values:
            rows = (_rows if key == "b" else _plain_rows)(checked, values[key])
            break
    else:
        raise checked.mistake_in_line("a link to a board has #b=WIDTHxHEIGHT.CELLS", 1)
    mines, grid, first = (values.get(key) for key in ("mines", "grid", "first"))
    return Board(
        rows,
        mines=_mines(checked, mines) if mines else None,
        title=values["title"].text if "title" in values else None,
        first=_first(checked, first) if first else None,
        grid=_grid(checked, grid) if grid else "square",
    )


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


def _plain_rows(text: Text, value: _Value) -> tuple[str, ...]:
    """Return the rows of an older link."""
    rows = tuple(value.text.split("/"))
    for number, row in enumerate(rows, 1):
        if wrong := set(row) - set(SIGNS):
            raise text.mistake(f"row {number}: not a board character: {min(wrong)!r}", offset=value.offset)
        if len(row) != len(rows[0]) or not row:
            raise text.mistake("the rows, separated by /, must all have the same number of cells", offset=value.offset)
    return rows


# -- the cells


def _rows(text: Text, value: _Value) -> tuple[str, ...]:
    match = _DATA.fullmatch(value.text)
    if not match:
        raise text.mistake("a board in a link is WIDTHxHEIGHT.CELLS", offset=value.offset)
    width, height = int(match["width"]), int(match["height"])
    if not 0 < width * height <= MAX_CELLS:
        raise text.mistake(f"a board has 1 to {MAX_CELLS:,} cells, not {width}x{height}", offset=value.offset)
    chunks = match["chunks"].split(".")
    signs = _decoded(chunks, width, width * height) if len(chunks) == -(-width * height // _CHUNK) else None
    if signs is None:
        raise text.mistake("the link is damaged: perhaps its end is missing", offset=value.offset)
    return rows_of(signs, width)


class _Model:
    """How likely each sign is, by the cell to the left."""

    def __init__(self) -> None:
        self._counts = [list(_COMMON) for _ in range(4)]
        self._totals = [sum(_COMMON)] * 4
        self._left = 0

    def share(self, index: int) -> tuple[int, int, int]:
        """Return the share of a sign: how much comes before it, how much it has, and the total."""
        counts = self._counts[self._left]
        return sum(counts[:index]), counts[index], self._totals[self._left]

    def index(self, number: int) -> int:
        """Return the sign whose share a number is in."""
        for index, count in enumerate(self._counts[self._left]):
            number -= count
            if number < 0:
                return index
        raise AssertionError("the number is less than the total")

    @property
    def total(self) -> int:
        return self._totals[self._left]

    def count(self, index: int) -> None:
        """Count a sign, and go on to the next cell."""
        self._counts[self._left][index] += _MORE
        self._totals[self._left] += _MORE
        sign = SIGNS[index]
        self._left = 0 if sign == HIDDEN else 1 if sign == CLUES[0] else 2 if sign in CLUES else 3


def _encoded(signs: str, width: int) -> Iterator[int]:
    """Yield the number of each chunk."""
    model = _Model()
    for start in range(0, len(signs), _CHUNK):
        shares, check = [], width
        for sign in signs[start : start + _CHUNK]:
            index = SIGNS.index(sign)
            shares.append(model.share(index))
            model.count(index)
            check = (check * 31 + index) % _CHECK
        number = check
        for before, own, total in reversed(shares):
            number = number // own * total + before + number % own
        yield number


def _decoded(chunks: list[str], width: int, cells: int) -> str | None:
    """Return the signs of all cells; None if the checksum of a chunk is not right."""
    model, signs = _Model(), []
    for start, chunk in zip(range(0, cells, _CHUNK), chunks, strict=True):
        number, check = _read(chunk), width
        for _ in range(min(_CHUNK, cells - start)):
            index = model.index(number % model.total)
            before, own, total = model.share(index)
            number = own * (number // total) + number % total - before
            model.count(index)
            check = (check * 31 + index) % _CHECK
            signs.append(SIGNS[index])
        if number != check:
            return None
    return "".join(signs)


def _written(number: int) -> str:
    """Return a number in base 64: two octal digits each.

    >>> _written(64 * 2 + 27), _read("Cb")
    ('Cb', 155)
    """
    octal = f"{number:o}"
    octal = "0" * (len(octal) % 2) + octal
    return "".join(_DIGITS[int(octal[at : at + 2], 8)] for at in range(0, len(octal), 2))


def _read(digits: str) -> int:
    return int("".join(f"{_DIGITS.index(digit):02o}" for digit in digits) or "0", 8)
