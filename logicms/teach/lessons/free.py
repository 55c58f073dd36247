"""A free exercise: a lesson of one stop, made from any board and something to prove on it."""

from __future__ import annotations

from logicms.board import Board
from logicms.teach.exercise import Exercise
from logicms.teach.kinds import KINDS
from logicms.teach.lessons.lesson import Lesson, Section
from logicms.teach.puzzle import Puzzle

NAME = "free"
"""What such a lesson, its board's name and its exercise are called."""


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
    return Lesson(NAME, "Prove it yourself", about, (Section("Prove it yourself", (exercise,)),))


def _goal_words(goal: str) -> str:
    name = goal.strip()
    if not name.removeprefix("~").isalnum():
        return f"`{name}`"
    return f"that {name[1:]} is safe" if name.startswith("~") else f"that {name} is a mine"
