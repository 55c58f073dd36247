"""A generated board as the JSON object of `generate`; both doors answer it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from logicms.board import Board
from logicms.explanation.ladder import Rating
from logicms.explanation.techniques import Technique
from logicms.generation.generator import Generated
from logicms.notation.boards import format_board


def titled(made: Generated, seed: int) -> Board:
    """Return the layout with a title that says what it is.

    >>> from random import Random
    >>> from logicms.generation import generate
    >>> titled(generate(rng=Random(7), technique="subset"), 7).title
    'seed 7: no guess, needs subset'
    """
    about = ""
    if made.no_guess is False:
        about = ": needs a guess"
    elif made.no_guess and made.rating is None:
        about = ": no guess"
    elif made.no_guess and made.rating is not None:
        total = " and the mine total" if made.rating.uses_mine_total else ""
        about = f": no guess, needs {made.rating.technique.value}{total}"
    return replace(made.layout, title=f"seed {seed}{about}")


def generated_to_json(made: Generated, seed: int) -> dict[str, Any]:
    """Return the board as JSON; rating and technique are null where a guess is needed or nothing is deduced."""
    rating = made.rating
    return {
        "layout": format_board(titled(made, seed)),
        "first": str(made.layout.first),
        "seed": seed,
        "rating": rating and rating.number,
        "technique": rating and rating.technique.value,
        "uses_mine_total": rating and rating.uses_mine_total,
        "no_guess": made.no_guess,
        "status": "found",
    }


def position_to_json(board: Board, technique: Technique) -> dict[str, Any]:
    """Return a position that needs a technique as JSON, instead of a layout."""
    return {
        **dict.fromkeys(("layout", "first", "seed")),
        "rating": Rating(technique, uses_mine_total=False).number,
        "technique": technique.value,
        "uses_mine_total": False,
        "no_guess": None,
        "status": "found",
        "position": format_board(board),
    }


def limit_to_json(seed: int, reason: str) -> dict[str, Any]:
    """Return the JSON object that says that no such board was found within the limits."""
    nothing = dict.fromkeys(("layout", "first", "rating", "technique", "uses_mine_total", "no_guess"))
    return {**nothing, "seed": seed, "status": "limit", "reason": reason}
