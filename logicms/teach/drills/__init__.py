"""Drills: exercises made from a seed, without end; each is a lesson of its own, written and then read like any other.

============ ============================================================================================
`formulas`   what a drill is; which clause is missing, is this step right, truth tables, instances of rules
`knowledge`  what follows from a knowledge base, which clues decide a cell
============ ============================================================================================

A maker knows the right answer from the way it makes the question, by its own small arithmetic; the exercise's task
then judges it like a learner's answer. The five wrong answers of each drill come with words of the reply.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from logicms.errors import BoardError, unknown_word
from logicms.teach.drills.formulas import (
    Drill,
    make_instance_drill,
    make_premise_drill,
    make_step_drill,
    make_table_drill,
)
from logicms.teach.drills.knowledge import make_clues_drill, make_follows_drill
from logicms.teach.lesson import Lesson
from logicms.teach.lesson_reader import parse_lesson

MOST_SEED = 10**9
MOST_DRILLS = 100
"""The most drills of one lesson."""

_NAME = re.compile(r"drill-(?P<kind>[a-z]+)-(?P<seed>[0-9]{1,10})")


@dataclass(frozen=True, slots=True)
class DrillKind:
    """What one kind of drill practises, and what makes one."""

    title: str
    about: str
    make: Callable[[Random, str], Drill]
    """Takes what the names of boards and hint files end with, so that they differ within a lesson."""


DRILLS = {
    "premise": DrillKind(
        "Which clause is missing?", "One premise and the resolvent are given; write the other.", make_premise_drill
    ),
    "step": DrillKind("Is this step right?", "Judge a resolution step, and name what is wrong.", make_step_drill),
    "follows": DrillKind(
        "What follows?", "Name everything that is certain in a small knowledge base.", make_follows_drill
    ),
    "clues": DrillKind(
        "Which clues decide this cell?", "A cell of a board is certain; name the clues it takes.", make_clues_drill
    ),
    "table": DrillKind("Fill in the truth table", "The value of a formula, row by row.", make_table_drill),
    "instance": DrillKind("Write out the rule", "What a rule says for the given values.", make_instance_drill),
}
"""By the name that `learn --drill` takes."""


def drill_name(kind: str, seed: int) -> str:
    """Return the name of a drill as a lesson.

    >>> drill_name("table", 7)
    'drill-table-7'
    """
    return f"drill-{kind}-{seed}"


def drill_text(kind: str, seed: int, count: int = 1) -> str:
    """Return a lesson with drills of these seeds and on, as text: it passes `learn --check`.

    >>> print(drill_text("table", 1).partition("exercise")[0])
    title: Fill in the truth table
    about: The value of a formula, row by row.
    <BLANKLINE>
    == Drill 1
    <BLANKLINE>
    <BLANKLINE>
    """
    if kind not in DRILLS:
        raise unknown_word(kind, tuple(DRILLS), "a kind of drill")
    if not (0 <= seed and 1 <= count <= MOST_DRILLS and seed + count <= MOST_SEED):
        raise BoardError(f"seeds are from 0 to {MOST_SEED:,}, and a lesson has at most {MOST_DRILLS} drills")
    own = DRILLS[kind]
    parts = [f"title: {own.title}\nabout: {own.about}\n"]
    for number in range(seed, seed + count):
        drill = own.make(Random(f"{kind} {number}"), f"-{number}" if count > 1 else "")
        parts.append(f"== Drill {number}\n\n{drill.text(f'drill-{number}')}")
    return "\n".join(parts)


@lru_cache(maxsize=64)  # few: seeds come from anywhere
def drill_lesson(kind: str, seed: int, count: int = 1) -> Lesson:
    """Return the lesson with these drills.

    >>> lesson = drill_lesson("step", 3)
    >>> lesson.name, lesson.entry.exercises, len(lesson.exercises[0].mistakes)
    ('drill-step-3', ('drill-3',), 5)
    """
    return parse_lesson(drill_text(kind, seed, count), drill_name(kind, seed), "drill")


def named_drill(name: str) -> tuple[str, int] | None:
    """Return the kind and the seed of a drill that is called by its name; None if the name is no drill's.

    >>> named_drill("drill-table-7"), named_drill("drill-tables-7"), named_drill("01-proposition")
    (('table', 7), None, None)
    """
    match = _NAME.fullmatch(name)
    if match is None or match["kind"] not in DRILLS or int(match["seed"]) >= MOST_SEED:
        return None
    return match["kind"], int(match["seed"])
