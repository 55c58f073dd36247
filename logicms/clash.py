"""A board that contradicts itself: which of its clues cannot be right together, in words and with a proof.

Whatever reasons about a board and finds no placement asks here for the error to raise. The *clash* is a smallest set of
clues (and the mine total, if the clues alone can be right) that no placement meets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from logicms.board import Board
from logicms.budget import Budget
from logicms.errors import InconsistentBoard, InconsistentKnowledge, LimitReached
from logicms.hints import TOTAL, Hint, Name, facts, hints

if TYPE_CHECKING:
    from logicms.logic.proof import Proof

_MOST_NAMED = 6
"""A message names no more clues than this."""


def contradiction(board: Board, budget: Budget | None = None) -> InconsistentBoard:
    """Return the error that names the smallest clash of a board without placements; its flags count as hidden.

    >>> print(contradiction(Board(("3?", "??", "12"))))
    A1 and A3 cannot both be right
    >>> contradiction(Board(("1?", "??"), mines=3)).conflict
    (Cell(row=0, col=0), 'mines')
    """
    from logicms.logic.smallest import smallest_set

    budget = budget or Budget()
    try:
        chosen = smallest_set(hints(board), dict(facts(board).items()), budget=budget)
    except LimitReached as error:
        return InconsistentBoard(f"no placement meets all that the board says; its smallest clash: {error}")
    assert chosen is not None, "a board without placements has a clash"
    conflict = [hint.because for hint in chosen]
    return InconsistentBoard(clash_text(chosen, board), conflict=conflict, proof=_proof(chosen, board, budget))


def _proof(chosen: Sequence[Hint], board: Board, budget: Budget) -> Proof | None:
    """Return a proof of the empty clause from the clashing hints and what is known of their cells, None if too long."""
    from logicms.logic.knowledge import KnowledgeBase

    base = KnowledgeBase()
    known: dict[Name, bool] = dict(facts(board).items())
    for hint in chosen:
        base.tell(hint)
    for cell in sorted({name for hint in chosen for name in hint.among if name in known}):
        base.tell(str(cell) if known[cell] else f"~{cell}")
    try:
        base.ask("A1", budget=budget)  # any question: a base that contradicts itself answers none
    except InconsistentKnowledge as found:
        return found.proof
    return None  # the budget is over; which clues clash is known all the same


# -- in words


def clash_text(chosen: Sequence[Hint], board: Board) -> str:
    """Return in words why these hints of the board cannot be met together.

    >>> board = Board(("?3", "-*", "**", "*2"))
    >>> for hint in hints(board):
    ...     print(clash_text([hint], board))
    B1 says 3, but only 2 cells around it can be mines
    B4 says 2, but 3 mines are known around it
    """
    if len(chosen) == 1:
        return _alone(chosen[0], board)
    names = [_named(hint, board) for hint in chosen]
    if len(names) == 2:
        return f"{names[0]} and {names[1]} cannot both be right"
    if len(names) > _MOST_NAMED:
        clues = [name for name, hint in zip(names, chosen, strict=True) if hint.because != TOTAL]
        total = " and the mine total" if len(clues) < len(names) else ""
        return f"{len(clues)} clues ({', '.join(clues[:_MOST_NAMED])} …){total} cannot all be right"
    return f"{', '.join(names[:-1])} and {names[-1]} cannot all be right"


def _named(hint: Hint, board: Board) -> str:
    return f"the mine total of {board.mines}" if hint.because == TOTAL else str(hint.because)


def _alone(hint: Hint, board: Board) -> str:
    """Return why one hint cannot be met: too many mines are known, or too few cells are left."""
    known: dict[Name, bool] = dict(facts(board).items())
    mines = sum(known.get(cell, False) for cell in hint.among)
    can_be = sum(known.get(cell, True) for cell in hint.among)
    where = "" if hint.because == TOTAL else " around it"
    says = f"the mine total is {hint.low}" if hint.because == TOTAL else f"{hint.because} says {hint.low}"
    if mines > hint.high:
        return f"{says}, but {_number(mines, 'mine')} {_is(mines)} known{where}"
    only = "only " if can_be else ""
    return f"{says}, but {only}{_number(can_be, 'cell')}{where} can be {'a mine' if can_be == 1 else 'mines'}"


def _number(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
