"""Two graphs, in DOT for Graphviz and drawn as SVG: the constraint graph of a problem, and a proof.

In the *constraint graph*, clues and formulas are boxes and hidden cells are discs. Cells and clues are drawn at their
positions on the board, so that the picture can be laid over it. Where there are other names or formulas, the names are
in one column and all that is said about them in another. Components differ in colour and in number.

A *proof* has a node per step and an edge from each of its parents. In DOT an edge is labelled with the *pivot*, the
name that a step is resolved on; a sum of hints has edges from its hints, labelled with + or -. In SVG premises are at
the top, each step is below its parents, and the goal is at the bottom: a step's *level* is one more than that of its
deeper parent, and within a level steps are in the order of their parents, so that few lines cross.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from logicms.answers.show import GraphAnswer, edges, says
from logicms.board import Cell
from logicms.errors import expect
from logicms.hints import Name
from logicms.proofs.proof import Proof, Step
from logicms.render.phrases import printable, rule_text
from logicms.render.picture import PAPER, Svg, draw, drawing, stylesheet, svg_document
from logicms.render.proof import clause_text, equation_text, goal_text, meanings, reasons

if TYPE_CHECKING:
    from xml.etree import ElementTree as ET

    from logicms.constraint_graph import ConstraintGraph


def quoted(text: str) -> str:
    """Return the text as a DOT string: a backslash would start an escape, a quotation mark would end the string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# -- the constraint graph


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
    svg = drawing("graph", width, height, title, stylesheet("graph"))
    draw(svg, "rect", PAPER)
    for clue, cell in edges(graph):
        for (x1, y1), (x2, y2), kind in _lines(graph, places, clue, cell):
            draw(svg, "line", {"x1": x1 + STEP, "y1": y1 + STEP, "x2": x2 + STEP, "y2": y2 + STEP, **kind})
    numbers = {cell: number for number, part in enumerate(graph.components) for cell in part}
    for node, data in graph.nodes(data=True):
        if data["kind"] == "clue":
            text = says(data["hint"])
            _box(svg, node, f"clue {rule_text(str(node))}: {text}", text, 26, places[node])
        elif data["kind"] == "formula":
            _box(svg, node, says(data["formula"]), labels[node], _WIDTH * len(labels[node]) + 12, places[node])
        else:
            _cell(svg, node, numbers.get(node), places[node])
    return svg_document(svg)


Point = tuple[int, int]


def _lines(
    graph: ConstraintGraph, places: dict[Name, Point], clue: Name, cell: Name
) -> Iterator[tuple[Point, Point, dict[str, str]]]:
    """Yield the line from a clue to a cell; where edges are joined, the two ends of it, which leave the board."""
    (x1, y1), (x2, y2) = places[clue], places[cell]
    dx, dy = x2 - x1, y2 - y1
    if graph.graph.get("grid") == "torus":
        sizes = (size * STEP for size in graph.graph["size"])  # the shorter of the two ways around
        dx, dy = (min(d, d + size, d - size, key=abs) for d, size in zip((dx, dy), sizes, strict=True))
    if (dx, dy) == (x2 - x1, y2 - y1):
        yield (x1, y1), (x2, y2), {}
    else:
        yield (x1, y1), (x1 + dx // 2, y1 + dy // 2), {"stroke-dasharray": "4 3"}
        yield (x2, y2), (x2 - dx // 2, y2 - dy // 2), {"stroke-dasharray": "4 3"}


def _label(node: Name, data: dict[str, Any]) -> str:
    """Return the text of a box: a clue and its number, or what a formula is cited by."""
    if data["kind"] == "clue":
        return f"{rule_text(str(node))}: {says(data['hint'])}"
    source = rule_text(" ".join(data["formula"].source.split()))
    return source if len(source) <= _LONGEST else f"{source[: _LONGEST - 1]}…"


def _box(svg: ET.Element, node: Name, title: str, text: str, width: int, place: Point) -> None:
    """Draw the box of a clue or a formula, whose left side is in line with the others'."""
    x, y = place[0] + STEP, place[1] + STEP
    group = draw(svg, "g", {"id": f"clue-{node}"})
    draw(group, "title", {}, title)
    draw(group, "rect", {"class": "clue", "x": x - 13, "y": y - 13, "width": width, "height": 26, "rx": 3})
    draw(group, "text", {"class": "light", "x": x - 13 + width // 2, "y": y}, text)


def _cell(svg: ET.Element, node: Name, component: int | None, place: Point) -> None:
    x, y = place[0] + STEP, place[1] + STEP
    group = draw(svg, "g", {"id": str(node)})
    draw(group, "title", {}, f"{node}: {'touches no clue' if component is None else f'component {component + 1}'}")
    kind = "away" if component is None else f"c{component % _COLOURS}"
    draw(group, "circle", {"class": kind, "cx": x, "cy": y, "r": 15})
    draw(group, "text", {"x": x, "y": y} | ({"class": "light"} if kind == "away" else {}), str(node))


def _places(graph: ConstraintGraph) -> dict[Name, Point]:
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


# -- a proof

# Okabe and Ito's palette, which colour-blind people can tell apart: blue for premises, orange for assumptions.
_FILLS = {"assume": "#ffd9b3", "resolve": "#ffffff", "sum": "#ffffff"}
_GIVEN = "#cce5f6"


def proof_dot(proof: Proof) -> str:
    r"""Return the proof graph as DOT.

    >>> from logicms.hints import exactly
    >>> from logicms.proofs.proof import Equation, Sum, clause
    >>> step = Step(clause("A1"), "sum", sum=Sum(("A2",), (), (), Equation((("A1", 1),), 1, 1)))
    >>> print(proof_dot(Proof((step,), (clause("A1"),), "counting", hints={"A2": exactly(1, ["A1"], "A2")})), end="")
    digraph proof {
      graph [label="to show: A1", labelloc=t, rankdir=TB];
      node [shape=box, style="rounded,filled", fontname="sans-serif"];
      edge [fontname="sans-serif"];
      h1 [label="A2: 1 among A1", fillcolor="#cce5f6"];
      s1 [label="1  A1\nA1 = 1", fillcolor="#ffffff", penwidth=2];
      h1 -> s1 [label="+"];
    }
    """
    title = "\n".join([f"to show: {goal_text(proof)}", *meanings(proof)])
    lines = [
        f"graph [label={quoted(title)}, labelloc=t, rankdir=TB];",
        'node [shape=box, style="rounded,filled", fontname="sans-serif"];',
        'edge [fontname="sans-serif"];',
    ]
    summed = {source for given in proof.sums for source in (*given.add, *given.subtract)}
    hints = {source: f"h{number}" for number, source in enumerate(proof.hints, 1) if source in summed}
    for source, node in hints.items():
        lines.append(f'{node} [label={quoted(printable(str(proof.hints[source])))}, fillcolor="{_GIVEN}"];')
    for number, (step, reason) in enumerate(zip(proof.steps, reasons(proof), strict=True), 1):
        # The edges of a resolvent say where it comes from.
        below = equation_text(step.sum.equation) if step.sum is not None else "" if step.by == "resolve" else reason
        label = "\n".join(filter(None, [f"{number}  {clause_text(step.clause)}", below]))
        last = ", penwidth=2" if number == len(proof.steps) else ""
        lines.append(f's{number} [label={quoted(label)}, fillcolor="{_FILLS.get(step.by, _GIVEN)}"{last}];')
        lines += [f"{parent} -> s{number} [label={quoted(sign)}];" for parent, sign in _edges(step, hints)]
    return "digraph proof {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def _edges(step: Step, hints: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the nodes that a step rests on, each with the label of its edge: the pivot, or a hint's + or -."""
    for parent in step.parents or ():
        yield f"s{parent}", step.on or ""
    if step.sum is not None:
        for sign, sources in (("+", step.sum.add), ("-", step.sum.subtract)):
            yield from ((hints[source], sign) for source in sources if source in hints)


_KINDS = {"resolve": "", "assume": "assume"}
"""The class of a step's box; any other is given."""
_HEIGHT, _GAP, _DOWN, _BOX_LETTER = 40, 16, 36, 7.2


@dataclass(slots=True)
class _Box:
    """Where a step is drawn: its middle, its top, its width."""

    level: int
    lines: tuple[str, str]
    x: float = 0.0

    @property
    def width(self) -> float:
        return max(len(self.lines[0]) * _BOX_LETTER, len(self.lines[1]) * _BOX_LETTER * 0.8) + 16

    @property
    def top(self) -> float:
        return 8 + self.level * (_HEIGHT + _DOWN)


def proof_svg(proof: Proof) -> Svg:
    """Return the proof graph as a standalone SVG document.

    >>> from logicms.proofs.proof import clause
    >>> proof_svg(Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct"))[:4]
    '<svg'
    """
    expect(proof, Proof, "a proof")
    return svg_document(proof_element(proof))


def proof_element(proof: Proof) -> ET.Element:
    """Return the picture as an element, to be put in a page."""
    boxes = _placed(proof)
    width = max((box.x + box.width / 2 for box in boxes), default=0) + 8
    height = max((box.top for box in boxes), default=0) + _HEIGHT + 8
    svg = drawing("proof", width, height, "The proof as a graph", stylesheet("proof"))
    draw(svg, "rect", PAPER)
    for step, box in zip(proof.steps, boxes, strict=True):
        for parent in step.parents or ():
            above = boxes[parent - 1]
            draw(svg, "line", {"x1": above.x, "y1": above.top + _HEIGHT, "x2": box.x, "y2": box.top})
    for number, (step, box) in enumerate(zip(proof.steps, boxes, strict=True), 1):
        kind = f"node {_KINDS.get(step.by, 'given')} {'goal' if number == len(boxes) else ''}".strip()
        place = {"x": box.x - box.width / 2, "y": box.top, "width": box.width, "height": _HEIGHT, "rx": 5}
        draw(svg, "rect", {"class": kind, **place})
        draw(svg, "text", {"x": box.x, "y": box.top + 14}, box.lines[0])
        draw(svg, "text", {"class": "why", "x": box.x, "y": box.top + 29}, box.lines[1])
    return svg


def _placed(proof: Proof) -> list[_Box]:
    """Return a box for each step, level by level from left to right."""
    boxes: list[_Box] = []
    for number, (step, reason) in enumerate(zip(proof.steps, reasons(proof), strict=True), 1):
        level = 1 + max((boxes[parent - 1].level for parent in step.parents or ()), default=-1)
        why = f"on {step.on}" if step.on else reason
        boxes.append(_Box(level, (f"{number}: {clause_text(step.clause)}", why[:60])))
    levels: dict[int, list[int]] = {}
    for index, box in enumerate(boxes):
        levels.setdefault(box.level, []).append(index)
    for level in sorted(levels):
        parents = {i: [boxes[parent - 1].x for parent in proof.steps[i].parents or ()] for i in levels[level]}
        left = 8.0
        for index in sorted(levels[level], key=lambda i: (sum(parents[i]) / len(parents[i]) if parents[i] else i, i)):
            wanted = sum(parents[index]) / len(parents[index]) if parents[index] else 0.0
            boxes[index].x = max(left + boxes[index].width / 2, wanted)
            left = boxes[index].x + boxes[index].width / 2 + _GAP
    return boxes
