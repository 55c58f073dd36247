"""Reading a proof on the page: where it is, what it says, and what it shows on the board."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from browsers import SCREENS, cell, is_in_sight, need_a_browser, on_screen, opened

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside
LONG = "#board=01??/13?3/????&cell=C3&by=resolution"
"""A proof of many steps."""


@pytest.mark.parametrize("screen", SCREENS)
def test_the_current_step_and_its_board_are_always_in_sight(browser, url, screen):
    page = on_screen(browser, screen)
    opened(page, url, LONG)
    expect(page.locator("#steps li").first).to_be_visible()
    number = page.locator("#steps li").count()
    assert number > 8
    out_of_sight = []
    for step in range(2, number + 1):
        page.click("#step-on")
        expect(page.locator("#step-number")).to_have_text(f"Step {step} of {number}")
        seen = [is_in_sight(page, each) for each in ("#steps [aria-current=step]", "[data-cell=C3]", "#step-back")]
        if not all(seen):
            out_of_sight.append((step, seen))
    page.context.close()
    assert not out_of_sight


@pytest.mark.parametrize("screen", ["phone", "phone across", "laptop"])
def test_the_verdict_is_seen_first(browser, url, screen):
    page = on_screen(browser, screen)
    opened(page, url)
    for name, text in (("G4", "G4 is safe"), ("I1", "I1 is not certain")):
        cell(page, name).click()
        expect(page.locator("#why-text")).to_contain_text(text)
        assert is_in_sight(page, "#why-text strong"), name
        assert is_in_sight(page, f"[data-cell={name}]"), name
    page.context.close()


def test_on_a_large_board_the_reason_is_beside_the_cell(page, url):
    rows = ["?" * 50] * 39 + ["?" * 16 + "1" + "?" * 33] + ["?" * 50] * 10
    opened(page, url, f"#board={'/'.join(rows)}")
    cell(page, "Q41").scroll_into_view_if_needed()
    cell(page, "Q41").click()
    expect(page.locator("#why-text")).to_contain_text("Q41 is not certain")
    assert is_in_sight(page, "#why-text strong") and is_in_sight(page, "[data-cell=Q41]")


@pytest.mark.parametrize("level, size", [("beginner", 9), ("small", 6)])
def test_the_whole_board_fits_a_small_window(browser, url, level, size):
    page = on_screen(browser, "laptop")
    opened(page, url)
    page.click("#mode-play")
    page.select_option("#level", level)
    page.click("#new-game")
    expect(page.locator("#facts")).to_contain_text(f"{size}×{size}")
    last = f"{'ABCDEFGHI'[size - 1]}{size}"
    assert is_in_sight(page, "[data-cell=A1]") and is_in_sight(page, f"[data-cell={last}]")
    bars = page.locator(".bar.play-only > *:visible").all()
    assert len({round(each.bounding_box()["y"] / 20) for each in bars}) == 1, "the buttons are one line"
    page.context.close()


def test_plain_words_come_first_and_the_shortest_proof(page, url):
    opened(page, url)
    cell(page, "G4").click()
    expect(page.locator("#why-words")).to_contain_text("G5 minus E4 leaves")
    expect(page.locator("#steps li")).to_have_count(1)
    expect(page.locator("[data-by=shortest]")).to_have_attribute("aria-pressed", "true")
    words, steps = (page.locator(each).bounding_box()["y"] for each in ("#why-words", "#steps"))
    assert words < steps


def test_the_readers_kind_of_proof_is_remembered(page, url):
    opened(page, url)
    cell(page, "G4").click()
    expect(page.locator("#steps li")).to_have_count(1)
    page.click("[data-by=direct]")
    expect(page.locator("#steps li")).to_have_count(5)
    page.goto(f"{url}/#board=???/121")
    page.reload()
    expect(cell(page, "B1")).to_have_class(re.compile("safe"))
    cell(page, "B1").click()
    expect(page.locator("[data-by=direct]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#steps li").last).to_contain_text("B1 safe")


def test_stepping_keeps_what_was_derived_and_draws_the_supposition(page, url):
    opened(page, url, "#board=?????/?????/11211/00000&cell=C2&by=resolution")
    expect(cell(page, "C2")).to_have_class(re.compile("supposed-mine"))
    number = page.locator("#steps li").count()
    marked = 0
    for _ in range(1, number - 1):
        page.click("#step-on")
        now = page.locator("#board :is(.derived-safe, .derived-mine, .supposed-safe, .supposed-mine)").count()
        assert now >= marked, "nothing derived goes away"
        marked = now
    assert marked > 1
    page.click("#step-on")
    expect(cell(page, "C2")).to_have_class(re.compile(r"\bsafe\b"))
    expect(cell(page, "C2")).to_have_attribute("aria-label", re.compile("certainly safe"))


def test_a_step_is_said_as_a_sentence(page, url):
    opened(page, url)
    cell(page, "G4").click()
    page.click("[data-by=resolution]")
    expect(page.locator("#steps li")).to_have_count(8)
    page.click("#step-on")
    expect(page.locator("#live")).to_have_text(
        "Step 2 of 8: F4 is a mine or F5 is a mine; E4 shows 1 mine among F4 F5."
    )
    line = page.locator("#steps li").nth(1).text_content()
    assert line == "2 F4 mine or F5 mine E4 shows 1 mine among F4 F5", "words are kept apart when read aloud"


def test_while_a_proof_is_looked_for_no_other_is_shown(page, url):
    opened(page, url)
    cell(page, "G4").click()
    expect(page.locator("#steps li").first).to_be_visible()
    shown = page.evaluate("""() => {
        document.querySelector('[data-cell=H5]').click();
        return [document.querySelector('#why-title').textContent, document.querySelector('#why-proof').hidden];
    }""")
    assert shown == ["Why H5?", True]
    expect(page.locator("#why-text")).to_contain_text("H5 is safe")


def test_from_a_cell_to_its_proof_and_back_by_keyboard(page, url):
    opened(page, url)
    cell(page, "G4").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#why-title")).to_be_focused()
    page.click("[data-by=direct]")
    expect(page.locator("#steps li")).to_have_count(5)
    page.locator("#step-on").focus()
    for key, step in (("ArrowRight", 2), ("End", 5), ("ArrowLeft", 4), ("Home", 1)):
        page.keyboard.press(key)
        expect(page.locator("#step-number")).to_have_text(f"Step {step} of 5")
    page.keyboard.press("Escape")
    expect(cell(page, "G4")).to_be_focused()
    expect(page.locator("#why-title")).to_have_text("Why?")


def test_few_tabs_lead_from_a_cell_to_the_next_step(page, url):
    opened(page, url, LONG)
    page.click("[data-by=resolution]")
    expect(page.locator("#step-on")).to_be_visible()
    cell(page, "C3").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#why-title")).to_be_focused()
    tabs = 0
    while page.evaluate("document.activeElement.id") != "step-on":
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs <= 4


def test_an_uncertain_cell_shows_two_placements_that_are_not_certainty(page, url):
    opened(page, url, "#board=?1?")
    cell(page, "A1").click()
    expect(page.locator("#why-text")).to_contain_text("A1 is not certain")
    expect(page.locator("#why-placements button")).to_have_count(2)
    mine = page.get_by_role("button", name="If A1 is a mine")
    mine.click()
    expect(mine).to_have_attribute("aria-pressed", "true")
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("a mine in this placement"))
    expect(cell(page, "A1")).to_have_class(re.compile("placed"))
    for name in ("A1", "C1"):
        expect(cell(page, name)).to_have_class(re.compile("differs"))
    weights = page.eval_on_selector_all(
        "#why-placements button", "buttons => buttons.map(each => getComputedStyle(each).fontWeight)"
    )
    assert len(set(weights)) == 2, "which of the two is shown can be seen"


def test_a_contradiction_gets_its_proof(page, url):
    opened(page, url, "#board=3?/??/12")
    expect(page.locator("#why-title")).to_have_text("Why is this board inconsistent?")
    expect(page.locator("#why-text")).to_contain_text("A1 and A3 contradict one another")
    expect(page.locator("#step-number")).to_have_text(re.compile("Step 1 of 5"))
    page.click("#step-on")
    expect(page.locator("#steps [aria-current=step]")).to_contain_text("A1 shows 3 mines")


def test_the_whole_solution_in_order(page, url):
    opened(page, url)
    page.click("#path-start")
    expect(page.locator("#path-number")).to_have_text(re.compile("Deduction 1 of [0-9]+"))
    number = page.locator("#path-list button").count()
    safe, mine = re.search(r"(\d+) cells are certainly safe, (\d+)", page.text_content("#summary")).groups()
    page.locator("#path-list button").last.click()
    expect(page.locator("#path-number")).to_have_text(f"Deduction {number} of {number}")
    assert page.locator("#board :is(.safe, .derived-safe)").count() == int(safe)
    assert page.locator("#board :is(.mine, .derived-mine)").count() == int(mine)
    page.click("#path-back")
    expect(page.locator("#path-number")).to_have_text(f"Deduction {number - 1} of {number}")
    page.locator("#path-step").get_by_role("button", name="Why?").click()
    expect(page.locator("#why-text")).to_contain_text(re.compile("is (safe|a mine)"))
    expect(page.locator("#steps li").first).to_be_visible()


def test_the_technique_links_to_its_explanation(page, url):
    opened(page, url)
    cell(page, "G4").click()
    expect(page.locator("#why-text a")).to_have_attribute("href", "learn.html#technique-subset")


def test_the_address_names_cell_kind_and_step(page, url):
    opened(page, url)
    cell(page, "G4").click()
    expect(page.locator("#steps li")).to_have_count(1)
    page.click("[data-by=resolution]")
    expect(page.locator("#steps li")).to_have_count(8)
    page.click("#step-on")
    expect(page).to_have_url(re.compile("&cell=G4&by=resolution&step=2$"))
    page.reload()
    expect(page.locator("#step-number")).to_have_text("Step 2 of 8")
    expect(page).to_have_url(re.compile("&cell=G4&by=resolution&step=2$"))


def test_a_contradiction_with_the_mine_total_is_named(page, url):
    opened(page, url, "#board=?2?/0??/???&mines=1")
    page.goto(f"{url}/#board=0??/?2?/???&mines=1")
    expect(page.locator("#summary")).to_contain_text("contradict")
    assert "and mines" not in page.text_content("#summary")


def test_the_path_stays_when_a_reason_is_closed(page, url):
    opened(page, url)
    page.click("#path-start")
    expect(page.locator("#path-number")).to_contain_text("Deduction 1")
    page.click("#path-on")
    marked = page.locator("#board .derived-mine, #board .derived-safe").count()
    assert marked
    page.locator("#path-step").get_by_role("button", name="Why?").click()
    expect(page.locator("#steps li").first).to_be_visible()
    page.click("#why-close")
    assert page.locator("#board .derived-mine, #board .derived-safe").count() == marked


def test_the_proof_that_is_shown_is_saved(page, url):
    """In the solution path a proof rests on what the steps before have shown."""
    opened(page, url)
    page.click("#path-start")
    expect(page.locator("#path-number")).to_contain_text("Deduction 1")
    page.locator("#path-list button").last.click()
    page.locator("#path-step").get_by_role("button", name="Why?").click()
    expect(page.locator("#steps li").first).to_be_visible()
    clues = re.search(r"because of ([A-Z0-9, and]+?)\.", page.text_content("#why-text"))[1]
    page.get_by_text("Save this proof").click()
    with page.expect_download() as saved:
        page.click("[data-save-proof=json]")
    proof = json.loads(Path(saved.value.path()).read_text())
    assert proof["clues"] == re.findall(r"[A-Z]+\d+", clues)


def test_a_sum_begins_with_what_is_added(page, url):
    opened(page, url, "#board=?????/?????/13211/01?1?/01???&cell=C4&by=counting")
    expect(page.locator("#steps li").first).to_be_visible()
    for sum in page.locator("#steps .sum").all_text_contents():
        assert not re.search(r"−.*\+", sum), sum


def test_what_the_marks_of_a_proof_mean_is_said_with_it(page, url):
    opened(page, url)
    expect(page.locator("#legend li")).to_have_text(["✓safe", "✱mine"])
    expect(page.locator("#why-legend li")).to_have_count(0)
    cell(page, "G4").click()
    expect(page.locator("#why-legend li")).to_have_text(["1clue in use", "cells it speaks of"])
    page.click("[data-by=resolution]")
    expect(page.locator("#why-legend li").last).to_have_text("✱only supposed")
    cell(page, "I1").click()
    expect(page.locator("#why-legend li").first).to_have_text("✱mine in this placement")
    page.click("#why-close")
    expect(page.locator("#why-legend li")).to_have_count(0)
