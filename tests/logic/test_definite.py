"""Textbook chaining: both directions find what follows, and their traces can be read."""

from __future__ import annotations

import random

import pytest

from logicms.errors import BoardError, LimitReached
from logicms.limits import limit
from logicms.logic.clauses import Symbols
from logicms.logic.derivation import Log
from logicms.logic.inference import backward_chain, definite_clauses, forward_chain


def numbered(clauses):
    """Return a log with the clauses (head, body), and them as definite clauses."""
    symbols, log = Symbols(), Log()
    symbols.add(f"p{i:04}" for i in range(1, 1 + max((n for head, body in clauses for n in (head, *body)), default=1)))
    numbers = [log.premise(frozenset((head, *(-n for n in body))), "given", "a formula") for head, body in clauses]
    return log, symbols, definite_clauses([(log.clauses[n], n) for n in numbers], symbols)


def closure(clauses):
    known = set()
    while True:
        new = {head for head, body in clauses if known.issuperset(body)} - known
        if not new:
            return known
        known |= new


def test_both_find_exactly_what_follows():
    rng = random.Random(1)
    found = 0
    for _ in range(400):
        clauses = [
            (rng.randint(1, 8), rng.sample(range(1, 9), rng.choice((0, 1, 1, 2, 3)))) for _ in range(rng.randint(1, 14))
        ]
        clauses = [(head, body) for head, body in clauses if head not in body] + [(8, [])]
        log, symbols, told = numbered(clauses)
        for goal in range(1, 9):
            right = goal in closure(clauses)
            for chain in (forward_chain, backward_chain):
                chained = chain(told, goal, symbols)
                assert chained.found == right, (clauses, goal, chain)
                if right:
                    found += 1
                    steps = log.links(chained.log_symbol(log, goal))
                    assert steps[-1].clause == frozenset((goal,))
    assert found > 1000


def test_loops_end():
    """a -> b -> c -> a: nothing follows, and nobody runs round for ever."""
    log, symbols, told = numbered([(2, [1]), (3, [2]), (1, [3])])
    chained = backward_chain(told, 3, symbols)
    assert not chained.found
    assert [str(line) for line in chained.trace] == [
        "to show: p0003",
        "  to show: p0002",
        "    to show: p0001",
        "      p0003 is already a goal: a loop",
        "    p0001 cannot be shown",
        "  p0002 cannot be shown",
        "p0003 cannot be shown",
    ]


def test_a_goal_that_failed_under_an_open_one_may_succeed_later():
    """b fails while a is open (it needs a), but a holds by another way, and then so does b."""
    clauses = [(1, [2, 3]), (1, [4]), (4, []), (2, [1]), (5, [1, 2])]
    log, symbols, told = numbered(clauses)
    assert backward_chain(told, 5, symbols).found


@pytest.mark.parametrize("chain", [forward_chain, backward_chain])
def test_a_chain_of_30_000(chain):
    symbols = Symbols()
    symbols.add(f"p{i}" for i in range(1, 30_002))
    clauses = [(frozenset({-n, n + 1}), n) for n in range(1, 30_001)] + [(frozenset({1}), 0)]
    told = definite_clauses(clauses, symbols)
    assert chain(told, 30_001, symbols).found
    with pytest.raises(LimitReached), limit(steps=100):
        chain(told, 30_001, symbols)


def test_the_traces_of_a_textbook_example():
    """Forward derives what it can, in order; backward asks only for what the goal needs."""
    log, symbols, told = numbered([(2, [1]), (3, [1]), (4, [2, 3]), (5, [4]), (6, [1]), (1, [])])
    assert [str(line) for line in forward_chain(told, 4, symbols).trace] == [
        "p0001 is given",
        "p0001 -> p0002 gives p0002",
        "p0001 -> p0003 gives p0003",
        "p0001 -> p0006 gives p0006",
        "p0002 & p0003 -> p0004 gives p0004",
    ]
    assert [str(line) for line in backward_chain(told, 4, symbols).trace] == [
        "to show: p0004",
        "  to show: p0002",
        "    p0001 is given",
        "  p0002 is shown by p0001 -> p0002",
        "  to show: p0003",
        "    p0001 is already shown",
        "  p0003 is shown by p0001 -> p0003",
        "p0004 is shown by p0002 & p0003 -> p0004",
    ]


@pytest.mark.parametrize("clause, text", [({1, 2}, "a | b"), ({-1, -2}, "~a | ~b"), (set(), "false"), ({-1}, "~a")])
def test_what_is_not_definite_is_said(clause, text):
    symbols = Symbols()
    symbols.add("ab")
    with pytest.raises(BoardError) as caught:
        definite_clauses([(frozenset(clause), 0)], symbols)
    assert f"and {text} is not one" in str(caught.value)
