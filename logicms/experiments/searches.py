"""Searches: one board of the search course for each row of an experiment, searched by one strategy."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from time import thread_time

from logicms.experiments.declaration import Results, Setting, parse_size, seconds_since
from logicms.game import random_hint_board
from logicms.limits import limit
from logicms.problem import Problem
from logicms.search import Heuristic, Order, Strategy, search

SEARCH_RESULTS = ("status", "nodes", "backtracks", "seconds")

MOST_NODES = 1_000_000
"""Where a search stops: a number of nodes, not of seconds, so that the rows are the same everywhere.

A node takes 2 to 10 microseconds here, so a search stops after 2 to 10 s, and on a slow machine within a minute.
"""


def course_board(side: int) -> tuple[str, int, int]:
    """Return the size, the mines and the hints of a square board as the search course has them.

    The mines are 0.28 of the cells and the hints 0.44, both rounded down.

    >>> course_board(6), course_board(16)
    (('6x6', 10, 15), ('16x16', 71, 112))
    """
    cells = side * side
    return f"{side}x{side}", 28 * cells // 100, 44 * cells // 100


def _strategies() -> dict[str, Strategy]:
    """Return every combination of the switches by name, and the search in phases that one course report proposes."""
    heuristics: tuple[Heuristic | None, ...] = (None, "degree", "space")
    strategies = {}
    for method, mrv, heuristic, lcv in product(
        ("plain", "", "FC", "propagate"), (False, True), heuristics, (False, True)
    ):
        name = " + ".join(filter(None, (method, "MRV" if mrv else "", heuristic, "LCV" if lcv else ""))) or "none"
        strategies[name] = Strategy(method == "FC", method == "propagate", mrv, heuristic, lcv, plain=method == "plain")
        if lcv and strategies[name].prunes:
            strategies[f"{name}, reused"] = replace(strategies[name], reuse_lcv=True)
    return strategies | {name: Strategy(forward_checking=True, phases=phases) for name, phases in _PHASES.items()}


_WITH_MRV = (Order(True, "degree"), Order(mrv=True, lcv=True), Order(True, "space"))

_PHASES = {
    "FC + phases": (Order(heuristic="degree"), Order(mrv=True, lcv=True), Order(heuristic="space")),
    "FC + phases, MRV in each": _WITH_MRV,
    "FC + phases, MRV in each, reversed": _WITH_MRV[::-1],
}

STRATEGIES = _strategies()
"""The strategies by name: FC is forward checking, and "reused" means that it takes over what LCV has tried.

*plain* is backtracking as the course's report programs it, *none* ours without any switch, which looks ahead.
"""


def search_board(values: Setting, seed: int) -> Results:
    """Search for one placement of a board of (size, mines, hints) by a strategy.

    >>> search_board(("6x6", 10, 16, "FC + MRV + degree"), 1)[:3]
    ('found', '27', '3')
    """
    size, mines, shown, strategy = values
    board = random_hint_board(*parse_size(str(size)), int(mines), int(shown), Random(seed))
    neighbours = {cell: board.neighbours(cell) for cell in board.hidden}
    hints = Problem.of(board).all_hints
    began = thread_time()
    with limit(steps=MOST_NODES):
        result = search(hints, STRATEGIES[str(strategy)], neighbours=neighbours)
    return result.status, str(result.nodes), str(result.backtracks), seconds_since(began)
