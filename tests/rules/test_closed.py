"""Closed predicates: what holds against clingo, and why against the definitions, tried out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import clingo
import pytest
from conftest import FULL
from logic_programs import PREDICATES, SETS, Writer, stable_models
from second_checker import fault, hints_source

import logicms as lm
from logicms.answers.knowledge import kb
from logicms.answers.solve import odds, solve
from logicms.errors import BoardError, BoardSyntaxError, LimitReached
from logicms.hints import Hint, Literal
from logicms.limits import limit
from logicms.notation.hint_files import HintFile, parse_hints
from logicms.notation.spelling import closed_remarks
from logicms.problem import Unfounded, names_in
from logicms.rules.closed import key_of, name_of
from logicms.rules.language import (
    Atom,
    Comparison,
    Join,
    Quantified,
    Truth,
    definitions,
    instances_of,
    predicate_of,
    values_in,
)

MANY = 4 if FULL else 1


def programs(number: int, opened: tuple[str, ...] = (), first: int = 0) -> Iterator[tuple[str, str]]:
    for seed in range(first, first + number):
        rng = Random(seed)
        yield Writer(rng, opened, rng.choice((0, 0.15, 0.3))).program(rng.randint(1, 8))


# -- what holds


@pytest.mark.full
def test_what_holds_is_what_clingo_finds():
    refused = 0
    for hints, program in programs(1_000 * MANY):
        closed = parse_hints(hints).to_problem().closed
        try:
            holding = frozenset(map(str, closed.holding))
        except BoardError:
            refused += 1
            continue
        assert stable_models(program, 2) == [holding], hints
    assert 0 < refused < 100 * MANY


@pytest.mark.full
def test_what_is_refused_has_no_single_meaning():
    """Where clingo finds no stable model, or several, a file is refused; where it is refused, atoms are undecided."""
    for hints, _ in programs(300 * MANY, first=5_000):
        file = parse_hints(hints)
        lower, upper = well_founded(file)
        closed = file.to_problem().closed
        if lower == upper:
            assert {key_of(name) for name in closed.holding} == lower, hints
        else:
            with pytest.raises(BoardError, match=r"^<text>:\d+:1: .* needs .*: add a fact that breaks it, or, in"):
                closed.require()


OPENED = ("q", "v")


@pytest.mark.full
def test_what_rests_on_the_open_is_what_clingo_finds():
    asked = 0
    for hints, program in programs(150 * MANY, OPENED):
        problem = parse_hints(hints).to_problem()
        try:
            statements = problem.statements
        except BoardError as error:
            assert " needs " in str(error), hints
            continue
        models = [frozenset(map(problem.name, model)) for model in stable_models(program)]
        assert len(models) == 16, hints  # one for each choice of the open names
        for model in models:
            assert all(is_met(statement, model) for statement in statements), hints
        if problem.names:
            shown = {model & frozenset(problem.names) for model in models}
            assert lm.odds(problem).placements == len(shown), hints
            asked += 1
    assert asked > 50


def is_met(statement, model):
    if isinstance(statement, Hint):
        return statement.low <= len(model.intersection(statement.among)) <= statement.high
    return (statement.name in model) == statement.holds if isinstance(statement, Literal) else statement.holds(model)


def edges(nodes, number, rng, acyclic=False):
    chosen = {tuple(rng.sample(range(nodes), 2)) for _ in range(number)}
    return sorted({tuple(sorted(each)) for each in chosen} if acyclic else chosen)


LARGER = {
    "closure": (
        "only reach edge\nall x, y: edge(x, y) -> reach(x, y)\nall x, y, z: edge(x, y) & reach(y, z) -> reach(x, z)",
        "reach(X,Y) :- edge(X,Y). reach(X,Z) :- edge(X,Y), reach(Y,Z).",
    ),
    "by itself": (
        "only reach edge\nall x, y: edge(x, y) -> reach(x, y)\nall x, y, z: reach(x, y) & reach(y, z) -> reach(x, z)",
        "reach(X,Y) :- edge(X,Y). reach(X,Z) :- reach(X,Y), reach(Y,Z).",
    ),
    "as an equivalence": (
        "only reach edge\nset n = 0..29\n"
        "all x, z in n: reach(x, z) <-> edge(x, z) | (some y: edge(x, y) & reach(y, z))",
        "reach(X,Y) :- edge(X,Y). reach(X,Z) :- edge(X,Y), reach(Y,Z).",
    ),
    "same generation": (
        "only sg edge\nall x, y, p: edge(p, x) & edge(p, y) -> sg(x, y)\n"
        "all x, y, p, q: edge(p, x) & edge(q, y) & sg(p, q) & x != y -> sg(x, y)",
        "sg(X,Y) :- edge(P,X), edge(P,Y). sg(X,Y) :- edge(P,X), edge(Q,Y), sg(P,Q), X != Y.",
    ),
    "not reached": (
        "only reach edge apart far\nall x, y: edge(x, y) -> reach(x, y)\n"
        "all x, y, z: reach(x, y) & edge(y, z) -> reach(x, z)\nset n = 0..29\n"
        "all x, y in n: ~reach(x, y) & x < y -> apart(x, y)\nall x in n: (at least 3 y in n: apart(x, y)) -> far(x)",
        "reach(X,Y) :- edge(X,Y). reach(X,Z) :- reach(X,Y), edge(Y,Z). n(0..29). "
        "apart(X,Y) :- n(X), n(Y), not reach(X,Y), X < Y. far(X) :- n(X), 3 #count { Y : n(Y), apart(X,Y) }.",
    ),
    "games": (
        "only win edge\nall x, y: edge(x, y) & ~win(y) -> win(x)",
        "win(X) :- edge(X,Y), not win(Y).",
    ),
    "steps": (
        "only at edge\nat(0, 0)\nset t = 0..29\nall k in t, x, y: at(x, k) & edge(x, y) & ~at(y, k) -> at(y, k+1)\n"
        "all k in t, x: at(x, k) & ~(some y: edge(x, y)) -> at(x, k+1)",
        "at(0,0). t(0..29). at(Y,K+1) :- at(X,K), edge(X,Y), not at(Y,K), t(K), t(K+1). "
        "at(X,K+1) :- at(X,K), not has(X), t(K), t(K+1). has(X) :- edge(X,Y).",
    ),
}


@pytest.mark.full
@pytest.mark.parametrize("name", LARGER)
def test_larger_programs_hold_what_clingo_finds(name):
    hints, program = LARGER[name]
    for seed in range(4 * MANY):
        rng = Random(seed)
        facts = [f"edge({one},{other})" for one, other in edges(30, rng.choice((10, 40)), rng, acyclic=name == "games")]
        closed = parse_hints("\n".join([hints, *facts])).to_problem().closed
        control = clingo.Control(["--warn=none"])
        control.add("base", [], program + "".join(f" {fact}." for fact in facts))
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            (found,) = [
                {str(each) for each in model.symbols(atoms=True) if each.name in closed.predicates} for model in handle
            ]
        assert set(closed.holding) == found


@pytest.mark.parametrize(
    "hints, holds, fails",
    [
        ("only wet\nmine wet\nwet -> slippery", "slippery", ""),
        ("only wet\nrain -> wet\nwet | rain", "rain wet", ""),
        ("only wet\nrain -> wet\n~wet", "", "rain wet"),
        ("only wet\nrain <-> wet\nrain", "rain wet", ""),
        ("only wet dry\nwet <-> rain\nsun -> dry\nsafe dry\nwet", "rain", "sun"),
        ("only wet dry\nrain -> wet & dry\n1 among wet cold\ncold", "cold", "rain wet dry"),
        ("only p q\nset s = a b\np(a)\nall x in s: p(x) -> q(x) & r(x)\nall x in s: q(x) | r(x)", "r(a) r(b) q(a)", ""),
        ("only p\nset s = a b c\nopen -> p(a)\np(b)\n2 x in s: p(x)", "open p(a)", ""),
        ("only move win\nmove(a, b)\nmove(b, a)\nwin(a)\nall x, y: move(x, y) & ~win(y) -> win(x)", "", ""),
        ("only q\nset s = rain wet\nonly rain\nrain\nall x in s: mine(x) -> q(x)\n~q(wet)", "q(rain)", "q(wet) wet"),
    ],
)
def test_constraints_and_rules_are_told_apart(hints, holds, fails):
    deduction = lm.deduce(parse_hints(hints))
    assert sorted(map(str, deduction.holds)) == sorted(holds.split())
    assert sorted(map(str, deduction.fails)) == sorted(fails.split())


@pytest.mark.parametrize(
    "hints",
    [
        "only wet\nrain -> wet\nrain\n~wet",
        "only wet\nwet | dry\n~dry",
        "only p\np(a)\np(b)\nset s = a b c\n1 x in s: p(x)",
        "only p\np(a)\nall x: p(x) -> false",
        "only p q\nset s = a b\np(a)\nall x in s: p(x) <-> q(x) & r(x)\nq(a)\n~r(a)",
    ],
)
def test_a_constraint_that_the_rules_do_not_meet_is_a_contradiction(hints):
    with pytest.raises(lm.InconsistentKnowledge) as raised:
        lm.deduce(parse_hints(hints))
    assert raised.value.proof is not None and lm.verify(raised.value.proof, parse_hints(hints))


CIRCLES = {
    "only p q\n~q -> p\n~p -> q": "p needs ~q, which needs ~p; a circle through a negation decides nothing: add a fact",
    "only p\n~p -> p": "p needs ~p; a circle through a negation",
    "set s = a b\nonly p\nf -> p(a)\np(a) & e -> p(b)\np(b) -> p(a)": "close that too, `only e f`, or leave p open",
    "only p q\np & e -> q\nq -> p\nf -> q": "close that too, `only e f`, or leave p and q open",
    "only win move\nmove(a, b)\nmove(b, a)\nall x, y: move(x, y) & ~win(y) -> win(x)": "in a hint file, leave win open",
}


@pytest.mark.parametrize("hints", CIRCLES)
def test_a_circle_is_named_with_its_remedy(hints):
    file = parse_hints(hints)
    for reason in (lm.deduce, lm.odds, lm.check, lm.KnowledgeBase, lambda file: lm.prove(file, "p")):
        with pytest.raises(BoardError, match=r"^<text>:\d+:1: ") as raised:
            reason(file)
        assert CIRCLES[hints] in str(raised.value)
    assert str(file).startswith(hints[:6])


def test_the_rule_that_makes_a_circle_is_shown():
    rules = "all x, y in s: edge(x, y) -> reach(x, y)", "all x, y, z in s: edge(x, y) & reach(y, z) -> reach(x, z)"
    with pytest.raises(BoardError, match="this rests on what is open: close that too, `only edge`") as raised:
        lm.deduce(parse_hints("\n".join(("set s = a b", "only reach", *rules))))
    assert str(raised.value).splitlines()[1] == rules[1] and "<text>:4:1" in str(raised.value)


def test_open_rules_are_joined_with_what_is_closed():
    """An instance whose closed condition is false is not written out, however many there would be."""
    nodes = [f"n{i}" for i in range(3_000)]
    edges = "\n".join(f"edge({one}, {other})" for one, other in zip(nodes, nodes[1:], strict=False))
    file = parse_hints(f"only edge\n{edges}\nall x, y: edge(x, y) & open(x) -> open(y)\nopen(n2990)")
    problem = file.to_problem()
    assert len(problem.formulas) == 3_000 and len(lm.deduce(problem).holds) == 10


EQUIVALENT = """only parent child ancestor
parent(ann, bob)
parent(bob, cy)
all x, y: parent(x, y) <-> child(y, x)
all x, z: ancestor(x, z) <-> parent(x, z) | (some y: parent(x, y) & ancestor(y, z))
"""


def test_an_equivalence_is_a_rule_and_a_constraint():
    problem = parse_hints(EQUIVALENT).to_problem()
    assert problem.derived == (
        "child(bob,ann)",
        "child(cy,bob)",
        "ancestor(ann,bob)",
        "ancestor(bob,cy)",
        "ancestor(ann,cy)",
    )
    assert problem.statements == ()
    with pytest.raises(lm.InconsistentKnowledge):
        lm.deduce(parse_hints(EQUIVALENT + "ancestor(cy, ann)"))


def test_a_knowledge_base_is_told_closed_predicates_at_once():
    kb = lm.KnowledgeBase()
    kb.tell("only p q\np(a)\np(b)\nset s = a b c\nall x in s: p(x) & ~r(x) -> q(x)\nall x in s: q(x) | t(x)")
    assert kb.ask("p(c)") is lm.Answer.NO and kb.ask("q(c)") is lm.Answer.NO and kb.ask("t(c)") is lm.Answer.YES
    kb.tell("~r(a)")
    assert kb.ask("q(a)") is lm.Answer.YES and kb.ask("q(b)") is lm.Answer.UNKNOWN
    for late in ("all x in s: t(x) -> q(x)", "p(c)\nt(a)"):
        with pytest.raises(BoardError, match=r"tell all facts and rules of [pq] at once, with the line that closes it"):
            kb.tell(late)
    with pytest.raises(BoardError, match="close t before anything is said about it: tell `only t` first"):
        kb.tell("only t")


@pytest.mark.parametrize("question", ["which x, y, z: p(x, y, z)", "which x: p(x)", "which x: q(x) & ~p(x)"])
def test_a_question_gives_a_closed_predicate_the_arguments_that_it_has(question):
    for text in ("only p q\np(a, b)\nq(a)", "only p q\nq(a)\nall x: q(x) -> p(x, x)"):
        with pytest.raises(BoardError, match=r"p has 2 arguments, and the question gives it p\(x"):
            lm.KnowledgeBase(parse_hints(text)).which(question)


def test_sums_make_no_new_elements():
    text = "only at\nat(0)\nall t in 0..3: at(t) -> at(t+1)\nall t: at(t) -> at(t+1)"
    assert parse_hints(text).to_problem().closed.derived == ("at(1)", "at(2)", "at(3)")


@pytest.mark.parametrize(
    "rules, holds, fails",
    [
        ("all k: at(k-1) -> at(k)", "at(0)", "at(1)"),
        ("all k: at(k-1) -> p(2)", "at(0)", "p(2)"),
        ("all k, j: at(k) & j = k+1 -> p(j)", "", "p(1)"),
        ("all k, j: at(k) & at(j) & k = j+0 -> p(k)\nall x: q(x) -> p(x)\nall x: p(x+2) -> r(x)", "", "r(0) q(2) p(2)"),
        ("at(ann)\nall x: at(x) & ~at(x+1) -> p(x)", "p(0) p(ann)", ""),
        ("at(ann)\nall x: at(x) & (at(x+1) | ~at(x)) -> p(x)", "", "p(ann) p(0)"),
        ("at(ann)\nall x, y: at(x) & at(y) & x+1 != y -> p(y)", "p(0)", "p(ann)"),
        ("at(ann)\nall x: at(x) -> p(x+1)\nset n = 0..1", "p(1)", "p(ann)"),
    ],
)
def test_a_variable_stands_for_what_is_in_the_file_and_only_numbers_are_added(rules, holds, fails):
    text = f"only at p q r\nat(0)\n{rules}"
    base = lm.KnowledgeBase(parse_hints(text))
    for literal in (*holds.split(), *(f"~{name}" for name in fails.split())):
        proof = base.prove(literal)
        data = json.dumps({"version": 1, **proof.to_json()})
        assert lm.verify(proof, base) and fault(data, None) is None and fault(data, hints_source(text)) is None, literal


def test_a_variable_in_a_sum_is_a_constant_for_the_checkers():
    """Else they would take `p(1)` for true, where `only p` makes it false."""
    text = "only at p\nat(0)\nall k, j: at(k) & j = k+1 -> p(j)"
    base = lm.KnowledgeBase(parse_hints(text))
    data = json.loads(json.dumps({"version": 1, **base.prove("at(0)", "direct").to_json()}))
    step = {"step": 2, "clause": ["~at(0)", "p(1)"], "by": "rule", "rule": "line 3", "with": {"k": 0, "j": 1}}
    data |= {"goal": [["~at(0)", "p(1)"]], "steps": [*data["steps"], step], "rules": {"line 3": text.splitlines()[2]}}
    data.pop("premises", None)
    for sets, is_right in (({}, True), ({"_": [0, 1]}, True), ({"_": [0]}, False)):
        forged = {**data, "sets": sets}
        assert bool(lm.verify(lm.Proof.from_json(forged))) is is_right
        assert (fault(json.dumps(forged), None) is None) is is_right
        assert not lm.verify(lm.Proof.from_json(forged), base)
        assert fault(json.dumps(forged), hints_source(text)) is not None


@pytest.mark.parametrize("text", ["only e\ne\ne(b, c)", "only e\ne(b, c)\ne", "only e\ne\nall x: e(b, x) -> p(x)"])
def test_a_fact_has_as_many_arguments_as_its_predicate_elsewhere(text):
    with pytest.raises(BoardSyntaxError, match=r"e has (no|0|1|2) arguments? elsewhere"):
        parse_hints(text)


def test_a_completion_with_too_many_clauses_is_refused():
    conditions = "\n".join(f"a{n} & b{n} -> p" for n in range(12))
    with pytest.raises(
        LimitReached, match=r"more than 1,000 clauses; give the conditions .* closed names of their own"
    ):
        lm.deduce(parse_hints(f"only p\n{conditions}"))


def test_evaluation_looks_at_the_clock():
    rows = "\n".join(f"e({n}, {n + 1})" for n in range(400))
    file = parse_hints(f"only e r\n{rows}\nall x, y: e(x, y) -> r(x, y)\nall x, y, z: r(x, y) & r(y, z) -> r(x, z)")
    with pytest.raises(LimitReached, match="not decided within"), limit(seconds=0.05):
        lm.deduce(file)


def test_what_may_surprise_is_remarked_on():
    remarks = closed_remarks(parse_hints("only wet dry\n1 among wet cold\nrain -> wet\n~dry -> sun\nrain & ~wet -> a"))
    assert [remark.partition(",")[0] for remark in remarks] == [
        "`dry` is closed",
        "`1 among wet cold` makes no `wet` hold",
    ]


def test_false_atoms_are_counted_and_not_listed():
    answer = solve(parse_hints("only e r\ne(a, b)\ne(b, c)\nall x, y: e(x, y) -> r(y, x)").to_problem())
    assert answer.to_json() | {"components": 0} == {
        "status": "solved",
        "width": None,
        "height": None,
        "fails": [],
        "holds": ["r(b,a)", "r(c,b)"],
        "components": 0,
        "unlisted": 4,
    }
    assert odds(answer.problem).unlisted == kb(answer.problem).unlisted == 4


# -- the same, by definition: every instance, and every atom


def well_founded(file: HintFile) -> tuple[set, set]:
    """Return what certainly holds and what may hold, by the definition of the alternating fixpoint."""
    instances = list(all_instances(file))
    lower: set = set()
    while True:
        upper = least(instances, lower)
        new = least(instances, upper)
        if new == lower:
            return lower, upper
        lower = new


def least(instances, judged):
    """Return what follows when negations are judged by a set of atoms."""
    found: set = set()
    while new := {head for head, condition, values in instances if truth(condition, values, found, judged)} - found:
        found |= new
    return found


def all_instances(file: HintFile):
    """Yield the head, the condition and the values of every instance of a rule or a fact."""
    elements = file.book.elements
    for predicate, rows in file.book.facts.items():
        yield from (((predicate, row), Truth(True), {}) for row in rows)
    for rule in file.rules:
        bindings, _ = instances_of(rule.body)
        spans = [elements if each.of is None else file.tables.members(each.of.name) for each in bindings]
        for chosen in product(*spans):
            values = dict(zip((each.variable for each in bindings), chosen, strict=True))
            for head, condition in definitions(rule.body, file.closed):
                sums = [term for term in head.terms if term.variable is not None and term.value]
                if all(term.under(values) in elements for term in sums):
                    yield key(head, values), condition, values


def key(atom: Atom, values):
    found = Atom(atom.predicate, tuple(type(term)(None, term.under(values)) for term in atom.terms))
    return str(predicate_of(found)), values_in(found)


def truth(part, values, positive, negative, sign=True):
    """Return whether a condition is true where it needs atoms by one set, and where it needs negations by the other."""
    if isinstance(part, Truth | Comparison):
        return (part.holds if isinstance(part, Truth) else part.holds(values)) == sign
    if isinstance(part, Atom):
        if any(term.value and isinstance(values.get(term.variable), str) for term in part.terms):
            return not sign  # a sum of what is no number makes no atom
        return key(part, values) in positive if sign else key(part, values) not in negative
    if isinstance(part, Join) and part.operator == "not":
        return truth(part.parts[0], values, positive, negative, not sign)
    if isinstance(part, Join):
        assert part.operator in ("and", "or")
        every = (part.operator == "and") == sign
        return (all if every else any)(truth(each, values, positive, negative, sign) for each in part.parts)
    assert isinstance(part, Quantified)
    (binding,) = part.bindings
    parts = [
        truth(part.body, {**values, binding.variable: value}, positive, negative, sign)
        for value in SETS[binding.of.name]
    ]
    fewest = len(parts) if part.kind == "all" else 1 if part.kind == "some" else part.number.value
    return sum(parts) >= (fewest if sign else len(parts) - fewest + 1)


# -- why


@pytest.mark.full
def test_unfounded_sets_are_unfounded_and_irredundant():
    seen: set[int] = set()
    for hints, _ in programs(250 * MANY, first=9_000):
        file = parse_hints(hints)
        closed = file.to_problem().closed
        try:
            closed.require()
        except BoardError:
            continue
        instances = list(all_instances(file))
        for name in every_atom():
            if closed.value(name) is not False:
                continue
            said = next(each for each in closed.support(name) if names_in(each) == {name})
            assert isinstance(said, Unfounded) and said.clause == (Literal(name, False),), hints
            true = {key_of(each.name) for each in said.because}
            assert all(closed.value(each.name) for each in said.because), hints
            own = [key_of(each) for each in said.atoms]
            assert own[0] == key_of(name) and is_unfounded(own, true, instances, closed), (hints, said)
            seen.add(len(own))
            if len(own) <= 7:
                for size in range(len(own) - 1):
                    for others in combinations(own[1:], size):
                        assert not is_unfounded((own[0], *others), true, instances, closed), (hints, said)
    assert seen >= {1, 2, 3, 4}


def every_atom():
    for name, kinds in PREDICATES.items():
        yield from (name_of((name, row)) for row in product(*(SETS[kind] for kind in kinds)))


class Possible:
    """What may hold if these do not: everything else, but of a predicate that has facts only."""

    def __init__(self, these, closed):
        self.these = frozenset(these)
        self.closed = closed

    def __contains__(self, atom):
        is_decided = self.closed.is_table(atom[0])
        return self.closed.value(name_of(atom)) if is_decided else atom not in self.these


def is_unfounded(atoms, true, instances, closed):
    """Return whether every condition for one of the atoms is false when they are, by what is true and by the tables."""
    holding = true | {head for head, _, _ in instances if closed.is_table(head[0])}
    possible = Possible(atoms, closed)
    return not any(
        head in atoms and truth(condition, values, possible, holding) for head, condition, values in instances
    )


@pytest.mark.full
def test_every_answer_has_a_proof_that_the_checker_accepts():
    asked = 0
    for hints, _ in programs(40 * MANY, first=20_000):
        problem = parse_hints(hints).to_problem()
        rng = Random(hints)
        try:
            base = lm.KnowledgeBase(problem)
        except BoardError:
            continue
        for name in rng.sample(list(every_atom()), 5):
            verdict = base.ask(name)
            assert verdict is (lm.Answer.YES if problem.closed.value(name) else lm.Answer.NO), (hints, name)
            proof = base.prove(name if verdict else f"~{name}")
            assert lm.verify(proof, problem), (hints, name)
            asked += 1
    assert asked > 100
