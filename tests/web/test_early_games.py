"""Games on the static site before Python is there: the page's JavaScript plays as Python does, from the same seeds."""

from __future__ import annotations

import json
import shutil
import subprocess
from random import Random

import pytest
from conftest import FULL, ROOT, needs, started

from logicms.board import Cell
from logicms.web.browser import Door

STATIC = ROOT / "logicms" / "web" / "static"
GAMES = 1_000 if FULL else 60
SIZES = [(9, 9, 10), (6, 6, 5), (30, 16, 99), (16, 16, 40), (4, 5, 11), (30, 16, 400), (50, 50, 3), (9, 9, 0)]

# Reads lines of jobs and writes lines of their answers, or null.
_DRIVER = """
import { createInterface } from "node:readline";
import { earlyAnswer } from "./early.js";
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(earlyAnswer(JSON.parse(line))));
}
"""


@pytest.fixture(scope="module")
def early(tmp_path_factory):
    """A function that asks the page's module, as the worker would."""
    folder = tmp_path_factory.mktemp("early")
    for name in ("early.js", "board.js"):
        shutil.copy(STATIC / name, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "driver.js").write_text(_DRIVER)
    pipe = subprocess.PIPE
    command = ["node", str(folder / "driver.js")]
    with started(command, stdin=pipe, stdout=pipe) as node, node.stdin, node.stdout:

        def ask(path="game", method="POST", **body):
            print(json.dumps({"method": method, "path": path, "text": json.dumps(body)}), file=node.stdin, flush=True)
            return read(json.loads(node.stdout.readline()))

        yield ask


def read(reply):
    """Return an answer as its status and its values; how its JSON is spaced does not count."""
    return reply and (reply["status"], json.loads(reply["text"]))


def by_python(**body):
    found = Door().answer("POST", "game", json.dumps(body))
    return found.status, json.loads(found.text)


def some_move(rng, board):
    """Return a move that a player might make, legal or not."""
    rows = [row.replace(" ", "") for row in board.partition("\n\n")[2].splitlines()]
    cell = Cell(rng.randrange(len(rows)), rng.randrange(len(rows[0])))
    if rng.random() < 0.05:
        return {"undo": True}
    if rows[cell.row][cell.col].isdigit():
        return {"chord": str(cell)}
    return {"flag" if rng.random() < 0.4 else "open": str(cell)}


@needs("node", "nodejs")
@pytest.mark.full
def test_games_are_played_as_by_python(early):
    """The same seed gives the same layout, every legal move on a text the same answer, with the same text in it."""
    rng, answered = Random(6), 0
    for number in range(GAMES):
        width, height, mines = SIZES[number % len(SIZES)]
        wish = {
            "width": width, "height": height, "mines": mines, "grid": rng.choice(["square", "square", "hex", "torus"]),
            "start": rng.choice(["safe", "zero", "none"]), "seed": rng.choice([0, 7, number, 2**40 + number]),
        }  # fmt: skip
        _, answer = early(**wish)
        assert by_python(**wish) == (200, answer)
        for seconds in range(30):
            asked = {"game": answer["game"], "move": some_move(rng, answer["board"]), "seconds": seconds}
            (status, ours), theirs = by_python(**asked), early(**asked)
            if status != 200:
                assert theirs is None, "what is not allowed is for Python to say"
            elif theirs is None:
                answer = ours
            else:
                assert theirs == (200, ours), (wish, asked["move"])
                answer, answered = ours, answered + 1
            if rng.random() < 0.1:
                assert early(game=answer["game"]) == by_python(game=answer["game"]) == (200, answer)
    assert answered > 5 * GAMES


@needs("node", "nodejs")
@pytest.mark.parametrize("seed", [0, 1, 7, 12, 2**32 - 1, 2**32, 2**53 - 1])
def test_a_seed_is_the_seed_that_python_has(early, seed):
    asked = {"width": 9, "height": 9, "mines": 10, "start": "zero", "seed": seed, "move": {"open": "E5"}}
    assert early(**asked) == by_python(**asked)


@needs("node", "nodejs")
def test_without_a_seed_no_two_games_are_alike(early):
    games = [early(width=9, height=9, mines=10)[1] for _ in range(20)]
    assert len({game["seed"] for game in games}) == 20 and max(game["seed"] for game in games) > 2**28
    assert all(f"seed: {game['seed']}\n" in game["game"] for game in games)


@needs("node", "nodejs")
def test_a_generated_game_goes_on(early):
    """Its layout was searched for by Python, and is in its text; taking the first move back does not draw another."""
    _, begun = by_python(width=6, height=6, mines=5, no_guess=True, seed=3)
    first = begun["board"].partition("first: ")[2].split()[0]
    asked = {"game": begun["game"], "move": {"open": first}}
    opened = early(**asked)
    assert opened == by_python(**asked)
    again = {"game": opened[1]["game"], "move": {"undo": True}}
    assert early(**again) == by_python(**again) and early(**again)[1]["board"] == begun["board"]


@needs("node", "nodejs")
def test_a_game_that_logicms_has_moved_in_goes_on(early):
    """Who made a move, and its odds, stay in the text."""
    _, answer = by_python(width=9, height=9, mines=35, start="none", seed=4, move={"auto": True})
    while answer["outcome"] is None and all(move["by"] != "guess" for move in answer["moves"]):
        _, answer = by_python(game=answer["game"], move={"auto": True})
    assert answer["moves"][-1]["odds"]
    assert early(game=answer["game"]) == (200, answer)


NINE = {"width": 9, "height": 9, "mines": 10}


@needs("node", "nodejs")
@pytest.mark.parametrize(
    "asked",
    [
        {**NINE, "no_guess": True},
        {**NINE, "technique": "single"},
        {**NINE, "first": "A1"},
        {"level": "beginner"},
        {"width": 9, "height": 9, "mines": 80, "start": "zero"},
        {"width": -9, "height": 9, "mines": 1},
        {"width": "9", "height": 9, "mines": 1},
        {**NINE, "seed": -1},
        {**NINE, "seed": 0.5},
        {**NINE, "seconds": -1},
        {"width": 2, "height": 2, "mines": 1, "grid": "torus"},
        {"width": 100_000, "height": 100_000, "mines": 1},
        {"path": "review", "game": ""},
        {"method": "GET"},
    ],
)
def test_what_python_must_say(early, asked):
    assert early(**asked) is None


@needs("node", "nodejs")
@pytest.mark.parametrize("what", [{"auto": True}, {"open": "Z99"}, {"open": "a1"}, {"open": "A1", "flag": "A1"}])
def test_moves_that_python_must_make(early, what):
    assert early(**NINE, move=what) is None
    _, begun = early(**NINE)
    assert early(game=begun["game"], move=what) is None


@needs("node", "nodejs")
@pytest.mark.parametrize(
    "old, new",
    [
        ("*", "0"),  # another number of mines
        ("1", "2"),  # a clue that is wrong
        ("open E5", "open E5\nopen E5"),  # a move that is not allowed
        ("open E5", "mark E5"),
        ("open E5", "open E5 somebody"),
        ("mines: 10", "mines: 11"),
        ("start: zero", "start: soon"),
        ("start: zero\n", ""),
        ("seed: 7\n", ""),
        ("seed: 7", "seed: 7\nmood: good"),
        ("size: 9x9", "size: 9x8"),
    ],
)
def test_a_text_that_was_changed_is_for_python_to_judge(early, old, new):
    _, answer = early(**NINE, start="zero", seed=7, move={"open": "E5"})
    head, rows, moves = answer["game"].split("\n\n")
    changed = "\n\n".join([head, rows.replace(old, new, 1), moves] if old in "*1" else
                          [head.replace(old, new), rows, moves.replace(old, new)])  # fmt: skip
    assert changed != answer["game"] and early(game=changed) is None
