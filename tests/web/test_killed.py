"""kill -9 of servers and workers in the middle of moves and tells: nothing that was answered is lost or done twice."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from conftest import FULL

pytest.importorskip("starlette", reason="the extra `web` is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from services import Service, service  # noqa: E402

from logicms.board import Cell  # noqa: E402
from logicms.notation.boards import parse_board  # noqa: E402

pytestmark = pytest.mark.outside

KILLS = 100 if FULL else 3
EACH = 200
"""How many moves a client makes in one game, or statements it tells one knowledge base, before it begins another."""
SIDE = 50


class Both:
    """Two services on one store, either of which may be killed at any time."""

    def __init__(self, store: Path) -> None:
        self.options = ("--store", str(store), "--workers", "1")
        self.running = [Service(*self.options), Service(*self.options)]

    def url(self, rng: random.Random) -> str:
        return rng.choice(self.running).url

    def kill(self, rng: random.Random) -> str:
        number = rng.randrange(2)
        victim = self.running[number]
        workers = victim.workers()
        if workers and rng.random() < 0.4:
            with contextlib.suppress(ProcessLookupError):  # it has just been replaced
                os.kill(workers[0], signal.SIGKILL)
            return "worker"
        victim.end(signal.SIGKILL)
        self.running[number] = Service(*self.options)
        return "server"

    def end(self) -> None:
        for each in self.running:
            each.end()


class Client(threading.Thread):
    """Makes moves, or tells statements, one after another; knows what was answered and what may have been done."""

    def __init__(self, both: Both, kind: str, seed: int) -> None:
        super().__init__()
        self.both, self.kind, self.rng = both, kind, random.Random(seed)
        self.stop = threading.Event()
        self.kept: dict[str, tuple[set[str], set[str]]] = {}
        """By id: what was answered, and what got no answer."""
        self.seen: Counter[str] = Counter()
        self.http = httpx.Client(timeout=60, trust_env=False, verify=False)

    def run(self) -> None:
        while not self.stop.is_set():
            id = self.begin()
            if id is None:
                time.sleep(0.1)
                continue
            done, unknown = self.kept.setdefault(id, (set(), set()))
            for number in range(EACH):
                if self.stop.is_set():
                    return
                what = str(Cell(number // SIDE, number % SIDE)) if self.kind == "games" else f"n{number}"
                body = {"flag": what} if self.kind == "games" else {"hints": what}
                path = f"/v1/games/{id}/moves" if self.kind == "games" else f"/v1/kb/{id}/tell"
                status = self.post(path, body)[0]
                (done if status == 200 else unknown).add(what)
                time.sleep(0.02)

    def begin(self) -> str | None:
        body = {"width": SIDE, "height": SIDE, "mines": 300} if self.kind == "games" else {"hints": "start"}
        status, answer = self.post(f"/v1/{'games' if self.kind == 'games' else 'kb'}", body)
        return answer["id"] if status == 201 else None

    def post(self, path: str, body: object) -> tuple[int, dict]:
        try:
            found = self.http.post(self.both.url(self.rng) + path, json=body)
        except httpx.TransportError as error:
            self.seen[type(error).__name__] += 1
            return 0, {}
        self.seen[str(found.status_code)] += 1
        return found.status_code, found.json()


def has(running: Service, kind: str, id: str) -> list[str]:
    """Return what a game or a knowledge base has been told, read by a service that was started afterwards."""
    if kind == "games":
        game = running.client.get(f"/v1/games/{id}").json()
        board = parse_board(game["board"])
        assert len(game["moves"]) == sum(board[cell] == "F" for cell in board.cells), "no move was made twice"
        return [move["flag"] for move in game["moves"]]
    return [line for line in running.client.get(f"/v1/kb/{id}").json()["hints"].split() if line != "start"]


@pytest.mark.full
def test_nothing_that_was_answered_is_lost(tmp_path):
    store, rng = tmp_path / "store.db", random.Random(23)
    both = Both(store)
    clients = [Client(both, kind, seed) for seed, kind in enumerate(("games",) * 4)]
    killed: Counter[str] = Counter()
    try:
        for each in both.running:
            each.wait_until_ready()
        for client in clients:
            client.start()
        while killed.total() < KILLS:
            time.sleep(rng.uniform(0.2, 1.5))
            killed[both.kill(rng)] += 1
        time.sleep(1)
    finally:
        for client in clients:
            client.stop.set()
        for client in clients:
            client.join()
            client.http.close()
        both.end()
    answered = 0
    with service("--store", str(store), "--workers", "1") as running:
        for client in clients:
            for id, (done, unknown) in client.kept.items():
                kept = has(running, client.kind, id)
                assert len(kept) == len(set(kept)), "done twice"
                assert done <= set(kept), f"lost: {sorted(done - set(kept))}"
                assert set(kept) <= done | unknown
                answered += len(done)
    assert killed["server"] and answered > 20, (killed, answered, [client.seen for client in clients])
    statuses = {status for client in clients for status in client.seen if status.isdecimal()}
    assert statuses <= {"200", "201", "409", "429", "500", "503", "504"}, statuses
    print(f"killed {dict(killed)}; {answered:,} answered changes were all there")
