"""Two styles of one proof: the steps of a direct proof become those of a refutation, and the other way round.

A direct proof ends in the goal. A refutation assumes the goal's contrary and ends in the empty clause. The one is the
other with the literals of the goal taken away, or carried along, from the premises on.
"""

from __future__ import annotations

from collections.abc import Sequence

from logicms.logic.derivation import resolvent
from logicms.logic.symbols import EMPTY, Clause
from logicms.proofs.proof import Step


def refuted(steps: Sequence[Step], goal: Clause) -> list[Step]:
    """Return a refutation made of the steps of a direct proof: the goal's contrary is assumed, and used at once.

    >>> direct = [
    ...     Step(frozenset({1, 2}), "given", "a | b"),
    ...     Step(frozenset({-1, 2}), "given", "a -> b"),
    ...     Step(frozenset({2}), "resolve", None, (1, 2), 1),
    ... ]
    >>> [(sorted(step.clause), step.by) for step in refuted(direct, frozenset({2}))][-2:]
    [([-1], 'resolve'), ([], 'resolve')]
    """
    assumed = sorted(goal, key=abs)
    replayed = [Step(frozenset((-literal,)), "assume") for literal in assumed]
    numbers: list[int] = []
    for step in steps:
        if step.parents is None:
            replayed.append(step)
            number = len(replayed)
            for contrary, literal in enumerate(assumed, 1):
                number = _resolve(replayed, number, contrary, literal)
        else:
            left, right = (numbers[parent - 1] for parent in step.parents)
            assert step.on is not None
            number = _resolve(replayed, left, right, step.on)
        numbers.append(number)
    assert replayed[numbers[-1] - 1].clause == EMPTY
    return replayed[: numbers[-1]]


def unassumed(steps: Sequence[Step]) -> list[Step]:
    """Return a direct proof made of the steps of a refutation: nothing is assumed, so the goal's literals remain.

    What was assumed must be single literals, and their contraries must not be resolved on among themselves.

    >>> refutation = [
    ...     Step(frozenset({-2}), "assume"),
    ...     Step(frozenset({1, 2}), "given", "a | b"),
    ...     Step(frozenset({1}), "resolve", None, (2, 1), 2),
    ...     Step(frozenset({-1}), "fact", "a"),
    ...     Step(frozenset(), "resolve", None, (3, 4), 1),
    ... ]
    >>> [sorted(step.clause) for step in unassumed(refutation)]
    [[1, 2], [-1], [2]]
    """
    replayed: list[Step] = []
    numbers: list[int] = []
    for step in steps:
        if step.by == "assume":
            number = 0
        elif step.parents is None:
            replayed.append(step)
            number = len(replayed)
        else:
            left, right = (numbers[parent - 1] for parent in step.parents)
            assert step.on is not None
            number = _resolve(replayed, left, right, step.on) if left and right else left or right
        numbers.append(number)
    return replayed[: numbers[-1]]


def _resolve(steps: list[Step], left: int, right: int, on: int) -> int:
    """Resolve two steps on a symbol and return the number of the result: one of the two if that lacks the symbol."""
    one, other = steps[left - 1].clause, steps[right - 1].clause
    match = resolvent(one, other)
    if match is None:
        return left if one.isdisjoint((on, -on)) else right
    steps.append(Step(match[1], "resolve", None, (left, right), match[0]))
    return len(steps)
