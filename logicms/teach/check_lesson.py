"""A rehearsal of a lesson: its commands are run, its answers and mistakes are judged, and what is amiss is said.

The tests rehearse every lesson of ours; `learn --check FILE` lets a teacher do the same with a lesson of their own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from logicms.errors import LogicmsError
from logicms.teach.exercise import LEVELS, Exercise, Live
from logicms.teach.exercises.number import parse_number
from logicms.teach.lesson import Command, Lesson
from logicms.teach.puzzle import Puzzle

Run = Callable[[tuple[str, ...], Path], str]
"""Runs the words of a command behind «logicms» in a folder, and returns all that it prints."""

FEWEST_MISTAKES = 5
"""Typical mistakes that each exercise must refuse by name."""


def complaints(lesson: Lesson, run: Run) -> Iterator[tuple[int, str]]:
    """Yield whatever is amiss with a lesson: the line of its text, and what."""
    with folder_of(lesson.puzzles.values()) as folder:
        for command in lesson.commands:
            yield from _about_command(command, run, folder)
        for exercise in lesson.exercises:
            try:
                yield from _about_exercise(exercise)
                if exercise.live is not None:
                    yield from _about_live(exercise, exercise.live, run, folder)
            except LogicmsError as error:
                yield exercise.line, f"{exercise.name}: {error}"


def _about_command(command: Command, run: Run, folder: Path) -> Iterator[tuple[int, str]]:
    printed = run(command.words, folder)
    if not is_as_written(printed, command.output):
        yield command.line, f"$ {command} prints\n{printed}\nand not\n{command.output}"


def _about_exercise(exercise: Exercise) -> Iterator[tuple[int, str]]:
    for answer in exercise.answers:
        judged = exercise.task.judge(answer)
        if not judged.is_right:
            yield exercise.line, f"{exercise.name}: the answer is refused:\n{answer}\n{judged}"
    if len(exercise.mistakes) < FEWEST_MISTAKES:
        yield exercise.line, f"{exercise.name}: {len(exercise.mistakes)} mistakes; {FEWEST_MISTAKES} are wanted"
    for mistake in exercise.mistakes:
        judged = exercise.task.judge(mistake.answer)
        if judged.is_right:
            yield mistake.line, f"{exercise.name}: this mistake is taken for right: {mistake.answer}"
        elif mistake.says not in str(judged):
            yield mistake.line, f"{exercise.name}: what is said to {mistake.answer!r} is\n{judged}"
    hints = [exercise.hint(level) for level in range(1, LEVELS + 1)]
    if not all(hints) or len(set(hints)) < LEVELS:
        yield exercise.line, f"{exercise.name}: {LEVELS} different hints are wanted, not {hints}"


def _about_live(exercise: Exercise, live: Live, run: Run, folder: Path) -> Iterator[tuple[int, str]]:
    words = live.words if "--json" in live.words else (live.words[0], "--json", *live.words[1:])
    printed = run(words, folder)
    try:
        value = json.loads(printed)
        for key in live.path.split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]
    except (ValueError, LookupError, TypeError):
        yield exercise.line, f"{exercise.name}: live: there is no {live.path} in {printed[:200]}"
        return
    if parse_number(str(value)) != parse_number(exercise.answers[0]):
        yield exercise.line, f"{exercise.name}: the answer is {exercise.answers[0]}, but live it is {value}"


# -- commands


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
