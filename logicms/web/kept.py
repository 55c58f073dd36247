"""What is kept: the games and knowledge bases of all clients, in a store.

All of it runs in one thread, which owns the store: so moves come one after another, and none is lost or made twice. A
knowledge base is kept as text. What is told is on the disk before it is answered; a statement is added to the knowledge
base for which it was checked, and if another service was faster, it is checked again.
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
from logicms.web.knowledge_tasks import joined
from logicms.web.problems import Refusal
from logicms.web.settings import Limits
from logicms.web.store import OtherVersion, Store, StoreTrouble

_P = ParamSpec("_P")
_T = TypeVar("_T")

_CLEAR_EVERY = 1000
"""After this many new games, old ones are cleared, without waiting for the hour."""
_CLEAR_KNOWLEDGE_EVERY = 100
"""The same for knowledge bases."""
_NOTE_USE_SECONDS = 3600.0
"""How long after its last use it is written down that a knowledge base is used again: not with every question."""
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
        """Return what a method of games, knowledge bases or the store returns, called in this thread."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **options))
        except StoreTrouble as trouble:
            raise _store_refusal(trouble) from trouble

    # -- called in the thread

    def check_allowance(self, client: str) -> None:
        """Refuse a client that begins too much at once."""
        if seconds := self._allowance.spend(client):
            detail = "you have begun many games or knowledge bases; the next one may begin in a moment"
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


@dataclass(frozen=True, slots=True)
class StoredKnowledge:
    """A knowledge base: how often it was told something since it was made, and all that it was told."""

    id: str
    told: int
    hints: str


def new_id() -> str:
    """Return the name of a new knowledge base, which nobody can guess."""
    return secrets.token_urlsafe(16)


class Knowledge:
    """The knowledge bases of a service; its methods run in the thread of the store."""

    def __init__(self, thread: StoreThread, limits: Limits) -> None:
        self.thread = thread
        self._store = thread.store
        self._limits = limits
        self._until_clear = _CLEAR_KNOWLEDGE_EVERY

    def clear(self) -> int:
        """Forget old knowledge bases."""
        self._until_clear = _CLEAR_KNOWLEDGE_EVERY
        return self._store.clear(self._limits.game_days, self._limits.knowledge_bases, "knowledge")

    def new(self, id: str, hints: str, client: str = "") -> None:
        """Keep a new knowledge base."""
        self._check_size(hints)
        self.thread.check_allowance(client)
        with self._store.writing():
            row = (id, hints, time.time(), self.thread.owner(client))
            self._store.db.execute("INSERT INTO knowledge VALUES (?,?,?,?)", row)
        self._until_clear -= 1
        if not self._until_clear:
            self.clear()

    def state(self, id: str) -> StoredKnowledge:
        """Return a knowledge base as it is now."""
        with self._store.reading():
            row = self._store.db.execute("SELECT hints, used FROM knowledge WHERE id = ?", (id,)).fetchone()
            told = "SELECT hints FROM tells WHERE knowledge = ? ORDER BY number"
            tells = [hints for (hints,) in self._store.db.execute(told, (id,))]
        if row is None:
            raise self._missing()
        text, used = row
        if used < time.time() - _NOTE_USE_SECONDS:
            with self._store.writing():
                self._store.db.execute("UPDATE knowledge SET used = ? WHERE id = ?", (time.time(), id))
        for hints in tells:
            text = joined(text, hints)
        return StoredKnowledge(id, len(tells), text)

    def check_room(self, stored: StoredKnowledge, hints: str) -> None:
        """Refuse what would make a knowledge base too large."""
        self._check_size(joined(stored.hints, hints))
        if stored.told >= self._limits.tells:
            most = f"a knowledge base is told something at most {self._limits.tells:,} times"
            raise Refusal.of("too-large", f"{most}; make a new one of `hints`")

    def tell(self, stored: StoredKnowledge, hints: str) -> None:
        """Add statements to a knowledge base; `OtherVersion` if it is not as it was any more."""
        counted = "SELECT count(*) FROM tells WHERE knowledge = ?"
        with self._store.writing():
            used = self._store.db.execute("UPDATE knowledge SET used = ? WHERE id = ?", (time.time(), stored.id))
            if not used.rowcount:
                raise self._missing()
            if self._store.db.execute(counted, (stored.id,)).fetchone() != (stored.told,):
                raise OtherVersion
            self._store.db.execute("INSERT INTO tells VALUES (?,?,?)", (stored.id, stored.told, hints))

    def delete(self, id: str) -> None:
        """Forget a knowledge base."""
        with self._store.writing():
            if not self._store.db.execute("DELETE FROM knowledge WHERE id = ?", (id,)).rowcount:
                raise self._missing()

    def _check_size(self, hints: str) -> None:
        most = self._limits.knowledge_bytes
        try:
            size = len(hints.encode())
        except UnicodeEncodeError:
            raise Refusal.of("syntax", "a text has no lone surrogates: it cannot be written as UTF-8") from None
        if size > most:
            raise Refusal.of("too-large", f"a knowledge base has at most {most:,} bytes in all")

    def _missing(self) -> Refusal:
        return Refusal.of("not-found", "there is no knowledge base with this id; those that are not used are cleared")
