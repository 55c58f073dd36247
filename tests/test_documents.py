"""The READMEs run: every command in them prints what stands below it, every Python block is a doctest."""

import doctest
import os
import re
import shlex
import subprocess
import sys

import pytest
from conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
RULES = (ROOT / "examples" / "rules" / "README.md").read_text(encoding="utf-8")
CONSOLE = [
    (command, output)
    for block in re.findall(r"```console\n(.*?)```", README + RULES, re.DOTALL)
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize("command, output", CONSOLE, ids=[command for command, _ in CONSOLE])
def test_commands_print_what_the_documents_say(command, output):
    arguments = shlex.split(command)
    assert arguments[0] == "logicms"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(
        [sys.executable, "-m", *arguments], capture_output=True, text=True, timeout=120, cwd=ROOT, env=environment
    )
    # On a machine that does much else, a command says that it is still working.
    said = re.sub(r"^.*: still working after .*\n", "", result.stderr, flags=re.MULTILINE)
    assert result.stdout + said == output


def test_python_blocks_are_doctests(monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", README, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", "README.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("script", sorted((ROOT / "examples" / "scripts").glob("*.py")), ids=lambda path: path.name)
def test_example_scripts_run(script, golden):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, cwd=ROOT, env=environment
    )
    assert result.returncode == 0, result.stderr
    golden(f"script-{script.stem}.txt", result.stdout)
