"""Hostile requests to every address: no traceback, no 5xx but the time limit, and no answer after its time.

(`/readyz` may say 503: all workers may have been killed for what they were asked.)

The bodies are those of `test_api_fuzz`; here methods, addresses, headers, queries and the very bytes are hostile too.
"""

from __future__ import annotations

import json
import random
import socket
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import FULL

pytest.importorskip("starlette", reason="the extra `web` is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from hostile import JUNK, hostile, value  # noqa: E402
from services import service  # noqa: E402
from test_api_fuzz import MOST_MB, memory_mb  # noqa: E402

from logicms.web.operations import OPERATIONS  # noqa: E402

pytestmark = pytest.mark.outside

REQUESTS = 20_000 if FULL else 500
MOST_SECONDS = 40
"""The longest that a request may take: it waits for 30 s at most, and for its answer 1 s; the machine may be slow."""
CELLS = [f"{column}{row}" for column in "ABCDEFGHI" for row in range(1, 10)]
HEADERS = [
    {},
    {"accept": "image/svg+xml"},
    {"accept": "text/plain;q=x,,"},
    {"accept": "a" * 3000},
    {"content-type": "application/json; charset=utf-16"},
    {"content-type": "text/plain"},
    {"content-encoding": "gzip"},
    {"expect": "100-continue"},
    {"range": "bytes=0-1,5-9999999999999"},
    {"if-none-match": "*"},
    {"origin": "https://evil.example"},
    {"host": "evil.example"},
    {"x-forwarded-for": "evil, 1.2.3.4, ::1, " + "9" * 500},
    {"upgrade": "websocket", "connection": "upgrade"},
    {"cookie": "x" * 8000},
]
RAW = [
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
    b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
    b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nContent-Type: text/plain\r\n\r\n"
    b"3\r\n? 1\r\n0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 70_000 + b"\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20,
    b"GET /%ff%fe/%00/..%2f..%2f HTTP/1.1\r\nHost: localhost\r\n\r\n",
]


def id_for(rng: random.Random) -> str:
    known = ["01-proposition", "1", "06-resolution", "999999999999999999999"]
    return rng.choice([*known, "nothing", "..", "%00", "%ff", "a" * 3000, "';--", "é", "🙂"])


def a_move(rng: random.Random) -> object:
    what = [{"open": rng.choice(CELLS)}, {"flag": rng.choice(CELLS)}, {"undo": True}, {"auto": True}]
    return rng.choice([*what, *what, {"open": value(rng)}, {rng.choice(["open", "x", "auto"]): value(rng)}, value(rng)])


def at_any_address(rng: random.Random, games: list[str]) -> tuple[str, str, bytes | None, dict[str, str]]:
    """Return a method, an address with its query, a body and headers."""
    operation = rng.choice(OPERATIONS)
    path = operation.path.replace("{id}", id_for(rng))
    path = rng.choice([path] * 20 + [f"{path}/", f"{path}//..", "/static/" + path, "/", "/learn", "/openapi.json"])
    if rng.random() < 0.3:
        query = rng.choice(
            ["board=?", "cell=%00", "a" * 5000, "cell=A1&cell=B1&format=jsm", "=&&=%ff", "time_limit=nan"]
        )
        path += f"?{query}"
    method = rng.choice([operation.method] * 60 + ["HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
    headers = {"content-type": "application/json"} | rng.choice([{}] * 15 + HEADERS)
    if method == "GET" or rng.random() < 0.1:
        return method, path, None, headers
    body: dict[str, object] = {"said": rng.choice(JUNK), "state": None}
    if path in ("/v1/game", "/v1/review", "/v1/tip"):
        body = {"game": rng.choice(games), **({"move": a_move(rng)} if path == "/v1/game" else {})}
    elif "lessons" not in path:
        body = {"board": rng.choice(["? 1\n1 ?", "0?", "1?1", *JUNK]), "cell": "A1", "to": "svg", "x": value(rng)}
        for name in rng.sample(sorted(body), rng.randint(0, 3)):
            del body[name]
    return method, path, json.dumps(body).encode("utf-8", "surrogatepass"), headers


def send_raw(running, data: bytes) -> int:
    """Send these bytes and return the status of the answer; 0 if the connection was closed instead."""
    host, port = running.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=MOST_SECONDS) as wire:
        wire.sendall(data)
        wire.shutdown(socket.SHUT_WR)
        try:
            head = wire.recv(65536).split()
        except ConnectionResetError:
            return 0
        return int(head[1]) if head else 0


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_hostile_requests_to_every_address():
    options = ["--workers", "2", "--time-limit", "0.5", "--memory-limit", "512", "--max-cells", "4000"]
    with service(*options) as running:
        sizes = [{"width": 9, "height": 9, "mines": 10, "start": "zero"}, {"width": 1, "height": 1, "mines": 0}]
        games = [running.client.post("/v1/game", json=sizes[number % 2]).json()["game"] for number in range(10)]

        def send(seed):
            rng = random.Random(seed)
            began = time.monotonic()
            if rng.random() < 0.1:
                data = rng.choice(RAW)
                what, status = repr(data[:200]), send_raw(running, data)
            else:
                if rng.random() < 0.3:
                    path, body, kind = hostile(seed)
                    method, headers = "POST", {"content-type": kind}
                else:
                    method, path, body, headers = at_any_address(rng, games)
                what = f"{method} {path[:200]} {headers}"
                found = running.client.request(method, path, content=body, headers=headers)
                status, kind = found.status_code, found.headers.get("content-type", "")
                assert status < 400 or method == "HEAD" or kind == "application/problem+json", (
                    f"{seed}: {what} {status}"
                )
            seconds = time.monotonic() - began
            assert status < 500 or status == 504 or (status == 503 and "/readyz" in what), f"{seed}: {what} {status}"
            assert seconds < MOST_SECONDS, f"{seed}: {what} took {seconds:.1f} s"
            return status, seconds

        with ThreadPoolExecutor(4) as four:
            answers = list(four.map(send, range(REQUESTS)))
        statuses = Counter(status for status, _ in answers)
        assert set(statuses) >= {200, 400, 404, 405, 415, 421, 422} or not FULL, statuses
        print(dict(statuses), f"slowest {max(seconds for _, seconds in answers):.1f} s")
        assert "Traceback" not in running.said(), running.said()[-3000:]
        assert memory_mb(running.process.pid) < MOST_MB
        running.wait_until_ready()
        assert running.solved("? ? ?\n1 2 1\n")["mine"] == ["A1", "C1"]
        assert all(running.client.post("/v1/game", json={"game": game}).status_code == 200 for game in games)
        print(f"{memory_mb(running.process.pid):.0f} MB", running.said())
