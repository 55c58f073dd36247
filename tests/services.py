"""A real `logicms serve`, for tests: started on a free port, asked over HTTP, ended or killed."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx

ROOT = Path(__file__).parent.parent


class Service:
    """One running service."""

    def __init__(self, *options: str) -> None:
        command = [sys.executable, "-m", "logicms", "serve", "--port", "0", *options]
        self.process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        line = self.process.stderr.readline()
        found = re.search(r"http://\S+?(?=/ )", line)
        assert found, f"it did not start: {line}{self.process.stderr.read()}"
        self.url = found[0]
        self.client = httpx.Client(base_url=self.url, timeout=60, trust_env=False)

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
        assert self.process.stderr is not None
        self.process.stderr.close()
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
