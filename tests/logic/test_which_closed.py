"""Questions for values about closed predicates: random stratified programs with an open predicate, against clingo.

The rules are drawn once and written twice. clingo enumerates the answer sets, in which the open predicate is a choice;
a row certainly holds if it holds in all of them, and may hold if it holds in some.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

import clingo
import pytest
from conftest import FULL
from second_checker import fault, hints_source

import logicms as lm
from logicms.answers.knowledge import which
from logicms.answers.prove import Explainer, verify_json
from logicms.errors import BoardError, BoardSyntaxError, InconsistentKnowledge
from logicms.notation.formulas import parse_which

NODES = "abcd"
ARITY = {"edge": 2, "start": 1, "wet": 1, "reach": 2, "good": 1, "far": 2}
LEVEL = {"edge": 0, "start": 0, "reach": 1, "good": 2, "far": 3}
"""The closed predicates, and their strata."""


@dataclass(frozen=True)
class Said:
    """An atom of variables and constants, or its negation; or that two variables differ."""

    predicate: str
    terms: tuple[str, ...]
    holds: bool = True

    def hint(self) -> str:
        if self.predicate == "!=":
            return " != ".join(self.terms)
        return f"{'' if self.holds else '~'}{self.predicate}({', '.join(self.terms)})"

    def asp(self) -> str:
        terms = [term.upper() if term in "xyz" else term for term in self.terms]
        if self.predicate == "!=":
            return " != ".join(terms)
        return f"{'' if self.holds else 'not '}{self.predicate}({','.join(terms)})"

    def is_true(self, model: frozenset[str], values: Mapping[str, object]) -> bool:
        found = [str(values.get(term, term)) for term in self.terms]
        if self.predicate == "!=":
            return found[0] != found[1]
        return (f"{self.predicate}({','.join(found)})" in model) == self.holds


def body(rng: Random, level: int, variables: str, *, is_open: bool) -> list[Said]:
    """Return a condition: every variable is in a positive closed atom, and a negation is of an earlier stratum."""
    closed = [name for name, of in LEVEL.items() if of <= level]
    found: list[Said] = []
    for variable in variables:
        if not any(variable in each.terms for each in found):
            name = rng.choice(closed)
            terms = [rng.choice([*variables, *NODES[:2]]) for _ in range(ARITY[name])]
            terms[rng.randrange(len(terms))] = variable
            found.append(Said(name, tuple(terms)))
    for _ in range(rng.randint(0, 2)):
        name = rng.choice([*(each for each in closed if LEVEL[each] < max(level, 1)), *(["wet"] if is_open else [])])
        terms = tuple(rng.choice([*variables, *NODES[:2]]) for _ in range(ARITY[name]))
        found.append(Said(name, terms, rng.random() < 0.5))
    if len(variables) > 1 and rng.random() < 0.3:
        found.append(Said("!=", (variables[0], variables[1])))
    return found


def program(rng: Random) -> tuple[str, str]:
    """Return the same program as a hint file and for clingo."""
    hints = ["set nodes = a b c d", "only edge start reach good far"]
    asp = ["node(a;b;c;d). {wet(X)} :- node(X)."]
    for _ in range(rng.randint(3, 9)):
        fact = f"edge({rng.choice(NODES)},{rng.choice(NODES)})"
        if fact not in hints:
            hints.append(fact)
            asp.append(f"{fact}.")
    hints.append("start(a)")
    asp.append("start(a).")
    for name, level in LEVEL.items():
        for _ in range(rng.randint(1, 2) if level else 0):
            variables = rng.choice(["xy", "xyz"] if ARITY[name] == 2 else ["x", "xy"])
            condition = body(rng, level, variables, is_open=level > 1 and rng.random() < 0.5)
            head = Said(name, tuple(variables[: ARITY[name]]))
            joined = " & ".join(each.hint() for each in condition)
            hints.append(f"all {', '.join(variables)}: {joined} -> {head.hint()}")
            asp.append(f"{head.asp()} :- {', '.join(each.asp() for each in condition)}.")
    for _ in range(rng.randint(0, 2)):
        one, other = (Said("wet", (rng.choice(NODES),), rng.random() < 0.6) for _ in range(2))
        hints.append(f"{one.hint()} | {other.hint()}")
        asp.append(f":- {', '.join(Said('wet', each.terms, not each.holds).asp() for each in (one, other))}.")
    if rng.random() < 0.3:
        node = rng.choice(NODES)
        hints.append(f"~(wet({node}) & ~good({node}))")
        asp.append(f":- wet({node}), not good({node}).")
    return "\n".join(hints), "\n".join(asp)


def answer_sets(text: str) -> Iterator[frozenset[str]]:
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        for model in found:
            yield frozenset(map(str, model.symbols(atoms=True)))


def drawn(seed: int) -> tuple[str, str, str, list[Said], str]:
    """Return a program, twice, and a question with its variables."""
    rng = Random(seed)
    hints, asp = program(rng)
    variables = rng.choice(["x", "xy"])
    asked = body(rng, rng.randint(0, 3), variables, is_open=True)
    question = f"which {', '.join(variables)}: {' & '.join(each.hint() for each in asked)}"
    return hints, asp, question, asked, variables


def is_true(asked: list[Said], model: frozenset[str], values: Mapping[str, object]) -> bool:
    return all(each.is_true(model, values) for each in asked)


@pytest.mark.full
def test_rows_are_those_of_clingo() -> None:
    seen = {"certain": 0, "possible": 0, "refused": 0, "contradictions": 0}
    for seed in range(4_000 if FULL else 150):
        hints, asp, question, asked, variables = drawn(seed)
        models = list(answer_sets(asp))
        try:
            rows = lm.KnowledgeBase(lm.parse_hints(hints)).which(question)
        except InconsistentKnowledge:
            assert not models, (seed, hints, question)
            seen["contradictions"] += 1
            continue
        except BoardError as error:
            assert "this rests on what is open" in str(error), (seed, hints, question, error)
            seen["refused"] += 1
            continue
        assert models, (seed, hints, question)
        held = {
            row: [is_true(asked, model, dict(zip(variables, row, strict=True))) for model in models]
            for row in product(NODES, repeat=len(variables))
        }
        certain = {row for row, each in held.items() if all(each)}
        possible = {row for row, each in held.items() if any(each)} - certain
        assert {tuple(row.values()) for row in rows.certain} == certain, (seed, hints, question)
        assert {tuple(row.values()) for row in rows.possible} == possible, (seed, hints, question)
        seen["certain"] += len(certain)
        seen["possible"] += len(possible)
    print(seen)
    assert seen["certain"] and seen["possible"] and seen["contradictions"], seen


@pytest.mark.full
def test_what_shows_a_row_is_right() -> None:
    """Proofs by both checkers; two placements, and probabilities, by the answer sets."""
    seen = {"proofs": 0, "placements": 0}
    for seed in range(600 if FULL else 60):
        hints, asp, text, asked, _ = drawn(seed)
        problem = lm.parse_hints(hints).to_problem()
        question = parse_which(text, problem.book.tables, problem.closed.predicates)
        try:
            answer = which(problem, question, proofs=True, odds=True)
        except BoardError:
            continue
        models = list(answer_sets(asp))
        assert answer.message is None or answer.answer is None, (seed, hints, text, answer.message)
        for row in answer.rows:
            held = [is_true(asked, model, row.values) for model in models]
            assert row.odds == Fraction(sum(held), len(held)), (seed, hints, text, row)
            if row.answer == "yes":
                data = json.dumps(row.to_json()["proof"])
                assert fault(data, hints_source(hints)) is None, (seed, hints, text, row)
                assert verify_json(json.loads(data), Explainer(problem)).valid, (seed, hints, text, row)
                seen["proofs"] += 1
            else:
                for placement, holds in zip(row.placements, (True, False), strict=True):
                    open_names = {f"wet({node})" for node in NODES}
                    (model,) = [each for each in models if each & open_names == open_names.intersection(placement)]
                    assert is_true(asked, model, row.values) is holds, (seed, hints, text, row)
                seen["placements"] += 1
    print(seen)
    assert all(seen.values()), seen


def test_rows_of_closed_predicates_need_no_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    """The closure of a circle of 60 nodes: nothing of its 3,600 atoms is told to the knowledge base."""
    nodes = [f"n{number}" for number in range(60)]
    edges = [f"edge({one}, {other})" for one, other in zip(nodes, [*nodes[1:], nodes[0]], strict=True)]
    rules = ["all x, y: edge(x, y) -> reach(x, y)", "all x, y, z: reach(x, y) & edge(y, z) -> reach(x, z)"]
    base = lm.KnowledgeBase(lm.parse_hints("\n".join(["only edge reach", *edges, *rules])))
    assert [row["x"] for row in base.which("which x: reach(n0, x)").certain] == nodes
    assert len(base.which("which x, y: reach(x, y)").certain) == 3_600
    assert base.which("which x, y: reach(x, y) & x = y & ~edge(x, y)").possible == ()
    assert len(base.symbols.names) == 0


OPEN = """\
only edge
edge(a, b)
edge(b, c)
edge(c, 7)
wet(c) | wet(a)
likes(b, a)
likes(a, b) | ~wet(a)
high(2) | high(3)
"""


@pytest.mark.parametrize(
    "question, certain, possible",
    [
        ("which x: edge(a, x)", [("b",)], []),
        ("which x, y: edge(x, y)", [("a", "b"), ("b", "c"), ("c", 7)], []),
        ("which k: edge(c, k) & k > 3", [(7,)], []),
        ("which x: wet(x)", [], [("a",), ("c",)]),
        ("which x, y: likes(x, y)", [("b", "a")], [("a", "b")]),
        ("which y, x: likes(x, y)", [("a", "b")], [("b", "a")]),
        ("which x: edge(a, x) | wet(x)", [("b",)], [("a",), ("c",), (7,)]),
        ("which x, y: edge(x, y) & likes(y, x)", [("a", "b")], [("b", "c"), ("c", 7)]),
        ("which k: ~high(k+1)", [], [(1,), (2,)]),
        ("which x: edge(x, 7) & (wet(a) | wet(x))", [("c",)], []),
    ],
)
def test_variables_without_a_set(question: str, certain: list[object], possible: list[object]) -> None:
    rows = lm.KnowledgeBase(lm.parse_hints(OPEN)).which(question)
    assert [tuple(row.values()) for row in rows.certain] == certain
    assert [tuple(row.values()) for row in rows.possible] == possible


@pytest.mark.parametrize(
    "question, message",
    [
        ("which x: ~edge(a, x)", "say where x ranges: `which x in …`"),
        ("which x: true", "say where x ranges: `which x in …`"),
        ("which x: wet(d)", "d is a free variable: write `which x, d: wet(d)`"),
        ("edge(X, b)", "X is a free variable: write `which X: edge(X, b)`"),
        (
            "edge(zoe, b)",
            "zoe is a free variable: write `which zoe: edge(zoe, b)`; no set and no fact has an element zoe",
        ),
        ("which x edge(x, b)", "write `which x: …`, or `which x in …: …`"),
        ("which x, y edge(x, y)", "write `which x, y: …`, or `which x, y in …: …`"),
    ],
)
def test_what_ranges_over_nothing_is_refused(question: str, message: str) -> None:
    base = lm.KnowledgeBase(lm.parse_hints(OPEN))
    with pytest.raises(BoardSyntaxError) as error:
        base.which(question) if question.startswith("which") else base.ask(question)
    assert message in str(error.value)
