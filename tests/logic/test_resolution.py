"""Saturation: complete without limits, sound under every policy; the course's policy loses something."""

from __future__ import annotations

import random
from itertools import product

import pytest

from logicms.errors import LimitReached
from logicms.limits import limit
from logicms.logic.derivation import Log
from logicms.logic.inference import COURSE, FULL, MATCHINGS, NARROW, SHORT, Forward, Matching, Saturation

SIZE = 5


def told(clauses):
    forward = Forward(Log())
    for clause in clauses:
        forward.insert(forward.log.premise(frozenset(clause), "given", "a formula"))
    return forward


def random_clauses(rng):
    return [
        {n * rng.choice((-1, 1)) for n in rng.sample(range(1, SIZE + 1), rng.choice((1, 2, 3, 3, 3, 4)))}
        for _ in range(rng.randint(2, 14))
    ]


def rows(clauses):
    return [
        row
        for row in product((False, True), repeat=SIZE)
        if all(any(row[abs(n) - 1] == (n > 0) for n in clause) for clause in clauses)
    ]


def entailed(clause, table):
    return all(any(row[abs(n) - 1] == (n > 0) for n in clause) for row in table)


def every_clause():
    for signs in product((-1, 0, 1), repeat=SIZE):
        yield frozenset(n * sign for n, sign in enumerate(signs, 1) if sign)


def prime_implicates(table):
    """Return the clauses that follow and of which no part does."""
    following = [clause for clause in every_clause() if entailed(clause, table)]
    return {clause for clause in following if not any(clause - {n} in following for n in clause)}


@pytest.mark.parametrize("policy", [FULL, COURSE, SHORT, Matching("pairs", longest=2)], ids=lambda policy: policy.name)
def test_against_all_prime_implicates(policy):
    rng = random.Random(1)
    lost = consistent = 0
    for _ in range(150):
        clauses = random_clauses(rng)
        table = rows(clauses)
        forward = told(clauses)
        Saturation(forward, policy).run()
        found = set(forward.data)
        if forward.contradiction is not None:
            assert not table, "sound: a contradiction is one"
        else:
            assert all(entailed(clause, table) for clause in found), "sound: what is found follows"
        if policy.is_complete and table:
            consistent += 1
            assert found == prime_implicates(table), "complete: all prime implicates"
        elif policy.is_complete:
            assert forward.contradiction is not None
        lost += forward.contradiction is None and (not table or found != prime_implicates(table))
    assert (lost == 0) == policy.is_complete
    assert consistent > 50 or not policy.is_complete


def test_with_a_set_of_support_refutations_are_found():
    rng = random.Random(2)
    refuted = 0
    for _ in range(400):
        clauses = random_clauses(rng)
        table = rows(clauses)
        if not table:
            continue
        goal = rng.choice([n * sign for n in range(1, SIZE + 1) for sign in (-1, 1)])
        forward = told(clauses)
        if forward.contradiction is None:
            support = forward.insert(forward.log.premise(frozenset((-goal,)), "assume"))
            Saturation(forward, FULL, support).run()
            assert (forward.contradiction is not None) == entailed({goal}, table)
            refuted += forward.contradiction is not None
    assert refuted > 30


def test_the_course_does_not_match_two_long_clauses():
    """From (a | b | c) and (~a | b | c) follows b | c: the course's policy never sees it."""
    for policy, follows in ((FULL, True), (COURSE, False)):
        forward = told([{1, 2, 3}, {-1, 2, 3}])
        Saturation(forward, policy).run()
        assert (frozenset({2, 3}) in forward.data) == follows


def test_a_program_of_the_course_matches_only_two_short_clauses():
    """From (a | b) and (~a | b | c) follows b | c: one of the two is longer than 2."""
    for policy, follows in ((COURSE, True), (SHORT, False)):
        forward = told([{1, 2}, {-1, 2, 3}, {4, 5}, {-4, 5}])
        Saturation(forward, policy).run()
        assert (frozenset({2, 3}) in forward.data) == follows
        assert sorted(forward.facts) == [5], "two short ones are matched under both"


def test_matchings_are_counted():
    saturation = Saturation(told([{1, 2}, {-1, 2}, {-2, 3}])).run()
    assert saturation.matchings >= 1
    assert Saturation(told([{1, 2}, {3, 4}])).run().matchings == 0, "nothing complementary, nothing to match"


def test_more_than_one_pair_is_a_tautology_and_gives_nothing():
    forward = told([{1, 2}, {-1, -2}])
    saturation = Saturation(forward).run()
    assert saturation.matchings > 0 and set(forward.data) == {frozenset({1, 2}), frozenset({-1, -2})}


def test_limit():
    rng = random.Random(3)
    clauses = [{n * rng.choice((-1, 1)) for n in rng.sample(range(1, 30), 3)} for _ in range(100)]
    with pytest.raises(LimitReached), limit(steps=500):
        Saturation(told(clauses)).run()


def test_watching_it_grow():
    events = list(Saturation(told([{1, 2}, {-1, 2}, {-2, 3, 4}])).watch())
    assert [event.what for event in events] == ["matched", "fact", "removed", "removed", "shortened", "kept"]
    assert set(events[0].parents) == {frozenset({1, 2}), frozenset({-1, 2})}


def test_policies_by_name():
    assert MATCHINGS == {"full": FULL, "course": COURSE, "short": SHORT, "narrow": NARROW}
