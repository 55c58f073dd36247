"""The constraint graph of a problem as a networkx graph; loaded when a problem is first asked for its graph."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any

import networkx as nx

from logicms.hints import Hint, Name, in_order, ordered
from logicms.limits import timely

if TYPE_CHECKING:
    from logicms.problem import Formula, Unfounded


class ConstraintGraph(nx.Graph):  # type: ignore[misc]  # networkx ships no types
    """A graph of names and constraints, with an edge where a hint or a formula is about a name. Notebooks draw it."""

    def _repr_svg_(self) -> str:
        from logicms.render.graph import graph_svg

        return graph_svg(self)

    def join(self, node: object, names: Iterable[Name], **data: Any) -> None:
        """Add a constraint and an edge to each of these names, which are added if they are new."""
        self.add_node(node, **data)
        self.add_edges_from((node, name) for name in names)

    def settle(self, name: Name) -> None:
        """Remove a name that has become known, and the constraints that are about no other name."""
        if name in self:
            constraints = list(self[name])
            self.remove_node(name)
            self.remove_nodes_from([node for node in constraints if not self[node]])

    @property
    def components(self) -> tuple[tuple[Name, ...], ...]:
        """The connected components that have a constraint, each as its names, in the graph's order."""
        order = {node: number for number, node in enumerate(self)}
        parts = [sorted(part, key=order.__getitem__) for part in nx.connected_components(self) if len(part) > 1]
        names = (tuple(node for node in part if self.nodes[node]["kind"] == "cell") for part in parts)
        return tuple(sorted(names, key=lambda part: order[part[0]]))


def constraint_graph(
    hints: Iterable[Hint], formulas: Iterable[Formula | Unfounded], known: Collection[Name], others: Iterable[Name] = ()
) -> ConstraintGraph:
    """Return the graph of these constraints and the names they are about, without `known` names and with `others`.

    Nodes have a `kind`: "cell" (in reading order), then "clue" and "formula", which also have their `hint` or `formula`
    and are named by its source; one without a source, or with that of another node, is named by its number.
    """
    graph = ConstraintGraph()
    constraints: list[tuple[Name | None, Iterable[Name], dict[str, Any]]] = [
        *((hint.because, hint.among, {"kind": "clue", "hint": hint}) for hint in hints),
        *((each.source, ordered(each.names), {"kind": "formula", "formula": each}) for each in timely(formulas)),
    ]
    cells = {name for _, names, _ in timely(constraints, every=16) for name in names if name not in known}
    graph.add_nodes_from(sorted(cells.union(others), key=in_order), kind="cell")
    for number, (source, names, data) in timely(enumerate(constraints, 1), every=16):
        node = f"#{number}" if source is None or source in graph else source
        graph.join(node, (name for name in names if name in cells), **data)
    return graph
