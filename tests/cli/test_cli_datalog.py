"""Datalog files on the command line and over HTTP: every command reads them, and ask answers their own questions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import ROOT

from logicms.cli import app
from logicms.commands.prove import AskQuestion
from logicms.commands.solve import SolveQuestion
from logicms.hints import exactly
from logicms.notation.datalog import parse_datalog
from logicms.notation.read import read_hints
from logicms.render.phrases import clash_text

EXAMPLES = ROOT / "examples" / "hints"
FAMILY = str(EXAMPLES / "family.pl")
ROADS = [str(EXAMPLES / "roads.dl"), "--facts", f"road={EXAMPLES / 'roads.csv'}"]


def run(*arguments: str, text: str | None = None) -> Result:
    result = CliRunner().invoke(app, list(arguments), input=text)
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def test_ask_answers_the_questions_of_the_file() -> None:
    questions = read_hints(FAMILY).questions
    assert questions is not None and len(questions) == 3
    blocks = run("ask", FAMILY)
    assert blocks.exit_code == 1, "the largest of 0, 1 and 0"
    assert [line for line in blocks.stdout.splitlines() if line.startswith("?- ")] == [
        f"?- {each}." for each in questions
    ]
    lines = [json.loads(line) for line in run("ask", "--json", FAMILY).stdout.splitlines()]
    assert [(each["question"], each["answer"]) for each in lines] == list(
        zip(questions, ("yes", "no", "yes"), strict=True)
    )
    assert [row["values"] for row in lines[2]["rows"]] == [{"X": "cy"}]


def test_options_about_rows_and_about_one_formula_are_for_the_questions_that_they_fit() -> None:
    assert run("ask", FAMILY, "--proofs", "--odds").exit_code == 1
    assert run("ask", FAMILY, "--by", "forward").exit_code == 1


@pytest.mark.parametrize(
    "arguments", [[str(EXAMPLES / "vase.hints")], [str(EXAMPLES / "family.hints")], ["-", "--format", "datalog"]]
)
def test_a_file_without_a_question_asks_for_one(arguments: list[str]) -> None:
    result = run("ask", *arguments, text="p(a).")
    assert result.exit_code == 2
    assert "asks no question: give a FORMULA" in result.stderr


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (["show"], "all X, Y, Z: parent(Z, X) & parent(Z, Y) & X != Y -> sibling(X, Y)"),
        (["check"], "consistent"),
        (["solve"], "ancestor(ann,dave)"),
        (["odds"], "mother(carol,dave): 1"),
        (["kb"], "KB"),
        (["convert", "--to", "asp"], "ancestor(X,Z) :- parent(X,Y), ancestor(Y,Z)."),
        (["convert", "--to", "hints"], "all X, Y: parent(X, Y) -> ancestor(X, Y)"),
    ],
)
def test_every_command_reads_it(command: list[str], shown: str) -> None:
    result = run(*command, FAMILY)
    assert (result.exit_code, result.stderr) == (0, "")
    assert shown in result.stdout


def test_what_it_says_as_a_hint_file_is_answered_in_the_same_way(tmp_path: Path) -> None:
    twin = tmp_path / "twin.hints"
    twin.write_text(run("convert", "--to", "hints", FAMILY).stdout, encoding="utf-8")
    for formula in ("which x, y: ancestor(x, y)", "which x: childless(x)", "ancestor(dave, ann)", "mother(ann, bob)"):
        ours, other = (json.loads(run("ask", "--json", file, formula).stdout) for file in (FAMILY, str(twin)))
        assert (ours["answer"], ours.get("rows")) == (other["answer"], other.get("rows"))


def test_proofs_about_it_are_verified_with_the_file(tmp_path: Path) -> None:
    for formula in ("ancestor(ann, dave)", "ancestor(dave, ann)", "?- not childless(ann)."):
        proof = tmp_path / "proof.json"
        proof.write_text(run("ask", "--json", FAMILY, formula).stdout, encoding="utf-8")
        assert run("verify", str(proof), FAMILY).stdout.startswith("valid")


def test_facts_come_from_a_table() -> None:
    result = run("ask", *ROADS, "reach(rome, X)", "--to", "csv")
    assert result.stdout.split() == ["X,answer", "pisa,yes", "genoa,yes"]
    assert "road(rome, pisa)" in run("show", *ROADS).stdout
    assert run("solve", str(EXAMPLES / "vase.hints"), *ROADS[1:]).exit_code == 2
    assert result.stderr.startswith(f"{EXAMPLES / 'roads.csv'}: 4 facts of road, such as road(rome, pisa)\n")
    assert run("ask", *ROADS, "reach(rome, X)", "--quiet").stderr == ""
    wrong = run("ask", ROADS[0], "--facts", "roads.csv", "reach(rome, X)")
    assert wrong.exit_code == 2 and "as in edge=roads.csv" in wrong.stderr


def test_a_constraint_that_is_not_met_says_what_holds() -> None:
    result = run("check", "-", "--format", "datalog", text="p(a).\n:- p(X).\n")
    assert result.stdout.startswith("inconsistent: rule 2 with X = a says ~p(a), but p(a) holds\n")
    assert result.stdout.endswith("It would be consistent without any one of these:\n  1. rule 2\n  2. p(a)\n")
    rain = clash_text([exactly(1, ["rain"])], {"rain": False})
    assert rain == '"1 among rain" says rain, but rain does not hold'


def test_names_of_placements_may_have_blanks_between_their_arguments() -> None:
    result = run("kb", "--placements", "--over", "parent(ann, bob) parent(bob,ann)", FAMILY)
    assert (result.stdout, result.stderr) == ("parent(ann,bob) ~parent(bob,ann)\n", "")
    assert "the atoms to list with --over" in run("kb", "--placements", FAMILY).stderr
    assert "did you mean `parent`?" in run("kb", "--count", "--over", "parnt(ann, bob)", FAMILY).stderr


def test_a_mistake_shows_its_place() -> None:
    result = run("solve", "-", "--format", "datalog", text="p(a).\nq(X) :- p(f(X)).\n")
    assert result.exit_code == 2
    assert result.stderr.splitlines()[0].startswith("<stdin>:2:11: f(…) is a function")
    assert result.stderr.splitlines()[1:3] == ["q(X) :- p(f(X)).", "          ^"]


def test_a_request_may_have_a_datalog_file() -> None:
    text = "p(a). q(X) :- p(X)."
    assert AskQuestion(hints=text, formula="q(X)").ask().answer == "yes"
    assert AskQuestion(hints="p(a).", format="datalog", formula="p(b)", by="resolution").read.format == "datalog"
    assert SolveQuestion(board=text, format="datalog").ask().status == "solved"
    assert parse_datalog(text).questions == ()
