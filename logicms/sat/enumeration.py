"""Odds of any knowledge base, by finding its placements one after the other: for the few names of a hint file.

`counting.placements` counts what clues say without looking at single placements, and is the way for boards. It takes
neither formulas nor "at least" and "at most": for these a SAT solver finds one placement, is given the clause "not this
one", and so on. Parts that share no clause are counted separately.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from logicms.errors import LimitReached
from logicms.limits import spend
from logicms.sat.solver import Sat

MOST_PLACEMENTS = 50_000
"""The most placements that are found in one part."""


class Enumerated(NamedTuple):
    """How many placements there are, and in which share of them each symbol holds."""

    placements: int
    odds: dict[int, Fraction]


def enumerate_placements(clauses: Sequence[Iterable[int]], symbols: Sequence[int]) -> Enumerated:
    """Return the odds of these symbols over all their placements that the clauses allow; other symbols do not count.

    A symbol that occurs in no clause holds in half of the placements.

    >>> enumerate_placements([(1, 2, 9), (-9, -1)], [1, 2, 3])
    Enumerated(placements=8, odds={1: Fraction(1, 2), 2: Fraction(1, 2), 3: Fraction(1, 2)})
    """
    total, odds = 1, {}
    ordered = [sorted(clause) for clause in clauses]
    for part in _parts(ordered, symbols):
        own = set(part)
        related = [clause for clause in ordered if not own.isdisjoint(map(abs, clause))]
        count, holds = _count(related, [symbol for symbol in symbols if symbol in own])
        total *= count
        odds.update({symbol: Fraction(times, count) for symbol, times in holds.items() if count})
    return Enumerated(total, {symbol: odds[symbol] for symbol in symbols if symbol in odds})


def _count(clauses: list[list[int]], symbols: Sequence[int]) -> tuple[int, dict[int, int]]:
    """Return how many placements of the symbols there are, and in how many of them each holds."""
    count, holds = 0, dict.fromkeys(symbols, 0)
    with Sat(clauses) as sat:
        while sat.solve([]):
            literals = set(sat.placement())
            placement = [symbol if symbol in literals else -symbol for symbol in symbols]
            for symbol in placement:
                if symbol > 0:
                    holds[symbol] += 1
            count += 1
            spend()
            if count > MOST_PLACEMENTS:
                raise LimitReached(f"more than {MOST_PLACEMENTS:,} placements")
            if (
                not symbols
            ):  # then the clause "not this one" is empty: the clauses were only asked whether they can hold
                break
            sat.add([-symbol for symbol in placement])
    return count, holds


def _parts(clauses: Iterable[Sequence[int]], symbols: Iterable[int]) -> list[list[int]]:
    """Return the symbols, and those that clauses link them to, in groups that share no clause."""
    leader = {symbol: symbol for symbol in symbols}

    def find(symbol: int) -> int:
        leader.setdefault(symbol, symbol)
        while leader[symbol] != symbol:
            leader[symbol] = leader[leader[symbol]]
            symbol = leader[symbol]
        return symbol

    for clause in clauses:
        for literal in clause[1:]:
            leader[find(abs(literal))] = find(abs(clause[0]))
    parts: dict[int, list[int]] = {}
    for symbol in sorted(leader):
        parts.setdefault(find(symbol), []).append(symbol)
    return list(parts.values())
