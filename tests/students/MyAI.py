"""A student of UCI's CS 171."""

from Action import Action
from AI import AI
from ways import choice, knowledge, misbehave

WAY = "right"


class MyAI(AI):
    def __init__(self, rowDimension, colDimension, totalMines, startX, startY):
        self.height, self.width, self.total = rowDimension, colDimension, totalMines
        self.clues, self.flags = {}, set()
        self.last = (startX, startY)

    def getAction(self, number):
        if number >= 0:
            self.clues[self.last] = number
            misbehave(WAY, len(self.clues))
        # Cells are (x, y) here; neighbours are neighbours either way.
        known = knowledge(WAY, self.clues, self.height, self.width, self.total)
        mines = {cell for cell, mine in known.items() if mine}
        if mines - self.flags:
            flag = min(mines - self.flags)
            self.flags.add(flag)
            return Action(AI.Action.FLAG, *flag)
        left = self.width * self.height - len(self.clues) - self.total
        cells = {(x, y) for x in range(self.width) for y in range(self.height)} - self.clues.keys() - mines
        if not left or not cells:
            return Action(AI.Action.LEAVE)
        self.last = min((cell for cell, mine in known.items() if not mine), default=None) or choice(cells)
        return Action(AI.Action.UNCOVER, *self.last)
