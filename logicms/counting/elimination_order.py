"""Clues -> components, each with the order in which its cells are counted. `placements` follows that order.

Cells that touch the same clues are alike and form a *group*: only how many of them are mines matters. Groups that
share no clue, even through others, are counted apart: a *component*. Within one, the groups are put in an order in
which few clues are *open* at once, that is, have some of their groups behind us and some before us, because the
work is exponential in that number and in nothing else (the cut width of the order). So the next clue is always the
open one that misses the fewest groups, and all of these come next.

A clue that is open has a *field* of four bits (more if a clue is above 7) in a state, and gives it back when it closes;
a state is therefore a small integer however long the component is. A *step* says how one group changes a state::

    clue x: 1 among a b c       groups  {a}: x      steps  a: x opens; 0 or 1 mines
    clue y: 2 among b c d e             {b c}: x y         b c: y opens, x closes: as many mines as x still needs
                                        {d e}: y           d e: y closes: as many mines as y still needs
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

Place = int
"""A cell, as whoever asks numbers them."""

Clues = Sequence[tuple[int, Sequence[Place]]]
"""Each clue: n mines are among these cells."""

Key = tuple[int, ...]
"""The clues that a group touches, by their numbers."""


Step = tuple[int, int, int, int, int, int, int, tuple[int, ...]]
"""How one group is placed: k of its cells are mines, and the state s becomes s + opens - k * mask. In this order:

- *size*: the cells of the group;
- *mask*: 1 in the field of each of its clues;
- *opens*: what the clues need that open here, in their fields;
- *field*: all bits of the field of a clue that closes here, for what it still needs is k; 0 if none closes;
- *shift*: where that field begins;
- *zero*: the bits that must be 0 afterwards: a field's top bit (else too many mines), all of it where a clue closes;
- *need*: what the clue that closes needed when it opened;
- *before*: the earlier steps that share the clue that closes.
"""


class Component(NamedTuple):
    """The groups of one component, in order, and the steps that place them."""

    groups: list[list[Place]]
    steps: tuple[Step, ...]
    """All that counting needs: equal for components that differ only in where they lie."""


def components(clues: Clues) -> list[Component]:
    """Return the components of the clues, each «n among these cells», in the order of their first clues.

    >>> for component in components([(1, [1, 2, 3]), (2, [2, 3, 4, 5]), (1, [7, 8])]):
    ...     print(component.groups)
    [[1], [2, 3], [4, 5]]
    [[7, 8]]
    """
    return _components(_work(clues, max([need for need, _ in clues], default=0)))


def components_by_need(clues: Clues, cells: Sequence[Place]) -> tuple[list[Component], list[Component]]:
    """Return the components of the clues and one more, «n among `cells`»: those without it; its own for n = 0, 1, …

    It is put in order once, for what a clue needs does not change the order, only what is written into two steps.

    >>> others, by_need = components_by_need([(1, [1, 2, 3]), (1, [7, 8])], [2, 3, 4])
    >>> [component.groups for component in others], by_need[0].groups
    ([[[7, 8]]], [[1], [2, 3], [4]])
    >>> by_need == [components([(1, [1, 2, 3]), (n, [2, 3, 4])])[0] for n in range(4)]
    True
    """
    number = len(clues)
    work = _work([*clues, (0, cells)], max([len(cells), *[need for need, _ in clues]]))
    found = _components(work)
    [own] = [component for component in found if any([cells[0] in group for group in component.groups])]
    steps = [work.placed[group] for group in work.touching[number]]
    by_need = [_with_need(own, n, work.lowest[number], min(steps), max(steps)) for n in range(len(cells) + 1)]
    return [component for component in found if component is not own], by_need


def _with_need(component: Component, need: int, unit: int, opens: int, closes: int) -> Component:
    """Return the component once its last clue, which needed 0, needs more; its field begins at the bit `unit`."""
    steps = list(component.steps)
    step = steps[opens]
    steps[opens] = (*step[:2], step[2] + need * unit, *step[3:])
    step = steps[closes]  # the last clue: of several that close here, its field is the one that decides
    steps[closes] = (*step[:6], need, step[7])
    return Component(component.groups, tuple(steps))


def number_of_components(clues: Clues) -> int:
    """Return into how many components the clues fall, without ordering them.

    >>> number_of_components([(1, [1, 2, 3]), (2, [2, 3, 4, 5]), (1, [7, 8])])
    2
    """
    touching: dict[Place, list[int]] = {}
    for number, (_, cells) in enumerate(clues):
        for cell in cells:
            touching.setdefault(cell, []).append(number)
    found, met = 0, bytearray(len(clues))
    for first, (_, cells) in enumerate(clues):
        found += bool(cells) and not met[first]
        waiting = [] if met[first] else [first]
        while waiting:
            number = waiting.pop()
            if not met[number]:
                met[number] = 1
                for cell in clues[number][1]:
                    waiting += touching.pop(cell, ())
    return found


def _groups(clues: Clues) -> tuple[list[Key], list[list[Place]], list[list[int]]]:
    """Return the groups' keys, the groups' cells, and for each clue the numbers of its groups."""
    touched: dict[Place, Key] = {}
    for number, (_, cells) in enumerate(clues):
        for cell in cells:
            if cell in touched:
                touched[cell] += (number,)
            else:
                touched[cell] = (number,)
    keys: dict[Key, int] = {}
    groups: list[list[Place]] = []
    touching: list[list[int]] = [[] for _ in clues]
    for cell, key in touched.items():
        if key in keys:
            groups[keys[key]].append(cell)
        else:
            for clue in key:
                touching[clue].append(len(groups))
            keys[key] = len(groups)
            groups.append([cell])
    return list(keys), groups, touching


class _Work(NamedTuple):
    """What is known of all clues and groups, by their numbers, while the components are ordered one by one."""

    clues: Clues
    keys: list[Key]
    groups: list[list[Place]]
    sizes: list[int]
    touching: list[list[int]]
    """For each clue its groups."""
    missing: list[int]
    """For each clue how many of its groups are not placed yet: 0 once its component is done."""
    placed: list[int]
    """For each group its step, or -1."""
    lowest: list[int]
    """For each clue, once it was open, the lowest bit of its field."""
    width: int
    """The bits of a field."""


def _work(clues: Clues, most: int) -> _Work:
    """Return the work on these clues before it has begun; none of them needs more than `most`."""
    keys, groups, touching = _groups(clues)
    width = max(4, 1 + most.bit_length())
    missing, lowest = list(map(len, touching)), [0] * len(clues)
    return _Work(clues, keys, groups, list(map(len, groups)), touching, missing, [-1] * len(keys), lowest, width)


def _components(work: _Work) -> list[Component]:
    return [_component(first, work) for first in range(len(work.clues)) if work.missing[first]]


def _component(clue: int, work: _Work) -> Component:
    """Return the component of `clue`, and use up its part of `missing` and `placed`."""
    clues, keys, groups, sizes, touching, missing, placed, lowest, width = work
    order: list[list[Place]] = []
    steps: list[Step] = []
    units: dict[int, int] = {}  # the open clues, each with the lowest bit of its field
    given_back: list[int] = []
    top, full = 1 << width - 1, (1 << width) - 1
    while True:
        new = [group for group in touching[clue] if placed[group] < 0]
        if len(new) > 1:  # the largest last, where the clue decides its k
            new.sort(key=sizes.__getitem__)
        for group in new:
            placed[group] = len(order)
            order.append(groups[group])
            mask = opens = zero = 0
            closing = -1
            for c in keys[group]:
                if c in units:
                    unit = units[c]
                else:
                    unit = units[c] = lowest[c] = given_back.pop() if given_back else 1 << width * len(units)
                    opens += clues[c][0] * unit
                mask += unit
                left = missing[c] - 1
                missing[c] = left
                if left:
                    zero += top * unit
                else:
                    zero += full * unit
                    closing = c
            if closing < 0:
                steps.append((sizes[group], mask, opens, 0, 0, zero, 0, ()))
            else:
                unit = units[closing]
                before = tuple([placed[other] for other in touching[closing] if other != group])
                steps.append(
                    (sizes[group], mask, opens, full * unit, unit.bit_length() - 1, zero, clues[closing][0], before)
                )
                given_back += [units.pop(c) for c in keys[group] if not missing[c]]
        if not units:
            return Component(order, tuple(steps))
        clue = min(units, key=missing.__getitem__) if len(units) > 1 else next(iter(units))
