"""Climb: a game played on a layout by some reasoning, without a guess, until it is won or stands still.

What the reasoning knows to be a mine gets a flag, so that it can build on it. A climb is kept position by position:
where the layout is then changed, everything before the first changed clue came into sight is as it was, and need not
be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from logicms.board import FLAG, HIDDEN, Board, Cell
from logicms.deduction import deduce
from logicms.explanation.easiest import Rung, easiest
from logicms.explanation.ladder import Rating, hardest
from logicms.explanation.techniques import Technique
from logicms.game import Game, Outcome
from logicms.limits import check_time

Reach = Callable[[Board], Mapping[Cell, bool]]
"""What some reasoning finds on a board whose flags are facts: for each cell whether it is a mine; nothing to end."""


@dataclass(frozen=True, slots=True)
class Climb:
    """The positions of a game, each the signs in reading order, from the first cell to where it was won or stood."""

    positions: tuple[str, ...]
    is_won: bool

    @property
    def end(self) -> str:
        return self.positions[-1]

    @property
    def number_open(self) -> int:
        return len(self.end) - self.end.count(HIDDEN) - self.end.count(FLAG)


def climb(layout: Board, reach: Reach, before: Sequence[str] = ()) -> Climb:
    """Play on from the last of the positions before, or from the layout's first cell.

    >>> layout = Game.from_layout(Board(("----", "--*-", "----"), first=Cell(0, 0))).layout
    >>> found = climb(layout, complete())
    >>> found.is_won, len(found.positions), found.number_open
    (True, 2, 11)
    """
    positions = list(before) or [_started(layout)]
    while True:
        game = Game(layout, positions[-1])
        if game.outcome is not None:
            return Climb(tuple(positions), game.outcome is Outcome.WON)
        found = reach(game.board)
        if not found:
            return Climb(tuple(positions), False)
        positions.append(_opened(game, found))


def unchanged(positions: Sequence[str], old: Board, new: Board) -> tuple[str, ...]:
    """Return the first positions, as many as are the same on another layout: no clue in sight is another one there."""
    changed = [place for place, (a, b) in enumerate(zip(old.signs, new.signs, strict=True)) if a != b]
    for number, signs in enumerate(positions):
        if any(signs[place] not in HIDDEN + FLAG for place in changed):
            return tuple(positions[:number])
    return tuple(positions)


def _started(layout: Board) -> str:
    assert layout.first is not None, "a climb starts at the first cell"
    return Game(layout, HIDDEN * len(layout.signs)).open(layout.first).signs


def _opened(game: Game, found: Mapping[Cell, bool]) -> str:
    width = game.plan.width
    signs = list(game.signs)
    for cell, is_mine in found.items():
        if is_mine:
            signs[cell.row * width + cell.col] = FLAG
    game = Game(game.plan, "".join(signs))
    for cell, is_mine in found.items():
        if not is_mine and game.sign(cell) == HIDDEN:
            game = game.open(cell)
    return game.signs


# -- by which reasoning


def complete() -> Reach:
    """Return the reasoning that misses nothing."""

    def reach(board: Board) -> Mapping[Cell, bool]:
        _check_time()
        found = deduce(board)
        return {cell: cell in found.mine for cell in sorted(found.safe | found.mine)}

    return reach


def by_techniques(most: Technique, total: bool = True) -> Reach:
    """Return the reasoning that always takes the easiest step, none harder than `most`, with the mine total or not."""

    def reach(board: Board) -> Mapping[Cell, bool]:
        _check_time()
        rung = easiest(board if total else replace(board, mines=None), most)
        return {} if rung is None else rung.certain

    return reach


def _check_time() -> None:
    """Look at the clock before each position: techniques count no steps, and a large board has many positions."""
    check_time()


@dataclass(frozen=True, slots=True)
class Judged:
    """Whether a layout is won without a guess by always taking the easiest step, and how hard the hardest was."""

    is_won: bool
    rating: Rating | None
    """None where nothing had to be deduced: the first cell opened all, or nothing was certain behind it."""


def judged(layout: Board) -> Judged:
    """Return how hard a layout is from its first cell on.

    >>> layout = Game.from_layout(Board(("----*-",), first=Cell(0, 0))).layout
    >>> judged(layout)
    Judged(is_won=True, rating=Rating(technique=<Technique.SINGLE: 'single'>, uses_mine_total=True))
    """
    rungs: list[Rung] = []

    def reach(board: Board) -> Mapping[Cell, bool]:
        _check_time()
        rung = easiest(board)
        rungs.extend([rung] if rung else [])
        return {} if rung is None else rung.certain

    is_won, rating = climb(layout, reach).is_won, hardest(rungs)
    if is_won and rating is not None and rating.uses_mine_total:
        is_needed = not climb(layout, by_techniques(rating.technique, total=False)).is_won
        rating = Rating(rating.technique, is_needed)
    return Judged(is_won, rating)
