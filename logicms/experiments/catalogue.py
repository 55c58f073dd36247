"""The experiments, each a declaration: the tables of the course reports, and those that they call for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import get_args

from logicms.experiments.declaration import SECONDS, Experiment, Plot, Setting, Share, Statistic
from logicms.experiments.published import (
    MEAN,
    PEERS,
    REPORT_0,
    REPORT_1,
    REPORT_2,
    REPORT_2_DENSITY,
    REPORT_4,
    REPORT_4_SIZES,
    WON,
    join,
)
from logicms.experiments.searches import MOST_NODES, SEARCH_RESULTS, STRATEGIES, course_board, search_board
from logicms.experiments.trials import (
    COURSE_RESULTS,
    GUESSING_RESULTS,
    METHOD_RESULTS,
    METHODS,
    MOST_MATCHINGS,
    course_game,
    guessing_game,
    method_game,
)
from logicms.game import LEVELS, number_of_initial_safe
from logicms.guessing import Policy

_OUTCOMES = (Share(WON, "outcome", "won"), Share("stuck", "outcome", "stuck"))
_TIMES = (Statistic(MEAN, SECONDS), Statistic("deviation s", SECONDS, "deviation"))
_LEFT = Statistic("left when stuck", "left", "mean", ("outcome", "stuck"))
_CPU = "Seconds are CPU time per game; published times are from other machines."
_MARKED = "Won as the course counts: every cell certain, mines too. total: whether the player uses the mine total."
_REPORT_2 = (
    "Report 2 does not say how many games it played (rates in steps of 5 % look like 20), counts a game as won when "
    "all mines are marked, and leaves out games that end without any mark."
)

# -- games of the logic course: no guess, with the mine total and without

COURSE_AXES = ("size", "mines", "initial_safe", "total")


def _both(*boards: tuple[str, int, int]) -> tuple[Setting, ...]:
    return tuple((*board, total) for board in dict.fromkeys(boards) for total in ("yes", "no"))


def _level(name: str, safe: int | str = "sqrt", mines: int | None = None) -> tuple[str, int, int]:
    level = LEVELS[name]
    cells = level.width * level.height
    number = number_of_initial_safe(safe, cells)  # type: ignore[arg-type]  # checked there
    return f"{level.width}x{level.height}", level.mines if mines is None else mines, number


COURSE_LEVELS = ("easy", "medium", "hard")

DIFFICULTY = Experiment(
    "difficulty",
    "How do the levels of the logic course differ in difficulty?",
    COURSE_AXES,
    _both(*map(_level, COURSE_LEVELS)),
    COURSE_RESULTS,
    course_game,
    (*_OUTCOMES, _LEFT, *_TIMES),
    published=join(REPORT_0, REPORT_1, REPORT_2),
    plots=(Plot("time", "Time per game", "size", MEAN, ("total",), log=True),),
    notes=(_MARKED, _CPU, _REPORT_2),
)

INITIAL_SAFE = Experiment(
    "initial-safe",
    "How much do more initial safe cells help?",
    COURSE_AXES,
    _both(
        *(_level("medium", safe) for safe in (8, 16, 32, 64, 128, 231)),
        *(_level(name, share) for name in COURSE_LEVELS for share in ("sqrt", "tenth")),
    ),
    COURSE_RESULTS,
    course_game,
    (*_OUTCOMES, _LEFT, *_TIMES),
    published=join(REPORT_0, REPORT_2),
    plots=(
        Plot("success", "Games won", "initial_safe", WON, ("total",), "size"),
        Plot("time", "Time per game", "initial_safe", MEAN, ("total",), "size", log=True),
    ),
    notes=(_MARKED, _CPU, _REPORT_2),
)

SUCCESS = Experiment(
    "success",
    "Games won by size, mines and initial safe cells: the large tables of report 1",
    COURSE_AXES,
    _both(*((str(size), int(mines), int(safe)) for size, mines, safe in REPORT_1)),
    COURSE_RESULTS,
    course_game,
    (*_OUTCOMES, _LEFT, *_TIMES),
    published=REPORT_1,
    plots=(
        Plot("success", "Games won", "mines", WON, ("initial_safe", "total"), "size"),
        Plot("time", "Time per game", "mines", MEAN, ("initial_safe", "total"), "size", log=True),
    ),
    notes=(_MARKED, f"{_CPU} Report 1 gives the time of won games only."),
)

DENSITY = Experiment(
    "density",
    "Does the size matter when a tenth of the cells are mines?",
    COURSE_AXES,
    _both(*(_level(name, mines=LEVELS[name].width * LEVELS[name].height // 10) for name in COURSE_LEVELS)),
    COURSE_RESULTS,
    course_game,
    (*_OUTCOMES, _LEFT, *_TIMES),
    published=REPORT_2_DENSITY,
    plots=(Plot("success", "Games won where a tenth are mines", "size", WON, ("total",)),),
    notes=(_MARKED, _CPU, _REPORT_2),
)

# -- the search course

SEARCH_AXES = ("size", "mines", "hints", "strategy")
_SEARCH_MEASURES = (
    Share("found", "status", "found"),
    Share("unfinished", "status", "limit"),
    Statistic("nodes", "nodes"),
    Statistic("backtracks", "backtracks"),
    *_TIMES,
    Statistic("median s", SECONDS, "median"),
)
_LIMIT = (
    f"A search is stopped after {MOST_NODES:,} nodes; it is unfinished, and counts with the nodes and time it took."
)
_METHODS = (
    "plain: backtracking as report 4 programs it, which turns back only when a hint has too many mines or the mine "
    "total is out of reach. none: ours, which turns back as soon as a hint can no longer be met. FC: forward checking. "
    "reused: forward checking takes over what LCV has tried."
)
_REPORT_4 = (
    "Report 4 has charts and one figure: without forward checking its program takes about 215 times as long as with "
    "it. Here that is plain compared with FC."
)
_SHARES = "The mines are 0.28 and the hints 0.44 of the cells, rounded down, as in report 4."


def _square_boards(sides: Iterable[int], *strategies: str) -> tuple[Setting, ...]:
    return tuple((*course_board(side), strategy) for side in sides for strategy in strategies)


ALGORITHMS = Experiment(
    "algorithms",
    "Which switches of the search help, and which together?",
    SEARCH_AXES,
    tuple(("6x6", 10, 16, name) for name in STRATEGIES),
    SEARCH_RESULTS,
    search_board,
    _SEARCH_MEASURES,
    published=REPORT_4,
    plots=(
        Plot("time", "Time per board", "strategy", MEAN, log=True),
        Plot("nodes", "Nodes per board", "strategy", "nodes", log=True),
    ),
    notes=(_METHODS, _REPORT_4, _LIMIT, _CPU),
)

BOARD_SIZE = Experiment(
    "board-size",
    "How does the time of a search grow with the board?",
    SEARCH_AXES,
    _square_boards(
        range(4, 17),
        "FC + MRV",
        "FC + MRV + degree",
        "FC + MRV + space",
        "FC + MRV + LCV",
        "FC + MRV + degree + LCV",
        "FC + MRV + space + LCV",
    ),
    SEARCH_RESULTS,
    search_board,
    _SEARCH_MEASURES,
    published=REPORT_4_SIZES,
    plots=(Plot("time", "Time per board", "size", MEAN, ("strategy",), log=True),),
    notes=(_SHARES, _LIMIT, _CPU),
)

PHASES = Experiment(
    "phases",
    "Does another order in each phase of a search help on larger boards?",
    SEARCH_AXES,
    _square_boards(
        (8, 12, 16, 20, 24),
        "FC + MRV",
        "FC + MRV + degree",
        "FC + MRV + space",
        "FC + phases",
        "FC + phases, MRV in each",
        "FC + phases, MRV in each, reversed",
    ),
    SEARCH_RESULTS,
    search_board,
    _SEARCH_MEASURES,
    games=50,
    plots=(Plot("nodes", "Nodes per board", "size", "nodes", ("strategy",), log=True),),
    notes=(
        "phases: degree for the first third of the cells, MRV + LCV for the second, space for the last, as report 4 "
        "proposes; reversed: space first, degree last.",
        _SHARES,
        _LIMIT,
        _CPU,
    ),
)

LARGEST_BOARD = Experiment(
    "largest-board",
    "What is the largest board that a search solves in a reasonable time?",
    SEARCH_AXES,
    _square_boards((10, 20, 30, 40, 50, 60), "FC + MRV + degree", "propagate + MRV + degree"),
    SEARCH_RESULTS,
    search_board,
    _SEARCH_MEASURES,
    games=20,
    plots=(Plot("time", "Time per board", "size", MEAN, ("strategy",), log=True),),
    notes=(_SHARES, _LIMIT, _CPU),
)

# -- guessing, and what each way of reasoning adds

GUESSING = Experiment(
    "guessing",
    "Games won, by how the player guesses when nothing is certain",
    ("level", "start", "guess"),
    tuple(product(("beginner", "intermediate", "expert"), ("safe", "zero"), get_args(Policy))),
    GUESSING_RESULTS,
    guessing_game,
    (Share(WON, "outcome", "won"), Share("lost", "outcome", "lost"), Statistic("guesses", "guesses"), *_TIMES),
    published={(*key, get_args(Policy)[-1]): figures for key, figures in PEERS.items()},
    plots=(Plot("success", "Games won", "level", WON, ("guess",), "start"),),
    notes=(
        "start: what the first cell is, safe or a 0. The best published players are compared with our strongest guess.",
        _CPU,
    ),
)

ABLATION = Experiment(
    "ablation",
    "What does each way of reasoning add, from that of the logic course to ours?",
    ("level", "method"),
    tuple(product(COURSE_LEVELS, METHODS)),
    METHOD_RESULTS,
    method_game,
    (
        *_OUTCOMES,
        _LEFT,
        Statistic("rounds", "rounds"),
        Statistic("matchings", "matchings"),
        Statistic("limits", "limits"),
        *_TIMES,
    ),
    games=50,
    plots=(
        Plot("success", "Games won", "method", WON, ("level",)),
        Plot("time", "Time per game", "method", MEAN, ("level",), log=True),
    ),
    notes=(
        "rounds: how often propagation was not enough. matchings: pairs of clauses looked at (refutation: steps of its "
        f"solver). limits: rounds that ended after {MOST_MATCHINGS:,} matchings.",
        _CPU,
    ),
)

_GAMES = (DIFFICULTY, INITIAL_SAFE, SUCCESS, DENSITY)
_SEARCHES = (ALGORITHMS, BOARD_SIZE, PHASES, LARGEST_BOARD)

EXPERIMENTS = {one.name: one for one in (*_GAMES, *_SEARCHES, GUESSING, ABLATION)}
"""Every experiment by its name."""
