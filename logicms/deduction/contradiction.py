"""An inconsistent problem: which of its hints cannot all be right, with a proof.

When a reasoner finds no placement, this module makes the error to raise. The *clash* is a smallest set
of hints (and the mine total, if the clues alone can be right) that no placement meets; `render` puts it in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from logicms.board import Cell
from logicms.errors import InconsistentBoard, InconsistentKnowledge, LimitReached
from logicms.hints import Hint, Literal, Name
from logicms.limits import limit
from logicms.problem import Problem, Statement

if TYPE_CHECKING:
    from logicms.proofs.proof import Proof
    from logicms.rules.grounding import RuleBook

_STEPS = 1_000_000
"""The work spent on the proof of a clash: some seconds. The clash is named in any case."""


def contradiction(problem: Problem) -> InconsistentKnowledge:
    """Return the error that names the smallest clash in a problem without placements.

    >>> from logicms.board import Board
    >>> print(contradiction(Problem.of(Board(("3?", "??", "12")))))
    A1 and A3 cannot both be right
    >>> contradiction(Problem.of(Board(("1?", "??"), mines=3))).conflict
    (Cell(row=0, col=0), 'mines')
    """
    from logicms.sat.smallest_sets import smallest_set

    kind = InconsistentBoard if problem.board is not None else InconsistentKnowledge
    # There is no search for a smallest clash among formulas.
    if problem.formulas or (problem.board is None and facts_clash(problem)):
        return _found_by_resolution(problem)
    try:
        hints = smallest_set(problem.all_hints, problem.facts)
    except LimitReached as error:
        return kind(remark=f"the smallest clash was not found: {error}")
    assert hints is not None, "a problem without placements has a clash"
    conflict = [hint.because if hint.because is not None else str(hint) for hint in hints]
    return kind(
        conflict=conflict,
        hints=hints,
        facts=problem.facts,
        flags=_flags_to_blame(problem, hints),
        proof=partial(clash_proof, hints, problem.facts, problem.book),
    )


def _flags_to_blame(problem: Problem, hints: Sequence[Hint]) -> list[Cell]:
    """Return the flags, read as mines, that clashing hints count; none if these hints clash without them too."""
    from logicms.sat.smallest_sets import smallest_set

    counted = {name for hint in hints for name in hint.among}
    flags = [cell for cell in problem.flags if problem.facts.get(cell) and cell in counted]
    if not flags:
        return []
    rest = {name: holds for name, holds in problem.facts.items() if name in counted and name not in flags}
    try:
        clash = smallest_set(hints, rest)
    except LimitReached:
        return []
    return [] if clash else flags


def facts_clash(problem: Problem) -> bool:
    """Return whether some name is stated to hold and not to hold."""
    return any(problem.facts[each.name] != each.holds for each in problem.statements if isinstance(each, Literal))


def _found_by_resolution(problem: Problem) -> InconsistentKnowledge:
    from logicms.logic.knowledge import KnowledgeBase

    try:
        KnowledgeBase(problem).check()
    except InconsistentKnowledge as clash:
        return clash
    raise AssertionError("a problem without placements has a clash")


def clash_proof(hints: Sequence[Hint], facts: Mapping[Name, bool], book: RuleBook | None = None) -> Proof | None:
    """Return a proof of the empty clause from clashing hints and known cells; None if it takes too long.

    >>> from logicms.hints import exactly
    >>> clash_proof([exactly(1, ["A1"], "A2"), exactly(0, ["A1"], "B2")], {}).number_of_resolutions
    1
    """
    from logicms.logic.knowledge import KnowledgeBase

    known = dict.fromkeys(name for hint in hints for name in hint.among if name in facts)
    try:
        with limit(steps=_STEPS):
            statements: list[Statement] = [*hints, *(Literal(name, facts[name]) for name in known)]
            KnowledgeBase(Problem(statements, book=book)).check()
    except InconsistentKnowledge as clash:
        return clash.proof
    except LimitReached:
        return None
    raise AssertionError("these hints clash")
