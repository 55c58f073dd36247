"""The SAT backbone: right on small cases, within its limits on hard ones, and honest about what it left open."""

from __future__ import annotations

import random
import time
from itertools import product

import pytest
from told import hints

from logicms.board import Board
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import Hint, at_least, at_most, exactly
from logicms.limits import limit
from logicms.sat import solver as sat
from logicms.sat.backbone import backbone, differing
from logicms.sat.solver import Count, formula, placement
from tests import oracle
from tests.conftest import FULL
from tests.test_smallest import some_hints


def every_placement(told, known):
    names = sorted({name for hint in told for name in hint.among} - known.keys())
    for values in product((False, True), repeat=len(names)):
        placed = {**known, **dict(zip(names, values, strict=True))}
        if all(hint.low <= sum(placed[name] for name in hint.among) <= hint.high for hint in told):
            yield {name for name in names if placed[name]}


@pytest.mark.full
@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize("seed", range(200 if FULL else 50))
def test_what_is_certain_is_so_in_every_placement(seed, wide, monkeypatch):
    if wide:  # every count of more than three cells then takes the road of the mine total
        monkeypatch.setattr(Count, "is_wide", property(lambda count: len(count.literals) > 3))
        monkeypatch.setattr(sat, "PATIENCE", 0)
    rng = random.Random(seed)
    told = some_hints(rng, contradictory=rng.random() < 0.3)
    known = {"n0": rng.random() < 0.5} if rng.random() < 0.3 else {}
    names = {name for hint in told for name in hint.among} - known.keys()
    truth = list(every_placement(told, known))
    if not truth:
        assert placement(told, known) is None
        with pytest.raises(InconsistentKnowledge):
            backbone(told, known)
        return
    found = backbone(told, known)
    assert found.mine == set.intersection(*truth) and found.safe == names - set.union(*truth) and not found.open
    for name in sorted(names):
        pair = differing(name, told, known)
        assert (pair is None) == (name in found.mine or name in found.safe)
        assert pair is None or (name not in pair[0] and name in pair[1])
        assert pair is None or all(one & names in truth for one in pair)


def checkerboard(side: int, rng: random.Random, mines: float = 0.3) -> Board:
    mined = {(r, c) for r in range(side) for c in range(side) if rng.random() < mines}

    def sign(r: int, c: int) -> str:
        if (r + c) % 2 or (r, c) in mined:
            return "?"
        return str(sum((y, x) in mined for y in range(r - 1, r + 2) for x in range(c - 1, c + 2)))

    return Board(tuple("".join(sign(r, c) for c in range(side)) for r in range(side)), len(mined))


@pytest.mark.parametrize("seconds", [0.02, 0.2])
def test_a_limit_is_kept_and_says_what_was_settled(seconds):
    told = hints(checkerboard(70, random.Random(1)))
    start = time.process_time()
    with pytest.raises(LimitReached) as reached, limit(seconds=seconds):
        backbone(told)
    assert time.process_time() - start < seconds + 3  # writing the clauses is not interrupted
    settled = reached.value.settled
    assert settled.open and not settled.open & (settled.safe | settled.mine)


def test_what_was_settled_before_a_limit_is_right():
    board = checkerboard(14, random.Random(2))
    truth = oracle.backbone(board)
    for steps in (1, 20, 200):
        try:
            with limit(steps=steps):
                found = backbone(hints(board))
        except LimitReached as reached:
            found = reached.settled
        assert found.safe <= truth.safe and found.mine <= truth.mine
        assert truth.safe | truth.mine <= found.safe | found.mine | found.open


@pytest.mark.parametrize(
    "told, safe, mine",
    [
        ([], "", ""),
        ([exactly(0, "")], "", ""),
        ([exactly(0, "a b c")], "abc", ""),
        ([at_least(3, "a b c")], "", "abc"),
        ([at_most(3, "a b c")], "", ""),
        ([exactly(40, [f"n{i}" for i in range(80)]), exactly(1, ["n0", "x"])], "", ""),
        ([Hint(1, 2, ("a", "b", "c")), exactly(0, "a b")], "ab", "c"),
    ],
    ids=str,
)
def test_decided_cases(told, safe, mine):
    found = backbone(told)
    assert (found.safe, found.mine) == (frozenset(safe), frozenset(mine))


@pytest.mark.parametrize(
    "told", [[exactly(1, "")], [exactly(3, "a b")], [exactly(1, "a b"), exactly(0, "a b")]], ids=str
)
def test_contradictions(told):
    with pytest.raises(InconsistentKnowledge):
        backbone(told)


def test_facts_are_put_in():
    assert formula([exactly(2, "a b c")], {"a": True, "b": False}).counts == (Count(1, 1, (1,)),)
    assert backbone([exactly(2, "a b c")], {"a": True, "b": False}).facts() == {"c": True}
    assert differing("a", [exactly(1, "a b")], {"a": True}) is None
