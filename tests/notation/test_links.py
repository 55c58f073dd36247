"""Links to boards: the same from Python and from the page's own JavaScript, and damage is noticed."""

from __future__ import annotations

import json
import random
import subprocess
from dataclasses import replace
from urllib.parse import quote

import pytest
from conftest import FULL, ROOT, needs
from games import positions
from hypothesis import given
from hypothesis import strategies as st
from strategies import boards

from logicms.board import SIGNS, Board, Cell
from logicms.errors import BoardSyntaxError, LogicmsError
from logicms.notation.boards import format_link, parse_link

BOARD_JS = ROOT / "logicms" / "web" / "static" / "board.js"
BOARDS = 20_000 if FULL else 3_000

# Reads lines of [board, link] and writes lines of [its own link for the board, its own reading of the link].
_DRIVER = """
const source = await (await import("node:fs/promises")).readFile(process.argv[1], "utf8");
const { Board, boardOf } = await import("data:text/javascript," + encodeURIComponent(source));
const lines = (await import("node:readline")).createInterface({ input: process.stdin });
for await (const line of lines) {
  const [board, link] = JSON.parse(line);
  console.log(JSON.stringify([board && new Board(board.rows, board).fragment, boardOf(link)]));
}
"""


def by_javascript(pairs):
    """Return what the page's module makes of pairs of a board and a link."""
    command = ["node", "--input-type=module", "-e", _DRIVER, str(BOARD_JS)]
    lines = "".join(json.dumps(pair) + "\n" for pair in pairs)
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True, timeout=600)
    return [json.loads(line) for line in run.stdout.splitlines()]


def as_object(board):
    """Return a board as the page has it."""
    first = None if board.first is None else str(board.first)
    return {"rows": [*board.rows], "mines": board.mines, "title": board.title, "grid": board.grid, "first": first}


def random_board(rng):
    """Return a board of any kind: tiny and large, uniform and varied, with and without keys."""
    width, height = rng.choice([(1, 1), (3, 2), (9, 9), (30, 16), (rng.randint(1, 40), rng.randint(1, 40))])
    signs = rng.choice([SIGNS, "?01", "?", "?1234", "F*-", rng.choice(SIGNS)])
    rows = tuple("".join(rng.choices(signs, k=width)) for _ in range(height))
    board = Board(rows)
    mines = rng.choice([None, rng.randint(board.signs.count("*"), board.number_not_open)])
    title = rng.choice([None, "one-two", "50 % & more=less", "¿ñ? ☃ 𝟙", "(a) 'b' *c*!"])
    first = rng.choice([None, Cell(height - 1, width - 1)])
    grid = rng.choice(["square", "square", "hex"] + ["torus"] * (width > 2 and height > 2))
    return Board(rows, mines, title, first, grid=grid)


@needs("node", "nodejs")
@pytest.mark.full
def test_both_sides_agree():
    rng = random.Random(22)
    many = [random_board(rng) for _ in range(BOARDS)]
    many.append(Board(tuple("".join(rng.choices("?012F", k=100)) for _ in range(100)), title="large"))
    pairs = [(as_object(board), format_link(board, "https://example.org/").rstrip()) for board in many]
    for board, (shown, link), (written, read) in zip(many, pairs, by_javascript(pairs), strict=True):
        assert parse_link(link) == board
        assert f"https://example.org/{written[:-1]}{quote(written[-1], safe='')}" == link
        assert read == shown


@needs("node", "nodejs")
def test_a_link_that_lost_its_end_is_refused_by_both_sides():
    rng = random.Random(23)
    damaged = []
    while len(damaged) < 500:
        fragment = format_link(random_board(rng)).rstrip().partition("&")[0]
        cut = fragment[: rng.randint(8, len(fragment))][: -rng.randint(1, 3)]
        if cut.count("/") and len(cut.rpartition("/")[2]) < cut.index("/") - len("#board="):
            damaged.append(cut)
    for link, (_, found) in zip(damaged, by_javascript([(None, link) for link in damaged]), strict=True):
        assert found is None, f"only one side refuses {link}"
        with pytest.raises(BoardSyntaxError, match="perhaps the end is missing"):
            parse_link(link)


def test_no_sign_that_ends_a_sentence_ends_a_link():
    for row in ("1?", "1*"):
        link = format_link(Board((row,))).rstrip()
        assert link[-1].isalnum() and parse_link(link) == Board((row,))


def test_an_expert_board_is_short_enough_to_post():
    lengths = []
    for position in positions("expert", 100, seed=22):
        board = replace(position, mines=99)
        if 0.35 <= len(board.open) / len(board.signs) <= 0.65:
            link = format_link(board, "https://somebody.github.io/minesweeper/")
            assert parse_link(link) == board
            lengths.append(len(link.rstrip()))
    assert len(lengths) >= 10 and max(lengths) < 560, lengths


@given(boards(), st.data())
def test_a_changed_link_raises_our_errors_only(board, data):
    link = format_link(board)
    at = data.draw(st.integers(0, len(link) - 1))
    changed = link[:at] + data.draw(st.characters()) + link[at + 1 :]
    try:
        parse_link(changed)
    except LogicmsError:
        pass
