"""The door without a server gives the service's answers, to the byte; here both run in the same Python."""

from __future__ import annotations

import json

import pytest
from conftest import ROOT

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")


from logicms.web.browser import Door
from logicms.web.edge import Limits

pytestmark = pytest.mark.outside

BOARD = "mines: 2\n? ? ? ?\n1 2 2 1\n"


@pytest.fixture
def door():
    return Door(Limits(cells=5000))


REQUESTS = [
    *(("POST", command, {"board": BOARD}) for command in ("show", "check", "solve", "odds", "next")),
    ("POST", "solve", {"board": (ROOT / "examples" / "boards" / "contradiction.txt").read_text()}),
    *(("POST", "prove", {"board": BOARD, "cell": "A1", "by": by}) for by in ("resolution", "direct", "counting")),
    ("POST", "convert", {"board": BOARD, "to": "emoji"}),
    ("POST", "generate", {"seed": 7, "no_guess": True}),
    ("POST", "ask", {"hints": "a -> b\na", "formula": "b"}),
    ("POST", "exercise", {"board": BOARD, "goal": "~B1"}),
    ("GET", "lessons", None),
    ("GET", "lessons/3", None),
    ("GET", "lessons/%30%33-no%20such", None),
    ("POST", "lessons/3/say", {"said": "tip"}),
    ("POST", "solve", {"board": "? 9"}),
    ("POST", "solve", {"board": "mines: 9\n? ?"}),
    ("POST", "solve", {"board": "?" * 6000}),
    ("POST", "solve", {"bord": "?"}),
    ("POST", "next", {"board": "?", "level": 9}),
    ("POST", "lessons/99/say", {"said": "tip"}),
    ("GET", "formats", None),
    ("POST", "game", {"width": 3, "height": 3, "mines": 10}),
    ("POST", "game", {"width": 300, "height": 300, "mines": 10}),
    ("POST", "game", {"width": 3}),
    ("POST", "game", {"game": "size: 2x2\nmines: 1\n\n*1\n11\n\nopen B1\nopen B1\n"}),
]


@pytest.mark.parametrize("method, path, body", REQUESTS, ids=lambda value: str(value)[:40])
def test_the_same_answers(client, door, method, path, body):
    text = "" if body is None else json.dumps(body)
    found = door.answer(method, path, text)
    theirs = client.request(method, f"/v1/{path}", content=text, headers={"content-type": "application/json"})
    assert (found.status, found.text) == (theirs.status_code, theirs.text)
    assert found.missing is None


@pytest.mark.parametrize("extra", [{}, {"no_guess": True}, {"start": "none", "grid": "hex"}, {"first": "B2"}], ids=str)
def test_a_game_is_the_service_s(client, door, extra):
    """The same seed and the same moves, also by logicms; after each, what both say is the same."""

    def both(path, body):
        theirs, ours = client.post(f"/v1/{path}", json=body), door.answer("POST", path, json.dumps(body))
        assert (ours.status, ours.text) == (theirs.status_code, theirs.text)
        return theirs.json()

    game = both("game", {"width": 8, "height": 7, "mines": 9, "seed": 5, **extra})
    moves = [{"flag": "H7"}, {"auto": True}, {"undo": True}, {"open": "A1"}, *[{"auto": True}] * 12, {"open": "Z99"}]
    for move in [*moves, {"undo": True}, {"auto": True}]:
        found = both("game", {"game": game["game"], "move": move})
        game = found if "game" in found else game
        both("tip", {"game": game["game"], "level": 2})
    both("review", {"game": game["game"]})


def test_what_is_refused(door):
    assert door.answer("POST", "solve", "{").status == 400
    assert door.answer("GET", "solve").status == door.answer("POST", "nothing/at/all", "{}").status == 404
    assert json.loads(door.answer("GET", "limits").text)["cells"] == 5000


def test_a_module_that_is_not_there_yet_is_asked_for(monkeypatch):
    """A module that is None in `sys.modules` cannot be imported, as in a browser that has not loaded it."""
    import sys

    for name in [name for name in sys.modules if name.partition(".")[0] == "sympy"]:
        monkeypatch.delitem(sys.modules, name)
    for name in [name for name in sys.modules if name.startswith("logicms.logic.clauses")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sympy", None)
    body = json.dumps({"hints": "a -> b\na", "formula": "b"})
    assert Door(later=["sympy"]).answer("POST", "ask", body).missing == "sympy"
    with pytest.raises(ModuleNotFoundError):
        Door().answer("POST", "ask", body)
