"""A proof as a graph drawn in SVG: premises at the top, each step below its parents, the goal at the bottom.

A step's *level* is one more than that of its deeper parent. Within a level, steps stand in the order of their parents,
so that few lines cross. Built as an ElementTree, like every picture here.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree as ET

from logicms.proofs.proof import Proof
from logicms.render.proof_text import clause_text, reasons

# Plain colours, and no variables of CSS: many programs that draw SVG know none, and would paint everything black.
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


def proof_svg(proof: Proof) -> str:
    """Return the proof graph as a standalone SVG document.

    >>> from logicms.proofs.proof import Step
    >>> proof_svg(Proof((Step(frozenset({-1}), "fact", "A1"),), ("A1",), (frozenset({-1}),), "direct"))[:4]
    '<svg'
    """
    return ET.tostring(proof_element(proof), encoding="unicode")


def proof_element(proof: Proof) -> ET.Element:
    """Return the picture as an element, to stand in a page."""
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
        why = f"on {proof.names[step.on - 1]}" if step.on else reason
        boxes.append(_Box(level, (f"{number}: {clause_text(proof, step.clause)}", why[:60])))
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
