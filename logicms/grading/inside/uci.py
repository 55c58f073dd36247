"""UCI, CS 171 Introduction to Artificial Intelligence, project "Minesweeper AI", in Python.

`MyAI(rowDimension, colDimension, totalMines, startX, startY)` is asked for one action at a time, and told the number on
the cell that it uncovered last (-1 after a flag). The cell at the start shows 0. X counts columns from the left and Y
rows from the bottom, both from 0. A flag says that a cell is a mine; LEAVE ends the game. Only uncovered cells count.
"""

from __future__ import annotations

import sys
from enum import Enum
from types import ModuleType
from typing import Any

COURSE = {
    "file": "MyAI.py",
    "needs": ("MyAI",),
    "size": (8, 8),
    "mines": 10,
    "tells_total": True,
    "names_mines": False,
    "start": "zero",
}


class _Kind(Enum):
    LEAVE = 0
    UNCOVER = 1
    FLAG = 2
    UNFLAG = 3


class _Action:
    def __init__(self, move: _Kind = _Kind.LEAVE, coordX: int = 1, coordY: int = 1) -> None:
        self.__move, self.__x, self.__y = move, coordX, coordY

    def getMove(self) -> _Kind:
        return self.__move

    def getX(self) -> int:
        return self.__x

    def getY(self) -> int:
        return self.__y


class _AI:
    Action = _Kind


def prepare() -> None:
    """Provide the two modules of the course that every student's file imports."""
    for name, thing in (("Action", _Action), ("AI", _AI)):
        module = ModuleType(name)
        setattr(module, name, thing)
        sys.modules[name] = module


def play(game: Any, student: Any) -> None:
    ((row, col),) = game.clues
    number = game.clues[row, col]
    ai = student.MyAI(game.height, game.width, game.mines, col, game.height - 1 - row)
    for _ in range(2 * game.width * game.height + 1):  # the course's own limit
        action = ai.getAction(number)
        kind = action.getMove().name
        if kind == "LEAVE":
            return
        cell = (game.height - 1 - action.getY(), action.getX())
        if kind == "UNCOVER":
            number = game.clues[cell] if cell in game.clues else game.open(cell)
            if game.over:
                return
        else:
            game.claim(mine=[cell] if kind == "FLAG" else [])
            number = -1
