"""Which of the proofs of a name is the shortest for a person.

The *effort* of a proof is how many things a reader has to take in: each line of a resolution or direct proof (premises
as well as resolvents), and in a proof by counting each clue that is added or subtracted and each line that is resolved.
So the difference of two clues (effort 2) is shorter than the two clauses and the resolvent of a direct proof (3),
and that is shorter than the refutation (5). A clue that decides a cell alone is one line either way, and the direct
proof is preferred: it needs no arithmetic.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable

from logicms.proofs.proof import By, Proof

Wanted = By | typing.Literal["shortest"]
"""The kind of proof that is asked for: a given one, or whichever is the shortest."""

_ON_A_TIE: tuple[By, ...] = ("direct", "counting", "resolution")


def effort(proof: Proof) -> int:
    """Return how many lines, or clues that are added and subtracted, a reader has to take in.

    >>> from logicms.board import Board
    >>> from logicms.explanation import explain
    >>> explanation = explain(Board(("???", "121")), "B1")
    >>> [(by, effort(explanation.proof(by))) for by in ("resolution", "direct", "counting")]
    [('resolution', 8), ('direct', 5), ('counting', 3)]
    """
    return proof.length + proof.number_of_resolutions if proof.by == "counting" else len(proof.steps)


def shortest(proofs: Iterable[Proof]) -> Proof | None:
    """Return the proof of the least effort, None if there is none; of equals a direct one, then one by counting.

    >>> from logicms.board import Board
    >>> from logicms.explanation import explain
    >>> explanation = explain(Board(("??", "0?")), "B1")
    >>> shortest([explanation.proof("counting"), explanation.proof("direct")]).by
    'direct'
    """
    return min(proofs, key=lambda proof: (effort(proof), _ON_A_TIE.index(proof.by)), default=None)
