"""Generated boards: won without a guess, in need of the technique that was asked for, the same for the same seed.

Whether a board needs a technique is judged by other means than the generator's: `stands_still` plays with the clues of
the whole board, written anew, and looks for what each technique says by trying it out.
"""

from __future__ import annotations

import json
import re
from itertools import combinations
from random import Random

import pytest
from click.testing import CliRunner
from conftest import FULL
from oracle import placements
from technique_judges import JUDGES, certain_by_sat, constraints

from logicms.board import Board, Cell, parse_cell
from logicms.cli import app
from logicms.commands.generate import MOST_RATING, read_ratings
from logicms.errors import BoardError, LimitReached
from logicms.explanation import next_deduction, rating
from logicms.explanation.techniques import Technique
from logicms.game import LEVELS, Game, Outcome, random_hint_board
from logicms.generation import acceptable_ratings, generate, position, smallest
from logicms.generation.climb import by_techniques, climb, complete, rate_layout, shared_positions
from logicms.limits import limit
from logicms.notation.boards import format_board, parse_board
from logicms.player import Player, play


def run(*arguments: str, text: str | None = None):
    return CliRunner().invoke(app, list(arguments), input=text, catch_exceptions=False)


# -- a judge of its own


def stands_still(layout: Board, techniques: list[str], total: bool = True) -> bool:
    """Return whether a game played by these techniques alone, each used wherever it says anything, is not won."""
    game = Game.from_layout(layout).open(layout.first)
    while game.outcome is None:
        told = constraints(game.board, total)
        found = next((new for name in techniques if (new := JUDGES[name](told))), None)
        if found is None:
            return True
        for cell, is_mine in sorted(found.items()):
            if game.outcome is None and game.sign(cell) == "?":
                game = game.flag(cell) if is_mine else game.open(cell)
    assert game.outcome is Outcome.WON
    return False


def is_won(layout: Board) -> bool:
    played = play(Game.from_layout(layout), Player(guess="never"))
    return played.outcome is Outcome.WON and played.guesses == 0


# -- without a guess


@pytest.mark.full
@pytest.mark.parametrize("level, boards", [("beginner", 40), ("intermediate", 15), ("expert", 8)])
def test_a_board_without_a_guess_is_won_without_one(level: str, boards: int) -> None:
    width, height, mines = LEVELS[level].width, LEVELS[level].height, LEVELS[level].mines
    for seed in range(boards if not FULL else 100):
        made = generate(width, height, mines, rng=Random(seed), no_guess=True)
        layout = made.layout
        assert (layout.width, layout.height, layout.mines) == (width, height, mines) and made.no_guess
        assert layout.signs.count("*") == mines and layout[layout.first] == "0"
        assert is_won(parse_board(format_board(layout)))


@pytest.mark.parametrize(
    "size, more, why",
    [
        ((30, 16, 140), {}, "many mines"),
        ((9, 9, 30), {"first": Cell(8, 0)}, "from a corner"),
        ((5, 1, 2), {}, "one row"),
        ((1, 1, 0), {}, "one cell"),
        ((3, 3, 8), {}, "no room for a zero: the first cell is all there is to open"),
        ((2, 2, 2), {"start": "safe"}, "hardly any room"),
        ((9, 9, 10), {"start": "none"}, "no start rule is a promise that is easily kept"),
        ((9, 9, 0), {}, "no mines"),
    ],
)
def test_unusual_boards_without_a_guess(size: tuple[int, int, int], more: dict, why: str) -> None:
    for seed in range(5):
        try:
            made = generate(*size, rng=Random(seed), no_guess=True, effort=500, **more)
        except LimitReached:
            assert size == (2, 2, 2), why
            continue
        assert is_won(made.layout), why
        assert made.layout.first == more.get("first", made.layout.first)


def test_a_drawn_board_is_the_one_that_play_draws() -> None:
    for seed in range(5):
        made = generate(9, 9, 10, rng=Random(seed))
        assert made.layout == Game.random(9, 9, 10, Random(seed), first=Cell(0, 0)).layout
        assert made.no_guess is is_won(made.layout)
        assert (made.rating is not None) <= made.no_guess
    assert generate(101, 100, 1500, rng=Random(1)).no_guess is None, "too large to be rated"


def test_the_same_seed_gives_the_same_board() -> None:
    wishes = [{"no_guess": True}, {"technique": "subset"}, {"ratings": [5, 6]}, {}]
    for wish in wishes:
        a, b = (generate(9, 9, 12, rng=Random(5), **wish) for _ in range(2))
        assert a == b
        assert a != generate(9, 9, 12, rng=Random(6), **wish)


# -- techniques


@pytest.mark.full
@pytest.mark.parametrize("technique", list(Technique))
def test_a_board_needs_its_technique_and_nothing_harder(technique: Technique) -> None:
    names = [each.value for each in Technique]
    easier, enough = names[: technique.rank()], names[: technique.rank() + 1]
    for seed in range(50 if FULL else 4):
        made = generate(9, 9, 14, rng=Random(seed), technique=technique)
        assert stands_still(made.layout, easier), "easier techniques do not win it"
        if technique is Technique.SPLIT:
            assert is_won(made.layout)
        else:
            assert not stands_still(made.layout, enough), "this technique does"
        assert made.rating is not None and made.rating.technique is technique


@pytest.mark.parametrize("technique", ["single", "subset", "difference"])
def test_the_mine_total_is_needed_as_wanted(technique: str) -> None:
    enough = list(JUDGES)[: list(JUDGES).index(technique) + 1]
    for seed in range(3):
        without = generate(8, 8, 14, rng=Random(seed), technique=technique, mine_total=False)
        assert not stands_still(without.layout, enough, total=False)
        with_it = generate(8, 8, 14, rng=Random(seed), technique=technique, mine_total=True)
        assert stands_still(with_it.layout, enough, total=False)
        assert not stands_still(with_it.layout, enough)
        assert (without.rating.uses_mine_total, with_it.rating.uses_mine_total) == (False, True)


@pytest.mark.full
def test_techniques_at_expert_size() -> None:
    # The judge of differences tries out a great many sums, which takes minutes on a board of this size.
    for technique in Technique if FULL else list(Technique)[: Technique.PROPAGATE.rank()]:
        for seed in range(10 if FULL else 1):
            made = generate(30, 16, 99, rng=Random(seed), technique=technique)
            assert stands_still(made.layout, list(JUDGES)[: technique.rank()])
            assert is_won(made.layout)


def test_a_rating_is_a_technique_and_the_mine_total() -> None:
    assert sorted(rating.number for rating in acceptable_ratings()) == list(range(1, 11))
    assert {each.number for each in acceptable_ratings(mine_total=False)} == {1, 3, 5, 7, 9}
    assert {each.number for each in acceptable_ratings("split", numbers=range(5, 10))} == {9}
    for refused in (
        {"technique": "magic"},
        {"numbers": [0]},
        {"numbers": [11]},
        {"technique": "single", "numbers": [5]},
    ):
        with pytest.raises(BoardError):
            acceptable_ratings(**refused)
    made = generate(9, 9, 14, rng=Random(3), ratings=[5])
    assert made.rating.number == 5 and made.rating.technique is Technique.DIFFERENCE


# -- climbing


def test_a_climb_goes_as_far_as_its_reasoning() -> None:
    layout = generate(9, 9, 14, rng=Random(2), technique="propagate").layout
    ends = [climb(layout, by_techniques(most)).number_open for most in Technique]
    assert ends == sorted(ends) and ends[2] < ends[3] == ends[4] == 81 - 14
    assert climb(layout, complete()).is_won and rate_layout(layout).is_won


def test_playing_on_from_what_a_change_leaves_is_playing_from_the_start() -> None:
    rng, kept = Random(4), []
    old = generate(16, 16, 40, rng=rng, no_guess=True).layout
    found = climb(old, complete())
    assert shared_positions(found.positions, old, old) == found.positions
    for _ in range(20):
        mine, safe = (
            rng.choice(old.known_mines),
            rng.choice(sorted(set(old.cells) - set(old.known_mines) - {old.first})),
        )
        plain = Board(tuple(re.sub("[0-8]", "-", row) for row in old.rows), first=old.first)
        new = Game.from_layout(plain.with_signs({mine: "-", safe: "*"})).layout
        before = shared_positions(found.positions, old, new)
        kept.append(len(before))
        assert climb(new, complete(), before) == climb(new, complete())
    assert len(set(kept)) > 3 and max(kept) < len(found.positions)


# -- the smallest positions


def all_positions(width: int, height: int) -> dict[Board, set[frozenset[Cell]]]:
    """Return every position of this size with all its placements."""
    found: dict[Board, set[frozenset[Cell]]] = {}
    plain = Board(("-" * width,) * height)
    for mines in (frozenset(m) for n in range(width * height + 1) for m in combinations(plain.cells, n)):
        answers = Game.from_layout(plain.with_signs(dict.fromkeys(mines, "*"))).layout
        for opened in (o for n in range(1, len(answers.open) + 1) for o in combinations(answers.open, n)):
            seen = Board(("?" * width,) * height).with_signs({cell: answers[cell] for cell in opened})
            found.setdefault(seen, set()).add(mines)
    return found


def technique_by_trying(board: Board, every: set[frozenset[Cell]]) -> str | None:
    if not frozenset.intersection(*every) and frozenset.union(*every) == frozenset(board.hidden):
        return None
    told = constraints(board, total=False)
    return next((name for name, judge in JUDGES.items() if judge(told)), "split")


@pytest.mark.full
def test_no_smaller_position_needs_the_technique() -> None:
    least: dict[str, int] = {}
    for cells in range(1, 10 if FULL else 7):
        sizes = [(cells // height, height) for height in range(1, cells + 1) if cells % height == 0]
        for size in sizes:
            for board, every in all_positions(*size).items():
                if name := technique_by_trying(board, every):
                    least.setdefault(name, cells)
    found = {each.value: len(smallest(each)[0].signs) for each in SMALL}
    assert found == least == {"single": 2, "subset": 6, "difference": 6}


SMALL = [technique for technique in Technique if technique.rank() < Technique.PROPAGATE.rank()]
"""The techniques whose smallest positions are found at once; the others have 12 cells, and that takes many seconds."""


@pytest.mark.full
@pytest.mark.parametrize("technique", list(Technique) if FULL else SMALL)
def test_the_smallest_positions_need_their_technique(technique: Technique) -> None:
    boards = smallest(technique)
    assert len(set(boards)) == len(boards)
    hidden = [len(board.hidden) for board in boards]
    assert hidden == sorted(hidden)
    for board in boards:
        known = placements(board)
        told = constraints(board, total=False)
        assert known.safe | known.mine
        assert next((name for name, judge in JUDGES.items() if judge(told)), "split") == technique
        assert rating(board).technique.rank() >= technique.rank()


def test_the_command_writes_the_smallest_positions(tmp_path) -> None:
    result = run("generate", "--smallest", "--technique", "difference")
    assert result.exit_code == 0 and "2 positions of 6 cells, none smaller" in result.stderr
    assert result.stdout == "title: needs difference\n\n1 ? 2\n? ? ?\n"
    wish = ["generate", "--smallest", "--technique", "difference", "--count", "9", "--out", str(tmp_path)]
    assert run(*wish).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["difference-1.txt", "difference-2.txt"]
    line = json.loads(run("generate", "--smallest", "--technique", "subset", "--json").stdout)
    assert (line["layout"], line["position"], line["rating"]) == (None, "1 1 1\n? ? ?\n", 3)
    assert run("generate", "--smallest", "--technique", "single", "--to", "svg").stdout.startswith("<svg")
    for wrong in (["--smallest"], ["--smallest", "--technique", "split", "--size", "3x3", "--mines", "2"]):
        assert "--smallest takes --technique" in run("generate", *wrong).stderr


# -- positions


@pytest.mark.full
@pytest.mark.parametrize("technique", list(Technique))
@pytest.mark.parametrize("size", [(6, 6, 8), (9, 9, 14), (30, 16, 99)], ids=["6x6", "9x9", "expert"])
def test_at_a_position_the_technique_comes_next(technique: Technique, size: tuple[int, int, int]) -> None:
    if size[0] == 6 and technique is Technique.SPLIT:
        size = (7, 7, 11)  # so small a board hardly ever needs it
    for seed in range(1 if size[0] == 30 else 20 if FULL else 3):
        found = position(*size, rng=Random(seed), technique=technique, mine_total=False)
        board = found.board
        assert (board.width, board.height, board.mines) == size and board.open and "?" in board.signs
        assert all(found.layout[cell] == board[cell] for cell in board.open), "it is a position of its layout"
        assert all(found.layout[cell] == "*" for cell in board.flags)
        if size[0] < 30:  # the judge of differences takes long on a large board
            told = constraints(board, total=False)
            assert next((name for name, judge in JUDGES.items() if judge(told)), "split") == technique
            assert certain_by_sat(told)
        step = next_deduction(board)
        assert step is not None and step.technique is technique and not step.uses_mine_total
        assert (found.rating.technique, found.rating.uses_mine_total) == (technique, False)


def test_a_position_may_need_the_mine_total() -> None:
    for seed in range(3):
        board = position(6, 6, 8, rng=Random(seed), ratings=[8, 10]).board
        with_total, without = constraints(board, True), constraints(board, False)
        assert not any(JUDGES[name](with_total) for name in ("single", "subset", "difference"))
        assert certain_by_sat(with_total).keys() - certain_by_sat(without).keys()
        assert rating(board).uses_mine_total


@pytest.mark.parametrize("grid", ["hex", "torus"])
def test_positions_on_other_grids(grid: str) -> None:
    board = position(6, 6, 8, rng=Random(1), technique="difference", grid=grid).board
    assert board.grid == grid and next_deduction(board).technique is Technique.DIFFERENCE


def test_the_command_writes_positions(tmp_path) -> None:
    wish = ["generate", "--position", "--technique", "difference", "--no-mine-total", "--seed", "7"]
    result = run(*wish)
    assert result.exit_code == 0 and result.stdout.startswith("title: seed 7: needs difference\nmines: 10\n")
    assert "\nTechnique: difference: " in run("next", "--level", "3", "-", text=result.stdout).stdout
    line = json.loads(run(*wish, "--json").stdout)
    assert line["position"] == result.stdout and (line["rating"], line["technique"]) == (5, "difference")
    assert (line["uses_mine_total"], line["no_guess"], line["status"]) == (False, None, "found")
    assert parse_board(line["layout"]).first == parse_cell(line["first"])
    many = run(*wish, "--count", "3", "--out", str(tmp_path))
    assert many.exit_code == 0 and len(list(tmp_path.iterdir())) == 3
    limited = run("generate", "--position", "--technique", "split", "--size", "3x3", "--mines", "1", "--effort", "5")
    assert limited.exit_code == 4 and "no such position of 3x3 with 1 mine" in limited.stderr


# -- limits


def test_what_was_not_found_says_so() -> None:
    with pytest.raises(LimitReached, match="no such board of 3x3 with 4 mines from A1 .* among 50 layouts"):
        generate(3, 3, 4, rng=Random(1), technique="split", effort=50)
    with pytest.raises(LimitReached, match="not decided within 0.05 s"), limit(seconds=0.05):
        generate(4, 4, 3, rng=Random(1), technique="split", mine_total=False, effort=10**9)


# -- the command


def test_the_command_writes_a_layout_that_play_plays(tmp_path) -> None:
    path = tmp_path / "layout.txt"
    result = run("generate", "--level", "intermediate", "--no-guess", "--seed", "7", "--out", str(path))
    assert result.exit_code == 0 and result.stdout == "" and f"written to {path}" in result.stderr
    layout = parse_board(path.read_text())
    assert layout.title.startswith("seed 7: no guess, needs ") and layout.first == parse_cell("C3")
    assert run("play", "--guess", "never", str(path)).exit_code == 0
    assert run("generate", "--level", "intermediate", "--no-guess", "--seed", "7").stdout == path.read_text()


def test_the_json_of_the_command() -> None:
    result = run("generate", "--technique", "subset", "--seed", "7", "--count", "3", "--json", "-q")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0 and result.stderr == "" and [line["seed"] for line in lines] == [7, 8, 9]
    keys = ["version", "layout", "first", "seed", "rating", "technique", "uses_mine_total", "no_guess", "status"]
    for line in lines:
        assert list(line) == keys
        assert (line["technique"], line["no_guess"], line["status"]) == ("subset", True, "found")
        assert line["rating"] == (4 if line["uses_mine_total"] else 3)
        layout = parse_board(line["layout"])
        assert str(layout.first) == line["first"] and is_won(layout)


def test_several_boards_go_to_a_folder_or_one_below_the_other(tmp_path) -> None:
    assert run("generate", "--seed", "3", "--count", "2", "--out", str(tmp_path / "boards")).exit_code == 0
    written = sorted((tmp_path / "boards").iterdir())
    assert [path.name for path in written] == ["3.txt", "4.txt"]
    printed = run("generate", "--seed", "3", "--count", "2").stdout
    assert printed == "".join(path.read_text() + "\n" for path in written)
    assert run("generate", "--count", "2", "--out", str(written[0])).exit_code == 2, "a file is in the way"


def test_other_formats_and_the_first_cell() -> None:
    result = run("generate", "--seed", "3", "--first", "e5", "--to", "jsm")
    assert result.stdout.startswith("9x9x10\n") and "the first cell is E5" in result.stderr
    assert run("generate", "--to", "tatham").exit_code == 2


HINTS = ["generate", "--size", "6x6", "--mines", "10", "--hints", "16", "--seed", "7"]


def test_hints_make_a_position_of_the_search_course() -> None:
    board = parse_board(run(*HINTS).stdout)
    assert board.title == "seed 7: 16 hints"
    expected = random_hint_board(6, 6, 10, 16, Random(7))
    assert (board.rows, board.mines, board.first) == (expected.rows, 10, None)
    line = json.loads(run(*HINTS, "--json").stdout)
    assert parse_board(line["position"]) == board
    assert (line["layout"], line["first"], line["seed"], line["rating"], line["status"]) == (
        None,
        None,
        7,
        None,
        "found",
    )
    level = parse_board(run("generate", "--level", "easy", "--hints", "1").stdout)
    assert (level.width, level.mines, len(level.open)) == (9, 10, 1) and level.title.endswith(": 1 hint")


def test_a_position_with_hints_is_searched() -> None:
    written = run(*HINTS, "--to", "seed")
    assert written.stdout.startswith("6 6 10\n") and written.stderr == ""
    found = run("search", "--format", "seed", "--json", "-", text=written.stdout)
    assert json.loads(found.stdout)["status"] == "found"


def test_several_positions_go_to_a_folder(tmp_path) -> None:
    assert run(*HINTS, "--count", "3", "--to", "seed", "--out", str(tmp_path)).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["7.seed", "8.seed", "9.seed"]


def test_none_found_is_exit_code_4() -> None:
    wish = ["generate", "--size", "3x3", "--mines", "4", "--technique", "split", "--effort", "20", "--seed", "1"]
    result = run(*wish)
    assert result.exit_code == 4 and result.stdout == ""
    assert "seed 1: no such board of 3x3 with 4 mines from A1 was found: not found among 20 layouts" in result.stderr
    line = json.loads(run(*wish, "--json").stdout)
    assert (line["status"], line["layout"], line["seed"]) == ("limit", None, 1)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--size", "5x5"], "--size needs --mines"),
        (["--size", "5x5", "--mines", "30"], "30 mines do not fit"),
        (["--size", "3x3", "--mines", "6", "--no-guess", "--start", "zero"], "has no room for a first cell"),
        (["--first", "Z99"], "the first cell Z99 is not on a board of 9x9"),
        (["--rating", "0"], "'0' is not a rating"),
        (["--rating", "5-3"], "'5-3' is not a rating"),
        (["--rating", "hard"], "'hard' is not a rating"),
        (["--technique", "magic"], "'magic' is not one of"),
        (["--technique", "single", "--rating", "7"], "no rating has this technique"),
        (["--to", "paper"], "unknown format 'paper'"),
        (["--size", "3x3", "--mines", "6", "--hints", "4"], "4 hints do not fit: 3x3 with 6 mines has 3 safe cells"),
        (["--size", "3x3", "--mines", "10", "--hints", "0"], "10 mines do not fit"),
        (["--size", "3x3", "--hints", "4"], "--size needs --mines"),
        *(
            (["--hints", "4", *other], "--hints takes --level, --size, --mines and --grid, and nothing else")
            for other in (
                ["--no-guess"],
                ["--technique", "split"],
                ["--no-mine-total"],
                ["--rating", "3"],
                ["--first", "A1"],
            )
        ),
        (["--position"], "--position needs --technique or --rating"),
        (["--position", "--no-guess", "--technique", "split"], "--position asks nothing of the rest of the game"),
        (["--position", "--hints", "4", "--technique", "split"], "--position asks nothing of the rest of the game"),
        (["--position", "--smallest", "--technique", "split"], "--smallest takes --technique"),
        (["--hints", "4", "--smallest", "--technique", "split"], "--smallest takes --technique"),
    ],
)
def test_impossible_requests_exit_2(arguments: list[str], message: str) -> None:
    result = run("generate", *arguments)
    assert result.exit_code == 2 and result.stdout == ""
    assert message in " ".join(result.stderr.split())


def test_ratings_are_read_up_to_the_hardest() -> None:
    assert read_ratings(f"{MOST_RATING - 1}-{MOST_RATING}") == (MOST_RATING - 1, MOST_RATING)
    for text in ("0", f"{MOST_RATING + 1}", "3-2", "-3", "x"):
        with pytest.raises(BoardError, match="is not a rating"):
            read_ratings(text)
