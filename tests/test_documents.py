"""The documents run: the README's commands, every Python block, every link; the tour is where the code is."""

from __future__ import annotations

import doctest
import json
import os
import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from urllib.parse import unquote

import pytest
from conftest import ROOT
from documents import DOCS, DOCUMENTS, FIRST, LINKED, NOT_ON_WINDOWS, identity, run_session

README = ROOT / "README.md"


@NOT_ON_WINDOWS
@pytest.mark.parametrize("page", FIRST, ids=identity)
def test_commands_print_what_the_first_page_says(page, tmp_path, request):
    run_session(page, tmp_path, request.config.getoption("--update-golden"))


@pytest.mark.parametrize("page", DOCUMENTS, ids=identity)
def test_python_blocks_are_doctests(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    blocks = re.findall(r"^```python\n(>>> .*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, identity(page), identity(page), 0)
    assert doctest.DocTestRunner().run(test).failed == 0


def test_the_readme_is_short():
    assert README.read_text(encoding="utf-8").count("\n") <= 130


def generated():
    """Return the module that makes parts of the pages from the code; it needs the extra `mcp`, and no Sphinx."""
    pytest.importorskip("mcp", reason="the extra `mcp` is not installed")
    path = DOCS / "generated.py"
    module = module_from_spec(spec := spec_from_file_location("generated", path))
    spec.loader.exec_module(module)
    return module


def test_generated_parts_are_made_and_used():
    made = generated()
    assert doctest.testmod(made).failed == 0
    blocks = made.BLOCKS
    sources = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    assert set(re.findall(r"<!-- generated: ([\w-]+) -->", sources)) == set(blocks)
    for name, make in blocks.items():
        assert make().count("\n") > 2, name


# -- the tour

TOUR = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TRACED = """
import sys

calls = []


def note(frame, event, _):
    if event == "call":
        calls.append((frame.f_code.co_filename, frame.f_code.co_qualname))


from logicms.cli import app

sys.setprofile(note)
try:
    app(sys.argv[1:], standalone_mode=False)
finally:
    sys.setprofile(None)
    for file, name in calls:
        print(file, name, file=sys.stderr)
"""


def test_the_tour_goes_where_a_board_goes():
    """Each command of the tour calls what its table names, in that order."""
    stops = 0
    for command, rows in re.findall(
        r"^```sh\nlogicms ([^\n]*)\n```$(.*?)(?=^```|^`tests)", TOUR, re.MULTILINE | re.DOTALL
    ):
        run = [sys.executable, "-c", TRACED, *command.split()]
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        traced = subprocess.run(run, capture_output=True, text=True, timeout=120, cwd=ROOT, env=environment)
        calls = [tuple(line.rsplit(" ", 1)) for line in traced.stderr.splitlines()]
        for file, name in re.findall(r"^\| `(\S+)` `(\S+)` \|", rows, re.MULTILINE):
            assert (str(ROOT / file), name) in calls, f"`{file}` `{name}` is not called, or earlier than the tour says"
            del calls[: calls.index((str(ROOT / file), name)) + 1]
            stops += 1
    assert stops > 15


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", DOCS / "contributing.md"], ids=identity)
def test_the_files_it_names_are_there(page):
    listed = subprocess.run(["git", "ls-files"], capture_output=True, text=True, cwd=ROOT).stdout.split()
    files = listed or [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*") if ".venv" not in path.parts]
    folders = {f"{parent.as_posix()}/" for file in files for parent in Path(file).parents}
    named = re.findall(r"`([\w.][\w./-]+(?:\.(?:py|js|lark|md|json|txt|toml)|/))`", page.read_text(encoding="utf-8"))
    assert len(named) > 20
    for name in named:
        assert any(f"/{each}".endswith(f"/{name}") for each in (*files, *folders)), name


# -- links


def anchors(page: Path) -> set[str]:
    """Return the anchors of a page: of its headings, as GitHub makes them."""
    text = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower() for title in titles]
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in plain}


def links(page: Path) -> list[str]:
    """Return where a page's links lead, without those to other hosts."""
    if page.suffix == ".ipynb":
        cells = json.loads(page.read_text(encoding="utf-8"))["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    else:
        text = re.sub(r"^(`{3,}).*?^\1$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    found = re.findall(r"\]\(<?([^)\s>]+)>?\)", re.sub(r"`[^`\n]*`", "", text))
    return [link for link in found if not re.match(r"[a-z]+:", link)]


@pytest.mark.parametrize("page", [*LINKED, *(ROOT / "examples").glob("*.ipynb")], ids=identity)
def test_links_lead_somewhere(page):
    for link in links(page):
        path, _, anchor = unquote(link).partition("#")
        target = (page.parent / path).resolve() if path else page
        assert target.is_relative_to(ROOT) and target.exists(), f"{identity(page)}: {link}"
        if anchor and target.suffix == ".md" and "<!-- generated" not in target.read_text(encoding="utf-8"):
            assert anchor in anchors(target), f"{identity(page)}: {link}"


def test_every_picture_is_shown():
    pictures = set((ROOT / "examples" / "screenshots").glob("*.png"))
    shown = {(page.parent / link).resolve() for page in DOCUMENTS for link in links(page) if link.endswith(".png")}
    assert pictures == {path for path in shown if path.parent.name == "screenshots"}


def test_every_page_can_be_reached():
    """Every page of the documentation is in a table of contents."""
    for folder in {page.parent for page in DOCS.rglob("*.md")}:
        index = folder / "index.md"
        assert index.exists(), folder
        trees = re.findall(r"^```\{toctree\}\n(.*?)^```$", index.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
        listed = {line for tree in trees for line in tree.splitlines() if line and not line.startswith(":")}
        expected = {page.stem for page in folder.glob("*.md")} - {"index"}
        expected |= {f"{each.name}/index" for each in folder.iterdir() if (each / "index.md").exists()}
        assert listed == expected, folder


@pytest.mark.parametrize("script", sorted((ROOT / "examples" / "scripts").glob("*.py")), ids=lambda path: path.name)
def test_example_scripts_run(script, golden):
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, cwd=ROOT, env=environment
    )
    assert result.returncode == 0, result.stderr
    golden(f"script-{script.stem}.txt", result.stdout)
