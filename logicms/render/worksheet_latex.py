r"""A worksheet as a LaTeX document that needs only base packages: a sheet with lines to write on, or its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from logicms.proofs.proof import Proof
from logicms.render.explanation_latex import CELL, board_latex
from logicms.render.proof_latex import document, escaped, literal, proof_table

if TYPE_CHECKING:
    from logicms.teach.worksheet import Part, Sheet, Task

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
        yield from map(_part, question.answer)


def _part(part: Part) -> str:
    if isinstance(part, str):
        return _set(part) + "\\par\\medskip"
    if isinstance(part, Proof):
        return proof_table(part)
    lines = [r" \(\lor\) ".join(map(literal, clause)) for clause in part.clauses]
    return "\\\\\n".join(rf"\hspace*{{2em}}{line}" for line in lines) + "\\par\\medskip"


def _set(text: str) -> str:
    """Return a text with its logical symbols typeset as formulas."""
    return escaped(text).replace(r"\textasciitilde{}", r"\(\lnot\)").replace(r"\textbar{}", r"\(\lor\)")
