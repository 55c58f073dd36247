"""Findings about boards: mines, initial safe cells, sizes, and the rounds of matching; reports 0 to 3."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from logicms.experiments.declaration import Value
from logicms.experiments.findings import (
    density,
    initial_safe,
    number_of_cells,
    player_text,
    published_alike,
    time_error,
    time_text,
    verdict,
    won_text,
)
from logicms.experiments.published import LEFT, MEAN, MEAN_WON, MEDIAN_LEFT, MOST_LEFT, ROUNDS, WON
from logicms.experiments.summary import Rate, Summary, compare, differ, is_larger
from logicms.notation.odds import percent

# -- mines, initial safe cells and sizes: what report 1 observed


def more_mines(found: Summary) -> Iterator[str]:
    """Yield how the games won change with more mines."""
    steps = _steps(found, "mines")
    if steps:
        fewer = sum(high.value < low.value for low, high in steps)
        orders = [differ(low, high) for low, high in steps]
        so = verdict(orders, "report 1 found: fewer safe cells give fewer clues")
        yield (
            f"With more mines and all else equal, fewer games are won in {fewer} of {len(steps)} comparisons, in "
            f"{orders.count(1)} of them beyond chance; {so}."
        )


def more_initial_cells(found: Summary) -> Iterator[str]:
    """Yield how the games won change with more initial safe cells."""
    steps = _steps(found, "initial_safe")
    if steps:
        more = sum(high.value > low.value for low, high in steps)
        orders = [differ(high, low) for low, high in steps]
        yield (
            f"With more initial safe cells and all else equal, more games are won in {more} of {len(steps)} "
            f"comparisons, in {orders.count(1)} of them beyond chance; {verdict(orders, 'reports 1 and 2 found')}."
        )


def larger_boards(found: Summary) -> Iterator[str]:
    """Yield how the games won differ between sizes with the same number of mines."""
    orders = [
        differ(large.rate(WON), small.rate(WON))
        for _, lines in found.groups("mines", "method", "total")
        for small, large in combinations(sorted(lines, key=number_of_cells), 2)
        if number_of_cells(small) < number_of_cells(large)
    ]
    if orders:
        so = verdict(orders, "report 1 found: the share of mines counts, not their number")
        yield (
            f"With equally many mines, more games are won on the larger of two boards beyond chance in "
            f"{orders.count(1)} of {len(orders)} comparisons, whatever the initial safe cells are; {so}."
        )


def initial_cells_take_time(found: Summary) -> Iterator[str]:
    """Yield how the time of won games changes with more initial safe cells."""
    ratios: dict[tuple[Value, Value], list[float]] = {}
    for (_, _, method, total), lines in found.groups("size", "mines", "method", "total"):
        ordered = sorted(lines, key=initial_safe)
        few, many = ordered[0].number(MEAN_WON), ordered[-1].number(MEAN_WON)
        if len(lines) > 1 and few and many:
            ratios.setdefault((method, total), []).append(many / few)
    for player, times in ratios.items():
        yield (
            f"A game won {player_text(*player)} takes longer with the most initial safe cells than with the fewest on "
            f"{sum(ratio > 1 for ratio in times)} of {len(times)} boards ({min(times):.2f} to {max(times):.2f} times "
            "as long). Report 1 found that the time grows, because each fact is matched with a larger knowledge base."
        )


def played_by_propagation(found: Summary) -> Iterator[str]:
    """Yield whether report 1's figures are those of propagation alone."""
    orders: dict[Value, list[int]] = {"course": [], "forward": []}
    for line in found.lines:
        method, figures = line.value("method"), (found.plan.experiment.published or {}).get(line.setting[:3], ())
        if method in orders and line.value("total") == "no":
            orders[method] += [compare(line.rate(WON), f) for f in figures if f.measure == WON]
    course, forward = orders["course"], orders["forward"]
    if len(course) == len(forward) and forward.count(0) > course.count(0):
        yield (
            f"The course's method wins more games here than report 1 gives in {course.count(1)} of {len(course)} "
            f"settings beyond chance; propagation alone is no different from the report within chance in "
            f"{forward.count(0)} of {len(forward)}. The report's program joins two clauses without merging equal "
            "literals, so that matching never gives it a new fact: what it measured is propagation."
        )


# -- difficulty, density and the rounds of matching


def levels(found: Summary) -> Iterator[str]:
    """Yield how hard the boards are, in the order of their shares of mines."""
    for player, lines in found.groups("method", "total"):
        ordered = sorted(lines, key=density)
        orders = [differ(one.rate(WON), other.rate(WON)) for one, other in pairwise(ordered)]
        if any(orders):
            boards = ", ".join(
                f"{won_text(line)} of {line.value('size')} with {percent(density(line))} % mines" for line in ordered
            )
            so = verdict(orders, "reports 2 and 3 found: a larger share of mines is harder, a larger board is not")
            yield f"Won {player_text(*player)}: {boards}; {so}."


def hard_takes_time(found: Summary) -> Iterator[str]:
    """Yield how much longer a game of the slowest level takes than one of the fastest."""
    for player, lines in found.groups("method", "total"):
        times = sorted(line.number(MEAN) for line in lines)
        published = sorted(f.value for line in lines for f in published_alike(line, MEAN))
        if len(published) > 1 and times[0]:
            yield (
                f"Played {player_text(*player)}, the slowest level takes {times[-1] / times[0]:.0f} times as long as "
                f"the fastest; in report 0 it took {published[-1] / published[0]:.0f} times as long. The report "
                "explains it by pairwise matching, which grows steeply with the knowledge base; ours finds the clauses "
                "of a cell by an index, and does not look at all the others."
            )


def stuck_at_the_start(found: Summary) -> Iterator[str]:
    """Yield why games that get stuck leave more cells here than in report 0."""
    for line in found.lines:
        mean, median, most = line.number(LEFT), line.number(MEDIAN_LEFT), line.number(MOST_LEFT)
        for figure in published_alike(line, LEFT):
            if mean > 1.5 * median and most > number_of_cells(line) / 2:
                yield (
                    f"Games that get stuck on {line.value('size')} with {line.value('mines')} mines leave {mean:.1f} "
                    f"cells on average, yet half of them leave at most {median:g}, and one leaves {most:g}: a game "
                    "that stops at the start, where no initial safe cell opens enough, leaves most of the board. The "
                    f"average of {figure.value} in {figure.source} is over {figure.games} games."
                )


_WIDE = 0.12
"""An interval wider than this does not show that rates are about equal."""


def density_decides(found: Summary) -> Iterator[str]:
    """Yield whether sizes differ at the same share of mines."""
    for player, lines in found.groups("method", "total"):
        shares = sorted(map(density, lines))
        if len({line.value("size") for line in lines}) < len(lines) or len(lines) < 2 or shares[-1] - shares[0] > 0.01:
            continue
        rates = sorted(line.rate(WON).value for line in lines)
        orders = [differ(one.rate(WON), other.rate(WON)) for one, other in combinations(lines, 2)]
        different = len(orders) - orders.count(0)
        if different:
            so = f"{different} of {len(orders)} pairs of sizes differ beyond chance, which report 2 did not find"
        elif max(high - low for low, high in (line.rate(WON).interval for line in lines)) > _WIDE:
            so = "no two of them differ beyond chance, but these are too few games to show that they are equal"
        else:
            so = "no two of them differ beyond chance: the share of mines decides and not the size, as report 2 found"
        yield (
            f"Where {percent(shares[0])} % of the cells are mines, {percent(rates[0], 1)} to {percent(rates[-1], 1)} % "
            f"are won {player_text(*player)} on the {len(lines)} sizes; {so}."
        )


def matching_rounds(found: Summary) -> Iterator[str]:
    """Yield how rounds of matching and time change with the initial safe cells, on the boards of report 0's table."""
    for (size, mines, method, total), lines in found.groups("size", "mines", "method", "total"):
        table = sorted((line for line in lines if published_alike(line, ROUNDS)), key=initial_safe)
        if len(table) < 3:
            continue
        first, last, slowest = table[0], table[-1], max(table, key=lambda line: line.number(MEAN))
        so = "as" if first.number(ROUNDS) > last.number(ROUNDS) else "not as"
        yield (
            f"On {size} with {mines} mines, {player_text(method, total)}, the rounds of pairwise matching per game go "
            f"from {first.number(ROUNDS):.2g} with {initial_safe(first)} initial safe cells to "
            f"{last.number(ROUNDS):.2g} with {initial_safe(last)}; {so} report 0 found."
        )
        slower = is_larger(slowest.number(MEAN), time_error(slowest), first.number(MEAN), time_error(first))
        so = (
            "as report 0 found, fewer rounds do not make it faster at first. The report explains it by the knowledge "
            "base, which is larger from the start with more clues"
            if slower and slowest is not last
            else "report 0 found games slower at first, which these do not show beyond chance"
        )
        yield (
            f"Such a game takes {time_text(first)} with {initial_safe(first)} initial safe cells, {time_text(slowest)} "
            f"with {initial_safe(slowest)} and {time_text(last)} with {initial_safe(last)}; {so}."
        )


def _steps(found: Summary, axis: str) -> list[tuple[Rate, Rate]]:
    """Return the games won before and after each step up an axis of numbers, with all other axes equal."""
    others = [name for name in found.plan.experiment.axes if name != axis]
    return [
        (low.rate(WON), high.rate(WON))
        for _, lines in found.groups(*others)
        for low, high in pairwise(sorted(lines, key=lambda line: int(line.value(axis))))
    ]
