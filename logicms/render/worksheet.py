"""A worksheet to print, as an HTML page or a LaTeX document: a sheet with lines to write on, or its answers.

The page prints well from any browser; the LaTeX needs only base packages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from logicms.board import Board
from logicms.proofs.proof import Proof
from logicms.render.explanation_latex import CELL, board_latex
from logicms.render.page import element, page, table
from logicms.render.proof_latex import document, escaped, literal, proof_table
from logicms.render.proof_text import clause_text, meanings, reasons
from logicms.render.svg import board_element
from logicms.render.text import NO_MARKS, Marks

if TYPE_CHECKING:
    from logicms.teach.worksheet import Part, Sheet, Task


WIDEST_BESIDE = 9
"""The questions are next to a board with at most this many columns, and below a wider board."""
LEGEND = "Outlined: the clues that the proof uses. Hatched: the cells they share. Dashed: the cell that is proved."

STYLE = """
main { max-width: 46rem; margin: 0 auto; }
.who { display: flex; gap: 2rem; } .who span { flex: 1; border-bottom: 1px solid #8d9096; }
.task { margin-top: 1.5rem; border-top: 1px solid #8d9096; }
.beside { display: grid; grid-template-columns: auto minmax(18rem, 1fr); column-gap: 2rem; align-items: start; }
.beside h2 { grid-column: 1 / -1; margin-top: 1rem; } .beside figure { margin-top: .5rem; }
.task .cell { fill: #e6e8eb; }
.lines div { border-bottom: 1px solid #8d9096; height: 1.7rem; }
ol.questions { list-style: lower-alpha; padding-left: 1.4rem; } ol.questions > li { margin-bottom: 1rem; }
ul.clauses { list-style: none; padding-left: 0; columns: 12rem; }
@media (prefers-color-scheme: dark) { .task .cell { fill: #4a4f57; } }
@media (max-width: 40rem) { .beside { display: block; } }
@media print { .beside { display: grid; } .beside li, li > p, table { break-inside: avoid; }
  p:has(+ table) { break-after: avoid; } }
""".strip()


def worksheet_html(sheet: Sheet) -> str:
    """Return the sheet as a page, with room to write."""
    return page(sheet.title, _sheet(sheet), STYLE)


def answers_html(sheet: Sheet) -> str:
    """Return the answers to the sheet as a page."""
    return page(f"Answers: {sheet.title}", _answers(sheet), STYLE)


def _sheet(sheet: Sheet) -> Iterator[ET.Element]:
    yield element("p", kind="who", children=[element("span", "Name:"), element("span", "Date:")])
    yield from (element("p", text) for text in sheet.about)
    for number, task in enumerate(sheet.tasks, 1):
        asked = [element("li", question.text, [_lines(question.lines)]) for question in task.questions]
        kind = "task beside" if task.board.width <= WIDEST_BESIDE else "task"
        yield _section(number, task, [_figure(task.board)], asked, kind)


def _answers(sheet: Sheet) -> Iterator[ET.Element]:
    for number, task in enumerate(sheet.tasks, 1):
        shown = [element("p", f"Technique: {task.technique}.", kind="note"), _figure(task.board, task.marks, LEGEND)]
        answers = [element("li", each.text, chain.from_iterable(map(_part, each.answer))) for each in task.questions]
        yield _section(number, task, shown, answers)


def _section(
    number: int, task: Task, before: Iterable[ET.Element], items: Iterable[ET.Element], kind: str = "task"
) -> ET.Element:
    heading = element("h2", f"{number}. {task.board.title}" if task.board.title else f"Board {number}")
    questions = element("ol", kind="questions", children=items)
    return element("section", kind=kind, children=[heading, *before, questions])


def _figure(board: Board, marks: Marks = NO_MARKS, caption: str | None = None) -> ET.Element:
    picture = board_element(board, marks)
    for group in picture.iter("g"):  # a page has several boards, and an id must be unique
        group.attrib.pop("id", None)
    return element("figure", children=[picture, *([element("figcaption", caption)] if caption else [])])


def _lines(number: int) -> ET.Element:
    return element("div", kind="lines", children=[element("div", "\N{NO-BREAK SPACE}") for _ in range(number)])


def _part(part: Part) -> Iterator[ET.Element]:
    if isinstance(part, str):
        yield element("p", part)
    elif isinstance(part, Proof):
        steps = enumerate(zip(part.steps, reasons(part), strict=True), 1)
        rows = [(str(number), clause_text(step.clause), reason) for number, (step, reason) in steps]
        yield table(("step", "clause", "because"), rows)
        yield from (element("p", line, kind="note") for line in meanings(part))
    else:
        lines = [element("li", children=[element("code", " | ".join(clause))]) for clause in part.clauses]
        yield element("ul", kind="clauses", children=lines)


_LINE = r"\rule{\linewidth}{0.2pt}\\[5.5mm]"
_TOGETHER = "\\bigskip\n\\begin{minipage}{\\linewidth}\n%s\n\\end{minipage}\\par\\medskip"
_LEGEND = (
    r"\(\ast\) mine, \(\surd\) safe; framed: the clues that the proof uses; double frame: the cell that is proved."
)


def worksheet_latex(sheet: Sheet) -> str:
    """Return the sheet as a document, with room to write."""
    head = r"Name: \hrulefill\quad Date: \hrulefill\par\medskip"
    about = "\n\n".join(map(_set, sheet.about))
    tasks = [_task(number, task, _asked(task)) for number, task in enumerate(sheet.tasks, 1)]
    return _document(sheet.title, [head, about, *tasks])


def answers_latex(sheet: Sheet) -> str:
    """Return the answers to the sheet as a document."""
    tasks = [_task(number, task, _answered(task)) for number, task in enumerate(sheet.tasks, 1)]
    return _document(f"Answers: {sheet.title}", tasks)


def _document(title: str, parts: Iterable[str]) -> str:
    return document("\n\n".join([CELL, f"\\section*{{{escaped(title)}}}", *parts]) + "\n")


def _task(number: int, task: Task, items: Iterable[str]) -> str:
    title = f"{number}. {task.board.title}" if task.board.title else f"Board {number}"
    first, *rest = items
    heading = f"\\subsection*{{{escaped(title)}}}"
    return "\n".join([_TOGETHER % f"{heading}\n{first}", *rest])


# -- the sheet


def _asked(task: Task) -> Iterator[str]:
    yield board_latex(task.board, to_write_in=True)
    for letter, question in zip("abcdefgh", task.questions, strict=False):
        lines = "\n".join([_LINE] * question.lines)
        yield f"\\begin{{samepage}}({letter}) {_set(question.text)}\\\\[6mm]\n{lines}\n\\end{{samepage}}\\par"


# -- the answers


def _answered(task: Task) -> Iterator[str]:
    yield f"Technique: {escaped(task.technique)}. {_LEGEND}\n{board_latex(task.board, task.marks, to_write_in=True)}"
    for letter, question in zip("abcdefgh", task.questions, strict=False):
        yield f"({letter}) {_set(question.text)}\\par\\smallskip"
        yield from map(_latex_part, question.answer)


def _latex_part(part: Part) -> str:
    if isinstance(part, str):
        return _set(part) + "\\par\\medskip"
    if isinstance(part, Proof):
        return proof_table(part)
    lines = [r" \(\lor\) ".join(map(literal, clause)) for clause in part.clauses]
    return "\\\\\n".join(rf"\hspace*{{2em}}{line}" for line in lines) + "\\par\\medskip"


def _set(text: str) -> str:
    """Return a text with its logical symbols typeset as formulas."""
    return escaped(text).replace(r"\textasciitilde{}", r"\(\lnot\)").replace(r"\textbar{}", r"\(\lor\)")
