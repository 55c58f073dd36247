"""The OpenAPI 3.1 document, made from the table of operations: what programs and generators of clients read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, get_args

from logicms import __version__
from logicms.answers.answer import VERSION, CommandAnswer
from logicms.commands.question import Question
from logicms.record import Json, schema_of
from logicms.web.operations import ANYWHERE, JSON, OPERATIONS, TAGS, TEXT, Operation
from logicms.web.problems import TITLES, TYPE, ProblemDetails

EXAMPLES = Path(__file__).parent / "examples.json"
"""What the service answers to the example of each operation, by its name."""

_ABOUT = (
    "Minesweeper by propositional logic, and any other propositional knowledge: every certain cell, why, and what is "
    "likely. Nothing is guessed, and every proof has been accepted by an independent checker.\n\n"
    "A board is text: `?` hidden, `0` to `8` open, `F` flagged, `*` a known mine, `-` known to be safe; `mines: N` "
    "above it states the total. Cells are named like a spreadsheet's: `B3` is column B, row 3 from the top.\n\n"
    "A body is JSON or a plain text; the other fields of a text are in the query. A contradiction is an answer; "
    "whatever is no answer is a problem by RFC 9457 (`application/problem+json`), with `line` and `column` if a text "
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
    described: Json = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": operation.summary,
        "description": _about(operation),
    }
    if parameters := list(_parameters(operation, schemas)):
        described["parameters"] = parameters
    if operation.body is not None:
        described["requestBody"] = {"required": True, "content": _body_content(operation, operation.body, schemas)}
    return {**described, "responses": _answers(operation, schemas) | _problems(operation, schemas)}


def _about(operation: Operation) -> str:
    parts = operation.about, _TO if operation.other_types else "", _ETAG if operation.has_etag else ""
    return " ".join(filter(None, parts)) or f"{operation.summary}."


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
            if name != operation.text_field and not _has_objects(schema):
                about = f"A field, instead of in the body: {schema['description']}"
                # Without the default, which generated clients would send.
                plain = {key: value for key, value in schema.items() if key not in ("description", "default")}
                yield {"name": name, "in": "query", "description": about, "schema": plain}


def _has_objects(schema: Any) -> bool:
    """Tell whether a field cannot be written in a query."""
    return any(word in json.dumps(schema) for word in ("$ref", '"object"', '"array"'))


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


def _problems(operation: Operation, schemas: dict[str, Json]) -> Json:
    """Return the responses of an operation that are no answers."""
    problem = schema_of(ProblemDetails, schemas)
    found: Json = {}
    for status, kinds in sorted(_kinds((*operation.problems, *ANYWHERE)).items()):
        titles = [TITLES[kind][1] for kind in kinds]
        example = ProblemDetails(f"urn:logicms:problem:{kinds[0]}", titles[0], status, "What is wrong, and what to do.")
        content = {TYPE: {"schema": problem, "examples": {"one": {"value": example.to_json()}}}}
        found[str(status)] = {"description": "; ".join(titles), "content": content}
    return found


def _kinds(kinds: Iterable[str]) -> dict[int, list[str]]:
    """Return kinds of problems by their status, which some share."""
    found: dict[int, list[str]] = {}
    for kind in kinds:
        found.setdefault(TITLES[kind][0], []).append(kind)
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
