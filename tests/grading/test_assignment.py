"""examples/assignment: its commands print what it says, its proofs and programs are what they are said to be."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys

import pytest
from conftest import NOTATION, ROOT
from submissions import level_here

FOLDER = ROOT / "examples" / "assignment"
README = (FOLDER / "README.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ (logicms .*)\n((?:(?!\$ |```).*\n)*)", README, re.MULTILINE)


def logicms(*arguments: object) -> subprocess.CompletedProcess[str]:
    if arguments[0] == "grade" and level_here() == "process":  # nobody's programs but ours
        arguments = ("grade", "--unconfined", *arguments[1:])
    command = [sys.executable, "-m", "logicms", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=ROOT)


@pytest.mark.parametrize("command, output", COMMANDS, ids=[shlex.split(command)[1] for command, _ in COMMANDS])
def test_commands_print_what_the_readme_says(command, output, request):
    shown = logicms(*shlex.split(command)[1:]).stdout
    if request.config.getoption("--update-golden"):
        text = (FOLDER / "README.md").read_text(encoding="utf-8")
        (FOLDER / "README.md").write_text(text.replace(f"$ {command}\n{output}", f"$ {command}\n{shown}"), "utf-8")
        return
    assert timeless(shown) == timeless(output)


def timeless(text: str) -> str:
    """Return a report without times."""
    return re.sub(r"the program's time: .*|,[\d.]+,[\d.]+,(?=[^,\n]*$)", "…", text, flags=re.MULTILINE)


def test_there_are_commands_and_every_part():
    assert len(COMMANDS) == 3 and all(output for _, output in COMMANDS)
    parts = "Summary Topics Audience Difficulty Strengths Weaknesses Dependencies Variants"
    assert all(f"| **{part}** |" in README for part in parts.split())
    assert all((FOLDER / name).exists() for name in re.findall(r"\]\((?!http)([^)#]+)\)", README))


@pytest.mark.parametrize(
    "path, score, status",
    [
        ("starter/reasoner.py", 10, "incomplete"),
        ("solutions/single", 60, "incomplete"),
        ("solutions/subsets", 80, "incomplete"),
        ("solutions/complete", 100, "complete"),
    ],
)
def test_the_programs_are_what_they_are_said_to_be(path, score, status):
    """The rubric tells them apart: once the starter as it is and the rule for single clues both got 50."""
    options = ("--seed", 24, "--games", 12, "--move-seconds", 60, "--show", 0, "--rubric", FOLDER / "rubric.txt")
    made = logicms("grade", "--adapter", FOLDER / "adapter.py", *options, "--json", FOLDER / path)
    data = json.loads(made.stdout)
    # `quick` depends on the machine
    earned = [each["points"] if each["name"] != "quick" else each["of"] for each in data["points"]]
    assert sum(earned) == score, data["points"]
    assert data["status"] == status and made.returncode == (status != "complete")


def test_the_handout_s_examples_are_the_boards():
    handout = (FOLDER / "handout.md").read_text(encoding="utf-8")
    for goal, board in re.findall(r"^- `(\S+)` on `(\S+)`", handout, re.MULTILINE):
        proof = FOLDER / "proofs" / "ann" / board.rpartition("/")[2]
        made = logicms("verify", "--as-exercise", ROOT / board, "--goal", goal, proof)
        assert made.returncode == 0, made.stdout
    unfinished = re.findall(r"```\n(to show.*?)```", handout, re.DOTALL)
    assert unfinished
    for text in unfinished:
        command = [sys.executable, "-m", "logicms", "verify", "--as-exercise", "examples/boards/one-two-one.txt", "-"]
        made = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, cwd=ROOT)
        assert "✗" not in made.stdout and made.stdout.startswith("✓ 1."), made.stdout


def test_the_lines_of_the_variant_are_those_of_the_grammar():
    program = (FOLDER / "variants" / "lines.py").read_text(encoding="utf-8")
    assert f"```python\n{program}```" in (NOTATION / "programs.md").read_text(encoding="utf-8")
    assert len([line for line in program.splitlines() if line.strip() and not line.startswith("#")]) <= 20
