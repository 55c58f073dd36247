"""Everything that is certain: every placement of each component is tried; the mine total says which go together.

A *component* is a group of hidden cells that no chain of clues connects to the others. Sound and complete.
"""


def certain(clues, width, height, mines=None):
    """Return every certain cell as two sets, safe and mined; with the number of mines, what it decides too."""
    known = single(clues, width, height)
    parts = [by_number(part) for part in components(clues, known, width, height)]
    hidden = {(row, col) for row in range(height) for col in range(width)} - clues.keys()
    away = hidden - known.keys() - {cell for part in parts for found in part.values() for cell in found}
    left = None if mines is None else mines - sum(known.values())
    for place, part in enumerate(parts):
        others = sums([set(other) for i, other in enumerate(parts) if i != place])
        possible = {n for n in part if left is None or any(0 <= left - n - other <= len(away) for other in others)}
        for cell in next(iter(part.values())):
            values = set().union(*(part[n][cell] for n in possible))
            if len(values) == 1:
                known[cell] = values.pop()
    if left is not None and away:
        rest = {left - total for total in sums([set(part) for part in parts]) if 0 <= left - total <= len(away)}
        if rest in ({0}, {len(away)}):
            known.update(dict.fromkeys(away, rest != {0}))
    return {cell for cell, mine in known.items() if not mine}, {cell for cell, mine in known.items() if mine}


def single(clues, width, height):
    """Return the cells that single clues make certain, used until nothing new follows: {cell: is a mine}."""
    known, before = {}, -1
    while len(known) > before:
        before = len(known)
        for cell, number in clues.items():
            hidden = [c for c in around(cell, width, height) if c not in clues]
            left = number - sum(known.get(c, False) for c in hidden)
            unknown = [c for c in hidden if c not in known]
            if left in (0, len(unknown)):
                known.update(dict.fromkeys(unknown, left > 0))
    return known


def sums(sets):
    totals = {0}
    for numbers in sets:
        totals = {total + number for total in totals for number in numbers}
    return totals


def components(clues, known, width, height):
    """Yield the clues about undecided cells, as (cells, number), in groups that share no cell."""
    left = []
    for cell, number in clues.items():
        hidden = [c for c in around(cell, width, height) if c not in clues]
        unknown = frozenset(c for c in hidden if c not in known)
        if unknown:
            left.append((unknown, number - sum(known.get(c, False) for c in hidden)))
    left = list(dict.fromkeys(left))
    while left:
        part, cells = [left[0]], set(left.pop(0)[0])
        while more := [each for each in left if each[0] & cells]:
            left = [each for each in left if each not in more]
            part += more
            cells = cells.union(*(each[0] for each in more))
        yield part


def by_number(part):
    """Return for each number of mines that a component can have, which values each cell can have then."""
    order = list(dict.fromkeys(cell for cells, _ in part for cell in sorted(cells)))
    touching = {cell: [each for each in part if cell in each[0]] for cell in order}
    found, values = {}, {}

    def fits(cell):
        for cells, number in touching[cell]:
            there = sum(values.get(c, 0) for c in cells)
            if not there <= number <= there + sum(c not in values for c in cells):
                return False
        return True

    def search(depth):
        if depth == len(order):
            cells = found.setdefault(sum(values.values()), {cell: set() for cell in order})
            for cell in order:
                cells[cell].add(bool(values[cell]))
            return
        for value in (0, 1):
            values[order[depth]] = value
            if fits(order[depth]):
                search(depth + 1)
            del values[order[depth]]

    search(0)
    return found


def around(cell, width, height):
    row, col = cell
    rows, cols = range(max(0, row - 1), min(height, row + 2)), range(max(0, col - 1), min(width, col + 2))
    return [(r, c) for r in rows for c in cols if (r, c) != cell]
