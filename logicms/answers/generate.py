"""`generate`: a layout or a position that was made to order."""

from __future__ import annotations

import typing
from dataclasses import dataclass, replace

from logicms.answers.answer import CommandAnswer
from logicms.board import Board, Cell
from logicms.errors import counted
from logicms.explanation.next_step import Rating
from logicms.explanation.techniques import Technique
from logicms.generation import Generated, Moment
from logicms.notation.boards import format_board
from logicms.record import kept, shown


@dataclass(frozen=True, slots=True)
class GenerateAnswer(CommandAnswer):
    """A board that was made to order, or why none was found."""

    layout: str | None = shown(
        "A layout as text; for a position, the one it comes from; null if there is none, or none was found.",
        default=None,
    )
    first: Cell | None = shown("The cell that a game starts with.", default=None)
    seed: int | None = shown("The same seed gives the same board.", default=None)
    rating: int | None = shown(
        f"1 to {2 * len(Technique)}; null if a guess is needed, or nothing has to be deduced.", default=None
    )
    technique: Technique | None = shown(
        "The hardest technique that winning it takes; for a position, the one that its next step takes.", default=None
    )
    uses_mine_total: bool | None = shown("Whether that takes the number of mines.", default=None)
    no_guess: bool | None = shown("Whether it is won without a guess.", default=None)
    status: typing.Literal["found", "limit"] = shown("Whether such a board was found.", default="found")
    reason: str | None = shown("Why none was found.", default=None, omit=True)
    position: str | None = shown("If a position was asked for: the position as text.", default=None, omit=True)
    board: Board | None = kept(default=None)


def layout_answer(seed: int, made: Generated) -> GenerateAnswer:
    """Return a layout that was generated from this seed.

    >>> from random import Random
    >>> from logicms.generation import generate
    >>> answer = layout_answer(7, generate(rng=Random(7), technique="subset"))
    >>> answer.board.title, answer.rating
    ('seed 7: no guess, needs subset', 3)
    """
    about = {None: "", False: ": needs a guess", True: ": no guess"}[made.no_guess]
    needs = f", {_needs(made.rating)}" if made.no_guess and made.rating else ""
    board = replace(made.layout, title=f"seed {seed}{about}{needs}")
    answer = GenerateAnswer(format_board(board), made.layout.first, seed, no_guess=made.no_guess, board=board)
    return answer if made.rating is None else _rated(answer, made.rating)


def position_answer(seed: int, made: Moment) -> GenerateAnswer:
    """Return a position that was found from this seed.

    >>> from random import Random
    >>> from logicms.generation import position
    >>> answer = position_answer(7, position(rng=Random(7), technique="split"))
    >>> answer.board.title, answer.rating, answer.to_json()["position"] == format_board(answer.board)
    ('seed 7: needs split and the mine total', 10, True)
    """
    board = replace(made.board, title=f"seed {seed}: {_needs(made.rating)}")
    layout = format_board(made.layout)
    answer = GenerateAnswer(layout, made.layout.first, seed, position=format_board(board), board=board)
    return _rated(answer, made.rating)


def _needs(rating: Rating) -> str:
    return f"needs {rating.technique.value}{' and the mine total' if rating.uses_mine_total else ''}"


def _rated(answer: GenerateAnswer, rating: Rating) -> GenerateAnswer:
    number, technique, uses_mine_total = rating.number, rating.technique, rating.uses_mine_total
    return replace(answer, rating=number, technique=technique, uses_mine_total=uses_mine_total)


def smallest_answer(board: Board, technique: Technique) -> GenerateAnswer:
    """Return a position that needs a technique, instead of a layout."""
    titled = replace(board, title=f"needs {technique.value}")
    return _rated(GenerateAnswer(position=format_board(board), board=titled), Rating(technique, uses_mine_total=False))


def hints_answer(seed: int, board: Board) -> GenerateAnswer:
    """Return a position that was drawn at random from a seed, instead of a layout."""
    titled = replace(board, title=f"seed {seed}: {counted(len(board.open), 'hint')}")
    return GenerateAnswer(seed=seed, position=format_board(titled), board=titled)
