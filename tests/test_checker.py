"""The checker is tested by what it refuses: forged steps, foreign premises, meanings that bite their own tail."""

from __future__ import annotations

import ast
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from sympy import Xor, symbols
from sympy.abc import a, b, c

import logicms.proofs.checker
from logicms.board import Board, Cell
from logicms.errors import LimitReached
from logicms.explanation import premises, prove
from logicms.explanation.short_proofs import short_proof
from logicms.hints import Hint, exactly
from logicms.limits import limit
from logicms.logic.knowledge import KnowledgeBase
from logicms.proofs.checker import verify
from logicms.proofs.proof import Premises, Proof, Step
from logicms.proofs.sum_checker import verify as verify_counting
from logicms.proofs.sums import CountingProof, Equation, Resolve, Sum

CLUES = [exactly(1, ["A1", "B1"], "A2"), exactly(2, ["A1", "B1", "C1"], "B2")]
DIRECT = short_proof(CLUES, "C1", style="direct")
REFUTATION = short_proof(CLUES, "C1")


def forged(proof, number, **changes):
    """Return the proof with one step changed."""
    steps = list(proof.steps)
    steps[number - 1] = replace(steps[number - 1], **changes)
    return replace(proof, steps=tuple(steps))


def test_the_proofs_are_valid_to_begin_with():
    assert verify(DIRECT) and verify(REFUTATION)
    assert verify(DIRECT).step is None and verify(DIRECT).reason == ""


def test_it_shares_no_code_with_the_provers():
    """It imports the shape of a proof, hints, and the standard library: nothing that makes clauses or proofs."""
    tree = ast.parse(Path(logicms.proofs.checker.__file__).read_text())
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in imported if name.startswith("logicms")} == {
        "logicms.hints",
        "logicms.limits",
        "logicms.proofs.proof",
    }


@pytest.mark.parametrize("proof", [DIRECT, REFUTATION])
def test_a_dropped_literal_is_refused(proof):
    for number, step in enumerate(proof.steps, 1):
        for literal in step.clause:
            verdict = verify(forged(proof, number, clause=step.clause - {literal}))
            assert not verdict and verdict.step == number


@pytest.mark.parametrize("proof", [DIRECT, REFUTATION])
def test_a_changed_parent_or_pivot_is_refused(proof):
    for number, step in enumerate(proof.steps, 1):
        if step.parents is None:
            continue
        left, right = step.parents
        for other in range(-1, len(proof.steps) + 2):
            if other not in step.parents:
                for parents in ((other, right), (left, other)):
                    verdict = verify(forged(proof, number, parents=parents))
                    assert not verdict and verdict.step == number
        for pivot in (0, -1, None, *range(1, 5)):
            if pivot != step.on:
                assert verify(forged(proof, number, on=pivot)).step == number
        assert verify(forged(proof, number, parents=(right, left))), "the order of the parents does not matter"
        assert not verify(forged(proof, number, parents=None))


@pytest.mark.parametrize("proof", [DIRECT, REFUTATION])
def test_a_missing_last_step_is_refused(proof):
    verdict = verify(replace(proof, steps=proof.steps[:-1]))
    assert not verdict and verdict.step is None and "last step" in verdict.reason
    assert not verify(replace(proof, steps=()))


@pytest.mark.parametrize(
    "clause, holds, why",
    [
        ({1, 2}, True, "one of the two is a mine"),
        ({-1, -2}, True, "one of the two is safe"),
        ({1, 2, 3}, True, "a weaker clause follows as well"),
        ({1, -1}, False, "a tautology says nothing, and would pass for any clue's"),
        ({1, 2, -2}, False, "nor with another literal in it"),
        ({1}, False, "not known which"),
        ({-1}, False, "nor which is safe"),
        ({1, -2}, False, "they are not alike"),
        ({3}, False, "C1 is none of its cells"),
        (set(), False, "it can be met"),
    ],
)
def test_a_clause_that_is_not_the_clues_is_refused(clause, holds, why):
    proof = Proof(
        (Step(frozenset(clause), "clue", "A2"),),
        ("A1", "B1", "C1"),
        (frozenset(clause),),
        "direct",
        hints={"A2": CLUES[0]},
    )
    verdict = verify(proof)
    assert verdict.valid == holds, why
    assert holds or verdict.step == 1


def test_every_clause_of_every_small_hint_is_judged_right():
    """Against all placements: hints over three of four cells, clauses over all four, all 81 of them."""
    names, cells = ("a", "b", "c", "d"), ("a", "b", "c")
    rows = [dict(zip(names, row, strict=True)) for row in product((False, True), repeat=4)]
    for low, high in [(i, j) for i in range(5) for j in range(i, 5)]:
        meeting = [row for row in rows if low <= sum(row[cell] for cell in cells) <= high]
        for signs in product((-1, 0, 1), repeat=4):
            clause = frozenset(n * sign for n, sign in enumerate(signs, 1) if sign)
            proof = Proof((Step(clause, "clue", "x"),), names, (clause,), "direct", hints={"x": Hint(low, high, cells)})
            right = all(any(row[names[abs(n) - 1]] == (n > 0) for n in clause) for row in meeting)
            assert verify(proof).valid == right, (low, high, clause)


def test_counts_among_cells_are_judged_by_their_meaning():
    """Thresholds on overlapping sets, in a clause with plain cells, with and without a hint: against all placements."""
    rng = random.Random(2)
    cells = "abcdef"
    rows = [dict(zip(cells, row, strict=True)) for row in product((False, True), repeat=6)]
    accepted = 0
    for _ in range(1500):
        counts = [(rng.randint(0, 4), rng.sample(cells, rng.randint(1, 5))) for _ in range(3)]
        symbols_ = {f"_{i}": f"at least {k} mines among {' '.join(s)}" for i, (k, s) in enumerate(counts, 1)}
        names = (*cells, *symbols_)
        clause = frozenset(n * rng.choice((-1, 1)) for n in rng.sample(range(1, 10), rng.randint(1, 5)))
        low = rng.randint(0, 4)
        hint = Hint(low, rng.randint(low, 6), tuple(rng.sample(cells, rng.randint(1, 6))))
        proof = Proof((Step(clause, "clue", "x"),), names, (clause,), "direct", symbols_, {"x": hint})
        right = all(
            any(value(names[abs(n) - 1], row, counts) == (n > 0) for n in clause)
            for row in rows
            if hint.low <= sum(row[cell] for cell in hint.among) <= hint.high
        )
        assert verify(proof).valid == right, (counts, hint, clause)
        accepted += right
    assert 100 < accepted < 1400


def value(name, row, counts):
    if not name.startswith("_"):
        return row[name]
    count, among = counts[int(name[1:]) - 1]
    return sum(row[cell] for cell in among) >= count


@pytest.mark.parametrize("number, reason", [(4, "too hard to judge"), (11, "too many counts")])
def test_a_clause_too_hard_to_judge_is_refused_and_not_waited_for(number, reason):
    cells = [f"x{i}" for i in range(400)]
    rng = random.Random(3)
    counts = [(90 if i % 2 else 110, rng.sample(cells, 200)) for i in range(1, number + 1)]
    symbols_ = {f"_{i}": f"at least {k} mines among {' '.join(among)}" for i, (k, among) in enumerate(counts, 1)}
    clause = frozenset(-n if n % 2 else n for n in range(1, number + 1))
    hint = Hint(199, 199, tuple(cells))
    proof = Proof((Step(clause, "clue", "x"),), tuple(symbols_), (clause,), "direct", symbols_, {"x": hint})
    verdict = verify(proof)
    assert not verdict and reason in verdict.reason
    with pytest.raises(LimitReached), limit(steps=0):
        verify(proof)


def test_a_style_that_is_none_is_refused():
    proof = Proof((Step(frozenset({1}), "assume"),), ("A1",), (frozenset({-1}),), "x")
    assert verify(proof).reason == "no such style: x"


# -- tautologies: the way to a proof of anything


@pytest.mark.parametrize(
    "steps, why",
    [
        (
            [Step(frozenset({1}), "assume"), Step(frozenset({1, -1}), "clue", "C1")],
            "as a clause of a clue: resolving it with the assumption must not drop both literals",
        ),
        ([Step(frozenset({1, -1}), "assume"), Step(frozenset({1}), "assume")], "as the assumption"),
        ([Step(frozenset({1}), "assume"), Step(frozenset({1, -1}), "given", "D1 | ~D1")], "as a formula"),
        ([Step(frozenset({1}), "assume"), Step(frozenset({1, -1}), "fact", "D1")], "as a fact"),
    ],
)
def test_a_proof_that_rests_on_a_tautology_is_refused(steps, why):
    """D1 is certainly a mine on this board; the forged proof shows the negation."""
    board = Board(("123?1", "2??31", "???20"))
    told = premises(board)
    last = Step(frozenset(), "resolve", None, (1, 2), 1)
    forgery = Proof((*steps, last), ("D1",), (frozenset({-1}),), "refutation", hints={"C1": told.hints["C1"]},
                    givens=("D1 | ~D1",))  # fmt: skip
    assert prove(board, Cell(0, 3)).literal == "D1"
    for verdict in (verify(forgery), verify(forgery, told)):
        assert not verdict, why
        assert verdict.step in (1, 2)


def test_a_tautology_is_refused_in_a_counting_proof():
    step = Sum(("A1", "~A1"), ("A2",), (), (), Equation((("A1", 1), ("B1", 1)), 1, 1))
    forgery = CountingProof((step, Resolve(("A1",), (1, 1), "A1")), "A1", {"A2": CLUES[0]})
    verdict = verify_counting(forgery)
    assert not verdict and verdict.step == 1 and "whatever is so" in verdict.reason


def test_what_is_assumed_must_deny_every_part_of_the_goal():
    """The negation of (A1 and B1) is (~A1 or ~B1): to assume ~A1 alone, or ~B1 alone, shows one part only."""
    goal = (frozenset({1}), frozenset({2}))
    for assumed, fact in ((-1, 1), (-2, 2)):
        steps = (
            Step(frozenset({assumed}), "assume"),
            Step(frozenset({fact}), "fact", ("A1", "B1")[fact - 1]),
            Step(frozenset(), "resolve", None, (1, 2), fact),
        )
        verdict = verify(Proof(steps, ("A1", "B1"), goal))
        assert not verdict and verdict.step == 1


# -- premises


def knowledge():
    kb = KnowledgeBase()
    for clue in CLUES:
        kb.tell(clue)
    kb.tell("~D1")
    kb.tell(a >> b)
    kb.tell(a)
    return kb


def test_a_proof_of_another_board_is_refused():
    kb = knowledge()
    proof = kb.prove("C1")
    assert verify(proof, kb.premises)
    for wrong in (
        Premises(),
        replace(kb.premises, hints={"A2": CLUES[0]}),
        replace(kb.premises, hints={"A2": CLUES[0], "B2": exactly(1, ["A1", "B1", "C1"])}),
        replace(kb.premises, hints={"A2": CLUES[0], "B2": exactly(2, ["A1", "B1", "D1"])}),
    ):
        assert not verify(proof, wrong)


def test_facts_must_be_told():
    proof = knowledge().prove("~D1", "direct")
    assert verify(proof) and verify(proof, Premises(facts={"D1": False}))
    assert verify(proof, Premises()).step == verify(proof, Premises(facts={"D1": True})).step == 1
    assert not verify(forged(proof, 1, source="A1")), "a fact is about the cell it names"
    two = replace(proof, steps=(Step(frozenset({1, 2}), "fact", "a"),), names=("a", "b"), goal=(frozenset({1, 2}),))
    assert not verify(two), "a fact is one literal"


def test_formulas_must_be_told():
    kb = knowledge()
    proof = kb.prove(b, "direct")
    assert verify(proof, kb.premises)
    assert not verify(replace(proof, givens=()))
    assert not verify(proof, replace(kb.premises, givens={}))
    assert not verify(proof, replace(kb.premises, givens={"a -> b": frozenset({frozenset({"a"})})}))


def test_assumptions_are_the_contrary_of_the_goal_and_nothing_else():
    assumed = next(number for number, step in enumerate(REFUTATION.steps, 1) if step.by == "assume")
    assert not verify(forged(REFUTATION, assumed, clause=frozenset({-1})))
    assert not verify(forged(REFUTATION, assumed, clause=frozenset()))
    assert not verify(replace(REFUTATION, goal=(frozenset({1}),)))
    assert not verify(replace(REFUTATION, goal=(frozenset(),))), "a contradiction assumes nothing"
    assert not verify(replace(REFUTATION, style="direct")), "a direct proof assumes nothing"
    assert not verify(replace(DIRECT, goal=(frozenset({1}),)))
    assert not verify(replace(DIRECT, goal=(frozenset({3}), frozenset({1}))))
    assert not verify(replace(DIRECT, style="refutation"))


# -- meanings of auxiliary symbols


def named_proof():
    kb = KnowledgeBase()
    xs = symbols("x0:9")
    kb.tell(Xor(*xs))
    for x in xs[1:]:
        kb.tell(~x)
    return kb, kb.prove(xs[0])


def test_definitions_are_judged_by_their_meaning():
    kb, proof = named_proof()
    assert proof.symbols and verify(proof, kb.premises)
    for number, step in enumerate(proof.steps, 1):
        if step.source in proof.symbols:
            for literal in step.clause:
                assert verify(forged(proof, number, clause=step.clause - {literal})).step == number


def test_meanings_must_be_those_that_were_told():
    kb, proof = named_proof()
    told = dict(kb.premises.symbols)
    name = next(iter(proof.symbols))
    told[name] = "x0 & x1"
    assert "does not mean what was told" in verify(proof, replace(kb.premises, symbols=told)).reason


@pytest.mark.parametrize(
    "symbols_, why",
    [
        ({"_1": "~_1"}, "a symbol that means its own contrary proves anything"),
        ({"_1": "_2", "_2": "~_1"}, "and so do two that mean one another"),
        ({"_1": "(a | _1)"}, "no symbol speaks of itself"),
        ({"a": "b"}, "a plain name has no meaning"),
        ({"_1": ""}, "nothing is no meaning"),
        ({"_1": "a &"}, "unreadable"),
        ({"_1": "(a | b"}, "unreadable"),
        ({"_1": "at least 1 mines among _2"}, "mines are among cells"),
        ({"_1": "at least 2 mines among a a"}, "a cell counts once"),
        ({}, "a symbol without a meaning"),
    ],
)
def test_meanings_that_are_refused(symbols_, why):
    """With each of these, one could go on to prove `b`, or nobody could say what was proved."""
    steps = (
        Step(frozenset({-1}), "given", "_1"),
        Step(frozenset({1}), "given", "_1"),
        Step(frozenset(), "resolve", None, (1, 2), 1),
    )
    proof = Proof(steps, ("_1",), (frozenset(),), "refutation", symbols_)
    assert not verify(proof), why


def test_names_and_numbers_must_fit():
    assert not verify(replace(DIRECT, names=("A1", "A1", "C1")))
    assert not verify(forged(DIRECT, 1, clause=frozenset({-1, -9})))
    assert not verify(forged(DIRECT, 1, by="magic"))
    assert not verify(forged(DIRECT, 1, source=None))
    assert not verify(forged(DIRECT, 1, source="C9"))
    assert not verify(forged(DIRECT, 1, by="total"))
    assert not verify(replace(DIRECT, goal=(frozenset({7}),)))


def test_whatever_is_accepted_is_true():
    """Forge proofs at random: those that the checker still accepts have a goal that follows from their own hints."""
    rng = random.Random(4)
    accepted = 0
    for _ in range(4000):
        proof = DIRECT if rng.random() < 0.5 else REFUTATION
        for _ in range(rng.randint(1, 2)):
            proof = forge_somewhere(rng, proof)
        if verify(proof):
            accepted += 1
            assert follows(proof)
    assert accepted > 20


def forge_somewhere(rng, proof):
    number = rng.randint(1, len(proof.steps))
    step = proof.steps[number - 1]
    clause = frozenset(n * rng.choice((-1, 1)) for n in rng.sample(range(1, 4), rng.randint(0, 3)))
    kind = rng.randrange(5)
    if kind == 0:
        return replace(proof, goal=(clause,))
    if kind == 1:
        return forged(proof, number, clause=clause)
    if kind == 2:
        low = rng.randint(0, 2)
        source = rng.choice(sorted(proof.hints))
        return replace(
            proof, hints={**proof.hints, source: Hint(low, low + rng.randint(0, 1), proof.hints[source].among)}
        )
    if kind == 3 and step.parents:
        return forged(proof, number, parents=(rng.randint(1, number), rng.randint(1, number)), on=rng.randint(1, 3))
    return replace(proof, steps=(*proof.steps, Step(clause, "clue", "B2")))


def follows(proof):
    for row in product((False, True), repeat=3):
        values = dict(zip(proof.names, row, strict=True))
        if all(h.low <= sum(values[x] for x in h.among) <= h.high for h in proof.hints.values()):
            if not all(any(row[abs(n) - 1] == (n > 0) for n in clause) for clause in proof.goal):
                return False
    return True


def test_a_contradiction_needs_no_goal():
    kb = KnowledgeBase()
    proof = short_proof([exactly(1, "ab", "x"), exactly(2, "ab", "y")], None)
    assert proof.is_contradiction and verify(proof)
    assert not verify(replace(proof, goal=(frozenset({1}),), style="direct"))
    assert verify(replace(proof, goal=(frozenset({1}),))), "from a contradiction everything follows"
    kb.tell(c)
