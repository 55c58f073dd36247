"""generate: from a size, a seed and what a board should need to such a layout, unless the effort is used up first.

How hard a board may be is a set of ratings, numbers from 1: two for each technique, the even one if the mine
total is needed.

`smallest` tries every position of every size, the smallest first, for slides. These are *positions*, not layouts: some
cells are open, and the easiest deduction needs the technique. The mine total is not known. Positions that differ by a
rotation or a reflection count as one.

`position` is the moment of a game at which a technique is needed. A game is played on a random layout by the easiest
step each time, and every mine that is found gets a flag. The first position whose easiest step is of the wanted kind is
the result. Where nothing is certain, one more safe cell is opened, next to an open one: a guess that went well. Nothing
is asked of the rest of the game, so that hard moments are found on boards of any size, while a layout that is won
without a guess and has such a moment may be rare.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, count
from random import Random, SystemRandom

from logicms.board import CLUES, HIDDEN, MINE, SAFE, Board, Cell, Grid, rows_of
from logicms.errors import BoardError, LimitReached, counted
from logicms.explanation.next_step import Rating, easiest
from logicms.explanation.techniques import Technique
from logicms.game import Draw, Game, Outcome, Start
from logicms.generation.climb import by_techniques, complete, play_certain, rate_layout, repair
from logicms.hints import Shown
from logicms.layout import with_clues
from logicms.limits import check_time
from logicms.player import Player, play
from logicms.player.play import first_cell

EFFORT = 5_000
"""The search stops after this many layouts."""
MOST_RATED = 10_000
"""The most cells of a drawn layout that is rated: rating means playing, which takes long on large boards."""

RATINGS = tuple(Rating(technique, total) for technique in Technique for total in (False, True))
"""Every rating, the easiest first: the number of each is its position, from 1."""


@dataclass(frozen=True, slots=True)
class Generated(Shown):
    """A layout with its first cell, and how hard it is."""

    layout: Board
    no_guess: bool | None
    """Whether it is won from its first cell without a guess; None if a random layout was too large to find out."""
    rating: Rating | None
    """How hard it is without a guess; None if a guess is needed, or the first cell opens everything."""

    def __str__(self) -> str:
        guess = {True: "; no guess is needed", False: "; a guess is needed", None: ""}[self.no_guess]
        rated = "" if self.rating is None else f"; {self.rating}"
        return f"{self.layout}\nbegins at {self.layout.first}{guess}{rated}"

    def _repr_svg_(self) -> str:
        return self.layout._repr_svg_()


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
    grid: Grid = "square",
) -> Generated:
    """Return a layout; the same `rng` gives the same layout, and without `rng` the system's random numbers are used.

    With `no_guess` it can be won from its first cell by logic alone. So it can with a technique, and winning it takes
    that technique and nothing harder; `mine_total` says whether the number of mines is needed for it, `ratings` which
    ratings are acceptable. Raises `LimitReached` if no such layout was found among `effort` layouts. Unless `start`
    says otherwise, the first cell is `safe`, and for a game without a guess `zero`, if there is room for that.

    >>> made = generate(9, 9, 10, rng=Random(7), technique="subset")
    >>> made.no_guess, made.rating.technique.value, str(made.layout.first)
    (True, 'subset', 'C3')
    """
    rng = rng or SystemRandom()
    accepted = acceptable_ratings(technique, mine_total, ratings)
    no_guess = no_guess or len(accepted) < len(RATINGS)
    rule: Start = start or ("zero" if no_guess else "safe")
    draw = _make_draw(width, height, mines, rule, rng, grid, strict=start is not None)
    at = _checked_first(draw, first)
    if not no_guess:
        return _rate(draw.layout(at))
    return _search(draw, at, accepted, rng, _Account(effort))


def acceptable_ratings(
    technique: Technique | str | None = None,
    mine_total: bool | None = None,
    numbers: Iterable[int] | None = None,
) -> frozenset[Rating]:
    """Return the ratings with this technique, with or without the mine total, with these numbers; None admits all.

    >>> sorted(rating.number for rating in acceptable_ratings("subset"))
    [3, 4]
    >>> acceptable_ratings("split", mine_total=False)
    frozenset({Rating(technique=<Technique.SPLIT: 'split'>, uses_mine_total=False)})
    """
    if technique is not None:
        technique = Technique(technique)
    every = range(1, len(RATINGS) + 1)
    chosen = set(every if numbers is None else numbers)
    if wrong := chosen.difference(every):
        raise BoardError(f"not a rating: {min(wrong)}; ratings are numbers from 1 to {len(RATINGS)}")
    accepted = frozenset(
        rating
        for rating in RATINGS
        if rating.number in chosen
        and technique in (None, rating.technique)
        and mine_total in (None, rating.uses_mine_total)
    )
    if not accepted:
        raise BoardError("no rating has this technique, this use of the mine total and this number: leave one out")
    return accepted


def _make_draw(width: int, height: int, mines: int, start: Start, rng: Random, grid: Grid, strict: bool) -> Draw:
    """Return the draw; if there is no room for a start rule that was not asked for, the first cell is just safe."""
    seed = rng.getrandbits(128)
    try:
        return Draw(width, height, mines, start, seed, grid)
    except BoardError:
        if strict or start != "zero":
            raise
        return Draw(width, height, mines, "safe", seed, grid)


def _checked_first(draw: Draw, first: Cell | None) -> Cell:
    """Return the cell that a game starts with, after checking that it can."""
    at = first_cell(draw) if first is None else first
    if not (0 <= at.row < draw.height and 0 <= at.col < draw.width):
        raise BoardError(f"the first cell {at} is not on a board of {draw.width}x{draw.height}")
    if refusal := draw.refusal(at):
        raise BoardError(refusal)
    return at


def _rate(layout: Board) -> Generated:
    """Return a random layout and how hard it is."""
    if len(layout.signs) > MOST_RATED:
        return Generated(layout, None, None)
    if layout.signs[layout.index(layout.first or Cell(0, 0))] == MINE:
        return Generated(layout, False, None)
    rated = rate_layout(layout)
    return Generated(layout, rated.is_won, rated.rating if rated.is_won else None)


# -- the search


class _Account:
    """Counts layouts and checks the time; a limit raises."""

    def __init__(self, effort: int) -> None:
        self.effort, self.played = effort, 0

    def spend(self) -> None:
        check_time()
        if self.played >= self.effort:
            raise LimitReached(f"not found among {self.effort:,} layouts")
        self.played += 1


def _search(draw: Draw, first: Cell, accepted: frozenset[Rating], rng: Random, account: _Account) -> Generated:
    """Draw and repair layouts until one has an acceptable rating."""
    draw = _with_zero_if_possible(draw, first)
    # A layout is repaired for no harder reasoning than it may need.
    most = max((rating.technique for rating in accepted), key=Technique.rank)
    reach = complete() if most is Technique.SPLIT else by_techniques(most)
    try:
        while True:
            layout = repair(draw.layout(first), draw.kept_free(first), reach, rng, account.spend)
            if layout is not None:
                rated = rate_layout(layout)
                assert rated.is_won, "what a reasoning wins, the easiest steps win too"
                # A board that the first cell opens has no rating: it is acceptable where every rating is.
                if len(accepted) == len(RATINGS) or rated.rating in accepted:
                    played = play(Game.from_layout(layout), Player(guess="never"))  # judged by what did not make it
                    assert played.outcome is Outcome.WON and not played.guesses, "the player wins it without a guess"
                    return Generated(layout, True, rated.rating)
            draw = replace(draw, seed=rng.getrandbits(128))
    except LimitReached as limit:
        raise _not_found("board", draw, first, limit) from None


def _not_found(what: str, draw: Draw, first: Cell, limit: LimitReached) -> LimitReached:
    """Return the error that a limit was reached before such a board or position was found."""
    size = f"{draw.width}x{draw.height} with {counted(draw.mines, 'mine')}"
    remedy = "try another seed, more effort, another size or number of mines"
    return LimitReached(f"no such {what} of {size} from {first} was found: {limit}; {remedy}")


def _with_zero_if_possible(draw: Draw, first: Cell) -> Draw:
    """Return the draw with a zero as first cell if there is room, else a safe cell: a clue alone rarely helps."""
    try:
        zero = replace(draw, start="zero")
    except BoardError:
        return replace(draw, start="safe")
    return zero if zero.refusal(first) is None else replace(draw, start="safe")


def smallest(technique: Technique | str) -> tuple[Board, ...]:
    """Return every position with fewest cells whose easiest deduction needs the technique, fewest hidden cells first.

    >>> [board.rows for board in smallest("single")]
    [('0?',), ('1?',)]
    >>> len(smallest("subset")), smallest("subset")[0].rows
    (12, ('111', '???'))
    """
    technique = Technique(technique)
    for cells in count(1):
        rungs = ((board, easiest(board, technique)) for board in _positions(cells))
        boards = [board for board, rung in rungs if rung is not None and rung.technique is technique]
        if boards:
            return tuple(sorted(boards, key=lambda board: (board.signs.count(HIDDEN), board.rows)))
    raise AssertionError("unreachable: some position needs each technique")


def _positions(cells: int) -> Iterator[Board]:
    """Yield every position of this many cells, one of those that differ only by rotations and reflections."""
    for height in range(1, cells + 1):
        width, rest = divmod(cells, height)
        if rest or height > width:
            continue
        seen: set[tuple[str, ...]] = set()
        for number in range(cells + 1):
            for mines in combinations(range(cells), number):
                check_time()
                signs = "".join([MINE if place in mines else SAFE for place in range(cells)])
                for rows in _partly_open("".join(with_clues(rows_of(signs, width))), width):
                    if rows not in seen:
                        alike = set(_symmetries(rows))
                        seen |= alike
                        yield Board(min(alike))


def _partly_open(answers: str, width: int) -> Iterator[tuple[str, ...]]:
    """Yield the visible rows of a layout for every choice of one or more open safe cells."""
    safe = [place for place, sign in enumerate(answers) if sign in CLUES]
    for number in range(1, len(safe) + 1):
        for places in combinations(safe, number):
            yield rows_of("".join([answers[i] if i in places else HIDDEN for i in range(len(answers))]), width)


def _symmetries(rows: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the rows rotated and reflected, where that keeps the size.

    >>> sorted(set(_symmetries(("01", "??"))))
    [('01', '??'), ('0?', '1?'), ('10', '??'), ('1?', '0?'), ('?0', '?1'), ('?1', '?0'), ('??', '01'), ('??', '10')]
    """
    forms = [rows] if len(rows) != len(rows[0]) else [rows, tuple(map("".join, zip(*rows, strict=True)))]
    for form in forms:
        for upright in (form, form[::-1]):
            yield upright
            yield tuple([row[::-1] for row in upright])


# -- the moment of a game at which a technique is needed


@dataclass(frozen=True, slots=True)
class Moment:
    """A position, the layout that it is a position of, and what its easiest step needs."""

    board: Board
    """What a player sees: known mines have flags, and the mine total is stated."""
    layout: Board
    rating: Rating


def position(
    width: int = 9,
    height: int = 9,
    mines: int = 10,
    *,
    rng: Random | None = None,
    start: Start | None = None,
    first: Cell | None = None,
    technique: Technique | str | None = None,
    mine_total: bool | None = None,
    ratings: Iterable[int] | None = None,
    effort: int = EFFORT,
    grid: Grid = "square",
) -> Moment:
    """Return a position whose easiest step is by the technique, and does or does not need the mine total.

    The parameters are those of `generate`; `LimitReached` is raised if there is none in `effort` games.

    >>> found = position(6, 6, 8, rng=Random(7), technique="difference")
    >>> print(*found.board.rows, sep="\\n")
    1F2F??
    1122??
    0001??
    1101??
    F311??
    ??????
    """
    rng = rng or SystemRandom()
    accepted = acceptable_ratings(technique, mine_total, ratings)
    draw = _make_draw(width, height, mines, start or "zero", rng, grid, strict=start is not None)
    at = _checked_first(draw, first)
    account = _Account(effort)
    try:
        while True:
            account.spend()
            if (found := _moment(draw.layout(at), accepted, rng)) is not None:
                return found
            draw = replace(draw, seed=rng.getrandbits(128))
    except LimitReached as limit:
        raise _not_found("position", draw, at, limit) from None


def _moment(layout: Board, accepted: frozenset[Rating], rng: Random) -> Moment | None:
    """Return the first position of a game on this layout whose easiest step has an acceptable rating."""
    assert layout.first is not None, "a game starts at the first cell"
    if layout[layout.first] == MINE:
        return None
    game = Game(layout, HIDDEN * len(layout.signs)).open(layout.first)
    while game.outcome is None:
        check_time()
        rung = easiest(game.board)
        if rung is None:
            game = game.open(_lucky_guess(game, rng))
            continue
        rating = Rating(rung.technique, rung.uses_mine_total)
        if rating in accepted:
            return Moment(replace(game.board, first=None), layout, rating)
        game = Game(layout, play_certain(game, rung.certain))
    return None


def _lucky_guess(game: Game, rng: Random) -> Cell:
    """Return a safe cell that is hidden, next to an open one if there is any."""
    board = game.board
    safe = [cell for cell in board.where(HIDDEN) if game.layout[cell] != MINE]
    near = [cell for cell in safe if any(board[other] in CLUES for other in board.neighbours(cell))]
    return rng.choice(near or safe)
