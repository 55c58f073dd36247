"""The symbol table: an order that is decided, names that can be written and read back."""

from __future__ import annotations

import subprocess
import sys

import pytest

from logicms.errors import BoardError
from logicms.hints import Literal, check_name, is_auxiliary, name_order
from logicms.logic.clauses import Symbols


def test_cells_come_in_reading_order_then_words_then_auxiliary_symbols():
    names = ["_2", "b", "A10", "_10", "B2", "Z1", "AA1", "a", "A2", "A01", "AB"]
    assert sorted(names, key=name_order) == ["Z1", "AA1", "A2", "B2", "A10", "A01", "AB", "a", "b", "_2", "_10"]


def test_names_told_together_are_numbered_in_order_and_later_ones_after_them():
    symbols = Symbols()
    symbols.add(["B2", "A1"])
    symbols.add(["A2", "A1", "B1"])
    assert symbols.names == ["A1", "B2", "B1", "A2"]
    assert [symbols[name] for name in symbols.names] == [1, 2, 3, 4]
    assert "A1" in symbols and "C1" not in symbols and len(symbols) == 4


def test_texts_are_in_the_order_of_names_not_of_numbers():
    symbols = Symbols()
    symbols.add(["B1"])
    symbols.add(["A1"])
    assert symbols.texts({1, -2}) == ("~A1", "B1")
    assert symbols.literals({1, -2}) == (Literal("A1", False), Literal("B1", True))


def test_an_auxiliary_symbol_has_one_number_for_one_meaning():
    symbols = Symbols()
    symbols.add("ab")
    first, second = symbols.auxiliary("a & b"), symbols.auxiliary("a | b")
    assert (first, second, symbols.auxiliary("a & b")) == (3, 4, 3)
    assert symbols.meanings == {"_1": "a & b", "_2": "a | b"}


def test_a_copy_grows_alone():
    symbols = Symbols()
    symbols.add("a")
    twin = symbols.copy()
    twin.add("b")
    twin.auxiliary("a & b")
    assert symbols.names == ["a"] and not symbols.meanings


@pytest.mark.parametrize(
    "name", ["", "_1", "~a", "1a", "a b", "a\nb", "a\tb", " a", "a" * 201, "(", "a\x00", "a\u2028b"]
)
def test_names_that_nobody_can_bear(name):
    with pytest.raises(BoardError, match="not a name"):
        check_name(name)


@pytest.mark.parametrize("name", ["a", "A1", "été", "P(1,2)", "x_1", "rain", "a'"])
def test_names(name):
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name, is_one", [("_1", True), ("_10", True), ("_", False), ("_0", False), ("_a", False), ("a", False)]
)
def test_auxiliary_names(name, is_one):
    assert is_auxiliary(name) == is_one


def test_numbering_does_not_depend_on_the_hash_seed():
    """The whole way from sympy to clauses, once under each of three seeds."""
    program = (
        "from sympy import symbols, Xor, And, Or, Equivalent\n"
        "from logicms.logic.knowledge import KnowledgeBase\n"
        "from logicms.hints import exactly\n"
        "kb = KnowledgeBase()\n"
        "xs = symbols('q w e r t z u i o p')\n"
        "kb.tell(Xor(*xs[:7]) | And(*xs[3:]))\n"
        "kb.tell(Equivalent(*xs[2:6], Or(*xs[6:])))\n"
        "kb.tell(exactly(5, [x.name for x in xs] + list('abcd')))\n"
        "print(kb.symbols.names, kb.symbols.meanings, [sorted(c) for c in kb.current_clauses], kb.clauses)\n"
        "print(kb.prove(Or(*xs)).to_json())\n"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1 and runs.pop()
