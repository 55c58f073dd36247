"""Which clues to explain a cell with: the fewest possible; among equals those with the best proof.

The cost of a set of clues is, in this order: how many they are, how many resolutions the shortest direct proof from
them takes, how long its longest clause is, how far they are from the cell, and where they stand in reading order. The
mine total is used only where no set of clues suffices. Sets of equal size may be many: the first `MOST_EQUALS` compete.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from logicms.board import Cell
from logicms.explanation.region_proofs import region_derivation
from logicms.explanation.short_proofs import short_derivation
from logicms.hints import TOTAL, Hint
from logicms.literal import Literal, Name
from logicms.logic.cardinality import MOST_DIRECT, number_of_direct_clauses
from logicms.logic.derivation import Derivation
from logicms.sat.smallest_sets import smallest_sets

MOST_EQUALS = 12
"""So many sets of the same size are compared."""
MOST_COMPARED = 8
"""Larger sets than this are not compared: their proofs cost more than a better one among equals is worth."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """A smallest set of hints that forces a literal, and how it does if that was seen when sets were compared."""

    hints: tuple[Hint, ...]
    derivation: Derivation | None = None


def choose(hints: Sequence[Hint], facts: Mapping[Name, bool], name: Name, is_mine: bool) -> Chosen | None:
    """Return the set of hints to explain with why `name` is a mine (or is not), None if they do not force it.

    >>> from logicms.hints import exactly
    >>> hints = [exactly(2, "acd", because="u"), exactly(1, "cd", because="v")]  # two resolutions
    >>> hints += [exactly(1, "ab", because="x"), exactly(0, "be", because="y")]  # one resolution
    >>> [hint.because for hint in choose(hints, {}, "a", True).hints]
    ['x', 'y']
    """
    sets = smallest_sets(hints, facts, (name, is_mine))
    first = next(sets, None)
    if first is None:
        return None
    if len(first) > MOST_COMPARED:
        return Chosen(first)
    literal = Literal(name, is_mine)
    derived = [(found, derive(found, literal, facts)) for found in (first, *islice(sets, MOST_EQUALS - 1))]
    return Chosen(*min(derived, key=lambda each: _cost(each[0], each[1], name)))


def derive(hints: Sequence[Hint], literal: Literal, facts: Mapping[Name, bool]) -> Derivation:
    """Return how hints that force a literal do so, with the facts about their cells."""
    cells = {cell for hint in hints for cell in hint.among} | {literal.name}
    near = {str(cell): is_mine for cell, is_mine in facts.items() if cell in cells}
    found = (region_derivation if is_wide(hints) else short_derivation)(hints, literal, near)
    assert found is not None, "these hints force the literal"
    return found


def _cost(
    hints: Sequence[Hint], derivation: Derivation, name: Name
) -> tuple[tuple[int, int], int, list[tuple[bool, str | Cell]]]:
    order = [(isinstance(hint.because, str), hint.because or "") for hint in hints]
    return derivation.cost(), _distance(hints, name), order


def _distance(hints: Iterable[Hint], name: Name) -> int:
    """Return how many steps of a king the clues are from the cell together; 0 where no grid is known."""
    if not isinstance(name, Cell):
        return 0
    clues = (hint.because for hint in hints if isinstance(hint.because, Cell))
    return sum(max(abs(clue.row - name.row), abs(clue.col - name.col)) for clue in clues)


def sources(hints: Iterable[Hint]) -> dict[str, Hint]:
    """Return hints by source: the clue's name, "mines" for the total, the hint's own text where nothing names it.

    >>> from logicms.hints import exactly
    >>> list(sources([exactly(1, "ab"), exactly(1, "bc", because="B2")]))
    ['1 among a b', 'B2']
    """
    return {str(hint) if hint.because is None else str(hint.because): hint for hint in hints}


def named(facts: Mapping[Name, bool]) -> dict[str, bool]:
    """Return facts by the names that proofs use."""
    return {str(name): is_mine for name, is_mine in facts.items()}


def is_wide(hints: Iterable[Hint]) -> bool:
    """Return whether the mine total is among the hints and too wide to be written out cell by cell."""
    return any(hint.because == TOTAL and number_of_direct_clauses(hint) > MOST_DIRECT for hint in hints)


def uses_total(hints: Iterable[Hint]) -> bool:
    """Return whether the mine total is among the hints."""
    return any(hint.because == TOTAL for hint in hints)
