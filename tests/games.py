"""Seeded positions of games in which everything certain is opened: stopped at a random moment, or late.

A game knows its layout and opens one cell after the other that `deduce` finds safe; where nothing is certain, a safe
cell, as a lucky guess would.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from logicms.board import Board, Cell, neighbours_of
from logicms.deduction import deduce

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}


class Layout:
    """Where the mines are, and which cells are open."""

    def __init__(self, level: str, rng: random.Random) -> None:
        self.width, self.height, self.mines = LEVELS[level]
        self.around = neighbours_of(self.width, self.height)
        cells = range(self.width * self.height)
        start = rng.choice(cells)
        self.layout = frozenset(
            rng.sample([i for i in cells if i != start and i not in self.around[start]], self.mines)
        )
        self.clues = [sum(j in self.layout for j in self.around[i]) for i in cells]
        self.opened: set[int] = set()
        self.open(start)

    def open(self, cell: int) -> None:
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            if cell not in self.opened:
                self.opened.add(cell)
                waiting += self.around[cell] if self.clues[cell] == 0 else ()

    def board(self, mines: bool) -> Board:
        signs = "".join(str(clue) if i in self.opened else "?" for i, clue in enumerate(self.clues))
        rows = tuple(signs[i : i + self.width] for i in range(0, len(signs), self.width))
        return Board(rows, mines=self.mines if mines else None)

    def closed_safe(self) -> list[int]:
        return [i for i in range(len(self.clues)) if i not in self.opened and i not in self.layout]


def moments(level: str, rng: random.Random, mines: bool) -> Iterator[Board]:
    """Yield the boards of one game, a move apart."""
    game = Layout(level, rng)
    while rest := game.closed_safe():
        board = game.board(mines)
        yield board
        safe = sorted(cell.row * game.width + cell.col for cell in deduce(board).safe)
        game.open(rng.choice(safe or rest))


def positions(level: str, count: int, seed: int) -> list[Board]:
    """Return positions at random moments, without a mine total."""
    rng = random.Random(f"{level} {seed}")
    return [_position(level, rng) for _ in range(count)]


def _position(level: str, rng: random.Random) -> Board:
    width, height, mines = LEVELS[level]
    enough = rng.uniform(0.1, 0.95) * (width * height - mines)
    for board in moments(level, rng, mines=False):
        if len(board.open) >= enough:
            break
    return board


def endgames(level: str, count: int, seed: int) -> list[tuple[Board, list[Cell]]]:
    """Return positions in which the mine total decides some cells, and those cells."""
    rng = random.Random(f"late {level} {seed}")
    found: list[tuple[Board, list[Cell]]] = []
    while len(found) < count:
        late = [(board, sorted(deduce(board).needs_mine_total)) for board in moments(level, rng, mines=True)]
        late = [(board, cells) for board, cells in late if cells]
        found += rng.sample(late, min(2, len(late)))
    return found[:count]
