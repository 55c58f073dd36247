"""docs/reference/notation specifies the notations; this runs its examples, and those of grammar/README.md."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from conftest import NOTATION, ROOT

from logicms.answers.play import replayed
from logicms.board import SIGNS
from logicms.errors import BoardSyntaxError
from logicms.notation.boards import KEYS, format_board, parse_board
from logicms.notation.datalog import parse_datalog
from logicms.notation.grids import PLAIN_GRIDS
from logicms.notation.hint_files import format_hints, parse_hints
from logicms.notation.read import FORMATS, read
from logicms.notation.texts import MAX_CELLS, MAX_LINES, MAX_TEXT, shipped
from logicms.notation.transcripts import format_transcript, parse_transcript

INTRODUCTION = (ROOT / "grammar" / "README.md").read_text(encoding="utf-8")
PAGES = {page.stem: page.read_text(encoding="utf-8") for page in sorted(NOTATION.glob("*.md"))}
BLOCKS = re.findall(r"^```([\w-]*)\n(.*?)^```$", INTRODUCTION + "".join(PAGES.values()), re.MULTILINE | re.DOTALL)
PAIRS = list(zip(BLOCKS, BLOCKS[1:], strict=False))
FOREIGN = [name for name in FORMATS if name != "board"]


@pytest.mark.parametrize("text", [text for name, text in BLOCKS if name == "board"])
def test_boards_parse(text: str) -> None:
    board = parse_board(text)
    assert parse_board(format_board(board)) == board


@pytest.mark.parametrize("text", [text for name, text in BLOCKS if name == "hints"])
def test_hint_files_parse(text: str) -> None:
    parse_hints(text)


@pytest.mark.parametrize(
    ("text", "twin"), [(text, twin) for (name, text), (then, twin) in PAIRS if (name, then) == ("datalog", "hints")]
)
def test_datalog_files_say_what_the_hint_files_below_say(text: str, twin: str) -> None:
    assert format_hints(parse_datalog(text)) == twin


@pytest.mark.parametrize("text", [text for name, text in BLOCKS if name == "game"])
def test_games_go_on_and_their_seed_is_that_of_their_layout(text: str) -> None:
    game = parse_transcript(text)
    assert parse_transcript(format_transcript(game)) == game
    again = replayed(replace(game, layout=None, first=None))
    assert again == replayed(game) and again.layout == game.layout


@pytest.mark.parametrize(("text", "said"), [(text, said) for (name, text), (_, said) in PAIRS if name == "mistake"])
def test_mistakes_are_told_so(text: str, said: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_board(text, source="board.txt")
    assert str(caught.value) == said.rstrip("\n")


@pytest.mark.parametrize(
    ("name", "text", "ours"),
    [(name, text, ours) for (name, text), (then, ours) in PAIRS if name in FOREIGN and then == "board"],
)
def test_formats_are_read_so(name: str, text: str, ours: str) -> None:
    assert read(text, name).board() == parse_board(ours)


def test_tables_are_the_code_s() -> None:
    for grid in PLAIN_GRIDS:
        fields = (grid.hidden, grid.zero, grid.flag, grid.mine, grid.safe)
        cells = [" ".join(f"`{'b' if sign == ' ' else sign}`" for sign in field) for field in fields]
        row = f"| `{grid.name}` | " + " | ".join(cells) + " |"
        assert re.sub(" +", " ", row) in PAGES["formats"], grid.name
    assert all(f"| `{key}` |" in PAGES["boards"] for key in KEYS)
    assert f"\n{SIGNS}\n" in PAGES["boards"]
    for number in (f"{MAX_CELLS:,} cells", f"{MAX_LINES:,} lines", f"{MAX_TEXT // 2**20} MiB"):
        assert number in PAGES["boards"]
    assert all(f"`{name}`" in PAGES["formats"] for name in FORMATS if name != "board")


def test_there_are_examples() -> None:
    names = [name for name, _ in BLOCKS]
    assert names.count("board") >= 10 and names.count("mistake") >= 8
    assert "game" in names and "datalog" in names
    assert {"seed", "tatham", "jsm", "jsm-link", "ms-board", "minesweepr"} <= set(names)


def test_the_introduction_is_short_and_leads_to_every_page() -> None:
    assert INTRODUCTION.count("\n") <= 100
    grammars = {path.name for path in (ROOT / "grammar").glob("*.lark")}
    assert grammars == set(re.findall(r"^\| `(\w+\.lark)` \|", INTRODUCTION, re.MULTILINE))
    linked = set(re.findall(r"\]\(\.\./docs/reference/notation/([\w-]+)\.md\)", INTRODUCTION))
    assert linked == set(PAGES) - {"index"}


def test_the_pages_travel_with_the_package() -> None:
    assert any(folder.is_dir() for folder in shipped("notation_pages", "docs/reference/notation"))
