"""`show`, `graph`, `convert` and `formats`: a problem as it was read, its constraint graph, and in other notations."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from logicms.answers.answer import CODES, YES, CommandAnswer, message_of
from logicms.board import Board, Grid
from logicms.errors import LimitReached
from logicms.hints import Hint, Name, Shown
from logicms.notation.formulas import format_formula
from logicms.notation.hint_files import HintFile, format_hints
from logicms.problem import Formula, Problem, Statement, Unfounded
from logicms.record import Record, kept, shown

if TYPE_CHECKING:
    from logicms.constraint_graph import ConstraintGraph


MOST_SHOWN = 10_000
"""Of a hint file with more statements than this, the first are shown."""


@dataclass(frozen=True, slots=True)
class ShowAnswer(CommandAnswer):
    """A board as it was read, or what a hint file states."""

    width: int | None = shown("Cells in a row; null if there is no grid.")
    height: int | None = shown("Rows; null if there is no grid.")
    mines: int | None = shown("The number of mines on the board; null if it is not known.", general="")
    rows: tuple[str, ...] = shown("The rows from top to bottom, one character for each cell.")
    statements: tuple[str, ...] | None = shown(
        "What a hint file that is no board states, line by line; with `instances`, rules instance by instance.",
        default=None,
        omit=True,
    )
    message: str | None = shown("The limit that was reached.", default=None, omit=True)
    grid: Grid | None = shown("`hex` or `torus`; not there if the cells are squares.", default=None, omit=True)
    link: str | None = shown("The address that opens the board on a page.", default=None, omit=True)
    board: Board | None = kept(default=None)
    problem: Problem = kept(default_factory=Problem)

    @property
    def exit_code(self) -> int:
        return YES if self.message is None else CODES["limit"]


def show(problem: Problem | Board, *, instances: bool = False) -> ShowAnswer:
    """Return a board as it was read, or what a hint file states: as it was written, or every instance of its rules.

    >>> from logicms.hints import Literal, exactly
    >>> show(Problem([exactly(1, "a b", "X1"), Literal("c", False)])).statements
    ('X1: 1 among a b', '~c')
    """
    problem = Problem.of(problem)
    if (board := problem.written) is not None:
        return ShowAnswer(
            board.width, board.height, board.mines, board.rows, grid=board.other_grid, board=board, problem=problem
        )
    width, height = problem.size or (None, None)
    if isinstance(problem.source, HintFile) and not instances:
        lines = format_hints(problem.source).splitlines()
        return ShowAnswer(width, height, problem.source.mines, (), tuple(lines[:MOST_SHOWN]), problem=problem)
    try:
        statements = tuple(map(_written, islice(_instances(problem), MOST_SHOWN)))
    except LimitReached as error:
        return ShowAnswer(width, height, None, (), (), message_of(error), problem=problem)
    return ShowAnswer(width, height, problem.mines, (), statements, problem=problem)


def _instances(problem: Problem) -> Iterator[Statement]:
    """Yield what is stated, each once, and for every closed atom that holds the facts and instances that show it."""
    stated = dict.fromkeys(problem.statements)
    yield from stated
    if (closed := problem.closed) is None:
        return
    for name in closed.holding:
        for statement in closed.support(name):
            if statement not in stated:
                stated[statement] = None
                yield statement


def _written(statement: Statement) -> str:
    if not isinstance(statement, Formula):
        return str(statement)
    text = _text(statement)
    return f"{statement.name}: {text}" if statement.name else text


def _text(formula: Formula) -> str:
    """Return what a formula says; of an instance of a rule, what the instance says."""
    is_instance = formula.name is not None and (" " in formula.name)
    return format_formula(formula.expr) if is_instance else formula.text


@dataclass(frozen=True, slots=True)
class GraphNode(Record):
    """A hidden cell (or another name that is not known), a clue, or a formula."""

    id: Name = shown("The name of the cell, or the source of the clue or the formula.")
    kind: typing.Literal["cell", "name", "clue", "formula"] = shown("What it is.", general="kind")
    degree: int | None = shown("For a cell: how many clues and formulas touch it.", default=None, omit=True)
    says: str | None = shown(
        "For a clue: how many mines it counts, such as 2, ≥1, ≤3 or 1-2; for a formula: what it says.",
        default=None,
        omit=True,
    )


@dataclass(frozen=True, slots=True)
class GraphAnswer(CommandAnswer):
    """The constraint graph: an edge joins a clue or a formula and a hidden cell that it touches."""

    nodes: tuple[GraphNode, ...] = shown("Cells in reading order, then clues, then formulas.")
    edges: tuple[tuple[Name, Name], ...] = shown("Pairs of a clue or a formula and a cell.")
    components: tuple[tuple[Name, ...], ...] = shown("Groups of cells that share no clue or formula with the others.")
    problem: Problem = kept()


def graph(problem: Problem) -> GraphAnswer:
    """Return the constraint graph of a problem.

    >>> answer = graph(Problem.of(Board(("1?", "??"))))
    >>> answer.to_json()["components"], [str(cell) for _, cell in answer.edges]
    ([['B1', 'A2', 'B2']], ['B1', 'A2', 'B2'])
    """
    made = problem.graph
    nodes = tuple(_node(made, node) for node in made)
    return GraphAnswer(nodes, tuple(edges(made)), problem.components, problem)


def edges(made: ConstraintGraph) -> Iterator[tuple[Name, Name]]:
    """Yield the edges, each from a clue or a formula to a cell, in their order."""
    for node, kind in made.nodes(data="kind"):
        if kind != "cell":
            yield from ((node, cell) for cell in made[node])


def _node(made: ConstraintGraph, node: Name) -> GraphNode:
    data = made.nodes[node]
    if data["kind"] == "cell":
        return GraphNode(node, "cell", degree=made.degree[node])
    return GraphNode(node, data["kind"], says=says(data.get("hint") or data["formula"]))


def says(constraint: Hint | Formula | Unfounded) -> str:
    """Return what a formula says, or how many mines a hint counts, in a few characters: 2, ≥1, ≤3, 1-2."""
    if isinstance(constraint, Formula):
        return _text(constraint)
    if isinstance(constraint, Unfounded):
        return constraint.text
    if constraint.is_exact:
        return str(constraint.low)
    if constraint.high >= len(constraint.among):
        return f"≥{constraint.low}"
    return f"≤{constraint.high}" if constraint.low == 0 else f"{constraint.low}-{constraint.high}"


@dataclass(frozen=True, slots=True)
class ConvertAnswer(CommandAnswer):
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
class FormatsAnswer(Shown, CommandAnswer):
    """The formats of boards."""

    formats: tuple[FormatAnswer, ...] = shown("Each format.")

    def __str__(self) -> str:
        from logicms.render.exports import formats_text

        return formats_text(self)
