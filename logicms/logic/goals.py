"""A goal: a formula in question, as the clauses to be shown and the clauses that are assumed to refute it;
and whether it follows (`Entailment`), the quick half of `ask`, which needs no proof.

A question must not change the knowledge base, so a goal has its own symbol table, a copy that may have more names. A
formula too large to be multiplied out gets an auxiliary symbol that implies its negation; the goal is then that this
symbol does not hold.

A goal follows if no placement meets the clauses and fails the goal. One solver is kept from question to question, with
what it has learned, and so are the placements that it found: most goals that do not follow fail on one of them. To make
that likely, the solver prefers literals that have held in no placement so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from logicms.hints import Hint
from logicms.literal import AUXILIARY, Literal
from logicms.logic.derivation import Log
from logicms.logic.encoding import Clause, Symbols, literal_of
from logicms.logic.formulas import clauses_of, named
from logicms.logic.refutation import Placement, Solver

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean


@dataclass(frozen=True, slots=True)
class Goal:
    """Clauses, all of which are to be shown."""

    clauses: tuple[Clause, ...]
    negation: tuple[Clause, ...]
    """What a refutation assumes."""
    symbols: Symbols
    definitions: tuple[tuple[str, Clause], ...] = ()
    """The clauses of auxiliary symbols, each with the symbol's name."""


def goal_of(formula: Boolean | bool | Hint | Literal, told: Symbols, sign: bool = True) -> Goal:
    """Return the goal that a formula holds (that its negation holds, unless `sign`).

    >>> from sympy.abc import a, b
    >>> goal = goal_of(a & b, Symbols())
    >>> [goal.symbols.texts(clause) for clause in goal.clauses], [goal.symbols.texts(c) for c in goal.negation]
    ([('a',), ('b',)], [('~a', '~b')])
    """
    symbols = told.copy()
    if isinstance(formula, Literal):
        literal = literal_of(formula, symbols) if sign else -literal_of(formula, symbols)
        return _one_clause(frozenset((literal,)), symbols)
    expr = formula.to_sympy() if isinstance(formula, Hint) else formula
    shown = clauses_of(expr, symbols, sign)
    if len(shown.clauses) == 1 and not shown.definitions:
        return _one_clause(shown.clauses[0], symbols)
    symbols = symbols if not shown.definitions else told.copy()
    negation = clauses_of(expr, symbols, not sign)
    if not shown.definitions and not negation.definitions:
        return Goal(shown.clauses, negation.clauses, symbols)
    symbol, meaning = named(negation.clauses, symbols)
    definitions = (*negation.definitions, *meaning)
    return Goal((frozenset((-symbol,)),), (frozenset((symbol,)),), symbols, definitions)


def _one_clause(clause: Clause, symbols: Symbols) -> Goal:
    negation = tuple(frozenset((-literal,)) for literal in sorted(clause, key=abs))
    return Goal((clause,), negation, symbols)


# -- whether it follows


class Entailment:
    """What follows from clauses, and the placements that show what does not.

    >>> symbols = Symbols()
    >>> symbols.add("ab")
    >>> entailment = Entailment()
    >>> entailment.keep_up([frozenset({1, 2}), frozenset({-1, 2})], symbols.names)
    >>> entailment.counterexample(goal_of(Literal("b", True), symbols)) is None
    True
    >>> entailment.counterexample(goal_of(Literal("a", True), symbols)).holds(symbols["b"])
    True
    """

    def __init__(self) -> None:
        self._clauses: list[Clause] = []
        self._solver = _solver_for(())
        self._placements: list[Placement] = []
        self._unseen: set[int] = set()

    def __len__(self) -> int:
        """The number of clauses it knows."""
        return len(self._clauses)

    def keep_up(self, clauses: Sequence[Clause], names: Sequence[str]) -> None:
        """Take in the clauses that were told since the last call; `names` are those of all symbols."""
        if clauses:
            self._placements.clear()
            plain = [number for number, name in enumerate(names, 1) if not name.startswith(AUXILIARY)]
            self._unseen = {sign * number for number in plain for sign in (1, -1)}
        self._clauses += clauses
        for clause in clauses:
            self._solver.add(self._solver.log.premise(clause, "given"))

    def is_consistent(self) -> bool:
        """Return whether some placement meets all clauses."""
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
        """Keep a placement, and make the solver prefer literals that have held in none so far."""
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
