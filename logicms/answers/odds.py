"""`odds`: the exact odds of every undecided name, and the best guess."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import nextafter

from logicms.answers.answer import Answer, conflict_of, message_of
from logicms.board import Cell
from logicms.deduction import Deduction
from logicms.deduction import odds as odds_of
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.guessing.policies import guess, outlook
from logicms.hints import Name, ordered
from logicms.problem import Problem
from logicms.record import Record, kept, shown

MOST_HIDDEN = 10_000
"""Odds are not computed for more hidden cells than this: the numbers have thousands of digits, for each cell."""


@dataclass(frozen=True, slots=True)
class CellOdds(Record):
    """How likely a cell is a mine."""

    mine: Fraction | None = shown(
        "The probability of a mine as an exact fraction, such as 6/77; a long one is not there with `compact`.",
        general="holds",
        omit=True,
    )
    value: float = shown("The same as a number; 0 or 1 only if it is certain.")
    zero: Fraction | None = shown(
        "With `details`: the probability that it is safe and shows 0, if it was computed.", default=None, omit=True
    )
    zero_value: float | None = shown("The same as a number.", default=None, omit=True)


@dataclass(frozen=True, slots=True)
class Elsewhere(CellOdds):
    """The cells that touch no clue: each is a mine with the same probability."""

    cells: int = shown("How many there are.", general="names", default=0)


@dataclass(frozen=True, slots=True)
class OddsAnswer(Answer):
    """The probability of a mine for every hidden cell, in reading order."""

    status: typing.Literal["exact", "limit", "inconsistent"] = shown("Whether the odds were computed.")
    placements: str | None = shown("How many placements of the mines there are; null if not counted.", default=None)
    cells: Mapping[Name, CellOdds] = shown(
        "Each hidden cell; at a limit, those that were certain by then.", general="names", default_factory=dict
    )
    best: tuple[Name, ...] = shown(
        "The cells to open: the safe ones, or the best guess and equally safe cells.", general="", default=()
    )
    safest: tuple[Name, ...] = shown(
        "The cells with the least probability of a mine; the first of `best` may be riskier, and still win more.",
        general="",
        default=(),
    )
    elsewhere: Elsewhere | None = shown(
        "With `compact`: the cells that touch no clue, which are not listed elsewhere.", default=None, omit=True
    )
    dead: tuple[Cell, ...] | None = shown(
        "With `details`: the uncertain cells that show the same wherever the mines are: their numbers tell nothing.",
        default=None,
        omit=True,
    )
    flips: tuple[tuple[Cell, ...], ...] | None = shown(
        "With `details`: the coin flips that cannot be avoided any more, each as its two or four cells.",
        default=None,
        omit=True,
    )
    win: Fraction | None = shown(
        "The chance of winning by the best play; not there unless every course of the game was considered.",
        default=None,
        omit=True,
    )
    win_value: float | None = shown("The same as a number.", default=None, omit=True)
    why: str | None = shown("Why the first of `best` is the best.", general="", default=None, omit=True)
    conflict: tuple[Name, ...] | None = shown("The smallest clash.", default=None, omit=True)
    message: str | None = shown("The contradiction or the limit, in words.", default=None, omit=True)
    problem: Problem = kept(default_factory=Problem)


def odds(problem: Problem, *, details: bool = False, compact: bool = False) -> OddsAnswer:
    """Return the exact odds of every undecided name; at a limit, of those that were certain by then.

    With `details`, also what opening a cell may bring (on boards of squares). With `compact`, an answer that stays
    small on a large board: the cells that touch no clue are one entry, and long fractions are left out.

    >>> from logicms.board import Board
    >>> answer = odds(Problem.of(Board(("?1?", "1??"), mines=1)))
    >>> {str(cell): str(each.mine) for cell, each in answer.cells.items()}, [str(cell) for cell in answer.best]
    ({'A1': '1/2', 'C1': '0', 'B2': '1/2', 'C2': '0'}, ['C1', 'C2'])
    """
    if (hidden := problem.number_undecided) > MOST_HIDDEN:
        what = "names" if problem.is_general else "hidden cells"
        message = f"not computed for {hidden:,} {what}; the limit is {MOST_HIDDEN:,}"
        return OddsAnswer("limit", message=message, problem=problem)
    try:
        answer = _answer(problem)
    except InconsistentKnowledge as contradiction:
        return OddsAnswer(
            "inconsistent", conflict=conflict_of(contradiction), message=message_of(contradiction), problem=problem
        )
    if details and answer.status == "exact":
        answer = _with_details(answer)
    return _made_compact(answer) if compact else answer


def _answer(problem: Problem) -> OddsAnswer:
    try:
        counted = odds_of(problem)
    except LimitReached as limit:
        return _at_limit(problem, limit)
    best, why = _best(problem, counted.mine)
    return OddsAnswer(
        status="exact",
        placements=str(counted.placements),
        cells=_cells(counted.mine),
        best=best,
        safest=_safest(counted.mine),
        why=why or None,
        problem=problem,
    )


def _at_limit(problem: Problem, limit: LimitReached) -> OddsAnswer:
    """Return the odds of what was certain by then; `solve` may know more, for it need not count."""
    certain: Deduction | None = limit.settled
    mine: dict[Name, Fraction] = {}
    if certain is not None:
        mine = {name: _MINE if name in certain.mine else _SAFE for name in ordered([*certain.safe, *certain.mine])}
    safe = _safest(mine)
    return OddsAnswer(
        status="limit",
        cells=_cells(mine),
        best=safe,
        safest=safe,
        why=_CERTAINLY_SAFE if safe else None,
        message=message_of(limit),
        problem=problem,
    )


def _cells(mine: Mapping[Name, Fraction]) -> dict[Name, CellOdds]:
    return {name: CellOdds(probability, value_of(probability)) for name, probability in mine.items()}


def _safest(mine: Mapping[Name, Fraction]) -> tuple[Name, ...]:
    least = min(mine.values(), default=_MINE)
    return tuple(name for name, probability in mine.items() if probability == least < _MINE)


_SAFE, _MINE = Fraction(0), Fraction(1)
_CERTAINLY_SAFE = "certainly safe"
MOST_DIGITS = 40
"""A fraction with more characters than this is left out of a compact answer."""


def _with_details(answer: OddsAnswer) -> OddsAnswer:
    """Return the answer with what opening a cell may bring; as it is, if there is no board of squares, or no time."""
    board = answer.problem.square_board
    if board is None:
        return answer
    try:
        found = outlook(board)
    except LimitReached:
        return answer
    cells = {
        name: each
        if (zero := found.zero.get(typing.cast(Cell, name))) is None
        else replace(each, zero=zero, zero_value=value_of(zero))
        for name, each in answer.cells.items()
    }
    win_value = None if found.win is None else value_of(found.win)
    return replace(answer, cells=cells, dead=found.dead, flips=found.flips, win=found.win, win_value=win_value)


def _made_compact(answer: OddsAnswer) -> OddsAnswer:
    """Return the answer without what is long and says little."""
    touched = names_touched(answer.problem)
    others = [name for name in answer.cells if name not in touched]
    elsewhere = None
    if others:
        each = answer.cells[others[0]]
        elsewhere = Elsewhere(_short(each.mine), each.value, cells=len(others))
    return replace(
        answer,
        cells={name: _shortened(each) for name, each in answer.cells.items() if name in touched},
        best=tuple(name for number, name in enumerate(answer.best) if number == 0 or name in touched),
        safest=tuple(name for name in answer.safest if name in touched),
        dead=None if answer.dead is None else tuple(name for name in answer.dead if name in touched),
        elsewhere=elsewhere,
    )


def names_touched(problem: Problem) -> set[Name]:
    """Return the names that a hint other than the mine total, or a formula, says something about."""
    touched = {name for hint in problem.hints for name in hint.among}
    return touched.union(*(formula.names for formula in problem.formulas))


def _shortened(each: CellOdds) -> CellOdds:
    return replace(each, mine=_short(each.mine), zero=_short(each.zero))


def _short(fraction: Fraction | None) -> Fraction | None:
    return None if fraction is None or len(str(fraction)) > MOST_DIGITS else fraction


def _best(problem: Problem, mine: Mapping[Name, Fraction]) -> tuple[tuple[Name, ...], str]:
    """Return the names to try first, best first, and why."""
    safest = _safest(mine)
    if safest and mine[safest[0]] == _SAFE:
        return safest, _CERTAINLY_SAFE
    if problem.written is None:
        return safest, "lowest probability" if safest else ""
    mines = frozenset(name for name, probability in mine.items() if probability == 1 and isinstance(name, Cell))
    chosen = guess(problem.board or problem, mines=mines)
    if chosen is None:
        return (), ""
    others = (name for name, each in mine.items() if each == mine[chosen.cell] and name != chosen.cell)
    return (chosen.cell, *others), chosen.reason


def value_of(probability: Fraction) -> float:
    """Return a probability as a float that is 0 or 1 only if it is exactly that.

    >>> value_of(Fraction(1, 4)), value_of(Fraction(1, 10**400)) > 0, value_of(1 - Fraction(1, 10**30)) < 1
    (0.25, True, True)
    """
    value = float(probability)
    if value == 0 < probability:
        return nextafter(0, 1)
    return nextafter(1, 0) if probability < 1 == value else value
