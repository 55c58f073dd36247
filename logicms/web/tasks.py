"""Tasks: what a worker process can be asked to do, most of them the function behind a command.

A *task* takes a body, which says what is asked, and returns an `Answer`; its annotations say which, for the worker that
reads the body and for the OpenAPI document alike. The time limit is a scope around it (`worker`).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple, get_type_hints

from logicms.answers.answer import VERSION, Answer
from logicms.answers.ask import AskAnswer, ask
from logicms.answers.check import CheckAnswer, check
from logicms.answers.generate import GenerateAnswer, generate
from logicms.answers.odds import OddsAnswer, odds
from logicms.answers.play import MovesAnswer, ReviewAnswer, moves, review
from logicms.answers.prove import (
    ContradictionAnswer,
    NextAnswer,
    ProveAnswer,
    VerifyAnswer,
    next_step,
    prove,
    verify_json,
)
from logicms.answers.show import ConvertAnswer, ShowAnswer, show
from logicms.answers.solve import SolveAnswer, solve
from logicms.board import Board, Flags, parse_cell
from logicms.errors import BoardError
from logicms.game import LEVELS
from logicms.generation import generate as generate_board
from logicms.notation.formats import read, recognise
from logicms.notation.formulas import formula_about
from logicms.notation.hint_files import HintFile, parse_hints, parse_rules
from logicms.problem import Problem
from logicms.record import Record, shown
from logicms.render.exports import convert
from logicms.render.svg import board_svg
from logicms.teach.lesson import Lesson
from logicms.teach.lesson_page import (
    ExerciseAnswer,
    LessonAnswer,
    LessonEntry,
    LessonOutline,
    LessonsAnswer,
    SayAnswer,
)
from logicms.teach.library import find_lesson, lesson_names, our_lesson, proof_lesson
from logicms.teach.session import State, respond
from logicms.web import bodies
from logicms.web.bodies import Body, StateBody
from logicms.web.problems import Refusal


def as_json(answer: Record) -> bytes:
    """Return an answer as the bytes that are sent, its version first, as the commands print it."""
    head = {"version": VERSION} if isinstance(answer, Answer) else {}
    return json.dumps({**head, **answer.to_json()}, ensure_ascii=False).encode("utf-8", "backslashreplace")


class Reader(NamedTuple):
    """Reads the boards and hint files of bodies, up to a size."""

    most_cells: int

    def board(self, text: str, format: str | None) -> tuple[Board, str]:
        """Return a board and the format that it was read in."""
        board, name = read(text, format, source="board")
        self.check_size(len(board.signs))
        return board, name

    def problem(self, text: str, format: str | None, flags: Flags, rules: str | None = None) -> Problem:
        """Return what a text is about: a board, perhaps under other rules, or a hint file, which may have no grid."""
        if rules is None and (format or recognise(text)) == "hints":
            return self.hints(text, "board")
        board = self.board(text, format)[0]
        if rules is None:
            return Problem.of(board, flags=flags)
        return parse_rules(rules, "rules", board).over(board, flags=flags)

    def knowledge(self, body: bodies.KnowledgeBody) -> Problem | None:
        """Return the knowledge base of a request: a hint file or a board, if there is one."""
        if body.hints is not None:
            return self.hints(body.hints, "hints")
        return None if body.board is None else self.problem(body.board, body.format, body.flags, body.rules)

    def hints(self, text: str, source: str) -> Problem:
        """Return the problem that a hint file is."""
        return Problem.of(self.hint_file(text, source))

    def hint_file(self, text: str, source: str) -> HintFile:
        """Return a hint file."""
        file = parse_hints(text, source)
        width, height = file.size or (0, 0)
        self.check_size(width * height)
        return file

    def check_size(self, cells: int) -> None:
        """Refuse a board that has more cells than are taken here."""
        if cells > self.most_cells:
            raise Refusal.of("too-large", f"the board has {cells:,} cells; at most {self.most_cells:,} are taken here")


# -- the commands


def _show(body: bodies.BoardBody, reader: Reader) -> ShowAnswer:
    return show(reader.problem(body.board, body.format, "fact"))


def _check(body: bodies.CheckBody, reader: Reader) -> CheckAnswer:
    return check(reader.problem(body.board, body.format, "claim", body.rules))


def _solve(body: bodies.SolveBody, reader: Reader) -> SolveAnswer:
    return solve(reader.problem(body.board, body.format, body.flags, body.rules), body.reason)


def _odds(body: bodies.ReasonBody, reader: Reader) -> OddsAnswer:
    return odds(reader.problem(body.board, body.format, body.flags, body.rules))


def _prove(body: bodies.ProveBody, reader: Reader) -> ProveAnswer | ContradictionAnswer:
    return prove(reader.problem(body.board, body.format, body.flags, body.rules), body.cell, body.by)


def _next_step(body: bodies.NextBody, reader: Reader) -> NextAnswer | ContradictionAnswer:
    return next_step(reader.problem(body.board, body.format, body.flags, body.rules), body.level)


def _ask(body: bodies.AskBody, reader: Reader) -> AskAnswer:
    problem = reader.knowledge(body)
    assert problem is not None  # an `AskBody` has one
    return ask(problem, formula_about(problem, body.formula), body.by)


def _verify(body: bodies.VerifyBody, reader: Reader) -> VerifyAnswer:
    return verify_json(body.proof, reader.knowledge(body))


def _convert(body: bodies.ConvertBody, reader: Reader) -> ConvertAnswer:
    name = body.format or recognise(body.board)
    if name == "hints":
        return convert(reader.hint_file(body.board, "board"), name, body.to)
    board, name = reader.board(body.board, name)
    return convert(board, name, body.to)


def _generate(body: bodies.GenerateBody, reader: Reader) -> GenerateAnswer:
    level = LEVELS[body.level]
    width = level.width if body.width is None else body.width
    height = level.height if body.height is None else body.height
    reader.check_size(width * height)
    make = partial(
        generate_board,
        width,
        height,
        level.mines if body.mines is None else body.mines,
        rng=Random(body.seed),
        start=body.start,
        first=None if body.first is None else parse_cell(body.first),
        no_guess=body.no_guess,
        technique=body.technique,
        mine_total=body.mine_total,
        ratings=[body.rating] if isinstance(body.rating, int) else body.rating,
        effort=body.effort,
        grid=body.grid,
    )
    return generate(body.seed, make)


# -- what the service asks for its games and pictures


@dataclass(frozen=True, slots=True)
class PictureAnswer(Answer):
    """A board as a picture."""

    svg: str = shown("The picture.")


def _picture(body: bodies.BoardBody, reader: Reader) -> PictureAnswer:
    return PictureAnswer(board_svg(reader.board(body.board, body.format)[0]))


def _moves(body: bodies.BoardBody, reader: Reader) -> MovesAnswer:
    return moves(reader.board(body.board, body.format)[0])


def _review(body: bodies.ReviewBody, reader: Reader) -> ReviewAnswer:
    return review((each.open, each.board) for each in body.opened)


def _layout(body: bodies.LayoutBody, reader: Reader) -> GenerateAnswer:
    return _generate(body, reader)


# -- lessons: `teach` knows everything, and nothing is kept here


def _lessons(body: Body, reader: Reader) -> LessonsAnswer:
    return LessonsAnswer(tuple(LessonEntry.of(our_lesson(name)) for name in lesson_names()))


def _lesson(body: bodies.LessonBody, reader: Reader) -> LessonAnswer:
    return LessonAnswer.of(_our_lesson(body.id))


def _say(body: bodies.SaidBody, reader: Reader) -> SayAnswer:
    return _reply(_our_lesson(body.id), body.state, body.said)


def _exercise(body: bodies.ExerciseBody, reader: Reader) -> ExerciseAnswer:
    board, _ = reader.board(body.board, body.format)
    free = proof_lesson(board.with_flags(body.flags), body.goal)
    answer = _reply(free, body.state, body.said)
    return ExerciseAnswer(answer.reply, answer.state, answer.words, answer.done, LessonOutline.of(free))


def _our_lesson(wanted: str) -> Lesson:
    try:
        return our_lesson(find_lesson(wanted))
    except BoardError:
        raise Refusal.of("not-found", f"there is no lesson {wanted[:40]!r}; GET /v1/lessons lists them") from None


def _reply(lesson: Lesson, given: StateBody | None, said: str | None) -> SayAnswer:
    """Return the reply to what a learner says, and where they are then."""
    state = State(lesson.name)
    if given is not None:
        state = State(given.lesson, given.stop, given.so_far, given.level, frozenset(given.solved))
    if state.lesson != lesson.name:
        raise BoardError(f"this is the state of the lesson {state.lesson[:40]!r}, not of {lesson.name!r}")
    if said is None:
        return SayAnswer.of(lesson, None, state)
    return SayAnswer.of(lesson, *respond(lesson, state, said))


# -- by name


class Task:
    """A function above, with the class of the body that it takes and the type of what it answers.

    >>> TASKS["solve"].body.__name__, TASKS["solve"].answer.__name__
    ('SolveBody', 'SolveAnswer')
    """

    def __init__(self, function: Callable[[Any, Reader], Answer]) -> None:
        hints = get_type_hints(function)
        self._function = function
        self.body: type[Body] = hints["body"]
        self.answer: Any = hints["return"]
        """An `Answer`, or a union of some."""

    def __call__(self, given: object, reader: Reader) -> Answer:
        """Return the answer to what is given as JSON."""
        return self._function(self.body.model_validate(given), reader)


TASKS = {
    "show": Task(_show),
    "check": Task(_check),
    "solve": Task(_solve),
    "odds": Task(_odds),
    "prove": Task(_prove),
    "next": Task(_next_step),
    "ask": Task(_ask),
    "verify": Task(_verify),
    "convert": Task(_convert),
    "generate": Task(_generate),
    "picture": Task(_picture),
    "moves": Task(_moves),
    "review": Task(_review),
    "layout": Task(_layout),
    "lessons": Task(_lessons),
    "lesson": Task(_lesson),
    "say": Task(_say),
    "exercise": Task(_exercise),
}
