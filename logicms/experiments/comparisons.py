"""Whether rates and times differ beyond chance: one setting and another, or ours and published figures."""

from __future__ import annotations

from math import sqrt

from logicms.experiments.declaration import Published
from logicms.experiments.summary import Rate
from logicms.notation.odds import percent
from logicms.player import interval
from logicms.player.play import DEVIATIONS

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
