"""How long the page is busy: the main thread's time for a click on a cell and for a step of its proof, by board size.

    python -m benchmarks.page [URL ...] [--sizes 30x16 50x50 100x100]

Starts `logicms serve` on a free port, unless addresses of services are given: those take turns, so that two versions
of the page can be compared in one run. The time is what Chromium counts itself: scripts, and all tasks with style and
layout; waiting for the service does not count. Needs what the tests of the page need.
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from logicms.board import Board, Cell
from logicms.deduction import deduce
from logicms.game import Game

SETTLED_MS = 800


def position(width: int, height: int) -> Board:
    """Return a board with a fifth of mines, about a third of it open."""
    game = Game.random(width, height, width * height // 5, random.Random(1), "zero").open(Cell(height // 2, width // 2))
    while game.board.number_not_open > 0.7 * width * height:
        safe = sorted(deduce(game.board).safe)
        if not safe:
            break
        for cell in safe:
            game = game.open(cell) if cell in game.board.hidden else game
    return game.board


@contextmanager
def service() -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "logicms", "serve", "--port", "0"], stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+?(?=/ )", process.stderr.readline())
        assert found is not None
        yield found[0]
    finally:
        process.terminate()
        process.wait()


def busy(session: Any, act: Any, page: Any) -> tuple[float, float]:
    """Return the milliseconds of script and of all tasks that something on the page takes."""
    before = metrics(session)
    act()
    page.wait_for_timeout(SETTLED_MS)
    after = metrics(session)
    script, task = (1000 * (after[name] - before[name]) for name in ("ScriptDuration", "TaskDuration"))
    return script, task


def metrics(session: Any) -> dict[str, float]:
    return {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}


def measure(browser: Any, url: str, board: Board) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Return the times of clicks and of steps."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto(f"{url}/#board={'/'.join(board.rows)}&mines={board.mines}")
    page.wait_for_selector("#board .cell.safe, #board .cell.mine")
    page.wait_for_timeout(4 * SETTLED_MS)
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    names = page.eval_on_selector_all("#board .cell.safe", "cells => cells.map((cell) => cell.dataset.cell)")
    page.click(f"[data-cell={names[0]}]")
    page.click("[data-by=resolution]")  # a proof of several steps
    clicks, steps = [], []
    click = "name => document.querySelector(`[data-cell=${name}]`).click()"
    for name in names[1 :: max(1, len(names) // 5)][:5]:
        clicks.append(busy(session, lambda name=name: page.evaluate(click, name), page))
        steps.append(busy(session, lambda: page.evaluate("document.querySelector('#step-on').click()"), page))
    context.close()
    return clicks, steps


def main() -> None:
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("urls", nargs="*")
    parser.add_argument("--sizes", nargs="*", default=["30x16", "50x50", "100x100"])
    parser.add_argument("--browser", default="/usr/bin/chromium")
    options = parser.parse_args()
    print(f"{'board':>8}{'click: script':>15}{'all':>6}{'step: script':>14}{'all':>6}   median ms")
    with service() as own, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.browser, args=["--no-sandbox", "--disable-gpu"])
        for size in options.sizes:
            board = position(*map(int, size.split("x")))
            for url in options.urls or [own]:
                medians = [
                    statistics.median(each[kind] for each in times)
                    for times in measure(browser, url, board)
                    for kind in (0, 1)
                ]
                print(f"{size:>8}{medians[0]:>15.0f}{medians[1]:>6.0f}{medians[2]:>14.0f}{medians[3]:>6.0f}   {url}")
        browser.close()


if __name__ == "__main__":
    main()
