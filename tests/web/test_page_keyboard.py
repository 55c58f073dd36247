"""The page by keyboard alone: everything that can be pressed is reached by Tab, and works by keys."""

from __future__ import annotations

import re

import pytest
from browsers import cell, layout_of, need_a_browser, opened

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside
PRESSABLE = "button:enabled, select:enabled, input:enabled, textarea:enabled, summary, a[href]"


def tab_to(page, selector, most=80):
    """Press Tab until an element has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def unreached(page):
    """Return what can be seen and pressed, and is not reached by Tab."""
    mark = """selector => [...document.querySelectorAll(selector)].forEach((each, index) => {
        if (each.checkVisibility() && !each.closest('details:not([open]) > .items')) each.dataset.wanted = index;
    })"""
    page.evaluate(mark, PRESSABLE)
    page.evaluate("document.activeElement.blur()")
    for _ in range(120):
        page.keyboard.press("Tab")
        page.evaluate("delete document.activeElement.dataset.wanted")
    return page.eval_on_selector_all("[data-wanted]", "found => found.map((each) => each.outerHTML.slice(0, 90))")


def test_everything_is_reached(page, url):
    opened(page, url)
    cell(page, "G4").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#steps li").first).to_be_visible()
    assert unreached(page) == []
    tab_to(page, "#mode-play")
    page.keyboard.press("Enter")
    expect(page.locator("#facts")).to_have_text("9×9, 10 mines")
    assert unreached(page) == []


def test_analyse_by_keyboard(page, url):
    opened(page, url)
    tab_to(page, "#edit-text")
    page.keyboard.press("Enter")
    expect(page.locator("#text")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("???\n???\n")
    tab_to(page, "#text-form [type=submit]")
    page.keyboard.press("Enter")
    expect(cell(page, "A1")).to_be_focused()
    tab_to(page, "[data-brush='1']")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    while not page.evaluate("document.activeElement.matches('[data-cell]')"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(cell(page, "A2")).to_have_attribute("aria-label", "A2, open, clue 1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    expect(page.locator("#summary")).to_contain_text("Every hidden cell is certain")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("w")
    expect(page.locator("#why-text")).to_contain_text("B1 is safe")
    page.keyboard.press("Escape")
    expect(cell(page, "B1")).to_be_focused()
    tab_to(page, "details.menu > summary")
    page.keyboard.press("Enter")
    tab_to(page, "[data-copy=text]")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_have_text("Text copied.")
    tab_to(page, "[data-view=odds]")
    page.keyboard.press("Enter")
    expect(page.locator("#odds-field")).to_be_visible()
    tab_to(page, "#hint")
    page.keyboard.press("Enter")
    expect(page.locator("#ladder li")).to_have_count(1)
    tab_to(page, "#path-start")
    page.keyboard.press("Enter")
    expect(page.locator("#path-number")).to_contain_text("Deduction 1")
    tab_to(page, "#path-on")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#path-number")).to_contain_text("Deduction 2")


def test_play_by_keyboard(page, url):
    opened(page, url)
    tab_to(page, "#mode-play")
    page.keyboard.press("Enter")
    expect(page.locator("#facts")).to_have_text("9×9, 10 mines")
    tab_to(page, "#level")
    page.keyboard.press("ArrowUp")  # one smaller
    tab_to(page, "details.menu > summary")
    page.keyboard.press("Enter")
    tab_to(page, "#seed")
    page.keyboard.type("7")
    tab_to(page, "#new-game")
    page.keyboard.press("Enter")
    expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    tab_to(page, "[data-cell]")
    page.keyboard.press("Control+Home")
    page.keyboard.press("Enter")
    expect(cell(page, "A1")).to_have_attribute("aria-label", "A1, open, clue 0")
    mine = layout_of().known_mines[0]
    for _ in range(mine.row):
        page.keyboard.press("ArrowDown")
    for _ in range(mine.col):
        page.keyboard.press("ArrowRight")
    expect(cell(page, str(mine))).to_be_focused()
    page.keyboard.press("f")
    expect(cell(page, str(mine))).to_have_attribute("aria-label", re.compile("flagged"))
    page.keyboard.press("a")
    expect(page.locator("#summary")).to_contain_text("logicms opened")
    page.keyboard.press("u")
    expect(page.locator("#summary")).to_contain_text("1 move was taken back")
    page.keyboard.press("f")
    expect(cell(page, str(mine))).not_to_have_attribute("aria-label", re.compile("flagged"))
    page.keyboard.press("w")
    expect(page.locator("#why-text")).to_contain_text(str(mine))
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator("#summary")).to_contain_text(f"{mine} was a mine: lost")
    tab_to(page, "#review")
    page.keyboard.press("Enter")
    expect(page.locator("#replay-text")).to_contain_text("opening")
    tab_to(page, "#replay-at")
    page.keyboard.press("Home")
    expect(page.locator("#replay-move")).to_contain_text("Opening 1")
