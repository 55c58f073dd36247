"""Clues -> components, each with the order in which its cells are counted. `placements` follows that order.

Cells that touch the same clues are alike and form a *group*: only how many of them are mines matters. Groups that are
not connected by clues are counted separately: a *component* is a set of connected groups. Within one, the groups are
put in an order in which few clues are *open* at once (some of their groups are placed and some are not), because the
work is exponential in that number and in nothing else (the cut width of the order). So the next clue is always the open
clue with the fewest groups to place, and all of these come next.

A *state* is what the open clues still need, packed into one integer: each open clue has a *field* of four bits in it
(more if a clue is above 7) and gives it back when it closes, so that a state is a small integer however long the
component is. The top bit of a field is never used by a number: it is set when too many mines were subtracted. A *step*
says how one group changes a state::

    clue x: 1 among a b c       groups  {a}: x      steps  a: x opens; 0 or 1 mines
    clue y: 2 among b c d e             {b c}: x y         b c: y opens, x closes: as many mines as x still needs
                                        {d e}: y           d e: y closes: as many mines as y still needs
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from logicms.counting.placements import Counted, Settled, count, settle
from logicms.limits import check_time, timely

CellId = int
"""A cell: any number that the caller uses for it. `deduction` passes lanes."""

Clues = Sequence[tuple[int, Sequence[CellId]]]
"""Each clue: n of these cells are mines."""

_STEPS_PER_LOOK = 1024
"""A component of a whole row has as many steps as the row has cells: the time limit is heeded now and then."""

Key = tuple[int, ...]
"""The clues that a group touches, by their numbers."""


GroupStep = tuple[int, int, int, int, int, int, int, tuple[int, ...]]
"""How one group is placed: k of its cells are mines, and the state s becomes s + opens - k * mask. In this order:

- *size*: the cells of the group;
- *mask*: 1 in the field of each of its clues;
- *opens*: what the clues need that open here, in their fields;
- *field*: all bits of the field of a clue that closes here, for what it still needs is k; 0 if none closes;
- *shift*: where that field begins;
- *zero*: the bits that must be 0 afterwards: a field's top bit (else too many mines), all of it where a clue closes;
- *need*: what the clue that closes needed when it opened;
- *before*: the earlier steps that share the clue that closes.

A plain tuple, since thousands are made and unpacked for one board, and equal steps must be equal keys.
"""


class Component(NamedTuple):
    """The groups of one component, in order, and the steps that place them: a `Part` of exact clues."""

    groups: list[list[CellId]]
    steps: tuple[GroupStep, ...]
    """Everything that counting needs: equal for components that differ only in their position."""

    def settled(self) -> Settled | None:
        return settle(self.steps)

    def counted(self) -> Counted | None:
        return count(self.steps)


def components(clues: Clues) -> list[Component]:
    """Return the components of the clues, each "n among these cells", in the order of their first clues.

    >>> for component in components([(1, [1, 2, 3]), (2, [2, 3, 4, 5]), (1, [7, 8])]):
    ...     print(component.groups)
    [[1], [2, 3], [4, 5]]
    [[7, 8]]
    """
    return _components(_work(clues, max([need for need, _ in clues], default=0)))


def components_by_need(clues: Clues, cells: Sequence[CellId]) -> tuple[list[Component], list[Component]]:
    """Return the components of the clues and one more, "n among `cells`": those without it; its own for n = 0, 1, …

    Its component is ordered once: how much a clue needs does not change the order, only the contents of two steps.

    >>> others, by_need = components_by_need([(1, [1, 2, 3]), (1, [7, 8])], [2, 3, 4])
    >>> [component.groups for component in others], by_need[0].groups
    ([[[7, 8]]], [[1], [2, 3], [4]])
    >>> by_need == [components([(1, [1, 2, 3]), (n, [2, 3, 4])])[0] for n in range(4)]
    True
    """
    number = len(clues)
    work = _work([*clues, (0, cells)], max([len(cells), *[need for need, _ in clues]]))
    every = _components(work)
    [own] = [component for component in every if any([cells[0] in group for group in component.groups])]
    steps = [work.step_of[group] for group in work.touching[number]]
    by_need = [_with_need(own, n, work.units[number], min(steps), max(steps)) for n in range(len(cells) + 1)]
    return [component for component in every if component is not own], by_need


def _with_need(component: Component, need: int, unit: int, opens: int, closes: int) -> Component:
    """Return the component once its last clue needs `need` instead of 0: it has this unit, and opens and closes there.

    As the clue with the greatest number it comes last in every key, so that of several clues that close in a step it is
    the one that decides: that step's *need* is its own.
    """
    steps = list(component.steps)
    step = steps[opens]
    steps[opens] = (*step[:2], step[2] + need * unit, *step[3:])
    step = steps[closes]
    steps[closes] = (*step[:6], need, step[7])
    return Component(component.groups, tuple(steps))


def number_of_components(clues: Clues) -> int:
    """Return the number of components of the clues, without ordering them.

    >>> number_of_components([(1, [1, 2, 3]), (2, [2, 3, 4, 5]), (1, [7, 8])])
    2
    """
    touching: dict[CellId, list[int]] = {}
    for number, (_, cells) in enumerate(timely(clues)):
        for cell in cells:
            touching.setdefault(cell, []).append(number)
    number_found, met = 0, set[int]()
    for first, (_, cells) in enumerate(timely(clues)):
        number_found += bool(cells) and first not in met
        waiting = [] if first in met else [first]
        while waiting:
            number = waiting.pop()
            if number not in met:
                met.add(number)
                for cell in clues[number][1]:
                    waiting += touching.pop(cell, ())  # a cell leads to its clues once
    return number_found


class _Work(NamedTuple):
    """What is known about all clues and groups, by number, while the components are ordered one by one."""

    clues: Clues
    keys: list[Key]
    groups: list[list[CellId]]
    sizes: list[int]
    """For each group its number of cells."""
    touching: list[list[int]]
    """For each clue its groups."""
    missing: list[int]
    """For each clue how many of its groups are not placed yet: 0 once its component is done."""
    step_of: list[int]
    """For each group its step, or -1 while it has none."""
    units: dict[int, int]
    """For each clue that was opened its field's lowest bit: a number times the unit is that number in the field."""
    bits: int
    """The bits of a field."""


def _work(clues: Clues, most: int) -> _Work:
    """Return the work on these clues before it has begun; none of them needs more than `most`."""
    touched: dict[CellId, Key] = {}
    for number, (_, cells) in enumerate(timely(clues)):
        for cell in cells:
            if cell in touched:
                touched[cell] += (number,)
            else:
                touched[cell] = (number,)
    keys: dict[Key, int] = {}
    groups: list[list[CellId]] = []
    touching: list[list[int]] = [[] for _ in clues]
    for cell, key in timely(touched.items()):
        if key in keys:
            groups[keys[key]].append(cell)
        else:
            for clue in key:
                touching[clue].append(len(groups))
            keys[key] = len(groups)
            groups.append([cell])
    bits = max(4, 1 + most.bit_length())  # one more than the number needs: the top bit is set only below zero
    missing = list(map(len, touching))
    return _Work(clues, list(keys), groups, list(map(len, groups)), touching, missing, [-1] * len(keys), {}, bits)


def _components(work: _Work) -> list[Component]:
    # A clue that misses no group was met in an earlier component, or has no cells.
    return [_component(first, work) for first in timely(range(len(work.clues))) if work.missing[first]]


def _component(clue: int, work: _Work) -> Component:
    """Return the component of `clue`, and note its groups and clues as done in `work`.

    Precondition: no group of the component has a step yet. Afterwards each of its groups has one, in the order in which
    they are placed; each of its clues misses none, and was open from its first group's step to its last one's.
    """
    clues, keys, groups, sizes, touching, missing, step_of, units, bits = work
    order: list[list[CellId]] = []
    steps: list[GroupStep] = []
    open_clues: dict[int, int] = {}  # each with the unit of its field
    free: list[int] = []  # the units of fields that closed clues gave back
    top, full = 1 << bits - 1, (1 << bits) - 1  # a field's top bit, and all its bits; times a unit, in that field
    while True:
        # All groups that this clue still misses come next, and it closes with the last of them. That one should be the
        # largest: what the clue still needs decides its mines, where any other group is tried with 0, 1, 2, … mines.
        new = [group for group in touching[clue] if step_of[group] < 0]
        if len(new) > 1:
            new.sort(key=sizes.__getitem__)
        for group in new:
            step_of[group] = len(order)
            order.append(groups[group])
            mask = opens = zero = 0
            closing = -1
            for c in keys[group]:
                if c in open_clues:
                    unit = open_clues[c]
                else:
                    # The clue opens: it takes a field that is free, or one above all others, and what it needs is
                    # written there. Without free ones, the open clues have exactly the lowest fields.
                    unit = free.pop() if free else 1 << bits * len(open_clues)
                    open_clues[c] = units[c] = unit
                    opens += clues[c][0] * unit
                mask += unit
                left = missing[c] - 1
                missing[c] = left
                if left:
                    zero += top * unit  # stays open: it may need any number from 0 on, but not go below
                else:
                    zero += full * unit  # closes: it must have got all it needs
                    closing = c
            if closing < 0:
                steps.append((sizes[group], mask, opens, 0, 0, zero, 0, ()))
            else:
                # If several clues close here, the last of them decides how many mines the group has; `zero` sees to it
                # that the others agree.
                unit = open_clues[closing]
                before = tuple([step_of[other] for other in touching[closing] if other != group])
                steps.append(
                    (sizes[group], mask, opens, full * unit, unit.bit_length() - 1, zero, clues[closing][0], before)
                )
                free += [open_clues.pop(c) for c in keys[group] if not missing[c]]
        if not len(steps) % _STEPS_PER_LOOK:
            check_time()
        if not open_clues:
            return Component(order, tuple(steps))
        clue = min(open_clues, key=missing.__getitem__) if len(open_clues) > 1 else next(iter(open_clues))
