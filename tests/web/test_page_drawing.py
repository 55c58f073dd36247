"""Drawing a board on the page: brush, keys, wheel, sizes, undo, and texts that come from elsewhere."""

from __future__ import annotations

import re

import pytest
from browsers import cell, need_a_browser, opened, paste

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside


def has_rows(rows):
    return re.compile(re.escape(f"board={rows}"))


def test_edit_by_keyboard(page, url):
    opened(page, url, "#board=???/???")
    cell(page, "A1").focus()
    page.keyboard.press("ArrowDown")
    for key in ("1", "ArrowRight", "2", "ArrowRight", "1"):
        page.keyboard.press(key)
    expect(cell(page, "B1")).to_have_class(re.compile("safe"))
    expect(page).to_have_url(has_rows("???/121"))
    assert page.locator("#board [tabindex='0']").count() == 1, "one cell is in the order of Tab"
    expect(cell(page, "C2")).to_be_focused()
    for key, label in (
        ("h", "hidden"),
        ("f", "hidden, flagged"),
        ("*", "a mine"),
        ("-", "safe, clue not known"),
        ("Delete", "hidden"),
    ):
        page.keyboard.press(key)
        expect(cell(page, "C2")).to_have_attribute("aria-label", re.compile(f"^C2, {label}"))


def test_a_flag_never_destroys_a_clue(page, url):
    opened(page, url, "#board=???/121")
    cell(page, "B2").click(button="right")
    expect(page.locator("#told")).to_contain_text("B2 is not hidden")
    cell(page, "B2").press("f")
    expect(cell(page, "B2")).to_have_attribute("aria-label", re.compile("open, clue 2"))
    cell(page, "B1").click(button="right")
    expect(cell(page, "B1")).to_have_attribute("aria-label", re.compile("flagged"))
    cell(page, "B1").click(button="right")
    expect(cell(page, "B1")).not_to_have_attribute("aria-label", re.compile("flagged"))


def test_undo_and_redo_outlive_a_reload(page, url):
    opened(page, url, "#board=???/???")
    cell(page, "A2").focus()
    page.keyboard.press("1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    expect(page).to_have_url(has_rows("???/12?"))
    page.keyboard.press("Control+Z")
    expect(page).to_have_url(has_rows("???/1??"))
    page.reload()
    expect(cell(page, "A2")).to_have_attribute("aria-label", re.compile("clue 1"))
    expect(page.locator("#redo-drawing")).to_be_enabled()
    page.keyboard.press("Control+Shift+Z")
    expect(page).to_have_url(has_rows("???/12?"))
    page.click("#undo-drawing")
    page.click("#undo-drawing")
    expect(page).to_have_url(has_rows("???/???"))
    expect(page.locator("#undo-drawing")).to_be_disabled()


def test_draw_by_click_and_drag(page, url):
    opened(page, url, "#board=?????/?????/?????")
    page.click("[data-brush='0']")
    expect(page.locator("[data-brush='0']")).to_have_attribute("aria-pressed", "true")
    cell(page, "A3").hover()
    page.mouse.down()
    cell(page, "E3").hover()  # the pointer jumps: the cells between are drawn too
    page.mouse.up()
    expect(page).to_have_url(has_rows("?????/?????/00000"))
    page.click("[data-brush='1']")
    cell(page, "A2").click()
    expect(page).to_have_url(has_rows("?????/1????/00000"))
    page.keyboard.press("Control+Z")
    page.keyboard.press("Control+Z")
    expect(page).to_have_url(has_rows("?????/?????/?????"))
    page.click("[data-brush=ask]")
    cell(page, "A1").click()
    expect(page.locator("#why-title")).to_have_text("Why A1?")


def test_the_wheel_goes_through_possible_clues(page, url):
    opened(page, url, "#board=*0/??")
    page.click("[data-brush='?']")
    cell(page, "A2").hover()
    for sign in ("1", "2", "2"):
        page.mouse.wheel(0, -100)
        expect(cell(page, "A2")).to_have_text(sign)
    page.mouse.wheel(0, 100)
    page.mouse.wheel(0, 100)
    expect(cell(page, "A2")).to_have_attribute("aria-label", re.compile("hidden"))


def test_an_impossible_clue_is_not_drawn(page, url):
    opened(page, url, "#board=??/??")
    cell(page, "A1").press("4")
    expect(page.locator("#told")).to_have_text("A1 has 3 neighbours, so it cannot show 4.")
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("hidden"))


def test_the_selected_cell_can_be_seen(page, url):
    opened(page, url)
    cell(page, "C6").click()
    assert page.evaluate("getComputedStyle(document.querySelector('[data-cell=C6]')).outlineStyle") == "solid"
    expect(page.locator("#told")).to_contain_text("C6 shows 2: 2 mines among B7 and C7")


def test_size_total_grid_and_title(page, url):
    opened(page, url, "#board=???/121")
    page.click("#edit-size")
    for field, value, facts in (
        ("width", "4", "4×2, mine total unknown"),
        ("height", "3", "4×3, mine total unknown"),
        ("mines", "3", "4×3, 3 mines"),
    ):
        page.fill(f"#board-{field}", value)
        page.keyboard.press("Tab")
        expect(page.locator("#facts")).to_have_text(facts)
    page.select_option("#board-grid", "torus")
    expect(page.locator("#facts")).to_have_text("4×3, opposite edges joined, 3 mines")
    page.fill("#board-name", "mine")
    page.keyboard.press("Tab")
    expect(page.locator("#board-title")).to_have_text("mine")
    page.fill("#board-width", "0")
    page.keyboard.press("Tab")
    expect(page.locator("#told")).to_contain_text("from 1 to 200")
    page.fill("#board-width", "4")
    page.click("#all-zero")
    expect(page).to_have_url(has_rows("0000/0000/0000"))


SEED = "4 2 2\n-1 -1 -1 -1\n1 2 2 1\n"
PICTURE = "    A B C\n  1 ■ ■ ■\n  2 1 2 1\n"


@pytest.mark.parametrize(
    "text, size",
    [
        (SEED, "4×2, 2 mines"),
        (PICTURE, "3×2, mine total unknown"),
        ("http://127.0.0.1:8000/#board=???/121&mines=2", "3×2, 2 mines"),
    ],
    ids=["seed", "picture", "our link"],
)
def test_what_we_write_can_be_pasted(page, url, text, size):
    opened(page, url)
    paste(page, text)
    expect(page.locator("#facts")).to_contain_text(size)
    expect(page.locator("#error")).to_be_hidden()


def test_copied_emoji_can_be_pasted(page, url):
    opened(page, url, "#board=???/121")
    page.get_by_text("Save", exact=True).click()
    page.click("[data-copy=emoji]")
    expect(page.locator("#told")).to_have_text("Emoji copied.")
    page.select_option("#sample", label="A guess")
    expect(page.locator("#board-title")).to_have_text("A guess")
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("Control+V")
    expect(page).to_have_url(has_rows("???/121"))


def test_an_svg_is_not_read_as_a_wrong_board(page, url):
    opened(page, url)
    page.get_by_text("Save", exact=True).click()
    page.click("[data-copy=svg]")
    expect(page.locator("#told")).to_have_text("SVG copied.")
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("Control+V")
    expect(page.locator("#error")).to_be_visible()
    expect(page.locator("#facts")).to_have_text("9×9, 12 mines")


def test_a_format_can_be_chosen_where_it_is_not_clear(page, url):
    opened(page, url)
    paste(page, "...\n121\n")
    expect(page.locator("#error")).to_be_visible()
    assert "--format" not in page.text_content("#error"), "that is for the command line"
    page.locator("#error button").first.click()
    expect(page.locator("#facts")).to_contain_text("3×2")
    expect(page.locator("#error")).to_be_hidden()


def test_rows_of_hashes_are_not_read_as_comments(page, url):
    opened(page, url)
    paste(page, "###\n121\n")
    expect(page.locator("#error")).to_be_visible()


def test_columns_align_in_the_text(page, url):
    opened(page, url)
    page.click("#edit-text")
    widths = page.evaluate("""() => {
        const { font } = getComputedStyle(document.querySelector('#text'));
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = font;
        return ['iiii', 'WWWW', '? 1 '].map((text) => pen.measureText(text).width);
    }""")
    assert len(set(widths)) == 1
