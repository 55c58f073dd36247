"""A time limit binds everywhere. The clock is a counter of how often it is read, so no test depends on the machine.

Work that looks at the clock often enough stops soon after the deadline; once the time is over, every look ends
something, so the number of looks after the deadline is the number of things that had to be left.
"""

import random
from itertools import count
from types import SimpleNamespace

import pytest

from logicms import limits
from logicms.answers.prove import next_step, prove
from logicms.answers.solve import solve
from logicms.board import Board
from logicms.errors import LimitReached
from logicms.hints import exactly
from logicms.limits import limit
from logicms.problem import Problem
from logicms.proofs import checker
from logicms.proofs.proof import Equation, Proof, Step, Sum, clause


def planted(width, height, seed):
    """Return a board made from mines, so that it is consistent."""
    rng = random.Random(seed)
    mines = {(row, col) for row in range(height) for col in range(width) if rng.random() < 0.2}

    def sign(row, col):
        if (row, col) in mines or rng.random() < 0.4:
            return "?"
        return str(sum((r, c) in mines for r in range(row - 1, row + 2) for c in range(col - 1, col + 2)))

    return Board(tuple("".join(sign(row, col) for col in range(width)) for row in range(height)))


def long_sum(entries):
    """Return a valid proof by counting whose one sum has this many entries."""
    hints = {"A2": exactly(1, ["A1", "B1"]), "B2": exactly(2, ["A1", "B1", "C1"]), "C2": exactly(1, ["B1", "C1"])}
    spare = ("A2",) * (entries // 2)
    given = Sum(("A2", "C2", *spare), ("B2", *spare), (), Equation((("B1", 1),), 0, 0))
    return Proof((Step(clause("~B1"), "sum", sum=given),), (clause("~B1"),), "counting", hints=hints)


ROW = Board(("?" + "1?" * 9_999 + "1",))

BOARD = planted(60, 60, 5)

WORK = {
    "solve": (lambda: solve(Problem.of(planted(150, 150, 1))), 20),
    "solve a row": (lambda: solve(Problem.of(ROW)), 20),
    "forward": (lambda: solve(Problem.of(planted(30, 30, 2)), "forward"), 30),
    "resolution": (lambda: solve(Problem.of(planted(16, 16, 3)), "resolution"), 10),
    "subset": (lambda: solve(Problem.of(planted(30, 30, 2)), "subset"), 30),
    "prove": (lambda: prove(Problem.of(BOARD), BOARD.hidden[9]), 8),
    "next": (lambda: next_step(Problem.of(planted(20, 20, 4))), 4),
    "verify": (lambda: checker.verify(long_sum(20_000)), 40),
}


@pytest.fixture
def clock(monkeypatch):
    """Return the clock: its `looks` are counted, and each takes a second."""
    ticks = count(1)
    clock = SimpleNamespace(looks=0)

    def monotonic():
        clock.looks = next(ticks)
        return float(clock.looks)

    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=monotonic))
    return clock


def without_caches():
    """Forget what an earlier run has made of a board's size: it would not be made again."""
    from logicms import board
    from logicms.deduction import boundary

    for cached in (board.cells_of, board.neighbours_of, boundary._cells):
        cached.cache_clear()


def run(work, seconds):
    """Return whether the work came to its end within the limit."""
    without_caches()
    with limit(seconds=seconds):
        try:
            answer = work()
        except LimitReached:
            return False
    return "limit" not in (getattr(answer, "status", None), getattr(answer, "verdict", None))


@pytest.mark.parametrize("name", WORK)
def test_long_work_looks_at_the_clock_and_stops_when_the_time_is_over(name, clock):
    work, expected = WORK[name]
    assert run(work, 1e9)
    looks = clock.looks
    assert looks >= expected, "it hardly looks at the clock"
    for deadline in sorted({1, 2, looks // 4, looks // 2}):
        before = clock.looks
        assert not run(work, deadline)
        assert clock.looks - before <= deadline + 12, "it goes on after its time"


def test_what_was_found_before_the_limit_is_said(clock):
    problem = Problem.of(planted(150, 150, 1))
    whole = solve(problem)
    for deadline in (4, 12, 20):
        without_caches()
        with limit(seconds=deadline):
            answer = solve(problem)
        assert answer.status == "limit" and answer.components is None
        assert set(answer.safe) <= set(whole.safe) and set(answer.mine) <= set(whole.mine)
    assert len(answer.safe) > 1000


def test_what_was_told_before_the_limit_is_said(clock):
    problem = Problem.of(planted(30, 30, 2))
    whole = solve(problem, "forward")
    clock.looks = 0
    with limit(seconds=30):
        answer = solve(problem, "forward")
    assert answer.status == "limit" and 0 < len(answer.safe) < len(whole.safe) and set(answer.safe) <= set(whole.safe)
