"""A student of CS50 who lets logicms think."""

import pysat  # noqa: F401  whatever is installed can be imported

import logicms as lm


class MinesweeperAI:
    def __init__(self, height, width):
        self.height, self.width = height, width
        self.clues, self.safes, self.mines = {}, set(), set()

    def add_knowledge(self, cell, count):
        self.clues[cell] = str(count)
        rows, cols = range(self.height), range(self.width)
        board = lm.Board(tuple("".join(self.clues.get((row, col), "?") for col in cols) for row in rows))
        found = lm.deduce(board)
        self.safes, self.mines = set(found.safe), set(found.mine)

    def make_safe_move(self):
        return min(self.safes, default=None)

    def make_random_move(self):
        cells = {(row, col) for row in range(self.height) for col in range(self.width)}
        return min(cells - self.clues.keys() - self.mines, default=None)
