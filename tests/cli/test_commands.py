"""The commands solve, odds, check and graph: answers, JSON and exit codes as the contract has them."""

from __future__ import annotations

import json
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from conftest import ROOT, wait_until

from logicms.board import Board
from logicms.cli import app
from logicms.cli.command import Options, still_working
from logicms.notation.boards import format_board, parse_board

EXAMPLES = ROOT / "examples" / "boards"


def run(*args, text: str | None = None):
    return CliRunner().invoke(app, [str(arg) for arg in args], input=text, catch_exceptions=False)


def answer(*args, text: str | None = None):
    result = run(*args, "--json", text=text)
    return json.loads(result.stdout), result.exit_code


# -- solve


@pytest.mark.parametrize(
    "text, status, code",
    [
        ("????\n1221", "solved", 0),
        ("?1?", "stuck", 1),
        ("3?\n??\n12", "inconsistent", 3),
        ("?1?\n1??", "progress", 0),
        ("-*", "solved", 0),
    ],
)
def test_solve_says_how_far_it_came(text, status, code):
    found, exit_code = answer("solve", "-", text=text)
    assert (found["status"], exit_code) == (status, code)
    assert list(found)[:9] == [
        "version", "status", "width", "height", "mines", "safe", "mine", "needs_mine_total", "components",
    ]  # fmt: skip


def test_solve_lists_cells_in_reading_order_and_says_which_need_the_total():
    found, code = answer("solve", EXAMPLES / "ringed.txt")
    assert code == 0 and found["safe"] == ["C3"] == found["needs_mine_total"] and found["components"] == 1
    assert found["mine"] == ["B2", "C2", "D2", "B3", "D3", "B4", "C4", "D4"]
    assert (found["version"], found["width"], found["height"], found["mines"]) == (1, 5, 5, 8)


@pytest.mark.parametrize("reason, safe", [("forward", []), ("resolution", ["A1", "D1"]), ("complete", ["A1", "D1"])])
def test_solve_reasons_as_it_is_told(reason, safe):
    found, code = answer("solve", "--reason", reason, "-", text="????\n1221")
    assert (found["safe"], code) == (safe, 0 if safe else 1)


def test_flags_are_read_by_policy():
    text = "F1?\n11?"
    assert answer("solve", "-", text=text)[0]["safe"] == ["C1", "C2"]
    found, _ = answer("solve", "--flags", "claim", "-", text=text)
    assert found["mine"] == ["A1"] and found["safe"] == ["C1", "C2"]
    wrong = "mines: 1\n\nFF1"
    assert answer("solve", "-", text=wrong)[1] == 3 and answer("solve", "--flags", "ignore", "-", text=wrong)[1] == 0


def test_to_board_prints_a_board_with_what_is_certain():
    result = run("solve", "--to", "board", EXAMPLES / "ringed.txt")
    board = parse_board(result.stdout)
    assert result.exit_code == 0 and board.rows[2] == "3*-*3" and "solved" in result.stderr
    assert answer("solve", "-", text=result.stdout)[0]["safe"] == []


def test_several_files_are_a_line_each_and_the_largest_code_counts(tmp_path):
    names = ["one-two-one.txt", "fifty-fifty.txt", "contradiction.txt"]
    result = run("solve", "--json", *(EXAMPLES / name for name in names))
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 3 and [line["status"] for line in lines] == ["solved", "stuck", "inconsistent"]
    assert [Path(line["file"]).name for line in lines] == names
    assert run("solve", "--svg", tmp_path / "x.svg", *(EXAMPLES / name for name in names)).exit_code == 2


def test_what_people_see(golden):
    names = ["one-two-edge.txt", "fifty-fifty.txt", "contradiction.txt", "contradiction-total.txt"]
    asked = [(command, name) for command in ("solve", "odds", "check") for name in names]
    asked.remove(("odds", "fifty-fifty.txt"))  # what is said of a guess has its own tests
    parts = [f"$ logicms {command} {name}\n{run(command, EXAMPLES / name).stdout}" for command, name in asked]
    golden("answers.txt", "\n".join(parts))


def test_a_time_limit_is_an_answer():
    side = 70
    rows = tuple("".join("?" if (r + c) % 2 else "4" for c in range(side)) for r in range(side))
    text = format_board(Board(rows, mines=1200))
    for command in ("solve", "odds", "check"):
        start = time.process_time()
        found, code = answer(command, "--time-limit", "0.2", "-", text=text)
        assert (found["status"], code) == ("limit", 4) or found["status"] == "inconsistent"
        assert time.process_time() - start < 6


def test_who_waits_long_is_told(capsys):
    told = []

    def is_told_again():
        told.extend(capsys.readouterr().err.splitlines())
        return len(told) > 2

    with still_working("board.txt", Options(), seconds=0.01):
        wait_until(is_told_again, "three times")
    assert told[:3] == [f"board.txt: still working after {after} s" for after in ("0.01", "0.02", "0.04")], "less often"
    with still_working("board.txt", Options(quiet=True), seconds=0.01):
        time.sleep(0.05)
    assert capsys.readouterr().err == ""


# -- odds


def test_odds_are_fractions_and_values():
    found, code = answer("odds", "-", text="mines: 1\n\n?1?\n1??")
    assert code == 0 and found["status"] == "exact" and found["placements"] == "2"
    assert found["cells"]["A1"] == {"mine": "1/2", "value": 0.5} and found["cells"]["C1"] == {"mine": "0", "value": 0.0}
    assert list(found["cells"]) == ["A1", "C1", "B2", "C2"] and found["best"] == ["C1", "C2"]


def test_a_guess_is_named_with_its_risk():
    result = run("odds", "-", text="mines: 2\n\n1?\n??\n??")
    found, _ = answer("odds", "-", text="mines: 2\n\n1?\n??\n??")
    assert f"best guess: {found['best'][0]}, a mine with probability" in result.stdout


def test_odds_of_a_contradiction_and_of_too_many_cells():
    found, code = answer("odds", EXAMPLES / "contradiction.txt")
    assert (found["status"], found["placements"], found["cells"], found["best"], code) == (
        "inconsistent",
        None,
        {},
        [],
        3,
    )
    found, code = answer("odds", "-", text=format_board(Board(("?" * 101,) * 100)))
    assert (found["status"], found["placements"], code) == ("limit", None, 4)


def test_known_cells_are_never_listed():
    found, _ = answer("odds", "-", text="*1?\n-??")
    assert list(found["cells"]) == ["C1", "B2", "C2"] and "A2" not in found["best"]
    found, _ = answer("solve", "-", text="*1?\n-??")
    assert found["mine"] == [] and found["safe"] == ["C1", "B2", "C2"]


def test_pictures_are_drawn(tmp_path):
    for command in ("solve", "odds"):
        path = tmp_path / f"{command}.svg"
        assert run(command, "--svg", path, EXAMPLES / "guess.txt").exit_code in (0, 1)
        assert ET.parse(path).getroot().tag.endswith("svg")


# -- check


@pytest.mark.parametrize(
    "text, status, flags, code",
    [
        ("F1\n11", "consistent", {"certain": ["A1"], "unproved": [], "wrong": []}, 0),
        ("F1?\n1??", "consistent", {"certain": [], "unproved": ["A1"], "wrong": []}, 1),
        ("F3F\n110", "inconsistent", {"certain": [], "unproved": ["A1", "C1"], "wrong": []}, 3),
        ("?1F\n11?", "consistent", {"certain": [], "unproved": [], "wrong": ["C1"]}, 1),
        ("???", "consistent", {"certain": [], "unproved": [], "wrong": []}, 0),
    ],
)
def test_check_tells_right_flags_from_wrong_ones(text, status, flags, code):
    found, exit_code = answer("check", "-", text=text)
    assert (found["status"], found["flags"], exit_code) == (status, flags, code)
    assert list(found) == [
        "version",
        "status",
        "conflict",
        "flags",
        *(["proof"] if status == "inconsistent" else []),
        "repairs",
    ]


def test_check_names_the_smallest_clash():
    assert answer("check", EXAMPLES / "contradiction.txt")[0]["conflict"] == ["A2", "B2"]
    assert answer("check", EXAMPLES / "contradiction-total.txt")[0]["conflict"][-1] == "mines"


# -- graph


def test_graph_in_three_forms():
    found, code = answer("graph", "-", text="?1?\n???\n111\n000\n11?")
    assert code == 0 and list(found) == ["version", "nodes", "edges", "components"]
    assert found["components"] == [["A1", "C1", "A2", "B2", "C2"], ["C5"]]
    degrees = {node["id"]: node["degree"] for node in found["nodes"] if node["kind"] == "cell"}
    assert degrees["B2"] == sum(edge[1] == "B2" for edge in found["edges"]) == 4
    text = "?1?\n???\n111\n000\n11?"
    assert json.loads(run("graph", "--to", "json", "-", text=text).stdout) == found
    assert run("graph", "--to", "dot", "-", text=text).stdout.startswith("graph constraints {")
    svg = ET.fromstring(run("graph", "--to", "svg", "-", text=text).stdout)
    assert len(svg.findall("{http://www.w3.org/2000/svg}line")) == len(found["edges"])


# -- hint files


def test_hint_files_are_puzzles_too():
    hints = ROOT / "examples" / "hints"
    found, code = answer("solve", "--format", "hints", hints / "one-two-one.hints")
    assert (found["status"], found["safe"], found["mine"], code) == ("solved", ["A1", "C1", "E1"], ["B1", "D1"], 0)
    found, _ = answer("solve", "--format", "hints", hints / "ringed.hints")
    assert found["needs_mine_total"] == ["C3"] and found["width"] == 5
    found, code = answer("odds", "--format", "hints", hints / "vase.hints")
    assert (found["status"], found["placements"], found["names"]["old"]["holds"]) == ("exact", "6", "2/3")
    found, code = answer("check", "--format", "hints", hints / "clash.hints")
    assert (found["conflict"], code) == (["1 among A1 B1", "at least 2 among A1 B1 C1"], 3)
    found, code = answer("graph", "--format", "hints", hints / "one-two-one.hints")
    assert len(found["edges"]) == 9 and code == 0
    assert run("solve", "--to", "board", "--format", "hints", hints / "vase.hints").exit_code == 2


@pytest.mark.parametrize("command", ["solve", "odds", "check"])
def test_a_hint_file_that_contradicts_itself(command):
    for text in ("a & ~a", "safe a\nmine a", "3 among a b", "size: 2x1\nmines: 2\n0 among A1 B1"):
        found, code = answer(command, "--format", "hints", "-", text=text)
        assert (found["status"], code) == ("inconsistent", 3), text
