"""Commands of a lesson, really run: in a folder that holds the lesson's boards and hint files and nothing else.

The door hands in how a command is run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from logicms.teach.puzzle import Puzzle

Run = Callable[[tuple[str, ...], Path], str]
"""Runs the words of a command behind «logicms» in a folder, and returns all that it prints."""


@contextmanager
def folder_of(puzzles: Iterable[Puzzle]) -> Iterator[Path]:
    """Make a folder with these boards and hint files, each a file of its name; gone afterwards."""
    with TemporaryDirectory(prefix="logicms-lesson-") as name:
        folder = Path(name)
        for puzzle in puzzles:
            (folder / puzzle.name).write_text(f"{puzzle.text}\n", encoding="utf-8")
        yield folder


def is_as_written(printed: str, written: str) -> bool:
    """Return whether a command printed what its lesson says; `...` there stands for anything on one line.

    >>> is_as_written("10 nodes, 0.003 s", "10 nodes, ... s"), is_as_written("11 nodes", "10 nodes")
    (True, False)
    """
    pattern = "[^\\n]*".join(map(re.escape, _trimmed(written).split("...")))
    return re.fullmatch(pattern, _trimmed(printed)) is not None


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
