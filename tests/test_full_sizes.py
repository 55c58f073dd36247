"""What has a larger size under LOGICMS_FULL=1 is marked `full`, so that `pytest -m full` runs all of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

MODULES = sorted(set(Path(__file__).parent.rglob("test_*.py")) - {Path(__file__)})
VARIABLE = "LOGICMS_FULL"


def names_in(node: ast.AST) -> set[str]:
    """Return every name that a piece of code mentions: those of fixtures and of our variable, too."""
    names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
    names |= {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}
    return names | {VARIABLE for each in ast.walk(node) if isinstance(each, ast.Constant) and each.value == VARIABLE}


def is_import_of_size(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and "conftest import" in (text := ast.unparse(node)) and "FULL" in text


def sized_names(statements: list[ast.stmt]) -> set[str]:
    """Return the names of a module whose meaning depends on the variable, directly or not."""
    sized = {VARIABLE} | {"FULL" for each in statements if is_import_of_size(each)}
    before = 0
    while len(sized) > before:
        before = len(sized)
        for each in statements:
            if names_in(each) & sized:
                if isinstance(each, ast.FunctionDef):
                    sized.add(each.name)
                elif isinstance(each, ast.Assign):
                    sized.update(*map(names_in, each.targets))
    return sized


def unmarked(source: str) -> Iterator[str]:
    """Yield the tests of a module whose size depends on LOGICMS_FULL and that are not marked `full`."""
    statements = ast.parse(source).body
    if any("pytestmark" in names_in(each) and "pytest.mark.full" in ast.unparse(each) for each in statements):
        return
    sized = sized_names(statements)
    for each in statements:
        if isinstance(each, ast.FunctionDef):
            marks = [ast.unparse(mark) for mark in each.decorator_list]
            if each.name in sized and each.name.startswith("test_") and "pytest.mark.full" not in marks:
                yield each.name
        elif isinstance(each, ast.Expr) and names_in(each) & sized:
            yield f"line {each.lineno}"


def test_a_mark_that_is_missing_is_found() -> None:
    head = "from conftest import FULL\nMANY = 9 if FULL else 1\n"
    test = "def test_it(MANY):\n    pass\n"
    assert list(unmarked(head + test)) == ["test_it"]
    assert list(unmarked(head + "@pytest.mark.full\n" + test)) == []
    assert list(unmarked(head + "pytestmark = pytest.mark.full\n" + test)) == []
    assert list(unmarked("FULL = 1\nMANY = FULL\n" + test)) == []
    assert list(unmarked(head + "globals().update(tests(MANY))\n")) == ["line 3"]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_what_has_a_full_size_is_marked(module: Path) -> None:
    assert list(unmarked(module.read_text(encoding="utf-8"))) == []
