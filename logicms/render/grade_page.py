"""The grade of a program as a page: for the student to read, with pictures and proofs."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree as ET

from logicms.answers.grade import GradeAnswer, Shown
from logicms.board import parse_cell
from logicms.render.grade_text import headline, marks, points_lines, summary, told, words
from logicms.render.page import element, page, paragraph, table
from logicms.render.svg import board_element

_LEGEND = {
    "wrong": "✱ the mines of a placement that meets every clue. Dashed: the cell that was claimed.",
    "overlooked": "Outlined: the clues that are used. Hatched: the cells of the argument. Dashed: the certain cell.",
    "unneeded": "✓ certainly safe. Dashed: the cell that was guessed.",
    "puzzle": "✱ the mines that were answered. Outlined: the clues that they break.",
}
_STYLE = """
.example { break-inside: avoid; border-top: 1px solid #8d9096; margin-top: 1.5rem; }
.example > div { display: grid; grid-template-columns: auto minmax(16rem, 1fr); column-gap: 2rem; align-items: start; }
.example figure { margin-top: 0; } .example figcaption { max-width: 19rem; }
.score { font-size: 1.25rem; } .points td:first-child, .points th:first-child { text-align: left; }
.points td:nth-child(2) { text-align: right; }
@media (max-width: 40rem) { .example > div { display: block; } }
""".strip()


def grade_html(answer: GradeAnswer) -> str:
    """Return the report as a standalone page."""
    return page(headline(answer), _content(answer), _STYLE)


def _content(answer: GradeAnswer) -> Iterator[ET.Element]:
    yield paragraph("\n".join(summary(answer)))
    if answer.points:
        yield element("p", points_lines(answer)[0].capitalize(), kind="score")
        rows = [(each.name, f"{each.points:g} of {each.of:g}", each.rule) for each in answer.points]
        made = table(("for", "points", "rule"), rows)
        made.set("class", "points")
        yield made
    for one in answer.findings:
        yield _example(one)


def _example(one: Shown) -> ET.Element:
    picture = board_element(one.position, marks(one))
    for group in picture.iter("g"):
        name = group.attrib.pop("id", "")  # a page has several boards, and an id must be unique
        assert parse_cell(name), "every group is a cell"
    legend = _LEGEND[one.kind if one.cell is not None else "puzzle"]
    if one.kind == "wrong" and one.proof is not None:
        legend = _LEGEND["overlooked"]
    figure = element("figure", children=[picture, element("figcaption", legend)])
    text = element("div", children=map(paragraph, words(one)))
    side = element("div", children=[figure, text])
    return element("section", kind="example", children=[element("h2", told(one)), side])
