"""The grounds of an explanation: hints and facts, and which hints are near a cell; without a grid, as all hints are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from logicms.explanation.techniques import Counts
from logicms.hints import TOTAL, Hint
from logicms.literal import Name


class Grounds:
    """Hints and facts, with what many questions about them need.

    >>> from logicms.hints import exactly
    >>> grounds = Grounds([exactly(1, "ab"), exactly(1, "bc"), exactly(1, "cd"), exactly(1, "xy")], {"d": False})
    >>> [[str(hint) for hint in grounds.near("a", steps)] for steps in (1, 2)]
    [['1 among a b'], ['1 among a b', '1 among b c']]
    >>> len(grounds.near("a"))
    3
    """

    def __init__(self, hints: tuple[Hint, ...] | list[Hint], facts: Mapping[Name, bool]) -> None:
        self.hints = tuple(hints)
        self.facts = facts

    @cached_property
    def clues(self) -> tuple[Hint, ...]:
        """The hints without the mine total."""
        return tuple(hint for hint in self.hints if hint.because != TOTAL)

    def counts(self, with_total: bool) -> Counts:
        """Return what the techniques say about the hints, with the mine total among them or not."""
        return self._counts_with_total if with_total else self._counts

    @cached_property
    def _counts(self) -> Counts:
        return Counts(self.clues, self.facts)

    @cached_property
    def _counts_with_total(self) -> Counts:
        return Counts(self.hints, self.facts)

    @cached_property
    def _touching(self) -> dict[Name, list[int]]:
        found: dict[Name, list[int]] = {}
        for number, hint in enumerate(self.clues):
            for name in hint.among:
                if name not in self.facts:
                    found.setdefault(name, []).append(number)
        return found

    def near(self, name: Name, steps: int | None = None) -> list[Hint]:
        """Return the clues within so many steps (None: any number) of a name, in order.

        One step is a clue that counts the name, the next a clue that shares an undecided cell with that one. A smallest
        set of clues hangs together in this way, so one of n clues lies within n steps.
        """
        found = last = set(self._touching.get(name, ()))
        while last and steps != 1:
            cells = {cell for number in last for cell in self.clues[number].among if cell not in self.facts}
            last = {number for cell in cells for number in self._touching[cell]} - found
            found = found | last
            steps = None if steps is None else steps - 1
        return [self.clues[number] for number in sorted(found)]
