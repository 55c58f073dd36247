"""Rows -> tables: every measure of every setting, an interval for each rate, and what differs beyond chance: one
setting and another, or ours and published figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, permutations
from math import hypot, prod, sqrt
from statistics import fmean, median, stdev

from logicms.experiments.catalogue import DEVIATION, MEAN, NODES, WON
from logicms.experiments.experiment import (
    AxisValue,
    AxisValues,
    Experiment,
    Frequency,
    Measure,
    Published,
    Results,
)
from logicms.experiments.run import ResultsByTrial
from logicms.notation.texts import percent
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
class SettingSummary:
    """One setting: its games, its measures in the experiment's order, what is published for it."""

    experiment: Experiment
    setting: AxisValues
    games: int
    measured: tuple[Measured, ...]
    published: tuple[Published, ...]

    def value(self, axis: str) -> AxisValue:
        """Return the value on an axis."""
        return self.setting[self.experiment.axes.index(axis)]

    def measure(self, title: str) -> Measured:
        """Return one measure by its title; None also if the experiment does not have it."""
        titles = [measure.title for measure in self.experiment.measures]
        return self.measured[titles.index(title)] if title in titles else None

    def rate(self, title: str) -> Rate:
        """Return a measure that is a rate; no games if the experiment does not have it."""
        rate = self.measure(title)
        return rate if isinstance(rate, Rate) else Rate(0, 0)

    def number(self, title: str) -> float:
        """Return a measure that is a number; 0 if there was nothing to measure."""
        number = self.measure(title)
        return number if isinstance(number, float | int) else 0.0


@dataclass(frozen=True, slots=True)
class Summary:
    """A run as a table; `lines` has one line for each setting that was played."""

    plan: Experiment
    lines: tuple[SettingSummary, ...]

    @property
    def is_whole(self) -> bool:
        """Whether every game of the plan was played."""
        return sum(line.games for line in self.lines) == self.plan.games * len(self.plan.settings)

    def groups(self, axis: str) -> list[list[SettingSummary]]:
        """Return the lines in groups that differ on this axis only, each in the order of the grid."""
        groups: dict[AxisValues, list[SettingSummary]] = {}
        number = self.plan.axes.index(axis)
        for line in self.lines:
            groups.setdefault(line.setting[:number] + line.setting[number + 1 :], []).append(line)
        return list(groups.values())


def summary(plan: Experiment, rows: ResultsByTrial) -> Summary:
    """Return the summary of rows, all of them or those that a stopped run left.

    >>> from logicms.experiments.catalogue import EXPERIMENTS
    >>> from logicms.experiments.run import run
    >>> plan = EXPERIMENTS["density"].plan(games=2)
    >>> line = summary(plan, run(plan)).lines[0]
    >>> line.setting, line.measured[0]
    (('9x9', 8, 9, 'subset', 'no'), Rate(count=2, games=2))
    """
    experiment = plan
    by_setting: list[list[Results]] = [[] for _ in experiment.settings]
    for trial in sorted(rows):
        by_setting[trial.setting].append(rows[trial])
    lines = []
    for setting, results in zip(experiment.settings, by_setting, strict=True):
        if results:
            measured = tuple(_measure(measure, experiment.results, results) for measure in experiment.measures)
            lines.append(SettingSummary(experiment, setting, len(results), measured, experiment.figures(setting)))
    return Summary(plan, tuple(lines))


_STATISTICS: dict[str, Callable[[list[float]], float]] = {
    "mean": fmean,
    "deviation": stdev,
    "median": median,
    "largest": max,
}


def _measure(measure: Measure, columns: Sequence[str], rows: list[Results]) -> Measured:
    column = columns.index(measure.column)
    if isinstance(measure, Frequency):
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


# -- what a table shows, in words

_ENOUGH = 20
"""Games per setting from which on anything is said."""


def observations(summary: Summary) -> list[str]:
    """Return what the rows of a finished run support: what each axis changes beyond chance, and agreement with others.

    >>> from logicms.experiments.catalogue import EXPERIMENTS
    >>> from logicms.experiments.run import run
    >>> plan = EXPERIMENTS["density"].plan(games=1)
    >>> observations(summary(plan, run(plan)))
    []
    """
    if not summary.is_whole or summary.plan.games < _ENOUGH:
        return []
    return [*_effects(summary), *_agreement(summary)]


def silence(summary: Summary) -> str:
    """Return why there are no sentences.

    >>> from logicms.experiments.catalogue import EXPERIMENTS
    >>> from logicms.experiments.run import run
    >>> plan = EXPERIMENTS["density"].plan(games=1)
    >>> silence(summary(plan, run(plan)))
    'With fewer than 20 games per setting nothing is said: it could be chance.'
    """
    if summary.plan.games < _ENOUGH:
        return f"With fewer than {_ENOUGH} games per setting nothing is said: it could be chance."
    if not summary.is_whole:
        return "Nothing is said before the run is finished."
    return "No two settings of this table differ on one axis only."


def _effects(summary: Summary) -> Iterator[str]:
    """Yield what one step on an axis changes, with all other axes equal: the games won, or a search's time and nodes.

    Of many comparisons, about 1 in 40 is beyond chance in each direction by chance alone.
    """
    by_games = any(measure.title == WON for measure in summary.plan.measures)
    better, worse = ("more games won", "fewer") if by_games else ("less time", "more")
    for axis in summary.plan.axes:
        pairs: dict[str, list[tuple[SettingSummary, SettingSummary]]] = {}
        for step, one, other in _steps(summary, axis):
            pairs.setdefault(step, []).append((one, other))
        for step, both in pairs.items():
            signs = [differ(other.rate(WON), one.rate(WON)) if by_games else _faster(other, one) for one, other in both]
            comparisons = "comparison" if len(signs) == 1 else "comparisons"
            fewer = sum(other.number(NODES) < one.number(NODES) for one, other in both)
            yield (
                f"{step}, all else equal: {better} beyond chance in {signs.count(1)} of {len(signs)} {comparisons}, "
                f"{worse} in {signs.count(-1)}{'' if by_games else f'; fewer nodes on average in {fewer}'}."
            )


_NUMBERS = {
    "size": "A larger board",
    "mines": "More mines",
    "initial_safe": "More initial safe cells",
    "hints": "More hints",
}


def _steps(summary: Summary, axis: str) -> Iterator[tuple[str, SettingSummary, SettingSummary]]:
    """Yield the pairs of lines that differ by one step on an axis and in nothing else, with the step in words.

    On an axis of numbers a step leads to the next larger one, on an axis of names to the next in the order of the grid,
    and among strategies to each with one switch more.
    """
    for lines in summary.groups(axis):
        if axis == "strategy":
            for one, other in permutations(lines, 2):
                fewer, more = _switches(one), _switches(other)
                if fewer < more and len(more) == len(fewer) + 1:
                    yield f"`{min(more - fewer)}` added", one, other
        elif axis in _NUMBERS:
            ordered = sorted(lines, key=lambda line: prod(map(int, str(line.value(axis)).split("x"))))
            yield from ((_NUMBERS[axis], one, other) for one, other in pairwise(ordered))
        else:
            for one, other in pairwise(lines):
                yield f"{axis.capitalize()} {other.value(axis)} instead of {one.value(axis)}", one, other


def _switches(line: SettingSummary) -> set[str]:
    """Return the switches in the name of a strategy, which are what it consists of."""
    name = str(line.value("strategy")).replace("plain FC", "plain + FC").replace(", ", " + ")
    return set(name.split(" + ")) - {"none"}


def _faster(one: SettingSummary, other: SettingSummary) -> int:
    """Return 1 or -1 if the mean time of the first is shorter or longer beyond chance, and otherwise 0."""
    difference = other.number(MEAN) - one.number(MEAN)
    errors = (line.number(DEVIATION) / sqrt(line.games) for line in (one, other))  # standard errors of the means
    if abs(difference) <= DEVIATIONS * hypot(*errors):
        return 0
    return 1 if difference > 0 else -1


def _agreement(summary: Summary) -> Iterator[str]:
    """Yield how our rates agree with those that others published for games that were played in the same way."""
    orders: dict[str, list[int]] = {}
    for line in summary.lines:
        for figure in line.published:
            ours = line.measure(figure.measure)
            if isinstance(ours, Rate) and figure.is_alike(line.setting):
                orders.setdefault(figure.source, []).append(compare(ours, figure))
    for source, signs in orders.items():
        yield (
            f"Of {len(signs)} rates of {source}, ours is higher beyond chance in {signs.count(1)}, lower in "
            f"{signs.count(-1)}, and no different in {signs.count(0)}."
        )
