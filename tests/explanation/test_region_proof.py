"""Proofs by regions: whatever clues and the mine total force is proved, valid, and shorter than cell by cell."""

from __future__ import annotations

import random

import oracle
import pytest
from explained import region_proof, short_proof
from games import endgames
from hypothesis import assume, given
from pysat.solvers import Solver
from strategies import planted_boards
from told import facts, hints

from logicms.errors import LimitReached
from logicms.explanation import explain, premises, short_proofs
from logicms.explanation.short_proofs import MOST_STATES, _Regions, prefix_bounds
from logicms.hints import Hint, at_least, exactly
from logicms.limits import limit
from logicms.logic.clauses import threshold
from logicms.proofs.checker import verify

CELLS = tuple(f"c{i}" for i in range(12))


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


@pytest.mark.parametrize(
    "told, total, safe",
    [
        ([Hint(1, 4, CELLS[:6], "x"), Hint(1, 4, CELLS[4:10], "y")], exactly(5, CELLS, "mines"), ()),
        ([exactly(2, CELLS[1:6], "x")], Hint(2, 6, CELLS, "mines"), ("c0", "c2", "c4")),
    ],
    ids=["unions", "known cells"],
)
def test_counts_of_a_part_are_in_order(told, total, safe):
    """In whatever meets the clauses, "at least 3" of a region or union implies "at least 2" of it."""
    regions = _Regions([*told, total], "c11", dict.fromkeys(safe, False))
    regions._tell()
    counts = {meaning: regions.symbols[name] for name, meaning in regions.symbols.meanings.items()}
    pairs = 0
    with Solver("m22", bootstrap_with=[sorted(clause) for clause in regions.log.clauses]) as solver:
        assert solver.solve()
        for meaning, symbol in counts.items():
            _, _, number, rest = meaning.split(maxsplit=3)
            if (more := counts.get(threshold(int(number) + 1, rest.split()[2:]))) is not None:
                pairs += 1
                assert not solver.solve([more, -symbol]), meaning
    assert pairs >= 3


@pytest.mark.parametrize("most, bounds", [(2, [(1, 2), (2, 3), (3, 4)]), (1, [(1, 2), (2, 3), (3, 6)])])
def test_bounds_without_clues_where_there_are_too_many_states(most, bounds, monkeypatch):
    """Two states are enough for these clues; with fewer, each region has what it can have by itself."""
    monkeypatch.setattr(short_proofs, "MOST_STATES", most)
    spans = [((0,), range(1, 3)), ((0, 1), range(1, 2)), ((1,), range(1, 4))]
    assert prefix_bounds(spans, {0: (2, 3), 1: (2, 2)}) == bounds


def test_too_many_ways_are_not_tried():
    rng = random.Random(5)
    spans = [(tuple(sorted(rng.sample(range(40), 3))), range(3)) for _ in range(60)]
    limits = {i: (0, 9) for i in range(40)}
    assert prefix_bounds(spans, limits) == [(0, 2 * n) for n in range(1, 61)]
    with pytest.raises(LimitReached), limit(steps=MOST_STATES // 10):
        prefix_bounds(spans, limits)
