"""Formulas: every operator, the order in which they bind, round trips, and what is refused where."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import formulas
from sympy import ITE, And, Equivalent, Implies, Not, Or, Symbol, Xor, symbols, true
from sympy.logic.boolalg import Boolean

from logicms.errors import BoardError, BoardSyntaxError
from logicms.notation.formula_mistakes import KEYWORDS, MAX_NAME
from logicms.notation.formulas import MAX_DEPTH, format_formula, parse_formula

a, b, c, d, e = symbols("a b c d e")


@pytest.mark.parametrize(
    "text, expected, why",
    [
        ("a", a, "a name"),
        ("~a", Not(a), "not"),
        ("~~a", a, "sympy folds a double negation"),
        ("a & b & c", And(a, b, c), "a chain is one And"),
        ("a | b", Or(a, b), "or"),
        ("a ^ b", Xor(a, b), "either or"),
        ("a -> b", Implies(a, b), "implication"),
        ("a <-> b", Equivalent(a, b), "equivalence"),
        ("a -> b -> c", Implies(a, Implies(b, c)), "implication groups to the right"),
        ("(a -> b) -> c", Implies(Implies(a, b), c), "parentheses group otherwise"),
        ("a <-> b <-> c", Equivalent(Equivalent(a, b), c), "a chain of equivalences groups to the left"),
        ("~a & b", And(Not(a), b), "not binds tighter than and"),
        ("a & b ^ c", Xor(And(a, b), c), "and binds tighter than xor"),
        ("a ^ b | c", Or(Xor(a, b), c), "xor binds tighter than or"),
        ("a | b -> c", Implies(Or(a, b), c), "or binds tighter than implies"),
        ("a -> b <-> c", Equivalent(Implies(a, b), c), "implies binds tighter than equivalent"),
        ("true", true, "true"),
        ("a & ~false", a, "constants fold"),
        ("((((a))))", a, "parentheses alone mean nothing"),
        ("  a\t&b # why", And(a, b), "blanks, tabs and a comment"),
        ("a&b->c", Implies(And(a, b), c), "blanks are not needed"),
        ("atlas & safety & mines2 & true_", And(*symbols("atlas safety mines2 true_")), "keywords inside names"),
        ("¬a ∧ b ∨ c → d ↔ e", parse_formula("~a & b | c -> d <-> e"), "the signs of textbooks"),
        ("a ⊕ b ⊻ c", Xor(a, b, c), "both signs of xor"),
        ("not a and b or c", Or(And(Not(a), b), c), "words bind as the signs do"),
        ("not(a or b) and not not c", And(Not(Or(a, b)), c), "words around parentheses"),
        ("a and b & not c | d or ~b", Or(And(a, b, Not(c)), d, Not(b)), "words and signs are one operator"),
        ("notable & android | organ & Not", parse_formula("(notable & android) | (organ & Not)"), "words inside names"),
        ("名 | é2", Or(Symbol("名"), Symbol("é2")), "letters of any script"),
    ],
)
def test_formula_is_read(text: str, expected: Boolean, why: str) -> None:
    assert parse_formula(text) == expected, why


@pytest.mark.parametrize("name", ["S", "N", "E", "I", "Q", "O", "C", "pi", "oo", "nan", "And", "lambda", "exec"])
def test_names_of_sympy_and_python_are_plain_symbols(name: str) -> None:
    assert parse_formula(f"{name} & x").free_symbols == {Symbol(name), Symbol("x")}


@pytest.mark.parametrize(
    "text, column, message",
    [
        ("", 1, "expected a name, true, false, ~, (, all, some or a count, not the end of the line"),
        ("a &", 4, "not the end of the line"),
        ("a & # b", 4, "not the end of the line"),
        ("(a", 1, "this ( is not closed"),
        ("a & ((b | c) -> d", 5, "this ( is not closed"),
        ("a)", 2, "this ) closes nothing"),
        ("(a)) & b", 4, "this ) closes nothing"),
        ("()", 2, "expected a name"),
        ("(a b)", 4, "expected an operator or ), not 'b'"),
        ("a b", 3, "expected an operator (& ^ | -> <->) or the end of the line, not 'b'"),
        ("a & & b", 5, "not '&'"),
        ("a && b", 3, "'&&' is not used here; write &"),
        ("a || b", 3, "'||' is not used here; write |"),
        ("a => b", 3, "'=>' is not used here; write ->"),
        ("a <=> b", 3, "'<=>' is not used here; write <->"),
        ("a == b", 3, "'==' is not used here; write <->"),
        ("!a", 1, "'!' is not used here; write ~"),
        ("a xor b", 3, "'xor' is not used here; write ^"),
        ("a and", 6, "not the end of the line"),
        ("and", 1, "'and' is a keyword"),
        ("a not b", 3, "not 'not'"),
        ("a <- b", 3, "'<-' is not used here; write b -> a"),
        ("a $ b", 3, "not '$'"),
        ("_a", 1, "not '_a'"),
        ("1", 2, "expected among, or a variable, not the end of the line"),
        ("f(x)", 3, "x is a free variable: write `which x: f(x)`"),
        ("a & P (x)", 8, "x is a free variable"),
        ("∀x a", 4, "expected in and a set"),
        ("forall x", 1, "'forall' is not used here; write all"),
        ("all x in s: p(x)", 10, "there is no set 's'; declare it: `set s = …`"),
        ("all x in cells: p(x)", 10, "cells needs a grid"),
        ("all x in around(B2): p(x)", 10, "around needs a grid"),
        ("all x in 4..1: p(x)", 10, "a range begins with the smaller number"),
        ("all x in 1..99999: p(x)", 10, "a range has at most 10,000 numbers"),
        ("all x in 1..4, x in 1..4: p(x)", 16, "x is a variable already"),
        ("all A1 in 1..4: p(A1)", 5, "A1 is a cell: a variable needs a name of its own"),
        ("all x in 1..4: p(x) | p(x,x)", 23, "p has 1 argument elsewhere"),
        ("all x in 1..4: p(x) | p", 23, "p has 1 argument elsewhere"),
        ("all x in 1..4: mine(x)", 21, "x is a number"),
        ("all x in 1..4: x", 16, "x is a number"),
        ("clue(A1)", 1, "clue has 2 arguments"),
        ("A1(B1)", 1, "A1 is a cell: it has no arguments"),
        ("a ⇒ b", 3, "'⇒' is not used here; write ->"),
        ("and(a)", 1, "'and' is a keyword"),
        ("a.b", 2, "not '.'"),
        ("a\nb", 2, "a formula must be on one line"),
        ("a & \0", 5, "NUL"),
        ("x" * (MAX_NAME + 1), 1, "a name is at most 200 characters long"),
        ("a & " * 20000 + "a", 65537, "the line is too long"),
        *((f"a | {word}", 5, f"'{word}' is a keyword") for word in KEYWORDS if word not in ("true", "false")),
    ],
)
def test_mistake_is_named_at_its_place(text: str, column: int, message: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_formula(text)
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == (1, column)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("r\N{CYRILLIC SMALL LETTER A}in", "mixes Latin and Cyrillic letters"),
        ("\N{GREEK CAPITAL LETTER ALPHA}b", "mixes Greek and Latin letters"),
        ("\N{CYRILLIC CAPITAL LETTER A}1", "looks like the cell A1"),
        ("A\N{ARABIC-INDIC DIGIT ONE}", "looks like the cell A1"),
        ("\N{FULLWIDTH LATIN CAPITAL LETTER B}2", "looks like the cell B2"),
    ],
)
def test_names_that_look_like_others_are_refused(name: str, message: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_formula(f"x & {name}")
    assert message in caught.value.message and caught.value.column == 5


@pytest.mark.parametrize("name", ["größe", "дождь", "дождь1", "α", "β_2", "東京タワーさん", "été"])
def test_names_of_other_languages_are_read(name: str) -> None:
    assert str(parse_formula(name)) == name


def test_a_cell_must_be_on_the_grid_if_there_is_one() -> None:
    assert parse_formula("Z9") == Symbol("Z9")
    assert parse_formula("B3 | b9", size=(2, 3)) == Or(Symbol("B3"), Symbol("b9"))
    with pytest.raises(BoardSyntaxError, match="C1 is not on a grid of 2x3"):
        parse_formula("A1 | C1", size=(2, 3))


@pytest.mark.parametrize("operator", ["~", "b -> ", "b <-> ~", "(a & b) | (c ^ "])
@pytest.mark.parametrize("depth", [1, MAX_DEPTH // 4, MAX_DEPTH, 1000, 4000])
def test_nesting_is_read_or_refused_never_a_crash(operator: str, depth: int) -> None:
    text = operator * depth + "a" + ")" * (operator.count("(") - operator.count(")")) * depth
    try:
        formula = parse_formula(text)
    except BoardSyntaxError as error:
        assert "nested too deep" in error.message
        assert depth > MAX_DEPTH // 4
    else:
        # sympy's own walks get through it.
        assert str(formula) and formula.free_symbols
        assert depth <= MAX_DEPTH


@pytest.mark.parametrize("text", ["(" * 30_000 + "a" + ")" * 30_000, "(" * 60_000, ")" * 60_000, "~(" * 30_000])
def test_parentheses_without_end(text: str) -> None:
    try:
        assert parse_formula(text) == a
    except BoardSyntaxError as error:
        assert error.column in (1, 60_001)


@pytest.mark.parametrize("text", ["(" * 100_000 + "a" + ")" * 100_000, "~" * 100_000 + "a", "a -> " * 100_000 + "a"])
def test_a_formula_100_000_deep_is_refused_at_once(text: str) -> None:
    with pytest.raises(BoardSyntaxError, match="is too l(ong|arge)"):
        parse_formula(text)


@pytest.mark.parametrize("text", ["a" * 60_000 + "(", "a" + " " * 60_000 + "(", "a(b," * 15_000])
def test_a_long_line_is_refused_at_once(text: str) -> None:
    started = perf_counter()
    with pytest.raises(BoardSyntaxError):
        parse_formula(text)
    assert perf_counter() - started < 5


def test_formulas_of_other_makes_are_written_by_what_there_is() -> None:
    assert format_formula(ITE(a, b, c)) == "(a -> b) & (~a -> c)"
    assert format_formula(Equivalent(a, b, c)) == "(a <-> b) & (b <-> c)"
    assert format_formula(True) == "true"


@pytest.mark.parametrize("formula", [Symbol("x y"), Symbol("true"), Symbol("_1"), Symbol(""), Symbol("x") > 2])
def test_what_has_no_text_is_refused(formula: Boolean) -> None:
    with pytest.raises(BoardError):
        format_formula(formula)


def test_too_deep_a_formula_is_not_written() -> None:
    formula = a
    for number in range(MAX_DEPTH + 1):
        formula = Implies(Symbol(f"x{number}"), formula)
    with pytest.raises(BoardError, match="nested more than"):
        format_formula(formula)


@settings(max_examples=300, deadline=None)
@given(formulas())
def test_what_is_written_is_read_back(formula: Boolean) -> None:
    assert parse_formula(format_formula(formula)) == formula


# The column of each name in a truth table of 16 rows, as bits of one integer.
_TABLE = {"a": 0xFF00, "b": 0xF0F0, "c": 0xCCCC, "d": 0xAAAA}


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Operands and operators in turn, with a balanced pair of parentheses here and there."""
    operands = draw(st.lists(st.sampled_from(["a", "b", "c", "d", "~a", "~~b", "~(c & d)"]), min_size=1, max_size=8))
    words = [word for operand in operands for word in (operand, draw(st.sampled_from("&|^")))][:-1]
    if len(words) > 4 and draw(st.booleans()):
        words[2], words[4] = f"~({words[2]}", f"{words[4]})"
    return " ".join(words)


@settings(max_examples=200, deadline=None)
@given(texts())
def test_python_agrees_on_the_operators_it_has(text: str) -> None:
    """Python's own ~ & ^ | over bits is an independent judge of what binds tighter."""
    formula = parse_formula(text)
    expected = eval(text, {"__builtins__": {}}, _TABLE) & 0xFFFF
    for row in range(16):
        held = {Symbol(name): bool(bits >> row & 1) for name, bits in _TABLE.items()}
        assert bool(formula.subs(held)) == bool(expected >> row & 1)
