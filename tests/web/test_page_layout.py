"""The page on every screen: what is in reach, what is aligned, and that nothing is cut off or jumps."""

from __future__ import annotations

import pytest
from browsers import SCREENS, begin_game, cell, is_in_sight, need_a_browser

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside


def style(page, selector, name):
    return page.eval_on_selector(selector, "(found, name) => getComputedStyle(found)[name]", name)


def lines(page, selector):
    """Return how many lines of the page some elements stand in."""
    boxes = [each.bounding_box() for each in page.locator(selector).all() if each.is_visible()]
    return len({round((box["y"] + box["height"] / 2) / 20) for box in boxes})


@pytest.mark.parametrize("screen", SCREENS)
def test_nothing_is_wider_than_the_window(on, screen):
    page = on(screen)
    cell(page, "G4").click()
    expect(page.locator("#steps li").first).to_be_visible()
    page.click("#edit-size")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_choices_for_a_game_are_not_cut_off(on, screen):
    page = on(screen, "#play")
    expect(page.locator("#auto")).to_be_enabled()
    page.locator(".bar.play-only summary").click()
    assert page.eval_on_selector(".stage", "stage => stage.scrollWidth <= stage.clientWidth"), "nothing is at the side"
    for name in ("#start", "#seed"):
        page.locator(name).scroll_into_view_if_needed()
        assert is_in_sight(page, name), name


@pytest.mark.parametrize("screen", ["laptop", (1200, 800), (1024, 768), "tablet", "large"])
def test_the_board_keeps_its_size_when_a_game_ends(on, screen):
    page = on(screen, "#play")
    begin_game(page, "beginner", "5")
    cell(page, "E5").click()
    expect(cell(page, "E5")).to_have_attribute("aria-label", "E5, open, clue 0")
    before = cell(page, "E5").bounding_box()
    cell(page, "G5").click()
    expect(page.locator("#board-title")).to_have_text("Game lost")
    expect(page.locator("#play-again")).to_be_visible()
    page.wait_for_timeout(300)  # time for the board to be fitted again
    assert cell(page, "E5").bounding_box() == before


def test_a_game_on_a_phone_across_has_board_switch_and_counters_in_sight(on):
    page = on("phone across", "#play")
    begin_game(page, "beginner", "5")
    page.locator(".stage").evaluate("stage => stage.scrollTo(0, 0)")
    for name in ("[data-cell=A1]", "[data-cell=I9]", "[data-tap=open]", "[data-tap=flag]", "#undo", "#clock"):
        assert is_in_sight(page, name), name
    page.click("[data-tap=flag]")
    cell(page, "I9").click()
    expect(page.locator("#mines-left")).to_have_text("9")


@pytest.mark.parametrize("screen", ["phone", "tablet", "phone across", (320, 568), (700, 800), (1100, 800)])
def test_the_palette_is_two_lines_and_shows_every_brush(on, screen):
    page = on(screen)
    assert lines(page, "#palette button, .undo-redo button") == 2
    page.locator(".undo-redo").scroll_into_view_if_needed()
    for brush in page.locator("#palette button").all():
        brush.click()
        assert brush.evaluate("each => each.scrollWidth <= each.clientWidth + 1"), brush.text_content()


def test_modes_and_settings_are_at_the_same_place_on_both_pages(on):
    page = on("laptop")
    before = page.locator(".modes").bounding_box()
    page.get_by_role("link", name="Learn").click()
    expect(page.locator(".lesson-card").first).to_be_visible()
    after = page.locator(".modes").bounding_box()
    assert abs(before["x"] - after["x"]) < 6 and before["y"] == after["y"]  # the chosen one is bold
    page.click("#settings-open")
    page.select_option("#set-theme", "dark")
    page.get_by_role("button", name="Done").click()
    page.reload()
    assert style(page, "html", "colorScheme") == "dark", "the settings are on this page too"


@pytest.mark.parametrize("screen", SCREENS)
def test_a_link_to_a_step_shows_that_step(on, screen):
    page = on(screen, "#board=?2??/2?2?/?2??&cell=D1&by=resolution&step=12")
    expect(page.locator("#step-number")).to_have_text("Step 12 of 19")
    for name in ("#steps [aria-current=step]", "[data-cell=D1]", "#step-on"):
        assert is_in_sight(page, name), name


def test_another_view_begins_at_the_top_of_the_reasons(on):
    page = on("phone across")
    cell(page, "G4").click()
    expect(page.locator("#steps li").first).to_be_visible()
    assert page.eval_on_selector(".side", "side => side.scrollTop") > 0
    page.click("[data-view=odds]")
    expect(page.locator(".cell.heat").first).to_be_visible()
    assert page.eval_on_selector(".side", "side => side.scrollTop") == 0


def test_a_reason_that_fits_below_what_follows_scrolls_nothing(on):
    page = on("large")
    cell(page, "G4").click()
    expect(page.locator("#steps li").first).to_be_visible()
    assert is_in_sight(page, "#summary") and is_in_sight(page, "#why-title")


def test_the_ring_of_the_goal_leaves_its_supposition_to_be_seen(on):
    page = on("laptop", "#board=?2??/2?2?/?2??&cell=D1&by=resolution")
    expect(cell(page, "D1")).to_have_class("cell supposed-mine shared goal")
    assert style(page, "[data-cell=D1]", "borderStyle") == "dashed"
    assert int(style(page, "[data-cell=D1]", "outlineOffset").removesuffix("px")) >= 0


def test_the_focus_is_not_clipped_on_a_large_board(on):
    page = on("laptop", f"#board={'/'.join(['?' * 50] * 50)}&mines=400")
    cell(page, "C3").click()
    expect(page.locator("#why-placements button")).to_have_count(2)
    width = int(style(page, "[data-cell=C3]", "outlineWidth").removesuffix("px"))
    assert int(style(page, "[data-cell=C3]", "outlineOffset").removesuffix("px")) <= -width


@pytest.mark.parametrize("screen", ["laptop", "phone", "phone across"])
def test_what_is_told_in_passing_moves_nothing(on, screen):
    page = on(screen)
    before = cell(page, "G7").bounding_box()
    cell(page, "G7").click()
    expect(page.locator("#told")).to_have_text("G7 shows 2: 2 mines among H6, F7, H7, F8, G8 and H8.")
    assert cell(page, "G7").bounding_box() == before
    box = page.locator("#told").bounding_box()
    width, height = SCREENS[screen]
    assert box["x"] >= 0 and box["x"] + box["width"] <= width and 0 <= box["y"] <= height - box["height"]


def test_a_long_proof_on_paper_begins_below_its_board(on):
    """As one block that no page may break, it left the first page empty."""
    page = on("laptop", "#board=?2??/2?2?/?2??&cell=D1&by=resolution")
    expect(page.locator("#steps li")).to_have_count(19)
    page.emulate_media(media="print")
    assert style(page, "#why", "breakInside") == "auto"
    assert style(page, "#steps li", "breakInside") == "avoid"
