"""Every board of examples/boards shows what its comment says, found here by trying every placement."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from technique_judges import by_difference, constraints
from told import facts, hints

from logicms.board import Board, Cell, parse_cell
from logicms.hints import TOTAL, direct_clauses
from logicms.notation.grids import open_layout
from logicms.notation.read import read

FOLDER = Path(__file__).parents[1] / "examples" / "boards"
NAMES = sorted(path.name for path in FOLDER.iterdir())


def example(name: str) -> Board:
    text = (FOLDER / name).read_text(encoding="utf-8")
    return read(text, "seed" if name.endswith(".seed") else None, source=name).board()


def placements(board: Board) -> Iterator[dict[Cell, bool]]:
    """Yield every way to put mines in the hidden cells beside clues and in the known ones, the total apart."""
    told = [hint for hint in hints(board) if hint.because != TOTAL]
    cells = sorted({cell for hint in told for cell in hint.among if isinstance(cell, Cell)} - facts(board).keys())

    def extend(placed: dict[Cell, bool], rest: list[Cell]) -> Iterator[dict[Cell, bool]]:
        for hint in told:
            mines = sum(placed.get(cell, False) for cell in hint.among)  # type: ignore[call-overload]
            free = sum(cell not in placed for cell in hint.among)
            if not mines <= hint.low <= mines + free:
                return
        if not rest:
            yield placed
        else:
            for mine in (False, True):
                yield from extend({**placed, rest[0]: mine}, rest[1:])

    return extend(facts(board), cells)


def counts(board: Board) -> tuple[int, dict[str, int]]:
    """Return the number of placements, and in how many of them each hidden cell is a mine."""
    board = board.with_flags("claim")
    total, mined = 0, {str(cell): 0 for cell in board.hidden}
    for placed in placements(board):
        far = [cell for cell in board.hidden if cell not in placed]
        left = None if board.mines is None else board.mines - sum(placed.values())
        ways = 2 ** len(far) if left is None else comb(len(far), left) if left >= 0 else 0
        total += ways
        beside = 2 ** len(far) // 2 if left is None else comb(len(far) - 1, left - 1) if far and left > 0 else 0
        for cell in board.hidden:
            mined[str(cell)] += beside if cell in far else ways * placed[cell]
    return total, mined


def test_there_are_enough() -> None:
    assert len(NAMES) >= 15


@pytest.mark.parametrize("name", NAMES)
def test_says_in_a_comment_what_it_shows(name: str) -> None:
    assert (FOLDER / name).read_text(encoding="utf-8").startswith("# ")
    assert example(name).signs


SHOWN = [
    # name, placements, safe, mines; without a total the cells no clue touches count two placements each
    ("one-one.txt", 4, "C1", ""),
    ("one-two-one.txt", 1, "B1", "A1 C1"),
    ("one-two-two-one.txt", 1, "A1 D1", "B1 C1"),
    ("one-two-edge.txt", 2, "C1", "C2"),
    ("reduction.txt", 1, "B1", "A1 C1"),
    ("corner.txt", 1, "", "A1"),
    ("fifty-fifty.txt", 2, "", ""),
    ("ringed.txt", 1, "C3", "B2 C2 D2 B3 D3 B4 C4 D4"),
    ("row-of-numbers.txt", 1, "A1 D1 E1 G1", "B1 C1 F1 H1"),
    ("ring-of-numbers.txt", 954, "", ""),
    ("contradiction.txt", 0, "", ""),
    ("contradiction-total.txt", 0, "", ""),
    ("far-cells.txt", 2, "D1 E1", ""),
    ("guess.txt", 24, "", ""),
    ("flags.txt", 2, "C2", "D2"),
    ("known.txt", 1, "C1", "A1 C3"),
    ("difference.txt", 8, "", "C3"),
    ("propagate.txt", 3, "D1 D2 D3", ""),
    ("split.txt", 3, "D1 D2 D3", ""),
    ("hex.txt", 32, "B1 C1 A2", "D3"),
    ("torus.txt", 96, "B1 D1", "B3 D3"),
    ("course-1.seed", 8, "C1 F1 C2 E2 A4 D4 C6", "A2 D2 C3 B4 E4 F4 D6"),
    ("course-2.seed", 2, None, None),
    ("course-3.seed", 9, "A1 F6", "D1 F3 A4 C6"),
    ("course-4.seed", 2, None, None),
]


@pytest.mark.parametrize(("name", "number", "safe", "mines"), SHOWN)
def test_shows_what_it_says(name: str, number: int, safe: str | None, mines: str | None) -> None:
    total, mined = counts(example(name))
    assert total == number
    if safe is not None and mines is not None and total:
        assert {cell for cell, ways in mined.items() if ways == 0} == set(safe.split())
        assert {cell for cell, ways in mined.items() if ways == total} == set(mines.split())


def test_every_example_is_in_a_test() -> None:
    assert {row[0] for row in SHOWN} | {"scattered.txt", "expert.txt", "layout.txt"} == set(NAMES)


@pytest.mark.parametrize("name", ["hex.txt", "torus.txt"])
def test_on_squares_nothing_would_be_certain(name: str) -> None:
    total, mined = counts(replace(example(name), grid="square"))
    assert total and all(0 < ways < total for ways in mined.values())


def test_the_total_alone_decides_the_ringed_cell() -> None:
    ringed = example("ringed.txt")
    for mines, in_how_many in ((9, 1), (8, 0)):
        total, mined = counts(Board(ringed.rows, mines=mines))
        assert (total, mined["C3"]) == (1, in_how_many)
    assert counts(Board(ringed.rows))[1]["C3"] == 1, "one of two placements, without a total"


def test_odds_of_the_guess() -> None:
    total, mined = counts(example("guess.txt"))
    odds = {cell: Fraction(ways, total) for cell, ways in mined.items()}
    assert {odds[cell] for cell in ("D1", "D2", "D3")} == {Fraction(2, 3)}
    assert {odds[cell] for cell in odds if cell[0] != "D"} == {Fraction(1, 8)}


def test_flags_are_certain_unproved_and_wrong() -> None:
    board = example("flags.txt")
    assert list(map(str, board.flags)) == ["C2", "D2", "D3"]
    assert not list(placements(board.with_flags("fact")))


def sat(board: Board, assumed: Mapping[str, bool]) -> bool:
    """Return whether the clues (not the total) allow these cells, by a SAT solver."""
    from pysat.solvers import Minisat22

    number = {cell: i + 1 for i, cell in enumerate(board.cells)}
    with Minisat22() as solver:
        for hint in hints(board):
            if hint.because != TOTAL:
                for clause in direct_clauses(hint.low, hint.high, len(hint.among)):
                    cells = [number[hint.among[abs(i) - 1]] for i in clause]  # type: ignore[index]
                    solver.add_clause([cell if i > 0 else -cell for cell, i in zip(cells, clause, strict=True)])
        names = [number[parse_cell(cell)] * (1 if mine else -1) for cell, mine in assumed.items()]
        return bool(solver.solve(assumptions=names))


def test_scattered_says_nothing() -> None:
    board = example("scattered.txt")
    assert all(sat(board, {str(cell): mine}) for cell in board.hidden for mine in (False, True))


def propagated(board: Board, assumed: Mapping[str, bool]) -> dict[Cell, bool] | None:
    """Return what single clues say under an assumption, or None if they contradict it."""
    known = facts(board) | {parse_cell(cell): mine for cell, mine in assumed.items()}
    while True:
        before = len(known)
        for hint in hints(board):
            free = [cell for cell in hint.among if isinstance(cell, Cell) and cell not in known]
            mines = sum(known.get(cell, False) for cell in hint.among if isinstance(cell, Cell))
            if not mines <= hint.low <= mines + len(free):
                return None
            if hint.low in (mines, mines + len(free)):
                known |= dict.fromkeys(free, hint.low > mines)
        if len(known) == before:
            return known


def test_expert_is_stuck_by_single_clues() -> None:
    board = example("expert.txt")
    assert (board.width, board.height, board.mines, len(board.open)) == (30, 16, 99, 185)
    known = propagated(Board(board.rows), {})
    assert known is not None and all(known.values()), "single clues find mines, but no safe cell"
    safe = [cell for cell in board.hidden if not sat(board, {str(cell): True})]
    assert len(safe) == 9


def test_the_boards_of_the_techniques_are_as_hard_as_they_say() -> None:
    difference, propagate, split = (example(f"{name}.txt") for name in ("difference", "propagate", "split"))
    by_differences = [by_difference(constraints(board, False)) for board in (difference, propagate, split)]
    assert by_differences == [{parse_cell("C3"): True}, {}, {}]
    assert propagated(propagate, {}) == {}
    assert all(propagated(propagate, {cell: True}) is None for cell in ("D1", "D2", "D3"))
    for board, cell, value in ((difference, "C3", False), (split, "D2", True)):
        assert propagated(board, {}) == {} and propagated(board, {cell: value}) is not None
        assert not sat(board, {cell: value})
        assert all(propagated(board, {str(c): mine}) is not None for c in board.hidden for mine in (True, False))


def test_layout_can_be_played() -> None:
    layout = example("layout.txt")
    assert layout.is_layout and layout.first is not None and open_layout(layout)[layout.first] == "0"
