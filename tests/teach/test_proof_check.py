"""Proofs by hand: the notation, a verdict for each line, tips, and what must be refused."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from itertools import product

import pytest
from click.testing import CliRunner
from conftest import FULL, NOTATION, ROOT

from logicms.board import Board, neighbours_of
from logicms.cli import app
from logicms.errors import BoardSyntaxError
from logicms.explanation import explain
from logicms.hints import Literal, direct_clauses, parse_literal
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.proofs.proof import Proof
from logicms.render.proof import proof_lines, proof_text
from logicms.teach.completion import completion
from logicms.teach.exercise import LessonFile
from logicms.teach.proof_judge import ProofTask, check_proof
from logicms.teach.proof_lines import (
    Literals,
    ProofLine,
    ProofTerms,
    UnreadableLine,
    WrittenProof,
    parse_clause,
    parse_proof,
)

ROW = LessonFile.of_board("row", Board(("???", "121")))
VASE = LessonFile(
    "vase",
    "",
    Problem.of(parse_hints("old -> fragile\n~old -> copy\nfragile | copy -> glass\nsafe broken\n1 among x y")),
)


def terms(goal: str = "~B1", file: LessonFile = ROW, **how) -> ProofTerms:
    return ProofTerms(file, parse_clause(goal), **how)


def clause(*texts: str) -> Literals:
    return frozenset(map(parse_literal, texts))


def verdicts(text: str, on: ProofTerms):
    return check_proof(parse_proof(text), on).lines


# -- the notation


@pytest.mark.parametrize(
    "text, line",
    [
        ("1. A1 | B1   clue A2", ProofLine(1, clause("A1", "B1"), "clue", "A2")),
        ("  7)A1|B1 clue A2: 1 among A1 B1", ProofLine(7, clause("A1", "B1"), "clue", "A2")),
        ("not A1 or ¬B1 ∨ organ   clue A2", ProofLine(1, clause("~A1", "~B1", "organ"), "clue", "A2")),
        ("~A1 given", ProofLine(1, clause("~A1"), "given")),
        ("(2) a | b   given: b | a  # a comment", ProofLine(2, clause("a", "b"), "given", "b | a")),
        ("B1 from 1 2 on A1", ProofLine(1, clause("B1"), "resolve", parents=(1, 2), on="A1")),
        ("B1 from 1 and 2", ProofLine(1, clause("B1"), "resolve", parents=(1, 2))),
        ("B1 resolve 1, 2 on A1", ProofLine(1, clause("B1"), "resolve", parents=(1, 2), on="A1")),
        ("3: false from 1 2 on A1", ProofLine(3, frozenset(), "resolve", parents=(1, 2), on="A1")),
        ("[] from 1 2", ProofLine(1, frozenset(), "resolve", parents=(1, 2))),
        ("A1 assumed: the negation", ProofLine(1, clause("A1"), "assume")),
        ("A1 mine total: 1 among A1", ProofLine(1, clause("A1"), "total")),
        ("A1 | _1 definition of _1", ProofLine(1, clause("A1", "_1"), "given", "_1")),
        ("on | from from 1 2 on on", ProofLine(1, clause("on", "from"), "resolve", parents=(1, 2), on="on")),
        ("falsehood fact", ProofLine(1, clause("falsehood"), "fact")),
        ("pit(A3) rule 2 with c = A4", ProofLine(1, clause("pit(A3)"), "rule", "line 2 with c = A4")),
        ("A1 (by rule 2 for c=A4 and k=1)", ProofLine(1, clause("A1"), "rule", "line 2 with c = A4, k = 1")),
        ("A1 | B1 rule 4: 1 among A1 B1", ProofLine(1, clause("A1", "B1"), "rule", "line 4")),
        ("A1 rule X1 with c = a", ProofLine(1, clause("A1"), "rule", "X1 with c = a")),
        ("A1 X1", ProofLine(1, clause("A1"), "rule", "X1")),
        (
            "is(WA, red) from 1 2 on is(NT, red)",
            ProofLine(1, clause("is(WA,red)"), "resolve", "", (1, 2), "is(NT,red)"),
        ),
        ("A1", ProofLine(1, clause("A1"))),
    ],
)
def test_lines_are_read(text, line):
    assert parse_proof(text).lines == (line,)
    assert parse_proof(str(line)).lines == (line,), "it reads what it writes"


@pytest.mark.parametrize(
    "text, column, message",
    [
        ("A1 || B1 clue A2", 4, "'||' is not used here; write |"),
        ("!A1 fact", 1, "'!' is not used here; write ~"),
        ("A1 B1 clue A2", 4, "expected | and another literal, or why it holds"),
        ("A1 & B1 clue A2", 4, "a line is one clause"),
        ("A1 from", 8, "expected the numbers of two lines"),
        ("A1 clue", 8, "expected the cell of the clue"),
        ("A1 from 1 2 on A1 B1", 19, "expected the end of the line"),
        ("| A1 fact", 1, "expected a literal"),
        ("A1 rule", 8, "a rule is cited as `rule 2 with c = A4`"),
        ("A1 rule 2 with c =", 19, "a rule is cited as"),
        ("A1 rule 2 with A4", 18, "a rule is cited as"),
        ("A1 rule 2, c = A4", 10, "a rule is cited as"),
        ("A1 rule 2 with c = A1, c = A2", 24, "c has two values"),
    ],
)
def test_lines_that_cannot_be_read_say_why_and_spoil_no_other(text, column, message):
    one, other = parse_proof(f"{text}\nA1 | B1 clue A2").lines
    assert isinstance(one, UnreadableLine) and message in one.error.message and one.error.column == column
    assert isinstance(other, ProofLine) and other.number == 2


def test_lines_are_numbered_on_and_semicolons_end_them():
    assert [line.number for line in parse_proof("a given; 5. b given; c given\n\n# nothing\nd given").lines] == [
        1,
        5,
        6,
        7,
    ]
    with pytest.raises(BoardSyntaxError, match="at most 2,000 lines"):
        parse_proof("a given\n" * 2_001)


@pytest.mark.parametrize(
    "line",
    [
        "4. ~B1 | C1 (from 2 and 3 on A1)",
        "4. ~B1 | C1, from lines 2 and 3.",
        "4. ~B1 | C1 by resolving 2 with 3",
        "4. ~B1 | C1 From 2, 3 On A1.",
    ],
)
def test_a_reason_may_be_written_in_many_ways(line):
    proof = parse_proof("A1 | B1 by clue A2\n~A1 | ~B1 (Clue at A2)\nA1 | C1 clue: B2\n" + line)
    assert check_proof(proof, terms("~B1 | C1")).is_right


@pytest.mark.parametrize("board, cell", [("one-two-one", "B1"), ("ringed", "C3"), ("course-1", "A4")])
@pytest.mark.parametrize(
    "how", [["--by", "resolution"], ["--by", "direct"], ["--to", "lines"], ["--by", "resolution", "--ascii"]]
)
def test_what_prove_prints_is_a_proof_by_hand(board, cell, how, tmp_path):
    """The picture and the words above `to show` are no part of it."""
    path = next((ROOT / "examples" / "boards").glob(f"{board}.*"))
    form = ["--format", "seed"] if path.suffix == ".seed" else []
    proved = CliRunner().invoke(app, ["prove", *form, *how, str(path), cell])
    (tmp_path / "proof.txt").write_text(proved.output, encoding="utf-8")
    judged = CliRunner().invoke(app, ["verify", *form, "--as-exercise", str(path), str(tmp_path / "proof.txt")])
    assert judged.exit_code == 0 and "Proved: " in judged.output, judged.output


def test_what_a_learner_wrote_above_to_show_stays():
    assert len(parse_proof("A1 | B1 clue A2\nto show: ~B1\n~A1 | ~B1 clue A2").lines) == 2
    assert parse_proof("to show: ~B1\nnonsense at all").lines[0].number == 1


def test_a_sum_is_no_line_of_a_proof_by_hand():
    (line,) = parse_proof("1  ~B1  A2 + C2 - B2: B1 = 0").lines
    assert isinstance(line, UnreadableLine) and "by resolution, not by adding and subtracting clues" in str(line.error)


# -- a verdict for each line

START = "A1 | B1 clue A2\n~A1 | ~B1 clue A2\nA1 | C1 clue B2\n"


@pytest.mark.parametrize(
    "line, kind, said",
    [
        ("~B1 | C1 from 2 3 on A1", "right", ""),
        ("~B1 | C1 from 3 2", "right", ""),
        ("A1 clue A2", "not the clue's", "With a mine at B1 the clue is met, and the clause is false."),
        ("A1 | ~A1 clue A2", "tautology", "This is a tautology"),
        ("A1 | B1 clue D4", "clue", "There is no clue D4; the clues are A2, B2, C2."),
        ("A1 | B1 total", "clue", "The mine total is not given here."),
        ("A1 | D9 clue A2", "unknown", "D9 is an unknown name here"),
        ("a1 | B1 clue A2", "unknown", "did you mean A1?"),
        ("A1 | _1 clue A2", "unknown", "`_1` is not defined"),
        ("A1 | ~A1 from 1 2 on B1", "two clashes", "clash in A1 and B1"),
        ("~B1 | C1 from 2 3 on C1", "pivot", "C1 is not in line 2. Lines 2 and 3 clash in A1."),
        ("B1 | C1 from 1 3 on A1", "no clash", "Lines 1 and 3 have no name with opposite signs"),
        ("C1 from 2 3 on A1", "missing", "~B1 is missing: it is in line 2 and is not resolved away."),
        ("~B1 | C1 | B1 from 2 3 on A1", "too many", "B1 should not be there: it is in neither 2 nor 3."),
        ("A1 | ~B1 | C1 from 2 3 on A1", "too many", "it is what the lines are resolved on, so it goes"),
        ("B1 | C1 from 2 3 on A1", "other", "B1 should not be there: it is in neither 2 nor 3. ~B1 is missing"),
        ("~B1 | C1 from 2 9", "no line", "There is no line 9: the last one above is 3."),
        ("~B1 | C1 from 2 4", "later", "Line 4 is this line itself"),
        ("~B1 | C1 from 2 2", "parents", "Line 2 cannot be resolved with itself"),
        ("~B1 | C1 from 2", "parents", "A resolution has two parents; you name 1."),
        ("~B1 | C1 from 1 2 3", "parents", "you name 3"),
        ("~A2 fact", "right", ""),
        ("A2 fact", "fact", "A2 is not given; its negation ~A2 is."),
        ("A1 fact", "fact", "A1 is not given as a fact; if it follows from a clue, say which"),
        ("A1 | B1 given a | b", "given", '"a | b" is not given here.'),
        ("B1 assume", "right", ""),
        ("~B1 assume", "assume", "Only the negation of the goal may be assumed; the negation of ~B1 is B1."),
        ("A1", "reason", "Say why it holds"),
        (
            "A1 obviously",
            "reason",
            "`obviously` is not a reason. Say why it holds: clue A2, fact, given, assume, or from",
        ),
        ("A1 D4", "reason", "`D4` is not a reason"),
        ("A1 because I say so", "unreadable", "This cannot be read"),
        ("~A1 -> B1 clue A2", "unreadable", "a line is a clause: write `~A1 -> B1` as `A1 | B1`"),
        ("2. A1 | C1 clue B2", "number", "There is a line 2 already."),
        ("A1 | B1 | C1 clue B2", "subsumed", "this is subsumed by line 1: A1 | B1 says more."),
        ("B1 | A1 clue A2", "subsumed", "line 1 says the same"),
    ],
)
def test_each_line_gets_its_own_verdict(line, kind, said):
    *before, found = verdicts(START + line, terms())
    assert [verdict.level for verdict in before] == ["right"] * 3
    assert found.kind == kind and said in found.text
    assert found.level == {"right": "right", "subsumed": "remark"}.get(kind, "wrong")


@pytest.mark.parametrize(
    "how, text, kind, said",
    [
        ({"style": "direct"}, "B1 assume", "assume", "A direct proof assumes nothing: derive ~B1 itself."),
        ({"clues": frozenset({"A2"})}, "A1 | C1 clue B2", "allowed", "does not allow B2, only A2"),
        ({"rule": "unit"}, START + "~B1 | C1 from 2 3", "allowed", "only unit resolution is allowed here"),
        ({"length": 1}, START + "~B1 | C1 from 2 3", "allowed", "It follows, but has 2 literals"),
    ],
)
def test_an_exercise_allows_what_it_says(how, text, kind, said):
    found = verdicts(text, terms(**how))[-1]
    assert (found.level, found.kind) == ("wrong", kind) and said in found.text
    assert verdicts(text, terms())[-1].level == "right"


def test_formulas_and_hints_are_given():
    on = terms("glass", VASE)
    text = "~fragile | glass given; fragile | ~old given: old -> fragile; ~broken fact; x | y hint 1 among x y"
    assert [verdict.kind for verdict in verdicts(text, on)] == ["right"] * 4
    found = verdicts("old | fragile given old -> fragile", on)[0]
    assert found.kind == "given" and "its clauses are fragile | ~old" in found.text


WUMPUS = LessonFile(
    "wumpus",
    "",
    Problem.of(
        parse_hints(
            "size: 4x4\nall c in cells: breeze(c) <-> some d in beside(c): pit(d)\n"
            "all c in cells: stench(c) <-> some d in beside(c): wumpus(d)\n1 c in cells: wumpus(c)\n"
            "~pit(A4)\n~breeze(A4)\nstench(A3)"
        )
    ),
)
NAMED = LessonFile(
    "named",
    "",
    Problem.of(
        parse_hints(
            "set s = a b\nX1: all x in s: p(x) -> q(x)\nX2: 1 x in s: p(x)\nF1: rain -> p(a)\nH1: 1 among rain snow\n"
            "rain\nall x in s, k in 1..2: q(x) -> r(x, k)"
        )
    ),
)


@pytest.mark.parametrize(
    "line, kind, said",
    [
        ("breeze(A4) | ~pit(A3) rule 2 with c = A4", "right", ""),
        ("~wumpus(A1) | ~wumpus(A2) rule 4", "right", ""),
        ("breeze(A4) | ~pit(A3) given", "right", ""),
        ("~breeze(A4) fact", "right", ""),
        (
            "breeze(A4) | ~pit(A3) rule 2 with c = A3",
            "not the rule's",
            "does not follow from rule 2 with c = A3: breeze(A3) <-> pit(A2) | pit(A4) | pit(B3). "
            "It does from rule 2 with c = A4.",
        ),
        (
            "breeze(A4) | pit(A3) rule 2 with c = A4",
            "not the rule's",
            "With all false, the rule holds and the clause is",
        ),
        ("wumpus(A1) | wumpus(A2) rule 4", "not the rule's", "With wumpus(A3) true, all else false, the rule holds"),
        (
            "breeze(A4) | ~pit(A3) rule 2",
            "variable",
            "Rule 2 says something for each c: say for which, rule 2 with c = ….",
        ),
        (
            "breeze(A4) | ~pit(A3) rule 2 with d = A3",
            "variable",
            "Rule 2 begins with no variable d; its variable is c.",
        ),
        ("~wumpus(A1) | ~wumpus(A2) rule 4 with c = A1", "variable", "it has none: cite it as rule 4, without with"),
        (
            "breeze(A4) | ~pit(A3) rule 9 with c = A4",
            "rule",
            "There is no rule 9 here; the rules are rule 2, rule 3 and",
        ),
        ("breeze(A4) | ~pit(A3) X1 with c = A4", "rule", "There is no rule X1 here"),
        ("breeze(A4) | ~pit(A3) rule 2 with c = a4", "value", "c = a4: a4 is not in cells; did you mean A4?"),
        ("breeze(A4) | ~pit(A3) rule 2 with c = E9", "value", "E9 is not in cells."),
        (
            "breeze(A4) | ~pit(A3) clue A4",
            "clue",
            "There is no clue A4; cite the rule that says so: rule 2 with c = A4.",
        ),
        ("pit(A3) fact", "fact", "pit(A3) is not given as a fact; if it follows from a rule, say which"),
        ("breeze(A4) | ~pit(A3)", "reason", "Say why it holds: rule 2 with c = A4, clue A2, fact"),
    ],
)
def test_rules_are_cited_by_their_instances(line, kind, said):
    (found,) = verdicts(line, terms("~pit(A3)", WUMPUS))
    assert found.kind == kind and said in found.text, found
    assert verdicts("~A1 | ~B1 rule 2 with c = A2", terms())[0].text == "There are no rules here."


@pytest.mark.parametrize(
    "line, kind, said",
    [
        ("~p(a) | q(a) X1 with x = a", "right", ""),
        ("~p(a) | q(a) rule 2 with x = a", "right", ""),
        ("~p(a) | ~p(b) X2", "right", ""),
        ("~rain | p(a) given F1", "right", ""),
        ("~rain | p(a) F1", "right", ""),
        ("~rain | p(a) given: F1: rain -> p(a)", "right", ""),
        ("~rain | ~snow clue H1", "right", ""),
        ("~rain | ~snow H1", "right", ""),
        ("~q(a) | r(a, 2) rule 7 with k = 2, x = a", "right", ""),
        ("~q(a) | r(a,2) rule 7 with k = 3, x = a", "value", "k = 3: 3 is not in 1..2"),
        ("~q(a) | r(a,2) rule 7 with x = a", "variable", "Rule 7 says something for each k"),
        ("rain | p(a) given F1", "given", "p(a) | rain is not a clause of F1; its clauses are p(a) | ~rain."),
        ("p(a) rain", "rule", "rain is a name, not a rule: write | before it"),
    ],
)
def test_what_has_a_name_is_cited_by_it(line, kind, said):
    (found,) = verdicts(line, terms("r(a,1)", NAMED))
    assert found.kind == kind and said in found.text, found


@pytest.mark.parametrize("name", ["pit(A3)", "wumpus(A1)", "stench(C1)"])
@pytest.mark.parametrize("how", [[], ["--by", "direct"], ["--to", "lines"]])
def test_what_prove_prints_of_rules_is_a_proof_by_hand(name, how, tmp_path):
    path = str(ROOT / "examples" / "rules" / "wumpus.hints")
    (tmp_path / "proof.txt").write_text(CliRunner().invoke(app, ["prove", *how, path, name]).stdout, encoding="utf-8")
    assert re.search("rule [0-9]+ with c = ", (tmp_path / "proof.txt").read_text(encoding="utf-8"))
    judged = CliRunner().invoke(app, ["verify", "--as-exercise", path, str(tmp_path / "proof.txt")])
    assert judged.exit_code == 0 and f"Proved: ~{name}" in judged.output, judged.output


def test_tips_cite_rules():
    task = ProofTask(terms("~pit(A3)", WUMPUS, style="direct"))
    assert "breeze(A4) | ~pit(A3)   rule 2 with c = A4" in task.tip(3, "~breeze(A4) fact")
    assert "an instance of rule 2" in task.tip(1, "~breeze(A4) fact")
    assert "rule 2 with c = A4 about" in task.tip(2, "~breeze(A4) fact")


DIRECT = (
    "1. ~A1 | ~B1 clue A2\n2. A1 | C1 clue B2\n3. ~B1 | ~C1 clue C2\n4. A1 | ~B1 from 2 3 on C1\n5. ~B1 from 4 1 on A1"
)
REFUTED = "B1 assume; ~A1 | ~B1 clue A2; ~A1 from 1 2; A1 | C1 clue B2; C1 from 3 4; ~B1 | ~C1 clue C2; ~B1 from 5 6"


def test_two_tautologies_cannot_be_resolved():
    text = "A1 | ~A1 clue A2; A1 | ~A1 clue A2; false from 1 2 on A1"
    assert "both have A1 with both signs" in verdicts(text, terms())[2].text
    assert not check_proof(parse_proof(text), terms()).is_right


def test_what_ends_a_proof():
    assert check_proof(parse_proof(DIRECT), terms()).text == "Proved: ~B1, with 2 resolutions."
    assert not check_proof(parse_proof(DIRECT), terms(style="refutation")).is_right
    assert "a refutation is asked for" in check_proof(parse_proof(DIRECT), terms(style="refutation")).text
    assert "it rests on what was assumed" in check_proof(parse_proof(REFUTED), terms()).text
    assert check_proof(parse_proof(REFUTED + "; false from 1 7"), terms()).is_right
    unfinished = check_proof(parse_proof("\n".join(DIRECT.splitlines()[:-1])), terms())
    assert "the proof is not finished" in unfinished.text and unfinished.first_wrong is None


def test_what_is_not_needed_is_said():
    found = verdicts(
        "~A2 fact\n" + "\n".join(line[3:] for line in DIRECT.splitlines()[:3]) + "\nA1 | ~B1 from 3 4\n~B1 from 5 2",
        terms(),
    )
    assert [verdict.kind for verdict in found] == ["not needed"] + ["right"] * 5


def test_a_wrong_line_does_not_spoil_those_that_rest_on_it():
    found = verdicts("A1 clue A2; ~A1 | ~B1 clue A2; ~B1 from 1 2 on A1", terms())
    assert [verdict.level for verdict in found] == ["wrong", "right", "right"]


# -- tips


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"style": "direct"},
        {"style": "refutation"},
        {"rule": "unit"},
        {"length": 2},
        {"style": "direct", "length": 2},
    ],
)
@pytest.mark.parametrize("rows, goal", [("??? 121", "~B1"), ("???? 1221", "B1"), ("???? 1221", "~D1")])
def test_tips_lead_from_any_line_to_the_goal(how, rows, goal):
    """Writing what the last tip says ends with a proof, and never needs more lines than were promised."""
    on = terms(goal, LessonFile.of_board("row", Board(tuple(rows.split()))), **how)
    task, so_far = ProofTask(on), "~A2 fact"
    promised = len(completion(parse_proof(so_far).lines, on))
    for _ in range(promised):
        assert len({task.tip(level, so_far) for level in (1, 2, 3)}) == 3
        so_far += "\n" + task.tip(3, so_far).splitlines()[-1].strip()
    assert task.judge(so_far).is_right


def test_tips_go_on_from_the_learner_s_own_lines():
    lines = parse_proof("\n".join(DIRECT.splitlines()[:4])).lines
    assert str(completion(lines, terms(style="direct"))[0]) == "5. ~B1   from 4 1 on A1"


def test_the_way_on_is_a_proof_and_no_longer_than_ours():
    for proof, on, _ in proofs(3, 25):
        terms = ProofTerms(on.file, on.goal, "direct" if proof.by == "direct" else "refutation")
        lines = completion((), terms)
        assert ProofTask(terms).judge("\n".join(map(str, lines))).is_right
        assert len(lines) <= len(proof.steps)


def test_a_tip_that_is_not_found_says_what_to_do():
    assert "undo" in ProofTask(terms("A1", rule="unit", style="direct")).tip(3, "")


# -- many proofs, ours and corrupted ones


def positions(seed: int):
    """Yield random small boards with some cells open."""
    rng = random.Random(seed)
    while True:
        width, height = rng.randint(3, 5), rng.randint(3, 4)
        cells = range(width * height)
        mines = set(rng.sample(cells, rng.randint(2, 5)))
        opened = {cell for cell in cells if cell not in mines and rng.random() < 0.7}
        clues = [sum(other in mines for other in around) for around in neighbours_of(width, height)]
        signs = "".join(str(clues[cell]) if cell in opened else "?" for cell in cells)
        rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
        yield Board(rows, len(mines) if rng.random() < 0.3 else None), rng


def proofs(seed: int, count: int):
    """Yield so many proofs of random positions with the terms they are on: every way to write, both styles."""
    found = 0
    for board, rng in positions(seed):
        cell = rng.choice(board.hidden)
        explanation = explain(board, cell)
        if explanation.is_certain:
            proof = explanation.proof(rng.choice(["resolution", "direct"]))
            assert isinstance(proof, Proof)
            if len(proof.steps) > 1:
                yield proof, ProofTerms(LessonFile.of_board("random", board), frozenset({proof.literal})), rng
                found += 1
        if found == count:
            return


def follows(premises: list[Literals], clause: Literals) -> bool:
    """Return whether a clause follows, by a truth table; the judge of what is corrupted."""
    names = sorted({literal.name for each in (*premises, clause) for literal in each})
    for values in product((False, True), repeat=len(names)):
        true = {Literal(name, value) for name, value in zip(names, values, strict=True)}
        if all(each & true for each in premises) and not clause & true:
            return False
    return True


def corrupted(line: ProofLine, lines: dict[int, ProofLine], on: ProofTerms, rng: random.Random) -> ProofLine | None:
    """Return the line with one literal taken away, turned or exchanged so that it no longer follows."""
    premises = [lines[parent].literals for parent in line.parents]
    if line.by == "clue":
        hint = on.premises.hints[line.source]
        names = ("", *map(str, hint.among))
        clauses = direct_clauses(hint.low, hint.high, len(hint.among))
        premises = [frozenset(Literal(names[abs(i)], i > 0) for i in clause) for clause in clauses]
    names = sorted({literal.name for each in lines.values() for literal in each.literals})
    tries = []
    for literal in sorted(line.literals):
        rest = line.literals - {literal}
        tries += [rest, rest | {~literal}, rest | {Literal(rng.choice(names), True)}]
    wrong = [clause for clause in tries if clause != line.literals and not follows(premises, clause)]
    return replace(line, literals=rng.choice(wrong)) if wrong else None


COUNT = 1_000 if FULL else 100


@pytest.mark.full
def test_random_proofs_are_accepted():
    for number, (proof, on, _) in enumerate(proofs(1, COUNT)):
        text = proof_lines(proof) if number % 2 else proof_text(proof)
        found = check_proof(parse_proof(text), on)
        assert found.is_right, (text, found)
        assert not any(verdict.kind == "not needed" for verdict in found.lines)


@pytest.mark.full
def test_corrupted_proofs_are_refused_at_the_line_that_no_longer_follows():
    refused = 0
    for proof, on, rng in proofs(2, 3 * COUNT):
        written = parse_proof(proof_lines(proof))
        lines = {line.number: line for line in written.lines}
        places = [place for place, line in enumerate(written.lines) if line.by in ("resolve", "clue") and line.literals]
        rng.shuffle(places)
        for place in places:
            wrong = corrupted(written.lines[place], lines, on, rng)
            if wrong is not None:
                forged = WrittenProof(
                    (*written.lines[:place], wrong, *written.lines[place + 1 :]), written.goal, written.symbols
                )
                found = check_proof(forged, on)
                assert found.first_wrong == place + 1 and not found.is_right, (proof, wrong)
                refused += 1
                break
        if refused == COUNT:
            return
    raise AssertionError(f"only {refused} proofs were corrupted")


# -- the specification, and the command

PAGE = (NOTATION / "proofs-by-hand.md").read_text(encoding="utf-8")
SHOWN = re.findall(r"^```proof\n(.*?)^```\n```\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
BOARD = ROOT / "examples" / "boards" / "one-two-one.txt"


def run(*args, text: str = ""):
    return CliRunner().invoke(app, ["verify", "--as-exercise", *map(str, args), "-"], input=text)


@pytest.mark.parametrize("text, said", SHOWN)
def test_the_page_s_proofs_are_judged_so(text, said):
    assert run(BOARD, text=text).output == said


def test_what_contradicts_itself_is_shown_without_an_assumption():
    board = ROOT / "examples" / "boards" / "contradiction.txt"
    assumed = run(board, "--goal", "false", text="A1 assume")
    assert assumed.exit_code == 1 and "The negation of false is true, and gives nothing" in assumed.output


def test_a_proof_in_a_file_is_judged_on_its_terms():
    assert len(SHOWN) == 2
    good = SHOWN[0][0]
    assert run(BOARD, text=good).exit_code == 0
    assert run(BOARD, "--style", "refutation", text=good).exit_code == 1
    assert run(BOARD, "--length", 1, text=good).exit_code == 1
    found = run(BOARD, "--rule", "unit", "--json", text=good)
    data = json.loads(found.output)
    assert found.exit_code == 1 and (data["valid"], data["step"]) == (False, 4) and "unit" in data["reason"]
    assert [line["level"] for line in data["lines"]] == ["right"] * 3 + ["wrong"] * 2
    assert run("2:one-of-three", text="A1 | B1 | C1").exit_code == 1
    assert run("2:one-of-three", text="A1|B1|C1; ~A1|~B1; ~A1|~C1; ~C1|~B1").exit_code == 0


@pytest.mark.parametrize(
    "args, message",
    [
        ([BOARD], "what is to be shown?"),
        ([BOARD, "--goal", "D9"], "the goal names D9"),
        ([BOARD, "--goal", "~B1 &"], "goal is a clause"),
        (["2:nothing"], "there is no exercise 'nothing' in 2"),
        (["99:one"], "there is no lesson '99'"),
        (["2:one-of-three", "--goal", "~B1"], "--goal is for a board"),
        (["my.lesson"], "name the exercise too"),
    ],
)
def test_what_is_asked_amiss_is_said(args, message):
    found = run(*args, text="A1 fact")
    assert found.exit_code == 2 and message in found.output
