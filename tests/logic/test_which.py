"""Questions for values: the rows of random small problems, against all their placements; and what a question costs.

The judge shares nothing with the reader or the grounding: statements and questions are drawn as Python values, which
are written as text for logicms, and are true or false in a placement by Python.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from conftest import FULL, ROOT
from second_checker import fault, hints_source

import logicms as lm
from logicms.answers.knowledge import which
from logicms.answers.prove import Explainer, verify_json
from logicms.errors import BoardSyntaxError, InconsistentKnowledge, LimitReached
from logicms.logic.knowledge import KnowledgeBase
from logicms.logic.refutation import Solver
from logicms.logic.which import Row, Rows
from logicms.notation.formulas import parse_which

SETS: dict[str, tuple[str | int, ...]] = {"people": ("ann", "bob", "cat"), "days": (1, 2)}
NEXT: dict[str | int, tuple[str | int, ...]] = {"ann": ("bob", "cat"), "bob": ("cat",), "cat": ()}
DECLARED = "set people = ann bob cat\nset days = 1..2\nset next(ann) = bob cat\nset next(bob) = cat\n"
NAMES = (
    *(f"works({person},{day})" for person in SETS["people"] for day in SETS["days"]),
    *(f"old({person})" for person in SETS["people"]),
    "rain",
)
ALL = tuple(
    frozenset(name for name, holds in zip(NAMES, each, strict=True) if holds)
    for each in product((False, True), repeat=len(NAMES))
)

Env = Mapping[str, str | int]
World = frozenset[str]


@dataclass(frozen=True)
class Part:
    """A formula as text, and whether it is true in a placement under values of its variables."""

    text: str
    holds: Callable[[World, Env], bool]


def drawn(rng: Random, of: Mapping[str, str], depth: int) -> Part:
    """Return a random formula; `of` has the set of each variable that is bound."""
    kind = rng.choice(["atom", "atom", "not", "and", "or", "implies", "some", "all", "count"]) if depth else "atom"
    if kind == "atom":
        return atom(rng, of)
    if kind == "not":
        inner = drawn(rng, of, depth - 1)
        return Part(f"~({inner.text})", lambda world, env: not inner.holds(world, env))
    if kind in ("and", "or", "implies"):
        one, other = drawn(rng, of, depth - 1), drawn(rng, of, depth - 1)
        sign, joined = {
            "and": ("&", lambda a, b: a and b),
            "or": ("|", lambda a, b: a or b),
            "implies": ("->", lambda a, b: b or not a),
        }[kind]
        text = f"(({one.text}) {sign} ({other.text}))"
        return Part(text, lambda world, env: joined(one.holds(world, env), other.holds(world, env)))
    variable = f"v{len(of)}"
    before = [each for each, name in of.items() if name == "people"]
    name = rng.choice(["people", "days", *(["next"] if before else [])])
    around = rng.choice(before) if name == "next" else ""
    body = drawn(rng, {**of, variable: "people" if name == "next" else name}, depth - 1)
    written = f"next({around})" if around else name

    def number(world: World, env: Env) -> tuple[int, int]:
        members = NEXT[env[around]] if around else SETS[name]
        return sum(body.holds(world, {**env, variable: each}) for each in members), len(members)

    low = rng.randint(0, 2)
    said: tuple[str, Callable[[int, int], bool]] = {
        "some": ("some", lambda found, of: found > 0),
        "all": ("all", lambda found, of: found == of),
        "count": rng.choice(
            [
                (f"exactly {low}", lambda found, of: found == low),
                (f"at least {low}", lambda found, of: found >= low),
                (f"at most {low}", lambda found, of: found <= low),
            ]
        ),
    }[kind]
    text = f"({said[0]} {variable} in {written}: {body.text})"
    return Part(text, lambda world, env: said[1](*number(world, env)))


def atom(rng: Random, of: Mapping[str, str]) -> Part:
    def term(name: str) -> str:
        return rng.choice([*map(str, SETS[name]), *(3 * [each for each in of if of[each] == name])])

    terms = {"works": ("people", "days"), "old": ("people",), "rain": ()}[rng.choice(["works", "works", "old", "rain"])]
    written = [term(name) for name in terms]
    predicate = {2: "works", 1: "old", 0: "rain"}[len(terms)]
    text = f"{predicate}({', '.join(written)})" if written else predicate

    def holds(world: World, env: Env) -> bool:
        values = ",".join(str(env.get(each, each)) for each in written)
        return (f"{predicate}({values})" if written else predicate) in world

    return Part(text, holds)


def statements(rng: Random) -> Iterator[Part]:
    for _ in range(rng.randint(0, 5)):
        yield drawn(rng, {}, rng.randint(1, 3))


@pytest.mark.full
def test_rows_are_those_of_all_placements() -> None:
    found = {"certain": 0, "possible": 0, "contradictions": 0}
    for seed in range(4_000 if FULL else 150):
        rng = Random(seed)
        told = list(statements(rng))
        bound = (
            {"x": rng.choice(list(SETS)), "y": rng.choice(list(SETS))} if seed % 3 else {"x": rng.choice(list(SETS))}
        )
        asked = drawn(rng, bound, rng.randint(0, 3))
        question = f"which {', '.join(f'{name} in {of}' for name, of in bound.items())}: {asked.text}"
        worlds = [world for world in ALL if all(each.holds(world, {}) for each in told)]
        text = DECLARED + "".join(f"{each.text}\n" for each in told)
        base = lm.KnowledgeBase(lm.parse_hints(text))
        if not worlds:
            found["contradictions"] += 1
            with pytest.raises(InconsistentKnowledge):
                base.which(question)
            continue
        rows = [dict(zip(bound, values, strict=True)) for values in product(*(SETS[of] for of in bound.values()))]
        held = [[asked.holds(world, row) for world in worlds] for row in rows]
        certain = tuple(row for row, each in zip(rows, held, strict=True) if all(each))
        possible = tuple(row for row, each in zip(rows, held, strict=True) if any(each) and not all(each))
        answer = base.which(question)
        assert (answer.certain, answer.possible) == (certain, possible), f"{text}\n{question}"
        found["certain"] += len(certain)
        found["possible"] += len(possible)
    assert all(found.values()), found


@pytest.mark.full
def test_what_shows_a_row_is_right() -> None:
    """Proofs by both checkers, two placements and probabilities by all placements."""
    shown = {"proofs": 0, "placements": 0}
    for seed in range(400 if FULL else 25):
        rng = Random(seed)
        told, asked = list(statements(rng)), drawn(rng, {"x": "people"}, rng.randint(0, 2))
        worlds = [world for world in ALL if all(each.holds(world, {}) for each in told)]
        if not worlds:
            continue
        text = DECLARED + "".join(f"{each.text}\n" for each in told)
        problem = lm.parse_hints(text).to_problem()
        question = parse_which(f"which x in people: {asked.text}", problem.book.tables)
        answer = which(problem, question, proofs=True, odds=True)
        assert answer.message is None
        for row in answer.rows:
            held = [asked.holds(world, row.values) for world in worlds]
            assert row.odds == Fraction(sum(held), len(held)), (text, question.text, row)
            if row.answer == "yes":
                data = json.dumps(row.to_json()["proof"])
                assert fault(data, hints_source(text)) is None, (text, question.text, row)
                assert verify_json(json.loads(data), Explainer(problem)).valid
                shown["proofs"] += 1
            else:
                one, other = map(frozenset, row.placements)
                for placement in (one, other):
                    assert all(each.holds(placement, {}) for each in told), (text, question.text, row)
                assert asked.holds(one, row.values) and not asked.holds(other, row.values)
                shown["placements"] += 1
    assert all(shown.values()), shown


# -- what a question costs


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """Count the knowledge bases and solvers that are made, and the questions to solvers."""
    made = {"bases": 0, "solvers": 0, "questions": 0}

    def counting(kind: type, method: str, what: str) -> None:
        before = getattr(kind, method)

        def counted(self: object, *values: object, **named: object) -> object:
            made[what] += 1
            return before(self, *values, **named)

        monkeypatch.setattr(kind, method, counted)

    counting(KnowledgeBase, "__init__", "bases")
    counting(Solver, "__init__", "solvers")
    counting(Solver, "refute", "questions")
    return made


HOUSES = "set houses = 1..8\nset colours = red blue\nall h in houses: 1 c in colours: has(c, h)\nhas(red, 1)\n"


def test_all_rows_are_decided_by_one_solver(made: dict[str, int]) -> None:
    """Sixteen rows, and sixty-four: one knowledge base, one solver, and far fewer questions than rows."""
    problem = lm.parse_hints(HOUSES + "all h in 2..7: has(red, h) <-> has(blue, h+1)\n").to_problem()
    for question, rows in (
        ("which h in houses, c in colours: has(c, h)", 16),
        ("which h in houses, k in houses: has(red, h) & (has(blue, k) | has(red, k))", 64),
    ):
        made.update(dict.fromkeys(made, 0))
        answer = which(problem, parse_which(question, problem.book.tables))
        assert answer.certain + answer.possible > 0
        assert made["bases"] == 1 and made["solvers"] <= 2, "one for what is asked; a base has one of its own"
        assert made["questions"] < rows / 2, made


def test_rows_that_are_decided_do_not_reach_the_solver(made: dict[str, int]) -> None:
    """Facts decide all rows: the only question is whether the knowledge base is consistent."""
    problem = lm.parse_hints(HOUSES).to_problem()
    answer = which(problem, parse_which("which h in houses, k in houses: has(red, 1)", problem.book.tables))
    assert (answer.certain, answer.possible) == (64, 0)
    assert made["questions"] <= 1, made


# -- values and mistakes


def test_rows_are_values() -> None:
    row = Row(x="bob", k=2)
    assert row == {"k": 2, "x": "bob"} and {row: 1}[Row(k=2, x="bob")] == 1
    assert copy.deepcopy(row) == pickle.loads(pickle.dumps(row)) == row
    assert repr(Rows((row,))) == "Rows(certain=({'x': 'bob', 'k': 2},), possible=())"
    assert {Rows((row,)): 1}[Rows((Row(k=2, x="bob"),))] == 1
    with pytest.raises(TypeError, match="cannot be changed"):
        row["x"] = "ann"


def test_values_are_cells_and_numbers() -> None:
    base = lm.KnowledgeBase(lm.read_board(ROOT / "examples/boards/one-two-one.txt"))
    assert base.which("which c in cells: mine(c)").certain == ({"c": lm.Cell(0, 0)}, {"c": lm.Cell(0, 2)})
    base = lm.KnowledgeBase(lm.parse_hints("set n = 3 1 2\nall k in n: 1 j in n: p(k, j)\np(1, 3)"))
    assert base.which("which j in n, k in n: p(k, j)").certain == ({"j": 3, "k": 1},), "in the order of the set"
    assert [row["j"] for row in base.which("which j in n: p(2, j)").possible] == [3, 1, 2]


def test_what_was_told_later_counts() -> None:
    base = lm.KnowledgeBase()
    base.tell("set people = ann bob")
    assert len(base.which("which x in people: late(x)").possible) == 2
    base.tell("1 x in people: late(x)")
    base.tell("late(ann)")
    assert base.which("which x in people: late(x)") == Rows((Row(x="ann"),))


@pytest.mark.parametrize(
    "question, message",
    [
        ("which x in people late(x)", "1:19: expected : and what holds, not 'late'"),
        ("which x in persons: late(x)", "1:12: there is no set 'persons'; the sets are people"),
        ("which x in people: late(y)", "y is a free variable: write `which x in people, y: late(y)`"),
        ("which ann in people: late(ann)", "ann is an element of a set: a variable needs a name of its own"),
        ("which x in people, x in people: late(x)", "x is a variable already"),
        ("late(ann)", "a question for values begins with `which x in …:`"),
    ],
)
def test_mistakes_are_named(question: str, message: str) -> None:
    base = lm.KnowledgeBase(lm.parse_hints("set people = ann bob\nlate(ann)"))
    with pytest.raises(BoardSyntaxError) as error:
        base.which(question)
    assert message in str(error.value)


@pytest.mark.parametrize("method", ["ask", "prove", "cases"])
def test_other_questions_refuse_it(method: str) -> None:
    base = lm.KnowledgeBase(lm.parse_hints("set people = ann bob\nlate(ann)"))
    with pytest.raises(BoardSyntaxError, match="use the command ask, or kb.which"):
        getattr(base, method)("which x in people: late(x)")


def test_which_is_a_name_like_any_other() -> None:
    base = lm.KnowledgeBase()
    base.tell("which -> what")
    base.tell("which")
    assert base.ask("which & what") and base.ask("which")


def test_a_limit_leaves_what_was_decided() -> None:
    people = " ".join(f"p{number}" for number in range(40))
    text = f"set people = {people}\nset holes = 1..39\nlate(p3)\nall x in people: 1 h in holes: in_(x, h)\n"
    base = lm.KnowledgeBase(lm.parse_hints(text + "all h in holes: at most 1 x in people: in_(x, h)"))
    with lm.limit(steps=20_000), pytest.raises(LimitReached) as error:
        base.which("which x in people: late(x)")
    assert error.value.settled == Rows((Row(x="p3"),))
