"""The kinds of exercises, each against an independent judge: every placement is tried."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicms.board import Board
from logicms.errors import BoardError, BoardSyntaxError
from logicms.hints import direct_clauses
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.teach.claims import parse_claims
from logicms.teach.exercise import LessonFile
from logicms.teach.exercises import KINDS
from logicms.teach.lesson_reader import parse_lesson
from tests.oracle import placements
from tests.strategies import planted_boards

ROW = LessonFile.of_board("row", Board(("???", "121")))
HALF = LessonFile.of_board("half", Board(("?1", "?1")))
SPRINKLER = LessonFile("wet", "", Problem.of(parse_hints("rain -> wet\nsprinkler -> wet\nrain | sprinkler")))


def task(kind: str, file: LessonFile | None = None, says: dict[str, str] | None = None, **fields: str):
    return KINDS[kind].make({"answer": ("",), **{key: (value,) for key, value in fields.items()}}, file, says or {})


# -- clauses


@pytest.mark.parametrize("said", ["a | b; c | d", "a", "~a | ~b"])
def test_a_hint_without_a_cell_is_called_by_its_text(said):
    hints = LessonFile("h", "", Problem.of(parse_hints("2 among a b c d")))
    on = task("clauses", hints, clue="2 among a b c d")
    assert "does not follow from the hint `2 among a b c d`.\n" in on.judge(said).text
    assert "None" not in on.judge(said).text + on.tip(1, "") + on.tip(2, "")
    with pytest.raises(BoardSyntaxError, match="no clue 'None'"):
        task("clauses", hints, clue="None")


@pytest.mark.parametrize(
    "said",
    [
        "A1 | B1, ~A1 | ~B1",
        "1. A1 | B1\n2. ~A1 | ~B1",
        "- A1 | B1.\n- ~A1 | ~B1.",
        "{A1, B1}, {~A1, ~B1}",
        "`A1 | B1`\n`~A1 | ~B1`",
    ],
)
def test_clauses_may_be_written_in_many_ways(said):
    assert task("clauses", ROW, clue="A2").judge(said).is_right


def test_a_comma_between_literals_is_asked_about():
    judged = task("clauses", ROW, clue="A2").judge("A1, B1")
    assert judged.kind == "unclear" and judged.text.startswith("`A1, B1`: is this one clause or several?")


@given(st.integers(2, 5).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))), st.randoms(use_true_random=False))
def test_clauses_are_right_just_when_they_say_the_same(counts, rng: random.Random):
    """Random changes of the clauses of a hint are accepted or refused as a truth table of its own says."""
    cells, mines = counts
    names = [f"{column}1" for column in "ABCDE"[:cells]]
    file = LessonFile("h", "", Problem.of(parse_hints(f"{mines} among {' '.join(names)}")))
    on = task("clauses", file, clue=f"{mines} among {' '.join(names)}")
    clauses = [
        [names[i - 1] if i > 0 else f"~{names[-i - 1]}" for i in clause]
        for clause in direct_clauses(mines, mines, cells)
    ]
    rng.shuffle(clauses)
    change = rng.choice(["none", "drop", "weaken", "strengthen", "turn"])
    if change == "drop" and len(clauses) > 1:
        clauses.pop()
    elif change == "weaken":
        clauses[0] = [*clauses[0], rng.choice([name for name in names])]
    elif change == "strengthen" and len(clauses[0]) > 1:
        clauses[0] = clauses[0][1:]
    elif change == "turn":
        clauses[0] = [f"~{clauses[0][0]}".removeprefix("~~"), *clauses[0][1:]]
    same = True
    for size in range(cells + 1):
        for chosen in combinations(names, size):
            true = {name if name in chosen else f"~{name}" for name in names}
            same &= all(true & set(clause) for clause in clauses) == (size == mines)
    judged = on.judge("\n".join(" | ".join(clause) for clause in clauses))
    tautology = any(f"~{literal}" in clause for clause in clauses for literal in clause)
    assert judged.is_right == (same and not tautology), (clauses, judged)
    if not judged.is_right and not tautology:
        assert "does not follow" in judged.text or "still allowed" in judged.text


def test_clauses_may_stand_on_one_line_and_be_too_many():
    on = task("clauses", ROW, clue="A2")
    assert on.judge("(A1 | B1) & (~A1 | ~B1)").is_right
    three = task("clauses", ROW, clue="B2")
    judged = three.judge("A1 | B1; A1 | C1; B1 | C1; ~A1 | ~B1 | ~C1; A1 | B1 | C1")
    assert judged.is_right and "A1 | B1 | C1 is subsumed by A1 | B1" in judged.text
    formula = task("clauses", formula="a <-> b")
    assert formula.judge("~a | b; ~b | a").is_right and not formula.judge("~a | b").is_right


# -- certain


@given(planted_boards(max_cells=12))
def test_certain_cells_are_those_that_all_placements_share(board):
    board = Board(board.with_flags("claim").rows, board.mines)
    odds = placements(board).odds
    certain = {cell: odds[cell] == 1 for cell in board.hidden if odds[cell] in (0, 1)}
    on = task("certain", LessonFile.of_board("b", board))
    said = " ".join(f"{'' if mine else '~'}{cell}" for cell, mine in certain.items()) or "none"
    assert on.judge(said).is_right, (said, on.judge(said))
    if certain:
        cell = min(certain)
        fewer = " ".join(f"{'' if mine else '~'}{each}" for each, mine in certain.items() if each != cell) or "none"
        assert on.judge(fewer).kind == "missed" and f"{cell} is certain too" in on.judge(fewer).text
        turned = said.replace(f"~{cell}", str(cell)) if not certain[cell] else f"~{cell}"
        assert on.judge(turned).kind == "contrary"
    for cell in [cell for cell in board.hidden if cell not in certain][:2]:
        judged = on.judge(f"{cell}")
        assert judged.kind == "not certain" and str(cell) in judged.text


@pytest.mark.parametrize(
    "said",
    [
        "safe B1, mine A1 C1",
        "~B1 A1 C1",
        "B1 safe; A1 C1 mine",
        "mine a1 c1 safe b1",
        "A1 is a mine, C1 mine, B1=safe",
        "safe: B1, mines: A1 C1",
        "safe B1, mine A1, C1",
        "safe: B1; mine: A1, C1",
        "mine A1, C1, safe B1",
        "A1, C1 mines; B1 safe.",
        "B1 is safe, and A1 and C1 are mines.",
        "B1 is not a mine, mines: A1 and C1",
        "mine A1 C1, ~B1",
        "not B1, A1, C1",
        "safe B1\nmine A1, C1",
    ],
)
def test_certain_cells_may_be_named_in_many_ways(said):
    assert task("certain", ROW).judge(said).is_right


@given(st.permutations("ABCDEFG"), st.integers(1, 6), st.randoms(use_true_random=False))
def test_a_group_word_holds_until_the_next_one(columns, split, rng: random.Random):
    """However the groups, the commas and the words between are written, the same claims are read."""
    row = LessonFile.of_board("row", Board(("???????",)))
    right = {f"{column}1": place < split for place, column in enumerate(columns)}
    words = {False: "safe", True: rng.choice(["mine", "mines"])}
    groups = [(words[value], [name for name in right if right[name] == value]) for value in (True, False)]
    comma = rng.choice([", ", " ", ",", " and ", "\n"])
    before = "; ".join(f"{word}{rng.choice([' ', ': '])}{comma.join(names)}" for word, names in groups)
    after = ", ".join(f"{comma.join(names)} {rng.choice(['', 'are '])}{word}" for word, names in groups)
    literals = rng.choice([", ", " "]).join(name if mine else f"~{name}" for name, mine in right.items())
    for said in (before, before.replace(";", ","), after, after.lower(), literals, f"{literals}."):
        assert parse_claims(said, row) == right, said


@pytest.mark.parametrize(
    "said, kind, text",
    [
        ("B1 safe, A1", "unclear", "Is A1 safe, or a mine? Write safe A1 or mine A1."),
        ("A1 C1, mine B1", "unclear", "Is A1 safe, or a mine?"),
        ("mine ~B1", "mixed", "Write safe B1 or ~B1, not both at once."),
        ("~B1 safe", "mixed", "Write safe B1 or ~B1, not both at once."),
        ("safe", "empty", "Name the cells, or say none."),
        ("safe B1, mine B1", "both", "You say both that B1 is safe and that it is a mine."),
        ("safe B1?", "unknown", "? is an unknown name here"),
    ],
)
def test_nobody_is_blamed_for_what_is_not_written(said, kind, text):
    judged = task("certain", ROW).judge(said)
    assert judged.kind == kind and text in judged.text


def test_words_between_names_may_be_names_themselves():
    hints = "2 among a b the\n~the | a\n~the | b\nat most 1 among a the"
    letters = LessonFile("letters", "", Problem.of(parse_hints(hints)))
    assert task("certain", letters).judge("true a b, false the").text == "Right: the is false, a and b are true."
    assert task("certain", letters).judge("a, b, ~the").is_right


def test_certain_by_forward_chaining_is_less():
    forward = task("certain", ROW, by="forward")
    assert forward.judge("none").is_right
    assert forward.judge("~B1").text == "B1 is certain, but forward chaining alone does not find it."
    assert task("certain", HALF).judge("none").is_right
    assert task("certain", SPRINKLER).judge("true wet").is_right
    judged = task("certain", SPRINKLER).judge("wet rain")
    assert judged.kind == "not certain" and "sprinkler and wet true" in judged.text


# -- numbers, choices, formulas, placements


@given(
    st.fractions(min_value=0, max_value=1, max_denominator=60),
    st.fractions(min_value=0, max_value=1, max_denominator=60),
)
def test_numbers_are_exact(right, said):
    on = task("number", answer=str(right))
    assert on.judge(str(said)).is_right == (right == said)
    assert on.judge(f"{said.numerator * 3}/{said.denominator * 3}").is_right == (right == said)


@pytest.mark.parametrize(
    "said, kind",
    [
        ("0.4", "right"),
        ("40 %", "right"),
        ("4/10", "right"),
        ("0.401", "rounded"),
        ("1/2", "listed"),
        ("3/5", "too large"),
        ("1/5", "too small"),
        ("two fifths", "unreadable"),
        ("2/0", "unreadable"),
        ("", "empty"),
        ("9" * 99, "unreadable"),
        ("0,4", "right"),
        (".4", "right"),
        ("40 per cent", "right"),
        ("2 out of 5", "right"),
        ("p = 2/5.", "right"),
        ("2/5 of the placements", "right"),
        ("40", "percent"),
        ("2 fifths", "unreadable"),
        ("2 or 3", "unreadable"),
        ("0.395", "rounded"),
    ],
)
def test_what_is_said_to_a_number(said, kind):
    assert task("number", answer="2/5", says={"0.5": "Half is too much."}).judge(said).kind == kind


@pytest.mark.parametrize(
    "said", ["1000", "1,000", "1 000", "1_000", "1000 clauses", "1,000.0", "= 1000", "+1000", "1000.", "It is 1000"]
)
def test_a_whole_number_with_what_people_write_around_it(said):
    assert task("number", answer="1000").judge(said).is_right


def test_a_choice_by_letter_or_words():
    on = task("choice", choices="a) Yes.\nb) No.", answer="a", says={"b": "Why?"})
    for said in (" A) ", "yes", "(a)", "a) Yes.", "a: yes", "answer a", "'a'", "a."):
        assert on.judge(said).is_right, said
    assert on.judge("b").text == "Why?" and on.judge("c").kind == "unknown" and on.judge("a b").kind == "several"


OPERATORS = {
    "&": lambda one, other: one and other,
    "|": lambda one, other: one or other,
    "->": lambda one, other: not one or other,
    "<->": lambda one, other: one == other,
    "^": lambda one, other: one != other,
}


def random_formula(rng: random.Random, depth: int):
    """Return the text of a formula, and what says whether it holds on a placement: the judge of the test below."""
    if depth == 0:
        name, sign = rng.choice("abc"), rng.random() < 0.5
        return name if sign else f"~{name}", lambda true: (name in true) == sign
    operator = rng.choice(sorted(OPERATORS))
    (one, holds), (other, other_holds) = random_formula(rng, depth - 1), random_formula(rng, depth - 1)
    return f"({one} {operator} {other})", lambda true: OPERATORS[operator](holds(true), other_holds(true))


@given(st.randoms(use_true_random=False))
def test_formulas_are_right_just_when_equivalent(rng: random.Random):
    (one, holds), (other, other_holds) = random_formula(rng, 2), random_formula(rng, 2)
    rows = [frozenset(chosen) for size in range(4) for chosen in combinations("abc", size)]
    same = all(holds(row) == other_holds(row) for row in rows)
    on = task("formula", answer=one, names="a b c")
    assert on.judge(other).is_right == same and on.judge(one).is_right


@given(planted_boards(max_cells=10), st.randoms(use_true_random=False))
def test_a_placement_is_right_just_when_every_clue_is_met(board, rng: random.Random):
    board = Board(board.with_flags("claim").rows, board.mines)
    found = placements(board)
    every = {frozenset(cell for i, cell in enumerate(found.cells) if each >> i & 1) for each in found.all}
    chosen = frozenset(cell for cell in board.hidden if rng.random() < 0.4)
    on = task("placement", LessonFile.of_board("b", board), answer="none")
    for each in (chosen, rng.choice(sorted(every, key=sorted))):
        assert on.judge(" ".join(map(str, sorted(each))) or "none").is_right == (each in every)


@pytest.mark.parametrize(
    "said", ["A1 and C1", "mines: A1, C1", "mines at A1 and C1.", "{A1, C1}", "A1 C1, safe B1", "A1 ~B1 C1", "a1 & c1"]
)
def test_a_placement_may_be_written_in_many_ways(said):
    assert task("placement", ROW, answer="A1 C1").judge(said).is_right


def test_a_placement_may_have_to_have_something():
    on = task("placement", HALF, answer="A1", **{"with": "A1"})
    assert on.judge("A1").is_right and on.judge("A2").text == "It must have A1, and yours does not."
    assert (
        task("placement", SPRINKLER, answer="rain wet").judge("rain").text
        == "rain -> wet is false with your placement."
    )


# -- what cannot be an exercise

MANY = "1 among " + " ".join(f"x{n}" for n in range(17))


@pytest.mark.parametrize(
    "kind, file, fields, message",
    [
        ("clauses", None, {"clue": "A2"}, "needs a line on"),
        ("clauses", LessonFile("many", "", Problem.of(parse_hints(MANY))), {"clue": MANY}, "17 names are too many"),
        ("certain", ROW, {"by": "magic"}, "by is complete or resolution or course or forward or subset"),
        ("formula", None, {"answer": "a &"}, "expected a name"),
        ("proof", ROW, {"goal": "~B1", "length": "0"}, "length is a number from 1 to 99"),
        ("proof", ROW, {"goal": "D4"}, "the goal names D4"),
        ("proof", ROW, {"goal": "~B1", "clues": "A2 Z9"}, "there is no clue 'Z9'"),
        ("placement", ROW, {"with": "D4"}, "with takes literals"),
        ("choice", None, {"choices": "a) One.\na) Two.", "answer": "a"}, "choices are lines"),
        ("number", None, {"answer": "many"}, "the answer is one number"),
    ],
)  # fmt: skip
def test_exercises_that_cannot_be_are_refused(kind, file, fields, message):
    with pytest.raises((BoardError, BoardSyntaxError)) as caught:
        task(kind, file, **fields)
    assert message in str(caught.value)


LINES = """\
title: T|about: A|== S|board row:|hints h:|    ??|    11|    a -> b|Text|- item|  more|$ logicms solve row||# c|\t|\
exercise e: number|exercise f: proof|    ask: ?|    answer: 1|    goal: ~A1|    on: row|    mistake: 2|    says: x|\
        more""".split("|")


@given(st.lists(st.sampled_from(LINES), max_size=14))
def test_any_lines_are_a_lesson_or_a_mistake_with_its_place(lines):
    text = "\n".join(["title: T", "about: A", *lines])
    try:
        parse_lesson(text, source="x.lesson")
    except BoardSyntaxError as error:
        assert error.source == "x.lesson" and 1 <= error.line <= len(lines) + 3


def test_fractions_of_odds_are_shown_as_fractions():
    assert str(task("number", answer="4/10").value) == str(Fraction(2, 5))
