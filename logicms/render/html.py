"""Standalone HTML pages: what all of them have, an explanation, every proof of a board, and the API of the service.

A page is built as an ElementTree, so that nothing needs escaping by hand; it prints well, and loads nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

from logicms.answers.prove import ContradictionAnswer, ProveAnswer, explained
from logicms.board import HIDDEN, MINE, Board, Cell
from logicms.errors import counted
from logicms.explanation.explanation import Explanation
from logicms.hints import TOTAL, Name
from logicms.problem import Problem
from logicms.proofs.proof import Proof, ProofKind
from logicms.render.answers import cells
from logicms.render.explanation import (
    contradiction_marks,
    contradiction_words,
    explanation_in,
    explanation_words,
    headline,
    marks_of,
    titled,
)
from logicms.render.graph import proof_element
from logicms.render.picture import Marks, board_element, stylesheet
from logicms.render.proof import clause_text, equation_text, goal_text, meanings, reasons, sum_text


def page(title: str, content: Iterable[ET.Element], *styles: str) -> str:
    """Return a whole page with this content, and with these styles besides that of all pages.

    >>> print(page("A1 & B1", []).splitlines()[0])
    <!doctype html>
    >>> "<title>A1 &amp; B1</title>" in page("A1 & B1", [])
    True
    """
    html = ET.Element("html", {"lang": "en"})
    head = ET.SubElement(html, "head")
    ET.SubElement(head, "meta", {"charset": "utf-8"})
    ET.SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    ET.SubElement(head, "title").text = title
    ET.SubElement(head, "style").text = "\n".join(map(stylesheet, ("page", *styles)))
    main = ET.SubElement(ET.SubElement(html, "body"), "main")
    ET.SubElement(main, "h1").text = title
    main.extend(list(content))
    ET.indent(html)
    return "<!doctype html>\n" + ET.tostring(html, encoding="unicode", method="html") + "\n"


def element(tag: str, text: str | None = None, children: Iterable[ET.Element] = (), **attributes: str) -> ET.Element:
    """Return an element; `kind` stands for the attribute class."""
    if "kind" in attributes:
        attributes["class"] = attributes.pop("kind")
    made = ET.Element(tag, attributes)
    made.text = text
    made.extend(list(children))  # given an iterator, ElementTree hides every error behind a TypeError
    return made


def paragraph(text: str) -> ET.Element:
    """Return a paragraph; line breaks are kept."""
    first, *rest = text.split("\n")
    made = element("p", first)
    for line in rest:
        ET.SubElement(made, "br").tail = line
    return made


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> ET.Element:
    """Return a table of texts."""
    made = ET.Element("table")
    line = ET.SubElement(ET.SubElement(made, "thead"), "tr")
    line.extend([element("th", head) for head in heads])
    body = ET.SubElement(made, "tbody")
    body.extend([element("tr", children=[element("td", text) for text in row]) for row in rows])
    return made


# -- an explanation

MOST_STEPS = 150
"""A proof with more steps than this is not printed on the page."""
MOST_DRAWN = 30
"""A proof with more steps than this is not drawn as a graph."""

MOST_PICTURED = 256
"""A board with more cells than this is drawn once, and not at each proof."""

_LEGEND = "Outlined: the clues that are used. Hatched: the cells of the argument. Dashed: the cell in question."


def explanation_html(answer: ProveAnswer) -> str:
    """Return the explanation as a standalone page, with every proof that the answer compares.

    >>> from logicms.answers.prove import prove
    >>> from logicms.problem import Problem
    >>> answer = prove(Problem.of(Board(("?1", "11"))), "A1")
    >>> "<h1>A1 is a mine, because of B1 (single)</h1>" in explanation_html(answer)
    True
    """
    explanation = explanation_in(answer)
    if not explanation.is_certain:
        return page(f"{explanation.cell} is not certain", _uncertain(answer))
    return page(headline(explanation), _certain(answer))


def notebook_html(explanation: Explanation) -> str:
    """Return an explanation for a notebook: the board, the words, and the proof, which the checker has accepted."""
    answer = explained(explanation, compare=True)
    if not explanation.is_certain:
        return _in_a_notebook([element("h4", f"{explanation.cell} is not certain"), *_uncertain(answer)])
    content = [element("h4", headline(explanation)), *_pictured_words(answer)]
    if answer.proof is not None:
        content += [table(_HEADS, _rows(answer.proof, answer.problem.flags)), *_notes(answer.proof)]
    return _in_a_notebook(content)


def proof_html(proof: Proof) -> str:
    """Return a proof as a table for a notebook.

    >>> from logicms.proofs.proof import Step, clause
    >>> proof_html(Proof((Step(clause("~A1"), "fact", "A1"),), (clause("~A1"),), "direct"))[:44]
    '<div><p>to show: ~A1</p><table><thead><tr><t'
    """
    return _in_a_notebook([paragraph(f"to show: {goal_text(proof)}"), table(_HEADS, _rows(proof, ())), *_notes(proof)])


def _in_a_notebook(content: Iterable[ET.Element]) -> str:
    """Return HTML that looks the same in any notebook: these align the cells of a table on the right."""
    whole = element("div", children=content)
    for each in whole.iter():
        if each.tag in ("th", "td"):
            each.set("style", "text-align: left; vertical-align: top")
    return ET.tostring(whole, encoding="unicode", method="html")


def booklet_html(problem: Problem, answers: Sequence[ProveAnswer], note: str = "") -> str:
    """Return a page with a proof of every certain name, each with its board and words, to be read or printed.

    >>> from logicms.answers.prove import every_proof
    >>> problem = Problem.of(Board(("???", "121")))
    >>> booklet_html(problem, list(every_proof(problem))).count("<section>")
    3
    """
    board = problem.written
    title = (board and board.title) or "What is certain, and why"
    return page(title, _booklet(problem, answers, note))


def _booklet(problem: Problem, answers: Sequence[ProveAnswer], note: str) -> Iterator[ET.Element]:
    yield paragraph(f"{counted(len(answers), 'proof')}, the easiest first. {note}".strip())
    board = problem.written
    is_small = board is not None and len(board.signs) <= MOST_PICTURED
    if board is not None and not is_small:
        safe, mine = (
            cells(explanation_in(each).cell for each in answers if each.verdict == is_) for is_ in ("safe", "mine")
        )
        yield _figure(board, Marks(safe=safe, mine=mine), "✓ certainly safe, ✱ certainly a mine.")
    elif board is not None:
        yield element("p", _LEGEND, kind="note")
    for number, answer in enumerate(answers, 1):
        explanation = explanation_in(answer)
        parts = [element("h2", f"{number}. {headline(explanation)}")]
        if board is not None and is_small:
            picture = board_element(replace(board, title=None), marks_of(explanation))
            parts.append(element("figure", children=[picture]))
        parts += map(paragraph, explanation_words(answer).split("\n\n")[1:])
        parts += [_article(way, proof, problem.flags) for way, proof in answer.proofs.items() if way == answer.by]
        yield element("section", children=parts)


def contradiction_html(answer: ContradictionAnswer) -> str:
    """Return a contradiction as a standalone page: the board with the clues that clash, the words, the proof."""
    board, content = answer.problem.written, list[ET.Element]()
    if board is not None:
        content.append(_figure(board, contradiction_marks(answer), "Outlined: the clues that clash."))
    content += map(paragraph, contradiction_words(answer).split("\n\n")[1:])
    if answer.proof is not None and answer.proof.proof is not None:
        content += [element("h2", "The proof"), _article("resolution", answer.proof.proof, answer.flags)]
    return page(f"Inconsistent: {answer.message}", content)


def _certain(answer: ProveAnswer) -> Iterator[ET.Element]:
    explanation = explanation_in(answer)
    yield from _pictured_words(answer)
    yield element("h2", "Three proofs compared" if len(answer.proofs) == 3 else "The proof")
    articles = [_article(way, proof, answer.problem.flags) for way, proof in answer.proofs.items()]
    yield element("div", kind="proofs", children=articles)
    if len(explanation.hints) > 1:
        yield element("h2", "Why no clue can be left out")
        yield paragraph("Each of these placements meets all the other clues, but the cell has the opposite value.")
        rows = [(source, " ".join(map(str, mines)) or "none") for source, mines in (answer.witnesses or {}).items()]
        named = [("the mine total" if source == TOTAL else source, mines) for source, mines in rows]
        yield table(("without", "mines"), named)
    direct = answer.proofs.get("direct")
    if direct is not None and 1 < len(direct.steps) <= MOST_DRAWN:
        yield element("h2", "The direct proof as a graph")
        yield element("figure", children=[proof_element(direct)])


def _pictured_words(answer: ProveAnswer) -> Iterator[ET.Element]:
    explanation, board = explanation_in(answer), answer.problem.written
    if board is not None:
        yield _figure(titled(board, explanation), marks_of(explanation), _LEGEND)
    yield from map(paragraph, explanation_words(answer).split("\n\n")[1:])


def _figure(board: Board, marks: Marks, caption: str) -> ET.Element:
    return element("figure", children=[board_element(board, marks), element("figcaption", caption)])


# -- the proofs


def _article(by: ProofKind, proof: Proof, flags: Iterable[Name]) -> ET.Element:
    count = counted(proof.length, "clue" if by == "counting" else "resolution")
    heading = element("h3", f"Direct: {count}" if by == "direct" else f"By {by}: {count}")
    if len(proof.steps) > MOST_STEPS:
        note = f"{len(proof.steps)} steps are too many to print; the JSON form has them all."
        return element("article", children=[heading, element("p", note, kind="note")])
    return element("article", children=[heading, table(_HEADS, _rows(proof, flags)), *_notes(proof)])


_HEADS = ("step", "shows", "because")


def _notes(proof: Proof) -> list[ET.Element]:
    return [element("p", line, kind="note") for line in meanings(proof)]


def _rows(proof: Proof, flags: Iterable[Name]) -> Iterator[tuple[str, str, str]]:
    for number, (step, reason) in enumerate(zip(proof.steps, reasons(proof, flags), strict=True), 1):
        if step.sum is not None and not step.sum.is_fact:
            reason = f"{sum_text(step.sum, '−')} leaves {equation_text(step.sum.equation, '−')}"
        yield str(number), clause_text(step.clause), reason


# -- placements


def _uncertain(answer: ProveAnswer) -> Iterator[ET.Element]:
    """Yield the words, and the two placements as boards, or as lists if there is no grid."""
    yield paragraph(explanation_words(answer))
    marks, board = marks_of(explanation_in(answer)), answer.problem.written
    for number, mines in enumerate(answer.placements, 1):
        if board is None:
            yield paragraph(f"Placement {number}: {' '.join(map(str, mines)) or 'no mines'}")
        else:
            there = {cell: MINE for cell in mines if isinstance(cell, Cell) and board[cell] == HIDDEN}
            shown = Marks(mine=frozenset(there), goal=marks.goal, shared=marks.shared)
            yield _figure(board, shown, f"Placement {number}. Hatched: where the two differ.")


# -- the API of the service

_MOST_SHOWN = 40
"""Lines of an example that are shown."""

Schemas = Mapping[str, Any]


def api_page(document: Mapping[str, Any]) -> str:
    """Return the page.

    >>> text = api_page({"info": {"title": "t", "version": "1", "description": "d"}, "paths": {}})
    >>> "<h1>t 1</h1>" in text
    True
    """
    info = document["info"]
    schemas: Schemas = document.get("components", {}).get("schemas", {})
    content = [*_marked_paragraphs(info["description"])]
    for tag in document.get("tags", ()):
        content.append(element("h2", tag["name"]))
        content += _marked_paragraphs(tag["description"])
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                if tag["name"] in operation["tags"]:
                    content.append(_operation(method.upper(), path, operation, schemas))
    return page(f"{info['title']} {info['version']}", content, "api")


def _marked_paragraphs(text: str) -> Iterator[ET.Element]:
    """Yield paragraphs, in which `code` is marked as in Markdown."""
    for paragraph in text.split("\n\n"):
        yield _marked("p", paragraph)


def _marked(tag: str, text: str) -> ET.Element:
    made = element(tag)
    last: ET.Element | None = None
    for position, part in enumerate(re.split(r"`([^`]+)`", text)):
        if position % 2:
            last = ET.SubElement(made, "code")
            last.text = part
        elif last is None:
            made.text = part
        else:
            last.tail = part
    return made


def _operation(method: str, path: str, operation: Mapping[str, Any], schemas: Schemas) -> ET.Element:
    name = operation["operationId"]
    title = element("h3", children=[element("code", f"{method} {path}")])
    made = element("section", children=[title], id=name)
    made.append(element("p", operation["summary"] + "."))
    made.extend(_marked_paragraphs(operation["description"]))
    parameters = [each for each in operation.get("parameters", ()) if each["in"] == "path"]
    if parameters:
        rows = [_row(f"{each['name']} (path)", each["description"]) for each in parameters]
        made.append(element("table", children=rows))
    for kind, given in operation.get("requestBody", {}).get("content", {}).items():
        if kind == "application/json":
            made.append(_fields("It takes", given["schema"], schemas))
            made.extend(_examples("For example", given))
    for status, response in operation["responses"].items():
        content = response.get("content", {}).get("application/json")
        if content is not None and int(status) < 300:
            made.extend(_examples(f"It answers ({status})", content))
            made.append(_fields("In the answer", content["schema"], schemas))
    others = [f"{status} {response['description']}" for status, response in operation["responses"].items()
              if int(status) >= 300]  # fmt: skip
    made.append(element("p", f"Otherwise: {'; '.join(others)}.", kind="note"))
    return made


def _row(name: str, about: str) -> ET.Element:
    return element("tr", children=[element("td", children=[element("code", name)]), _marked("td", about)])


def _fields(title: str, schema: Mapping[str, Any], schemas: Schemas) -> ET.Element:
    """Return the fields of an object; of several kinds of objects, those of each."""
    made = element("details", children=[element("summary", title)])
    for part in (each for each in (schema, *schema.get("anyOf", ())) if "$ref" in each):
        described = schemas[part["$ref"].rpartition("/")[2]]
        made.append(_marked("p", described.get("description", "")))
        required = described.get("required", ())
        rows = [
            _row(field if field in required else f"{field}?", _about(about))
            for field, about in described.get("properties", {}).items()
        ]
        made.append(element("table", children=rows))
    return made


def _about(schema: Mapping[str, Any]) -> str:
    words = [str(schema.get("description", ""))]
    if "enum" in schema:
        words.append("One of " + ", ".join(f"`{json.dumps(each)}`" for each in schema["enum"]) + ".")
    if schema.get("default") is not None:
        words.append(f"By default `{json.dumps(schema['default'])}`.")
    return " ".join(words)


def _examples(title: str, content: Mapping[str, Any]) -> Iterator[ET.Element]:
    for example in content.get("examples", {}).values():
        lines = json.dumps(example["value"], indent=2, ensure_ascii=False).splitlines()
        if len(lines) > _MOST_SHOWN:
            lines = [*lines[:_MOST_SHOWN], "..."]
        yield element("p", f"{title}:")
        yield element("pre", "\n".join(lines))
