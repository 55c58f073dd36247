"""Trials that are games: the course's, which begin with safe cells and end without a guess, and those that guess.

The course counts a game as won when every cell is *marked*, mines too. A game of ours ends when every safe cell is
open; it counts as won here only if the player is then certain of every mine as well.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from time import thread_time
from typing import Any

from logicms.board import Board
from logicms.deduction import Deduction
from logicms.experiments.declaration import Results
from logicms.experiments.declaration import Setting as Values
from logicms.game import LEVELS, Outcome
from logicms.player import Played, Player, Setting, play

COURSE_RESULTS = ("outcome", "left", "seconds")
GUESSING_RESULTS = ("outcome", "guesses", "seconds")


@dataclass(frozen=True, slots=True)
class WithoutTotal(Player):
    """A player that does not use the mine total."""

    def certain(self, board: Board) -> Deduction:
        return Player.certain(self, replace(board, mines=None))


def size_of(text: str) -> tuple[int, int]:
    """Return the width and the height of a size.

    >>> size_of("30x16")
    (30, 16)
    """
    width, _, height = text.partition("x")
    return int(width), int(height)


def course_game(values: Values, seed: int) -> Results:
    """Play a game of (size, mines, initial safe cells, total) without a guess.

    >>> course_game(("9x9", 10, 9, "yes"), 1)[:2]
    ('won', '0')
    """
    size, mines, safe, total = values
    player = (Player if total == "yes" else WithoutTotal)(guess="never")
    setting = Setting(*size_of(str(size)), int(mines), "none", initial_safe=int(safe), player=player)
    played, seconds = timed(setting, seed, player)
    return *marked(played, player), seconds


def marked(played: Played, player: Player) -> tuple[str, str]:
    """Return the outcome as the course counts it, and how many cells were left without a mark."""
    if played.outcome is Outcome.LOST:
        return played.outcome.value, "0"
    board = played.game.board
    left = len(board.hidden) - len(player.certain(board).mine)
    return (Outcome.STUCK if left else Outcome.WON).value, str(left)


def guessing_game(values: Values, seed: int) -> Results:
    """Play a game of (level, start, guess) to its end, with the mine total."""
    level, start, guess = values
    size, policy, rule = LEVELS[str(level)], _any(guess), _any(start)
    player = Player(guess=policy)
    played, seconds = timed(Setting(size.width, size.height, size.mines, rule, player=player), seed, player)
    return played.outcome.value, str(played.guesses), seconds


def timed(setting: Setting, seed: int, player: Player) -> tuple[Played, str]:
    """Play the game of a seed; return it with its CPU time, which other work on the machine changes little."""
    game = setting.game(seed)
    began = thread_time()
    played = play(game, player)
    return played, f"{thread_time() - began:.6f}"


def _any(value: object) -> Any:
    """A setting's values are text or numbers; which texts are allowed is checked where they are used."""
    return value
