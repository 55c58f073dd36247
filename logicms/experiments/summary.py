"""Rows -> tables: every measure of every setting, an interval for each rate, and comparisons with published rates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev

from logicms.experiments.declaration import Measure, Plan, Published, Results, Setting, Share
from logicms.experiments.rows import Rows
from logicms.notation.odds import percent
from logicms.player import interval


@dataclass(frozen=True, slots=True)
class Rate:
    """A number of games out of a total."""

    count: int
    games: int

    @property
    def value(self) -> float:
        return self.count / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval (Wilson's)."""
        return interval(self.count, self.games)


Measured = Rate | float | None
"""None if there was nothing to measure."""


@dataclass(frozen=True, slots=True)
class Line:
    """One setting: its games, its measures in the experiment's order, what is published for it."""

    setting: Setting
    games: int
    measured: tuple[Measured, ...]
    published: tuple[Published, ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """A run as a table; `lines` has one line for each setting that was played."""

    plan: Plan
    lines: tuple[Line, ...]

    def measure(self, line: Line, title: str) -> Measured:
        """Return one measure of a line by its title."""
        titles = [measure.title for measure in self.plan.experiment.measures]
        return line.measured[titles.index(title)] if title in titles else None


def summary(plan: Plan, rows: Rows) -> Summary:
    """Return the summary of rows, all of them or those that a stopped run left.

    >>> from logicms.experiments import EXPERIMENTS, run
    >>> plan = EXPERIMENTS["density"].plan(games=2)
    >>> line = summary(plan, run(plan)).lines[0]
    >>> line.setting, line.measured[0]
    (('9x9', 8, 9, 'yes'), Rate(count=2, games=2))
    """
    experiment = plan.experiment
    by_setting: list[list[Results]] = [[] for _ in experiment.settings]
    for trial in sorted(rows):
        by_setting[trial.setting].append(rows[trial])
    lines = []
    for setting, results in zip(experiment.settings, by_setting, strict=True):
        if results:
            measured = tuple(_measure(measure, experiment.results, results) for measure in experiment.measures)
            lines.append(Line(setting, len(results), measured, experiment.figures(setting)))
    return Summary(plan, tuple(lines))


_STATISTICS: dict[str, Callable[[list[float]], float]] = {
    "mean": fmean,
    "deviation": stdev,
    "median": median,
    "largest": max,
}


def _measure(measure: Measure, columns: Sequence[str], rows: list[Results]) -> Measured:
    column = columns.index(measure.column)
    if isinstance(measure, Share):
        return Rate(sum(row[column] == measure.value for row in rows), len(rows))
    if measure.only is not None:
        where, value = columns.index(measure.only[0]), measure.only[1]
        rows = [row for row in rows if row[where] == value]
    numbers = [float(row[column]) for row in rows]
    if len(numbers) < (2 if measure.how == "deviation" else 1):
        return None
    return _STATISTICS[measure.how](numbers)


def remark(ours: Rate, published: Published) -> str:
    """Return how our rate compares with a published one, and, if that is higher, whether chance may explain it.

    >>> remark(Rate(90, 100), Published("a report", "won", 0.83, 100))
    'ours is higher'
    >>> remark(Rate(950, 1000), Published("a report", "won", 1.0, 5))
    'published is higher, within chance: 5 games allow 57 to 100 %'
    """
    if ours.value >= published.value:
        return "ours is higher" if ours.value > published.value else "the same"
    low, high = ours.interval
    if published.games is not None:
        their_low, their_high = interval(round(published.value * published.games), published.games)
        if their_low <= high:
            allowed = f"{percent(their_low)} to {percent(their_high)} %"
            return f"published is higher, within chance: {published.games} games allow {allowed}"
        return "published is higher"
    if published.value <= high:
        return f"published is higher, within chance of our {ours.games} games"
    return "published is higher; its number of games is not given"
