"""The fields of an exercise -> Exercise; and the words of a command -> what a lesson may run.

A lesson may come from anywhere, so it runs only commands that read, on its own boards and hint files. Commands that
serve, write or take long are refused, as are options that name a file to write and files that the lesson does not hold.
"""

from __future__ import annotations

import shlex
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from logicms.errors import BoardError, BoardSyntaxError, LogicmsError
from logicms.teach.exercise import LEVELS, Exercise, LessonFile, Live, Mistake
from logicms.teach.exercises import KINDS

SHARED = ("ask", "answer", "mistake", "says", "tip", "because")
"""The fields of every kind."""

MANY = ("answer", "mistake", "says", "tip")
"""The fields that may appear several times."""

RENAMED = {"hint": "tip"}
"""Fields of older lessons, and what they are called now."""

COMMANDS = ("show", "check", "solve", "prove", "next", "odds", "graph", "ask", "kb", "play", "search", "convert")
"""What a lesson may run."""

FORBIDDEN = ("--svg", "--proofs", "--out", "--plot", "--store", "--workers", "--cluster", "--games")
"""Options that write, or that take long."""

_COLUMN = 5


@dataclass(frozen=True, slots=True)
class Field:
    """A line `KEY: VALUE` of an exercise, with the further lines of its value."""

    key: str
    value: str
    line: int

    def mistake(self, message: str) -> BoardSyntaxError:
        return BoardSyntaxError(message, line=self.line, column=_COLUMN)


def read_exercise(
    name: str, kind: str, fields: Sequence[Field], files: Mapping[str, LessonFile], line: int
) -> Exercise:
    """Return the exercise that these fields write; errors have the line of the field, for the caller to complete."""
    if kind not in KINDS:
        message = f"there is no exercise of the kind {kind[:40]!r}; the kinds are {', '.join(KINDS)}"
        raise BoardSyntaxError(message, line=line)
    fields = [Field(RENAMED.get(field.key, field.key), field.value, field.line) for field in fields]
    _check_keys(kind, fields, line)
    last = {field.key: field for field in fields}
    texts = {key: tuple(field.value for field in fields if field.key == key) for key in last}
    tips = texts.get("tip", ())
    if len(tips) >= LEVELS:
        message = f"a lesson writes at most {LEVELS - 1} tips: the last one, which gives the step away, is computed"
        raise last["tip"].mistake(message)
    mistakes = _mistakes(fields)
    live = _live(last["live"], files) if "live" in last else None
    file = _file(last["on"], files) if "on" in last else None
    try:
        task = KINDS[kind].make(texts, file, {mistake.answer: mistake.says for mistake in mistakes})
    except LogicmsError as error:
        raise _at_field(error, fields, line) from None
    because = last["because"].value if "because" in last else ""
    return Exercise(name, kind, last["ask"].value, task, texts["answer"], mistakes, tips, because, live, file, line)


def _check_keys(kind: str, fields: Sequence[Field], line: int) -> None:
    known = (*SHARED, *KINDS[kind].needs, *KINDS[kind].takes)
    seen: set[str] = set()
    for field in fields:
        if field.key not in known:
            raise field.mistake(
                f"unknown key {field.key[:40]!r}; an exercise of the kind {kind} has {', '.join(known)}"
            )
        if field.key in seen and field.key not in MANY:
            raise field.mistake(f"the key {field.key} appears twice")
        if not field.value and field.key != "mistake":
            raise field.mistake(f"{field.key} lacks its value")
        seen.add(field.key)
    for key in ("ask", "answer", *KINDS[kind].needs):
        if key not in seen:
            raise BoardSyntaxError(f"an exercise of the kind {kind} needs a line {key}: …", line=line)


def _mistakes(fields: Sequence[Field]) -> tuple[Mistake, ...]:
    """Return each mistake with what is said of it, which comes right after it."""
    mistakes = []
    for field, after in zip(fields, (*fields[1:], None), strict=True):
        if field.key == "mistake":
            if after is None or after.key != "says":
                raise field.mistake("a mistake is followed by a line says: … with words of what the learner is told")
            mistakes.append(Mistake(field.value, after.value, field.line))
    if sum(field.key == "says" for field in fields) > len(mistakes):
        raise next(field for field in fields if field.key == "says").mistake("says: … follows a mistake: …")
    return tuple(mistakes)


def _file(field: Field, files: Mapping[str, LessonFile]) -> LessonFile:
    if field.value not in files:
        names = ", ".join(files) or "none yet"
        raise field.mistake(f"there is no board or hint file {field.value[:40]!r} above; there is {names}")
    return files[field.value]


def _live(field: Field, files: Mapping[str, LessonFile]) -> Live:
    line, arrow, path = field.value.rpartition("->")
    if not arrow:
        raise field.mistake("live is a command and where its JSON has the answer: logicms search row -> nodes")
    try:
        return Live(command_words(line.strip(), files), path.strip())
    except LogicmsError as error:
        raise field.mistake(str(error)) from None


def _at_field(error: LogicmsError, fields: Sequence[Field], line: int) -> BoardSyntaxError:
    """Return the error at its field: `exercises` names the field where it raises a syntax error."""
    source = error.source if isinstance(error, BoardSyntaxError) else ""
    message = error.message if isinstance(error, BoardSyntaxError) else str(error)
    for field in fields:
        if field.key == source:
            return field.mistake(message)
    return BoardSyntaxError(message, line=line)


# -- commands


def command_words(line: str, files: Container[str]) -> tuple[str, ...]:
    """Return the words of a command after `logicms`, or refuse it.

    >>> command_words("logicms prove --by direct row B1", {"row"})
    ('prove', '--by', 'direct', 'row', 'B1')
    >>> command_words("logicms solve other/board.txt", {"row"})
    Traceback (most recent call last):
    logicms.errors.BoardError: 'other/board.txt' is not a board of this lesson
    """
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise BoardError(f"this command cannot be read: {error}") from None
    if len(words) < 2 or words[0] != "logicms":
        raise BoardError("a command of a lesson begins with logicms, such as $ logicms solve row")
    if words[1] not in COMMANDS:
        raise BoardError(f"a lesson cannot run {words[1][:40]!r}; it can run {', '.join(COMMANDS)}")
    for word in words[2:]:
        if word.partition("=")[0] in FORBIDDEN:
            raise BoardError(f"a lesson's command may not have {word.partition('=')[0]}")
        # A lesson's commands run in a folder that holds its boards and nothing else.
        if word not in files and (word == "-" or any(sign in word for sign in "/\\")):
            raise BoardError(f"{word[:60]!r} is not a board of this lesson")
    return tuple(words[1:])
