"""Problems without a board against every placement: hints, exact or not, facts, formulas, and mine totals of any kind.

A statement is judged by its truth table: one integer with a bit for each placement of all names. Connectives are then
operations on integers, and counts are built up name by name; nothing of the package is used but the statements.
"""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from operator import and_, or_, xor
from random import Random
from typing import Any

import pytest
from conftest import FULL
from pysat.card import CardEnc, EncType
from pysat.solvers import Solver
from sympy import ITE, And, Equivalent, Implies, Not, Or, Symbol, Xor
from test_odds import planted

from logicms.answers.solve import odds as answers_odds
from logicms.answers.solve import solve
from logicms.board import Board, Cell, as_name
from logicms.connectives import AtLeast
from logicms.counting import conditions
from logicms.counting.components import Component
from logicms.counting.conditions import Diagram
from logicms.counting.placements import Counted, Part, TooWide
from logicms.deduction import COMPLETE, deduce, deduction, hint_boundary, odds
from logicms.deduction.hint_boundary import HintBoundary
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import TOTAL, Hint, Literal, Name, at_least, at_most, exactly
from logicms.limits import limit
from logicms.notation.hint_files import parse_hints
from logicms.problem import Formula, Problem
from logicms.render.answers import solve_text

MANY = 20_000 if FULL else 1_000
LARGE = 500 if FULL else 100
MOST_NAMES = 8

WORDS: tuple[Name, ...] = ("A1", "B1", "A2", "B2", "rain", "sun", "wind", "fog")


# -- the judge


@dataclass
class Tables:
    """The truth tables of names: bit p of a name's table says whether it holds in placement p."""

    names: Sequence[Name]
    every: int = field(init=False)
    of: dict[Name, int] = field(init=False)

    def __post_init__(self) -> None:
        size = 1 << len(self.names)
        self.every = (1 << size) - 1
        self.of = {name: sum(1 << p for p in range(size) if p >> number & 1) for number, name in enumerate(self.names)}

    def at_least(self, number: int, tables: Iterable[int]) -> int:
        reached = [self.every]  # for 0, 1, 2, …: where at least that many of the tables so far hold
        for table in tables:
            reached = [now | before & table for now, before in zip([*reached, 0], [0, *reached], strict=True)]
        return reached[number] if number < len(reached) else 0

    def between(self, low: int, high: int, names: Iterable[Name]) -> int:
        tables = [self.of[as_name(name)] for name in names]
        return self.at_least(low, tables) & ~self.at_least(high + 1, tables) & self.every


Tree = tuple[Any, ...]
"""A formula: ("name", "a"), ("not", tree), ("least", 2, tree, …) and so on."""

SYMPY: dict[str, Callable[..., Any]] = {
    "not": Not,
    "and": And,
    "or": Or,
    "xor": Xor,
    "implies": Implies,
    "same": Equivalent,
    "if": ITE,
    "least": AtLeast,
}


def to_sympy(tree: Tree) -> Any:
    kind, *parts = tree
    if kind == "name":
        return Symbol(str(parts[0]))
    return SYMPY[kind](*[part if isinstance(part, int) else to_sympy(part) for part in parts])


def table_of(tree: Tree, tables: Tables) -> int:
    kind, *parts = tree
    if kind == "name":
        return tables.of.get(as_name(parts[0]), 0)  # a name that sympy has simplified away does not matter
    if kind == "least":
        return tables.at_least(parts[0], [table_of(part, tables) for part in parts[1:]])
    found = [table_of(part, tables) for part in parts]
    every = tables.every
    if kind == "not":
        return every & ~found[0]
    if kind == "implies":
        return every & ~found[0] | found[1]
    if kind == "if":
        return found[0] & found[1] | every & ~found[0] & found[2]
    if kind == "same":
        return reduce(and_, found) | every & ~reduce(or_, found)
    return reduce({"and": and_, "or": or_, "xor": xor}[kind], found)


@dataclass
class Case:
    """A problem, and the trees of its formulas."""

    problem: Problem
    trees: list[Tree]

    def table(self, tables: Tables, *, total: bool) -> int:
        """Return the placements that meet it, as a truth table."""
        found = tables.every
        for each in self.problem.statements:
            if isinstance(each, Literal):
                found &= tables.of[each.name] if each.holds else ~tables.of[each.name]
            elif isinstance(each, Hint) and (total or each.because != TOTAL):
                found &= tables.between(each.low, each.high, each.among)
        return reduce(and_, [table_of(tree, tables) for tree in self.trees], found)


# -- problems of all kinds


def any_hint(rng: Random, names: Sequence[Name], because: Name | None = None) -> Hint:
    among = tuple(rng.sample(names, rng.randint(0 if rng.random() < 0.05 else 1, min(5, len(names)))))
    if rng.random() < 0.05:
        return Hint(rng.randint(0, 6), rng.randint(0, 6), among, because)  # perhaps impossible
    number = rng.randint(0, len(among))
    return rng.choice([exactly, exactly, exactly, at_least, at_most])(number, among, because)


def any_tree(rng: Random, names: Sequence[Name], depth: int = 2, thresholds: bool = True) -> Tree:
    if depth == 0 or rng.random() < 0.2:
        name = ("name", rng.choice(names))
        return name if rng.random() < 0.6 else ("not", name)
    kind = rng.choice(["not", "and", "or", "or", "xor", "implies", "same", "if", *["least"] * 2 * thresholds])
    if kind == "least":
        among = rng.sample(names, rng.randint(1, min(5, len(names))))
        return (kind, rng.randint(0, len(among)), *[("name", name) for name in among])
    size = {"not": 1, "implies": 2, "if": 3}.get(kind) or rng.randint(2, 3)
    return (kind, *[any_tree(rng, names, depth - 1, thresholds) for _ in range(size)])


def any_case(rng: Random, *, formulas: bool, thresholds: bool = True) -> Case:
    names = [as_name(str(word)) for word in WORDS[: rng.randint(1, MOST_NAMES)]]
    statements: list[Any] = [any_hint(rng, names) for _ in range(rng.randint(0, 5 - 2 * formulas))]
    statements += [Literal(rng.choice(names), rng.random() < 0.5) for _ in range(rng.choice([0, 0, 0, 1, 2, 3]))]
    trees = [any_tree(rng, names, thresholds=thresholds) for _ in range(rng.randint(1, 3) if formulas else 0)]
    statements += [Formula(str(tree), to_sympy(tree)) for tree in trees]
    rng.shuffle(statements)
    written = Board(("??", "??")) if rng.random() < 0.2 else None  # then nothing is told about words
    if rng.random() < 0.5:
        counted = names if written is None else [name for name in names if isinstance(name, Cell)]
        among = counted if rng.random() < 0.6 else rng.sample(counted, rng.randint(1, len(counted)))
        low = rng.randint(0, len(among))
        high = low if rng.random() < 0.8 else rng.randint(low, len(among) + 1)
        statements.append(Hint(low, high, tuple(among), TOTAL))
    return Case(Problem(statements, written=written), trees)


def certain(table: int, tables: Tables, undecided: Iterable[Name]) -> tuple[set[Name], set[Name]]:
    return (
        {name for name in undecided if not table & tables.of[name]},
        {name for name in undecided if not table & ~tables.of[name]},
    )


def judge(case: Case) -> str:
    """Compare what the package says about a problem with its placements; return what kind it was."""
    problem = case.problem
    tables = Tables(problem.names)
    table = case.table(tables, total=True)
    if not table:
        for answer in (deduce, odds):
            with pytest.raises(InconsistentKnowledge):
                answer(problem)
        return "inconsistent"
    if silent := [name for name in problem.names if name not in problem.undecided and name not in problem.facts]:
        return judge_silent(case, tables, table, silent)
    counted = odds(problem)
    assert counted.placements == table.bit_count(), problem
    assert tuple(counted.mine) == problem.undecided, problem
    for name, fraction in counted.mine.items():
        assert fraction == Fraction((table & tables.of[name]).bit_count(), table.bit_count()), (problem, name)
        assert counted.mine[str(name)] == fraction
    return judge_certain(case, tables, table)


def judge_silent(case: Case, tables: Tables, table: int, silent: list[Name]) -> str:
    """The same where placements that differ only in silent names are one."""
    seen = table
    for name in silent:
        seen = (seen | seen >> (1 << tables.names.index(name))) & ~tables.of[name]
    counted = odds(case.problem)
    assert counted.placements == seen.bit_count(), case.problem
    assert tuple(counted.mine) == case.problem.undecided
    for name, fraction in counted.mine.items():
        assert fraction == Fraction((seen & tables.of[name]).bit_count(), seen.bit_count()), (case.problem, name)
    assert not any(name in counted.mine for name in silent)
    return judge_certain(case, tables, table)


def judge_certain(case: Case, tables: Tables, table: int) -> str:
    problem = case.problem
    safe, mine = certain(table, tables, problem.undecided)
    without = certain(case.table(tables, total=False), tables, problem.undecided)
    found = deduce(problem)
    assert (found.safe, found.mine) == (safe, mine), problem
    assert found.needs_mine_total == (safe - without[0]) | (mine - without[1]), problem
    number = len(safe) + len(mine)
    assert found.status == ("solved" if number == len(problem.undecided) else "progress" if number else "stuck")
    return "by total" if found.needs_mine_total else found.status


@pytest.mark.full
@pytest.mark.parametrize("formulas", [False, True], ids=["hints", "formulas"])
def test_every_placement_agrees(formulas: bool) -> None:
    rng = Random(1 + formulas)
    kinds = Counter(judge(any_case(rng, formulas=formulas)) for _ in range(MANY))
    assert min(kinds[kind] for kind in ("inconsistent", "solved", "progress", "stuck", "by total")) > MANY / 50, kinds


@pytest.mark.full
@pytest.mark.parametrize("formulas", [False, True], ids=["hints", "formulas"])
def test_what_is_too_wide_is_decided_by_a_solver(formulas: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If almost nothing may be counted, deduction says the same."""
    monkeypatch.setattr(deduction, "_MOST_STATES", 2)
    rng = Random(3 + formulas)
    by_total = 0
    for _ in range(MANY // (10 if formulas else 4)):
        case = any_case(rng, formulas=formulas, thresholds=False)
        tables = Tables(case.problem.names)
        if table := case.table(tables, total=True):
            by_total += judge_certain(case, tables, table) == "by total"
        else:
            with pytest.raises(InconsistentKnowledge):
                deduce(case.problem)
    assert by_total


@pytest.mark.full
@pytest.mark.parametrize("formulas", [False, True], ids=["hints", "formulas"])
def test_what_is_too_wide_is_counted_one_by_one(formulas: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """If nothing may be counted by states, odds are the same."""

    def too_wide(self: Part) -> Counted:
        raise TooWide("a component has more states than allowed")

    def counted_for_odds(self: HintBoundary, part: Part) -> Counted | None:
        with monkeypatch.context() as patch:
            patch.setattr(Component, "counted", too_wide)
            patch.setattr(Diagram, "counted", too_wide)
            return real(self, part)

    real = HintBoundary.counted
    monkeypatch.setattr(HintBoundary, "counted", counted_for_odds)
    rng = Random(9 + formulas)
    kinds = Counter(judge(any_case(rng, formulas=formulas)) for _ in range(MANY // 4))
    assert kinds["inconsistent"] and kinds["stuck"] and kinds["by total"]


# -- larger ones


def large_problem(rng: Random) -> Problem:
    """Return a problem of dozens of names that one placement meets, with most hints about names close to each other."""
    names = [f"n{number:03}" for number in range(rng.randint(20, 90))]
    holds = {name: rng.random() < rng.choice([0.2, 0.4]) for name in names}
    statements: list[Any] = []
    for _ in range(len(names)):
        start = rng.randrange(len(names) - 5)
        among = rng.sample(names[start : start + 6], rng.randint(2, 5))
        mines = sum(holds[name] for name in among)
        low, high = rng.choice([(mines, mines)] * 3 + [(mines, len(among)), (0, mines), (max(0, mines - 1), mines)])
        statements.append(Hint(low, high, tuple(among)))
    statements += [Literal(name, holds[name]) for name in rng.sample(names, 3)]
    if rng.random() < 0.5:
        statements.append(exactly(sum(holds.values()), names, TOTAL))
    return Problem(statements)


def certain_by_sat(problem: Problem) -> tuple[set[Name], set[Name]]:
    number = {name: index for index, name in enumerate(problem.names, 1)}
    clauses = [[number[name] if holds else -number[name]] for name, holds in problem.facts.items()]
    top = len(number)
    for hint in problem.all_hints:
        literals = [number[name] for name in hint.among]
        if hint.low:
            made = CardEnc.atleast(literals, hint.low, top_id=top, encoding=EncType.totalizer)
            top = max(top, made.nv)
            clauses += made.clauses
        if hint.high < len(literals):
            made = CardEnc.atmost(literals, hint.high, top_id=top, encoding=EncType.totalizer)
            top = max(top, made.nv)
            clauses += made.clauses
    with Solver(name="cadical153", bootstrap_with=clauses) as sat:
        assert sat.solve()
        return (
            {name for name in problem.undecided if not sat.solve(assumptions=[number[name]])},
            {name for name in problem.undecided if not sat.solve(assumptions=[-number[name]])},
        )


@pytest.mark.full
def test_a_solver_agrees_about_larger_problems() -> None:
    rng = Random(5)
    found = 0
    for _ in range(LARGE):
        problem = large_problem(rng)
        answer = deduce(problem)
        safe, mine = certain_by_sat(problem)
        assert (answer.safe, answer.mine) == (safe, mine)
        counted = odds(problem).mine
        assert {name for name, fraction in counted.items() if fraction == 0} == safe
        assert {name for name, fraction in counted.items() if fraction == 1} == mine
        found += len(safe) + len(mine) > 0
    assert found > LARGE / 2


@pytest.mark.full
def test_a_board_says_the_same_as_its_hints() -> None:
    rng = Random(6)
    for _ in range(MANY // 5):
        board = planted(rng, 30)
        hints = Problem(Problem.of(board).statements)
        ours, theirs = odds(hints), odds(board)
        unnamed = len(theirs.mine) - len(ours.mine)  # cells away from the clues: without a total no hint names them
        assert ours.placements << unnamed == theirs.placements
        assert all(theirs.mine[name] == fraction for name, fraction in ours.mine.items())
        one, other = deduce(hints), deduce(board)
        assert (one.safe, one.mine, one.needs_mine_total) == (other.safe, other.mine, other.needs_mine_total)
        assert one.components == other.components


# -- single cases


def test_many_components_of_formulas_are_counted_at_once() -> None:
    """2^60 placements and more: nobody looks at each."""
    statements: list[Any] = []
    for number in range(60):
        a, b, c = (Symbol(f"{letter}{number}x") for letter in "abc")
        statements += [Formula("", Or(a, And(b, Not(c)))), at_most(2, [str(a), str(b), str(c)])]
    counted = odds(Problem(statements))
    assert counted.placements == 4**60  # a; a & b; a & c; b & ~c
    assert (counted.mine["a0x"], counted.mine["b7x"], counted.mine["c59x"]) == (
        Fraction(3, 4),
        Fraction(1, 2),
        Fraction(1, 4),
    )


def test_names_that_the_total_does_not_count() -> None:
    """x holds exactly if a does, but is not one of the mines."""
    a, x = Symbol("a"), Symbol("x")
    problem = Problem([Formula("a <-> x", Equivalent(a, x)), exactly(1, "y z"), exactly(1, "a b c", TOTAL)])
    counted = odds(problem)
    assert counted.placements == 3 * 2
    assert {name: str(fraction) for name, fraction in counted.mine.items()} == {
        **dict.fromkeys("abcx", "1/3"),
        **dict.fromkeys("yz", "1/2"),
    }


def test_a_component_too_wide_has_no_odds_but_is_deduced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all hints are open at once; z is safe all the same."""
    rng = Random(7)
    names = [f"n{number}" for number in range(60)]
    hints = [Hint(1, 3, tuple(rng.sample(names, 5))) for _ in range(60)]
    problem = Problem([*hints, at_most(1, "n0 y z"), at_least(1, "n0 y"), at_least(1, "y z n0 n1")])
    monkeypatch.setattr(hint_boundary, "_MOST_PLACEMENTS", 2_000)
    monkeypatch.setattr(conditions, "MOST_STATES", 30_000)
    with pytest.raises(LimitReached, match="states"):
        odds(problem)
    assert "z" in deduce(problem).safe


def test_a_puzzle_is_too_wide_but_has_one_placement() -> None:
    """Arto Inkala's Sudoku: easy steps decide little, and there are far too many states."""
    digits = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    nine = range(9)

    def name(row: int, column: int, digit: int) -> str:
        return f"r{row}c{column}d{digit}"

    statements: list[Any] = [exactly(1, [name(i, j, d) for d in nine]) for i in nine for j in nine]
    statements += [exactly(1, [name(i, j, d) for j in nine]) for i in nine for d in nine]
    statements += [exactly(1, [name(i, j, d) for i in nine]) for j in nine for d in nine]
    for box in nine:
        cells = [(box // 3 * 3 + i // 3, box % 3 * 3 + i % 3) for i in nine]
        statements += [exactly(1, [name(*cell, d) for cell in cells]) for d in nine]
    given = [Literal(name(*divmod(i, 9), int(digit) - 1), True) for i, digit in enumerate(digits) if digit != "."]
    problem = Problem([*statements, *given])
    assert odds(problem).placements == 1
    assert deduce(problem).status == "solved"


def test_limits_are_heeded() -> None:
    """A limit ends counting; what single hints decide is known by then."""
    rng = Random(8)
    names = [f"n{number}" for number in range(60)]
    problem = Problem([Hint(1, 3, tuple(rng.sample(names, 5))) for _ in range(60)] + [exactly(0, "z")])
    with limit(steps=500), pytest.raises(LimitReached):
        odds(problem)
    with limit(seconds=0), pytest.raises(LimitReached):
        odds(problem)
    with limit(seconds=0), pytest.raises(LimitReached) as reached:
        deduce(problem)
    assert reached.value.settled is None or reached.value.settled.safe <= {"z"}


def test_resolution_agrees_on_request() -> None:
    problem = Problem([exactly(1, "a b"), at_least(2, "a b c"), Formula("c -> d", Symbol("c") >> Symbol("d"))])
    assert {(deduce(problem, reason=reason).mine, deduce(problem, reason=reason).safe) for reason in COMPLETE} == {
        (frozenset("cd"), frozenset())
    }


def test_odds_are_values() -> None:
    """They can be copied and stored, and do not keep what they were counted from."""
    counted = odds(
        Problem([at_least(1, "a b"), Formula("a -> c", Symbol("a") >> Symbol("c")), exactly(2, "a b c", TOTAL)])
    )
    assert pickle.loads(pickle.dumps(counted.mine)) == counted.mine == {"a": 0.5, "b": 0.5, "c": 1}
    assert "d" not in counted.mine and counted.mine.get(3) is None


def test_a_large_grid_of_hints_has_no_odds() -> None:
    """Its numbers have thousands of digits, as those of a board of that size."""
    names = [f"n{number}" for number in range(20_000)]
    problem = Problem([exactly(1, names[:3]), exactly(5_000, names, TOTAL)])
    assert answers_odds(problem).status == "limit"
    assert deduce(problem).status == "stuck"


def test_what_holds_is_listed_before_what_fails() -> None:
    answer = solve_text(solve(parse_hints("b\n~a\nc | d\n").to_problem()))
    assert answer.splitlines()[1:] == ["holds: b", "fails: a"]
