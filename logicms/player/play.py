"""play: a player plays a game to its end. The only place that sees both the hidden layout and the visible board.

Many games share one setting: each has a seed, and they are played in one process or several.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import sqrt
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING

from logicms.board import CLUES, FLAG, HIDDEN, SAFE, Board, Cell, Grid
from logicms.errors import BoardError, counted
from logicms.game import Draw, Game, Outcome, Share, Start, drawn_under, layout_under
from logicms.guessing.policies import GameStart
from logicms.hints import Shown
from logicms.notation.hint_files import HintFile
from logicms.player.player import Move, Player, Reasoner

if TYPE_CHECKING:
    from multiprocessing.pool import Pool


@dataclass(frozen=True, slots=True)
class Played(Shown):
    """A game as it was played: its end, the moves that led there, and what it took."""

    game: Game
    moves: tuple[Move, ...]
    outcome: Outcome
    undecided: int
    """How many hidden cells were uncertain when the player got stuck; 0 in a game that ended."""
    seconds: float = field(default=0.0, compare=False)

    def __str__(self) -> str:
        took = f"{counted(len(self.moves), 'move')}, {counted(self.guesses, 'guess', 'guesses')}"
        return f"{self.game}\n{self.outcome} after {took}"

    def _repr_svg_(self) -> str:
        return self.game._repr_svg_()

    @property
    def opened(self) -> int:
        return sum(map(self.game.signs.count, CLUES))

    @property
    def hidden(self) -> int:
        return self.game.signs.count(HIDDEN) + self.game.signs.count(FLAG)

    @property
    def guesses(self) -> int:
        return sum(move.by == "guess" for move in self.moves)


def play(
    game: Game,
    player: Player,
    watch: Callable[[Game, Move], None] | None = None,
    reasoner: Reasoner | None = None,
    *,
    one_by_one: bool = False,
) -> Played:
    """Play on from `game` until it is won, lost, or the player is stuck; `reasoner` replaces that of the player.

    `watch` is called with the game and the move after every move.

    In a game of the course the player marks mines, too. With `one_by_one` it thinks again after every move, as in the
    course; the moves are the same, but perhaps not their order.

    >>> from logicms.board import Board, parse_cell
    >>> layout = Board(("---*", "----", "*---"), first=parse_cell("D3"))
    >>> played = play(Game.from_layout(layout), Player(guess="never"))
    >>> played.outcome, played.opened, [f"{move.cell} {move.by}" for move in played.moves]
    (<Outcome.WON: 'won'>, 10, ['D3 start', 'A1 deduction'])
    """
    if not isinstance(game, Game) or not isinstance(player, Player):
        raise BoardError("play takes a Game and a Player, such as Player(reason='complete', guess='best')")
    began = perf_counter()
    reasoner = reasoner or player.reasoner(marking=game.marking)
    moves: list[Move] = []
    turn: tuple[Move, ...]
    while game.outcome is None:
        if isinstance(game.plan, Draw):
            turn = (Move(first_cell(game.plan), "start", Fraction(0), GameStart(game.plan.start)),)
        else:
            turn = player.moves(game.board, reasoner, marking=game.marking)
        if not turn:
            break
        game = _make(game, turn[:1] if one_by_one else turn, moves, watch)
    undecided = 0
    if game.outcome is None:  # in a game of the course, all that is certain is marked
        undecided = (
            game.signs.count(HIDDEN) if game.marking else len(game.board.hidden) - len(reasoner(game.board).mine)
        )
    return Played(game, tuple(moves), game.outcome or Outcome.STUCK, undecided, perf_counter() - began)


def _make(game: Game, turn: Iterable[Move], made: list[Move], watch: Callable[[Game, Move], None] | None) -> Game:
    """Open and mark the cells of a turn until the game ends, except those that are already open."""
    for move in turn:
        if game.outcome is not None:
            break
        sign = game.sign(move.cell)
        if sign == FLAG:
            game = game.flag(move.cell)
        elif sign != HIDDEN:
            continue
        game = game.mark(move.cell) if move.verb == "mark" else game.open(move.cell)
        made.append(move)
        if watch is not None:
            watch(game, move)
    return game


def first_cell(draw: Draw) -> Cell:
    """Return where to start under a start rule: in the corner, as in the published tables, if the cell is just safe.

    If no cell around it is a mine either, a start further inside opens more: two cells from both edges, or three on a
    board as large as expert.

    >>> [str(first_cell(Draw(30, 16, 99, rule, seed=1))) for rule in ("safe", "zero")]
    ['A1', 'D4']
    """
    inward = 0 if draw.start != "zero" else 3 if draw.width * draw.height >= 400 else 2
    inside = Cell(min(inward, (draw.height - 1) // 2), min(inward, (draw.width - 1) // 2))
    return Cell(0, 0) if draw.refusal(inside) else inside


@dataclass(frozen=True, slots=True)
class Setting:
    """Which games are played: on a layout, or with random mines on a board of some size; and by which player."""

    width: int
    height: int
    mines: int
    start: Start = "safe"
    first: Cell | None = None
    initial_safe: int | Share | None = None
    layout: Board | None = None
    """If it is given, the size, the mines, the start rule and the grid are ignored."""
    player: Player = field(default_factory=Player)
    grid: Grid = "square"

    def game(self, seed: int) -> Game:
        """Return the game of this seed; the same seed gives the same game.

        >>> Setting(9, 9, 10).game(7) == Setting(9, 9, 10).game(7)
        True
        """
        rng = Random(seed)
        if self.player.rules is not None:
            return Game.under_rules(self._ruled(self.player.rules, rng))
        if self.layout is not None:
            first = self.first or self.layout.first
            game = Game.from_layout(replace(self.layout, first=first))
        else:
            game = Game.random(self.width, self.height, self.mines, rng, self.start, self.first, self.grid)
        return game if self.initial_safe is None else game.initial_safe(self.initial_safe, rng)

    def _ruled(self, rules: HintFile, rng: Random) -> Board:
        """Return a layout under other rules; a game there begins with one safe cell."""
        if self.layout is not None:
            first = self.first or self.layout.first or next(self.layout.where(CLUES + SAFE), None)
            return replace(layout_under(rules, self.layout, rng), first=first)
        draw = Draw(self.width, self.height, self.mines, "safe", 0, self.grid)
        return drawn_under(rules, draw, self.first or first_cell(draw), rng)

    def play(self, seed: int) -> Played:
        """Play the game of this seed."""
        return play(self.game(seed), self.player)


def play_many(setting: Setting, seeds: Iterable[int], workers: int = 1) -> Iterator[Played]:
    """Play the games of these seeds, and yield them in order, each as soon as possible.

    >>> [played.outcome.value for played in play_many(Setting(9, 9, 10, start="zero"), range(3))]
    ['won', 'won', 'won']
    """
    if workers <= 1:
        return map(setting.play, seeds)
    # The workers start here and not at the first game: a process with running threads should not be forked.
    from multiprocessing import get_context  # slow to load, and one game does not need it

    return _from_pool(get_context().Pool(workers, _leave_interrupts_to_the_parent), setting, seeds)


def _from_pool(pool: Pool, setting: Setting, seeds: Iterable[int]) -> Iterator[Played]:
    with pool:  # ends the workers, even if the last games are not taken
        yield from pool.imap(setting.play, seeds, chunksize=4)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # how the parent ends them


DEVIATIONS = 1.959964
"""95 % of a normal distribution lie within this many standard deviations of the mean."""


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (the Wilson score interval, which is also valid near 0 and 1).

    >>> [round(bound, 3) for bound in interval(41, 100)]
    [0.319, 0.508]
    """
    if games == 0:
        return 0.0, 1.0
    z, rate = DEVIATIONS, won / games
    centre = rate + z * z / (2 * games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # At 0 and 1 the ends are exact, without rounding errors.
    return (centre - reach) / whole if won else 0.0, (centre + reach) / whole if won < games else 1.0
