"""Operations: every address with what it takes and answers, and the OpenAPI 3.1 document that is made from this table.

A body is described by its pydantic class, an answer by the record that makes it: neither is described a second time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from logicms import __version__
from logicms.answers.answer import VERSION, Answer
from logicms.record import Json, Record, schema_of, shown
from logicms.web.bodies import Body, GameBody, MoveBody, SayBody
from logicms.web.played import GameAnswer
from logicms.web.problems import TITLES, TYPE, ProblemDetails
from logicms.web.requests import JSON, TEXT, Limits
from logicms.web.tasks import TASKS

SVG = "image/svg+xml"
_READING = ("syntax", "slow-body", "too-large", "media-type", "values")
_REASONING = ("busy", "bug", "time-limit", "memory-limit")
_STORE = ("not-found", "store", "store-full")
_ANYWHERE = ("origin", "host", "stopping")


@dataclass(frozen=True, slots=True)
class Operation:
    """One address, and one method of it."""

    method: Literal["GET", "POST"]
    path: str
    summary: str
    answer: Any
    """A record class, or a union of some."""
    body: type[Body] | None = None
    text_field: str | None = None
    """The field that a plain text as the body is for; None where it is not taken."""
    other_type: str | None = None
    """Another type that the answer can be asked for in."""
    status: int = 200
    problems: tuple[str, ...] = ()
    """The kinds of problem that it may answer with."""

    @property
    def name(self) -> str:
        """The operation's id.

        >>> STATE.name
        'get_v1_games_id'
        """
        return f"{self.method.lower()}{self.path.replace('{id}', 'id').replace('/', '_')}"


@dataclass(frozen=True, slots=True)
class HealthAnswer(Record):
    """That the service is well."""

    status: Literal["ok"] = shown("Always `ok`.", default="ok")


def _command(
    name: str, summary: str, text_field: str | None = "board", other_type: str | None = None
) -> tuple[str, Operation]:
    task = TASKS[name]
    problems = _READING + _REASONING
    return name, Operation(
        "POST", f"/v1/{name}", summary, task.answer, task.body, text_field, other_type, problems=problems
    )


COMMANDS = dict(
    (
        _command("show", "A board as it is read", other_type=SVG),
        _command("check", "Whether a board is consistent, and which of its flags are right"),
        _command("solve", "Every cell that is certainly safe or a mine"),
        _command("odds", "The exact odds of every hidden cell, and the best guess"),
        _command("prove", "Why a cell is safe or a mine"),
        _command("next", "The easiest next deduction"),
        _command("ask", "Whether a knowledge base entails a formula", "hints"),
        _command("verify", "Whether a proof is valid", None),
        _command("convert", "A board in another format", other_type=TEXT),
        _command("generate", "A board that needs no guess, or a given technique", None),
        _command("exercise", "A proof by hand, judged line by line", None),
    )
)
"""The operations of the commands, by the task behind each."""

NEW = Operation(
    "POST",
    "/v1/games",
    "A new game",
    GameAnswer,
    GameBody,
    status=201,
    problems=(*_READING, *_REASONING, "store", "store-full"),
)
STATE = Operation("GET", "/v1/games/{id}", "A game as it is now", GameAnswer, problems=_STORE)
MOVE = Operation(
    "POST",
    "/v1/games/{id}/moves",
    "Make a move",
    GameAnswer,
    MoveBody,
    problems=(*_READING, *_REASONING, *_STORE, "conflict"),
)
REVIEW = Operation(
    "GET",
    "/v1/games/{id}/review",
    "Which openings were guesses, and were they needed",
    TASKS["review"].answer,
    problems=(*_REASONING, *_STORE, "too-large"),
)
LESSONS = Operation("GET", "/v1/lessons", "The lessons", TASKS["lessons"].answer, problems=_REASONING)
LESSON = Operation(
    "GET",
    "/v1/lessons/{id}",
    "A lesson, by its id or number, without the answers",
    TASKS["lesson"].answer,
    problems=(*_REASONING, "not-found"),
)
SAY = Operation(
    "POST",
    "/v1/lessons/{id}/say",
    "Say something in a lesson, such as an answer; the state travels along",
    TASKS["say"].answer,
    SayBody,
    problems=(*_READING, *_REASONING, "not-found"),
)
HEALTH = Operation("GET", "/healthz", "Whether the service is alive", HealthAnswer)
READY = Operation(
    "GET", "/readyz", "Whether it can reason", HealthAnswer, problems=("not-ready", "store", "store-full")
)
LIMITS = Operation("GET", "/v1/limits", "How much one request may ask for", Limits)

OPERATIONS = (*COMMANDS.values(), NEW, STATE, MOVE, REVIEW, LESSONS, LESSON, SAY, HEALTH, READY, LIMITS)


# -- the OpenAPI document


def document(operations: Iterable[Operation] = OPERATIONS) -> Json:
    """Return the OpenAPI document.

    >>> document([READY])["paths"]["/readyz"]["get"]["responses"]["200"]["content"]
    {'application/json': {'schema': {'$ref': '#/components/schemas/HealthAnswer'}}}
    """
    schemas: dict[str, Json] = {}
    paths: dict[str, Json] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _description(operation, schemas)
    summary = "Minesweeper by propositional logic: every certain cell, and why."
    return {
        "openapi": "3.1.0",
        "info": {"title": "logicms", "summary": summary, "version": __version__},
        "paths": paths,
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _description(operation: Operation, schemas: dict[str, Json]) -> Json:
    described: Json = {"summary": operation.summary, "operationId": operation.name}
    if "{id}" in operation.path:
        described["parameters"] = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": _body_content(operation, operation.body, schemas)}
    content: Json = {JSON: {"schema": _answer_schema(operation.answer, schemas)}}
    if operation.other_type is not None:
        content[operation.other_type] = {"schema": {"type": "string"}}
    responses: Json = {str(operation.status): {"description": "The answer", "content": content}}
    problem = schema_of(ProblemDetails, schemas)
    for status, titles in sorted(_titles((*operation.problems, *_ANYWHERE)).items()):
        responses[str(status)] = {"description": "; ".join(titles), "content": {TYPE: {"schema": problem}}}
    return {**described, "responses": responses}


def _titles(kinds: Iterable[str]) -> dict[int, list[str]]:
    """Return the titles of problems by their status, which some share."""
    titles: dict[int, list[str]] = {}
    for kind in kinds:
        status, title = TITLES[kind]
        titles.setdefault(status, []).append(title)
    return titles


def _body_content(operation: Operation, body: type[Body], schemas: dict[str, Json]) -> Json:
    schema = body.model_json_schema(ref_template="#/components/schemas/{model}")
    # Pydantic keeps what a schema refers to in the schema itself, where a reference of OpenAPI does not find it.
    for name, part in {**schema.pop("$defs", {}), body.__name__: schema}.items():
        part["description"] = part.get("description", "").split("\n\n")[0]
        schemas[name] = part
    content: Json = {JSON: {"schema": {"$ref": f"#/components/schemas/{body.__name__}"}}}
    if operation.text_field is not None:
        about = f"The field `{operation.text_field}`; the other fields are in the query."
        content[TEXT] = {"schema": {"type": "string", "description": about}}
    return content


def _answer_schema(kind: Any, schemas: dict[str, Json]) -> Json:
    """Return the schema of what is sent: of an answer with its version, as `as_json` writes it."""
    described = schema_of(kind, schemas)
    for part in get_args(kind) or (kind,):
        if issubclass(part, Answer):
            made: dict[str, Any] = part.schema(schemas)
            made["properties"] = {"version": {"const": VERSION}, **made["properties"]}
            made["required"] = list(dict.fromkeys(["version", *made["required"]]))
            schemas[part.__name__] = made
    return described
