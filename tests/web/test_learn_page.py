"""The page to learn on, in a real browser: a scripted learner, by keyboard alone where that is the point."""

from __future__ import annotations

import json
import re

import pytest
from browsers import answered_late, need_a_browser, serious
from conftest import FULL

need_a_browser()

from playwright.sync_api import expect  # noqa: E402

from logicms.teach.drills import DRILLS  # noqa: E402
from logicms.teach.lesson import article_names, lesson_names, our_lesson  # noqa: E402
from logicms.teach.session import LessonState, load_progress  # noqa: E402

expect.set_options(timeout=30_000)

pytestmark = pytest.mark.outside
KEY = "logicms.learn.1"


def opened(page, url, lesson, stop=0):
    """Open a lesson at a stop, as if the learner had come so far."""
    page.goto(f"{url}/learn.html")
    expect(page.locator(".lesson-card")).to_have_count(len(lesson_names()) + len(article_names()))
    state = {"lesson": lesson, "stop": stop, "so_far": "", "level": 0, "solved": []}
    kept = json.dumps({lesson: {"state": state, "notes": {}, "done": False}})
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [KEY, kept])
    page.goto(f"{url}/learn.html#{lesson}")
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
    page.goto(f"{url}/learn.html")
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
    page.goto(f"{url}/learn.html")
    expect(page.locator(".lesson-card").first).to_contain_text("Go on, page 2")
    expect(page.locator("footer")).to_contain_text("kept in this browser")
    for broken in ("{", "[]", "7", '{"01-proposition": {"state": {"lesson": "01-proposition", "stop": "<b>"}}}'):
        page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [KEY, broken])
        page.reload()
        expect(page.locator(".lesson-card").first).to_contain_text("Begin")
    page.locator(".lesson-card").first.click()
    expect(page.locator(".place")).to_have_text("Page 1 of 7")


def kept_of(page, lesson):
    return page.evaluate("([key, lesson]) => JSON.parse(localStorage.getItem(key))[lesson]", [KEY, lesson])


def test_two_tabs_on_one_lesson_lose_nothing(page, url):
    """Tab 1 solves two exercises; tab 2, which was opened before, then answers one wrongly."""
    opened(page, url, "01-proposition")
    older = page.context.new_page()
    older.goto(f"{url}/learn.html#01-proposition")
    expect(older.locator(".place")).to_have_text("Page 1 of 7")
    for answer in ("c", "A1 & ~B1"):
        if answer == "c":
            page.locator("input[value=c]").check()
        else:
            page.locator("input.answer").fill(answer)
        press(page, "Check")
        press(page, "Continue")
    expect(page.locator(".place")).to_have_text("Page 3 of 7")
    older.locator("input[value=a]").check()
    press(older, "Check")
    expect(older.locator(".verdict.wrong")).to_be_visible()
    kept = kept_of(page, "01-proposition")
    assert sorted(kept["state"]["solved"]) == ["safe", "what-is-one"] and kept["state"]["stop"] == 2
    assert kept["notes"]["safe"]["said"] == "A1 & ~B1"
    press(older, "Skip")
    expect(older.locator("#here")).to_contain_text("You have solved this one before")
    page.reload()
    expect(page.locator(".place")).to_have_text("Page 3 of 7")
    older.close()
    press(page, "Back")  # one tab alone may go back on purpose
    expect(page.locator(".place")).to_have_text("Page 2 of 7")
    page.reload()
    expect(page.locator(".place")).to_have_text("Page 2 of 7")


def test_progress_is_saved_as_the_file_of_the_terminal(page, url, tmp_path):
    opened(page, url, "01-proposition")
    page.locator("input[value=c]").check()
    press(page, "Check")
    press(page, "Continue")
    page.get_by_role("link", name="All lessons").click()
    with page.expect_download() as saved:
        press(page, "Save my progress as a file")
    path = tmp_path / "progress.json"
    saved.value.save_as(path)
    progress, warning = load_progress(path)
    assert not warning and progress.done == frozenset()
    assert progress.states == (LessonState("01-proposition", 1, solved=frozenset({"what-is-one"})),)


def test_the_list_follows_what_another_tab_solves(page, url):
    opened(page, url, "01-proposition")
    other = page.context.new_page()
    other.goto(f"{url}/learn.html")
    expect(other.locator(".lesson-card").first).to_contain_text("0 of 5 solved")
    page.locator("input[value=c]").check()
    press(page, "Check")
    expect(other.locator(".lesson-card").first).to_contain_text("1 of 5 solved")
    other.close()


def test_a_caret_stands_under_the_sign_that_it_points_at(page, url):
    opened(page, url, "01-proposition", 1)
    page.locator("input.answer").fill("~B1 && A1")
    press(page, "Check")
    block = page.locator("#here .verdict .block")
    expect(block).to_contain_text("~B1 && A1")
    line, caret = block.inner_text().split("\n")
    assert line[caret.index("^") :].startswith("&& A1")
    widths = block.evaluate(
        """(block) => ["iiii", "MMMM"].map((text) => {
          const probe = block.cloneNode();
          Object.assign(probe.style, { display: "inline-block", position: "absolute" });
          probe.textContent = text;
          block.after(probe);
          const { width } = probe.getBoundingClientRect();
          probe.remove();
          return width;
        })"""
    )
    assert widths[0] == pytest.approx(widths[1]), "every character is equally wide"
    assert block.evaluate("(block) => getComputedStyle(block).whiteSpace") == "pre"


def test_operators_are_written_by_buttons_and_signs_of_textbooks_are_read(page, url):
    opened(page, url, "01-proposition", 1)
    field = page.locator("input.answer")
    page.get_by_role("button", name="not, ~").click()
    expect(field).to_be_focused()
    page.keyboard.type("B1")
    page.get_by_role("button", name="and, &").click()
    page.keyboard.type("A1")
    expect(field).to_have_value("~B1 & A1")
    field.fill("A1B1")
    field.press("ArrowLeft")
    field.press("ArrowLeft")
    page.get_by_role("button", name="implies, ->").click()
    expect(field).to_have_value("A1 -> B1")
    tools = page.get_by_role("toolbar")
    assert [each.inner_text() for each in tools.get_by_role("button").all()][:7] == "~ & | -> <-> ( )".split()
    tools.get_by_role("button").first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("button", name="and, &")).to_be_focused()
    for said in ("¬B1 ∧ A1", "not B1 and A1"):
        field.fill(said)
        press(page, "Check")
        expect(page.locator("#here .verdict.right")).to_be_visible()
        press(page, "Continue")
        press(page, "Back")
        expect(page.get_by_text("You have solved this one before")).to_be_visible()


def test_the_goal_of_a_proof_is_marked_on_its_board(page, url):
    page.goto(f"{url}/learn.html#board=???/121&prove=~B1")
    expect(page.locator("#here [data-cell=B1]")).to_have_class(re.compile(r"\bgoal\b"))
    expect(page.locator("#here .cell.goal")).to_have_count(1)
    expect(page.locator("#here figcaption")).to_contain_text("the question is about B1")


def test_boards_of_the_past_keep_the_marks_of_the_answer(page, url):
    number = stop_of("04-unit-resolution", "fall")
    opened(page, url, "04-unit-resolution", number)
    page.locator("#here input.answer").fill("D1, H1 are safe, B1 and F1 are mines")
    press(page, "Check")
    press(page, "Continue")
    past = page.locator(".exercise.past").last
    for name, sign in (("D1", "✓"), ("H1", "✓"), ("B1", "✱"), ("F1", "✱")):
        expect(past.locator(f"[data-cell={name}]")).to_have_text(sign)
    expect(past.locator("[data-cell=D1]")).to_have_attribute("aria-label", re.compile("^D1, .*safe"))
    page.reload()
    expect(past.locator("[data-cell=B1]")).to_have_text("✱")


def test_what_to_try_next_leads_somewhere_on_the_page(page, url):
    opened(page, url, "01-proposition", len(our_lesson("01-proposition").stops) - 1)
    expect(page.locator("#here a.elsewhere")).to_have_count(2)
    found = {each.inner_text(): each.get_attribute("href") for each in page.locator("#here a.elsewhere").all()}
    assert found == {"analyse a board here": "./", "lesson 2 here": "#2"}
    page.get_by_role("link", name="lesson 2 here").click()
    expect(page.get_by_role("heading", name="2. From a clue to clauses")).to_be_visible()
    for name in lesson_names():  # every lesson has a way on that needs no terminal
        parts = re.findall("`(logicms [^`]+)`", our_lesson(name).sections[-1].items[0].text)
        assert any(re.match(r"logicms (learn( \d+$| --drill)|play|show|solve|odds)", each) for each in parts), name


# -- drills


def drill(page, url, kind, seed=1):
    page.goto(f"{url}/learn.html#drill-{kind}-{seed}")
    expect(page.get_by_role("heading", name=DRILLS[kind].title)).to_be_visible()
    return our_lesson(f"drill-{kind}-{seed}").exercises[0]


@pytest.mark.parametrize("kind", DRILLS)
def test_a_drill_of_each_kind_on_the_page(page, url, kind):
    page.goto(f"{url}/learn.html")
    page.get_by_role("link", name="drills", exact=True).click()
    expect(page.get_by_role("heading", name="Drills")).to_be_focused()
    expect(page.locator(".drill-card")).to_have_count(len(DRILLS))
    page.get_by_role("link", name=DRILLS[kind].title).click()
    exercise = drill(page, url, kind)
    wrong = exercise.mistakes[0]
    for answer, verdict in ((wrong.answer, "wrong"), (exercise.answers[0], "right")):
        if exercise.kind == "choice":
            page.locator(f"#here input[value={answer}]").check()
        else:
            page.locator("#here .answer").fill(answer)
        press(page, "Check")
        expect(page.locator(f"#here .verdict.{verdict}")).to_be_visible()
    press(page, "Continue")
    expect(page.locator("#here")).to_contain_text("You have solved 1 of this kind")
    page.get_by_role("link", name="Next drill").click()
    expect(page).to_have_url(re.compile(f"#drill-{kind}-2$"))
    expect(page.locator("#here .exercise")).to_be_visible()
    page.get_by_role("link", name="All lessons").click()
    card = page.get_by_role("link", name=DRILLS[kind].title)
    expect(card).to_contain_text("1 solved")
    assert card.get_attribute("href") == f"#drill-{kind}-2"


def test_a_truth_table_is_filled_in_by_keyboard_alone(page, url):
    exercise = drill(page, url, "table")
    for value in exercise.task.values:
        tab_to(page, r"^[?] button|^\? button")
        page.keyboard.press("Enter")
        if not value:
            page.keyboard.press("Enter")
    expect(page.locator("input.answer")).to_have_value(exercise.answers[0])
    first = page.locator(".truth .value").first
    expect(first).to_have_attribute("aria-label", re.compile("^Row 1, p false, q false: (true|false)$"))
    tab_to(page, " text$")
    page.keyboard.press("Enter")
    expect(page.locator("#here .verdict.right")).to_be_visible()
    expect(page.get_by_role("button", name="Continue")).to_be_focused()


def test_clues_are_named_on_the_board_by_click_and_key(page, url):
    exercise = drill(page, url, "clues")
    expect(page.locator("#here .cell.goal")).to_have_attribute("data-cell", str(exercise.task.literal.name))
    first, *_ = names = exercise.answers[0].split()
    for name in names:
        page.locator(f"#here [data-cell={name}]").focus()
        page.keyboard.press("Enter")
    expect(page.locator("input.answer")).to_have_value(" ".join(names))
    page.locator(f"#here [data-cell={first}]").click()
    expect(page.locator("input.answer")).to_have_value(" ".join(names[1:]))
    page.locator(f"#here [data-cell={first}]").click()
    page.locator("#here .cell.goal").click()  # no clue: nothing is named
    press(page, "Check")
    expect(page.locator("#here .verdict.right")).to_be_visible()


def test_boards_lead_to_the_solver_and_unknown_lessons_to_the_list(page, url):
    opened(page, url, "01-proposition")
    link = page.get_by_role("link", name="Open this board in the solver").first
    assert link.get_attribute("href") == "./#board=???/121&title=row"
    page.goto(f"{url}/learn.html#no-such<b>")
    expect(page.locator("#error")).to_contain_text("there is no lesson")
    expect(page.locator(".lesson-card")).to_have_count(len(lesson_names()) + len(article_names()))


def test_of_two_lessons_the_last_one_counts(page, url):
    page.goto(f"{url}/learn.html")
    expect(page.locator(".lesson-card")).to_have_count(len(lesson_names()) + len(article_names()))
    with answered_late(page, "**/v1/lessons/*"):
        with page.expect_request("**/v1/lessons/01-proposition"):
            page.goto(f"{url}/learn.html#01-proposition")
        page.goto(f"{url}/learn.html#02-clue-to-clauses")
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
    page.goto(f"{url}/learn.html")
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
    opened(page, url, "01-proposition", 1)
    page.locator("input.answer").fill("~B1 && A1")
    press(page, "Check")
    expect(page.locator("#here .verdict .block")).to_be_visible()
    found["formula"] = serious(page)
    for kind in ("table", "clues"):
        exercise = drill(page, url, kind, 2)
        page.locator("#here .answer").fill(exercise.answers[0])
        found[kind] = serious(page)
        press(page, "Check")
        press(page, "Continue")
        expect(page.locator("#here")).to_contain_text("Solved")
        found[f"{kind} solved"] = serious(page)
        overflow = max(overflow, page.evaluate("document.documentElement.scrollWidth - innerWidth"))
    context.close()
    assert {state: wrong for state, wrong in found.items() if wrong} == {}
    assert len(found) == 9
    assert overflow <= 0, "the page itself never scrolls sideways"
