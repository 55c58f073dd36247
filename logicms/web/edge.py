"""The edge: what happens to every request before the app sees it, and to every response after.

Before: is it for this service, does it bring the token, and under which address is the service seen? A page of another
site must not use the service through its visitor's browser, unless a setting allows it. Such a page either has the
service's address under a name of its own (*DNS rebinding*), which the header Host gives away; or it sends a form or a
text across sites, which browsers mark in Sec-Fetch-Site and Origin. Both are refused.

After: headers that tell browsers what they may do with the response, and a line in the log, on standard error, as JSON
or for people. A line names the address as it is described (`/v1/lessons/{id}`), without what was asked. The *request
id* is the proxy's, if it sends one, or is made here; it is in the response too, so that a user can say which request
went wrong.

In between a request is read, within the limits: a body is JSON or a plain text, and the query may give more fields. A
*client* is an address; of IPv6, the first half, which is what one household or one machine is given. At the end is what
is sent besides answers: refusals, and files that changed. A browser may keep a file of the page but must ask whether it
is still the same (`no-cache`), so that no page ever runs with the modules of another version.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import ipaddress
import json
import mimetypes
import re
import secrets
import sys
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, ExceptionHandler, Message, Receive, Scope, Send

from logicms.commands.question import Question
from logicms.errors import LogicmsError
from logicms.notation.texts import decode_text, load_json, one_of_each
from logicms.record import read_record
from logicms.web.operations import JSON, TEXT
from logicms.web.pool import ClientGone
from logicms.web.refusals import TYPE, Refusal, RequestRefused, refusal, refusal_of, refusing
from logicms.web.settings import Hosts, Limits, Settings, host_name
from logicms.web.worker import as_json

_ID_HEADER = "X-Request-ID"
_ID = re.compile(r"[\w.\-]{1,64}", re.ASCII)

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "
)

_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_EXPOSED = ("ETag", "Location", "Retry-After", "WWW-Authenticate", "X-Request-ID")


class Edge:
    """Lets through what is meant for this service, and answers what the end of the service interrupts.

    It adds headers to every response: nothing from other hosts, nothing inline, no guessing of types, and no framing
    and no use by other sites except as the settings say.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        # What else it would refuse, in plain text, is refused here before.
        self.app = CORSMiddleware(app, settings.origins, ["*"], ["*"], expose_headers=_EXPOSED, max_age=3600)
        self.settings = settings
        policy = _POLICY + (" ".join(settings.frames) or "'none'")
        self.headers = {"Content-Security-Policy": policy, **_HEADERS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        client = client_name(scope["client"][0] if scope.get("client") else None)
        line = LogLine(request_id(headers.get(_ID_HEADER)), scope["method"], client)
        scope = {**scope, "request_id": line.id}
        scope = _under_prefix(scope, headers.get("x-forwarded-prefix") or self.settings.root_path)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                line.status = message["status"]
                self._add_headers(MutableHeaders(scope=message), headers.get("origin"), line.id)
            elif message["type"] == "http.response.body":
                line.sent += len(message.get("body", b""))
            await send(message)

        try:
            await self._answered(scope, receive, send_with_headers)
        except asyncio.CancelledError:
            # The service ends. Without an answer, uvicorn would log this and send a bare 500.
            if not line.status:
                refused = RequestRefused.of("stopping", "the service is ending; ask again once it is back")
                await refusal_response(refused.details, {"Retry-After": "5"})(scope, receive, send_with_headers)
        finally:
            line.route = getattr(scope.get("route"), "path", "") or "-"
            line.write(self.settings.log)

    def _add_headers(self, headers: MutableHeaders, origin: str | None, id: str) -> None:
        headers[_ID_HEADER] = id
        for name, value in self.headers.items():
            headers.setdefault(name, value)
        if is_allowed(origin, self.settings.origins):
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"

    async def _answered(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        try:
            check_host(headers, self.settings.hosts)
            check_origin(scope["method"], headers, self.settings.hosts, self.settings.origins)
            self._check_token(scope, headers)
        except RequestRefused as refused:
            await refusal_response(refused.details, refused.headers)(scope, receive, send)
            return
        if scope["path"] == scope.get("root_path") and scope["method"] in ("GET", "HEAD"):
            # The page names its files relative to itself, so its address ends with a slash.
            await RedirectResponse(f"{scope['path']}/", status_code=308)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _check_token(self, scope: Scope, headers: Headers) -> None:
        """Refuse requests without the token, if there is one; the page, its files and `/healthz` are for everybody."""
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        is_open = not (path.startswith("/v1/") or path == "/mcp") or scope["method"] == "OPTIONS"  # as browsers ask
        if self.settings.token is None or is_open:
            return
        kind, _, token = headers.get("authorization", "").partition(" ")
        wanted = self.settings.token.encode()
        if kind.lower() != "bearer" or not hmac.compare_digest(token.strip().encode("utf-8", "replace"), wanted):
            detail = "send the header `Authorization: Bearer TOKEN` with the token of this service"
            raise RequestRefused.of("token", detail, headers={"WWW-Authenticate": "Bearer"})


def _under_prefix(scope: Scope, prefix: str) -> Scope:
    """Return the scope of a request to a service that is seen under an address such as `/ms`.

    A proxy may pass that part of the address on, or leave it out and name it in X-Forwarded-Prefix. It only decides
    which addresses a response names, and whoever sends a false one deceives nobody else.

    >>> for path in ("/v1/solve", "/ms/v1/solve"):
    ...     made = _under_prefix({"path": path}, "/ms/")
    ...     print(made["root_path"], made["path"])
    /ms /ms/v1/solve
    /ms /ms/v1/solve
    >>> _under_prefix({"path": "/"}, "//evil.example/")["path"]
    '/'
    """
    root = prefix.rstrip("/")
    if not root or not re.fullmatch(r"(/[\w.~\-]{1,100}){1,10}", root, re.ASCII) or scope.get("root_path"):
        return scope
    path = scope["path"]
    is_inside = path == root or path.startswith(f"{root}/")
    return {**scope, "root_path": root, "path": path if is_inside else root + path}


# -- for whom the service answers


def check_host(headers: Headers, hosts: Hosts) -> None:
    """Refuse a request for another host."""
    host = headers.get("host", "")
    if host and host not in hosts:
        named = host_name(host) or "NAME"
        detail = f"this service does not answer for {host[:200]}; start it with --allow-host {named[:200]} if it should"
        raise RequestRefused.of("host", detail)


def check_origin(method: str, headers: Headers, hosts: Hosts, origins: Collection[str] = ()) -> None:
    """Refuse what a page of another site sends. Only browsers say where a request comes from, and others need not."""
    if method in ("GET", "HEAD"):
        return
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if site in ("same-origin", "none") or (site is None and origin is None):
        return
    source = (origin or "").partition("://")[2].lower()
    if source and (source == headers.get("host", "").lower() or host_name(source) in hosts.names):
        return
    if is_allowed(origin, origins):
        return
    detail = (
        f"a page of another site ({(origin or 'unnamed')[:200]}) may not use this service; --allow-origin allows it"
    )
    raise RequestRefused.of("origin", detail)


def is_allowed(origin: str | None, origins: Collection[str]) -> bool:
    """Tell whether the pages of an origin may use the service, as far as the settings say.

    >>> [is_allowed(each, {"https://school.example"}) for each in ("https://School.example", "https://x.example", None)]
    [True, False, False]
    """
    return origin is not None and ("*" in origins or origin.lower() in origins)


# -- the log


def request_id(given: str | None) -> str:
    """Return the id that a request came with, if it is one, or a new id.

    >>> request_id("a-1"), request_id("a b") == "a b", request_id("é") == "é"
    ('a-1', False, False)
    """
    return given if given is not None and _ID.fullmatch(given) else secrets.token_hex(8)


@dataclass(slots=True)
class LogLine:
    """What is said about one request."""

    id: str
    method: str
    client: str
    began: float = field(default_factory=time.perf_counter)
    route: str = ""
    status: int = 0
    sent: int = 0

    def write(self, form: str) -> None:
        """Print the line in a form: `json`, `text` or `none`."""
        if form == "none":
            return
        seconds = round(time.perf_counter() - self.began, 4)
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        if form == "json":
            said = {"time": now, "request_id": self.id, "client": self.client, "method": self.method,
                    "route": self.route, "status": self.status, "bytes": self.sent, "seconds": seconds}  # fmt: skip
            text = json.dumps(said)
        else:
            text = f"{now} {self.status} {self.method} {self.route} {1000 * seconds:.0f} ms {self.client} {self.id}"
        print(text, file=sys.stderr, flush=True)


# -- reading a request

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
