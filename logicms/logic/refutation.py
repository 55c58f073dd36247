"""Refutation: assume the negation, propagate, split where propagation stops, and learn from every conflict.

Matching clauses blindly is hopeless on a real board; this search is directed by the goal, and complete. It is a
clause-learning solver (Marques-Silva and Sakallah, 1996; Moskewicz and others, 2001) that logs every step: a conflict
is resolved with the reasons of its literals, latest first, until one literal of the last split remains (the first
*unique implication point*), and that chain is the derivation of the clause that is learned. When an assumption is
refuted, its negation has been derived from the premises alone: a direct proof. `derivation.refuted` makes a refutation
of it.

`Entailment`, the quick half of `ask`, needs no proof: a goal follows if no placement meets the clauses and fails the
goal. One solver is kept from question to question, with what it has learned, and so are the placements that it found:
most goals that do not follow fail on one of them. To make that likely, the solver prefers literals that have held in no
placement so far.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from math import inf

from logicms.hints import AUXILIARY
from logicms.limits import spend, timely
from logicms.logic.clauses import Clause, Goal
from logicms.logic.derivation import Log

# What MiniSat does (Eén and Sörensson, 2003): restarts ever farther apart, the symbols of recent conflicts first, and
# for each the value that it had last (Pipatsrisawat and Darwiche, 2007).
_FIRST_RESTART = 100
_RESTART_GROWTH = 1.5
_DECAY = 1 / 0.95
_TOO_ACTIVE = 1e100
_NONE = -1


class TruthValues:
    """A placement: a value for each symbol that was decided; the others do not hold."""

    __slots__ = ("_values",)

    def __init__(self, values: list[int]) -> None:
        self._values = values

    def holds(self, literal: int) -> bool:
        value = self._values[literal] if abs(literal) <= len(self._values) // 2 else 0
        return value > 0 if value else literal < 0

    def meets(self, clause: Iterable[int]) -> bool:
        return any(map(self.holds, clause))


class Solver:
    """Clauses of a log, and the search for a placement that meets them all, or for the reason why there is none.

    >>> log = Log()
    >>> for clause in ({1, 2}, {-1, 3}, {-2, 3}):
    ...     _ = log.premise(frozenset(clause), "given", "a formula")
    >>> solver = Solver(log, range(3))
    >>> log.clauses[solver.refute([-3])]
    frozenset({3})
    >>> solver.refute([-1]), solver.holds(2)
    (None, True)
    """

    def __init__(self, log: Log, numbers: Iterable[int] = ()) -> None:
        self.log = log
        self.size = 0
        """The largest symbol so far."""
        self.met = 0
        """How many symbols occur in clauses and questions; the others do not matter."""
        # By literal, negative indexes counting from the end: its value (1 true, -1 false, 0 open), and the clauses that
        # watch it: each clause watches two of its literals, and is looked at only when one of them becomes false.
        self._values = [0]
        self._watches: list[list[int]] = [[]]
        # By symbol: at which split it was decided, by which clause, its activity in conflicts, its last value.
        self._levels = [0]
        self._reasons = [_NONE]
        self._activity = [0.0]
        self._last = [0]
        self._is_met = [False]
        self._clauses: list[list[int]] = []
        self._numbers: list[int] = []
        self._facts: dict[int, int] = {}  # literals that hold without any assumption, and their numbers in the log
        self._trail: list[int] = []
        self._propagated = 0
        self._splits: list[int] = []
        self._queue: list[tuple[float, int]] = []
        self._bump = 1.0
        self._contradiction: int | None = None
        self.placement = TruthValues([0])
        """The placement that was found last."""
        for number in timely(numbers):
            self.add(number)

    # -- building

    def add(self, number: int) -> None:
        """Add the clause that has this number in the log."""
        if self._splits:
            self._undo(0)
        clause = sorted(self.log.clauses[number], key=abs)
        self._meet(clause)
        if self._trail:
            clause.sort(key=lambda literal: self._values[literal] < 0)
        self._attach(clause, number)

    def _meet(self, literals: Sequence[int]) -> None:
        """Make room for the symbols of these literals, and make sure that they will be decided."""
        if (largest := max(map(abs, literals), default=0)) > self.size:
            self._grow(largest)
        for symbol in map(abs, literals):
            if not self._is_met[symbol]:
                self._is_met[symbol] = True
                self.met += 1
                heappush(self._queue, (0.0, symbol))

    def _grow(self, size: int) -> None:
        new = size - self.size
        middle = self.size + 1
        self._values[middle:middle] = [0] * (2 * new)
        self._watches[middle:middle] = [[] for _ in range(2 * new)]
        self._levels += [0] * new
        self._reasons += [_NONE] * new
        self._activity += [0.0] * new
        self._last += [-1] * new
        self._is_met += [False] * new
        self.size = size

    def _attach(self, clause: list[int], number: int) -> None:
        """Add a clause whose literals that are not false come first; if there is only one of these, it must hold."""
        if not clause or self._values[clause[0]] < 0:
            if self._contradiction is None:
                self._contradiction = self._without_facts(clause, [number])
        elif len(clause) == 1:
            if self._values[clause[0]] == 0:
                self._facts[clause[0]] = number
                self._assign(clause[0], _NONE)
        else:
            self._clauses.append(clause)
            self._numbers.append(number)
            for literal in clause[:2]:
                self._watches[literal].append(len(self._clauses) - 1)
            if self._values[clause[0]] == 0 and self._values[clause[1]] < 0:
                self._assign(clause[0], len(self._clauses) - 1)

    def _without_facts(self, clause: Iterable[int], parents: list[int], kept: Iterable[int] = ()) -> int:
        """Log the chain that also resolves away the literals of a clause that contradict facts; return its number."""
        parents += [self._facts[-literal] for literal in clause if -literal in self._facts]
        return self.log.chain(frozenset(kept), parents) if len(parents) > 1 else parents[0]

    # -- searching

    def refute(self, supposed: Sequence[int] = ()) -> int | None:
        """Return the number in the log of a clause that refutes the supposed literals, or None if they can all hold.

        That clause consists of negations of supposed literals; it is empty if the clauses contradict each other.
        When None is returned, `holds` is about the placement that was found.
        """
        self._undo(0)
        self._meet(supposed)
        conflicts, restart, seen = 0, float(_FIRST_RESTART), self._propagated
        while self._contradiction is None:
            spend(1 + max(0, self._propagated - seen))
            seen = self._propagated
            if (conflict := self._propagate()) != _NONE:
                conflicts += 1
                self._learn(conflict)
            elif conflicts > restart:
                conflicts, restart = 0, restart * _RESTART_GROWTH
                self._undo(0)
            elif (failed := self._split(supposed)) is not None:
                return self._derive_negation(failed)
            elif len(self._trail) == self.met and len(self._splits) >= len(supposed):
                self.placement = TruthValues(self._values.copy())
                return None
        return self._contradiction

    def prefer(self, literals: Iterable[int]) -> None:
        """Split first on those of these literals that occur in clauses, so that a different placement is found."""
        self._undo(0)
        for literal in literals:
            if abs(literal) <= self.size and self._is_met[abs(literal)]:
                self._last[abs(literal)] = literal
                heappush(self._queue, (-inf, abs(literal)))

    def holds(self, literal: int) -> bool:
        """Return whether the literal holds in the placement that was found last; unknown symbols do not hold."""
        return self.placement.holds(literal)

    def _assign(self, literal: int, reason: int) -> None:
        symbol = abs(literal)
        self._values[literal], self._values[-literal] = 1, -1
        self._levels[symbol] = len(self._splits)
        self._reasons[symbol] = reason
        self._trail.append(literal)
        if not self._splits and reason != _NONE:
            clause = self._clauses[reason]
            others = [other for other in clause if other != literal]
            self._facts[literal] = self._without_facts(others, [self._numbers[reason]], (literal,))

    def _undo(self, level: int) -> None:
        """Undo all splits after the first `level`."""
        if len(self._splits) <= level:
            return
        start = self._splits[level]
        for literal in self._trail[start:]:
            symbol = abs(literal)
            self._last[symbol] = 1 if literal > 0 else -1
            self._values[literal] = self._values[-literal] = 0
            heappush(self._queue, (-self._activity[symbol], symbol))
        del self._trail[start:], self._splits[level:]
        self._propagated = min(self._propagated, start)

    def _split(self, supposed: Sequence[int]) -> int | None:
        """Suppose one more literal: the next of `supposed` (return it if it is false), else one that is chosen here."""
        while len(self._splits) < len(supposed):
            literal = supposed[len(self._splits)]
            if self._values[literal] < 0:
                return literal
            self._splits.append(len(self._trail))
            if self._values[literal] == 0:
                self._assign(literal, _NONE)
                return None
        while self._queue:
            _, symbol = heappop(self._queue)
            if self._values[symbol] == 0:
                self._splits.append(len(self._trail))
                self._assign(symbol if self._last[symbol] > 0 else -symbol, _NONE)
                return None
        return None

    def _propagate(self) -> int:
        """Assign what follows from each clause alone; return the index of a false clause, or `_NONE`."""
        # Invariant: of a clause's first two literals, which it watches, neither is false, or the other one is true, or
        # it waits among those of a literal on the trail that was not propagated yet. Going back undoes the latest
        # first, so it needs no repair.
        values, watches, clauses = self._values, self._watches, self._clauses
        while self._propagated < len(self._trail):
            failed = -self._trail[self._propagated]
            self._propagated += 1
            watching, watches[failed] = watches[failed], []
            for place, index in enumerate(watching):
                clause = clauses[index]
                if clause[0] == failed:
                    clause[0], clause[1] = clause[1], failed
                if values[clause[0]] <= 0 and self._watch_another(clause, index):
                    continue
                watches[failed].append(index)
                if values[clause[0]] < 0:
                    watches[failed] += watching[place + 1 :]
                    return index
                if values[clause[0]] == 0:
                    self._assign(clause[0], index)
        return _NONE

    def _watch_another(self, clause: list[int], index: int) -> bool:
        """Watch another literal that is not false instead of the second one, if there is any."""
        values = self._values
        for k in range(2, len(clause)):
            if values[clause[k]] >= 0:
                clause[1], clause[k] = clause[k], clause[1]
                self._watches[clause[1]].append(index)
                return True
        return False

    # -- learning

    def _learn(self, conflict: int) -> None:
        """Derive a clause from a conflict, go back to the split where it says something new, and add it."""
        if not self._splits:
            self._contradiction = self._without_facts(self._clauses[conflict], [self._numbers[conflict]])
            return
        learned, facts, parents = self._analyse(conflict)
        number = self._without_facts(facts, parents, learned)
        learned[1:] = sorted(learned[1:], key=lambda literal: (-self._levels[abs(literal)], abs(literal)))
        self._undo(self._levels[abs(learned[1])] if len(learned) > 1 else 0)
        self._bump *= _DECAY
        self._attach(learned, number)

    def _analyse(self, conflict: int) -> tuple[list[int], list[int], list[int]]:
        """Resolve a conflict back to the first unique implication point.

        Return the remaining literals, the implication point first; the literals that contradict facts; the numbers of
        the chain.
        """
        # Invariant: resolving the clauses of `parents` in turn leaves the literals in `rest` and `facts` and, of the
        # last split, `open_here` more; all of them are false, and the latest is resolved away next.
        level, seen, open_here = len(self._splits), set[int](), 0
        rest: list[int] = []
        facts: list[int] = []
        clause, parents, place = self._clauses[conflict], [self._numbers[conflict]], len(self._trail)
        while True:
            for literal in clause:
                symbol = abs(literal)
                if self._values[literal] > 0 or symbol in seen:
                    continue
                seen.add(symbol)
                if self._levels[symbol] == 0:
                    facts.append(literal)
                    continue
                self._make_active(symbol)
                if self._levels[symbol] == level:
                    open_here += 1
                else:
                    rest.append(literal)
            place = next(i for i in range(place - 1, -1, -1) if abs(self._trail[i]) in seen)
            open_here -= 1
            if open_here == 0:
                return [-self._trail[place], *rest], facts, parents
            reason = self._reasons[abs(self._trail[place])]
            clause = self._clauses[reason]
            parents.append(self._numbers[reason])

    def _derive_negation(self, failed: int) -> int:
        """Return the number of a clause of negations of supposed literals, including that of the failed one."""
        if -failed in self._facts:
            return self._facts[-failed]
        kept, seen, parents = [-failed], {abs(failed)}, list[int]()
        facts: list[int] = []
        for literal in reversed(self._trail[self._splits[0] :]):
            if abs(literal) not in seen:
                continue
            reason = self._reasons[abs(literal)]
            if reason == _NONE:
                kept.append(-literal)
                continue
            parents.append(self._numbers[reason])
            new = [other for other in self._clauses[reason] if other != literal and abs(other) not in seen]
            seen.update(map(abs, new))
            facts += [other for other in new if self._levels[abs(other)] == 0]
        return self._without_facts(facts, parents, kept)

    def _make_active(self, symbol: int) -> None:
        self._activity[symbol] += self._bump
        if self._activity[symbol] > _TOO_ACTIVE:
            self._activity = [activity / _TOO_ACTIVE for activity in self._activity]
            self._bump /= _TOO_ACTIVE
            self._queue = [(activity / _TOO_ACTIVE, other) for activity, other in self._queue]
            heapify(self._queue)


# -- whether a goal follows


class Entailment:
    """What follows from clauses, and the placements that show what does not.

    >>> from logicms.hints import Literal
    >>> from logicms.logic.clauses import Symbols, goal_of
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
        self._placements: list[TruthValues] = []
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

    def counterexample(self, goal: Goal) -> TruthValues | None:
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

    def _keep(self, placement: TruthValues) -> None:
        """Keep a placement, and make the solver prefer literals that have held in none so far."""
        self._placements.append(placement)
        self._unseen = {literal for literal in self._unseen if not placement.holds(literal)}
        self._solver.prefer(sorted(self._unseen, key=abs))


def _solver_for(clauses: Iterable[Clause]) -> Solver:
    log = Log()
    return Solver(log, [log.premise(clause, "given") for clause in clauses])


def _failing(solver: Solver, goal: Goal) -> TruthValues | None:
    """Return a placement on which some clause of the goal fails, if the solver finds one."""
    for clause in goal.clauses:
        if solver.refute([-literal for literal in sorted(clause, key=abs)]) is None:
            return solver.placement
    return None
