"""The judge is always in the chair: with a checker that refuses everything, no door shows anything as proved.

Every door is tried as it is, in this process, and the command line once more in an interpreter that drops assertions
(`python -O`): what the contract calls checked must not rest on them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner
from conftest import ROOT

import logicms as lm
from logicms.answers.answer import BUG
from logicms.cli import app
from logicms.errors import RefusedProof
from logicms.proofs import checker
from logicms.proofs.checker import Verification
from logicms.render.written import FORMS
from logicms.teach.lesson import lesson_names, our_lesson

BOARD = ROOT / "examples" / "boards" / "one-two-one.txt"
CLASH = ROOT / "examples" / "boards" / "contradiction.txt"
HINTS = ROOT / "examples" / "hints" / "vase.hints"

COMMANDS = [
    *(["prove", "--to", form, str(BOARD), "B1"] for form in FORMS),
    *(["prove", "--by", by, str(BOARD), "B1"] for by in ("direct", "counting")),
    ["prove", "--json", str(BOARD), "B1"],
    ["prove", "--format", "hints", str(HINTS), "insured"],
    ["prove", str(CLASH), "A1"],
    ["prove", "--json", str(CLASH), "A1"],
    *(["next", "--level", str(level), str(BOARD)] for level in range(1, 5)),
    ["next", "--json", str(BOARD)],
    ["path", str(BOARD)],
    ["path", "--json", str(BOARD)],
    ["path", "--json", str(HINTS)],
    *([command, "--json", str(CLASH)] for command in ("check", "solve", "path")),
    ["ask", str(HINTS), "insured"],
    ["ask", "--json", str(HINTS), "insured"],
    ["ask", "--to", "lrat", str(HINTS), "insured"],
    ["solve", "--proofs", "proofs", str(BOARD)],
    ["worksheet", "--seed", "7", "--count", "1", "--answers", "answers.html"],
]
"""Every command that shows a proof, in every form."""

PROVED = re.compile(
    r'"checked": true|resolve|from [0-9]+ (?:and )?[0-9]+|is safe|is a mine|Look at'
    r"|^-?[0-9]+ 0$|^[0-9]+ 0 |p cnf|<svg|digraph",
    re.M,
)
"""What a proof, or a claim of one, looks like."""


@pytest.fixture(params=[Verification(False, 1, "refused"), False], ids=["a verification", "just false"])
def refusing(request, monkeypatch):
    """A checker that accepts nothing."""
    monkeypatch.setattr(checker, "verify", lambda *_: request.param)


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_a_command_shows_no_proof_that_was_refused(arguments, refusing, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == BUG and "the checker refused our own proof" in result.stderr
    assert not PROVED.search(result.stdout)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()], "nothing was written either"


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_the_same_commands_do_show_it_otherwise(arguments, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, arguments)
    written = "".join(path.read_text() for path in tmp_path.rglob("*") if path.is_file())
    assert result.exit_code in (0, 3) and PROVED.search(result.stdout + written)


def test_verify_calls_nothing_valid(refusing, tmp_path):
    (path := tmp_path / "proof.json").write_text(json.dumps(REAL_PROOF))
    result = CliRunner().invoke(app, ["verify", str(path), str(BOARD)])
    assert result.exit_code == 1 and result.stdout.startswith("not valid")


REAL_PROOF = lm.prove(lm.read_board(BOARD), "B1").to_json()


def test_the_library_returns_no_proof(refusing):
    board = lm.read_board(BOARD)
    for by in ("resolution", "direct", "counting"):
        with pytest.raises(RefusedProof):
            lm.prove(board, "B1", by)
    with pytest.raises(RefusedProof):
        str(lm.explain(board, "B1"))
    with pytest.raises(RefusedProof):
        lm.explain(board, "B1").proof()
    with pytest.raises(RefusedProof):
        lm.next_deduction(board).proof("counting")
    base = lm.KnowledgeBase(board)
    for by in ("resolution", "direct"):
        with pytest.raises(RefusedProof):
            base.prove("~B1", by=by)
    with pytest.raises(RefusedProof):
        lm.KnowledgeBase(lm.read_board(CLASH)).check()
    assert not lm.verify(lm.Proof.from_json(REAL_PROOF), board)


def test_a_lesson_calls_no_proof_right_and_proposes_none(refusing):
    lessons = [our_lesson(name) for name in lesson_names()]
    exercises = [each for lesson in lessons for each in lesson.exercises if each.kind == "proof"]
    assert len(exercises) > 3
    for exercise in exercises:
        assert not any(exercise.task.judge(text).is_right for text in exercise.answers)
        assert exercise.task.tip(3, "").startswith("No way on")


OPTIMISED = """
import sys
from logicms.proofs import checker
checker.verify = lambda *_: checker.Verification(False, 1, "refused")
from logicms.cli import main
sys.argv = ["logicms", *sys.argv[1:]]
main()
"""


@pytest.mark.parametrize(
    "arguments",
    [
        COMMANDS[0],
        ["prove", "--json", str(BOARD), "B1"],
        ["next", "--json", str(BOARD)],
        ["ask", "--json", str(HINTS), "insured"],
    ],
    ids=" ".join,
)
def test_without_assertions_nothing_changes(arguments, tmp_path):
    command = [sys.executable, "-O", "-c", OPTIMISED, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert done.returncode == BUG and not PROVED.search(done.stdout), done.stdout
    plain = [sys.executable, "-O", "-m", "logicms", *arguments]
    accepted = subprocess.run(plain, capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert accepted.returncode == 0 and PROVED.search(accepted.stdout)
