"""Grids: the plain pictures of other programs, each a row in one table of characters.

The same character means different things in different programs, so a grid's format must be named; it is not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board
from logicms.errors import BoardSyntaxError
from logicms.notation.losses import Room
from logicms.notation.texts import MAX_CELLS, Text


@dataclass(frozen=True, slots=True)
class Grid:
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
    headed: bool = False
    """Whether two lines before the grid give the number of rows and the number of columns."""

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
        return Room(self.name, "".join(self.writes()), "cannot", layouts="open" if self.hidden else "only")


GRIDS = (
    Grid("tatham-text", "Simon Tatham's Mines, copied as text", hidden="?", zero="-", flag="*", mine="!"),
    Grid("minesweepr", "mrgriscom's minesweepr", hidden="x", zero=".0", mine="*"),
    Grid("gecode", "the Minesweeper examples of Gecode and hakank", hidden=".", headed=True),
    Grid("minesolve", "totte174's minesolve", hidden=".xX?", zero="0 "),
    Grid("kata", "the Codewars kata Mine Sweeper", hidden="?", mine="xX", spaced=True),
    Grid("exercism", "the Exercism exercise: a layout", mine="*", safe=" .·"),
)

Line = tuple[int, str]
"""The number of a line, from 1, and its text."""


def parse_grid(grid: Grid, text: str, source: str = "<text>") -> Board:
    """Return the board that the program's picture shows.

    >>> parse_grid(GRIDS[1], "..1x")
    Board(rows=('001?',), mines=None, title=None, first=None)
    """
    checked = Text(text, source)
    signs = grid.reads()
    lines = _grid_lines(checked, keep_blanks=" " in signs)
    header = _header(lines) if grid.headed else []
    rows = parse_rows(checked, lines[len(header) :], signs, grid.name)
    sizes = ((len(rows), "rows"), (len(rows[0]), "columns"))
    for (number, stated), (true, what) in zip(header, sizes, strict=False):
        if stated != str(true):
            raise checked.mistake_in_line(f"the header says {stated[:20]} {what}, but the grid has {true}", number)
    return Board(rows)


def format_grid(grid: Grid, board: Board) -> str:
    """Return the board as the program draws it; raise `BoardError` for what it cannot express.

    >>> format_grid(GRIDS[1], Board(("001?",)))
    '..1x\\n'
    """
    board = grid.room().fit(board)
    table = str.maketrans(grid.writes())
    rows = [row.translate(table) for row in board.rows]
    header = [str(board.height), str(board.width)] if grid.headed else []
    return "".join(f"{line}\n" for line in [*header, *(map(" ".join, rows) if grid.spaced else rows)])


def _grid_lines(text: Text, *, keep_blanks: bool) -> list[Line]:
    """Return the lines that are rows: no blank lines, or, where a blank is a cell, no empty lines around the grid."""
    lines = list(enumerate(text.lines, 1))
    if not keep_blanks:
        return [(number, line) for number, line in lines if line.strip()]
    while lines and not lines[-1][1]:
        lines.pop()
    while lines and not lines[0][1]:
        lines.pop(0)
    return lines


def _header(lines: list[Line]) -> list[Line]:
    """Return the two lines of digits before the grid that state its rows and columns, or [] if there are none.

    In a grid one column wide such lines may be cells: there they are a header only if what they state is true.
    """
    texts = [line.strip() for _, line in lines]
    if len(texts) < 3 or not all(line.isascii() and line.isdigit() for line in texts[:2]):
        return []
    if len(texts[0]) == len(texts[1]) == len(texts[2]) and texts[:2] != [str(len(texts) - 2), str(len(texts[2]))]:
        return []
    return [(lines[0][0], texts[0]), (lines[1][0], texts[1])]


# -- rows of characters, shared with other formats


def parse_rows(text: Text, lines: Iterable[Line], signs: Mapping[str, str], name: str) -> tuple[str, ...]:
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


def check_rows(text: Text, lines: list[Line], width: int, height: int, *, stated_in: int) -> None:
    """Raise an error if these lines are not the `height` rows of `width` cells that line `stated_in` promises."""
    for number, line in lines:
        if len(line) - line.count(" ") - line.count("\t") != width:
            raise _ragged(text, number, width, blank_is_cell=False)
    if len(lines) != height:
        rows = "1 row" if len(lines) == 1 else f"{len(lines)} rows"
        raise text.mistake_in_line(f"the grid has {rows} instead of {height}", stated_in)


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
