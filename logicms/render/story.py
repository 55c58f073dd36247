"""The story of a refutation: suppose the opposite, follow what each clue says, and see which clue is broken.

A proof by resolution goes from clauses to the empty clause; a person goes the other way round. If propagating the
opposite through the clauses of the proof ends in a conflict, that is a story to tell. If it does not, one name may be
tried both ways, and each way must end in a conflict; where that is not enough, there is no story.
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
    """From the supposition, through what follows, to the hint that is broken, or to a name that is tried both ways."""

    supposed: Literal
    followed: tuple[Followed, ...]
    broken: str | None
    """None if there are cases."""
    held: Mapping[str, bool] = field(hash=False)
    """What is known about each cell at the end; True for a mine."""
    cases: tuple[Story, ...] = ()
    """With a name one way, and with it the other way; each ends with a broken hint."""

    @property
    def length(self) -> int:
        """How much there is to follow."""
        return len(self.followed) + sum(case.length for case in self.cases)


def story(proof: Proof) -> Story | None:
    """Return the story of a proof of one literal, or None if trying one name both ways does not end in conflicts.

    >>> from logicms.board import Board, Cell
    >>> from logicms.explanation import prove
    >>> why = story(prove(Board(("???", "121")), Cell(0, 1)))
    >>> str(why.supposed), [(each.source, *map(str, each.literals)) for each in why.followed], why.broken
    ('B1', [('A2', '~A1'), ('B2', 'C1')], 'C2')
    >>> why = story(prove(Board(("?2??", "2?2?", "?2??")), "D2"))
    >>> [(str(case.supposed), case.broken) for case in why.cases]
    [('C1', 'B3'), ('~C1', 'B3')]
    """
    if proof.literal is None or proof.symbols:
        return None
    supposed = ~proof.literal
    held = {str(name): holds for name, holds in (supposed, *proof.facts)}
    clauses = [(step.source or "", step.clause) for step in proof.steps if step.by in ("clue", "total")]
    return _told(supposed, held, clauses) or _in_cases(supposed, held, clauses)


_Clauses = Sequence[tuple[str, Clause]]
"""Clauses, each with the hint that it comes from."""


def _told(supposed: Literal, held: Mapping[str, bool], clauses: _Clauses) -> Story | None:
    """Return how following the hints from here breaks one of them, or None if it does not."""
    followed, known, broken = _follow(held, clauses)
    return None if broken is None else Story(supposed, followed, broken, known)


def _in_cases(supposed: Literal, held: Mapping[str, bool], clauses: _Clauses) -> Story | None:
    """Return the shortest story that tries one name both ways, or None if no name will do."""
    followed, known, _ = _follow(held, clauses)
    names = dict.fromkeys(literal.name for _, left in _open(clauses, known) for literal in left)
    stories = []
    for name in names:
        cases = [_told(Literal(name, holds), {**known, str(name): holds}, clauses) for holds in (True, False)]
        if (first := cases[0]) is not None and (second := cases[1]) is not None:
            stories.append(Story(supposed, followed, None, known, (first, second)))
    return min(stories, key=lambda each: each.length, default=None)


def _follow(held: Mapping[str, bool], clauses: _Clauses) -> tuple[tuple[Followed, ...], dict[str, bool], str | None]:
    """Return what the hints say one after another, what is known then, and the hint that is broken, if any is."""
    known = dict(held)
    followed: list[Followed] = []
    while True:
        speaking = [(source, left) for source, left in _open(clauses, known) if len(left) < 2]
        broken = next((source for source, left in speaking if not left), None)
        if broken is not None or not speaking:
            return tuple(followed), known, broken
        first = speaking[0][0]
        literals = tuple(dict.fromkeys(literal for source, left in speaking if source == first for literal in left))
        followed.append(Followed(first, literals))
        known.update((str(name), holds) for name, holds in literals)


def _open(clauses: _Clauses, held: Mapping[str, bool]) -> list[tuple[str, list[Literal]]]:
    """Return the clauses that are not true yet, with what is left of them."""
    found = []
    for source, clause in clauses:
        if not any(held.get(str(literal.name)) is literal.holds for literal in clause):
            found.append((source, [literal for literal in clause if str(literal.name) not in held]))
    return found
