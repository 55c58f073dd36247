"""The solution path: all that is certain and nothing else, each step from its own clues, never a harder one first."""

from __future__ import annotations

import json
from itertools import product

import oracle
import pytest
from click.testing import CliRunner
from conftest import ROOT
from hypothesis import given
from strategies import planted_boards, small_positions
from technique_judges import Constraint, by_single, by_subset, constraints

from logicms.answers.prove import next_step, path
from logicms.answers.solve import solve
from logicms.board import FLAG, MINE, SAFE, Board, Cell
from logicms.cli import app
from logicms.explanation import next_deduction
from logicms.limits import limit
from logicms.notation.boards import parse_board
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem

EXAMPLES = ROOT / "examples"


def forced(told: list[Constraint], cell: Cell, mine: bool) -> bool:
    """Return whether the cell is so in every placement that meets these constraints."""
    cells = sorted(frozenset().union(*(cells for cells, _ in told)))
    for signs in product((False, True), repeat=len(cells)):
        held = dict(zip(cells, signs, strict=True))
        if held[cell] is not mine and all(sum(held[each] for each in among) == count for among, count in told):
            return False
    return True


def told_by(board: Board, clues: tuple[Cell, ...], total: bool) -> list[Constraint]:
    """Return what these clues and perhaps the total say on the board."""
    without = board.with_signs({cell: SAFE for cell in board.open if cell not in clues})
    return constraints(without, total)


@given(planted_boards(max_cells=16, flags=False))
def test_the_path_is_all_that_is_certain_from_its_own_clues_easiest_first(board):
    answer = path(Problem.of(board))
    now = board.with_signs(dict.fromkeys(board.known_mines, FLAG))  # how the judges want known mines
    last, then = None, now
    for step in answer.steps:
        # Mines and safe cells of the same clues are two steps of the same moment.
        then = then if last == (last := (step.clues, step.technique)) else now
        # What the clues alone show is told by the clues alone: the total may show it more easily, but is not needed.
        everything = [constraints(then, total) for total in {False, step.uses_mine_total}]
        if step.technique.value != "single":
            assert not any(map(by_single, everything)), (step, then)
        if step.technique.value not in ("single", "subset"):
            assert not any(map(by_subset, everything)), (step, then)
        told = told_by(then, step.clues, step.uses_mine_total)
        assert all(forced(told, cell, step.verdict == "mine") for cell in step.cells), (step, then)
        assert len(step.clues) + step.uses_mine_total == {"single": 1, "subset": 2}.get(
            step.technique.value, len(step.clues) + step.uses_mine_total
        )
        now = now.with_signs(dict.fromkeys(step.cells, FLAG if step.verdict == "mine" else SAFE))
    found = [(cell, step.verdict) for step in answer.steps for cell in step.cells]
    certain = oracle.placements(board)
    assert sorted(found) == sorted(
        [*((cell, "safe") for cell in certain.safe), *((cell, "mine") for cell in certain.mine)]
    )


def test_each_step_is_what_comes_next():
    for board in small_positions(3, 120):
        now, last = board, None
        for step in path(Problem.of(board)).steps:
            same = (step.clues, step.technique, step.uses_mine_total)
            found = next_deduction(now)
            if last != same:  # else it is the other half of the step before, mines and safe cells apart
                assert found is not None and found.cell in step.cells and found.verdict == step.verdict, board
                assert (found.clues, found.technique, found.uses_mine_total) == same, board
            now, last = now.with_signs(dict.fromkeys(step.cells, MINE if step.verdict == "mine" else SAFE)), same
        assert next_deduction(now) is None, board


@pytest.mark.parametrize("file", ["rules/wumpus", "hints/vase", "hints/sprinkler", "hints/cave", "hints/one-two-one"])
def test_the_path_of_a_hint_file_begins_with_what_comes_next(file):
    problem = Problem.of(parse_hints((EXAMPLES / f"{file}.hints").read_text(encoding="utf-8")))
    step, found = path(problem).steps[0], next_step(problem, 4)
    assert found.cell in step.cells and found.verdict == step.verdict and set(found.clues) == set(step.clues)


def test_what_is_stated_is_no_step_and_is_named_as_it_was_stated():
    answer = path(Problem.of(parse_hints((EXAMPLES / "rules" / "wumpus.hints").read_text(encoding="utf-8"))))
    assert not {"breeze(A4)", "pit(A4)", "stench(A3)"} & {str(name) for step in answer.steps for name in step.cells}
    assert answer.steps[0].clues == ("line 2 with c = A4", "~breeze(A4)")


@pytest.mark.parametrize("file", sorted((EXAMPLES / "boards").glob("*.txt")), ids=lambda file: file.stem)
def test_the_path_of_every_example_ends_where_solve_does(file):
    problem = Problem.of(parse_board(file.read_text(encoding="utf-8")))
    answer, solved = path(problem), solve(problem)
    assert (answer.status, answer.exit_code, answer.conflict) == (solved.status, solved.exit_code, solved.conflict)
    for verdict, cells in (("safe", solved.safe), ("mine", solved.mine)):
        shown = [cell for step in answer.steps if step.verdict == verdict for cell in step.cells]
        assert sorted(shown) == sorted(cells)


def test_the_mine_total_is_named_only_where_it_is_needed():
    answer = path(Problem.of(parse_board((EXAMPLES / "boards" / "ringed.txt").read_text())))
    assert [step.uses_mine_total for step in answer.steps] == [False] * 8 + [True]
    assert answer.steps[-1].clues == () and [str(cell) for cell in answer.steps[-1].cells] == ["C3"]


def test_hint_files_have_a_path_too():
    counts = path(Problem.of(parse_hints("1 among a b\n1 among a b c\nsafe b")))
    assert [(step.cells, step.verdict, step.technique.value) for step in counts.steps] == [
        (("a",), "mine", "single"),
        (("c",), "safe", "single"),
    ]
    formulas = path(Problem.of(parse_hints("a -> b\nb -> c & d\na")))
    assert [(step.cells, step.clues, step.technique) for step in formulas.steps] == [
        (("b",), ("a -> b", "a"), None),
        (("c", "d"), ("a -> b", "b -> c & d", "a"), None),
    ]


def test_a_limit_keeps_the_steps_so_far():
    board = parse_board((EXAMPLES / "boards" / "expert.txt").read_text())
    whole = path(Problem.of(board))
    for steps in (0, 10, 40, 100, 300, 1000, 3000):
        with limit(steps=steps):
            answer = path(Problem.of(board))
        assert answer.steps == whole.steps[: len(answer.steps)]
        assert answer.status == ("limit" if len(answer.steps) < len(whole.steps) else whole.status)


def test_the_command():
    def run(*arguments):
        return CliRunner().invoke(app, ["path", *arguments])

    boards = EXAMPLES / "boards"
    text = run(str(boards / "one-two-two-one.txt"))
    assert text.exit_code == 0 and "\n1. " in text.stdout and text.stdout.endswith("steps\n")
    found = json.loads(run("--json", str(boards / "one-two-two-one.txt")).stdout)
    assert found["version"] == 1 and found["status"] == "solved"
    assert all(step.keys() == {"cells", "verdict", "clues", "technique", "uses_mine_total"} for step in found["steps"])
    assert run(str(boards / "fifty-fifty.txt")).exit_code == 1
    clash = run("--json", str(boards / "contradiction.txt"))
    assert clash.exit_code == 3 and json.loads(clash.stdout)["proof"]["steps"][-1]["clause"] == []
    assert run("no such file").exit_code == 2
