"""Every example that `--help` gives is run as it stands, as after `pip install`; and lines fit into a terminal."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from conftest import ROOT, needs
from submissions import level_here

from logicms.cli import NAMES, app, command, streams

NOT_RUN = (
    "logicms serve",  # ends when it is told to: tests/web/test_web.py
    "logicms experiment ablation --cluster",  # of an address that is made up
    "logicms experiment success --games 1000",  # minutes
)

ANSWERS = {
    "my-proof.txt": "1. ~A1 | ~B1 clue A2\n",
    "my-clauses.txt": "A1 | B1 | C1\n~A1 | ~B1\n~A1 | ~C1\n~B1 | ~C1\n",
}
"""What somebody wrote as an answer, right or wrong."""


def examples(name: str) -> list[str]:
    command = app.get_command(click.Context(app), name)
    assert command is not None and command.help is not None
    lines = [line.strip() for line in command.help.splitlines()]
    return [line for line in lines if line.startswith("logicms ") and not line.startswith(NOT_RUN)]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """Return an environment in which `logicms` is what a wheel would install, with no checkout around it."""
    site = tmp_path_factory.mktemp("site")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shutil.copytree(ROOT / "logicms", site / "logicms", ignore=shutil.ignore_patterns("__pycache__"))
    for source, target in project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"].items():
        shutil.copytree(ROOT / source, site / target, ignore=shutil.ignore_patterns("__pycache__"))
    scripts = Path(sys.executable).parent
    return {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}", "PYTHONPATH": str(site)}


MARKS = {"site": (pytest.mark.outside, needs("npm", "npm"))}
"""`site` fetches the parts of the page from package registries."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=MARKS.get(name, ())) for name in NAMES if examples(name)])
def test_the_examples_of_a_command_run(name: str, tmp_path: Path, environment: Mapping[str, str]) -> None:
    if name == "grade" and os.geteuid() == 0 and level_here() == "process":
        pytest.skip("bubblewrap is not installed, or does not work here, and root does not grade without it")
    for file, text in ANSWERS.items():
        (tmp_path / file).write_text(text)
    drawn = [line for line in examples(name) if "| dot " in line and shutil.which("dot") is None]
    for line in examples(name):
        if line in drawn:
            continue
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"],
            cwd=tmp_path,
            env={**environment, "XDG_DATA_HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )
        told = done.stderr.decode()
        assert done.returncode in (0, 1, 3) and "Traceback" not in told, f"{line}: {done.returncode}\n{told}"
        for example in re.findall(r"(?<=[ ])examples/\S+", line):
            assert f"{example}: not found here; this is the example that comes with logicms\n" in told, line
    if drawn:
        pytest.skip(f"dot is not installed (apt install graphviz), so these were not tried: {'; '.join(drawn)}")


@pytest.mark.parametrize("example", ["examples/boards/nowhere.txt", "examples/../logicms/board.py", "examples"])
def test_what_is_no_example_is_not_there(example: str, tmp_path: Path, environment: Mapping[str, str]) -> None:
    command = [sys.executable, "-m", "logicms", "show", example]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and f"{example}: " in done.stderr and not done.stdout


def test_an_example_that_is_there_is_read_there(tmp_path: Path, environment: Mapping[str, str]) -> None:
    (tmp_path / "examples" / "boards").mkdir(parents=True)
    (tmp_path / "examples" / "boards" / "one-two-one.txt").write_text("title: mine\n?1\n")
    command = [sys.executable, "-m", "logicms", "show", "examples/boards/one-two-one.txt"]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith("mine\n") and not done.stderr


LONG = (
    "logicms prove --by resolution --to words examples/boards/expert.txt C3",
    "logicms prove examples/rules/zebra.hints drinks(norwegian,water)",
    "logicms prove examples/hints/one-two-one.hints A1",
    "logicms prove examples/boards/guess.txt A1",
    "logicms prove examples/boards/one-two-two-one.txt A1",
    "logicms ask examples/rules/sudoku.hints at(1,1,1)",
    "logicms ask examples/rules/wumpus.hints pit(C1)",
    "logicms odds --details examples/boards/expert.txt",
    "logicms show examples/rules/zebra.hints",
    "logicms path examples/rules/wumpus.hints",
    "logicms play --level easy --seed 3 --reason course --guess never --show --knowledge",
    "logicms play --level expert --seed 7",
    "logicms check examples/hints/clash.hints",
    "logicms solve examples/hints/vase.hints --as proofs",
    "logicms slove",
)
"""Commands whose answers have long lines; the last ones are mistakes."""
QUICK = ("show", "check", "solve", "odds", "search", "prove", "next", "path", "ask", "kb", "formats")


def commands() -> Iterator[str]:
    """Yield the examples that are one quick command, commands with long answers, and the help of all commands."""
    for name in NAMES:
        yield f"logicms {name} --help"
        if name in QUICK:
            yield from (line for line in examples(name) if not {"|", ">"} & set(line.split()) and "--json" not in line)
    yield from ("logicms --help", "logicms learn --list", *LONG)


@pytest.mark.parametrize("width", [80, 60])
def test_lines_end_between_words_in_a_terminal(width: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No line is longer than the terminal, unless it is a single word, perhaps after a number."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", str(width))
    for module in (streams, command):
        monkeypatch.setattr(module, "width", lambda stream: width)
    wrapped = 0
    for line in commands():
        done = CliRunner().invoke(app, shlex.split(line)[1:])
        assert done.exception is None or isinstance(done.exception, SystemExit), line
        for printed in done.output.splitlines():
            wrapped += printed.startswith("  ")
            words = printed.split()
            fits = len(printed) <= width or len(words[1:] if words[0].strip("().").isdecimal() else words) < 2
            assert fits or "--link" in line, f"{line}\n{printed}"
    assert wrapped > 100
