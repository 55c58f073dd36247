"""A lesson: sections of prose, boards, commands and exercises; `reader` reads it, a session shows it.

A *section* has a heading and *items* in their order. A board or hint file of a lesson has a name, by which its
commands and exercises call it. A command of logicms stands with what it prints; the doors run it anew, and `rehearsal`
compares. A *stop* is where a learner stands still: at an exercise, or at the end of a section.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from logicms.teach.exercise import Exercise
from logicms.teach.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, its lines as they were written; `code` stands between backticks, *stress* between asterisks."""

    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """A command of logicms and what it prints, as the lesson says; `...` in that stands for anything."""

    words: tuple[str, ...]
    output: str
    line: int
    """Where it stands in the lesson's text."""

    def __str__(self) -> str:
        from shlex import join

        return f"logicms {join(self.words)}"


Item = Prose | Puzzle | Command | Exercise
"""What a section is made of."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it."""

    heading: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the learner stands still: what is new since the last stop, and the exercise, if there is one."""

    heading: str
    items: tuple[Prose | Puzzle | Command, ...]
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
    def puzzles(self) -> dict[str, Puzzle]:
        """The boards and hint files, by name."""
        return {item.name: item for item in self._items() if isinstance(item, Puzzle)}

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
        """Where a learner stands still, in order."""
        return tuple(stop for section in self.sections for stop in _stops(section))

    def _items(self) -> Iterator[Item]:
        return (item for section in self.sections for item in section.items)


def _stops(section: Section) -> Iterator[Stop]:
    new: list[Prose | Puzzle | Command] = []
    for item in section.items:
        if isinstance(item, Exercise):
            if item.puzzle is not None and item.puzzle not in new:
                new.append(item.puzzle)  # so that nobody has to scroll back for it
            yield Stop(section.heading, tuple(new), item)
            new = []
        else:
            new.append(item)
    if new or not section.items:
        yield Stop(section.heading, tuple(new))
