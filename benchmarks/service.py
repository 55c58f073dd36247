"""How fast the service answers, as ratios: /v1/solve on expert positions, beside the bare library and an empty answer.

    python -m benchmarks.service [--seconds 5] [--workers 2] [--clients 1 8 64] [--requests 20000]

Starts `logicms serve` on a free port, plays expert games for positions, and lets clients ask as fast as they can. Each
client waits for its answer before it asks again, and has an address of its own. Prints a table (requests a second,
median and 99th percentile in milliseconds, every answer that was not 200), and then

- the median at one client, divided by the library's and an empty answer's together: the price of being a service;
- the 99th percentile of 64 clients, divided by their median: whether anybody waits much longer than the others;
- the 99th percentile of /healthz while all workers reason about the hardest boards, divided by that of an idle service;
- the memory of the service and its workers after many requests, divided by that after the first tenth of them.
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
from pathlib import Path

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
    """Clients that ask one after another, all at once, for some seconds, or for some requests in all."""

    def __init__(
        self, port: int, path: str, bodies: list[bytes] | None, number: int, seconds: float, requests: int = 10**9
    ) -> None:
        self.port, self.path, self.bodies = port, path, bodies
        self.until, self.left = time.perf_counter() + seconds, requests
        self.times: list[float] = []
        self.statuses: Counter[str] = Counter()
        began = time.perf_counter()
        threads = [threading.Thread(target=self._ask, args=(each,)) for each in range(number)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.seconds = time.perf_counter() - began

    def _ask(self, client: int) -> None:
        # Linux has all of 127.0.0.0/8: an address for each client, since one may not fill the line of all.
        source = (f"127.0.1.{client + 1}", 0) if sys.platform == "linux" else None
        wire = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120, source_address=source)
        number = client * 7
        while time.perf_counter() < self.until and self.left > 0:
            self.left -= 1
            number += 1
            body = None if self.bodies is None else self.bodies[number % len(self.bodies)]
            began = time.perf_counter()
            try:
                method, headers = ("GET", {}) if body is None else ("POST", {"Content-Type": "application/json"})
                wire.request(method, self.path, body, headers)
                response = wire.getresponse()
                response.read()
                self.statuses[str(response.status)] += 1
            except OSError as error:
                self.statuses[type(error).__name__] += 1
                wire.close()
            self.times.append(time.perf_counter() - began)
        wire.close()

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    @property
    def late(self) -> float:
        """The 99th percentile."""
        return sorted(self.times)[int(len(self.times) * 0.99)]

    def row(self, name: str) -> str:
        errors = {status: count for status, count in sorted(self.statuses.items()) if status != "200"}
        return _row(name, len(self.times) / self.seconds, self.median, self.late, str(errors or "none"))


def bare(boards: list[Board], seconds: float) -> tuple[str, float]:
    """Return the row and the median of the library alone, in this process: text in, JSON out."""
    texts = [format_board(board) for board in boards]
    times: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        began = time.perf_counter()
        json.dumps(solve(Problem.of(parse_board(texts[len(times) % len(texts)]))).to_json())
        times.append(time.perf_counter() - began)
    times.sort()
    median = statistics.median(times)
    return _row("library alone", len(times) / sum(times), median, times[int(len(times) * 0.99)], "none"), median


def _row(name: str, rate: float, median: float, late: float, errors: str) -> str:
    return f"{name:<24}{rate:>12.1f}{1000 * median:>12.2f}{1000 * late:>12.2f}  {errors}"


def hardest() -> bytes:
    """Return the body of a question that takes a worker all its time."""
    rows = ("".join("?" if (r + c) % 3 or r % 2 else "34"[(r * c) % 2] for c in range(60)) for r in range(60))
    return json.dumps({"board": "mines: 500\n" + "\n".join(rows)}).encode()


def healthz_while_busy(port: int, workers: int, seconds: float) -> tuple[Clients, Clients]:
    """Return /healthz asked by one client while the service is idle, and while all workers are busy."""
    idle = Clients(port, "/healthz", None, 1, seconds)
    busy = threading.Thread(target=Clients, args=(port, "/v1/odds", [hardest()], 2 * workers, seconds + 2))
    busy.start()
    time.sleep(1)
    asked = Clients(port, "/healthz", None, 1, seconds)
    busy.join()
    return idle, asked


def memory_mb(pid: int) -> float:
    """Return the memory of a process and its children (Linux)."""
    pids = [pid, *(int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]
    lines = (line for each in pids for line in Path(f"/proc/{each}/status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


def memory_over(port: int, pid: int, bodies: list[bytes], requests: int) -> tuple[float, float]:
    """Return the memory after a tenth of the requests, and after all."""
    Clients(port, "/v1/solve", bodies, 8, 10**6, requests // 10)
    early = memory_mb(pid)
    Clients(port, "/v1/solve", bodies, 8, 10**6, requests - requests // 10)
    return early, memory_mb(pid)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=5.0)
    options.add_argument("--workers", type=int, default=2)
    options.add_argument("--clients", type=int, nargs="*", default=[1, 8, 64])
    options.add_argument("--positions", type=int, default=60)
    options.add_argument("--requests", type=int, default=20_000)
    given = options.parse_args()
    boards = positions(given.positions)
    bodies = [json.dumps({"board": format_board(board)}).encode() for board in boards]
    command = [sys.executable, "-m", "logicms", "serve", "--port", "0", "--workers", str(given.workers)]
    with subprocess.Popen([*command, "--time-limit", "5"], stderr=subprocess.PIPE, text=True) as service:
        assert service.stderr is not None
        found = re.search(r":(\d+)/", service.stderr.readline())
        assert found is not None, "it did not start"
        try:
            report(int(found[1]), service.pid, boards, bodies, given)
        finally:
            service.terminate()


def report(port: int, pid: int, boards: list[Board], bodies: list[bytes], given: argparse.Namespace) -> None:
    Clients(port, "/v1/solve", bodies, given.workers, 5.0)  # until the workers are ready
    print(f"{len(boards)} expert positions, {given.workers} workers")
    print(f"{'':<24}{'requests/s':>12}{'median ms':>12}{'p99 ms':>12}  errors")
    row, library = bare(boards, given.seconds)
    print(row)
    empty = Clients(port, "/healthz", None, 1, given.seconds)
    print(empty.row("/healthz, 1 client"))
    ratios = {}
    for number in given.clients:
        clients = Clients(port, "/v1/solve", bodies, number, given.seconds)
        print(clients.row(f"{number} client{'s' if number > 1 else ''}"))
        if number == 1:
            ratios["one client / (library + empty answer)"] = clients.median / (library + empty.median)
        ratios[f"p99 / median, {number} clients"] = clients.late / clients.median
    idle, busy = healthz_while_busy(port, given.workers, given.seconds)
    print(idle.row("/healthz, idle"))
    print(busy.row("/healthz, workers busy"))
    ratios["/healthz p99, busy / idle"] = busy.late / idle.late
    if sys.platform == "linux" and given.requests:
        early, late = memory_over(port, pid, bodies, given.requests)
        ratios[f"memory after {given.requests:,} requests / after a tenth ({late:.0f} MB)"] = late / early
    for name, ratio in ratios.items():
        print(f"{name}: {ratio:.2f}")


if __name__ == "__main__":
    main()
