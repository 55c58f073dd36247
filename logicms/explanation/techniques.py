"""Techniques: how hard it is to see that a literal follows from hints. `explain` orders and rates deductions by them.

Easiest first: *single* (one hint alone forces it), *subset* (one hint's cells lie inside another's, and the rest of the
larger one is forced), *difference* (one hint minus one or two others leaves a line that forces it), *propagate* (assume
the opposite, follow what each hint alone then says, and reach a contradiction), *split* (even that needs a case split).
Facts are removed from the hints first. As in Sudoku explainers, what counts is not how a program finds a step, but the
easiest way in which a person could.

*Differences*, in detail. Every hint is an equation: the mines among its cells are some number. Subtracting two hints
from a third, the *outer* one, leaves one line: some cells still count once, cells of the subtracted hints count against
them, and what is counted on both sides cancels. The line decides its cells if it can only be met at one of its bounds:
with a mine at every cell that counts for it and none at a cell that counts against it, or the other way round.

That covers every sum of up to three hints, each added or subtracted. A plus B minus C is C minus A minus B turned
round, and hints that are only added decide nothing that one of them does not decide alone.

How it is found: a subtracted hint has a *share* in the outer one's cells: it keeps at least so many of them safe (its
cells there, less its mines), or it puts at least so many mines there (its mines, less its cells elsewhere). The line is
at its bound if the shares use up all the safe cells, or all the mines, that the outer hint has. A hint with a negative
share says less than nothing about that, and one that has no cell in common with the outer hint cannot help either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from logicms.errors import unknown_word
from logicms.hints import Hint, Name


class Technique(StrEnum):
    """How hard a deduction is; techniques are ordered, the easiest first.

    >>> max(Technique.SINGLE, Technique.SUBSET, key=Technique.rank)
    <Technique.SUBSET: 'subset'>
    """

    SINGLE = "single"
    SUBSET = "subset"
    DIFFERENCE = "difference"
    PROPAGATE = "propagate"
    SPLIT = "split"

    @classmethod
    def _missing_(cls, value: object) -> None:
        if str(value) not in list(cls):
            raise unknown_word(str(value), list(cls), "a technique")

    def rank(self) -> int:
        """Return its position in the order, from 0."""
        return list(Technique).index(self)


_Shares = list[tuple[int, int]]
"""How large the share of each hint is, the largest first."""


class Counts:
    """Hints with the facts removed, and what each technique finds in them.

    >>> from logicms.hints import exactly
    >>> counts = Counts([exactly(1, "a b c"), exactly(2, "b c d"), exactly(1, "c d e")])
    >>> [(name, counts.technique(name, value).value) for name, value in (("d", True), ("c", False))]
    [('d', 'difference'), ('c', 'difference')]
    """

    def __init__(self, hints: Iterable[Hint], facts: Mapping[Name, bool] | None = None) -> None:
        self._hints, self._facts = tuple(hints), dict(facts or {})
        self._closed: Counts | None = None
        self._among: list[tuple[Name, ...]] = []
        self._low: list[int] = []
        self._high: list[int] = []
        self._hints_of: dict[Name, list[int]] = {}
        for hint in self._hints:
            low, high, among = hint.left(self._facts)
            for name in among:
                self._hints_of.setdefault(name, []).append(len(self._among))
            self._among.append(among)
            self._low.append(low)
            self._high.append(high)
        self._cells: dict[int, frozenset[Name]] = {}

    def technique(self, name: Name, value: bool) -> Technique:
        """Return the easiest technique that shows that a name has `value`; the hints are known to force it."""
        if self.is_single(name, value):
            return Technique.SINGLE
        for inner, outer in self._pairs(self._hints_of.get(name, ())):
            if name not in self._among[inner] and self._difference_forces(inner, outer) is value:
                return Technique.SUBSET
        own = self._hints_of.get(name, ())
        # Where the name is counted by a subtracted hint alone, the outer one shares other cells with that.
        outers = dict.fromkeys((*own, *(hint for index in own for hint in self._near(index))))
        if any((name, value) in self._decided(outer) for outer in outers):
            return Technique.DIFFERENCE
        return Technique.PROPAGATE if self.refutes({name: not value}) else Technique.SPLIT

    # -- one hint, one inside another, or a difference

    def is_single(self, name: Name, value: bool) -> bool:
        """Return whether a hint alone shows it."""
        return any(self._forced_alone(index) is value for index in self._hints_of.get(name, ()))

    def _forced_alone(self, index: int) -> bool | None:
        return _forced(self._low[index], self._high[index], len(self._among[index]))

    def singles(self) -> dict[Name, bool]:
        """Return what single hints force."""
        found: dict[Name, bool] = {}
        for index, among in enumerate(self._among):
            value = self._forced_alone(index)
            if value is not None:
                found.update(dict.fromkeys(among, value))
        return found

    def subsets(self) -> dict[Name, bool]:
        """Return what pairs of hints, one inside the other, force outside the inner one."""
        found: dict[Name, bool] = {}
        for inner, outer in self._pairs(range(len(self._among))):
            value = self._difference_forces(inner, outer)
            if value is not None:
                found.update(dict.fromkeys(set(self._among[outer]).difference(self._among[inner]), value))
        return found

    def differences(self) -> dict[Name, bool]:
        """Return what one hint minus one or two others forces."""
        return {name: value for outer in range(len(self._among)) for name, value in self._decided(outer)}

    def _pairs(self, outers: Iterable[int]) -> Iterator[tuple[int, int]]:
        """Yield each hint that lies inside one of `outers`, together with that one."""
        for outer in outers:
            cells = set(self._among[outer])
            near = sorted({index for name in cells for index in self._hints_of[name]})
            for inner in near:
                if len(self._among[inner]) < len(cells) and cells.issuperset(self._among[inner]):
                    yield inner, outer

    def _difference_forces(self, inner: int, outer: int) -> bool | None:
        """Return what the difference of the two hints forces its cells to be, or None."""
        size = len(self._among[outer]) - len(self._among[inner])
        return _forced(self._low[outer] - self._high[inner], self._high[outer] - self._low[inner], size)

    # -- differences, of an outer hint and one or two that are subtracted

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

    def _used_up(self, outer: int, rest: bool, to_use: int, largest: _Shares) -> Iterator[tuple[Name, bool]]:
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
                left += len(cells & twice)  # what both count of the outer hint's cells may have been used up twice
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

    # -- following what each hint says

    def refutes(self, assumed: Mapping[Name, bool]) -> bool:
        """Return whether propagating these assumptions through the hints, one at a time, ends in a contradiction."""
        closed = self.closed()
        clash = any(closed._facts.get(name, value) is not value for name, value in assumed.items())
        return clash or closed._propagated(assumed) is None

    def closed(self) -> Counts:
        """Return the same hints with everything removed that propagation finds without assumptions."""
        if self._closed is None:
            found = self._propagated(self.singles())
            # Any later assumption finds the contradiction again: nothing need be removed here.
            self._closed = Counts(self._hints, {**self._facts, **found}) if found else self
        return self._closed

    @property
    def facts(self) -> Mapping[Name, bool]:
        """What has been removed from the hints."""
        return self._facts

    def _propagated(self, assumed: Mapping[Name, bool]) -> dict[Name, bool] | None:
        """Return everything that the hints say, one at a time, under these assumptions; None for a contradiction."""
        # Each value is in the queue, or was. A hint hears of it when its turn comes; then at the latest, a clash shows.
        values: dict[Name, bool] = {}
        # Only the hints that are touched: copying those of a large board would dominate the cost.
        left: dict[int, tuple[int, int, int]] = {}
        queue = list(assumed.items())
        for name, value in queue:
            if values.setdefault(name, value) is not value:
                return None
        for name, value in queue:
            for index in self._hints_of.get(name, ()):
                low, high, free = left.get(index) or (self._low[index], self._high[index], len(self._among[index]))
                low, high, free = left[index] = low - value, high - value, free - 1
                if high < 0 or low > free:
                    return None
                forced = _forced(low, high, free)
                if forced is not None:
                    new = [other for other in self._among[index] if other not in values]
                    values.update(dict.fromkeys(new, forced))
                    queue.extend((other, forced) for other in new)
        return values


def _forced(low: int, high: int, size: int) -> bool | None:
    """Return what `low` to `high` mines among `size` cells force every cell to be, or None if there is a choice."""
    if high <= 0:
        return False
    return True if low >= size else None
