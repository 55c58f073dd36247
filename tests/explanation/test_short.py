"""Short proofs: a person reads them, so their lengths are kept here."""

from __future__ import annotations

import random
from itertools import product

import pytest
from explained import short_proof

from logicms.errors import BoardError, InconsistentKnowledge, LimitReached
from logicms.hints import exactly
from logicms.limits import limit
from logicms.proofs.checker import verify


def clue(count, cells, source):
    return exactly(count, cells.split(), source)


ONE_TWO_ONE = [clue(1, "A1 B1 C1", "B2"), clue(2, "B1 C1 D1", "C2"), clue(1, "C1 D1 E1", "D2")]


@pytest.mark.parametrize(
    "clues, goal, steps, why",
    [
        ([clue(0, "A1 B1", "A2")], "~A1", 0, "a zero clears all around it"),
        ([clue(2, "A1 B1", "A2")], "B1", 0, "as many mines as cells"),
        ([clue(1, "A1", "A2"), clue(1, "A1 B1", "B2")], "~B1", 1, "the only mine is found"),
        ([clue(1, "A1 B1", "A2"), clue(1, "A1 B1 C1", "B2")], "~C1", 2, "1-1 at the edge"),
        ([clue(1, "A1 B1", "A2"), clue(2, "A1 B1 C1", "B2")], "C1", 2, "1-2 at the edge"),
        (ONE_TWO_ONE, "~C1", 2, "1-2-1: the middle is safe"),
        (ONE_TWO_ONE, "B1", 2, "1-2-1: and beside it is a mine"),
    ],
)
def test_lengths(clues, goal, steps, why):
    direct, refutation = short_proof(clues, goal, direct=True), short_proof(clues, goal)
    assert verify(direct) and verify(refutation)
    assert direct.number_of_resolutions == steps, why
    assert refutation.number_of_resolutions > steps and str(refutation.literal) == goal


@pytest.mark.parametrize(
    "told, facts, goal, steps",
    [
        ("1 c f | 1 a b f | 3 a b c d e f", {"e": False}, "d", 7),
        ("2 a b c d e | 2 a b c d | 1 a b d | 2 b c e | 2 a b c d e", {"a": False}, "~e", 6),
        ("2 b c d e f | 1 e f | 2 a b c d e f", {}, "~a", 9),
        ("4 a b c e f g | 5 a b c d e f g", {"b": True}, "d", 18),
    ],
)
def test_the_cheapest_split_is_taken(told, facts, goal, steps):
    """Propagation does not suffice here, and the symbol that is split on decides how long the proof is."""
    clues = [clue(int(text.split()[0]), text.split(maxsplit=1)[1], f"s{i}") for i, text in enumerate(told.split(" | "))]
    proof = short_proof(clues, goal, facts, direct=True)
    assert verify(proof) and proof.number_of_resolutions == steps


def test_against_all_placements():
    """Random clues over six cells: a proof exactly where all placements agree, valid in both styles."""
    rng = random.Random(1)
    cells = ["A1", "B1", "C1", "A2", "B2", "C2"]
    proved = split = 0
    for _ in range(500):
        mines = {cell: rng.random() < 0.4 for cell in cells}
        clues = []
        for number in range(rng.randint(1, 4)):
            among = rng.sample(cells, rng.randint(1, 6))
            clues.append(exactly(sum(mines[cell] for cell in among), among, f"clue{number}"))
        table = [
            row
            for row in (dict(zip(cells, values, strict=True)) for values in product((False, True), repeat=6))
            if all(sum(row[name] for name in hint.among) == hint.low for hint in clues)
        ]
        for cell in cells:
            goal = cell if mines[cell] else f"~{cell}"
            proof = short_proof(clues, goal, direct=rng.random() < 0.5)
            assert (proof is not None) == all(row[cell] == mines[cell] for row in table)
            if proof is not None:
                proved += 1
                assert verify(proof), verify(proof)
                split += proof.number_of_resolutions > 6
    assert proved > 700 and split > 5


def test_facts_and_the_mine_total():
    cells = [f"{column}{row}" for row in range(1, 6) for column in "ABCDE"]
    total = exactly(5, cells, "mines")
    proof = short_proof([total], "~E5", {cell: True for cell in cells[:5]})
    assert verify(proof) and proof.uses_mine_total and proof.symbols and proof.clues == ()
    assert short_proof([total], "~E5", {cell: True for cell in cells[:4]}) is None


def test_a_contradiction():
    clues = [clue(1, "A1 B1", "A2"), clue(2, "A1 B1 C1", "B2"), clue(0, "C1", "D2")]
    proof = short_proof(clues, None)
    assert proof.is_contradiction and verify(proof) and proof.clues == ("A2", "B2", "D2")
    assert short_proof(clues[:2], None) is None
    with pytest.raises(InconsistentKnowledge) as caught:
        short_proof(clues, "D9")
    assert verify(caught.value.proof) and set(caught.value.conflict) == {"A2", "B2", "D2"}


def test_refused():
    with pytest.raises(BoardError, match="two hints"):
        short_proof([clue(1, "A1 B1", "A2"), clue(2, "A1 B1", "A2")], "A1")
    with pytest.raises(BoardError, match="not a name"):
        short_proof([], "A1 & B1")
    with pytest.raises(LimitReached), limit(steps=0):
        short_proof([clue(1, "A1 B1", "A2"), clue(1, "A1 B1 C1", "B2")], "~C1")
