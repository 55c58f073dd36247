"""Grids: how other programs draw a board, one row in a table of characters each, and what a format has room for.

The same character means different things in different programs, so a plain grid's format must be named; it is not
guessed. What is more than a grid is read by `programs`. Every format says what it has `Room` for: writing names every
loss, and only a title is left out unasked.

A layout written in a format of positions is opened, every safe cell with its clue and every mine hidden, because this
is what the user asks for. Then `mines` is the number of hidden cells and `first` no longer means anything, so neither
is missed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, SIGNS, Board
from logicms.errors import BoardError, BoardSyntaxError
from logicms.layout import complete_layout
from logicms.notation.texts import MAX_CELLS, Text

# -- what a format has room for

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A text form of a board; `parse` or `format` is None for a format that is only written or only read."""

    name: str
    summary: str
    parse: Callable[[str, str], Board] | None = None
    format: Callable[[Board], str] | None = None
    room: Room | None = None
    """What the format has room for; None if it has room for everything."""
    sign: Callable[[str], object] | None = None
    """What every text in this format has, by a regular expression; where that is not enough, it spares what follows."""
    is_surely: Callable[[str], object] | None = None
    """Whether a text is in this format and in no other: by a header, a magic word, or characters of its own."""
    is_like: Callable[[str], bool] | None = None
    """Whether a text may well be in this format."""
    ending: str | tuple[str, ...] = ()
    """How the names of its files end."""


# -- plain grids


@dataclass(frozen=True, slots=True)
class PlainGrid:
    """How one program draws a board: in each field the first character is written, the others are also read.

    An empty field means that the program has no character for it. `1` to `8` are the same everywhere.
    """

    name: str
    summary: str
    hidden: str = ""
    zero: str = "0"
    flag: str = ""
    mine: str = ""
    safe: str = ""
    spaced: bool = False
    """Whether rows are written with blanks between the cells."""
    header: Literal["", "rows, columns", "WxHxM"] = ""
    """What comes before the rows: nothing, a line each with their number and that of the columns, or a line of size."""
    begin: re.Pattern[str] | None = None
    """How every text begins, and none of another format, if there is such a thing."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        """Return each board character with the program's characters for it."""
        own = ((HIDDEN, self.hidden), ("0", self.zero), (FLAG, self.flag), (MINE, self.mine), (SAFE, self.safe))
        return (*own, *zip(CLUES[1:], CLUES[1:], strict=True))

    def reads(self) -> dict[str, str]:
        """Return the board character for each of the program's characters."""
        return {sign: ours for ours, signs in self.fields() for sign in signs}

    def writes(self) -> dict[str, str]:
        """Return the program's character for each board character that it can express."""
        return {ours: signs[0] for ours, signs in self.fields() if signs}

    def room(self) -> Room:
        """Return what the program can draw; one that has no character for a hidden cell draws layouts."""
        mines: MineTotal = "must" if self.header == "WxHxM" else "cannot"
        return Room(self.name, "".join(self.writes()), mines, layouts="open" if self.hidden else "only")


PLAIN_GRIDS = (
    PlainGrid(
        "jsm",
        "JSMinesweeper: WxHxM and rows of H F 0-8",
        hidden="H",
        flag="F",
        mine="M?",  # a marked mine; a mine that went off
        header="WxHxM",
        begin=re.compile(r"\s*[0-9]+x[0-9]+x[0-9]+[ \t]*(?:\n|\Z)"),
    ),
    PlainGrid("tatham-text", "Simon Tatham's Mines, copied as text", hidden="?", zero="-", flag="*", mine="!"),
    PlainGrid("minesweepr", "mrgriscom's minesweepr", hidden="x", zero=".0", mine="*"),
    PlainGrid("gecode", "the Minesweeper examples of Gecode and hakank", hidden=".", header="rows, columns"),
    PlainGrid("minesolve", "totte174's minesolve", hidden=".xX?", zero="0 "),
    PlainGrid("kata", "the Codewars kata Mine Sweeper", hidden="?", mine="xX", spaced=True),
    PlainGrid("exercism", "the Exercism exercise: a layout", mine="*", safe=" .·"),
)

NumberedLine = tuple[int, str]
"""The number of a line, from 1, and its text."""


def parse_grid(grid: PlainGrid, text: str, source: str = "<text>") -> Board:
    """Return the board that the program's picture shows.

    >>> parse_grid(PLAIN_GRIDS[0], "3x1x1\\nH1F")
    Board(rows=('?1F',), mines=1, title=None, first=None)
    >>> parse_grid(PLAIN_GRIDS[2], "..1x")
    Board(rows=('001?',), mines=None, title=None, first=None)
    """
    checked = Text(text, source)
    signs = grid.reads()
    lines = _grid_lines(checked, keep_blanks=" " in signs)
    if grid.header == "WxHxM":
        first, (width, height, mines) = _size_and_mines(checked, lines, grid.name)
        check_rows(checked, lines[1:], width, height, stated_at=checked.offset(first))
        return Board(parse_rows(checked, lines[1:], signs, grid.name), mines=mines)
    header = _rows_and_columns(lines) if grid.header else []
    rows = parse_rows(checked, lines[len(header) :], signs, grid.name)
    sizes = ((len(rows), "rows"), (len(rows[0]), "columns"))
    for (number, stated), (true, what) in zip(header, sizes, strict=False):
        if stated != str(true):
            raise checked.mistake_in_line(f"the header says {stated[:20]} {what}, but the grid has {true}", number)
    return Board(rows)


def format_grid(grid: PlainGrid, board: Board) -> str:
    """Return the board as the program draws it; raise `BoardError` for what it cannot express.

    >>> format_grid(PLAIN_GRIDS[2], Board(("001?",)))
    '..1x\\n'
    """
    board = grid.room().fit(board)
    table = str.maketrans(grid.writes())
    rows = [row.translate(table) for row in board.rows]
    size = (str(board.height), str(board.width))
    header = {"": (), "rows, columns": size, "WxHxM": (f"{board.width}x{board.height}x{board.mines}",)}[grid.header]
    return "".join(f"{line}\n" for line in [*header, *(map(" ".join, rows) if grid.spaced else rows)])


def _grid_lines(text: Text, *, keep_blanks: bool) -> list[NumberedLine]:
    """Return the lines that are rows: no blank lines, or, where a blank is a cell, no empty lines around the grid."""
    lines = list(enumerate(text.lines, 1))
    if not keep_blanks:
        return [(number, line) for number, line in lines if line.strip()]
    while lines and not lines[-1][1]:
        lines.pop()
    while lines and not lines[0][1]:
        lines.pop(0)
    return lines


_SIZE_AND_MINES = re.compile(r"[ \t]*([0-9]+)x([0-9]+)x([0-9]+)[ \t]*")


def _size_and_mines(text: Text, lines: list[NumberedLine], name: str) -> tuple[int, tuple[int, ...]]:
    """Return the number of the first line, and the width, the height and the mines that it states."""
    first, top = lines[0] if lines else (1, "")
    header = _SIZE_AND_MINES.fullmatch(top)
    if not header:
        raise text.mistake_in_line(f"{name} begins with WIDTHxHEIGHTxMINES, such as 30x16x99", first)
    start = text.offset(first)
    return first, tuple(text.number(header[at], offset=start + header.start(at)) for at in (1, 2, 3))


def _rows_and_columns(lines: list[NumberedLine]) -> list[NumberedLine]:
    """Return the two lines of digits before the grid that state its rows and columns, or [] if there are none.

    In a grid one column wide such lines may be cells: there they are a header only if what they state is true.
    """
    # Two numbers may also be the first rows of clues. They are not if their lengths differ from that of a row, or if
    # what they would state is true.
    texts = [line.strip() for _, line in lines]
    if len(texts) < 3 or not all(line.isascii() and line.isdigit() for line in texts[:2]):
        return []
    if len(texts[0]) == len(texts[1]) == len(texts[2]) and texts[:2] != [str(len(texts) - 2), str(len(texts[2]))]:
        return []
    return [(lines[0][0], texts[0]), (lines[1][0], texts[1])]


# -- rows of characters, shared with other formats


def parse_rows(text: Text, lines: Iterable[NumberedLine], signs: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Return the rows of a board from lines with one character per cell; an error says where the mistake is."""
    table, rows = str.maketrans(dict(signs)), list[str]()
    for number, line in lines:
        cells = line if " " in signs else _unspaced(text, number, line)
        if set(cells) - signs.keys():
            raise _unknown_character(text, number, signs, name)
        if rows and len(cells) != len(rows[0]):
            raise _ragged(text, number, len(rows[0]), blank_is_cell=" " in signs)
        rows.append(cells.translate(table))
        if len(rows[0]) * len(rows) > MAX_CELLS:
            raise text.mistake_in_line(f"the board is too large: more than {MAX_CELLS:,} cells", number)
    if not rows:
        raise text.mistake_at_end("no grid: a board has at least one row of cells")
    return tuple(rows)


def check_rows(text: Text, lines: list[NumberedLine], width: int, height: int, *, stated_at: int) -> None:
    """Raise an error if these lines are not the `height` rows of `width` cells that are promised at this offset."""
    for number, line in lines:
        if len(line) - line.count(" ") - line.count("\t") != width:
            raise _ragged(text, number, width, blank_is_cell=False)
    if len(lines) != height:
        rows = "1 row" if len(lines) == 1 else f"{len(lines)} rows"
        raise text.mistake(f"the grid has {rows} instead of {height}", offset=stated_at)


def _unspaced(text: Text, number: int, line: str) -> str:
    """Return the cells of a row that has blanks between all of them or between none."""
    words = line.replace("\t", " ").split(" ")
    if sum(map(bool, words)) > 1 and (long := next((word for word in words if len(word) > 1), "")):
        # No earlier match is possible: all words before the first long one are single characters.
        column = line.index(long) + 2
        raise text.mistake_in_line("put blanks between all cells of a row or none", number, column)
    return "".join(words)


def _unknown_character(text: Text, number: int, signs: Mapping[str, str], name: str) -> BoardSyntaxError:
    known = {*signs} if " " in signs else {*signs, " ", "\t"}
    column, sign = next((column, sign) for column, sign in enumerate(text.lines[number - 1], 1) if sign not in known)
    if sign == "9":
        return text.mistake_in_line("a clue is 0 to 8, not 9", number, column)
    all_of_them = " ".join(repr(sign) if sign == " " else sign for sign in signs)
    message = f"not a character of {name}: {sign!r}; its characters are {all_of_them}"
    return text.mistake_in_line(message, number, column)


def _ragged(text: Text, number: int, width: int, *, blank_is_cell: bool) -> BoardSyntaxError:
    """Point at the first extra cell, or after the last cell of a row that is too short."""
    line = text.lines[number - 1]
    columns = [column for column, sign in enumerate(line, 1) if blank_is_cell or sign not in " \t"]
    column = columns[width] if len(columns) > width else columns[-1] + 1 if columns else 1
    cells = "1 cell" if len(columns) == 1 else f"{len(columns)} cells"
    return text.mistake_in_line(f"the row has {cells} instead of {width}", number, column)


# -- every format

OF_GRIDS = tuple(
    Format(
        name=grid.name,
        summary=grid.summary,
        parse=partial(parse_grid, grid),
        format=partial(format_grid, grid),
        room=grid.room(),
        is_surely=grid.begin and grid.begin.match,
    )
    for grid in PLAIN_GRIDS
)
