"""Datalog files: what is read, what is refused and where, and that plain facts are read as by the grammar."""

from __future__ import annotations

import re
from pathlib import Path
from unittest.mock import patch

import pytest
from conftest import FULL
from hypothesis import example, given, settings
from hypothesis import strategies as st

import logicms as lm
from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation import datalog, hint_files
from logicms.notation.datalog import parse_datalog, question_about
from logicms.notation.facts import parse_table
from logicms.notation.hint_files import Facts, format_hints, parse_hints
from logicms.notation.read import read, recognise

# -- what is read

RULES = [
    ("p(X) :- q(X).", "all X: q(X) -> p(X)", "a rule"),
    ("p :- q, not r.", "q & ~r -> p", "without variables"),
    ("p(X) :- q(X), \\+ r(X).", "all X: q(X) & ~r(X) -> p(X)", "Prolog's negation"),
    ("p(X) :- q(X), not(r(X)).", "all X: q(X) & ~r(X) -> p(X)", "with parentheses"),
    ("p(X) :- q(X, Y), X =< Y, X \\= 3.", "all X, Y: q(X, Y) & X <= Y & X != 3 -> p(X)", "Prolog's comparisons"),
    ("p(X) :- q(X, Y), X + 1 >= Y - 2.", "all X, Y: q(X, Y) & X+1 >= Y-2 -> p(X)", "sums"),
    ("p(X) :- q(X, Y), X - Y < -2.", "all X, Y: q(X, Y) & X < Y-2 -> p(X)", "a difference"),
    ("p(X) :- q(X, _), r(_, X).", "all X, Any, Any_2: q(X, Any) & r(Any_2, X) -> p(X)", "_ is another one each time"),
    ("p(X) :- q(X), not r(_, X).", "all X: q(X) & ~(some Any: r(Any, X)) -> p(X)", "_ in a negation"),
    ("p(X1) :- q(X1, B3).", "all x1, b3: q(x1, b3) -> p(x1)", "variables called like cells"),
    ("p(X1) :- q(X1, x1).", "all X1_2: q(X1_2, x1) -> p(X1_2)", "and like constants"),
    ("p(_Who) :- q(_Who, 'Who').", "all who: q(who, Who) -> p(who)", "a variable that begins with _"),
    (":- p(X), q(X).", "all X: ~(p(X) & q(X))", "a constraint"),
    (":- p.", "~p", "a constraint without variables"),
    ("p(a) :- q('Ann', -3).", "q(Ann, -3) -> p(a)", "constants"),
    ("p(X) :- X = Y, q(Y).", "all X, Y: X = Y & q(Y) -> p(X)", "equal to what is safe"),
    ("p(X) :- q(X), not X < 3.", "all X: q(X) & ~(X < 3) -> p(X)", "a negated comparison"),
    ("p(/* one */ X)\n :-  % two\n q(X)\n.", "all X: q(X) -> p(X)", "comments, and several lines"),
]


@pytest.mark.parametrize(("text", "expected", "why"), RULES, ids=lambda value: str(value)[:30])
def test_a_rule_is_read_as_that_of_a_hint_file(text: str, expected: str, why: str) -> None:
    (line,) = (line for line in parse_datalog(text).lines if hasattr(line, "text"))
    assert line.text == expected, why


FACTS = [
    ("p(a). p(b).p(c).", {"p": [("a",), ("b",), ("c",)]}, "with and without blanks"),
    ("p(1..3).", {"p": [(1,), (2,), (3,)]}, "a range"),
    ("p(a, 1..2, -1..0).", {"p": [("a", 1, -1), ("a", 1, 0), ("a", 2, -1), ("a", 2, 0)]}, "two ranges"),
    ("p('Ann'). p('ann'). p(ann).", {"p": [("Ann",), ("ann",)]}, "a quoted word is that word"),
    ("rain. p ( a ,\n 007 ) .", {"rain": [()], "p": [("a", 7)]}, "blanks anywhere"),
    ("p(a).%*c*%\nq(b).% q(c).\n/* q(d). *//**/q(e).", {"p": [("a",)], "q": [("b",), ("e",)]}, "comments"),
    ("", {}, "nothing"),
]


@pytest.mark.parametrize(("text", "expected", "why"), FACTS, ids=lambda value: str(value)[:30])
def test_facts(text: str, expected: dict[str, list[tuple[object, ...]]], why: str) -> None:
    file = parse_datalog(text)
    assert {line.predicate: list(line.rows) for line in file.lines if isinstance(line, Facts)} == expected, why
    assert set(file.closed) == set(expected)


def test_every_predicate_is_closed() -> None:
    assert parse_datalog("p(X) :- q(X), not r(X).\n?- s(a).").closed == ("p", "q", "r", "s")


def test_proofs_cite_a_rule_by_its_line_and_the_second_of_a_line_by_a_name() -> None:
    file = parse_datalog("p :- q. q :- r.\n\nr :-\n  s. s.")
    assert [rule.label for rule in file.rules] == ["line 1", "line1_2", "line 3"]


# -- what is refused

REFUSED = [
    ("p(a)", 1, 5, "full stop"),
    ("p(a)\nq(b).", 1, 5, "write a full stop here"),
    ("p(a) % p\n\nq(b).", 1, 5, "write a full stop here"),
    ("p(a) :- q(a) /* q\n*/ \n?- p(a).", 1, 13, "a full stop here"),
    ("p(a) :-\n  q(a)\n  r(a).", 2, 7, "write a comma or a full stop here"),
    ("p(a) => q(a).", 1, 6, "`q :- p.`"),
    ("p(a) if q(a).", 1, 6, "write `:-`"),
    ("p(a) q(b).", 1, 6, "expected :- or a full stop"),
    ("?- p(a) % p", 1, 8, "a full stop here"),
    ("'P'(a).", 1, 1, "without quotes"),
    ("p('it''s').", 1, 7, "no ' in it"),
    ("p('it", 1, 3, "no line break"),
    ("p(a) :- q(a) and r(a).", 1, 14, "write a comma"),
    ("p(a) :- q(a) or r(a).", 1, 14, "a rule for each case"),
    ("p(X) :- q(X), 1 <= X <= 3.", 1, 22, "write 1 <= X, X <= 3"),
    ("p(a) :- true.", 1, 9, "leave it out"),
    ("p(a) :- q(a), false.", 1, 15, "write a constraint"),
    ("p(a) :- q(a) :- r(a).", 1, 14, "one `:-`"),
    ("?- p(a, b", 1, 10, "expected a comma or )"),
    ("p(a) <- q(a).", 1, 6, "write `:-`"),
    ("p(a) : - q(a).", 1, 6, "write `:-`"),
    ("p(a) := q(a).", 1, 6, "write `:-`"),
    ("p(a) :- q(a) & r(a).", 1, 14, "write a comma"),
    ("p(a) :- q(a), ~r(a).", 1, 15, "write `not p(X)`"),
    ("p(a) :- q(a), !r(a).", 1, 15, "write `not p(X)`"),
    ("p(X).", 1, 3, "a fact has no variables"),
    ("p(Ann).", 1, 3, "a constant is ann or 'Ann'"),
    ("p('Ann').\n?- p(Ann).", 2, 6, "write 'Ann' for the constant"),
    ("p(_) :- q(a).", 1, 3, "positive atom"),
    ("p(X) :- q(Y).", 1, 3, "X is not safe"),
    ("p(X) :- not q(X).", 1, 3, "X is not safe"),
    ("p(a) :- q(X), not r(X, Y).", 1, 24, "Y is not safe"),
    ("p(a) :- q(X), X < Y.", 1, 19, "Y is not safe"),
    ("p(X) :- X = Y.", 1, 3, "X is not safe"),
    ("p(a) :- q(X), X != _.", 1, 20, "_ is not safe"),
    ("p(Y) :- q(X), Y = X + 1.", 1, 3, "a sum makes no new number"),
    ("p(X, Y) :- q(X), p(X+1, Y).", 1, 21, "a sum stands only in a comparison"),
    ("p(X) :- X = 1..4.", 1, 14, "a range stands only in a fact"),
    ("p(X) :- q(X, 1..4).", 1, 14, "a range stands only in a fact"),
    ("p(4..1).", 1, 3, "begins with the smaller number"),
    ("p(1..100000).", 1, 3, "at most 10,000"),
    ("p(1..1000, 1..1000).", 1, 1, "more than 200,000 facts"),
    ("p(f(a)).", 1, 3, "function"),
    ("p(X) :- q(s(X)).", 1, 11, "function"),
    ("p([a, b]).", 1, 3, "lists"),
    ("p(X) :- q(X), !.", 1, 15, "cut"),
    ("p(X) :- q(X) ; r(X).", 1, 14, "a rule for each case"),
    ("p(X) :- (q(X), r(X)).", 1, 9, "parentheses"),
    ("p(X) ; q(X) :- r(X).", 1, 6, "a rule for each case"),
    ("p(a) | q(a).", 1, 6, "hint file"),
    ("p(a), q(a) :- r.", 1, 5, "a rule for each"),
    ("{ p(a) }.", 1, 1, "choices"),
    ("1 { p(X) : q(X) } 1.", 1, 1, "choices"),
    ("p(X) :- q(X), N = #count { Y : r(X, Y) }.", 1, 19, "aggregates"),
    ("p(X) :- 2 <= #sum { Y : r(X, Y) }.", 1, 14, "aggregates"),
    ("#show p/1.", 1, 1, "leave the line out"),
    ("#const n = 3.", 1, 1, "write the number"),
    ("#minimize { X : p(X) }.", 1, 1, "clingo"),
    (":~ p(X). [1]", 1, 1, "optimised"),
    ("p(X) :- q(X) : r(X).", 1, 14, "hint file"),
    ("-p(a).", 1, 1, "not p"),
    ('p("Ann").', 1, 3, "'New_York'"),
    ("p('New York').", 1, 3, "'New_York'"),
    ("p(1.5).", 1, 4, "decimal"),
    ("p(Y) :- q(X), Y is X + 1.", 1, 17, "Y = X+1"),
    ("p(X) :- q(X), X == 3.", 1, 17, "write `=`"),
    ("p(X) :- q(X), X =\\= 3.", 1, 17, "write `!=`"),
    ("p(X) :- q(X, Y), X * 2 = Y.", 1, 20, "only + and -"),
    ("p(X) :- q(X) -> r(X).", 1, 14, "a rule for each case"),
    ("s --> np, vp.", 1, 3, "grammar rules"),
    (":- dynamic p/1.", 1, 4, "directive"),
    (":- use_module(library(lists)).", 1, 4, "directive"),
    (":- initialization(main).", 1, 4, "directive"),
    ("%* a comment\n of clingo *%\np(a).", 1, 1, "/* … */"),
    ("p(a). q(X) :- p(X), write(X), nl.", 1, 21, "prints nothing"),
    ("p(X) :- member(X, a).", 1, 9, "member"),
    ("P(a).", 1, 1, "small letter"),
    ("p(a). p(a, b).", 1, 7, "1 argument elsewhere"),
    ("p(a). q(X) :- p(X, Y).", 1, 15, "1 argument elsewhere"),
    ("mine(a).", 1, 1, "mine_"),
    ("p(X) :- safe(X).", 1, 9, "safe_"),
    ("in(a, b).", 1, 1, "in_"),
    ("p(all).", 1, 3, "keyword"),
    ("p(a). p(1). q(X) :- p(X), X < 3.", 1, 27, "X may be a"),
    ("p(a). q(X) :- p(X). r(Y) :- q(X), p(Y), Y = X + 1.", 1, 41, "may be a"),
    ("p(1). q(X) :- p(X), X < a.", 1, 25, "a is not a number"),
    ("p(1) :- p(12345678901).", 1, 11, "too large"),
    ("p(X) :- not not q(X).", 1, 13, "expected"),
    ("?- p(X), not q(Y).", 1, 16, "Y is not safe"),
    ("p(a).\n/* not ended", 2, 1, "write */"),
    ("p(X) :- q(X), 'r'(X).", 1, 18, "without quotes"),
    ("p :- .", 1, 6, "expected an atom"),
]


@pytest.mark.parametrize(("text", "line", "column", "remedy"), REFUSED, ids=lambda value: str(value)[:40])
def test_what_is_beyond_it_is_refused_with_its_place_and_a_remedy(
    text: str, line: int, column: int, remedy: str
) -> None:
    with pytest.raises(BoardSyntaxError) as raised:
        parse_datalog(text, "p.pl")
    assert remedy in raised.value.message
    assert (raised.value.line, raised.value.column, raised.value.source) == (line, column, "p.pl")


def test_several_stable_models_are_refused_by_what_reasons() -> None:
    problem = parse_datalog("a :- not b.\nb :- not a.").to_problem()
    with pytest.raises(BoardError, match="a needs ~b, which needs ~a"):
        assert problem.closed is not None and problem.closed.holding


def test_a_text_that_is_too_large_is_refused_but_facts_may_be_many() -> None:
    facts = "".join(f"edge({number}, {number + 1}).\n" for number in range(30_000))
    assert len(parse_datalog(facts).lines[1].rows) == 30_000
    with pytest.raises(BoardSyntaxError, match="more than 262,144 characters"):
        parse_datalog(facts.replace("edge(", "edge( /**/ "))


# -- plain facts, which are read without the grammar

NEVER = re.compile("(?!)")


def read_both(parse: object, module: object, text: str) -> tuple[object, object]:
    """Return what is read with and without the reader of plain facts; of an error, what it says."""

    def outcome() -> object:
        try:
            return parse(text)  # type: ignore[operator]
        except BoardSyntaxError as error:
            return type(error)

    quick = outcome()
    with patch.object(module, "_FACT", NEVER):
        return quick, outcome()


WORDS = (
    "a",
    "b",
    "ann",
    "X",
    "_",
    "_x",
    "B3",
    "b3",
    "'a'",
    "'B3'",
    "'x y'",
    "12",
    "-3",
    "- 3",
    "007",
    "not",
    "all",
    "in",
)
WORDS += ("1234567890", "1a", "ä", "Ä", "\u0430b", "x_1", "", "f(a)", "1..3", "p", "only", "at", "mine", "true", "or")
words = st.sampled_from(WORDS)
blanks = st.sampled_from(("", "", "", " ", "  ", "\t"))


@st.composite
def fact(draw: st.DrawFn) -> str:
    arguments = ",".join(
        draw(blanks) + draw(words) + draw(blanks) for _ in range(draw(st.sampled_from((1, 1, 2, 2, 3))))
    )
    predicate = draw(st.sampled_from(("p", "q", "edge", "P", "mine", "not", "if")))
    return f"{draw(blanks)}{predicate}({arguments}){draw(blanks)}"


DATALOG = (
    ". ",
    ".\n",
    ".",
    "",
    "..",
    ".%*",
    ". % p(a).\n",
    ".\n%* p(b). *%\n",
    ". /* p(b). ",
    "*/",
    ". /*\n p(c).\n*/",
    " :- ",
)
DATALOG += (", ", ". ?- ", ". :- ", "'", '"', "%", ".\n\n", " :- q(X), p(a). ", "\r\n")


@pytest.mark.full
@settings(max_examples=2_000 if FULL else 250, deadline=None)
@given(st.lists(st.tuples(fact(), st.sampled_from(DATALOG)), max_size=6))
@example([("p(a)", ". /* p(b). "), ("p(c)", ". ")])
@example([("p(a)", "."), ("p(b)", ".. ")])
def test_plain_facts_of_a_datalog_file_are_read_as_by_the_grammar(parts: list[tuple[str, str]]) -> None:
    quick, slow = read_both(parse_datalog, datalog, "".join(map("".join, parts)))
    assert quick == slow


HINTS = (
    "\n",
    "\n",
    "\n",
    " # p(b)\n",
    "#\n",
    "\n# p(b)\n",
    " & ",
    " -> ",
    "\n~",
    "\nx1: ",
    "\nonly p q\n",
    "\nonly edge # q\n",
    "  \n",
)
HINTS += ("\nset s = a b ann\n", "\nall x in s: p(x) -> ", "\nall x: p(x) -> q(x)\n", "\nsize: 2x2\n", "\n\n")


@pytest.mark.full
@settings(max_examples=2_000 if FULL else 250, deadline=None)
@given(st.lists(st.tuples(fact(), st.sampled_from(HINTS)), max_size=6), st.sampled_from(("only p q\n", "only p\n", "")))
def test_plain_facts_of_a_hint_file_are_read_as_by_the_grammar(parts: list[tuple[str, str]], first: str) -> None:
    quick, slow = read_both(parse_hints, hint_files, first + "".join(map("".join, parts)))
    assert quick == slow


# -- tables

ROADS = "only edge reach\nall x, y: edge(x, y) -> reach(x, y)\nall x, y, z: edge(x, y) & reach(y, z) -> reach(x, z)\n"


def test_facts_of_a_table_are_those_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "roads.csv").write_text('a,b\r\n"b", c\n\nc,Dover\n', encoding="utf-8")
    (tmp_path / "roads.tsv").write_text("a\tb\nb\tc\nc\tDover\n", encoding="utf-8")
    (tmp_path / "roads.hints").write_text(ROADS, encoding="utf-8")
    (tmp_path / "roads.pl").write_text("reach(X, Y) :- edge(X, Y). reach(X, Z) :- edge(X, Y), reach(Y, Z).")
    for name in ("roads.hints", "roads.pl"):
        for table in ("roads.csv", "roads.tsv"):
            file = lm.read_hints(tmp_path / name, facts={"edge": tmp_path / table})
            kb = lm.KnowledgeBase(file)
            assert [row["x"] for row in kb.which("which x: reach(a, x)").certain] == ["b", "c", "Dover"]
            dover = "Dover" if name == "roads.hints" else "'Dover'"
            assert kb.ask(f"reach(a, {dover})") is lm.Answer.YES and kb.ask(f"reach({dover}, a)") is lm.Answer.NO
            again = parse_hints(format_hints(file))
            assert again.to_problem().closed.holding == file.to_problem().closed.holding


TABLES = [
    ("a,b\nc\n", 2, 1, "1 value, but the first row has 2"),
    ("a,b\nc,New York\n", 2, 3, "'New York' cannot be a constant"),
    ("a, \n", 1, 3, "an empty value"),
    ("from city,to\n", 1, 1, "there is no header"),
    ("a;b\n", 1, 1, "separated by commas or tabs"),
    ('"a","b c"\n', 1, 5, "'b c'"),
    ("a,1.5\n", 1, 3, "'1.5'"),
    ("a,all\n", 1, 3, "'all'"),
    ("a,\u0430b\n", 1, 3, "cannot be a constant"),
    ("a,12345678901\n", 1, 3, "cannot be a constant"),
]


@pytest.mark.parametrize(("text", "line", "column", "message"), TABLES, ids=lambda value: repr(value)[:20])
def test_a_mistake_in_a_table_has_its_place(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(BoardSyntaxError) as raised:
        parse_table("edge", text, "roads.csv")
    assert message in raised.value.message
    assert (raised.value.line, raised.value.column, raised.value.source) == (line, column, "roads.csv")


def test_a_table_is_of_a_closed_predicate_and_of_its_sets() -> None:
    table = parse_table("edge", "a,b\nb,zed\n", "roads.csv")
    with pytest.raises(BoardSyntaxError, match="edge is not closed: add the line `only edge`"):
        parse_hints("wet", tables=[table])
    with pytest.raises(BoardSyntaxError, match="edge has 2 arguments elsewhere"):
        parse_hints("only edge\nall x: edge(x) -> wet", tables=[table])
    with pytest.raises(BoardSyntaxError, match="zed is not in the set s") as raised:
        parse_hints("only edge r\nset s = a b\nall x, y in s: edge(x, y) -> r(x, y)", tables=[table])
    assert (raised.value.source, raised.value.line, raised.value.column) == ("roads.csv", 2, 3)
    with pytest.raises(BoardError, match="only a hint file or a Datalog file"):
        read("? 1\n", tables=[table])


def test_a_predicate_may_have_several_tables() -> None:
    roads, ferries = parse_table("edge", "a,b", "roads.csv"), parse_table("edge", "b,c\na,b", "ferries.csv")
    for file in (
        parse_datalog("p(X) :- edge(X, _).", "p.pl", [roads, ferries]),
        parse_hints("only edge", tables=[roads, ferries]),
    ):
        assert file.to_problem().closed.holding[:2] == ("edge(a,b)", "edge(b,c)")
    wide = parse_table("edge", "a,b,c", "wide.csv")
    for read_with in (parse_datalog, lambda text, tables: parse_hints("only edge", tables=tables)):
        with pytest.raises(BoardSyntaxError, match="wide.csv:1:1: edge has 2 arguments in another table, and here 3"):
            read_with("p(a).", tables=[roads, wide])
    assert str(parse_table("edge", "\n", "none.csv")) == "no facts of edge"
    for name in ("Edge", "in", "mine"):
        with pytest.raises(BoardError, match=f"^{name} cannot be a predicate here"):
            parse_datalog("p(a).", "p.pl", [parse_table(name, "a,b", "roads.csv")])


# -- recognition


@pytest.mark.parametrize(
    ("text", "source", "expected"),
    [
        ("parent(ann, bob).", "family.pl", "datalog"),
        ("parent(ann, bob).", "family.txt", "hints"),
        ("p(X) :- q(X).", "family.txt", "datalog"),
        ("?- p(X).", "", "datalog"),
        ("p :- q", "", "hints"),
        ("rain -> wet  # wet :- rain.", "", "hints"),
        ("p(X) :- q(X).", "family.lp", "datalog"),
        ("a.", "one.dl", "datalog"),
        ("parent(ann, bob)\n?- parent(ann, X)", "family.pl", "datalog"),
        ("only wet\nwet :- rain.", "slip.hints", "hints"),
        ("only wet\nwet :- rain.", "", "hints"),
        ("% nothing", "empty.dl", "datalog"),
        ("", "empty.pl", "datalog"),
        ("? ? 1\n. . .", "", "board"),
    ],
)
def test_it_is_recognised_by_its_ending_or_if_it_is_nothing_else(text: str, source: str, expected: str) -> None:
    assert recognise(text, source) == expected


# -- questions

FAMILY = parse_datalog(
    "parent(ann, bob). parent(bob, cat). old('Dan'). old(X) :- parent(X, Y), parent(Y, _)."
).to_problem()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parent(ann, bob)", "parent(ann, bob)"),
        ("?- parent(X, _).", "which X: some Any: parent(X, Any)"),
        ("parent(X, Y), \\+ old(Y), X \\= Y", "which X, Y: parent(X, Y) & ~old(Y) & X != Y"),
        ("not old(cat)", "~old(cat)"),
        ("which x: old(x)", "which x: old(x)"),
        ("old(ann) & ~old(bob)", "old(ann) & ~old(bob)"),
    ],
)
def test_a_question_may_be_asked_as_in_the_file(text: str, expected: str) -> None:
    assert question_about(FAMILY, text) == expected


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("old(X, Y)", 1, "old has 1 argument elsewhere"),
        ("odl(X)", 1, "did you mean old?"),
        ("parent(X, bop)", 11, "did you mean bob?"),
        ("parent(X, f(Y))", 11, "function"),
        ("not old(X)", 9, "X is not safe"),
        ("old(X) old(Y)", 8, "expected"),
        ("parent(Dan, X)", 8, "write 'Dan' for the constant, or call the variable otherwise"),
    ],
)
def test_a_mistake_in_a_question_has_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(BoardSyntaxError, match=re.escape(message)) as raised:
        question_about(FAMILY, text)
    assert raised.value.column == column


def test_python_asks_in_the_same_way(tmp_path: Path) -> None:
    (tmp_path / "family.pl").write_text("parent(ann, bob). old(X) :- parent(X, _).\n?- old(X).\n", encoding="utf-8")
    file = lm.read_hints(tmp_path / "family.pl")
    assert file.questions == ("old(X)",)
    with pytest.raises(BoardError, match="expected a table for each predicate, as in .*, not str"):
        lm.read_hints(tmp_path / "family.pl", facts="edge=roads.csv")  # type: ignore[arg-type]  # it is refused
    kb = lm.KnowledgeBase(file)
    assert [dict(row) for row in kb.which("old(X)").certain] == [{"X": "ann"}]
    assert [dict(row) for row in kb.which("which X: old(X)").certain] == [{"X": "ann"}]
    assert (kb.ask("old(ann)"), kb.ask("not old(ann)")) == (lm.Answer.YES, lm.Answer.NO)
