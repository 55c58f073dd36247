"""The counting proof: found whenever the hints force a literal, checked by code of its own, refused when forged."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicms.errors import BoardError, LimitReached
from logicms.explanation.counting_proofs import BoundedSum, equation_of, prove_by_counting, relax
from logicms.hints import Hint, Literal, at_least, exactly
from logicms.limits import limit
from logicms.proofs.checker import Verification, _comes_out, verify
from logicms.proofs.proof import Equation, Premises, Proof, Step, Sum, clause

ONE_TWO_ONE = {"B2": exactly(1, ["A1", "B1", "C1"]), "C2": exactly(2, ["B1", "C1", "D1"]),
               "D2": exactly(1, ["C1", "D1", "E1"])}  # fmt: skip
ODD_RING = {"x": exactly(1, "a b"), "y": exactly(1, "b c"), "z": exactly(1, "a c")}


def summed(literals, *what):
    """Return the step that a sum shows."""
    return Step(clause(*literals), "sum", sum=Sum(*what))


def counted(steps, goal, hints):
    return Proof(tuple(steps), (clause(goal),), "counting", hints=hints)


def placements(hints, names, facts=None):
    """Yield every way to set the names that meets the hints and facts."""
    for values in product((False, True), repeat=len(names)):
        case = dict(zip(names, values, strict=True))
        right = all(h.low <= sum(case[str(name)] for name in h.among) <= h.high for h in hints.values())
        if right and all(case.get(name, value) == value for name, value in (facts or {}).items()):
            yield case


@pytest.mark.parametrize(
    "hints, facts, literal, add, subtract, left, right",
    [
        ({"A2": exactly(0, ["A1", "B1"])}, {}, "~A1", ["A2"], [], {"A1": 1, "B1": 1}, 0),
        ({"A2": exactly(2, ["A1", "B1"])}, {}, "B1", ["A2"], [], {"A1": 1, "B1": 1}, 2),
        (ONE_TWO_ONE, {}, "~C1", ["B2", "D2"], ["C2"], {"A1": 1, "C1": 1, "E1": 1}, 0),
        (ONE_TWO_ONE, {"A1": False}, "~C1", ["B2", "D2"], ["C2"], {"C1": 1, "E1": 1}, 0),
        ({"A2": exactly(2, ["A1", "B1", "C1"])}, {"A1": True, "C1": False}, "B1", ["A2"], [], {"B1": 1}, 1),
        (ODD_RING | {"x": exactly(1, "a b d")}, {}, "d", ["x", "y"], ["z"], {"b": 2, "d": 1}, 1),
        ({"mines": exactly(1, "a b c d"), "x": exactly(1, "a b")}, {}, "~d", ["mines"], ["x"], {"c": 1, "d": 1}, 0),
    ],
    ids=["zero", "full", "1-2-1", "a fact drops out", "facts on both sides", "parity", "the mine total"],
)
def test_a_sum_says_which_clues_to_add_and_subtract(hints, facts, literal, add, subtract, left, right):
    proof = prove_by_counting(hints, literal, facts)
    [step] = proof.steps
    assert step.by == "sum" and (list(step.sum.add), list(step.sum.subtract)) == (add, subtract)
    equation = step.sum.equation
    assert dict(equation.factors) == left and equation.low == equation.high == right
    assert step.clause == clause(literal) and verify(proof)


@pytest.mark.parametrize("literal, low", [("~a", 0), ("a", 2)])
def test_one_clue_that_suffices_is_not_added_to_others(literal, low):
    """The other clue is as strict, and the sum of both is impossible as well, but says no more."""
    hints = {"x": exactly(low, "a b"), "y": exactly(low, "c d")}
    [found] = prove_by_counting(hints, literal).sums
    assert (found.add, found.subtract) == (("x",), ())


def test_a_clue_may_count_twice():
    hints = {"u": exactly(1, "a c d"), "v": exactly(1, "c e"), "w": exactly(2, "a b c e"), "x": exactly(1, "a d e f")}
    proof = prove_by_counting(hints, "b")
    [found] = proof.sums
    assert found.add == ("w", "w") and proof.length == 5
    assert verify(proof) and all(placement["b"] for placement in placements(hints, "abcdef"))


def test_where_no_sum_suffices_cases_are_joined():
    hints = {"u": exactly(0, "a b"), "v": exactly(2, "d e g"), "w": exactly(1, "b c d"), "x": exactly(1, "c e")}
    proof = prove_by_counting(hints, "~g")
    assert [step.by for step in proof.steps] == ["sum", "sum", "resolve"]
    assert verify(proof) and not any(placement["g"] for placement in placements(hints, "abcdeg"))


@st.composite
def told(draw):
    """Hints over few names that some placement meets, so that they do not contradict one another, and facts of it."""
    names = "abcdefgh"[: draw(st.integers(2, 8))]
    mines = {name for name in names if draw(st.booleans())}
    hints = {}
    for source in "stuvwxyz"[: draw(st.integers(1, 6))]:
        among = tuple(draw(st.lists(st.sampled_from(names), min_size=1, max_size=6, unique=True)))
        count = len(mines.intersection(among))
        slack = draw(st.sampled_from([(0, 0), (0, 0), (0, 0), (1, 0), (0, 1)]))
        hints[source] = Hint(max(0, count - slack[0]), min(len(among), count + slack[1]), among, source)
    facts = {name: name in mines for name in draw(st.sets(st.sampled_from(names), max_size=2))}
    return names, hints, facts


@given(told())
def test_a_literal_is_proved_exactly_when_every_placement_has_it(case):
    names, hints, facts = case
    found = list(placements(hints, names, facts))
    for name in names:
        values = {placement[name] for placement in found}
        for literal, value in ((name, True), (f"~{name}", False)):
            proof = prove_by_counting(hints, literal, facts)
            assert (proof is not None) == (values == {value})
            if proof is not None:
                assert verify(proof, Premises(hints=hints, facts=facts))
                assert Proof.from_json(json.loads(json.dumps(proof.to_json()))) == proof


@given(told(), st.randoms(use_true_random=False))
def test_what_the_checker_accepts_is_so(case, rng):
    """Any sum at all, with the equation worked out rightly: accepted only if the clause holds in every placement."""
    names, hints, facts = case
    add, subtract = (rng.choices(list(hints), k=rng.randint(0, 3)) for _ in range(2))
    equation = equation_of(hints, add, subtract, facts)
    literal = rng.choice(["", "~"]) + rng.choice(names)
    known = clause(*(Literal(name, value) for name, value in facts.items()))
    proof = counted([summed([literal], tuple(add), tuple(subtract), known, equation)], literal, hints)
    if verify(proof):
        assert all(p[literal[-1]] is (len(literal) == 1) for p in placements(hints, names, facts))


def forged(proof):
    """Yield proofs that differ in one place and no longer hold, with the step at fault."""
    [step] = proof.steps
    given = step.sum

    def changed(**changes):
        return replace(proof, steps=(replace(step, sum=replace(given, **changes)),))

    yield replace(proof, goal=((~proof.literal,),)), None
    yield replace(proof, steps=()), None
    yield replace(proof, hints={s: h for s, h in proof.hints.items() if s != given.add[0]}), 1
    yield replace(proof, steps=(replace(step, clause=(~step.clause[0],)),)), 1
    yield changed(add=given.subtract, subtract=given.add), 1
    yield changed(add=given.add * 2), 1
    yield changed(equation=replace(given.equation, low=0, high=0)), 1
    yield changed(equation=replace(given.equation, factors=())), 1
    yield changed(facts=clause("C1")), 1
    hint = proof.hints[given.add[0]]
    yield replace(proof, hints={**proof.hints, given.add[0]: replace(hint, low=hint.low - 1, high=hint.high - 1)}), 1


def test_forged_sums_are_refused():
    proof = prove_by_counting({"B2": exactly(1, ["A1", "B1"]), "C2": exactly(2, ["A1", "B1", "C1"])}, "C1")
    assert verify(proof)
    for number, (wrong, step) in enumerate(forged(proof)):
        found = verify(wrong)
        assert not found and found.step == step, f"forgery {number}"


def test_a_weaker_hint_is_refused():
    proof = prove_by_counting({"B2": exactly(1, ["A1", "B1"]), "C2": exactly(2, ["A1", "B1", "C1"])}, "C1")
    weaker = replace(proof, hints={**proof.hints, "C2": at_least(1, ["A1", "B1", "C1"])})
    assert verify(weaker) == Verification(False, 1, "the sum of its hints is not the equation it states")


@pytest.mark.parametrize(
    "change, reason",
    [
        ({"parents": (1, 3)}, "not earlier steps"),
        ({"parents": (0, 2)}, "not earlier steps"),
        ({"on": "b"}, "must clash in exactly the name"),
        ({"clause": ()}, "not the resolvent"),
    ],
)
def test_forged_cases_are_refused(change, reason):
    even = Equation((("a", 2), ("d", 1)), 1, 1)
    sums = [summed((literal, "d"), ("x", "z"), ("y",), (), even) for literal in ("~a", "a")]
    hints = ODD_RING | {"x": exactly(1, "a b d")}
    joined = Step(clause("d"), "resolve", None, (1, 2), "a")
    assert verify(counted([*sums, joined], "d", hints))
    found = verify(counted([*sums, replace(joined, **change)], "d", hints))
    assert found.step == 3 and reason in found.reason


def test_hints_and_facts_of_another_board_are_refused():
    hints = {"A2": exactly(1, ["A1", "B1"])}
    proof = prove_by_counting(hints, "B1", {"A1": False})
    assert verify(proof, Premises(hints=hints, facts={"A1": False}))
    not_told = Verification(False, 1, "~A1 is not among the given facts")
    assert verify(proof, Premises(hints=hints)) == not_told
    assert verify(proof, Premises(hints=hints, facts={"A1": True})) == not_told
    assert verify(proof, Premises(facts={"A1": False})) == Verification(False, None, "there is no hint A2")
    other = Premises(hints={"A2": exactly(1, ["A1", "B1", "C1"])}, facts={"A1": False})
    assert verify(proof, other) == Verification(False, None, "the hint A2 differs from the given one")


@pytest.mark.parametrize(
    "change, message",
    [
        ({"by": "adding"}, "expected resolution, direct or counting, not 'adding'"),
        ({"by": True}, "expected resolution, direct or counting, not true"),
        ({"version": 2}, "version 2"),
        ({"goal": []}, "one literal"),
        ({"goal": [["A1"], ["A1"]]}, "one literal"),
        ({"steps": [{"step": 2, "clause": []}]}, 'step 1: "by" is missing'),
        ({"steps": [{"step": 2, "by": "total", "clause": []}]}, "numbered 2"),
        ({"steps": [{"step": True, "clause": []}]}, "a whole number"),
        ({"steps": [{"step": 1, "by": "guess", "clause": ["A1"]}]}, "sum or only, not 'guess'"),
        ({"steps": [{"step": 1, "by": "sum", "clause": ["A1"], "add": [1]}]}, "add.0.: expected a text"),
        (
            {"steps": [{"step": 1, "by": "sum", "clause": ["A1"], "sum": {"cells": {"A1": "1"}}}]},
            "sum.cells.A1.: expected a whole",
        ),
        (
            {"steps": [{"step": 1, "by": "sum", "clause": ["A1"], "sum": {"cells": {"A1": True}}}]},
            "sum.cells.A1.: expected a whole",
        ),
        ({"steps": [{"step": 1, "by": "sum", "clause": ["A1"], "sum": {"cells": {}, "mines": 1e0}}]}, "whole number"),
        ({"steps": [{"step": 1, "by": "sum", "clause": ["A1"], "sum": {"cells": {"A1": 10**99}}}]}, "too large"),
        ({"hints": {"A2": {"mines": 10**99, "among": ["A1"]}}}, "too large"),
        ({"hints": {"A2": {"mines": float("nan"), "among": ["A1"]}}}, "whole number"),
        ({"hints": {"A2": {"mines": True, "among": ["A1"]}}}, "whole number"),
        ({"steps": "no"}, "a list"),
    ],
)
def test_json_that_is_no_counting_proof_is_refused(change, message):
    data = prove_by_counting({"A2": exactly(1, ["A1"])}, "A1").to_json()
    with pytest.raises(BoardError, match=message):
        Proof.from_json(data | change)


def test_a_cell_that_stands_in_an_equation_twice_is_refused():
    twice = Equation((("A1", 1), ("A1", 1)), 1, 1)
    found = verify(counted([summed(["~A1"], ("A2",), (), (), twice)], "~A1", {"A2": exactly(1, ["A1"])}))
    assert found == Verification(False, 1, "a cell appears twice in its equation")


def test_many_sums_are_judged_at_once_or_within_the_limit():
    """A cell that counts 2**i times: all sums differ, and there are more of them than anybody waits for."""
    names = [f"n{i}" for i in range(22)]
    hints = {name: Hint(0, 1, (name,)) for name in names}
    add = tuple(name for i, name in enumerate(names) for _ in range(2**i % 5000 + 1))
    factors = tuple((name, add.count(name)) for name in names)
    step = summed(["n0"], add, (), (), Equation(factors, 0, len(add)))
    assert verify(counted([step], "n0", hints)).reason == "the equation can be met even if its clause is false"
    with pytest.raises(LimitReached), limit(steps=len(add)):
        verify(counted([step], "n0", hints))


@given(st.lists(st.integers(-4, 4).filter(bool), max_size=7), st.integers(-9, 9), st.integers(0, 3))
def test_an_equation_comes_out_exactly_when_some_placement_meets_it(factors, low, width):
    cells = {f"n{i}": factor for i, factor in enumerate(factors)}
    equation = Equation(tuple(cells.items()), low, low + width)
    for fixed in ({}, {"n0": True}, {"n1": False}):
        sums = [
            sum(values) for values in product(*({0, f} if n not in fixed else {f * fixed[n]} for n, f in cells.items()))
        ]
        assert _comes_out(equation, fixed) == any(low <= value <= low + width for value in sums)


def test_the_limit_holds():
    names = [f"n{i}" for i in range(40)]
    hints = {f"h{i}": exactly(1, [names[i], names[i + 1], names[(i * 7 + 3) % 40]]) for i in range(0, 39, 2) if i != 32}
    with pytest.raises(LimitReached), limit(steps=20):
        prove_by_counting(hints, "n0")


@given(st.data())
def test_relaxed_sums_are_exact(data):
    sizes = data.draw(st.lists(st.integers(1, 3), min_size=1, max_size=7))
    columns = st.sets(st.integers(0, len(sizes) - 1), min_size=1)
    bounds = st.tuples(st.integers(0, 5), st.integers(0, 2))
    rows = [
        BoundedSum(low, low + more, tuple(sorted(among)))
        for among, (low, more) in data.draw(st.lists(st.tuples(columns, bounds), min_size=1, max_size=6))
    ]
    found = relax(rows, sizes)
    if found.multipliers:  # every point within the columns' bounds breaks the sum of the rows
        factors = [0] * len(sizes)
        for row, m in zip(rows, found.multipliers, strict=True):
            for column in row.columns:
                factors[column] += m
        most = sum(m * (row.high if m > 0 else row.low) for row, m in zip(rows, found.multipliers, strict=True))
        assert sum(min(0, factor) * size for factor, size in zip(factors, sizes, strict=True)) > most
    else:
        assert all(0 <= value <= size for value, size in zip(found.point, sizes, strict=True))
        assert all(row.low <= sum(found.point[c] for c in row.columns) <= row.high for row in rows)
