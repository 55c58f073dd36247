"""Course: what the students of a course write, which games they are graded with, and whose programs there are.

Everything about a course is in its adapter, one small Python file: the function that runs in the student's process, and
the constant `COURSE`, which is read here without running anything.

A folder of submissions has one entry per student: a folder with the student's file in it, at any depth, or just the
file. What cannot be graded (an empty folder, a wrong name, two files of the right name) is a submission too, with the
reason.
"""

from __future__ import annotations

import ast
import os
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, cast, get_args

from logicms.board import Cell
from logicms.errors import BoardError, counted, unknown_word
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
        raise BoardError(
            f'{path} is not an adapter: it has no COURSE = {{…}}; see "Adapters" in the documentation'
        ) from None
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


# -- submissions

MOST_FILES, MOST_MEGABYTES, MOST_DEPTH = 500, 50, 8
"""The most that a submission may have of each."""
_NOT_STUDENTS = ("__pycache__", "__MACOSX", "node_modules", "venv", ".venv", ".git", ".hg", ".idea", ".vscode")
"""Folders that tools leave behind; nobody hands them in on purpose."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One student's program, or why there is none."""

    student: str
    folder: Path
    """What it may see: the folder of its file, or, for a file alone, the file itself."""
    file: Path | None = None
    modules_only: bool = False
    """Whether it may see no more of the folder than the Python files directly in it."""
    missing: str = ""
    """Why there is no program."""

    def files(self) -> dict[Path, str]:
        """Return every file that belongs to it, with its name below the folder."""
        assert self.file is not None
        if self.folder == self.file:
            return {self.file: self.file.name}
        if self.modules_only:
            beside = [path for path in sorted(self.folder.glob("*.py"))[:MOST_FILES] if path.is_file()]
            return {path: path.name for path in (self.file, *beside)}
        return {path: str(path.relative_to(self.folder)) for path in _files(self.folder)}

    @property
    def program(self) -> str:
        """The name of the file below the folder."""
        assert self.file is not None
        return self.file.name if self.folder == self.file else str(self.file.relative_to(self.folder))


def imports(submission: Submission, module: str) -> bool:
    """Return whether a file of a submission plainly imports a module.

    The files are looked through but not parsed: a hostile one could make Python's parser crash.
    """
    if submission.missing or submission.file is None:
        return False
    try:
        files = [path for path in submission.files() if path.suffix == ".py" or path == submission.file]
        return any(_imports(path.read_bytes(), module.encode()) for path in files)
    except (OSError, BoardError):  # whoever grades it is told
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
        return Submission(_readable(path.name), path, file) if wanted and file.is_file() else None
    if not path.is_file():
        raise BoardError(f"{path}: there is no such file or folder")
    path = path.absolute()
    if path.name != wanted:
        return Submission(_readable(path.stem), path, path)
    return Submission(_readable(path.stem), path.parent, path, modules_only=True)


def submissions(folder: Path, wanted: str) -> list[Submission]:
    """Return the submissions in a folder, in the order of their names; `wanted` is the name of each file, or empty."""
    return [_submission(each, wanted) for each in handed_in(folder)]


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What one student handed in."""

    student: str
    entry: Path
    """The student's folder or file."""
    files: tuple[Path, ...] = ()
    missing: str = ""
    """Why there are no files."""


def handed_in(folder: Path) -> list[HandedIn]:
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


def _handed_in(entry: Path) -> HandedIn:
    student = _readable(entry.name if entry.is_dir() else entry.stem)
    if entry.is_symlink():
        return HandedIn(student, entry, missing="it is a symbolic link")
    if entry.is_file():
        return HandedIn(student, entry, (entry,))
    if not entry.is_dir():
        return HandedIn(student, entry, missing="it is neither a file nor a folder")
    try:
        files = tuple(_files(entry))
        why = "has no file; links do not count" if any(entry.iterdir()) else "is empty"
    except (OSError, BoardError) as error:
        return HandedIn(student, entry, missing=getattr(error, "strerror", None) or str(error))
    return HandedIn(student, entry, files, "" if files else f"the folder {why}")


def _submission(handed: HandedIn, wanted: str) -> Submission:
    student, entry, suffix = handed.student, handed.entry, Path(wanted).suffix
    if handed.missing:
        return Submission(student, entry, missing=handed.missing)
    if entry.is_dir():
        return _in_folder(student, entry, list(handed.files), wanted)
    if suffix and entry.suffix != suffix:
        return Submission(student, entry, missing=f"{entry.name} is not a file of the kind {suffix}")
    return Submission(student, entry, entry)


def _in_folder(student: str, folder: Path, files: list[Path], wanted: str) -> Submission:
    if wanted:
        right = [path for path in files if path.name == wanted]
    else:
        right = [path for path in files if os.access(path, os.X_OK)]
    if len(right) == 1:
        return Submission(student, right[0].parent, right[0])
    names = ", ".join(str(path.relative_to(folder)) for path in (right or files)[:3])
    what = wanted or "executable file"
    if right:
        return Submission(student, folder, missing=f"there are {counted(len(right), what, what)}: {names}")
    return Submission(student, folder, missing=f"there is no {what}, but {names}")


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
