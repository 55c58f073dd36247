"""`ask FILE "which …"`: texts, tables, JSON and exit codes; and the same rows without a command line."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from logicms.cli import app
from logicms.web.browser import Door

HOUSE = """\
set people = ann bob cat dan
set places = hall garden attic cellar
set floors = 1..2
all x in people: 1 p in places: is_in(x, p)
all p in places: 1 x in people: is_in(x, p)
is_in(cat, attic)
~is_in(ann, garden) & ~is_in(dan, garden)
all k in floors: high(k) <-> k x in people: is_in(x, attic)
"""


def ask(question: str, *options: str, text: str = HOUSE) -> Result:
    return CliRunner().invoke(app, ["ask", "--format", "hints", *options, "-", question], input=text)


@pytest.mark.parametrize(
    "question, answer, certain, possible, code",
    [
        ("which x in people: is_in(x, attic)", "yes", 1, 0, 0),
        ("which x in people, p in places: is_in(x, p)", "yes", 2, 4, 0),
        ("which p in places: is_in(ann, p)", "unknown", 0, 2, 1),
        ("which x in people: is_in(x, hall) & is_in(x, attic)", "no", 0, 0, 1),
        ("which k in floors: high(k)", "yes", 1, 0, 0),
    ],
)
def test_the_object_and_the_exit_code(question: str, answer: str, certain: int, possible: int, code: int) -> None:
    result = ask(question, "--json")
    found = json.loads(result.stdout)
    assert (found["answer"], found["certain"], found["possible"], found["complete"]) == (
        answer,
        certain,
        possible,
        True,
    )
    assert [row["answer"] for row in found["rows"]] == ["yes"] * certain + ["unknown"] * possible
    assert result.exit_code == code
    told = Door().answer("POST", "ask", json.dumps({"hints": HOUSE, "formula": question}))
    assert (told.status, json.loads(told.text)) == (200, found), "the page and the service say the same"


def test_numbers_are_numbers() -> None:
    assert json.loads(ask("which k in floors: high(k)", "--json").stdout)["rows"][0]["values"] == {"k": 1}


def test_a_contradiction() -> None:
    result = ask("which x in people: is_in(x, attic)", "--json", text=HOUSE + "is_in(dan, attic)")
    assert result.exit_code == 3
    found = json.loads(result.stdout)
    assert found["answer"] is None and found["conflict"] and found["proof"]["checked"] and found["rows"] == []
    clash = ask("which x in people: late(x)", text="set people = ann bob\nlate(ann)\n~late(ann)").stdout
    assert clash == "inconsistent: late(ann) and ~late(ann) cannot both be right\n"


def test_a_limit_says_so() -> None:
    result = ask("which x in people, p in places: is_in(x, p)", "--json", "--time-limit", "0.000001")
    found = json.loads(result.stdout)
    assert (result.exit_code, found["answer"], found["status"], found["complete"]) == (4, "limit", "limit", False)
    assert ask("which x in people: true", "--time-limit", "0.000001").stdout.startswith("limit: by then 0 rows")


def test_rows_that_are_not_listed_are_counted() -> None:
    many = "set n = 1..120\nset m = 1..3\nall k in n: big(k) | small(k)\nall k in m: small(k)"
    lines = ask("which k in n: big(k) | small(k)", text=many).stdout.splitlines()
    assert (
        len(lines) == 103
        and lines[0] == "certainly:"
        and lines[-2:]
        == [
            "  and 20 more",
            "yes: 120 rows certainly hold, and no other can",
        ]
    )
    assert len(json.loads(ask("which k in n: small(k)", "--json", text=many).stdout)["rows"]) == 120
    found = json.loads(ask("which k in n: small(k)", "--json", "--limit", "2", text=many).stdout)
    assert [row["values"]["k"] for row in found["rows"]] == [1, 2, 4, 5] and found["possible"] == 117
    lines = ask("which k in n: small(k)", "--limit", "0", text=many).stdout.splitlines()
    said = "yes: 3 rows certainly hold, and 117 more may"
    assert lines == ["certainly:", "  and 3 more", "perhaps:", "  and 117 more", said]


def test_a_table() -> None:
    result = ask("which x in people, p in places: is_in(x, p)", "--to", "csv", "--odds")
    rows = list(csv.DictReader(result.stdout.splitlines()))
    assert rows[0] == {"x": "bob", "p": "garden", "answer": "yes", "odds": "1"}
    assert rows[2] == {"x": "ann", "p": "hall", "answer": "unknown", "odds": "1/2"} and len(rows) == 6
    assert result.stderr == "yes: 2 rows certainly hold, and 4 more may\n"
    assert ask("which p in places: is_in(ann, p)", "--to", "csv").stdout.splitlines()[0] == "p,answer"


def test_what_shows_the_rows() -> None:
    text = ask("which x in people: is_in(x, hall) | is_in(x, attic)", "--proofs", "--odds").stdout
    assert "  x = cat\n    to show: is_in(cat,attic) | is_in(cat,hall)\n" in text
    assert "  x = ann: probability 1/2 (50 %)\n    it holds with ~is_in(ann,cellar) is_in(ann,hall)" in text


@pytest.mark.parametrize(
    "question, options, message",
    [
        ("is_in(ann, hall)", ["--odds"], "--odds is about rows: ask `which x in …: FORMULA`"),
        ("is_in(ann, hall)", ["--to", "csv"], "--to csv is about rows"),
        ("which x in people: is_in(x, hall)", ["--to", "drat"], "--to drat writes one proof"),
        ("which x in people: is_in(x, hall)", ["--by", "forward"], "--by is about one formula"),
        ("which x in people: is_in(x, hall)", ["--to", "csv", "--proofs"], "--proofs have no place in --to csv"),
        ("is_in(X, hall)", [], "write `which X: is_in(X, hall)`"),
    ],
)
def test_what_does_not_fit_is_refused(question: str, options: list[str], message: str) -> None:
    result = ask(question, *options)
    assert result.exit_code == 2 and message in result.stderr


def test_a_predicate_that_occurs_nowhere_is_remarked_on(tmp_path: Path) -> None:
    result = ask("which x in people: is_inn(x, hall)")
    assert result.stderr == "`is_inn` occurs nowhere; did you mean `is_in`?\n" and result.exit_code == 1
    assert json.loads(ask("which x in people: is_inn(x, hall)", "--json").stdout)["unknown_names"] == ["is_inn(x,hall)"]
