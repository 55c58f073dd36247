"""Tables: what the sets of a file of rules contain. The grid's own sets are computed when they are asked for.

Declared sets and relations come from the file (`set s = a b c`, `set next(a) = b c`); on a grid there are also

========== ==========================================================
set        contains
========== ==========================================================
cells      every cell, in reading order
around(c)  the cells around c, as a clue counts them
beside(c)  the cells that share an edge with c
knight(c)  the cells a knight's move away
cross(c)   the cells up to two steps to the left, right, up or down
block(c)   c and the three cells to its right and below
row(c)     the cells of its row, c included
column(c)  the cells of its column, c included
right(c)   the cell to its right
below(c)   the cell below it
========== ==========================================================

as far as these cells are on the grid, and `clue(c)` has the clue of an open cell: by that the predicate `clue` is
decided.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from logicms.board import Cell, Grid, as_name, cells_of, neighbours_of
from logicms.hints import FrozenDict, freeze
from logicms.rules.language import CLUE, Value

Members = tuple[Value, ...]
Size = tuple[int, int]

_WRITTEN = re.compile(r"([^\W\d_]\w*)(?:\((?:(0|-?[1-9][0-9]{0,11})|([^\W\d_]\w*))\))?")
"""A set as text: its name, and its argument if it has one."""

Steps = tuple[tuple[int, int], ...]
"""How far away cells are: columns to the right, rows down."""

BESIDE: Steps = ((0, -1), (-1, 0), (1, 0), (0, 1))
KNIGHT: Steps = ((-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2))
CROSS: Steps = ((0, -2), (0, -1), (-2, 0), (-1, 0), (1, 0), (2, 0), (0, 1), (0, 2))
BLOCK: Steps = ((0, 0), (1, 0), (0, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class Tables:
    """The sets that rules speak of, and the clues that are given.

    >>> tables = Tables({"s": ("a", "b")}, {"next": {"a": ("b",)}}, (2, 2))
    >>> tables.members("s"), tables.members("next", "a"), tables.members("next", "b"), tables.members("nowhere")
    (('a', 'b'), ('b',), (), None)
    >>> [str(cell) for cell in tables.members("beside", Cell(0, 0))]
    ['B1', 'A2']
    """

    sets: Mapping[str, Members] = field(default_factory=dict, hash=False)
    relations: Mapping[str, Mapping[Value, Members]] = field(default_factory=dict, hash=False)
    size: Size | None = None
    clues: Mapping[Cell, int] = field(default_factory=dict, hash=False)
    """The clue of each open cell; an open cell is safe."""
    grid: Grid = "square"

    def __post_init__(self) -> None:
        object.__setattr__(self, "relations", {name: FrozenDict(of) for name, of in self.relations.items()})
        freeze(self, "sets", "relations", "clues")

    def members(self, name: str, *values: Value) -> Members | None:
        """Return what a set contains; None if there is no such set, or it has not this number of arguments."""
        if not values:
            if name in self.sets:
                return self.sets[name]
            return cells_of(*self.size) if name == "cells" and self.size is not None else None
        (value, *more) = values
        if more:
            return None
        if name in self.relations:
            return self.relations[name].get(value, ())
        if name == CLUE:
            return (self.clues[value],) if isinstance(value, Cell) and value in self.clues else ()
        if name not in GRID_SETS or self.size is None:
            return None
        if not isinstance(value, Cell) or not self.has(value):
            return ()
        return GRID_SETS[name](value, self.size, self.grid)

    def look_up(self, written: str) -> tuple[str | int, ...] | None:
        """Return what a set written as text contains, with text for cells: the checker's way to ask.

        >>> Tables(size=(2, 1)).look_up("right(A1)")
        ('B1',)
        """
        match = _WRITTEN.fullmatch(written)
        if match is None:
            return None
        name, number, word = match.groups()
        values: list[Value] = [int(number)] if number else [as_name(word)] if word else []
        members = self.members(name, *values)
        return None if members is None else tuple(each if isinstance(each, int) else str(each) for each in members)

    def has(self, cell: Cell) -> bool:
        """Return whether a cell is on the grid; without one, every cell is."""
        return self.size is None or (cell.col < self.size[0] and cell.row < self.size[1])


def _around(cell: Cell, size: Size, grid: Grid) -> Members:
    cells = cells_of(*size)
    return tuple(cells[index] for index in neighbours_of(*size, grid)[cell.row * size[0] + cell.col])


def _at(steps: Steps, cell: Cell, size: Size, grid: Grid) -> Members:
    """Return the cells that are so far away, each once; on a torus, a step beyond an edge comes in at the other."""
    width, height = size
    places = [Cell(cell.row + down, cell.col + right) for right, down in steps]
    if grid == "torus":
        places = [Cell(each.row % height, each.col % width) for each in places]
    return tuple(dict.fromkeys(each for each in places if 0 <= each.col < width and 0 <= each.row < height))


def _beside(cell: Cell, size: Size, grid: Grid) -> Members:
    """Return the cells that share an edge with a cell; a hexagon shares one with each cell around it."""
    return _around(cell, size, grid) if grid == "hex" else _at(BESIDE, cell, size, grid)


GridSet = Callable[[Cell, Size, Grid], Members]
GRID_SETS: Mapping[str, GridSet] = {
    "around": _around,
    "beside": _beside,
    "knight": partial(_at, KNIGHT),
    "cross": partial(_at, CROSS),
    "block": partial(_at, BLOCK),
    "row": lambda cell, size, grid: tuple(Cell(cell.row, col) for col in range(size[0])),
    "column": lambda cell, size, grid: tuple(Cell(row, cell.col) for row in range(size[1])),
    "right": partial(_at, ((1, 0),)),
    "below": partial(_at, ((0, 1),)),
}
"""The sets around a cell of a grid."""
