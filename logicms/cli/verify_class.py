"""For `verify --as-exercise`: the answers of a whole class, in a folder."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import click

from logicms.cli.command import Options, read_any
from logicms.cli.verify import goal_in, named_exercise, proof_task, read_lesson
from logicms.errors import BoardError
from logicms.grading.submissions import HandedIn, handed_in
from logicms.problem import Problem
from logicms.teach.class_tables import AnswerTable, Tasks, answer_table
from logicms.teach.exercise import Task
from logicms.teach.library import ENDING


def class_table(path: Path, what: str, terms: dict[str, str], options: Options) -> AnswerTable:
    """Return what is said of every answer in a folder, or of the one in a file."""
    handed = handed_in(path) if path.is_dir() else [HandedIn(path.stem, path, (path,))]
    return answer_table(handed, _tasks(what, terms, options))


def _tasks(what: str, terms: dict[str, str], options: Options) -> Tasks:
    """Return what the answers are about: an exercise, a lesson, a board or a folder of boards."""
    if Path(what).is_dir():
        boards = {path.stem: str(path) for path in sorted(Path(what).iterdir()) if path.is_file()}
        return Tasks(_about(boards, what, terms, options), boards)
    is_name = not (":" in what or Path(what).exists() or what == "-")
    if is_name or what.endswith(ENDING):
        _refuse(terms)
        return _of_lesson(what)
    if (exercise := named_exercise(what)) is not None:
        _refuse(terms)
        task = exercise.task
        return Tasks(lambda stem, text: (task, ""))
    return Tasks(_about(None, what, terms, options))


def _of_lesson(what: str) -> Tasks:
    tasks = {exercise.name: exercise.task for exercise in read_lesson(what).exercises}

    def of(stem: str, text: str) -> tuple[Task, str]:
        if stem not in tasks:
            raise BoardError(f"there is no exercise {stem[:40]!r} in {what}; its exercises are {', '.join(tasks)}")
        return tasks[stem], ""

    return Tasks(of, tasks)


def _refuse(terms: dict[str, str]) -> None:
    if terms:
        raise click.UsageError(f"--{next(iter(terms))} is for a board: an exercise of a lesson has its own")


def _about(
    boards: dict[str, str] | None, what: str, terms: dict[str, str], options: Options
) -> Callable[[str, str], tuple[Task, str]]:
    """Return how to find the task of a proof about one board, or about the board of its name; each is read once."""

    @cache
    def read(path: str) -> tuple[Problem, str]:
        return read_any(path, options)

    @cache
    def task(path: str, given: tuple[tuple[str, str], ...]) -> Task:
        try:
            return proof_task(path, read(path), dict(given))
        except click.UsageError as error:  # here it is the answer that is wrong
            raise BoardError(error.message) from None

    def of(stem: str, text: str) -> tuple[Task, str]:
        if boards is not None and stem not in boards:
            raise BoardError(f"there is no board {stem[:40]!r} in {what}")
        given = {**goal_in(text, stem), **terms}
        return task(what if boards is None else boards[stem], tuple(given.items())), given.get("goal", "")

    if boards is None:
        read(what)  # if it cannot be read, that is not the fault of each answer
    return of
