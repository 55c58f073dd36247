"""Hints and formulas in one form, `Conditions`, and the exact number of placements of one component of them.

A *condition* says how many of its parts may hold: an integer with a bit for each number that is *allowed*, and the
parts, which are names or conditions again. Every connective is of this kind, and so is every count; the negation of a
condition allows the other numbers::

    a & b         2 of 2: 0b100             2 to 3 among a b c    0b1100
    a | b | c     1 to 3 of 3: 0b1110       a ^ b ^ c             an odd number: 0b1010
    ~a            0 of 1: 0b01              a <-> b               none or both: 0b101

A part that holds leaves a condition by a shift of what is allowed, a part that does not hold by dropping the top bit;
when every number of the rest is allowed or none is, nothing is left of it but true or false. So the *residual* of a
count of many names is small, and equal ones are met again and again. Equal conditions have equal numbers: they are
kept in a table, `Conditions`, where 0 is false and 1 is true.

`placements` counts components whose clues are exact, group by group, and is the way for boards. This is the way for
everything else: counts with a range ("at least 1 among"), formulas, and names that the mine total does not count. It is
a dynamic programme, too. The names are given values one after the other; after some of them, all that matters for the
rest is what is left of each condition that was met: the *state* is the set of these residuals. Example: c -> a, and at
least one of a, b and c holds::

    before a    after a                     after b                    after c
    nothing     a holds:  nothing           nothing                    2 ways from here
                else:     ~c, 1 among b c   b holds: ~c                1 way: c does not hold
                                            else:    ~c, c             none

First the states are found, and where each leads: a *diagram*, which is the same for whatever is counted in it (a
decision diagram by names: Bryant, 1986; built from the front, as in Knuth's frontier method). Then, as
in `placements`, the ways to reach a state are a polynomial in one integer, and a second pass from the end gives the
placements by name. The work is the number of states, exponential in the conditions open at once and in nothing else.

Puzzles may be too wide for a dynamic programme, and have few placements. These are found *one by one*: the conditions
are written as clauses, each count by the diagram of what is left of it (Eén and Sörensson, "Translating pseudo-Boolean
constraints into SAT", 2006); a SAT solver finds one placement, is given the clause "not this one", and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from logicms.counting.placements import MOST_BYTES, Counted, Settled, TooWide, unpack
from logicms.limits import check_time, spend, timely

if TYPE_CHECKING:
    from logicms.connectives import Connective


FALSE, TRUE = 0, 1

Node = int
"""A condition or a name, by its number in the table."""


class Conditions:
    """A table of conditions over names, which are any numbers that the caller uses for them.

    >>> table = Conditions()
    >>> count = table.count(1, 2, [10, 11, 12])
    >>> known = {table.name(10): TRUE, table.name(11): TRUE}
    >>> sorted(table.names(count)), table.rebuilt(count, known) == table.negated(table.name(12))
    ([10, 11, 12], True)
    """

    def __init__(self) -> None:
        self._allowed = [0, 1]  # for each node; a name allows nothing
        self._parts: list[tuple[Node, ...]] = [(), ()]  # for each node; a name has none
        self._numbers: dict[tuple[int, tuple[Node, ...]], Node] = {}
        self._nodes: dict[int, Node] = {}  # of each name
        self._names: dict[Node, int] = {}

    # -- making them

    def name(self, name: int) -> Node:
        """Return the node of a name."""
        node = self._nodes.get(name)
        if node is None:
            node = self._nodes[name] = self._new(0, ())
            self._names[node] = name
        return node

    def count(self, low: int, high: int, names: Iterable[int]) -> Node:
        """Return the condition that low to high of these names hold."""
        return self.made((1 << high + 1) - (1 << low), [self.name(name) for name in names])

    def made(self, allowed: int, parts: Sequence[Node]) -> Node:
        """Return the condition that an allowed number of the parts holds; true and false among them vanish."""
        left = []
        for part in parts:
            if part == TRUE:
                allowed >>= 1
            elif part != FALSE:
                left.append(part)
        size = len(left)
        every = (2 << size) - 1
        allowed &= every
        if not allowed:
            return FALSE
        if allowed == every:
            return TRUE
        if size == 1:
            return left[0] if allowed == 0b10 else self.negated(left[0])
        if allowed == every - 1 or allowed == 1 << size:  # an "or" or an "and": a part that is there twice counts once
            once = set(left)
            if len(once) < size:
                return self.made((2 << len(once)) - 2 if allowed == every - 1 else 1 << len(once), list(once))
        left.sort()
        return self._interned(allowed, tuple(left))

    def negated(self, node: Node) -> Node:
        """Return the negation of a condition or of a name."""
        if node <= TRUE:
            return TRUE - node
        parts = self._parts[node]
        if not parts:
            return self._interned(0b01, (node,))
        allowed = self._allowed[node]
        return parts[0] if len(parts) == 1 else self._interned((2 << len(parts)) - 1 - allowed, parts)

    def _interned(self, allowed: int, parts: tuple[Node, ...]) -> Node:
        node = self._numbers.get((allowed, parts))
        if node is None:
            node = self._numbers[allowed, parts] = self._new(allowed, parts)
        return node

    def _new(self, allowed: int, parts: tuple[Node, ...]) -> Node:
        spend()
        self._allowed.append(allowed)
        self._parts.append(parts)
        return len(self._parts) - 1

    # -- taking them apart

    def names(self, node: Node) -> set[int]:
        """Return the names in a condition."""
        found, seen, waiting = set(), {node}, [node]
        while waiting:
            node = waiting.pop()
            if node in self._names:
                found.add(self._names[node])
            new = [part for part in self._parts[node] if part not in seen]
            seen.update(new)
            waiting += new
        return found

    def rebuilt(self, node: Node, values: dict[Node, Node]) -> Node:
        """Return a condition in which parts have these values; what becomes of other parts is added to the values.

        A formula may be deeper than Python's recursion allows, so this keeps its own stack.
        """
        waiting = [node]
        while waiting:
            top = waiting[-1]
            parts = self._parts[top]
            if top not in values:
                missing = [part for part in parts if part not in values]
                if missing:
                    waiting += missing
                    continue
                values[top] = self.made(self._allowed[top], [values[part] for part in parts]) if parts else top
            waiting.pop()
        return values[node]

    def conjuncts(self, node: Node) -> list[Node]:
        """Return the conditions that must all hold, if this one is a conjunction of them.

        >>> table = Conditions()
        >>> a, b, c = map(table.name, range(3))
        >>> either = table.made(0b110, [b, c])
        >>> table.conjuncts(table.made(0b100, [a, either])) == [a, either]
        True
        """
        found, waiting = [], [node]
        while waiting:
            node = waiting.pop()
            allowed, parts = self._allowed[node], self._parts[node]
            if len(parts) > 1 and allowed == 1 << len(parts):  # all of them
                waiting += reversed(parts)
            elif len(parts) > 1 and allowed == 1:  # none of them
                waiting += map(self.negated, reversed(parts))
            elif node != TRUE:
                found.append(node)
        return found

    def literal(self, node: Node) -> tuple[int, bool] | None:
        """Return the name, and whether it holds, if that is all that the condition says."""
        if node in self._names:
            return self._names[node], True
        parts = self._parts[node]
        return (self._names[parts[0]], False) if len(parts) == 1 else None

    def flat(self, node: Node) -> tuple[int, list[int]] | None:
        """Return the numbers that are allowed and the names, if all parts are names and each is there once."""
        parts = self._parts[node]
        if not parts:
            return (0b10, [self._names[node]]) if node in self._names else None
        names = [self._names[part] for part in parts if part in self._names]
        return (self._allowed[node], names) if len(names) == len(parts) == len(set(names)) else None

    def range(self, node: Node) -> tuple[int, int, list[int]] | None:
        """Return the condition as "low to high of these names", if that is all that it says; each is there once."""
        flat = self.flat(node)
        if flat is None:
            return None
        allowed, names = flat
        low, high = (allowed & -allowed).bit_length() - 1, allowed.bit_length() - 1
        return (low, high, names) if allowed == (2 << high) - (1 << low) else None

    def parts(self, node: Node) -> tuple[int, tuple[Node, ...]]:
        """Return which numbers of its parts may hold, and the parts; a name has none."""
        return self._allowed[node], self._parts[node]

    # -- reading formulas

    def read(self, formula: Any, node: Callable[[str], Node]) -> Node:
        """Return a sympy formula as a condition; `node` is given the name of a symbol: true or false if it is known.

        >>> from sympy.abc import a, b
        >>> table = Conditions()
        >>> nodes = {"a": table.name(0), "b": table.name(1)}
        >>> table.read(a >> b, nodes.get) == table.read(~a | b, nodes.get)
        True
        """
        from logicms.connectives import fold

        def made(kind: Connective, part: Any, parts: list[Node]) -> Node:
            size = len(parts)
            if kind == "symbol":
                return node(part.name)
            if kind == "truth":
                return TRUE if part else FALSE
            if kind == "Not":
                return self.negated(parts[0])
            if kind == "ITE":
                test, yes, no = parts
                return self.made(0b110, [self.made(0b100, [test, yes]), self.made(0b100, [self.negated(test), no])])
            if kind == "Implies":
                return self.made(0b110, [self.negated(parts[0]), parts[1]])
            if kind == "And":
                return self.made(1 << size, parts)
            if kind == "Equivalent":
                return self.made(1 << size | 1, parts)
            if kind == "Xor":
                return self.made(sum(1 << n for n in range(1, size + 1, 2)), parts)
            return self.made((2 << size) - (1 << (part.number if kind == "AtLeast" else 1)), parts)

        return fold(formula, made)


# -- counting: a dynamic programme, name by name

MOST_STATES = 200_000
"""The most states that are kept for one component; with more it is too wide."""

Residuals = tuple[Node, ...]
"""The residuals that have still to hold, each once, in order."""

Layer = list[tuple[int, int]]
"""Where the states before a name lead if it does not hold, and if it holds: to which of those after it; -1: nowhere."""


class LoosePart(NamedTuple):
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
    def _layers(self) -> list[Layer] | None:
        return _Layers(self._table, self._order).made(self._roots)

    def settled(self) -> Settled | None:
        """Return what is the same in all placements, or None if there are none."""
        if self._layers is None:
            return None
        # From the end: before each turn `most` has, for each state after this name, the most mines from it on; less
        # than none if it leads nowhere. A name can be safe (a mine) if some state of its layer goes on that way.
        most = [0]
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
        # Forwards: `ways` has for each state before a name the ways to reach it, a polynomial in one integer.
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
        # Backwards: `after` has for each state after a name the ways to go on from it. What reaches a state, times what
        # goes on from it once the name holds, are the placements in which it holds.
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


def _ends(layers: list[Layer]) -> list[int]:
    """Return for each state before these layers whether it leads to the end: 1 or 0."""
    after = [1]
    for moves in reversed(layers):
        after.append(0)
        after = [after[without] | after[with_it] for without, with_it in moves]
    return after


def _placements(layers: list[Layer], after: list[int]) -> int:
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

    def made(self, roots: Collection[Node]) -> list[Layer] | None:
        """Return for each name where the states before it lead, or None if nothing meets all conditions."""
        # Invariant: each state before a name has what is left of every condition whose first name came before it, and
        # nothing else; so two states are equal exactly if the same values of the other names meet them.
        opening: list[list[Node]] = [[] for _ in self.level]
        for root in dict.fromkeys(map(self._residual, roots)):
            if root == FALSE:
                return None
            if root != TRUE:
                opening[self._level_of(root)].append(root)
        states: list[Residuals] = [()]
        layers, kept = list[Layer](), 0
        for level, new in enumerate(opening):
            numbers: dict[Residuals, int] = {}
            moves: Layer = []
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

    def _next(self, state: Residuals, new: list[Node], level: int) -> tuple[Residuals | None, Residuals | None]:
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


def _state(residuals: set[Node]) -> Residuals | None:
    if FALSE in residuals:
        return None
    residuals.discard(TRUE)
    return tuple(sorted(residuals))


# -- one by one: few placements of a component that is too wide


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
    from logicms.sat.solver import Sat  # loads the solver, which is seldom needed

    names = [name for group in groups for name in group]
    symbols = {name: number for number, name in enumerate(names, 1)}
    counts: dict[int, list[int]] = {}  # by number of mines: the placements, then the mines in each group
    told = [symbol for name, symbol in symbols.items() if name not in silent]
    shown = [[symbols[name] for name in group if name not in silent] for group in groups]
    clauses = ConditionClauses(table, symbols)
    # Invariant: the solver's placements are those not counted yet. What it found is excluded by its told names alone,
    # and so are all that differ from it only in silent ones; if every name is silent, there is one placement.
    told_roots = [[clauses.literal(root)] for root in roots]
    with Sat([*clauses.clauses, *told_roots]) as sat:
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


class ConditionClauses:
    """Conditions as clauses. What is left of a condition after some of its parts has an auxiliary symbol.

    >>> table = Conditions()
    >>> made = ConditionClauses(table, {7: 1, 8: 2})
    >>> made.literal(table.name(8)), made.literal(table.count(2, 2, [7, 8])), len(made.clauses)
    (2, 4, 4)
    """

    def __init__(self, table: Conditions, symbols: dict[int, int]) -> None:
        self.table = table
        self.top = len(symbols) + 1
        self.true = self.top  # a symbol that holds
        self.clauses = [[self.true]]
        self.literals = {table.name(name): symbol for name, symbol in symbols.items()}
        self.literals |= {TRUE: self.true, FALSE: -self.true}

    def literal(self, root: Node) -> int:
        """Return the literal that holds just if a condition does; the `clauses` so far say what it means."""
        waiting = [root]
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
        return self.literals[root]

    def _number_of(self, parts: list[int], allowed: int) -> int:
        """Return the literal that an allowed number of these literals holds."""
        all_or_none = {1 << len(parts): parts, 1: [-part for part in parts]}
        if (same := all_or_none.get(allowed)) is not None:
            return self._all(same)
        if (same := all_or_none.get((2 << len(parts)) - 1 - allowed)) is not None:
            return -self._all(same)
        # Forwards: which sets of allowed numbers can be left before each part, cut off at the parts that are left.
        # Backwards: `after` has the literal of each of these sets, from the two that the next part leads to.
        after = {0: -self.true, 1: self.true}  # when all parts have their values
        layers = [{allowed}]
        for left in range(len(parts) - 1, -1, -1):
            every = (2 << left) - 1
            layers.append({rest & every for each in layers[-1] for rest in (each, each >> 1)})
        for left, (part, layer) in enumerate(zip(reversed(parts), reversed(layers[:-1]), strict=True), 1):
            every = (1 << left) - 1
            after = {each: self._either(part, after[each >> 1], after[each & every]) for each in sorted(layer)}
        return after[allowed]

    def _all(self, literals: list[int]) -> int:
        """Return a literal that holds just if all of these do."""
        if len(literals) == 1:
            return literals[0]
        self.top += 1
        self.clauses += [[-self.top, literal] for literal in literals]
        self.clauses.append([self.top, *(-literal for literal in literals)])
        return self.top

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
