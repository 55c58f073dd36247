"""The same task with the class of CS50's project "Minesweeper": `logicms grade --adapter cs50 FILE` plays with it.

It reasons with sets and counts, as the project suggests: sound, and not quite complete.
"""

import random


class MinesweeperAI:
    """Knows which cells are open, safe or mines, and how many mines there are in some sets of cells."""

    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.moves_made, self.safes, self.mines = set(), set(), set()
        self.knowledge = []

    def add_knowledge(self, cell, count):
        """Learn that a cell is open and shows this number."""
        self.moves_made.add(cell)
        self.safes.add(cell)
        row, col = cell
        rows, cols = range(max(0, row - 1), min(self.height, row + 2)), range(max(0, col - 1), min(self.width, col + 2))
        self.knowledge.append((frozenset((r, c) for r in rows for c in cols) - {cell}, count))
        while self._infer():
            pass

    def _infer(self):
        """Do one round of inference, and return whether anything is new."""
        known = [(cells - self.safes - self.mines, count - len(cells & self.mines)) for cells, count in self.knowledge]
        known = list(dict.fromkeys(each for each in known if each[0]))
        safe = {cell for cells, count in known if count == 0 for cell in cells}
        mines = {cell for cells, count in known if count == len(cells) for cell in cells}
        rest = {(b - a, m - n) for a, n in known for b, m in known if a < b} - set(known)
        self.safes |= safe
        self.mines |= mines
        self.knowledge = [*known, *sorted(rest, key=str)]
        return bool(safe or mines or rest)

    def make_safe_move(self):
        """Return a cell that is safe and not yet open, or None."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self):
        """Return any cell that is not open and not known to be a mine, or None."""
        cells = {(row, col) for row in range(self.height) for col in range(self.width)} - self.moves_made - self.mines
        return random.choice(sorted(cells)) if cells else None
