"""Many games: one setting, a seed for each game, in one process or several; and how often they are won."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from multiprocessing import get_context
from multiprocessing.pool import Pool
from random import Random

from logicms.board import Board, Cell
from logicms.game import Game, Share, Start
from logicms.player.play import Played, play
from logicms.player.player import Player


@dataclass(frozen=True, slots=True)
class Setting:
    """Which games are played: on a layout, or with mines at random on a board of a size; and by which player."""

    width: int
    height: int
    mines: int
    start: Start = "safe"
    first: Cell | None = None
    initial_safe: int | Share | None = None
    layout: Board | None = None
    """If it is given, the size, the mines and the start rule do not count."""
    player: Player = field(default_factory=Player)

    def game(self, seed: int) -> Game:
        """Return the game of this seed; the same seed gives the same game.

        >>> Setting(9, 9, 10).game(7) == Setting(9, 9, 10).game(7)
        True
        """
        rng = Random(seed)
        if self.layout is not None:
            first = self.first or self.layout.first
            game = Game.from_layout(Board(self.layout.rows, self.layout.mines, self.layout.title, first))
        else:
            game = Game.random(self.width, self.height, self.mines, rng, self.start, self.first)
        return game if self.initial_safe is None else game.initial_safe(self.initial_safe, rng)

    def play(self, seed: int) -> Played:
        """Play the game of this seed."""
        return play(self.game(seed), self.player)


def play_many(setting: Setting, seeds: Iterable[int], workers: int = 1) -> Iterator[Played]:
    """Play the games of these seeds, and yield them in that order, each as soon as possible.

    >>> [played.outcome.value for played in play_many(Setting(9, 9, 10, start="zero"), range(3))]
    ['won', 'won', 'won']
    """
    if workers <= 1:
        return map(setting.play, seeds)
    # The workers start here and not at the first game: a process should not be forked once threads run in it.
    return _from_pool(get_context().Pool(workers, _leave_interrupts_to_the_parent), setting, seeds)


def _from_pool(pool: Pool, setting: Setting, seeds: Iterable[int]) -> Iterator[Played]:
    with pool:  # ends the workers, even if nobody takes the last games
        yield from pool.imap(setting.play, seeds, chunksize=4)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


DEVIATIONS = 1.959964
"""This many standard deviations to either side of the mean hold 95 % of a normal distribution."""


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate (Wilson's score interval, which also holds near 0 and 1).

    >>> [round(bound, 3) for bound in interval(41, 100)]
    [0.319, 0.508]
    """
    if games == 0:
        return 0.0, 1.0
    z, rate = DEVIATIONS, won / games
    centre = rate + z * z / (2 * games)
    reach = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    whole = 1 + z * z / games
    # The ends are exact where rounding errors would make them nearly so.
    return (centre - reach) / whole if won else 0.0, (centre + reach) / whole if won < games else 1.0
