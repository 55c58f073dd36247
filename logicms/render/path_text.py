"""The solution path as text: the solved board, and one numbered sentence per step."""

from __future__ import annotations

from logicms.answers.path import Deduced, PathAnswer
from logicms.errors import counted
from logicms.hints import TOTAL, Literal
from logicms.render.answer_text import cells, picture
from logicms.render.explanation_text import nothing_next
from logicms.render.proof_text import literals_words, sources_listed
from logicms.render.text import Marks, Paint, folded, plain

MOST_SOURCES = 8
"""Of more clues than this, only their number is given."""


def path_text(answer: PathAnswer, *, ascii: bool = False, paint: Paint = plain, columns: int | None = None) -> str:
    """Return the steps as numbered sentences, below the board with everything that they show.

    >>> from logicms.answers.path import path
    >>> from logicms.board import Board
    >>> from logicms.problem import Problem
    >>> print(path_text(path(Problem.of(Board(("????", "1221")))), ascii=True))
        A B C D
      1 - * * -
      2 1 2 2 1
    - certainly safe   * certainly a mine
    <BLANKLINE>
    1. C1 is a mine, because of A2 and B2 (subset)
    2. D1 is safe, because of D2 (single)
    3. B1 is a mine, because of C2 (single)
    4. A1 is safe, because of A2 (single)
    solved: 4 steps
    """
    if answer.status == "inconsistent":
        return folded(f"inconsistent: {answer.message}", columns)
    drawn = picture(answer.problem, path_marks(answer), ascii, paint, columns)
    width = len(str(len(answer.steps)))
    lines = [f"{number:{width}}. {_sentence(step)}" for number, step in enumerate(answer.steps, 1)]
    return "\n".join([*drawn, *(folded(line, columns) for line in [*lines, _ending(answer)])])


def path_marks(answer: PathAnswer) -> Marks:
    """Return the marks of the picture."""
    safe = cells(cell for step in answer.steps if step.verdict == "safe" for cell in step.cells)
    mine = cells(cell for step in answer.steps if step.verdict == "mine" for cell in step.cells)
    return Marks(safe=safe, mine=mine)


def _sentence(step: Deduced) -> str:
    what = literals_words([Literal(cell, step.verdict == "mine") for cell in step.cells])
    total = [TOTAL] if step.uses_mine_total else []
    named: list[object] = [*step.clues] if len(step.clues) <= MOST_SOURCES else [f"{len(step.clues)} clues"]
    technique = f" ({step.technique.value})" if step.technique else ""
    return f"{what}, because of {sources_listed([*named, *total])}{technique}"


def _ending(answer: PathAnswer) -> str:
    steps = counted(len(answer.steps), "step")
    if answer.status == "limit":
        return f"limit: {answer.message}; {steps} by then"
    if answer.status == "solved":
        return f"solved: {steps}"
    return f"{steps}; nothing more is certain" if answer.steps else nothing_next(answer.problem)
