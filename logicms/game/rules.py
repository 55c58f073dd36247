"""Game: the rules of play on a layout. Only a game knows the mines; a player is given `game.board`, never the game.

A game is a value: each move gives a new one, and its moves written as text (`open B3`, `flag C1`, `chord B3`)
replay it.

The game control of the logic course differs: a game starts with a list of safe cells, each opened with its own clue
(`safe B3` in the transcript), every open cell has a hint (`Game.hint`), and the game is won once every cell is marked:
safe cells by opening them, mines by `mark`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from random import Random, SystemRandom
from types import NoneType
from typing import Literal, cast, get_args

from logicms.board import CLUES, FLAG, HIDDEN, MINE, Board, Cell, Grid, as_cell, neighbours_of, parse_cell, rows_of
from logicms.errors import BoardError, IllegalMove, expect
from logicms.game.draw import Draw, Share, Start, number_of_initial_safe
from logicms.hints import Hint, Shown, exactly
from logicms.layout import complete_layout

Verb = Literal["open", "flag", "chord", "mark", "safe"]
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
        """Return a new game on a layout whose clues are those of other rules (`ruled.layout_under`)."""
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
        >>> cell = parse_cell("D4")
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
        verb, cell = _parse_move(text)
        moves = {"open": self.open, "flag": self.flag, "chord": self.chord, "mark": self.mark, "safe": self.give_safe}
        return moves[verb](cell)

    def open(self, cell: Cell | str) -> Game:
        """Return the game with `cell` open; a mine loses the game, a 0 opens all cells around it."""
        cell = as_cell(cell)
        index = self._closed_index(cell)
        layout = self._layout_at(cell)
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
            raise IllegalMove(f"{cell} shows {clue}, but there {_flags(flags)} around it: set the flags first")
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
        if MINE in self.signs or self._wrongly_marked:
            return Outcome.LOST
        hidden, flagged = self.signs.count(HIDDEN), self.signs.count(FLAG)
        if hidden + flagged != self.plan.mines or (hidden and self.marking):
            return None
        return Outcome.WON

    @property
    def _wrongly_marked(self) -> bool:
        """Whether the last move lost a game of the course; no move comes after that."""
        if not self.marking or not self.history or self.history[-1][0] != "mark":
            return False
        return self.layout[self.history[-1][1]] != MINE

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

        >>> game = Game.from_layout(Board(("**", "--"))).open(parse_cell("A2"))
        >>> print(game.hint(parse_cell("A2")), "/", game.flag(parse_cell("B1")).hint(parse_cell("A2")))
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

    def _layout_at(self, first: Cell) -> Board:
        if isinstance(self.plan, Board):
            return self.plan
        if refusal := self.plan.refusal(first):
            raise IllegalMove(refusal)
        return self.plan.layout(first)


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


def _flags(count: int) -> str:
    return "is 1 flag" if count == 1 else f"are {count} flags"


def _with_sign(signs: str, index: int, sign: str) -> str:
    return f"{signs[:index]}{sign}{signs[index + 1 :]}"


def _open(layout: Board, signs: str, index: int) -> str:
    """Return what the player sees after opening a cell; a 0 also opens the cells around it, except flagged ones."""
    answers = layout.signs
    if answers[index] != "0":
        return _with_sign(signs, index, answers[index])
    around = neighbours_of(layout.width, layout.height, layout.grid)
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


def _parse_move(text: str) -> tuple[Verb, Cell]:
    verb, _, cell = text.strip().partition(" ")
    if verb not in get_args(Verb):
        raise IllegalMove(
            f"not a move: {text!r}; a move is open, flag, chord, mark or safe followed by a cell, such as open B3"
        )
    return cast(Verb, verb), parse_cell(cell)
