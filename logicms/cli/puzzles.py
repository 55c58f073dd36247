"""What `solve`, `odds`, `check` and `graph` share: a board or a hint file to reason about, pictures, patience.

A *puzzle* is what FILE holds: a board in any format, or a hint file (`--format hints`), which may have no grid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Protocol

import click

from logicms.answers import Likely, Solved, likely, solved
from logicms.board import Board, Cell
from logicms.cli.frame import Options, read_board, read_text, write_file
from logicms.deduction import Reason
from logicms.deduction.consistency import Check, check
from logicms.errors import BoardError
from logicms.literal import Name

if TYPE_CHECKING:
    import networkx as nx

    from logicms.notation.hint_files import HintFile
    from logicms.render.marks import Marks

svg_option = click.option(
    "--svg", type=click.Path(dir_okay=False, path_type=Path), metavar="OUT", help="Draw the answer to this file."
)


class Puzzle(Protocol):
    """What the four commands ask of it."""

    @property
    def board(self) -> Board | None:
        """The board, its flags as they are written; None where there is no grid."""

    def solved(self, reason: Reason, options: Options) -> Solved: ...
    def likely(self, options: Options) -> Likely: ...
    def checked(self, options: Options) -> Check: ...
    def graph(self, options: Options) -> nx.Graph: ...
    def size(self) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class BoardPuzzle:
    """A board, its flags as they are written."""

    board: Board

    def solved(self, reason: Reason, options: Options) -> Solved:
        return solved(self.board, reason=reason, flags=options.flags)

    def likely(self, options: Options) -> Likely:
        return likely(self.board, flags=options.flags)

    def checked(self, options: Options) -> Check:
        return check(self.board)

    def graph(self, options: Options) -> nx.Graph:
        from logicms.deduction import graph

        return graph(self.board, flags=options.flags)

    def size(self) -> dict[str, Any]:
        return {"width": self.board.width, "height": self.board.height, "mines": self.board.mines}


@dataclass(frozen=True, slots=True)
class HintPuzzle:
    """A hint file that is no board."""

    file: HintFile
    board: None = None

    def solved(self, reason: Reason, options: Options) -> Solved:
        from logicms.answers.by_hand import solved_by_hand

        return solved_by_hand(self.file, reason)

    def likely(self, options: Options) -> Likely:
        from logicms.answers.by_hand import likely_by_hand

        return likely_by_hand(self.file)

    def checked(self, options: Options) -> Check:
        from logicms.answers.by_hand import checked_by_hand

        return checked_by_hand(self.file)

    def graph(self, options: Options) -> nx.Graph:
        from logicms.answers.by_hand import graph_by_hand

        return graph_by_hand(self.file)

    def size(self) -> dict[str, Any]:
        width, height = self.file.size or (None, None)
        return {"width": width, "height": height, "mines": self.file.mines}


def read_puzzle(path: str, options: Options) -> Puzzle:
    """Return what FILE holds; a hint file that says no more than a board does is a board."""
    if options.format != "hints":
        return BoardPuzzle(read_board(path, options))
    from logicms.answers.by_hand import board_by_hand
    from logicms.notation.hint_files import parse_hints

    file = parse_hints(*read_text(path))
    board = board_by_hand(file)
    return HintPuzzle(file) if board is None else BoardPuzzle(board)


def cells(names: Iterable[Name]) -> frozenset[Cell]:
    """Return those of the names that are cells."""
    return frozenset(name for name in names if isinstance(name, Cell))


def with_certain(puzzle: Puzzle, found: Solved) -> str:
    """Return the board's text with certain cells as `*` and `-`."""
    from logicms.notation.boards import format_board

    signs = dict.fromkeys(cells(found.safe), "-") | dict.fromkeys(cells(found.mine), "*")
    return format_board(board_of(puzzle).with_signs(signs))


def board_of(puzzle: Puzzle) -> Board:
    """Return the board of a puzzle that has one, or refuse."""
    if puzzle.board is None:
        raise BoardError("there is no board: the hint file says more than a board can")
    return puzzle.board


def only_one(files: tuple[str, ...], svg: Path | None) -> None:
    """Refuse one picture of several files."""
    if svg is not None and len(files) > 1:
        raise click.UsageError("--svg draws one board: name one FILE")


def write_svg(path: Path, puzzle: Puzzle, marks: Marks, options: Options) -> None:
    from logicms.render.svg import board_svg

    write_file(path, board_svg(board_of(puzzle), marks))
    options.say(f"drawn to {path}")


@contextmanager
def working_on(path: str, options: Options, seconds: float = 5.0) -> Iterator[None]:
    """Say on standard error that a file is still being worked on, after some seconds and then ever more seldom."""
    done = Event()
    reminder = Thread(target=_remind, args=(done, path, options, seconds), daemon=True)
    reminder.start()
    try:
        yield
    finally:
        done.set()
        reminder.join()


def _remind(done: Event, path: str, options: Options, pause: float) -> None:
    after = 0.0
    while not done.wait(pause):
        after += pause
        options.say(f"{path}: still at it after {after:g} s")
        pause = after
