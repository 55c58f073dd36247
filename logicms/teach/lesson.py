"""A lesson: sections of prose, boards, commands and exercises; `lesson_reader` reads it, a session goes through it.

A *section* has a heading and *items* in their order. A board or hint file of a lesson has a name, by which its commands
and exercises call it. A command of logicms comes with what it prints; the doors run it again, and checking the lesson
compares. A *stop* is where a learner reads or answers: at an exercise, or at the end of a section.

Lessons travel with logicms, or come from a seed (`drills`), a file, or any board (`proof_judge.proof_lesson`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from shlex import join
from textwrap import dedent
from typing import TYPE_CHECKING, Literal

from logicms.errors import BoardError
from logicms.notation.texts import shipped
from logicms.record import Record, kept, shown
from logicms.teach.exercise import Exercise, LessonFile

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

# -- prose


@dataclass(frozen=True, slots=True)
class TextPart(Record):
    """A piece of a text."""

    kind: Literal["text", "code", "stress", "block"] = shown(
        "How it is set; `block`: as lines of their own in a font whose characters are equally wide."
    )
    text: str = shown("Its words.")


CODE = re.compile(r"`(?P<code>[^`]+)`")
STRESS = re.compile(r"(?<![\w*])\*(?P<words>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])")
_BLOCK = re.compile(r"^((?: {4}.*(?:\n|$))+)", re.MULTILINE)


def parts(text: str) -> tuple[TextPart, ...]:
    """Return a text in parts; inside code nothing else is marked, and lines that are indented by four are a block.

    >>> [part.kind for part in parts("a *literal* is `A1` or `~A1`")]
    ['text', 'stress', 'text', 'code', 'text', 'code']
    >>> parts("Here:\\n    a &&\\n       ^")[1].to_json()
    {'kind': 'block', 'text': 'a &&\\n   ^'}
    """
    pieces: list[TextPart] = []
    for index, piece in enumerate(_BLOCK.split(text)):  # what the pattern matched is at the odd places
        if index % 2:
            pieces.append(TextPart("block", dedent(piece).rstrip("\n")))
        else:
            pieces += _inline(piece.removesuffix("\n"))
    return tuple(part for part in pieces if part.text)


def _inline(text: str) -> Iterator[TextPart]:
    for index, piece in enumerate(CODE.split(text)):
        if index % 2:
            yield TextPart("code", piece)
        else:
            yield from (TextPart("stress" if i % 2 else "text", words) for i, words in enumerate(STRESS.split(piece)))


@dataclass(frozen=True, slots=True)
class Paragraph(Record):
    """A paragraph of prose."""

    parts: tuple[TextPart, ...] = shown("Its text.")
    kind: Literal["paragraph"] = shown("Always `paragraph`.", default="paragraph")


@dataclass(frozen=True, slots=True)
class BulletList(Record):
    """A list in prose."""

    items: tuple[tuple[TextPart, ...], ...] = shown("The text of each item.")
    kind: Literal["list"] = shown("Always `list`.", default="list")


def blocks(text: str) -> tuple[Paragraph | BulletList, ...]:
    """Return the paragraphs and lists of prose.

    >>> blocks("- one\\n- two")[0].to_json()
    {'items': [[{'kind': 'text', 'text': 'one'}], [{'kind': 'text', 'text': 'two'}]], 'kind': 'list'}
    """
    blocks: list[Paragraph | BulletList] = []
    for is_list, group in groupby(blocks_of(text), lambda block: block.startswith("- ")):
        if is_list:
            blocks.append(BulletList(tuple(parts(block.removeprefix("- ")) for block in group)))
        else:
            blocks += [Paragraph(parts(block)) for block in group]
    return tuple(blocks)


def blocks_of(text: str) -> list[str]:
    """Return the items of a list, each on one line, or the paragraph."""
    blocks: list[str] = []
    for line in text.splitlines():
        if line.startswith("- ") or not blocks:
            blocks.append(line)
        else:
            blocks[-1] += f" {line.strip()}"
    return blocks


# -- what a lesson consists of


@dataclass(frozen=True, slots=True)
class Prose(Record):
    """Prose."""

    text: str = shown("As the lesson writes it.")
    blocks: tuple[Paragraph | BulletList, ...] = shown("The same, divided.", default=(), repr=False)
    kind: Literal["prose"] = shown("Always `prose`.", default="prose", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", blocks(self.text))


@dataclass(frozen=True, slots=True)
class CommandItem(Record):
    """A command of logicms, and what it prints."""

    words: tuple[str, ...] = shown("Its words after `logicms`.")
    output: str = shown("What it prints; `...` stands for anything.")
    line: int = kept()
    """Where it begins in the lesson's text."""
    command: str = shown("The command line.", default="")
    kind: Literal["command"] = shown("Always `command`.", default="command")

    def __post_init__(self) -> None:
        object.__setattr__(self, "command", f"logicms {join(self.words)}")

    def __str__(self) -> str:
        return self.command


SectionItem = Prose | LessonFile | CommandItem | Exercise
"""What a section is made of."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what is below it."""

    heading: str
    items: tuple[SectionItem, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the learner stops: what is new since the last stop, and the exercise, if there is one."""

    heading: str
    items: tuple[Prose | LessonFile | CommandItem, ...]
    exercise: Exercise | None = None


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


def lesson_number(name: str) -> int | None:
    """Return the number of a lesson of the course, with which its name begins.

    >>> lesson_number("02-clue-to-clauses"), lesson_number("technique-split")
    (2, None)
    """
    number = name.partition("-")[0]
    return int(number) if number.isdecimal() else None


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
    def commands(self) -> tuple[CommandItem, ...]:
        return tuple(item for item in self._items() if isinstance(item, CommandItem))

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(item for item in self._items() if isinstance(item, Exercise))

    @property
    def stops(self) -> tuple[Stop, ...]:
        """Where a learner stops, in order."""
        return tuple(stop for section in self.sections for stop in _stops(section))

    @property
    def entry(self) -> LessonEntry:
        """What the list of lessons says of it."""
        names = tuple(exercise.name for exercise in self.exercises)
        return LessonEntry(self.name, lesson_number(self.name), self.title, self.about, names, len(self.stops))

    def _items(self) -> Iterator[SectionItem]:
        return (item for section in self.sections for item in section.items)


def _stops(section: Section) -> Iterator[Stop]:
    new: list[Prose | LessonFile | CommandItem] = []
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


# -- where lessons come from


ENDING = ".lesson"
ARTICLE = "technique-"
"""How the name of an article on a technique begins: a short lesson outside the course."""


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
    from logicms.explanation.techniques import Technique

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
    from logicms.teach.drills import drill_lesson, named_drill

    drill = named_drill(name)
    return _read(name) if drill is None else drill_lesson(*drill)


@cache
def _read(name: str) -> Lesson:
    from logicms.teach.lesson_reader import parse_lesson

    file = _files()[name]
    return parse_lesson(file.read_text(encoding="utf-8"), name, file.name)


@cache
def our_entry(name: str) -> LessonEntry:
    """Return what the list of lessons says of one of ours.

    >>> entry = our_entry("01-proposition")
    >>> entry.number, entry.exercises, entry.stops, entry == our_lesson("01-proposition").entry
    (1, ('what-is-one', 'safe', 'exactly-one', 'how-many', 'find-it'), 7, True)
    """
    from logicms.teach.lesson_reader import parse_entry

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

    from logicms.teach.drills import named_drill

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
