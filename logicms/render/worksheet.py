"""A worksheet to print, as an HTML page or a LaTeX document: a sheet with lines to write on, or its answers.

The page prints well from any browser; the LaTeX needs only base packages. In print a task stays on one page: a question
is never parted from its board. Proofs have lines in two columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, TypeVar
from xml.etree import ElementTree as ET

from logicms.board import Board, parse_cell
from logicms.proofs.proof import Proof
from logicms.render.html import element, page, table
from logicms.render.latex import CELL, board_latex, document, escaped, literal, proof_table
from logicms.render.picture import NO_MARKS, Marks, board_element, middle
from logicms.render.proof import clause_text, meanings, reasons

if TYPE_CHECKING:
    from logicms.teach.worksheet import AnswerPart, WorksheetAnswer, WorksheetItem, WorksheetTask

_T = TypeVar("_T")

WIDEST_BESIDE = 9
"""Short questions are next to a board with at most this many columns, and below a wider board."""
HIGHEST_TOGETHER = 18
"""A board with at most this many rows leaves room for its questions on the same page of a document."""
WIDEST_OF_TWO = 8
"""Boards with at most this many columns stand two in a row, where nothing has to be proved."""
WIDEST_OF_THREE = 6
"""Boards with at most this many columns stand three in a row, where there is little to write."""

# -- how a sheet is laid out, in both forms


def _in_a_row(sheet: WorksheetAnswer) -> int:
    """Return how many tasks stand next to one another."""
    widest = max((task.board.width for task in sheet.tasks), default=0)
    if len(sheet.tasks) < 2 or any(map(_is_proved, sheet.tasks)) or widest > WIDEST_OF_TWO:
        return 1
    most_lines = max(sum(question.lines for question in task.questions) for task in sheet.tasks)
    return 3 if widest <= WIDEST_OF_THREE and most_lines <= 2 and len(sheet.tasks) > 2 else 2


def _is_proved(task: WorksheetTask) -> bool:
    return any(question.kind == "prove" for question in task.questions)


def _title(number: int, task: WorksheetTask) -> str:
    return f"{number}. {task.board.title}" if task.board.title else f"Board {number}"


def _beside_and_below(items: Iterable[tuple[WorksheetItem, _T]], *, is_asked: bool) -> tuple[list[_T], list[_T]]:
    """Return what belongs next to the board, and what needs the whole width: a proof.

    A proof to be written has its lines next to the board if nothing else is asked; one that is there is wider.
    """
    items = list(items)
    beside = [item for question, item in items if question.kind != "prove"]
    if not beside and is_asked:
        beside = [item for _, item in items]
    return beside, [item for _, item in items if item not in beside]


# -- as a page

SHORT_LEGEND = "✓ safe, ✱ mine."
LEGEND = (
    "✓ safe, ✱ mine. Outlined: the clues that the proof uses. Hatched: cells that two or more of them count. "
    "Dashed: the cell that is proved."
)


def worksheet_html(sheet: WorksheetAnswer) -> str:
    """Return the sheet as a page, with room to write."""
    return page(sheet.title, _sheet(sheet), "worksheet")


def answers_html(sheet: WorksheetAnswer) -> str:
    """Return the answers to the sheet as a page."""
    return page(f"Answers: {sheet.title}", _answers(sheet), "worksheet")


def _sheet(sheet: WorksheetAnswer) -> Iterator[ET.Element]:
    yield element("p", kind="who", children=[element("span", "Name:"), element("span", "Date:")])
    yield from (element("p", _symbols(text)) for text in sheet.about)
    yield _key()
    tasks = []
    for number, task in enumerate(sheet.tasks, 1):
        asked = [(each, element("li", _symbols(each.text), [_lines(each, task)])) for each in task.questions]
        tasks.append(_section(number, task, _figure(task.board), asked, "task ask", _in_a_row(sheet) == 1))
    yield from _in_rows(sheet, tasks)


def _in_rows(sheet: WorksheetAnswer, tasks: list[ET.Element]) -> list[ET.Element]:
    """Return the tasks, small ones without a proof two or three in a row."""
    number = _in_a_row(sheet)
    return tasks if number == 1 else [element("div", kind=f"row{number}", children=tasks)]


def _key() -> ET.Element:
    """Return what the cells of a board look like, in words."""
    said = (("hidden", "", "hidden"), ("open", "0", "open, with no mines around it"), ("hidden", "⚑", "a flag"))
    made = [element("span", text, kind=kind) for kind, text, _ in said]
    for mark, (_, _, words) in zip(made, said, strict=True):
        mark.tail = words
    return element("p", kind="key", children=made)


def _answers(sheet: WorksheetAnswer) -> Iterator[ET.Element]:
    tasks = []
    for number, task in enumerate(sheet.tasks, 1):
        legend = LEGEND if _is_proved(task) else SHORT_LEGEND
        figure = _figure(task.board, task.marks, legend)
        answered = [
            (each, element("li", _symbols(each.text), chain.from_iterable(map(_part, each.answer))))
            for each in task.questions
        ]
        tasks.append(
            _section(number, task, figure, answered, "task", _in_a_row(sheet) == 1, f"Technique: {task.technique}.")
        )
    yield from _in_rows(sheet, tasks)


def _section(
    number: int,
    task: WorksheetTask,
    figure: ET.Element,
    items: list[tuple[WorksheetItem, ET.Element]],
    kind: str,
    is_alone: bool,
    note: str = "",
) -> ET.Element:
    """Return a task: the board with its short questions, then what needs the whole width: a proof.

    If it stands alone in its row, the questions are next to the board, unless that is too wide.
    """
    heading = element("h2", _title(number, task))
    short, long = _beside_and_below(items, is_asked=kind == "task ask")
    top = element("div", children=[figure, *([element("ol", kind="questions", children=short)] if short else [])])
    rest = [element("ol", kind="questions", start=str(len(short) + 1), children=long)] if long else []
    notes = [element("p", note, kind="note")] if note else []
    beside = " beside" if task.board.width <= WIDEST_BESIDE and is_alone else ""
    return element("section", kind=kind + beside, children=[heading, *notes, top, *rest])


def _figure(board: Board, marks: Marks = NO_MARKS, caption: str | None = None) -> ET.Element:
    picture = board_element(board, marks)
    for group in picture.iter("g"):
        cell = parse_cell(group.attrib.pop("id"))  # a page has several boards, and an id must be unique
        if board[cell] == "0":  # on paper, an empty box would look like a hidden cell
            x, y = middle(cell, board.grid)
            ET.SubElement(group, "text", {"class": "zero", "x": f"{x:g}", "y": f"{round(y + 1, 2):g}"}).text = "0"
    return element("figure", children=[picture, *([element("figcaption", caption)] if caption else [])])


def _lines(question: WorksheetItem, task: WorksheetTask) -> ET.Element:
    """Return lines to write on, in two columns where what is written is short and there is room."""
    is_wide = task.board.width > WIDEST_BESIDE and question.kind == "clauses"
    kind = "lines two" if question.kind == "prove" or is_wide else "lines"
    return element("div", kind=kind, children=[element("div", "\N{NO-BREAK SPACE}") for _ in range(question.lines)])


def _part(part: AnswerPart) -> Iterator[ET.Element]:
    if isinstance(part, str):
        yield element("p", _symbols(part))
    elif isinstance(part, Proof):
        steps = enumerate(zip(part.steps, reasons(part), strict=True), 1)
        rows = [(str(number), _symbols(clause_text(step.clause)), reason) for number, (step, reason) in steps]
        yield table(("step", "clause", "because"), rows)
        yield from (element("p", line, kind="note") for line in meanings(part))
    else:
        lines = [element("li", children=[element("code", _symbols(" | ".join(clause)))]) for clause in part.clauses]
        yield element("ul", kind="clauses", children=lines)


def _symbols(text: str) -> str:
    """Return a text with its logical symbols as a textbook prints them, and the LaTeX document too."""
    return text.replace("~", "¬").replace(" | ", " ∨ ")


# -- as a document

_LINE = r"\rule{\linewidth}{0.2pt}"
_NEXT_LINE = "\\\\[3mm]\n"
_TOGETHER = "\\bigskip\n\\begin{minipage}{\\linewidth}\n%s\n\\end{minipage}\\par\\medskip"
_BESIDE = (
    "\\begin{minipage}[t]{0.42\\linewidth}\\vspace{0pt}\n%s\n\\end{minipage}\\hfill\n"
    "\\begin{minipage}[t]{0.54\\linewidth}\\vspace{0pt}\n%s\n\\end{minipage}\\par\\medskip"
)
_HALF = "\\begin{minipage}[t]{0.47\\linewidth}\\vspace{0pt}\n%s\n\\end{minipage}"
_KEEP = (
    "\\par\\ifinner\\else\\penalty-100\\ifdim\\dimexpr\\pagegoal-\\pagetotal\\relax<%d\\baselineskip\\newpage\\fi\\fi\n"
)
"""Begins a new page if less room is left than this many lines."""
MOST_KEPT = 24
"""Of more lines than this, the first are kept together."""
_KEY = r"A grey box is a hidden cell, a white one with a number an open one; \textsf{F} is a flag."
_SHORT_LEGEND = r"\(\ast\) mine, \(\surd\) safe."
_LEGEND = (
    r"\(\ast\) mine, \(\surd\) safe; framed: the clues that the proof uses; double frame: the cell that is proved."
)


def worksheet_latex(sheet: WorksheetAnswer) -> str:
    """Return the sheet as a document, with room to write."""
    head = r"Name: \hrulefill\quad Date: \hrulefill\par\medskip"
    about = "\n\n".join([*map(_set, sheet.about), _KEY])
    return _document(sheet.title, [head, about, *_latex_tasks(sheet, _asked)])


def answers_latex(sheet: WorksheetAnswer) -> str:
    """Return the answers to the sheet as a document."""
    return _document(f"Answers: {sheet.title}", _latex_tasks(sheet, _answered))


def _latex_tasks(sheet: WorksheetAnswer, items: Callable[[WorksheetTask, bool], Iterable[str]]) -> Iterator[str]:
    """Yield the tasks one below another, or small ones without a proof next to one another."""
    tasks = list(enumerate(sheet.tasks, 1))
    if _in_a_row(sheet) == 1:
        yield from (_task(number, task, items(task, True)) for number, task in tasks)
        return
    for start in range(0, len(tasks), 2):
        halves = [
            _HALF % "\n".join([_heading(number, task), *items(task, False)])
            for number, task in tasks[start : start + 2]
        ]
        yield "\\noindent" + "\\hfill\n".join(halves) + "\\par\\bigskip"


def _document(title: str, parts: Iterable[str]) -> str:
    return document("\n\n".join([CELL, f"\\section*{{{escaped(title)}}}", *parts]) + "\n", "color")


def _task(number: int, task: WorksheetTask, items: Iterable[str]) -> str:
    first, *rest = items
    return "\n".join([_TOGETHER % f"{_heading(number, task)}\n{first}", *rest])


def _heading(number: int, task: WorksheetTask) -> str:
    return f"\\subsection*{{{escaped(_title(number, task))}}}"


# -- the sheet


def _asked(task: WorksheetTask, is_alone: bool) -> Iterator[str]:
    """Yield the board with its questions, for one page; those below a very high board may need another page."""
    board = board_latex(task.board, to_write_in=True)
    asked = [
        f"({letter}) {_set(question.text)}\\\\[4mm]\n{_room(question)}"
        for letter, question in zip("abcdefgh", task.questions, strict=False)
    ]
    if task.board.width > WIDEST_BESIDE or not is_alone:
        parts = (board, *(f"\\begin{{samepage}}{text}\n\\end{{samepage}}\\par\\medskip" for text in asked))
        yield from (parts if task.board.height > HIGHEST_TOGETHER else ["\n".join(parts)])
        return
    short, long = _beside_and_below(zip(task.questions, asked, strict=False), is_asked=True)
    yield "\n".join([_BESIDE % (board, "\\par\\medskip\n".join(short)), *long])


def _room(question: WorksheetItem) -> str:
    """Return the lines to write on; those of a proof are short, and in two columns."""
    if question.kind != "prove":
        return _NEXT_LINE.join([_LINE] * question.lines)
    half = _NEXT_LINE.join([_LINE] * -(-question.lines // 2))
    return "\\hfill\n".join([f"\\begin{{minipage}}[t]{{0.47\\linewidth}}\n{half}\n\\end{{minipage}}"] * 2)


# -- the answers


def _answered(task: WorksheetTask, is_alone: bool) -> Iterator[str]:
    legend = _LEGEND if _is_proved(task) else _SHORT_LEGEND
    head = f"Technique: {escaped(task.technique)}. {legend}\n{board_latex(task.board, task.marks, to_write_in=True)}"
    answers = [
        [
            f"{room}({letter}) {_set(question.text)}\\par\\nopagebreak\\smallskip",
            *map(_latex_part, question.answer, [*question.answer[1:], ""]),
        ]
        for letter, question in zip("abcdefgh", task.questions, strict=False)
        for room in ["" if question.kind == "prove" else _kept(question.answer[-1], 4)]
    ]
    if task.questions[0].kind != "prove":  # so that no board is left alone at the foot of a page
        head = "\n".join([head, *answers.pop(0)])
    yield from (head, *chain.from_iterable(answers))


def _kept(part: AnswerPart, lines: int = 2) -> str:
    """Return what keeps clauses or a table on the page of the lines before them, as far as a page has room for that.

    A table may always begin on a new page, so room is made before its sentence.
    """
    if isinstance(part, str):
        return ""
    lines += len(part.steps) * 3 // 2 + 2 if isinstance(part, Proof) else len(part.clauses)
    return _KEEP % min(MOST_KEPT, lines)


def _latex_part(part: AnswerPart, after: AnswerPart) -> str:
    if isinstance(part, str):
        if isinstance(after, str):
            return _set(part) + "\\par\\medskip"
        return f"{_kept(after)}{_set(part)}\\par\\nopagebreak\\medskip"
    if isinstance(part, Proof):
        return proof_table(part)
    lines = [r" \(\lor\) ".join(map(literal, clause)) for clause in part.clauses]
    unbroken = "\\\\*\n" if len(lines) <= MOST_KEPT else "\\\\\n"
    return unbroken.join(rf"\hspace*{{2em}}{line}" for line in lines) + "\\par\\medskip"


def _set(text: str) -> str:
    """Return a text with its logical symbols typeset as formulas."""
    return escaped(text).replace(r"\textasciitilde{}", r"\(\lnot\)").replace(r"\textbar{}", r"\(\lor\)")
