"""A counting proof as JSON and back: the same object as any other proof, with `"by": "counting"`.

A step by *sum* says its clause, which hints are added and subtracted (twice where one counts twice), the facts that are
put in, and the equation that is left: the factor of each cell, and what they sum to. For C1 - A1 = 1::

    {
        "step": 1,
        "clause": ["~A1"],
        "by": "sum",
        "add": ["C2"],
        "subtract": ["B2"],
        "facts": [],
        "sum": {"cells": {"A1": -1, "C1": 1}, "mines": 1},
    }

A sum of hints that are not exact has `at_least` and `at_most` instead of `mines`. A step by *resolve* is as in any
proof.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from logicms.errors import BoardError
from logicms.literal import name_order
from logicms.proofs.fields import field_of, mapping_of, typed
from logicms.proofs.proof_json import (
    VERSION,
    goal_from_json,
    hint_from_json,
    hint_to_json,
    lines_from_json,
    parents_from_json,
    texts_from_json,
    within_step,
)
from logicms.proofs.sums import CountingProof, Equation, Resolve, Sum

BY = "counting"


# -- writing


def counting_to_json(proof: CountingProof) -> dict[str, Any]:
    """Return the proof as a JSON object.

    >>> step = Sum(("~A1",), ("A2",), (), (), Equation((("A1", 1),), 0, 0))
    >>> data = counting_to_json(CountingProof((step,), "~A1"))
    >>> data["steps"][0]["sum"], counting_from_json(data) == CountingProof((step,), "~A1")
    ({'cells': {'A1': 1}, 'mines': 0}, True)
    """
    return {
        "version": VERSION,
        "goal": [[proof.literal]],
        "by": BY,
        "clues": list(proof.clues),
        "hints": {source: hint_to_json(hint) for source, hint in proof.hints.items()},
        "givens": [],
        "uses_mine_total": proof.uses_mine_total,
        "steps": [{"step": number, **_step_to_json(step)} for number, step in enumerate(proof.steps, 1)],
        "symbols": {},
    }


def _step_to_json(step: Sum | Resolve) -> dict[str, Any]:
    if isinstance(step, Resolve):
        return {"clause": list(step.clause), "by": "resolve", "from": list(step.parents), "on": step.on}
    return {
        "clause": list(step.clause),
        "by": "sum",
        "add": list(step.add),
        "subtract": list(step.subtract),
        "facts": list(step.facts),
        "sum": _equation_to_json(step.equation),
    }


def _equation_to_json(equation: Equation) -> dict[str, Any]:
    exact = equation.low == equation.high
    counts = {"mines": equation.low} if exact else {"at_least": equation.low, "at_most": equation.high}
    return {"cells": dict(equation.factors), **counts}


# -- reading


def counting_from_json(data: object) -> CountingProof:
    """Return the proof that a JSON object holds; whether it is valid, the checker says.

    >>> counting_from_json({"version": 1, "by": "counting", "goal": [["A1"]], "steps": [{"step": 1, "by": "guess"}]})
    Traceback (most recent call last):
    logicms.errors.BoardError: not a proof: step 1: "by" is sum or resolve, not 'guess'
    """
    try:
        return _proof(typed(data, dict, "a proof"))
    except BoardError as error:
        raise BoardError(f"not a proof: {error}") from None


def _proof(data: Mapping[str, Any]) -> CountingProof:
    lines = lines_from_json(data)
    if (by := field_of(data, "by", str)) != BY:
        raise BoardError(f'"by" is {BY} in a counting proof, not {by[:40]!r}')
    hints = mapping_of(data, "hints", hint_from_json)
    steps = tuple(_step_within(number, line) for number, line in enumerate(lines, 1))
    return CountingProof(steps, _literal(data), hints)


def _literal(data: Mapping[str, Any]) -> str:
    goal = goal_from_json(data)
    if len(goal) != 1 or len(goal[0]) != 1:
        raise BoardError("its goal is not one literal")
    return goal[0][0]


def _step_within(number: int, line: object) -> Sum | Resolve:
    data = typed(line, dict, f"step {number}")
    return within_step(number, lambda: _step(number, data))


def _step(number: int, data: Mapping[str, Any]) -> Sum | Resolve:
    if (told := field_of(data, "step", int)) != number:
        raise BoardError(f"it is numbered {told}")
    by = field_of(data, "by", str)
    if by not in ("sum", "resolve"):
        raise BoardError(f'"by" is sum or resolve, not {by[:40]!r}')
    clause = texts_from_json(field_of(data, "clause", list), "a clause")
    if by == "resolve":
        return Resolve(clause, parents_from_json(data), field_of(data, "on", str))
    add, subtract, facts = (_words(data, key) for key in ("add", "subtract", "facts"))
    return Sum(clause, add, subtract, facts, _equation(field_of(data, "sum", dict)))


def _words(data: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(typed(word, str, f'a word in "{key}"') for word in field_of(data, key, list, []))


def _equation(data: Mapping[str, Any]) -> Equation:
    cells = mapping_of(data, "cells", lambda name, factor: typed(factor, int, f"the factor of {name[:40]}"))
    if "mines" in data:
        low = high = field_of(data, "mines", int)
    else:
        low, high = field_of(data, "at_least", int), field_of(data, "at_most", int)
    return Equation(tuple(sorted(cells.items(), key=lambda item: name_order(item[0]))), low, high)
