"""The checker is tested by what it refuses: forged steps, foreign premises, meanings that bite their own tail."""

from __future__ import annotations

import ast
import json
import random
import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from explained import short_proof
from knowledge_bases import EXAMPLES, random_formula, random_proofs, verify
from sympy import ITE, And, Not, Or, Symbol, Xor, symbols
from sympy.abc import a, b, c

import logicms
import logicms.proofs.checker
from logicms.answers.knowledge import ask
from logicms.answers.prove import next_step
from logicms.answers.prove import prove as prove_answer
from logicms.answers.prove import verify as verify_answer
from logicms.board import Board, Cell
from logicms.connectives import formula_text
from logicms.errors import LimitReached, RefusedProof
from logicms.explanation import premises, prove
from logicms.hints import Hint, Literal, exactly
from logicms.limits import limit
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.proofs.checker import Verification
from logicms.proofs.proof import Equation, Premises, Proof, Step, Sum, clause
from logicms.render.proof import proof_lines
from logicms.teach.exercise import LessonFile
from logicms.teach.proof_judge import check_proof
from logicms.teach.proof_lines import ProofTerms, parse_clause, parse_proof

CLUES = [exactly(1, ["A1", "B1"], "A2"), exactly(2, ["A1", "B1", "C1"], "B2")]
DIRECT = short_proof(CLUES, "C1", direct=True)
REFUTATION = short_proof(CLUES, "C1")
ONE_OF_TWO = Sum(("A2",), (), (), Equation((("A1", 1), ("B1", 1)), 1, 1))
"""What the first clue says, as a sum of one hint."""


def counting(*steps, goal="A1", **rest):
    """Return a proof by counting of these steps, with the first clue."""
    return Proof(steps, (clause(goal),), "counting", hints={"A2": CLUES[0]}, **rest)


def without(clause, literal):
    return tuple(each for each in clause if each != literal)


def numbered(names, numbers):
    """Return the clause that numbers stand for: n the n-th name, -n its negation."""
    return clause(*(names[n - 1] if n > 0 else f"~{names[-n - 1]}" for n in numbers))


def forged(proof, number, **changes):
    """Return the proof with one step changed."""
    steps = list(proof.steps)
    steps[number - 1] = replace(steps[number - 1], **changes)
    return replace(proof, steps=tuple(steps))


def test_the_proofs_are_valid_to_begin_with():
    assert verify(DIRECT) and verify(REFUTATION)
    assert verify(DIRECT).step is None and verify(DIRECT).reason == ""


def test_it_shares_no_code_with_the_provers():
    """It imports the shape of a proof and of its JSON, hints, and the standard library: nothing that makes proofs."""
    folder = Path(logicms.proofs.checker.__file__).parent
    trees = [ast.parse((folder / name).read_text()) for name in ("checker.py", "truth.py", "unfounded.py")]
    imported = {node.module for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name for name in imported if name.startswith("logicms")} == {
        "logicms.errors",
        "logicms.hints",
        "logicms.limits",
        "logicms.proofs.truth",
        "logicms.proofs.unfounded",
        "logicms.proofs.proof",
        "logicms.record",
        "logicms.rules.language",
    }


@pytest.mark.parametrize("proof", [DIRECT, REFUTATION])
def test_a_dropped_literal_is_refused(proof):
    for number, step in enumerate(proof.steps, 1):
        for literal in step.clause:
            verdict = verify(forged(proof, number, clause=without(step.clause, literal)))
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
        for pivot in ("", "~A1", None, "A1", "B1", "C1", "D1"):
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
    "literals, holds, why",
    [
        ("A1 B1", True, "one of the two is a mine"),
        ("~A1 ~B1", True, "one of the two is safe"),
        ("A1 B1 C1", True, "a weaker clause follows as well"),
        ("A1 ~A1", False, "a tautology says nothing, and would pass for any clue's"),
        ("A1 B1 ~B1", False, "nor with another literal in it"),
        ("A1", False, "not known which"),
        ("~A1", False, "nor which is safe"),
        ("A1 ~B1", False, "they are not alike"),
        ("C1", False, "C1 is none of its cells"),
        ("", False, "it can be met"),
    ],
)
def test_a_clause_that_is_not_the_clues_is_refused(literals, holds, why):
    step = Step(clause(*literals.split()), "clue", "A2")
    goal = step.clause if holds else clause("C1")
    verdict = verify(Proof((step,), (goal,), "direct", hints={"A2": CLUES[0]}))
    assert verdict.valid == holds, why
    assert holds or verdict.step == 1


def test_every_clause_of_every_small_hint_is_judged_right():
    """Against all placements: hints over three of four cells, clauses over all four, all 81 of them."""
    names, cells = ("a", "b", "c", "d"), ("a", "b", "c")
    rows = [dict(zip(names, row, strict=True)) for row in product((False, True), repeat=4)]
    for low, high in [(i, j) for i in range(5) for j in range(i, 5)]:
        meeting = [row for row in rows if low <= sum(row[cell] for cell in cells) <= high]
        for signs in product((-1, 0, 1), repeat=4):
            literals = numbered(names, [n * sign for n, sign in enumerate(signs, 1) if sign])
            proof = Proof((Step(literals, "clue", "x"),), (literals,), "direct", hints={"x": Hint(low, high, cells)})
            right = all(any(row[name] == holds for name, holds in literals) for row in meeting)
            assert verify(proof).valid == right, (low, high, literals)


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
        literals = numbered(names, [n * rng.choice((-1, 1)) for n in rng.sample(range(1, 10), rng.randint(1, 5))])
        low = rng.randint(0, 4)
        hint = Hint(low, rng.randint(low, 6), tuple(rng.sample(cells, rng.randint(1, 6))))
        proof = Proof((Step(literals, "clue", "x"),), (literals,), "direct", symbols_, {"x": hint})
        right = all(
            any(value(name, row, counts) == holds for name, holds in literals)
            for row in rows
            if hint.low <= sum(row[cell] for cell in hint.among) <= hint.high
        )
        assert verify(proof).valid == right, (counts, hint, literals)
        accepted += right
    assert 100 < accepted < 1400


def value(name, row, counts):
    if not name.startswith("_"):
        return row[name]
    count, among = counts[int(name[1:]) - 1]
    return sum(row[cell] for cell in among) >= count


@pytest.mark.parametrize("number, reason", [(4, "too hard to check"), (11, "too many counts")])
def test_a_clause_too_hard_to_judge_is_refused_and_not_waited_for(number, reason):
    cells = [f"x{i}" for i in range(400)]
    rng = random.Random(3)
    counts = [(90 if i % 2 else 110, rng.sample(cells, 200)) for i in range(1, number + 1)]
    symbols_ = {f"_{i}": f"at least {k} mines among {' '.join(among)}" for i, (k, among) in enumerate(counts, 1)}
    literals = numbered(tuple(symbols_), [-n if n % 2 else n for n in range(1, number + 1)])
    hint = Hint(199, 199, tuple(cells))
    proof = Proof((Step(literals, "clue", "x"),), (literals,), "direct", symbols_, {"x": hint})
    verdict = verify(proof)
    assert not verdict and reason in verdict.reason
    with pytest.raises(LimitReached), limit(steps=0):
        verify(proof)


def test_a_way_to_prove_that_is_none_is_refused():
    assert verify(replace(DIRECT, by="x")).reason == "no such kind of proof: x"
    assert not verify(replace(REFUTATION, by="x"))


# -- tautologies: the way to a proof of anything


@pytest.mark.parametrize(
    "steps, why",
    [
        (
            [Step(clause("D1"), "assume"), Step(clause("D1", "~D1"), "clue", "C1")],
            "as a clause of a clue: resolving it with the assumption must not drop both literals",
        ),
        ([Step(clause("D1", "~D1"), "assume"), Step(clause("D1"), "assume")], "as the assumption"),
        ([Step(clause("D1"), "assume"), Step(clause("D1", "~D1"), "given", "D1 | ~D1")], "as a formula"),
        ([Step(clause("D1"), "assume"), Step(clause("D1", "~D1"), "fact", "D1")], "as a fact"),
    ],
)
def test_a_proof_that_rests_on_a_tautology_is_refused(steps, why):
    """D1 is certainly a mine on this board; the forged proof shows the negation."""
    board = Board(("123?1", "2??31", "???20"))
    told = premises(board)
    last = Step((), "resolve", None, (1, 2), "D1")
    forgery = Proof(
        (*steps, last), (clause("~D1"),), "resolution", hints={"C1": told.hints["C1"]}, givens=("D1 | ~D1",)
    )
    assert prove(board, Cell(0, 3)).literal == Literal("D1", True)
    for verdict in (verify(forgery), verify(forgery, told)):
        assert not verdict, why
        assert verdict.step in (1, 2)


def test_a_tautology_is_refused_in_a_counting_proof():
    step = Step(clause("A1", "~A1"), "sum", sum=ONE_OF_TWO)
    forgery = counting(step, Step(clause("A1"), "resolve", None, (1, 1), "A1"))
    verdict = verify(forgery)
    assert not verdict and verdict.step == 1 and "always true" in verdict.reason


def test_what_is_assumed_must_deny_every_part_of_the_goal():
    """The negation of (A1 and B1) is (~A1 or ~B1): to assume ~A1 alone, or ~B1 alone, shows one part only."""
    for name in ("A1", "B1"):
        steps = (
            Step(clause(f"~{name}"), "assume"),
            Step(clause(name), "fact", name),
            Step((), "resolve", None, (1, 2), name),
        )
        verdict = verify(Proof(steps, (clause("A1"), clause("B1"))))
        assert not verdict and verdict.step == 1
        assert verify(Proof(steps, (clause(name),))), "of one part alone it is a proof"


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
    proof = knowledge().prove("~D1", by="direct")
    assert verify(proof) and verify(proof, Premises(facts={"D1": False}))
    assert verify(proof, Premises()).step == verify(proof, Premises(facts={"D1": True})).step == 1
    assert not verify(forged(proof, 1, source="A1")), "a fact is about the cell it names"
    two = replace(proof, steps=(Step(clause("a", "b"), "fact", "a"),), goal=(clause("a", "b"),))
    assert not verify(two), "a fact is one literal"


def test_formulas_must_be_told():
    kb = knowledge()
    proof = kb.prove(b, by="direct")
    assert verify(proof, kb.premises)
    assert not verify(replace(proof, givens=()))
    assert not verify(proof, replace(kb.premises, givens={}))
    assert not verify(proof, replace(kb.premises, givens={"a -> b": frozenset({frozenset(clause("a"))})}))


# -- formulas, judged by their text


def cited(text, *literals, symbols_=None):
    """Return a proof of a clause that takes it from a formula, in one step."""
    return Proof((Step(clause(*literals), "given", text),), (clause(*literals),), "direct", symbols_ or {}, {}, (text,))


@pytest.mark.parametrize(
    "text, literals",
    [
        ("true", "D1"),
        ("A1 -> B1", ""),
        ("A1 -> B1", "A1 ~B1"),
        ("A1 | B1 | C1", "A1 B1"),
        ("A1 ^ B1 ^ C1", "A1 B1 ~C1"),
        ("A1 <-> B1", "A1 B1"),
        ("A1 & _1", "A1"),
        ("A1 &", "A1"),
        ("rule 7", "A1"),
        ("__import__('os')", "A1"),
        ("A1 | B1 …", "A1 B1"),
    ],
)
def test_a_clause_that_a_formula_does_not_imply_is_refused(text, literals):
    verdict = verify(cited(text, *literals.split()))
    assert not verdict and verdict.step == 1


@pytest.mark.parametrize(
    "text, literals", [("false", "D1"), ("A1 & ~A1", ""), ("A1 -> B1", "~A1 B1 C1"), ("A1 ^ B1", "~A1 ~B1")]
)
def test_a_clause_that_a_formula_implies_is_accepted(text, literals):
    assert verify(cited(text, *literals.split()))


def test_without_a_reader_no_formula_is_accepted():
    verdict = logicms.proofs.checker.verify(cited("A1", "A1"))
    assert verdict.reason == "it rests on a formula; give the file that the proof is about"


@pytest.mark.parametrize(
    "text, literals, meaning, follows",
    [
        ("A1 & B1 | C1", "_1 C1", "A1 & B1", True),
        ("A1 & B1 | C1", "_1", "A1 & B1", False),
        ("A1 & B1 | C1", "~_1 C1", "A1 & B1", False),
        ("~A1", "~_1", "A1 & B1", True),
        ("A1 & B1 | C1", "_1", "at least 1 mines among A1 C1", True),
        ("A1 & B1 | C1", "_1", "at least 2 mines among A1 B1 C1", False),
        ("A1 & B1 | A1 & C1", "_1", "at least 2 mines among A1 B1 C1", True),
    ],
)
def test_a_symbol_in_a_clause_of_a_formula_is_what_it_means(text, literals, meaning, follows):
    assert bool(verify(cited(text, *literals.split(), symbols_={"_1": meaning}))) is follows


def every_premise(kb):
    """Return for each step that a proof may begin with a proof of just that step."""
    symbols_ = dict(kb.symbols.meanings)
    givens = tuple(kb.premises.givens)
    return [Proof((step,), (step.clause,), "direct", symbols_, {}, givens) for step in kb.told_steps]


@pytest.mark.parametrize(
    "formula",
    [
        Xor(*symbols("x0:40")),
        Or(*(Symbol(f"x{i}") & Symbol(f"y{i}") for i in range(60))),
        Or(*(Xor(*symbols(f"x{i}:{i + 4}")) for i in range(0, 40, 4))),
        Not(And(*(Or(*symbols(f"x{i}:{i + 5}")) for i in range(0, 60, 5)))),
        And(*(ITE(Symbol(f"s{i}"), Xor(*symbols(f"x{i}:{i + 6}")), Symbol(f"x{i}")) for i in range(30))),
        Xor(And(*symbols("x0:12")), Or(*symbols("y0:12")), Xor(*symbols("z0:12"))),
    ],
    ids=["xor", "or of ands", "or of xors", "not all", "and of choices", "mixed"],
)
def test_the_clauses_of_a_wide_formula_are_accepted(formula):
    kb = KnowledgeBase()
    kb.tell(formula)
    proofs = every_premise(kb)
    assert kb.symbols.meanings and proofs
    assert verify(replace(proofs[-1], steps=tuple(proof.steps[0] for proof in proofs)))
    for proof in random.Random(3).sample(proofs, 12):
        for literal in proof.goal[0]:
            shorter = without(proof.goal[0], literal)
            wrong = replace(proof, goal=(shorter,), steps=(replace(proof.steps[0], clause=shorter),))
            assert not verify(wrong)


def test_examples_and_random_knowledge_need_no_premises():
    for path in EXAMPLES:
        kb = KnowledgeBase(parse_hints(path.read_text()))
        for proof in every_premise(kb):
            (step,) = proof.steps
            is_rule = kb.premises.book is not None and kb.premises.book.cites(step.source or "") is not None
            assert step.by != "given" or is_rule or verify(proof), path
    for proof in random_proofs(5, 60):
        assert verify(Proof.from_json(proof.to_json()))


def test_formulas_against_truth_tables():
    rng, names = random.Random(11), ["A1", "B1", "C1", "D1", "E1"]
    met = {True: 0, False: 0}
    for _ in range(400):
        formula = random_formula(rng, names, rng.randint(1, 4))
        symbols_ = {"_1": "(A1 | ~B1) & C1", "_2": "~_1 & (D1 | E1)", "_3": "at least 2 mines among B1 D1 E1"}
        picked = rng.sample([*names, *symbols_], rng.randint(0, 4))
        literals = [name if rng.random() < 0.5 else f"~{name}" for name in picked]
        follows = True
        for row in product((False, True), repeat=len(names)):
            at = dict(zip(names, row, strict=True))
            at["_1"] = (at["A1"] or not at["B1"]) and at["C1"]
            at["_2"] = not at["_1"] and (at["D1"] or at["E1"])
            at["_3"] = at["B1"] + at["D1"] + at["E1"] >= 2
            if formula.subs({Symbol(name): at[name] for name in names}):
                follows &= any(at[text.removeprefix("~")] != text.startswith("~") for text in literals)
        met[follows] += 1
        assert bool(verify(cited(formula_text(formula), *literals, symbols_=symbols_))) is follows
    assert min(met.values()) > 40


def test_a_formula_that_is_too_hard_is_refused_and_a_limit_ends_it():
    """As many pigeons as holes and one more: no short way is known to see that it is false by trying values."""
    holes = [[f"p{i}h{j}" for j in range(9)] for i in range(10)]
    each = [f"({' | '.join(row)})" for row in holes]
    apart = [f"~({holes[i][j]} & {holes[k][j]})" for j in range(9) for i in range(10) for k in range(i)]
    proof = cited(" & ".join(each + apart))
    assert "too hard to check; give the file" in verify(proof).reason
    with pytest.raises(LimitReached), limit(steps=5_000):
        verify(proof)


def test_assumptions_are_the_contrary_of_the_goal_and_nothing_else():
    assumed = next(number for number, step in enumerate(REFUTATION.steps, 1) if step.by == "assume")
    assert not verify(forged(REFUTATION, assumed, clause=clause("~A1")))
    assert not verify(forged(REFUTATION, assumed, clause=()))
    assert not verify(replace(REFUTATION, goal=(clause("A1"),)))
    assert not verify(replace(REFUTATION, goal=((),))), "a contradiction assumes nothing"
    assert not verify(replace(REFUTATION, by="direct")), "a direct proof assumes nothing"
    assert not verify(replace(REFUTATION, by="counting")), "nor does one by counting"
    assert not verify(replace(DIRECT, goal=(clause("A1"),)))
    assert not verify(replace(DIRECT, goal=(clause("C1"), clause("A1"))))
    assert not verify(replace(DIRECT, by="resolution"))


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
                assert verify(forged(proof, number, clause=without(step.clause, literal))).step == number


def test_meanings_must_be_those_that_were_told():
    kb, proof = named_proof()
    told = dict(kb.premises.symbols)
    name = next(iter(proof.symbols))
    told[name] = "x0 & x1"  # the clauses of the formula then say something else
    assert "does not follow from the formula" in verify(proof, replace(kb.premises, symbols=told)).reason


def test_the_symbols_of_a_proof_may_have_other_names_than_those_that_were_told():
    kb, proof = named_proof()
    text = json.dumps(proof.to_json())
    renamed = Proof.from_json(json.loads(re.sub(r"_([0-9]+)", r"_7\1", text)))
    swapped = Proof.from_json(json.loads(text.replace("_1", "_0").replace("_2", "_1").replace("_0", "_2")))
    assert renamed.symbols.keys() != proof.symbols.keys() != swapped.symbols.keys()
    assert verify(proof, kb.premises) and verify(renamed, kb.premises) and verify(swapped, kb.premises)


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
        Step(clause("~_1"), "given", "_1"),
        Step(clause("_1"), "given", "_1"),
        Step((), "resolve", None, (1, 2), "_1"),
    )
    proof = Proof(steps, ((),), "resolution", symbols_)
    assert not verify(proof), why


def test_reasons_and_sources_must_fit():
    assert not verify(forged(DIRECT, 1, by="magic"))
    assert not verify(forged(DIRECT, 1, source=None))
    assert not verify(forged(DIRECT, 1, source="C9"))
    assert not verify(forged(DIRECT, 1, by="total"))
    assert not verify(forged(DIRECT, 1, by="sum"))


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
    names = ("A1", "B1", "C1")
    literals = numbered(names, [n * rng.choice((-1, 1)) for n in rng.sample(range(1, 4), rng.randint(0, 3))])
    kind = rng.randrange(5)
    if kind == 0:
        return replace(proof, goal=(literals,))
    if kind == 1:
        return forged(proof, number, clause=literals)
    if kind == 2:
        low = rng.randint(0, 2)
        source = rng.choice(sorted(proof.hints))
        return replace(
            proof, hints={**proof.hints, source: Hint(low, low + rng.randint(0, 1), proof.hints[source].among)}
        )
    if kind == 3 and step.parents:
        return forged(proof, number, parents=(rng.randint(1, number), rng.randint(1, number)), on=rng.choice(names))
    return replace(proof, steps=(*proof.steps, Step(literals, "clue", "B2")))


def follows(proof):
    for row in product((False, True), repeat=3):
        values = dict(zip(("A1", "B1", "C1"), row, strict=True))
        if all(h.low <= sum(values[x] for x in h.among) <= h.high for h in proof.hints.values()):
            if not all(any(values[name] == holds for name, holds in part) for part in proof.goal):
                return False
    return True


def test_a_contradiction_needs_no_goal():
    kb = KnowledgeBase()
    proof = short_proof([exactly(1, "a b", "x"), exactly(2, "a b", "y")], None)
    assert proof.is_contradiction and verify(proof)
    assert not verify(replace(proof, goal=(clause("a"),), by="direct"))
    assert verify(replace(proof, goal=(clause("a"),))), "from a contradiction everything follows"
    kb.tell(c)


# -- other ways to forge


def test_a_symbol_without_a_name_is_refused():
    """A name that reads like a literal would be taken for one by whoever reads the proof."""
    for name in ("", "~A1", "A1 B1", "_9", "9", None, Cell(0, 0)):
        literal = Literal(name, True)
        assert verify(forged(DIRECT, 1, clause=(literal, Literal("B1", False)))).step == 1
        assert verify(replace(DIRECT, goal=((literal,),))).step is None
        assert not verify(replace(DIRECT, goal=((literal,),)))
    for holds in (1, 2, None, "A1"):
        assert (
            verify(forged(DIRECT, 1, clause=(Literal("A1", holds),))).reason
            == "it mentions something that is not a literal"
        )
    assert not verify(forged(DIRECT, 1, clause=(("A1", True),)))


def test_a_literal_that_is_said_twice_is_refused():
    for number, step in enumerate(DIRECT.steps, 1):
        twice = (*step.clause, step.clause[0])
        assert verify(forged(DIRECT, number, clause=twice)) == Verification(
            False, number, "it mentions a literal twice"
        )
    assert not verify(replace(DIRECT, goal=(clause("C1") * 2,)))


def test_the_order_of_literals_does_not_matter():
    turned = [replace(step, clause=step.clause[::-1]) for step in DIRECT.steps]
    assert verify(replace(DIRECT, steps=tuple(turned)))


def test_parents_must_be_two_earlier_steps():
    last = len(DIRECT.steps)
    left, right = DIRECT.steps[-1].parents
    for parents in ((), (left,), (left, right, right), (left, 0), (left, -1), (left, last), (left, last + 1),
                    (float(left), right), (str(left), right)):  # fmt: skip
        verdict = verify(forged(DIRECT, last, parents=parents))
        assert not verdict and verdict.step == last, parents


def test_a_goal_that_says_nothing_is_refused():
    tautology = Proof(
        (Step(clause("~A1"), "assume"), Step(clause("A1"), "assume"), Step((), "resolve", None, (1, 2), "A1")),
        (clause("A1", "~A1"),),
    )
    assert verify(tautology).reason.startswith("it is always true")
    assert not verify(replace(DIRECT, goal=(clause("C1", "~C1"),)))


def test_an_empty_goal_shows_true_and_nothing_else():
    """No clauses are true, so their contrary is false: that may be assumed, and shows nothing about any cell."""
    true = Proof((Step((), "assume"),), ())
    assert verify(true) and true.literal is None and not true.is_contradiction
    assert not verify(replace(true, by="direct")) and not verify(replace(true, by="counting"))
    assert not verify(replace(DIRECT, goal=())), "a direct proof ends in its goal"


def test_a_hint_that_goes_by_the_name_of_another_is_refused():
    false = exactly(2, ["A1", "B1"], "B9")
    step = Step(clause("A1"), "clue", "A2")
    verdict = verify(Proof((step,), (clause("A1"),), "direct", hints={"A2": false}))
    assert verdict == Verification(False, None, "the hint A2 names B9 as its source")
    told = Premises(hints={"A2": CLUES[0], "B9": false})
    assert not verify(Proof((step,), (clause("A1"),), "direct", hints={"A2": false}), told)


def test_a_hint_counts_cells_and_a_fact_is_about_one():
    """An auxiliary symbol has its meaning; no hint and no fact may say anything about it besides."""
    symbols_ = {"_1": "at least 1 mines among A1"}
    one = Proof((Step(clause("_1"), "clue", "x"),), (clause("_1"),), "direct", symbols_, {"x": exactly(1, ["_1"])})
    assert verify(one).reason == "the hint x counts something that is not the name of a cell"
    fact = Proof((Step(clause("_1"), "fact", "_1"),), (clause("_1"),), "direct", symbols_)
    assert verify(fact).step == 1
    summed = Sum((), (), clause("_1"), Equation((), 0, 0))
    assert verify(replace(fact, steps=(Step(clause("_1"), "sum", sum=summed),))).step == 1


def test_numbers_that_are_not_whole_are_refused():
    for number in (float("nan"), float("inf"), 1.0, "1"):
        hint = replace(CLUES[0])
        object.__setattr__(hint, "low", number)
        assert not verify(replace(DIRECT, hints={**DIRECT.hints, "A2": hint}))
        for equation in (
            replace(ONE_OF_TWO.equation, low=number),
            replace(ONE_OF_TWO.equation, factors=(("A1", number),)),
        ):
            assert not verify(counting(Step(clause("A1", "B1"), "sum", sum=replace(ONE_OF_TWO, equation=equation))))


def test_a_number_of_any_size_is_judged_at_once():
    huge = 10**4000
    hint = Hint(huge, huge, ("A1", "B1"))
    assert verify(Proof((Step((), "clue", "x"),), ((),), "resolution", hints={"x": hint})), "no cells make so many"
    loose = Hint(0, huge, ("A1", "B1"))
    assert not verify(Proof((Step((), "clue", "x"),), ((),), "resolution", hints={"x": loose}))
    left = Sum(("x",), (), (), Equation((("A1", 1), ("B1", 1)), 0, huge))
    assert not verify(Proof((Step(clause("A1"), "sum", sum=left),), (clause("A1"),), "counting", hints={"x": loose}))


# -- steps of both kinds in one proof


def test_a_step_is_judged_on_its_own_whatever_the_proof_is_called():
    summed = Step(clause("A1", "B1"), "sum", sum=ONE_OF_TWO)
    clue = Step(clause("A1", "B1"), "clue", "A2")
    rest = (Step(clause("~B1"), "fact", "B1"), Step(clause("A1"), "resolve", None, (1, 2), "B1"))
    for first in (summed, clue):
        for by in ("direct", "counting"):
            assert verify(replace(counting(first, *rest), by=by))
        assert not verify(replace(counting(first, *rest), by="resolution")), "it does not end in the empty clause"
    wrong = replace(summed, clause=clause("A1"))
    for by in ("resolution", "direct", "counting"):
        assert verify(replace(counting(wrong), by=by)).step == 1
    assert verify(replace(counting(Step(clause("~A1"), "assume")), by="counting")).step == 1


def test_a_sum_goes_with_the_reason_sum():
    for by in ("clue", "fact", "given", "assume", "total", "resolve"):
        step = Step(clause("A1", "B1"), by, "A2", sum=ONE_OF_TWO)
        assert verify(counting(step)).step == 1
    assert verify(counting(Step(clause("A1", "B1"), "sum"))).step == 1


def test_facts_that_contradict_one_another_are_no_sum():
    both = Sum(("A2",), (), clause("A1", "~A1"), Equation((("B1", 1),), 1, 1))
    assert (
        verify(counting(Step(clause("B1"), "sum", sum=both), goal="B1")).reason
        == "a cell appears twice among its facts"
    )


def test_the_end_is_judged_by_the_goal():
    step = Step(clause("A1", "B1"), "sum", sum=ONE_OF_TWO)
    wide = Proof((step,), (clause("A1", "B1", "C1"),), "counting", hints={"A2": CLUES[0]})
    assert verify(wide), "what shows more than the goal shows the goal"
    for goal in ((clause("A1"),), (clause("A1", "B1"), clause("A1")), (), ((),)):
        assert verify(replace(wide, goal=goal)).reason == "the last step is not the goal"


# -- whoever asks the checker asks this one


def test_nothing_is_called_proved_that_the_checker_refuses(monkeypatch):
    board = Board(("???", "121"))
    problem = Problem.of(board)
    proof = logicms.prove(board, "B1")
    terms = ProofTerms(LessonFile.of_board("row", board), parse_clause("~B1"))
    written = parse_proof(proof_lines(proof))
    assert prove_answer(problem, "B1", "direct").checked is True
    assert ask(problem, Symbol("A1")).proof.checked is True
    assert check_proof(written, terms).is_right
    for refusal in (Verification(False, 1, "no"), False):
        monkeypatch.setattr(logicms.proofs.checker, "verify", lambda *_, refusal=refusal: refusal)
        assert not logicms.verify(proof, board)
        for by in ("resolution", "direct", "counting"):
            with pytest.raises(RefusedProof):
                prove_answer(problem, "B1", by)
            with pytest.raises(RefusedProof):
                logicms.prove(board, "B1", by)
        with pytest.raises(RefusedProof):
            next_step(problem, 1)
        with pytest.raises(RefusedProof):
            ask(problem, Symbol("A1"))
        assert not verify_answer(proof).valid
    monkeypatch.setattr(logicms.proofs.checker, "verify", lambda *_: Verification(False, 1, "no"))
    assert not check_proof(written, terms).is_right


def test_nobody_takes_the_checker_by_another_name():
    """A name of one's own would go on calling the old one when a test puts another in its place."""
    package = Path(logicms.__file__).parent
    taken = [
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "logicms.proofs.checker"
        for name in node.names
        if name.name == "verify"
    ]
    assert taken == []


def test_a_resolvent_has_nothing_but_what_its_parents_leave() -> None:
    """A weaker clause would follow too; but a step says that it is the resolvent."""
    steps = (
        Step(clause("A1", "B1"), "clue", "A2"),
        Step(clause("~A1"), "fact", "A1"),
        Step(clause("B1", "C1"), "resolve", parents=(1, 2), on="A1"),
    )
    proof = Proof(steps, (clause("B1", "C1"),), "direct", hints={"A2": exactly(1, ["A1", "B1"], "A2")})
    verdict = verify(proof)
    assert not verdict and verdict.step == 3 and verdict.reason == "it is not the resolvent of its parents"
    assert verify(replace(proof, steps=(*steps[:2], replace(steps[2], clause=clause("B1")))))
