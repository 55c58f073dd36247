"""Connections: how long a client may keep the service waiting, and who goes when there is no room for another.

uvicorn gives up on a connection only between two requests. Here it also ends one whose request does not arrive, or
whose answer is not read. If there are too many connections, whoever has most of those that wait for their client loses
the oldest, so that half-sent requests, however many, keep nobody else out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from logicms.web.clients import client_name
from logicms.web.requests import Limits

_GRACE_SECONDS = 2.0
"""How long after its time a body may still be refused by the app, in words, before the connection is ended."""
_READING_SECONDS = 60.0
"""How long a client may take to read an answer that the system does not hold for it."""


class Connection(H11Protocol):
    """A connection to one client, ended if the client keeps it waiting."""

    limits = Limits()
    most = 2048

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.since = self.loop.time()
        self.address = ""
        self._awaited: object = None
        self._sending: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None

    @property
    def waits_for_client(self) -> bool:
        """Whether the next thing to happen is up to the client: a request, or the rest of one."""
        return self.conn.their_state in (h11.IDLE, h11.SEND_BODY)

    # -- what uvicorn and asyncio call

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = client_name(self.client[0] if self.client else None)
        self._set_timer()
        if len(self.connections) > self.most:
            _make_room([each for each in self.connections if isinstance(each, Connection)], self.most)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._set_timer()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._expect_reading()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._expect_reading()

    def send_400_response(self, msg: str) -> None:
        """Answer bytes that are not HTTP, unless it is too late for that; whatever the app still sends is dropped."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.drop()

    def connection_lost(self, exc: Exception | None) -> None:
        for timer in (self._sending, self._reading):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    # -- waiting

    def _set_timer(self) -> None:
        """Begin to wait for what the client owes now: the head of a request, its body, or nothing."""
        state = self.conn.their_state
        if state is self._awaited:
            return  # the time is for all of it, not for each piece
        self._awaited = state
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
        if self.waits_for_client:
            body_seconds = self.limits.body_seconds + _GRACE_SECONDS
            seconds = self.limits.head_seconds if state is h11.IDLE else body_seconds
            self._sending = self.loop.call_later(seconds, self.drop)

    def _expect_reading(self) -> None:
        if self._reading is None:
            self._reading = self.loop.call_later(_READING_SECONDS, self._drop_unread)

    def _drop_unread(self) -> None:
        self._reading = None
        if self.transport.get_write_buffer_size():
            self.drop()

    def drop(self) -> None:
        """End the connection now, whatever is still to be sent."""
        self.connections.discard(self)  # asyncio says that it is lost only later
        self.transport.abort()


def _make_room(connections: list[Connection], most: int) -> None:
    """End the oldest connections that wait for their client, of the client that has most of them.

    Several, so that not every new connection has to look at all others.
    """
    waiting = [each for each in connections if each.waits_for_client]
    if not waiting:
        return
    ((greediest, _),) = Counter(each.address for each in waiting).most_common(1)
    theirs = sorted((each for each in waiting if each.address == greediest), key=lambda each: each.since)
    for connection in theirs[: max(1, most // 32)]:
        connection.drop()


def connections_within(limits: Limits, most: int) -> type[Connection]:
    """Return the class of the connections of one service."""
    return type("LimitedConnection", (Connection,), {"limits": limits, "most": most})
