"""Placements of knowledge bases, their number, and the reasons for what follows: against trying everything."""

from __future__ import annotations

from itertools import islice
from random import Random

import oracle
import pytest
from conftest import FULL
from sympy.abc import a, b
from test_statements import ATOMS, ROADS, meeting, random_board, random_told, told_line_by_line

import logicms as lm
from logicms.errors import BoardError, LimitReached
from logicms.hints import at_least, exactly
from logicms.limits import limit
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.hint_files import parse_hints

MANY = 5 if FULL else 1


def as_sets(found) -> list[frozenset[str]]:
    return [frozenset(name for name, holds in each.items() if holds) for each in found]


@pytest.mark.full
def test_placements_and_their_number_are_those_of_the_truth_table():
    rng, projected = Random(1), 0
    for _ in range(500 * MANY):
        heads, told = random_told(rng, rng.randint(0, 5))
        base, every = told_line_by_line(heads, told, rng), meeting(told)
        chosen = rng.sample(ATOMS, rng.randint(0, 5))
        expected = {held.intersection(chosen) for held in every}
        found = as_sets(base.placements(chosen))
        assert len(found) == len(set(found)) and set(found) == expected, [line for line, _ in told]
        assert base.count(chosen) == len(expected)
        spoken = {name for name in ATOMS if name in lm.Problem.of(base).names}
        assert set(as_sets(base.placements())) == {held & spoken for held in every}
        assert base.count() == len({held & spoken for held in every})
        projected += 1 < len(expected) < len(every)
        some = list(base.placements(chosen, limit=2))
        assert len(some) == min(2, len(expected)) and all(list(each) == chosen for each in some)
    assert projected > 50 * MANY


@pytest.mark.full
@pytest.mark.parametrize("grid", ["square", "hex", "torus"])
def test_placements_of_boards(grid):
    rng = Random(f"placements {grid}")
    for number in range(50 * MANY):
        board = random_board(rng, grid, wrong=number % 4 == 0)
        every = oracle.placements(board)
        base = KnowledgeBase(board)
        names = [str(cell) for cell in every.cells]
        mines = {frozenset(name for i, name in enumerate(names) if each >> i & 1) for each in every.all}
        assert base.count() == len(mines)
        chosen = rng.sample(names, rng.randint(0, min(4, len(names))))
        expected = {each.intersection(chosen) for each in mines}
        assert set(as_sets(base.placements(chosen))) == expected and base.count(chosen) == len(expected)
        if len(mines) < 100:
            assert {each & set(names) for each in as_sets(base.placements())} == mines


@pytest.mark.full
def test_placements_with_closed_predicates():
    """What is closed follows from the rest: it makes no placements of its own, and can be asked for."""
    rng = Random(3)
    for _ in range(30 * MANY):
        roads = rng.sample(ROADS, rng.randint(1, 4))
        opened = [road.replace("e", "o") for road in rng.sample(ROADS, 2)]
        rules = [f"{name} -> {name.replace('o', 'e')}" for name in opened]
        base = KnowledgeBase(parse_hints("\n".join([*TWO_STEPS, *roads, *rules, f"{opened[0]} | ~r(a,b)"])))
        expected = set()
        for held in ([], opened[:1], opened[1:], opened):
            reached = two_steps([*roads, *(name.replace("o", "e") for name in held)])
            if opened[0] in held or "r(a,b)" not in reached:
                expected.add((frozenset(held), "r(a,b)" in reached))
        names = [*opened, "r(a,b)"]
        found = [(frozenset(n for n in opened if each[n]), each["r(a,b)"]) for each in base.placements(names)]
        assert set(found) == expected and len(found) == len(expected) == base.count(names)
        assert base.count(opened) == len(expected)
        assert all(name.startswith("o") for each in islice(base.placements(), 1) for name in each)


TWO_STEPS = (
    "set s = a b c",
    "only e r",
    "all x in s, y in s: e(x, y) -> r(x, y)",
    "all x in s, y in s, z in s: e(x, y) & e(y, z) -> r(x, z)",
)


def two_steps(roads) -> set[str]:
    pairs = {(name[2], name[4]) for name in roads}
    return {f"r({x},{y})" for x, y in pairs | {(x, z) for x, y in pairs for w, z in pairs if w == y}}


def test_auxiliary_names_make_no_duplicates():
    names = [f"x{number}" for number in range(14)]
    base = KnowledgeBase()
    base.tell(exactly(7, names))
    assert any(name.startswith("_") for name in base.symbols.names), "the count has names of its own"
    assert base.count() == 3432
    assert len({*map(str, base.placements(names[:9]))}) == base.count(names[:9]) == 2**9 - 1 - 9 - 9 - 1


def test_placements_are_found_one_by_one():
    base = KnowledgeBase()
    base.tell(at_least(1, [f"x{number}" for number in range(60)]))
    assert base.count() == 2**60 - 1
    lazily = base.placements()
    first = next(lazily)
    base.tell("x1 & x2")  # what is told later changes nothing about those
    assert len({str(sorted(each.items())) for each in [first, *islice(lazily, 20)]}) == 21


def test_names_that_nothing_is_said_about_may_be_both():
    base = KnowledgeBase()
    base.tell(a >> b)
    assert base.count("a b z") == 6 and len(list(base.placements("a b z"))) == 6
    assert (base.count([]), list(base.placements([]))) == (1, [{}])
    base.tell(a & ~b)
    assert (base.count(), base.count("z"), base.count([]), list(base.placements())) == (0, 0, 0, [])


def test_limits():
    base = KnowledgeBase()
    base.tell(exactly(6, [f"x{number}" for number in range(14)]))
    assert list(base.placements(limit=0)) == []
    for wrong in (-1, 1.5, True):
        with pytest.raises(BoardError, match="not negative"):
            base.placements(limit=wrong)
    with limit(steps=100), pytest.raises(LimitReached):
        list(base.placements())
