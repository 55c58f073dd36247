"""A knowledge base as a problem, and what it was told one by one: taken back, assumed. The judges try everything."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import oracle
import pytest
from conftest import FULL
from knowledge_bases import Judge, every_choice, random_lines
from second_checker import fault, hints_source
from sympy import Symbol
from sympy.abc import a, b, c

import logicms as lm
from logicms.board import Board, Cell, neighbours_of
from logicms.errors import BoardError, InconsistentKnowledge, LogicmsError
from logicms.hints import Hint, Literal, at_most, exactly
from logicms.logic.knowledge import Answer, KnowledgeBase
from logicms.notation.hint_files import parse_hints

MANY = 5 if FULL else 1
INDIVIDUALS = "abcde"
ATOMS = [f"p({each})" for each in INDIVIDUALS]
Told = list[tuple[str, Judge]]


def right(placements: list[frozenset[str]], name: str) -> Answer:
    held = {name in each for each in placements}
    return Answer.UNKNOWN if len(held) == 2 else Answer.YES if True in held else Answer.NO


def meeting(told: Told) -> list[frozenset[str]]:
    return [held for held in every_choice(ATOMS) if all(judge(held) for _, judge in told)]


def random_told(rng: Random, lines: int) -> tuple[list[str], Told]:
    """Return the sets of a hint file and its lines, each with its judge: some lines are there twice."""
    heads, told = random_lines(rng, INDIVIDUALS, lines)
    told += [each for each in told if rng.random() < 0.1]
    return heads, told


def told_line_by_line(heads: list[str], told: Told, rng: Random) -> KnowledgeBase:
    """Return a knowledge base that was told some lines as a file, and the others one by one."""
    first = rng.randint(0, len(told))
    base = KnowledgeBase(parse_hints("\n".join([*heads, *(line for line, _ in told[:first])])))
    for line, _ in told[first:]:
        base.tell(line)
    return base


def assert_right(base: KnowledgeBase, placements: list[frozenset[str]]) -> None:
    assert base.consistent is bool(placements)
    if not placements:
        with pytest.raises(InconsistentKnowledge):
            base.ask(ATOMS[0])
        return
    assert [base.ask(name) for name in ATOMS] == [right(placements, name) for name in ATOMS]


# -- a knowledge base is a problem


@pytest.mark.full
def test_a_knowledge_base_is_deduced_from_and_counted_like_a_file():
    rng, consistent = Random(1), 0
    for _ in range(400 * MANY):
        heads, told = random_told(rng, rng.randint(1, 5))
        base, placements = told_line_by_line(heads, told, rng), meeting(told)
        found = lm.check(base)
        assert (found.status == "consistent") is bool(placements), [line for line, _ in told]
        if not placements:
            continue
        consistent += 1
        odds, deduction, problem = lm.odds(base), lm.deduce(base), lm.Problem.of(base)
        spoken = [name for name in ATOMS if name in problem.names]
        projected = {held.intersection(spoken) for held in placements}
        for name in spoken:
            share = Fraction(sum(name in held for held in projected), len(projected))
            known = problem.facts.get(name)
            assert share == (odds.mine[name] if known is None else int(known))
            assert known is not None or (name in deduction.mine, name in deduction.safe) == (share == 1, share == 0)
        assert odds.placements == len(projected)
        name = rng.choice(ATOMS)
        verdict = lm.explain(base, name).verdict
        assert verdict == {"yes": "mine", "no": "safe", "unknown": "unknown"}[right(placements, name).value]
    assert consistent > 100 * MANY


def test_a_knowledge_base_of_a_board_is_that_board():
    board = lm.parse_board("mines: 2\n\n? ? ?\n1 2 1")
    base = KnowledgeBase(board)
    assert lm.Problem.of(base) == lm.Problem.of(board) and lm.Problem.of(base).board == board
    assert lm.deduce(base).mine == lm.deduce(board).mine
    base.tell("A1 -> rain")
    assert lm.deduce(base).mine == {Cell(0, 0), Cell(0, 2), "rain"}
    assert set(lm.search(base).placement) == {Cell(0, 0), Cell(0, 2), "rain"}
    assert set(lm.graph(base).nodes) >= {Cell(0, 0), "rain"}
    assert lm.next_deduction(base) is not None and lm.verify(lm.prove(base, "rain"), base)


# -- taking back


@pytest.mark.full
def test_what_is_taken_back_is_as_if_it_had_never_been_told():
    rng, mended = Random(2), 0
    for _ in range(500 * MANY):
        heads, told = random_told(rng, rng.randint(1, 6))
        base = told_line_by_line(heads, told, rng)
        was_consistent = base.consistent
        for _ in range(rng.randint(1, 3)):
            if not told:
                break
            place = rng.randrange(len(told))
            entry = base.statements[len(heads) + place]
            if rng.random() < 0.5:
                base.retract(len(heads) + place)
            else:
                place = max(i for i, each in enumerate(base.statements[len(heads) :]) if each.source == entry.source)
                base.retract(entry.source)
            del told[place]
            assert len(base.statements) == len(heads) + len(told)
            assert_right(base, meeting(told))
        mended += not was_consistent and base.consistent
        base.tell("p(a) | p(b)")
        assert_right(base, [held for held in meeting(told) if held & {"p(a)", "p(b)"}])
    assert mended > 20 * MANY


def test_a_knowledge_base_equals_one_that_was_never_told():
    rng = Random(3)
    for _ in range(50):
        told = [
            rng.choice((a >> b, a | c, ~b, exactly(1, "a b c"), at_most(1, "b c"), "a ^ c", "~c")) for _ in range(5)
        ]
        base, place = KnowledgeBase(), rng.randrange(5)
        for each in told:
            base.tell(each)
        base.retract(place)
        other = KnowledgeBase()
        for each in [*told[:place], *told[place + 1 :]]:
            other.tell(each)
        assert base == other


ROADS = [f"e({one},{other})" for one, other in product("abc", repeat=2)]
RULES = (
    "set s = a b c",
    "only e r p",
    "all x in s, y in s: e(x, y) -> r(x, y)",
    "all x in s, y in s, z in s: r(x, y) & e(y, z) -> r(x, z)",
    "all x in s: ~r(x, x) -> p(x)",
)
LED_TO = [*(name.replace("e", "r") for name in ROADS), *(f"p({each})" for each in "abc")]


def led_to(roads: Iterable[str]) -> set[str]:
    """Return what holds by these rules, found in another way."""
    pairs = {(name[2], name[4]) for name in roads}
    for middle, one, other in product("abc", repeat=3):
        if {(one, middle), (middle, other)} <= pairs:
            pairs.add((one, other))
    return {f"r({one},{other})" for one, other in pairs} | {f"p({each})" for each in "abc" if (each, each) not in pairs}


@pytest.mark.full
def test_closed_predicates_are_worked_out_anew():
    rng = Random(4)
    for _ in range(60 * MANY):
        roads = rng.sample(ROADS, rng.randint(1, 6))
        base = KnowledgeBase(parse_hints("\n".join([*RULES, *roads])))
        assert {name for name in LED_TO if base.ask(name)} == led_to(roads)
        base.retract(roads.pop(rng.randrange(len(roads))))
        assert {name for name in LED_TO if base.ask(name)} == led_to(roads)


def test_a_closed_predicate_can_be_opened_where_its_rules_say_where_variables_range():
    text = "set s = a b\nonly p q\np(a)\nall x in s: p(x) -> q(x)"
    base = KnowledgeBase(parse_hints(text))
    assert base.ask("q(b)") is Answer.NO
    base.retract("only q")
    assert (base.ask("q(a)"), base.ask("q(b)"), base.ask("p(b)")) == (Answer.YES, Answer.UNKNOWN, Answer.NO)
    base.retract("only p")
    assert (base.ask("p(a)"), base.ask("p(b)"), base.ask("q(a)")) == (Answer.YES, Answer.UNKNOWN, Answer.YES)
    unranged = KnowledgeBase(parse_hints(text.replace("x in s", "x")))
    with pytest.raises(BoardError, match="line 4 needs `only p`"):
        unranged.retract("only p")
    with pytest.raises(BoardError, match="line 4 speaks of s: take that back first"):
        base.retract("set s")
    assert base.ask("p(a)") is Answer.YES


@pytest.mark.full
@pytest.mark.parametrize("grid", ["square", "hex", "torus"])
def test_a_clue_that_is_taken_back_leaves_its_cell_hidden(grid):
    rng = Random(grid)
    for _ in range(60 * MANY):
        board = random_board(rng, grid)
        base = KnowledgeBase(board)
        opened = [cell for cell in board.cells if board[cell] in "012345678"]
        cell = rng.choice(opened)
        base.retract(str(cell))
        rows = tuple(
            "".join("?" if Cell(r, q) == cell else sign for q, sign in enumerate(row))
            for r, row in enumerate(board.rows)
        )
        expected = oracle.placements(Board(rows, board.mines, grid=grid))
        assert lm.Problem.of(base) == lm.Problem.of(Board(rows, board.mines, grid=grid))
        assert lm.odds(base).placements == len(expected)
        if board.mines is not None:
            base.retract("mines")
            assert lm.odds(base).placements == len(oracle.placements(Board(rows, None, grid=grid)))


def random_board(rng: Random, grid: str, wrong: bool = False) -> Board:
    """Return a position of a few cells, perhaps with one wrong clue."""
    width, height = rng.choice([(3, 3), (4, 3), (3, 4)])
    mines = {index for index in range(width * height) if rng.random() < 0.25}
    around = neighbours_of(width, height, grid)
    signs = []
    for index in range(width * height):
        opened = index not in mines and rng.random() < 0.5
        signs.append(str(sum(other in mines for other in around[index])) if opened else "?")
    clues = [index for index, sign in enumerate(signs) if sign != "?"]
    if not clues:
        return random_board(rng, grid, wrong)
    if wrong:
        index = rng.choice(clues)
        signs[index] = rng.choice([n for n in "012345678" if n != signs[index] and int(n) <= len(around[index])])
    rows = tuple("".join(signs[start : start + width]) for start in range(0, width * height, width))
    return Board(rows, len(mines) if rng.random() < 0.5 else None, grid=grid)


def test_what_it_was_told_is_a_list_with_sources():
    base = KnowledgeBase(parse_hints("size: 2x2\nmines: 1\n1 at A1\nset people = ann bob\nX1: B1 -> wet\nsafe rain A2"))
    base.tell("all x in people: here(x)")
    base.tell("here(ann) -> snow", because="Y")
    base.tell(exactly(1, ["snow", "hail"]))
    assert [entry.source for entry in base.statements] == [
        "A1", "set people", "X1", "~rain", "~A2", "line 1", "Y", "1 among snow hail", "mines",
    ]  # fmt: skip
    assert str(base.statements[4]) == "safe A2" and base.statements[1].source == "set people"
    for source in ("mines", "safe rain", "A2", "1 among snow hail", "Y", "all x in people: here(x)", 0):
        base.retract(source)
    assert [str(entry) for entry in base.statements] == ["set people = ann bob", "X1: B1 -> wet"]
    for source, message in (
        ("rian", "nothing was told under 'rian'"),
        (9, "no statement 9"),
        (a, "expected the source"),
    ):
        with pytest.raises(BoardError, match=message):
            base.retract(source)


def test_of_a_text_told_twice_the_last_goes():
    base = KnowledgeBase()
    for each in ("a", "a -> b", "a"):
        base.tell(each)
    base.retract("a")
    assert [entry.source for entry in base.statements] == ["a", "a -> b"] and base.ask("b") is Answer.YES


def test_two_hints_of_one_name_are_told_apart():
    base = KnowledgeBase()
    base.tell(exactly(1, "a b", because="X"))
    base.tell(exactly(1, "b c", because="X"))
    assert [entry.source for entry in base.statements] == ["X", "X (2)"]
    assert [hint.because for hint in lm.Problem.of(base).hints] == ["X", "X (2)"]
    base.retract("X")
    assert base.told_steps[0].source == "X"


def test_what_was_refused_was_not_told():
    base = KnowledgeBase()
    for wrong in (Symbol("_1"), "a ->", Literal("not a name", True)):
        with pytest.raises(LogicmsError):
            base.tell(wrong)
    assert base.statements == () and base == KnowledgeBase()
    assert isinstance(lm.Problem.of(base), lm.Problem) and Hint(0, 0, ()) not in lm.Problem.of(base).statements


# -- what if


def given_and_taken(rng: Random, heads: list[str], told: Told) -> tuple[list[str], list[int], Told]:
    """Return what is assumed, which statements are taken back, and what is told then."""
    _, supposed = random_told(rng, rng.randint(0, 2))
    places = rng.sample(range(len(told)), min(len(told), rng.randint(0, 2)))
    supposed = [each for each in supposed if " x in " not in each[0]]  # those speak of other sets
    if rng.random() < 0.5:
        name = rng.choice(ATOMS)
        supposed.append(rng.choice([(name, lambda held: name in held), (f"~{name}", lambda held: name not in held)]))
    return [line for line, _ in supposed], places, [t for i, t in enumerate(told) if i not in places] + supposed


@pytest.mark.full
def test_what_ifs_are_answered_as_if_they_had_been_told():
    rng, consistent, proofs = Random(5), 0, 0
    for _ in range(400 * MANY):
        heads, told = random_told(rng, rng.randint(1, 5))
        base = told_line_by_line(heads, told, rng)
        before = (base.told_steps, base.statements)
        given, places, changed = given_and_taken(rng, heads, told)
        without = [len(heads) + place for place in places]
        placements = meeting(changed)
        goal, judge = random_told(rng, 1)[1][0]
        if " x in " in goal:
            goal, judge = "p(a) | ~p(b)", lambda held: "p(a)" in held or "p(b)" not in held
        if not placements:
            with pytest.raises(InconsistentKnowledge):
                base.ask(goal, given=given, without=without)
            continue
        consistent += 1
        values = {judge(held) for held in placements}
        expected = Answer.UNKNOWN if len(values) == 2 else Answer.YES if True in values else Answer.NO
        for method in ("resolution", "saturation"):
            assert base.ask(goal, by=method, given=given, without=without) is expected, (told, given, without, goal)
        proof = base.prove(goal, given=given, without=without)
        assert (proof is not None) is (expected is Answer.YES)
        if proof is not None:
            proofs += 1
            assert {step.source for step in proof.steps if step.by == "assumption"} <= {*proof.assumptions}
            assert lm.verify(proof) and type(proof).from_json(proof.to_json()) == proof
            assert places or lm.verify(proof, base)
        rows = base.which("which x in everybody: p(x)", given=given, without=without)
        shown = {f"p({row['x']})" for row in rows.certain}, {f"p({row['x']})" for row in rows.possible}
        by_answer = (
            {name for name in ATOMS if right(placements, name) is each} for each in (Answer.YES, Answer.UNKNOWN)
        )
        assert shown == tuple(by_answer)
        assert (base.told_steps, base.statements) == before
    assert consistent > 100 * MANY and proofs > 30 * MANY


@pytest.mark.full
def test_conditional_odds_and_deductions():
    rng, consistent = Random(6), 0
    for _ in range(200 * MANY):
        heads, told = random_told(rng, rng.randint(1, 4))
        base = told_line_by_line(heads, told, rng)
        given = [rng.choice(("", "~")) + name for name in rng.sample(ATOMS, rng.randint(0, 2))]
        placements = meeting([*told, *((line, judge_of(line)) for line in given)])
        if not placements:
            with pytest.raises(InconsistentKnowledge):
                lm.odds(base, given=given)
            continue
        consistent += 1
        odds, deduction = lm.odds(base, given=given), lm.deduce(base, given=given)
        for name in odds.mine:
            assert odds.mine[name] == Fraction(sum(name in held for held in placements), len(placements))
            assert (name in deduction.mine, name in deduction.safe) == (odds.mine[name] == 1, odds.mine[name] == 0)
    assert consistent > 50 * MANY


def judge_of(literal: str) -> Judge:
    return lambda held: (literal.removeprefix("~") in held) is not literal.startswith("~")


@pytest.mark.full
@pytest.mark.parametrize("grid", ["square", "hex", "torus"])
def test_what_ifs_on_boards(grid):
    rng, consistent = Random(f"what if {grid}"), 0
    for _ in range(60 * MANY):
        board = random_board(rng, grid)
        hidden = [each for each in board.cells if board[each] == "?"]
        if len(hidden) < 2:
            continue
        cell, other = rng.sample(hidden, 2)
        mine = rng.random() < 0.5
        given = rng.choice(
            [Literal(cell, mine), f"{'mine' if mine else 'safe'} {cell}", f"{'' if mine else '~'}{cell}"]
        )
        every = oracle.placements(board)
        at, where = every.cells.index(cell), every.cells.index(other)
        left = [each for each in every.all if bool(each >> at & 1) is mine]
        base = KnowledgeBase(board)
        if not left:
            with pytest.raises(InconsistentKnowledge) as caught:
                base.ask(other, given=given)
            assert ("" if mine else "~") + str(cell) in map(str, caught.value.conflict)
            continue
        consistent += 1
        held = {bool(each >> where & 1) for each in left}
        expected = Answer.UNKNOWN if len(held) == 2 else Answer.YES if True in held else Answer.NO
        assert base.ask(other, given=given) is expected
        odds = lm.odds(board, given=given)
        assert odds.placements == len(left)
        assert odds.mine[other] == Fraction(sum(bool(each >> where & 1) for each in left), len(left))
        assert (other in lm.deduce(board, given=given).mine) is (held == {True})
    assert consistent > 20 * MANY


@pytest.mark.full
def test_roads_that_are_assumed_or_closed():
    """An assumed atom of a closed predicate is a fact, its negation a constraint; the proofs cite assumptions."""
    rng, proofs = Random(7), 0
    for _ in range(60 * MANY):
        roads = rng.sample(ROADS, rng.randint(1, 5))
        more = rng.sample(ROADS, rng.randint(0, 2))
        gone = rng.sample(roads, rng.randint(0, min(2, len(roads))))
        text = "\n".join([*RULES, *roads])
        base = KnowledgeBase(parse_hints(text))
        holding = led_to([*(road for road in roads if road not in gone), *more])
        for name in rng.sample(LED_TO, 4):
            answer = Answer.YES if name in holding else Answer.NO
            assert base.ask(name, given=more, without=gone) is answer
            goal = name if answer is Answer.YES else f"~{name}"
            proof = base.prove(goal, given=more, without=gone)
            assert proof is not None and {*proof.assumptions} <= {*more}
            if not gone:
                proofs += bool(proof.assumptions)
                data = json.dumps(proof.to_json())
                assert lm.verify(proof, base) and fault(data, hints_source(text)) is None and fault(data) is None
                for assumption in proof.assumptions:
                    forged = replace(proof, assumptions=tuple(each for each in proof.assumptions if each != assumption))
                    if assumption not in roads:
                        assert not lm.verify(forged, base) and fault(json.dumps(forged.to_json()), hints_source(text))
        wrong = rng.choice(LED_TO)
        holds = wrong in holding
        question = {"given": [*more, f"~{wrong}"], "without": gone} if holds else {"given": f"~{roads[0]}"}
        with pytest.raises(InconsistentKnowledge) as caught:
            base.ask("p(a)", **question)
        assert caught.value.conflict
    assert proofs > 10 * MANY


def test_a_text_is_one_assumption_and_not_its_letters():
    base = KnowledgeBase()
    base.tell("a & b -> c")
    assert base.ask("c", given="a & b") is Answer.YES
    assert base.ask("c", given=["a", Symbol("b")]) is Answer.YES
    assert base.ask("c", given=[Literal("a", True), exactly(2, "a b")]) is Answer.YES
    assert base.ask("c", given=a) is Answer.UNKNOWN
    assert base.ask("~a | ~b", given="~c") is Answer.YES and base.ask("c") is Answer.UNKNOWN


def test_a_question_may_speak_of_what_is_taken_back():
    text = "\n".join([*RULES[1:4], "e(a,b)"])
    base = KnowledgeBase(parse_hints(text.replace(" in s", "").replace("only e r p", "only e r")))
    assert base.ask("r(a,b)", without="e(a,b)") is Answer.NO
    assert base.ask("r(a,z)", given="e(b,z)") is Answer.YES


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("set s = a", "declares no set"),
        ("only p", "declares no set and closes no predicate"),
        ("size: 2x2", "what is given is a statement"),
        ("e(a,b) -> r(b,b)", "assume facts of r, which is closed, and no rules for it"),
        ("a ->", "expected a name"),
    ],
)
def test_what_is_no_assumption_is_refused(given, message):
    base = KnowledgeBase(parse_hints("only r\nr(a,b)"))
    with pytest.raises(LogicmsError, match=message):
        base.ask("r(a,b)", given=given)


def test_an_assumption_that_clashes_is_named():
    base = KnowledgeBase()
    base.tell("rain -> wet")
    with pytest.raises(InconsistentKnowledge, match="rain, rain -> wet and ~wet cannot all be right") as caught:
        base.ask("x", given=["rain", "~wet"])
    assert caught.value.proof.assumptions == ("rain", "~wet")
