"""How fast the service answers: /v1/solve on expert positions with 1, 8 and 64 clients, beside the bare library.

    python -m benchmarks.service [--seconds 5] [--workers 2] [--clients 1 8 64]

Starts `logicms serve` on a free port, plays expert games for positions, and lets clients ask as fast as they can. Each
client waits for its answer before it asks again, so requests a second and time an answer depend on one another. Prints
a table: requests a second, median and 99th percentile in milliseconds, and every answer that was not 200.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import re
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter

from logicms.answers.solve import solve
from logicms.board import Board
from logicms.game import LEVELS, Game
from logicms.notation.boards import format_board, parse_board
from logicms.player import Player, play
from logicms.problem import Problem


def positions(number: int) -> list[Board]:
    """Return positions of expert games as a player meets them, the first of every game left out."""
    found: list[Board] = []
    level = LEVELS["expert"]
    for seed in range(10_000):
        boards: list[Board] = []
        game = Game.random(level.width, level.height, level.mines, random.Random(seed), "zero")
        play(game, Player(guess="safest"), lambda now, move, seen=boards: seen.append(now.board))  # type: ignore[misc]
        found += boards[5::12]
        if len(found) >= number:
            return found[:number]
    return found


class Clients:
    """Clients that ask one after another, all at once, for some seconds."""

    def __init__(self, port: int, bodies: list[bytes], number: int, seconds: float) -> None:
        self.port, self.bodies, self.until = port, bodies, time.perf_counter() + seconds
        self.times: list[float] = []
        self.statuses: Counter[str] = Counter()
        began = time.perf_counter()
        threads = [threading.Thread(target=self._ask, args=(each,)) for each in range(number)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.seconds = time.perf_counter() - began

    def _ask(self, first: int) -> None:
        wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        number = first * 7
        while time.perf_counter() < self.until:
            number += 1
            began = time.perf_counter()
            try:
                wire.request(
                    "POST", "/v1/solve", self.bodies[number % len(self.bodies)], {"Content-Type": "application/json"}
                )
                response = wire.getresponse()
                response.read()
                self.statuses[str(response.status)] += 1
            except OSError as error:
                self.statuses[type(error).__name__] += 1
                wire.close()
            self.times.append(time.perf_counter() - began)
        wire.close()

    def row(self, name: str) -> str:
        times = sorted(self.times)
        errors = {status: count for status, count in sorted(self.statuses.items()) if status != "200"}
        return _row(
            name,
            len(times) / self.seconds,
            statistics.median(times),
            times[int(len(times) * 0.99)],
            str(errors or "none"),
        )


def bare(boards: list[Board], seconds: float) -> str:
    """Return the row of the library alone, in this process: text in, JSON out."""
    texts = [format_board(board) for board in boards]
    times: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        json.dumps(solve(Problem.of(parse_board(texts[len(times) % len(texts)]))).to_json())
        times.append(time.perf_counter() - began)
    times.sort()
    return _row(
        "library alone", len(times) / sum(times), statistics.median(times), times[int(len(times) * 0.99)], "none"
    )


def _row(name: str, rate: float, median: float, late: float, errors: str) -> str:
    return f"{name:<16}{rate:>12.1f}{1000 * median:>12.2f}{1000 * late:>12.2f}  {errors}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--clients", type=int, nargs="*", default=[1, 8, 64])
    options.add_argument("--positions", type=int, default=60)
    given = options.parse_args()
    boards = positions(given.positions)
    bodies = [json.dumps({"board": format_board(board)}).encode() for board in boards]
    command = [sys.executable, "-m", "logicms", "serve", "--port", "0", "--workers", str(given.workers)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as service:
        assert service.stderr is not None
        found = re.search(r":(\d+)/", service.stderr.readline())
        assert found is not None, "it did not start"
        port = int(found[1])
        try:
            Clients(port, bodies, 1, 1.0)  # until the workers are ready
            print(f"{len(boards)} expert positions, {given.workers} workers")
            print(f"{'':<16}{'requests/s':>12}{'median ms':>12}{'p99 ms':>12}  errors")
            print(bare(boards, given.seconds))
            for number in given.clients:
                print(Clients(port, bodies, number, given.seconds).row(f"{number} client{'s' if number > 1 else ''}"))
        finally:
            service.terminate()


if __name__ == "__main__":
    main()
