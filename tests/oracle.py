"""The specification: what is certain and what the odds are, found by ways the package does not use.

`placements` tries every way to put the mines on a small board; `backbone` asks a SAT solver about every hidden cell of
a large one. Both count neighbours for themselves and share nothing with the package but `Board`, so that no mistake
can stand on both sides of a comparison.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from pysat.card import CardEnc, EncType
from pysat.solvers import Solver

from logicms.board import Board, Cell

MOST_HIDDEN = 18
"""Above this many hidden cells trying everything takes too long to be a test."""


@dataclass(frozen=True)
class Placements:
    """Every placement of a board: bit i of each is whether `cells[i]` is a mine."""

    cells: tuple[Cell, ...]
    all: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.all)

    @cached_property
    def odds(self) -> dict[Cell, Fraction]:
        """How often each hidden cell is a mine; empty when there is no placement."""
        if not self.all:
            return {}
        count = len(self.all)
        return {c: Fraction(sum(p >> i & 1 for p in self.all), count) for i, c in enumerate(self.cells)}

    @cached_property
    def safe(self) -> frozenset[Cell]:
        return frozenset(cell for cell, odds in self.odds.items() if odds == 0)

    @cached_property
    def mine(self) -> frozenset[Cell]:
        return frozenset(cell for cell, odds in self.odds.items() if odds == 1)


def placements(board: Board, *, total: bool = True) -> Placements:
    """Return every placement of `board`, whose flags are read as hidden; `total` False leaves the mine total unused."""
    cells = tuple(cell for cell in board.cells if board[cell] in "?F")
    assert len(cells) <= MOST_HIDDEN, f"{len(cells)} hidden cells are too many to try everything"
    bit = {cell: 1 << i for i, cell in enumerate(cells)}
    found = list(range(1 << len(cells)))
    for mask, wanted in _sums(board, bit, total):
        found = [p for p in found if (p & mask).bit_count() == wanted]
    return Placements(cells, tuple(found))


def _sums(board: Board, bit: dict[Cell, int], total: bool) -> list[tuple[int, int]]:
    """Return for each clue, and for the total, which hidden cells it counts and how many mines are among them."""
    sums = [
        _sum(board, board.neighbours(cell), int(board[cell]), bit) for cell in board.cells if board[cell] in "012345678"
    ]
    if total and board.mines is not None:
        sums.append(_sum(board, board.cells, board.mines, bit))
    return sums


def _sum(board: Board, cells: tuple[Cell, ...], wanted: int, bit: dict[Cell, int]) -> tuple[int, int]:
    shown = sum(board[cell] == "*" for cell in cells)
    return sum(bit.get(cell, 0) for cell in cells), wanted - shown


@dataclass(frozen=True)
class Backbone:
    """Which hidden cells are certain; `consistent` False: there is no placement."""

    consistent: bool
    safe: frozenset[Cell] = frozenset()
    mine: frozenset[Cell] = frozenset()


def backbone(board: Board, *, total: bool = True, solver: str = "cadical153") -> Backbone:
    """Return what is certain on a board of any size, its flags read as hidden, by asking about each cell in turn.

    What the clues alone make certain is found first: with the mine total the same questions are much harder.
    """
    cells = [cell for cell in board.cells if board[cell] in "?F"]
    number = {cell: i for i, cell in enumerate(cells, 1)}
    forced: set[int] = set()
    for with_total in (False, True) if total and board.mines is not None else (False,):
        found = _forced(board, number, with_total, forced, solver)
        if found is None:
            return Backbone(consistent=False)
        forced = found
    return Backbone(
        consistent=True,
        safe=frozenset(cell for cell in cells if -number[cell] in forced),
        mine=frozenset(cell for cell in cells if number[cell] in forced),
    )


def _forced(board: Board, number: dict[Cell, int], total: bool, known: set[int], solver: str) -> set[int] | None:
    """Return the literals that hold in every placement, those known to do so included; None if there is none."""
    with Solver(name=solver, bootstrap_with=[[literal] for literal in known]) as sat:
        if not _tell(sat, board, number, total) or not sat.solve():
            return None
        first = set(sat.get_model() or ())
        seen = {n if n in first else -n for n in number.values()}
        forced = set(known)
        for literal in sorted(seen, key=abs):
            if literal in seen and literal not in forced:
                if sat.solve(assumptions=[-literal]):
                    seen &= set(sat.get_model())
                else:
                    forced.add(literal)
        return forced


def is_possible(board: Board, *, solver: str = "cadical153") -> bool:
    """Return whether a board of any size has a placement, its flags read as hidden."""
    number = {cell: i for i, cell in enumerate((cell for cell in board.cells if board[cell] in "?F"), 1)}
    with Solver(name=solver) as sat:
        return _tell(sat, board, number, total=True) and bool(sat.solve())


def _tell(sat: Solver, board: Board, number: dict[Cell, int], total: bool) -> bool:
    """Tell the solver every sum; return False at once if one asks for fewer than no mines or more than all cells."""
    top = len(number)
    around = [(board.neighbours(cell), int(board[cell])) for cell in board.cells if board[cell] in "012345678"]
    if total and board.mines is not None:
        around.append((board.cells, board.mines))
    for cells, wanted in around:
        lits = [number[cell] for cell in cells if cell in number]
        wanted -= sum(board[cell] == "*" for cell in cells)
        if not 0 <= wanted <= len(lits):
            return False
        encoding = EncType.seqcounter if len(lits) < 9 else EncType.totalizer
        if lits:
            formula = CardEnc.equals(lits=lits, bound=wanted, top_id=top, encoding=encoding)
            top = max(top, formula.nv)
            sat.append_formula(formula.clauses)
    return True
