"""What opening a cell may bring, against every placement: zeros, dead cells, coin flips, the chance of winning."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache

import oracle
import pytest
from conftest import ROOT
from hypothesis import assume, example, given
from strategies import planted_boards

from logicms.answers.solve import MOST_DIGITS, odds
from logicms.board import Board, Cell
from logicms.guessing.policies import outlook
from logicms.notation.boards import parse_board
from logicms.problem import Problem


def mines_in(board: Board) -> list[frozenset[Cell]]:
    """Return the mines of every placement, known ones included."""
    found = oracle.placements(board)
    return [
        frozenset(board.known_mines) | {cell for i, cell in enumerate(found.cells) if placement >> i & 1}
        for placement in found.all
    ]


def shows(board: Board, cell: Cell, mines: frozenset[Cell]) -> int | None:
    return None if cell in mines else sum(other in mines for other in board.neighbours(cell))


@given(planted_boards(max_cells=14, flags=False))
@example(Board(("?1??0????",)))
def test_zeros_and_dead_cells_are_those_of_all_placements(board):
    worlds, found = mines_in(board), outlook(board)
    certain = oracle.placements(board)
    for cell in board.hidden:
        numbers = [shows(board, cell, mines) for mines in worlds]
        assert found.zero[cell] == Fraction(numbers.count(0), len(worlds)), cell
        if cell not in certain.safe and cell not in certain.mine:
            assert (len(set(numbers) - {None}) < 2) is (cell in found.dead), cell
    assert not certain.safe & set(found.dead)


@given(planted_boards(max_cells=14, flags=False))
def test_coin_flips_are_in_every_placement_and_nothing_can_tell(board):
    worlds = mines_in(board)
    for cells in outlook(board).flips:
        sides = {mines & {*cells} for mines in worlds}
        assert len(cells) in (2, 4) and len(sides) == 2 and all(2 * len(side) == len(cells) for side in sides)
        swapped = [mines ^ {*cells} for mines in worlds]
        assert set(swapped) == set(worlds)
        for mines, other in zip(worlds, swapped, strict=True):
            for cell in set(board.hidden) - {*cells}:
                assert shows(board, cell, mines) == shows(board, cell, other), "whatever else is opened"


def won_by_best_play(board: Board, worlds: list[frozenset[Cell]]) -> int:
    """Return in how many of these placements the best play wins, by trying everything."""

    @cache
    def value(alive: frozenset[int], opened: frozenset[Cell]) -> int:
        best = 0
        for number in alive:
            if {*board.hidden} - opened <= worlds[number]:
                best = max(best, 1)  # every safe cell is open in this one, and the others have been ruled out or lost
        for cell in {*board.hidden} - opened:
            shown: dict[int, set[int]] = {}
            for number in alive:
                if (seen := shows(board, cell, worlds[number])) is not None:
                    shown.setdefault(seen, set()).add(number)
            if shown:
                best = max(best, sum(value(frozenset(part), opened | {cell}) for part in shown.values()))
        return best

    return value(frozenset(range(len(worlds))), frozenset())


@given(planted_boards(max_cells=9, with_total=True, known=False, flags=False))
def test_the_chance_to_win_is_that_of_the_best_play(board):
    worlds, found = mines_in(board), outlook(board)
    assume(found.win is not None and len(board.hidden) <= 7)
    assert found.win == Fraction(won_by_best_play(board, worlds), len(worlds))


def test_the_answer_of_odds_names_the_safest_cells_though_another_is_the_best():
    answer = odds(Problem.of(parse_board((ROOT / "examples" / "boards" / "expert.txt").read_text())), details=True)
    least = min(each.mine for each in answer.cells.values())
    assert answer.safest == tuple(name for name, each in answer.cells.items() if each.mine == least)
    assert all(each.zero is not None for each in answer.cells.values())
    plain = odds(Problem.of(Board(("1?", "??", "??"), mines=2)))
    assert str(plain.best[0]) == "A3" and [str(cell) for cell in plain.safest] == ["B1", "A2", "B2"]
    assert plain.dead is None and plain.to_json().keys() >= {"safest"} and "win" not in plain.to_json()


@pytest.mark.parametrize("mines", [None, 2000])
def test_a_compact_answer_is_small_and_says_the_same(mines):
    rows = tuple("".join("1" if row % 9 == 4 and col % 9 == 4 else "?" for col in range(100)) for row in range(100))
    problem = Problem.of(Board(rows, mines=mines))
    whole, small = odds(problem), odds(problem, compact=True)
    assert len(json.dumps(small.to_json())) < 200_000
    assert small.elsewhere.cells + len(small.cells) == len(whole.cells) == 10_000 - 121
    for name, each in small.cells.items():
        assert each.value == whole.cells[name].value
        assert each.mine in (None, whole.cells[name].mine) and len(str(each.mine)) <= MOST_DIGITS
    others = {each.value for name, each in whole.cells.items() if name not in small.cells}
    assert others == {small.elsewhere.value} and small.best[0] == whole.best[0]


def test_an_outlook_is_a_value():
    board = Board(("1??", "???"), mines=1)
    assert hash(outlook(board)) == hash(outlook(board)) and outlook(board) == outlook(board)
