"""Transcripts: a game as text, read and written; what is wrong with one is named by its place."""

from __future__ import annotations

from random import Random

import pytest

from logicms.board import Board, Cell
from logicms.errors import BoardSyntaxError
from logicms.game import Game
from logicms.notation.transcripts import Transcript, Turn, format_transcript, parse_transcript

WHOLE = """\
size: 4x3
mines: 1
grid: hex
start: zero
seed: 7
first: A1
no-guess: yes
undone: 2
seconds: 34

0001
001*
0011

open A1
flag D2 tip
open D1 deduction
open D3 guess 1/8
"""


def test_what_is_written_is_read() -> None:
    game = parse_transcript(WHOLE)
    assert game.size == (4, 3) and game.mines == 1 and game.grid == "hex" and game.first == Cell(0, 0)
    assert (game.start, game.seed, game.no_guess, game.undone, game.seconds) == ("zero", 7, True, 2, 34)
    assert game.layout is not None and game.layout.first == Cell(0, 0) and game.layout.grid == "hex"
    assert game.moves[1:] == (
        Turn("flag D2", "tip"),
        Turn("open D1", "deduction"),
        Turn("open D3", "guess", "1/8"),
    )
    assert format_transcript(game) == WHOLE


def test_any_game_is_read_as_it_was_written() -> None:
    rng = Random(7)
    for _ in range(200):
        width, height = rng.randint(1, 9), rng.randint(1, 9)
        mines = rng.randint(0, width * height // 2)
        drawn = Game.random(width, height, mines, rng, "none").layout if rng.random() < 0.7 else None
        cells = Board(("?" * width,) * height).cells
        moves = tuple(
            Turn(
                f"{rng.choice(['open', 'flag', 'chord', 'mark', 'safe'])} {rng.choice(cells)}",
                rng.choice(["player", "tip", "start", "deduction", "guess"]),
                rng.choice([None, "0", "1/8"]),
            )
            for _ in range(rng.randint(0, 9))
        )
        game = Transcript(
            moves,
            size=(width, height),
            mines=mines,
            start=rng.choice([None, "safe", "zero", "none"]),
            seed=rng.choice([None, rng.getrandbits(63)]),
            layout=drawn,
            no_guess=rng.random() < 0.5,
            undone=rng.randrange(3),
            seconds=rng.randrange(3),
        )
        assert parse_transcript(format_transcript(game)) == game


@pytest.mark.parametrize(
    "text, line, column, message",
    [
        ("", 1, 1, "no moves"),
        ("size: 3x3", 1, 10, "the game has no mines"),
        ("mines: 1\nopen A1", 2, 8, "the game has no size"),
        ("size: 3x3\nmines: ten", 2, 8, "expected mines: 10"),
        ("size: 3x3\nsize: 3x3", 2, 1, "the key size appears twice"),
        ("size: 3000x3000\nmines: 1", 1, 7, "a board has 1 to 4,000,000 cells"),
        ("size: 3x3\nmines: 1\nseeds: 1", 3, 1, "'seeds' is not a key"),
        ("size: 3x3\nmines: 1\ngrid: round", 3, 7, "expected grid: square"),
        ("size: 3x1\nmines: 1\n*1?", 3, 1, "a move is open"),
        ("size: 3x1\nmines: 1\n*1", 3, 1, "this row has 2 cells"),
        ("size: 3x1\nmines: 1\n*10\n000", 4, 1, "the layout has 2 rows"),
        ("size: 3x1\nmines: 2\n*10", 3, 1, "the layout has 1 mines, and not 2"),
        ("size: 3x1\nmines: 1\nfirst: D1\n*10", 4, 1, "the first cell D1 is not on a board of 3x1"),
        ("size: 3x1\nmines: 1\nopen A1\nseed: 7", 4, 1, "stand above the layout"),
        ("size: 3x1\nmines: 1\nopen A1\n*10", 4, 1, "the layout stands above the moves"),
        ("open A1\nopen B1  somebody", 2, 10, "who made a move is player"),
        ("open A1\nopen B1 guess 12%", 2, 15, "odds are a fraction"),
        ("open A1\nopen 1B", 2, 6, "1B"),
        ("open A1 guess 1/8 more", 1, 1, "a move is open"),
    ],
)
def test_a_mistake_is_named_by_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(BoardSyntaxError) as raised:
        parse_transcript(text)
    assert message in raised.value.message
    assert (raised.value.line, raised.value.column) == (line, column)
