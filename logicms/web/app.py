"""The app: every address of the service, from a request to its answer."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from logicms import __version__
from logicms.board import Board
from logicms.errors import LogicmsError
from logicms.notation.boards import format_board, parse_board
from logicms.web import bodies, schemas
from logicms.web.commands import COMMANDS, Command
from logicms.web.games import Games
from logicms.web.headers import SVG_POLICY, SafeHeaders
from logicms.web.limits import Limits
from logicms.web.openapi import body_description, describe, refusals
from logicms.web.pool import ClientGone, Pool, Reply
from logicms.web.problems import TYPE, Refusal, problem, problem_of
from logicms.web.reading import read_body
from logicms.web.store import Made
from logicms.web.tasks import as_json

STATIC = Path(__file__).parent / "static"
_CLEAR_SECONDS = 3600.0
Endpoint = Callable[..., Awaitable[Response]]


def create_app(limits: Limits | None = None, store: str = ":memory:") -> FastAPI:
    """Return the service as an ASGI app; its workers start and end with it."""
    limits = limits or Limits()
    service = Service(limits, store)
    app = FastAPI(
        title="logicms",
        version=__version__,
        summary="Minesweeper by propositional logic: every certain cell, and why.",
        docs_url=None,  # the pages that FastAPI makes of it load scripts from other hosts
        redoc_url=None,
        lifespan=service.lifespan,
    )
    app.state.service = service
    for command in COMMANDS:
        _add(app, "POST", f"/v1/{command.name}", _command(service, command), command.answer, command.summary, command)
    _add_games(app, service)
    _add_lessons(app, service)
    _add_health(app, service)
    _add_page(app)
    _add_refusals(app)
    app.add_middleware(SafeHeaders)
    describe(app)
    return app


class Service:
    """What all requests share: the workers, the games, the limits."""

    def __init__(self, limits: Limits, store: str) -> None:
        self.limits = limits
        self.pool = Pool(limits)
        self.games = Games(store, limits)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: FastAPI) -> AsyncIterator[None]:
        self.pool.start()
        clearing = asyncio.ensure_future(self._clear_now_and_then())
        try:
            yield
        finally:
            clearing.cancel()
            await self.pool.close()
            self.games.close()

    async def _clear_now_and_then(self) -> None:
        while True:
            await self.games.run(self.games.clear)
            await asyncio.sleep(_CLEAR_SECONDS)

    async def reason(self, request: Request, task: str, given: dict[str, Any]) -> Reply:
        """Return a worker's reply; being late is refused with what was found until then."""
        reply = await self.pool.run(task, given, request.is_disconnected)
        if reply.limit and reply.seconds >= self.limits.seconds:
            late = f"not decided within {self.limits.seconds:g} s"
            raise Refusal("time-limit", late, answer=json.loads(reply.body))
        return reply


# -- the commands


def _command(service: Service, command: Command) -> Endpoint:
    async def answer(request: Request) -> Response:
        given = await read_body(request, command.body, service.limits, command.text_field)
        wanted = _wanted(request, command.name)
        reply = await service.reason(request, command.name, {**given, "svg": wanted == "image/svg+xml"})
        if reply.status != 200:
            return Response(reply.body, reply.status, media_type=TYPE)
        headers = {"Vary": "Accept"}
        if not reply.limit:  # an answer that depends on how fast the machine was has no lasting name
            headers["ETag"] = _etag(command.name, wanted, given)
        return _sent(reply.body, wanted, headers)

    return answer


def _wanted(request: Request, command: str) -> str:
    """Return the type to answer in: JSON, unless a picture or a plain text is asked for where there is one."""
    accept = request.headers.get("accept", "")
    other = {"show": "image/svg+xml", "convert": "text/plain"}.get(command)
    return other if other and accept.split(",")[0].split(";")[0].strip() == other else "application/json"


def _sent(body: bytes, wanted: str, headers: dict[str, str]) -> Response:
    if wanted == "image/svg+xml":
        headers = {**headers, "Content-Security-Policy": SVG_POLICY}
        return Response(json.loads(body)["svg"], media_type=wanted, headers=headers)
    if wanted == "text/plain":
        return Response(json.loads(body)["text"], media_type="text/plain; charset=utf-8", headers=headers)
    return Response(body, media_type=wanted, headers=headers)


def _etag(command: str, wanted: str, given: dict[str, Any]) -> str:
    """Return the name of an answer: the same question to the same version is answered the same."""
    question = json.dumps([__version__, command, wanted, given], sort_keys=True)
    return f'"{hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'


# -- games


def _add_games(app: FastAPI, service: Service) -> None:
    games = service.games

    async def new(request: Request) -> Response:
        given = await read_body(request, bodies.GameBody, service.limits, None)
        layout = await _generated(request, service, given) if given["no_guess"] or given["technique"] else None
        found = await games.run(games.new, given, layout)
        return _json(found, 201, {"Location": f"/v1/games/{found['id']}"})

    async def state(id: str) -> Response:
        return _json(await games.run(games.state, id))

    async def move(request: Request, id: str) -> Response:
        given = await read_body(request, bodies.MoveBody, service.limits, None)
        if given["undo"]:
            return _json(await games.run(games.undo, id))
        if given["auto"]:
            return _json(await _auto(request, service, id))
        verb = "open" if given["open"] is not None else "flag"
        return _json(await games.run(games.move, id, Made(f"{verb} {given[verb]}")))

    async def review(request: Request, id: str) -> Response:
        opened = await games.run(games.opened, id)
        return _passed_on(await service.reason(request, "review", {"opened": opened}))

    _add(app, "POST", "/v1/games", new, schemas.GameAnswer, "A new game", bodies.GameBody, 201)
    _add(app, "GET", "/v1/games/{id}", state, schemas.GameAnswer, "A game as it stands")
    _add(app, "POST", "/v1/games/{id}/moves", move, schemas.GameAnswer, "Make a move", bodies.MoveBody)
    _add(app, "GET", "/v1/games/{id}/review", review, schemas.ReviewAnswer, "Which openings were guesses, and needed")


async def _generated(request: Request, service: Service, given: dict[str, Any]) -> Board:
    """Return a layout that a worker made for a game; its title would tell the seed, so it has none."""
    fields = ("width", "height", "mines", "start", "first", "no_guess", "technique")
    seed = SystemRandom().getrandbits(128) if given["seed"] is None else given["seed"]
    wish = bodies.GenerateBody(seed=0).model_dump() | {name: given[name] for name in fields} | {"seed": seed}
    reply = await service.reason(request, "generate", wish)
    found = json.loads(reply.body)
    if reply.status != 200:
        raise Refusal.again(found)
    if found["status"] == "limit":
        raise Refusal("time-limit", found["reason"])
    return replace(parse_board(found["layout"]), title=None)


async def _auto(request: Request, service: Service, id: str) -> dict[str, Any]:
    """Let logicms make a move: it is handed the board and sees nothing else."""
    games = service.games
    number, seen = await games.run(games.seen, id)
    if isinstance(seen, Made):
        return await games.run(games.move, id, seen, number)
    reply = await service.reason(request, "moves", {"board": format_board(seen)})
    found = json.loads(reply.body)
    assert reply.status == 200, found
    return await games.run(games.move, id, games.chosen(seen, found["moves"]), number)


def _json(data: dict[str, Any], status: int = 200, headers: dict[str, str] | None = None) -> Response:
    headers = {"Cache-Control": "no-store", **(headers or {})}
    return Response(as_json(data), status, media_type="application/json", headers=headers)


# -- lessons


def _add_lessons(app: FastAPI, service: Service) -> None:
    async def every(request: Request) -> Response:
        return _passed_on(await service.reason(request, "lessons", {}))

    async def one(request: Request, id: str) -> Response:
        return _passed_on(await service.reason(request, "lesson", {"id": _lesson_id(id)}))

    async def say(request: Request, id: str) -> Response:
        given = await read_body(request, bodies.SayBody, service.limits, None)
        return _passed_on(await service.reason(request, "say", {**given, "id": _lesson_id(id)}))

    summary = "Say something in a lesson, such as an answer; the state travels along"
    _add(app, "GET", "/v1/lessons", every, schemas.LessonsAnswer, "The lessons")
    _add(app, "GET", "/v1/lessons/{id}", one, schemas.LessonAnswer, "A lesson, by its id or number, without answers")
    _add(app, "POST", "/v1/lessons/{id}/say", say, schemas.SayAnswer, summary, bodies.SayBody)


def _lesson_id(wanted: str) -> str:
    if len(wanted) > 100:
        raise Refusal("not-found", "there is no lesson with so long a name")
    return wanted


def _passed_on(reply: Reply) -> Response:
    return Response(reply.body, reply.status, media_type="application/json" if reply.status == 200 else TYPE)


# -- health, limits, the page


def _add_health(app: FastAPI, service: Service) -> None:
    async def healthz() -> Response:
        return Response('{"status": "ok"}', media_type="application/json")

    async def readyz() -> Response:
        if service.pool.ready < 1:
            raise Refusal("not-ready", "no worker is ready yet", headers={"Retry-After": "1"})
        return Response('{"status": "ok"}', media_type="application/json")

    async def limits() -> Response:
        return Response(json.dumps(service.limits.to_json()), media_type="application/json")

    _add(app, "GET", "/healthz", healthz, schemas.HealthAnswer, "Whether the service lives")
    _add(app, "GET", "/readyz", readyz, schemas.HealthAnswer, "Whether it can reason")
    _add(app, "GET", "/v1/limits", limits, schemas.LimitsAnswer, "What one request may ask for")


def _add_page(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    @app.get("/learn", include_in_schema=False)
    async def learn() -> Response:
        return FileResponse(STATIC / "learn.html", headers={"Cache-Control": "no-cache"})

    app.mount("/static", StaticFiles(directory=STATIC), name="static")


def _add(
    app: FastAPI,
    method: str,
    path: str,
    endpoint: Endpoint,
    answer: type[Any],
    summary: str,
    takes: Command | type[bodies.Body] | None = None,
    status: int = 200,
) -> None:
    """Add an address; what it takes and answers is described by hand, since both are read and made elsewhere."""
    app.add_api_route(
        path,
        endpoint,
        methods=[method],
        summary=summary,
        status_code=status,
        response_class=Response,
        response_model=None,
        operation_id=f"{method.lower()}{path.replace('{id}', 'id').replace('/', '_')}",
        responses={status: {"model": answer, "description": "The answer"}, **refusals(method, path)},
        openapi_extra=None if takes is None else body_description(takes),
    )


# -- refusals


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(request: Request, error: Refusal) -> Response:
        return _problem(error.problem, error.headers)

    @app.exception_handler(LogicmsError)
    async def wrong(request: Request, error: LogicmsError) -> Response:
        return _problem(problem_of(error))

    @app.exception_handler(ClientDisconnect)
    @app.exception_handler(ClientGone)
    async def gone(request: Request, error: Exception) -> Response:
        return Response(status_code=499)  # nobody reads it

    @app.exception_handler(HTTPException)
    async def no_such(request: Request, error: HTTPException) -> Response:
        kind = {404: "not-found", 405: "method"}.get(error.status_code, "values")
        return _problem(problem(kind, str(error.detail)), dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def bug(request: Request, error: Exception) -> Response:
        return _problem(problem("bug", "this should not have happened; it has been noted on the service's side"))


def _problem(found: dict[str, Any], headers: dict[str, str] | None = None) -> Response:
    body = json.dumps(found, ensure_ascii=False).encode("utf-8", "backslashreplace")
    return Response(body, found["status"], media_type=TYPE, headers=headers)
