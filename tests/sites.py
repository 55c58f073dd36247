"""The static site for tests: made once by `logicms site`, and served by Python's own file server under a sub-path."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UNDER = "some/where"
"""The path under which the site is served: it must not need to be at the top."""

PATIENCE = 180_000
"""How many milliseconds anything may take: a machine that is busy with other things starts Python slowly."""

# No host but this machine, whatever a page may try.
CUT_OFF = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--proxy-server=http://127.0.0.1:9"]


def make_site(folder: Path, *options: str, **more) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "logicms", "site", str(folder), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, **more)


def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that is served, with the site below it; made by whichever test process comes first."""
    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with (base / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        folder = base / "served"
        if not folder.exists():
            made = make_site(base / "served-half" / UNDER)
            assert made.returncode == 0, made.stderr
            (base / "served-half").rename(folder)
    return folder


@contextlib.contextmanager
def served(folder: Path, port: int = 0) -> Iterator[str]:
    """Serve a folder, and return its address, without a slash at the end."""
    command = [sys.executable, "-u", "-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", str(folder)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        found = re.search(r"port (\d+)", said)
        assert found, f"the server said {said!r}"
        yield f"http://127.0.0.1:{found[1]}"
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
