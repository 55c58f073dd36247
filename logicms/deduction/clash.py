"""A board that contradicts itself: which of its clues cannot be right together, in words and with a proof.

Whatever reasons about a board and finds no placement asks here for the error to raise. The *clash* is a smallest set of
clues (and the mine total, if the clues alone can be right) that no placement meets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from logicms.board import FLAG, MINE, Board, Flags
from logicms.errors import InconsistentBoard, InconsistentKnowledge, LimitReached
from logicms.hints import TOTAL, Hint, facts, hints
from logicms.limits import limit
from logicms.literal import Name

if TYPE_CHECKING:
    from logicms.proofs.proof import Proof

_STEPS = 1_000_000
"""So much work is put into the proof of a clash: seconds. The clash is named in any case."""

_MOST_NAMED = 6
"""A message names no more clues than this."""


def contradiction(board: Board) -> InconsistentBoard:
    """Return the error that names the smallest clash of a board without placements; its flags count as hidden.

    >>> print(contradiction(Board(("3?", "??", "12"))))
    A1 and A3 cannot both be right
    >>> contradiction(Board(("1?", "??"), mines=3)).conflict
    (Cell(row=0, col=0), 'mines')
    """
    from logicms.sat.smallest_sets import smallest_set

    known: dict[Name, bool] = dict(facts(board).items())
    try:
        chosen = smallest_set(hints(board), known)
    except LimitReached as error:
        return InconsistentBoard(f"no placement meets all that the board says; its smallest clash: {error}")
    assert chosen is not None, "a board without placements has a clash"
    return _error(chosen, known)


def flags_read(board: Board, flags: Flags) -> Board:
    """Return the board with its flags read; as facts they must not be more than the mines.

    >>> flags_read(Board(("FF1",), mines=1), "fact")
    Traceback (most recent call last):
    logicms.errors.InconsistentBoard: the mine total is 1, but 2 mines are known
    """
    marked = board.signs.count(MINE) + board.signs.count(FLAG) if flags == "fact" else 0
    if board.mines is None or marked <= board.mines:
        return board.with_flags(flags)
    raise _error(hints(board)[-1:], dict(facts(board, flags).items()))


def _error(chosen: Sequence[Hint], known: Mapping[Name, bool]) -> InconsistentBoard:
    conflict = [hint.because for hint in chosen]
    return InconsistentBoard(clash_text(chosen, known), conflict=conflict, proof=partial(clash_proof, chosen, known))


def clash_proof(chosen: Sequence[Hint], known: Mapping[Name, bool]) -> Proof | None:
    """Return a proof of the empty clause from clashing hints and what is known of their cells; None if it takes long.

    >>> from logicms.hints import exactly
    >>> clash_proof([exactly(1, ["A1"], "A2"), exactly(0, ["A1"], "B2")], {}).number_of_resolutions
    1
    """
    from logicms.logic.knowledge import KnowledgeBase

    base = KnowledgeBase()
    try:
        with limit(steps=_STEPS):
            for hint in chosen:
                base.tell(hint)
            for name in dict.fromkeys(name for hint in chosen for name in hint.among if name in known):
                base.tell(str(name) if known[name] else f"~{name}")
            base.check()
    except InconsistentKnowledge as clash:
        return clash.proof
    except LimitReached:
        return None
    raise AssertionError("these hints clash")


# -- in words


def clash_text(chosen: Sequence[Hint], known: Mapping[Name, bool]) -> str:
    """Return in words why these hints cannot be met together, given what is known of their cells.

    >>> board = Board(("?3", "-*", "**", "*2"))
    >>> for hint in hints(board):
    ...     print(clash_text([hint], facts(board)))
    B1 says 3, but only 2 cells around it can be mines
    B4 says 2, but 3 mines are known around it
    """
    if len(chosen) == 1:
        return _alone(chosen[0], known)
    names = [_named(hint) for hint in chosen]
    if len(names) == 2:
        return f"{names[0]} and {names[1]} cannot both be right"
    if len(names) > _MOST_NAMED:
        clues = [name for name, hint in zip(names, chosen, strict=True) if hint.because != TOTAL]
        total = " and the mine total" if len(clues) < len(names) else ""
        return f"{len(clues)} clues ({', '.join(clues[:_MOST_NAMED])} …){total} cannot all be right"
    return f"{', '.join(names[:-1])} and {names[-1]} cannot all be right"


def _named(hint: Hint) -> str:
    return f"the mine total of {hint.low}" if hint.because == TOTAL else str(hint.because)


def _alone(hint: Hint, known: Mapping[Name, bool]) -> str:
    """Return why one hint cannot be met: too many mines are known, or too few cells are left."""
    mines = sum(known.get(cell, False) for cell in hint.among)
    can_be = sum(known.get(cell, True) for cell in hint.among)
    where = "" if hint.because == TOTAL else " around it"
    says = f"the mine total is {hint.low}" if hint.because == TOTAL else f"{hint.because} says {hint.low}"
    if mines > hint.high:
        return f"{says}, but {_number(mines, 'mine')} {_is(mines)} known{where}"
    only = "only " if can_be else ""
    return f"{says}, but {only}{_number(can_be, 'cell')}{where} can be {'a mine' if can_be == 1 else 'mines'}"


def _number(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'' if count == 1 else 's'}"


def _is(count: int) -> str:
    return "is" if count == 1 else "are"
