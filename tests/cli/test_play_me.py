"""`play --me`: a person's game in the terminal, by piped lines; what is said is true and can be read aloud."""

from __future__ import annotations

import random

import pytest
from click.testing import CliRunner
from oracle import placements

from logicms.answers.play import tip
from logicms.board import Board, parse_cell
from logicms.cli import app
from logicms.game import Game
from logicms.notation.boards import format_board

# Column C has the two mines, C1 and C3.
LAYOUT = Game.from_layout(Board(("--*--", "-----", "--*--"))).layout


@pytest.fixture
def layout(tmp_path) -> str:
    path = tmp_path / "layout.txt"
    path.write_text(format_board(LAYOUT))
    return str(path)


def talk(layout: str, *lines: str, options: tuple[str, ...] = ()):
    said = "".join(f"{line}\n" for line in lines)
    return CliRunner().invoke(app, ["play", "--me", *options, layout], input=said, catch_exceptions=False)


def test_a_game_is_won_line_by_line(layout):
    result = talk(layout, "open A1", "E1", "o b2", "d2", "flag C1", "c2")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].startswith("A board of 5 columns, A to E, and 3 rows with 2 mines.")
    assert "A1 shows 0. 5 more cells open with that." in lines and "E1 shows 0. 5 more cells open with that." in lines
    assert "B2 is already open" in result.stdout, "what cannot be done is said"
    assert "There is a flag on C1 now. 1 mine is left to flag." in lines
    assert "C2 shows 2. That was the last safe cell: you have won." in lines
    assert lines[-1] == "You opened 3 cells yourself, 0 of them by a guess."


def test_a_lost_game_can_be_taken_back(layout):
    result = talk(layout, "A1", "C1", "open C2", "undo", "undo", "undo", "quit")
    said = " ".join(result.stdout.split())
    assert result.exit_code == 1
    assert "C1 is a mine: you have lost. undo takes the move back" in said
    assert "The game is lost: undo takes the last move back" in said
    assert said.count("The last move is taken back.") == 2 and "There is no move to take back." in said


def test_a_tip_goes_up_rung_by_rung_and_starts_again_after_a_move(layout):
    result = talk(layout, "tip", "A1", "tip", "tip", "tip", "tip", "tip", "E1", "t", "quit")
    said = result.stdout
    assert "Nothing is known yet: open any cell." in said
    first, clues, technique, proof = (said.find(word) for word in ("Look at", "Use ", "Technique: ", " is a mine."))
    assert 0 < first < clues < technique < proof
    assert said.count("Look at") == 2, "once on each board"


def test_wrong_flags_are_told_and_why_is_answered(layout):
    result = talk(layout, "A1", "E1", "flag C2", "tip", "flag C2", "flag C1", "why C2", "why C1", "why A1", "quit")
    said = " ".join(result.stdout.split())
    assert "C2 has a flag, but is certainly safe." in said
    assert "C2 is safe." in said and "C1 is a mine." in said and "A1 is open: choose a cell that is not open." in said


def test_where_nothing_is_certain_the_best_guess_is_named(tmp_path):
    (tmp_path / "corner.txt").write_text("* -\n- -\n")
    result = talk(str(tmp_path / "corner.txt"), "B2", "tip", "why A1", "B1", "quit")
    said = " ".join(result.stdout.split())
    assert "Nothing is certain. The best guess is A1: a mine with probability 1/3 (33.3 %)." in said
    assert "Whether A1 is a mine is not certain" in said
    assert said.endswith("You opened 2 cells yourself, 1 of them by a guess.")


def test_chord_opens_around_a_clue_that_has_its_flags(layout):
    result = talk(layout, "A1", "chord B1", "chord A1", "flag C1", "chord B1", "undo", "board", "flag C3", "quit")
    said = " ".join(result.stdout.split())
    assert "B1 shows 1, but there" in said and "There is nothing left to open around A1." in said
    assert "C2 shows 2." in said and "The last move is taken back." in said
    assert "1 · 1 ⚑ ■ ■" in said, "undo takes the whole chord back, and not the flag"
    wrong = talk(layout, "A1", "flag C2", "chord B1", "quit")
    assert "C1 is a mine: you have lost." in wrong.stdout


def test_the_board_can_be_read_aloud(layout):
    result = talk(layout, "A1", "flag C1", "look B2", "look 1", "look 4", "quit")
    said = " ".join(result.stdout.split())
    assert "B2 shows 2. Around it C2 and C3 are hidden, C1 has a flag, A1 shows 0, B1 shows 1," in said
    assert "Row 1: A shows 0, B shows 1, C has a flag, D is hidden, E is hidden." in said
    assert "Not a cell: '4'" in said
    assert "■" not in result.stdout, "no picture unless it is asked for"
    assert "■" in talk(layout, "A1", "quit", options=("--show",)).stdout
    assert "?" in talk(layout, "A1", "board", "quit", options=("--ascii",)).stdout


@pytest.mark.parametrize(
    "line, message",
    [
        ("dance", "'dance' is not understood: help lists what you can type."),
        ("open", "Which cell? Type open and a cell, such as open B3."),
        ("open A1 B1", "Which cell?"),
        ("open Q9", "Q9 is not on the board, which has 5 columns and 3 rows."),
        ("flag 7", "Not a cell: '7'"),
        ("undo", "There is no move to take back."),
        ("?", "Type a move and Enter:"),
        ("HELP", "Type a move and Enter:"),
        ("x" * 5000, "is not understood"),
        ("open \x1b[2J", "Not a cell"),
    ],
)
def test_what_is_not_understood_is_said(layout, line, message):
    result = talk(layout, line, "quit")
    assert message in " ".join(result.stdout.split()) and result.exit_code == 1
    assert "\x1b" not in result.stdout


def test_the_input_may_end_anywhere_and_blank_lines_are_nothing(layout):
    assert talk(layout).exit_code == 1 and talk(layout, "", "  ").stdout.endswith("No cell was opened.\n")


@pytest.mark.parametrize("option", [["--json"], ["--games", "2"], ["--initial-safe", "3"]])
def test_a_conversation_is_about_one_game(option):
    result = CliRunner().invoke(app, ["play", "--me", *option], input="")
    assert result.exit_code == 2 and "--me is a conversation about one game" in " ".join(result.output.split())


def test_tips_are_true_whatever_the_flags_are():
    rng = random.Random(8)
    steps = wrong = 0
    for seed in range(40):
        game = Game.random(6, 5, 6, rng=random.Random(seed), start="zero", first=parse_cell("C3")).open("C3")
        board = game.board
        for cell in rng.sample(list(board.hidden), min(3, len(board.hidden))):
            game = game.flag(cell)
        certain = placements(board.with_flags("ignore")) if len(board.hidden) <= 18 else None
        found = tip(game.board)
        if certain is None or game.outcome is not None:
            continue
        assert set(found.wrong) <= certain.safe
        wrong += bool(found.wrong)
        if found.step is not None:
            steps += 1
            assert found.step.cell in (certain.mine if found.step.verdict == "mine" else certain.safe)
            assert found.step.verdict == "safe" or found.step.cell not in game.board.flags, (
                "what is flagged is not told"
            )
    assert steps > 5 and wrong > 5
