"""Conditions -> exact counts: the number of placements of one component of hints and formulas, and by name.

`placements` counts components whose clues are exact, group by group, and is the way for boards. This is the way for
everything else: counts with a range ("at least 1 among"), formulas, and names that the mine total does not count. It is
a dynamic programme, too. The names are given values one after the other; after some of them, all that matters for the
rest is what is left of each condition that was met: the *state* is the set of these residuals. Example: c -> a, and at
least one of a, b and c holds::

    before a    after a                     after b                    after c
    nothing     a holds:  nothing           nothing                    2 ways from here
                else:     ~c, 1 among b c   b holds: ~c                1 way: c does not hold
                                            else:    ~c, c             none

First the states are found, and where each leads: a *diagram*, which is the same for whatever is counted in it. Then, as
in `placements`, the ways to reach a state are a polynomial in one integer, and a second pass from the end gives the
placements by name. The work is the number of states, exponential in the conditions open at once and in nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import NamedTuple

from logicms.counting.conditions import FALSE, TRUE, Conditions, Node
from logicms.counting.placements import MOST_BYTES, Counted, Settled, TooWide, unpack
from logicms.limits import check_time, spend, timely

MOST_STATES = 200_000
"""The most states that are kept for one component; with more it is too wide."""

State = tuple[Node, ...]
"""The residuals that have still to hold, each once, in order."""

Moves = list[tuple[int, int]]
"""Where the states before a name lead if it does not hold, and if it holds: to which of those after it; -1: nowhere."""


class Known(NamedTuple):
    """A `Part` of names that no condition is about: what is to be said of it needs no counting."""

    groups: list[list[int]]
    settles: Settled
    counts: Counted

    def settled(self) -> Settled:
        return self.settles

    def counted(self) -> Counted:
        return self.counts


class Diagram:
    """The placements of names, in an order, that meet all conditions; names that are `uncounted` are not mines.

    It is a `Part`, with a group for each name. Every name of the conditions must be in the order. The last names may be
    `silent`: placements that differ only there are the same, and of these names nothing is counted. Here one of a and b
    holds, and c holds if a does; a is not a mine:

    >>> table = Conditions()
    >>> a, b, c = map(table.name, range(3))
    >>> conditions = [table.made(0b010, [a, b]), table.made(0b110, [table.negated(a), c])]
    >>> diagram = Diagram(table, conditions, [0, 1, 2], uncounted={0})
    >>> diagram.counted()
    Counted(fewest=1, ways=(2, 1), mines=[[1, 0], [1, 1], [1, 1]])
    >>> diagram.settled()
    Settled(groups=(None, None, None), most=2)
    """

    def __init__(
        self,
        table: Conditions,
        roots: Collection[Node],
        order: Sequence[int],
        uncounted: Collection[int] = (),
        silent: int = 0,
    ) -> None:
        self.groups = [[name] for name in order]
        self._told = len(order) - silent
        self._table, self._roots, self._order = table, roots, order
        uncounted = frozenset(uncounted)
        self._is_mine = [name not in uncounted for name in order]

    @cached_property
    def _layers(self) -> list[Moves] | None:
        return _Layers(self._table, self._order).made(self._roots)

    def settled(self) -> Settled | None:
        """Return what is the same in all placements, or None if there are none."""
        if self._layers is None:
            return None
        most = [0]  # the most mines from each state on; less than none if it leads nowhere
        answers: list[bool | None] = []
        for moves, is_mine in zip(reversed(self._layers), reversed(self._is_mine), strict=True):
            check_time()
            most.append(_NOWHERE)  # what a move to -1 finds
            safe = [most[without] for without, _ in moves]
            mine = [most[with_it] + is_mine for _, with_it in moves]
            most = list(map(max, safe, mine))
            can_be_safe, can_be_mine = max(safe) >= 0, max(mine) >= 0
            answers.append(None if can_be_safe and can_be_mine else can_be_mine)
        return Settled(tuple(reversed(answers)), most[0])

    def counted(self) -> Counted | None:
        """Return the placements by number of mines, or None if there are none."""
        layers = self._layers
        if layers is None:
            return None
        told = layers[: self._told]
        ends = _ends(layers[self._told :])
        width = _placements(told, ends).bit_length()  # of a coefficient: what leads to the end never exceeds them
        most = MOST_BYTES // (1 + sum(self._is_mine) * width // 40)
        if sum(map(len, layers)) > most:
            raise TooWide(f"a component has more than {most:,} states")
        reached, ways = list[list[int]](), [1]
        shifts = [width * is_mine for is_mine in self._is_mine[: self._told]]  # a mine is a factor z
        for moves, shift in zip(told, shifts, strict=True):
            reached.append(ways)
            spend(len(moves))
            after = [0] * (2 + max(map(max, moves)))  # the last one is for those that lead nowhere
            for way, (without, with_it) in zip(ways, moves, strict=True):
                after[without] += way
                after[with_it] += way << shift
            ways = after[:-1]
        holds, after = list[int](), ends
        for moves, shift, ways in zip(reversed(told), reversed(shifts), reversed(reached), strict=True):
            spend(len(moves))
            after.append(0)
            held, here = 0, []
            for way, (without, with_it) in zip(ways, moves, strict=True):
                on = after[with_it] << shift
                if on:
                    held += way * on
                here.append(after[without] + on)
            holds.append(held)
            after = here
        return unpack(after[0], holds[::-1] + [0] * (len(layers) - self._told), width)


def _ends(layers: list[Moves]) -> list[int]:
    """Return for each state before these layers whether it leads to the end: 1 or 0."""
    after = [1]
    for moves in reversed(layers):
        after.append(0)
        after = [after[without] | after[with_it] for without, with_it in moves]
    return after


def _placements(layers: list[Moves], after: list[int]) -> int:
    """Return the number of placements, given how many go on from each state after these layers."""
    for moves in reversed(layers):
        after = [*after, 0]
        after = [after[without] + after[with_it] for without, with_it in moves]
    return after[0]


_NOWHERE = -(1 << 60)


class _Layers:
    """Finds the states before each name. A residual is a number: of a node in the table, or less than 0 for a *count*.

    A count is a condition on names alone. As the names come in order, its names that are left are always the last ones,
    a *suffix*, and a name leaves it in no time, however many there are.
    """

    def __init__(self, table: Conditions, order: Sequence[int]) -> None:
        self.table = table
        self.level = {name: level for level, name in enumerate(order)}
        self.first = {table.name(name): level for name, level in self.level.items()} | {
            FALSE: len(order),
            TRUE: len(order),
        }
        self.splits: dict[Node, tuple[Node, Node]] = {table.name(name): (FALSE, TRUE) for name in order}
        self.residuals: dict[Node, Node] = {FALSE: FALSE, TRUE: TRUE}
        self.pairs: dict[Node, tuple[Node, Node]] = {}
        self.counts: list[tuple[int, int]] = [(0, 0)]  # of each count, by -number: its suffix and what it allows
        self.count_numbers: dict[tuple[int, int], Node] = {}
        self.suffixes: list[tuple[int, int, int]] = [
            (len(order), 0, 0)
        ]  # the first level, the suffix after it, its size
        self.suffix_numbers: dict[tuple[int, int], int] = {}

    def made(self, roots: Collection[Node]) -> list[Moves] | None:
        """Return for each name where the states before it lead, or None if nothing meets all conditions."""
        opening: list[list[Node]] = [[] for _ in self.level]
        for root in dict.fromkeys(map(self._residual, roots)):
            if root == FALSE:
                return None
            if root != TRUE:
                opening[self._level_of(root)].append(root)
        states: list[State] = [()]
        layers, kept = list[Moves](), 0
        for level, new in enumerate(opening):
            numbers: dict[State, int] = {}
            moves: Moves = []
            for state in timely(states):
                without, with_it = self._next(state, new, level)
                moves.append(
                    (
                        -1 if without is None else numbers.setdefault(without, len(numbers)),
                        -1 if with_it is None else numbers.setdefault(with_it, len(numbers)),
                    )
                )
            layers.append(moves)
            states = list(numbers)
            kept += len(states)
            if kept > MOST_STATES:
                raise TooWide(f"a component has more than {MOST_STATES:,} states")
            spend(len(states))
        return layers if states else None

    def _next(self, state: State, new: list[Node], level: int) -> tuple[State | None, State | None]:
        """Return what is left of a state once this name does not hold, and once it holds; None if nothing meets it."""
        touched = [*new, *[node for node in state if self._level_of(node) == level]]
        if not touched:
            return state, state
        without, with_it = set(state).difference(touched), set(state).difference(touched)
        for node in touched:
            first, second = self._pair(node, level)
            without.add(first)
            with_it.add(second)
        return _state(without), _state(with_it)

    def _level_of(self, node: Node) -> int:
        return self.first[node] if node >= 0 else self.suffixes[self.counts[-node][0]][0]

    def _pair(self, node: Node, level: int) -> tuple[Node, Node]:
        """Return what is left of a residual that this name is the first of: if it does not hold, and if it holds."""
        pair = self.pairs.get(node)
        if pair is None:
            if node < 0:
                suffix, allowed = self.counts[-node]
                rest = self.suffixes[suffix][1]
                pair = self._count(rest, allowed), self._count(rest, allowed >> 1)
            else:
                without, with_it = self._split(node, level)
                pair = self._residual(without), self._residual(with_it)
            self.pairs[node] = pair
        return pair

    # -- counts

    def _count(self, suffix: int, allowed: int) -> Node:
        """Return the condition that an allowed number of the names of a suffix holds."""
        every = (2 << self.suffixes[suffix][2]) - 1
        allowed &= every
        if allowed in (0, every):
            return TRUE if allowed else FALSE
        number = self.count_numbers.get((suffix, allowed))
        if number is None:
            number = self.count_numbers[suffix, allowed] = -len(self.counts)
            self.counts.append((suffix, allowed))
        return number

    def _suffix(self, names: list[int]) -> int:
        suffix = 0
        for level in sorted([self.level[name] for name in names], reverse=True):
            number = self.suffix_numbers.get((level, suffix))
            if number is None:
                number = self.suffix_numbers[level, suffix] = len(self.suffixes)
                self.suffixes.append((level, suffix, self.suffixes[suffix][2] + 1))
            suffix = number
        return suffix

    def _residual(self, node: Node) -> Node:
        """Return a node of the table as a residual: as a count, if it is one."""
        residual = self.residuals.get(node)
        if residual is None:
            flat = self.table.flat(node)
            if flat is None:
                self._first(node)
                residual = node
            else:
                residual = self._count(self._suffix(flat[1]), flat[0])
            self.residuals[node] = residual
        return residual

    # -- other conditions: a formula may be deeper than Python's recursion allows, so these keep their own stack

    def _split(self, node: Node, level: int) -> tuple[Node, Node]:
        """Return what is left of a node of the table if this name, its first, does not hold, and if it holds."""
        splits, waiting = self.splits, [node]
        while waiting:
            top = waiting[-1]
            if top not in splits:
                allowed, parts = self.table.parts(top)
                here = [self._first(part) == level for part in parts]
                missing = [part for part, is_here in zip(parts, here, strict=True) if is_here and part not in splits]
                if missing:
                    waiting += missing
                    continue
                without, with_it = [
                    [splits[part][value] if is_here else part for part, is_here in zip(parts, here, strict=True)]
                    for value in (0, 1)
                ]
                splits[top] = self.table.made(allowed, without), self.table.made(allowed, with_it)
            waiting.pop()
        return splits[node]

    def _first(self, node: Node) -> int:
        """Return the level of the first name in a node of the table."""
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


def _state(residuals: set[Node]) -> State | None:
    if FALSE in residuals:
        return None
    residuals.discard(TRUE)
    return tuple(sorted(residuals))
