"""The experiments, each a declaration: the tables of the course reports, and those that they call for.

First what others report for the same settings, to compare with ours. *report 0* to *report 4* are the five course
reports that logicms grew from: resolution with classes for literals and clauses (0: 5 games per setting, PyPy), with
lists (1: 100 games, time of won games only), sets with counts (2: the number of games is not given), unit propagation
(3: no figures), backtracking search (4: charts only, so its program was rebuilt and measured: means of 100 boards on
another machine, 20 boards per size). Reports 0 and 1 play by the method of the course, report 2 by the subset rule, all
three without the mine total.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import product
from typing import get_args

from logicms.deduction.by_clauses import MOST_MATCHINGS
from logicms.experiments.experiment import (
    GUESSING_RESULTS,
    METHOD_RESULTS,
    METHODS,
    MOST_NODES,
    SEARCH_RESULTS,
    SECONDS,
    STRATEGIES,
    AxisValues,
    Experiment,
    Frequency,
    Plot,
    Published,
    Statistic,
    course_board,
    course_game,
    guessing_game,
    level_board,
    search_board,
)
from logicms.guessing import Policy

Figures = dict[AxisValues, tuple[Published, ...]]

WON, ROUNDS = "won", "rounds"
LEFT, MEDIAN_LEFT, MOST_LEFT = "left when stuck", "median left", "most left"
MEAN, DEVIATION, MEAN_WON = "mean s", "deviation s", "mean s, won"
NODES = "nodes"

_BY_COURSE, _BY_SUBSET = ("course", "no"), ("subset", "no")


def join(*parts: Mapping[AxisValues, tuple[Published, ...]]) -> Figures:
    """Return the figures of several tables as one."""
    return {
        key: tuple(f for part in parts for f in part.get(key, ())) for key in dict.fromkeys(k for p in parts for k in p)
    }


# Games won of 5, mean and standard deviation of the seconds, and the rounds of pairwise matching where they are given.
_GAMES_0: dict[AxisValues, tuple[int, float, float, float | None]] = {
    ("9x9", 10, 9): (5, 0.29, 0.15, None),
    ("16x16", 25, 8): (5, 1.47, 0.37, 0.6),
    ("16x16", 25, 16): (5, 2.65, 1.86, 0.8),
    ("16x16", 25, 32): (5, 3.59, 1.17, 0),
    ("16x16", 25, 64): (5, 3.88, 0.92, 0),
    ("16x16", 25, 128): (5, 3.61, 0.13, 0),
    ("16x16", 25, 231): (5, 2.73, 0.36, 0),
    ("30x16", 99, 22): (2, 168.49, 104.7, None),
}


def _report_0() -> Figures:
    report: Figures = {}
    for board, (won, *others) in _GAMES_0.items():
        measures = {WON: won / 5} | dict(zip((MEAN, DEVIATION, ROUNDS), others, strict=True))
        report[board] = tuple(
            Published("report 0", measure, value, 5, _BY_COURSE)
            for measure, value in measures.items()
            if value is not None
        )
    return report


REPORT_0 = join(_report_0(), {("30x16", 99, 22): (Published("report 0", LEFT, 20.33, 3, _BY_COURSE),)})

# Games won of 100 and seconds per won game: a row per number of initial safe cells, a column per number of mines.
_GRIDS: dict[str, tuple[tuple[int, ...], dict[int, str]]] = {
    "9x9": (
        (5, 10, 15),
        {
            9: "100/0.0248 83/0.0256 29/0.0274",
            15: "100/0.0264 87/0.0260 45/0.0386",
            20: "100/0.0280 90/0.0269 54/0.0325",
        },
    ),
    "16x16": (
        (15, 25, 35, 45),
        {
            16: "98/0.248 84/0.213 61/0.211 28/0.214",
            25: "98/0.262 88/0.231 65/0.227 37/0.257",
            40: "99/0.270 94/0.246 74/0.228 41/0.252",
        },
    ),
    "30x16": (
        (45, 60, 75, 99),
        {
            22: "90/0.716 66/0.652 33/0.658 0/-",
            50: "92/0.748 77/0.701 37/0.681 4/1.007",
            100: "92/0.859 84/0.765 64/0.787 10/1.313",
            150: "95/0.933 87/0.878 70/0.890 42/1.361",
        },
    ),
}


def _report_1() -> Figures:
    report: Figures = {}
    for size, (mines, rows) in _GRIDS.items():
        for safe, line in rows.items():
            for count, entry in zip(mines, line.split(), strict=True):
                won, _, seconds = entry.partition("/")
                figures = [Published("report 1", WON, int(won) / 100, 100, _BY_COURSE)]
                if seconds != "-":
                    figures.append(Published("report 1", MEAN_WON, float(seconds), int(won), _BY_COURSE))
                report[size, count, safe] = tuple(figures)
    return report


REPORT_1 = _report_1()


def _report_2(rates: dict[AxisValues, int]) -> Figures:
    return {key: (Published("report 2", WON, rate / 100, by=_BY_SUBSET),) for key, rate in rates.items()}


REPORT_2 = _report_2(
    {
        ("9x9", 10, 9): 90,
        ("16x16", 25, 16): 95,
        ("30x16", 99, 22): 10,
        ("9x9", 10, 8): 95,
        ("16x16", 25, 25): 95,
        ("30x16", 99, 48): 25,
    }
)
REPORT_2_DENSITY = _report_2({("9x9", 8, 9): 91, ("16x16", 25, 16): 94, ("30x16", 48, 22): 93})

_REBUILT = "report 4, rebuilt"


def _search(milliseconds: float, nodes: float | None, boards: int) -> tuple[Published, ...]:
    time = Published(_REBUILT, MEAN, milliseconds / 1000, boards)
    return (time,) if nodes is None else (time, Published(_REBUILT, NODES, nodes, boards))


REPORT_4: Figures = {
    ("6x6", 10, 16, strategy): _search(ms, nodes, 100)
    for strategy, ms, nodes in [
        ("plain", 2140, 5854),
        ("plain FC", 33, 70),
        ("plain FC + MRV", 22, 42),
        ("plain FC + degree", 17, 33),
        ("plain FC + space", 30, 60),
        ("plain FC + LCV", 37, 69),
        ("plain FC + MRV + degree", 12.7, 27),
        ("plain FC + MRV + space", 13.5, 30),
        ("plain FC + MRV + LCV", 24, 40),
        ("plain FC + MRV + degree + LCV", 14.6, 28),
        ("plain FC + MRV + space + LCV", 14.8, 29),
    ]
}

_SIZED = ("plain FC + MRV", "plain FC + MRV + degree", "plain FC + MRV + space")

REPORT_4_SIZES: Figures = {
    (*course_board(side), strategy): _search(ms, None, 20)
    for side, times in [
        (4, (2.9, 3.6, 3.8)),
        (6, (28, 15, 19)),
        (8, (238, 49, 80)),
        (10, (298, 168, 184)),
        (12, (2511, 396, 504)),
    ]
    for strategy, ms in zip(_SIZED, times, strict=True)
}

PEERS: Figures = {
    ("expert", "safe"): (Published("DavidNHill, Java", WON, 0.4113),),
    ("expert", "zero"): (Published("DavidNHill, Java", WON, 0.543),),
    ("intermediate", "safe"): (Published("PSEQ-D256", WON, 0.782),),
    ("intermediate", "zero"): (Published("PSEQ-D256", WON, 0.891),),
    ("beginner", "safe"): (Published("PSEQ-D256", WON, 0.917),),
    ("beginner", "zero"): (Published("PSEQ-D256", WON, 0.972),),
}
"""The best win rates published for a level and a start rule; each with a stronger guess than `safest`."""

# -- the experiments: what they measure and say

_OUTCOMES = (Frequency(WON, "outcome", "won"), Frequency("stuck", "outcome", "stuck"))
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

_PLAYERS: tuple[tuple[str, str | int], ...] = (
    ("subset", "no"),
    ("course", "no"),
    ("complete", "no"),
    ("complete", "yes"),
)


def _played(
    on: Iterable[tuple[str, int, int]], players: Iterable[tuple[str, str | int]] = _PLAYERS
) -> tuple[AxisValues, ...]:
    """Return every board with every player, each once."""
    chosen = tuple(players)
    return tuple(board + player for board in dict.fromkeys(on) for player in chosen)


_course = partial(Experiment, axes=COURSE_AXES, results=METHOD_RESULTS, trial=course_game, measures=_COURSE_MEASURES)

DIFFICULTY = _course(
    "difficulty",
    "How do the levels of the logic course differ in difficulty?",
    settings=_played(map(level_board, COURSE_LEVELS)),
    published=join(REPORT_0, REPORT_1, REPORT_2),
    plot=Plot("Games won", "size", WON, ("method", "total")),
    notes=(_MARKED, _CPU, _REPORTS, _REPORT_2),
)

INITIAL_SAFE = _course(
    "initial-safe",
    "How much do more initial safe cells help?",
    settings=_played(
        (
            *(level_board("medium", safe) for safe in (8, 16, 32, 64, 128, 231)),
            *(level_board(name, share) for name in COURSE_LEVELS for share in ("sqrt", "tenth")),
        )
    ),
    published=join(REPORT_0, REPORT_2),
    plot=Plot("Games won", "initial_safe", WON, ("method", "total"), "size"),
    notes=(_MARKED, _CPU, _REPORTS, _REPORT_2),
)

SUCCESS = _course(
    "success",
    "Games won by size, mines and initial safe cells: the large tables of report 1",
    settings=_played(
        ((str(size), int(mines), int(safe)) for size, mines, safe in REPORT_1),
        (("forward", "no"), ("course", "no"), ("complete", "yes")),
    ),
    published=REPORT_1,
    plot=Plot("Games won", "mines", WON, ("initial_safe", "method"), "size"),
    notes=(_MARKED, f"{_CPU} Report 1 gives the time of won games only.", _REPORTS),
)

DENSITY = _course(
    "density",
    "Does the size matter when a tenth of the cells are mines?",
    settings=_played((str(size), int(mines), int(safe)) for size, mines, safe in REPORT_2_DENSITY),
    published=REPORT_2_DENSITY,
    plot=Plot("Games won where a tenth are mines", "size", WON, ("method", "total")),
    notes=(_MARKED, _CPU, _REPORTS, _REPORT_2),
)

# -- the search course

SEARCH_AXES = ("size", "mines", "hints", "strategy")
_SEARCH_MEASURES = (
    Frequency("found", "status", "found"),
    Frequency("unfinished", "status", "limit"),
    Statistic(NODES, "nodes"),
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
_FEWEST_NODES = (
    "No search takes fewer nodes than one for each cell and one for the root (21 on 6x6 with 16 hints): where forward "
    "checking alone comes close to that, as ours does, nothing is left for an order to gain."
)
_SHARES = "The mines are 0.28 and the hints 0.44 of the cells, rounded down, as in report 4."


def _square_boards(sides: Iterable[int], *strategies: str) -> tuple[AxisValues, ...]:
    return tuple((*course_board(side), strategy) for side in sides for strategy in strategies)


_search_course = partial(
    Experiment, axes=SEARCH_AXES, results=SEARCH_RESULTS, trial=search_board, measures=_SEARCH_MEASURES
)

ALGORITHMS = _search_course(
    "algorithms",
    "Which switches of the search help, and which together?",
    settings=tuple(("6x6", 10, 16, name) for name in STRATEGIES),
    published=REPORT_4,
    notes=(_METHODS, _REPORT_4, _FEWEST_NODES, _LIMIT, _CPU),
)

BOARD_SIZE = _search_course(
    "board-size",
    "How does the time of a search grow with the board?",
    settings=(
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
    published=REPORT_4_SIZES,
    plot=Plot("Time per board", "size", MEAN, ("strategy",), log=True),
    notes=(_PLAIN, _SHARES, _LIMIT, _CPU),
)

PHASES = _search_course(
    "phases",
    "Does another order in each phase of a search help on larger boards?",
    settings=_square_boards(
        (8, 12, 16, 20, 24),
        "FC + MRV",
        "FC + MRV + degree",
        "FC + MRV + space",
        "FC + phases",
        "FC + phases, MRV in each",
        "FC + phases, MRV in each, reversed",
    ),
    games=50,
    plot=Plot("Nodes per board", "size", NODES, ("strategy",), log=True),
    notes=(
        "phases: degree for the first third of the cells, MRV + LCV for the second, space for the last, as report 4 "
        "proposes; reversed: space first, degree last.",
        _SHARES,
        _LIMIT,
        _CPU,
    ),
)

LARGEST_BOARD = _search_course(
    "largest-board",
    "What is the largest board that a search solves in a reasonable time?",
    settings=_square_boards((10, 20, 30, 40, 50, 60), "FC + MRV + degree", "propagate + MRV + degree"),
    games=20,
    plot=Plot("Time per board", "size", MEAN, ("strategy",), log=True),
    notes=(_SHARES, _LIMIT, _CPU),
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
    (Frequency(WON, "outcome", "won"), Frequency("lost", "outcome", "lost"), Statistic("guesses", "guesses"), *_TIMES),
    published={(*key, get_args(Policy)[-1]): figures for key, figures in PEERS.items()},
    plot=Plot("Games won", "level", WON, ("guess",), "start"),
    notes=(
        "start: what the first cell is, safe or a 0. The best published players are compared with our strongest guess. "
        "hard is the logic course's level: it starts with 22 initial safe cells instead, and is won when all mines are "
        "marked, too.",
        _CPU,
    ),
)

ABLATION = _course(
    "ablation",
    "What does each way of reasoning add, from that of the logic course to ours?",
    settings=_played(map(level_board, COURSE_LEVELS), (*((method, "no") for method in METHODS), ("complete", "yes"))),
    measures=_WORK_MEASURES,
    games=50,
    plot=Plot("Time per game", "method", MEAN, ("size", "total"), log=True),
    notes=(_MARKED, _WORK, _CPU),
)

GLOBAL_CONSTRAINT = _course(
    "global-constraint",
    "When is the best moment to tell the player the mine total?",
    settings=_played(
        map(level_board, ("medium", "hard")),
        product(("forward", "course", "resolution"), ("no", 5, 10, 20, 40, 80, 160, "yes")),
    ),
    measures=_WORK_MEASURES,
    games=50,
    plot=Plot("Games won", "total", WON, ("method",), "size"),
    notes=(
        "The course calls the mine total the global constraint, and report 1 asks for the right time to add it. "
        "yes: at 40 cells, as our players have it.",
        _MARKED,
        _WORK,
        _CPU,
    ),
)

_GAMES = (DIFFICULTY, INITIAL_SAFE, SUCCESS, DENSITY)
_SEARCHES = (ALGORITHMS, BOARD_SIZE, PHASES, LARGEST_BOARD)

EXPERIMENTS = {one.name: one for one in (*_GAMES, *_SEARCHES, GUESSING, ABLATION, GLOBAL_CONSTRAINT)}
"""Every experiment by its name."""
