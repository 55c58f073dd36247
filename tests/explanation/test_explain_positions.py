"""Positions of real games: every certain cell is proved from as few clues as OptUx says, and every judge agrees."""

from __future__ import annotations

import dratify
import lrat
import pytest
from conftest import FULL
from explained import Clue, check_witnesses, clues, smallest_by_optux
from games import LEVELS, endgames, positions

from logicms.board import Board, Cell
from logicms.explanation import Explainer, Explanation, premises
from logicms.explanation.explanation import WAYS
from logicms.proofs import checker
from logicms.proofs.certificates import certificate
from logicms.proofs.proof import Premises, Proof

try:
    import drup
except ImportError:  # no wheel and no compiler for it on this machine
    drup = None

# All cells of 2,000 positions in the full run; always, every so many cells of a few positions.
CHUNKS = {"beginner": 14, "intermediate": 14, "expert": 12} if FULL else dict.fromkeys(LEVELS, 1)
PER_CHUNK, EVERY = (50, 1) if FULL else (5, 7)
RANDOM = [(level, seed) for level, chunks in CHUNKS.items() for seed in range(chunks)]
LATE = [(level, seed) for level in LEVELS for seed in range(10 if FULL else 1)]
PER_LATE = {"beginner": 10, "intermediate": 5, "expert": 2} if FULL else {"beginner": 4, "intermediate": 1, "expert": 1}


def accepted(proof: Proof) -> bool:
    """Return whether the independent checkers accept the certificate of a proof."""
    found = certificate(proof)
    lrat.check(found.dimacs(), found.lrat())
    by_drup = drup is None or drup.check_proof(
        [sorted(clause) for clause in found.formula], [sorted(step.clause) for step in found.derived]
    )
    assert drup is None or by_drup.outcome == drup.Outcome.VALID
    return bool(dratify.check_proof(dratify.parse_dimacs(found.dimacs()), found.drat()).ok)


def check(told: dict[object, Clue], explanation: Explanation, grounds: Premises) -> None:
    """See that an explanation holds: its proofs by every way, and that each of its clues is needed."""
    for by in WAYS:
        proof = explanation.proof(by)
        assert checker.verify(proof, grounds), f"{by} on {explanation.cell}"
        assert by == "counting" or accepted(proof)
    check_witnesses(told, explanation)


@pytest.mark.full
@pytest.mark.parametrize("level, seed", RANDOM)
def test_every_certain_cell_of_random_positions(level, seed):
    proved = 0
    for board in positions(level, PER_CHUNK, seed):
        explainer = Explainer(board)
        certain = sorted(explainer.deduction.safe | explainer.deduction.mine)
        told, grounds = clues(board, total=False), premises(board)
        for cell in certain[::EVERY]:
            found = explainer.explain(cell)
            assert len(found.hints) == smallest_by_optux(told, cell, found.verdict == "mine")
            check(told, found, grounds)
            proved += 1
    assert proved


@pytest.mark.full
@pytest.mark.parametrize("level, seed", LATE)
def test_cells_that_only_the_mine_total_decides(level, seed):
    for board, cells in endgames(level, PER_LATE[level], seed):
        explainer, told, grounds = Explainer(board), clues(board, total=True), premises(board)
        for cell in cells if FULL else cells[:1]:
            found = explainer.explain(cell)
            assert found.uses_mine_total
            if level != "expert":  # OptUx takes minutes there
                assert len(found.hints) == smallest_by_optux(told, cell, found.verdict == "mine")
            check(told, found, grounds)


def test_uncertain_cells_have_two_placements():
    for board in positions("beginner", 10, seed=5):
        explainer = Explainer(board)
        certain = explainer.deduction.safe | explainer.deduction.mine
        for cell in board.hidden:
            if cell not in certain:
                without, with_it = explainer.explain(cell).placements
                assert cell in with_it - without
                for mines in (without, with_it):
                    assert all(len(among & mines) == count for among, count in clues(board, total=False).values())


def test_cells_are_cells():
    """The judges count neighbours by themselves: a cell is what the board says it is."""
    assert clues(Board(("?1",)), total=False) == {Cell(0, 1): (frozenset({Cell(0, 0)}), 1)}
