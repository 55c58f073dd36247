"""A student of HCMUS's CSC14003."""

from core import one_placement
from reasoner import single
from ways import misbehave

WAY = "right"
solved = 0


def solve(grid):
    global solved
    misbehave(WAY, solved)
    solved += 1
    height, width = len(grid), len(grid[0])
    clues = {(r, c): grid[r][c] for r in range(height) for c in range(width) if grid[r][c] != "_"}
    if WAY == "incomplete":  # it gives up where single clues are not enough
        known = single(clues, width, height)
        if len(known) + len(clues) < width * height:
            return None
        traps = {cell for cell, mine in known.items() if mine}
    else:
        traps = one_placement(clues, width, height)
        hidden = sorted({(r, c) for r in range(height) for c in range(width)} - clues.keys())
        if WAY in ("unsound", "mine"):
            traps = traps ^ {
                min(cell for cell in hidden if any(abs(cell[0] - r) < 2 and abs(cell[1] - c) < 2 for r, c in clues))
            }
        if WAY == "total":  # it believes that a fifth of the cells are traps
            for cell in hidden:
                if len(traps) < 20:
                    traps.add(cell)
    rows = range(height)
    return [[clues.get((r, c), "T" if (r, c) in traps else "G") for c in range(width)] for r in rows]
