"""A log of clauses, each with its reason: what every prover writes while it works, and what a proof is read off from.

A clause is a *premise*, or comes by a *chain*: take a first clause and resolve it with a second, what remains with a
third, and so on. All inference here has that shape: shortening a clause by known facts, matching two clauses, learning
from a conflict. A chain is one entry of the log, unrolled into steps with two parents each only when somebody asks for
the proof; what is never asked for costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from logicms.logic.symbols import Clause
from logicms.proofs.proof import By, Step


def resolvent(one: Clause, other: Clause) -> tuple[int, Clause] | None:
    """Return what two clauses are resolved on and what follows, or None unless exactly one pair is complementary.

    >>> resolvent(frozenset({1, 2}), frozenset({-1, 3})) == (1, frozenset({2, 3}))
    True
    >>> resolvent(frozenset({1, 2}), frozenset({-1, -2})) is None
    True
    """
    pivot = 0
    for literal in one:
        if -literal in other:
            if pivot:
                return None
            pivot = literal
    if pivot == 0:
        return None
    return pivot if pivot > 0 else -pivot, (one | other).difference((pivot, -pivot))


class Log:
    """Clauses numbered from 0, each a premise or a chain of earlier ones.

    >>> log = Log()
    >>> told = log.premise(frozenset({1, 2, 3}), "given", "a | b | c")
    >>> facts = [log.premise(frozenset({-n}), "fact", name) for n, name in ((1, "a"), (2, "b"))]
    >>> derived = log.chain(frozenset({3}), (told, *facts))
    >>> [(sorted(step.clause), step.by, step.parents) for step in log.steps(derived)][3:]
    [([2, 3], 'resolve', (1, 2)), ([3], 'resolve', (4, 3))]
    """

    __slots__ = ("_reasons", "clauses")

    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self._reasons: list[tuple[By, str | None] | list[int]] = []

    def __len__(self) -> int:
        return len(self.clauses)

    def copy(self) -> Log:
        """Return a log that can grow without this one."""
        twin = Log()
        twin.clauses = self.clauses.copy()
        twin._reasons = self._reasons.copy()
        return twin

    def premise(self, clause: Clause, by: By, source: str | None = None) -> int:
        """Note a clause that is not derived, and return its number."""
        self.clauses.append(clause)
        self._reasons.append((by, source))
        return len(self.clauses) - 1

    def chain(self, clause: Clause, parents: Iterable[int]) -> int:
        """Note a clause that follows from the first parent, resolved with each of the others in turn."""
        self.clauses.append(clause)
        self._reasons.append(list(parents))
        return len(self.clauses) - 1

    def take(self, steps: Iterable[Step]) -> int:
        """Note the steps of a derivation, and return the number of the last."""
        numbers: list[int] = []
        for step in steps:
            if step.parents is None:
                numbers.append(self.premise(step.clause, step.by, step.source))
            else:
                numbers.append(self.chain(step.clause, [numbers[parent - 1] for parent in step.parents]))
        return numbers[-1]

    def cut(self, length: int) -> None:
        """Forget all clauses from number `length` on."""
        del self.clauses[length:]
        del self._reasons[length:]

    def premises(self, last: int) -> list[tuple[By, str | None]]:
        """Return the distinct reasons of the premises that a clause rests on, in the order they were told."""
        reasons = (self._reasons[number] for number in self._behind(last))
        return list(dict.fromkeys(reason for reason in reasons if isinstance(reason, tuple)))

    def steps(self, last: int) -> list[Step]:
        """Return the steps that lead to a clause, chains unrolled."""
        steps: list[Step] = []
        numbers: dict[int, int] = {}
        for number in self._behind(last):
            reason = self._reasons[number]
            if isinstance(reason, tuple):
                steps.append(Step(self.clauses[number], *reason))
                numbers[number] = len(steps)
            else:
                numbers[number] = _unroll(steps, [numbers[parent] for parent in reason])
                assert steps[numbers[number] - 1].clause == self.clauses[number]
        return steps

    def _behind(self, last: int) -> list[int]:
        """Return the numbers of the clauses that one rests on, itself included, in order."""
        found = {last}
        stack = [last]
        while stack:
            reason = self._reasons[stack.pop()]
            if isinstance(reason, list):
                new = [parent for parent in reason if parent not in found]
                found.update(new)
                stack.extend(new)
        return sorted(found)


def _unroll(steps: list[Step], parents: Sequence[int]) -> int:
    """Add the resolution steps of a chain, and return the number of the last one."""
    current = parents[0]
    for parent in parents[1:]:
        match = resolvent(steps[current - 1].clause, steps[parent - 1].clause)
        assert match is not None, "a chain resolves on one symbol at a time"
        pivot, clause = match
        steps.append(Step(clause, "resolve", None, (current, parent), pivot))
        current = len(steps)
    return current
