"""Hints as clauses: `exactly k of n` has C(n, k) placements, written out or as a totaliser."""

from __future__ import annotations

import re
from itertools import combinations, product
from math import comb

import pytest
from pysat.solvers import Solver

from logicms.errors import LimitReached
from logicms.hints import Hint, at_least, at_most, exactly
from logicms.logic import clauses as module
from logicms.logic.clauses import MOST_DIRECT, Symbols, clauses_of_hint, number_of_direct_clauses

NAMES = [f"{column}{row}" for row in (1, 2, 3) for column in "ABC"]


def placements(hint, symbols, clauses):
    """Return the placements of the hint's own cells that can be extended to the auxiliary symbols."""
    cells = [symbols[str(name)] for name in hint.among]
    found = set()
    with Solver("m22", bootstrap_with=[sorted(clause) for clause in clauses]) as solver:
        for row in product((-1, 1), repeat=len(cells)):
            if solver.solve([sign * cell for sign, cell in zip(row, cells, strict=True)]):
                found.add(tuple(name for name, sign in zip(hint.among, row, strict=True) if sign > 0))
    return found


def right_placements(hint):
    counts = range(hint.low, min(hint.high, len(hint.among)) + 1)
    return {chosen for count in counts for chosen in combinations(hint.among, count)}


def every_hint(size):
    names = NAMES[:size]
    for low in range(size + 2):
        for high in range(low, size + 2):
            yield Hint(low, high, tuple(names))


@pytest.mark.parametrize("size", range(7))
@pytest.mark.parametrize("threshold", [MOST_DIRECT, 0])
def test_the_placements_are_those_that_the_hint_allows(size, threshold, monkeypatch):
    """With a threshold of 0, every hint that says anything becomes a totaliser."""
    monkeypatch.setattr(module, "MOST_DIRECT", threshold)
    for hint in every_hint(size):
        if threshold == 0 and (hint.low > size or size < 2):
            continue
        symbols = Symbols()
        clauses = clauses_of_hint(hint, symbols)
        assert placements(hint, symbols, clauses) == right_placements(hint), str(hint)


@pytest.mark.parametrize("count", range(10))
def test_exactly_has_as_many_placements_as_combinations(count, monkeypatch):
    for threshold in (MOST_DIRECT, 0):
        monkeypatch.setattr(module, "MOST_DIRECT", threshold)
        hint, symbols = exactly(count, NAMES), Symbols()
        assert len(placements(hint, symbols, clauses_of_hint(hint, symbols))) == comb(9, count)


@pytest.mark.parametrize("make", [exactly, at_least, at_most])
def test_a_totaliser_propagates_all_that_follows(make, monkeypatch):
    """Whatever follows from known cells of the hint is found by unit propagation, on the cells themselves."""
    monkeypatch.setattr(module, "MOST_DIRECT", 0)
    for count in range(6):
        hint = make(count, NAMES[:5])
        clauses = clauses_of_hint(hint, Symbols())
        for known in product((-1, 0, 1), repeat=5):
            cells = {n * sign for n, sign in enumerate(known, 1) if sign}
            assert propagated(clauses, cells) == expected(hint, cells), (str(hint), cells)


def propagated(clauses, known):
    """Return the literals of the five cells that unit propagation finds, None for a conflict: the plainest loop."""
    known = set(known)
    while True:
        open_clauses = [[n for n in clause if -n not in known] for clause in clauses if not clause & known]
        if [] in open_clauses:
            return None
        new = {clause[0] for clause in open_clauses if len(clause) == 1} - known
        if any(-n in new for n in new):
            return None
        if not new:
            return {n for n in known if abs(n) <= 5}
        known |= new


def expected(hint, known):
    mines, free = sum(n > 0 for n in known), {n for n in range(1, 6) if n not in known and -n not in known}
    if mines > hint.high or mines + len(free) < hint.low:
        return None
    if mines == hint.high:
        return known | {-n for n in free}
    return known | free if mines + len(free) == hint.low else known


def test_the_mine_total_of_a_large_board_stays_small():
    names = [f"{chr(65 + i % 26)}{i // 26 + 1}" for i in range(60)]
    hint = exactly(20, names)
    symbols = Symbols()
    assert number_of_direct_clauses(hint) > 10**15
    assert len(clauses_of_hint(hint, symbols)) < 4000


def test_the_size_of_a_totaliser_is_known_before_it_is_written(monkeypatch):
    """The estimate errs on the safe side, and by a small factor."""
    monkeypatch.setattr(module, "MOST_DIRECT", 0)
    for size in range(4, 41):
        for count in {1, 2, size // 3, size // 2}:
            written = len(clauses_of_hint(exactly(count, [f"x{i}" for i in range(size)]), Symbols()))
            assert written <= module._size_of_totaliser(size, count) <= 2.5 * written


def test_a_total_too_large_to_write_is_a_limit_reached():
    with pytest.raises(LimitReached, match="^20000 among 100,000 would take about"):
        clauses_of_hint(exactly(20_000, [f"x{i}" for i in range(100_000)]), Symbols())


@pytest.mark.parametrize(
    "hint, number, why",
    [
        (at_least(1, [f"x{i}" for i in range(2000)]), 1, "one long clause"),
        (exactly(0, [f"x{i}" for i in range(2000)]), 2000, "a fact for each"),
        (exactly(2000, [f"x{i}" for i in range(2000)]), 2000, "a fact for each"),
        (at_most(2000, [f"x{i}" for i in range(2000)]), 0, "nothing"),
        (exactly(3, ["a"]), 1, "the empty clause"),
    ],
)
def test_large_hints_that_say_something_simple(hint, number, why):
    symbols = Symbols()
    assert len(clauses_of_hint(hint, symbols)) == number, why
    assert not symbols.meanings


def test_auxiliary_symbols_can_be_read_aloud():
    symbols = Symbols()
    clauses_of_hint(exactly(10, [f"A{row}" for row in range(1, 21)]), symbols)
    for meaning in symbols.meanings.values():
        assert re.fullmatch(r"at least [0-9]+ mines among (A[0-9]+)( A[0-9]+)*", meaning)
    assert symbols.meanings["_1"] == "at least 1 mines among A1 A2"


def test_every_clue_is_written_out():
    assert all(number_of_direct_clauses(exactly(n, NAMES[:8])) <= MOST_DIRECT for n in range(9))
    symbols = Symbols()
    clauses_of_hint(exactly(4, NAMES[:8]), symbols)
    assert not symbols.meanings
