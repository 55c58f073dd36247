"""The game: layouts, levels and the rules of play; the only room that holds mines."""

from logicms.game.layout import Draw, Start
from logicms.game.levels import LEVELS, Level, Share, number_of_initial_safe
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
