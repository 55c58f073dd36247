"""The tasks of learning: the lessons, one of them, what a learner says in it. `teach` knows all; nothing is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError

if TYPE_CHECKING:
    from logicms.teach.lesson import Lesson
    from logicms.web.tasks import Job


class NoLesson(BoardError):
    """A lesson that there is not."""


def lessons(job: Job) -> dict[str, Any]:
    """Return the list of lessons."""
    from logicms.teach.lesson_json import entry_to_json
    from logicms.teach.library import lesson_names, our_lesson

    return {"lessons": [entry_to_json(our_lesson(name)) for name in lesson_names()]}


def lesson(job: Job) -> dict[str, Any]:
    """Return one lesson with all its stops."""
    from logicms.teach.lesson_json import outline_to_json

    return outline_to_json(_found(job.given["id"]))


def say(job: Job) -> dict[str, Any]:
    """Return the reply to what a learner says, and where they stand then."""
    return _replied(_found(job.given["id"]), job)


def exercise(job: Job) -> dict[str, Any]:
    """Return a free exercise on a board; and the reply, if something was said."""
    from logicms.teach.lesson_json import outline_to_json
    from logicms.teach.library import proof_lesson

    found = proof_lesson(job.board().with_flags(job.given["flags"]), job.given["goal"])
    return {"lesson": outline_to_json(found), **_replied(found, job)}


def _found(wanted: str) -> Lesson:
    from logicms.teach.library import find_lesson, our_lesson

    try:
        return our_lesson(find_lesson(wanted))
    except BoardError:
        raise NoLesson(f"there is no lesson {wanted[:40]!r}; GET /v1/lessons lists them") from None


def _replied(lesson: Lesson, job: Job) -> dict[str, Any]:
    from logicms.teach.lesson_json import said_to_json
    from logicms.teach.session import State, respond

    given = job.given["state"]
    state = State(lesson.name) if given is None else State.from_json(given)
    if state.lesson != lesson.name:
        raise BoardError(f"this state is of the lesson {state.lesson[:40]!r}, not of {lesson.name!r}")
    if job.given["said"] is None:
        return said_to_json(lesson, None, state)
    return said_to_json(lesson, *respond(lesson, state, job.given["said"]))
