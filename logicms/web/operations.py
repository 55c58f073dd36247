"""Operations: every address of the service, with what it takes and answers, and their description in OpenAPI 3.1.

Bodies and answers are records, described by the classes that read and write them: nothing is described a second time.
Each operation has one example of what to ask. `examples.json` has what the service really answers; a test asks again.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from logicms import __version__
from logicms.answers.answer import VERSION, CommandAnswer
from logicms.commands import GROUPS, CommandEntry, question_of
from logicms.commands.lessons import Saying
from logicms.commands.question import Question
from logicms.errors import in_backticks
from logicms.record import Json, Record, schema_of, shown
from logicms.render.written import MEDIA_TYPES
from logicms.web.refusals import TITLES, TYPE, Refusal
from logicms.web.settings import Limits
from logicms.web.worker import answer_type

JSON, TEXT, SVG = "application/json", "text/plain", MEDIA_TYPES["svg"]
_READING = ("syntax", "too-large", "media-type", "values")
_REASONING = ("busy", "bug", "time-limit", "memory-limit")
ANYWHERE = ("token", "origin", "host", "stopping")
"""The kinds of refusal that any operation may answer with."""

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
    refusals: tuple[str, ...] = ()
    """The kinds of refusal that it may answer with."""
    about: str = ""
    """More than the summary says."""
    example: Mapping[str, Any] | None = field(default=None, hash=False)
    """A body."""
    task: str | None = None
    """The question of `commands` that it asks, if any."""
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
        refusals=_READING + _REASONING,
        about=in_backticks(" ".join(about.split())),
        example=command.example,
        task=name,
        has_etag=True,
    )


COMMANDS = {
    name: _command(name, tag, command)
    for tag, group in GROUPS.items()
    for name, command in group.commands.items()
    if command.example is not None
}
"""The operations of the commands, by their names."""

HEALTH = Operation("get_health", "GET", "/healthz", "the service", "Whether the service is alive", HealthAnswer)
READY = Operation(
    "get_readiness", "GET", "/readyz", "the service", "Whether it can reason", HealthAnswer,
    refusals=("not-ready",),
)  # fmt: skip
LIMITS = Operation("get_limits", "GET", "/v1/limits", "the service", "How much one request may ask for", Limits)

OPERATIONS = (
    *COMMANDS.values(),
    Operation(
        "list_formats", "GET", "/v1/formats", "formats", "The formats that boards are read from and written to",
        answer_type("formats"), refusals=_REASONING, task="formats",
    ),
    Operation(
        "list_lessons", "GET", "/v1/lessons", "teaching", "The lessons",
        answer_type("lessons"), refusals=_REASONING, task="lessons",
    ),
    Operation(
        "get_lesson", "GET", "/v1/lessons/{id}", "teaching", "A lesson, by its id or number, without the answers",
        answer_type("lesson"), refusals=(*_REASONING, "not-found"), task="lesson",
    ),
    Operation(
        "say_in_lesson", "POST", "/v1/lessons/{id}/say", "teaching", "Say something in a lesson, such as an answer",
        answer_type("say"), Saying, refusals=(*_READING, *_REASONING, "not-found"), task="say",
        about="The `state` of the answer goes into the next request.", example={"said": ""},
    ),
    HEALTH,
    READY,
    LIMITS,
)  # fmt: skip


# -- OpenAPI: what programs and generators of clients read

EXAMPLES = Path(__file__).parent / "examples.json"
"""What the service answers to the example of each operation, by its name."""

_ABOUT = (
    "Minesweeper by propositional logic, and any other propositional knowledge: every certain cell, why, and what is "
    "likely. Nothing is guessed, and every proof has been accepted by an independent checker.\n\n"
    "A board is text: `?` hidden, `0` to `8` open, `F` flagged, `*` a known mine, `-` known to be safe; `mines: N` "
    "above it states the total. Cells are named like a spreadsheet's: `B3` is column B, row 3 from the top.\n\n"
    "A body is JSON or a plain text; the other fields of a text are in the query. A contradiction is an answer; "
    "whatever is no answer is a refusal by RFC 9457 (`application/problem+json`), with `line` and `column` if a text "
    "has a mistake."
)


_ETAG = (
    "The answer has an `ETag`; the same question with `If-None-Match` is answered by 304, without reasoning. At a time "
    "limit the answer says what was found until then."
)
_TO = (
    "With `to`, the answer is `{to, text}`; or the bare text, picture or page, if the header `Accept` prefers its type."
)


@cache
def example_answers() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(EXAMPLES.read_text(encoding="utf-8")) if EXAMPLES.exists() else {}
    return found


def document(operations: Iterable[Operation] = OPERATIONS) -> Json:
    """Return the OpenAPI document.

    >>> from logicms.web.operations import READY
    >>> document([READY])["paths"]["/readyz"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    {'$ref': '#/components/schemas/HealthAnswer'}
    """
    schemas: dict[str, Json] = {}
    paths: dict[str, Json] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _description(operation, schemas)
    summary = "Minesweeper by propositional logic: every certain cell, and why."
    token = {"type": "http", "scheme": "bearer", "description": "The token of the service, if it has one."}
    return {
        "openapi": "3.1.0",
        "info": {"title": "logicms", "summary": summary, "description": _ABOUT, "version": __version__},
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": about} for name, about in TAGS.items()],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items())), "securitySchemes": {"token": token}},
    }


def _description(operation: Operation, schemas: dict[str, Json]) -> Json:
    about = operation.about, _TO if operation.other_types else "", _ETAG if operation.has_etag else ""
    described: Json = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": " ".join(filter(None, about)) or f"{operation.summary}.",
    }
    if parameters := list(_parameters(operation, schemas)):
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": _body_content(operation, operation.body, schemas)}
    return {**described, "responses": _answers(operation, schemas) | _refusals(operation, schemas)}


def _parameters(operation: Operation, schemas: dict[str, Json]) -> Iterable[Json]:
    """Yield the parameters: the id in the address, the header of what a client has, the fields in the query."""
    if "{id}" in operation.path:
        about = "A lesson's id or number."
        yield {"name": "id", "in": "path", "required": True, "description": about, "schema": {"type": "string"}}
    if operation.has_etag:
        about = "The `ETag` of an answer that the client has."
        yield {"name": "If-None-Match", "in": "header", "description": about, "schema": {"type": "string"}}
    if operation.text_field is not None and operation.body is not None:
        made: dict[str, Any] = operation.body.schema(schemas)
        for name, schema in made["properties"].items():
            has_objects = any(word in json.dumps(schema) for word in ("$ref", '"object"', '"array"'))
            if name != operation.text_field and not has_objects:  # these cannot be written in a query
                about = f"A field, instead of in the body: {schema['description']}"
                # Without the default, which generated clients would send.
                plain = {key: value for key, value in schema.items() if key not in ("description", "default")}
                yield {"name": name, "in": "query", "description": about, "schema": plain}


def _body_content(operation: Operation, body: type[Question], schemas: dict[str, Json]) -> Json:
    content: Json = {JSON: {"schema": schema_of(body, schemas), "examples": {"one": {"value": operation.example}}}}
    if operation.text_field is not None:
        assert operation.example is not None
        about = f"The field `{operation.text_field}`; the other fields are in the query."
        text = operation.example[operation.text_field]
        content[TEXT] = {"schema": {"type": "string", "description": about}, "examples": {"one": {"value": text}}}
    return content


def _answers(operation: Operation, schemas: dict[str, Json]) -> Json:
    """Return the responses of an operation that are answers."""
    answer: Json = {"schema": _answer_schema(operation.answer, schemas)}
    if operation.name in example_answers():
        answer["examples"] = {"one": {"value": example_answers()[operation.name]}}
    content: Json = {JSON: answer}
    for other in operation.other_types:
        content[other] = {"schema": {"type": "string", "description": "The text alone."}}
    found: Json = {"description": "The answer", "content": content}
    if operation.has_etag:
        found["headers"] = {"ETag": {"description": "The name of this answer.", "schema": {"type": "string"}}}
        return {"200": found, "304": {"description": "The client has the answer already"}}
    return {"200": found}


def _refusals(operation: Operation, schemas: dict[str, Json]) -> Json:
    """Return the responses of an operation that are no answers."""
    refusal = schema_of(Refusal, schemas)
    found: Json = {}
    by_status: dict[int, list[str]] = {}  # which some kinds share
    for kind in (*operation.refusals, *ANYWHERE):
        by_status.setdefault(TITLES[kind][0], []).append(kind)
    for status, kinds in sorted(by_status.items()):
        titles = [TITLES[kind][1] for kind in kinds]
        example = Refusal(f"urn:logicms:problem:{kinds[0]}", titles[0], status, "What is wrong, and what to do.")
        content = {TYPE: {"schema": refusal, "examples": {"one": {"value": example.to_json()}}}}
        found[str(status)] = {"description": "; ".join(titles), "content": content}
    return found


def _answer_schema(kind: Any, schemas: dict[str, Json]) -> Json:
    """Return the schema of what is sent: of an answer with its version, as `as_json` writes it."""
    described = schema_of(kind, schemas)
    about = "The version of this JSON."
    for part in get_args(kind) or (kind,):
        if issubclass(part, CommandAnswer):
            made: dict[str, Any] = part.schema(schemas)
            made["properties"] = {"version": {"const": VERSION, "description": about}, **made["properties"]}
            made["required"] = list(dict.fromkeys(["version", *made["required"]]))
            schemas[part.__name__] = made
    return described
