"""Placements one after the other: for a component that is too wide for a dynamic programme, but has few placements.

Puzzles are of this kind. The conditions are written as clauses; a SAT solver finds one placement, is given the clause
"not this one", and so on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from logicms.counting.conditions import FALSE, TRUE, Conditions, Node
from logicms.counting.placements import Counted
from logicms.limits import spend
from logicms.sat.solver import Sat


def one_by_one(
    table: Conditions,
    roots: Sequence[Node],
    groups: Sequence[Sequence[int]],
    uncounted: Collection[int],
    most: int,
    silent: Collection[int] = (),
) -> Counted | None:
    """Return the placements by number of mines, as `placements.count` does; None if there are `most` or more.

    If there is no placement, `ways` is empty. Names that are `uncounted` are not mines;
    placements that differ only in `silent` names are the same, and of these nothing is counted.

    >>> table = Conditions()
    >>> conditions = [table.count(1, 1, [1, 2, 3]), table.count(2, 2, [2, 3, 4, 5])]
    >>> one_by_one(table, conditions, [[1], [2, 3], [4, 5]], (), most=100)
    Counted(fewest=2, ways=(4, 1), mines=[[0, 1], [4, 0], [4, 2]])
    """
    names = [name for group in groups for name in group]
    symbols = {name: number for number, name in enumerate(names, 1)}
    counts: dict[int, list[int]] = {}  # by number of mines: the placements, then the mines in each group
    told = [symbol for name, symbol in symbols.items() if name not in silent]
    shown = [[symbols[name] for name in group if name not in silent] for group in groups]
    clauses = _Clauses(table, symbols)
    with Sat(clauses.of(roots)) as sat:
        for _ in range(most):
            if not sat.solve([]):
                break
            spend()
            holds = [literal > 0 for literal in sat.placement()[: len(names)]]
            mines = sum([hold and name not in uncounted for name, hold in zip(names, holds, strict=True)])
            of_group = [sum([holds[symbol - 1] for symbol in group]) for group in shown]
            before = counts.get(mines, [0] * (1 + len(groups)))
            counts[mines] = [one + other for one, other in zip(before, [1, *of_group], strict=True)]
            sat.add([-symbol if holds[symbol - 1] else symbol for symbol in told] or [-clauses.true])
        else:
            return None
    if not counts:
        return Counted(0, (), [])
    rows = [counts.get(mines, [0] * (1 + len(groups))) for mines in range(min(counts), max(counts) + 1)]
    ways, *groups_of = zip(*rows, strict=True)
    return Counted(min(counts), ways, [list(mines) for mines in groups_of])


class _Clauses:
    """Conditions as clauses. What is left of a condition after some of its parts has an auxiliary symbol."""

    def __init__(self, table: Conditions, symbols: dict[int, int]) -> None:
        self.table = table
        self.top = len(symbols) + 1
        self.true = self.top  # a symbol that holds
        self.clauses = [[self.true]]
        self.literals = {table.name(name): symbol for name, symbol in symbols.items()}
        self.literals |= {TRUE: self.true, FALSE: -self.true}

    def of(self, roots: Sequence[Node]) -> list[list[int]]:
        """Return clauses that hold if all these conditions do."""
        waiting = list(roots)
        while waiting:
            node = waiting[-1]
            if node not in self.literals:
                allowed, parts = self.table.parts(node)
                missing = [part for part in parts if part not in self.literals]
                if missing:
                    waiting += missing
                    continue
                self.literals[node] = self._number_of([self.literals[part] for part in parts], allowed)
            waiting.pop()
        return self.clauses + [[self.literals[root]] for root in roots]

    def _number_of(self, parts: list[int], allowed: int) -> int:
        """Return the literal that an allowed number of these literals holds."""
        after = {0: -self.true, 1: self.true}  # of what is left when all parts have their values, and before each part
        layers = [{allowed}]
        for left in range(len(parts) - 1, -1, -1):
            every = (2 << left) - 1
            layers.append({rest & every for each in layers[-1] for rest in (each, each >> 1)})
        for left, (part, layer) in enumerate(zip(reversed(parts), reversed(layers[:-1]), strict=True), 1):
            every = (1 << left) - 1
            after = {each: self._either(part, after[each >> 1], after[each & every]) for each in sorted(layer)}
        return after[allowed]

    def _either(self, test: int, yes: int, no: int) -> int:
        """Return a literal that is the same as `yes` where the test holds, and as `no` where it does not."""
        if yes == no:
            return yes
        if yes == self.true == -no:
            return test
        if no == self.true == -yes:
            return -test
        self.top += 1
        self.clauses += [[-self.top, -test, yes], [-self.top, test, no], [self.top, -test, -yes], [self.top, test, -no]]
        return self.top
