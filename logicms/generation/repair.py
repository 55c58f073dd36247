"""Repair: where a game stands still, mines are moved until it goes on; in the end the layout is won without a guess.

A layout drawn at random is nearly never won without a guess on a large board. Drawing again and again would take for
ever, but what is wrong is wrong in few places. So take a clue at the standstill and move its mines away, or others to
it, until all its undecided cells are mines or none is; where a wall of mines stands in the way, take a mine out of it.
Mines come from and go to cells that touch no clue, as long as there are such: nobody has reasoned about them yet. What
gets no further than before is dropped. Simon Tatham's Mines has the idea of moving mines at a standstill; here every
change is judged by playing on from the last position that it left as it was, so that what is kept is won from its
first cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, neighbours_of, rows_of
from logicms.generation.climb import Climb, Reach, climb, unchanged
from logicms.layout import with_clues

MOST_TRIES = 400
"""So many changes in a row may bring nothing before the layout is given up."""


def repaired(layout: Board, kept: Iterable[int], reach: Reach, rng: Random, spend: Callable[[], None]) -> Board | None:
    """Return a layout like this one that the reasoning wins from its first cell; None if that does not succeed.

    The places in `kept` stay free of mines; `spend` is called before each layout is looked for and played.

    >>> from logicms.board import Cell
    >>> from logicms.generation.climb import complete
    >>> drawn = Board(("01**", "013*", "0011"), mines=3, first=Cell(0, 0))
    >>> climb(drawn, complete()).end  # one mine more is at D2 or at D3
    '01FF013?001?'
    >>> repaired(drawn, [0, 1, 4, 5], complete(), Random(1), lambda: None).rows
    ('002*', '003*', '002*')
    """
    spend()
    best, tries = climb(layout, reach), 0
    free = frozenset(kept)
    while not best.is_won:
        if tries == MOST_TRIES:
            return None
        tries += 1
        spend()
        mines = _moved(Standstill.of(layout, best), layout, free, rng)
        if mines is None:
            continue
        new = _with_mines(layout, mines)
        found = climb(new, reach, unchanged(best.positions, layout, new))
        if found.is_won or found.number_open >= best.number_open:
            tries = tries if found.number_open == best.number_open else 0
            layout, best = new, found
    return layout


@dataclass(frozen=True, slots=True)
class Standstill:
    """Where a game stands still, as places in reading order."""

    undecided: tuple[int, ...]
    clues: tuple[int, ...]
    """The clues that count undecided cells."""
    wall: tuple[int, ...]
    """The known mines beside undecided cells."""
    away: tuple[int, ...]
    """The undecided cells that touch no clue."""

    @classmethod
    def of(cls, layout: Board, stood: Climb) -> Standstill:
        signs, around = stood.end, neighbours_of(layout.width, layout.height)
        undecided = tuple([place for place, sign in enumerate(signs) if sign == HIDDEN])
        beside = sorted({other for place in undecided for other in around[place]})
        clues = tuple([place for place in beside if signs[place] in CLUES])
        counted = {other for place in clues for other in around[place]}
        return cls(
            undecided,
            clues,
            tuple([place for place in beside if signs[place] == FLAG]),
            tuple([place for place in undecided if place not in counted]),
        )


def _moved(stood: Standstill, layout: Board, kept: frozenset[int], rng: Random) -> frozenset[int] | None:
    """Return the mines after a change at the standstill, None if the one that was thought of cannot be made."""
    mines = frozenset(place for place, sign in enumerate(layout.signs) if sign == MINE)
    chosen = _chosen(stood, layout, rng)
    there = mines & chosen
    to_clear = bool(there) and (there == chosen or rng.random() < 0.5)
    change = sorted(there if to_clear else chosen - mines - kept)
    pool: list[int] = []
    for places in (stood.away, stood.undecided, range(len(layout.signs))):
        pool = [p for p in places if p not in chosen and p not in kept and (p in mines) is not to_clear]
        if len(pool) >= len(change):
            break
    if not change or len(pool) < len(change):
        return None
    others = rng.sample(pool, len(change))
    return mines.difference(change).union(others) if to_clear else mines.difference(others).union(change)


def _chosen(stood: Standstill, layout: Board, rng: Random) -> frozenset[int]:
    """Return the places to make all alike: the undecided cells of a clue, or now and then a mine of the wall."""
    if stood.clues and not (stood.wall and rng.random() < 0.2):
        around = neighbours_of(layout.width, layout.height)[rng.choice(stood.clues)]
        return frozenset(around).intersection(stood.undecided)
    return frozenset([rng.choice(stood.wall or stood.undecided)])


def _with_mines(layout: Board, mines: frozenset[int]) -> Board:
    signs = "".join([MINE if place in mines else SAFE for place in range(len(layout.signs))])
    return Board(with_clues(rows_of(signs, layout.width)), layout.mines, first=layout.first)
