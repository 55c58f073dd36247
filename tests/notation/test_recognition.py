"""What a file is, is recognised by its content and its name, is said on standard error, and can be overruled."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from conftest import FULL, ROOT
from hypothesis import given, settings
from strategies import boards

from logicms.answers.show import show
from logicms.board import Board, column_name
from logicms.cli import app
from logicms.errors import BoardSyntaxError, LogicmsError
from logicms.notation.boards import parse_board
from logicms.notation.pictures import PICTURE
from logicms.notation.read import FORMATS, Content, read, read_board, recognise, write, write_what_fits
from logicms.render import picture as pictures
from logicms.render.answers import show_text

BOARDS = sorted((ROOT / "examples" / "boards").iterdir())
HINT_FILES = sorted(path for path in (ROOT / "examples" / "hints").iterdir() if path.suffix != ".csv")
EXAMPLES = [*BOARDS, *HINT_FILES]
RINGED = str(ROOT / "examples" / "boards" / "ringed.txt")


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=text)


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.name for path in EXAMPLES])
@pytest.mark.parametrize("named", [True, False])
def test_our_examples_are_recognised_with_and_without_their_names(path, named: bool) -> None:
    expected = {".txt": "board", ".seed": "seed", ".hints": "hints"}.get(path.suffix, "datalog")
    text = path.read_text(encoding="utf-8")
    for default in ("board", "hints"):
        assert recognise(text, path.name if named else "", default) == expected


def test_solve_reads_every_example_board() -> None:
    result = run("solve", "--json", *map(str, BOARDS))
    assert all("error" not in json.loads(line) for line in result.stdout.splitlines())
    assert result.exit_code == 3  # the examples of contradictions
    assert "read as" not in result.stderr  # their names say what they are


@pytest.mark.parametrize(
    ("text", "source", "default", "expected", "why"),
    [
        ("rain -> wet", "", "board", "hints", "an operator"),
        ("rain\nwet", "", "board", "hints", "names"),
        ("size: 2x2\nmines: 1\n1 at A1", "", "board", "hints", "a clue"),
        ("a and b\nnot c", "", "board", "hints", "words for operators, to be refused by name"),
        ("x | y", "", "board", "hints", "names that are cells of other programs"),
        ("mines: 1\n? 1", "", "hints", "board", "rows"),
        ("title: rain -> wet\n? 1", "", "hints", "board", "a title may look like a formula"),
        ("1 1", "", "hints", "board", "no hint file has a line of numbers"),
        ("F", "", "board", "board", "a flag or a formula: the command decides"),
        ("F", "", "hints", "hints", "a flag or a formula: the command decides"),
        ("F", "one.hints", "board", "hints", "a flag or a formula: the name decides"),
        ("? 1", "one.hints", "board", "board", "the content decides against the name"),
        ("2 1 1 1 1", "one.seed", "board", "seed", "numbers: the name decides"),
        ("2 1 1 1 1", "one.txt", "board", "board", "numbers: the name decides"),
        ("? 1", "one.seed", "board", "board", "not numbers"),
        ("1 among A1 B1\n? ?", "", "hints", "hints", "as many of both: the command decides"),
        ("", "", "board", "board", "nothing"),
        ("# nothing", "", "hints", "hints", "nothing but a comment"),
        ("    A B\n  1 ■ 1\n", "", "hints", "picture", "column names and a numbered row"),
        ("A\n1 among A B", "", "hints", "hints", "a formula, and a hint that begins like a row"),
        ("⬜1️⃣", "", "hints", "emoji", "a row of emoji"),
        ("title: 💣\n? 1", "", "hints", "board", "an emoji in a title"),
    ],
)
def test_recognition(text: str, source: str, default: str, expected: str, why: str) -> None:
    assert recognise(text, source, default) == expected, why


@pytest.mark.parametrize(
    "text",
    [
        "A\n1 " + "1 " * 20_000 + "%%",
        "A\n" * 100_000,
        "1⃣" * 200_000 + "x",
        "# " * 500_000,
        "-1 " * 300_000,
        "(" * 200_000,
    ],
    ids=["odds", "names", "emoji", "comment", "numbers", "parentheses"],
)
def test_hard_texts_take_no_long(text: str) -> None:
    start = time.process_time()
    recognise(text)
    assert time.process_time() - start < 3


# -- what logicms prints is read back


@pytest.mark.full
@settings(max_examples=200 if FULL else 60, deadline=None)
@given(boards())
def test_a_picture_is_read_back(board: Board) -> None:
    """All but the first cell, which `show` does not print, and a title that could be a prompt or a heading."""
    for ascii in (False, True):
        shown = show_text(show(board), ascii=ascii)
        again, name = read(shown)
        assert name == "picture"
        assert (again.rows, again.mines) == (board.rows, board.mines)
        assert again.title == board.title or board.title is None or board.title.startswith(("$", "=="))


def test_a_wide_picture_is_read_back() -> None:
    for width in (26, 27, 60, 703):
        board = Board(("?1" * (width // 2) + "?" * (width % 2),) * 2)
        assert read(show_text(show(board)))[0] == board


def test_a_narrow_picture_is_read_back() -> None:
    """Column names may be written from top to bottom."""
    for width in (1, 2, 26, 28, 703):
        names = [column_name(col) for col in range(width)]
        for gap in ("", " "):
            letters = zip(*(name.rjust(len(names[-1])) for name in names), strict=True)
            above = "".join(f"    {gap.join(line)}\n" for line in letters)
            for title in ("", "AA\n", "a title\n"):
                board, name = read(f"{title}{above}  1 {gap.join('■' * width)}\n")
                assert name == "picture" and board == Board(("?" * width,), title=title.strip() or None)


def test_the_picture_of_an_answer_is_read_back() -> None:
    solved = run("solve", RINGED).stdout
    board, name = read(solved)
    assert name == "picture" and "?" not in board.signs
    assert run("odds", "-", text=run("odds", RINGED).stdout).exit_code == 2, "its numbers are percentages"


def test_the_characters_are_those_of_the_pictures() -> None:
    assert pictures._PICTURE == PICTURE


@pytest.mark.parametrize("target", ["board", "hints", "seed", "emoji", "jsm", "jsm-link", "ms-board"])
def test_what_convert_writes_is_recognised(target: str) -> None:
    written = run("convert", "--to", target, RINGED)
    assert written.exit_code == 0
    result = run("show", "--json", "-", text=written.stdout)
    assert json.loads(result.stdout)["rows"] == list(read_board(RINGED).rows)
    assert result.stderr == ("" if target == "board" else f"<stdin>: read as {target}\n")


@settings(max_examples=60, deadline=None)
@given(boards())
def test_emoji_is_recognised(board: Board) -> None:
    assert recognise(write(board, "emoji")) == "emoji"


# -- boards and hint files, one for the other


@pytest.mark.parametrize("command", [["kb"], ["ask", "B1"], ["prove", "B1"], ["solve"], ["check"], ["graph"]])
def test_every_command_reads_boards_and_hint_files(command: list[str]) -> None:
    name, *rest = command
    board = run(name, str(ROOT / "examples/boards/one-two-one.txt"), *rest)
    hints = run(name, str(ROOT / "examples/hints/one-two-one.hints"), *rest)
    assert {board.exit_code, hints.exit_code} <= {0, 1}
    assert board.stderr == hints.stderr == ""  # their names say what they are


@pytest.mark.parametrize(
    ("command", "name", "text", "expected"),
    [
        ("solve", "x.hints", "rain -> wet", None),
        ("solve", "x.txt", "rain -> wet", "hints"),
        ("ask", "x.txt", "rain -> wet", None),
        ("ask", "x.txt", "? 1", None),
        ("ask", "x.hints", "? ? 1\n? 1 1", "board"),
        ("solve", "x.txt", "? 1", None),
        ("solve", "x.seed", "2 1 1\n-1 1", None),
        ("solve", "x.txt", "2 1 1\n-1 1", "seed"),
        ("ask", "x.txt", "2 1 1\n-1 1", "seed"),
        ("convert", "x.txt", "2x1x1\nH1", "jsm"),
        ("convert", "x.seed", "2 1 1\n-1 1", None),
    ],
)
def test_what_was_read_is_said_where_it_is_no_matter_of_course(
    command: str, name: str, text: str, expected: str | None, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    rest = {"ask": ["A1"], "convert": ["--to", "board"]}.get(command, [])
    said = [line for line in run(command, str(tmp_path / name), *rest).stderr.splitlines() if "occurs" not in line]
    assert said == ([] if expected is None else [f"{tmp_path / name}: read as {expected}"])


def test_a_format_that_was_named_is_not_reported() -> None:
    assert run("kb", "--format", "board", "-", text="? 1").stderr == ""
    assert run("show", "--format", "seed", "-", text="2 1 1 -1 1").stderr == ""


@pytest.mark.parametrize(
    ("arguments", "text", "part"),
    [
        (["kb", "--format", "hints"], "title: one\n? 1", "this looks like a board: use --format board"),
        (["show", "--format", "board"], "rain -> wet", "this looks like a hint file: use --format hints"),
        (["solve", "--format", "seed"], "? 1", "this looks like a board: use --format board"),
        (["show", "--format", "board"], "    A\n  1 ■", "this looks like the format picture: use --format picture"),
        (["play"], "rain -> wet", "there is no board: the hint file says more than a board can"),
        (
            ["solve", "--format", "hint"],
            "? 1",
            "the formats are board, hints, datalog, picture, emoji, link, tatham, jsm-link",
        ),
    ],
)
def test_a_wrong_format_names_the_right_one(arguments: list[str], text: str, part: str) -> None:
    result = run(*arguments, "-", text=text)
    assert result.exit_code == 2 and part in result.stderr


def test_a_hint_file_that_is_a_board_is_written_as_one() -> None:
    text = "size: 3x1\nmines: 1\n1 at B1\nsafe C1\n"
    assert run("convert", "--format", "hints", "--to", "board", "-", text=text).stdout == "mines: 1\n\n? 1 -\n"
    assert run("convert", "--to", "hints", "-", text="mines: 1\n\n? 1 -\n").stdout == text
    assert "hints" in run("formats").stdout


def test_convert_leaves_out_a_title_and_says_so() -> None:
    result = run("convert", "--to", "seed", RINGED)
    assert result.exit_code == 0 and result.stderr == "seed has no room for the key `title`: left out\n"
    assert run("convert", "--to", "seed", "--quiet", RINGED).stderr == ""


def test_convert_names_all_losses_and_force_allows_them() -> None:
    text = "first: A1\nmines: 1\n? F 1\n"
    refused = run("convert", "--to", "gecode", "-", text=text)
    assert refused.exit_code == 2 and refused.stdout == ""
    for part in ("`first`", "the number of mines", "the character F, which is at B1", "--force leaves this out"):
        assert part in refused.stderr
    forced = run("convert", "--to", "gecode", "--force", "-", text=text)
    assert forced.exit_code == 0 and forced.stdout == "1\n3\n..1\n" and forced.stderr.count("left out") == 3


@pytest.mark.parametrize("target", [name for name, form in FORMATS.items() if form.format and name != "exercism"])
@pytest.mark.parametrize("path", BOARDS, ids=[path.name for path in BOARDS])
def test_every_example_is_converted(path, target: str) -> None:
    """With --force nothing is in the way but a mine total that is needed and not known."""
    result = run("convert", "--force", "--to", target, str(path))
    assert result.exit_code == 0 or result.stderr.endswith("add the key `mines`\n")


# -- whatever comes in

SCRAPS = [
    "\n",
    "\n\n",
    "# ",
    "#",
    "# # #",
    "? ? 1",
    "■",
    "·",
    "⚑",
    "✱",
    "⬜",
    "1️⃣",
    "💣 2",
    "👆 A1",
    "    A B C\n",
    "  1 ",
]
SCRAPS += [
    "  2 ■ ■ 1\n",
    "3x3, 1 mine",
    "-1",
    "10",
    "6 6 10",
    "2x2x1\n",
    "?analysis=adabaaabSl9",
    "9x9:4,4,m00",
    "x",
    "H",
]
SCRAPS += [
    "title: x\n",
    "mines: 2\n",
    "size: 3x3\n",
    "Mines:",
    " among ",
    "1 at B2\n",
    "safe A1\n",
    "rain -> wet\n",
    "~",
    "(",
]
SCRAPS += ["|", "_", ".", "\0", "\r\n", "\t", "\N{ZERO WIDTH NO-BREAK SPACE}", "P(a)", "¬a ∧ b", "[view]\n"]
SCRAPS += ["# MINESWEEPER-BOARD v0.1\n", "\N{CYRILLIC CAPITAL LETTER A}1", "A\N{ARABIC-INDIC DIGIT ONE}", "９"]


def corpus() -> list[tuple[str, str | None]]:
    """Return texts, and the names of their formats where they cannot be recognised."""
    texts: list[tuple[str, str | None]] = [(path.read_text(encoding="utf-8")[:500], None) for path in EXAMPLES]
    board = parse_board("title: a corner\nmines: 1\nfirst: B1\n? ? 1\n? 1 1")
    for name, form in FORMATS.items():
        if form.format and name != "exercism":
            texts.append((write_what_fits(board, name, force=True)[0], name))
    ours = (show_text(show(board)), show_text(show(board), ascii=True), "3x3:2,2,u840", "* *\n  *")
    return [*texts, *((text, None) for text in ours), ("* *\n  *", "exercism")]


def mutated(rng: random.Random, texts: list[tuple[str, str | None]]) -> tuple[str, str | None]:
    """Return a text of the corpus with a few scraps put in, cut out or doubled, or mixed with another; and a format."""
    text, name = rng.choice(texts)
    for _ in range(rng.randrange(5)):
        at, end = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        piece = rng.choice(SCRAPS) if rng.random() < 0.8 else rng.choice(texts)[0][:60]
        text = rng.choice((text[:at] + piece + text[at:], text[:at] + text[end:], text[:end] + text[at:]))[:5_000]
    return text, rng.choice([name, name, None, *FORMATS])


@pytest.mark.full
def test_thousands_of_texts_through_every_reader() -> None:
    rng, texts, outcomes = random.Random(31), corpus(), set[str]()
    readable = [name for name, form in FORMATS.items() if form.parse]
    for _ in range(20_000 if FULL else 5_000):
        text, name = mutated(rng, texts)
        source = rng.choice(["<text>", "a.txt", "a.seed", "a.hints"])
        for made in (Content.board, Content.problem):
            try:
                content = read(text, name, source)
                outcomes.add(content.format)
                made(content)
            except BoardSyntaxError as error:
                assert 1 <= error.column <= len(error.source_line) + 1 and error.line >= 1, text
                assert str(error)
            except LogicmsError:
                pass
    assert outcomes == set(readable), "texts of all kinds should be read"
