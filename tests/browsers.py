"""A real browser for tests, Debian's Chromium: whether there is one, and a page in it that allows no mistake."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import pytest

CHROMIUM = Path("/usr/bin/chromium")
OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


def missing() -> str | None:
    """Return what keeps tests from running here."""
    if not CHROMIUM.exists():
        return f"there is no browser at {CHROMIUM}"
    try:
        import axe_playwright_python  # noqa: F401
        import httpx  # noqa: F401
        import playwright  # noqa: F401
        import starlette  # noqa: F401
    except ImportError as error:
        return f"{error.name} is not installed"
    return None


def need_a_browser() -> None:
    """Skip the module without a browser; in CI that is a failure."""
    if found := missing():
        if os.environ.get("CI") == "true":
            pytest.fail(f"the page must be tested in CI, but {found}", pytrace=False)
        pytest.skip(found, allow_module_level=True)


@contextlib.contextmanager
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=OPTIONS)
        yield browser
        browser.close()


@contextlib.contextmanager
def strict_page(browser, url):
    """A fresh page; a script error or a request to another host fails the test."""
    context = browser.new_context(
        permissions=["clipboard-read", "clipboard-write"], viewport={"width": 1280, "height": 900}
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)
    page.on(
        "request",
        lambda request: wrong.append(request.url) if not request.url.startswith((url, "data:", "blob:")) else None,
    )
    yield page
    context.close()
    assert not wrong


@contextlib.contextmanager
def answered_late(page, pattern):
    """The first request of this kind in the block is answered after it, unless the page has given it up."""
    from playwright.sync_api import Error

    held = []
    page.route(pattern, lambda route: route.continue_() if held else held.append(route))
    yield
    with contextlib.suppress(Error):
        held[0].continue_()
    page.wait_for_timeout(500)  # time for the page to show what it should not


def serious(page):
    """Return what axe finds that is serious."""
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(page).response["violations"]
    return [
        (each["id"], each["nodes"][0]["html"][:120], each["nodes"][0].get("failureSummary", "")[:200])
        for each in violations
        if each["impact"] in ("serious", "critical")
    ]
