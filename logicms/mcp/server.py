"""The MCP server: from a list of tools, and a function that answers them, to a server of the SDK.

Whoever answers a tool raises `ToolRefusal` with what is wrong. The client gets that text as the tool's result, marked
as an error: a model reads it and can mend its call, which it cannot with an error of the protocol.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from mcp_types import Tool as ProtocolTool

from logicms import __version__
from logicms.errors import nearest
from logicms.mcp.texts import texts
from logicms.mcp.unhurried import unhurried_stdio
from logicms.record import Json

INSTRUCTIONS = (
    "logicms reasons about Minesweeper boards and any propositional knowledge base, without guessing. A board is text: "
    "? hidden, 0 to 8 open, F flagged, cells named like a spreadsheet's (B3 is column B, row 3 from the top). A "
    "knowledge base is a hint file: counts (1 among a b c), facts and formulas (a -> b), one per line. Every proof in "
    "an answer starts from the fewest premises and was accepted by an independent checker; the tool verify checks one "
    "again. An error says where in the text the mistake is, and what to write instead."
)
_HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Tool:
    """What a client may call: its arguments and its answer as JSON Schema."""

    name: str
    title: str
    about: str
    takes: Json
    answers: Json


class ToolRefusal(Exception):
    """A call that gets no answer; the text is for whoever called."""


Answering = Callable[[str, Mapping[str, Any], Any], Awaitable[bytes]]
"""Answers a tool, by its name and arguments, with the bytes of a JSON object; over HTTP it also gets the request."""


class Door:
    """The tools and texts, as an MCP server. `stdio` serves one client, `app` many over HTTP while `running`."""

    def __init__(self, tools: list[Tool], answering: Answering) -> None:
        self._tools = {tool.name: tool for tool in tools}
        self._answering = answering
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

    def app(self, body_bytes: int) -> StreamableHTTPASGIApp:
        """Return the ASGI app that serves clients over HTTP; nothing is kept between their requests."""
        self._manager = StreamableHTTPSessionManager(
            self.server, json_response=True, stateless=True, max_request_body_size=body_bytes
        )
        return StreamableHTTPASGIApp(self._manager)

    def running(self) -> AbstractAsyncContextManager[None]:
        """Return the context in which the app serves."""
        assert self._manager is not None, "`app` comes first"
        return self._manager.run()

    # -- what the SDK calls

    async def _list_tools(
        self, context: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=[_described(tool) for tool in self._tools.values()])

    async def _call_tool(self, context: ServerRequestContext[Any], params: CallToolRequestParams) -> CallToolResult:
        if params.name not in self._tools:
            known = nearest(params.name, self._tools) or f"; the tools are {', '.join(self._tools)}"
            raise MCPError(INVALID_PARAMS, f"there is no tool {params.name[:40]!r}{known}")
        try:
            answer = await self._answering(params.name, params.arguments or {}, context.request)
        except ToolRefusal as refusal:
            return CallToolResult(content=[TextContent(type="text", text=str(refusal))], is_error=True)
        # The text is for clients that do not read structured content, as the protocol asks.
        text = answer.decode()
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=json.loads(text))

    async def _list_texts(
        self, context: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        listed = [
            Resource(uri=text.uri, name=text.name, description=text.about, mime_type=text.type)
            for text in texts().values()
        ]
        return ListResourcesResult(resources=listed)

    async def _read_text(
        self, context: ServerRequestContext[Any], params: ReadResourceRequestParams
    ) -> ReadResourceResult:
        text = texts().get(str(params.uri))
        if text is None:
            raise MCPError(
                INVALID_PARAMS, f"there is no text {str(params.uri)[:200]!r}; resources/list names those there are"
            )
        return ReadResourceResult(
            contents=[TextResourceContents(uri=params.uri, text=text.read(), mime_type=text.type)]
        )


def _described(tool: Tool) -> ProtocolTool:
    hints = ToolAnnotations(title=tool.title, read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    return ProtocolTool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=dict(tool.takes),
        output_schema=dict(tool.answers),
        annotations=hints,
    )
