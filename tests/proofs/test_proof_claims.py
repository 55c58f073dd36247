"""What a proof says about itself is checked, and `verify` says what it did not check."""

from __future__ import annotations

import json
import re
import typing

import lrat
import pytest
from click.testing import CliRunner
from conftest import NOTATION, ROOT
from second_checker import board_source, fault

import logicms as lm
from logicms.answers.prove import verify, verify_json
from logicms.cli import app
from logicms.cli.prove import parse_json
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.formulas import parse_expression
from logicms.proofs import checker
from logicms.proofs.checker import FalseClaim
from logicms.proofs.proof import Premises, Proof, Step, StepReason, clause
from logicms.proofs.proof_json import LARGEST
from logicms.render.proof import verify_text

BOARDS = ROOT / "examples" / "boards"
BOARD = BOARDS / "one-two-one.txt"


def run(*arguments, text=None):
    return CliRunner().invoke(app, [str(word) for word in arguments], input=text)


def honest(*options):
    return json.loads(run("prove", "--json", *options, BOARD, "B1").stdout)


RESOLUTION, COUNTING = honest(), honest("--by", "counting")


def changed(proof, **changes):
    return json.dumps({**proof, **changes})


def with_hint(**hint):
    return changed(RESOLUTION, hints={**RESOLUTION["hints"], "A2": {**RESOLUTION["hints"]["A2"], **hint}})


def with_sum(**left):
    step = COUNTING["steps"][0]
    return changed(COUNTING, steps=[{**step, "sum": {**step["sum"], **left}}])


def with_witness(source, *mines):
    return changed(RESOLUTION, witnesses={**RESOLUTION["witnesses"], source: mines})


@pytest.mark.parametrize(
    "text, why",
    [
        (changed(RESOLUTION, clues=["A2"]), "a clue is missing from the list"),
        (changed(RESOLUTION, clues=["A2", "B2", "C2", "Q9"]), "a clue that the proof does not have"),
        (changed(RESOLUTION, clues=["A2", "B2", "C2", "C2"]), "a clue is listed twice"),
        (changed(RESOLUTION, premises=RESOLUTION["premises"][:2]), "a premise is missing from the list"),
        (changed(RESOLUTION, premises=[*RESOLUTION["premises"], "D1"]), "a premise that the proof does not have"),
        (changed(RESOLUTION, premises=["1 among A1 B1", *RESOLUTION["premises"][1:]]), "a premise without its name"),
        (changed(RESOLUTION, uses_mine_total=True), "it does not use the mine total"),
        (changed(RESOLUTION, uses_mine_total=0), "0 is not false"),
        (changed(RESOLUTION, placements=[["A1"], ["B1"]]), "a cell that is certain has no two placements"),
        (changed(RESOLUTION, technique=7), "a technique is a word"),
        (changed({**RESOLUTION, "witnesses": {}}, cell=None), "a verdict about nothing"),
        (with_witness("A2"), "no mine at B1: not the opposite"),
        (with_witness("A2", "B1"), "breaks B2 too"),
        (with_witness("A2", "A1", "B1", "Q9"), "a mine at a cell that nothing mentions"),
        (with_witness("A2", "A1", "B1", "B1"), "the same mine twice"),
        (with_witness("Q9", "A1", "B1"), "a witness for a clue that the proof does not have"),
        (with_hint(at_least=2), "two numbers, and each could be read"),
        (changed(RESOLUTION, hints={**RESOLUTION["hints"], "D2": {"among": ["D1"]}}), "a hint without a number"),
        (changed(RESOLUTION, hints={**RESOLUTION["hints"], "": {"mines": 0}}), "a hint without a name is read too"),
        (with_sum(at_most=1), "two numbers in a sum"),
        (with_sum(cells={"B1": 1, "Q9": 0}), "a cell that is not in the sum"),
        (json.dumps(RESOLUTION)[:-1] + ', "verdict": "safe"}', "a key that appears twice can be read in two ways"),
        (json.dumps(RESOLUTION).replace('"step": 1,', '"step": 1, "step": 1,'), "in a step, too"),
    ],
    ids=lambda value: None if value.startswith("{") else value,
)
def test_a_proof_that_says_something_false_about_itself_is_refused(text, why):
    with pytest.raises((BoardError, BoardSyntaxError)) as refused:
        Proof.from_json(parse_json(text, "proof.json"))
    assert fault(text) is not None, why
    result = run("verify", "-", BOARD, text=text)
    if refused.type is FalseClaim:  # it can be read, and what it says can be judged
        assert result.exit_code == 1 and result.stdout == f"not valid: {refused.value}\n"
    else:
        assert result.exit_code == 2 and not result.stdout


@pytest.mark.parametrize(
    "meaning, why",
    [
        ("A1 & B1 | C1", "and binds more tightly: a clause needs its parentheses"),
        ("A1|B1", "an operator inside a name"),
        ("A1&B1 | C1", "an operator inside a name"),
        ("~~A1", "a literal has one sign"),
        ("at least 1 mines among A1 B1|C1", "a count is of names"),
        ("at least 1 mines among A1 A1", "each cell once"),
        ("at least 1 mines among _2", "a count is of cells"),
        ("A1 & B1\u200b", "an invisible character"),
    ],
)
def test_a_meaning_that_could_be_read_in_another_way_is_refused(meaning, why):
    text = json.dumps({**RESOLUTION, "symbols": {"_1": meaning}})
    assert not checker.verify(Proof.from_json(json.loads(text))), why
    assert fault(text) is not None, why


def test_a_clause_that_follows_from_a_given_formula_is_accepted_with_the_file_too():
    """Both ways of checking accept the same clauses: those that follow, however logicms writes the formula."""
    text = "a -> b & c\n"
    weaker = Proof((Step(clause("~a", "b", "d"), "given", "a -> b & c"),), (clause("~a", "b", "d"),), "direct",
                   givens=("a -> b & c",))  # fmt: skip
    wrong = Proof((Step(clause("a", "b"), "given", "a -> b & c"),), (clause("a", "b"),), "direct", givens=weaker.givens)
    for source in (None, lm.parse_hints(text)):
        assert lm.verify(weaker, source) and not lm.verify(wrong, source)


def test_a_formula_under_another_name_is_checked_against_the_knowledge_base():
    base = lm.KnowledgeBase()
    base.tell("a -> b", because="rule 7")
    base.tell("a")
    proof = base.prove("b")
    assert lm.verify(proof, base) and not lm.verify(proof), "its text is not in the proof"
    other = lm.KnowledgeBase()
    other.tell("a -> c", because="rule 7")
    other.tell("a")
    assert not lm.verify(proof, other)
    # A name is not what it says: `b` here names another formula.
    named = lm.KnowledgeBase()
    named.tell("c | d", because="b")
    forged = Proof((Step(clause("b"), "given", "b"),), (clause("b"),), "direct", givens=("b",))
    assert not lm.verify(forged, named)


def test_a_hint_that_says_nothing_may_be_shown():
    file = lm.parse_hints("1 among a b\nat most 5 among a b\nsafe a\n")
    data = lm.prove(file, "b").to_json()
    data["hints"]["at least 0 among a b"] = {"at_least": 0, "among": ["a", "b"]}
    data["clues"] = list(data["hints"])
    assert lm.verify(Proof.from_json(data), file)


@pytest.mark.parametrize("count", [7, 60, 200])
def test_a_long_xor_is_checked_without_its_file(count):
    base = lm.KnowledgeBase()
    names = [f"x{number}" for number in range(count)]
    base.tell(" ^ ".join(names))
    for name in names[1:]:
        base.tell(name)
    proof = base.prove(names[0] if count % 2 else "~x0")
    assert lm.verify(proof)
    if count > 7:
        return
    wrong = json.loads(json.dumps(proof.to_json()))
    given = next(step for step in wrong["steps"] if step["by"] == "given")
    given["clause"][0] = given["clause"][0][1:] if given["clause"][0].startswith("~") else "~" + given["clause"][0]
    assert not checker.verify(Proof.from_json(wrong), None, parse_expression)


def test_a_long_formula_of_sympy_is_checked_without_its_file():
    from sympy import Or, symbols

    base = lm.KnowledgeBase()
    first, *others = symbols("a_rather_long_name_0:600")
    base.tell(Or(first, *others))
    for other in others:
        base.tell(~other)
    proof = base.prove(first)
    assert len(proof.givens[0]) > 10_000 and lm.verify(proof)


# -- what was not checked


def test_verify_says_what_it_did_not_check():
    text = json.dumps(RESOLUTION)
    alone, with_board = run("verify", "-", text=text), run("verify", "-", BOARD, text=text)
    technique = "not checked: whether its technique is the easiest one\n"
    said = "not checked: whether its hints are those of a board or a hint file\n"
    assert alone.stdout == f"valid: ~B1 in 8 steps\n{said}{technique}"
    assert with_board.stdout == f"valid: ~B1 in 8 steps\n{technique}"
    bare = {key: value for key, value in RESOLUTION.items() if key != "technique"}
    assert run("verify", "-", BOARD, text=json.dumps(bare)).stdout == "valid: ~B1 in 8 steps\n"
    assert json.loads(run("verify", "--json", "-", text=changed(bare, comment="mine", sizes={})).stdout)[
        "not_checked"
    ] == ["whether its hints are those of a board or a hint file", 'its "comment"']


@pytest.mark.parametrize(
    "proof, said",
    [
        (Proof((Step(clause("a"), "fact", "a"),), (clause("a"),), "direct"), "facts"),
        (Proof((Step(clause("a"), "given", "a"),), (clause("a"),), "direct", givens=("a",)), "formulas"),
    ],
)
def test_what_a_proof_rests_on_is_named(proof, said):
    assert verify(proof).not_checked == (f"whether its {said} are those of a board or a hint file",)
    assert (
        verify(proof, Premises(facts={"a": True}, givens={"a": frozenset([frozenset(clause("a"))])})).not_checked == ()
    )


def test_true_rests_on_nothing():
    answer = verify(Proof((Step((), "assume"),), ()))
    assert answer.valid and answer.not_checked == () and verify_text(answer) == "valid: true in 1 step"


def test_a_goal_over_auxiliary_symbols_is_shown_with_what_they_mean():
    steps = (Step(clause("~_2"), "assume"),)
    symbols = {"_1": "a & b", "_2": "(_1 | c) & d", "_3": "e"}
    proof = Proof((*steps, Step(clause("_2"), "given", "x")), (clause("_2"),), symbols=symbols)
    answer = verify(proof)
    assert not answer.valid
    shown = verify_text(type(answer)(True, proof=proof))
    assert shown == "valid: _2 in 2 steps\n_1 means: a & b\n_2 means: (_1 | c) & d"


def test_an_answer_is_held_to_the_proof_in_it():
    for file, options in ((BOARD, ()), (ROOT / "examples" / "hints" / "vase.hints", ("--format", "hints"))):
        answer = json.loads(run("next", "--json", *options, file).stdout)
        assert run("verify", "-", *options, file, text=json.dumps(answer)).exit_code == 0
        for lie in ({"clues": ["Q9"]}, {"clues": "A2"}, {"uses_mine_total": True}, {"status": "inconsistent"}):
            assert run("verify", "-", text=json.dumps({**answer, **lie})).exit_code == 1, lie
        for nonsense in ({"checked": False}, {"version": 2}):
            assert run("verify", "-", text=json.dumps({**answer, **nonsense})).exit_code == 2, nonsense


def test_what_an_answer_says_is_held_to_the_question():
    vase = ROOT / "examples" / "hints" / "vase.hints"
    for question, said, turned in (
        ("insured", "yes", "no"),
        ("~insured | broken", "unknown", "yes"),
        ("~glass", "no", "yes"),
    ):
        text = run("ask", "--json", vase, question).stdout
        if said == "unknown":
            assert run("verify", "-", vase, text=text).exit_code == 2, "there is no proof"
            continue
        lie = text.replace(f'"answer": "{said}"', f'"answer": "{turned}"')
        for file in ([], [vase]):
            assert run("verify", "-", *file, text=text).exit_code == 0 and lie != text
            assert run("verify", "-", *file, text=lie).exit_code == 1
    answer = json.loads(text)
    for lie in ({"premises": ["the moon is cheese"], "fewest": True}, {"status": "inconsistent", "conflict": ["old"]}):
        assert run("verify", "-", text=json.dumps({**answer, **lie})).exit_code == 1, lie
    bare = {**answer["proof"], "status": "inconsistent", "conflict": ["old"]}
    assert run("verify", "-", vase, text=json.dumps(bare)).exit_code == 1
    del answer["formula"]
    asked = "not checked: whether its answer is about its formula"
    assert asked in run("verify", "-", vase, text=json.dumps(answer)).stdout


def test_a_question_with_a_quantifier_is_read_with_the_file(tmp_path):
    file = tmp_path / "set.hints"
    file.write_text("set s = a b\nb\n")
    text = run("ask", "--json", file, "some x in s: x").stdout
    said = "whether its answer is about its formula"
    assert said not in run("verify", "-", file, text=text).stdout and said in run("verify", "-", text=text).stdout
    assert run("verify", "-", file, text=text.replace('"yes"', '"no"', 1)).exit_code == 1


def test_whether_fewer_premises_suffice_is_tried_within_the_limit(monkeypatch):
    vase = lm.parse_hints((ROOT / "examples" / "hints" / "vase.hints").read_text()).to_problem()
    answer = json.loads(run("ask", "--json", ROOT / "examples" / "hints" / "vase.hints", "insured").stdout)
    assert answer["fewest"] and not any("premises" in what for what in verify_json(answer, vase).not_checked)

    def late(*arguments, **options):
        raise lm.LimitReached("too late")

    monkeypatch.setattr("logicms.answers.prove.are_fewest", late)
    assert "whether no fewer premises suffice" in verify_json(answer, vase).not_checked


def test_the_order_is_proof_then_file(tmp_path):
    proof = tmp_path / "proof.json"
    proof.write_text(json.dumps(RESOLUTION))
    for second in (proof, tmp_path):
        result = run("verify", BOARD, second)
        assert result.exit_code == 2
        assert f"the order is PROOF FILE: logicms verify {second} {BOARD}" in result.stderr


def test_the_second_checker_reads_boards_as_logicms_does():
    for path in sorted(BOARDS.glob("*.txt")):
        board, source = lm.read_board(path), board_source(path.read_text())
        given = lm.Problem.of(board)
        hints = {str(hint.because): (hint.low, hint.high, frozenset(map(str, hint.among))) for hint in given.all_hints}
        ours = {name: (count.low, count.high, count.names) for name, count in source.hints.items() if name in hints}
        assert ours == hints
        assert source.facts == {str(name) if holds else f"~{name}" for name, holds in given.facts.items()}


# -- the specification


PAGES = "".join((NOTATION / f"{name}.md").read_text(encoding="utf-8") for name in ("proofs-as-json", "certificates"))


def blocks(kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGES, re.MULTILINE | re.DOTALL)


def test_the_page_s_proof_is_ours_and_valid():
    (text,) = (text for text in blocks("json") if "steps" in json.loads(text))
    assert json.loads(text) == honest("--by", "direct")
    assert run("verify", "-", BOARD, text=text).exit_code == 0
    assert fault(text) is None and fault(text, board_source(BOARD.read_text())) is None


def test_the_page_s_certificate_is_ours_and_valid():
    (formula,), (proof,) = blocks("dimacs"), blocks("lrat")
    assert run("prove", "--by", "direct", "--to", "dimacs", BOARD, "B1").stdout == formula
    assert run("prove", "--by", "direct", "--to", "lrat", BOARD, "B1").stdout == proof
    lrat.check(formula, proof)


def test_the_page_names_every_reason_and_limit():
    assert all(f"| `{reason}` |" in PAGES for reason in typing.get_args(StepReason))
    assert f"at most {['', 'one', 'two', 'three', 'four', 'five'][checker.MOST_COUNTS - 1]} auxiliary symbols" in PAGES
    assert LARGEST == 10**12
