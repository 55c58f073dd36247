"""Hypothesis strategies: formulas, any boards, layouts, and *planted* boards, which are consistent by construction."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import strategies as st
from sympy import And, Equivalent, Implies, Not, Or, Xor, false, symbols, true
from sympy.logic.boolalg import Boolean

from logicms.board import CLUES, FLAG, HIDDEN, MINE, SAFE, SIGNS, Board, Cell, neighbours_of


@st.composite
def sizes(draw: st.DrawFn, max_cells: int = 36) -> tuple[int, int]:
    """Return a width and a height of at most `max_cells` cells, thin boards included."""
    width = draw(st.integers(1, max_cells))
    return width, draw(st.integers(1, max(1, min(12, max_cells // width))))


# Just what str.isprintable accepts: no control characters, and of all blanks only the space.
_PRINTABLE = st.characters(exclude_categories=["C", "Z"], include_characters=" ")


def titles() -> st.SearchStrategy[str]:
    """Return titles a board may have: one printable line without a comment in it."""
    return st.text(_PRINTABLE, min_size=1, max_size=12).map(_as_title)


def _as_title(text: str) -> str:
    return re.sub(" +#", "#", text).strip(" #") or "x"


@st.composite
def boards(draw: st.DrawFn, max_cells: int = 36, signs: str = SIGNS, keys: bool = True) -> Board:
    """Return any board of these signs, consistent or not, with or without keys."""
    width, height = draw(sizes(max_cells))
    board = board_of(draw(st.text(signs, min_size=width * height, max_size=width * height)), width)
    if not keys:
        return board
    return replace(
        board,
        mines=draw(st.none() | st.integers(board.signs.count(MINE), board.number_not_open)),
        title=draw(st.none() | titles()),
        first=draw(st.none() | st.sampled_from(board.cells)),
    )


def clues_of(mines: list[bool], width: int, height: int) -> str:
    """Return the sign of every cell of a layout: `*` on a mine, its true clue on any other cell."""
    around = neighbours_of(width, height)
    return "".join(MINE if mine else str(sum(mines[j] for j in around[i])) for i, mine in enumerate(mines))


def board_of(signs: str, width: int, mines: int | None = None, first: Cell | None = None) -> Board:
    """Return the board whose rows, joined, are `signs`."""
    rows = tuple(signs[start : start + width] for start in range(0, len(signs), width))
    return Board(rows, mines=mines, first=first)


@st.composite
def layouts(draw: st.DrawFn, max_cells: int = 36, with_first: bool = True) -> Board:
    """Return a layout: mines, and each safe cell as `-` or with its true clue."""
    width, height = draw(sizes(max_cells))
    mines = draw(st.lists(st.booleans(), min_size=width * height, max_size=width * height))
    clues = clues_of(mines, width, height)
    digits = draw(st.booleans())
    signs = clues if digits else "".join(sign if sign == MINE else SAFE for sign in clues)
    first = draw(st.none() | st.sampled_from(board_of(signs, width).cells)) if with_first else None
    return board_of(signs, width, draw(st.sampled_from([None, sum(mines)])), first)


@st.composite
def planted_boards(
    draw: st.DrawFn, max_cells: int = 24, with_total: bool | None = None, known: bool = True, flags: bool = True
) -> Board:
    """Return a position that has a placement: mines are chosen first, then safe cells are opened with their clues.

    `with_total`: with the mine total always, never, or (None) sometimes. `known`: some cells are shown as known, `*`
    and `-`. `flags`: some mines bear a flag (flags are right, so that any policy of reading them is consistent).
    """
    width, height = draw(sizes(max_cells))
    cells = width * height
    mines = draw(st.lists(st.sampled_from([False, False, False, True]), min_size=cells, max_size=cells))
    on_mine = HIDDEN * 4 + MINE * known + FLAG * flags
    signs = "".join(
        draw(st.sampled_from(on_mine if clue == MINE else HIDDEN * 3 + clue * 4 + SAFE * known))
        for clue in clues_of(mines, width, height)
    )
    total = draw(st.booleans()) if with_total is None else with_total
    return board_of(signs, width, sum(mines) if total else None)


# -- small boards of every grid, by a seed

_SMALL = ((3, 3), (4, 3), (3, 4), (5, 2), (4, 4), (5, 3), (6, 2), (1, 6), (8, 2), (5, 5))


def small_layout(rng: Random) -> Board:
    """Return a small layout with every clue, on one of the grids."""
    grid = rng.choice(["square", "square", "square", "hex", "torus"])
    width, height = rng.choice([size for size in _SMALL if grid == "square" or min(size) > 2])
    mines = rng.sample(range(width * height), rng.randint(1, max(1, width * height // 3)))
    around = neighbours_of(width, height, grid)
    signs = ["*" if i in mines else str(sum(j in mines for j in around[i])) for i in range(width * height)]
    rows = tuple("".join(signs[start : start + width]) for start in range(0, width * height, width))
    return Board(rows, mines=len(mines), grid=grid)


def small_positions(seed: int, count: int, *, flags: bool = False) -> Iterator[Board]:
    """Yield positions of layouts: some cells hidden, some mines known; with `flags`, right and wrong ones."""
    rng = Random(seed)
    for _ in range(count):
        whole = small_layout(rng)
        hidden = set(rng.sample(whole.cells, rng.randint(2, min(10, len(whole.cells) - 1))))
        hidden.update([cell for cell in whole.where("*") if rng.random() < 0.7][: 11 - len(hidden)])
        signs = dict.fromkeys(hidden, HIDDEN)
        signs |= {cell: "-" for cell in whole.where(CLUES) if cell not in hidden and rng.random() < 0.1}
        if flags:
            signs |= {cell: "F" for cell in hidden if rng.random() < 0.25}
        yield replace(whole.with_signs(signs), mines=rng.choice([None, whole.mines, whole.mines]))


def formulas() -> st.SearchStrategy[Boolean]:
    """Formulas over five names, evaluated as sympy does."""
    leaves = st.sampled_from([*symbols("a b c d e"), true, false])
    operators = st.sampled_from([And, Or, Xor, Implies, Equivalent])
    return st.recursive(
        leaves,
        lambda inner: st.one_of(st.builds(Not, inner), st.builds(lambda f, x, y: f(x, y), operators, inner, inner)),
        max_leaves=12,
    )
