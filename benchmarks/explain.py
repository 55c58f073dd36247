"""How large and how fast explanations are: clues, resolutions, width, and CPU time per cell.

    python -m benchmarks.explain [--positions N] [--cells N] [--seed N]

Positions are random moments of games that open one certain cell after the other and guess where nothing is certain
(a lost game is played again); `late` ones are those in which the mine total decides cells. Of each, some certain cells
are explained, each from the board alone: nothing that another cell needed is kept. "Direct" is the number of
resolutions of the direct proof, "summed" that of clues in the proof by counting.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from time import process_time

from logicms.board import Board, Cell
from logicms.deduction import deduce
from logicms.explanation import Explanation, explain
from logicms.game import LEVELS, Game

NAMES = ("beginner", "intermediate", "expert")


def moments(name: str, rng: random.Random, with_total: bool) -> Iterator[Board]:
    """Yield the boards of one game that was not lost, a move apart."""
    level = LEVELS[name]
    while True:
        first = Cell(rng.randrange(level.height), rng.randrange(level.width))
        game = Game.random(level.width, level.height, level.mines, rng=rng, start="zero", first=first).open(first)
        boards = []
        while game.outcome is None:
            board = game.board if with_total else Board(game.board.rows)
            boards.append(board)
            game = game.open(rng.choice(sorted(deduce(board).safe) or board.hidden))
        if game.outcome.value == "won" and boards:
            yield from boards
            return


def random_positions(name: str, count: int, seed: int) -> Iterator[tuple[Board, list[Cell]]]:
    """Yield positions without a mine total, and their certain cells."""
    rng = random.Random(f"{name} {seed}")
    for _ in range(count):
        board = rng.choice(list(moments(name, rng, with_total=False)))
        found = deduce(board)
        yield board, sorted(found.safe | found.mine)


def late_positions(name: str, count: int, seed: int) -> Iterator[tuple[Board, list[Cell]]]:
    """Yield positions in which the mine total decides some cells, and those."""
    rng = random.Random(f"late {name} {seed}")
    while count > 0:
        late = [(b, sorted(total)) for b in moments(name, rng, True) if (total := deduce(b).needs_mine_total)]
        if late:
            count -= 1
            yield rng.choice(late)


class Tally:
    """What was measured of many explanations."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.direct: dict[int, list[int]] = defaultdict(list)
        self.summed: Counter[int] = Counter()
        self.width: dict[int, int] = defaultdict(int)

    def add(self, explanation: Explanation, seconds: float) -> None:
        clues = len(explanation.hints)
        self.seconds.append(seconds)
        direct, counting = explanation.proof("direct"), explanation.proof("counting")
        assert direct is not None and counting is not None
        self.direct[clues].append(direct.number_of_resolutions)
        self.width[clues] = max(self.width[clues], direct.width)
        self.summed[len(counting.sums)] += 1

    def print(self, name: str) -> None:
        cells = len(self.seconds)
        ordered = sorted(1000 * second for second in self.seconds)
        p99 = ordered[min(cells - 1, cells * 99 // 100)]
        print(
            f"\n{name}: {cells} cells; ms a cell: median {median(ordered):.2f}, p99 {p99:.1f}, most {ordered[-1]:.1f}"
        )
        print(f"proved by one sum of clues: {self.summed[1]} of {cells}")
        print(f"{'clues':>5} {'cells':>6} {'share':>6}  direct: median, most  width")
        for clues, lengths in sorted(self.direct.items()):
            share = f"{100 * len(lengths) / cells:.1f}%"
            middle, most, width = median(lengths), max(lengths), self.width[clues]
            print(f"{clues:>5} {len(lengths):>6} {share:>6}  {middle:>14g} {most:>5}  {width:>5}")


def measure(positions: Iterator[tuple[Board, list[Cell]]], cells: int, rng: random.Random, tally: Tally) -> None:
    for board, certain in positions:
        for cell in rng.sample(certain, min(cells, len(certain))):
            began = process_time()
            found = explain(board, cell)
            found.proof("resolution")
            tally.add(found, process_time() - began)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=60, help="positions of each level")
    parser.add_argument("--cells", type=int, default=12, help="cells of each position at most")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    rng = random.Random(given.seed)
    every = Tally()
    for name in NAMES:
        tally = Tally()
        measure(random_positions(name, given.positions, given.seed), given.cells, rng, tally)
        tally.print(name)
        for clues, lengths in tally.direct.items():
            every.direct[clues] += lengths
            every.width[clues] = max(every.width[clues], tally.width[clues])
        every.seconds += tally.seconds
        every.summed += tally.summed
    every.print("all levels, without the mine total")
    late = Tally()
    for name in NAMES:
        measure(late_positions(name, max(1, given.positions // 6), given.seed), 2, rng, late)
    late.print("decided by the mine total")


if __name__ == "__main__":
    main()
