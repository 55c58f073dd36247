"""The game: levels, layouts drawn from a seed, and the rules of play; the only module that knows where the mines are.

A player is given `game.board`, never the game. A game is a value: each move gives a new one, and its moves written as
text (`open B3`, `flag C1`, `chord B3`) replay it.

The *start rule* says what is certain about the cell that is opened first. So that it can hold for any cell, a `Draw`
keeps everything that determines the layout until that cell is known.

The game control of the logic course differs: a game starts with a list of safe cells, each opened with its own clue
(`safe B3` in the transcript), every open cell has a hint (`Game.hint`), and the game is won once every cell is marked:
safe cells by opening them, mines by `mark`.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from math import sqrt
from random import Random, SystemRandom
from types import NoneType
from typing import get_args

from logicms.board import (
    CLUES,
    FLAG,
    HIDDEN,
    MINE,
    SAFE,
    Board,
    Cell,
    Grid,
    as_cell,
    as_name,
    check_grid,
    neighbours_of,
    rows_of,
)
from logicms.errors import BoardError, IllegalMove, counted, expect, unknown_word
from logicms.hints import Hint, Literal, Shown, exactly
from logicms.layout import complete_layout, with_clues
from logicms.notation.hint_files import HintFile
from logicms.notation.texts import MAX_CELLS
from logicms.problem import Statement
from logicms.rules.language import read_citation

# -- levels, and layouts yet to be drawn

Start = typing.Literal["safe", "zero", "none"]
"""What holds for the first cell: `safe`: it is not a mine; `zero`: nor is any cell around it; `none`: nothing."""

Share = typing.Literal["sqrt", "tenth"]
"""How many cells the logic course gives as safe: the rounded square root of the number of cells, or a tenth of it."""


@dataclass(frozen=True, slots=True)
class Level:
    """A size and a number of mines, and how a game of that level starts."""

    width: int
    height: int
    mines: int
    start: Start = "safe"
    initial_safe: Share | None = None


LEVELS = {
    "easy": Level(9, 9, 10, "none", "sqrt"),
    "medium": Level(16, 16, 25, "none", "sqrt"),
    "hard": Level(30, 16, 99, "none", "sqrt"),
    "beginner": Level(9, 9, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(30, 16, 99),
}
"""The logic course's three levels, then the three standard ones."""


def number_of_initial_safe(count: int | Share, cells: int) -> int:
    """Return how many initial safe cells `count` means on a board of this many cells.

    >>> [number_of_initial_safe(count, 480) for count in ("sqrt", "tenth", 5)]
    [22, 48, 5]
    """
    if count == "sqrt":
        return round(sqrt(cells))
    if count == "tenth":
        return cells // 10
    if not isinstance(count, int) or count < 0:
        raise BoardError(f"not a number of initial safe cells: {count!r}; give a number, sqrt or tenth")
    return count


@dataclass(frozen=True, slots=True)
class Draw:
    """A layout yet to be drawn: everything that determines it, except the first cell."""

    width: int
    height: int
    mines: int
    start: Start
    seed: int
    grid: Grid = "square"

    def __post_init__(self) -> None:
        for number in (self.width, self.height, self.mines):
            expect(number, int, "a width, a height and a number of mines")
        if self.width < 1 or self.height < 1:
            raise BoardError(f"a board has at least one cell, so its size cannot be {self.width}x{self.height}")
        if self.width * self.height > MAX_CELLS:
            raise BoardError(f"a board of {self.width}x{self.height} is too large: more than {MAX_CELLS:,} cells")
        check_grid(self.grid, self.width, self.height)
        if self.start not in get_args(Start):
            raise unknown_word(self.start, get_args(Start), "a start rule")
        if self.mines < 0:
            raise BoardError(f"the number of mines cannot be negative: {self.mines}")
        if self.mines > (cells := self.width * self.height):
            size = f"{self.width}x{self.height}, {counted(cells, 'cell')}"
            raise BoardError(f"{counted(self.mines, 'mine')} do not fit on a board of {size}")
        if refusal := self.refusal(Cell(0, 0)):  # a corner has the fewest neighbours
            raise BoardError(refusal)

    def refusal(self, first: Cell) -> str | None:
        """Return why the start rule cannot hold at `first`, or None if it can."""
        needed = len(self.kept_free(first))
        if self.mines + needed <= self.width * self.height:
            return None
        board = f"a board of {self.width}x{self.height} with {counted(self.mines, 'mine')}"
        rule = "safe" if self.start == "safe" else "safe together with all cells around it"
        return f"{board} has no room for a first cell {first} that is {rule}"

    def layout(self, first: Cell | None) -> Board:
        """Return the layout; the same seed and first cell give the same layout.

        >>> Draw(3, 3, 5, start="zero", seed=7).layout(Cell(0, 0)).rows
        ('02*', '25*', '***')
        """
        free = () if first is None else self.kept_free(first)
        indexes = [index for index in range(self.width * self.height) if index not in free]
        signs = [SAFE] * (self.width * self.height)
        for index in Random(self.seed).sample(indexes, self.mines):
            signs[index] = MINE
        rows = with_clues(rows_of("".join(signs), self.width), self.grid)
        return Board(rows, self.mines, first=first, grid=self.grid)

    def kept_free(self, first: Cell) -> tuple[int, ...]:
        """Return the indexes in reading order that the start rule keeps free of mines."""
        if self.start == "none":
            return ()
        index = first.row * self.width + first.col
        around = neighbours_of(self.width, self.height, self.grid)[index] if self.start == "zero" else ()
        return (index, *around)


# -- the rules of play

Verb = typing.Literal["open", "flag", "chord", "mark", "safe"]
"""What a move does: open a cell, set or remove a flag, open all around a clue that has its flags, mark a mine, or
open a cell that the course's game gives."""


class Outcome(Enum):
    """How a game ended; STUCK is for players: it knows no safe cell and will not guess."""

    WON = "won"
    LOST = "lost"
    STUCK = "stuck"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Game(Shown):
    """A game in progress: its layout (or what it will be drawn from), what the player sees, the moves so far.

    >>> game = Game.from_layout(Board(("---", "---", "--*")))
    >>> game = game.open("A1")
    >>> game.board.rows, game.outcome
    (('000', '011', '01?'), <Outcome.WON: 'won'>)
    >>> game.transcript
    ('open A1',)
    """

    plan: Board | Draw
    """The layout with every clue filled in, or what it will be drawn from."""
    signs: str
    """The character of each cell as the player sees it, in reading order."""
    history: tuple[tuple[Verb, Cell], ...] = ()
    marking: bool = False
    """Whether it is a game of the course, which is won only once every mine is marked."""
    ruled: bool = False
    """Whether its clues mean what other rules say: a 0 opens nothing else then."""

    def __str__(self) -> str:
        return str(self.board)

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()

    # -- how a game begins

    @classmethod
    def from_layout(cls, layout: Board) -> Game:
        """Return a new game on `layout`, whose digits must be right."""
        expect(layout, Board, "a layout")
        return cls(complete_layout(layout), HIDDEN * len(layout.signs))

    @classmethod
    def under_rules(cls, layout: Board) -> Game:
        """Return a new game on a layout whose clues are those of other rules (`layout_under`)."""
        expect(layout, Board, "a layout")
        return cls(layout, HIDDEN * len(layout.signs), ruled=True)

    @classmethod
    def random(
        cls,
        width: int,
        height: int,
        mines: int,
        rng: Random | None = None,
        start: Start = "safe",
        first: Cell | str | None = None,
        grid: Grid = "square",
    ) -> Game:
        """Return a new game with mines at random; without `rng`, the system's random numbers are used.

        With `first` the layout is drawn now, without it when the first cell is opened; the same `rng` gives the same
        game.

        >>> a, b = (Game.random(9, 9, 10, rng=Random(7), start="zero") for _ in range(2))
        >>> cell = "D4"
        >>> a.open(cell) == b.open(cell), a.open(cell).board[cell]
        (True, '0')
        """
        expect(rng, (Random, NoneType), "random.Random(seed)")
        draw = Draw(width, height, mines, start, (rng or SystemRandom()).getrandbits(128), grid)
        first = None if first is None else as_cell(first)
        if first is not None:
            if not (0 <= first.row < height and 0 <= first.col < width):
                raise BoardError(f"the first cell {first} is not on a board of {width}x{height}")
            if refusal := draw.refusal(first):
                raise BoardError(refusal)
        now = first is not None or start == "none"
        return cls(draw.layout(first) if now else draw, HIDDEN * (width * height))

    @classmethod
    def replay(cls, layout: Board, moves: Iterable[str]) -> Game:
        """Return the game on `layout` after these moves, written as in `transcript`.

        >>> Game.replay(Board(("*-", "--")), ["flag A1", "open B2"]).board.rows
        ('F?', '?1')
        """
        game = cls.from_layout(layout)
        for text in moves:
            game = game.move(text)
        return game

    # -- moves

    def move(self, text: str) -> Game:
        """Return the game after a move, written as in `transcript`.

        >>> Game.from_layout(Board(("*-", "--"))).move("open B2").board.rows
        ('??', '?1')
        """
        verb, _, cell = text.strip().partition(" ")
        moves = {"open": self.open, "flag": self.flag, "chord": self.chord, "mark": self.mark, "safe": self.give_safe}
        if verb not in moves:
            raise IllegalMove(
                f"not a move: {text!r}; a move is open, flag, chord, mark or safe followed by a cell, such as open B3"
            )
        return moves[verb](cell)

    def open(self, cell: Cell | str) -> Game:
        """Return the game with `cell` open; a mine loses the game, a 0 opens all cells around it."""
        cell = as_cell(cell)
        index = self._closed_index(cell)
        if isinstance(self.plan, Draw) and (refusal := self.plan.refusal(cell)):
            raise IllegalMove(refusal)
        layout = self.plan.layout(cell) if isinstance(self.plan, Draw) else self.plan
        signs = _with_sign(self.signs, index, layout.signs[index]) if self.ruled else _open(layout, self.signs, index)
        return replace(self, plan=layout, signs=signs, history=(*self.history, ("open", cell)))

    def flag(self, cell: Cell | str) -> Game:
        """Return the game with a flag set on `cell`, or removed if there was one."""
        cell = as_cell(cell)
        index = self._index(cell)
        sign = self.signs[index]
        if sign not in (HIDDEN, FLAG):
            raise IllegalMove(f"{cell} is open: only a hidden cell can have a flag")
        signs = _with_sign(self.signs, index, FLAG if sign == HIDDEN else HIDDEN)
        return replace(self, signs=signs, history=(*self.history, ("flag", cell)))

    def chord(self, cell: Cell | str) -> Game:
        """Return the game with every cell around an open clue open, except those with flags.

        There must be as many flags around the clue as it says; if one of them is wrong, a mine is opened.

        >>> game = Game.from_layout(Board(("*--", "---"))).open("B1").flag("A1")
        >>> game.chord("B1").board.rows
        ('F10', '110')
        """
        cell = as_cell(cell)
        hidden = self.chorded(cell)
        signs, layout = self.signs, self.layout
        for other in hidden:
            index = other.row * layout.width + other.col
            if signs[index] == HIDDEN:
                signs = _open(layout, signs, index)
        return replace(self, signs=signs, history=(*self.history, ("chord", cell)))

    def chorded(self, cell: Cell | str) -> tuple[Cell, ...]:
        """Return the cells that `chord` would open, or raise `IllegalMove` if it is not allowed."""
        cell = as_cell(cell)
        clue = self.signs[self._index(cell)]
        if self.ruled:
            raise IllegalMove("only where a clue counts the mines around it can everything around it be opened")
        if clue not in CLUES:
            raise IllegalMove(f"{cell} is not open: only around a clue can everything be opened")
        around = self.layout.neighbours(cell)
        if (flags := sum(self.sign(other) == FLAG for other in around)) != int(clue):
            there = "is 1 flag" if flags == 1 else f"are {flags} flags"
            raise IllegalMove(f"{cell} shows {clue}, but there {there} around it: set the flags first")
        hidden = tuple(other for other in around if self.sign(other) == HIDDEN)
        if not hidden:
            raise IllegalMove(f"there is nothing left to open around {cell}")
        return hidden

    def mark(self, cell: Cell | str) -> Game:
        """Return the game with `cell` marked as a mine, by a flag; in a game of the course, a wrong mark loses.

        >>> game = Game.from_layout(Board(("*-",))).give_safe("B1")
        >>> game.outcome, game.mark("A1").outcome
        (None, <Outcome.WON: 'won'>)
        """
        cell = as_cell(cell)
        index = self._closed_index(cell, "marking")
        signs = _with_sign(self.signs, index, FLAG)
        return replace(self, signs=signs, history=(*self.history, ("mark", cell)))

    def give_safe(self, cell: Cell | str) -> Game:
        """Return the game, now one of the course, with `cell` given as safe: even a 0 opens nothing else."""
        cell = as_cell(cell)
        index = self._closed_index(cell)
        answer = self.layout.signs[index]
        if answer == MINE:
            raise IllegalMove(f"{cell} is a mine: it cannot be given as safe")
        signs = _with_sign(self.signs, index, answer)
        return replace(self, signs=signs, history=(*self.history, ("safe", cell)), marking=True)

    def initial_safe(self, count: int | Share = "sqrt", rng: Random | None = None) -> Game:
        """Return the game with this many safe cells given, as the course's game control starts it.

        The list replaces a first cell: a layout that is not drawn yet is drawn without a start rule.

        >>> game = Game.random(9, 9, 10, rng=Random(7)).initial_safe("sqrt", Random(7))
        >>> len(game.board.open)
        9
        """
        layout = self.plan if isinstance(self.plan, Board) else self.plan.layout(None)
        number = number_of_initial_safe(count, len(self.signs))
        answers, seen = layout.signs, self.signs
        indexes = [i for i, sign in enumerate(seen) if sign == HIDDEN and answers[i] != MINE]
        if number > len(indexes):
            raise BoardError(f"{number} initial safe cells are more than the {len(indexes)} safe cells of the layout")
        game = replace(self, plan=layout, marking=True)
        for index in sorted((rng or SystemRandom()).sample(indexes, number)):
            game = game.give_safe(layout.cells[index])
        return game

    # -- what can be seen

    @property
    def board(self) -> Board:
        """What a player sees, with the layout's number of mines; made afresh on every access."""
        plan = self.plan
        if isinstance(plan, Board):
            return Board(rows_of(self.signs, plan.width), plan.mines, plan.title, plan.first, grid=plan.grid)
        return Board(rows_of(self.signs, plan.width), plan.mines, grid=plan.grid)

    @property
    def outcome(self) -> Outcome | None:
        """WON once every safe cell is open, LOST once a mine is; None while the game goes on.

        In a game of the course, WON once every mine is marked as well, and LOST by a wrong mark.
        """
        # A wrong mark ends a game of the course, so it can only be the last move.
        verb, cell = self.history[-1] if self.history else ("", None)
        wrongly_marked = self.marking and verb == "mark" and cell is not None and self.layout[cell] != MINE
        if MINE in self.signs or wrongly_marked:
            return Outcome.LOST
        hidden, flagged = self.signs.count(HIDDEN), self.signs.count(FLAG)
        if hidden + flagged != self.plan.mines or (hidden and self.marking):
            return None
        return Outcome.WON

    @property
    def given_safe(self) -> tuple[Cell, ...]:
        """The cells that were given as safe, in reading order."""
        return tuple(sorted(cell for verb, cell in self.history if verb == "safe"))

    @property
    def layout(self) -> Board:
        """The layout with every clue filled in: for use after the end, never for a player."""
        if isinstance(self.plan, Draw):
            raise BoardError("the layout is drawn when the first cell is opened")
        return self.plan

    @property
    def transcript(self) -> tuple[str, ...]:
        """The moves as text, for `replay`."""
        return tuple(f"{verb} {cell}" for verb, cell in self.history)

    def sign(self, cell: Cell | str) -> str:
        """Return what the player sees at `cell`; cheaper than making the board."""
        cell = as_cell(cell)
        return self.signs[cell.row * self.plan.width + cell.col]

    def hint(self, cell: Cell | str) -> Hint:
        """Return the course's hint at an open cell: its unmarked neighbours, and how many of them are mines.

        A cell is marked once it is open or has a flag.

        >>> game = Game.from_layout(Board(("**", "--"))).open("A2")
        >>> print(game.hint("A2"), "/", game.flag("B1").hint("A2"))
        A2: 2 among A1 B1 B2 / A2: 1 among A1 B2
        """
        cell = as_cell(cell)
        if self.board.clue(cell) is None:
            raise IllegalMove(f"{cell} is not open: only open cells have a hint")
        unmarked = [other for other in self.layout.neighbours(cell) if self.sign(other) == HIDDEN]
        return exactly(sum(self.layout[other] == MINE for other in unmarked), unmarked, because=cell)

    # -- what is allowed

    def _index(self, cell: Cell) -> int:
        """Return the cell's index in reading order; refuse a cell off the board, and any cell once the game is over."""
        width, height = self.plan.width, self.plan.height
        if not (0 <= cell.row < height and 0 <= cell.col < width):
            raise IllegalMove(f"{cell} is not on a board of {width}x{height}")
        if outcome := self.outcome:
            raise IllegalMove(f"{cell}: the game is over ({outcome.value})")
        return cell.row * width + cell.col

    def _closed_index(self, cell: Cell, before: str = "opening the cell") -> int:
        index = self._index(cell)
        if self.signs[index] == FLAG:
            raise IllegalMove(f"{cell} has a flag: remove it before {before}")
        if self.signs[index] != HIDDEN:
            raise IllegalMove(f"{cell} is already open")
        return index


def random_hint_board(width: int, height: int, mines: int, hints: int, rng: Random, grid: Grid = "square") -> Board:
    """Return a board as in the search course: mines at random, `hints` safe cells open, the mine total known.

    >>> board = random_hint_board(6, 6, mines=10, hints=16, rng=Random(7))
    >>> board.mines, len(board.open), len(board.hidden)
    (10, 16, 20)
    """
    game = Game.random(width, height, mines, rng, start="none", grid=grid)
    if hints > (safe := width * height - mines):
        raise BoardError(f"{hints} hints do not fit: {width}x{height} with {mines} mines has {safe} safe cells")
    return game.initial_safe(hints, rng).board


def _with_sign(signs: str, index: int, sign: str) -> str:
    return f"{signs[:index]}{sign}{signs[index + 1 :]}"


def _open(layout: Board, signs: str, index: int) -> str:
    """Return what the player sees after opening a cell; a 0 also opens the cells around it, except flagged ones."""
    answers = layout.signs
    if answers[index] != "0":
        return _with_sign(signs, index, answers[index])
    around = neighbours_of(layout.width, layout.height, layout.grid)
    # A flood fill: `spread` holds zeros that are open, and whose neighbours are still to be opened.
    shown = list(signs)
    shown[index] = "0"
    spread = [index]
    while spread:
        for other in around[spread.pop()]:
            if shown[other] == HIDDEN:
                shown[other] = answers[other]
                if answers[other] == "0":
                    spread.append(other)
    return "".join(shown)


# -- layouts under other rules: which clue each safe cell shows, where a hint file says what clues mean
#
# A clue fits a cell if every instance of the rules that speaks of it holds on the layout. There may be several, as
# where each clue is off by one: one of them is drawn. Whatever else the rules say must hold on the layout, too.

MOST_DRAWN = 500
"""After this many layouts that the rules do not allow, no more are drawn."""


def layout_under(rules: HintFile, layout: Board, rng: Random) -> Board:
    """Return the layout with the clues that the rules allow; refuse it if they do not allow it.

    >>> from logicms.notation.hint_files import parse_hints
    >>> rules = parse_hints("all c in cells, k in 0..8: clue(c, k) -> k x in beside(c): mine(x)", size=(2, 2))
    >>> layout_under(rules, Board(("*-", "--")), Random(1)).rows
    ('*1', '10')
    """
    mines = {cell for cell, sign in zip(layout.cells, layout.signs, strict=True) if sign == MINE}
    bare = replace(layout, rows=rows_of("".join(MINE if s == MINE else SAFE for s in layout.signs), layout.width))
    if not all(_holds(each, mines) for each in rules.over(bare).statements):
        raise BoardError("the rules do not allow these mines")
    fitting: dict[Cell, str] = {cell: "" for cell in layout.cells if cell not in mines}
    for number in CLUES:
        shown = replace(bare, rows=tuple(row.replace(SAFE, number) for row in bare.rows))
        wrong = {_place(each) for each in rules.over(shown).statements if not _holds(each, mines)}
        for cell in fitting.keys() - wrong:
            fitting[cell] += number
    signs = []
    for cell, sign in zip(layout.cells, layout.signs, strict=True):
        if sign != MINE and not fitting[cell]:
            raise BoardError(f"the rules allow no clue from 0 to 8 at {cell}")
        if sign in CLUES and sign not in fitting[cell]:
            raise BoardError(f"the layout is wrong: {cell} says {sign}, but the rules allow {', '.join(fitting[cell])}")
        signs.append(rng.choice(fitting[cell]) if sign == SAFE else sign)
    return replace(layout, rows=rows_of("".join(signs), layout.width), mines=len(mines))


def drawn_under(rules: HintFile, draw: Draw, first: Cell, rng: Random) -> Board:
    """Return a random layout that the rules allow, with `first` safe."""
    for _ in range(MOST_DRAWN):
        drawn = replace(draw, seed=rng.getrandbits(128)).layout(first)
        bare = replace(drawn, rows=tuple("".join(MINE if s == MINE else SAFE for s in row) for row in drawn.rows))
        try:
            return layout_under(rules, bare, rng)
        except BoardError as error:
            refusal = error
    raise BoardError(f"none of {MOST_DRAWN} random layouts fits the rules ({refusal}): give a layout")


def _holds(statement: Statement, mines: set[Cell]) -> bool:
    """Return whether a statement is true of these mines."""
    if isinstance(statement, Hint):
        return statement.low <= sum(name in mines for name in statement.among) <= statement.high
    if isinstance(statement, Literal):
        return (statement.name in mines) is statement.holds
    words = [str(name) for name in statement.names if not isinstance(name, Cell)]
    if words:
        raise BoardError(f"a game can be played under rules about mines and clues only, not about {min(words)}")
    return statement.holds(mines)


def _place(statement: Statement) -> Cell | None:
    """Return the cell whose clue an instance of a rule is about: the first cell among its values."""
    source = statement.because if isinstance(statement, Hint) else getattr(statement, "name", None)
    cited = read_citation(str(source)) if source is not None else None
    values = map(as_name, (value for value in (cited[1].values() if cited else ()) if isinstance(value, str)))
    return next((value for value in values if isinstance(value, Cell)), None)
