"""The player: sound, never behind an oracle, the same for the same seed; and the guesses it may make."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import get_args

import pytest
from conftest import FULL
from hypothesis import given
from hypothesis import strategies as st
from oracle import backbone, placements

from benchmarks.play import Result, luck_out
from logicms.board import Board, Cell, parse_cell
from logicms.deduction import Reason, deduce
from logicms.errors import BoardError
from logicms.game import LEVELS, Draw, Game, Outcome
from logicms.guessing import guess
from logicms.guessing.policies import LeastRisk
from logicms.player import Move, Player, Setting, interval, play, play_many
from logicms.player.play import first_cell
from logicms.problem import graph


def setting(level: str, guessing: str = "safest", **more: object) -> Setting:
    size = LEVELS[level]
    return Setting(
        size.width, size.height, size.mines, size.start, initial_safe=size.initial_safe,
        player=Player(guess=guessing), **more,
    )  # type: ignore[arg-type]  # fmt: skip


# -- moves on a board


@pytest.mark.parametrize(
    "board, cells, by, why",
    [
        (Board(("????", "1221")), ["A1", "D1"], "deduction", "every safe cell, in reading order"),
        (Board(("1?", "?-")), ["B2"], "deduction", "a cell known to be safe is there to be opened"),
        (Board(("F?", "1?", "00"), mines=1), ["B2"], "deduction", "a flag is not believed: B1 is not safe by it"),
        (Board(("???", "???"), first=Cell(1, 1)), ["B2"], "start", "where the game starts"),
        (Board(("?1", "11"), mines=1), [], None, "only the mine is left"),
    ],
)
def test_moves(board: Board, cells: list[str], by: str | None, why: str) -> None:
    found = Player(guess="never").moves(board)
    assert [str(move.cell) for move in found] == cells, why
    assert {move.by for move in found} == ({by} if by else set())


def test_moves_know_only_the_board() -> None:
    board = Game.random(9, 9, 10, random.Random(3), first=Cell(0, 0)).open(Cell(0, 0)).board
    assert Player().moves(board) == Player().moves(Board(board.rows, board.mines))


@pytest.mark.parametrize(
    "given_, message", [({"reason": "magic"}, "not a way to reason"), ({"guess": "luck"}, "guess")]
)
def test_unknown_ways_are_refused(given_: dict[str, str], message: str) -> None:
    with pytest.raises(BoardError, match=message):
        Player(**given_)  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", get_args(Reason))
def test_a_player_is_a_value_and_a_reasoner_belongs_to_one_game(reason: Reason) -> None:
    """One player at two games, turn by turn: each reasoner follows its own game and finds what it finds alone."""
    player = Player(reason, "never")
    assert hash(player) == hash(Player(reason, "never")) and Setting(1, 1, 0).player == Player()
    games = [Setting(9, 9, 10, "zero").game(seed).open(Cell(2, 2)) for seed in (1, 2)]
    alone = [play(game, player) for game in games]
    reasoners = [player.reasoner() for _ in games]
    for _ in range(30):
        turns = [player.moves(game.board, reasoner) for game, reasoner in zip(games, reasoners, strict=True)]
        games = [
            game.open(turn[0].cell) if turn and not game.outcome else game
            for game, turn in zip(games, turns, strict=True)
        ]
    assert [game.outcome for game in games] == [played.game.outcome for played in alone]


# -- guesses


@st.composite
def stuck_boards(draw: st.DrawFn) -> Board:
    """Return a small board in the middle of a game on which nothing is certain."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    played = play(Game.random(4, 4, 4, rng, start="none").initial_safe(3, rng), Player(guess="never"))
    return played.game.board.with_flags("ignore")


@given(stuck_boards())
def test_safest_has_the_least_odds_and_degree_the_most_clues(board: Board) -> None:
    odds = placements(board).odds
    if not board.hidden or min(odds.values()) == 1:
        assert guess(board, "safest", board.hidden) is None
        return
    safest, busiest = guess(board, "safest"), guess(board, "degree", placements(board).mine)
    assert safest is not None and busiest is not None
    assert safest.odds == odds[safest.cell] == min(odds.values())
    clues = {cell: sum(board.clue(other) is not None for other in board.neighbours(cell)) for cell in board.hidden}
    equal = [cell for cell in board.hidden if odds[cell] == safest.odds]
    assert clues[safest.cell] == max(clues[cell] for cell in equal)
    assert clues[busiest.cell] == max(clues[cell] for cell in board.hidden if odds[cell] < 1)
    assert busiest.odds == odds[busiest.cell]
    assert dict(graph(board, flags="ignore").degree(board.hidden)) == clues
    assert guess(board, "never") is None


def test_a_guess_says_why() -> None:
    [move] = Player(guess="safest").moves(Board(("1?", "??"), mines=1))
    reason = "lowest probability of a mine, 1/3; of 3 such cells it has the most clues around it, 1"
    assert move == Move(parse_cell("B1"), "guess", Fraction(1, 3), LeastRisk(Fraction(1, 3), 3, 1))
    assert move.reason == reason


def test_no_sentence_is_made_for_a_guess_that_nobody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicms.render.answers.reason_text", lambda why: pytest.fail("nobody asked why"))
    played = setting("expert").play(3)
    assert played.guesses and all(move.why is not None for move in played.moves)


# -- whole games


@pytest.mark.full
@pytest.mark.parametrize("level, games", [("easy", 60), ("medium", 20), ("hard", 10)])
def test_stuck_means_that_an_oracle_knows_no_safe_cell_either(level: str, games: int) -> None:
    for played in play_many(setting(level, "never"), range(games if not FULL else 50 * games)):
        assert played.outcome is not Outcome.LOST
        assert played.guesses == 0
        if played.outcome is Outcome.STUCK:
            known = backbone(played.game.board.with_flags("ignore"))
            assert not known.safe
            assert played.undecided == played.hidden - len(known.mine) > 0
            assert set(played.game.board.where("F")) == set(known.mine), "every certain mine is marked"


@pytest.mark.full
@pytest.mark.parametrize("level, games", [("beginner", 150), ("intermediate", 30), ("expert", 15), ("hard", 10)])
@pytest.mark.parametrize("guessing", ["best", "safest", "degree"])
def test_only_a_guess_ever_opens_a_mine(level: str, games: int, guessing: str) -> None:
    for played in play_many(setting(level, guessing), range(1000, 1000 + games * (100 if FULL else 1))):
        layout = played.game.layout
        assert played.outcome in (Outcome.WON, Outcome.LOST)
        opened = [move for move in played.moves if layout[move.cell] == "*" and move.verb == "open"]
        assert all(move.by == "guess" and move.odds != 0 for move in opened)
        assert (played.outcome is Outcome.LOST) == bool(opened)
        assert Game.replay(layout, played.game.transcript) == played.game


@pytest.mark.parametrize("width, height, mines", [(3, 3, 2), (4, 2, 3), (4, 3, 2), (5, 2, 4)])
@pytest.mark.parametrize("guessing", ["degree", "safest", "best"])
def test_over_every_layout_the_risks_are_the_losses(width: int, height: int, mines: int, guessing: str) -> None:
    won, spared = 0, Fraction(0)
    for places in combinations(range(1, width * height), mines):
        signs = ["*" if place in places else "-" for place in range(width * height)]
        rows = tuple("".join(signs[row * width : (row + 1) * width]) for row in range(height))
        played = play(Game.from_layout(Board(rows, first=Cell(0, 0))), Player(guess=guessing))
        won += played.outcome is Outcome.WON
        spared += 1 - sum(move.odds for move in played.moves if move.by == "guess")
    assert won == spared


@pytest.mark.parametrize("start", ["safe", "zero", "none"])
def test_the_same_seed_gives_the_same_game_on_any_number_of_workers(start: str) -> None:
    made = Setting(9, 9, 10, start)  # type: ignore[arg-type]
    alone, together = list(play_many(made, range(12))), list(play_many(made, range(12), workers=2))
    assert alone == together
    assert alone[5] == made.play(5)


def test_games_not_wanted_to_the_end_are_left() -> None:
    games = play_many(Setting(9, 9, 10), range(10**9), workers=2)
    assert next(games) == Setting(9, 9, 10).play(0)
    games.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "size, cell, why",
    [
        ((30, 16, 99, "safe"), "A1", "the corner"),
        ((30, 16, 99, "zero"), "D4", "off the corner"),
        ((9, 9, 10, "zero"), "C3", "less far on a smaller board"),
        ((3, 3, 5, "zero"), "A1", "nothing but a corner has room"),
        ((1, 7, 1, "zero"), "A3", "a board of one column"),
    ],
)
def test_the_first_cell(size: tuple[int, int, int, str], cell: str, why: str) -> None:
    assert str(first_cell(Draw(*size, seed=1))) == cell, why  # type: ignore[arg-type]


def test_a_layout_is_played_from_its_first_cell() -> None:
    layout = Board(("---*", "----", "*---"), first=parse_cell("D3"))
    played = Setting(0, 0, 0, layout=layout, player=Player(guess="never")).play(1)
    assert str(played.moves[0].cell) == "D3"
    assert played.outcome is Outcome.WON
    moved = Setting(0, 0, 0, first=parse_cell("A1"), layout=layout).play(1)
    assert str(moved.moves[0].cell) == "A1"


def test_play_goes_on_from_where_the_game_stands() -> None:
    layout = Board(("---*", "----", "*---"))
    game = Game.replay(layout, ["open D3", "flag A1"])
    played = play(game, Player(guess="never"))
    assert played.outcome is Outcome.WON
    assert played.game.transcript == ("open D3", "flag A1", "flag A1", "open A1"), "the flag is taken off to open"


def test_every_move_is_watched() -> None:
    seen: list[Move] = []
    played = play(Setting(9, 9, 10).game(3), Player(), lambda game, move: seen.append(move))
    assert tuple(seen) == played.moves


@pytest.mark.parametrize(
    "won, games, low, high", [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0)]
)
def test_intervals(won: int, games: int, low: float, high: float) -> None:
    assert interval(won, games) == pytest.approx((low, high), abs=1e-4)


def test_luck_is_taken_out_of_a_rate() -> None:
    unlucky = [
        Result("beginner", "safe", "best", seed, won, 1, 0.1, 0.1, "complete", 0.25)
        for seed, won in enumerate((0, 1, 0, 1))
    ]
    assert luck_out(unlucky) == pytest.approx((0.75, 0.0))


@pytest.mark.parametrize("games", [1, 50, 92, 10_000])
def test_intervals_end_exactly_where_all_or_none_is_won(games: int) -> None:
    assert interval(0, games)[0] == 0.0 and interval(games, games)[1] == 1.0


@pytest.mark.parametrize("level, seeds", [("easy", range(40)), ("hard", range(24, 34))])
def test_resolution_ends_a_game_where_complete_reasoning_does(level: str, seeds: range) -> None:
    """Its knowledge base follows the game clue by clue; at the end, with the total, it must have missed nothing."""
    for seed in seeds:
        game = setting(level).game(seed)
        resolution, complete = (play(game, Player(reason, "never")) for reason in ("resolution", "complete"))
        certain = deduce(resolution.game.board, flags="ignore")
        assert resolution.outcome is Outcome.WON or not certain.safe, seed
        assert (resolution.outcome, resolution.opened) == (complete.outcome, complete.opened), seed
