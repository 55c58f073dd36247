"""The constraint graph of a board: `counting.graph` over the board's hints."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logicms.board import Board, Flags
from logicms.deduction.clash import flags_read
from logicms.hints import facts, hints

if TYPE_CHECKING:
    import networkx as nx


def graph(board: Board, *, flags: Flags = "fact") -> nx.Graph:
    """Return the constraint graph of the board: hidden cells and clues, an edge where a clue touches a cell.

    >>> from logicms.board import Cell
    >>> found = graph(Board(("?1?", "???")))
    >>> [str(cell) for cell in found.neighbors(Cell(0, 1))], found.degree[Cell(1, 1)]
    (['A1', 'C1', 'A2', 'B2', 'C2'], 1)
    """
    from logicms.counting.graph import constraint_graph

    board = flags_read(board, flags)
    return constraint_graph(hints(board), facts(board), board.hidden)
