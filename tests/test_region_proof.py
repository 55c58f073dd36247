"""Proofs by regions: whatever clues and the mine total force is proved, valid, and shorter than cell by cell."""

from __future__ import annotations

import random

import oracle
import pytest
from games import endgames
from hypothesis import assume, given
from strategies import planted_boards
from told import facts, hints

from logicms.errors import LimitReached
from logicms.explanation import explain, premises
from logicms.explanation.region_proofs import MOST_STATES, prefix_bounds, region_proof
from logicms.explanation.short_proofs import short_proof
from logicms.hints import at_least, exactly
from logicms.limits import limit
from logicms.proofs.checker import verify


@given(planted_boards(max_cells=16, with_total=True))
def test_every_cell_that_is_forced_is_proved_and_no_other(board):
    board = board.with_flags("fact")
    assume(board.hidden)
    every, told = oracle.placements(board), premises(board)
    known = {str(cell): is_mine for cell, is_mine in facts(board).items()}
    for cell in board.hidden:
        for literal, is_so in ((str(cell), cell in every.mine), (f"~{cell}", cell in every.safe)):
            for direct in (True, False):
                proof = region_proof(hints(board), literal, known, direct)
                assert (proof is not None) is is_so
                assert proof is None or verify(proof, told)


@pytest.mark.parametrize("level", ["beginner", "intermediate"])
def test_regions_make_short_proofs(level):
    lengths = []
    for board, cells in endgames(level, 3, seed=8):
        found = explain(board, cells[0])
        by_cells = short_proof(found.hints, found.literal, direct=True)
        by_regions = region_proof(found.hints, found.literal, direct=True)
        assert verify(by_regions, premises(board)) and verify(by_cells, premises(board))
        lengths.append((by_regions.number_of_resolutions, by_cells.number_of_resolutions))
        assert by_regions.number_of_resolutions <= 6 * len(found.hints)
    assert sum(short for short, _ in lengths) * 2 < sum(long for _, long in lengths)


def test_hints_need_not_be_exact():
    cells = [f"c{i}" for i in range(30)]
    told = [at_least(2, cells[:5], "x"), exactly(1, cells[5:9], "y"), exactly(3, cells, "mines")]
    proof = region_proof(told, "~c20", direct=True)
    assert verify(proof) and proof.uses_mine_total
    assert region_proof(told, "c0") is None


@given(planted_boards(max_cells=14, with_total=True, known=False, flags=False))
def test_bounds_are_those_of_every_placement(board):
    """The cells in reading order, each a region of its own: the mines among the first n are as many as can be."""
    told = [hint for hint in hints(board) if hint.because != "mines" and hint.among]
    cells = [cell for cell in board.hidden if any(cell in hint.among for hint in told)]
    assume(cells)
    every = oracle.placements(board, total=False)
    spans = [(tuple(i for i, hint in enumerate(told) if cell in hint.among), range(2)) for cell in cells]
    limits = {i: (hint.low, hint.high) for i, hint in enumerate(told)}
    place = {cell: i for i, cell in enumerate(every.cells)}
    for number, bounds in enumerate(prefix_bounds(spans, limits), 1):
        sums = {sum(p >> place[cell] & 1 for cell in cells[:number]) for p in every.all}
        assert bounds == (min(sums), max(sums))


def test_too_many_ways_are_not_tried():
    rng = random.Random(5)
    spans = [(tuple(sorted(rng.sample(range(40), 3))), range(3)) for _ in range(60)]
    limits = {i: (0, 9) for i in range(40)}
    assert prefix_bounds(spans, limits) == [(0, 2 * n) for n in range(1, 61)]
    with pytest.raises(LimitReached), limit(steps=MOST_STATES // 10):
        prefix_bounds(spans, limits)
