"""`generate`: a layout or a position that was made to order."""

from __future__ import annotations

import typing
from collections.abc import Callable
from dataclasses import dataclass, replace

from logicms.answers.answer import Answer
from logicms.board import Board, Cell
from logicms.errors import LimitReached, counted
from logicms.explanation.techniques import Technique
from logicms.generation import Generated
from logicms.notation.boards import format_board
from logicms.record import kept, shown


@dataclass(frozen=True, slots=True)
class GenerateAnswer(Answer):
    """A board that was made to order, or why none was found."""

    layout: str | None = shown("A layout as text; null when none was found within the limits.", default=None)
    first: Cell | None = shown("The cell that a game starts with.", default=None)
    seed: int | None = shown("The same seed gives the same board.", default=None)
    rating: int | None = shown("1 to 8; null if a guess is needed, or nothing has to be deduced.", default=None)
    technique: Technique | None = shown("The hardest technique that winning it takes.", default=None)
    uses_mine_total: bool | None = shown("Whether winning it takes the number of mines.", default=None)
    no_guess: bool | None = shown("Whether it is won without a guess.", default=None)
    status: typing.Literal["found", "limit"] = shown("Whether such a board was found.", default="found")
    reason: str | None = shown("Why none was found.", default=None, omit=True)
    position: str | None = shown("Instead of a layout: a position as text.", default=None, omit=True)
    board: Board | None = kept(default=None)


def generate(seed: int, make: Callable[[], Generated]) -> GenerateAnswer:
    """Return what `make` generates from this seed, or that a limit was reached.

    >>> from random import Random
    >>> from logicms.generation import generate as make_board
    >>> answer = generate(7, lambda: make_board(rng=Random(7), technique="subset"))
    >>> answer.board.title, answer.rating
    ('seed 7: no guess, needs subset', 3)
    """
    try:
        made = make()
    except LimitReached as limit:
        return GenerateAnswer(seed=seed, status="limit", reason=str(limit))
    board, rating = replace(made.layout, title=f"seed {seed}{_about(made)}"), made.rating
    return GenerateAnswer(
        layout=format_board(board),
        first=made.layout.first,
        seed=seed,
        rating=None if rating is None else rating.number,
        technique=None if rating is None else rating.technique,
        uses_mine_total=None if rating is None else rating.uses_mine_total,
        no_guess=made.no_guess,
        board=board,
    )


def _about(made: Generated) -> str:
    """Return the rest of a title: a description of the board."""
    if made.no_guess is None:
        return ""
    if not made.no_guess:
        return ": needs a guess"
    total = " and the mine total" if made.rating and made.rating.uses_mine_total else ""
    return ": no guess" + (f", needs {made.rating.technique.value}{total}" if made.rating else "")


def position(board: Board, technique: Technique) -> GenerateAnswer:
    """Return a position that needs a technique, instead of a layout."""
    from logicms.explanation import Rating

    rating = Rating(technique, uses_mine_total=False)
    titled = replace(board, title=f"needs {technique.value}")
    return GenerateAnswer(
        rating=rating.number, technique=technique, uses_mine_total=False, position=format_board(board), board=titled
    )


def hint_board(seed: int, board: Board) -> GenerateAnswer:
    """Return a position that was drawn at random from a seed, instead of a layout."""
    titled = replace(board, title=f"seed {seed}: {counted(len(board.open), 'hint')}")
    return GenerateAnswer(seed=seed, position=format_board(titled), board=titled)
