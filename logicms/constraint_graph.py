"""The constraint graph of a problem as a networkx graph; loaded when a problem is first asked for its graph."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import networkx as nx

from logicms.hints import Hint, Name, in_order


class ConstraintGraph(nx.Graph):  # type: ignore[misc]  # networkx ships no types
    """A graph of names and hints, with an edge where a hint counts a name. Notebooks draw it."""

    def _repr_svg_(self) -> str:
        from logicms.render.graph import graph_svg

        return graph_svg(self)

    @property
    def components(self) -> tuple[tuple[Name, ...], ...]:
        """The connected components that have a hint, each as its names, in the graph's order."""
        order = {node: number for number, node in enumerate(self)}
        parts = [sorted(part, key=order.__getitem__) for part in nx.connected_components(self) if len(part) > 1]
        names = (tuple(node for node in part if self.nodes[node]["kind"] == "cell") for part in parts)
        return tuple(sorted(names, key=lambda part: order[part[0]]))


def constraint_graph(hints: Iterable[Hint], known: Collection[Name], others: Iterable[Name] = ()) -> ConstraintGraph:
    """Return the graph of these hints and the names they count, leaving out `known` names and adding `others`.

    Nodes have a `kind`: "cell" (in reading order), then "clue", which also has its `hint`.
    """
    graph = ConstraintGraph()
    hints = tuple(hints)
    cells = {name for hint in hints for name in hint.among if name not in known}
    graph.add_nodes_from(sorted(cells.union(others), key=in_order), kind="cell")
    for number, hint in enumerate(hints, 1):
        node = f"#{number}" if hint.because is None or hint.because in cells else hint.because
        graph.add_node(node, kind="clue", hint=hint)
        graph.add_edges_from((node, name) for name in hint.among if name in cells)
    return graph
