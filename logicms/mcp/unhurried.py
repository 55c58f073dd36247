"""Standard input and output that stay open until every request is answered.

The SDK drops the calls that are under way as soon as its input ends. Who pipes requests into `logicms mcp`, as a script
does, closes the input before the answers are there; here the server hears of the end only after them.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCError, JSONRPCMessage, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

Incoming = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing = MemoryObjectSendStream[SessionMessage]


class Unanswered:
    """The requests that still need an answer."""

    def __init__(self) -> None:
        self._ids: set[int | str] = set()
        self._changed = anyio.Event()

    def hear(self, message: JSONRPCMessage) -> None:
        """Take note of what the client says: a request needs an answer, unless it is cancelled."""
        if isinstance(message, JSONRPCRequest):
            self._ids.add(message.id)
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle((message.params or {}).get("requestId"))

    def say(self, message: JSONRPCMessage) -> None:
        """Take note of what the client is told."""
        if isinstance(message, JSONRPCResponse | JSONRPCError):
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
