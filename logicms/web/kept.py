"""What is kept: the games of all clients, in a store.

All of it runs in one thread, which owns the store: so moves come one after another, and none is lost or made twice.
"""

from __future__ import annotations

import asyncio
import hashlib
import secrets
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from typing import ParamSpec, TypeVar

from logicms.board import Board
from logicms.web.bodies import GameBody
from logicms.web.games import Played, PlayedGames, StoredMove, moved_on, new_game, taken_back, to_move_on
from logicms.web.problems import Refusal
from logicms.web.settings import Limits
from logicms.web.store import OtherVersion, Store, StoreTrouble

_P = ParamSpec("_P")
_T = TypeVar("_T")

_CLEAR_EVERY = 1000
"""After this many new games, old ones are cleared, without waiting for the hour."""
_MOST_REMEMBERED = 10_000
"""How many clients the allowance remembers before it forgets those that have all of theirs again."""
_TRIES = 5
"""How often a move is tried when another service is faster each time."""


@dataclass(slots=True)
class Allowance:
    """How often each client may do something: `most` times at once, and after that once every `seconds`.

    >>> allowance = Allowance(most=2, seconds=10, clock=lambda: 0.0)
    >>> [allowance.spend("one") for _ in range(3)], allowance.spend("other")
    ([0, 0, 10], 0)
    """

    most: int
    seconds: float
    clock: Callable[[], float] = time.monotonic
    _free_from: dict[str, float] = field(default_factory=dict)
    """When each client has its whole allowance again."""

    def spend(self, client: str) -> int:
        """Count one more for the client and return 0, or the seconds until it may ask again."""
        now = self.clock()
        later = max(now, self._free_from.get(client, now)) + self.seconds
        if later > now + self.most * self.seconds:
            return ceil(later - now - self.most * self.seconds)
        self._free_from[client] = later
        if len(self._free_from) > _MOST_REMEMBERED:
            self._free_from = {name: free for name, free in self._free_from.items() if free > now}
        return 0


class StoreThread:
    """The one thread that owns the store, and what all clients share there; `run` does something in it."""

    def __init__(self, path: str, limits: Limits) -> None:
        self._allowance = Allowance(limits.new_games, seconds=1)
        self._key = secrets.token_bytes(16)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self.store = self._thread.submit(Store, path).result()

    def close(self) -> None:
        self._thread.submit(self.store.close).result()
        self._thread.shutdown()

    async def run(self, work: Callable[_P, _T], *args: _P.args, **options: _P.kwargs) -> _T:
        """Return what a method of games or the store returns, called in this thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **options))
        except StoreTrouble as trouble:
            raise _store_refusal(trouble) from trouble

    # -- called in the thread

    def check_allowance(self, client: str) -> None:
        """Refuse a client that begins too much at once."""
        if seconds := self._allowance.spend(client):
            detail = "you have begun many games; the next one may begin in a moment"
            raise Refusal.of("busy", detail, headers={"Retry-After": str(seconds)})

    def owner(self, client: str) -> str:
        """Return a name for what a client keeps here; the key is never stored, so it does not give away the address."""
        return hashlib.blake2b(client.encode(), key=self._key, digest_size=8).hexdigest()


class Games:
    """The games of a service; its methods run in the thread of the store."""

    def __init__(self, thread: StoreThread, limits: Limits) -> None:
        self.thread = thread
        self._store = thread.store
        self._limits = limits
        self._played = PlayedGames()
        self._until_clear = _CLEAR_EVERY

    def clear(self) -> int:
        """Forget old games."""
        self._until_clear = _CLEAR_EVERY
        return self._store.clear(self._limits.game_days, self._limits.games)

    def new(self, body: GameBody, layout: Board | None = None, client: str = "") -> Played:
        """Begin a game, on a layout where one was generated."""
        stored = new_game(body, self._limits, layout)
        self.thread.check_allowance(client)
        self._store.add(stored, self.thread.owner(client))
        self._until_clear -= 1
        if not self._until_clear:
            self.clear()
        return Played.of(stored)

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
        moved = moved_on(played, made, self._limits)
        self._store.append(stored.id, stored.version, made, ends=moved.game.outcome is not None)
        return moved

    def undo(self, id: str) -> Played:
        return self._changed(id, self._undo)

    def _undo(self, played: Played) -> Played:
        undone = taken_back(played)
        self._store.take_back(played.stored.id, played.stored.version)
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
        return len(played.stored.moves), to_move_on(played)


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
