"""Yes or no without a proof: the quick half of `ask`, kept by a knowledge base from question to question.

A goal follows if no placement meets what was told and fails the goal. One solver is kept, with what it has learned, and
so are the placements that it found: most goals that do not follow fail on one of them already. So that they do, the
solver is asked for what no placement had yet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from logicms.literal import AUXILIARY
from logicms.logic.derivation import Log
from logicms.logic.goals import Goal
from logicms.logic.refutation import Placement, Solver
from logicms.logic.symbols import Clause


class Entailment:
    """What follows from clauses, and the placements that show what does not.

    >>> from logicms.logic.goals import goal_of
    >>> from logicms.logic.symbols import Symbols
    >>> symbols = Symbols()
    >>> symbols.add("ab")
    >>> entailment = Entailment()
    >>> entailment.keep_up([frozenset({1, 2}), frozenset({-1, 2})], symbols.names)
    >>> entailment.counterexample(goal_of("b", symbols)) is None
    True
    >>> entailment.counterexample(goal_of("a", symbols)).holds(symbols["b"])
    True
    """

    def __init__(self) -> None:
        self._clauses: list[Clause] = []
        self._solver = _solver_for(())
        self._placements: list[Placement] = []
        self._unseen: set[int] = set()

    def __len__(self) -> int:
        """How many clauses it knows."""
        return len(self._clauses)

    def keep_up(self, clauses: Sequence[Clause], names: Sequence[str]) -> None:
        """Learn of clauses that were told; `names` are those of all the symbols."""
        if clauses:
            self._placements.clear()
            plain = [number for number, name in enumerate(names, 1) if not name.startswith(AUXILIARY)]
            self._unseen = {sign * number for number in plain for sign in (1, -1)}
        self._clauses += clauses
        for clause in clauses:
            self._solver.add(self._solver.log.premise(clause, "given"))

    def is_consistent(self) -> bool:
        """Return whether some placement meets all the clauses."""
        if not self._placements and self._solver.refute(()) is None:
            self._keep(self._solver.placement)
        return bool(self._placements)

    def counterexample(self, goal: Goal) -> Placement | None:
        """Return a placement that meets the clauses and fails the goal, or None if the goal follows."""
        if goal.definitions:
            definitions = (clause for _, clause in goal.definitions)
            return _failing(_solver_for((*self._clauses, *definitions)), goal)
        for placement in self._placements:
            if not all(map(placement.meets, goal.clauses)):
                return placement
        found = _failing(self._solver, goal)
        if found is not None:
            self._keep(found)
        return found

    def _keep(self, placement: Placement) -> None:
        """Keep a placement, and turn the solver to the literals that have held in none so far."""
        self._placements.append(placement)
        self._unseen = {literal for literal in self._unseen if not placement.holds(literal)}
        self._solver.prefer(sorted(self._unseen, key=abs))


def _solver_for(clauses: Iterable[Clause]) -> Solver:
    log = Log()
    return Solver(log, [log.premise(clause, "given") for clause in clauses])


def _failing(solver: Solver, goal: Goal) -> Placement | None:
    """Return a placement on which some clause of the goal fails, if the solver finds one."""
    for clause in goal.clauses:
        if solver.refute([-literal for literal in sorted(clause, key=abs)]) is None:
            return solver.placement
    return None
