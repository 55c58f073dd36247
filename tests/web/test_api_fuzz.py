"""The service under hostile hands: what the OpenAPI description allows, and ten thousand bodies that it does not."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import FULL

pytest.importorskip("starlette", reason="the extra `web` is not installed")
httpx = pytest.importorskip("httpx", reason="httpx is not installed")

from hostile import hostile  # noqa: E402
from services import service  # noqa: E402

pytestmark = pytest.mark.outside

BODIES = 10_000 if FULL else 150
LONGEST_ADDRESS = 60_000
"""A longer one is refused by uvicorn in its own words, before it gets to us: it takes 64 KiB of head."""
MOST_MB = 400
"""What the service itself, its workers apart, may take."""


@pytest.fixture(scope="module")
def running():
    with service("--workers", "2", "--time-limit", "0.5", "--memory-limit", "512", "--max-cells", "4000") as running:
        yield running


# -- by the description


@pytest.mark.full
def test_answers_are_as_described(running):
    schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    from hypothesis import HealthCheck, Phase, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        negative_data_rejection,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
        negative_data_rejection,
    ]
    schema = schemathesis.openapi.from_dict(running.client.get("/openapi.json").json())
    tried = 0
    for found in schema.get_all_operations():
        operation = found.ok()
        for mode in schemathesis.GenerationMode:

            @settings(
                max_examples=100 if FULL else 6,
                database=None,
                deadline=None,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @operation_given(operation, mode)
            def one(case):
                nonlocal tried
                tried += 1
                response = case.call(base_url=running.url, timeout=60)
                # Over the limit is a right answer too, and described.
                if response.status_code != 504 and len(response.request.url or "") < LONGEST_ADDRESS:
                    case.validate_response(response, checks=checks)

            try:
                one()
            except Exception as error:
                if type(error).__name__ in ("Unsatisfiable", "NotImplementedError"):
                    continue  # nothing to be sent there can be wrong
                raise
    assert tried > 50


def operation_given(operation, mode):
    from hypothesis import given

    return given(case=operation.as_strategy(generation_mode=mode))


# -- hostile bodies


def memory_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


@pytest.mark.full
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_hostile_bodies_get_refusals_or_right_answers(running):
    """Only 4xx, 504 or answers of the right shape; memory stays bounded; the service still answers in the end."""

    def send(seed):
        path, body, kind = hostile(seed)
        response = running.client.post(path, content=body, headers={"content-type": kind})
        return seed, path, response.status_code, response

    seen: Counter[tuple[str, int]] = Counter()
    with ThreadPoolExecutor(4) as four:
        for seed, path, status, response in four.map(send, range(BODIES)):
            seen[path, status] += 1
            assert status < 500 or status == 504, f"seed {seed}: {path} {status} {response.text[:300]}"
            if status >= 400:
                assert response.headers["content-type"] == "application/problem+json", f"seed {seed}"
                assert response.json()["status"] == status
            else:
                assert response.json()["version"] == 1, f"seed {seed}"
    assert {status for _, status in seen} >= {200, 400, 422}, seen
    assert memory_mb(running.process.pid) < MOST_MB
    running.wait_until_ready()
    found = running.client.post("/v1/solve", json={"board": "? ? ?\n1 2 1\n"})
    assert found.json()["mine"] == ["A1", "C1"]
    assert running.process.poll() is None


def test_slow_and_half_requests_hold_nothing_up(running):
    import socket

    host, port = running.url.removeprefix("http://").split(":")
    wires = [socket.create_connection((host, int(port))) for _ in range(50)]
    for wire in wires:
        wire.sendall(
            b"POST /v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 1000\r\n\r\n? ?"
        )
    assert running.client.post("/v1/solve", json={"board": "0?"}).json()["safe"] == ["B1"]
    for wire in wires:
        wire.close()
    assert running.client.get("/healthz").status_code == 200
    assert "Traceback" not in running.said(), "a client that goes away is no mistake of ours"
