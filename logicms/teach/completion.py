"""The next step of a proof by hand: from the learner's own lines, the shortest way on to the goal that is found.

Where at most two resolutions are missing, the shortest way is found exactly, by trying them all. Otherwise the prover
of short proofs is asked, with the learner's lines among the premises; under a rule or a length limit, all clauses that
it allows are derived in rounds until the goal is among them. The way with the fewest new lines wins.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Literal as OneOf

from logicms.errors import LimitReached
from logicms.explanation.short_proofs import derive_shortly
from logicms.hints import Literal, name_order
from logicms.limits import limit, spend
from logicms.logic.clauses import Clause
from logicms.logic.derivation import Log, refuted, resolvent
from logicms.teach.proof_lines import ProofLine, ProofTerms

Style = OneOf["direct", "refutation"]

WORK = 400_000
"""Steps that one tip may cost."""

MOST_CLAUSES = 4_000
"""The rounds under a rule end when this many clauses were derived."""

Way = list[ProofLine]
"""Lines to be added to the learner's, and numbered on from them; the last one reaches the goal."""


def completion(lines: Sequence[ProofLine], terms: ProofTerms) -> tuple[ProofLine, ...]:
    """Return a short way on from the learner's lines, which are right; nothing if none was found within the limits.

    The lines that are still to be written are numbered on from the learner's; the last one reaches the goal.

    >>> from logicms.board import Board
    >>> from logicms.teach.exercise import LessonFile
    >>> from logicms.teach.proof_lines import parse_clause
    >>> terms = ProofTerms(LessonFile.of_board("row", Board(("???", "121"))), parse_clause("~B1"), "direct")
    >>> print(*completion((), terms), sep="\\n")
    1. ~A1 | ~B1   clue A2
    2. A1 | C1   clue B2
    3. ~B1 | C1   from 1 2 on A1
    4. ~B1 | ~C1   clue C2
    5. ~B1   from 3 4 on C1
    """
    styles: list[Style] = ["direct", "refutation"]
    if terms.style != "either":
        styles = [terms.style]
    elif any(line.by == "assume" for line in lines):
        styles = ["refutation"]
    with limit(steps=WORK):
        ways = [way for style in styles for way in _Finder(lines, terms, style).ways() if way]
    shortest: Way = min(ways, key=len, default=[])
    return tuple(shortest)


# How clauses are derived: each from two others, and what these are resolved on.
_Behind = dict[Clause, tuple[Clause, Clause, int]]


class _Finder:
    """Looks for ways to the goal in one style; clauses are sets of integers, as the provers have them."""

    def __init__(self, lines: Sequence[ProofLine], terms: ProofTerms, style: Style) -> None:
        self.terms, self.style = terms, style
        start = self._start(lines)
        spoken = {literal.name for literals in (terms.goal, *(line.literals for line in start)) for literal in literals}
        self.names = sorted(map(str, spoken), key=name_order)
        self.numbers = {name: number for number, name in enumerate(self.names, 1)}
        self.goal = self._encoded(terms.goal)
        self.start = {self._encoded(line.literals): line for line in start}
        """What there is without resolving, by its clause; the learner's own lines have numbers."""
        self.following = max((line.number for line in lines), default=0) + 1

    def _start(self, lines: Sequence[ProofLine]) -> Way:
        """Return the learner's lines, the premises, and the negation of the goal, the shorter ones first."""
        resting_on_assumptions = set[int]()
        for line in lines:
            if line.by == "assume" or resting_on_assumptions.intersection(line.parents):
                resting_on_assumptions.add(line.number)
        is_direct = self.style == "direct"
        own = [line for line in lines if not (is_direct and line.number in resting_on_assumptions)]
        lines_of = {line.literals: line for line in reversed(own)}
        for literal in sorted(() if is_direct else self.terms.negations, key=str):
            lines_of.setdefault(frozenset((literal,)), ProofLine(0, frozenset((literal,)), "assume"))
        for line in self.terms.premise_lines:
            lines_of.setdefault(line.literals, line)
        ordered = sorted(lines_of.values(), key=lambda line: (line not in lines, len(line.literals)))
        return [line for line in ordered if not any(~literal in line.literals for literal in line.literals)]

    def ways(self) -> Iterator[Way]:
        try:
            if (exact := self._exact()) is not None:
                yield exact
            elif self.terms.rule == "any" and self.terms.length is None:
                yield from self._by_prover()
            else:
                yield from self._by_rounds()
        except LimitReached:
            return

    def _encoded(self, literals: Iterable[Literal]) -> Clause:
        return frozenset(self.numbers[str(name)] if holds else -self.numbers[str(name)] for name, holds in literals)

    def _reaches(self, clause: Clause) -> bool:
        return not clause if self.style == "refutation" else bool(clause) and clause <= self.goal

    def _resolved(self, one: Clause, other: Clause) -> tuple[int, Clause] | None:
        """Return what two clauses are resolved on and the resolvent, if they clash and the exercise allows it."""
        spend()
        match = resolvent(one, other)
        return match if match is not None and self.terms.allows_resolution(one, other, match[1]) else None

    def _exact(self) -> Way | None:
        """Return a shortest way of at most two resolutions, if there is one."""
        for clause in self.start:
            if self._reaches(clause):
                return self._lines(clause, {})
        pairs: list[tuple[Clause, Clause, int, Clause]] = []
        for one, other in combinations(self.start, 2):
            if match := self._resolved(one, other):
                if self._reaches(match[1]):
                    return self._lines(match[1], {match[1]: (one, other, match[0])})
                pairs.append((one, other, *match))
        own = frozenset(clause for clause, line in self.start.items() if line.number)
        ways: list[tuple[int, _Behind, Clause]] = []
        for one, other, on, middle in pairs:
            for third in self.start:
                if (match := self._resolved(middle, third)) and self._reaches(match[1]):
                    cost = len({one, other, third} - own)
                    ways.append((cost, {middle: (one, other, on), match[1]: (middle, third, match[0])}, match[1]))
        if not ways:
            return None
        _, behind, last = min(ways, key=lambda way: way[0])
        return self._lines(last, behind)

    def _by_rounds(self) -> Iterator[Way]:
        """Derive all that the rule allows, round after round, until the goal is there."""
        behind: _Behind = {}
        new = list(self.start)
        while new and len(self.start) + len(behind) < MOST_CLAUSES:
            old, fresh = [*self.start, *behind], set(new)
            new = []
            for one, other in combinations(old, 2):
                if one not in fresh and other not in fresh:
                    continue
                match = self._resolved(one, other)
                if match is None or match[1] in behind or match[1] in self.start:
                    continue
                behind[match[1]] = (one, other, match[0])
                new.append(match[1])
                if self._reaches(match[1]):
                    yield self._lines(match[1], behind)
                    return

    def _by_prover(self) -> Iterator[Way]:
        """Ask the prover of short proofs, with the learner's lines as premises like any other."""
        log = Log()
        for clause, line in self.start.items():
            if line.by != "assume":
                log.premise(clause, "given", "")
        number = derive_shortly(log, self.goal)
        if number is None:
            return
        links = log.links(number)
        if self.style == "refutation" and links[-1].clause:
            links = refuted(links, self.goal)
        behind: _Behind = {}
        for link in links:
            if link.parents is not None and link.on is not None:
                left, right = link.parents
                behind.setdefault(link.clause, (links[left - 1].clause, links[right - 1].clause, link.on))
        yield self._lines(links[-1].clause, behind)

    def _lines(self, last: Clause, behind: _Behind) -> Way:
        """Return the new lines up to a clause, each premise just before it is used, but what is assumed first."""
        new = self._written([last], behind)
        assumed = [self._encoded(line.literals) for line in new if line.by == "assume"]
        return self._written([*assumed, last], behind) if assumed else new

    def _written(self, clauses: Iterable[Clause], behind: _Behind) -> Way:
        numbers = {clause: line.number for clause, line in self.start.items() if line.number}
        new: Way = []

        def write(clause: Clause) -> int:
            if clause not in numbers:
                if clause in self.start:
                    line = self.start[clause]
                else:
                    left, right, on = behind[clause]
                    literals = frozenset(Literal(self.names[abs(n) - 1], n > 0) for n in clause)
                    parents = write(left), write(right)
                    line = ProofLine(0, literals, "resolve", "", parents, self.names[on - 1])
                numbers[clause] = self.following + len(new)
                new.append(replace(line, number=numbers[clause]))
            return numbers[clause]

        for clause in clauses:
            write(clause)
        return new
