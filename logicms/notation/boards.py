"""Boards: logicms's own text of a board, and a board in an address, <-> Board.

`grammar/board.lark` is the notation, `docs/reference/notation` its specification. The grammar accepts or refuses a
line; the end of this module says what is wrong with a refused one.

The format `link` is a board in the part of an address after its #, which no server sees:
`#board=ROW/ROW&mines=99&grid=hex&title=…&first=E1`. Its rows and keys are those of a board's text; keys of the page,
such as `cell`, are not looked at. An expert board takes about 520 characters, and everybody can read them.
`web/static/board.js` does the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, cast

from logicms.board import GRIDS, HIDDEN, SIGNS, Board, Cell, Grid, check_grid, parse_cell
from logicms.errors import BoardError, BoardSyntaxError, ImpossibleBoard, expect, nearest
from logicms.notation.texts import MAX_CELLS, Text, one_of_each, parse

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

KEYS = {
    "title": "a title is one line of text",
    "size": "size is WIDTHxHEIGHT, such as 9x9",
    "mines": "mines is a number, such as 10",
    "first": "first is a cell, such as B3",
    "grid": "grid is square, hex or torus",
}
"""Every key, and what its value is."""

BEGIN_LINK = re.compile(r"\s*\S*#(?:[^\s#]*&)?board=")
"""How a link begins: the first word is an address with a # and the key of a board after it."""

_NO_BLANKS = str.maketrans("", "", " \t")


def parse_board(text: str, source: str = "<text>") -> Board:
    """Return the board that `text` shows; `source` is the file name that errors mention.

    >>> parse_board('''
    ... mines: 2
    ... ? ? 1   # a row
    ... 112
    ... ''')
    Board(rows=('??1', '112'), mines=2, title=None, first=None)
    >>> parse_board("1 9 1")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <text>:1:3: a clue is 0 to 8, not 9
    1 9 1
      ^
    """
    checked = Text(text, source)
    *entries, cells = _trees(checked)
    keys = _keys(checked, entries)
    _refuse_rows_in_comments(checked, entries, _tokens(cells))
    rows = _rows(checked, _tokens(cells))
    if size := keys.get("size"):
        _check_size(checked, size, f"{len(rows[0])}x{len(rows)}")
    return _board(checked, rows, keys)


def parse_link(text: str, source: str = "<text>") -> Board:
    """Return the board of a link.

    >>> parse_link("https://example.org/#board=?1F&mines=1&cell=A1")
    Board(rows=('?1F',), mines=1, title=None, first=None)
    """
    checked = Text(text, source)
    keys = _keys_of_link(checked)
    if "board" not in keys:
        raise checked.mistake_in_line("a link to a board has #board=ROW/ROW", 1)
    return _board(checked, _rows_of_link(checked, keys["board"]), keys)


def format_board(board: Board) -> str:
    """Return the board's text; `parse_board` reads it back as an equal board.

    >>> print(format_board(Board(("?1", "11"), mines=1)), end="")
    mines: 1
    <BLANKLINE>
    ? 1
    1 1
    """
    expect(board, Board, "a board")
    entries = {"title": board.title, "mines": board.mines, "first": board.first, "grid": board.other_grid}
    keys = "".join(f"{key}: {value}\n" for key, value in entries.items() if value is not None)
    shift = " " if board.grid == "hex" else ""  # as the rows lie; a blank in front of a row says nothing
    rows = "".join(f"{shift * (number % 2)}{' '.join(row)}\n" for number, row in enumerate(board.rows))
    return f"{keys}\n{rows}" if keys else rows


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


# -- rows and keys -> Board


class Said(NamedTuple):
    """The value of a key, and where it is."""

    text: str
    offset: int


def _board(text: Text, rows: tuple[str, ...], keys: Mapping[str, Said]) -> Board:
    """Return the board with these rows and what its keys say; an error points at the key that is wrong."""
    mines = _mines(text, keys["mines"]) if "mines" in keys else None
    title = _title(text, keys["title"]) if "title" in keys else None
    first = first_cell(text, keys["first"]) if "first" in keys else None
    grid = _grid(text, keys["grid"], rows) if "grid" in keys else "square"
    board = _possible(text, keys.get("mines"), lambda: Board(rows, mines, title, grid=grid))
    return _possible(text, keys.get("first"), lambda: board if first is None else replace(board, first=first))


def _mines(text: Text, said: Said) -> int:
    if not re.fullmatch("[0-9]+", said.text):
        raise text.mistake(KEYS["mines"], offset=said.offset)
    return text.number(said.text, offset=said.offset)


def _title(text: Text, said: Said) -> str:
    title = said.text.replace("\t", " ").rstrip(" ")
    for offset, character in enumerate(title, said.offset):
        if not character.isprintable():
            raise text.mistake(f"a title is printable text, without {character!r}", offset=offset)
    if title.startswith("#"):
        raise text.mistake("a title does not begin with #", offset=said.offset)
    try:
        return Board((HIDDEN,), title=title).title or ""
    except BoardError as error:
        mistake = text.mistake(str(error), offset=said.offset)
    raise mistake


def first_cell(text: Text, said: Said) -> Cell:
    """Return the cell that the key `first` names."""
    try:
        return parse_cell(said.text)
    except BoardError:
        mistake = text.mistake(KEYS["first"], offset=said.offset)
    raise mistake


def _grid(text: Text, said: Said, rows: Sequence[str]) -> Grid:
    if said.text not in GRIDS:
        remedy = nearest(said.text, GRIDS)
        raise text.mistake(f"{KEYS['grid']}, not {_shorten(said.text)}{remedy}", offset=said.offset)
    grid = GRIDS[GRIDS.index(said.text)]
    try:
        check_grid(grid, len(rows[0]), len(rows))
    except BoardError as error:
        mistake = text.mistake(str(error), offset=said.offset)
    else:
        return grid
    raise mistake


def _possible(text: Text, said: Said | None, make: Callable[[], Board]) -> Board:
    """Return the board that is made; the value of this key is wrong if no board can have it."""
    try:
        return make()
    except BoardError as error:
        assert said is not None, "nothing else can be wrong with rows and keys that were read"
        at = text.mistake(str(error), offset=said.offset)
    raise ImpossibleBoard(at.message, line=at.line, column=at.column, source_line=at.source_line, source=at.source)


# -- a link: what follows its #


def _keys_of_link(text: Text) -> dict[str, Said]:
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
            pairs.append((key, Said(said, start + part.start() + len(key) + 1)))
    return one_of_each(pairs)


def _rows_of_link(text: Text, said: Said) -> tuple[str, ...]:
    rows = tuple(said.text.split("/"))
    if len(said.text) > MAX_CELLS + len(rows):
        raise text.mistake(f"a board has 1 to {MAX_CELLS:,} cells", offset=said.offset)
    for number, row in enumerate(rows, 1):
        if wrong := set(row) - set(SIGNS):
            raise text.mistake(f"row {number}: not a board character: {min(wrong)!r}", offset=said.offset)
        if len(row) != len(rows[0]) or not row:
            message = "the rows, separated by /, must all have the same number of cells; perhaps the end is missing"
            raise text.mistake(message, offset=said.offset)
    return rows


# -- a text: its tree by the grammar


def _trees(text: Text) -> list[Tree[Token]]:
    """Return the tree of each key, then that of the rows."""
    from lark.exceptions import UnexpectedInput

    try:
        return cast("list[Tree[Token]]", parse("board.lark", "board", text.content).children)
    except UnexpectedInput as error:
        mistake = _mistake(text, error)
    raise mistake


def _tokens(tree: Tree[Token]) -> list[Token]:
    return cast("list[Token]", tree.children)


def _offset(token: Token) -> int:
    assert token.start_pos is not None, "every token of the lexer has a position"
    return token.start_pos


def _keys(text: Text, entries: Sequence[Tree[Token]]) -> dict[str, Said]:
    keys: dict[str, Said] = {}
    for entry in entries:
        (value,) = _tokens(entry)
        if (key := str(entry.data)) in keys:
            start = text.content.rindex(key, 0, _offset(value))
            raise text.mistake(f"the key `{key}` appears twice", offset=start)
        keys[key] = Said(str(value), _offset(value))
    return keys


# A row if # were a cell: some programs write hidden cells so, and here the whole line would silently be a comment.
_WOULD_BE_ROW = re.compile(r"[ \t]*[?0-9F*\-.#](?:(?:[ \t]++[?0-9F*\-.#])++|[?0-9F*\-.#]*+)[ \t]*")
_HASH = "# starts a comment, but with # as a cell this line is a row: write ? for a hidden cell, or words in a comment"


def _refuse_rows_in_comments(text: Text, entries: Sequence[Tree[Token]], rows: Sequence[Token]) -> None:
    """Raise an error if a comment among the rows would be a row, or complete one, if # were a cell."""
    if "#" not in text.content:
        return
    above = max((_tokens(entry)[0].line or 0 for entry in entries), default=0)
    widths = {row.line: len(row.translate(_NO_BLANKS)) for row in rows}
    with_hash = {number: width for number, width in _rows_with_hash(text) if number > above}
    wanted = {*widths.values(), *(width for number, width in with_hash.items() if number in widths)}
    are_even = len({*widths.values()}) == 1
    for number, width in with_hash.items():
        line = text.lines[number - 1].rstrip(" \t")
        # What follows a row may be its number or the like, as long as all rows have the same width without it.
        is_remark = number in widths and are_even and line.count("#") == 1 and not line.endswith("#")
        if width in wanted and not is_remark:
            raise text.mistake_in_line(_HASH, number, line.index("#") + 1)


def _rows_with_hash(text: Text) -> Iterator[tuple[int, int]]:
    """Yield the number and the width of each line that would be a row if # were a cell; a lone # is a comment."""
    for number, line in enumerate(text.lines, 1):
        if "#" in line and _WOULD_BE_ROW.fullmatch(line) and (width := len(line.translate(_NO_BLANKS))) > 1:
            yield number, width


def _rows(text: Text, tokens: Sequence[Token]) -> tuple[str, ...]:
    rows = tuple([token.translate(_NO_BLANKS) for token in tokens])
    width = len(rows[0])
    for number, (row, token) in enumerate(zip(rows, tokens, strict=True), 1):
        if len(row) != width:
            raise _ragged(text, token, number, width)
        if number * width > MAX_CELLS:
            raise text.mistake(f"the board is too large: more than {MAX_CELLS:,} cells", offset=_offset(token))
    return rows


def _ragged(text: Text, token: Token, number: int, width: int) -> BoardSyntaxError:
    """Point at the first extra cell, or after the last cell of a row that is too short."""
    offsets = [offset for offset, sign in enumerate(token) if sign not in " \t"]
    cells = "1 cell" if len(offsets) == 1 else f"{len(offsets)} cells"
    return text.mistake(
        f"row {number} has {cells}, but the rows above have {width}",
        offset=_offset(token) + (offsets[width] if len(offsets) > width else len(token)),
    )


def _check_size(text: Text, said: Said, size: str) -> None:
    stated = "x".join(number.lstrip("0") or "0" for number in said.text.split("x"))
    if stated != size:
        raise text.mistake(f"size is {said.text[:40]}, but the grid is {size}", offset=said.offset)


# -- named mistakes: the parser says which line it refused; this part says what is wrong in it, and where

_KEY = re.compile(r"[ \t]*(?P<key>[^\W\d][-\w]*)[ \t]*:[ \t]*(?P<value>(?:[^\s#]|(?<![ \t])#)?)")
_NO_COLON = re.compile(rf"[ \t]*({'|'.join(KEYS)})\b")
_NUMBER = re.compile(r"-?[0-9]+")
_COMMENT = re.compile(r"(^|[ \t])#.*")

_CHARACTERS = {
    "9": "a clue is 0 to 8, not 9",
    "#": "not a board character: '#'; write ? for a hidden cell, or a blank before a comment",
    "x": "'x' is ambiguous: a hidden cell in some programs, a mine in others; say which by the format "
    "(minesweepr or minesolve for hidden, kata for a mine), or write ? or *",
    "X": "'X' is ambiguous: a hidden cell in some programs, a mine in others; say which by the format "
    "(minesolve for hidden, kata for a mine), or write ? or *",
    "H": "'H' is a hidden cell of JSMinesweeper: write WIDTHxHEIGHTxMINES above the rows (the format jsm), or ? for H",
    "U": "'U' is a hidden cell in the format ms-board: write ?",
    "_": "'_' is ambiguous: write ? for a hidden cell, or 0 for an open one",
    "■": "'■' is a hidden cell in a picture: use the format picture, or write ?",
    "·": "'·' is an open 0 in a picture, a safe cell in exercism: use the format picture or exercism, or write 0 or -",
    "⚑": "'⚑' is a flag in a picture: use the format picture, or write F",
    "✱": "'✱' is a mine in a picture: use the format picture, or write *",
    "✓": "'✓' is a safe cell in a picture: use the format picture, or write -",
    ".": "'.' is ambiguous: a hidden cell in some programs, an open 0 in others; say which by the format "
    "(gecode or minesolve for hidden, minesweepr for an open 0), or write ? or 0",
}
"""Characters that people write although no board has them."""

_NEAR = {
    **dict.fromkeys("Oo", "0"),
    **dict.fromkeys("lI", "1"),
    **dict.fromkeys("f🚩", "F"),
    **dict.fromkeys("MmBb💣", "* for a mine"),
    **dict.fromkeys("∗＊", "* for a mine"),
    **dict.fromkeys("–—−", "- for a safe cell"),
    **dict.fromkeys("？", "?"),
}
"""Characters that look like those of a board, or are the first letters of what they mean."""


def _mistake(text: Text, error: UnexpectedInput) -> BoardSyntaxError:
    if getattr(getattr(error, "token", None), "type", None) == "$END":
        if number := next((number for number, _ in _rows_with_hash(text)), 0):
            return text.mistake_in_line(_HASH, number, text.lines[number - 1].index("#") + 1)
        return text.mistake_at_end("no grid: a board has at least one row of cells")
    column, message = _in_line(text.lines[error.line - 1], error.column)
    return text.mistake_in_line(message, error.line, column)


def _in_line(line: str, column: int) -> tuple[int, str]:
    """Return the column (from 1) and a description of what is wrong in a line that the parser refused at `column`.

    >>> _in_line("1 9 1", 3)
    (3, 'a clue is 0 to 8, not 9')
    >>> _in_line("color: red", 1)[1]
    "unknown key 'color'; the keys are title, size, mines, first, grid"
    """
    if entry := _KEY.match(line):
        return _in_key(entry, column)
    if key := _NO_COLON.match(line):
        return key.end() + 1, f"a colon is missing after the key `{key[1]}`"
    return _in_row(_COMMENT.sub(" ", line))


def _in_key(entry: re.Match[str], column: int) -> tuple[int, str]:
    key, start = entry["key"], entry.start("key") + 1
    if key not in KEYS:
        return start, f"unknown key {_shorten(key)}; the keys are {', '.join(KEYS)}{nearest(key, KEYS)}"
    if column <= start:
        return start, f"the key `{key}` comes after the grid; keys come first"
    if not entry["value"]:
        return entry.end() + 1, f"the key `{key}` has no value; {KEYS[key]}"
    return entry.start("value") + 1, KEYS[key]


def _in_row(row: str) -> tuple[int, str]:
    cells = {*SIGNS, *_CHARACTERS, *_NEAR}
    words = re.match(r"[ \t]*(([^\W\d_]{2,})(?![^ \t]).*)", row)
    if words is not None and not cells.issuperset(words[2]):
        return words.start(1) + 1, f"words are no row of cells; a title is written `title: {_shorten(words[1])[1:-1]}`"
    spaced = re.search(r"[^ \t][ \t]+[^ \t]", row) is not None
    has_numbers = any(len(word) > 1 and _NUMBER.fullmatch(word) and word.strip("12345678") for word in row.split())
    for word in re.finditer(r"[^ \t]+", row):
        if spaced and len(word[0]) > 1 and has_numbers and _NUMBER.fullmatch(word[0]):
            message = f"{_shorten(word[0])} is not a cell; for numbers such as 10 and -1 use the format seed"
            return word.start() + 1, message
        for column, character in enumerate(word[0], word.start() + 1):
            if character not in SIGNS:
                return column, _CHARACTERS.get(character) or _not_a_cell(character)
        if spaced and len(word[0]) > 1:
            message = f"{_shorten(word[0])} in a row with blanks: put blanks between all cells or none"
            return word.start() + 1, message
    raise AssertionError(f"the grammar refused the row {row!r}, and nothing is wrong with it")


def _not_a_cell(character: str) -> str:
    """Return what is wrong with a character, and what to write instead.

    >>> _not_a_cell("O"), _not_a_cell("١")
    ("not a board character: 'O'; did you mean 0?", "not a board character: '١'; did you mean 1?")
    """
    digit = unicodedata.digit(character, None)
    if near := str(digit) if digit is not None and digit < 9 else _NEAR.get(character):
        remedy = f"did you mean {near}?"
    elif character in ",;|/\\+=│┃║¦":
        remedy = "cells are separated by blanks, and rows by line ends"
    elif unicodedata.category(character) == "So":  # a square of some colour
        remedy = "write ? for a hidden cell, its number for an open one"
    else:
        remedy = "the characters are ? (hidden), 0-8 (open), F (flag), * (mine), - (safe)"
    return f"not a board character: {character!r}; {remedy}"


def _shorten(word: str) -> str:
    """Return the word in quotes, shortened in the middle if it is long."""
    return repr(word if len(word) <= 40 else f"{word[:30]}…{word[-5:]}")
