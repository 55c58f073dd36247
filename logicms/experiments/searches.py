"""Trials that are searches: a board of the search course, a strategy, and what it took to find one placement."""

from __future__ import annotations

from itertools import product
from random import Random
from time import thread_time

from logicms.experiments.declaration import Results, Setting
from logicms.experiments.games import size_of
from logicms.game import random_hint_board
from logicms.hints import hints
from logicms.limits import limit
from logicms.search import Heuristic, Order, Strategy, search

RESULTS = ("status", "nodes", "backtracks", "seconds")

MOST_NODES = 200_000
"""Where a search gives up: a number of nodes, and not of seconds, so that the rows are the same everywhere."""

_HEURISTICS: tuple[Heuristic | None, ...] = (None, "degree", "space")


def _name(*parts: str | None) -> str:
    return " + ".join(filter(None, parts)) or "none"


def _strategies() -> dict[str, Strategy]:
    """Return every combination of the switches by name, and the search in phases that one course report proposes."""
    found = {}
    for pruning, mrv, heuristic, lcv in product(("", "FC", "propagate"), (False, True), _HEURISTICS, (False, True)):
        name = _name(pruning, "MRV" if mrv else "", heuristic, "LCV" if lcv else "")
        found[name] = Strategy(pruning == "FC", pruning == "propagate", mrv, heuristic, lcv)
    thirds = (Order(heuristic="degree"), Order(mrv=True, lcv=True), Order(heuristic="space"))
    found["FC + phases"] = Strategy(forward_checking=True, phases=thirds)
    with_mrv = (Order(True, "degree"), Order(mrv=True, lcv=True), Order(True, "space"))
    found["FC + phases, MRV in each"] = Strategy(forward_checking=True, phases=with_mrv)
    return found


STRATEGIES = _strategies()
"""FC is forward checking."""


def searched_board(values: Setting, seed: int) -> Results:
    """Search one placement of a board of (size, mines, hints) by a strategy.

    >>> searched_board(("6x6", 10, 16, "FC + MRV + degree"), 1)[:3]
    ('found', '27', '3')
    """
    size, mines, shown, strategy = values
    board = random_hint_board(*size_of(str(size)), int(mines), int(shown), Random(seed))
    neighbours = {cell: board.neighbours(cell) for cell in board.hidden}
    began = thread_time()
    with limit(steps=MOST_NODES):
        found = search(hints(board), STRATEGIES[str(strategy)], neighbours=neighbours)
    return found.status, str(found.nodes), str(found.backtracks), f"{thread_time() - began:.6f}"
