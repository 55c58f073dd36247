"""A position -> the cell that looks best some moves ahead, where there are too many placements to play them all out.

For each cell that is nearly as safe as the safest, and for each number that it may show, the position after it is
counted. There, either some cell is certainly safe, or the next guess has a risk too: that of its safest cell. The
chance to survive this move and the next (*secondary safety*) is what the candidates are compared by. It tells the cells
that open the board from those that only postpone the same question.

Where several cells are close by that measure, they are looked at one risk further: `survives_two`. A little is added
there for the chance that the cell is *clear*, with no more mines around it: that leads beyond the risks looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from logicms.guessing.position import Around, Place, Position

MARGIN = 0.07
"""Cells riskier than the safest one by more than this are not looked at: one move ahead is no licence to take risks."""

CANDIDATES = 12
CANDIDATES_AWAY = 6
"""How many cells are looked at, and how many of those that are away from all clues: they are much alike."""

LED_NOWHERE = 0.3
"""How often a safe cell beside undecided ones leads no further. If all do, the risk of the safest other one remains."""

CLOSE = 0.08
LOOKED_AT_AGAIN = 8
"""How near to the best by one risk, and how many at most, are compared by one risk more."""

NEXT_GUESSES = 8
GUESSES_ALIKE = 2
"""How many cells are tried there as the next guess, and how many of those that have the same clues on them."""

CLEAR = 0.016
"""What it is worth there to be clear. Where the first corner of an expert board shows 1, another corner is next because
of this, and not the cell two beside it: that wins 0.2 % more of these games. A worth of 0.04 wins less."""

Shares = Mapping[Place, float]
"""How much of a cell's risk is taken anyway."""


class Candidate(NamedTuple):
    """A cell, the odds of a mine there, and how much of that risk is taken anyway."""

    place: Place
    risk: float
    share: float


@dataclass(frozen=True, slots=True)
class Ahead:
    """A candidate, its chance to survive this guess and `further` risks more, and the share of its own taken anyway."""

    place: Place
    survival: float
    further: int = 1
    share: float = 0.0
    clear: float = 0.0
    """The chance of no more mines around it, where that counted."""

    @property
    def worth(self) -> float:
        """What it is compared by."""
        return self.survival + CLEAR * self.clear


class Looked(NamedTuple):
    """A candidate that can tell something: what it may become, and its chance to survive this guess and the next."""

    survival: float
    candidate: Candidate
    outcomes: Sequence[Position]

    def clear(self, around: Around) -> float:
        """Return the chance of no more mines around it, which is the first of the outcomes, if it is one."""
        place, risk, _ = self.candidate
        first = self.outcomes[0]
        if not set(_safe(first)).issuperset(around[place]):
            return 0.0
        return (1 - risk) * (first.placements / sum([after.placements for after in self.outcomes]))

    def weigh(self, value: Callable[[Position], float]) -> float:
        """Return the chance to survive this guess and then what `value` says of each outcome."""
        _, risk, share = self.candidate
        placements = sum([after.placements for after in self.outcomes])
        mean = sum([after.placements / placements * value(after) for after in self.outcomes])
        return (1 - risk + share) * mean


def look_ahead(position: Position, around: Around, shares: Shares) -> Ahead:
    """Return the cell that looks best, in a position where nothing is certain; `shares` are those of `flips`.

    >>> from logicms.board import Board
    >>> from logicms.guessing.position import position
    >>> found, around = position(Board(("?????", "?1???", "?????"), mines=3))
    >>> ahead = look_ahead(found, around, {})
    >>> ahead.place, round(ahead.survival, 4), ahead.further, round(ahead.clear, 4)
    (0, 0.8632, 2, 0.625)
    """
    cells = candidates(position, around, shares)
    looked = _looked(position, around, cells)
    if not looked:
        return Ahead(cells[0].place, 0.0, share=cells[0].share)
    return _further(looked, around)


def _further(looked: Sequence[Looked], around: Around) -> Ahead:
    """Return the best of the candidates, the best by the next move first; close ones are compared by one risk more."""
    first = looked[0]
    close = [one for one in looked if one.survival >= first.survival - CLOSE][:LOOKED_AT_AGAIN]
    if len(close) == 1:
        return Ahead(first.candidate.place, first.survival, share=first.candidate.share)
    best = Ahead(first.candidate.place, 0.0, 2, first.candidate.share)
    for one in close:
        place, _, share = one.candidate
        clear = one.clear(around)
        if Ahead(place, one.survival, clear=clear).worth <= best.worth:  # a further risk makes it no better
            continue
        survival = one.weigh(partial(survives_two, around=around, opened=place))
        best = max(best, Ahead(place, survival, 2, share, clear), key=lambda ahead: ahead.worth)
    return best


def most_telling(position: Position, around: Around, places: Sequence[Place]) -> Place | None:
    """Return the one of equally safe cells after which the next moves are the safest; None where none can tell.

    Cells that are certain are in no position: whoever misses that one is safe may ask about it, and is told nothing.
    """
    looked = _looked(position, around, [Candidate(place, 0.0, 0.0) for place in places if place in around])
    return _further(looked, around).place if looked else None


def _looked(position: Position, around: Around, cells: Sequence[Candidate]) -> list[Looked]:
    """Return the candidates that can tell something, the best by the next move first."""
    found: list[Looked] = []
    best = 0.0
    for candidate in cells:
        if 1 - candidate.risk + candidate.share <= best - CLOSE:
            break
        outcomes = position.outcomes(candidate.place, around[candidate.place])
        if len(outcomes) > 1:  # else the cell is dead: it shows the same whatever lies around it
            one = Looked(0.0, candidate, outcomes)
            found.append(one._replace(survival=one.weigh(partial(_safety, around=around))))
            best = max(best, found[-1].survival)
    return sorted(found, key=lambda one: (-one.survival, one.candidate.place))


def candidates(position: Position, around: Around, shares: Shares) -> list[Candidate]:
    """Return the cells to look at: those with the least risk to avoid, of equals those with the most neighbours first.

    Of the cells away from all clues only a few are looked at, those with the fewest neighbours, and of these the ones
    nearest to the clues: they are most often a 0.
    """
    found = []
    for odds, cells in position.groups:
        if cells[0] in position.away:
            near = [(len(around[c]), sum([o in position.away for o in around[c]]), c) for c in cells]
            cells = [cell for _, _, cell in sorted(near)[:CANDIDATES_AWAY]]
        for cell in cells:
            share = min(shares.get(cell, 0.0), odds, 1 - odds)
            found.append((odds - share, -len(around[cell]), Candidate(cell, odds, share)))
    most = MARGIN + min([odds for odds, _ in position.groups])
    return [candidate for risk, _, candidate in sorted(found) if risk <= most][:CANDIDATES]


def _safety(position: Position, around: Around) -> float:
    """Return the chance to survive the next move that is a risk."""
    least = min([odds for odds, _ in position.groups if odds > 0.0], default=1.0)
    if least == 1.0:
        return 1.0
    safe = _safe(position)
    if not safe:
        return 1.0 - least
    undecided = _undecided(position)
    return 1.0 - least * LED_NOWHERE ** sum([not undecided.isdisjoint(around[cell]) for cell in safe])


def _safe(position: Position) -> list[Place]:
    return [cell for odds, cells in position.groups if odds == 0.0 for cell in cells]


def _undecided(position: Position) -> set[Place]:
    return set().union(*[cells for odds, cells in position.groups if 0.0 < odds < 1.0])


def survives_two(position: Position, around: Around, opened: Place) -> float:
    """Return the chance to survive the next two risks after `opened`, the first of them taken as well as can be.

    What is safe is opened first, as far as one cell of it: the one that tells the most.
    """
    undecided = _undecided(position)
    if not undecided:
        return 1.0
    safe = _safe(position)
    if not safe:
        return _survives_guess(position, around, opened)
    place = max(safe, key=lambda cell: (sum([other in undecided for other in around[cell]]), -cell))
    return _mean(position, place, around, opened)


def _survives_guess(position: Position, around: Around, opened: Place) -> float:
    """Return the same where nothing is safe: the best of some cells that are as safe as any and can tell something."""
    guesses = []
    for odds, cells in sorted(position.groups)[:NEXT_GUESSES]:
        guesses += [(odds, place) for place in _likeliest_to_tell(cells, position, around)]
    best = 0.0
    for odds, place in guesses[:NEXT_GUESSES]:
        if 1 - odds <= best:
            break
        best = max(best, _mean(position, place, around, opened, dead=0.0))
    return best or 1 - guesses[0][0]


def _likeliest_to_tell(cells: Sequence[Place], position: Position, around: Around) -> Sequence[Place]:
    """Return some cells of a group: those beside the most cells with clues, or the one with the fewest neighbours."""
    if cells[0] in position.away:
        return [min(cells, key=lambda cell: len(around[cell]))]
    if len(cells) <= GUESSES_ALIKE:
        return cells
    boundary = _undecided(position) - position.away
    beside = [(-len(boundary.intersection(around[c])), len(position.away.intersection(around[c])), c) for c in cells]
    return [cell for _, _, cell in sorted(beside)[:GUESSES_ALIKE]]


def _mean(position: Position, place: Place, around: Around, opened: Place, dead: float | None = None) -> float:
    """Return the chance to survive opening `place` and the risk after it; `dead`, if given, where it tells nothing."""
    outcomes = position.outcomes(place, [cell for cell in around[place] if cell != opened])
    if dead is not None and len(outcomes) == 1:
        return dead
    return sum([after.placements / position.placements * _safety(after, around) for after in outcomes])
