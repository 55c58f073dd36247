"""Watching a game: the board after each move; in a terminal in place, and so many moves a second."""

from __future__ import annotations

import sys
from time import sleep

import click

from logicms.cli.frame import Options
from logicms.game import Game
from logicms.render.text import board_text


def show_move(game: Game, text: str, speed: float, options: Options) -> None:
    """Show the board after a move, and what there is to say of the move."""
    live = sys.stdout.isatty()
    if live:
        click.clear()
    click.echo(board_text(game.board, ascii=options.ascii, paint=options.paint()))
    click.echo(f"{text}\n")
    if live:
        sleep(1 / speed)
