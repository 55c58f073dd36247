"""Boards that are drawn from a seed: their size and mines, and what `generate` is asked and answers."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cached_property
from random import Random, SystemRandom
from typing import Annotated, Any, Literal

from logicms.answers.answer import CommandAnswer
from logicms.board import Board, Cell, Grid
from logicms.commands.question import Question, Timed
from logicms.errors import BoardError, LimitReached, Misfit, counted
from logicms.explanation.next_step import Rating
from logicms.explanation.techniques import Technique
from logicms.game import LEVELS, Start, random_hint_board
from logicms.generation import EFFORT, Generated, Moment, generate, position, smallest
from logicms.limits import check_cells
from logicms.notation.boards import format_board
from logicms.notation.texts import MAX_DIGITS
from logicms.record import Bounds, Written, kept, shown

Side = Annotated[int, Bounds(least=1, most=100_000)]
Mines = Annotated[int, Bounds(least=0, most=10**9)]
Seed = Annotated[int, Bounds(least=0, most=2**63 - 1)]
LevelName = Literal["easy", "medium", "hard", "beginner", "intermediate", "expert"]

MOST_RATING = 2 * len(Technique)
"""Ratings are numbers from 1 to this."""
OneRating = Annotated[int, Bounds(least=1, most=MOST_RATING)]


def new_seed() -> int:
    """Return a seed that nobody has chosen."""
    return SystemRandom().randrange(2**32)


def check_size(size: int | None, mines: int | None) -> None:
    """Refuse a size that comes without mines."""
    if size is not None and mines is None:
        raise Misfit("{width} needs {mines}: how many mines are on a board of that size?")


@dataclass(frozen=True, kw_only=True)
class OfSize(Question):
    """A question about boards of some size, with some mines: those of a level, unless others are given."""

    level: LevelName | None = shown("Size and mines of a level.", default=None, written=Written(default="beginner"))
    width: Side | None = shown(
        "Cells in a row, if not the level's.", default=None, written=Written(about="A size other than the level's.")
    )
    height: Side | None = shown("Rows, if not the level's.", default=None)
    mines: Mines | None = shown("A number of mines other than the level's.", default=None, written=Written(metavar="N"))
    grid: Grid | None = shown(
        "What the cells are: `square`, `hex` (six neighbours) or `torus` (squares with joined edges).", default=None
    )
    seed: Seed = shown(
        "The same seed gives the same result; without one, every run differs.",
        default_factory=new_seed,
        written=Written(metavar="N"),
    )

    def __post_init__(self) -> None:
        check_size(self.width or self.height, self.mines if self.level is None else 0)

    @property
    def size_and_mines(self) -> tuple[int, int, int]:
        """The width, the height and the number of mines, where nothing is given those of the level."""
        level = LEVELS[self.level or "beginner"]
        width, height = self.width or level.width, self.height or level.height
        check_cells(width * height)
        return width, height, level.mines if self.mines is None else self.mines


def read_ratings(text: str) -> tuple[int, ...]:
    """Return the ratings that are written as a number or a range.

    >>> read_ratings("3"), read_ratings("3-5")
    ((3,), (3, 4, 5))
    """
    low, to, high = text.partition("-")
    ends = [low, high if to else low]
    are_numbers = all(end.isdecimal() and len(end) <= MAX_DIGITS for end in ends)
    ratings = tuple(range(int(ends[0]), int(ends[1]) + 1)) if are_numbers else ()
    if not ratings or ratings[0] < 1 or ratings[-1] > MOST_RATING:
        raise BoardError(f"{text[:40]!r} is not a rating; ratings are 1 to {MOST_RATING}, or a range such as 3-5")
    return ratings


@dataclass(frozen=True, kw_only=True)
class GenerateQuestion(OfSize, Timed):
    """Make boards at random; if asked, ones that need no guess or a given technique.

    The same seed gives the same board. Without {no_guess}, {technique}, {mine_total} or {rating} the mines are
    simply random, as in `play`.

    With {position} the result is not a layout but a half-open board of any size in which nothing easier than the
    technique gets any further: known mines have flags, and nothing is asked of the rest of the game. {smallest} finds
    the smallest such boards. With {open} it is a position of the search course: mines at random, this many safe cells
    open, the number of mines known.
    """

    open: Annotated[int, Bounds(least=0, most=10**9)] | None = shown(
        "A position with this many random safe cells open.",
        default=None,
        written=Written(option="hints", metavar="N"),
    )
    no_guess: bool = shown("The board can be won from its first cell by logic alone.", default=False)
    technique: Technique | None = shown(
        "Winning without a guess takes this technique, and nothing harder; of a position, the next step takes it.",
        default=None,
    )
    mine_total: bool | None = shown("Winning takes the number of mines, or does not.", default=None)
    rating: OneRating | Annotated[tuple[OneRating, ...], Bounds(shortest=1, longest=MOST_RATING)] | None = shown(
        f"Which ratings will do, from 1 to {MOST_RATING}: two for each technique, the even one if the mine total is "
        "needed.",
        default=None,
        written=Written(metavar="N|N-N", read=read_ratings),
    )
    start: Start | None = shown("What the first cell is: safe, zero, or neither.", default=None)
    first: Cell | None = shown("The cell that a game starts with.", default=None, written=Written(metavar="CELL"))
    effort: Annotated[int, Bounds(least=1, most=100_000)] = shown(
        "Stop looking for a board after this many layouts.", default=EFFORT, written=Written(metavar="N")
    )
    position: bool = shown("The moment of a game at which the technique or rating is needed.", default=False)
    smallest: bool = shown("With {technique}: the smallest positions that need it, for slides.", default=False)
    number: Annotated[int, Bounds(least=1, most=10**6)] = shown("With {smallest}: which of them.", default=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.smallest and (self.technique is None or not self._describes_only("technique")):
            raise Misfit("{smallest} takes {technique}, and nothing else that describes the board")
        if self.position and (self.no_guess or self.open is not None):
            raise Misfit("{position} asks nothing of the rest of the game: leave out {no_guess} and {open}")
        if self.position and self.technique is None and self.rating is None:
            raise Misfit("{position} needs {technique} or {rating}: what should be needed next?")
        if self.open is not None and not self._describes_only("level", "width", "height", "mines", "grid", "open"):
            raise Misfit("{open} takes {level}, {width}, {mines} and {grid}, and nothing else that describes the board")

    def _describes_only(self, *names: str) -> bool:
        """Whether no field but these says what the board is like."""
        described = (
            "level", "width", "height", "mines", "grid", "open", "no_guess", "technique", "mine_total", "rating",
            "start", "first", "position",
        )  # fmt: skip
        defaults = {each.name: each.default for each in fields(self)}
        return {name for name in described if getattr(self, name) is not defaults[name]} <= set(names)

    @cached_property
    def smallest_boards(self) -> tuple[Board, ...]:
        """With `smallest`: all of them."""
        assert self.technique is not None
        return smallest(self.technique)

    def ask(self) -> GenerateAnswer:
        if self.smallest:
            assert self.technique is not None
            boards = self.smallest_boards
            return smallest_answer(boards[min(self.number, len(boards)) - 1], self.technique)
        width, height, mines = self.size_and_mines
        grid, rng = self.grid or "square", Random(self.seed)
        if self.open is not None:
            return hints_answer(self.seed, random_hint_board(width, height, mines, self.open, rng, grid))
        described = ("start", "first", "technique", "mine_total", "effort")
        wish: dict[str, Any] = {"rng": rng, "grid": grid, **{name: getattr(self, name) for name in described}}
        wish["ratings"] = [self.rating] if isinstance(self.rating, int) else self.rating
        try:
            if self.position:
                return position_answer(self.seed, position(width, height, mines, **wish))
            return layout_answer(self.seed, generate(width, height, mines, no_guess=self.no_guess, **wish))
        except LimitReached as limit:
            return GenerateAnswer(seed=self.seed, status="limit", reason=str(limit))


# -- the answer


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
    status: Literal["found", "limit"] = shown("Whether such a board was found.", default="found")
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
