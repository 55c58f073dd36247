"""A real browser for tests, Debian's Chromium: whether there is one, and a page in it that allows no mistake."""

from __future__ import annotations

import contextlib
import os
import re
import shutil

import pytest

CHROMIUM = "/usr/bin/chromium"
OPTIONS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip
SCREENS = {
    "laptop": (1280, 720),
    "phone": (390, 844),
    "phone across": (844, 390),
    "tablet": (768, 1024),
    "large": (1920, 1080),
}


def missing() -> str | None:
    """Return what keeps tests from running here."""
    if not shutil.which(CHROMIUM):
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
def chromium(playwright, *options):
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*OPTIONS, *options])
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


def on_screen(browser, screen):
    """Return a page on a screen of `SCREENS`, or of another size."""
    width, height = SCREENS.get(screen, screen)
    context = browser.new_context(viewport={"width": width, "height": height}, has_touch="phone" in screen)
    page = context.new_page()
    page.set_default_timeout(30_000)
    return page


def is_in_sight(page, selector):
    """Return whether an element is wholly in the window and nothing lies over it."""
    return page.evaluate(
        """selector => {
            const element = document.querySelector(selector);
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const points = [[left + 6, top + 4], [right - 6, bottom - 4], [(left + right) / 2, (top + bottom) / 2]];
            return points.every(([x, y]) => element.contains(document.elementFromPoint(x, y)));
        }""",
        selector,
    )


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


# -- the page: what every test does there


def opened(page, url, fragment=""):
    """Return the page at a part of its address, once it has said what follows."""
    from playwright.sync_api import expect

    page.goto(f"{url}/{fragment}")
    expect(page.locator("#summary")).not_to_have_text(re.compile("Reading|Thinking"))
    return page


def cell(page, name):
    return page.locator(f"[data-cell={name}]")


def paste(page, text):
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("Control+V")


def begin_game(page, level="small", seed="7", **more):
    """Begin a game with a seed; `more` are other choices, by the ids of their fields."""
    from playwright.sync_api import expect

    if page.get_attribute("#mode-play", "aria-pressed") != "true":
        page.click("#mode-play")
        expect(page.locator("#facts")).to_contain_text("mines")
    page.select_option("#level", level)
    page.locator(".bar.play-only summary").click()
    page.fill("#seed", seed)
    for name, value in more.items():
        page.select_option(f"#{name}", value)
    before = page.url
    page.click("#new-game")
    expect(page).not_to_have_url(before)
    expect(page).to_have_url(re.compile("#game="))


def layout_of(level="small", seed=7, first="A1"):
    """Return the layout of a game that was begun with a seed and is opened at a cell."""
    from random import Random

    from logicms.game import Game

    width, height, mines = {"small": (6, 6, 5), "beginner": (9, 9, 10)}[level]
    return Game.random(width, height, mines, rng=Random(seed), start="zero").open(first).layout
