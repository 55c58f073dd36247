"""A game that travels as a text: begun, gone on with, taken back, looked back on; every door asks the same question."""

from __future__ import annotations

from random import Random

import pytest

from logicms.answers.play import MOST_MOVES, GameAnswer, OpenMove, WrongFlags
from logicms.answers.prove import NextAnswer
from logicms.answers.solve import OddsAnswer
from logicms.board import parse_cell
from logicms.commands.play import AskTip, LookBack, NextMove, PlayQuestion, TakeTurn
from logicms.errors import BoardError, FieldsError, IllegalMove, LimitReached, Misfit, TooLarge
from logicms.game import Game
from logicms.generation import generate
from logicms.limits import limit
from logicms.notation.boards import parse_board
from logicms.notation.transcripts import format_transcript, parse_transcript
from logicms.record import read_record


def begun(**settings) -> GameAnswer:
    return TakeTurn(**{"width": 9, "height": 9, "mines": 10, **settings}).ask()


def move(game: GameAnswer, **what) -> GameAnswer:
    return TakeTurn(game=game.game, move=NextMove(**what)).ask()


def test_a_game_is_the_librarys() -> None:
    game = begun(seed=7, start="zero")
    assert game.outcome is None and game.layout is None and game.seed == 7
    assert parse_transcript(game.game).layout is None, "it is drawn when the first cell is opened"
    opened = move(game, open="d4")
    twin = Game.random(9, 9, 10, rng=Random(7), start="zero").open("D4")
    assert parse_board(opened.board).rows == twin.board.rows
    drawn = parse_transcript(opened.game)
    assert drawn.layout == twin.layout and drawn.first == parse_cell("D4")
    assert TakeTurn(game=opened.game).ask() == opened


def test_without_settings_it_is_a_beginners_game_and_no_two_are_alike() -> None:
    games = [TakeTurn().ask() for _ in range(10)]
    assert parse_board(games[0].board).width == 9 and len({game.seed for game in games}) == 10


def test_logicms_plays_it_to_its_end() -> None:
    game = begun(seed=3, start="zero")
    for _ in range(100):
        game = move(game, auto=True)
        assert (game.layout is not None) is (game.outcome is not None)
        if game.outcome:
            break
    assert game.outcome == "won" and game.layout is not None and parse_board(game.layout).is_layout
    assert {made.by for made in game.moves} <= {"start", "deduction", "guess"}
    assert all((made.odds is not None) is (made.by == "guess") for made in game.moves)
    judged = LookBack(game=game.game).ask().moves
    assert len(judged) == len(game.moves) and not [each for each in judged if each.kind == "unneeded"]
    with pytest.raises(IllegalMove, match="the game is won"):
        move(game, auto=True)


@pytest.mark.parametrize("wish", [{"no_guess": True}, {"technique": "propagate"}], ids=["no guess", "propagate"])
def test_a_game_that_needs_no_guess(wish) -> None:
    from logicms.explanation.techniques import Technique

    if "technique" in wish:
        wish = {"technique": Technique(wish["technique"])}
    game = begun(**wish, start="zero", mines=14, seed=11)
    assert game.no_guess and parse_board(game.board).first is not None and parse_board(game.board).title is None
    for _ in range(90):
        game = move(game, auto=True)
        if game.outcome:
            break
    assert game.outcome == "won" and {made.by for made in game.moves} <= {"start", "deduction"}
    assert game.layout is not None
    assert parse_board(game.layout) == generate(9, 9, 14, rng=Random(11), start="zero", **wish).layout
    for _ in game.moves:
        game = move(game, undo=True)
    assert parse_transcript(game.game).layout is not None, "taken back, it still needs no guess"


def test_losing_and_taking_back() -> None:
    game = begun(seed=5, first=parse_cell("E5"))
    layout = Game.random(9, 9, 10, rng=Random(5), first="E5").layout
    opened = move(game, open="E5")
    lost = move(opened, open=str(layout.known_mines[0]))
    assert lost.outcome == "lost" and lost.layout is not None and parse_board(lost.layout).rows == layout.rows
    back = move(lost, undo=True)
    assert (back.outcome, back.moves, back.undone, back.board) == (None, opened.moves, 1, opened.board)
    with pytest.raises(IllegalMove, match="no move to take back"):
        move(begun(), undo=True)


def test_when_the_first_opening_is_taken_back_the_start_rule_holds_anywhere() -> None:
    game = begun(mines=40, start="zero", seed=7)
    for cell in ("A1", "E5", "I9"):
        opened = move(game, open=cell)
        assert parse_board(opened.board)[cell] == "0"
        game = move(opened, undo=True)
        assert parse_transcript(game.game).layout is None


@pytest.mark.parametrize(
    "settings, error",
    [
        ({"mines": 82}, BoardError),
        ({"mines": 81}, BoardError),
        ({"width": 2, "height": 5, "mines": 1, "grid": "torus"}, BoardError),
        ({"first": parse_cell("Z99")}, BoardError),
        ({"width": 3, "height": 3, "mines": 10, "no_guess": True}, BoardError),
        ({"width": 1000, "height": 1000, "mines": 1}, TooLarge),
        ({"width": 100, "height": 51, "mines": 4, "no_guess": True}, TooLarge),
    ],
)
def test_games_that_cannot_be(settings, error) -> None:
    with pytest.raises(error), limit(cells=5_000):
        begun(**settings)


def test_a_board_that_is_not_found_is_a_limit() -> None:
    from logicms.explanation.techniques import Technique

    with pytest.raises(LimitReached, match="no such board of 3x3 with 4 mines"):
        begun(width=3, height=3, mines=4, technique=Technique.SPLIT)


@pytest.mark.parametrize(
    "what", [{}, {"open": "A1", "flag": "A1"}, {"undo": False}, {"open": None}, {"open": "A" * 13}], ids=str
)
def test_a_move_is_exactly_one(what) -> None:
    with pytest.raises((Misfit, FieldsError)):
        read_record(TakeTurn, {"move": what})


TEXT = "size: 4x1\nmines: 1\n\n1*10\n\n"


@pytest.mark.parametrize(
    "text, message",
    [
        (f"{TEXT}open A1\nopen A1", "move 2, open A1: A1 is already open"),
        (f"{TEXT}flag A1\nopen A1", "move 2, open A1: A1 has a flag"),
        (f"{TEXT}open Z9", "move 1, open Z9: Z9 is not on a board of 4x1"),
        (f"{TEXT}open B1\nopen A1", "move 2, open A1: A1: the game is over"),
        (f"{TEXT}chord A1", "move 1, chord A1: A1 is not open"),
        (f"{TEXT}flag A1\n" + "flag A1\n" * MOST_MOVES, f"move {MOST_MOVES + 1:,}, flag A1: a game has at most"),
        ("size: 4x1\nmines: 1\nseed: 7\nsafe A1", "move 1, safe A1: the layout is drawn when"),
    ],
)
def test_moves_that_its_layout_does_not_allow_are_named(text: str, message: str) -> None:
    for question in (TakeTurn(game=text), LookBack(game=text), AskTip(game=text)):
        with pytest.raises(IllegalMove, match=f"^{message}"):
            question.ask()


@pytest.mark.parametrize(
    "text, message",
    [
        ("size: 4x1\nmines: 1\n\n1*21\n", "C1"),
        ("size: 4x1\nmines: 1\nopen A1\n", "not a whole game"),
        ("open A1\n", "not a whole game"),
    ],
)
def test_texts_that_are_no_game(text: str, message: str) -> None:
    with pytest.raises(BoardError, match=message):
        TakeTurn(game=text).ask()


def test_a_game_too_large_or_too_long_is_refused() -> None:
    with pytest.raises(TooLarge), limit(cells=3):
        TakeTurn(game=TEXT).ask()
    with pytest.raises(IllegalMove, match="at most"):
        TakeTurn(game=TEXT + "flag A1\n" * MOST_MOVES, move=NextMove(flag="A1")).ask()
    wide = "size: 100x100\nmines: 0\nseed: 1\nstart: none\n"
    game = TakeTurn(game=wide, move=NextMove(open="A1")).ask()
    assert game.outcome == "won"


def test_a_chord_is_one_move_that_one_undo_takes_back() -> None:
    game = TakeTurn(game="size: 5x1\nmines: 1\n\n1*100\n\nopen C1").ask()
    with pytest.raises(IllegalMove, match="set the flags first"):
        move(game, chord="C1")
    before = move(game, flag="B1")
    after = move(before, chord="C1")
    assert parse_board(after.board).rows == ("?F100",) and after.moves[-1].to_json() == {"chord": "C1", "by": "player"}
    judged = LookBack(game=after.game).ask()
    assert [str(each.open) for each in judged.moves] == ["C1", "D1"], "those of a chord one by one"
    back = move(after, undo=True)
    assert back.board == before.board and back.moves == before.moves


@pytest.mark.parametrize(
    "layout, cells, expected",
    [
        ("1*11*", ("A1", "D1"), [("start", None, []), ("guess", "1/3", [])]),
        ("1*100", ("A1", "B1"), [("start", None, []), ("unneeded", "1", ["C1", "D1", "E1"])]),
        ("1*100", ("A1", "D1"), [("start", None, []), ("certain", "0", [])]),
    ],
)
def test_guesses_are_told_from_unneeded_ones(layout, cells, expected) -> None:
    """A1 shows that B1 is a mine; of the others nothing is known if there are two mines, and all if there is one."""
    text = f"size: 5x1\nmines: {layout.count('*')}\nfirst: A1\n\n{layout}\n\n" + "".join(f"open {c}\n" for c in cells)
    judged = LookBack(game=text).ask().to_json()["moves"]
    assert [(each["kind"], each["odds"], each["better"]) for each in judged] == expected


def test_looking_back_counts_mistakes_and_luck_and_wrong_flags() -> None:
    text = "size: 5x1\nmines: 2\nfirst: A1\n\n1*11*\n\nopen A1\nflag C1\nopen D1\n"
    found = LookBack(game=text).ask()
    assert (found.guesses, found.mistakes, found.wrong_flags) == (1, 0, ()), "it is not over"
    assert found.luck is not None and (str(found.luck.survival), str(found.luck.best)) == ("2/3", "2/3")
    found = LookBack(game=f"{text}open B1").ask()
    assert (found.guesses, found.mistakes, list(map(str, found.wrong_flags))) == (1, 1, ["C1"])
    assert [each.mistake for each in found.moves] == [None, None, "mine"]
    assert found.luck is not None and (str(found.luck.survival), str(found.luck.best)) == ("0", "1/3")


def test_a_tip_is_a_wrong_flag_or_a_step_or_the_odds() -> None:
    drawn = "size: 5x1\nmines: 1\n\n001*1\n\n"
    wrong, step = (AskTip(game=f"{drawn}open A1\n{more}", level=2).ask() for more in ("flag E1", "flag D1"))
    assert isinstance(wrong, WrongFlags) and list(map(str, wrong.wrong)) == ["E1"]
    assert isinstance(step, NextAnswer) and (str(step.cell), step.level) == ("E1", 2)
    assert isinstance(AskTip(game=drawn).ask(), OddsAnswer)


def test_the_clock_and_who_moved_travel_along() -> None:
    game = TakeTurn(width=9, height=9, mines=10, seed=7, start="zero", move=NextMove(open="E5"), seconds=3).ask()
    assert game.seconds == 3 and move(game, auto=True).seconds == 3
    later = TakeTurn(game=game.game, seconds=8).ask()
    assert later.seconds == 8 and later.moves == game.moves
    tipped = TakeTurn(game=f"{later.game}{parse_transcript(later.game).moves[0].move.replace('open', 'chord')} tip\n")
    with pytest.raises(IllegalMove, match="move 2, chord E5"):
        tipped.ask()


@pytest.mark.parametrize("level, guessing", [("intermediate", "best"), ("hard", "never")])
def test_a_game_that_logicms_played_can_be_looked_back_on(level: str, guessing: str) -> None:
    played = PlayQuestion(level=level, guess=guessing, seed=5).ask()  # type: ignore[arg-type]
    found = LookBack(game=played.game).ask()
    assert parse_transcript(played.game).seed == 5 and format_transcript(parse_transcript(played.game)) == played.game
    assert (found.guesses, found.mistakes) == (played.guesses, 0)
    opened = [move.open for move in played.moves if isinstance(move, OpenMove)]
    assert [move.open for move in found.moves] == opened
