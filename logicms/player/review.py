"""Review: which cells of a game were opened or marked without being certain, and whether that was necessary.

An opening is *certain* if the cell was safe in every placement, a *guess* if no cell was, and *unneeded* if another
cell was certain but this one was not. The first opening of a game is its *start*. A mark is *certain* if the cell was a
mine in every placement, and otherwise a *guess*. A chord is judged as the openings that it makes, one after another;
the first that was not certain counts.

A judgement knows the board and nothing of the mines. How much luck a game needed is the product of its risks: the
chance of surviving what was opened, next to that of the safest cells at these moments (`luck`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from logicms.board import CLUES, HIDDEN, Board, Cell, parse_cell
from logicms.deduction import deduce, odds
from logicms.errors import IllegalMove, LimitReached
from logicms.game import Draw, Game, Start

MoveKind = Literal["start", "certain", "guess", "unneeded"]
MoveMistake = Literal["unneeded", "mine"]
"""A risk although another cell was certainly safe; or a cell that was certainly a mine."""


@dataclass(frozen=True, slots=True)
class MoveJudgement:
    """The judgement on opening a cell, or on marking it as a mine."""

    kind: MoveKind
    odds: Fraction | None = None
    """The odds of a mine at the cell, if they are known."""
    least: Fraction | None = None
    """The odds of a mine at the safest cell."""
    better: tuple[Cell, ...] = ()
    """The cells that were certainly safe, if this one was not; in reading order."""
    cell: Cell | None = None
    """The cell that a chord opened and that was judged; None for any other move."""

    @property
    def mistake(self) -> MoveMistake | None:
        """What was wrong with opening the cell, if something was: bad luck is no mistake."""
        if self.kind not in ("guess", "unneeded"):
            return None
        return "mine" if self.odds == 1 else "unneeded" if self.kind == "unneeded" else None


@dataclass(frozen=True, slots=True)
class Luck:
    """The chance of surviving the risks of a game."""

    survival: Fraction
    """With what was opened."""
    best: Fraction
    """Of the safest cells at these moments; what they would have shown is not known."""


def luck(judgements: Iterable[MoveJudgement | None]) -> Luck | None:
    """Return how much luck these openings needed, or None if the odds of one are not known.

    >>> luck(
    ...     [MoveJudgement("guess", Fraction(1, 2), Fraction(1, 3)), MoveJudgement("certain", Fraction(0), Fraction(0))]
    ... )
    Luck(survival=Fraction(1, 2), best=Fraction(2, 3))
    """
    survival = best = Fraction(1)
    for judgement in judgements:
        if judgement is not None and judgement.kind in ("guess", "unneeded"):
            if judgement.odds is None or judgement.least is None:
                return None
            survival, best = survival * (1 - judgement.odds), best * (1 - judgement.least)
    return Luck(survival, best)


@dataclass(frozen=True, slots=True)
class Replayed:
    """A replayed move, the game after it, and the judgement if it opened or marked a cell."""

    verb: str
    cell: Cell
    game: Game
    judgement: MoveJudgement | None = None
    later: tuple[MoveJudgement, ...] = ()
    """Of a chord: the judgements on the cells that it opened after the one that counts."""


def judge_opening(board: Board, cell: Cell) -> MoveJudgement:
    """Return the judgement on opening `cell` on `board`; flags are ignored.

    >>> judgement = judge_opening(Board(("????", "1221")), Cell(0, 1))
    >>> judgement.kind, [str(cell) for cell in judgement.better]
    ('unneeded', ['A1', 'D1'])
    """
    board = board.with_flags("ignore")
    if not any(sign in CLUES for sign in board.signs):
        return MoveJudgement("start")
    safe = deduce(board).safe | set(board.known_safe)
    if cell in safe:
        return MoveJudgement("certain", Fraction(0), Fraction(0))
    try:
        mine = odds(board).mine
    except LimitReached:
        mine = {}
    if safe:
        return MoveJudgement("unneeded", mine.get(cell), Fraction(0), tuple(sorted(safe)))
    return MoveJudgement("guess", mine.get(cell), min(mine.values(), default=None))


def judge_mark(board: Board, cell: Cell) -> MoveJudgement:
    """Return the judgement on marking `cell` on `board` as a mine; flags are ignored.

    >>> judge_mark(Board(("????", "1221")), Cell(0, 1)).kind
    'certain'
    """
    board = board.with_flags("ignore")
    if cell in deduce(board).mine:
        return MoveJudgement("certain", Fraction(1))
    try:
        return MoveJudgement("guess", odds(board).mine.get(cell))
    except LimitReached:
        return MoveJudgement("guess")


def replay(game: Game, moves: Iterable[str], start: Start = "none") -> Iterator[Replayed]:
    """Make these moves, written as in `Game.transcript`, and yield each once it is made.

    If the moves give safe cells themselves, those that the game began with are not given twice. `start` is the rule
    under which the layout was drawn; a game that is not drawn yet knows its own.

    >>> game = Game.from_layout(Board(("*-", "--")))
    >>> made = replay(game, ["open B2", "flag A1", "open A2"])
    >>> [(str(one.cell), one.judgement and one.judgement.kind) for one in made]
    [('B2', 'start'), ('A1', None), ('A2', 'guess')]
    """
    moves = list(moves)
    if any(text.startswith("safe") for text in moves):
        game = Game.from_layout(game.layout)
    for number, text in enumerate(moves, 1):
        verb, name = text.split()
        cell = parse_cell(name)
        before = game
        try:
            game = game.move(text)
        except IllegalMove as error:
            raise IllegalMove(f"move {number}, {text}: {error}") from None
        judgement, later = None, tuple[MoveJudgement, ...]()
        if isinstance(before.plan, Draw):
            start = before.plan.start
        if verb == "open" and start != "none" and HIDDEN * len(before.signs) == before.signs:
            judgement = MoveJudgement("start", Fraction(0), Fraction(0))  # the start rule makes it safe
        elif verb == "chord":
            judgement, *rest = _judge_chord(before, cell)
            later = tuple(rest)
        elif verb in ("open", "mark"):
            judgement = (judge_opening if verb == "open" else judge_mark)(before.board, cell)
        yield Replayed(verb, cell, game, judgement, later)


def openings(game: Game, verb: str, cell: Cell) -> Iterator[tuple[Cell, Board]]:
    """Yield each cell that a move opens by itself, with the board before: one, or of a chord those around the clue.

    >>> game = Game.from_layout(Board(("*--", "---"))).open("B1").flag("A1")
    >>> [str(cell) for cell, _ in openings(game, "chord", Cell(0, 1))]
    ['C1', 'A2']
    """
    for opened in game.chorded(cell) if verb == "chord" else (cell,):
        if game.outcome is None and game.sign(opened) == HIDDEN:
            yield opened, game.board
            game = game.open(opened)


def _judge_chord(game: Game, cell: Cell) -> list[MoveJudgement]:
    """Return the judgements on the openings of a chord from the first that was not certain on, or on the last."""
    judged = [replace(judge_opening(board, opened), cell=opened) for opened, board in openings(game, "chord", cell)]
    uncertain = next((n for n, judgement in enumerate(judged) if judgement.kind != "certain"), len(judged) - 1)
    return judged[uncertain:] or [MoveJudgement("certain")]
