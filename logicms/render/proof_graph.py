"""A proof as a graph, in DOT for Graphviz and drawn in SVG: a node per step, an edge from each of its parents.

In DOT an edge is labelled with the *pivot*, the name that a step is resolved on. A sum of hints has edges from its
hints, labelled with + or -. In SVG premises are at the top, each step is below its parents, and the goal is at the
bottom: a step's *level* is one more than that of its deeper parent, and within a level steps are in the order of their
parents, so that few lines cross. The picture is built as an ElementTree, like every picture here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from logicms.errors import expect
from logicms.proofs.proof import Proof, Step
from logicms.render.phrases import printable
from logicms.render.proof import clause_text, equation_text, goal_text, meanings, reasons
from logicms.render.svg import Svg, svg_document

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
        label = f"{number}  {clause_text(step.clause)}{_below(step, reason)}"
        last = ", penwidth=2" if number == len(proof.steps) else ""
        lines.append(f's{number} [label={quoted(label)}, fillcolor="{_FILLS.get(step.by, _GIVEN)}"{last}];')
        lines += [f"{parent} -> s{number} [label={quoted(sign)}];" for parent, sign in _edges(step, hints)]
    return "digraph proof {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def _below(step: Step, reason: str) -> str:
    """Return the second line of a node: nothing for a resolvent, whose edges say where it comes from."""
    if step.sum is not None:
        return f"\n{equation_text(step.sum.equation)}"
    return "" if step.parents is not None else f"\n{reason}"


def _edges(step: Step, hints: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the nodes that a step rests on, each with the label of its edge: the pivot, or a hint's + or -."""
    for parent in step.parents or ():
        yield f"s{parent}", step.on or ""
    if step.sum is not None:
        for sign, sources in (("+", step.sum.add), ("-", step.sum.subtract)):
            yield from ((hints[source], sign) for source in sources if source in hints)


def quoted(text: str) -> str:
    """Return the text as a DOT string: a backslash would start an escape, a quotation mark would end the string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# -- in SVG

# Plain colours and no CSS variables: many programs that draw SVG do not support them and would paint everything black.
_STYLE = """
.proof { font: 13px system-ui, sans-serif; }
.proof .paper { fill: #ffffff; }
.proof rect.node { fill: #ffffff; stroke: #8d9096; }
.proof rect.given { fill: #cce5f6; }
.proof rect.assume { fill: #ffd9b3; }
.proof rect.goal { stroke: #1a1a1a; stroke-width: 2.5; }
.proof line { stroke: #8d9096; }
.proof text { fill: #1a1a1a; text-anchor: middle; dominant-baseline: central; }
.proof text.why { font-size: 10px; }
@media (prefers-color-scheme: dark) {
.proof .paper { fill: #16181c; }
.proof rect.node { fill: #22252a; stroke: #6b7079; }
.proof rect.given { fill: #1d3a4f; }
.proof rect.assume { fill: #5a3a14; }
.proof rect.goal { stroke: #f0f0f0; }
.proof line { stroke: #6b7079; }
.proof text { fill: #f0f0f0; }
}
""".strip()

_HEIGHT, _GAP, _DOWN, _LETTER = 40, 16, 36, 7.2


@dataclass(slots=True)
class _Box:
    """Where a step is drawn: its middle, its top, its width."""

    level: int
    lines: tuple[str, str]
    x: float = 0.0

    @property
    def width(self) -> float:
        return max(len(self.lines[0]) * _LETTER, len(self.lines[1]) * _LETTER * 0.8) + 16

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
    svg = ET.Element(
        "svg",
        {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {width:g} {height:g}", "width": f"{width:g}",
         "height": f"{height:g}", "class": "proof", "role": "img"},
    )  # fmt: skip
    ET.SubElement(svg, "title").text = "The proof as a graph"
    ET.SubElement(svg, "style").text = _STYLE
    ET.SubElement(svg, "rect", {"class": "paper", "width": "100%", "height": "100%"})
    for step, box in zip(proof.steps, boxes, strict=True):
        for parent in step.parents or ():
            _line(svg, boxes[parent - 1], box)
    for number, (step, box) in enumerate(zip(proof.steps, boxes, strict=True), 1):
        kind = {"resolve": "", "assume": "assume"}.get(step.by, "given")
        _draw(svg, box, f"node {kind} {'goal' if number == len(boxes) else ''}".strip())
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


def _line(svg: ET.Element, parent: _Box, child: _Box) -> None:
    ends = {"x1": parent.x, "y1": parent.top + _HEIGHT, "x2": child.x, "y2": child.top}
    ET.SubElement(svg, "line", {key: f"{value:g}" for key, value in ends.items()})


def _draw(svg: ET.Element, box: _Box, kind: str) -> None:
    place = {"x": box.x - box.width / 2, "y": box.top, "width": box.width, "height": _HEIGHT, "rx": 5}
    ET.SubElement(svg, "rect", {"class": kind, **{key: f"{value:g}" for key, value in place.items()}})
    ET.SubElement(svg, "text", {"x": f"{box.x:g}", "y": f"{box.top + 14:g}"}).text = box.lines[0]
    ET.SubElement(svg, "text", {"class": "why", "x": f"{box.x:g}", "y": f"{box.top + 29:g}"}).text = box.lines[1]
