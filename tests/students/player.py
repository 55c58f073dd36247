"""A student of NYCU's course."""

from ways import knowledge, misbehave

WAY = "right"


class Player:
    def __init__(self, game):
        self.game = game
        self.clues, self.marked = {}, {}

    def play(self):
        for cell in self.game.initial_safe:
            self.mark(cell, False)
        while not self.game.over:
            game = self.game
            known = knowledge(WAY, self.clues, game.width, game.height, game.mines)
            new = {cell: mine for cell, mine in known.items() if cell not in self.marked}
            if not new:
                return
            for cell, mine in sorted(new.items()):
                if not self.mark(cell, mine):
                    return

    def mark(self, cell, mine):
        misbehave(WAY, len(self.marked))
        self.marked[cell] = mine
        if not self.game.mark(cell, mine):
            return False
        if not mine:
            unmarked, number = self.game.hint(cell)
            near = [c for c in self.marked if self.marked[c] and max(abs(c[0] - cell[0]), abs(c[1] - cell[1])) == 1]
            self.clues[cell] = number + len(near)
            assert all(c not in self.marked for c in unmarked)
        return True
