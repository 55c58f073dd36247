"""The parts of a worksheet: tasks with a board and questions, each with its answer.

`teach` fills them; HTML and LaTeX set them alike, as a sheet with room to write, or as the answers to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from logicms.board import Board
from logicms.proofs.proof import Proof
from logicms.render.marks import NO_MARKS, Marks


@dataclass(frozen=True, slots=True)
class Clauses:
    """Clauses to be set one below the other, each as its literals."""

    clauses: tuple[tuple[str, ...], ...]


Part = str | Clauses | Proof
"""A paragraph, clauses, or a proof as a table of steps."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, how many lines there are to write on, and the answer."""

    kind: str
    text: str
    lines: int
    answer: tuple[Part, ...]
    summary: str
    """The answer in a line."""


@dataclass(frozen=True, slots=True)
class Task:
    """A board and the questions about it."""

    board: Board
    questions: tuple[Question, ...]
    technique: str
    marks: Marks = NO_MARKS
    """What the answers point out on the board."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A worksheet: its title, what one must know to begin, and the tasks."""

    title: str
    about: tuple[str, ...]
    tasks: tuple[Task, ...]
