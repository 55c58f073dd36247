"""Reasons and repairs: smallest sets of statements, against every subset of them and every placement."""

from __future__ import annotations

from itertools import combinations
from random import Random

import oracle
import pytest
from conftest import FULL
from sympy.abc import a, b
from test_statements import ATOMS, ROADS, RULES, led_to, meeting, random_board, random_told, told_line_by_line

import logicms as lm
from logicms.answers.knowledge import ask
from logicms.answers.solve import check
from logicms.board import Board
from logicms.errors import InconsistentKnowledge
from logicms.hints import Hint
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.formulas import question
from logicms.notation.hint_files import parse_hints

MANY = 5 if FULL else 1


def smallest_sets(size: int, suffices) -> list[tuple[int, ...]]:
    """Return every set of numbers that suffices, and none of whose subsets does, the smallest first."""
    found: list[tuple[int, ...]] = []
    for number in range(size + 1):
        for each in combinations(range(size), number):
            if not any(set(other) <= set(each) for other in found) and suffices(each):
                found.append(each)
    return found


def as_sources(base: KnowledgeBase, sets, first: int = 0) -> list[tuple[str, ...]]:
    return [tuple(base.statements[first + number].source for number in each) for each in sets]


def assert_same(found, expected) -> None:
    assert [len(each) for each in found] == sorted(len(each) for each in expected)
    assert sorted(found) == sorted(expected)


@pytest.mark.full
def test_ask_and_check_of_a_file_list_them() -> None:
    """As the doors answer: of random files, against every subset of the lines and every placement."""
    rng, several, mended = Random(4), 0, 0
    for _ in range(60 * MANY):
        heads, told = random_told(rng, rng.randint(1, 5))
        file = parse_hints("\n".join([*heads, *(f"X{number}: {line}" for number, (line, _) in enumerate(told))]))
        problem, placements = file.to_problem(), meeting([])

        def left(each, told=told, placements=placements):
            return [held for held in placements if all(told[number][1](held) for number in each)]

        def as_names(sets):
            return [tuple(f"X{number}" for number in each) for each in sets]

        everything = frozenset(range(len(told)))
        if not left(everything):
            gone = smallest_sets(len(told), lambda each: bool(left(everything.difference(each))))  # noqa: B023
            found = check(problem).take_back
            if len(gone) <= 10:
                assert_same(found, as_names(gone))
            else:
                assert len(found) == 10 and set(found) < set(as_names(gone))
            mended += 1
            continue
        assert check(problem).take_back is None
        for atom in rng.sample(ATOMS, 3):
            answer = ask(problem, question(problem, atom), reasons=99)
            wanted = answer.answer == "yes"
            sets = smallest_sets(len(told), lambda each: all((atom in held) == wanted for held in left(each)))  # noqa: B023
            assert_same(answer.reasons, as_names(sets) if answer.answer != "unknown" else [])
            few = ask(problem, question(problem, atom), reasons=1).reasons
            assert few == answer.reasons[:1]
            several += len(answer.reasons) > 1
    assert several > 5 and mended > 5


@pytest.mark.full
def test_reasons_and_repairs_are_all_smallest_sets():
    rng, several, mended = Random(1), 0, 0
    for _ in range(300 * MANY):
        heads, told = random_told(rng, rng.randint(1, 6))
        base = told_line_by_line(heads, told, rng)
        kept = [[judge for _, judge in told[number : number + 1]] for number in range(len(told))]
        placements = meeting([])

        def left(each, placements=placements, kept=kept):
            return [held for held in placements if all(judge(held) for number in each for judge in kept[number])]

        if not left(range(len(told))):
            sets = smallest_sets(len(told), lambda gone: bool(left([n for n in range(len(kept)) if n not in gone])))  # noqa: B023
            found = list(base.repairs())
            assert_same(found, as_sources(base, sets, len(heads)))
            assert list(base.repairs(limit=1)) == found[:1]
            with pytest.raises(InconsistentKnowledge):
                list(base.reasons(ATOMS[0]))
            mended += len(found) > 1
            continue
        assert list(base.repairs()) == []
        goal = rng.choice(["", "~"]) + rng.choice(ATOMS)
        name, sign = goal.removeprefix("~"), not goal.startswith("~")
        sets = smallest_sets(len(told), lambda each: all((name in held) is sign for held in left(each)))  # noqa: B023
        found = list(base.reasons(goal))
        assert_same(found, as_sources(base, sets, len(heads)))
        assert list(base.reasons(goal, limit=2)) == found[:2]
        several += len(found) > 1
    assert several > 5 * MANY and mended > 20 * MANY


@pytest.mark.full
@pytest.mark.parametrize("grid", ["square", "hex", "torus"])
def test_repairs_of_boards_are_clues_that_would_be_hidden(grid):
    rng, mended = Random(f"repairs {grid}"), 0
    while mended < 8 * MANY:
        board = random_board(rng, grid, wrong=True)
        base = KnowledgeBase(board)
        if len(oracle.placements(board)):
            continue
        opened = [cell for cell in board.cells if board[cell] in "012345678"]
        if len(opened) > 7:
            continue
        number = len(opened) + (board.mines is not None)

        def suffices(gone, board=board, opened=opened):
            hidden = {opened[n] for n in gone if n < len(opened)}
            signs = "".join("?" if cell in hidden else board[cell] for cell in board.cells)
            rows = tuple(signs[start : start + board.width] for start in range(0, len(signs), board.width))
            total = None if len(opened) in gone else board.mines
            return bool(len(oracle.placements(Board(rows, total, grid=board.grid))))

        names = [*map(str, opened), "mines"]
        expected = [tuple(names[n] for n in each) for each in smallest_sets(number, suffices)]
        assert_same(list(base.repairs()), expected)
        mended += 1


@pytest.mark.full
def test_repairs_of_closed_predicates_mend():
    rng = Random(3)
    for _ in range(15 * MANY):
        roads = rng.sample(ROADS, 4)
        wrong = rng.choice(sorted(led_to(roads)))
        base = KnowledgeBase(parse_hints("\n".join([*RULES, *roads, f"~{wrong}"])))
        found = list(base.repairs(limit=6))
        assert (f"~{wrong}",) in found and [len(each) for each in found] == sorted(map(len, found))
        for each in found:
            mended = base.copy()
            for source in each:
                mended.retract(source)
            assert mended.consistent
            assert not any(set(other) < set(each) for other in found)


def test_what_a_closed_predicate_says_is_cited_by_its_facts_or_as_a_whole():
    base = KnowledgeBase(parse_hints("\n".join([*RULES, "e(a,b)", "e(b,c)", "X: r(a,c) -> far"])))
    assert list(base.reasons("far")) == [("line 3", "line 4", "e(a,b)", "e(b,c)", "X")]
    assert list(base.reasons("~r(c,a)")) == [("only r",)]


def test_reasons_of_what_is_always_true_and_of_what_does_not_follow():
    base = KnowledgeBase()
    base.tell(a >> b)
    assert list(base.reasons(a | ~a)) == [()] and list(base.reasons(b)) == []
    base.tell("false")
    assert list(base.repairs()) == [("false",)]


# -- another way to the same cell


@pytest.mark.full
def test_other_explanations_are_other_sets_of_clues():
    rng, several = Random(4), 0
    for _ in range(150 * MANY):
        board = random_board(rng, "square")
        if not len(oracle.placements(board)):
            continue
        deduction = lm.deduce(board)
        problem = lm.Problem.of(board)
        for cell in sorted(deduction.safe | deduction.mine)[:2]:
            explanation = lm.explain(board, cell)
            hints = problem.all_hints if explanation.uses_mine_total else problem.hints
            value = cell not in deduction.mine  # what it would have to be

            def forced(each, hints=hints, cell=cell, value=value, facts=problem.facts):
                return not can_be(Hint(int(value), int(value), (cell,)), [hints[n] for n in each], facts)

            if len(hints) > 6:
                continue
            sets = {frozenset(str(hints[n].because) for n in each) for each in smallest_sets(len(hints), forced)}
            own = frozenset(str(hint.because) for hint in explanation.hints)
            assert own in sets and set(map(frozenset, explanation.others)) == sets - {own}
            several += len(sets) > 1
    assert several > 5 * MANY


def can_be(goal: Hint, hints: list[Hint], facts) -> bool:
    from logicms.sat.solver import placement

    return placement([goal, *hints], facts) is not None


def test_other_reasons_where_there_are_formulas():
    problem = parse_hints("rain\nrain -> wet\nhose\nhose -> wet\n").to_problem()
    explanation = lm.explain(problem, "wet")
    assert explanation.others in ((("rain", "rain -> wet"),), (("hose", "hose -> wet"),))
    assert lm.explain(problem, "rain").others == ()
