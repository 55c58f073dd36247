"""Honest proofs to forge: of boards of many kinds and of hint files, in all three ways, few enough names to try all."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from second_checker import Source, board_source, hints_source

from logicms.answers.ask import ask
from logicms.answers.prove import ProveAnswer, premises, prove
from logicms.deduction import deduce
from logicms.errors import InconsistentKnowledge
from logicms.notation.boards import parse_board
from logicms.notation.formulas import parse_formula
from logicms.notation.hint_files import parse_hints
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


@dataclass(frozen=True)
class Honest:
    """A proof that logicms made, and what it is about in three forms."""

    proof: dict[str, Any]
    text: str
    source: Source
    premises: Premises


def honest_proofs(rng: Random, boards: int) -> list[Honest]:
    """Return the proofs of this many boards, and of the hint files."""
    return [*_of_boards(rng, boards), *_of_hint_files()]


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


def _of_hint_files() -> Iterator[Honest]:
    for text, questions in HINT_FILES.items():
        problem = Problem.of(parse_hints(text))
        source, given = hints_source(text), premises(problem)
        for question in questions:
            answer = ask(problem, parse_formula(question, size=problem.size))
            proof = answer.to_json()["proof"]
            if proof is not None:
                yield Honest(json.loads(json.dumps(proof)), text, source, given)
        if problem.formulas:
            continue
        for cell in _certain(problem):
            for by in BY:
                yield Honest(_json(prove(problem, cell, by)), text, source, given)


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
    groups: dict[tuple[str, bool, bool], list[Honest]] = {}
    for honest in proofs:
        key = (honest.proof["by"], bool(honest.proof["givens"]), bool(honest.proof["symbols"]))
        groups.setdefault(key, []).append(honest)
    return list(groups.values())
