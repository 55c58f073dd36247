"""What works without extras, what asks for one, and that an extra declares all that its modules import."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

import pytest
from conftest import ROOT

from logicms.cli import NAMES

DISTRIBUTIONS = packages_distributions()


def named(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found is not None
    return normal(found[0])


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def required(extra: str | None) -> set[str]:
    """Return the distributions that logicms names, for all or for an extra; an extra may name another one."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    found = set()
    for requirement in project["optional-dependencies"][extra] if extra else project["dependencies"]:
        others = re.match(r"logicms\[([\w,-]+)\]", requirement)
        found |= set().union(*map(required, others[1].split(","))) if others else {named(requirement)}
    return found


def with_what_they_need(names: set[str]) -> set[str]:
    whole: set[str] = set()
    while names - whole:
        name = (names - whole).pop()
        whole.add(name)
        try:
            needed = distribution(name).requires or []
        except PackageNotFoundError:  # for another system or another Python
            continue
        names = names | {named(each) for each in needed if "extra ==" not in each}
    return whole


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


EXTRAS = {"web/tools.py": "mcp", "web": "web", "experiments": "cluster", "render": "plot"}
"""Which extra each room, or a module of it, may use beyond what everybody has."""


@pytest.mark.parametrize("path", sorted((ROOT / "logicms").rglob("*.py")), ids=lambda path: path.stem)
def test_what_a_module_imports_is_declared(path: Path) -> None:
    place = path.relative_to(ROOT / "logicms")
    extra = EXTRAS.get(place.as_posix()) or EXTRAS.get(place.parts[0])
    declared = required(None) | (required(extra) if extra else set())
    for name in {each.partition(".")[0] for each in imported(path.read_text(encoding="utf-8"))}:
        if name not in sys.stdlib_module_names and name != "logicms" and not (path.parent / f"{name}.py").exists():
            owners = set(map(normal, DISTRIBUTIONS.get(name, [name])))
            assert owners & declared, f"{path}: {name} is in no requirement of logicms[{extra or ''}]"


WITHOUT = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
from logicms.cli import NAMES, app, main
"""


def without_extras(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python where nothing can be imported but what `pip install logicms` brings."""
    brought = with_what_they_need(required(None)) | {"logicms"}
    missing = {name for name, owners in DISTRIBUTIONS.items() if not brought & set(map(normal, owners))}
    assert {"starlette", "matplotlib", "distributed"} <= missing and "sympy" not in missing
    command = [sys.executable, "-c", f"MISSING = {missing!r}\n{WITHOUT}\n{code}"]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=300)


@pytest.mark.parametrize(
    "arguments, extra",
    [
        (["serve"], "web"),
        (["mcp"], "mcp"),
        (["experiment", "density", "--games", "1", "--plot", "plots"], "plot"),
        (["experiment", "density", "--games", "1", "--cluster", "tcp://127.0.0.1:9"], "cluster"),
    ],
)
def test_a_command_says_which_extra_it_needs(arguments: list[str], extra: str) -> None:
    done = without_extras(f"sys.argv[1:] = {arguments!r}\nmain()")
    assert done.returncode == 2 and done.stdout == ""
    assert re.fullmatch(rf".* needs the extra `{extra}`: pip install 'logicms\[{extra}\]'\n", done.stderr), done.stderr


def test_every_other_command_can_be_imported_without_extras() -> None:
    code = "import click\nfor name in NAMES:\n    print(app.get_command(click.Context(app), name).name)"
    assert without_extras(code).stdout.split() == list(NAMES)
