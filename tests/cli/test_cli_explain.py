"""The commands `prove`, `next` and `verify` on boards: exit codes, JSON, forms, refusals."""

from __future__ import annotations

import copy
import functools
import json
import re
from itertools import islice
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards

from logicms.answers.prove import every_proof
from logicms.cli import app
from logicms.errors import LimitReached
from logicms.notation.boards import format_board
from logicms.render.written import FORMS

BOARDS = ROOT / "examples" / "boards"
PROOF_KEYS = {"version", "cell", "verdict", "by", "clues", "hints", "uses_mine_total", "technique", "steps", "symbols",
              "placements", "checked"}  # fmt: skip


def run(*arguments, text=None):
    return CliRunner().invoke(app, list(map(str, arguments)), input=text)


def answer(*arguments, text=None):
    """Return the JSON that a command answers, and its exit code."""
    result = run(*arguments, "--json", text=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.output
    return json.loads(result.stdout), result.exit_code


NO_FILE = "whether its hints are those of a board or a hint file"
TECHNIQUE = "whether its technique is the easiest one"


@pytest.mark.parametrize("by", ["resolution", "direct", "counting"])
def test_prove_answers_with_a_proof_that_verify_accepts(by, tmp_path):
    file = BOARDS / "one-two-two-one.txt"
    data, code = answer("prove", file, "a1", "--by", by)
    assert code == 0 and data.keys() >= PROOF_KEYS
    assert (data["cell"], data["verdict"], data["by"], data["technique"]) == ("A1", "safe", by, "difference")
    assert data["clues"] == ["A2", "C2", "D2"] and data["checked"] is True and data["uses_mine_total"] is False
    assert data["hints"]["A2"] == {"mines": 1, "among": ["A1", "B1"]}
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(data))
    yes = {"version": 1, "valid": True, "step": None, "reason": None}
    assert answer("verify", proof) == ({**yes, "not_checked": [NO_FILE, TECHNIQUE]}, 0)
    assert answer("verify", proof, file) == ({**yes, "not_checked": [TECHNIQUE]}, 0)
    refused, code = answer("verify", proof, BOARDS / "one-two-one.txt")
    assert code == 1 and refused["valid"] is False and refused["reason"]


def test_the_shortest_proof_is_for_people_and_resolution_for_programs(tmp_path):
    file = BOARDS / "one-two-one.txt"
    assert "~B1  A2 + C2 - B2: B1 = 0" in run("prove", file, "B1").stdout
    assert run("prove", file, "B1").stdout == run("prove", "--by", "shortest", file, "B1").stdout
    assert run("prove", "--by", "resolution", "--to", "lrat", file, "B1").stdout == (
        run("prove", "--to", "lrat", file, "B1").stdout
    )
    plain, _ = answer("prove", file, "B1")
    assert plain["by"] == "resolution" and plain["steps"][-1]["clause"] == []
    chosen, _ = answer("prove", "--by", "shortest", file, "B1")
    assert chosen["by"] == "counting" and [step["by"] for step in chosen["steps"]] == ["sum"]
    sizes = {by: len(answer("prove", "--by", by, file, "B1")[0]["steps"]) for by in chosen["sizes"]}
    assert "sizes" not in plain, "only the proof that was asked for is made"
    assert sizes == chosen["sizes"] == {"resolution": 8, "direct": 5, "counting": 1}
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(chosen))
    assert answer("verify", proof, file)[1] == 0
    assert run("prove", "--by", "shortest", "--to", "drat", file, "B1").exit_code == 2, "it may be by counting"


@pytest.mark.parametrize("by, last", [("resolution", []), ("direct", ["~A1"]), ("counting", ["~A1"])])
def test_the_last_step_is_the_empty_clause_or_the_goal(by, last):
    data, _ = answer("prove", BOARDS / "one-two-two-one.txt", "A1", "--by", by)
    assert [step["step"] for step in data["steps"]] == list(range(1, len(data["steps"]) + 1))
    assert data["steps"][-1]["clause"] == last
    for step in data["steps"]:
        if step["by"] == "resolve":
            assert len(step["from"]) == 2 and max(step["from"]) < step["step"]


def test_the_mine_total_is_said():
    data, code = answer("prove", BOARDS / "ringed.txt", "C3")
    assert code == 0 and data["uses_mine_total"] is True and "mines" in data["hints"] and "mines" not in data["clues"]
    assert any(step["by"] == "total" for step in data["steps"])
    assert set(data["witnesses"]) == {*data["clues"], "mines"}


def test_an_uncertain_cell_gets_two_placements_and_exit_1():
    data, code = answer("prove", BOARDS / "fifty-fifty.txt", "A1")
    assert code == 1 and data["verdict"] == "unknown" and data["steps"] == []
    assert data["placements"] == [["A2"], ["A1"]]
    assert "not certain" in run("prove", BOARDS / "fifty-fifty.txt", "A1").stdout


def test_a_flag_that_is_read_as_a_mine_is_said_to_be_a_flag():
    board = "? F ?\n1 2 ?\n? ? ?\n"
    assert "B1         fact: a flag\n" in run("prove", "--by", "resolution", "-", "A1", text=board).stdout
    assert "<td>fact: a flag</td>" in run("prove", "--by", "resolution", "--to", "html", "-", "A1", text=board).stdout
    for arguments in (("prove", "--to", "words", "-", "A1"), ("next", "-")):
        assert "A2 shows 1, and B1 is flagged as a mine: so" in run(*arguments, text=board).stdout
    assert run("prove", "-", "B1", text=board).stdout.startswith("B1 is a mine: a flag says it\n")
    assert "fact: a flag\n" in run("prove", "-", "A1", text="? F ?\n1 2 1\n").stdout, "in a contradiction, too"
    step = json.loads(run("prove", "--json", "-", "A1", text=board).stdout)["steps"][3]
    assert step == {"step": 4, "clause": ["B1"], "by": "fact", "cell": "B1"}
    known = run("prove", "--by", "resolution", "-", "A1", text=board.replace("F", "*")).stdout
    assert "B1         fact\n" in known and "flag" not in known


def test_known_cells_are_facts():
    data, code = answer("prove", BOARDS / "known.txt", "C1", "--by", "direct")
    facts = [(step["cell"], step["clause"]) for step in data["steps"] if step["by"] == "fact"]
    assert code == 0 and facts == [("D1", ["D1"]), ("C2", ["~C2"])]
    known, code = answer("prove", BOARDS / "known.txt", "D1")
    assert code == 0 and known["verdict"] == "mine" and known["clues"] == []


@pytest.mark.parametrize("form", FORMS)
def test_every_form(form):
    result = run("prove", BOARDS / "one-two-one.txt", "B1", "--to", form)
    assert result.exit_code == 0 and result.stdout.strip()
    starts = {"svg": "<svg", "html": "<!doctype html>", "dot": "digraph", "latex": "\\documentclass", "dimacs": "c "}
    assert result.stdout.startswith(starts.get(form, ""))


@pytest.mark.parametrize(
    "arguments, code, message",
    [
        (["one-two-one.txt", "A2"], 2, "A2 is open"),
        (["one-two-one.txt", "Z9"], 2, "not on a board"),
        (["one-two-one.txt", "9Z"], 2, "not a cell"),
        (["one-two-one.txt", "B1", "--by", "counting", "--to", "lrat"], 2, "--by resolution"),
        (["fifty-fifty.txt", "A1", "--to", "lrat"], 2, "not certain"),
        (["contradiction.txt", "A1"], 3, ""),
        (["nothing-here.txt", "A1"], 2, "No such file"),
    ],
)
def test_refusals(arguments, code, message):
    result = run("prove", BOARDS / arguments[0], *arguments[1:])
    assert result.exit_code == code and message in result.output


def test_a_contradiction_is_an_answer():
    data, code = answer("prove", BOARDS / "contradiction.txt", "A1")
    assert code == 3 and data["status"] == "inconsistent" and data["conflict"]
    assert answer("next", BOARDS / "contradiction.txt")[1] == 3


def test_a_contradiction_whose_proof_takes_long_is_an_answer():
    text = "mines: 3598\n1" + "?" * 59 + ("\n" + "?" * 60) * 59
    for command in (["prove", "-", "B1"], ["next", "-"]):
        data, code = answer(*command, text=text)
        assert code == 3 and data["conflict"] == ["A1", "mines"] and data["proof"] is None


def test_a_limit_is_an_answer():
    wide = "\n".join(["mines: 200", "", *(["?" * 40, "?2" * 20] * 10)])
    data, code = answer("prove", "-", "A1", "--time-limit", "0.001", text=wide)
    assert code == 4 and data["verdict"] == "limit" and data["checked"] is False


def test_hint_files_are_proved_by_name():
    hints = ROOT / "examples" / "hints"
    data, code = answer("prove", "--format", "hints", hints / "one-two-one.hints", "B1", "--by", "counting")
    assert code == 0 and data["verdict"] == "mine" and data["steps"][0]["by"] == "sum"
    data, code = answer("prove", "--format", "hints", hints / "vase.hints", "insured")
    assert code == 0 and (data["name"], data["verdict"]) == ("insured", "holds") and data["checked"]
    assert run("prove", "--format", "hints", hints / "vase.hints", "insured", "--by", "counting").exit_code == 2
    assert run("prove", "--format", "hints", hints / "vase.hints", "~insured").exit_code == 2  # that is no name
    data, code = answer("prove", "--format", "hints", hints / "fifty-fifty.hints", "A1")
    assert code == 1 and data["verdict"] == "unknown" and len(data["placements"]) == 2


# -- next


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_next_goes_as_far_as_the_level(level):
    data, code = answer("next", BOARDS / "one-two-two-one.txt", "--level", level)
    assert code == 0 and (data["cell"], data["verdict"], data["level"]) == ("B1", "mine", level)
    rungs = [key in data for key in ("region", "clues", "technique", "proof")]
    assert rungs == [True] * level + [False] * (4 - level)
    assert data["region"] == "B1:D2"
    if level == 4:
        assert data["technique"] == "subset" and data["proof"]["checked"] and data["proof"]["cell"] == "B1"


def test_next_shows_the_kind_of_proof_that_is_asked_for():
    file = BOARDS / "difference.txt"
    for by in ("resolution", "direct", "counting"):
        data, code = answer("next", file, "--by", by)
        assert code == 0 and data["proof"]["by"] == by and data["proof"]["checked"]
    assert answer("next", file, "--by", "shortest")[0]["proof"]["by"] == "counting"
    assert "B2 minus B1 minus A2 leaves: C3 = 1, so C3 is a mine." in run("next", file).stdout
    assert "Suppose that C3 is safe." in run("next", "--by", "resolution", file).stdout
    words = " ".join(run("next", BOARDS / "split.txt").stdout.split())
    assert "Suppose that D1 is a mine. Try C1 both ways. Suppose also that C1 is a mine." in words
    assert "Suppose instead that C1 is safe." in words and words.count("But then") == 2
    assert "Suppose that D1 is a mine. Then C2" in run("next", BOARDS / "propagate.txt").stdout


def test_next_shows_an_example_of_a_technique():
    file = BOARDS / "one-two-two-one.txt"
    for technique, cell in (("subset", "B1"), ("difference", "A1")):
        data, code = answer("next", file, "--technique", technique)
        assert (code, data["cell"], data["technique"]) == (0, cell, technique)
    data, code = answer("next", file, "--technique", "single")
    assert (code, data["cell"], data["verdict"]) == (1, None, "unknown")
    result = run("next", file, "--technique", "single")
    assert result.exit_code == 1 and result.stdout.startswith(
        "no cell takes single: `logicms next` without --technique"
    )


def test_next_has_nothing_where_nothing_is_certain():
    data, code = answer("next", BOARDS / "scattered.txt")
    assert code == 1 and data["cell"] is None and data["verdict"] == "unknown"


def test_several_files_answer_a_line_each():
    result = run("next", BOARDS / "corner.txt", BOARDS / "scattered.txt", "--json", "--level", "1")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 1 and [line["cell"] for line in lines] == ["A1", None]


# -- verify


@pytest.mark.parametrize("by", ["resolution", "direct", "counting"])
def test_a_forged_proof_is_refused_with_its_step(by, tmp_path):
    data, _ = answer("prove", BOARDS / "one-two-two-one.txt", "A1", "--by", by)
    for step in data["steps"]:
        forged = json.loads(json.dumps(data))
        clause = forged["steps"][step["step"] - 1]["clause"]
        forged["steps"][step["step"] - 1]["clause"] = clause[1:] if clause else ["A1"]
        found, code = answer("verify", "-", text=json.dumps(forged))
        assert code == 1 and found["valid"] is False and (found["step"] or 99) >= step["step"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 1}', '{"by": "counting"}', '{"proof": null}'])
def test_what_is_no_proof_is_refused(text):
    assert run("verify", "-", text=text).exit_code == 2


def test_an_answer_of_next_is_verified_by_its_proof(tmp_path):
    data, _ = answer("next", BOARDS / "one-two-one.txt")
    assert answer("verify", "-", BOARDS / "one-two-one.txt", text=json.dumps(data))[1] == 0


# -- solve --proofs


@pytest.mark.parametrize("name", ["one-two-two-one", "ringed", "propagate", "scattered"])
def test_solve_writes_every_proof_and_verify_reads_them(name, tmp_path):
    file, folder = BOARDS / f"{name}.txt", tmp_path / "proofs"
    data, code = answer("solve", file, "--proofs", folder)
    written = sorted(path.name for path in folder.iterdir())
    cells = {(cell, verdict) for verdict in ("safe", "mine") for cell in data[verdict]}
    assert {tuple(path.removesuffix(".json").split("-")[1:]) for path in written} == cells
    if written:
        yes = {"version": 1, "valid": True, "step": None, "reason": None, "proofs": len(written)}
        assert answer("verify", folder)[0] == {**yes, "not_checked": [NO_FILE, TECHNIQUE]}
        assert answer("verify", folder, file)[0] == {**yes, "not_checked": [TECHNIQUE]}
        assert answer("verify", folder, BOARDS / "one-one.txt")[1] == 1
        (folder / written[-1]).write_text((folder / written[-1]).read_text().replace('"from": [', '"from": [1, '))
        refused = run("verify", folder)
        assert refused.exit_code == 2, "a step with three parents is no step"
        assert written[-1] in refused.stderr
    else:
        assert code == 1 and run("verify", folder).exit_code == 2


def test_proofs_go_to_a_folder_of_their_own(tmp_path):
    (tmp_path / "something").write_text("")
    assert run("solve", BOARDS / "corner.txt", "--proofs", tmp_path).exit_code == 2
    assert run("solve", BOARDS / "corner.txt", BOARDS / "one-one.txt", "--proofs", tmp_path / "new").exit_code == 2
    assert run("solve", BOARDS / "contradiction.txt", "--proofs", tmp_path / "none").exit_code == 3
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize(
    "file", [BOARDS / "one-two-two-one.txt", BOARDS / "expert.txt", ROOT / "examples/rules/wumpus.hints"]
)
def test_solve_writes_every_proof_to_one_page(file, tmp_path):
    page = tmp_path / "proofs.html"
    data, _ = answer("solve", file, "--proofs", page)
    parsed = ET.fromstring(re.sub(r"<meta [^>]*>|<!doctype html>|<br>", "", page.read_text()))
    heads = [element.text.split(". ", 1)[1] for element in parsed.iter("h2")]
    said = {(head.split()[0], head.split()[1:3] in (["is", "a"], ["holds"])) for head in heads}
    # What a hint file states outright needs no proof.
    stated = {line.lstrip("~") for line in file.read_text().splitlines() if re.fullmatch(r"~?\w+\(\w+\)", line)}
    safe, mine = ("safe", "mine") if "safe" in data else ("fails", "holds")
    assert said == {(name, held == mine) for held in (safe, mine) for name in data[held] if name not in stated}
    sections = list(parsed.iter("section"))
    assert len(heads) == len(sections) and all(section.find(".//td") is not None for section in sections)
    assert len(list(parsed.iter("figure"))) == {"one-two-two-one": len(heads), "expert": 1, "wumpus": 0}[file.stem]
    assert "src=" not in page.read_text() and "href=" not in page.read_text(), "it needs nothing else"


def test_a_page_of_proofs_at_a_limit_has_what_was_found(tmp_path, monkeypatch):
    def some(problem, by):
        yield from islice(every_proof(problem, by), 2)
        raise LimitReached("not decided within 1 s")

    monkeypatch.setattr("logicms.answers.prove.every_proof", some)
    page = tmp_path / "proofs.html"
    done = run("solve", BOARDS / "one-two-one.txt", "--proofs", page)
    assert done.exit_code == 4 and f"2 proofs were written to {page}; then: not decided within 1 s" in done.stderr
    assert "More were not decided within 1 s." in page.read_text() and page.read_text().count("<section>") == 2


def test_a_forged_proof_in_a_folder_is_named(tmp_path):
    folder = tmp_path / "proofs"
    run("solve", BOARDS / "one-two-one.txt", "--proofs", folder)
    second = sorted(folder.iterdir())[1]
    data = json.loads(second.read_text())
    data["steps"][-1]["from"].reverse()
    data["steps"][-1]["on"] = "A2"
    second.write_text(json.dumps(data))
    found, code = answer("verify", folder)
    assert code == 1 and found["proof"] == second.name and found["step"] == len(data["steps"])


# -- anything at all


@given(boards(max_cells=16), st.sampled_from(["A1", "B2", "D1"]), st.sampled_from(["resolution", "direct", "counting"]))
def test_any_board_is_answered_without_a_traceback(board, cell, by):
    text = format_board(board)
    for arguments in (["prove", "-", cell, "--by", by], ["next", "-"]):
        result = run(*arguments, "--json", text=text)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.exit_code in (0, 1, 2, 3)
        if result.exit_code != 2:
            json.loads(result.stdout)
        if result.exit_code == 0:
            assert run("verify", "-", "--quiet", text=result.stdout).exit_code == 0


_JUNK = st.sampled_from([None, True, -1, 0, 1, 10**30, "", "A1", "~A1", "_1", "mines", [], {}, ["A1"], [[]], {"A1": 1}])


@given(st.data())
def test_any_change_to_a_proof_is_accepted_or_refused_without_a_traceback(data):
    by = data.draw(st.sampled_from(["resolution", "direct", "counting"]))
    proof = copy.deepcopy(_proof_of_an_example(by))
    place, key = proof, data.draw(st.sampled_from(sorted(proof)))
    while data.draw(st.booleans()) and isinstance(place[key], dict | list) and place[key]:
        place = place[key]
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
    place[key] = data.draw(_JUNK)
    result = run("verify", "-", text=json.dumps(proof))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code in (0, 1, 2)


@functools.cache
def _proof_of_an_example(by):
    return answer("prove", BOARDS / "ringed.txt", "C3", "--by", by)[0]
