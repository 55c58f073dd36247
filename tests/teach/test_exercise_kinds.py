"""The kinds of exercises, each against an independent judge: every placement is tried."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import placements
from strategies import planted_boards

from logicms.board import Board
from logicms.errors import BoardError, BoardSyntaxError
from logicms.hints import Hint, Literal, direct_clauses
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.teach.cells import parse_claims
from logicms.teach.exercise import Fields, LessonFile
from logicms.teach.lesson_reader import KINDS, parse_lesson

ROW = LessonFile.of_board("row", Board(("???", "121")))
HALF = LessonFile.of_board("half", Board(("?1", "?1")))
SPRINKLER = LessonFile("wet", "", Problem.of(parse_hints("rain -> wet\nsprinkler -> wet\nrain | sprinkler")))


def rule_file(text: str) -> LessonFile:
    return LessonFile("f", text, Problem.of(parse_hints(text)))


WUMPUS = rule_file(
    "size: 3x3\nall c in cells: breeze(c) <-> some d in beside(c): pit(d)\n1 c in cells: wumpus(c)\n~breeze(A3)"
)
MAP = rule_file(
    "set regions = WA NT SA\nset colours = red blue\nset next(WA) = NT SA\n"
    "X1: all r in regions: 1 c in colours: is(r, c)"
)


def task(kind: str, file: LessonFile | None = None, says: dict[str, str] | None = None, **fields: str):
    return KINDS[kind].task_of(
        Fields({"answer": ("",), **{key: (value,) for key, value in fields.items()}}, file, says or {})
    )


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


def test_a_tip_calls_cells_safe_and_other_names_false():
    assert (
        task("certain", SPRINKLER).tip(2, "").startswith("Look at wet: suppose it is true, then suppose it is false.")
    )
    assert task("certain", ROW).tip(2, "").startswith("Look at A1: suppose it is a mine, then suppose it is safe.")


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
        ("rules", ROW, {"answer": "all c in rooms: mine(c)"}, "there is no set 'rooms'"),
        ("rules", ROW, {"answer": "set s = a"}, "the answer is a rule"),
        ("rules", None, {"answer": "true"}, "needs a line on"),
        ("instance", ROW, {"clause": "A1"}, "row has no rules"),
        ("instance", WUMPUS, {"clause": "pit(D9)"}, "which does not occur in f"),
        ("instance", WUMPUS, {"clause": "pit(A1) &"}, "clause is a clause"),
        ("formula", WUMPUS, {"instance": "rule 7"}, "There is no rule 7 here"),
        ("formula", WUMPUS, {"instance": "rule 2"}, "Rule 2 says something for each c"),
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


# -- rules


BREEZE = "all c in cells: breeze(c) <-> some d in beside(c): pit(d)"
MINESWEEPER = "all c in cells, k in 0..8: clue(c, k) -> k x in around(c): mine(x)"


@pytest.mark.parametrize(
    "file, right, said",
    [
        (WUMPUS, BREEZE, "all d in cells: (some c in beside(d): pit(c)) <-> breeze(d)"),
        (
            WUMPUS,
            BREEZE,
            "all c in cells: breeze(c) -> some d in beside(c): pit(d)\n"
            "all c in cells, d in beside(c): pit(d) -> breeze(c)",
        ),
        (WUMPUS, BREEZE, "∀ c ∈ cells: breeze(c) ↔ ∃ d ∈ beside(c): pit(d)"),
        (WUMPUS, BREEZE, "X1: all c in cells: breeze(c) <-> at least 1 d in beside(c): pit(d)."),
        (WUMPUS, "1 c in cells: wumpus(c)", "some c in cells: wumpus(c); at most 1 c in cells: wumpus(c)"),
        (
            WUMPUS,
            "at most 1 c in cells: wumpus(c)",
            "all c in row(A1), d in cells: true\n~(at least 2 c in cells: wumpus(c))",
        ),
        (ROW, MINESWEEPER, "all k in 0..8, c in cells: clue(c, k) -> k d in around(c): d"),
        (ROW, "1 c in row(A1): mine(c)", "1 among A1 B1 C1"),
        (ROW, "all c in row(A1): safe(c)", "safe A1 B1 C1"),
        (
            MAP,
            "all r in regions, s in next(r), c in colours: ~(is(r, c) & is(s, c))",
            "all c in colours, r in regions: is(r, c) -> all s in next(r): ~is(s, c)",
        ),
        (MAP, "some r in regions: is(r, red)", "is(WA, red) | is(NT, red) | is(SA, red)"),
    ],
)
def test_rules_are_right_if_they_say_the_same(file, right, said):
    on = task("rules", file, answer=right)
    assert on.judge(right).is_right
    assert on.judge(said).is_right, on.judge(said)


@pytest.mark.parametrize(
    "file, right, said, kind, text",
    [
        (
            WUMPUS,
            BREEZE,
            BREEZE.replace("beside", "around"),
            "too strong",
            "Look at `around`: are these the cells that",
        ),
        (
            WUMPUS,
            BREEZE,
            BREEZE.replace("beside", "around"),
            "too strong",
            "breeze(A1) <-> pit(B1) | pit(A2) | pit(B2)",
        ),
        (WUMPUS, BREEZE, BREEZE.replace("some", "all"), "too strong", "Look at `all d`: is it all of them, or some?"),
        (WUMPUS, BREEZE, BREEZE.replace("all", "some"), "too weak", "Look at `some c`: is it all of them, or some?"),
        (WUMPUS, BREEZE, BREEZE.replace("<->", "->"), "too weak", "does it hold in the other direction too?"),
        (
            WUMPUS,
            BREEZE,
            BREEZE.replace("<->", "->"),
            "too weak",
            "with pit(A2) true, all else false, and that should be",
        ),
        (WUMPUS, BREEZE, BREEZE.replace("pit(d)", "pit(c)"), "too strong", "With c = A1, your rule says"),
        (WUMPUS, BREEZE, "all c in cells: breeze(c) <-> pit(d)", "unreadable", "d is a free variable"),
        (WUMPUS, BREEZE, "breeze(c) <-> some d in beside(c): pit(d)", "unreadable", "c is a free variable"),
        (WUMPUS, BREEZE, BREEZE.replace("cells", "cell"), "unreadable", "there is no set 'cell'; the sets are cells"),
        (WUMPUS, BREEZE, BREEZE.replace("beside(c)", "beside"), "unreadable", "beside has one argument"),
        (
            WUMPUS,
            BREEZE,
            BREEZE.replace("pit(d)", "pit(c, d)"),
            "arguments",
            "pit has 1 argument here, and you write 2.",
        ),
        (WUMPUS, BREEZE, BREEZE.replace("pit(d)", "pit"), "arguments", "pit has 1 argument here, and you write none."),
        (WUMPUS, BREEZE, BREEZE.replace("pit(d)", "d"), "unknown", "d alone says that there is a mine; did you mean"),
        (WUMPUS, BREEZE, BREEZE.replace("pit", "hole"), "unknown", "hole is an unknown word here; the words here are"),
        (WUMPUS, BREEZE, BREEZE.replace("breeze", "breese"), "unknown", "did you mean breeze?"),
        (WUMPUS, BREEZE, "forall" + BREEZE[3:], "unreadable", "'forall' is not used here; write all"),
        (WUMPUS, BREEZE, "2 at A1", "form", "This gives a clue"),
        (WUMPUS, BREEZE, "set s = a", "form", "This says nothing yet"),
        (WUMPUS, BREEZE, "false", "too strong", "Your rule says\n    false\nWith all false it should hold."),
        (WUMPUS, BREEZE, " ", "empty", "Type a rule"),
        (
            WUMPUS,
            "1 c in cells: wumpus(c)",
            "some c in cells: wumpus(c)",
            "too weak",
            "`some` is one or more, not just one",
        ),
        (
            WUMPUS,
            "1 c in cells: wumpus(c)",
            "at least 1 c in cells: wumpus(c)",
            "too weak",
            "exactly, at least or at most",
        ),
        (ROW, MINESWEEPER, MINESWEEPER.replace("around", "beside"), "too strong", "clue(A1,1) -> (1 among B1 A2)"),
        (ROW, MINESWEEPER, MINESWEEPER.replace("0..8", "1..8"), "too weak", "Look at c = A1, k = 0."),
        (ROW, MINESWEEPER, MINESWEEPER.replace("->", "&"), "too strong", "Under `all`, a condition is joined by `->`"),
        (ROW, MINESWEEPER, MINESWEEPER.replace("->", "<->"), "too strong", "do both directions hold?"),
        (ROW, MINESWEEPER, MINESWEEPER.replace(", k in 0..8", ""), "unreadable", "k is a free variable"),
        (ROW, MINESWEEPER, MINESWEEPER.replace("k x", "c x"), "unreadable", "c is not a number"),
        (ROW, MINESWEEPER, MINESWEEPER.replace(" mine(x)", " ~mine(x)"), "too strong", "what is negated?"),
        (
            MAP,
            "some r in regions: is(r, red) & is(r, blue)",
            "some r in regions: is(r, red) -> is(r, blue)",
            "too weak",
            "Under `some`, what narrows the choice is joined by `&`",
        ),
        (
            MAP,
            "some r in regions: is(r, red)",
            "some r in regions: is(red, r)",
            "too strong",
            "is(red,WA) | is(red,NT)",
        ),
    ],
)
def test_what_is_said_to_a_wrong_rule(file, right, said, kind, text):
    judged = task("rules", file, answer=right).judge(said)
    assert not judged.is_right and judged.kind == kind and text in judged.text, judged


def test_rules_are_about_the_grid_of_the_file():
    torus = LessonFile.of_board("torus", Board(("???", "???", "???"), grid="torus"))
    square = LessonFile.of_board("square", Board(("???", "???", "???")))
    four = "all c in cells: 4 d in beside(c): mine(d)"  # on a square, a corner has only two cells beside it
    assert task("rules", square, answer=four).judge("false").is_right
    judged = task("rules", torus, answer=four).judge("false")
    assert "With mines at A1, B1, C1, A2, B2, C2, A3, B3 and C3 it should hold" in judged.text


def test_a_rule_cannot_freeze_anybody():
    on = task("rules", WUMPUS, answer=BREEZE)
    many = ", ".join(f"{letter} in cells" for letter in "abcdefghij")
    started = perf_counter()
    judged = on.judge(f"all {many}: pit(a) | breeze(j)")
    assert judged.kind == "limit" and "too many instances to be judged here" in judged.text
    assert on.judge(f"some {many}: 3 x in cells, y in cells: pit(x) ^ breeze(y)").kind == "limit"
    assert on.judge(" <-> ".join(["breeze(A1)"] * 60)).kind == "too weak"
    assert perf_counter() - started < 60


def rule_text(rng: random.Random, variables: tuple[str, ...] = (), depth: int = 0) -> str:
    """Return a random formula over p(x), q(x) and r, with quantifiers over s."""
    kind = rng.choice(["all", "some", "count", "join", "join", "not", "atom"]) if depth < 4 else "atom"
    if kind == "atom":
        return rng.choice([f"{rng.choice('pq')}({rng.choice([*variables, 'a', 'b'])})", "r"])
    if kind == "not":
        return f"~({rule_text(rng, variables, depth + 1)})"
    if kind == "join":
        parts = [f"({rule_text(rng, variables, depth + 1)})" for _ in range(2)]
        return f" {rng.choice(['&', '|', '->', '<->', '^'])} ".join(parts)
    word = {"count": f"{rng.choice(['', 'at least ', 'at most '])}{rng.randint(0, 3)}"}.get(kind, kind)
    variable = f"v{len(variables)}"
    return f"({word} {variable} in s: {rule_text(rng, (*variables, variable), depth + 1)})"


def test_rules_are_compared_as_their_instances_say():
    """The grounder and every placement are the judge: the comparison uses neither."""
    rng, names, seen = random.Random(7), ["p(a)", "p(b)", "q(a)", "q(b)", "r"], set()
    sets = rule_file("set s = a b\nall x in s: p(x) | q(x) | r")

    def allowed(text: str) -> set[frozenset[str]]:
        problem = parse_hints(f"set s = a b\n{text}").to_problem()
        chosen = [frozenset(each) for size in range(6) for each in combinations(names, size)]
        return {each for each in chosen if all(holds(statement, each) for statement in problem.statements)}

    for _ in range(300):
        one = rule_text(rng)
        other = rule_text(rng) if rng.random() < 0.7 else f"~~({one})"
        judged = task("rules", sets, answer=f"{one}\np(a) | ~p(a) | q(b) | r").judge(other)
        same = allowed(one) == allowed(other)
        assert judged.is_right == same, (one, other, judged)
        seen.add(judged.kind)
    assert seen == {"right", "too strong", "too weak"}


def holds(statement, placement) -> bool:
    if isinstance(statement, Hint):
        return statement.low <= len(placement & {str(name) for name in statement.among}) <= statement.high
    if isinstance(statement, Literal):
        return (str(statement.name) in placement) == statement.holds
    return statement.holds(placement)


# -- instances


@pytest.mark.parametrize(
    "said",
    ["rule 2 with c = A3", "c = A3", "c=A3", "2 with c = A3", "line 2, c = A3", "by rule 2 for c = A3.", "with c = A3"],
)
def test_an_instance_may_be_written_in_many_ways(said):
    judged = task("instance", WUMPUS, clause="breeze(A3) | ~pit(A2)", answer="c = A3").judge(said)
    assert judged.is_right and "rule 2 with c = A3 says breeze(A3) <-> pit(A2) | pit(B3)" in judged.text
    assert (
        task("instance", MAP, clause="is(WA, red) | is(WA, blue)", answer="X1 with r = WA")
        .judge("X1 with r = WA")
        .is_right
    )
    assert task("instance", WUMPUS, clause="~wumpus(A1) | ~wumpus(B1)", answer="rule 3").judge("rule 3").is_right


@pytest.mark.parametrize(
    "said, kind, text",
    [
        (
            "rule 2 with c = A2",
            "not the rule's",
            "Rule 2 with c = A2 says\n    breeze(A2) <-> pit(A1) | pit(A3) | pit(B2)\n",
        ),
        ("c = A2", "not the rule's", "breeze(A3) | ~pit(A2) does not follow from that. With pit(A2) true"),
        ("rule 3", "not the rule's", "Rule 3 says\n    1 among wumpus(A1)"),
        ("rule 2", "variable", "Rule 2 says something for each c"),
        ("rule 2 with d = A3", "variable", "Rule 2 begins with no variable d; its variable is c."),
        ("d = A3", "variable", "No rule begins with just d."),
        ("A3", "variable", "A3 is the value of which variable?"),
        ("rule 9 with c = A3", "rule", "There is no rule 9 here; the rules are rule 2 and rule 3."),
        ("rule", "rule", "Which rule?"),
        ("rule 2 with c = a3", "value", "did you mean A3?"),
        ("rule 2 with c = D4", "value", "D4 is not in cells"),
        ("the one at the bottom", "unreadable", "cannot be read. Type the rule and the values"),
        ("", "empty", "such as rule 2 with c = …"),
    ],
)
def test_what_is_said_to_a_wrong_instance(said, kind, text):
    judged = task("instance", WUMPUS, clause="breeze(A3) | ~pit(A2)", answer="c = A3").judge(said)
    assert not judged.is_right and judged.kind == kind and text in judged.text, judged


@pytest.mark.parametrize(
    "said, kind, text",
    [
        ("breeze(A1) <-> pit(A2) | pit(B1)", "right", "Right."),
        ("(breeze(A1) -> pit(B1) | pit(A2)) & (pit(A2) | pit(B1) -> breeze(A1))", "right", "Right: the same as"),
        ("breeze(A1) <-> pit(A2) | pit(B1) | pit(B2)", "too weak", "is true with breeze(A1) and pit(B2) true"),
        ("breeze(A1) <-> pit(A2) & pit(B1)", "too weak", "and it should be false there"),
        ("breeze(A1) <-> some d in beside(A1): pit(d)", "quantifier", "Write it out"),
        ("breeze(c) <-> pit(A2) | pit(B1)", "unreadable", "c is a free variable"),
        ("breeze(A1) <-> pot(A2) | pot(B1)", "unknown", "did you mean pit(A2)?"),
        ("breeze(A1) <-> hole", "unknown", "the rules speak of breeze, pit and wumpus, each with its arguments"),
        ("breeze(A1) <-> pit(D1)", "unreadable", "D1 is not on a grid of 3x3"),
    ],
)
def test_an_instance_is_written_out(said, kind, text):
    on = task("formula", WUMPUS, instance="rule 2 with c = A1", answer="breeze(A1) <-> pit(A2) | pit(B1)")
    judged = on.judge(said)
    assert judged.kind == kind and text in judged.text, judged
    assert len({on.tip(level, "") for level in (1, 2, 3)}) == 3


def test_counts_are_written_out_too():
    on = task("formula", MAP, instance="X1 with r = WA", answer="is(WA, red) ^ is(WA, blue)")
    assert on.judge("is(WA, red) ^ is(WA, blue)").is_right and on.judge("is(WA, red) <-> ~is(WA, blue)").is_right
    assert on.judge("is(WA, red) | is(WA, blue)").kind == "too weak"


def test_names_with_arguments_are_certain_or_not():
    on = task("certain", WUMPUS)
    assert on.judge("false pit(A2), pit( B3 ) and breeze(A3)").is_right
    assert "pit(B3) is certain too" in on.judge("~pit(A2), ~breeze(A3)").text


def test_fractions_of_odds_are_shown_as_fractions():
    assert str(task("number", answer="4/10").value) == str(Fraction(2, 5))


# -- the missing premise, the clues that decide, truth tables


@pytest.mark.parametrize(
    "said, kind, text",
    [
        ("b | c", "right", "Right: on b, `a | ~b` and `b | c` give `a | c`."),
        ("c or b or a", "right", "give `a | c`"),
        ("b", "too little", "On b, `a | ~b` and `b` give `a`: c is missing."),
        ("b | ~c", "too much", "give `a | ~c`: ~c should not be there."),
        ("~b | c", "no clash", "do not clash: no name is in one of them with ~ and in the other without"),
        ("~a | b | c", "two clashes", "clash in a and b: whichever goes, a tautology is left"),
        ("b | ~b", "tautology", "a tautology says nothing"),
        ("b & c", "form", "is not one clause"),
        ("b | x", "unknown", "x is an unknown name here"),
        ("b |", "unreadable", "cannot be read"),
        ("b v c", "unreadable", "expected | and another literal, or the end of the line"),
        (" ", "empty", "Type a clause"),
    ],
)
def test_the_missing_premise_is_judged(said, kind, text):
    on = task("premise", clause="a | ~b", resolvent="a | c", answer="b | c")
    judged = on.judge(said)
    assert judged.kind == kind and text in judged.text, judged
    assert len({on.tip(level, "") for level in (1, 2, 3)}) == 3


@pytest.mark.parametrize(
    "clause, resolvent", [("a", "a"), ("a | b", "c"), ("a | b", "~a | b"), ("a", "b | ~b"), ("a |", "b"), ("a", "b c")]
)
def test_a_resolvent_that_no_premise_gives_is_refused(clause, resolvent):
    with pytest.raises(BoardSyntaxError):
        task("premise", clause=clause, resolvent=resolvent)


@pytest.mark.parametrize(
    "said, kind, text",
    [
        ("A2 B2 C2", "right", "Right: B1 is safe by A2, B2 and C2 alone."),
        ("the clues at a2, b2 and c2", "right", "Right"),
        ("A2", "not enough", "A2 does not decide it: it is met with a mine at B1, too."),
        ("C2 B2", "not enough", "B2 and C2 do not decide it: they are met with mines at A1 and B1, too."),
        ("B1", "unknown", "B1 is hidden: it has no clue"),
        ("A2 D9", "unknown", "D9 is an unknown name here"),
        ("mines", "unknown", "unknown name"),
        ("clue", "empty", "Type the cells of the clues"),
    ],
)
def test_the_clues_that_decide_a_cell_are_judged(said, kind, text):
    on = task("clues", ROW, cell="B1", answer="A2 B2 C2")
    judged = on.judge(said)
    assert judged.kind == kind and text in judged.text, judged
    assert len({on.tip(level, "") for level in (1, 2, 3)}) == 3


def test_what_is_said_of_clues_agrees_with_their_number():
    row = LessonFile.of_board("row", Board(("????", "1211")))
    text = task("clues", row, cell="B1", answer="A2 B2 C2").judge("A2 B2 C2 D2").text
    assert text == "They decide it, but A2 is not needed: B2, C2 and D2 are enough.", text
    one = task("clues", LessonFile.of_board("one", Board(("?1",))), cell="A1", answer="B1")
    assert one.tip(3, "") == "It is B1: 1 among A1."
    assert task("clues", ROW, cell="B1", answer="A2 B2 C2").tip(3, "").startswith("They are A2, B2 and C2: A2: 1 among")


def test_an_open_cell_is_not_blamed_for_being_called_a_mine():
    judged = task("certain", ROW, answer="safe B1, mine A1 C1").judge("safe A2")
    assert judged.text == "A2 is open: it shows its clue, so it is known to be safe."


def test_clues_that_are_not_needed_and_the_mine_total():
    corner = LessonFile.of_board("corner", Board(("?1?", "11?", "???"), mines=1))
    on = task("clues", corner, cell="C3", answer="A2")
    assert on.judge("A2").kind == "not enough", "a clue that says nothing about the cell"
    total = LessonFile.of_board("total", Board(("?10?",), mines=1))
    on = task("clues", total, cell="D1", answer="B1 mines")
    assert on.judge("B1 and the mine total").is_right and on.judge("mines, B1").is_right
    assert on.judge("B1").kind == "not enough"
    assert on.judge("mines").text == "mines does not decide it: it is met with a mine at D1, too."
    row = task("clues", ROW, cell="A1", answer="A2 B2 C2")
    assert row.judge("A2").text == "A2 does not decide it: it is met with a mine at B1, and A1 safe, too."
    assert "C1 says nothing about hidden cells" not in on.judge("C1").text, "it counts D1"
    assert task("clues", total, cell="D1", answer="C1").judge("C1").is_right
    judged = on.judge("C1 mines")
    assert judged.kind == "too many" and "mines is not needed" in judged.text


@pytest.mark.parametrize(
    "on, fields",
    [(HALF, {"cell": "A1"}), (ROW, {"cell": "A2"}), (ROW, {"cell": "Z9"}), (SPRINKLER, {"cell": "wet"})],
)
def test_a_cell_that_no_clues_decide_is_refused(on, fields):
    with pytest.raises(BoardSyntaxError):
        task("clues", on, **fields)


@pytest.mark.parametrize(
    "said, kind, text",
    [
        ("T T F T", "right", "Right: it is true in 3 of 4 rows."),
        ("TTFT", "right", "Right"),
        ("1, 1, 0, 1", "right", "Right"),
        ("true true false true", "right", "Right"),
        (
            "T T T T",
            "row 3",
            "Row 3 (a true and b false): `a -> b` is false there, since `a` is true and",
        ),
        ("F T F T", "row 1", "An implication is false only when its left side is true and its right side is false."),
        ("T T F", "number", "The table has 4 rows, and you give 3 values."),
        ("T T F X", "unreadable", "`X` is not a value"),
        ("", "empty", "Type 4 values"),
    ],
)
def test_a_truth_table_is_judged(said, kind, text):
    on = task("table", formula="a -> b")
    judged = on.judge(said)
    assert judged.kind == kind and text in judged.text, judged
    assert len({on.tip(level, "") for level in (1, 2, 3)}) == 3


def test_a_truth_table_is_that_of_the_formula_as_it_is_written():
    assert task("table", formula="a | ~a").judge("T T").text == "Right: it is true in every row: a tautology."
    assert "in no row" in task("table", formula="a and not a").judge("F F").text
    assert task("table", formula="B1 & A1 & c").names == ("A1", "B1", "c")
    for formula in ("true", "a & b & c & d & e", "all x in cells: x", "a &"):
        with pytest.raises(BoardSyntaxError):
            task("table", formula=formula)
