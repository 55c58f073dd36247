"""The waist: a problem has one name for each cell, refuses what it cannot read, and never changes."""

from __future__ import annotations

import pickle

import pytest
from click.testing import CliRunner
from conftest import ROOT
from sympy.abc import a, b

import logicms as lm
from logicms.cli import app
from logicms.hints import Literal
from logicms.notation.hint_files import parse_hints
from logicms.problem import Formula, Problem
from logicms.render.written import FORMS

A1, B1 = lm.Cell(0, 0), lm.Cell(0, 1)
HINT_FILES = sorted((ROOT / "examples" / "hints").glob("*.hints"))


def test_a_cell_has_one_name_however_it_is_written():
    problem = Problem([lm.exactly(1, "A1 B1"), Literal(A1, False), lm.exactly(1, [B1, "rain"], because="A2")])
    assert problem.names == (A1, B1, "rain") and problem.hints[1].because == lm.Cell(1, 0)
    assert lm.deduce(problem).mine == {B1} and lm.prove(problem, "B1") is not None
    both = [*Problem.of(lm.parse_board("??1")).statements, lm.exactly(1, "A1 B1"), lm.exactly(1, "A1")]
    with pytest.raises(lm.InconsistentKnowledge):
        lm.deduce(Problem(both))


def test_a_word_is_not_the_cell_of_the_same_letters():
    problem = parse_hints("A1\na1 | b").to_problem()
    assert A1 in lm.deduce(problem).mine and "A1" in lm.deduce(problem).mine and "a1" not in lm.deduce(problem).mine
    assert lm.explain(problem, "a1").verdict == "unknown"
    other = lm.explain(parse_hints("A1\n~a1"), "a1")
    assert other.verdict == "safe" and other.proof() is not None


@pytest.mark.parametrize(
    "statements, why",
    [
        (["rain -> wet"], "not a statement: str"),
        ([a >> b], "not a statement: Implies"),
        ([Literal(3, True)], "a cell or a word, not int"),
        (3, "expected statements"),
        ([lm.exactly(1, "a", because="mines"), lm.exactly(2, "a b", because="mines")], "the same source"),
        ([lm.exactly(1, "a", because="x"), lm.exactly(1, "b", because="x")], "the same source"),
    ],
)
def test_what_it_cannot_read_is_refused(statements, why):
    with pytest.raises(lm.BoardError, match=why):
        Problem(statements)


def test_the_same_hint_twice_is_no_clash():
    assert lm.deduce(Problem([lm.exactly(1, "a", because="x")] * 2)).mine == {"a"}


def test_a_source_that_is_also_a_name_stays_a_node_of_its_own():
    problem = Problem([lm.exactly(1, "a b", because="c"), lm.exactly(1, "c d")])
    assert problem.components == (("a", "b"), ("c", "d"))
    assert [problem.graph.nodes[node]["kind"] for node in problem.graph] == ["cell"] * 4 + ["clue"] * 2


def test_it_is_a_value():
    problem = Problem([lm.exactly(1, "a b"), Formula("a -> b", a >> b)])
    with pytest.raises(AttributeError):
        problem.board = None
    assert pickle.loads(pickle.dumps(problem)) == problem and hash(problem) == hash(Problem(problem.statements))
    with pytest.raises(lm.BoardError, match="a way to read flags"):
        lm.deduce(problem, flags="bogus")


def test_a_placement_is_judged_by_formulas_too(monkeypatch):
    problem = parse_hints("a | b\n1 among a b c").to_problem()
    assert len(lm.explain(problem, "a").placements) == 2
    monkeypatch.setattr("logicms.sat.backbone.differing_on", lambda *_: (("a",), ("c",)))
    for arguments in (["prove", "-", "a", "--format", "hints"], ["ask", "-", "a"]):
        result = CliRunner().invoke(app, arguments, input="a | b\n1 among a b c\n")
        assert result.exit_code == 70 and "a placement does not fit" in result.stderr


def test_a_conflict_names_facts_by_what_they_say():
    with pytest.raises(lm.InconsistentKnowledge) as caught:
        lm.deduce(parse_hints("a -> b\na\n~b"))
    assert caught.value.conflict == ("a", "a -> b", "~b")


def test_a_known_cell_proves_nothing_on_an_inconsistent_board():
    result = CliRunner().invoke(app, ["prove", "-", "A2"], input="mines: 1\n? 0\n* F\n")
    assert result.exit_code == 3


@pytest.mark.parametrize("path", HINT_FILES, ids=lambda path: path.stem)
def test_every_level_and_form_over_hint_files(path):
    for level in range(1, 5):
        result = CliRunner().invoke(app, ["next", "--format", "hints", "--level", str(level), str(path)])
        assert result.exit_code in (0, 1, 3) and result.stdout.strip() and "None" not in result.stdout.split("\n\n")[0]
        assert not result.stdout.startswith("\n")
    problem = parse_hints(path.read_text()).to_problem()
    for name in problem.names[:4]:
        for form in FORMS:
            result = CliRunner().invoke(app, ["prove", "--format", "hints", "--to", form, str(path), str(name)])
            assert result.exit_code in (0, 1, 2, 3), (form, name, result.exception)
            assert result.stdout.strip() if result.exit_code != 2 else "logicms:" in result.stderr, (form, name)


def test_next_prefers_what_is_not_stated():
    result = CliRunner().invoke(app, ["next", "--format", "hints", "-"], input="a\na -> b\n")
    assert "Use a and a -> b." in result.stdout and "b holds" in result.stdout
