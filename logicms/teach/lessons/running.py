"""Commands of a lesson, really run: in a folder that holds the lesson's boards and hint files and nothing else.

A door hands in how a command is run: the command line in its own process, the service by `run_apart`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from logicms.teach.puzzle import Puzzle

Run = Callable[[tuple[str, ...], Path], str]
"""Runs the words of a command behind «logicms» in a folder, and returns all that it prints."""

SECONDS = 30
"""A command of a lesson that takes longer is given up."""


@contextmanager
def folder_of(puzzles: Iterable[Puzzle]) -> Iterator[Path]:
    """Make a folder with these boards and hint files, each a file of its name; gone afterwards."""
    with TemporaryDirectory(prefix="logicms-lesson-") as name:
        folder = Path(name)
        for puzzle in puzzles:
            (folder / puzzle.name).write_text(f"{puzzle.text}\n", encoding="utf-8")
        yield folder


def run_apart(words: tuple[str, ...], folder: Path) -> str:
    """Run a command in a process of its own; for doors that may not be disturbed."""
    root = str(Path(__file__).resolve().parents[3])
    code = f"import sys; sys.path.insert(0, {root!r}); from logicms.cli import main; main()"
    try:
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"(given up after {SECONDS} seconds)"
    return (done.stdout + done.stderr).rstrip("\n")


def is_as_written(printed: str, written: str) -> bool:
    """Return whether a command printed what its lesson says; `...` there stands for anything on one line.

    >>> is_as_written("10 nodes, 0.003 s", "10 nodes, ... s"), is_as_written("11 nodes", "10 nodes")
    (True, False)
    """
    pattern = "[^\\n]*".join(map(re.escape, _trimmed(written).split("...")))
    return re.fullmatch(pattern, _trimmed(printed)) is not None


def _trimmed(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")
