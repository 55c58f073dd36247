"""Honest proofs to forge: of boards of many kinds and of hint files, in all three ways, few enough names to try all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from second_checker import Source, board_source, hints_source

from logicms.answers.answer import CommandAnswer
from logicms.answers.knowledge import ask
from logicms.answers.prove import ProveAnswer, next_step, premises, prove
from logicms.answers.solve import check, solve
from logicms.deduction import deduce
from logicms.errors import InconsistentKnowledge
from logicms.notation.boards import parse_board
from logicms.notation.formulas import question
from logicms.notation.hint_files import parse_hints
from logicms.notation.statements import supposing
from logicms.problem import Problem
from logicms.proofs.proof import Premises

BY = ("resolution", "direct", "counting")

BOARDS_WITH_COUNTS = (
    "mines: 6\n\n? ? ? 0 1 ?\n- ? 2 1 ? ?\n1 1 ? ? ? *\n",
    "mines: 2\n\n0 ? 0 1 ? ?\n? ? ? 2 ? ?\n? ? ? ? 0 0\n",
    "mines: 3\n\n? ? 1 0 ? ?\n2 2 ? ? - ?\n? 0 ? ? 1 ?\n",
    "mines: 3\n\n0 ? ? ? 0 0\n? ? ? 2 ? -\n? ? 2 ? 0 0\n",
)
"""Boards whose mine total is written with auxiliary symbols."""

HINT_FILES = {
    "1 among A1 B1 C1\n2 among B1 C1 D1\n1 among C1 D1 E1\n": ("B1 & D1", "~A1 & ~E1", "A1 -> C1", "false -> A1"),
    "at least 2 among a b c\nat most 1 among a b\nsafe d\n": ("c", "c & ~d", "a | b", "~(a & b)"),
    "size: 3x2\nmines: 2\n1 at A1\n2 at B1\nmine C2\n": ("A2 ^ B2", "C2 & ~C1 | ~C2", "A2 -> ~B2"),
    "old -> fragile\n~old -> copy & light\nfragile | copy -> glass\nglass -> insured\n": ("insured", "glass & insured"),
    "a ^ b ^ c\na <-> b\n": ("c", "a ^ b", "a <-> b & c"),
    "ann <-> ~bea\nbea <-> (ann <-> ~cat)\n": ("cat", "ann ^ bea", "ann | bea"),
    "(a & b) | (c & d) | (e & f) | (g & h)\n~a\n~c\n~e\n": ("g", "g & h", "~(a | c)"),
    "a ^ b ^ c ^ d ^ e ^ f ^ g\na\nb\n~c\nd\n~e\nf\n": ("g", "~g ^ a"),
    "1 among a b\na -> x\nb -> x & y\nx & y -> ~b\n": ("x", "x & a", "y -> a", "true"),
    "p -> q\nq -> r\n~r\nat most 1 among p s t\ns | t\n": ("~p", "~p & ~q & ~r", "s ^ t"),
    "a\n~a\n": ("b",),
    "1 among a b\nat least 2 among a b c\nsafe c\n": ("a",),
}


RULE_FILES = {
    "size: 2x2\nall c in cells: breeze(c) <-> some d in beside(c): pit(d)\n1 c in cells: wumpus(c)\n"
    "~breeze(A1)\nwumpus(B2)\n": ("~pit(B1) & ~pit(A2)", "~wumpus(A1)", "breeze(B2) -> false"),
    "set regions = WA NT SA Q\nset colours = red green blue\nset next(WA) = NT SA\nset next(NT) = SA Q\n"
    "set next(SA) = Q\none: all r in regions: 1 c in colours: is(r, c)\n"
    "all r in regions, s in next(r), c in colours: ~(is(r, c) & is(s, c))\nis(WA, red)\n": (
        "is(Q, red)",
        "~is(NT, red)",
    ),
    "set n = 1..3\nall k in n: p(k) -> p(k+1)\nsome k in n: p(k)\nX1: p(4) -> q\nX2: q -> a ^ b\n"
    "X3: 1 among b c\nb\n": (
        "p(4)",
        "q",
        "~a",
        "~c",
    ),
    "set things = a b c d\nall x in things: 2 y in things: near(x, y)\nall x in things: ~near(x, x)\n"
    "near(a, b)\nnear(a, c)\n": ("~near(a, d)", "near(b, c) | near(b, d)"),
    "set n = 1..3\nlow: at most 1 k in n: p(k)\nhigh: at least 2 k in n: ~p(k) & q(k)\nq(1) -> p(1)\n": (
        "q(2) & q(3)",
        "~p(2)",
    ),
    "set n = 1..2\nall k in n: (p(k) -> 1 x in n: p(x)) & (~p(k) -> r)\np(1)\n": ("~p(2) & r",),
    "size: 3x1\n2 at B1\nall c in cells, k in 0..2: clue(c, k) -> k x in beside(c): mine(x)\n": ("A1 & C1",),
    "set s = a b\nall x in s: p(x)\n~p(a)\n": ("p(b)",),
}
"""Hint files with rules, and what follows from them; few enough names to try all."""

WHAT_IFS = {
    "1 among A1 B1 C1\n2 among B1 C1 D1\n1 among C1 D1 E1\n": (("C1", ("~B1",)), ("~A1", ("B1 | C1", "D1 | E1"))),
    "p -> q\nq -> r\nX1: s -> p & t\n": (
        ("r", ("p",)),
        ("~s", ("~r",)),
        ("r & t", ("s",)),
        ("b", ("a & c -> b", "a & c")),
    ),
    "size: 3x2\n1 at A1\n2 at B1\n": (("~C1", ("mine C2",)), ("C1", ("~A2 | ~C2", "~C2", "at most 1 among A2 B2"))),
    "set n = 1..3\nall k in n: p(k) -> p(k+1)\n": (
        ("p(4)", ("1 k in n: p(k)",)),
        ("~p(1)", ("at most 1 k in n: p(k)", "~p(4)")),
    ),
    "(a & b) | (c & d) | (e & f)\n": (("a", ("~c", "~(e & f)")), ("~(~a & ~c & ~e)", ("a ^ b",)), ("e", ("~a", "~c"))),
}
"""Hint files, and what follows from them under assumptions."""

AROUND = "all c in cells, k in 0..8: clue(c, k) -> k x in around(c): mine(x)\n"
RULED_BOARDS = (
    (AROUND, "? ? ?\n1 2 1\n"),
    (AROUND, "mines: 3\n\n? ? 1 ?\n1 2 * ?\n"),
    (
        "all c in cells, k in 0..8: clue(c, k) -> (k-1 x in around(c): mine(x)) | (k+1 x in around(c): mine(x))\n",
        "1 3 ?\n? 4 ?\n? ? ?\n",
    ),
    ("all c in cells, k in 0..8: clue(c, k) -> k x in knight(c): mine(x)\n", "? ? ? ?\n2 ? 1 ?\n? - 1 F\n"),
    (
        f"clues: {AROUND}blocks: all c in cells, r in right(c), d in below(c): some x in block(c): mine(x)\n",
        "? 1 ?\n? ? ?\n0 ? ?\n",
    ),
    (
        f"{AROUND}across: all a in cells, b in right(a), c in right(b): ~(mine(a) & mine(b) & mine(c))\n",
        "? ? ?\n? 3 ?\n0 0 -\n",
    ),
    (f"size: 3x2\n{AROUND}1 x in row(A1): mine(x)\n1 x in column(A1): mine(x)\n", "? ? ?\n? 2 ?\n"),
)
"""Rules, and boards under them."""


@dataclass(frozen=True)
class Honest:
    """A proof that logicms made, and what it is about in three forms."""

    proof: dict[str, Any]
    text: str
    source: Source
    premises: Premises


def honest_proofs(rng: Random, boards: int) -> list[Honest]:
    """Return the proofs of this many boards, of the hint files, and of boards and hint files with rules."""
    of_files = (*_of_hint_files(HINT_FILES), *_of_hint_files(RULE_FILES), *_of_what_ifs())
    return [*_of_boards(rng, boards), *of_files, *_of_ruled_boards()]


def _of_boards(rng: Random, count: int) -> Iterator[Honest]:
    for text in BOARDS_WITH_COUNTS:
        yield from _of_board(text)
    for _ in range(count):
        yield from _of_board(_board(rng))


def _of_board(text: str) -> Iterator[Honest]:
    problem = Problem.of(parse_board(text))
    deduction = deduce(problem)
    certain = sorted(deduction.needs_mine_total)[:2] or sorted(deduction.safe | deduction.mine)[:2]
    source, given = board_source(text), premises(problem)
    for cell in certain:
        for by in BY:
            yield Honest(_json(prove(problem, cell, by)), text, source, given)


def _board(rng: Random) -> str:
    """Return a board with at most twelve cells that are not open; the mines are placed first, so it is consistent."""
    while True:
        width, height = rng.choice(((3, 3), (4, 3), (5, 2), (6, 3), (9, 1), (12, 1), (5, 4)))
        places = [(row, column) for row in range(height) for column in range(width)]
        mines = set(rng.sample(places, rng.randint(1, len(places) // 2)))
        shown = rng.choice((0.4, 0.6, 0.8))
        cells = {place: _character(place, mines, shown, rng) for place in places}
        if sum(not char.isdigit() for char in cells.values()) <= 12:
            break
    head = f"mines: {len(mines)}\n\n" if rng.random() < 0.7 else ""
    return head + "".join(" ".join(cells[row, c] for c in range(width)) + "\n" for row in range(height))


def _character(place: tuple[int, int], mines: set[tuple[int, int]], shown: float, rng: Random) -> str:
    if place in mines:
        return rng.choices("?*F", (8, 1, 1))[0]
    if rng.random() > shown:
        return rng.choices("?-", (8, 1))[0]
    row, column = place
    return str(sum(abs(row - r) < 2 and abs(column - c) < 2 for r, c in mines))


def _of_ruled_boards() -> Iterator[Honest]:
    for rules, text in RULED_BOARDS:
        board = parse_board(text)
        problem = parse_hints(rules, size=(board.width, board.height)).over(board)
        source, given = board_source(text, rules), premises(problem)
        for cell in _certain(problem):
            for by in BY[:2] if problem.formulas else BY:
                yield Honest(_json(prove(problem, cell, by)), text, source, given)


def _of_what_ifs() -> Iterator[Honest]:
    for text, questions in WHAT_IFS.items():
        problem = Problem.of(parse_hints(text))
        source, given = hints_source(text), premises(problem)
        for asked, supposed in questions:
            proof = ask(supposing(problem, supposed), question(problem, asked)).to_json()["proof"]
            assert isinstance(proof, dict), (text, asked)
            yield Honest(json.loads(json.dumps(proof)), text, source, given)


def _of_hint_files(files: Mapping[str, tuple[str, ...]]) -> Iterator[Honest]:
    for text, questions in files.items():
        problem = Problem.of(parse_hints(text))
        source, given = hints_source(text), premises(problem)
        for asked in questions:
            answer = ask(problem, question(problem, asked))
            proof = answer.to_json()["proof"]
            if proof is not None:
                yield Honest(json.loads(json.dumps(proof)), text, source, given)
        if problem.formulas:
            continue
        for cell in _certain(problem):
            for by in BY:
                yield Honest(_json(prove(problem, cell, by)), text, source, given)


def honest_answers(rng: Random, boards: int) -> Iterator[tuple[dict[str, Any], Problem]]:
    """Yield answers that have a proof in them, as JSON, with the problem of each: what is known is its `known`."""
    for text, questions in (HINT_FILES | RULE_FILES).items():
        problem = Problem.of(parse_hints(text))
        asked = [form for each in questions for form in (each, f"~({each})")]
        yield from _with_proofs(problem, [ask(problem, question(problem, each)) for each in asked])
    for text in ("? 3\n1 ?\n", "mines: 3\n\n? 1\n? ?\n", "A1 -> B1\nA1\n~B1\nC1\n"):
        problem = Problem.of(parse_hints(text) if "->" in text else parse_board(text))
        yield from _with_proofs(
            problem, [check(problem), solve(problem), next_step(problem), ask(problem, question(problem, "A1"))]
        )
    for _ in range(boards):
        problem = Problem.of(parse_board(_board(rng)))
        yield from _with_proofs(problem, [next_step(problem), *(prove(problem, cell) for cell in _certain(problem))])


def _with_proofs(problem: Problem, answers: Iterable[CommandAnswer]) -> Iterator[tuple[dict[str, Any], Problem]]:
    known = [f"{'' if holds else '~'}{name}" for name, holds in problem.facts.items()]
    for answer in answers:
        data = json.loads(json.dumps({"version": 1, **answer.to_json()}))
        if data.get("proof") or data.get("steps"):
            yield {**data, "known": known}, problem


def _certain(problem: Problem) -> list[Any]:
    try:
        deduction = deduce(problem)
    except InconsistentKnowledge:
        return []
    return sorted(deduction.safe | deduction.mine, key=str)[:3]


def _json(answer: Any) -> dict[str, Any]:
    assert isinstance(answer, ProveAnswer)
    data: dict[str, Any] = json.loads(json.dumps({"version": 1, **answer.to_json()}))
    return data


def grouped(proofs: list[Honest]) -> list[list[Honest]]:
    """Return the proofs in groups, so that the rare ones can be chosen as often as the common ones."""
    groups: dict[tuple[str, bool, bool, bool, bool], list[Honest]] = {}
    for honest in proofs:
        proof = honest.proof
        key = (proof["by"], bool(proof["givens"]), bool(proof["symbols"]), "rules" in proof, "assumptions" in proof)
        groups.setdefault(key, []).append(honest)
    return list(groups.values())
