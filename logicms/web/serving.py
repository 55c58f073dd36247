"""Serving: the app behind a socket, until it is interrupted."""

from __future__ import annotations

import socket

import click
import uvicorn

from logicms.web.app import create_app
from logicms.web.requests import Limits


def run(host: str, port: int, store: str, limits: Limits) -> None:
    """Serve until interrupted; say on standard error where."""
    app = create_app(limits, store)
    listening = _listening(host, port)
    name, bound = listening.getsockname()[:2]
    shown = f"[{name}]" if ":" in name else name
    click.echo(f"logicms serves http://{shown}:{bound}/ (Ctrl-C ends it)", err=True)
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=3,
        timeout_keep_alive=15,
        limit_concurrency=2048,
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
