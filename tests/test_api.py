"""The Python API as people use it: cells by name, values that show themselves, wrong types with our own errors."""

from __future__ import annotations

import ast
import random
from fractions import Fraction
from pathlib import Path

import pytest
from conftest import ROOT

import logicms as lm
from logicms.notation.hint_files import parse_hints

BOARD = lm.parse_board("mines: 2\n? ? ? 1 0\n1 2 ? 1 0\n0 1 1 1 0")
C1 = lm.Cell(0, 2)


def test_every_public_name_is_there_and_is_no_module():
    for name in lm.__all__:
        value = getattr(lm, name)
        assert type(value).__name__ != "module", name
    import logicms.explanation  # noqa: F401  # a package of a like name changes nothing

    assert callable(lm.explain) and callable(lm.guess) and callable(lm.generate)


def test_type_checkers_see_the_same_names():
    """`logicms/__init__.py` imports for them what it loads on first use."""
    tree = ast.parse((ROOT / "logicms" / "__init__.py").read_text(encoding="utf-8"))
    (checked,) = (node for node in tree.body if isinstance(node, ast.If))
    seen = {each.asname: node.module for node in checked.body for each in node.names}
    assert seen == {name: f"logicms.{home}" for name, home in lm._HOMES.items()}


def test_a_cell_may_be_given_by_its_name():
    assert BOARD["C1"] == BOARD[C1] == "?" and BOARD.clue("D1") == 1 and "C1" in BOARD and "Z9" not in BOARD
    assert BOARD.neighbours("A1") == BOARD.neighbours(lm.Cell(0, 0))
    assert BOARD.with_signs({"C1": "-"}) == BOARD.with_signs({C1: "-"})
    assert lm.prove(BOARD, "C1") == lm.prove(BOARD, C1) and lm.explain(BOARD, "c1").cell == C1
    game = lm.Game.random(9, 9, 10, rng=random.Random(7), start="zero", first="D4").open("D4")
    assert game == lm.Game.random(9, 9, 10, rng=random.Random(7), start="zero", first=lm.Cell(3, 3)).open(lm.Cell(3, 3))
    assert lm.Board(("--", "-*"), first="A1").first == lm.Cell(0, 0)


def test_collections_of_cells_read_names():
    assert "A1" in BOARD.cells and "a1" in BOARD.cells and "F1" not in BOARD.cells and "c1" in BOARD
    assert BOARD.cells.index("C1") == BOARD.cells.index(C1) == BOARD.index("C1") == 2
    assert BOARD.hidden.index("C2") == 3 and BOARD.hidden.count("D1") == 0
    assert BOARD.cells == tuple(BOARD.cells) and lm.Board(iter(("?1", "11"))).rows == ("?1", "11")
    with pytest.raises(ValueError, match="not in tuple"):
        BOARD.hidden.index("D1")


def test_a_knowledge_base_is_asked_about_a_cell():
    kb = lm.KnowledgeBase(BOARD)
    assert kb.ask(C1) is kb.ask("C1") is lm.Answer.NO and kb.ask(lm.Cell(0, 0)) is lm.Answer.UNKNOWN
    kb.tell(lm.Cell(0, 0))
    assert kb.facts["A1"] is True and kb.prove(lm.Cell(0, 0)) == kb.prove("A1")


def test_flags_are_read_as_asked():
    board = lm.parse_board("F1?/11F".replace("/", "\n"))
    checked = lm.check(board)
    assert checked.flags.certain == (lm.Cell(0, 0),) and checked.flags.wrong == (lm.Cell(1, 2),)
    assert all(lm.check(lm.Problem.of(board, flags=flags)) == checked for flags in ("fact", "claim", "ignore"))
    assert lm.KnowledgeBase(board, flags="ignore").ask("C2") is lm.Answer.NO
    with pytest.raises(lm.InconsistentKnowledge):
        lm.KnowledgeBase(board).check()
    flagged = lm.parse_board("mines: 2\nF2?\n???")
    assert lm.guess(flagged, "safest", flags="fact").odds == Fraction(1, 4) and lm.guess(flagged, "safest").odds > 0.3
    assert lm.guess(flagged, "safest", mines=["A2"], flags="ignore").cell != lm.parse_cell("A2")


def test_collections_read_names_but_a_cell_is_no_text():
    deduction, odds = lm.deduce(BOARD), lm.odds(BOARD)
    assert "C1" in deduction.safe and "C2" in deduction.mine and "A1" not in deduction.safe
    assert "C1" in BOARD.hidden and "D1" in BOARD.open and "E9" not in BOARD.hidden
    assert odds.mine["C1"] == odds.mine[C1] == 0 and odds.mine["A1"] == Fraction(1, 2)
    assert "C1" in odds.mine and "D1" not in odds.mine and "rain" not in odds.mine
    assert C1 != "C1" and {C1} != {"C1"} and deduction.safe == {C1} and isinstance(deduction.safe, frozenset)
    with pytest.raises(TypeError):
        deduction.safe[0] = C1


def test_a_problem_is_taken_wherever_a_board_is(tmp_path: Path):
    problem = lm.Problem.of(BOARD)
    assert lm.deduce(problem) == lm.deduce(BOARD) and lm.odds(problem) == lm.odds(BOARD)
    assert lm.prove(problem, "C1") == lm.prove(BOARD, "C1") and lm.check(problem) == lm.check(BOARD)
    assert lm.next_deduction(problem) == lm.next_deduction(BOARD) and lm.rating(problem) == lm.rating(BOARD)
    assert lm.guess(problem) == lm.guess(BOARD) and list(lm.graph(problem)) == list(lm.graph(BOARD))
    assert lm.verify(lm.prove(problem, "C1"), problem)
    assert lm.KnowledgeBase(problem).clauses == lm.KnowledgeBase(BOARD).clauses
    (path := tmp_path / "board.txt").write_text(lm.format_board(BOARD))
    assert lm.read_board(path) == BOARD == lm.read_board(str(path), format="board")


def test_a_hint_file_gets_everything_that_a_board_does():
    file = parse_hints("1 among a b\nat least 2 among a b c\nsafe d")
    assert lm.deduce(file).mine == {"c"} and "c" in lm.deduce(file).mine
    assert lm.odds(file).mine == {"a": Fraction(1, 2), "b": Fraction(1, 2), "c": 1}
    assert lm.check(file).status == "consistent" and lm.explain(file, "c").verdict == "mine"
    proof = lm.prove(file, "c", by="counting")
    assert str(proof.literal) == "c" and lm.verify(proof, file) and lm.next_deduction(file).cell == "c"
    assert lm.KnowledgeBase(file).ask("c | d") and lm.graph(file).degree["a"] == 2


def test_values_show_themselves_in_notebooks():
    assert all("<svg" in value._repr_svg_() for value in (BOARD, lm.deduce(BOARD), lm.odds(BOARD), lm.graph(BOARD)))
    proof = lm.prove(BOARD, "C1")
    assert "<table" in proof._repr_html_() and "<svg" in lm.proof_svg(proof)._repr_svg_()
    assert lm.board_svg(BOARD).startswith("<svg") and "C1 is safe" in str(lm.explain(BOARD, "C1"))
    assert "✓" in str(lm.deduce(BOARD)) and "50" in str(lm.odds(BOARD))


@pytest.mark.parametrize(
    "use, why",
    [
        (lambda: lm.deduce("? 1"), "a text is no board"),
        (lambda: lm.odds(None), "nothing is none either"),
        (lambda: BOARD[3], "a number is no cell"),
        (lambda: BOARD["3B"], "this is no name of a cell"),
        (lambda: lm.prove(BOARD, "Z9"), "not on this board"),
        (lambda: lm.prove(BOARD, "C1", by="magic"), "no such way"),
        (lambda: lm.deduce(BOARD, reason="magic"), "no such reasoning"),
        (lambda: lm.guess(BOARD, "magic"), "no such policy"),
        (lambda: lm.exactly("1", ["A1"]), "a number of mines is a number"),
        (lambda: lm.exactly(1.0, ["A1"]), "and a whole one"),
        (lambda: lm.Board("?1"), "rows are several texts"),
        (lambda: lm.Board(("?1",), mines="1"), "mines are a number"),
        (lambda: lm.parse_board(b"?1"), "bytes are no text"),
        (lambda: lm.parse_cell(None), "nor is nothing"),
        (lambda: lm.play(lm.Game.from_layout(lm.Board(("-*",))), "best"), "a word is no player"),
        (lambda: lm.KnowledgeBase().tell(7), "a number is no formula"),
        (lambda: lm.read_board(ROOT / "no-such-board.txt"), "no such file"),
        (lambda: lm.guess(BOARD, flags="bogus"), "no such way to read flags"),
        (lambda: lm.KnowledgeBase(BOARD, flags="bogus"), "nor here"),
        (lambda: lm.KnowledgeBase().tell("A1", 3), "a number names no source"),
        (lambda: lm.KnowledgeBase().tell(lm.Literal(3, True)), "a number is no name"),
        (lambda: BOARD.with_signs({"A1": "??"}), "a cell has one character"),
        (lambda: BOARD.with_signs({"A1": 1}), "and a number is none"),
        (lambda: BOARD.with_signs(3), "cells and characters"),
        (lambda: lm.Board((3,)), "rows are texts"),
        (lambda: lm.Board(("?1",), title=3), "a title is a text"),
        (lambda: lm.Board(()), "a board has cells"),
        (lambda: lm.Game.random("9", 9, 10), "a width is a number"),
        (lambda: lm.Game.random(9, 9, 10, rng=7), "a seed is no generator of random numbers"),
        (lambda: lm.guess(BOARD, "safest", 3), "mines are cells"),
    ],
)
def test_wrong_values_raise_our_errors(use, why):
    with pytest.raises(lm.LogicmsError):
        use()
    assert why


@pytest.mark.parametrize("value", [None, 3, ["? 1"], object()])
@pytest.mark.parametrize(
    "use",
    [
        lm.Board,
        lm.Game.from_layout,
        lm.Player().moves,
        lm.board_svg,
        lm.format_board,
        lm.format_formula,
        lm.format_hints,
        lm.graph_svg,
        lm.parse_formula,
        lm.parse_hints,
        lm.parse_literal,
        lm.proof_svg,
        lm.read_board,
        lambda value: lm.exactly(1, [value]),
        lambda value: lm.at_least(1, [BOARD, value]),
        lambda value: lm.exactly(1, value if value != ["? 1"] else 3),
        lambda value: lm.at_most(1, "A1", because=value or 3),
        lambda value: lm.limit(steps=value if isinstance(value, list) else "x"),
        lambda value: lm.limit(seconds=value if isinstance(value, list) else "x"),
    ],
)
def test_wrong_types_raise_an_error_that_says_what_was_expected(use, value):
    if use is lm.Board and isinstance(value, list):
        value = [BOARD]
    with pytest.raises(lm.BoardError, match=r"expected|not|are strings"):
        use(value)


@pytest.mark.parametrize(
    "use", [lm.format_board, lm.board_svg, lm.graph_svg, lm.proof_svg, lm.format_hints, lm.format_formula]
)
def test_a_text_is_no_value(use):
    with pytest.raises(lm.BoardError, match="not str"):
        use("? 1")


@pytest.mark.parametrize("use", [lm.deduce, lm.odds, lm.check, lm.graph, lm.Problem.of, lm.KnowledgeBase])
def test_a_text_is_no_problem_and_is_told_what_reads_it(use):
    with pytest.raises(lm.BoardError, match="parse_board or parse_hints"):
        use("? 1")


def test_names_in_one_text_are_read_as_in_a_hint_file():
    assert lm.exactly(1, "A1") == lm.exactly(1, ["A1"]) and lm.at_most(1, "A1 B1").among == ("A1", "B1")


def test_only_yes_is_true():
    kb = lm.KnowledgeBase(parse_hints("rain -> wet\nrain"))
    assert kb.ask("wet") and not kb.ask("~wet") and not kb.ask("cold")
    with lm.limit(steps=0):
        assert kb.ask("wet & (cold | hot)") in (lm.Answer.LIMIT, lm.Answer.UNKNOWN)
