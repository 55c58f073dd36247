"""The smallest sets of hints: against all subsets on small cases, against python-sat's OptUx on real positions."""

from __future__ import annotations

import random
import time
from itertools import combinations, product

import pytest
from conftest import FULL
from pysat.examples.optux import OptUx
from pysat.formula import WCNF
from told import hints

from logicms.board import Board, parse_cell
from logicms.deduction import deduce
from logicms.deduction.deduction import contradiction
from logicms.errors import LimitReached
from logicms.hints import TOTAL, Hint, Literal, at_least, at_most, direct_clauses, exactly
from logicms.limits import limit
from logicms.problem import Problem
from logicms.sat.smallest_sets import HittingSets, smallest_groups, smallest_set, smallest_sets, witnesses
from tests.deduction.test_certainty import opened


def can_be(chosen, fixed, names) -> bool:
    """Try every placement of the names: is there one that meets the hints?"""
    for values in product((False, True), repeat=len(names)):
        placed = {**dict(zip(names, values, strict=True)), **fixed}
        if all(hint.low <= sum(placed[name] for name in hint.among) <= hint.high for hint in chosen):
            return True
    return False


def all_smallest(told, fixed):
    """Return every smallest set that clashes: clues alone if any set of them does, else with the total."""
    names = sorted({name for hint in told for name in hint.among} - fixed.keys())
    clues = [hint for hint in told if hint.because != TOTAL]
    total = [hint for hint in told if hint.because == TOTAL]
    for always in ([], total):
        for size in range(len(clues) + 1):
            found = [(*s, *always) for s in combinations(clues, size) if not can_be([*s, *always], fixed, names)]
            if found:
                return found
    return []


def some_hints(rng: random.Random, contradictory: bool) -> list[Hint]:
    names = [f"n{i}" for i in range(rng.randint(2, 7))]
    mines = {name for name in names if rng.random() < 0.4}
    told = []
    for number in range(rng.randint(1, 6)):
        among = rng.sample(names, rng.randint(1, min(4, len(names))))
        count = len(mines.intersection(among))
        if contradictory and rng.random() < 0.4:
            count = rng.randint(0, len(among))
        make = rng.choice((exactly, exactly, exactly, at_least, at_most))
        told.append(make(count, among, f"h{number}"))
    if rng.random() < 0.5:
        told.append(exactly(len(mines) + (contradictory and rng.random() < 0.3), names, TOTAL))
    return told


@pytest.mark.full
@pytest.mark.parametrize("seed", range(300 if FULL else 60))
def test_the_smallest_clashes_are_those_among_all_subsets(seed):
    rng = random.Random(seed)
    told = some_hints(rng, contradictory=True)
    fixed = {name: rng.random() < 0.5 for name in ("n0", "n1") if rng.random() < 0.3}
    expected = all_smallest(told, fixed)
    found = list(smallest_sets(told, fixed))
    assert len(found) == len(set(found)) and set(found) == set(expected)
    assert smallest_set(told, fixed) == (found[0] if found else None)
    for chosen in found:
        assert_witnessed(chosen, fixed, None)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(300 if FULL else 60))
def test_the_smallest_reasons_are_those_among_all_subsets(seed):
    rng = random.Random(seed)
    told = some_hints(rng, contradictory=False)
    for name in sorted({name for hint in told for name in hint.among}):
        for mine in (False, True):
            expected = all_smallest(told, {name: not mine})
            found = list(smallest_sets(told, goal=Literal(name, mine)))
            assert set(found) == set(expected) and len(found) == len(expected)
            for chosen in found:
                assert_witnessed(chosen, {}, Literal(name, mine))


def assert_witnessed(chosen, fixed, goal) -> None:
    """Every hint of a smallest set is needed: its witness meets all the others, not it, and has the contrary."""
    for hint, mines in zip(chosen, witnesses(chosen, fixed, goal), strict=True):
        counts = {other: sum(name in mines for name in other.among) for other in chosen}
        assert all(other.low <= count <= other.high for other, count in counts.items() if other is not hint)
        assert not hint.low <= counts[hint] <= hint.high
        assert all((name in mines) == mine for name, mine in fixed.items())
        assert goal is None or (goal.name in mines) != goal.holds


def size_by_optux(told, goal) -> int:
    """Return the size of a smallest set as python-sat finds it."""
    names = sorted({name for hint in told for name in hint.among})
    number = {name: i for i, name in enumerate(names, 1)}
    formula = WCNF()
    for selector, hint in enumerate(told, len(names) + 1):
        for clause in direct_clauses(hint.low, hint.high, len(hint.among)):
            lits = [number[hint.among[abs(i) - 1]] * (1 if i > 0 else -1) for i in clause]
            formula.append([-selector, *lits])
        formula.append([selector], weight=1)
    formula.append([-number[goal.name] if goal.holds else number[goal.name]])
    with OptUx(formula) as optux:
        return len(optux.compute())


@pytest.mark.full
@pytest.mark.parametrize("width, height, mines", [(9, 9, 10), (16, 16, 40), (30, 16, 99)])
def test_reasons_on_real_positions_are_as_small_as_optux_says(width, height, mines):
    rng = random.Random(mines)
    sizes = set()
    for _ in range(40 if FULL else 5):
        board = Board(opened(rng, width, height, mines, rng.uniform(0.3, 0.95)).rows)
        told, found = hints(board), deduce(board)
        certain = sorted([Literal(cell, True) for cell in found.mine] + [Literal(cell, False) for cell in found.safe])
        for goal in rng.sample(certain, min(6, len(certain))):
            chosen = smallest_set(told, goal=goal)
            assert len(chosen) == size_by_optux(told, goal)
            assert_witnessed(chosen, {}, goal)
            sizes.add(len(chosen))
    assert {1, 2, 3} <= sizes


@pytest.mark.parametrize(
    "rows, mines, conflict, words",
    [
        (("2?", "11"), None, ["A1"], "A1 says 2, but only 1 cell around it can be a mine"),
        (("1",), None, ["A1"], "A1 says 1, but no cells around it can be mines"),
        (("*1", "1*"), None, ["B1"], "B1 says 1, but 2 mines are known around it"),
        (("3?", "??", "12"), None, ["A1", "A3"], "A1 and A3 cannot both be right"),
        (("1?", "??"), 3, ["A1", "mines"], "A1 and the mine total of 3 cannot both be right"),
        (("--", "-?"), 2, ["mines"], "the mine total is 2, but only 1 cell can be a mine"),
        (("?10", "110", "011", "01?"), 1, ["B1", "B3", "mines"], "B1, B3 and the mine total of 1 cannot all be right"),
    ],
    ids=str,
)
def test_a_clash_in_words(rows, mines, conflict, words):
    board = Board(rows, mines)
    error = contradiction(Problem.of(board))
    assert ([str(name) for name in error.conflict], str(error)) == (conflict, words)
    assert error.proof is not None and error.proof.steps[-1].clause == ()
    assert sorted(error.proof.hints) == sorted(conflict), "the proof rests on the clash and nothing else"


def test_many_clues_are_not_all_named():
    error = contradiction(Problem.of(Board(("1?1" * 9,), mines=8)))
    assert str(error).startswith("9 clues (") and str(error).endswith(" …) and the mine total cannot all be right")
    assert error.conflict[-1] == "mines" and error.conflict[:-1] == tuple(sorted(error.conflict[:-1]))


def test_a_limit_is_kept():
    rng = random.Random(5)
    board = opened(rng, 30, 16, 99, 0.97)
    found = deduce(board)
    goals = [Literal(cell, cell in found.mine) for cell in sorted(found.needs_mine_total)]
    goal = goals[0] if goals else Literal(parse_cell("A1"), True)
    start = time.process_time()
    try:
        with limit(seconds=0.05):
            smallest_set(hints(board), goal=goal)
    except LimitReached:
        pass
    assert time.process_time() - start < 2
    with pytest.raises(ValueError):
        smallest_set(hints(board), {goal.name: True}, goal)


@pytest.mark.parametrize("seed", range(40))
def test_hitting_sets_are_smallest_and_all_of_them_are_found(seed):
    rng = random.Random(seed)
    count = rng.randint(1, 8)
    wanted = [rng.sample(range(count), rng.randint(1, min(count, 4))) for _ in range(rng.randint(1, 7))]
    sets = HittingSets(count)
    for numbers in wanted:
        sets.hit(numbers)
    every = [
        chosen
        for size in range(count + 1)
        for chosen in combinations(range(count), size)
        if all(set(numbers) & set(chosen) for numbers in wanted)
    ]
    smallest = {chosen for chosen in every if len(chosen) == len(every[0])}
    found = set()
    while (chosen := sets.smallest()) is not None and len(chosen) == len(every[0]):
        found.add(chosen)
        sets.block(chosen)
    assert found == smallest


# -- groups of clauses: what an entailment rests on


def some_groups(rng: random.Random) -> tuple[list[list[list[int]]], list[list[int]], int]:
    names = rng.randint(2, 6)
    clause = lambda: [rng.choice((-1, 1)) * each for each in rng.sample(range(1, names + 1), rng.randint(1, 2))]  # noqa: E731
    while True:
        groups = [[clause() for _ in range(rng.randint(1, 2))] for _ in range(rng.randint(1, 7))]
        if is_met([clause for group in groups for clause in group], names):
            return groups, [clause()], names


def is_met(clauses: list[list[int]], names: int) -> bool:
    """Try every placement: is there one that meets the clauses?"""
    placements = ([n if holds else -n for n, holds in enumerate(values, 1)] for values in product((0, 1), repeat=names))
    return any(all(set(clause) & set(placed) for clause in clauses) for placed in placements)


def test_the_fewest_groups_are_the_fewest_of_all_subsets():
    rng = random.Random(23)
    sizes = []
    for _ in range(400):
        groups, always, names = some_groups(rng)
        fewest = next(
            (
                size
                for size in range(len(groups) + 1)
                for chosen in combinations(groups, size)
                if not is_met([*always, *(clause for group in chosen for clause in group)], names)
            ),
            None,
        )
        found = smallest_groups(groups, always, [], names)
        assert (found is None) == (fewest is None)
        if found is not None:
            core, surely = found
            assert surely and len(core) == fewest
            assert not is_met([*always, *(clause for number in core for clause in groups[number])], names)
            sizes.append(fewest)
    assert len(sizes) > 50 and max(sizes) >= 3


def test_a_search_for_fewer_groups_that_takes_too_long_says_so(monkeypatch):
    monkeypatch.setattr("logicms.sat.smallest_sets.MOST_QUESTIONS", 6)
    rng = random.Random(5)
    seen = set()
    for _ in range(200):
        groups, always, names = some_groups(rng)
        found = smallest_groups(groups, always, [], names)
        if found is not None:
            core, surely = found
            seen.add(surely)
            for left_out in core:
                rest = [clause for number in core if number != left_out for clause in groups[number]]
                assert is_met([*always, *rest], names), "none can be left out"
    assert seen == {True, False}
