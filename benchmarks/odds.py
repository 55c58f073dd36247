"""All odds and every certain cell, side by side with other programs, on the same positions in one process.

    python -m benchmarks.odds [--positions 200] [--level expert] [--enumeration]

- *odds*, *deduce*: logicms, from a parsed Board to every cell's odds read out, to every certain cell; nothing is kept
  from before (results kept by content are forgotten).
- *ms_toollib*: `cal_probability_onboard`, a Rust library; its input is made outside the clock.
- *minicard*: python-sat's backbone with native cardinalities over the cells that touch a clue, and the mine total.
- *enumeration*: every placement of the cells that touch a clue, one by one, up to a limit of tries.

*stuck* are positions of expert games on which nothing is certain (by minicard). For each position the programs take
turns; each time is the best of five, in CPU time. Every answer is compared.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

import ms_toollib
from pysat.solvers import Solver

from benchmarks.positions import LEVELS, positions
from logicms.board import Board, Cell, neighbours_of
from logicms.counting.placements import forget
from logicms.deduction import deduce, odds

REPEATS = 5
MOST_TRIES = 200_000
STUCK = "stuck"

Clues = list[tuple[int, list[int]]]
Certain = tuple[frozenset[Cell], frozenset[Cell]]


def main() -> None:
    parser = argparse.ArgumentParser(description="odds and certain cells, side by side with other programs")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--level", choices=[*LEVELS, STUCK], action="append")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--enumeration", action="store_true", help="also try every placement (slow)")
    asked = parser.parse_args()
    for level in asked.level or [*LEVELS, STUCK]:
        boards = stuck(asked.seed) if level == STUCK else positions(level, asked.seed)
        compare(level, list(islice(boards, asked.positions)), asked.enumeration)


def stuck(seed: int) -> Iterator[Board]:
    """Yield expert positions on which nothing is certain."""
    return (board for board in positions("expert", seed) if backbone(board) == (frozenset(), frozenset()))


def compare(level: str, boards: list[Board], enumeration: bool) -> None:
    """Print the times of all programs on these positions, and their ratios."""
    programs: dict[str, Callable[[Board, Any], Any]] = {
        "odds": lambda board, _: list(odds(board).mine.values()),
        "ms_toollib": lambda board, grid: peer(board, grid),
        "deduce": lambda board, _: deduce(board),
        "minicard": lambda board, _: backbone(board),
    }
    if enumeration:
        programs["enumeration"] = lambda board, _: enumerate_all(board)
    times: dict[str, list[float]] = {name: [] for name in programs}
    for board in boards:
        grid = [[10 if sign == "?" else int(sign) for sign in row] for row in board.rows]
        agree(board, grid)
        best = dict.fromkeys(programs, float("inf"))
        for _ in range(REPEATS):
            for name, program in programs.items():
                forget()
                start = time.process_time()
                answer = program(board, grid)
                spent = time.process_time() - start
                best[name] = min(best[name], spent if answer is not None else float("inf"))
        for name, spent in best.items():
            times[name].append(spent)
    report(level, times)


def agree(board: Board, grid: list[list[int]]) -> None:
    """Stop if any program differs."""
    ours, certain = odds(board).mine, deduce(board)
    theirs = peer(board, grid)
    assert all(abs(float(odd) - theirs[cell.row][cell.col]) < 1e-9 for cell, odd in ours.items()), board
    assert backbone(board) == (certain.safe, certain.mine), board


def report(level: str, times: dict[str, list[float]]) -> None:
    print(f"{level}: {len(times['odds'])} positions, milliseconds of CPU")
    figures = {name: summary(spent) for name, spent in times.items()}
    for name, (median, p99, worst, left_out) in figures.items():
        note = f"   ({left_out} beyond {MOST_TRIES:,} tries)" if left_out else ""
        print(f"  {name:12} median {median:7.3f}   p99 {p99:7.3f}   worst {worst:7.3f}{note}")
    for ours, theirs in (("odds", "ms_toollib"), ("deduce", "minicard"), ("odds", "enumeration")):
        if theirs in figures:
            ratios = [a / b for a, b in zip(figures[ours][:3], figures[theirs][:3], strict=True)]
            print(f"  {ours} / {theirs}: " + "   ".join(f"{ratio:.2f}" for ratio in ratios))


def summary(seconds: Iterable[float]) -> tuple[float, float, float, int]:
    """Return median, 99th percentile and worst in milliseconds, and how many had no answer."""
    every = list(seconds)
    answered = sorted(1000 * spent for spent in every if spent != float("inf"))
    last = len(answered) - 1
    return answered[last // 2], answered[round(last * 0.99)], answered[last], len(every) - len(answered)


# -- the peers


def peer(board: Board, grid: list[list[int]]) -> list[list[float]]:
    """Return the odds of all cells by ms_toollib."""
    assert board.mines is not None
    probabilities, _ = ms_toollib.cal_probability_onboard(grid, board.mines)
    return probabilities


def touching(board: Board) -> tuple[Clues, list[int], int]:
    """Return the clues, the cells that touch one (numbered from 1), and how many cells touch none."""
    around, signs = neighbours_of(board.width, board.height), board.signs
    clues: Clues = []
    cells: set[int] = set()
    for place, sign in enumerate(signs):
        if sign != "?" and (hidden := [near + 1 for near in around[place] if signs[near] == "?"]):
            clues.append((int(sign), hidden))
            cells.update(hidden)
    return clues, sorted(cells), signs.count("?") - len(cells)


def backbone(board: Board) -> Certain:
    """Return the certain cells by python-sat: one model, then one question for each cell that never changed."""
    clues, cells, away = touching(board)
    assert board.mines is not None
    safe: set[int] = set()
    mine: set[int] = set()
    with Solver(name="minicard") as solver:
        for n, among in [*clues, *([] if away else [(board.mines, cells)])]:
            solver.add_atmost(among, n)
            solver.add_atmost([-cell for cell in among], len(among) - n)
        if away:
            solver.add_atmost(cells, board.mines)
            if board.mines > away:
                solver.add_atmost([-cell for cell in cells], len(cells) - (board.mines - away))
        solver.solve()
        candidates = set(solver.get_model())
        for literal in sorted(candidates & {sign * cell for cell in cells for sign in (1, -1)}, key=abs):
            if literal in candidates:
                if solver.solve(assumptions=[-literal]):
                    candidates &= set(solver.get_model())
                else:
                    (mine if literal > 0 else safe).add(abs(literal))
        if away and board.mines <= len(cells):  # can the cells away hold a mine at all?
            solver.add_atmost(cells, board.mines - 1) if board.mines else solver.add_clause([])
            if not solver.solve():
                safe |= {place + 1 for place, sign in enumerate(board.signs) if sign == "?"} - set(cells)
    if away and board.mines >= away and not _can_be_safe(clues, cells, away, board.mines):
        mine |= {place + 1 for place, sign in enumerate(board.signs) if sign == "?"} - set(cells)
    return frozenset(board.cells[place - 1] for place in safe), frozenset(board.cells[place - 1] for place in mine)


def _can_be_safe(clues: Clues, cells: list[int], away: int, mines: int) -> bool:
    """Return whether a cell away from the clues can be safe: the others hold more than all but the cells away."""
    if mines - away + 1 > len(cells):
        return False
    with Solver(name="minicard") as solver:
        for n, among in clues:
            solver.add_atmost(among, n)
            solver.add_atmost([-cell for cell in among], len(among) - n)
        solver.add_atmost(cells, mines)
        solver.add_atmost([-cell for cell in cells], len(cells) - (mines - away + 1))
        return bool(solver.solve())


def enumerate_all(board: Board) -> int | None:
    """Return the number of placements of the cells that touch a clue, by trying them; None beyond the limit."""
    clues, cells, _ = touching(board)
    of_cell = {cell: [number for number, (_, among) in enumerate(clues) if cell in among] for cell in cells}
    need, left = [n for n, _ in clues], [len(among) for _, among in clues]
    found = tries = 0

    def place(index: int) -> None:
        nonlocal found, tries
        tries += 1
        if tries > MOST_TRIES:
            return
        if index == len(cells):
            found += 1
            return
        touched = of_cell[cells[index]]
        for mine in (0, 1):
            for number in touched:
                need[number] -= mine
                left[number] -= 1
            if all(0 <= need[number] <= left[number] for number in touched):
                place(index + 1)
            for number in touched:
                need[number] += mine
                left[number] += 1

    place(0)
    return found if tries <= MOST_TRIES else None


if __name__ == "__main__":
    main()
