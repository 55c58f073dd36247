"""Boards that need no guess, as Simon Tatham's Mines generates them, are won without one."""

from __future__ import annotations

import subprocess

from conftest import needs

from logicms.game import Game, Outcome
from logicms.notation.programs import parse_tatham
from logicms.player import Player, play

MINES = "/usr/games/sgt-mines"


@needs(MINES, "sgt-puzzles")
def test_every_generated_board_is_won_from_its_first_cell() -> None:
    command = [MINES, "--generate", "200", "30x16n99"]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.split()
    assert len(made) == 200
    for text in made:
        played = play(Game.from_layout(parse_tatham(text)), Player(guess="never"))
        assert played.outcome is Outcome.WON, text
        assert played.guesses == 0
