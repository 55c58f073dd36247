"""Findings about searches: forward checking, the orders of cells and values, and how the time grows; report 4.

Strategies are compared on the same boards by their mean time, as the report argues: the number of nodes does not show
what pruning costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, takewhile

from logicms.experiments.declaration import Setting, parse_size
from logicms.experiments.findings import list_text, time_error, time_text
from logicms.experiments.published import MEAN
from logicms.experiments.summary import Line, Summary, is_larger
from logicms.notation.odds import percent


def forward_checking(found: Summary) -> Iterator[str]:
    """Yield what forward checking saves compared with the backtracking of report 4."""
    for (size, *_), by in _boards(found):
        base = "plain FC" if "plain FC" in by else "FC"
        if "plain" in by and base in by:
            nodes, seconds = (by["plain"].number(title) / by[base].number(title) for title in ("nodes", MEAN))
            stopped = by["plain"].rate("unfinished").count
            least = f" at least, for {stopped} searches were stopped" if stopped else ""
            which = "its own forward checking" if base == "plain FC" else "forward checking"
            yield (
                f"On {size} plain backtracking tries {nodes:.0f} times as many nodes as {which} and takes "
                f"{seconds:.0f} times as long{least}. Report 4 found about 215 times as long: a hint that can no "
                "longer be met is seen late, when all of its cells have a value."
            )


def orders(found: Summary) -> Iterator[str]:
    """Yield which order of cells or values saves time when it is added to forward checking, and how many nodes."""
    for (size, *_), by in _boards(found):
        for base in ("plain FC", "plain FC + MRV", "FC", "FC + MRV"):
            added = {name: by[f"{base} + {name}"] for name in _ORDERS if f"{base} + {name}" in by}
            if base in by and len(added) > 1:
                better = [f"`{name}`" for name, line in added.items() if _is_slower(by[base], line)]
                worse = [f"`{name}`" for name, line in added.items() if _is_slower(line, by[base])]
                neither = [f"`{name}`" for name in added if f"`{name}`" not in (*better, *worse)]
                effects = (("saved by", better), ("lost by", worse), ("neither by", neither))
                parts = [f"{effect} {list_text(names)}" for effect, names in effects if names]
                nodes = list_text([f"{line.number('nodes'):.1f} with `{name}`" for name, line in added.items()])
                yield (
                    f"Added to `{base}` on {size}, time is {', '.join(parts)} (beyond chance). It takes "
                    f"{by[base].number('nodes'):.1f} nodes alone, {nodes}. {_REPORTED['MRV' in base]}"
                )


_ORDERS = ("MRV", "degree", "space", "LCV")
_REPORTED = (
    "Report 4 found a clear gain from MRV and degree, and that space and LCV cost more than they save.",
    "Report 4 found a clear gain from degree and space, and none from LCV.",
)


def nothing_to_gain(found: Summary) -> Iterator[str]:
    """Yield why an order saves little where our forward checking prunes, and much where that of report 4 does."""
    for (size, _, hints), by in _boards(found):
        width, height = parse_size(str(size))
        fewest = width * height - int(hints) + 1
        if "plain FC" in by and "FC" in by and by["FC"].number("nodes") < 1.25 * fewest:
            yield (
                f"The forward checking of report 4 is `plain FC`: its figures compare with these lines. On {size} it "
                f"takes {by['plain FC'].number('nodes'):.1f} nodes, and ours {by['FC'].number('nodes'):.1f}, where no "
                f"search takes fewer than {fewest}: one for each cell, and the root. So ours leaves an order almost "
                "nothing to gain."
            )


def least_constraining_value(found: Summary) -> Iterator[str]:
    """Yield whether LCV pays, over all strategies with and without it."""
    pairs = [
        (line, by[f"{name} + LCV"]) for _, by in _boards(found) for name, line in by.items() if f"{name} + LCV" in by
    ]
    if pairs:
        saves = sum(_is_slower(without, lcv) for without, lcv in pairs)
        costs = sum(_is_slower(lcv, without) for without, lcv in pairs)
        nodes = sum(lcv.number("nodes") < without.number("nodes") for without, lcv in pairs)
        yield (
            f"LCV tries fewer nodes in {nodes} of {len(pairs)} comparisons, yet saves time beyond chance in {saves} "
            f"and costs time in {costs}: to order two values it does the work of both. Report 4 found searches without "
            "LCV always faster, and suspected that it repeats what forward checking does."
        )


def heuristics_by_size(found: Summary) -> Iterator[str]:
    """Yield from which size on a heuristic saves time."""
    for base, name in product(("plain FC + MRV", "FC + MRV"), ("degree", "space")):
        with_name = f"{base} + {name}"
        pairs = [(size, by[base], by[with_name]) for (size, *_), by in _boards(found) if {base, with_name} <= by.keys()]
        faster = [str(size) for size, without, with_it in pairs if _is_slower(without, with_it)]
        if len(pairs) > 1 and faster:
            size, without, with_it = pairs[-1]
            yield (
                f"Added to `{base}`, `{name}` saves time beyond chance on {len(faster)} of {len(pairs)} sizes "
                f"({', '.join(faster)}); on {size} it takes {time_text(with_it)} instead of {time_text(without)}, and "
                f"{with_it.number('nodes'):.0f} nodes instead of {without.number('nodes'):.0f}. Report 4 found about "
                "half the time from 8x8 on."
            )


def growth(found: Summary) -> Iterator[str]:
    """Yield how the time grows from the smallest board to the largest."""
    boards = _boards(found)
    if len(boards) > 1:
        ((small, *_), first), ((large, *_), last) = boards[0], boards[-1]
        times = [f"`{name}` from {time_text(first[name])} to {time_text(last[name])}" for name in first if name in last]
        if times:
            yield f"The time per board grows from {small} to {large}: {', '.join(times)}."


def largest(found: Summary) -> Iterator[str]:
    """Yield up to which size every board is searched within the limit, by strategy."""
    names = dict.fromkeys(str(line.value("strategy")) for line in found.lines)
    for name in names:
        lines = [by[name] for _, by in _boards(found) if name in by]
        finished = list(takewhile(lambda line: line.rate("found").count == line.games, lines))
        if finished and len(lines) > 1:
            yield (
                f"`{name}` finds a placement of every board up to {finished[-1].value('size')}, in "
                f"{time_text(finished[-1])} there, and of {percent(lines[-1].rate('found').value)} % at "
                f"{lines[-1].value('size')}. Report 4 reached 16x16, and other settings ran overnight without a result."
            )


def phases(found: Summary) -> Iterator[str]:
    """Yield whether another order in each phase of a search helps."""
    pairs = [
        (by["FC + MRV + degree"], line)
        for _, by in _boards(found)
        for name, line in by.items()
        if "phases" in name and "FC + MRV + degree" in by
    ]
    if pairs:
        faster = sum(_is_slower(degree, line) for degree, line in pairs)
        slower = sum(_is_slower(line, degree) for degree, line in pairs)
        yield (
            f"Report 4 proposes another order in each phase of a search. Compared with `FC + MRV + degree` it saves "
            f"time beyond chance in {faster} of {len(pairs)} comparisons and costs time in {slower}."
        )


def _boards(found: Summary) -> list[tuple[Setting, dict[str, Line]]]:
    """Return the lines of each board by strategy."""
    return [
        (board, {str(line.value("strategy")): line for line in lines})
        for board, lines in found.groups("size", "mines", "hints")
    ]


def _is_slower(one: Line, other: Line) -> bool:
    return is_larger(one.number(MEAN), time_error(one), other.number(MEAN), time_error(other))
