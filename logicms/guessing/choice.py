"""What to open when nothing is certain: the cell, its risk, its reason. `player` asks here last.

A *guess* is one of these: `never` (do not: the game is stuck), `degree` (the cell with the most clues on it, the
heuristic of the logic course), `safest` (the least odds of a mine, ties by degree, then by what the cell may tell),
`best` (the cell that wins the game most often, as far as can be seen: see the module of that name).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from typing import Literal

from logicms.board import CLUES, Board, Cell, neighbours_of
from logicms.deduction import odds
from logicms.errors import LimitReached
from logicms.guessing.best import Guess, best
from logicms.guessing.lookahead import most_telling
from logicms.guessing.position import position

MOST_COMPARED = 8
"""So many cells that are alike in odds and degree are looked at some moves ahead; that wins one game in a hundred."""

Policy = Literal["never", "degree", "safest", "best"]


def guess(board: Board, policy: Policy = "best", mines: Collection[Cell] = ()) -> Guess | None:
    """Return the cell to open on a board where nothing is certain, or None where there is none, or under `never`.

    Flags are read as hidden cells. `mines` are cells known to be mines, which are never opened.

    >>> found = guess(Board(("1?", "??", "??"), mines=2), "safest")
    >>> str(found.cell), found.odds, found.reason
    ('B1', Fraction(1, 3), 'least odds of a mine, 1/3; of 3 such cells the most clues, 1')
    """
    cells = [cell for cell in board.hidden if cell not in mines]
    if policy == "never" or not cells:
        return None
    try:
        if policy == "best":
            return best(board)
        mine = odds(board, flags="ignore").mine
    except LimitReached as limit:
        return _by_degree(board, cells, {}, f"; no odds: {limit}")
    if policy == "degree":
        return _by_degree(board, cells, mine)
    least = min(mine[cell] for cell in cells)
    return _safest(board, [cell for cell in cells if mine[cell] == least], least)


def degrees(board: Board, cells: Collection[Cell]) -> dict[Cell, int]:
    """Return how many clues each of these cells has around it.

    >>> board = Board(("?1?1", "?11?"))
    >>> {str(cell): degree for cell, degree in degrees(board, board.hidden).items()}
    {'A1': 2, 'C1': 4, 'A2': 2, 'D2': 2}
    """
    around, signs, width = neighbours_of(board.width, board.height), board.signs, board.width
    return {cell: sum([signs[i] in CLUES for i in around[cell.row * width + cell.col]]) for cell in cells}


def _by_degree(board: Board, cells: list[Cell], mine: Mapping[Cell, Fraction], remark: str = "") -> Guess:
    (cell, *_), degree = _most_clues(board, cells)
    return Guess(cell, mine.get(cell), f"most clues, {degree}{remark}")


def _safest(board: Board, cells: list[Cell], least: Fraction) -> Guess:
    """Return the guess among cells that are equally safe."""
    if len(cells) == 1:
        return Guess(cells[0], least, f"least odds of a mine, {least}")
    alike, degree = _most_clues(board, cells)
    cell = _most_telling(board, alike[:MOST_COMPARED])
    return Guess(cell, least, f"least odds of a mine, {least}; of {len(cells)} such cells the most clues, {degree}")


def _most_clues(board: Board, cells: Collection[Cell]) -> tuple[list[Cell], int]:
    """Return the cells with the most clues on them, and how many these are; those with the fewest neighbours first.

    Fewer neighbours are more often all safe, and then the cell opens more: on expert boards that wins one game in a
    hundred more than the first such cell in reading order does.
    """
    degree = degrees(board, cells)
    around, width = neighbours_of(board.width, board.height), board.width
    most = max(degree.values())
    alike = [cell for cell in cells if degree[cell] == most]
    return sorted(alike, key=lambda cell: (len(around[cell.row * width + cell.col]), cell)), most


def _most_telling(board: Board, cells: list[Cell]) -> Cell:
    """Return the one of cells that are alike after which the next move is the safest, the first of several."""
    if len(cells) == 1:
        return cells[0]
    width = board.width + 1
    try:
        found, around = position(board)
        place = most_telling(found, around, [cell.row * width + cell.col for cell in cells])
    except LimitReached:
        return cells[0]
    return cells[0] if place is None else Cell(*divmod(place, width))
