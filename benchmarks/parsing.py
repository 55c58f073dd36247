"""What reading costs: seconds of CPU per million cells parsed, and --help against a bare interpreter.

Run it as ``python -m benchmarks.parsing``. The second figure is a ratio of the two commands, run in turns.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time

from logicms.board import SIGNS, Board
from logicms.notation.boards import format_board, parse_board

HELP = [sys.executable, "-m", "logicms", "--help"]
BARE = [sys.executable, "-c", "pass"]


def seconds_per_million_cells(width: int = 1000, height: int = 1000, runs: int = 5) -> float:
    """Return the CPU seconds for parsing a million cells, measured on a board of this size; the best run counts."""
    rng = random.Random(1)
    text = format_board(Board(tuple("".join(rng.choices(SIGNS, k=width)) for _ in range(height))))
    parse_board("?")  # the parser is made once, whatever is read afterwards
    return min(_parsing_seconds(text) for _ in range(runs)) / (width * height / 1e6)


def _parsing_seconds(text: str) -> float:
    start = time.process_time()
    parse_board(text)
    return time.process_time() - start


def help_ratio(runs: int = 15) -> float:
    """Return how many times the CPU time of a bare interpreter `logicms --help` takes; the best runs count."""
    seconds: dict[str, list[float]] = {"help": [], "bare": []}
    for _ in range(runs):
        seconds["help"].append(_command_seconds(HELP))
        seconds["bare"].append(_command_seconds(BARE))
    return min(seconds["help"]) / min(seconds["bare"])


def _command_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print both figures."""
    print(f"parsing: {seconds_per_million_cells():.3f} s of CPU per million cells")
    print(f"--help: {help_ratio():.1f} times a bare interpreter")


if __name__ == "__main__":
    main()
