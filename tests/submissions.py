"""What the tests of grading share: students' programs, written to a folder; and a second referee.

`students/` has a program for every interface that is right; `WAY` in it makes it wrong in one of ten ways (`ways.py`).
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest
from conftest import ROOT
from oracle import backbone

from logicms.board import Board, Cell, parse_cell
from logicms.grading.confinement import Confinement, strongest_level
from logicms.grading.course import Course

STUDENTS = ROOT / "tests" / "students"
SOLUTIONS = ROOT / "examples" / "assignment" / "solutions"
FILES = {
    "cs50": "minesweeper.py",
    "uci": "MyAI.py",
    "nycu": "player.py",
    "gem-hunter": "gem_hunter.py",
    None: "lines.py",
}
"""The file of each interface; None: a program that speaks the referee's lines."""
WAYS = (
    "right",
    "unsound",
    "incomplete",
    "slow",
    "endless",
    "crashing",
    "rubbish",
    "files",
    "forking",
    "mine",
    "total",
)


@cache
def level_here() -> Confinement:
    """Return the level at which programs run here; ours are harmless, even for root without bubblewrap."""
    return strongest_level(unconfined=True)


def needs_bubblewrap() -> None:
    """Skip a test of what only bubblewrap keeps a program from."""
    if level_here() != "bubblewrap":
        pytest.skip("bubblewrap is not installed, or does not work here")


def write_student(folder: Path, adapter: str | None, way: str) -> Path:
    """Write the program of a student to a folder of its own, with the modules that it imports, and return its file."""
    folder.mkdir(parents=True)
    for module in (STUDENTS / "core.py", STUDENTS / "ways.py", SOLUTIONS / "complete" / "reasoner.py"):
        shutil.copyfile(module, folder / module.name)
    path = folder / FILES[adapter]
    text = (STUDENTS / FILES[adapter]).read_text(encoding="utf-8").replace('WAY = "right"', f'WAY = "{way}"')
    path.write_text(text.replace("#!/usr/bin/env python3", f"#!{sys.executable}"), encoding="utf-8")
    path.chmod(0o755)
    return path


def processes_with(word: str) -> list[str]:
    """Return the processes that have a word in their command or their folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            seen = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
            seen += " " + os.readlink(f"/proc/{pid}/cwd")
        except OSError:
            continue
        if word in seen and int(pid) != os.getpid():
            found.append(f"{pid} {seen[:200]}")
    return found


# -- a second referee: the same counts, from what was written and read, with a SAT solver


def recount(lines: list[tuple[str, str]], course: Course, names_mines: bool) -> dict[str, int]:
    """Return the counts of a match, given its lines: `("to", line)` was written to the program, `("from", …)` by it."""
    counts = {"wrong": 0, "overlooked": 0, "unneeded": 0}
    for game in _games(lines):
        told: set[tuple[str, Cell]] = set()
        missed: set[Cell] = set()
        signs = {cell: "?" for cell in Board(("?" * course.width,) * course.height).cells}
        for way, line in game:
            word, *rest = line.split() or [""]
            cells = [parse_cell(name) for name in rest if word in ("safe", "mine", "open") and name[0].isalpha()]
            if way == "to":
                if word == "open":
                    signs[cells[0]] = rest[1]
                continue
            if word in ("safe", "mine"):
                for cell in cells:
                    if (word, cell) not in told and not (word == "safe" and signs[cell] != "?"):
                        sound, _ = _certain(signs, course)
                        counts["wrong"] += cell not in sound[word]
                    told.add((word, cell))
            elif word in ("open", "stop"):
                sound, known = _certain(signs, course)
                if word == "open" and (cells[0] in sound["safe"] or ("safe", cells[0]) in told):
                    continue
                named = {cell for _, cell in told}
                new = (known["safe"] | (known["mine"] if names_mines else set())) - named - missed
                counts["overlooked"] += len(new)
                missed |= new
                counts["unneeded"] += word == "open" and bool(known["safe"])
    return counts


def _games(lines: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    game: list[tuple[str, str]] = []
    for way, line in lines:
        if way == "to" and line.startswith("game "):
            if game:
                yield game
            game = []
        elif not (way == "to" and line.startswith("over won") and _is_after_the_end(game)):
            game.append((way, line))
    yield game


def _is_after_the_end(game: list[tuple[str, str]]) -> bool:
    """Return whether the program stopped a game that it had won: it overlooks nothing then."""
    if game and game[-1] == ("from", "stop"):
        game.pop()
    return True


Certain = dict[str, frozenset[Cell]]


def _certain(signs: dict[Cell, str], course: Course) -> tuple[Certain, Certain]:
    """Return what is certain by all there is to know, and by what the program was told."""
    rows = ["".join(signs[Cell(row, col)] for col in range(course.width)) for row in range(course.height)]
    sound = _found(tuple(rows), course.mines)
    return sound, sound if course.tells_total else _found(tuple(rows), None)


@lru_cache(maxsize=4)
def _found(rows: tuple[str, ...], mines: int | None) -> Certain:
    found = backbone(Board(rows, mines))
    return {"safe": found.safe, "mine": found.mine}
