"""The text of a lesson -> Lesson. `grammar/lesson.lark` is the notation, `docs/reference/notation` its specification.

The grammar finds the blocks; the content of each is read by its own reader (boards, hint files, the fields of an
exercise) as if at its place in the lesson, so that a mistake in a board is reported with its line in the lesson.

A lesson may come from anywhere, so it runs only commands that read, on its own boards and hint files. Commands that
serve, write or take long are refused, as are options that name a file to write and files that the lesson does not hold.

A lesson is *checked* against itself: its commands are run, its answers and mistakes are judged, problems are reported.
The tests check every lesson of ours; `learn --check FILE` lets a teacher do the same with a lesson of their own. The
commands run in a folder that holds the lesson's boards and hint files and nothing else; the door says how they run.

An exercise whose answer is printed above it exercises nothing. What a learner could copy is judged like an answer: each
piece of code in the prose above, each line that a command prints, and what it lists as safe and as mines. Small numbers
are everywhere; so a number gives an answer away if it is a fraction or at least 10, or if the very command is shown
that has it. Choices are not looked at.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from logicms.errors import BoardError, BoardSyntaxError, LimitReached, LogicmsError
from logicms.limits import limit
from logicms.notation.boards import parse_board
from logicms.notation.formulas import short_text
from logicms.notation.hint_files import HintFile, parse_hints
from logicms.notation.texts import Text, parse
from logicms.problem import Problem
from logicms.teach.cells import make_certain, make_clues, make_placement
from logicms.teach.exercise import (
    LEVELS,
    Exercise,
    Fields,
    LessonFile,
    Live,
    NumberTask,
    Task,
    TypicalMistake,
    make_choice,
    make_number,
    parse_number,
)
from logicms.teach.formulas import make_clauses, make_formula, make_premise, make_table
from logicms.teach.lesson import (
    CODE,
    ENDING,
    CommandItem,
    Lesson,
    LessonEntry,
    Prose,
    Section,
    SectionItem,
    find_lesson,
    lesson_number,
    our_lesson,
)
from logicms.teach.proof_judge import make_instance, make_proof
from logicms.teach.rows import make_rows
from logicms.teach.rules import make_rules

if TYPE_CHECKING:
    from lark import Token, Tree


@dataclass(frozen=True, slots=True)
class ExerciseKind:
    """A kind of exercise: what makes its task, and the fields that it needs and takes besides those of every kind."""

    task_of: Callable[[Fields], Task]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


KINDS = {
    "clauses": ExerciseKind(make_clauses, (), ("on", "clue", "formula")),
    "certain": ExerciseKind(make_certain, ("on",), ("by",)),
    "number": ExerciseKind(make_number, (), ("on", "live")),
    "choice": ExerciseKind(make_choice, ("choices",), ("on",)),
    "formula": ExerciseKind(make_formula, (), ("on", "names", "instance")),
    "rules": ExerciseKind(make_rules, ("on",), ()),
    "instance": ExerciseKind(make_instance, ("on", "clause"), ()),
    "placement": ExerciseKind(make_placement, ("on",), ("with",)),
    "premise": ExerciseKind(make_premise, ("clause", "resolvent"), ()),
    "clues": ExerciseKind(make_clues, ("on", "cell"), ()),
    "rows": ExerciseKind(make_rows, ("on", "question"), ()),
    "table": ExerciseKind(make_table, ("formula",), ()),
    "proof": ExerciseKind(make_proof, ("on", "goal"), ("style", "rule", "length", "clues")),
}
"""By the name that a lesson calls them."""


# -- reading


SHARED = ("ask", "answer", "mistake", "says", "tip", "because")
"""The fields of every kind."""

MANY = ("answer", "mistake", "says", "tip")
"""The fields that may appear several times."""

COMMANDS = ("show", "check", "solve", "prove", "next", "odds", "graph", "ask", "kb", "play", "search", "convert")
"""What a lesson may run."""

FORBIDDEN = ("--svg", "--proofs", "--out", "--plot", "--workers", "--cluster", "--games")
"""Options that write, or that take long."""


@dataclass(frozen=True, slots=True)
class Field:
    """A line `KEY: VALUE` of an exercise, with the further lines of its value."""

    key: str
    value: str
    at: Token


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


def lesson_at(wanted: str, text_of: Callable[[str], tuple[str, str]]) -> Lesson:
    """Return a lesson of logicms, by number or name, or the lesson in a file."""
    path = Path(wanted)
    if wanted.endswith(ENDING) or path.is_file():
        text, source = text_of(wanted)
        return parse_lesson(text, path.name.removesuffix(ENDING), source)
    return our_lesson(find_lesson(wanted))


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

    def _item(self, node: Tree[Token]) -> SectionItem:
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

    def _command(self, first: Token, node: Tree[Token]) -> CommandItem:
        try:
            words = command_words(first[1:].strip(), self.files)
        except BoardError as error:
            raise self._mistake(first, str(error), min(3, len(first.rstrip("\n")) + 1)) from None
        return CommandItem(words, "\n".join(_body(node)), first.line or 0)

    def _exercise(self, first: Token, node: Tree[Token]) -> Exercise:
        name, kind = self._name(first, "exercise"), first.partition(":")[2].strip()
        if name in self.exercises:
            raise self._mistake(first, f"there is an exercise {name} already")
        fields = [self._field(cast("Tree[Token]", child)) for child in node.children[1:]]
        self._check_keys(first, kind, fields)
        last = {field.key: field for field in fields}
        texts = {key: tuple(field.value for field in fields if field.key == key) for key in last}
        tips = texts.get("tip", ())
        if len(tips) >= LEVELS:
            message = f"a lesson writes at most {LEVELS - 1} tips: the last one, which gives the step away, is computed"
            raise self._wrong(last["tip"], message)
        mistakes = self._mistakes(fields)
        live = self._live(last["live"]) if "live" in last else None
        file = self._known_file(last["on"]) if "on" in last else None
        try:
            task = KINDS[kind].task_of(Fields(texts, file, {mistake.answer: mistake.says for mistake in mistakes}))
        except LogicmsError as error:  # a syntax error names its field
            source = error.source if isinstance(error, BoardSyntaxError) else ""
            message = error.message if isinstance(error, BoardSyntaxError) else str(error)
            field = next((field for field in fields if field.key == source), None)
            raise (self._mistake(first, message) if field is None else self._wrong(field, message)) from None
        ask, because = last["ask"].value, last["because"].value if "because" in last else ""
        exercise = Exercise(
            name, kind, ask, task, texts["answer"], mistakes, tips, because, live, file, first.line or 0
        )
        self.exercises[name] = exercise
        return exercise

    def _check_keys(self, first: Token, kind: str, fields: Sequence[Field]) -> None:
        if kind not in KINDS:
            message = f"there is no exercise of the kind {kind[:40]!r}; the kinds are {', '.join(KINDS)}"
            raise self._mistake(first, message)
        known = (*SHARED, *KINDS[kind].needs, *KINDS[kind].takes)
        seen: set[str] = set()
        for field in fields:
            if field.key not in known:
                message = f"unknown key {field.key[:40]!r}; an exercise of the kind {kind} has {', '.join(known)}"
                raise self._wrong(field, message)
            if field.key in seen and field.key not in MANY:
                raise self._wrong(field, f"the key {field.key} appears twice")
            if not field.value and field.key != "mistake":
                raise self._wrong(field, f"{field.key} lacks its value")
            seen.add(field.key)
        for key in ("ask", "answer", *KINDS[kind].needs):
            if key not in seen:
                raise self._mistake(first, f"an exercise of the kind {kind} needs a line {key}: …")

    def _mistakes(self, fields: Sequence[Field]) -> tuple[TypicalMistake, ...]:
        """Return each mistake with what is said of it, which comes right after it."""
        mistakes = []
        for before, field, after in zip((None, *fields), fields, (*fields[1:], None), strict=False):
            if field.key == "mistake":
                if after is None or after.key != "says":
                    message = "a mistake is followed by a line says: … with words of what the learner is told"
                    raise self._wrong(field, message)
                mistakes.append(TypicalMistake(field.value, after.value, field.at.line or 0))
            if field.key == "says" and (before is None or before.key != "mistake"):
                raise self._wrong(field, "says: … follows a mistake: …")
        return tuple(mistakes)

    def _known_file(self, field: Field) -> LessonFile:
        if field.value not in self.files:
            names = ", ".join(self.files) or "none yet"
            raise self._wrong(field, f"there is no board or hint file {field.value[:40]!r} above; there is {names}")
        return self.files[field.value]

    def _live(self, field: Field) -> Live:
        line, arrow, path = field.value.rpartition("->")
        if not arrow:
            raise self._wrong(field, "live is a command and where its JSON has the answer: logicms search row -> nodes")
        try:
            return Live(command_words(line.strip(), self.files), path.strip())
        except LogicmsError as error:
            raise self._wrong(field, str(error)) from None

    def _wrong(self, field: Field, message: str) -> BoardSyntaxError:
        return self._mistake(field.at, message, INDENT + 1)

    def _field(self, node: Tree[Token]) -> Field:
        first, *more = cast("list[Token]", node.children)
        key, colon, value = first.partition(":")
        if not colon:
            raise self._mistake(first, "a line of an exercise is KEY: VALUE", INDENT + 1)
        lines = [value.strip(), *(str(line).strip() for line in more)]
        return Field(key.strip(), "\n".join(line for line in lines if line), first)

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


# -- checking a lesson


Run = Callable[[tuple[str, ...], Path], str]
"""Runs the words of a command after `logicms` in a folder, and returns everything that it prints."""

DOTS = "..."
"""What a lesson writes in the output of a command for what may differ."""


def problems(lesson: Lesson, run: Run) -> Iterator[tuple[int, str]]:
    """Yield each problem of a lesson: the line of its text, and what is wrong."""
    with folder_of(lesson.files.values()) as folder:
        for command in lesson.commands:
            printed = run(command.words, folder)
            if not is_as_written(printed, command.output):
                yield command.line, f"$ {command} prints\n{printed}\nand not\n{command.output}"
        for exercise in lesson.exercises:
            try:
                yield from _exercise_problems(exercise)
                if exercise.live is not None:
                    yield from _live_problems(exercise, exercise.live, run, folder)
            except LogicmsError as error:
                yield exercise.line, f"{exercise.name}: {error}"
    yield from given_away(lesson)


def _exercise_problems(exercise: Exercise) -> Iterator[tuple[int, str]]:
    for answer in exercise.answers:
        judgement = exercise.task.judge(answer)
        if not judgement.is_right:
            yield exercise.line, f"{exercise.name}: this answer is refused:\n{answer}\n{judgement}"
    if not exercise.mistakes:
        yield exercise.line, f"{exercise.name}: no mistake is listed; add a line mistake: … and a line says: …"
    for mistake in exercise.mistakes:
        judgement = exercise.task.judge(mistake.answer)
        if judgement.is_right:
            yield mistake.line, f"{exercise.name}: this mistake is accepted as right: {mistake.answer}"
        elif mistake.says not in str(judgement):
            missing = f"in which there is no {mistake.says!r}"
            yield mistake.line, f"{exercise.name}: the reply to {mistake.answer!r} is\n{judgement}\n{missing}"
    tips = [exercise.tip(level) for level in range(1, LEVELS + 1)]
    if not all(tips) or len(set(tips)) < LEVELS:
        yield exercise.line, f"{exercise.name}: {LEVELS} different tips are needed, not {tips}"


def _live_problems(exercise: Exercise, live: Live, run: Run, folder: Path) -> Iterator[tuple[int, str]]:
    words = live.words if "--json" in live.words else (live.words[0], "--json", *live.words[1:])
    printed = run(words, folder)
    try:
        value = json.loads(printed)
        for key in live.path.split("."):
            value = value[int(key)] if isinstance(value, list) else value[key]
    except (ValueError, LookupError, TypeError):
        yield exercise.line, f"{exercise.name}: live: there is no {live.path} in {printed[:200]}"
        return
    if parse_number(str(value)) != parse_number(exercise.answers[0]):
        yield exercise.line, f"{exercise.name}: the answer is {exercise.answers[0]}, but the command says {value}"


# -- answers that are given away

LEAST_NUMBER = 10
"""A whole number below this one is on every page."""

_WHOLE = ("clauses", "rows", "rules", "proof")
"""The kinds whose answers have several lines, so that all that is printed may be one."""

_LISTS = re.compile(r"^(?P<word>safe|mine): (?P<names>.+)$", re.MULTILINE)
_PREFIX = re.compile(r"^\w+: ")
_NUMBER = re.compile(r"(?<![\w/.])[0-9][0-9,]*(?:[.][0-9]+|/[0-9]+)?(?![\w/])")

MOST_CANDIDATES, SECONDS = 400, 20
"""This many pieces of a lesson are tried for each exercise, the nearest ones, and for this long."""


def given_away(lesson: Lesson) -> Iterator[tuple[int, str]]:
    """Yield the line of each exercise whose answer is above it, and what gives it away."""
    above: list[Prose | CommandItem] = []
    for stop in lesson.stops:
        above += [item for item in stop.items if isinstance(item, Prose | CommandItem)]
        exercise = stop.exercise
        if exercise is None or exercise.kind == "choice":
            continue
        source = _number(exercise, above) if isinstance(exercise.task, NumberTask) else _copied(exercise, above)
        if source is not None:
            yield exercise.line, f"{exercise.name}: the answer is printed above its question: {source}"


def _number(exercise: Exercise, above: list[Prose | CommandItem]) -> str | None:
    """Return the command that prints the number that is asked for."""
    assert isinstance(exercise.task, NumberTask)
    value = exercise.task.value
    live = set() if exercise.live is None else set(exercise.live.words) - {"--json"}
    for item in above:
        if isinstance(item, CommandItem):
            tells = value.denominator > 1 or value >= LEAST_NUMBER
            printed = tells and any(parse_number(each) == value for each in _NUMBER.findall(item.output))
            if printed or set(item.words) - {"--json"} == live:
                return f"$ {item}"
    return None


def _copied(exercise: Exercise, above: list[Prose | CommandItem]) -> str | None:
    """Return what could be copied as the answer; the nearest, if there is one."""
    tried: dict[str, None] = {}
    for item in reversed(above):
        tried.update(dict.fromkeys(_candidates(item, exercise)))
    with suppress(LimitReached), limit(seconds=SECONDS):
        for candidate in list(tried)[:MOST_CANDIDATES]:
            with suppress(BoardError):  # what cannot be judged is no answer
                if exercise.task.judge(candidate).is_right:
                    return candidate
    return None


def _candidates(item: Prose | CommandItem, exercise: Exercise) -> Iterator[str]:
    if isinstance(item, Prose):
        yield from CODE.findall(item.text)
        return
    lists = [f"{match['word']} {match['names']}" for match in _LISTS.finditer(item.output)]
    if lists and exercise.kind in ("certain", "placement") and exercise.file is not None:
        if exercise.file.name in item.words:
            yield ", ".join(lists)
            yield from lists
        return
    lines = [line.strip() for line in item.output.splitlines() if line.strip()]
    yield from lines
    yield from (_PREFIX.sub("", line) for line in lines)
    if exercise.kind in _WHOLE:
        yield "\n".join(lines)
        yield "\n".join(line for line in lines if "|" in line or line.lstrip("~").isalnum())
        yield "\n".join(line for line in lines if " = " in line or line in ("certainly:", "perhaps:"))


# -- commands


@contextmanager
def folder_of(files: Iterable[LessonFile]) -> Iterator[Path]:
    """Make a temporary folder with these boards and hint files, each in a file of its name."""
    with TemporaryDirectory(prefix="logicms-lesson-") as name:
        folder = Path(name)
        for file in files:
            (folder / file.name).write_text(f"{file.text}\n", encoding="utf-8")
        yield folder


def is_as_written(printed: str, written: str) -> bool:
    """Return whether a command printed what its lesson says; `...` there stands for anything on its line.

    A line that is nothing but `...` stands for any number of lines. Time grows with lines times lines, and never more.

    >>> is_as_written("10 nodes, 0.003 s", "10 nodes, ... s"), is_as_written("11 nodes", "10 nodes")
    (True, False)
    >>> (
    ...     is_as_written("a\\nb\\nc\\nd", "a\\n...\\nd"),
    ...     is_as_written("a\\nb", "...\\nb\\n..."),
    ...     is_as_written("a", "...\\nb"),
    ... )
    (True, True, False)
    """
    blocks = [""]
    for line in _lines(written):
        if line.strip() == DOTS:
            blocks.append("")
        else:
            blocks[-1] += f"{_pattern(line.split(DOTS))}\n"
    # The leftmost place of each block leaves the most room for those after it, so no place is tried again: (?>…).
    first, *middle, last = blocks if len(blocks) > 1 else ["", *blocks]
    any_lines = r"(?:.*\n)*?" if len(blocks) > 1 else ""
    pattern = first + "".join(f"(?>{any_lines}{block})" for block in middle) + any_lines + last
    return re.fullmatch(pattern, "".join(f"{line}\n" for line in _lines(printed))) is not None


def _lines(text: str) -> list[str]:
    return "\n".join(map(str.rstrip, text.splitlines())).strip("\n").split("\n")


def _pattern(pieces: list[str]) -> str:
    """Return the pattern of a line that has these pieces in their order, with anything between them."""
    first, *more = map(re.escape, pieces)
    if not more:
        return first
    *middle, last = more
    return first + "".join(f"(?>.*?{piece})" for piece in middle) + f".*{last}"
