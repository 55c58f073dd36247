"""Boards without a guess: the CPU time to make one, how many of them are won, and how long Simon Tatham's Mines takes.

    python -m benchmarks.generate [--boards N] [--seed S] [--techniques N]

N boards (default 100) of each level with the seeds S (default 0) to S + N - 1; each is then played by our player, which
must not guess. `sgt-mines --generate` makes as many where it is installed (Debian: sgt-puzzles); it tells no times for
each, so its mean stands beside ours. With `--techniques N` as many boards of expert size for each technique.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
from random import Random
from statistics import mean, median
from time import process_time

from logicms.explanation.techniques import Technique
from logicms.game import LEVELS, Game, Level, Outcome
from logicms.generation import generate
from logicms.player import Player, play

MINES = shutil.which("sgt-mines") or shutil.which("/usr/games/sgt-mines")


def timed(level: Level, seed: int, technique: str | None = None) -> tuple[float, bool]:
    """Return the CPU seconds of making a board, and whether our player then wins it without a guess."""
    began = process_time()
    size = level.width, level.height, level.mines
    made = generate(*size, rng=Random(seed), no_guess=True, technique=technique, effort=10**6)
    seconds = process_time() - began
    played = play(Game.from_layout(made.layout), Player(guess="never"))
    return seconds, played.outcome is Outcome.WON and not played.guesses


def peer(level: Level, boards: int) -> float | None:
    """Return the mean CPU seconds of a board by Simon Tatham's Mines."""
    if MINES is None:
        return None
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    wish = f"{level.width}x{level.height}n{level.mines}"
    subprocess.run([MINES, "--generate", str(boards), wish], stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / boards


def line(name: str, level: Level, seeds: range, technique: str | None = None) -> str:
    found = [timed(level, seed, technique) for seed in seeds]
    times = sorted(seconds for seconds, _ in found)
    p99 = times[min(len(times) - 1, round(0.99 * len(times)))]
    text = (
        f"{name:13}{len(times):7} {1e3 * median(times):10.1f} {1e3 * p99:9.1f} {1e3 * times[-1]:9.1f} "
        f"{1e3 * mean(times):9.1f} {sum(won for _, won in found):5}"
    )
    other = peer(level, len(times)) if technique is None else None
    return text if other is None else f"{text} {1e3 * other:9.2f} {mean(times) / other:7.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--techniques", type=int, default=0)
    given = parser.parse_args()
    print("CPU ms        boards     median       p99     worst      mean   won sgt-mines   ratio")
    for name in ("beginner", "intermediate", "expert"):
        print(line(name, LEVELS[name], range(given.seed, given.seed + given.boards)), flush=True)
    for technique in Technique if given.techniques else ():
        seeds = range(given.seed, given.seed + given.techniques)
        print(line(technique.value, LEVELS["expert"], seeds, technique.value), flush=True)


if __name__ == "__main__":
    main()
