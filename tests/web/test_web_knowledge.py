"""Knowledge bases over HTTP: texts that are shown, asked and proved as the commands do; nothing is kept."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from conftest import ROOT

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")


from logicms.answers.prove import verify_json
from logicms.board import Board
from logicms.cli import app as command_line
from logicms.notation.hint_files import format_hints, hint_file_of, parse_hints
from logicms.problem import Problem

pytestmark = pytest.mark.outside

HINTS = sorted((ROOT / "examples" / "hints").glob("*.hints"))
WEATHER = "rain -> wet\nsun | rain\n"
BOARD = "? ? ?\n1 2 1\n"


def printed(*arguments):
    return json.loads(CliRunner().invoke(command_line, [*map(str, arguments), "--json"]).stdout)


@pytest.mark.parametrize("path", HINTS, ids=lambda path: path.stem)
def test_a_knowledge_base_is_what_the_command_prints(client, path):
    hints = {"hints": path.read_text()}
    for form in ("clauses", "sympy", "dimacs"):
        assert client.post("/v1/kb", json={**hints, "to": form}).json() == printed("kb", "--to", form, path)
    steps = client.post("/v1/kb", json={**hints, "steps": 7, "policy": "full"}).json()
    assert steps == printed("kb", "--steps", "7", "--policy", "full", path)
    table = client.post("/v1/kb", json={**hints, "to": "table"})
    if table.status_code == 200:
        assert table.json() == printed("kb", "--to", "table", path)


def test_asked_and_proved_as_the_commands_do(client, tmp_path):
    told = f"{WEATHER}~sun\nwet -> slippery\n1 among p q\np\n"
    file = tmp_path / "weather.hints"
    file.write_text(told)
    for formula in ("slippery", "~sun & wet", "sun", "cold", "q | cold"):
        for by in ("resolution", "forward", "saturation"):
            found = client.post("/v1/ask", json={"hints": told, "formula": formula, "by": by}).json()
            assert found == printed("ask", file, formula, "--by", by)
    for name in ("slippery", "q"):
        found = client.post("/v1/prove", json={"hints": told, "cell": name}).json()
        assert found == printed("prove", file, name)
        assert verify_json(found, Problem.of(parse_hints(told))).valid
    whole = client.post("/v1/ask", json={"hints": told, "formula": "~sun & wet"}).json()
    assert whole["premises"] and verify_json(whole["proof"], Problem.of(parse_hints(told))).valid
    column = client.post("/v1/kb", json={"hints": WEATHER, "to": "table", "formula": "sun -> rain"}).json()
    file.write_text(WEATHER)
    assert column == printed("kb", "--to", "table", "--ask", "sun -> rain", file)


def test_an_entailment_names_the_fewest_premises(client):
    hints = "a -> b\nb -> c\nc -> d\na -> d\na\ne | f\n"
    found = client.post("/v1/ask", json={"hints": hints, "formula": "d"}).json()
    assert (found["answer"], sorted(found["premises"]), found["fewest"]) == ("yes", ["a", "a -> d"], True)


def test_a_board_is_a_knowledge_base(client):
    rules = (ROOT / "examples" / "rules" / "knight.hints").read_text()
    board = "0 ? ?\n? ? ?\n"
    plain, knight = (client.post("/v1/kb", json={"board": board, "rules": each}).json() for each in (None, rules))
    assert plain["facts"] != knight["facts"]
    flagged = {"board": "F ? ?\n1 2 1\n"}
    facts = [client.post("/v1/kb", json={**flagged, "flags": flags}).json()["facts"] for flags in ("fact", "ignore")]
    assert facts[0]["A1"] is True and "A1" not in facts[1]


def test_a_hint_file_takes_rules_as_a_board_does(client):
    hints, rules = format_hints(hint_file_of(Board(("1?", "??")))), "~B1\n1 c in cells: c\n"
    for formula in ("~B1", "A2 -> ~B2"):
        asked = client.post("/v1/ask", json={"hints": hints, "rules": rules, "formula": formula}).json()
        assert asked["answer"] == "yes" and asked["proof"]["checked"]
    assert client.post("/v1/ask", json={"hints": hints, "formula": "~B1"}).json()["answer"] == "unknown"
    shown = client.post("/v1/kb", json={"hints": hints, "rules": "foo("})
    asked = client.post("/v1/ask", json={"hints": hints, "rules": "foo(", "formula": "B1"})
    assert shown.status_code == asked.status_code == 400 and shown.json()["detail"] == asked.json()["detail"]


def test_a_name_that_nothing_mentions_is_named(client):
    asked = client.post("/v1/ask", json={"hints": WEATHER, "formula": "wett | rain"}).json()
    assert asked["answer"] == "unknown" and asked["unknown_names"] == ["wett"]
    proved = client.post("/v1/prove", json={"hints": WEATHER, "cell": "wett"}).json()
    assert proved["verdict"] == "unknown" and proved["unknown_names"] == ["wett"]
    assert "unknown_names" not in client.post("/v1/ask", json={"hints": WEATHER, "formula": "wet"}).json()
    family = {"hints": "set people = ann bob\nall x in people, y in people: parent(x, y) -> older(x, y)\n"}
    asked = client.post("/v1/ask", json={**family, "formula": "paernt(ann, bob)"}).json()
    proved = client.post("/v1/prove", json={**family, "cell": "paernt(ann, bob)"}).json()
    assert asked["unknown_names"] == proved["unknown_names"] == ["paernt(ann,bob)"]
    asked = client.post("/v1/ask", json={**family, "formula": "parent(ann, zed)"})
    proved = client.post("/v1/prove", json={**family, "cell": "parent(ann, zed)"})
    assert asked.status_code == proved.status_code == 400 and asked.json()["detail"] == proved.json()["detail"]


def test_an_answer_is_verified_by_the_proof_in_it(client):
    answers = [
        client.post("/v1/ask", json={"hints": f"{WEATHER}~sun", "formula": "wet & rain"}).json(),
        client.post("/v1/next", json={"board": BOARD}).json(),
        client.post("/v1/prove", json={"board": "? 5", "cell": "A1"}).json(),
    ]
    for answer in answers:
        assert client.post("/v1/verify", json={"proof": answer}).json()["valid"] is True
    late = client.post("/v1/verify", json={"proof": {**answers[0], "proof": None}})
    assert late.status_code == 422 and late.json()["detail"] == "there is no proof in this answer"
    other = client.post("/v1/verify", json={"proof": {**answers[1], "cell": "Z9"}})
    assert other.json()["valid"] is False and "about something else" in other.json()["reason"]
    turned = client.post("/v1/verify", json={"proof": {**answers[0], "answer": "no"}, "hints": f"{WEATHER}~sun"}).json()
    assert turned["valid"] is False and "its proof shows" in turned["reason"]
    assert client.post("/v1/verify", json={"proof": {**answers[0], "checked": False}}).status_code == 422


def test_a_contradiction_is_an_answer(client):
    assert client.post("/v1/kb", json={"hints": "a\n~a"}).json()["contradiction"] is True
    found = client.post("/v1/ask", json={"hints": "a\n~a", "formula": "b"}).json()
    assert found["answer"] is None and found["status"] == "inconsistent" and found["proof"]["checked"]


def test_a_mistake_is_named_by_its_place(client):
    for more, line, column in (("fine\nwet ->\n", 4, 7), ("1 among wet wet", 3, 13), ("size: 2x2\nsize: 2x2", 4, 7)):
        found = client.post("/v1/kb", json={"hints": WEATHER + more})
        assert found.status_code == 400, found.text
        assert (found.json()["line"], found.json()["column"]) == (line, column), found.json()["text"]
    for given in ({"to": "table", "formula": "a &"}, {"formula": "a"}, {"policy": "full"}, {"steps": -1}):
        found = client.post("/v1/kb", json={"hints": "a", **given})
        assert found.status_code in (400, 422), found.text
    assert client.post("/v1/kb", json={"hints": "a", "formula": "a"}).json()["detail"].startswith("`formula` is a")


def test_plain_texts_are_taken(client):
    text = {"Content-Type": "text/plain"}
    assert client.post("/v1/kb", content="a -> b\na\n", headers=text).json()["facts"]["b"] is True
    found = client.post("/v1/ask?by=forward&formula=b", content="a -> b\na\n", headers=text).json()
    assert found["answer"] == "yes"


def test_what_ifs_as_the_command_answers_them(client, tmp_path):
    file = tmp_path / "weather.hints"
    file.write_text(WEATHER)
    body = {"hints": WEATHER, "formula": "wet", "given": ["~sun"]}
    found = client.post("/v1/ask", json=body).json()
    assert found == printed("ask", file, "wet", "--given", "~sun") and found["assumptions"] == ["~sun"]
    without = client.post("/v1/ask", json={**body, "without": ["sun | rain"]}).json()
    assert without == printed("ask", file, "wet", "--given", "~sun", "--without", "sun | rain")
    assert client.post("/v1/ask", json={**body, "without": ["snow"]}).status_code in (400, 422)
    verdict = client.post("/v1/verify", json={"proof": found, "hints": WEATHER}).json()
    assert verdict["valid"] and verdict["assumptions"] == ["~sun"]


def test_placements_over_http(client):
    body = {"hints": WEATHER, "placements": True, "over": ["rain", "sun"]}
    found = client.post("/v1/kb", json=body).json()
    assert len(found["placements"]) == 3 and not found["more"]
    assert client.post("/v1/kb", json={**body, "limit": 2}).json()["more"]
    assert client.post("/v1/kb", json={"hints": WEATHER, "count": True}).json()["count"] == "4"
    assert client.post("/v1/kb", json={**body, "count": True}).status_code == 422
