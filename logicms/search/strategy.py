"""The switches of the search: none changes which placements are found.

Two kinds of backtracking differ in when they turn back. *Plain* backtracking, as the search course's report programs
it, looks only at what is chosen: it turns back when a hint has too many mines or the mine total is out of reach, and
whether every hint has enough mines is seen at the end. Ours, without any switch, also turns back as soon as a hint has
too few cells left: that is half of forward checking.

*Forward checking* prunes the cells around the last assigned one; *propagate* goes on until nothing more follows. Every
cell with one value left counts at once in all hints around it, and the mine total prunes, too. *Plain* forward
checking, that of the report, does neither: a hint counts the cells that are assigned, and nothing is pruned at first.
The variable order is *MRV* (minimum remaining values: a cell with one value left comes first), then ties by *degree*
(the cell with the most clues on it) or *space* (the cell with the fewest unassigned cells around it). The value order
is *LCV* (least constraining value: the one that decides the fewest other cells comes first). LCV tries both values to
see what they decide, and forward checking then does the same again for the value that is taken; with *reuse_lcv* it
takes over what LCV found.

These are the heuristics of the textbook chapter on constraint satisfaction (Russell and Norvig, *Artificial
Intelligence: A Modern Approach*), except space and phases, which are ideas of the course's students.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from logicms.errors import BoardError, unknown_word

Heuristic = Literal["degree", "space"]


@dataclass(frozen=True, slots=True)
class Order:
    """Which cell comes next, and which of its values first; without switches, the first cell and the value safe."""

    mrv: bool = False
    heuristic: Heuristic | None = None
    lcv: bool = False

    def __post_init__(self) -> None:
        if self.heuristic not in (None, *get_args(Heuristic)):
            raise unknown_word(self.heuristic, get_args(Heuristic), "a heuristic")


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
    plain: bool = False
    reuse_lcv: bool = False

    def __post_init__(self) -> None:
        Order(heuristic=self.heuristic)  # refuses what is no heuristic
        if self.phases and (self.mrv or self.heuristic or self.lcv):
            raise BoardError("with phases, each phase has its own MRV, heuristic and LCV")
        if self.plain and self.propagate:
            raise BoardError("plain backtracking does not propagate: ask for forward checking, or leave out plain")
        if self.reuse_lcv and (self.plain or not (self.prunes and any(order.lcv for order in self.orders))):
            raise BoardError("reusing LCV's work needs LCV, and our forward checking or propagate to take it over")

    def order(self, assigned: int, cells: int) -> Order:
        """Return the order that holds when this many of the cells are assigned."""
        orders = self.orders
        return orders[min(assigned * len(orders) // max(cells, 1), len(orders) - 1)]

    @property
    def prunes(self) -> bool:
        """Whether a chosen value strikes out values of other cells."""
        return self.forward_checking or self.propagate

    @property
    def orders(self) -> tuple[Order, ...]:
        return self.phases or (Order(self.mrv, self.heuristic, self.lcv),)

    @property
    def uses_space(self) -> bool:
        """Whether an order asks for the cells around a cell."""
        return any(order.heuristic == "space" for order in self.orders)

    def __str__(self) -> str:
        text = " + ".join(filter(None, [self._method, " / ".join(map(_order_text, self.orders))]))
        return f"{text}, reusing LCV's work" if self.reuse_lcv else text

    @property
    def _method(self) -> str:
        kind = "plain " if self.plain else ""
        if self.prunes:
            return "propagate" if self.propagate else f"{kind}forward checking"
        return f"{kind}backtracking"


BACKTRACKING = Strategy()
"""Backtracking without any switch: it turns back when a hint can no longer be met."""


def _order_text(order: Order) -> str:
    return " + ".join(filter(None, ["MRV" if order.mrv else "", order.heuristic or "", "LCV" if order.lcv else ""]))
