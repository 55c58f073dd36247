"""The board's own notation: what is read, what is refused and where, and that nothing is lost in writing."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards

from logicms.board import SIGNS, Board, Cell, parse_cell
from logicms.errors import BoardError, BoardSyntaxError, LogicmsError
from logicms.notation import texts
from logicms.notation.boards import format_board, parse_board
from logicms.notation.texts import MAX_CELLS, MAX_LINES, MAX_TEXT, decode_text

FULL = bool(os.environ.get("LOGICMS_FULL"))
BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


@pytest.mark.parametrize(
    ("text", "rows", "why"),
    [
        ("?", ("?",), "one cell is a board"),
        ("? 1\n1 1", ("?1", "11"), "cells with blanks between them"),
        ("?1\n11\n", ("?1", "11"), "cells without blanks, a last line end"),
        ("? 1\n11", ("?1", "11"), "each row decides for itself"),
        ("012345678\n????F*-??", ("012345678", "????F*-??"), "every sign there is"),
        ("-1\n1-", ("-1", "1-"), "without blanks -1 is two cells"),
        ("  ?\t1  \n\t1 1\t", ("?1", "11"), "tabs are blanks, and blanks stand around a row"),
        (BOM + "? 1\r\n1 1\r\n", ("?1", "11"), "a BOM and CRLF"),
        ("? 1\r1 1", ("?1", "11"), "the old CR alone"),
        ("\n\n  \n? 1\n\n1 1\n \n\n", ("?1", "11"), "blank lines anywhere"),
        ("# a comment\n? 1 # one\n  # another\n1 1\n#", ("?1", "11"), "comments anywhere"),
        ("#\n? 1\n#\n#\n1 1", ("?1", "11"), "empty comments"),
        ("? ? 1 # 1\n1 1 1 # 2", ("??1", "111"), "row numbers as comments"),
        ("# # #\n? ?\n1 1\n# ---- #", ("??", "11"), "comments that are no rows of this board"),
    ],
)
def test_grid_is_read(text: str, rows: tuple[str, ...], why: str) -> None:
    assert parse_board(text).rows == rows, why


@pytest.mark.parametrize(
    ("text", "expected", "why"),
    [
        ("mines: 2\n??", Board(("??",), mines=2), "a key"),
        ("mines:2\n??", Board(("??",), mines=2), "no blank is needed"),
        (" mines : 002 # two\n??", Board(("??",), mines=2), "blanks, leading zeros, a comment"),
        ("size: 2x1\n??", Board(("??",)), "the size is checked, not kept"),
        ("size: 02x01\n??", Board(("??",)), "a size with leading zeros"),
        ("first: b1\n??", Board(("??",), first=Cell(0, 1)), "a cell in small letters"),
        ("title: C# and F#  # two keys\n?", Board(("?",), title="C# and F#"), "a # inside a word is no comment"),
        ("title: mines: 3\n?", Board(("?",), title="mines: 3"), "the first colon counts"),
        ("title: a\tb\t# c\n?", Board(("?",), title="a b"), "a tab is a blank in a title too"),
        ("title: ? ? 1\n?", Board(("?",), title="? ? 1"), "a title may look like a row"),
        ("first: A1\nmines: 1\ntitle: x\nsize: 1x1\n?", Board(("?",), 1, "x", Cell(0, 0)), "keys in any order"),
        ("mines: 1\n\n# here it comes\n\n?\n", Board(("?",), mines=1), "lines between the keys and the grid"),
        ("# 1 2 1\nmines: 1\n? 1 1 1", Board(("?111",), mines=1), "above the keys there are no rows"),
    ],
)
def test_keys_are_read(text: str, expected: Board, why: str) -> None:
    assert parse_board(text) == expected, why


MISTAKES = [
    ("1 9 1", 1, 3, "a clue is 0 to 8, not 9", "a clue of 9"),
    ("11\n1191", 2, 3, "a clue is 0 to 8, not 9", "a clue of 9 in a row without blanks"),
    ("? 1\n? .", 2, 3, "a hidden cell in some programs, an open 0 in others", "a dot says why"),
    ("? 1\n? .", 2, 3, "by the format (", "a dot names formats"),
    ("?q1", 1, 2, "not a board character: 'q'", "an unknown character"),
    ("x x 1", 1, 1, "minesweepr or minesolve for hidden, kata for a mine", "an x names its formats"),
    ("?X1", 1, 2, "minesolve for hidden, kata for a mine", "a capital X too"),
    ("H H 1", 1, 1, "the format jsm", "an H names its format"),
    ("UU1", 1, 1, "ms-board", "a U names its format"),
    ("_ 1", 1, 1, "write ? for a hidden cell, or 0", "an underscore has no format"),
    ("■ 1", 1, 1, "the format picture", "a hidden cell of a picture"),
    ("0 0 0\n# # #", 2, 1, "write ? for a hidden cell", "a row of # is not a comment"),
    ("# # # #\n1 1 1 1\n0 0 0 0", 1, 1, "write ? for a hidden cell", "nor is it in the first row"),
    ("mines: 2\n\n  # # 1\n1 1 1", 3, 3, "write ? for a hidden cell", "nor after the keys"),
    ("##?\n111", 1, 1, "write ? for a hidden cell", "nor without blanks"),
    ("? # #\n1 1 1", 1, 3, "write ? for a hidden cell", "nor if it completes a row"),
    ("1 1 1\n? # 1", 2, 3, "write ? for a hidden cell", "nor if only one # completes it"),
    ("? # #", 1, 3, "write ? for a hidden cell", "nor in the only row"),
    ("? ? #", 1, 5, "write ? for a hidden cell", "nor at its end"),
    ("# # #", 1, 1, "write ? for a hidden cell", "nor if there is nothing else"),
    ("?##\n111", 1, 2, "write ? for a hidden cell", "nor inside a word"),
    ("? f", 1, 3, "not a board character: 'f'; did you mean F?", "a small f is no flag"),
    ("? O 1", 1, 3, "not a board character: 'O'; did you mean 0?", "a letter O"),
    ("?o1", 1, 2, "did you mean 0?", "a small o"),
    ("? l 1", 1, 3, "did you mean 1?", "a small L"),
    ("Board 3\n? M", 1, 1, "a title is written `title: Board 3`", "a title without its key"),
    ("OOM\n???", 1, 1, "did you mean 0?", "near misses that are letters"),
    ("? M 1", 1, 3, "did you mean * for a mine?", "an M"),
    ("? m 1", 1, 3, "did you mean * for a mine?", "a small m"),
    ("? – 1", 1, 3, "did you mean - for a safe cell?", "a dash"),
    ("? ３", 1, 3, "did you mean 3?", "a wide digit"),
    ("?,?,1", 1, 2, "not a board character: ','; cells are separated by blanks", "commas"),
    ("|?|1|", 1, 1, "not a board character: '|'; cells are separated by blanks", "lines between cells"),
    ("+-+-+\n|?|1|", 1, 1, "not a board character: '+'; cells are separated by blanks", "a frame"),
    ("🟦🟦\n🟦1", 1, 1, "write ? for a hidden cell, its number for an open one", "squares"),
    ("?\N{ARABIC-INDIC DIGIT ONE}", 1, 2, "not a board character", "a digit of another script"),
    ("6 6 10\n-1 1", 1, 5, "the format seed", "10 in a spaced row"),
    ("1 1\n-1 1", 2, 1, "the format seed", "-1 in a spaced row"),
    ("1 10\n? ?", 1, 3, "the format seed", "10 among cells"),
    ("1 11\n? ? ?", 1, 3, "'11' in a row with blanks: put blanks between all cells or none", "a blank is missing"),
    ("? ?1 ?", 1, 3, "put blanks between all cells or none", "blanks between some cells"),
    ("??\n???", 2, 3, "row 2 has 3 cells, but the rows above have 2", "a row too long"),
    ("? ?\n? ? ? # x", 2, 5, "row 2 has 3 cells", "a spaced row too long"),
    ("??\n\n?", 3, 2, "row 2 has 1 cell, but the rows above have 2", "a row too short: the caret is after it"),
    ("mines: 1\nsize: 3x4\n??", 2, 7, "size is 3x4, but the grid is 2x1", "a size that disagrees"),
    ("size: 1x2\n??", 1, 7, "size is 1x2, but the grid is 2x1", "width comes first"),
    ("mines: 1\nmines: 1\n?", 2, 1, "the key `mines` appears twice", "a key twice"),
    ("title: x\n  title: mines\n?", 2, 3, "the key `title` appears twice", "a key twice, indented"),
    ("colour: red\n?", 1, 1, "unknown key 'colour'; the keys are title, size, mines, first, grid", "an unknown key"),
    ("Mines: 1\n?", 1, 1, "the keys are title, size, mines, first, grid; did you mean mines?", "small"),
    ("grid: hexagon\n?", 1, 7, "grid is square, hex or torus, not 'hexagon'; did you mean hex?", "an unknown grid"),
    ("mines: 1\ngrid: torus\n??\n??", 2, 7, "a torus has at least 3x3 cells, not 2x2: make", "a torus too small"),
    ("grid: hex\ngrid: hex\n?", 2, 1, "the key `grid` appears twice", "two grids"),
    ("grid: hex grid\n?", 1, 7, "grid is square, hex or torus", "a grid in two words"),
    ("mine: 1\n?", 1, 1, "did you mean mines?", "nearly a key"),
    ("  größe: 1\n?", 1, 3, "unknown key 'größe'", "an unknown key with other letters"),
    ("?\nmines: 1", 2, 1, "the key `mines` comes after the grid", "a key after the grid"),
    ("mines 3\n?", 1, 6, "a colon is missing after the key `mines`", "a forgotten colon"),
    ("mines:\n?", 1, 7, "the key `mines` has no value", "a key without value"),
    ("title: # none\n?", 1, 8, "the key `title` has no value", "a comment is no value"),
    ("mines: -1\n?", 1, 8, "mines is a number", "a negative number"),
    ("mines: 1 1\n?", 1, 8, "mines is a number", "two numbers"),
    ("mines: 1.5\n?", 1, 8, "mines is a number", "no whole number"),
    ("mines: " + "9" * 10_000 + "\n?", 1, 8, "a number of 10,000 digits is too large", "more digits than int() takes"),
    ("size: 3\n???", 1, 7, "size is WIDTHxHEIGHT", "half a size"),
    ("size: " + "9" * 5000 + "x1\n?", 1, 7, "but the grid is 1x1", "a size of thousands of digits"),
    ("first: 3B\n?", 1, 8, "first is a cell", "not a cell"),
    ("first: A0\n?", 1, 8, "first is a cell", "rows begin at 1"),
    ("first: A" + "1" * 5000 + "\n?", 1, 8, "first is a cell", "a row of thousands of digits"),
    ("title: a\x07b\n?", 1, 9, "a title is printable text, without '\\x07'", "a bell in a title"),
    ("title:#x\n?", 1, 7, "a title does not begin with #", "a title that a comment would swallow"),
    ("", 1, 1, "no grid", "nothing at all"),
    ("\n\n", 1, 1, "no grid", "blank lines alone"),
    ("mines: 3\n# nothing", 2, 10, "no grid", "keys alone"),
    ("? 1\n?\0?", 2, 2, "NUL", "a NUL"),
    ("1 1#c", 1, 4, "not a board character: '#'", "a # that follows no blank is no comment"),
    ("?\x0b?", 1, 2, "not a board character", "a vertical tab is neither blank nor line end"),
    ("? 1\x85? 1", 1, 4, "not a board character", "nor is NEL"),
]


@pytest.mark.parametrize(("text", "line", "column", "part", "why"), MISTAKES, ids=[row[-1] for row in MISTAKES])
def test_mistake_has_name_and_place(text: str, line: int, column: int, part: str, why: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_board(text, source="b.txt")
    error = caught.value
    assert (error.line, error.column, error.source) == (line, column, "b.txt"), why
    assert part in error.message, why
    assert error.source_line == text.removeprefix(BOM).split("\n")[line - 1], why


def test_caret_stands_at_the_mistake() -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_board("mines: 1\r\n\r\n? 1 9 1 # x\r\n", source="boards/b.txt")
    assert str(caught.value) == "boards/b.txt:3:5: a clue is 0 to 8, not 9\n? 1 9 1 # x\n    ^"


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("mines: 3\n??1", (1, 8), "mines: 3 is more than the 2 cells that are not open"),
        ("# mines: 1\ntitle: x\nmines:  1\n**1", (3, 9), "mines: 1 is fewer than the 2 mines marked *"),
        ("mines: 1\nfirst: C1\n??", (2, 8), "the first cell C1 is not on a board of 2x1"),
    ],
)
def test_values_no_board_can_have_have_a_place(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(BoardError) as caught:
        parse_board(text, source="b.txt")
    error = caught.value
    assert isinstance(error, BoardSyntaxError)
    assert ((error.line, error.column), error.message) == (place, message)
    assert str(error).startswith(f"b.txt:{place[0]}:{place[1]}: {message}\n")


def test_contradictory_clue_parses() -> None:
    assert parse_board("8?").rows == ("8?",), "a clue that its cells cannot meet is a finding, not a mistake"
    assert parse_board("*8").is_layout, "digits of a layout are checked where it is played"


@pytest.mark.parametrize(
    ("data", "line", "column", "part", "why"),
    [
        (b"? 1\n\xff 1", 2, 1, "not UTF-8: byte 0xff", "a byte of no UTF-8"),
        ("ä ".encode() + b"\xe4", 1, 3, "not UTF-8: byte 0xe4", "columns count characters, not bytes"),
        (b"? 1\r\n? \xc3", 2, 3, "not UTF-8: byte 0xc3", "a character cut short, after CRLF"),
        (b"? 1\n? \0", 2, 3, "NUL", "a NUL byte"),
        (b"\xff\xfe?\0", 1, 1, "UTF-16", "what some editors save"),
        (b"?" * (MAX_TEXT + 1), 1, 1, "too large", "too many bytes"),
        (b"\xff\0\xff", 1, 1, "not UTF-8", "several mistakes: the first is told"),
    ],
    ids=lambda value: None if isinstance(value, bytes) else str(value),
)
def test_bytes_that_are_no_text(data: bytes, line: int, column: int, part: str, why: str) -> None:
    with pytest.raises(BoardSyntaxError, match=part) as caught:
        decode_text(data, "b.txt")
    assert (caught.value.line, caught.value.column, caught.value.source) == (line, column, "b.txt"), why


def test_bytes_that_are_text() -> None:
    assert parse_board(decode_text((BOM + "title: é\r\n?").encode())) == Board(("?",), title="é")


def test_too_large_is_refused() -> None:
    wide = "?" * 2000 + "\n"
    with pytest.raises(BoardSyntaxError, match="too large: more than 4,000,000 cells") as caught:
        parse_board(wide * (MAX_CELLS // 2000 + 1))
    assert caught.value.line == MAX_CELLS // 2000 + 1
    with pytest.raises(BoardSyntaxError, match="too large: 200,002 lines, more than 200,000"):
        parse_board("?\n" * (MAX_LINES + 1))
    with pytest.raises(BoardSyntaxError, match="too large"):
        parse_board("#" * (MAX_TEXT + 1))


@pytest.mark.parametrize("hard", ["?" * 2_000_000, "? " * 2_000_000, "\n" * 150_000 + "?", "#\n" * 150_000 + "?"])
def test_large_texts_take_no_long(hard: str) -> None:
    start = time.process_time()
    parse_board(hard)
    assert time.process_time() - start < 5


def test_a_million_cells_take_about_a_second() -> None:
    text = format_board(Board(("?12F*-3400" * 100,) * 1000))
    parse_board("?")  # the parser is made once
    start = time.process_time()
    assert parse_board(text).width == 1000
    assert time.process_time() - start < 3, "a second, and room for a slow machine"


@pytest.mark.full
@settings(max_examples=1000 if FULL else 300, deadline=None)
@given(boards())
def test_round_trip(board: Board) -> None:
    assert parse_board(format_board(board)) == board


@pytest.mark.full
def test_round_trip_of_thousands() -> None:
    rng = random.Random(1)
    for _ in range(50_000 if FULL else 3000):
        width, height = rng.randint(1, 30), rng.randint(1, 8)
        rows = tuple("".join(rng.choices(SIGNS, k=width)) for _ in range(height))
        first = rng.choice([None, Cell(rng.randrange(height), rng.randrange(width))])
        low, high = sum(row.count("*") for row in rows), Board(rows).number_not_open
        board = Board(rows, rng.choice([None, rng.randint(low, high)]), rng.choice([None, "a title"]), first)
        assert parse_board(format_board(board)) == board


@settings(max_examples=100, deadline=None)
@given(boards(), st.data())
def test_the_way_of_writing_does_not_matter(board: Board, data: st.DataObject) -> None:
    lines = []
    for line in format_board(board).splitlines():
        is_row = set(line) <= set(SIGNS + " ")
        if is_row and data.draw(st.booleans()):
            line = line.replace(" ", data.draw(st.sampled_from(["", "\t", "   "])))
        note = data.draw(st.sampled_from(["", " # a note", "\t# 1", "  "])) if line else ""
        lines.append(data.draw(st.sampled_from(["", " ", "\t"])) + line + note)
        lines.extend(data.draw(st.lists(st.sampled_from(["", "# note", "  #1 9 ?"]), max_size=2)))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    assert parse_board(data.draw(st.sampled_from(["", BOM])) + end.join(lines)) == board


SNIPPETS = st.sampled_from(["\n", " ", "#", ":", "mines:", "size: 2x2", "title: ", "first: A1", "9", ".", "-1", "10"])


@pytest.mark.full
@settings(max_examples=5000 if FULL else 500, deadline=None)
@given(st.lists(SNIPPETS | st.text(SIGNS + " \n", max_size=4) | st.text(max_size=3), max_size=12))
def test_any_text_gives_a_board_or_an_error_of_ours(parts: list[str]) -> None:
    text = "".join(parts)
    try:
        board = parse_board(text)
    except BoardSyntaxError as error:
        lines = text.removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert lines[error.line - 1] == error.source_line
        assert 1 <= error.column <= len(error.source_line) + 1
    except LogicmsError:
        pass
    else:
        assert parse_board(format_board(board)) == board


@settings(max_examples=500, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_give_a_text_or_an_error_of_ours(data: bytes) -> None:
    try:
        text = decode_text(data)
    except BoardSyntaxError as error:
        assert 1 <= error.column <= len(error.source_line) + 1
    else:
        assert "\0" not in text


def test_grammar_travels_inside_the_package(tmp_path: Path) -> None:
    """As in a wheel: the grammar is in logicms/grammar, and there is no checkout around it."""
    shutil.copytree(ROOT / "logicms", tmp_path / "logicms", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "grammar", tmp_path / "logicms" / "grammar")
    code = "from logicms.notation import boards; print(boards.__file__, boards.parse_board('?1').rows)"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.startswith(str(tmp_path)) and "('?1',)" in run.stdout


def test_a_grammar_that_is_nowhere() -> None:
    with pytest.raises(FileNotFoundError, match="no-such.lark"):
        texts.grammar_text("no-such.lark")


def test_first_cell_beyond_column_z() -> None:
    board = Board(("?" * 30,), first=parse_cell("AC1"))
    assert "first: AC1" in format_board(board) and parse_board(format_board(board)) == board
