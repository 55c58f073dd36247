"""The door: exit codes, JSON, standard input, several files, errors that name the place."""

import inspect
import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios

import click
import pytest
from click.testing import CliRunner
from conftest import ROOT, started

from logicms.cli import NAMES, app
from logicms.cli.command import _STYLES, _paint
from logicms.commands import COMMANDS, question_of

BOARD = "mines: 2\n\n? ? ? 1 0\n1 2 ? 1 0\n0 1 1 1 0\n"


def run(*arguments, text=None):
    return CliRunner().invoke(app, list(arguments), input=text)


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(BOARD)
    return str(path)


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_an_example(name):
    result = run(name, "--help")
    assert result.exit_code == 0 and "Example" in result.output and "logicms" in result.output


def test_help_lists_every_command_as_the_command_describes_itself():
    listed = " ".join(run("--help").output.split())
    for name in NAMES:
        line = COMMANDS[name].summary
        assert f" {name} {line}" in listed
        assert line in " ".join(run(name, "--help").output.split()), f"{name}: --help and its own line disagree"


@pytest.mark.parametrize("name", [name for name, command in COMMANDS.items() if command.question])
def test_the_line_of_a_command_is_the_first_sentence_of_its_question(name):
    described = inspect.getdoc(question_of(name))
    assert described is not None and described.split("\n\n")[0].replace("\n", " ") == COMMANDS[name].summary


def test_an_unknown_command_names_the_nearest():
    result = run("sohw")
    assert result.exit_code == 2 and "did you mean 'logicms show'?" in result.output


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("board.txt", "solve"),
        ("vase.hints", "solve"),
        ("my own.lesson", "learn"),
        ("p.json", "verify"),
        ("me.py", "grade"),
    ],
)
def test_a_file_in_place_of_a_command_is_told_what_reads_it(name, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("? 1\n")
    result = run(name)
    quoted = f"'{name}'" if " " in name else name
    assert result.exit_code == 2 and f"Error: {name} is a file: logicms {command} {quoted}\n" in result.output


@pytest.mark.parametrize("name", ["nxt.txt", "boards/next", "examples/boards/guess.txt.bak"])
def test_a_file_that_is_missing_is_not_taken_for_a_misspelt_command(name):
    result = run(name)
    assert result.exit_code == 2 and f"Error: there is no file and no command '{name}'\n" in result.output


@pytest.mark.parametrize(
    ("word", "meant"),
    [("explain", "prove"), ("hint", "next"), ("help", "--help"), ("version", "--version"), ("lesson", "learn")],
)
def test_a_word_that_people_try_names_the_command(word, meant):
    result = run(word)
    assert result.exit_code == 2 and f"did you mean 'logicms {meant}'?" in result.output


def test_version_has_a_short_option():
    assert run("-V").output == run("--version").output


def test_a_file_that_is_not_there_is_named_once(tmp_path, board):
    missing = str(tmp_path / "none.txt")
    assert run("show", missing).stderr == f"{missing}: No such file or directory\n"
    picture = str(tmp_path / "none" / "x.svg")
    assert run("show", "--svg", picture, board).stderr == f"{picture}: No such file or directory\n"


def test_show(board, golden):
    golden("show.txt", run("show", board).stdout)
    golden("show-ascii.txt", run("show", "--ascii", board).stdout)


def test_show_json():
    result = run("show", "--json", "-", text=BOARD)
    expected = {"version": 1, "width": 5, "height": 3, "mines": 2, "rows": ["???10", "12?10", "01110"]}
    assert json.loads(result.stdout) == expected


def test_several_files_answer_a_line_each_and_the_worst_code(board, tmp_path):
    (tmp_path / "bad.txt").write_text("19\n")
    result = run("show", "--json", board, str(tmp_path / "bad.txt"), str(tmp_path / "none.txt"))
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [line["file"] for line in lines] == [board, str(tmp_path / "bad.txt"), str(tmp_path / "none.txt")]
    assert lines[0]["width"] == 5 and "a clue is 0 to 8" in lines[1]["error"] and "No such file" in lines[2]["error"]


def test_a_broken_file_is_answered_with_its_place(tmp_path, golden):
    path = tmp_path / "bad.txt"
    path.write_text("mines: 1\n\n? 1\n1 9\n")
    result = run("show", str(path))
    assert result.exit_code == 2 and result.stdout == ""
    golden("broken.txt", result.stderr.replace(str(tmp_path), "FOLDER"))


def test_a_board_that_cannot_be_names_its_file_and_exits_2(tmp_path):
    path = tmp_path / "many.txt"
    path.write_text("mines: 9\n\n?1\n")
    result = run("show", str(path))
    assert result.exit_code == 2 and f"{path}:1:8: mines: 9 is more than the 1 cell" in result.stderr


def test_standard_error_says_which_format_was_recognised():
    result = run("show", "-", text="2x1x1\nH1\n")
    assert result.exit_code == 0 and result.stderr == "<stdin>: read as jsm\n"
    assert run("show", "-q", "-", text="2x1x1\nH1\n").stderr == ""


def test_svg_is_written_and_a_folder_that_is_not_there_is_told(board, tmp_path):
    assert run("show", "--svg", str(tmp_path / "b.svg"), board).exit_code == 0
    assert (tmp_path / "b.svg").read_text().startswith("<svg")
    result = run("show", "--svg", str(tmp_path / "no" / "b.svg"), board)
    assert "No such file" in result.stderr and result.exit_code != 0


def test_convert_refuses_what_it_does_not_know(board):
    assert run("convert", "--to", "nothing", board).exit_code == 2
    assert run("convert", "--to", "tatham", board).exit_code == 2
    assert "read, not written" in run("convert", "--to", "tatham", board).stderr


def test_formats_lists_each_once():
    rows = json.loads(run("formats", "--json").stdout)["formats"]
    names = [row["name"] for row in rows]
    assert len(set(names)) == len(names) and {"board", "seed", "tatham", "jsm", "svg"} <= set(names)


def terminal_output(*command, **environment):
    """Return what a command writes when standard output is a terminal."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 60))
    full = {**os.environ, "TERM": "xterm-256color", **environment}
    full.pop("COLUMNS", None) if "COLUMNS" not in environment else None
    full.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
    process = subprocess.Popen([sys.executable, "-m", "logicms", *command], stdout=theirs, cwd=ROOT, env=full)
    os.close(theirs)
    written = b""
    try:
        while piece := os.read(ours, 4096):
            written += piece
    except OSError:  # Linux says so when the other end is closed
        pass
    process.wait(60)
    os.close(ours)
    return written.decode()


def test_a_terminal_is_asked_how_wide_it_is(board):
    argument = ("prove", "--by", "resolution", "--to", "words", board, "B1")
    piped = subprocess.run(
        [sys.executable, "-m", "logicms", *argument], capture_output=True, text=True, cwd=ROOT
    ).stdout
    for width, told in ((60, {}), (40, {"COLUMNS": "40"})):
        shown = terminal_output(*argument, **told)
        assert max(map(len, shown.splitlines())) <= width < max(map(len, piped.splitlines()))
        assert shown.split() == piped.split(), "lines end between words"


def luminance(colour: int) -> float:
    """The relative luminance of a colour of the eight-bit palette, as WCAG 2.1 defines it."""
    if colour >= 232:
        levels = [8 + 10 * (colour - 232)] * 3
    else:
        steps = (0, 95, 135, 175, 215, 255)
        levels = [steps[(colour - 16) // 6**power % 6] for power in (2, 1, 0)]
    parts = [level / 255 / 12.92 if level <= 10 else ((level / 255 + 0.055) / 1.055) ** 2.4 for level in levels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: int, other: int) -> float:
    dark, light = sorted(map(luminance, (one, other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("role", sorted(_STYLES))
def test_colours_can_be_read_on_white_and_on_black(role):
    """A cell with a background of its own has the contrast that WCAG asks for; 4.58 on both is the most otherwise."""
    shown = _paint("text", role)
    assert click.unstyle(shown) == "text"
    front, back = (re.search(rf"{code};5;([0-9]+)", shown) for code in (38, 48))
    if front and back:
        assert contrast(int(front[1]), int(back[1])) >= 4.5
    elif front:
        white, black = 231, 16
        assert min(contrast(int(front[1]), white), contrast(int(front[1]), black)) >= 4.4
    assert front or not back


def test_the_contrast_is_computed_right():
    known = [(231, 16, 21), (222, 231, 1.4), (39, 231, 2.4), (208, 231, 2.4), (243, 231, 4.5)]
    assert [round(contrast(one, other), 1) for one, other, _ in known] == [ratio for *_, ratio in known]


def test_colour_on_a_terminal_only(board):
    assert "\x1b[" in terminal_output("show", board)
    assert "\x1b[" not in terminal_output("show", board, NO_COLOR="1")
    assert "\x1b[" not in terminal_output("show", board, TERM="dumb")
    piped = subprocess.run([sys.executable, "-m", "logicms", "show", board], capture_output=True, text=True, cwd=ROOT)
    assert "\x1b[" not in piped.stdout


def test_a_closed_pipe_is_no_error(tmp_path):
    path = tmp_path / "large.txt"
    path.write_text(("?" * 300 + "\n") * 300)
    command = f"{sys.executable} -m logicms show {path} | head -n 1"
    result = subprocess.run(command, shell=True, capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert "Traceback" not in result.stderr and result.returncode == 0


def test_an_interrupt_has_a_code_of_its_own(tmp_path):
    """Whoever opens the other end of a pipe knows that the command is at work."""
    os.mkfifo(path := tmp_path / "board.txt")
    command = [sys.executable, "-m", "logicms", "solve", str(path)]
    with started(command, stderr=subprocess.PIPE) as process, path.open("w"):
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130 and said == "logicms: interrupted\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--size", "100000x100000", "--mines", "5"),
        ("generate", "--size", "100000x100000", "--mines", "5"),
        ("worksheet", "--size", "100000x100000", "--mines", "5"),
        ("play", "--size", f"{'9' * 5000}x3", "--mines", "5"),
        ("play", "--initial-safe", "9" * 5000),
        ("generate", "--rating", "9" * 5000),
        ("generate", "--rating", "5-3"),
        ("generate", "--rating", "0-3"),
    ],
)
def test_a_number_that_is_too_large_is_refused_at_once(arguments):
    result = run(*arguments)
    assert result.exit_code == 2 and len(result.output) < 1000


@pytest.mark.parametrize("command", ["solve", "odds", "prove", "next", "path", "search", "ask"])
def test_more_flags_than_mines_contradict(command, tmp_path):
    (path := tmp_path / "board.txt").write_text("mines: 1\nFF1?\n")
    cell = ["D1"] if command in ("prove", "ask") else []
    result = run(command, "--format", "board", str(path), *cell)
    assert result.exit_code == 3 and "the mine total is 1, but 2 mines are known" in result.output
    assert run(command, "--format", "board", "--flags", "ignore", str(path), *cell).exit_code in (0, 1)


@pytest.mark.parametrize("command", ["solve", "odds", "prove", "next", "path", "search", "ask"])
@pytest.mark.parametrize(
    ("text", "cell", "message"),
    [
        ("0 0 ?\n0 F ?", "C1", "A1 says 0, but 1 mine is known around it; the flag at B2 is read as a mine: `logicms"),
        (
            "mines: 1\nFF1?",
            "D1",
            "the mine total is 1, but 2 mines are known; the flags at A1 and B1 are read as mines",
        ),
        ("1 ? 1\n? F ?\n? ? 1\nF ? 1", "B1", "`--flags claim` reads them as hidden cells"),
    ],
)
def test_a_contradiction_by_flags_blames_the_flags(command, text, cell, message):
    result = run(command, "-", *([cell] if command in ("prove", "ask") else []), text=text)
    assert result.exit_code == 3 and message in " ".join(result.stdout.split())


def test_a_contradiction_without_flags_does_not_blame_them():
    for text in ("F 1 *\n? 1 *", "F ? 1\n? ? 2\n1 1 0"):
        assert "inconsistent" in (shown := run("solve", "-", text=text).stdout) and "flag" not in shown
    assert "flag" not in run("solve", "--flags", "claim", "-", text="0 0\n0 F").stdout


def test_more_flags_than_mines_are_drawn_and_shown_all_the_same(tmp_path):
    (path := tmp_path / "board.txt").write_text("mines: 1\nFF1?\n")
    assert run("graph", str(path)).exit_code == 0
    result = run("kb", "--format", "board", str(path))
    assert result.exit_code == 3 and "false\ninconsistent: " in result.stdout


def test_the_proof_of_that_contradiction_is_the_board_s(tmp_path):
    (path := tmp_path / "board.txt").write_text("mines: 1\nFF1?\n")
    assert run("verify", "-", str(path), text=run("next", "--json", str(path)).stdout).exit_code == 0
