"""What the kinds share when they read the fields of an exercise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.formulas import parse_formula
from logicms.teach.puzzle import Puzzle

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


def one(texts: Mapping[str, tuple[str, ...]], key: str, default: str = "") -> str:
    """Return the value of a field that stands once at most."""
    return texts[key][0] if key in texts else default


def one_of(texts: Mapping[str, tuple[str, ...]], key: str, choices: tuple[str, ...]) -> Any:
    """Return the value of a field that is one of some words; without it, the first."""
    value = one(texts, key, choices[0])
    if value not in choices:
        raise BoardSyntaxError(f"{key} is {' or '.join(choices)}, not {value[:40]!r}", source=key)
    return value


def formula_field(texts: Mapping[str, tuple[str, ...]], key: str, puzzle: Puzzle | None = None) -> Boolean:
    """Return the formula in a field."""
    try:
        return parse_formula(one(texts, key), size=puzzle.size if puzzle else None)
    except BoardSyntaxError as error:
        raise BoardSyntaxError(f"{error.message}: {one(texts, key)[:60]}", source=key) from None


def puzzle_of(puzzle: Puzzle | None) -> Puzzle:
    """Return the puzzle of an exercise that needs one."""
    if puzzle is None:
        raise BoardError("this exercise needs a line on: … that names a board or hint file above it")
    return puzzle


def split_lines(answer: str) -> list[str]:
    """Return the lines of an answer; a semicolon ends a line too.

    >>> split_lines("A1 | B1; ~A1\\n\\n ~B1 ")
    ['A1 | B1', '~A1', '~B1']
    """
    return [line.strip() for line in answer.replace(";", "\n").splitlines() if line.strip()]
