"""One clue at a time: all its mines are known, or all its cells must be mines. Sound, and far from complete."""


def certain(clues, width, height, mines):
    known = single(clues, width, height)
    return {cell for cell, mine in known.items() if not mine}, {cell for cell, mine in known.items() if mine}


def single(clues, width, height):
    """Return what single clues decide, used until nothing new follows: {cell: is a mine}."""
    known, before = {}, -1
    while len(known) > before:
        before = len(known)
        for cell, number in clues.items():
            hidden = [each for each in around(cell, width, height) if each not in clues]
            left = number - sum(known.get(each, False) for each in hidden)
            unknown = [each for each in hidden if each not in known]
            if left in (0, len(unknown)):
                known.update(dict.fromkeys(unknown, left > 0))
    return known


def around(cell, width, height):
    row, col = cell
    rows, cols = range(max(0, row - 1), min(height, row + 2)), range(max(0, col - 1), min(width, col + 2))
    return [(r, c) for r in rows for c in cols if (r, c) != cell]
