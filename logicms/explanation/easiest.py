"""The easiest rung: what the easiest technique shows on a board, and whether it takes the mine total.

Rungs stand in the order of techniques; of the same technique the one without the mine total is the easier. As in every
explanation, the total serves only the cells that the clues alone leave open. Whoever climbs by the easiest rung each
time knows in the end which technique cannot be avoided: `rating` does so on a board, `teach.generation` in a whole
game. Only clues that have something left to say are looked at, so that a climb costs little even on a large board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from logicms.board import CLUES, HIDDEN, MINE, Board, Cell, neighbours_of
from logicms.deduction import Deduction, deduce
from logicms.deduction.clash import flags_read
from logicms.explanation.techniques import Counts, Technique
from logicms.hints import TOTAL, Hint, exactly
from logicms.literal import Name


@dataclass(frozen=True, slots=True)
class Rung:
    """What a technique shows on a board: for each cell whether it is a mine."""

    technique: Technique
    uses_mine_total: bool
    certain: Mapping[Cell, bool] = field(hash=False)


def easiest(board: Board, most: Technique = Technique.SPLIT) -> Rung | None:
    """Return what the easiest technique shows on a board that does not contradict itself, its flags taken as mines.

    None when nothing is certain, or nothing by techniques up to `most`. What single clues show is followed to its end.

    >>> rung = easiest(Board(("????", "1221")))
    >>> rung.technique.value, [str(cell) for cell in rung.certain]
    ('subset', ['B1', 'C1'])
    >>> easiest(Board(("????", "1221")), most=Technique.SINGLE) is None
    True
    """
    board = flags_read(board, "fact")
    counts = _Counted(board)
    for technique in list(Technique)[: min(most.rank(), Technique.SUBSET.rank()) + 1]:
        for with_total in (False, True):
            if found := counts.shown(technique, with_total):
                return Rung(technique, with_total, found)
    if most.rank() <= Technique.SUBSET.rank():
        return None
    return _by_refuting(counts, most)


def _by_refuting(counts: _Counted, most: Technique) -> Rung | None:
    """Return the rung of what is certain and takes more than comparing clues."""
    for with_total in (False, True):
        refutes, left = counts.of(with_total).refutes, counts.certain(with_total)
        if found := {cell: is_mine for cell, is_mine in left.items() if refutes({cell: not is_mine})}:
            return Rung(Technique.PROPAGATE, with_total, found)
    if most is Technique.SPLIT:
        for with_total in (False, True):
            if found := counts.certain(with_total):
                return Rung(Technique.SPLIT, with_total, found)
    return None


class _Counted:
    """The clues of a board that count hidden cells, without and with the mine total."""

    def __init__(self, board: Board) -> None:
        self._hints = list(_live_hints(board))
        self._board = board
        self._by_total: dict[bool, Counts] = {}

    @cached_property
    def _deduction(self) -> Deduction:
        return deduce(self._board)

    def certain(self, with_total: bool) -> dict[Cell, bool]:
        """Return what is certain by the clues alone, or what only the mine total decides, in reading order."""
        found = self._deduction
        cells = sorted(found.safe | found.mine)
        return {cell: cell in found.mine for cell in cells if (cell in found.needs_mine_total) is with_total}

    def of(self, with_total: bool) -> Counts:
        if with_total not in self._by_total:
            self._by_total[with_total] = Counts([*self._hints, *(_total(self._board) if with_total else ())])
        return self._by_total[with_total]

    def shown(self, technique: Technique, with_total: bool) -> dict[Cell, bool]:
        """Return what single clues show, or one clue inside another, in reading order."""
        counts = self.of(with_total)
        found: Mapping[Name, bool] = counts.closed().facts if technique is Technique.SINGLE else counts.subsets()
        if with_total and found:
            return {cell: is_mine for cell, is_mine in self.certain(with_total).items() if cell in found}
        return {cell: found[cell] for cell in sorted(cell for cell in found if isinstance(cell, Cell))}


def _live_hints(board: Board) -> Iterator[Hint]:
    """Yield what each clue says of the hidden cells around it, the known ones taken out."""
    cells, signs = board.cells, board.signs
    around = neighbours_of(board.width, board.height)
    hidden = [place for place, sign in enumerate(signs) if sign == HIDDEN]
    clues = {other for place in hidden for other in around[place] if signs[other] in CLUES}
    for clue in sorted(clues):
        among = [cells[place] for place in around[clue] if signs[place] == HIDDEN]
        mines = sum([signs[place] == MINE for place in around[clue]])
        yield exactly(int(signs[clue]) - mines, among, cells[clue])


def _total(board: Board) -> Iterator[Hint]:
    if board.mines is not None:
        yield exactly(board.mines - board.signs.count(MINE), board.where(HIDDEN), TOTAL)
