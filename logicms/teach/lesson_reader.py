"""The text of a lesson -> Lesson. `grammar/lesson.lark` is the notation, `grammar/README.md` its specification.

The grammar finds the blocks; the content of each is read by its own reader (boards, hint files, the fields of an
exercise) as if at its place in the lesson, so that a mistake in a board is reported with its line in the lesson.

A lesson may come from anywhere, so it runs only commands that read, on its own boards and hint files. Commands that
serve, write or take long are refused, as are options that name a file to write and files that the lesson does not hold.
"""

from __future__ import annotations

import shlex
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

from logicms.errors import BoardError, BoardSyntaxError, LogicmsError
from logicms.notation.boards import parse_board
from logicms.notation.formulas import short_text
from logicms.notation.hint_files import HintFile, parse_hints
from logicms.notation.texts import Text, parse
from logicms.problem import Problem
from logicms.teach.exercise import LEVELS, Exercise, LessonFile, Live, Mistake
from logicms.teach.exercises import KINDS
from logicms.teach.lesson import Command, Item, Lesson, LessonEntry, Prose, Section, lesson_number

if TYPE_CHECKING:
    from lark import Token, Tree


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


INDENT = 4
"""The blanks that belong to a block, and not to its text."""

KEYS = ("title", "about")
"""What every lesson says of itself before its first section."""

_NAME = "small letters, digits, - and ."


def parse_lesson(text: str, name: str = "lesson", source: str = "<lesson>") -> Lesson:
    """Return the lesson that `text` writes; `source` is the file's name for errors.

    >>> lesson = parse_lesson("title: Cells\\nabout: What a cell is.\\n\\n== A cell\\nIt is hidden or open.\\n")
    >>> lesson.title, lesson.sections[0].items
    ('Cells', (Prose(text='It is hidden or open.'),))
    """
    checked = short_text(text if text.endswith("\n") else f"{text}\n", source)
    return _Reader(checked).lesson(_tree(checked), name)


def parse_entry(text: str, name: str = "lesson", source: str = "<lesson>") -> LessonEntry:
    """Return what the list of lessons says of one. Its boards and exercises are not read, which is much cheaper.

    >>> parse_entry("title: T\\nabout: A\\n== S\\nexercise e: number\\n    ask: ?\\n").exercises
    ('e',)
    """
    checked = short_text(text if text.endswith("\n") else f"{text}\n", source)
    return _Reader(checked).entry(_tree(checked), name)


def _tree(text: Text) -> Tree[Token]:
    from lark.exceptions import UnexpectedInput

    try:
        return parse("lesson.lark", "lesson", text.content)
    except UnexpectedInput as error:
        ended = str(getattr(getattr(error, "token", None), "type", "")) == "$END"
        line = len(text.lines) - 1 if ended else error.line
    raise _mistake_at(text, line, ended)


def _mistake_at(text: Text, line: int, ended: bool) -> BoardSyntaxError:
    shown = text.lines[line - 1]
    if ended:
        return text.mistake_at_end("the lesson ends here: a section, board or exercise lacks its lines")
    if shown.startswith("\t"):
        message = "a tab: indent by four blanks"
    elif shown.startswith(" "):
        message = (
            "an indented line that belongs to nothing: a board, a command or an exercise is indented by four blanks"
        )
    elif not any(before.startswith("==") for before in text.lines[:line]):
        message = "this comes before the first section; a section begins with a line such as == The first clue"
    else:
        message = "the block above this line lacks its lines, which are indented by four blanks"
    return text.mistake_in_line(message, line)


class _Reader:
    """Reads the blocks of one lesson, one after another; remembers the names that are taken."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.files: dict[str, LessonFile] = {}
        self.exercises: dict[str, Exercise] = {}

    def lesson(self, tree: Tree[Token], name: str) -> Lesson:
        keys = self._keys([child for child in tree.children if isinstance(child, str)])
        nodes = [child for child in tree.children if not isinstance(child, str)]
        return Lesson(name, keys["title"], keys["about"], tuple(map(self._section, nodes)))

    def entry(self, tree: Tree[Token], name: str) -> LessonEntry:
        keys = self._keys([child for child in tree.children if isinstance(child, str)])
        firsts = [cast("Token", node.children[0]) for node in tree.find_data("exercise")]
        ordered = sorted(firsts, key=lambda first: first.line or 0)
        exercises = tuple(self._name(first, "exercise") for first in ordered)
        # A learner stops at each exercise, and at the end of a section that does not end with one.
        ends = [node.children[-1] for node in tree.children if not isinstance(node, str)]
        stops = len(exercises) + sum(isinstance(end, str) or end.data != "exercise" for end in ends)
        return LessonEntry(name, lesson_number(name), keys["title"], keys["about"], exercises, stops)

    def _keys(self, tokens: list[Token]) -> dict[str, str]:
        values: dict[str, str] = {}
        for token in tokens:
            key, _, value = token.partition(":")
            key, value = key.strip(), value.strip()
            if key not in KEYS:
                raise self._mistake(token, f"unknown key {key[:40]!r}; the keys are {' and '.join(KEYS)}")
            if key in values:
                raise self._mistake(token, f"the key {key} appears twice")
            if not value:
                raise self._mistake(token, f"{key} lacks its value")
            values[key] = value
        for key in KEYS:
            if key not in values:
                raise self.text.mistake_in_line(f"a lesson begins with its {key}, such as {key}: …", 1)
        return values

    def _section(self, node: Tree[Token]) -> Section:
        heading, *parts = node.children
        assert isinstance(heading, str)
        title = heading.strip().strip("=").strip()
        if not title:
            raise self._mistake(heading, "a section has a heading, such as == The first clue")
        return Section(title, tuple(self._item(cast("Tree[Token]", part)) for part in parts))

    def _item(self, node: Tree[Token]) -> Item:
        first = cast("Token", node.children[0])
        if node.data == "prose":
            return Prose("\n".join(str(line).rstrip() for line in node.children))
        if node.data == "run":
            return self._command(first, node)
        if node.data == "exercise":
            return self._exercise(first, node)
        return self._file(first, str(node.data), node)

    # -- blocks

    def _file(self, first: Token, kind: str, node: Tree[Token]) -> LessonFile:
        name = self._name(first, kind)
        if name in self.files:
            raise self._mistake(first, f"there is a {name} already")
        text = "\n".join(_body(node))
        # Empty lines before it put a mistake at its line of the lesson; the blanks are put back by the caller.
        above = "\n" * ((cast("Token", node.children[1]).line or 1) - 1)
        try:
            if kind == "board":
                file = LessonFile.of_board(name, parse_board(above + text, source=self.text.source), text)
            else:
                file = LessonFile(name, text, Problem.of(self._hints(text, above)))
        except BoardSyntaxError as error:
            raise self.text.mistake_in_line(error.message, error.line, error.column + INDENT) from None
        except BoardError as error:
            raise self._mistake(first, str(error)) from None
        self.files[name] = file
        return file

    def _hints(self, text: str, above: str) -> HintFile:
        """Return a hint file; its rules are cited by their lines in the file, its mistakes by those in the lesson.

        Rules that give no size are about the grid of the last board above.
        """
        board = next((file.board for file in reversed(self.files.values()) if file.is_board), None)
        size, grid = (None, None) if board is None else ((board.width, board.height), board.grid)
        try:
            file = parse_hints(text, self.text.source, size, grid)
        except BoardSyntaxError:
            file = parse_hints(above + text, self.text.source, size, grid)
        return replace(file, size=size, grid=grid or "square") if file.rules and file.size is None else file

    def _command(self, first: Token, node: Tree[Token]) -> Command:
        try:
            words = command_words(first[1:].strip(), self.files)
        except BoardError as error:
            raise self._mistake(first, str(error), min(3, len(first.rstrip("\n")) + 1)) from None
        return Command(words, "\n".join(_body(node)), first.line or 0)

    def _exercise(self, first: Token, node: Tree[Token]) -> Exercise:
        name, kind = self._name(first, "exercise"), first.partition(":")[2].strip()
        if name in self.exercises:
            raise self._mistake(first, f"there is an exercise {name} already")
        fields = [self._field(cast("Tree[Token]", child)) for child in node.children[1:]]
        try:
            exercise = read_exercise(name, kind, fields, self.files, first.line or 0)
        except BoardSyntaxError as error:  # it has the line of a field, but neither the file nor the text
            raise self.text.mistake_in_line(error.message, error.line, error.column) from None
        self.exercises[name] = exercise
        return exercise

    def _field(self, node: Tree[Token]) -> Field:
        first, *more = cast("list[Token]", node.children)
        key, colon, value = first.partition(":")
        if not colon:
            raise self._mistake(first, "a line of an exercise is KEY: VALUE", INDENT + 1)
        lines = [value.strip(), *(str(line).strip() for line in more)]
        return Field(key.strip(), "\n".join(line for line in lines if line), first.line or 0)

    def _name(self, first: Token, kind: str) -> str:
        name = first.partition(":")[0].removeprefix(kind).strip()
        if not name[:1].isalnum() or not all(sign in "abcdefghijklmnopqrstuvwxyz0123456789-." for sign in name):
            raise self._mistake(first, f"a name is {_NAME}, not {name[:40]!r}", len(kind) + 2)
        return name

    def _mistake(self, token: Token, message: str, column: int = 1) -> BoardSyntaxError:
        return self.text.mistake_in_line(message, token.line or 1, column)


def _body(node: Tree[Token]) -> list[str]:
    """Return the lines of a block without its indentation and the blank lines after it."""
    lines = [str(line).rstrip()[INDENT:] for line in node.children[1:]]
    while lines and not lines[-1]:
        lines.pop()
    return lines
