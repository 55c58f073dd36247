"""A position where nothing is certain -> the cell to open: exactly, or by looking some moves ahead.

*Few placements left*: every possible course of the game is considered. A set of placements is one integer, a bit for
each. For every cell there is the set in which it is a mine, and the sets in which it is safe and shows 0, 1, 2 …: to
open a cell is to intersect. What a player knows is the set of placements that are still possible, *alive*; cells that
are safe in all of them are opened at no risk and divide the set by what they show. So the set that is alive determines
everything that follows, and its value, the number of its placements that the best play wins, is cached by set. Two
things keep the tree small. A cell that would show the same in all placements alive is *dead*: it can be left to the
end, and if all cells are dead nothing more is learnt, so that only one placement can be won. And opening a cell wins at
most the placements in which it is safe: the safest cells are tried first, and the rest rarely need a trial.

*Too many to play them all out*: for each cell that is nearly as safe as the safest, and for each number that it may
show, the position after it is counted. There, either some cell is certainly safe, or the next guess is also a risk:
that of its safest cell. A *score* like the chance of surviving this move and the next (*secondary safety*) is what the
candidates are compared by. It separates the cells that open the board from those that only postpone the same question.
A score is no probability: an unavoidable part of the risk is forgiven, and a safe cell that may be of no help counts
less than one. What people are told is exact instead: `survives_next`. If several cells are close by that measure, they
are compared one risk further ahead: `survives_two`. A little is added there for the chance that the cell is *clear*,
with no more mines around it: that helps beyond the risks considered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import NamedTuple

from logicms.deduction.boundary import Lane, LaneClue
from logicms.errors import LimitReached
from logicms.guessing.position import Around, Position
from logicms.limits import spend

# -- few placements left: every course of the game

_MOST_ON_THE_WAY = 50
"""Intermediate results of the enumeration may have this many times as many placements as the final one."""

_BITS_A_STEP = 2048
"""An operation on up to this many placements costs as much as on one."""

Alive = int
"""A set of placements, a bit for each."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """The best cell of an endgame, and how many of its placements the best play wins."""

    lane: Lane
    won: int
    placements: int


def best_play(position: Position, around: Around) -> BestPlay:
    """Return the best cell of a position where nothing is certain, or raise `LimitReached`.

    >>> from logicms.board import Board
    >>> from logicms.guessing.position import position
    >>> best_play(*position(Board(("?1", "??"), mines=1)))
    BestPlay(lane=0, won=1, placements=3)
    """
    cells = sorted(cell for group in position.groups for cell in group.cells)
    tree = GameTree(cells, list(placements(position, cells)), around)
    lane, won = tree.best()
    return BestPlay(lane, won, position.placements)


def placements(position: Position, cells: Sequence[Lane]) -> Iterator[int]:
    """Yield every placement of a position as an integer with a bit for each mine, the bits in the order of `cells`."""
    # Invariant: `by_mines` has every placement of the parts so far; the cells away take the mines that are left over.
    assert position.mines is not None
    bit = {cell: 1 << number for number, cell in enumerate(cells)}
    most = _MOST_ON_THE_WAY * position.placements
    by_mines: dict[int, list[int]] = {0: [0]}  # the placements of the parts so far, by their number of mines
    for part in position.parts:
        # The groups are in the order in which counting eliminates them. Each clue comes when the last of its groups is
        # reached, so that few placements are made that a later clue refuses.
        order = {cell: number for number, group in enumerate(part.groups) for cell in group}
        clues = sorted(part.clues, key=lambda clue: max([order[cell] for cell in clue[1]]))
        new: dict[int, list[int]] = {}
        for mask in _masks(clues, bit, most):
            for mines, masks in by_mines.items():
                new.setdefault(mines + mask.bit_count(), []).extend([mask | other for other in masks])
        by_mines = new
    away = [bit[cell] for cell in cells if cell in position.away]
    for mines, masks in by_mines.items():
        if mines <= position.mines:
            for some in combinations(away, position.mines - mines):
                yield from [sum(some) | mask for mask in masks]


def _masks(clues: Iterable[LaneClue], bit: dict[Lane, int], most: int) -> list[int]:
    """Return the placements of one component: each clue in turn fills those of its cells that are new."""
    masks, seen = [0], 0  # every placement of the cells seen so far that meets the clues so far
    for need, cells in clues:
        new = [bit[cell] for cell in cells if not bit[cell] & seen]
        old = sum([bit[cell] for cell in cells]) & seen
        ways = [[sum(some) for some in combinations(new, mines)] for mines in range(len(new) + 1)]
        masks = [
            mask | way
            for mask in masks
            if 0 <= (left := need - (mask & old).bit_count()) <= len(new)
            for way in ways[left]
        ]
        if len(masks) > most:
            raise LimitReached("too many intermediate placements")
        seen |= sum(new)
    return masks


class GameTree:
    """Every possible course from a set of placements, with the value of each set that was reached."""

    def __init__(self, cells: Sequence[Lane], masks: Sequence[int], around: Around) -> None:
        self.cells = cells
        self.all = (1 << len(masks)) - 1
        self.cost = 1 + len(masks) // _BITS_A_STEP
        # The placements are the rows of a table of bits, and a cell's set of placements is its column: all rows in one
        # string, every len(cells)-th character of it is one column. The first cell's bit is a row's last character.
        text = "".join([format(mask, f"0{len(cells)}b") for mask in masks])
        self.mine: list[Alive] = [int(text[len(cells) - 1 - i :: len(cells)], 2) for i in range(len(cells))]
        number = {cell: i for i, cell in enumerate(cells)}
        self.shown = [self._by_number(i, [number[other] for other in around[cell]]) for i, cell in enumerate(cells)]
        self.known: dict[Alive, tuple[int, bool]] = {}

    def _by_number(self, cell: int, around: Iterable[int]) -> list[Alive]:
        """Return the sets of placements in which the cell is safe and shows the same number."""
        by_value = {0: self.all & ~self.mine[cell]}
        for other in around:
            new: dict[int, Alive] = {}
            for value, alive in by_value.items():
                for more, some in ((0, alive & ~self.mine[other]), (1, alive & self.mine[other])):
                    if some:
                        new[value + more] = new.get(value + more, 0) | some
            by_value = new
        return list(by_value.values())

    def best(self) -> tuple[Lane, int]:
        """Return the best cell and the value of the whole; if all cells are dead, the safest."""
        undecided = list(range(len(self.cells)))
        trials = self._trials(self.all, undecided)
        best, won = -trials[0][1], 1
        for safe, cell in trials:
            if safe <= won:
                break
            value = self._value_of_opening(self.all, -cell, undecided, won)
            if value > won:
                best, won = -cell, value
        return self.cells[best], won

    def value(self, alive: Alive, undecided: Sequence[int], least: int) -> int:
        """Return the number of placements alive that the best play wins, or a bound if that is not above `least`."""
        if not alive & (alive - 1):  # one placement: everything is known
            return 1
        # Branch and bound: what is remembered is exact, or a bound from above that was not above an earlier `least`. A
        # bound answers again where it is not above this `least` either.
        if alive in self.known:
            value, is_exact = self.known[alive]
            if is_exact or value <= least:
                return value
        spend(len(undecided) * self.cost)
        free = [cell for cell in undecided if not alive & self.mine[cell]]
        left = [cell for cell in undecided if (some := alive & self.mine[cell]) and some != alive]
        parts = self._part(alive, free)
        value = self._sum(parts, left, least) if len(parts) > 1 else self._value_of_guess(alive, left, least)
        self.known[alive] = value, value > least
        return value

    def _part(self, alive: Alive, free: Iterable[int]) -> list[Alive]:
        """Return the sets that remain once these cells, safe in all placements alive, have been opened."""
        parts = [alive]
        for cell in free:
            shown = self.shown[cell]
            if len(shown) > 1:
                parts = [some for part in parts for value in shown if (some := part & value)]
        return parts

    def _value_of_guess(self, alive: Alive, undecided: Sequence[int], least: int) -> int:
        """Return the value where nothing is safe: that of the best cell to open, or a bound not above `least`."""
        best = 1  # if every cell is dead, one placement can be won
        # What opening a cell wins is at most the placements in which it is safe: after the first that is too few for
        # `best`, no later one can be better.
        trials = self._trials(alive, undecided)
        if trials[0][0] <= least:
            return trials[0][0]
        for safe, cell in trials:
            if safe <= max(best, least):
                break
            best = max(best, self._value_of_opening(alive, -cell, undecided, max(best, least)))
        return max(best, least)

    def _trials(self, alive: Alive, undecided: Iterable[int]) -> list[tuple[int, int]]:
        """Return pairs of the number of placements in which a cell is safe and the cell, negated: the safest first."""
        return sorted([((alive & ~self.mine[cell]).bit_count(), -cell) for cell in undecided], reverse=True)

    def _value_of_opening(self, alive: Alive, cell: int, undecided: Sequence[int], least: int) -> int:
        """Return what opening the cell wins, or a bound that is not above `least`; 0 if the cell is dead."""
        parts = [some for value in self.shown[cell] if (some := alive & value)]
        return self._sum(parts, undecided, least) if len(parts) > 1 else 0

    def _sum(self, parts: list[Alive], undecided: Sequence[int], least: int) -> int:
        """Return the sum of the parts' values, or a bound of it that is not above `least`.

        The bound starts as if all placements were won, and comes down part by part, the largest first.
        """
        sizes = sorted([(part.bit_count(), part) for part in parts], reverse=True)
        bound = sum([size for size, _ in sizes])
        for size, part in sizes:
            if bound <= least or size == 1:
                break
            bound += self.value(part, undecided, least - bound + size) - size
        return bound


# -- too many placements: some moves ahead

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


def look_ahead(position: Position, around: Around, shares: Mapping[Lane, float]) -> Ahead:
    """Return the cell that looks best, in a position where nothing is certain.

    `shares` say how much of each cell's risk is unavoidable (`policies.shares`).

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


def candidates(position: Position, around: Around, shares: Mapping[Lane, float]) -> list[Candidate]:
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
