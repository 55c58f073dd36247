"""`odds`: the exact odds of every undecided name, and the best guess."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import nextafter

from logicms.answers.answer import Answer, Error, conflict_of, message_of
from logicms.board import Cell
from logicms.deduction import odds as odds_of
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.guessing import guess
from logicms.hints import Name
from logicms.problem import Problem
from logicms.record import Record, kept, shown

MOST_HIDDEN = 10_000
"""Odds are not computed for more hidden cells than this: the numbers have thousands of digits, for each cell."""


@dataclass(frozen=True, slots=True)
class CellOdds(Record):
    """How likely a cell is a mine."""

    mine: Fraction = shown("The probability of a mine as an exact fraction, such as 6/77.")
    value: float = shown("The same as a number; 0 or 1 only if it is certain.")


@dataclass(frozen=True, slots=True)
class OddsAnswer(Answer):
    """The probability of a mine for every hidden cell, in reading order."""

    status: typing.Literal["exact", "limit", "inconsistent"] = shown("Whether the odds were computed.")
    placements: str | None = shown("How many placements of the mines there are; null if not counted.", default=None)
    cells: Mapping[Name, CellOdds] = shown("Each hidden cell.", default_factory=dict)
    best: tuple[Name, ...] = shown(
        "The cells to open: the safe ones, or the best guess and equally safe cells.", default=()
    )
    why: str | None = shown("Why the first of `best` is the best.", default=None, omit=True)
    conflict: tuple[Name, ...] | None = shown("The smallest clash.", default=None, omit=True)
    message: str | None = shown("The contradiction or the limit, in words.", default=None, omit=True)
    problem: Problem = kept(default_factory=Problem)


def odds(problem: Problem) -> OddsAnswer:
    """Return the exact odds of every undecided name, or why there is no answer.

    >>> from logicms.board import Board
    >>> answer = odds(Problem.of(Board(("?1?", "1??"), mines=1)))
    >>> {str(cell): str(each.mine) for cell, each in answer.cells.items()}, [str(cell) for cell in answer.best]
    ({'A1': '1/2', 'C1': '0', 'B2': '1/2', 'C2': '0'}, ['C1', 'C2'])
    """
    try:
        if (hidden := problem.number_undecided) > MOST_HIDDEN:
            raise LimitReached(f"not computed for {hidden:,} hidden cells; the limit is {MOST_HIDDEN:,}")
        counted = odds_of(problem)
    except InconsistentKnowledge as contradiction:
        return _nothing("inconsistent", problem, contradiction)
    except LimitReached as limit:
        return _nothing("limit", problem, limit)
    best, why = _best(problem, counted.mine)
    return OddsAnswer(
        status="exact",
        placements=str(counted.placements),
        cells={name: CellOdds(mine, value_of(mine)) for name, mine in counted.mine.items()},
        best=best,
        why=why or None,
        problem=problem,
    )


def _nothing(status: typing.Literal["limit", "inconsistent"], problem: Problem, error: Error) -> OddsAnswer:
    return OddsAnswer(status, conflict=conflict_of(error), message=message_of(error), problem=problem)


def _best(problem: Problem, mine: Mapping[Name, Fraction]) -> tuple[tuple[Name, ...], str]:
    """Return the names to try first, best first, and why."""
    safe = tuple(name for name, probability in mine.items() if probability == 0)
    if problem.written is None:
        least = min(mine.values(), default=Fraction(1))
        return tuple(name for name, probability in mine.items() if probability == least < 1), ""
    if safe:
        return safe, "certainly safe"
    mines = frozenset(name for name, probability in mine.items() if probability == 1 and isinstance(name, Cell))
    chosen = guess(problem.board or problem, mines=mines)
    if chosen is None:
        return (), ""
    others = (name for name, each in mine.items() if each == mine[chosen.cell] and name != chosen.cell)
    return (chosen.cell, *others), str(chosen.reason)


def value_of(probability: Fraction) -> float:
    """Return a probability as a float that is 0 or 1 only if it is exactly that.

    >>> value_of(Fraction(1, 4)), value_of(Fraction(1, 10**400)) > 0, value_of(1 - Fraction(1, 10**30)) < 1
    (0.25, True, True)
    """
    value = float(probability)
    if value == 0 < probability:
        return nextafter(0, 1)
    return nextafter(1, 0) if probability < 1 == value else value
