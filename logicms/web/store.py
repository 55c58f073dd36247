"""The store: games in SQLite, each move on the disk before it is answered. Only what decides a game is stored.

Several services may use one file. Each change names the *version* of the game that it was made for, and is refused if
another service was faster: nothing is lost, and nothing is done twice.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Literal

from logicms.board import parse_cell
from logicms.errors import BoardError
from logicms.game import Draw
from logicms.notation.boards import format_board, parse_board
from logicms.web.games import GameVersion, StoredGame, StoredMove

_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, width INTEGER NOT NULL, height INTEGER NOT NULL, mines INTEGER NOT NULL,
    start TEXT NOT NULL, first TEXT, seed TEXT NOT NULL, seeded INTEGER NOT NULL,
    undone INTEGER NOT NULL DEFAULT 0, layout_seen INTEGER NOT NULL DEFAULT 0, used REAL NOT NULL, layout TEXT,
    owner TEXT NOT NULL DEFAULT '', grid TEXT NOT NULL DEFAULT 'square'
) STRICT;
CREATE TABLE IF NOT EXISTS moves (
    game TEXT NOT NULL REFERENCES games(id) ON DELETE CASCADE, number INTEGER NOT NULL,
    move TEXT NOT NULL, by TEXT NOT NULL, odds TEXT, PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS games_by_use ON games(used);
CREATE TABLE IF NOT EXISTS knowledge (
    id TEXT PRIMARY KEY, hints TEXT NOT NULL, used REAL NOT NULL, owner TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS tells (
    knowledge TEXT NOT NULL REFERENCES knowledge(id) ON DELETE CASCADE, number INTEGER NOT NULL, hints TEXT NOT NULL,
    PRIMARY KEY (knowledge, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS knowledge_by_use ON knowledge(used);
"""
VERSION = 5
"""The version of these tables."""
_FROM = {
    1: "ALTER TABLE games ADD COLUMN layout TEXT",
    2: "ALTER TABLE games ADD COLUMN owner TEXT NOT NULL DEFAULT ''",
    3: "ALTER TABLE games ADD COLUMN grid TEXT NOT NULL DEFAULT 'square'",
    4: "SELECT 1",  # new tables only
}
"""What makes the tables of the next version of those of an earlier one."""

_PATIENCE_MS = 2000
"""How long to wait for another program that has locked the file."""
_SHORT_PATIENCE_MS = 50
"""The same after waiting in vain: all games wait meanwhile."""


class StoreTrouble(Exception):
    """The file cannot be read or written just now; nothing was changed."""

    def __init__(self, error: sqlite3.Error) -> None:
        super().__init__(str(error))
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest of the code says more than is needed
        self.is_lock = code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
        self.is_full = code == sqlite3.SQLITE_FULL


class OtherVersion(Exception):
    """Another service has changed the game meanwhile; nothing was changed."""


class Store:
    """Games in a file, or in memory. Used by one thread, the one that made it.

    >>> store = Store(":memory:")
    >>> store.add(StoredGame("g1", Draw(3, 3, 1, "safe", 7), None, seeded=True))
    >>> store.append("g1", GameVersion(undone=0, moves=0), StoredMove("open A1"), ends=False)
    >>> store.game("g1").moves, store.game("g2")
    ((StoredMove(move='open A1', by='player', odds=None),), None)
    """

    def __init__(self, path: str) -> None:
        self.trouble: StoreTrouble | None = None
        """What was wrong when the file was last used, if anything."""
        try:
            _check_ours(path)
            self.db = sqlite3.connect(path, isolation_level=None, timeout=_PATIENCE_MS / 1000)
            self._open_tables()
        except sqlite3.Error as error:
            raise BoardError(f"{path} cannot be used as a store of games: {error}") from None

    def _open_tables(self) -> None:
        self._use_wal()
        self.db.execute("PRAGMA synchronous = FULL")  # a commit is on the disk when it returns
        self.db.execute("PRAGMA foreign_keys = ON")
        self.db.execute("BEGIN IMMEDIATE")  # another service may be opening the same new file
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        for statement in filter(str.strip, _TABLES.split(";")):
            self.db.execute(statement)
        for old in range(version or VERSION, VERSION):
            self.db.execute(_FROM[old])
        self.db.execute(f"PRAGMA user_version = {VERSION}")
        self.db.execute("COMMIT")

    def _use_wal(self) -> None:
        """Let others read while one writes. SQLite does not wait here for a service that opens the file, too."""
        until = time.monotonic() + _PATIENCE_MS / 1000
        while True:
            try:
                self.db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.Error as error:
                if not StoreTrouble(error).is_lock or time.monotonic() > until:
                    raise
                time.sleep(0.02)

    def close(self) -> None:
        self.db.close()

    # -- games

    def add(self, game: StoredGame, owner: str = "") -> None:
        """Store a new game; `owner` tells the games of one client from those of others."""
        draw, first = game.draw, None if game.first is None else str(game.first)
        values = (game.id, draw.width, draw.height, draw.mines, draw.start, first)
        columns = "id, width, height, mines, start, first, seed, seeded, used, layout, owner, grid"
        sql = f"INSERT INTO games ({columns}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)"
        layout = None if game.layout is None else format_board(game.layout)
        with self.writing():
            self.db.execute(sql, (*values, f"{draw.seed:x}", int(game.seeded), time.time(), layout, owner, draw.grid))

    def game(self, id: str) -> StoredGame | None:
        """Return the game with this id, if there is one."""
        columns = "width, height, mines, start, seed, first, seeded, undone, layout_seen, layout, grid"
        with self.reading():
            row = self.db.execute(f"SELECT {columns} FROM games WHERE id = ?", (id,)).fetchone()
            moves = self._moves(id)
        if row is None:
            return None
        width, height, mines, start, seed, first, seeded, undone, seen, layout, grid = row
        return StoredGame(
            id,
            Draw(width, height, mines, start, int(seed, 16), grid),
            None if first is None else parse_cell(first),
            bool(seeded),
            moves,
            undone,
            bool(seen),
            None if layout is None else parse_board(layout),
        )

    def version(self, id: str) -> GameVersion | None:
        """Return which state the game with this id is in, if there is one, without reading its moves."""
        with self.reading():
            return self._version(id)

    def _version(self, id: str) -> GameVersion | None:
        moves = "SELECT ifnull(max(number) + 1, 0) FROM moves WHERE game = games.id"
        row = self.db.execute(f"SELECT undone, ({moves}) FROM games WHERE id = ?", (id,)).fetchone()
        return None if row is None else GameVersion(*row)

    def _moves(self, id: str) -> tuple[StoredMove, ...]:
        made = self.db.execute("SELECT move, by, odds FROM moves WHERE game = ? ORDER BY number", (id,))
        return tuple(StoredMove(*each) for each in made)

    # -- moves

    def append(self, id: str, version: GameVersion, made: StoredMove, ends: bool) -> None:
        """Store the next move of a game of this version; `ends`: the game is over with it."""
        row = (id, version.moves, made.move, made.by, made.odds)
        seen = "UPDATE games SET used = ?, layout_seen = layout_seen OR ? WHERE id = ?"
        with self._changing(id, version):
            self.db.execute("INSERT INTO moves VALUES (?,?,?,?,?)", row)
            self.db.execute(seen, (time.time(), int(ends), id))

    def take_back(self, id: str, version: GameVersion) -> None:
        """Forget the last move of a game of this version."""
        with self._changing(id, version):
            self.db.execute("DELETE FROM moves WHERE game = ? AND number = ?", (id, version.moves - 1))
            self.db.execute("UPDATE games SET used = ?, undone = undone + 1 WHERE id = ?", (time.time(), id))

    # -- room

    def clear(self, days: float, most: int, table: Literal["games", "knowledge"] = "games") -> int:
        """Forget the games, or the knowledge bases, unused for this many days; return how many.

        Beyond `most`, the owners with the most lose those unused for longest: the latest one of every owner is kept
        before the second latest of any.
        """
        old = f"DELETE FROM {table} WHERE used < ?"
        turns = f"SELECT id, used, row_number() OVER (PARTITION BY owner ORDER BY used DESC) AS turn FROM {table}"
        late = f"SELECT id FROM ({turns}) ORDER BY turn, used DESC LIMIT -1 OFFSET ?"
        with self.writing():
            count = self.db.execute(old, (time.time() - days * 86_400,)).rowcount
            (left,) = self.db.execute(f"SELECT count(*) FROM {table}").fetchone()
            return count + (
                self.db.execute(f"DELETE FROM {table} WHERE id IN ({late})", (most,)).rowcount if left > most else 0
            )

    def check(self) -> None:
        """Raise the trouble that a change would meet now, if any."""
        self.db.execute(f"PRAGMA busy_timeout = {_SHORT_PATIENCE_MS}")
        with self.writing():
            if self.trouble is not None:  # whether it is over, only writing shows, and more than a move takes
                self.db.execute("CREATE TABLE room AS SELECT zeroblob(20000)")
                self.db.execute("DROP TABLE room")

    # -- transactions

    @contextmanager
    def _changing(self, id: str, version: GameVersion) -> Iterator[None]:
        with self.writing():
            if self._version(id) != version:
                raise OtherVersion
            yield

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Make the changes inside together, or none of them."""
        return self._transaction("BEGIN IMMEDIATE")

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Read one state of the file, whatever other services do meanwhile."""
        return self._transaction("BEGIN")

    def _transaction(self, begin: str) -> Iterator[None]:
        try:
            self.db.execute(begin)
            yield
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            self.trouble = StoreTrouble(error)
            raise self.trouble from error
        finally:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            patience = _PATIENCE_MS if self.trouble is None else _SHORT_PATIENCE_MS
            self.db.execute(f"PRAGMA busy_timeout = {patience}")
        if begin != "BEGIN":
            self.trouble = None


_COLUMNS = {"games": {"id", "width", "height", "mines", "seed", "used"}, "moves": {"game", "number", "move", "by"}}
"""Some of what the tables of every version have, by which a store is known."""


def _check_ours(path: str) -> None:
    """Refuse a file of another program, or of another version, without changing anything in it."""
    if path == ":memory:" or not Path(path).exists() or not Path(path).stat().st_size:
        return
    with closing(sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)) as db:
        db.execute("BEGIN")  # another service may be making the file: see it before or after
        (version,) = db.execute("PRAGMA user_version").fetchone()
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master")]
        if not tables and version == 0:
            return  # a service was stopped while it made the file
        for table, columns in _COLUMNS.items():
            if not columns <= {row[1] for row in db.execute(f"PRAGMA table_info({table})")}:
                raise BoardError(f"{path} is not a store of games: it belongs to another program")
    if not 1 <= version <= VERSION:
        raise BoardError(f"{path} is a store of another version of logicms ({version}, not {VERSION})")
