"""A goal: a formula in question, as the clauses to be shown and the clauses that are assumed to refute it;
and whether it follows (`Entailment`), the quick half of `ask`, which needs no proof.

A question must not change the knowledge base, so a goal has its own symbol table, a copy that may have more names. A
formula too large to be multiplied out gets an auxiliary symbol that implies its negation; the goal is then that this
symbol does not hold.

A goal follows if no placement meets the clauses and fails the goal. One solver is kept from question to question, with
what it has learned, and so are the placements that it found: most goals that do not follow fail on one of them. To make
that likely, the solver prefers literals that have held in no placement so far.

A *method* derives the clauses of a goal; a learner can compare them on the same question:

============== ===================================================================== =========
method         how                                                                   complete
============== ===================================================================== =========
``resolution`` assume the negation and refute it (`refutation`)                      yes
``saturation`` match clauses, the negation being the set of support (`inference`)    yes
``course``     the same, never matching two clauses that are both longer than 2      no
``forward``    what propagation has found by itself (`inference`)                    no
``backward``   from the goal to the facts, for definite clauses only (`inference`)   for those
============== ===================================================================== =========

Each gives the links of a direct derivation, or None; it writes to the knowledge base's log, which its owner cuts.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, get_args

from logicms.errors import BoardError, unknown_word
from logicms.hints import AUXILIARY, Hint, Literal
from logicms.limits import timely
from logicms.logic.clauses import Clause, Symbols, clauses_of, literal_of, named
from logicms.logic.derivation import Link, Log, refuted, unassumed
from logicms.logic.inference import (
    COURSE,
    FULL,
    Chained,
    Forward,
    Matching,
    Saturation,
    backward_chain,
    definite_clauses,
    forward_chain,
)
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
        for clause in timely(clauses):  # at a limit, those that are left come with the next call
            self._solver.add(self._solver.log.premise(clause, "given"))
            self._clauses.append(clause)

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


Method = typing.Literal["resolution", "saturation", "course", "forward", "backward"]
Chaining = typing.Literal["forward", "backward"]
METHODS: tuple[Method, ...] = get_args(Method)
COMPLETE: frozenset[Method] = frozenset({"resolution", "saturation"})
"""The methods that find everything when no limit is set."""


def derive(clause: Clause, by: Method, forward: Forward, told: Sequence[int], symbols: Symbols) -> list[Link] | None:
    """Return the links that lead to (a subset of) the clause, or None if the method does not find it.

    If KB itself is inconsistent, a complete method gives the links that lead to the empty clause. `told` are the
    numbers of the premises in the log; only backward chaining needs them all.

    >>> forward = Forward(Log())
    >>> told = [forward.log.premise(frozenset(c), "given", "a formula") for c in ({1, 2}, {-1, 2})]
    >>> for number in told:
    ...     _ = forward.insert(number)
    >>> [derive(frozenset({2}), by, forward, told, Symbols()) is None for by in METHODS[:4]]
    [False, False, False, True]
    """
    if by not in METHODS:
        raise unknown_word(by, METHODS, "a method")
    if by == "resolution":
        return _by_resolution(clause, forward)
    if by == "saturation":
        return _by_saturation(clause, forward, FULL)
    if by == "course":
        return _by_saturation(clause, forward, COURSE)
    if by == "forward":
        return _by_forward(clause, forward)
    return _by_backward(clause, forward.log, told, symbols)


def _by_resolution(clause: Clause, forward: Forward) -> list[Link] | None:
    solver = Solver(forward.log, sorted(forward.numbers))
    number = solver.refute([-literal for literal in sorted(clause, key=abs)])
    if number is None:
        return None
    contradiction = solver.refute(())
    return forward.log.links(number if contradiction is None else contradiction)


def _by_saturation(clause: Clause, forward: Forward, policy: Matching) -> list[Link] | None:
    twin = forward.copy(forward.log)
    support: list[Clause] = []
    for literal in sorted(clause, key=abs):
        support += twin.insert(twin.log.premise(frozenset((-literal,)), "assume"))
    Saturation(twin, policy, support).run()
    return None if twin.contradiction is None else unassumed(twin.log.links(twin.contradiction))


def _by_forward(clause: Clause, forward: Forward) -> list[Link] | None:
    known = sorted(forward.facts[literal] for literal in clause if literal in forward.facts)
    if known:
        return forward.log.links(known[0])
    stricter = forward.subsumer(clause)
    return None if stricter is None else forward.log.links(forward.number_of(stricter))


def _by_backward(clause: Clause, log: Log, told: Sequence[int], symbols: Symbols) -> list[Link] | None:
    goal = min(clause, default=0)
    if len(clause) != 1 or goal < 0:
        raise BoardError("backward chaining shows symbols (one, or several joined by &), not other formulas")
    found = chain(goal, "backward", log, told, symbols)
    return log.links(found.log_symbol(log, goal)) if found.found else None


def chain(goal: int, by: Chaining, log: Log, told: Sequence[int], symbols: Symbols) -> Chained:
    """Return what textbook chaining finds for a symbol, with its trace; `told` must be definite clauses."""
    clauses = definite_clauses(((log.clauses[number], number) for number in told), symbols)
    return (forward_chain if by == "forward" else backward_chain)(clauses, goal, symbols)


def refutation(derivations: Sequence[Sequence[Link]], goal: Sequence[Clause], negation: Sequence[Clause]) -> list[Link]:
    """Return the refutation of a goal's negation from direct derivations of (subsets of) its clauses.

    >>> derivations = [[Link(frozenset({1}), "fact", "a")], [Link(frozenset({2}), "fact", "b")]]
    >>> links = refutation(derivations, [frozenset({1}), frozenset({2})], [frozenset({-1, -2})])
    >>> [link.by for link in links]
    ['fact', 'fact', 'assume', 'resolve', 'resolve']
    """
    if len(goal) == 1:
        return refuted(derivations[0], goal[0])
    log = Log()
    numbers = [log.take(links) for links in derivations]
    numbers += [log.premise(clause, "assume") for clause in negation]
    number = Solver(log, numbers).refute()
    assert number is not None, "the clauses of a goal and those of its negation cannot both be met"
    return log.links(number)
