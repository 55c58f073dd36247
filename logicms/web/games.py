"""Games over HTTP: new ones, moves, looking back. The rules are in `game`; the store keeps what decides a game.

All of it runs in one thread, which owns the store: so moves come one after another, and none is lost or made twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random, SystemRandom
from typing import Literal, ParamSpec, TypedDict, TypeVar

from logicms.answers.answer import Answer
from logicms.board import CLUES, FLAG, HIDDEN, Board, Cell, parse_cell
from logicms.errors import BoardError, IllegalMove
from logicms.game import Draw, Game, Outcome
from logicms.notation.boards import format_board
from logicms.player.play import first_cell
from logicms.record import Record, shown
from logicms.web.bodies import GameBody, OpenedBody, ReviewBody
from logicms.web.problems import Refusal
from logicms.web.requests import Limits
from logicms.web.store import By, Store, StoredGame, StoredMove

_P = ParamSpec("_P")
_T = TypeVar("_T")


def game_of(stored: StoredGame) -> Game:
    """Return the game that the store decides.

    >>> stored = StoredGame("g1", Draw(3, 3, 1, "zero", 7), None, True, (StoredMove("open A1"),))
    >>> game_of(stored).board.rows[0]
    '000'
    """
    game = _start_of(stored)
    for made in stored.moves:
        game = game.move(made.move)
    return game


def _start_of(stored: StoredGame) -> Game:
    if stored.layout is not None:
        return Game.from_layout(stored.layout)
    draw = stored.draw
    drawn = stored.first is not None or draw.start == "none"
    return Game(draw.layout(stored.first) if drawn else draw, HIDDEN * (draw.width * draw.height))


@dataclass(frozen=True, slots=True)
class GameMove(Record):
    """A move that was made: a cell was opened, or a flag set or taken off."""

    open: str | None = shown("The cell that was opened.", default=None, omit=True)
    flag: str | None = shown("The cell whose flag was set or taken off.", default=None, omit=True)
    by: By = shown("Who made it: the player, or logicms at the start, by logic or by a guess.", default="player")
    odds: str | None = shown("Of a guess: the probability of a mine there.", default=None, omit=True)

    @classmethod
    def of(cls, made: StoredMove) -> GameMove:
        if made.verb == "open":
            return cls(open=made.cell, by=made.by, odds=made.odds)
        return cls(flag=made.cell, by=made.by, odds=made.odds)


@dataclass(frozen=True, slots=True)
class GameAnswer(Answer):
    """What a player may know of a game."""

    id: str = shown("The name of the game, part of its address.")
    board: str = shown("What the player sees, as text.")
    outcome: Literal["won", "lost"] | None = shown("How it ended; null: it has not.")
    seeded: bool = shown("Whether the client chose the seed, so that it may know the layout.")
    layout_seen: bool = shown("Whether the game was over once, so that its layout has been shown.")
    undone: int = shown("How many moves were taken back.")
    moves: tuple[GameMove, ...] = shown("The moves in order.")
    layout: str | None = shown("Where the mines are; only once the game is over.", default=None, omit=True)

    @classmethod
    def of(cls, stored: StoredGame) -> GameAnswer:
        game = game_of(stored)
        outcome = game.outcome
        return cls(
            stored.id,
            format_board(game.board),
            None if outcome is None else "won" if outcome is Outcome.WON else "lost",
            stored.seeded,
            stored.layout_seen,
            stored.undone,
            tuple(map(GameMove.of, stored.moves)),
            None if outcome is None else format_board(game.layout),
        )


class ProposedMove(TypedDict):
    """A move that a worker proposes, as JSON (`answers.play.ProposedMove`)."""

    open: str
    by: By
    odds: str | None


class Games:
    """The games of a service; `run` does something with them in their thread."""

    def __init__(self, path: str, limits: Limits) -> None:
        self._limits = limits
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="games")
        self._store = self._thread.submit(Store, path).result()

    def close(self) -> None:
        self._thread.submit(self._store.close).result()
        self._thread.shutdown()

    async def run(self, work: Callable[_P, _T], *args: _P.args, **options: _P.kwargs) -> _T:
        """Return what a method of this object returns, called in the games' thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **options))

    # -- called in the thread

    def clear(self) -> int:
        """Forget old games."""
        return self._store.clear(self._limits.game_days, self._limits.games)

    def new(self, body: GameBody, layout: Board | None = None) -> GameAnswer:
        """Begin a game, on a layout where one was generated; without a seed the system's randomness decides."""
        if body.width * body.height > self._limits.cells:
            size = f"{body.width}x{body.height}"
            raise Refusal.of("too-large", f"{size} is too large; a board has at most {self._limits.cells:,} cells")
        rng = SystemRandom() if body.seed is None else Random(body.seed)
        draw = Draw(body.width, body.height, body.mines, body.start, rng.getrandbits(128))
        first = None if body.first is None else parse_cell(body.first)
        if first is not None and (refusal := _refusal(draw, first)):
            raise BoardError(refusal)
        stored = StoredGame(secrets.token_urlsafe(16), draw, first, body.seed is not None, layout=layout)
        self._store.add(stored)
        return GameAnswer.of(stored)

    def state(self, id: str) -> GameAnswer:
        return GameAnswer.of(self._stored(id))

    def move(self, id: str, made: StoredMove, number: int | None = None) -> GameAnswer:
        """Make a move; with `number`, only if this many moves were made before."""
        stored = self._stored(id)
        if number not in (None, len(stored.moves)):
            raise Refusal.of("conflict", "another move was made before this one was found")
        if len(stored.moves) >= self._limits.moves:
            raise IllegalMove(f"a game has at most {self._limits.moves:,} moves")
        game = game_of(stored).move(made.move)
        self._store.append(id, len(stored.moves), made, ends=game.outcome is not None)
        return self.state(id)

    def undo(self, id: str) -> GameAnswer:
        stored = self._stored(id)
        if not stored.moves:
            raise IllegalMove("there is no move to take back")
        self._store.take_back(id, len(stored.moves) - 1)
        return self.state(id)

    def to_move_on(self, id: str) -> tuple[int, Board | StoredMove]:
        """Return how many moves were made, and the board for logicms to move on, or its first move."""
        stored = self._stored(id)
        game = game_of(stored)
        if outcome := game.outcome:
            raise IllegalMove(f"the game is {outcome.value}")
        if isinstance(game.plan, Draw):
            cell = first_cell(game.plan)
            # A flag there is in the way of opening: it is taken off first.
            return len(stored.moves), StoredMove(f"{'flag' if game.sign(cell) == FLAG else 'open'} {cell}", "start")
        return len(stored.moves), game.board

    @staticmethod
    def choose(board: Board, moves: Sequence[ProposedMove]) -> StoredMove:
        """Return which of the moves that logicms would make is made: an opening, or a wrong flag taken off."""
        if not moves:
            raise IllegalMove("there is nothing left to open")
        move = next((move for move in moves if board[parse_cell(move["open"])] == HIDDEN), moves[0])
        flagged = board[parse_cell(move["open"])] == FLAG
        return StoredMove(f"{'flag' if flagged else 'open'} {move['open']}", move["by"], move["odds"])

    def opened(self, id: str) -> ReviewBody:
        """Return every cell that was opened in a game, with the board as it was before."""
        stored, opened = self._stored(id), []
        game = _start_of(stored)
        for made in stored.moves:
            if made.verb == "open" and game.sign(parse_cell(made.cell)) not in CLUES:
                opened.append(OpenedBody(open=made.cell, board=format_board(game.board)))
            game = game.move(made.move)
        return ReviewBody(opened=opened)

    def _stored(self, id: str) -> StoredGame:
        if (stored := self._store.game(id)) is None:
            raise Refusal.of("not-found", "there is no game with this id; games that are not used are cleared")
        return stored


def _refusal(draw: Draw, first: Cell) -> str | None:
    if first.row >= draw.height or first.col >= draw.width:
        return f"the first cell {first} is not on a board of {draw.width}x{draw.height}"
    return draw.refusal(first)
