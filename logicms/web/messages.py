"""Messages: reading a request, within limits, and what is sent besides answers: refusals, and files that changed.

A body is JSON or a plain text; the query may give more fields. A *client* is an address; of IPv6, the first half, which
is what one household or one machine is given. A browser may keep a file of the page but must ask whether it is still
the same (`no-cache`), so that no page ever runs with the modules of another version.
"""

from __future__ import annotations

import hashlib
import ipaddress
import mimetypes
import sys
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import ExceptionHandler

from logicms.commands.question import Question
from logicms.errors import LogicmsError
from logicms.notation.texts import decode_text, load_json, one_of_each
from logicms.record import read_record
from logicms.web.operations import JSON, TEXT
from logicms.web.pool import ClientGone
from logicms.web.refusals import TYPE, Refusal, RequestRefused, refusal, refusal_of, refusing
from logicms.web.settings import Limits
from logicms.web.worker import as_json

# -- requests

_B = TypeVar("_B", bound=Question)


def client_of(request: Request) -> str:
    """Return the name of the client that sends a request."""
    return client_name(request.client.host if request.client else None)


@lru_cache(maxsize=1000)  # asked more than once for every request
def client_name(address: str | None) -> str:
    """Return the name that the requests of one client share.

    >>> client_name("192.0.2.7"), client_name("2001:db8::1:2:3:4"), client_name(None)
    ('192.0.2.7', '2001:db8::', '')
    """
    try:
        parsed = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return (address or "")[:64]
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(parsed) >> 64 << 64))


async def read_body(request: Request, body: type[_B], limits: Limits, text_field: str | None = None) -> _B:
    """Return what the request gives, checked; `text_field` is the field that a plain text is for, if it is taken."""
    kind = _media_type(request, text_field is not None)
    data = await _bytes(request, limits)
    with refusing():
        options = one_of_each(request.query_params.multi_items())
        if kind == JSON:
            return read_record(body, load_json(decode_text(data)), options)
        assert text_field is not None
        return read_record(body, {text_field: decode_text(data, text_field)}, options)


def _media_type(request: Request, text: bool) -> str:
    kind, *parameters = request.headers.get("content-type", "").lower().split(";")
    charset = [each.split("=", 1)[1].strip(' "') for each in parameters if each.strip().startswith("charset=")]
    known = (JSON, TEXT) if text else (JSON,)
    if request.headers.get("content-encoding", "identity").strip().lower() != "identity":
        raise RequestRefused.of("media-type", "a body here is not compressed", headers={"Accept-Encoding": "identity"})
    if kind.strip() not in known or any(each not in ("utf-8", "utf8", "us-ascii") for each in charset):
        raise RequestRefused.of(
            "media-type",
            f"a body here is {' or '.join(known)}, in UTF-8; the header Content-Type says which",
            headers={"Accept": ", ".join(known)},
        )
    return kind.strip()


async def _bytes(request: Request, limits: Limits) -> bytes:
    """Return the body, unless it is too large.

    After the refusal of a large one the connection stays open, so that the rest of it is read and dropped: many clients
    read no answer before they have sent everything.
    """
    length = request.headers.get("content-length", "0")
    if length.isdecimal() and int(length[:20]) > limits.body_bytes:
        raise _too_large(limits)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limits.body_bytes:
            raise _too_large(limits)
        parts.append(part)
    return b"".join(parts)


def _too_large(limits: Limits) -> RequestRefused:
    return RequestRefused.of("too-large", f"a body has at most {limits.body_bytes:,} bytes")


# -- responses

DOCUMENT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
"""A picture or a page of its own brings its own style, and nothing else."""
STATIC = Path(__file__).parent / "static"

# The tables of some systems have these wrong.
for _type, _ending in (("text/javascript", ".js"), ("text/javascript", ".mjs"), ("application/wasm", ".wasm")):
    mimetypes.add_type(_type, _ending)


# -- instead of an answer


def refusal_response(details: Refusal, headers: Mapping[str, str] | None = None) -> Response:
    return Response(as_json(details), details.status, media_type=TYPE, headers=headers)


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, RequestRefused):
        return refusal_response(error.details, error.headers)
    assert isinstance(error, LogicmsError)
    return refusal_response(refusal_of(error))


async def _gone(request: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nobody reads it


async def _no_such_address(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        taken = (error.headers or {}).get("Allow", "another method")
        return refusal_response(
            refusal("method", f"{request.method[:20]} is not taken here, but {taken}"), error.headers
        )
    found = refusal("not-found", "there is nothing at this address; /openapi.json and /docs list those there are")
    return refusal_response(found, error.headers)


async def _bug(request: Request, error: Exception) -> Response:
    id = request.scope.get("request_id")
    print(f"logicms: request {id} met a bug in logicms: {error!r}", file=sys.stderr)
    return refusal_response(refusal("bug", f"this should not have happened; the service has logged it as {id}"))


HANDLERS: Mapping[type[Exception], ExceptionHandler] = {
    RequestRefused: _refused,
    LogicmsError: _refused,
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


class PageFiles(StaticFiles):
    """The files of the page."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    def file_response(self, *args: Any, **options: Any) -> Response:
        response = super().file_response(*args, **options)
        response.headers["Cache-Control"] = "no-cache"
        return response
