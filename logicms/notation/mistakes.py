"""Mistakes in a board's text, by name: the parser says which line, this module what is wrong in it and where.

Stands behind `boards`: the grammar accepts or refuses, and a refused line comes here to be explained.
"""

from __future__ import annotations

import re

from logicms.board import SIGNS

KEYS = ("title", "size", "mines", "first")

_KEY = re.compile(r"[ \t]*(?P<key>[^\W\d][-\w]*)[ \t]*:[ \t]*(?P<value>(?:[^\s#]|(?<![ \t])#)?)")
_NO_COLON = re.compile(rf"[ \t]*({'|'.join(KEYS)})\b")
_NUMBER = re.compile(r"-?[0-9]+")
_COMMENT = re.compile(r"(^|[ \t])#.*")

_VALUES = {
    "title": "a title is one line of text",
    "size": "size is WIDTHxHEIGHT, such as 9x9",
    "mines": "mines is a number, such as 10",
    "first": "first is a cell, such as B3",
}

DOT = (
    "'.' is not read: it is a hidden cell in some programs and an open 0 in others; "
    "say which by --format (gecode or minesolve: hidden, minesweepr: open 0), or write ? or 0"
)


def in_line(line: str, column: int) -> tuple[int, str]:
    """Return the column (from 1) and the name of what is wrong in a line that the parser refused at `column`.

    >>> in_line("1 9 1", 3)
    (3, 'a clue is 0 to 8, not 9')
    >>> in_line("color: red", 1)[1]
    "unknown key 'color'; the keys are title, size, mines, first"
    """
    if found := _KEY.match(line):
        return _in_key(found, column)
    if found := _NO_COLON.match(line):
        return found.end() + 1, f"a colon follows the key {found[1]}"
    return _in_row(_COMMENT.sub(" ", line))


def _in_key(found: re.Match[str], column: int) -> tuple[int, str]:
    key, start = found["key"], found.start("key") + 1
    if key not in KEYS:
        return start, f"unknown key {_shown(key)}; the keys are {', '.join(KEYS)}"
    if column <= start:
        return start, f"the key {key} stands after the grid; keys come first"
    if not found["value"]:
        return found.end() + 1, f"{key}: nothing follows; {_VALUES[key]}"
    return found.start("value") + 1, _VALUES[key]


def _in_row(row: str) -> tuple[int, str]:
    spaced = re.search(r"[^ \t][ \t]+[^ \t]", row) is not None
    for word in re.finditer(r"[^ \t]+", row):
        if spaced and len(word[0]) > 1 and _NUMBER.fullmatch(word[0]):
            return word.start() + 1, _number_in_spaced_row(word[0])
        for column, sign in enumerate(word[0], word.start() + 1):
            if sign not in SIGNS:
                return column, _unknown_sign(sign)
        if spaced and len(word[0]) > 1:
            return word.start() + 1, f"{_shown(word[0])} in a row with blanks: blanks stand between all cells or none"
    raise AssertionError(f"the grammar refused the row {row!r}, and nothing is wrong with it")


def _number_in_spaced_row(word: str) -> str:
    return f"{_shown(word)} is not a cell; numbers such as 10 and -1 are read by --format seed"


def _unknown_sign(sign: str) -> str:
    if sign == "9":
        return "a clue is 0 to 8, not 9"
    if sign == ".":
        return DOT
    return f"not a sign of a board: {sign!r}; the signs are ? (hidden), 0-8 (open), F (flag), * (mine), - (safe)"


def _shown(word: str) -> str:
    """Return the word in quotes, its middle left out when it is long."""
    return repr(word if len(word) <= 40 else f"{word[:30]}…{word[-5:]}")
