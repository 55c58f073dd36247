"""Hint files: every kind of line, round trips, what is refused where, and the examples of the specification."""

from __future__ import annotations

import re

import pytest
from conftest import NOTATION
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import boards, formulas
from sympy import Symbol
from told import facts, hints

from logicms.board import Board, Cell, parse_cell
from logicms.errors import BoardError, BoardSyntaxError
from logicms.hints import Hint, Literal, at_least, at_most, exactly
from logicms.notation.boards import parse_board
from logicms.notation.formulas import format_formula
from logicms.notation.hint_files import (
    Formula,
    HintFile,
    Known,
    Line,
    OpenCell,
    format_hints,
    hint_file_of,
    parse_hints,
)
from logicms.problem import Problem

A1, B1, B2 = map(parse_cell, ("A1", "B1", "B2"))
SPECIFICATION = (NOTATION / "hint-files.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text, expected, why",
    [
        ("", (), "an empty knowledge base"),
        ("\ufeff# only a comment\r\n\r\n", (), "a BOM, a comment, CRLF, an empty line"),
        ("1 among A1 B1", (exactly(1, [A1, B1]),), "a count"),
        ("at least 2 among a b c", (at_least(2, "a b c"),), "at least"),
        ("at most 2 among a b c", (at_most(2, "a b c"),), "at most"),
        ("at\tleast 1\tamong x", (at_least(1, "x"),), "tabs are blanks"),
        ("2 among A1", (exactly(2, [A1]),), "more mines than cells: a contradiction, not a mistake"),
        ("0 among a b", (exactly(0, "a b"),), "first-order: for all x in {a, b}: not x"),
        ("safe A1 x", (Literal(A1, False), Literal("x", False)), "facts"),
        ("mine a1", (Literal("a1", True),), "a small letter makes another name"),
        ("safe A1\nmine A1", (Literal(A1, False), Literal(A1, True)), "a clash is read"),
        ("size: 2x1\n1 at A1", (Literal(A1, False), exactly(1, [B1], because=A1)), "a clue, its own cell safe"),
        (
            "2 at A1\nsize : 2x2\n1 at B1",
            (
                Literal(A1, False),
                exactly(2, [parse_cell("A2"), B2], because=A1),
                Literal(B1, False),
                exactly(1, [parse_cell("A2"), B2], because=B1),
            ),
            "clues leave open cells out; the size may stand anywhere",
        ),
        (
            "size:2x1\nmines:1\n0 at B1",
            (Literal(B1, False), exactly(0, [A1], B1), exactly(1, [A1], "mines")),
            "a total",
        ),
        ("  a  #", (Formula("a", Symbol("a")),), "a formula keeps its text"),
    ],
)
def test_file_is_read(text: str, expected: tuple[object, ...], why: str) -> None:
    assert parse_hints(text).statements == expected, why


@pytest.mark.parametrize(
    "text, place, message",
    [
        ("1", (1, 2), "expected among, at, or a variable"),
        ("1 among", (1, 8), "expected a name"),
        ("1 among A1, B1", (1, 11), "',' is not used here; write a blank"),
        ("1 among A1 A1", (1, 12), "A1 appears twice"),
        ("at least 1 amng A1 B1", (1, 12), "'amng' is not used here; did you mean among?"),
        ("safe x x", (1, 8), "x appears twice"),
        ("1 among A1 ~B1", (1, 12), "expected a name"),
        ("at 1 among A1", (1, 4), "expected least or most"),
        ("at least A1", (1, 12), "expected a name, not the end of the line"),
        ("at most 1 A1", (1, 13), "expected in and a set (or, before names, among)"),
        ("-1 among A1", (1, 1), "'-' is not used here"),
        ("safe", (1, 5), "expected a name"),
        ("mine mine", (1, 6), "'mine' is a keyword"),
        ("a\n1 at B2", (2, 6), "a clue needs a grid"),
        ("mines: 2", (1, 8), "the mine total needs a grid"),
        ("size: 2x2\n1 at C1", (2, 6), "C1 is not on a grid of 2x2"),
        ("size: 2x2\n1 at b2", (2, 6), "a clue is at a cell, such as B3, not at 'b2'"),
        ("size: 2x2\n1 at x", (2, 6), "a clue is at a cell"),
        ("size: 2x2\n9 at A1", (2, 1), "a clue is 0 to 8, not 9"),
        ("size: 2x2\n1 at A1\n1 at A1", (3, 6), "A1 already has a clue, in line 2"),
        ("size: 2x2\n1 among A1 A3", (2, 12), "A3 is not on a grid of 2x2"),
        ("size: 2x2\nsafe C1", (2, 6), "C1 is not on a grid of 2x2"),
        ("size: 2x2\nx -> C1", (2, 6), "C1 is not on a grid of 2x2"),
        ("size: 2x2\nmines: 5", (2, 8), "mines: 5 is more than the 4 cells that are not open"),
        ("size: 2x1\n1 at A1\nmines: 2", (3, 8), "mines: 2 is more than the 1 cells that are not open"),
        ("size: 2x2\nsize: 2x2", (2, 7), "the key `size` appears twice"),
        ("size: 0x2", (1, 7), "has no cells"),
        ("size: 10000x10000", (1, 7), "too large"),
        ("size: 2*2", (1, 6), "size is WIDTHxHEIGHT, such as 9x9"),
        ("mines: many", (1, 7), "mines is a number, such as 10"),
        ("sise: 3x3", (1, 1), "unknown key 'sise'; the keys are size, mines, grid; did you mean size?"),
        ("size: 2x2\nMines: 1", (2, 1), "did you mean mines?"),
        ("1 among (a b)", (1, 9), "expected a name"),
        ("at least1 among a b", (1, 4), "expected least or most, not 'least1'"),
        ("set s = a b\nall x ins: x", (2, 7), "expected in and a set"),
        ("a -> b\n# а\nа", (3, 1), "'а' looks like 'a', but has other letters"),
        ("size: 1x1\nsafe А1", (2, 6), "looks like the cell A1"),
        ("9" * 5000 + " among A1", (1, 1), "a number of 5,000 digits is too large"),
        ("a ->\nb", (1, 5), "not the end of the line"),
        ("a\n(b\nc)", (2, 1), "this ( is not closed"),
        ("a\n\0", (2, 1), "NUL"),
        ("& a", (1, 1), "expected a line of a knowledge base"),
        ("a\n" * 150_000, (1, 1), "too large"),
    ],
)
def test_mistake_is_named_at_its_place(text: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_hints(text, "my.hints")
    assert message in caught.value.message
    assert (caught.value.line, caught.value.column) == place
    assert str(caught.value).startswith(f"my.hints:{place[0]}:{place[1]}: ")


OWN = "give it a variable of its own, as in `all x, y, z in …: z = x+y & … -> …`"
OF_SETS = "set s = 1..3\nset t = ann bob\nall x in s, y in s: "


@pytest.mark.parametrize(
    "text, column, message",
    [
        # Between values no connective says what is meant; between formulas one does.
        (OF_SETS + "x == y -> r(x, y)", 23, "'==' is not used here; write ="),
        (OF_SETS + "x <> y -> r(x, y)", 23, "'<>' is not used here; write !="),
        (OF_SETS + "x =< y -> r(x, y)", 23, "'=<' is not used here; write <="),
        (
            OF_SETS + "r(x + y)",
            23,
            "a sum of variables stands only in a comparison: " + OWN,
        ),
        (
            OF_SETS + "x + y -> r(x, y)",
            23,
            "'+' is not used here; write | between formulas; a sum is compared, as in x+1 = y",
        ),
        ("set t = ann bob\nann < bob", 1, "ann is not a number"),
        ("set t = ann bob\nall x in t: x+1 = 2 -> p(x)", 13, "x is not a number"),
        ("a < b", 1, "'<' compares variables, elements of sets and numbers"),
        ("a != b", 1, "'!=' compares variables, elements of sets and numbers; between formulas, write ^"),
        ("a = b", 1, "'=' compares variables, elements of sets and numbers; between formulas, write <->"),
        ("p(A1) = q(A1)", 7, "'=' is not used here; write <-> between formulas; values are compared by ="),
        ("a == b", 3, "'==' is not used here; write <-> between formulas; values are compared by ="),
        ("a + b", 3, "'+' is not used here; write | between formulas; a sum is compared, as in x+1 = y"),
        # What a comma means depends on what it separates.
        ("not pit(A3), not wumpus(A3)", 12, "',' is not used here; write &, or a line for each"),
        ("a, b -> c", 2, "',' is not used here; write &"),
        ("size: 2x2\nall c in cells: p(c), q(c)", 21, "',' is not used here; write &"),
        ("(a, b)", 3, "',' is not used here; write &"),
        ("safe(a, b)", 7, "safe(…) is about one name: write safe(a) & safe(b)"),
        ("safe a, b", 7, "',' is not used here; write a blank"),
        ("set s = a, b", 10, "',' is not used here; write a blank"),
        ("size: 2x2\n1 at A1, 1 at B1", 8, "',' is not used here; write a line for each"),
        ("size: 2x2\n1 at A1 1 at B1", 9, "expected the end of the line, not '1'"),
        (
            "a -> 1 among b c",
            8,
            "a count among names is a line of its own; in a formula, count in a set: `1 x in s: p(x)`",
        ),
        # Prolog, and prose.
        ("p :- q", 3, "':-' is not used here; write q -> p"),
        ("p(A1) :- q(A1).", 7, "':-' is not used here; write q(A1) -> p(A1)"),
        (
            "p(X) :- q(X, Y), not r(Y), X \\= a.  # so",
            6,
            "':-' is not used here; write all X, Y: q(X, Y) & ~r(Y) & X != a -> p(X)",
        ),
        (":- p, \\+ q.", 1, "':-' is not used here; write ~(p & ~q)"),
        ("all x in n: p(x) :- q(x)", 18, "':-' is not used here; write all x in n: q(x) -> p(x)"),
        ("?- p(X).", 1, "'?-' is not used here; a question is no line of a file: `logicms ask FILE \"…\"`, without ?-"),
        ("% p", 1, "'%' is not used here; a comment begins with #"),
        ("{ p(a) }", 1, "'{' is not used here; what is not closed is open: a choice needs no line"),
        ("p('a')", 3, "names have no quotes here: they begin with a letter and continue with letters, digits and _"),
        ("p([a])", 3, "'[' is not used here; there are no lists"),
        ("some x in n: p(x, _)", 19, "'_' is not used here; give it a variable: some x: … around the atom"),
        ("only p/2", 7, "write the name alone, without the number of arguments"),
        ("p(1..4)", 4, "a range is a set: all k in 1..9: …"),
        ("all x in n: p(x) & \\+ q(x)", 20, "'\\+' is not used here; write ~"),
        ("p; q", 2, "';' is not used here; write |, or a line for each"),
        ("all x, y in n: x * y = 4 -> p(x, y)", 18, "'*' is not used here; numbers are added and subtracted only"),
        ("all x, y in n: y is x + 1 -> p(x, y)", 18, "'is' is not used here; values are compared by ="),
        *(
            (f"all x, y in n: x {sign} y -> p(x, y)", 18, f"'{sign}' is not used here; write !=")
            for sign in ("\\=", "\\==", "=\\=", "/=", "<>")
        ),
        ("wet <- rain & ~dry", 5, "'<-' is not used here; write rain & ~dry -> wet"),
        ("p.", 2, "'.' is not used here; each statement is on a line of its own, without a full stop"),
        ("if a then b", 1, "'if' is not used here; write a -> b"),
        # Keywords and digits where a name was meant.
        ("safe -> a", 1, "'safe' is a keyword: it cannot be a name"),
        ("some & a", 1, "'some' is a keyword: it cannot be a name"),
        ("(all) | a", 2, "'all' is a keyword: it cannot be a name"),
        ("mine -> a", 1, "'mine' is a keyword: it cannot be a name"),
        ("exactly(a)", 1, "'exactly' is a keyword: it cannot be a name"),
        ("1a -> b", 1, "'1a' cannot be a name: a name begins with a letter"),
        ("1 among a 2b", 11, "'2b' cannot be a name: a name begins with a letter"),
    ],
)
def test_no_advice_leads_to_another_meaning(text: str, column: int, message: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_hints(text)
    assert caught.value.message == message and caught.value.column == column


@pytest.mark.parametrize(
    "statement, instances",
    [
        ("all x, y in s: x != y -> r(x, y)", ["r(a,b)", "r(b,a)"]),
        ("all x, y in s: x = y -> r(x, y)", ["r(a,a)", "r(b,b)"]),
        ("all x in s, k in 1..3: k > 1 & k+1 != 4 -> p(x, k)", ["p(a,2)", "p(b,2)"]),
        ("all i, j in 1..4: i+j = 5 & i < j -> t(i, j)", ["t(1,4)", "t(2,3)"]),
        ("all i, j in 1..3: i-j >= 2 -> t(i, j)", ["t(3,1)"]),
        ("all i in 1..3: i-1 <= 1+i-1-1 & -2 < i-4 -> t(i, 0)", ["t(3,0)"]),
        ("all x in s: ~(x = a) -> p(x, 1)", ["p(b,1)"]),
        ("all x in s: x = b & (some y in s: y != x & y = a) -> p(x, 1)", ["p(b,1)"]),
        ("all i in 1..2: i ≤ 1 & i ≥ 1 & i ≠ 2 -> t(i, i)", ["t(1,1)"]),
    ],
)
def test_comparisons_are_decided_when_a_rule_is_written_out(statement: str, instances: list[str]) -> None:
    problem = parse_hints(f"set s = a b\n{statement}").to_problem()
    assert [str(name) for hint in problem.hints for name in hint.among] == instances and not problem.formulas


@pytest.mark.parametrize("word", ["at", "first", "title", "grid", "size", "set", "only"])
def test_keywords_are_names_where_they_cannot_be_meant(word: str) -> None:
    file = parse_hints(f"{word}\n{word} -> a\na | {word}\n~{word} or {word} and a\nX: {word} <-> b\n1 among {word} b")
    assert all(word in each.names for each in file.lines[:-1]) and parse_hints(format_hints(file)) == file
    file = parse_hints(f"set s = {word} b\nall x in s: {word}2(x)\nall {word}_ in s: {word}({word}_)")
    assert parse_hints(format_hints(file)) == file


def test_what_only_closes_is_read_and_written() -> None:
    text = "only edge reach\nedge(a, b)\nedge(b, 3)\nwet -> dry\nF1: edge(-1, b)\nall x, y: edge(x, y) -> reach(x, y)\n"
    file = parse_hints(text)
    assert format_hints(file) == text and parse_hints(format_hints(file)) == file
    assert file.closed == ("edge", "reach") and file.book.facts == {"edge": (("a", "b"), ("b", 3))}
    assert [rule.label for rule in file.rules] == ["F1", "line 6"] and file.tables.constants == ("a", "b", 3)


@pytest.mark.parametrize(
    "text, column, message",
    [
        ("only mine", 6, "mine cannot be closed: only predicates and names of your own"),
        ("only clue", 6, "clue cannot be closed"),
        ("only p A1", 8, "A1 cannot be closed"),
        ("only p\nonly p", 6, "p is already closed, in line 1"),
        ("only p\np(Ann)", 3, "Ann is a free variable: begin with `all Ann in …:`, or declare it"),
        ("only p\np(a)\np(a, b)", 1, "p has 1 argument elsewhere"),
        ("only p\nset s = ann bob\nall x in s: p(x) -> q\np(anm)", 3, "anm is not in the set s, of which the rules"),
        (
            "all x: p(x) -> q(x)",
            5,
            "say where x ranges: `all x in …`, or a condition on it that is an atom of a closed",
        ),
        ("only q\nall x: p(x) -> q(x)", 5, "say where x ranges"),
        ("only p\nall x, y: p(x) -> q(y)", 8, "say where y ranges"),
        ("only p\nall x: p(x) | q(x)", 5, "say where x ranges"),
        ("only p\nall x: p(x) -> some y: q(y)", 21, "say where y ranges"),
        ("title: a -> b", 1, "title is a key: it cannot be the name of a statement"),
    ],
)
def test_what_closed_predicates_refuse(text: str, column: int, message: str) -> None:
    with pytest.raises(BoardSyntaxError) as caught:
        parse_hints(text)
    assert message in caught.value.message and caught.value.column == column


def test_an_equation_says_where_a_variable_ranges() -> None:
    closed = parse_hints("only p q\np(1)\np(2)\np(ann)\nall x, y: p(x) & y = x+1 -> q(y)").to_problem().closed
    assert closed.derived == ("q(2)",)  # 3 is nowhere in the file, and ann is no number


@pytest.mark.parametrize(
    "written, shorter",
    [
        ("exactly 1 among a b", "1 among a b"),
        ("X1: exactly 2 among a b c", "X1: 2 among a b c"),
        ("set s = a b\nexactly 1 x in s: p(x)", "set s = a b\n1 x in s: p(x)"),
        (
            "set s = a b\nall k in 0..2: q(k) -> exactly k x in s: p(x)",
            "set s = a b\nall k in 0..2: q(k) -> k x in s: p(x)",
        ),
    ],
)
def test_exactly_may_be_written(written: str, shorter: str) -> None:
    one, other = parse_hints(written), parse_hints(shorter)
    assert [str(each) for each in one.to_problem().hints] == [str(each) for each in other.to_problem().hints]
    assert [each.expr for each in one.to_problem().formulas] == [each.expr for each in other.to_problem().formulas]
    assert parse_hints(format_hints(one)) == one


def test_clues_say_what_a_board_says() -> None:
    board = parse_board("mines: 2\n? ? ?\n? 2 ?\n1 1 ?")
    file = parse_hints("size: 3x3\nmines: 2\n2 at B2\n1 at A3\n1 at B3")
    assert file.to_problem().all_hints == hints(board)


@given(boards(keys=True))
def test_a_board_as_a_hint_file_says_what_the_board_says(board: Board) -> None:
    file = hint_file_of(board)
    assert parse_hints(format_hints(file)) == file
    problem = file.to_problem()
    assert problem.all_hints == hints(board)
    assert problem.facts == {**facts(board), **dict.fromkeys(board.open, False)}
    assert problem.facts == Problem.of(board, flags="claim").facts


# -- round trips


def names() -> st.SearchStrategy[str | Cell]:
    return st.sampled_from([A1, B1, B2, Cell(40, 30), "rain", "b1", "B01", "S", "x_1", "é"])


@st.composite
def counts(draw: st.DrawFn) -> Hint:
    among = draw(st.lists(names(), min_size=1, max_size=5, unique=True))
    return draw(st.sampled_from([exactly, at_least, at_most]))(draw(st.integers(0, 7)), among)


def lines() -> st.SearchStrategy[Line]:
    known = st.builds(Known, st.lists(names(), min_size=1, unique=True).map(tuple), st.booleans())
    return st.one_of(counts(), known, formulas().map(lambda expr: Formula(format_formula(expr), expr)))


@st.composite
def hint_files(draw: st.DrawFn) -> HintFile:
    """Files without a grid, or with one large enough for every name; clues on different cells."""
    body = tuple(draw(st.lists(lines(), max_size=6)))
    if draw(st.booleans()):
        return HintFile(body)
    cells = st.sampled_from(Board(("?" * 31,) * 41).cells)
    clues = draw(st.lists(st.builds(OpenCell, st.integers(0, 8), cells), max_size=4, unique_by=lambda clue: clue.cell))
    return HintFile((*body, *clues), (31, 41), draw(st.none() | st.integers(0, 1000)))


@settings(max_examples=100, deadline=None)
@given(hint_files())
def test_what_is_written_is_read_back(file: HintFile) -> None:
    assert parse_hints(format_hints(file)) == file


def test_a_range_is_written_as_two_lines() -> None:
    assert format_hints(HintFile((Hint(1, 2, ("a", "b", "c")),))) == "at least 1 among a b c\nat most 2 among a b c\n"


def test_a_hint_without_cells_is_not_written() -> None:
    with pytest.raises(BoardError):
        format_hints(HintFile((exactly(1, []),)))


# -- the specification


def test_examples_of_the_specification_are_read() -> None:
    examples = re.findall(r"```hints\n(.*?)```", SPECIFICATION, re.DOTALL)
    assert len(examples) >= 3
    for example in examples:
        assert parse_hints(example).lines


@pytest.mark.parametrize("line", re.findall(r"^(\S.* # is .*)$", SPECIFICATION, re.MULTILINE))
def test_readings_of_the_specification_are_right(line: str) -> None:
    written, meaning = line.split("# is ")
    assert parse_hints(written).lines[0].expr == parse_hints(meaning).lines[0].expr


@pytest.mark.parametrize(
    "line", re.findall(r"^\| `(.*? \| .*) \|$", SPECIFICATION.split("## What is refused")[1].split("\n## ")[0], re.M)
)
def test_refusals_of_the_specification_are_refused(line: str) -> None:
    text, message = line.replace("\\|", "\N{FULLWIDTH VERTICAL LINE}").split(" | ")
    text = text.split("`")[0].replace("\N{FULLWIDTH VERTICAL LINE}", "|")
    with pytest.raises(BoardSyntaxError) as caught:
        parse_hints(text)
    assert caught.value.message == message
