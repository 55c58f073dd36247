"""The clause-learning solver: right on random clauses, right after every interruption, and each step logged."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest
from pysat.solvers import Solver as Oracle

from logicms.errors import LimitReached
from logicms.limits import limit
from logicms.logic.clauses import Symbols
from logicms.logic.derivation import Log, refuted, unassumed
from logicms.logic.derivation import proof_of as written
from logicms.logic.refutation import Solver
from logicms.proofs import checker
from logicms.proofs.proof import Premises


def solver_for(clauses):
    log = Log()
    return log, Solver(log, [log.premise(frozenset(clause), "given", "F") for clause in clauses])


def random_clauses(rng, size, number, length=3):
    return [
        {n * rng.choice((-1, 1)) for n in rng.sample(range(1, size + 1), rng.randint(1, min(size, length)))}
        for _ in range(number)
    ]


def proof_of(links, goal, size, by):
    symbols = Symbols()
    for i in range(size):
        symbols.add([f"x{i}"])
    return written(links, [goal], by, symbols, {}, ["F"])


def verify(proof):
    """Return the checker's verdict, with the clauses of F that the proof begins with as its premises."""
    clauses = frozenset(frozenset(step.clause) for step in proof.steps if step.by == "given")
    return checker.verify(proof, Premises(givens={"F": clauses}))


def test_small_ones_against_truth_tables():
    rng = random.Random(1)
    proved = 0
    for _ in range(1200):
        size = rng.randint(1, 6)
        clauses = random_clauses(rng, size, rng.randint(0, 4 * size))
        table = [
            row
            for row in product((False, True), repeat=size)
            if all(any(row[abs(n) - 1] == (n > 0) for n in clause) for clause in clauses)
        ]
        log, solver = solver_for(clauses)
        assert (solver.refute() is None) == bool(table)
        for _ in range(3):
            goal = frozenset(
                n * rng.choice((-1, 1)) for n in rng.sample(range(1, size + 1), rng.randint(1, min(2, size)))
            )
            follows = all(any(row[abs(n) - 1] == (n > 0) for n in goal) for row in table)
            number = solver.refute([-n for n in sorted(goal)])
            assert (number is not None) == follows
            if number is None:
                assert all(any(solver.holds(n) for n in clause) for clause in clauses)
                assert not any(solver.holds(n) for n in goal)
            elif table:
                proved += 1
                check_both_styles(log.links(number), goal, size)
    assert proved > 300


def check_both_styles(links, goal, size):
    assert verify(proof_of(links, goal, size, "direct"))
    refutation = refuted(links, goal)
    assert verify(proof_of(refutation, goal, size, "resolution"))
    assert verify(proof_of(unassumed(refutation), goal, size, "direct"))


def test_larger_ones_against_another_solver():
    """Random clauses where as many are contradictory as not; every refutation passes the checker."""
    rng = random.Random(2)
    refutations = 0
    for _ in range(25):
        clauses = [{n * rng.choice((-1, 1)) for n in rng.sample(range(1, 41), 3)} for _ in range(170)]
        log, solver = solver_for(clauses)
        number = solver.refute()
        with Oracle("g3", bootstrap_with=[sorted(clause) for clause in clauses]) as oracle:
            assert oracle.solve() == (number is None)
        if number is not None:
            refutations += 1
            assert verify(proof_of(log.links(number), frozenset(), 40, "resolution"))
    assert refutations > 5


def test_pigeons():
    """Five pigeons do not fit into four holes: propagation finds nothing, splits and learning do."""
    place = {(p, h): 4 * p + h + 1 for p in range(5) for h in range(4)}
    clauses = [{place[p, h] for h in range(4)} for p in range(5)]
    clauses += [{-place[p, h], -place[q, h]} for h in range(4) for p, q in combinations(range(5), 2)]
    log, solver = solver_for(clauses)
    number = solver.refute()
    assert verify(proof_of(log.links(number), frozenset(), 20, "resolution"))


def test_after_a_limit_the_solver_is_in_order():
    rng = random.Random(3)
    for _ in range(30):
        clauses = random_clauses(rng, 8, 30)
        with Oracle("g3", bootstrap_with=[sorted(clause) for clause in clauses]) as oracle:
            right = oracle.solve()
        log, solver = solver_for(clauses)
        for steps in range(1, 8):
            try:
                with limit(steps=steps):
                    assert (solver.refute(()) is None) == right
            except LimitReached:
                continue
        assert (solver.refute() is None) == right


def test_clauses_can_be_added_between_questions():
    log, solver = solver_for([{1, 2}])
    assert solver.refute([-1]) is None and solver.holds(2)
    solver.add(log.premise(frozenset({-2, 5}), "given", "F"))
    assert solver.refute([-1, -5]) is not None
    assert solver.refute([-1]) is None and solver.holds(5)
    solver.add(log.premise(frozenset({-5}), "given", "F"))
    solver.add(log.premise(frozenset({-1}), "given", "F"))
    number = solver.refute()
    assert log.clauses[number] == frozenset()
    assert solver.refute([3]) == number, "a contradiction stays one"


def test_a_search_begins_where_the_last_one_ended():
    """A split tries the value that the symbol had last, so that a placement which still fits is found again."""
    clauses = [{1, 2, 3}, {3, 4}, {-3, -4}, {5, 6, 7}]
    for supposed in ([1, 4, 6], [-1, 2, 7], [3, 5], [1, 2, 3]):
        log, solver = solver_for(clauses)
        assert solver.refute(supposed) is None
        first = [solver.holds(symbol) for symbol in range(1, 8)]
        assert all(map(solver.holds, supposed))
        assert solver.refute() is None
        assert [solver.holds(symbol) for symbol in range(1, 8)] == first


def test_decided_cases():
    log, solver = solver_for([])
    assert solver.refute() is None and solver.refute([7, -8]) is None
    assert solver.holds(7) and solver.holds(-8) and not solver.holds(99)
    log, solver = solver_for([set()])
    assert log.clauses[solver.refute()] == frozenset()


def test_the_same_questions_give_the_same_proofs():
    def run():
        rng = random.Random(4)
        log, solver = solver_for(random_clauses(rng, 20, 70))
        return [solver.refute([n]) for n in range(1, 21)], log.clauses

    assert run() == run()


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_xor_chains(size):
    """x1 ^ x2, x2 ^ x3, … round an odd circle contradict one another; each is two clauses."""
    odd = size if size % 2 else size + 1
    pairs = [(i, i % odd + 1) for i in range(1, odd + 1)]
    log, solver = solver_for([clause for i, j in pairs for clause in ({i, j}, {-i, -j})])
    assert verify(proof_of(log.links(solver.refute()), frozenset(), odd, "resolution"))
