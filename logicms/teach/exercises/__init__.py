"""The kinds of exercises: which fields each has in a lesson, and the task that judges its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from logicms.teach.exercise import Task
from logicms.teach.exercises.certain import make_certain
from logicms.teach.exercises.choice import make_choice
from logicms.teach.exercises.clauses import make_clauses
from logicms.teach.exercises.formula import make_formula
from logicms.teach.exercises.number import make_number
from logicms.teach.exercises.placement import make_placement
from logicms.teach.exercises.proof import make_proof
from logicms.teach.puzzle import Puzzle

Texts = Mapping[str, tuple[str, ...]]
"""The values of each field of an exercise."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise: the fields it needs and takes beside those of every kind, and what makes its task.

    `make` is given the fields, the puzzle named by `on`, and what the lesson says of each listed mistake. Where a
    field is wrong, it raises `BoardSyntaxError` with the field's key as its source.
    """

    make: Callable[[Texts, Puzzle | None, Mapping[str, str]], Task]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


KINDS = {
    "clauses": Kind(make_clauses, (), ("on", "clue", "formula")),
    "certain": Kind(make_certain, ("on",), ("by",)),
    "number": Kind(make_number, (), ("on", "live")),
    "choice": Kind(make_choice, ("choices",), ("on",)),
    "formula": Kind(make_formula, (), ("on", "names")),
    "placement": Kind(make_placement, ("on",), ("with",)),
    "proof": Kind(make_proof, ("on", "goal"), ("style", "rule", "length", "clues")),
}
"""By the name that a lesson calls them."""
