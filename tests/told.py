"""What a board tells, for the oracles: its hints (the mine total last) and what is known of cells that are not open."""

from __future__ import annotations

from logicms.board import Board, Cell
from logicms.hints import Hint
from logicms.problem import Problem


def hints(board: Board) -> tuple[Hint, ...]:
    """Return the board's hints; flags count as hidden cells."""
    return Problem.of(board, flags="claim").all_hints


def facts(board: Board) -> dict[Cell, bool]:
    """Return what is known of cells that are not open; flags count as hidden cells."""
    known = Problem.of(board, flags="claim").facts
    return {cell: known[cell] for cell in (*board.known_mines, *board.known_safe)}
