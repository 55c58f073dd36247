"""Games on the static site before Python is there: the page's JavaScript plays as Python does, from the same seeds."""

from __future__ import annotations

import json
import shutil
import subprocess
from random import Random

import pytest
from conftest import FULL, ROOT, needs, started

from logicms.web.browser import Door

STATIC = ROOT / "logicms" / "web" / "static"
GAMES = 1_000 if FULL else 60
SIZES = [(9, 9, 10), (6, 6, 5), (30, 16, 99), (16, 16, 40), (4, 5, 11), (30, 16, 400), (50, 50, 3), (9, 9, 0)]

# Reads lines of [job, kept] and writes lines of its answer, or null.
_DRIVER = """
import { createInterface } from "node:readline";
import { earlyAnswer } from "./early.js";
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(earlyAnswer(...JSON.parse(line))));
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

        def ask(method, path, body=None, kept=None):
            text = "" if body is None else json.dumps(body)
            job = {"method": method, "path": path, "text": text}
            print(json.dumps([job, kept]), file=node.stdin, flush=True)
            return json.loads(node.stdout.readline())

        yield ask


def by_python(method, path, body=None, kept=None):
    found = Door().answer(method, path, "" if body is None else json.dumps(body), kept)
    return {"status": found.status, "text": found.text, "kept": found.kept}


def values(reply):
    """Return an answer without the name of the game, which is random, and without how its JSON is spaced."""
    answer, kept = json.loads(reply["text"]), json.loads(reply["kept"])
    return reply["status"], {**answer, "id": None}, {**kept, "id": None}


def some_move(rng, board):
    """Return a move that a player might make, legal or not."""
    rows = [row.replace(" ", "") for row in board.partition("\n\n")[2].splitlines()]
    row = rng.randrange(len(rows))
    col = rng.randrange(len(rows[0]))
    name = f"{chr(65 + col) if col < 26 else 'A' + chr(65 + col - 26) if col < 52 else 'BA'}{row + 1}"
    if rng.random() < 0.05:
        return {"undo": True}
    if rows[row][col].isdigit():
        return {"chord": name}
    return {"flag" if rng.random() < 0.4 else "open": name}


@needs("node", "nodejs")
@pytest.mark.full
def test_games_are_played_as_by_python(early):
    """The same seed gives the same layout, every legal move the same answer and the same game to keep."""
    rng, answered = Random(6), 0
    for number in range(GAMES):
        width, height, mines = SIZES[number % len(SIZES)]
        grid = rng.choice(["square", "square", "hex", "torus"])
        start = rng.choice(["safe", "zero", "none"])
        wish = {"width": width, "height": height, "mines": mines, "grid": grid, "start": start}
        begun = early("POST", "games", {**wish, "seed": rng.choice([0, 7, number, 2**40 + number])})
        seed = json.loads(begun["kept"])["seed"]
        assert json.loads(begun["text"])["seeded"] and len(json.loads(begun["text"])["id"]) == 22 and int(seed, 16)
        kept, board = begun["kept"], json.loads(begun["text"])["board"]
        for _ in range(30):
            path = f"games/{json.loads(kept)['id']}"
            move = some_move(rng, board)
            ours = by_python("POST", f"{path}/moves", move, kept)
            theirs = early("POST", f"{path}/moves", move, kept)
            if ours["status"] != 200:
                assert theirs is None, "what is not allowed is for Python to say"
                continue
            if theirs is None:
                kept = ours["kept"]
                continue
            assert values(theirs) == values(ours), (wish, move)
            kept, board, answered = theirs["kept"], json.loads(theirs["text"])["board"], answered + 1
            if rng.random() < 0.1:
                assert values(early("GET", path, None, kept)) == values(by_python("GET", path, None, kept))
    assert answered > 5 * GAMES


@needs("node", "nodejs")
@pytest.mark.parametrize("seed", [0, 1, 7, 12, 2**32 - 1, 2**32, 2**53 - 1])
def test_a_seed_is_the_seed_that_python_has(early, seed):
    wish = {"width": 9, "height": 9, "mines": 10, "start": "zero", "seed": seed}
    assert values(early("POST", "games", wish)) == values(by_python("POST", "games", wish))


@needs("node", "nodejs")
def test_without_a_seed_no_two_games_are_alike(early):
    wish = {"width": 9, "height": 9, "mines": 10}
    games = [json.loads(early("POST", "games", wish)["kept"]) for _ in range(20)]
    assert len({game["seed"] for game in games}) == len({game["id"] for game in games}) == 20
    assert max(len(game["seed"]) for game in games) == 32


@needs("node", "nodejs")
def test_a_generated_game_goes_on(early):
    """Its layout was searched for by Python, and is kept with it."""
    begun = by_python("POST", "games", {"width": 6, "height": 6, "mines": 5, "no_guess": True, "seed": 3})
    game = json.loads(begun["text"])
    first = game["board"].partition("first: ")[2].split()[0]
    move = ("POST", f"games/{game['id']}/moves", {"open": first}, begun["kept"])
    assert values(early(*move)) == values(by_python(*move))


@needs("node", "nodejs")
@pytest.mark.parametrize(
    "request_",
    [
        ("POST", "games", {"width": 9, "height": 9, "mines": 10, "no_guess": True}),
        ("POST", "games", {"width": 9, "height": 9, "mines": 10, "technique": "single"}),
        ("POST", "games", {"width": 9, "height": 9, "mines": 10, "first": "A1"}),
        ("POST", "games", {"width": 9, "height": 9, "mines": 80, "start": "zero"}),
        ("POST", "games", {"width": -9, "height": 9, "mines": 1}),
        ("POST", "games", {"width": "9", "height": 9, "mines": 1}),
        ("POST", "games", {"width": 9, "height": 9, "mines": 10, "seed": -1}),
        ("POST", "games", {"width": 9, "height": 9, "mines": 10, "seed": 0.5}),
        ("POST", "games", {"width": 2, "height": 2, "mines": 1, "grid": "torus"}),
        ("POST", "games", {"width": 100_000, "height": 100_000, "mines": 1}),
        ("POST", "games/none/moves", {"open": "A1"}),
        ("GET", "games/none", None),
    ],
)
def test_what_python_must_say(early, request_):
    assert early(*request_) is None


@needs("node", "nodejs")
@pytest.mark.parametrize("what", [{"auto": True}, {"open": "Z99"}, {"open": "a1"}, {"open": "A1", "flag": "A1"}])
def test_moves_that_python_must_make(early, what):
    begun = early("POST", "games", {"width": 9, "height": 9, "mines": 10})
    id = json.loads(begun["kept"])["id"]
    assert early("POST", f"games/{id}/moves", what, begun["kept"]) is None
    assert early("GET", f"games/{id}/review", None, begun["kept"]) is None
