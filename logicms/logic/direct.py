"""Proofs of one literal from a chosen set of hints: direct, or as a refutation. `explain` asks here.

The shortest proof is looked for first (`shortest`); where that gives up, or the mine total is too wide to be written
out, the goal-directed search of `refutation` finds one, in which the total's auxiliary symbols say counts aloud.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from logicms.budget import Budget
from logicms.hints import TOTAL, Hint
from logicms.logic.cardinality import clauses_of_hint
from logicms.logic.derivation import Log
from logicms.logic.proof import Proof, plain_hint, trim
from logicms.logic.refutation import Solver, refuted
from logicms.logic.shortest import shortest_proof
from logicms.logic.symbols import Symbols

WIDEST = 20
"""A hint with more cells than this is not written out: its clauses would be too long to read."""


def direct_proof(
    hints: Mapping[str, Hint], literal: str, facts: Mapping[str, bool] | None = None, budget: Budget | None = None
) -> Proof | None:
    """Return a direct proof of `literal` from hints, given by their sources; None when they do not force it.

    >>> from logicms.hints import exactly
    >>> direct_proof({"x": exactly(1, "ab"), "y": exactly(0, "b")}, "a").number_of_resolutions
    1
    >>> direct_proof({"x": exactly(1, "ab")}, "a") is None
    True
    """
    if all(len(hint.among) <= WIDEST for hint in hints.values()):
        proof = shortest_proof(hints, literal, facts, budget)
        if proof is not None:
            return proof
    return _searched(hints, literal, facts or {}, budget or Budget())


def refutation(proof: Proof) -> Proof:
    """Return a direct proof as a refutation: it assumes the contrary of its goal and ends in the empty clause.

    >>> from logicms.hints import exactly
    >>> [step.by for step in refutation(direct_proof({"A2": exactly(1, ["A1"])}, "A1")).steps]
    ['assume', 'clue', 'resolve']
    """
    if proof.style == "refutation":
        return proof
    steps = refuted(proof.steps, proof.goal[0])
    return trim(replace(proof, steps=tuple(steps), style="refutation"))


def _searched(hints: Mapping[str, Hint], literal: str, facts: Mapping[str, bool], budget: Budget) -> Proof | None:
    """Return the proof that assuming the contrary, splitting and learning from conflicts leads to."""
    symbols, log = Symbols(), Log()
    name = literal.removeprefix("~")
    symbols.add([name, *(cell for hint in hints.values() for cell in hint.among)])
    plain = {source: plain_hint(hint, source) for source, hint in hints.items()}
    numbers = [
        log.premise(clause, "total" if source == TOTAL else "clue", source)
        for source, hint in plain.items()
        for clause in clauses_of_hint(hint, symbols)
    ]
    for fact, is_mine in facts.items():
        if fact in symbols:
            number = symbols[fact]
            numbers.append(log.premise(frozenset({number if is_mine else -number}), "fact", fact))
    goal = symbols[name] if literal == name else -symbols[name]
    found = Solver(log, numbers).refute([-goal], budget)
    if found is None:
        return None
    steps, aim = tuple(log.steps(found)), (frozenset({goal}),)
    return trim(Proof(steps, tuple(symbols.names), aim, "direct", symbols=symbols.meanings, hints=plain))
