"""`play`: a game as it was played, what a player would do now, a review of the risks that were taken, and tips.

At the end is a game in which somebody else moves: what a player is told of it, and what may be done with it. It is its
transcript, which travels: that is all that is needed to go on, and nothing else is kept. The transcript says where the
mines are once they are drawn; what moves on for the player, or gives tips, is handed the board only.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any, Literal, cast

from logicms.answers.answer import NO, YES, CommandAnswer
from logicms.answers.prove import NextAnswer, next_step
from logicms.answers.solve import OddsAnswer, check, odds, value_of
from logicms.board import CLUES, FLAG, HIDDEN, MINE, Board, Cell, parse_cell
from logicms.deduction import Reason as Reason
from logicms.errors import BoardError, IllegalMove, TooLarge
from logicms.game import Draw, Game, Outcome, Start
from logicms.guessing import Policy as Policy
from logicms.hints import Name
from logicms.limits import check_cells, timely
from logicms.notation.boards import format_board
from logicms.notation.transcripts import By, Transcript, Turn, format_transcript, parse_transcript
from logicms.player import Move, Played, Player
from logicms.player.play import first_cell
from logicms.player.review import Luck, MoveKind, MoveMistake, Replayed, judge_opening, luck, openings
from logicms.problem import Problem
from logicms.record import Record, kept, shown

OpenedBy = Literal["start", "deduction", "guess", "unneeded"]

_BY: dict[MoveKind, OpenedBy] = {"start": "start", "certain": "deduction", "guess": "guess", "unneeded": "unneeded"}
"""The kinds of a review, in the words of a game's JSON; `unneeded` is a risk that our players never take."""


@dataclass(frozen=True, slots=True)
class OpenMove(Record):
    """A cell was opened."""

    open: Cell = shown("The cell.")
    by: OpenedBy = shown("Why: the game starts there, it was certain, a guess, or an unnecessary risk.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")


@dataclass(frozen=True, slots=True)
class MarkMove(Record):
    """A cell was marked as a mine, in a game of the course."""

    mark: Cell = shown("The cell.")
    by: Literal["deduction", "guess"] = shown("Why: it was certain, or a guess.")


@dataclass(frozen=True, slots=True)
class FlagMove(Record):
    """A flag was set or removed."""

    flag: Cell = shown("The cell.")


@dataclass(frozen=True, slots=True)
class ChordMove(Record):
    """Everything around a clue that had its flags was opened."""

    chord: Cell = shown("The clue.")
    by: OpenedBy = shown("Why: all of it was certain, or the first cell that was not.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")


Made = OpenMove | MarkMove | FlagMove | ChordMove


@dataclass(frozen=True, slots=True)
class LuckAnswer(Record):
    """How much luck a game needed."""

    survival: Fraction = shown("The chance of surviving the guesses and risks that were taken.")
    survival_value: float = shown("The same as a number.")
    best: Fraction = shown("The same of the safest cells at these moments.")
    best_value: float = shown("The same as a number.")

    @classmethod
    def of(cls, luck: Luck | None) -> LuckAnswer | None:
        if luck is None:
            return None
        return cls(luck.survival, value_of(luck.survival), luck.best, value_of(luck.best))


@dataclass(frozen=True, slots=True)
class PlayAnswer(CommandAnswer):
    """A game as it was played."""

    seed: int | None = shown("The seed of the game.")
    outcome: Literal["won", "lost", "stuck"] | None = shown("How it ended; null if it has not.")
    opened: int = shown("How many cells are open.")
    hidden: int = shown("How many cells are hidden.")
    guesses: int = shown("How many moves were guesses.")
    unneeded: int | None = shown("Of a replayed game: unnecessary risks.", default=None, omit=True)
    luck: LuckAnswer | None = shown(
        "Of a replayed game: the luck it needed; not there if some odds are not known, or if a mine was marked by a "
        "guess where a wrong mark loses.",
        default=None,
        omit=True,
    )
    seconds: float = shown("How long it took.", default=0.0)
    start: Start | None = shown("The start rule that the layout was drawn under; null if it was given.", default=None)
    initial_safe: tuple[Cell, ...] | None = shown(
        "In a game of the course: the cells that were given as safe.", default=None, omit=True
    )
    moves: tuple[Made, ...] = shown("The moves in order.", default=())
    layout: str | None = shown("The layout as text, once it is drawn.", default=None)
    game: str = shown("The game as text: its transcript, which `--replay` and `review` take.", default="")
    played: Played | None = kept(default=None)
    replayed: Sequence[Replayed] = kept(default=())

    @property
    def exit_code(self) -> int:
        return YES if self.outcome == Outcome.WON.value else NO


def played_answer(played: Played, seed: int, start: Start | None = None) -> PlayAnswer:
    """Return a game that logicms has played."""
    given = played.game.given_safe if played.game.marking else None
    safe = (Turn(f"safe {cell}", "start") for cell in given or ())
    return PlayAnswer(
        seed,
        played.outcome.value,
        played.opened,
        played.hidden,
        played.guesses,
        seconds=round(played.seconds, 6),
        start=start,
        initial_safe=given,
        moves=tuple(map(_made, played.moves)),
        layout=_layout(played.game),
        game=_text(played.game, (*safe, *map(turn_of, played.moves)), seed, start),
        played=played,
    )


def _made(move: Move) -> Made:
    if move.verb == "mark":
        return MarkMove(move.cell, "deduction")
    return OpenMove(move.cell, move.by, move.odds)


def _layout(game: Game) -> str | None:
    return format_board(game.plan) if isinstance(game.plan, Board) else None


def _text(game: Game, turns: tuple[Turn, ...], seed: int | None, start: Start | None) -> str:
    """Return a game as text."""
    board, layout = game.board, game.plan if isinstance(game.plan, Board) else None
    mines = layout.signs.count(MINE) if layout is not None else board.mines
    first = None if layout is None else layout.first
    size = board.width, board.height
    return format_transcript(Transcript(turns, size, mines, board.grid, start, seed, first, layout))


def replayed_answer(
    made: Sequence[Replayed], transcript: Transcript, seed: int | None, outcome: Outcome | None, seconds: float
) -> PlayAnswer:
    """Return a replayed game, with a judgement on each opening."""
    start = cast("Start | None", transcript.start)
    game = made[-1].game
    signs = game.signs
    kinds = [one.judgement.kind for one in made if one.judgement is not None]
    risky = ("open", "chord", "mark") if game.marking else ("open", "chord")  # only there a wrong mark loses
    return PlayAnswer(
        seed,
        outcome and outcome.value,
        sum(map(signs.count, CLUES)),
        signs.count(HIDDEN) + signs.count(FLAG),
        kinds.count("guess"),
        kinds.count("unneeded"),
        LuckAnswer.of(luck(each for one in made if one.verb in risky for each in (one.judgement, *one.later))),
        round(seconds, 6),
        start,
        game.given_safe if game.marking else None,
        tuple(_replayed(one) for one in made if one.verb != "safe"),
        _layout(game),
        _text(game, transcript.moves, seed, start),
        replayed=made,
    )


def _replayed(one: Replayed) -> Made:
    if one.verb == "flag" or one.judgement is None:
        return FlagMove(one.cell)
    if one.verb == "mark":
        return MarkMove(one.cell, "deduction" if one.judgement.kind == "certain" else "guess")
    if one.verb == "chord":
        return ChordMove(one.cell, _BY[one.judgement.kind], one.judgement.odds)
    return OpenMove(one.cell, _BY[one.judgement.kind], one.judgement.odds)


# -- what a player would do, and a review of what was done


@dataclass(frozen=True, slots=True)
class ReviewedMove(Record):
    """The review of one opening."""

    open: Cell = shown("The cell.")
    kind: MoveKind = shown("The start, certain, a guess, or unneeded: a risk although another cell was certainly safe.")
    odds: Fraction | None = shown("The probability of a mine there; null if it is not known.")
    least: Fraction | None = shown("The same for the safest cell.")
    mistake: MoveMistake | None = shown(
        "`unneeded`: a risk although another cell was certainly safe; `mine`: it was certainly a mine; null: neither."
    )
    better: tuple[Cell, ...] = shown("The cells that were certainly safe instead.")
    board: str = shown("The board before the move, as text.")


@dataclass(frozen=True, slots=True)
class ReviewAnswer(CommandAnswer):
    """The review of a game."""

    moves: tuple[ReviewedMove, ...] = shown("Every opening; those of a chord one by one.")
    guesses: int = shown("How many of them were guesses that could not be avoided.")
    mistakes: int = shown("How many of them were mistakes.")
    wrong_flags: tuple[Cell, ...] = shown("Of a game that is over: the flags on cells without a mine.")
    luck: LuckAnswer | None = shown("How much luck they needed; null if some odds are not known.")


def review(opened: Iterable[tuple[Cell, Board]], wrong_flags: Iterable[Cell] = ()) -> ReviewAnswer:
    """Return for each cell that was opened, on the board as it was then, whether that was a guess.

    >>> answer = review([(Cell(0, 0), Board(("??", "11"), mines=1))])
    >>> [(move.kind, str(move.odds)) for move in answer.moves], str(answer.luck.survival), answer.mistakes
    ([('guess', '1/2')], '1/2', 0)
    """
    moves, judgements = [], []
    for cell, board in opened:
        found = judge_opening(board, cell)
        judgements.append(found)
        shown_board = format_board(board)
        moves.append(ReviewedMove(cell, found.kind, found.odds, found.least, found.mistake, found.better, shown_board))
    return ReviewAnswer(
        tuple(moves),
        guesses=sum(found.kind == "guess" and found.mistake is None for found in judgements),
        mistakes=sum(found.mistake is not None for found in judgements),
        wrong_flags=tuple(wrong_flags),
        luck=LuckAnswer.of(luck(judgements)),
    )


# -- tips


@dataclass(frozen=True, slots=True)
class Tip:
    """A flag that is wrong, or else the next step, or else the odds; the first that there is."""

    wrong: tuple[Name, ...] = ()
    """Flags on cells that are certainly safe."""
    step: NextAnswer | None = None
    odds: OddsAnswer | None = None


def tip(board: Board, level: int = 4) -> Tip:
    """Return what helps a player on this board, whose clues are right; as much of the next step as the level says.

    A flag counts only where it is certain, so that a tip is true whatever the flags are, and new where they are right.

    >>> found = tip(Board(("F???", "1221")), 1)
    >>> found.wrong
    (Cell(row=0, col=0),)
    >>> tip(Board(("?F??", "1221")), 1).step.region
    'A1:A2'
    """
    flags = check(Problem.of(board, flags="claim")).flags
    if flags.wrong:
        return Tip(wrong=flags.wrong)
    known = board.with_signs({cell: MINE if cell in flags.certain else HIDDEN for cell in board.flags})
    step = next_step(Problem.of(known), level, None, compare=level > 3)
    assert isinstance(step, NextAnswer), "the clues of a game do not contradict one another"
    if step.explanation is not None or step.verdict == "limit":
        return Tip(step=step)
    return Tip(odds=odds(Problem.of(known)))


# -- a game in which somebody else moves

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
    turn = turn_of(move)
    return replace(turn, move=f"flag {move.cell}") if board[move.cell] == FLAG else turn


def turn_of(move: Move) -> Turn:
    """Return a move of a player as a transcript has it."""
    is_risk = move.by == "guess" and move.odds is not None
    return Turn(f"{move.verb} {move.cell}", move.by, str(move.odds) if is_risk else None)


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
