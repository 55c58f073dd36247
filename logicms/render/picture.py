"""A board as a picture: in plain text, with row and column names, and as SVG.

*Marks* are what a picture points out: reasoning fills them, text and SVG draw them in the same way. A picture in text
is made of pieces with a *role* (a clue, a hidden cell, a deduced mine …); the caller may pass a `Paint` that colours a
piece by its role.

SVG is built as an ElementTree, so that nothing needs escaping by hand; it is loaded for the first picture. Colours are
Okabe and Ito's, which colour-blind people can tell apart, and no meaning depends on colour alone: every mark also has a
symbol. The style follows the reader's light or dark mode. The board as text is in `<desc>`. Hexagons stand on a corner,
so that the columns are as far from each other as those of squares. The edges of a torus are dashed: the board goes on
behind them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, Grid, column_name
from logicms.errors import expect
from logicms.notation.texts import percent

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET


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
        role = _ROLES.get(sign, "clue")
    return (sign if ascii else _PICTURE.get(sign, sign)), role


_ROLES = {HIDDEN: "hidden", FLAG: "flag", MINE: "mine", SAFE: "safe", "0": "zero"}


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


# -- as SVG

SIZE = 32
"""The side of a cell."""
_MARGIN = 26

_RADIUS = SIZE / sqrt(3)
"""From the middle of a hexagon to a corner, if it is as wide as a square."""

_SAFE_COLOUR, _MINE_COLOUR = (0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)

_SIGNS = {FLAG: "⚑", MINE: "✱", SAFE: "✓", "0": ""}


@cache
def stylesheet(name: str) -> str:
    """Return a style, for pictures or pages, from its file in `styles/`.

    Pictures have plain colours and no CSS variables: many programs that draw SVG do not support them and would paint
    everything black.
    """
    from importlib.resources import files  # slow to load, and a picture in text needs none

    return (files("logicms.render") / "styles" / f"{name}.css").read_text(encoding="utf-8").rstrip("\n")


class Svg(str):
    """An SVG document as text; a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg_document(svg: ET.Element) -> Svg:
    """Return an element as a standalone document."""
    from xml.etree.ElementTree import tostring

    return Svg(tostring(svg, encoding="unicode"))


PAPER = {"class": "paper", "width": "100%", "height": "100%"}
"""The rectangle behind a picture."""


def drawing(kind: str, width: float, height: float, title: str, style: str, about: str | None = None) -> ET.Element:
    """Return an SVG picture in which nothing is drawn yet; `kind` is its class."""
    from xml.etree.ElementTree import Element

    size = {"viewBox": f"0 0 {_number(width)} {_number(height)}", "width": _number(width), "height": _number(height)}
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "class": kind, "role": "img"})
    for tag, text in (("title", title), ("desc", about), ("style", style)):
        if text is not None:
            draw(svg, tag, {}, text)
    return svg


def draw(parent: ET.Element, tag: str, attributes: Mapping[str, str | float], text: str | None = None) -> ET.Element:
    """Return a new element in a picture, at the end of its parent."""
    element = parent.makeelement(tag, {name: _number(value) for name, value in attributes.items()})
    element.text = text
    parent.append(element)
    return element


def _number(value: str | float) -> str:
    """Return the value of an attribute, numbers as short as possible."""
    return f"{value:g}" if isinstance(value, float) else str(value)


def board_svg(board: Board, marks: Marks = NO_MARKS) -> Svg:
    """Return the board as a standalone SVG document.

    >>> svg = board_svg(Board(("?1", "11"), title="a corner"))
    >>> svg.startswith("<svg"), "<title>a corner</title>" in svg
    (True, True)
    """
    expect(board, Board, "a board")
    expect(marks, Marks, "marks")
    return svg_document(board_element(board, marks))


_HATCH = {
    "id": "hatch", "width": "8", "height": "8", "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)",
}  # fmt: skip


def board_element(board: Board, marks: Marks = NO_MARKS) -> ET.Element:
    """Return the picture as an element, to be put in a page."""
    right, bottom = _ends(board)
    cells = {"square": "cells", "hex": "hexagons", "torus": "cells whose opposite edges are joined"}[board.grid]
    title = board.title or f"A board of {board.width}x{board.height} {cells}"
    style = stylesheet("board") + (f"\n{stylesheet('torus')}" if board.grid == "torus" else "")
    svg = drawing("board", right + 4, bottom + 4, title, style, "\n" + board_text(board, marks, ascii=True))
    pattern = draw(draw(svg, "defs", {}), "pattern", _HATCH)
    draw(pattern, "line", {"class": "hatch-line", "x1": 0, "y1": 0, "x2": 0, "y2": 8})
    draw(svg, "rect", PAPER)
    for col in range(board.width):
        draw_text(svg, _MARGIN + (col + 0.5) * SIZE, _MARGIN / 2, column_name(col), "name")
    for row in range(board.height):
        draw_text(svg, _MARGIN / 2, middle(Cell(row, 0), board.grid)[1], str(row + 1), "name")
    for cell in board.cells:
        _cell(svg, cell, board, marks)
    if board.grid == "torus":
        size = {"width": right - _MARGIN + 4, "height": bottom - _MARGIN + 4}
        draw(svg, "rect", {"class": "joined", "x": _MARGIN - 2, "y": _MARGIN - 2, **size})
    for cell in board.cells:  # rings last, so that no neighbour covers them
        _rings(svg, cell, board.grid, marks)
    return svg


def _ends(board: Board) -> tuple[float, float]:
    """Return where the cells end, on the right and at the bottom."""
    x = max(middle(Cell(row, board.width - 1), board.grid)[0] for row in range(min(2, board.height)))
    y = middle(Cell(board.height - 1, 0), board.grid)[1]
    return x + SIZE / 2, y + (_RADIUS if board.grid == "hex" else SIZE / 2)


def middle(cell: Cell, grid: Grid) -> tuple[float, float]:
    """Return where the middle of a cell is."""
    if grid == "hex":
        return _MARGIN + (cell.col + 0.5 + cell.row % 2 / 2) * SIZE, _MARGIN + (cell.row * 1.5 + 1) * _RADIUS
    return _MARGIN + (cell.col + 0.5) * SIZE, _MARGIN + (cell.row + 0.5) * SIZE


def _cell(svg: ET.Element, cell: Cell, board: Board, marks: Marks) -> None:
    group = draw(svg, "g", {"id": str(cell)})
    kind, text, text_class = _look(cell, board[cell], marks)
    shape, box = _outline(cell, board.grid)
    draw(group, shape, {"class": f"cell {kind}".strip(), **box, **_heat(cell, kind, marks)})
    if cell in marks.shared:
        draw(group, shape, {"class": "hatch", **box})
    if text:
        x, y = middle(cell, board.grid)
        draw_text(group, x, y + 1, text, text_class)


def _look(cell: Cell, sign: str, marks: Marks) -> tuple[str, str, str]:
    """Return the cell's class, the text on it and that text's class."""
    if cell in marks.safe or sign == SAFE:
        return "safe", _SIGNS[SAFE], "on-mark"
    if cell in marks.mine or sign == MINE:
        return "mine", _SIGNS[MINE], "on-mark"
    if cell in marks.odds:
        return "heat", percent(marks.odds[cell]), "odds"
    if sign in CLUES:
        return "open", _SIGNS.get(sign, sign), "clue"
    return "", _SIGNS.get(sign, ""), "flag"


def _heat(cell: Cell, kind: str, marks: Marks) -> dict[str, str]:
    """Return the colour of a cell in the heat map, between that of a safe cell and that of a mine."""
    odds: Fraction | None = marks.odds.get(cell)
    if kind != "heat" or odds is None:
        return {}
    mixed = (round(safe + (mine - safe) * odds) for safe, mine in zip(_SAFE_COLOUR, _MINE_COLOUR, strict=True))
    return {"style": "fill: #{:02x}{:02x}{:02x}".format(*mixed)}


def _rings(svg: ET.Element, cell: Cell, grid: Grid, marks: Marks) -> None:
    kinds = (("", cell in marks.used), ("goal", cell == marks.goal), ("best", cell in marks.best))
    shape, box = _outline(cell, grid, inset=2)
    corners = {"rx": "3"} if shape == "rect" else {"stroke-linejoin": "round"}
    for kind, wanted in kinds:
        if wanted:
            draw(svg, shape, {"class": f"ring {kind}".strip(), **corners, **box})


def _outline(cell: Cell, grid: Grid, inset: float = 0) -> tuple[str, dict[str, str | float]]:
    """Return the element that a cell is drawn with and where, as far inside its edges as `inset` says."""
    x, y = middle(cell, grid)
    half = SIZE / 2 - inset
    if grid == "hex":
        radius = half * 2 / sqrt(3)
        at = ((0, -radius), (half, -radius / 2), (half, radius / 2))
        around = (*at, *((-dx, -dy) for dx, dy in at))
        return "polygon", {"points": " ".join(f"{round(x + dx, 2):g},{round(y + dy, 2):g}" for dx, dy in around)}
    return "rect", {"x": x - half, "y": y - half, "width": 2 * half, "height": 2 * half}


def draw_text(parent: ET.Element, x: float, y: float, text: str, kind: str) -> None:
    """Write a text into a picture; x and y are its middle."""
    draw(parent, "text", {"class": kind, "x": round(x, 2), "y": round(y, 2)}, text)
