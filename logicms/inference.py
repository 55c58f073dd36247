"""What a knowledge base over clauses finds certain: `deduce(reason="forward")` and `deduce(reason="resolution")`.

The course's way: the clues become clauses and nothing else is used. Forward chaining sees what propagation sees.
Resolution without limits sees everything: it asks about each cell, and refutes the contrary of each that is certain;
a cell that two placements show both ways need not be asked about.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from logicms.board import Board, Cell
from logicms.budget import Budget
from logicms.errors import LimitReached
from logicms.hints import TOTAL, facts, hints
from logicms.logic.knowledge import Answer, KnowledgeBase

Certain = dict[Cell, bool]
"""Cells that are certain: True for a mine, False for safe."""


def inferred(
    board: Board, reason: Literal["forward", "resolution"], budget: Budget | None = None
) -> tuple[Certain, Certain]:
    """Return the hidden cells that are certain by the clues alone, and those that the mine total adds to them.

    A knowledge base that contradicts itself raises `InconsistentKnowledge`; forward chaining may not notice. Out of
    budget, `LimitReached` has the same pair as far as it got.

    >>> board = Board(("?1?2???",), mines=3)
    >>> for reason in ("forward", "resolution"):
    ...     print([{str(cell): mine for cell, mine in part.items()} for part in inferred(board, reason)])
    [{'A1': False, 'C1': True, 'E1': True}, {}]
    [{'A1': False, 'C1': True, 'E1': True}, {}]
    """
    by_clues: Certain = {}
    by_total: Certain = {}
    base, cells = _base(board), board.hidden
    try:
        _infer(base, cells, reason, budget, by_clues)
        if board.mines is not None:
            base.tell(hints(board)[-1])
            _infer(base, [cell for cell in cells if cell not in by_clues], reason, budget, by_total)
    except LimitReached as error:
        raise LimitReached(str(error), settled=(by_clues, by_total)) from None
    return by_clues, by_total


def _base(board: Board) -> KnowledgeBase:
    """Return a knowledge base that knows the board's clues and facts, but not the mine total."""
    base = KnowledgeBase()
    for cell, mine in facts(board).items():
        base.tell(str(cell) if mine else f"~{cell}")
    for hint in hints(board):
        if hint.because != TOTAL:
            base.tell(hint)
    return base


def _infer(base: KnowledgeBase, cells: Iterable[Cell], reason: str, budget: Budget | None, certain: Certain) -> None:
    """Note which of the cells are certain, in reading order."""
    known, both_ways = base.facts, set[str]()
    if reason == "resolution":
        _ask(base, "A1", budget)  # any question: a base that contradicts itself answers none
    for cell in cells:
        name = str(cell)
        if name in known:
            certain[cell] = known[name]
        elif reason == "resolution" and name not in both_ways:
            answer = _ask(base, name, budget)
            if answer is Answer.UNKNOWN:
                both_ways |= _both_ways(base, name, budget)
            else:
                certain[cell] = answer is Answer.YES


def _ask(base: KnowledgeBase, name: str, budget: Budget | None) -> Answer:
    answer = base.ask(name, budget=budget)
    if answer is Answer.LIMIT:
        raise LimitReached("not all cells were decided within the budget")
    return answer


def _both_ways(base: KnowledgeBase, name: str, budget: Budget | None) -> set[str]:
    """Return what is a mine on one of two placements and not on the other; `name` is."""
    found = base.placements(name, budget)
    assert found is not None, "an uncertain cell has two placements"
    return set(found[0]) ^ set(found[1])
