"""What `solve`, `odds`, `check` and `graph` share: a board or a hint file to reason about, pictures, patience.

A *puzzle* is what FILE holds: a board in any format, or a hint file (`--format hints`), which may have no grid.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from logicms.answers import Likely, Solved, likely, solved
from logicms.board import Board, Cell
from logicms.cli.frame import Options, read_board, read_text, write_file
from logicms.consistency import Check, check
from logicms.deduction import Reason
from logicms.errors import BoardError
from logicms.hints import Name

if TYPE_CHECKING:
    import networkx as nx

    from logicms.render.marks import Marks

svg_option = click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Draw the answer to this file."
)


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board, its flags as they are written."""

    board: Board

    def solved(self, reason: Reason, options: Options) -> Solved:
        return solved(self.board, reason=reason, flags=options.flags, budget=options.budget())

    def likely(self, options: Options) -> Likely:
        return likely(self.board, flags=options.flags, budget=options.budget())

    def checked(self, options: Options) -> Check:
        return check(self.board, budget=options.budget())

    def graph(self, options: Options) -> nx.Graph:
        from logicms.deduction import graph

        return graph(self.board, flags=options.flags)

    def size(self) -> dict[str, Any]:
        return {"width": self.board.width, "height": self.board.height, "mines": self.board.mines}

    def cells(self, names: Iterable[Name]) -> frozenset[Cell]:
        """Return those of the names that are cells of the board."""
        return frozenset(name for name in names if isinstance(name, Cell))

    def with_certain(self, found: Solved) -> str:
        """Return the board's text with certain cells as `*` and `-`."""
        from logicms.notation.boards import format_board

        signs = dict.fromkeys(self.cells(found.safe), "-") | dict.fromkeys(self.cells(found.mine), "*")
        return format_board(self.board.with_signs(signs))


def read_puzzle(path: str, options: Options) -> Puzzle:
    return Puzzle(read_board(path, options))


def only_one(files: tuple[str, ...], svg: Path | None) -> None:
    """Refuse one picture of several files."""
    if svg is not None and len(files) > 1:
        raise click.UsageError("--svg draws one board: name one FILE")


def write_svg(path: Path, puzzle: Puzzle, marks: Marks, options: Options) -> None:
    from logicms.render.svg import board_svg

    if puzzle.board is None:
        raise BoardError("there is no grid to draw: the hint file has no size")
    write_file(path, board_svg(puzzle.board, marks))
    options.say(f"drawn to {path}")


@contextmanager
def working_on(path: str, options: Options, seconds: float = 2.0) -> Iterator[None]:
    """Say on standard error that a file is still being worked on, after some seconds and then ever more seldom."""
    timer = _Reminder(seconds, lambda after: options.say(f"{path}: still at it after {after:g} s"))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


class _Reminder:
    """Calls back after some seconds, then after twice as many, and so on, until it is cancelled."""

    def __init__(self, seconds: float, remind: Callable[[float], None]) -> None:
        self._seconds, self._remind = seconds, remind
        self._timer: Timer | None = None

    def start(self) -> None:
        self._timer = Timer(self._seconds, self._ring)
        self._timer.daemon = True
        self._timer.start()

    def _ring(self) -> None:
        if sys.stderr.isatty():
            self._remind(self._seconds)
        self._seconds *= 2
        self.start()

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
