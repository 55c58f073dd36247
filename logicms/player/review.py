"""Review: which cells of a game were opened without being certain, and whether that was necessary.

An opening is *certain* if the cell was safe in every placement, a *guess* if no cell was, and *unneeded* if another
cell was certain but this one was not. The first opening of a game is its *start*. Only the board counts, not luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from logicms.board import CLUES, Board, Cell, parse_cell
from logicms.deduction import deduce, odds
from logicms.errors import IllegalMove, LimitReached
from logicms.game import Draw, Game

Kind = Literal["start", "certain", "guess", "unneeded"]


@dataclass(frozen=True, slots=True)
class Opening:
    """The judgement on opening a cell."""

    kind: Kind
    odds: Fraction | None = None
    """The odds of a mine at the cell, if they are known."""
    least: Fraction | None = None
    """The odds of a mine at the safest cell."""
    better: tuple[Cell, ...] = ()
    """The cells that were certainly safe, if this one was not; in reading order."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed move, the game after it, and the judgement if it opened a cell."""

    verb: str
    cell: Cell
    game: Game
    opening: Opening | None = None


def judge_opening(board: Board, cell: Cell) -> Opening:
    """Return the judgement on opening `cell` on `board`; flags are ignored.

    >>> opening = judge_opening(Board(("????", "1221")), Cell(0, 1))
    >>> opening.kind, [str(cell) for cell in opening.better]
    ('unneeded', ['A1', 'D1'])
    """
    board = board.with_flags("ignore")
    if not any(sign in CLUES for sign in board.signs):
        return Opening("start")
    safe = deduce(board).safe | set(board.known_safe)
    if cell in safe:
        return Opening("certain", Fraction(0), Fraction(0))
    try:
        mine = odds(board).mine
    except LimitReached:
        mine = {}
    if safe:
        return Opening("unneeded", mine.get(cell), Fraction(0), tuple(sorted(safe)))
    return Opening("guess", mine.get(cell), min(mine.values(), default=None))


def replay(game: Game, moves: Iterable[str]) -> Iterator[Replayed]:
    """Make these moves, written as in `Game.transcript`, and yield each once it is made.

    If the moves give safe cells themselves, those that the game began with are not given twice.

    >>> game = Game.from_layout(Board(("*-", "--")))
    >>> [(str(one.cell), one.opening and one.opening.kind) for one in replay(game, ["open B2", "flag A1", "open A2"])]
    [('B2', 'start'), ('A1', None), ('A2', 'guess')]
    """
    moves = list(moves)
    if any(text.startswith("safe") for text in moves):
        game = Game.from_layout(game.layout)
    for number, text in enumerate(moves, 1):
        verb, name = text.split()
        cell = parse_cell(name)
        before = game
        try:
            game = game.move(text)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}, {text}: {error}") from None
        opening = None
        if verb == "open" and isinstance(before.plan, Draw):  # the start rule makes it safe
            opening = Opening("start", Fraction(0), Fraction(0))
        elif verb == "open":
            opening = judge_opening(before.board, cell)
        yield Replayed(verb, cell, game, opening)
