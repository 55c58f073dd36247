"""Levels as data, and the course's number of initial safe cells."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from logicms.errors import BoardError
from logicms.game.layout import Start

Share = Literal["sqrt", "tenth"]
"""How many cells the course gives as safe: the rounded root of the number of cells, or a tenth of it."""


@dataclass(frozen=True, slots=True)
class Level:
    """A size and a number of mines, and how a game of that level starts."""

    width: int
    height: int
    mines: int
    start: Start = "safe"
    initial_safe: Share | None = None


LEVELS = {
    "easy": Level(9, 9, 10, "none", "sqrt"),
    "medium": Level(16, 16, 25, "none", "sqrt"),
    "hard": Level(30, 16, 99, "none", "sqrt"),
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(30, 16, 99),
}
"""The logic course's three levels, then the three that everybody plays."""


def number_of_initial_safe(count: int | Share, cells: int) -> int:
    """Return how many cells `count` means on a board of so many cells.

    >>> [number_of_initial_safe(count, 480) for count in ("sqrt", "tenth", 5)]
    [22, 48, 5]
    """
    if count == "sqrt":
        return round(sqrt(cells))
    if count == "tenth":
        return cells // 10
    if not isinstance(count, int) or count < 0:
        raise BoardError(f"not a number of initial safe cells: {count!r}; give a number, sqrt or tenth")
    return count
