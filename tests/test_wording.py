"""What people read: numbers agree with their nouns, lines fit, what is said is true, and a message leads on."""

import re

import pytest
from click.testing import CliRunner
from conftest import ROOT

from logicms import parse_board
from logicms.answers.prove import prove
from logicms.cli import app
from logicms.errors import InconsistentKnowledge
from logicms.explanation import explain
from logicms.hints import TOTAL
from logicms.problem import Problem
from logicms.render.explanation import explanation_words

BOARDS = "examples/boards"
WRONG = re.compile(r"\b1 (guesses|moves|cells|backtracks|nodes|steps|clauses|mines|games|proofs|names)\b")
TINY = "? 1\n1 1\n"


@pytest.fixture(autouse=True)
def here(monkeypatch):
    monkeypatch.chdir(ROOT)


def run(*arguments, text=None):
    return CliRunner().invoke(app, list(arguments), input=text)


@pytest.mark.parametrize(
    "command, text, expected",
    [
        (("play", "--size", "2x1", "--mines", "1", "--seed", "1", "--start", "none"), None, "1 cell open"),
        (("play", "--size", "2x1", "--mines", "1", "--seed", "1", "--games", "1", "--start", "none"), None, "1 guess"),
        (("search", "-"), TINY, "1 placement found"),
        (("search", f"{BOARDS}/fifty-fifty.txt"), None, "1 backtrack,"),
        (("kb", "-"), "a | b\n", "KB, 1 clause\n"),
        (("kb", "--steps", "1", "-"), "a | b\nb | c\n", "the first 1 step;"),
        (("show", "-"), f"mines: 1\n{TINY}", "2x2, 1 mine\n"),
        (("solve", "-"), TINY, "the one hidden cell is certain"),
        (
            ("prove", "--by", "direct", "-", "H1"),
            "mines: 2\n?1???????????1?\n",
            "at least 1 mine among",
        ),
        (("solve", "-"), "mines: 3\n? 1\n", "more than the 1 cell that is not open"),
        (("solve", "-"), "mines: 1\n* *\n", "fewer than the 2 mines marked *"),
    ],
)
def test_numbers_agree_with_their_nouns(command, text, expected):
    result = run(*command, text=text)
    assert expected in result.output and not WRONG.search(result.output)


def test_what_clues_are_said_to_count_they_count():
    """Of every certain cell of every example: each cell that is named is counted by more than one of the clues."""
    said = 0
    for path in sorted((ROOT / BOARDS).glob("*.txt")):
        problem = Problem.of(parse_board(path.read_text(encoding="utf-8")))
        for name in problem.undecided[:12] if problem.board.width < 10 else ():
            try:
                explanation = explain(problem, name)
            except InconsistentKnowledge:
                break
            if not explanation.is_certain:
                continue
            words = explanation_words(prove(problem, name))
            both = re.search(r"^(\w+) and (\w+) both count (.+)\.$", words, re.MULTILINE)
            more = re.search(r"^(?:Each of )?(.+) is counted by more than one clue\.$", words, re.MULTILINE)
            assert " share " not in words
            for cell in re.findall(r"[A-Z]+[0-9]+", (both or more)[3 if both else 1]) if both or more else ():
                counting = [
                    hint for hint in explanation.hints if hint.because != TOTAL and cell in map(str, hint.among)
                ]
                assert len(counting) > 1
                said += 1
    assert said > 20


def test_a_placement_is_not_drawn_as_certain():
    text = run("search", f"{BOARDS}/fifty-fifty.txt").output
    assert "in this placement:   ✓ safe   ✱ a mine\n" in text and "certainly" not in text


def test_a_finished_board_has_nothing_next():
    assert run("next", "-", text="* - *\n1 2 1\n").output == "nothing is left to decide: there is no hidden cell\n"


@pytest.mark.parametrize("command", ["solve", "next"])
def test_where_nothing_is_certain_odds_are_named(command):
    result = run(command, f"{BOARDS}/fifty-fifty.txt")
    assert result.exit_code == 1 and "`logicms odds`" in result.output.replace("\n  ", " ")


def test_a_proof_by_hand_is_pointed_to_its_option():
    lines = run("prove", "--to", "lines", f"{BOARDS}/one-two-one.txt", "B1").stdout
    result = run("verify", "-", text=lines)
    assert result.exit_code == 2 and "--as-exercise" in result.output
    assert "--as-exercise" not in run("verify", "-", text='{"steps": }').output


def test_a_policy_without_steps_is_refused():
    result = run("kb", "--policy", "full", "examples/hints/vase.hints")
    assert result.exit_code == 2 and "--steps" in result.output
    assert "longer than 2" in run("kb", "--help").output.replace("\n" + " " * 33, " ")


def test_a_contradiction_is_said_once_and_in_one_word():
    text = "a\na -> b\n~b\n"
    for command in (("solve", "--format", "hints", "-"), ("ask", "-", "a"), ("kb", "-")):
        result = run(*command, text=text)
        assert result.exit_code == 3 and result.stdout.count("inconsistent") == 1, command
        assert "contradiction" not in result.stdout


def test_names_that_are_not_cells_hold_or_fail():
    text = run("solve", "--format", "hints", "-", text="a\na -> ~b\n").output
    assert "holds: a\nfails: b\n" in text and "mine" not in text
    assert "safe: B1\nmine: A1\n" in run("solve", "--format", "hints", "-", text="A1\nA1 -> ~B1\n").output


@pytest.mark.parametrize("command", ["show", "solve", "odds", "next"])
def test_an_expert_board_fits_80_columns(command):
    result = run(command, f"{BOARDS}/expert.txt")
    assert max(map(len, result.output.splitlines())) <= 80


def test_games_on_an_expert_board_fit_80_columns():
    result = run("play", "--level", "expert", "--seed", "7")
    assert max(map(len, result.output.splitlines())) <= 80
