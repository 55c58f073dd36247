"""Serving: the app behind a socket, until it is interrupted, and how long a client may keep it waiting.

uvicorn gives up on a connection only between two requests. Here it also ends one whose request does not arrive, or
whose answer is not read. If there are too many connections, whoever has most of those that wait for their client loses
the oldest, so that half-sent requests, however many, keep nobody else out.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import Mapping
from typing import Any

import click
import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from logicms.web.requests import client_name
from logicms.web.service import create_app
from logicms.web.settings import Limits, settings_of

_MOST_CONNECTIONS = 2048
_END_SECONDS = 3.0
"""How long answers under way have to be finished when the service is told to end."""
_GRACE_SECONDS = 2.0
"""How long after its time a body may still be refused by the app, in words, before the connection is ended."""
_READING_SECONDS = 60.0
"""How long a client may take to read an answer that the system does not hold for it."""


def run(host: str, port: int, given: Mapping[str, Any]) -> None:
    """Serve until interrupted, with these settings (by key); say on standard error where."""
    listening = _listening(host, port)
    name, bound = listening.getsockname()[:2]
    settings = settings_of(given, name)
    app, limits = create_app(settings), settings.limits
    shown = f"[{name}]" if ":" in name else name
    click.echo(f"logicms serves http://{shown}:{bound}/ (Ctrl-C ends it)", err=True)
    config = uvicorn.Config(
        app,
        http=connections_within(limits, _most_connections(limits.workers)),
        ws="none",
        log_level="error",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=round(_END_SECONDS) + 7,
        timeout_keep_alive=15,
    )
    Server(config).run(sockets=[listening])


class Server(uvicorn.Server):
    """A server that answers everybody before it ends: who is still waiting after a while is told so."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        loop = asyncio.get_running_loop()
        timers = [
            loop.call_later(_END_SECONDS, self._interrupt_answers),
            loop.call_later(_END_SECONDS + 2, self._drop_connections),
        ]
        await super().shutdown(sockets)
        for timer in timers:
            timer.cancel()

    def _interrupt_answers(self) -> None:
        for task in list(self.server_state.tasks):
            task.cancel()  # `edge` turns this into an answer

    def _drop_connections(self) -> None:
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection):
                connection.drop()


def _most_connections(workers: int) -> int:
    """Return how many connections there may be, which the system may limit: each is an open file."""
    try:
        import resource
    except ImportError:  # not on Windows
        return _MOST_CONNECTIONS
    needed = _MOST_CONNECTIONS + 100 + 4 * workers
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return _MOST_CONNECTIONS
    soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(16, _MOST_CONNECTIONS - (needed - soft))


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


# -- connections


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
