"""Many positions of all kinds against every placement: nothing wrong is said, and nothing is missed.

1xN and Nx1, no mines and all mines, flags right and wrong, known cells, the total stated or not, and boards that
contradict themselves by a clue or by the total alone. 5,000 are tried always, 100,000 with LOGICMS_FULL=1.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from conftest import FULL
from oracle import backbone, placements
from strategies import board_of, clues_of

from logicms.board import FLAG, HIDDEN, MINE, SAFE, Board
from logicms.deduction import check, deduce, odds
from logicms.errors import BoardError, InconsistentBoard

pytestmark = pytest.mark.full

MANY = 100_000 if FULL else 5_000
IN_ONE_TEST = 250
LARGE = 500 if FULL else 10


def any_position(rng: Random, most_hidden: int = 11) -> Board:
    """Return a position of some kind; about a fifth contradict themselves."""
    while True:
        if rng.random() < 0.2:
            width, height = rng.choice([(rng.randint(1, 14), 1), (1, rng.randint(1, 14))])
        else:
            width, height = rng.randint(1, 6), rng.randint(1, 5)
        share = rng.choice([0.0, 1.0, rng.random(), rng.random() * 0.4, rng.random() * 0.4])
        mines = [rng.random() < share for _ in range(width * height)]
        shown = rng.random()
        signs = "".join(_sign(answer, rng, shown) for answer in clues_of(mines, width, height))
        if rng.random() < 0.25:
            signs = _with_a_wrong_clue(signs, rng)
        total = rng.choice([None, sum(mines), sum(mines), max(0, sum(mines) + rng.choice([-1, 1]))])
        if sum(sign in HIDDEN + FLAG for sign in signs) <= most_hidden:
            try:
                return board_of(signs, width, total)
            except BoardError:  # a total that no board can have
                continue


def _sign(answer: str, rng: Random, shown: float) -> str:
    """Return what is seen of a cell: hidden, perhaps with a flag, perhaps a wrong one; known; or open."""
    if answer == MINE:
        return rng.choice([HIDDEN, HIDDEN, HIDDEN, FLAG, MINE])
    if rng.random() > shown:
        return rng.choice([HIDDEN] * 12 + [FLAG, SAFE])
    return answer


def _with_a_wrong_clue(signs: str, rng: Random) -> str:
    opened = [i for i, sign in enumerate(signs) if sign.isdigit()]
    if not opened:
        return signs
    index = rng.choice(opened)
    return f"{signs[:index]}{rng.randint(0, 8)}{signs[index + 1 :]}"


def judge(board: Board, seen: Counter[str]) -> None:
    """Compare everything that is said about a board, its flags read as hidden, with every placement."""
    every = placements(board)
    bare = placements(board, total=False)
    seen["contradictory" if not every.all else "consistent"] += 1
    seen["by the total only"] += bool(bare.all) and not every.all
    verdict = check(board)
    assert verdict.status == ("consistent" if every.all else "inconsistent")
    if not every.all:
        with pytest.raises(InconsistentBoard):
            deduce(board, flags="ignore")
        with pytest.raises(InconsistentBoard):
            odds(board, flags="ignore")
        return
    deduction = deduce(board, flags="ignore")
    assert (set(deduction.safe), set(deduction.mine)) == (every.safe, every.mine)
    assert set(deduction.needs_mine_total) == (every.safe | every.mine) - (bare.safe | bare.mine)
    exact = odds(board, flags="ignore")
    assert exact.placements == len(every) and dict(exact.mine) == every.odds
    flags = set(board.flags)
    assert set(verdict.flags.certain) == flags & every.mine and set(verdict.flags.wrong) == flags & every.safe
    seen["certain cells"] += len(every.safe) + len(every.mine)


@pytest.mark.parametrize("part", range(MANY // IN_ONE_TEST))
def test_positions_of_all_kinds(part: int) -> None:
    rng, seen = Random(f"positions {part}"), Counter[str]()
    for _ in range(IN_ONE_TEST):
        board = any_position(rng)
        judge(board, seen)
        with_facts = board.with_flags("fact")
        if with_facts.signs != board.signs:
            every = placements(with_facts)
            if every.all:
                facts = deduce(board)
                assert (set(facts.safe), set(facts.mine)) == (every.safe, every.mine)
            else:
                with pytest.raises(InconsistentBoard):
                    deduce(board)
    print(", ".join(f"{number} {what}" for what, number in seen.items()))
    assert seen["contradictory"] > 20 and seen["by the total only"] and seen["certain cells"] > 100


@pytest.mark.parametrize("seed", range(LARGE))
def test_large_positions_against_a_solver(seed: int) -> None:
    """Up to 20x16 cells, a share of them open at random, clues wrong now and then."""
    rng = Random(f"large {seed}")
    width, height = rng.randint(8, 20), rng.randint(8, 16)
    mines = [rng.random() < rng.choice([0.1, 0.16, 0.2]) for _ in range(width * height)]
    signs = "".join(_sign(answer, rng, 0.6) for answer in clues_of(mines, width, height))
    signs = _with_a_wrong_clue(signs, rng) if rng.random() < 0.2 else signs
    board = board_of(signs, width, rng.choice([None, sum(mines)]))
    known = backbone(board)
    if not known.consistent:
        with pytest.raises(InconsistentBoard):
            deduce(board, flags="ignore")
        return
    deduction = deduce(board, flags="ignore")
    assert (set(deduction.safe), set(deduction.mine)) == (known.safe, known.mine)
