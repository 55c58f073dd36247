"""A board as a picture in plain text, with row and column names.

The picture is made of pieces with a *role* (a clue, a hidden cell, a deduced mine …); the caller may pass a `Paint`
that colours a piece by its role. Without one the text is plain.

*Marks* are what a picture points out: reasoning fills them, text and SVG draw them in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, column_name
from logicms.notation.odds import percent


@dataclass(frozen=True, slots=True)
class Marks:
    """Which cells a picture points out, and how."""

    safe: frozenset[Cell] = frozenset()
    """Hidden cells that are certainly safe."""
    mine: frozenset[Cell] = frozenset()
    """Hidden cells that are certainly mines."""
    used: frozenset[Cell] = frozenset()
    """Clues that an argument rests on: outlined."""
    shared: frozenset[Cell] = frozenset()
    """Hidden cells that the argument is about: hatched."""
    goal: Cell | None = None
    """The cell that the conclusion is about: ringed."""
    odds: Mapping[Cell, Fraction] = field(default_factory=dict)
    """The odds of a mine, drawn as a heat map."""
    best: frozenset[Cell] = frozenset()
    """The best guesses."""


NO_MARKS = Marks()

Paint = Callable[[str, str], str]
"""Colours a piece of text by its role."""

# The characters of a picture; with `--ascii`, those of the board's own text.
_PICTURE = {HIDDEN: "■", FLAG: "⚑", MINE: "✱", SAFE: "✓", "0": "·"}
_TO_PICTURE = str.maketrans(_PICTURE)
PICTURE = "".join(_PICTURE.values())
"""The characters that a picture needs without `--ascii`."""


def plain(text: str, role: str) -> str:
    """Paint nothing."""
    return text


def board_text(
    board: Board,
    marks: Marks = NO_MARKS,
    *,
    ascii: bool = False,
    paint: Paint = plain,
    columns: int | None = None,
) -> str:
    """Return the board as a picture; cells marked safe or mine show as such, odds as rounded percentages.

    `columns` is the room that there is. Names of several letters are written downwards; if the rows are still too
    wide, the blanks between cells are left out. A picture of odds is cut into blocks of columns instead.

    Of hexagons, every second row is shifted by half a cell. What the picture cannot show of its grid is said below it.

    >>> print(board_text(Board(("??1", "1F1"))))
        A B C
      1 ■ ■ 1
      2 1 ⚑ 1
    >>> print(board_text(Board(("??1", "1F1")), ascii=True))
        A B C
      1 ? ? 1
      2 1 F 1
    >>> print(board_text(Board(("?" * 28,)), ascii=True))
                                                            A A
        A B C D E F G H I J K L M N O P Q R S T U V W X Y Z A B
      1 ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ? ?
    >>> print(board_text(Board(("??1", "1F1"), grid="hex")))
        A B C
      1 ■ ■ 1
      2  1 ⚑ 1
    """
    margin = len(str(board.height)) + 2
    if marks.odds:
        return _odds_text(board, marks, ascii, paint, margin, columns)
    is_hex = board.grid == "hex"
    gap = " " if columns is None or margin + 2 * board.width + (is_hex and board.height > 1) <= columns else ""
    lines = _names(board.width, margin + (not gap), gap, paint)
    for row in range(board.height):
        if marks is NO_MARKS and paint is plain:  # the same, for a million cells
            signs = board.rows[row] if ascii else board.rows[row].translate(_TO_PICTURE)
            cells = gap + gap.join(signs)
        else:
            pieces = [_piece(board, Cell(row, col), marks, ascii) for col in range(board.width)]
            cells = "".join(f"{gap}{paint(piece, role)}" for piece, role in pieces)
        shift = " " if is_hex and gap and row % 2 else ""
        lines.append(paint(f"{row + 1:>{margin}}", "name") + shift + (cells if gap else f" {cells}"))
    return "\n".join([*lines, *(paint(note, "name") for note in _notes(board, is_shown=bool(gap)))])


def _notes(board: Board, is_shown: bool) -> list[str]:
    """Return what is said below the rows about a grid; shifted rows show theirs. `notation.pictures` reads this."""
    if board.grid == "torus":
        return ["torus: opposite edges are joined"]
    return ["hex: even rows lie half a cell further right"] if board.grid == "hex" and not is_shown else []


def _names(width: int, margin: int, gap: str, paint: Paint) -> list[str]:
    """Return the lines above the first row: the column names, read downwards."""
    names = [column_name(col) for col in range(width)]
    letters = zip(*(name.rjust(len(names[-1])) for name in names), strict=True)
    lines = ("".join(f"{gap}{letter}" for letter in line) for line in letters)
    return [" " * margin + paint(line, "name") for line in lines]


def _odds_text(board: Board, marks: Marks, ascii: bool, paint: Paint, margin: int, columns: int | None) -> str:
    """Return the picture of odds; a percentage has its sign, so that it is not mistaken for a clue."""
    pieces = {cell: _piece(board, cell, marks, ascii) for cell in board.cells}
    width = max(len(piece) for piece, _ in pieces.values())
    half = (width + 1) // 2 if board.grid == "hex" else 0
    room = board.width if columns is None else max(1, (columns - margin - half) // (width + 1))
    blocks = []
    for start in range(0, board.width, room):
        block = range(start, min(start + room, board.width))
        lines = [" " * margin + "".join(paint(f" {column_name(col) + ' ':>{width}}", "name") for col in block).rstrip()]
        for row in range(board.height):
            line = paint(f"{row + 1:>{margin}}", "name") + " " * (half * (row % 2))
            for col in block:
                piece, role = pieces[Cell(row, col)]
                # The digits of clues and percentages stand below each other.
                before, after = (width - len(piece), "") if piece.endswith("%") else (width - len(piece) - 1, " ")
                line += f" {' ' * before}{paint(piece, role)}{after if col != block[-1] else ''}"
            lines.append(line)
        blocks.append("\n".join(lines))
    return "\n".join(["\n\n".join(blocks), *(paint(note, "name") for note in _notes(board, is_shown=True))])


def _piece(board: Board, cell: Cell, marks: Marks, ascii: bool) -> tuple[str, str]:
    """Return the character for `cell` in the picture, and its role."""
    sign = board[cell]
    if cell in marks.safe:
        sign, role = SAFE, "safe"
    elif cell in marks.mine:
        sign, role = MINE, "mine"
    elif cell in marks.odds:
        return f"{percent(marks.odds[cell])}%", heat_role(marks.odds[cell])
    elif cell in marks.used:
        role = "used"
    elif cell in marks.shared:
        role = "shared"
    else:
        role = _role(sign)
    return (sign if ascii else _PICTURE.get(sign, sign)), role


def _role(sign: str) -> str:
    if sign in CLUES:
        return "zero" if sign == "0" else "clue"
    return {HIDDEN: "hidden", FLAG: "flag", MINE: "mine", SAFE: "safe"}[sign]


def heat_role(odds: Fraction) -> str:
    """Return the role of a cell in the heat map: `heat0` (below 10 %) to `heat9` (90 % and more)."""
    return f"heat{min(9, int(odds * 10))}"


def legend(marks: Marks, *, ascii: bool = False, certain: bool = True) -> str:
    """Return one line that explains the characters that these marks add to the picture.

    They show what is certain, or else one placement of the mines among others.
    """
    signs = {True: (SAFE, MINE), False: (_PICTURE[SAFE], _PICTURE[MINE])}[ascii]
    parts = []
    surely = "certainly " if certain else ""
    if marks.safe:
        parts.append(f"{signs[0]} {surely}safe")
    if marks.mine:
        parts.append(f"{signs[1]} {surely}a mine")
    if marks.odds:
        parts.append("numbers on hidden cells, with %: probability of a mine")
    return ("" if certain or not parts else "in this placement:   ") + "   ".join(parts)


def folded(text: str, columns: int | None) -> str:
    """Return a text with its lines broken between words where they are too long; None: as they are.

    What follows a number, as in a proof, stays right of it. A line with a caret below it is never broken.

    >>> print(folded("safe: A1 B1 C1 D1 E1", 12))
    safe: A1 B1
      C1 D1 E1
    >>> print(folded(" 9. A1 is safe, because of B2", 20))
     9. A1 is safe,
        because of B2
    """
    if columns is None:
        return text
    lines = text.split("\n")
    is_pointed_at = [below.strip() == "^" for below in [*lines[1:], ""]]
    return "\n".join(
        line if pointed_at or len(line) <= columns else _broken(line, columns)
        for line, pointed_at in zip(lines, is_pointed_at, strict=True)
    )


_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_LEAD = re.compile(r" *(?:\(?[0-9]+[.):]? +)?")
"""The indentation of a line, and its number if it has one."""


def _broken(line: str, columns: int) -> str:
    """Return a line broken at blanks; colours take no room, and a word that is too long stays whole."""
    lead = _LEAD.match(line)
    assert lead is not None, "it matches every line"
    numbered = lead[0].strip()
    indent = " " * (len(lead[0]) if numbered else len(lead[0]) + 2)
    lines, row, used = [], lead[0], len(lead[0])
    for gap, word in re.findall(r"( *)([^ ]+)", line[lead.end() :]):
        size = len(_COLOUR.sub("", word))
        if row.strip() not in ("", numbered) and used + len(gap) + size > columns:
            lines.append(row)
            gap, row, used = "", indent, len(indent)
        row += gap + word
        used += len(gap) + size
    return "\n".join([*lines, row])
