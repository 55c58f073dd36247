"""Checks a counting proof: every sum is worked out again, every bound taken again. It shares no code with the prover.

What it knows: a cell is 0 or 1; a hint bounds the sum of its cells; hints may be added and subtracted; from (x or A)
and (not x or B) follows (A or B). With `Premises` (a board's) it also checks that each hint and fact is one of theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from logicms.limits import spend
from logicms.proofs.checker import Verification
from logicms.proofs.proof import Premises
from logicms.proofs.sums import CountingProof, Equation, Resolve, Sum


class _Refused(Exception):
    """A step does not hold, and why."""


def verify(proof: CountingProof, premises: Premises | None = None) -> Verification:
    """Return whether every step holds, and the last one is the goal; with `premises`, whether it rests on those alone.

    A `limit` guards against proofs that are made to take long (`LimitReached`).

    >>> from logicms.hints import exactly
    >>> from logicms.explanation.counting_proofs import prove_by_counting
    >>> proof = prove_by_counting({"B2": exactly(1, ["A1", "B1"]), "C2": exactly(2, ["B1", "C1"])}, "~A1")
    >>> verify(proof).valid
    True
    >>> from dataclasses import replace
    >>> verify(replace(proof, literal="A1"))
    Verification(valid=False, step=None, reason='the last step is not the goal')
    """
    number: int | None = None
    try:
        for number, step in enumerate(proof.steps, 1):
            _check_clause(step.clause)
            if isinstance(step, Resolve):
                spend()
                _check_resolve(proof.steps, number, step)
            else:
                _check_sum(proof, step)
                if premises is not None:
                    _check_facts(step, premises)
        number = None
        if not proof.steps or proof.steps[-1].clause != (proof.literal,):
            raise _Refused("the last step is not the goal")
        if premises is not None:
            _check_hints(proof, premises)
    except _Refused as refused:
        return Verification(False, number, str(refused))
    return Verification(True)


def _check_clause(clause: Sequence[str]) -> None:
    """Refuse a clause that holds whatever is so: it would pass as what any sum shows."""
    if any(f"~{literal}" in clause for literal in clause):
        raise _Refused("it holds whatever is so: a symbol and its negation are both in it")


def _check_sum(proof: CountingProof, step: Sum) -> None:
    fixed = {_cell(fact): not fact.startswith("~") for fact in step.facts}
    if _worked_out(proof, step, fixed) != _as_counts(step.equation):
        raise _Refused("the sum of its hints is not the equation it says")
    for literal in step.clause:
        value = literal.startswith("~")  # the contrary of the literal
        if fixed.setdefault(_cell(literal), value) != value:
            return  # a fact makes the clause true
    if _comes_out(step.equation, fixed):
        raise _Refused("the equation can be met with its clause false")


def _worked_out(proof: CountingProof, step: Sum, facts: dict[str, bool]) -> tuple[Counter[str], int, int]:
    """Return the factors of the sum of the step's hints without its facts, and the bounds of the sum."""
    factors: Counter[str] = Counter()
    low = high = 0
    for source in [*step.add, *step.subtract]:
        if source not in proof.hints:
            raise _Refused(f"there is no hint {source[:40]}")
        spend(1 + len(proof.hints[source].among))
    for source in step.add:
        hint = proof.hints[source]
        factors.update(map(str, hint.among))
        low, high = low + hint.low, high + hint.high
    for source in step.subtract:
        hint = proof.hints[source]
        factors.subtract(map(str, hint.among))
        low, high = low - hint.high, high - hint.low
    mines = sum(factors[name] for name, is_mine in facts.items() if is_mine)
    left = Counter({name: factor for name, factor in factors.items() if name not in facts and factor != 0})
    return left, low - mines, high - mines


def _as_counts(equation: Equation) -> tuple[Counter[str], int, int]:
    factors = dict(equation.factors)
    if len(factors) < len(equation.factors):
        raise _Refused("a cell stands in its equation twice")
    return Counter(factors), equation.low, equation.high


def _comes_out(equation: Equation, fixed: dict[str, bool]) -> bool:
    """Return whether the equation can be met by 0s and 1s: every sum that they can make is made.

    The sums are the bits of one number. Cells with the same factor are put in by ones, twos, fours and so on: that
    makes all their sums in a few steps.
    """
    least = sum(factor for name, factor in equation.factors if fixed.get(name, False))
    alike: Counter[int] = Counter()
    for name, factor in equation.factors:
        if name not in fixed:
            least += min(factor, 0)
            alike[abs(factor)] += 1
    sums = 1  # bit n: some of the cells make least + n
    for factor, left in alike.items():
        together = 1
        while left:
            together = min(together, left)
            spend(1 + sums.bit_length() // 4096)
            sums |= sums << factor * together
            left -= together
            together *= 2
    low, high = max(equation.low - least, 0), min(equation.high - least, sums.bit_length())
    return low <= high and (sums >> low) & ((1 << (high - low + 1)) - 1) != 0


def _check_resolve(steps: Sequence[Sum | Resolve], number: int, step: Resolve) -> None:
    if not all(1 <= parent < number for parent in step.parents):
        raise _Refused("it rests on a step that does not stand before it")
    left, right = (set(steps[parent - 1].clause) for parent in step.parents)
    if step.on in right:
        left, right = right, left
    if step.on not in left or f"~{step.on}" not in right:
        raise _Refused(f"its parents do not differ on {step.on[:40]}")
    if set(step.clause) != (left - {step.on}) | (right - {f"~{step.on}"}):
        raise _Refused("its clause is not the resolvent of its parents")


def _check_facts(step: Sum, premises: Premises) -> None:
    for fact in step.facts:
        if premises.facts.get(_cell(fact)) is not (not fact.startswith("~")):
            raise _Refused(f"{fact[:40]} is not among the facts that were told")


def _check_hints(proof: CountingProof, premises: Premises) -> None:
    for source, hint in proof.hints.items():
        told = premises.hints.get(source)
        if told is None:
            raise _Refused(f"there is no hint {source[:40]}")
        if (told.low, told.high, set(map(str, told.among))) != (hint.low, hint.high, set(hint.among)):
            raise _Refused(f"the hint {source[:40]} is not the one that was told")


def _cell(literal: str) -> str:
    return literal.removeprefix("~")
