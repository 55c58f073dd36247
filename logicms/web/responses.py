"""Responses: what is sent instead of an answer, and files and texts that a client may have already.

A browser may keep a file of the page but must ask whether it is still the same (`no-cache`), so that no page ever runs
with the modules of another version.
"""

from __future__ import annotations

import hashlib
import mimetypes
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ExceptionHandler

from logicms.errors import LogicmsError
from logicms.web.pool import ClientGone
from logicms.web.problems import TYPE, ProblemDetails, Refusal, problem, problem_of
from logicms.web.tasks import as_json

DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture or a page of its own brings its own style, and nothing else."""
STATIC = Path(__file__).parent / "static"

# The tables of some systems have these wrong.
for _type, _ending in (("text/javascript", ".js"), ("text/javascript", ".mjs"), ("application/wasm", ".wasm")):
    mimetypes.add_type(_type, _ending)


# -- instead of an answer


def problem_response(details: ProblemDetails, headers: Mapping[str, str] | None = None) -> Response:
    return Response(as_json(details), details.status, media_type=TYPE, headers=headers)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return problem_response(error.details, error.headers)


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, LogicmsError)
    return problem_response(problem_of(error))


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nobody reads it


async def _no_such_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        taken = (error.headers or {}).get("Allow", "another method")
        return problem_response(
            problem("method", f"{request.method[:20]} is not taken here, but {taken}"), error.headers
        )
    found = problem("not-found", "there is nothing at this address; /openapi.json and /docs list those there are")
    return problem_response(found, error.headers)


async def _bug(request: Request, error: Exception) -> Response:
    id = request.scope.get("request_id")
    print(f"logicms: request {id} met a bug in logicms: {error!r}", file=sys.stderr)
    return problem_response(problem("bug", f"this should not have happened; the service has logged it as {id}"))


HANDLERS: Mapping[type[Exception], ExceptionHandler] = {
    Refusal: _refused,
    LogicmsError: _wrong,
    ClientDisconnect: _gone,
    ClientGone: _gone,
    HTTPException: _no_such_address,
    Exception: _bug,
}
"""What is sent when an endpoint raises something."""


# -- what a client may have already


def matches(request: Request, etag: str) -> bool:
    """Tell whether the client has what this ETag names already (If-None-Match)."""
    given = request.headers.get("if-none-match", "")
    if given.strip() == "*":  # "if there is any": of a question, nobody knows whether it has an answer
        return request.method != "POST"
    return etag.removeprefix("W/") in {each.strip().removeprefix("W/") for each in given.split(",")}


def named(request: Request, content: bytes, media_type: str, headers: dict[str, str] | None = None) -> Response:
    """Return the response with some content, or that the client has it already."""
    # Weak, as the bytes may be compressed on their way.
    etag = f'W/"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"Cache-Control": "no-cache", "ETag": etag, **(headers or {})}
    if matches(request, etag):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=media_type, headers=headers)


class Files(StaticFiles):
    """The files of the page."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def file_response(self, *args: Any, **options: Any) -> Response:
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "no-cache"
        return response
