"""Cell and Board: what a player can see. Text becomes a Board in `notation`, a Board becomes hints in `problem`.

A *cell* is either *open*, and then shows its *clue*, or not. A cell that is not open is *hidden*, perhaps with a *flag*
on it, or *known*: certainly a mine or certainly safe. Each state is one character, the same as in the board's text:

======= =========================================
char    meaning
======= =========================================
``?``   hidden
``0-8`` open, with its clue
``F``   hidden, flagged by the player
``*``   known to be a mine
``-``   known to be safe, its clue not known yet
======= =========================================

The *grid* says which cells are neighbours: squares, hexagons, or squares whose opposite edges are joined.
`neighbours_of` is the one place that knows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress, repeat
from typing import Any, Literal, NamedTuple, SupportsIndex, get_args

from logicms.errors import BoardError, counted, expect, unknown_word
from logicms.limits import timely

HIDDEN, FLAG, MINE, SAFE = "?", "F", "*", "-"
CLUES = "012345678"
SIGNS = HIDDEN + CLUES + FLAG + MINE + SAFE

Flags = Literal["fact", "claim", "ignore"]
"""How flags are read: `fact` takes a flag as a mine; `claim` and `ignore` read it as hidden."""

Grid = Literal["square", "hex", "torus"]
"""Which cells are neighbours: `square`: the eight around a cell; `hex`: six, rows 2, 4, … being shifted half a cell to
the right; `torus`: eight, as if the left edge were joined to the right one, and the top to the bottom."""
GRIDS: tuple[Grid, ...] = get_args(Grid)

Size = tuple[int, int]
"""The width and the height of a grid."""


class Cell(NamedTuple):
    """A position on the board: zero-based in code, written as in a spreadsheet everywhere else.

    >>> str(Cell(row=2, col=1)), str(Cell(0, 26)), parse_cell("B3")
    ('B3', 'AA1', Cell(row=2, col=1))
    """

    row: int
    col: int

    def __str__(self) -> str:
        return f"{column_name(self.col)}{self.row + 1}"


@lru_cache(maxsize=4096)
def column_name(col: int) -> str:
    """Return the spreadsheet name of a zero-based column: A … Z, AA, AB …"""
    name = ""
    while col >= 0:
        col, letter = divmod(col, 26)
        name = chr(ord("A") + letter) + name
        col -= 1
    return name


CELL_NAME = re.compile(r"([A-Z]{1,5})([1-9][0-9]{0,6})")
"""How a cell is written: its column and its row."""


def parse_cell(text: str) -> Cell:
    """Return the cell that `text` names, in upper or lower case.

    >>> parse_cell("b3") == parse_cell("B3")
    True
    >>> parse_cell("3B")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a cell: '3B'; a cell is a column and a row, such as B3
    """
    match = CELL_NAME.fullmatch(text.strip().upper()) if isinstance(text, str) else None
    if not match:
        raise BoardError(f"not a cell: {text!r}; a cell is a column and a row, such as B3")
    col = 0
    for letter in match[1]:
        col = col * 26 + ord(letter) - ord("A") + 1
    return Cell(int(match[2]) - 1, col - 1)


def as_cell(value: object) -> Cell:
    """Return the cell that a value is or names: `Cell(2, 1)`, `"B3"`, or a pair (row, column).

    >>> as_cell("b3"), as_cell((2, 1))
    (Cell(row=2, col=1), Cell(row=2, col=1))
    >>> as_cell(3)
    Traceback (most recent call last):
    logicms.errors.BoardError: not a cell: 3; a cell is Cell(2, 1), or its name "B3"
    """
    if isinstance(value, Cell):
        return value
    if isinstance(value, str):
        return parse_cell(value)
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, int) for part in value):
        return Cell(*value)
    raise BoardError(f'not a cell: {value!r}; a cell is Cell(2, 1), or its name "B3"')


def as_name(text: Cell | str) -> Cell | str:
    """Return the cell that a text names (in capitals), or the text itself.

    >>> as_name("B3"), as_name("rain")
    (Cell(row=2, col=1), 'rain')
    """
    return parse_cell(text) if isinstance(text, str) and CELL_NAME.fullmatch(text) else text


class Cells(tuple[Cell, ...]):
    """Cells in reading order; a cell may also be given by its name: `"B3" in board.hidden`.

    >>> cells = Board(("?1", "11")).cells
    >>> "B2" in cells, "C1" in cells, cells.index("B2"), cells.count("b2")
    (True, False, 3, 1)
    """

    __slots__ = ()

    def __contains__(self, cell: object) -> bool:
        return tuple.__contains__(self, _named(cell))

    def index(self, cell: object, start: SupportsIndex = 0, stop: SupportsIndex = sys.maxsize, /) -> int:
        return tuple.index(self, _named(cell), start, stop)

    def count(self, cell: object, /) -> int:
        return tuple.count(self, _named(cell))


def _named(value: Any) -> Any:
    """Return the cell that a text names, in upper or lower case; anything else as it is."""
    return as_name(value.upper()) if isinstance(value, str) else value


class Names(frozenset[Any]):
    """A set of names (cells or words); `in` also accepts a cell's name: `"B3" in deduction.safe`.

    >>> "B3" in Names([Cell(2, 1)]), Cell(2, 1) == "B3"
    (True, False)
    """

    __slots__ = ("listed",)

    listed: tuple[Any, ...] | None
    """The same names in reading order, if they were given so: a million need not be sorted again."""

    def __new__(cls, names: Iterable[Any] = ()) -> Names:
        made = super().__new__(cls, names)
        made.listed = None
        return made

    @classmethod
    def in_reading_order(cls, names: Iterable[Any]) -> Names:
        """Return the set of names that come in reading order."""
        listed = tuple(names)
        made = cls(listed)
        made.listed = listed
        return made

    def __contains__(self, name: object) -> bool:
        return frozenset.__contains__(self, as_name(name) if type(name) is str else name)


def cell_names(cells: Collection[Cell]) -> list[str]:
    """Return the names of cells, as fast as it can be done: each column and each row is named once.

    >>> cell_names([Cell(2, 1), Cell(0, 26)])
    ['B3', 'AA1']
    """
    columns = {col: column_name(col) for col in {col for _, col in cells}}
    rows = {row: str(row + 1) for row in {row for row, _ in cells}}
    return [columns[col] + rows[row] for row, col in cells]


@lru_cache(maxsize=16)
def cells_of(width: int, height: int) -> Cells:
    """Return every cell of a board of this size in reading order, so that a cell's index is row * width + col."""
    return Cells(timely(Cell(row, col) for row in range(height) for col in range(width)))


def rows_of(signs: str, width: int) -> tuple[str, ...]:
    """Split characters in reading order into rows of this width."""
    return tuple([signs[start : start + width] for start in range(0, len(signs), width)])


def check_grid(grid: Grid, width: int, height: int) -> None:
    """Refuse a word that is not a grid, and a torus so small that a cell would touch another one twice.

    >>> check_grid("torus", 2, 4)
    Traceback (most recent call last):
    logicms.errors.BoardError: a torus has at least 3x3 cells, not 2x4: make the board larger, or use another grid
    """
    if grid not in GRIDS:
        raise unknown_word(grid, GRIDS, "a grid")
    if grid == "torus" and min(width, height) < 3:
        size = f"{width}x{height}"
        raise BoardError(f"a torus has at least 3x3 cells, not {size}: make the board larger, or use another grid")


@lru_cache(maxsize=16)
def neighbours_of(width: int, height: int, grid: Grid = "square") -> tuple[tuple[int, ...], ...]:
    """Return, for each index of a board of this size, the indexes of its neighbours in reading order.

    >>> [neighbours_of(3, 3, grid)[3] for grid in GRIDS]
    [(0, 1, 4, 6, 7), (0, 1, 4, 6, 7), (0, 1, 2, 4, 5, 6, 7, 8)]
    """
    check_grid(grid, width, height)
    shared = range(width * height) if width * height < 257 else list(range(width * height))
    if grid != "square":
        cells = timely((row, col) for row in range(height) for col in range(width))
        return tuple(
            tuple(shared[r * width + c] for r, c in _around(row, col, width, height, grid)) for row, col in cells
        )
    table = []
    for row in range(height):
        rows = range(max(0, row - 1) * width, min(height, row + 2) * width, width)
        for col in timely(range(width)):
            left, right = max(0, col - 1), min(width, col + 2)
            here = row * width + col
            table.append(tuple(shared[i] for r in rows for i in range(r + left, r + right) if i != here))
    return tuple(table)


def _around(row: int, col: int, width: int, height: int, grid: Grid) -> list[tuple[int, int]]:
    """Return the rows and columns of the cells around one, in reading order."""
    if grid == "torus":
        rows, cols = ([(at + step) % size for step in (-1, 0, 1)] for at, size in ((row, height), (col, width)))
        return sorted((r, c) for r in rows for c in cols if (r, c) != (row, col))
    left = col - 1 + row % 2 if grid == "hex" else col - 1  # above and below, a hexagon touches two cells
    right = left + 1 if grid == "hex" else col + 1
    spans = ((row - 1, left, right), (row, col - 1, col + 1), (row + 1, left, right))
    around = [(r, c) for r, first, last in spans for c in range(first, last + 1) if (r, c) != (row, col)]
    return [(r, c) for r, c in around if 0 <= r < height and 0 <= c < width]


_LARGE = 100_000
"""Of a board with more cells than this, the cells are not all listed where a few are wanted."""


@dataclass(frozen=True, slots=True)
class Board:
    """What a player sees: rows of characters, the mine total if it is known, a title, the first cell of a game.

    Its `grid` says which cells are neighbours.

    >>> board = Board(("?1", "11"), mines=1)
    >>> board
    Board(rows=('?1', '11'), mines=1, title=None, first=None)
    >>> board.clue(parse_cell("B1")), board[parse_cell("A1")]
    (1, '?')
    """

    rows: tuple[str, ...]
    mines: int | None = None
    """The number of mines on the board, known ones included; None if it is not known, and then it is not used."""
    title: str | None = None
    first: Cell | None = None
    """Where a game on this layout starts."""
    grid: Grid = field(default="square", kw_only=True)
    """Which cells are neighbours."""
    signs: str = field(init=False, repr=False, compare=False)
    """The rows joined: the character of a cell is at the index row * width + col."""

    def __post_init__(self) -> None:
        expect(self.rows, Iterable, "the rows of a board")
        rows = tuple(self.rows)
        if isinstance(self.rows, str) or not all(isinstance(row, str) for row in rows):
            raise BoardError("the rows of a board are strings, one per row; `parse_board` reads a board from a string")
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "signs", "".join(self.rows))
        if not self.signs:
            raise BoardError("a board has at least one cell")
        for number, row in enumerate(self.rows, 1):
            if len(row) != self.width:
                cells = counted(len(row), "cell")
                raise BoardError(f"row {number} has {cells}, but the rows above have {self.width}")
        if wrong := set(self.signs) - set(SIGNS):
            raise BoardError(f"not a board character: {min(wrong)!r}; the characters are {' '.join(SIGNS)}")
        check_grid(self.grid, self.width, self.height)
        self._check_mines()
        if self.title is not None:
            _check_title(self.title)
        if self.first is not None:
            object.__setattr__(self, "first", as_cell(self.first))
        if self.first is not None and self.first not in self:
            raise BoardError(f"the first cell {self.first} is not on a board of {self.width}x{self.height}")

    def _check_mines(self) -> None:
        if self.mines is None:
            return
        if type(self.mines) is not int or self.mines < 0:
            raise BoardError(f"mines: {self.mines!r} is not a possible number of mines")
        if self.mines > self.number_not_open:
            room = counted(self.number_not_open, "cell that is", "cells that are")
            raise BoardError(f"mines: {self.mines} is more than the {room} not open")
        if self.mines < (shown := self.signs.count(MINE)):
            raise BoardError(f"mines: {self.mines} is fewer than the {counted(shown, 'mine')} marked *")

    # -- size and positions

    @property
    def width(self) -> int:
        return len(self.rows[0]) if self.rows else 0

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def other_grid(self) -> Grid | None:
        """The grid, if the cells are not squares."""
        return None if self.grid == "square" else self.grid

    @property
    def cells(self) -> Cells:
        """Every cell, in reading order."""
        return cells_of(self.width, self.height)

    def cell(self, value: Cell | str) -> Cell:
        """Return the cell of this board that a value is or names: `Cell(2, 1)` or `"B3"`."""
        cell = as_cell(value)
        if not (0 <= cell.row < self.height and 0 <= cell.col < self.width):
            raise BoardError(f"{cell} is not on a board of {self.width}x{self.height}")
        return cell

    def __contains__(self, cell: object) -> bool:
        cell = _named(cell)
        return isinstance(cell, Cell) and 0 <= cell.row < self.height and 0 <= cell.col < self.width

    def __getitem__(self, cell: Cell | str) -> str:
        """Return the character at `cell`."""
        return self.signs[self.index(cell)]

    def index(self, cell: Cell | str) -> int:
        """Return the cell's index in reading order."""
        row, col = self.cell(cell)
        return row * self.width + col

    def neighbours(self, cell: Cell | str) -> tuple[Cell, ...]:
        """Return the cells around `cell`, in reading order: up to eight, or six on a grid of hexagons.

        >>> [str(cell) for cell in Board(("???", "???")).neighbours(parse_cell("A1"))]
        ['B1', 'A2', 'B2']
        >>> [str(cell) for cell in Board(("???", "???"), grid="hex").neighbours("B2")]
        ['B1', 'C1', 'A2', 'C2']
        """
        return tuple(Cell(*at) for at in _around(*self.cell(cell), self.width, self.height, self.grid))

    # -- what the characters mean

    def where(self, signs: Iterable[str]) -> Iterator[Cell]:
        """Yield the cells that show one of the characters `signs`, in reading order."""
        wanted = frozenset(signs)
        if len(self.signs) > _LARGE:  # listing all cells would take longer than the rest
            is_wanted = self.signs.encode().translate(bytes(chr(byte) in wanted for byte in range(256)))
            indexes = compress(range(len(self.signs)), is_wanted)
            return map(tuple.__new__, repeat(Cell), map(divmod, indexes, repeat(self.width)))
        return (cell for cell, sign in zip(self.cells, self.signs, strict=True) if sign in wanted)

    def clue(self, cell: Cell | str) -> int | None:
        """Return the clue of an open cell, or None if the cell is not open."""
        sign = self[cell]
        return int(sign) if sign in CLUES else None

    @property
    def hidden(self) -> Cells:
        """The cells that are neither open nor known, flagged ones included."""
        return Cells(self.where(HIDDEN + FLAG))

    @property
    def open(self) -> Cells:
        return Cells(self.where(CLUES))

    @property
    def flags(self) -> Cells:
        return Cells(self.where(FLAG))

    @property
    def known_mines(self) -> Cells:
        return Cells(self.where(MINE))

    @property
    def known_safe(self) -> Cells:
        return Cells(self.where(SAFE))

    @property
    def number_not_open(self) -> int:
        return sum(map(self.signs.count, HIDDEN + FLAG + MINE + SAFE))

    @property
    def is_layout(self) -> bool:
        """Whether every cell is `*`, `-` or a digit, so that the board can be played."""
        return HIDDEN not in self.signs and FLAG not in self.signs

    # -- other boards made from this one

    def with_signs(self, signs: Mapping[Cell, str] | Mapping[str, str]) -> Board:
        """Return the board with the characters of these cells replaced.

        >>> Board(("??", "1?")).with_signs({parse_cell("A1"): "*"}).rows
        ('*?', '1?')
        """
        expect(signs, Mapping, "a character for each cell, such as {'A1': '*'}")
        new = list(self.signs)
        for cell, sign in signs.items():
            if not isinstance(sign, str) or len(sign) != 1:
                raise BoardError(f"not a board character: {sign!r}; the characters are {' '.join(SIGNS)}")
            new[self.index(cell)] = sign
        return replace(self, rows=rows_of("".join(new), self.width))

    def with_flags(self, flags: Flags) -> Board:
        """Return the board with its flags read as mines (`fact`), or as hidden cells."""
        if flags not in get_args(Flags):
            raise unknown_word(flags, get_args(Flags), "a way to read flags")
        if FLAG not in self.signs:
            return self
        sign = MINE if flags == "fact" else HIDDEN
        # Not through the constructor: there may be more flags than mines. That is a contradiction for the reasoners to
        # find, not an invalid board.
        board = Board.__new__(Board)
        for name in ("mines", "title", "first", "grid"):
            object.__setattr__(board, name, getattr(self, name))
        object.__setattr__(board, "rows", tuple(row.replace(FLAG, sign) for row in self.rows))
        object.__setattr__(board, "signs", self.signs.replace(FLAG, sign))
        return board

    # -- for people: the only place where a value knows how it is drawn

    def __repr__(self) -> str:
        grid = "" if self.grid == "square" else f", grid={self.grid!r}"
        return f"Board(rows={self.rows!r}, mines={self.mines!r}, title={self.title!r}, first={self.first!r}{grid})"

    def __str__(self) -> str:
        from logicms.render.picture import board_text

        return board_text(self)

    def _repr_svg_(self) -> str:
        from logicms.render.picture import board_svg

        return board_svg(self)


def _check_title(title: str) -> None:
    """Refuse a title that would change if a board's text were written and read back."""
    expect(title, str, "a title as text")
    if not title or title != title.strip() or not title.isprintable():
        raise BoardError("a title is one printable line without blanks at either end")
    if re.search(r"(^|\s)#", title):
        raise BoardError("in a title a # may not follow a blank: it would start a comment")
