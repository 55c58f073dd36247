"""Certificates: every exported proof passes our checker and three independent ones; false ones pass none of them.

Debian's `acl2` and `acl2-books` (527 MB) hold a formally verified LRAT checker, which reads these same files; it is not
run here. `drup` tries every clause at every step: proofs of thousands of steps take it minutes.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import dratify
import lrat
import pytest
from conftest import FULL
from knowledge_bases import EXAMPLES, kb_of, random_proofs, verify

from logicms.errors import InconsistentKnowledge
from logicms.proofs.certificates import Certificate, certificate, dimacs, proof_to_dimacs, proof_to_drat, proof_to_lrat
from logicms.proofs.proof import Proof, Step, clause

try:
    import drup
except ImportError:  # no wheel and no compiler for it on this machine
    drup = None
needs_drup = pytest.mark.skipif(drup is None, reason="drup is not installed: pip install drup")

RANDOM = random_proofs(seed=7, count=2000 if FULL else 150)


def accepted_by_dratify(found: Certificate) -> bool:
    return bool(dratify.check_proof(dratify.parse_dimacs(found.dimacs()), found.drat()).ok)


def accepted_by_drup(found: Certificate) -> bool:
    formula = [sorted(clause) for clause in found.formula]
    result = drup.check_proof(formula, [sorted(step.clause) for step in found.derived])
    return result.outcome == drup.Outcome.VALID


def accepted_by_lrat(found: Certificate) -> bool:
    try:
        lrat.check(found.dimacs(), found.lrat())
    except lrat.Refused:
        return False
    return True


def without_premise(proof: Proof, number: int) -> Certificate:
    """The same proof over the formula without one of its clauses: false, if the proof needed it."""
    found = certificate(proof)
    return replace(found, formula=tuple(clause for n, clause in enumerate(found.formula) if n != number))


def can_hold(found: Certificate) -> bool:
    from pysat.solvers import Solver

    with Solver("g4", bootstrap_with=[sorted(clause) for clause in found.formula]) as solver:
        return bool(solver.solve())


@pytest.mark.full
def test_random_proofs_are_many_and_of_both_kinds() -> None:
    assert {proof.by for proof in RANDOM} == {"resolution", "direct"}
    assert max(proof.number_of_resolutions for proof in RANDOM) > 5


@pytest.mark.full
def test_every_proof_is_accepted_by_all() -> None:
    for proof in RANDOM:
        found = certificate(proof)
        assert verify(proof)
        assert accepted_by_dratify(found) and accepted_by_lrat(found), found.dimacs()
    print(f"{len(RANDOM):,} certificates, all accepted")


@pytest.mark.full
@needs_drup
def test_every_proof_is_accepted_by_drup() -> None:
    for proof in RANDOM:
        assert accepted_by_drup(certificate(proof))


@pytest.mark.full
def test_false_refutations_are_refused_by_all() -> None:
    """Without one clause it needs, a refutation proves nothing; a checker that takes it would take anything."""
    tried = 0
    for proof in RANDOM[:: 1 if FULL else 3]:
        for number in range(len(certificate(proof).formula)):
            false = without_premise(proof, number)
            if can_hold(false):
                tried += 1
                assert not accepted_by_dratify(false)
                assert not accepted_by_lrat(false)
                assert drup is None or not accepted_by_drup(false)
    print(f"{tried:,} false certificates, all refused")
    assert tried > 100


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_certified(path: Path) -> None:
    kb = kb_of(path.read_text(encoding="utf-8"))
    try:
        proofs = [proof for name in kb.facts for proof in (kb.prove(f"{'' if kb.facts[name] else '~'}{name}"),)]
    except InconsistentKnowledge as error:
        proofs = [error.proof]
    for proof in proofs:
        assert proof is not None and verify(proof)
        assert accepted_by_dratify(certificate(proof)) and accepted_by_lrat(certificate(proof))


def test_the_mine_total_and_its_symbols_are_certified() -> None:
    cells = [f"{column}{row}" for row in (1, 2, 3) for column in "ABCD"]
    kb = kb_of(f"size: 4x3\nmines: 6\nsafe {' '.join(cells[:6])}")
    proof = kb.prove(cells[-1])
    assert proof is not None and proof.symbols, "a total of 6 among 12 is counted by auxiliary symbols"
    found = certificate(proof)
    assert accepted_by_dratify(found) and accepted_by_lrat(found)
    assert "c _1 means: at least" in found.dimacs()


def test_a_direct_proof_of_a_clause_is_completed() -> None:
    proof = kb_of("a | b\n~b | c").prove(_or("a", "c"), by="direct")
    assert proof is not None
    found = certificate(proof)
    assert found.formula[-2:] == (frozenset({-1}), frozenset({-3}))
    assert found.derived[-1].clause == frozenset()
    assert accepted_by_dratify(found) and accepted_by_lrat(found)


def _or(*names: str) -> object:
    from sympy import Or, Symbol

    return Or(*map(Symbol, names))


@pytest.mark.parametrize("text", ["2 among A1", "false", "a\n~a", "1 among a b\nsafe a b"])
def test_a_contradiction_is_certified(text: str) -> None:
    with pytest.raises(InconsistentKnowledge) as caught:
        kb_of(text).ask("x")
    found = certificate(caught.value.proof)
    assert found.derived[-1].clause == frozenset()
    assert accepted_by_lrat(found)
    assert accepted_by_dratify(found)


def test_text_of_the_certificate() -> None:
    proof = kb_of("size: 2x2\n1 at A2\nsafe A1 B2").prove("B1", by="direct")
    assert proof is not None
    assert proof_to_dimacs(proof) == (
        "c B1 is proved: this formula is unsatisfiable\n"
        "c clause 1: clue A2\n"
        "c clause 2: fact A1\n"
        "c clause 3: fact B2\n"
        "c clause 4: the negation of the goal\n"
        "c 1 A1\nc 2 B1\nc 3 B2\n"
        "p cnf 3 4\n1 2 3 0\n-1 0\n-3 0\n-2 0\n"
    )
    assert proof_to_drat(proof).splitlines()[-1] == "0"
    assert proof_to_lrat(proof).splitlines()[0].startswith("5 ")


def test_what_a_proof_says_cannot_break_out_of_a_comment() -> None:
    step = Step(clause("a"), "given", "x\np cnf 9 9")
    proof = Proof((step,), (clause("a", "_1"),), "direct", symbols={"_1": "a\r\n0\n"})
    assert all(line[0] in "cp-1" for line in proof_to_dimacs(proof).splitlines())
    assert proof_to_dimacs(proof).count("\np cnf") == 1
    assert dimacs([], ["a\nb"]).splitlines() == ["c 1 a?b", "p cnf 1 0"]


# -- the judges themselves


@pytest.mark.parametrize(
    "proof, why",
    [
        ("", "no empty clause"),
        ("4 0 1 2 0", "two clauses that leave too much"),
        ("4 0 0", "no reason"),
        ("4 2 0 1 3 0\n5 0 2 9 0", "a clause that is not there"),
        ("4 2 0 1 3 0\n4 0 2 3 0", "a number twice"),
        ("4 2 0 1 3 0", "no empty clause at the end"),
    ],
)
def test_the_lrat_checker_refuses(proof: str, why: str) -> None:
    formula = "c a comment\np cnf 2 3\n1 2 0\n-2 0\n-1 0\n"
    lrat.check(formula, "4 2 0 1 3 0\n5 0 2 4 0")
    with pytest.raises(lrat.Refused):
        lrat.check(formula, proof)
