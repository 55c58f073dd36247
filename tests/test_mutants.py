"""Mutants: a bounded sample is killed by the tests of their rooms; `python -m tests.mutants` tries 25 of each room."""

from __future__ import annotations

import ast

import mutants
from conftest import ROOT
from mutants import ARGUED, ROOMS, chosen, modules_of, mutant_at, room_tests, sites, survives

SEED = 8


def test_a_change_is_one_change() -> None:
    """Each site changes the module, and what it gives can be compiled."""
    for path in sorted((ROOT / "logicms" / "counting").glob("*.py")):
        before = ast.unparse(ast.parse(path.read_text(encoding="utf-8")))
        for site in list(sites(path))[::7]:
            mutant = mutant_at(site)
            assert mutant.module != before
            compile(mutant.module, mutant.path, "exec")


def test_annotations_are_left_alone(tmp_path, monkeypatch) -> None:
    """Changing `int | None` in a signature would change nothing when the program runs."""
    module = tmp_path / "module.py"
    module.write_text("def f(x: int | None = 3) -> int | None:\n    return x | 4\n")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    after = [mutant_at(site).module for site in sites(module)]
    assert len(after) == 3 and all("int | None" in text and "-> int | None" in text for text in after)


def test_every_room_has_tests() -> None:
    for room in ROOMS:
        assert all(module.is_file() for module in modules_of(room)) and len(room_tests(room)) > len(modules_of(room))


def test_what_is_argued_is_a_change_that_is_made() -> None:
    """Once the line is gone or reads otherwise, so does its argument."""
    paths = {change.split(": ")[0] for change in ARGUED}
    changes = {mutant_at(site).change for path in sorted(paths) for site in sites(ROOT / path)}
    assert ARGUED.keys() <= changes and all(ARGUED.values()) and len(ARGUED) <= 7


def test_five_mutants_of_five_rooms_are_killed() -> None:
    """One may survive, because some changes make no difference."""
    rooms = ["logic", "proofs", "counting", "deduction", "guessing"]
    alive = [str(mutant) for room in rooms for mutant in chosen(room, 1, SEED) if survives(mutant, room, 300)]
    assert len(alive) <= 1, "\n".join(alive)
