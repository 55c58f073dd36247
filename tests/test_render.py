"""Pictures: what people see, in text and SVG, and that nothing needs escaping by hand."""

from fractions import Fraction
from xml.etree import ElementTree as ET

from hypothesis import given
from strategies import boards

from logicms.board import Board, parse_cell
from logicms.render.marks import Marks
from logicms.render.svg import board_svg
from logicms.render.text import board_text, legend

BOARD = Board(("???10", "12?1?", "01110", "F*-2?"), title="signs & <marks>")
MARKS = Marks(
    safe=frozenset({parse_cell("C1")}),
    mine=frozenset({parse_cell("C2")}),
    used=frozenset({parse_cell("A2"), parse_cell("B2")}),
    shared=frozenset({parse_cell("A1"), parse_cell("B1")}),
    goal=parse_cell("C1"),
    odds={parse_cell("E4"): Fraction(1, 3)},
)


def test_text_with_marks(golden):
    golden("marks.txt", f"{board_text(BOARD, MARKS)}\n{legend(MARKS)}\n")
    golden("marks-ascii.txt", f"{board_text(BOARD, MARKS, ascii=True)}\n{legend(MARKS, ascii=True)}\n")


def test_svg_with_marks(golden):
    tree = ET.fromstring(board_svg(BOARD, MARKS))
    ET.indent(tree)
    golden("marks.svg", ET.tostring(tree, encoding="unicode") + "\n")


@given(boards())
def test_every_board_draws_itself(board):
    svg = ET.fromstring(board._repr_svg_())
    space = "{http://www.w3.org/2000/svg}"
    assert {group.get("id") for group in svg.iter(f"{space}g")} == set(map(str, board.cells))
    assert svg.find(f"{space}desc").text == "\n" + board_text(board, ascii=True)
    assert len(str(board).splitlines()) == board.height + 1


def test_wide_boards_keep_their_columns_aligned():
    lines = str(Board(("?" * 28,) * 12)).splitlines()
    assert len({len(line) for line in lines}) == 1 and lines[0].endswith(" AA AB")


def test_paint_is_told_every_role():
    roles = set()
    board_text(BOARD, MARKS, paint=lambda text, role: roles.add(role) or text)
    assert roles == {"name", "hidden", "clue", "zero", "flag", "safe", "mine", "used", "shared", "heat3"}
