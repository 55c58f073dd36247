"""Responses: what is sent instead of an answer, files and texts that a client may have already, and compression.

A browser may keep a file of the page but must ask whether it is still the same (`no-cache`), so that no page ever runs
with the modules of another version. Answers of more than a few lines are sent as gzip to those who take it; large ones
are compressed in a thread, so that nobody else waits meanwhile.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import mimetypes
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, ExceptionHandler, Message, Receive, Scope, Send

from logicms.errors import LogicmsError
from logicms.web.pool import ClientGone
from logicms.web.problems import TYPE, ProblemDetails, Refusal, problem, problem_of
from logicms.web.tasks import as_json

DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture or a page of its own brings its own style, and nothing else."""
STATIC = Path(__file__).parent / "static"
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".wasm": "application/wasm"}
"""The types that the tables of some systems have wrong."""
LEAST = 1000
"""Bytes below which compressing saves nothing."""
_IN_THREAD = 50_000
_LEVEL = 5
_STREAM = "text/event-stream"
_TEXTS = ("text/", "application/json", "application/problem+json", "image/svg+xml")


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


class Files:
    """The files of a folder, read once."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._contents = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        }

    def response(self, request: Request, name: str) -> Response:
        """Return the response with a file."""
        if name not in self._contents:
            raise Refusal.of("not-found", f"there is no file {name[:100]!r}")
        kind = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        return named(request, self._contents[name], kind)

    async def static(self, request: Request) -> Response:
        """Answer a request for one of the files, by its path."""
        return self.response(request, request.path_params["name"])


# -- compression


def takes_gzip(accepted: str) -> bool:
    """Tell whether a header Accept-Encoding allows gzip.

    >>> takes_gzip("br, gzip;q=0.5"), takes_gzip("gzip;q=0, deflate"), takes_gzip("*"), takes_gzip("")
    (True, False, True, False)
    """
    for part in accepted.lower().split(","):
        name, _, quality = part.strip().partition(";")
        if name.strip() in ("gzip", "*"):
            return not re.fullmatch(r"\s*q\s*=\s*0(\.0*)?\s*", quality)
    return False


class Compressed:
    """Compresses the responses of an app that send a text in one piece."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wanted = takes_gzip(Headers(scope=scope).get("accept-encoding", ""))
        start: Message | None = None

        async def send_compressed(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _can_be_compressed(message):
                start = message  # it waits for the body, whose length it says
                return
            if start is not None:
                body = message.get("body", b"")
                if not message.get("more_body"):
                    body = await _compressed(start, body, wanted)
                await send(start)
                start, message = None, {**message, "body": body}
            await send(message)

        await self.app(scope, receive, send_compressed)


def _can_be_compressed(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    kind = headers.get("content-type", "")
    return kind.startswith(_TEXTS) and not kind.startswith(_STREAM) and "content-encoding" not in headers


async def _compressed(start: Message, body: bytes, wanted: bool) -> bytes:
    """Return the body to send, and say in the head of the response what was done."""
    headers = MutableHeaders(raw=start["headers"])
    headers.add_vary_header("Accept-Encoding")
    if not wanted or len(body) < LEAST:
        return body
    if len(body) > _IN_THREAD:
        body = await asyncio.to_thread(gzip.compress, body, _LEVEL, mtime=0)
    else:
        body = gzip.compress(body, _LEVEL, mtime=0)
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(len(body))
    return body
