"""The search of logicms beside a copying one, and all its switches: nodes and CPU time on the search course's boards.

    python -m benchmarks.search [--boards N] [--most-seconds S]

"Copying" is a re-implementation, written for this comparison, of the method that the search assignment describes: a
node holds all assignments and domains, every child is a deep copy of it, and at every node all hints are counted and
all cells are sorted again. Both use forward checking, MRV and degree; both take the same board, one after the other in
one process. A copying search that needs more than S seconds is stopped and counts as S. (It is not `search --plain`,
which is the same method without forward checking: that is among the switches.)

The boards: square, mines 0.28 and hints 0.44 of the cells; and 6x6 with 10 mines and 16 hints under every switch, with
the seeds 1, 2 … as in `logicms experiment algorithms`, so that the nodes are the same.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from statistics import mean, median
from time import process_time

from logicms.board import Board, Cell
from logicms.experiments.experiment import STRATEGIES, course_board
from logicms.game import random_hint_board
from logicms.limits import limit
from logicms.problem import Problem
from logicms.search import Search, Strategy, search

BEST = Strategy(forward_checking=True, mrv=True, heuristic="degree")


# -- the copying search


@dataclass
class Node:
    """All that one node of the copying search holds."""

    assigned: dict[Cell, int]
    domains: dict[Cell, list[int]]
    last: Cell | None = None


def copying_search(board: Board, most_seconds: float) -> tuple[bool, int]:
    """Return whether a placement was found in time, and the number of nodes taken from the stack."""
    began = process_time()
    stack = [Node({}, {cell: [0, 1] for cell in board.hidden})]
    nodes = 0
    while stack and process_time() - began < most_seconds:
        node = stack.pop()
        nodes += 1
        if not _consistent(board, node) or not _forward_check(board, node):
            continue
        if not node.domains:
            return True, nodes
        cell = min(node.domains, key=lambda c: (len(node.domains[c]), -_degree(board, c)))
        for value in reversed(node.domains[cell]):
            child = deepcopy(node)
            del child.domains[cell]
            child.assigned[cell], child.last = value, cell
            stack.append(child)
    return False, nodes


def _consistent(board: Board, node: Node) -> bool:
    """Return whether the total and every clue can still be met, counted anew."""
    assert board.mines is not None
    placed = sum(node.assigned.values())
    if not placed <= board.mines <= placed + len(node.domains):
        return False
    return all(low <= clue <= high for clue, low, high, _ in _clues(board, node, board.open))


def _forward_check(board: Board, node: Node) -> bool:
    """Prune once around the last assigned cell (all around at the start)."""
    around = board.open if node.last is None else [c for c in board.neighbours(node.last) if board.clue(c) is not None]
    for clue, low, high, cells in _clues(board, node, around):
        if not low <= clue <= high:
            return False
        for cell in cells:
            if low == clue:
                node.domains[cell] = [min(node.domains[cell])]
            elif high == clue:
                node.domains[cell] = [max(node.domains[cell])]
    return True


def _clues(board: Board, node: Node, opened: Iterable[Cell]) -> Iterable[tuple[int, int, int, list[Cell]]]:
    """Yield each clue, the fewest and most mines around it, and the cells around it that are not assigned."""
    for place in opened:
        around = board.neighbours(place)
        cells = [cell for cell in around if cell in node.domains]
        placed = sum(node.assigned.get(cell, 0) for cell in around)
        low = placed + sum(min(node.domains[cell]) for cell in cells)
        high = placed + sum(max(node.domains[cell]) for cell in cells)
        yield board.clue(place) or 0, low, high, cells


def _degree(board: Board, cell: Cell) -> int:
    return sum(board.clue(other) is not None for other in board.neighbours(cell))


# -- side by side


def ours(board: Board, strategy: Strategy = BEST) -> Search:
    neighbours = {cell: board.neighbours(cell) for cell in board.hidden}
    with limit(seconds=60):
        return search(Problem.of(board).all_hints, strategy, neighbours=neighbours)


def boards(size: int, count: int) -> list[Board]:
    _, mines, shown = course_board(size)
    return [random_hint_board(size, size, mines, shown, random.Random(f"{size}/{seed}")) for seed in range(count)]


def by_size(count: int, most_seconds: float) -> None:
    print("forward checking + MRV + degree; CPU ms and nodes at the median; 'copying' is the deep-copying search")
    print("  size boards  copying ms  ours ms  ratio copying nodes  ours stopped")
    for size in range(4, 17, 2):
        rows = [_one_board(board, most_seconds) for board in boards(size, count)]
        copying_time, our_time, copying_nodes, our_nodes, found = zip(*rows, strict=True)
        print(
            f"{f'{size}x{size}':>6} {count:>6} {1e3 * median(copying_time):>11.1f} {1e3 * median(our_time):>8.2f} "
            f"{median(copying_time) / median(our_time):>6.0f} {median(copying_nodes):>13.0f} {median(our_nodes):>5.0f} "
            f"{found.count(False):>7}"
        )
    print(f"16x16: median {median(our_time):.4f} s, slowest {max(our_time):.4f} s (wanted: under 0.05 s at the median)")


def _one_board(board: Board, most_seconds: float) -> tuple[float, float, int, int, bool]:
    start = process_time()
    found, copying_nodes = copying_search(board, most_seconds)
    middle = process_time()
    our = ours(board)
    end = process_time()
    assert our.status == "found", "every board has a placement"
    return middle - start, end - middle, copying_nodes, our.nodes, found


def by_switch(count: int) -> None:
    made = [random_hint_board(6, 6, 10, 16, random.Random(seed)) for seed in range(1, count + 1)]
    print(f"\n6x6, 10 mines, 16 hints, {count} boards: means a board, of the search alone")
    print(f"{'ms':>8} {'nodes':>8} {'backtracks':>10}  switches")
    means = {name: _means(made, strategy) for name, strategy in STRATEGIES.items()}
    for name, (seconds, nodes, backtracks) in means.items():
        print(f"{1e3 * seconds:>8.3f} {nodes:>8.1f} {backtracks:>10.1f}  {name}")
    time, nodes = (means["plain"][what] / means["FC"][what] for what in (0, 1))
    print(f"plain backtracking compared with forward checking: {nodes:.0f} times the nodes, {time:.0f} times the time")
    pairs = [(means[name][0], means[name.removesuffix(", reused")][0]) for name in means if name.endswith(", reused")]
    saved = [1 - reused / again for reused, again in pairs]
    print(f"reusing what LCV has tried saves {min(saved):.1%} to {max(saved):.1%} of the time, mean {mean(saved):.1%}")


def _means(made: list[Board], strategy: Strategy) -> tuple[float, float, float]:
    """Return the mean CPU seconds, nodes and backtracks; the time of the best of five rounds (plain: of one)."""
    problems = [(Problem.of(board).all_hints, {c: board.neighbours(c) for c in board.hidden}) for board in made]
    rounds = []
    for _ in range(1 if strategy.plain else 5):
        began = process_time()
        results = [search(hints, strategy, neighbours=neighbours) for hints, neighbours in problems]
        rounds.append(process_time() - began)
    nodes, backtracks = (mean(getattr(result, what) for result in results) for what in ("nodes", "backtracks"))
    return min(rounds) / len(made), nodes, backtracks


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=20, help="boards of each size (default 20)")
    parser.add_argument("--most-seconds", type=float, default=5.0, help="for a copying search (default 5)")
    given = parser.parse_args()
    by_size(given.boards, given.most_seconds)
    by_switch(5 * given.boards)


if __name__ == "__main__":
    main()
