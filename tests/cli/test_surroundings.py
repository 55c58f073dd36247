"""Signals, full disks, missing homes: a message, the right code, and no process left behind."""

import os
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner
from conftest import ROOT, started

from logicms.cli import app

LOGICMS = [sys.executable, "-m", "logicms"]
BOARD = str(ROOT / "examples/boards/one-two-one.txt")


def is_empty(group, patience=60.0):
    """Return whether every process of a group ends within some seconds."""
    until = time.monotonic() + patience
    while time.monotonic() < until:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "command",
    [
        ("play", "--level", "expert", "--games", "100000", "--workers", "2", "--json"),
        ("experiment", "success", "--games", "1000", "--workers", "2", "--out"),
    ],
    ids=["play", "experiment"],
)
def test_a_signal_leaves_no_process_behind(command, how, tmp_path):
    rows = tmp_path / "rows"
    with rows.open("w") as out, (tmp_path / "errors").open("w") as errors:
        words = [*command, str(tmp_path / "kept.csv")] if command[-1] == "--out" else command
        with started([*LOGICMS, *words], stdout=out, stderr=errors) as process:
            written = tmp_path / "kept.csv" if command[-1] == "--out" else rows
            while process.poll() is None and not (written.exists() and written.read_bytes().count(b"\n") > 1):
                time.sleep(0.1)  # its workers are at work once a row is there
            os.kill(process.pid, how)
            assert process.wait(60) == {signal.SIGINT: 130, signal.SIGTERM: 143}[how]
            assert is_empty(process.pid)
    assert "Traceback" not in (tmp_path / "errors").read_text()


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "command",
    [
        ("solve", "--svg", "/dev/full", BOARD),
        ("generate", "--seed", "1", "--out", "/dev/full"),
        ("worksheet", "--seed", "1", "--count", "1", "--out", "/dev/full"),
        ("experiment", "density", "--games", "1", "--out", "/dev/full"),
    ],
    ids=lambda command: command[0],
)
def test_a_file_that_cannot_be_written_is_named(command):
    result = CliRunner().invoke(app, command)
    assert result.exit_code == 2 and "/dev/full" in result.output and isinstance(result.exception, SystemExit)


@pytest.mark.parametrize("home", ["/dev/null", "/proc"])
def test_lessons_work_without_a_home_to_write_to(home):
    environment = {**{name: value for name, value in os.environ.items() if name != "XDG_DATA_HOME"}, "HOME": home}
    command = [*LOGICMS, "learn", "1"]
    result = subprocess.run(command, input="\n", capture_output=True, text=True, env=environment, cwd=ROOT, timeout=120)
    assert result.returncode == 1 and "See you later" in result.stdout
    assert "your progress cannot be saved" in result.stderr and "Traceback" not in result.stderr


def test_two_processes_read_one_file_and_write_one_picture(tmp_path):
    """Neither is disturbed: each writes the whole picture."""
    command = [*LOGICMS, "solve", "--svg", str(tmp_path / "one.svg"), BOARD]
    with started(command, stdout=subprocess.PIPE) as one, started(command, stdout=subprocess.PIPE) as two:
        answers = one.communicate(timeout=120)[0], two.communicate(timeout=120)[0]
    assert answers[0] == answers[1] and one.returncode == two.returncode == 0
    assert (tmp_path / "one.svg").read_text().rstrip().endswith("</svg>")
