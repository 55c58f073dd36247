"""A real `logicms serve`, for tests: started on a free port, asked over HTTP, ended or killed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent


class Service:
    """One running service."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "logicms", "serve", "--port", "0", *options]
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=self.log)
        self.url = self._address()
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
        until = time.monotonic() + seconds
        while self.client.get("/readyz").status_code != 200:
            assert time.monotonic() < until, "no worker became ready"
            time.sleep(0.1)
        return self

    def workers(self) -> list[int]:
        """Return the process ids of its workers (Linux)."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for each in tasks for pid in each.read_text().split()]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        self.client.close()
        self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        self.log.close()
        return code


@contextlib.contextmanager
def service(*options: str) -> Iterator[Service]:
    """A service for a while."""
    running = Service(*options)
    try:
        yield running.wait_until_ready()
    finally:
        if running.process.poll() is None:
            running.end()


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
