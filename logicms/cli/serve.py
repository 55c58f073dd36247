"""The commands about the program itself: `serve` and `completion`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class

from logicms.cli import app
from logicms.cli.command import POSITIVE
from logicms.errors import MissingExtra


def _address_given(context: click.Context, parameter: click.Parameter, host: str) -> str:
    """Refuse an empty address, such as that of a shell variable that is not set: it would mean all addresses."""
    if not host.strip():
        raise click.BadParameter("the address is empty; for every address of this machine, give 0.0.0.0")
    return host


@click.command()
@click.option(
    "--host", default="127.0.0.1", show_default=True, callback=_address_given, help="The address to listen on."
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 for any free one.",
)
@click.option("--allow-host", "names", multiple=True, metavar="NAME",
              help="A name under which browsers may reach the service, besides this machine's own.")  # fmt: skip
@click.option(
    "--store", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Keep games in this file."
)
@click.option("--workers", type=click.IntRange(1, 256), metavar="N", help="Worker processes (default: one per CPU).")
@click.option("--time-limit", "seconds", type=POSITIVE, default=10.0, metavar="SECONDS",
              show_default=True, help="The most time for one answer.")  # fmt: skip
@click.option("--memory-limit", "memory_mb", type=click.IntRange(min=128), default=1024, metavar="MB",
              show_default=True, help="The most memory for one answer.")  # fmt: skip
@click.option("--max-body", "body_bytes", type=click.IntRange(min=1), default=1_000_000, metavar="BYTES",
              show_default=True, help="The largest request body.")  # fmt: skip
@click.option("--max-cells", "cells", type=click.IntRange(min=1), default=10_000, metavar="N", show_default=True,
              help="The largest board.")  # fmt: skip
@click.option("--max-waiting", "waiting", type=click.IntRange(min=0), default=128, metavar="N", show_default=True,
              help="Jobs that may wait for a process; more are refused.")  # fmt: skip
@click.option("--keep-days", "game_days", type=click.FloatRange(min=0), default=30.0, metavar="DAYS",
              show_default=True, help="Delete games unused for this long.")  # fmt: skip
def serve(
    host: str, port: int, names: tuple[str, ...], store: Path | None, workers: int | None, waiting: int, **limits: Any
) -> None:
    """Serve the page, and the commands over HTTP.

    Without --store, games last as long as the service. It needs the extra `web`: pip install 'logicms[web]'.
    If others than this machine should reach it, put a reverse proxy in front of it and name that by --allow-host.

    \b
    Examples:
      logicms serve
      logicms serve --port 8080 --store games.db --workers 4 --time-limit 5
    """
    try:
        from logicms.web.serving import run
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] in ("starlette", "uvicorn", "pydantic"):
            raise MissingExtra("`serve` needs the extra `web`: pip install 'logicms[web]'") from None
        raise
    from logicms.web.requests import Limits

    count = workers or os.cpu_count() or 1
    bounds = Limits(workers=count, waiting=waiting, waiting_per_client=max(1, waiting // 4), **limits)
    run(host, port, ":memory:" if store is None else str(store), bounds, names)


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell.

    \b
    Example (bash, for this session):
      source <(logicms completion bash)
    """
    kind = get_completion_class(shell)
    assert kind is not None, "click knows these three shells"
    # `source` would first run bash to find its version; the template needs only the names.
    script = kind(app, {}, "logicms", "_LOGICMS_COMPLETE")
    click.echo(script.source_template % script.source_vars())
