"""How `logicms grade` plays with what the students of this assignment write: one function, `certain`.

This runs in the student's own process. `game` is one game: `game.clues` has the clue of every open cell by (row,
column), `game.claim` tells the referee what the student's function says, `game.open` opens a cell.
"""

import random

COURSE = {
    "file": "reasoner.py",  # the name of a student's file
    "needs": ("certain",),  # what it must define
    "size": (9, 9),
    "mines": 10,
    "tells_total": True,  # the number of mines is known, so what follows from it must be found too
    "names_mines": True,  # certain mines must be found, not only safe cells
    "start": "zero",  # a cell that shows 0 is open at the start
}


def play(game, student):
    everything = {(row, col) for row in range(game.height) for col in range(game.width)}
    while not game.over:
        safe, mines = student.certain(dict(game.clues), game.width, game.height, game.mines)
        game.claim(safe=safe, mine=mines)
        hidden = everything - game.clues.keys()
        certain = sorted(set(safe) & hidden)
        others = sorted(hidden - set(mines))
        if not others:
            return
        game.open(certain[0] if certain else random.choice(others))
