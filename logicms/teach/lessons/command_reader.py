"""The commands that a lesson may run: those that only read, on the lesson's own boards and hint files.

A lesson may come from anywhere, so what is not listed here is refused: commands that serve, write or take long, options
that name a file to write, and files that the lesson does not hold.
"""

from __future__ import annotations

import shlex
from collections.abc import Container

from logicms.errors import BoardError

COMMANDS = ("show", "check", "solve", "prove", "next", "odds", "graph", "ask", "kb", "play", "search", "convert")
"""What a lesson may run."""

FORBIDDEN = ("--svg", "--proofs", "--out", "--plot", "--store", "--workers", "--cluster", "--games")
"""Options that write, or that take long."""


def command_words(line: str, files: Container[str]) -> tuple[str, ...]:
    """Return the words of a command behind «logicms», or refuse it.

    >>> command_words("logicms prove --by direct row B1", {"row"})
    ('prove', '--by', 'direct', 'row', 'B1')
    >>> command_words("logicms solve other/board.txt", {"row"})
    Traceback (most recent call last):
    logicms.errors.BoardError: 'other/board.txt' is not a board of this lesson
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BoardError(f"this command cannot be read: {error}") from None
    if len(words) < 2 or words[0] != "logicms":
        raise BoardError("a command of a lesson begins with logicms, such as $ logicms solve row")
    if words[1] not in COMMANDS:
        raise BoardError(f"a lesson does not run {words[1][:40]!r}; it may run {', '.join(COMMANDS)}")
    for word in words[2:]:
        if word.partition("=")[0] in FORBIDDEN:
            raise BoardError(f"a lesson's command may not have {word.partition('=')[0]}")
        # A lesson's commands run in a folder that holds its boards and nothing else.
        if word not in files and (word == "-" or any(sign in word for sign in "/\\")):
            raise BoardError(f"{word[:60]!r} is not a board of this lesson")
    return tuple(words[1:])
