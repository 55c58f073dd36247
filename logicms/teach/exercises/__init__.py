"""The kinds of exercises: which fields each has in a lesson, and the task that judges its answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from logicms.teach.exercise import Fields, LessonFile, Task
from logicms.teach.exercises.certain import make_certain, make_placement
from logicms.teach.exercises.clauses import make_clauses, make_premise
from logicms.teach.exercises.clues import make_clues
from logicms.teach.exercises.formula import make_formula, make_table
from logicms.teach.exercises.plain import make_choice, make_number
from logicms.teach.exercises.proof import make_proof
from logicms.teach.exercises.rules import make_instance, make_rules


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of exercise: what makes its task, and the fields that it needs and takes besides those of every kind."""

    task_of: Callable[[Fields], Task]
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()

    def make(self, texts: Mapping[str, tuple[str, ...]], file: LessonFile | None, says: Mapping[str, str]) -> Task:
        """Return the task that these fields write, about the file named by `on`."""
        return self.task_of(Fields(texts, file, says))


KINDS = {
    "clauses": Kind(make_clauses, (), ("on", "clue", "formula")),
    "certain": Kind(make_certain, ("on",), ("by",)),
    "number": Kind(make_number, (), ("on", "live")),
    "choice": Kind(make_choice, ("choices",), ("on",)),
    "formula": Kind(make_formula, (), ("on", "names", "instance")),
    "rules": Kind(make_rules, ("on",), ()),
    "instance": Kind(make_instance, ("on", "clause"), ()),
    "placement": Kind(make_placement, ("on",), ("with",)),
    "premise": Kind(make_premise, ("clause", "resolvent"), ()),
    "clues": Kind(make_clues, ("on", "cell"), ()),
    "table": Kind(make_table, ("formula",), ()),
    "proof": Kind(make_proof, ("on", "goal"), ("style", "rule", "length", "clues")),
}
"""By the name that a lesson calls them."""
