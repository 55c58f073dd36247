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
from logicms.logic.derivation import Link, Log, refuted
from logicms.teach.proof_lines import Literals, ProofLine, Terms

Style = OneOf["direct", "refutation"]

WORK = 400_000
"""Steps that one tip may cost."""

MOST_CLAUSES = 4_000
"""The rounds under a rule end when this many clauses were derived."""

Way = list[ProofLine]
"""Lines that lead to the goal, the learner's first; numbers count from 1."""


def completion(lines: Sequence[ProofLine], terms: Terms) -> tuple[ProofLine, ...]:
    """Return a short way on from the learner's lines, which are right; nothing if none was found within the limits.

    The lines that are still to be written are numbered on from the learner's; the last one reaches the goal.

    >>> from logicms.board import Board
    >>> from logicms.teach.exercise import LessonFile
    >>> from logicms.teach.proof_lines import parse_clause
    >>> terms = Terms(LessonFile.of_board("row", Board(("???", "121"))), parse_clause("~B1"), "direct")
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
        ways = [way for style in styles for way in _ways(list(lines), terms, style)]
    return min(filter(None, (_new_lines(way, lines) for way in ways)), key=len, default=())


def _ways(lines: Way, terms: Terms, style: Style) -> Iterator[Way]:
    start = _start(lines, terms, style)
    try:
        if exact := _exact(start, terms, style):
            yield exact
        elif terms.rule == "any" and terms.length is None:
            yield from _by_prover(start, terms, style)
        else:
            yield from _by_rounds(start, terms, style)
    except LimitReached:
        return


def _start(lines: Way, terms: Terms, style: str) -> Way:
    """Return the clauses that there are without resolving: the learner's, the premises, the negation of the goal."""
    lines_of = {line.literals: line for line in reversed(lines) if style == "refutation" or not _assumes(line, lines)}
    if style == "refutation":
        for literal in sorted(terms.negations, key=str):
            lines_of.setdefault(frozenset((literal,)), ProofLine(0, frozenset((literal,)), "assume"))
    for line in terms.premise_lines:
        lines_of.setdefault(line.literals, line)
    ordered = sorted(lines_of.values(), key=lambda line: (line not in lines, len(line.literals)))
    return [line for line in ordered if not any(~literal in line.literals for literal in line.literals)]


def _assumes(line: ProofLine, lines: Way) -> bool:
    by_number = {each.number: each for each in lines}
    stack = [line]
    while stack:
        each = stack.pop()
        if each.by == "assume":
            return True
        stack.extend(by_number[parent] for parent in each.parents if parent in by_number)
    return False


def _reaches(literals: Literals, terms: Terms, style: str) -> bool:
    return not literals if style == "refutation" else bool(literals) and literals <= terms.goal


def _resolved(one: Literals, other: Literals) -> tuple[str, Literals] | None:
    """Return what two clauses are resolved on and the resolvent, if they clash in one name."""
    clash = [literal for literal in one if ~literal in other]
    if len(clash) != 1:
        return None
    return str(clash[0].name), (one | other) - {clash[0], ~clash[0]}


# A way in the making: each clause with the two clauses it comes from and what it is resolved on (None: it is there).
_Behind = dict[Literals, tuple[Literals, Literals, str] | None]


def _exact(start: Way, terms: Terms, style: str) -> Way | None:
    """Return a shortest way of at most two resolutions, if there is one."""
    there = [line.literals for line in start]
    for literals in there:
        if _reaches(literals, terms, style):
            return _unrolled(literals, {}, start)
    pairs: list[tuple[Literals, Literals, str, Literals]] = []
    for one, other in combinations(there, 2):
        spend()
        if (match := _resolved(one, other)) and terms.allows_resolution(one, other, match[1]):
            if _reaches(match[1], terms, style):
                return _unrolled(match[1], {match[1]: (one, other, match[0])}, start)
            pairs.append((one, other, *match))
    own = frozenset(line.literals for line in start if line.number)
    ways: list[tuple[int, _Behind, Literals]] = []
    for one, other, on, middle in pairs:
        for third in there:
            spend()
            match = _resolved(middle, third)
            if match and _reaches(match[1], terms, style) and terms.allows_resolution(middle, third, match[1]):
                cost = len({one, other, third} - own)
                ways.append((cost, {middle: (one, other, on), match[1]: (middle, third, match[0])}, match[1]))
    if not ways:
        return None
    _, behind, last = min(ways, key=lambda way: way[0])
    return _unrolled(last, behind, start)


def _by_rounds(start: Way, terms: Terms, style: str) -> Iterator[Way]:
    """Derive all that the rule allows, round after round, until the goal is there."""
    behind: _Behind = {line.literals: None for line in start}
    new = list(behind)
    while new and len(behind) < MOST_CLAUSES:
        old, fresh = list(behind), set(new)
        new = []
        for one, other in combinations(old, 2):
            spend()
            if one not in fresh and other not in fresh:
                continue
            match = _resolved(one, other)
            if match is None or match[1] in behind or not terms.allows_resolution(one, other, match[1]):
                continue
            behind[match[1]] = (one, other, match[0])
            new.append(match[1])
            if _reaches(match[1], terms, style):
                yield _unrolled(match[1], behind, start)
                return


def _unrolled(last: Literals, behind: _Behind, start: Way) -> Way:
    """Return the lines that lead to a clause, each premise just before it is used, but what is assumed first."""
    way = _written(last, behind, start, ())
    assumed = [line.literals for line in way if line.by == "assume"]
    return _written(last, behind, start, assumed) if assumed else way


def _written(last: Literals, behind: _Behind, start: Way, first: Iterable[Literals]) -> Way:
    lines = {line.literals: line for line in start}
    way: Way = [line for line in start if line.number]
    places = {line.literals: place for place, line in enumerate(way, 1)}

    def write(literals: Literals) -> int:
        if literals not in places:
            behind_it = behind.get(literals)
            if behind_it is None:
                line = lines[literals]
            else:
                left, right = write(behind_it[0]), write(behind_it[1])
                line = ProofLine(0, literals, "resolve", "", (left, right), behind_it[2])
            way.append(line)
            places[literals] = len(way)
        return places[literals]

    for literals in (*first, last):
        write(literals)
    return way


def _by_prover(start: Way, terms: Terms, style: str) -> Iterator[Way]:
    """Ask the prover of short proofs, with the learner's lines as premises like any other."""
    assumptions = {line.literals for line in start if line.by == "assume"}
    spoken = {literal.name for literals in (terms.goal, *(line.literals for line in start)) for literal in literals}
    names = sorted(map(str, spoken), key=name_order)
    numbers = {name: number for number, name in enumerate(names, 1)}

    def encoded(literals: Literals) -> frozenset[int]:
        return frozenset(numbers[str(name)] if holds else -numbers[str(name)] for name, holds in literals)

    log = Log()
    for line in start:
        if line.literals not in assumptions:
            log.premise(encoded(line.literals), "given", "")
    number = derive_shortly(log, encoded(terms.goal))
    if number is None:
        return
    links = log.links(number)
    if style == "refutation" and links[-1].clause:
        links = refuted(links, encoded(terms.goal))
    yield _unrolled_links(links, names, start)


def _unrolled_links(links: Sequence[Link], names: Sequence[str], start: Way) -> Way:
    """Return what the prover found as lines."""
    clauses = [frozenset(Literal(names[abs(n) - 1], n > 0) for n in link.clause) for link in links]
    behind: _Behind = {}
    for link, literals in zip(links, clauses, strict=True):
        if link.parents is not None and link.on is not None and literals not in behind:
            left, right = link.parents
            behind[literals] = (clauses[left - 1], clauses[right - 1], names[link.on - 1])
    for line in start:
        behind[line.literals] = None
    return _unrolled(clauses[-1], behind, start)


def _new_lines(way: Way, lines: Sequence[ProofLine]) -> tuple[ProofLine, ...]:
    """Return the lines of a way that the learner has not written, numbered on; parents by the learner's numbers."""
    own = {line.literals: line.number for line in reversed(lines)}
    following = max((line.number for line in lines), default=0) + 1
    numbers: list[int] = []
    new: list[ProofLine] = []
    for line in way:
        number = own.get(line.literals, 0)
        if not number:
            number = following + len(new)
            parents = tuple(numbers[parent - 1] for parent in line.parents)
            new.append(replace(line, number=number, parents=parents))
        numbers.append(number)
    return tuple(new)
