"""A board as an SVG picture: built as an ElementTree, so that nothing needs escaping by hand.

Colours are Okabe and Ito's, which colour-blind people can tell apart, and no meaning depends on colour alone: every
mark also has a symbol. The style follows the reader's light or dark mode. The board as text is in `<desc>`.

Hexagons stand on a corner, so that the columns are as far from each other as those of squares. The edges of a torus are
dashed: the board goes on behind them.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from xml.etree import ElementTree as ET

from logicms.board import CLUES, FLAG, MINE, SAFE, Board, Cell, Grid, column_name
from logicms.deduction import Deduction, Odds
from logicms.errors import expect
from logicms.notation.odds import percent
from logicms.render.text import NO_MARKS, Marks, board_text

SIZE = 32
"""The side of a cell."""
_MARGIN = 26

# Plain colours and no CSS variables: many programs that draw SVG do not support them and would paint everything black.
STYLE = """
.board { font: 600 15px system-ui, sans-serif; }
.paper { fill: #ffffff; }
.cell { fill: #c9ccd1; stroke: #8d9096; stroke-width: 1; }
.cell.open { fill: #f4f4f2; }
.cell.safe { fill: #0072b2; }
.cell.mine { fill: #d55e00; }
text { fill: #1a1a1a; text-anchor: middle; dominant-baseline: central; }
text.name { fill: #6b6f76; font-weight: 400; font-size: 12px; }
text.zero { fill: #6b6f76; font-weight: 400; }
text.on-mark { fill: #ffffff; }
text.odds { font-size: 12px; fill: #ffffff; }
.hatch { fill: url(#hatch); }
.hatch-line { stroke: #e69f00; stroke-width: 3; }
.ring { fill: none; stroke: #e69f00; stroke-width: 3.5; }
.ring.goal { stroke: #1a1a1a; stroke-dasharray: 5 3; stroke-width: 2.5; }
.ring.best { stroke: #1a1a1a; stroke-width: 2.5; }
@media (prefers-color-scheme: dark) {
.paper { fill: #16181c; }
.cell { fill: #4a4f57; stroke: #6b7079; }
.cell.open { fill: #22252a; }
text { fill: #f0f0f0; }
text.name, text.zero { fill: #a2a7af; }
.hatch-line, .ring { stroke: #f0c000; }
.ring.goal, .ring.best { stroke: #f0f0f0; }
}
""".strip()

_JOINED = """
.joined { fill: none; stroke: #6b6f76; stroke-width: 2; stroke-dasharray: 7 5; }
@media (prefers-color-scheme: dark) {
.joined { stroke: #a2a7af; }
}
""".rstrip()
"""The style of edges that are joined."""

_RADIUS = SIZE / sqrt(3)
"""From the middle of a hexagon to a corner, if it is as wide as a square."""

_SAFE_COLOUR, _MINE_COLOUR = (0x00, 0x72, 0xB2), (0xD5, 0x5E, 0x00)

_SIGNS = {FLAG: "⚑", MINE: "✱", SAFE: "✓", "0": ""}


class Svg(str):
    """An SVG document as text; a notebook shows it as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def svg_document(svg: ET.Element) -> Svg:
    """Return an element as a standalone document."""
    return Svg(ET.tostring(svg, encoding="unicode"))


def board_svg(board: Board, marks: Marks = NO_MARKS) -> Svg:
    """Return the board as a standalone SVG document.

    >>> svg = board_svg(Board(("?1", "11"), title="a corner"))
    >>> svg.startswith("<svg"), "<title>a corner</title>" in svg
    (True, True)
    """
    expect(board, Board, "a board")
    expect(marks, Marks, "marks")
    return svg_document(board_element(board, marks))


def board_element(board: Board, marks: Marks = NO_MARKS) -> ET.Element:
    """Return the picture as an element, to be put in a page."""
    right, bottom = _ends(board)
    width, height = right + 4, bottom + 4
    svg = ET.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}", "width": f"{width:g}",
         "height": f"{height:g}", "class": "board", "role": "img"},
    )  # fmt: skip
    cells = {"square": "cells", "hex": "hexagons", "torus": "cells whose opposite edges are joined"}[board.grid]
    ET.SubElement(svg, "title").text = board.title or f"A board of {board.width}x{board.height} {cells}"
    ET.SubElement(svg, "desc").text = "\n" + board_text(board, marks, ascii=True)
    ET.SubElement(svg, "style").text = STYLE if board.grid != "torus" else STYLE + _JOINED
    _hatch_pattern(svg)
    ET.SubElement(svg, "rect", {"class": "paper", "width": "100%", "height": "100%"})
    for col in range(board.width):
        _text(svg, _MARGIN + (col + 0.5) * SIZE, _MARGIN / 2, column_name(col), "name")
    for row in range(board.height):
        _text(svg, _MARGIN / 2, middle(Cell(row, 0), board.grid)[1], str(row + 1), "name")
    for cell in board.cells:
        _cell(svg, cell, board, marks)
    if board.grid == "torus":
        size = {"width": f"{right - _MARGIN + 4:g}", "height": f"{bottom - _MARGIN + 4:g}"}
        ET.SubElement(svg, "rect", {"class": "joined", "x": f"{_MARGIN - 2}", "y": f"{_MARGIN - 2}", **size})
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


def _hatch_pattern(svg: ET.Element) -> None:
    pattern = ET.SubElement(
        ET.SubElement(svg, "defs"),
        "pattern",
        {"id": "hatch", "width": "8", "height": "8", "patternUnits": "userSpaceOnUse",
         "patternTransform": "rotate(45)"},
    )  # fmt: skip
    ET.SubElement(pattern, "line", {"class": "hatch-line", "x1": "0", "y1": "0", "x2": "0", "y2": "8"})


def _cell(svg: ET.Element, cell: Cell, board: Board, marks: Marks) -> None:
    group = ET.SubElement(svg, "g", {"id": str(cell)})
    kind, text, text_class = _look(cell, board[cell], marks)
    shape, box = _outline(cell, board.grid)
    ET.SubElement(group, shape, {"class": f"cell {kind}".strip(), **box, **_heat(cell, kind, marks)})
    if cell in marks.shared:
        ET.SubElement(group, shape, {"class": "hatch", **box})
    if text:
        x, y = middle(cell, board.grid)
        _text(group, x, y + 1, text, text_class)


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
            ET.SubElement(svg, shape, {"class": f"ring {kind}".strip(), **corners, **box})


def _outline(cell: Cell, grid: Grid, inset: float = 0) -> tuple[str, dict[str, str]]:
    """Return the element that a cell is drawn with and where, as far inside its edges as `inset` says."""
    x, y = middle(cell, grid)
    half = SIZE / 2 - inset
    if grid == "hex":
        radius = half * 2 / sqrt(3)
        at = ((0, -radius), (half, -radius / 2), (half, radius / 2))
        around = (*at, *((-dx, -dy) for dx, dy in at))
        return "polygon", {"points": " ".join(f"{round(x + dx, 2):g},{round(y + dy, 2):g}" for dx, dy in around)}
    side = f"{2 * half:g}"
    return "rect", {"x": f"{x - half:g}", "y": f"{y - half:g}", "width": side, "height": side}


def _text(parent: ET.Element, x: float, y: float, text: str, kind: str) -> None:
    ET.SubElement(parent, "text", {"class": kind, "x": f"{round(x, 2):g}", "y": f"{round(y, 2):g}"}).text = text


def deduction_svg(deduction: Deduction) -> str | None:
    """Return the board of a deduction with its certain cells marked; None if there is no board."""
    if deduction.problem.written is None:
        return None
    return board_svg(deduction.problem.written, Marks(safe=frozenset(deduction.safe), mine=frozenset(deduction.mine)))


def odds_svg(odds: Odds) -> str | None:
    """Return the board of odds as a heat map; None if there is no board."""
    if odds.problem.written is None:
        return None
    return board_svg(odds.problem.written, Marks(odds=dict(odds.mine)))
