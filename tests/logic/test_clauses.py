"""sympy to clauses: the same truth table, no explosion, no recursion; and formulas as text."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import ITE, And, Equivalent, Implies, Nand, Nor, Not, Or, Q, Symbol, Xor, false, symbols, true
from sympy.abc import a, b, c, d, x, y
from sympy.core.basic import Basic

from logicms.connectives import disjunction, formula_text
from logicms.errors import BoardError
from logicms.logic.clauses import LONGEST, MOST_LITERALS, Symbols, clauses_of, is_tautology

LETTERS = symbols("a b c d")


def formulas():
    """Formulas over four letters, nested at random."""
    literals = st.sampled_from([*LETTERS, *map(Not, LETTERS), true, false])

    def joined(inner):
        several = st.tuples(
            st.sampled_from([And, Or, Xor, Equivalent, Nand, Nor]), st.lists(inner, min_size=2, max_size=4)
        )
        return st.one_of(
            several.map(lambda pair: pair[0](*pair[1])),
            st.tuples(inner, inner).map(lambda pair: Implies(*pair)),
            st.tuples(inner, inner, inner).map(lambda triple: ITE(*triple)),
            inner.map(Not),
        )

    return st.recursive(literals, joined, max_leaves=12)


def holding(converted, symbols, names):
    """Return the rows over `names` that can be extended to the auxiliary symbols so that every clause holds."""
    clauses = [*converted.clauses, *(clause for _, clause in converted.definitions)]
    others = [number for number, name in enumerate(symbols.names, 1) if name not in names]
    found = set()
    for row in product((False, True), repeat=len(names)):
        values = {symbols[name]: value for name, value in zip(names, row, strict=True) if name in symbols}
        for extra in product((False, True), repeat=len(others)):
            values.update(zip(others, extra, strict=True))
            if all(any(values[abs(n)] == (n > 0) for n in clause) for clause in clauses):
                found.add(row)
                break
    return found


@given(formulas())
@settings(max_examples=300, deadline=None)
def test_the_clauses_have_the_truth_table_of_the_formula(expr):
    names = [letter.name for letter in LETTERS]
    right = {row for row in product((False, True), repeat=4) if expr.subs(dict(zip(LETTERS, row, strict=True))) == true}
    table = Symbols()
    converted = clauses_of(expr, table)
    assert holding(converted, table, names) == right
    assert not any(is_tautology(clause) for clause in converted.clauses)
    contrary = Symbols()
    assert (
        holding(clauses_of(expr, contrary, sign=False), contrary, names)
        == set(product((False, True), repeat=4)) - right
    )


@pytest.mark.parametrize(
    "expr, clauses",
    [
        (true, []),
        (True, []),
        (false, [()]),
        (False, [()]),
        (a, [("a",)]),
        (a | a | ~b, [("a", "~b")]),
        (Or(a, ~a, evaluate=False), []),
        (Or(a, Not(a, evaluate=False), b, evaluate=False), []),
        (And(a, false, evaluate=False), [()]),
        (Or(a, true, evaluate=False), []),
        (a >> b, [("~a", "b")]),
        (Equivalent(a, b), [("a", "~b"), ("~a", "b")]),
        (Xor(a, b), [("a", "b"), ("~a", "~b")]),
        (ITE(a, b, c), [("~a", "b"), ("a", "c")]),
        (Nand(a, b), [("~a", "~b")]),
        (Nor(a, b), [("~a",), ("~b",)]),
        ((a & b) | c, [("a", "c"), ("b", "c")]),
    ],
)
def test_small_formulas_are_written_out(expr, clauses):
    table = Symbols()
    converted = clauses_of(expr, table)
    assert [table.texts(clause) for clause in converted.clauses] == clauses
    assert not converted.definitions


def test_an_or_of_many_ands_does_not_explode():
    """Written out it has 2 ** 40 clauses."""
    xs, ys = symbols("x0:40"), symbols("y0:40")
    table = Symbols()
    converted = clauses_of(Or(*(x & y for x, y in zip(xs, ys, strict=True))), table)
    assert len(converted.clauses) + len(converted.definitions) < 200
    assert table.meanings["_1"] in {f"x{i} & y{i}" for i in range(40)}


def test_a_long_xor_does_not_explode():
    table = Symbols()
    converted = clauses_of(Xor(*symbols("x0:60")), table)
    assert len(converted.clauses) + len(converted.definitions) < 2000
    assert max(len(clause) for clause in converted.clauses) <= MOST_LITERALS


def test_shared_parts_stay_shared():
    """A tower, each storey built twice from the one below: a tree would have 2 ** 40 leaves (sympy counts them)."""
    expr = a
    for i in range(40):
        expr = Basic.__new__(ITE, Symbol(f"x{i}"), Basic.__new__(Or, expr, b), Basic.__new__(And, expr, c))
    converted = clauses_of(expr, Symbols())
    assert len(converted.definitions) < 2000


@pytest.mark.parametrize(
    "kinds, depth",
    [
        ((And, Or), 30_000),
        ((Implies, Implies), 100_000),
        ((Not, Not), 20_000),
        ((Not, And), 20_000),
        ((Implies, Or), 20_000),
    ],
)
def test_a_very_deep_formula(kinds, depth):
    """sympy itself cannot build the alternating ones: its constructor recurses, so they are put together below it."""
    expr = a
    for i in range(depth):
        kind = kinds[i % 2]
        expr = Basic.__new__(kind, expr) if kind is Not else Basic.__new__(kind, Symbol(f"x{i % 500}"), expr)
    assert isinstance(clauses_of(expr, Symbols()).clauses, tuple)
    assert len(formula_text(expr, LONGEST)) <= LONGEST


def test_what_sympy_cannot_take_apart_is_refused():
    expr = a
    for i in range(5_000):
        expr = Basic.__new__(Equivalent, Symbol(f"x{i}"), expr)
    with pytest.raises(BoardError, match="nested too deeply"):
        clauses_of(expr, Symbols())


@pytest.mark.parametrize("wrong", [x > y, x + y, Q.even(x), 1, 0, None, "a", [a], Or(a, x > 1), Not(Q.prime(x))])
def test_what_is_not_propositional_is_refused(wrong):
    with pytest.raises(BoardError, match="not propositional"):
        clauses_of(wrong, Symbols())


@pytest.mark.parametrize(
    "expr, text",
    [
        (a >> ~b, "a -> ~b"),
        ((a & ~b) | c, "c | a & ~b"),
        (Equivalent(a, b), "a <-> b"),
        (Equivalent(a, b, c), "(a <-> b) & (b <-> c)"),
        (Xor(a, b, c), "a ^ b ^ c"),
        (ITE(a, b, c), "(a -> b) & (~a -> c)"),
        (Not(And(a, b)), "~(a & b)"),
        (true, "true"),
        (False, "false"),
        (Implies(a >> b, c >> d), "(a -> b) -> c -> d"),
    ],
)
def test_formulas_as_text(expr, text):
    assert formula_text(expr) == text


def test_clauses_to_sympy():
    assert disjunction([("A1", True), ("B1", False)]) == Or(Symbol("A1"), Not(Symbol("B1")))
    assert disjunction([]) == false
