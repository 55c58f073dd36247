"""Proofs as values: trimmed, written as JSON and read back; hostile JSON raises a BoardError and nothing else."""

from __future__ import annotations

import copy
import json
import random

import pytest
from explained import short_proof
from knowledge_bases import verify
from sympy import Symbol
from sympy.abc import a, b, c

from logicms.board import Cell
from logicms.errors import BoardError
from logicms.explanation.counting_proofs import prove_by_counting
from logicms.hints import Hint, Literal, at_least, at_most, exactly
from logicms.logic.clauses import Symbols
from logicms.logic.derivation import Link, proof_of
from logicms.logic.knowledge import KnowledgeBase
from logicms.proofs.proof import Proof, Step, clause, plain_hint
from logicms.proofs.proof_json import HintRecord, proof_from_json

CLUES = [exactly(1, ["A1", "B1"], "A2"), exactly(2, ["A1", "B1", "C1"], "B2")]


def sample_proofs():
    """Return proofs of every kind: clues, facts, formulas with auxiliary symbols, the total, a contradiction."""
    kb = KnowledgeBase()
    for clue in CLUES:
        kb.tell(clue)
    kb.tell(~Symbol("D1"))
    kb.tell((Symbol("C1") & ~Symbol("D1")) >> (a ^ b ^ c))
    kb.tell(a & b)
    total = exactly(6, [f"A{row}" for row in range(1, 13)], "mines")
    known = {f"A{row}": True for row in range(1, 7)}
    return [
        kb.prove("C1"),
        kb.prove("C1", by="direct"),
        kb.prove(c),
        kb.prove(c & ~Symbol("D1")),
        short_proof([total], "~A12", known),
        short_proof([total], "~A12", known, direct=True),
        short_proof([*CLUES, exactly(0, ["C1"], "D2")], None),
        prove_by_counting({"A2": CLUES[0], "B2": CLUES[1]}, "C1"),
    ]


def test_the_samples_are_valid_and_go_through_json():
    for proof in sample_proofs():
        assert verify(proof)
        assert Proof.from_json(json.loads(json.dumps(proof.to_json()))) == proof
        assert hash(proof) == hash(Proof.from_json(proof.to_json()))


def test_json_has_the_shape_that_users_script_against():
    proof = short_proof(CLUES, "C1", direct=True)
    data = proof.to_json()
    assert data == {
        "version": 1,
        "goal": [["C1"]],
        "by": "direct",
        "clues": ["A2", "B2"],
        "hints": {"A2": {"mines": 1, "among": ["A1", "B1"]}, "B2": {"mines": 2, "among": ["A1", "B1", "C1"]}},
        "givens": [],
        "uses_mine_total": False,
        "steps": [
            {"step": 1, "clause": ["~A1", "~B1"], "by": "clue", "clue": "A2"},
            {"step": 2, "clause": ["A1", "C1"], "by": "clue", "clue": "B2"},
            {"step": 3, "clause": ["B1", "C1"], "by": "clue", "clue": "B2"},
            {"step": 4, "clause": ["~A1", "C1"], "by": "resolve", "from": [1, 3], "on": "B1"},
            {"step": 5, "clause": ["C1"], "by": "resolve", "from": [4, 2], "on": "A1"},
        ],
        "symbols": {},
    }


def test_steps_of_every_kind_as_json():
    kinds = {step["by"]: step for proof in sample_proofs() for step in proof.to_json()["steps"]}
    assert set(kinds) == {"clue", "fact", "given", "assume", "total", "resolve", "sum"}
    assert set(kinds["fact"]) == {"step", "clause", "by", "cell"}
    assert set(kinds["given"]) == {"step", "clause", "by", "given"}
    assert set(kinds["assume"]) == set(kinds["total"]) == {"step", "clause", "by"}


def test_the_total_has_symbols_that_can_be_read():
    data = sample_proofs()[4].to_json()
    assert data["uses_mine_total"] and data["clues"] == [] and list(data["hints"]) == ["mines"]
    assert all(name.startswith("_") and "mines among A" in meaning for name, meaning in data["symbols"].items())


@pytest.mark.parametrize(
    "hint, data",
    [
        (exactly(2, "a b"), {"mines": 2, "among": ["a", "b"]}),
        (at_least(1, "a b"), {"at_least": 1, "among": ["a", "b"]}),
        (at_most(1, "a b"), {"at_most": 1, "among": ["a", "b"]}),
        (Hint(1, 2, ("a", "b", "c")), {"at_least": 1, "at_most": 2, "among": ["a", "b", "c"]}),
        (at_least(3, "a b"), {"mines": 3, "among": ["a", "b"]}),
        (Hint(0, 2, ("a", "b")), {"at_least": 0, "among": ["a", "b"]}),
    ],
)
def test_hints_as_json(hint, data):
    assert HintRecord.of(hint).to_json() == data
    proof = Proof((Step(clause("a"), "clue", "x"),), (clause("a"),), "direct", hints={"x": hint})
    assert Proof.from_json(proof.to_json()).hints["x"] == Hint(hint.low, hint.high, hint.among, "x")


def test_the_goal_may_be_said_by_cell_and_verdict():
    data = short_proof(CLUES, "C1").to_json()
    board = {key: value for key, value in data.items() if key != "goal"} | {
        "cell": "C1",
        "verdict": "mine",
        "technique": "subset",
        "placements": [],
        "checked": True,
    }
    assert Proof.from_json(board) == Proof.from_json(data) == Proof.from_json(board | {"goal": [["C1"]]})
    with pytest.raises(BoardError, match="does not agree with its verdict"):
        Proof.from_json(board | {"goal": [["~C1"]]})
    with pytest.raises(BoardError, match="has no proof"):
        Proof.from_json(board | {"verdict": "unknown"})


def test_a_proof_has_what_is_needed_and_nothing_else_in_reading_order():
    links = (
        Link(frozenset({3, 1}), "given", "c | a"),
        Link(frozenset({2, 4}), "given", "unused"),
        Link(frozenset({-3, 1}), "given", "c -> a"),
        Link(frozenset({-3, 1}), "clue", "twice"),
        Link(frozenset({1}), "resolve", None, (1, 4), 3),
    )
    symbols = Symbols()
    for name in ("z", "b", "y", "d"):
        symbols.add([name])
    symbols.auxiliary("b & y")
    hints, givens = {"twice": exactly(1, "a b")}, ("c | a", "c -> a", "unused")
    proof = proof_of(links, [frozenset({1})], "direct", symbols, hints, givens)
    assert proof.steps == (
        Step(clause("y", "z"), "given", "c | a"),
        Step(clause("~y", "z"), "given", "c -> a"),
        Step(clause("z"), "resolve", None, (1, 2), "y"),
    )
    assert (proof.goal, proof.givens, proof.hints, proof.symbols) == ((clause("z"),), ("c | a", "c -> a"), {}, {})


def test_clauses_stand_in_reading_order():
    assert [str(literal) for literal in clause("_10", "rain", "~A2", "_9", "B1", "~B1")] == [
        "~B1", "B1", "~A2", "rain", "_9", "_10"
    ]  # fmt: skip
    assert clause("A1", Literal("A1", True)) == (Literal("A1", True),)


def test_properties():
    refutation, direct = sample_proofs()[:2]
    assert (direct.literal, direct.clues) == (Literal("C1", True), ("A2", "B2"))
    assert direct.number_of_resolutions == direct.length == 2 and direct.width == 2 and not direct.is_contradiction
    assert (refutation.by, direct.by) == ("resolution", "direct")
    assert str(direct.to_sympy(direct.steps[0].clause)) in ("~A1 | ~B1", "A1 | C1", "B1 | C1")
    assert sample_proofs()[4].facts == clause(*(f"A{row}" for row in range(1, 7)))
    assert sample_proofs()[-2].is_contradiction and sample_proofs()[-2].literal is None


def test_properties_of_a_proof_by_counting():
    proof = prove_by_counting({"A2": CLUES[0], "B2": CLUES[1]}, "C1")
    assert (proof.by, str(proof.literal), proof.clues, proof.length) == ("counting", "C1", ("A2", "B2"), 2)
    assert proof.number_of_resolutions == 0 and proof.width == 1 and proof.facts == ()
    assert str(proof).startswith("to show: C1\n1  C1  B2 - A2: C1 = 1")
    known = prove_by_counting({"A2": CLUES[0]}, "B1", {"A1": False})
    assert known.facts == clause("~A1")


def test_hints_in_a_proof_have_plain_names():
    hint = exactly(1, [Cell(0, 0), Cell(0, 1)], Cell(1, 0))
    assert plain_hint(hint) == Hint(1, 1, ("A1", "B1"), "A2")
    assert plain_hint(hint, "x").because == "x"


# -- what is refused

WRONG = [None, True, 0, -1, 10**400, 1.5, "", "~", "~~A1", "_1", "A1", [], [[]], {}, {"A1": 1}, ["A1", 3], "x" * 10_000]


@pytest.mark.parametrize("data", [*WRONG, {"version": 1}, {"version": 2, "steps": []}, {"version": 1, "steps": {}}])
def test_what_is_not_a_proof_is_refused(data):
    with pytest.raises(BoardError, match="^not a proof: "):
        proof_from_json(data)


def test_true_is_no_number_and_a_literal_said_twice_reaches_the_checker():
    data = short_proof(CLUES, "C1", direct=True).to_json()
    for key, value in (("from", [True, 2]), ("from", [1.0, 2]), ("from", [1, 2, 3]), ("step", True), ("on", "~A1")):
        wrong = copy.deepcopy(data)
        wrong["steps"][-1][key] = value
        with pytest.raises(BoardError, match="step 5"):
            Proof.from_json(wrong)
    data["steps"][0]["clause"] *= 2
    assert verify(Proof.from_json(data)).reason == "it mentions a literal twice"


def test_hostile_json_raises_board_errors_only():
    """Any value in any place: from_json gives a proof or a BoardError, and the checker a verdict."""
    rng = random.Random(1)
    refused = 0
    for _ in range(3000):
        data = copy.deepcopy(rng.choice(SAMPLES))
        for _ in range(rng.randint(1, 2)):
            spoil(rng, data)
        try:
            proof = Proof.from_json(data)
        except BoardError as error:
            assert str(error).startswith(("not a proof: ", "its ", "a cell whose")) and len(str(error)) < 500
            refused += 1
        else:
            assert verify(proof) in (True, verify(proof))
    assert refused > 1000


SAMPLES = [proof.to_json() for proof in sample_proofs()]


def spoil(rng, data):
    """Put something wrong in a random place: another value, another key, one less."""
    place = data
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = rng.choice(keys)
        inner = place[key]
        if isinstance(inner, dict | list) and inner and rng.random() < 0.8:
            place = inner
            continue
        what = rng.random()
        if what < 0.2:
            del place[key]
        elif what < 0.4 and isinstance(place, dict):
            place[rng.choice(["", "_", "~", 3, None, "x y"])] = place.pop(key)
        else:
            place[key] = copy.deepcopy(rng.choice(WRONG))
        return
