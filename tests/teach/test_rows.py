"""Questions for values as exercises: every answer is judged as all placements say, and the reply shows what is wrong.

The judge below tries each placement of six atoms; it shares nothing with `which`.
"""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest

from logicms.errors import LogicmsError
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.teach.exercise import Fields, LessonFile
from logicms.teach.lesson_reader import KINDS, is_as_written
from logicms.teach.rows import RowsTask

FAMILY = """\
only parent sibling
parent(bob, carol)
parent(bob, cy)
parent(carol, dave)
all x, y, z: parent(z, x) & parent(z, y) & x != y -> sibling(x, y)"""
TIMETABLE = """\
set lessons = biology drawing
set slots = 1..3
all l in lessons: 1 s in slots: on(l, s)
all s in slots: ~(on(biology, s) & on(drawing, s))
~on(drawing, 1)"""


def task(text: str, question: str) -> RowsTask:
    file = LessonFile("f", text, Problem.of(parse_hints(text)))
    made = KINDS["rows"].task_of(Fields({"answer": ("",), "question": (question,)}, file))
    assert isinstance(made, RowsTask)
    return made


# -- against all placements

PEOPLE = ("ann", "bob", "cy")
ATOMS = [f"{predicate}({each})" for predicate in ("here", "late") for each in PEOPLE]
QUESTIONS = {
    "here(x)": lambda x: lambda true: f"here({x})" in true,
    "here(x) & ~late(x)": lambda x: lambda true: f"here({x})" in true and f"late({x})" not in true,
    "here(x) -> late(x)": lambda x: lambda true: f"here({x})" not in true or f"late({x})" in true,
    "some y in people: y != x & here(y)": lambda x: lambda true: any(f"here({y})" in true for y in PEOPLE if y != x),
    "2 y in people: late(y) & here(x)": lambda x: (
        lambda true: f"here({x})" in true and sum(f"late({y})" in true for y in PEOPLE) == 2
    ),
}


def test_an_answer_is_right_just_when_all_placements_say_so():
    rng, seen = Random(34), {"certain": 0, "possible": 0, "impossible": 0}
    for _ in range(60):
        clauses = [rng.sample(ATOMS, rng.choice((1, 1, 2))) for _ in range(rng.choice((3, 4, 5)))]
        signed = [[(atom, rng.random() < 0.6) for atom in clause] for clause in clauses]
        text = "\n".join(" | ".join(f"{'' if holds else '~'}{atom}" for atom, holds in clause) for clause in signed)
        rows = [{atom for atom, holds in zip(ATOMS, row, strict=True) if holds} for row in product((0, 1), repeat=6)]
        fitting = [true for true in rows if all(any((atom in true) == holds for atom, holds in c) for c in signed)]
        if not fitting:
            continue
        body, holds = rng.choice(list(QUESTIONS.items()))
        verdicts = {}
        for person in PEOPLE:
            values = {holds(person)(true) for true in fitting}
            verdicts[person] = {(True,): "certain", (False,): "impossible"}.get(tuple(values), "possible")
            seen[verdicts[person]] += 1
        on = task(f"set people = {' '.join(PEOPLE)}\n{text}", f"which x in people: {body}")
        for said in product(seen, repeat=3):
            named = {word: [x for x, how in zip(PEOPLE, said, strict=True) if how == word] for word in seen}
            answer = " ".join([*named["certain"], "perhaps", *named["possible"], "none"])
            judged = on.judge(answer)
            assert judged.is_right == (dict(zip(PEOPLE, said, strict=True)) == verdicts), (text, body, answer, judged)
            if (found := re.match(r"x = (\w+) (cannot|may|not only)", judged.text)) is not None:
                truth = {"cannot": "impossible", "may": "possible", "not only": "certain"}[found[2]]
                assert verdicts[found[1]] == truth, (text, body, answer, judged)
        assert on.judge(on.written).is_right
    assert all(number > 20 for number in seen.values()), seen


# -- what is said


@pytest.mark.parametrize(
    "said",
    [
        "carol cy; cy carol",
        "cy carol\ncarol cy",
        "(carol, cy), (cy, carol)",
        "carol, cy and cy, carol",
        "x = carol, y = cy; y = carol, x = cy",
        "certainly:\n  x = carol, y = cy\n  x = cy, y = carol",
    ],
)
def test_rows_may_be_written_in_many_ways(said):
    assert (
        task(FAMILY, "which x, y: sibling(x, y)").judge(said).text == "Right: 2 rows certainly hold, and no other may."
    )


@pytest.mark.parametrize(
    "said, kind, text",
    [
        ("carol cy", "missed", "You missed one: x = cy, y = carol certainly holds too."),
        ("none", "missed", "You missed one: x = carol, y = cy certainly holds too, and 1 more."),
        ("carol", "short", "A row has a value of each of x, y; yours is x = carol."),
        ("x = ; carol cy", "short", "A row has a value of each of x, y; yours is x = ."),
        ("x = carol, x = cy", "twice", "x has two values in one row."),
        ("Carol cy", "unknown", "Carol is an unknown name here; did you mean carol?"),
        ("eve cy", "unknown", "eve is an unknown name here; the names here are bob, carol, cy and dave."),
        ("carol cy perhaps carol cy", "both", "You say both that x = carol, y = cy certainly holds and that it ..."),
        (",", "empty", "Name the rows, or say none."),
        (
            "carol carol",
            "fails",
            "x = carol, y = carol cannot hold:\n"
            "    to show: ~sibling(carol,carol)\n"
            "    1  ~sibling(carol,carol)  only sibling: no rule makes sibling(carol,carol)\n"
            "                              hold\n"
            "    rule 5: all x, y, z: ...",
        ),
        ("perhaps carol cy", "certain", "x = carol, y = cy not only may hold, ... does:\n...\n    rule 5: ..."),
    ],
)  # fmt: skip
def test_what_is_said_to_wrong_rows(said, kind, text):
    judged = task(FAMILY, "which x, y: sibling(x, y)").judge(said)
    assert judged.kind == kind and is_as_written(judged.text, text), judged


def test_what_is_said_of_rows_that_may_hold():
    on = task(TIMETABLE, "which s in slots: on(drawing, s)")
    assert on.judge("perhaps 2, 3").text == on.judge("perhaps 3 maybe 2").text
    assert on.judge("perhaps 2, 3").text == "Right: no row certainly holds, and 2 may."
    assert on.judge("2 perhaps 3").text == (
        "s = 2 may hold, but not certainly: with ~on(drawing,2) on(drawing,3), everything given holds, and "
        "on(drawing,2) does not."
    )
    assert (
        on.judge("perhaps 1 2 3").text == "s = 1 cannot hold:\n    to show: ~on(drawing,1)\n    1  ~on(drawing,1)  fact"
    )
    assert on.judge("4").text == "s is one of 1, 2 and 3, and 4 is not."
    assert on.judge("perhaps 2").text == "You missed one: s = 3 may hold too."
    assert len({on.tip(level, "") for level in (1, 2, 3)}) == 3 and on.tip(3, "") == "All of them: perhaps 2; 3."


def test_the_negation_of_a_row_may_be_several_clauses():
    judged = task(TIMETABLE, "which s in slots: on(drawing, s) & ~on(drawing, s) | s = 4").judge("1")
    assert judged.kind == "fails", judged
    on = task(TIMETABLE, "which s in slots, l in lessons: on(l, s) & s = 1 & l = drawing")
    assert on.judge("none").is_right and on.tip(3, "") == "No row can hold: it is none."
    assert on.judge("1 drawing").kind == "fails"
    either = task(TIMETABLE, "which s in slots: on(drawing, 1) | (on(drawing, s) & on(biology, s))")
    assert "cannot hold:\n    to show: " in either.judge("2").text


def test_a_proof_fits_into_a_terminal():
    judged = task(FAMILY, "which x, y: sibling(x, y)").judge("perhaps carol cy")
    assert any(len(line) > 70 for line in judged.text.splitlines()), judged
    assert max(map(len, judged.text.splitlines())) <= 80


def test_cells_are_values_too():
    on = task("size: 3x1\n1 c in cells: pit(c)\n~pit(A1)", "which c in cells, d in beside(c): pit(d)")
    assert on.judge("perhaps A1 B1; B1 C1; C1 B1").is_right
    assert on.judge("perhaps A1 C1").text == "d is one of B1, and C1 is not."
    assert on.judge("b1 A1").text == "b1 is an unknown name here; did you mean B1?"


@pytest.mark.parametrize(
    "text, question, message",
    [
        (FAMILY, "which x: parent(x", "this ( is not closed: which x: parent(x"),
        (FAMILY, "parent(bob, cy)", "a question for values begins with `which x in …:`"),
        ("likes(A1)", "which x: likes(x)", "say where x ranges: `which x in …`"),
        ("set s = a\np(a)\n~p(a)", "which x in s: p(x)", "p(a)"),
    ],
)
def test_questions_that_cannot_be_exercises(text, question, message):
    with pytest.raises(LogicmsError) as caught:
        task(text, question)
    assert message in str(caught.value)
