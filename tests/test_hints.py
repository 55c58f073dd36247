"""Hints: the logic of a clue, and the direct clauses that say the same."""

from itertools import product
from math import comb

import pytest
from told import facts, hints

from logicms.board import Board, parse_cell
from logicms.errors import BoardError
from logicms.hints import Hint, at_least, at_most, direct_clauses, exactly


@pytest.mark.parametrize("count", range(6))
@pytest.mark.parametrize("low", range(7))
@pytest.mark.parametrize("high", range(7))
def test_direct_clauses_hold_for_just_the_right_counts(low, high, count):
    clauses = direct_clauses(low, high, count)
    for placement in product((False, True), repeat=count):
        holds = all(any((literal > 0) == placement[abs(literal) - 1] for literal in clause) for clause in clauses)
        assert holds == (low <= sum(placement) <= high)


def test_the_assignments_worked_example():
    lengths = sorted(map(len, direct_clauses(2, 2, 5)))
    assert lengths == [3] * comb(5, 3) + [4] * comb(5, 4)


@pytest.mark.parametrize(
    "rows, mines, expected, why",
    [
        (("1?",), None, ["A1: 1 among B1"], "a clue speaks of its hidden neighbours"),
        (("0?",), None, ["A1: 0 among B1"], "a zero speaks too"),
        (("01",), None, ["B1: 1 among"], "a clue with nothing around it that is not 0 contradicts itself"),
        (("00",), 0, ["mines: 0 among"], "a zero with nothing around it says nothing; the total is a hint"),
        (("*1-",), 1, ["B1: 1 among A1 C1", "mines: 1 among A1 C1"], "known cells are in the hint"),
        (("??1F",), None, ["C1: 1 among B1 D1"], "so are flags"),
    ],
)
def test_hints_of_a_board(rows, mines, expected, why):
    assert [str(hint) for hint in hints(Board(rows, mines))] == expected, why


def test_facts_are_the_known_cells():
    assert facts(Board(("*1-", "F??"))) == {parse_cell("A1"): True, parse_cell("C1"): False}


def test_identity_cases_and_refusals():
    assert exactly(0, []).to_sympy() == True  # noqa: E712  sympy's true equals True but is not it
    assert exactly(1, []).to_sympy() == False  # noqa: E712
    assert at_least(3, "a b").low == 3 and at_least(3, "a b").to_sympy() == False  # noqa: E712
    assert str(Hint(1, 2, tuple("abc"))) == "1 to 2 among a b c"
    for bad in (lambda: exactly(-1, "a"), lambda: exactly(1, "a a"), lambda: at_most(-2, "ab")):
        with pytest.raises(BoardError):
            bad()
