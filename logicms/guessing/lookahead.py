"""A position -> the cell that looks best some moves ahead, if there are too many placements to play them all out.

For each cell that is nearly as safe as the safest, and for each number that it may show, the position after it is
counted. There, either some cell is certainly safe, or the next guess is also a risk: that of its safest cell. A *score*
like the chance of surviving this move and the next (*secondary safety*) is what the candidates are compared by. It
separates the cells that open the board from those that only postpone the same question. A score is no probability: an
unavoidable part of the risk is forgiven, and a safe cell that may be of no help counts less than one. What people are
told is exact instead: `survives_next`.

If several cells are close by that measure, they are compared one risk further ahead: `survives_two`. A little is added
there for the chance that the cell is *clear*, with no more mines around it: that helps beyond the risks considered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from logicms.deduction.boundary import Lane
from logicms.guessing.position import Around, Position

MARGIN = 0.07
"""Cells riskier than the safest one by more than this are not considered: looking ahead does not justify more risk."""

CANDIDATES = 12
CANDIDATES_AWAY = 6
"""How many cells are considered, and how many of those away from all clues, which hardly differ."""

LED_NOWHERE = 0.3
"""How often a safe cell next to undecided ones is no help. If none helps, the risk of the safest guess remains."""

CLOSE = 0.08
LOOKED_AT_AGAIN = 8
"""How close to the best by one risk, and how many at most, are compared by one more risk."""

NEXT_GUESSES = 8
GUESSES_ALIKE = 2
"""How many cells are tried there as the next guess, and how many of those with the same clues."""

CLEAR = 0.016
"""The value of being clear in that comparison. If the first corner of an expert board shows 1, it makes another corner
the next guess, not the cell two away: that wins 0.2 % more of these games. A value of 0.04 wins less."""

Shares = Mapping[Lane, float]
"""How much of a cell's risk is unavoidable, as `flips.shares` says."""


class Candidate(NamedTuple):
    """A cell, the odds of a mine there, and how much of that risk is unavoidable."""

    lane: Lane
    risk: float
    share: float


@dataclass(frozen=True, slots=True)
class Ahead:
    """A candidate, and its score with `further` risks after this guess; 0 if no candidate gives information."""

    lane: Lane
    score: float
    further: int = 1
    clear: float = 0.0
    """The chance of no more mines around it, if that was considered."""

    @property
    def worth(self) -> float:
        """The measure for comparisons."""
        return self.score + CLEAR * self.clear


class Looked(NamedTuple):
    """A candidate that gives information: its outcomes, and its score with the next guess."""

    score: float
    candidate: Candidate
    outcomes: Sequence[Position]

    def clear(self, around: Around) -> float:
        """Return the chance of no more mines around it: the share of the first outcome, if that is a 0."""
        lane, risk, _ = self.candidate
        first = self.outcomes[0]
        if not set(_safe(first)).issuperset(around[lane]):
            return 0.0
        return (1 - risk) * (first.placements / sum([after.placements for after in self.outcomes]))

    def weigh(self, value: Callable[[Position], float]) -> float:
        """Return the score of this guess and what follows, which is `value` for each outcome."""
        _, risk, share = self.candidate
        placements = sum([after.placements for after in self.outcomes])
        mean = sum([after.placements / placements * value(after) for after in self.outcomes])
        return (1 - risk + share) * mean


def look_ahead(position: Position, around: Around, shares: Shares) -> Ahead:
    """Return the cell that looks best, in a position where nothing is certain; `shares` are those of `flips`.

    >>> from logicms.board import Board
    >>> from logicms.guessing.position import position
    >>> undecided, around = position(Board(("?????", "?1???", "?????"), mines=3))
    >>> ahead = look_ahead(undecided, around, {})
    >>> ahead.lane, round(ahead.score, 4), ahead.further, round(ahead.clear, 4)
    (0, 0.8632, 2, 0.625)
    """
    cells = candidates(position, around, shares)
    looked = _look(position, around, cells)
    if not looked:
        return Ahead(cells[0].lane, 0.0)
    return _compare(looked, around)


def _compare(looked: Sequence[Looked], around: Around) -> Ahead:
    """Return the best of the candidates, sorted by the next move; close ones are compared by one more risk."""
    first = looked[0]
    close = [one for one in looked if one.score >= first.score - CLOSE][:LOOKED_AT_AGAIN]
    if len(close) == 1:
        return Ahead(first.candidate.lane, first.score)
    best = Ahead(first.candidate.lane, 0.0, 2)
    for one in close:
        lane = one.candidate.lane
        clear = one.clear(around)
        if Ahead(lane, one.score, clear=clear).worth <= best.worth:  # another risk cannot make it better
            continue
        score = one.weigh(partial(survives_two, around=around, opened=lane))
        best = max(best, Ahead(lane, score, 2, clear), key=lambda ahead: ahead.worth)
    return best


def survives_next(position: Position, around: Around, lane: Lane) -> Fraction:
    """Return the exact chance that `lane` is safe, and so is the safest cell then, if a safe cell is left at all."""
    survived = Fraction(0)
    for after in position.outcomes(lane, around[lane]):
        least = min([after.mine(cells[0]) for _, cells in after.groups], default=Fraction(1))
        survived += after.placements * (1 - least if least < 1 else 1)
    return survived / position.placements


def most_telling(position: Position, around: Around, lanes: Sequence[Lane]) -> Lane | None:
    """Return the one of equally safe cells after which the next moves are safest; None if none gives information.

    A position has no certain cells: a weak player may ask about a safe cell that it has missed, and gets None.
    """
    looked = _look(position, around, [Candidate(lane, 0.0, 0.0) for lane in lanes if lane in around])
    return _compare(looked, around).lane if looked else None


def _look(position: Position, around: Around, cells: Sequence[Candidate]) -> list[Looked]:
    """Return the candidates that give information, the best by the next move first."""
    looked: list[Looked] = []
    best = 0.0
    for candidate in cells:
        if 1 - candidate.risk + candidate.share <= best - CLOSE:
            break
        outcomes = position.outcomes(candidate.lane, around[candidate.lane])
        if len(outcomes) > 1:  # else the cell is dead: it shows the same in every placement
            one = Looked(0.0, candidate, outcomes)
            looked.append(one._replace(score=one.weigh(partial(_safety, around=around))))
            best = max(best, looked[-1].score)
    return sorted(looked, key=lambda one: (-one.score, one.candidate.lane))


def candidates(position: Position, around: Around, shares: Shares) -> list[Candidate]:
    """Return the cells to consider: those with the least avoidable risk, and among these the most neighbours, first.

    Of the cells away from all clues only a few are considered: those with the fewest neighbours, and of these the ones
    nearest to the clues: they are most often a 0.
    """
    ranked = []
    for odds, cells in position.groups:
        if cells[0] in position.away:
            near = [(len(around[c]), sum([o in position.away for o in around[c]]), c) for c in cells]
            cells = [cell for _, _, cell in sorted(near)[:CANDIDATES_AWAY]]
        for cell in cells:
            share = min(shares.get(cell, 0.0), odds, 1 - odds)
            ranked.append((odds - share, -len(around[cell]), Candidate(cell, odds, share)))
    most = MARGIN + min([odds for odds, _ in position.groups])
    return [candidate for risk, _, candidate in sorted(ranked) if risk <= most][:CANDIDATES]


def _safety(position: Position, around: Around) -> float:
    """Return a value like the chance of surviving the next risky move; safe cells before it lower the risk."""
    least = min([odds for odds, _ in position.groups if odds > 0.0], default=1.0)
    if least == 1.0:
        return 1.0
    safe = _safe(position)
    if not safe:
        return 1.0 - least
    undecided = _undecided(position)
    return 1.0 - least * LED_NOWHERE ** sum([not undecided.isdisjoint(around[cell]) for cell in safe])


def _safe(position: Position) -> list[Lane]:
    return [cell for odds, cells in position.groups if odds == 0.0 for cell in cells]


def _undecided(position: Position) -> set[Lane]:
    return set().union(*[cells for odds, cells in position.groups if 0.0 < odds < 1.0])


def survives_two(position: Position, around: Around, opened: Lane) -> float:
    """Return a value like the chance of surviving the next two risks after `opened`, the first chosen well.

    If there are safe cells, one of them is opened first: the one that gives the most information.
    """
    undecided = _undecided(position)
    if not undecided:
        return 1.0
    safe = _safe(position)
    if not safe:
        return _survives_guess(position, around, opened)
    lane = max(safe, key=lambda cell: (sum([other in undecided for other in around[cell]]), -cell))
    return _mean(position, lane, around, opened)


def _survives_guess(position: Position, around: Around, opened: Lane) -> float:
    """Return the same if nothing is safe: the best of some of the safest cells that give information."""
    guesses = []
    for odds, cells in sorted(position.groups)[:NEXT_GUESSES]:
        guesses += [(odds, lane) for lane in _likeliest_to_tell(cells, position, around)]
    best = 0.0
    for odds, lane in guesses[:NEXT_GUESSES]:
        if 1 - odds <= best:
            break
        best = max(best, _mean(position, lane, around, opened, dead=0.0))
    return best or 1 - guesses[0][0]


def _likeliest_to_tell(cells: Sequence[Lane], position: Position, around: Around) -> Sequence[Lane]:
    """Return some cells of a group: those next to the most clues, or the one with the fewest neighbours."""
    if cells[0] in position.away:
        return [min(cells, key=lambda cell: len(around[cell]))]
    if len(cells) <= GUESSES_ALIKE:
        return cells
    boundary = _undecided(position) - position.away
    ranked = [(-len(boundary.intersection(around[c])), len(position.away.intersection(around[c])), c) for c in cells]
    return [cell for _, _, cell in sorted(ranked)[:GUESSES_ALIKE]]


def _mean(position: Position, lane: Lane, around: Around, opened: Lane, dead: float | None = None) -> float:
    """Return the chance of surviving both `lane` and the risk after it; `dead`, if given, if it tells nothing."""
    outcomes = position.outcomes(lane, [cell for cell in around[lane] if cell != opened])
    if dead is not None and len(outcomes) == 1:
        return dead
    return sum([after.placements / position.placements * _safety(after, around) for after in outcomes])
