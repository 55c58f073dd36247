"""Proofs as people see them: golden files of each form, LaTeX that compiles, graphs that Graphviz draws."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from conftest import FULL, needs
from knowledge_bases import kb_of, random_proofs

from logicms.errors import BoardError, InconsistentKnowledge
from logicms.explanation.counting_proofs import prove_by_counting
from logicms.hints import exactly
from logicms.proofs.proof import Proof, Step, clause
from logicms.render.latex import escaped
from logicms.render.written import PROOF_FORMS, written

# A proof that says everything it can to break out of its form.
HOSTILE = Proof(
    steps=(
        Step(clause('a"b\\c{}%&', "é名_2"), "given", 'x"; } \\end{document} \x1b[31m\n& % $ # _ ^ ~ <b>'),
        Step(clause('~a"b\\c{}%&'), "fact", 'a"b\\c{}%&'),
        Step(clause("é名_2"), "resolve", None, (1, 2), 'a"b\\c{}%&'),
    ),
    goal=(clause("é名_2"),),
    by="direct",
    symbols={"_1": '\\input{/etc/passwd} "\n'},
    givens=('x"; } \\end{document} \x1b[31m\n& % $ # _ ^ ~ <b>',),
)


def proofs() -> dict[str, Proof]:
    """Proofs of every kind: clues and the total, formulas and cases, auxiliary symbols, facts, a contradiction."""
    ringed = kb_of("size: 3x2\nmines: 2\n1 at A1\n2 at C1\nsafe B1")
    cells = " ".join(f"{column}{row}" for row in (1, 2, 3) for column in "ABCD")
    total = kb_of(f"5 among {cells}\nsafe {cells[:20]}")
    with pytest.raises(InconsistentKnowledge) as caught:
        kb_of("1 among A1 B1\nat least 2 among A1 B1 C1\nsafe C1").ask("A1")
    found = {
        "clues": ringed.prove("C2"),
        "direct": ringed.prove("C2", by="direct"),
        "cases": kb_of("old -> fragile\n~old -> copy\nfragile | copy -> glass").prove("glass"),
        "claims": kb_of("(a & b & c & d) | (e & f & g & h) | (a & ~e & i & j)\n~a\n~f | e").prove("e"),
        "total": total.prove("D3", by="direct"),
        "contradiction": caught.value.proof,
    }
    assert all(found.values())
    return {name: proof for name, proof in found.items() if proof is not None}


@pytest.mark.parametrize("form", [form for form in PROOF_FORMS if form not in ("dimacs", "drat", "lrat")])
def test_forms_for_people(form: str, golden) -> None:
    shown = "\n".join(f"== {name}\n{written(proof, form)}\n" for name, proof in proofs().items())
    golden(f"proof-{form}.txt", shown)


def test_words_speak_of_every_step_and_of_no_symbol_without_meaning() -> None:
    for proof in [*proofs().values(), *random_proofs(seed=3, count=100)]:
        words = written(proof, "words")
        assert [int(n) for n in re.findall(r"^(\d+)\. ", words, re.M)] == list(range(1, len(proof.steps) + 1))
        told = set(re.findall(r"^The claim (_\d+) is: ", words, re.M))
        assert set(re.findall(r"\b_\d+", words)) <= told


def test_nothing_breaks_out_of_text_or_words() -> None:
    for form in ("text", "words"):
        shown = written(HOSTILE, form)
        assert "\x1b" not in shown
        assert len(shown.splitlines()) == {"text": 5, "words": 5}[form]


# -- LaTeX


@pytest.mark.parametrize(
    "text, expected",
    [
        ("a_b", r"a\_b"),
        ("50%", r"50\%"),
        ("\\x{y}", r"\textbackslash{}x\{y\}"),
        ("a->b", r"a{-}\textgreater{}b"),
        ("é ç", r"\'{e} \c{c}"),
        ("ß\n", "[U+00DF][U+000A]"),
    ],
)
def test_latex_is_escaped(text: str, expected: str) -> None:
    assert escaped(text) == expected


def compiled(proof: Proof, folder: Path) -> str:
    """Compile the proof's document and return the log."""
    (folder / "proof.tex").write_text(written(proof, "latex"), encoding="utf-8")
    command = ["pdflatex", "-halt-on-error", "-interaction=nonstopmode", "-no-shell-escape", "proof.tex"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=120)
    assert result.returncode == 0, result.stdout[-2000:]
    assert (folder / "proof.pdf").stat().st_size > 1000
    return result.stdout


@pytest.mark.outside
@needs("pdflatex", "texlive-latex-base")
@pytest.mark.full
def test_latex_compiles(tmp_path: Path) -> None:
    assert "/etc/passwd" not in compiled(HOSTILE, tmp_path)
    for proof in proofs().values() if FULL else [proofs()["total"]]:
        compiled(proof, tmp_path)


# -- DOT


def test_the_graph_has_a_node_a_step_and_two_edges_a_resolution() -> None:
    for proof in [*proofs().values(), HOSTILE]:
        lines = written(proof, "dot").splitlines()
        assert sum(bool(re.match(r"  s\d+ \[", line)) for line in lines) == len(proof.steps)
        assert sum(bool(re.match(r"  s\d+ -> s\d+ \[", line)) for line in lines) == 2 * proof.number_of_resolutions


@needs("dot", "graphviz")
def test_graphviz_draws_it() -> None:
    for proof in [*proofs().values(), HOSTILE]:
        drawn = subprocess.run(["dot", "-Tsvg"], input=written(proof, "dot"), capture_output=True, text=True)
        assert drawn.returncode == 0 and not drawn.stderr, drawn.stderr
        assert drawn.stdout.count('class="node"') == len(proof.steps)


# -- by counting


def test_a_proof_by_counting_has_the_forms_that_need_no_clauses() -> None:
    hints = {"u": exactly(0, "a b"), "v": exactly(2, "d e g"), "w": exactly(1, "b c d"), "x": exactly(1, "c e")}
    proof = prove_by_counting(hints, "~g")
    assert proof is not None and [step.by for step in proof.steps] == ["sum", "sum", "resolve"]
    assert written(proof, "text").splitlines()[-1] == "3  ~g       from 1 and 2 on c"
    assert written(proof, "words").splitlines()[-1] == "(3) (1) and (2) together: g does not hold."
    assert written(proof, "dot").count(" -> s") == 2 + proof.length
    assert r"\(\lnot\textit{g}\) & from 1 and 2 on c" in written(proof, "latex")
    for form in ("lines", "dimacs", "drat", "lrat"):
        with pytest.raises(BoardError, match=f"has no {form}"):
            written(proof, form)
