"""The constraint graph as DOT, as an SVG picture and as JSON. Clues and formulas are boxes, hidden cells are discs.

Cells and clues are drawn at their positions on the board, so that the picture can be laid over it. Where there are
other names or formulas, the names are in one column and all that is said about them in another. Components differ in
colour and in number.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

from logicms.answers.show import GraphAnswer, edges, says
from logicms.board import Cell
from logicms.errors import expect
from logicms.hints import Name
from logicms.render.proof_graph import quoted
from logicms.render.svg import Svg, svg_document

if TYPE_CHECKING:
    from logicms.constraint_graph import ConstraintGraph


def answer_dot(answer: GraphAnswer) -> str:
    """Return the answer of `graph` in Graphviz's DOT language."""
    return graph_dot(answer.problem.graph)


def answer_svg(answer: GraphAnswer) -> Svg:
    """Return the answer of `graph` as a picture, with the title of its board."""
    board = answer.problem.board
    return graph_svg(answer.problem.graph, (board and board.title) or "The constraint graph")


STEP = 44
"""The distance between neighbours in a picture."""
_COLOURS = 8

# How Graphviz draws nodes: small enough for the distance between neighbours (44 points, 0.61 inches).
_ON_BOARD = 'shape=circle, fontname="sans-serif", fontsize=9, fixedsize=true, width=0.42, height=0.42'
_IN_COLUMNS = 'shape=ellipse, fontname="sans-serif", fontsize=9, height=0.42'
_LETTER = 4
"""Points of half a letter, ample: a node stands in the middle of its column."""
_WIDTH = 8
"""Points of a letter in an SVG picture."""
_LONGEST = 60
"""A formula with a longer source is cut off in its box; the whole is in its title."""

# Plain colours and no CSS variables: many programs that draw SVG do not support them.
STYLE = """
.graph { font: 600 12px system-ui, sans-serif; }
.paper, .away { fill: #ffffff; }
line, circle, .clue { stroke: #8d9096; stroke-width: 1.5; }
.clue { fill: #f4f4f2; }
text { fill: #1a1a1a; text-anchor: middle; dominant-baseline: central; }
.c0 { fill: #56b4e9; } .c1 { fill: #e69f00; } .c2 { fill: #00b083; } .c3 { fill: #f0e442; }
.c4 { fill: #cc79a7; } .c5 { fill: #8ab6d6; } .c6 { fill: #ff8c42; } .c7 { fill: #b0b0b0; }
@media (prefers-color-scheme: dark) {
  .paper, .away { fill: #16181c; } .clue { fill: #22252a; } .light { fill: #f0f0f0; }
}
""".strip()


def graph_dot(graph: ConstraintGraph) -> str:
    """Return the graph in Graphviz's DOT language; `neato -n` keeps the positions of the cells.

    >>> from logicms.board import Board
    >>> from logicms.problem import graph
    >>> print(graph_dot(graph(Board(("1?",)))))
    graph constraints {
      node [shape=circle, fontname="sans-serif", fontsize=9, fixedsize=true, width=0.42, height=0.42];
      "B1" [pos="44,0!"];
      "A1" [label="A1: 1", shape=box, width=0.54, pos="0,0!"];
      "A1" -- "B1";
    }
    """
    places = _places(graph)
    on_board = all(isinstance(node, Cell) for node in graph)
    labels = {node: _label(node, data) for node, data in graph.nodes(data=True) if data["kind"] != "cell"}
    look = _ON_BOARD if on_board else _IN_COLUMNS
    lines = ["graph constraints {", f"  node [{look}];"]
    # Words are as wide as they are long: the columns must be apart.
    gap = _LETTER * (max(map(len, labels.values()), default=0) + max((len(str(node)) for node in graph), default=0))
    for node in graph:
        x, y = places[node]
        x += gap if x and not on_board else 0
        box = f"label={quoted(labels[node])}, shape=box, {'width=0.54, ' if on_board else ''}" if node in labels else ""
        if (formula := graph.nodes[node].get("formula")) is not None:
            box += f"tooltip={quoted(says(formula))}, "
        lines.append(f'  {quoted(str(node))} [{box}pos="{x},{-y}!"];')
    lines += [f"  {quoted(str(clue))} -- {quoted(str(cell))};" for clue, cell in edges(graph)]
    return "\n".join([*lines, "}"])


def graph_svg(graph: ConstraintGraph, title: str = "The constraint graph") -> Svg:
    """Return the graph as a standalone SVG document.

    >>> from logicms.board import Board
    >>> from logicms.problem import graph
    >>> graph_svg(graph(Board(("1?",))), "<one>").count("&lt;one&gt;")
    1
    """
    from logicms.constraint_graph import ConstraintGraph

    expect(graph, ConstraintGraph, "the constraint graph of a board, made by `graph`")
    places = _places(graph)
    labels = {node: _label(node, data) for node, data in graph.nodes(data=True) if data["kind"] == "formula"}
    if any(isinstance(node, str) for node in graph):  # in columns, which long words push apart
        names = (str(node) for node, kind in graph.nodes(data="kind") if kind == "cell")
        more = max(0, _WIDTH * max(map(len, names), default=0) // 2 - STEP)
        places = {node: (x + more * (2 if x else 1), y) for node, (x, y) in places.items()}
    longest = _WIDTH * max(map(len, labels.values()), default=0)
    width = max((x for x, _ in places.values()), default=0) + longest + 2 * STEP
    height = max((y for _, y in places.values()), default=0) + 2 * STEP
    svg = ET.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width} {height}", "width": str(width),
         "height": str(height), "class": "graph", "role": "img"},
    )  # fmt: skip
    ET.SubElement(svg, "title").text = title
    ET.SubElement(svg, "style").text = STYLE
    ET.SubElement(svg, "rect", {"class": "paper", "width": "100%", "height": "100%"})
    for clue, cell in edges(graph):
        for start, end, kind in _lines(graph, places, clue, cell):
            _line(svg, start, end, kind)
    numbers = {cell: number for number, part in enumerate(graph.components) for cell in part}
    for node, data in graph.nodes(data=True):
        if data["kind"] == "clue":
            text = says(data["hint"])
            _box(svg, node, f"clue {node}: {text}", text, 26, places[node])
        elif data["kind"] == "formula":
            _box(svg, node, says(data["formula"]), labels[node], _WIDTH * len(labels[node]) + 12, places[node])
        else:
            _cell(svg, node, numbers.get(node), places[node])
    return svg_document(svg)


Place = tuple[int, int]


def _lines(
    graph: ConstraintGraph, places: dict[Name, Place], clue: Name, cell: Name
) -> Iterator[tuple[Place, Place, dict[str, str]]]:
    """Yield the line from a clue to a cell; where edges are joined, the two ends of it, which leave the board."""
    (x1, y1), (x2, y2) = places[clue], places[cell]
    dx, dy = x2 - x1, y2 - y1
    if graph.graph.get("grid") == "torus":
        dx, dy = (_shorter(step, size * STEP) for step, size in zip((dx, dy), graph.graph["size"], strict=True))
    if (dx, dy) == (x2 - x1, y2 - y1):
        yield (x1, y1), (x2, y2), {}
    else:
        yield (x1, y1), (x1 + dx // 2, y1 + dy // 2), {"stroke-dasharray": "4 3"}
        yield (x2, y2), (x2 - dx // 2, y2 - dy // 2), {"stroke-dasharray": "4 3"}


def _shorter(step: int, whole: int) -> int:
    """Return the shorter of the two ways around."""
    return min(step, step + whole, step - whole, key=abs)


def _line(svg: ET.Element, start: Place, end: Place, kind: dict[str, str]) -> None:
    (x1, y1), (x2, y2) = start, end
    ends = {"x1": x1 + STEP, "y1": y1 + STEP, "x2": x2 + STEP, "y2": y2 + STEP}
    ET.SubElement(svg, "line", {**{name: str(value) for name, value in ends.items()}, **kind})


def _label(node: Name, data: dict[str, Any]) -> str:
    """Return the text of a box: a clue and its number, or what a formula is cited by."""
    if data["kind"] == "clue":
        return f"{node}: {says(data['hint'])}"
    source = " ".join(data["formula"].source.split())
    return source if len(source) <= _LONGEST else f"{source[: _LONGEST - 1]}…"


def _box(svg: ET.Element, node: Name, title: str, text: str, width: int, place: tuple[int, int]) -> None:
    """Draw the box of a clue or a formula, whose left side is in line with the others'."""
    x, y = place[0] + STEP, place[1] + STEP
    group = ET.SubElement(svg, "g", {"id": f"clue-{node}"})
    ET.SubElement(group, "title").text = title
    box = {"x": str(x - 13), "y": str(y - 13), "width": str(width), "height": "26", "rx": "3"}
    ET.SubElement(group, "rect", {"class": "clue", **box})
    middle = x - 13 + width // 2
    ET.SubElement(group, "text", {"class": "light", "x": str(middle), "y": str(y)}).text = text


def _cell(svg: ET.Element, node: Name, component: int | None, place: tuple[int, int]) -> None:
    x, y = place[0] + STEP, place[1] + STEP
    group = ET.SubElement(svg, "g", {"id": str(node)})
    part = "touches no clue" if component is None else f"component {component + 1}"
    ET.SubElement(group, "title").text = f"{node}: {part}"
    kind = "away" if component is None else f"c{component % _COLOURS}"
    ET.SubElement(group, "circle", {"class": kind, "cx": str(x), "cy": str(y), "r": "15"})
    text = ET.SubElement(group, "text", {"x": str(x), "y": str(y)} | ({"class": "light"} if kind == "away" else {}))
    text.text = str(node)


def _places(graph: ConstraintGraph) -> dict[Name, tuple[int, int]]:
    """Return the position of each node: cells as on the board, anything else in two columns."""
    if all(isinstance(node, Cell) for node in graph):
        shift = STEP // 2 if graph.graph.get("grid") == "hex" else 0
        return {node: (node.col * STEP + node.row % 2 * shift, node.row * STEP) for node in graph}
    places, rows = {}, [0, 0]
    for node, kind in graph.nodes(data="kind"):
        column = kind != "cell"
        places[node] = (4 * STEP * column, rows[column] * STEP)
        rows[column] += 1
    return places
