"""The OpenAPI description: FastAPI makes it, and what it cannot know is added here."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from logicms.web.bodies import Body
from logicms.web.commands import Command
from logicms.web.problems import TITLES, TYPE
from logicms.web.schemas import Problem

_READING = ("syntax", "slow-body", "too-large", "media-type", "values")
_REASONING = ("busy", "time-limit", "memory-limit")


def refusals(method: str, path: str) -> dict[int | str, dict[str, Any]]:
    """Return the problems that an address may answer with.

    >>> sorted(refusals("GET", "/v1/games/{id}"))
    [404, 422]
    """
    kinds: tuple[str, ...] = ()
    if method == "POST":
        kinds += _READING
    if method == "POST" or path.endswith("review") or path.startswith("/v1/lessons"):
        kinds += _REASONING
    if "{id}" in path:
        kinds += ("not-found", "values") if method == "GET" else ("not-found", "conflict")
    if path == "/readyz":
        kinds += ("not-ready",)
    return {TITLES[kind][0]: {"model": Problem, "description": TITLES[kind][1]} for kind in kinds}


def body_description(takes: Command | type[Body]) -> dict[str, Any]:
    """Return the description of what a request gives."""
    body = takes.body if isinstance(takes, Command) else takes
    content: dict[str, Any] = {"application/json": {"schema": body.model_json_schema()}}
    if isinstance(takes, Command) and takes.text_field is not None:
        content["text/plain"] = {
            "schema": {"type": "string", "description": f"`{takes.text_field}`, other fields in the query"}
        }
    return {"requestBody": {"required": True, "content": content}}


def describe(app: FastAPI) -> None:
    """Let the app describe itself: problems have their own type, show and convert have other forms too."""

    def description() -> dict[str, Any]:
        if not app.openapi_schema:
            made = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
            for operation in (each for path in made["paths"].values() for each in path.values()):
                _own_types(operation["responses"])
            other = made["paths"]
            other["/v1/show"]["post"]["responses"]["200"]["content"]["image/svg+xml"] = {"schema": {"type": "string"}}
            other["/v1/convert"]["post"]["responses"]["200"]["content"]["text/plain"] = {"schema": {"type": "string"}}
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = description  # type: ignore[method-assign]


def _own_types(responses: dict[str, Any]) -> None:
    for status, response in responses.items():
        if int(status) >= 400 and "application/json" in response.get("content", {}):
            response["content"] = {TYPE: response["content"]["application/json"]}
