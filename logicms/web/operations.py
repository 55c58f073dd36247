"""Operations: every address of the service, with what it takes and answers; `openapi` describes them to programs.

Bodies and answers are records, described by the classes that read and write them: nothing is described a second time.
Each operation has one example of what to ask. `examples.json` has what the service really answers; a test asks again.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from logicms.commands import GROUPS, CommandEntry, question_of
from logicms.commands.lessons import Saying
from logicms.commands.question import Question
from logicms.errors import in_backticks
from logicms.record import Record, shown
from logicms.render.written import MEDIA_TYPES
from logicms.web.settings import Limits
from logicms.web.tasks import answer_type

JSON, TEXT, SVG = "application/json", "text/plain", MEDIA_TYPES["svg"]
_READING = ("syntax", "too-large", "media-type", "values")
_REASONING = ("busy", "bug", "time-limit", "memory-limit")
ANYWHERE = ("token", "origin", "host", "stopping")
"""The kinds of problem that any operation may answer with."""

Tag = str
TAGS = {name: group.about for name, group in GROUPS.items()} | {
    "the service": "Whether it is well, and what it allows."
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One address, and one method of it."""

    name: str
    """Its id, which reads as the name of a function."""
    method: Literal["GET", "POST"]
    path: str
    tag: Tag
    summary: str
    answer: Any
    """A record class, or a union of some."""
    body: type[Question] | None = None
    text_field: str | None = None
    """The field that a plain text as the body is for; None where it is not taken (`Question.as_text`)."""
    other_types: tuple[str, ...] = ()
    """Other types that the answer can be asked for in; which one depends on the body (`Question.other_type`)."""
    problems: tuple[str, ...] = ()
    """The kinds of problem that it may answer with."""
    about: str = ""
    """More than the summary says."""
    example: Mapping[str, Any] | None = field(default=None, hash=False)
    """A body."""
    has_etag: bool = False


@dataclass(frozen=True, slots=True)
class HealthAnswer(Record):
    """That the service is well."""

    status: Literal["ok"] = shown("Always `ok`.", default="ok")


def _command(name: str, tag: Tag, command: CommandEntry) -> Operation:
    asked = question_of(name)
    _, _, about = (inspect.getdoc(asked) or "").partition("\n\n")
    return Operation(
        name,
        "POST",
        f"/v1/{name}",
        tag,
        command.summary.removesuffix("."),
        answer_type(name),
        asked,
        asked.as_text,
        asked.other_types,
        problems=_READING + _REASONING,
        about=in_backticks(" ".join(about.split())),
        example=command.example,
        has_etag=True,
    )


COMMANDS = {
    name: _command(name, tag, command)
    for tag, group in GROUPS.items()
    for name, command in group.commands.items()
    if command.example is not None
}
"""The operations of the commands, by their names."""

FORMATS = Operation(
    "list_formats", "GET", "/v1/formats", "formats", "The formats that boards are read from and written to",
    answer_type("formats"), problems=_REASONING,
)  # fmt: skip

# -- lessons

LESSONS = Operation(
    "list_lessons",
    "GET",
    "/v1/lessons",
    "teaching",
    "The lessons",
    answer_type("lessons"),
    problems=_REASONING,
)
LESSON = Operation(
    "get_lesson", "GET", "/v1/lessons/{id}", "teaching", "A lesson, by its id or number, without the answers",
    answer_type("lesson"), problems=(*_REASONING, "not-found"),
)  # fmt: skip
SAY = Operation(
    "say_in_lesson", "POST", "/v1/lessons/{id}/say", "teaching", "Say something in a lesson, such as an answer",
    answer_type("say"), Saying, problems=(*_READING, *_REASONING, "not-found"),
    about="The `state` of the answer goes into the next request.", example={"said": ""},
)  # fmt: skip

# -- the service

HEALTH = Operation("get_health", "GET", "/healthz", "the service", "Whether the service is alive", HealthAnswer)
READY = Operation(
    "get_readiness", "GET", "/readyz", "the service", "Whether it can reason", HealthAnswer,
    problems=("not-ready",),
)  # fmt: skip
LIMITS = Operation("get_limits", "GET", "/v1/limits", "the service", "How much one request may ask for", Limits)

OPERATIONS = (
    *COMMANDS.values(),
    FORMATS,
    LESSONS,
    LESSON,
    SAY,
    HEALTH,
    READY,
    LIMITS,
)
