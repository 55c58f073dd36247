"""Boards: our own text of a board <-> Board. Everything else in the flow starts from what `parse_board` returns.

`grammar/board.lark` is the notation, `grammar/README.md` its specification with examples.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from logicms.board import Board, Cell, parse_cell
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation import mistakes
from logicms.notation.grammars import parser
from logicms.notation.limits import MAX_CELLS
from logicms.notation.texts import Text

if TYPE_CHECKING:
    from lark import Token, Tree
    from lark.exceptions import UnexpectedInput

_NO_BLANKS = str.maketrans("", "", " \t")


def parse_board(text: str, source: str = "<text>") -> Board:
    """Return the board that `text` shows; `source` is the file's name for errors.

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
    *entries, grid = _trees(checked)
    keys = _keys(checked, entries)
    rows = _rows(checked, _tokens(grid))
    _check_size(checked, keys.get("size"), f"{len(rows[0])}x{len(rows)}")
    return Board(
        rows,
        mines=_mines(checked, keys.get("mines")),
        title=_title(checked, keys.get("title")),
        first=_first(checked, keys.get("first")),
    )


def format_board(board: Board) -> str:
    """Return the board's text; `parse_board` reads it back as an equal board.

    >>> print(format_board(Board(("?1", "11"), mines=1)), end="")
    mines: 1
    <BLANKLINE>
    ? 1
    1 1
    """
    entries = {"title": board.title, "mines": board.mines, "first": board.first}
    keys = "".join(f"{key}: {value}\n" for key, value in entries.items() if value is not None)
    rows = "".join(f"{' '.join(row)}\n" for row in board.rows)
    return f"{keys}\n{rows}" if keys else rows


def _trees(text: Text) -> list[Tree[Token]]:
    """Return the tree of each key, then the grid's."""
    from lark.exceptions import UnexpectedInput

    try:
        return cast("list[Tree[Token]]", parser("board.lark", "board").parse(text.content).children)
    except UnexpectedInput as error:
        mistake = _mistake(text, error)
    raise mistake


def _tokens(tree: Tree[Token]) -> list[Token]:
    return cast("list[Token]", tree.children)


def _place(token: Token) -> int:
    assert token.start_pos is not None, "a token of the lexer has a place"
    return token.start_pos


def _mistake(text: Text, error: UnexpectedInput) -> BoardSyntaxError:
    if getattr(getattr(error, "token", None), "type", None) == "$END":
        return text.mistake_at_end("no grid: a board has at least one row of cells")
    column, message = mistakes.in_line(text.lines[error.line - 1], error.column)
    return text.mistake_in_line(message, error.line, column)


def _keys(text: Text, entries: Sequence[Tree[Token]]) -> dict[str, Token]:
    keys: dict[str, Token] = {}
    for entry in entries:
        (value,) = _tokens(entry)
        if (key := str(entry.data)) in keys:
            start = text.content.rindex(key, 0, _place(value))
            raise text.mistake(f"the key {key} stands twice", offset=start)
        keys[key] = value
    return keys


def _rows(text: Text, tokens: Sequence[Token]) -> tuple[str, ...]:
    rows = tuple([token.translate(_NO_BLANKS) for token in tokens])
    width = len(rows[0])
    for number, (row, token) in enumerate(zip(rows, tokens, strict=True), 1):
        if len(row) != width:
            raise _ragged(text, token, _row_length(number, len(row), width), width)
        if number * width > MAX_CELLS:
            raise text.mistake(f"the board is too large: more than {MAX_CELLS:,} cells", offset=_place(token))
    return rows


def _row_length(number: int, cells: int, width: int) -> str:
    return f"row {number} has {cells} {'cell' if cells == 1 else 'cells'}, the rows before it {width}"


def _ragged(text: Text, token: Token, message: str, width: int) -> BoardSyntaxError:
    """Point at the first cell too many, or behind the last cell of a row that is too short."""
    places = [place for place, sign in enumerate(token) if sign not in " \t"]
    return text.mistake(message, offset=_place(token) + (places[width] if len(places) > width else len(token)))


def _mines(text: Text, token: Token | None) -> int | None:
    return None if token is None else text.number(token, offset=_place(token))


def _title(text: Text, token: Token | None) -> str | None:
    if token is None:
        return None
    title = token.replace("\t", " ").rstrip(" ")
    for offset, sign in enumerate(title):
        if not sign.isprintable():
            raise text.mistake(f"a title is printable: not {sign!r}", offset=_place(token) + offset)
    if title.startswith("#"):
        raise text.mistake("a title does not begin with #", offset=_place(token))
    return title


def _first(text: Text, token: Token | None) -> Cell | None:
    if token is None:
        return None
    try:
        return parse_cell(token)
    except BoardError:
        mistake = text.mistake("first is a cell, such as B3", offset=_place(token))
    raise mistake


def _check_size(text: Text, token: Token | None, size: str) -> None:
    if token is None:
        return
    said = "x".join(number.lstrip("0") or "0" for number in token.split("x"))
    if said != size:
        raise text.mistake(f"size is {token[:40]}, but the grid is {size}", offset=_place(token))
