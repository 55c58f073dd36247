"""Tasks: what a worker process can be asked to do, most of them the function behind a command.

A *task* takes a body, which says what is asked, and returns an `Answer`; its annotations say which, for the worker that
reads the body and for the OpenAPI document alike. The time limit is a scope around it (`worker`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from logicms.answers.answer import VERSION, Answer, TextAnswer
from logicms.answers.play import MovesAnswer, ReviewAnswer, moves, review
from logicms.answers.show import FormatsAnswer
from logicms.board import parse_cell
from logicms.commands.boards import Convert, Graph, Show
from logicms.commands.game import AskTip, LookBack, TakeTurn
from logicms.commands.generate import Generate
from logicms.commands.knowledge import Ask, Kb
from logicms.commands.play import Play
from logicms.commands.prove import Next, Path, Prove, Verify
from logicms.commands.question import Question
from logicms.commands.solve import Check, Odds, Search, Solve
from logicms.notation.boards import parse_board
from logicms.record import Json, Record, read_record, shown
from logicms.render.exports import formats
from logicms.render.worksheet import answers_html, answers_latex, worksheet_html, worksheet_latex
from logicms.teach.worksheet import SIZE, sheet_to_json, worksheet
from logicms.web import bodies
from logicms.web.lessons import LESSON_TASKS
from logicms.web.reading import Reader

_encode = json.JSONEncoder(ensure_ascii=False).encode


def as_json(answer: Record) -> bytes:
    """Return an answer as the bytes that are sent, its version first, as the commands print it."""
    head = {"version": VERSION} if isinstance(answer, Answer) else {}
    return _encode({**head, **answer.to_json()}).encode("utf-8", "backslashreplace")


# -- the commands


# -- drawing and listing


def _formats(body: Question, reader: Reader) -> FormatsAnswer:
    return formats()


# -- worksheets


@dataclass(frozen=True, slots=True)
class WorksheetQuestion(Record):
    """A question of a worksheet."""

    kind: str = shown("What is asked: `certain`, `clauses` or `prove`.")
    text: str = shown("The question.")
    answer: str = shown("The answer in one line.")
    proof: Json | None = shown("Of `prove`: the proof.")


@dataclass(frozen=True, slots=True)
class WorksheetTask(Record):
    """A board of a worksheet."""

    board: str = shown("The board as text.")
    technique: str = shown("What it takes to go on there.")
    questions: tuple[WorksheetQuestion, ...] = shown("What is asked about it.")


@dataclass(frozen=True, slots=True)
class WorksheetAnswer(Answer):
    """A worksheet with its answers."""

    seed: int = shown("The same seed gives the same sheet.")
    title: str = shown("Its title.")
    tasks: tuple[WorksheetTask, ...] = shown("The boards.")


_SHEETS: Mapping[tuple[str, bool], Callable[..., str]] = {
    ("html", False): worksheet_html,
    ("html", True): answers_html,
    ("latex", False): worksheet_latex,
    ("latex", True): answers_latex,
}


def _worksheet(body: bodies.WorksheetBody, reader: Reader) -> WorksheetAnswer | TextAnswer:
    width, height, mines = (
        given or usual for given, usual in zip((body.width, body.height, body.mines), SIZE, strict=True)
    )
    reader.check_size(width * height)
    sheet = worksheet(
        body.seed,
        technique=body.technique,
        count=body.count,
        size=(width, height, mines),
        kinds=body.questions,
        title=body.title,
    )
    if body.to is not None:
        return TextAnswer(body.to, _SHEETS[body.to, body.answers](sheet))
    return read_record(WorksheetAnswer, {"seed": body.seed, **sheet_to_json(sheet)})


# -- what the service asks for its games and pictures


def _moves(body: bodies.BoardBody, reader: Reader) -> MovesAnswer:
    return moves(reader.board(body.board, body.format)[0])


def _review(body: bodies.ReviewBody, reader: Reader) -> ReviewAnswer:
    opened = [(parse_cell(each.open), parse_board(each.board)) for each in body.opened]
    return review(opened, map(parse_cell, body.wrong_flags))


# -- by name


def _asked(question: Question, reader: Reader) -> Answer:
    return question.written(question.ask())


class Task:
    """A question, or a function above with the class of the body that it takes, and the type of what is answered.

    >>> TASKS["solve"].body.__name__, TASKS["solve"].answer.__name__
    ('Solve', 'SolveAnswer')
    """

    def __init__(self, made: type[Question] | Callable[[Any, Reader], Answer]) -> None:
        asks = isinstance(made, type)
        hints = get_type_hints(made.ask if asks else made)  # type: ignore[union-attr]
        self._function: Any = _asked if asks else made
        self.body: type[Question] = made if asks else hints["body"]  # type: ignore[assignment]
        self.answer: Any = hints["return"]
        if asks and self.body.written is not Question.written:
            self.answer |= TextAnswer
        """An `Answer`, or a union of some."""

    def __call__(self, given: object, reader: Reader) -> Answer:
        """Return the answer to what is given as JSON."""
        found: Answer = self._function(read_record(self.body, given), reader)
        return found


TASKS = {
    **{name: Task(function) for name, function in LESSON_TASKS.items()},
    "show": Task(Show),
    "graph": Task(Graph),
    "formats": Task(_formats),
    "worksheet": Task(_worksheet),
    "search": Task(Search),
    "play": Task(Play),
    "check": Task(Check),
    "solve": Task(Solve),
    "odds": Task(Odds),
    "prove": Task(Prove),
    "next": Task(Next),
    "path": Task(Path),
    "ask": Task(Ask),
    "kb": Task(Kb),
    "verify": Task(Verify),
    "convert": Task(Convert),
    "generate": Task(Generate),
    "moves": Task(_moves),
    "judged": Task(_review),
    "game": Task(TakeTurn),
    "review": Task(LookBack),
    "tip": Task(AskTip),
    "layout": Task(bodies.LayoutBody),
}
