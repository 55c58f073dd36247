"""Counted components -> exact odds: how the components, the cells away from the clues and the mine total are combined.

It comes after `placements`. Components do not touch, so their placements combine freely, with one condition: all mines
together must be the total. If t mines are in the components, the N cells away from every clue hold the other r - t
of the r that are left, in C(N, r - t) ways. So each placement of a component weighs as much as the rest of the board
has ways to complete it: that is the *weight* of its number of mines.

Without a total nothing binds the components: every placement of all hidden cells counts the same, a component's odds
are its own, and a cell away from the clues is a mine in half of the placements.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb, gcd, prod
from operator import mul
from typing import NamedTuple

from logicms.counting.placements import Counted

_HALF = Fraction(1, 2)


class Joined(NamedTuple):
    """The placements of all components and of the cells away from the clues, with the mine total."""

    placements: int
    groups: list[list[Fraction]]
    """For each component, for each of its groups: the odds that a cell of it is a mine."""
    away: Fraction
    """The odds of a cell that touches no clue."""


def join(parts: Sequence[tuple[Counted, Sequence[int]]], away: int, mines: int | None) -> Joined | None:
    """Return the odds of components (each with the sizes of its groups) and of `away` cells that touch no clue.

    `mines` is the number in all of them together; None if it is not known. The answer is None if nothing is possible.

    In this example one mine is in one of two cells, one or two mines are in a component, and two cells are away:

    >>> pair = Counted(fewest=1, ways=(2,), mines=((2,),)), (2,)
    >>> other = Counted(fewest=1, ways=(1, 1), mines=((1, 0), (0, 2))), (1, 2)
    >>> join([pair, other], away=2, mines=3)
    Joined(placements=6, groups=[[Fraction(1, 2)], [Fraction(2, 3), Fraction(1, 3)]], away=Fraction(1, 3))
    """
    if mines is None:
        placements = prod([sum(part.ways) for part, _ in parts]) << away
        return Joined(placements, [_odds(part, sizes, (1,) * len(part.ways)) for part, sizes in parts], _HALF)
    # A component with only one number of mines is a constant factor: it needs no weights, and changes no others.
    varying = [part.ways for part, _ in parts if len(part.ways) > 1]
    left = mines - sum([part.fewest for part, _ in parts])
    # The numbers of ways for the cells away are huge; divided by their common factor, they give the same odds.
    ways_away = binomials(away, left, sum(map(len, varying)) - len(varying))
    common = gcd(*ways_away) or 1
    weighed = weigh(varying, [ways // common for ways in ways_away], left)
    if not weighed.placements:
        return None
    weights = iter(weighed.weights)
    groups = [_odds(part, sizes, _reduce(next(weights)) if len(part.ways) > 1 else (1,)) for part, sizes in parts]
    fixed = prod([part.ways[0] for part, _ in parts if len(part.ways) == 1])
    odds_away = Fraction(weighed.mines_away, away * weighed.placements) if away else _HALF
    return Joined(fixed * common * weighed.placements, groups, odds_away)


class Weighed(NamedTuple):
    """Components and the cells away from them, under a mine total."""

    weights: list[list[int]]
    """For each component, for each number of its mines: in how many ways the rest of the board can complete it."""
    placements: int
    mines_away: int
    """The mines in the cells away, summed over all placements."""


def weigh(components: Sequence[Sequence[int]], ways_away: Sequence[int], left: int) -> Weighed:
    """Return what completes each component, given the ways of each by its mines beyond its fewest.

    `left` is the number of mines beyond the fewest of all components; `ways_away[t]` is the number of ways to place the
    rest in the cells away when t of them are in the components. Exact, and without fractions, so that a search can call
    it for every position that it meets (`guessing.position`).

    In this example two components have 0 or 1 mines each, the first in 2 ways or 1, the second in 1 way each; two mines
    are left for these and for 2 cells away:

    >>> weigh([(2, 1), (1, 1)], binomials(2, 2, 2), 2)
    Weighed(weights=[[3, 3], [4, 5]], placements=9, mines_away=10)
    """
    # A component's weight is what all the others can do, so the product of those before it (`before`) and of those
    # after it (`tail`, with the cells away): two passes, and nothing is ever divided out again.
    before = _heads(components)
    together = map(mul, ways_away, before[-1])  # the placements, by the mines in the components beyond their fewest
    mines_away = sum([ways * (left - t) for t, ways in enumerate(together)])
    weights: list[list[int]] = []
    # From the last component on: the ways for all that comes after it, by the mines in it and before it.
    tail = ways_away
    for head, ways in zip(reversed(before[:-1]), reversed(components), strict=True):
        weights.append([sum(map(mul, head, tail[m:])) for m in range(len(ways))])
        size = len(ways)
        tail = [sum(map(mul, ways, tail[t : t + size])) for t in range(len(tail) - size + 1)]
    weights.reverse()
    return Weighed(weights, tail[0], mines_away)


def binomials(cells: int, left: int, spread: int) -> list[int]:
    """Return C(cells, left), C(cells, left - 1), … C(cells, left - spread): each is computed from the one before it.

    >>> binomials(4, 5, 3), binomials(4, 1, 2), binomials(4, -1, 1)
    ([0, 1, 4, 6], [4, 1, 0], [0, 0])
    """
    ways: list[int] = []
    for mines in range(left, left - spread - 1, -1):
        if ways and ways[-1]:
            ways.append(ways[-1] * (mines + 1) // (cells - mines))
        else:
            ways.append(comb(cells, mines) if mines >= 0 else 0)
    return ways


def _odds(part: Counted, sizes: Sequence[int], weights: Sequence[int]) -> list[Fraction]:
    """Return the odds of each group's cells, given the weight of each number of mines."""
    if len(weights) == 1:  # the weight of the only number cancels out
        whole, sums = part.ways[0], [mines[0] for mines in part.mines]
    else:
        whole = sum(map(mul, part.ways, weights))
        sums = [sum(map(mul, mines, weights)) for mines in part.mines]
    pairs = list(zip(sums, sizes, strict=True))
    fractions = {pair: Fraction(pair[0], whole * pair[1]) for pair in set(pairs)}  # making one takes a gcd
    return [fractions[pair] for pair in pairs]


def _heads(components: Sequence[Sequence[int]]) -> list[list[int]]:
    """Return for each component the ways of those before it by number of mines (beyond the fewest), then of all.

    >>> _heads([(1, 2), (1, 0, 3)])
    [[1], [1, 2], [1, 2, 3, 6]]
    """
    before = [[1]]
    for ways in components:
        head = [0] * (len(before[-1]) + len(ways) - 1)
        for start, value in enumerate(before[-1]):
            for more, way in enumerate(ways, start):
                head[more] += value * way
        before.append(head)
    return before


def _reduce(weights: list[int]) -> list[int]:
    """Return the weights divided by their common factor: smaller numbers, the same odds."""
    common = gcd(*weights)
    return [weight // common for weight in weights]
