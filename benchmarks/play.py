"""Games won and CPU time a game, beside what others publish.

    python benchmarks/play.py [--games N]

N games (default 300) of each row, seeds 0 to N - 1, in one process. «Slowest» is the one move that took longest to
decide. The peers' figures are the best published for that start rule; a row plays one guess, and `safest` is not the
strongest there can be.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from statistics import mean
from time import process_time

from logicms.board import Board
from logicms.game import LEVELS, Outcome, Start
from logicms.guess import Policy
from logicms.player import Move, Player, Setting, interval

# level, start rule, guess, the best published figure in per cent and whose it is
ROWS: list[tuple[str, Start, Policy, str]] = [
    ("expert", "safe", "safest", "41.13 DavidNHill, Java"),
    ("expert", "zero", "safest", "54.3 DavidNHill, Java"),
    ("intermediate", "safe", "safest", "78.2 PSEQ-D256"),
    ("intermediate", "zero", "safest", "89.1 PSEQ-D256"),
    ("beginner", "safe", "safest", "91.7 PSEQ-D256"),
    ("beginner", "zero", "safest", "97.2 PSEQ-D256"),
    ("expert", "safe", "degree", ""),
    ("hard", "none", "never", ""),
    ("medium", "none", "never", ""),
    ("easy", "none", "never", ""),
]

slowest = 0.0


@dataclass(frozen=True, slots=True)
class Timed(Player):
    """A player that notes the CPU time of its slowest move."""

    def moves(self, board: Board) -> tuple[Move, ...]:
        global slowest
        start = process_time()
        found = Player.moves(self, board)
        slowest = max(slowest, process_time() - start)
        return found


def row(name: str, start: Start, guess: Policy, peer: str, games: int) -> str:
    global slowest
    slowest, level = 0.0, LEVELS[name]
    setting = Setting(
        level.width, level.height, level.mines, start, initial_safe=level.initial_safe, player=Timed(guess=guess)
    )
    began = process_time()
    played = [setting.play(seed) for seed in range(games)]
    cpu = (process_time() - began) / games
    won = sum(one.outcome is Outcome.WON for one in played)
    low, high = interval(won, games)
    return (
        f"{name:12} {start:4} {guess:7} {100 * won / games:6.2f} {100 * low:6.2f} {100 * high:6.2f} "
        f"{mean(one.guesses for one in played):7.2f} {1e3 * cpu:8.2f} {1 / cpu:8.1f} {1e3 * slowest:10.1f}  {peer}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=300)
    games = parser.parse_args().games
    print("level        start guess   won %   95 % interval guesses  ms/game  games/s slowest ms  best published %")
    for one in ROWS:
        print(row(*one, games=games), flush=True)


if __name__ == "__main__":
    main()
