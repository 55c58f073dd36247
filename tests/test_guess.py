"""Guessing: the exact search against brute force, and what each strategy promises."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations

import pytest

from logicms.board import Board, neighbours_of
from logicms.game import Game, Outcome
from logicms.player import Player, play

Layout = frozenset[int]
"""The indexes of the mines."""


def layouts(width: int, height: int, mines: int, first: int) -> list[Layout]:
    cells = [cell for cell in range(width * height) if cell != first]
    return [frozenset(some) for some in combinations(cells, mines)]


def won_by_optimal_play(width: int, height: int, mines: int, first: int) -> int:
    """Return how many of the layouts the best play from `first` on wins: brute force, by trying every cell.

    It knows one thing about the game: opening a cell that is safe for certain never does harm.
    """
    around = neighbours_of(width, height)

    def shown(layout: Layout, cell: int) -> int:
        return sum(other in layout for other in around[cell])

    def parted(alive: frozenset[Layout], cell: int) -> list[frozenset[Layout]]:
        by_value = defaultdict(set)
        for layout in alive:
            by_value[shown(layout, cell)].add(layout)
        return [frozenset(some) for some in by_value.values()]

    @cache
    def won(alive: frozenset[Layout]) -> int:
        if len(alive) == 1:
            return 1
        mined = [sum(cell in layout for layout in alive) for cell in range(width * height)]
        for cell, count in enumerate(mined):
            if not count and len(parts := parted(alive, cell)) > 1:
                return sum(map(won, parts))
        best = 0
        for cell, count in enumerate(mined):
            if 0 < count < len(alive):
                safe = frozenset(layout for layout in alive if cell not in layout)
                best = max(best, sum(map(won, parted(safe, cell))))
        return best

    return sum(map(won, parted(frozenset(layouts(width, height, mines, first)), first)))


def won_by_player(width: int, height: int, mines: int, first: int) -> int:
    won = 0
    for layout in layouts(width, height, mines, first):
        signs = "".join("*" if cell in layout else "-" for cell in range(width * height))
        rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
        game = Game.from_layout(Board(rows, mines))
        game = game.open(game.board.cells[first])
        won += play(game, Player(guess="best")).outcome is Outcome.WON
    return won


def first_cells(width: int, height: int) -> list[int]:
    """Return one cell of each kind that mirroring the board does not tell apart."""
    cells = [(row, col) for row in range((height + 1) // 2) for col in range((width + 1) // 2)]
    return [row * width + col for row, col in cells if row <= col or width != height]


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (4, 2), (3, 3), (4, 3), (4, 4)], ids=str)
@pytest.mark.parametrize("mines", [1, 2, 3])
def test_best_is_optimal_on_small_boards(size: tuple[int, int], mines: int) -> None:
    for first in first_cells(*size):
        assert won_by_player(*size, mines, first) == won_by_optimal_play(*size, mines, first), first
