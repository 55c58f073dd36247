"""The story of a refutation: suppose the opposite, follow what each clue says, and see which clue is broken.

A proof by resolution goes from clauses to the empty clause; a person goes the other way round. If propagating the
opposite through the clauses of the proof ends in a conflict, that is a story to tell; if a case split is needed, there
is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from logicms.hints import Literal
from logicms.proofs.proof import Clause, Proof


@dataclass(frozen=True, slots=True)
class Followed:
    """What one hint says, given what the hints before it have shown."""

    source: str
    literals: Clause


@dataclass(frozen=True, slots=True)
class Story:
    """From the supposition, through what follows, to the hint that is broken."""

    supposed: Literal
    followed: tuple[Followed, ...]
    broken: str
    held: Mapping[str, bool] = field(hash=False)
    """What is known about each cell at the end; True for a mine."""


def story(proof: Proof) -> Story | None:
    """Return the story of a proof of one literal, or None if following single clauses does not end in a conflict.

    >>> from logicms.board import Board, Cell
    >>> from logicms.explanation import prove
    >>> why = story(prove(Board(("???", "121")), Cell(0, 1)))
    >>> str(why.supposed), [(each.source, *map(str, each.literals)) for each in why.followed], why.broken
    ('B1', [('A2', '~A1'), ('B2', 'C1')], 'C2')
    """
    if proof.literal is None or proof.symbols:
        return None
    supposed = ~proof.literal
    held = {str(name): holds for name, holds in (supposed, *proof.facts)}
    clauses = [(step.source or "", step.clause) for step in proof.steps if step.by in ("clue", "total")]
    followed: list[Followed] = []
    while True:
        speaking = [(source, left) for source, left in _open(clauses, held) if len(left) < 2]
        if not speaking:
            return None
        broken = next((source for source, left in speaking if not left), None)
        if broken is not None:
            return Story(supposed, tuple(followed), broken, held)
        first = speaking[0][0]
        literals = tuple(dict.fromkeys(literal for source, left in speaking if source == first for literal in left))
        followed.append(Followed(first, literals))
        held.update((str(name), holds) for name, holds in literals)


def _open(clauses: Sequence[tuple[str, Clause]], held: Mapping[str, bool]) -> list[tuple[str, list[Literal]]]:
    """Return the clauses that are not true yet, with what is left of them."""
    found = []
    for source, clause in clauses:
        if not any(held.get(str(literal.name)) is literal.holds for literal in clause):
            found.append((source, [literal for literal in clause if literal.name not in held]))
    return found
