"""Course: what the students of a course write, and which games they are graded with.

Everything about a course is in its adapter, one small Python file: the function that runs in the student's process, and
the constant `COURSE`, which is read here without running anything.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

from logicms.board import Cell
from logicms.errors import BoardError, unknown_word
from logicms.game import Game, Share, Start
from logicms.notation.texts import decode_text

INSIDE = Path(__file__).parent / "inside"
"""What runs in the student's process."""
ADAPTERS = {"cs50": "cs50.py", "uci": "uci.py", "nycu": "nycu.py", "gem-hunter": "gem_hunter.py"}
"""The adapters that come with logicms."""
MOST_CELLS = 2_500
"""The largest board that is graded: a judge looks at it after every move."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is played, and what a student's file is."""

    adapter: Path | None = None
    """The adapter's file; None for a program that speaks the referee's lines itself."""
    name: str = ""
    file: str = ""
    """The name of a student's file; empty if it may have any name."""
    width: int = 9
    height: int = 9
    mines: int = 10
    tells_total: bool = True
    """Whether the program is told the number of mines."""
    names_mines: bool | None = None
    """Whether the program has to name mines; None: it does if it ever names one."""
    start: Start = "safe"
    """What is certain about the first cell. `zero`: a random cell that shows 0 is open at the start."""
    initial_safe: int | Share | None = None
    """How many safe cells are open at the start."""
    marks: bool = False
    """Whether a game is won only once every mine is named."""
    hints: int | None = None
    """For a puzzle, which is solved in one answer: how many cells are open."""

    def with_board(self, size: tuple[int, int] | None, mines: int | None) -> Course:
        """Return the course with another size or number of mines; a puzzle keeps its share of open cells."""
        width, height = size or (self.width, self.height)
        if width * height > MOST_CELLS:
            raise BoardError(f"a board of {width}x{height} is too large to grade: more than {MOST_CELLS:,} cells")
        hints = self.hints
        if hints is not None:
            hints = hints * width * height // (self.width * self.height)
        return replace(self, width=width, height=height, mines=self.mines if mines is None else mines, hints=hints)

    def game(self, seed: int) -> Game:
        """Return the game of a seed. Every cell is opened by itself, as these courses do: a 0 opens nothing else."""
        rng = Random(seed)
        first = Cell(rng.randrange(self.height), rng.randrange(self.width)) if self.start == "zero" else None
        game = Game.random(self.width, self.height, self.mines, rng, self.start, first)
        safe = self.hints if self.hints is not None else self.initial_safe
        if safe is not None:
            return replace(game.initial_safe(safe, rng), ruled=True, marking=False)
        game = replace(game, ruled=True)
        return game if first is None else game.open(first)


def course_named(adapter: str | None) -> Course:
    """Return the course of an adapter, which is a name or a file; without one, of programs that speak for themselves.

    >>> course = course_named("cs50")
    >>> course.file, course.width, course.mines, course.tells_total
    ('minesweeper.py', 8, 8, False)
    """
    if adapter is None:
        return Course()
    if adapter in ADAPTERS:
        path = INSIDE / ADAPTERS[adapter]
    elif not (path := Path(adapter)).is_file():
        raise BoardError(f"no adapter {adapter!r}: name {', '.join(ADAPTERS)}, or the file of your own")
    return read_course(decode_text(path.read_bytes(), str(path)), path, adapter)


def read_course(text: str, path: Path, name: str) -> Course:
    """Return the course that the constant `COURSE` of an adapter describes."""
    try:
        constants = {
            each.targets[0].id: each.value
            for each in ast.parse(text).body
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
        }
        given = ast.literal_eval(constants["COURSE"])
        has_play = any(isinstance(each, ast.FunctionDef) and each.name == "play" for each in ast.parse(text).body)
    except KeyError:
        raise BoardError(f"{path} is not an adapter: it has no COURSE = {{…}}; see grammar/README.md") from None
    except (SyntaxError, ValueError, RecursionError, MemoryError, TypeError) as error:
        what = getattr(error, "msg", None) or "COURSE must be written out, without anything to compute"
        raise BoardError(f"{path} is not an adapter: {what}") from None
    if not has_play:
        raise BoardError(f"{path} is not an adapter: it has no function play(game, student)")
    return Course(path.absolute(), name, **_checked(given, path))


_KINDS: dict[str, tuple[type, ...]] = {
    "file": (str,),
    "needs": (tuple, list),
    "size": (tuple, list),
    "mines": (int,),
    "tells_total": (bool,),
    "names_mines": (bool, type(None)),
    "start": (str,),
    "initial_safe": (int, str, type(None)),
    "marks": (bool,),
    "hints": (int, type(None)),
}


def _checked(given: Any, path: Path) -> dict[str, Any]:
    """Return the fields of a course, after checking that each may have its value."""
    if not isinstance(given, dict):
        raise BoardError(f"{path}: COURSE is a dict")
    for key, value in given.items():
        if key not in _KINDS:
            raise BoardError(f"{path}: COURSE has no key {key!r}; its keys are {', '.join(_KINDS)}")
        if not isinstance(value, _KINDS[key]) or (isinstance(value, bool) and bool not in _KINDS[key]):
            raise BoardError(f"{path}: the {key} of COURSE cannot be {value!r:.40}")
    for key in ("file", "needs", "size", "mines"):
        if key not in given:
            raise BoardError(f"{path}: COURSE has no {key}")
    fields = {key: value for key, value in given.items() if key not in ("size", "needs")}
    if fields.get("start", "safe") not in get_args(Start):
        raise unknown_word(fields["start"], get_args(Start), "a start rule")
    if len(given["size"]) != 2 or not all(type(side) is int and side > 0 for side in given["size"]):
        raise BoardError(f"{path}: the size of COURSE is its width and its height, such as (8, 8)")
    if not all(isinstance(name, str) for name in given["needs"]):
        raise BoardError(f"{path}: the needs of COURSE are names that a student's file defines")
    if Path(cast(str, fields["file"])).name != fields["file"]:
        raise BoardError(f"{path}: the file of COURSE is a name without a folder")
    return {**fields, "width": given["size"][0], "height": given["size"][1]}
