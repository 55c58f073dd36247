"""The checker under attack: thousands of forged proofs, judged by two checkers and by trying every placement.

`forging` changes honest proofs, `second_checker` is an independent checker that follows the page Proofs as JSON, and
`judge` tries every placement to see whether what a proof claims is true. Both checkers must agree about every
forgery, and neither may accept a false conclusion. LOGICMS_FULL=1 makes a hundred thousand of them.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from random import Random

import dratify
import forging
import judge
import lrat
import pytest
from conftest import FULL
from forging.answers import ANSWER_KINDS, REFUSED, forge_answer
from forging.certificates import CERTIFICATE_KINDS, forge_certificate
from forging.goals_and_hints import goal_and_verdict_negated
from forging.lines import LINE_KINDS, forge_lines
from forging.steps import tautology_resolved
from honest_proofs import Honest, grouped, honest_answers, honest_proofs
from pysat.solvers import Solver
from second_checker import Source, fault
from words import in_general_words, in_words_of_boards, is_general

from logicms.answers.prove import verify_json
from logicms.cli.prove import parse_json
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.boards import parse_board
from logicms.notation.formulas import parse_expression
from logicms.problem import Problem
from logicms.proofs import checker
from logicms.proofs.certificates import certificate, dimacs
from logicms.proofs.proof import Premises, Proof
from logicms.render.proof import proof_lines
from logicms.teach.exercise import LessonFile
from logicms.teach.proof_judge import check_proof
from logicms.teach.proof_lines import ProofTerms, parse_clause, parse_proof

FORGERIES = 100_000 if FULL else 2_500
"""Each is judged twice: by itself, and with the board or hint file that the honest proof is about."""


def refusal(text: str, given: Premises | None = None) -> str | None:
    """Return why logicms refuses the proof in a JSON text, or None."""
    try:
        proof = Proof.from_json(parse_json(text, "proof.json"))
    except (BoardError, BoardSyntaxError) as error:
        return str(error)
    verification = checker.verify(proof, given, parse_expression)
    return None if verification else f"step {verification.step}: {verification.reason}"


@cache
def corpus() -> list[list[Honest]]:
    return grouped(honest_proofs(Random(20), 400 if FULL else 60))


def judged(text: str, source: Source | None, given: Premises | None, why: str) -> bool:
    """Return the verdict of both checkers; a false conclusion must not pass."""
    ours, second = refusal(text, given), fault(text, source)
    assert (ours is None) == (second is None), f"{why}: logicms says {ours}, the second checker {second}: {text}"
    if ours is None:
        assert judge.follows(json.loads(text), source), f"{why}: a false conclusion passes: {text}"
    return ours is None


@pytest.mark.full
def test_honest_proofs_are_accepted_by_both():
    for group in corpus():
        for honest in group:
            text = json.dumps(honest.proof)
            assert judged(text, None, None, "honest") and judged(text, honest.source, honest.premises, "honest")


@pytest.mark.full
def test_the_honest_proofs_are_of_many_kinds():
    assert len(corpus()) >= 12
    proofs = [honest.proof for group in corpus() for honest in group]
    assert any(proof.get("uses_mine_total") for proof in proofs) and any(len(proof["goal"]) > 1 for proof in proofs)
    assert {step["by"] for proof in proofs for step in proof["steps"]} == set(
        ("clue", "total", "fact", "given", "rule", "assume", "assumption", "resolve", "sum")
    )


@pytest.mark.full
def test_forgeries_are_judged_alike_and_no_false_conclusion_passes():
    rng = Random(2026)
    kinds = [*forging.KINDS, *forging.TEXT_KINDS]
    alone = with_file = 0
    for number in range(FORGERIES):
        honest, why, text = forgery(kinds[number % len(kinds)], rng)
        alone += judged(text, None, None, why)
        with_file += judged(text, honest.source, honest.premises, why)
    print(f"{FORGERIES:,} forgeries of {len(kinds)} kinds; valid alone: {alone:,}, with the file: {with_file:,}")
    assert 0 < with_file < alone < FORGERIES / 2, "some changes do no harm, most do"


def forgery(kind: str, rng: Random) -> tuple[Honest, str, str]:
    """Return an honest proof, how it was changed (in this way first), and the text of the forgery."""
    for _ in range(500):
        honest, donor = (rng.choice(rng.choice(corpus())) for _ in range(2))
        proof, other = in_words_of_boards(honest.proof), in_words_of_boards(donor.proof)
        if (forged := forging.forge(proof, other, rng, kind)) is not None:
            why, text = forged
            return honest, why, in_general_words(text) if is_general(honest.proof) else text
    raise AssertionError(f"{kind} applies to no proof")


@pytest.mark.full
def test_the_attack_finds_a_checker_that_resolves_with_tautologies(monkeypatch):
    """The fault that the checker once had is found, so the attack is worth something."""

    def read(self, literals, where=""):
        return frozenset(literals)

    def check_resolvent(self, number, step, clause):
        one, other = (self.clauses[parent - 1] for parent in step.parents)
        if clause != frozenset(literal for literal in one | other if literal.name != step.on):
            raise checker.NotAccepted("it is not the resolvent of its parents")

    monkeypatch.setattr(checker._Checker, "_read", read)
    monkeypatch.setattr(checker._Checker, "_check_resolvent", check_resolvent)
    honest = corpus()[0][0]
    proof = json.loads(json.dumps(honest.proof))
    goal_and_verdict_negated(proof, proof, Random(1))
    tautology_resolved(proof, proof, Random(1))
    proof["witnesses"] = {}
    del proof["premises"]
    assert refusal(json.dumps(proof), honest.premises) is None, "the faulty checker accepts it"
    assert not judge.follows(proof, honest.source), "and the judge knows better"
    with pytest.raises(AssertionError, match="logicms says None"):
        judged(json.dumps(proof), honest.source, honest.premises, "a tautology")


# -- answers around proofs


@cache
def answers():
    return list(honest_answers(Random(3), 200 if FULL else 12))


@pytest.mark.full
def test_what_an_honest_answer_says_is_accepted():
    for answer, problem in answers():
        said = {key: value for key, value in answer.items() if key != "known"}
        found = verify_json(said, problem)
        assert found.valid, (found.reason, said)
        assert not {'its "answer"', 'its "premises"', 'its "status"'} & set(found.not_checked)
        if answer.get("fewest"):
            assert not any("suffice" in what for what in found.not_checked)


@pytest.mark.full
def test_no_answer_that_says_something_false_is_accepted():
    rng, tried = Random(11), Counter[str]()
    for kind in ANSWER_KINDS:
        for _ in range(400 if FULL else 25):
            honest, problem = rng.choice(answers())
            if (forged := forge_answer(honest, kind, rng)) is None:
                continue
            del forged["known"]
            tried[kind] += 1
            judge_answer(forged, problem, kind)
            if kind != "premises_padded":  # that needs the file
                judge_answer(forged, None, kind)
    print(f"{tried.total():,} forged answers of {len(tried)} kinds")
    assert tried.keys() == ANSWER_KINDS.keys()


def judge_answer(forged, problem, kind):
    """Fail if an answer that says something false is accepted."""
    try:
        found = verify_json(forged, problem)
    except BoardError:
        assert kind in REFUSED, kind
        return
    assert not found.valid and kind not in REFUSED, (kind, json.dumps(forged))


# -- proofs by hand and certificates


@pytest.mark.full
def test_forged_proofs_by_hand_show_nothing_false():
    rng = Random(7)
    honest = [one for group in corpus() for one in group if "verdict" in one.proof and not one.proof["givens"]]
    honest = [one for one in honest if not {"rules", "assumptions"} & one.proof.keys()]  # these have no lines
    honest = [one for one in honest if one.proof["by"] != "counting" and "among" not in one.text]
    tried: Counter[str] = Counter()
    proved = 0
    for _ in range(FORGERIES // 5):
        one = rng.choice(honest)
        proof = Proof.from_json(one.proof)
        why, text = forge_lines(proof_lines(proof), rng)
        tried.update(why.split("+"))
        goal = str(rng.choice((proof.literal, ~proof.literal)))
        try:
            written = parse_proof(text)
            lesson = _lesson(one.text)
            complete = check_proof(written, ProofTerms(lesson, parse_clause(goal))).is_right
        except (BoardError, BoardSyntaxError):
            continue
        proved += complete
        assert not complete or judge.follows({"goal": [[goal]]}, one.source), f"{why}: {goal} by\n{text}"
    assert tried.keys() == LINE_KINDS.keys() and proved


@cache
def _lesson(text: str) -> LessonFile:
    return LessonFile("puzzle", "", Problem.of(parse_board(text)), is_board=True)


@pytest.mark.full
def test_forged_certificates_of_satisfiable_formulas_are_refused():
    rng = Random(9)
    honest = [one.proof for group in corpus() for one in group if one.proof["by"] != "counting"]
    tried: Counter[str] = Counter()
    accepted = 0
    for _ in range(FORGERIES // 5):
        made = certificate(Proof.from_json(rng.choice(honest)))
        formula = [sorted(clause) for clause in made.formula]
        lines = [[int(word) for word in line.split()] for line in made.lrat().splitlines()]
        why = forge_certificate(formula, lines, rng)
        tried.update(why.split("+"))
        text = dimacs(formula, made.names)
        proof = "".join(" ".join(map(str, line)) + "\n" for line in lines)
        drat = "".join(" ".join(map(str, line[1 : line.index(0, 1)])) + " 0\n" for line in lines if 0 in line[1:])
        verdicts = _accepts_lrat(text, proof), _accepts_drat(text, drat)
        accepted += any(verdicts)
        assert not any(verdicts) or not Solver("g3", bootstrap_with=formula).solve(), f"{why}: {text}{proof}"
    assert tried.keys() == CERTIFICATE_KINDS.keys() and accepted


def _accepts_lrat(formula: str, proof: str) -> bool:
    try:
        lrat.check(formula, proof)
    except (lrat.Refused, ValueError):
        return False
    return True


def _accepts_drat(formula: str, proof: str) -> bool:
    try:
        return bool(dratify.check_proof(dratify.parse_dimacs(formula), proof).ok)
    except ValueError:
        return False
