"""By subsets: sets of cells with the number of mines among them, the method of one of the course's reports.

A set whose count is 0 is safe, a set with as many mines as cells is all mines, known cells are taken out of every set,
and a set inside another gives their difference: if 1 of A B is a mine and 2 of A B C are, C is one. This is repeated
until nothing new follows. It finds less than `resolution`: sets that overlap, but are not one inside the other, say
nothing to it. A count may be a range, from `at least` and `at most`. The mine total is used only where it leaves no
choice.
"""

from __future__ import annotations

from collections.abc import Callable

from logicms.deduction.inference import Inference, Item, Watch
from logicms.errors import BoardError, InconsistentKnowledge
from logicms.hints import Hint, Literal, Name, in_order
from logicms.limits import spend
from logicms.problem import Formula, Statement

Cells = frozenset[Name]


class BySubsets(Inference):
    """Sets with counts, which can follow a game.

    >>> from logicms.board import Board
    >>> inference = BySubsets()
    >>> inference.see(Board(("????", "1221")))
    >>> print({str(cell): mine for cell, mine in sorted(inference.facts.items())})
    {'A1': False, 'B1': True, 'C1': True, 'D1': False}
    """

    def __init__(self, watch: Watch | None = None) -> None:
        super().__init__(watch)
        self._sets: dict[Cells, tuple[int, int]] = {}
        """The fewest and the most mines in each set."""
        self._sets_with: dict[Name, dict[Cells, None]] = {}

    def tell(self, statement: Statement) -> None:
        """Add a count or a fact, and all that follows."""
        if isinstance(statement, Formula):
            raise BoardError(f"subset reasons about counts, and {statement.text[:40]} is a formula: use resolution")
        if isinstance(statement, Literal):
            self._close([(frozenset((statement.name,)), statement.holds, statement.holds)])
            return
        before = self._sets.copy() if self._watch else {}
        self._close([(frozenset(statement.among), statement.low, statement.high)])
        if self._watch is not None:
            new = tuple(self._item(cells) for cells in self._sets if cells not in before)
            self._note_hint(statement, new)

    def _close(self, agenda: list[tuple[Cells, int, int]]) -> None:
        """Add these sets and everything that follows from them."""
        for cells, low, high in agenda:  # what follows is added at the end
            spend()
            cells, low, high = self._without_known(cells, low, high)
            low, high = max(low, 0), min(high, len(cells))
            if low > high:
                raise InconsistentKnowledge(conflict=sorted(map(str, cells)))
            if low == len(cells) or high == 0:
                for name in sorted(cells, key=in_order):
                    self._learn(name, high > 0, agenda)
            else:
                self._keep(cells, low, high, agenda)

    def _without_known(self, cells: Cells, low: int, high: int) -> tuple[Cells, int, int]:
        known = [name for name in cells if name in self.facts]
        mines = sum([self.facts[name] for name in known])
        return cells.difference(known) if known else cells, low - mines, high - mines

    def _learn(self, name: Name, mine: bool, agenda: list[tuple[Cells, int, int]]) -> None:
        """Record a fact; the sets with it are added again without it."""
        self.facts[name] = mine
        for cells in self._sets_with.pop(name, {}):
            agenda.append((cells, *self._sets.pop(cells)))
            for other in cells:
                if other != name:
                    self._sets_with[other].pop(cells, None)

    def _keep(self, cells: Cells, low: int, high: int, agenda: list[tuple[Cells, int, int]]) -> None:
        """Keep a set if it says something new, with the difference to every set inside it or around it."""
        old = self._sets.get(cells)
        if old is not None:
            low, high = max(low, old[0]), min(high, old[1])
            if (low, high) == old:
                return
            if low > high:
                raise InconsistentKnowledge(conflict=sorted(map(str, cells)))
        self._sets[cells] = (low, high)
        for name in cells:
            self._sets_with.setdefault(name, {})[cells] = None
        for other in list(dict.fromkeys(other for name in cells for other in self._sets_with[name])):
            spend()
            if cells < other:
                self._subtract(cells, other, agenda)
            elif other < cells:
                self._subtract(other, cells, agenda)

    def _subtract(self, inner: Cells, outer: Cells, agenda: list[tuple[Cells, int, int]]) -> None:
        (low, high), (least, most) = self._sets[inner], self._sets[outer]
        agenda.append((outer - inner, least - high, most - low))

    # -- what an inference can be asked

    def infer(self, enough: Callable[[], bool] = lambda: False) -> None:
        """Nothing is left to do: everything that follows was added while telling."""

    def items(self) -> list[Item]:
        ordered = sorted(self._sets, key=lambda cells: (len(cells), sorted(map(in_order, cells))))
        return [self._item(cells) for cells in ordered]

    def _item(self, cells: Cells) -> Hint:
        return Hint(*self._sets[cells], tuple(sorted(cells, key=in_order)))

    def _counts(self, name: Name) -> bool:
        return name in self._sets_with

    def _total_can_tell(self, left: list[Name], mines: int) -> bool:
        """Return whether the total leaves no choice; as a set it would have a difference to every union of others."""
        return mines in (0, len(left))
