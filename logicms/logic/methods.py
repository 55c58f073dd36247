"""The methods by which a knowledge base derives a clause; a learner can compare them on the same question.

============== ===================================================================== =========
method         how                                                                   complete
============== ===================================================================== =========
``resolution`` assume the negation and refute it (`refutation`)                      yes
``saturation`` match clauses; the negation is the set of support (`resolution`)       yes
``course``     the same, never matching two clauses that are both longer than 2      no
``forward``    what propagation has already found (`chaining`)                       no
``backward``   from the goal to the facts, for definite clauses only (`definite`)    for these
============== ===================================================================== =========

Each gives the links of a direct derivation, or None; it writes to the log of KB, and the caller cuts the log
afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from logicms.errors import BoardError, unknown_word
from logicms.logic.chaining import Forward
from logicms.logic.definite import Chained, backward_chain, definite_clauses, forward_chain
from logicms.logic.derivation import Link, Log, refuted, unassumed
from logicms.logic.encoding import Clause, Symbols
from logicms.logic.refutation import Solver
from logicms.logic.resolution import COURSE, FULL, Policy, Saturation

Method = Literal["resolution", "saturation", "course", "forward", "backward"]
Chaining = Literal["forward", "backward"]
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
    solver = Solver(forward.log, sorted((*forward.facts.values(), *forward.clauses.values())))
    number = solver.refute([-literal for literal in sorted(clause, key=abs)])
    if number is None:
        return None
    contradiction = solver.refute(())
    return forward.log.links(number if contradiction is None else contradiction)


def _by_saturation(clause: Clause, forward: Forward, policy: Policy) -> list[Link] | None:
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
    return None if stricter is None else forward.log.links(forward.clauses[stricter])


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
