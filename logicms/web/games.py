"""Games over HTTP: new ones, moves, looking back. The rules are `game`'s; the records are the store's.

All of it runs in one thread, which owns the store: so moves come one after another, and none is lost or made twice.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random, SystemRandom
from typing import Any, TypeVar

from logicms.board import CLUES, FLAG, HIDDEN, Board, parse_cell
from logicms.errors import BoardError, IllegalMove
from logicms.game import Draw, Game
from logicms.notation.boards import format_board
from logicms.player.play import first_cell
from logicms.web.limits import Limits
from logicms.web.problems import Refusal
from logicms.web.store import Made, Record, Store

_T = TypeVar("_T")


def game_of(record: Record) -> Game:
    """Return the game that a record decides.

    >>> record = Record("g1", Draw(3, 3, 1, "zero", 7), None, True, (Made("open A1"),))
    >>> game_of(record).board.rows[0]
    '000'
    """
    game = _begun(record)
    for made in record.moves:
        game = game.move(made.move)
    return game


def _begun(record: Record) -> Game:
    if record.layout is not None:
        return Game.from_layout(record.layout)
    draw = record.draw
    drawn = record.first is not None or draw.start == "none"
    return Game(draw.layout(record.first) if drawn else draw, HIDDEN * (draw.width * draw.height))


def game_to_json(record: Record, game: Game) -> dict[str, Any]:
    """Return what a player may know of a game: the layout only once it is over."""
    outcome = game.outcome
    return {
        "id": record.id,
        "board": format_board(game.board),
        "outcome": outcome and outcome.value,
        "seeded": record.seeded,
        "layout_seen": record.layout_seen,
        "undone": record.undone,
        "moves": [_made_to_json(made) for made in record.moves],
        **({"layout": format_board(game.layout)} if outcome else {}),
    }


def _made_to_json(made: Made) -> dict[str, Any]:
    verb, _, cell = made.move.partition(" ")
    odds = {} if made.odds is None else {"odds": made.odds}
    return {verb: cell, "by": made.by, **odds}


class Games:
    """The games of a service; `run` does something with them in their thread."""

    def __init__(self, path: str, limits: Limits) -> None:
        self._limits = limits
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="games")
        self._store = self._thread.submit(Store, path).result()

    def close(self) -> None:
        self._thread.submit(self._store.close).result()
        self._thread.shutdown()

    async def run(self, work: Callable[..., _T], *given: Any) -> _T:
        """Return what a method of this object returns, called in the games' thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *given)

    # -- called in the thread

    def clear(self) -> int:
        """Forget old games."""
        return self._store.clear(self._limits.game_days, self._limits.games)

    def new(self, given: dict[str, Any], layout: Board | None = None) -> dict[str, Any]:
        """Begin a game, on a layout where one was generated; without a seed the system's randomness decides."""
        width, height, seed = given["width"], given["height"], given["seed"]
        if width * height > self._limits.cells:
            raise Refusal("too-large", f"{width}x{height} are more than {self._limits.cells:,} cells")
        rng = SystemRandom() if seed is None else Random(seed)
        draw = Draw(width, height, given["mines"], given["start"], rng.getrandbits(128))
        first = None if given["first"] is None else parse_cell(given["first"])
        if first is not None and (refusal := _refusal(draw, first)):
            raise BoardError(refusal)
        record = Record(secrets.token_urlsafe(16), draw, first, seed is not None, layout=layout)
        self._store.add(record)
        return game_to_json(record, game_of(record))

    def state(self, id: str) -> dict[str, Any]:
        record = self._record(id)
        return game_to_json(record, game_of(record))

    def move(self, id: str, made: Made, number: int | None = None) -> dict[str, Any]:
        """Make a move; with `number`, only if so many moves were made before."""
        record = self._record(id)
        if number not in (None, len(record.moves)):
            raise Refusal("conflict", "another move was made before this one was found")
        if len(record.moves) >= self._limits.moves:
            raise IllegalMove(f"a game has at most {self._limits.moves:,} moves")
        game = game_of(record).move(made.move)
        self._store.append(id, len(record.moves), made, ends=game.outcome is not None)
        return self.state(id)

    def undo(self, id: str) -> dict[str, Any]:
        record = self._record(id)
        if not record.moves:
            raise IllegalMove("there is no move to take back")
        self._store.take_back(id, len(record.moves) - 1)
        return self.state(id)

    def seen(self, id: str) -> tuple[int, Board | Made]:
        """Return how many moves were made, and the board for logicms to move on, or its first move."""
        record = self._record(id)
        game = game_of(record)
        if outcome := game.outcome:
            raise IllegalMove(f"the game is {outcome.value}")
        if isinstance(game.plan, Draw):
            cell = first_cell(game.plan)
            # A flag there is in the way of opening: it is taken off first.
            return len(record.moves), Made(f"{'flag' if game.sign(cell) == FLAG else 'open'} {cell}", "start")
        return len(record.moves), game.board

    def chosen(self, board: Board, moves: list[dict[str, Any]]) -> Made:
        """Return which of the moves that logicms would make is made: an opening, or a wrong flag taken off."""
        if not moves:
            raise IllegalMove("there is nothing left to open")
        move = next((move for move in moves if board[parse_cell(move["open"])] == HIDDEN), moves[0])
        flagged = board[parse_cell(move["open"])] == FLAG
        return Made(f"{'flag' if flagged else 'open'} {move['open']}", move["by"], move["odds"])

    def opened(self, id: str) -> list[dict[str, str]]:
        """Return every cell that was opened in a game, with the board as it was before."""
        record, found = self._record(id), []
        game = _begun(record)
        for made in record.moves:
            verb, _, cell = made.move.partition(" ")
            if verb == "open" and game.sign(parse_cell(cell)) not in CLUES:
                found.append({"open": cell, "board": format_board(game.board)})
            game = game.move(made.move)
        return found

    def _record(self, id: str) -> Record:
        if (record := self._store.record(id)) is None:
            raise Refusal("not-found", "there is no game with this id; games are cleared when unused for long")
        return record


def _refusal(draw: Draw, first: Any) -> str | None:
    if first.row >= draw.height or first.col >= draw.width:
        return f"the first cell {first} is not on a board of {draw.width}x{draw.height}"
    return draw.refusal(first)
