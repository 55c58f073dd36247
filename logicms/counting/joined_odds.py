"""Counted components -> exact odds: how the components, the cells away from the clues and the mine total meet.

It stands after `placements`. Components do not touch, so their placements combine freely but for one thing: all mines
together must be the total. If t mines are in the components, the N cells away from every clue hold the other r - t
of the r that are left, in C(N, r - t) ways. So each placement of a component weighs as much as the rest of the board
has ways to complete it: that is the *weight* of its number of mines.

Without a total nothing binds the components: every placement of all hidden cells counts the same, a component's odds
are its own, and a cell away from the clues is a mine in half of the placements.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from math import comb, gcd, prod
from operator import mul, or_
from typing import NamedTuple

from logicms.counting.placements import Counted

_HALF = Fraction(1, 2)


class Joined(NamedTuple):
    """The placements of all components and of the cells away from them, with the mine total."""

    placements: int
    groups: list[list[Fraction]]
    """For each component, for each of its groups: the odds that a cell of it is a mine."""
    away: Fraction
    """The odds of a cell that touches no clue."""


def join(parts: Sequence[tuple[Counted, Sequence[int]]], away: int, mines: int | None) -> Joined | None:
    """Return the odds of components (each with the sizes of its groups) beside `away` cells that touch no clue.

    `mines` are in all of them together; None: not known and not used. The answer is None where nothing is possible.

    One mine is in one of two cells, one or two mines are in a component, and two cells are away:

    >>> pair = Counted(fewest=1, ways=(2,), mines=((2,),)), (2,)
    >>> other = Counted(fewest=1, ways=(1, 1), mines=((1, 0), (0, 2))), (1, 2)
    >>> join([pair, other], away=2, mines=3)
    Joined(placements=6, groups=[[Fraction(1, 2)], [Fraction(2, 3), Fraction(1, 3)]], away=Fraction(1, 3))
    """
    if mines is None:
        placements = prod([sum(part.ways) for part, _ in parts]) << away
        return Joined(placements, [_odds(part, sizes, (1,) * len(part.ways)) for part, sizes in parts], _HALF)
    varying = [part.ways for part, _ in parts if len(part.ways) > 1]
    left = mines - sum([part.fewest for part, _ in parts])
    base = _ways_away(away, left, sum(map(len, varying)) - len(varying))
    before, tails = heads(varying), _tails(varying, base)
    whole = tails[0][0]
    if not whole:
        return None
    weights = iter([_weights(*around) for around in zip(before, varying, tails[1:], strict=False)])
    groups = [_odds(part, sizes, next(weights) if len(part.ways) > 1 else (1,)) for part, sizes in parts]
    some = next(t for t, way in enumerate(base) if way)
    fixed = prod([part.ways[0] for part, _ in parts if len(part.ways) == 1])
    mines_away = sum([way * head * (left - t) for t, (way, head) in enumerate(zip(base, before[-1], strict=True))])
    return Joined(
        fixed * whole * comb(away, left - some) // base[some],
        groups,
        Fraction(mines_away, away * whole) if away else _HALF,
    )


class Allowed(NamedTuple):
    """What the mine total leaves possible."""

    numbers: list[list[bool]]
    """For each component, for each number of mines from its fewest on: whether the rest of the board can go with it."""
    away_safe: bool
    away_mine: bool
    """Whether a cell away from the clues can be safe, and can be a mine."""


def allowed(parts: Sequence[Counted], away: int, mines: int) -> Allowed | None:
    """Return which numbers of mines the total allows each component, or None if it allows nothing.

    Sets of numbers are the bits of an integer, so that thousands of components are no trouble.

    >>> pair, other = Counted(1, (2,), ((2,),)), Counted(1, (1, 1), ((1, 0), (0, 2)))
    >>> allowed([pair, other], away=2, mines=2)
    Allowed(numbers=[[True], [True, False]], away_safe=True, away_mine=False)
    """
    left = mines - sum([part.fewest for part in parts])
    if left < 0:
        return None
    possible = [[m for m, way in enumerate(part.ways) if way] for part in parts]
    heads = [1]  # the numbers of mines that the components before this one can have, beyond the fewest
    for numbers in possible:
        heads.append(_union([heads[-1] << m for m in numbers]))
    tails = [(2 << left) - (1 << max(0, left - away))]  # those with which it and all behind it can go on
    for numbers in reversed(possible):
        tails.append(_union([tails[-1] >> m for m in numbers]))
    tails.reverse()
    ends = heads[-1] & tails[-1]
    if not ends:
        return None
    fits = [
        [bool(way and head & tail >> m) for m, way in enumerate(part.ways)]
        for part, head, tail in zip(parts, heads, tails[1:], strict=False)
    ]
    most, fewest = left - ((ends & -ends).bit_length() - 1), left - (ends.bit_length() - 1)
    return Allowed(fits, fewest < away, most > 0)


def _union(numbers: Sequence[int]) -> int:
    return reduce(or_, numbers)


def _odds(part: Counted, sizes: Sequence[int], weights: Sequence[int]) -> list[Fraction]:
    """Return the odds of each group's cells, given the weight of each number of mines."""
    if len(weights) == 1:  # the weight of the only number cancels out
        whole, sums = part.ways[0], [mines[0] for mines in part.mines]
    else:
        whole = sum(map(mul, part.ways, weights))
        sums = [sum(map(mul, mines, weights)) for mines in part.mines]
    pairs = list(zip(sums, sizes, strict=True))
    made = {pair: Fraction(pair[0], whole * pair[1]) for pair in set(pairs)}
    return [made[pair] for pair in pairs]


def _ways_away(cells: int, left: int, spread: int) -> list[int]:
    """Return C(cells, left), C(cells, left - 1), … C(cells, left - spread), all divided by the same number.

    From one to the next the quotient is n / (cells - n + 1) for n = left, left - 1, …: the numerators that are behind
    and the denominators that are ahead, multiplied, are whole numbers in the same proportion, and much smaller.

    >>> _ways_away(4, 2, 2), [comb(4, 2), comb(4, 1), comb(4, 0)]
    ([6, 4, 1], [6, 4, 1])
    >>> _ways_away(4, 6, 3), _ways_away(4, 1, 2), _ways_away(4, 9, 2)
    ([0, 0, 1, 4], [4, 1, 0], [0, 0, 0])
    """
    if left < 0 or left - spread > cells:
        return [0] * (spread + 1)
    tops = accumulate(range(left, left - spread, -1), mul, initial=1)
    bottoms = accumulate(range(cells - left + spread, cells - left, -1), mul, initial=1)
    ways = list(map(mul, tops, reversed(list(bottoms))))
    common = gcd(*ways)
    return [way // common for way in ways]


def heads(varying: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each component the ways of those before it by number of mines (beyond the fewest), then of all.

    >>> heads([(1, 2), (1, 0, 3)])
    [[1], [1, 2], [1, 2, 3, 6]]
    """
    found = [[1]]
    for ways in varying:
        head = [0] * (len(found[-1]) + len(ways) - 1)
        for start, value in enumerate(found[-1]):
            for more, way in enumerate(ways, start):
                head[more] += value * way
        found.append(head)
    return found


def _tails(varying: list[tuple[int, ...]], base: list[int]) -> list[list[int]]:
    """Return for each component and those behind it the ways to end, by the mines before it; then the same of none."""
    tails = [base]
    for ways in reversed(varying):
        after, size = tails[-1], len(ways)
        tails.append([sum(map(mul, ways, after[t : t + size])) for t in range(len(after) - size + 1)])
    tails.reverse()
    return tails


def _weights(head: list[int], ways: tuple[int, ...], tail: list[int]) -> list[int]:
    """Return in how many ways the rest of the board completes each number of mines of a component."""
    weights = [sum(map(mul, head, tail[m:])) for m in range(len(ways))]
    common = gcd(*weights)
    return [weight // common for weight in weights]
