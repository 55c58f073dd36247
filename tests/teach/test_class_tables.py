"""The answers of a class in one table, and how far it is in the lessons: everybody has a row, whatever happens."""

from __future__ import annotations

import csv
import io
import json
import os
import time

import pytest
from click.testing import CliRunner, Result
from conftest import ROOT

from logicms.cli import app
from logicms.teach.lesson import lesson_names, our_lesson
from logicms.teach.session import LessonState, Progress, save_progress

BOARDS = ROOT / "examples" / "boards"
GOALS = {
    "one-two-one": "B1",
    "one-two-edge": "C1",
    "one-two-two-one": "B1",
    "one-one": "C1",
    "propagate": None,
    "corner": None,
}
"""Six boards, and a cell of each that is proved; None: the first that is certain."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [*map(str, arguments)], catch_exceptions=False)


def rows(result: Result) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(result.stdout)))


@pytest.fixture(scope="module")
def proofs() -> dict[str, str]:
    """Return a proof of a cell of each board, as a student would write it."""
    made = {}
    for name, cell in GOALS.items():
        board = BOARDS / f"{name}.txt"
        found = json.loads(run("solve", "--json", board).stdout)
        certain = found["safe"] + found["mine"]
        proof = run(
            "prove", "--quiet", "--by", "direct", "--to", "lines", board, cell if cell in certain else certain[0]
        )
        assert proof.exit_code == 0 and proof.stdout.startswith("to show: ")
        made[name] = proof.stdout
    return made


def test_a_class_of_120_with_six_proofs_each(proofs, tmp_path):
    """Every third student has a wrong line somewhere; the table names it."""
    spoilt = {}
    for number in range(120):
        folder = tmp_path / f"s{number:03}" / "handed in"
        folder.mkdir(parents=True)
        for place, (name, text) in enumerate(proofs.items()):
            lines = text.rstrip("\n").split("\n")
            if number % 3 == 0 and place == number % 6:
                lines.insert(1, "1. A99   clue A1")
                spoilt[f"s{number:03}", f"handed in/{name}.txt"] = "1"
            (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")
    began = time.monotonic()
    result = run("verify", "--as-exercise", BOARDS, tmp_path, "--csv")
    print(f"720 proofs: {time.monotonic() - began:.1f} s")
    table = rows(result)
    assert result.exit_code == 1 and len(table) == 720
    assert {(row["student"], row["file"]): row["line"] for row in table if row["right"] == "0"} == spoilt
    assert all(row["message"] for row in table if row["right"] == "0")


def test_whatever_is_handed_in_is_a_row(proofs, tmp_path):
    right = proofs["one-two-one"]
    (tmp_path / "ann.txt").write_text(right)
    (tmp_path / "bob.txt").write_bytes(b"\xff\xfe\0\0")
    (tmp_path / "cem.txt").write_text(right.replace("clue A2", "clue Z9"))
    (tmp_path / "dan").mkdir()
    (tmp_path / "eve.txt").write_text("")
    (tmp_path / "fay.txt").write_text("x" * 300_000)
    (tmp_path / "gus.txt").symlink_to("/etc/passwd")
    os.mkfifo(tmp_path / "hal.txt")
    (tmp_path / "=ida.txt").write_text("\n".join(f"{n}. A1 | B1 clue A2" for n in range(1, 3_000)))
    result = run("verify", "--as-exercise", BOARDS / "one-two-one.txt", "--goal", "~B1", tmp_path, "--csv")
    table = {row["student"]: row for row in rows(result)}
    assert result.exit_code == 1
    assert {name: row["right"] for name, row in table.items()} == {
        "'=ida": "0", "ann": "1", "bob": "0", "cem": "0", "dan": "0", "eve": "0", "fay": "0", "gus": "0", "hal": "0",
    }  # fmt: skip
    assert table["dan"]["message"] == "the folder is empty" and table["gus"]["message"] == "it is a symbolic link"
    assert table["cem"]["line"] == "1" and table["fay"]["message"] == "longer than 200,000 characters"
    assert table["hal"]["message"] == "it is neither a file nor a folder"
    text = run("verify", "--as-exercise", BOARDS / "one-two-one.txt", "--goal", "~B1", tmp_path).stdout
    assert "✓ ann ann.txt" in text and text.endswith("1 of 9 answers is right\n".replace("is", "are"))
    data = json.loads(
        run("verify", "--as-exercise", BOARDS / "one-two-one.txt", "--goal", "~B1", tmp_path, "--json").stdout
    )
    assert (data["version"], data["valid"], data["right"], len(data["rows"])) == (1, False, 1, 9)


def test_a_message_says_what_to_mend(proofs, tmp_path):
    for name, text in {
        "one-two-edge": "",
        "One-Two-One": proofs["one-two-one"],
        "one-two-one": "to show: ~B1\n~B1 obviously",
        "hex": "to show: ~B1\n~B1 clue A2 too",
    }.items():
        (tmp_path / "ann").mkdir(exist_ok=True)
        (tmp_path / "ann" / f"{name}.txt").write_text(text)
    said = {row["file"]: row["message"] for row in rows(run("verify", "--as-exercise", BOARDS, tmp_path, "--csv"))}
    assert said["one-two-edge.txt"] == "the file is empty"
    assert said["One-Two-One.txt"].endswith("; did you mean one-two-one?")
    assert said["one-two-one.txt"].startswith("`obviously` is not a reason")
    assert said["hex.txt"] == "This cannot be read: expected the end of the line.", "a caret is for two lines"


def test_answers_to_the_exercises_of_a_lesson(tmp_path):
    lesson = our_lesson(lesson_names()[1])
    for exercise in lesson.exercises:
        (tmp_path / "ann").mkdir(exist_ok=True)
        (tmp_path / "ann" / f"{exercise.name}.txt").write_text(exercise.answers[0])
    (tmp_path / "bob").mkdir()
    first = lesson.exercises[0]
    (tmp_path / "bob" / f"{first.name}.txt").write_text(first.mistakes[0].answer)
    (tmp_path / "bob" / "notes.txt").write_text("hello")
    table = rows(run("verify", "--as-exercise", "2", tmp_path, "--csv"))
    ann = [row for row in table if row["student"] == "ann"]
    bob = {row["file"] or row["message"]: row for row in table if row["student"] == "bob"}
    assert len(ann) == len(lesson.exercises) and all(row["right"] == "1" for row in ann)
    assert first.mistakes[0].says in bob[f"{first.name}.txt"]["message"]
    assert "there is no exercise 'notes' in 2" in bob["notes.txt"]["message"]
    assert f"{lesson.exercises[1].name} was not handed in" in bob
    one = rows(run("verify", "--as-exercise", f"2:{first.name}", tmp_path / "ann" / f"{first.name}.txt", "--csv"))
    assert [(row["student"], row["right"]) for row in one] == [(first.name, "1")]


@pytest.mark.parametrize(
    "arguments, said",
    [
        (["--csv", "proof.json"], "--csv goes with --as-exercise"),
        (["--as-exercise", "2", "--goal", "~B1", "."], "--goal is for a board"),
        (["--as-exercise", "99", "."], "there is no lesson '99'"),
        (["--as-exercise", "1:none", "."], "there is no exercise 'none'"),
    ],
)
def test_what_cannot_be_asked(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text("x")
    result = run("verify", *arguments)
    assert result.exit_code == 2 and said in result.stderr


def test_progress_of_a_class(tmp_path):
    name = lesson_names()[0]
    solved = frozenset(exercise.name for exercise in our_lesson(name).exercises[:2])
    save_progress(tmp_path / "ann.json", Progress((LessonState(name, 3, solved=solved),), frozenset({name})))
    save_progress(tmp_path / "bob" / ".local" / "logicms" / "progress.json", Progress())
    (tmp_path / "cem.json").write_text("{")
    (tmp_path / "dan").mkdir()
    (tmp_path / "eve.txt").write_text("I did it all")
    before = sorted(path.name for path in tmp_path.rglob("*"))
    result = run("grade", "--progress", tmp_path)
    table = {row["student"]: row for row in rows(result)}
    assert result.exit_code == 0 and list(table) == ["ann", "bob", "cem", "dan", "eve"]
    assert (table["ann"]["solved"], table["ann"]["lessons_done"], table["ann"][name]) == ("2", "1", "2")
    assert table["bob"]["solved"] == "0" and not table["bob"]["message"]
    assert table["cem"]["message"] == "cem.json is not a progress file of `learn`"
    assert table["dan"]["message"] == "the folder is empty"
    assert table["eve"]["message"] == "there is no file of the kind .json"
    assert sorted(path.name for path in tmp_path.rglob("*")) == before, "nothing is renamed or written"
    assert json.loads(run("grade", "--progress", tmp_path, "--json").stdout)["rows"][0]["solved"] == 2


def test_the_columns_of_progress_are_the_same_if_nobody_has_any(tmp_path):
    (tmp_path / "ann").mkdir()
    header = run("grade", "--progress", tmp_path).stdout.splitlines()[0].split(",")
    assert header[:4] == ["student", "solved", "of", "lessons_done"] and header[4:-1] == list(lesson_names())
