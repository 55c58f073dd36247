"""The ladder: which deduction is the easiest next, in which order they come, and how hard a board is.

A deduction is as hard as the easiest technique that shows it; then it counts whether the mine total is needed, and
then the cost of its explanation: fewer clues, fewer resolutions, shorter clauses. A board is as hard as the hardest
step that nobody can avoid: always take the easiest step there is, and note the hardest that had to be taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from logicms.board import HIDDEN, MINE, SAFE, Board, Cell, Flags
from logicms.budget import Budget
from logicms.deduction import Deduction, deduce
from logicms.explain.explanation import Explainer, Explanation
from logicms.explain.report import explanation_to_json
from logicms.hints import Name
from logicms.logic.proof import Premises, Proof
from logicms.logic.techniques import Counts, Technique

MOST_COMPARED = 60
"""So many of the cells that the easiest technique shows are compared, the first in reading order."""


def next_deduction(board: Board, *, flags: Flags = "fact", budget: Budget | None = None) -> Explanation | None:
    """Return the easiest next deduction, None when nothing is certain.

    >>> found = next_deduction(Board(("????", "1221")))
    >>> str(found.cell), found.verdict, found.technique.value, [str(clue) for clue in found.clues]
    ('B1', 'mine', 'subset', ['C2', 'D2'])
    """
    return next(deductions(board, flags=flags, budget=budget), None)


def deductions(board: Board, *, flags: Flags = "fact", budget: Budget | None = None) -> Iterator[Explanation]:
    """Yield every deduction of a board, the easiest first; cells of one technique are explained at a time.

    >>> [(str(found.cell), found.technique.value) for found in deductions(Board(("????", "1221")))]
    [('B1', 'subset'), ('C1', 'subset'), ('A1', 'propagate'), ('D1', 'propagate')]
    """
    explainer = Explainer(board, flags, budget)
    found = explainer.deduction
    rungs: dict[tuple[int, bool], list[Cell]] = {}
    for cell in sorted(found.safe | found.mine):
        rung = explainer.technique(cell).rank(), cell in found.needs_mine_total
        rungs.setdefault(rung, []).append(cell)
    for rung in sorted(rungs):
        cells = rungs[rung]
        for start in range(0, len(cells), MOST_COMPARED):
            explained = map(explainer.explain, cells[start : start + MOST_COMPARED])
            yield from sorted(explained, key=lambda explanation: _cost(explanation, budget))


def _cost(explanation: Explanation, budget: Budget | None) -> tuple[int, int, int, Name]:
    """Return what makes one explanation longer than another of the same technique."""
    hints = len(explanation.hints)
    if explanation.uses_mine_total:
        return hints, 0, 0, explanation.cell
    proof = explanation.proof("direct", budget)
    assert isinstance(proof, Proof)
    return hints, proof.number_of_resolutions, proof.width, explanation.cell


def region(board: Board, explanation: Explanation) -> str:
    """Return where to look for a deduction: the range of cells that holds its clues and its cell, as in a spreadsheet.

    >>> board = Board(("????", "1221"))
    >>> region(board, next_deduction(board))
    'B1:D2'
    """
    cells = [cell for cell in (explanation.cell, *explanation.clues) if isinstance(cell, Cell)]
    if explanation.uses_mine_total or not cells:
        return f"{Cell(0, 0)}:{Cell(board.height - 1, board.width - 1)}"
    first = Cell(min(cell.row for cell in cells), min(cell.col for cell in cells))
    return f"{first}:{Cell(max(cell.row for cell in cells), max(cell.col for cell in cells))}"


def step_to_json(
    board: Board, explanation: Explanation, level: int, told: Premises, budget: Budget | None = None
) -> dict[str, Any]:
    """Return a deduction as the JSON object of `next`, as far as the level goes."""
    proof = explanation_to_json(explanation, "resolution", told, budget) if level > 3 else None
    rungs = (
        {"region": region(board, explanation)},
        {"clues": list(map(str, explanation.clues)), "uses_mine_total": explanation.uses_mine_total},
        {"technique": explanation.technique and explanation.technique.value},
        {"proof": proof},
    )
    shown = {key: value for rung in rungs[:level] for key, value in rung.items()}
    return {"cell": str(explanation.cell), "verdict": explanation.verdict, "level": level, **shown}


@dataclass(frozen=True, slots=True)
class Rating:
    """How hard a board is: the hardest technique that is needed, and whether the mine total is."""

    technique: Technique
    uses_mine_total: bool


def rating(board: Board, *, flags: Flags = "fact", budget: Budget | None = None) -> Rating | None:
    """Return the hardest step on the easiest path through everything certain; None when nothing is.

    >>> rating(Board(("????", "1221")))
    Rating(technique=<Technique.SUBSET: 'subset'>, uses_mine_total=False)
    >>> rating(Board(("?1", "??"))) is None
    True
    """
    board = board.with_flags(flags)
    goals = _certain(deduce(board, budget=budget))
    hardest, total = -1, False
    while left := {cell: value for cell, value in goals.items() if board[cell] == HIDDEN}:
        rank, uses_total, new = _easiest(board, left, budget)
        hardest, total = max(hardest, rank), total or uses_total
        board = board.with_signs({cell: MINE if is_mine else SAFE for cell, is_mine in new.items()})
    return Rating(list(Technique)[hardest], total) if hardest >= 0 else None


_Certain = dict[Cell, bool]


def _certain(found: Deduction) -> _Certain:
    return {cell: cell in found.mine for cell in sorted(found.safe | found.mine)}


def _easiest(board: Board, left: _Certain, budget: Budget | None) -> tuple[int, bool, _Certain]:
    """Return the rank of the easiest technique that shows any of `left`, whether it takes the total, what it shows.

    As in every explanation, the total serves only the cells that the clues alone leave open.
    """
    explainer = Explainer(board, budget=budget)
    needs_total = explainer.deduction.needs_mine_total
    without = {cell: value for cell, value in left.items() if cell not in needs_total}
    with_it = {cell: value for cell, value in left.items() if cell in needs_total}
    for rank in range(Technique.SPLIT.rank()):
        for uses_total, asked in ((False, without), (True, with_it)):
            shown = _shown(rank, explainer.grounds.counts(uses_total), asked)
            if new := {cell: value for cell, value in asked.items() if cell in shown}:
                return rank, uses_total, new
    return Technique.SPLIT.rank(), not without, without or with_it


def _shown(rank: int, counts: Counts, left: _Certain) -> Mapping[Name, bool]:
    """Return what the technique of that rank shows."""
    if rank == Technique.SINGLE.rank():
        return counts.singles()
    if rank == Technique.SUBSET.rank():
        return counts.subsets()
    return {cell: value for cell, value in left.items() if counts.refutes({cell: not value})}
