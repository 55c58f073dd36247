"""The standard streams as a command finds them: in any encoding, full, closed, or a pipe that nobody reads.

A command prints text for people, which gives way to an encoding that cannot carry it (`errors="backslashreplace"`; a
picture turns to `--ascii`), and *documents*: whole files with a format of their own, which are UTF-8 everywhere.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from typing import NoReturn

import click

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
    from logicms.render.text import PICTURE

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


def print_document(text: str, *, nl: bool = False) -> None:
    """Print a whole file, such as a page or a board's own text: as UTF-8 in every environment."""
    click.echo(text if is_utf8() else text.encode(), nl=nl)
