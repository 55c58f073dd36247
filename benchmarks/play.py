"""Games won and CPU time per game, next to what others publish.

    python -m benchmarks.play [--games N] [--seed S] [--workers N] [--only WORD …] [--rows FILE]

N games (default 300) of each row, with the seeds S (default 0) to S + N - 1. "Slowest" is the move that took longest
to decide. "Luck out" is the rate with the luck of the guesses taken out: the risks that a player takes sum up, over
many games, to its losses, so that what is lost beyond them is bad luck (a control variate: the same mean, a narrower
interval). The peers' figures are the best published for that start rule. `--only expert safe best` plays the rows that
bear all these words. With `--rows` every game is a line of FILE as soon as it was played, and games that are there
already are not played again: a long run can be stopped and taken up.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import linear_regression, mean, stdev
from time import process_time
from typing import NamedTuple

from logicms.board import Board
from logicms.deduction import Reason
from logicms.game import LEVELS, Outcome, Start
from logicms.guessing import Policy
from logicms.player import Move, Player, Reasoner, Setting, interval
from logicms.player.play import DEVIATIONS


class Row(NamedTuple):
    """One line of the table: which games, by which guess, and the best published figure with whose it is."""

    level: str
    start: Start
    guess: Policy
    peer: str = ""
    reason: Reason = "complete"

    @property
    def words(self) -> tuple[str, str, str, str]:
        """What tells the row from the others."""
        return self.level, self.start, self.guess, self.reason


HEAD = (
    "level       start guess   reason       games  won %   95 % interval  luck out %  guesses  ms/game  games/s"
    " slowest ms  best published %"
)

ROWS = [
    Row("expert", "safe", "best", "41.13 DavidNHill, Java"),
    Row("expert", "zero", "best", "54.3 DavidNHill, Java"),
    Row("intermediate", "safe", "best", "78.2 PSEQ-D256"),
    Row("intermediate", "zero", "best", "89.1 PSEQ-D256"),
    Row("beginner", "safe", "best", "91.7 PSEQ-D256"),
    Row("beginner", "zero", "best", "97.2 PSEQ-D256"),
    Row("expert", "safe", "safest", "39.0 minesolve, one move deep"),
    Row("expert", "safe", "degree"),
    Row("hard", "none", "never"),
    Row("hard", "none", "never", reason="resolution"),
    Row("medium", "none", "never"),
    Row("easy", "none", "never"),
]


class Result(NamedTuple):
    """One game: times are CPU seconds."""

    level: str
    start: str
    guess: str
    seed: int
    won: int
    guesses: int
    cpu: float
    slowest: float
    reason: str
    risk: float
    """The odds of a mine, summed up over the guesses."""

    @property
    def words(self) -> tuple[str, str, str, str]:
        """The words of its row."""
        return self.level, self.start, self.guess, self.reason


@dataclass(frozen=True, slots=True)
class Timed(Player):
    """A player that notes the CPU time of its slowest move."""

    def moves(self, board: Board, reasoner: Reasoner | None = None, *, marking: bool = False) -> tuple[Move, ...]:
        start = process_time()
        found = Player.moves(self, board, reasoner, marking=marking)
        _slowest[0] = max(_slowest[0], process_time() - start)
        return found


_slowest = [0.0]


def one_game(wanted: tuple[Row, int]) -> Result:
    row, seed = wanted
    level = LEVELS[row.level]
    setting = Setting(
        level.width,
        level.height,
        level.mines,
        row.start,
        initial_safe=level.initial_safe,
        player=Timed(row.reason, row.guess),
    )
    _slowest[0] = 0.0
    began = process_time()
    played = setting.play(seed)
    cpu = process_time() - began
    won = int(played.outcome is Outcome.WON)
    seconds = round(cpu, 5), round(_slowest[0], 5)
    risk = sum([float("nan") if move.odds is None else float(move.odds) for move in played.moves if move.by == "guess"])
    return Result(row.level, row.start, row.guess, seed, won, played.guesses, *seconds, row.reason, risk)


def games(row: Row, seeds: Iterable[int], workers: int) -> Iterator[Result]:
    with Pool(workers) as pool:
        yield from pool.imap(one_game, [(row, seed) for seed in seeds], chunksize=4)


def read_rows(path: Path | None) -> list[Result]:
    if path is None or not path.exists():
        return []
    found = []
    with path.open(newline="") as file:
        for number, line in enumerate(csv.reader(file), 1):
            try:
                level, start, guess, seed, won, guesses, cpu, slowest, reason, risk = line
                numbers = int(seed), int(won), int(guesses), float(cpu), float(slowest)
                found.append(Result(level, start, guess, *numbers, reason, float(risk)))
            except ValueError:
                sys.exit(f"{path}, line {number}: not a game of this benchmark; give --rows another file")
    return found


def play_row(row: Row, seeds: range, workers: int, path: Path | None) -> list[Result]:
    """Play the games of a row that the file does not have yet; return all of them."""
    found = {old.seed: old for old in read_rows(path) if old.words == row.words and old.seed in seeds}
    missing = [seed for seed in seeds if seed not in found]
    with open(path or os.devnull, "a", newline="") as file:
        lines = csv.writer(file)
        for result in games(row, missing, workers) if missing else ():
            found[result.seed] = result
            lines.writerow(result)
            file.flush()
    return [found[seed] for seed in seeds]


def luck_out(results: list[Result]) -> tuple[float, float]:
    """Return the rate of games won with the luck of the guesses taken out, and how far its 95 % interval reaches.

    A game is lost with the odds of each guess, so that 1 - risk and won have the same mean, whatever is played.
    """
    won = [float(result.won) for result in results]
    luck = [result.won - (1 - result.risk) for result in results]
    slope = linear_regression(luck, won).slope if len(set(luck)) > 1 else 0.0
    fair = [one - slope * by_luck for one, by_luck in zip(won, luck, strict=True)]
    return mean(fair), DEVIATIONS * stdev(fair) / sqrt(len(fair))


def text(row: Row, results: list[Result]) -> str:
    won, count = sum(result.won for result in results), len(results)
    low, high = (100 * bound for bound in interval(won, count))
    cpu = mean(result.cpu for result in results)
    fair = " " * 11
    if row.guess != "never" and 0 < won < count:  # where all went one way, nothing tells how far luck can reach
        fair = "{:5.2f} ±{:4.2f}".format(*(100 * figure for figure in luck_out(results)))
    return (
        f"{row.level:12} {row.start:4} {row.guess:7} {row.reason:10} {count:7} {100 * won / count:6.2f} "
        f"{low:6.2f} {high:6.2f}  {fair} "
        f"{mean(result.guesses for result in results):7.2f} {1e3 * cpu:8.2f} {1 / cpu:8.1f} "
        f"{1e3 * max(result.slowest for result in results):10.1f}  {row.peer}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("--rows", type=Path)
    given = parser.parse_args()
    seeds = range(given.seed, given.seed + given.games)
    print(HEAD)
    for row in ROWS:
        if set(given.only) <= set(row.words):
            print(text(row, play_row(row, seeds, given.workers, given.rows)), flush=True)


if __name__ == "__main__":
    main()
