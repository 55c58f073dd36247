"""The solution path: every deduction of a problem in order, the easiest first, each resting on those before it.

At every moment the next step is the next deduction (`next_step`): one order, wherever it is asked for. What a step
shows is a fact for the steps after it, as it is for a person who marks the board. Names that the same clues show by the
same technique are one step, mines and safe cells apart. The mine total is used only where the clues alone leave a name
open.

What is certain is known from `deduce` before the first step: the path shows all of it and nothing else, except what is
stated. Each name of a step has a proof by counting from the clues of the step and the facts before it, which the
checker has accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from logicms.board import MINE, SAFE, Board, Cell, Flags
from logicms.deduction import deduce
from logicms.errors import LimitReached
from logicms.explanation.counting_proofs import prove_by_counting
from logicms.explanation.explanation import Explainer, Explanation
from logicms.explanation.next_step import explained_by
from logicms.explanation.techniques import Technique
from logicms.hints import TOTAL, Literal, Name, Shown, in_order
from logicms.limits import timely
from logicms.problem import Problem, Tells
from logicms.proofs import checker
from logicms.proofs.proof import Premises, plain_hint


@dataclass(frozen=True, slots=True)
class PathStep(Shown):
    """What some hints show about some names, given everything that the steps before show."""

    cells: tuple[Name, ...]
    """In reading order."""
    holds: bool
    """Whether they are mines."""
    sources: tuple[Name, ...]
    """What it rests on: clues, `mines` for the total, statements of a hint file."""
    technique: Technique | None
    """None if there are formulas: techniques are about hints."""

    def __str__(self) -> str:
        from logicms.render.explanation_text import step_sentence

        return step_sentence(self)

    @property
    def clues(self) -> tuple[Name, ...]:
        """The sources without the mine total."""
        return tuple(source for source in self.sources if source != TOTAL)

    @property
    def uses_mine_total(self) -> bool:
        return TOTAL in self.sources


def path(problem: Problem | Board | Tells, *, flags: Flags = "fact") -> tuple[PathStep, ...]:
    """Return every deduction in order, the easiest first; what a step shows is known to the steps after it.

    >>> from logicms.board import Board
    >>> print(*path(Board(("????", "1221"))), sep="\\n")
    B1 is a mine, because of C2 and D2 (subset)
    A1 is safe, because of A2 (single)
    C1 is a mine, because of B2 (single)
    D1 is safe, because of D2 (single)
    """
    return tuple(solution_path(Explainer(problem, flags=flags)))


def solution_path(explainer: Explainer) -> Iterator[PathStep]:
    """Yield the steps to everything that is certain, the easiest first.

    >>> from logicms.board import Board
    >>> for step in solution_path(Explainer(Board(("????", "1221")))):
    ...     print(*step.cells, "mine" if step.holds else "safe", step.technique.value, *step.clues)
    B1 mine subset C2 D2
    A1 safe single A2
    C1 mine single B2
    D1 safe single D2
    """
    if explainer.problem.formulas:
        return _by_formulas(explainer)
    return _by_hints(explainer)


def _by_formulas(explainer: Explainer) -> Iterator[PathStep]:
    """Yield what is certain by the statements that show it: what comes next, then the fewest first.

    No step rests on another.
    """
    steps: dict[tuple[tuple[str, ...], bool], list[Name]] = {}
    reached: LimitReached | None = None
    try:
        for literal in timely(explainer.by_statements(), every=4):
            explainer.needed(literal).base.prove(literal)  # which the checker accepts, or an error is raised
            steps.setdefault((explainer.sources(literal), literal.holds), []).append(literal.name)
    except LimitReached as limit:
        reached = limit
    found = list(steps.items())
    for (sources, holds), names in [*found[:1], *sorted(found[1:], key=lambda step: len(step[0][0]))]:
        yield PathStep(tuple(sorted(names, key=in_order)), holds, sources, None)
    if reached is not None:
        raise reached


def _by_hints(explainer: Explainer) -> Iterator[PathStep]:
    while (found := next(explained_by(explainer), None)) is not None:
        shown = _shown(explainer, found)
        for holds in (found.literal.holds, not found.literal.holds):
            if names := tuple(sorted((name for name, value in shown.items() if value is holds), key=in_order)):
                _check(found, names, holds)
                yield PathStep(names, holds, tuple(hint.because or str(hint) for hint in found.hints), found.technique)
        explainer = Explainer(_with_facts(explainer.problem, shown))


def _shown(explainer: Explainer, found: Explanation) -> dict[Name, bool]:
    """Return which names the hints of an explanation show by the same technique."""
    known = [Literal(name, mine) for name, mine in found.facts.items()]
    shown, needs_total = deduce(Problem([*found.hints, *known])), explainer.deduction.needs_mine_total
    return {
        name: name in shown.mine
        for name in {*shown.safe, *shown.mine}
        if (name in needs_total) is found.uses_mine_total and explainer.technique(name) is found.technique
    }


def _with_facts(problem: Problem, facts: Mapping[Name, bool]) -> Problem:
    """Return the problem once these names are known."""
    if problem.board is not None:
        signs = {name: MINE if mine else SAFE for name, mine in facts.items() if isinstance(name, Cell)}
        return Problem(board=problem.board.with_signs(signs))
    known = [Literal(name, mine) for name, mine in facts.items()]
    return Problem([*problem.statements, *known], written=problem.written, size=problem.size)


def _check(found: Explanation, names: Iterable[Name], holds: bool) -> None:
    """Have the checker accept a proof of each name from the hints of an explanation and the facts before it."""
    by_source = {str(hint.because or hint): hint for hint in found.hints}
    facts = {str(name): mine for name, mine in found.facts.items()}
    premises = Premises({source: plain_hint(hint, source) for source, hint in by_source.items()}, facts)
    for name in names:
        proof = prove_by_counting(by_source, Literal(name, holds), facts)
        assert proof is not None, "the hints of a step show its names"
        checker.require(proof, premises)
