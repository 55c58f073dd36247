"""The solution path: every deduction of a problem in order, the easiest first, each resting on those before it.

At every moment the easiest technique that shows something new makes the next step: single clues before one clue inside
another, and so on. What a step shows is a fact for the steps after it, as it is for a person who marks the board. Names
that the same clues show by the same technique are one step. The mine total is used only where the clues alone show
nothing more by the same technique.

What is certain is known from `deduce` before the first step: the path shows all of it and nothing else. Each name of a
step has a proof by counting from the clues of the step and the facts before it, which the checker has accepted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from logicms.board import Board, Flags
from logicms.deduction import deduce
from logicms.errors import LimitReached
from logicms.explanation.counting_proofs import prove_by_counting
from logicms.explanation.explanation import Explainer, choose
from logicms.explanation.techniques import Counts, Technique
from logicms.hints import TOTAL, Hint, Literal, Name, Shown, in_order, ordered
from logicms.limits import timely
from logicms.problem import Problem, Tells
from logicms.proofs import checker
from logicms.proofs.proof import Premises, plain_hint

MOST_COMPARED = 12
"""At most this many names that the same technique shows are compared by how many clues they take."""


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
    C1 is a mine, because of A2 and B2 (subset)
    D1 is safe, because of D2 (single)
    B1 is a mine, because of C2 (single)
    A1 is safe, because of A2 (single)
    """
    return tuple(solution_path(Explainer(problem, flags=flags)))


def solution_path(explainer: Explainer) -> Iterator[PathStep]:
    """Yield the steps to everything that is certain, the easiest first.

    >>> from logicms.board import Board
    >>> for step in solution_path(Explainer(Board(("????", "1221")))):
    ...     print(*step.cells, "mine" if step.holds else "safe", step.technique.value, *step.clues)
    C1 mine subset A2 B2
    D1 safe single D2
    B1 mine single C2
    A1 safe single A2
    """
    if explainer.problem.formulas:
        return _by_formulas(explainer)
    return _Climb(explainer).steps()


def _by_formulas(explainer: Explainer) -> Iterator[PathStep]:
    """Yield what is certain by the statements that show it, the fewest first; no step rests on another."""
    deduction = explainer.deduction
    steps: dict[tuple[tuple[str, ...], bool], list[Name]] = {}
    reached: LimitReached | None = None
    try:
        for name in timely(ordered(deduction.safe | deduction.mine), every=4):
            literal = Literal(name, name in deduction.mine)
            explainer.needed(literal).base.prove(literal)  # which the checker accepts, or an error is raised
            steps.setdefault((explainer.sources(literal), literal.holds), []).append(name)
    except LimitReached as limit:
        reached = limit
    for (sources, holds), names in sorted(steps.items(), key=lambda step: len(step[0][0])):
        yield PathStep(tuple(names), holds, sources, None)
    if reached is not None:
        raise reached


_Shown = tuple[Sequence[Hint], Mapping[Name, bool]]
"""Hints, and what they show."""


class _Climb:
    """The facts so far, and what is still to be shown."""

    def __init__(self, explainer: Explainer) -> None:
        deduction, self.problem = explainer.deduction, explainer.problem
        self.facts = dict(self.problem.facts)
        self.left = {name: name in deduction.mine for name in ordered(deduction.safe | deduction.mine)}
        self.by_total = frozenset(deduction.needs_mine_total)

    def steps(self) -> Iterator[PathStep]:
        while self.left:
            counts = {False: Counts(self._live(self.problem.hints), self.facts)}
            if self.problem.total is not None and self.by_total & self.left.keys():
                counts[True] = Counts(self._live(self.problem.all_hints), self.facts)
            technique, shown = self._easiest(counts)
            for hints, found in shown:
                yield from self._taken(technique, hints, found)

    def _live(self, hints: Iterable[Hint]) -> list[Hint]:
        """Return the hints that count something undecided."""
        return [hint for hint in hints if any(name not in self.facts for name in hint.among)]

    def _easiest(self, counts: Mapping[bool, Counts]) -> tuple[Technique, Iterable[_Shown]]:
        """Return the easiest technique that shows something now, and what it shows by which hints."""
        for each in counts.values():
            if singles := list(each.single_hints()):
                return Technique.SINGLE, singles
        for each in counts.values():
            if (pair := next(each.subset_hints(), None)) is not None:
                return Technique.SUBSET, [pair]
        rungs: dict[tuple[int, bool], list[Name]] = {}
        for name, value in timely(self.left.items(), every=16):
            # What needs the total may follow from clues alone once other facts are known; a split is not tried for it.
            technique, with_total = counts[False].technique(name, value), False
            if name in self.by_total and technique is Technique.SPLIT:
                technique, with_total = counts[True].technique(name, value), True
            rungs.setdefault((technique.rank(), with_total), []).append(name)
        (rank, with_total), names = min(rungs.items())
        return list(Technique)[rank], [self._chosen(names, with_total)]

    def _chosen(self, names: Sequence[Name], with_total: bool) -> _Shown:
        """Return the fewest hints that show one of these names, and which of the names they show."""
        hints = min((self._best(name, with_total) for name in names[:MOST_COMPARED]), key=len)
        counted = {name for hint in hints for name in hint.among}
        known = [Literal(name, self.facts[name]) for name in self.facts if name in counted]
        shown = deduce(Problem([*hints, *known]))
        return hints, {name: self.left[name] for name in names if name in shown.safe or name in shown.mine}

    def _best(self, name: Name, with_total: bool) -> Sequence[Hint]:
        near = self.problem.all_hints if with_total else self.problem.near(name)
        return choose(self._live(near), self.facts, Literal(name, self.left[name]))[0]

    def _taken(self, technique: Technique, hints: Sequence[Hint], found: Mapping[Name, bool]) -> Iterator[PathStep]:
        """Yield what is new in this, mines and safe cells apart; it is a fact from now on."""
        new = {name: value for name, value in found.items() if name in self.left}
        sources = tuple(hint.because or str(hint) for hint in hints)
        for holds in (True, False):
            if cells := tuple(sorted((name for name, value in new.items() if value is holds), key=in_order)):
                self._check(hints, cells, holds)
                yield PathStep(cells, holds, sources, technique)
        for name, value in new.items():
            self.facts[name] = value
            del self.left[name]

    def _check(self, hints: Sequence[Hint], cells: Iterable[Name], holds: bool) -> None:
        """Have the checker accept a proof of each cell from these hints and the facts so far."""
        by_source = {str(hint.because or hint): hint for hint in hints}
        counted = {name for hint in hints for name in hint.among}
        facts = {str(name): self.facts[name] for name in counted if name in self.facts}
        premises = Premises({source: plain_hint(hint, source) for source, hint in by_source.items()}, facts)
        for cell in cells:
            proof = prove_by_counting(by_source, Literal(cell, holds), facts)
            assert proof is not None, "the hints of a step show its cells"
            checker.require(proof, premises)
