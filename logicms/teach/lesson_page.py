"""Lessons for the page: a lesson with all its stops, and what is said in it. Questions come without their answers.

Prose is divided into *blocks* (paragraphs and lists) and these into *parts* (text, code or stress), so that the page
need not know our markup; boards come as rows. The terminal prints the same stops with `lesson_text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from textwrap import dedent
from typing import Literal, Self

from logicms.answers.answer import Answer
from logicms.board import Grid
from logicms.record import Record, shown
from logicms.teach.drills import DRILLS
from logicms.teach.exercise import Exercise, LessonFile
from logicms.teach.exercises import KINDS
from logicms.teach.exercises.clues import CluesTask
from logicms.teach.exercises.formula import TableTask
from logicms.teach.exercises.plain import ChoiceTask
from logicms.teach.exercises.proof import ProofTask
from logicms.teach.lesson import Command, Lesson, Prose, Stop
from logicms.teach.lesson_text import CODE, STRESS, blocks_of, terms_text
from logicms.teach.session import Reply, State, proof_help, stop_of, words_at

# -- prose


@dataclass(frozen=True, slots=True)
class Part(Record):
    """A piece of a text."""

    kind: Literal["text", "code", "stress", "block"] = shown(
        "How it is set; `block`: as lines of their own in a font whose characters are equally wide."
    )
    text: str = shown("Its words.")


_BLOCK = re.compile(r"^((?: {4}.*(?:\n|$))+)", re.MULTILINE)


def parts(text: str) -> tuple[Part, ...]:
    """Return a text in parts; inside code nothing else is marked, and lines that are indented by four are a block.

    >>> [part.kind for part in parts("a *literal* is `A1` or `~A1`")]
    ['text', 'stress', 'text', 'code', 'text', 'code']
    >>> parts("Here:\\n    a &&\\n       ^")[1].to_json()
    {'kind': 'block', 'text': 'a &&\\n   ^'}
    """
    pieces: list[Part] = []
    for index, piece in enumerate(_BLOCK.split(text)):  # what the pattern matched is at the odd places
        if index % 2:
            pieces.append(Part("block", dedent(piece).rstrip("\n")))
        else:
            pieces += _inline(piece.removesuffix("\n"))
    return tuple(part for part in pieces if part.text)


def _inline(text: str) -> Iterator[Part]:
    for index, piece in enumerate(CODE.split(text)):
        if index % 2:
            yield Part("code", piece)
        else:
            yield from (Part("stress" if i % 2 else "text", words) for i, words in enumerate(STRESS.split(piece)))


@dataclass(frozen=True, slots=True)
class Paragraph(Record):
    """A paragraph of prose."""

    parts: tuple[Part, ...] = shown("Its text.")
    kind: Literal["paragraph"] = shown("Always `paragraph`.", default="paragraph")


@dataclass(frozen=True, slots=True)
class BulletList(Record):
    """A list in prose."""

    items: tuple[tuple[Part, ...], ...] = shown("The text of each item.")
    kind: Literal["list"] = shown("Always `list`.", default="list")


def blocks(text: str) -> tuple[Paragraph | BulletList, ...]:
    """Return the paragraphs and lists of prose.

    >>> blocks("- one\\n- two")[0].to_json()
    {'items': [[{'kind': 'text', 'text': 'one'}], [{'kind': 'text', 'text': 'two'}]], 'kind': 'list'}
    """
    made: list[Paragraph | BulletList] = []
    for is_list, group in groupby(blocks_of(text), lambda block: block.startswith("- ")):
        if is_list:
            made.append(BulletList(tuple(parts(block.removeprefix("- ")) for block in group)))
        else:
            made += [Paragraph(parts(block)) for block in group]
    return tuple(made)


# -- what is shown at a stop


@dataclass(frozen=True, slots=True)
class ProseItem(Record):
    """Prose."""

    text: str = shown("As the lesson writes it.")
    blocks: tuple[Paragraph | BulletList, ...] = shown("The same, divided.")
    kind: Literal["prose"] = shown("Always `prose`.", default="prose")


@dataclass(frozen=True, slots=True)
class BoardItem(Record):
    """A board."""

    name: str = shown("What the lesson calls it.")
    text: str = shown("As the lesson writes it.")
    width: int = shown("Cells in a row.")
    height: int = shown("Rows.")
    mines: int | None = shown("All mines of the board; null: not known and not used.")
    rows: tuple[str, ...] = shown("The rows from top to bottom, one character for each cell.")
    kind: Literal["board"] = shown("Always `board`.", default="board")
    grid: Grid | None = shown("`hex` or `torus`; not there if the cells are squares.", default=None, omit=True)


@dataclass(frozen=True, slots=True)
class HintsItem(Record):
    """A hint file."""

    name: str = shown("What the lesson calls it.")
    text: str = shown("As the lesson writes it.")
    kind: Literal["hints"] = shown("Always `hints`.", default="hints")


@dataclass(frozen=True, slots=True)
class CommandItem(Record):
    """A command of logicms, and what it prints."""

    command: str = shown("The command line.")
    words: tuple[str, ...] = shown("Its words after `logicms`.")
    output: str = shown("What it prints; `...` stands for anything.")
    kind: Literal["command"] = shown("Always `command`.", default="command")


Item = ProseItem | BoardItem | HintsItem | CommandItem


def item_of(item: Prose | LessonFile | Command) -> Item:
    """Return an item of a section as it is shown."""
    if isinstance(item, Prose):
        return ProseItem(item.text, blocks(item.text))
    if isinstance(item, Command):
        return CommandItem(str(item), item.words, item.output)
    if item.board is None:
        return HintsItem(item.name, item.text)
    board = item.board
    size = board.width, board.height
    return BoardItem(item.name, item.text, *size, board.mines, board.rows, grid=board.other_grid)


@dataclass(frozen=True, slots=True)
class Choice(Record):
    """One of the answers to choose from."""

    letter: str = shown("The letter that is answered.")
    parts: tuple[Part, ...] = shown("What it says.")


@dataclass(frozen=True, slots=True)
class TableToFill(Record):
    """A truth table whose last column is asked for."""

    names: tuple[str, ...] = shown("The names, in the order of the columns.")
    rows: tuple[tuple[bool, ...], ...] = shown("The values of the names in each row.")
    formula: str = shown("What the last column is about.")

    @classmethod
    def of(cls, task: TableTask) -> TableToFill:
        return cls(task.names, task.rows, task.text)


def marked_cells(exercise: Exercise) -> tuple[str, ...]:
    """Return the cells of its board that an exercise asks about: the goal of a proof, or the cell to be decided."""
    names: set[str] = set()
    if isinstance(exercise.task, ProofTask):
        names = {str(literal.name) for literal in exercise.task.terms.goal}
    elif isinstance(exercise.task, CluesTask):
        names = {str(exercise.task.literal.name)}
    of_board = () if exercise.file is None or exercise.file.board is None else exercise.file.names
    return tuple(name for name in of_board if name in names)


@dataclass(frozen=True, slots=True)
class Question(Record):
    """An exercise as it is asked; its answers stay with the service."""

    name: str = shown("The name of the exercise.")
    kind: str = shown(f"One of {', '.join(f'`{kind}`' for kind in KINDS)}.")
    ask: str = shown("The question, as the lesson writes it.")
    ask_parts: tuple[Part, ...] = shown("The same, in parts.")
    form: str = shown("What an answer looks like.")
    takes_lines: bool = shown("Whether an answer may have several lines.")
    choices: tuple[Choice, ...] = shown("Of a choice: the answers to choose from.")
    on: str | None = shown("The name of the board or hint file that it is about.")
    terms: str = shown("Of a proof: what is to be shown, and by which means.")
    help: tuple[str, ...] = shown("Of a proof: how its lines are written.")
    marked: tuple[str, ...] = shown("The cells of the board that it asks about.")
    table: TableToFill | None = shown("Of a truth table: what is to be filled in.", default=None, omit=True)

    @classmethod
    def of(cls, exercise: Exercise) -> Question:
        task = exercise.task
        choices = task.choices if isinstance(task, ChoiceTask) else {}
        return cls(
            exercise.name,
            exercise.kind,
            exercise.ask,
            parts(" ".join(exercise.ask.split())),
            task.form,
            task.takes_lines,
            tuple(Choice(letter, parts(text)) for letter, text in choices.items()),
            None if exercise.file is None else exercise.file.name,
            terms_text(task) if isinstance(task, ProofTask) else "",
            proof_help(exercise),
            marked_cells(exercise),
            TableToFill.of(task) if isinstance(task, TableTask) else None,
        )


@dataclass(frozen=True, slots=True)
class LessonStop(Record):
    """What is shown at a stop, the question last."""

    heading: str = shown("The heading of its section.")
    items: tuple[Item, ...] = shown("Prose, boards, hint files and commands, in order.")
    exercise: Question | None = shown("What is asked, if anything.")

    @classmethod
    def of(cls, stop: Stop) -> LessonStop:
        question = None if stop.exercise is None else Question.of(stop.exercise)
        return cls(stop.heading, tuple(map(item_of, stop.items)), question)


# -- lessons


@dataclass(frozen=True, slots=True)
class LessonHead(Record):
    """What every list says of a lesson."""

    id: str = shown("The name that an address takes.")
    number: int | None = shown("Its number, which an address takes too.")
    title: str = shown("Its title.")
    about: str = shown("What it is about.")
    exercises: tuple[str, ...] = shown("The names of its exercises.")


@dataclass(frozen=True, slots=True)
class LessonEntry(LessonHead):
    """An entry of the list of lessons."""

    stops: int = shown("How many stops it has.")

    @classmethod
    def of(cls, lesson: Lesson) -> LessonEntry:
        """Return the entry of a lesson.

        >>> from logicms.teach.library import our_lesson
        >>> entry = LessonEntry.of(our_lesson("01-proposition"))
        >>> entry.id, entry.number, entry.exercises, entry.stops
        ('01-proposition', 1, ('what-is-one', 'safe', 'exactly-one', 'how-many', 'find-it'), 7)
        """
        number = lesson.name.partition("-")[0]
        return cls(
            lesson.name,
            int(number) if number.isdecimal() else None,
            lesson.title,
            lesson.about,
            lesson.exercise_names,
            len(lesson.stops),
        )


@dataclass(frozen=True, slots=True)
class LessonOutline(LessonHead):
    """A lesson with everything that is shown at its stops."""

    stops: tuple[LessonStop, ...] = shown("Its stops, in order.")

    @classmethod
    def of(cls, lesson: Lesson) -> Self:
        head = LessonEntry.of(lesson)
        stops = tuple(map(LessonStop.of, lesson.stops))
        return cls(head.id, head.number, head.title, head.about, head.exercises, stops)


@dataclass(frozen=True, slots=True)
class DrillEntry(Record):
    """A kind of drill."""

    kind: str = shown("With a seed it makes the id of a lesson: `drill-KIND-7`.")
    title: str = shown("What is asked.")
    about: str = shown("What it practises.")


@dataclass(frozen=True, slots=True)
class LessonsAnswer(Answer):
    """Our lessons, the articles on techniques, and the kinds of drills."""

    lessons: tuple[LessonEntry, ...] = shown("Each lesson, in order.")
    techniques: tuple[LessonEntry, ...] = shown("The articles on techniques, the easiest first.")
    drills: tuple[DrillEntry, ...] = shown("Each kind of drill: one for every seed, from 0 to 999,999,999.")

    @classmethod
    def of(cls, lessons: Iterable[Lesson], articles: Iterable[Lesson]) -> LessonsAnswer:
        drills = (DrillEntry(kind, made.title, made.about) for kind, made in DRILLS.items())
        return cls(tuple(map(LessonEntry.of, lessons)), tuple(map(LessonEntry.of, articles)), tuple(drills))


@dataclass(frozen=True, slots=True)
class LessonAnswer(Answer, LessonOutline):
    """One lesson, without the answers to its questions."""


# -- what is said


@dataclass(frozen=True, slots=True)
class PageReply(Reply):
    """What is said to the learner, for the page."""

    parts: tuple[Part, ...] = shown("What is said of the whole, in parts: lines have their own verdicts.", default=())

    @classmethod
    def of(cls, reply: Reply) -> PageReply:
        return cls(reply.kind, reply.text, reply.judgement, parts(_text_of_whole(reply)))


def _text_of_whole(reply: Reply) -> str:
    """Return what is said of the whole: the verdicts of the lines are in the judgement already."""
    if reply.judgement is None or not reply.judgement.lines:
        return reply.text
    if not reply.judgement.is_right:
        return reply.judgement.text
    lines = reply.text.splitlines()
    return "\n".join(line for line in lines if not line.startswith(("✓ ", "✗ ", "    ")))


@dataclass(frozen=True, slots=True)
class SayAnswer(Answer):
    """The reply to the learner, where they are then, and what they can say there."""

    reply: PageReply | None = shown("Null where nothing was said.")
    state: State = shown("To be sent along with what is said next.")
    words: tuple[str, ...] = shown("What can be said besides an answer; an empty word goes on.")
    done: bool = shown("Whether the lesson is over.")

    @classmethod
    def of(cls, lesson: Lesson, reply: Reply | None, state: State) -> SayAnswer:
        stop = stop_of(lesson, state)
        return cls(None if reply is None else PageReply.of(reply), state, words_at(stop, state), stop is None)


@dataclass(frozen=True, slots=True)
class ExerciseAnswer(SayAnswer):
    """A free exercise on a board, as a lesson of one stop, and the reply."""

    lesson: LessonOutline = shown("The exercise.")
