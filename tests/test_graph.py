"""The constraint graph: degrees and components as counted by hand, and as networkx finds them."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from math import prod
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from click.testing import CliRunner
from conftest import ROOT
from hypothesis import given
from knowledge_bases import every_choice, random_hint_file
from oracle import placements
from strategies import boards, planted_boards

from logicms.answers.show import graph as graph_answer
from logicms.board import CLUES, Board, parse_cell
from logicms.cli import app
from logicms.counting.components import components as packed_components
from logicms.deduction import deduce
from logicms.deduction.boundary import first_clues
from logicms.hints import TOTAL, at_least, exactly
from logicms.notation.hint_files import parse_hints
from logicms.problem import Problem, graph
from logicms.render.graph import graph_dot, graph_svg


@given(boards())
def test_a_cells_degree_is_the_number_of_clues_around_it(board):
    found = graph(board, flags="ignore")
    for cell in board.hidden:
        assert found.degree[cell] == sum(board[other] in CLUES for other in board.neighbours(cell))
    clues = {node for node, kind in found.nodes(data="kind") if kind == "clue"}
    assert not clues & set(board.hidden) and clues <= set(board.open)


@given(boards())
def test_the_packed_loops_and_networkx_agree_on_components_and_degrees(board):
    """The inner loops of `deduce` and `odds` keep arrays of their own; what they see must be the graph's."""
    problem = Problem.of(board, flags="ignore")
    clues = first_clues(problem.board)
    cells = {row * (board.width + 1) + col: (row, col) for row, col in board.cells}
    degrees: dict[tuple[int, int], int] = {}
    for _, lanes in clues:
        for lane in lanes:
            degrees[cells[lane]] = degrees.get(cells[lane], 0) + 1
    by_graph = {cell: degree for cell, degree in problem.graph.degree(problem.undecided) if degree}
    # What two clues say alike is said once by the packed loops.
    assert degrees.keys() == by_graph.keys() and all(degrees[cell] <= by_graph[cell] for cell in degrees)
    packed = {frozenset(cells[lane] for group in part.groups for lane in group) for part in packed_components(clues)}
    assert packed == {frozenset(part) for part in problem.components}
    parts = nx.connected_components(problem.graph)
    expected = sorted(
        tuple(sorted(cell for cell in part if board[cell] not in CLUES)) for part in parts if len(part) > 1
    )
    assert sorted(problem.components) == expected


@given(planted_boards())
def test_solve_and_graph_count_the_same_components(board):
    assert deduce(board).components == len(Problem.of(board).components)


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
    assert graph_answer(Problem.of(board)).to_json()["components"] == expected, why


def are_independent(placements: Iterable[frozenset], parts: Sequence[Collection]) -> bool:
    """Return whether what one part can be does not depend on the others: every combination is a placement."""
    found = set(placements)
    seen = [{placement.intersection(part) for placement in found} for part in parts]
    return len(found) == prod(map(len, seen))


def separate_parts(problem: Problem) -> list[tuple]:
    """Return the components and each name that is in none."""
    alone = set(problem.names).difference(*problem.components)
    return [*problem.components, *((name,) for name in alone)]


@pytest.mark.parametrize("seed", range(150))
def test_names_of_different_components_tell_nothing_about_each_other(seed):
    rng = random.Random(seed)
    text, judge = random_hint_file(rng, "abcdefgh", rng.randint(1, 5))
    problem = parse_hints(text).to_problem()
    found = [held for held in every_choice(problem.names) if judge(held)]
    assert are_independent(found, separate_parts(problem)), text
    assert set().union(*problem.components) <= set(problem.undecided)


@given(planted_boards(flags=False).filter(lambda board: len(board.hidden) <= 14))
def test_cells_of_different_components_tell_only_the_number_of_mines(board):
    """Without the mine total they are independent; with it, once it is known how many mines each component has."""
    parts = separate_parts(Problem.of(board))
    for total in (False, True):
        tried = placements(board, total=total)
        by_numbers = {}
        for bits in tried.all:
            mines = frozenset(cell for i, cell in enumerate(tried.cells) if bits >> i & 1)
            numbers = tuple(len(mines.intersection(part)) for part in parts) if total else ()
            by_numbers.setdefault(numbers, []).append(mines)
        assert all(are_independent(found, parts) for found in by_numbers.values())


@pytest.mark.parametrize(
    "text, expected, why",
    [
        ("1 among a b\n1 among c d\nb -> c", [["a", "b", "c", "d"]], "a formula joins what it is about"),
        ("1 among a b\n1 among c d\na -> b", [["a", "b"], ["c", "d"]], "and nothing else"),
        ("a | b | c", [["a", "b", "c"]], "there need be no count"),
        ("mine b\na | b\nb | c", [["a"], ["c"]], "a known name connects nothing"),
        ("r: a -> b\na -> b\na -> b\nc -> r", [["a", "b"], ["c", "r"]], "a name, and the source of a formula"),
        ("size: 2x2\nmines: 1\nA1 -> ~B2", [["A1", "B2"]], "the total connects nothing"),
    ],
)
def test_formulas_are_nodes_of_the_graph(text, expected, why):
    problem = parse_hints(text).to_problem()
    assert graph_answer(problem).to_json()["components"] == expected, why
    assert deduce(problem).components == len(expected), why
    degrees = {str(name): problem.graph.degree[name] for part in problem.components for name in part}
    for name, degree in degrees.items():
        told = [*problem.hints, *problem.formulas]
        about = [name in set(map(str, each.among if hasattr(each, "among") else each.names)) for each in told]
        assert degree == sum(about), "a degree is a number of constraints"


@pytest.mark.parametrize(
    "arguments, parts",
    [
        (("zebra.hints",), 1),
        (("australia.hints",), 2),  # Tasmania is an island
        (("boards/liar.txt", "--rules", "liar.hints"), 1),
    ],
)
def test_the_graph_of_rules_shows_formulas_by_their_sources(arguments, parts):
    rules = ROOT / "examples" / "rules"
    given = [word if word.startswith("--") else str(rules / word) for word in arguments]
    answer = json.loads(CliRunner().invoke(app, ["graph", *given, "--to", "json"]).stdout)
    formulas = [node for node in answer["nodes"] if node["kind"] == "formula"]
    assert formulas and len(answer["components"]) == parts
    for form in ("dot", "svg"):
        drawn = CliRunner().invoke(app, ["graph", *given, "--to", form]).stdout
        assert all(node["id"] in html.unescape(drawn) and node["says"] in html.unescape(drawn) for node in formulas)
        for node in formulas:  # its box says what proofs for people do: "rule 2", where programs read "line 2"
            cited = node["id"].replace("line ", "rule ", 1)
            assert re.search(rf'(label="|>){re.escape(html.escape(cited[:20], quote=False))}', drawn)


def test_flags_by_policy():
    board = Board(("?1F1?",))
    assert parse_cell("C1") not in graph(board) and parse_cell("C1") in graph(board, flags="claim")


def test_the_mine_total_is_no_clue():
    problem = Problem([exactly(1, "a b", "x"), exactly(2, "a b c d", TOTAL)])
    assert list(problem.graph.edges) == [("a", "x"), ("b", "x")]
    assert problem.components == (("a", "b"),)


def test_names_are_escaped_in_every_form():
    name = 'a"<&\\'
    found = Problem([at_least(1, [name, "b"], because="x>y")]).graph
    assert '"a\\"<&\\\\"' in graph_dot(found)
    titles = [title.text for title in ET.fromstring(graph_svg(found, name)).iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == name and f"{name}: component 1" in titles and "clue x>y: ≥1" in titles


def test_the_picture_of_a_graph(golden):
    board = Board(("?1?", "??2", "01?", "0??"), title="a small one")
    golden("graph.svg", graph_svg(graph(board), "a small one") + "\n")
    golden("graph.dot", graph_dot(graph(board)) + "\n")


@pytest.mark.parametrize("rows", [("?1?", "??2", "01?"), ("?" * 30, "8" * 30, "?" * 30)])
def test_nodes_on_a_board_do_not_overlap_in_graphviz(rows):
    dot = graph_dot(graph(Board(rows)))
    cell, clue = (72 * float(re.search(rf"{shape}.*width=([0-9.]+)", dot)[1]) for shape in ("circle", "box"))
    places = {tuple(map(int, place)) for place in re.findall(r'pos="(\d+),(-?\d+)!"', dot)}
    apart = min(max(abs(a - c), abs(b - d)) for (a, b), (c, d) in combinations(sorted(places), 2))
    assert "fixedsize=true" in dot and max(cell, (cell + clue) / 2, clue) < apart, "edges are seen between them"


def test_columns_of_words_do_not_overlap_in_graphviz():
    found = Problem([exactly(1, ["a" * 80, "b"], because="x" * 60)]).graph
    (x,) = {int(place) for place in re.findall(r'pos="(\d+),', graph_dot(found))} - {0}
    assert x > (80 + 60) / 2 * 6, "half of each is in the room between them, at six points a letter"


def test_a_long_chain_is_one_component():
    rng = random.Random(1)
    names = [f"n{i}" for i in range(3000)]
    told = [exactly(1, names[i : i + 3]) for i in range(len(names) - 2)]
    rng.shuffle(told)
    assert [len(part) for part in Problem(told).components] == [3000]
