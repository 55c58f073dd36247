"""The game: levels, random layouts and the rules of play; the only package that knows where the mines are."""

from logicms.game.draw import LEVELS, Draw, Level, Share, Start, number_of_initial_safe
from logicms.game.rules import Game, Outcome, random_hint_board

__all__ = [
    "LEVELS",
    "Draw",
    "Game",
    "Level",
    "Outcome",
    "Share",
    "Start",
    "number_of_initial_safe",
    "random_hint_board",
]
