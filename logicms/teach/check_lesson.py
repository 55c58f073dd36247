"""A lesson checked against itself: its commands are run, its answers and mistakes are judged, problems are reported.

The tests check every lesson of ours; `learn --check FILE` lets a teacher do the same with a lesson of their own. The
commands run in a folder that holds the lesson's boards and hint files and nothing else; the door says how they run.

An exercise whose answer is printed above it exercises nothing. What a learner could copy is judged like an answer: each
piece of code in the prose above, each line that a command prints, and what it lists as safe and as mines. Small numbers
are everywhere; so a number gives an answer away if it is a fraction or at least 10, or if the very command is shown
that has it. Choices are not looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from logicms.errors import BoardError, LimitReached, LogicmsError
from logicms.limits import limit
from logicms.teach.exercise import LEVELS, Exercise, LessonFile, Live
from logicms.teach.exercises.plain import NumberTask, parse_number
from logicms.teach.lesson import CODE, Command, Lesson, Prose

Run = Callable[[tuple[str, ...], Path], str]
"""Runs the words of a command after `logicms` in a folder, and returns everything that it prints."""

DOTS = "..."
"""What a lesson writes in the output of a command for what may differ."""


def problems(lesson: Lesson, run: Run) -> Iterator[tuple[int, str]]:
    """Yield each problem of a lesson: the line of its text, and what is wrong."""
    with folder_of(lesson.files.values()) as folder:
        for command in lesson.commands:
            yield from _command_problems(command, run, folder)
        for exercise in lesson.exercises:
            try:
                yield from _exercise_problems(exercise)
                if exercise.live is not None:
                    yield from _live_problems(exercise, exercise.live, run, folder)
            except LogicmsError as error:
                yield exercise.line, f"{exercise.name}: {error}"
    yield from given_away(lesson)


def _command_problems(command: Command, run: Run, folder: Path) -> Iterator[tuple[int, str]]:
    printed = run(command.words, folder)
    if not is_as_written(printed, command.output):
        yield command.line, f"$ {command} prints\n{printed}\nand not\n{command.output}"


def _exercise_problems(exercise: Exercise) -> Iterator[tuple[int, str]]:
    for answer in exercise.answers:
        judgement = exercise.task.judge(answer)
        if not judgement.is_right:
            yield exercise.line, f"{exercise.name}: this answer is refused:\n{answer}\n{judgement}"
    if not exercise.mistakes:
        yield exercise.line, f"{exercise.name}: no mistake is listed; add a line mistake: … and a line says: …"
    for mistake in exercise.mistakes:
        judgement = exercise.task.judge(mistake.answer)
        if judgement.is_right:
            yield mistake.line, f"{exercise.name}: this mistake is accepted as right: {mistake.answer}"
        elif mistake.says not in str(judgement):
            missing = f"in which there is no {mistake.says!r}"
            yield mistake.line, f"{exercise.name}: the reply to {mistake.answer!r} is\n{judgement}\n{missing}"
    tips = [exercise.tip(level) for level in range(1, LEVELS + 1)]
    if not all(tips) or len(set(tips)) < LEVELS:
        yield exercise.line, f"{exercise.name}: {LEVELS} different tips are needed, not {tips}"


def _live_problems(exercise: Exercise, live: Live, run: Run, folder: Path) -> Iterator[tuple[int, str]]:
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
        yield exercise.line, f"{exercise.name}: the answer is {exercise.answers[0]}, but the command says {value}"


# -- answers that are given away

LEAST_NUMBER = 10
"""A whole number below this one is on every page."""

_WHOLE = ("clauses", "rules", "proof")
"""The kinds whose answers have several lines, so that all that is printed may be one."""

_LISTS = re.compile(r"^(?P<word>safe|mine): (?P<names>.+)$", re.MULTILINE)
_PREFIX = re.compile(r"^\w+: ")
_NUMBER = re.compile(r"(?<![\w/.])[0-9][0-9,]*(?:[.][0-9]+|/[0-9]+)?(?![\w/])")

MOST_CANDIDATES, SECONDS = 400, 20
"""This many pieces of a lesson are tried for each exercise, the nearest ones, and for this long."""


def given_away(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Yield the line of each exercise whose answer is above it, and what gives it away."""
    above: list[Prose | Command] = []
    for stop in lesson.stops:
        above += [item for item in stop.items if isinstance(item, Prose | Command)]
        exercise = stop.exercise
        if exercise is None or exercise.kind == "choice":
            continue
        found = _number(exercise, above) if isinstance(exercise.task, NumberTask) else _copied(exercise, above)
        if found is not None:
            yield exercise.line, f"{exercise.name}: the answer is printed above its question: {found}"


def _number(exercise: Exercise, above: list[Prose | Command]) -> str | None:
    """Return the command that prints the number that is asked for."""
    assert isinstance(exercise.task, NumberTask)
    value = exercise.task.value
    live = set() if exercise.live is None else set(exercise.live.words) - {"--json"}
    for item in above:
        if isinstance(item, Command):
            tells = value.denominator > 1 or value >= LEAST_NUMBER
            printed = tells and any(parse_number(each) == value for each in _NUMBER.findall(item.output))
            if printed or set(item.words) - {"--json"} == live:
                return f"$ {item}"
    return None


def _copied(exercise: Exercise, above: list[Prose | Command]) -> str | None:
    """Return what could be copied as the answer; the nearest, if there is one."""
    tried: dict[str, None] = {}
    for item in reversed(above):
        tried.update(dict.fromkeys(_candidates(item, exercise)))
    with suppress(LimitReached), limit(seconds=SECONDS):
        for candidate in list(tried)[:MOST_CANDIDATES]:
            with suppress(BoardError):  # what cannot be judged is no answer
                if exercise.task.judge(candidate).is_right:
                    return candidate
    return None


def _candidates(item: Prose | Command, exercise: Exercise) -> Iterator[str]:
    if isinstance(item, Prose):
        yield from CODE.findall(item.text)
        return
    lists = [f"{match['word']} {match['names']}" for match in _LISTS.finditer(item.output)]
    if lists and exercise.kind in ("certain", "placement") and exercise.file is not None:
        if exercise.file.name in item.words:
            yield ", ".join(lists)
            yield from lists
        return
    lines = [line.strip() for line in item.output.splitlines() if line.strip()]
    yield from lines
    yield from (_PREFIX.sub("", line) for line in lines)
    if exercise.kind in _WHOLE:
        yield "\n".join(lines)
        yield "\n".join(line for line in lines if "|" in line or line.lstrip("~").isalnum())


# -- commands


@contextmanager
def folder_of(files: Iterable[LessonFile]) -> Iterator[Path]:
    """Make a temporary folder with these boards and hint files, each in a file of its name."""
    with TemporaryDirectory(prefix="logicms-lesson-") as name:
        folder = Path(name)
        for file in files:
            (folder / file.name).write_text(f"{file.text}\n", encoding="utf-8")
        yield folder


def is_as_written(printed: str, written: str) -> bool:
    """Return whether a command printed what its lesson says; `...` there stands for anything on its line.

    A line that is nothing but `...` stands for any number of lines. Time grows with lines times lines, and never more.

    >>> is_as_written("10 nodes, 0.003 s", "10 nodes, ... s"), is_as_written("11 nodes", "10 nodes")
    (True, False)
    >>> (
    ...     is_as_written("a\\nb\\nc\\nd", "a\\n...\\nd"),
    ...     is_as_written("a\\nb", "...\\nb\\n..."),
    ...     is_as_written("a", "...\\nb"),
    ... )
    (True, True, False)
    """
    return _is_text(_lines(printed), _blocks(_lines(written)))


def _lines(text: str) -> list[str]:
    return "\n".join(map(str.rstrip, text.splitlines())).strip("\n").split("\n")


def _is_line(printed: str, written: str) -> bool:
    """Return whether a line is as written; each piece between dots is looked for once, from left to right."""
    first, *pieces = written.split(DOTS)
    if not pieces:
        return printed == written
    *middle, last = pieces
    if len(printed) < len(first) + len(last) or not (printed.startswith(first) and printed.endswith(last)):
        return False
    start, end = len(first), len(printed) - len(last)
    for piece in middle:
        start = printed.find(piece, start, end)
        if start < 0:
            return False
        start += len(piece)
    return True


def _is_text(printed: list[str], blocks: list[list[str]]) -> bool:
    """Return whether the lines are these blocks, with any lines between two of them.

    The leftmost place of each block leaves the most room for those after it, so no place is tried again.
    """

    def is_at(start: int, block: list[str]) -> bool:
        return all(map(_is_line, printed[start : start + len(block)], block))

    first, *more = blocks
    if not more:
        return len(printed) == len(first) and is_at(0, first)
    *middle, last = more
    start, end = len(first), len(printed) - len(last)
    if start > end or not is_at(0, first) or not is_at(end, last):
        return False
    for block in middle:
        places = range(start, end - len(block) + 1)
        place = next((place for place in places if is_at(place, block)), None)
        if place is None:
            return False
        start = place + len(block)
    return True


def _blocks(lines: list[str]) -> list[list[str]]:
    """Return the lines between those that are nothing but dots."""
    blocks: list[list[str]] = [[]]
    for line in lines:
        if line.strip() == DOTS:
            blocks.append([])
        else:
            blocks[-1].append(line)
    return blocks
