"""Questions about a whole problem: `solve` (every certain name), `check` (is it consistent, are its flags right?) and
`search` (a placement by backtracking, and the cost of finding it). `odds` has a module of its own.
"""

from __future__ import annotations

import typing
from dataclasses import dataclass

from logicms.answers.answer import CODES, NO, YES, Answer, Error, Refutation, conflict_of, message_of, refutation_of
from logicms.board import Cell, Grid
from logicms.deduction import Deduction, deduce
from logicms.deduction import Reason as Reason
from logicms.deduction import check as check_problem
from logicms.deduction.deduction import contradiction
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import Name, ordered
from logicms.limits import check_time
from logicms.problem import Problem
from logicms.record import Record, kept, shown
from logicms.search import Heuristic as Heuristic
from logicms.search import Order as Order
from logicms.search import Strategy as Strategy
from logicms.search import search_problem

# -- solve

Status = typing.Literal["solved", "progress", "stuck", "inconsistent", "limit"]


@dataclass(frozen=True, slots=True)
class SolveAnswer(Answer):
    """Every cell that is certainly safe or a mine, in reading order."""

    status: Status = shown("`solved`: every hidden cell is certain; `progress`: some; `stuck`: none.")
    width: int | None = shown("Cells in a row; null if there is no grid.")
    height: int | None = shown("Rows; null if there is no grid.")
    mines: int | None = shown("The number of mines on the board; null if it is not known.", general="")
    safe: tuple[Name, ...] = shown("The cells that are certainly safe.", general="fails")
    mine: tuple[Name, ...] = shown("The cells that are certainly mines.", general="holds")
    needs_mine_total: tuple[Name, ...] = shown("The certain cells that the clues alone leave open.", general="")
    components: int | None = shown(
        "The number of groups of hidden cells that share no clue or formula, before any deduction; null if the time "
        "was over."
    )
    grid: Grid | None = shown("`hex` or `torus`; not there if the cells are squares.", default=None, omit=True)
    conflict: tuple[Name, ...] | None = shown("The smallest clash.", default=None, omit=True)
    message: str | None = shown("The contradiction or the limit, in words.", default=None, omit=True)
    proof: Refutation | None = shown(
        "If it is inconsistent: the proof of that; not there if it would take too long.", default=None, omit=True
    )
    problem: Problem = kept(default=Problem())
    reason: Reason = kept(default="complete")


def solve(problem: Problem, reason: Reason = "complete") -> SolveAnswer:
    """Return every certain name, or why there is no answer.

    >>> from logicms.board import Board
    >>> answer = solve(Problem.of(Board(("????", "1221"))))
    >>> answer.status, [str(cell) for cell in answer.mine]
    ('solved', ['B1', 'C1'])
    >>> solve(Problem.of(Board(("3?", "??", "12")))).to_json()["conflict"]
    ['A1', 'A3']
    """
    try:
        deduction = deduce(problem, reason=reason)
    except InconsistentKnowledge as contradiction:
        return _answer(Deduction.of(problem, {}, {}), "inconsistent", reason, contradiction)
    except LimitReached as limit:
        return _answer(limit.settled or Deduction.of(problem, {}, {}), "limit", reason, limit)
    return _answer(deduction, deduction.status, reason)


def _answer(deduction: Deduction, status: Status, reason: Reason, error: Error | None = None) -> SolveAnswer:
    problem = deduction.problem
    width, height = problem.size or (None, None)
    safe, mine, by_total = map(ordered, (deduction.safe, deduction.mine, deduction.needs_mine_total))
    return SolveAnswer(
        status=status,
        width=width,
        height=height,
        mines=problem.mines,
        safe=safe,
        mine=mine,
        needs_mine_total=by_total,
        components=_components(deduction),
        grid=None if problem.board is None else problem.board.other_grid,
        conflict=conflict_of(error),
        message=message_of(error),
        proof=refutation_of(error),
        problem=problem,
        reason=reason,
    )


def _components(deduction: Deduction) -> int | None:
    try:
        check_time()
        return deduction.components
    except LimitReached:
        return None


# -- check


@dataclass(frozen=True, slots=True)
class Flags(Record):
    """The flags of a board, each in one of three lists."""

    certain: tuple[Cell, ...] = shown("A mine in every placement.", default=())
    unproved: tuple[Cell, ...] = shown("A mine in some placements only.", default=())
    wrong: tuple[Cell, ...] = shown("Safe in every placement.", default=())


@dataclass(frozen=True, slots=True)
class CheckAnswer(Answer):
    """Whether at least one placement fits, and which flags are right."""

    status: typing.Literal["consistent", "inconsistent", "limit"] = shown("Whether at least one placement fits.")
    conflict: tuple[Name, ...] = shown("The smallest clash: clues, and `mines` for the total.", default=())
    flags: Flags = shown("Which flags are right.", default=Flags())
    proof: Refutation | None = shown(
        "If it is inconsistent: the proof of that; not there if it would take too long.", default=None, omit=True
    )
    message: str | None = kept(default=None)
    problem: Problem = kept(default_factory=Problem)

    @property
    def exit_code(self) -> int:
        if self.status == "consistent":
            return NO if self.flags.unproved or self.flags.wrong else YES
        return CODES[self.status]


def check(problem: Problem) -> CheckAnswer:
    """Return whether a problem is consistent, and which flags are right: they are read as claims.

    >>> from logicms.board import Board
    >>> check(Problem.of(Board(("F1?", "11F")), flags="claim")).to_json()["flags"]
    {'certain': ['A1'], 'unproved': [], 'wrong': ['C2']}
    """
    found = check_problem(problem)
    flags = Flags(found.flags.certain, found.flags.unproved, found.flags.wrong)
    proof = refutation_of(found.error)
    return CheckAnswer(found.status, found.conflict, flags, proof, message_of(found.error), problem)


# -- search


@dataclass(frozen=True, slots=True)
class SearchAnswer(Answer):
    """A placement that meets every clue, or how many there are, and the cost of the search."""

    status: typing.Literal["found", "none", "limit"] = shown("Whether a placement was found.")
    mine: tuple[Name, ...] = shown("The mines of the first placement found, without known ones.", general="holds")
    found: int = shown("How many placements were found.")
    nodes: int = shown("How many nodes of the search tree were visited.")
    backtracks: int = shown("How many of them were dead ends.")
    seconds: float = shown("How long it took.")
    placements: tuple[tuple[Name, ...], ...] = kept(default=())
    """The first placements found; of each, what `mine` has of the first."""
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
    try:
        found = search_problem(problem, strategy, every=every)
    except LimitReached as limit:  # before the search could begin
        return SearchAnswer("limit", (), 0, 0, 0, 0.0, (), str(limit), strategy, problem)
    message = str(contradiction(problem)) if found.status == "none" else found.limit
    return SearchAnswer(
        found.status,
        found.placement or (),
        found.found,
        found.nodes,
        found.backtracks,
        round(found.seconds, 6),
        found.placements,
        message,
        strategy,
        problem,
    )
