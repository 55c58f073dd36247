"""Sets with counts: where one clue's cells lie inside another's, the rest has the difference. Sound, not complete."""


def certain(clues, width, height, mines):
    safe, mined = set(), set()
    everywhere = {(row, col) for row in range(height) for col in range(width)}
    sums = {(frozenset(everywhere - clues.keys()), mines)}
    for cell, number in clues.items():
        sums.add((frozenset(each for each in around(cell, width, height) if each not in clues), number))
    while True:
        sums = {(cells - safe - mined, number - len(cells & mined)) for cells, number in sums}
        sums = {(cells, number) for cells, number in sums if cells}
        new_safe = {cell for cells, number in sums if number == 0 for cell in cells}
        new_mined = {cell for cells, number in sums if number == len(cells) for cell in cells}
        rest = {(b - a, m - n) for a, n in sums for b, m in sums if a < b and len(b) <= 24} - sums
        if not (new_safe or new_mined or rest):
            return safe, mined
        safe, mined, sums = safe | new_safe, mined | new_mined, sums | rest


def around(cell, width, height):
    row, col = cell
    rows, cols = range(max(0, row - 1), min(height, row + 2)), range(max(0, col - 1), min(width, col + 2))
    return [(r, c) for r in rows for c in cols if (r, c) != cell]
