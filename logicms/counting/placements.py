"""Steps -> exact counts: the number of placements of one component, by number of mines and by cell.

It comes between `components`, which says in which order a component's groups are placed, and `joined_odds`,
which joins the components with the cells away from the clues and the mine total. A *placement* is one way to place
the mines.

This is a dynamic programme over a frontier (Knuth, "The Art of Computer Programming" 4A, 7.1.4, exercise 225; Kawahara
and others, "Frontier-based search", 2017). After some groups have been placed, all that matters for the rest is what
each open clue still needs: that is the *state*, one small integer with a field of bits for each open clue. Placing k
mines in a group of size s can be done in C(s, k) ways and takes k from the fields of its clues: one subtraction, and a
field that would go below zero shows in its top bit. Example: x says "1 among a b c", y says "2 among b c d e"::

    state (x y)     after {a}            after {b c}: x closes     after {d e}: y closes
    start: 1 way    0 mines: (1 2) 1     k = 1: (2-1) 1 * C(2,1)   k = 1: 2 * C(2,1) = 4 ways, 2 mines
                    1 mine:  (0 2) 1     k = 0: (2)   1 * C(2,0)   k = 2: 1 * C(2,2) = 1 way,  3 mines

To know the number of mines as well, the ways to reach a state are a polynomial, the coefficient of z^m counting the
ways with m mines, and the polynomial is one integer: its coefficients in base 2^w, with w so large that none overflows.
Adding and multiplying polynomials are then single operations of Python's integers (Kronecker's substitution).

How often a cell is a mine follows from a second pass from the end: the ways to reach a state times the ways to
go on from it are the placements through it. A group whose k was decided by a clue needs no multiplications: the mines
of a clue's groups add up to the clue, so that the last one is what the others leave.

The work is the number of states, exponential in the clues open at once and in nothing else. `TooWide` says that a
component has more of them than allowed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import comb
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias, TypeVar

from logicms.errors import LimitReached
from logicms.limits import check_time, spend

if TYPE_CHECKING:
    from logicms.counting.components import GroupStep

MOST_STATES = 500_000
"""The most states that are kept for one component; with more it is too wide."""

MOST_BYTES = 1 << 29
"""Memory for the polynomials of these states, which are long where a component is large."""

_STATES_PER_LOOK = 1024
"""The limit is checked once per this many states."""

Steps: TypeAlias = "tuple[GroupStep, ...]"
Ways = dict[int, list[int]]
"""By a group's size: the ways to put 0, 1, … mines into it, as packed polynomials."""
Result = TypeVar("Result")


class TooWide(LimitReached):
    """A component has more states than allowed."""


class Counted(NamedTuple):
    """The placements of one component by number of mines."""

    fewest: int
    """The least number of mines of any placement."""
    ways: tuple[int, ...]
    """The placements with `fewest`, `fewest` + 1, … mines."""
    mines: Sequence[Sequence[int]]
    """For each group: the mines in it, summed over the placements of each number of mines, as in `ways`."""


class Settled(NamedTuple):
    """What is the same in all placements of one component."""

    groups: tuple[bool | None, ...]
    """For each group: True if all its cells are mines in every placement, False if all are safe, None otherwise."""
    most: int
    """The largest number of mines of any placement."""


class Part(Protocol):
    """A component, whatever it is made of: clues that are exact, or conditions of any kind."""

    @property
    def groups(self) -> Sequence[Sequence[int]]:
        """Its cells or names; those of a group have the same odds."""

    def settled(self) -> Settled | None:
        """Return what is the same in all its placements, or None if there are none."""

    def counted(self) -> Counted | None:
        """Return its placements by number of mines, or None if there are none."""


def count(steps: Steps) -> Counted | None:
    """Return the placements of a component, or None if there are none; cached by content.

    >>> from logicms.counting.components import components
    >>> [component] = components([(1, [1, 2, 3]), (2, [2, 3, 4, 5])])
    >>> component.groups, count(component.steps)
    ([[1], [2, 3], [4, 5]], Counted(fewest=2, ways=(4, 1), mines=[[0, 1], [4, 0], [4, 2]]))
    """
    try:
        return _counted[steps]
    except KeyError:
        return _keep(_counted, steps, _count(steps))


def settle(steps: Steps) -> Settled | None:
    """Return what is the same in all placements of a component, or None if there are none; cached by content.

    >>> from logicms.counting.components import components
    >>> [component] = components([(1, [1, 2]), (1, [1, 2, 3])])
    >>> component.groups, settle(component.steps)
    ([[1, 2], [3]], Settled(groups=(None, False), most=1))
    """
    try:
        return _settled[steps]
    except KeyError:
        return _keep(_settled, steps, _settle(steps))


_counted: dict[Steps, Counted | None] = {}
_settled: dict[Steps, Settled | None] = {}
_MOST_KEPT = 4096


def _keep(kept: dict[Steps, Result], steps: Steps, result: Result) -> Result:
    if len(kept) >= _MOST_KEPT:
        kept.clear()
    kept[steps] = result
    return result


def forget() -> None:
    """Clear the cache of results, so that the next question is counted again: for tests and benchmarks."""
    _counted.clear()
    _settled.clear()


def _account(kept: int, most: int) -> int:
    """Spend what was kept since the last check, if that is allowed; return how many may be kept until the next."""
    if kept > most:
        raise TooWide(f"a component has more than {most:,} states")
    spend(_STATES_PER_LOOK)
    return kept + _STATES_PER_LOOK


# -- counting: a state's value is the packed polynomial of the ways to reach it, or to go on from it


def _count(steps: Steps) -> Counted | None:
    sizes = [step[0] for step in steps]
    cells = sum(sizes)
    # No coefficient overflows: there are at most 2^cells placements, and each has at most `cells` mines to be summed.
    width = cells + cells.bit_length()
    # k mines in a group of n cells: C(n, k) ways, times z^k, which is a shift by k coefficients.
    ways_in = {1: [1, 1 << width]}
    for size in sizes:
        if size not in ways_in:
            ways_in[size] = [comb(size, k) << k * width for k in range(size + 1)]
    most = min(MOST_STATES, MOST_BYTES // (1 + cells * width // 40))  # a fifth of all coefficients is a fair guess
    layers = _reach(steps, ways_in, most)
    if not layers[-1]:
        return None
    total = layers[-1][0]
    return unpack(total, _mines(steps, ways_in, layers, total), width)


# In the loops below, a state is the packed integer of `components`, and one step takes it from s to
# s + opens - k * mask for some number of mines k, with C(size, k) ways to choose them. Two kinds of step:
#
# - `field` is not 0: a clue closes, so that k is exactly what it still needs, and there is nothing to try;
# - otherwise k = 0, 1, 2, … are tried, by subtracting `mask` again and again, until a field is below zero.
#
# A field that goes below zero borrows from the one above and leaves that one wrong. That does no harm: the lowest field
# that does so has its own top bit set, `state & zero` sees it, and the state is dropped.


def _reach(steps: Steps, ways_in: Ways, most: int) -> list[dict[int, int]]:
    """Return for each step the states before it with the ways to reach them, and at the end what is reached.

    At the end no clue is open, so that the last layer has the state 0 or, if nothing meets all clues, no state.
    """
    layer, layers, kept, look = {0: 1}, [], 0, _STATES_PER_LOOK
    for size, mask, opens, field, shift, zero, _, _ in steps:
        layers.append(layer)
        ways = ways_in[size]
        new: dict[int, int] = {}
        if field:
            for state, value in layer.items():
                state += opens
                k = (state & field) >> shift
                state -= k * mask  # this empties the field that closes; the other clues may now be below zero
                if k <= size and not state & zero:
                    new[state] = new.get(state, 0) + value * ways[k]
        else:
            for state, value in layer.items():
                state += opens
                for way in ways:  # k = 0 is always possible, for every clue of the group stays open
                    new[state] = new.get(state, 0) + value * way
                    state -= mask
                    if state & zero:
                        break
        layer = new
        kept += len(new)
        if kept > look:
            look = _account(kept, most)
    layers.append(layer)
    return layers


def _mines(steps: Steps, ways_in: Ways, layers: list[dict[int, int]], total: int) -> list[int]:
    """Return for each step the packed sum of the mines in its group over all placements.

    `layers` are those of `_reach`, and `total` is what it reached. The steps are gone through from the end: `after` has
    for each state after a step the ways to complete it; states that lead nowhere are left out.
    """
    mines = [0] * len(steps)
    after = {0: 1}
    for number in range(len(steps) - 1, -1, -1):
        size, mask, opens, field, shift, zero, _, _ = steps[number]
        if len(layers[number]) > _STATES_PER_LOOK:
            check_time()
        ways = ways_in[size]
        here: dict[int, int] = {}
        if field:
            # A state that breaks another clue is not in `after`, which has only states that `_reach` found.
            for state in layers[number]:
                on = state + opens
                k = (on & field) >> shift
                if k <= size and (value := after.get(on - k * mask)):
                    here[state] = value * ways[k]
        else:
            for state, reached in layers[number].items():
                on = state + opens
                value, weighted = after.get(on, 0), 0  # k = 0: ways to go on, but no mines
                for k in range(1, size + 1):
                    on -= mask
                    if on & zero:
                        break
                    if on in after:
                        way = after[on] * ways[k]
                        value += way
                        weighted += way * k
                if value:
                    here[state] = value
                    mines[number] += reached * weighted  # ways to get here, times ways to go on, times mines
        after = here
    # In each placement the mines of a clue's groups add up to what it needs; so the group with which it closed has what
    # the others leave. These come earlier in the order, so that theirs are known.
    for number, (_, _, _, field, _, _, need, before) in enumerate(steps):
        if field:
            mines[number] = need * total - sum([mines[other] for other in before])
    return mines


def unpack(total: int, mines: list[int], width: int) -> Counted:
    """Return the coefficients of the packed polynomials, without the zeros below the fewest mines."""
    fewest = (
        (total & -total).bit_length() - 1
    ) // width  # the lowest bit set is in the first coefficient that is not 0
    low, one = fewest * width, (1 << width) - 1
    if total >> low <= one:  # every placement has the same number of mines
        return Counted(fewest, (total >> low,), [(packed >> low,) for packed in mines])
    shifts = range(low, total.bit_length(), width)
    unpacked = [[packed >> shift & one for shift in shifts] for packed in mines]
    return Counted(fewest, tuple([total >> shift & one for shift in shifts]), unpacked)


# -- settling: only which states can be reached and with how many mines at most, and which of them lead to the end


def _settle(steps: Steps) -> Settled | None:
    layers = _reachable(steps)
    alive: Collection[int] = layers[-1]  # the states after the current step from which the end can be reached
    if not alive:
        return None
    answers: list[bool | None] = []
    for number in range(len(steps) - 1, -1, -1):
        size, mask, opens, field, shift, zero, _, _ = steps[number]
        before = set()
        can_be_safe = can_be_mine = False
        for state in layers[number]:
            on = state + opens
            # Where a clue closes, its k alone is tried, and none if the group is too small for it; else 0 to `size`.
            least = (on & field) >> shift
            for k in range(least, 1 + (min(least, size) if field else size)):
                after = on - k * mask
                if after & zero:
                    break
                if after in alive:
                    before.add(state)
                    # With 0 < k < size any cell of the group may be a mine, and any may be safe.
                    can_be_safe |= k < size
                    can_be_mine |= k > 0
        alive = before
        answers.append(None if can_be_safe and can_be_mine else can_be_mine)
    return Settled(tuple(reversed(answers)), layers[-1][0])


def _reachable(steps: Steps) -> list[dict[int, int]]:
    """Return for each step the states before it with the most mines to reach them, and at the end what is reached.

    The same walk as `_reach`, where a state's value is a number instead of a polynomial, and the larger one stays.
    """
    layer, layers, kept, look = {0: 0}, [], 0, _STATES_PER_LOOK
    for size, mask, opens, field, shift, zero, _, _ in steps:
        layers.append(layer)
        new: dict[int, int] = {}
        for state, most in layer.items():
            state += opens
            if field:
                k = (state & field) >> shift
                state -= k * mask
                if k <= size and not state & zero and new.get(state, -1) < most + k:
                    new[state] = most + k
            else:
                for mines in range(most, most + size + 1):  # each mine more is one more `mask` taken away
                    if new.get(state, -1) < mines:
                        new[state] = mines
                    state -= mask
                    if state & zero:
                        break
        layer = new
        kept += len(new)
        if kept > look:
            look = _account(kept, MOST_STATES)
    layers.append(layer)
    return layers
