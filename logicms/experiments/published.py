"""What others report for the same settings, to compare with ours.

*report 0* to *report 4* are the five course reports that logicms grew from: resolution with classes for literals and
clauses (0: 5 games per setting, PyPy), with lists (1: 100 games, time of won games only), sets with counts (2: the
number of games is not given), unit propagation (3: no figures), backtracking search (4: charts only, so its program was
rebuilt and measured: means of 100 boards on another machine, 20 boards per size).

Reports 0 and 1 play by the method of the course, report 2 by the subset rule, all three without the mine total.
"""

from __future__ import annotations

from collections.abc import Mapping

from logicms.experiments.declaration import Published, Setting
from logicms.experiments.trials import course_board

Figures = dict[Setting, tuple[Published, ...]]

WON, ROUNDS = "won", "rounds"
LEFT, MEDIAN_LEFT, MOST_LEFT = "left when stuck", "median left", "most left"
MEAN, DEVIATION, MEAN_WON = "mean s", "deviation s", "mean s, won"

_BY_COURSE, _BY_SUBSET = ("course", "no"), ("subset", "no")


def join(*parts: Mapping[Setting, tuple[Published, ...]]) -> Figures:
    """Return the figures of several tables as one."""
    return {
        key: tuple(f for part in parts for f in part.get(key, ())) for key in dict.fromkeys(k for p in parts for k in p)
    }


# Games won of 5, mean and standard deviation of the seconds, and the rounds of pairwise matching where they are given.
_GAMES_0: dict[Setting, tuple[int, float, float, float | None]] = {
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


def _report_2(rates: dict[Setting, int]) -> Figures:
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
    return (time,) if nodes is None else (time, Published(_REBUILT, "nodes", nodes, boards))


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
