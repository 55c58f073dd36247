"""Fuzzing: texts made from a corpus by changing them, and every reader of texts that must cope with them.

A *reader* takes bytes, as a file or a request gives them. It returns, or it raises one of logicms's own errors, with a
place in the text where there is one; any other exception is a mistake, and so is taking long. What was read must also
be the same after it was written and read again, where it can be written.

Texts that made a reader say something new are kept and changed further: that leads to places that no text of the corpus
reaches by one change.
"""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from conftest import ROOT, apart

from logicms.answers.play import replayed
from logicms.answers.prove import verify_json
from logicms.answers.solve import check, solve
from logicms.board import parse_cell
from logicms.cli.prove import read_proof
from logicms.connectives import AtLeast
from logicms.errors import BoardError, BoardSyntaxError, IllegalMove, LimitReached
from logicms.experiments.catalogue import EXPERIMENTS
from logicms.experiments.experiment import AXES, parse_values
from logicms.experiments.run import read_rows
from logicms.grading.course import read_course
from logicms.grading.match import MEASURES
from logicms.hints import parse_literal
from logicms.limits import limit
from logicms.notation.datalog import parse_datalog, question_about
from logicms.notation.facts import parse_table
from logicms.notation.formulas import format_formula, parse_formula
from logicms.notation.grading import format_rubric, parse_line, parse_rubric
from logicms.notation.grids import Format
from logicms.notation.hint_files import format_hints, parse_hints
from logicms.notation.read import FORMATS, read, write_what_fits
from logicms.notation.texts import Text, decode_text
from logicms.notation.transcripts import format_transcript, parse_transcript
from logicms.problem import Statement
from logicms.teach.drills import DRILLS, drill_name
from logicms.teach.exercise import Exercise
from logicms.teach.lesson import lesson_names, our_lesson
from logicms.teach.lesson_reader import parse_entry, parse_lesson
from logicms.teach.proof_lines import parse_clause, parse_proof
from logicms.teach.session import load_progress

CORPUS = ROOT / "tests" / "corpus"
FAILING = CORPUS / "failing"
"""Where a text is written that a reader does not cope with; git ignores this folder."""

MOST_SECONDS = 20
"""The processor time that reading one text may take; nearly all take less than a hundredth of a second."""
MOST_STEPS = 20_000
"""The work that judging a proof or an answer may take: reading is to be tested here."""
MOST_CHARACTERS = 300_000

Reader = Callable[[bytes], object]


# -- readers: bytes -> what was read, or a deliberate error


def _board(form: Format, data: bytes) -> object:
    assert form.parse is not None
    board = form.parse(decode_text(data), "<text>")
    if form.format is not None:
        try:
            text, left_out = write_what_fits(board, form.name, force=True)
        except BoardError:  # it has no room at all for such a board
            return board
        again = form.parse(text, "<written>")
        # A clue 0 and a safe cell are the same in a format of layouts alone.
        assert left_out or again == board or form.format(again) == text, f"written and read again, it is {again}"
    return board


def _hints(data: bytes) -> object:
    file = parse_hints(decode_text(data))
    again = parse_hints(format_hints(file))
    with limit(steps=MOST_STEPS):
        same = [_without_line(each) for each in again.statements] == [_without_line(each) for each in file.statements]
    assert same, f"written and read again, it is {again}"
    return file


def _datalog(data: bytes) -> object:
    file = parse_datalog(decode_text(data))
    again = parse_hints(format_hints(file))
    assert [rule.body for rule in again.rules] == [rule.body for rule in file.rules], f"as a hint file, it is {again}"
    assert again.book is None or file.book is None or again.book.facts == file.book.facts
    with limit(steps=MOST_STEPS):
        problem = file.to_problem()
        for question in file.questions or ():
            question_about(problem, question)
    return file


def _table(data: bytes) -> object:
    return parse_table("edge", decode_text(data), "edge.csv").rows


def _without_line(statement: Statement) -> str:
    """Return a statement as text; comments are not written, so the line of its rule may be another one."""
    return re.sub(r"\bline \d+", "line", repr(statement))


def _any(data: bytes) -> object:
    """Read a board or a hint file in any format, and reason about it for a moment."""
    content = read(decode_text(data))
    problem, name = content.problem(), content.format
    if len(problem.names if problem.board is None else problem.board.signs) < 1_000:
        with limit(steps=2_000):
            return name, solve(problem).status, check(problem).status
    return name


def _formula(data: bytes) -> object:
    formula = parse_formula(decode_text(data))
    if formula.has(AtLeast):  # a count is shown, and not read again
        return format_formula(formula)
    again = parse_formula(format_formula(formula))
    assert again == formula, f"written and read again, it is {again}"
    return formula


def _proof_by_hand(data: bytes) -> object:
    text = decode_text(data)
    proof = parse_proof(text)
    for line in proof.lines:
        str(line)
    try:
        parse_clause(text)
    except BoardSyntaxError:
        pass
    return proof


def _lesson(data: bytes) -> object:
    text = decode_text(data)
    with limit(steps=MOST_STEPS):
        lesson = parse_lesson(text)
    assert parse_entry(text, lesson.name) == lesson.entry
    return lesson.title


@cache
def _exercises() -> tuple[Exercise, ...]:
    """Return one exercise of each kind."""
    of_kind: dict[str, Exercise] = {}
    for name in (*lesson_names(), *(drill_name(kind, 1) for kind in DRILLS)):
        for exercise in our_lesson(name).exercises:
            of_kind.setdefault(exercise.kind, exercise)
    return tuple(of_kind.values())


def _answer(data: bytes) -> object:
    text = decode_text(data)
    with limit(steps=MOST_STEPS):
        return [exercise.task.judge(text).to_json() for exercise in _exercises()]


def _proof_json(data: bytes) -> object:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "proof.json"
        path.write_bytes(data)
        proof = read_proof(str(path))
    with limit(steps=MOST_STEPS):
        return verify_json(proof).to_json()


def _progress(data: bytes) -> object:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "progress.json"
        path.write_bytes(data)
        progress, told = load_progress(path)
    if told:
        raise BoardError(told.replace(folder, ""))
    return progress


def _rows(data: bytes) -> object:
    return len(read_rows(data, EXPERIMENTS["density"].plan(500), "rows.csv"))


def _cell(data: bytes) -> object:
    text = decode_text(data)
    try:
        return parse_cell(text)
    except BoardError:
        return parse_literal(text)


def _axis(data: bytes) -> object:
    axis, _, values = decode_text(data).partition("=")
    if axis not in AXES:
        raise BoardError("no axis")
    return parse_values(axis, values)


def _referee_line(data: bytes) -> object:
    line = parse_line(decode_text(data), 9, 9)
    if line is not None and not line.text:
        assert parse_line(" ".join([line.word, *map(str, line.cells)]), 9, 9) == line
        assert all(0 <= cell.row < 9 and 0 <= cell.col < 9 for cell in line.cells)
    return line


def _rubric(data: bytes) -> object:
    rubric = parse_rubric(decode_text(data), MEASURES)
    assert parse_rubric(format_rubric(rubric), MEASURES) == rubric
    measures = dict.fromkeys(MEASURES, 7.0)
    return [0 <= each.earned(measures) <= each.points for each in rubric]


def _transcript(data: bytes) -> object:
    text = decode_text(data)
    game = parse_transcript(text)
    if not text.lstrip().startswith("{"):
        assert parse_transcript(format_transcript(game)) == game
    try:
        replayed(game)
    except (BoardError, IllegalMove):
        pass
    return game


def _adapter(data: bytes) -> object:
    course = read_course(decode_text(data), Path("adapter.py"))
    return course.width > 0 and course.file


class _Request:
    """As much of a request as reading its body takes."""

    class query_params:
        """A query without fields."""

        @staticmethod
        def multi_items() -> list[tuple[str, str]]:
            return []

    def __init__(self, kind: str, data: bytes) -> None:
        self.headers = {"content-type": kind}
        self._data = data

    async def stream(self) -> Any:
        yield self._data


def _body(data: bytes) -> object:
    """Read the body of a request: the first line names its class."""
    from logicms.commands import boards, generate, lessons, play, prove, solve
    from logicms.commands.question import Question
    from logicms.web.edge import JSON, read_body
    from logicms.web.refusals import RequestRefused
    from logicms.web.settings import Limits

    name, _, body = data.partition(b"\n")
    named = {
        **vars(boards),
        **vars(generate),
        **vars(solve),
        **vars(prove),
        **vars(play),
        **vars(lessons),
    }
    kind = named.get(name.decode("ascii", "replace"))
    if not (isinstance(kind, type) and issubclass(kind, Question)):
        raise BoardError("no body")
    try:
        return apart(read_body(_Request(JSON, body), kind, Limits()))  # type: ignore[arg-type]
    except RequestRefused as refused:
        assert refused.details.status in (400, 413, 422), refused.details
        raise BoardError(refused.details.detail) from None


READERS: dict[str, Reader] = {
    **{f"format-{form.name}": partial(_board, form) for form in FORMATS.values() if form.parse},
    "format-hints": _hints,
    "format-datalog": _datalog,
    "table": _table,
    "any": _any,
    "formula": _formula,
    "proof-by-hand": _proof_by_hand,
    "lesson": _lesson,
    "answer": _answer,
    "proof-json": _proof_json,
    "transcript": _transcript,
    "progress": _progress,
    "rows": _rows,
    "cell": _cell,
    "axis": _axis,
    "body": _body,
    "referee-line": _referee_line,
    "rubric": _rubric,
    "adapter": _adapter,
}
"""Every reader of texts, by the folder of its corpus; `any` is given the texts of all formats."""

WITHOUT_PLACE = {"transcript", "rows", "answer", "proof-by-hand"}
"""Readers whose errors may point into a part of the text, or at a whole line."""


def corpus(reader: str) -> list[bytes]:
    """Return the texts that a reader starts from."""
    pattern = "format-*/*" if reader == "any" else f"{reader}/*"
    return [path.read_bytes() for path in sorted(CORPUS.glob(pattern))]


# -- one text


class TookLong(Exception):
    """Reading a text took more processor time than any text may take."""


@contextmanager
def watched() -> Iterator[None]:
    """Raise `TookLong` if the block takes too much processor time, where the system can tell."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def end(number: int, frame: object) -> None:
        raise TookLong(f"more than {MOST_SECONDS} s")

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def outcome(reader: str, data: bytes) -> str:
    """Return what a reader says of a text, without what is particular to the text; a mistake raises."""
    try:
        with watched():
            found = READERS[reader](data)
    except BoardSyntaxError as error:
        _check_place(reader, data, error)
        return "syntax: " + _shape(error.message)
    except (BoardError, LimitReached) as error:
        assert str(error), "an error says what is wrong"
        return "refused: " + _shape(str(error))
    return "read: " + re.sub(r"\w+", "w", _shape(repr(found)[:3_000]))[:60]


def _check_place(reader: str, data: bytes, error: BoardSyntaxError) -> None:
    assert error.message and str(error).startswith(f"{error.source}:{error.line}:{error.column}: ")
    assert error.line >= 1 and error.column >= 1, "places are counted from 1"
    if reader in WITHOUT_PLACE or not error.source_line:
        return
    assert error.column <= len(error.source_line) + 1, "it points beyond its line"
    lines = map(_bare, Text(data.decode("utf-8", "replace").replace("\0", "?")).lines)
    shown = next((line for number, line in enumerate(lines, 1) if number == error.line), None)
    assert shown is not None and _bare(error.source_line) in shown, "it shows another line"


def _bare(line: str) -> str:
    """Return a line without what a reader may leave out: blanks at its ends, more than one BOM."""
    return line.replace("\N{ZERO WIDTH NO-BREAK SPACE}", "").replace("\0", "?").strip()


def _shape(text: str) -> str:
    """Return a message without the names, numbers and quotations in it."""
    return re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d+|\b[A-Z]+\b", "_", text)[:100]


# -- making texts

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBER = re.compile(r"-?\d+")
_HUGE = [
    "0",
    "-1",
    "9",
    "00",
    "99999999999",
    str(2**31),
    str(2**63),
    str(2**64),
    "1e400",
    "0.5",
    "-0",
    "9" * 5_000,
    "٣",
]
_ODD = [
    *"\0\t\r\n\x0b\x0c\x1c\x85\xa0\u2028\u2029\u200b\u200d\ufeff\u202e\u0301\ud7ff\U0001d7d9",
    *"①²½Ⅷ٣３ＡАΑａі～｜（＆−–—‐’“”≤→¬∧∨⊕↔名ßıİﬀ🚩💣⬜■·⚑✱✓",
    *"#;:,=~()[]{}<>|&^\\/'\"`%$@!?*-_. ",
    "1️⃣",
]
_AROUND = [
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ('{"a": ', "}"),
    ("~", ""),
    ("~(", ")"),
    ("a -> (", ")"),
    ("\n", ""),
    (" ", ""),
]
_VALUES: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    3,
    10**30,
    0.5,
    1e308,
    "",
    "A1",
    "~",
    "_1",
    "\0",
    "\ud800",
    [],
    [[]],
    {},
    {"a": 1},
]


def changed(rng: Random, pool: list[bytes], others: list[bytes]) -> bytes:
    """Return a text of the pool after one to four changes."""
    data = rng.choice(pool)
    if rng.random() < 0.05:
        return _with_bytes_changed(rng, data)
    if data.lstrip()[:1] == b"{" and rng.random() < 0.5:
        if (made := _with_value_changed(rng, data)) is not None:
            return made
    text = data.decode("utf-8", "replace")
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        other = rng.choice(others if rng.random() < 0.2 else pool).decode("utf-8", "replace")
        text = rng.choice(_CHANGES)(rng, text, other)[:MOST_CHARACTERS]
    return text.encode("utf-8", "surrogatepass")


def _span(rng: Random, text: str) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 5, 20, 100, 1000)))


def _span_deleted(rng: Random, text: str, other: str) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[end:]


def _span_repeated(rng: Random, text: str, other: str) -> str:
    start, end = _span(rng, text)
    return text[:end] + text[start:end] * rng.choice((1, 1, 2, 10, 1000)) + text[end:]


def _span_spliced(rng: Random, text: str, other: str) -> str:
    (start, end), (first, last) = _span(rng, text), _span(rng, other)
    return text[:start] + other[first:last] + text[rng.choice((start, end)) :]


def _halves_joined(rng: Random, text: str, other: str) -> str:
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _token_swapped(rng: Random, text: str, other: str) -> str:
    mine, theirs = _TOKEN.findall(text), _TOKEN.findall(other)
    if not (mine and theirs):
        return other
    mine[rng.randrange(len(mine))] = rng.choice(theirs)
    return "".join(mine)


def _tokens_exchanged(rng: Random, text: str, other: str) -> str:
    tokens = _TOKEN.findall(text)
    if len(tokens) > 1:
        one, two = rng.sample(range(len(tokens)), 2)
        tokens[one], tokens[two] = tokens[two], tokens[one]
    return "".join(tokens)


def _number_changed(rng: Random, text: str, other: str) -> str:
    numbers = list(_NUMBER.finditer(text))
    if not numbers:
        return text + rng.choice(_HUGE)
    number = rng.choice(numbers)
    new = rng.choice([*_HUGE, str(int(number[0][:20]) + rng.choice((-1, 1)))])
    return text[: number.start()] + new + text[number.end() :]


def _odd_put_in(rng: Random, text: str, other: str) -> str:
    start, end = _span(rng, text)
    return text[:start] + rng.choice(_ODD) + text[min(end, start + rng.choice((0, 1))) :]


def _nested(rng: Random, text: str, other: str) -> str:
    start, end = _span(rng, text)
    before, after = rng.choice(_AROUND)
    depth = rng.choice((1, 2, 30, 60, 300, 3_000))
    return text[:start] + before * depth + text[start:end] + after * rng.choice((depth, depth, depth - 1)) + text[end:]


def _lines_changed(rng: Random, text: str, other: str) -> str:
    lines = text.split("\n")
    line = rng.randrange(len(lines))
    new = rng.choice(
        (lines[line] + "  # x", "    " + lines[line], lines[line].strip(), "", rng.choice(other.split("\n")))
    )
    lines[line:] = rng.choice(
        ([new], [new, *lines[line:]], [*lines[line + 1 :], new], [lines[line] + "\r", *lines[line + 1 :]])
    )
    return "\n".join(lines)


def _case_changed(rng: Random, text: str, other: str) -> str:
    start, end = _span(rng, text)
    return text[:start] + text[start:end].swapcase() + text[end:]


_CHANGES = (
    _span_deleted,
    _span_repeated,
    _span_spliced,
    _halves_joined,
    _token_swapped,
    _token_swapped,
    _tokens_exchanged,
    _number_changed,
    _odd_put_in,
    _odd_put_in,
    _nested,
    _lines_changed,
    _case_changed,
)


def _with_bytes_changed(rng: Random, data: bytes) -> bytes:
    changed = bytearray(data or b"?")
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return rng.choice((b"", b"", b"\xef\xbb\xbf", b"\xff\xfe")) + bytes(changed)


def _with_value_changed(rng: Random, data: bytes) -> bytes | None:
    """Return a JSON text with a value or a key changed somewhere in it; None if it is none."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    place: Any = value
    while True:
        inner = list(place.values()) if isinstance(place, dict) else place
        deeper = [each for each in inner if isinstance(each, dict | list) and each]
        if not deeper or rng.random() < 0.3:
            break
        place = rng.choice(deeper)
    if not place:
        return None
    key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
    kind = rng.random()
    if kind < 0.2:
        del place[key]
    elif kind < 0.3 and isinstance(place, dict):
        place[rng.choice(["A1", "clue", "x", "\0", "mines", "", key.upper()])] = place[key]
    elif kind < 0.4 and isinstance(place, list):
        place.insert(rng.randrange(len(place)), rng.choice(place))
    elif kind < 0.6 and isinstance(place[key], str):
        place[key] = rng.choice(_CHANGES)(rng, place[key], "A1 ~B2 | mines")
    else:
        place[key] = rng.choice([*_VALUES, rng.choice(list(place.values()) if isinstance(place, dict) else place)])
    return json.dumps(value).encode()


# -- many texts


@dataclass
class Fuzzer:
    """Changes texts for one reader, and keeps those that made it say something new."""

    reader: str
    rng: Random
    said: dict[str, int] = field(default_factory=dict)
    """How often the reader said what."""

    def __post_init__(self) -> None:
        self.pool = corpus(self.reader)
        self.others = [path.read_bytes() for path in sorted(CORPUS.glob("*/*")) if path.parent != FAILING]
        for text in self.pool:
            self._try(text)

    def one(self) -> None:
        """Make a text and give it to the reader."""
        data = changed(self.rng, self.pool, self.others)
        if self._try(data) and len(data) < 5_000:
            self.pool.append(data)

    def _try(self, data: bytes) -> bool:
        """Return whether the reader said something new; a mistake is an AssertionError with the text."""
        try:
            said = outcome(self.reader, data)
        except Exception as error:
            small = _smaller(self.reader, data, type(error))
            FAILING.mkdir(exist_ok=True)
            path = FAILING / f"{self.reader}-{type(error).__name__}-{len(small)}"
            path.write_bytes(small)
            message = f"{self.reader}: {type(error).__name__}: {error}"
            raise AssertionError(f"{message}\n{small[:2_000]!r}\nwritten to {path.relative_to(ROOT)}") from error
        self.said[said] = self.said.get(said, 0) + 1
        return self.said[said] == 1


def _smaller(reader: str, data: bytes, kind: type[Exception]) -> bytes:
    """Return a text, with pieces left out, of which the reader still makes the same kind of mistake."""
    if kind is TookLong:
        return data
    size = len(data) // 2
    tries = 0
    while size and tries < 2_000:
        for start in range(0, len(data), size):
            tries += 1
            without = data[:start] + data[start + size :]
            try:
                outcome(reader, without)
            except kind:
                data = without
                break
            except Exception:
                pass
        else:
            size //= 2
    return data
