"""Seeded positions for the benchmarks: games stopped halfway, as a player meets them.

A game starts on a zero and goes on by single clues alone ("all its mines are known" or "all its hidden cells are
mines"), so nothing here depends on the parts that are measured. Seven positions of ten are *stuck*: no single clue
opens another cell. Two stop after a random number of moves, and one is *late*: where single clues end, a safe cell is
opened as a lucky guess would, until at most a quarter of the board is hidden.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from logicms.board import Board, neighbours_of

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (30, 16, 99)}


def positions(level: str, seed: int = 0) -> Iterator[Board]:
    """Yield positions of this level without end, the same for the same seed; none is a game that single clues won."""
    width, height, mines = LEVELS[level]
    rng = random.Random(f"{level} {seed}")
    for number in count():
        board = _position(width, height, mines, number % 10, rng)
        if board.mines != board.number_not_open:
            yield board


def _position(width: int, height: int, mines: int, kind: int, rng: random.Random) -> Board:
    around = neighbours_of(width, height)
    cells = width * height
    start = rng.randrange(cells)
    away = [i for i in range(cells) if i != start and i not in around[start]]
    layout = frozenset(rng.sample(away, mines))
    clues = [sum(i in layout for i in around[cell]) for cell in range(cells)]
    opened: set[int] = set()
    _open(start, clues, around, opened)
    moves = rng.randrange(1, cells // 4) if kind in (7, 8) else cells
    _play(clues, around, opened, moves)
    while kind == 9 and cells - len(opened) > cells // 4:
        _open(rng.choice([i for i in range(cells) if i not in opened and i not in layout]), clues, around, opened)
        _play(clues, around, opened, cells)
    signs = "".join(str(clues[i]) if i in opened else "?" for i in range(cells))
    return Board(tuple(signs[i : i + width] for i in range(0, cells, width)), mines=mines)


def _open(cell: int, clues: list[int], around: tuple[tuple[int, ...], ...], opened: set[int]) -> None:
    """Open a safe cell, and around every zero all its neighbours."""
    waiting = [cell]
    while waiting:
        cell = waiting.pop()
        if cell not in opened:
            opened.add(cell)
            if clues[cell] == 0:
                waiting.extend(around[cell])


def _play(clues: list[int], around: tuple[tuple[int, ...], ...], opened: set[int], moves: int) -> None:
    """Open what single clues show to be safe, at most `moves` times."""
    found: set[int] = set()
    while moves > 0:
        for clue in opened:
            hidden = [i for i in around[clue] if i not in opened]
            if len(hidden) == clues[clue]:
                found.update(hidden)
        safe = {
            i for clue in sorted(opened) if clues[clue] == sum(j in found for j in around[clue]) for i in around[clue]
        }
        safe -= found | opened
        if not safe:
            return
        for cell in sorted(safe)[:moves]:
            _open(cell, clues, around, opened)
            moves -= 1
