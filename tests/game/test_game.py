"""Game against a naive twin that plays on dictionaries, by tables, and by what it refuses."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicms.board import Board, Cell, parse_cell
from logicms.errors import BoardError, IllegalMove
from logicms.game import LEVELS, Draw, Game, Outcome, number_of_initial_safe, random_hint_board


def layout(*rows: str, **more: object) -> Board:
    return Board(rows, **more)  # type: ignore[arg-type]


def after(start: Board, *moves: str) -> Game:
    return Game.replay(start, moves)


# -- tables

CORNER = layout("----", "----", "---*")
WALL = layout("-*-", "-*-", "---")


@pytest.mark.parametrize(
    "start, moves, seen, outcome, why",
    [
        (CORNER, [], ("????", "????", "????"), None, "nothing is open at first"),
        (CORNER, ["open A1"], ("0000", "0011", "001?"), Outcome.WON, "a 0 opens all that it reaches, and that is all"),
        (CORNER, ["open C3"], ("????", "????", "??1?"), None, "a clue that is not 0 opens alone"),
        (CORNER, ["open D3"], ("????", "????", "???*"), Outcome.LOST, "a mine loses, and shows itself only"),
        (CORNER, ["flag A1", "open D1"], ("F000", "0011", "001?"), None, "an opening goes round a flag"),
        (CORNER, ["flag A1", "flag A1"], ("????", "????", "????"), None, "a second flag takes the first off"),
        (CORNER, ["flag D3", "open A1"], ("0000", "0011", "001F"), Outcome.WON, "a flagged mine is not in the way"),
        (CORNER, ["safe A1"], ("0???", "????", "????"), None, "a cell given as safe opens alone, even a 0"),
        (WALL, ["open A1", "open C1"], ("2?2", "???", "???"), None, "each on its own side"),
        (WALL, ["open A1", "open C1", "open A2", "open C2", "open A3", "open B3", "open C3"], ("2?2", "2?2", "111"),
         Outcome.WON, "every safe cell is open, no flag is needed"),
        (layout("-"), ["open A1"], ("0",), Outcome.WON, "one cell"),
        (layout("**"), [], ("??",), Outcome.WON, "no safe cell is left to open"),
    ],
)  # fmt: skip
def test_moves(start: Board, moves: list[str], seen: tuple[str, ...], outcome: Outcome | None, why: str) -> None:
    game = after(start, *moves)
    assert game.board.rows == seen, why
    assert game.outcome is outcome, why
    assert game.transcript == tuple(moves)


@pytest.mark.parametrize(
    "moves, message",
    [
        (["open C3", "open C3"], "C3 is already open"),
        (["flag A1", "open A1"], "A1 has a flag: remove it before opening the cell"),
        (["open C3", "flag C3"], "C3 is open: only a hidden cell can have a flag"),
        (["open E1"], "E1 is not on a board of 4x3"),
        (["flag A4"], "A4 is not on a board of 4x3"),
        (["open D3", "open A1"], "A1: the game is over (lost)"),
        (["open A1", "flag D3"], "D3: the game is over (won)"),
        (["safe D3"], "D3 is a mine: it cannot be given as safe"),
        (
            ["jump A1"],
            "not a move: 'jump A1'; a move is open, flag, chord, mark or safe followed by a cell, such as open B3",
        ),
        (["open C2", "chord C2"], "C2 shows 1, but there are 0 flags around it: set the flags first"),
        (["open C2", "chord A1"], "A1 is not open: only around a clue can everything be opened"),
        (["open A1", "chord A1"], "A1: the game is over (won)"),
    ],
)
def test_illegal_moves_name_the_cell_and_why(moves: list[str], message: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        after(CORNER, *moves)
    assert str(refused.value) == message


def test_a_negative_place_is_not_the_other_side() -> None:
    with pytest.raises(IllegalMove, match="not on a board"):
        Game.from_layout(CORNER).open(Cell(-1, 0))


@pytest.mark.parametrize(
    "board, message",
    [
        (layout("*?"), "B1 is hidden: a layout has only *, - and digits"),
        (layout("*F"), "B1 is hidden: a layout has only *, - and digits"),
        (layout("*2", "11"), "the layout is wrong: B1 says 2, but there is 1 mine around it"),
        (layout("*--", mines=2), "the layout is wrong: mines is 2, but it shows 1"),
    ],
)
def test_wrong_layouts(board: Board, message: str) -> None:
    with pytest.raises(BoardError) as refused:
        Game.from_layout(board)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    "size, start, first, message",
    [
        ((3, 3, 10), "none", None, "10 mines do not fit on a board of 3x3, 9 cells"),
        ((3, 3, -1), "none", None, "the number of mines cannot be negative: -1"),
        ((0, 3, 0), "none", None, "a board has at least one cell, so its size cannot be 0x3"),
        ((3, 3, 9), "safe", None, "a board of 3x3 with 9 mines has no room for a first cell A1 that is safe"),
        ((3, 3, 6), "zero", None, "a board of 3x3 with 6 mines has no room for a first cell A1 that is safe together "
         "with all cells around it"),
        ((3, 3, 1), "zero", "B2", "a board of 3x3 with 1 mine has no room for a first cell B2 that is safe together "
         "with all cells around it"),
        ((3, 3, 1), "safe", "D1", "the first cell D1 is not on a board of 3x3"),
        ((3, 3, 1), "kind", None, "not a start rule: 'kind'; choose safe, zero or none"),
    ],
)  # fmt: skip
def test_impossible_games(size: tuple[int, int, int], start: str, first: str | None, message: str) -> None:
    with pytest.raises(BoardError) as refused:
        Game.random(*size, rng=random.Random(1), start=start, first=first and parse_cell(first))  # type: ignore
    assert str(refused.value) == message


def test_a_first_cell_without_room_is_an_illegal_move() -> None:
    game = Game.random(3, 3, 5, rng=random.Random(1), start="zero")
    with pytest.raises(IllegalMove, match="no room for a first cell B2"):
        game.open(parse_cell("B2"))
    assert game.open(parse_cell("A1")).outcome is Outcome.WON


@pytest.mark.parametrize("count", [-1, "half", 72, 10**9])
def test_impossible_initial_safe_cells(count: object) -> None:
    game = Game.random(9, 9, 10, rng=random.Random(1))
    with pytest.raises(BoardError, match="initial safe cells"):
        game.initial_safe(count, random.Random(1))  # type: ignore[arg-type]


def test_a_course_game_is_won_once_every_mine_is_marked() -> None:
    game = Game.random(9, 9, 10, rng=random.Random(1)).initial_safe(71, random.Random(1))
    assert len(game.given_safe) == 71 and game.marking
    for mine in game.layout.where("*"):
        assert game.outcome is None
        game = game.mark(mine)
    assert game.outcome is Outcome.WON
    again = Game.replay(game.layout, game.transcript)
    assert again.outcome is Outcome.WON and again.transcript == game.transcript


def test_a_wrong_mark_loses_a_course_game_and_no_other() -> None:
    game = Game.from_layout(Board(("*--", "---")))
    assert game.mark("B1").outcome is None and game.mark("B1").board["B1"] == "F"
    lost = game.give_safe("C2").mark("B1")
    assert lost.outcome is Outcome.LOST
    with pytest.raises(IllegalMove, match="the game is over \\(lost\\)"):
        lost.mark("A1")


@pytest.mark.parametrize(
    "moves, message",
    [
        (["safe C2", "mark C2"], "C2 is already open"),
        (["flag A1", "mark A1"], "A1 has a flag: remove it before marking"),
        (["mark A1", "mark A1"], "A1 has a flag: remove it before marking"),
        (["mark A1", "open A1"], "A1 has a flag: remove it before opening the cell"),
    ],
)
def test_what_cannot_be_marked(moves: list[str], message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        Game.replay(Board(("*--", "---")), moves)


@pytest.mark.parametrize("level, given", [("easy", 9), ("medium", 16), ("hard", 22)])
def test_the_course_levels(level: str, given: int) -> None:
    size = LEVELS[level]
    assert size.initial_safe is not None
    game = Game.random(size.width, size.height, size.mines, random.Random(3), size.start)
    game = game.initial_safe(size.initial_safe, random.Random(3))
    assert len(game.board.open) == given == number_of_initial_safe("sqrt", size.width * size.height)
    assert all(verb == "safe" for verb, _ in game.history)
    assert game.board.mines == size.mines


def test_the_layout_is_drawn_at_the_first_opening() -> None:
    game = Game.random(9, 9, 10, rng=random.Random(7)).flag(parse_cell("A1"))
    with pytest.raises(BoardError, match="drawn when the first cell is opened"):
        _ = game.layout
    opened = game.open(parse_cell("E5"))
    assert opened.layout.first == parse_cell("E5")
    assert opened.layout == Game.random(9, 9, 10, rng=random.Random(7), first=parse_cell("E5")).layout


def test_without_a_seed_two_games_differ() -> None:
    assert Game.random(30, 16, 99) != Game.random(30, 16, 99)


def test_hints_of_the_course_leave_marked_cells_out() -> None:
    game = after(layout("*-*", "---"), "open B2", "flag C1", "open A2")
    assert str(game.hint(parse_cell("B2"))) == "B2: 1 among A1 B1 C2"
    with pytest.raises(IllegalMove, match="B1 is not open"):
        game.hint(parse_cell("B1"))


def test_games_are_values() -> None:
    game = Game.from_layout(CORNER)
    assert {game, Game.from_layout(CORNER)} == {game}
    game.open(parse_cell("C3"))
    assert game == Game.from_layout(CORNER), "a move leaves the game it was made in as it was"
    assert eval(repr(game), {"Game": Game, "Board": Board, "Cell": Cell}) == game


def test_a_large_opening_does_not_recurse() -> None:
    game = Game.random(200, 200, 1, rng=random.Random(1), first=Cell(0, 0)).open(Cell(0, 0))
    assert len(game.board.hidden) < 200, "the mine's side at most stays closed"


# -- a twin that shares no code with the game


class Twin:
    """The rules of play, written as plainly as possible."""

    def __init__(self, board: Board) -> None:
        self.mines = {cell for cell in board.cells if board[cell] == "*"}
        self.around = {cell: board.neighbours(cell) for cell in board.cells}
        self.seen = {cell: "?" for cell in board.cells}

    def open(self, cell: Cell) -> None:
        if cell in self.mines:
            self.seen[cell] = "*"
            return
        count = sum(other in self.mines for other in self.around[cell])
        self.seen[cell] = str(count)
        if count == 0:
            for other in self.around[cell]:
                if self.seen[other] == "?":
                    self.open(other)

    def flag(self, cell: Cell) -> None:
        self.seen[cell] = {"?": "F", "F": "?"}[self.seen[cell]]


@st.composite
def layouts(draw: st.DrawFn) -> Board:
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    row = st.lists(st.sampled_from("--*---"), min_size=width, max_size=width).map("".join)
    return Board(tuple(draw(st.lists(row, min_size=height, max_size=height))))


@given(layouts(), st.integers(0, 2**32))
def test_a_random_game_equals_the_twins(start: Board, seed: int) -> None:
    rng = random.Random(seed)
    game, twin = Game.from_layout(start), Twin(start)
    while game.outcome is None:
        flags = rng.random() < 0.2
        cell = rng.choice(
            [cell for cell, sign in twin.seen.items() if sign == "?" or (flags and sign == "F")] or [None]
        )
        if cell is None:
            break
        before = game.board
        assert "*" not in before.signs, "no mine is seen before the end"
        game = game.flag(cell) if flags else game.open(cell)
        (twin.flag if flags else twin.open)(cell)
        assert game.board.signs == "".join(twin.seen.values())
        assert game.board.mines == len(twin.mines)
        closed_safe = [c for c, sign in twin.seen.items() if sign in "?F" and c not in twin.mines]
        assert (game.outcome is Outcome.LOST) == ("*" in twin.seen.values())
        assert (game.outcome is Outcome.WON) == (not closed_safe and "*" not in twin.seen.values())
    assert Game.replay(game.layout, game.transcript) == game
    assert Game.replay(start, game.transcript) == game, "a layout without clues is the same layout"


@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_start_rules_and_seeds(width: int, height: int, data: st.DataObject) -> None:
    first = Cell(data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, width - 1)))
    start = data.draw(st.sampled_from(["safe", "zero", "none"]))
    around = Board(("?" * width,) * height).neighbours(first)
    kept = {"safe": 1, "zero": 1 + len(around), "none": 0}[start]
    mines, seed = data.draw(st.integers(0, width * height - kept)), data.draw(st.integers(0, 2**64))
    game = Game.random(width, height, mines, random.Random(seed), start, first)  # type: ignore[arg-type]
    assert game.layout.signs.count("*") == mines
    assert start == "none" or game.layout[first] != "*"
    assert start != "zero" or game.layout[first] == "0"
    later = Game.random(width, height, mines, random.Random(seed), start)  # type: ignore[arg-type]
    if later.outcome is None:
        assert later.open(first).board.signs == game.open(first).board.signs


def test_every_layout_is_drawn() -> None:
    drawn = {Draw(2, 2, 2, "none", seed).layout(None) for seed in range(200)}
    assert len(drawn) == 6
    drawn = {Draw(3, 2, 2, "zero", seed).layout(Cell(0, 0)) for seed in range(20)}
    assert len(drawn) == 1


@given(st.integers(0, 2**32))
def test_hint_boards(seed: int) -> None:
    board = random_hint_board(6, 6, 10, 16, random.Random(seed))
    assert (board.mines, len(board.open), len(board.hidden)) == (10, 16, 20)
    assert board == random_hint_board(6, 6, 10, 16, random.Random(seed))


LINE = Board(("*-*-", "----"))


def test_a_chord_opens_what_has_no_flag_and_is_one_move() -> None:
    game = after(LINE, "open B1", "flag A1", "flag C1")
    chorded = game.chord("B1")
    assert chorded.board.rows == ("F2F?", "121?") and chorded.outcome is None
    assert chorded.history[-1] == ("chord", Cell(0, 1)) and len(chorded.history) == 4
    assert Game.replay(LINE, chorded.transcript) == chorded
    with pytest.raises(IllegalMove, match="there is nothing left to open around B1"):
        chorded.chord("B1")


def test_a_chord_beside_a_wrong_flag_loses() -> None:
    game = after(LINE, "open B1", "flag A1", "flag A2").chord("B1")
    assert game.outcome is Outcome.LOST and game.board.rows[0] == "F2*?"


def test_a_chord_before_the_first_opening_is_refused() -> None:
    with pytest.raises(IllegalMove, match="A1 is not open"):
        Game.random(9, 9, 10).chord("A1")


def test_a_chord_spreads_from_a_zero() -> None:
    game = after(Board(("*----",)), "open B1", "flag A1").chord("B1")
    assert game.board.rows == ("F1000",) and game.outcome is Outcome.WON
