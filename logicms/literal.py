"""Names and literals: what hints, proofs and knowledge bases are about. Values only, without a grid.

A *name* is a proposition: a `Cell` ("there is a mine here") where there is a board, any word otherwise. A *literal*
says that a name holds or that it does not. Apart from the integers inside `logic`, a literal has no other form.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from logicms.board import CELL_NAME, Cell
from logicms.errors import BoardError, expect

Name = Cell | str
"""The name of a proposition: a cell, or any word."""

AUXILIARY = "_"
"""The prefix of an auxiliary symbol's name."""

_LONGEST_NAME = 200


class Literal(NamedTuple):
    """A name, and whether it holds: `B3` says that there is a mine, `~B3` that there is none.

    >>> literal = parse_literal("~B3")
    >>> literal, str(literal), str(~literal)
    (Literal(name='B3', holds=False), '~B3', 'B3')
    """

    name: Name
    holds: bool

    def __invert__(self) -> Literal:
        return Literal(self.name, not self.holds)

    def __str__(self) -> str:
        return str(self.name) if self.holds else f"~{self.name}"


def parse_literal(text: str) -> Literal:
    """Return the literal that is written as a name, or as `~` and a name; anything else is refused.

    >>> parse_literal("A1 -> B1")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a name: 'A1 -> B1'; a name begins with a letter and has no blanks
    """
    expect(text, str, "a literal as text, such as '~B3'")
    name = text.removeprefix("~")
    return Literal(name if is_auxiliary(name) else check_name(name), name == text)


def check_name(name: str) -> str:
    """Return `name` if it can name a proposition: it begins with a letter and has no blanks.

    >>> check_name("~A1")
    Traceback (most recent call last):
    logicms.errors.BoardError: not a name: '~A1'; a name begins with a letter and has no blanks
    """
    if name[:1].isalpha() and len(name) <= _LONGEST_NAME and name.isprintable() and " " not in name:
        return name
    raise BoardError(f"not a name: {name[:40]!r}; a name begins with a letter and has no blanks")


def is_auxiliary(name: str) -> bool:
    """Return whether `name` is the name of an auxiliary symbol: `_1`, `_2` …"""
    number = name.removeprefix(AUXILIARY)
    return number != name and number.isascii() and number.isdecimal() and number[0] != "0" and len(number) <= 18


@lru_cache(maxsize=8192)
def name_order(name: Name) -> tuple[int, int, int, str]:
    """Return the sort key that puts cells in reading order, then other words, then auxiliary symbols by number.

    >>> sorted(["_10", "wet", "A2", "_9", "AA1", "B1", "rain"], key=name_order)
    ['B1', 'AA1', 'A2', 'rain', 'wet', '_9', '_10']
    """
    text = str(name)
    if text.startswith(AUXILIARY):
        return 2, len(text), 0, text
    if cell := CELL_NAME.fullmatch(text):
        return 0, int(cell[2]), len(cell[1]), cell[1]
    return 1, 0, 0, text


def in_order(name: Name) -> tuple[bool, Name]:
    """Return the sort key that puts cells in reading order, then words in alphabetical order."""
    return isinstance(name, str), name
