"""The commands `play` and `search`: options, JSON, exit codes, and being stopped."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from fractions import Fraction
from math import prod
from random import Random

import pytest
from click.testing import CliRunner
from conftest import started, wait_until

from logicms.board import parse_cell
from logicms.cli import app
from logicms.errors import BoardSyntaxError
from logicms.game import Game
from logicms.notation.transcripts import parse_transcript

COURSE = "6 6 10 -1 -1 -1 1 1 -1 -1 3 -1 -1 -1 0 2 3 -1 3 3 2 -1 -1 2 -1 -1 -1 -1 2 2 3 -1 3 -1 1 -1 -1 -1 1\n"


def run(*arguments: str, text: str | None = None):
    return CliRunner().invoke(app, list(arguments), input=text)


# -- search


@pytest.mark.parametrize(
    "switches",
    [
        [],
        ["--plain"],
        ["--plain", "--mrv", "--heuristic", "degree", "--lcv"],
        ["--forward-checking", "--mrv", "--heuristic", "degree"],
        ["--propagate", "--heuristic", "space", "--lcv"],
        ["--propagate", "--heuristic", "space", "--lcv", "--reuse-lcv"],
        ["--plain", "--phases", "degree,space"],
        ["--plain", "--forward-checking", "--mrv", "--heuristic", "degree", "--lcv"],
        ["--forward-checking", "--phases", "degree,mrv+lcv,space"],
        ["--forward-checking", "--phases", " Degree , MRV + LCV + space", "--reuse-lcv"],
    ],
)
def test_search_finds_all_eight(switches: list[str]) -> None:
    result = run("search", "--format", "seed", "--all", "--json", *switches, "-", text=COURSE)
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    assert list(answer) == ["version", "status", "mine", "found", "nodes", "backtracks", "seconds"]
    assert (answer["status"], answer["found"], len(answer["mine"])) == ("found", 8, 10)


def test_search_leaves_known_mines_out_and_answers_in_reading_order() -> None:
    answer = json.loads(run("search", "--json", "-", text="mines: 3\n\n*??\n?4?\n--?\n").stdout)
    assert answer["status"] == "none"
    answer = json.loads(run("search", "--json", "--all", "-", text="mines: 3\n\n*?-\n-3?\n--?\n").stdout)
    assert (answer["mine"], answer["found"]) == (["C2", "C3"], 3)
    answer = json.loads(run("search", "--json", "-", text="F?\n2?\n").stdout)
    assert answer["mine"] == ["B2"]
    answer = json.loads(run("search", "--json", "--flags", "claim", "--all", "-", text="F?\n2?\n").stdout)
    assert answer["found"] == 3


def test_search_in_words() -> None:
    result = run("search", "--ascii", "--propagate", "-", text="mines: 1\n\n?1\n11\n")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:4] == ["    A B", "  1 * 1", "  2 1 1", "in this placement:   * a mine"]
    assert lines[4:6] == ["", "1 placement found"] and lines[6].startswith("propagate: 2 nodes, 0 backtracks, 0.")


def test_search_says_which_backtracking_it_is() -> None:
    board = "mines: 2\n\n???\n121\n"
    for switches, says in [
        ([], "backtracking: 10 nodes, 4 backtracks, 0."),
        (["--plain"], "plain backtracking: 10 nodes, 4 backtracks, 0."),
        (["--plain", "--heuristic", "degree"], "plain backtracking + degree: "),
        (["--plain", "--forward-checking"], "plain forward checking: 6 nodes, 1 backtrack"),
        (["--forward-checking", "--phases", "degree,mrv+lcv"], "forward checking + degree / MRV + LCV: 4 nodes"),
        (["--lcv", "--propagate", "--reuse-lcv"], "propagate + LCV, reusing LCV's work: 4 nodes"),
    ]:
        assert run("search", *switches, "-", text=board).stdout.splitlines()[-1].startswith(says)
    board = board.partition("\n\n")[2]
    assert "plain backtracking: 12 nodes" in run("search", "--plain", "-", text=board).stdout, "without the mine total"


def test_search_lists_the_placements_of_a_board() -> None:
    lines = run("search", "--all", "examples/boards/fifty-fifty.txt").stdout.splitlines()
    assert lines[lines.index("the mines in each placement:") + 1 :][:3] == ["1: A2", "2: A1", "2 placements found"]
    assert "in each placement" not in run("search", "examples/boards/fifty-fifty.txt").stdout


def test_search_shows_the_placements_of_a_hint_file() -> None:
    found = run("search", "--format", "hints", "-", text="rain -> wet\nrain\nwet -> ~dry\n").stdout.splitlines()
    assert found[:3] == ["holds: rain wet", "fails: dry", "1 placement found"]
    every = run("search", "--all", "--format", "hints", "-", text="at least 1 among a b c d\na -> b\n").stdout
    lines = every.splitlines()
    told = [set(line.partition(": ")[2].split()) for line in lines[1:11]]
    assert lines[0] == "what holds in each placement:" and lines[11:13] == ["and 1 more", "11 placements found"]
    assert len(set(map(frozenset, told))) == 10 and all(names and ("a" not in names or "b" in names) for names in told)
    assert "mine" not in every
    cells = run("search", "--format", "hints", "-", text="1 among A1 B1\n~A1\n").stdout.splitlines()
    assert cells[:2] == ["mine: B1", "safe: A1"]


@pytest.mark.parametrize(
    "switches, message",
    [
        (["--plain", "--propagate"], "plain backtracking does not propagate: ask for forward checking, or leave out"),
        (["--reuse-lcv", "--lcv"], "reusing LCV's work needs LCV, and our forward checking or propagate"),
        (["--reuse-lcv", "--propagate"], "reusing LCV's work needs LCV, and our forward checking or propagate"),
        (["--reuse-lcv", "--lcv", "--forward-checking", "--plain"], "reusing LCV's work needs LCV, and our forward"),
        (["--phases", "degree", "--mrv"], "with phases, each phase has its own MRV, heuristic and LCV"),
        (["--phases", "degree,mvr+lcv"], "phase 2: 'mvr' is unknown; a phase is mrv, degree, space or lcv, or several"),
        (["--phases", "degree,,space"], "phase 2: a word is missing; a phase is mrv, degree, space or lcv"),
        (["--phases", ""], "phase 1: a word is missing"),
        (["--phases", "mrv+"], "phase 1: a word is missing"),
        (["--phases", "lcv,mrv+lcv+mrv"], "phase 2: mrv appears twice"),
        (["--phases", "mrv+degree+space"], "phase 1: ties are broken by degree or by space, not by both"),
    ],
)
def test_switches_of_search_that_do_not_go_together_exit_2(switches: list[str], message: str) -> None:
    result = run("search", *switches, "-", text="?1\n")
    assert result.exit_code == 2 and result.stdout == ""
    assert message in " ".join(result.stderr.split())


def test_search_without_a_placement_exits_3_and_says_why() -> None:
    result = run("search", "-", text="1?0\n")
    assert result.exit_code == 3
    assert result.stdout.startswith("none found: ")
    assert json.loads(run("search", "--json", "-", text="1?0\n").stdout)["mine"] == []


def test_search_over_the_limit_exits_4() -> None:
    hidden = "mines: 300\n\n" + ("?" * 25 + "\n") * 24
    result = run("search", "--all", "--json", "--time-limit", "0.5", "-", text=hidden)
    assert result.exit_code == 4
    answer = json.loads(result.stdout)
    assert answer["status"] == "limit" and answer["found"] > 0
    assert "not decided within 0.05 s" in run("search", "--all", "--time-limit", "0.05", "-", text=hidden).stdout


def test_search_takes_several_files(tmp_path) -> None:
    (tmp_path / "a.txt").write_text("?1\n")
    (tmp_path / "b.txt").write_text("?2\n")
    result = run("search", "--json", str(tmp_path / "a.txt"), str(tmp_path / "b.txt"))
    assert [json.loads(line)["status"] for line in result.stdout.splitlines()] == ["found", "none"]
    assert result.exit_code == 3


# -- play


def test_play_answers_a_line_a_game() -> None:
    result = run("play", "--level", "easy", "--guess", "never", "--games", "5", "--seed", "40", "--json", "-q")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0 and result.stderr == ""
    assert [line["seed"] for line in lines] == [40, 41, 42, 43, 44]
    keys = ["version", "seed", "outcome", "opened", "hidden", "guesses", "seconds"]
    assert all(list(line) == [*keys, "start", "initial_safe", "moves", "layout", "game"] for line in lines)
    assert all(len(line["initial_safe"]) == 9 and line["start"] == "none" for line in lines)
    assert {line["outcome"] for line in lines} <= {"won", "stuck"}
    assert all(line["opened"] + line["hidden"] == 81 for line in lines)


def test_a_game_whose_json_can_be_read_in_two_ways_is_refused() -> None:
    with pytest.raises(BoardSyntaxError, match='the key "game" appears twice'):
        parse_transcript('{"game": "open A1", "game": "open B1"}')


def test_a_game_replays_from_its_json() -> None:
    line = json.loads(run("play", "--level", "beginner", "--seed", "7", "--json").stdout)
    assert line["moves"][0] == {"open": "A1", "by": "start", "odds": "0"}
    game = Game.random(9, 9, 10, Random(7))
    for move in line["moves"]:
        game = game.open(parse_cell(move["open"]))
    assert game.outcome is not None and game.outcome.value == line["outcome"]


@pytest.mark.parametrize("level, guessing", [("beginner", "best"), ("intermediate", "safest"), ("hard", "never")])
def test_replay_makes_the_same_game_again(level: str, guessing: str, tmp_path) -> None:
    played = run("play", "--level", level, "--guess", guessing, "--seed", "5", "--json")
    (tmp_path / "game.json").write_text(played.stdout)
    result = run("play", "--json", "--replay", str(tmp_path / "game.json"))
    first, again = json.loads(played.stdout), json.loads(result.stdout)
    assert result.exit_code == played.exit_code
    risks = [Fraction(made["odds"]) for made in first["moves"] if made.get("by") == "guess" and "open" in made]
    assert again.pop("luck")["survival"] == str(prod(1 - risk for risk in risks))
    assert again.pop("unneeded") == 0 and first.pop("seconds") >= 0 <= again.pop("seconds")
    assert first.pop("moves") == again.pop("moves")
    assert first == again


LAYOUT = "first: A1\n\n--*-\n----\n*---\n"


def test_replay_judges_a_persons_moves(tmp_path) -> None:
    (tmp_path / "layout.txt").write_text(LAYOUT)
    moves = "open A1\nflag C1  # a guess?\nopen C2\n"
    result = run("play", "--ascii", str(tmp_path / "layout.txt"), "--replay", "-", text=moves)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "    A B C D",
        "  1 0 1 F ?",
        "  2 1 2 1 ?",
        "  3 ? ? ? ?",
        "open C2: an unnecessary risk, a mine with probability 1/2 (50.0 %); certainly",
        "  safe: D1 D2 C3 D3",
        "not over: 5 cells open, 7 hidden; 3 moves, 0 guesses, 1 unnecessary risk",
        "luck: the chance of surviving these risks was 50.0 %; of the safest cells instead, 100.0 %",
    ]


@pytest.mark.parametrize(
    "arguments, text, message",
    [
        ([], "open A1\n", "has no layout and no seed: give the layout, or the game's --seed and --level"),
        ([], '{"game": "size: 2x1\\nmines: 1\\n-9\\nopen A1"}', "<stdin>, the game:3:1: a move is open, flag"),
        ([], '{"game": "open A1", "outcome": 7}', 'or its "outcome" is no word'),
        (
            [],
            '{"game": "size: 2x1\\nmines: 1\\n-*\\nmark A1", "outcome": "won"}',
            "says won, but replayed, the game is not",
        ),
        (["--seed", "1", "--games", "2"], "open A1\n", "--replay is for one game"),
        (
            ["--seed", "1"],
            "open A1\nopn B2\n",
            "<stdin>:2:1: a move is open, flag, chord, mark or safe followed by a cell",
        ),
        (["--seed", "1"], "open 1A\n", "<stdin>:1:6: not a cell: '1A'"),
        (["--seed", "1"], "# nothing\n", "no moves: a move is open, flag, chord, mark or safe"),
        (["--seed", "1"], "open A1\nopen A1\n", "move 2, open A1: A1 is already open"),
        (["--seed", "1"], "open Z9\n", "move 1, open Z9: Z9 is not on a board of 9x9"),
        (["--seed", "1"], '{"game": "open A1", "outcome": "won"}', "says won, but replayed, the game is"),
        ([], '{"game": 3}', 'it has no text "game"'),
        ([], '{"moves": [{"open": "A1"}]}', 'it has no text "game"'),
        ([], '{"game": "{}"}', "<stdin>, the game:1:1: a move is open, flag"),
        ([], '{"game": "open A1"}\n{"game": ""}', "<stdin>:2:1: a second game begins here"),
        ([], '{"game": ' + "[" * 100_000, "not a game's JSON"),
    ],
)
def test_what_cannot_be_replayed_exits_2(arguments: list[str], text: str, message: str) -> None:
    result = run("play", *arguments, "--replay", "-", text=text)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


@pytest.mark.parametrize(
    "layout, code, outcome",
    [
        ("first: A1\n\n---\n---\n--*\n", 0, "won"),
        ("first: A1\n\n*--\n", 1, "lost"),
        ("first: A1\n\n-*\n--\n", 1, "stuck"),
        ("first: A1\n\n000\n011\n01*\n", 0, "won"),
    ],
)
def test_play_a_layout(layout: str, code: int, outcome: str) -> None:
    result = run("play", "--guess", "never", "--json", "-", text=layout)
    assert (result.exit_code, json.loads(result.stdout)["outcome"]) == (code, outcome)


@pytest.mark.parametrize(
    "arguments, text, message",
    [
        (["--size", "5x5"], None, "--size needs --mines"),
        (["--size", "5", "--mines", "3"], None, "'5' is not a size"),
        (["--size", "5x5", "--mines", "30"], None, "30 mines do not fit on a board of 5x5"),
        (["--size", "3x3", "--mines", "6", "--start", "zero"], None, "has no room for a first cell"),
        (["--first", "3B"], None, "not a cell: '3B'"),
        (["--first", "Z99"], None, "the first cell Z99 is not on a board of 9x9"),
        (["--initial-safe", "half"], None, "'half' is not a number of cells, sqrt or tenth"),
        (
            ["--level", "easy", "--initial-safe", "72"],
            None,
            "72 initial safe cells are more than the 71 safe cells of the layout",
        ),
        (["--level", "easy", "-"], "*-\n", "a layout has its own size, mines and grid"),
        (["-"], "*?\n", "B1 is hidden: a layout has only *, - and digits"),
        (["-"], "*2\n", "the layout is wrong: B1 says 2"),
    ],
)
def test_impossible_requests_exit_2(arguments: list[str], text: str | None, message: str) -> None:
    result = run("play", *arguments, text=text)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stdout == ""


def test_levels_can_be_changed() -> None:
    result = run("play", "--level", "hard", "--mines", "0", "--initial-safe", "1", "--seed", "1", "--json")
    assert json.loads(result.stdout)["opened"] == 480


def test_many_games_in_words() -> None:
    result = run("play", "--level", "beginner", "--start", "zero", "--games", "20", "--seed", "0")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "20 games, seeds 0 to 19"
    assert [line.split()[0] for line in lines[1:4]] == ["won", "lost", "stuck"]
    assert sum(int(line.split()[1]) for line in lines[1:4]) == 20
    assert "2 of 20: won" in result.stderr, "progress stands on standard error"


def test_one_game_in_words() -> None:
    result = run("play", "--ascii", "--guess", "never", "-", text="first: A1\n\n---\n---\n--*\n")
    assert result.stdout.splitlines()[:4] == ["    A B C", "  1 0 0 0", "  2 0 1 1", "  3 0 1 ?"]
    assert "won: 8 cells open, 1 hidden; 1 move, 0 guesses" in result.stdout


def test_show_prints_every_move_and_no_escapes_in_a_pipe() -> None:
    result = run("play", "--show", "--ascii", "--level", "beginner", "--seed", "7")
    assert "start: A1" in result.stdout and "deduction: " in result.stdout
    assert "\x1b" not in result.stdout


def test_the_time_limit_holds_within_a_game() -> None:
    result = run("play", "--level", "expert", "--seed", "1", "--time-limit", "0.000001")
    assert result.exit_code == 4 and result.stdout == "" and "0 of 1 game was played" in result.stderr


def test_the_time_limit_keeps_what_was_played() -> None:
    result = run("play", "--level", "expert", "--games", "100000", "--seed", "1", "--time-limit", "2", "--json")
    assert result.exit_code == 4
    played = len(result.stdout.splitlines())
    assert 0 < played < 100000
    assert f"{played:,} of 100,000 games were played" in result.stderr


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_keeps_what_was_played(workers: str, tmp_path) -> None:
    command = [sys.executable, "-m", "logicms", "play", "--level", "expert", "--games", "100000", "--seed", "1"]
    out = tmp_path / "games.jsonl"
    command += ["--json", "--workers", workers]
    with out.open("w") as stream, started(command, stdout=stream, stderr=subprocess.PIPE) as process:
        wait_until(lambda: out.stat().st_size, "a game is played")
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    played = [json.loads(line)["seed"] for line in out.read_text().splitlines()]
    assert process.returncode == 130
    assert played == list(range(1, 1 + len(played))) and played
    assert f"stopped: {len(played):,} of 100,000 games were played" in errors
    assert "Traceback" not in errors


def test_a_replay_says_how_much_luck_it_took(tmp_path) -> None:
    (tmp_path / "layout.txt").write_text("mines: 2\n1*11*\n")
    moves = "open A1\nflag B1\nopen D1\nchord A1\n"
    result = run("play", str(tmp_path / "layout.txt"), "--replay", "-", text="open A1\nopen D1\n")
    assert (
        "luck: the chance of surviving these risks was 66.7 %; of the safest cells instead, 66.7 %\n" in result.stdout
    )
    data = json.loads(run("play", "--json", str(tmp_path / "layout.txt"), "--replay", "-", text=moves[:24]).stdout)
    assert data["luck"]["survival"] == "2/3"
    chorded = run("play", str(tmp_path / "layout.txt"), "--replay", "-", text="open C1\nflag B1\nchord C1\n")
    assert "chord C1, which opened " in chorded.stdout and ": a guess, a mine with probability" in chorded.stdout
