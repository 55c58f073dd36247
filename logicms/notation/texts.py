"""Texts: input from outside, checked once, and positions in it that an error can point at.

Bytes become a string in `decode_text`; a string becomes a `Text` before any format reads it. A position is an offset,
or a line and a column, both counted from 1 in characters, as an editor shows them.
"""

from __future__ import annotations

import codecs
import json
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from math import floor
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError, BoardSyntaxError, expect
from logicms.limits import timely

if TYPE_CHECKING:
    from fractions import Fraction
    from importlib.resources.abc import Traversable

    from lark import Lark, Token, Tree


# Limits on input: far beyond any board that people play, small enough that no text can exhaust the machine.

MAX_TEXT = 16 * 1024 * 1024
"""The most bytes or characters in a text."""

MAX_CELLS = 4_000_000
"""The most cells on a board."""

MAX_LINES = 200_000
"""The most lines in a text: each costs a parser about 15 microseconds, whatever is on it."""

MAX_DIGITS = 9
"""The most digits in a number, leading zeros apart: no board that may be read has a longer number."""

_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


@dataclass(frozen=True, slots=True)
class Text:
    r"""A text without its BOM, with lines ended by ``\n`` alone; a NUL or too long a text is refused.

    >>> text = Text("? 1\r\n1 9\r\n")
    >>> print(text.mistake("a clue is 0 to 8, not 9", offset=6))
    <text>:2:3: a clue is 0 to 8, not 9
    1 9
      ^
    """

    content: str
    source: str = "<text>"
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        expect(self.content, str, "a text")
        content = self.content.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
        if "\r" in content:
            content = content.replace("\r\n", "\n").replace("\r", "\n")
        _check_length(len(content), content.count("\n") + 1, self.source)
        object.__setattr__(self, "content", content)
        object.__setattr__(self, "lines", tuple(content.split("\n")))
        if (nul := content.find("\0")) >= 0:
            raise self.mistake("a NUL character: this is not a text", offset=nul)

    def mistake(self, message: str, *, offset: int) -> BoardSyntaxError:
        """Return the error that points at the character with this offset."""
        line = self.content.count("\n", 0, offset)
        return self.mistake_in_line(message, line + 1, offset - self.content.rfind("\n", 0, offset))

    def mistake_in_line(self, message: str, line: int, column: int = 1) -> BoardSyntaxError:
        """Return the error that points at this column of this line, both from 1."""
        shown = self.lines[line - 1]
        return BoardSyntaxError(message, line=line, column=column, source_line=shown, source=self.source)

    def mistake_at_end(self, message: str) -> BoardSyntaxError:
        """Return the error that points after the last character that is not blank, where something is missing."""
        return self.mistake(message, offset=len(self.content.rstrip()))

    def offset(self, line: int) -> int:
        """Return the offset of the first character of a line, counted from 1."""
        return sum(len(before) + 1 for before in self.lines[: line - 1])

    def number(self, digits: str, *, offset: int) -> int:
        """Return the number written as ASCII `digits` at this offset; too many digits are refused."""
        short = digits.lstrip("0") or "0"
        if len(short) > MAX_DIGITS:
            raise self.mistake(f"a number of {len(digits):,} digits is too large", offset=offset)
        return int(short)


def _check_length(length: int, lines: int, source: str) -> None:
    if length > MAX_TEXT:
        raise BoardSyntaxError(f"the text is too large: more than {MAX_TEXT:,} characters", source=source)
    if lines > MAX_LINES:
        raise BoardSyntaxError(f"the text is too large: {lines:,} lines, more than {MAX_LINES:,}", source=source)


def decode_text(data: bytes, source: str = "<text>") -> str:
    r"""Return the text of UTF-8 bytes; for anything else the error points at the first wrong byte.

    >>> decode_text(b"? 1\n1 \xff")
    Traceback (most recent call last):
    logicms.errors.BoardSyntaxError: <text>:2:3: not UTF-8: byte 0xff
    1 �
      ^
    """
    _check_length(len(data), data.count(b"\n") + 1, source)
    if data.startswith(_UTF_16):
        raise BoardSyntaxError("this is UTF-16: save it as UTF-8", source=source)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        start = error.start
    else:
        return Text(text, source).content
    before = data[:start].decode("utf-8")
    shown = Text(before + data[start:].decode("utf-8", errors="replace").replace("\0", "?"), source)
    offset = len(Text(before, source).content)
    raise shown.mistake(f"not UTF-8: byte 0x{data[start]:02x}", offset=offset)


def load_json(text: str | bytes) -> Any:
    """Return what a JSON text says, as `json.loads` does, but strictly.

    A key that appears twice could be read in two ways, and half of a character or NaN is no JSON.

    >>> load_json('{"verdict": "safe", "verdict": "mine"}')
    Traceback (most recent call last):
    logicms.errors.BoardError: the key "verdict" appears twice
    """
    data = json.loads(text, object_pairs_hook=one_of_each, parse_constant=_no_json)
    if ("\\u" if isinstance(text, str) else b"\\u") in text:  # type: ignore[operator]
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise BoardError("half of a character is missing: \\ud800 to \\udfff come in pairs") from None
    return data


def _no_json(word: str) -> object:
    raise BoardError(f"not JSON: {word}")


def one_of_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return keys and their values as a dict, or raise an error that names a key that appears twice."""
    data = dict(pairs)
    if len(data) < len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key, number in times.items() if number > 1)
        raise BoardError(f'the key "{twice[:40]}" appears twice')
    return data


def shipped(inside: str, beside: str) -> tuple[Traversable, ...]:
    """Return where a data folder may be: inside the package (a wheel), or next to it (a checkout, an editable install).

    >>> [folder.name for folder in shipped("lessons", "examples/lessons")]
    ['lessons', 'lessons']
    """
    from importlib.resources import files  # slow to load, and --help does not need it
    from pathlib import Path

    return files("logicms") / inside, Path(__file__).resolve().parents[2] / beside


@cache
def grammar_text(name: str) -> str:
    """Return the text of the grammar file `name`.

    >>> "ROW" in grammar_text("board.lark")
    True
    """
    folders = shipped("grammar", "grammar")
    for folder in folders:
        if (file := folder / name).is_file():
            return file.read_text(encoding="utf-8")
    # Not an error in the input: the installation is broken.
    raise FileNotFoundError(f"the grammar {name} is neither in {' nor in '.join(map(str, folders))}")


def parse(name: str, start: str, text: str) -> Tree[Token]:
    """Return the tree of a text by the grammar file `name`, with `start` as its root, or raise lark's error.

    The parser is fed token by token, so that a long text is not read past a time limit.

    >>> parse("board.lark", "board", "? 1").children[0].children
    [Token('ROW', '? 1')]
    """
    from lark.exceptions import UnexpectedInput

    steps, token = _parser(name, start).parse_interactive(text), None
    try:
        for token in timely(steps.iter_parse()):  # noqa: B007 - the last one says where the text ends
            pass
        tree: Tree[Token] = steps.feed_eof(token)  # type: ignore[no-untyped-call]
    except UnexpectedInput as error:
        error.interactive_parser = steps  # it knows what would have been accepted
        raise
    return tree


@cache
def _parser(name: str, start: str) -> Lark:
    from lark import Lark  # 40 ms: loaded when there is something to read

    return Lark(grammar_text(name), start=start, parser="lalr", maybe_placeholders=False)


# -- odds as text that never claims more than is known


def percent(odds: Fraction | float, places: int = 0) -> str:
    """Return odds, or any other share, in per cent; without decimal places at most three characters.

    Half a unit of the last place is rounded up. What would round to 0 or to 100 without being exactly that is `<` the
    smallest or `>` the largest number in between. `percent` in `web/static/odds.js` is the same for the page.

    >>> from fractions import Fraction
    >>> [percent(Fraction(n, 1000)) for n in (0, 1, 5, 78, 125, 995, 999, 1000)]
    ['0', '<1', '1', '8', '13', '>99', '>99', '100']
    >>> [percent(Fraction(n, 3000), 1) for n in (0, 1, 1000, 2999, 3000)]
    ['0.0', '<0.1', '33.3', '>99.9', '100.0']
    """
    from fractions import Fraction  # slow to load, and help has no odds

    unit = 10**places
    units, bound = floor(Fraction(odds) * 100 * unit + Fraction(1, 2)), ""
    if units == 0 and odds > 0:
        units, bound = 1, "<"
    elif units == 100 * unit and odds < 1:
        units, bound = units - 1, ">"
    before, after = divmod(units, unit)
    return f"{bound}{before}.{after:0{places}}" if places else f"{bound}{before}"


# -- lines that are not too long


def folded(text: str, columns: int | None) -> str:
    """Return a text with its lines broken between words where they are too long; None: as they are.

    What follows a number, as in a proof, stays right of it. A line with a caret below it is never broken.

    >>> print(folded("safe: A1 B1 C1 D1 E1", 12))
    safe: A1 B1
      C1 D1 E1
    >>> print(folded(" 9. A1 is safe, because of B2", 20))
     9. A1 is safe,
        because of B2
    >>> print(folded("1  A1 | B1   rule 4 with c = A1", 24))
    1  A1 | B1
       rule 4 with c = A1
    """
    if columns is None:
        return text
    lines = text.split("\n")
    is_pointed_at = [below.strip() == "^" for below in [*lines[1:], ""]]
    return "\n".join(
        line if pointed_at or len(_COLOUR.sub("", line)) <= columns else _broken(line, columns)
        for line, pointed_at in zip(lines, is_pointed_at, strict=True)
    )


_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
_LEAD = re.compile(r" *(?:\(?[0-9]+[.):]? +)?")
"""The indentation of a line, and its number if it has one."""
_LAST_COLUMN = re.compile(r"(?<=[^ ]) {2,}(?=[^ ](?!.* {2}))")


def _broken(line: str, columns: int) -> str:
    """Return a line broken at blanks; colours take no room, and a word that is too long stays whole.

    Of a line in columns, as of a proof, the last column is kept together: right of the others, or else below them.
    """
    lead = _LEAD.match(line)
    assert lead is not None, "it matches every line"
    numbered = lead[0].strip()
    indent = " " * (len(lead[0]) if numbered else len(lead[0]) + 2)
    if column := _LAST_COLUMN.search(line, lead.end()):
        start = len(_COLOUR.sub("", line[: column.end()]))
        if start > columns // 2:
            return f"{folded(line[: column.start()], columns)}\n{folded(indent + line[column.end() :], columns)}"
        indent = " " * start
    lines, row, used = [], lead[0], len(lead[0])
    for gap, word in re.findall(r"( *)([^ ]+)", line[lead.end() :]):
        size = len(_COLOUR.sub("", word))
        if row.strip() not in ("", numbered) and used + len(gap) + size > columns:
            lines.append(row)
            gap, row, used = "", indent, len(indent)
        row += gap + word
        used += len(gap) + size
    return "\n".join([*lines, row])
