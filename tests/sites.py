"""The static site for tests: made once by `logicms site`, and served by Python's own file server under a sub-path.

The page's own tests run on it again: while it is served, and offline after one visit.
"""

from __future__ import annotations

import contextlib
import fcntl
import inspect
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from browsers import CHROMIUM, OPTIONS
from conftest import ROOT, end_with_tests

UNDER = "some/where"
"""The path under which the site is served: it must not need to be at the top."""

PATIENCE = 180_000
"""How many milliseconds anything may take: a machine that is busy with other things starts Python slowly."""

# No host but this machine, whatever a page may try.
CUT_OFF = ["--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "--proxy-server=http://127.0.0.1:9"]

MODULES = [
    "test_page",
    "test_page_drawing",
    "test_page_kept",
    "test_page_keyboard",
    "test_page_layout",
    "test_page_play",
    "test_page_proofs",
    "test_learn_page",
]
"""Where the page's own tests are. Not `test_page_service`, which disturbs the network between page and service."""


def page_tests(modules: list[str], most: int | None = None) -> dict[str, Callable[..., None]]:
    """Return the page's own tests by their names: of each module, as many as are wanted, those that run once first."""
    found: dict[str, Callable[..., None]] = {}
    for module in modules:
        tests = vars(import_module(module)).items()
        mine = {name: test for name, test in tests if name.startswith("test_") and not _needs_a_service(test)}
        for name in sorted(mine, key=lambda name: hasattr(mine[name], "pytestmark"))[:most]:
            assert name not in found, f"two tests are called {name}"
            found[name] = mine[name]
    return found


def _needs_a_service(test: Callable[..., None]) -> bool:
    """Return whether a test holds up what the page and a service say to one another; a site has no such requests."""
    source = inspect.getsource(test)
    return "answered_late" in source or ".route(" in source


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
    server = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=end_with_tests
    )
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


# -- offline


def kept_offline(page) -> None:
    """Wait until the browser has kept the whole site."""
    page.wait_for_function("() => navigator.serviceWorker.controller?.state === 'activated'", timeout=PATIENCE)


class BrowserAfterAVisit:
    """Stands for a browser that has visited a site once, and was closed: each context is that browser, started again.

    What the visit left besides the service worker and its files, such as the board that was shown, is forgotten: tests
    expect to begin with nothing.
    """

    def __init__(self, chromium: Any, url: str, folder: Path) -> None:
        self._chromium = chromium
        self._profile = folder / "profile"
        self._folder = folder
        self._number = 0
        context = self._start(self._profile)
        page = context.new_page()
        page.goto(f"{url}/")
        kept_offline(page)
        page.goto("about:blank")
        origin = re.match(r"https?://[^/]+", url)
        assert origin
        forget = {"origin": origin[0], "storageTypes": "local_storage,indexeddb"}
        context.new_cdp_session(page).send("Storage.clearDataForOrigin", forget)
        context.close()

    def _start(self, profile: Path, **options: Any) -> Any:
        return self._chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=[*OPTIONS, *CUT_OFF], **options
        )

    def new_context(self, **options: Any) -> Any:
        self._number += 1
        profile = self._folder / f"again-{self._number}"
        shutil.copytree(self._profile, profile, ignore=shutil.ignore_patterns("Singleton*"))
        context = self._start(profile, **options)
        context.on("close", lambda _: shutil.rmtree(profile, ignore_errors=True))
        return context


@contextlib.contextmanager
def nobody_there(address: str) -> Iterator[None]:
    """Keep the port of an address, so that nobody answers there: not even a server that another test starts."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind(("127.0.0.1", int(address.rpartition(":")[2])))
        yield
