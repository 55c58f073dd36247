"""The service: from a request to its response, for every address; and the socket that it stands behind.

Clients that send half a request, or do not read their answer, are a proxy's work: it keeps them waiting and asks here
only what is whole (`examples/deploy/nginx.conf`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import click
import uvicorn
from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.types import ASGIApp

from logicms import __version__
from logicms.commands.boards import ShowQuestion
from logicms.commands.question import Question
from logicms.errors import MissingExtra
from logicms.record import Record
from logicms.render.html import api_page
from logicms.web import operations
from logicms.web.edge import DOCUMENT_POLICY, HANDLERS, Edge, PageFiles, client_of, matches, named, read_body
from logicms.web.operations import JSON, SVG, TEXT, HealthAnswer, Operation, document
from logicms.web.pool import Pool
from logicms.web.refusals import RequestRefused
from logicms.web.settings import Limits, Settings, settings_of
from logicms.web.worker import Job, WorkerReply, as_json

if TYPE_CHECKING:
    from logicms.web.tools import ToolServer


Endpoint = Callable[[Request], Awaitable[Response]]


def create_app(settings: Settings | None = None) -> ASGIApp:
    """Return the service as an ASGI app; its workers start and end with it."""
    settings = settings or Settings()
    service = Service(settings.limits)
    app = Starlette(
        routes=[*_routes(service), _door_route(service), *_page_routes()],
        exception_handlers=HANDLERS,
        lifespan=service.lifespan,
    )
    app.router.redirect_slashes = False  # an address has one form
    return Edge(GZipMiddleware(app, minimum_size=1000, compresslevel=5), settings)


def _routes(service: Service) -> list[Route]:
    """Return the routes of all operations."""
    of_itself: dict[Operation, Endpoint] = {
        operations.HEALTH: service.health,
        operations.READY: service.ready,
        operations.LIMITS: service.show_limits,
    }
    endpoints = of_itself | {
        each: partial(service.command if each.has_etag else service.look_up, each, each.task)
        for each in operations.OPERATIONS
        if each.task is not None
    }
    return [Route(each.path, endpoints[each], methods=[each.method]) for each in operations.OPERATIONS]


def _page_routes() -> list[BaseRoute]:
    files = PageFiles()
    described = cache(document)

    async def openapi(request: Request) -> Response:
        here = {**described(), "servers": [{"url": request.scope.get("root_path") or "/"}]}
        return named(request, json.dumps(here).encode(), JSON, {"Vary": "X-Forwarded-Prefix"})

    async def docs(request: Request) -> Response:
        page = api_page(described()).encode()
        return named(request, page, "text/html", {"Content-Security-Policy": DOCUMENT_POLICY})

    async def page(name: str, request: Request) -> Response:
        return await files.get_response(name, request.scope)

    return [
        Route("/openapi.json", openapi),
        Route("/docs", docs),
        Route("/", partial(page, "index.html")),
        Route("/learn", partial(page, "learn.html")),
        Route("/learn.html", partial(page, "learn.html")),
        Mount("/static", files),
    ]


def _door(pool: Pool, limits: Limits) -> ToolServer | None:
    """Return the door for language models, if the extra for it is installed."""
    try:
        from logicms.web.tools import ToolServer
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in ("mcp", "mcp_types"):
            return None
        raise
    return ToolServer(pool, limits)


def _door_route(service: Service) -> Route:
    async def missing(request: Request) -> Response:
        raise RequestRefused.of("not-found", str(MissingExtra.of("/mcp, for language models,", "mcp")))

    endpoint = missing if service.door is None else service.door.app()
    return Route("/mcp", endpoint, methods=["GET", "POST", "DELETE"])


class Service:
    """What all requests share, the workers and the limits, and the endpoints that use it."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.pool = Pool(limits)
        self.door = _door(self.pool, limits)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        self.pool.start()
        try:
            async with self.door.running() if self.door else contextlib.nullcontext():
                yield
        finally:
            await self.pool.close()

    async def run(self, request: Request, job: Job) -> WorkerReply:
        """Return a worker's answer, or refuse as it does, or with what was found in the time."""
        reply = await self.pool.run(job, request.is_disconnected, client_of(request))
        return reply.accepted(self.limits.seconds)

    async def command(self, operation: Operation, task: str, request: Request) -> Response:
        """Answer a command, in JSON or in another form."""
        assert operation.body is not None
        body = await read_body(request, operation.body, self.limits, operation.text_field)
        media_type = _media_type(request, body)
        if isinstance(body, ShowQuestion) and media_type == SVG:
            body = replace(body, to="svg")
        job = Job.of(task, body, self.limits.seconds)
        etag = _etag(job, media_type)
        if matches(request, etag):  # a command changes nothing, so this is answered as for GET
            return Response(status_code=304, headers={"Vary": "Accept", "ETag": etag})
        reply = await self.run(request, job)
        headers = {"Vary": "Accept"}
        if not reply.limit:  # an answer that depends on how fast the machine was has no lasting name
            headers["ETag"] = etag
        if media_type == JSON:
            return Response(reply.body, media_type=JSON, headers=headers)
        if media_type != TEXT:
            headers["Content-Security-Policy"] = DOCUMENT_POLICY
        charset = "" if media_type == SVG else "; charset=utf-8"
        return Response(json.loads(reply.body)["text"], media_type=f"{media_type}{charset}", headers=headers)

    async def look_up(self, operation: Operation, task: str, request: Request) -> Response:
        """Answer with a list, or about the lesson that the address names."""
        said = {} if operation.body is None else (await read_body(request, operation.body, self.limits)).to_json()
        reply = await self.run(request, Job(task, {**said, **request.path_params}, self.limits.seconds))
        return Response(reply.body, media_type=JSON)

    # -- health and limits

    async def health(self, request: Request) -> Response:
        return _json(HealthAnswer())

    async def ready(self, request: Request) -> Response:
        if self.pool.ready < 1:
            raise RequestRefused.of("not-ready", "no worker is ready yet", headers={"Retry-After": "1"})
        return _json(HealthAnswer())

    async def show_limits(self, request: Request) -> Response:
        return _json(self.limits)


def _json(answer: Record) -> Response:
    return Response(as_json(answer), media_type=JSON)


def _media_type(request: Request, body: Question) -> str:
    """Return the type to answer in: JSON, unless there is another for this body and the request prefers that."""
    preferred = request.headers.get("accept", "").split(",")[0].split(";")[0].strip()
    return preferred if preferred and preferred == body.other_type else JSON


def _etag(job: Job, media_type: str) -> str:
    """Return the name of an answer: the same question to the same version has the same answer."""
    question = f"{__version__} {media_type} ".encode() + job.to_bytes()
    return f'W/"{hashlib.sha256(question).hexdigest()[:32]}"'


# -- behind a socket

_END_SECONDS = 3
"""How long answers under way have to be finished when the service is told to end; `edge` answers the others."""


def run(host: str, port: int, given: Mapping[str, Any]) -> None:
    """Serve until interrupted, with these settings (by key); say on standard error where."""
    listening = _listening(host, port)
    name, bound = listening.getsockname()[:2]
    app = create_app(settings_of(given, name))
    shown = f"[{name}]" if ":" in name else name
    click.echo(f"logicms serves http://{shown}:{bound}/ (Ctrl-C ends it)", err=True)
    config = uvicorn.Config(
        app,
        ws="none",
        log_level="critical",  # it would log answers that were cut short, which have a line of their own
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=_END_SECONDS,
        timeout_keep_alive=15,
    )
    uvicorn.Server(config).run(sockets=[listening])


def _listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listening = socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, UnicodeError) as error:
        raise click.UsageError(f"cannot listen on {host}:{port}: {error}") from None
    # Inherited by every connection. asyncio sets it only on sockets that name their protocol, which this one does not,
    # and without it each answer waits some 40 ms for the client's delayed acknowledgement.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening
