"""A lesson as it is shown: one record of what is at a stop, as JSON for the page and for programs, and as text.

A question comes without its answers. Prose is divided into blocks and parts (`lesson`), so that the page need not know
our markup, and boards come as rows; the terminal prints the same records, filled to its width. What `learn`, `verify
--as-exercise` and the service answer about lessons is at the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import fill
from typing import Literal, Self

from logicms.answers.answer import NO, YES, CommandAnswer
from logicms.board import Board, Grid
from logicms.errors import counted
from logicms.record import Record, kept, shown
from logicms.render.picture import Paint, board_text, plain
from logicms.teach.cells import CluesTask
from logicms.teach.drills import DRILLS
from logicms.teach.exercise import ChoiceTask, Exercise, Judgement, LessonFile, LineVerdict
from logicms.teach.formulas import TableTask
from logicms.teach.lesson import (
    CODE,
    STRESS,
    CommandItem,
    Lesson,
    LessonEntry,
    LessonHead,
    Prose,
    Stop,
    TextPart,
    article_names,
    blocks_of,
    lesson_names,
    lesson_number,
    our_entry,
    parts,
)
from logicms.teach.lesson_reader import KINDS
from logicms.teach.proof_judge import ProofTask
from logicms.teach.proof_lines import clause_text
from logicms.teach.session import LessonReply, LessonState, Progress, proof_help, stop_of, words_at

_SHORT_CODE = re.compile(r"`[^`]{1,40}`")
_NO_BREAK = "\N{NO-BREAK SPACE}"

# -- items


@dataclass(frozen=True, slots=True)
class BoardItem(Record):
    """A board."""

    name: str = shown("What the lesson calls it.")
    text: str = shown("As the lesson writes it.")
    width: int = shown("Cells in a row.")
    height: int = shown("Rows.")
    mines: int | None = shown("All mines of the board; null: not known and not used.")
    rows: tuple[str, ...] = shown("The rows from top to bottom, one character for each cell.")
    board: Board = kept()
    kind: Literal["board"] = shown("Always `board`.", default="board")
    grid: Grid | None = shown("`hex` or `torus`; not there if the cells are squares.", default=None, omit=True)


@dataclass(frozen=True, slots=True)
class HintsItem(Record):
    """A hint file."""

    name: str = shown("What the lesson calls it.")
    text: str = shown("As the lesson writes it.")
    kind: Literal["hints"] = shown("Always `hints`.", default="hints")


StopItem = Prose | BoardItem | HintsItem | CommandItem


def item_of(item: Prose | LessonFile | CommandItem) -> StopItem:
    """Return an item of a section as it is shown."""
    if not isinstance(item, LessonFile):
        return item
    if (board := item.board) is None:
        return HintsItem(item.name, item.text)
    size = board.width, board.height
    return BoardItem(item.name, item.text, *size, board.mines, board.rows, board, grid=board.other_grid)


# -- the question


@dataclass(frozen=True, slots=True)
class Choice(Record):
    """One of the answers to choose from."""

    letter: str = shown("The letter that is answered.")
    parts: tuple[TextPart, ...] = shown("What it says.")
    text: str = kept()


@dataclass(frozen=True, slots=True)
class TableToFill(Record):
    """A truth table whose last column is asked for."""

    names: tuple[str, ...] = shown("The names, in the order of the columns.")
    rows: tuple[tuple[bool, ...], ...] = shown("The values of the names in each row.")
    formula: str = shown("What the last column is about.")

    def __str__(self) -> str:
        """Return the table with its last column left open.

        >>> print(TableToFill(("p",), ((False,), (True,)), "p -> ~p"))
        p  p -> ~p
        F     ?
        T     ?
        """
        lines = [f"{' '.join(self.names)}  {self.formula}"]
        for row in self.rows:
            values = (("T" if value else "F").center(len(name)) for name, value in zip(self.names, row, strict=True))
            lines.append(f"{' '.join(values)}  {'?'.center(len(self.formula)).rstrip()}")
        return "\n".join(lines)


def terms_text(task: ProofTask) -> str:
    """Return what a proof must show and by which means, in one line."""
    terms = task.terms
    style = {"either": "directly or by refutation", "direct": "directly", "refutation": "by refutation"}[terms.style]
    means = [f"to show: {clause_text(terms.goal)}, {style}"]
    if terms.rule == "unit":
        means.append("by unit resolution only")
    if terms.length is not None:
        means.append(f"with derived clauses of at most {terms.length} literals")
    if terms.clues is not None:
        means.append(f"from {', '.join(sorted(terms.clues))}")
    return ", ".join(means)


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
class ExerciseQuestion(Record):
    """An exercise as it is asked; its answers stay with the service."""

    name: str = shown("The name of the exercise.")
    kind: str = shown(f"One of {', '.join(f'`{kind}`' for kind in KINDS)}.")
    ask: str = shown("The question, as the lesson writes it.")
    ask_parts: tuple[TextPart, ...] = shown("The same, in parts.")
    form: str = shown("What an answer looks like.")
    takes_lines: bool = shown("Whether an answer may have several lines.")
    choices: tuple[Choice, ...] = shown("Of a choice: the answers to choose from.")
    on: str | None = shown("The name of the board or hint file that it is about.")
    terms: str = shown("Of a proof: what is to be shown, and by which means.")
    help: tuple[str, ...] = shown("Of a proof: how its lines are written.")
    marked: tuple[str, ...] = shown("The cells of the board that it asks about.")
    table: TableToFill | None = shown("Of a truth table: what is to be filled in.", default=None, omit=True)

    @classmethod
    def of(cls, exercise: Exercise) -> ExerciseQuestion:
        task = exercise.task
        choices = task.choices if isinstance(task, ChoiceTask) else {}
        return cls(
            exercise.name,
            exercise.kind,
            exercise.ask,
            parts(" ".join(exercise.ask.split())),
            task.form,
            task.takes_lines,
            tuple(Choice(letter, parts(text), text) for letter, text in choices.items()),
            None if exercise.file is None else exercise.file.name,
            terms_text(task) if isinstance(task, ProofTask) else "",
            proof_help(exercise),
            marked_cells(exercise),
            TableToFill(task.names, task.rows, task.text) if isinstance(task, TableTask) else None,
        )


@dataclass(frozen=True, slots=True)
class LessonStop(Record):
    """What is shown at a stop, the question last."""

    heading: str = shown("The heading of its section.")
    items: tuple[StopItem, ...] = shown("Prose, boards, hint files and commands, in order.")
    exercise: ExerciseQuestion | None = shown("What is asked, if anything.", default=None)

    @classmethod
    def of(cls, stop: Stop) -> LessonStop:
        question = None if stop.exercise is None else ExerciseQuestion.of(stop.exercise)
        return cls(stop.heading, tuple(map(item_of, stop.items)), question)


# -- as text


def stop_text(
    stop: LessonStop,
    printed: Callable[[CommandItem], str],
    *,
    width: int = 80,
    ascii: bool = False,
    paint: Paint = plain,
    heading: bool = True,
) -> str:
    """Return a stop as text; `printed` says what a command prints: run again, or as the lesson says.

    >>> print(stop_text(LessonStop("Cells", (Prose("A *cell* is hidden or\\nopen."),)), lambda command: ""))
    == Cells
    <BLANKLINE>
    A cell is hidden or open.
    """
    shown = [paint(_break_line(f"== {stop.heading}", width, "   "), "heading")] if heading else []
    for item in stop.items:
        if isinstance(item, Prose):
            blocks = ((block, "  " if block.startswith("- ") else "") for block in blocks_of(item.text))
            shown.append("\n".join(style(_break_line(block, width, indent), paint) for block, indent in blocks))
        elif isinstance(item, CommandItem):
            shown.append(f"{paint(f'$ {item}', 'code')}\n{printed(item)}")
        elif isinstance(item, HintsItem):
            lines = "\n".join(f"  {line}" for line in item.text.splitlines())
            shown.append(f"{paint(f'hints {item.name}', 'name')}\n{lines}")
        else:
            total = "" if item.mines is None else f"\n  {counted(item.mines, 'mine')} in all"
            picture = board_text(item.board, ascii=ascii, paint=paint)
            shown.append(f"{paint(f'board {item.name}', 'name')}\n{picture}{total}")
    if stop.exercise is not None:
        shown.append(_question_text(stop.exercise, width, paint))
    return "\n\n".join(shown)


def _question_text(question: ExerciseQuestion, width: int, paint: Paint) -> str:
    lines = [style(_break_line(f"? {' '.join(question.ask.split())}", width), paint)]
    for choice in question.choices:
        lines.append(fill(f"  {choice.letter}) {choice.text}", width, subsequent_indent="     "))
    if question.table is not None:
        lines += [f"    {line}" for line in str(question.table).splitlines()]
    if question.terms:
        lines.append(_break_line(f"  {question.terms}", width))
    # The lines of a proof are judged one by one.
    ends = "; an empty line ends them" if question.takes_lines and not question.terms else ""
    lines.append(paint(_break_line(f"  Type {question.form}{ends}.", width), "name"))
    return "\n".join(lines)


def style(text: str, paint: Paint = plain) -> str:
    """Return the text with its code and its stress painted; without colour, code keeps its backticks.

    >>> style("a *clause* such as `A1 | B1`")
    'a clause such as `A1 | B1`'
    """
    code = CODE.sub(lambda match: paint(match["code"], "code") if paint is not plain else match[0], text)
    return STRESS.sub(lambda match: paint(match["words"], "stress"), code)


def wrap(text: str, width: int = 80) -> str:
    """Return the text with its long lines broken between words, what follows indented like the line itself.

    >>> print(wrap("short\\n    a longer line", 12))
    short
        a longer
        line
    """
    lines = ((line, " " * (len(line) - len(line.lstrip()))) for line in text.splitlines())
    return "\n".join(line if len(line) <= width else _break_line(line, width, indent) for line, indent in lines)


def _break_line(line: str, width: int, indent: str = "  ") -> str:
    """Return a line broken between words; short code stays whole, since half a clause is hard to read."""
    unbroken = _SHORT_CODE.sub(lambda match: match[0].replace(" ", _NO_BREAK), line)
    filled = fill(unbroken, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace(_NO_BREAK, " ")


def title_text(lesson: Lesson, width: int = 80, paint: Paint = plain) -> str:
    """Return the title of a lesson, with its number if it has one."""
    number = lesson_number(lesson.name)
    title = lesson.title if number is None else f"Lesson {number}: {lesson.title}"
    return f"{paint(wrap(title, width), 'heading')}\n{wrap(lesson.about, width)}"


# -- lessons


@dataclass(frozen=True, slots=True)
class LessonOutline(LessonHead):
    """A lesson with everything that is shown at its stops."""

    stops: tuple[LessonStop, ...] = shown("Its stops, in order.")

    @classmethod
    def of(cls, lesson: Lesson) -> Self:
        head = lesson.entry
        stops = tuple(map(LessonStop.of, lesson.stops))
        return cls(head.id, head.number, head.title, head.about, head.exercises, stops)


@dataclass(frozen=True, slots=True)
class DrillEntry(Record):
    """A kind of drill."""

    kind: str = shown("With a seed it makes the id of a lesson: `drill-KIND-7`.")
    title: str = shown("What is asked.")
    about: str = shown("What it practises.")


@dataclass(frozen=True, slots=True)
class LessonsAnswer(CommandAnswer):
    """Our lessons, the articles on techniques, and the kinds of drills."""

    lessons: tuple[LessonEntry, ...] = shown("Each lesson, in order.")
    techniques: tuple[LessonEntry, ...] = shown("The articles on techniques, the easiest first.")
    drills: tuple[DrillEntry, ...] = shown("Each kind of drill: one for every seed, from 0 to 999,999,999.")

    @classmethod
    def of_all(cls) -> LessonsAnswer:
        drills = (DrillEntry(kind, made.title, made.about) for kind, made in DRILLS.items())
        return cls(tuple(map(our_entry, lesson_names())), tuple(map(our_entry, article_names())), tuple(drills))


@dataclass(frozen=True, slots=True)
class LessonAnswer(CommandAnswer, LessonOutline):
    """One lesson, without the answers to its questions."""


@dataclass(frozen=True, slots=True)
class LessonProgress(LessonEntry):
    """An entry of the list of lessons, with the learner's progress."""

    solved: tuple[str, ...] = shown("The names of those that are solved.")
    done: bool = shown("Whether the lesson was finished.")

    @classmethod
    def in_lesson(cls, name: str, progress: Progress) -> LessonProgress:
        entry, state = our_entry(name), progress.state(name)
        solved = tuple(exercise for exercise in entry.exercises if exercise in state.solved)
        head = entry.id, entry.number, entry.title, entry.about, entry.exercises
        return cls(*head, entry.stops, solved, name in progress.done)


@dataclass(frozen=True, slots=True)
class LessonList(CommandAnswer):
    """Our lessons, with the learner's progress."""

    lessons: tuple[LessonProgress, ...] = shown("Each lesson.")
    techniques: tuple[LessonProgress, ...] = shown("The articles on techniques, the easiest first.")


def lesson_list(progress: Progress) -> LessonList:
    """Return our lessons, with the learner's progress."""
    lessons, articles = (
        tuple(LessonProgress.in_lesson(name, progress) for name in names) for names in (lesson_names(), article_names())
    )
    return LessonList(lessons, articles)


@dataclass(frozen=True, slots=True)
class ResetAnswer(CommandAnswer):
    """Progress that was forgotten."""

    reset: str | None = shown("The lesson; null: all of them.")


@dataclass(frozen=True, slots=True)
class FilesAnswer(CommandAnswer):
    """Files that were written."""

    files: tuple[str, ...] = shown("Their paths.")


@dataclass(frozen=True, slots=True)
class Complaint(Record):
    """Something that is wrong with a lesson."""

    line: int = shown("The line of the lesson.")
    message: str = shown("What is wrong there.")


@dataclass(frozen=True, slots=True)
class LessonCheckAnswer(CommandAnswer):
    """Whether everything in a lesson is as it says."""

    valid: bool = shown("Whether nothing is wrong.")
    complaints: tuple[Complaint, ...] = shown("What is wrong.")

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO


# -- what is said


@dataclass(frozen=True, slots=True)
class ExerciseVerdict(CommandAnswer):
    """What is said of an answer in a file, in the manner of `verify`: `step` counts the lines from 1."""

    valid: bool = shown("Whether the answer is right.")
    step: int | None = shown("The first line that is wrong.")
    reason: str | None = shown("What is wrong.")
    lines: tuple[LineVerdict, ...] = shown("What is said of each line.")
    text: str = kept(default="")

    @classmethod
    def of(cls, judgement: Judgement) -> ExerciseVerdict:
        step = judgement.first_wrong
        reason = judgement.text if step is None else judgement.lines[step - 1].text
        return cls(
            judgement.is_right,
            step,
            None if judgement.is_right else reason,
            judgement.lines,
            str(judgement),
        )

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO


@dataclass(frozen=True, slots=True)
class SayAnswer(CommandAnswer):
    """The reply to the learner, where they are then, and what they can say there."""

    reply: LessonReply | None = shown("Null where nothing was said.")
    state: LessonState = shown("To be sent along with what is said next.")
    words: tuple[str, ...] = shown("What can be said besides an answer; an empty word goes on.")
    done: bool = shown("Whether the lesson is over.")

    @classmethod
    def of(cls, lesson: Lesson, reply: LessonReply | None, state: LessonState) -> SayAnswer:
        stop = stop_of(lesson, state)
        return cls(reply, state, words_at(stop, state), stop is None)


@dataclass(frozen=True, slots=True)
class ExerciseAnswer(SayAnswer):
    """A free exercise on a board, as a lesson of one stop, and the reply."""

    lesson: LessonOutline = shown("The exercise.")
