"""What each technique says about a position, tried out on every clue: slow, simple, and not the program's own way.

A *constraint* is a set of hidden cells and the number of mines among them.
"""

from __future__ import annotations

from itertools import combinations

from logicms.board import Board, Cell

Constraint = tuple[frozenset[Cell], int]


def constraints(board: Board, total: bool) -> list[Constraint]:
    """Return every clue with the hidden cells around it, flags counted out, and perhaps the mine total."""
    found = []
    for cell in board.open:
        around = board.neighbours(cell)
        hidden = frozenset(other for other in around if board[other] == "?")
        found.append((hidden, int(board[cell]) - sum(board[other] == "F" for other in around)))
    if total:
        found.append((frozenset(board.where("?")), board.mines - board.signs.count("F")))
    return [(cells, mines) for cells, mines in found if cells]


def by_single(told: list[Constraint]) -> dict[Cell, bool]:
    return {cell: mines > 0 for cells, mines in told if mines in (0, len(cells)) for cell in cells}


def by_subset(told: list[Constraint]) -> dict[Cell, bool]:
    pairs = [(a, b) for a, b in combinations(told, 2) if a[0] & b[0]]
    return by_single([(b[0] - a[0], b[1] - a[1]) for x, y in pairs for a, b in ((x, y), (y, x)) if a[0] < b[0]])


def by_contrary(told: list[Constraint]) -> dict[Cell, bool]:
    """Return what is refuted when its contrary is followed, clue by clue."""
    cells = frozenset().union(*(cells for cells, _ in told))
    return {cell: not value for cell in cells for value in (True, False) if breaks(told, cell, value)}


def breaks(told: list[Constraint], cell: Cell, value: bool) -> bool:
    held = {cell: value}
    while True:
        left = [(cells - held.keys(), mines - sum(held.get(c, False) for c in cells)) for cells, mines in told]
        if any(mines < 0 or mines > len(cells) for cells, mines in left):
            return True
        new = by_single([(cells, mines) for cells, mines in left if cells])
        if not new:
            return False
        held |= new


JUDGES = {"single": by_single, "subset": by_subset, "propagate": by_contrary}
