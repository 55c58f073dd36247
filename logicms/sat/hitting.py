"""Smallest hitting sets: the fewest things with at least one out of each of some sets, which may grow in number.

`cores` asks here which hints a contradiction needs at least. The method is a core-guided one for maximum
satisfiability: every thing is left out by assumption; assumptions that cannot hold together cost one thing, and are
replaced by assumptions of which one less must fail (Narodytska and Bacchus, "Maximum Satisfiability Using Core-Guided
MaxSAT Resolution", 2014). Many small steps, so that a limit can stop it at any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from logicms.sat.solver import Sat


class HittingSets:
    """Hitting sets of numbers from 1 to `count`, smallest first.

    >>> sets = HittingSets(4)
    >>> sets.hit([1, 2]), sets.hit([2, 3]), sets.hit([3, 4])
    (None, None, None)
    >>> first = sets.smallest()
    >>> sets.block(first)
    >>> first, sets.smallest()
    ((2, 4), (2, 3))
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._top = count
        self._sat = Sat([])
        self._wishes = [-number for number in range(1, count + 1)]
        """Literals that hold if they can: each that fails is one more thing in the hitting set."""

    def hit(self, numbers: Iterable[int]) -> None:
        """Ask for one of these in every hitting set from now on."""
        self._sat.add(sorted(numbers))

    def block(self, numbers: Iterable[int]) -> None:
        """Ask that not all of these are in a hitting set from now on."""
        self._sat.add(sorted(-number for number in numbers))

    def smallest(self) -> tuple[int, ...] | None:
        """Return a smallest hitting set, or None if what is blocked leaves none."""
        while not self._sat.solve(self._wishes):
            core = self._trimmed(self._sat.core())
            if not core:
                return None
            self._relax(core)
        return tuple(lit for lit in self._sat.placement()[: self._count] if lit > 0)

    def _trimmed(self, core: list[int]) -> list[int]:
        """Return a core that asking again does not make smaller."""
        while len(core) > 1:
            self._sat.solve(core)
            if len(smaller := self._sat.core()) == len(core):
                break
            core = smaller
        return core

    def _relax(self, core: Sequence[int]) -> None:
        """Replace wishes that cannot all come true by one wish fewer: that one of them fails is taken for granted."""
        taken = set(core)
        self._wishes = [wish for wish in self._wishes if wish not in taken]
        self._sat.add([-wish for wish in core])
        later = core[-1]  # holds only if every wish of the core after the current one does
        for wish in reversed(core[:-1]):
            either, self._top = self._top + 1, self._top + 1
            self._sat.add([-either, wish, later])
            self._wishes.append(either)
            both, self._top = self._top + 1, self._top + 1
            self._sat.add([-both, wish])
            self._sat.add([-both, later])
            later = both
