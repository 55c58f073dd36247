"""Forward chaining by unit propagation, with the reason for every fact: the knowledge base as in the logic course.

*KB* holds clauses, *KB0* the facts (single literals that are known). Inserting a clause resolves it with KB0; what
remains is dropped if KB has it or something stricter (a clause that *subsumes* it, being a subset of it), and replaces
the clauses that it subsumes. A single literal becomes a fact and is matched with every clause that mentions it: clauses
with the literal are satisfied and removed, clauses with its negation are shortened and inserted again. So no clause of
KB ever mentions a fact, and telling one more clue costs only as much as it touches, not the whole knowledge base.

Both are the `data` of sympy's `EncodedCNF` (`KnowledgeBase.cnf`): one list of sets of signed integers, in which the
facts of KB0 have one literal. That list is what is matched, and not a copy of it. sympy keeps no index to it; beside
the list are the places of clauses and literals, without which a hard game of the course's player takes 1.7 times as
long.

`definite` has textbook chaining for definite clauses; `resolution` matches the clauses of KB with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from logicms.logic.derivation import Log
from logicms.logic.encoding import Clause

Happening = Literal["told", "fact", "kept", "shortened", "subsumed", "removed", "matched", "contradiction"]
"""What can happen to a clause; `subsumed` was never kept, `removed` was kept until now."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a clause, for observers."""

    what: Happening
    clause: Clause
    parents: tuple[Clause, ...] = ()
    """The clauses it comes from."""


SYMPYS_EMPTY: Clause = frozenset({0})
"""How an `EncodedCNF` has the empty clause."""


class Forward:
    """KB and KB0, closed under unit propagation.

    >>> log = Log()
    >>> forward = Forward(log)
    >>> for clause in ({-1, 2}, {-2, 3}, {1}):
    ...     _ = forward.insert(log.premise(frozenset(clause), "given", "a formula"))
    >>> sorted(forward.facts), [set(clause) for clause in forward.data]
    ([1, 2, 3], [{1}, {2}, {3}])
    >>> [sorted(link.clause) for link in log.links(forward.facts[3])]
    [[-1, 2], [-2, 3], [1], [2], [3]]
    """

    def __init__(self, log: Log, watch: Callable[[Event], None] | None = None) -> None:
        self.log = log
        self.watch = watch
        self.facts: dict[int, int] = {}
        """KB0: each literal that is known, and its number in the log."""
        self.data: list[Clause] = []
        """KB0 and KB, in no order; sympy's sign of the empty clause, {0}, is there once that is found."""
        self.numbers: list[int] = []
        """The number of each of them in the log."""
        self.places: dict[Clause, int] = {}
        """Where each clause of KB is among them: the last one moves to the place of one that is removed."""
        self.contradiction: int | None = None
        """The number of the empty clause in the log, once it is found; nothing more is inserted then."""
        self._occurrences: dict[int, dict[Clause, None]] = {}
        self._watched: dict[int, dict[Clause, None]] = {}

    def insert(self, number: int) -> list[Clause]:
        """Insert the clause that has this number in the log; return the clauses that are new in KB or KB0."""
        new: list[Clause] = []
        agenda = [] if self.contradiction is not None else [number]
        for entry in agenda:  # clauses that are shortened meanwhile are added at the end
            clause, number = self._shorten(entry)
            if number < 0:
                continue
            if len(clause) > 1:
                if self._keep(clause, number):
                    new.append(clause)
            elif clause:
                self._learn(clause, number, agenda)
                new.append(clause)
            else:
                self.contradiction = number
                self._append(SYMPYS_EMPTY, number)
                self._tell("contradiction", clause)
                break
        return new

    def _shorten(self, number: int) -> tuple[Clause, int]:
        """Resolve a clause with KB0; the number is -1 if a fact makes the clause true."""
        clause, facts = self.log.clauses[number], self.facts
        if not facts.keys().isdisjoint(clause):
            self._tell("subsumed", clause)
            return clause, -1
        known = [facts[-literal] for literal in clause if -literal in facts]
        if not known:
            return clause, number
        shorter = frozenset(literal for literal in clause if -literal not in facts)
        self._tell("shortened", shorter, clause)
        return shorter, self.log.chain(shorter, (number, *sorted(known)))

    def _learn(self, unit: Clause, number: int, agenda: list[int]) -> None:
        """Move a single literal to KB0 and match it with every clause that mentions it."""
        (literal,) = unit
        self.facts[literal] = number
        self._append(unit, number)
        self._tell("fact", unit)
        for clause in tuple(self._occurrences.get(literal, ())):
            self._remove(clause)
        for clause in tuple(self._occurrences.get(-literal, ())):
            agenda.append(self.number_of(clause))
            self._remove(clause, quietly=True)

    def _keep(self, clause: Clause, number: int) -> bool:
        """Add a clause to KB unless something there subsumes it; remove what it subsumes."""
        if clause in self.places or self.subsumer(clause) is not None:
            self._tell("subsumed", clause)
            return False
        occurrences = self._occurrences
        rarest = min(clause, key=lambda literal: len(occurrences.get(literal, ())))
        for weaker in [other for other in occurrences.get(rarest, ()) if clause < other]:
            self._remove(weaker)
        self.places[clause] = self._append(clause, number)
        for literal in clause:
            occurrences.setdefault(literal, {})[clause] = None
        self._watched.setdefault(rarest, {})[clause] = None
        self._tell("kept", clause)
        return True

    def _append(self, clause: Clause, number: int) -> int:
        self.data.append(clause)
        self.numbers.append(number)
        return len(self.data) - 1

    def _remove(self, clause: Clause, quietly: bool = False) -> None:
        place, last, number = self.places.pop(clause), self.data.pop(), self.numbers.pop()
        if place < len(self.data):  # it fills the gap; a fact is found by its literal, so its place is not kept
            self.data[place], self.numbers[place] = last, number
            if last in self.places:
                self.places[last] = place
        for literal in clause:
            del self._occurrences[literal][clause]
            self._watched.get(literal, {}).pop(clause, None)
        if not quietly:
            self._tell("removed", clause)

    def subsumer(self, clause: Clause) -> Clause | None:
        """Return a clause of KB that is a subset of this one, or None.

        Each clause of KB is indexed under one of its literals only, the rarest; that is enough to find any subset.
        """
        for literal in clause:
            for stricter in self._watched.get(literal, ()):
                if stricter <= clause:
                    return stricter
        return None

    # -- questions

    def number_of(self, clause: Clause) -> int:
        """Return the number of a clause of KB in the log."""
        return self.numbers[self.places[clause]]

    def with_literal(self, literal: int) -> Iterator[Clause]:
        """Yield the clauses of KB that have this literal, in the order in which they were added."""
        yield from tuple(self._occurrences.get(literal, ()))

    def copy(self, log: Log) -> Forward:
        """Return an independent copy; `log` is its log, a copy of this one's."""
        twin = Forward(log, self.watch)
        twin.facts = self.facts.copy()
        twin.data, twin.numbers, twin.places = self.data.copy(), self.numbers.copy(), self.places.copy()
        twin.contradiction = self.contradiction
        twin._occurrences = {literal: clauses.copy() for literal, clauses in self._occurrences.items()}
        twin._watched = {literal: clauses.copy() for literal, clauses in self._watched.items()}
        return twin

    def _tell(self, what: Happening, clause: Clause, *parents: Clause) -> None:
        if self.watch is not None:
            self.watch(Event(what, clause, parents))
