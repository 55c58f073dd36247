"""A lesson: sections of prose, boards, commands and exercises; `lesson_reader` reads it, a session goes through it.

A *section* has a heading and *items* in their order. A board or hint file of a lesson has a name, by which its
commands and exercises call it. A command of logicms comes with what it prints; the doors run it again, and
`check_lesson` compares. A *stop* is where a learner reads or answers: at an exercise, or at the end of a section.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from logicms.teach.exercise import Exercise, LessonFile


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, its lines as they were written; `code` is between backticks, *stress* between asterisks."""

    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command of logicms and what it prints, as the lesson says; `...` in that stands for anything."""

    words: tuple[str, ...]
    output: str
    line: int
    """Where it begins in the lesson's text."""

    def __str__(self) -> str:
        from shlex import join

        return f"logicms {join(self.words)}"


Item = Prose | LessonFile | Command | Exercise
"""What a section is made of."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what is below it."""

    heading: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the learner stops: what is new since the last stop, and the exercise, if there is one."""

    heading: str
    items: tuple[Prose | LessonFile | Command, ...]
    exercise: Exercise | None = None


@dataclass(frozen=True, slots=True)
class Outline:
    """What the list of lessons needs of one; reading it is much cheaper than reading the lesson."""

    name: str
    title: str
    about: str
    exercise_names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One lesson; `name` is its file's, without the ending."""

    name: str
    title: str
    about: str
    sections: tuple[Section, ...]

    @property
    def files(self) -> dict[str, LessonFile]:
        """The boards and hint files, by name."""
        return {item.name: item for item in self._items() if isinstance(item, LessonFile)}

    @property
    def commands(self) -> tuple[Command, ...]:
        return tuple(item for item in self._items() if isinstance(item, Command))

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(item for item in self._items() if isinstance(item, Exercise))

    @property
    def exercise_names(self) -> tuple[str, ...]:
        return tuple(exercise.name for exercise in self.exercises)

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Where a learner stops, in order."""
        return tuple(stop for section in self.sections for stop in _stops(section))

    def _items(self) -> Iterator[Item]:
        return (item for section in self.sections for item in section.items)


def _stops(section: Section) -> Iterator[Stop]:
    new: list[Prose | LessonFile | Command] = []
    for item in section.items:
        if isinstance(item, Exercise):
            if item.file is not None and item.file not in new:
                new.append(item.file)  # so that the learner need not scroll back for it
            yield Stop(section.heading, tuple(new), item)
            new = []
        else:
            new.append(item)
    if new or not section.items:
        yield Stop(section.heading, tuple(new))
