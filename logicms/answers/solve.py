"""`solve`: every certain name of a problem."""

from __future__ import annotations

import typing
from dataclasses import dataclass

from logicms.answers.answer import Answer, Error, Refutation, conflict_of, message_of, refutation_of
from logicms.board import Grid
from logicms.deduction import Deduction, deduce
from logicms.deduction import Reason as Reason
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.hints import Name, ordered
from logicms.limits import check_time
from logicms.problem import Problem
from logicms.record import kept, shown

Status = typing.Literal["solved", "progress", "stuck", "inconsistent", "limit"]


@dataclass(frozen=True, slots=True)
class SolveAnswer(Answer):
    """Every cell that is certainly safe or a mine, in reading order."""

    status: Status = shown("`solved`: every hidden cell is certain; `progress`: some; `stuck`: none.")
    width: int | None = shown("Cells in a row; null if there is no grid.")
    height: int | None = shown("Rows; null if there is no grid.")
    mines: int | None = shown("The number of mines on the board; null if it is not known.")
    safe: tuple[Name, ...] = shown("The cells that are certainly safe.")
    mine: tuple[Name, ...] = shown("The cells that are certainly mines.")
    needs_mine_total: tuple[Name, ...] = shown("The certain cells that the clues alone leave open.")
    components: int | None = shown(
        "The number of groups of hidden cells that share no clue, before any deduction; null if the time was over."
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
