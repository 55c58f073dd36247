"""The store: games in SQLite, each move on the disk before it is answered. Only what decides a game is stored.

That is the size, the start rule, the seed that the layout is drawn from, and the moves. A layout follows from the seed
and the first opened cell; only one that took a search is written down.
"""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from typing import Any, Literal

from logicms.board import Board, Cell, parse_cell
from logicms.errors import BoardError
from logicms.game import Draw
from logicms.notation.boards import format_board, parse_board

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, width INTEGER NOT NULL, height INTEGER NOT NULL, mines INTEGER NOT NULL,
    start TEXT NOT NULL, first TEXT, seed TEXT NOT NULL, seeded INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0, layout_seen INTEGER NOT NULL DEFAULT 0, used REAL NOT NULL, layout TEXT
) STRICT;
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, number INTEGER NOT NULL,
    move TEXT NOT NULL, by TEXT NOT NULL, odds TEXT, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_use ON games(used);
"""
VERSION = 2
"""The version of these tables."""
_FROM_1 = "ALTER TABLE games ADD COLUMN layout TEXT"
"""What makes these tables of those of version 1."""

By = Literal["player", "start", "deduction", "guess"]
"""Who made a move: the player, or logicms at the start, by logic or by a guess."""


@dataclass(frozen=True, slots=True)
class StoredMove:
    """A move that was made, as in a transcript (`open B3`), and by whom: the player, or logicms and why."""

    move: str
    by: By = "player"
    odds: str | None = None

    @property
    def verb(self) -> str:
        return self.move.partition(" ")[0]

    @property
    def cell(self) -> str:
        return self.move.partition(" ")[2]


@dataclass(frozen=True, slots=True)
class StoredGame:
    """All that decides a game."""

    id: str
    draw: Draw
    first: Cell | None
    seeded: bool
    moves: tuple[StoredMove, ...] = ()
    undone: int = 0
    layout_seen: bool = False
    layout: Board | None = None
    """The layout of a generated game, with its first cell."""


class Store:
    """Games in a file, or in memory. Used by one thread, the one that made it.

    >>> store = Store(":memory:")
    >>> store.add(StoredGame("g1", Draw(3, 3, 1, "safe", 7), None, seeded=True))
    >>> store.append("g1", 0, StoredMove("open A1"), ends=False)
    >>> store.game("g1").moves, store.game("g2")
    ((StoredMove(move='open A1', by='player', odds=None),), None)
    """

    def __init__(self, path: str) -> None:
        try:
            self._db = sqlite3.connect(path, isolation_level=None, timeout=10)
            self._open_tables(path)
        except sqlite3.Error as error:
            raise BoardError(f"{path} cannot be used as a store of games: {error}") from None

    def _open_tables(self, path: str) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version not in (0, 1, VERSION):
            raise BoardError(f"{path} is a store of another version of logicms ({version}, not {VERSION})")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")  # a commit is on the disk when it returns
        self._db.execute("PRAGMA foreign_keys = ON")
        self._db.executescript(_TABLES)
        if version == 1:
            self._db.execute(_FROM_1)
        self._db.execute(f"PRAGMA user_version = {VERSION}")

    def close(self) -> None:
        self._db.close()

    # -- games

    def add(self, game: StoredGame) -> None:
        """Store a new game."""
        draw, first = game.draw, None if game.first is None else str(game.first)
        values = (game.id, draw.width, draw.height, draw.mines, draw.start, first)
        columns = "id, width, height, mines, start, first, seed, seeded, used, layout"
        sql = f"INSERT INTO games ({columns}) VALUES (?,?,?,?,?,?,?,?,?,?)"
        layout = None if game.layout is None else format_board(game.layout)
        self._write([(sql, (*values, f"{draw.seed:x}", int(game.seeded), time.time(), layout))])

    def game(self, id: str) -> StoredGame | None:
        """Return the game with this id, if there is one."""
        columns = "width, height, mines, start, seed, first, seeded, undone, layout_seen, layout"
        row = self._db.execute(f"SELECT {columns} FROM games WHERE id = ?", (id,)).fetchone()
        if row is None:
            return None
        width, height, mines, start, seed, first, seeded, undone, seen, layout = row
        made = self._db.execute("SELECT move, by, odds FROM moves WHERE game = ? ORDER BY number", (id,))
        return StoredGame(
            id,
            Draw(width, height, mines, start, int(seed, 16)),
            None if first is None else parse_cell(first),
            bool(seeded),
            tuple(StoredMove(*each) for each in made),
            undone,
            bool(seen),
            None if layout is None else parse_board(layout),
        )

    # -- moves

    def append(self, id: str, number: int, made: StoredMove, ends: bool) -> None:
        """Store the move with this number, counted from 0; `ends`: the game is over with it."""
        seen = "UPDATE games SET used = ?, layout_seen = layout_seen OR ? WHERE id = ?"
        row = (id, number, made.move, made.by, made.odds)
        self._write([("INSERT INTO moves VALUES (?,?,?,?,?)", row), (seen, (time.time(), int(ends), id))])

    def take_back(self, id: str, number: int) -> None:
        """Forget the move with this number, the last one."""
        undone = "UPDATE games SET used = ?, undone = undone + 1 WHERE id = ?"
        self._write([("DELETE FROM moves WHERE game = ? AND number = ?", (id, number)), (undone, (time.time(), id))])

    # -- room

    def clear(self, days: float, most: int) -> int:
        """Forget the games unused for this many days, and beyond `most` those unused for longest; return how many."""
        old = "DELETE FROM games WHERE used < ?"
        many = "DELETE FROM games WHERE id IN (SELECT id FROM games ORDER BY used DESC LIMIT -1 OFFSET ?)"
        return self._write([(old, (time.time() - days * 86_400,)), (many, (most,))])

    def _write(self, statements: list[tuple[str, tuple[Any, ...]]]) -> int:
        """Do these together or not at all, and return how many rows they touched."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            touched = sum(self._db.execute(sql, values).rowcount for sql, values in statements)
        except BaseException:
            self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")
        return touched
