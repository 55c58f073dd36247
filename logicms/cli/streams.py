"""The standard streams as a command finds them: in any encoding, full, closed, or a pipe that nobody reads.

A command prints text for people, which gives way to an encoding that cannot carry it (`errors="backslashreplace"`; a
picture turns to `--ascii`) and to the width of a terminal, and *documents*: whole files with a format of their own,
which are UTF-8 everywhere. The progress of a long command goes to standard error: a bar in a terminal, occasional lines
elsewhere, or nothing.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn, TextIO

import click

if TYPE_CHECKING:
    from logicms.cli.command import Options


COLUMNS = 80
"""The width of what is printed, where there is no terminal to ask."""

BROKEN_PIPE = 141
"""The exit code of a command whose output nobody reads any more, as in shells: 128 and the number of the signal."""

_NOT_WRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}


class _Closed(io.TextIOBase):
    """What replaces a standard output that is closed: printing there is an error, like printing on a full disk."""

    encoding = "utf-8"

    def write(self, text: str) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed")

    def fileno(self) -> NoReturn:
        raise OSError(errno.EBADF, "it is closed")


def prepare() -> None:
    """Make printing safe in every encoding, and on a standard output that is closed."""
    if sys.stdout is None:
        sys.stdout = _Closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def leave(error: OSError) -> NoReturn:
    """End the command because its result could not be written; any other error is raised again.

    An error about a file that was named is reported where the file is written, with its name.
    """
    if error.filename is not None or error.errno not in {*_NOT_WRITTEN, errno.EPIPE}:
        raise error
    from logicms.answers.answer import USAGE  # not needed for `--help`

    if error.errno != errno.EPIPE:
        click.echo(f"logicms: standard output: {error.strerror}: the result was not written", err=True)
    _forget_output()
    sys.exit(BROKEN_PIPE if error.errno == errno.EPIPE else USAGE)


def _forget_output() -> None:
    """Let what is still waiting to be printed go nowhere: at exit Python would try to print it once more."""
    if isinstance(sys.stdout, _Closed):
        sys.stdout = None
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def carries_pictures() -> bool:
    """Return whether the encoding of standard output has the characters of our pictures."""
    from logicms.render.picture import PICTURE

    try:
        PICTURE.encode(_encoding())
    except UnicodeEncodeError:
        return False
    return True


def is_utf8() -> bool:
    """Return whether text on standard output is written as UTF-8."""
    return codecs.lookup(_encoding()).name == "utf-8"


def _encoding() -> str:
    return getattr(sys.stdout, "encoding", None) or "utf-8"


def width(stream: TextIO) -> int | None:
    """Return how many columns the terminal has that a stream writes to; None if it is no terminal."""
    if not stream.isatty():
        return None
    wanted = os.environ.get("COLUMNS", "")
    try:
        asked = int(wanted) if wanted.isdecimal() else 0
        return asked or os.get_terminal_size(stream.fileno()).columns or COLUMNS
    except (OSError, ValueError):  # it does not say
        return COLUMNS


def print_text(text: str, *, err: bool = False) -> None:
    """Print text for people, in a terminal with lines that end between words; in a pipe lines are as long as they are.

    Everything that is neither a document nor JSON is printed here.
    """
    from logicms.notation.texts import folded

    click.echo(folded(text, width(sys.stderr if err else sys.stdout)), err=err)


class Formatter(click.HelpFormatter):
    """Help whose examples, which click does not wrap, end between words in a narrow terminal."""

    def getvalue(self) -> str:
        from logicms.notation.texts import folded

        return folded(super().getvalue(), width(sys.stdout))


class Context(click.Context):
    """The context of every command: help is formatted as above."""

    formatter_class = Formatter


def print_document(text: str, *, nl: bool = False) -> None:
    """Print a whole file, such as a page or a board's own text: as UTF-8 in every environment."""
    click.echo(text if is_utf8() else text.encode(), nl=nl)


# -- progress

Advance = Callable[[str], None]
"""Called once for each thing done, with a remark about all of them so far."""

_REMARK = 44
"""The length of a rate with its interval: a longer remark makes the bar shorter than 30 characters."""


@contextmanager
def progress(total: int, options: Options) -> Iterator[Advance]:
    """Show the progress of `total` things while the block runs; yield the function to call after each."""
    if options.quiet or total < 2:
        yield lambda remark: None
    elif sys.stderr.isatty():
        with _bar(total) as advance:
            yield advance
    else:
        yield _lines(total, options)


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold back Ctrl-C while the block runs, so that what is counted as done is what was printed.

    Blocking the signal would not help: if there are other threads, as with a pool of processes, one of them receives
    it, and Python interrupts the main thread all the same.
    """
    if threading.current_thread() is not threading.main_thread():  # never interrupted
        yield
        return
    held: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: held.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if held and callable(before):
        before(held[0], None)


@contextmanager
def _bar(total: int) -> Iterator[Advance]:
    """Yield an advance that draws a bar, the number done, the time left and the remark, all on one line."""
    columns = os.get_terminal_size(sys.stderr.fileno()).columns  # standard output may be a pipe
    room = max(0, columns - len(f"[]  {total}/{total}  00:00:00  "))
    width = max(1, min(30, room - _REMARK))

    def clip(remark: str | None) -> str | None:  # a line longer than the terminal would not be overwritten
        return remark and remark[: max(0, room - width)]

    with click.progressbar(
        length=total,
        width=width,
        bar_template="[%(bar)s]  %(info)s",
        show_pos=True,
        show_percent=False,
        item_show_func=clip,
        file=sys.stderr,
    ) as bar:
        yield lambda remark: bar.update(1, remark)


def _lines(total: int, options: Options) -> Advance:
    """Return an advance that prints a line at each tenth."""
    done = 0

    def advance(remark: str) -> None:
        nonlocal done
        done += 1
        if done * 10 // total > (done - 1) * 10 // total and done < total:
            options.say(f"{done:,} of {total:,}: {remark}")

    return advance
