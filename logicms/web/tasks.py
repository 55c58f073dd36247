"""Tasks: the questions that a worker process can be asked, by name. The time limit is a scope around it (`worker`)."""

from __future__ import annotations

import json
from typing import Any, get_type_hints

from logicms.answers.answer import VERSION, Answer, TextAnswer
from logicms.commands.boards import Convert, Formats, Graph, Show
from logicms.commands.game import AskTip, LookBack, TakeTurn
from logicms.commands.generate import Generate
from logicms.commands.knowledge import Ask, Kb
from logicms.commands.lessons import ListLessons, OfLesson, ProofByHand, SayInLesson, Worksheet
from logicms.commands.play import Moves, Play, Review
from logicms.commands.prove import Next, Path, Prove, Verify
from logicms.commands.question import Question
from logicms.commands.solve import Check, Odds, Search, Solve
from logicms.record import Record, read_record
from logicms.web import bodies

_encode = json.JSONEncoder(ensure_ascii=False).encode


def as_json(answer: Record) -> bytes:
    """Return an answer as the bytes that are sent, its version first, as the commands print it."""
    head = {"version": VERSION} if isinstance(answer, Answer) else {}
    return _encode({**head, **answer.to_json()}).encode("utf-8", "backslashreplace")


# -- by name


def answer_of(question: type[Question]) -> Any:
    """Return the type of the answer: an `Answer`, or a union of some; a text is one, if the question can be written."""
    found = get_type_hints(question.ask)["return"]
    return found if question.written is Question.written else found | TextAnswer


def answered(task: str, given: object) -> Answer:
    """Return the answer to what is given as JSON."""
    question = read_record(TASKS[task], given)
    return question.written(question.ask())


TASKS: dict[str, type[Question]] = {
    "lessons": ListLessons,
    "lesson": OfLesson,
    "say": SayInLesson,
    "exercise": ProofByHand,
    "show": Show,
    "graph": Graph,
    "formats": Formats,
    "worksheet": Worksheet,
    "search": Search,
    "play": Play,
    "check": Check,
    "solve": Solve,
    "odds": Odds,
    "prove": Prove,
    "next": Next,
    "path": Path,
    "ask": Ask,
    "kb": Kb,
    "verify": Verify,
    "convert": Convert,
    "generate": Generate,
    "moves": Moves,
    "judged": Review,
    "game": TakeTurn,
    "review": LookBack,
    "tip": AskTip,
    "layout": bodies.LayoutBody,
}
