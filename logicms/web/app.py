"""The app: from a request to its response, for every address of the service."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import SystemRandom

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from logicms import __version__
from logicms.board import Board
from logicms.errors import LogicmsError
from logicms.notation.boards import format_board, parse_board
from logicms.record import Record
from logicms.web import operations
from logicms.web.bodies import BoardBody, Body, GameBody, LayoutBody, LessonBody, MoveBody, SaidBody, SayBody
from logicms.web.clients import client_name
from logicms.web.edge import SVG_POLICY, Edge, Hosts, problem_response
from logicms.web.games import Games, ProposedMove, opened_cells
from logicms.web.operations import COMMANDS, SVG, HealthAnswer, Operation, document
from logicms.web.played import Played
from logicms.web.pool import ClientGone, Pool, Reply
from logicms.web.problems import ProblemDetails, Refusal, problem, problem_of
from logicms.web.requests import JSON, TEXT, Limits, read_body
from logicms.web.store import StoredMove
from logicms.web.tasks import as_json

STATIC = Path(__file__).parent / "static"
_CLEAR_SECONDS = 3600.0
Endpoint = Callable[[Request], Awaitable[Response]]


def create_app(limits: Limits | None = None, store: str = ":memory:", hosts: Hosts | None = None) -> ASGIApp:
    """Return the service as an ASGI app, for these hosts or for any; its workers start and end with it."""
    service = Service(limits or Limits(), store)
    app = Starlette(
        routes=[*_routes(service), *_page_routes()],
        exception_handlers={
            Refusal: _refused,
            LogicmsError: _wrong,
            ClientDisconnect: _gone,
            ClientGone: _gone,
            HTTPException: _no_such_address,
            Exception: _bug,
        },
        lifespan=service.lifespan,
    )
    return Edge(app, hosts or Hosts(all=True))


def _routes(service: Service) -> list[Route]:
    """Return the routes of all operations."""
    endpoints: dict[Operation, Endpoint] = {
        **{operation: partial(service.command, name, operation) for name, operation in COMMANDS.items()},
        operations.NEW: service.new_game,
        operations.STATE: service.game,
        operations.MOVE: service.move,
        operations.REVIEW: service.review,
        operations.LESSONS: service.lessons,
        operations.LESSON: service.lesson,
        operations.SAY: service.say,
        operations.HEALTH: service.health,
        operations.READY: service.ready,
        operations.LIMITS: service.show_limits,
    }
    return [Route(made.path, endpoint, methods=[made.method]) for made, endpoint in endpoints.items()]


def _page_routes() -> list[BaseRoute]:
    described = json.dumps(document())

    async def openapi(request: Request) -> Response:
        return Response(described, media_type=JSON)

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    async def learn(request: Request) -> Response:
        return FileResponse(STATIC / "learn.html", headers={"Cache-Control": "no-cache"})

    files = Mount("/static", StaticFiles(directory=STATIC), name="static")
    return [Route("/openapi.json", openapi), Route("/", page), Route("/learn", learn), files]


class Service:
    """What all requests share (the workers, the games, the limits), and the endpoints that use it."""

    def __init__(self, limits: Limits, store: str) -> None:
        self.limits = limits
        self.pool = Pool(limits)
        self.games = Games(store, limits)

    @contextlib.asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
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
            with contextlib.suppress(Refusal):  # trouble with the store is said to those who play
                await self.games.run(self.games.clear)
            await asyncio.sleep(_CLEAR_SECONDS)

    async def reason(self, request: Request, task: str, body: Body) -> Reply:
        """Return a worker's answer, or refuse with the problem that it found, or with what was found in the time."""
        reply = await self.pool.run(task, body, request.is_disconnected, _client(request))
        if reply.status != 200:
            raise Refusal(ProblemDetails(**json.loads(reply.body)))
        if reply.limit and reply.seconds >= self.limits.seconds:
            late = f"not decided within {self.limits.seconds:g} s"
            raise Refusal.of("time-limit", late, answer=json.loads(reply.body))
        return reply

    # -- the commands

    async def command(self, name: str, operation: Operation, request: Request) -> Response:
        assert operation.body is not None
        body = await read_body(request, operation.body, self.limits, operation.text_field)
        media_type = _media_type(request, operation)
        reply = await self.reason(request, "picture" if media_type == SVG else name, body)
        headers = {"Vary": "Accept"}
        if not reply.limit:  # an answer that depends on how fast the machine was has no lasting name
            headers["ETag"] = _etag(name, media_type, body)
        if media_type == SVG:
            headers["Content-Security-Policy"] = SVG_POLICY
            return Response(json.loads(reply.body)["svg"], media_type=SVG, headers=headers)
        if media_type == TEXT:
            return Response(json.loads(reply.body)["text"], media_type=f"{TEXT}; charset=utf-8", headers=headers)
        return Response(reply.body, media_type=JSON, headers=headers)

    # -- games

    async def new_game(self, request: Request) -> Response:
        body = await read_body(request, GameBody, self.limits)
        layout = await self._layout(request, body) if body.no_guess or body.technique else None
        game = await self.games.run(self.games.new, body, layout, _client(request))
        return _game(game, 201, {"Location": f"/v1/games/{game.stored.id}"})

    async def _layout(self, request: Request, body: GameBody) -> Board:
        """Return a layout that a worker made for a game; its title would give the seed away, so it has none."""
        wanted = LayoutBody(
            width=body.width,
            height=body.height,
            mines=body.mines,
            grid=body.grid,
            start=body.start,
            first=body.first,
            no_guess=body.no_guess,
            technique=body.technique,
            seed=SystemRandom().getrandbits(128) if body.seed is None else body.seed,
        )
        reply = await self.reason(request, "layout", wanted)
        generated = json.loads(reply.body)
        if reply.limit:
            raise Refusal.of("time-limit", generated["reason"])
        return replace(parse_board(generated["layout"]), title=None)

    async def game(self, request: Request) -> Response:
        return _game(await self.games.run(self.games.state, request.path_params["id"]))

    async def move(self, request: Request) -> Response:
        id: str = request.path_params["id"]
        body = await read_body(request, MoveBody, self.limits)
        if body.undo:
            return _game(await self.games.run(self.games.undo, id))
        if body.auto:
            return _game(await self._auto(request, id))
        made = StoredMove(f"flag {body.flag}" if body.open is None else f"open {body.open}")
        return _game(await self.games.run(self.games.move, id, made))

    async def _auto(self, request: Request, id: str) -> Played:
        """Let logicms make a move: it is handed the board and sees nothing else."""
        games = self.games
        number, seen = await games.run(games.to_move_on, id)
        if isinstance(seen, StoredMove):
            return await games.run(games.move, id, seen, number)
        reply = await self.reason(request, "moves", BoardBody(board=format_board(seen)))
        proposed: list[ProposedMove] = json.loads(reply.body)["moves"]
        return await games.run(games.move, id, games.choose(seen, proposed), number)

    async def review(self, request: Request) -> Response:
        played = await self.games.run(self.games.state, request.path_params["id"])
        opened = await asyncio.to_thread(opened_cells, played)  # it may take long, and other games go on
        return _passed_on(await self.reason(request, "review", opened))

    # -- lessons

    async def lessons(self, request: Request) -> Response:
        return _passed_on(await self.reason(request, "lessons", Body()))

    async def lesson(self, request: Request) -> Response:
        return _passed_on(await self.reason(request, "lesson", LessonBody(id=_lesson_id(request))))

    async def say(self, request: Request) -> Response:
        body = await read_body(request, SayBody, self.limits)
        said = SaidBody(id=_lesson_id(request), state=body.state, said=body.said)
        return _passed_on(await self.reason(request, "say", said))

    # -- health and limits

    async def health(self, request: Request) -> Response:
        return _json(HealthAnswer())

    async def ready(self, request: Request) -> Response:
        if self.pool.ready < 1:
            raise Refusal.of("not-ready", "no worker is ready yet", headers={"Retry-After": "1"})
        await self.games.run(self.games.check_store)
        return _json(HealthAnswer())

    async def show_limits(self, request: Request) -> Response:
        return _json(self.limits)


def _client(request: Request) -> str:
    return client_name(request.client.host if request.client else None)


def _json(answer: Record) -> Response:
    return Response(as_json(answer), media_type=JSON)


def _game(played: Played, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(played.answer(), status, media_type=JSON, headers={"Cache-Control": "no-store", **(headers or {})})


def _passed_on(reply: Reply) -> Response:
    return Response(reply.body, media_type=JSON)


def _media_type(request: Request, operation: Operation) -> str:
    """Return the type to answer in: JSON, unless the operation has another and the request prefers that."""
    preferred = request.headers.get("accept", "").split(",")[0].split(";")[0].strip()
    return preferred if preferred and preferred == operation.other_type else JSON


def _etag(command: str, media_type: str, body: Body) -> str:
    """Return the name of an answer: the same question to the same version has the same answer."""
    question = json.dumps([__version__, command, media_type, body.model_dump(mode="json")], sort_keys=True)
    return f'"{hashlib.sha256(question.encode("utf-8", "surrogatepass")).hexdigest()[:32]}"'


def _lesson_id(request: Request) -> str:
    id: str = request.path_params["id"]
    if len(id) > 100:
        raise Refusal.of("not-found", "there is no lesson with a name this long")
    return id


# -- refusals


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
    kind = {404: "not-found", 405: "method"}.get(error.status_code, "values")
    return problem_response(problem(kind, error.detail), error.headers)


async def _bug(request: Request, error: Exception) -> Response:
    return problem_response(problem("bug", "this should not have happened; the service has logged it"))
