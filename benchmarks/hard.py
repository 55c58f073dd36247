"""Boards that are built to be hard: the answer comes within the limit, certain cells are right, odds exact or refused.

    python -m benchmarks.hard [--limit 5] [--seed 0] [--boards 3] [--family checkerboard] [--no-oracle]

Each family has rising sizes. Printed are the hidden cells, what `deduce` answers and when, and what `odds` does; the
certain cells are compared with a SAT backbone that shares no code with the package (`tests/oracle.py`). The exit code
is 1 if an answer is wrong, or later than the limit by more than the slack.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from logicms.board import Board, neighbours_of
from logicms.deduction import Deduction, deduce, odds
from logicms.errors import LimitReached
from logicms.limits import limit as within
from tests import oracle

SLACK = 0.5
"""Seconds by which an answer may be late: what runs between two looks at the clock, on a loaded machine."""
MOST_FOR_ORACLE = 410
"""The oracle asks about every hidden cell, and is given no larger boards than this."""

Opens = Callable[[int, int], bool]


def planted(width: int, height: int, mines: float, opens: Opens, rng: random.Random) -> Board:
    """Return a board with that share of mines, whose safe cells are open where `opens(row, col)` says so."""
    count, around = width * height, neighbours_of(width, height)
    mined = set(rng.sample(range(count), round(count * mines)))
    signs = [
        str(sum(i in mined for i in around[index])) if index not in mined and opens(*divmod(index, width)) else "?"
        for index in range(count)
    ]
    rows = tuple("".join(signs[start : start + width]) for start in range(0, count, width))
    return Board(rows, len(mined))


def checkerboards(rng: random.Random) -> Iterator[Board]:
    """A clue on every other cell: each hidden cell touches up to four, and everything hangs together."""
    for side in (8, 12, 16, 20, 24, 30):
        yield planted(side, side, rng.choice((0.2, 0.3, 0.4)), lambda row, col: (row + col) % 2 == 0, rng)


def chains(rng: random.Random) -> Iterator[Board]:
    """One row of clues between two rows of hidden cells: very long, never wide."""
    for length in (50, 200, 800, 3000):
        yield planted(length, 3, 0.25, lambda row, col: row == 1, rng)


def lattices(rng: random.Random) -> Iterator[Board]:
    """A clue on every second cell of every second row: a boundary as wide as the board, of rising width."""
    for side in (9, 13, 17, 21, 25, 31, 45, 61):
        yield planted(side, side, 0.3, lambda row, col: row % 2 == 1 and col % 2 == 1, rng)


def scattered(rng: random.Random) -> Iterator[Board]:
    """Clues thrown on the board, 30x16, with many mines."""
    for share in (0.15, 0.3, 0.45, 0.6):
        for mines in (0.2, 0.35, 0.45):
            yield planted(30, 16, mines, lambda row, col, share=share: rng.random() < share, rng)  # type: ignore[misc]


def combs(rng: random.Random) -> Iterator[Board]:
    """Columns of clues hanging from a row of them."""
    for mines in (0.2, 0.3, 0.4, 0.5):
        yield planted(30, 16, mines, lambda row, col: row == 0 or col % 2 == 1, rng)


def tight(rng: random.Random) -> Iterator[Board]:
    """Checkerboards with as few mines as their clues allow or as many: the total decides far away, and everywhere."""
    for side in (8, 12, 16, 20):
        board = planted(side, side, 0.3, lambda row, col: (row + col) % 2 == 0, rng)
        yield Board(board.rows, _extreme(board, rng.random() < 0.5))


def _extreme(board: Board, fewest: bool) -> int:
    """Return the fewest (or most) mines that the board's clues allow, by asking whether one more step is possible."""
    mines, step = board.mines or 0, -1 if fewest else 1
    while 0 <= mines + step <= board.number_not_open:
        if not oracle.is_possible(Board(board.rows, mines + step)):
            break
        mines += step
    return mines


FAMILIES = {
    "checkerboard": checkerboards,
    "chain": chains,
    "lattice": lattices,
    "scattered": scattered,
    "comb": combs,
    "tight": tight,
}


@dataclass(frozen=True, slots=True)
class Row:
    """What came of one board."""

    name: str
    hidden: int
    deduced: str
    seconds: float
    odds: str
    odds_seconds: float
    right: str

    def __str__(self) -> str:
        return (
            f"{self.name:<14}{self.hidden:>6} {self.deduced:<32}{self.seconds:>7.2f} s  odds {self.odds:<16}"
            f"{self.odds_seconds:>7.2f} s  {self.right}"
        )


def tried(family: str, board: Board, limit: float, with_oracle: bool) -> Row:
    """Return what deduction and odds answer within the limit."""
    start = time.monotonic()
    try:
        with within(seconds=limit):
            found, late = deduce(board), ""
    except LimitReached as reached:
        found, late = reached.settled, "limit: "
    middle = time.monotonic()
    try:
        with within(seconds=limit):
            digits = len(str(odds(board).placements))
        told = f"exact, 10^{digits - 1}"
    except LimitReached:
        told = "not computed"
    end = time.monotonic()
    certain = f"{late}{len(found.safe)} safe, {len(found.mine)} mines"
    right = judged(board, found, bool(late)) if with_oracle and len(board.hidden) <= MOST_FOR_ORACLE else "not judged"
    size = f"{family[:8]} {board.width}x{board.height}"
    return Row(size, len(board.hidden), certain, middle - start, told, end - middle, right)


def judged(board: Board, found: Deduction, is_partial: bool) -> str:
    truth = oracle.backbone(board)
    if is_partial:
        return "right" if found.safe <= truth.safe and found.mine <= truth.mine else "WRONG"
    return "right" if (found.safe, found.mine) == (truth.safe, truth.mine) else "WRONG"


def main() -> None:
    parser = argparse.ArgumentParser(description="boards that are built to be hard")
    parser.add_argument("--limit", type=float, default=5.0, help="seconds for one answer")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--boards", type=int, default=1, help="so many of every family and size")
    parser.add_argument("--family", choices=FAMILIES, action="append")
    parser.add_argument("--no-oracle", action="store_true", help="do not compare with the oracle")
    asked = parser.parse_args()
    rows = []
    for number in range(asked.boards):
        for family in asked.family or FAMILIES:
            for board in FAMILIES[family](random.Random(f"{asked.seed + number} {family}")):
                rows.append(tried(family, board, asked.limit, not asked.no_oracle))
                print(rows[-1], flush=True)
    wrong = [row for row in rows if row.right == "WRONG"]
    late = [row for row in rows if max(row.seconds, row.odds_seconds) > asked.limit + SLACK]
    exact = sum(row.odds.startswith("exact") for row in rows)
    decided = sum(not row.deduced.startswith("limit") for row in rows)
    print(
        f"{len(rows)} boards: {decided} decided, {exact} with exact odds within {asked.limit:g} s; "
        f"{sum(row.right == 'right' for row in rows)} judged right, {len(wrong)} wrong, {len(late)} late"
    )
    sys.exit(1 if wrong or late else 0)


if __name__ == "__main__":
    main()
