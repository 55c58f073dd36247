"""play: a player plays a game to its end. The only place where hidden and visible meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from time import perf_counter

from logicms.board import CLUES, FLAG, HIDDEN, Cell
from logicms.game import Draw, Game, Outcome
from logicms.player.player import Move, Player, Reasoner

Watch = Callable[[Game, Move], None]
"""Called with the game and the move after every move."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it was played: its end, the moves that led there, and what it took."""

    game: Game
    moves: tuple[Move, ...]
    outcome: Outcome
    undecided: int
    """The hidden cells that the player, when stuck, was not certain of; 0 in a game that ended."""
    seconds: float = field(default=0.0, compare=False)

    @property
    def opened(self) -> int:
        return sum(map(self.game.signs.count, CLUES))

    @property
    def hidden(self) -> int:
        return self.game.signs.count(HIDDEN) + self.game.signs.count(FLAG)

    @property
    def guesses(self) -> int:
        return sum(move.by == "guess" for move in self.moves)


def play(game: Game, player: Player, watch: Watch | None = None, reasoner: Reasoner | None = None) -> Played:
    """Play on from `game` until it is won, lost, or the player is stuck; `reasoner` takes the place of the player's.

    >>> from logicms.board import Board, parse_cell
    >>> layout = Board(("---*", "----", "*---"), first=parse_cell("D3"))
    >>> played = play(Game.from_layout(layout), Player(guess="never"))
    >>> played.outcome, played.opened, [f"{move.cell} {move.by}" for move in played.moves]
    (<Outcome.WON: 'won'>, 10, ['D3 start', 'A1 deduction'])
    """
    began = perf_counter()
    reasoner = reasoner or player.reasoner()
    moves: list[Move] = []
    while game.outcome is None:
        turn = _start(game.plan) if isinstance(game.plan, Draw) else player.moves(game.board, reasoner)
        if not turn:
            break
        game = _make(game, turn, moves, watch)
    undecided = 0 if game.outcome else len(game.board.hidden) - len(reasoner(game.board).mine)
    return Played(game, tuple(moves), game.outcome or Outcome.STUCK, undecided, perf_counter() - began)


def _make(game: Game, turn: Iterable[Move], made: list[Move], watch: Watch | None) -> Game:
    """Open the turn's cells until the game ends, except those that an earlier one has opened already."""
    for move in turn:
        if game.outcome is not None:
            break
        sign = game.sign(move.cell)
        if sign == FLAG:
            game = game.flag(move.cell)
        elif sign != HIDDEN:
            continue
        game = game.open(move.cell)
        made.append(move)
        if watch is not None:
            watch(game, move)
    return game


def _start(draw: Draw) -> tuple[Move, ...]:
    """Return the first move of a game whose layout is drawn when it is made, so that its start rule holds there."""
    return (Move(first_cell(draw), "start", Fraction(0), f"the start rule {draw.start} makes it safe"),)


def first_cell(draw: Draw) -> Cell:
    """Return where to start under a start rule: the published tables say in the corner if the cell is just safe.

    Where nothing around the cell is a mine either, a start inside opens more: two cells in from both sides, or three
    on a board as large as expert's.

    >>> [str(first_cell(Draw(30, 16, 99, rule, seed=1))) for rule in ("safe", "zero")]
    ['A1', 'D4']
    """
    inward = 0 if draw.start != "zero" else 3 if draw.width * draw.height >= 400 else 2
    inside = Cell(min(inward, (draw.height - 1) // 2), min(inward, (draw.width - 1) // 2))
    return Cell(0, 0) if draw.refusal(inside) else inside
