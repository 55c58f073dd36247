"""The lessons that travel with logicms, found by number or name; and lessons in files of the user's own."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from logicms.board import Board
from logicms.errors import BoardError
from logicms.notation.grammars import shipped
from logicms.teach.exercise import Exercise
from logicms.teach.exercises import KINDS
from logicms.teach.lesson import Lesson, Outline, Section
from logicms.teach.lesson_reader import parse_lesson, parse_outline
from logicms.teach.puzzle import Puzzle

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENDING = ".lesson"

FREE = "free"
"""The name of a lesson that is made from a board on the spot."""


def lesson_names() -> tuple[str, ...]:
    """Return the names of our lessons, in their order.

    >>> lesson_names()[0]
    '01-proposition'
    """
    return tuple(_files())


@cache
def _files() -> dict[str, Traversable]:
    for place in shipped("lessons", "examples/lessons"):
        if place.is_dir():
            files = (file for file in place.iterdir() if file.name.endswith(ENDING))
            return {file.name.removesuffix(ENDING): file for file in sorted(files, key=lambda file: file.name)}
    raise FileNotFoundError("the lessons did not travel with this installation")


@cache
def our_lesson(name: str) -> Lesson:
    """Return one of our lessons, by its name.

    >>> our_lesson("01-proposition").title
    'What a proposition is'
    """
    file = _files()[name]
    return parse_lesson(file.read_text(encoding="utf-8"), name, file.name)


def our_outline(name: str) -> Outline:
    """Return the outline of one of our lessons.

    >>> our_outline("01-proposition").exercise_names[0]
    'what-is-one'
    """
    file = _files()[name]
    return parse_outline(file.read_text(encoding="utf-8"), name, file.name)


def find_lesson(wanted: str) -> str:
    """Return the name of the lesson that is called so: by its number, its name, or the part behind the number.

    >>> find_lesson("1"), find_lesson("proposition"), find_lesson("02-clue-to-clauses")
    ('01-proposition', '01-proposition', '02-clue-to-clauses')
    >>> find_lesson("propositions")
    Traceback (most recent call last):
    logicms.errors.BoardError: there is no lesson 'propositions'; did you mean 01-proposition? `learn --list` has all
    """
    from difflib import get_close_matches

    names = lesson_names()
    for name in names:
        number, _, word = name.partition("-")
        if wanted in (name, word) or (wanted.isdecimal() and number.isdecimal() and int(wanted) == int(number)):
            return name
    words = {name.partition("-")[2]: name for name in names}
    near = get_close_matches(wanted, [*words, *names], n=1)
    meant = f"did you mean {words.get(near[0], near[0])}? " if near else ""
    raise BoardError(f"there is no lesson {wanted[:40]!r}; {meant}`learn --list` has all")


def proof_lesson(board: Board, goal: str) -> Lesson:
    """Return the lesson that asks for a proof of a clause, such as ~B1.

    >>> lesson = proof_lesson(Board(("???", "121")), "~B1")
    >>> lesson.stops[0].exercise.ask
    'Show that B1 is safe, by resolution.'
    """
    puzzle = Puzzle.of_board("board", board)
    task = KINDS["proof"].make({"goal": (goal,)}, puzzle, {})
    exercise = Exercise("proof", "proof", f"Show {_goal_words(goal)}, by resolution.", task, (), puzzle=puzzle)
    about = "A proof of your own, checked line by line."
    return Lesson(FREE, "Prove it yourself", about, (Section("Prove it yourself", (exercise,)),))


def _goal_words(goal: str) -> str:
    name = goal.strip()
    if not name.removeprefix("~").isalnum():
        return f"`{name}`"
    return f"that {name[1:]} is safe" if name.startswith("~") else f"that {name} is a mine"
