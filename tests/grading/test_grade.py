"""`logicms grade`: programs that are right, or wrong in ten ways, for every interface, each graded as it should be."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import FULL, started
from oracle import backbone
from submissions import FILES, WAYS, level_here, needs_bubblewrap, processes_with, recount, write_student

from logicms.answers.grade import GradeAnswer, Grading
from logicms.board import Board, Cell
from logicms.cli import app
from logicms.grading import match
from logicms.grading.confinement import Conversation, ProgramLimits
from logicms.grading.course import course_named, one_submission
from logicms.grading.match import MEASURES
from logicms.notation.boards import parse_board
from logicms.render.grades import GRADE_COLUMNS

PATIENT = ProgramLimits(seconds=300, move_seconds=60)
"""For programs that end by themselves: a loaded machine must not make them fail."""
HASTY = ProgramLimits(seconds=300, move_seconds=0.25, start_seconds=0.75)
NEVER_ANSWER = ("slow", "endless", "forking")


def graded(path: Path, adapter: str | None, seeds: range, limits: ProgramLimits = PATIENT) -> GradeAnswer:
    found = one_submission(path.parent, path.name)
    assert found is not None
    return Grading(course_named(adapter), seeds, limits=limits, level=level_here()).grade(found)


STATUS = {
    "right": "complete",
    "unsound": "unsound",
    "incomplete": "incomplete",
    "slow": "failed",
    "endless": "failed",
    "crashing": "failed",
    "rubbish": "complete",  # what a class prints does not matter
    "files": "complete",  # it looked around and found nothing
    "forking": "failed",
    "mine": "unsound",
    "total": "unsound",
}
DIFFERENT = {
    ("uci", "mine"): "incomplete",  # this interface has no way to call a cell safe: it is a guess
    ("gem-hunter", "incomplete"): "unsound",  # giving up says that there is no placement, and there is one
    (None, "rubbish"): "failed",  # in what speaks lines, rubbish is an answer that is none
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("adapter", FILES)
def test_every_way_is_graded_as_it_should_be(adapter, way, tmp_path, temporary):
    if way in ("files", "forking"):
        needs_bubblewrap()
    path = write_student(tmp_path / "student", adapter, way)
    games = 1 if way in NEVER_ANSWER and adapter != "gem-hunter" else 12 if way == "incomplete" else 4
    answer = graded(path, adapter, range(games), HASTY if way in NEVER_ANSWER else PATIENT)
    assert answer.status == DIFFERENT.get((adapter, way), STATUS[way]), answer.message
    assert answer.exit_code == (0 if answer.status == "complete" else 1)
    assert answer.confinement == level_here()
    assert answer.won + answer.lost + answer.stopped + answer.failed == answer.games
    if answer.status == "complete":
        assert answer.score == answer.of == 100 and not answer.message
        assert not (answer.wrong or answer.overlooked or answer.unneeded_guesses or answer.failed)
    else:
        assert answer.score < answer.of and (answer.message or answer.findings)
    if way == "crashing":
        assert "KeyError: 'what I forgot'" in answer.message
        assert adapter != "cs50" or answer.message.endswith("(minesweeper.py, line 22)")
    elif way in NEVER_ANSWER:
        assert answer.message.startswith("no answer within")
    elif way == "mine":
        assert answer.lost == answer.games
    elif (adapter, way) == (None, "rubbish"):
        assert answer.message.startswith("not a line of an answer: 'thinking…") and "\x1b" not in answer.message
    what_is_shown_is_true(answer)
    nothing_is_left(str(temporary))  # its processes can be told from others
    assert not list(temporary.iterdir())


def nothing_is_left(word: str) -> None:
    """Check that no process has this word in its command or its folder."""
    until = time.monotonic() + 30  # what was killed may take a moment to go
    while (left := processes_with(word)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not left


# -- the judge is judged


@pytest.mark.full
@pytest.mark.parametrize(
    "adapter, way, seeds",
    [
        ("cs50", "incomplete", range(15, 16)),
        ("cs50", "total", range(2)),
        ("uci", "incomplete", range(1, 3)),
        ("nycu", "unsound", range(2)),
        (None, "incomplete", range(2, 3)),
        (None, "unsound", range(1, 3)),
    ],
)
def test_a_second_referee_counts_the_same(adapter, way, seeds, tmp_path, monkeypatch):
    lines: list[tuple[str, str]] = []

    class Recorded(Conversation):
        def write(self, *told: str) -> None:
            lines.extend(("to", line) for line in told)
            super().write(*told)

        def answer(self, most_seconds: float):  # type: ignore[no-untyped-def]
            for line in super().answer(most_seconds):
                lines.append(("from", line))
                yield line

    monkeypatch.setattr(match, "Conversation", Recorded)
    course = course_named(adapter)
    answer = graded(write_student(tmp_path / "student", adapter, way), adapter, range(60) if FULL else seeds)
    names_mines = course.names_mines if course.names_mines is not None else True
    counts = recount(lines, course, names_mines)
    assert counts == {
        "wrong": answer.wrong,
        "overlooked": answer.overlooked,
        "unneeded": answer.unneeded_guesses,
    }
    assert sum(counts.values()) > 0


def test_no_mine_is_sent_before_the_game_is_over(tmp_path, monkeypatch):
    lines: list[str] = []

    class Recorded(Conversation):
        def write(self, *told: str) -> None:
            lines.extend(told)
            super().write(*told)

    monkeypatch.setattr(match, "Conversation", Recorded)
    graded(write_student(tmp_path / "student", None, "right"), None, range(3))
    before = [line.split()[0] for line in lines if not line.startswith("over ")]
    assert set(before) == {"game", "open", "turn"}
    course = course_named(None)
    for number, line in enumerate(line for line in lines if line.startswith("over ")):
        layout = course.game(number)
        assert len(line.split()) == 2 + course.mines and layout.plan.mines == course.mines


def what_is_shown_is_true(answer: GradeAnswer) -> None:
    """Check that the clues that are named decide the cell, and that every placement fits and refutes."""
    found = {"wrong": answer.wrong, "overlooked": answer.overlooked, "unneeded": answer.unneeded_guesses}
    assert {kind for kind, number in found.items() if number} - {"unneeded"} <= {one.kind for one in answer.findings}
    for one in answer.findings:
        board = parse_board(one.board)
        if one.placement is not None:
            assert all(board[cell] == "?" for cell in one.placement)
            assert _meets(board, set(one.placement)) and (one.cell in one.placement) == (one.claimed == "safe")
        elif one.kind == "overlooked":
            few = backbone(Board(tuple(_only(board, set(one.clues or ()))), board.mines))
            assert one.cell in (few.mine if one.verdict == "mine" else few.safe)
        elif one.broken is not None:
            assert not _meets(board, set(one.answered or ()))
        elif one.kind == "wrong" and one.cell is not None:
            certain = backbone(board)
            assert one.cell in (certain.safe if one.claimed == "mine" else certain.mine)


def _meets(board: Board, mines: set[Cell]) -> bool:
    sums = [(board[cell], sum(other in mines for other in board.neighbours(cell))) for cell in board.open]
    return all(int(clue) == number for clue, number in sums) and board.mines in (None, len(mines))


def _only(board: Board, clues: set[str]):  # type: ignore[no-untyped-def]
    """Yield the rows with these clues alone; other open cells are only known to be safe."""
    for row in range(board.height):
        signs = [(Cell(row, col), board[Cell(row, col)]) for col in range(board.width)]
        yield "".join("-" if sign in "012345678" and str(cell) not in clues else sign for cell, sign in signs)


# -- the command


def run(*arguments: object) -> Result:
    unconfined = ["--unconfined"] if level_here() == "process" else []
    runner = CliRunner(env={"LOGICMS_SEED": "0"})
    return runner.invoke(app, ["grade", *unconfined, *map(str, arguments)], catch_exceptions=False)


@pytest.fixture(scope="module")
def students(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of submissions as teachers get them."""
    folder = tmp_path_factory.mktemp("class")
    for name, way in (
        ("ann", "right"),
        ("bob", "incomplete"),
        ("eve", "endless"),
        ("fay", "forking"),
        ("kim", "crashing"),
    ):
        write_student(folder / name, "cs50", way)
    write_student(folder / "deep" / "minesweeper" / "src", "cs50", "right")
    (folder / "gus").mkdir()
    write_student(folder / "hal", "cs50", "right").rename(folder / "hal" / "mines.py")
    (folder / "ida.py").write_text("def (\n")
    (folder / "ida").mkdir()
    (folder / "joe.py").write_text("import sys\nsys.exit(3)\n")
    (folder / "lee.txt").write_text("see my repository")
    (folder / "max").symlink_to("/etc")
    (folder / "ned.py").write_text("class Minesweeper: pass\n")
    for sub in ("one", "two"):
        write_student(folder / "oda" / sub, "cs50", "right")
    (folder / "pia").mkdir()
    os.mkfifo(folder / "pia" / "minesweeper.py")
    (folder / "=1+1").mkdir()
    (folder / ".DS_Store").write_text("x")
    (folder / "__MACOSX").mkdir()
    return folder


def test_a_folder_is_a_table_with_a_row_for_everybody(students, tmp_path):
    made = run(
        "--adapter", "cs50", "--games", 3, "--move-seconds", 0.5, "--workers", 3, "--reports", tmp_path / "r", students
    )
    rows = {row["student"]: row for row in csv.DictReader(io.StringIO(made.stdout))}
    assert made.exit_code == 1 and tuple(next(iter(rows.values()))) == GRADE_COLUMNS
    assert {name: row["status"] for name, row in rows.items()} == {
        "'=1+1": "unreadable", "ann": "complete", "bob": rows["bob"]["status"], "deep": "complete", "eve": "failed",
        "fay": "failed", "gus": "unreadable", "hal": "unreadable", "ida": "unreadable", "ida.py": "unreadable",
        "joe": "failed", "kim": "failed", "lee": "unreadable", "max": "unreadable", "ned": "unreadable",
        "oda": "unreadable", "pia": "unreadable",
    }  # fmt: skip
    assert list(rows) == sorted(rows, key=lambda name: name.strip("'"))
    said = {name: row["message"] for name, row in rows.items()}
    assert said["gus"] == "the folder is empty" and said["pia"] == "the folder has no file; links do not count"
    assert said["hal"] == "there is no minesweeper.py, but core.py, mines.py, reasoner.py"
    assert said["ida.py"].startswith("SyntaxError: ") and said["ned"] == "ned.py does not define MinesweeperAI"
    assert said["lee"] == "lee.txt is not a file of the kind .py" and said["max"] == "it is a symbolic link"
    assert said["oda"] == "there are 2 minesweeper.py: one/minesweeper.py, two/minesweeper.py"
    assert said["joe"].startswith("SystemExit: 3") and said["kim"].startswith("KeyError")
    assert {path.stem for path in (tmp_path / "r").iterdir()} == {name.strip("'") for name in rows}


def test_names_that_no_page_can_hold_cost_nobody_a_row(tmp_path):
    folder, reports = tmp_path / "class", tmp_path / "reports"
    names = [b"ann", b"not UTF-8 \xff", b"two\nlines", b"\x1b[31mred", b"x" * 251]
    for name in names:
        os.makedirs(os.path.join(os.fsencode(folder), name))
    made = run("--adapter", "cs50", "--games", 1, "--reports", reports, folder)
    rows = [row["student"] for row in csv.DictReader(io.StringIO(made.stdout))]
    assert made.exit_code == 1
    assert rows == [r"\x1b[31mred", "ann", r"not UTF-8 \udcff", r"two\nlines", "x" * 251]
    assert {path.stem for path in reports.iterdir()} == set(rows[:4])
    assert "File name too long" in made.stderr


def test_a_folder_as_json_is_a_line_each(students, tmp_path):
    for name in ("ann", "gus"):
        shutil.copytree(students / name, tmp_path / name)
    made = run("--adapter", "cs50", "--games", 2, "--json", tmp_path)
    lines = [json.loads(line) for line in made.stdout.splitlines()]
    assert [(line["file"], line["status"]) for line in lines] == [("ann", "complete"), ("gus", "unreadable")]


def test_json_is_one_line_with_counts(students):
    alone = run("--adapter", "cs50", "--games", 3, "--json", students / "hal" / "mines.py")
    assert alone.exit_code == 1 and "No module named 'ways'" in json.loads(alone.stdout)["message"]
    named = run("--adapter", "cs50", "--games", 3, "--json", students / "ann" / "minesweeper.py")
    assert named.exit_code == 0, "a file of the right name may have other modules beside it"
    made = run("--adapter", "cs50", "--games", 3, "--json", students / "ann")
    assert made.exit_code == 0 and made.stdout.count("\n") == 1
    data = json.loads(made.stdout)
    assert list(data)[:5] == ["version", "games", "played", "won", "lost"]
    assert data["games"] == 3 and data["wrong"] == data["overlooked"] == data["unneeded_guesses"] == 0


@pytest.mark.parametrize(
    "arguments, code, said",
    [
        (["--adapter", "cs50", "nowhere.py"], 2, "there is no such file or folder"),
        (["--adapter", "cs5", "x.py"], 2, "no adapter 'cs5': name cs50, uci, nycu, gem-hunter, or the file"),
        (["--adapter", "cs50", "--size", "100x100", "x.py"], 2, "too large to grade"),
        (["--adapter", "cs50", "--mines", "64", "x.py"], 1, ""),
        (["--adapter", "cs50", "--mines", "65", "x.py"], 2, "65 mines do not fit"),
        (["--adapter", "cs50", "--rubric", "rubric.txt", "x.py"], 2, "rubric.txt:1:7: no measure wong"),
        (["--adapter", "cs50", "--to", "html", "empty"], 2, "--to html is for one program"),
        (["--adapter", "cs50", "empty"], 2, "there is no submission"),
        (["--adapter", "cs50", "--reports", "r", "x.py"], 2, "--reports is for a folder"),
        (["--adapter", "cs50", "broken.py"], 2, "SyntaxError"),
        (["--adapter", "cs50", "bytes.py"], 2, "SyntaxError"),
        (["--adapter", "cs50", "null.py"], 2, "null bytes"),
        (["--adapter", "cs50", "--name", "other.py", "folder"], 2, "there is no submission"),
        (["broken.py"], 2, "Exec format error; its first line should be like #!/usr/bin/env python3 (or is an --"),
        (["nowhere.sh"], 2, "it cannot be run: what its first line names is not installed"),
    ],
)  # fmt: skip
def test_what_cannot_be_graded(arguments, code, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.py").write_text("class MinesweeperAI: pass\n")
    Path("broken.py").write_text("def (\n")
    Path("bytes.py").write_bytes(b"\xff\xfe")
    Path("null.py").write_bytes(b"x = 0\0")
    Path("nowhere.sh").write_text("#!/no/such/shell\n")
    Path("rubric.txt").write_text("40 if wong = 0\n")
    Path("empty").mkdir()
    Path("folder").mkdir()
    made = run("--games", 2, *arguments)
    assert made.exit_code == code and said in made.stderr


@pytest.fixture(scope="module")
def incomplete(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, GradeAnswer]:
    """Return a student's folder, and what came of it: it is graded once, and shown in many ways."""
    folder = write_student(tmp_path_factory.mktemp("one") / "student", "cs50", "incomplete").parent
    found = one_submission(folder, "minesweeper.py")
    assert found is not None
    return folder, Grading(course_named("cs50"), range(12), examples=1, level=level_here()).grade(found)


def test_text_page_and_gradescope(incomplete, golden, monkeypatch):
    folder, answer = incomplete
    monkeypatch.setattr(Grading, "grade", lambda grading, submission: answer)
    options = ("--adapter", "cs50", folder)
    text = run(*options).stdout
    golden("grade.txt", re.sub(r"the program's time: .*", "the program's time: …", text))
    page = run(*options, "--to", "html").stdout
    assert page.startswith("<!doctype html>") and page.count("<svg") == 1
    results = json.loads(run(*options, "--to", "gradescope").stdout)
    assert results["score"] == sum(test["score"] for test in results["tests"])
    assert {"score", "max_score", "name", "status", "output"} <= set(results["tests"][0])
    assert isinstance(results["output"], str) and "overlooked" in results["output"]
    row = run(*options, "--csv").stdout.splitlines()
    assert row[0] == ",".join(GRADE_COLUMNS) and row[1].startswith("student,incomplete,")


def test_points_that_are_lost_say_for_what(incomplete, monkeypatch):
    folder, answer = incomplete
    monkeypatch.setattr(Grading, "grade", lambda grading, submission: answer)
    options = ("--adapter", "cs50", folder)
    data = json.loads(run(*options, "--json").stdout)
    by_name = {each["name"]: each for each in data["points"]}
    assert by_name["complete"]["lost_for"] == f"overlooked = {data['overlooked']}"
    tests = {each["name"]: each["output"] for each in json.loads(run(*options, "--to", "gradescope").stdout)["tests"]}
    assert tests["complete"].endswith(by_name["complete"]["lost_for"])
    assert tests["sound"] == by_name["sound"]["rule"], "nothing was lost"
    assert by_name["complete"]["lost_for"] in run(*options, "--to", "html").stdout


def test_one_game_has_one_seed(tmp_path):
    path = write_student(tmp_path / "student", "cs50", "right")
    assert "\n1 game of 8x8 with 8 mines, seed 3: " in run("--adapter", "cs50", "--games", 1, "--seed", 3, path).stdout
    path = write_student(tmp_path / "other", "gem-hunter", "right")
    assert "\n1 puzzle of 9x9" in run("--adapter", "gem-hunter", "--games", 1, path).stdout


def test_the_table_has_every_measure():
    """The page on programs that are graded says so, and the usual rubric asks for `games_wrong`, which was missing."""
    assert set(MEASURES) <= set(GRADE_COLUMNS)


def test_the_picture_of_a_refuted_mine_shows_the_cell(tmp_path):
    program = tmp_path / "says.py"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n    if line.startswith('turn'):\n"
        "        print('mine C2')\n        print('stop', flush=True)\n"
    )
    program.chmod(0o755)
    text = run("--games", 1, program).stdout
    assert "it said that C2 is a mine, which is not certain" in text
    (row,) = re.findall(r"^  2 (.*)$", text, re.MULTILINE)
    assert row.split()[2] == "✓", "the placement that refutes the claim has no mine there"


def test_a_level_and_a_rubric_of_one_s_own(tmp_path):
    path = write_student(tmp_path / "student", "nycu", "right")
    rubric = tmp_path / "rubric.txt"
    rubric.write_text("# ours\nwins: 10 if won >= 1 %\n5 if won > 100 %\nspeed: 3.5 less 0.5 per wrong\n")
    made = run("--adapter", "nycu", "--level", "medium", "--games", 2, "--rubric", rubric, "--json", path.parent)
    data = json.loads(made.stdout)
    assert data["score"] == 13.5 and data["of"] == 18.5
    assert [(each["name"], each["points"]) for each in data["points"]] == [
        ("wins", 10), ("5 if won > 100 %", 0), ("speed", 3.5),
    ]  # fmt: skip


def test_who_never_reasons_shows_nothing(tmp_path):
    program = tmp_path / "stops.sh"
    program.write_text("#!/bin/sh\nwhile read -r word rest; do [ $word = turn ] && echo stop; done\n")
    program.chmod(0o755)
    data = json.loads(run("--games", 3, "--json", program).stdout)
    assert (data["status"], data["stopped"], data["score"]) == ("untested", 3, 0)


# -- ends


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_whoever_ends_the_grader_ends_everything(number, code, tmp_path, temporary):
    needs_bubblewrap()
    folder = tmp_path / f"class-{number}"
    write_student(folder / "ann", "cs50", "right")
    write_student(folder / "eve", "cs50", "forking")
    command = [sys.executable, "-m", "logicms", "grade", "--adapter", "cs50", "--games", "1", "--workers", "2"]
    environment = {**os.environ, "TMPDIR": str(temporary), "LOGICMS_SEED": "0"}
    with started([*command, "--move-seconds", "300", str(folder)], stdout=-1, stderr=-1, env=environment) as process:
        assert process.stdout is not None and process.stdout.readline().startswith("student,")
        assert process.stdout.readline().startswith("ann,complete")
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode == code
    nothing_is_left(str(temporary))
    if number == signal.SIGINT:
        assert not list(temporary.iterdir())
