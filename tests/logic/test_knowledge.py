"""KnowledgeBase against truth tables: every method that claims to be complete, and every proof by the checker."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from functools import reduce
from itertools import product
from operator import and_, or_, xor

import pytest
from conftest import ROOT
from knowledge_bases import random_formula
from sympy import ITE, And, Equivalent, Implies, Not, Or, Q, Symbol, Xor, false, satisfiable, symbols, true
from sympy.abc import a, b, c, d, e
from sympy.assumptions.cnf import CNF, EncodedCNF
from sympy.assumptions.cnf import Literal as SympyLiteral

import logicms as lm
from logicms.answers.knowledge import ask
from logicms.errors import BoardError, BoardSyntaxError, InconsistentKnowledge, LimitReached
from logicms.hints import Hint, Literal, at_least, at_most, exactly
from logicms.limits import limit
from logicms.logic.knowledge import COMPLETE, Answer, KnowledgeBase
from logicms.notation.formulas import formula_about
from logicms.notation.formulas import question as question_about
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem
from logicms.proofs.checker import verify
from logicms.render.answers import ask_sentence

FULL = os.environ.get("LOGICMS_FULL") == "1"
NAMES = "abcdef"
SYMBOLS = symbols(list(NAMES))


ROWS = [dict(zip(NAMES, values, strict=True)) for values in product((False, True), repeat=len(NAMES))]
ALL = (1 << len(ROWS)) - 1
COLUMNS = {name: sum(1 << i for i, row in enumerate(ROWS) if row[name]) for name in NAMES}


def column(knowledge):
    """Return the rows of the truth table on which a formula or hint holds, a bit each: an evaluation of our own."""
    if isinstance(knowledge, Hint):
        counts = [sum(row[name] for name in knowledge.among) for row in ROWS]
        return sum(1 << i for i, count in enumerate(counts) if knowledge.low <= count <= knowledge.high)
    if knowledge is true or knowledge is false:
        return ALL if knowledge is true else 0
    if knowledge.is_Symbol:
        return COLUMNS[knowledge.name]
    parts = [column(arg) for arg in knowledge.args]
    kind = type(knowledge)
    if kind is ITE:
        return (parts[0] & parts[1]) | (~parts[0] & ALL & parts[2])
    if kind is Not:
        return ~parts[0] & ALL
    if kind is Implies:
        return ~parts[0] & ALL | parts[1]
    if kind is Equivalent:
        return reduce(and_, parts) | ALL & ~reduce(or_, parts)
    return reduce({And: and_, Or: or_, Xor: xor}[kind], parts)


def formula(rng, depth):
    """Return a random formula over the six symbols."""
    if depth == 0 or rng.random() < 0.2:
        symbol = rng.choice(SYMBOLS)
        return symbol if rng.random() < 0.5 else Not(symbol)
    kind = rng.choice([And, Or, Or, Implies, Equivalent, Xor, ITE, Not])
    count = {Not: 1, Implies: 2, ITE: 3}.get(kind) or rng.randint(2, 3)
    return kind(*(formula(rng, depth - 1) for _ in range(count)))


def random_clause(rng, longest=3):
    chosen = rng.sample(SYMBOLS, rng.randint(1, longest))
    return Or(*(symbol if rng.random() < 0.5 else Not(symbol) for symbol in chosen))


def random_hint(rng):
    names = rng.sample(NAMES, rng.randint(1, 5))
    make = rng.choice([exactly, at_least, at_most])
    return make(rng.randint(0, len(names)), names)


def random_knowledge(rng):
    """Return random knowledge, a knowledge base that was told it, and the rows of the truth table that meet it."""
    told = [random_clause(rng) for _ in range(rng.randint(0, 7))]
    told += [formula(rng, 2) for _ in range(rng.randint(0, 1))]
    told += [random_hint(rng) for _ in range(rng.randint(0, 2))]
    kb = KnowledgeBase()
    for knowledge in told:
        kb.tell(knowledge)
    return kb, reduce(and_, map(column, told), ALL)


def right_answer(goal, table):
    where = column(goal) & table
    return Answer.YES if where == table else Answer.UNKNOWN if where else Answer.NO


def check_proof(kb, proof, by):
    assert proof is not None
    verdict = verify(proof, kb.premises)
    assert verdict, verdict
    assert proof.by == by
    assert type(proof).from_json(proof.to_json()) == proof


@pytest.mark.full
def test_ask_agrees_with_truth_tables():
    """Literals, clauses and formulas are asked of knowledge bases made of clauses, formulas and hints."""
    rng = random.Random(3)
    consistent = asked = 0
    for _ in range(5000 if FULL else 1000):
        kb, table = random_knowledge(rng)
        goals = [random_clause(rng, 1), random_clause(rng), formula(rng, 2)]
        if not table:
            check_inconsistent(kb, goals[0])
            continue
        consistent += 1
        for goal in goals:
            right = right_answer(goal, table)
            for method in sorted(COMPLETE):
                assert kb.ask(goal, by=method) is right, (kb.clauses, goal, method)
            for method in ("course", "forward"):
                assert kb.ask(goal, by=method) in (right, Answer.UNKNOWN), (kb.clauses, goal, method)
            check_why(kb, goal, right, table, rng.choice(sorted(COMPLETE)))
            asked += right is not Answer.UNKNOWN
    assert consistent > 700 and asked > 700


def check_inconsistent(kb, goal):
    for method in sorted(COMPLETE):
        with pytest.raises(InconsistentKnowledge) as caught:
            kb.ask(goal, by=method)
        proof = caught.value.proof
        assert proof.is_contradiction and verify(proof, kb.premises)
        assert caught.value.conflict


def check_why(kb, goal, right, table, method):
    """A certain formula gets valid proofs; an unknown one two placements, both of which meet what was told."""
    if right is Answer.UNKNOWN:
        assert kb.prove(goal) is None
        rows = [ROWS.index({name: name in names for name in NAMES}) for names in kb.cases(goal)]
        assert all(table >> row & 1 for row in rows)
        assert [column(goal) >> row & 1 for row in rows] == [True, False]
        return
    shown = goal if right is Answer.YES else Not(goal)
    is_literal = shown.is_Symbol or (isinstance(shown, Not) and shown.args[0].is_Symbol)
    chained = method in ("forward", "backward") and is_literal
    check_proof(kb, kb.prove(shown, by=method), "direct" if chained else "resolution")
    assert kb.cases(goal) is None
    if shown.is_Symbol or isinstance(shown, Or) and all(arg.is_Symbol for arg in shown.args):
        check_proof(kb, kb.prove(shown, by="direct"), "direct")


def test_sympy_agrees():
    """The second judge: sympy's own satisfiability test."""
    rng = random.Random(4)
    for _ in range(60):
        told = [random_clause(rng) for _ in range(rng.randint(3, 8))]
        goal = formula(rng, 1)
        kb = KnowledgeBase()
        for clause in told:
            kb.tell(clause)
        if not satisfiable(And(*told)):
            check_inconsistent(kb, goal)
        else:
            assert (kb.ask(goal) is Answer.YES) == (not satisfiable(And(*told, Not(goal))))


def test_ask_leaves_nothing_behind():
    kb = KnowledgeBase()
    kb.tell(exactly(1, "a b c"))
    before = kb.clauses, len(kb.log), list(kb.symbols.names)
    kb.ask(Xor(*symbols("a b c x y z")))
    kb.prove(a | b | c)
    assert (kb.clauses, len(kb.log), list(kb.symbols.names)) == before


@pytest.mark.parametrize(
    "told, goal, answer, why",
    [
        ([], a | ~a, Answer.YES, "a tautology follows from nothing"),
        ([], a & ~a, Answer.NO, "and its contrary never"),
        ([], a, Answer.UNKNOWN, "an empty knowledge base knows nothing"),
        ([true, a | ~a], true, Answer.YES, "true adds nothing and always follows"),
        ([a], false, Answer.NO, "false never follows"),
        ([a, a, a & a], a, Answer.YES, "told twice is told once"),
        ([exactly(0, [])], a, Answer.UNKNOWN, "none among none is true"),
        ([at_least(0, "a b"), at_most(2, "a b")], a, Answer.UNKNOWN, "hints that say nothing"),
        ([exactly(2, "a b")], a & b, Answer.YES, "all of them"),
        ([exactly(1, "a b c"), exactly(1, "a b")], c, Answer.NO, "one clue inside another"),
        ([exactly(1, "a b c")], exactly(1, "a b c"), Answer.YES, "a hint can be asked"),
        ([exactly(1, "a b c")], exactly(2, "a b c"), Answer.NO, "and denied"),
        ([True], True, Answer.YES, "Python's truth is sympy's"),
    ],
)
def test_decided_cases(told, goal, answer, why):
    kb = KnowledgeBase()
    for knowledge in told:
        kb.tell(knowledge)
    assert kb.ask(goal) is answer, why


@pytest.mark.parametrize(
    "told, conflict",
    [
        ([false], ("false",)),
        ([False], ("false",)),
        ([exactly(1, [], "A1")], ("A1",)),
        ([exactly(2, ["A1"], "B2")], ("B2",)),
        ([a, ~a], ("a", "~a")),
        ([a | b, ~a, ~b], ("~a", "a | b", "~b")),
        ([exactly(1, "a b", "X"), exactly(2, "a b", "Y")], ("X", "Y")),
        ([Xor(a, b, c), Xor(b, c, d), Xor(a, d)], ("a ^ b ^ c", "a ^ d", "b ^ c ^ d")),
    ],
)
def test_contradictions(told, conflict):
    kb = KnowledgeBase()
    for knowledge in told:
        kb.tell(knowledge)
    kb.tell(e)  # more may be told
    for question in (kb.ask, kb.prove, kb.cases):
        with pytest.raises(InconsistentKnowledge) as caught:
            question(e)
        assert caught.value.conflict == conflict
        assert verify(caught.value.proof, kb.premises) and caught.value.proof.is_contradiction


def test_facts_raise_once_propagation_finds_the_contradiction():
    kb = KnowledgeBase()
    kb.tell(a)
    assert kb.facts == {"a": True}
    kb.tell(~a)
    with pytest.raises(InconsistentKnowledge, match="a and ~a cannot both be right"):
        _ = kb.facts
    assert kb.to_sympy() == false


def test_clauses_are_stable_and_sympy():
    kb = KnowledgeBase()
    kb.tell(exactly(1, ["B1", "A1", "A2"], "B2"))
    kb.tell(~Symbol("A2"))
    assert str(kb.clauses) == "(~A2, A1 | B1, ~A1 | ~B1)"
    assert kb.to_sympy() == And(*kb.clauses)
    told = [" | ".join(map(str, step.clause)) for step in kb.told_steps]
    assert told == ["A1 | B1 | A2", "~A1 | ~B1", "~A1 | ~A2", "~B1 | ~A2", "~A2"]


def test_limit_is_an_answer_and_not_unknown():
    kb = KnowledgeBase()
    names = [f"x{i}" for i in range(8)]
    for first in range(0, 8):
        kb.tell(Xor(*(Symbol(names[(first + k) % 8]) for k in (0, 1, 3))))
    with limit(steps=1):
        assert kb.ask(Symbol("x0")) is Answer.LIMIT
    with limit(steps=10):
        assert kb.ask(Symbol("x0"), by="saturation") is Answer.LIMIT
    with pytest.raises(LimitReached), limit(steps=1):
        kb.prove(Symbol("x0"))
    assert kb.ask(Symbol("x0")) is not Answer.LIMIT


def test_a_limit_leaves_the_solver_in_order():
    """After a limit was reached anywhere, the next answer is right."""
    rng = random.Random(5)
    for _ in range(40):
        kb, table = random_knowledge(rng)
        if not table:
            continue
        goal = random_clause(rng)
        for steps in range(1, 12):
            with limit(steps=steps):
                assert kb.ask(goal) in (Answer.LIMIT, right_answer(goal, table))
        assert kb.ask(goal) is right_answer(goal, table)


def test_sources():
    kb = KnowledgeBase()
    kb.tell(exactly(1, "a b", "X"))
    kb.tell(exactly(1, "b c", "X"))
    kb.tell(exactly(1, "c d"))
    kb.tell(d >> e, because="line 7")
    kb.tell((a & b) >> e)
    assert list(kb.premises.hints) == ["X", "X (2)", "1 among c d"]
    assert list(kb.premises.givens) == ["line 7", "a & b -> e"]
    with pytest.raises(BoardError, match="cannot begin with _"):
        kb.tell(a, because="_1")


def test_refused():
    kb = KnowledgeBase()
    for wrong in (a > 1, Symbol("x y"), Symbol("_1"), Symbol("~a"), Symbol(""), a + 1, 3, None):
        with pytest.raises(BoardError):
            kb.tell(wrong)
        with pytest.raises(BoardError):
            kb.ask(wrong)
    for text in ("", "a b", "a &", "__import__('os')", "Symbol('a')"):
        for use in (kb.tell, kb.ask, kb.prove):
            with pytest.raises(BoardSyntaxError):
                use(text)
    with pytest.raises(BoardError, match="not a method"):
        kb.ask(a, by="magic")
    with pytest.raises(BoardError, match="one clause"):
        kb.tell(a & b)
        kb.prove(a & b, by="direct")
    with pytest.raises(BoardError, match="definite"):
        kb.tell(c | d)
        kb.ask(a, by="backward")


def test_a_formula_may_be_a_text_of_our_grammar():
    kb = KnowledgeBase()
    kb.tell("rain -> wet")
    kb.tell("~wet | slippery")
    assert kb.ask("rain -> slippery") is Answer.YES and kb.ask("slippery") is Answer.UNKNOWN
    assert bool(kb.ask("rain -> slippery")) and not kb.ask("slippery")
    proof = kb.prove("rain & ~dry -> slippery")
    assert set(proof.givens) == {"rain -> wet", "~wet | slippery"}
    same = KnowledgeBase(parse_hints("rain -> wet\n~wet | slippery"))
    assert same.clauses == kb.clauses


def test_backward_and_forward_on_definite_clauses():
    kb = KnowledgeBase()
    for knowledge in (a, b, (a & b) >> c, c >> d, e >> d, d >> e):
        kb.tell(knowledge)
    for method in ("forward", "backward", "resolution"):
        assert kb.ask(d & c, by=method) is Answer.YES
        check_proof(kb, kb.prove(d & c, by=method), "resolution")
        check_proof(kb, kb.prove(e, by=method), "resolution" if method == "resolution" else "direct")
        assert kb.ask(Symbol("x"), by=method) is Answer.UNKNOWN


def test_copies_are_apart():
    kb = KnowledgeBase()
    kb.tell(a >> b)
    twin = kb.copy()
    twin.tell(a)
    assert twin.ask(b) is Answer.YES and kb.ask(b) is Answer.UNKNOWN
    kb.tell(~b)
    assert twin.facts == {"a": True, "b": True} and kb.facts == {"a": False, "b": False}


def test_a_large_goal_is_named():
    """A goal whose contrary cannot be multiplied out is shown through an auxiliary symbol."""
    kb = KnowledgeBase()
    xs = symbols("x0:9")
    kb.tell(Xor(*xs[:5]))
    kb.tell(Xor(*xs[5:]))
    goal = Not(Xor(*xs))
    proof = kb.prove(goal)
    check_proof(kb, proof, "resolution")
    assert str(proof.literal).startswith("~_") and kb.ask(goal) is Answer.YES
    check_proof(kb, kb.prove(goal, by="direct"), "direct")


def test_watching():
    events = []
    kb = KnowledgeBase(watch=events.append)
    kb.tell(a >> b)
    kb.tell(a)
    assert [event.what for event in events] == ["told", "kept", "told", "fact", "shortened", "fact"]


def test_telling_a_large_hint_stops_at_its_limit():
    kb = KnowledgeBase()
    names = [f"A{row}" for row in range(1, 201)]
    with pytest.raises(LimitReached), limit(steps=15_000):
        kb.tell(exactly(50, names))
    assert kb.ask("A1") is Answer.UNKNOWN  # what was told until then is sound, and can be asked


def test_check_raises_with_a_proof_exactly_when_what_was_told_contradicts_itself():
    kb = KnowledgeBase()
    kb.check()
    for knowledge in (a | b, a >> b, b >> a):
        kb.tell(knowledge)
        kb.check()
    kb.tell(~a | ~b)  # propagation alone does not see it
    with pytest.raises(InconsistentKnowledge) as caught:
        kb.check()
    assert caught.value.proof.is_contradiction and verify(caught.value.proof, kb.premises)
    kb.tell("c")
    with pytest.raises(InconsistentKnowledge):
        kb.check()


def test_only_yes_is_true():
    kb = KnowledgeBase()
    kb.tell(a)
    assert kb.ask(a) and not kb.ask(~a) and not kb.ask(b)
    assert not Answer.LIMIT


def test_a_literal_is_told_asked_and_proved_like_its_text():
    kb = KnowledgeBase()
    kb.tell(Literal("a", False))
    assert kb.facts == {"a": False}
    assert kb.ask(Literal("a", False)) and kb.prove(Literal("a", False), "direct") == kb.prove("~a", "direct")


@pytest.mark.parametrize("seed", range(30))
def test_sympy_takes_the_clauses_as_they_stand(seed):
    """`kb.cnf` is sympy's own EncodedCNF: its solver says the same as ours, also of what contradicts itself."""
    rng = random.Random(seed)
    names = [f"{column}1" for column in "ABCDE"]
    kb = KnowledgeBase()
    for _ in range(rng.randint(1, 6)):
        among = rng.sample(names, rng.randint(1, 5))
        kb.tell(Hint(low := rng.randint(0, len(among)), rng.randint(low, 5), tuple(among)))
    encoded = kb.cnf
    assert {symbol.name for symbol in encoded.symbols} == set(kb.symbols.names)
    found = satisfiable(encoded)
    try:
        kb.check()
    except InconsistentKnowledge:
        assert found is False
    else:
        held = {symbol.name for symbol, holds in found.items() if holds}
        assert all(hint.low <= len(held.intersection(hint.among)) <= hint.high for hint in kb.premises.hints.values())


@pytest.mark.parametrize("seed", range(60))
def test_what_sympy_encodes_is_told(seed):
    """A CNF and an EncodedCNF hold where the formula does that they were made of, as the truth table says."""
    formula = random_formula(random.Random(seed), NAMES, 3)
    expected = [row for number, row in enumerate(ROWS) if column(formula) >> number & 1]
    cnf, encoded = CNF.from_prop(formula), EncodedCNF()
    encoded.from_cnf(cnf)
    for told in (cnf, encoded):
        kb, named = KnowledgeBase(), KnowledgeBase()
        kb.tell(told)
        named.tell(told, because="sympy")
        for each in (kb, named):
            assert sorted(map(str, each.placements(list(NAMES)))) == sorted(map(str, expected)), formula
        assert [entry.source for entry in named.statements] == ["sympy"]
        assert not expected or all(kb.ask(each) is Answer.YES for each in (cnf, encoded))
        try:
            assert KnowledgeBase().ask("a", given=[told]) is KnowledgeBase().ask("a", given=formula), formula
        except InconsistentKnowledge:
            assert not expected
    by_clauses = KnowledgeBase()
    by_clauses.tell(encoded)
    assert len(by_clauses.statements) == len(encoded.data)


def test_our_own_clauses_are_read_back():
    kb, twin = KnowledgeBase(), KnowledgeBase()
    for text in ("a | b", "b -> c & ~d", "a ^ d"):
        kb.tell(text)
    twin.tell(kb.cnf)
    assert twin.to_sympy() == kb.to_sympy()
    assert {entry.source for entry in twin.statements} >= {"a | b", "a | d", "~a | ~d"}


@pytest.mark.parametrize(
    "bad, message",
    [
        (EncodedCNF([{1, 3}], {a: 1, b: 2}), "an EncodedCNF of 2 symbols has no literal '3'"),
        (EncodedCNF([{1, "b"}], {a: 1, b: 2}), "no literal 'b'"),
        (EncodedCNF([{1}], {a: 2, b: 1}), "the `symbols` and the `encoding` of an EncodedCNF disagree"),
        (EncodedCNF([{1}], {a: 0}), "the `symbols` and the `encoding` of an EncodedCNF disagree"),
        (EncodedCNF([{1}], {a & b: 1}), "made of symbols and their negations, not of And"),
        (EncodedCNF([{1}], {"a": 1}), "not propositional"),
        (EncodedCNF([{-1}], {Symbol("_1"): 1}), "not a name: '_1'"),
        (EncodedCNF([3], {a: 1}), "expected a clause as a set of literals, not int"),
        (EncodedCNF(7, {a: 1}), "expected the clauses of a CNF, not int"),
        (CNF.from_prop(Q.real(a)), "not propositional"),
        (CNF({frozenset({a})}), "expected a literal of sympy's CNF, not Symbol"),
        (CNF({a}), "expected a clause as a set of literals, not Symbol"),
        (SympyLiteral(a), "not propositional: .* not Literal"),
    ],
)
def test_a_bad_cnf_is_refused(bad, message):
    kb = KnowledgeBase()
    kb.tell("sun")
    for tell in (kb.tell, lambda told: kb.tell(told, "a name"), kb.ask, lambda told: kb.ask("sun", given=told)):
        with pytest.raises(BoardError, match=message):
            tell(bad)
    assert kb.facts == {"sun": True} and len(kb.statements) == 1


@pytest.mark.parametrize("hint", [exactly(2, "a b c"), at_least(1, "a b"), at_most(1, "a b c d"), exactly(0, "a b")])
def test_telling_a_hint_and_its_formula_gives_the_same_clauses(hint):
    by_hint, by_formula = KnowledgeBase(), KnowledgeBase()
    by_hint.tell(hint)
    by_formula.tell(hint.to_sympy())
    assert by_hint.clauses == by_formula.clauses and set(map(frozenset, by_hint.cnf.data)) == set(
        map(frozenset, by_formula.cnf.data)
    )


def test_an_answer_without_its_proof_says_that_a_limit_was_reached() -> None:
    """With more and more steps: first no answer, then one that is late with its proof, then all of it."""
    rng = random.Random(4)
    clauses = [" | ".join(f"{rng.choice(['', '~'])}x{i}" for i in rng.sample(range(30), 3)) for _ in range(126)]
    problem = Problem.of(parse_hints("\n".join(clauses)))
    for formula in ("x1", "~x1"):
        seen = []
        for steps in (2**k for k in range(4, 20)):
            with limit(steps=steps):
                answer = ask(problem, formula_about(problem, formula))
            assert (answer.proof is None) == answer.is_limit == (answer.status == "limit")
            assert answer.to_json().get("message") == answer.message
            seen.append((answer.answer, answer.message))
            if not answer.is_limit:
                break
        verdict = ask(problem, formula_about(problem, formula)).answer
        late = "its proof was not found within the limit"
        assert list(dict.fromkeys(seen)) == [
            ("limit", "not decided within the limit"),
            (verdict, late),
            (verdict, None),
        ]
        assert ask_sentence(replace(answer, status="limit", message=late)).endswith(f"follows, but {late}")


# -- text that speaks of a hint file

PEOPLE = "set people = Ann Bob\nset next(Ann) = Bob\nknight(Ann) <-> ~knight(Bob)\nknight(Ann)\n"
WUMPUS = (ROOT / "examples" / "rules" / "wumpus.hints").read_text()
HEX = "grid: hex\n\n? ? ?\n? 1 ?\n? ? ?\n"


@pytest.mark.parametrize(
    "text, questions",
    [
        (
            PEOPLE,
            ["knight(Bob)", "some x in people: ~knight(x)", "all x in people, y in next(x): knight(x) ^ knight(y)"],
        ),
        (WUMPUS, ["some c in cells: pit(c)", "1 c in cells: wumpus(c)", "~pit(B1)", "all c in row(A1): ~wumpus(c)"]),
        (
            HEX,
            ["1 c in around(B2): mine(c)", "some c in around(A1): mine(c)", "C3", "2 c in beside(B2): mine(c)"],
        ),
        ("1 among a b c\n~a\n", ["a", "b | c", "~b"]),
    ],
)
def test_a_knowledge_base_answers_as_the_command_line_does(text, questions):
    source = lm.parse_board(text) if text == HEX else lm.parse_hints(text)
    problem = lm.Problem.of(source)
    for base in (KnowledgeBase(source), KnowledgeBase(problem), KnowledgeBase(source).copy()):
        for asked in questions:
            expected = ask(problem, question_about(problem, asked))
            assert base.ask(asked).value == expected.answer, asked
            proof = base.prove(asked if expected.answer == "yes" else f"~({asked})")
            assert (proof is None) == (expected.answer == "unknown")
            assert proof is None or lm.verify(proof, base)


@pytest.mark.parametrize(
    "told",
    [
        "all x in people: knight(x) -> honest(x)",
        "some x in people: old(x)",
        "1 among a b c",
        "X1: at most 1 among a b c\nX2: a -> b\nsafe c   # and more",
        "mine treasure",
        "set towns = Rome Oslo\nall t in towns, x in people: been(x, t)",
        "R: all x in people, y in next(x): ~likes(x, y)",
        "knight(Ann) -> rich",
    ],
)
def test_what_is_told_as_text_is_what_the_file_would_say(told):
    """A hint file with the same line at its end states the same, and a judge that knows no rules agrees."""
    base, whole = KnowledgeBase(lm.parse_hints(PEOPLE)), lm.Problem.of(lm.parse_hints(PEOPLE + told))
    base.tell(told)
    stated = [each for each in whole.statements]
    assert len(base.told_steps) == len(KnowledgeBase(whole).told_steps)
    for statement in stated:
        assert base.ask(statement) is Answer.YES, statement
    names = {str(name) for name in whole.names}
    assert {name for name in base.symbols.names if not name.startswith("_")} == names
    again = KnowledgeBase(whole)
    for name in names:
        assert base.ask(name) is again.ask(name)
        for literal in (name, f"~{name}"):
            if proof := base.prove(literal):
                assert lm.verify(proof, base) and lm.verify(lm.Proof.from_json(proof.to_json())), literal


def test_a_rule_that_is_told_is_cited_by_its_line_or_its_name():
    base = KnowledgeBase(lm.parse_hints(PEOPLE))
    base.tell("all x in people: brave(x)", because="Courage")
    base.tell("all x in people: loud(x)")
    brave, loud = base.prove("brave(Ann)"), base.prove("loud(Bob)")
    assert brave.rules == {"Courage": "all x in people: brave(x)"}
    ((label, text),) = loud.rules.items()
    assert label == "line 2" and text == "all x in people: loud(x)" and loud.sets == {"people": ("Ann", "Bob")}
    assert base.copy().prove("loud(Bob)") == loud
    whole = KnowledgeBase()
    for line in PEOPLE.splitlines():
        whole.tell(line)
    assert whole.ask("knight(Bob)") is Answer.NO and whole.ask("some x in people: knight(x)") is Answer.YES


@pytest.mark.parametrize(
    "source, told, why",
    [
        (PEOPLE, "knight(Zoe)", "Zoe is a free variable"),
        (PEOPLE, "set people = Zoe", "people is already declared"),
        (PEOPLE, "all x in nobody: knight(x)", "there is no set 'nobody'; the sets are people"),
        (WUMPUS, "pit(Z9)", "Z9 is not on a grid of 4x4"),
        ("size: 2x2\nset s = a\n1 at A1\n", "2 at A1", "A1 already has a clue"),
        (
            "size: 2x2\nall c in cells, k in 0..8: clue(c, k) -> k x in around(c): mine(x)\n",
            "1 at A1",
            "before the rules",
        ),
        ("size: 2x2\n1 at A1\n", "all c in cells, k in 0..8: clue(c, k) -> mine(c)", "usual meaning already"),
        ("set s = a b\nset r(a) = b\nall x in s, y in r(x): x -> y\n", "set r(b) = a", "tell all of r before"),
        ("a", "size: 2x2\nmines: 9", "mines: 9 is more than the 4 cells"),
        ("a", "# nothing", "expected a statement"),
    ],
)
def test_text_that_does_not_fit_is_refused_and_changes_nothing(source, told, why):
    base = KnowledgeBase(lm.parse_hints(source))
    before = base.copy()
    with pytest.raises(lm.LogicmsError, match=why):
        base.tell(told)
    assert base == before and base.ask("somethingElse") is Answer.UNKNOWN


def test_one_source_is_for_one_statement():
    base = KnowledgeBase(lm.parse_hints(PEOPLE))
    for told, because in (("a\nb", "X"), ("all x in people: brave(x)", "two words")):
        with pytest.raises(lm.BoardError, match="called"):
            base.tell(told, because=because)
    base.tell("1 among a b", because="two words")
    base.tell("~a")
    assert base.prove("b").clues == ("two words",)


def test_the_sets_of_a_grid_are_those_of_its_shape():
    for source in (lm.parse_board(HEX), lm.parse_hints("size: 3x3\ngrid: hex\n1 at B2\na -> b\n")):
        base = KnowledgeBase(source)
        assert base.ask("1 c in around(B2): mine(c)") is Answer.YES  # it has six neighbours
        assert base.ask("1 c in row(B2): mine(c)") is Answer.UNKNOWN
        base.tell("safe A1 B1")
        assert ask(lm.Problem.of(source), lm.parse_formula("A1")).answer == "unknown"
