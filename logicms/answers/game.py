"""A game in which somebody else moves: what a player is told of it, and what may be done with it.

A game is its transcript, which travels: it is all that is needed to go on, and nothing else is kept. The transcript
says where the mines are once they are drawn; what moves on for the player, or gives tips, is handed the board only.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import Any, Literal, cast

from logicms.answers.answer import CommandAnswer
from logicms.board import FLAG, HIDDEN, MINE, Board, Cell, parse_cell
from logicms.errors import BoardError, IllegalMove, TooLarge
from logicms.game import Draw, Game, Start
from logicms.hints import Name
from logicms.limits import check_cells, timely
from logicms.notation.boards import format_board
from logicms.notation.transcripts import By, Transcript, Turn, format_transcript, parse_transcript
from logicms.player import Player
from logicms.player.play import first_cell
from logicms.player.review import openings
from logicms.record import Record, shown

MOST_MOVES = 20_000
"""The most moves of a game."""
_MOST_REVIEWED = 2_000_000
"""How many cells all boards of a review may have together."""
_MOST_REMEMBERED = 1_000_000
"""How many characters the remembered texts may have together."""
_remembered: OrderedDict[str, tuple[Transcript, Game]] = OrderedDict()
"""The last texts, each with what it says: the next move is most likely on one of them, and need not replay it."""


@dataclass(frozen=True, slots=True)
class GameMove(Record):
    """A move that was made: a cell was opened, a flag set or taken off, or everything around a clue opened."""

    open: str | None = shown("The cell that was opened.", default=None, omit=True)
    chord: str | None = shown("The clue around which everything without a flag was opened.", default=None, omit=True)
    flag: str | None = shown("The cell whose flag was set or taken off.", default=None, omit=True)
    mark: str | None = shown("In a game of the course: the cell that was marked as a mine.", default=None, omit=True)
    safe: str | None = shown("In a game of the course: the cell that was given as safe.", default=None, omit=True)
    by: By = shown(
        "Who made it: the player, perhaps after a tip; or logicms at the start, by logic or by a guess.",
        default="player",
    )
    odds: str | None = shown("Of a guess: the probability of a mine there.", default=None, omit=True)

    @classmethod
    def of(cls, turn: Turn) -> GameMove:
        verb, _, cell = turn.move.partition(" ")
        made: dict[str, Any] = {verb: cell}
        return cls(by=turn.by, odds=turn.odds, **made)


@dataclass(frozen=True, slots=True)
class GameAnswer(CommandAnswer):
    """A game after a move: its text, and what the player may know of it."""

    game: str = shown("The transcript, which goes into the next request. It says where the mines are.")
    board: str = shown("What the player sees, as text.")
    outcome: Literal["won", "lost"] | None = shown("How it ended; null: it has not.")
    no_guess: bool = shown("Whether it was made to be won from its first cell without a guess.")
    seed: int | None = shown("The same seed gives the same game.")
    undone: int = shown("How many moves were taken back.")
    seconds: int = shown("How long it has been played, as was said with the moves.")
    moves: tuple[GameMove, ...] = shown("The moves in order.")
    layout: str | None = shown("Where the mines are; only once the game is over.", default=None, omit=True)


def game_answer(transcript: Transcript, game: Game) -> GameAnswer:
    """Return what a player is told of a game that stands like this."""
    outcome = None if game.outcome is None else cast("Literal['won', 'lost']", game.outcome.value)
    text = format_transcript(transcript)
    _remember(text, transcript, game)
    return GameAnswer(
        game=text,
        board=format_board(game.board),
        outcome=outcome,
        no_guess=transcript.no_guess,
        seed=transcript.seed,
        undone=transcript.undone,
        seconds=transcript.seconds,
        moves=tuple(map(GameMove.of, transcript.moves)),
        layout=None if outcome is None else format_board(game.layout),
    )


# -- as it stands, and its next move


def resumed(text: str) -> tuple[Transcript, Game]:
    """Return what a text says, and the game after all its moves."""
    if text in _remembered:
        transcript, game = _remembered[text]
        check_cells(len(game.signs))  # the limit may be another than when it was read
    else:
        transcript = parse_transcript(text, "game")
        game = replayed(transcript)
    _remember(text, transcript, game)
    return transcript, game


def _remember(text: str, transcript: Transcript, game: Game) -> None:
    _remembered[text] = transcript, game
    _remembered.move_to_end(text)
    while sum(map(len, _remembered)) > _MOST_REMEMBERED:
        _remembered.popitem(last=False)


def replayed(transcript: Transcript) -> Game:
    """Return the game after all its moves; one that its layout does not allow is named.

    >>> from logicms.notation.transcripts import parse_transcript
    >>> replayed(parse_transcript("size: 2x2\\nmines: 1\\n\\n*1\\n11\\n\\nopen B1\\nopen B2")).board.rows
    ('?1', '?1')
    >>> replayed(parse_transcript("size: 2x2\\nmines: 1\\n\\n*1\\n11\\n\\nopen B1\\nopen B1"))
    Traceback (most recent call last):
    logicms.errors.IllegalMove: move 2, open B1: B1 is already open
    """
    return deque(states(transcript), maxlen=1)[0]


def states(transcript: Transcript) -> Iterator[Game]:
    """Yield the game at its start, and after each move."""
    game = start_of(transcript)
    yield game
    for number, turn in enumerate(timely(transcript.moves), 1):
        try:
            if number > MOST_MOVES:
                raise IllegalMove(f"a game has at most {MOST_MOVES:,} moves")
            game = _moved(game, turn)
        except (IllegalMove, BoardError) as error:
            raise IllegalMove(f"move {number:,}, {turn.move}: {error}") from None
        yield game


def _moved(game: Game, turn: Turn) -> Game:
    # Of the history only the last move matters to the rules; copying all of it would cost more than the move.
    return replace(game, history=game.history[-1:]).move(turn.move)


def start_of(transcript: Transcript) -> Game:
    """Return the game before its first move."""
    if transcript.layout is not None:
        check_cells(len(transcript.layout.signs))
        return Game.from_layout(transcript.layout)
    if transcript.size is None or transcript.mines is None or transcript.seed is None:
        raise BoardError("this is not a whole game: its text has size, mines, and a seed or a layout")
    width, height = transcript.size
    check_cells(width * height)
    start = cast(Start, transcript.start or "safe")
    rng, grid = Random(transcript.seed), transcript.grid
    return Game.random(width, height, transcript.mines, rng, start, transcript.first, grid)


def after(transcript: Transcript, game: Game, turn: Turn) -> tuple[Transcript, Game]:
    """Return a game after one more move."""
    if len(transcript.moves) >= MOST_MOVES:
        raise IllegalMove(f"a game has at most {MOST_MOVES:,} moves")
    game = _moved(game, turn)
    return replace(transcript, moves=(*transcript.moves, turn)), game


def drawn(transcript: Transcript, game: Game) -> Transcript:
    """Return the transcript with the layout, if it is drawn."""
    if isinstance(game.plan, Draw):
        return transcript
    return replace(transcript, layout=game.plan, first=game.plan.first)


def before(transcript: Transcript) -> tuple[Transcript, Game]:
    """Return a game without its last move.

    Without the first opening the layout is not drawn any more, so that the start rule holds wherever it begins again;
    one that was made for a game without a guess stays.
    """
    if not transcript.moves:
        raise IllegalMove("there is no move to take back")
    earlier = replace(transcript, moves=transcript.moves[:-1], undone=transcript.undone + 1)
    is_begun = any(turn.move.startswith("open") for turn in earlier.moves)
    if transcript.seed is not None and not earlier.no_guess and not is_begun:
        earlier = replace(earlier, layout=None, first=None)
    return earlier, replayed(earlier)


def next_turn(game: Game) -> Turn:
    """Return the move that logicms makes: an opening, or a flag in its way taken off."""
    if outcome := game.outcome:
        raise IllegalMove(f"the game is {outcome.value}")
    if isinstance(game.plan, Draw):
        cell = first_cell(game.plan)
        return Turn(f"{'flag' if game.sign(cell) == FLAG else 'open'} {cell}", "start")
    board = game.board  # the player sees nothing else
    moves = Player().moves(board)
    if not moves:
        raise IllegalMove("there is nothing left to open")
    move = next((each for each in moves if board[each.cell] == HIDDEN), moves[0])
    verb = "flag" if board[move.cell] == FLAG else "open"
    is_risk = move.by == "guess" and move.odds is not None
    return Turn(f"{verb} {move.cell}", move.by, str(move.odds) if is_risk else None)


@dataclass(frozen=True, slots=True)
class WrongFlags(CommandAnswer):
    """A tip: flags to take off."""

    wrong: tuple[Name, ...] = shown("Flags on cells that are certainly safe.")


# -- looking back


def openings_of(transcript: Transcript) -> tuple[list[tuple[Cell, Board]], list[Cell]]:
    """Return every cell that was opened, with the board before; and of a game that is over, the wrong flags."""
    opened: list[tuple[Cell, Board]] = []
    game = start_of(transcript)
    for turn, (earlier, game) in zip(transcript.moves, pairwise(states(transcript)), strict=True):
        verb, _, cell = turn.move.partition(" ")
        if verb not in ("open", "chord"):
            continue
        opened += openings(earlier, verb, parse_cell(cell))
        if len(opened) * len(game.signs) > _MOST_REVIEWED:
            raise TooLarge(f"a game of this size with {len(opened):,} opened cells or more is too long to look back on")
    if game.outcome is None:
        return opened, []
    layout = game.layout
    return opened, [cell for cell in layout.cells if game.sign(cell) == FLAG and layout[cell] != MINE]
