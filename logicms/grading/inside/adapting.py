"""For a student's class or function: speaks the referee's lines, so that an adapter need not.

An *adapter* is a Python file with a function `play(game, student)`: `student` is the student's module, and `game` a
`Game`, played to its end or until the adapter returns. What the student's code prints goes to standard error, and its
standard input is empty: the lines have channels of their own.
"""

from __future__ import annotations

import importlib.util
import os
import random
import sys
import traceback
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import IO, Any

Place = tuple[int, int]
"""A cell as students write it: its row and its column, from 0."""


class Over(BaseException):
    """The game is over, or the referee is gone. It is not an `Exception`, so that students do not catch it."""


class Mistaken(Exception):
    """The student's code gave something that is not an answer."""


class NotAllowed(Mistaken, ImportError):
    """The student's code imports what the course does not allow."""


class ImportGuard:
    """Refuses the import of some modules. Python asks it first (`sys.meta_path`)."""

    def __init__(self, refused: frozenset[str]) -> None:
        self._refused = refused

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name in self._refused:
            raise NotAllowed(f"this course does not allow {name}")


class Game:
    """One game: what is known about it, and what can be done in it. Cells are pairs (row, column), from 0."""

    def __init__(self, number: int, width: int, height: int, mines: int | None, lines: Lines) -> None:
        self.number, self.width, self.height, self.mines = number, width, height, mines
        self.clues: dict[Place, int] = {}
        """The clue of every open cell."""
        self.over = ""
        """How the game ended: `won`, `lost` or `stopped`; empty while it goes on."""
        self._lines = lines
        self._claimed: set[tuple[str, Place]] = set()
        self._wait()

    def claim(self, safe: Iterable[Any] = (), mine: Iterable[Any] = ()) -> None:
        """Tell the referee which cells the student's program says are safe or mines; each is told once."""
        for word, cells in (("safe", safe), ("mine", mine)):
            new = []
            for cell in cells:
                place = self._place(cell)
                if (word, place) not in self._claimed:
                    self._claimed.add((word, place))
                    new.append(place)
            if new:
                self._lines.write(" ".join([word, *map(_name, new)]))

    def open(self, cell: Any) -> int | None:
        """Open a cell, and return its clue; None if the game is over then."""
        place = self._place(cell)
        self._lines.write(f"open {_name(place)}")
        self._wait()
        return None if self.over else self.clues[place]

    def stop(self) -> None:
        """End the game: the program knows no move."""
        self._lines.write("stop")
        self._wait()

    def answer(self, mines: Iterable[Any] | None) -> None:
        """Solve a puzzle: these cells are the mines, and no others; None: it has no solution."""
        self._lines.write("none" if mines is None else " ".join(["place", *(_name(self._place(c)) for c in mines)]))
        self._wait()

    def _place(self, cell: Any) -> Place:
        try:
            row, col = cell
            if int(row) == row and int(col) == col and 0 <= row < self.height and 0 <= col < self.width:
                return int(row), int(col)
        except (TypeError, ValueError):
            pass
        raise Mistaken(f"{cell!r:.80} is not a cell of a board of {self.width}x{self.height}")

    def _wait(self) -> None:
        """Read what has happened until it is this program's turn, or the game is over."""
        for words in self._lines.read():
            if words[0] == "open":
                self.clues[_cell(words[1])] = int(words[2])
            elif words[0] == "turn":
                return
            elif words[0] == "over":
                self.over = words[1]
                return
        raise Over


class Lines:
    """The lines to and from the referee."""

    def __init__(self, source: IO[str], target: IO[str]) -> None:
        self._source, self._target = source, target

    def write(self, line: str) -> None:
        self._target.write(line + "\n")
        self._target.flush()

    def read(self) -> Iterator[list[str]]:
        while line := self._source.readline():
            yield line.split()


def run(adapter_path: str, student_path: str, without: Iterable[str] = ()) -> None:
    """Play every game that the referee offers; the student may not import the modules in `without`."""
    lines = _own_channels()
    adapter = _load("adapter", adapter_path)
    prepare = getattr(adapter, "prepare", None)
    if prepare is not None:
        prepare()
    refused = frozenset(without)
    sys.meta_path.insert(0, ImportGuard(refused))
    for name in refused & {name.partition(".")[0] for name in sys.modules}:  # what the adapter has imported
        del sys.modules[name]
    try:
        student = _student(student_path, adapter)
    except BaseException as error:
        unreadable = isinstance(error, SyntaxError | UnicodeDecodeError | Mistaken) or "null bytes" in str(error)
        lines.write(f"{'unreadable' if unreadable else 'error'} {_told(error, student_path)}")
        return
    for words in lines.read():
        if words[0] != "game":
            continue  # the rest of a game that the student's program left
        number, width, height = map(int, words[1:4])
        random.seed(number)  # so that the same program plays the same games every time
        try:
            game = Game(number, width, height, None if words[4] == "?" else int(words[4]), lines)
            adapter.play(game, student)
            if not game.over:
                game.stop()
        except Over:
            return
        except BaseException as error:  # also SystemExit and KeyboardInterrupt, which the student's code may raise
            lines.write(f"error {_told(error, student_path)}")


def _student(path: str, adapter: ModuleType) -> ModuleType:
    sys.path.insert(0, os.path.dirname(path))
    student = _load(os.path.splitext(os.path.basename(path))[0], path)
    for name in adapter.COURSE["needs"]:
        if not callable(getattr(student, name, None)):
            raise Mistaken(f"{os.path.basename(path)} does not define {name}")
    return student


def _load(name: str, path: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _own_channels() -> Lines:
    """Return the referee's lines, and leave the student an empty standard input and standard error for all output."""
    source, target = os.fdopen(os.dup(0), encoding="ascii"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return Lines(source, target)


def _told(error: BaseException, path: str) -> str:
    """Return what went wrong, and where in the student's file, on one line."""
    what = str(error) if isinstance(error, Mistaken) else f"{type(error).__name__}: {error}".rstrip(": ")
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    where = f" ({os.path.basename(path)}, line {places[-1].lineno})" if places else ""
    return " ".join(f"{what:.300}{where}".split())


def _name(place: Place) -> str:
    row, col = place
    letters = ""
    col += 1
    while col:
        col, rest = divmod(col - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + 1}"


def _cell(name: str) -> Place:
    letters = name.rstrip("0123456789")
    col = 0
    for letter in letters:
        col = col * 26 + ord(letter) - ord("A") + 1
    return int(name[len(letters) :]) - 1, col - 1
