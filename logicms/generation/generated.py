"""generate: from a size, a seed and what is wanted to a layout that has it, or to the limit of the effort."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random, SystemRandom

from logicms.board import Board, Cell
from logicms.errors import BoardError, LimitReached
from logicms.explanation.ladder import Rating
from logicms.explanation.techniques import Technique
from logicms.game import Draw, Game, Outcome, Start
from logicms.generation.climb import Reach, by_techniques, complete, judged
from logicms.generation.repair import repaired
from logicms.generation.wanted import Wanted, wanted
from logicms.limits import check_time
from logicms.player import Player, play
from logicms.player.play import first_cell

EFFORT = 5_000
"""So many layouts are played before the search is given up."""
MOST_RATED = 10_000
"""A layout that is only drawn is rated up to so many cells: rating is playing, which takes long on large boards."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A layout with its first cell, and how hard it is."""

    layout: Board
    no_guess: bool | None
    """Whether it is won from its first cell without a guess; None where a drawn layout was too large to find out."""
    rating: Rating | None
    """How hard it is without a guess; None where a guess is needed, or nothing but the first cell."""


def generate(
    width: int = 9,
    height: int = 9,
    mines: int = 10,
    *,
    rng: Random | None = None,
    start: Start | None = None,
    first: Cell | None = None,
    no_guess: bool = False,
    technique: Technique | str | None = None,
    mine_total: bool | None = None,
    ratings: Iterable[int] | None = None,
    effort: int = EFFORT,
) -> Generated:
    """Return a layout; the same `rng` gives the same one, and without it the system's randomness decides.

    With `no_guess` it is won from its first cell by logic alone. So it is with a technique, and then that takes this
    technique and nothing harder; `mine_total` says whether the number of mines is needed for it, `ratings` which
    ratings will do. Raises `LimitReached` when no such layout was found among `effort` of them. Unless `start` says
    otherwise, the first cell is `safe`, and for a game without a guess `zero`, where there is room for that.

    >>> made = generate(9, 9, 10, rng=Random(7), technique="subset")
    >>> made.no_guess, made.rating.technique.value, str(made.layout.first)
    (True, 'subset', 'C3')
    """
    rng = rng or SystemRandom()
    rated = wanted(technique, mine_total, ratings)
    no_guess = no_guess or not rated.is_any
    draw = _draw(width, height, mines, start or ("zero" if no_guess else "safe"), rng, strict=start is not None)
    at = first_cell(draw) if first is None else first
    if refusal := _refusal(draw, at):
        raise BoardError(refusal)
    if not no_guess:
        return _rated(draw.layout(at))
    return _search(draw, at, rated, rng, _Account(effort))


def _draw(width: int, height: int, mines: int, start: Start, rng: Random, strict: bool) -> Draw:
    """Return the draw; where a start rule was not asked for and has no room, the first cell is just safe."""
    seed = rng.getrandbits(128)
    try:
        return Draw(width, height, mines, start, seed)
    except BoardError:
        if strict or start != "zero":
            raise
        return Draw(width, height, mines, "safe", seed)


def _refusal(draw: Draw, first: Cell) -> str | None:
    if not (0 <= first.row < draw.height and 0 <= first.col < draw.width):
        return f"the first cell {first} is not on a board of {draw.width}x{draw.height}"
    return draw.refusal(first)


def _rated(layout: Board) -> Generated:
    if len(layout.signs) > MOST_RATED:
        return Generated(layout, None, None)
    if layout.signs[layout.index(layout.first or Cell(0, 0))] == "*":
        return Generated(layout, False, None)
    found = judged(layout)
    return Generated(layout, found.is_won, found.rating if found.is_won else None)


# -- the search


class _Account:
    """How many layouts were played, and the time; a limit raises."""

    def __init__(self, effort: int) -> None:
        self.effort, self.played = effort, 0

    def spend(self) -> None:
        check_time()
        if self.played >= self.effort:
            raise LimitReached(f"not found among {self.effort:,} layouts")
        self.played += 1


def _search(draw: Draw, first: Cell, rated: Wanted, rng: Random, account: _Account) -> Generated:
    """Draw and repair layouts until one has a rating that will do."""
    draw = _roomy(draw, first)
    try:
        while True:
            reach = _reach(rated)
            layout = repaired(draw.layout(first), draw.kept_free(first), reach, rng, account.spend)
            if layout is not None:
                made = _rated_without_guess(layout)
                if rated.is_any or made.rating in rated.ratings:
                    _verify(layout)
                    return made
            draw = replace(draw, seed=rng.getrandbits(128))
    except LimitReached as limit:
        size = f"{draw.width}x{draw.height} with {draw.mines} mine{'s' if draw.mines != 1 else ''}"
        remedy = "another seed, more effort, another size or number of mines may do"
        raise LimitReached(f"no such board of {size} from {first} was found: {limit}; {remedy}") from None


def _reach(rated: Wanted) -> Reach:
    """Return the reasoning that a layout is repaired for: none harder than may be needed."""
    return complete() if rated.most is Technique.SPLIT else by_techniques(rated.most)


def _roomy(draw: Draw, first: Cell) -> Draw:
    """Return the draw with the first cell a zero where there is room, else safe: from a clue hardly anybody goes on."""
    try:
        zero = replace(draw, start="zero")
    except BoardError:
        return replace(draw, start="safe")
    return zero if zero.refusal(first) is None else replace(draw, start="safe")


def _rated_without_guess(layout: Board) -> Generated:
    found = judged(layout)
    assert found.is_won, "what a reasoning wins, the easiest steps win too"
    return Generated(layout, True, found.rating)


def _verify(layout: Board) -> None:
    """See that our player wins it from the start, whatever the search believed."""
    played = play(Game.from_layout(layout), Player(guess="never"))
    assert played.outcome is Outcome.WON and not played.guesses, "a board without a guess is won without one"
