"""Short proofs: from a few hints to the proof that a person reads.

Nobody reads a proof over a whole board; `explain` first finds the few clues that force a cell, and passes them on to
this module. Nearly always the negation of the goal is refuted by propagation alone. Then the length of the proof is the
number of literals that had to be propagated, and among the many clauses that imply a literal the cheapest is taken: a
search for the shortest path in which a literal is reached when all the other literals of a clause have failed (Knuth's
generalisation of Dijkstra's algorithm, 1977). Where propagation does not suffice, one symbol is split on if that is
enough, the one that makes the proof shortest; otherwise the solver of `refutation` is used.

Near the end of a game the mine total says something about cells far from any clue, because the clues say how many mines
are elsewhere. Cell by cell the proof is long; by *regions* it is short. A region is a set of cells that the same clues
count. "At least 2 mines among A1 B1 C1" is an auxiliary symbol, and there are such symbols for *unions* too: region is
joined to region within each component of clues, then component to component, until all cells with clues are one union,
to which the total is applied. How many mines a union can have is known in advance from the clues (a dynamic programme
over their open counts), so only the few possible counts get a symbol. Every clause follows from one hint and the
meanings of its symbols, which is all that the checker needs.

Which of the proofs of a name is the shortest for a person? The *effort* of a proof is how many things a reader has to
take in: each line of a resolution or direct proof (premises as well as resolvents), and in a proof by counting each
clue that is added or subtracted and each line that is resolved. So the difference of two clues (effort 2) is shorter
than the two clauses and the resolvent of a direct proof (3), and that is shorter than the refutation (5). A clue that
decides a cell alone is one line either way, and the direct proof is preferred: it needs no arithmetic.
"""

from __future__ import annotations

import typing
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import accumulate, product

from logicms.errors import BoardError, InconsistentKnowledge
from logicms.hints import TOTAL, Hint, Literal, name_order, parse_literal
from logicms.limits import spend
from logicms.logic.clauses import EMPTY, Clause, Symbols, clauses_of_hint, literal_of, threshold
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
        # Literals leave the queue by their cost, so the first way to reach one is kept, and a conflict ends the search
        # once nothing cheaper is left. (As shared literals count once, a dearer way may at times combine better.)
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


# -- with the mine total: clauses about regions, not cells

MOST_STATES = 20_000
"""If a component has more states than this, its unions get symbols for every count."""


def region_derivation(
    hints: Sequence[Hint], goal: Literal | str, facts: Mapping[str, bool] | None = None
) -> Derivation | None:
    """Return how a literal is derived from clues and the mine total, or None if it does not follow.

    >>> from logicms.hints import exactly
    >>> cells = [f"A{row}" for row in range(1, 31)]
    >>> clues = [exactly(2, cells[:6], "B1"), exactly(1, cells[6:12], "B9"), exactly(3, cells, "mines")]
    >>> region_derivation(clues, "~A30").proof("direct").number_of_resolutions
    4
    """
    name, holds = parse_literal(goal) if isinstance(goal, str) else goal
    return _Regions(hints, str(name), facts or {}).derivation(holds)


_Count = int | bool
""""At least this many mines": a symbol, or True or False where no symbol is needed."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A region or a union, and the fewest and most mines that the clues allow in it."""

    cells: tuple[str, ...]
    low: int
    high: int


class _Regions:
    def __init__(self, hints: Sequence[Hint], goal: str, facts: Mapping[str, bool]) -> None:
        self.clues = [plain_hint(hint) for hint in hints if hint.because != TOTAL]
        [self.total] = [plain_hint(hint) for hint in hints if hint.because == TOTAL]
        self.goal, self.facts = goal, facts
        self.symbols, self.log = Symbols(), Log()
        self.symbols.add(self.total.among)
        self.regions = self._make_regions()

    def derivation(self, holds: bool) -> Derivation | None:
        """Return the derivation that the goal holds, or that it does not."""
        self._tell()
        goal = frozenset({self.symbols[self.goal] if holds else -self.symbols[self.goal]})
        number = derive_shortly(self.log, goal)
        if number is None:
            return None
        hints = {str(hint.because): hint for hint in (*self.clues, self.total)}
        return Derivation(self.log.links(number), goal, self.symbols, hints, numbered_anew=True)

    def _make_regions(self) -> dict[tuple[int, ...], list[_Part]]:
        """Return the regions by the clues that count them; the goal and known cells are regions of their own."""
        counted_by: dict[str, list[int]] = {name: [] for name in map(str, self.total.among)}
        for index, clue in enumerate(self.clues):
            for name in map(str, clue.among):
                counted_by[name].append(index)
        groups: dict[tuple[tuple[int, ...], bool, bool | None], list[str]] = {}
        for name in sorted(counted_by, key=name_order):
            groups.setdefault((tuple(counted_by[name]), name == self.goal, self.facts.get(name)), []).append(name)
        regions: dict[tuple[int, ...], list[_Part]] = {}
        for (indexes, _, known), cells in groups.items():
            low, high = (0, len(cells)) if known is None else (len(cells) * known,) * 2
            regions.setdefault(indexes, []).append(_Part(tuple(cells), low, high))
        return regions

    # -- adding clauses to the log

    def _tell(self) -> None:
        """Add every clause to the log: facts, regions, clues, unions, the total."""
        for indexes, parts in self.regions.items():
            source = str(self.clues[indexes[0]].because) if indexes else TOTAL
            for part in parts:
                self._tell_known(part, source)
                self._tell_order(part, range(1, len(part.cells)) if indexes else (), source)
        for index, clue in enumerate(self.clues):
            self._tell_count(
                clue, [part for indexes, parts in self.regions.items() if index in indexes for part in parts]
            )
        whole: _Part | None = None
        for component in self._components():
            limits = {i: (self.clues[i].low, self.clues[i].high) for indexes, _ in component for i in indexes}
            spans = [(indexes, range(part.low, part.high + 1)) for indexes, part in component]
            union = component[0][1]
            for (_, part), bounds in zip(component[1:], prefix_bounds(spans, limits)[1:], strict=True):
                union = self._join(union, part, bounds)
            whole = union if whole is None else self._join(whole, union)
        away = self.regions.get((), [])
        for part in away:
            if part.cells == (self.goal,) or part.low == part.high:
                whole = part if whole is None else self._join(whole, part)
        rest = sum(len(part.cells) for part in away if part.cells != (self.goal,) and part.low < part.high)
        assert whole is not None, "the goal belongs to a region"
        self._note([self._at_least(whole, self.total.low - rest)], [], TOTAL)
        self._note([], [self._at_least(whole, self.total.high + 1)], TOTAL)

    def _at_least(self, part: _Part, count: int) -> _Count:
        """Return "at least `count` mines in the part"."""
        if count <= 0 or count > len(part.cells):
            return count <= 0
        if len(part.cells) == 1:
            return self.symbols[part.cells[0]]
        return self.symbols.auxiliary(threshold(count, part.cells))

    def _note(self, positive: Iterable[_Count], negative: Iterable[_Count], source: str) -> None:
        """Add the clause that a positive count holds or a negative one does not, unless it is always true."""
        positive, negative = list(positive), list(negative)
        if any(count is True for count in positive) or any(count is False for count in negative):
            return
        literals = [count for count in positive if count is not False]
        literals += [-count for count in negative if count is not True]
        self.log.premise(frozenset(literals), "total" if source == TOTAL else "clue", source)

    def _tell_known(self, part: _Part, source: str) -> None:
        """Add the facts about a region, and what they say about its count."""
        cells = [self.symbols[name] for name in part.cells if name in self.facts]
        for name in part.cells if cells else ():
            number = self.symbols[name]
            self.log.premise(frozenset({number if self.facts[name] else -number}), "fact", name)
        if len(cells) > 1 and part.low:
            self._note([self._at_least(part, part.low)], cells, source)
        elif len(cells) > 1:
            self._note(cells, [self._at_least(part, 1)], source)

    def _tell_order(self, part: _Part, counts: Iterable[int], source: str) -> None:
        """Add that "at least n + 1" implies "at least n"."""
        for count in counts:
            self._note([self._at_least(part, count)], [self._at_least(part, count + 1)], source)

    def _tell_count(self, clue: Hint, parts: Sequence[_Part]) -> None:
        """Add what a clue says about its regions: not too many mines in all of them together, and not too few."""
        source = str(clue.because)
        for counts in _sums([len(part.cells) for part in parts], clue.high + 1):
            self._note([], [self._at_least(p, n) for p, n in zip(parts, counts, strict=True)], source)
        for counts in _sums([len(part.cells) for part in parts], clue.low - 1) if clue.low else ():
            self._note([self._at_least(p, n + 1) for p, n in zip(parts, counts, strict=True)], [], source)

    # -- unions

    def _join(self, one: _Part, two: _Part, bounds: tuple[int, int] | None = None) -> _Part:
        """Return the union of two parts, after adding how its count follows from theirs."""
        low, high = bounds or (one.low + two.low, one.high + two.high)
        union = _Part(tuple(sorted(one.cells + two.cells, key=name_order)), low, high)
        for i, j in product(range(one.low, one.high + 1), range(two.low, two.high + 1)):
            if low <= i + j <= high + 1:
                self._note([self._at_least(union, i + j)], [self._at_least(one, i), self._at_least(two, j)], TOTAL)
            if low <= i + j + 1 <= high + 1:
                counts = [self._at_least(one, i + 1), self._at_least(two, j + 1)]
                self._note(counts, [self._at_least(union, i + j + 1)], TOTAL)
        self._tell_order(union, range(max(1, low), high + 1), TOTAL)
        return union

    def _components(self) -> Iterator[list[tuple[tuple[int, ...], _Part]]]:
        """Yield the regions of each component, in an order in which few clues are open at once."""
        left = {indexes: parts for indexes, parts in self.regions.items() if indexes}
        while left:
            component, reached = [], {min(left)[0]}
            while near := sorted(indexes for indexes in left if reached.intersection(indexes)):
                closing = min(near, key=lambda indexes: (len(set(indexes) - reached), indexes))
                reached.update(closing)
                component += [(closing, part) for part in left.pop(closing)]
            yield component


def _sums(sizes: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield all numbers from 0 to each size that sum to the total."""
    if not sizes:
        if total == 0:
            yield ()
        return
    for first in range(max(0, total - sum(sizes[1:])), min(sizes[0], total) + 1):
        yield from ((first, *rest) for rest in _sums(sizes[1:], total - first))


# -- how many mines a prefix can have

_Span = tuple[tuple[int, ...], range]
"""The clues that count a region, and the possible numbers of mines in it."""
_Open = tuple[tuple[int, int], ...]
"""The number of mines so far for each open clue."""


def prefix_bounds(spans: Sequence[_Span], limits: Mapping[int, tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the fewest and most mines in the first region, in the first two, …, such that every clue can be met.

    >>> prefix_bounds([((0,), range(3)), ((0, 1), range(2)), ((1,), range(4))], {0: (2, 2), 1: (1, 1)})
    [(1, 2), (2, 2), (2, 3)]
    """
    # Forwards: for each state of the open clues, every number of mines that reaches it. Backwards (`_surviving`): the
    # states from which all clues can still be met; only their numbers count.
    last = {index: number for number, (indexes, _) in enumerate(spans) for index in indexes}
    layers: list[dict[_Open, set[int]]] = [{(): {0}}]
    for number in range(len(spans)):
        layer: dict[_Open, set[int]] = {}
        for state, sums in layers[-1].items():
            spend()
            for count, reached in _moves(state, spans[number], number, last, limits):
                layer.setdefault(reached, set()).update(known + count for known in sums)
        if len(layer) > MOST_STATES:  # the bounds that hold without the clues have to do
            lows, highs = zip(*((counts[0], counts[-1]) for _, counts in spans), strict=True)
            return list(zip(accumulate(lows), accumulate(highs), strict=True))
        layers.append(layer)
    return _surviving(layers, spans, last, limits)


def _moves(
    state: _Open, span: _Span, number: int, last: Mapping[int, int], limits: Mapping[int, tuple[int, int]]
) -> Iterator[tuple[int, _Open]]:
    """Yield each possible number of mines in a region and the next state; a clue must be met at its last region."""
    indexes, counts = span
    for count in counts:
        mines = dict(state)
        for index in indexes:
            mines[index] = mines.get(index, 0) + count
        closed = [index for index in indexes if last[index] == number]
        met = all(limits[index][0] <= mines[index] for index in closed)
        if met and all(mines[index] <= limits[index][1] for index in indexes):
            yield count, tuple(sorted((index, n) for index, n in mines.items() if index not in closed))


def _surviving(
    layers: Sequence[Mapping[_Open, set[int]]],
    spans: Sequence[_Span],
    last: Mapping[int, int],
    limits: Mapping[int, tuple[int, int]],
) -> list[tuple[int, int]]:
    """Return the bounds of each layer's sums over the states from which all clues can still be met."""
    alive = set(layers[-1])
    bounds = []
    for number in range(len(spans), 0, -1):
        sums = set().union(*(layers[number][state] for state in alive))
        bounds.append((min(sums), max(sums)))
        alive = {
            state
            for state in layers[number - 1]
            if any(reached in alive for _, reached in _moves(state, spans[number - 1], number - 1, last, limits))
        }
    return bounds[::-1]


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
