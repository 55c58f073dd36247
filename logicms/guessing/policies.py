"""What to open when nothing is certain: the cell, its risk, its reason. `player` asks here last.

A *policy* is one of these: `never` (do not guess: the game is stuck), `degree` (the cell with the most clues around it,
the heuristic of the logic course), `safest` (the lowest probability of a mine, ties by degree, then by the information
the cell may give), `best` (the cell that wins the game most often, as far as can be seen). `best` tries in this order:

1. A region that no other cell can say anything about, and whose number of mines is the same in all its placements, is a
   game of its own: it costs the same now or later, so it is left out of everything, and comes last.
2. If there are few placements in the rest, every possible course is considered (`best_play`), and no guess is better.
3. Otherwise a score decides, like the chance of surviving this guess and the next one or two (`look_ahead`); the risk
   of an unavoidable coin flip (`flips`) does not count, and a cell that may open more counts a little more.

On a grid that is not of squares nothing is looked ahead: `best` is the safest cell there. The reason of a guess is a
value. An `Outlook` says of each cell what opening it may bring.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple, get_args

from logicms.board import CLUES, SAFE, Board, Cell, Flags, as_cell, neighbours_of
from logicms.deduction import odds
from logicms.deduction.boundary import BoardBoundary, Lane, boundary, cell_at, lane_of, ones
from logicms.errors import BoardError, LimitReached, expect, unknown_word
from logicms.guessing.lookahead import best_play, look_ahead, most_telling, survives_next
from logicms.guessing.position import Around, Position, position, position_left
from logicms.hints import Shown
from logicms.limits import check_time, limit
from logicms.problem import Problem, Tells

Policy = Literal["never", "degree", "safest", "best"]

# -- a guess, and why it is that cell


class _Reason(Shown):
    """Why a cell is opened or marked: a value, put into words by `render.answers` once it is shown."""

    __slots__ = ()

    def __str__(self) -> str:
        from logicms.render.answers import reason_text

        return reason_text(self)  # type: ignore[arg-type]  # each reason is one of Why


@dataclass(frozen=True, slots=True)
class CertainlySafe(_Reason):
    """Not a guess at all: the cell is safe in every placement."""


@dataclass(frozen=True, slots=True)
class CertainlyMine(_Reason):
    """Not a guess either, and nothing to open: the cell is a mine in every placement."""


@dataclass(frozen=True, slots=True)
class GameStart(_Reason):
    """The game starts here."""

    rule: str = ""
    """The start rule that makes the cell safe, if there is one."""


@dataclass(frozen=True, slots=True)
class CoinFlip:
    """A chance that a cell and some `others` are two or four cells that no clue will ever tell apart."""

    chance: Fraction
    others: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PlayedOut(_Reason):
    """Every possible course was considered, and the best play begins here."""

    won: Fraction
    """The share of the placements that it wins."""
    aside: tuple[Cell, ...] = ()
    """Cells that were left out of this: they tell nothing about the others, nor these about them."""


@dataclass(frozen=True, slots=True)
class LookedAhead(_Reason):
    """The next guesses were considered too, and this cell has the best score."""

    survival: Fraction
    """The chance that this cell is safe, and so is the safest cell then, if a safe cell is left at all."""
    further: int
    """How many of the next guesses were considered: 1 or 2."""
    clear: Fraction = Fraction(0)
    """The chance that the cell and every uncertain cell around it are safe; 0 if there is none around it."""
    flip: CoinFlip | None = None


@dataclass(frozen=True, slots=True)
class NothingToLearn(_Reason):
    """What the cell would show is known before, as for every cell that was considered."""

    flip: CoinFlip | None = None


@dataclass(frozen=True, slots=True)
class LeastRisk(_Reason):
    """No cell is safer; of equally safe cells this one has the most clues around it."""

    odds: Fraction
    alike: int = 1
    """How many cells are equally safe, this one included."""
    clues: int = 0
    """How many clues are around it, if that was considered."""


@dataclass(frozen=True, slots=True)
class NotLookedAhead(_Reason):
    """No cell is safer; the next guesses were not considered."""

    limit: str
    """Why not: a limit was reached, or the grid does not allow it."""


@dataclass(frozen=True, slots=True)
class MostClues(_Reason):
    """No cell has more clues around it."""

    clues: int
    limit: str = ""
    """Why the odds are not known, if they are not."""


WhyGuess = CertainlySafe | PlayedOut | LookedAhead | NothingToLearn | LeastRisk | NotLookedAhead | MostClues
Why = WhyGuess | CertainlyMine | GameStart


@dataclass(frozen=True, slots=True)
class Guess(Shown):
    """A cell to open, the odds of a mine there, and why this one."""

    cell: Cell
    odds: Fraction | None
    """None if they could not be computed within the limit; the reason then says so."""
    why: WhyGuess

    def __str__(self) -> str:
        from logicms.render.answers import guess_text

        return guess_text(self)

    @property
    def reason(self) -> str:
        """Why this cell, in words."""
        return str(self.why)


# -- the choice


MOST_COMPARED = 8
"""Of cells with equal odds and degree, `safest` looks ahead for this many; that wins one more game in a hundred."""

FEW = 2000
"""At most this many placements are played out; over thousands of expert games, playing out more won no more games."""

STEPS = 200_000
"""The most work on that: a quarter of a second. Counted, not timed, so that the same board gives the same guess."""


def guess(
    problem: Problem | Board | Tells,
    policy: Policy = "best",
    mines: Iterable[Cell | str] = (),
    *,
    flags: Flags = "ignore",
) -> Guess | None:
    """Return the cell to open on a board where nothing is certain, or None if there is none, or under `never`.

    Flags are read as hidden cells, unless `flags` says otherwise: a player who must guess may have set them wrongly.
    `mines` are cells known to be mines, which are never opened.

    >>> chosen = guess(Board(("1?", "??", "??"), mines=2), "safest")
    >>> str(chosen.cell), chosen.odds, chosen.reason
    ('B1', Fraction(1, 3), 'lowest probability of a mine, 1/3; of 3 such cells it has the most clues around it, 1')
    """
    if policy not in get_args(Policy):
        raise unknown_word(policy, get_args(Policy), "a way to guess")
    problem = Problem.of(problem, flags=flags)
    board = problem.board or problem.written
    if board is None:
        raise BoardError("a guess needs a board: this hint file says more than a board can")
    expect(mines, Iterable, "the cells that are known to be mines")
    known = frozenset(map(as_cell, mines))
    cells = [cell for cell in board.hidden if cell not in known]
    if policy == "never" or not cells:
        return None
    try:
        if policy == "best" and problem.board is not None:  # under other rules, nothing is looked ahead
            return best(board)
        mine = odds(problem).mine
    except LimitReached as reached:
        return _by_degree(problem, board, cells, {}, str(reached))
    if policy == "degree":
        return _by_degree(problem, board, cells, mine)
    least = min(mine[cell] for cell in cells)
    return _safest(problem, board, [cell for cell in cells if mine[cell] == least], least)


# -- by degree, and the safest


def _by_degree(
    problem: Problem, board: Board, cells: list[Cell], mine: Mapping[Cell, Fraction], limit: str = ""
) -> Guess:
    """Return the cell of the highest degree in the constraint graph."""
    (cell, *_), degree = _most_clues(board, cells, problem.graph.degree.__getitem__)
    return Guess(cell, mine.get(cell), MostClues(degree, limit))


def _safest(problem: Problem, board: Board, cells: list[Cell], least: Fraction) -> Guess:
    """Return the guess among cells that are equally safe."""
    if len(cells) == 1:
        return Guess(cells[0], least, LeastRisk(least))
    # The same numbers as the degrees in the graph, without making the graph: a game needs them often.
    around, signs, width = neighbours_of(board.width, board.height, board.grid), board.signs, board.width
    degrees = {cell: sum([signs[i] in CLUES for i in around[cell.row * width + cell.col]]) for cell in cells}
    alike, degree = _most_clues(board, cells, degrees.__getitem__)
    cell = _most_telling(problem.square_board, alike[:MOST_COMPARED])
    return Guess(cell, least, LeastRisk(least, len(cells), degree))


def _most_clues(board: Board, cells: Collection[Cell], degree: Callable[[Cell], int]) -> tuple[list[Cell], int]:
    """Return the cells with the most clues around them, and how many; those with the fewest neighbours first.

    Few neighbours are more often all safe, and then the cell opens more: on expert boards that wins one game in a
    hundred more than taking the first such cell in reading order.
    """
    around, width = neighbours_of(board.width, board.height, board.grid), board.width
    most = max(map(degree, cells))
    alike = [cell for cell in cells if degree(cell) == most]
    return sorted(alike, key=lambda cell: (len(around[cell.row * width + cell.col]), cell)), most


def _most_telling(board: Board | None, cells: list[Cell]) -> Cell:
    """Return the one of equal cells after which the next move is safest, the first of several.

    It takes a board of squares to look so far: None stands for another grid, or other rules.
    """
    if len(cells) == 1 or board is None:
        return cells[0]
    try:
        undecided, around = position(board)
        lane = most_telling(undecided, around, [lane_of(cell, board.width) for cell in cells])
    except LimitReached:
        return cells[0]
    return cells[0] if lane is None else cell_at(lane, board.width)


# -- the best


def best(board: Board) -> Guess | None:
    """Return the best guess on a board, or None if every hidden cell is a mine. Flags are ignored.

    >>> chosen = best(Board(("1?", "??", "??"), mines=2))
    >>> str(chosen.cell), chosen.odds, chosen.reason
    ('A3', Fraction(1, 2), 'the best play opens it first and wins in 1/3 of the placements (33 %)')
    """
    if board.grid != "square":
        return _best_elsewhere(board)
    left = boundary(board)
    if left is not None and 1 in left.safe:
        return Guess(left.cells[left.safe.index(1)], Fraction(0), CertainlySafe())
    undecided, around = position_left(left)
    if not around:
        return None
    lane, why = _choose(board, undecided, around)
    return Guess(cell_at(lane, board.width), undecided.mine(lane), why)


def _best_elsewhere(board: Board) -> Guess | None:
    """Return the same on a grid that is not of squares: the safest cell, since nothing is looked ahead there."""
    mine = odds(board, flags="ignore").mine
    least = min(mine.values(), default=Fraction(1))
    if least == 1:
        return None
    chosen = _safest(Problem.of(board), board, [cell for cell, each in mine.items() if each == least], least)
    return Guess(chosen.cell, least, NotLookedAhead("that takes a grid of squares") if least else CertainlySafe())


def _choose(board: Board, undecided: Position, around: Around) -> tuple[Lane, WhyGuess]:
    """Return the best cell of a position, and why."""
    for group in undecided.groups:
        if group.odds == 0.0:
            return min(group.cells), CertainlySafe()
    rest = _without_games_of_their_own(undecided, around)
    if rest.mines is not None and rest.placements <= FEW:
        try:
            with limit(steps=STEPS):
                play = best_play(rest, around)
        except LimitReached:
            pass
        else:
            aside = around.keys() - {cell for group in rest.groups for cell in group.cells}
            return play.lane, PlayedOut(Fraction(play.won, play.placements), _cells(board, aside))
    own = {cell: around[cell] for group in rest.groups for cell in group.cells}
    try:
        ahead = look_ahead(rest, own, shares(board, rest, own))
    except LimitReached as reached:
        return min(min(rest.groups).cells), NotLookedAhead(str(reached))
    flip = likeliest_flip(board, undecided, around, ahead.lane)
    if not ahead.score:
        return ahead.lane, NothingToLearn(flip)
    near = around[ahead.lane]
    clear = Fraction(undecided.placements_with(set(), {ahead.lane, *near}) if near else 0, undecided.placements)
    return ahead.lane, LookedAhead(survives_next(undecided, around, ahead.lane), ahead.further, clear, flip)


def _cells(board: Board, lanes: Iterable[Lane]) -> tuple[Cell, ...]:
    return tuple(sorted(cell_at(lane, board.width) for lane in lanes))


def _without_games_of_their_own(undecided: Position, around: Around) -> Position:
    """Return the position without the regions that are games of their own, or the smallest of them if all are."""
    regions = [
        [part for part in undecided.parts if not part.cells.isdisjoint(cells)] for cells in _regions(undecided, around)
    ]
    alone = [parts for parts in regions if all(len(part.counted.ways) == 1 for part in parts)]
    if undecided.away or len(alone) < len(regions):
        left_out = [part for parts in alone for part in parts]
    else:
        smallest = min(alone, key=lambda parts: (len(parts), min(parts[0].cells)))
        left_out = [part for part in undecided.parts if part not in smallest]
    if not left_out:
        return undecided
    mines = None if undecided.mines is None else undecided.mines - sum([part.counted.fewest for part in left_out])
    return Position([part for part in undecided.parts if part not in left_out], undecided.away, mines)


def _regions(undecided: Position, around: Around) -> list[set[Lane]]:
    """Return the sets of cells that touch no cell away from the clues, and no component beyond their own."""
    regions = []
    todo = set(around)
    parts = {cell: part.cells for part in undecided.parts for cell in part.cells}
    while todo:
        region: set[Lane] = set()  # closed under being next to each other, and under being in one component
        spread = [min(todo)]
        while spread:
            cell = spread.pop()
            if cell not in region:
                region.add(cell)
                spread += around[cell]
                spread += parts.get(cell, ())
        todo -= region
        if not region & undecided.away:
            regions.append(region)
    return regions


# -- coin flips that no later move can avoid: how much of each cell's risk is unavoidable
#
# Two cells side by side, one of them a mine: a clue that touches both cannot tell which. Only the cells that touch just
# one of them could, those beyond either end; if all of these are mines, they are never opened, and half of such games
# are lost however they are played. The same holds for four cells in a box, two of them mines that touch at their
# corners, a and d or b and c: only the four cells beyond the box's corners touch one of them alone:
#
#     * . . *                                              * . . *
#     * a b *     a pair, and the six cells beyond         . a b .     a box, and the four cells beyond
#     * . . *                                              . c d .
#                                                          * . . *
#
# So a placement with such a *flip* in it is won half of the time, and losing in it costs half of what it seems. The
# *share* of a cell is the share of placements in which it is a mine of a flip, or a mine that makes one, added up over
# all flips: that part of its risk has to be taken sooner or later. Placements with several flips count several times,
# so a share is good for comparing; `likeliest_flip` has a probability.

MOST_TO_COME = 2
"""Flips that need more than this many uncertain mines around them are too rare to look for."""


class Flip(NamedTuple):
    """Mines and safe cells that could be swapped if all cells `beyond` are mines."""

    mines: tuple[Lane, ...]
    safe: tuple[Lane, ...]
    beyond: tuple[Lane, ...]


def shares(board: Board, position: Position, around: Around) -> dict[Lane, float]:
    """Return for each cell of a flip the share of placements in which its risk is unavoidable.

    >>> from logicms.guessing.position import position
    >>> board = Board(("??", "11"), mines=1)
    >>> shares(board, *position(board))
    {0: 0.5, 1: 0.5}
    """
    share: dict[Lane, float] = {}
    counted: dict[tuple[object, ...], int] = {}
    for flip in flips(board, around):
        mines, safe = {*flip.mines, *flip.beyond}, {*flip.safe}
        # For cells away from all clues only their number matters.
        kind = (len(mines), len(safe)) if mines | safe <= position.away else flip
        if kind not in counted:
            counted[kind] = position.placements_with(mines, safe)
        for lane in mines | safe if counted[kind] else ():
            share[lane] = share.get(lane, 0.0) + counted[kind] / position.placements
    return share


def likeliest_flip(board: Board, position: Position, around: Around, lane: Lane) -> CoinFlip | None:
    """Return the flip that a cell is most probably in, with its chance either way round; None if it is in none.

    >>> from logicms.guessing.position import position
    >>> board = Board(("??", "11"), mines=1)
    >>> likeliest_flip(board, *position(board), 0)
    CoinFlip(chance=Fraction(1, 1), others=(Cell(row=0, col=1),))
    """
    most, likeliest = 0, None
    for flip in flips(board, around):
        if lane in flip.mines + flip.safe:
            ways = position.placements_with({*flip.mines, *flip.beyond}, {*flip.safe})
            if ways > most:
                most, likeliest = ways, flip
    if likeliest is None:
        return None
    others = {*likeliest.mines, *likeliest.safe} - {lane}
    return CoinFlip(Fraction(2 * most, position.placements), _cells(board, others))


def flips(board: Board, around: Around) -> Iterator[Flip]:
    """Yield the flips that are still possible, with the cells beyond that are not yet certain mines.

    No cell is certainly safe: it would be opened first, and might decide the flip.
    """
    telling = {lane_of(cell, board.width) for cell in board.where(CLUES + SAFE)}
    row = lane_of(Cell(1, 0), board.width)
    for cell in around:
        for mines, safe, beyond in _flips_at(cell, row):
            if all([lane in around for lane in mines + safe]) and telling.isdisjoint(beyond):
                # The rest of those beyond are certain mines, or beyond the edge of the board.
                to_come = tuple([lane for lane in beyond if lane in around])
                if len(to_come) <= MOST_TO_COME:
                    yield Flip(mines, safe, to_come)


def _flips_at(cell: Lane, row: int) -> Sequence[Flip]:
    """Return the flips whose first cell this is: with the cell to its right, with the one below, in a box with both.

    `row` is the number of lanes from a cell to the one below it.
    """
    right, below, across = cell + 1, cell + row, cell + row + 1
    ends = (cell - 1 - row, cell - 1, cell - 1 + row, right + 1 - row, right + 1, right + 1 + row)
    top_and_bottom = (cell - row - 1, cell - row, cell - row + 1, below + row - 1, below + row, below + row + 1)
    corners = (cell - row - 1, right - row + 1, below + row - 1, across + row + 1)
    return (
        Flip((cell,), (right,), ends),
        Flip((cell,), (below,), top_and_bottom),
        Flip((cell, across), (right, below), corners),
    )


# -- what opening each cell may bring, on boards of squares; all of it is exact
#
# A cell *opens a zero* if it is safe and so is everything around it. It is *dead* if it shows the same number in every
# placement in which it is safe: the number tells nothing. A *coin flip* is two cells, or four in a box, that nothing
# can tell apart any more: half of the placements have it one way, half the other. The chance of winning is known if all
# possible courses can be considered.


@dataclass(frozen=True, slots=True)
class Outlook:
    """What can be expected of a board."""

    zero: Mapping[Cell, Fraction] = field(default_factory=dict, hash=False)
    """The chance that a hidden cell is safe and shows 0, for the cells for which it was computed."""
    dead: tuple[Cell, ...] = ()
    """The uncertain cells whose number would tell nothing."""
    flips: tuple[tuple[Cell, ...], ...] = ()
    """The coin flips that cannot be avoided any more."""
    win: Fraction | None = None
    """The chance of winning by the best play, None if it is not known."""


def outlook(board: Board) -> Outlook:
    """Return what opening each cell of a consistent board may bring; flags are ignored.

    >>> found = outlook(Board(("1??", "???"), mines=1))
    >>> {str(cell): str(chance) for cell, chance in found.zero.items()}
    {'B1': '0', 'C1': '1/3', 'A2': '0', 'B2': '0', 'C2': '1/3'}
    >>> found = outlook(Board(("??", "11"), mines=1))
    >>> [list(map(str, cells)) for cells in found.flips], list(map(str, found.dead)), found.win
    ([['A1', 'B1']], ['A1', 'B1'], Fraction(1, 2))
    """
    left = boundary(board.with_flags("ignore"))
    undecided, around = position_left(left)
    assert left is not None
    looked = _Prospects(board, left, undecided, around)
    return Outlook(looked.zeros(), tuple(looked.dead()), tuple(looked.flips()), looked.win())


class _Prospects:
    def __init__(self, board: Board, left: BoardBoundary, undecided: Position, around: Around) -> None:
        self.board, self.undecided, self.around = board, undecided, around
        self.by_lane = {lane_of(cell, board.width): cell for cell in board.cells}
        self.hidden = ones(left.hidden)
        decided = set(ones(left.safe))
        shown = {lane_of(cell, board.width) for cell in board.known_mines}
        self.mines = (set(self.hidden) - decided - around.keys()) | shown
        self.safe = decided.union(*[group.cells for group in undecided.groups if group.odds == 0.0])

    def _around(self, lane: Lane) -> list[Lane]:
        cell = self.by_lane[lane]
        return [lane_of(other, self.board.width) for other in self.board.neighbours(cell)]

    def zeros(self) -> dict[Cell, Fraction]:
        """Return the chance of a 0 for each hidden cell, as far as the time allows."""
        chances: dict[Cell, Fraction] = {}
        known: dict[object, Fraction] = {}
        try:
            for lane in self.hidden:
                check_time()
                near = [lane, *self._around(lane)]
                if not self.mines.isdisjoint(near):
                    chances[self.by_lane[lane]] = Fraction(0)
                    continue
                fixed = frozenset(each for each in near if each in self.around)
                # Of cells away from all clues, only their number matters.
                kind = len(fixed) if fixed <= self.undecided.away else fixed
                if kind not in known:
                    safe = self.undecided.placements_with(set(), set(fixed))
                    known[kind] = Fraction(safe, self.undecided.placements)
                chances[self.by_lane[lane]] = known[kind]
        except LimitReached:
            pass
        return chances

    def dead(self) -> Iterator[Cell]:
        """Yield the uncertain cells that show the same in every placement in which they are safe."""
        known: dict[object, bool] = {}
        try:
            for lane, near in self.around.items():
                if lane in self.safe:
                    continue
                check_time()
                # A lane is a number too, so the number of neighbours is not alone in its key.
                is_away = self.undecided.away.issuperset((lane, *near))
                kind = (None, len(near)) if is_away else (lane, 0)
                if kind not in known:
                    known[kind] = len(self.undecided.outcomes(lane, near)) < 2
                if known[kind]:
                    yield self.by_lane[lane]
        except LimitReached:
            return

    def flips(self) -> Iterator[tuple[Cell, ...]]:
        """Yield the pairs and boxes that are a coin flip in every placement."""
        for flip in flips(self.board, self.around) if self.around and not self.safe else ():
            if not flip.beyond:
                ways = self.undecided.placements_with(set(flip.mines), set(flip.safe))
                if 2 * ways == self.undecided.placements:  # the other half has mines and safe cells swapped
                    yield tuple(sorted(cell_at(lane, self.board.width) for lane in (*flip.mines, *flip.safe)))

    def win(self) -> Fraction | None:
        """Return the chance of winning, if nothing is safe and every course can be considered."""
        if not self.around:
            return Fraction(1)
        if self.safe or self.undecided.mines is None or self.undecided.placements > FEW:
            return None
        try:
            with limit(steps=STEPS):
                play = best_play(self.undecided, self.around)
        except LimitReached:
            return None
        return Fraction(play.won, play.placements)
