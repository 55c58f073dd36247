"""Techniques: what counts as a difference, and ratings that agree with judges who try everything out."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from conftest import FULL
from technique_judges import JUDGES, by_difference, by_single, certain_by_sat, constraints

from logicms.board import Board, Cell
from logicms.explanation import rating
from logicms.explanation.next_step import easiest
from logicms.explanation.techniques import Counts, Technique
from logicms.generation import position
from logicms.hints import at_least, at_most, exactly

BOARDS = 500 if FULL else 12


# -- what a difference is


@pytest.mark.parametrize(
    "hints, name, value, technique, why",
    [
        ("1 abc, 2 bcd", "d", True, "difference", "one minus one: d - a = 1"),
        ("1 abc, 2 bcd", "a", False, "difference", "one minus one: d - a = 1"),
        ("2 abc, 1 a, 1 b", "c", False, "single", "c is decided by what is left when a and b are known"),
        ("3 abcde, 1 ab, 1 cd", "e", True, "difference", "one minus two that lie inside it"),
        ("1 ab, 2 abc, 1 bc", "b", False, "difference", "the 1-2-1: the middle minus both sides"),
        ("3 abcdefg, 1 ab, 1 cd, 1 ef", "g", False, "split", "one minus three is too much at a glance"),
        ("1 ab, 1 bc, 1 cd, 2 adx", "x", True, "propagate", "a sum of four"),
    ],
)
def test_what_a_difference_is(hints: str, name: str, value: bool, technique: str, why: str) -> None:
    told = [exactly(int(text.split()[0]), list(text.split()[1])) for text in hints.split(", ")]
    facts = {str(hint.among[0]): bool(hint.low) for hint in told if len(hint.among) == 1}
    assert Counts(told, facts).technique(name, value) == technique, why


def test_a_difference_of_bounds() -> None:
    told = [at_least(2, "a b c d"), at_most(1, "a b c"), at_most(0, "x")]
    assert Counts(told).differences() == {"d": True}
    assert Counts([at_least(1, "a b"), exactly(1, "b c")]).differences() == {}


# -- the fast search against every sum


@pytest.mark.full
def test_the_search_finds_what_all_sums_find() -> None:
    """Cells that a single clue decides are left out: there nobody looks for a difference."""
    rng, decided = Random(24), 0
    for _ in range(5000 if FULL else 150):
        board = random_position(rng)
        for total in (False, True):
            told = constraints(board, total)
            counts = Counts([exactly(mines, sorted(cells)) for cells, mines in told])
            found, every, single = counts.differences(), by_difference(told), by_single(told)
            assert found.items() <= every.items()
            assert every.keys() - single.keys() == found.keys() - single.keys()
            subset = counts.subsets()
            for cell in {cell for cells, _ in told for cell in cells} - single.keys() - subset.keys():
                for value in (True, False):
                    is_difference = counts.technique(cell, value) is Technique.DIFFERENCE
                    assert is_difference is (every.get(cell) is value)
            decided += len(every.keys() - single.keys())
    assert decided > 200


def random_position(rng: Random) -> Board:
    """Return some clues of a random layout, open wherever they are."""
    width, height = rng.choice([(4, 4), (5, 4), (6, 3), (6, 6), (12, 2)])
    mines = set(rng.sample(range(width * height), rng.randint(2, width * height // 3)))
    plain = Board(("?" * width,) * height, mines=len(mines))
    at = dict(enumerate(plain.cells))
    safe = [cell for place, cell in at.items() if place not in mines]
    signs = {cell: "F" for place, cell in at.items() if place in mines and rng.random() < 0.3}
    for cell in rng.sample(safe, rng.randint(3, len(safe) - 1)):
        signs[cell] = str(sum(at[place] in plain.neighbours(cell) for place in mines))
    return plain.with_signs(signs)


# -- ratings against judges


@cache
def rated(technique: Technique) -> list[Board]:
    """Return boards whose rating is this technique, of several sizes."""
    boards: list[Board] = []
    seed = 0
    while len(boards) < BOARDS:
        size = ((5, 5, 6), (7, 7, 11), (8, 8, 13), (12, 5, 14))[seed % 4]
        board = position(*size, rng=Random(seed), technique=technique).board
        found = rating(board)
        assert found is not None and found.technique.rank() >= technique.rank()
        if found.technique is technique:
            boards.append(board)
        seed += 1
    return boards


@pytest.mark.full
@pytest.mark.parametrize("technique", list(Technique))
def test_the_rating_agrees_with_independent_judges(technique: Technique) -> None:
    for board in rated(technique):
        assert judged(board) == (technique.value, rating(board).uses_mine_total)


@pytest.mark.full
@pytest.mark.parametrize("technique", list(Technique))
def test_the_easiest_step_agrees_with_independent_judges(technique: Technique) -> None:
    for board in rated(technique):
        name, total, certain = first_step(board)
        rung = easiest(board)
        assert (rung.technique, rung.uses_mine_total) == (name, total) and name == technique
        if technique is not Technique.SINGLE:  # single clues are followed to the end at once
            assert rung.certain == certain


def judged(board: Board) -> tuple[str, bool]:
    """Return the hardest technique on the easiest path, and whether a step on it took the mine total."""
    names: list[str] = []
    totals = False
    while step := first_step(board):
        name, total, certain = step
        names.append(name)
        totals |= total
        board = board.with_signs({cell: "F" if is_mine else "-" for cell, is_mine in certain.items()})
    return max(names, key=[*JUDGES, "split"].index), totals


def first_step(board: Board) -> tuple[str, bool, dict[Cell, bool]] | None:
    """Return the easiest technique that says anything, whether with the mine total, and what it says.

    The mine total counts only for cells that the clues alone leave open, which a SAT solver says.
    """
    by_clues, by_all = certain_by_sat(constraints(board, False)), certain_by_sat(constraints(board, True))
    only_total = by_all.keys() - by_clues.keys()
    for name in (*JUDGES, "split"):
        for total, certain in ((False, by_clues), (True, by_all)):
            said = JUDGES[name](constraints(board, total)) if name in JUDGES else certain
            assert said.items() <= certain.items(), "a judge says what is not certain"
            if new := {cell: value for cell, value in said.items() if not total or cell in only_total}:
                return name, total, new
    return None
