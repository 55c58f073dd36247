"""Judge: what was certain on the boards that a program saw, and what the program made of it. It sees no mine.

A *claim* says that a cell is safe or a mine. It is *wrong* if some placement of the mines refutes it: being right by
luck is not enough. For this the judge uses all there is to know, the number of mines included, so that no program is
blamed for knowing more than it was told. A *guess* is opening a cell that is not certainly safe and that the program
did not claim to be safe (that claim is wrong); it is *unneeded* if another cell is certainly safe. A cell is
*overlooked* if it is certain by what the program was told, and the program, having named it neither now nor before,
guesses or gives up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from logicms.board import HIDDEN, Board, Cell
from logicms.deduction import deduce

FindingKind = Literal["wrong", "overlooked", "unneeded"]


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to tell a student: what was said or overlooked about a cell, and the board at that moment."""

    kind: FindingKind
    game: int
    turn: int
    board: Board
    """What the program saw; it has the mine total if it was told, or if that is needed to refute a claim."""
    cell: Cell | None
    """None if it is about the whole board: an answer to a puzzle."""
    mine: bool = False
    """For `wrong`: what was claimed; for `overlooked`: what the cell certainly is; for `unneeded`: not used."""
    instead: Cell | None = None
    """For `overlooked`: the cell that was guessed instead; for `unneeded`: a cell that was certainly safe, and one that
    the program had named if possible."""
    named: bool = False
    """For `unneeded`: whether the program had named that cell itself."""
    placement: frozenset[Cell] | None = None
    """For an answer to a puzzle: the mines that were answered; None if the answer was that there is no solution."""


class Judge:
    """Judges one game, turn by turn.

    >>> judge = Judge(1, total=None, names_mines=True)
    >>> judge.see(Board(("???", "121")))
    >>> judge.claim(Cell(0, 0), mine=False)  # A1 is a mine
    >>> judge.opens(Cell(0, 2))  # so is C1, and B1 is safe
    >>> [(finding.kind, str(finding.cell)) for finding in judge.findings]
    [('wrong', 'A1'), ('overlooked', 'B1'), ('overlooked', 'C1'), ('unneeded', 'C1')]
    """

    def __init__(self, game: int, total: int | None, names_mines: bool) -> None:
        self.findings: list[Finding] = []
        self.names_mines = names_mines
        """Whether the program is to name mines."""
        self.met = 0
        """How many cells the program opened or named that were certain."""
        self._game, self._total = game, total
        self._turn = 0
        self._board = Board((HIDDEN,))
        self._is_new = True
        self._certain: dict[Cell, bool] = {}
        """What all there is to know makes certain: whether each cell is a mine."""
        self._told: dict[Cell, bool] = {}
        """What is certain by what the program was told."""
        self._claimed: dict[Cell, set[bool]] = {}
        self._overlooked: set[Cell] = set()

    def see(self, board: Board) -> None:
        """Begin a turn on this board, whose `mines` is the number if the program was told."""
        self._board, self._turn, self._is_new = board, self._turn + 1, True

    def _look(self) -> None:
        """Find out what is certain now. What was certain stays so, hence this is done only when that is not enough."""
        if self._is_new:
            self._is_new = False
            deduction = deduce(replace(self._board, mines=self._total))
            self._certain = dict.fromkeys(deduction.safe, False) | dict.fromkeys(deduction.mine, True)
            self._told = self._certain
            if self._board.mines is None:
                self._told = {c: mine for c, mine in self._certain.items() if c not in deduction.needs_mine_total}

    def claim(self, cell: Cell, mine: bool) -> None:
        """Judge a claim; the same claim is judged once per game."""
        claimed = self._claimed.setdefault(cell, set())
        if mine in claimed:
            return
        claimed.add(mine)
        if self._board[cell] != HIDDEN:
            if mine:
                self._find("wrong", cell, mine=True)
            return
        if self._certain.get(cell) is not mine:
            self._look()
        if self._certain.get(cell) is mine:
            self.met += 1
        else:
            self._find("wrong", cell, mine)

    def opens(self, cell: Cell) -> None:
        """Judge the opening of a hidden cell."""
        if self._certain.get(cell) is False:
            self.met += 1
            return
        self._look()
        if self._certain.get(cell) is False:
            self.met += 1
            return
        if False in self._claimed.get(cell, ()):
            return
        self.gives_up(instead=cell)
        if safe := sorted(cell for cell, mine in self._told.items() if not mine):
            named = [each for each in safe if False in self._claimed.get(each, ())]
            self._find("unneeded", cell, instead=(named or safe)[0], named=bool(named))

    def gives_up(self, instead: Cell | None = None) -> None:
        """Judge a turn in which the program acts as if nothing were certain: it stops, or guesses a cell instead."""
        self._look()
        for cell in sorted(self._told):
            mine = self._told[cell]
            if cell in self._claimed or cell in self._overlooked or (mine and not self.names_mines):
                continue
            self._overlooked.add(cell)
            self._find("overlooked", cell, mine, instead)

    def answers(self, placement: Iterable[Cell] | None, fits: bool) -> None:
        """Judge the answer to a puzzle: a placement, or that there is none."""
        if fits:
            self.met += 1
            return
        mines = None if placement is None else frozenset(placement)
        self.findings.append(Finding("wrong", self._game, self._turn, self._board, None, placement=mines))

    def _find(
        self, kind: FindingKind, cell: Cell, mine: bool = False, instead: Cell | None = None, named: bool = False
    ) -> None:
        board = replace(self._board, mines=self._total) if kind == "wrong" else self._board
        self.findings.append(Finding(kind, self._game, self._turn, board, cell, mine, instead, named))
