"""Rows -> tables: every measure of every setting, an interval for each rate, and whether rates and times differ beyond
chance: one setting and another, or ours and published figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, median, stdev

from logicms.experiments.declaration import Experiment, Measure, Plan, Published, Results, Setting, Share, Value
from logicms.experiments.rows import Rows
from logicms.notation.odds import percent
from logicms.player import interval
from logicms.player.play import DEVIATIONS


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

    experiment: Experiment
    setting: Setting
    games: int
    measured: tuple[Measured, ...]
    published: tuple[Published, ...]

    def value(self, axis: str) -> Value:
        """Return the value on an axis."""
        return self.setting[self.experiment.axes.index(axis)]

    def measure(self, title: str) -> Measured:
        """Return one measure by its title; None also if the experiment does not have it."""
        titles = [measure.title for measure in self.experiment.measures]
        return self.measured[titles.index(title)] if title in titles else None

    def rate(self, title: str) -> Rate:
        """Return a measure that is a share; no games if the experiment does not have it."""
        rate = self.measure(title)
        return rate if isinstance(rate, Rate) else Rate(0, 0)

    def number(self, title: str) -> float:
        """Return a measure that is a number; 0 if there was nothing to measure."""
        number = self.measure(title)
        return number if isinstance(number, float | int) else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """A run as a table; `lines` has one line for each setting that was played."""

    plan: Plan
    lines: tuple[Line, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every game of the plan was played."""
        return sum(line.games for line in self.lines) == self.plan.games * len(self.plan.experiment.settings)

    def groups(self, *axes: str) -> list[tuple[Setting, list[Line]]]:
        """Return the lines by their values on these axes; nothing if the experiment lacks one of them."""
        groups: dict[Setting, list[Line]] = {}
        if set(axes) <= set(self.plan.experiment.axes):
            for line in self.lines:
                groups.setdefault(tuple(map(line.value, axes)), []).append(line)
        return list(groups.items())


def summary(plan: Plan, rows: Rows) -> Summary:
    """Return the summary of rows, all of them or those that a stopped run left.

    >>> from logicms.experiments import EXPERIMENTS, run
    >>> plan = EXPERIMENTS["density"].plan(games=2)
    >>> line = summary(plan, run(plan)).lines[0]
    >>> line.setting, line.measured[0]
    (('9x9', 8, 9, 'subset', 'no'), Rate(count=2, games=2))
    """
    experiment = plan.experiment
    by_setting: list[list[Results]] = [[] for _ in experiment.settings]
    for trial in sorted(rows):
        by_setting[trial.setting].append(rows[trial])
    lines = []
    for setting, results in zip(experiment.settings, by_setting, strict=True):
        if results:
            measured = tuple(_measure(measure, experiment.results, results) for measure in experiment.measures)
            lines.append(Line(experiment, setting, len(results), measured, experiment.figures(setting)))
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


# -- comparisons

_FEWEST = 5
"""Fewer games than this tell nothing about a difference."""


def differ(one: Rate, other: Rate) -> int:
    """Return 1 or -1 if the first rate is higher or lower beyond chance, and otherwise 0.

    It is if the 95 % interval of the difference excludes 0; that interval is Newcombe's, made of Wilson's two
    (Statistics in Medicine 17, 1998, method 10).

    >>> differ(Rate(90, 100), Rate(70, 100)), differ(Rate(9, 10), Rate(7, 10)), differ(Rate(0, 1), Rate(100, 100))
    (1, 0, 0)
    """
    if min(one.games, other.games) < _FEWEST:
        return 0
    (low, high), (other_low, other_high) = one.interval, other.interval
    difference = one.value - other.value
    if difference > sqrt((one.value - low) ** 2 + (other_high - other.value) ** 2):
        return 1
    if -difference > sqrt((high - one.value) ** 2 + (other.value - other_low) ** 2):
        return -1
    return 0


def compare(ours: Rate, published: Published) -> int:
    """Return 1 or -1 if ours is higher or lower beyond chance, and otherwise 0.

    If the published number of games is not known, only ours can be uncertain.
    """
    if published.games is not None:
        return differ(ours, Rate(round(published.value * published.games), published.games))
    low, high = ours.interval
    return 0 if ours.games < _FEWEST or low <= published.value <= high else 1 if ours.value > published.value else -1


def remark(ours: Rate, published: Published) -> str:
    """Return how our rate compares with a published one, and whether chance may explain the difference.

    >>> remark(Rate(96, 100), Published("a report", "won", 0.83, 100))
    'ours is higher'
    >>> remark(Rate(950, 1000), Published("a report", "won", 1.0, 5))
    'no difference within chance: 5 games allow 57 to 100 %'
    """
    order = compare(ours, published)
    if order:
        unknown = "" if published.games is not None else "; how many games were published is not known"
        return f"{'ours' if order > 0 else 'published'} is higher{unknown}"
    fewest = min(ours.games, published.games or ours.games)
    if fewest < _FEWEST:
        return f"too few games to tell: {fewest}"
    if published.games == fewest:
        low, high = interval(round(published.value * fewest), fewest)
    else:
        low, high = ours.interval
    whose = "" if published.games is not None else "our "
    return f"no difference within chance: {whose}{fewest} games allow {percent(low)} to {percent(high)} %"


def is_larger(mean: float, error: float, other: float, other_error: float) -> bool:
    """Return whether a mean is larger than another beyond chance, given their standard errors.

    >>> is_larger(12.0, 0.3, 11.0, 0.3), is_larger(12.0, 1.0, 11.0, 1.0)
    (True, False)
    """
    return mean - other > DEVIATIONS * sqrt(error**2 + other_error**2)
