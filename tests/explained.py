"""Judges of explanations that share nothing with the package but its values: sets, witnesses and techniques by trying.

A hint is a mask and a number here. What a set of hints forces is found by trying every placement of their cells, or by
`OptUx` of python-sat where these are too many.
"""

from __future__ import annotations

from itertools import combinations, product

from pysat.card import CardEnc, EncType
from pysat.examples.optux import OptUx
from pysat.formula import WCNF

from logicms.board import Board, Cell
from logicms.explanation import Explanation
from logicms.explanation.short_proofs import region_derivation, short_derivation
from logicms.logic.derivation import Derivation
from logicms.proofs.proof import Proof

Clue = tuple[frozenset[Cell], int]
"""Hidden cells, and how many of them are mines."""


def clues(board: Board, total: bool) -> dict[object, Clue]:
    """Return what every clue of a board says of its hidden cells, by the clue's cell; the mine total by "mines"."""
    found: dict[object, Clue] = {}
    around = {cell: board.neighbours(cell) for cell in board.cells if board[cell] in "012345678"}
    for cell, near in around.items():
        shown = sum(board[each] == "*" for each in near)
        found[cell] = frozenset(each for each in near if board[each] == "?"), int(board[cell]) - shown
    if total and board.mines is not None:
        shown = sum(board[cell] == "*" for cell in board.cells)
        found["mines"] = frozenset(cell for cell in board.cells if board[cell] == "?"), board.mines - shown
    return found


def forces(chosen: list[Clue], cell: Cell, is_mine: bool) -> bool:
    """Return whether no placement that meets these clues has the cell otherwise, by trying every placement."""
    cells = sorted({cell, *(each for among, _ in chosen for each in among)})
    assert len(cells) <= 16
    bit = {each: 1 << i for i, each in enumerate(cells)}
    masks = [(sum(bit[each] for each in among), count) for among, count in chosen]
    return not any(
        bool(placement & bit[cell]) is not is_mine and all((placement & m).bit_count() == n for m, n in masks)
        for placement in range(1 << len(cells))
    )


def smallest_by_trying(told: dict[object, Clue], cell: Cell, is_mine: bool) -> int:
    """Return how many clues it takes at least."""
    useful = [clue for clue in told.values() if clue[0]]
    return next(
        size
        for size in range(1, len(useful) + 1)
        if any(forces(list(chosen), cell, is_mine) for chosen in combinations(useful, size))
    )


def smallest_by_optux(told: dict[object, Clue], cell: Cell, is_mine: bool) -> int:
    """Return how many clues it takes at least, by python-sat."""
    cells = sorted({each for among, _ in told.values() for each in among})
    number = {each: i for i, each in enumerate(cells, 1)}
    formula, top, selectors = WCNF(), len(cells), []
    for among, count in told.values():
        top += 1
        selectors.append(selector := top)
        literals = [number[each] for each in sorted(among)]
        if literals:
            encoding = EncType.seqcounter if len(literals) < 60 else EncType.totalizer
            card = CardEnc.equals(lits=literals, bound=count, top_id=top, encoding=encoding)
            top = max(top, card.nv)
            for clause in card.clauses:
                formula.append([-selector, *clause])
    formula.append([-number[cell] if is_mine else number[cell]])
    for selector in selectors:
        formula.append([selector], weight=1)
    with OptUx(formula) as optux:
        return len(optux.compute())


def check_witnesses(told: dict[object, Clue], explanation: Explanation) -> None:
    """See for each clue of an explanation that its witness meets all the others and has the cell otherwise."""
    chosen = [hint.because for hint in explanation.hints]
    for left_out, mines in zip(chosen, explanation.witnesses(), strict=True):
        assert (explanation.cell in mines) is (explanation.verdict == "safe")
        for source in chosen:
            among, count = told[source]
            assert (len(among & mines) == count) is (source != left_out)


def technique_by_trying(told: dict[object, Clue], cell: Cell, is_mine: bool) -> str:
    """Return the easiest technique that shows the cell, each tried as it is defined."""
    useful = [clue for clue in told.values() if clue[0]]
    if any(cell in clue[0] and _forced(*clue) is is_mine for clue in useful):
        return "single"
    for among, count in useful:
        for inner, inside in useful:
            if cell in among - inner and inner < among and _forced(among - inner, count - inside) is is_mine:
                return "subset"
    if _summed(useful, cell) is is_mine:
        return "difference"
    return "propagate" if _refuted(useful, {cell: not is_mine}) else "split"


def _summed(useful: list[Clue], cell: Cell) -> bool | None:
    """Try every sum of up to three clues, each added or subtracted: with the cell either way, can it come out?"""
    for number in (1, 2, 3):
        for chosen in combinations(useful, number):
            for signs in product((1, -1), repeat=number):
                wanted = sum(sign * count for sign, (_, count) in zip(signs, chosen, strict=True))
                cells = frozenset().union(*(among for among, _ in chosen))
                factors = {c: sum(s for s, (among, _) in zip(signs, chosen, strict=True) if c in among) for c in cells}
                own = factors.pop(cell, 0)
                least, most = (sum(pick(factor, 0) for factor in factors.values()) for pick in (min, max))
                can = {value: least <= wanted - own * value <= most for value in (False, True)}
                if can[True] != can[False]:
                    return can[True]
    return None


def _forced(among: frozenset[Cell], count: int) -> bool | None:
    return False if count == 0 else True if count == len(among) else None


def _refuted(useful: list[Clue], held: dict[Cell, bool]) -> bool:
    """Follow single clues until one is broken, or nothing new is said."""
    held = dict(held)
    while True:
        before = len(held)
        for among, count in useful:
            mines = sum(held.get(cell, False) for cell in among)
            free = [cell for cell in among if cell not in held]
            if mines > count or mines + len(free) < count:
                return True
            if free and mines == count:
                held.update(dict.fromkeys(free, False))
            elif mines + len(free) == count:
                held.update(dict.fromkeys(free, True))
        if len(held) == before:
            return False


def short_proof(hints, goal, facts=None, direct=False) -> Proof | None:
    """Return the short proof of a literal from hints, or None if it does not follow."""
    return _written(short_derivation(hints, goal, facts), direct)


def region_proof(hints, goal, facts=None, direct=False) -> Proof | None:
    """Return the proof of a literal by regions, or None if it does not follow."""
    return _written(region_derivation(hints, goal, facts), direct)


def _written(derivation: Derivation | None, direct: bool) -> Proof | None:
    return None if derivation is None else derivation.proof("direct" if direct else "resolution")
