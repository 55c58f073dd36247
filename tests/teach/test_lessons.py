"""Lessons: every one of ours is checked (commands, answers, mistakes); the format."""

from __future__ import annotations

import re
from time import perf_counter

import pytest
from conftest import NOTATION
from hypothesis import given
from hypothesis import strategies as st

from logicms.cli.talk import run_here
from logicms.errors import BoardSyntaxError
from logicms.teach.drills import DRILLS
from logicms.teach.lesson import article_names, lesson_names, our_lesson
from logicms.teach.lesson_reader import KINDS, given_away, is_as_written, parse_lesson, problems

PAGE = (NOTATION / "lessons.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```lesson\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
SMALL = "title: T\nabout: A\n\n== S\n"


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_our_lessons_are_as_they_say(name):
    lesson = our_lesson(name)
    assert [f"line {line}: {what}" for line, what in problems(lesson, run_here)] == []


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_our_lessons_have_what_a_lesson_has(name):
    lesson = our_lesson(name)
    assert lesson.sections[-1].heading == "Try next" and len(lesson.exercises) >= (2 if name in article_names() else 3)
    assert lesson.files, "a board or a hint file"
    assert len(lesson.about) <= 100
    assert all(len(exercise.mistakes) >= 5 for exercise in lesson.exercises)


def test_a_reply_that_is_not_as_it_says_is_shown_with_what_it_lacks():
    text = SMALL + (
        "\nboard row:\n    ???\n    121\n\nexercise which: certain\n    ask: Which?\n    on: row\n"
        "    answer: mine A1 C1, safe B1\n    mistake: mine A1 C1\n    says: You forgot B1\n"
    )
    said = [what for _, what in problems(parse_lesson(text), run_here) if "which: the reply" in what]
    assert said == [
        "which: the reply to 'mine A1 C1' is\nYou missed one: B1 is certain too.\nin which there is no 'You forgot B1'"
    ]


# -- answers above their question


def found_in(*blocks: str) -> list[str]:
    lesson = parse_lesson(SMALL + "\nboard row:\n    ???\n    121\n\n" + "\n\n".join(blocks) + "\n")
    return [what for _, what in given_away(lesson)]


SOLVED = "$ logicms solve row\n    solved: all 3 hidden cells are certain\n    safe: B1\n    mine: A1 C1"
PUT = "exercise find-it: placement\n    ask: Put the mines.\n    on: row\n    answer: A1 C1"
WHICH = "exercise which: certain\n    ask: Which?\n    on: row\n    answer: mine A1 C1, safe B1"
WRITE = "exercise write: formula\n    ask: Write it.\n    answer: ~A1 & B1"
COUNT = "exercise count: number\n    ask: How many?\n    answer: {}\n    live: logicms solve row -> components"


@pytest.mark.parametrize(
    "blocks, is_found, why",
    [
        ((SOLVED, PUT), True, "the mines are listed above"),
        ((PUT, SOLVED), False, "below is the place for the solution"),
        ((SOLVED, "exercise a: number\n    ask: ?\n    answer: 1", PUT), True, "on an earlier page"),
        ((SOLVED, WHICH), True, "everything certain is listed above"),
        ((SOLVED.replace("    safe: B1\n", ""), WHICH), False, "only half of it"),
        (("Write `B1 & ~A1`, or something like it.", WRITE), True, "an equivalent formula in the prose"),
        (("Write `~A1 | B1`, or something like it.", WRITE), False, "another formula"),
        (("$ logicms kb row\n    ~A1 & B1", WRITE), True, "a line that is printed"),
        ((SOLVED, COUNT.format(1)), True, "the very command"),
        (("$ logicms show row\n    3", COUNT.format(3)), False, "small numbers are everywhere"),
        (("$ logicms show row\n    33 of them", COUNT.format(33)), True, "large ones are not"),
        (("$ logicms odds row\n    A1 2/5", COUNT.format("2/5")), True, "nor are fractions"),
    ],
)
def test_an_answer_above_its_question_is_found(blocks, is_found, why):
    assert bool(found_in(*blocks)) == is_found, why


# -- what a command prints


def test_dots_take_no_longer_on_a_hostile_line():
    started = perf_counter()
    assert not is_as_written("a" * 120, "..." * 20 + "x")
    assert not is_as_written("ab" * 5_000, "...ab" * 2_000 + "...x...")
    assert not is_as_written("a\n" * 500, "...\na\n" * 200 + "x")
    assert perf_counter() - started < 5


def reference(printed: str, written: str) -> bool:
    """Say the same by trying every way; too slow for anything but small texts."""
    line = re.compile(
        "".join("[^\n]*" if part == "..." else re.escape(part) for part in re.split(r"([.]{3})", written))
    )
    return line.fullmatch(printed) is not None


@given(st.text("ab.", max_size=9), st.lists(st.sampled_from(["a", "b", "ab", "...", ".", " "]), max_size=7))
def test_dots_on_a_line_stand_for_anything(printed, pieces):
    written = "".join(pieces).strip()
    if written.strip() != "...":
        assert is_as_written(printed, written) == reference(printed, written)


@given(
    st.lists(st.sampled_from("abc"), min_size=1, max_size=7),
    st.lists(st.sampled_from(["a", "b", "..."]), min_size=1, max_size=6),
)
def test_dots_alone_on_a_line_stand_for_any_lines(printed, written):
    """Each line becomes one character, so that a pattern of characters is the judge."""
    pattern = "".join(".*" if line == "..." else line for line in written)
    found = is_as_written("\n".join(printed), "\n".join(written))
    assert found == (re.fullmatch(pattern, "".join(printed)) is not None)


@pytest.mark.parametrize("text", SHOWN)
def test_the_readme_s_lessons_are_as_they_say(text):
    assert list(problems(parse_lesson(text), run_here)) == []


def test_the_readme_tells_of_every_kind_and_field():
    table = PAGE.partition("| kind | its own fields")[2].partition("\n\n")[0]
    rows = {match[1]: match[0] for match in re.finditer(r"^\| `(\w+)` \|.*$", table, re.MULTILINE)}
    for name, kind in KINDS.items():
        for field in (*kind.needs, *(field for field in kind.takes if (name, field) not in {("number", "on")})):
            assert f"`{field}`" in rows[name] or field == "on", (name, field)
    assert SHOWN
    drills = PAGE.partition("## Drills")[2].partition("##")[0]
    assert re.findall(r"^\| `(\w+)` \|", drills, re.MULTILINE) == list(DRILLS)


def exercise(kind: str, *fields: str) -> str:
    """Return a lesson whose tenth line begins an exercise with these fields, one a line."""
    lines = "".join(f"    {field}\n" for field in fields)
    return f"{SMALL}\nboard row:\n    ??\n    11\n\nexercise e: {kind}\n{lines}"


@pytest.mark.parametrize(
    "text, place, message",
    [
        ("title: T\n\n== S\n", (1, 1), "a lesson begins with its about"),
        ("title: T\ntitle: U\nabout: A\n== S\n", (2, 1), "the key title appears twice"),
        ("titel: T\nabout: A\n== S\n", (1, 1), "unknown key 'titel'; the keys are title and about"),
        ("title: T\nabout: A\nHello\n== S\n", (3, 1), "this comes before the first section"),
        ("title: T\nabout: A\n==\n", (3, 1), "a section has a heading"),
        ("title: T\nabout: A\n", (2, 9), "the lesson ends here"),
        (SMALL + "      lost\n", (5, 1), "an indented line that belongs to nothing"),
        (SMALL + "\tlost\n", (5, 1), "a tab: indent by four blanks"),
        (SMALL + "board row:\n    ? 9\n", (6, 7), "a clue is 0 to 8, not 9"),
        (SMALL + "hints h:\n    a -> \n", (6, 9), "expected a name, true, false, ~, (, all, some or a count"),
        (SMALL + "board row:\n    mines: 3\n    ??\n", (6, 12), "mines: 3 is more than the 2 cells that are not open"),
        (SMALL + "board Row:\n    ??\n", (5, 7), "a name is small letters"),
        (SMALL + "board row:\n    ??\nboard row:\n    ??\n", (7, 1), "there is a row already"),
        (SMALL + "board row:\n\nText\n", (7, 1), "the block above this line lacks its lines"),
        (SMALL + "$ rm -rf /\n", (5, 3), "a command of a lesson begins with logicms"),
        (SMALL + "$ logicms serve\n", (5, 3), "a lesson cannot run 'serve'"),
        (SMALL + "$ logicms solve ../secret\n", (5, 3), "'../secret' is not a board of this lesson"),
        (SMALL + "$ logicms solve --svg=x.svg row\n", (5, 3), "may not have --svg"),
        (exercise("quiz", "ask: ?"), (10, 1), "there is no exercise of the kind 'quiz'; the kinds are clauses"),
        (exercise("number", "ask: ?"), (10, 1), "an exercise of the kind number needs a line answer"),
        (exercise("number", "ask ?"), (11, 5), "a line of an exercise is KEY: VALUE"),
        (exercise("number", "ask: ?", "clue: A2"), (12, 5), "unknown key 'clue'"),
        (exercise("number", "ask: ?", "ask: ?"), (12, 5), "the key ask appears twice"),
        (exercise("number", "ask: ?", "answer: many"), (12, 5), "the answer is one number"),
        (exercise("number", "ask: ?", "answer: 1", "mistake: 2"), (13, 5), "followed by a line says"),
        (exercise("number", "ask: ?", "answer: 1", "says: 2"), (13, 5), "says: … follows a mistake"),
        (exercise("number", "ask: ?", "answer: 1", *["tip: t"] * 3), (15, 5), "a lesson writes at most 2 tips"),
        (exercise("number", "ask: ?", "answer: 1", "live: 2"), (13, 5), "live is a command"),
        (exercise("choice", "ask: ?", "choices: yes", "answer: a"), (12, 5), "choices are lines such as `a)"),
        (exercise("certain", "ask: ?", "on: col", "answer: A1"), (12, 5), "no board or hint file 'col'"),
        (exercise("clauses", "ask: ?", "on: row", "clue: C3", "answer: A1"), (13, 5), "row has no clue 'C3'"),
        (exercise("clauses", "ask: ?", "on: row", "answer: A1"), (10, 1), "a line clue: … or a line formula"),
    ],
)
def test_mistakes_in_a_lesson_are_placed_and_named(text, place, message):
    with pytest.raises(BoardSyntaxError) as caught:
        parse_lesson(text, source="my.lesson")
    assert message in caught.value.message
    assert (caught.value.source, caught.value.line, caught.value.column) == ("my.lesson", *place)
