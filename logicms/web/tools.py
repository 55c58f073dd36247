"""Tools: the commands of the service for language models, over the Model Context Protocol (MCP).

A tool's arguments and answer are those of the address with its name, described by the same schemas, and it is answered
by the same workers within the same limits: over standard input and output (`logicms mcp`), and at `/mcp` over HTTP.
What is wrong with a call is its result, marked as an error: a model reads it and can mend its call, which it cannot
with an error of the protocol. Besides the tools there are texts to read: the notation, the lessons and the examples.
The protocol is spoken by the SDK (the extra `mcp`).
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

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

from logicms import __version__, commands
from logicms.errors import nearest
from logicms.notation.texts import shipped
from logicms.record import Json, read_record
from logicms.web.edge import client_of
from logicms.web.operations import COMMANDS, Operation
from logicms.web.pool import Pool
from logicms.web.refusals import Refusal, RequestRefused, refusing
from logicms.web.settings import Limits
from logicms.web.worker import Job

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


NAMES = tuple(name for name, command in commands.COMMANDS.items() if command.when)
USUAL: dict[str, Json] = {"odds": {"compact": True}}
"""What a tool takes unless it is told otherwise, where that is not what programs get: a model reads every word."""
INSTRUCTIONS = (
    "logicms reasons about Minesweeper boards and any propositional knowledge base, without guessing. A board is text: "
    "? hidden, 0 to 8 open, F flagged, cells named like a spreadsheet's (B3 is column B, row 3 from the top). A "
    "knowledge base is a hint file: counts (1 among a b c), facts and formulas (a -> b), one per line. Every proof in "
    "an answer starts from the fewest premises and was accepted by an independent checker; the tool verify checks one "
    "again, and exercise judges one that a person has written. An error says where in the text the mistake is, and "
    "what to write instead."
)
_HOUR_MS = 3_600_000
_TELL_SECONDS = 1.0
"""How often a call that takes long tells how long it has taken."""

Call = ServerRequestContext[Any]


def tools() -> list[types.Tool]:
    """Return the tools: what the service may be asked, as short as a language model needs it.

    >>> [tool.name for tool in tools()][:3], sorted(tools()[0].input_schema["properties"])
    (['check', 'solve', 'odds'], ['board', 'format', 'hints', 'rules', 'time_limit'])
    """
    return [_tool(name, COMMANDS[name], commands.COMMANDS[name]) for name in NAMES]


def _tool(name: str, operation: Operation, command: commands.CommandEntry) -> types.Tool:
    asked = operation.body
    assert asked is not None, "a command that is a tool has a question"
    records: dict[str, Json] = {}
    takes: Any = _brief(asked.schema(records))
    del takes["description"]  # the tool has one
    for field, value in USUAL.get(name, {}).items():
        takes["properties"][field]["default"] = value
    if records:
        takes["$defs"] = _brief(records)
    example = json.dumps(command.example, ensure_ascii=False)
    return types.Tool(
        name=name,
        title=operation.summary,
        description=" ".join(filter(None, (command.summary, operation.about, command.when, f"Example: {example}"))),
        input_schema=json.loads(json.dumps(takes).replace("#/components/schemas/", "#/$defs/")),
        output_schema=_outline(operation.answer),
        annotations=types.ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False),
    )


def _brief(schema: Any) -> Any:
    """Return a schema without what a model can do without: examples, and that a field may also be null."""
    if isinstance(schema, list):
        return [_brief(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    brief = {key: _brief(of) for key, of in schema.items() if key != "examples" and (key, of) != ("default", None)}
    alternatives = [each for each in brief.get("anyOf", ()) if each != {"type": "null"}]
    if len(alternatives) == 1:
        del brief["anyOf"]
        return alternatives[0] | brief
    return brief | ({"anyOf": alternatives} if alternatives else {})


def _outline(answer: Any) -> Json:
    """Return which fields an answer has, without what is inside them: a model reads that in the answer itself."""
    kinds = get_args(answer) or (answer,)
    names: Json = {name: {} for kind in kinds for name in kind.schema({})["properties"]}
    return {"type": "object", "properties": names}


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
            on_list_prompts=self._list_prompts,
            on_get_prompt=self._get_prompt,
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
            text = await self._answer(params.name, USUAL.get(params.name, {}) | (params.arguments or {}), context)
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

    async def _list_prompts(
        self, context: Call, params: types.PaginatedRequestParams | None
    ) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[prompt for prompt, _ in PROMPTS.values()])

    async def _get_prompt(self, context: Call, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        if params.name not in PROMPTS:
            raise MCPError(
                types.INVALID_PARAMS, f"there is no prompt {params.name[:40]!r}; there are {', '.join(PROMPTS)}"
            )
        prompt, text = PROMPTS[params.name]
        names = [each.name for each in prompt.arguments or ()]
        if missing := [name for name in names if not (params.arguments or {}).get(name)]:
            raise MCPError(types.INVALID_PARAMS, f"the prompt needs {' and '.join(missing)}")
        for name in names:
            text = text.replace(f"{{{name}}}", (params.arguments or {})[name])
        message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
        return types.GetPromptResult(description=prompt.description, messages=[message])

    async def _answer(self, name: str, arguments: Mapping[str, Any], context: Call) -> str:
        """Return the answer of a tool, as JSON."""
        wanted, request = COMMANDS[name].body, context.request
        assert wanted is not None
        gone, client = (_never, "") if request is None else (request.is_disconnected, client_of(request))
        if len(json.dumps(arguments)) > self._limits.body_bytes:
            raise RequestRefused.of("too-large", f"the arguments have at most {self._limits.body_bytes:,} bytes")
        with refusing():
            job = Job.of(name, read_record(wanted, arguments), self._limits.seconds)
        telling = asyncio.ensure_future(_tell_progress(context, job.seconds))
        try:
            reply = await self._pool.run(job, gone, client)
        finally:
            telling.cancel()
        if reply.status != 200:
            raise RequestRefused(Refusal(**json.loads(reply.body)))
        return reply.body.decode()


async def _tell_progress(context: Call, seconds: float) -> None:
    """Tell a client that asks for it, again and again, how much of its time a call has had."""
    began = time.monotonic()
    while True:
        await asyncio.sleep(_TELL_SECONDS)
        passed = time.monotonic() - began
        await context.session.report_progress(passed, seconds, f"{passed:.0f} s of at most {seconds:g} s")


async def _never() -> bool:
    return False  # whoever gives up cancels the call, which ends the job


def _in_words(details: Refusal) -> str:
    """Return a refusal as a text: what kind, where, and what is wrong; of several wrong fields, all of them."""
    fields = [f"{each.field}: {each.message}" for each in details.errors or () if each.field]
    return f"{details.title}: {details.text or '; '.join(fields) or details.detail}"


async def serve_stdio(pool: Pool) -> None:
    """Serve one client on standard input and output; whatever it has asked is answered before this ends."""
    limits = pool.limits
    await ToolServer(pool, limits).stdio(2 * (limits.waiting_seconds + limits.seconds))


# -- prompts, for people who choose one in their client


def _prompt(name: str, about: str, text: str, **arguments: str) -> tuple[types.Prompt, str]:
    taken = [types.PromptArgument(name=each, description=what, required=True) for each, what in arguments.items()]
    return types.Prompt(name=name, title=about, description=f"{about}.", arguments=taken), text


_BOARD = "A board as text: ? hidden, 0 to 8 open, F flagged."
PROMPTS = {
    prompt[0].name: prompt
    for prompt in (
        _prompt(
            "prove",
            "Prove that a cell is safe or a mine",
            "Is {cell} safe or a mine on this board, and why?\n\n{board}\n\nCall the tool `prove`, once with `to` = "
            "`words` and once without. Explain the reason to somebody who knows the rules of Minesweeper and no logic, "
            "and then show the steps of the proof as they are. If the cell is not certain, show the two placements "
            "that differ there, and ask `odds` how likely a mine is. Say nothing that no tool has answered.",
            board=_BOARD,
            cell="A cell by column and row, such as B3.",
        ),
        _prompt(
            "find-mistake",
            "Find the mistake in my proof",
            "Here is a board, and my proof of {goal}, a step in each line.\n\n{board}\n\n{proof}\n\nCall the tool "
            "`exercise` with the board, the goal, and the proof as `said`. Tell me which is the first line that is "
            "wrong, and why, in a sentence or two; do not tell me the right line, but help me to find it. If all lines "
            "are right but the goal is not reached, say what is still to show.",
            board=_BOARD,
            goal="The clause that was to be shown, such as ~B1.",
            proof="Lines such as `~A1 | ~B1   clue A2`, or `~A1   from 1 2 on B1`.",
        ),
    )
}
"""What a client offers its user, by name, and what the model is then told."""

# -- texts to read

SCHEME = "logicms://"

_FOLDERS = {
    "grammar": ("grammar", (".md", ".lark"), "The grammars of boards, hint files and proofs"),
    "notation_pages": ("docs/reference/notation", (".md",), "What a notation means, with examples"),
    "lessons": ("examples/lessons", (".lesson",), "A lesson: what to read, and exercises"),
    "examples/boards": ("examples/boards", (".txt",), "An example of a board"),
    "examples/hints": ("examples/hints", (".hints", ".pl", ".dl"), "An example of a knowledge base"),
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
