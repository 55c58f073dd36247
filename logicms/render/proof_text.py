"""A proof as numbered lines of text: what it shows, then each step with its clause and its reason, in columns.

An end of the flow, for people at a terminal; `proof_words`, `proof_latex` and `proof_graph` show the same proof
otherwise and take their reasons from here. `proof_lines` writes the notation that learners write (`grammar/proof.lark`)
and `verify --as-exercise` reads.
"""

from __future__ import annotations

from logicms.errors import BoardError
from logicms.proofs.proof import Clause, Equation, Proof, Step, Sum


def proof_text(proof: Proof) -> str:
    """Return the proof as numbered lines.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> print(proof_text(kb.prove("B1", direct=True)))
    to show: B1
    1  A1 | B1  clue A2: 1 among A1 B1
    2  ~A1      fact
    3  B1       from 1 and 2 on A1
    """
    clauses = [clause_text(step.clause) for step in proof.steps]
    number_width, clause_width = len(str(len(clauses))), max(map(len, clauses), default=0)
    lines = [
        f"{number:>{number_width}}  {clause:<{clause_width}}  {reason}"
        for number, (clause, reason) in enumerate(zip(clauses, reasons(proof), strict=True), 1)
    ]
    return "\n".join([f"to show: {goal_text(proof)}", *lines, *meanings(proof)])


def proof_lines(proof: Proof) -> str:
    """Return the proof as lines that a learner could have written.

    >>> from logicms.hints import exactly
    >>> from logicms.logic.knowledge import KnowledgeBase
    >>> kb = KnowledgeBase()
    >>> kb.tell(exactly(1, ["A1", "B1"], because="A2"))
    >>> kb.tell("~A1")
    >>> print(proof_lines(kb.prove("B1", direct=True)))
    to show: B1
    1. A1 | B1   clue A2
    2. ~A1   fact
    3. B1   from 1 2 on A1
    """
    if proof.sums:
        raise BoardError("a proof by counting has no lines of clauses: ask for one by resolution")
    lines = [f"{n}. {clause_text(step.clause)}   {_written(proof, step)}" for n, step in enumerate(proof.steps, 1)]
    return "\n".join([f"to show: {goal_text(proof)}", *meanings(proof), *lines])


def _written(proof: Proof, step: Step) -> str:
    """Return the reason of a step as a learner would write it."""
    source = printable(step.source or "")
    if step.parents is not None:
        return "from {} {} on {}".format(*step.parents, step.on)
    if step.by == "clue":
        hint = proof.hints.get(step.source or "")
        is_named = hint is None or str(hint).removeprefix(f"{source}: ") != source
        return f"clue {source}" if is_named else f"hint {source}"
    if step.by == "given":
        return f"definition of {source}" if source in proof.symbols else f"given {source}"
    return {"assume": "assume", "total": "total"}.get(step.by, "fact")


# -- what it shows


def goal_text(proof: Proof) -> str:
    """Return what a proof shows, as a formula; `false` where the premises contradict one another."""
    clauses = [clause_text(clause) for clause in proof.goal]
    if len(clauses) < 2:
        return clauses[0] if clauses else "true"
    return " & ".join(f"({clause})" if " | " in clause else clause for clause in clauses)


def clause_text(clause: Clause) -> str:
    """Return a clause as text; the empty one is `false`."""
    return " | ".join(map(str, clause)) or "false"


def meanings(proof: Proof) -> list[str]:
    """Return a line for each auxiliary symbol: what it means."""
    return [f"{name} means: {printable(meaning)}" for name, meaning in proof.symbols.items()]


# -- why


def reasons(proof: Proof) -> list[str]:
    """Return why each step holds, in a few words; what a hint says is told where it is used first."""
    first = first_uses(proof)
    return [_reason(proof, step, n, first[step.by, step.source]) for n, step in enumerate(proof.steps, 1)]


def first_uses(proof: Proof) -> dict[tuple[str, str | None], int]:
    """Return the number of the first step by each reason and source."""
    first: dict[tuple[str, str | None], int] = {}
    for number, step in enumerate(proof.steps, 1):
        first.setdefault((step.by, step.source), number)
    return first


def _reason(proof: Proof, step: Step, number: int, first: int) -> str:
    if step.parents is not None:
        return "from {} and {} on {}".format(*step.parents, step.on)
    if step.by in ("clue", "total"):
        return _hint_reason(proof, step, number, first)
    if step.by == "given":
        source = step.source or ""
        return f"definition of {source}" if source in proof.symbols else f"given: {printable(source)}"
    if step.sum is not None and not step.sum.is_fact:
        known = f" with {' '.join(map(str, step.sum.facts))}" if step.sum.facts else ""
        return f"{sum_text(step.sum)}{known}: {equation_text(step.sum.equation)}"
    return "assumed: the contrary" if step.by == "assume" else "fact"


def _hint_reason(proof: Proof, step: Step, number: int, first: int) -> str:
    source = step.source or ""
    if (hint := proof.hints.get(source)) is None:
        return printable(f"{step.by} {source}")
    said = printable(str(hint)).removeprefix(f"{source}: ")
    # A hint that no clue names is named by what it says.
    name = "mine total" if step.by == "total" else "hint" if source == said else f"clue {printable(source)}"
    if number == first:
        return f"{name}: {said}"
    return f"hint of {first}" if name == "hint" else name


def sum_text(given: Sum, minus: str = "-") -> str:
    """Return which hints are added and subtracted.

    >>> sum_text(Sum(("C2", "D2"), ("B2",), (), Equation((), 0, 0)))
    'C2 + D2 - B2'
    """
    return printable((" + ".join(given.add) + "".join(f" {minus} {source}" for source in given.subtract)).lstrip())


def equation_text(equation: Equation, minus: str = "-") -> str:
    """Return an equation, what is added first.

    >>> equation_text(Equation((("A1", -1), ("C1", 2)), 1, 1)), equation_text(Equation((), 0, 2))
    ('2 C1 - A1 = 1', '0 <= 0 <= 2')
    """
    terms = sorted(equation.factors, key=lambda term: term[1] < 0)
    text = " ".join(f"{'+' if factor > 0 else minus} {_times(abs(factor), name)}" for name, factor in terms)
    text = printable(text.removeprefix("+ ") or "0")
    low, high = (str(number).replace("-", minus) for number in (equation.low, equation.high))
    if equation.low == equation.high:
        return f"{text} = {low}"
    return f"{low} <= {text} <= {high}" if minus == "-" else f"{low} ≤ {text} ≤ {high}"


def _times(factor: int, name: str) -> str:
    return name if factor == 1 else f"{factor} {name}"


def printable(text: str) -> str:
    """Return the text on one line, without signs that a terminal could obey."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
