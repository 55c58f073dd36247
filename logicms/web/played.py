"""Played games: a stored game together with its board, so that a request need not replay all moves.

A game is kept here between requests, as long as there is room. The moves are kept as the JSON that is sent: of a long
game they are most of the answer.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from logicms.answers.answer import Answer
from logicms.board import HIDDEN
from logicms.game import Game, Outcome
from logicms.notation.boards import format_board
from logicms.record import Record, shown
from logicms.web.store import By, GameVersion, StoredGame, StoredMove
from logicms.web.tasks import as_json

_APART = 128
"""How many moves apart the states are that an undo starts from."""
_MOST_KEPT = 250_000
"""How many moves are kept in all, some 300 bytes each; 20 cells of a board count as one move."""


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


@dataclass(frozen=True, slots=True)
class Played:
    """A stored game, played to its last move."""

    stored: StoredGame
    game: Game
    """Without its history, which `stored` has."""
    texts: tuple[str, ...]
    """The moves as JSON."""
    states: tuple[Game, ...]
    """The game after 0, 128, 256 … moves."""

    @classmethod
    def of(cls, stored: StoredGame) -> Played:
        """Return a stored game with its board.

        >>> from logicms.game import Draw
        >>> stored = StoredGame("g1", Draw(3, 3, 1, "zero", 7), None, True, (StoredMove("open A1"),))
        >>> Played.of(stored).game.board.rows[0]
        '000'
        """
        start = start_of(stored)
        return cls(replace(stored, moves=()), start, (), (start,)).after(stored.moves)

    def after(self, moves: Iterable[StoredMove]) -> Played:
        """Return the game after more moves."""
        game, states, made, texts = self.game, list(self.states), list(self.stored.moves), list(self.texts)
        for each in moves:
            game = replace(game.move(each.move), history=())  # copying it would cost more than the move
            made.append(each)
            texts.append(json.dumps(GameMove.of(each).to_json(), ensure_ascii=False))
            if len(made) % _APART == 0:
                states.append(game)
        return Played(replace(self.stored, moves=tuple(made)), game, tuple(texts), tuple(states))

    def moved(self, made: StoredMove) -> Played:
        """Return the game after a player's next move."""
        after = self.after([made])
        seen = self.stored.layout_seen or after.game.outcome is not None
        return replace(after, stored=replace(after.stored, layout_seen=seen))

    def undone(self) -> Played:
        """Return the game without its last move."""
        moves = self.stored.moves[:-1]
        states = self.states[: len(moves) // _APART + 1]
        kept = (len(states) - 1) * _APART
        earlier = replace(self.stored, moves=moves[:kept], undone=self.stored.undone + 1)
        return Played(earlier, states[-1], self.texts[:kept], states).after(moves[kept:])

    def answer(self) -> bytes:
        """Return the `GameAnswer` as the bytes that are sent."""
        stored, outcome = self.stored, self.game.outcome
        answer = GameAnswer(
            stored.id,
            format_board(self.game.board),
            None if outcome is None else "won" if outcome is Outcome.WON else "lost",
            stored.seeded,
            stored.layout_seen,
            stored.undone,
            (),
            None if outcome is None else format_board(self.game.layout),
        )
        moves = f'"moves": [{", ".join(self.texts)}]'
        # Nothing else looks like this: inside a text, the quotation marks have backslashes before them.
        return as_json(answer).replace(b'"moves": []', moves.encode(), 1)

    @property
    def weight(self) -> int:
        return len(self.texts) + len(self.game.signs) // 20 + 1


def start_of(stored: StoredGame) -> Game:
    """Return the game before its first move."""
    if stored.layout is not None:
        return Game.from_layout(stored.layout)
    draw = stored.draw
    drawn = stored.first is not None or draw.start == "none"
    return Game(draw.layout(stored.first) if drawn else draw, HIDDEN * (draw.width * draw.height))


class PlayedGames:
    """The games that were used last, as many as there is room for.

    >>> from logicms.game import Draw
    >>> games = PlayedGames(most=3)
    >>> for id in ("g1", "g2", "g3", "g4"):
    ...     games.keep(Played.of(StoredGame(id, Draw(3, 3, 1, "safe", 7), None, True)))
    >>> [games.find(id, GameVersion(0, 0)) is not None for id in ("g1", "g4")], games.find("g4", GameVersion(0, 1))
    ([False, True], None)
    """

    def __init__(self, most: int = _MOST_KEPT) -> None:
        self._games: OrderedDict[str, Played] = OrderedDict()
        self._weight = 0
        self._most = most

    def find(self, id: str, version: GameVersion) -> Played | None:
        """Return the game, if it is here in this version."""
        played = self._games.get(id)
        return played if played is not None and played.stored.version == version else None

    def keep(self, played: Played) -> None:
        """Keep a game, and forget others that were not used for longer."""
        self.forget(played.stored.id)
        self._games[played.stored.id] = played
        self._weight += played.weight
        while self._weight > self._most and len(self._games) > 1:
            self.forget(next(iter(self._games)))

    def forget(self, id: str) -> None:
        if (played := self._games.pop(id, None)) is not None:
            self._weight -= played.weight
