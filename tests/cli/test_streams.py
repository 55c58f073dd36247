"""Standard streams that are not UTF-8, full, closed, or read by nobody: a message and the right code, no traceback."""

import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ET

import pytest
from click.testing import CliRunner
from conftest import ROOT

from logicms import errors, limits
from logicms.cli import app

BOARD = "examples/boards/one-two-one.txt"


def run(*arguments, encoding="utf-8", redirect="", text=None):
    """Run logicms in a shell, with its streams redirected; what it prints stays bytes."""
    words = " ".join([sys.executable, "-m", "logicms", *arguments])
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    return subprocess.run(
        f"{words} {redirect}", shell=True, capture_output=True, cwd=ROOT, env=environment, input=text, timeout=120
    )


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii", "cp437"])
@pytest.mark.parametrize("command", [("solve", BOARD), ("next", BOARD), ("play", "--seed", "7")])
def test_an_encoding_without_our_characters_gets_an_ascii_picture(command, encoding):
    result = run(*command, encoding=encoding)
    assert result.returncode in (0, 1) and result.stderr == b""
    assert result.stdout.isascii() and b"\\u" not in result.stdout


def test_an_encoding_with_our_characters_gets_the_usual_picture():
    assert "✱ ✓ ✱".encode("utf-16-le") in run("solve", BOARD, encoding="utf-16-le").stdout


@pytest.fixture
def titled(tmp_path):
    path = tmp_path / "titled.txt"
    path.write_text("title: é ☺ 😀\n\n? ? ?\n1 2 1\n", encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_text_for_people_is_never_a_crash(titled, encoding):
    result = run("show", titled, encoding=encoding)
    assert result.returncode == 0 and result.stderr == b"" and b"2 1 2 1" in result.stdout


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "utf-16-le"])
def test_documents_are_utf8_everywhere(titled, encoding):
    for command in (
        ("prove", "--to", "html", titled, "B1"),
        ("convert", "--to", "board", titled),
        ("solve", "--to", "board", titled),
    ):
        result = run(*command, encoding=encoding)
        assert result.returncode == 0 and "é" in result.stdout.decode("utf-8"), command
    svg = run("convert", "--to", "svg", titled, encoding=encoding).stdout
    assert ET.fromstring(svg)[0].text == "é ☺ 😀"


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii", "utf-8"])
def test_json_is_json_in_every_encoding(tmp_path, encoding):
    (path := tmp_path / "words.hints").write_text("é -> ü\né\n", encoding="utf-8")
    result = run("solve", "--json", "--format", "hints", str(path), encoding=encoding)
    assert json.loads(result.stdout)["holds"] == ["é", "ü"]


@pytest.mark.parametrize("command", [("solve", BOARD), ("--help",), ("--version",), ("play", "--json", "--games", "3")])
@pytest.mark.parametrize("redirect, why", [("> /dev/full", "No space left on device"), (">&-", "it is closed")])
def test_a_result_that_cannot_be_written_is_not_an_answer(command, redirect, why):
    if not os.path.exists("/dev/full"):
        pytest.skip("there is no /dev/full here")
    result = run(*command, redirect=redirect)
    assert result.returncode == 2
    assert result.stderr.decode() == f"logicms: standard output: {why}: the result was not written\n"


def test_nobody_to_complain_to():
    assert run("solve", BOARD, redirect=">&- 2>&-").returncode == 2
    assert run("solve", BOARD, redirect="2>&-").returncode == 0


@pytest.mark.parametrize("command", [("solve", "-"), ("verify", "-"), ("learn", "2")])
def test_a_closed_standard_input(command):
    result = run(*command, redirect="<&-")
    assert result.returncode == 2 and result.stderr.endswith(b"<stdin>: standard input is closed\n")


def test_a_pipe_that_nobody_reads_stays_quiet():
    ours, theirs = os.pipe()
    os.close(ours)
    command = [sys.executable, "-m", "logicms", "show", BOARD]
    result = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE, cwd=ROOT, timeout=120)
    os.close(theirs)
    assert (result.returncode, result.stderr) == (141, b"")


@pytest.mark.parametrize("seconds", ["nan", "inf", "-inf", "0", "-1"])
@pytest.mark.parametrize("command", ["solve", "play", "serve"])
def test_a_time_limit_is_a_number_above_0(command, seconds):
    result = CliRunner().invoke(app, [command, "--time-limit", seconds, BOARD])
    assert result.exit_code == 2 and "--time-limit" in result.output


def test_a_limit_in_python_is_a_number():
    with pytest.raises(errors.BoardError, match="not nan"):
        limits.limit(seconds=float("nan"))
