"""Games over HTTP: each is a text that travels. The service keeps nothing, and any replica goes on with any game."""

from __future__ import annotations

import json
import random

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")

from logicms.answers.play import MOST_MOVES
from logicms.board import parse_cell
from logicms.game import Game
from logicms.generation import generate
from logicms.notation.boards import parse_board
from logicms.notation.transcripts import format_transcript, parse_transcript

pytestmark = pytest.mark.outside

NINE = {"width": 9, "height": 9, "mines": 10}


def post(client, path, **body):
    return client.post(f"/v1/{path}", json=body)


def is_problem(response, status):
    found = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert response.status_code == found["status"] == status, found
    return found


def new_game(client, **more):
    found = post(client, "game", **{**NINE, **more})
    assert found.status_code == 200, found.text
    return found.json()


def move(client, game, **what):
    return post(client, "game", game=game["game"], move=what)


def moved(client, game, **what):
    found = move(client, game, **what)
    assert found.status_code == 200, found.text
    return found.json()


def review(client, game):
    return post(client, "review", game=game["game"]).json()


def test_a_seeded_game_is_the_librarys(client):
    game = new_game(client, seed=7, start="zero")
    assert (game["seed"], game["outcome"]) == (7, None) and "layout" not in game
    state = moved(client, game, open="d4")
    twin = Game.random(9, 9, 10, rng=random.Random(7), start="zero").open(parse_cell("D4"))
    assert parse_board(state["board"]).rows == twin.board.rows
    assert post(client, "game", game=state["game"]).json() == state


def test_a_game_is_all_in_its_text(client):
    """The layout once it is drawn, the first cell, and each move with who made it and its odds."""
    game = new_game(client, width=5, height=5, mines=11, seed=2)
    game = post(client, "game", game=game["game"], move={"open": "A1"}, seconds=34).json()
    while game["outcome"] is None and all(made["by"] != "guess" for made in game["moves"]):
        game = moved(client, game, auto=True)
    text = parse_transcript(game["game"])
    layout = Game.random(5, 5, 11, rng=random.Random(2)).open("A1").layout
    assert (text.layout.rows, text.seed, text.seconds, text.mines) == (layout.rows, 2, 34, 11)
    assert [each.by for each in text.moves] == [made["by"] for made in game["moves"]]
    assert text.moves[-1].by == "guess" and text.moves[-1].odds == game["moves"][-1]["odds"]
    assert format_transcript(text) == game["game"]
    drawn = moved(client, new_game(client, seed=4), open="C3")
    assert parse_transcript(drawn["game"]).first == parse_cell("C3")


def test_before_the_first_opening_nothing_is_drawn(client):
    game = moved(client, new_game(client, seed=1), flag="A1")
    assert parse_transcript(game["game"]).layout is None
    game = moved(client, game, open="E5")
    assert parse_transcript(game["game"]).layout is not None
    back = moved(client, game, undo=True)
    assert parse_transcript(back["game"]).layout is None and back["undone"] == 1


def test_a_game_played_by_logicms_to_its_end(client):
    game = new_game(client, seed=3, start="zero")
    for _ in range(100):
        game = moved(client, game, auto=True)
        assert ("layout" in game) is (game["outcome"] is not None)
        if game["outcome"]:
            break
    assert game["outcome"] == "won" and parse_board(game["layout"]).is_layout
    assert {made["by"] for made in game["moves"]} <= {"start", "deduction", "guess"}
    judged = review(client, game)["moves"]
    assert len(judged) == len(game["moves"]) and not [each for each in judged if each["kind"] == "unneeded"]
    is_problem(move(client, game, open="A1"), 422)


@pytest.mark.parametrize("wish", [{"no_guess": True}, {"technique": "propagate"}], ids=["no guess", "propagate"])
def test_a_generated_game_is_won_without_a_guess(client, wish):
    game = new_game(client, **wish, start="zero", mines=14, seed=11)
    told = parse_board(game["board"])
    assert told.first is not None and told.title is None and set(told.signs) == {"?"} and "layout" not in game
    moves = 0
    while game["outcome"] is None:
        game = moved(client, game, auto=True)
        moves += 1
        assert moves < 90 and ("layout" in game) is (game["outcome"] is not None)
    assert game["no_guess"] and game["outcome"] == "won"
    assert {made["by"] for made in game["moves"]} <= {"start", "deduction"}
    twin = generate(9, 9, 14, rng=random.Random(11), start="zero", **wish)
    assert parse_board(game["layout"]) == twin.layout
    assert {each["kind"] for each in review(client, game)["moves"]} == {"start", "certain"}


def test_a_generated_game_that_is_not_found_is_refused(client):
    refused = is_problem(post(client, "game", width=3, height=3, mines=4, technique="split"), 504)
    assert refused["detail"].startswith("no such board of 3x3 with 4 mines")
    is_problem(post(client, "game", width=100, height=51, mines=4, no_guess=True), 413)
    is_problem(post(client, "game", width=3, height=3, mines=10, no_guess=True), 422)


@pytest.mark.parametrize("grid", ["hex", "torus"])
@pytest.mark.parametrize("wish", [{}, {"no_guess": True}], ids=["any", "no guess"])
def test_other_grids(client, grid, wish):
    game = new_game(client, width=5, height=5, mines=4, grid=grid, start="zero", seed=7, **wish)
    shown = parse_board(moved(client, game, open="C3")["board"])
    assert shown.grid == grid and shown["C3"] == "0"
    assert all(shown[cell] in "012345678" for cell in shown.neighbours("C3"))


def test_losing_undoing_and_the_layout(client):
    game = new_game(client, seed=5, first="E5")
    layout = Game.random(9, 9, 10, rng=random.Random(5), first=parse_cell("E5")).layout
    mine = str(layout.known_mines[0])
    lost = moved(client, game, open=mine)
    assert lost["outcome"] == "lost" and parse_board(lost["layout"]).rows == layout.rows
    back = moved(client, lost, undo=True)
    assert (back["outcome"], back["moves"], back["undone"]) == (None, [], 1) and "layout" not in back
    is_problem(move(client, back, undo=True), 422)


def test_only_the_text_says_where_the_mines_are(client):
    state = moved(client, new_game(client), open="E5")
    hidden = sum(sign in "?F" for sign in parse_board(state["board"]).signs)
    assert state["outcome"] or hidden >= 10
    text = json.dumps({**state, "game": None})
    assert "*" not in text and 'layout"' not in text


def test_without_a_seed_games_differ_and_the_first_cell_is_safe(client):
    # A1 shows 1 in two games of five: six games that look alike are rare, thirty do not happen.
    boards = {moved(client, new_game(client, mines=40, start="safe"), open="A1")["board"] for _ in range(30)}
    assert len(boards) > 1 and not any("*" in board for board in boards)


def test_a_tip_is_about_what_the_player_sees(client):
    game = moved(client, new_game(client, seed=7, start="zero"), open="D4")
    step = post(client, "tip", game=game["game"], level=4).json()
    twin = post(client, "next", board=game["board"], level=4).json()
    named = ("cell", "verdict", "region", "clues", "technique")
    assert [step[key] for key in named] == [twin[key] for key in named] and step["proof"]["checked"]
    safe = post(client, "solve", board=game["board"]).json()["safe"]
    wrong = moved(client, game, flag=safe[0])
    assert post(client, "tip", game=wrong["game"]).json() == {"version": 1, "wrong": safe[:1]}


# -- looking back


def row_game(client, layout):
    """Return a game on a board of one row that was drawn like this."""
    mines = layout.count("*")
    seed = next(seed for seed in range(999) if drawn_row(seed, mines) == layout)
    return new_game(client, width=5, height=1, mines=mines, start="none", first="A1", seed=seed)


def drawn_row(seed, mines):
    return Game.random(5, 1, mines, rng=random.Random(seed), start="none", first=parse_cell("A1")).layout.rows[0]


@pytest.mark.parametrize(
    "layout, cells, expected",
    [
        ("1*11*", ("A1", "D1"), [("start", None, []), ("guess", "1/3", [])]),
        ("1*100", ("A1", "B1"), [("start", None, []), ("unneeded", "1", ["C1", "D1", "E1"])]),
        ("1*100", ("A1", "D1"), [("start", None, []), ("certain", "0", [])]),
    ],
)
def test_guesses_are_told_from_unneeded_ones(client, layout, cells, expected):
    """A1 shows that B1 is a mine; of the others nothing is known if there are two mines, and all if there is one."""
    game = row_game(client, layout)
    for cell in cells:
        game = moved(client, game, open=cell)
    assert [(each["kind"], each["odds"], each["better"]) for each in review(client, game)["moves"]] == expected


def test_a_review_counts_mistakes_and_luck_and_wrong_flags(client):
    game = row_game(client, "1*11*")
    for made in ({"open": "A1"}, {"flag": "C1"}, {"open": "D1"}):
        game = moved(client, game, **made)
    found = review(client, game)
    assert (found["guesses"], found["mistakes"], found["wrong_flags"]) == (1, 0, []), "it is not over"
    assert found["luck"] == {"survival": "2/3", "survival_value": 2 / 3, "best": "2/3", "best_value": 2 / 3}
    game = moved(client, game, open="B1")
    assert game["outcome"] == "lost"
    found = review(client, game)
    assert (found["guesses"], found["mistakes"], found["wrong_flags"]) == (1, 1, ["C1"])
    assert [each["mistake"] for each in found["moves"]] == [None, None, "mine"]
    assert (found["luck"]["survival"], found["luck"]["best"]) == ("0", "1/3")


def test_a_chord_is_one_move_that_one_undo_takes_back(client):
    game = moved(client, row_game(client, "1*100"), open="C1")
    assert "set the flags first" in is_problem(move(client, game, chord="C1"), 422)["detail"]
    before = moved(client, game, flag="B1")
    after = moved(client, before, chord="C1")
    assert parse_board(after["board"]).rows == ("?F100",) and after["moves"][-1] == {"chord": "C1", "by": "player"}
    assert [each["open"] for each in review(client, after)["moves"]] == ["C1", "D1"], "those of a chord one by one"
    back = moved(client, after, undo=True)
    assert back["board"] == before["board"] and back["moves"] == before["moves"]
    is_problem(move(client, after, chord="C1", open="A1"), 422)


# -- what is refused


@pytest.mark.parametrize(
    "given, status",
    [
        ({"width": 9, "height": 9, "mines": 82}, 422),
        ({"width": 9, "height": 9, "mines": 81}, 422),
        ({"width": 1000, "height": 1000, "mines": 1}, 413),
        ({"width": 0, "height": 9, "mines": 0}, 422),
        ({"width": 9, "height": 9, "mines": 10, "first": "Z99"}, 422),
        ({"width": 9, "height": 9, "mines": 10, "first": "9Z"}, 422),
        ({"width": "9", "height": 9, "mines": 10}, 422),
        ({"width": 9, "height": 9, "mines": 10, "start": "often"}, 422),
        ({"width": 9, "height": 9, "mines": 10, "seed": -1}, 422),
        ({"width": 2, "height": 5, "mines": 1, "grid": "torus"}, 422),
        ({"width": 5, "height": 5, "mines": 1, "grid": "round"}, 422),
        ({"game": "open A1"}, 422),
        ({"game": "size: 9x9\nmines: 1\n"}, 422),
        ({"game": "size: 3x1\nmines: 1\n\n**1\n"}, 400),
        ({"game": "size: 3x1\nmines: 1\n\n*20\n"}, 422),
        ({"game": "size: 200x200\nmines: 1\nseed: 1\n"}, 413),
        ({"game": "fly A1"}, 400),
        ({"game": 7}, 422),
    ],
)
def test_games_that_cannot_be(client, given, status):
    is_problem(post(client, "game", **given), status)


def test_moves_that_cannot_be(client):
    game = new_game(client, seed=1, start="zero")
    for what in ({}, {"open": "A1", "flag": "A1"}, {"open": "Z9"}, {"open": "1A"}, {"undo": False}, {"open": None}):
        is_problem(move(client, game, **what), 422)
    game = moved(client, game, flag="A1")
    assert "flag" in is_problem(move(client, game, open="A1"), 422)["detail"]


@pytest.mark.parametrize("path", ["game", "review", "tip"])
def test_a_text_whose_layout_does_not_allow_its_moves_is_refused_and_the_move_named(client, path):
    """Also by a worker that has read the true text a moment ago."""
    game = moved(client, moved(client, new_game(client, seed=5, start="zero"), open="E5"), flag="A1")
    assert post(client, path, game=game["game"]).status_code == 200
    refused = is_problem(post(client, path, game=game["game"] + "open E5\n"), 422)
    assert refused["detail"] == "move 3, open E5: E5 is already open"


def test_a_game_has_a_most_of_moves(client):
    many = "size: 2x1\nmines: 1\n\n*1\n\n" + "flag A1\n" * MOST_MOVES
    full = post(client, "game", game=many)
    assert full.status_code == 200 and client.get("/v1/limits").json()["moves"] == MOST_MOVES
    refused = is_problem(post(client, "game", game=full.json()["game"], move={"flag": "A1"}), 422)
    assert refused["detail"] == "a game has at most 20,000 moves"
    refused = is_problem(post(client, "game", game=many + "flag A1\n"), 422)
    assert refused["detail"] == "move 20,001, flag A1: a game has at most 20,000 moves"


def test_the_addresses_that_kept_games_are_gone(client):
    for method, path in (("POST", "games"), ("GET", "games/x"), ("POST", "games/x/moves"), ("GET", "games/x/review")):
        is_problem(client.request(method, f"/v1/{path}", json={}), 404)


def test_boards_of_games_can_be_asked_about(client):
    game = moved(client, new_game(client, seed=11, start="zero"), open="E5")
    assert post(client, "solve", board=game["board"]).json()["status"] in ("solved", "progress", "stuck")
