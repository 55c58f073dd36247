"""The service among many clients: half-sent requests, greedy ones, pages of other sites, and the end of the service."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import FULL, apart, is_running, wait_until

pytest.importorskip("starlette", reason="the extra `web` is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from services import is_held, request, service  # noqa: E402

from logicms.cli import app as command_line  # noqa: E402
from logicms.web.pool import Line  # noqa: E402
from logicms.web.service import create_app  # noqa: E402
from logicms.web.settings import Hosts, Limits, Settings  # noqa: E402

pytestmark = pytest.mark.outside

ONE_TWO_ONE = "? ? ?\n1 2 1\n"
HARD = "mines: 500\n" + "\n".join(
    "".join("?" if (r + c) % 3 or r % 2 else "34"[(r * c) % 2] for c in range(60)) for r in range(60)
)
HARD_REQUEST = request("/v1/solve", {"board": HARD, "reason": "resolution"})
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow"
HALF_BODY = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n? ?"
NEVER_READ = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\nx"
"""A request that is answered before it is whole."""

NUMBER = 2300 if FULL else 500

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and the addresses of 127.0.0.0/8")


# -- half-sent requests


def serve_with(limits: Limits, most: int):
    """Return a thread that serves with limits for which there is no option, and its address."""
    import uvicorn

    from logicms.web.serving import _listening, connections_within

    listening = _listening("127.0.0.1", 0)
    config = uvicorn.Config(
        create_app(Settings(limits)), http=connections_within(limits, most), log_level="error", lifespan="on"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    return server, thread, listening.getsockname()


def url_of(address):
    return f"http://{address[0]}:{address[1]}"


@contextlib.contextmanager
def waiting_for_requests(seconds):
    """A service that waits this long for a request, and has room for 40 connections."""
    server, thread, address = serve_with(Limits(workers=1, head_seconds=seconds, body_seconds=seconds), most=40)
    with httpx.Client(base_url=url_of(address), timeout=60, trust_env=False) as client:
        wait_until(lambda: client.get("/readyz").status_code == 200, "no worker became ready")
    yield address
    server.should_exit = True
    thread.join()


@pytest.fixture(scope="module")
def impatient():
    with waiting_for_requests(seconds=1) as address:
        yield address


@pytest.fixture(scope="module")
def patient():
    with waiting_for_requests(seconds=600) as address:
        yield address


@contextlib.contextmanager
def connected(address, data):
    with socket.create_connection(address, timeout=60) as wire:
        wire.sendall(data)
        yield wire


def rest_of(wire):
    """Return what comes until the other side closes the connection."""
    parts = []
    with contextlib.suppress(ConnectionResetError):
        while part := wire.recv(65536):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize(
    "sent, answer, why",
    [
        (b"", b"", "not a word"),
        (HALF_HEAD, b"", "half a head"),
        (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" + HALF_HEAD, b"200 OK", "half a second head"),
        (HALF_BODY, b"408", "half a body"),
        (NEVER_READ, b"200 OK", "half a body that nobody needs"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_half_sent_request_is_given_up(impatient, sent, answer, why):
    with connected(impatient, sent) as wire:
        assert answer in rest_of(wire), why


def test_dripping_does_not_help(impatient):
    """The time is for the whole head, or the whole body, and not for each piece."""
    for start, drop in ((HALF_HEAD, b"x"), (HALF_BODY, b"?"), (NEVER_READ, b"x")):
        began = time.monotonic()
        with connected(impatient, start) as wire, contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while True:
                assert time.monotonic() - began < 120, f"{start!r} is never given up"
                wire.sendall(drop)
                time.sleep(0.2)


@linux
@pytest.mark.parametrize("half", [b"", HALF_HEAD, HALF_BODY], ids=["silent", "head", "body"])
def test_half_sent_requests_keep_nobody_out(patient, half):
    """Others are answered long before the half-sent requests are given up."""
    with contextlib.ExitStack() as stack:
        wires = [stack.enter_context(connected(patient, half)) for _ in range(120)]
        client = stack.enter_context(httpx.Client(base_url=url_of(patient), timeout=300, trust_env=False))
        assert client.get("/healthz").status_code == 200
        assert client.post("/v1/solve", json={"board": ONE_TWO_ONE}).json()["mine"] == ["A1", "C1"]
        assert 0 < sum(map(is_held, wires)) <= 40


@linux
def test_answers_that_are_not_read_are_given_up(impatient, monkeypatch):
    monkeypatch.setattr("logicms.web.serving._READING_SECONDS", 1)
    with connected(impatient, b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 500) as wire:
        wait_until(lambda: not is_held(wire), "the service waits for ever", seconds=300)
        assert rest_of(wire).count(b"200 OK") < 500


@pytest.mark.full
@linux
def test_more_half_sent_requests_than_there_is_room_for():
    """The others, and whoever sends them, are still answered. (Run whole, there are more than the service takes.)"""
    with service("--workers", "1") as running:
        wires = [running.wire(HALF_HEAD, source="127.0.0.2") for _ in range(NUMBER)]
        assert running.client.get("/healthz").status_code == 200
        assert running.solved(ONE_TWO_ONE)["status"] == "solved"
        wires[0].settimeout(60)
        assert wires[0].recv(1) == b"", "they are given up after 10 s"
        assert "Traceback" not in running.said()


@pytest.mark.parametrize(
    "headers, size, status, why",
    [
        ({}, 4_000_000, 413, "a body that is too large"),
        ({"Transfer-Encoding": "chunked"}, 4_000_000, 413, "the same, of a size that is not said before"),
        ({"Content-Type": "application/xml"}, 900_000, 415, "a body of a type that is not read"),
        ({"Origin": "http://other.example"}, 900_000, 403, "a body that a page of another site sends"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_who_sends_a_body_that_is_refused_hears_why(impatient, headers, size, status, why):
    """urllib and others send the whole body before they read the answer, so closing the connection would hide it."""
    asked = http.client.HTTPConnection(*impatient, timeout=60)
    with contextlib.closing(asked):
        parts = iter([b"?" * size]) if "Transfer-Encoding" in headers else b"?" * size
        headers = {"Content-Type": "text/plain", **headers}
        asked.request("POST", "/v1/solve", parts, headers, encode_chunked="Transfer-Encoding" in headers)
        assert asked.getresponse().status == status, why


# -- greedy clients


class StillWorker:
    """A worker that is only handed out."""

    ended = asyncio.Future(loop=asyncio.new_event_loop())


def test_clients_take_turns():
    async def order(joins):
        line = Line()
        places = [(client, line.join(client)) for client in joins]
        served = []
        while line.length:
            line.offer(StillWorker())
            done = [each for each in places if each[1].done()]
            (client, place) = done[0]
            places.remove(done[0])
            served.append(client)
            line.finish(client)
            del place
        return "".join(served)

    assert apart(order("aaaaab")) == "abaaaa", "whoever came last waits for one job of the greedy client, not five"
    assert apart(order("aaabbbc")) == "abcabab"


def test_a_client_with_jobs_at_work_comes_after_one_without():
    async def line():
        line = Line()
        for _ in range(2):
            line.offer(StillWorker())
        at_work = [line.join("greedy"), line.join("greedy")]
        waiting, other = line.join("greedy"), line.join("other")
        assert all(place.done() for place in at_work) and line.length == 2
        line.finish("greedy")
        line.offer(at_work[0].result())
        assert other.done() and not waiting.done()
        line.leave("greedy", waiting)
        line.leave("other", other)
        assert line.length == 0 and len(line.idle) == 1

    apart(line())


@linux
def test_a_greedy_client_is_told_to_come_back_while_others_are_served():
    heavy = request("/v1/solve", {"board": HARD, "reason": "resolution", "time_limit": 2})
    with service("--workers", "1", "--time-limit", "60", "--max-waiting", "16") as running:
        greedy = [running.wire(heavy) for _ in range(12)]
        refused = running.answered(greedy, number=7)  # one is at work, four wait
        assert {status for _, status, _ in refused} == {429} and all("retry-after" in each for _, _, each in refused)
        other = running.wire(request("/v1/solve", {"board": ONE_TWO_ONE}), source="127.0.0.9")
        ((_, status, _),) = running.answered([other], number=1)
        assert status == 200
        asked = [wire for wire in greedy if wire not in [each[0] for each in refused]]
        assert len(select.select(asked, [], [], 0)[0]) < 5, "it was served before the greedy client's last job"


# -- the end, and the death of a worker


@linux
def test_ending_answers_what_is_under_way():
    with service("--workers", "1", "--time-limit", "60") as running:
        wires = [running.wire(HARD_REQUEST), running.wire(HARD_REQUEST), running.wire(HALF_BODY)]
        running.wire(HALF_HEAD)
        wait_until(lambda: not any(is_held(wire, unread=True) for wire in running.wires), "all that was sent is read")
        running.process.send_signal(signal.SIGTERM)
        for _, status, headers in running.answered(wires, number=3):
            assert status == 503 and "application/problem+json" in headers and "retry-after" in headers
        assert running.process.wait(timeout=30) in (0, -signal.SIGTERM, 128 + signal.SIGTERM)
        assert "Traceback" not in running.said() and "rror" not in running.said()


@linux
def test_a_worker_that_was_killed_while_idle_is_not_missed():
    with service("--workers", "1") as running:
        (worker,) = running.workers()
        os.kill(worker, signal.SIGKILL)
        found = running.client.post("/v1/solve", json={"board": ONE_TWO_ONE})
        assert (found.status_code, found.json()["status"]) == (200, "solved"), found.text
        wait_until(lambda: not is_running(worker), "it was killed")


@linux
def test_a_job_whose_worker_is_killed_gets_another_one():
    hints = "\n".join(f"x{i} & y{i} -> x{i + 1}" for i in range(4_000))  # more than a second of work, then an answer
    with service("--workers", "1", "--time-limit", "600") as running:
        (worker,) = running.workers()
        before = ticks(worker)
        wire = running.wire(request("/v1/solve", {"hints": hints, "reason": "forward"}))
        wait_until(lambda: ticks(worker) >= before + 20, "it is at work")  # and stays there until it is killed
        os.kill(worker, signal.SIGKILL)
        ((_, status, _),) = running.answered([wire], number=1, seconds=600)
        assert status == 200, "it was at work on the job, and was not to blame"


@linux
def test_a_worker_whose_service_died_before_it_began_ends_at_once():
    start = "from logicms.web.lifeline import die_with; die_with(2**30); print('began')"
    ended = subprocess.run([sys.executable, "-c", start], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stdout) == (1, ""), "its parent is not the service"


def ticks(process: int) -> int:
    """Return how long a process has been computing, in hundredths of a second."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11])


# -- hosts and origins


@pytest.fixture(scope="module")
def named():
    with service("--workers", "1", "--allow-host", "mines.example") as running:
        yield running.client


@pytest.mark.parametrize(
    "host, status",
    [
        ("localhost", 200),
        ("LOCALHOST:8000", 200),
        ("127.0.0.1:1", 200),
        ("[::1]:8000", 200),
        ("mines.example", 200),
        ("mines.example.:443", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example:8000", 421),
        ("mines.example.evil.example", 421),
        ("192.0.2.1", 421),
        ("[::1", 421),
        ("@", 421),
    ],
)
def test_hosts(named, host, status):
    for path in ("/healthz", "/", "/v1/limits"):
        found = named.get(path, headers={"host": host})
        assert found.status_code == status, found.text[:300]
    if status == 421:
        assert found.headers["content-type"] == "application/problem+json" and "--allow-host" in found.json()["detail"]


@pytest.mark.parametrize(
    "headers, status, why",
    [
        ({}, 200, "no browser"),
        ({"origin": "http://localhost:8000", "host": "localhost:8000"}, 200, "our own page"),
        ({"origin": "http://localhost:8001", "host": "localhost:8000"}, 403, "another service of this machine"),
        ({"origin": "https://mines.example"}, 200, "our page behind a proxy"),
        ({"origin": "https://evil.example"}, 403, "another site"),
        ({"origin": "null"}, 403, "a page in a sandbox"),
        ({"origin": "https://evil.example", "sec-fetch-site": "cross-site"}, 403, "another site in a new browser"),
        ({"origin": "https://any.example", "sec-fetch-site": "same-origin"}, 200, "what the browser knows to be ours"),
        ({"sec-fetch-site": "none"}, 200, "typed by the user"),
        ({"sec-fetch-site": "same-site"}, 403, "a neighbour"),
        ({"origin": "http://[bad"}, 403, "nonsense"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_origins(named, headers, status, why):
    for kind in ("text/plain", "application/json"):
        body = ONE_TWO_ONE if kind == "text/plain" else json.dumps({"board": ONE_TWO_ONE})
        found = named.post("/v1/solve", content=body, headers={"content-type": kind, **headers})
        assert found.status_code == status, why
    assert named.get("/healthz", headers=headers).status_code == 200, "answers to others are unreadable, not harmful"


def test_a_service_for_others_answers_to_any_name_unless_it_has_names():
    assert "any.example" in Hosts.of("0.0.0.0", []) and "any.example" not in Hosts.of("0.0.0.0", ["mines.example"])


@pytest.mark.parametrize("host", ["", " "])
def test_an_empty_address_is_refused(host):
    found = CliRunner().invoke(command_line, ["serve", "--host", host])
    assert found.exit_code == 2 and "empty" in found.stderr
