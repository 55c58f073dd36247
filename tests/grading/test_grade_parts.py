"""The parts of grading: hostile lines, adapters, rubrics, and what keeps a program in."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event

import pytest
from click.testing import CliRunner
from conftest import FULL, NOTATION, ROOT, wait_until
from fuzzing import changed, corpus
from submissions import level_here, needs_bubblewrap, processes_with, write_student

from logicms.answers.grade import GradeAnswer, Grading, _of_different_games, seconds_for
from logicms.board import Board, Cell, parse_cell
from logicms.cli import app
from logicms.cli import grade as cli
from logicms.errors import BoardError, BoardSyntaxError
from logicms.grading import confinement, match
from logicms.grading.confinement import Confinement, Failed, ProgramLimits, strongest_level
from logicms.grading.course import ADAPTERS, OF_LINES, Course, Submission, course_named, imports, read_course
from logicms.grading.judge import Judge
from logicms.grading.match import (
    DEFAULT_RUBRIC,
    FAILURES,
    MEASURES,
    MatchCounts,
    _Referee,
    broken_clues,
    fits_board,
    points,
    status,
)
from logicms.notation.grading import parse_rubric
from logicms.render.grades import grade_html, grade_row, grade_text, gradescope_json

PAGE = (NOTATION / "programs.md").read_text(encoding="utf-8")


# -- lines from anywhere


class Scripted:
    """A program that answers with given lines, whatever it is told."""

    seconds = 0.0

    def __init__(self, lines: list[str]) -> None:
        self.lines = iter(lines)
        self.told: list[str] = []

    def write(self, *lines: str) -> None:
        self.told += lines

    def answer(self, most_seconds: float) -> Iterator[str]:
        yield from self.lines
        raise Failed("crashed", "it has no more lines")


def played(lines: list[str], course: Course | None = None):  # type: ignore[no-untyped-def]
    return _Referee(course or OF_LINES, 1, 7, Scripted(lines), False).play(1.0)


@pytest.mark.full
def test_no_line_makes_the_referee_fail():
    rng, pool = Random(7), corpus("referee-line")
    outcomes = set()
    courses = [course_named(name) for name in (None, *ADAPTERS)]
    for number in range(20_000 if FULL else 1_000):
        good = [f"open {chr(65 + rng.randrange(9))}{rng.randrange(1, 10)}" for _ in range(rng.randrange(6))]
        bad = changed(rng, pool, pool).decode("utf-8", "replace").split("\n")
        lines = [*good, *bad, "safe A1 B2", *good[:2], "stop"]
        game = played(lines, courses[number % len(courses)])
        outcomes.add(game.outcome)
    assert outcomes >= {"stopped", "lost", "broken", "crashed"} and outcomes & set(FAILURES)


@pytest.mark.parametrize(
    "lines, outcome, said",
    [
        (["open A1", "open A1"], "broken", "it opened A1, which is open already"),
        (["open J1"], "broken", "J1 is not on a board of 9x9"),
        (["open"], "broken", "open takes one cell, not 0 cells"),
        (["stop A1"], "broken", "stop takes no cell"),
        (["place A1"], "broken", "place is for puzzles: a move is open or stop"),
        (["hello"], "broken", "not a line of an answer: 'hello'"),
        (["open Ａ1"], "broken", "not a cell: 'Ａ1'"),
        (["safe A1 " * 20_000], "broken", "a line of more than 65,536 characters"),
        (["error no idea"], "crashed", "no idea"),
        (["# only thinking", "", "stop"], "stopped", ""),
    ],
)
def test_what_is_not_an_answer(lines, outcome, said):
    game = played(lines)
    assert game.outcome == outcome and said in game.message


def test_a_puzzle_takes_any_placement_that_fits():
    course = course_named("gem-hunter")
    board = course.game(7).board
    right = [str(cell) for cell in course.game(7).layout.where("*")]
    assert played([f"place {' '.join(right)}"], course).outcome == "won"
    assert played([f"place {' '.join(right[1:])}"], course).findings[0].placement is not None
    assert played(["none"], course).findings[0].placement is None
    assert played(["open A1"], course).outcome == "broken"
    assert played(["stop"], course).outcome == "broken", "there is a placement, so giving up is not complete"
    open_cell = str(next(iter(board.open)))
    assert played([f"place {open_cell} {' '.join(right)}"], course).outcome == "lost"
    assert not fits_board(board, ()) and list(broken_clues(board, frozenset()))


# -- the judge


@pytest.mark.parametrize(
    "rows, total, told, claims, opens, expected, why",
    [
        (("???", "121"), 2, None, [("safe", "B1")], "B1", [], "what is certain is right"),
        (("???", "121"), 2, None, [], "B1", [], "opening a certain cell needs no claim"),
        (("??", "1?"), 1, None, [("safe", "A1")], "A1", [("wrong", "A1")], "a claim is no guess, but wrong"),
        (("??", "1?"), 1, None, [], "A1", [], "where nothing is certain, a guess is needed"),
        (("???", "?1?", "???", "???"), 1, None, [("safe", "A4")], "A4", [], "true by the total, which was not told"),
        (("???", "?1?", "???", "???"), 1, None, [], "A1", [], "it was not told the total, so nothing is overlooked"),
        (("?1?", "???", "?--"), 1, 1, [], "A1", [("overlooked", "A3"), ("unneeded", "A1")], "it was told the total"),
        (("*1", "11"), 1, 1, [("mine", "B1")], None, [("wrong", "B1")], "an open cell is no mine"),
    ],
)  # fmt: skip
def test_judgements(rows, total, told, claims, opens, expected, why):
    judge = Judge(1, total, names_mines=True)
    judge.see(Board(rows, told))
    for word, name in claims:
        judge.claim(parse_cell(name), word == "mine")
    if opens:
        judge.opens(parse_cell(opens))
    assert [(each.kind, str(each.cell)) for each in judge.findings] == expected, why


# -- adapters


def test_the_bundled_adapters_are_described():
    for name in ADAPTERS:
        course = course_named(name)
        game = course.game(1)
        assert f"| `{name}` |" in PAGE and f"`{course.file}`" in PAGE
        assert game.plan.mines == course.mines and f"{course.width}x{course.height} with" in PAGE
    assert len(course_named("nycu").game(3).board.open) == 9
    assert {sign for sign in course_named("uci").game(3).signs if sign != "?"} == {"0"}
    assert course_named("gem-hunter").with_board((18, 9), 40).hints == 72


GOOD = 'COURSE = {"file": "x.py", "needs": ("f",), "size": (8, 8), "mines": 8}\ndef play(game, student): pass\n'


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("COURSE", "KURS", "it has no COURSE"),
        ("def play", "def spiel", "it has no function play(game, student)"),
        ("(8, 8)", "sides()", "COURSE must be written out"),
        ("(8, 8)", "(8, 0)", "COURSE: size.1: expected at least 1, not 0"),
        ('"mines": 8', '"mines": "8"', "COURSE: mines: expected a whole number, not '8'"),
        ('"mines": 8', '"mine": 8', "COURSE: mines: is missing"),
        (', "mines": 8', "", "COURSE: mines: is missing"),
        ('"x.py"', '"a/x.py"', "a name without a folder"),
        ('"mines": 8', '"mines": 8, "start": "soon"', "COURSE: start: expected safe, zero or none, not 'soon'"),
        ("pass", "(", "is not an adapter: "),
        ('("f",)', "(1,)", "COURSE: needs.0: expected a text, not 1"),
    ],
)
def test_what_is_wrong_with_an_adapter_is_said(old, new, said):
    assert read_course(GOOD, Path("a.py")).width == 8
    with pytest.raises(BoardError) as raised:
        read_course(GOOD.replace(old, new), Path("a.py"))
    assert said in str(raised.value)


# -- rubrics


def test_rubrics_are_read_as_the_grammar_says():
    (text,) = re.findall(r"^```rubric\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    rubric = parse_rubric(text, MEASURES)
    assert [each.name for each in rubric] == ["sound", "complete", "wins", "10 if slowest <= 0.5", "tidy"]
    measures = MatchCounts(games=10, won=5, overlooked=4, slowest=0.5).measures
    assert [float(each.earned(measures)) for each in rubric] == [40, 22, 20, 10, 10]
    measures = MatchCounts(games=10, won=4, overlooked=40, wrong=1, slowest=0.51, failed=1, unneeded_guesses=4).measures
    assert [float(each.earned(measures)) for each in rubric] == [0, 0, 0, 0, 6]
    measures = MatchCounts(games=10, won=5, failed=2).measures
    assert [float(each.earned(measures)) for each in rubric] == [40, 30, 0, 10, 0]
    assert all(f"`{measure}`" in PAGE for measure in MEASURES)


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "1:1: a rubric has at least one line"),
        ("40 if wrong", "1:12: a line of a rubric is like"),
        ("x: forty if wrong = 0", "1:4: a line of a rubric is like"),
        ("ok: 1 if won > 0\n\n2 per won", "3:3: a line of a rubric is like"),
        ("5 if won > 0 or wrong = 0", "1:14: 'or' is not used here: a line may have several conditions, joined by and"),
        ("5 if wrong == 0", "1:12: '==' is not used here; write ="),
        ("5 if wrong != 0", "1:12: '!=' is not used here; write < or >"),
        ("this or that: 5 if wrong", "1:25: a line of a rubric is like"),
        ("5 if wrong = 0 % and seconds < 20 %", "1:35: seconds are not counted in games: leave out the %"),
        ("5 if slowest < 20 %", "1:19: seconds are not counted in games: leave out the %"),
        ("5 less 1 per wins", "1:14: no measure wins; choose games, played, won"),
        ("1 if won > 0\n" * 101, "101:1: a rubric has at most 100 lines"),
    ],
)
def test_what_is_wrong_with_a_rubric_is_said(text, said):
    with pytest.raises(BoardSyntaxError) as raised:
        parse_rubric(text, MEASURES)
    assert said in str(raised.value)


def test_who_shows_nothing_gets_nothing():
    nothing = MatchCounts(games=5, stopped=5)
    from logicms.grading.match import Match

    assert status(Match(OF_LINES, 5), nothing) == "untested"
    assert not any(each.points for each in points(nothing, "untested", DEFAULT_RUBRIC))
    lucky = points(MatchCounts(games=5, played=5, lost=5, certain=9, overlooked=10), "incomplete", DEFAULT_RUBRIC)
    assert not any(each.points for each in lucky), "it opens cells at random, which is never a wrong claim"
    full = points(MatchCounts(games=5, played=5, won=5, certain=9), "complete", DEFAULT_RUBRIC)
    assert sum(each.points for each in full) == 100
    crashed = points(MatchCounts(games=5, played=5, won=2, failed=3, certain=9), "failed", DEFAULT_RUBRIC)
    assert sum(each.points for each in crashed) == 7


def test_choosing_examples_compares_no_findings():
    """A program that claims every cell of every game has 100,000 findings: comparing them took a minute."""

    class Incomparable:
        def __init__(self, game: int) -> None:
            self.game = game

        __eq__ = None  # type: ignore[assignment]
        __hash__ = None  # type: ignore[assignment]

    chosen = _of_different_games([Incomparable(game) for game in (1, 1, 2, 4, 4)])  # type: ignore[misc]
    assert [each.game for each in chosen] == [1, 2, 4, 1, 4]


def test_who_names_every_cell_gets_no_points_for_overlooking_nothing(tmp_path):
    program = tmp_path / "says.py"
    program.write_text(
        f"#!{sys.executable}\nimport sys\nfor line in sys.stdin:\n    if line.startswith('turn'):\n"
        "        cells = [f'{col}{row}' for col in 'ABCDEFGHI' for row in range(1, 10)]\n"
        "        print('safe', *cells)\n        print('mine', *cells)\n        print('open E5', flush=True)\n"
    )
    answer = Grading(OF_LINES, range(2), level=level_here()).grade(Submission("s", program, (program,), program))
    assert answer.status == "unsound" and answer.overlooked == answer.unneeded_guesses == 0
    earned = {each.name: each.points for each in answer.points}
    assert earned["sound"] == earned["complete"] == earned["guesses needed"] == 0


# -- what keeps a program in

LEVELS = ("bubblewrap", *(["user"] if os.geteuid() == 0 and confinement._runs("user") else []), "process")
"""All that can be tried here; what needs bubblewrap is skipped without it."""


def test_here_bubblewrap_keeps_programs_in_or_its_absence_is_said():
    """Where bubblewrap is installed and works, it is used; `.ci/run` installs it."""
    if os.environ.get("LOGICMS_COMPLETE") == "1":
        assert confinement.shutil.which("bwrap"), "bubblewrap is not installed"
    works = bool(confinement.shutil.which("bwrap")) and confinement._runs("bubblewrap")
    assert (level_here() == "bubblewrap") == works


def run_python(text: str, at: Confinement, temporary: Path, limits: ProgramLimits | None = None) -> GradeAnswer:
    """Grade a program that runs this text at its first turn, and then stops."""
    if at == "bubblewrap":
        needs_bubblewrap()
    program = temporary / "program.py"
    inner = "\n".join(f"        {line}" for line in text.splitlines())
    program.write_text(
        f"#!{sys.executable}\nimport os, sys, time\nfor line in sys.stdin:\n    if line == 'turn\\n':\n{inner}\n"
        "        print('stop', flush=True)\n"
    )
    program.chmod(0o755)
    limits = limits or ProgramLimits(seconds=60, move_seconds=30)
    answer = Grading(OF_LINES, range(1), limits=limits, level=at).grade(Submission("s", program, (program,), program))
    assert answer.confinement == at
    wait_until(lambda: not processes_with(str(temporary)), "a process is left")
    assert not list(temporary.glob("logicms-grade-*"))
    return answer


@pytest.mark.parametrize("at", LEVELS)
@pytest.mark.parametrize(
    "text, outcome, said",
    [
        ("pass", "stopped", ""),
        ("x = bytearray(2_000_000_000)", "failed", "MemoryError"),
        ("open('big', 'wb').write(b'x' * 40_000_000)", "failed", ""),
        ("[open('/dev/null') for _ in range(1_000)]", "failed", "Too many open files"),
        ("os.write(1, b'x' * 100_000)", "failed", "a line of more than 65,536 characters"),
        ("while True: os.write(1, b'# x\\n' * 1_000)", "failed", "more than 1,000,000 bytes in one turn"),
        ("os.write(2, b'noise\\n' * 100_000)", "stopped", ""),
        ("os.kill(os.getpid(), 9)", "failed", "it ended"),
        ("assert 'HOME' in os.environ and not set(os.environ) - {'HOME', 'TMPDIR', 'PATH', 'LANG', 'LC_CTYPE',"
         " 'PYTHONHASHSEED', 'PYTHONDONTWRITEBYTECODE', 'OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS', 'PWD'},"
         " os.environ", "stopped", ""),
        ("open('here', 'w').write('x'); assert 'here' in os.listdir(os.environ['HOME'])", "stopped", ""),
        ("if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0: time.sleep(600)\n    os._exit(0)", "stopped", ""),
    ],
)  # fmt: skip
def test_limits_hold(text, outcome, said, at, temporary):
    answer = run_python(text, at, temporary)
    assert (answer.stopped == 1) == (outcome == "stopped"), answer.message
    assert said in answer.message


@pytest.mark.parametrize("at", LEVELS)
def test_who_closes_the_output_and_stays_is_not_waited_for(at, temporary):
    hasty = ProgramLimits(seconds=60, move_seconds=0.5, start_seconds=1)
    answer = run_python("os.close(1); time.sleep(600)", at, temporary, hasty)
    assert answer.message in ("it closed its standard output", "no answer within 1.5 s")  # bubblewrap keeps it open


@pytest.mark.parametrize("at", LEVELS)
def test_processes_are_limited(at, temporary):
    text = (
        "import threading\ncount = 0\ntry:\n    for count in range(200):\n"
        "        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()\n"
        "except RuntimeError: pass\nassert count < 30, count"
    )
    answer = run_python(text, at, temporary)
    # Of root the processes are counted, which threads are not.
    assert answer.stopped == 1 or (at == "process" and os.geteuid() == 0), answer.message


@pytest.mark.parametrize("at", LEVELS)
def test_a_program_has_no_rights_and_can_get_none(at, temporary):
    text = """
import ctypes
rights = dict(line.split(":") for line in open("/proc/self/status"))
assert all(int(rights[name], 16) == 0 for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")), rights
assert int(rights["NoNewPrivs"]) == 1, rights
linux, user_namespace = ctypes.CDLL(None, use_errno=True), 0x10000000
assert linux.mount(b"none", os.environ["HOME"].encode(), b"tmpfs", 0, None) == -1, "it mounted"
assert linux.unshare(user_namespace) == -1, "it has a namespace in which it is root"
if os.uname().machine == "x86_64":
    child = linux.syscall(56, user_namespace | 17, None, None, None, None)
    if child == 0: os._exit(0)
    assert child == -1, "its child has one"
""".strip()
    assert run_python(text, at, temporary).message == ""


def test_bubblewrap_shows_nothing_else(tmp_path, temporary):
    """A secret of the machine, the network and other processes are out of reach."""
    secret = tmp_path / "secret.txt"
    secret.write_text("the mines")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        text = f"""
assert not os.path.exists({str(secret)!r})
assert len([p for p in os.listdir('/proc') if p.isdigit()]) < 6
import socket
try: socket.create_connection(('127.0.0.1', {port}), timeout=1)
except OSError: pass
else: raise SystemExit('connected')
assert os.getuid() != 0
for path in ('/x', '/usr/x', '/dev/x', '/grade/x', '/grade/submission/x'):
    try: open(path, 'w')
    except OSError: pass
    else: raise SystemExit(path)
import multiprocessing
multiprocessing.Lock()
""".strip()
        assert run_python(text, "bubblewrap", temporary).message == ""


@pytest.mark.parametrize("at", LEVELS)
def test_the_files_of_a_submission_are_nobody_else_s(at, temporary):
    """Root's programs are other users, who may read what is theirs and change only what is in their home."""
    program = ROOT / "examples" / "assignment" / "variants" / "lines.py"
    give = ({program: "deep/lines.py"}, ("deep/lines.py",), None, ProgramLimits(), at)
    with confinement.confined(*give) as one, confinement.confined(*give) as other:
        for path in (one.folder, *one.folder.rglob("*")):
            status, home = path.stat(), path == one.folder / "home"
            assert path.parent != one.folder or one.folder.stat().st_mode & 0o007 == 0
            if one.user is not None:
                assert one.user != other.user and status.st_gid == one.user
                assert status.st_mode & 0o7777 == 0o750 and status.st_uid == (one.user if home else 0)
        assert (one.user is not None) == (os.geteuid() == 0 and at != "process")


# -- root without bubblewrap


REFUSED = (
    r"bubblewrap is not installed, and programs would run as root \(.*\): install bubblewrap, or grade as an ordinary "
    "user, or give --unconfined"
)


def test_without_bubblewrap_root_grades_as_another_user_or_not_at_all(temporary, monkeypatch):
    monkeypatch.setattr(confinement.shutil, "which", lambda name: None)
    choose = strongest_level.__wrapped__  # which remembers nothing
    if os.geteuid() != 0:
        assert choose() == choose(unconfined=True) == "process"
    elif confinement._runs("user"):
        assert choose() == choose(unconfined=True) == "user"
        # What runs is another program's neighbour, and not root.
        text = f"assert os.getuid() != 0\nfor name in os.listdir({str(temporary)!r}):\n"
        text += f"    if name.startswith('logicms-grade-'): found = os.listdir({str(temporary)!r} + '/' + name)"
        assert run_python(text, "user", temporary).stopped == 1
    else:
        with pytest.raises(BoardError, match=REFUSED):
            choose()
        assert choose(unconfined=True) == "process"


@pytest.fixture
def root_without_bubblewrap(monkeypatch):
    """A machine where only root can run Python, whoever runs this test; nothing is really started."""
    monkeypatch.setattr(confinement.shutil, "which", lambda name: None)
    monkeypatch.setattr(confinement.os, "geteuid", lambda: 0)
    monkeypatch.setattr(confinement, "_runs", lambda at: at == "process")
    monkeypatch.setattr(confinement.Confined, "start", lambda confined: pytest.fail("it was started"))
    monkeypatch.setattr(cli, "strongest_level", strongest_level.__wrapped__)


def test_root_is_refused_in_one_line_and_nothing_runs(tmp_path, monkeypatch, root_without_bubblewrap):
    path = write_student(tmp_path / "student", "cs50", "right")
    tmp_path.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    made = CliRunner().invoke(app, ["grade", "--adapter", "cs50", str(path)])
    assert made.exit_code == 2 and re.fullmatch(f"logicms: {REFUSED}\n", made.stderr), made.stderr
    assert not made.stdout and re.search(r"no other user can run \S+/python: /\S+ is closed to others", made.stderr)


@pytest.mark.parametrize(
    "at, seed, warnings",
    [
        ("bubblewrap", "command", []),
        ("user", "", ["users without rights, who can read what everybody can, and use the network"]),
        ("process", "environment", ["the programs can read, change and delete your files and use the network"]),
        (
            "process",
            "command",
            ["read, change and delete your files", "the programs can read the --seed: leave it out"],
        ),
    ],
)
def test_who_grades_is_warned_before_anything_runs(at, seed, warnings, tmp_path, monkeypatch):
    path = write_student(tmp_path / "student", "cs50", "right")
    monkeypatch.setattr(cli, "strongest_level", lambda unconfined: at)
    arguments = ["grade", "--adapter", "cs50", *(["--seed", "5"] if seed == "command" else []), str(path)]
    monkeypatch.setattr(Grading, "grade", lambda *given: (_ for _ in ()).throw(BoardError("now it runs")))
    made = CliRunner(env={"LOGICMS_SEED": "5"} if seed == "environment" else {}).invoke(app, arguments)
    *told, last = made.stderr.splitlines()
    assert last == "logicms: now it runs" and len(told) == len(warnings), told
    assert all(line.startswith("warning: ") and warning in line for line, warning in zip(told, warnings, strict=True))


# -- the seed


def test_the_seed_is_random_and_the_report_names_it(tmp_path, monkeypatch):
    path = write_student(tmp_path / "student", "cs50", "right")
    played: list[range] = []

    def grade(grading: Grading, submission: Submission) -> GradeAnswer:
        played.append(grading.seeds)
        return GradeAnswer(student="s", status="complete", games=2, seeds=grading.seeds, seed=grading.seeds.start)

    monkeypatch.setattr(Grading, "grade", grade)
    monkeypatch.setattr(cli, "strongest_level", lambda unconfined: "bubblewrap")
    texts = [CliRunner().invoke(app, ["grade", "--adapter", "cs50", "--games", "2", str(path)]).stdout for _ in "12"]
    assert played[0] != played[1] and all(len(seeds) == 2 and seeds.start < 10**12 for seeds in played)
    assert all(f"seeds {seeds[0]} to {seeds[1]}:" in text for seeds, text in zip(played, texts, strict=True))
    fixed = CliRunner(env={"LOGICMS_SEED": "77"}).invoke(app, ["grade", "--adapter", "cs50", "--json", str(path)])
    assert played[-1] == range(77, 177) and json.loads(fixed.stdout)["seed"] == 77


SPY = """#!{python}
import os, sys
seed = str({half} * 2).encode()
for line in sys.stdin:
    if line == "turn\\n":
        for pid in filter(str.isdigit, os.listdir("/proc")):
            for file in ("cmdline", "environ"):
                try:
                    if seed in open(f"/proc/{{pid}}/{{file}}", "rb").read():
                        raise SystemExit(f"I could read the seed in /proc/{{pid}}/{{file}}")
                except OSError:
                    pass
        for path in ("/proc/{grader}/mem", "/proc/{grader}/environ"):
            try:
                open(path, "rb")
            except OSError:
                continue
            raise SystemExit("I could open " + path)
        print("stop", flush=True)
"""


def test_no_program_can_read_the_seed(temporary):
    """Not from any command line or environment, nor from the memory of whoever grades it."""
    program, seed = temporary / "spy.py", 2 * 123_987_456_012
    levels = [at for at in LEVELS if at != "bubblewrap" or level_here() == at]
    code = f"""
import os, pathlib, sys
from logicms.cli import app, grade
program = pathlib.Path({str(program)!r})
program.write_text({SPY!r}.format(python=sys.executable, half={seed // 2}, grader=os.getpid()))
program.chmod(0o755)
for level in {levels}:
    grade.strongest_level = lambda unconfined: level
    app(["grade", "--games", "1", "--json", str(program)], standalone_mode=False)
"""
    environment = {**os.environ, "LOGICMS_SEED": str(seed), "TMPDIR": str(temporary)}
    made = subprocess.run([sys.executable, "-c", code], env=environment, cwd=ROOT, capture_output=True, timeout=120)
    for line, at in zip(made.stdout.splitlines(), levels, strict=True):
        answer = json.loads(line)
        said = (answer["confinement"], answer["seed"], answer["stopped"], answer["message"])
        assert said == (at, seed, 1, ""), made.stderr


# -- time


def test_a_program_that_takes_its_time_can_play_every_game(monkeypatch):
    """0.4 s a move are 22 s a game: once 120 s were all there was, however many games."""
    course = course_named("cs50")

    class Slow(Scripted):
        def __init__(self, confined: object, stop: object) -> None:
            super().__init__([])
            self.number = 0

        def write(self, *lines: str) -> None:
            for line in lines:
                if line.startswith("game "):
                    layout = course.game(int(line.split()[1]) - 1).open(Cell(0, 0)).layout
                    self.left = [cell for cell in layout.cells if layout[cell] != "*"]

        def answer(self, most_seconds: float) -> Iterator[str]:
            self.seconds += 0.4
            yield f"open {self.left.pop(0)}"

        def __enter__(self) -> Slow:
            return self

        def __exit__(self, *error: object) -> None:
            pass

    monkeypatch.setattr(match, "Conversation", Slow)
    for games in (1, 8):
        limits = ProgramLimits(seconds=seconds_for(course, games))
        played = match.play_match(course, confinement.Confined(Path(), (), True, "process", limits), range(games))
        assert len(played.games) == games and not played.stopped_because
    assert played.seconds > 120 > seconds_for(course, 1) - 1
    assert not [game.message for game in played.games if game.outcome in FAILURES]


def test_the_time_limit_grows_with_the_games_unless_it_is_given(tmp_path, monkeypatch):
    path = write_student(tmp_path / "student", "cs50", "right")
    allowed: list[float] = []
    monkeypatch.setattr(cli, "strongest_level", lambda unconfined: "bubblewrap")

    def grade(grading: Grading, submission: Submission) -> GradeAnswer:
        allowed.append(grading.limits.seconds)
        return GradeAnswer(student="s", status="complete")

    monkeypatch.setattr(Grading, "grade", grade)
    for options in (["--games", "1"], ["--games", "100"], ["--size", "9x10"], ["--games", "100", "--time-limit", "7"]):
        CliRunner().invoke(app, ["grade", "--adapter", "cs50", *options, str(path)], catch_exceptions=False)
    assert allowed == [120, 6_400, 9_000, 7]


# -- who lets logicms think


def grade_borrowed(limits: ProgramLimits, at: Confinement) -> GradeAnswer:
    path = ROOT / "tests" / "students" / "borrowed.py"
    return Grading(course_named("cs50"), range(3), limits=limits, level=at).grade(Submission("s", path, (path,), path))


@pytest.mark.parametrize("at", LEVELS)
def test_a_course_does_not_allow_logicms_unless_its_teacher_does(at):
    """What is installed can be imported, but logicms must be asked for; then the report says so."""
    if at == "bubblewrap":
        needs_bubblewrap()
    refused = grade_borrowed(ProgramLimits(), at)
    assert refused.status == "unreadable"
    assert refused.message == "this course does not allow logicms (borrowed.py, line 5)"
    answer = grade_borrowed(ProgramLimits(seconds=300, move_seconds=60, without=()), at)
    assert answer.status == "complete" and answer.imports_logicms, answer.message
    assert "\nIt imports logicms.\n" in grade_text(answer) and "It imports logicms." in grade_html(answer)
    assert grade_row(answer)[-1] == "it imports logicms"
    assert not grade_borrowed(ProgramLimits(without=("pysat",)), at).message.startswith(
        "this course does not allow logicms"
    )


@pytest.mark.parametrize(
    "text, said",
    [
        ("import logicms.sat", "logicms (x.py, line 1)"),
        ("def f(): import logicms\nf()", "logicms (x.py, line 1)"),
        ("import importlib; importlib.import_module('logicms')", "logicms (x.py, line 1)"),
        ("import adapter, sys; assert 'logicms' not in sys.modules\nimport logicms", "logicms (x.py, line 2)"),
        ("import json", ""),
        ("try: import logicms\nexcept ImportError: pass", ""),
    ],
)
def test_what_a_course_refuses(text, said, temporary):
    adapter, path = temporary / "adapter.py", temporary / "x.py"
    adapter.write_text("import logicms\n" + GOOD.replace('("f",)', "()"))
    path.write_text(text)
    course = course_named(str(adapter))
    answer = Grading(course, range(1), level=level_here()).grade(Submission("s", path, (path,), path))
    assert answer.message == (f"this course does not allow {said}" if said else "")
    assert answer.imports_logicms == ("logicms" in text)


@pytest.mark.parametrize("options, refused", [
    ([], ("logicms",)), (["--with", "logicms"], ()), (["--without", "pysat"], ("logicms", "pysat")),
    (["--with", "logicms", "--without", "logicms"], None),
])  # fmt: skip
def test_with_and_without(options, refused, tmp_path, monkeypatch):
    path = write_student(tmp_path / "student", "cs50", "right")
    given: list[tuple[str, ...]] = []
    monkeypatch.setattr(cli, "strongest_level", lambda unconfined: "bubblewrap")

    def grade(grading: Grading, submission: Submission) -> GradeAnswer:
        given.append(grading.limits.without)
        return GradeAnswer(student="s", status="complete")

    monkeypatch.setattr(Grading, "grade", grade)
    made = CliRunner().invoke(app, ["grade", "--adapter", "cs50", *options, str(path)])
    assert given == ([] if refused is None else [refused])
    assert refused is not None or (made.exit_code == 2 and "--without logicms and --with logicms" in made.stderr)


@pytest.mark.parametrize("at", ("bubblewrap", "user", "process"))
def test_what_is_for_teachers_is_not_on_a_student_s_page(at):
    answer = GradeAnswer(student="s", status="complete", games=1, seeds=range(1), confinement=at)
    for text in (grade_text(answer), grade_html(answer), gradescope_json(answer)):
        assert not re.search("bubblewrap|your files|network|confine", text)
    assert answer.to_json()["confinement"] == at


def test_the_cells_of_a_name_are_those_of_a_board():
    """What runs inside has its own way to write cells."""
    sys.path.insert(0, str(ROOT / "logicms" / "grading" / "inside"))
    try:
        import adapting
    finally:
        sys.path.pop(0)
    for cell in (Cell(0, 0), Cell(8, 25), Cell(3, 26), Cell(99, 701), Cell(0, 702)):
        assert adapting._name(cell) == str(cell) and adapting._cell(str(cell)) == tuple(cell)


def test_one_file_of_several_that_imports_a_module_is_enough(tmp_path):
    files = tmp_path / "player.py", tmp_path / "helper.py", tmp_path / "notes.txt"
    for path, text in zip(files, ("import helper\n", "import logicms\n", "import logicms\n"), strict=True):
        path.write_text(text)
    assert imports(Submission("a", tmp_path, files, files[0]), "logicms")
    assert not imports(Submission("a", tmp_path, (files[0], files[2]), files[0]), "logicms")
    assert not imports(Submission("a", tmp_path, (), None), "logicms")


def test_who_stops_the_grading_waits_for_no_program(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(f"#!{sys.executable}\nimport time\ntime.sleep(600)\n")
    stop = Event()
    stop.set()
    with confinement.confined({program: program.name}, (program.name,), None, ProgramLimits(), "process") as ready:
        with confinement.Conversation(ready, stop) as talk, pytest.raises(confinement.Stopped):
            list(talk.answer(500))
