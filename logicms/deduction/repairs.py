"""Which single clue, flag or mine total would mend an inconsistent board, and what it could be instead.

A flag is read as a claim and contradicts nothing; but if not all flags can be mines, one too many may be to blame.

Whatever mends a board by itself is in every clash, so only what one smallest clash names is tried. Without a clue the
cell is only known to be safe; if that has a placement, each number is tried in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from logicms.board import CLUES, FLAG, HIDDEN, SAFE, Board, Cell
from logicms.deduction.deduction import Repair, allowed, is_possible, met_boundary
from logicms.errors import BoardError, InconsistentKnowledge, LimitReached
from logicms.hints import TOTAL, Name
from logicms.limits import check_time
from logicms.problem import Problem


def repairs(board: Board, conflict: Iterable[Name]) -> tuple[Repair, ...]:
    """Return each clue or total among clashing ones whose change makes the board consistent.

    >>> repairs(Board(("3?", "??", "12")), [Cell(0, 0), Cell(2, 0)])
    (Repair(cell=Cell(row=2, col=0), shows=1, could_show=(2,)),)
    """
    found: list[Repair] = []
    try:
        for name in conflict:
            if name == TOTAL and board.mines is not None:
                found += _of_total(board)
            elif isinstance(name, Cell) and board[name] in CLUES:
                found += _of_clue(board, name)
    except LimitReached:
        check_time()  # a board too wide to be tried: what was found by then
    return tuple(found)


def flags_to_remove(board: Board) -> tuple[Repair, ...]:
    """Return the flags without which the others can all be mines, if they cannot all be.

    >>> flags_to_remove(Board(("F1F", "?11")))
    (Repair(cell=Cell(row=0, col=0), shows='F', could_show=('?',)),)
    """
    if not board.flags or _can_be_mines(board):
        return ()
    hidden = ((cell, _with(board, cell, HIDDEN)) for cell in board.flags)
    return tuple(Repair(cell, FLAG, (HIDDEN,)) for cell, rest in hidden if _can_be_mines(rest))


def _can_be_mines(board: Board) -> bool:
    try:
        return is_possible(board.with_flags("fact"))
    except BoardError:  # more flags than mines
        return False


def _of_clue(board: Board, cell: Cell) -> Iterator[Repair]:
    if not is_possible(_with(board, cell, SAFE)):
        return
    around = [board[other] for other in board.neighbours(cell)]
    least, most = around.count("*"), sum(sign in "?F*" for sign in around)
    shows = board[cell]
    numbers = [n for n in range(least, most + 1) if CLUES[n] != shows and is_possible(_with(board, cell, CLUES[n]))]
    if numbers:
        yield Repair(cell, int(shows), tuple(numbers))


def _with(board: Board, cell: Cell, sign: str) -> Board:
    row = board.rows[cell.row]
    rows = list(board.rows)
    rows[cell.row] = row[: cell.col] + sign + row[cell.col + 1 :]
    return replace(board, rows=tuple(rows), first=None)


def _of_total(board: Board) -> Iterator[Repair]:
    """Yield the repair of the total, if the clues alone have a placement: with which totals they have one."""
    assert board.mines is not None
    free = replace(board, mines=None)
    if not is_possible(free):
        return
    numbers = [n for n in _totals(free) if n != board.mines]
    if numbers:
        yield Repair(TOTAL, board.mines, tuple(numbers))


def _totals(board: Board) -> Iterator[int]:
    """Yield the numbers of mines that the placements of a board have."""
    cells = sum(sign not in CLUES for sign in board.signs)
    try:
        left = met_boundary(Problem.of(board))
        counts = [part.counted() for part in left.components()]
    except (InconsistentKnowledge, LimitReached):
        check_time()
        counts = [None]
    for mines in range(board.signs.count("*"), cells + 1):
        if None in counts:
            try:
                if is_possible(replace(board, mines=mines)):
                    yield mines
            except BoardError:
                continue
        elif allowed(
            [each for each in counts if each is not None], left.away.count(1), mines - _known(board, left.mine)
        ):
            yield mines


def _known(board: Board, mine: bytes) -> int:
    return board.signs.count("*") + mine.count(1)
