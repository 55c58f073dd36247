"""HCMUS, CSC14003 Introduction to Artificial Intelligence, lab "Gem Hunter".

The student's `solve(grid)` gets rows of numbers and "_", and returns the rows with "T" (a trap) or "G" (a gem) in place
of each "_", so that every number is the number of traps around it; None if that is impossible.
"""

from __future__ import annotations

from typing import Any

COURSE = {
    "file": "gem_hunter.py",
    "needs": ("solve",),
    "size": (9, 9),
    "mines": 20,
    "tells_total": False,
    "names_mines": False,
    "start": "none",
    "hints": 36,
}


def play(game: Any, student: Any) -> None:
    rows, cols = range(game.height), range(game.width)
    solved = student.solve([[game.clues.get((row, col), "_") for col in cols] for row in rows])
    if solved is None:
        game.answer(None)
        return
    if len(solved) != game.height or any(len(row) != game.width for row in solved):
        raise ValueError(f"solve returned a grid of another size than {game.width}x{game.height}")
    for row in rows:
        for col in cols:
            shown, clue = str(solved[row][col]).strip(), game.clues.get((row, col))
            if shown not in ("T", "G") if clue is None else shown != str(clue):
                raise ValueError(f"solve returned {shown!r:.20} in row {row}, column {col}")
    game.answer([(row, col) for row in rows for col in cols if str(solved[row][col]).strip() == "T"])
