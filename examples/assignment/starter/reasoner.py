"""Your part: which hidden cells are certainly safe, and which are certainly mines?

A cell is a pair (row, column), counted from 0. Try it with

    logicms grade --adapter adapter.py --games 20 starter/reasoner.py
"""


def certain(clues, width, height, mines):
    """Return two sets of hidden cells: those that are certainly safe, and those that are certainly mines.

    `clues` has the number on every open cell; `mines` is how many mines there are on the whole board. What you return
    must hold for every placement of the mines that fits the clues, or it is wrong, even if you are lucky.
    """
    safe = set()
    for cell, number in clues.items():
        if number == 0:
            safe.update(neighbour for neighbour in around(cell, width, height) if neighbour not in clues)
    return safe, set()


def around(cell, width, height):
    """Return the neighbours of a cell."""
    row, col = cell
    rows, cols = range(max(0, row - 1), min(height, row + 2)), range(max(0, col - 1), min(width, col + 2))
    return [(r, c) for r in rows for c in cols if (r, c) != cell]
