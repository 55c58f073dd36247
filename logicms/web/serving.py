"""Serving: the app behind a socket, until it is interrupted.

Clients that send half a request, or do not read their answer, are a proxy's work: it keeps them waiting and asks here
only what is whole (`examples/deploy/nginx.conf`).
"""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any

import click
import uvicorn

from logicms.web.service import create_app
from logicms.web.settings import settings_of

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
