"""The formats of other programs: round trips, refusals with their place, losses, and what is recognised."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import boards, clues_of, layouts

from logicms.board import CLUES, MINE, SIGNS, Board, Cell, parse_cell
from logicms.errors import BoardError, BoardSyntaxError, LogicmsError
from logicms.notation.grids import Format, open_layout
from logicms.notation.programs import PAGE, unmask
from logicms.notation.read import FORMATS, read, recognise, write, write_what_fits

FULL = bool(os.environ.get("LOGICMS_FULL"))

# What each format can write: the board's signs, whether it states the mine total, the keys it has room for.
WRITABLE = {
    "seed": ("?" + CLUES, True, ()),
    "jsm": ("?F*" + CLUES, True, ()),
    "jsm-link": ("?F" + CLUES, True, ()),
    "ms-board": ("?F*" + CLUES, True, ("title", "first")),
    "tatham-text": ("?F*" + CLUES, False, ()),
    "minesweepr": ("?*" + CLUES, False, ()),
    "gecode": ("?" + CLUES, False, ()),
    "minesolve": ("?" + CLUES, False, ()),
    "kata": ("?*" + CLUES, False, ()),
    "hints": ("?*-" + CLUES, True, ()),
    "emoji": (SIGNS, True, ("title", "first")),
    "link": (SIGNS, True, ("title", "first")),
}
# These have room for layouts.
KEEPS_LAYOUTS = ("ms-board", "hints", "emoji", "link")


def test_every_format_is_tried_here() -> None:
    assert set(FORMATS) == {"board", "tatham", "exercism", "picture", "datalog", *WRITABLE}
    assert all(name == form.name and form.summary for name, form in FORMATS.items())


@pytest.mark.full
@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=1000 if FULL else 60, deadline=None)
@given(data=st.data())
def test_round_trip_of_positions(name: str, data: st.DataObject) -> None:
    signs, stated, keys = WRITABLE[name]
    board = data.draw(boards(signs=signs))
    assume(not board.is_layout)
    board = replace(
        board,
        title=board.title if "title" in keys else None,
        first=board.first if "first" in keys else None,
        mines=(board.mines or board.signs.count(MINE)) if stated else None,
    )
    assert read(write(board, name), name).board() == board


@pytest.mark.parametrize("name", [name for name in WRITABLE if name not in KEEPS_LAYOUTS])
@settings(max_examples=30, deadline=None)
@given(layout=layouts())
def test_a_layout_is_opened(name: str, layout: Board) -> None:
    """Every safe cell shows its clue, every mine is hidden."""
    board = read(write(layout, name), name).board()
    mines = [sign == MINE for sign in layout.signs]
    clues = clues_of(mines, layout.width, layout.height)
    assert board.signs == clues.replace(MINE, "?")
    assert board.mines in (None, sum(mines))


@settings(max_examples=100, deadline=None)
@given(layouts(with_first=False))
def test_round_trip_of_layouts(layout: Board) -> None:
    written = write(layout, "exercism")
    board = read(written, "exercism").board()
    assert [sign == MINE for sign in board.signs] == [sign == MINE for sign in layout.signs]
    assert write(board, "exercism") == written


@settings(max_examples=100, deadline=None)
@given(layouts())
def test_ms_board_keeps_a_layout(layout: Board) -> None:
    board = read(write(layout, "ms-board")).board()
    assert (
        board.first == layout.first
        and board.is_layout
        and open_layout(board) == replace(open_layout(layout), first=board.first)
    )


@pytest.mark.parametrize("title", ["🟦🟦", "🎉", "1️⃣ 🔟", "title: 🎉", "***", "a 🟦 game", "⬜"])
def test_a_title_of_emoji_is_no_row(title: str) -> None:
    board = Board(("?1",), mines=1, title=title)
    assert read(write(board, "emoji")) == (board, "emoji")


@pytest.mark.parametrize("name", ["hints", "emoji", "link"])
@settings(max_examples=50, deadline=None)
@given(layout=layouts(with_first=False))
def test_a_layout_is_kept_where_there_is_room(name: str, layout: Board) -> None:
    assert read(write(layout, name), name).board() == layout


@settings(max_examples=100, deadline=None)
@given(boards())
def test_emoji_shows_everything(board: Board) -> None:
    shown = write(board, "emoji").splitlines()
    assert len(shown) == board.height + sum(key is not None for key in (board.title, board.mines, board.first))
    assert [shown[-1].count(sign) for sign in "⬜🚩💣🟩"] == [board.rows[-1].count(sign) for sign in "?F*-"]


@pytest.mark.parametrize(
    ("text", "name", "why"),
    [
        ("? ? 1", "board", "no header: our own"),
        ("\N{ZERO WIDTH NO-BREAK SPACE}\r\n2x1x0\r\nHH", "jsm", "WxHxM, after a BOM and a blank line"),
        ("9x9:4,4,m00b7d48a3e0231c419200", "tatham", "a game ID"),
        ("9x9n10#123", "tatham", "a random seed of the same program, to be refused by name"),
        ("SAVEFILE:41:Simon Tatham's", "tatham", "a save file, to be refused by name"),
        ("https://example.org/?board=1&analysis=adabaaabSl9", "jsm-link", "an address"),
        ("https://example.org/ms/#cell=A1&board=?1F", "link", "an address of our page"),
        ("#board=?1/11&mines=1", "link", "only its end"),
        ("# MINESWEEPER-BOARD v0.1", "ms-board", "the magic line, though it is a comment of ours"),
        ("6 6 10\n-1 -1", "board", "numbers, but not as many as the first two say"),
        ("2 1 1\n-1 1", "seed", "as many numbers as the first two say, and no board has -1 in a row with blanks"),
        ("2 2 1\n1 1 1 1", "board", "these numbers can be a board"),
        ("..1x", "board", "a plain grid is never guessed"),
        ("# 2x1x0\n??", "board", "not in a comment"),
        ("title: x?analysis=1\n?", "board", "not in a title"),
        ("size: 9x9\n?", "board", "not by a size"),
    ],
)
def test_recognition(text: str, name: str, why: str) -> None:
    assert recognise(text, source="file.txt") == name, why


# -- the single formats


@pytest.mark.parametrize(
    ("game", "mines"),
    [
        # Made by sgt-mines --generate; a game starts on a cell without mines around it.
        ("9x9:8,2,m69e0c313e296feed75138", 10),
        ("9x9:5,3,m149cf8f0f826f2220cad0", 10),
        ("9x9:4,1,m7eea263bfc894e4156ad8", 10),
        ("7x5:3,1,me5d00efce", 6),
        ("5x4:3,1,m7c5db", 3),
        ("9x9:4,8,mc1cf89529feaa2e0c64d8", 35),
        ("3x3:0,1,m768", 0),
        ("13x11:1,8,m31e1d1bc33db4bc5cce1ec67b7f679897148", 20),
        ("16x16:3,7,mea101788a80cff9f956e89eb73325683e8d2edd5cf1ada420c6bf2c293464845", 40),
        (
            "30x16:19,9,mfb8ff8ab4a67711c65577af26a2e86a8c1e605edab1f209f3b3e65c7ab5eccb"
            "aef9fe2bc8d152dce963db8657908caa80242b1d2996796d1069fe33e",
            99,
        ),
    ],
)
def test_masked_game_ids(game: str, mines: int) -> None:
    board, name = read(game)
    assert name == "tatham" and board.is_layout
    assert board.mines == board.signs.count(MINE) == mines
    assert board.first is not None and open_layout(board)[board.first] == "0"


def test_game_id_of_every_spelling() -> None:
    expected = Board(("*--", "--*", "---"), mines=2, first=parse_cell("C3"))
    for game in ("3x3:2,2,u840", "3x3:2,2,840", "3:2,2,u840", "3x3n2:2,2,u840", "3x3n2a:2,2,u840\r\n"):
        assert read(game, "tatham")[0] == expected


def test_unmasking_leaves_nothing_beyond_the_bits() -> None:
    """The published description's own examples: 28 bits of 1234567, and fifty bytes of zeros."""
    assert unmask(bytes.fromhex("07fa6500"), 28).hex() == "12345670"
    first = "b202c07b990c01f6ff2d544707f60e506019b671fcb1d8b5a2"
    second = "10b0af913db85d37ca27f52a9f78bba3a80030db3d01d8df78"
    assert unmask(bytes.fromhex(first + second), 400) == bytes(50)


@pytest.mark.parametrize(
    ("code", "expected", "why"),
    [
        # Made by JSMinesweeper's own code.
        ("afadaaaebOSsSbtxSbTl2", Board(("1??2?", "1334?", "0??2F"), mines=4), "reduced by I and F"),
        ("adabaaabSl9", Board(("?1F",), mines=1), "a flag that reduces nothing"),
        ("abacaaaba9S", Board(("F", "?"), mines=1), "an empty run is nothing"),
    ],
)
def test_links_of_jsm(code: str, expected: Board, why: str) -> None:
    for text in (PAGE + code, code, f"https://example.org/index.html?board=9x9x10&analysis={code}&x=1#top\n"):
        assert read(text, "jsm-link")[0] == expected, why


def test_link_that_begins_with_a_flag_is_guarded() -> None:
    """JSMinesweeper reads a first run of one-digit kind as empty, so an empty run of zeros goes before it."""
    assert write(Board(("F?",), mines=1), "jsm-link") == f"{PAGE}acabaaaba9S\n"


VIEW = """# MINESWEEPER-BOARD v0.1
# Render: ascii
# anything else
author: somebody
comment: seven: of seven
rows: 3
columns: 7
mines: 9
game_mode: classic
new_key: ignored

[real]
1112*21
1112*21
1112*21

[view]
UUU2100
UF1X1?U
# a comment between
#@U#111
"""


def test_ms_board_in_full() -> None:
    expected = Board(("???2100", "?F1*1??", "-*?-111"), mines=9, title="seven: of seven")
    assert read(VIEW) == (expected, "ms-board"), "the view is what a player sees, and a row may begin with #"
    layout = read(VIEW[: VIEW.index("[view]")].replace("mines: 9", "mines: 3"))[0]
    assert layout == Board(("1112*21",) * 3, mines=3, title="seven: of seven")


def test_ms_board_keeps_a_comment_only_if_it_can_be_a_title() -> None:
    assert read(VIEW.replace("seven: of", "a #"))[0].title is None


@pytest.mark.parametrize(
    ("name", "text", "rows", "why"),
    [
        ("seed", "2 2\n1\n\n-1\t1 # a note\n1 1", ("?1", "11"), "any line breaks, comments"),
        ("tatham-text", "--1??\n-12*!\n", ("001??", "012F*"), "- is open, * a flag"),
        ("minesweepr", " ...2x\n.0*12\n", ("0002?", "00*12"), "a dot is an open 0"),
        ("gecode", "2\n3\n.2.\n2..\n", ("?2?", "2??"), "two numbers, then the grid; a dot is hidden"),
        ("gecode", ".2.\n2..\n", ("?2?", "2??"), "no header"),
        ("gecode", "3\n1\n.\n", ("3", "1", "?"), "one column: numbers that are cells"),
        ("gecode", "1\n1\n.\n", ("?",), "one column: numbers that are the header"),
        ("minesolve", "1..xX\n11?  \n", ("1????", "11?00"), "a blank is an open 0"),
        ("minesolve", "\n   \n 1.\n\n", ("000", "01?"), "a row of blanks is a row, an empty line is none"),
        ("kata", "? ? 0 ?\n1 x 1 0", ("??0?", "1*10"), "with blanks"),
        ("kata", "??0?", ("??0?",), "or without"),
        ("exercism", " * \n...\n1*1", ("-*-", "---", "1*1"), "a layout"),
    ],
)
def test_plain_grids(name: str, text: str, rows: tuple[str, ...], why: str) -> None:
    assert read(text, name).board().rows == rows, why


MISTAKES = [
    ("datalog", "p(X) :- q(Y).", 1, 3, "X is not safe"),
    ("seed", "", 1, 1, "WIDTH HEIGHT MINES"),
    ("seed", "2 x 1 ? ? ?", 1, 3, "not a number"),
    ("seed", "2 2 1\n-1 1\n1 9", 3, 3, "a clue is 0 to 8, not 9"),
    ("seed", "2 2 1\n-1 -2 1 1", 2, 4, "a cell is -1"),
    ("seed", "2 2 1\n-1 1\n1\n", 3, 2, "3 cells instead of the 4 of 2x2"),
    ("seed", "2 2 1\n-1 1\n1 1 1", 3, 5, "more cells than the 4 of 2x2"),
    ("seed", "0 2 1", 1, 1, "a board has 1 to"),
    ("seed", "99999 99999 1", 1, 1, "a board has 1 to"),
    ("seed", "2 2 " + "9" * 5000 + " 1 1 1 1", 1, 5, "digits is too large"),
    ("tatham", "9x9:4,4,m00b7", 1, 10, "4 hexadecimal digits instead of the 21"),
    ("tatham", "3x3:3,0,u000", 1, 5, "not on a board"),
    ("tatham", "0x3:0,0,u0", 1, 1, "a board has 1 to"),
    ("tatham", "99999x99999:0,0,u0", 1, 1, "a board has 1 to"),
    ("tatham", "\n 9x9n10#123", 2, 2, "no layout yet"),
    ("tatham", "9x9:r10,u,0123abcd", 1, 1, "no layout yet"),
    ("tatham", "SAVEFILE:41:x", 1, 1, "a list of moves"),
    ("tatham", "3x3:0,0,uxyz", 1, 1, "a game ID is"),
    ("tatham", "3x3:0,0,u000\n3x3:0,0,u000", 1, 1, "a game ID is"),
    ("jsm", "2x2\nHH\nHH", 1, 1, "WIDTHxHEIGHTxMINES"),
    ("jsm", "", 1, 1, "WIDTHxHEIGHTxMINES"),
    ("jsm", "2x2x1\nHH\nHX", 3, 2, "not a character of jsm: 'X'"),
    ("jsm", "2x2x1\nHH\nHHH", 3, 3, "3 cells instead of 2"),
    ("jsm", "2x2x1\nHH\nH", 3, 2, "1 cell instead of 2"),
    ("jsm", "2x2x1\nHH", 1, 1, "the grid has 1 row instead of 2"),
    ("jsm", "2x2x1\nH9\nHH", 2, 2, "a clue is 0 to 8, not 9"),
    ("jsm", "\n2x" + "2" * 5000 + "x1\nHH", 2, 3, "digits is too large"),
    ("jsm-link", "?analysis=adab", 1, 11, "a link begins with"),
    ("link", "https://example.org/#cell=A1", 1, 1, "a link to a board has #board="),
    ("link", "#board=", 1, 8, "the rows, separated by /"),
    ("link", "#board=?1F&mines=x", 1, 18, "mines is a number, such as 10"),
    ("link", "#board=?1F&first=!", 1, 18, "first is a cell, such as B3"),
    ("link", "#board=?1F&grid=round", 1, 17, "grid is square, hex or torus"),
    ("link", "#board=?1F&title=%ff", 1, 12, "not UTF-8"),
    ("link", "#board=?1/1", 1, 8, "the rows, separated by /"),
    ("link", "#board=?9/11", 1, 8, "row 1: not a board character: '9'"),
    ("jsm-link", "?analysis=adabaaab-", 1, 19, "not a digit of a link: '-'"),
    ("jsm-link", "?analysis=adabaaabSl", 1, 21, "2 cells instead of 3"),
    ("jsm-link", "?analysis=adabaaabSl99", 1, 21, "more than the 3 cells"),
    ("jsm-link", "?analysis=aaabaaabS", 1, 11, "a board has 1 to"),
    ("jsm-link", "?analysis=ZZZZaaabS", 1, 11, "a board has 1 to"),
    ("jsm-link", "adabaaab2M2", 1, 1, "9 or more"),
    ("ms-board", VIEW.replace("v0.1", "v9"), 1, 1, "begins with # MINESWEEPER-BOARD v0.1"),
    ("ms-board", VIEW.replace("ascii", "emoji"), 2, 11, "only Render: ascii"),
    ("ms-board", VIEW.replace("rows: 3\n", ""), 1, 1, "the key `rows` is missing"),
    ("ms-board", VIEW.replace("rows: 3", "rows: x"), 6, 7, "rows is a number"),
    ("ms-board", VIEW.replace("mines: 9", "mines: " + "9" * 5000), 8, 8, "digits is too large"),
    ("ms-board", VIEW.replace("mines: 9", "mines 9"), 8, 1, "expected key"),
    ("ms-board", VIEW.replace("author", "rows"), 6, 1, "the key `rows` appears twice"),
    ("ms-board", VIEW.replace("real", "view"), 17, 1, "the section [view] appears twice"),
    ("ms-board", VIEW.replace("real", "unreal"), 12, 1, "unknown section"),
    ("ms-board", VIEW.replace("UUU2100", "UUU210"), 18, 7, "6 cells instead of 7"),
    ("ms-board", VIEW.replace("UUU2100", "UUU2100\nUUU2100"), 6, 7, "the grid has 4 rows instead of 3"),
    ("ms-board", VIEW.replace("UUU2100", "UUU2*00"), 18, 5, "not a character of ms-board: '*'"),
    ("ms-board", VIEW[: VIEW.index("[real]")], 10, 17, "no grid"),
    ("ms-board", VIEW.replace("new_key", "first"), 10, 8, "first is a cell"),
    ("tatham-text", "--1\n-0-", 2, 2, "not a character of tatham-text: '0'"),
    ("minesweepr", "..x\n..?", 2, 3, "not a character of minesweepr: '?'; its characters are x . 0 * 1 2 3 4 5 6 7 8"),
    ("gecode", "2\n3\n.2.\n2", 4, 2, "1 cell instead of 3"),
    ("gecode", "3\n3\n.2.\n2..", 1, 1, "the header says 3 rows, but the grid has 2"),
    ("gecode", "2\n4\n.2.\n2..", 2, 1, "the header says 4 columns, but the grid has 3"),
    ("gecode", "..9", 1, 3, "a clue is 0 to 8, not 9"),
    ("minesolve", "1..\n1.", 2, 3, "2 cells instead of 3"),
    ("minesolve", "1..\n\n1..", 2, 1, "0 cells instead of 3"),
    ("minesolve", "1.\tx", 1, 3, "not a character of minesolve: '\\t'"),
    ("kata", "? ? 0\n? ?1", 2, 4, "put blanks between all cells"),
    ("kata", "? ? 0\n? ! ?", 2, 3, "not a character of kata: '!'"),
    ("kata", "\n\n", 1, 1, "no grid"),
    ("exercism", " * \n ? ", 2, 2, "not a character of exercism: '?'"),
    ("board", "? .", 1, 3, "by the format ("),
    ("hints", "size: 2x1\n1 among A1 A1", 2, 12, "A1 appears twice"),
    ("picture", "    A B\n  1 ■ ■\n  2 ■ Q", 3, 7, "not a character of picture: 'Q'"),
    ("picture", "    A B\n  1 ■ ■\n  2 ■", 3, 6, "the row has 1 cell instead of 2"),
    ("picture", "    A B\n  1 ■ ■\n  3 ■ ■", 3, 3, "expected row 2"),
    ("picture", "    A B\n  1 ■", 1, 1, "the rows have 1 cell, but the number of column names is 2"),
    ("picture", "    A B\n  1 ■ 9", 2, 7, "a clue is 0 to 8, not 9"),
    ("picture", "    A B\n  1 ■ ■\n3x1, 1 mine", 3, 1, "the size below is 3x1, but the picture is 2x1"),
    ("picture", "      A   B\n  1  50   1", 1, 1, "its numbers are percentages"),
    ("picture", "    A\n  1 3\nnumbers on hidden cells: probability", 1, 1, "its numbers are percentages"),
    ("picture", "■ 1\n■", 2, 2, "the row has 1 cell instead of 2"),
    ("picture", "", 1, 1, "no grid"),
    ("emoji", "⬜⬜\n⬜🙂", 2, 2, "not an emoji of a board: '🙂'"),
    ("emoji", "🟦🟦🟦\n1️⃣2️⃣1️⃣\n⬜⬜⬜", 1, 1, "not an emoji of a board: '🟦'; the cells are ⬜ (hidden)"),
    ("emoji", "🟦🟦🟦\n1️⃣2️⃣1️⃣\n⬜⬜⬜", 1, 1, "; a title of such characters is written `title: …`"),
    ("emoji", "⬛ ⬛\n1️⃣1️⃣", 1, 1, "not an emoji of a board: '⬛'"),
    ("emoji", "1️⃣🔟1️⃣\n⬜⬜⬜", 1, 4, "not an emoji of a board: '🔟'"),
    ("emoji", "⬜⬜⬜\n1️⃣2️⃣1️⃣\n🟦🟦🟦", 3, 1, "not an emoji of a board: '🟦'"),
    ("emoji", "💣 2\n🟪🟪\n⬜⬜", 2, 1, "not an emoji of a board: '🟪'"),
    ("emoji", "⬜⬜\n⬜", 2, 1, "the row has 1 cell instead of 2"),
    ("emoji", "⬜9️⃣", 1, 2, "a clue is 0 to 8, not 9"),
    ("emoji", "💣 x\n⬜", 1, 3, "after 💣 comes the number of mines"),
    ("emoji", "👆 7\n⬜", 1, 3, "after 👆 comes a cell"),
    ("emoji", "one\ntwo\n⬜", 2, 1, "a title comes first"),
    ("emoji", "one # two\n⬜", 1, 1, "in a title a # may not follow a blank"),
    ("emoji", "no board", 1, 9, "no grid"),
]


@pytest.mark.parametrize(("name", "text", "line", "column", "part"), MISTAKES)
def test_mistake_has_name_and_place(name: str, text: str, line: int, column: int, part: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        read(text, name, source="f.txt")
    error = caught.value
    assert part in error.message
    assert (error.line, error.column, error.source) == (line, column, "f.txt"), error.message


def test_every_format_that_reads_has_a_refusal() -> None:
    assert {row[0] for row in MISTAKES} == {name for name, form in FORMATS.items() if form.parse}


LOSSES = [
    ("seed", Board(("?1",)), "add the key `mines`"),
    ("jsm", Board(("?1",)), "add the key `mines`"),
    ("jsm-link", Board(("?1",)), "add the key `mines`"),
    ("ms-board", Board(("?1",)), "add the key `mines`"),
    ("gecode", Board(("?1",), mines=1), "no room for the number of mines"),
    ("seed", Board(("?1",), mines=1, first=Cell(0, 0)), "no room for the key `first`"),
    ("seed", Board(("?F1",), mines=1), "seed has no room for the character F, which is at B1: write ?"),
    ("gecode", Board(("?*1",)), "gecode has no room for the character *"),
    ("jsm-link", Board(("?*1",), mines=1), "jsm-link has no room for the character *"),
    ("ms-board", Board(("?-1",), mines=1), "ms-board has no room for the character -"),
    ("minesweepr", Board(("?F1",)), "minesweepr has no room for the character F"),
    ("exercism", Board(("?1",)), "format of layouts"),
    ("exercism", Board(("*1",), first=Cell(0, 1)), "no room for the key `first`"),
    ("hints", Board(("?F",)), "hints has no room for the character F"),
    ("hints", Board(("?1",), first=Cell(0, 0)), "hints has no room for the key `first`"),
    ("jsm-link", Board(("?" * 4000,), mines=1), "room for 3,843 rows"),
    ("jsm", Board(("*2",)), "B1 says 2, but there is 1 mine around it"),
    ("jsm", Board(("-*-", "121", "*11")), "A2 says 1, but there are 2 mines around it"),
    ("seed", Board(("*--",), mines=2), "mines is 2, but it shows 1"),
]


@pytest.mark.parametrize(("name", "board", "part"), LOSSES)
def test_no_loss(name: str, board: Board, part: str) -> None:
    with pytest.raises(BoardError) as caught:
        write(board, name)
    assert part in str(caught.value)


def test_all_losses_are_named_at_once() -> None:
    with pytest.raises(BoardError) as caught:
        write(Board(("?FF-1",), mines=1, title="x", first=Cell(0, 0)), "gecode")
    assert str(caught.value) == (
        "gecode has no room for the key `first`: remove it; "
        "gecode has no room for the number of mines: remove the key `mines`; "
        "gecode has no room for the character F, which is at B1 and 1 more cell: write ? "
        "(or * if it is certainly a mine); "
        "gecode has no room for the character -, which is at D1: write ?, or open the cell with its clue; "
        "`force` leaves this out"
    )


def test_a_title_is_left_out_and_force_leaves_out_the_rest() -> None:
    assert write_what_fits(Board(("?1",), title="x"), "gecode") == ("1\n2\n.1\n", ("the key `title`",))
    text, left_out = write_what_fits(Board(("?F*-1",), mines=3, first=Cell(0, 0)), "jsm-link", force=True)
    assert read(text)[0] == Board(("?FF?1",), mines=3)
    assert left_out == ("the key `first`", "the character *, which is at C1", "the character -, which is at D1")
    with pytest.raises(BoardError, match="add the key `mines`$"):
        write_what_fits(Board(("?F1",), title="x"), "seed", force=True)


@pytest.mark.parametrize("name", [name for name, form in FORMATS.items() if form.format and name != "exercism"])
@settings(max_examples=30, deadline=None)
@given(board=boards())
def test_whatever_is_forced_can_be_read(name: str, board: Board) -> None:
    """If a total must be stated it is given; a layout whose clues are wrong is refused by its clues."""
    assume(not board.is_layout)
    board = replace(board, mines=board.signs.count(MINE)) if board.mines is None else board
    text, left_out = write_what_fits(board, name, force=True)
    again = read(text, name).board()
    assert (again.width, again.height) == (board.width, board.height)
    assert (again == board) == (not left_out)


def test_names_that_do_not_fit() -> None:
    with pytest.raises(
        BoardError, match="unknown format 'x'; the formats are board, hints, datalog, picture.* exercism$"
    ):
        read("?", "x")
    with pytest.raises(BoardError, match="unknown format 'x'; the formats are board, hints, emoji, link, jsm-link,"):
        write(Board(("?",)), "x")
    with pytest.raises(BoardError, match="tatham can only be read, not written"):
        write(Board(("?",)), "tatham")


def test_more_formats_can_be_added_by_a_door() -> None:
    more = {**FORMATS, "rows": Format(name="rows", summary="a list", format=lambda board: " ".join(board.rows))}
    assert write(Board(("?1", "11")), "rows", more) == "?1 11"


SNIPPETS = st.sampled_from(
    ["\n", " ", "2x2", "x1", ":", ",", "m", "u", "?analysis=", "aaabaaab", "[view]", "rows: 2", "-1"]
)


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name, form in FORMATS.items() if form.parse])
@settings(max_examples=1000 if FULL else 60, deadline=None)
@given(data=st.data())
def test_any_text_gives_a_board_or_an_error_of_ours(name: str, data: st.DataObject) -> None:
    text = "".join(data.draw(st.lists(SNIPPETS | st.text("?0129HFx. ", max_size=5) | st.text(max_size=2), max_size=10)))
    start = {"ms-board": VIEW, "tatham": "3x3:2,2,u840", "jsm": "2x2x1\nHH\nHH", "seed": "2 2 1 -1 1 1 1"}.get(name, "")
    cut = data.draw(st.integers(0, len(start)))
    broken = start[:cut] + text + start[cut + data.draw(st.integers(0, 5)) :]
    try:
        board = read(broken, name).board()
    except BoardSyntaxError as error:
        assert 1 <= error.column <= len(error.source_line) + 1 and error.line >= 1
    except LogicmsError:
        pass
    else:
        assert isinstance(board, Board)
