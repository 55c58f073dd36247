"""The experiments, each a declaration: the tables of the course reports, and those that they call for."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import get_args

from logicms.deduction.by_clauses import MOST_MATCHINGS
from logicms.experiments.declaration import SECONDS, Experiment, Plot, Setting, Share, Statistic
from logicms.experiments.findings import boards, players, searches
from logicms.experiments.grids import level_board
from logicms.experiments.published import (
    DEVIATION,
    LEFT,
    MEAN,
    MEAN_WON,
    MEDIAN_LEFT,
    MOST_LEFT,
    PEERS,
    REPORT_0,
    REPORT_1,
    REPORT_2,
    REPORT_2_DENSITY,
    REPORT_4,
    REPORT_4_SIZES,
    ROUNDS,
    WON,
    join,
)
from logicms.experiments.trials import (
    GUESSING_RESULTS,
    METHOD_RESULTS,
    METHODS,
    MOST_NODES,
    SEARCH_RESULTS,
    STRATEGIES,
    course_board,
    course_game,
    guessing_game,
    search_board,
)
from logicms.guessing import Policy

_OUTCOMES = (Share(WON, "outcome", "won"), Share("stuck", "outcome", "stuck"))
_TIMES = (Statistic(MEAN, SECONDS), Statistic(DEVIATION, SECONDS, "deviation"))
_COURSE_MEASURES = (
    *_OUTCOMES,
    Statistic(LEFT, "left", "mean", ("outcome", "stuck")),
    Statistic(MEDIAN_LEFT, "left", "median", ("outcome", "stuck")),
    Statistic(MOST_LEFT, "left", "largest", ("outcome", "stuck")),
    Statistic(ROUNDS, "rounds"),
    *_TIMES,
    Statistic(MEAN_WON, SECONDS, "mean", ("outcome", "won")),
)
_WORK_MEASURES = (*_COURSE_MEASURES, Statistic("matchings", "matchings"), Statistic("limits", "limits"))
_CPU = "Seconds are CPU time per game; published times are from other machines."
_MARKED = (
    "Won as the course counts: every cell certain, mines too. total: whether the player uses the mine total (a number: "
    "when at most this many cells are undecided). left: undecided cells. rounds: rounds of pairwise matching."
)
_WORK = (
    "matchings: pairs of clauses looked at (resolution: steps of its solver). limits: turns that ended after "
    f"{MOST_MATCHINGS:,} matchings."
)
_REPORTS = "Reports 0 and 1 play by the course's method, report 2 by the subset rule; all without the mine total."
_REPORT_2 = (
    "Report 2 does not say how many games it played (rates in steps of 5 % look like 20), counts a game as won when "
    "all mines are marked, and leaves out games that end without any mark."
)

# -- games of the logic course: no guess, by the methods of the reports and by ours

COURSE_AXES = ("size", "mines", "initial_safe", "method", "total")
COURSE_LEVELS = ("easy", "medium", "hard")

Player = tuple[str, str | int]

_PLAYERS: tuple[Player, ...] = (("subset", "no"), ("course", "no"), ("complete", "no"), ("complete", "yes"))


def _played(on: Iterable[tuple[str, int, int]], players: Iterable[Player] = _PLAYERS) -> tuple[Setting, ...]:
    """Return every board with every player, each once."""
    chosen = tuple(players)
    return tuple(board + player for board in dict.fromkeys(on) for player in chosen)


DIFFICULTY = Experiment(
    "difficulty",
    "How do the levels of the logic course differ in difficulty?",
    COURSE_AXES,
    _played(map(level_board, COURSE_LEVELS)),
    METHOD_RESULTS,
    course_game,
    _COURSE_MEASURES,
    published=join(REPORT_0, REPORT_1, REPORT_2),
    plots=(
        Plot("success", "Games won", "size", WON, ("method", "total")),
        Plot("time", "Time per game", "size", MEAN, ("method", "total"), log=True),
    ),
    notes=(_MARKED, _CPU, _REPORTS, _REPORT_2),
    findings=(boards.levels, players.mine_total, boards.hard_takes_time, boards.stuck_at_the_start, players.agreement),
)

INITIAL_SAFE = Experiment(
    "initial-safe",
    "How much do more initial safe cells help?",
    COURSE_AXES,
    _played(
        (
            *(level_board("medium", safe) for safe in (8, 16, 32, 64, 128, 231)),
            *(level_board(name, share) for name in COURSE_LEVELS for share in ("sqrt", "tenth")),
        )
    ),
    METHOD_RESULTS,
    course_game,
    _COURSE_MEASURES,
    published=join(REPORT_0, REPORT_2),
    plots=(
        Plot("success", "Games won", "initial_safe", WON, ("method", "total"), "size"),
        Plot("time", "Time per game", "initial_safe", MEAN, ("method", "total"), "size", log=True),
        Plot("rounds", "Rounds of matching per game", "initial_safe", ROUNDS, ("method", "total"), "size"),
    ),
    notes=(_MARKED, _CPU, _REPORTS, _REPORT_2),
    findings=(
        boards.matching_rounds,
        boards.more_initial_cells,
        players.mine_total,
        boards.stuck_at_the_start,
        players.agreement,
    ),
)

SUCCESS = Experiment(
    "success",
    "Games won by size, mines and initial safe cells: the large tables of report 1",
    COURSE_AXES,
    _played(
        ((str(size), int(mines), int(safe)) for size, mines, safe in REPORT_1),
        (("forward", "no"), ("course", "no"), ("complete", "yes")),
    ),
    METHOD_RESULTS,
    course_game,
    _COURSE_MEASURES,
    published=REPORT_1,
    plots=(
        Plot("success", "Games won", "mines", WON, ("initial_safe", "method"), "size"),
        Plot("time", "Time per won game", "mines", MEAN_WON, ("initial_safe", "method"), "size", log=True),
    ),
    notes=(_MARKED, f"{_CPU} Report 1 gives the time of won games only.", _REPORTS),
    findings=(
        boards.more_mines,
        boards.more_initial_cells,
        boards.larger_boards,
        boards.initial_cells_take_time,
        boards.played_by_propagation,
        players.agreement,
    ),
)

DENSITY = Experiment(
    "density",
    "Does the size matter when a tenth of the cells are mines?",
    COURSE_AXES,
    _played((str(size), int(mines), int(safe)) for size, mines, safe in REPORT_2_DENSITY),
    METHOD_RESULTS,
    course_game,
    _COURSE_MEASURES,
    published=REPORT_2_DENSITY,
    plots=(Plot("success", "Games won where a tenth are mines", "size", WON, ("method", "total")),),
    notes=(_MARKED, _CPU, _REPORTS, _REPORT_2),
    findings=(boards.density_decides, players.mine_total, players.agreement),
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
_PLAIN = (
    "plain FC: forward checking as report 4 programs it: a hint counts the cells that are assigned, the mine total "
    "does not prune, and nothing is pruned before the first cell is assigned. FC: ours, in which every cell with one "
    "value left counts at once, in every hint and in the total."
)
_METHODS = (
    "plain: backtracking as report 4 programs it, which turns back only when a hint has too many mines or the mine "
    "total is out of reach. none: ours, which turns back as soon as a hint can no longer be met. "
    f"{_PLAIN} reused: forward checking takes over what LCV has tried."
)
_REPORT_4 = (
    "Report 4 has charts and one figure: without forward checking its program takes about 215 times as long as with "
    "it. Here that is plain compared with plain FC."
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
    findings=(
        searches.forward_checking,
        searches.orders,
        searches.nothing_to_gain,
        searches.least_constraining_value,
        searches.phases,
    ),
)

BOARD_SIZE = Experiment(
    "board-size",
    "How does the time of a search grow with the board?",
    SEARCH_AXES,
    (
        *_square_boards(
            range(4, 17),
            "FC + MRV",
            "FC + MRV + degree",
            "FC + MRV + space",
            "FC + MRV + LCV",
            "FC + MRV + degree + LCV",
            "FC + MRV + space + LCV",
        ),
        *_square_boards(range(4, 13), "plain FC + MRV", "plain FC + MRV + degree", "plain FC + MRV + space"),
    ),
    SEARCH_RESULTS,
    search_board,
    _SEARCH_MEASURES,
    published=REPORT_4_SIZES,
    plots=(Plot("time", "Time per board", "size", MEAN, ("strategy",), log=True),),
    notes=(_PLAIN, _SHARES, _LIMIT, _CPU),
    findings=(searches.growth, searches.heuristics_by_size, searches.least_constraining_value),
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
    findings=(searches.growth, searches.phases),
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
    findings=(searches.growth, searches.largest),
)

# -- guessing, what each way of reasoning adds, and when the mine total is worth telling

GUESSING = Experiment(
    "guessing",
    "Games won, by how the player guesses when nothing is certain",
    ("level", "start", "guess"),
    (
        *product(("beginner", "intermediate", "expert"), ("safe", "zero"), get_args(Policy)),
        *product(("hard",), ("none",), get_args(Policy)),
    ),
    GUESSING_RESULTS,
    guessing_game,
    (Share(WON, "outcome", "won"), Share("lost", "outcome", "lost"), Statistic("guesses", "guesses"), *_TIMES),
    published={(*key, get_args(Policy)[-1]): figures for key, figures in PEERS.items()},
    plots=(Plot("success", "Games won", "level", WON, ("guess",), "start"),),
    notes=(
        "start: what the first cell is, safe or a 0. The best published players are compared with our strongest guess. "
        "hard is the logic course's level: it starts with 22 initial safe cells instead, and is won when all mines are "
        "marked, too.",
        _CPU,
    ),
    findings=(players.guesses, players.degree_is_weak, players.agreement),
)

ABLATION = Experiment(
    "ablation",
    "What does each way of reasoning add, from that of the logic course to ours?",
    COURSE_AXES,
    _played(map(level_board, COURSE_LEVELS), (*((method, "no") for method in METHODS), ("complete", "yes"))),
    METHOD_RESULTS,
    course_game,
    _WORK_MEASURES,
    games=50,
    plots=(
        Plot("success", "Games won", "method", WON, ("size", "total")),
        Plot("time", "Time per game", "method", MEAN, ("size", "total"), log=True),
    ),
    notes=(_MARKED, _WORK, _CPU),
    findings=(players.methods, players.course_limit, players.mine_total),
)

GLOBAL_CONSTRAINT = Experiment(
    "global-constraint",
    "When is the best moment to tell the player the mine total?",
    COURSE_AXES,
    _played(
        map(level_board, ("medium", "hard")),
        product(("forward", "course", "resolution"), ("no", 5, 10, 20, 40, 80, 160, "yes")),
    ),
    METHOD_RESULTS,
    course_game,
    _WORK_MEASURES,
    games=50,
    plots=(
        Plot("success", "Games won", "total", WON, ("method",), "size"),
        Plot("time", "Time per game", "total", MEAN, ("method",), "size", log=True),
    ),
    notes=(
        "The course calls the mine total the global constraint, and report 1 asks for the right time to add it. "
        "yes: at 40 cells, as our players have it.",
        _MARKED,
        _WORK,
        _CPU,
    ),
    findings=(players.best_moment, players.right_time),
)

_GAMES = (DIFFICULTY, INITIAL_SAFE, SUCCESS, DENSITY)
_SEARCHES = (ALGORITHMS, BOARD_SIZE, PHASES, LARGEST_BOARD)

EXPERIMENTS = {one.name: one for one in (*_GAMES, *_SEARCHES, GUESSING, ABLATION, GLOBAL_CONSTRAINT)}
"""Every experiment by its name."""
