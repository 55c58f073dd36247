"""`show`, `graph`, `convert` and `formats`: a board as it was read, its constraint graph, and in other notations."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.answers.answer import Answer
from logicms.board import Board, Grid
from logicms.hints import Hint, Name
from logicms.problem import Problem
from logicms.record import Record, kept, shown

if TYPE_CHECKING:
    from logicms.constraint_graph import ConstraintGraph


@dataclass(frozen=True, slots=True)
class ShowAnswer(Answer):
    """A board, as it was read."""

    width: int = shown("Cells in a row.")
    height: int = shown("Rows.")
    mines: int | None = shown("The number of mines on the board; null if it is not known.")
    rows: tuple[str, ...] = shown("The rows from top to bottom, one character for each cell.")
    board: Board = kept()
    grid: Grid | None = shown("`hex` or `torus`; not there if the cells are squares.", default=None, omit=True)


def show(board: Board) -> ShowAnswer:
    """Return a board as it was read."""
    return ShowAnswer(board.width, board.height, board.mines, board.rows, board, board.other_grid)


@dataclass(frozen=True, slots=True)
class GraphNode(Record):
    """A hidden cell, or a clue."""

    id: Name = shown("The name of the cell or of the clue.")
    kind: typing.Literal["cell", "clue"] = shown("What it is.")
    degree: int | None = shown("For a cell: how many clues touch it.", default=None, omit=True)
    says: str | None = shown("For a clue: how many mines it counts, such as 2, ≥1, ≤3 or 1-2.", default=None, omit=True)


@dataclass(frozen=True, slots=True)
class GraphAnswer(Answer):
    """The constraint graph: an edge joins a clue and a hidden cell that it touches."""

    nodes: tuple[GraphNode, ...] = shown("Cells in reading order, then clues.")
    edges: tuple[tuple[Name, Name], ...] = shown("Pairs of a clue and a cell.")
    components: tuple[tuple[Name, ...], ...] = shown("Groups of cells that share no clue with the others.")
    problem: Problem = kept()


def graph(problem: Problem) -> GraphAnswer:
    """Return the constraint graph of a problem.

    >>> answer = graph(Problem.of(Board(("1?", "??"))))
    >>> answer.to_json()["components"], [str(cell) for _, cell in answer.edges]
    ([['B1', 'A2', 'B2']], ['B1', 'A2', 'B2'])
    """
    made = problem.graph
    nodes = tuple(_node(made, node) for node in made)
    clues = [node for node, kind in made.nodes(data="kind") if kind == "clue"]
    return GraphAnswer(nodes, tuple((clue, cell) for clue in clues for cell in made[clue]), problem.components, problem)


def _node(made: ConstraintGraph, node: Name) -> GraphNode:
    data = made.nodes[node]
    if data["kind"] == "cell":
        return GraphNode(node, "cell", degree=made.degree[node])
    return GraphNode(node, "clue", says=says(data["hint"]))


def says(hint: Hint) -> str:
    """Return how many mines a hint counts, in a few characters: 2, ≥1, ≤3, 1-2."""
    if hint.is_exact:
        return str(hint.low)
    if hint.high >= len(hint.among):
        return f"≥{hint.low}"
    return f"≤{hint.high}" if hint.low == 0 else f"{hint.low}-{hint.high}"


@dataclass(frozen=True, slots=True)
class ConvertAnswer(Answer):
    """A board in another format."""

    format: str = shown("The format that the board was read in.", key="from")
    to: str = shown("The format that it is written in.")
    text: str = shown("The board in that format.")
    left_out: tuple[str, ...] | None = shown("What the format has no room for.", default=None, omit=True)


@dataclass(frozen=True, slots=True)
class FormatAnswer(Record):
    """One format."""

    name: str = shown("The name that `--format` and `--to` take.")
    reads: bool = shown("Whether it can be read.")
    writes: bool = shown("Whether it can be written.")
    about: str = shown("What it is.")


@dataclass(frozen=True, slots=True)
class FormatsAnswer(Answer):
    """The formats of boards."""

    formats: tuple[FormatAnswer, ...] = shown("Each format.")
