"""What would mend a contradictory board: against every clue and total that there could be, and mistyped clues."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import oracle
import pytest
from conftest import FULL

import logicms as lm
from logicms.board import Board, Cell, neighbours_of
from logicms.deduction.deduction import Repair

MANY = 10 if FULL else 1
CLUES = "012345678"


def with_sign(board: Board, cell: Cell, sign: str) -> Board:
    signs = "".join(sign if each == cell else board[each] for each in board.cells)
    rows = tuple(signs[start : start + board.width] for start in range(0, len(signs), board.width))
    return replace(board, rows=rows)


def small_board(rng: Random, grid: str) -> Board:
    """Return a position with one or two wrong clues, or a wrong total; seldom it is consistent all the same."""
    width, height = rng.choice([(3, 3), (4, 3), (3, 4), (5, 3)])
    mines = {index for index in range(width * height) if rng.random() < 0.25}
    around = neighbours_of(width, height, grid)
    signs = []
    for index in range(width * height):
        opened = index not in mines and rng.random() < 0.5
        hidden = "*" if index in mines and rng.random() < 0.1 else "?"
        signs.append(str(sum(other in mines for other in around[index])) if opened else hidden)
    total = len(mines) if rng.random() < 0.6 else None
    clues = [index for index, sign in enumerate(signs) if sign in CLUES]
    for index in rng.sample(clues, min(len(clues), rng.choice((0, 1, 1, 1, 2)))):
        signs[index] = rng.choice(CLUES)
    if total is not None and rng.random() < 0.2:
        total = rng.randint(signs.count("*"), sum(sign in "?*" for sign in signs))
    text = "".join(signs)
    return Board(tuple(text[start : start + width] for start in range(0, len(text), width)), total, grid=grid)


def every_repair(board: Board) -> set[Repair]:
    """Return the repairs that are found by trying everything."""
    found = set()
    for cell in board.cells:
        if board[cell] in CLUES:
            others = [n for n in CLUES if n != board[cell] and len(oracle.placements(with_sign(board, cell, n)))]
            if others:
                found.add(Repair(cell, int(board[cell]), tuple(map(int, others))))
    if board.mines is not None:
        sizes = {each.bit_count() for each in oracle.placements(board, total=False).all}
        totals = sorted(size + board.signs.count("*") for size in sizes)
        if totals:
            found.add(Repair("mines", board.mines, tuple(totals)))
    return found


@pytest.mark.full
@pytest.mark.parametrize("grid", ["square", "hex", "torus"])
def test_the_repairs_are_all_that_there_are(grid):
    rng, mended, beyond = Random(f"repairs {grid}"), 0, 0
    for _ in range(150 * MANY):
        board = small_board(rng, grid)
        if sum(sign in "?F" for sign in board.signs) > 12:
            continue
        found = lm.check(board)
        if len(oracle.placements(board)):
            assert found.status == "consistent" and found.repairs == ()
            continue
        assert found.status == "inconsistent" and set(found.repairs) == every_repair(board), board
        assert len(set(found.repairs)) == len(found.repairs)
        mended += bool(found.repairs)
        beyond += not found.repairs
    assert mended > 30 * MANY and beyond > 0


@pytest.mark.full
def test_a_mistyped_clue_of_a_large_board_is_among_the_repairs():
    """Positions of expert games, in which one clue that tells something is replaced by another number."""
    rng, contradictory = Random(8), 0
    for number in range(12 * MANY):
        board = position(number, rng)
        telling = [
            cell
            for cell in board.cells
            if board[cell] in CLUES and any(board[o] == "?" for o in board.neighbours(cell))
        ]
        for cell in rng.sample(telling, min(3, len(telling))):
            wrong = with_sign(board, cell, rng.choice([n for n in CLUES if n != board[cell]]))
            found = lm.check(wrong)
            if found.status == "consistent":
                continue
            contradictory += 1
            repairs = {each.cell: each.could_show for each in found.repairs}
            assert int(board[cell]) in repairs[cell], f"{cell}: {found}\n{wrong}"
            for repair in found.repairs:
                assert isinstance(repair.cell, Cell) and repair.cell in found.conflict
                assert all(oracle.is_possible(with_sign(wrong, repair.cell, str(n))) for n in repair.could_show)
    assert contradictory > 20 * MANY


def position(number: int, rng: Random) -> Board:
    """Return what a game on an expert board shows after some turns of opening everything that is safe."""
    game = lm.Game.random(30, 16, 99, rng=Random(number), start="zero", first="O8").open("O8")
    for _ in range(rng.randint(0, 8)):
        for cell in sorted(lm.deduce(game.board).safe):
            game = game.open(cell) if game.board[cell] == "?" else game
    return game.board


@pytest.mark.parametrize(
    ("rows", "mines", "sentences"),
    [
        (("3?", "??", "12"), None, ["The board would be consistent if A3 showed 2 (it shows 1)."]),
        (
            ("1?", "??"),
            3,
            [
                "The board would be consistent if A1 showed 3 (it shows 1).",
                "The board would be consistent if the mine total were 1 (it is 3).",
            ],
        ),
        (("9?".replace("9", "8"), "??"), None, ["The board would be consistent if A1 showed 0 to 3 (it shows 8)."]),
        (("F1F", "???"), None, [f"All flags could be mines if there were none at {cell}." for cell in ("A1", "C1")]),
        (("F?", "??"), 2, []),
        (("81", "18"), None, []),
    ],
)
def test_what_is_said(rows, mines, sentences):
    board = Board(rows, mines)
    said = str(lm.check(board)).splitlines()
    assert [line for line in said if "would be" in line or "could be" in line] == sentences


def test_flags_that_cannot_all_be_mines():
    assert lm.check(Board(("F1F", "???"))).repairs == (
        Repair(Cell(0, 0), "F", ("?",)),
        Repair(Cell(0, 2), "F", ("?",)),
    )
    assert lm.check(Board(("FF", "??"), mines=1)).repairs == (
        Repair(Cell(0, 0), "F", ("?",)),
        Repair(Cell(0, 1), "F", ("?",)),
    )
    assert lm.check(Board(("F1", "??"))).repairs == () and lm.check(Board(("FF", "1F"))).repairs == ()
