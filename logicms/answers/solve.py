"""Questions about a whole problem: `solve` (every certain name), `check` (is it consistent, are its flags right?),
`search` (a placement by backtracking, and the cost of finding it) and `odds` (exact odds, and the best guess).
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import nextafter

from logicms.answers.answer import (
    CODES,
    NO,
    YES,
    CommandAnswer,
    Error,
    Refutation,
    conflict_of,
    message_of,
    refutation_of,
)
from logicms.board import Cell, Grid
from logicms.deduction import Deduction, deduce
from logicms.deduction import Reason as Reason
from logicms.deduction import check as check_problem
from logicms.deduction import odds as odds_of
from logicms.deduction.deduction import FlagVerdicts, Repair, contradiction
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.guessing.policies import guess, outlook
from logicms.hints import Name, ordered
from logicms.limits import check_time, limit
from logicms.problem import Problem
from logicms.record import Record, kept, shown
from logicms.search import Heuristic as Heuristic
from logicms.search import Order as Order
from logicms.search import Strategy as Strategy
from logicms.search import search_problem

UNLISTED = "How many atoms of closed predicates fail: they are not listed. Not there if no predicate is closed."


def _unlisted(problem: Problem) -> int | None:
    return None if problem.closed is None else problem.closed.failing


# -- solve

SolveStatus = typing.Literal["solved", "progress", "stuck", "inconsistent", "limit"]


@dataclass(frozen=True, slots=True)
class SolveAnswer(CommandAnswer):
    """Every cell that is certainly safe or a mine, in reading order."""

    status: SolveStatus = shown("`solved`: every hidden cell is certain; `progress`: some; `stuck`: none.")
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
    unlisted: int | None = shown(UNLISTED, default=None, omit=True)
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
    status: SolveStatus
    error: Error | None = None
    try:
        deduction = deduce(problem, reason=reason)
        status = deduction.status
    except InconsistentKnowledge as contradiction:
        deduction, status, error = Deduction.of(problem, {}, {}), "inconsistent", contradiction
    except LimitReached as limit:
        deduction, status, error = limit.settled or Deduction.of(problem, {}, {}), "limit", limit
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
        unlisted=_unlisted(problem),
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
class CheckAnswer(CommandAnswer):
    """Whether at least one placement fits, and which flags are right."""

    status: typing.Literal["consistent", "inconsistent", "limit"] = shown("Whether at least one placement fits.")
    conflict: tuple[Name, ...] = shown("The smallest clash: clues, and `mines` for the total.", default=())
    flags: FlagVerdicts = shown("Which flags are right.", default=FlagVerdicts())
    proof: Refutation | None = shown(
        "If it is inconsistent: the proof of that; not there if it would take too long.", default=None, omit=True
    )
    repairs: tuple[Repair, ...] = shown(
        "Each single clue, or the mine total, that could show something else and then the board would be consistent; "
        "of a consistent board whose flags cannot all be mines, each flag without which they can.",
        default=(),
    )
    take_back: tuple[tuple[str, ...], ...] | None = shown(
        "Of an inconsistent hint file: sets of statements without which the rest is consistent, the smallest first; of "
        "each, all have to go. Those that are found quickly, 10 at most.",
        default=None,
        omit=True,
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
    proof = refutation_of(found.error)
    message = message_of(found.error)
    is_file = found.status == "inconsistent" and problem.written is None
    retracted = _repairs(problem) if is_file else None
    return CheckAnswer(found.status, found.conflict, found.flags, proof, found.repairs, retracted, message, problem)


MOST_REPAIRS = 10
"""At most this many sets of statements to take back are listed."""
MOST_STEPS = 20_000
"""How many steps the search for them may take."""


def _repairs(problem: Problem) -> tuple[tuple[str, ...], ...]:
    """Return sets of statements without which an inconsistent problem is consistent, as far as they are soon found."""
    from logicms.logic.knowledge import KnowledgeBase  # the other answers have no need of it

    found: list[tuple[str, ...]] = []
    with suppress(LimitReached), limit(steps=MOST_STEPS):  # the verdict is an answer even without what mends it
        for each in KnowledgeBase(problem).repairs(limit=MOST_REPAIRS):
            found.append(each)
    return tuple(found)


# -- search


@dataclass(frozen=True, slots=True)
class SearchAnswer(CommandAnswer):
    """A placement that meets every clue, or how many there are, and the cost of the search."""

    status: typing.Literal["found", "none", "limit"] = shown("Whether a placement was found.")
    mine: tuple[Name, ...] = shown("The mines of the first placement found, without known ones.", general="holds")
    found: int = shown("How many placements were found.")
    nodes: int = shown("How many nodes of the search tree were visited.")
    backtracks: int = shown("How many of them were dead ends.")
    seconds: float = shown("How long it took.")
    unlisted: int | None = shown(UNLISTED, default=None, omit=True)
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
        return SearchAnswer("limit", (), 0, 0, 0, 0.0, None, (), str(limit), strategy, problem)
    message = str(contradiction(problem)) if found.status == "none" else found.limit
    return SearchAnswer(
        found.status,
        found.placement or (),
        found.found,
        found.nodes,
        found.backtracks,
        round(found.seconds, 6),
        _unlisted(problem),
        found.placements,
        message,
        strategy,
        problem,
    )


# -- odds


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
class OddsAnswer(CommandAnswer):
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
    unlisted: int | None = shown(UNLISTED, default=None, omit=True)
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
        answer = _counted(problem)
    except InconsistentKnowledge as contradiction:
        return OddsAnswer(
            "inconsistent", conflict=conflict_of(contradiction), message=message_of(contradiction), problem=problem
        )
    if details and answer.status == "exact":
        answer = _with_details(answer)
    return _made_compact(answer) if compact else answer


def _counted(problem: Problem) -> OddsAnswer:
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
        unlisted=_unlisted(problem),
        problem=problem,
    )


def _at_limit(problem: Problem, limit: LimitReached) -> OddsAnswer:
    """Return the odds of what was certain by then; `solve` may know more, for it need not count."""
    certain: Deduction | None = limit.settled
    mine: dict[Name, Fraction] = {}
    if certain is not None:
        mine = {name: Fraction(name in certain.mine) for name in ordered([*certain.safe, *certain.mine])}
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
    least = min(mine.values(), default=1)
    return tuple(name for name, probability in mine.items() if probability == least < 1)


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
        cells={
            name: replace(each, mine=_short(each.mine), zero=_short(each.zero))
            for name, each in answer.cells.items()
            if name in touched
        },
        best=tuple(name for number, name in enumerate(answer.best) if number == 0 or name in touched),
        safest=tuple(name for name in answer.safest if name in touched),
        dead=None if answer.dead is None else tuple(name for name in answer.dead if name in touched),
        elsewhere=elsewhere,
    )


def names_touched(problem: Problem) -> set[Name]:
    """Return the names that a hint other than the mine total, or a formula, says something about."""
    touched = {name for hint in problem.hints for name in hint.among}
    return touched.union(*(formula.names for formula in problem.formulas))


def _short(fraction: Fraction | None) -> Fraction | None:
    return None if fraction is None or len(str(fraction)) > MOST_DIGITS else fraction


def _best(problem: Problem, mine: Mapping[Name, Fraction]) -> tuple[tuple[Name, ...], str]:
    """Return the names to try first, best first, and why."""
    safest = _safest(mine)
    if safest and mine[safest[0]] == 0:
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
