"""What the tables show, in sentences: each finding of a course report is looked for in the rows of a run.

A finding takes a `Summary` and yields sentences. It compares lines that are equal except for what it is about, and says
"as report 1 found" only if the rows show it beyond chance. A grid without such lines, too few games and a run that was
stopped yield nothing. The sentences are made here and not in `render`, because a number and the words that interpret
it belong together, like the title and the notes of an experiment; `render` lays them out.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from logicms.experiments.declaration import Published, Value, is_alike, parse_size
from logicms.experiments.published import DEVIATION, MEAN, WON
from logicms.experiments.summary import Line, Summary
from logicms.notation.odds import percent

_ENOUGH = 20
"""Games per setting from which on anything is said."""


def observations(found: Summary) -> list[str]:
    """Return every sentence that the rows of a finished run support.

    >>> from logicms.experiments import EXPERIMENTS, run, summary
    >>> plan = EXPERIMENTS["density"].plan(games=1)
    >>> observations(summary(plan, run(plan)))
    []
    """
    if not found.is_whole or found.plan.games < _ENOUGH:
        return []
    return [sentence for finding in found.plan.experiment.findings for sentence in finding(found)]


def silence(found: Summary) -> str:
    """Return why there are no sentences.

    >>> from logicms.experiments import EXPERIMENTS, run, summary
    >>> plan = EXPERIMENTS["density"].plan(games=1)
    >>> silence(summary(plan, run(plan)))
    'With fewer than 20 games per setting nothing is said: it could be chance.'
    """
    if found.plan.games < _ENOUGH:
        return f"With fewer than {_ENOUGH} games per setting nothing is said: it could be chance."
    if not found.is_whole:
        return "Nothing is said before the run is finished."
    return "Nothing that the reports found can be compared in this table."


# -- parts of the sentences


def verdict(orders: Sequence[int], finding: str) -> str:
    """Return how comparisons (1 as found, -1 the opposite, both beyond chance) agree with a finding.

    Of many comparisons, about 1 in 40 is beyond chance in each direction by chance alone.

    >>> verdict([1, 1, 0], "they found"), verdict([1, *[0] * 99], "they found")
    ('as they found', 'too few games to tell whether it is as they found')
    """
    agreeing, contrary, by_chance = orders.count(1), orders.count(-1), len(orders) / 20
    if agreeing > max(contrary, by_chance):
        return f"{'mostly ' if contrary else ''}as {finding}"
    unlike = contrary > max(agreeing, by_chance)
    return f"not as {finding}" if unlike else f"too few games to tell whether it is as {finding}"


def published_alike(line: Line, measure: str) -> list[Published]:
    """Return what is published for a measure of games that were played as those of the line."""
    return [f for f in line.published if f.measure == measure and is_alike(line.setting, f)]


def number_of_cells(line: Line) -> int:
    width, height = parse_size(str(line.value("size")))
    return width * height


def density(line: Line) -> float:
    return int(line.value("mines")) / number_of_cells(line)


def initial_safe(line: Line) -> int:
    return int(line.value("initial_safe"))


def time_error(line: Line) -> float:
    """Return the standard error of the mean time."""
    return line.number(DEVIATION) / sqrt(line.games)


def won_text(line: Line) -> str:
    return f"{percent(line.rate(WON).value, 1)} %"


def time_text(line: Line) -> str:
    """Return the mean time of a setting."""
    seconds = line.number(MEAN)
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def player_text(method: Value, total: Value) -> str:
    """Return how a game was played, in words.

    >>> player_text("course", "no"), player_text("complete", "yes")
    ('by `course` without the mine total', 'by `complete` with the mine total')
    """
    when = {"no": "without the mine total", "yes": "with the mine total"}
    return f"by `{method}` {when.get(str(total), f'with the mine total at {total} cells')}"


def list_text(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
