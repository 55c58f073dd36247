"""Resolution by saturation: match clauses with each other until nothing new follows, the *given-clause* method.

One clause after another, shortest first, is *given*: it is matched with all clauses given before it, and what follows
is inserted into KB (`chaining.Forward`), which shortens it by the facts and keeps it only if it says something new.
Matching two clauses gives their resolvent if exactly one pair of literals is complementary, and otherwise nothing: with
more than one pair it would be a tautology.

A *policy* says which pairs are matched at all. That of the logic course keeps KB small by never matching two clauses
that are both longer than 2, and so misses deductions; without limits the method is complete: every clause that follows
has a subset in KB at the end. A *set of support* (Wos, Robinson and Carson, 1965) directs it: of two clauses matched,
one comes from the negation of the goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from logicms.limits import spend, timely
from logicms.logic.chaining import Event, Forward
from logicms.logic.derivation import resolvent
from logicms.logic.encoding import Clause
from logicms.logic.formulas import clause_order


@dataclass(frozen=True, slots=True)
class Matching:
    """Which clauses are matched, and which resolvents kept.

    >>> COURSE.allows(frozenset({1, 2, 3}), frozenset({-1, 4, 5})), FULL.is_complete, MATCHINGS["course"] is COURSE
    (False, True, True)
    """

    name: str
    shorter: int | None = None
    """The shorter of two matched clauses has at most this many literals."""
    longer: int | None = None
    """The longer of them has."""
    longest: int | None = None
    """A resolvent with more literals is dropped."""

    def allows(self, one: Clause, other: Clause) -> bool:
        if self.longer is not None and max(len(one), len(other)) > self.longer:
            return False
        return self.shorter is None or len(one) <= self.shorter or len(other) <= self.shorter

    def keeps(self, clause: Clause) -> bool:
        return self.longest is None or len(clause) <= self.longest

    @property
    def is_complete(self) -> bool:
        return self.shorter is None and self.longer is None and self.longest is None


FULL = Matching("full")
"""No limit: complete, and the default."""
COURSE = Matching("course", shorter=2)
"""Two clauses that are both longer than 2 are not matched."""
SHORT = Matching("short", longer=2)
"""Only two clauses of at most 2 are matched: how report 1 of the logic course programs its limit."""
NARROW = Matching("narrow", longest=4)
"""Clauses of more than four literals are dropped."""

MATCHINGS = {policy.name: policy for policy in (FULL, COURSE, SHORT, NARROW)}


class Saturation:
    """A run of the given-clause method over a KB, which it changes.

    >>> from logicms.logic.derivation import Log
    >>> forward = Forward(Log())
    >>> for clause in ({1, 2}, {-1, 2}, {-2, 3, 4}, {-3, 4}):
    ...     _ = forward.insert(forward.log.premise(frozenset(clause), "given", "a formula"))
    >>> saturation = Saturation(forward).run()
    >>> sorted(forward.facts), saturation.matchings
    ([2, 4], 2)
    """

    def __init__(self, forward: Forward, policy: Matching = FULL, support: Iterable[Clause] | None = None) -> None:
        self.forward = forward
        self.policy = policy
        self.matchings = 0
        """How many pairs with a complementary literal were tried."""
        supported = forward.places.keys() if support is None else set(support)
        self._given = {clause for clause in forward.places if clause not in supported}
        self._queue = [(*clause_order(clause), clause) for clause in forward.places if clause in supported]
        heapify(self._queue)

    def run(self) -> Saturation:
        """Match until nothing new follows or the empty clause is found; return self."""
        for _ in self._matches():
            pass
        return self

    def watch(self) -> Iterator[Event]:
        """Do the same, and yield what happens to each clause."""
        events: list[Event] = []
        self.forward.watch = events.append
        for match in self._matches():
            yield match
            yield from events
            events.clear()

    def round(self) -> Iterator[Event]:
        """Do one round of pairwise matching, as the course has it, and yield the matches that gave something new.

        All pairs of KB are matched, except those that an earlier round has matched. What this round finds is matched in
        the next one, and so is whatever else has been inserted into KB by then.

        >>> from logicms.logic.derivation import Log
        >>> forward = Forward(Log())
        >>> for clause in ({1, 2}, {-2, 3}, {-3, 4}):
        ...     _ = forward.insert(forward.log.premise(frozenset(clause), "given", "a formula"))
        >>> saturation = Saturation(forward, COURSE)
        >>> [[sorted(match.clause) for match in saturation.round()] for _ in range(3)]
        [[[1, 3], [-2, 4]], [[1, 4]], []]
        """
        clauses = self.forward.places
        self._queue.clear()  # it is for `run`
        order = {each: clause_order(each) for each in timely(self.forward.data) if each not in self._given}
        for given in sorted(order, key=order.__getitem__):
            if given in clauses and self.forward.contradiction is None:
                yield from (match for match, is_new in self._match(given) if is_new)

    def _matches(self) -> Iterator[Event]:
        """Yield every match that gave a resolvent, after the resolvent was inserted."""
        clauses = self.forward.places
        while self._queue and self.forward.contradiction is None:
            given = heappop(self._queue)[-1]
            if given in clauses and given not in self._given:
                yield from (match for match, _ in self._match(given))

    def _match(self, given: Clause) -> Iterator[tuple[Event, bool]]:
        """Match a clause with all that were given before; yield every resolvent, and whether it says something new."""
        clauses = self.forward.places
        self._given.add(given)
        for partner in self._partners(given):
            match = resolvent(given, partner)
            if match is not None and self.policy.keeps(match[1]):
                is_new = self._insert(match[1], given, partner)
                yield Event("matched", match[1], (given, partner)), is_new
            if given not in clauses:
                break

    def _partners(self, given: Clause) -> Iterator[Clause]:
        """Yield the clauses given before that have the negation of a literal of this one, while they are in KB."""
        clauses = self.forward.places
        for literal in sorted(given, key=lambda literal: (abs(literal), literal)):
            for partner in self.forward.with_literal(-literal):
                if partner in self._given and partner in clauses:
                    self.matchings += 1
                    spend()
                    if self.policy.allows(given, partner):
                        yield partner

    def _insert(self, clause: Clause, given: Clause, partner: Clause) -> bool:
        """Insert a resolvent; return whether anything in KB or KB0 is new."""
        forward = self.forward
        number = forward.log.chain(clause, (forward.number_of(given), forward.number_of(partner)))
        new = forward.insert(number)
        for one in new:
            if len(one) > 1:
                heappush(self._queue, (*clause_order(one), one))
        return bool(new)
