"""Tools: the commands of the service for language models, over the Model Context Protocol (MCP).

A tool's arguments and answer are those of the address with its name, described by the same schemas, and it is answered
by the same workers within the same limits: over standard input and output (`logicms mcp`), and at `/mcp` over HTTP.
What is wrong with a call is its result, marked as an error: a model reads it and can mend its call, which it cannot
with an error of the protocol. Besides the tools there are texts to read: the notation, the lessons and the examples.
The protocol is spoken by the SDK (the extra `mcp`).
"""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from starlette.requests import Request

from logicms import __version__, commands
from logicms.errors import nearest
from logicms.notation.texts import shipped
from logicms.record import Json, read_record
from logicms.web.edge import client_of
from logicms.web.operations import COMMANDS, Operation, document
from logicms.web.pool import Pool
from logicms.web.refusals import Refusal, RequestRefused, refusing
from logicms.web.settings import Limits
from logicms.web.worker import Job

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


NAMES = tuple(name for name, command in commands.COMMANDS.items() if command.is_tool)
INSTRUCTIONS = (
    "logicms reasons about Minesweeper boards and any propositional knowledge base, without guessing. A board is text: "
    "? hidden, 0 to 8 open, F flagged, cells named like a spreadsheet's (B3 is column B, row 3 from the top). A "
    "knowledge base is a hint file: counts (1 among a b c), facts and formulas (a -> b), one per line. Every proof in "
    "an answer starts from the fewest premises and was accepted by an independent checker; the tool verify checks one "
    "again. An error says where in the text the mistake is, and what to write instead."
)
_HOUR_MS = 3_600_000

Call = ServerRequestContext[Any]


def tools() -> list[types.Tool]:
    """Return the tools: commands of the service, described as its OpenAPI document describes them.

    >>> [tool.name for tool in tools()][:3], sorted(tools()[0].input_schema["properties"])
    (['check', 'solve', 'odds'], ['board', 'format', 'hints', 'rules', 'time_limit'])
    """
    return [_tool(name, COMMANDS[name]) for name in NAMES]


def _tool(name: str, operation: Operation) -> types.Tool:
    described: Any = document([operation])
    schemas = described["components"]["schemas"]
    found = described["paths"][operation.path]["post"]
    takes = found["requestBody"]["content"]["application/json"]["schema"]
    answers = found["responses"]["200"]["content"]["application/json"]["schema"]
    return types.Tool(
        name=name,
        title=operation.summary,
        description=f"{operation.summary}. {operation.about}".strip(),
        input_schema=dict(_alone(takes, schemas)),
        output_schema=dict(_alone(answers, schemas)),
        annotations=types.ToolAnnotations(
            title=operation.summary, read_only_hint=True, idempotent_hint=True, open_world_hint=False
        ),
    )


def _alone(schema: Json, schemas: Mapping[str, Any]) -> Json:
    """Return a schema that stands alone: an object, as the protocol wants, with all that it refers to inside it."""
    text = json.dumps(schema)
    needed: dict[str, Any] = {}
    while missing := [name for name in schemas if f'/{name}"' in text and name not in needed]:
        needed |= {name: schemas[name] for name in missing}
        text += json.dumps([schemas[name] for name in missing])
    top = schemas[str(schema["$ref"]).rpartition("/")[2]] if "$ref" in schema else {"type": "object", **schema}
    whole = json.dumps({**top, "$defs": needed}).replace("#/components/schemas/", "#/$defs/")
    alone: Json = json.loads(whole)
    return alone


class ToolServer:
    """The tools and texts, as an MCP server. `stdio` serves one client, `app` many over HTTP while `running`."""

    def __init__(self, pool: Pool, limits: Limits) -> None:
        self._pool = pool
        self._limits = limits
        self._tools = {tool.name: tool for tool in tools()}
        logging.getLogger("mcp").setLevel(logging.CRITICAL)  # what a client sends is not our log
        self.server: Server[Any] = Server(
            "logicms",
            version=__version__,
            title="logicms",
            instructions=INSTRUCTIONS,
            cache_hints={"tools/list": CacheHint(_HOUR_MS, "public"), "resources/list": CacheHint(_HOUR_MS, "public")},
            on_list_tools=self._list_tools,
            on_call_tool=self._call_tool,
            on_list_resources=self._list_texts,
            on_read_resource=self._read_text,
        )
        self._manager: StreamableHTTPSessionManager | None = None

    async def stdio(self, patience: float) -> None:
        """Serve standard input and output until the input ends; answers under way then have `patience` seconds."""
        async with unhurried_stdio(patience) as (incoming, outgoing):
            await self.server.run(incoming, outgoing, self.server.create_initialization_options())

    def app(self) -> StreamableHTTPASGIApp:
        """Return the ASGI app that serves clients over HTTP; nothing is kept between their requests."""
        self._manager = StreamableHTTPSessionManager(
            self.server, json_response=True, stateless=True, max_request_body_size=self._limits.body_bytes
        )
        return StreamableHTTPASGIApp(self._manager)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Return the context in which the app serves."""
        assert self._manager is not None, "`app` comes first"
        return self._manager.run()

    # -- what the SDK calls

    async def _list_tools(self, context: Call, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        return types.ListToolsResult(tools=list(self._tools.values()))

    async def _call_tool(self, context: Call, params: types.CallToolRequestParams) -> types.CallToolResult:
        if params.name not in self._tools:
            known = nearest(params.name, self._tools) or f"; the tools are {', '.join(self._tools)}"
            raise MCPError(types.INVALID_PARAMS, f"there is no tool {params.name[:40]!r}{known}")
        try:
            text = await self._answer(params.name, params.arguments or {}, context.request)
        except RequestRefused as refused:
            return types.CallToolResult(
                content=[types.TextContent(type="text", text=_in_words(refused.details))], is_error=True
            )
        # The text is for clients that do not read structured content, as the protocol asks.
        return types.CallToolResult(
            content=[types.TextContent(type="text", text=text)], structured_content=json.loads(text)
        )

    async def _list_texts(
        self, context: Call, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        listed = [
            types.Resource(uri=text.uri, name=text.name, description=text.about, mime_type=text.type)
            for text in texts().values()
        ]
        return types.ListResourcesResult(resources=listed)

    async def _read_text(self, context: Call, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        text = texts().get(str(params.uri))
        if text is None:
            raise MCPError(
                types.INVALID_PARAMS,
                f"there is no text {str(params.uri)[:200]!r}; resources/list names those there are",
            )
        return types.ReadResourceResult(
            contents=[types.TextResourceContents(uri=params.uri, text=text.read(), mime_type=text.type)]
        )

    async def _answer(self, name: str, arguments: Mapping[str, Any], request: Request | None) -> str:
        """Return the answer of a tool, as JSON; `request` is the one that brings the call over HTTP."""
        wanted = COMMANDS[name].body
        assert wanted is not None
        gone, client = (_never, "") if request is None else (request.is_disconnected, client_of(request))
        if len(json.dumps(arguments)) > self._limits.body_bytes:
            raise RequestRefused.of("too-large", f"the arguments have at most {self._limits.body_bytes:,} bytes")
        with refusing():
            job = Job.of(name, read_record(wanted, arguments), self._limits.seconds)
        reply = await self._pool.run(job, gone, client)
        if reply.status != 200:
            raise RequestRefused(Refusal(**json.loads(reply.body)))
        return reply.body.decode()


async def _never() -> bool:
    return False  # who gives up cancels the call, which ends the job


def _in_words(details: Refusal) -> str:
    """Return a refusal as a text: what kind, where, and what is wrong; of several wrong fields, all of them."""
    fields = [f"{each.field}: {each.message}" for each in details.errors or () if each.field]
    return f"{details.title}: {details.text or '; '.join(fields) or details.detail}"


async def serve_stdio(limits: Limits) -> None:
    """Serve one client on standard input and output; whatever it has asked is answered before this ends."""
    pool = Pool(limits)
    pool.start()
    longest = limits.waiting_seconds + limits.seconds
    try:
        await ToolServer(pool, limits).stdio(2 * longest)
    finally:
        await pool.close()


# -- texts to read

SCHEME = "logicms://"

_FOLDERS = {
    "grammar": ("grammar", (".md", ".lark"), "The grammars of boards, hint files and proofs"),
    "notation_pages": ("docs/reference/notation", (".md",), "What a notation means, with examples"),
    "lessons": ("examples/lessons", (".lesson",), "A lesson: what to read, and exercises"),
    "examples/boards": ("examples/boards", (".txt",), "An example of a board"),
    "examples/hints": ("examples/hints", (".hints",), "An example of a knowledge base"),
    "examples/rules": ("examples/rules", (".hints",), "An example of rules in first-order logic"),
}
"""By the folder of an installed logicms: where it is in a checkout, which files are meant, and what they are."""


@dataclass(frozen=True, slots=True)
class ReadableText:
    """A text that a client may read."""

    uri: str
    name: str
    about: str
    file: Traversable

    @property
    def type(self) -> str:
        return "text/markdown" if self.name.endswith(".md") else "text/plain"

    def read(self) -> str:
        return self.file.read_text(encoding="utf-8")


@cache
def texts() -> dict[str, ReadableText]:
    """Return every text by its address, in order.

    >>> texts()["logicms://grammar/board.lark"].name
    'board.lark'
    """
    found = {}
    for installed, (checkout, endings, about) in _FOLDERS.items():
        folder = next(place for place in shipped(installed, checkout) if place.is_dir())
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(endings):
                uri = f"{SCHEME}{installed}/{file.name}"
                found[uri] = ReadableText(uri, file.name, about, file)
    return found


# -- standard input and output
#
# The SDK drops the calls that are under way as soon as its input ends. A script that pipes requests into `logicms mcp`
# closes the input before the answers are there; here the server hears of the end only after them.

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


class Unanswered:
    """The requests that still need an answer."""

    def __init__(self) -> None:
        self._ids: set[int | str] = set()
        self._changed = anyio.Event()

    def hear(self, message: types.JSONRPCMessage) -> None:
        """Take note of what the client says: a request needs an answer, unless it is cancelled."""
        if isinstance(message, types.JSONRPCRequest):
            self._ids.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))

    def say(self, message: types.JSONRPCMessage) -> None:
        """Take note of what the client is told."""
        if isinstance(message, types.JSONRPCResponse | types.JSONRPCError):
            self._settle(message.id)

    async def none_left(self) -> None:
        """Wait until every request has its answer."""
        while self._ids:
            await self._changed.wait()
            self._changed = anyio.Event()

    def _settle(self, id: object) -> None:
        if isinstance(id, int | str):
            self._ids.discard(id)
        self._changed.set()


@asynccontextmanager
async def unhurried_stdio(patience: float) -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """Open standard input and output for a server; after the end of the input, answers have `patience` seconds."""
    unanswered = Unanswered()
    heard, incoming = anyio.create_memory_object_stream[SessionMessage | Exception]()
    outgoing, said = anyio.create_memory_object_stream[SessionMessage]()

    async with stdio_server() as (lines_in, lines_out), anyio.create_task_group() as tasks:

        async def listen() -> None:
            async with heard:
                async for item in lines_in:
                    if isinstance(item, SessionMessage):
                        unanswered.hear(item.message)
                    await heard.send(item)
                with anyio.move_on_after(patience):
                    await unanswered.none_left()

        async def speak() -> None:
            async with lines_out, said:
                async for item in said:
                    await lines_out.send(item)
                    unanswered.say(item.message)

        tasks.start_soon(listen)
        tasks.start_soon(speak)
        yield incoming, outgoing
        await outgoing.aclose()
