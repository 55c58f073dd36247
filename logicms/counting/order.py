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


class Step(NamedTuple):
    """How one group is placed: k of its `size` cells are mines, and the state s becomes s + opens - k * mask."""

    size: int
    mask: int
    """1 in the field of each of the group's clues."""
    opens: int
    """What the clues need that open here, in their fields."""
    field: int
    """All bits of the field of a clue that closes here, for what it still needs is k; 0 if none closes."""
    shift: int
    """Where that field begins."""
    zero: int
    """The bits that must be 0 afterwards: a field's top bit (else too many mines), all of it where its clue closes."""
    need: int
    """What the clue that closes needed at its opening."""
    before: tuple[int, ...]
    """The earlier steps that share the clue that closes."""


class Component(NamedTuple):
    """The groups of one component, in order, and the steps that place them."""

    groups: list[list[Place]]
    steps: tuple[Step, ...]
    """All that counting needs: equal for components that differ only in where they lie."""
    most: int
    """No placement has more mines than this."""


def components(clues: Clues) -> list[Component]:
    """Return the components of the clues, each «n among these cells», in the order of their first clues.

    >>> for component in components([(1, [1, 2, 3]), (2, [2, 3, 4, 5]), (1, [7, 8])]):
    ...     print(component.groups, component.most)
    [[1], [2, 3], [4, 5]] 3
    [[7, 8]] 1
    """
    keys, groups, touching = _groups(clues)
    placed = [-1] * len(keys)
    missing = list(map(len, touching))
    width = max(4, 1 + max([need for need, _ in clues], default=0).bit_length())
    return [
        _component(first, clues, keys, groups, touching, missing, placed, width)
        for first in range(len(clues))
        if missing[first]
    ]


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


def _component(
    clue: int,
    clues: Clues,
    keys: list[Key],
    groups: list[list[Place]],
    touching: list[list[int]],
    missing: list[int],
    placed: list[int],
    width: int,
) -> Component:
    """Return the component of `clue`. Used up: `missing` (groups of each clue not placed yet), `placed` (steps)."""
    order: list[list[Place]] = []
    steps: list[Step] = []
    fields: dict[int, int] = {}  # the open clues, and where the field of each begins
    given_back: list[int] = []
    top, field, most = 1 << width - 1, (1 << width) - 1, 0
    while True:
        most += clues[clue][0]
        new = [group for group in touching[clue] if placed[group] < 0]
        new.sort(key=lambda group: len(groups[group]))
        for group in new:
            placed[group] = len(steps)
            order.append(groups[group])
            mask = opens = zero = 0
            closing = -1
            for c in keys[group]:
                if c not in fields:
                    fields[c] = given_back.pop() if given_back else width * len(fields)
                    opens += clues[c][0] << fields[c]
                mask += 1 << fields[c]
                missing[c] -= 1
                if missing[c]:
                    zero |= top << fields[c]
                else:
                    zero |= field << fields[c]
                    closing = c
            if closing < 0:
                steps.append(Step(len(groups[group]), mask, opens, 0, 0, zero, 0, ()))
                continue
            shift = fields[closing]
            before = tuple([placed[other] for other in touching[closing] if other != group])
            steps.append(Step(len(groups[group]), mask, opens, field << shift, shift, zero, clues[closing][0], before))
            given_back.extend([fields.pop(c) for c in keys[group] if not missing[c]])
        if not fields:
            return Component(order, tuple(steps), most)
        clue = min(fields, key=missing.__getitem__)
