"""What Datalog files mean: clingo is the judge, and the same file as a hint file says the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from conftest import FULL
from datalog_programs import FILES, for_clingo, random_program, stable_models

from logicms.answers.solve import check
from logicms.errors import BoardError
from logicms.notation.datalog import parse_datalog
from logicms.notation.formulas import parse_expression
from logicms.notation.hint_files import HintFile, format_hints, parse_hints
from logicms.render.asp import to_asp

PROGRAMS = 3_000 if FULL else 300


def models(file: HintFile) -> list[frozenset[str]]:
    """Return what holds as the only stable model; none if a constraint is not met."""
    problem = file.to_problem()
    assert problem.closed is not None
    holding = frozenset(map(str, problem.closed.holding))
    return [holding] if check(problem).status != "inconsistent" else []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_means_what_it_means_to_clingo(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    file = parse_datalog(text, path.name)
    assert models(file) == stable_models(for_clingo(text))


def test_there_are_many_files() -> None:
    assert len(FILES) >= 30


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_its_twin_as_a_hint_file_says_the_same(path: Path) -> None:
    file = parse_datalog(path.read_text(encoding="utf-8"), path.name)
    twin = parse_hints(format_hints(file))
    assert models(twin) == models(file)
    assert [rule.body for rule in twin.rules] == [rule.body for rule in file.rules]
    assert all(parse_expression(rule.text) == rule.body for rule in file.rules), "the checker reads it, too"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_clingo_finds_the_same_in_what_is_written_for_it(path: Path) -> None:
    file = parse_datalog(path.read_text(encoding="utf-8"), path.name)
    found = stable_models(to_asp(file))
    assert [{name for name in model if name.partition("(")[0] in file.closed} for model in found] == models(file)


@pytest.mark.full
def test_random_programs_mean_what_they_mean_to_clingo() -> None:
    same = refused = 0
    for seed in range(PROGRAMS):
        text = random_program(Random(seed))
        file = parse_datalog(text)
        try:
            found = models(file)
        except BoardError:
            refused += 1
            continue
        assert found == stable_models(for_clingo(text)), text
        assert models(parse_hints(format_hints(file))) == found, text
        same += 1
    assert same > refused > 0
