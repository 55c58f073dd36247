"""The ladder: which deduction is the easiest next, in which order they come, and how hard a board is.

A deduction is as hard as the easiest technique that shows it; then it counts whether the mine total is needed, and
then the cost of its explanation: fewer clues, fewer resolutions, shorter clauses. A board is as hard as the hardest
step that nobody can avoid: always take the easiest step there is, and note the hardest that had to be taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from logicms.board import MINE, SAFE, Board, Cell, Flags
from logicms.deduction import deduce
from logicms.deduction.clash import flags_read
from logicms.explanation.easiest import Rung, easiest
from logicms.explanation.explanation import Explainer, Explanation
from logicms.explanation.report import explanation_to_json
from logicms.explanation.techniques import Technique
from logicms.literal import Name
from logicms.proofs.proof import Premises

MOST_COMPARED = 60
"""So many of the cells that the easiest technique shows are compared, the first in reading order."""


def next_deduction(board: Board, *, flags: Flags = "fact") -> Explanation | None:
    """Return the easiest next deduction, None when nothing is certain.

    >>> found = next_deduction(Board(("????", "1221")))
    >>> str(found.cell), found.verdict, found.technique.value, [str(clue) for clue in found.clues]
    ('B1', 'mine', 'subset', ['C2', 'D2'])
    """
    return next(deductions(board, flags=flags), None)


def deductions(board: Board, *, flags: Flags = "fact") -> Iterator[Explanation]:
    """Yield every deduction of a board, the easiest first; cells of one technique are explained at a time.

    >>> [(str(found.cell), found.technique.value) for found in deductions(Board(("????", "1221")))]
    [('B1', 'subset'), ('C1', 'subset'), ('A1', 'propagate'), ('D1', 'propagate')]
    """
    explainer = Explainer(board, flags)
    found = explainer.deduction
    rungs: dict[tuple[int, bool], list[Cell]] = {}
    for cell in sorted(found.safe | found.mine):
        rung = explainer.technique(cell).rank(), cell in found.needs_mine_total
        rungs.setdefault(rung, []).append(cell)
    for rung in sorted(rungs):
        cells = rungs[rung]
        for start in range(0, len(cells), MOST_COMPARED):
            explained = map(explainer.explain, cells[start : start + MOST_COMPARED])
            yield from sorted(explained, key=lambda explanation: _cost(explanation))


def _cost(explanation: Explanation) -> tuple[int, tuple[int, int], Name]:
    """Return what makes one explanation longer than another of the same technique."""
    hints = len(explanation.hints)
    if explanation.uses_mine_total:
        return hints, (0, 0), explanation.cell
    return hints, explanation.derivation().cost(), explanation.cell


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


def step_to_json(board: Board, explanation: Explanation, level: int, told: Premises) -> dict[str, Any]:
    """Return a deduction as the JSON object of `next`, as far as the level goes."""
    proof = explanation_to_json(explanation, "resolution", told) if level > 3 else None
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
    """Whether techniques up to this one do not do without it."""

    @property
    def number(self) -> int:
        """The rating as a number from 1, two for each technique: the even one where the mine total is needed.

        >>> [Rating(technique, True).number for technique in Technique]
        [2, 4, 6, 8]
        """
        return 2 * self.technique.rank() + 1 + self.uses_mine_total


def rating(board: Board, *, flags: Flags = "fact") -> Rating | None:
    """Return the hardest step on the easiest path through everything certain; None when nothing is.

    >>> rating(Board(("????", "1221")))
    Rating(technique=<Technique.SUBSET: 'subset'>, uses_mine_total=False)
    >>> rating(Board(("?1", "??"))) is None
    True
    """
    board = flags_read(board, flags)
    deduce(board)  # says so if the board contradicts itself
    return hardest(_climbed(board))


def _climbed(board: Board) -> list[Rung]:
    """Return everything that is certain, by the easiest rung each time."""
    rungs = []
    while rung := easiest(board):
        rungs.append(rung)
        board = board.with_signs({cell: MINE if is_mine else SAFE for cell, is_mine in rung.certain.items()})
    return rungs


def hardest(rungs: Iterable[Rung]) -> Rating | None:
    """Return how hard it is to climb all of these, None for none."""
    rungs = tuple(rungs)
    if not rungs:
        return None
    technique = max((rung.technique for rung in rungs), key=Technique.rank)
    return Rating(technique, any(rung.uses_mine_total for rung in rungs))
