"""The page in a real browser, Debian's Chromium: what people do on it, by mouse and by keyboard."""

from __future__ import annotations

import re
import urllib.parse
from fractions import Fraction

import pytest
from browsers import answered_late, need_a_browser, serious

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

from logicms.notation.odds import percent  # noqa: E402

ONE_TWO_ONE = "? ? ?\n1 2 1\n"
expect.set_options(timeout=30_000)


def opened(page, url, fragment=""):
    page.goto(f"{url}/{fragment}")
    expect(page.locator("#summary")).not_to_have_text(re.compile("Reading|Thinking"))
    return page


def cell(page, name):
    return page.locator(f"[data-cell={name}]")


def paste(page, text):
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.locator("#board [tabindex='0']").focus()
    page.keyboard.press("Control+V")


def test_paste_a_board_click_a_cell_step_through_its_proof(page, url):
    opened(page, url)
    paste(page, ONE_TWO_ONE)
    expect(page.locator("#summary")).to_contain_text("Every hidden cell is certain")
    expect(cell(page, "B1")).to_have_attribute("aria-label", "row 1, column 2, hidden, certainly safe")
    expect(cell(page, "A1")).to_have_class(re.compile("mine"))
    cell(page, "B1").click()
    expect(page.locator("#why-text")).to_contain_text("B1 is safe because of A2, B2 and C2")
    expect(page.locator("#step-number")).to_have_text(re.compile("Step 1 of [0-9]+"))
    number = page.locator("#steps li").count()
    clues = set()
    for step in range(2, number + 1):
        page.click("#step-on")
        expect(page.locator("#step-number")).to_have_text(f"Step {step} of {number}")
        clues |= {each.get_attribute("data-cell") for each in page.locator("#board .cell.used").all()}
    assert clues == {"A2", "B2", "C2"}, "each clue of the proof lights up"
    expect(page.locator("#steps [aria-current=step]")).to_contain_text("contradiction")
    expect(page.locator("#step-on")).to_be_disabled()
    page.click("#step-back")
    expect(page.locator("#step-number")).to_have_text(f"Step {number - 1} of {number}")
    page.click("[data-by=counting]")
    expect(page.locator("#steps")).to_contain_text("add A2 and C2, subtract B2")


def test_an_uncertain_cell_shows_two_placements(page, url):
    opened(page, url, "#board=?1?")
    cell(page, "A1").click()
    expect(page.locator("#why-text")).to_contain_text("A1 is not certain")
    expect(page.locator("#why-placements button")).to_have_count(2)
    page.locator("#why-placements button").nth(1).click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile("a mine in this placement"))
    page.click("[data-view=odds]")
    expect(cell(page, "A1")).to_have_text("50")


def test_odds_read_the_same_as_in_the_terminal(page, url):
    """Every half per cent, exactly and just beside it, down to differences that no float can hold."""
    beside = [Fraction(0), *(Fraction(1, 10**n) for n in (3, 9, 17, 30, 400))]
    near = {Fraction(n, 200) + sign * by for n in range(201) for by in beside for sign in (1, -1)}
    odds = sorted(each for each in near | {Fraction(1, 3), Fraction(6, 77), Fraction(71, 77)} if 0 <= each <= 1)
    opened(page, url)
    shown = page.evaluate(
        "async (odds) => { const { percent } = await import('/static/odds.js'); return odds.map(percent); }",
        list(map(str, odds)),
    )
    assert shown == list(map(percent, odds))
    assert [shown[0], shown[1], shown[-2], shown[-1]] == ["0", "<1", ">99", "100"]


@pytest.mark.parametrize("size, shown", [((20, 10), "1"), ((67, 3), "<1")], ids=["1/200", "1/201"])
def test_small_odds_are_not_drawn_as_none(page, url, size, shown):
    width, height = size
    opened(page, url, f"#board={'/'.join(['?' * width] * height)}&mines=1")
    page.click("[data-view=odds]")
    expect(cell(page, "A1")).to_have_text(shown)
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile(f"mine odds {shown} percent"))
    cell(page, "A1").click()
    expect(page.locator("#why-text")).to_contain_text(f"The odds of a mine are {shown} %.")


def test_edit_by_keyboard(page, url):
    opened(page, url, "#board=???/???")
    cell(page, "A1").focus()
    page.keyboard.press("ArrowDown")
    for key in ("1", "ArrowRight", "2", "ArrowRight", "1"):
        page.keyboard.press(key)
    expect(cell(page, "B1")).to_have_class(re.compile("safe"))
    expect(page).to_have_url(re.compile("#board=.*/121"))
    assert page.locator("#board [tabindex='0']").count() == 1, "one cell is in the order of Tab"
    expect(cell(page, "C2")).to_be_focused()
    page.keyboard.press("h")
    expect(cell(page, "C2")).to_have_attribute("aria-label", "row 2, column 3, hidden")
    page.keyboard.press("f")
    expect(cell(page, "C2")).to_have_attribute("aria-label", re.compile("hidden, flagged"))


def test_the_ladder_of_help(page, url):
    opened(page, url, "#board=????/1221")
    page.click("[data-view=plain]")
    for rung, text in enumerate(
        ["Look at B1 to D2", "Use the clues C2 and D2", "one clue inside another", "B1 is a mine"], 1
    ):
        page.click("#hint")
        expect(page.locator("#ladder li")).to_have_count(rung)
        expect(page.locator("#ladder li").nth(rung - 1)).to_contain_text(text)
    expect(page.locator("#why-text")).to_contain_text("B1 is a mine")
    expect(page.locator("#hint")).to_be_disabled()


def test_play_and_win_a_small_seeded_game_by_keyboard(page, url):
    from random import Random

    from logicms.board import parse_cell
    from logicms.game import Game

    layout = Game.random(6, 6, 5, rng=Random(7), start="zero").open(parse_cell("A1")).layout
    opened(page, url)
    page.click("#mode-play")
    page.select_option("#level", "small")
    page.fill("#seed", "7")
    page.click("#new-game")
    expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    expect(page.locator("#summary")).to_contain_text("This game has a seed")
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
    expect(page.locator("#summary")).to_contain_text("Won")
    page.click("#review")
    expect(page.locator("#replay-text")).to_contain_text("openings")
    assert page.locator("#replay-list button").count() >= 1


def test_a_board_that_needs_no_guess_is_won_by_logicms_without_one(page, url):
    opened(page, url)
    page.click("#mode-play")
    page.get_by_label("Boards").select_option("No guess needed")
    page.select_option("#level", "small")
    page.fill("#seed", "4")
    page.click("#new-game")
    expect(page.locator("#summary")).to_contain_text("C3 is open: from here no guess is needed.")
    expect(cell(page, "C3")).to_have_attribute("aria-label", "row 3, column 3, open, clue 0")
    page.click("#undo")
    expect(page.locator("#summary")).to_contain_text("Open C3: from there no guess is needed.")
    while "Won" not in (said := page.text_content("#summary")):
        page.click("#auto")
        expect(page.locator("#summary")).not_to_have_text(said)
    page.click("#review")
    expect(page.locator("#replay-text")).to_contain_text("no guess at all")


def test_a_board_that_needs_a_technique_or_cannot_be_found(page, url):
    opened(page, url)
    page.click("#mode-play")
    page.select_option("#kind", "subset")
    page.click("#new-game")
    expect(page.locator("#summary")).to_contain_text("from here no guess is needed")
    wish = {"width": 3, "height": 3, "mines": 4, "technique": "split"}
    page.route("**/v1/games", lambda route: route.continue_(post_data=wish))
    page.click("#new-game")
    expect(page.locator("#error")).to_contain_text("no such board of 3x3 with 4 mines")


def test_a_new_game_replaces_the_one_that_is_being_made(page, url):
    opened(page, url)
    with answered_late(page, "**/v1/games"):
        with page.expect_request("**/v1/games"):
            page.click("#mode-play")
        page.select_option("#level", "small")
        page.click("#new-game")
        expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", "row 1, column 1, open, clue 0")


def test_losing_undo_and_letting_logicms_move(page, url):
    from random import Random

    from logicms.board import parse_cell
    from logicms.game import Game

    layout = Game.random(6, 6, 5, rng=Random(7), start="zero").open(parse_cell("A1")).layout
    mine = str(layout.known_mines[0])
    opened(page, url)
    page.click("#mode-play")
    page.select_option("#level", "small")
    page.fill("#seed", "7")
    page.click("#new-game")
    expect(page.locator("#facts")).to_have_text("6×6, 5 mines")
    cell(page, "A1").click()
    expect(cell(page, "A1")).to_have_attribute("aria-label", "row 1, column 1, open, clue 0")
    cell(page, mine).click(button="right")
    expect(cell(page, mine)).to_have_attribute("aria-label", re.compile("flagged"))
    cell(page, mine).press("f")
    expect(cell(page, mine)).not_to_have_attribute("aria-label", re.compile("flagged"))
    cell(page, mine).click()
    expect(page.locator("#summary")).to_contain_text(f"{mine} was a mine: lost")
    page.click("#review")
    expect(page.locator("#replay-text")).to_contain_text("1 of them not needed")
    expect(page.locator("#replay-move")).to_contain_text("a guess that was not needed")
    page.click("#undo")
    expect(page.locator("#summary")).to_contain_text("1 move was taken back")
    page.click("#auto")
    expect(page.locator("#summary")).to_contain_text("logicms opened")


def test_share_by_a_link(page, url):
    opened(page, url, f"#board=???/121&title={urllib.parse.quote('shared & <b>')}&cell=B1")
    expect(page.locator("#board-title")).to_have_text("shared & <b>")
    expect(page.locator("#why-text")).to_contain_text("B1 is safe")
    page.click("#share")
    expect(page.locator("#copied")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    again = page.context.new_page()
    again.goto(link)
    expect(again.locator("#why-text")).to_contain_text("B1 is safe")
    for kind, begins in (("board", "title: shared"), ("svg", "<svg"), ("emoji", "")):
        page.click(f"[data-copy={kind}]")
        expect(page.locator("#copied")).to_have_text(
            re.compile({"board": "Text", "svg": "SVG", "emoji": "Emoji"}[kind])
        )
        text = page.evaluate("navigator.clipboard.readText()")
        assert text.startswith(begins) and text.strip()


def test_hexagons_and_joined_edges(page, url):
    opened(page, url)
    paste(page, "grid: hex\n? ? ? ?\n ? 1 ? ?\n? ? 2 ?\n")
    expect(page.locator("#facts")).to_have_text("4×3 hexagons, mine total unknown")
    expect(cell(page, "D3")).to_have_class(re.compile("mine"))
    boxes = {name: cell(page, name).bounding_box() for name in ("A1", "B1", "A2", "A3")}
    half_way = (boxes["A1"]["x"] + boxes["B1"]["x"]) / 2
    assert abs(boxes["A2"]["x"] - half_way) < 1 and boxes["A3"]["x"] == boxes["A1"]["x"]
    page.click("#share")
    expect(page.locator("#copied")).to_have_text("Link copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "grid=hex" in link
    again = page.context.new_page()
    again.goto(link)
    expect(again.locator("#facts")).to_contain_text("hexagons")
    again.close()
    page.select_option("#sample", label="Joined edges")
    expect(page.locator("#facts")).to_contain_text("4×4, opposite edges joined")
    expect(cell(page, "B3")).to_have_class(re.compile("mine"))
    page.select_option("#sample", label="One-two-one")
    expect(page.locator("#board")).not_to_have_class(re.compile("hex|torus"))


def test_a_game_on_hexagons(page, url):
    from random import Random

    from logicms.game import Game

    opened(page, url)
    page.click("#mode-play")
    page.select_option("#level", "hex")
    page.fill("#seed", "7")
    page.click("#new-game")
    expect(page.locator("#facts")).to_have_text("9×9 hexagons, 12 mines")
    cell(page, "D4").click()
    expect(cell(page, "D4")).to_have_attribute("aria-label", re.compile("open, clue 0"))
    board = Game.random(9, 9, 12, rng=Random(7), start="zero", grid="hex").open("D4").board
    for name in map(str, board.cells):
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile("open" if name in board.open else "hidden"))


@pytest.mark.parametrize(
    "text, message",
    [("? 1\n1 9\n", "Line 2, column 3"), ("mines: 9\n? ?", "more than the 2 cells"), ("hello <img src=x>", "Line 1")],
)
def test_a_broken_board_is_said_clearly(page, url, text, message):
    opened(page, url)
    page.click("#edit-text")
    page.fill("#text", text)
    page.click("#text-form button[type=submit]")
    expect(page.locator("#error")).to_be_visible()
    expect(page.locator("#error")).to_contain_text(message)
    assert page.input_value("#text") == text, "what was typed is still there to be mended"
    assert page.locator("#error img").count() == 0
    page.fill("#text", ONE_TWO_ONE)
    page.click("#text-form button[type=submit]")
    expect(page.locator("#error")).to_be_hidden()
    expect(cell(page, "B1")).to_have_class(re.compile("safe"))


def test_a_broken_link_and_a_contradiction(page, url):
    opened(page, url, "#board=9?")
    expect(page.locator("#error")).to_contain_text("The board of this link cannot be read")
    opened(page, url, "#board=?1?/3??")
    page.goto(f"{url}/#board=3?/??/12")
    expect(page.locator("#summary")).to_contain_text("This board is inconsistent")
    expect(cell(page, "A1")).to_have_class(re.compile("clash"))


def test_a_link_counts_even_if_an_answer_replaces_the_address(page, url):
    opened(page, url, "#board=?1?/???")
    page.evaluate("() => { location.hash = '#board=3?/??/12'; history.replaceState(null, '', '#board=?1?/???'); }")
    expect(page.locator("#summary")).to_contain_text("This board is inconsistent")


def test_of_two_links_the_last_one_counts(page, url):
    opened(page, url)
    with answered_late(page, "**/v1/convert"):
        with page.expect_request("**/v1/convert"):
            page.goto(f"{url}/#board=???/121")
        page.goto(f"{url}/#board=3?/??/12")
        expect(cell(page, "A1")).to_have_class(re.compile("clash"))
    expect(page.locator("#facts")).to_have_text(re.compile("2×3"))
    assert page.url.endswith("#board=3?/??/12")


def test_drop_a_file_and_draw_a_random_position(page, url):
    opened(page, url)
    drop = """text => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], "board.txt"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true }));
    }"""
    page.evaluate(drop, "3x2x2\nHHH\n121\n")  # another program's format, recognised
    expect(page.locator("#facts")).to_have_text("3×2, 2 mines")
    expect(cell(page, "A1")).to_have_class(re.compile("mine"))
    page.select_option("#sample", "random")
    expect(page.locator("#facts")).to_have_text("16×12, 32 mines")
    expect(cell(page, "H6")).to_have_attribute("aria-label", "row 6, column 8, open, clue 0")


def test_learn_is_linked_and_a_cell_can_be_proved_by_hand(page, url):
    opened(page, url, "#board=???/121&cell=B1")
    expect(page.locator("#step-number")).to_have_text(re.compile("Step 1"))
    page.click("#why-yourself")
    expect(page).to_have_url(re.compile("/learn#board=.*&prove=~B1"))
    expect(page.locator(".ask")).to_have_text("Show that B1 is safe, by resolution.")
    page.get_by_role("link", name="Play").click()
    expect(page.locator("#facts")).to_contain_text("mines")
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", name="Lessons")).to_be_visible()


def test_a_service_that_is_gone_is_said(page, url):
    opened(page, url)
    page.route("**/v1/prove", lambda route: route.abort())
    page.locator(".cell.safe").first.click()
    expect(page.locator("#error")).to_contain_text("does not answer")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious(browser, url, scheme, width):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 860}, reduced_motion="reduce"
    )
    page = context.new_page()
    opened(page, url)
    found = {"start": serious(page)}
    page.locator(".cell.safe").first.click()
    expect(page.locator("#steps li").first).to_be_visible()
    found["why"] = serious(page)
    page.click("[data-view=odds]")
    page.click("#edit-text")
    found["odds"] = serious(page)
    page.click("#mode-play")
    expect(page.locator("#summary")).to_contain_text("mines")
    page.click("#auto")
    expect(page.locator("#summary")).to_contain_text("logicms opened")
    found["play"] = serious(page)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    context.close()
    assert found == {"start": [], "why": [], "odds": [], "play": []}
    assert overflow <= 0, "the page itself never scrolls sideways"
