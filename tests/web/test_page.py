"""The page in a real browser, Debian's Chromium: what people do on it, by mouse and by keyboard."""

from __future__ import annotations

import re
import urllib.parse
from fractions import Fraction
from pathlib import Path

import pytest
from browsers import begin_game, cell, layout_of, need_a_browser, opened, paste, serious

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

from logicms.notation.boards import format_link, parse_link  # noqa: E402
from logicms.notation.texts import percent  # noqa: E402

ONE_TWO_ONE = "? ? ?\n1 2 1\n"
expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside


def test_it_opens_with_an_example_solved(page, url):
    opened(page, url)
    expect(page.locator("#mode-analyse")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#summary")).to_contain_text("6 cells are certainly safe")
    expect(cell(page, "G4")).to_have_attribute("aria-label", "G4, hidden, certainly safe")
    assert page.get_by_role("gridcell").count() == 81


def test_paste_a_board_click_a_cell_step_through_its_proof(page, url):
    opened(page, url)
    paste(page, ONE_TWO_ONE)
    expect(page.locator("#summary")).to_contain_text("Every hidden cell is certain")
    expect(cell(page, "A1")).to_have_class(re.compile("mine"))
    cell(page, "B1").click()
    expect(page.locator("#why-text")).to_contain_text("B1 is safe because of A2, B2 and C2")
    page.click("[data-by=resolution]")
    expect(page.locator("#steps")).to_contain_text("contradiction")  # until then, the shortest proof is shown
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


# -- odds


def test_odds_read_the_same_as_in_the_terminal(page, url):
    """Every half per cent, exactly and just beside it, down to differences that no float can hold."""
    beside = [Fraction(0), *(Fraction(1, 10**n) for n in (3, 9, 17, 30, 400))]
    near = {Fraction(n, 200) + sign * by for n in range(201) for by in beside for sign in (1, -1)}
    odds = sorted(each for each in near | {Fraction(1, 3), Fraction(6, 77), Fraction(71, 77)} if 0 <= each <= 1)
    opened(page, url)
    load = "const { percent } = await import(new URL('static/odds.js', document.baseURI));"
    shown = page.evaluate(f"async (odds) => {{ {load} return odds.map(percent); }}", list(map(str, odds)))
    assert shown == list(map(percent, odds))
    assert [shown[0], shown[1], shown[-2], shown[-1]] == ["0", "<1", ">99", "100"]


@pytest.mark.parametrize("size, shown", [((20, 10), "1"), ((67, 3), "<1")], ids=["1/200", "1/201"])
def test_small_odds_are_not_drawn_as_none(page, url, size, shown):
    width, height = size
    opened(page, url, f"#board={'/'.join(['?' * width] * height)}&mines=1")
    page.click("[data-view=odds]")
    expect(cell(page, "A1")).to_have_text(shown)
    expect(cell(page, "A1")).to_have_attribute("aria-label", re.compile(f"probability of a mine {shown} percent"))
    cell(page, "A1").click()
    expect(page.locator("#why-text")).to_contain_text(f"({shown} %).")


def test_the_exact_fraction_is_there_on_hover_and_on_focus(page, url):
    opened(page, url, "#board=?1?/???/???&mines=2")
    page.click("[data-view=odds]")
    expect(cell(page, "A2")).to_have_class(re.compile("heat"))
    cell(page, "A2").hover()
    expect(page.locator("#about-cell")).to_have_text(re.compile(r"A2: a mine with probability \d+/\d+ \(\d+ %\)"))
    expect(cell(page, "A2")).to_have_attribute("title", re.compile(r"A2: a mine with probability \d+/\d+"))
    cell(page, "A1").focus()
    expect(page.locator("#about-cell")).to_have_text(re.compile(r"A1: a mine with probability \d+/\d+"))


def test_the_heat_map_tells_28_from_50_from_72_without_colours(page, url):
    """A cell is filled up to its odds, and the three colours differ."""
    opened(page, url)
    page.click("[data-view=odds]")
    expect(page.locator(".cell.heat").first).to_be_visible()
    drawn = page.evaluate("""() => [0.28, 0.5, 0.72].map((odds) => {
        const cell = document.querySelector('.cell.heat');
        cell.style.setProperty('--odds', odds);
        const { backgroundImage, backgroundColor } = getComputedStyle(cell);
        return [backgroundImage, backgroundColor];
    })""")
    assert [round(float(re.search(r"([\d.]+)%", level)[1])) for level, _ in drawn] == [28, 50, 72]
    assert len({colour for _, colour in drawn}) == 3


def test_odds_of_safety_and_of_a_zero(page, url):
    opened(page, url, "#board=?1?/???/???&mines=2")
    page.click("[data-view=odds]")
    expect(cell(page, "A3")).to_have_class(re.compile("heat"))
    mine = int(cell(page, "A3").text_content())
    page.select_option("#odds-of", "safe")
    expect(cell(page, "A3")).to_have_attribute("aria-label", re.compile("probability of being safe"))
    assert int(cell(page, "A3").text_content()) + mine == 100
    page.select_option("#odds-of", "zero")
    expect(cell(page, "A3")).to_have_attribute("aria-label", re.compile("probability of opening a 0"))


def test_an_empty_board_does_not_pretend_to_know_odds(page, url):
    opened(page, url, "#board=???/???")
    expect(page.locator("#summary")).to_have_text("Nothing is known yet: draw clues, or say how many mines there are.")
    page.click("[data-view=odds]")
    page.wait_for_timeout(300)
    assert page.locator(".cell.heat").count() == 0


NOT_SAFEST = "mines: 9\n01????\n013???\n001???\n1122??\n??3???\n??????\n"
"""A board whose best guess is not its safest cell."""


def test_the_best_guess_is_not_called_the_safest(page, url):
    opened(page, url)
    paste(page, NOT_SAFEST)
    expect(page.locator("#summary")).to_contain_text("Best guess: ")
    said = page.text_content("#summary")
    best = re.search(r"Best guess: (\w+), a mine with probability (\S+)[^:]*: (.+?)\.", said)
    assert best[3], "the reason of the guess is said"
    safest = re.search(r"The safest (?:is|are) ([A-Z0-9, and]+?), with (\S+)", said)
    assert best[1] not in re.findall(r"[A-Z]+\d+", safest[1])
    assert Fraction(safest[2].strip("(")) < Fraction(best[2].strip("("))
    page.click("[data-view=odds]")
    expect(page.locator("#board .cell.best")).to_have_count(1)
    expect(cell(page, best[1])).to_have_class(re.compile("best"))


def test_what_follows_is_said_once_and_without_a_count_of_none(page, url):
    opened(page, url, "#board=?2??/2?2?/?2??")
    expect(page.locator("#summary")).to_have_text("3 cells are certainly safe; nothing is certain about the others.")
    page.goto(f"{url}/#board=????/?1??/????&mines=3")
    page.click("[data-view=odds]")
    expect(page.locator("#summary")).to_contain_text("19/24")
    assert page.text_content("#summary").count("19/24") == 1


# -- what is shown, and help


def test_answers_can_be_hidden_and_the_choice_is_remembered(page, url):
    opened(page, url)
    page.click("[data-view=hidden]")
    expect(page.locator("#summary")).to_contain_text("The answers are hidden")
    assert page.locator("#board .cell.safe, #board .cell.mine").count() == 0
    page.reload()
    expect(page.locator("#summary")).to_contain_text("The answers are hidden")
    assert page.locator("#board .cell.safe, #board .cell.mine").count() == 0
    page.click("[data-view=certain]")
    expect(page.locator("#board .cell.safe").first).to_be_visible()


def test_the_ladder_of_help(page, url):
    opened(page, url, "#board=????/1221")
    page.click("[data-view=hidden]")
    for rung, text in enumerate(
        ["Look at B1 to D2", "Use the clues C2 and D2", "one clue inside another", "B1 is a mine"], 1
    ):
        page.click("#hint")
        expect(page.locator("#ladder li")).to_have_count(rung)
        expect(page.locator("#ladder li").nth(rung - 1)).to_contain_text(text)
    expect(page.locator("#ladder li").last).to_contain_text('the card "Why B1?" proves it')
    expect(page.locator("#why-title")).to_have_text("Why B1?")
    expect(page.locator("#why-text")).to_contain_text("B1 is a mine")
    expect(page.locator("#hint")).to_be_disabled()
    enabled, disabled = (
        page.evaluate(f"getComputedStyle(document.querySelector('{each}')).backgroundColor")
        for each in ("#text-form .strong", "#hint")
    )
    assert enabled != disabled, "a button that does nothing looks so"


# -- in and out


def test_share_by_a_link(page, url):
    opened(page, url, f"#board=???/121&title={urllib.parse.quote('shared & <b>')}&cell=B1")
    expect(page.locator("#board-title")).to_have_text("shared & <b>")
    expect(page.locator("#why-text")).to_contain_text("B1 is safe")
    page.get_by_text("Save", exact=True).click()
    page.click("#share")
    expect(page.locator("#told")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{url}/#board=???/121&") and parse_link(link).title == "shared & <b>"
    again = page.context.new_page()
    again.goto(link)
    expect(again.locator("#why-text")).to_contain_text("B1 is safe")
    again.goto("about:blank")
    again.goto(format_link(parse_link(link), f"{url}/").rstrip().replace("/121", "/12"))
    expect(again.locator("#error")).to_contain_text("row 2 has 2 cells")
    for kind, begins in (("text", "title: shared"), ("svg", "<svg"), ("emoji", "")):
        page.get_by_text("Save", exact=True).click()
        page.click(f"[data-copy={kind}]")
        expect(page.locator("#told")).to_have_text(re.compile(f"{kind} copied", re.IGNORECASE))
        text = page.evaluate("navigator.clipboard.readText()")
        assert text.startswith(begins) and text.strip()


@pytest.mark.parametrize(
    "form, begins",
    [("text", b"title: A game"), ("svg", b"<svg"), ("png", b"\x89PNG"), ("latex", b"\\documentclass")],
)
def test_save_a_board(page, url, form, begins):
    opened(page, url)
    page.get_by_text("Save", exact=True).click()
    with page.expect_download() as saved:
        page.click(f"[data-save={form}]")
    content = Path(saved.value.path()).read_bytes()
    assert content.startswith(begins), content[:80]


@pytest.mark.parametrize("form, holds", [("json", b'"checked":true'), ("words", b"G4"), ("latex", b"documentclass")])
def test_save_a_proof(page, url, form, holds):
    opened(page, url)
    cell(page, "G4").click()
    expect(page.locator("#steps li").first).to_be_visible()
    page.get_by_text("Save this proof").click()
    with page.expect_download() as saved:
        page.click(f"[data-save-proof={form}]")
    assert holds in Path(saved.value.path()).read_bytes()


def test_hexagons_and_joined_edges(page, url):
    opened(page, url)
    paste(page, "grid: hex\n? ? ? ?\n ? 1 ? ?\n? ? 2 ?\n")
    expect(page.locator("#facts")).to_have_text("4×3 hexagons, mine total unknown")
    expect(cell(page, "D3")).to_have_class(re.compile("mine"))
    boxes = {name: cell(page, name).bounding_box() for name in ("A1", "B1", "A2", "A3")}
    half_way = (boxes["A1"]["x"] + boxes["B1"]["x"]) / 2
    assert abs(boxes["A2"]["x"] - half_way) < 1 and boxes["A3"]["x"] == boxes["A1"]["x"]
    again = page.context.new_page()
    again.goto(page.url)
    expect(again.locator("#facts")).to_contain_text("hexagons")
    again.close()
    page.select_option("#sample", label="Joined edges")
    expect(page.locator("#facts")).to_contain_text("4×4, opposite edges joined")
    expect(cell(page, "B3")).to_have_class(re.compile("mine"))
    page.select_option("#sample", label="One-two-one")
    expect(page.locator("#board")).not_to_have_class(re.compile("hex|torus"))


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
    expect(cell(page, "H6")).to_have_attribute("aria-label", "H6, open, clue 0")


def test_learn_is_linked_and_a_cell_can_be_proved_by_hand(page, url):
    opened(page, url, "#board=???/121&cell=B1")
    expect(page.locator("#steps li").first).to_be_visible()
    page.click("#why-yourself")
    expect(page).to_have_url(re.compile("learn.html#.*&prove=~B1"))
    expect(page.locator(".ask")).to_have_text("Show that B1 is safe, by resolution.")
    page.get_by_role("link", name="Play").click()
    expect(page.locator("#facts")).to_contain_text("mines")
    expect(page.locator("#mode-play")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", name="Lessons")).to_be_visible()


def test_settings_are_remembered(page, url):
    opened(page, url)
    page.click("#settings-open")
    page.select_option("#set-type", "150")
    page.select_option("#set-theme", "dark")
    page.uncheck("#set-colours")
    page.get_by_role("button", name="Done").click()
    opened(page, url)
    page.reload()
    assert page.evaluate("getComputedStyle(document.querySelector('.side')).zoom") == "1.5"
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    assert not page.evaluate("document.documentElement.classList.contains('coloured')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_in_any_state(browser, url, scheme, width):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 860}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    opened(page, url)
    found = {"start": serious(page)}
    page.locator(".cell.safe").first.click()
    expect(page.locator("#steps li").first).to_be_visible()
    found["why"] = serious(page)
    page.click("[data-by=resolution]")
    page.click("#step-on")
    found["step"] = serious(page)
    page.click("[data-view=odds]")
    expect(page.locator(".cell.heat").first).to_be_visible()
    page.click("#edit-text")
    page.click("#edit-size")
    found["odds, text and size"] = serious(page)
    page.locator(".cell.heat").first.click()
    expect(page.locator("#why-placements button").first).to_be_visible()
    found["placements"] = serious(page)
    page.click("#kept-open")
    found["kept"] = serious(page)
    page.keyboard.press("Escape")
    page.click("#settings-open")
    found["settings"] = serious(page)
    page.keyboard.press("Escape")
    page.click("#hint")
    expect(page.locator("#ladder li").first).to_be_visible()
    found["tip"] = serious(page)
    page.click("#path-start")
    expect(page.locator("#path-list button").first).to_be_visible()
    found["path"] = serious(page)
    page.goto(f"{url}/#board=3?/??/12")
    expect(page.locator("#why-title")).to_contain_text("inconsistent")
    found["contradiction"] = serious(page)
    page.click("#mode-play")
    expect(page.locator("#summary")).to_contain_text("mines")
    page.click("#auto")
    expect(page.locator("#summary")).to_contain_text("logicms opened")
    found["play"] = serious(page)
    begin_game(page)
    mine = str(layout_of().known_mines[0])
    for name in ("A1", mine):
        cell(page, name).click()
        expect(cell(page, name)).to_have_class(re.compile("open|clash"))
    expect(page.locator("#board-title")).to_have_text("Game lost")
    found["lost"] = serious(page)
    page.click("#review")
    expect(page.locator("#replay-list button").first).to_be_visible()
    found["looking back"] = serious(page)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    context.close()
    assert {state: each for state, each in found.items() if each} == {}
    assert overflow <= 0, "the page itself never scrolls sideways"
