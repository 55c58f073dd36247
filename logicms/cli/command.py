"""What every command shares: its options, reading files, and answering in text or JSON with the right exit code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar

import click

from logicms.answers.answer import USAGE, VERSION, CommandAnswer, exit_code_of
from logicms.board import Board
from logicms.cli.streams import COLUMNS, is_utf8, print_document, print_text, width
from logicms.errors import BoardSyntaxError, LogicmsError
from logicms.limits import limit
from logicms.record import Json
from logicms.render.picture import Paint, plain
from logicms.render.written import written

if TYPE_CHECKING:
    from logicms.notation.hint_files import HintFile


class Look(TypedDict):
    """How to draw for people; the functions of `render` take these."""

    ascii: bool
    paint: Paint
    columns: int


@dataclass(frozen=True, slots=True)
class Options:
    """The options that most commands take; `shared_options` puts them on a command."""

    json: bool = False
    quiet: bool = False
    time_limit: float | None = None
    format: str | None = None
    rules: str | None = None
    facts: tuple[str, ...] = ()
    ascii: bool = False

    def limit(self) -> limit:
        """Return the scope of the time limit; it starts when it is entered."""
        return limit(seconds=None if self.time_limit == inf else self.time_limit)

    def say(self, message: str) -> None:
        """Print a message that is not a result, on standard error."""
        if not self.quiet:
            print_text(message, err=True)

    def look(self) -> Look:
        """Return how to draw on standard output."""
        return {"ascii": self.ascii, "paint": self.paint(), "columns": columns()}

    def text(self, answer: CommandAnswer) -> str:
        """Return an answer as text for people."""
        return written(answer, "text", **self.look())

    def paint(self) -> Paint:
        """Return how to colour text on standard output: not at all in a pipe, or as NO_COLOR and TERM=dumb ask."""
        is_plain = not sys.stdout.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
        return plain if is_plain else _paint


def columns() -> int:
    """Return how many columns there are: those of the terminal, or in a pipe 80."""
    return width(sys.stdout) or COLUMNS


# Colours of the eight-bit palette that can be read on white and on black: no colour has a contrast above 4.6 on both.
# Blue and orange, because colour-blind people can tell them apart.
_GREY, _BLUE, _ORANGE, _BLACK = 243, 63, 130, 16
_STYLES: dict[str, dict[str, Any]] = {
    "name": {"fg": _GREY},
    "zero": {"fg": _GREY},
    "clue": {"bold": True},
    "flag": {"fg": _ORANGE},
    "safe": {"fg": _BLUE, "bold": True},
    "mine": {"fg": _ORANGE, "bold": True},
    "heading": {"bold": True},
    "code": {"fg": _BLUE},
    "stress": {"bold": True},
    "right": {"fg": _BLUE},
    "wrong": {"fg": _ORANGE},
    "used": {"fg": _BLACK, "bg": 220, "bold": True, "underline": True},
    "shared": {"fg": _BLACK, "bg": 229},
    # The heat map of odds, from blue for safe to orange for a mine, is behind the numbers.
    **{
        f"heat{n}": {"fg": _BLACK, "bg": colour}
        for n, colour in enumerate((39, 75, 111, 147, 183, 223, 222, 221, 215, 208))
    },
}


def _paint(text: str, role: str) -> str:
    return click.style(text, **_STYLES[role]) if role in _STYLES else text


_A = TypeVar("_A", bound=CommandAnswer)


Writer = Callable[[_A], str]
"""Writes an answer for people, or as a document."""


def answer_each(
    files: Sequence[str],
    options: Options,
    make: Callable[[str], _A],
    draw: Writer[_A] | None = None,
    *,
    document: bool = False,
    svg: Path | None = None,
) -> None:
    """Print the answer for each file and exit with the largest code; one file's error does not stop the others.

    `make` makes the answer for a file, `draw` its text if that is not the usual one; the time limit is per file. The
    answer about the only file may be drawn to a file, `svg`, too.
    """
    only_one(files, svg)

    def answer(path: str) -> _A:
        made = make(path)
        if svg is not None:
            write_file(svg, written(made, "svg"))
            options.say(f"drawn to {svg}")
        return made

    many = len(files) > 1
    codes = [_answer_file(path, options, answer, draw or options.text, many, document) for path in files]
    click.get_current_context().exit(max(codes))


def _answer_file(
    path: str, options: Options, make: Callable[[str], _A], draw: Writer[_A], many: bool, document: bool
) -> int:
    """Print the answer for one file, headed by its name if it is one of many, and return the exit code."""
    try:
        with options.limit(), still_working(path, options):
            answer = make(path)
    except (LogicmsError, click.FileError) as error:
        message = error.format_message() if isinstance(error, click.FileError) else in_options(error)
        # A syntax error already names its file and position, and so does a file that cannot be read.
        named = isinstance(error, BoardSyntaxError | click.FileError)
        print_text(message if named else f"{path}: {message}", err=True)
        if options.json and many:
            print_json({"file": path, "error": message})
        return exit_code_of(error) if isinstance(error, LogicmsError) else USAGE
    if options.json:
        print_json({"file": path, **answer.to_json()} if many else answer.to_json())
    else:
        text = draw(answer)
        _print(f"== {path} ==\n{text}\n" if many else text, document)
    return answer.exit_code


def give(answer: _A, options: Options, draw: Writer[_A] | None = None, *, document: bool = False) -> None:
    """Print one answer as JSON or text, and exit with its code."""
    if options.json:
        print_json(answer.to_json())
    else:
        _print((draw or options.text)(answer), document)
    click.get_current_context().exit(answer.exit_code)


def _print(text: str, document: bool) -> None:
    if document:
        print_document(text, nl=True)
    else:
        print_text(text.replace('`flags="claim"`', "`--flags claim`"))  # at the end of a contradiction


_REMEDIES = {
    "use the format ": "use --format ",
    "by the format (": "with --format (",
    "(the format ": "(--format ",
    "`force` leaves": "--force leaves",
    "or a board that has one": "or a board with --rules",
    '`flags="claim"`': "`--flags claim`",
}
"""What an error advises, and which option that is here."""


def in_options(error: LogicmsError | str) -> str:
    """Return the text of an error, with the options of the command line in what it advises.

    >>> from logicms.errors import BoardError
    >>> in_options(BoardError("seed has no room for the grid hex; `force` leaves this out"))
    'seed has no room for the grid hex; --force leaves this out'
    """
    if isinstance(error, BoardSyntaxError):  # the line of the text that it shows stays as it is
        said = str(error).replace(error.message, in_options(error.message), 1)
        return f"{said}\nit can be read with --format {' or '.join(error.formats)}" if error.formats else said
    text = str(error)
    for advice, option in _REMEDIES.items():
        text = text.replace(advice, option)
    return text


def print_json(data: Json) -> None:
    """Print one JSON object on one line, with its version first."""
    click.echo(json.dumps({"version": VERSION, **data}, ensure_ascii=not is_utf8()))


@contextmanager
def still_working(what: str, options: Options, seconds: float = 5.0) -> Iterator[None]:
    """Report on standard error that work is still going on, after some seconds and then less and less often."""
    done = Event()
    reminder = Thread(target=_remind, args=(done, what, options, seconds), daemon=True)
    reminder.start()
    try:
        yield
    finally:
        done.set()
        reminder.join()


def _remind(done: Event, what: str, options: Options, pause: float) -> None:
    after = 0.0
    while not done.wait(pause):
        after += pause
        options.say(f"{what}: still working after {after:g} s")
        pause = after


class Unreadable(click.FileError):
    """A file that cannot be read or written: exit code 2, as for any unusable input."""

    exit_code = USAGE

    def format_message(self) -> str:
        return f"{self.ui_filename}: {self.message}"


def require_input() -> None:
    """Raise an error if standard input is closed."""
    if sys.stdin is None:
        raise Unreadable("<stdin>", "standard input is closed")


def present(path: str) -> str:
    """Return a path; of an example that is not there, that of the copy that comes with logicms."""
    parts = Path(path).parts
    if parts[:1] != ("examples",) or ".." in parts or os.path.lexists(path):
        return path
    from logicms.notation.texts import shipped

    # An installed logicms has its lessons apart.
    inside = Path(*parts[1:] if parts[1:2] == ("lessons",) else parts).as_posix()
    for copy in shipped(inside, path):
        if isinstance(copy, Path) and copy.exists():
            context = click.get_current_context(silent=True)
            if context is None or not context.params.get("quiet"):
                click.echo(f"{path}: not found here; this is the example that comes with logicms", err=True)
            return str(copy)
    return path


def read_text(path: str) -> tuple[str, str]:
    """Return the text of a file (`-`: standard input) and the name that messages use for it."""
    from logicms.notation.texts import MAX_TEXT, decode_text

    source = "<stdin>" if path == "-" else path
    if path == "-":
        require_input()
    try:
        with click.open_file(present(path), "rb") as stream:
            data = stream.read(MAX_TEXT + 1)
    except OSError as error:
        raise Unreadable(source, error.strerror or str(error)) from None
    return decode_text(data, source), source


def remark_on(found: Board | HintFile, name: str, source: str, options: Options, usual: str) -> None:
    """Say what a text was read as, unless its name says it or it is what is usual, and which words seem misspelt."""
    from logicms.notation.hint_files import HintFile
    from logicms.notation.read import DEFAULT, named_by_ending

    if options.format is None and name not in (named_by_ending(source) or usual, named_by_ending(source) or DEFAULT):
        options.say(f"{source}: read as {name}")
    if isinstance(found, HintFile) and options.rules is None:
        from logicms.notation.spelling import closed_remarks, misspelt

        for remark in (*misspelt(found), *closed_remarks(found)):
            options.say(f"{source}: {remark}")


def write_file(path: Path, text: str) -> None:
    """Write a text to a file that the user has named."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable(str(path), error.strerror or str(error)) from None


def number_of_cpus() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def make_folder(path: Path, option: str) -> None:
    """Make a folder that the user has named; an error mentions the option."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.UsageError(f"{option} {path}: {error.strerror or error}") from None


def only_one(files: Sequence[str], path: Path | None, option: str = "--svg", what: str = "draws one board") -> None:
    """Raise an error if one picture (or folder of proofs) is asked for and several files are given."""
    if path is not None and len(files) > 1:
        raise click.UsageError(f"{option} {what}: name one FILE")
