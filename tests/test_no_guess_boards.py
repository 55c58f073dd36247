"""Boards that need no guess, as Simon Tatham's Mines generates them, are won without one."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from logicms.game import Game, Outcome
from logicms.notation.tatham import parse_tatham
from logicms.player import Player, play

MINES = shutil.which("sgt-mines") or shutil.which("/usr/games/sgt-mines")


@pytest.mark.skipif(MINES is None, reason="sgt-mines (Debian: sgt-puzzles) is not installed")
def test_every_generated_board_is_won_from_its_first_cell() -> None:
    command = [str(MINES), "--generate", "200", "30x16n99"]
    made = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout.split()
    assert len(made) == 200
    for text in made:
        played = play(Game.from_layout(parse_tatham(text)), Player(guess="never"))
        assert played.outcome is Outcome.WON, text
        assert played.guesses == 0
