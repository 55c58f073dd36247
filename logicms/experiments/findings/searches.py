"""Findings about searches: forward checking, the orders of cells and values, and how the time grows; report 4.

Strategies are compared on the same boards by their mean time, as the report argues: the number of nodes does not show
what pruning costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from logicms.experiments.declaration import Setting
from logicms.experiments.findings import list_text, time_error, time_text
from logicms.experiments.published import MEAN
from logicms.experiments.summary import Line, Summary, is_larger
from logicms.notation.odds import percent


def forward_checking(found: Summary) -> Iterator[str]:
    """Yield what forward checking saves compared with the backtracking of report 4."""
    for (size, *_), by in _boards(found):
        if "plain" in by and "FC" in by:
            nodes, seconds = (by["plain"].number(title) / by["FC"].number(title) for title in ("nodes", MEAN))
            stopped = by["plain"].rate("unfinished").count
            least = f" at least, for {stopped} searches were stopped" if stopped else ""
            yield (
                f"On {size} plain backtracking tries {nodes:.0f} times as many nodes as forward checking and takes "
                f"{seconds:.0f} times as long{least}. Report 4 found about 215 times as long: a hint that can no "
                "longer be met is seen late, when all of its cells have a value."
            )


def orders(found: Summary) -> Iterator[str]:
    """Yield which order of cells or values saves time when it is added to forward checking."""
    for (size, *_), by in _boards(found):
        for base, finding in _BASES.items():
            added = {name: by[f"{base} + {name}"] for name in _ORDERS if f"{base} + {name}" in by}
            if base in by and len(added) > 1:
                better = [f"`{name}`" for name, line in added.items() if _is_slower(by[base], line)]
                worse = [f"`{name}`" for name, line in added.items() if _is_slower(line, by[base])]
                neither = [f"`{name}`" for name in added if f"`{name}`" not in (*better, *worse)]
                effects = (("saved by", better), ("lost by", worse), ("neither by", neither))
                parts = [f"{effect} {list_text(names)}" for effect, names in effects if names]
                yield f"Added to `{base}` on {size}, time is {', '.join(parts)} (beyond chance). {finding}"


_ORDERS = ("MRV", "degree", "space", "LCV")
_BASES = {
    "FC": "Report 4 found a clear gain from MRV and degree, and that space and LCV cost more than they save.",
    "FC + MRV": "Report 4 found a clear gain from degree and space, and none from LCV.",
}


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
    for name in ("degree", "space"):
        pairs = [
            (size, by["FC + MRV"], by[f"FC + MRV + {name}"])
            for (size, *_), by in _boards(found)
            if "FC + MRV" in by and f"FC + MRV + {name}" in by
        ]
        faster = [str(size) for size, without, with_it in pairs if _is_slower(without, with_it)]
        if len(pairs) > 1 and faster:
            size, without, with_it = pairs[-1]
            yield (
                f"`{name}` saves time beyond chance on {len(faster)} of {len(pairs)} sizes ({', '.join(faster)}); on "
                f"{size} it takes {time_text(with_it)} instead of {time_text(without)}. Report 4 found about half the "
                "time from 8x8 on."
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
