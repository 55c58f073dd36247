"""Games over HTTP: new ones, moves, looking back. The rules are in `game`; the store keeps what decides a game.

All of it runs in one thread, which owns the store: so moves come one after another, and none is lost or made twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random, SystemRandom
from typing import ParamSpec, TypedDict, TypeVar

from logicms.board import CLUES, FLAG, HIDDEN, Board, Cell, parse_cell
from logicms.errors import BoardError, IllegalMove
from logicms.game import Draw
from logicms.notation.boards import format_board
from logicms.player.play import first_cell
from logicms.web.bodies import GameBody, OpenedBody, ReviewBody
from logicms.web.clients import Allowance
from logicms.web.played import Played, PlayedGames, start_of
from logicms.web.problems import Refusal
from logicms.web.requests import Limits
from logicms.web.store import By, OtherVersion, Store, StoredGame, StoredMove, StoreTrouble

_P = ParamSpec("_P")
_T = TypeVar("_T")

_CLEAR_EVERY = 1000
"""After this many new games, old ones are cleared, without waiting for the hour."""
_TRIES = 5
"""How often a move is tried when another service is faster each time."""
_MOST_REVIEWED = 2_000_000
"""How many cells all boards of a review may have together."""


class ProposedMove(TypedDict):
    """A move that a worker proposes, as JSON (`answers.play.ProposedMove`)."""

    open: str
    by: By
    odds: str | None


class Games:
    """The games of a service; `run` does something with them in their thread."""

    def __init__(self, path: str, limits: Limits) -> None:
        self._limits = limits
        self._played = PlayedGames()
        self._allowance = Allowance(limits.new_games, seconds=1)
        self._key = secrets.token_bytes(16)
        self._until_clear = _CLEAR_EVERY
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="games")
        self._store = self._thread.submit(Store, path).result()

    def close(self) -> None:
        self._thread.submit(self._store.close).result()
        self._thread.shutdown()

    async def run(self, work: Callable[_P, _T], *args: _P.args, **options: _P.kwargs) -> _T:
        """Return what a method of this object returns, called in the games' thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **options))
        except StoreTrouble as trouble:
            raise _store_refusal(trouble) from trouble

    # -- called in the thread

    def check_store(self) -> None:
        """Raise the trouble that a move would meet now, if any."""
        self._store.check()

    def clear(self) -> int:
        """Forget old games."""
        self._until_clear = _CLEAR_EVERY
        return self._store.clear(self._limits.game_days, self._limits.games)

    def new(self, body: GameBody, layout: Board | None = None, client: str = "") -> Played:
        """Begin a game, on a layout where one was generated; without a seed the system's randomness decides."""
        if body.width * body.height > self._limits.cells:
            size = f"{body.width}x{body.height}"
            raise Refusal.of("too-large", f"{size} is too large; a board has at most {self._limits.cells:,} cells")
        rng = SystemRandom() if body.seed is None else Random(body.seed)
        draw = Draw(body.width, body.height, body.mines, body.start, rng.getrandbits(128), body.grid)
        first = None if body.first is None else parse_cell(body.first)
        if first is not None and (refusal := _refusal(draw, first)):
            raise BoardError(refusal)
        if seconds := self._allowance.spend(client):
            detail = "you have begun many games; the next one may begin in a moment"
            raise Refusal.of("busy", detail, headers={"Retry-After": str(seconds)})
        stored = StoredGame(secrets.token_urlsafe(16), draw, first, body.seed is not None, layout=layout)
        self._store.add(stored, self._owner(client))
        self._until_clear -= 1
        if not self._until_clear:
            self.clear()
        return Played.of(stored)

    def _owner(self, client: str) -> str:
        """Return a name for the games of a client; the key is never stored, so it does not give away the address."""
        return hashlib.blake2b(client.encode(), key=self._key, digest_size=8).hexdigest()

    def state(self, id: str) -> Played:
        """Return the game as it is now; of one that was used lately, no move is replayed."""
        version = self._store.version(id)
        played = None if version is None else self._played.find(id, version)
        if played is None:
            if (stored := self._store.game(id)) is None:
                self._played.forget(id)
                raise Refusal.of("not-found", "there is no game with this id; games that are not used are cleared")
            played = Played.of(stored)
        self._played.keep(played)
        return played

    def move(self, id: str, made: StoredMove, number: int | None = None) -> Played:
        """Make a move; with `number`, only if this many moves were made before."""
        return self._changed(id, lambda played: self._move(played, made, number))

    def _move(self, played: Played, made: StoredMove, number: int | None) -> Played:
        stored = played.stored
        if number not in (None, len(stored.moves)):
            raise Refusal.of("conflict", "another move was made before this one was found")
        if len(stored.moves) >= self._limits.moves:
            raise IllegalMove(f"a game has at most {self._limits.moves:,} moves")
        moved = played.moved(made)
        self._store.append(stored.id, stored.version, made, ends=moved.game.outcome is not None)
        return moved

    def undo(self, id: str) -> Played:
        return self._changed(id, self._undo)

    def _undo(self, played: Played) -> Played:
        stored = played.stored
        if not stored.moves:
            raise IllegalMove("there is no move to take back")
        undone = played.undone()
        self._store.take_back(stored.id, stored.version)
        return undone

    def _changed(self, id: str, change: Callable[[Played], Played]) -> Played:
        """Return the game after a change; if another service was faster, make it to the game as it is then."""
        for _ in range(_TRIES):
            try:
                played = change(self.state(id))
            except OtherVersion:
                continue
            self._played.keep(played)
            return played
        raise Refusal.of("conflict", "other moves were made at the same time, again and again")

    def to_move_on(self, id: str) -> tuple[int, Board | StoredMove]:
        """Return how many moves were made, and the board for logicms to move on, or its first move."""
        played = self.state(id)
        game, number = played.game, len(played.stored.moves)
        if outcome := game.outcome:
            raise IllegalMove(f"the game is {outcome.value}")
        if isinstance(game.plan, Draw):
            cell = first_cell(game.plan)
            # A flag there is in the way of opening: it is taken off first.
            return number, StoredMove(f"{'flag' if game.sign(cell) == FLAG else 'open'} {cell}", "start")
        return number, game.board

    @staticmethod
    def choose(board: Board, moves: Sequence[ProposedMove]) -> StoredMove:
        """Return which of the moves that logicms would make is made: an opening, or a wrong flag taken off."""
        if not moves:
            raise IllegalMove("there is nothing left to open")
        move = next((move for move in moves if board[parse_cell(move["open"])] == HIDDEN), moves[0])
        flagged = board[parse_cell(move["open"])] == FLAG
        return StoredMove(f"{'flag' if flagged else 'open'} {move['open']}", move["by"], move["odds"])


def opened_cells(played: Played) -> ReviewBody:
    """Return every cell that was opened in a game, with the board as it was before."""
    stored, opened = played.stored, []
    number = sum(made.verb == "open" for made in stored.moves)
    if number * len(played.game.signs) > _MOST_REVIEWED:
        raise Refusal.of("too-large", f"a game of this size with {number:,} opened cells is too long for a review")
    game = start_of(stored)
    for made in stored.moves:
        if made.verb == "open" and game.sign(parse_cell(made.cell)) not in CLUES:
            opened.append(OpenedBody(open=made.cell, board=format_board(game.board)))
        game = game.move(made.move)
    return ReviewBody(opened=opened)


def _store_refusal(trouble: StoreTrouble) -> Refusal:
    """Return what a client is told of trouble with the store; the rest is for whoever runs the service."""
    if trouble.is_full:
        return Refusal.of("store-full", "nothing was changed: there is no room on the disk for the games")
    if trouble.is_lock:
        detail = "nothing was changed: another program has locked the games"
    else:
        print(f"logicms: the store of games cannot be used: {trouble}", file=sys.stderr)
        detail = "nothing was changed: the games cannot be read or written just now"
    return Refusal.of("store", detail, headers={"Retry-After": "2"})


def _refusal(draw: Draw, first: Cell) -> str | None:
    if first.row >= draw.height or first.col >= draw.width:
        return f"the first cell {first} is not on a board of {draw.width}x{draw.height}"
    return draw.refusal(first)
