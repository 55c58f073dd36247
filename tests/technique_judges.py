"""What each technique says about a position, tried out on every clue: slow, simple, and not the program's own way.

A *constraint* is a set of hidden cells and the number of mines among them.
"""

from __future__ import annotations

from itertools import combinations, product

from pysat.card import CardEnc, EncType
from pysat.solvers import Cadical153

from logicms.board import Board, Cell

Constraint = tuple[frozenset[Cell], int]


def constraints(board: Board, total: bool) -> list[Constraint]:
    """Return every clue with the hidden cells around it, flags counted out, and perhaps the mine total."""
    found = []
    for cell in board.open:
        around = board.neighbours(cell)
        hidden = frozenset(other for other in around if board[other] == "?")
        found.append((hidden, int(board[cell]) - sum(board[other] == "F" for other in around)))
    if total:
        found.append((frozenset(board.where("?")), board.mines - board.signs.count("F")))
    return [(cells, mines) for cells, mines in found if cells]


def by_single(told: list[Constraint]) -> dict[Cell, bool]:
    return {cell: mines > 0 for cells, mines in told if mines in (0, len(cells)) for cell in cells}


def by_subset(told: list[Constraint]) -> dict[Cell, bool]:
    pairs = [(a, b) for a, b in combinations(told, 2) if a[0] & b[0]]
    return by_single([(b[0] - a[0], b[1] - a[1]) for x, y in pairs for a, b in ((x, y), (y, x)) if a[0] < b[0]])


def by_difference(told: list[Constraint]) -> dict[Cell, bool]:
    """Return what sums of up to three constraints, each with plus or minus, decide by their bounds: all are tried.

    Only constraints that hang together are summed: of two sums without a common cell, each decides for itself.
    """
    cells = sorted(frozenset().union(*(cells for cells, _ in told)))
    bits = {cell: 1 << place for place, cell in enumerate(cells)}
    rows = [(sum(bits[cell] for cell in cells), mines) for cells, mines in told]
    decided = {False: 0, True: 0}
    for chosen in connected(rows):
        regions = [(common(chosen, members), members) for members in product((False, True), repeat=len(chosen))]
        regions = [(mask, members) for mask, members in regions if mask and any(members)]
        for signs in product((1, -1), repeat=len(chosen)):
            factors = [(mask, sum(s * is_in for s, is_in in zip(signs, own, strict=True))) for mask, own in regions]
            least = sum(factor * mask.bit_count() for mask, factor in factors if factor < 0)
            room = sum(sign * mines for sign, (_, mines) in zip(signs, chosen, strict=True)) - least
            for mask, factor in factors:
                if abs(factor) > room:  # with its other value, the sum would be less than it can be
                    decided[factor < 0] |= mask
    return {cell: value for value, mask in decided.items() for cell in cells if bits[cell] & mask}


def connected(rows: list[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """Return every set of one, two or three rows that common cells hold together."""
    touching = [{j for j, other in enumerate(rows) if other[0] & row[0] and j != i} for i, row in enumerate(rows)]
    sets = {frozenset([i]) for i in range(len(rows))}
    for _ in range(2):
        sets |= {chosen | {j} for chosen in sets for i in chosen for j in touching[i]}
    return [[rows[i] for i in sorted(chosen)] for chosen in sorted(sets, key=sorted)]


def common(chosen: list[tuple[int, int]], members: tuple[bool, ...]) -> int:
    """Return the cells that are in exactly these of the chosen rows."""
    mask = -1
    for (cells, _), is_in in zip(chosen, members, strict=True):
        mask &= cells if is_in else ~cells
    return max(mask, 0)


def by_contrary(told: list[Constraint]) -> dict[Cell, bool]:
    """Return what is refuted when its contrary is followed, clue by clue."""
    cells = frozenset().union(*(cells for cells, _ in told))
    return {cell: not value for cell in cells for value in (True, False) if breaks(told, cell, value)}


def breaks(told: list[Constraint], cell: Cell, value: bool) -> bool:
    held = {cell: value}
    while True:
        left = [(cells - held.keys(), mines - sum(held.get(c, False) for c in cells)) for cells, mines in told]
        if any(mines < 0 or mines > len(cells) for cells, mines in left):
            return True
        new = by_single([(cells, mines) for cells, mines in left if cells])
        if not new:
            return False
        held |= new


def certain_by_sat(told: list[Constraint]) -> dict[Cell, bool]:
    """Return everything that is certain: a SAT solver finds no placement in which it is otherwise."""
    cells = sorted(frozenset().union(*(cells for cells, _ in told)))
    number = {cell: place for place, cell in enumerate(cells, 1)}
    with Cadical153() as solver:
        top = len(cells)
        for among, mines in told:
            card = CardEnc.equals([number[c] for c in sorted(among)], mines, top_id=top, encoding=EncType.seqcounter)
            top = max(top, card.nv)
            solver.append_formula(card.clauses)
        assert solver.solve(), "the constraints contradict one another"
        placement = set(solver.get_model())
        return {
            cell: number[cell] in placement
            for cell in cells
            if not solver.solve([-number[cell] if number[cell] in placement else number[cell]])
        }


JUDGES = {"single": by_single, "subset": by_subset, "difference": by_difference, "propagate": by_contrary}
