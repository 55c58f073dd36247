"""`kb --to table`: entailment by its definition, against resolution, the oracle and the limits."""

from __future__ import annotations

import json

import oracle
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from knowledge_bases import EXAMPLES
from strategies import planted_boards

from logicms.answers.knowledge import MOST_NAMES, ask, table
from logicms.cli import app
from logicms.hints import exactly
from logicms.notation.formulas import formula_about
from logicms.notation.hint_files import parse_hints
from logicms.problem import Formula, Problem


def run(*arguments: str, text: str | None = None):
    return CliRunner().invoke(app, ["kb", "--to", "table", *arguments], input=text)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_tables_and_resolution_agree_about_every_name(path):
    problem = Problem.of(parse_hints(path.read_text(encoding="utf-8")))
    names = problem.names if problem.size is None else problem.undecided
    if len(names) > MOST_NAMES:
        assert table(problem).status == "limit"
        return
    for name in names:
        formula = Formula(str(name), formula_about(problem, str(name)))
        found, asked = table(problem, formula), ask(problem, formula.expr)
        assert found.answer == asked.answer and found.exit_code == asked.exit_code


@settings(max_examples=40)
@given(planted_boards(max_cells=10, flags=False))
def test_the_rows_that_fit_are_the_placements_of_a_board(board):
    found, all_placements = table(Problem.of(board)), oracle.placements(board)
    assert found.placements == len(all_placements)
    assert found.names == tuple(map(str, all_placements.cells))
    fitting = {row.names for row in found.rows if row.fits}
    bits = range(len(all_placements.cells))
    assert fitting == {tuple(bool(each >> bit & 1) for bit in bits) for each in all_placements.all}


def test_a_table_in_text_and_json():
    found = run("--ask", "b", "-", text="a -> b\na\n")
    assert (found.exit_code, found.stdout) == (
        0,
        "a b  a -> b  a  b\n"
        "F F    T     F  F\n"
        "F T    T     F  T\n"
        "T F    F     T  F\n"
        "T T    T     T  T  *\n"
        "* everything given is true: 1 of 4 rows\n"
        "yes: b is true in every marked row, so it follows\n",
    )
    data = json.loads(run("--json", "-", text="a ^ b\n").stdout)
    assert (data["names"], data["columns"], data["placements"]) == (["a", "b"], ["a ^ b"], 2)
    assert data["rows"][1] == {"names": [False, True], "columns": [True], "fits": True}


@pytest.mark.parametrize(
    "hints, asked, code, says",
    [
        ("a -> b\na", "~b", 1, "no: ~b is false in every marked row, so its negation follows"),
        ("a | b", "b", 1, "unknown: b is true in some marked rows and false in others"),
        ("a", "b -> a", 0, "yes: b -> a is true in every marked row"),
        ("a\n~a", "b", 3, "inconsistent: there is no such row"),
        ("1 among " + " ".join("abcdefghijk"), "a", 4, "11 names are too many for a truth table"),
    ],
)
def test_what_is_asked_and_the_exit_code(hints, asked, code, says):
    found = run("--ask", asked, "-", text=hints)
    assert found.exit_code == code and says in found.stdout


def test_long_statements_stand_below_the_table():
    found = run("-", text="\n".join(f"rain & wind_{n} -> umbrella | raincoat_{n}" for n in "ab"))
    lines = found.stdout.splitlines()
    assert max(map(len, lines)) <= 80 and "1: rain & wind_a -> umbrella | raincoat_a" in lines


def test_ask_needs_a_table_and_a_time_limit_is_kept():
    found = CliRunner().invoke(app, ["kb", "--ask", "a", "-"], input="a")
    assert found.exit_code == 2 and "give --to table too" in found.output
    text = "\n".join(f"{a} & {b} -> c" for a in "abdefghij" for b in "abdefghij")
    assert run("--time-limit", "0.000001", "-", text=text).exit_code == 4
    assert table(Problem([exactly(1, ["a"])])).rows[0].columns == (False,)
