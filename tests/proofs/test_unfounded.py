"""What closed predicates make false: proofs by hand, their forgeries, and both checkers."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace

import pytest
from lrat import check as check_lrat
from second_checker import fault, hints_source

from logicms.answers.knowledge import ask
from logicms.answers.prove import verify, verify_json
from logicms.cli.prove import parse_json
from logicms.errors import BoardError
from logicms.hints import Literal, parse_literal
from logicms.logic.knowledge import KnowledgeBase
from logicms.notation.formulas import parse_expression, question
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem, Unfounded
from logicms.proofs import checker
from logicms.proofs.certificates import certificate
from logicms.proofs.proof import Proof
from logicms.proofs.truth import Instances, Nodes
from logicms.proofs.unfounded import Patterns
from logicms.render.graph import proof_dot, proof_element
from logicms.render.html import proof_html
from logicms.render.latex import proof_latex
from logicms.render.proof import proof_lines, proof_text, proof_words
from logicms.rules.grounding import RuleBook
from logicms.rules.language import Atom, Binding, Comparison, Join, Quantified, Set, Term

RULES = """set nodes = a b c d e f
all x in nodes, y in nodes: edge(x, y) -> reach(x, y)
all x in nodes, y in nodes, z in nodes: edge(x, y) & reach(y, z) -> reach(x, z)
all x in nodes, y in nodes: ~reach(x, y) & ~closed_road -> apart(x, y)
"""
EDGES = (("a", "b"), ("b", "c"), ("a", "e"), ("e", "a"), ("f", "a"))
TEXT = RULES + "only edge reach apart\n" + "".join(f"edge({one},{other})\n" for one, other in EDGES)
SOURCE = hints_source(TEXT)
FILE = parse_hints(RULES)
BOOK = RuleBook({rule.label: rule for rule in FILE.rules}, FILE.tables, ("edge", "reach", "apart"), {"edge": EDGES})


def unfounded(clause, atoms, because=""):
    literals = [tuple(map(parse_literal, words.split())) for words in (clause, because)]
    return Unfounded(literals[0], tuple(atoms.split()), literals[1])


PROBLEM = Problem(
    [
        *(Literal(f"edge({one},{other})", True) for one, other in EDGES),
        BOOK.instance(BOOK.rules["line 2"], {"x": "a", "y": "b"}),
        BOOK.instance(BOOK.rules["line 3"], {"x": "e", "y": "a", "z": "b"}),
        unfounded("~reach(c,f)", "reach(c,f)"),
        unfounded("~reach(b,f)", "reach(b,f)", "~reach(c,f)"),
        unfounded("~reach(a,f)", "reach(a,f) reach(e,f)", "~reach(b,f)"),
        unfounded("~apart(e,b)", "apart(e,b)", "reach(e,b)"),
        unfounded("~apart(a,f) ~closed_road", "apart(a,f)"),
        unfounded("~edge(c,f)", "edge(c,f)"),
    ],
    book=BOOK,
)
BASE = KnowledgeBase(PROBLEM)


def proved(goal, by="direct"):
    proof = BASE.prove(parse_literal(goal), by)
    assert proof is not None
    return proof


def both(text):
    """Return the verdict of both checkers, by itself and with the file; they must agree."""
    verdicts = []
    for given, source in ((None, None), (BASE.premises, SOURCE)):
        try:
            ours = bool(checker.verify(Proof.from_json(parse_json(text, "")), given, parse_expression))
        except BoardError:
            ours = False
        second = fault(text, source)
        assert ours == (second is None), (ours, second, text)
        verdicts.append(ours)
    return tuple(verdicts)


def as_json(proof):
    return json.loads(json.dumps({"version": 1, **proof.to_json()}))


@pytest.mark.parametrize("by", ["direct", "resolution"])
@pytest.mark.parametrize("goal", ["~reach(a,f)", "~reach(c,f)", "~apart(e,b)", "~edge(c,f)", "reach(e,b)"])
def test_every_yes_and_every_no_is_accepted_by_both(goal, by):
    proof = proved(goal, by)
    data = as_json(proof)
    assert both(json.dumps(data)) == (True, True)
    assert Proof.from_json(data) == proof


def test_a_proof_of_a_no_as_text_and_in_words():
    proof = proved("~reach(a,f)")
    assert proof_text(proof) == (
        "to show: ~reach(a,f)\n"
        "1  ~reach(c,f)  only reach: no rule makes reach(c,f) hold\n"
        "2  ~reach(b,f)  only reach with 1: no rule makes reach(b,f) hold\n"
        "3  ~reach(a,f)  only reach with 2: no rule makes reach(a,f) or reach(e,f) hold\n"
        "rule 2: all x in nodes, y in nodes: edge(x, y) -> reach(x, y)\n"
        "rule 3: all x in nodes, y in nodes, z in nodes: edge(x, y) & reach(y, z) -> reach(x, z)"
    )
    assert proof_words(proof) == (
        "To show: reach(a,f) does not hold.\n"
        "1. No fact says edge(c,_), so reach(c,f) does not hold.\n"
        "2. No fact says edge(b,f), and reach(b,f) would need reach(c,f) (false by 1), so reach(b,f) does not hold.\n"
        "3. No fact says edge(a,f) or edge(e,f), and reach(a,f) would need reach(b,f) (false by 2) or reach(e,f), "
        "and that would need reach(a,f), so reach(a,f) does not hold. This is what was to be shown."
    )
    assert proof_words(proved("~edge(c,f)")).splitlines()[1].startswith("1. No fact says edge(c,f), so")
    with pytest.raises(BoardError, match="has no line of a proof by hand"):
        proof_lines(proof)


def test_what_it_rests_on_is_named():
    answer = ask(PROBLEM, question(PROBLEM, "reach(a, f)"))
    assert (answer.answer, answer.premises, answer.fewest) == ("no", ("only reach", "only edge"), None)
    said = {"version": 1, **answer.to_json()}
    assert verify_json(json.loads(json.dumps(said)), PROBLEM).valid
    for wrong in ({"fewest": True}, {"fewest": False}, {"premises": ["only reach"]}, {"answer": "yes"}):
        assert not verify_json(json.loads(json.dumps({**said, **wrong})), PROBLEM).valid, wrong
    assert verify(proved("~reach(a,f)")).not_checked[-1] == "that these are all the rules of reach and edge"
    assert verify(proved("~reach(a,f)"), BASE.premises).not_checked == ()
    (question_of_yes,) = [ask(PROBLEM, question(PROBLEM, "reach(e, b)"))]
    assert question_of_yes.answer == "yes" and "only edge" not in question_of_yes.premises


def test_certificates_take_it_as_it_is():
    made = certificate(proved("~reach(a,f)"))
    assert "clause 3: only reach, taken as it is" in made.comments
    check_lrat(made.dimacs(), made.lrat())


def changed(change, goal="~reach(a,f)"):
    data = deepcopy(as_json(proved(goal)))
    change(data, data["steps"][-1])
    return both(json.dumps({key: value for key, value in data.items() if key != "premises"}))


REFUSED = {
    "an atom taken out": lambda proof, step: step["unfounded"].pop(),
    "another atom": lambda proof, step: step.update(unfounded=["reach(a,f)", "reach(d,f)"]),
    "an atom twice": lambda proof, step: step["unfounded"].append("reach(e,f)"),
    "a fact": lambda proof, step: step["unfounded"].append("edge(a,b)"),
    "an atom of no closed predicate": lambda proof, step: step["unfounded"].append("rain"),
    "no atoms": lambda proof, step: step.update(unfounded=[]),
    "no word about the atoms": lambda proof, step: step.pop("unfounded"),
    "a clause of something else": lambda proof, step: step.update(clause=["~reach(e,b)"]),
    "a clause that says it holds": lambda proof, step: step.update(clause=["reach(a,f)"]),
    "no `from`": lambda proof, step: step.pop("from"),
    "`from` another step": lambda proof, step: step.update({"from": [1]}),
    "`from` itself": lambda proof, step: step.update({"from": [3]}),
    "`from` no step": lambda proof, step: step.update({"from": [0]}),
    "a rule text changed": lambda proof, step: proof["rules"].update(
        {"line 3": "all x in nodes, y in nodes: reach(x, y)"}
    ),
    "a rule without its text": lambda proof, step: proof["rules"].pop("line 3"),
    "no word about the rules": lambda proof, step: proof.pop("only"),
    "another fact": lambda proof, step: proof["tables"].update({"edge(e,_)": ["edge(e,a)", "edge(e,f)"]}),
    "a fact of another pattern": lambda proof, step: proof["tables"].update({"edge(e,_)": ["edge(a,b)"]}),
    "a premise made an assumption": lambda proof, step: proof["steps"][0].update(by="assume"),
    "a premise made a fact": lambda proof, step: proof["steps"].__setitem__(
        0, {"step": 1, "clause": ["~reach(c,f)"], "by": "fact", "name": "reach(a,f)"}
    ),
    "an unfounded set as a rule": lambda proof, step: step.update(by="rule", rule="line 3", **{"with": {}}),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_forged_proof_is_refused(why):
    assert changed(REFUSED[why]) == (False, False)


ONLY_WITH_THE_FILE = {
    "a set changed": lambda proof, step: proof["sets"].update(nodes=["a", "b"]),
    "a rule left out of the listing": lambda proof, step: (
        proof["only"].update(reach=["line 2"]),
        step.update({"unfounded": ["reach(a,f)"], "from": []}),
    ),
    "a rule in other words": lambda proof, step: proof["rules"].update(
        {"line 3": "all x in nodes, y in nodes, z in nodes: reach(y, z) & edge(x, y) -> reach(x, z)"}
    ),
    "a fact left out": lambda proof, step: (
        proof["tables"].update({"edge(a,_)": ["edge(a,b)"]}),
        step.update(unfounded=["reach(a,f)"]),
    ),
    "an open predicate as if it were closed": lambda proof, step: proof["only"].update(rain=[]),
    "a fact that nobody stated": lambda proof, step: proof["steps"].__setitem__(
        0, {"step": 1, "clause": ["~reach(c,f)"], "by": "fact", "name": "reach(c,f)"}
    ),
}


@pytest.mark.parametrize("why", ONLY_WITH_THE_FILE)
def test_without_the_file_a_proof_is_taken_at_its_word(why):
    """That is what `not_checked` says."""
    assert changed(ONLY_WITH_THE_FILE[why]) == (True, False)


def test_with_the_file_the_facts_need_not_be_told():
    assert changed(lambda proof, step: proof.pop("tables")) == (False, True)


def test_a_step_with_more_literals_is_the_completion():
    """Where a rule rests on what is open, an atom holds only if one of its conditions does."""
    for goal in ("~apart(a,f) | closed_road", "~apart(a,f) | ~closed_road", "~apart(a,f)"):
        proof = proved("~reach(a,f)")
        clause = goal.split(" | ")
        step = {"step": 4, "clause": clause, "by": "only", "unfounded": ["apart(a,f)"], "from": [3]}
        data = as_json(proof)
        data = {**data, "goal": [clause], "steps": [*data["steps"], step]}
        data["only"]["apart"], data["rules"]["line 4"] = ["line 4"], BOOK.texts["line 4"]
        data["tables"]["apart(a,f)"] = []
        is_right = goal == "~apart(a,f) | ~closed_road"
        assert both(json.dumps(data)) == (is_right, is_right), goal


def test_a_pattern_answers_what_is_no_more_general():
    facts = Patterns({"edge(_,_)": ("edge(a,b)", "edge(b,c)")})
    assert facts.match("edge(a,_)") == ("edge(a,b)",) and facts.match("edge(c,d)") == ()
    assert facts.match("edge(a)") is None and facts.match("road(a,b)") is None
    with pytest.raises(checker.NotAccepted, match="does not match"):
        Patterns({"edge(a,_)": ("edge(b,c)",)})
    with pytest.raises(checker.NotAccepted, match="contradict each other"):
        Patterns({"edge(a,_)": ("edge(a,b)",), "edge(_,b)": ()})


def test_comparisons_are_decided_here_again():
    def compared(relation, left, right, **values):
        nodes = Nodes()
        return Instances(nodes, {}.get).node(Comparison(relation, left, right), values) == 1

    i, j, ten = Term("i"), Term("j"), Term(None, 10)
    assert compared("=", (i, j), (ten,), i=3, j=7) and not compared("=", (i, j), (ten,), i=3, j=3)
    assert compared("!=", (i,), (j,), i="ann", j="bob") and compared("!=", (i,), (j,), i="1a", j=1)
    assert compared(">=", (Term("i", 1),), (j,), i=1, j=2) and not compared("<", (i,), (j,), i=2, j=2)
    assert not compared("<", (Term("i", 1),), (j,), i="ann", j=1) and not compared(">=", (i,), (j,), i="ann", j=1)


def test_a_variable_without_a_set_has_what_a_table_says():
    some = Quantified("some", None, (Binding("y", None),), Join("and", (_edge("x", "y"), Atom("p", (Term("y"),)))))
    nodes = Nodes()
    told = Instances(nodes, {}.get, lambda pattern: ("edge(a,b)",) if pattern == "edge(a,_)" else None)
    edge, p = nodes.name("edge(a,b)"), nodes.name("p(b)")
    assert told.node(some, {"x": "a"}) == nodes.all_of([edge, p])
    with pytest.raises(checker.CannotInstantiate, match="constants"):
        told.node(some, {"x": "c"})
    of_set = Quantified("some", None, (Binding("y", Set("s")),), Atom("p", (Term("y"),)))
    assert Instances(nodes, {"s": ("b",)}.get).node(of_set, {}) == p


def _edge(one, other):
    return Atom("edge", (Term(one), Term(other)))


def test_what_is_no_number_makes_a_condition_false():
    """A variable without a set stands for names too, where a checker tries all constants."""
    rule = "all s, t: at(s) & at(t) & s + 1 < t -> late(t)"
    step = {"step": 1, "clause": ["~late(2)"], "by": "only", "unfounded": ["late(2)", "at(1)"], "from": []}
    proof = {
        **{"version": 1, "goal": [["~late(2)"]], "by": "direct", "steps": [step], "rules": {"line 1": rule}},
        **{
            "sets": {"_": [1, 2, "ann"]},
            "only": {"late": ["line 1"], "at": ["line 2"]},
            "tables": {"at(_)": [], "late(_)": []},
        },
    }
    proof["rules"]["line 2"] = "all s, t: late(s) & at(t) -> at(t)"
    assert fault(json.dumps(proof)) is None
    assert fault(json.dumps({**proof, "sets": {"_": [0, 1, 2]}})) is not None


@pytest.mark.parametrize("head", ["all x, y: n(x) & y = x+1 -> n(y)", "all x: n(x) -> n(x+1)"])
def test_a_sum_that_is_no_constant_makes_no_instance(head):
    """Whether it stands in the head or is a variable's value: a question about it does not make it one."""
    text = f"only n\nn(1)\n{head}"
    problem = parse_hints(text).to_problem()
    answer = ask(problem, question(problem, "n(2)"))
    assert answer.answer == "no" and answer.proof is not None
    written = json.dumps(answer.to_json())
    for given, source in ((None, None), (problem, hints_source(text))):
        assert verify_json(parse_json(written, ""), given).valid
        assert fault(json.dumps(answer.to_json()["proof"]), source) is None
    forged = deepcopy(answer.to_json()["proof"])
    forged["sets"]["_"] = [1, 2]
    assert fault(json.dumps(forged)) is not None
    assert not verify_json(parse_json(json.dumps(forged), "")).valid


def test_a_knowledge_base_tells_the_support_of_what_is_asked():
    """Once for each closed name, and only of those in the question."""

    class Closed:
        asked: list[str] = []

        def is_closed(self, name):
            return str(name).startswith("reach(")

        def support(self, name):
            self.asked.append(name)
            return PROBLEM.statements[5:10]

    base = KnowledgeBase(Problem(book=BOOK))
    base.closed = Closed()
    assert str(base.ask("reach(a, f)")) == "no" and str(base.ask("reach(a, f) | rain")) == "unknown"
    assert Closed.asked == ["reach(a,f)"] and list(base.support) == list(PROBLEM.statements[5:10])
    assert base.copy().prove("~reach(a, f)") == base.prove("~reach(a, f)")


def test_it_is_drawn_and_written_in_every_form():
    proof = proved("~reach(a,f)")
    said = "only reach with 2: no rule makes reach(a,f) or reach(e,f) hold"
    assert said in proof_latex(proof) and said in proof_html(proof)
    assert f"{said}" in proof_dot(proof) and 's2 -> s3 [label=""]' in proof_dot(proof)
    boxes = [element.get("class") for element in proof_element(proof).iter() if element.tag.endswith("rect")]
    assert boxes[1:] == ["node given", "node given", "node given goal"]
    many = replace(proof.steps[-1], unfounded=tuple(f"reach(n{number},f)" for number in range(40)), source="only reach")
    assert "any of 40 atoms such as reach(n0,f) hold" in proof_text(replace(proof, steps=(many,)))
    assert "Each of 40 atoms, such as reach(n0,f), would need another" in proof_words(replace(proof, steps=(many,)))
