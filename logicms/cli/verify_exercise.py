"""The command `verify --as-exercise`: an answer in a file, judged line by line as in a lesson."""

from __future__ import annotations

from pathlib import Path

import click

from logicms.cli import NO
from logicms.cli.frame import Answer, Options, read_board, read_text
from logicms.cli.knowledge import read_hint_file
from logicms.deduction.clash import flags_read
from logicms.errors import BoardSyntaxError
from logicms.teach.exercise import Exercise, Task
from logicms.teach.exercises import KINDS
from logicms.teach.lesson import Lesson
from logicms.teach.lesson_json import verified_exercise_to_json
from logicms.teach.lesson_reader import parse_lesson
from logicms.teach.library import ENDING, find_lesson, our_lesson
from logicms.teach.proofs.lines import parse_proof
from logicms.teach.puzzle import Puzzle


def answer_exercise(path: str, what: str, terms: dict[str, str], options: Options) -> Answer:
    """Return what is said of the answer in a file; `what` is LESSON:EXERCISE, or the board that a proof is about."""
    text, source = read_text(path)
    if (exercise := _named_exercise(what)) is not None:
        if terms:
            raise click.UsageError(f"--{next(iter(terms))} is for a board: the exercise {what} has its own")
        task: Task = exercise.task
    else:
        task = _proof_task(what, {**_goal_in(text, source), **terms}, options)
    judgement = task.judge(text)
    return Answer(verified_exercise_to_json(judgement), str(judgement), 0 if judgement.is_right else NO)


def _named_exercise(what: str) -> Exercise | None:
    """Return the exercise LESSON:EXERCISE; None if this is a file."""
    lesson_name, colon, name = what.rpartition(":")
    if not colon or Path(what).exists() or what == "-":
        if what.endswith(ENDING):
            raise click.UsageError(f"--as-exercise {what}: name the exercise too, {what}:NAME")
        return None
    lesson = read_lesson(lesson_name)
    for exercise in lesson.exercises:
        if exercise.name == name:
            return exercise
    names = ", ".join(exercise.name for exercise in lesson.exercises)
    raise click.UsageError(f"--as-exercise: there is no exercise {name!r} in {lesson_name}; there is {names}")


def read_lesson(wanted: str) -> Lesson:
    """Return one of our lessons, by number or name, or the lesson in a file of the user's."""
    path = Path(wanted)
    if wanted.endswith(ENDING) or path.is_file():
        text, source = read_text(wanted)
        return parse_lesson(text, path.name.removesuffix(ENDING), source)
    return our_lesson(find_lesson(wanted))


def _goal_in(text: str, source: str) -> dict[str, str]:
    goal = parse_proof(text, source).goal
    return {"goal": goal} if goal else {}


def _proof_task(path: str, terms: dict[str, str], options: Options) -> Task:
    """Return the task of a proof about a board or hint file."""
    if options.format == "hints":
        puzzle = Puzzle(path, "", read_hint_file(path, options))
    else:
        puzzle = Puzzle.of_board(path, flags_read(read_board(path, options), options.flags))
    if "goal" not in terms:
        raise click.UsageError("what is to be shown? say --goal ~B1, or begin the proof with a line «to show: ~B1»")
    try:
        return KINDS["proof"].make({key: (value,) for key, value in terms.items()}, puzzle, {})
    except BoardSyntaxError as error:  # its source is the term that is wrong
        raise click.UsageError(f"--{error.source}: {error.message}") from None
