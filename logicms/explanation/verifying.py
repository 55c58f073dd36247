"""Whether a proof is valid, and whether it is about this board: each hint and fact it rests on must be the board's."""

from __future__ import annotations

from logicms.board import Board, Flags
from logicms.explanation.chosen import named, sources
from logicms.hints import facts, hints
from logicms.proofs import checker
from logicms.proofs.proof import Premises, Proof, plain_hint


def premises(board: Board, flags: Flags = "fact") -> Premises:
    """Return what a proof about this board may rest on: its hints, what is known, and that open cells are safe.

    >>> told = premises(Board(("?1", "F1")))
    >>> list(told.hints), told.facts
    (['B1', 'B2'], {'B1': False, 'B2': False, 'A2': True})
    """
    plain = {source: plain_hint(hint, source) for source, hint in sources(hints(board)).items()}
    opened = {str(cell): False for cell in board.open}
    return Premises(hints=plain, facts={**opened, **named(dict(facts(board, flags).items()))})


def verify(proof: Proof, board: Board | None = None, *, flags: Flags = "fact") -> bool:
    """Return whether a proof is valid and, with a board, rests on that board's clues and known cells alone.

    A `limit` guards against proofs that are made to take long (`LimitReached`).

    >>> from logicms.board import Cell
    >>> from logicms.explanation.explanation import prove
    >>> board = Board(("???", "121"))
    >>> proof = prove(board, Cell(0, 1))
    >>> verify(proof), verify(proof, board), verify(proof, Board(("???", "122")))
    (True, True, False)
    """
    return bool(checker.verify(proof, None if board is None else premises(board, flags)))
