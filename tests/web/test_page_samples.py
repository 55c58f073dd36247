"""The examples of the page are what their names say."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

from logicms.answers.prove import next_step
from logicms.board import Board
from logicms.problem import Problem

SAMPLES = ROOT / "logicms" / "web" / "static" / "samples.js"


@pytest.mark.parametrize(
    "name, technique",
    [("A difference of clues", "difference"), ("Suppose the opposite", "propagate"), ("A case split", "split")],
)
def test_an_example_needs_the_technique_of_its_name(name: str, technique: str) -> None:
    found = re.search(rf'sample\("{name}", \[(.*?)\]\)', SAMPLES.read_text(encoding="utf-8"))
    assert found is not None
    rows = tuple(re.findall(r'"([^"]+)"', found[1]))
    assert next_step(Problem.of(Board(rows))).to_json()["technique"] == technique
