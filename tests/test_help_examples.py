"""Every example that `--help` gives is run as it stands, in a folder that holds our examples."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from conftest import ROOT

from logicms.cli import COMMANDS, app

NOT_RUN = (
    "logicms serve",  # ends when it is told to: tests/test_web.py
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


@pytest.mark.parametrize("name", [name for name in COMMANDS if examples(name)])
def test_the_examples_of_a_command_run(name: str, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for file, text in ANSWERS.items():
        (tmp_path / file).write_text(text)
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}", "XDG_DATA_HOME": str(tmp_path)}
    drawn = [line for line in examples(name) if "| dot " in line and shutil.which("dot") is None]
    for line in examples(name):
        if line in drawn:
            continue
        done = subprocess.run(
            ["bash", "-c", f"set -o pipefail; {line}"],
            cwd=tmp_path,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        )
        told = done.stderr.decode()
        assert done.returncode in (0, 1, 3) and "Traceback" not in told, f"{line}: {done.returncode}\n{told}"
    if drawn:
        pytest.skip(f"dot is not installed (apt install graphviz), so these were not tried: {'; '.join(drawn)}")
