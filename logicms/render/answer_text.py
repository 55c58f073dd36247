"""Answers about a board as text for people: a picture with marks and a few sentences. `answers` makes what is shown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from logicms.answers import Error, Likely, Solved
from logicms.board import Board, Cell
from logicms.deduction.consistency import Check
from logicms.errors import InconsistentKnowledge
from logicms.literal import Name
from logicms.notation.odds import percent
from logicms.render.marks import Marks
from logicms.render.text import Paint, board_text, legend, plain

MOST_NAMED = 40
"""A sentence names no more cells than this; `--json` names them all."""
MOST_DRAWN = 10_000
"""A board of more cells is not drawn: nobody would see it whole."""


def solved_text(board: Board | None, found: Solved, *, ascii: bool = False, paint: Paint = plain) -> str:
    """Return the certain cells in a picture of the board (None: there is no grid) and in words.

    >>> from logicms.answers import solved
    >>> board = Board(("????", "1221"))
    >>> print(solved_text(board, solved(board)))
        A B C D
      1 ✓ ✱ ✱ ✓
      2 1 2 2 1
    ✓ certainly safe   ✱ certainly a mine
    <BLANKLINE>
    solved: all 4 hidden cells are certain
    safe: A1 D1
    mine: B1 C1
    """
    marks = Marks(safe=_cells(found.safe), mine=_cells(found.mine), used=_clash(found.error))
    named = [("safe", found.safe), ("mine", found.mine), ("only by the mine total", found.needs_mine_total)]
    lines = [f"{what}: {listed(names)}" for what, names in named if names]
    return "\n".join(
        [*picture(board, marks, ascii, paint), _solved_sentence(found, "hidden cell" if board else "name"), *lines]
    )


def _solved_sentence(found: Solved, what: str) -> str:
    certain = len(found.safe) + len(found.mine)
    cells = f"{certain:,} of {found.hidden:,} {what}s {'is' if certain == 1 else 'are'} certain"
    if found.status == "solved":
        return f"solved: {_all(found.hidden, what)} certain" if found.hidden else f"solved: there is no {what}"
    if found.status == "limit":
        return f"limit: {found.error}; by then {cells}"
    if found.status == "inconsistent":
        return f"contradiction: {found.error}"
    return f"progress: {cells}" if found.status == "progress" else "stuck: nothing is certain"


def _all(number: int, what: str) -> str:
    return f"the one {what} is" if number == 1 else f"all {number:,} {what}s are"


def likely_text(board: Board | None, found: Likely, *, ascii: bool = False, paint: Paint = plain) -> str:
    """Return the odds as a heat map of the board and the best cells in words.

    >>> from logicms.answers import likely
    >>> board = Board(("?1?", "1??"), mines=1)
    >>> print(likely_text(board, likely(board)))
          A   B   C
      1  50   1   0
      2   1  50   0
    numbers on hidden cells: the odds of a mine in per cent
    <BLANKLINE>
    2 placements of the mines are possible
    certainly safe: C1 C2
    """
    if found.status != "exact":
        marks = Marks(used=_clash(found.error))
        what = "contradiction" if found.status == "inconsistent" else "limit: the odds were not computed"
        return "\n".join([*picture(board, marks, ascii, paint), f"{what}: {found.error}"])
    odds = {cell: mine for cell, mine in found.cells.items() if isinstance(cell, Cell)}
    lines = picture(board, Marks(odds=odds, best=_cells(found.best)), ascii, paint)
    if board is None:
        lines = [f"{name}: {mine}" for name, mine in found.cells.items()]
    return "\n".join([*lines, _placements(board, found.placements or 0), *_best(board, found)])


def _placements(board: Board | None, count: int) -> str:
    number = f"{count:,}" if count < 10**15 else f"about 10^{len(str(count)) - 1}"
    what = "placement of the mines" if board else "placement"
    return f"1 {what} is possible" if count == 1 else f"{number} {what.replace('placement', 'placements')} are possible"


def _best(board: Board | None, found: Likely) -> list[str]:
    if not found.best or board is None:
        return []
    odds = found.cells[found.best[0]]
    if odds == 0:
        return [f"certainly safe: {listed(found.best)}"]
    others = f"; as safe: {listed(found.best[1:])}" if len(found.best) > 1 else ""
    why = [f"why: {found.reason}"] if found.reason else []
    return [f"best guess: {found.best[0]}, a mine with odds {odds} ({percent(odds)} %){others}", *why]


def check_text(board: Board | None, found: Check, *, ascii: bool = False, paint: Paint = plain) -> str:
    """Return whether the board can be, and which of its flags are right.

    >>> from logicms.deduction.consistency import check
    >>> board = Board(("F1?", "11F"))
    >>> print(check_text(board, check(board)))
    consistent: the board can be
    flag certain: A1
    flag wrong: C2
    """
    kinds = [("certain", found.flags.certain), ("unproved", found.flags.unproved), ("wrong", found.flags.wrong)]
    flags = [f"flag{'' if len(cells) == 1 else 's'} {kind}: {listed(cells)}" for kind, cells in kinds if cells]
    if found.status == "consistent":
        return "\n".join([f"consistent: {'the board' if board else 'what the file says'} can be", *flags])
    if found.status == "limit":
        return "\n".join([f"limit: {found.error}", *flags])
    return "\n".join([*picture(board, Marks(used=_clash(found.error)), ascii, paint), f"contradiction: {found.error}"])


def picture(board: Board | None, marks: Marks, ascii: bool, paint: Paint) -> list[str]:
    """Return the picture's lines with its legend and a blank line, or none where there is nothing to draw."""
    if board is None or board.width * board.height > MOST_DRAWN:
        return []
    explained = legend(marks, ascii=ascii)
    return [board_text(board, marks, ascii=ascii, paint=paint), *([explained] if explained else []), ""]


def listed(names: Sequence[Name]) -> str:
    """Return names in a row, the rest of a long row as a number."""
    rest = len(names) - MOST_NAMED
    shown = " ".join(map(str, names[:MOST_NAMED]))
    return f"{shown} and {rest:,} more" if rest > 0 else shown


def _cells(names: Iterable[Name]) -> frozenset[Cell]:
    return frozenset(name for name in names if isinstance(name, Cell))


def _clash(error: Error | None) -> frozenset[Cell]:
    return _cells(error.conflict) if isinstance(error, InconsistentKnowledge) else frozenset()
