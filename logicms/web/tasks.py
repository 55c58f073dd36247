"""Tasks: the questions that a worker process can be asked, by name. The time limit is a scope around it (`worker`)."""

from __future__ import annotations

import json
from typing import Any, get_type_hints

from logicms.answers.answer import VERSION, CommandAnswer, TextAnswer
from logicms.commands import COMMANDS, question_at
from logicms.commands.question import Question
from logicms.record import Record, read_record

_encode = json.JSONEncoder(ensure_ascii=False).encode


def as_json(answer: Record) -> bytes:
    """Return an answer as the bytes that are sent, its version first, as the commands print it."""
    head = {"version": VERSION} if isinstance(answer, CommandAnswer) else {}
    return _encode({**head, **answer.to_json()}).encode("utf-8", "backslashreplace")


# -- by name


def answer_type(task: str) -> Any:
    """Return the type of the answer: an `Answer`, or a union of some; a text is one, if the answer can be written.

    >>> answer_type("solve").__name__
    'SolveAnswer'
    """
    question = question_at(TASKS[task])
    found = get_type_hints(question.ask)["return"]
    return found if question.written is Question.written else found | TextAnswer


def answered(task: str, given: object) -> CommandAnswer:
    """Return the answer to what is given as JSON."""
    question = read_record(question_at(TASKS[task]), given)
    return question.written(question.ask())


_OF_THE_SERVICE = {
    "lessons": "lessons.ListLessons",
    "lesson": "lessons.OfLesson",
    "say": "lessons.SayInLesson",
}
TASKS = {name: each.question for name, each in COMMANDS.items() if each.question} | _OF_THE_SERVICE
"""Where the question of each task is: the commands, and what else the service asks."""
