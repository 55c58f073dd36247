"""A real `logicms serve`, for tests: started on a free port, asked over HTTP, ended or killed."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from conftest import ROOT, end_with_tests, outside, wait_until


def request(path: str, body: object) -> bytes:
    """Return a whole request, as it is sent."""
    data = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(data)}"
    return f"{head}\r\n\r\n".encode() + data


class Service:
    """One running service; `variables` are added to its environment."""

    def __init__(self, *options: str, **variables: str) -> None:
        outside("a service")
        command = [sys.executable, "-m", "logicms", "serve", "--port", "0", *options]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(
            command, cwd=ROOT, stderr=self.log, env={**os.environ, **variables}, preexec_fn=end_with_tests
        )
        self.url = self._address()
        self.wires: list[socket.socket] = []
        self.client = httpx.Client(base_url=self.url, timeout=60, trust_env=False)

    def _address(self, seconds: float = 60) -> str:
        until = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < until:
            if found := re.search(r"http://\S+?(?=/ )", self.said()):
                return found[0]
            time.sleep(0.05)
        raise AssertionError(f"it did not start: {self.said()}")

    def said(self) -> str:
        """Return what it has written to standard error."""
        return os.pread(self.log.fileno(), 1_000_000, 0).decode()

    def wait_until_ready(self, seconds: float = 120) -> Service:
        wait_until(lambda: self.client.get("/readyz").status_code == 200, "no worker became ready", seconds)
        return self

    def wire(self, data: bytes = b"", source: str = "127.0.0.1") -> socket.socket:
        """Return a connection on which this was sent. Linux has all of 127.0.0.0/8, for clients that differ."""
        host, port = self.url.removeprefix("http://").split(":")
        wire = socket.create_connection((host, int(port)), timeout=60, source_address=(source, 0))
        self.wires.append(wire)
        wire.sendall(data)
        return wire

    def answered(
        self, wires: list[socket.socket], number: int, seconds: float = 120
    ) -> list[tuple[socket.socket, int, str]]:
        """Wait until this many of the wires have an answer; return those, each with its status and its headers."""
        found: dict[socket.socket, tuple[int, str]] = {}
        until = time.monotonic() + seconds
        while len(found) < number:
            assert time.monotonic() < until, f"only {len(found)} of {number} were answered"
            for wire in select.select([wire for wire in wires if wire not in found], [], [], 1)[0]:
                head = wire.recv(1_000_000).decode().lower()
                found[wire] = int(head.split()[1]) if head else 0, head.partition("\r\n\r\n")[0]
        return [(wire, *each) for wire, each in found.items()]

    def solved(self, board: str, seconds: float = 60) -> dict:
        """Return the answer to `solve`, asked again as long as the service is busy."""
        until = time.monotonic() + seconds
        while (found := self.client.post("/v1/solve", json={"board": board})).status_code == 429:
            assert time.monotonic() < until, "it is still busy"
            time.sleep(0.1)
        assert found.status_code == 200, found.text
        return found.json()

    def workers(self) -> list[int]:
        """Return the process ids of its workers (Linux)."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for each in tasks for pid in each.read_text().split()]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        for wire in self.wires:
            wire.close()
        self.client.close()
        self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        self.log.close()
        return code


@contextlib.contextmanager
def service(*options: str, **variables: str) -> Iterator[Service]:
    """A service for a while."""
    running = Service(*options, **variables)
    try:
        yield running.wait_until_ready()
    finally:
        if not running.log.closed:
            running.end()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


NGINX = "/usr/sbin/nginx"


@contextlib.contextmanager
def behind_nginx(*running: Service) -> Iterator[str]:
    """A real nginx in front of services, by `examples/deploy`; yields the address of the page, under /ms."""
    port = free_port()
    example = (ROOT / "examples" / "deploy" / "nginx.conf").read_text()
    replicas = "".join(f"    server 127.0.0.1:{number} max_fails=0;\n" for number in (8000, 8001))
    assert "127.0.0.1:8080" in example and replicas in example
    ours = "".join(f"    server {each.url.removeprefix('http://')} max_fails=0;\n" for each in running)
    server = example.replace("127.0.0.1:8080", f"127.0.0.1:{port}").replace(replicas, ours)
    with tempfile.TemporaryDirectory() as folder:
        places = "".join(
            f"{name}_temp_path {folder}/{name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        config = Path(folder, "nginx.conf")
        config.write_text(
            f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\n"
            f"http {{ access_log off; {places}\n{server} }}\n"
        )
        process = subprocess.Popen(
            [NGINX, "-p", folder, "-c", str(config)], stderr=subprocess.PIPE, text=True, preexec_fn=end_with_tests
        )
        try:
            until = time.monotonic() + 30
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                assert process.poll() is None and time.monotonic() < until, process.communicate()[1]
                time.sleep(0.05)
            yield f"http://127.0.0.1:{port}/ms"
        finally:
            process.terminate()
            process.wait(30)
            assert process.stderr is not None
            process.stderr.close()


def is_held(wire: socket.socket, unread: bool = False) -> bool:
    """Return whether the other side still has the connection open, or also has bytes that it has not read (Linux).

    It need not have said so: this is what the kernel knows.
    """
    try:
        ours, theirs = (f"{address[1]:04X}" for address in (wire.getsockname(), wire.getpeername()))
    except OSError:
        return False  # it was reset
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, far, state, queues, *_ = line.split()
        if (local[-4:], far[-4:], state) == (theirs, ours, "01"):
            return not unread or int(queues.split(":")[1], 16) > 0
    return False
