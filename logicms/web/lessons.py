"""Lessons over HTTP, and proofs by hand: what a request may give, and what a worker answers.

`teach` knows everything, and nothing is kept here: where a learner is travels along.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from logicms.answers.answer import Answer
from logicms.board import Flags
from logicms.commands.question import Question
from logicms.errors import BoardError
from logicms.record import Bounds, shown
from logicms.teach.exercise import LEVELS
from logicms.teach.lesson import Lesson, find_lesson, our_lesson
from logicms.teach.proof_judge import proof_lesson
from logicms.teach.session import MOST_TEXT, State, respond
from logicms.teach.stop import ExerciseAnswer, LessonAnswer, LessonOutline, LessonsAnswer, SayAnswer
from logicms.web.bodies import FLAGS, BoardBody
from logicms.web.problems import Refusal
from logicms.web.reading import Reader


@dataclass(frozen=True, kw_only=True)
class StateBody(Question):
    """Where a learner is in a lesson: the `state` of the last answer, sent back as it is."""

    lesson: Annotated[str, Bounds(longest=200)] = shown("The lesson's name.")
    stop: Annotated[int, Bounds(least=0, most=100_000)] = shown("Counted from 0.", default=0)
    so_far: Annotated[str, Bounds(longest=MOST_TEXT)] = shown(
        "The lines of a proof that are right and stay.", default=""
    )
    level: Annotated[int, Bounds(least=0, most=LEVELS)] = shown("The level of the last tip.", default=0)
    solved: Annotated[tuple[Annotated[str, Bounds(longest=200)], ...], Bounds(longest=200)] = shown(
        "The exercises that were solved, by name.", default=()
    )


_STATE = "Where the learner is; without one, at the beginning."
_SAID = "An answer (several lines where it takes them), or tip, skip, back, undo, ?; an empty text goes on."


@dataclass(frozen=True, kw_only=True)
class SayBody(Question):
    """What a learner says, and where."""

    state: StateBody | None = shown(_STATE, default=None)
    said: Annotated[str, Bounds(longest=MOST_TEXT)] = shown(_SAID, example="tip")


@dataclass(frozen=True, kw_only=True)
class ExerciseBody(BoardBody):
    """A proof by hand, on any board."""

    flags: Flags = shown(FLAGS, default="fact")
    goal: Annotated[str, Bounds(longest=200)] = shown("The clause to prove.", example="~B1")
    state: StateBody | None = shown(_STATE, default=None)
    said: Annotated[str, Bounds(longest=MOST_TEXT)] | None = shown(_SAID, default=None)


@dataclass(frozen=True, kw_only=True)
class LessonBody(Question):
    """A lesson's name or number, as an address has it."""

    id: str = shown("The name or number.")


@dataclass(frozen=True, kw_only=True)
class SaidBody(SayBody, LessonBody):
    """What a learner says in a lesson."""


# -- the tasks


def _lessons(body: Question, reader: Reader) -> LessonsAnswer:
    return LessonsAnswer.of_all()


def _lesson(body: LessonBody, reader: Reader) -> LessonAnswer:
    return LessonAnswer.of(_our_lesson(body.id))


def _say(body: SaidBody, reader: Reader) -> SayAnswer:
    return _reply(_our_lesson(body.id), body.state, body.said)


def _exercise(body: ExerciseBody, reader: Reader) -> ExerciseAnswer:
    board, _ = reader.board(body.board, body.format)
    free = proof_lesson(board.with_flags(body.flags), body.goal)
    answer = _reply(free, body.state, body.said)
    return ExerciseAnswer(answer.reply, answer.state, answer.words, answer.done, LessonOutline.of(free))


def _our_lesson(wanted: str) -> Lesson:
    try:
        return our_lesson(find_lesson(wanted))
    except BoardError:
        raise Refusal.of("not-found", f"there is no lesson {wanted[:40]!r}; GET /v1/lessons lists them") from None


def _reply(lesson: Lesson, given: StateBody | None, said: str | None) -> SayAnswer:
    """Return the reply to what a learner says, and where they are then."""
    state = State(lesson.name)
    if given is not None:
        state = State(given.lesson, given.stop, given.so_far, given.level, frozenset(given.solved))
    if state.lesson != lesson.name:
        raise BoardError(f"this is the state of the lesson {state.lesson[:40]!r}, not of {lesson.name!r}")
    if said is None:
        return SayAnswer.of(lesson, None, state)
    return SayAnswer.of(lesson, *respond(lesson, state, said))


LESSON_TASKS: dict[str, Callable[[Any, Reader], Answer]] = {
    "lessons": _lessons,
    "lesson": _lesson,
    "say": _say,
    "exercise": _exercise,
}
