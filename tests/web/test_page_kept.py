"""Nothing is lost on the page: reload, back and forward, two tabs, what the browser keeps."""

from __future__ import annotations

import json
import re

import pytest
from browsers import begin_game, cell, need_a_browser, opened, paste

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside


def signs(page):
    return [each.get_attribute("aria-label").split(", certainly")[0] for each in page.get_by_role("gridcell").all()]


def test_a_reload_keeps_the_game(page, url):
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    name = page.locator("#board .cell.hidden").first.get_attribute("data-cell")
    cell(page, name).press("f")
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    before = signs(page)
    page.reload()
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    assert signs(page) == before
    expect(page.locator("#undo")).to_be_enabled()


def test_back_and_forward_go_between_boards_and_games(page, url):
    opened(page, url)
    paste(page, "???\n121\n")
    expect(page.locator("#facts")).to_contain_text("3×2")
    page.click("#mode-play")
    expect(page.locator("#facts")).to_have_text("9×9, 10 mines")
    expect(page).to_have_url(re.compile("#game="))
    game = page.url
    page.go_back()
    expect(page.locator("#facts")).to_contain_text("3×2")
    expect(page.locator("#mode-analyse")).to_have_attribute("aria-pressed", "true")
    page.go_forward()
    expect(page.locator("#facts")).to_have_text("9×9, 10 mines")
    assert page.url == game


def test_skipping_to_the_board_does_not_change_the_address(page, url):
    opened(page, url, "#board=???/121")
    before = page.url
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.cell")
    assert page.url == before
    page.reload()
    expect(page.locator("#facts")).to_contain_text("3×2")


def test_two_tabs_of_one_game_see_each_others_moves(page, url):
    opened(page, url)
    begin_game(page)
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator("#facts")).to_have_text("6×6, 5 mines")
    cell(other, "A1").click()
    expect(cell(other, "A1")).to_have_attribute("aria-label", re.compile("open"))
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))


def test_a_link_to_a_game_is_a_copy_of_it(browser, page, url):
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    page.click("#kept-open")
    page.click("#kept-link")
    expect(page.locator("#told")).to_contain_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    page.keyboard.press("Escape")
    assert "#game=size:_6x6/" in link and "id=" not in link
    before = signs(page)
    another = browser.new_context()  # a browser that has kept nothing
    for context in (page.context, another):
        other = context.new_page()
        other.goto(link)
        expect(cell(other, "A1")).to_have_attribute("aria-label", re.compile("open"))
        assert signs(other) == before and "&id=" in other.url
        other.click("#auto")
        expect(other.locator("#summary")).to_contain_text("logicms opened")
        other.reload()
        expect(other.locator("#summary")).to_contain_text("logicms opened")
    another.close()
    page.reload()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    assert signs(page) == before, "the copies went on by themselves"


def test_a_game_is_kept_exported_and_goes_on_in_another_browser(browser, page, url, tmp_path):
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    wait_until_kept(page, "Game, 6×6")
    with page.expect_download() as saved:
        page.click("#kept-open")
        page.click("#kept-export")
    saved.value.save_as(tmp_path / "kept.json")
    other = browser.new_context().new_page()
    opened(other, url)
    other.click("#kept-open")
    other.set_input_files("#kept-file", tmp_path / "kept.json")
    other.get_by_role("button", name="Game, 6×6", exact=True).click()
    expect(cell(other, "A1")).to_have_attribute("aria-label", re.compile("open"))
    assert signs(other) == signs(page)
    other.context.close()


def test_a_link_to_a_game_that_cannot_be_is_said(page, url):
    page.goto(f"{url}/#game=size:_3x3/mines:_1//*10/110/000//open_C3/open_C3")
    expect(page.locator("#error")).to_contain_text("The game of this link cannot be read. move 2, open C3")
    expect(page.locator("#summary")).to_contain_text("certainly safe")
    assert page.url.endswith("open_C3/open_C3")


def test_quick_clicks_are_all_done(page, url):
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    names = [each.get_attribute("data-cell") for each in page.locator("#board .cell.hidden").all()][:6]
    page.evaluate(
        """names => names.forEach((name) => document.querySelector(`[data-cell=${name}]`).dispatchEvent(
            new MouseEvent('contextmenu', { bubbles: true, cancelable: true })))""",
        names,
    )
    for name in names:
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    expect(page.locator("#mines-left")).to_have_text(str(5 - len(names)))


def kept(page):
    """Return the names of what the browser keeps."""
    return [each["name"] for each in page.evaluate("JSON.parse(localStorage.getItem('logicms-kept') ?? '[]')")]


def wait_until_kept(page, name):
    for _ in range(100):
        if name in kept(page):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{name} is not among {kept(page)}")


def test_positions_are_kept_by_themselves_and_by_name(page, url):
    opened(page, url, "#board=???/121")
    cell(page, "A1").press("f")
    expect(page).to_have_url(re.compile("board=F"))
    wait_until_kept(page, "Board, 3×2")
    page.goto(f"{url}/#board=?1?")
    expect(page.locator("#facts")).to_contain_text("3×1")
    page.click("#kept-open")
    page.fill("#kept-name", "my position")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#kept-list li.named")).to_have_count(1)
    page.get_by_role("button", name="Board, 3×2", exact=True).click()
    expect(page.locator("#facts")).to_contain_text("3×2")
    page.reload()
    page.click("#kept-open")
    expect(page.locator("#kept-list .named")).to_contain_text("my position")
    page.get_by_role("button", name="my position", exact=True).click()
    expect(page.locator("#facts")).to_contain_text("3×1")


def test_what_is_kept_can_be_exported_imported_and_deleted(page, url, tmp_path):
    opened(page, url, "#board=???/121")
    page.click("#kept-open")
    page.fill("#kept-name", "one")
    page.get_by_role("button", name="Keep", exact=True).click()
    with page.expect_download() as saved:
        page.click("#kept-export")
    file = tmp_path / "kept.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text())["kept"][0]["name"] == "one"
    page.get_by_role("button", name="Delete one").click()
    expect(page.locator("#kept-list .named")).to_have_count(0)
    page.set_input_files("#kept-file", file)
    expect(page.locator("#kept-list .named")).to_contain_text("one")
    file.write_text("{}")
    page.set_input_files("#kept-file", file)
    expect(page.locator("#told")).to_contain_text("not a file that Export has written")


def test_storage_that_holds_nonsense_is_ignored(page, url):
    opened(page, url)
    page.evaluate("""() => {
        const entry = { name: "x", address: "javascript:1", at: 1 };
        localStorage.setItem('logicms-kept', JSON.stringify([1, { name: 5 }, null, entry]));
        localStorage.setItem('logicms-settings', 'not json');
        sessionStorage.setItem('logicms-past', '{"entries": 7}');
    }""")
    page.reload()
    expect(page.locator("#summary")).to_contain_text("certainly safe")
    page.click("#kept-open")
    expect(page.locator("#kept-list li")).to_have_count(0)


def test_a_drawing_that_contradicts_its_total_outlives_a_reload(page, url):
    fragment = "#board=1111/????/????&mines=10"
    page.goto(f"{url}/{fragment}")
    expect(page.locator("#error")).to_contain_text("mines: 10")
    page.reload()
    expect(page.locator("#error")).to_contain_text("mines: 10")
    assert page.url.endswith(fragment)
    expect(cell(page, "A1")).to_have_attribute("aria-label", "A1, open, clue 1")


def test_the_address_of_an_unreadable_link_stays(page, url):
    page.goto(f"{url}/#board=9?")
    expect(page.locator("#error")).to_contain_text("The board of this link cannot be read")
    expect(page.locator("#summary")).to_contain_text("certainly safe")
    assert page.url.endswith("#board=9?")


def test_an_address_that_was_just_typed_is_not_written_over(page, url):
    opened(page, url, "#board=?????/?????/11211/00000&cell=C2&by=resolution")
    expect(page.locator("#step-on")).to_be_enabled()
    # The step is shown, and would write its address, before the page hears of the other one.
    step = "() => { location.hash = '#board=???/121'; document.getElementById('step-on').click(); }"
    page.evaluate(step)
    assert page.url.endswith("#board=???/121")
    expect(page.locator("#facts")).to_contain_text("3×2")
    expect(cell(page, "B1")).to_have_class(re.compile("safe"))


def test_between_two_boards_nothing_else_is_written(page, url):
    """A reload at that moment would come back to it."""
    opened(page, url, "#board=?????/?????/11211/00000&cell=C2&by=resolution")
    expect(page.locator("#step-on")).to_be_enabled()
    page.evaluate("""() => {
        const replace = history.replaceState.bind(history);
        window.written = [];
        history.replaceState = (...given) => { written.push(given[2]); replace(...given); };
        location.hash = "#board=???/121";
    }""")
    expect(cell(page, "B1")).to_have_class(re.compile("safe"))
    cell(page, "B1").click()
    expect(page.locator("#steps li").first).to_be_visible()
    assert page.evaluate("written.filter((each) => !each.startsWith('#board=???/121'))") == []


def test_a_link_to_a_step_outlives_a_reload_before_its_answer(page, url):
    page.route("**/v1/prove", lambda route: None)
    place = "11211/00000&cell=C2&by=resolution&step=3"
    page.goto(f"{url}/#board=?????/?????/11211/00000&cell=C2&by=resolution&step=3")
    expect(page.locator("#why-title")).to_have_text("Why C2?")
    assert page.url.endswith(place)
    page.unroute("**/v1/prove")
    page.reload()
    expect(page.locator("#step-number")).to_contain_text("3")
    assert page.url.endswith(place)


def test_every_board_that_came_in_is_kept(page, url):
    opened(page, url)
    for text, size in (("???\n121\n", "3×2"), ("????\n1221\n", "4×2")):
        paste(page, text)
        expect(page.locator("#facts")).to_contain_text(size)
        wait_until_kept(page, f"Board, {size}")
    page.click("#kept-open")
    expect(page.locator("#kept-list li")).to_have_count(2)


def test_back_returns_to_a_game_after_a_paste(page, url):
    opened(page, url)
    begin_game(page)
    game = page.url
    paste(page, "???\n121\n")
    expect(page.locator("#mode-analyse")).to_have_attribute("aria-pressed", "true")
    page.go_back()
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    expect(page).to_have_url(game)


def test_two_tabs_do_not_undo_each_others_settings(page, url):
    opened(page, url)
    other = page.context.new_page()
    opened(other, url)
    page.click("#settings-open")
    page.select_option("#set-theme", "dark")
    other.click("[data-view=odds]")
    other.reload()
    assert other.evaluate("document.documentElement.dataset.theme") == "dark"


def test_our_own_link_can_be_pasted(page, url):
    opened(page, url, "#board=???/121&title=a%20%23%20b&cell=B1")
    expect(page.locator("#why-text")).to_contain_text("B1 is safe")
    link = page.url
    page.select_option("#sample", label="A guess")
    expect(page.locator("#board-title")).to_have_text("A guess")
    paste(page, link)
    expect(page.locator("#board-title")).to_have_text("a # b")
    expect(page.locator("#why-text")).to_contain_text("B1 is safe")
