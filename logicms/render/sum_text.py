"""A counting proof as text: numbered lines for a terminal, and sentences."""

from __future__ import annotations

from logicms.hints import TOTAL
from logicms.proofs.sums import CountingProof, Equation, Resolve, Sum
from logicms.render.phrases import cells_listed, contrary, literals_words, sources_listed

MOST_NAMED = 8
"""A sum of more clues than this is said by their number."""


def equation_text(equation: Equation, minus: str = "-") -> str:
    """Return an equation, what is added first.

    >>> equation_text(Equation((("A1", -1), ("C1", 2)), 1, 1)), equation_text(Equation((), 0, 2))
    ('2 C1 - A1 = 1', '0 <= 0 <= 2')
    """
    terms = sorted(equation.factors, key=lambda term: term[1] < 0)
    text = " ".join(f"{'+' if factor > 0 else minus} {_times(abs(factor), name)}" for name, factor in terms)
    text = text.removeprefix("+ ") or "0"
    low, high = (str(number).replace("-", minus) for number in (equation.low, equation.high))
    if equation.low == equation.high:
        return f"{text} = {low}"
    return f"{low} <= {text} <= {high}" if minus == "-" else f"{low} ≤ {text} ≤ {high}"


def _times(factor: int, name: str) -> str:
    return name if factor == 1 else f"{factor} {name}"


def counting_text(proof: CountingProof) -> str:
    """Return the proof as numbered lines.

    >>> step = Sum(("C1",), ("C2",), ("B2",), (), Equation((("A1", -1), ("C1", 1)), 1, 1))
    >>> print(counting_text(CountingProof((step,), "C1")))
    to show: C1
    1  C1  C2 - B2: C1 - A1 = 1
    """
    clauses = [" | ".join(step.clause) for step in proof.steps]
    width = max(map(len, clauses), default=0)
    digits = len(str(len(proof.steps)))
    lines = [
        f"{number:>{digits}}  {clause:<{width}}  {_reason(step)}"
        for number, (clause, step) in enumerate(zip(clauses, proof.steps, strict=True), 1)
    ]
    return "\n".join([f"to show: {proof.literal}", *lines])


def _reason(step: Sum | Resolve) -> str:
    if isinstance(step, Resolve):
        return "from {} and {} on {}".format(*step.parents, step.on)
    if step.is_fact:
        return "fact"
    known = f" with {' '.join(step.facts)}" if step.facts else ""
    return f"{sum_text(step)}{known}: {equation_text(step.equation)}"


def sum_text(step: Sum, minus: str = "-") -> str:
    """Return which hints are added and subtracted: `C2 + D2 - B2`."""
    return (" + ".join(step.add) + "".join(f" {minus} {source}" for source in step.subtract)).lstrip()


# -- in words


def sum_words(step: Sum, goal: str) -> str:
    """Return a sum as a sentence: what is added and subtracted, what is left, what follows; cases first.

    >>> sum_words(Sum(("C1",), ("C2",), ("B2",), (), Equation((("A1", -1), ("C1", 1)), 1, 1)), "C1")
    'C2 minus B2 leaves: C1 − A1 = 1, so C1 is a mine and A1 is safe'
    """
    if step.is_fact:
        return f"it is known that {literals_words(step.clause)}"
    left = f"{_summed(step)}{_leaves(step)}: {_shown(step.equation)}"
    if case := [contrary(literal) for literal in step.clause if literal != goal]:
        return f"if {literals_words(case)}: {left}, so {literals_words([goal])}"
    forced = step.equation.forced()
    if len(forced) > MOST_NAMED or step.clause[0] not in forced:
        forced = step.clause
    whole = "every cell being 0 or 1, " if any(abs(factor) > 1 for _, factor in step.equation.factors) else ""
    return f"{left}, so {whole}{literals_words(forced)}"


def _summed(step: Sum) -> str:
    if len(step.add) + len(step.subtract) > MOST_NAMED:
        added = f"the sum of {_number(step.add)}" if len(step.add) > 1 else _number(step.add)
        return f"{added} minus {_number(step.subtract)}" if step.subtract else added
    parts = [" plus ".join(map(_named, step.add)), *map(_named, step.subtract)]
    return " minus ".join(part for part in parts if part)


def _named(source: str) -> str:
    return "the mine total" if source == TOTAL else source


def _number(sources: tuple[str, ...]) -> str:
    clues = [source for source in sources if source != TOTAL]
    if len(clues) <= 2:
        return sources_listed(sources)
    said = f"{len(clues)} clues ({', '.join(clues)})"
    return said if len(clues) == len(sources) else f"the mine total and {said}"


def _leaves(step: Sum) -> str:
    if step.facts:
        return f", with {_known(step.facts)} put in, leaves"
    return " says" if len(step.add) + len(step.subtract) == 1 else " leaves"


def _known(facts: tuple[str, ...]) -> str:
    return f"the known {cells_listed([fact.removeprefix('~') for fact in facts])}"


def _shown(equation: Equation) -> str:
    """Return the equation, or what it says where it is long and simple."""
    if len(equation.factors) <= MOST_NAMED or len({factor for _, factor in equation.factors}) > 1:
        return equation_text(equation, "−")
    return f"{equation.low} mines among {len(equation.factors)} cells ({', '.join(n for n, _ in equation.factors)})"


def counting_words(proof: CountingProof) -> str:
    """Return the proof as sentences, a line a step."""
    lines = []
    for number, step in enumerate(proof.steps, 1):
        if isinstance(step, Sum):
            said = sum_words(step, proof.literal)
        else:
            said = f"({step.parents[0]}) and ({step.parents[1]}) together: {literals_words(step.clause)}"
        lines.append(f"({number}) {said}." if len(proof.steps) > 1 else f"{said[:1].upper()}{said[1:]}.")
    return "\n".join(lines)
