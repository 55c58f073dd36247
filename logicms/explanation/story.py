"""The story of a refutation: suppose the contrary, follow what each clue says, and see which clue is broken.

A proof by resolution runs from clauses to the empty one; a person goes the other way round. Where propagating the
contrary through the clauses of the proof ends in a conflict, that is a story to tell; where a case split is needed,
there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from logicms.proofs.proof import Proof


@dataclass(frozen=True, slots=True)
class Followed:
    """What one hint says once the others before it have spoken."""

    source: str
    literals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """From what is supposed, through what follows, to the hint that is broken."""

    supposed: tuple[str, ...]
    followed: tuple[Followed, ...]
    broken: str
    held: Mapping[str, bool] = field(hash=False)
    """What every cell is in the end, as far as the story says; True for a mine."""


def story(proof: Proof) -> Story | None:
    """Return the story of a proof of one literal, None where following single clauses does not end in a conflict.

    >>> from logicms.board import Board, Cell
    >>> from logicms.explanation import prove
    >>> told = story(prove(Board(("???", "121")), Cell(0, 1)))
    >>> told.supposed, [(each.source, each.literals) for each in told.followed], told.broken
    (('B1',), [('A2', ('~A1',)), ('B2', ('C1',))], 'C2')
    """
    if proof.literal is None or proof.symbols:
        return None
    supposed = proof.literal[1:] if proof.literal.startswith("~") else f"~{proof.literal}"
    held = dict(map(_held, (supposed, *proof.facts)))
    clauses = [(step.source or "", proof.texts(step.clause)) for step in proof.steps if step.by in ("clue", "total")]
    followed: list[Followed] = []
    while True:
        speaking = [(source, left) for source, left in _open(clauses, held) if len(left) < 2]
        if not speaking:
            return None
        broken = next((source for source, left in speaking if not left), None)
        if broken is not None:
            return Story((supposed,), tuple(followed), broken, held)
        first = speaking[0][0]
        literals = tuple(dict.fromkeys(text for source, left in speaking if source == first for text in left))
        followed.append(Followed(first, literals))
        held.update(map(_held, literals))


def _open(clauses: Sequence[tuple[str, Sequence[str]]], held: Mapping[str, bool]) -> list[tuple[str, list[str]]]:
    """Return the clauses that do not hold yet, with what is left of them."""
    found = []
    for source, texts in clauses:
        if not any(held.get(name) is value for name, value in map(_held, texts)):
            found.append((source, [text for text in texts if _held(text)[0] not in held]))
    return found


def _held(literal: str) -> tuple[str, bool]:
    return literal.removeprefix("~"), not literal.startswith("~")
