"""Textbook chaining for *definite* clauses: symbols that imply another (`a & b -> c`), or a single symbol.

*Forward* chaining is driven by the data: each clause counts how many of its conditions are not known yet, and fires
when none is left. *Backward* chaining is driven by the goal: to show c, show a and then b. Both keep a trace, so that a
learner can compare them on the same knowledge base, and both record how a symbol was found, so that a proof can be
read off. (Dowling and Gallier, 1984; Russell and Norvig, chapter 7.5.)
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from logicms.errors import BoardError
from logicms.limits import spend
from logicms.logic.derivation import Log
from logicms.logic.encoding import Clause, Symbols

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
        trace.append(_fired(clause, symbols))
        for other in within.get(clause.head, ()):
            waiting[other] -= 1
            if waiting[other] == 0:
                agenda.append(other)
    return Chained(goal in reasons, reasons, tuple(trace))


def _fired(clause: Definite, symbols: Symbols) -> Trace:
    body = tuple(map(symbols.text, clause.body))
    return Trace("fires" if body else "given", symbols.text(clause.head), body)


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
            if result is not None:
                self._advance(self.stack[-1], result)
            result = self._work_on(self.stack[-1])
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

    def _advance(self, goal: _Goal, shown: bool) -> None:
        """Go on to the next condition if this one was shown, else to the next clause."""
        if shown:
            goal.body_index += 1
        else:
            goal.clause_index, goal.body_index = goal.clause_index + 1, 0

    def _work_on(self, goal: _Goal) -> bool | None:
        if goal.clause_index == len(goal.clauses):
            return self._close(goal, None)
        clause = goal.clauses[goal.clause_index]
        if goal.body_index == len(clause.body):
            return self._close(goal, clause)
        return self._look_at(clause.body[goal.body_index])

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
