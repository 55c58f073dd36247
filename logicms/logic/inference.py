"""Inference as in the logic course: unit propagation, matching clauses, and chaining, with a reason for every fact.

*KB* holds clauses, *KB0* the facts (single literals that are known). Inserting a clause resolves it with KB0; what
remains is dropped if KB has it or something stricter (a clause that *subsumes* it, being a subset of it), and replaces
the clauses that it subsumes. A single literal becomes a fact and is matched with every clause that mentions it: clauses
with the literal are satisfied and removed, clauses with its negation are shortened and inserted again. So no clause of
KB ever mentions a fact, and telling one more clue costs only as much as it touches, not the whole knowledge base.

Both are the `data` of sympy's `EncodedCNF` (`KnowledgeBase.cnf`): one list of sets of signed integers, in which the
facts of KB0 have one literal. That list is what is matched, and not a copy of it. sympy keeps no index to it; beside
the list are the places of clauses and literals, without which a hard game of the course's player takes 1.7 times as
long.

*Saturation* matches clauses with each other until nothing new follows, by the *given-clause* method. One clause after
another, shortest first, is *given*: it is matched with all clauses given before it, and what follows is inserted into
KB, which shortens it by the facts and keeps it only if it says something new. Matching two clauses gives their
resolvent if exactly one pair of literals is complementary, and otherwise nothing: with more than one pair it would be a
tautology. A *policy* says which pairs are matched at all. That of the logic course keeps KB small by never matching two
clauses that are both longer than 2, and so misses deductions; without limits the method is complete: every clause that
follows has a subset in KB at the end. A *set of support* (Wos, Robinson and Carson, 1965) directs it: of two clauses
matched, one comes from the negation of the goal.

*Chaining* is for *definite* clauses: symbols that imply another (`a & b -> c`), or a single symbol. *Forward* chaining
is driven by the data: each clause counts how many of its conditions are not known yet, and fires when none is left.
*Backward* chaining is driven by the goal: to show c, show a and then b. Both keep a trace, so that a learner can
compare them on the same knowledge base, and both record how a symbol was found, so that a proof can be read off.
(Dowling and Gallier, 1984; Russell and Norvig, chapter 7.5.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Literal

from logicms.errors import BoardError
from logicms.limits import spend, timely
from logicms.logic.clauses import Clause, Symbols, clause_order
from logicms.logic.derivation import Log, resolvent

# -- unit propagation

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


# -- saturation


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
        self.matchings: int = 0
        """How many pairs with a complementary literal were tried."""
        # Invariant: each pair of given clauses that clash has been matched; what was not given yet is in the queue.
        kb = [clause for clause in forward.data if len(clause) > 1]
        supported = set(kb if support is None else support)
        self._given = {clause for clause in kb if clause not in supported}
        self._queue = [(*clause_order(clause), clause) for clause in kb if clause in supported]
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
        self._given.add(given)  # first, so that what is inserted meanwhile meets it when its own turn comes
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


# -- chaining

Chaining = Literal["forward", "backward"]
What = Literal["goal", "given", "fires", "shown", "known", "loop", "fails"]


@dataclass(frozen=True, slots=True)
class Definite:
    """`body` implies `head`; `number` is the clause's number in the log."""

    head: int
    body: tuple[int, ...]
    number: int


@dataclass(frozen=True, slots=True)
class Trace:
    """One event of chaining; `depth` is the number of open goals above it.

    >>> print(Trace("fires", "wet", ("rain",)))
    rain -> wet gives wet
    """

    what: What
    symbol: str
    body: tuple[str, ...] = ()
    depth: int = 0

    def __str__(self) -> str:
        because = f"{' & '.join(self.body)} -> {self.symbol}"
        said = {
            "goal": f"to show: {self.symbol}",
            "given": f"{self.symbol} is given",
            "fires": f"{because} gives {self.symbol}",
            "shown": f"{self.symbol} is shown by {because}",
            "known": f"{self.symbol} is already shown",
            "loop": f"{self.symbol} is already a goal: a loop",
            "fails": f"{self.symbol} cannot be shown",
        }
        return "  " * self.depth + said[self.what]


@dataclass(frozen=True, slots=True)
class Chained:
    """What chaining found: whether the goal follows, how each symbol was found, and the trace."""

    found: bool
    reasons: Mapping[int, Definite]
    trace: tuple[Trace, ...]

    def log_symbol(self, log: Log, goal: int) -> int:
        """Derive the goal in the log from the clauses that gave it, and return its number there."""
        numbers: dict[int, int] = {}
        for symbol in _innermost_first(self.reasons, goal):
            reason = self.reasons[symbol]
            parents = [reason.number, *(numbers[part] for part in reason.body)]
            numbers[symbol] = log.chain(frozenset((symbol,)), parents) if reason.body else reason.number
        return numbers[goal]


def _innermost_first(reasons: Mapping[int, Definite], goal: int) -> Iterator[int]:
    """Yield the symbols that the goal rests on, each after those it was found from."""
    done: set[int] = set()
    stack = [goal]
    while stack:
        symbol = stack[-1]
        missing = [part for part in reasons[symbol].body if part not in done]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        if symbol not in done:
            done.add(symbol)
            yield symbol


def definite_clauses(numbered: Iterable[tuple[Clause, int]], symbols: Symbols) -> list[Definite]:
    """Return the clauses as definite clauses, or say which one is not definite.

    >>> symbols = Symbols()
    >>> symbols.add("ab")
    >>> definite_clauses([(frozenset({1, 2}), 0)], symbols)
    Traceback (most recent call last):
    logicms.errors.BoardError: chaining needs definite clauses (with one positive literal each), and a | b is not one
    """
    found = []
    for clause, number in numbered:
        heads = [literal for literal in clause if literal > 0]
        if len(heads) != 1:
            text = " | ".join(symbols.texts(clause)) or "false"
            raise BoardError(f"chaining needs definite clauses (with one positive literal each), and {text} is not one")
        found.append(Definite(heads[0], tuple(sorted(-literal for literal in clause if literal < 0)), number))
    return found


def chain(goal: int, by: Chaining, log: Log, told: Iterable[int], symbols: Symbols) -> Chained:
    """Return what chaining finds for a symbol, with its trace; the clauses `told`, by number, must be definite."""
    clauses = definite_clauses(((log.clauses[number], number) for number in told), symbols)
    return (forward_chain if by == "forward" else backward_chain)(clauses, goal, symbols)


def forward_chain(clauses: Sequence[Definite], goal: int, symbols: Symbols) -> Chained:
    """Return what follows from the facts, clause by clause, until the goal follows or nothing new does.

    >>> symbols = Symbols()
    >>> symbols.add("abc")
    >>> told = definite_clauses([(frozenset({-1, 2}), 0), (frozenset({-2, 3}), 1), (frozenset({1}), 2)], symbols)
    >>> print(*forward_chain(told, symbols["c"], symbols).trace, sep="\\n")
    a is given
    a -> b gives b
    b -> c gives c
    """
    waiting = {clause: len(clause.body) for clause in clauses}
    within: dict[int, list[Definite]] = {}
    for clause in clauses:
        for symbol in clause.body:
            within.setdefault(symbol, []).append(clause)
    reasons: dict[int, Definite] = {}
    trace: list[Trace] = []
    agenda = deque(clause for clause in clauses if not clause.body)
    while agenda and goal not in reasons:
        spend()
        clause = agenda.popleft()
        if clause.head in reasons:
            continue
        reasons[clause.head] = clause
        body = tuple(map(symbols.text, clause.body))
        trace.append(Trace("fires" if body else "given", symbols.text(clause.head), body))
        for other in within.get(clause.head, ()):
            waiting[other] -= 1
            if waiting[other] == 0:
                agenda.append(other)
    return Chained(goal in reasons, reasons, tuple(trace))


class _Goal:
    """An open goal of backward chaining: which clause is being tried, and which condition of that clause."""

    __slots__ = ("body_index", "clause_index", "clauses", "loops_to", "symbol")

    def __init__(self, symbol: int, clauses: Sequence[Definite], depth: int) -> None:
        self.symbol = symbol
        self.clauses = clauses
        self.clause_index = self.body_index = 0
        self.loops_to = depth
        """The lowest depth of an open goal that this goal, or one below it, ran into."""


def backward_chain(clauses: Sequence[Definite], goal: int, symbols: Symbols) -> Chained:
    """Return whether the goal can be shown by showing the conditions of some clause for it, depth first.

    A goal that comes up again below itself is not tried there (the loop check); what was shown is not shown again.

    >>> symbols = Symbols()
    >>> symbols.add("abc")
    >>> told = definite_clauses([(frozenset({-1, 2}), 0), (frozenset({-2, 3}), 1), (frozenset({1}), 2)], symbols)
    >>> print(*backward_chain(told, symbols["c"], symbols).trace, sep="\\n")
    to show: c
      to show: b
        a is given
      b is shown by a -> b
    c is shown by b -> c
    """
    return _Backward(clauses, symbols).chain(goal)


class _Backward:
    def __init__(self, clauses: Sequence[Definite], symbols: Symbols) -> None:
        self.symbols = symbols
        self.clauses_for: dict[int, list[Definite]] = {}
        for clause in clauses:
            self.clauses_for.setdefault(clause.head, []).append(clause)
        self.reasons: dict[int, Definite] = {}
        self.hopeless: set[int] = set()
        self.depths: dict[int, int] = {}
        self.stack: list[_Goal] = []
        self.trace: list[Trace] = []

    def chain(self, goal: int) -> Chained:
        result = self._look_at(goal)
        while self.stack:
            spend()
            top = self.stack[-1]
            if result is True:  # on to the next condition
                top.body_index += 1
            elif result is False:  # on to the next clause
                top.clause_index, top.body_index = top.clause_index + 1, 0
            clause = top.clauses[top.clause_index] if top.clause_index < len(top.clauses) else None
            if clause is None or top.body_index == len(clause.body):
                result = self._close(top, clause)
            else:
                result = self._look_at(clause.body[top.body_index])
        return Chained(goal in self.reasons, self.reasons, tuple(self.trace))

    def _look_at(self, symbol: int) -> bool | None:
        """Return whether a symbol is shown, or make it an open goal and return None."""
        given = next((clause for clause in self.clauses_for.get(symbol, ()) if not clause.body), None)
        if symbol in self.reasons or given:
            self._say("known" if symbol in self.reasons else "given", symbol)
            if given:
                self.reasons.setdefault(symbol, given)
            return True
        if symbol in self.depths:
            self._say("loop", symbol)
            self.stack[-1].loops_to = min(self.stack[-1].loops_to, self.depths[symbol])
            return False
        if symbol in self.hopeless:
            self._say("fails", symbol)
            return False
        self._say("goal", symbol)
        self.depths[symbol] = len(self.stack)
        self.stack.append(_Goal(symbol, self.clauses_for.get(symbol, ()), len(self.stack)))
        return None

    def _close(self, goal: _Goal, clause: Definite | None) -> bool:
        """Close the goal: shown by `clause`, or not shown."""
        self.stack.pop()
        depth = self.depths.pop(goal.symbol)
        if clause is not None:
            self.reasons[goal.symbol] = clause
            self._say("shown", goal.symbol, clause.body)
            return True
        self._say("fails", goal.symbol)
        if goal.loops_to >= depth:
            self.hopeless.add(goal.symbol)  # it failed on its own, not because of a goal that is open above it
        elif self.stack:
            self.stack[-1].loops_to = min(self.stack[-1].loops_to, goal.loops_to)
        return False

    def _say(self, what: What, symbol: int, body: Sequence[int] = ()) -> None:
        text = self.symbols.text
        self.trace.append(Trace(what, text(symbol), tuple(map(text, body)), len(self.stack)))
