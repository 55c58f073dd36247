"""How `solve` grows with the board: time for each cell and peak memory, on boards up to a million cells.

    python -m benchmarks.scale [--side 100 --side 300 --side 1000] [--mines 0.15 --mines 0.2] [--seed 0]

Boards are opened as a game opens them, zeros spreading, at random places until half of the safe cells are open. Each is
solved in a process of its own, whose peak memory is read at the end; the figure beside it is what the process took
before solving, the board and the interpreter included.
"""

from __future__ import annotations

import argparse
import gc
import random
import resource
import subprocess
import sys
import time

from logicms.board import Board, neighbours_of
from logicms.cli import COLLECT_SELDOM
from logicms.deduction import deduce

OPEN = 0.5
"""The share of the safe cells that is open."""


def opened(side: int, mines: float, rng: random.Random) -> Board:
    """Return a square board with that share of mines, half of its safe cells open."""
    count = side * side
    around = neighbours_of(side, side)
    mined = bytearray(count)
    for index in rng.sample(range(count), round(count * mines)):
        mined[index] = 1
    clues = [sum([mined[i] for i in near]) for near in around]
    is_open = bytearray(count)
    wanted, done = OPEN * (count - sum(mined)), 0
    for start in rng.sample(range(count), count):
        if done >= wanted:
            break
        todo = [] if mined[start] else [start]
        while todo:
            index = todo.pop()
            if not is_open[index]:
                is_open[index] = 1
                done += 1
                todo += around[index] if clues[index] == 0 else ()
    signs = "".join([str(clues[i]) if is_open[i] else "?" for i in range(count)])
    return Board(tuple(signs[i : i + side] for i in range(0, count, side)), sum(mined))


def peak() -> float:
    """Return the peak memory of this process in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def solve_one(side: int, mines: float, seed: int) -> None:
    """Print what solving one board takes."""
    board = opened(side, mines, random.Random(f"{seed} {side} {mines}"))
    gc.set_threshold(*COLLECT_SELDOM)  # as the command does
    before = peak()
    start, cpu = time.monotonic(), time.process_time()
    found = deduce(board)
    seconds, cpu = time.monotonic() - start, time.process_time() - cpu
    print(
        f"{side:>5} x {side:<5} {mines:>4.0%} mines, {len(board.hidden):>9,} hidden, {len(found.safe):>8,} safe, "
        f"{len(found.mine):>8,} mines: {seconds:>7.2f} s, {cpu / side / side * 1e6:>6.2f} µs of CPU a cell, "
        f"{peak():>6.0f} MiB at most ({before:.0f} before)",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="how solving grows with the board")
    parser.add_argument("--side", type=int, action="append")
    parser.add_argument("--mines", type=float, action="append")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--here", action="store_true", help="solve the first one in this process")
    asked = parser.parse_args()
    sides, shares = asked.side or [100, 300, 1000], asked.mines or [0.15, 0.2]
    if asked.here:
        solve_one(sides[0], shares[0], asked.seed)
        return
    for share in shares:
        for side in sides:
            command = ["-m", "benchmarks.scale", "--here", "--side", side, "--mines", share, "--seed", asked.seed]
            subprocess.run([sys.executable, *map(str, command)], check=True)


if __name__ == "__main__":
    main()
