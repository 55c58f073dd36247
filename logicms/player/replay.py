"""Replay: a game is played again from its transcript, and every opening is judged as it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from logicms.board import Cell, parse_cell
from logicms.errors import IllegalMove
from logicms.game import Draw, Game
from logicms.player.review import Judged, judged

_START = Judged("start", Fraction(0), Fraction(0))
"""The first move of a game that is drawn then: its start rule makes it safe."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """One move that was made again, the game after it, and, of an opening, what there is to say of it."""

    verb: str
    cell: Cell
    game: Game
    judged: Judged | None = None


def replay(game: Game, moves: Iterable[str]) -> Iterator[Replayed]:
    """Make these moves, written as in `Game.transcript`, and yield each once it was made.

    Where they give safe cells themselves, those that the game began with are not given a second time.

    >>> from logicms.board import Board
    >>> game = Game.from_layout(Board(("*-", "--")))
    >>> [(str(one.cell), one.judged and one.judged.kind) for one in replay(game, ["open B2", "flag A1", "open A2"])]
    [('B2', 'start'), ('A1', None), ('A2', 'guess')]
    """
    moves = list(moves)
    if any(text.startswith("safe") for text in moves):
        game = Game.from_layout(game.layout)
    for number, text in enumerate(moves, 1):
        verb, cell = text.split()
        place = parse_cell(cell)
        before = game
        try:
            game = game.move(text)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}, {text}: {error}") from None
        verdict = None
        if verb == "open":
            verdict = _START if isinstance(before.plan, Draw) else judged(before.board, place)
        yield Replayed(verb, place, game, verdict)
