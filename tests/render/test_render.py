"""Pictures: what people see, in text and SVG, and that nothing needs escaping by hand."""

import re
from fractions import Fraction
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import boards

from logicms.answers.prove import path, prove
from logicms.answers.solve import check
from logicms.board import Board, column_name, parse_cell
from logicms.errors import InconsistentKnowledge
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.hint_files import parse_hints
from logicms.notation.texts import folded, percent
from logicms.render.answers import check_text
from logicms.render.explanation import path_text
from logicms.render.picture import Marks, board_svg, board_text, legend
from logicms.render.proof import proof_text

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
    assert len(str(board).splitlines()) == board.height + (1 if board.width <= 26 else 2)


WORD = st.text("ab1|.(", min_size=1, max_size=12)


COLUMNS = st.lists(st.lists(WORD, min_size=1, max_size=9).map(" ".join), max_size=3).map("   ".join)


@example("a   1", 5)
@given(st.lists(COLUMNS, max_size=4).map("\n".join), st.integers(1, 40))
def test_folding_keeps_every_word_and_fits(text: str, columns: int) -> None:
    shown = folded(text, columns)
    coloured = re.sub(r"(?<![^ \n])[ab|][^ \n]*", lambda word: f"\x1b[38;5;39m{word[0]}\x1b[0m", text)
    assert shown.split() == text.split() and folded(shown, columns) == shown
    assert re.sub("\x1b\\[[0-9;]*m", "", folded(coloured, columns)) == shown, "colours take no room"
    for line in shown.splitlines():
        assert len(line) <= columns or len(re.sub(r"^ *\(?[0-9]+[.):]? +", "", line).split()) == 1


def test_wide_boards_keep_their_columns_aligned():
    lines = str(Board(("?" * 28,) * 12)).splitlines()
    assert len({len(line) for line in lines}) == 1
    assert lines[0].endswith("     A A") and lines[1].endswith(" Y Z A B")


@pytest.mark.parametrize("width, blanks", [(9, True), (30, True), (38, True), (39, False), (70, False)])
def test_a_board_of_up_to_76_columns_fits_a_terminal_of_80(width, blanks):
    lines = board_text(Board(("?" * width,) * 16), columns=80).splitlines()
    assert len({len(line) for line in lines[1:]}) == 1 and len(lines[-1]) <= 80
    assert (" ■ ■" in lines[-1]) == blanks


def test_odds_of_a_wide_board_are_cut_into_blocks_of_columns():
    board = Board(("?" * 29 + "3",) * 16)
    odds = {cell: Fraction(n % 101, 100) for n, cell in enumerate(board.hidden)}
    first, second = board_text(board, Marks(odds=odds), columns=80).split("\n\n")
    assert max(map(len, f"{first}\n{second}".splitlines())) <= 80
    names = [block.splitlines()[0].split() for block in (first, second)]
    assert names[0] + names[1] == [column_name(col) for col in range(30)]
    rows = [line.split()[1:] for line in first.splitlines()[1:]]
    for row, line in zip(rows, second.splitlines()[1:], strict=True):
        row += line.split()[1:]
    assert [cell for row in rows for cell in row if cell.endswith("%")] == [
        f"{percent(each)}%" for each in odds.values()
    ]
    assert all(row[-1] == "3" for row in rows)


def test_long_lines_are_broken_between_words_and_pictures_stay():
    assert folded("A1 " * 40, None) == "A1 " * 40
    lines = folded("safe: " + " ".join(f"A{n}" for n in range(1, 60)), 80).splitlines()
    assert max(map(len, lines)) <= 80 and " ".join(map(str.strip, lines)).endswith("A58 A59")


def test_the_last_column_of_a_line_is_kept_together():
    line = "12  ~A1 | ~B1   from 4 and 6 on C1"
    assert folded(line, 30) == "12  ~A1 | ~B1\n    from 4 and 6 on C1"
    assert folded(line, 33) == "12  ~A1 | ~B1   from 4 and 6 on\n                C1"
    assert folded("a | b | c | d   rule 4", 9) == "a | b | c\n  | d\n  rule 4"


def test_paint_is_told_every_role():
    roles = set()
    board_text(BOARD, MARKS, paint=lambda text, role: roles.add(role) or text)
    assert roles == {"name", "hidden", "clue", "zero", "flag", "safe", "mine", "used", "shared", "heat3"}


# -- nothing short of certainty reads as certain

TINY = Fraction(1, 10**400)


@pytest.mark.parametrize(
    "odds, whole, tenths, why",
    [
        (Fraction(0), "0", "0.0", "never"),
        (TINY, "<1", "<0.1", "smaller than any float"),
        (Fraction(1, 2001), "<1", "<0.1", "below half a tenth"),
        (Fraction(1, 2000), "<1", "0.1", "half a tenth is rounded up"),
        (Fraction(1, 200) - TINY, "<1", "0.5", "just below half a per cent"),
        (Fraction(1, 200), "1", "0.5", "half a per cent is rounded up, not to an even 0"),
        (Fraction(1, 100), "1", "1.0", "as it is"),
        (Fraction(1, 8), "13", "12.5", "a half is rounded up, not to an even 12"),
        (Fraction(1, 3), "33", "33.3", "down"),
        (Fraction(2, 3), "67", "66.7", "up"),
        (Fraction(99, 100), "99", "99.0", "as it is"),
        (Fraction(199, 200) - TINY, "99", "99.5", "just below the last half"),
        (Fraction(199, 200), ">99", "99.5", "it would be rounded up to 100"),
        (Fraction(1999, 2000), ">99", ">99.9", "it would be rounded up to 100.0"),
        (1 - TINY, ">99", ">99.9", "larger than any float below 1"),
        (Fraction(1), "100", "100.0", "always"),
    ],
)
def test_odds_read_as_certain_only_where_they_are(odds, whole, tenths, why):
    assert (percent(odds), percent(odds, 1)) == (whole, tenths), why


@given(st.fractions(0, 1), st.integers(0, 3))
def test_rounded_odds_are_near_and_never_certain(odds, places):
    text = percent(odds, places)
    shown = Fraction(text.lstrip("<>")) / 100
    assert (shown == 0) is (odds == 0) and (shown == 1) is (odds == 1)
    near = {"<": odds < shown, ">": odds > shown}
    assert near.get(text[0], abs(odds - shown) * 100 <= Fraction(1, 2 * 10**places))


def test_odds_keep_the_width_of_their_cells():
    odds = {cell: Fraction(n, 1000) for n, cell in enumerate(BOARD.hidden, 994)}
    lines = board_text(BOARD, Marks(odds=odds)).splitlines()
    ends = {at for line in lines for at, character in enumerate(line) if character == "%"}
    assert len({at % 5 for at in ends}) == 1 and " >99%" in lines[1]


def test_a_sentence_has_the_beginning_of_a_long_statement():
    """One formula may have 65,536 characters; its proof shows them all."""
    formula = " & ".join(f"(a{number} | b{number})" for number in range(100))
    clash = check(parse_hints(f"{formula}\n~a7\n~b7").to_problem())
    sentence, *mending = check_text(clash).splitlines()
    assert len(sentence) < 260 and sentence.endswith("…, ~a7 and ~b7 cannot all be right")
    assert {"~a7", "~b7"} < {line[5:] for line in mending[1:]} and max(map(len, mending)) < 210
    told = KnowledgeBase(parse_hints(f"{formula}\n~a7\n~b7"))
    with pytest.raises(InconsistentKnowledge, match=r"…, ~a7 and ~b7 cannot all be right$"):
        told.check()
    certain = path(parse_hints(f"{formula}\n~a7").to_problem())
    assert len(path_text(certain)) < 300 and "… and ~a7" in path_text(certain)
    assert formula in proof_text(prove(parse_hints(f"{formula}\n~a7").to_problem(), "b7").proof)
    long = f"3 among {' '.join(f'name{number}' for number in range(100))}"
    few = check(parse_hints("\n".join([long, *(f"~name{number}" for number in range(98))])).to_problem())
    sentence = check_text(few).splitlines()[0]
    assert len(sentence) < 400
    assert re.fullmatch("inconsistent: 99 statements .3 among .*…, ~name0, .* …. cannot all be right", sentence)
