"""The switches of the search: each can be combined with any other, and none changes which placements are found.

*Forward checking* prunes the cells around the last assigned one; *propagate* goes on until nothing more follows.
The variable order is *MRV* (minimum remaining values: a cell with one value left comes first), then ties by *degree*
(the cell with the most clues on it) or *space* (the cell with the fewest unassigned cells around it). The value order
is *LCV* (least constraining value: the one that decides the fewest other cells comes first).

These are the heuristics of the textbook chapter on constraint satisfaction (Russell and Norvig, *Artificial
Intelligence: A Modern Approach*), except space and phases, which are ideas of the course's students.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from logicms.errors import BoardError

Heuristic = Literal["degree", "space"]


@dataclass(frozen=True, slots=True)
class Order:
    """Which cell comes next, and which of its values first; without switches, the first cell and the value safe."""

    mrv: bool = False
    heuristic: Heuristic | None = None
    lcv: bool = False


@dataclass(frozen=True, slots=True)
class Strategy:
    """How to search; `phases`, if there are any, divide the search into equal shares of assigned cells.

    >>> early, late = Order(heuristic="degree"), Order(mrv=True, lcv=True)
    >>> strategy = Strategy(forward_checking=True, phases=(early, late))
    >>> strategy.order(assigned=4, cells=10) == early, strategy.order(assigned=5, cells=10) == late
    (True, True)
    """

    forward_checking: bool = False
    propagate: bool = False
    mrv: bool = False
    heuristic: Heuristic | None = None
    lcv: bool = False
    phases: tuple[Order, ...] = ()

    def __post_init__(self) -> None:
        if self.phases and (self.mrv or self.heuristic or self.lcv):
            raise BoardError("with phases, each phase has its own MRV, heuristic and LCV")

    def order(self, assigned: int, cells: int) -> Order:
        """Return the order that holds when this many of the cells are assigned."""
        orders = self.orders
        return orders[min(assigned * len(orders) // max(cells, 1), len(orders) - 1)]

    @property
    def orders(self) -> tuple[Order, ...]:
        return self.phases or (Order(self.mrv, self.heuristic, self.lcv),)

    def __str__(self) -> str:
        pruning = "propagate" if self.propagate else "forward checking" if self.forward_checking else ""
        return " + ".join(filter(None, [pruning, " / ".join(map(_order_text, self.orders))])) or "plain backtracking"


PLAIN = Strategy()
"""Plain backtracking."""


def _order_text(order: Order) -> str:
    return " + ".join(filter(None, ["MRV" if order.mrv else "", order.heuristic or "", "LCV" if order.lcv else ""]))
