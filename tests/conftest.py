"""What every test shares: where the project stands, how large full runs are, waiting, golden files, and a browser."""

from __future__ import annotations

import asyncio
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

T = TypeVar("T")

ROOT = Path(__file__).parent.parent
NOTATION = ROOT / "docs" / "reference" / "notation"
"""The pages that specify the notations."""
collect_ignore = ["students"]
"""Programs that `logicms grade` starts: nobody imports them."""
FULL = os.environ.get("LOGICMS_FULL") == "1"

for size in ("COLUMNS", "LINES"):  # which readline hands to all that is started from a terminal
    os.environ.pop(size, None)

# A loaded machine is slow now and then; a deadline would make good tests fail there.
settings.register_profile("always", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile("full", parent=settings.get_profile("always"), max_examples=5_000)
settings.load_profile("full" if FULL else "always")


def heed_interrupts() -> None:
    """For `preexec_fn`: if the tests run as a shell's background job, what they start would ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    end_with_tests()


_LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None


def end_with_tests() -> None:
    """For `preexec_fn`: the process ends when the tests are killed and can end nothing any more (Linux)."""
    if _LIBC is not None:
        set_death_signal = 1
        _LIBC.prctl(set_death_signal, signal.SIGKILL, 0, 0, 0)


@contextmanager
def started(command: Sequence[str], **options: Any) -> Iterator[subprocess.Popen[str]]:
    """Start a command in a session of its own, and end it and all that it started when the block is left."""
    process = subprocess.Popen(
        command, text=True, cwd=ROOT, start_new_session=True, preexec_fn=heed_interrupts, **options
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(condition: Callable[[], object], why: str, seconds: float = 120) -> None:
    """Wait for something that has to happen, however slow the machine is; fail with the reason if it does not."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, why
        time.sleep(0.05)


def is_running(pid: int) -> bool:
    """Return whether a process is there and is no zombie."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self/stat").exists()  # where there is no /proc, the signal has told


def pytest_configure(config: pytest.Config) -> None:
    """End by SIGTERM as by Ctrl-C, so that what the tests have started is ended too."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda number, frame: pytest.exit("terminated", 143))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite tests/golden/ with what the program prints")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where everything was to be installed (`LOGICMS_COMPLETE=1`, as `.ci/run` says), skipping a test is failing."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("LOGICMS_COMPLETE") != "1" or reporter is None:
        return
    skipped = sorted({str(report.longrepr) for report in reporter.stats.get("skipped", [])})
    if skipped:
        reporter.write_line(f"skipped although everything was to be installed: {'; '.join(skipped)}", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


# -- tests that start something

_marked = False


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    global _marked
    _marked = item.get_closest_marker("outside") is not None


def outside(what: str) -> None:
    """Called by whatever starts more than a command: the test that wants it is marked, so that it can be left out."""
    assert _marked, f"a test that needs {what} is marked: @pytest.mark.outside"


def needs(program: str, package: str) -> pytest.MarkDecorator:
    """Return the mark of a test that is skipped where a program is missing."""
    reason = f"{program} is not installed: apt install {package}"
    return pytest.mark.skipif(shutil.which(program) is None, reason=reason)


def apart(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: in this one, a browser's driver may have its loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


@pytest.fixture
def golden(request: pytest.FixtureRequest):
    """Return a function that compares a text with tests/golden/NAME, or writes it under --update-golden."""

    def compare(name: str, text: str) -> None:
        path = ROOT / "tests" / "golden" / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8"), f"{name} changed; read the diff, then --update-golden"

    return compare


@pytest.fixture
def root() -> Path:
    return ROOT


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for temporary files like the system's: `tmp_path` is closed to other users, as whom root grades."""
    with tempfile.TemporaryDirectory(prefix="logicms-test-") as name:
        os.chmod(name, 0o1777)
        monkeypatch.setattr(tempfile, "tempdir", name)
        yield Path(name)


# -- one service and one browser for all tests of a process; what drives them is loaded only when it is asked for


@pytest.fixture(scope="session")
def running() -> Iterator[Any]:
    """A service with room enough for most tests; those that need other settings start their own."""
    from services import service

    with service("--workers", "1", "--time-limit", "20", "--max-cells", "5000") as running:
        yield running


@pytest.fixture
def client(running: Any) -> Any:
    return running.client


@pytest.fixture(scope="session")
def url(running: Any) -> Iterator[str]:
    """The address of the page; with LOGICMS_BEHIND_NGINX=1, under /ms of a real proxy."""
    from services import behind_nginx

    if os.environ.get("LOGICMS_BEHIND_NGINX") == "1":
        with behind_nginx(running) as address:
            yield address
    else:
        yield running.url


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    outside("a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright: Any) -> Iterator[Any]:
    from browsers import chromium

    with chromium(playwright) as browser:
        yield browser


@pytest.fixture
def page(browser: Any, url: str) -> Iterator[Any]:
    from browsers import strict_page

    with strict_page(browser, url) as page:
        yield page


@pytest.fixture
def on(browser, url) -> Iterator[Any]:
    """Opens the page on a screen, which is named or a size."""
    from browsers import on_screen, opened

    pages = []

    def open_on(screen, fragment=""):
        pages.append(on_screen(browser, screen))
        return opened(pages[-1], url, fragment)

    yield open_on
    for page in pages:
        page.context.close()
