r"""A worksheet as a LaTeX document, which the base packages compile: a sheet with lines to write on, or its answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from logicms.board import FLAG, HIDDEN, MINE, SAFE, Board, Cell, column_name
from logicms.render.marks import NO_MARKS, Marks
from logicms.render.proof_latex import document, escaped, literal, proof_table
from logicms.render.worksheet_parts import Clauses, Part, Question, Sheet, Task

_LINE = r"\rule{\linewidth}{0.2pt}\\[5.5mm]"
_MACROS = r"\newcommand{\cell}[1]{\makebox[1.7em]{\rule[-0.55em]{0pt}{1.7em}#1}}\setlength{\fboxsep}{1.5pt}"
_TOGETHER = "\\bigskip\n\\begin{minipage}{\\linewidth}\n%s\n\\end{minipage}\\par\\medskip"
_SIGNS = {HIDDEN: "", FLAG: r"\textsf{F}", MINE: r"\(\ast\)", SAFE: r"\(\surd\)", "0": r"\(\cdot\)"}
_LEGEND = (
    r"\(\ast\) mine, \(\surd\) safe; framed: the clues that the proof uses; in a double frame: the cell that is proved."
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
    return document("\n\n".join([_MACROS, f"\\section*{{{escaped(title)}}}", *parts]) + "\n")


def _task(number: int, task: Task, items: Iterable[str]) -> str:
    title = f"{number}. {task.board.title}" if task.board.title else f"Board {number}"
    first, *rest = items
    heading = f"\\subsection*{{{escaped(title)}}}"
    return "\n".join([_TOGETHER % f"{heading}\n{first}", *rest])


# -- the sheet


def _asked(task: Task) -> Iterator[str]:
    yield _grid(task.board)
    for letter, question in zip("abcdefgh", task.questions, strict=False):
        lines = "\n".join([_LINE] * question.lines)
        yield f"\\begin{{samepage}}({letter}) {_set(question.text)}\\\\[6mm]\n{lines}\n\\end{{samepage}}\\par"


def _grid(board: Board, marks: Marks = NO_MARKS) -> str:
    """Return the board as a grid of boxes; those of hidden cells are empty, to write in, unless they are marked."""
    rule = f"\\cline{{2-{board.width + 1}}}"
    names = " & ".join(rf"\multicolumn{{1}}{{c}}{{\footnotesize {column_name(col)}}}" for col in range(board.width))
    rows = [f"\\multicolumn{{1}}{{c}}{{}} & {names} \\\\ {rule}"]
    for row in range(board.height):
        cells = " & ".join(rf"\cell{{{_sign(board, Cell(row, col), marks)}}}" for col in range(board.width))
        rows.append(rf"\footnotesize {row + 1} & {cells} \\ {rule}")
    columns = "r|" + "@{}c@{}|" * board.width
    body = "\n".join(rows)
    return f"\\begin{{center}}\n\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}\n\\end{{center}}"


def _sign(board: Board, cell: Cell, marks: Marks) -> str:
    sign = MINE if cell in marks.mine else SAFE if cell in marks.safe else board[cell]
    shown = _SIGNS.get(sign, sign)
    if cell == marks.goal:
        return rf"\fbox{{\fbox{{{shown}}}}}"
    return rf"\fbox{{\textbf{{{shown}}}}}" if cell in marks.used else shown


# -- the answers


def _answered(task: Task) -> Iterator[str]:
    yield f"Technique: {escaped(task.technique)}. {_LEGEND}\n{_grid(task.board, task.marks)}"
    for letter, question in zip("abcdefgh", task.questions, strict=False):
        yield f"({letter}) {_set(question.text)}\\par\\smallskip"
        yield from _answer(question)


def _answer(question: Question) -> Iterator[str]:
    for part in question.answer:
        yield _part(part)


def _part(part: Part) -> str:
    if isinstance(part, str):
        return _set(part) + "\\par\\medskip"
    if isinstance(part, Clauses):
        lines = [r" \(\lor\) ".join(map(literal, clause)) for clause in part.clauses]
        return "\\\\\n".join(rf"\hspace*{{2em}}{line}" for line in lines) + "\\par\\medskip"
    return proof_table(part)


def _set(text: str) -> str:
    """Return a text with the signs of logic as formulas."""
    return escaped(text).replace(r"\textasciitilde{}", r"\(\lnot\)").replace(r"\textbar{}", r"\(\lor\)")
