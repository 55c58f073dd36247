"""The constraint graph: degrees and components as counted by hand, and as networkx finds them."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given

from logicms.board import CLUES, Board, parse_cell
from logicms.counting.graph import components, constraint_graph, degrees
from logicms.deduction import deduce, graph
from logicms.hints import TOTAL, at_least, exactly, facts, hints
from logicms.render.graph import graph_dot, graph_json, graph_svg
from tests.strategies import boards, planted_boards


@given(boards())
def test_a_cells_degree_is_the_number_of_clues_around_it(board):
    found = graph(board, flags="ignore")
    for cell in board.hidden:
        assert found.degree[cell] == sum(board[other] in CLUES for other in board.neighbours(cell))
    clues = {node for node, kind in found.nodes(data="kind") if kind == "clue"}
    assert not clues & set(board.hidden) and clues <= set(board.open)


@given(boards())
def test_components_are_those_of_networkx(board):
    told, known = hints(board), facts(board)
    parts = nx.connected_components(constraint_graph(told, known))
    expected = sorted(tuple(sorted(cell for cell in part if board[cell] not in CLUES)) for part in parts)
    assert list(components(told, known)) == [part for part in expected if part]
    touched = {cell: number for cell, number in graph(board, flags="ignore").degree(board.hidden) if number}
    assert degrees(told, known) == dict(sorted(touched.items()))


@given(planted_boards())
def test_solve_and_graph_count_the_same_components(board):
    assert deduce(board).components == len(graph_json(graph(board))["components"])


@pytest.mark.parametrize(
    "rows, expected, why",
    [
        (("?1?", "???"), [["A1", "C1", "A2", "B2", "C2"]], "one clue holds its cells together"),
        (("?1*1?",), [["A1"], ["E1"]], "a known cell connects nothing"),
        (("?11?",), [["A1"], ["D1"]], "nor do open cells"),
        (("???",), [], "cells that touch no clue are no component"),
        (("111",), [], "nor are clues without cells"),
    ],
)
def test_components_by_hand(rows, expected, why):
    board = Board(rows, mines=sum(row.count("*") for row in rows))
    assert graph_json(graph(board))["components"] == expected, why
    assert [[str(cell) for cell in part] for part in components(hints(board), facts(board))] == expected, why


def test_flags_by_policy():
    board = Board(("?1F1?",))
    assert parse_cell("C1") not in graph(board) and parse_cell("C1") in graph(board, flags="claim")


def test_the_mine_total_is_no_clue():
    told = [exactly(1, "ab", "x"), exactly(2, "abcd", TOTAL)]
    assert list(constraint_graph(told, (), "abcd").edges) == [("a", "x"), ("b", "x")]
    assert components(told) == (("a", "b"),)


def test_names_are_escaped_in_every_form():
    name = 'a"<&\\'
    found = constraint_graph([at_least(1, [name, "b"], because="x>y")])
    assert '"a\\"<&\\\\"' in graph_dot(found)
    titles = [title.text for title in ET.fromstring(graph_svg(found, name)).iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == name and f"{name}: component 1" in titles and "clue x>y: ≥1" in titles


def test_the_picture_of_a_graph(golden):
    board = Board(("?1?", "??2", "01?", "0??"), title="a small one")
    golden("graph.svg", graph_svg(graph(board), "a small one") + "\n")
    golden("graph.dot", graph_dot(graph(board)) + "\n")


def test_a_long_chain_is_one_component():
    rng = random.Random(1)
    names = [f"n{i}" for i in range(3000)]
    told = [exactly(1, names[i : i + 3]) for i in range(len(names) - 2)]
    rng.shuffle(told)
    assert [len(part) for part in components(told)] == [3000]
