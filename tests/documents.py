"""Documents whose commands are run: what a page shows, and a session in which its commands print it.

The commands of a page are one session, in a folder of its own with the examples in it. A block with a caption is a file
that the reader writes; a line `...` in an output stands for any lines. `--update-golden` writes what a command prints
into its page.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import NOTATION, ROOT

DOCS = ROOT / "docs"
FIRST = [ROOT / "README.md", DOCS / "index.md"]
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "examples" / "rules" / "README.md",
    *(page for page in sorted(DOCS.rglob("*.md")) if NOTATION not in page.parents),
]
OTHERS = [ROOT / name for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "grammar/README.md")]
LINKED = [
    *DOCUMENTS,
    *OTHERS,
    *NOTATION.glob("*.md"),
    *(ROOT / "examples").rglob("*.md"),
    ROOT / "benchmarks/README.md",
]
SHOWN = r"console\n(?P<console>.*?)"
CAPTIONED = r"\{code-block\} \S+\n:caption: (?P<name>\S+)\n\n(?P<file>.*?)"
BLOCK = re.compile(rf"^```(?:{SHOWN}|{CAPTIONED})^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
OUTSIDE = re.compile(r"\bcurl\b|logicms grade")
"""Commands that need more than Python: a service, or what keeps students' programs in."""

NOT_ON_WINDOWS = pytest.mark.skipif(os.name == "nt", reason="the commands of the documents are for a POSIX shell")


def identity(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def sessions(outside: bool) -> list[Path]:
    """Return the pages with commands: those that need more than Python, or the others. (Not the two first pages.)"""
    texts = {page: page.read_text(encoding="utf-8") for page in DOCUMENTS if page not in FIRST}
    shown = {page: "".join(found["console"] or "" for found in BLOCK.finditer(text)) for page, text in texts.items()}
    return [
        page for page in DOCUMENTS if page not in FIRST and shown[page] and bool(OUTSIDE.search(shown[page])) is outside
    ]


def shims(folder: Path) -> str:
    """Return a PATH that begins with a `logicms` and a `python` that are those of the tests."""
    folder.mkdir()
    for name, words in {"logicms": "-m logicms", "python": ""}.items():
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n')
        script.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def fits(output: str, expected: str) -> bool:
    """Tell whether an output is what a page shows, where a line `...` stands for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "...\n" else re.escape(line) for line in expected.splitlines(keepends=True)
    )
    return re.fullmatch(pattern, output) is not None


def run_session(page: Path, folder: Path, update: bool, address: str = "") -> None:
    """Run the commands of a page in order, and compare what each prints with what stands below it."""
    (folder / "here").mkdir()
    (folder / "here" / "examples").symlink_to(ROOT / "examples")
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "PATH": shims(folder / "bin"),
        "XDG_DATA_HOME": str(folder / "data"), "no_proxy": "*",
    }  # fmt: skip

    def printed(command: str) -> str:
        told = command.replace("http://localhost:8000", address) if address else command
        result = subprocess.run(
            ["bash", "-c", told],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=300,
            cwd=folder / "here",
            env=environment,
        )
        # On a machine that does much else, a command says that it is still working.
        output = re.sub(r"^.*: still working after .*\n", "", result.stdout, flags=re.MULTILINE)
        return output if not output or output.endswith("\n") else output + "\n"

    def block(found: re.Match[str]) -> str:
        if found["name"]:
            (folder / "here" / found["name"]).write_text(found["file"], encoding="utf-8")
            return found[0]
        text: str = found["console"]
        for command, expected in COMMAND.findall(text):
            output = printed(command)
            if update and not fits(output, expected):
                text = text.replace(f"$ {command}\n{expected}", f"$ {command}\n{output}", 1)
            elif not update:
                assert fits(output, expected), f"{identity(page)}: `{command}` prints\n{output}\ninstead of\n{expected}"
        return found[0].replace(found["console"], text)

    before = page.read_text(encoding="utf-8")
    after = BLOCK.sub(block, before)
    if after != before:
        page.write_text(after, encoding="utf-8")
