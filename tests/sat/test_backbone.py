"""The SAT backbone: right on small cases, within its limits on hard ones, and honest about what it left open."""

from __future__ import annotations

import random
import re
import time
from itertools import combinations, product

import oracle
import pytest
from conftest import FULL
from told import hints

from logicms.board import Board
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import Hint, at_least, at_most, exactly
from logicms.limits import limit
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.formulas import parse_formula
from logicms.sat import backbone as between
from logicms.sat import solver as sat
from logicms.sat.backbone import backbone, differing, differing_on
from logicms.sat.solver import Count, encode, placement
from tests.sat.test_smallest import some_hints


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
        if pair is not None and not wide:  # in that case no solver has the patience for two copies
            with_it, without = ([one for one in truth if (name in one) == held] for held in (True, False))
            assert len(pair[0] ^ pair[1]) == min(len(one ^ other) for one in with_it for other in without)


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
    assert encode([exactly(2, "a b c")], {"a": True, "b": False}).counts == (Count(1, 1, (1,)),)
    assert backbone([exactly(2, "a b c")], {"a": True, "b": False}).facts() == {"c": True}
    assert differing("a", [exactly(1, "a b")], {"a": True}) is None


def some_statements(rng: random.Random) -> list[str]:
    """Formulas about six names: clauses, and equations of two literals and a third."""
    literals = [sign + name for name in "abcdef" for sign in ("", "~")]
    clauses = [" | ".join(rng.sample(literals, rng.randint(1, 3))) for _ in range(rng.randint(0, 6))]
    meant = [f"({one} {rng.choice('&|^')} {two}) <-> {three}" for one, two, three in [rng.sample(literals, 3)]]
    return [*clauses, *(meant if rng.random() < 0.7 else [])]


def holds(formula: str, placement: frozenset[str]) -> bool:
    """Whether a formula holds, by Python itself."""
    text = re.sub(r"~?[a-f]\b", lambda found: str((found[0][-1] in placement) != (found[0][0] == "~")), formula)
    return bool(eval(text.replace("<->", "==")))


@pytest.mark.parametrize("seed", range(60))
def test_placements_that_tell_a_formula_apart_differ_least(seed: int) -> None:
    rng = random.Random(seed)
    statements = some_statements(rng)
    every = [frozenset(chosen) for size in range(7) for chosen in combinations("abcdef", size)]
    truth = [one for one in every if all(holds(text, one) for text in statements)]
    base = KnowledgeBase()
    for text in statements:
        base.tell(text)
    for asked in ("a", "a & ~b", "(a | b) ^ (c | d)", "a ^ b ^ c ^ d ^ e ^ f", "(a & b & c) | (d & e & f)"):
        yes, no = ([one for one in truth if holds(asked, one) == held] for held in (True, False))
        if not truth:
            return
        pair = differing_on(parse_formula(asked), base)
        assert (pair is None) == (not yes or not no), asked
        if pair is not None:
            one, other = map(frozenset, pair)
            assert one in yes and other in no, asked
            assert len(one ^ other) == min(len(here ^ there) for here in yes for there in no), (statements, asked)


def test_if_the_fewest_differences_take_too_long_none_is_to_spare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then whatever differs cannot be put right alone: that would break a hint, or decide the name."""
    monkeypatch.setattr(between, "MOST_STEPS", 0)
    hints = [exactly(1, "a b"), exactly(1, "b c"), exactly(1, "d e"), at_least(1, "a e")]
    pair = differing("a", hints)
    assert pair is not None and pair[0] ^ pair[1] == {"a", "b", "c"}
