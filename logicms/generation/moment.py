"""Moment: the moment of a game at which a technique is needed, as an ordinary position on file.

A game is played on a random layout by the easiest step each time, and every mine that is found gets a flag. The first
position whose easiest step is of the wanted kind is the result. Where nothing is certain, one more safe cell is opened,
next to an open one: a guess that went well. Nothing is asked of the rest of the game, so that hard moments are found on
boards of any size, while a layout that is won without a guess and has such a moment may be rare.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random, SystemRandom

from logicms.board import CLUES, HIDDEN, MINE, Board, Cell, Grid
from logicms.errors import LimitReached
from logicms.explanation.next_step import Rating, easiest
from logicms.explanation.techniques import Technique
from logicms.game import Game, Start
from logicms.generation.climb import play_certain
from logicms.generation.generator import EFFORT, Account, acceptable_ratings, checked_first, make_draw, not_found
from logicms.limits import check_time


@dataclass(frozen=True, slots=True)
class Position:
    """A position, the layout that it is a position of, and what its easiest step needs."""

    board: Board
    """What a player sees: known mines have flags, and the mine total is stated."""
    layout: Board
    rating: Rating


def position(
    width: int = 9,
    height: int = 9,
    mines: int = 10,
    *,
    rng: Random | None = None,
    start: Start | None = None,
    first: Cell | None = None,
    technique: Technique | str | None = None,
    mine_total: bool | None = None,
    ratings: Iterable[int] | None = None,
    effort: int = EFFORT,
    grid: Grid = "square",
) -> Position:
    """Return a position whose easiest step is by the technique, and does or does not need the mine total.

    The parameters are those of `generate`; `LimitReached` is raised if there is none in `effort` games.

    >>> found = position(6, 6, 8, rng=Random(7), technique="difference")
    >>> print(*found.board.rows, sep="\\n")
    1F2F??
    1122??
    0001??
    1101??
    F311??
    ??????
    """
    rng = rng or SystemRandom()
    accepted = acceptable_ratings(technique, mine_total, ratings)
    draw = make_draw(width, height, mines, start or "zero", rng, grid, strict=start is not None)
    at = checked_first(draw, first)
    account = Account(effort)
    try:
        while True:
            account.spend()
            if (found := _moment(draw.layout(at), accepted, rng)) is not None:
                return found
            draw = replace(draw, seed=rng.getrandbits(128))
    except LimitReached as limit:
        raise not_found("position", draw, at, limit) from None


def _moment(layout: Board, accepted: frozenset[Rating], rng: Random) -> Position | None:
    """Return the first position of a game on this layout whose easiest step has an acceptable rating."""
    assert layout.first is not None, "a game starts at the first cell"
    if layout[layout.first] == MINE:
        return None
    game = Game(layout, HIDDEN * len(layout.signs)).open(layout.first)
    while game.outcome is None:
        check_time()
        rung = easiest(game.board)
        if rung is None:
            game = game.open(_lucky_guess(game, rng))
            continue
        rating = Rating(rung.technique, rung.uses_mine_total)
        if rating in accepted:
            return Position(replace(game.board, first=None), layout, rating)
        game = Game(layout, play_certain(game, rung.certain))
    return None


def _lucky_guess(game: Game, rng: Random) -> Cell:
    """Return a safe cell that is hidden, next to an open one if there is any."""
    board = game.board
    safe = [cell for cell in board.where(HIDDEN) if game.layout[cell] != MINE]
    near = [cell for cell in safe if any(board[other] in CLUES for other in board.neighbours(cell))]
    return rng.choice(near or safe)
