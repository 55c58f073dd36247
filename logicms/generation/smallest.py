"""The smallest positions that need a technique, for slides: every position of every size is tried, the smallest first.

These are *positions*, not layouts: some cells are open, and the easiest deduction needs the technique.
The mine total is not known. Positions that differ by a rotation or a reflection count as one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count

from logicms.board import CLUES, HIDDEN, MINE, SAFE, Board, rows_of
from logicms.explanation.next_step import easiest
from logicms.explanation.techniques import Technique
from logicms.layout import with_clues
from logicms.limits import check_time

Rows = tuple[str, ...]


def smallest(technique: Technique | str) -> tuple[Board, ...]:
    """Return every position with fewest cells whose easiest deduction needs the technique, fewest hidden cells first.

    >>> [board.rows for board in smallest("single")]
    [('0?',), ('1?',)]
    >>> len(smallest("subset")), smallest("subset")[0].rows
    (12, ('111', '???'))
    """
    technique = Technique(technique)
    for cells in count(1):
        rungs = ((board, easiest(board, technique)) for board in _positions(cells))
        boards = [board for board, rung in rungs if rung is not None and rung.technique is technique]
        if boards:
            return tuple(sorted(boards, key=lambda board: (board.signs.count(HIDDEN), board.rows)))
    raise AssertionError("unreachable: some position needs each technique")


def _positions(cells: int) -> Iterator[Board]:
    """Yield every position of this many cells, one of those that differ only by rotations and reflections."""
    for height in range(1, cells + 1):
        width, rest = divmod(cells, height)
        if rest == 0 and height <= width:
            yield from _positions_of(width, height)


def _positions_of(width: int, height: int) -> Iterator[Board]:
    seen: set[Rows] = set()
    for number in range(width * height + 1):
        for mines in combinations(range(width * height), number):
            check_time()
            signs = "".join([MINE if place in mines else SAFE for place in range(width * height)])
            for rows in _partly_open("".join(with_clues(rows_of(signs, width))), width):
                if rows not in seen:
                    alike = set(_symmetries(rows))
                    seen |= alike
                    yield Board(min(alike))


def _partly_open(answers: str, width: int) -> Iterator[Rows]:
    """Yield the visible rows of a layout for every choice of one or more open safe cells."""
    safe = [place for place, sign in enumerate(answers) if sign in CLUES]
    for number in range(1, len(safe) + 1):
        for places in combinations(safe, number):
            yield rows_of("".join([answers[i] if i in places else HIDDEN for i in range(len(answers))]), width)


def _symmetries(rows: Rows) -> Iterator[Rows]:
    """Yield the rows rotated and reflected, where that keeps the size.

    >>> sorted(set(_symmetries(("01", "??"))))
    [('01', '??'), ('0?', '1?'), ('10', '??'), ('1?', '0?'), ('?0', '?1'), ('?1', '?0'), ('??', '01'), ('??', '10')]
    """
    forms = [rows] if len(rows) != len(rows[0]) else [rows, tuple(map("".join, zip(*rows, strict=True)))]
    for form in forms:
        for upright in (form, form[::-1]):
            yield upright
            yield tuple([row[::-1] for row in upright])
