"""A time limit binds everywhere. The clock is a counter of how often it is read, so no test depends on the machine;
only at the end are hard inputs of each kind timed, by the CPU time that they take.

Work that looks at the clock often enough stops soon after the deadline; once the time is over, every look ends
something, so the number of looks after the deadline is the number of things that had to be left.
"""

import json
import random
import sys
import time
from contextlib import suppress
from itertools import count
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from logicms import limits
from logicms.answers.knowledge import kb
from logicms.answers.prove import next_step, path, prove
from logicms.answers.solve import check, odds, search, solve
from logicms.board import Board, Cells
from logicms.cli import app, command
from logicms.deduction.boundary import boundary
from logicms.deduction.deduction import easily_settled
from logicms.errors import LimitReached
from logicms.hints import exactly
from logicms.limits import limit
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.boards import format_board
from logicms.notation.formulas import parse_formula
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.proofs import checker
from logicms.proofs.proof import Equation, Proof, Step, Sum, clause
from logicms.proofs.proof_json import proof_from_json
from logicms.render.picture import Marks, board_text
from logicms.sat.solver import Sat
from logicms.search import Strategy


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
    "search": (lambda: search(Problem.of(planted(150, 150, 5)), Strategy(propagate=True)), 20),
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
    at_limit = "limit" in (getattr(answer, "status", None), getattr(answer, "verdict", None))
    return not at_limit and getattr(answer, "components", 0) is not None


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


# -- telling what was found takes time, too


def calls_of(work):
    """Return what the work returns, and how many Python functions it called."""
    calls = 0

    def count_calls(frame, event, argument):
        nonlocal calls
        calls += event == "call"

    sys.setprofile(count_calls)
    try:
        result = work()
    finally:
        sys.setprofile(None)
    return result, calls


def test_what_was_found_is_told_without_a_call_for_each_cell(monkeypatch):
    problem = Problem.of(planted(400, 400, 1))
    found = boundary(problem.board)

    settled = None

    def stopped(*_, **__):
        raise LimitReached("the time was over", settled=settled)

    monkeypatch.setattr("logicms.answers.solve.deduce", stopped)

    def tell():
        nonlocal settled
        settled = easily_settled(problem, found)
        with limit(seconds=0):  # no time to count components
            return settled, solve(problem).to_json()

    (settled, told), calls = calls_of(tell)
    assert told["safe"] == [str(cell) for cell in sorted(settled.safe)] and len(told["safe"]) > 20_000
    assert calls < len(told["safe"]) / 10


def test_time_is_kept_to_tell_what_was_found(clock, monkeypatch):
    problem = Problem.of(planted(150, 150, 1))
    whole = solve(problem)
    monkeypatch.setattr(limits, "_SECONDS_TO_TELL", 1.0)
    without_caches()
    with limit(seconds=1e9):
        assert solve(problem) == whole
    certain = len(whole.safe) + len(whole.mine)
    with limit(seconds=certain // 2):
        answer = solve(problem)
    assert answer.status == "limit" and answer.message == f"not decided within {certain // 2} s"
    assert certain // 2 < len(answer.safe) + len(answer.mine) < certain
    with limit(seconds=20):  # less than telling takes: one round is told all the same
        answer = solve(problem)
    assert answer.status == "limit" and set(answer.safe) < set(whole.safe) and answer.safe


def test_flags_are_judged_by_what_was_found_before_the_limit(clock):
    board = planted(400, 400, 1)
    rng = random.Random(2)
    flagged = Board(tuple("".join("F" if s == "?" and rng.random() < 0.5 else s for s in row) for row in board.rows))
    with limit(seconds=3):
        answer = check(Problem.of(flagged, flags="claim"))
    assert answer.status == "limit" and answer.flags.certain and answer.flags.wrong
    assert len(answer.flags.certain + answer.flags.unproved + answer.flags.wrong) == flagged.signs.count("F")


def test_a_clash_on_a_large_board_is_said_when_there_is_no_time_to_name_it(clock):
    rows = list(planted(400, 400, 1).rows)
    rows[200] = "8" * 400
    with limit(seconds=2):
        answer = solve(Problem.of(Board(tuple(rows))))
    assert answer.status == "inconsistent" and "the smallest clash was not found" in answer.message


def test_large_boards_are_read_and_drawn_as_small_ones():
    board = Board(("?1F" * 100, "*-0" * 100) * 200)
    assert len(board.signs) > 100_000
    assert board.hidden == Cells(cell for cell in board.cells if board[cell] in "?F")
    part = Board(board.rows[:2])
    assert board.hidden[:200] == part.hidden
    for ascii in (False, True):
        by_pieces = board_text(part, Marks(), ascii=ascii)
        assert board_text(part, ascii=ascii) == by_pieces
        assert board_text(part, ascii=ascii, columns=80) == board_text(part, Marks(), ascii=ascii, columns=80)


# -- hard inputs of each kind: a limit is kept to within half a second of CPU time


def pigeonholes(holes):
    """Return one formula that says that every pigeon has a hole, there being one hole too few."""
    pigeons = range(holes + 1)
    some = " & ".join(f"({' | '.join(f'p{i}_{j}' for j in range(holes))})" for i in pigeons)
    return f"{some} & " + " & ".join(f"~(p{i}_{j} & p{k}_{j})" for j in range(holes) for i in pigeons for k in range(i))


def counted_pigeonholes(holes):
    pigeons = range(holes + 1)
    some = [f"1 among {' '.join(f'p{i}_{j}' for j in range(holes))}" for i in pigeons]
    none = [f"at most 1 among {' '.join(f'p{i}_{j}' for i in pigeons)}" for j in range(holes)]
    return "\n".join([*some, *none])


def three_each(names, clauses, seed):
    """Return random clauses of three literals."""
    rng = random.Random(seed)
    return [[rng.choice((1, -1)) * name for name in rng.sample(range(1, names + 1), 3)] for _ in range(clauses)]


def as_text(clauses):
    return "\n".join(" | ".join(f"{'~' * (lit < 0)}x{abs(lit)}" for lit in clause) for clause in clauses)


def lattice(side):
    """Return a board on which every second cell of every second row is open, with its mine total."""
    rng = random.Random(7)
    mines = {(r, c) for r in range(side) for c in range(side) if (r % 2 or c % 2) and rng.random() < 0.3}

    def clue(r, c):
        return str(sum((y, x) in mines for y in range(r - 1, r + 2) for x in range(c - 1, c + 2)))

    rows = ("".join("?" if r % 2 or c % 2 else clue(r, c) for c in range(side)) for r in range(side))
    return Board(tuple(rows), len(mines))


def read(text):
    return parse_hints(text).to_problem()


def tell(formula):
    KnowledgeBase().tell(formula)


def ask(problem):
    KnowledgeBase(problem).ask("x1 & ~x2")


def satisfy(clauses):
    with Sat(clauses) as sat:
        sat.solve([])


def chain(number):
    return "\n".join(f"x{i} & x{i + 1} -> x{i + 2}" for i in range(number))


def steps(number):
    """Return the JSON of a proof of this many facts."""

    def step(i):
        return {"step": i, "clause": [f"x{i}"], "by": "fact", "cell": f"x{i}"}

    return {"version": 1, "steps": [step(i) for i in range(1, number + 1)]}


PAIRS = "set s = 1..300\nall x in s, y in s: p(x, y) -> q(y, x)"
SUMS = "set s = 1..400\nall x in s: 200 y in s: p(x, y)"
OR = " | ".join(f"(x{i} & y{i} & z{i})" for i in range(2_200))
EXCLUSIVE_OR = " ^ ".join(f"x{i}" for i in range(6_500))
HARD = {
    "reading a formula": (lambda: pigeonholes(18), parse_formula),
    "reading formulas": (lambda: chain(10_000), read),
    "reading counts": (lambda: "\n".join(f"1 among a{i} a{i + 1} a{i + 2}" for i in range(8_000)), read),
    "reading a proof": (lambda: steps(200_000), proof_from_json),
    "grounding": (lambda: read(PAIRS), lambda problem: problem.statements),
    "clauses of an or": (lambda: parse_formula(OR), tell),
    "clauses of an exclusive or": (lambda: parse_formula(EXCLUSIVE_OR), tell),
    "clauses of a count": (lambda: Problem([exactly(300, [f"x{i}" for i in range(700)])]), ask),
    "solving a formula": (lambda: read(pigeonholes(18)), solve),
    "asking about a formula": (lambda: read(pigeonholes(18)), ask),
    "solving formulas": (lambda: read(as_text(three_each(250, 1_065, 3))), solve),
    "asking about formulas": (lambda: read(as_text(three_each(250, 1_065, 3))), ask),
    "asking about a chain": (lambda: read(chain(5_000)), ask),
    "the clauses of a chain": (lambda: read(chain(5_000)), kb),
    "solving counts": (lambda: read(counted_pigeonholes(11)), solve),
    "solving large counts": (lambda: read(SUMS), solve),
    "the clauses of large counts": (lambda: read(SUMS), kb),
    "satisfying clauses": (lambda: three_each(300, 1_278, 2), satisfy),
    "solving a lattice": (lambda: Problem.of(lattice(41)), solve),
    "checking a lattice": (lambda: Problem.of(lattice(41)), check),
    "the odds of a lattice": (lambda: Problem.of(lattice(21)), odds),
    "a step on a lattice": (lambda: Problem.of(lattice(41)), next_step),
    "telling a large board": (
        lambda: Problem.of(Board(("?" * 1_500,) * 1_499 + ("1" * 1_500,))),
        lambda problem: solve(problem, "forward"),
    ),
    "matching on a large board": (lambda: Problem.of(planted(80, 80, 1)), lambda problem: solve(problem, "course")),
    "a path over a large board": (lambda: Problem.of(planted(120, 120, 1)), path),
}


@pytest.mark.parametrize("name", HARD)
def test_a_limit_is_kept_to_within_half_a_second(name):
    seconds = 0.2
    given, work = HARD[name]
    asked = given()
    without_caches()
    start = time.process_time()  # not what others take: the machine need not be quiet
    with suppress(LimitReached), limit(seconds=seconds):
        work(asked)
    assert time.process_time() - start < seconds + 0.5


# -- on the command line


@pytest.fixture
def limits_entered(monkeypatch):
    """Return the seconds of each limit that a command opens; None if it has no end."""
    entered = []

    def noted(*, seconds):
        entered.append(seconds)
        return limit(seconds=seconds)

    monkeypatch.setattr(command, "limit", noted)
    return entered


RINGED = "examples/boards/ringed.txt"
FILES = {
    "solve": [RINGED],
    "odds": [RINGED],
    "check": [RINGED],
    "prove": [RINGED, "B2"],
    "next": [RINGED],
    "path": [RINGED],
    "ask": ["examples/hints/vase.hints", "insured"],
    "kb": ["examples/hints/vase.hints"],
    "verify": ["examples/proofs"],
    "search": ["--propagate", RINGED],
}


@pytest.mark.parametrize("name", FILES)
def test_a_command_about_a_file_has_a_limit_of_a_minute(name, limits_entered):
    for given in ([], ["--time-limit", "none"], ["--time-limit", "30"]):
        CliRunner().invoke(app, [name, *given, *FILES[name]])
    assert limits_entered == [60, None, 30]


def test_plain_backtracking_takes_as_long_as_it_takes(limits_entered):
    for given in ([], ["--time-limit", "30"]):
        CliRunner().invoke(app, ["search", "--plain", *given, RINGED])
    assert limits_entered == [None, 30]


def test_what_is_certain_when_the_time_is_over_is_printed(tmp_path):
    (tmp_path / "lattice.txt").write_text(format_board(lattice(41)))
    found = CliRunner().invoke(app, ["solve", "--json", "--time-limit", "0.5", str(tmp_path / "lattice.txt")])
    answer = json.loads(found.stdout)
    assert found.exit_code == 4 and answer["status"] == "limit" and answer["safe"] and answer["mine"]
