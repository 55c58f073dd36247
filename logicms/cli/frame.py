"""What every command shares: its options, reading files, and answering in text or JSON with the right exit code."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from logicms.board import Board, Flags
from logicms.cli import USAGE, exit_code
from logicms.errors import BoardSyntaxError, LogicmsError
from logicms.limits import limit
from logicms.render.text import Paint, plain

VERSION = 1
"""The version of the JSON that every command answers with."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command found: the object that `--json` prints, the text for people, the exit code."""

    data: dict[str, Any]
    text: str
    code: int = 0


@dataclass(frozen=True, slots=True)
class Options:
    """The options that most commands take; `shared_options` puts them on a command."""

    json: bool = False
    quiet: bool = False
    time_limit: float | None = None
    format: str | None = None
    flags: Flags = "fact"
    ascii: bool = False

    def limit(self) -> limit:
        """Return the scope of the time limit; it starts where it is entered."""
        return limit(seconds=self.time_limit)

    def say(self, message: str) -> None:
        """Tell the person something that is not a result."""
        if not self.quiet:
            click.echo(message, err=True)

    def paint(self) -> Paint:
        """Return how text is coloured on this standard output: not at all in a pipe or where NO_COLOR is set."""
        return _paint if wants_colour() else plain


def wants_colour() -> bool:
    """Return whether standard output is a terminal whose user did not refuse colour (NO_COLOR, TERM=dumb)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


# Colours of the eight-bit palette near Okabe and Ito's, which colour-blind people can tell apart.
_STYLES: dict[str, dict[str, Any]] = {
    "name": {"fg": 244},
    "zero": {"fg": 240},
    "hidden": {"fg": 250},
    "clue": {"bold": True},
    "flag": {"fg": 208},
    "safe": {"fg": 39, "bold": True},
    "mine": {"fg": 208, "bold": True},
    "heading": {"bold": True},
    "code": {"fg": 75},
    "stress": {"bold": True},
    "right": {"fg": 39},
    "wrong": {"fg": 208},
    "used": {"fg": 228, "bold": True, "underline": True},
    "shared": {"fg": 228},
    # The heat map of odds: from the blue of safe to the orange of a mine.
    **{f"heat{n}": {"fg": colour} for n, colour in enumerate((39, 75, 111, 147, 183, 223, 222, 221, 215, 208))},
}


def _paint(text: str, role: str) -> str:
    return click.style(text, **_STYLES[role]) if role in _STYLES else text


_SHARED: dict[str, Callable[[Any], Any]] = {
    "json": click.option("--json", "json", is_flag=True, help="Answer with one JSON object."),
    "quiet": click.option("--quiet", "-q", is_flag=True, help="Nothing on standard error but errors."),
    "time_limit": click.option(
        "--time-limit", type=click.FloatRange(min=0, min_open=True), metavar="SECONDS", help="Give up after that."
    ),
    "format": click.option("--format", "format", metavar="NAME", help="What FILE is written in (`logicms formats`)."),
    "flags": click.option(
        "--flags",
        type=click.Choice(["fact", "claim", "ignore"]),
        default="fact",
        show_default=True,
        help="fact: a flag F is a mine; claim, ignore: it is hidden.",
    ),
    "ascii": click.option("--ascii", is_flag=True, help="Only ASCII signs in the picture."),
}


def shared_options(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that adds these options to a command and hands them to it as one `options: Options`."""

    def decorate(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def with_options(**given: Any) -> Any:
            options = Options(**{name: given.pop(name) for name in names})
            # A command that takes several files has the limit for each of them: `answer_each`.
            with nullcontext() if "files" in given else options.limit():
                return command(options=options, **given)

        decorated: Callable[..., Any] = with_options
        for name in reversed(names):
            decorated = _SHARED[name](decorated)
        return decorated

    return decorate


class Unreadable(click.FileError):
    """A file that cannot be read or written: exit code 2, as for any input that cannot be used."""

    exit_code = USAGE


def read_text(path: str) -> tuple[str, str]:
    """Return the text of a file (`-`: standard input) and the name that messages call it by."""
    from logicms.notation.texts import MAX_TEXT, decode_text

    source = "<stdin>" if path == "-" else path
    try:
        with click.open_file(path, "rb") as stream:
            data = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise Unreadable(source, error.strerror or str(error)) from None
    return decode_text(data, source), source


def read_board(path: str, options: Options) -> Board:
    """Return the board in a file, and say on standard error which format was read where it was not the default."""
    from logicms.notation.formats import read

    text, source = read_text(path)
    board, name = read(text, options.format, source=source)
    if name != "board":
        options.say(f"{source}: read as {name}")
    return board


def write_file(path: Path, text: str) -> None:
    """Write a text to a file of the user's."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable(str(path), error.strerror or str(error)) from None


def answer_each(files: Iterable[str], options: Options, answer: Callable[[str], Answer]) -> None:
    """Print the answer for each file and exit with the largest code; one file's error does not stop the others."""
    files = tuple(files)
    many = len(files) > 1
    codes = [_answer_file(path, options, answer, many) for path in files]
    click.get_current_context().exit(max(codes))


def _answer_file(path: str, options: Options, answer: Callable[[str], Answer], many: bool) -> int:
    """Print the answer for one file, headed by its name if it is one of many, and return the exit code."""
    try:
        with options.limit():
            found = answer(path)
    except (LogicmsError, click.FileError) as error:
        message = error.format_message() if isinstance(error, click.FileError) else str(error)
        # A syntax error names its file and place already.
        click.echo(message if isinstance(error, BoardSyntaxError) else f"{path}: {message}", err=True)
        if options.json and many:
            print_json({"file": path, "error": message})
        return exit_code(error) if isinstance(error, LogicmsError) else USAGE
    if options.json:
        print_json({"file": path, **found.data} if many else found.data)
    else:
        click.echo(f"== {path} ==\n{found.text}\n" if many else found.text)
    return found.code


def print_answer(answer: Answer, options: Options) -> None:
    """Print one answer as JSON or text, and exit with its code."""
    if options.json:
        print_json(answer.data)
    else:
        click.echo(answer.text)
    click.get_current_context().exit(answer.code)


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object on one line, with its version first."""
    click.echo(json.dumps({"version": VERSION, **data}, ensure_ascii=False))
