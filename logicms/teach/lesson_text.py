"""A lesson as text for a terminal: headings, prose that fits the width, boards as pictures, commands and questions."""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import fill

from logicms.errors import counted
from logicms.render.text import Paint, board_text, plain
from logicms.teach.exercise import Exercise, LessonFile
from logicms.teach.exercises.formula import TableTask
from logicms.teach.exercises.plain import ChoiceTask
from logicms.teach.exercises.proof import ProofTask
from logicms.teach.lesson import Command, Lesson, Prose, Stop
from logicms.teach.proofs.lines import clause_text

STRESS = re.compile(r"(?<![\w*])\*(?P<words>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])")
CODE = re.compile(r"`(?P<code>[^`]+)`")
_SHORT_CODE = re.compile(r"`[^`]{1,40}`")
_NO_BREAK = "\N{NO-BREAK SPACE}"

Printed = Callable[[Command], str]
"""What a command prints: run again, or as the lesson says."""


def stop_text(
    stop: Stop, printed: Printed, *, width: int = 80, ascii: bool = False, paint: Paint = plain, heading: bool = True
) -> str:
    """Return what is shown at a stop, the question last.

    >>> print(stop_text(Stop("Cells", (Prose("A *cell* is hidden or\\nopen."),)), lambda command: ""))
    == Cells
    <BLANKLINE>
    A cell is hidden or open.
    """
    parts = [paint(_break_line(f"== {stop.heading}", width, "   "), "heading")] if heading else []
    for item in stop.items:
        if isinstance(item, Prose):
            parts.append(prose_text(item, width, paint))
        elif isinstance(item, LessonFile):
            parts.append(file_text(item, ascii, paint))
        else:
            parts.append(f"{paint(f'$ {item}', 'code')}\n{printed(item)}")
    if stop.exercise is not None:
        parts.append(question_text(stop.exercise, width, paint))
    return "\n\n".join(parts)


def prose_text(prose: Prose, width: int = 80, paint: Paint = plain) -> str:
    """Return a paragraph, or the items of a list, filled to the width."""
    blocks = ((block, "  " if block.startswith("- ") else "") for block in blocks_of(prose.text))
    return "\n".join(style(_break_line(block, width, indent), paint) for block, indent in blocks)


def blocks_of(text: str) -> list[str]:
    """Return the items of a list, each on one line, or the paragraph."""
    blocks: list[str] = []
    for line in text.splitlines():
        if line.startswith("- ") or not blocks:
            blocks.append(line)
        else:
            blocks[-1] += f" {line.strip()}"
    return blocks


def style(text: str, paint: Paint = plain) -> str:
    """Return the text with its code and its stress painted; without colour, code keeps its backticks.

    >>> style("a *clause* such as `A1 | B1`")
    'a clause such as `A1 | B1`'
    """
    code = CODE.sub(lambda match: paint(match["code"], "code") if paint is not plain else match[0], text)
    return STRESS.sub(lambda match: paint(match["words"], "stress"), code)


def wrap(text: str, width: int = 80) -> str:
    """Return the text with its long lines broken between words, what follows indented like the line itself.

    >>> print(wrap("short\\n    a longer line", 12))
    short
        a longer
        line
    """
    lines = ((line, " " * (len(line) - len(line.lstrip()))) for line in text.splitlines())
    return "\n".join(line if len(line) <= width else _break_line(line, width, indent) for line, indent in lines)


def _break_line(line: str, width: int, indent: str = "  ") -> str:
    """Return a line broken between words; short code stays whole, since half a clause is hard to read."""
    kept = _SHORT_CODE.sub(lambda match: match[0].replace(" ", _NO_BREAK), line)
    filled = fill(kept, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace(_NO_BREAK, " ")


def file_text(file: LessonFile, ascii: bool = False, paint: Paint = plain) -> str:
    """Return a board as a picture, a hint file as its text, below its name."""
    name = paint(f"{'board' if file.board is not None else 'hints'} {file.name}", "name")
    if file.board is None:
        return f"{name}\n" + "\n".join(f"  {line}" for line in file.text.splitlines())
    mines = file.board.mines
    total = "" if mines is None else f"\n  {counted(mines, 'mine')} in all"
    return f"{name}\n{board_text(file.board, ascii=ascii, paint=paint)}{total}"


def question_text(exercise: Exercise, width: int = 80, paint: Paint = plain) -> str:
    """Return the question of an exercise."""
    parts = [style(_break_line(f"? {' '.join(exercise.ask.split())}", width), paint)]
    if isinstance(exercise.task, ChoiceTask):
        parts += [
            fill(f"  {letter}) {text}", width, subsequent_indent="     ")
            for letter, text in exercise.task.choices.items()
        ]
    if isinstance(exercise.task, TableTask):
        parts.append(_indented(table_to_fill(exercise.task)))
    ends = "; an empty line ends them" if exercise.task.takes_lines else ""
    if isinstance(exercise.task, ProofTask):
        parts.append(_break_line(f"  {terms_text(exercise.task)}", width))
        ends = ""  # each line is judged at once
    parts.append(paint(_break_line(f"  Type {exercise.task.form}{ends}.", width), "name"))
    return "\n".join(parts)


def table_to_fill(task: TableTask) -> str:
    """Return a truth table whose last column is left open.

    >>> from logicms.teach.exercises import KINDS
    >>> print(table_to_fill(KINDS["table"].make({"formula": ("p -> ~p",)}, None, {})))
    p  p -> ~p
    F     ?
    T     ?
    """
    lines = [f"{' '.join(task.names)}  {task.text}"]
    for row in task.rows:
        values = (("T" if value else "F").center(len(name)) for name, value in zip(task.names, row, strict=True))
        lines.append(f"{' '.join(values)}  {'?'.center(len(task.text)).rstrip()}")
    return "\n".join(lines)


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.splitlines())


def terms_text(task: ProofTask) -> str:
    """Return what a proof must show and by which means, in one line."""
    terms = task.terms
    style = {"either": "directly or by refutation", "direct": "directly", "refutation": "by refutation"}[terms.style]
    means = [f"to show: {clause_text(terms.goal)}, {style}"]
    if terms.rule == "unit":
        means.append("by unit resolution only")
    if terms.length is not None:
        means.append(f"with derived clauses of at most {terms.length} literals")
    if terms.clues is not None:
        means.append(f"from {', '.join(sorted(terms.clues))}")
    return ", ".join(means)


def title_text(lesson: Lesson, width: int = 80, paint: Paint = plain) -> str:
    """Return the title of a lesson, with its number if it has one."""
    number = lesson.name.partition("-")[0]
    title = f"Lesson {int(number)}: {lesson.title}" if number.isdecimal() else lesson.title
    return f"{paint(wrap(title, width), 'heading')}\n{wrap(lesson.about, width)}"
