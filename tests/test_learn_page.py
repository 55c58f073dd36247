"""The page to learn on, in a real browser: a scripted learner, by keyboard alone where that is the point."""

from __future__ import annotations

import json
import re

import pytest
from browsers import answered_late, need_a_browser, serious
from conftest import FULL

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

from logicms.teach.library import lesson_names, our_lesson  # noqa: E402

expect.set_options(timeout=30_000)
KEY = "logicms.learn.1"


def opened(page, url, lesson, stop=0):
    """Open a lesson at a stop, as if the learner had come so far."""
    page.goto(f"{url}/learn")
    expect(page.locator(".lesson-card")).to_have_count(len(lesson_names()))
    state = {"lesson": lesson, "stop": stop, "so_far": "", "level": 0, "solved": []}
    kept = json.dumps({lesson: {"state": state, "notes": {}, "done": False}})
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [KEY, kept])
    page.goto(f"{url}/learn#{lesson}")
    expect(page.locator("#here")).to_be_visible()
    return page


def stop_of(lesson, exercise):
    return next(
        n for n, stop in enumerate(our_lesson(lesson).stops) if stop.exercise and stop.exercise.name == exercise
    )


def press(page, name):
    page.get_by_role("button", name=name, exact=True).click()


def tab_to(page, wanted):
    """Press Tab until a control of this text or kind has the focus, as somebody without a mouse does."""
    says = "() => document.activeElement.textContent.trim() + ' ' + (document.activeElement.type ?? '')"
    for _ in range(40):
        page.keyboard.press("Tab")
        if re.search(wanted, page.evaluate(says)):
            return
    raise AssertionError(f"Tab does not reach {wanted!r}")


def test_the_first_lesson_from_end_to_end_by_keyboard(page, url):
    lesson = our_lesson("01-proposition")
    page.goto(f"{url}/learn")
    expect(page.locator(".lesson-card").first).to_contain_text("5 exercises")
    tab_to(page, "What a proposition is")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="1. What a proposition is")).to_be_focused()
    for number, stop in enumerate(lesson.stops):
        expect(page.locator(".place")).to_have_text(f"Page {number + 1} of {len(lesson.stops)}")
        if number:
            expect(page.locator("#here")).to_be_focused()
        assert page.locator(".stop.past").count() == number, "what lies behind stays above"
        if stop.exercise is None:
            tab_to(page, "^Continue")
        elif stop.exercise.kind == "choice":
            tab_to(page, "radio")
            for _ in range("abcd".index(stop.exercise.answers[0])):
                page.keyboard.press("ArrowDown")
        else:
            tab_to(page, " text$")
            page.keyboard.type(stop.exercise.answers[0])
        page.keyboard.press("Enter")
        if stop.exercise is not None:
            expect(page.locator("#here .verdict.right")).to_contain_text(stop.exercise.because)
            expect(page.get_by_role("button", name="Continue")).to_be_focused()
            page.keyboard.press("Enter")
    expect(page.locator("#here")).to_contain_text("You solved 5 of 5 exercises")
    expect(page.get_by_role("link", name="Next: 2. From a clue to clauses")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    expect(page.locator(".lesson-card").first).to_contain_text("✓ Done")
    expect(page.locator(".lesson-card").first).to_contain_text("5 of 5 solved")


def test_a_mistake_is_named_and_tips_come_one_by_one(page, url):
    opened(page, url, "01-proposition")
    press(page, "Check")
    expect(page.locator(".verdict")).to_contain_text("Choose one of them first")
    page.get_by_label("Where are the mines?").check()
    press(page, "Check")
    expect(page.locator(".verdict")).to_contain_text("A question is neither true nor false.")
    expect(page.locator(".verdict .sign")).to_have_text("✗")
    expect(page.locator(".verdict")).to_have_attribute("role", "status")
    for level in (1, 2, 3):
        press(page, f"Tip {level} of 3")
        expect(page.locator(".tips-given li")).to_have_count(level)
    expect(page.get_by_role("button", name="No further tips")).to_be_disabled()
    expect(page.get_by_label("Where are the mines?")).to_be_checked()
    press(page, "Skip")
    expect(page.locator(".stop.past .verdict")).to_contain_text("Skipped")
    press(page, "Back")
    expect(page.locator(".place")).to_have_text("Page 1 of 7")


def test_a_wrong_line_of_a_proof_is_marked_and_can_be_mended(page, url):
    opened(page, url, "06-resolution", stop_of("06-resolution", "glass"))
    field = page.locator("textarea")
    field.fill("~old | fragile   given\nold | copy   given\nfragile   from 1 2 on old")
    field.press("Enter")
    lines = page.locator(".lines li")
    expect(lines).to_have_count(3)
    expect(lines.nth(0)).to_have_class("right")
    expect(lines.nth(2)).to_have_class("wrong")
    expect(lines.nth(2)).to_contain_text("copy is missing: it is in line 2")
    expect(lines.nth(2).locator(".sign")).to_have_text("✗")
    expect(field).to_be_focused()
    assert "fragile" in field.input_value(), "the wrong line is there to be mended"
    field.fill("fragile | copy   from 1 2 on old")
    field.press("Enter")
    expect(page.locator(".verdict.open")).to_contain_text("Right so far")
    expect(field).to_have_value("")
    expect(page.locator("label.field-name")).to_have_text("Line 4 of your proof")
    page.reload()
    expect(page.locator(".lines li")).to_have_count(3)
    press(page, "Undo last line")
    expect(page.locator(".lines li")).to_have_count(2)
    rest = ["fragile | copy from 1 2", "~fragile | glass given", "~copy | glass given", "copy | glass from 3 4"]
    for number, line in enumerate([*rest, "glass from 5 6"], 4):
        field.fill(line)
        field.press("Enter")
        if number < 8:
            expect(page.locator("label.field-name")).to_have_text(f"Line {number} of your proof")
    expect(page.locator(".verdict.right")).to_contain_text("Two cases, each of which leads to glass")
    press(page, "Continue")
    expect(page.locator(".stop.past").last).to_contain_text("7. glass")


def test_cells_are_marked_by_click_and_key(page, url):
    number = stop_of("04-unit-resolution", our_lesson("04-unit-resolution").stops[1].exercise.name)
    exercise = our_lesson("04-unit-resolution").stops[number].exercise
    opened(page, url, "04-unit-resolution", number)
    field, certain = page.locator("input.answer"), exercise.task.certain
    first, *others = certain
    cell = page.locator(f"#here .markable [data-cell={first}]")
    cell.click()
    expect(cell).to_have_attribute("aria-label", re.compile(f"^{first}, hidden, safe, you say"))
    expect(field).to_have_value(f"safe {first}")
    cell.click()
    expect(field).to_have_value(f"mine {first}")
    cell.click()
    expect(field).to_have_value("")
    for name, mine in certain.items():
        page.locator(f"#here .markable [data-cell={name}]").focus()
        page.keyboard.press("m" if mine else "s")
    field.press("Enter")
    expect(page.locator("#here .verdict.right")).to_be_visible()
    assert others


@pytest.mark.full
def test_every_exercise_of_every_lesson_can_be_answered_on_the_page(page, url):
    for name in lesson_names() if FULL else ("02-clue-to-clauses", "10-mine-total"):
        lesson = our_lesson(name)
        opened(page, url, name)
        for stop in lesson.stops:
            if stop.exercise is None:
                press(page, "Continue")
                continue
            if stop.exercise.kind == "choice":
                page.locator(f"#here input[value={stop.exercise.answers[0]}]").check()
            else:
                page.locator("#here .answer").fill(stop.exercise.answers[0])
            press(page, "Check")
            expect(page.locator("#here .verdict.right"), f"{name}: {stop.exercise.name}").to_be_visible()
            press(page, "Continue")
        expect(page.locator("#here")).to_contain_text(f"{len(lesson.exercises)} of {len(lesson.exercises)}")


def test_progress_survives_a_reload_and_what_is_broken_is_ignored(page, url):
    opened(page, url, "01-proposition")
    page.locator("input[value=c]").check()
    press(page, "Check")
    press(page, "Continue")
    page.reload()
    expect(page.locator(".place")).to_have_text("Page 2 of 7")
    expect(page.locator(".stop.past .verdict")).to_contain_text("Solved")
    expect(page.locator(".stop.past .verdict")).to_contain_text("It is false, and so it is a proposition.")
    page.goto(f"{url}/learn")
    expect(page.locator(".lesson-card").first).to_contain_text("Go on, page 2")
    expect(page.locator("footer")).to_contain_text("kept in this browser")
    for broken in ("{", "[]", "7", '{"01-proposition": {"state": {"lesson": "01-proposition", "stop": "<b>"}}}'):
        page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [KEY, broken])
        page.reload()
        expect(page.locator(".lesson-card").first).to_contain_text("Begin")
    page.locator(".lesson-card").first.click()
    expect(page.locator(".place")).to_have_text("Page 1 of 7")


def test_boards_lead_to_the_solver_and_unknown_lessons_to_the_list(page, url):
    opened(page, url, "01-proposition")
    link = page.get_by_role("link", name="Open this board in the solver").first
    assert link.get_attribute("href") == "/#board=???/121&title=row"
    page.goto(f"{url}/learn#no-such<b>")
    expect(page.locator("#error")).to_contain_text("there is no lesson")
    expect(page.locator(".lesson-card")).to_have_count(len(lesson_names()))


def test_of_two_lessons_the_last_one_counts(page, url):
    page.goto(f"{url}/learn")
    expect(page.locator(".lesson-card")).to_have_count(len(lesson_names()))
    with answered_late(page, "**/v1/lessons/*"):
        with page.expect_request("**/v1/lessons/01-proposition"):
            page.goto(f"{url}/learn#01-proposition")
        page.goto(f"{url}/learn#02-clue-to-clauses")
        expect(page.get_by_role("heading", name="2. ")).to_be_visible()
    expect(page.get_by_role("heading", name="1. ")).to_have_count(0)
    expect(page.locator("#error")).to_be_hidden()


def test_a_service_that_is_gone_is_said_and_the_answer_stays(page, url):
    opened(page, url, "01-proposition", 1)
    page.route("**/say", lambda route: route.abort())
    page.locator("input.answer").fill("A1 & ~B1")
    press(page, "Check")
    expect(page.locator("#error")).to_contain_text("does not answer")
    expect(page.locator("input.answer")).to_have_value("A1 & ~B1")
    page.unroute("**/say")
    press(page, "Check")
    expect(page.locator("#here .verdict.right")).to_be_visible()
    expect(page.locator("#error")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_nothing_serious(browser, url, scheme, width):
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 860}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"{url}/learn")
    expect(page.locator(".lesson-card").first).to_be_visible()
    found = {"list": serious(page)}
    opened(page, url, "01-proposition")
    page.locator("input[value=a]").check()
    press(page, "Check")
    expect(page.locator(".verdict.wrong")).to_be_visible()
    found["choice"] = serious(page)
    opened(page, url, "06-resolution", stop_of("06-resolution", "glass"))
    page.locator("textarea").fill("~old | fragile   given\nfragile   given")
    press(page, "Check")
    expect(page.locator(".lines .wrong")).to_be_visible()
    press(page, "Tip 1 of 3")
    expect(page.locator(".tips-given li")).to_have_count(1)
    found["proof"] = serious(page)
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    opened(page, url, "06-resolution", 7)
    found["end"] = serious(page)
    context.close()
    assert found == {"list": [], "choice": [], "proof": [], "end": []}
    assert overflow <= 0, "the page itself never scrolls sideways"
