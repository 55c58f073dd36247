"""Mutation testing: change one thing in a room, and see whether the tests of that room notice.

    python -m tests.mutants [--room logic] [--number 25] [--seed 1] [--seconds 120] [--only FILE:LINE]

A *mutant* is a copy of the project with one small change in the code: a comparison turned round, `and` made `or`, a
number one larger, a condition negated, a statement left out. It is *killed* if a test of its room fails, or takes too
long; it *survives* if all pass, and then a test is missing, or the change makes no difference. Of some it is *argued*
here why it makes none: see `ARGUED`. Survivors are printed with the line before and after; the exit code is the number
of those that are not argued. Each takes as long as the tests of its room, so that all of them take hours.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent

ROOMS = {
    "logic": "formulas details",
    "proofs": "sums details",
    "counting": "odds certainty many_positions details",
    "deduction": "backbone problem details",
    "explanation": "details",
    "guessing": "player odds details",
    "player": "course_players turns cli_games commands",
    "rules": "hint_files formulas",
    "grading": "",
    "answers": "commands cli_explain cli_knowledge cli_games turns which which_command problem proof_claims records "
    "values",
    "commands": "doors commands cli_games cli_explain turns web_lessons web_openapi play_me generate",
    "notation/boards": "boards links",
    "web/tools": "mcp",
    "web/settings": "deployment web",
    "web/edge": "deployment web web_hostile",
}
"""Which tests are about a room, or about one module of it, besides its doctests and the folder of tests of its name."""

ARGUED = {
    "logicms/answers/solve.py: least = min(mine.values(), default=1) -> least = min(mine.values(), default=2)":
        "where there are no names, no name has the least probability, whatever it is said to be",
    "logicms/counting/components.py: if len(new) > 1: -> if len(new) >= 1:":
        "a list of one group is in order; the comparison only saves a call",
    "logicms/counting/placements.py: if total >> low <= one: -> if total >> low < one:":
        "`one` has more bits than cells, and there are at most 2^cells placements: the two are never equal",
    "logicms/explanation/counting_proofs.py: "
    "rises = self._numerator(basic) < self.equations[basic][0] * self.low[basic] -> "
    "rises = self._numerator(basic) <= self.equations[basic][0] * self.low[basic]":
        "asked only of a sum that is out of its bounds, and so is not equal to the lower one",
    "logicms/guessing/policies.py: kind = len(fixed) if fixed <= self.undecided.away else fixed -> "
    "kind = len(fixed) if fixed < self.undecided.away else fixed":
        "under which key a count is remembered: if these are all such cells, it is counted once more",
    "logicms/notation/boards.py: "
    "with_hash = {number: width for number, width in _rows_with_hash(text) if number > above} -> "
    "with_hash = {number: width for number, width in _rows_with_hash(text) if number >= above}":
        "the line of the last key is no row, with # or without",
    "logicms/player/player.py: return certain_cells(board) if 0 < undecided <= total_at else without -> "
    "return certain_cells(board) if 0 <= undecided <= total_at else without":
        "where nothing is undecided, the total adds nothing; the comparison only saves a call",
}  # fmt: skip
"""Changes that no test can notice, each with the reason: the file, the line before, and the line after."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATIONS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_TWINS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass(frozen=True)
class Mutant:
    """One change: where, the code before and after, and the whole module with it."""

    path: str
    line: int
    before: str
    after: str
    module: str

    @property
    def change(self) -> str:
        """What is changed, wherever the line may be: a key of `ARGUED`."""
        return f"{self.path}: {self.before} -> {self.after}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line}\n  - {self.before}\n  + {self.after}"


class Site(NamedTuple):
    """Where a change can be made: the node of a module by its number, and which change of several."""

    path: Path
    line: int
    node: int
    variant: int


def sites(path: Path) -> Iterator[Site]:
    """Yield every place of a module where something can be changed."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    idle = {id(part) for node in ast.walk(tree) for outer in _without_effect(node) for part in ast.walk(outer)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) not in idle:
            for variant in range(_number_of_changes(node)):
                yield Site(path, getattr(node, "lineno", 0), number, variant)


def _without_effect(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node that hardly matter when the program runs: annotations and decorators."""
    parts = [getattr(node, "annotation", None), getattr(node, "returns", None)]
    return [*filter(None, parts), *getattr(node, "decorator_list", [])]


def mutant_at(site: Site) -> Mutant:
    """Return the module with the change made."""
    tree = ast.parse(site.path.read_text(encoding="utf-8"))
    before = _shown(tree, site.line)
    _change(tree, list(ast.walk(tree))[site.node], site.variant)
    return Mutant(str(site.path.relative_to(ROOT)), site.line, before, _shown(tree, site.line), ast.unparse(tree))


def unchanged(room: str) -> Mutant:
    """Return the first module of a room as it is: if that is killed, no other death says anything."""
    path = modules_of(room)[0]
    return Mutant(str(path.relative_to(ROOT)), 0, "", "", path.read_text(encoding="utf-8"))


def _shown(tree: ast.AST, line: int) -> str:
    """Return the innermost statement on a line, in one line."""
    statements = [n for n in ast.walk(tree) if isinstance(n, ast.stmt) and n.lineno <= line <= (n.end_lineno or 0)]
    if not statements:
        return "(left out)"
    inner = max(statements, key=lambda statement: (statement.lineno, -(statement.end_lineno or 0)))
    return ast.unparse(inner).split("\n")[0][:200]


def _number_of_changes(node: ast.AST) -> int:
    """Return how many changes are made to a node."""
    if isinstance(node, ast.Compare):
        return sum(type(op) in _COMPARISONS for op in node.ops)
    if isinstance(node, ast.BinOp | ast.AugAssign):
        return int(type(node.op) in _OPERATIONS)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, bool) or (isinstance(node.value, int) and abs(node.value) < 1000)
    if isinstance(node, ast.Name):
        return node.id in _TWINS
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return not isinstance(node.test, ast.Constant) and ast.unparse(node.test) != "TYPE_CHECKING"
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call)
    return isinstance(node, ast.BoolOp) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def _change(tree: ast.AST, node: ast.AST, variant: int) -> None:
    """Make a change to a node of the tree."""
    if isinstance(node, ast.Compare):
        places = [at for at, op in enumerate(node.ops) if type(op) in _COMPARISONS]
        node.ops[places[variant]] = _COMPARISONS[type(node.ops[places[variant]])]()
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        node.op = _OPERATIONS[type(node.op)]()
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else int(node.value) + 1  # type: ignore[arg-type]
    elif isinstance(node, ast.Name):
        node.id = _TWINS[node.id]
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        node.test = ast.copy_location(ast.UnaryOp(ast.Not(), node.test), node.test)
    elif isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    elif isinstance(node, ast.UnaryOp):
        _replace(tree, node, node.operand)
    elif isinstance(node, ast.Expr):
        _replace(tree, node, ast.copy_location(ast.Pass(), node))
    ast.fix_missing_locations(tree)


def _replace(tree: ast.AST, old: ast.AST, new: ast.AST) -> None:
    for parent in ast.walk(tree):
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list):
                value[:] = [new if one is old else one for one in value]


# -- the tests of a room


def room_tests(room: str) -> list[str]:
    """Return the doctests of a room, its folder of tests, and the test files that the table names."""
    named = {path.stem: path for path in (ROOT / "tests").rglob("test_*.py")}
    own = sorted((ROOT / "tests" / room).glob("test_*.py"))
    other = [named[f"test_{name}"] for name in ROOMS[room].split()]
    return [str(path.relative_to(ROOT)) for path in [*modules_of(room), *own, *other]]


def modules_of(room: str) -> list[Path]:
    """Return the modules of a room, or the one that is named."""
    place = ROOT / "logicms" / room
    return sorted(place.glob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def survives(mutant: Mutant, room: str, seconds: float) -> bool:
    """Return whether all tests of the room pass with this change."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as folder:
        twin = Path(folder) / "project"
        tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in tracked.splitlines():
            (twin / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, twin / name)
        (twin / mutant.path).write_text(mutant.module, encoding="utf-8")
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-x",
            "-q",
            "-W",
            "ignore::pytest.PytestCollectionWarning",
            "-p",
            "no:cacheprovider",
            *room_tests(room),
        ]
        environment = {**os.environ, "PYTHONPATH": str(twin), "HYPOTHESIS_STORAGE_DIRECTORY": folder}
        tests = subprocess.Popen(
            command, cwd=twin, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        try:
            return tests.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            _end(tests)


def _end(tests: subprocess.Popen[bytes]) -> None:
    """End the tests and whatever they have started."""
    try:
        os.killpg(tests.pid, 9)
    except ProcessLookupError:
        pass
    tests.wait()


def chosen(room: str, number: int, seed: int, only: str = "") -> list[Mutant]:
    """Return this many mutants of a room, the same for the same seed; `only` is a file, or a file and a line."""
    every = [site for module in modules_of(room) for site in sites(module)]
    if only:
        wanted = [site for site in every if f"{site.path.relative_to(ROOT)}:{site.line}:".startswith(only)]
    else:
        wanted = random.Random(f"{room} {seed}").sample(every, min(number, len(every)))
    return [mutant_at(site) for site in wanted]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--room", choices=list(ROOMS), action="append", help="a room (default: all)")
    parser.add_argument("--number", type=int, default=25, help="mutants of each room (default 25)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=300.0, help="for the tests of a room (default 300)")
    parser.add_argument("--only", default="", help="a file, or a file and a line: logicms/logic/inference.py:75")
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    rooms = given.room or [room for room in ROOMS if given.only.startswith(f"logicms/{room}") or not given.only]
    work = [(mutant, room) for room in rooms for mutant in chosen(room, given.number, given.seed, given.only)]
    for room in rooms:
        if not survives(unchanged(room), room, given.seconds):
            sys.exit(f"the tests of {room} fail, or take longer than --seconds, without any change")
    count = {"killed": 0, "argued": 0, "SURVIVES": 0}
    with ThreadPoolExecutor(given.workers) as pool:
        results = pool.map(lambda one: survives(one[0], one[1], given.seconds), work)
        for (mutant, room), alive in zip(work, results, strict=True):
            reason = ARGUED.get(mutant.change)
            how = "killed" if not alive else "argued" if reason else "SURVIVES"
            count[how] += 1
            print(f"{how} ({room}) {mutant}" + (f"\n  because {reason}" if how == "argued" else ""), flush=True)
    print(f"{count['killed']} of {len(work)} killed, {count['argued']} argued")
    sys.exit(min(count["SURVIVES"], 100))


if __name__ == "__main__":
    main()
