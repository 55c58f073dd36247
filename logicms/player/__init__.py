"""The player: reasons on what can be seen, and plays whole games."""

from logicms.player.play import Played, Setting, interval, play, play_many
from logicms.player.player import Move, Player, Reasoner

__all__ = ["Move", "Played", "Player", "Reasoner", "Setting", "interval", "play", "play_many"]
