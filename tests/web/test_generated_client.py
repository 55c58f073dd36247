"""A client that another program generates from our OpenAPI document: every operation is in it, and it works."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("openapi_python_client", reason="openapi-python-client is not installed")

from services import service

from logicms.web.operations import OPERATIONS

pytestmark = pytest.mark.outside

BOARD = "? ? ?\n1 2 1\n"


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """Return a service's URL and the modules of the client that was generated from its document, by name."""
    folder = tmp_path_factory.mktemp("generated")
    with service("--workers", "1") as running:
        (folder / "openapi.json").write_text(running.client.get("/openapi.json").text)
        scripts = Path(sys.executable).parent
        command = [scripts / "openapi-python-client", "generate", "--path", "openapi.json", "--meta", "none"]
        environment = {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}"}
        done = subprocess.run(
            [*command, "--output-path", "logicms_client"], cwd=folder, env=environment, capture_output=True, text=True
        )
        said = done.stdout + done.stderr
        # A body as a plain text is the only thing that it does not know; the same operation takes JSON.
        warnings = re.findall(r"WARNING parsing [^\n]*\n\s*([^\n]*)", said)
        assert done.returncode == 0 and set(warnings) == {"Unsupported content type text/plain"}, said
        assert "will not be generated" not in said and "Unable" not in said
        sys.path.insert(0, str(folder))
        try:
            yield running.url, folder / "logicms_client"
        finally:
            sys.path.remove(str(folder))


def module(name):
    return importlib.import_module(f"logicms_client.{name}")


def test_every_operation_is_a_function(generated):
    _, folder = generated
    made = {path.stem.rstrip("_") for path in (folder / "api").glob("*/*.py") if path.stem != "__init__"}
    assert made == {each.name for each in OPERATIONS}
    for path in (folder / "api").glob("*/*.py"):
        if path.stem != "__init__":
            assert callable(module(f"api.{path.parent.name}.{path.stem}").sync_detailed)


def test_it_proves_a_cell_and_the_proof_is_verified(generated):
    url, _ = generated
    models, proofs = module("models"), "api.proofs"
    with module("client").Client(base_url=url) as client:
        body = models.ProveQuestion(board=BOARD, cell="B1", by=models.ProveQuestionByType0.DIRECT)
        found = module(f"{proofs}.prove").sync(client=client, body=body)
        assert isinstance(found, models.ProveAnswer)
        assert (found.verdict.value, found.clues, found.checked) == ("safe", ["A2", "B2", "C2"], True)
        proof = models.VerifyQuestionProof.from_dict(found.to_dict())
        valid = module(f"{proofs}.verify").sync(client=client, body=models.VerifyQuestion(proof=proof, board=BOARD))
        assert valid.valid is True
        wrong = module(f"{proofs}.prove").sync(client=client, body=models.ProveQuestion(board="1 9", cell="A1"))
        assert isinstance(wrong, models.Refusal) and (wrong.status, wrong.line, wrong.column) == (400, 1, 3)


def test_it_plays_a_game_to_its_end(generated):
    url, _ = generated
    models = module("models")
    with module("client").Client(base_url=url) as client:
        take_turn = module("api.games.game")
        wanted = models.TakeTurn(width=9, height=9, mines=10, start=models.TakeTurnStart.ZERO, seed=7)
        game = take_turn.sync(client=client, body=wanted)
        made = models.NextMove(open_="E5")
        while game.outcome is None:
            game = take_turn.sync(client=client, body=models.TakeTurn(game=game.game, move=made))
            made = models.NextMove(auto=True)
        assert game.moves[0].open_ == "E5" and game.outcome.value in ("won", "lost") and "*" in game.layout
        same = take_turn.sync(client=client, body=models.TakeTurn(game=game.game))
        assert json.dumps(same.to_dict()) == json.dumps(game.to_dict())
        review = module("api.games.review").sync(client=client, body=models.LookBack(game=game.game))
        assert len(review.moves) >= 1


def test_it_shows_and_asks_a_knowledge_base(generated):
    url, _ = generated
    models, base = module("models"), "api.knowledge_bases"
    with module("client").Client(base_url=url) as client:
        shown = module(f"{base}.kb").sync(client=client, body=models.KbQuestion(hints="rain -> wet\nrain"))
        assert shown.facts.additional_properties == {"rain": True, "wet": True}
        asked = module(f"{base}.ask").sync(
            client=client, body=models.AskQuestion(hints="rain -> wet\nrain", formula="wet")
        )
        assert asked.answer.value == "yes" and sorted(asked.premises) == ["rain", "rain -> wet"]
