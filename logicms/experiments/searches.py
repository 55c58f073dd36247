"""Searches: one board of the search course for each row of an experiment, searched by one strategy."""

from __future__ import annotations

from itertools import product
from random import Random
from time import thread_time

from logicms.experiments.declaration import Results, Setting, parse_size, seconds_since
from logicms.game import random_hint_board
from logicms.limits import limit
from logicms.problem import Problem
from logicms.search import Heuristic, Order, Strategy, search

SEARCH_RESULTS = ("status", "nodes", "backtracks", "seconds")

MOST_NODES = 200_000
"""Where a search stops: a number of nodes, not of seconds, so that the rows are the same everywhere."""


def _strategies() -> dict[str, Strategy]:
    """Return every combination of the switches by name, and the search in phases that one course report proposes."""
    heuristics: tuple[Heuristic | None, ...] = (None, "degree", "space")
    strategies = {}
    for pruning, mrv, heuristic, lcv in product(("", "FC", "propagate"), (False, True), heuristics, (False, True)):
        name = " + ".join(filter(None, (pruning, "MRV" if mrv else "", heuristic, "LCV" if lcv else ""))) or "none"
        strategies[name] = Strategy(pruning == "FC", pruning == "propagate", mrv, heuristic, lcv)
    thirds = (Order(heuristic="degree"), Order(mrv=True, lcv=True), Order(heuristic="space"))
    strategies["FC + phases"] = Strategy(forward_checking=True, phases=thirds)
    with_mrv = (Order(True, "degree"), Order(mrv=True, lcv=True), Order(True, "space"))
    strategies["FC + phases, MRV in each"] = Strategy(forward_checking=True, phases=with_mrv)
    return strategies


STRATEGIES = _strategies()
"""The strategies by name; FC is forward checking."""


def search_board(values: Setting, seed: int) -> Results:
    """Search for one placement of a board of (size, mines, hints) by a strategy.

    >>> search_board(("6x6", 10, 16, "FC + MRV + degree"), 1)[:3]
    ('found', '27', '3')
    """
    size, mines, shown, strategy = values
    board = random_hint_board(*parse_size(str(size)), int(mines), int(shown), Random(seed))
    neighbours = {cell: board.neighbours(cell) for cell in board.hidden}
    began = thread_time()
    with limit(steps=MOST_NODES):
        result = search(Problem.of(board).all_hints, STRATEGIES[str(strategy)], neighbours=neighbours)
    return result.status, str(result.nodes), str(result.backtracks), seconds_since(began)
