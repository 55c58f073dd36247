"""Climb: a game played on a layout by some reasoning, without a guess, until it is won or gets stuck; and *repair*.

Every mine that the reasoning finds gets a flag, so that it can build on it. A climb is kept position by position: when
the layout is changed later, everything before the first changed clue became visible is the same, and need not be played
again.

On a large board, a random layout can hardly ever be won without a guess. Drawing again and again would take forever,
but only a few places are wrong. So `repair` takes a clue where the game is stuck and moves its mines away, or others to
it, until all its undecided cells are mines or none is; if a wall of mines is in the way, it removes a mine from the
wall. Mines come from and go to cells that touch no clue while there are any: nothing has been deduced about them yet. A
change that gets no further than before is dropped. Moving mines where a game is stuck is an idea of Simon Tatham's
Mines; here every change is judged by playing on from the last position that it left as it was, so that the result is
won from its first cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, Board, Cell, neighbours_of, rows_of
from logicms.deduction import deduce
from logicms.explanation.next_step import Rating, Rung, easiest, hardest
from logicms.explanation.techniques import Technique
from logicms.game import Game, Outcome
from logicms.layout import with_clues
from logicms.limits import check_time

Reach = Callable[[Board], Mapping[Cell, bool]]
"""What some reasoning finds on a board whose flags are facts: for each cell whether it is a mine; empty if stuck."""

MOST_TRIES = 400
"""After this many useless changes in a row, a layout is abandoned."""


@dataclass(frozen=True, slots=True)
class Climb:
    """The positions of a game, each as its characters in reading order, until it was won or got stuck."""

    positions: tuple[str, ...]
    is_won: bool

    @property
    def end(self) -> str:
        return self.positions[-1]

    @property
    def number_open(self) -> int:
        return len(self.end) - self.end.count(HIDDEN) - self.end.count(FLAG)


def climb(layout: Board, reach: Reach, before: Sequence[str] = ()) -> Climb:
    """Play on from the last of the positions `before`, or from the layout's first cell.

    >>> layout = Game.from_layout(Board(("----", "--*-", "----"), first=Cell(0, 0))).layout
    >>> played = climb(layout, complete())
    >>> played.is_won, len(played.positions), played.number_open
    (True, 2, 11)
    """
    positions = list(before)
    if not positions:
        assert layout.first is not None, "a climb starts at the first cell"
        positions = [Game(layout, HIDDEN * len(layout.signs)).open(layout.first).signs]
    while True:
        game = Game(layout, positions[-1])
        if game.outcome is not None:
            return Climb(tuple(positions), game.outcome is Outcome.WON)
        check_time()  # techniques count no steps, and a large board has many positions
        certain = reach(game.board)
        if not certain:
            return Climb(tuple(positions), False)
        positions.append(play_certain(game, certain))


def play_certain(game: Game, certain: Mapping[Cell, bool]) -> str:
    """Return the position after every certain mine got a flag and every certainly safe cell was opened."""
    width = game.plan.width
    signs = list(game.signs)
    for cell, is_mine in certain.items():
        if is_mine:
            signs[cell.row * width + cell.col] = FLAG
    game = Game(game.plan, "".join(signs))
    for cell, is_mine in certain.items():
        if not is_mine and game.sign(cell) == HIDDEN:
            game = game.open(cell)
    return game.signs


def shared_positions(positions: Sequence[str], old: Board, new: Board) -> tuple[str, ...]:
    """Return the first positions of a game on `old` that a game on `new` shares: no visible clue differs."""
    # Reasoning sees visible clues only, so as long as none of them has changed, it has found the same.
    changed = [place for place, (a, b) in enumerate(zip(old.signs, new.signs, strict=True)) if a != b]
    for number, signs in enumerate(positions):
        if any(signs[place] not in HIDDEN + FLAG for place in changed):
            return tuple(positions[:number])
    return tuple(positions)


# -- by which reasoning


def complete() -> Reach:
    """Return the reasoning that finds everything."""

    def reach(board: Board) -> Mapping[Cell, bool]:
        deduction = deduce(board)
        return {cell: cell in deduction.mine for cell in sorted(deduction.safe | deduction.mine)}

    return reach


def by_techniques(most: Technique, total: bool = True) -> Reach:
    """Return the reasoning that always takes the easiest step, none harder than `most`, with the mine total or not."""

    def reach(board: Board) -> Mapping[Cell, bool]:
        rung = easiest(board if total else replace(board, mines=None), most)
        return {} if rung is None else rung.certain

    return reach


@dataclass(frozen=True, slots=True)
class LayoutRating:
    """Whether a layout is won without a guess by always taking the easiest step, and how hard the hardest was."""

    is_won: bool
    rating: Rating | None
    """None if nothing had to be deduced: the first cell opened everything, or nothing was certain after it."""


def rate_layout(layout: Board) -> LayoutRating:
    """Return how hard a layout is from its first cell.

    >>> layout = Game.from_layout(Board(("----*-",), first=Cell(0, 0))).layout
    >>> rate_layout(layout)
    LayoutRating(is_won=True, rating=Rating(technique=<Technique.SINGLE: 'single'>, uses_mine_total=True))
    """
    rungs: list[Rung] = []

    def reach(board: Board) -> Mapping[Cell, bool]:
        rung = easiest(board)
        rungs.extend([rung] if rung else [])
        return {} if rung is None else rung.certain

    is_won, rating = climb(layout, reach).is_won, hardest(rungs)
    if is_won and rating is not None and rating.uses_mine_total:
        is_needed = not climb(layout, by_techniques(rating.technique, total=False)).is_won
        rating = Rating(rating.technique, is_needed)
    return LayoutRating(is_won, rating)


# -- repair


def repair(layout: Board, free: Iterable[int], reach: Reach, rng: Random, spend: Callable[[], None]) -> Board | None:
    """Return a layout like this one that the reasoning wins from its first cell; None if none is found.

    The cells in `free` (as indexes) stay free of mines; `spend` is called before each layout is made and played.

    >>> drawn = Board(("01**", "013*", "0011"), mines=3, first=Cell(0, 0))
    >>> climb(drawn, complete()).end  # the last mine is at D2 or at D3
    '01FF013?001?'
    >>> repair(drawn, [0, 1, 4, 5], complete(), Random(1), lambda: None).rows
    ('002*', '003*', '002*')
    """
    spend()
    best, tries = climb(layout, reach), 0
    kept_free = frozenset(free)
    while not best.is_won:
        if tries == MOST_TRIES:
            return None
        tries += 1
        spend()
        mines = _move_mines(Standstill.of(layout, best), layout, kept_free, rng)
        if mines is None:
            continue
        signs = "".join([MINE if place in mines else SAFE for place in range(len(layout.signs))])
        new = replace(layout, rows=with_clues(rows_of(signs, layout.width), layout.grid))
        # Hill climbing: what opens as much is kept, too, so that a change may prepare the next.
        played = climb(new, reach, shared_positions(best.positions, layout, new))
        if played.is_won or played.number_open >= best.number_open:
            tries = tries if played.number_open == best.number_open else 0
            layout, best = new, played
    return layout


@dataclass(frozen=True, slots=True)
class Standstill:
    """Where a game is stuck, as indexes in reading order."""

    undecided: tuple[int, ...]
    clues: tuple[int, ...]
    """The clues that count undecided cells."""
    wall: tuple[int, ...]
    """The known mines next to undecided cells."""
    away: tuple[int, ...]
    """The undecided cells that touch no clue."""

    @classmethod
    def of(cls, layout: Board, stuck: Climb) -> Standstill:
        signs, around = stuck.end, neighbours_of(layout.width, layout.height, layout.grid)
        undecided = tuple([place for place, sign in enumerate(signs) if sign == HIDDEN])
        adjacent = sorted({other for place in undecided for other in around[place]})
        clues = tuple([place for place in adjacent if signs[place] in CLUES])
        counted = {other for place in clues for other in around[place]}
        return cls(
            undecided,
            clues,
            tuple([place for place in adjacent if signs[place] == FLAG]),
            tuple([place for place in undecided if place not in counted]),
        )


def _move_mines(stuck: Standstill, layout: Board, free: frozenset[int], rng: Random) -> frozenset[int] | None:
    """Return the mines after a change where the game is stuck, or None if the chosen change is impossible."""
    mines = frozenset(place for place, sign in enumerate(layout.signs) if sign == MINE)
    chosen = _choose_places(stuck, layout, rng)
    # The places become all mines or all safe, and as many cells elsewhere change the other way: the total stays.
    there = mines & chosen
    to_clear = bool(there) and (there == chosen or rng.random() < 0.5)
    change = sorted(there if to_clear else chosen - mines - free)
    pool: list[int] = []
    # Exchange with cells that touch no clue if there are enough, else with undecided ones, else with any.
    for places in (stuck.away, stuck.undecided, range(len(layout.signs))):
        pool = [p for p in places if p not in chosen and p not in free and (p in mines) is not to_clear]
        if len(pool) >= len(change):
            break
    if not change or len(pool) < len(change):
        return None
    others = rng.sample(pool, len(change))
    return mines.difference(change).union(others) if to_clear else mines.difference(others).union(change)


def _choose_places(stuck: Standstill, layout: Board, rng: Random) -> frozenset[int]:
    """Return the cells to make all mines or all safe: the undecided cells of a clue, or at times a mine of the wall."""
    if stuck.clues and not (stuck.wall and rng.random() < 0.2):
        around = neighbours_of(layout.width, layout.height, layout.grid)[rng.choice(stuck.clues)]
        return frozenset(around).intersection(stuck.undecided)
    return frozenset([rng.choice(stuck.wall or stuck.undecided)])
