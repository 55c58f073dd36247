"""Take the pictures of this folder again: the page in headless Chromium, as people see it.

    python examples/screenshots/take.py [FOLDER]

Needs what the tests of the page need. With a FOLDER, every state is taken at three sizes, light and dark, to look at.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from benchmarks.page import service  # noqa: E402

SIZES = {"laptop": (1280, 720), "phone": (390, 844), "large": (1920, 1080)}
SPLIT = "#board=?2??/2?2?/?2??&title=A case split&cell=D1&by=resolution"


def start(page: Any) -> None:
    page.wait_for_selector("#board .cell.safe")


def why(page: Any) -> None:
    start(page)
    page.click("[data-cell=G4]")
    page.wait_for_selector("#steps li")


def step(page: Any) -> None:
    page.wait_for_selector("#steps li")
    for _ in range(7):
        page.click("#step-on")


def odds(page: Any) -> None:
    start(page)
    page.click("[data-view=odds]")
    page.wait_for_selector(".cell.heat")


def uncertain(page: Any) -> None:
    start(page)
    page.click("[data-cell=I1]")
    page.wait_for_selector("#why-placements button")


def contradiction(page: Any) -> None:
    page.wait_for_selector("#steps li")


def draw(page: Any) -> None:
    start(page)
    page.click("#edit-size")
    page.click("[data-brush='2']")


def path(page: Any) -> None:
    start(page)
    page.click("#path-start")
    page.wait_for_selector("#path-list button")
    page.click("#path-on")


def tips(page: Any) -> None:
    start(page)
    page.click("[data-view=hidden]")
    for rung in range(1, 4):
        page.click("#hint")
        page.wait_for_selector(f"#ladder li:nth-child({rung})")


def play(page: Any) -> None:
    page.wait_for_selector("#auto:enabled")
    page.click(".bar.play-only summary")
    page.fill("#seed", "5")
    page.click("#new-game")
    page.wait_for_timeout(500)
    page.click("[data-cell=E5]")
    page.wait_for_selector("[data-cell=E5].open")
    page.click("[data-cell=A1]", button="right")
    page.wait_for_timeout(300)


def review(page: Any) -> None:
    play(page)
    while not page.is_visible("#review"):
        page.click("#auto")
        page.wait_for_timeout(250)
    page.click("#review")
    page.wait_for_selector("#replay-list button")


def kept(page: Any) -> None:
    start(page)
    page.click("#kept-open")


STATES: dict[str, tuple[str, Callable[[Any], None]]] = {
    "start": ("", start),
    "why": ("", why),
    "step": (SPLIT, step),
    "odds": ("", odds),
    "uncertain": ("", uncertain),
    "contradiction": ("#board=3?/??/12", contradiction),
    "draw": ("", draw),
    "path": ("", path),
    "tips": ("", tips),
    "play": ("#play", play),
    "review": ("#play", review),
    "kept": ("", kept),
    "learn": ("learn.html", lambda page: page.wait_for_selector(".lesson-card")),
}
# The pictures that are kept here: their state, size and colours.
SHOWN = {
    "why": ("why", "laptop", "light"),
    "step": ("step", "laptop", "light"),
    "odds-dark": ("odds", "laptop", "dark"),
    "phone": ("why", "phone", "light"),
    "review": ("review", "laptop", "light"),
}


def take(browser: Any, url: str, state: str, size: str, colours: str, file: Path) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=colours,
        reduced_motion="reduce",
        has_touch=size == "phone",
    )
    page = context.new_page()
    fragment, act = STATES[state]
    page.goto(f"{url}/{fragment}")
    act(page)
    page.wait_for_timeout(400)
    page.screenshot(path=file)
    context.close()


def main() -> None:
    from playwright.sync_api import sync_playwright

    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    wanted = {f"{state}-{size}-{colours}": (state, size, colours)
              for state in STATES for size in SIZES for colours in ("light", "dark")} if folder else SHOWN  # fmt: skip
    with service() as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for name, (state, size, colours) in wanted.items():
            take(browser, url, state, size, colours, (folder or Path(__file__).parent) / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
