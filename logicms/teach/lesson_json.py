"""What `learn` and `verify --as-exercise` answer as JSON: verdicts, the list of lessons, what is shown at a stop."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from logicms.answers.answer import NO, YES, Answer
from logicms.record import Record, kept, shown
from logicms.teach.exercise import Exercise, Judgement, LineVerdict
from logicms.teach.exercises.formula import TableTask
from logicms.teach.exercises.plain import ChoiceTask
from logicms.teach.lesson import Lesson, Outline
from logicms.teach.lesson_page import Item, TableToFill, item_of
from logicms.teach.session import Progress, State, stop_of, words_at


@dataclass(frozen=True, slots=True)
class ExerciseVerdict(Answer):
    """What is said of an answer in a file, in the manner of `verify`: `step` counts the lines from 1."""

    valid: bool = shown("Whether the answer is right.")
    step: int | None = shown("The first line that is wrong.")
    reason: str | None = shown("What is wrong.")
    lines: tuple[LineVerdict, ...] = shown("What is said of each line.")
    text: str = kept(default="")

    @classmethod
    def of(cls, judgement: Judgement) -> ExerciseVerdict:
        wrong = [number for number, verdict in enumerate(judgement.lines, 1) if verdict.level == "wrong"]
        reason = judgement.lines[wrong[0] - 1].text if wrong else judgement.text
        return cls(
            judgement.is_right,
            wrong[0] if wrong else None,
            None if judgement.is_right else reason,
            judgement.lines,
            str(judgement),
        )

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO


# -- what is shown at a stop


@dataclass(frozen=True, slots=True)
class AskedExercise(Record):
    """An exercise as it is asked, without its answers."""

    name: str = shown("The name of the exercise.")
    kind: str = shown("Its kind, such as `choice` or `proof`.")
    ask: str = shown("The question.")
    form: str = shown("What an answer looks like.")
    takes_lines: bool = shown("Whether an answer may have several lines.")
    choices: Mapping[str, str] | None = shown("Of a choice: the answers by letter.", default=None, omit=True)
    table: TableToFill | None = shown("Of a truth table: what is to be filled in.", default=None, omit=True)

    @classmethod
    def of(cls, exercise: Exercise) -> AskedExercise:
        task = exercise.task
        choices = task.choices if isinstance(task, ChoiceTask) else None
        table = TableToFill.of(task) if isinstance(task, TableTask) else None
        return cls(exercise.name, exercise.kind, exercise.ask, task.form, task.takes_lines, choices, table)


@dataclass(frozen=True, slots=True)
class View(Record):
    """What a learner sees where they are, and what they can say there."""

    lesson: str = shown("The name of the lesson.")
    title: str = shown("Its title.")
    stop: int = shown("The stop, counted from 0.")
    stops: int = shown("How many stops there are.")
    heading: str = shown("The heading of the section.")
    items: tuple[Item, ...] = shown("Prose, boards, hint files and commands, in order.")
    exercise: AskedExercise | None = shown("What is asked, if anything.")
    so_far: tuple[str, ...] = shown("The lines of a proof that are right and stay.")
    words: tuple[str, ...] = shown("What can be said besides an answer; an empty word goes on.")
    done: bool = shown("Whether the lesson is over.")

    @classmethod
    def of(cls, lesson: Lesson, state: State) -> View:
        """Return what is seen in a lesson.

        >>> from logicms.teach.library import our_lesson
        >>> view = View.of(our_lesson("01-proposition"), State("01-proposition"))
        >>> view.heading, view.stop, view.exercise.name, view.words
        ('A sentence that is true or false', 0, 'what-is-one', ('tip', 'skip', '?'))
        """
        stop = stop_of(lesson, state)
        return cls(
            lesson.name,
            lesson.title,
            state.stop,
            len(lesson.stops),
            stop.heading if stop else "",
            tuple(map(item_of, stop.items)) if stop else (),
            AskedExercise.of(stop.exercise) if stop and stop.exercise else None,
            tuple(state.so_far.splitlines()),
            words_at(stop, state),
            stop is None,
        )


# -- lists and files


@dataclass(frozen=True, slots=True)
class LessonRecord(Record):
    """An entry of the list of lessons, with the learner's progress."""

    name: str = shown("The name that `learn` takes.")
    title: str = shown("Its title.")
    about: str = shown("What it is about.")
    exercises: int = shown("How many exercises it has.")
    solved: int = shown("How many of them are solved.")
    done: bool = shown("Whether the lesson was finished.")

    @classmethod
    def of(cls, lesson: Lesson | Outline, progress: Progress) -> LessonRecord:
        state = progress.states.get(lesson.name)
        names = lesson.exercise_names
        solved = [name for name in names if state is not None and name in state.solved]
        return cls(lesson.name, lesson.title, lesson.about, len(names), len(solved), lesson.name in progress.done)


@dataclass(frozen=True, slots=True)
class LessonList(Answer):
    """Our lessons, with the learner's progress."""

    lessons: tuple[LessonRecord, ...] = shown("Each lesson.")
    techniques: tuple[LessonRecord, ...] = shown("The articles on techniques, the easiest first.")


def lesson_list(progress: Progress) -> LessonList:
    """Return our lessons, with the learner's progress."""
    from logicms.teach.library import article_names, lesson_names, our_outline

    def records(names: tuple[str, ...]) -> tuple[LessonRecord, ...]:
        return tuple(LessonRecord.of(our_outline(name), progress) for name in names)

    return LessonList(records(lesson_names()), records(article_names()))


@dataclass(frozen=True, slots=True)
class ResetAnswer(Answer):
    """Progress that was forgotten."""

    reset: str | None = shown("The lesson; null: all of them.")


@dataclass(frozen=True, slots=True)
class FilesAnswer(Answer):
    """Files that were written."""

    files: tuple[str, ...] = shown("Their paths.")


@dataclass(frozen=True, slots=True)
class Complaint(Record):
    """Something that is wrong with a lesson."""

    line: int = shown("The line of the lesson.")
    message: str = shown("What is wrong there.")


@dataclass(frozen=True, slots=True)
class LessonCheckAnswer(Answer):
    """Whether everything in a lesson is as it says."""

    valid: bool = shown("Whether nothing is wrong.")
    complaints: tuple[Complaint, ...] = shown("What is wrong.")

    @property
    def exit_code(self) -> int:
        return YES if self.valid else NO
