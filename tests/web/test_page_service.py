"""The page when its service is slow, busy, gone, or started again: what is shown then, and that nothing is lost."""

from __future__ import annotations

import json
import re

import pytest
from browsers import answered_late, begin_game, cell, need_a_browser, opened, paste, serious, strict_page
from services import Service, service

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside


def test_of_two_boards_the_last_one_counts(page, url):
    opened(page, url)
    with answered_late(page, "**/v1/convert"):
        with page.expect_request("**/v1/convert"):
            paste(page, "???\n121\n")
        page.goto(f"{url}/#board=3?/??/12")
        expect(cell(page, "A1")).to_have_class(re.compile("clash"))
    expect(page.locator("#facts")).to_have_text(re.compile("2×3"))
    assert "#board=3?/??/12" in page.url


def test_a_new_game_replaces_the_one_that_is_being_made(page, url):
    opened(page, url)
    with answered_late(page, "**/v1/game"):
        with page.expect_request("**/v1/game"):
            page.click("#mode-play")
        page.select_option("#level", "small")
        page.click("#new-game")
        expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", "A1, open, clue 0")


def test_a_board_that_needs_a_technique_or_cannot_be_found(page, url):
    opened(page, url)
    page.click("#mode-play")
    page.select_option("#kind", "subset")
    page.click("#new-game")
    expect(page.locator("#summary")).to_contain_text("from here no guess is needed")
    wish = {"width": 3, "height": 3, "mines": 4, "technique": "split"}
    page.route("**/v1/game", lambda route: route.continue_(post_data=wish))
    page.click("#new-game")
    expect(page.locator("#error")).to_contain_text("no such board of 3x3 with 4 mines")


def test_clicks_on_a_slow_network_wait_their_turn(page, url):
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    names = [each.get_attribute("data-cell") for each in page.locator("#board .cell.hidden").all()][:5]
    page.route("**/v1/game", lambda route: (page.wait_for_timeout(150), route.continue_()))
    for name in names:
        cell(page, name).click(button="right")
    expect(page.locator("#board .cell.pending").first).to_be_visible()
    for name in names:
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    expect(page.locator("#board .cell.pending")).to_have_count(0)


def test_what_takes_long_is_said_only_as_long_as_it_takes(page, url):
    opened(page, url)
    begin_game(page)
    held = []
    page.route("**/v1/game", lambda route: held.append(route))
    cell(page, "A1").click()
    expect(page.locator("#told")).to_have_text("Thinking …")
    held[0].continue_()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    expect(page.locator("#told")).to_be_empty(timeout=3_000)  # by itself it would stay for eight seconds


def test_a_reload_while_moves_wait_is_asked_about(page, url):
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    held = []
    page.route("**/v1/game", lambda route: held.append(route))
    name = page.locator("#board .cell.hidden").first.get_attribute("data-cell")
    cell(page, name).click(button="right")
    expect(cell(page, name)).to_have_class(re.compile("pending"))
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    held[0].continue_()
    page.unroute("**/v1/game")
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    page.reload()  # nothing waits any more: nothing is asked
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    assert asked == ["beforeunload"]


def test_a_service_that_is_gone_is_said_until_it_is_back(page, url):
    opened(page, url)
    page.route("**/v1/prove", lambda route: route.abort())
    page.locator(".cell.safe").first.click()
    expect(page.locator("#error")).to_contain_text("does not answer")
    page.unroute("**/v1/prove")
    page.locator(".cell.safe").first.click()
    expect(page.locator("#steps li").first).to_be_visible()
    expect(page.locator("#error")).to_be_hidden()


def test_a_move_is_kept_while_the_service_is_gone(page, url):
    opened(page, url)
    begin_game(page)
    page.route("**/v1/game", lambda route: route.abort())
    cell(page, "A1").click()
    expect(page.locator("#error")).to_contain_text("Your move is kept and is sent again.")
    page.unroute("**/v1/game")
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    expect(page.locator("#error")).to_be_hidden()


def test_a_move_that_arrived_is_not_made_twice(page, url):
    """The answer to a flag is lost on its way: made again on a text that had it, it would take the flag off."""
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    name = page.locator("#board .cell.hidden").first.get_attribute("data-cell")

    def lose(route):
        route.fetch()
        route.abort()

    page.route("**/v1/game", lose, times=1)
    cell(page, name).press("f")
    expect(page.locator("#error")).to_contain_text("does not answer")
    expect(page.locator("#error")).to_be_hidden()
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))


def test_a_limit_on_the_odds_does_not_take_the_certain_cells_away(page, url):
    problem = {"title": "Over the time limit", "status": 504, "detail": "not decided within 10 s"}
    late = {"status": 504, "content_type": "application/problem+json", "body": json.dumps(problem)}
    page.route("**/v1/odds", lambda route: route.fulfill(**late))
    opened(page, url)
    page.click("[data-view=odds]")
    page.wait_for_timeout(300)
    late_odds = "The odds were not computed within the limit."
    expect(page.locator("#summary")).to_contain_text(re.compile(f"^6 cells are certainly safe.*{late_odds}"))
    expect(cell(page, "G4")).to_have_class(re.compile("safe"))
    page.goto(f"{url}/#board=?1?/???")
    expect(page.locator("#summary")).to_contain_text(late_odds)


def test_a_time_limit_shows_what_was_found_so_far(page, url):
    answer = {"version": 1, "status": "limit", "safe": ["A1"], "mine": ["B1"]}
    problem = {"title": "Over the time limit", "status": 504, "detail": "not decided", "answer": answer}
    late = {"status": 504, "content_type": "application/problem+json", "body": json.dumps(problem)}
    page.route("**/v1/solve", lambda route: route.fulfill(**late))
    opened(page, url, "#board=???/???&mines=2")
    expect(page.locator("#summary")).to_contain_text("Not decided within the time limit. So far: 1 cell is")
    expect(cell(page, "A1")).to_have_class(re.compile("safe"))


def test_a_service_that_is_started_again_loses_nothing(browser):
    with service("--workers", "1") as running:
        port = running.url.rsplit(":", 1)[1]
        with strict_page(browser, running.url) as page:
            opened(page, running.url)
            begin_game(page)
            cell(page, "A1").click()
            expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
            running.end()
            again = Service("--workers", "1", "--port", port).wait_until_ready()
            try:
                page.click("#auto")
                expect(page.locator("#summary")).to_contain_text("logicms opened")
                page.reload()
                expect(page.locator("#summary")).to_contain_text("logicms opened")
            finally:
                again.end()


def test_a_link_waits_for_a_service_that_is_gone(page, url):
    page.route("**/v1/**", lambda route: route.abort())
    page.goto(f"{url}/#board=???/121")
    expect(cell(page, "A2")).to_have_attribute("aria-label", "A2, open, clue 1")
    expect(page.locator("#error")).to_contain_text("does not answer")
    page.unroute("**/v1/**")
    page.reload()
    expect(cell(page, "B1")).to_have_class(re.compile("safe"))


def test_a_game_waits_for_a_service_that_is_gone(page, url):
    opened(page, url)
    begin_game(page)
    page.route("**/v1/game", lambda route: route.abort())
    page.reload()
    expect(page.locator("#error")).to_contain_text("does not answer")
    page.unroute("**/v1/game")
    expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    expect(page.locator("#error")).to_be_hidden()


def test_a_move_waits_for_a_service_that_is_busy(page, url):
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    busy = {"status": 429, "content_type": "application/problem+json", "body": '{"status": 429, "title": "Busy"}'}
    names = [each.get_attribute("data-cell") for each in page.locator("#board .cell.hidden").all()][:3]
    page.route("**/v1/game", lambda route: route.fulfill(**busy), times=1)
    for name in names:
        cell(page, name).click(button="right")
    for name in names:
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))


def test_a_move_that_is_answered_late_does_not_undo_another_tab(page, url):
    """It was made on a text that is not the newest any more: it is made again, on the newest."""
    opened(page, url)
    begin_game(page)
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    one, two, three = [each.get_attribute("data-cell") for each in page.locator("#board .cell.hidden").all()][:3]
    other = page.context.new_page()
    other.goto(page.url)
    with answered_late(page, "**/v1/game"):
        with page.expect_request("**/v1/game"):
            cell(page, one).click(button="right")
        for name in (two, three):
            cell(other, name).click(button="right")
            expect(cell(other, name)).to_have_attribute("aria-label", re.compile("flagged"))
    for name in (one, two, three):
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    other.reload()
    for name in (one, two, three):
        expect(cell(other, name)).to_have_attribute("aria-label", re.compile("flagged"))


def test_a_click_on_the_old_board_is_not_played_in_the_new_game(page, url):
    opened(page, url)
    begin_game(page)
    first = page.url
    with answered_late(page, "**/v1/game"):
        with page.expect_request("**/v1/game"):
            cell(page, "A1").click()
        cell(page, "F6").click(button="right")
        page.click("#new-game")
        expect(page).not_to_have_url(first)
    assert page.locator("#board .cell.hidden").count() == 36


def test_nothing_goes_wrong_while_the_first_game_is_made(page, url):
    opened(page, url)
    with answered_late(page, "**/v1/game"):
        with page.expect_request("**/v1/game"):
            page.click("#mode-play")
        assert page.get_by_role("gridcell").count() == 0, "no other board is shown in its place"
        page.click("#analyse-this")
        page.keyboard.press("Control+Z")
    expect(page.locator("#facts")).to_have_text("9×9, 10 mines")


def test_what_comes_late_is_not_shown_in_another_mode(page, url):
    opened(page, url)
    with answered_late(page, "**/v1/next"):
        with page.expect_request("**/v1/next"):
            page.click("#hint")
        page.click("[data-view=odds]")
        expect(page.locator(".cell.heat").first).to_be_visible()
    expect(page.locator("#ladder li")).to_have_count(0)


# -- a service that wants a token


@pytest.fixture(scope="module")
def guarded():
    with service("--workers", "1", LOGICMS_TOKEN="a-token-of-some-length") as running:
        yield running.url


def test_the_page_asks_for_the_token_and_sends_it(browser, guarded):
    with strict_page(browser, guarded) as page:
        page.goto(f"{guarded}/#board=???/121")
        dialog = page.get_by_role("dialog", name="This service needs a token")
        expect(dialog).to_contain_text("Whoever runs the service can tell you")
        assert serious(page) == []
        for wrong in ("short", "another-token-of-some-length"):
            dialog.get_by_label("Token").fill(wrong)
            dialog.get_by_role("button", name="Use it").click()
        expect(dialog).to_contain_text("That token was not accepted")
        dialog.get_by_label("Token").fill("a-token-of-some-length")
        page.keyboard.press("Enter")
        expect(page.locator("#summary")).to_contain_text("Every hidden cell is certain")
        page.reload()
        expect(page.locator("#summary")).to_contain_text("Every hidden cell is certain")
        page.click("text=Learn")
        expect(page.get_by_role("link", name=re.compile("clue", re.I)).first).to_be_visible()
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert "token" not in page.url


def test_without_the_token_the_page_says_what_to_do(browser, guarded):
    with strict_page(browser, guarded) as page:
        page.goto(f"{guarded}/#board=???/121")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#error")).to_contain_text("This service needs a token. Reload the page to enter it.")
        cell(page, "B1").click()
        page.wait_for_timeout(300)
        expect(page.get_by_role("dialog")).to_have_count(0)
