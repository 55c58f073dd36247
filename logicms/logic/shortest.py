"""The shortest direct proof of a literal from a few hints: what a person reads, and what `explain` prints.

Suppose the contrary, and follow what single hints then say until one of them is broken. Read backwards, that is a chain
of resolutions from a clause of the broken hint to the goal, one for each literal that was followed. So the fewest
literals make the shortest chain, and A* finds them: a *state* is how many mines and safe cells are known in each group
of cells that the same hints count (they are interchangeable); a step makes one more known; and the distance to a broken
hint is at least what the nearest hint lacks. Where following does not suffice, a cell is tried both ways (a *case*):
the case that fails gives a clause of its own, from which the chain goes on.

This is for small sets of hints. It gives up (None) where no single case fails, or after too many states;
`refutation` then finds a proof, though not the shortest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush

from logicms.budget import Budget
from logicms.hints import TOTAL, Hint
from logicms.logic.derivation import Log
from logicms.logic.proof import Proof, plain_hint, trim
from logicms.logic.symbols import Clause, name_order

MOST_STATES = 2_000
MOST_STATES_OF_A_CASE = 300
"""The search for one chain gives up after so many states."""
NO_LIMIT = 1 << 30


def shortest_proof(
    hints: Mapping[str, Hint],
    literal: str,
    facts: Mapping[str, bool] | None = None,
    budget: Budget | None = None,
    most: int | None = None,
) -> Proof | None:
    """Return a direct proof of `literal` from hints, given by their sources, with as few resolutions as can be found.

    None when the search gives up, as it does on proofs of more than `most` resolutions: that says nothing about
    whether the hints force the literal.

    >>> from logicms.hints import exactly
    >>> proof = shortest_proof({"B2": exactly(1, ["A1", "B1"]), "C2": exactly(2, ["A1", "B1", "C1"])}, "C1")
    >>> [proof.texts(step.clause) for step in proof.steps]
    [('A1', 'C1'), ('~A1', '~B1'), ('B1', 'C1'), ('~A1', 'C1'), ('C1',)]
    """
    return _Prover(hints, literal, facts or {}, budget or Budget(), most).proof()


_State = tuple[int, ...]
"""Of each group: how many cells are known to be mines, how many to be safe."""
_Move = tuple[int, bool, int]
"""In this group one more cell is known to be a mine (True) or safe, because of the hint with this index."""

_Chain = tuple[tuple[_Move, ...], int]
"""Moves in order, and the hint that is then broken."""

_KNOWN = -1
"""In place of a hint: the cell is a fact, or a case that failed."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Cells that the same hints count; `value` is what they are known to be, None where nothing is."""

    cells: tuple[int, ...]
    hints: tuple[int, ...]
    value: bool | None = None


@dataclass(frozen=True, slots=True)
class _Count:
    """A hint in numbers, and the groups it counts."""

    source: str
    low: int
    high: int
    cells: tuple[int, ...]

    @property
    def most_safe(self) -> int:
        return len(self.cells) - self.low


class _TooLong(Exception):
    """Any chain would be longer than what is wanted."""


class _Prover:
    def __init__(
        self, hints: Mapping[str, Hint], literal: str, facts: Mapping[str, bool], budget: Budget, most: int | None
    ) -> None:
        self.most = NO_LIMIT if most is None else most
        self.hints = {source: plain_hint(hint, source) for source, hint in hints.items()}
        self.budget = budget
        goal = literal.removeprefix("~")
        self.names = sorted({goal, *(str(name) for hint in hints.values() for name in hint.among)}, key=name_order)
        number = {name: n for n, name in enumerate(self.names, 1)}
        self.goal = number[goal] if literal == goal else -number[goal]
        self.counts = [
            _Count(source, hint.low, hint.high, tuple(number[str(name)] for name in hint.among))
            for source, hint in self.hints.items()
        ]
        self.counted_by: dict[int, tuple[int, ...]] = {n: () for n in number.values()}
        for index, count in enumerate(self.counts):
            for cell in count.cells:
                self.counted_by[cell] += (index,)
        self.log = Log()
        self.known = {
            number[name]: (value, self.log.premise(frozenset({n if value else -n}), "fact", name))
            for name, value in facts.items()
            if (n := number.get(name))
        }
        """What is known of a cell beside the hints, and the number of the clause that says so."""

    def proof(self) -> Proof | None:
        try:
            number = self._derive()
        except _TooLong:
            return None
        if number is None:
            return None
        steps, goal = tuple(self.log.steps(number)), (frozenset({self.goal}),)
        return trim(Proof(steps, tuple(self.names), goal, "direct", hints=self.hints))

    def _derive(self) -> int | None:
        """Return the number of the goal's clause in the log: follow the contrary, or the cheapest case of it first."""
        value, number = self.known.pop(abs(self.goal), (None, 0))
        if value is (self.goal > 0):
            return number
        for _ in range(len(self.names)):
            chain = self._search((-self.goal,), MOST_STATES)
            if chain is not None:
                return self._logged((-self.goal,), *chain)
            case = self._best_case()
            if case is None:
                return None
            literal, chain = case
            self.most -= len(chain[0])
            self.known[abs(literal)] = (literal < 0, self._logged((-self.goal, literal), *chain))
        return None

    def _best_case(self) -> tuple[int, _Chain] | None:
        """Return the literal whose case fails soonest, its contrary failing soon too if possible, and how it fails."""
        failing: dict[int, _Chain] = {}
        for group in self._groups((-self.goal,)):
            if group.value is None:
                for literal in (group.cells[0], -group.cells[0]):
                    with suppress(_TooLong):
                        chain = self._search((-self.goal, literal), MOST_STATES_OF_A_CASE)
                        failing |= {literal: chain} if chain is not None else {}

        def cost(literal: int) -> tuple[bool, int]:
            contrary = failing.get(-literal)
            return contrary is None, len(failing[literal][0]) + (len(contrary[0]) if contrary else 0)

        best = min(failing, key=cost, default=None)
        return None if best is None else (best, failing[best])

    # -- the search

    def _groups(self, supposed: Sequence[int]) -> list[_Group]:
        """Return the groups: each supposed literal's cell alone, then what is known, then the rest."""
        alone = {abs(literal) for literal in supposed}
        cells: dict[tuple[bool | None, tuple[int, ...]], list[int]] = {}
        for cell, hints in self.counted_by.items():
            if cell not in alone and hints:
                value, _ = self.known.get(cell, (None, 0))
                cells.setdefault((value, hints), []).append(cell)
        rest = [_Group(tuple(group), hints, value) for (value, hints), group in cells.items()]
        rest.sort(key=lambda group: (group.value is None, group.cells))
        return [_Group((abs(literal),), self.counted_by[abs(literal)], literal > 0) for literal in supposed] + rest

    def _search(self, supposed: Sequence[int], most_states: int) -> _Chain | None:
        """Return the fewest moves that break a hint when these literals are supposed."""
        search = _Search(self.counts, self._groups(supposed), len(supposed))
        return search.shortest(self.most, most_states, self.budget)

    # -- the chain as clauses

    def _logged(self, supposed: Sequence[int], moves: Sequence[_Move], broken: int) -> int:
        """Log the chain and return the number of its last clause, which says that the supposed literals cannot be."""
        groups = self._groups(supposed)
        held = {abs(literal): literal > 0 for literal in supposed}
        reasons = []
        for index, value, hint in moves:
            cell = next(cell for cell in groups[index].cells if cell not in held)
            reasons.append((cell if value else -cell, self._reason(hint, cell, value, held)))
            held[cell] = value
        parents = [self._premise(broken, self._broken_clause(broken, held))]
        clause = self.log.clauses[parents[0]]
        for literal, reason in reversed(reasons):
            if -literal in clause:
                clause = (clause - {-literal}) | (self.log.clauses[reason] - {literal})
                parents.append(reason)
        return self.log.chain(clause, parents) if len(parents) > 1 else parents[0]

    def _reason(self, hint: int, cell: int, value: bool, held: Mapping[int, bool]) -> int:
        """Return the number of the clause that says what `cell` is when the others are as they are held."""
        if hint == _KNOWN:
            return self.known[cell][1]
        others = self._held_otherwise(hint, value, held)
        return self._premise(hint, frozenset({cell, *others}) if value else frozenset(-n for n in (cell, *others)))

    def _broken_clause(self, hint: int, held: Mapping[int, bool]) -> Clause:
        mines = self._held_otherwise(hint, False, held)
        if len(mines) > self.counts[hint].high:
            return frozenset(-cell for cell in mines)
        return frozenset(self._held_otherwise(hint, True, held))

    def _held_otherwise(self, hint: int, value: bool, held: Mapping[int, bool]) -> list[int]:
        return [cell for cell in self.counts[hint].cells if held.get(cell, value) is not value]

    def _premise(self, hint: int, clause: Clause) -> int:
        source = self.counts[hint].source
        return self.log.premise(clause, "total" if source == TOTAL else "clue", source)


class _Search:
    """A* over states; the first groups, as many as are supposed, are known from the start."""

    def __init__(self, counts: Sequence[_Count], groups: Sequence[_Group], supposed: int) -> None:
        self.counts = counts
        self.groups = groups
        self.groups_of = [[g for g, group in enumerate(groups) if h in group.hints] for h in range(len(counts))]
        start = [0] * (2 * len(groups))
        for index, group in enumerate(groups[:supposed]):
            start[2 * index + (not group.value)] = 1
        self.start = tuple(start)

    def shortest(self, most: int, most_states: int, budget: Budget) -> _Chain | None:
        came: dict[_State, tuple[_State, _Move] | None] = {self.start: None}
        queue = [(self._lacking(self.start)[0], 0, 0, self.start)]
        while queue:
            length, cost, _, state = heappop(queue)
            lacking, nearest = self._lacking(state)
            if length > most:
                raise _TooLong
            if lacking == 0:
                return self._chain(came, state, nearest)
            budget.spend()
            for move in self._moves(state):
                reached = self._moved(state, move)
                if reached not in came:
                    if len(came) > most_states:
                        return None
                    came[reached] = (state, move)
                    heappush(queue, (1 - cost + self._lacking(reached)[0], cost - 1, len(came), reached))
        return None

    def _lacking(self, state: _State) -> tuple[int, int]:
        """Return how many known cells the hint nearest to being broken lacks, and which hint that is."""
        best, nearest = 1 << 30, -1
        for hint, count in enumerate(self.counts):
            mines, safe = self._known(state, hint)
            lacking = min(count.high - mines, count.most_safe - safe) + 1
            if lacking < best:
                best, nearest = lacking, hint
        return max(best, 0), nearest

    def _known(self, state: _State, hint: int) -> tuple[int, int]:
        groups = self.groups_of[hint]
        return sum([state[2 * g] for g in groups]), sum([state[2 * g + 1] for g in groups])

    def _moves(self, state: _State) -> Iterable[_Move]:
        """Yield what can be known next: what the hints that are full say, and what is known beside them."""
        for hint, count in enumerate(self.counts):
            mines, safe = self._known(state, hint)
            for value, is_full in ((False, mines == count.high), (True, safe == count.most_safe)):
                if is_full:
                    for g in self.groups_of[hint]:
                        if self.groups[g].value is None and state[2 * g] + state[2 * g + 1] < len(self.groups[g].cells):
                            yield g, value, hint
        for g, group in enumerate(self.groups):
            if group.value is not None and state[2 * g] + state[2 * g + 1] < len(group.cells):
                yield g, group.value, _KNOWN

    @staticmethod
    def _moved(state: _State, move: _Move) -> _State:
        place = 2 * move[0] + (not move[1])
        return (*state[:place], state[place] + 1, *state[place + 1 :])

    @staticmethod
    def _chain(came: Mapping[_State, tuple[_State, _Move] | None], state: _State, broken: int) -> _Chain:
        moves = []
        while step := came[state]:
            state, move = step
            moves.append(move)
        return tuple(reversed(moves)), broken
