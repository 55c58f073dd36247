"""The language of rules: what is read, what is refused and where, what it is grounded to, and every door to it."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import ROOT
from sympy import Symbol, false, true

import logicms as lm
from logicms import player as lm_player
from logicms.answers.solve import search
from logicms.board import Board, Cell
from logicms.cli import app
from logicms.errors import BoardError, BoardSyntaxError, LimitReached
from logicms.hints import Hint
from logicms.notation.formulas import parse_expression, parse_formula
from logicms.notation.hint_files import format_hints, hint_file_of, parse_hints, parse_rules
from logicms.notation.read import recognise
from logicms.problem import Formula
from logicms.proofs.proof import Proof
from logicms.proofs.truth import CannotInstantiate, Instances, Nodes
from logicms.rules.grounding import MOST_INSTANCES
from logicms.rules.language import Atom, Join, Quantified, Tables, Truth, cite, read_citation
from logicms.search import Strategy

WUMPUS = ROOT / "examples/rules/wumpus.hints"
RULES = ROOT / "examples/rules/minesweeper.hints"
BOARD = ROOT / "examples/boards/one-two-one.txt"
BREEZE = next(f"line {n}" for n, line in enumerate(WUMPUS.read_text().splitlines(), 1) if "breeze(c)" in line)


def run(*arguments: object, text: str | None = None):
    return CliRunner().invoke(app, [str(argument) for argument in arguments], input=text)


ALONE = [path for path in sorted((ROOT / "examples/rules").glob("*.hints")) if not run("show", path).exit_code]
"""The examples that do not need a board."""


@pytest.mark.parametrize("path", ALONE, ids=lambda path: path.stem)
def test_a_hint_file_is_shown_as_it_was_written(path: Path) -> None:
    """Every line but comments and blank lines, with single blanks; ranges of numbers in full."""
    written = [" ".join(line.split("#")[0].split()) for line in path.read_text().splitlines()]
    shown = run("show", path).stdout.splitlines()
    assert sorted(shown) == sorted(line for line in written if line and not line.startswith("title:"))


def test_instances_are_shown_on_request_and_cited_as_in_proofs() -> None:
    rules, instances = (run("show", *options, WUMPUS).stdout.splitlines() for options in ([], ["--instances"]))
    assert len(rules) == 7 and len(instances) == 36
    cited = BREEZE.replace("line", "rule")
    assert f"{cited} with c = A1: breeze(A1) <-> pit(A2) | pit(B1)" in instances
    assert f"{cited} with c = A4" in run("prove", "--by", "direct", WUMPUS, "pit(A3)").stdout
    roads = "only road reach\nroad(a, b)\nroad(b, c)\nrain\nreach(a, c) -> rain\nall x, y: road(x, y) -> reach(x, y)"
    roads += "\nall x, y, z: road(x, y) & reach(y, z) -> reach(x, z)\n"
    assert run("show", "--instances", "--format", "hints", "-", text=roads).stdout.splitlines() == [
        "rain",
        "road(a,b)",
        "road(b,c)",
        "rule 6 with x = b, y = c: road(b,c) -> reach(b,c)",
        "rule 7 with x = a, y = b, z = c: reach(b,c) & road(a,b) -> reach(a,c)",
        "reach(a, c) -> rain",
        "rule 6 with x = a, y = b: road(a,b) -> reach(a,b)",
    ]
    clash = "set s = a b\nall x in s: p(x) & q(x)\n~p(a)\n"
    said = run("check", "--format", "hints", "-", text=clash).stdout
    assert said.startswith("inconsistent: rule 2 with x = a and ~p(a) cannot both be right\n")


def stated(text: str) -> list[str]:
    """Return what a file states, each statement as text: its source, and what it says."""
    answer = json.loads(run("show", "--instances", "--json", "--format", "hints", "-", text=text).stdout)
    found: list[str] = answer["statements"]
    return found


# -- what it is grounded to


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("set s = a b\nall x in s: p(x)", ["line 2 with x = a: 1 among p(a)", "line 2 with x = b: 1 among p(b)"]),
        ("set s = a b\nall x in s: ~p(x)", ["line 2 with x = a: 0 among p(a)", "line 2 with x = b: 0 among p(b)"]),
        ("set s = a b\nsome x in s: p(x)", ["line 2: at least 1 among p(a) p(b)"]),
        ("set s = a b c\n2 x in s: p(x)", ["line 2: 2 among p(a) p(b) p(c)"]),
        ("set s = a b c\nat most 2 x in s: p(x)", ["line 2: at most 2 among p(a) p(b) p(c)"]),
        ("set s = a b c\n1 x in s: ~p(x)", ["line 2: 2 among p(a) p(b) p(c)"]),
        ("set s = a b c\nat least 3 x in s: ~p(x)", ["line 2: 0 among p(a) p(b) p(c)"]),
        ("set s = a b\nX1: 1 x in s: p(x)", ["X1: 1 among p(a) p(b)"]),
        ("set s = a b\n5 x in s: p(x)", ["line 2: 5 among p(a) p(b)"]),  # no placement meets it
        ("set s = a b\n1 x in s, y in s: q(x, y)", ["line 2: 1 among q(a,a) q(a,b) q(b,a) q(b,b)"]),
        (
            "all k in 1..2: k x in 1..2: p(x)",
            ["line 1 with k = 1: 1 among p(1) p(2)", "line 1 with k = 2: 2 among p(1) p(2)"],
        ),
        ("all k in 1..2: p(k) -> p(k+1)", ["line 1 with k = 1: p(1) -> p(2)", "line 1 with k = 2: p(2) -> p(3)"]),
        (
            "set next(a) = b c\nset s = a b\nall x in s, y in next(x): p(y)",
            ["line 3 with x = a, y = b: 1 among p(b)", "line 3 with x = a, y = c: 1 among p(c)"],
        ),
        (
            "size: 2x1\nall c in cells: mine(c) -> some d in beside(c): safe(d)",
            ["line 2 with c = A1: A1 -> ~B1", "line 2 with c = B1: B1 -> ~A1"],
        ),
        ("size: 2x1\nall c in cells: c", ["line 2 with c = A1: 1 among A1", "line 2 with c = B1: 1 among B1"]),
        (
            "size: 3x1\nclue(B1, 1)\nall c in cells, k in 0..8: clue(c, k) -> k x in around(c): mine(x)",
            ["~B1", "line 3 with c = B1, k = 1: 1 among A1 C1"],
        ),
        (
            "size: 3x1\n1 at B1\nall c in cells, k in 0..8: clue(c, k) -> k x in around(c): mine(x)",
            ["~B1", "line 3 with c = B1, k = 1: 1 among A1 C1"],
        ),
        ("size: 2x1\n1 at A1\nall c in cells: ~mine(c)", ["~A1", "A1: 1 among B1", "line 3 with c = B1: 0 among B1"]),
        ("set s = a b\nall x in s: true", []),
        ("set s = a b\n1 x in s: rain", ["line 2: rain & ~rain"]),
        ("set s = a b\nat least 1 x in s: rain", ["line 2: rain"]),
        ("set s = a b\n1 x in s: p(x) & q", ["line 2: " + "q & (p(a) | p(b)) & ~(p(a) & p(b))"]),
    ],
)  # fmt: skip
def test_what_rules_are_grounded_to(text: str, statements: list[str]) -> None:
    found = stated(text)
    if statements and "q &" in statements[-1]:  # a formula can be written in several ways: compare what it says
        problem = parse_hints(text).to_problem()
        (formula,) = problem.formulas
        expected = parse_formula("q & ((a ^ b))").subs({Symbol("a"): Symbol("p(a)"), Symbol("b"): Symbol("p(b)")})
        names = sorted(formula.expr.free_symbols, key=str)
        for values in product((true, false), repeat=len(names)):
            placed = dict(zip(names, values, strict=True))
            assert formula.expr.xreplace(placed) == expected.xreplace(placed)
    else:
        assert found == statements


def test_a_conditional_count_stays_one_symbol_that_can_be_read() -> None:
    text = "set s = a b c d e f\nrain -> 3 x in s: p(x)"
    kb = lm.KnowledgeBase(parse_hints(text).to_problem())
    meanings = list(kb.symbols.meanings.values())
    assert meanings[0].startswith("at least 3 mines among p(a)") and len(meanings) == 2
    assert kb.ask("rain") == lm.Answer.UNKNOWN
    for name in "abcd":
        kb.tell(f"p_{name} -> rain")
        kb.tell(lm.Literal(f"p({name})", True))
    assert kb.ask("rain") == lm.Answer.NO


def test_quantifiers_reach_as_far_as_they_can_and_signs_are_read() -> None:
    assert parse_expression("all x in s: p(x) | q -> r") == parse_expression("all x in s: ((p(x) | q) -> r)")
    assert parse_expression("a & some x in s: p(x) & q") == parse_expression("a & (some x in s: (p(x) & q))")
    assert parse_expression("∀x ∈ s: p(x) → ¬q ∧ r ∨ t ↔ u") == parse_expression("all x in s: p(x) -> ~q & r | t <-> u")
    assert parse_expression("not p and q ⊕ r ⊻ t or u") == parse_expression("~p & q ^ r ^ t | u")
    assert isinstance(parse_expression("~all x in s: p(x)"), Join)


def test_a_file_of_rules_is_written_as_it_was_read() -> None:
    text = "size: 2x2\nset s = A1 B1\nset n = 1 2 3\nset next(A1) = B1\nX1: all c in s: p(c)\n"
    text += "1 c in cells: mine(c)\nclue(A2, 1)\nX2: 1 among A1 B1\n"
    file = parse_hints(text)
    assert format_hints(file) == text and parse_hints(format_hints(file)) == file


def test_citations_are_read_back() -> None:
    for label, values in (("line 2", {"c": "B2", "k": 2}), ("X1", {}), ("rain", {"x": "a"})):
        assert read_citation(cite(label, values)) == (label, values)
    for text in ("", "line x", "X1 with", "X1 with c", "X1 with c = 1, c = 2", "a -> b"):
        assert read_citation(text) is None


# -- what is refused


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        (
            "all c in cells: p(c)",
            (1, 10),
            "cells needs a grid: give its size, such as size: 9x9, or a board that has one",
        ),
        ("size: 2x2\nall c in cels: p(c)", (2, 10), "there is no set 'cels'; the sets are cells, around"),
        ("size: 2x2\nall c in cels: p(c)", (2, 10), "did you mean cells?"),
        ("size: 2x2\nall c in cells(A1): p(c)", (2, 10), "cells has no argument"),
        ("size: 2x2\nall c in around: p(c)", (2, 10), "around has one argument"),
        ("size: 2x2\nall c in cells, d in around(c, c): p(d)", (2, 22), "around has one argument"),
        ("set s = a b\nall x in s: p(y)", (2, 15), "y is a free variable"),
        ("set s = a b\nall a in s: p(a)", (2, 5), "a is an element of a set: a variable needs a name of its own"),
        ("set s = a b\nall x in s: p(x)\np(a, b)", (3, 1), "p has 1 argument elsewhere"),
        ("set s = a b\nall x in s: x x in s: p(x)", (2, 13), "x is not a number"),
        ("set s = a b\nall x in s: p(x+1)", (2, 15), "x is not a number"),
        ("set s = a a", (1, 11), "a appears twice"),
        ("set s = a\nset s = b", (2, 5), "s is already declared, in line 1"),
        ("set s = a\nset s(a) = b", (2, 5), "s is already declared, in line 1"),
        ("set s = ", (1, 8), "expected a name or a number; a set has at least one element"),
        ("set next(a) =", (1, 14), "expected a name or a number; leave the line out: the set is then empty"),
        ("size: 2x2\nset s = C1", (2, 9), "C1 is not on a grid of 2x2"),
        ("X1: 1 among a b\nX1: a", (2, 1), "X1 is already the name of line 1"),
        ("X1: safe a", (1, 1), "only a count, a formula or a rule has a name"),
        ("size: 30x2\n1 at X1\nX1: 1 among a b", (3, 1), "X1 has a clue, in line 2"),
        ("all: a", (1, 4), "expected a name"),
        ("clue(a, 1)", (1, 6), "a is a free variable"),
        ("all x in 1..3 p(x)", (1, 15), "expected : and what holds"),
        ("size: 3x3\ngrid: round", (2, 7), "not a grid: 'round'; choose square, hex or torus"),
        ("size: 3x2\ngrid: torus", (2, 7), "a torus has at least 3x3 cells"),
        ("grid: hex", (1, 7), "a grid needs a size"),
    ],
)  # fmt: skip
def test_mistakes_are_named_at_their_place(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_hints(text)
    assert message in caught.value.message and (caught.value.line, caught.value.column) == place


def test_a_rule_that_is_too_large_says_what_it_would_cost() -> None:
    text = "size: 60x60\nall a in cells, b in cells: p(a) | q(b)"
    result = run("solve", "--format", "hints", "-", text=text)
    assert result.exit_code == 4 and "grounding this rule would take 12,960,000 instances" in result.output
    assert "2:1" in result.output and "use smaller sets" in result.output
    shown = run("show", "--instances", "--json", "--format", "hints", "-", text=text)
    assert shown.exit_code == 4 and "12,960,000" in json.loads(shown.stdout)["message"]
    with pytest.raises(LimitReached):
        _ = parse_hints(text).to_problem().statements
    nested = "size: 40x40\nsome a in cells: all b in cells: some c in cells: p(a) & q(b) | r(c)"
    assert "would take 12,288,000,000 parts" in run("check", "--format", "hints", "-", text=nested).output
    assert MOST_INSTANCES < 12_960_000


# -- three ways to the same truth


def _random_expression(rng: random.Random, depth: int, bound: tuple[str, ...]) -> str:
    if depth == 0 or rng.random() < 0.15:
        names = [f"p({x})" for x in bound] + [f"q({x}, {y})" for x in bound for y in bound] + ["rain", "true", "p(a)"]
        return rng.choice(names)
    kind = rng.choice(("~", "&", "|", "->", "<->", "^", "all", "some", "count", "count"))
    inner = lambda more=(): _random_expression(rng, depth - 1, bound + tuple(more))  # noqa: E731
    if kind == "~":
        return f"~({inner()})"
    if kind in ("all", "some", "count"):
        variable = f"x{len(bound)}"
        domain = rng.choice(["s", *(f"next({x})" for x in bound)])
        count = f"{rng.choice(('', 'at least ', 'at most '))}{rng.randint(0, 3)}"
        head = kind if kind != "count" else count
        return f"({head} {variable} in {domain}: {inner([variable])})"
    return f"({inner()} {kind} {inner()})"


def _evaluate(part, values: dict, holds: set[str], sets: dict) -> bool:
    """Return whether an expression is true: the oracle, straight from the meaning of each word."""
    if isinstance(part, Truth):
        return part.holds
    if isinstance(part, Atom):
        found = [values[t.variable] if t.variable else t.value for t in part.terms]
        name = found[0] if part.predicate == "mine" else f"{part.predicate}({','.join(map(str, found))})"
        return str(name) in holds
    if isinstance(part, Join):
        one, *rest = [_evaluate(each, values, holds, sets) for each in part.parts]
        if part.operator == "not":
            return not one
        if part.operator == "and":
            return one and all(rest)
        if part.operator == "or":
            return one or any(rest)
        if part.operator == "xor":
            return sum((one, *rest)) % 2 == 1
        return (not one or rest[0]) if part.operator == "implies" else one == rest[0]
    assert isinstance(part, Quantified)
    (binding,) = part.bindings
    key = binding.of.name + "".join(f"({values[t.variable]})" for t in binding.of.terms)
    found = [_evaluate(part.body, {**values, binding.variable: each}, holds, sets) for each in sets[key]]
    if part.kind in ("all", "some"):
        return all(found) if part.kind == "all" else any(found)
    number = part.number.value
    return {"exactly": sum(found) == number, "at_least": sum(found) >= number, "at_most": sum(found) <= number}[
        part.kind
    ]


def test_sympy_the_checker_and_the_meaning_of_the_words_agree() -> None:
    rng = random.Random(7)
    tables = Tables({"s": ("a", "b", "c")}, {"next": {"a": ("b", "c"), "b": ("a",)}})
    sets = {"s": "abc", "next(a)": "bc", "next(b)": "a", "next(c)": ""}
    for _ in range(150):
        text = _random_expression(rng, 3, ())
        expression = parse_expression(text)
        expr = parse_formula(text, tables=tables)
        nodes = Nodes()
        node = Instances(nodes, tables.look_up).node(expression, {})
        names = [f"p({x})" for x in "abc"] + [f"q({x},{y})" for x in "abc" for y in "abc"] + ["rain"]
        for _ in range(12):
            holds = {name for name in names if rng.random() < 0.5}
            truth = _evaluate(expression, {}, holds, sets)
            assert Formula(text, expr).holds(holds) == truth, text
            literals = [nodes.name(name) if name not in holds else -nodes.name(name) for name in names]
            assert nodes.implies(node, literals) == (not truth), text


@pytest.mark.parametrize("values", [{"c": "B9"}, {}, {"c": "A1", "d": "A1"}, {"d": "A1"}])
def test_the_checker_takes_no_values_that_the_rule_does_not_have(values: dict) -> None:
    rule = parse_expression("all c in cells: p(c)")
    with pytest.raises(CannotInstantiate):
        Instances(Nodes(), Tables(size=(2, 2)).look_up).instance(rule, values)


# -- proofs that cite rules and names


def proof_json(*arguments: object) -> dict:
    return json.loads(run("prove", "--json", *arguments).stdout)


def test_a_step_cites_its_rule_and_its_instance() -> None:
    data = proof_json(WUMPUS, "pit(A3)")
    step = data["steps"][1]
    assert (step["by"], step["rule"], step["with"]) == ("rule", BREEZE, {"c": "A4"})
    assert data["rules"] == {BREEZE: "all c in cells: breeze(c) <-> some d in beside(c): pit(d)"}
    assert data["sets"]["beside(A4)"] == ["A3", "B4"] and data["checked"] is True
    problem = parse_hints(WUMPUS.read_text()).to_problem()
    proof = Proof.from_json(data)
    assert lm.verify(proof) and lm.verify(proof, problem)
    assert not lm.verify(proof, parse_hints("size: 4x4\n~pit(A3)").to_problem())


def changed(data: dict, change) -> Proof:
    copy = json.loads(json.dumps(data))
    copy.pop("premises", None)  # they need not be there, and would give away a rule that is changed
    change(copy)
    return Proof.from_json(copy)


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["steps"][1]["with"].update(c="A3"),
        lambda data: data["steps"][1]["with"].update(c="Z9"),
        lambda data: data["steps"][1]["with"].clear(),
        lambda data: data["steps"][1].update(rule="line 1"),
        lambda data: data["rules"].clear(),
        lambda data: data["rules"].update({BREEZE: "all c in cells: breeze(c) -> some d in beside(c): pit(d)"}),
        lambda data: data["sets"].update({"beside(A4)": ["B4"]}),
    ],
)
def test_a_forged_instance_is_refused(change) -> None:
    proof = changed(proof_json(WUMPUS, "pit(A3)"), change)
    assert not lm.verify(proof, parse_hints(WUMPUS.read_text()).to_problem())
    assert not lm.verify(proof)


def test_a_label_with_values_in_it_is_no_label() -> None:
    data = proof_json(WUMPUS, "pit(A3)")
    with pytest.raises(BoardError, match="does not cite a rule by its label"):
        changed(data, lambda data: data["steps"][1].update(rule=f"{BREEZE} with c = A4", **{"with": {}}))


def test_without_sets_a_proof_needs_the_file() -> None:
    proof = changed(proof_json(WUMPUS, "pit(A3)"), lambda data: data["sets"].clear())
    assert not lm.verify(proof) and lm.verify(proof, parse_hints(WUMPUS.read_text()).to_problem())


def test_a_proof_with_other_sets_holds_alone_but_not_for_the_file() -> None:
    proof = changed(proof_json(WUMPUS, "pit(A3)"), lambda data: data["sets"]["cells"].append("E5"))
    assert lm.verify(proof) and not lm.verify(proof, parse_hints(WUMPUS.read_text()).to_problem())


def test_a_name_is_cited() -> None:
    text = "X1: 1 among a b\nX2: a -> c\nX3: ~b\n"
    problem = parse_hints(text).to_problem()
    proof = lm.prove(problem, "c")
    assert proof is not None and proof.clues == ("X1",) and proof.givens == ("X2: a -> c", "X3: ~b")
    assert [step.source for step in proof.steps if step.by == "given"] == ["X2", "X3"]
    again = Proof.from_json(proof.to_json())
    assert again == proof and lm.verify(again) and lm.verify(again, problem)
    other = changed(proof.to_json(), lambda data: data.update(givens=["X2: a -> c & d", "X3: ~b"]))
    assert lm.verify(other) and not lm.verify(other, problem)


# -- boards under rules, and every door


def test_a_board_under_the_rules_of_minesweeper_is_the_board() -> None:
    plain, ruled = run("solve", "--json", BOARD), run("solve", "--json", "--rules", RULES, BOARD)
    assert {**json.loads(plain.stdout), "components": None} == {**json.loads(ruled.stdout), "components": None}
    for command in ("odds", "check", "next", "graph"):
        assert run(command, "--rules", RULES, BOARD).exit_code == 0
    shown = run("prove", "--by", "resolution", "--rules", RULES, BOARD, "B1").stdout
    assert "with c = B2, k = 2: 2 among A1 B1 C1" in shown
    asked = run("ask", "--rules", RULES, BOARD, "some c in row(A1): mine(c)")
    assert asked.exit_code == 0 and asked.stdout.startswith("yes")


def test_verify_takes_rules(tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    proof.write_text(run("prove", "--json", "--rules", RULES, BOARD, "B1").stdout)
    assert run("verify", proof, BOARD, "--rules", RULES).exit_code == 0
    assert run("verify", proof, BOARD).exit_code == 1
    assert "rules" in run("verify", proof).stdout


def test_rules_must_fit_the_board(tmp_path: Path) -> None:
    rules = tmp_path / "other.hints"
    rules.write_text("size: 9x9\nmines: 3\n1 c in cells: mine(c)")
    assert "the rules are for a grid of 9x9, the board has 3x3" in run("solve", "--rules", rules, BOARD).stderr
    with pytest.raises(BoardError, match="3 mines, the board says 1"):
        parse_hints("mines: 3", size=(2, 2)).over(Board(("??", "??"), mines=1))


def test_answers_about_a_board_list_cells_only() -> None:
    rules = parse_hints("all c in cells: dark(c) <-> mine(c)\n1 c in cells: dark(c)\ndark(A1)", size=(2, 1))
    problem = rules.over(Board(("??",)))
    deduction = lm.deduce(problem)
    assert set(deduction.mine) == {Cell(0, 0)} and set(deduction.safe) == {Cell(0, 1)}
    assert {str(name) for name in lm.odds(problem).mine} == {"A1", "B1"}


def test_hints_of_rules_are_those_of_the_board_whatever_it_shows() -> None:
    text = RULES.read_text()
    rng = random.Random(3)
    for _ in range(60):
        width, height = rng.randint(1, 6), rng.randint(1, 5)
        signs = "".join(rng.choice("??????012345678F*-") for _ in range(width * height))
        board = Board(tuple(signs[row * width : row * width + width] for row in range(height)))
        ruled, plain = parse_hints(text, size=(width, height)).over(board), lm.Problem.of(board)
        numbers = [[(hint.low, hint.high, hint.among) for hint in each.hints] for each in (ruled, plain)]
        assert numbers[0] == numbers[1] and ruled.facts == plain.facts


@pytest.mark.parametrize("grid", ["hex", "torus"])
def test_rules_and_hint_files_know_the_grid(grid: str) -> None:
    rng = random.Random(11)
    for _ in range(40):
        signs = "".join(rng.choice("????0123-*") for _ in range(12))
        board = Board((signs[:4], signs[4:8], signs[8:]), grid=grid)
        plain = lm.Problem.of(board)
        ruled = parse_rules(RULES.read_text(), "rules", board).over(board)
        written = parse_hints(format_hints(hint_file_of(board))).to_problem()
        assert [hint.among for hint in ruled.hints] == [hint.among for hint in plain.hints]
        assert written.hints == plain.hints and written.board == board


def test_the_sets_of_a_torus_go_round() -> None:
    tables = Tables(size=(4, 4), grid="torus")
    assert tables.look_up("right(D1)") == ("A1",) and tables.look_up("below(A4)") == ("A1",)
    assert tables.look_up("block(D4)") == ("D4", "A4", "D1", "A1")
    assert set(tables.look_up("beside(A1)") or ()) == {"A4", "D1", "B1", "A2"}
    assert tables.look_up("knight(A1)") == ("D3", "B3", "C4", "C2")  # on 4x4, two moves lead to each
    assert len(tables.look_up("around(A1)") or ()) == 8
    assert Tables(size=(4, 4), grid="hex").look_up("beside(B2)") == ("B1", "C1", "A2", "C2", "B3", "C3")


def test_the_names_of_predicates_may_be_written_with_blanks() -> None:
    text = "set s = ann bob\nlikes(ann, bob)\nall x in s, y in s: likes(x, y) -> likes(y, x)"
    problem = parse_hints(text).to_problem()
    assert lm.prove(problem, "likes(bob, ann)") is not None
    result = run("prove", "--format", "hints", "-", "likes( bob ,ann )", text=text)
    assert result.exit_code == 0 and "likes(bob,ann)" in result.stdout


def test_convert_writes_a_file_of_rules(tmp_path: Path) -> None:
    kept = [line for line in WUMPUS.read_text().splitlines() if not line.startswith("#")]
    assert run("convert", "--to", "hints", WUMPUS).stdout.splitlines() == kept
    assert "p cnf" in run("convert", "--to", "dimacs", WUMPUS).stdout
    refused = run("convert", "--to", "jsm", WUMPUS)
    assert refused.exit_code == 2 and "hints, dimacs, asp, minizinc" in refused.stderr


def test_hint_is_impossible_where_a_count_is() -> None:
    (hint,) = parse_hints("set s = a b\nall k in 0..0: k-1 x in s: p(x)").to_problem().hints
    assert hint == Hint(3, 3, ("p(a)", "p(b)"), "line 2 with k = 0")
    assert lm.check(parse_hints("set s = a b\nall k in 0..0: k-1 x in s: p(x)")).status == "inconsistent"


# -- games under other rules


@pytest.mark.parametrize("name", ["knight", "liar", "minesweeper"])
def test_games_under_rules_are_played_by_logic(name: str) -> None:
    """Every clue is one that the rules allow, every deduction is right, and a lost game was a guess."""
    rules = parse_hints((ROOT / f"examples/rules/{name}.hints").read_text(), size=(5, 5))
    for seed in range(6):
        setting = lm_player.Setting(5, 5, 4, player=lm.Player(rules=rules))
        played = setting.play(seed)
        layout = played.game.layout
        mines = {cell for cell, sign in zip(layout.cells, layout.signs, strict=True) if sign == "*"}
        assert len(mines) == 4 and setting.game(seed) == setting.game(seed)
        for cell, sign in zip(layout.cells, layout.signs, strict=True):
            if sign != "*":
                assert int(sign) in _clues_allowed(name, cell, mines)
        assert all(move.cell not in mines for move in played.moves if move.by != "guess" and move.verb == "open")
        assert played.outcome is not lm.Outcome.LOST or played.moves[-1].by == "guess"


def _clues_allowed(name: str, cell: Cell, mines: set[Cell]) -> set[int]:
    steps = [(abs(cell.row - mine.row), abs(cell.col - mine.col)) for mine in mines]
    if name == "knight":
        return {sum(sorted(step) == [1, 2] for step in steps)}
    around = sum(max(step) == 1 for step in steps)
    return {around - 1, around + 1} if name == "liar" else {around}


def test_play_takes_rules_and_says_what_it_cannot() -> None:
    rules = ROOT / "examples/rules/knight.hints"
    won = run("play", "--rules", rules, "--size", "5x5", "--mines", "3", "--seed", "1", "--json")
    assert won.exit_code in (0, 1) and json.loads(won.stdout)["layout"]
    assert "leave out --rules" in run("play", "--rules", rules, "--start", "zero").stderr
    wrong = run("play", "--rules", rules, "-", text="1 -\n- *")
    assert wrong.exit_code == 2 and "A1 says 1, but the rules allow 0" in wrong.stderr
    none = "all c in cells: mine(c)"
    assert "give a layout" in run("play", "--rules", "-", "--size", "3x3", "--mines", "2", text=none).stderr
    words = "all c in cells: dark(c) | light(c)"
    refused = run("play", "--rules", "-", "--size", "3x3", "--mines", "2", text=words)
    assert "rules about mines and clues only, not about dark(A1)" in refused.stderr


@pytest.mark.parametrize(
    "text",
    [
        "all c in cells: p(c)",
        "set s = a b",
        "1 c in cells: wumpus(c)",
        "∀c ∈ s: p(c)",
        "clue(A1, 2)",
        "p(a)",
        "X1: 1 among a b",
    ],
)
def test_rules_are_recognised_as_hints(text: str) -> None:
    assert recognise(text) == "hints"


def test_search_meets_formulas_and_counts_what_odds_counts() -> None:
    rng = random.Random(19)
    for _ in range(40):
        lines = [f"{rng.randint(0, 2)} among a b c", f"at most {rng.randint(1, 2)} among c d e"]
        for _ in range(rng.randint(1, 3)):
            one, two, three = rng.sample("abcdef", 3)
            lines.append(f"{one} {rng.choice(('->', '<->', '|', '^'))} {rng.choice(('', '~'))}{two} & {three}")
        problem = parse_hints("\n".join(lines)).to_problem()
        found = search(problem, Strategy(propagate=rng.random() < 0.5, mrv=rng.random() < 0.5), every=True)
        try:
            assert found.found == lm.odds(problem).placements
        except lm.InconsistentKnowledge:
            assert found.status == "none"
            continue
        holds = set(map(str, found.mine)) | {str(name) for name, mine in problem.facts.items() if mine}
        assert all(formula.holds(holds) for formula in problem.formulas)
        assert all(hint.low <= len(holds & set(map(str, hint.among))) <= hint.high for hint in problem.hints)


def test_search_under_rules_counts_the_whole_board() -> None:
    board, rules = Board(("1??", "???")), parse_hints(RULES.read_text(), size=(3, 2))
    for problem in (lm.Problem.of(board), rules.over(board)):
        assert search(problem, Strategy(), every=True).found == 3 * 2**2
