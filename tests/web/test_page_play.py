"""Playing on the page: opening, flags, chords, losing and winning, looking back."""

from __future__ import annotations

import re

import pytest
from browsers import begin_game, cell, layout_of, need_a_browser, opened

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

from logicms.board import parse_cell  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside


def opened_game(page, url, first="A1", **choices):
    """Return the layout of a seeded game that is opened at a cell."""
    opened(page, url)
    begin_game(page, **choices)
    cell(page, first).click()
    expect(cell(page, first)).to_have_attribute("aria-label", f"{first}, open, clue 0")
    return layout_of(choices.get("level", "small"), int(choices.get("seed", "7")), first)


def test_play_opens_a_game_of_9_by_9(page, url):
    opened(page, url)
    page.click("#mode-play")
    expect(page.locator("#facts")).to_have_text("9×9, 10 mines")
    assert page.get_by_role("gridcell").count() == 81
    expect(page.locator("#mines-left")).to_have_text("10")
    expect(page.locator("#clock")).to_have_text("0:00")


def test_play_and_win_a_small_seeded_game_by_keyboard(page, url):
    opened(page, url)
    begin_game(page)
    layout = layout_of()
    expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    expect(page.locator("#summary")).to_contain_text("Its seed is 7, with which it can be played again.")
    cell(page, "A1").focus()
    for row in range(6):
        for col in range(6):
            name = f"{'ABCDEF'[col]}{row + 1}"
            expect(cell(page, name)).to_be_focused()
            hidden = "hidden" in cell(page, name).get_attribute("aria-label")
            if hidden and layout[parse_cell(name)] != "*" and "Won" not in page.text_content("#summary"):
                page.keyboard.press("Enter")
                expect(cell(page, name)).to_have_attribute("aria-label", re.compile("open, clue"))
            page.keyboard.press("ArrowRight" if col < 5 else "Home")
        page.keyboard.press("ArrowDown")
    expect(page.locator("#summary")).to_contain_text(re.compile(r"Won in \d+ moves? and \d+:\d\d"))
    expect(page.locator("#stage")).to_have_class(re.compile("won"))
    page.click("#review")
    expect(page.locator("#replay-text")).to_contain_text("opening")
    assert page.locator("#replay-list button").count() >= 1
    page.click("#play-again")
    expect(page.locator("#stage")).not_to_have_class(re.compile("won"))


def test_only_a_board_made_so_is_said_to_need_no_guess(page, url):
    opened(page, url)
    begin_game(page, "beginner", "5")
    cell(page, "E5").click()
    expect(cell(page, "E5")).to_have_attribute("aria-label", re.compile("open"))
    said = page.text_content("#summary")
    assert "no guess is needed" not in said and "safe cells to go" in said
    page.reload()
    expect(cell(page, "E5")).to_have_attribute("aria-label", re.compile("open"))
    assert "no guess is needed" not in page.text_content("#summary")


def test_a_board_that_needs_no_guess_is_won_by_logicms_without_one(page, url):
    opened(page, url)
    begin_game(page, "small", "4", kind="no-guess")
    expect(page.locator("#summary")).to_contain_text("C3 is open: from here no guess is needed.")
    expect(cell(page, "C3")).to_have_attribute("aria-label", "C3, open, clue 0")
    page.click("#undo")
    expect(page.locator("#summary")).to_contain_text("Open C3: from there no guess is needed.")
    while "Won" not in (said := page.text_content("#summary")):
        page.click("#auto")
        expect(page.locator("#summary")).not_to_have_text(said)
    page.click("#review")
    expect(page.locator("#replay-text")).to_contain_text("no guess at all")
    expect(page.locator("#replay-luck")).to_contain_text("none was needed")


def test_losing_undo_and_letting_logicms_move(page, url):
    layout = opened_game(page, url)
    mine = str(layout.known_mines[0])
    cell(page, mine).click(button="right")
    expect(cell(page, mine)).to_have_attribute("aria-label", re.compile("flagged"))
    expect(page.locator("#mines-left")).to_have_text("4")
    cell(page, mine).click()
    expect(page.locator("#told")).to_contain_text(f"{mine} has a flag")
    cell(page, mine).press("f")
    expect(cell(page, mine)).not_to_have_attribute("aria-label", re.compile("flagged"))
    cell(page, mine).click()
    expect(page.locator("#summary")).to_contain_text(f"{mine} was a mine: lost")
    page.click("#review")
    expect(page.locator("#replay-text")).to_contain_text("1 guess that was not needed")
    expect(page.locator("#replay-move")).to_contain_text(f"{mine} was certainly a mine.")
    page.click("#undo")
    expect(page.locator("#summary")).to_contain_text("1 move was taken back")
    page.click("#auto")
    expect(page.locator("#summary")).to_contain_text("logicms opened")


def test_after_a_loss_all_mines_and_wrong_flags_are_shown_and_stay(page, url):
    layout = opened_game(page, url)
    mine, *others = map(str, layout.known_mines)
    hidden = [each.get_attribute("data-cell") for each in page.locator("#board .cell.hidden").all()]
    wrong = next(name for name in hidden if layout[parse_cell(name)] != "*")
    cell(page, wrong).click(button="right")
    expect(cell(page, wrong)).to_have_attribute("aria-label", re.compile("flagged"))
    cell(page, mine).click()
    for _ in range(2):
        expect(cell(page, wrong)).to_have_class(re.compile("wrong-flag"))
        for name in others:
            expect(cell(page, name)).to_have_class(re.compile("mine"))
        expect(cell(page, mine)).to_have_class(re.compile("clash"))
        expect(cell(page, mine)).to_have_attribute("aria-label", f"{mine}, a mine, which you opened")
        page.click("#mode-analyse")
        expect(page.locator("#summary")).to_contain_text("certain")
        page.click("#mode-play")


def test_looking_back_shows_the_position_that_it_analyses(page, url):
    layout = opened_game(page, url)
    page.click("#auto")
    expect(page.locator("#summary")).to_contain_text("logicms opened")
    cell(page, str(layout.known_mines[0])).click()
    expect(page.locator("#summary")).to_contain_text("lost")
    page.click("#review")
    page.locator("#replay-list button").nth(1).click()
    expect(page.locator("#replay-move")).to_contain_text("Opening 2")
    shown = [each.get_attribute("aria-label").split(",")[1] for each in page.get_by_role("gridcell").all()]
    hidden = page.locator("#board .cell:is(.hidden, .safe)").first
    name = hidden.get_attribute("data-cell")
    hidden.click()
    expect(page.locator("#why-title")).to_have_text(f"Why {name}?")
    expect(page.locator("#error")).to_be_hidden()
    page.click("#analyse-this")
    expect(page.locator("#mode-analyse")).to_have_attribute("aria-pressed", "true")
    again = [each.get_attribute("aria-label").split(",")[1] for each in page.get_by_role("gridcell").all()]
    assert [each.strip() == "hidden" for each in shown] == [each.strip() == "hidden" for each in again]


def test_a_chord_opens_what_the_flags_leave(page, url):
    layout = opened_game(page, url)
    board = {each.get_attribute("data-cell"): each.text_content() for each in page.locator("#board .cell.open").all()}
    for name, sign in board.items():
        around = [str(each) for each in layout.neighbours(parse_cell(name)) if str(each) not in board]
        mines = [each for each in around if layout[parse_cell(each)] == "*"]
        if sign.isdigit() and 0 < len(mines) < len(around):
            break
    for mine in mines:
        cell(page, mine).click(button="right")
        expect(cell(page, mine)).to_have_attribute("aria-label", re.compile("flagged"))
    cell(page, name).click()
    for other in set(around) - set(mines):
        expect(cell(page, other)).to_have_attribute("aria-label", re.compile("open, clue"))
    page.click("#undo")
    expect(cell(page, next(iter(set(around) - set(mines))))).to_have_attribute("aria-label", re.compile("hidden"))


def test_why_by_a_click_in_a_game(page, url):
    opened_game(page, url)
    page.click("[data-tap=why]")
    name = page.locator("#board .cell.hidden").first.get_attribute("data-cell")
    cell(page, name).click()
    expect(page.locator("#why-title")).to_have_text(f"Why {name}?")
    expect(page.locator("#why-text")).to_contain_text(name)
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("hidden"))


def test_a_long_press_and_the_switch_set_flags(browser, url):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    opened(page, url)
    begin_game(page)
    cell(page, "A1").tap()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("open"))
    name = page.locator("#board .cell.hidden").last.get_attribute("data-cell")
    cell(page, name).scroll_into_view_if_needed()
    box = cell(page, name).bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    fingers = context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_timeout(900)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    page.wait_for_timeout(300)
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("flagged"))
    page.locator("[data-tap=flag]").tap()
    cell(page, name).tap()
    expect(cell(page, name)).not_to_have_attribute("aria-label", re.compile("flagged"))
    switch = page.locator("[data-tap=flag]").bounding_box()
    assert switch["y"] > 844 / 2, "the switch is within the thumb's reach"
    context.close()


def test_a_game_of_your_own_size_and_start(page, url):
    opened(page, url)
    page.click("#mode-play")
    expect(page.locator("#facts")).to_contain_text("mines")
    page.select_option("#level", "custom")
    page.fill("#own-width", "7")
    page.fill("#own-height", "4")
    page.fill("#own-mines", "6")
    page.locator(".bar.play-only summary").click()
    page.select_option("#start", "safe")
    page.click("#new-game")
    expect(page.locator("#facts")).to_have_text("7×4, 6 mines")
    page.fill("#own-mines", "many")
    page.click("#new-game")
    expect(page.locator("#error")).to_contain_text("whole numbers")
    page.fill("#own-mines", "28")
    page.click("#new-game")
    expect(page.locator("#error")).to_contain_text(re.compile("mines"))


def test_a_game_on_hexagons(page, url):
    from random import Random

    from logicms.game import Game

    opened(page, url)
    begin_game(page, "hex")
    expect(page.locator("#facts")).to_have_text("9×9 hexagons, 12 mines")
    cell(page, "D4").click()
    expect(cell(page, "D4")).to_have_attribute("aria-label", re.compile("open, clue 0"))
    board = Game.random(9, 9, 12, rng=Random(7), start="zero", grid="hex").open("D4").board
    for name in map(str, board.cells):
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("open" if name in board.open else "hidden"))


@pytest.mark.parametrize("grid", ["square", "hex", "torus"])
def test_the_page_knows_the_neighbours_of_a_cell(page, url, grid):
    """The chord and the drawing rest on it; the package is the judge."""
    from logicms.board import Board

    board = Board(("????",) * 4, grid=grid)
    opened(page, url)
    found = page.evaluate(
        """async ([rows, grid]) => {
            const { Board } = await import(new URL('static/board.js', document.baseURI));
            const board = new Board(rows, { grid });
            return Object.fromEntries(board.names('?').map((name) => [name, board.neighbours(name).sort()]));
        }""",
        [list(board.rows), grid],
    )
    assert found == {str(each): sorted(map(str, board.neighbours(each))) for each in board.cells}


def test_moves_are_said_to_a_screen_reader(page, url):
    layout = opened_game(page, url)
    expect(page.locator("#live")).to_contain_text("safe cells to go")
    mine = str(layout.known_mines[0])
    cell(page, mine).click()
    expect(page.locator("#live")).to_contain_text(f"{mine} was a mine: lost")


def test_why_of_a_clue_says_what_it_shows(page, url):
    opened_game(page, url)
    page.click("[data-tap=why]")
    name = page.locator("#board .cell.clue-1").first.get_attribute("data-cell")
    cell(page, name).click()
    expect(page.locator("#told")).to_contain_text(f"{name} shows 1: 1 mine among")
    expect(page.locator("#error")).to_be_hidden()


def test_on_a_phone_nothing_lies_over_the_board(browser, url):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    opened(page, url)
    begin_game(page, "beginner")
    cell(page, "E5").tap()
    expect(cell(page, "E5")).to_have_attribute("aria-label", re.compile("open"))
    page.locator("[data-tap=why]").tap()
    name = page.locator("#board .cell.hidden").first.get_attribute("data-cell")
    cell(page, name).tap()
    expect(page.locator("#why-text")).to_contain_text(name)
    page.wait_for_timeout(300)
    covered = page.evaluate("""() => [...document.querySelectorAll('[data-cell]')].filter((cell) => {
        const { left, top, width, height } = cell.getBoundingClientRect();
        return !cell.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }).map((cell) => cell.dataset.cell)""")
    context.close()
    assert covered == []
