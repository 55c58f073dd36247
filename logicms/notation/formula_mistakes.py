"""Mistakes in hint files and formulas, by name: the parser says where it stopped, this module what is wrong there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from logicms.errors import BoardSyntaxError
from logicms.notation.texts import Text

if TYPE_CHECKING:
    from lark.exceptions import UnexpectedInput

# What other notations write, and what is written here instead.
_MEANT = {
    "&&": "&",
    "||": "|",
    "~>": "->",
    "==>": "->",
    "=>": "->",
    "<=>": "<->",
    "<==>": "<->",
    "===": "<->",
    "==": "<->",
    "=": "<->",
    "!=": "^",
    "!": "~",
    "--": "~",
    "-": "~ or ->",
    "*": "&",
    "+": "|",
    "¬": "~",
    "∧": "&",
    "∨": "|",
    "⊕": "^",
    "→": "->",
    "⇒": "->",
    "⊃": "->",
    "↔": "<->",
    "⇔": "<->",
    "≡": "<->",
    "⊤": "true",
    "⊥": "false",
    "not": "~",
    "and": "&",
    "or": "|",
    "xor": "^",
    "implies": "->",
    "then": "->",
    "iff": "<->",
    ",": "a blank",
    "<-": "-> with its sides the other way round",
}
_SIGNS = sorted((sign for sign in _MEANT if not sign.isalpha()), key=len, reverse=True)
_WORD = re.compile(r"<->|->|" + "|".join(map(re.escape, _SIGNS)) + r"|\w+|\S")

_KEY = re.compile(r"[ \t]*(?P<key>[^\W\d]\w*)[ \t]*:")
_VALUES = {"size": "size is WIDTHxHEIGHT, such as 9x9", "mines": "mines is a number, such as 10"}
_COMMENT = re.compile(r"[ \t]*#.*")

LINE = "N among …, at least N among …, at most N among …, N at CELL, safe …, mine …, or a formula"


def named_mistake(text: Text, error: UnexpectedInput) -> BoardSyntaxError:
    """Return what is wrong where the parser stopped."""
    kind = str(getattr(getattr(error, "token", None), "type", ""))
    number = len(text.lines) if kind == "$END" else error.line
    line = text.lines[number - 1]
    ends = kind in ("$END", "_NEWLINE")
    if ends:
        line = _COMMENT.sub("", line).rstrip()
    column, message = _named(line, len(line) + 1 if ends else error.column, _expected(error))
    return text.mistake_in_line(message, number, column)


def _expected(error: UnexpectedInput) -> frozenset[str]:
    """Return the terminals that could stand where the parser stopped."""
    return frozenset(getattr(error, "accepts", None) or getattr(error, "allowed", None) or ())


def _named(line: str, column: int, expected: frozenset[str]) -> tuple[int, str]:
    found = line[column - 1 : column]
    if key := _KEY.match(line):
        return _in_key(key)
    opened = _opened(line[: column - 1])
    if not found and opened and "_CLOSE" in expected:
        return opened[-1], "this ( is not closed"
    if found == ")" and not opened:
        return column, "this ) closes nothing"
    if other := foreign_sign(line, column):
        return other
    return column, f"expected {_wanted(expected, bool(opened))}, not {_found(line, column)}"


def _in_key(key: re.Match[str]) -> tuple[int, str]:
    if key["key"] not in _VALUES:
        return key.start("key") + 1, f"unknown key {key['key'][:40]!r}; the keys are {' and '.join(_VALUES)}"
    return key.end() + 1, _VALUES[key["key"]]


def _opened(line: str) -> list[int]:
    """Return the columns of the parentheses that are not closed."""
    opened = []
    for column, sign in enumerate(line, 1):
        if sign == "(":
            opened.append(column)
        elif sign == ")" and opened:
            opened.pop()
    return opened


def foreign_sign(line: str, column: int) -> tuple[int, str] | None:
    """Return the place and the remedy if another notation's operator stands at the column or just before it."""
    for found in _WORD.finditer(line):
        covers = found.end() >= column or not line[found.end() : column - 1].strip()
        if covers and found[0] in _MEANT:
            return found.start() + 1, f"{found[0]!r} is not read here; write {_MEANT[found[0]]}"
        if found.end() >= column:
            break
    return None


def _found(line: str, column: int) -> str:
    found = _WORD.match(line, column - 1)
    return repr(found[0][:40]) if found else "the end of the line"


def _wanted(expected: frozenset[str], opened: bool) -> str:
    if "_SAFE" in expected:
        return f"a line of a knowledge base ({LINE})"
    if "_TILDE" in expected:
        return "a name, true, false, ~ or ("
    if "_AND" in expected or "_CLOSE" in expected:
        return "an operator or )" if opened else "an operator (& ^ | -> <->) or the end of the line"
    if "_AMONG" in expected:
        return "among or at" if "_AT" in expected else "among"
    if "NUMBER" in expected:
        return "a number"
    return "least or most" if "_LEAST" in expected else "a name"
