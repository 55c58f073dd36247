"""What a knowledge base over clauses finds certain: `deduce(reason="forward")` and `deduce(reason="resolution")`.

The course's way: the clues become clauses and nothing else is used. Forward chaining sees what propagation sees.
Resolution without limits sees everything: in each component it refutes the contrary of every cell that is certain; a
cell that two placements show both ways need not be asked about. Every fact is a clause of the knowledge base's log, so
that its proof can be read off.

An `Inference` follows a game: it is told what is new on a board, clue by clue, and looks again only at the components
that this touched. The mine total is one more hint; as the assignment has it, a player tells it once few cells are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell
from logicms.counting.graph import components
from logicms.errors import LimitReached
from logicms.hints import TOTAL, Hint, exactly
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.refutation import Solver
from logicms.logic.symbols import Clause

Certain = dict[Cell, bool]
"""Cells that are certain: True for a mine, False for safe."""

FEW_CELLS = 40
"""A player tells the mine total once no more cells than this are undecided."""


def inferred(board: Board, reason: Literal["forward", "resolution"]) -> tuple[Certain, Certain]:
    """Return the hidden cells that are certain by the clues alone, and those that are with the mine total.

    A knowledge base that contradicts itself raises `InconsistentKnowledge`; forward chaining may not notice. At a
    limit, `LimitReached` has the same pair as far as it got.

    >>> board = Board(("?1?2???",), mines=3)
    >>> for reason in ("forward", "resolution"):
    ...     print([{str(cell): mine for cell, mine in part.items()} for part in inferred(board, reason)])
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    [{'A1': False, 'C1': True, 'E1': True}, {'A1': False, 'C1': True, 'E1': True}]
    """
    inference = Inference(reason)
    by_clues: Certain | None = None
    try:
        inference.see(board)
        inference.infer()
        by_clues = inference.certain()
        inference.tell_total()
        inference.infer()
    except LimitReached as error:
        settled = inference.certain()
        raise LimitReached(str(error), settled=(settled if by_clues is None else by_clues, settled)) from None
    return by_clues, inference.certain()


class Inference:
    """A knowledge base that follows a game.

    >>> inference = Inference("resolution")
    >>> for rows in (("???", "1??"), ("???", "11?"), ("?1?", "11?")):
    ...     inference.see(Board(rows))
    ...     inference.infer()
    ...     print({str(cell): mine for cell, mine in inference.certain().items()})
    {}
    {'C1': False, 'C2': False}
    {'A1': True, 'C1': False, 'C2': False}
    """

    def __init__(self, reason: Literal["forward", "resolution"]) -> None:
        self.reason = reason
        self.base = KnowledgeBase()
        self._board: Board | None = None
        self._clues: list[Hint] = []
        self._facts: Certain = {}
        """What the base knows, cell by cell."""
        self._cells: dict[int, Cell] = {}
        """The cell of each symbol."""
        self._total_told = False
        self._settled: set[frozenset[Clause]] = set()
        """Components of which nothing more follows, by the clauses that they had."""

    # -- telling

    def follows(self, board: Board) -> bool:
        """Return whether this board can come after the last one: cells were opened, and nothing else changed."""
        last = self._board
        if last is None:
            return True
        if (last.width, last.height, last.mines) != (board.width, board.height, board.mines):
            return False
        changed = [old for old, new in zip(last.signs, board.signs, strict=True) if old != new]
        return all(old in HIDDEN + SAFE for old in changed)

    def see(self, board: Board) -> None:
        """Tell what is new on the board: open cells and their clues, known cells. Flags count as hidden cells."""
        assert self.follows(board), "another game needs another inference"
        before = self._board.signs if self._board is not None else HIDDEN * len(board.signs)
        changed = [
            (cell, sign)
            for cell, old, sign in zip(board.cells, before, board.signs, strict=True)
            if old != sign or self._board is None
        ]
        self._board = board
        for cell, sign in changed:
            if sign in (MINE, SAFE):
                self._tell_fact(cell, sign == MINE)
        for cell, sign in changed:
            if sign in CLUES:
                self._tell_clue(cell, int(sign))
        self._note_facts()

    def _tell_fact(self, cell: Cell, mine: bool) -> None:
        if cell not in self._facts:
            self.base.tell(str(cell) if mine else f"~{cell}")

    def _tell_clue(self, cell: Cell, clue: int) -> None:
        """Tell that an open cell is safe, if some hint speaks of it, and its clue."""
        assert self._board is not None
        if str(cell) in self.base.symbols:
            self._tell_fact(cell, False)
        among = [other for other in self._board.neighbours(cell) if self._board[other] not in CLUES]
        if among or clue:
            self._clues.append(exactly(clue, among, cell))
            self.base.tell(self._clues[-1])
            for other in among:
                self._cells[self.base.symbols[str(other)]] = other

    def tell_total(self, most_cells: int | None = None) -> None:
        """Tell the mine total, if it is known and no more cells than `most_cells` are undecided.

        What is known is taken off first: the rest of the mines are among the cells that are left.
        """
        board = self._board
        if self._total_told or board is None or board.mines is None:
            return
        left = [cell for cell in board.where(HIDDEN + FLAG) if cell not in self._facts]
        if most_cells is not None and len(left) > most_cells:
            return
        mines = len(board.known_mines) + sum(mine for cell, mine in self._facts.items() if board[cell] != MINE)
        self._total_told = True
        self._settled.clear()
        if mines > board.mines:
            self.base.tell(exactly(1, [], TOTAL))
            return
        self.base.tell(exactly(board.mines - mines, left, TOTAL))
        for cell in left:
            self._cells[self.base.symbols[str(cell)]] = cell
        self._note_facts()

    # -- inferring

    def certain(self) -> Certain:
        """Return the hidden cells that are certain by now, in reading order."""
        board = self._board
        assert board is not None
        return {cell: self._facts[cell] for cell in sorted(self._facts) if board[cell] in HIDDEN + FLAG}

    def infer(self) -> None:
        """Find all that this way of reasoning finds in what was told; propagation has been done while telling."""
        if self.base.forward.contradiction is not None:
            self.base.check()  # raises, with the proof
        if self.reason == "forward":
            return
        for part in list(self._components()):
            if frozenset(part) not in self._settled:
                try:
                    self._resolve(part)
                finally:  # what was found before a limit counts
                    self._note_facts()
        self._settled = {frozenset(part) for part in self._components()}

    def _components(self) -> Iterator[list[Clause]]:
        """Yield the clauses of KB, component by component; the mine total makes one of all."""
        clauses = self.base.forward.clauses
        if self._total_told:
            if clauses:
                yield list(clauses)
            return
        self._clues = [hint for hint in self._clues if not all(cell in self._facts for cell in hint.among)]
        symbols = self.base.symbols
        part_of: dict[int, int] = {}
        for number, cells in enumerate(components(self._clues, self._facts)):
            part_of.update((symbols[str(cell)], number) for cell in cells)
        parts: dict[int, list[Clause]] = {}
        for clause in clauses:
            parts.setdefault(part_of[abs(next(iter(clause)))], []).append(clause)
        yield from parts.values()

    def _resolve(self, part: list[Clause]) -> None:
        """Decide every cell of one component, by refuting what it cannot be; what follows is inserted into KB."""
        forward = self.base.forward
        solver = Solver(self.base.log, [forward.clauses[clause] for clause in part])
        if (empty := solver.refute(())) is not None:
            forward.insert(empty)
            self.base.check()  # raises, with the proof
        symbols = sorted({abs(literal) for clause in part for literal in clause} & self._cells.keys())
        shown = {symbol: solver.holds(symbol) for symbol in symbols}
        for symbol in symbols:
            if symbol not in shown:
                continue
            literal = symbol if shown[symbol] else -symbol
            refuted = solver.refute([-literal])
            if refuted is not None:
                forward.insert(refuted)
                continue
            shown = {other: value for other, value in shown.items() if solver.holds(other) == value}

    def _note_facts(self) -> None:
        """Note the facts that propagation has found since the last time."""
        facts = self.base.forward.facts
        for literal in facts:
            if cell := self._cells.get(abs(literal)):
                self._facts[cell] = literal > 0
