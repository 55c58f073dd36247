"""What the tables show, in sentences: each finding of a course report is looked for in the rows of a run.

A finding takes a `Summary` and yields sentences. It compares lines that are equal except for what it is about, and says
"as report 1 found" only if the rows show it beyond chance. A grid without such lines, too few games and a run that was
stopped yield nothing. The sentences are made here and not in `render`, because a number and the words that interpret
it belong together, like the title and the notes of an experiment; `render` lays them out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby, pairwise
from math import sqrt

from logicms.experiments.comparisons import compare, differ, is_larger
from logicms.experiments.declaration import Published, Setting, Value, is_alike, parse_size
from logicms.experiments.published import DEVIATION, LEFT, MEAN, MEAN_WON, MEDIAN_LEFT, ROUNDS, WON
from logicms.experiments.summary import Line, Rate, Summary
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


# -- mines, initial safe cells and sizes: what report 1 observed


def more_mines(found: Summary) -> Iterator[str]:
    """Yield how the games won change with more mines."""
    steps = _steps(found, "mines")
    if steps:
        fewer = sum(high.value < low.value for low, high in steps)
        orders = [differ(low, high) for low, high in steps]
        so = _verdict(orders, "report 1 found: fewer safe cells give fewer clues")
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
            f"comparisons, in {orders.count(1)} of them beyond chance; {_verdict(orders, 'reports 1 and 2 found')}."
        )


def larger_boards(found: Summary) -> Iterator[str]:
    """Yield how the games won differ between sizes with the same number of mines."""
    orders = [
        differ(large.rate(WON), small.rate(WON))
        for _, lines in found.groups("mines", "method", "total")
        for small, large in combinations(sorted(lines, key=_cells), 2)
        if _cells(small) < _cells(large)
    ]
    if orders:
        so = _verdict(orders, "report 1 found: the share of mines counts, not their number")
        yield (
            f"With equally many mines, more games are won on the larger of two boards beyond chance in "
            f"{orders.count(1)} of {len(orders)} comparisons, whatever the initial safe cells are; {so}."
        )


def initial_cells_take_time(found: Summary) -> Iterator[str]:
    """Yield how the time of won games changes with more initial safe cells."""
    ratios: dict[tuple[Value, Value], list[float]] = {}
    for (_, _, method, total), lines in found.groups("size", "mines", "method", "total"):
        ordered = sorted(lines, key=_initial_safe)
        few, many = ordered[0].number(MEAN_WON), ordered[-1].number(MEAN_WON)
        if len(lines) > 1 and few and many:
            ratios.setdefault((method, total), []).append(many / few)
    for player, times in ratios.items():
        yield (
            f"A game won {_by(*player)} takes longer with the most initial safe cells than with the fewest on "
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
        ordered = sorted(lines, key=_density)
        orders = [differ(one.rate(WON), other.rate(WON)) for one, other in pairwise(ordered)]
        if any(orders):
            boards = ", ".join(
                f"{_won(line)} of {line.value('size')} with {percent(_density(line))} % mines" for line in ordered
            )
            so = _verdict(orders, "reports 2 and 3 found: a larger share of mines is harder, a larger board is not")
            yield f"Won {_by(*player)}: {boards}; {so}."


def hard_takes_time(found: Summary) -> Iterator[str]:
    """Yield how much longer a game of the slowest level takes than one of the fastest."""
    for player, lines in found.groups("method", "total"):
        times = sorted(line.number(MEAN) for line in lines)
        published = sorted(f.value for line in lines for f in _alike(line, MEAN))
        if len(published) > 1 and times[0]:
            yield (
                f"Played {_by(*player)}, the slowest level takes {times[-1] / times[0]:.0f} times as long as the "
                f"fastest; in report 0 it took {published[-1] / published[0]:.0f} times as long. The report explains "
                "it by pairwise matching, which grows steeply with the knowledge base; ours finds the clauses of a "
                "cell by an index, and does not look at all the others."
            )


def stuck_at_the_start(found: Summary) -> Iterator[str]:
    """Yield why games that get stuck leave more cells here than in report 0."""
    for line in found.lines:
        mean, median = line.number(LEFT), line.number(MEDIAN_LEFT)
        for figure in _alike(line, LEFT):
            if mean > 1.5 * median:
                yield (
                    f"Games that get stuck on {line.value('size')} with {line.value('mines')} mines leave {mean:.1f} "
                    f"cells on average, yet half of them leave at most {median:g}: some games stop at the start, where "
                    "no initial safe cell opens enough, and leave most of the board. The average of "
                    f"{figure.value} in {figure.source} is over {figure.games} games."
                )


def density_decides(found: Summary) -> Iterator[str]:
    """Yield whether sizes differ at the same share of mines."""
    for player, lines in found.groups("method", "total"):
        shares = sorted(map(_density, lines))
        if len({line.value("size") for line in lines}) < len(lines) or len(lines) < 2 or shares[-1] - shares[0] > 0.01:
            continue
        rates = sorted(line.rate(WON).value for line in lines)
        orders = [differ(one.rate(WON), other.rate(WON)) for one, other in combinations(lines, 2)]
        different = len(orders) - orders.count(0)
        so = (
            f"{different} of {len(orders)} pairs of sizes differ beyond chance, which report 2 did not find"
            if different
            else "no two of them differ beyond chance: the share of mines decides and not the size, as report 2 found"
        )
        yield (
            f"Where {percent(shares[0])} % of the cells are mines, {percent(rates[0], 1)} to {percent(rates[-1], 1)} % "
            f"are won {_by(*player)} on the {len(lines)} sizes; {so}."
        )


def matching_rounds(found: Summary) -> Iterator[str]:
    """Yield how rounds of matching and time change with the initial safe cells, on the boards of report 0's table."""
    for (size, mines, method, total), lines in found.groups("size", "mines", "method", "total"):
        table = sorted((line for line in lines if _alike(line, ROUNDS)), key=_initial_safe)
        if len(table) < 3:
            continue
        first, last, slowest = table[0], table[-1], max(table, key=lambda line: line.number(MEAN))
        so = "as" if first.number(ROUNDS) > last.number(ROUNDS) else "not as"
        yield (
            f"On {size} with {mines} mines, {_by(method, total)}, the rounds of pairwise matching per game go from "
            f"{first.number(ROUNDS):.2g} with {_initial_safe(first)} initial safe cells to "
            f"{last.number(ROUNDS):.2g} with {_initial_safe(last)}; {so} report 0 found."
        )
        slower = is_larger(slowest.number(MEAN), _error(slowest), first.number(MEAN), _error(first))
        so = (
            "as report 0 found, fewer rounds do not make it faster at first, because every clue given adds clauses "
            "that each fact is matched with"
            if slower and slowest is not last
            else "report 0 found games slower at first, which these do not show beyond chance"
        )
        yield (
            f"Such a game takes {_time(first)} with {_initial_safe(first)} initial safe cells, {_time(slowest)} with "
            f"{_initial_safe(slowest)} and {_time(last)} with {_initial_safe(last)}; {so}."
        )


# -- what each way of playing adds


def mine_total(found: Summary) -> Iterator[str]:
    """Yield what the mine total adds where all else is equal."""
    pairs = []
    for _, lines in found.groups("size", "mines", "initial_safe", "method"):
        by = {line.value("total"): line.rate(WON) for line in lines}
        if "no" in by and "yes" in by:
            pairs.append((by["no"], by["yes"]))
    gains = [100 * (yes.value - no.value) for no, yes in pairs]
    beyond = sum(differ(yes, no) > 0 for no, yes in pairs)
    if beyond:
        yield (
            f"The mine total adds {min(gains):.1f} to {max(gains):.1f} percentage points to the games won in "
            f"{len(gains)} comparisons on the same boards, {beyond} of them beyond chance: without it, a cell enclosed "
            "by mines is never certain, as report 3 noticed."
        )


def methods(found: Summary) -> Iterator[str]:
    """Yield what each method wins on each board, without the mine total."""
    for (size, mines, safe), lines in found.groups("size", "mines", "initial_safe"):
        plain = [line for line in lines if line.value("total") == "no"]
        if len(plain) < 2:
            continue
        ways = []
        for _, same in groupby(plain, key=lambda line: line.rate(WON)):
            equal = list(same)
            names = [f"`{line.value('method')}`" for line in equal]
            ways.append(f"{_list(names)} {_won(equal[0])}")
        first, best = plain[0], max(plain, key=lambda line: line.rate(WON).value)
        beyond = differ(best.rate(WON), first.rate(WON)) > 0
        so = f"`{best.value('method')}` wins more than `{first.value('method')}`" if beyond else "they do not differ"
        yield (
            f"Won on {size} with {mines} mines and {safe} initial safe cells: {', '.join(ways)}; {so} beyond chance."
        )


def course_limit(found: Summary) -> Iterator[str]:
    """Yield what the course's limit on matching costs in games, and saves in time, next to full resolution."""
    for (size, mines, _), lines in found.groups("size", "mines", "initial_safe"):
        by = {line.value("method"): line for line in lines if line.value("total") == "no"}
        if "course" in by and "saturation" in by:
            course, full = by["course"], by["saturation"]
            fewer = full.rate(WON).count - course.rate(WON).count
            yield (
                f"On {size} with {mines} mines, matching only pairs with a clause of at most two literals wins "
                f"{course.rate(WON).count} of {course.games} games where matching all pairs wins "
                f"{full.rate(WON).count}, and takes {_time(course)} per game instead of {_time(full)}"
                + ("." if fewer > 0 else ": the course's limit costs none of these games.")
            )


def guesses(found: Summary) -> Iterator[str]:
    """Yield which guess is best at each level."""
    for (level, start), lines in found.groups("level", "start"):
        *others, best = sorted(lines, key=lambda line: line.rate(WON).value)
        worse = [line for line in others if differ(best.rate(WON), line.rate(WON)) > 0]
        if worse:
            name, than = best.value("guess"), _list([f"`{line.value('guess')}` ({_won(line)})" for line in worse])
            yield f"On {level} (start {start}) `{name}` wins {_won(best)}, and beyond chance more than {than}."


def degree_is_weak(found: Summary) -> Iterator[str]:
    """Yield how report 1's idea for a guess compares with a guess by probability."""
    orders = []
    for _, lines in found.groups("level", "start"):
        by = {line.value("guess"): line.rate(WON) for line in lines}
        if "degree" in by and "safest" in by:
            orders.append(differ(by["safest"], by["degree"]))
    if 1 in orders:
        yield (
            "Report 1 proposes to guess the cell with the most clues. That wins fewer games than the cell least likely "
            f"to be a mine in {orders.count(1)} of {len(orders)} comparisons beyond chance: many clues make a cell "
            "informative, not safe."
        )


def best_moment(found: Summary) -> Iterator[str]:
    """Yield the best moment to tell the mine total, by board and method."""
    for (size, mines, _, method), (never, *told) in _tellings(found):
        best = _best(told)
        beyond = "beyond chance" if differ(best.rate(WON), never.rate(WON)) > 0 else "no difference beyond chance"
        most = (
            f"and most, {_won(best)}, if it is told when at most {_moment(best)} cells are undecided ({beyond})"
            if best.rate(WON).count > never.rate(WON).count
            else "and not more with it"
        )
        yield (
            f"On {size} with {mines} mines `{method}` wins {_won(never)} without the mine total, {most}. A game takes "
            f"{_time(never)} without it, {_time(told[0])} with it at {_moment(told[0])} cells and {_time(told[-1])} "
            f"with it at {_moment(told[-1])}."
        )


def right_time(found: Summary) -> Iterator[str]:
    """Yield from which moment on an earlier telling adds nothing, over all methods and boards."""
    tellings = [lines for _, lines in _tellings(found)]
    helps = any(_best(told).rate(WON).count > never.rate(WON).count for never, *told in tellings)
    latest = max((_moment(_best(told)) for _, *told in tellings), default=0)
    if helps and latest < max(_moment(told[-1]) for _, *told in tellings):
        yield (
            f"Told earlier than at {latest} undecided cells, the mine total wins no further game by any method here. "
            "Report 1 asks for the right time to add it: late, when few cells are left. Before, the cells that touch "
            "no clue can hold whatever number of mines the others leave, and the total says nothing new."
        )


def _tellings(found: Summary) -> Iterator[tuple[Setting, list[Line]]]:
    """Yield for each board and method the line without the total, then those that are told it ever earlier."""
    for values, lines in found.groups("size", "mines", "initial_safe", "method"):
        never = [line for line in lines if line.value("total") == "no"]
        told = sorted((line for line in lines if isinstance(line.value("total"), int)), key=_moment)
        if never and len(told) > 1:
            yield values, [*never, *told]


def _best(told: Sequence[Line]) -> Line:
    """Return the line that wins most, the latest moment if there are several."""
    return max(told, key=lambda line: line.rate(WON).value)


def _moment(line: Line) -> int:
    return int(line.value("total"))


# -- every experiment with published rates


def agreement(found: Summary) -> Iterator[str]:
    """Yield how the published rates compare with ours, source by source, where both were played in the same way."""
    orders: dict[str, list[int]] = {}
    for line in found.lines:
        for figure in line.published:
            if isinstance(line.measure(figure.measure), Rate) and is_alike(line.setting, figure):
                orders.setdefault(figure.source, []).append(compare(line.rate(figure.measure), figure))
    for source, signs in orders.items():
        yield (
            f"Of the rates of {source}, {signs.count(0)} of {len(signs)} do not differ from ours beyond chance; ours "
            f"is higher in {signs.count(1)} and lower in {signs.count(-1)}."
        )


# -- what lines have in common, and parts of sentences


def _steps(found: Summary, axis: str) -> list[tuple[Rate, Rate]]:
    """Return the games won before and after each step up an axis of numbers, with all other axes equal."""
    others = [name for name in found.plan.experiment.axes if name != axis]
    return [
        (low.rate(WON), high.rate(WON))
        for _, lines in found.groups(*others)
        for low, high in pairwise(sorted(lines, key=lambda line: int(line.value(axis))))
    ]


def _verdict(orders: Sequence[int], finding: str) -> str:
    """Return how comparisons (1 as found, -1 the opposite, both beyond chance) agree with a finding.

    Of many comparisons, about 1 in 40 is beyond chance in each direction by chance alone.

    >>> _verdict([1, 1, 0], "they found"), _verdict([1, *[0] * 99], "they found")
    ('as they found', 'too few games to tell whether it is as they found')
    """
    agreeing, contrary, by_chance = orders.count(1), orders.count(-1), len(orders) / 20
    if agreeing > max(contrary, by_chance):
        return f"{'mostly ' if contrary else ''}as {finding}"
    unlike = contrary > max(agreeing, by_chance)
    return f"not as {finding}" if unlike else f"too few games to tell whether it is as {finding}"


def _alike(line: Line, measure: str) -> list[Published]:
    """Return what is published for a measure of games that were played as those of the line."""
    return [f for f in line.published if f.measure == measure and is_alike(line.setting, f)]


def _cells(line: Line) -> int:
    width, height = parse_size(str(line.value("size")))
    return width * height


def _density(line: Line) -> float:
    return int(line.value("mines")) / _cells(line)


def _initial_safe(line: Line) -> int:
    return int(line.value("initial_safe"))


def _error(line: Line) -> float:
    """Return the standard error of the mean time."""
    return line.number(DEVIATION) / sqrt(line.games)


def _won(line: Line) -> str:
    return f"{percent(line.rate(WON).value, 1)} %"


def _time(line: Line) -> str:
    return f"{1000 * line.number(MEAN):.3g} ms"


def _by(method: Value, total: Value) -> str:
    """Return how a game was played, in words.

    >>> _by("course", "no"), _by("complete", "yes")
    ('by `course` without the mine total', 'by `complete` with the mine total')
    """
    when = {"no": "without the mine total", "yes": "with the mine total"}
    return f"by `{method}` {when.get(str(total), f'with the mine total at {total} cells')}"


def _list(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
