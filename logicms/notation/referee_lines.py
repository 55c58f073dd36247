"""The lines between `logicms grade` and a program: what the referee writes, and what a program answers.

docs/reference/notation/programs.md specifies them. A program is told of a game and of every cell that is opened,
and answers each turn with what it knows (`safe`, `mine`) and one move. Nothing a program writes is trusted: a line that
is not one of these is an error with a message, and cells off the board do not get past this module.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast, get_args

from logicms.board import CELL_NAME, Cell, parse_cell
from logicms.errors import BoardError, counted

Move = Literal["open", "stop", "place", "none", "error", "unreadable"]
"""What ends a turn: `place` and `none` are for puzzles, the last two say that the program cannot go on."""
Claim = Literal["safe", "mine"]
"""What a program says that it knows."""

MOST_CHARACTERS = 65_536
"""The longest line that is read: all cells of the largest board that is graded."""
_TAKES_TEXT = ("error", "unreadable")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an answer: its word, the cells after it, or the text of an error."""

    word: Claim | Move
    cells: tuple[Cell, ...] = ()
    text: str = ""

    @property
    def is_move(self) -> bool:
        return self.word in get_args(Move)


def parse_line(text: str, width: int, height: int) -> Line | None:
    """Return what a line of an answer says about a board of this size; None for a comment or a blank line.

    >>> parse_line("safe A1 b2", 3, 3)
    Line(word='safe', cells=(Cell(row=0, col=0), Cell(row=1, col=1)), text='')
    >>> parse_line("open D1", 3, 3)
    Traceback (most recent call last):
    logicms.errors.BoardError: D1 is not on a board of 3x3
    """
    if len(text) > MOST_CHARACTERS:
        raise BoardError(f"a line of more than {MOST_CHARACTERS:,} characters")
    word, _, rest = text.strip().partition(" ")
    if not word or word.startswith("#"):
        return None
    if word in _TAKES_TEXT:
        return Line(cast(Move, word), text=_CONTROL.sub(" ", rest).strip()[:500])
    if word not in (*get_args(Claim), *get_args(Move)):
        raise BoardError(f"not a line of an answer: {printable(text)!r}")
    cells = tuple([_cell(name, width, height) for name in rest.split()])
    if word == "open" and len(cells) != 1:
        raise BoardError(f"open takes one cell, not {counted(len(cells), 'cell')}")
    if word in ("stop", "none") and cells:
        raise BoardError(f"{word} takes no cell")
    return Line(cast(Move, word), cells)


def printable(text: str, most: int = 60) -> str:
    """Return the beginning of a text from outside on one line, without what could steer a terminal."""
    return _CONTROL.sub(" ", text).strip()[:most]


def _cell(name: str, width: int, height: int) -> Cell:
    if not CELL_NAME.fullmatch(name.upper()) or not name.isascii():
        raise BoardError(f"not a cell: {printable(name, 20)!r}; a cell is a column and a row, such as B3")
    cell = parse_cell(name)
    if cell.row >= height or cell.col >= width:
        raise BoardError(f"{cell} is not on a board of {width}x{height}")
    return cell


# -- what the referee writes


def format_game(number: int, width: int, height: int, mines: int | None) -> str:
    """Return the line that begins a game.

    >>> format_game(1, 8, 8, None), format_game(2, 9, 9, 10)
    ('game 1 8 8 ?', 'game 2 9 9 10')
    """
    return f"game {number} {width} {height} {'?' if mines is None else mines}"


def format_open(cell: Cell, clue: str) -> str:
    """Return the line that tells what an open cell shows."""
    return f"open {cell} {clue}"


TURN = "turn"
"""The line after which the program answers."""


def format_over(outcome: str, mines: Iterable[Cell]) -> str:
    """Return the line that ends a game, with its mines.

    >>> format_over("lost", [Cell(0, 1), Cell(2, 0)])
    'over lost B1 A3'
    """
    return " ".join(["over", outcome, *map(str, mines)])
