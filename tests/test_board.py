"""Cell and Board are values: names round-trip, construction refuses what no board can be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicms.board import Board, Cell, column_name, neighbours_of, parse_cell
from logicms.errors import BoardError


@given(st.integers(0, 9_999_998), st.integers(0, 26 + 26**2 + 26**3 + 26**4 - 1))
def test_cell_names_round_trip(row, col):
    assert parse_cell(str(Cell(row, col))) == Cell(row, col)
    assert parse_cell(str(Cell(row, col)).lower()) == Cell(row, col)


@pytest.mark.parametrize(
    "col, name", [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_columns_go_on_past_z(col, name):
    assert column_name(col) == name


@pytest.mark.parametrize("text", ["", "3", "B", "B0", "B01", "3B", "B-1", "Ä1", "A1 B1", "A" * 6 + "1", "A" + "9" * 50])
def test_not_a_cell(text):
    with pytest.raises(BoardError, match="such as B3"):
        parse_cell(text)


def test_cells_sort_in_reading_order():
    board = Board(("???", "???"))
    assert list(board.cells) == sorted(board.cells)
    assert [str(cell) for cell in board.cells] == ["A1", "B1", "C1", "A2", "B2", "C2"]


@pytest.mark.parametrize("width, height", [(1, 1), (1, 4), (4, 1), (2, 2), (3, 5), (20, 30)])
def test_neighbours_are_the_cells_one_step_away(width, height):
    board = Board(("?" * width,) * height)
    table = neighbours_of(width, height)
    for index, cell in enumerate(board.cells):
        near = [c for c in board.cells if c != cell and max(abs(c.row - cell.row), abs(c.col - cell.col)) == 1]
        assert list(board.neighbours(cell)) == near == [board.cells[i] for i in table[index]]


@pytest.mark.parametrize(
    "arguments, message",
    [
        (((),), "at least one cell"),
        ((("",),), "at least one cell"),
        ((("??", "?"),), "row 2 has 1 cell"),
        ((("?9",),), "not a board character: '9'"),
        ((("?.",),), "not a board character"),
        ((("?1",), 2), "more than the 1 cell that is not open"),
        ((("**",), 1), "fewer than the 2 mines"),
        ((("?",), -1), "mines: -1 is not a possible number of mines"),
        ((("?",), None, " x"), "a title is one printable line"),
        ((("?",), None, ""), "a title is one printable line"),
        ((("?",), None, "a\nb"), "a title is one printable line"),
        ((("?",), None, "a #b"), "would start a comment"),
        ((("?",), None, None, Cell(1, 0)), "the first cell A2 is not on a board of 1x1"),
    ],
)
def test_refused_at_construction(arguments, message):
    with pytest.raises(BoardError, match=message):
        Board(*arguments)


def test_equal_boards_are_one_key_and_repr_rebuilds():
    board = Board(("?1", "F*"), mines=2, title="t", first=Cell(0, 1))
    again = eval(repr(board))
    assert again == board and {board: 1}[again] == 1


def test_what_the_signs_say():
    board = Board(("?F*", "-10"))
    assert [str(c) for c in board.hidden] == ["A1", "B1"]
    assert [str(c) for c in board.open] == ["B2", "C2"]
    assert [str(c) for c in (*board.flags, *board.known_mines, *board.known_safe)] == ["B1", "C1", "A2"]
    assert board.number_not_open == 4 and not board.is_layout
    assert board.with_flags("fact").rows == ("?**", "-10")
    assert board.with_flags("claim").rows == board.with_flags("ignore").rows == ("??*", "-10")
    assert Board(("*1", "-1")).is_layout
    assert board.clue(parse_cell("B2")) == 1 and board.clue(parse_cell("A1")) is None


def test_a_cell_off_the_board_is_refused():
    board = Board(("?1",))
    for ask in (board.__getitem__, board.neighbours, board.clue, lambda cell: board.with_signs({cell: "*"})):
        with pytest.raises(BoardError, match="C1 is not on a board of 2x1"):
            ask(parse_cell("C1"))
