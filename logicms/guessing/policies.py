"""What to open when nothing is certain: the cell, its risk, its reason. `player` asks here last.

A *policy* is one of these: `never` (do not guess: the game is stuck), `degree` (the cell with the most clues around it,
the heuristic of the logic course), `safest` (the lowest probability of a mine, ties by degree, then by the information
the cell may give), `best` (the cell that wins the game most often, as far as can be seen). `best` tries in this order:

1. A region that no other cell can say anything about, and whose number of mines is the same in all its placements, is a
   game of its own: it costs the same now or later, so it is left out of everything, and comes last.
2. If there are few placements in the rest, every possible course is considered (`endgame`), and no guess is better.
3. Otherwise a score decides, like the chance of surviving this guess and the next one or two (`lookahead`); the risk of
   an unavoidable coin flip (`flips`) does not count, and a cell that may open more counts a little more.

On a grid that is not of squares nothing is looked ahead: `best` is the safest cell there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from typing import Literal, Protocol, get_args

from logicms.board import CLUES, Board, Cell, Flags, as_cell, neighbours_of
from logicms.deduction import odds
from logicms.deduction.boundary import Lane, boundary, cell_at, lane_of
from logicms.errors import BoardError, LimitReached, expect, unknown_word
from logicms.guessing.endgame import solve
from logicms.guessing.flips import likeliest, shares
from logicms.guessing.lookahead import look_ahead, most_telling, survives_next
from logicms.guessing.position import Around, Position, position, position_left
from logicms.guessing.reasons import (
    CertainlySafe,
    CoinFlip,
    Guess,
    LeastRisk,
    LookedAhead,
    MostClues,
    NothingToLearn,
    NotLookedAhead,
    PlayedOut,
    Why,
)
from logicms.limits import limit
from logicms.problem import Problem, Tells

Policy = Literal["never", "degree", "safest", "best"]


class Degrees(Protocol):
    """How many clues each cell has around it."""

    def __getitem__(self, cell: Cell, /) -> int: ...


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
    (cell, *_), degree = _most_clues(board, cells, problem.graph.degree)
    return Guess(cell, mine.get(cell), MostClues(degree, limit))


def _safest(problem: Problem, board: Board, cells: list[Cell], least: Fraction) -> Guess:
    """Return the guess among cells that are equally safe."""
    if len(cells) == 1:
        return Guess(cells[0], least, LeastRisk(least))
    # The same numbers as the degrees in the graph, without making the graph: a game needs them often.
    around, signs, width = neighbours_of(board.width, board.height, board.grid), board.signs, board.width
    degrees = {cell: sum([signs[i] in CLUES for i in around[cell.row * width + cell.col]]) for cell in cells}
    alike, degree = _most_clues(board, cells, degrees)
    cell = _most_telling(problem.square_board, alike[:MOST_COMPARED])
    return Guess(cell, least, LeastRisk(least, len(cells), degree))


def _most_clues(board: Board, cells: Collection[Cell], degrees: Degrees) -> tuple[list[Cell], int]:
    """Return the cells with the most clues around them, and how many; those with the fewest neighbours first.

    Few neighbours are more often all safe, and then the cell opens more: on expert boards that wins one game in a
    hundred more than taking the first such cell in reading order.
    """
    around, width = neighbours_of(board.width, board.height, board.grid), board.width
    most = max(degrees[cell] for cell in cells)
    alike = [cell for cell in cells if degrees[cell] == most]
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


def _choose(board: Board, undecided: Position, around: Around) -> tuple[Lane, Why]:
    """Return the best cell of a position, and why."""
    for group in undecided.groups:
        if group.odds == 0.0:
            return min(group.cells), CertainlySafe()
    rest = _without_games_of_their_own(undecided, around)
    if rest.mines is not None and rest.placements <= FEW:
        try:
            with limit(steps=STEPS):
                play = solve(rest, around)
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
    flip = _coin_flip(board, undecided, around, ahead.lane)
    if not ahead.score:
        return ahead.lane, NothingToLearn(flip)
    near = around[ahead.lane]
    clear = Fraction(undecided.placements_with(set(), {ahead.lane, *near}) if near else 0, undecided.placements)
    return ahead.lane, LookedAhead(survives_next(undecided, around, ahead.lane), ahead.further, clear, flip)


def _coin_flip(board: Board, undecided: Position, around: Around, lane: Lane) -> CoinFlip | None:
    if (found := likeliest(board, undecided, around, lane)) is None or not found[1]:
        return None
    flip, chance = found
    return CoinFlip(chance, _cells(board, {*flip.mines, *flip.safe} - {lane}))


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
        region: set[Lane] = set()
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
