"""Lessons over HTTP: the service keeps nothing, judges as the terminal does, and takes no state on trust."""

from __future__ import annotations

import json
import re

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")


from logicms.explanation.techniques import Technique
from logicms.teach.drills import DRILLS
from logicms.teach.lesson import article_names, lesson_names, our_lesson
from logicms.teach.session import LessonState, respond

pytestmark = pytest.mark.outside

ONE_TWO_ONE = "? ? ?\n1 2 1\n"
PROOF = ["~A1 | ~B1   clue A2", "A1 | C1   clue B2", "~B1 | ~C1   clue C2", "~B1 | C1   from 1 2", "~B1   from 3 4"]


def say(client, lesson, said, state=None):
    return client.post(f"/v1/lessons/{lesson}/say", json={"said": said, **({"state": state} if state else {})})


def is_problem(response, status):
    found = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert (response.status_code, found["status"]) == (status, status), found
    return found


def test_the_list_has_every_lesson(client):
    found = client.get("/v1/lessons").json()
    assert [each["id"] for each in found["lessons"]] == list(lesson_names())
    assert [each["id"] for each in found["techniques"]] == list(article_names())
    assert article_names() == tuple(f"technique-{technique.value}" for technique in Technique)
    first = found["lessons"][0]
    assert (first["number"], first["title"], len(first["exercises"])) == (1, "What a proposition is", 5)


@pytest.mark.parametrize("kind", DRILLS)
def test_a_drill_is_a_lesson_like_the_others(client, kind):
    (exercise,) = our_lesson(f"drill-{kind}-5").exercises
    shown = client.get(f"/v1/lessons/drill-{kind}-5").json()
    assert shown["number"] is None and shown["exercises"] == ["drill-5"]
    for mistake in exercise.mistakes:
        reply = say(client, f"drill-{kind}-5", mistake.answer).json()["reply"]
        assert reply["kind"] == "wrong" and mistake.says in reply["text"]
    assert say(client, f"drill-{kind}-5", exercise.answers[0]).json()["done"]
    assert {"kind": kind, "title": DRILLS[kind].title, "about": DRILLS[kind].about} in (
        client.get("/v1/lessons").json()["drills"]
    )


def test_the_page_has_two_addresses_and_relative_links(client):
    page = client.get("/learn.html")
    assert page.status_code == 200 and page.text == client.get("/learn").text
    links = re.findall(r'(?:href|src)="([^"]*)"', page.text)
    assert links and not any(link.startswith("/") or "://" in link for link in links), links


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_a_lesson_shows_its_stops_and_keeps_its_answers(client, name):
    lesson, found = our_lesson(name), client.get(f"/v1/lessons/{name}").json()
    assert client.get(f"/v1/lessons/{found['number'] or name.removeprefix('technique-')}").json() == found
    assert [stop["heading"] for stop in found["stops"]] == [stop.heading for stop in lesson.stops]
    for stop, shown in zip(lesson.stops, found["stops"], strict=True):
        if stop.exercise is not None:
            question = shown["exercise"]
            assert (question["name"], question["kind"]) == (stop.exercise.name, stop.exercise.kind)
            assert not {"answer", "answers", "mistakes", "tips", "because"} & set(question)
            told = json.dumps(question, ensure_ascii=False)
            assert not stop.exercise.because or stop.exercise.because not in told
        for item in shown["items"]:
            for part in (part for block in item.get("blocks", []) for part in marked(block)):
                assert part["kind"] == "code" or "`" not in part["text"], part
                assert part["kind"] != "text" or part["text"].count("*") < 2, f"stress that was not seen: {part}"


def marked(block):
    return block.get("parts") or [part for item in block["items"] for part in item]


@pytest.mark.parametrize("name", (*lesson_names(), *article_names()))
def test_right_answers_are_accepted_to_the_end(client, name):
    lesson, state = our_lesson(name), None
    for stop in lesson.stops:
        found = say(client, name, stop.exercise.answers[0] if stop.exercise else "", state).json()
        assert found["reply"]["kind"] == ("right" if stop.exercise else "moved"), found
        state = found["state"]
    assert found["done"] and found["words"] == ["back"]
    assert set(state["solved"]) == {exercise.name for exercise in lesson.exercises}


@pytest.mark.parametrize("name", lesson_names()[:4])
def test_mistakes_are_refused_as_in_the_terminal(client, name):
    lesson = our_lesson(name)
    for number, stop in enumerate(lesson.stops):
        for mistake in stop.exercise.mistakes if stop.exercise else ():
            state = LessonState(name, number)
            found = say(client, name, mistake.answer, state.to_json()).json()
            reply, then = respond(lesson, state, mistake.answer)
            assert mistake.says in json.dumps(found["reply"], ensure_ascii=False).replace('\\"', '"') or (
                found["reply"]["text"] == reply.text
            )
            assert (found["reply"]["kind"], found["state"]) == (reply.kind, then.to_json())
            assert found["reply"]["kind"] != "right"


def test_a_proof_line_by_line(client):
    number = next(n for n, stop in enumerate(our_lesson("06-resolution").stops) if stop.exercise.name == "glass")
    state = LessonState("06-resolution", number).to_json()
    found = say(client, 6, "~old | fragile   given\nold | copy   given\nfragile   from 1 2 on old", state).json()
    assert [line["level"] for line in found["reply"]["judgement"]["lines"]] == ["right", "right", "wrong"]
    assert "copy is missing" in found["reply"]["judgement"]["lines"][2]["text"]
    assert len(found["state"]["so_far"].splitlines()) == 2 and "undo" in found["words"]
    found = say(client, 6, "fragile | copy   from 1 2", found["state"]).json()
    assert found["reply"]["kind"] == "open"
    for level in (1, 2, 3):
        found = say(client, 6, "tip", found["state"]).json()
        assert found["reply"]["text"].startswith(f"Tip {level} of 3")
    found = say(client, 6, "undo", found["state"]).json()
    assert len(found["state"]["so_far"].splitlines()) == 2


@pytest.mark.parametrize(
    "state",
    [
        {"lesson": "02-clue-to-clauses"},
        {"lesson": "01-proposition", "stop": -1},
        {"lesson": "01-proposition", "stop": 10**9},
        {"lesson": "01-proposition", "stop": 1.5},
        {"lesson": "01-proposition", "stop": True},
        {"lesson": "01-proposition", "level": 4},
        {"lesson": "01-proposition", "solved": ["x"] * 1000},
        {"lesson": "01-proposition", "solved": [7]},
        {"lesson": "01-proposition", "so_far": "x" * 30_000},
        {"lesson": "01-proposition", "answers": []},
        {"stop": 1},
        [],
        "01-proposition",
        7,
    ],
)
def test_a_forged_state_is_refused(client, state):
    is_problem(client.post("/v1/lessons/1/say", json={"state": state, "said": "c"}), 422)


def test_a_state_that_can_be_but_leads_nowhere(client):
    over = say(client, 1, "c", {"lesson": "01-proposition", "stop": 900}).json()
    assert over["done"] and over["reply"]["kind"] == "help"
    nonsense = {"lesson": "06-resolution", "stop": 4, "so_far": "1. x ( |\n\x00 from 9 9", "solved": ["no such"]}
    assert say(client, 6, "glass from 1 2", nonsense).json()["reply"]["kind"] == "wrong"
    assert say(client, 6, "hint", nonsense).json()["reply"]["kind"] == "hint"


def test_lessons_that_there_are_not(client):
    drills = ("drill-quiz-1", "drill-table-1000000000", "drill-table--1", "drill-table-1.5", "drill-table-٣", "drill-")
    for wanted in (*drills, "99", "no-such", "0" * 90, "9" * 5000, "%00", "..%5c", "²", "٣٣"):
        is_problem(client.get(f"/v1/lessons/{wanted}"), 404)
        is_problem(say(client, wanted, "c"), 404)
    is_problem(client.post("/v1/lessons/1/say", json={}), 422)
    is_problem(client.post("/v1/lessons/1/say", json={"said": "x" * 20_001}), 422)
    is_problem(client.get("/v1/lessons/1/say"), 405)


def test_a_free_exercise_on_any_board(client):
    given = {"board": ONE_TWO_ONE, "goal": "~B1"}
    found = client.post("/v1/exercise", json=given).json()
    assert found["reply"] is None and found["lesson"]["stops"][0]["exercise"]["ask"].startswith("Show that B1 is safe")
    for line in PROOF:
        found = client.post("/v1/exercise", json={**given, "state": found["state"], "said": line}).json()
    assert found["reply"]["kind"] == "right" and found["done"]
    wrong = client.post("/v1/exercise", json={**given, "said": "~B1   clue A2"}).json()
    assert wrong["reply"]["judgement"]["lines"][0]["level"] == "wrong"
    nothing_told = client.post("/v1/exercise", json={"board": "????", "goal": "~B1", "said": "hint"}).json()
    assert "No way on from your lines was found" in nothing_told["reply"]["text"]
    is_problem(client.post("/v1/exercise", json={**given, "goal": "~Z9"}), 400)
    is_problem(client.post("/v1/exercise", json={**given, "goal": "~"}), 400)
    is_problem(client.post("/v1/exercise", json={**given, "state": {"lesson": "01-proposition"}}), 422)
