"""Short proofs: from a few hints to the proof that a person reads.

Nobody reads a proof over a whole board; `explain` first finds the few clues that force a cell, and passes them on to
this module. Nearly always the negation of the goal is refuted by propagation alone. Then the length of the proof is the
number of literals that had to be propagated, and among the many clauses that imply a literal the cheapest is taken: a
search for the shortest path in which a literal is reached when all the other literals of a clause have failed (Knuth's
generalisation of Dijkstra's algorithm, 1977). Where propagation does not suffice, one symbol is split on if that is
enough, the one that makes the proof shortest; otherwise the solver of `refutation` is used.

Which of the proofs of a name is the shortest for a person? The *effort* of a proof is how many things a reader has to
take in: each line of a resolution or direct proof (premises as well as resolvents), and in a proof by counting each
clue that is added or subtracted and each line that is resolved. So the difference of two clues (effort 2) is shorter
than the two clauses and the resolvent of a direct proof (3), and that is shorter than the refutation (5). A clue that
decides a cell alone is one line either way, and the direct proof is preferred: it needs no arithmetic.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Mapping, Sequence
from heapq import heappop, heappush

from logicms.errors import BoardError, InconsistentKnowledge
from logicms.hints import TOTAL, Hint, Literal
from logicms.limits import spend
from logicms.logic.clauses import EMPTY, Clause, Symbols, clauses_of_hint, literal_of
from logicms.logic.derivation import Derivation, Log, proof_of, resolvent
from logicms.logic.refutation import Solver
from logicms.proofs.proof import Proof, ProofKind, plain_hint

MOST_FOR_SPLITS = 400
"""Splits are tried only if there are at most this many clauses; the mine total of a large board has thousands."""


def short_derivation(
    hints: Iterable[Hint], goal: Literal | str | None, facts: Mapping[str, bool] | None = None
) -> Derivation | None:
    """Return a short derivation of a literal (`B3` a mine, `~B3` safe), or None if it does not follow.

    Without a goal, it derives that the hints contradict each other; with a goal, such a contradiction is raised. The
    cost of a proof is known before it is written.

    >>> from logicms.hints import exactly
    >>> clues = [exactly(1, ["A1", "B1"], "A2"), exactly(1, ["A1", "B1", "C1"], "B2")]
    >>> proof = short_derivation(clues, "~C1").proof("direct")
    >>> [" | ".join(map(str, step.clause)) for step in proof.steps]
    ['A1 | B1', '~A1 | ~C1', '~B1 | ~C1', 'A1 | ~C1', '~C1']
    """
    symbols, log, by_source = Symbols(), Log(), dict[str, Hint]()
    for hint in hints:
        source = str(hint.because or hint)
        plain = plain_hint(hint, source)
        if by_source.setdefault(source, plain) != plain:
            raise BoardError(f"two hints have the same source {source}")
        for clause in clauses_of_hint(hint, symbols):
            log.premise(clause, "total" if source == TOTAL else "clue", source)
    for name, holds in (facts or {}).items():
        log.premise(frozenset((literal_of(Literal(name, holds), symbols),)), "fact", name)
    clause = EMPTY if goal is None else frozenset((literal_of(goal, symbols),))
    number = derive_shortly(log, clause)
    if number is None:
        return None
    links = log.links(number)
    if clause and not links[-1].clause:
        proof = proof_of(links, (EMPTY,), "resolution", symbols, by_source)
        raise InconsistentKnowledge(conflict=proof.clues, proof=proof)
    return Derivation(links, clause, symbols, by_source)


def derive_shortly(log: Log, goal: Clause) -> int | None:
    """Derive a clause from all the clauses of a log in few steps; return its number, or None if it does not follow.

    The derived clause may be a subset of the goal; it is empty if the log contradicts itself.
    """
    numbers, supposed = range(len(log)), [-literal for literal in sorted(goal, key=abs)]
    found = _Cheapest(log, numbers, supposed)
    if found.best is not None:
        return found.log_conflict()
    by_search = Solver(log, numbers).refute(supposed)
    if by_search is None:
        return None
    few = len(numbers) <= MOST_FOR_SPLITS
    split = _cheapest_split(log, numbers, supposed, found.behind) if few else None
    if split is None:
        return by_search
    cases = [case.log_conflict() for case in split]
    pair = resolvent(*(log.clauses[case] for case in cases))
    by_split = log.chain(pair[1], cases) if pair else by_search
    return min(by_search, by_split, key=lambda number: len(log.links(number)))


def _cheapest_split(
    log: Log, numbers: Sequence[int], supposed: Sequence[int], reached: Mapping[int, object]
) -> tuple[_Cheapest, _Cheapest] | None:
    """Return the two cases of the symbol for which propagation refutes both cases in the fewest steps."""
    symbols = sorted({abs(literal) for number in numbers for literal in log.clauses[number]})
    best: tuple[_Cheapest, _Cheapest] | None = None
    for symbol in symbols:
        if symbol in reached or -symbol in reached:
            continue
        one = _Cheapest(log, numbers, (*supposed, symbol))
        if one.best is None or (best and one.cost >= best[0].cost + best[1].cost):
            continue
        other = _Cheapest(log, numbers, (*supposed, -symbol))
        if other.best and (best is None or one.cost + other.cost < best[0].cost + best[1].cost):
            best = one, other
    return best


class _Cheapest:
    """Propagation from the assumptions in which every literal is reached in the cheapest way, up to a conflict.

    The *cost* of a literal is the number of literals that had to be propagated for it, itself included; the set of them
    is kept, since shared literals count once.
    """

    def __init__(self, log: Log, numbers: Sequence[int], supposed: Sequence[int]) -> None:
        self.log = log
        self.clauses = [(number, log.clauses[number]) for number in numbers]
        self.open = [len(clause) for _, clause in self.clauses]
        self.within: dict[int, list[int]] = {}
        for index, (_, clause) in enumerate(self.clauses):
            for literal in clause:
                self.within.setdefault(literal, []).append(index)
        self.behind: dict[int, frozenset[int]] = {}
        """Each literal that was reached, in order, and the literals that were propagated for it."""
        self.reasons: dict[int, int] = {}
        self.queue: list[tuple[int, int, int, int]] = []
        self.best: tuple[int, int, int] | None = None
        """The cheapest conflict: its cost, and the length and index of the clause that is false."""

        self._search(supposed)

    @property
    def cost(self) -> int:
        """What the cheapest conflict costs, of which there must be one."""
        assert self.best is not None
        return self.best[0]

    def _search(self, supposed: Sequence[int]) -> None:
        for index, (_, clause) in enumerate(self.clauses):
            if len(clause) < 2:
                self._look_at(index)
        for literal in supposed:
            self._reach(literal, frozenset())
        while self.queue and (self.best is None or self.queue[0][0] < self.best[0]):
            spend()
            _, _, index, literal = heappop(self.queue)
            if literal not in self.behind:
                self.reasons[literal] = index
                self._reach(literal, self._behind(index) | {literal})

    def _reach(self, literal: int, behind: frozenset[int]) -> None:
        self.behind[literal] = behind
        for index in self.within.get(-literal, ()):
            self.open[index] -= 1
            if self.open[index] < 2:
                self._look_at(index)

    def _look_at(self, index: int) -> None:
        """Record what a clause says if at most one of its literals is not false: that literal, or a conflict."""
        clause = self.clauses[index][1]
        cost = len(self._behind(index))
        left = [literal for literal in clause if -literal not in self.behind]
        if left:
            heappush(self.queue, (cost + 1, len(clause), index, left[0]))
        elif self.best is None or (cost, len(clause)) < self.best[:2]:
            self.best = cost, len(clause), index

    def _behind(self, index: int) -> frozenset[int]:
        """Return the literals that were propagated for the false literals of a clause."""
        reached = (self.behind[-literal] for literal in self.clauses[index][1] if -literal in self.behind)
        return frozenset[int]().union(*reached)

    def log_conflict(self) -> int:
        """Log the clause that refutes the assumptions, and return its number.

        It is the false clause, resolved with the reasons of its literals, latest first.
        """
        assert self.best is not None
        conflict = self.best[2]
        behind = self._behind(conflict)
        reasons = [self.reasons[literal] for literal in reversed(self.behind) if literal in behind]
        chain = [self.clauses[index][0] for index in (conflict, *reasons)]
        if len(chain) == 1:
            return chain[0]
        used = (literal for index in (conflict, *reasons) for literal in self.clauses[index][1])
        return self.log.chain(frozenset(used) - {-each for each in behind} - behind, chain)


# -- the shortest of several proofs

Wanted = ProofKind | typing.Literal["shortest"]
"""The kind of proof that is asked for: a given one, or whichever is the shortest."""

_ON_A_TIE: tuple[ProofKind, ...] = ("direct", "counting", "resolution")


def effort(proof: Proof) -> int:
    """Return how many lines, or clues that are added and subtracted, a reader has to take in.

    >>> from logicms.board import Board
    >>> from logicms.explanation import explain
    >>> explanation = explain(Board(("???", "121")), "B1")
    >>> [(by, effort(explanation.proof(by))) for by in ("resolution", "direct", "counting")]
    [('resolution', 8), ('direct', 5), ('counting', 3)]
    """
    return proof.length + proof.number_of_resolutions if proof.by == "counting" else len(proof.steps)


def shortest(proofs: Iterable[Proof]) -> Proof | None:
    """Return the proof of the least effort, None if there is none; of equals a direct one, then one by counting.

    >>> from logicms.board import Board
    >>> from logicms.explanation import explain
    >>> explanation = explain(Board(("??", "0?")), "B1")
    >>> shortest([explanation.proof("counting"), explanation.proof("direct")]).by
    'direct'
    """
    return min(proofs, key=lambda proof: (effort(proof), _ON_A_TIE.index(proof.by)), default=None)
