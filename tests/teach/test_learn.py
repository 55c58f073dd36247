"""`learn`: every lesson done by a scripted learner, what can be said, progress, states from anywhere."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from click.testing import CliRunner
from conftest import NOTATION
from hypothesis import given
from hypothesis import strategies as st

from logicms.cli import app
from logicms.errors import BoardError
from logicms.record import read_record
from logicms.teach.cells import CertainTask, PlacementTask
from logicms.teach.exercise import LessonFile
from logicms.teach.lesson import CommandItem, Prose, article_names, lesson_names, our_lesson
from logicms.teach.lesson_reader import parse_lesson
from logicms.teach.session import (
    LEVELS,
    LessonState,
    Progress,
    load_progress,
    progress_path,
    respond,
    save_progress,
    stop_of,
    words_at,
)
from logicms.teach.stop import LessonStop, SayAnswer, stop_text, title_text

LESSON = """
title: A row
about: One row.

== One

board row:
    ???
    121

exercise prove: proof
    ask: Prove it.
    on: row
    goal: ~B1
    answer: ~A1 | ~B1 clue A2
        A1 | C1 clue B2
        ~B1 | ~C1 clue C2
        A1 | ~B1 from 2 3
        ~B1 from 4 1
    because: So it is.

exercise count: number
    ask: How many mines?
    answer: 2

== Try next

More.
"""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """Keep the progress of each test in a folder of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.lesson"
    path.write_text(LESSON, encoding="utf-8")
    return path


def learn(*args, said: list[str] | str = ""):
    text = said if isinstance(said, str) else "".join(f"{line}\n" for line in said)
    return CliRunner().invoke(app, ["learn", *map(str, args)], input=text, catch_exceptions=False)


# -- the scripted learner


def typed(exercise, answer: str) -> list[str]:
    """Return the lines that a learner types for an answer."""
    lines = answer.splitlines()
    return [*lines, ""] if exercise.task.takes_lines and exercise.kind != "proof" else lines


def script(lesson, mistakes: bool) -> list[str]:
    """Return what is typed to do a lesson: each answer, the mistakes before it if they are wanted."""
    lines = []
    for stop in lesson.stops:
        if stop.exercise is None:
            lines.append("")
            continue
        wrong = [mistake for mistake in stop.exercise.mistakes if mistake.answer] if mistakes else []
        if stop.exercise.kind != "proof":  # a wrong proof may leave right lines behind
            lines += [line for mistake in wrong for line in typed(stop.exercise, mistake.answer)]
        lines += typed(stop.exercise, stop.exercise.answers[0])
    return lines


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_a_scripted_learner_does_every_lesson(name):
    lesson = our_lesson(name)
    done = learn(name, said=script(lesson, mistakes=True))
    count = len(lesson.exercises)
    assert done.exit_code == 0, done.output
    assert f"The lesson is over: {count} of {count} exercises solved." in done.output
    said = " ".join(done.output.split())
    for exercise in lesson.exercises:
        if exercise.kind != "proof":
            assert all(" ".join(mistake.says.split()) in said for mistake in exercise.mistakes if mistake.answer), (
                exercise.name
            )
    listed = json.loads(learn("--list", "--json").output)
    assert [each["id"] for each in (*listed["lessons"], *listed["techniques"]) if each["done"]] == [name]


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_a_learner_who_only_asks_for_tips_gets_through(name):
    """The third tip gives the answer or the next line away; typing it leads on."""
    lesson = our_lesson(name)
    for exercise in lesson.exercises:
        assert exercise.tip(LEVELS), exercise.name
        if exercise.kind == "proof":
            so_far = ""
            for _ in range(40):
                so_far += "\n" + exercise.tip(LEVELS, so_far).splitlines()[-1].strip()
                if exercise.task.judge(so_far).is_right:
                    break
            assert exercise.task.judge(so_far).is_right, (exercise.name, so_far)


def test_answers_as_json():
    found = learn("1", "--json", said=["a", "tip", "c"])
    lines = [json.loads(line) for line in found.stdout.splitlines()]
    assert [line["reply"]["kind"] for line in lines if "reply" in line] == ["wrong", "hint", "right"]
    assert lines[0]["stop"]["exercise"]["name"] == "what-is-one" == lines[1]["exercise"] and lines[0]["version"] == 1
    assert lines[-1]["solved"] == 1 and not lines[-1]["done"] and found.exit_code == 1


# -- what can be said


def walk(lesson, *said: str, state: LessonState | None = None):
    state = state or LessonState(lesson.name)
    reply = None
    for each in said:
        reply, state = respond(lesson, state, each)
    return reply, state


def test_a_proof_is_written_line_by_line():
    lesson = parse_lesson(LESSON, "mine")
    reply, state = walk(lesson, "~A1 | ~B1 clue A2", "A1 | C1 clue B2")
    assert reply.kind == "open" and state.so_far.splitlines() == ["1. ~A1 | ~B1   clue A2", "2. A1 | C1   clue B2"]
    reply, wrong = walk(lesson, "C1 from 1 2", state=state)
    assert reply.kind == "wrong" and "~B1 is missing" in reply.text and "not kept" in reply.text
    assert wrong.so_far == state.so_far, "a wrong line is not kept"
    reply, fewer = walk(lesson, "undo", state=state)
    assert "Taken back: 2. A1 | C1" in reply.text and fewer.so_far == "1. ~A1 | ~B1   clue A2"
    reply, done = walk(lesson, "~B1 | ~C1 clue C2", "A1 | ~B1 from 2 3", "~B1 from 4 1", state=state)
    assert reply.kind == "right" and reply.text.endswith("So it is.") and done.solved == {"prove"} and done.stop == 1
    reply, once = walk(lesson, "\n".join(line.strip() for line in lesson.exercises[0].answers[0].splitlines()))
    assert once == done, "all at once is the same"


def test_what_is_no_line_is_answered_too():
    lesson = parse_lesson(LESSON, "mine")
    _, state = walk(lesson, "~A1 | ~B1 clue A2")
    reply, same = walk(lesson, "to show: ~B1", state=state)
    assert "the proof is not finished" in reply.text and same == state
    older = LessonState("mine", 1, "1. ~A1 | ~B1   clue A2")  # as if the lesson had changed since
    assert respond(lesson, older, "2")[0].kind == "right"


def test_tips_go_up_by_level_and_start_again_after_a_line():
    lesson = parse_lesson(LESSON, "mine")
    state, seen = LessonState("mine"), []
    for word in ("tip", "Tip", "hint", "tip"):  # hint is what it was called
        reply, state = respond(lesson, state, word)
        seen.append(reply.text)
    assert [text[:10] for text in seen] == ["Tip 1 of 3", "Tip 2 of 3", "Tip 3 of 3", "Tip 3 of 3"]
    line = seen[2].splitlines()[-1].strip()
    reply, state = respond(lesson, state, line)
    assert reply.kind == "open" and state.level == 0 and state.so_far == line


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_no_reply_says_none_for_what_has_no_name(name):
    for exercise in our_lesson(name).exercises:
        said = [str(exercise.task.judge(mistake.answer)) for mistake in exercise.mistakes]
        said += [exercise.task.form, *(exercise.task.tip(level, "") for level in range(1, LEVELS + 1))]
        assert not [text for text in said if re.search(r"\bNone\b", text)]


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_a_narrow_terminal_gets_short_lines(name):
    """Titles, headings and prose fit 40 columns; what a command prints, boards and code are as wide as they are."""
    lesson = our_lesson(name)
    assert max(map(len, title_text(lesson, 40).splitlines())) <= 40
    for stop in lesson.stops:
        prose = replace(stop, items=tuple(item for item in stop.items if isinstance(item, Prose)))
        lines = stop_text(LessonStop.of(prose), lambda command: "", width=40).splitlines()
        assert [line for line in lines if len(line) > 40 and "`" not in line] == []


def test_every_question_shows_the_boards_it_names():
    """On its own page, so that nobody has to go back for them."""
    second = our_lesson("12-odds").stops[1]
    assert "A1" in second.exercise.ask and second.exercise.file in second.items
    for name in (*lesson_names(), *article_names()):
        lesson = our_lesson(name)
        for stop in lesson.stops:
            shown = {item.name for item in stop.items if isinstance(item, LessonFile)}
            named = {each for each in lesson.files if stop.exercise and f"`{each}`" in stop.exercise.ask}
            assert named <= shown, (name, stop.exercise.name)


def test_no_answer_is_printed_above_its_question():
    for name in (*lesson_names(), *article_names()):
        for stop in our_lesson(name).stops:
            task = stop.exercise.task if stop.exercise else None
            printed = [item.output for item in stop.items if isinstance(item, CommandItem)]
            if isinstance(task, (CertainTask, PlacementTask)):
                names = re.findall(r"\b[A-Z][0-9]\b", stop.exercise.answers[0])
                found = [text for text in printed if re.search(r"^(safe|mine): .*" + names[0], text, re.MULTILINE)]
                assert not found, (name, stop.exercise.name)


def test_skip_back_and_the_end():
    lesson = parse_lesson(LESSON, "mine")
    assert walk(lesson, "back")[0].text == "This is the beginning of the lesson."
    reply, state = walk(lesson, "skip", "skip", "")
    assert stop_of(lesson, state) is None and state.solved == frozenset()
    assert words_at(None, state) == ("back",) and SayAnswer.of(lesson, None, state).done
    reply, state = walk(lesson, "back", state=state)
    assert stop_of(lesson, state).heading == "Try next"
    reply, same = walk(lesson, "what now", state=state)
    assert "There is no question on this page.\nEnter: go on" in reply.text and same == state


@pytest.mark.parametrize("stop", range(3))
def test_whatever_can_be_said_is_told(stop):
    """At every stop help names each word that works, and each word that is offered does something."""
    lesson = parse_lesson(LESSON, "mine")
    state = LessonState("mine", stop, "1. A1 | B1   clue A2" if stop == 0 else "")
    reply, _ = respond(lesson, state, "?")
    for word in words_at(stop_of(lesson, state), state):
        assert (word or "Enter") in reply.text
        answer, new = respond(lesson, state, word)
        assert answer.kind in ("moved", "hint", "help") and (word == "?" or new != state)


@given(st.text(max_size=60), st.integers(0, 3))
def test_nothing_that_a_learner_types_breaks_a_session(said, stop):
    lesson = our_lesson("01-proposition")
    reply, state = respond(lesson, LessonState(lesson.name, stop), said)
    assert reply.kind and isinstance(state, LessonState)


@given(st.sampled_from(lesson_names()), st.text("AB1C2~|&()->^ from0;on\nclue.", max_size=80))
def test_nothing_that_looks_like_an_answer_breaks_a_task(name, said):
    for exercise in our_lesson(name).exercises:
        judged = exercise.task.judge(said)
        assert str(judged) and judged.outcome in ("right", "wrong", "open")


# -- states from anywhere, progress

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["lesson", "stop", "so_far", "level", "solved", "x"]), inner)
    ),
    max_leaves=8,
)


@given(JSON)
def test_a_state_from_anywhere_is_read_or_refused(data):
    try:
        state = read_record(LessonState, data)
    except BoardError:
        return
    assert read_record(LessonState, json.loads(json.dumps(state.to_json()))) == state


def test_a_state_that_was_read_goes_on():
    lesson = our_lesson("01-proposition")
    number, stop = next((number, stop) for number, stop in enumerate(lesson.stops) if stop.exercise is not None)
    state = read_record(LessonState, {"lesson": lesson.name, "stop": number, "solved": ["an earlier one"]})
    reply, then = respond(lesson, state, stop.exercise.answers[0])
    assert reply.kind == "right" and then.solved == {"an earlier one", stop.exercise.name}


def test_a_state_is_not_larger_than_a_lesson_makes_it():
    with pytest.raises(BoardError, match="solved: expected at most 500 items, not 1,000"):
        read_record(LessonState, {"lesson": "01-proposition", "solved": ["x"] * 1_000})


def test_progress_is_kept_and_forgotten(mine):
    assert learn(mine, said=["~A1 | ~B1 clue A2"]).exit_code == 1
    again = learn(mine, said=["quit"])
    assert "Your lines so far:\n1. ~A1 | ~B1   clue A2" in again.output
    learn(mine, said=["skip", "2"])
    assert "on page 3 of 3" in learn(mine).output and "page 1 of 3" in learn("--restart", mine).output
    assert learn("--reset", mine).exit_code == 0 and "page 1 of 3" in learn(mine).output
    learn("1", said=["c"])
    assert "1/5" in learn("--list").output
    assert learn("--reset").exit_code == 0 and "0/5" in learn("--list").output


@pytest.mark.parametrize(
    "broken", [b"{", b"[]", b'{"version": 9}', b'{"version": 1, "states": [{"stop": -1}]}', b"\xff", b"[" * 9_999]
)
def test_a_broken_file_of_progress_is_told_and_set_aside(broken, home):
    path = progress_path()
    path.parent.mkdir()
    path.write_bytes(broken)
    found = learn("--list")
    assert found.exit_code == 0 and "could not be read and starts again" in found.stderr
    assert (home / "logicms" / "progress.json.broken-1").read_bytes() == broken
    assert learn("--list").stderr == ""


def test_progress_that_cannot_be_kept_is_told_once(home):
    (home / "logicms").write_text("a file where the folder should be")
    found = learn("1", said=["c", "skip"])
    assert found.stderr.count("your progress cannot be") <= 2 and "cannot be saved" in found.stderr


def test_progress_goes_through_its_file(tmp_path):
    progress = Progress((LessonState("a", 3, "1. x   fact", 2, frozenset({"e"})),), frozenset({"b"}))
    path = tmp_path / "deep" / "progress.json"
    assert save_progress(path, progress) == "" and load_progress(path) == (progress, "")
    assert [file.name for file in path.parent.iterdir()] == ["progress.json"]


# -- for teachers, and commands


def test_check_tells_what_is_amiss(mine):
    found = learn("--check", mine)
    assert found.exit_code == 1 and "prove: no mistake is listed; add a line mistake: …" in found.output
    assert json.loads(learn("--check", "--json", mine).output)["complaints"][0]["line"] == 11
    assert learn("--check", "1").exit_code == 0
    mine.write_text(
        LESSON.replace("answer: 2", "answer: 2\n    live: logicms solve row -> components"), encoding="utf-8"
    )
    assert "count: the answer is 2, but the command says 1" in learn("--check", mine).output
    mine.write_text(LESSON.replace("More.", "$ logicms solve row\n    nothing"), encoding="utf-8")
    assert "$ logicms solve row prints" in learn("--check", mine).output


def test_the_boards_of_a_lesson_can_be_tried_on(tmp_path):
    folder = tmp_path / "boards"
    assert learn("13", "--files", folder).exit_code == 0
    shown = CliRunner().invoke(app, ["ask", "--format", "board", str(folder / "and"), "E2 <-> A1 & A3"])
    assert shown.exit_code == 0 and shown.output.startswith("yes")
    again = learn("13", "--files", folder)
    assert again.exit_code == 2 and "already exists" in again.output


@pytest.mark.parametrize(
    "args, message",
    [
        (["--files", "somewhere"], "--files needs a LESSON"),
        (["propositon"], "there is no lesson 'propositon'; did you mean 01-proposition?"),
        (["nowhere.lesson"], "No such file"),
        (["--list", "--reset"], "choose one of --list, --reset"),
        (["--check"], "--check needs a LESSON"),
    ],
)
def test_what_is_asked_amiss_is_said(args, message):
    found = learn(*args)
    assert found.exit_code == 2 and message in found.output


def test_the_documented_progress_file_is_read(tmp_path):
    page = (NOTATION / "lessons.md").read_text(encoding="utf-8")
    shown = page.partition("## A learner's progress")[2].partition("```json\n")[2].partition("```")[0]
    path = tmp_path / "progress.json"
    path.write_text(shown, encoding="utf-8")
    progress, warning = load_progress(path)
    assert not warning and progress.done == {"02-clue-to-clauses"}
    assert progress.state("01-proposition").solved == {"safe", "what-is-one"}
    save_progress(path, progress)
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(shown)
