"""The commands about the program itself: `serve`, `mcp`, `site` and `completion`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import click
from click.shell_completion import get_completion_class

from logicms.cli import app
from logicms.cli.command import Options
from logicms.cli.options import setting_option, shared_options
from logicms.errors import MissingExtra
from logicms.record import Record, kind_of
from logicms.web.settings import Limits, Settings, limits_of, settings_in, variable_of

_Command = TypeVar("_Command", bound=Callable[..., None])


def _address_given(context: click.Context, parameter: click.Parameter, host: str) -> str:
    """Refuse an empty address, such as that of a shell variable that is not set: it would mean all addresses."""
    if not host.strip():
        raise click.BadParameter("the address is empty; for every address of this machine, give 0.0.0.0")
    return host


def _options(*kinds: type[Record], without: tuple[str, ...] = ()) -> Callable[[_Command], _Command]:
    """Add an option for each setting of these records; an environment variable may give it, too.

    What is not given is None, or nothing where it may be given several times.
    """

    def decorated(command: _Command) -> _Command:
        for kind in reversed(kinds):
            hints = get_type_hints(kind, include_extras=True)
            for each in reversed(settings_in(kind)):
                if each.name not in without:
                    command = setting_option(each, kind_of(hints[each.name]), variable_of(each))(command)
        return command

    return decorated


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
@_options(Limits, Settings)
def serve(host: str, port: int, **given: Any) -> None:
    """Serve the page, and the commands over HTTP.

    Nothing is kept: a game or a knowledge base is a text that comes with each question. It needs the extra `web`: pip
    install 'logicms[web]'. To let others use it, put a reverse proxy in front of it and name the proxy's host with
    --allow-host. Every option but the address can also be an environment variable: --time-limit is LOGICMS_TIME_LIMIT,
    also for `uvicorn logicms.web:app`; LOGICMS_TOKEN is a token of at least 16 characters that programs must send, and
    that the page asks for.

    \b
    Examples:
      logicms serve
      logicms serve --port 8080 --workers 4 --time-limit 5
    """
    with _extra("serve", "web"):
        from logicms.web.service import run

    run(host, port, given)


@click.command()
@_options(Limits, without=("waiting",))
def mcp(**given: Any) -> None:
    """Serve the commands as tools to a language model, over the Model Context Protocol.

    It speaks on standard input and output: a client such as an editor or a chat program starts it. The tools are check,
    solve, odds, prove, next, ask, verify, exercise, generate and convert, with the arguments that the service takes.
    `logicms serve` has the same tools at /mcp. It needs the extra `mcp`: pip install 'logicms[mcp]'.

    \b
    Example (how most clients are told about it):
      {"mcpServers": {"logicms": {"command": "logicms", "args": ["mcp"]}}}
    """
    import asyncio

    asyncio.run(_serve_tools(limits_of(given)))


async def _serve_tools(limits: Limits) -> None:
    """Serve tools, whose workers get ready while the SDK of the protocol is loaded: each takes about as long."""
    import asyncio

    from logicms.web.pool import Pool

    with _extra("mcp", "mcp"):  # before a worker is started for nothing
        if find_spec("mcp") is None:
            raise ModuleNotFoundError(name="mcp")
    pool = Pool(limits)
    pool.start()
    await asyncio.sleep(0)  # the processes begin now: the import below holds up this loop
    try:
        from logicms.web.tools import serve_stdio

        await serve_stdio(pool)
    finally:
        await pool.close()


@contextmanager
def _extra(command: str, extra: str) -> Iterator[None]:
    """Say that an extra is missing if anything is that is not ours: the door's own imports are declared in it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] == "logicms":
            raise
        raise MissingExtra.of(f"`{command}`", extra) from None


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="FILE",
              help="Pyodide's npm package, if it cannot be fetched by npm.")  # fmt: skip
@click.option("--offline", is_flag=True, help="Fetch nothing: use what was fetched before.")
@shared_options("quiet")
def site(folder: Path, pyodide: Path | None, offline: bool, options: Options) -> None:
    """Write the page as a folder that any static host can serve.

    The page reasons in the browser, by Python and WebAssembly; nothing is asked of any server, and it works offline
    after one visit. What it is made of is fetched once, by npm and pip, and checked against known hashes.

    \b
    Examples:
      logicms site public
      python -m http.server --directory public
    """
    from logicms.web.site import write_site

    size = write_site(folder, options.say, pyodide=pyodide, offline=offline)
    options.say(f"{folder} is ready, {size / 1e6:.1f} MB; try it: python -m http.server --directory {folder}")


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
