"""The package as users get it: built, installed outside the checkout, and quick to start."""

from __future__ import annotations

import ast
import email
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import textwrap
import tomllib
import venv
import zipfile
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
import yaml
from conftest import FULL, NOTATION, ROOT

WORKFLOWS = ROOT / ".github" / "workflows"


def run(*command, **kwargs):
    kwargs.setdefault("check", True)
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **kwargs)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the folder of a source distribution, and of the wheel that is built from it."""
    work = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", work, ROOT)
    return work


@pytest.fixture(scope="module")
def wheel(built, tmp_path_factory):
    """Return the folder of a fresh environment in which the wheel is installed."""
    [wheel] = built.glob("*.whl")
    environment = tmp_path_factory.mktemp("wheel") / "environment"
    venv.create(environment, with_pip=True)
    if FULL:
        run(environment / "bin" / "pip", "install", "--quiet", wheel)
    else:
        # The dependencies come from the environment that runs the tests; a folder added by a .pth file has its own
        # .pth files ignored, so an editable logicms there is not seen.
        run(environment / "bin" / "pip", "install", "--quiet", "--no-deps", wheel)
        [site] = environment.glob("lib/python*/site-packages")
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return environment


@pytest.fixture
def installed(wheel, monkeypatch):
    """Return that folder, where nothing puts the checkout before it."""
    monkeypatch.delenv("PYTHONPATH", raising=False)
    return wheel


PARSE = """
import logicms
board = logicms.parse_board("mines: 1\\n\\n?1\\n11\\n")
assert board.mines == 1 and logicms.parse_board(logicms.format_board(board)) == board
assert ".cell.mine {" in logicms.board_svg(board), "its style travels too"
print(logicms.__file__)
"""


@pytest.mark.full
def test_the_wheel_parses_a_board_outside_the_checkout(installed, tmp_path):
    where = run(installed / "bin" / "python", "-c", PARSE, cwd=tmp_path).stdout.strip()
    assert where.startswith(str(installed))


@pytest.mark.full
def test_the_installed_command_shows_a_board(installed, tmp_path):
    (tmp_path / "board.txt").write_text("?1\n11\n")
    shown = run(installed / "bin" / "logicms", "show", "--ascii", "board.txt", cwd=tmp_path).stdout
    assert "1 ? 1" in shown


@pytest.mark.full
def test_the_lessons_travel_with_the_installed_command(installed, tmp_path):
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    run_learn = [installed / "bin" / "logicms", "learn"]
    listed = run(*run_learn, "--list", cwd=tmp_path, env=environment).stdout
    assert "What a proposition is" in listed
    checked = run(*run_learn, "--check", "1", cwd=tmp_path, env=environment).stdout
    assert checked.startswith("ok: 1 command, 5 exercises")


@pytest.mark.full
def test_the_installed_command_grades_a_program(installed, tmp_path):
    root = os.path.dirname(os.path.dirname(__file__))
    shutil.copy(os.path.join(root, "examples", "assignment", "variants", "minesweeper.py"), tmp_path)
    command = [installed / "bin" / "logicms", "grade", "--unconfined"]  # the program is ours
    graded = [*command, "--adapter", "cs50", "--games", "2", "--json", "minesweeper.py"]
    answer = json.loads(run(*graded, cwd=tmp_path, check=False).stdout)
    assert answer["played"] == 2 and answer["failed"] == answer["wrong"] == 0, answer


@pytest.mark.full
def test_an_index_would_take_both(built):
    """twine finds nothing wrong, and no link of the description leads nowhere."""
    pytest.importorskip("twine", reason="twine is not installed")
    checked = run(sys.executable, "-m", "twine", "check", "--strict", *built.iterdir(), check=False)
    assert checked.returncode == 0 and checked.stdout.count("PASSED") == 2, checked.stdout
    [wheel] = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        [name] = (name for name in archive.namelist() if name.endswith("/METADATA"))
        metadata = email.message_from_bytes(archive.read(name))
        pages = {name for name in archive.namelist() if name.startswith("logicms/notation_pages/")}
    assert {Path(page).name for page in pages} == {page.name for page in NOTATION.glob("*.md")}
    description = metadata.get_payload()
    assert metadata["Description-Content-Type"] == "text/markdown" and description.startswith("# logicms")
    assert all(re.match(r"https?://", link) for link in re.findall(r"\]\(([^)]+)\)", description))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert all(title in description for title in re.findall(r"^## .*$", readme, re.MULTILINE))


@pytest.mark.parametrize(
    ("repository", "expected"),
    [
        (None, "See the docs, .\n"),
        (
            "https://git.example/logicms/",
            "See [the docs](https://git.example/logicms/blob/main/docs/index.md#a), "
            "![a step](https://git.example/logicms/raw/main/step.png).\n",
        ),
    ],
)
def test_links_of_the_readme_become_absolute_or_text(repository, expected):
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    module = module_from_spec(spec := spec_from_file_location("hatch_build", ROOT / "hatch_build.py"))
    spec.loader.exec_module(module)
    text = "See [the docs](docs/index.md#a), ![a step](step.png).\n"
    assert module.long_description(text, repository) == expected
    elsewhere = "[PyPI](https://pypi.example/) and [below](#below)\n"
    assert module.long_description(elsewhere, repository) == elsewhere


def test_the_citation_is_about_this_version():
    import logicms

    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["version"] == project["version"] == logicms.__version__
    assert citation["license"] == project["license"] and citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "type"} <= set(citation)
    assert citation.get("repository-code") == project.get("urls", {}).get("Repository")


def test_workflows_run_what_the_documents_say():
    """They are linted by `.ci/run`; this looks at what they run."""
    workflows = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in WORKFLOWS.glob("*.yml")}
    assert set(workflows) == {"ci", "release"}
    jobs = workflows["ci"]["jobs"]
    commands = "\n".join(step.get("run", "") for job in jobs.values() for step in job["steps"])
    assert ".ci/run" in commands and commands.count("<!-- test command -->") == 2
    matrix = jobs["tests"]["strategy"]["matrix"]
    assert matrix["os"] == ["macos-latest", "windows-latest"] and matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    release = workflows["release"]
    assert release["jobs"]["publish"]["permissions"] == {"id-token": "write"}  # trusted publishing, and nothing else
    assert "secrets." not in "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS.glob("*.yml"))
    for job in (*jobs.values(), *release["jobs"].values()):
        assert "timeout-minutes" in job or "uses" in job


def test_a_bare_checkout_parses_a_board(tmp_path):
    root = os.path.dirname(os.path.dirname(__file__))
    run(sys.executable, "-c", PARSE, cwd=root, env={**os.environ, "PYTHONPATH": root})


@pytest.mark.parametrize(
    "code",
    [
        "import logicms",
        "from logicms.cli import app; app(['--help'], standalone_mode=False)",
        "from logicms.cli import app; app(['--version'], standalone_mode=False)",
        "from logicms.cli import app; app(['show', '--help'], standalone_mode=False)",
        "from logicms.cli import app; app(['completion', 'bash'], standalone_mode=False)",
    ],
)
def test_starting_loads_neither_sympy_nor_networkx(code):
    check = "import sys; heavy = {'sympy', 'networkx', 'pysat', 'lark'} & set(sys.modules); assert not heavy, heavy"
    run(sys.executable, "-c", f"{code}\n{check}")


def test_completion_offers_the_commands_without_loading_them():
    environment = {**os.environ, "_LOGICMS_COMPLETE": "bash_complete", "COMP_WORDS": "logicms sh", "COMP_CWORD": "1"}
    offered = run(sys.executable, "-c", "from logicms.cli import main; main()", env=environment).stdout
    assert offered.split() == ["plain,show"]


def test_every_public_name_is_there():
    import logicms

    for name in logicms.__all__:
        assert getattr(logicms, name) is not None
    assert set(logicms.__all__) <= set(dir(logicms))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        logicms.nothing  # noqa: B018  the access is the test


def test_every_public_name_says_its_types():
    """Signatures are annotated, and so are attributes: type checkers of others infer nothing from our bodies."""
    import logicms

    values = {name: getattr(logicms, name) for name in logicms.__all__ if name != "__version__"}
    for name, value in values.items():
        members = vars(value) if isinstance(value, type) else {name: value}
        for member, function in members.items():
            function = getattr(function, "__func__", getattr(function, "fget", function))
            if inspect.isfunction(function) and Path(function.__code__.co_filename).is_relative_to(ROOT):
                parameters = list(inspect.signature(function).parameters.values())
                missing = [each.name for each in parameters if each.annotation is each.empty and each.name != "self"]
                assert missing in ([], ["cls"]) and "return" in function.__annotations__, (name, member, missing)
        if isinstance(value, type) and not hasattr(value, "__dataclass_fields__"):
            for kind in value.__mro__:
                if kind.__module__.startswith("logicms") and (source := _source(kind)):
                    assigned, declared = _attributes(ast.parse(source))
                    assert assigned <= declared, (name, kind.__name__, assigned - declared)


def _source(kind):
    try:
        return textwrap.dedent(inspect.getsource(kind))
    except OSError:  # made by NamedTuple or Enum
        return ""


def _attributes(tree):
    """Return the public attributes that a class computes, and those whose types it says."""
    assigned, declared = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            declared.add(getattr(node.target, "attr", getattr(node.target, "id", "")))
        elif isinstance(node, ast.Assign) and not isinstance(node.value, ast.Name):  # a parameter has a type
            assigned |= {each.attr for each in node.targets if isinstance(each, ast.Attribute)}
    return {name for name in assigned if not name.startswith("_")}, declared
