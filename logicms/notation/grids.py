"""Grids: the plain pictures of other programs, rows of one table of signs. The same sign means different things in
different programs, so a grid is read by its name alone and never guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board
from logicms.errors import BoardSyntaxError
from logicms.notation import losses
from logicms.notation.limits import MAX_CELLS
from logicms.notation.texts import Text


@dataclass(frozen=True, slots=True)
class Grid:
    """How one program draws a board: of each field the first sign is written, the others are read too.

    An empty field says that the program cannot express it. `1` to `8` are the same everywhere.
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
    """Whether the number of rows and the number of columns stand on two lines before the grid."""

    def fields(self) -> tuple[tuple[str, str], ...]:
        own = ((HIDDEN, self.hidden), ("0", self.zero), (FLAG, self.flag), (MINE, self.mine), (SAFE, self.safe))
        return (*own, *zip(CLUES[1:], CLUES[1:], strict=True))

    def reads(self) -> dict[str, str]:
        """Return the board's sign for each of the program's."""
        return {sign: ours for ours, signs in self.fields() for sign in signs}

    def writes(self) -> dict[str, str]:
        """Return the program's sign for each of the board's that it can express."""
        return {ours: signs[0] for ours, signs in self.fields() if signs}


GRIDS = (
    Grid("tatham-text", "Simon Tatham's Mines, copied as text", hidden="?", zero="-", flag="*", mine="!"),
    Grid("minesweepr", "mrgriscom's minesweepr", hidden="x", zero=".0", mine="*"),
    Grid("gecode", "the Minesweeper examples of Gecode and hakank", hidden=".", headed=True),
    Grid("minesolve", "totte174's minesolve", hidden=".xX?", zero="0 "),
    Grid("kata", "the Codewars kata Mine Sweeper", hidden="?", mine="xX", spaced=True),
    Grid("exercism", "the Exercism exercise: a layout", mine="*", safe=" .·"),
)


def parse_grid(grid: Grid, text: str, source: str = "<text>") -> Board:
    """Return the board that the program's picture shows.

    >>> parse_grid(GRIDS[1], "..1x")
    Board(rows=('001?',), mines=None, title=None, first=None)
    """
    checked = Text(text, source)
    signs = grid.reads()
    lines = _grid_lines(checked, keep_blanks=" " in signs)
    if grid.headed and (size := _header(lines)):
        rows = rows_of(checked, lines[2:], signs, grid.name)
        return Board(_sized(checked, rows, size, lines[:2]))
    return Board(rows_of(checked, lines, signs, grid.name))


def format_grid(grid: Grid, board: Board) -> str:
    """Return the board as the program draws it; raise `BoardError` for what it cannot express.

    >>> format_grid(GRIDS[1], Board(("001?",)))
    '..1x\\n'
    """
    writes = grid.writes()
    if HIDDEN in writes:
        board = losses.position(board, grid.name, signs="".join(writes), mines="cannot")
    else:
        board = losses.layout(board, grid.name)
    table = str.maketrans(writes)
    rows = [row.translate(table) for row in board.rows]
    header = [str(board.height), str(board.width)] if grid.headed else []
    return "".join(f"{line}\n" for line in [*header, *(map(" ".join, rows) if grid.spaced else rows)])


Line = tuple[int, str]
"""The number of a line, from 1, and its text."""


def rows_of(text: Text, lines: Iterable[Line], signs: Mapping[str, str], name: str) -> tuple[str, ...]:
    """Return the rows of a board from lines of one-character signs, or raise the mistake at its place."""
    table, rows = str.maketrans(dict(signs)), list[str]()
    for number, line in lines:
        cells = line if " " in signs else _unspaced(text, number, line)
        if set(cells) - signs.keys():
            raise _unknown_sign(text, number, signs, name)
        if rows and len(cells) != len(rows[0]):
            raise _ragged(text, number, len(rows[0]), blank_is_sign=" " in signs)
        rows.append(cells.translate(table))
        if len(rows[0]) * len(rows) > MAX_CELLS:
            raise text.mistake_in_line(f"the board is too large: more than {MAX_CELLS:,} cells", number)
    if not rows:
        raise text.mistake_at_end("no grid: a board has at least one row of cells")
    return tuple(rows)


def check_rows(text: Text, lines: list[Line], width: int, height: int, *, said_in: int) -> None:
    """Raise the mistake if these lines are not the `height` rows of `width` cells that line `said_in` announced."""
    for number, line in lines:
        if len(line) - line.count(" ") - line.count("\t") != width:
            raise _ragged(text, number, width, blank_is_sign=False)
    if len(lines) != height:
        raise text.mistake_in_line(f"{height} rows are announced, found {len(lines)}", said_in)


def _unspaced(text: Text, number: int, line: str) -> str:
    """Return the cells of a row in which blanks stand between all of them or between none."""
    words = line.replace("\t", " ").split(" ")
    if sum(map(bool, words)) > 1 and (long := next((word for word in words if len(word) > 1), "")):
        # The first long word is the first such place in the line: any before it that looks the same is the same.
        column = line.index(long) + 2
        raise text.mistake_in_line("blanks stand between all cells of a row or between none", number, column)
    return "".join(words)


def _unknown_sign(text: Text, number: int, signs: Mapping[str, str], name: str) -> BoardSyntaxError:
    known = {*signs} if " " in signs else {*signs, " ", "\t"}
    column, sign = next((column, sign) for column, sign in enumerate(text.lines[number - 1], 1) if sign not in known)
    if sign == "9":
        return text.mistake_in_line("a clue is 0 to 8, not 9", number, column)
    listed = " ".join(repr(sign) if sign == " " else sign for sign in signs)
    return text.mistake_in_line(f"not a sign of {name}: {sign!r}; the signs are {listed}", number, column)


def _ragged(text: Text, number: int, width: int, *, blank_is_sign: bool) -> BoardSyntaxError:
    """Point at the first cell too many, or behind the last cell of a row that is too short."""
    line = text.lines[number - 1]
    columns = [column for column, sign in enumerate(line, 1) if blank_is_sign or sign not in " \t"]
    column = columns[width] if len(columns) > width else columns[-1] + 1 if columns else 1
    cells = "1 cell" if len(columns) == 1 else f"{len(columns)} cells"
    return text.mistake_in_line(f"the row has {cells} instead of {width}", number, column)


def _grid_lines(text: Text, *, keep_blanks: bool) -> list[Line]:
    """Return the lines that are rows: not the blank ones, or, where a blank is a sign, not the empty ones around."""
    lines = list(enumerate(text.lines, 1))
    if not keep_blanks:
        return [(number, line) for number, line in lines if line.strip()]
    while lines and not lines[-1][1]:
        lines.pop()
    while lines and not lines[0][1]:
        lines.pop(0)
    return lines


def _header(lines: list[Line]) -> tuple[str, str] | None:
    """Return the rows and columns that two lines of digits before the grid announce.

    In a grid one column wide such lines can be cells: there they are a header only if they tell the truth.
    """
    texts = [line.strip() for _, line in lines]
    if len(texts) < 3 or not all(line.isascii() and line.isdigit() for line in texts[:2]):
        return None
    if len(texts[0]) == len(texts[1]) == len(texts[2]) and texts[:2] != [str(len(texts) - 2), str(len(texts[2]))]:
        return None
    return texts[0], texts[1]


def _sized(text: Text, rows: tuple[str, ...], size: tuple[str, str], header: list[Line]) -> tuple[str, ...]:
    """Return the rows if they are as many and as long as the header says."""
    for said, true, what, (number, _) in zip(size, (len(rows), len(rows[0])), ("rows", "columns"), header, strict=True):
        if said != str(true):
            raise text.mistake_in_line(f"the header says {said[:20]} {what}, the grid has {true}", number)
    return rows
