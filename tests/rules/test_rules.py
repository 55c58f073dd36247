"""Rules against judges of their own: `puzzles` tries every placement, and knows what each instance of a rule says.

LOGICMS_FULL=1 tries five hundred puzzles of each rule file, and proves everything that is certain in them.
"""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from conftest import FULL, ROOT
from puzzles import RULES, TEXTBOOK, VARIANTS, Instance, Puzzle, puzzle
from second_checker import fault, hints_source, parse_meaning

import logicms as lm
from logicms.answers.prove import verify_json
from logicms.errors import BoardError, InconsistentKnowledge
from logicms.limits import limit
from logicms.problem import Problem

PUZZLES = 500 if FULL else 15
"""How many of each rule file."""
PROVED = None if FULL else 3
"""How many names of each are proved; None: all."""
BOARDS = 1_000 if FULL else 100
"""How many are read as boards, and under the rules of Minesweeper as a file."""


def test_every_rule_file_has_a_judge() -> None:
    assert {path.stem for path in RULES.glob("*.hints")} == {*VARIANTS, *TEXTBOOK}


@pytest.mark.parametrize("label", sorted({*VARIANTS, *TEXTBOOK}))
def test_a_rule_file_has_at_most_fifteen_statements(label: str) -> None:
    lines = (RULES / f"{label}.hints").read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) and not line.startswith("#") for line in lines) <= 15
    assert any(line.startswith(("#   logicms solve", "#   logicms prove")) for line in lines), "it says how to see it"


@pytest.mark.parametrize("label", sorted(VARIANTS.keys() - {"minesweeper"}))
def test_the_board_of_a_variant_needs_its_rules(label: str) -> None:
    board = lm.read_board(RULES / "boards" / f"{label}.txt")
    rules = lm.parse_hints((RULES / f"{label}.hints").read_text(encoding="utf-8"), size=(board.width, board.height))
    found, plain = lm.deduce(rules.over(board)), lm.deduce(board)
    assert (found.safe - plain.safe) | (found.mine - plain.mine)


@pytest.mark.full
@pytest.mark.parametrize("label", sorted({*VARIANTS, *TEXTBOOK}))
def test_answers_agree_with_trying_everything(label: str) -> None:
    rng = Random(f"rules {label}")
    proved = clashes = forged = still_valid = 0
    for _ in range(PUZZLES):
        one = puzzle(label, rng)
        assert lm.check(one.problem).status == ("consistent" if one.worlds else "inconsistent"), one.text
        if not one.worlds:
            check_contradiction(one)
            clashes += 1
            continue
        certain = check_certain(one)
        check_odds(one)
        for name in rng.sample(sorted(certain), min(PROVED or len(certain), len(certain))):
            proof = check_proof(one, name)
            proved += 1
            tried, valid = check_forged(one, proof, rng)
            forged, still_valid = forged + tried, still_valid + valid
    print(f"{label}: {proved} proofs, {clashes} contradictions, {forged} forgeries, {still_valid} still valid")
    assert proved > PUZZLES / 5
    assert forged or label == "unicorn"


def check_certain(one: Puzzle) -> dict[str, bool]:
    """Compare what is certain, and return it."""
    common, some = frozenset.intersection(*one.worlds), frozenset.union(*one.worlds)
    facts = {str(name) for name in one.problem.facts}
    deduction = lm.deduce(one.problem)
    found = {str(name): name in deduction.mine for name in deduction.safe | deduction.mine}
    expected = {name: name in common for name in one.names if name in common or name not in some}
    expected = {name: holds for name, holds in expected.items() if name not in facts}
    assert {name: holds for name, holds in found.items() if name in one.names} == expected, one.text
    return expected


def check_odds(one: Puzzle) -> None:
    weights = one.weights or (1,) * len(one.worlds)
    if sum(weights) > 20_000:
        return  # the attacked squares around five queens; counting them may take long
    odds = lm.odds(one.problem)
    assert odds.placements == sum(weights), one.text
    counted = {str(name): fraction for name, fraction in odds.mine.items()}
    assert set(one.names) - {str(name) for name in one.problem.facts} <= counted.keys()
    for name in set(one.names) & counted.keys():
        held = sum(weight for world, weight in zip(one.worlds, weights, strict=True) if name in world)
        assert counted[name] == Fraction(held, sum(weights)), f"{name}: {one.text}"


def check_proof(one: Puzzle, name: str) -> lm.Proof:
    """Return a proof that the checker accepts with and without the problem, also after it was JSON."""
    for by in ("resolution", "direct"):
        proof = lm.prove(one.problem, name, by)
        assert proof is not None and lm.verify(proof, one.problem), one.text
        again = lm.Proof.from_json(json.loads(json.dumps(proof.to_json())))
        assert again == proof and lm.verify(again, one.problem) and lm.verify(again), f"{name}: {one.text}"
    return proof


def check_contradiction(one: Puzzle) -> None:
    with pytest.raises(InconsistentKnowledge) as raised:
        lm.deduce(one.problem)
    proof = raised.value.proof
    assert proof is not None and proof.is_contradiction and lm.verify(proof, one.problem), one.text
    assert lm.verify(lm.Proof.from_json(json.loads(json.dumps(proof.to_json())))), one.text


# -- forged instances


def check_forged(one: Puzzle, proof: lm.Proof, rng: Random) -> tuple[int, int]:
    """Change what a proof says about rules: it is refused, unless the step still follows from the other instance."""
    honest = proof.to_json()
    places = [number for number, step in enumerate(honest["steps"]) if step["by"] == "rule"]
    tried = valid = 0
    for _ in range(4 if places else 0):
        data = deepcopy(honest)
        step = data["steps"][rng.choice(places)]
        if not step["with"]:
            continue
        variable = rng.choice(list(step["with"]))
        step["with"][variable] = rng.choice(
            [each.values[variable] for each in one.instances if variable in each.values]
        )
        tried += 1
        valid += (accepted := accepts(data, one.problem))
        assert accepted == still_follows(one, step, data["symbols"]), f"{step}: {one.text}"
    if places:
        for change in (_text_changed, _set_changed, _label_changed):
            data = deepcopy(honest)
            change(data, rng)
            assert not accepts(data, one.problem) or data == honest, f"{change.__name__}: {data}\n{one.text}"
            tried += data != honest
    return tried, valid


def accepts(data: dict[str, Any], problem: Problem | None) -> bool:
    try:
        return bool(lm.verify(lm.Proof.from_json(data), problem))
    except BoardError:
        return False


def still_follows(one: Puzzle, step: dict[str, Any], symbols: dict[str, str]) -> bool:
    """Return whether the clause of a step is true wherever the instance that it cites is."""
    cited = [each for each in one.instances if each.label == step["rule"] and each.values == step["with"]]
    return any(entails(instance, step["clause"], symbols) for instance in cited)


def entails(instance: Instance, clause: list[str], symbols: dict[str, str]) -> bool:
    meanings = {symbol: parse_meaning(text) for symbol, text in symbols.items()}
    names = set(instance.names) | {literal.removeprefix("~") for literal in clause}
    while behind := names & meanings.keys():
        names = (names - behind).union(*(meanings[symbol].names for symbol in behind))
    every = sorted(names)
    for bits in range(1 << len(every)):
        world = {name for place, name in enumerate(every) if bits >> place & 1}
        for symbol, meaning in meanings.items():
            if meaning.count is not None:
                holds = meaning.count.low <= len(meaning.count.names & world) <= meaning.count.high
            else:
                holds = all(any(_holds(literal, world) for literal in part) for part in meaning.clauses)
            world |= {symbol} if holds else set()
        if instance.holds(world) and not any(_holds(literal, world) for literal in clause):
            return False
    return True


def _holds(literal: str, world: set[str]) -> bool:
    return (literal.removeprefix("~") in world) is not literal.startswith("~")


def _text_changed(data: dict[str, Any], rng: Random) -> None:
    label = rng.choice(list(data["rules"]))
    old, new = rng.choice(
        (("1", "2"), ("around", "beside"), ("->", "<->"), (" in ", "  in "), ("all", "some"), (")", ") "))
    )
    data["rules"][label] = data["rules"][label].replace(old, new, 1)


def _set_changed(data: dict[str, Any], rng: Random) -> None:
    if not data.get("sets"):
        return
    members = data["sets"][rng.choice(list(data["sets"]))]
    at = rng.randrange(len(members) + 1)
    if members and rng.random() < 0.5:
        at %= len(members)
        members[at] = members[at] + 1 if isinstance(members[at], int) else rng.choice((*members, "Z9"))
    else:
        members.insert(at, rng.choice((3, "A1")))


def _label_changed(data: dict[str, Any], rng: Random) -> None:
    label = rng.choice(list(data["rules"]))
    data["rules"][f"{label}0"] = data["rules"].pop(label)


# -- proofs that were accepted once

RULED = "set s = a b\nset next(a) = b\none: 1 x in s: p(x)\nall x in s: p(x) -> q\nX1: q -> r\nsome x in s: r & t(x)\n"


def ruled_proof(*steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return a direct proof of its last step, with a rule and a set."""
    numbered = [{"step": number, **step} for number, step in enumerate(steps, 1)]
    data = {"version": 1, "by": "direct", "goal": [steps[-1]["clause"]], "steps": numbered}
    return {**data, "rules": {"one": "1 x in s: p(x)"}, "sets": {"s": ["a", "b"]}, **more}


BY_ONE = {"clause": ["p(a)", "p(b)"], "by": "rule", "rule": "one", "with": {}}
EITHER = {"one": {"mines": 1, "among": ["p(a)", "p(b)"]}}


@pytest.mark.parametrize(
    "data, alone, with_file",
    [
        (ruled_proof(BY_ONE), True, True),
        (ruled_proof(BY_ONE, hints=EITHER), True, True),
        # A step by a rule needs the rule, even if there is a hint of that name.
        (ruled_proof(BY_ONE, hints=EITHER, rules={}), False, False),
        # A hint under the name of an instance may say less; the step follows from the rule.
        (ruled_proof(BY_ONE, hints={"one": {"at_most": 1, "among": ["p(a)", "p(b)"]}}), True, False),
        (ruled_proof(BY_ONE, hints={"one": {"mines": 2, "among": ["p(a)", "p(b)"]}}), False, False),
        # The values of variables are in `with`, and nowhere else.
        (
            ruled_proof(
                {"clause": ["~p(a)", "q"], "by": "rule", "rule": "line 4 with x = a", "with": {}},
                rules={"line 4": "all x in s: p(x) -> q"},
            ),
            False,
            False,
        ),
        # An instance is not a formula, and a formula is not an instance.
        (ruled_proof(BY_ONE, {**BY_ONE, "by": "given", "given": "one"}, givens=["one"]), False, False),
        (ruled_proof(BY_ONE, {**BY_ONE, "by": "given", "given": "one"}, givens=["one: 1 x in s: p(x)"]), False, False),
        (ruled_proof({"clause": ["~q", "r"], "by": "given", "given": "X1"}, givens=["X1: q -> r"]), True, True),
        (ruled_proof({"clause": ["~q", "r"], "by": "given", "given": "X1"}, givens=["X1: false"]), True, False),
        (ruled_proof({"clause": ["r"], "by": "given", "given": "X1"}, givens=["X1: q -> r", "X1: r"]), False, False),
        # Sets are written in one way only.
        (ruled_proof(BY_ONE, sets={"s": ["a", "b"], "next(a)": ["b"], "next(b)": []}), True, True),
        (ruled_proof(BY_ONE, sets={"s": ["a", "b"], "next(a]": ["b"]}), True, False),
        (ruled_proof(BY_ONE, sets={"s": ["a", "b"], f"next({'9' * 5_000})": []}), True, False),
        (ruled_proof(BY_ONE, sets={"s": ["b", "a"]}), True, False),
        # With the file, its sets are used; without it, those of the proof.
        (ruled_proof(BY_ONE, sets={}), False, True),
    ],
)
def test_what_a_proof_says_about_rules_is_checked(data: dict[str, Any], alone: bool, with_file: bool) -> None:
    assert accepts(data, None) is alone
    assert accepts(data, lm.parse_hints(RULED).to_problem()) is with_file
    assert (fault(json.dumps(data)) is None) is alone
    assert (fault(json.dumps(data), hints_source(RULED)) is None) is with_file


def test_choices_that_come_to_nothing_are_counted_too() -> None:
    """A rule with a hundred million choices, and an empty set inside, took the checker for ever."""
    text = "some x in 0..9999, y in 0..9999, z in e: p(x)"
    step = {"clause": ["p(1)"], "by": "rule", "rule": "X1", "with": {}}
    data = ruled_proof(step, rules={"X1": text}, sets={"e": []})
    with limit(seconds=20):
        verification = verify_json(data)
    assert not verification.valid and verification.reason == "its instance is too large to be checked"


# -- Minesweeper as a file of rules

MINESWEEPER = (ROOT / "examples" / "rules" / "minesweeper.hints").read_text(encoding="utf-8")


@pytest.mark.full
def test_minesweeper_as_rules_is_minesweeper() -> None:
    rng = Random(64)
    certain = 0
    for number in range(BOARDS):
        board = _any_board(rng)
        rules = lm.parse_hints(MINESWEEPER, size=(board.width, board.height))
        for flags in ("fact", "claim"):
            plain, ruled = Problem.of(board, flags=flags), rules.over(board, flags=flags)
            assert [_count(hint) for hint in ruled.hints] == [_count(hint) for hint in plain.hints], str(board)
            assert dict(ruled.facts) == dict(plain.facts) and ruled.total == plain.total
            assert not ruled.formulas
        certain += _same_answers(board, plain, ruled, number)
    assert certain > BOARDS / 4


def _count(hint: lm.Hint) -> tuple[object, ...]:
    return hint.low, hint.high, hint.among


def _same_answers(board: lm.Board, plain: Problem, ruled: Problem, number: int) -> int:
    """Return how many cells are certain, both ways."""
    try:
        found = lm.deduce(plain)
    except InconsistentKnowledge:
        assert lm.check(ruled).status == "inconsistent", str(board)
        return 0
    again = lm.deduce(ruled)
    assert (found.safe, found.mine) == (again.safe, again.mine), str(board)
    one, other = lm.odds(plain), lm.odds(ruled)
    assert dict(one.mine) == dict(other.mine) and one.placements == other.placements, str(board)
    for cell in sorted(found.safe | found.mine)[: 1 + number % 2]:
        for by in ("resolution", "direct", "counting"):
            first, second = lm.prove(plain, cell, by), lm.prove(ruled, cell, by)
            assert first is not None and second is not None and first.goal == second.goal, str(board)
    return len(found.safe | found.mine)


def _any_board(rng: Random) -> lm.Board:
    """Return a board with cells of every kind; one in two is made from mines, and so is mostly consistent."""
    width, height = rng.randint(1, 5), rng.randint(1, 4)
    places = [(row, column) for row in range(height) for column in range(width)]
    mines = {place for place in places if rng.random() < 0.25}
    at_random = rng.random() < 0.3
    rows = []
    for row in range(height):
        line = ""
        for column in range(width):
            near = sum(abs(row - r) < 2 and abs(column - c) < 2 for r, c in mines)
            if at_random:
                line += rng.choices("?F*-0123458", (20, 2, 2, 2, 3, 3, 3, 1, 1, 1, 1))[0]
            elif (row, column) in mines:
                line += rng.choices("?*F", (8, 1, 1))[0]
            else:
                line += rng.choices(("?", "-", str(near)), (8, 1, 6))[0]
        rows.append(line)
    text = "".join(rows)
    closed = sum(not sign.isdigit() for sign in text)
    total = rng.choice((None, len(mines), rng.randint(0, closed)))
    if total is not None and not text.count("*") <= total <= closed:
        total = None
    return lm.Board(tuple(rows), mines=total)
