"""Conditions -> exact counts: the number of placements of one component of hints and formulas, and by name.

`placements` counts components whose clues are exact, group by group, and is the way for boards. This is the way for
everything else: counts with a range ("at least 1 among"), formulas, and names that the mine total does not count. It is
a dynamic programme, too. The names are given values one after the other; after some of them, all that matters for the
rest is what is left of each condition that was met: the *state* is the set of these residuals. As in `placements` the
ways to reach a state are a polynomial in one integer, and a second pass from the end gives the placements by name.

The work is the number of states, exponential in the conditions that are open at once and in nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from logicms.counting.conditions import FALSE, TRUE, Conditions, Node
from logicms.counting.placements import MOST_BYTES, Counted, TooWide, unpack
from logicms.limits import check_time, spend

MOST_STATES = 200_000
"""The most states that are kept for one component; with more it is too wide."""

State = tuple[Node, ...]
"""The residuals that have still to hold, each once, in order."""


class Part(NamedTuple):
    """A component that is not only a matter of exact clues."""

    groups: list[list[int]]
    """Its names; those of a group have the same odds."""
    counted: Callable[[], Counted | None]
    """Its placements by number of mines, or None if there are none."""


def count_names(
    table: Conditions, roots: Collection[Node], order: Sequence[int], uncounted: Collection[int] = ()
) -> Counted | None:
    """Return the placements of these names, in that order, which meet all conditions; None if there are none.

    Every name of the conditions must be there; names that are `uncounted` are not mines. The result has a group for
    each name. Here one of a and b holds, and c holds if a does; a is not a mine:

    >>> table = Conditions()
    >>> a, b, c = map(table.name, range(3))
    >>> count_names(table, [table.made(0b010, [a, b]), table.made(0b110, [table.negated(a), c])], [0, 1, 2], {0})
    Counted(fewest=1, ways=(2, 1), mines=[[1, 0], [1, 1], [1, 1]])
    """
    return _Run(table, order, uncounted).count(roots)


class _Run:
    """One count: what became of each residual, and from which name on it matters."""

    def __init__(self, table: Conditions, order: Sequence[int], uncounted: Collection[int]) -> None:
        self.table = table
        self.order = [table.name(name) for name in order]
        uncounted = frozenset(uncounted)
        self.width = len(order) + 1  # of a coefficient: there are at most 2^names placements
        self.shifts = [0 if name in uncounted else self.width for name in order]  # a mine is a factor z
        self.first = {node: level for level, node in enumerate(self.order)} | {FALSE: len(order), TRUE: len(order)}
        self.pairs: dict[Node, tuple[Node, Node]] = dict.fromkeys(self.order, (FALSE, TRUE))

    def count(self, roots: Collection[Node]) -> Counted | None:
        opening: list[list[Node]] = [[] for _ in self.order]
        for root in roots:
            if root == FALSE:
                return None
            if root != TRUE:
                opening[self._first(root)].append(root)
        # Forwards: for each name the ways to reach the states before it, and where each state leads, as indexes into
        # the next layer: with the name not holding, and holding; -1 if nowhere.
        most = min(MOST_STATES, MOST_BYTES // (1 + len(self.order) * self.width // 40))
        states: list[State] = [()]
        ways, kept = [1], 0
        layers: list[list[int]] = []
        moves: list[list[tuple[int, int]]] = []
        for level, shift in enumerate(self.shifts):
            layers.append(ways)
            numbers: dict[State | None, int] = {None: -1}
            after: list[int] = []
            move = []
            for state, way in zip(states, ways, strict=True):
                pair = []
                for next_state, more in zip(self._next(state, opening[level], level), (way, way << shift), strict=True):
                    number = numbers.get(next_state)
                    if number is None:
                        numbers[next_state] = number = len(after)
                        after.append(more)
                    elif number >= 0:
                        after[number] += more
                    pair.append(number)
                move.append((pair[0], pair[1]))
            moves.append(move)
            del numbers[None]
            states, ways = list(numbers), after  # type: ignore[arg-type]
            kept += len(states)
            if kept > most:
                raise TooWide(f"a component has more than {most:,} states")
            spend(len(states))
        return unpack(ways[0], self._holds(layers, moves), self.width) if ways else None

    def _holds(self, layers: list[list[int]], moves: list[list[tuple[int, int]]]) -> list[int]:
        """Return for each name the packed number of placements in which it holds: backwards, from the last one."""
        holds = [0] * len(layers)
        after = [1, 0]  # the last element is what a move to -1 finds
        for level in range(len(layers) - 1, -1, -1):
            shift, here, held = self.shifts[level], [], 0
            check_time()
            for reached, (without, with_it) in zip(layers[level], moves[level], strict=True):
                way = after[with_it] << shift
                held += reached * way
                here.append(after[without] + way)
            here.append(0)
            holds[level], after = held, here
        return holds

    def _next(self, state: State, opening: list[Node], level: int) -> tuple[State | None, State | None]:
        """Return what is left of a state once this name does not hold, and once it holds; None if nothing meets it."""
        first = self.first
        rest, touched = [], list(opening)
        for node in state:
            if first[node] == level:
                touched.append(node)
            else:
                rest.append(node)
        if not touched:
            return state, state
        pairs = [self._split(node, level) for node in touched]
        found: list[State | None] = []
        for value in (0, 1):
            left = {pair[value] for pair in pairs}
            if FALSE in left:
                found.append(None)
            else:
                left.discard(TRUE)
                left.update(rest)
                found.append(tuple(sorted(left)))
        return found[0], found[1]

    def _split(self, node: Node, level: int) -> tuple[Node, Node]:
        """Return what is left of a residual that this name is the first of: if it does not hold, and if it holds."""
        pairs, first = self.pairs, self.first
        waiting = [node]
        while waiting:
            top = waiting[-1]
            if top not in pairs:
                allowed, parts = self.table.parts(top)
                missing = [part for part in parts if first[part] == level and part not in pairs]
                if missing:
                    waiting += missing
                    continue
                without, with_it = [
                    self.table.made(allowed, [pairs[part][value] if first[part] == level else part for part in parts])
                    for value in (0, 1)
                ]
                self._first(without)
                self._first(with_it)
                pairs[top] = without, with_it
            waiting.pop()
        return pairs[node]

    def _first(self, node: Node) -> int:
        """Return the number of the first name in a residual."""
        first, waiting = self.first, [node]
        while waiting:
            top = waiting[-1]
            if top not in first:
                parts = self.table.parts(top)[1]
                missing = [part for part in parts if part not in first]
                if missing:
                    waiting += missing
                    continue
                first[top] = min([first[part] for part in parts])
            waiting.pop()
        return first[node]
