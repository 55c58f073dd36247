"""`search`: a placement found by backtracking, and the cost of finding it."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from logicms.answers.answer import Answer
from logicms.board import CLUES, Board, Cell
from logicms.deduction.contradiction import contradiction
from logicms.errors import LimitReached
from logicms.hints import Name
from logicms.limits import timely
from logicms.problem import Problem
from logicms.record import kept, shown
from logicms.search import Heuristic as Heuristic
from logicms.search import Order as Order
from logicms.search import Strategy as Strategy
from logicms.search import search as search_hints


@dataclass(frozen=True, slots=True)
class SearchAnswer(Answer):
    """A placement that meets every clue, or how many there are, and the cost of the search."""

    status: typing.Literal["found", "none", "limit"] = shown("Whether a placement was found.")
    mine: tuple[Name, ...] = shown("The mines of the first placement found, without known ones.")
    found: int = shown("How many placements were found.")
    nodes: int = shown("How many nodes of the search tree were visited.")
    backtracks: int = shown("How many of them were dead ends.")
    seconds: float = shown("How long it took.")
    message: str | None = kept(default=None)
    strategy: Strategy = kept(default=Strategy())
    problem: Problem = kept(default_factory=Problem)


def search(problem: Problem, strategy: Strategy, *, every: bool = False) -> SearchAnswer:
    """Search for a placement, or count them all.

    >>> from logicms.board import Board
    >>> answer = search(Problem.of(Board(("??1", "?21"))), Strategy(propagate=True), every=True)
    >>> answer.status, answer.found
    ('found', 2)
    """
    board = problem.board or problem.written
    try:
        neighbours = _neighbours(board, strategy)
        hints, facts, formulas = problem.all_hints, problem.facts, problem.formulas
    except LimitReached as limit:  # before the search could begin
        return SearchAnswer("limit", (), 0, 0, 0, 0.0, str(limit), strategy, problem)
    found = search_hints(hints, strategy, facts=facts, neighbours=neighbours, formulas=formulas, every=every)
    message = str(contradiction(problem)) if found.status == "none" else found.limit
    return SearchAnswer(
        found.status,
        found.placement or (),
        found.found,
        found.nodes,
        found.backtracks,
        round(found.seconds, 6),
        message,
        strategy,
        problem,
    )


def _neighbours(board: Board | None, strategy: Strategy) -> dict[Cell, tuple[Cell, ...]]:
    """Return the cells of a board that are not open, in order; if the strategy needs these, with the cells around."""
    if board is None:
        return {}
    closed = [cell for cell, sign in timely(zip(board.cells, board.signs, strict=True)) if sign not in CLUES]
    if not strategy.uses_space:
        return dict.fromkeys(closed, ())
    return {cell: tuple(board.neighbours(cell)) for cell in timely(closed)}
