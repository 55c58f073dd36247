"""Where lessons come from: those that travel with logicms, drills from a seed, and one made from any board."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from logicms.board import Board
from logicms.errors import BoardError
from logicms.explanation.techniques import Technique
from logicms.notation.texts import shipped
from logicms.teach.drills import drill_lesson, named_drill
from logicms.teach.exercise import Exercise, LessonFile
from logicms.teach.exercises import KINDS
from logicms.teach.lesson import Lesson, LessonEntry, Section
from logicms.teach.lesson_reader import parse_entry, parse_lesson

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

ENDING = ".lesson"
ARTICLE = "technique-"
"""How the name of an article on a technique begins: a short lesson outside the course."""

FREE = "free"
"""The name of a lesson that is made from a board on the spot."""


def lesson_names() -> tuple[str, ...]:
    """Return the names of our lessons, in their order, without the articles on techniques.

    >>> lesson_names()[0]
    '01-proposition'
    """
    return tuple(name for name in _files() if not name.startswith(ARTICLE))


def article_names() -> tuple[str, ...]:
    """Return the names of the articles, one for each technique, the easiest first.

    >>> article_names()[2]
    'technique-difference'
    """
    return tuple(f"{ARTICLE}{technique.value}" for technique in Technique)


@cache
def _files() -> dict[str, Traversable]:
    for place in shipped("lessons", "examples/lessons"):
        if place.is_dir():
            files = (file for file in place.iterdir() if file.name.endswith(ENDING))
            return {file.name.removesuffix(ENDING): file for file in sorted(files, key=lambda file: file.name)}
    raise FileNotFoundError("this installation has no lessons")


def our_lesson(name: str) -> Lesson:
    """Return one of our lessons, or a drill, by its name.

    >>> our_lesson("01-proposition").title, our_lesson("drill-table-7").title
    ('What a proposition is', 'Fill in the truth table')
    """
    drill = named_drill(name)
    return _read(name) if drill is None else drill_lesson(*drill)


@cache
def _read(name: str) -> Lesson:
    file = _files()[name]
    return parse_lesson(file.read_text(encoding="utf-8"), name, file.name)


@cache
def our_entry(name: str) -> LessonEntry:
    """Return what the list of lessons says of one of ours.

    >>> entry = our_entry("01-proposition")
    >>> entry.number, entry.exercises, entry.stops, entry == our_lesson("01-proposition").entry
    (1, ('what-is-one', 'safe', 'exactly-one', 'how-many', 'find-it'), 7, True)
    """
    file = _files()[name]
    return parse_entry(file.read_text(encoding="utf-8"), name, file.name)


def find_lesson(wanted: str) -> str:
    """Return the name of the lesson that is meant: by its number, its name, the part after it, or a technique.

    >>> find_lesson("1"), find_lesson("proposition"), find_lesson("02-clue-to-clauses"), find_lesson("split")
    ('01-proposition', '01-proposition', '02-clue-to-clauses', 'technique-split')
    >>> find_lesson("propositions")
    Traceback (most recent call last):
    logicms.errors.BoardError: there is no lesson 'propositions'; did you mean 01-proposition? `learn --list` shows all
    """
    from difflib import get_close_matches

    if named_drill(wanted) is not None:
        return wanted
    names = (*lesson_names(), *article_names())
    for name in names:
        number, _, word = name.partition("-")
        if wanted in (name, word) or (wanted.isdecimal() and number.isdecimal() and int(wanted) == int(number)):
            return name
    words = {name.partition("-")[2]: name for name in names}
    near = get_close_matches(wanted, [*words, *names], n=1)
    meant = f"did you mean {words.get(near[0], near[0])}? " if near else ""
    raise BoardError(f"there is no lesson {wanted[:40]!r}; {meant}`learn --list` shows all")


def proof_lesson(board: Board, goal: str) -> Lesson:
    """Return a lesson with one exercise: to prove a clause, such as ~B1, on a board.

    >>> lesson = proof_lesson(Board(("???", "121")), "~B1")
    >>> lesson.stops[0].exercise.ask
    'Show that B1 is safe, by resolution.'
    """
    file = LessonFile.of_board("board", board)
    task = KINDS["proof"].make({"goal": (goal,)}, file, {})
    text = goal.strip()
    name = text.removeprefix("~")
    shown = f"`{text}`" if not name.isalnum() else f"that {name} is {'a mine' if name == text else 'safe'}"
    exercise = Exercise("proof", "proof", f"Show {shown}, by resolution.", task, (), file=file)
    about = "A proof of your own, checked line by line."
    return Lesson(FREE, "Prove it yourself", about, (Section("Prove it yourself", (exercise,)),))
