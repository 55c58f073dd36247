"""The game: levels, drawn layouts and the rules of play; the only room that holds mines."""

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
