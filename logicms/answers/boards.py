"""What the doors answer about a board: a finding with its status."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import nextafter
from typing import TYPE_CHECKING, Any, Literal

from logicms.board import Board, Cell, Flags
from logicms.deduction import Deduction, Reason, deduce, odds
from logicms.deduction.clash import flags_read
from logicms.deduction.consistency import Check
from logicms.errors import InconsistentKnowledge, LimitReached
from logicms.guessing import guess
from logicms.literal import Name

if TYPE_CHECKING:  # loaded with the first proof
    from logicms.explanation.explanation import By
    from logicms.proofs.checker import Verification

MOST_HIDDEN = 10_000
"""Odds of more hidden cells than this are not computed: their numbers have thousands of digits, for each cell."""

Error = InconsistentKnowledge | LimitReached
SolveStatus = Literal["solved", "progress", "stuck", "inconsistent", "limit"]


@dataclass(frozen=True, slots=True)
class Solved:
    """Every certain cell. Cells are in reading order."""

    status: SolveStatus
    safe: tuple[Name, ...] = ()
    mine: tuple[Name, ...] = ()
    needs_mine_total: tuple[Name, ...] = ()
    hidden: int = 0
    """The number of cells that could have been decided."""
    components: int = 0
    error: Error | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the answer as the part of a JSON object that does not describe the board."""
        found = {"safe": _names(self.safe), "mine": _names(self.mine)}
        total = {"needs_mine_total": _names(self.needs_mine_total), "components": self.components}
        return {"status": self.status, **found, **total, **error_to_json(self.error)}


def solved(board: Board, *, reason: Reason = "complete", flags: Flags = "fact") -> Solved:
    """Return every certain cell of the board, or why there is no answer.

    >>> found = solved(Board(("????", "1221")))
    >>> found.status, [str(cell) for cell in found.mine]
    ('solved', ['B1', 'C1'])
    >>> solved(Board(("3?", "??", "12"))).to_json()["conflict"]
    ['A1', 'A3']
    """
    try:
        found = deduce(board, reason=reason, flags=flags)
        return _solved(found, found.status)
    except InconsistentKnowledge as contradiction:
        return _solved(_nothing(board, flags), "inconsistent", contradiction)
    except LimitReached as limit:
        return _solved(limit.settled or _nothing(board, flags), "limit", limit)


def _nothing(board: Board, flags: Flags) -> Deduction:
    read = Board(board.rows).with_flags(flags)  # without its total, which the flags may contradict
    return Deduction(read, frozenset(), frozenset(), frozenset())


def _solved(found: Deduction, status: SolveStatus, error: Error | None = None) -> Solved:
    safe, mine, by_total = [tuple(sorted(part)) for part in (found.safe, found.mine, found.needs_mine_total)]
    return Solved(status, safe, mine, by_total, len(found.board.hidden), found.components, error)


@dataclass(frozen=True, slots=True)
class Likely:
    """The odds of a mine for every hidden cell, in reading order."""

    status: Literal["exact", "limit", "inconsistent"]
    placements: int | None = None
    cells: Mapping[Name, Fraction] = field(default_factory=dict)
    best: tuple[Name, ...] = ()
    """The cells to open: the safe ones; or the best guess, and behind it those that are as safe."""
    reason: str = ""
    """Why the best guess is that."""
    error: Error | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "status": self.status,
            "placements": None if self.placements is None else str(self.placements),
            "cells": {str(cell): {"mine": str(mine), "value": value_of(mine)} for cell, mine in self.cells.items()},
            "best": _names(self.best),
            **error_to_json(self.error),
        }


def likely(board: Board, *, flags: Flags = "fact") -> Likely:
    """Return the exact odds of every hidden cell, or why there is no answer.

    >>> found = likely(Board(("?1?", "1??"), mines=1))
    >>> {str(cell): str(mine) for cell, mine in found.cells.items()}, [str(cell) for cell in found.best]
    ({'A1': '1/2', 'C1': '0', 'B2': '1/2', 'C2': '0'}, ['C1', 'C2'])
    """
    try:
        if (hidden := len(board.hidden)) > MOST_HIDDEN:
            raise LimitReached(f"not computed for {hidden:,} hidden cells; the most is {MOST_HIDDEN:,}")
        found = odds(board, flags=flags)
    except InconsistentKnowledge as contradiction:
        return Likely("inconsistent", error=contradiction)
    except LimitReached as limit:
        return Likely("limit", error=limit)
    best, why = _best(flags_read(board, flags), found.mine)
    return Likely("exact", found.placements, dict(found.mine.items()), best, why)


def _best(board: Board, mine: Mapping[Cell, Fraction]) -> tuple[tuple[Cell, ...], str]:
    """Return the cells to open, best first, and why."""
    safe = tuple(cell for cell, odds in mine.items() if odds == 0)
    if safe:
        return safe, "certainly safe"
    chosen = guess(board, mines=frozenset(cell for cell, odds in mine.items() if odds == 1))
    if chosen is None:
        return (), ""
    others = (cell for cell, odds in mine.items() if odds == mine[chosen.cell] and cell != chosen.cell)
    return (chosen.cell, *others), chosen.reason


def value_of(odds: Fraction) -> float:
    """Return odds as a float that is 0 or 1 only where they are.

    >>> value_of(Fraction(1, 4)), value_of(Fraction(1, 10**400)) > 0, value_of(1 - Fraction(1, 10**30)) < 1
    (0.25, True, True)
    """
    value = float(odds)
    if value == 0 < odds:
        return nextafter(0, 1)
    return nextafter(1, 0) if odds < 1 == value else value


def check_to_json(found: Check) -> dict[str, Any]:
    """Return the answer of `check` as a JSON object."""
    flags = {"certain": found.flags.certain, "unproved": found.flags.unproved, "wrong": found.flags.wrong}
    named = {kind: _names(cells) for kind, cells in flags.items()}
    return {"status": found.status, "conflict": _names(found.conflict), "flags": named}


def error_to_json(error: Error | None) -> dict[str, Any]:
    """Return what explains a status: the clash of a contradiction, the words of either."""
    if error is None:
        return {}
    conflict = {"conflict": _names(error.conflict)} if isinstance(error, InconsistentKnowledge) else {}
    return {**conflict, "message": str(error)}


def _names(names: Iterable[object]) -> list[str]:
    return list(map(str, names))


# -- what needs no value of its own: the answer is made as it is shown


def board_to_json(board: Board) -> dict[str, Any]:
    """Return the board as the JSON object of `show`."""
    return {**size_to_json(board), "rows": list(board.rows)}


def size_to_json(board: Board) -> dict[str, Any]:
    """Return the part of a JSON object that describes the board."""
    return {"width": board.width, "height": board.height, "mines": board.mines}


def explained_to_json(board: Board, cell: Cell, by: By = "resolution", *, flags: Flags = "fact") -> dict[str, Any]:
    """Return why a cell is safe, a mine, or not certain, as the JSON object of `prove`.

    >>> found = explained_to_json(Board(("???", "121")), Cell(0, 1), "counting")
    >>> found["verdict"], found["clues"], found["technique"]
    ('safe', ['A2', 'B2', 'C2'], 'propagate')
    """
    from logicms.explanation import explain, premises
    from logicms.explanation.report import explanation_to_json, limit_to_json

    try:
        explanation = explain(board, cell, flags=flags)
        return explanation_to_json(explanation, by, premises(board, flags))
    except InconsistentKnowledge as contradiction:
        return contradiction_to_json(contradiction)
    except LimitReached:
        return limit_to_json(cell, by)


def next_to_json(board: Board, level: int = 4, *, flags: Flags = "fact") -> dict[str, Any]:
    """Return the easiest next deduction, as far as the level goes, as the JSON object of `next`.

    >>> next_to_json(Board(("????", "1221")), level=2)["region"], next_to_json(Board(("?1", "??")))["verdict"]
    ('B1:D2', 'unknown')
    """
    from logicms.explanation import next_deduction, premises
    from logicms.explanation.ladder import step_to_json

    try:
        found = next_deduction(board, flags=flags)
        if found is None:
            return nothing_to_json("unknown", level)
        return step_to_json(board, found, level, premises(board, flags))
    except InconsistentKnowledge as contradiction:
        return contradiction_to_json(contradiction)
    except LimitReached:
        return nothing_to_json("limit", level)


def nothing_to_json(verdict: Literal["unknown", "limit"], level: int) -> dict[str, Any]:
    """Return the JSON object of `next` when nothing is certain, or was found to be within the limit."""
    return {"cell": None, "verdict": verdict, "level": level}


def verified_to_json(found: Verification) -> dict[str, Any]:
    """Return what the checker says as the JSON object of `verify`."""
    return {"valid": bool(found), "step": found.step, "reason": found.reason or None}


def contradiction_to_json(error: InconsistentKnowledge) -> dict[str, Any]:
    """Return the JSON object that says that what was told contradicts itself, with the proof of it."""
    proof = error.proof.to_json() if error.proof else None
    return {"status": "inconsistent", "conflict": _names(error.conflict), "proof": proof}
