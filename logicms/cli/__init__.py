"""The command line. Each command is in a small module that is loaded when the command is called."""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from importlib import import_module
from shlex import quote
from typing import Any, NoReturn

import click

from logicms import __version__
from logicms.cli import streams
from logicms.commands import COMMANDS, GROUPS
from logicms.errors import BoardSyntaxError, LogicmsError

INTERRUPTED = 130
"""The exit code after Ctrl-C, as in shells."""

TERMINATED = 143
"""The exit code after SIGTERM, likewise."""

COLLECT_SELDOM = (100_000, 50, 100)
"""The threshold of the garbage collector. Nearly everything a command makes is a tree, and at the default of 700
collecting takes a quarter of the time on a board of a million cells."""

# Words that people try, and what does it here.
MEANT = {
    "explain": "prove",
    "why": "prove",
    "hint": "next",
    "tip": "next",
    "step": "next",
    "steps": "path",
    "solution": "path",
    "probability": "odds",
    "guess": "odds",
    "draw": "show",
    "print": "show",
    "new": "generate",
    "lesson": "learn",
    "teach": "learn",
    "referee": "grade",
    "web": "serve",
    "build": "site",
    "publish": "site",
    "help": "--help",
    "version": "--version",
}

READS = {".lesson": "learn", ".json": "verify", ".py": "grade"}
"""What reads a file whose name ends so; any other is solved."""

NAMES = tuple(name for name, command in COMMANDS.items() if command.function)
"""The commands of the command line."""


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, and turns deliberate errors and Ctrl-C into exit codes."""

    context_class = streams.Context

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(NAMES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in NAMES:
            return None
        module = import_module(f"logicms.cli.{COMMANDS[cmd_name].function}")
        command: click.Command = getattr(module, cmd_name)
        command.context_class = streams.Context
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, NAMES))
        for group in GROUPS.values():
            with formatter.section(group.title):
                formatter.write_dl(
                    [(name.ljust(width), each.summary) for name, each in group.commands.items() if each.function]
                )

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[Any]:
        from click.shell_completion import CompletionItem

        names = [CompletionItem(name, help=COMMANDS[name].summary) for name in NAMES if name.startswith(incomplete)]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in NAMES and not args[0].startswith("-"):
            from difflib import get_close_matches

            if os.path.isfile(args[0]):
                ending = os.path.splitext(args[0])[1]
                wanted = f"logicms {READS.get(ending, 'solve')} {quote(args[0])}"
                raise click.UsageError(f"{args[0]} is a file: {wanted}", ctx)
            if os.path.splitext(args[0])[1] or os.path.dirname(args[0]):
                raise click.UsageError(f"there is no file and no command {args[0]!r}", ctx)
            near = [MEANT[args[0]]] if args[0] in MEANT else get_close_matches(args[0], NAMES, n=1)
            remedy = f"did you mean 'logicms {near[0]}'?" if near else "'logicms --help' lists the commands"
            raise click.UsageError(f"no command {args[0]!r}; {remedy}", ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except LogicmsError as error:
            from logicms.answers.answer import exit_code_of
            from logicms.cli.command import in_options

            said = in_options(error)
            streams.print_text(said if isinstance(error, BoardSyntaxError) else f"logicms: {said}", err=True)

            ctx.exit(exit_code_of(error))
        except click.ClickException as error:
            shown = io.StringIO()
            error.show(shown)
            streams.print_text(shown.getvalue().rstrip("\n"), err=True)
            ctx.exit(error.exit_code)
        except BrokenPipeError as error:  # click itself would answer with the code that means "no"
            streams.leave(error)
        except KeyboardInterrupt:  # likewise
            click.echo("logicms: interrupted", err=True)
            ctx.exit(INTERRUPTED)


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 yes, 1 no, 2 usage or unreadable input, 3 inconsistent, 4 limit reached. "
    "Example: logicms show examples/boards/one-two-one.txt",
)
@click.version_option(__version__, "-V", "--version", prog_name="logicms", message="%(prog)s %(version)s")
def app() -> None:
    """Minesweeper by propositional logic: every certain cell, and why.

    FILE is a board as text, or - for standard input. Results go to standard output, everything else to standard error.
    """


def _end(number: int, frame: object) -> NoReturn:
    """End as after an error, so that worker processes are ended too."""
    sys.exit(TERMINATED)


def main() -> None:
    """Run the command line."""
    gc.set_threshold(*COLLECT_SELDOM)
    streams.prepare()
    signal.signal(signal.SIGTERM, _end)
    try:
        app(prog_name="logicms")
    except OSError as error:
        streams.leave(error)
