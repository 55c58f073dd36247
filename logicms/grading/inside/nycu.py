"""NYCU (and NCTU), the course's assignment on logical inference: initial safe cells, hints and marks.

The student's `Player(game)` has a method `play()`, which marks cells through the game control that it was given:

- `game.width`, `game.height`, `game.mines`; `game.initial_safe`: a list of cells (row, column) that are safe;
- `game.mark(cell, mined)`: mark a cell; False if that loses the game. Cells that are marked safe are opened;
- `game.hint(cell)`: for a cell that is marked safe, its unmarked neighbours and how many of them are mines;
- `game.over`: whether the game has ended.

It is won once every cell is marked, and stuck if `play` returns before that.
"""

from __future__ import annotations

from typing import Any

COURSE = {
    "file": "player.py",
    "needs": ("Player",),
    "size": (9, 9),
    "mines": 10,
    "tells_total": True,
    "names_mines": True,
    "start": "none",
    "initial_safe": "sqrt",
    "marks": True,
}


class Control:
    """The game control module of the assignment."""

    def __init__(self, game: Any) -> None:
        self._game = game
        self.width, self.height, self.mines = game.width, game.height, game.mines
        self.initial_safe = sorted(game.clues)
        self._marked: dict[tuple[int, int], bool] = {}

    @property
    def over(self) -> bool:
        return bool(self._game.over)

    def mark(self, cell: tuple[int, int], mined: bool) -> bool:
        row, col = cell
        self._marked[row, col] = bool(mined)
        if mined:
            self._game.claim(mine=[(row, col)])
        elif (row, col) not in self._game.clues:
            self._game.claim(safe=[(row, col)])
            self._game.open((row, col))
        return bool(self._game.over != "lost")

    def hint(self, cell: tuple[int, int]) -> tuple[list[tuple[int, int]], int]:
        row, col = cell
        around = [
            (r, c)
            for r in range(max(0, row - 1), min(self.height, row + 2))
            for c in range(max(0, col - 1), min(self.width, col + 2))
            if (r, c) != (row, col)
        ]
        known = sum(self._marked.get(place, False) for place in around)
        return [place for place in around if place not in self._marked], self._game.clues[row, col] - known


def play(game: Any, student: Any) -> None:
    student.Player(Control(game)).play()
