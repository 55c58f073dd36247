"""Differences: what one hint, minus one or two others, decides at a glance.

Every hint is an equation: the mines among its cells are some number. Subtracting two hints from a third, the *outer*
one, leaves one line: some cells still count once, cells of the subtracted hints count against them, and what is counted
on both sides cancels. The line decides its cells if it can only be met at one of its bounds: with a mine at every
cell that counts for it and none at a cell that counts against it, or the other way round.

That covers every sum of up to three hints, each added or subtracted. A plus B minus C is C minus A minus B turned
round, and hints that are only added decide nothing that one of them does not decide alone.

How it is found: a subtracted hint has a *share* in the outer one's cells: it keeps at least so many of them safe (its
cells there, less its mines), or it puts at least so many mines there (its mines, less its cells elsewhere). The line is
at its bound if the shares use up all the safe cells, or all the mines, that the outer hint has. A hint with a negative
share says less than nothing about that, and one that has no cell in common with the outer hint cannot help either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from logicms.hints import Name

Shares = list[tuple[int, int]]
"""How large the share of each hint is, the largest first."""


class Differences:
    """Hints as rows of names with the least and the greatest number of mines among them, none of them decided."""

    def __init__(
        self,
        among: Sequence[tuple[Name, ...]],
        low: Sequence[int],
        high: Sequence[int],
        hints_of: Mapping[Name, Sequence[int]],
    ) -> None:
        self._among, self._low, self._high, self._hints_of = among, low, high, hints_of
        self._cells: dict[int, frozenset[Name]] = {}

    def all(self) -> dict[Name, bool]:
        """Return everything that differences decide."""
        return {name: value for outer in range(len(self._among)) for name, value in self._decided(outer)}

    def decides(self, name: Name, value: bool) -> bool:
        """Return whether a difference shows that a name has `value`."""
        own = self._hints_of.get(name, ())
        # Where the name is counted by a subtracted hint alone, the outer one shares other cells with that.
        outers = dict.fromkeys((*own, *(hint for index in own for hint in self._near(index))))
        return any((name, value) in self._decided(outer) for outer in outers)

    def _near(self, index: int) -> dict[int, int]:
        """Return the other hints that share cells with a hint, and how many."""
        shared: dict[int, int] = {}
        for name in self._among[index]:
            for other in self._hints_of[name]:
                shared[other] = shared.get(other, 0) + 1
        shared.pop(index, None)
        return shared

    def _decided(self, outer: int) -> Iterator[tuple[Name, bool]]:
        """Yield what the outer hint decides together with one or two that are subtracted from it."""
        near, size = self._near(outer), len(self._among[outer])
        safe = ((cells - self._high[index], index) for index, cells in near.items())
        mines = ((self._low[index] - len(self._among[index]) + cells, index) for index, cells in near.items())
        # Once the safe cells are used up, the rest of the outer hint's are mines; once the mines are, they are safe.
        for rest, to_use, shares in ((True, size - self._low[outer], safe), (False, self._high[outer], mines)):
            largest = sorted((share for share in shares if share[0] >= 0), key=lambda share: (-share[0], share[1]))
            yield from self._used_up(outer, rest, to_use, largest)

    def _used_up(self, outer: int, rest: bool, to_use: int, largest: Shares) -> Iterator[tuple[Name, bool]]:
        """Yield what is decided where the shares of one or two hints are as large as what there is to use."""
        cells = self._set(outer)
        for position, (share, index) in enumerate(largest):
            if 2 * share < to_use - 1:
                return
            first = self._set(index)
            if share >= to_use:
                yield from ((name, rest) for name in cells - first)
                yield from ((name, not rest) for name in first - cells)
            for other_share, other in largest[position + 1 :]:
                left = to_use - share - other_share
                if left > 1:
                    break
                second = self._set(other)
                twice = first & second
                left += len(cells & twice)
                if left <= 0:
                    yield from ((name, rest) for name in cells - first - second)
                    yield from ((name, not rest) for name in (first ^ second) - cells)
                    yield from ((name, not rest) for name in cells & twice)
                if left <= 1:  # what both of them count and the outer hint does not, counts twice
                    yield from ((name, not rest) for name in twice - cells)

    def _set(self, index: int) -> frozenset[Name]:
        if index not in self._cells:
            self._cells[index] = frozenset(self._among[index])
        return self._cells[index]
