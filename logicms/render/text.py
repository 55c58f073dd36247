"""A board as a picture in plain text, with row and column names.

The picture is made of pieces with a *role* (a clue, a hidden cell, a deduced mine …); the caller may pass a `Paint`
that colours a piece by its role. Without one the text is plain.

*Marks* are what a picture points out: reasoning fills them, text and SVG draw them in the same way.
"""

from __future__ import annotations

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
PICTURE = "".join(_PICTURE.values())
"""The characters that a picture needs without `--ascii`."""


def plain(text: str, role: str) -> str:
    """Paint nothing."""
    return text


def board_text(board: Board, marks: Marks = NO_MARKS, *, ascii: bool = False, paint: Paint = plain) -> str:
    """Return the board as a picture; cells marked safe or mine show as such, odds as rounded percentages.

    >>> print(board_text(Board(("??1", "1F1"))))
        A B C
      1 ■ ■ 1
      2 1 ⚑ 1
    >>> print(board_text(Board(("??1", "1F1")), ascii=True))
        A B C
      1 ? ? 1
      2 1 F 1
    """
    names = [column_name(col) for col in range(board.width)]
    width = max(len(names[-1]), 3 if marks.odds else 1)
    margin = len(str(board.height)) + 2
    lines = [" " * margin + "".join(paint(f" {name:>{width}}", "name") for name in names)]
    for row in range(board.height):
        line = paint(f"{row + 1:>{margin}}", "name")
        for col in range(board.width):
            piece, role = _piece(board, Cell(row, col), marks, ascii)
            line += f" {' ' * (width - len(piece))}{paint(piece, role)}"
        lines.append(line)
    return "\n".join(lines)


def _piece(board: Board, cell: Cell, marks: Marks, ascii: bool) -> tuple[str, str]:
    """Return the character for `cell` in the picture, and its role."""
    sign = board[cell]
    if cell in marks.safe:
        sign, role = SAFE, "safe"
    elif cell in marks.mine:
        sign, role = MINE, "mine"
    elif cell in marks.odds:
        return percent(marks.odds[cell]), heat_role(marks.odds[cell])
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


def legend(marks: Marks, *, ascii: bool = False) -> str:
    """Return one line that explains the characters that these marks add to the picture."""
    signs = {True: (SAFE, MINE), False: (_PICTURE[SAFE], _PICTURE[MINE])}[ascii]
    parts = []
    if marks.safe:
        parts.append(f"{signs[0]} certainly safe")
    if marks.mine:
        parts.append(f"{signs[1]} certainly a mine")
    if marks.odds:
        parts.append("numbers on hidden cells: probability of a mine in per cent")
    return "   ".join(parts)
