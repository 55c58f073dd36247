"""The constraint graph: cells and clues, an edge where a clue touches a cell. It is made from hints, without the grid.

Two cells that no chain of clues connects cannot tell anything about one another, so reasoning and counting go
*component* by component (Studholme, "Minesweeper as a Constraint Satisfaction Problem", calls them coupled subsets).
A cell's *degree* is the number of clues that touch it. What is known connects nothing: a known cell is no node here.
The mine total is no clue: it touches every cell, and would make one component of all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from logicms.hints import TOTAL, Hint
from logicms.literal import Name, in_order

if TYPE_CHECKING:
    import networkx as nx


def constraint_graph(hints: Iterable[Hint], known: Collection[Name] = (), others: Iterable[Name] = ()) -> nx.Graph:
    """Return the graph of the cells of `hints` that are not `known`, of their clues, and of `others` that none touches.

    Each node has a `kind`, "cell" or "clue"; a clue has its hint too. Nodes are in order: cells, then clues.

    >>> from logicms.hints import exactly
    >>> graph = constraint_graph([exactly(1, ["a", "b"], because="x"), exactly(1, ["b", "c"], because="y")], {"c"})
    >>> list(graph.edges), graph.degree["b"]
    ([('a', 'x'), ('b', 'x'), ('b', 'y')], 2)
    """
    import networkx as nx

    clues = [hint for hint in hints if hint.because != TOTAL]
    graph = nx.Graph()
    cells = {name for hint in clues for name in hint.among if name not in known}
    graph.add_nodes_from(sorted(cells.union(others), key=in_order), kind="cell")
    for number, hint in enumerate(clues, 1):
        node = clue_node(hint, number)
        graph.add_node(node, kind="clue", hint=hint)
        graph.add_edges_from((node, name) for name in hint.among if name in cells)
    return graph


def clue_node(hint: Hint, number: int) -> Name:
    """Return the node of the hint with that number: what it is because of, or its number where nothing is said."""
    return f"#{number}" if hint.because is None else hint.because


def components(hints: Iterable[Hint], known: Collection[Name] = ()) -> tuple[tuple[Name, ...], ...]:
    """Return the groups of cells that share no clue with one another, each in order, ordered by their first cells.

    The same as the connected components of the graph, without making it: near-linear in the cells of the hints.

    >>> from logicms.hints import exactly
    >>> components([exactly(1, "ab"), exactly(1, "de"), exactly(1, "bc")])
    (('a', 'b', 'c'), ('d', 'e'))
    """
    leader: dict[Name, Name] = {}
    for hint in hints:
        if hint.because != TOTAL:
            _join([name for name in hint.among if name not in known], leader)
    groups: dict[Name, list[Name]] = {}
    for name in sorted(leader, key=in_order):
        groups.setdefault(_leader(name, leader), []).append(name)
    return tuple(map(tuple, groups.values()))


def _join(names: list[Name], leader: dict[Name, Name]) -> None:
    for name in names:
        leader.setdefault(name, name)
    for name in names[1:]:
        leader[_leader(name, leader)] = _leader(names[0], leader)


def _leader(name: Name, leader: dict[Name, Name]) -> Name:
    while (up := leader[name]) != name:
        leader[name] = leader[up]  # halve the path, so that the next walk is short
        name = up
    return name


def degrees(hints: Iterable[Hint], known: Collection[Name] = ()) -> Mapping[Name, int]:
    """Return for each cell that is not `known` how many clues touch it.

    >>> from logicms.hints import exactly
    >>> degrees([exactly(1, "ab"), exactly(1, "bc")])
    {'a': 1, 'b': 2, 'c': 1}
    """
    count: dict[Name, int] = {}
    for hint in hints:
        if hint.because != TOTAL:
            for name in hint.among:
                if name not in known:
                    count[name] = count.get(name, 0) + 1
    return {name: count[name] for name in sorted(count, key=in_order)}
