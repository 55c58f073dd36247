"""Findings about players: the mine total and its moment, methods, guesses, and how published rates compare."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from logicms.experiments.declaration import Setting, is_alike
from logicms.experiments.findings import list_text, time_text, won_text
from logicms.experiments.published import WON
from logicms.experiments.summary import Line, Rate, Summary, compare, differ


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
            ways.append(f"{list_text(names)} {won_text(equal[0])}")
        worst, *_, best = sorted(plain, key=lambda line: line.rate(WON).value)
        beyond = differ(best.rate(WON), worst.rate(WON)) > 0
        so = f"`{best.value('method')}` wins more than `{worst.value('method')}`" if beyond else "they do not differ"
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
                f"{full.rate(WON).count}, and takes {time_text(course)} per game instead of {time_text(full)}"
                + ("." if fewer > 0 else ": the course's limit costs none of these games.")
            )


def guesses(found: Summary) -> Iterator[str]:
    """Yield which guess is best at each level."""
    for (level, start), lines in found.groups("level", "start"):
        *others, best = sorted(lines, key=lambda line: line.rate(WON).value)
        worse = [line for line in others if differ(best.rate(WON), line.rate(WON)) > 0]
        if worse:
            name, than = (
                best.value("guess"),
                list_text([f"`{line.value('guess')}` ({won_text(line)})" for line in worse]),
            )
            yield f"On {level} (start {start}) `{name}` wins {won_text(best)}, and beyond chance more than {than}."


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
            f"and most, {won_text(best)}, if it is told when at most {_moment(best)} cells are undecided ({beyond})"
            if best.rate(WON).count > never.rate(WON).count
            else "and not more with it"
        )
        yield (
            f"On {size} with {mines} mines `{method}` wins {won_text(never)} without the mine total, {most}. A game "
            f"takes {time_text(never)} without it, {time_text(told[0])} with it at {_moment(told[0])} cells and "
            f"{time_text(told[-1])} with it at {_moment(told[-1])}."
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


def agreement(found: Summary) -> Iterator[str]:
    """Yield how the published rates compare with ours, source by source, where both were played in the same way."""
    orders: dict[str, list[int]] = {}
    for line in found.lines:
        for figure in line.published:
            if isinstance(line.measure(figure.measure), Rate) and is_alike(line.setting, figure):
                orders.setdefault(figure.source, []).append(compare(line.rate(figure.measure), figure))
    for source, signs in orders.items():
        why = f"; {_WHY[source]}" if source in _WHY and signs.count(1) else ""
        yield (
            f"Of {len(signs)} rates of {source}, ours is higher beyond chance in {signs.count(1)}, lower in "
            f"{signs.count(-1)}, and no different in {signs.count(0)}{why}."
        )


_WHY = {"report 1": "its program gains nothing from matching, as `experiment success` shows"}
