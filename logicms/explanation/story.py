"""The story of a refutation: suppose the contrary, follow what each clue says, and see which clue is broken.

A proof by resolution runs from clauses to the empty one; a person goes the other way round. Where propagating the
contrary through the clauses of the proof ends in a conflict, that is a story to tell; where a case split is needed,
there is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from logicms.literal import Literal
from logicms.proofs.proof import Clause, Proof


@dataclass(frozen=True, slots=True)
class Followed:
    """What one hint says once the others before it have spoken."""

    source: str
    literals: Clause


@dataclass(frozen=True, slots=True)
class Story:
    """From what is supposed, through what follows, to the hint that is broken."""

    supposed: Literal
    followed: tuple[Followed, ...]
    broken: str
    held: Mapping[str, bool] = field(hash=False)
    """What every cell is in the end, as far as the story says; True for a mine."""


def story(proof: Proof) -> Story | None:
    """Return the story of a proof of one literal, None where following single clauses does not end in a conflict.

    >>> from logicms.board import Board, Cell
    >>> from logicms.explanation import prove
    >>> told = story(prove(Board(("???", "121")), Cell(0, 1)))
    >>> str(told.supposed), [(each.source, *map(str, each.literals)) for each in told.followed], told.broken
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
    """Return the clauses that do not hold yet, with what is left of them."""
    found = []
    for source, clause in clauses:
        if not any(held.get(str(literal.name)) is literal.holds for literal in clause):
            found.append((source, [literal for literal in clause if literal.name not in held]))
    return found
