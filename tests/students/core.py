"""What these students share: the complete solution of examples/assignment, and a placement found by backtracking.

Nothing of logicms is in it: it is a second opinion too.
"""

import reasoner
from reasoner import components, single


def certain(clues, width, height, mines=None):
    """Return every certain cell: {cell: is a mine}."""
    safe, mined = reasoner.certain(clues, width, height, mines)
    return dict.fromkeys(safe, False) | dict.fromkeys(mined, True)


def one_placement(clues, width, height):
    """Return the mines of one placement that meets every clue, or None."""
    mines = {cell for cell, mine in single(clues, width, height).items() if mine}
    for part in components(clues, single(clues, width, height), width, height):
        order = list(dict.fromkeys(cell for cells, _ in part for cell in sorted(cells)))
        chosen = _first(part, order, {})
        if chosen is None:
            return None
        mines |= {cell for cell in order if chosen[cell]}
    return mines


def _first(part, order, values):
    for cells, number in part:
        there = sum(values.get(c, 0) for c in cells)
        if not there <= number <= there + sum(c not in values for c in cells):
            return None
    if len(values) == len(order):
        return dict(values)
    for value in (0, 1):
        if (found := _first(part, order, {**values, order[len(values)]: value})) is not None:
            return found
    return None
