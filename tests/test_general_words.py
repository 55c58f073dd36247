"""About names none of which is a cell, no answer speaks of mines or cells: neither its JSON keys nor its sentences."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner
from conftest import ROOT
from words import in_words_of_boards

import logicms as lm
from logicms.answers.prove import next_step, path, prove, verify_json
from logicms.answers.solve import odds, search, solve
from logicms.cli import app
from logicms.hints import exactly
from logicms.problem import Problem
from logicms.search import Strategy

HINTS = ROOT / "examples" / "hints"
GENERAL = ("cave", "islanders", "parity", "sprinkler", "vase")
WEATHER = "X1: 1 among rain sun snow\nrain -> wet\n~sun\nX2: at most 1 among wet dry\nwet | dry\n~rain\n"
ISLAND = (  # whose proofs count with auxiliary symbols
    "set people = ann bob cem dan\nknight(ann) <-> 2 p in people: knight(p)\n"
    "knight(bob) <-> ~knight(cem)\nknight(cem) <-> knight(dan)\nknight(dan) <-> ~knight(ann)\n"
)
CLASH = "rain\n~rain | sun\n1 among sun moon\nmoon\n"
OF_BOARDS = re.compile(r"\b(mines?|cells?|safe(st|ly)?|boards?|hidden)\b")
COMMANDS = (
    *("solve", "solve --reason forward", "solve --reason resolution", "odds", "odds --compact", "odds --details"),
    *("check", "show", "graph --to dot", "next", "next --level 1", "next --level 2", "next --level 3", "path"),
    *("search", "search --all", "search --plain", "kb", "kb --to table", "kb --steps 3", "solve --time-limit 0"),
    *("odds --time-limit 0", "check --time-limit 0", "path --time-limit 0"),
)
ABOUT_ONE = ("prove", "prove --by direct", "prove --to words", "ask", "ask --by forward", "ask --by backward")


def keys(value):
    for key, inner in value.items() if isinstance(value, dict) else ():
        yield key.replace("_", " ")
        yield from keys(inner)
    for inner in value if isinstance(value, list) else ():
        yield from keys(inner)


def said(command, text, *more):
    result = CliRunner().invoke(app, [*command.split()[:1], "-", *more, *command.split()[1:]], input=text)
    assert result.exit_code in (0, 1, 2, 3, 4), result.output
    return result


def texts():
    return {
        **{name: (HINTS / f"{name}.hints").read_text() for name in GENERAL},
        "weather": WEATHER,
        "island": ISLAND,
        "clash": CLASH,
    }


@pytest.mark.parametrize("name", texts())
def test_no_command_speaks_of_mines(name):
    text = texts()[name]
    assert lm.Problem.of(lm.parse_hints(text)).is_general
    about = str(lm.Problem.of(lm.parse_hints(text)).names[0])
    asked = [*((command, ()) for command in COMMANDS), *((command, (about,)) for command in ABOUT_ONE)]
    for command, more in asked:
        in_words = said(command, text, *more).output
        assert not OF_BOARDS.search(in_words), (command, in_words)
        if "--to" in command:
            continue
        data = json.loads(said(f"{command} --json", text, *more).stdout or "{}")
        assert not [key for key in keys(data) if OF_BOARDS.search(key)], (command, data)
        assert not OF_BOARDS.search(str(data.get("message"))), (command, data)


def test_the_keys_that_answers_have_instead():
    problem = Problem.of(lm.parse_hints(WEATHER))
    solved = solve(problem).to_json()
    assert (solved["holds"], solved["fails"]) == (["snow"], ["rain", "sun"])
    assert not {"mine", "safe", "mines", "needs_mine_total"} & solved.keys()
    assert odds(problem).to_json()["names"]["wet"] == {"holds": "1/2", "value": 0.5}
    assert search(problem, Strategy(propagate=True)).to_json()["holds"][0] in ("dry", "snow")
    found = prove(problem, "snow").to_json()
    assert (found["name"], found["verdict"], found["hints"]["X1"]["exactly"]) == ("snow", "holds", 1)
    assert {"step": 1, "clause": ["~snow"], "by": "assume"} in found["steps"]
    assert {step["name"] for step in found["steps"] if step["by"] == "fact"} == {"rain", "sun"}
    first = path(problem).to_json()["steps"][0]
    assert (first["names"], first["verdict"]) == (["snow"], "holds")
    assert next_step(problem).to_json()["name"] == "snow"
    counted = Problem([exactly(1, "a b", "X"), exactly(2, "a b c", "Y")])
    left = prove(counted, "c", "counting").to_json()["steps"][0]["sum"]
    assert left == {"names": {"c": 1}, "exactly": 1}


def test_python_has_the_general_names_too():
    file = lm.parse_hints(WEATHER)
    deduction, chances = lm.deduce(file), lm.odds(file)
    assert deduction.holds == deduction.mine == {"snow"} and deduction.fails == deduction.safe == {"rain", "sun"}
    assert chances.holds is chances.mine


def test_one_cell_is_enough_for_the_words_about_boards():
    problem = Problem.of(lm.parse_hints("A1 -> rain\nA1\n1 among A1 B1"))
    assert not problem.is_general
    assert solve(problem).to_json()["mine"] == ["A1", "rain"] and solve(problem).to_json()["safe"] == ["B1"]
    found = prove(problem, "rain").to_json()
    assert (found["cell"], found["verdict"]) == ("rain", "mine")


def test_pits_of_a_cave_with_a_grid_are_no_cells():
    problem = Problem.of(lm.parse_hints((ROOT / "examples/rules/wumpus.hints").read_text()))
    assert problem.is_general and "mine" not in solve(problem).to_json()


@pytest.mark.parametrize("by", ["resolution", "direct", "counting"])
def test_a_proof_is_read_in_either_words(by):
    problem = Problem([exactly(1, "a b", "X"), exactly(2, "a b c", "Y")])
    data = prove(problem, "c", by).to_json()
    old = in_words_of_boards(data)
    assert old["cell"] == data["name"] == "c" and old["verdict"] == "mine"
    for each in (data, old, lm.Proof.from_json(data).to_json()):
        assert verify_json(each, problem).valid
    assert not verify_json({**data, "verdict": "fails"}, problem).valid
    with pytest.raises(lm.BoardError, match="given twice"):
        verify_json({**data, "cell": "c"}, problem)
