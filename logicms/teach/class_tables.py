"""A class in one table: what is wrong with every answer that was handed in, and how far everybody is in the lessons."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from logicms.answers.answer import NO, YES, CommandAnswer
from logicms.errors import BoardError, BoardSyntaxError, LimitReached, Misfit, nearest
from logicms.grading.course import Submission, handed_in
from logicms.limits import limit
from logicms.notation.texts import decode_text
from logicms.problem import Problem
from logicms.record import Record, kept, shown
from logicms.teach.exercise import Judgement, LessonFile, Task
from logicms.teach.lesson import ENDING
from logicms.teach.lesson_reader import lesson_at
from logicms.teach.proof_judge import ProofTask, proof_task
from logicms.teach.proof_lines import parse_proof
from logicms.teach.session import MOST_BYTES, Progress, parse_progress
from logicms.teach.stop import ExerciseVerdict, LessonProgress, lesson_list

MOST_CHARACTERS = 200_000
"""The longest answer that is read."""
_SECONDS_EACH = 5.0
"""How long judging one answer may take."""


@dataclass(frozen=True, slots=True)
class AnswerRow(Record):
    """One student's answer to one exercise."""

    student: str = shown("Who.")
    file: str = shown("The file, below the student's folder; empty if nothing was handed in.")
    valid: bool = shown("Whether the answer is right.")
    step: int | None = shown("The first line that is wrong.", default=None)
    reason: str | None = shown("What is wrong.", default=None)
    shows: str = shown("Of a proof about a board: what it is to show.", default="")


@dataclass(frozen=True, slots=True)
class AnswerTable(CommandAnswer):
    """What is said of every answer of a class."""

    valid: bool = shown("Whether all are right.")
    right: int = shown("How many are right.")
    rows: tuple[AnswerRow, ...] = shown("Each answer.")

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO


def class_table(path: Path, homework: Homework) -> AnswerTable:
    """Return what is said of every answer in a folder, or of the one in a file.

    Where the name of a file says what it answers, what nobody has handed in is not missed; what others have, is.
    """
    everybody = handed_in(path) if path.is_dir() else [Submission(path.stem, path, (path,))]
    tasks, rows = homework.tasks(), list[AnswerRow]()
    expected = dict.fromkeys(file.stem for each in everybody for file in each.files if file.stem in (tasks.names or ()))
    for each in everybody:
        if each.missing:
            rows.append(AnswerRow(each.student, "", False, reason=each.missing))
            continue
        rows += [_row(each, file, tasks) for file in each.files]
        stems = {file.stem for file in each.files}
        for stem in expected:
            if stem not in stems:
                rows.append(AnswerRow(each.student, "", False, reason=f"{stem} was not handed in"))
    right = sum(row.valid for row in rows)
    return AnswerTable(right == len(rows), right, tuple(rows))


def _row(handed: Submission, file: Path, tasks: Tasks) -> AnswerRow:
    name = file.name if file == handed.entry else str(file.relative_to(handed.entry))
    goal = ""
    try:
        with file.open("rb") as stream:
            text = decode_text(stream.read(MOST_CHARACTERS + 1), name)
        if len(text) > MOST_CHARACTERS:
            raise BoardError(f"longer than {MOST_CHARACTERS:,} characters")
        if not text.strip():
            raise BoardError("the file is empty")
        with limit(seconds=_SECONDS_EACH):
            judgement, goal = tasks.judge(file.stem, text)
    except OSError as error:
        return AnswerRow(handed.student, name, False, reason=error.strerror)
    except BoardSyntaxError as error:
        return AnswerRow(handed.student, name, False, error.line, error.message)
    except (BoardError, LimitReached) as error:
        return AnswerRow(handed.student, name, False, reason=str(error))
    verdict = ExerciseVerdict.of(judgement)
    return AnswerRow(handed.student, name, verdict.valid, verdict.step, _without_caret(verdict.reason), goal)


def _without_caret(reason: str | None) -> str | None:
    """Return a reason without the line that it quotes and the caret below: in one line they point nowhere.

    >>> _without_caret("This cannot be read: expected a literal.\\n    A1 | |\\n         ^")
    'This cannot be read: expected a literal.'
    """
    if reason is None:
        return None
    lines = reason.split("\n")
    return "\n".join(lines[:-2]) if len(lines) > 2 and lines[-1].strip() == "^" else reason


# -- what the answers are about


@dataclass(frozen=True, slots=True)
class Tasks:
    """What the answers of a class are about."""

    judge: Callable[[str, str], tuple[Judgement, str]]
    """Judges an answer, given the name of its file without its ending, and its text; returns what it is to show too."""
    names: Collection[str] | None = None
    """The names that a file may have, where its name says what it answers."""


@dataclass(frozen=True)
class Homework:
    """What answers written by hand are about, as a teacher names it."""

    what: str
    """LESSON:EXERCISE, or the board that a proof is about; of a class also a lesson, or a folder of boards."""
    terms: Mapping[str, str]
    """Of a proof about a board: what is to be shown, and by which means."""
    read: Callable[[str], tuple[Problem, str]]
    """Returns the problem in a file, and the name of its format."""
    text_of: Callable[[str], tuple[str, str]]
    """Returns the text of a file, and what messages call it."""

    def verdict(self, text: str, source: str) -> ExerciseVerdict:
        """Return the verdict on one answer."""
        return ExerciseVerdict.of(self.tasks(of_class=False).judge(source, text)[0])

    def tasks(self, *, of_class: bool = True) -> Tasks:
        """Return what the answers of a class are about: an exercise, a lesson, a board or a folder of boards.

        One answer alone is about an exercise or a board.
        """
        path, (lesson, colon, name) = Path(self.what), self.what.rpartition(":")
        is_file = path.exists() or self.what == "-"
        if colon and not is_file:
            return self._of_lesson(lesson, name)
        if not of_class:
            if self.what.endswith(ENDING):
                raise BoardError(f"{self.what}: name the exercise too, {self.what}:NAME")
            return self._about(None)
        if path.is_dir():
            return self._about({each.stem: str(each) for each in sorted(path.iterdir()) if each.is_file()})
        if self.what.endswith(ENDING) or not is_file:
            return self._of_lesson(self.what)
        self.read(self.what)  # if it cannot be read, that is not the fault of each answer
        return self._about(None)

    def _of_lesson(self, lesson: str, name: str | None = None) -> Tasks:
        """Return what answers to one exercise of a lesson, or to that of their name, are about."""
        for term in self.terms:
            raise Misfit(f"{{{term}}} is for a board: an exercise of a lesson has its own")
        tasks = {exercise.name: exercise.task for exercise in lesson_at(lesson, self.text_of).exercises}

        def task(wanted: str) -> Task:
            if wanted not in tasks:
                names = ", ".join(tasks)
                raise BoardError(f"there is no exercise {wanted[:40]!r} in {lesson}; its exercises are {names}")
            return tasks[wanted]

        if name is not None:
            only = task(name)
            return Tasks(lambda stem, text: (only.judge(text), ""))
        return Tasks(lambda stem, text: (task(stem).judge(text), ""), tasks)

    def _about(self, boards: Mapping[str, str] | None) -> Tasks:
        """Return what proofs about one board, or about the board of their name, are about; each is read once."""
        task = cache(self._task)

        def judge(stem: str, text: str) -> tuple[Judgement, str]:
            if boards is not None and stem not in boards:
                raise BoardError(f"there is no board {stem[:40]!r} in {self.what}{nearest(stem, boards)}")
            written = parse_proof(text, stem)
            about = task(self.what if boards is None else boards[stem], written.goal)
            return about.judge_lines(written), self.terms.get("goal", written.goal)

        return Tasks(judge, boards)

    def _task(self, path: str, goal: str) -> ProofTask:
        """Return the task of a proof about a board; what is to be shown is what the terms say, or else `goal`."""
        problem, name = self.read(path)
        file = LessonFile(path, "", problem, is_board=name != "hints")
        if not (goal := self.terms.get("goal", goal)):
            raise BoardError("what is to be shown? name the goal, or begin the proof with the line: to show: ~B1")
        try:
            return proof_task(file, {**self.terms, "goal": goal})
        except BoardSyntaxError as error:  # its source is the term that is wrong
            raise BoardError(f"{error.source}: {error.message}") from None


# -- progress in the lessons


@dataclass(frozen=True, slots=True)
class ProgressRow(Record):
    """How far one student is."""

    student: str = shown("Who.")
    solved: int = shown("How many exercises are solved.", default=0)
    done: int = shown("How many lessons are finished.", default=0)
    message: str = shown("Why the file could not be read; empty as a rule.", default="")
    lessons: tuple[LessonProgress, ...] = kept(default=())


@dataclass(frozen=True, slots=True)
class ProgressTable(CommandAnswer):
    """How far a class is in our lessons."""

    exercises: int = shown("How many exercises there are.")
    rows: tuple[ProgressRow, ...] = shown("Each student.")
    lessons: tuple[str, ...] = kept(default=())
    """The names of all lessons."""


def progress_table(handed: Iterable[Submission]) -> ProgressTable:
    """Return how far each student is, by the progress file that `learn` keeps.

    A progress file says what a student's own machine has recorded: it shows diligence, and proves nothing.
    """
    lessons = lesson_list(Progress()).lessons
    exercises = sum(len(lesson.exercises) for lesson in lessons)
    return ProgressTable(exercises, tuple(map(_progress_row, handed)), tuple(lesson.id for lesson in lessons))


def _progress_row(handed: Submission) -> ProgressRow:
    files = [file for file in handed.files if file.suffix == ".json"]
    if handed.missing or len(files) != 1:
        there = "more than one file" if files else "no file"
        return ProgressRow(handed.student, message=handed.missing or f"there is {there} of the kind .json")
    try:
        with files[0].open("rb") as stream:
            progress = parse_progress(stream.read(MOST_BYTES + 1))
    except OSError as error:
        return ProgressRow(handed.student, message=error.strerror or str(error))
    except (ValueError, RecursionError):
        return ProgressRow(handed.student, message=f"{files[0].name} is not a progress file of `learn`")
    lessons = lesson_list(progress).lessons
    solved, done = sum(len(lesson.solved) for lesson in lessons), sum(lesson.done for lesson in lessons)
    return ProgressRow(handed.student, solved, done, lessons=lessons)
