"""Whatever rule file comes in, `solve` answers: with an exit code from 0 to 4, in time, in little memory.

The texts are those of `tests/corpus/format-hints` after a few changes; every second one gives the rules of a board.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from conftest import FULL, ROOT
from fuzzing import CORPUS, changed

from logicms.cli import app

BOARDS = sorted((ROOT / "examples" / "rules" / "boards").glob("*.txt"))
TEXTS = [path.read_bytes() for path in sorted((CORPUS / "format-hints").glob("rules-*"))]
OTHERS = [path.read_bytes() for path in sorted((CORPUS / "format-hints").iterdir())]
SECONDS = 2
"""The time limit of each run."""
LATE = 20
"""It may take this much longer where the machine is busy; a run that hangs takes for ever."""
MEGABYTES = 500


SWAPS = {
    r"\b(?:all|some|at least \d+|at most \d+|\d+(?= \w+ in ))": ["all", "some", "1", "2", "at least 2", "at most 1"],
    r"\b(?:around|beside|knight|cross|block|row|column|right|below)\b": ["around", "row", "column", "cross", "below"],
    r"\b\d+\.\.\d+": ["0..0", "1..3", "0..40", "0..999", "0..9999", "0..10000"],
    r"\b\d+x\d+": ["1x1", "9x9", "30x16", "200x200", "2000x2000"],
    r"<->|->|[&|^]": ["->", "<->", "&", "|", "^"],
    r"~|(?=\b(?:mine|clue|is|p|queen|house|pit|breeze)\()": ["~", "", "some zz in 1..3: ", "all yy in 0..99: "],
    r"\b[a-z](?=[,)])": ["a", "b", "c", "d", "k", "x", "k+1", "h-1", "A1", "7"],
    r"(?m)^(?=all )": ["all zz in cells: ", "all xx in 0..99, yy in 0..99: ", "~", "some zz in 1..9: "],
}
"""What can stand in the place of what, so that a rule can mostly still be read, and may cost a lot."""


def readable(rng: Random) -> bytes:
    """Return a rule file with other quantifiers, sets, sizes, operators or terms in a few places."""
    text = rng.choice(TEXTS).decode()
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        pattern = rng.choice(list(SWAPS))
        if places := list(re.finditer(pattern, text)):
            place = rng.choice(places)
            text = text[: place.start()] + rng.choice(SWAPS[pattern]) + text[place.end() :]
    return text.encode()


def arguments(rng: Random, rules: Path) -> list[str]:
    """Write a changed rule file, and return how `solve` is called with it."""
    rules.write_bytes(changed(rng, TEXTS, OTHERS) if rng.random() < 0.4 else readable(rng))
    how = ["--rules", str(rules), str(rng.choice(BOARDS))] if rng.random() < 0.5 else ["--format", "hints", str(rules)]
    return ["solve", "--quiet", "--time-limit", str(SECONDS), *how]


@pytest.mark.full
def test_changed_rule_files_in_one_process(tmp_path: Path) -> None:
    rng, runner = Random(22), CliRunner()
    codes = dict.fromkeys(range(5), 0)
    longest = 0.0
    for _ in range(10_000 if FULL else 300):
        command = arguments(rng, tmp_path / "rules.hints")
        text = (tmp_path / "rules.hints").read_bytes()
        start = time.process_time()
        result = runner.invoke(app, command)
        longest = max(longest, spent := time.process_time() - start)
        assert isinstance(result.exception, SystemExit | None), (command, text, result.exception)
        assert result.exit_code in codes, (command, text, result.stderr)
        assert spent < SECONDS + LATE, (command, text)
        codes[result.exit_code] += 1
    print(f"exit codes {codes}, at most {longest:.1f} s")
    assert codes[0] and codes[1] and codes[2] and codes[3], "the texts should be of all kinds"


# The memory of a process counts what its parent had when it was started, so the tests, which may be large, do not start
# it themselves.
MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(code, used.ru_utime, used.ru_maxrss)
"""


@pytest.mark.full
@pytest.mark.skipif(os.name != "posix", reason="the memory of a process is not told here")
def test_changed_rule_files_as_real_processes(tmp_path: Path) -> None:
    rng = Random(23)
    most = 0
    for _ in range(100 if FULL else 10):
        command = [sys.executable, "-m", "logicms", *arguments(rng, tmp_path / "rules.hints")]
        text = (tmp_path / "rules.hints").read_bytes()
        found = subprocess.run([sys.executable, "-c", MEASURED, *command], capture_output=True, cwd=ROOT)
        code, seconds, memory = found.stdout.split()[-3:]
        assert int(code) in range(5), (command, text)
        assert b"Traceback" not in found.stderr, text
        assert float(seconds) < SECONDS + LATE, (command, text)
        used = int(memory) >> (20 if sys.platform == "darwin" else 10)
        most = max(most, used)
        assert used < MEGABYTES, (command, text)
    print(f"at most {most} MB")
