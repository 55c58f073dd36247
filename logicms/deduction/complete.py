"""Board -> every certain cell, and the exact odds of the others. `deduce` reads as the method, from top to bottom.

1. Single clues, used until nothing new comes, and pairs of clues (`boundary`): nearly everything falls here.
2. What is left comes apart into components (`counting.elimination_order`); in each, every placement is looked at by a
   dynamic programme (`counting.placements`): a group of cells that is the same in all of them is certain.
3. The mine total, if it is known and can tell anything: a component may then have fewer numbers of mines than its clues
   allow, and cells that touch no clue can become certain.

Nothing that is certain is missed. Where a component is too wide to be counted, a SAT solver decides what is certain
(`wide`), and odds are not computed. `LimitReached` carries what was settled; contradictory boards raise
`InconsistentBoard` with the smallest clash (`clash`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from logicms.board import Board, Cell, Flags
from logicms.counting.elimination_order import Component, components, number_of_components
from logicms.counting.joined_odds import allowed
from logicms.counting.placements import Counted, count, settle
from logicms.deduction.boundary import Boundary, boundary, first_clues, ones
from logicms.deduction.clash import contradiction, flags_read
from logicms.errors import InconsistentKnowledge, LimitReached, check_word
from logicms.limits import check_time, limit

Reason = Literal["forward", "resolution", "complete"]
Status = Literal["solved", "progress", "stuck"]

Certain = dict[int, bool]
"""The cells that are certain, by their lanes: whether each is a mine."""

_MOST_STATES = 12_000
"""Where counting a component takes more states than this, a solver is the faster way to what is certain."""
_LONG = 200
"""A component of more groups than this is long."""


@dataclass(frozen=True, slots=True)
class Deduction:
    """The certain cells of a board; known cells are not among them."""

    board: Board
    """The board they are certain on, its flags read."""
    safe: frozenset[Cell]
    mine: frozenset[Cell]
    needs_mine_total: frozenset[Cell]
    """Those of them that the clues alone leave open."""

    @property
    def status(self) -> Status:
        """`solved` when every hidden cell is certain, `stuck` when none is."""
        certain = len(self.safe) + len(self.mine)
        if certain == len(self.board.hidden):
            return "solved"
        return "progress" if certain else "stuck"

    @property
    def components(self) -> int:
        """The number of groups of hidden cells that touch a clue and share none with the rest, before any deduction."""
        return number_of_components(first_clues(self.board))


def deduce(board: Board, *, reason: Reason = "complete", flags: Flags = "fact") -> Deduction:
    """Return every certain cell of the board.

    >>> found = deduce(Board(("????", "1221")))
    >>> sorted(map(str, found.safe)), sorted(map(str, found.mine)), found.status
    (['A1', 'D1'], ['B1', 'C1'], 'solved')
    >>> found = deduce(Board(("1?", "??"), mines=3))
    Traceback (most recent call last):
    logicms.errors.InconsistentBoard: A1 and the mine total of 3 cannot both be right
    """
    board = flags_read(board, flags)
    check_word(reason, get_args(Reason), "a way to reason")
    if reason != "complete":
        return _by_knowledge(board, reason)
    found = met_boundary(board)
    certain = dict.fromkeys(ones(found.safe), False) | dict.fromkeys(ones(found.mine), True)
    parts = components(found.clues)
    by_total: Certain = {}
    try:
        most = _by_clues(board, found, parts, certain)
        if _total_can_tell(found, most):
            _by_total(board, found, parts, certain, by_total)
    except InconsistentKnowledge:
        raise contradiction(board) from None
    except LimitReached as limit:
        settled = _deduction(board, found, certain | by_total, by_total)
        raise LimitReached(str(limit), settled=settled) from None
    return _deduction(board, found, certain | by_total, by_total)


def met_boundary(board: Board) -> Boundary:
    """Return what single clues decide and leave, or say which clues clash."""
    found = boundary(board)
    if found is None:
        raise contradiction(board)
    return found


def placements_of(board: Board, part: Component) -> Counted:
    """Return the placements of one component by number of mines, or say which clues clash."""
    found = count(part.steps)
    if found is None:
        raise contradiction(board)
    return found


def _deduction(board: Board, found: Boundary, certain: Certain, by_total: Certain) -> Deduction:
    """Return the cells of these lanes."""
    cells = found.cells
    safe = frozenset([cells[lane] for lane, mine in certain.items() if not mine])
    mine = frozenset([cells[lane] for lane, mine in certain.items() if mine])
    return Deduction(board, safe, mine, frozenset([cells[lane] for lane in by_total]))


# -- step 2: by the clues alone


def _by_clues(board: Board, found: Boundary, parts: Sequence[Component], certain: Certain) -> int:
    """Add what the clues decide to `certain`, and return a number of mines that all components together do not exceed.

    What is too wide to be counted is left to a solver, and comes last: everything else is settled by then.
    """
    most, wide = 0, []
    for part in parts:
        try:
            with limit(steps=_MOST_STATES):
                settled = settle(part.steps)
        except LimitReached:
            check_time()
            wide.append(part)
            continue
        if settled is None:
            raise contradiction(board)
        most += settled.most
        for cells, answer in zip(part.groups, settled.groups, strict=True):
            if answer is not None:
                certain.update(dict.fromkeys(cells, answer))
    if not wide:
        return most
    from logicms.deduction.wide import by_clues  # loads the solver, which most boards do not need

    return most + sum(by_clues(found, part.groups, certain) for part in wide)


# -- step 3: with the mine total


def _total_can_tell(found: Boundary, most: int) -> bool:
    """Return whether the mine total could make a cell certain.

    It cannot where the cells away from the clues take whatever the components leave, and keep both mines and safe ones.
    """
    return found.mines_left is not None and not most < found.mines_left < found.away.count(1)


def _by_total(board: Board, found: Boundary, parts: Sequence[Component], certain: Certain, by_total: Certain) -> None:
    """Add what only the mine total decides to `by_total`."""
    assert found.mines_left is not None
    try:
        counts = [_briefly_counted(board, part) for part in parts]
    except LimitReached:
        check_time()
        from logicms.deduction import wide

        return wide.by_total(found, certain, by_total)
    left = allowed(counts, found.away.count(1), found.mines_left)
    if left is None:
        raise contradiction(board)
    if not (left.away_safe and left.away_mine):
        by_total.update(dict.fromkeys(ones(found.away), left.away_mine))
    for part, counted, numbers in zip(parts, counts, left.numbers, strict=True):
        for cells, mines in zip(part.groups, counted.mines, strict=True):
            if cells[0] not in certain:
                answer = _answer(mines, counted.ways, len(cells), numbers)
                if answer is not None:
                    by_total.update(dict.fromkeys(cells, answer))


def _briefly_counted(board: Board, part: Component) -> Counted:
    """Return the placements of a component, unless counting takes longer than a solver would.

    With numbers of mines a state costs the square of the component's length, so that a long one may have fewer.
    """
    with limit(steps=_MOST_STATES * _LONG**2 // max(_LONG, len(part.steps)) ** 2):
        return placements_of(board, part)


def _answer(mines: Sequence[int], ways: Sequence[int], size: int, numbers: Sequence[bool]) -> bool | None:
    """Return what the cells of a group are in all placements that have one of these numbers of mines, if all agree."""
    can_be_safe = can_be_mine = False
    for found, way, fits in zip(mines, ways, numbers, strict=True):
        if fits:
            can_be_safe |= found < way * size
            can_be_mine |= found > 0
    return None if can_be_safe and can_be_mine else can_be_mine


# -- the other ways to reason: a knowledge base over clauses


def _by_knowledge(board: Board, reason: Literal["forward", "resolution"]) -> Deduction:
    from logicms.deduction.inference import inferred

    try:
        return inferred_deduction(board, *inferred(board, reason))
    except InconsistentKnowledge:
        raise contradiction(board) from None
    except LimitReached as error:
        raise LimitReached(str(error), settled=inferred_deduction(board, *error.settled)) from None


def inferred_deduction(board: Board, by_clues: Mapping[Cell, bool], certain: Mapping[Cell, bool]) -> Deduction:
    """Return the deduction of what the clues alone and what clues and mine total together made certain."""
    return Deduction(
        board,
        frozenset(cell for cell, mine in certain.items() if not mine),
        frozenset(cell for cell, mine in certain.items() if mine),
        frozenset(cell for cell in certain if cell not in by_clues),
    )
