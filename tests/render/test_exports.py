"""Exports for other solvers: SAT, clingo and MiniZinc find exactly the placements that trying everything finds.

What rules become for clingo is in `test_asp`.
"""

from __future__ import annotations

import subprocess
from itertools import product
from pathlib import Path

import pytest
from conftest import ROOT, needs
from hypothesis import given, settings
from pysat.formula import CNF
from pysat.solvers import Solver
from strategies import formulas
from test_asp import Theirs
from told import facts, hints

from logicms.answers.knowledge import kb
from logicms.board import CLUES, Board
from logicms.hints import Hint, Literal, exactly
from logicms.notation.boards import parse_board
from logicms.notation.formulas import format_formula
from logicms.notation.hint_files import HintFile, parse_hints
from logicms.problem import Problem, predicate_of
from logicms.render.asp import to_asp
from logicms.render.exports import to_dimacs, to_minizinc, write

FILES = [
    ("1 among a b\n2 among b c d", "counts"),
    ("at least 2 among a b c\nat most 1 among b c d", "bounds"),
    ("size: 3x2\nmines: 2\n1 at A1\nsafe C2", "clues, a total and a fact"),
    ("a -> b & ~c\na ^ b ^ c\nmine d", "formulas and a fact"),
    ("(a & b & c) | (d & e & f) | (a & ~d & f) | (b & ~e & c) | (~a & ~b & ~f & e)", "a formula that gets symbols"),
    ("a | b\n~a\n~b", "a contradiction"),
    ("2 among a", "a count that no placement meets"),
    ("safe a\nmine a", "facts that clash"),
    ("false", "false"),
    ("true\nat most 5 among a b", "nothing at all"),
    ("", "nothing and nobody"),
    ("名 <-> é_2", "names of any script"),
]


def spoken(known: Problem) -> list[object]:
    """The names that counts, facts and formulas speak of."""
    return [name for name in known.names if known.board is None or known.board[name] not in CLUES]


def placements(known: Problem) -> set[frozenset[str]]:
    """Every placement, by trying them all."""
    names = [str(name) for name in spoken(known)]
    tried = ({name: held for name, held in zip(names, row, strict=True)} for row in product([0, 1], repeat=len(names)))
    return {frozenset(name for name in held if held[name]) for held in tried if _meets(known, held)}


def _meets(known: Problem, held: dict[str, int]) -> bool:
    counts = all(hint.low <= sum(held[str(name)] for name in hint.among) <= hint.high for hint in known.all_hints)
    facts = all(held[str(told.name)] == told.holds for told in known.statements if isinstance(told, Literal))
    return counts and facts and all(_is_true(formula.expr, held) for formula in known.formulas)


def _is_true(formula: object, held: dict[str, int]) -> bool:
    values = {symbol: bool(held[symbol.name]) for symbol in formula.free_symbols}
    return bool(formula.subs(values))


def by_sat(known: Problem) -> set[frozenset[str]]:
    text = to_dimacs(known)
    words = [line.split() for line in text.splitlines() if line.startswith("c ")]
    names = {int(number): name for _, number, name, *_ in words if number.isdigit()}
    # The solver passes over a symbol that is in no clause: a clause that always holds brings it in.
    clauses = [*CNF(from_string=text).clauses, *([number, -number] for number in names)]
    with Solver("g4", bootstrap_with=clauses) as solver:
        found = [frozenset(names[n] for n in placed if n > 0) for placed in solver.enum_models()]
    return {frozenset(name for name in mines if not name.startswith("_")) for mines in found}


def by_clingo(source: Board | HintFile, about: Problem) -> set[frozenset[str]]:
    names = frozenset(map(str, spoken(about)))
    return {found & names for found in Theirs(to_asp(source)).placements()}


def by_minizinc(known: Problem, folder: Path) -> set[frozenset[str]]:
    (folder / "model.mzn").write_text(to_minizinc(known), encoding="utf-8")
    command = ["minizinc", "--solver", "gecode", "-a", str(folder / "model.mzn")]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=True)
    if "UNSATISFIABLE" in result.stdout:
        return set()
    *answers, end = result.stdout.split("----------\n")
    assert end.strip() == "=========="
    return {frozenset(name for name in answer.split() if not name.startswith("_")) for answer in answers}


@pytest.mark.parametrize("text, why", FILES)
def test_sat_finds_the_placements(text: str, why: str) -> None:
    known = Problem(parse_hints(text).statements)
    assert by_sat(known) == placements(known), why


@pytest.mark.parametrize("text, why", FILES[:-1])  # clingo's names have Latin letters
def test_clingo_finds_the_placements(text: str, why: str) -> None:
    file = parse_hints(text)
    known = Problem(file.statements)
    assert by_clingo(file, known) == placements(known), why


@needs("minizinc", "minizinc")
@pytest.mark.parametrize("text, why", FILES)
def test_minizinc_finds_the_placements(text: str, why: str, tmp_path: Path) -> None:
    known = Problem(parse_hints(text).statements)
    assert by_minizinc(known, tmp_path) == placements(known), why


@settings(max_examples=60)
@given(formulas(), formulas())
def test_formulas_mean_the_same_to_all(one: object, other: object) -> None:
    file = parse_hints(f"at most 2 among a b c\nmine e\n{format_formula(one)}\n{format_formula(other)}")
    known = Problem(file.statements)
    expected = placements(known)
    assert by_sat(known) == expected
    assert by_clingo(file, known) == expected


def test_a_large_total_counts_right() -> None:
    names = [f"x{number}" for number in range(10)]
    for hint in (exactly(5, names), Hint(4, 5, tuple(names))):
        known = Problem([hint])
        assert by_sat(known) == placements(known), str(hint)


def test_names_cannot_leave_their_strings() -> None:
    known = Problem([exactly(1, ['a"b', "a\\", 'b"),x("'])])
    expected = {frozenset({name}) for name in ('a"b', "a\\", 'b"),x("')}
    assert by_sat(known) == expected


@pytest.mark.parametrize("name", ["ringed.txt", "one-two-one.txt", "fifty-fifty.txt"])
def test_a_board_is_converted_for_all_three(name: str) -> None:
    """As `convert` writes them: what SAT and clingo find on an example board is what trying everything finds."""
    board = parse_board((ROOT / "examples" / "boards" / name).read_text(encoding="utf-8"))
    known = Problem([*hints(board), *(Literal(cell, mine) for cell, mine in facts(board).items())])
    assert write(board, "dimacs") == to_dimacs(known)
    assert write(board, "minizinc") == to_minizinc(known)
    assert by_sat(known) == by_clingo(board, known) == placements(known)


ROADS = (ROOT / "examples" / "hints" / "roads.hints").read_text(encoding="utf-8")

CLOSED = [
    (ROADS, "nothing is open"),
    (f"{ROADS}\ntoll | ~reach(rome, bari)\n1 among ship train", "what is open mentions what is closed, and does not"),
    ("only wet lit\nrain -> wet\nlit\nwet -> ~sun", "some of it rests on what is open"),
    ("only wet dry\nrain & wet -> wet\n~wet -> dry\nrain | snow", "a rule of its own makes nothing hold"),
    ("only p\np(a)\n~p(a)", "a contradiction"),
]


@needs("minizinc", "minizinc")
@pytest.mark.parametrize("text, why", CLOSED)
def test_what_is_closed_reaches_other_solvers(text: str, why: str, tmp_path: Path) -> None:
    file = parse_hints(text)
    expected = set(Theirs(to_asp(file)).placements())
    for found in (by_sat(file.to_problem()), by_minizinc(file.to_problem(), tmp_path)):
        assert found == expected, why


@pytest.mark.parametrize("text, why", CLOSED)
def test_kb_lists_what_is_closed(text: str, why: str) -> None:
    file = parse_hints(text)
    expected = list(Theirs(to_asp(file)).placements())
    answer = kb(file.to_problem())
    if answer.contradiction:
        assert expected == [], why
    else:
        held = {name for name, holds in answer.facts.items() if holds}
        assert {name for name in frozenset.intersection(*expected) if predicate_of(name) in file.closed} <= held, why
        assert held <= frozenset.intersection(*expected), why


def test_an_export_is_the_same_every_time() -> None:
    file = parse_hints("x | y & z\n(p & q) | (r & s)\n1 among b a")
    for export in (to_dimacs, to_minizinc):
        assert export(Problem.of(file)) == export(Problem.of(file))
    assert to_asp(file) == to_asp(file)
