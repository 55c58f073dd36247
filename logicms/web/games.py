"""Games: what decides one, its board, and what can be done with it, in the service as in a browser without one.

What decides a game is its size, the start rule, the seed that the layout is drawn from, and the moves. A layout follows
from the seed and the first opened cell; only one that took a search is written down. The rules are in `game`. Whatever
keeps games, SQLite (`store`) or a browser (`browser`), keeps a `StoredGame`; a `Played` one has its board, too, and
those that were used last stay at hand, so that a request need not replay all moves.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random, SystemRandom
from typing import Literal, NamedTuple, TypedDict

from logicms.answers.answer import CommandAnswer
from logicms.board import FLAG, HIDDEN, MINE, Board, Cell, parse_cell
from logicms.commands.generate import Layout
from logicms.commands.play import OpenedCell, Review
from logicms.errors import BoardError, IllegalMove
from logicms.game import Draw, Game, Outcome
from logicms.notation.boards import format_board, parse_board
from logicms.player.play import first_cell
from logicms.player.review import openings
from logicms.record import Record, shown
from logicms.web.bodies import GameBody, MoveBody
from logicms.web.problems import Refusal
from logicms.web.settings import Limits
from logicms.web.tasks import as_json
from logicms.web.worker import Reply

By = Literal["player", "start", "deduction", "guess"]
"""Who made a move: the player, or logicms at the start, by logic or by a guess."""

_APART = 128
"""How many moves apart the states are that an undo starts from."""
_MOST_KEPT = 250_000
"""How many moves are kept in all, some 300 bytes each; 20 cells of a board count as one move."""
_MOST_REVIEWED = 2_000_000
"""How many cells all boards of a review may have together."""


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


class GameVersion(NamedTuple):
    """Which state of a game it is. Every move and every undo makes a later one, so none comes twice."""

    undone: int
    moves: int


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

    @property
    def version(self) -> GameVersion:
        return GameVersion(self.undone, len(self.moves))


# -- with its board


@dataclass(frozen=True, slots=True)
class KeptGameMove(Record):
    """A move that was made: a cell was opened, a flag set or taken off, or everything around a clue opened."""

    open: str | None = shown("The cell that was opened.", default=None, omit=True)
    chord: str | None = shown("The clue around which everything without a flag was opened.", default=None, omit=True)
    flag: str | None = shown("The cell whose flag was set or taken off.", default=None, omit=True)
    by: By = shown("Who made it: the player, or logicms at the start, by logic or by a guess.", default="player")
    odds: str | None = shown("Of a guess: the probability of a mine there.", default=None, omit=True)

    @classmethod
    def of(cls, made: StoredMove) -> KeptGameMove:
        if made.verb == "open":
            return cls(open=made.cell, by=made.by, odds=made.odds)
        if made.verb == "chord":
            return cls(chord=made.cell, by=made.by)
        return cls(flag=made.cell, by=made.by, odds=made.odds)


@dataclass(frozen=True, slots=True)
class KeptGameAnswer(CommandAnswer):
    """What a player may know of a game."""

    id: str = shown("The name of the game, part of its address.")
    board: str = shown("What the player sees, as text.")
    outcome: Literal["won", "lost"] | None = shown("How it ended; null: it has not.")
    no_guess: bool = shown("Whether it was made to be won from its first cell without a guess.")
    seeded: bool = shown("Whether the client chose the seed, so that it may know the layout.")
    layout_seen: bool = shown("Whether the game was over once, so that its layout has been shown.")
    undone: int = shown("How many moves were taken back.")
    moves: tuple[KeptGameMove, ...] = shown("The moves in order.")
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
            texts.append(json.dumps(KeptGameMove.of(each).to_json(), ensure_ascii=False))
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
        """Return the `KeptGameAnswer` as the bytes that are sent."""
        stored, outcome = self.stored, self.game.outcome
        answer = KeptGameAnswer(
            stored.id,
            format_board(self.game.board),
            None if outcome is None else "won" if outcome is Outcome.WON else "lost",
            stored.layout is not None,  # layouts are only kept of games that were searched for
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


# -- what can be done with one


class ProposedMove(TypedDict):
    """A move that a worker proposes, as JSON (`answers.play.ProposedMove`)."""

    open: str
    by: By
    odds: str | None


def new_game(body: GameBody, limits: Limits, layout: Board | None = None) -> StoredGame:
    """Return a game, on a layout where one was generated; without a seed the system's randomness decides."""
    import secrets  # slow to load in a browser, which need not wait for it

    if body.width * body.height > limits.cells:
        size = f"{body.width}x{body.height}"
        raise Refusal.of("too-large", f"{size} is too large; a board has at most {limits.cells:,} cells")
    rng = SystemRandom() if body.seed is None else Random(body.seed)
    draw = Draw(body.width, body.height, body.mines, body.start, rng.getrandbits(128), body.grid)
    first = None if body.first is None else parse_cell(body.first)
    if first is not None and (refusal := _refusal(draw, first)):
        raise BoardError(refusal)
    return StoredGame(secrets.token_urlsafe(16), draw, first, body.seed is not None, layout=layout)


def _refusal(draw: Draw, first: Cell) -> str | None:
    if first.row >= draw.height or first.col >= draw.width:
        return f"the first cell {first} is not on a board of {draw.width}x{draw.height}"
    return draw.refusal(first)


def layout_for(body: GameBody) -> Layout | None:
    """Return what to generate for a game that is to be won by logic alone; None where any layout will do."""
    if not (body.no_guess or body.technique):
        return None
    return Layout(
        width=body.width,
        height=body.height,
        mines=body.mines,
        grid=body.grid,
        start=body.start,
        first=None if body.first is None else parse_cell(body.first),
        no_guess=body.no_guess,
        technique=body.technique,
        seed=SystemRandom().getrandbits(128) if body.seed is None else body.seed,
    )


def layout_of(reply: Reply) -> Board:
    """Return the layout that was generated for a game; its title would give the seed away, so it has none."""
    generated = json.loads(reply.body)
    if reply.limit:
        raise Refusal.of("time-limit", generated["reason"])
    return replace(parse_board(generated["layout"]), title=None)


def move_of(body: MoveBody) -> StoredMove:
    """Return the move that a player makes by hand."""
    verb, cell = next((verb, cell) for verb in ("open", "flag", "chord") if (cell := getattr(body, verb)) is not None)
    return StoredMove(f"{verb} {cell}")


def moved_on(played: Played, made: StoredMove, limits: Limits) -> Played:
    """Return the game after a move."""
    if len(played.stored.moves) >= limits.moves:
        raise IllegalMove(f"a game has at most {limits.moves:,} moves")
    return played.moved(made)


def taken_back(played: Played) -> Played:
    """Return the game without its last move."""
    if not played.stored.moves:
        raise IllegalMove("there is no move to take back")
    return played.undone()


def to_move_on(played: Played) -> Board | StoredMove:
    """Return the board for logicms to move on, or its first move."""
    game = played.game
    if outcome := game.outcome:
        raise IllegalMove(f"the game is {outcome.value}")
    if isinstance(game.plan, Draw):
        cell = first_cell(game.plan)
        # A flag there is in the way of opening: it is taken off first.
        return StoredMove(f"{'flag' if game.sign(cell) == FLAG else 'open'} {cell}", "start")
    return game.board


def chosen_move(board: Board, reply: Reply) -> StoredMove:
    """Return which of the moves that logicms would make is made: an opening, or a wrong flag taken off."""
    moves: list[ProposedMove] = json.loads(reply.body)["moves"]
    if not moves:
        raise IllegalMove("there is nothing left to open")
    move = next((move for move in moves if board[parse_cell(move["open"])] == HIDDEN), moves[0])
    flagged = board[parse_cell(move["open"])] == FLAG
    return StoredMove(f"{'flag' if flagged else 'open'} {move['open']}", move["by"], move["odds"])


def opened_cells(played: Played) -> Review:
    """Return every cell that was opened in a game, with the board as it was before; and at its end, wrong flags."""
    stored, opened = played.stored, list[OpenedCell]()
    most = _MOST_REVIEWED // len(played.game.signs)
    game = start_of(stored)
    _check_length(sum(made.verb != "flag" for made in stored.moves), most)
    for made in stored.moves:
        if made.verb in ("open", "chord"):
            for cell, board in openings(game, made.verb, parse_cell(made.cell)):
                opened.append(OpenedCell(open=str(cell), board=format_board(board)))
                _check_length(len(opened), most)
        game = game.move(made.move)
    return Review(opened=tuple(opened), wrong_flags=tuple(_wrong_flags(game)))


def _check_length(number: int, most: int) -> None:
    if number > most:
        raise Refusal.of("too-large", f"a game of this size with {number:,} opened cells is too long for a review")


def _wrong_flags(game: Game) -> list[str]:
    if game.outcome is None:
        return []
    layout = game.layout
    return [str(cell) for cell in layout.cells if game.sign(cell) == FLAG and layout[cell] != MINE]
