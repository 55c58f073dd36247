"""A student of CS50."""

from ways import choice, knowledge, misbehave

WAY = "right"


class MinesweeperAI:
    def __init__(self, height=8, width=8):
        self.height, self.width = height, width
        self.moves_made, self.mines, self.safes = set(), set(), set()
        self.clues = {}

    def add_knowledge(self, cell, count):
        self.moves_made.add(cell)
        self.clues[cell] = count
        known = knowledge(WAY, self.clues, self.width, self.height, 8 if WAY == "total" else None)
        self.safes = self.moves_made | {cell for cell, mine in known.items() if not mine}
        self.mines = {cell for cell, mine in known.items() if mine}

    def make_safe_move(self):
        misbehave(WAY, len(self.moves_made))
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self):
        cells = {(r, c) for r in range(self.height) for c in range(self.width)} - self.moves_made - self.mines
        return choice(cells) if cells else None
