"""CS50's Introduction to Artificial Intelligence with Python, project "Minesweeper".

The student's class is told the clue of each cell that is opened, names the cells that are safe and those that are
mines, and chooses moves: a safe one if it knows any, else one at random. It is not told the number of mines.
"""

from __future__ import annotations

from typing import Any

COURSE = {
    "file": "minesweeper.py",
    "needs": ("MinesweeperAI",),
    "size": (8, 8),
    "mines": 8,
    "tells_total": False,
    "names_mines": True,
    "start": "none",
}


def play(game: Any, student: Any) -> None:
    ai = student.MinesweeperAI(height=game.height, width=game.width)
    while not game.over:
        move = ai.make_safe_move()
        game.claim(safe=[move] if move is not None else [])
        if move is None:
            move = ai.make_random_move()
        game.claim(safe=ai.safes, mine=ai.mines)
        if move is None:
            return
        clue = game.open(move)
        if clue is not None:
            ai.add_knowledge(move, clue)
