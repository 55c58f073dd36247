"""Course: what the students of a course write, which games they are graded with, and whose programs there are.

Everything about a course is in its adapter, one small Python file: the function that runs in the student's process, and
the constant `COURSE`, which is read here without running anything.

A folder of submissions has one entry per student: a folder with the student's file in it, at any depth, or just the
file. What cannot be graded (an empty folder, a wrong name, two files of the right name) is a submission too, with the
reason.
"""

from __future__ import annotations

import ast
import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Annotated

from logicms.board import Cell
from logicms.errors import BoardError, counted
from logicms.game import Game, Share, Start
from logicms.notation.texts import decode_text
from logicms.record import Bounds, Record, kept, read_record, shown

INSIDE = Path(__file__).parent / "inside"
"""What runs in the student's process."""
ADAPTERS = {"cs50": "cs50.py", "uci": "uci.py", "nycu": "nycu.py", "gem-hunter": "gem_hunter.py"}
"""The adapters that come with logicms."""
MOST_CELLS = 2_500
"""The largest board that is graded: a judge looks at it after every move."""


_Side = Annotated[int, Bounds(least=1)]


@dataclass(frozen=True, slots=True)
class Course(Record):
    """What is played, and what a student's file is: the constant `COURSE` of an adapter has these fields."""

    file: str = shown("The name of a student's file; empty if it may have any name.")
    needs: tuple[str, ...] = shown("What a student's file must define.")
    size: tuple[_Side, _Side] = shown("The width and the height.")
    mines: Annotated[int, Bounds(least=0)] = shown("The number of mines.")
    tells_total: bool = shown("Whether the program is told the number of mines.", default=True)
    names_mines: bool | None = shown(
        "Whether the program has to name mines; None: it does if it ever names one.", default=None
    )
    start: Start = shown(
        "What is certain about the first cell. `zero`: a random cell that shows 0 is open at the start.", default="safe"
    )
    initial_safe: int | Share | None = shown("How many safe cells are open at the start.", default=None)
    marks: bool = shown("Whether a game is won only once every mine is named.", default=False)
    hints: int | None = shown("For a puzzle, solved in one answer: how many cells are open.", default=None)
    adapter: Path | None = kept(default=None)
    """The adapter's file; None for a program that speaks the referee's lines itself."""

    def __post_init__(self) -> None:
        if Path(self.file).name != self.file:
            raise BoardError("the file is a name without a folder")

    @property
    def width(self) -> int:
        return self.size[0]

    @property
    def height(self) -> int:
        return self.size[1]

    def with_board(self, size: tuple[int, int] | None, mines: int | None) -> Course:
        """Return the course with another size or number of mines; a puzzle keeps its share of open cells."""
        width, height = size or self.size
        if width * height > MOST_CELLS:
            raise BoardError(f"a board of {width}x{height} is too large to grade: more than {MOST_CELLS:,} cells")
        hints = self.hints
        if hints is not None:
            hints = hints * width * height // (self.width * self.height)
        return replace(self, size=(width, height), mines=self.mines if mines is None else mines, hints=hints)

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


OF_LINES = Course("", (), (9, 9), 10)
"""The course of programs that speak the referee's lines themselves."""


def course_named(adapter: str | None) -> Course:
    """Return the course of an adapter, which is a name or a file; without one, of programs that speak for themselves.

    >>> course = course_named("cs50")
    >>> course.file, course.width, course.mines, course.tells_total
    ('minesweeper.py', 8, 8, False)
    """
    if adapter is None:
        return OF_LINES
    if adapter in ADAPTERS:
        path = INSIDE / ADAPTERS[adapter]
    elif not (path := Path(adapter)).is_file():
        raise BoardError(f"no adapter {adapter!r}: name {', '.join(ADAPTERS)}, or the file of your own")
    return read_course(decode_text(path.read_bytes(), str(path)), path)


def read_course(text: str, path: Path) -> Course:
    """Return the course that the constant `COURSE` of an adapter describes."""
    try:
        constants = {
            each.targets[0].id: each.value
            for each in ast.parse(text).body
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
        }
        given = json.loads(json.dumps(ast.literal_eval(constants["COURSE"])))
        has_play = any(isinstance(each, ast.FunctionDef) and each.name == "play" for each in ast.parse(text).body)
    except KeyError:
        raise BoardError(
            f'{path} is not an adapter: it has no COURSE = {{…}}; see "Adapters" in the documentation'
        ) from None
    except (SyntaxError, ValueError, RecursionError, MemoryError, TypeError) as error:
        what = getattr(error, "msg", None) or "COURSE must be written out, without anything to compute"
        raise BoardError(f"{path} is not an adapter: {what}") from None
    if not has_play:
        raise BoardError(f"{path} is not an adapter: it has no function play(game, student)")
    try:
        return replace(read_record(Course, given), adapter=path.absolute())
    except BoardError as error:
        raise BoardError(f"{path}: COURSE: {error}") from None


# -- submissions

MOST_FILES, MOST_MEGABYTES, MOST_DEPTH = 500, 50, 8
"""The most that a submission may have of each."""
_NOT_STUDENTS = ("__pycache__", "__MACOSX", "node_modules", "venv", ".venv", ".git", ".hg", ".idea", ".vscode")
"""Folders that tools leave behind; nobody hands them in on purpose."""


@dataclass(frozen=True, slots=True)
class Submission:
    """What one student handed in, or why there is nothing."""

    student: str
    entry: Path
    """The student's folder or file."""
    files: tuple[Path, ...] = ()
    """What belongs to it; a program sees these files, and nothing else of the folder."""
    program: Path | None = None
    """The one of these files that is to be graded."""
    missing: str = ""
    """Why there is no program, or no file at all."""


def imports(submission: Submission, module: str) -> bool:
    """Return whether a file of a submission plainly imports a module.

    The files are looked through but not parsed: a hostile one could make Python's parser crash.
    """
    files = [path for path in submission.files if path.suffix == ".py" or path == submission.program]
    try:
        return any(_imports(path.read_bytes(), module.encode()) for path in files)
    except OSError:  # whoever grades it is told
        return False


def _imports(text: bytes, module: bytes) -> bool:
    """Return whether there is an import of a module in a Python file.

    >>> [_imports(text, b"re") for text in (b"import os, re as r", b"try: from re.x import y", b"# import re", b"rest")]
    [True, True, False, False]
    """
    if module not in text:
        return False
    quoted = (b'("' + module + b'"', b"('" + module + b"'")
    if any(call + name in text for call in (b"__import__", b"import_module") for name in quoted):
        return True
    for statement in re.split(rb"[\n\r;:]", text):
        word, _, names = statement.strip().partition(b" ")
        parts = names.split(b",") if word == b"import" else [names] if word == b"from" else []
        if any(re.split(rb"[ .]", part.strip(), maxsplit=1)[0] == module for part in parts):
            return True
    return False


def one_submission(path: Path, wanted: str) -> Submission | None:
    """Return the submission that a path is: a file, or a folder with the wanted file directly in it; else None.

    A file of the wanted name is in its student's folder, with perhaps other modules; any other file is taken alone.
    """
    if path.is_dir():
        file = path / wanted
        return replace(_in_folder(path), program=file) if wanted and file.is_file() else None
    if not path.is_file():
        raise BoardError(f"{path}: there is no such file or folder")
    path = path.absolute()
    beside = sorted(path.parent.glob("*.py"))[:MOST_FILES] if path.name == wanted else []
    files = dict.fromkeys([path, *(each for each in beside if each.is_file())])
    return Submission(_readable(path.stem), path, tuple(files), path)


def submissions(folder: Path, wanted: str) -> list[Submission]:
    """Return the submissions in a folder, in the order of their names; `wanted` is the name of each file, or empty."""
    return [_with_program(each, wanted) for each in handed_in(folder)]


def handed_in(folder: Path) -> list[Submission]:
    """Return what each student handed in: a folder or a file per student, in the order of their names."""
    try:
        entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError as error:
        raise BoardError(f"{folder}: {error.strerror}") from None
    everybody = [_handed_in(entry) for entry in entries if entry.name not in _NOT_STUDENTS]
    if not everybody:
        raise BoardError(f"{folder}: there is no submission; each student has a folder or a file in it")
    times = Counter(each.student for each in everybody)
    return [
        replace(each, student=_readable(each.entry.name)) if times[each.student] > 1 else each for each in everybody
    ]


def _readable(name: str) -> str:
    r"""Return the name of a file as every table, page and terminal can show it: other characters are written out.

    >>> print(_readable("Zoë"), _readable("two\nlines"), _readable("not UTF-8: \udcff"))
    Zoë two\nlines not UTF-8: \udcff
    """
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode("ascii") for each in name)


def _handed_in(entry: Path) -> Submission:
    if entry.is_dir() and not entry.is_symlink():
        return _in_folder(entry)
    student = _readable(entry.name if entry.is_dir() else entry.stem)
    if entry.is_symlink():
        return Submission(student, entry, missing="it is a symbolic link")
    if not entry.is_file():
        return Submission(student, entry, missing="it is neither a file nor a folder")
    return Submission(student, entry, (entry,))


def _in_folder(entry: Path) -> Submission:
    student = _readable(entry.name)
    try:
        files = tuple(_files(entry))
        why = "has no file; links do not count" if any(entry.iterdir()) else "is empty"
    except (OSError, BoardError) as error:
        return Submission(student, entry, missing=getattr(error, "strerror", None) or str(error))
    return Submission(student, entry, files, missing="" if files else f"the folder {why}")


def _with_program(handed: Submission, wanted: str) -> Submission:
    """Return what was handed in with the file that is to be graded, and what is in the same folder; or why not."""
    entry, files, suffix = handed.entry, handed.files, Path(wanted).suffix
    if handed.missing:
        return handed
    if files == (entry,):
        if suffix and entry.suffix != suffix:
            return replace(handed, missing=f"{entry.name} is not a file of the kind {suffix}")
        return replace(handed, program=entry)
    right = [path for path in files if (path.name == wanted if wanted else os.access(path, os.X_OK))]
    if len(right) == 1:
        return replace(handed, files=tuple(_files(right[0].parent)), program=right[0])
    names = ", ".join(str(path.relative_to(entry)) for path in (right or files)[:3])
    what = wanted or "executable file"
    if right:
        return replace(handed, missing=f"there are {counted(len(right), what, what)}: {names}")
    return replace(handed, missing=f"there is no {what}, but {names}")


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and below it, in order; links and other special files are left out."""
    number = size = 0
    stack = [(folder, 0)]
    while stack:
        here, depth = stack.pop(0)
        for entry in sorted(os.scandir(here), key=lambda each: each.name):
            if entry.is_dir(follow_symlinks=False) and entry.name not in _NOT_STUDENTS and depth < MOST_DEPTH:
                stack.append((Path(entry.path), depth + 1))
            elif entry.is_file(follow_symlinks=False) and not entry.name.startswith("."):
                number, size = number + 1, size + entry.stat(follow_symlinks=False).st_size
                if number > MOST_FILES or size > MOST_MEGABYTES * 1_000_000:
                    raise BoardError(f"there are more than {MOST_FILES} files or {MOST_MEGABYTES} MB in it")
                yield Path(entry.path)
