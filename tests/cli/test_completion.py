"""Completion in the shell: files stay files, and formats, lessons and cells are offered."""

import os
import subprocess
import sys

import pytest
from conftest import ROOT


def complete(*words):
    """Return what bash is offered for the last of these words: lines of a type and a value."""
    environment = {
        **os.environ,
        "COMP_WORDS": " ".join(["logicms", *words]),
        "COMP_CWORD": str(len(words)),
        "_LOGICMS_COMPLETE": "bash_complete",
    }
    code = "import sys; from logicms.cli import main; sys.argv = ['logicms']; main()"
    result = subprocess.run(
        [sys.executable, "-c", f"{code}"], env=environment, capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert result.stderr == ""
    return [tuple(line.split(",", 1)) for line in result.stdout.splitlines() if line]


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "one-two-t"),
        ("solve", "examples/boards/one-two-one.txt", "exam"),
        ("show", "exam"),
        ("prove", "exam"),
        ("ask", "exam"),
        ("kb", "exam"),
        ("verify", "exam"),
        ("convert", "exam"),
        ("play", "exam"),
        ("play", "--replay", "exam"),
        ("learn", "./my"),
    ],
)
def test_the_shell_completes_files(words):
    assert complete(*words) == [("file", words[-1])]


@pytest.mark.parametrize(
    "words, expected",
    [
        (("solve", "--format", "jsm"), {"jsm", "jsm-link"}),
        (("convert", "--to", "d"), {"dimacs"}),
        (("generate", "--to", "em"), {"emoji"}),
        (("learn", "12"), {"12-odds"}),
        (("prove", "examples/boards/one-two-one.txt", "a"), {"A1"}),
        (("prove", "--format", "seed", "examples/boards/course-1.seed", "F"), {"F1", "F4"}),
        (("prove", "no-such-file", "A"), set()),
        (("sol",), {"solve"}),
    ],
)
def test_words_are_offered(words, expected):
    assert {value for _, value in complete(*words)} == expected
