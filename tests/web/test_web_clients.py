"""The service among many clients: greedy ones, pages of other sites, the death of a worker and the end of it all."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from conftest import apart, is_running, wait_until

pytest.importorskip("starlette", reason="the extra `web` is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from services import is_held, request, service  # noqa: E402

from logicms.cli import app as command_line  # noqa: E402
from logicms.web.pool import WaitingLine  # noqa: E402
from logicms.web.settings import Hosts  # noqa: E402

pytestmark = pytest.mark.outside

ONE_TWO_ONE = "? ? ?\n1 2 1\n"
HARD = "mines: 500\n" + "\n".join(
    "".join("?" if (r + c) % 3 or r % 2 else "34"[(r * c) % 2] for c in range(60)) for r in range(60)
)
HARD_REQUEST = request("/v1/solve", {"board": HARD, "reason": "resolution"})
HALF_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow"
HALF_BODY = b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n? ?"

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs /proc and the addresses of 127.0.0.0/8")


# -- bodies that are refused


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
def test_who_sends_a_body_that_is_refused_hears_why(named, headers, size, status, why):
    """urllib and others send the whole body before they read the answer, so closing the connection would hide it."""
    asked = http.client.HTTPConnection(named.base_url.host, named.base_url.port, timeout=60)
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
        line = WaitingLine()
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
        line = WaitingLine()
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
    with service("--workers", "1", "--time-limit", "60", "--max-waiting", "8") as running:
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
    start = "from logicms.web.worker import die_with; die_with(2**30); print('began')"
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
