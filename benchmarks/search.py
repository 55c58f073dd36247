"""The search of logicms beside a plain one: nodes and CPU time on the boards of the course's size experiment.

    python -m benchmarks.search [--boards N] [--most-seconds S]

"Plain" is a re-implementation, written for this comparison, of the method that the search assignment describes: a node
holds all assignments and domains, every child is a deep copy of it, and at every node all hints are counted and all
cells are sorted again. Both use forward checking, MRV and degree; both take the same board, one after the other in
one process. A plain search that needs more than S seconds is stopped and counts as S.

The boards: N x N cells, mines 0.28 and hints 0.44 of them; and 6 x 6 with 10 mines and 16 hints under every switch.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from statistics import mean, median
from time import process_time

from logicms.board import Board, Cell
from logicms.game import random_hint_board
from logicms.limits import limit
from logicms.problem import Problem
from logicms.search import Search, Strategy, search

BEST = Strategy(forward_checking=True, mrv=True, heuristic="degree")


# -- the plain search


@dataclass
class Node:
    """All that one node of the plain search holds."""

    assigned: dict[Cell, int]
    domains: dict[Cell, list[int]]
    last: Cell | None = None


def plain_search(board: Board, most_seconds: float) -> tuple[bool, int]:
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
    cells = size * size
    mines, shown = round(0.28 * cells), round(0.44 * cells)
    return [random_hint_board(size, size, mines, shown, random.Random(f"{size}/{seed}")) for seed in range(count)]


def by_size(count: int, most_seconds: float) -> None:
    print("forward checking + MRV + degree; CPU ms and nodes at the median; 'plain' is the deep-copying search")
    print("  size boards  plain ms  ours ms  ratio plain nodes  ours stopped")
    for size in range(4, 17, 2):
        rows = [_one_board(board, most_seconds) for board in boards(size, count)]
        plain_time, our_time, plain_nodes, our_nodes, found = zip(*rows, strict=True)
        print(
            f"{f'{size}x{size}':>6} {count:>6} {1e3 * median(plain_time):>9.1f} {1e3 * median(our_time):>8.2f} "
            f"{median(plain_time) / median(our_time):>6.0f} {median(plain_nodes):>11.0f} {median(our_nodes):>5.0f} "
            f"{found.count(False):>7}"
        )
    print(f"16x16: median {median(our_time):.4f} s, slowest {max(our_time):.4f} s (wanted: under 0.05 s at the median)")


def _one_board(board: Board, most_seconds: float) -> tuple[float, float, int, int, bool]:
    start = process_time()
    found, plain_nodes = plain_search(board, most_seconds)
    middle = process_time()
    our = ours(board)
    end = process_time()
    assert our.status == "found", "every board has a placement"
    return middle - start, end - middle, plain_nodes, our.nodes, found


def by_switch(count: int) -> None:
    made = [random_hint_board(6, 6, 10, 16, random.Random(seed)) for seed in range(count)]
    print(f"\n6x6, 10 mines, 16 hints, {count} boards: means a board")
    print(f"{'ms':>8} {'nodes':>7} {'backtracks':>10}  switches")
    for pruning, mrv, heuristic, lcv in product(range(3), (False, True), (None, "degree", "space"), (False, True)):
        strategy = Strategy(pruning == 1, pruning == 2, mrv, heuristic, lcv)  # type: ignore[arg-type]
        found = [ours(board, strategy) for board in made]
        print(
            f"{1e3 * mean(one.seconds for one in found):>8.2f} {mean(one.nodes for one in found):>7.1f} "
            f"{mean(one.backtracks for one in found):>10.1f}  {strategy}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=20, help="boards of each size (default 20)")
    parser.add_argument("--most-seconds", type=float, default=5.0, help="for a plain search (default 5)")
    given = parser.parse_args()
    by_size(given.boards, given.most_seconds)
    by_switch(5 * given.boards)


if __name__ == "__main__":
    main()
