"""Trials: what is done for one row of an experiment, a game without guesses or with them, or the search of a board.

The logic course counts a game as won when every cell is *marked*, mines too; so does a game with initial safe cells.

The *methods* reason about the same games in different ways, those of the course and ours:

- `subset`: sets of cells with their numbers of mines; one inside another gives a third.
- `forward`: unit propagation in a knowledge base of the clues; nothing is matched.
- `course`: also pairwise matching, with the course's limit: one of two clauses has at most 2 literals.
- `saturation`: pairwise matching without that limit: full resolution, until the limit of matchings is reached.
- `resolution`: full resolution directed at one cell after the other: that it is safe, or a mine, is refuted.
- `complete`: every placement, by a dynamic programme (`deduce`); with the mine total this is what logicms does.

From `forward` on, each is as strong as the one before it, if no limit is reached.

A board of the search course is searched by one *strategy*.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random
from time import thread_time
from typing import cast, get_args

from logicms.deduction import inference
from logicms.deduction.inference import FEW_CELLS, Effort, inference_by
from logicms.game import LEVELS, Start, random_hint_board
from logicms.guessing import Policy
from logicms.limits import limit
from logicms.player import Player, Reasoner, Setting, play
from logicms.player.player import ByInference
from logicms.problem import Problem
from logicms.search import Heuristic, Order, Strategy, search

AxisValue = str | int
AxisValues = tuple[AxisValue, ...]
"""One value per axis: a setting."""
Results = tuple[str, ...]
"""One text per result column, as in the row."""


def parse_size(text: str) -> tuple[int, int]:
    """Return the width and the height of a size.

    >>> parse_size("30x16")
    (30, 16)
    """
    width, _, height = text.partition("x")
    return int(width), int(height)


def _seconds_since(began: float) -> str:
    """Return the CPU time since then, which other work on the machine hardly affects."""
    return f"{thread_time() - began:.6f}"


# -- games

METHOD_RESULTS = ("outcome", "left", "rounds", "matchings", "limits", "seconds")
GUESSING_RESULTS = ("outcome", "guesses", "seconds")

METHODS = (*get_args(inference.InferenceReason), "complete")


def course_game(values: AxisValues, seed: int) -> Results:
    """Play a game of (size, mines, initial safe cells, method, total) without a guess.

    >>> course_game(("9x9", 10, 9, "course", "no"), 1)[:3], course_game(("9x9", 10, 9, "complete", "yes"), 1)[:3]
    (('won', '0', '0'), ('won', '0', '0'))
    """
    size, mines, safe, method, total = values
    game = Setting(*parse_size(str(size)), int(mines), "none", initial_safe=int(safe)).game(seed)
    began = thread_time()
    reasoner, work = _reasoner(str(method), total)
    played = play(game, Player(guess="never"), reasoner=reasoner)
    seconds = _seconds_since(began)
    spent = (work.rounds, work.matchings, work.limits)
    return played.outcome.value, str(played.undecided), *map(str, spent), seconds


def _reasoner(method: str, total: AxisValue) -> tuple[Reasoner, Effort]:
    """Return what finds the certain cells of one game, and where it counts its work."""
    total_at = {"no": 0, "yes": None}.get(str(total), total)
    if method == "complete":
        return Player(total_at=cast(int | None, total_at)).reasoner(marking=True), Effort()
    by = inference_by(cast(inference.InferenceReason, method))
    return ByInference(by, FEW_CELLS if total_at is None else int(total_at), marking=True), by.work


def guessing_game(values: AxisValues, seed: int) -> Results:
    """Play a game of (level, start, guess) to its end, with the mine total and the level's initial safe cells."""
    name, start, guess = values
    level, player = LEVELS[str(name)], Player(guess=cast(Policy, guess))
    setting = Setting(level.width, level.height, level.mines, cast(Start, start), initial_safe=level.initial_safe)
    game = setting.game(seed)
    began = thread_time()
    played = play(game, player)
    return played.outcome.value, str(played.guesses), _seconds_since(began)


# -- searches

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
        ("plain", "plain FC", "", "FC", "propagate"), (False, True), heuristics, (False, True)
    ):
        name = " + ".join(filter(None, (method, "MRV" if mrv else "", heuristic, "LCV" if lcv else ""))) or "none"
        plain = method.startswith("plain")
        strategies[name] = Strategy(method.endswith("FC"), method == "propagate", mrv, heuristic, lcv, plain=plain)
        if lcv and strategies[name].prunes and not plain:
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

*plain* is backtracking and *plain FC* forward checking as the course's report programs them, *none* is ours without any
switch, which looks ahead.
"""


def search_board(values: AxisValues, seed: int) -> Results:
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
    return result.status, str(result.nodes), str(result.backtracks), _seconds_since(began)
