"""Serving: the app behind a socket, until it is interrupted."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Collection

import click
import uvicorn

from logicms.web.app import create_app
from logicms.web.connections import Connection, connections_within
from logicms.web.edge import Hosts
from logicms.web.requests import Limits

_MOST_CONNECTIONS = 2048
_END_SECONDS = 3.0
"""How long answers under way have to be finished when the service is told to end."""


def run(host: str, port: int, store: str, limits: Limits, names: Collection[str] = ()) -> None:
    """Serve until interrupted; say on standard error where. `names` are hosts to answer for, besides this machine."""
    listening = _listening(host, port)
    name, bound = listening.getsockname()[:2]
    app = create_app(limits, store, Hosts.of(name, names))
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
