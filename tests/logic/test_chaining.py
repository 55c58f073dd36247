"""KB and KB0: propagation is sound, complete for units, incremental, and every fact has its reason."""

from __future__ import annotations

import random
from itertools import product

import pytest

from logicms.logic.derivation import Log, resolvent
from logicms.logic.inference import Forward


def told(clauses, watch=None):
    log = Log()
    forward = Forward(log, watch)
    for clause in clauses:
        forward.insert(log.premise(frozenset(clause), "given", "a formula"))
    return forward


def random_clauses(rng, size, number, longest=3):
    return [
        {n * rng.choice((-1, 1)) for n in rng.sample(range(1, size + 1), rng.randint(1, longest))}
        for _ in range(number)
    ]


def rows(clauses, size):
    for row in product((False, True), repeat=size):
        if all(any(row[abs(n) - 1] == (n > 0) for n in clause) for clause in clauses):
            yield row


def propagated(clauses):
    """Return the literals that unit propagation finds, by the plainest loop; None for a conflict."""
    known = set()
    while True:
        left = [{n for n in clause if -n not in known} for clause in clauses if not known & clause]
        if set() in left:
            return None
        new = {n for clause in left if len(clause) == 1 for n in clause}
        if any(-n in new for n in new):
            return None
        if not new:
            return known
        known |= new


def test_facts_are_those_of_the_plainest_propagation():
    rng = random.Random(1)
    conflicts = facts = 0
    for _ in range(1500):
        clauses = random_clauses(rng, 6, rng.randint(0, 12))
        forward = told(clauses)
        right = propagated(clauses)
        if right is None:
            conflicts += 1
            assert forward.contradiction is not None
            assert not forward.log.clauses[forward.contradiction]
        else:
            facts += len(right)
            assert forward.contradiction is None and set(forward.facts) == right
    assert conflicts > 100 and facts > 1000


def test_kb_means_what_was_told_and_nothing_in_it_is_redundant():
    rng = random.Random(2)
    for _ in range(400):
        clauses = random_clauses(rng, 5, rng.randint(0, 9))
        forward = told(clauses)
        if forward.contradiction is not None:
            continue
        kept = forward.data
        assert list(rows(kept, 5)) == list(rows(clauses, 5))
        for one in kept:
            assert not any(one < other for other in kept), "a clause with a stricter one beside it"
            assert len(one) == 1 or not any(n in forward.facts or -n in forward.facts for n in one)


def test_every_fact_has_a_derivation():
    rng = random.Random(3)
    for _ in range(300):
        forward = told(random_clauses(rng, 6, rng.randint(3, 12)))
        numbers = forward.numbers
        for number in numbers if forward.contradiction is None else [forward.contradiction]:
            steps = forward.log.links(number)
            assert steps[-1].clause == forward.log.clauses[number]
            for step in steps:
                if step.parents:
                    one, other = (steps[parent - 1].clause for parent in step.parents)
                    assert resolvent(one, other) == (step.on, step.clause)


def test_order_of_telling_does_not_matter():
    rng = random.Random(4)
    for _ in range(200):
        clauses = random_clauses(rng, 6, rng.randint(0, 10))
        one = told(clauses)
        rng.shuffle(clauses)
        other = told(clauses)
        assert (one.contradiction is None) == (other.contradiction is None)
        if one.contradiction is None:
            assert set(one.facts) == set(other.facts) and set(one.data) == set(other.data)


def test_telling_one_more_clause_touches_only_its_neighbourhood():
    """A long chain of separate pairs: one more fact looks at its own pair, however long the chain is."""
    events = []
    forward = told(({2 * i + 1, 2 * i + 2} for i in range(2000)), events.append)
    events.clear()
    forward.insert(forward.log.premise(frozenset({-1001}), "given", "a formula"))
    assert [event.what for event in events] == ["fact", "shortened", "fact"]


@pytest.mark.parametrize(
    "clauses, happened, why",
    [
        ([{1, 2}, {1, 2}], ["kept", "subsumed"], "the same again"),
        ([{1, 2}, {1, 2, 3}], ["kept", "subsumed"], "something weaker"),
        ([{1, 2, 3}, {1, 2}], ["kept", "removed", "kept"], "something stricter drives it out"),
        ([{1}, {1, 2}], ["fact", "subsumed"], "a fact makes it hold"),
        ([{1, 2}, {1}], ["kept", "fact", "removed"], "and what it holds is done with"),
        ([{1}, {-1, 2}], ["fact", "shortened", "fact"], "resolved with KB0"),
        ([{1}, {-1}], ["fact", "shortened", "contradiction"], "two facts clash"),
        ([set()], ["contradiction"], "the empty clause"),
        ([set(), {1}], ["contradiction"], "nothing is inserted after it"),
    ],
)
def test_what_happens_to_a_clause(clauses, happened, why):
    events = []
    told(clauses, events.append)
    assert [event.what for event in events] == happened, why


def test_twins_grow_apart():
    forward = told([{1, 2}])
    twin = forward.copy(forward.log.copy())
    twin.insert(twin.log.premise(frozenset({-1}), "given", "a formula"))
    assert set(twin.facts) == {-1, 2} and not forward.facts and len(forward.log) == 1
    assert forward.subsumer(frozenset({1, 2, 3})) == frozenset({1, 2}) and forward.subsumer(frozenset({1})) is None
